import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, expect, sync_playwright

from browser.player import Player
from browser.service import Service

_NAMES = ("firefox-esr", "firefox")

expect.set_options(timeout=20_000)


@pytest.fixture(scope="package")
def firefox() -> Iterator[Browser]:
    """Run the Firefox of the system by WebDriver BiDi, which it speaks itself; without one, tests are skipped."""
    program = next(filter(None, map(shutil.which, _NAMES)), None)
    if program is None:
        pytest.skip("no Firefox on this machine: install it, as in apt install firefox-esr")
    with sync_playwright() as playwright:
        browser = playwright.firefox.launch(
            channel="moz-firefox", executable_path=program, firefox_user_prefs={"ui.prefersReducedMotion": 1}
        )
        try:
            browser.new_context().close()
        except Error as error:
            if "unknown command" not in error.message:
                raise
            pytest.skip(f"Playwright needs a newer Firefox than {browser.version}: {error.message}")
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("service")) as running:
        yield running


@pytest.fixture
def visit(firefox: Browser, service: Service) -> Iterator[Callable[[], Player]]:
    """Give a function that opens a browser of its own, as for Chromium; what its console says fails the test."""
    contexts: list[BrowserContext] = []
    players: list[Player] = []

    def open_browser() -> Player:
        contexts.append(firefox.new_context())
        contexts[-1].set_default_timeout(20_000)
        players.append(Player(contexts[-1].new_page(), service.url))
        return players[-1]

    yield open_browser
    for context in contexts:
        context.close()
    assert [error for player in players for error in player.errors] == []
