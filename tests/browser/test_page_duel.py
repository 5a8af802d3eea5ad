"""Two people in two browsers: a link, turns that arrive by themselves, and honest words for a dead room."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.player import Player
from visitor import running

Visit = Callable[..., Player]

SECRET = "2416"


def set_code(player: Player, *, radio: str) -> str:
    """Set a code for a friend, and return the path of the link."""
    player.open("/new/duel")
    player.page.locator("summary", has_text="More options").click()
    player.page.get_by_role("radio", name=radio).check()
    player.press(*SECRET)
    player.button("Make the link").click()
    link = player.page.get_by_label("Link to the game")
    expect(link).to_have_value(re.compile("/join/"))
    return link.input_value().removeprefix(player.url)


def test_two_people_play_over_a_link(visit: Visit) -> None:
    maker, breaker = visit(), visit()
    path = set_code(maker, radio="Keypeg answers")
    breaker.join(path)
    expect(maker.text("The game begins")).to_be_visible()
    breaker.type_guess("1122")
    expect(maker.turns).to_have_count(1)
    breaker.type_guess(SECRET)
    expect(breaker.result).to_have_text("Solved in 2 guesses")
    expect(maker.result).to_have_text("Your friend found it in 2 guesses")


def test_a_codemaker_answers_and_is_checked(visit: Visit) -> None:
    maker, breaker = visit(), visit()
    path = set_code(maker, radio="You answer")
    breaker.join(path)
    breaker.press(*"1122", "Enter")
    expect(breaker.text("The codemaker sets the key pegs")).to_be_visible()
    expect(maker.text("How close is your friend's guess?")).to_be_visible()
    maker.press("b", "b", "Enter")
    expect(maker.text(re.compile("is not right: with your secret"))).to_be_visible()
    maker.press("Escape", "w", "w", "Enter")
    expect(breaker.turns).to_have_count(1)
    expect(breaker.turns.get_by_role("img", name="0 black, 2 white")).to_be_visible()


def test_presence_is_told_and_the_next_code_may_come_from_either(visit: Visit) -> None:
    maker, breaker = visit(), visit()
    path = set_code(maker, radio="Keypeg answers")
    breaker.join(path)
    expect(maker.text("Your friend is here")).to_be_visible()
    expect(breaker.text("Your friend is here")).to_be_visible()
    breaker.type_guess(SECRET)
    expect(maker.result).to_be_visible()
    breaker.button("Swap: set a code for your friend").click()
    expect(breaker.page.locator("dialog .tray")).to_be_visible()
    breaker.press(*"3355")
    breaker.button("Make the link").click()
    expect(breaker.heading("Your code, your friend's guesses")).to_be_visible()
    maker.link("Your friend has set a code: break it").click()
    expect(maker.heading("Break your friend's code")).to_be_visible()
    maker.type_guess("3355")
    expect(breaker.result).to_have_text("Your friend found it in 1 guess")
    breaker.button("Set another code").click()
    expect(breaker.page.locator("dialog .tray")).to_be_visible()
    breaker.press(*"1166")
    breaker.button("Make the link").click()
    expect(breaker.heading("Your code, your friend's guesses")).to_be_visible()
    expect(breaker.text("Your friend is here")).to_have_count(0)
    maker.link("Your friend has set a code: break it").click()
    expect(breaker.text("Your friend is here")).to_be_visible()
    maker.page.goto("about:blank")
    expect(breaker.text("Your friend has left")).to_be_visible()


def test_a_friend_is_challenged_with_the_code_just_played(visit: Visit) -> None:
    player, friend = visit(), visit()
    player.begin()
    while not player.game["over"]:
        player.type_guess(player.good_guess())
    secret, number = player.game["secret"], len(player.game["turns"])
    player.button("Challenge a friend").click()
    link = player.page.get_by_label("Link to the game").input_value()
    friend.open(link.removeprefix(player.url))
    expect(friend.text(f"To beat: {number} guesses.")).to_be_visible()
    friend.button("Take it on").click()
    expect(friend.heading("Guess 1 of 10")).to_be_visible()
    friend.type_guess(secret)
    expect(friend.text("You won the challenge.")).to_be_visible()
    friend.open(link.removeprefix(player.url))  # one's own game is behind the link from now on
    expect(friend.result).to_have_text("Solved in 1 guess")
    friend.open("/challenge/nothing-here")
    expect(friend.heading("This challenge is gone")).to_be_visible()


@pytest.mark.parametrize("local", [True, False])
def test_the_link_of_a_local_server_says_that_it_leads_nowhere_else(
    visit: Visit, tmp_path: Path, *, local: bool
) -> None:
    with running(f"sqlite:///{tmp_path}/games.db", local=local) as url:
        maker = visit(url)
        set_code(maker, radio="Keypeg answers")
        expect(maker.text("This link works on this computer only")).to_have_count(int(local))


@pytest.mark.parametrize("path", ["/join/nothing-here", "/join/00000000000000000000"])
def test_a_dead_room_says_so(visit: Visit, path: str) -> None:
    player = visit()
    player.open(path)
    expect(player.heading("This game is gone")).to_be_visible()
    expect(player.page.get_by_role("link", name="Set a code yourself")).to_be_visible()


def test_a_third_person_is_told_that_the_seat_is_taken(visit: Visit) -> None:
    maker, breaker, third = visit(), visit(), visit()
    path = set_code(maker, radio="Keypeg answers")
    breaker.join(path)
    third.open(path)
    expect(third.heading("Somebody else plays this game")).to_be_visible()
    breaker.open(path)  # one's own link leads back to the board
    expect(breaker.heading("Break your friend's code")).to_be_visible()


def test_the_codemakers_board_stays_where_it_is(visit: Visit) -> None:
    maker, breaker = visit(), visit()

    def boards() -> list[object]:
        found: list[object] = []
        for width, height in ((320, 568), (390, 844), (844, 390), (820, 1180), (1280, 800)):
            maker.page.set_viewport_size({"width": width, "height": height})
            found.append(maker.page.locator(".board-frame").bounding_box())
        return found

    path = set_code(maker, radio="You answer")
    alone = boards()
    breaker.join(path)
    expect(maker.text("Your friend is here")).to_be_visible()
    assert boards() == alone
    breaker.press(*"1122", "Enter")
    expect(maker.button("Send answer")).to_be_visible()
    assert boards() == alone
