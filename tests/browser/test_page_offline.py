"""Delivery: what a warm start asks for, a part that can't be loaded, no connection, and a new version."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import keypeg.web.app
from browser.player import Player
from browser.service import Service
from keypeg.web.bundle import read_module
from keypeg.web.delivery import Page, document, read_sources
from keypeg.web.guard import Guard
from visitor import running

pytestmark = pytest.mark.thorough

Visit = Callable[..., Player]

REST = re.compile(r"/assets/rest-\w+\.js")
UNREACHABLE = "Keypeg's server can't be reached just now."


def test_a_bundle_has_what_the_modules_export(visit: Visit) -> None:
    player = visit()
    player.open("/help")
    alone = {"look.js", "main.js", "worker.js", "bundled.js"}  # scripts that begin something when they are loaded
    modules = {
        name: text.decode() for name, text in read_sources().items() if name.endswith(".js") and name not in alone
    }
    exported = player.page.evaluate(
        "async (names) => Promise.all(names.map(async (name) => Object.keys(await import(`/${name}`)).sort()))",
        list(modules),
    )
    modules["loader.js"] = read_sources()["bundled.js"].decode()
    kept = [sorted(read_module(name, text).exports) for name, text in modules.items()]
    assert exported == kept


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All paths that servers in this process are asked for."""
    asked: list[str] = []
    original = Guard.__call__

    async def note(self: Guard, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            asked.append(scope["path"])
        await original(self, scope, receive, send)

    monkeypatch.setattr(Guard, "__call__", note)
    return asked


@pytest.fixture
def own_url(tmp_path: Path) -> Iterator[str]:
    with running(f"sqlite:///{tmp_path / 'games.db'}") as url:
        yield url


def wait_for_worker(player: Player) -> None:
    """Wait until the service worker has all that it keeps of the page, and serves it."""
    player.page.evaluate("""async () => {
      await navigator.serviceWorker.ready;
      while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50));
    }""")


@pytest.mark.parametrize("workers", ["block", "allow"])
def test_a_warm_start_asks_for_the_page_and_one_thing_more(
    visit: Visit, requests: list[str], own_url: str, workers: str
) -> None:
    player = visit(own_url, service_workers=workers)
    player.open()
    player.page.wait_for_load_state("networkidle")  # the browser asks for the icon when it has time
    assert len(requests) <= 8
    if workers == "allow":
        wait_for_worker(player)
    requests.clear()
    player.page.goto("about:blank")
    player.open()
    player.page.wait_for_timeout(1500)  # a browser may look for a new worker a while after
    assert requests == ["/", "/api/start"]


@pytest.mark.parametrize("again", ["by itself", "asked"])
def test_a_view_that_cannot_be_loaded_says_so_and_comes_when_it_can(visit: Visit, again: str) -> None:
    player = visit()
    player.open()
    player.page.route(REST, lambda route: route.abort("connectionrefused"))
    player.page.get_by_role("link", name="Explore").click()
    expect(player.text(UNREACHABLE)).to_be_visible()
    expect(player.page.locator("#connection")).to_be_visible()
    player.page.get_by_role("link", name="To the start").click()
    expect(player.heading("Can you break the code?")).to_be_visible()
    player.page.get_by_role("link", name="Explore").click()
    expect(player.text(UNREACHABLE)).to_be_visible()
    player.page.unroute(REST)
    if again == "asked":
        player.page.get_by_role("link", name="Try again").click()
    expect(player.page.locator(".explore")).to_be_visible()
    assert player.page.url.endswith("/explore")


@pytest.mark.timeout(120)
def test_a_link_tapped_while_the_server_is_down_does_not_kill_the_page(visit: Visit, own_service: Service) -> None:
    player = visit(own_service.url)
    player.open()
    own_service.kill()
    player.page.get_by_role("link", name="Rules", exact=True).click()
    expect(player.text(UNREACHABLE)).to_be_visible()
    player.button("Settings").click()
    expect(player.page.get_by_role("dialog")).to_be_visible()
    player.press("Escape")
    own_service.start()
    player.page.get_by_role("link", name="Try again").click()
    expect(player.page.locator("main h1", has_text="Rules")).to_be_visible()
    expect(player.page.locator("#connection")).to_contain_text("Connected again")


def test_a_page_older_than_the_server_loads_itself_again(visit: Visit) -> None:
    player = visit()
    player.open()
    player.page.evaluate("window.isOld = true")
    player.page.route(REST, lambda route: route.fulfill(status=404), times=1)
    newer = document().content.decode().replace("/assets/page-", "/assets/newer-")
    player.page.route(player.url + "/", lambda route: route.fulfill(body=newer, content_type="text/html"))
    player.page.get_by_role("link", name="Explore").click()
    expect(player.page.locator(".explore")).to_be_visible()
    assert player.page.evaluate("window.isOld") is None


def test_words_that_do_not_come_at_first_are_asked_for_again(visit: Visit) -> None:
    player = visit()
    failing = re.compile(r"/assets/en-\w{12}\.json")
    player.page.route(failing, lambda route: route.abort("connectionreset"), times=2)
    player.open()
    expect(player.heading("Can you break the code?")).to_be_visible()


@pytest.mark.timeout(180)
def test_without_a_connection_games_can_be_read_and_the_rest_comes_by_itself(
    visit: Visit, own_service: Service
) -> None:
    player = visit(own_service.url, service_workers="allow")
    player.open()
    wait_for_worker(player)
    player.begin()
    while not player.game["over"]:
        player.type_guess(player.good_guess())
    turns = len(player.game["turns"])
    finished = player.page.url
    expect_kept(player, "/api/history", "/api/daily/archive", "/api/statistics", "/api/start")
    own_service.kill()
    player.page.goto(player.url + "/")
    banner = player.page.locator("#connection")
    expect(player.heading("Can you break the code?")).to_be_visible()
    expect(banner).to_contain_text("No connection to Keypeg's server")
    player.page.get_by_role("link", name="History").click()
    expect(player.page.locator("li.game")).to_have_count(1)
    player.page.goto(finished)
    expect(player.turns).to_have_count(turns)
    expect(banner).to_be_visible()
    player.page.goto(player.url + "/explore")
    expect(player.text(UNREACHABLE)).to_be_visible()
    own_service.start()
    expect(player.page.locator(".explore")).to_be_visible()
    expect(banner).to_contain_text("Connected again")


def kept_paths(player: Player) -> list[str]:
    paths: list[str] = player.page.evaluate("""async () => {
      if (!(await caches.has("keypeg kept"))) return [];
      const requests = await (await caches.open("keypeg kept")).keys();
      return requests.map(({ url }) => url.slice(location.origin.length));
    }""")
    return paths


def expect_kept(player: Player, *paths: str) -> None:
    for _ in range(100):
        if set(paths) <= set(kept_paths(player)):
            return
        player.page.wait_for_timeout(100)
    raise AssertionError(f"{paths} are not kept, but {kept_paths(player)}")


def test_what_is_deleted_is_not_kept_either(visit: Visit, own_service: Service) -> None:
    player = visit(own_service.url, service_workers="allow")
    player.open()
    wait_for_worker(player)
    for _ in range(2):
        player.begin(codemaker="adversary")
        player.type_guess("1122")
    first = player.game["id"]
    player.open("/history")
    expect_kept(player, "/api/statistics", f"/api/games/{first}")
    player.button("Delete this game", exact=False).first.click()
    player.page.get_by_role("dialog").locator(".danger").click()
    expect(player.page.locator("li.game")).to_have_count(1)
    for _ in range(100):
        if f"/api/games/{first}" not in kept_paths(player):
            break
        player.page.wait_for_timeout(100)
    assert f"/api/games/{first}" not in kept_paths(player)
    player.button("Delete everything").click()
    player.page.get_by_role("dialog").locator(".danger").click()
    expect(player.text("No games yet")).to_be_visible()
    assert not [path for path in kept_paths(player) if path.startswith("/api/games/")]


def test_a_view_from_before_the_connection_was_lost_is_drawn_anew_when_it_is_back(
    visit: Visit, own_service: Service
) -> None:
    player = visit(own_service.url, service_workers="allow")
    player.open()
    wait_for_worker(player)
    player.begin(codemaker="adversary")
    player.open()
    expect(player.page.get_by_role("link", name="Go on")).to_be_visible()
    expect_kept(player, "/api/start")
    own_service.kill()
    player.page.reload()
    expect(player.page.get_by_role("link", name="Go on")).to_be_visible()
    player.page.evaluate("document.querySelector('main h1').dataset.old = ''")
    own_service.start()
    expect(player.page.locator("main h1:not([data-old])")).to_be_visible()


def test_a_new_version_takes_over(visit: Visit, own_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    player = visit(own_url, service_workers="allow")
    player.open()
    wait_for_worker(player)
    names = "caches.keys().then((names) => names.filter((name) => name.startsWith('keypeg page')))"
    old = player.page.evaluate(names)
    sources = read_sources()
    newer = Page({**sources, "main.js": sources["main.js"] + b"window.isNew = true;\n"})
    monkeypatch.setattr(keypeg.web.delivery, "delivered", lambda: newer)
    monkeypatch.setattr(keypeg.web.app, "delivered", lambda: newer)
    document.cache_clear()
    player.page.get_by_role("link", name="Rules", exact=True).click()  # the old page goes on
    expect(player.page.locator("main h1", has_text="Rules")).to_be_visible()
    assert player.page.evaluate("window.isNew") is None
    player.open()
    assert player.page.evaluate("window.isNew") is True
    player.page.wait_for_timeout(3000)
    for _ in range(100):
        new = player.page.evaluate(names)
        if new != old and len(new) == 1:
            break
        player.page.wait_for_timeout(100)
    assert len(new) == 1
    assert new != old
    monkeypatch.undo()
    document.cache_clear()
