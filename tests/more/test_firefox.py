"""Firefox plays one game of each kind, and looks at what comes after: much of it as Chromium does in `make test`."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser import (
    test_page_break,
    test_page_duel,
    test_page_explore,
    test_page_history,
    test_page_review,
    test_page_solve,
)
from browser.player import Player
from keypeg.rules import Code

Visit = Callable[..., Player]

AS_IN_CHROMIUM = [
    test_page_break.test_a_game_is_won_with_the_keyboard_alone,
    test_page_solve.test_a_game_as_codemaker_with_a_mended_slip,
    test_page_duel.test_two_people_play_over_a_link,
    test_page_review.test_a_game_is_read_at_a_glance,
    test_page_review.test_what_is_behind_a_line_is_shown_on_demand,
    test_page_explore.test_a_position_is_explored_by_its_address,
    test_page_explore.test_the_row_in_hand_is_weighed_beside_the_best,
    test_page_history.test_games_are_summed_up_in_numbers_and_pictures,
]


@pytest.mark.parametrize("story", AS_IN_CHROMIUM, ids=lambda story: story.__name__.removeprefix("test_"))
def test_what_is_true_in_chromium_is_true_in_firefox(visit: Visit, story: Callable[[Visit], None]) -> None:
    story(visit)


def click_guess(player: Player, guess: str) -> None:
    """Make a guess with the mouse: a click on each color of the tray, then on Send."""
    colors = player.page.get_by_role("group", name="Colors").get_by_role("button")

    def clicks() -> None:
        for color in Code(guess):
            colors.nth(color - 1).click()
        player.button("Send guess").click()

    player.make(clicks)


def test_a_game_is_won_by_clicks_on_the_tray(visit: Visit) -> None:
    player = visit()
    player.open("/")
    player.button("Play").click()
    expect(player.page.get_by_role("group", name="Guess 1")).to_be_visible()
    while not player.game["over"]:
        click_guess(player, player.good_guess())
    expect(player.result).to_contain_text("Solved in")
    player.button("Play again").click()
    expect(player.heading("Guess 1 of 10")).to_be_visible()


def test_the_code_of_the_day_is_played_and_stands_in_the_calendar(visit: Visit) -> None:
    player = visit()
    player.open("/")
    player.page.get_by_role("link", name=re.compile(r"Code of the day \d+")).click()
    player.button("Begin").click()
    expect(player.page.get_by_role("group", name="Guess 1")).to_be_visible()
    while not player.game["over"]:
        player.type_guess(player.good_guess())
    expect(player.result).to_contain_text("Solved in")
    number = len(player.game["turns"])
    player.link("Other days").click()
    expect(player.link(f"solved in {number}")).to_be_visible()
