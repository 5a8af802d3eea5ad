"""Interrupted games: a reload, a server that is killed and started again, and a guess sent into the dark."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from browser.player import Player
from browser.service import Service
from keypeg import database_open
from visitor import running

pytestmark = pytest.mark.thorough

Visit = Callable[..., Player]


def test_a_game_goes_on_after_a_reload_with_the_pegs_not_yet_sent(visit: Visit) -> None:
    player = visit()
    player.begin(codemaker="adversary")
    player.type_guess("1122")
    player.press("3", "4")
    player.page.reload()
    expect(player.turns).to_have_count(1)
    row = player.page.get_by_role("group", name="Guess 2").get_by_role("button")
    expect(row.nth(1)).to_have_accessible_name("Hole 2: yellow")
    player.page.goto(player.url + "/")
    player.page.get_by_role("link", name="Go on").click()
    expect(player.turns).to_have_count(1)


@pytest.mark.timeout(120)
def test_a_game_goes_on_after_the_server_was_killed(visit: Visit, own_service: Service) -> None:
    player = visit(own_service.url)
    player.begin(codemaker="adversary")
    player.type_guess("1122")
    own_service.kill()
    player.press(*"3344", "Enter")
    banner = player.page.locator("#connection")
    expect(banner).to_contain_text("No connection to Keypeg's server")
    own_service.start()
    expect(player.turns).to_have_count(2)
    expect(banner).to_contain_text("Connected again")
    assert [turn["guess"] for turn in player.game["turns"]] == ["1122", "3344"]


@pytest.mark.timeout(120)
def test_a_game_goes_on_after_its_database_was_locked(visit: Visit, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(database_open, "_WAIT_S", 0.3)
    with running(f"sqlite:///{tmp_path}/games.db") as url:
        player = visit(url)
        player.begin(codemaker="adversary")
        player.type_guess("1122")
        other = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        player.press(*"3344", "Enter")
        banner = player.page.locator("#connection")
        expect(banner).to_contain_text("Keypeg's server can't get at its games just now.")
        player.page.wait_for_timeout(3500)  # it can be read all the while, but that doesn't help
        expect(banner).to_contain_text("Keypeg's server can't get at its games just now.")
        other.execute("ROLLBACK")
        other.close()
        expect(player.turns).to_have_count(2)
        expect(banner).to_contain_text("Connected again")
        assert [turn["guess"] for turn in player.game["turns"]] == ["1122", "3344"]
        player.errors[:] = [error for error in player.errors if "503" not in error]


@pytest.mark.parametrize("status", [500, 504])
def test_an_error_of_the_server_or_its_proxy_passes(visit: Visit, status: int) -> None:
    player = visit()
    player.begin(codemaker="adversary")
    answers = iter([status, status])

    def respond(route: Route) -> None:
        code = next(answers, None)
        if code is None:
            route.continue_()
        else:
            route.fulfill(status=code, body="<h1>error</h1>", headers={"Retry-After": "1"})

    player.page.context.route("**/guess", respond)
    player.press(*"1122", "Enter")
    expect(player.page.locator("#connection")).to_contain_text("can't get at its games")
    expect(player.turns).to_have_count(1)
    expect(player.page.locator("#connection")).to_contain_text("Connected again")
    player.page.context.unroute("**/guess")
    player.errors[:] = [error for error in player.errors if str(status) not in error]


@pytest.mark.timeout(120)
def test_two_people_meet_again_after_the_server_was_killed(visit: Visit, own_service: Service) -> None:
    maker, breaker = visit(own_service.url), visit(own_service.url)
    maker.begin("duel", secret="2416")
    link = maker.page.get_by_label("Link to the game").input_value()
    breaker.join(link.removeprefix(own_service.url))
    breaker.type_guess("1122")
    expect(maker.turns).to_have_count(1)
    own_service.kill()
    expect(maker.page.locator("#connection")).to_contain_text("No connection")
    own_service.start()
    expect(maker.page.locator("#connection")).to_contain_text("Connected again")
    breaker.type_guess("3344")
    expect(maker.turns).to_have_count(2)


def second_tab(player: Player) -> Player:
    other = Player(player.page.context.new_page(), player.url)
    other.page.goto(player.page.url)
    expect(other.page.locator("main h1")).to_be_visible()
    return other


def come_back_to(player: Player) -> None:
    """Say to the page what a browser with a window says; here every tab is in front."""
    player.page.evaluate("window.dispatchEvent(new Event('focus'))")


def test_a_tab_shows_at_once_what_was_done_in_another(visit: Visit) -> None:
    player = visit()
    player.begin(codemaker="adversary")
    other = second_tab(player)
    player.type_guess("1122")
    expect(other.turns).to_have_count(1, timeout=1000)
    player.page.locator("summary", has_text="More").click()
    player.button("Take back a guess").click()
    expect(player.turns).to_have_count(0)
    expect(other.turns).to_have_count(0, timeout=1000)
    player.page.request.delete(f"{player.url}/api/games/{player.game['id']}", headers={"Origin": player.url})
    come_back_to(other)
    expect(other.text("This game was deleted.")).to_be_visible()
    assert other.errors == []


def test_an_answer_being_changed_is_left_when_its_turn_goes_in_another_tab(visit: Visit) -> None:
    player = visit()
    player.begin("solve", strategy="first")
    for answer in ("0b0w", "1b0w"):
        player.page.request.post(
            f"{player.url}/api/games/{player.game['id']}/answer",
            data={"feedback": answer, "seen": len(player.game["turns"])},
        )
    other = second_tab(player)
    other.button("Change the answer of turn 2", exact=False).click()
    expect(other.button("Change turn 2")).to_be_visible()
    player.page.request.post(f"{player.url}/api/games/{player.game['id']}/undo", data={"seen": 2})
    come_back_to(other)
    expect(other.turns).to_have_count(1)
    expect(other.button("Send answer")).to_be_visible()
    assert other.errors == []


def test_a_guess_from_a_tab_left_behind_is_not_made(visit: Visit) -> None:
    player = visit()
    player.begin(codemaker="adversary")
    other = second_tab(player)
    game = player.game["id"]
    player.page.request.post(f"{player.url}/api/games/{game}/guess", data={"guess": "1122", "seen": 0})
    other.press(*"3344", "Enter")
    expect(other.turns).to_have_count(1)
    expect(other.page.locator(".message")).to_contain_text("it was changed elsewhere")
    assert other.errors == []
