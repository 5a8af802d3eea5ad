"""Interrupted games: a reload, a server that is killed and started again, and a guess sent into the dark."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.player import Player
from browser.service import Service

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
    player.page.get_by_role("link", name="Break the code, Classic").click()
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


def test_a_second_tab_is_brought_up_to_date(visit: Visit) -> None:
    player = visit()
    player.begin(codemaker="adversary")
    other = Player(player.page.context.new_page(), player.url)
    other.page.goto(player.page.url)
    expect(other.page.get_by_role("group", name="Guess 1")).to_be_visible()
    player.type_guess("1122")
    other.press(*"3344", "Enter")
    expect(other.turns).to_have_count(1)
    expect(other.page.locator(".message")).to_contain_text("it was changed elsewhere")
    assert other.errors == []
