"""Matches on the page: against the computer by keys, and between two friends by touch."""

from collections.abc import Callable

from playwright.sync_api import expect

from browser.player import Player

Visit = Callable[..., Player]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def points(player: Player) -> list[str]:
    """The totals of both sides in the result."""
    return player.page.locator(".result .match-total").all_inner_texts()


def test_a_match_against_the_computer_by_keys_to_the_end(visit: Visit) -> None:
    player = visit()
    player.open("/new/match")
    player.label("The computer plays").select_option(label="like a person, level 5")
    player.radio("2").first.check()
    player.tab_to(player.button("Start"))
    player.press("Enter")
    expect(player.button("Round 1 of 2 · 0 : 0", exact=False)).to_be_visible()
    expect(player.button("Hint")).to_have_count(0)
    while not player.game["over"]:
        player.type_guess(player.good_guess())
    own = len(player.game["turns"])
    expect(player.result).to_contain_text("Solved in")
    expect(player.page.locator(".result .match-standing")).to_contain_text("behind")
    assert points(player) == ["0", str(own)]
    player.open("/")
    player.link("Your match: the next round").press("Enter")
    player.button("Round 2: the computer guesses").press("Enter")
    expect(player.text("Think of a code and keep it in mind.")).to_be_visible()
    assert player.game["strategy"].endswith("level=5")
    while not player.game["over"]:
        player.make(lambda: player.press(*player.right_keys("1234"), "Enter"))
    its = len(player.game["turns"])
    assert points(player) == [str(its), str(own)]
    told = "You won the match" if its > own else "You lost the match" if its < own else "The match is a draw"
    expect(player.result).to_have_text(told)
    expect(player.button("Another match")).to_be_visible()


def tap_code(player: Player, code: str) -> None:
    colors = player.page.locator("dialog, form").get_by_role("group", name="Colors").get_by_role("button")
    for color in code:
        colors.nth(int(color) - 1).tap()


def test_a_match_between_friends_by_touch_to_the_end(visit: Visit) -> None:
    one, two = visit(**PHONE), visit(**PHONE)
    one.open("/new/duel")
    tap_code(one, "1234")
    one.page.get_by_role("group", name="Rounds").get_by_role("radio", name="2").tap()
    one.button("Make the link").tap()
    link = one.label("Link to the game").input_value()
    two.open(link.removeprefix(one.url))
    expect(two.text("A match of 2 rounds")).to_be_visible()
    two.button("Break it").tap()
    two.tap_guess("1122")
    two.tap_guess("1234")
    expect(one.page.locator(".result .waiting")).to_have_text("Your friend is setting the code for round 2 …")
    two.button("Round 2: set your code").tap()
    tap_code(two, "5566")
    two.button("Set this code").tap()
    expect(two.heading("Your code, your friend's guesses")).to_be_visible()
    one.link("Round 2: break your friend's code").tap()
    expect(one.button("Round 2 of 2 · 2 : 0", exact=False)).to_be_visible()
    one.tap_guess("5566")
    expect(one.result).to_have_text("You won the match")
    expect(two.result).to_have_text("You lost the match")
    assert (points(one), points(two)) == (["2", "1"], ["1", "2"])
    two.page.reload()
    expect(two.result).to_have_text("You lost the match")
