import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from browser.player import Player
from browser.service import Service

# The last four keep Chromium from looking for its maker's servers, which takes long where there is no network; by the
# first of the others, all pages of a context share a process, which takes longest to start.
_ARGUMENTS = [
    "--process-per-site",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

expect.set_options(timeout=20_000)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Run the browser of the system; tests are skipped where there is none."""
    program = next(filter(None, map(shutil.which, _NAMES)), None)
    if program is None:
        pytest.skip("no Chromium on this machine: install it, as in apt install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Run one server for all tests; each visitor has a cookie of their own, so they don't meet."""
    with Service(tmp_path_factory.mktemp("service")) as running:
        yield running


@pytest.fixture
def own_service(tmp_path: Path) -> Iterator[Service]:
    """Run a server for one test, which may end it."""
    with Service(tmp_path) as running:
        yield running


@pytest.fixture(scope="package")
def kept() -> dict[str, list[BrowserContext]]:
    """Contexts that no test uses, by their options: to open one takes longer than to empty it."""
    return {}


@pytest.fixture
def visit(
    chromium: Browser, service: Service, kept: dict[str, list[BrowserContext]]
) -> Iterator[Callable[..., Player]]:
    """Give a function that opens a browser of its own, with the server's address and a person before it.

    An error that a page writes to its console, or that no one caught, fails the test.
    """
    used: list[tuple[str, BrowserContext]] = []
    players: list[Player] = []

    def open_context(options: dict[str, Any]) -> BrowserContext:
        """Open a context with a page that stays: it keeps the process, and empties the storage."""
        # Without a service worker, every request goes by what a test says about it.
        context = chromium.new_context(**({"reduced_motion": "reduce", "service_workers": "block"} | options))
        context.set_default_timeout(20_000)
        context.new_page().goto(f"{service.url}/words/en.json")
        return context

    def open_browser(url: str = service.url, **options: Any) -> Player:
        contexts = kept.setdefault(repr(options), [])
        context = contexts.pop() if contexts else open_context(options)
        used.append((repr(options), context))
        players.append(Player(context.new_page(), url))
        return players[-1]

    yield open_browser
    for options, context in used:
        stays, *others = context.pages
        for page in others:
            page.close()
        stays.evaluate("localStorage.clear()")
        context.clear_cookies()
        kept[options].append(context)
    assert [error for player in players for error in player.errors] == []
