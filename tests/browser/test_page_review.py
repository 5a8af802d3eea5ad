"""The coach's view: a headline, three numbers, a line for each turn, and the way on to Explore."""

import json
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from playwright.sync_api import Route, expect

from browser.player import Player
from keypeg.position import Position

Visit = Callable[..., Player]

VERDICTS = {"best", "good", "slip", "mistake", "found"}
# Five turns of which the coach would have played two differently.
LINE = "p4c6 1122=1b0w 1345=0b2w 4153=2b0w 4162=3b0w 4164=4b0w"


def address(line: str) -> str:
    return line.replace(" ", "+")


def finish(player: Player, *guesses: str, **options: Any) -> None:
    """Play some guesses against the computer, then possible codes until one is right."""
    player.begin(**options)
    for guess in guesses:
        player.type_guess(guess)
    while not player.game["over"]:
        player.type_guess(str(Position.parse(player.game["position"]).candidates[0]))


def open_review(player: Player) -> str:
    game = str(player.game["id"])
    player.open(f"/review/{game}")
    expect(player.page.locator(".graded.pending")).to_have_count(0)
    return game


def test_a_game_is_read_at_a_glance(visit: Visit) -> None:
    player = visit()
    finish(player, "1111", "1112")
    game = open_review(player)
    review = player.api(f"/games/{game}/review")
    expect(player.page.locator("h1")).to_have_text(review["headline"])
    scores = player.page.locator(".scores dd")
    expect(scores).to_have_text([str(review["guesses"]), str(round(review["skill"])), str(round(review["luck"]))])
    expect(player.page.locator(".scores")).to_contain_text("best play takes 4.34")
    lines = player.page.locator("li.graded")
    expect(lines).to_have_count(review["guesses"])
    assert {line.get_attribute("data-verdict") for line in lines.all()} <= VERDICTS
    expect(lines.last.locator(".verdict-mark")).to_have_text("found")
    expect(player.page.locator("li.graded.marked")).to_have_count(len(review["worth_a_look"]))
    expect(player.page.locator(".funnel-line")).to_contain_text("1,296 → ")


def test_turns_that_are_worth_a_look_are_pointed_out_and_never_the_last_one(visit: Visit) -> None:
    player = visit()
    player.open(f"/review?position={address(LINE)}")
    looks = player.page.locator(".looks a")
    expect(looks).to_have_text(["Guess 3", "Guess 4"])
    looks.first.click()
    expect(player.page.locator("#turn-3")).to_be_in_viewport()
    expect(player.page.locator("#turn-3")).to_have_attribute("data-verdict", re.compile("slip|mistake"))
    expect(player.page.locator("li.graded.marked .graded-number")).to_have_text(["3", "4"])


def test_the_better_guess_is_tried_in_explore_with_its_palette(visit: Visit) -> None:
    player = visit()
    player.open(f"/review?position={address(LINE)}&palette=board")
    expect(player.page.locator("#turn-3")).to_contain_text("would have left 4.6 on average, this one 17.5. Try it")
    player.page.locator("#turn-3").get_by_role("link", name="in the place of guess 3").click()
    expect(player.page).to_have_url(re.compile(r"1345=0b2w&palette=board&guess=\d{4}$"))
    expect(player.page.locator(".promise")).to_contain_text("4.6 left on average")
    expect(player.page.locator(".row.active .peg")).to_have_count(4)
    player.link("Review these turns").click()
    expect(player.page).to_have_url(re.compile("palette=board$"))


def test_what_is_behind_a_line_is_shown_on_demand(visit: Visit) -> None:
    player = visit()
    player.open(f"/review?position={address(LINE)}")
    details = player.page.locator("#turn-3 .graded-more")
    expect(details).to_be_hidden()
    opener = player.button("Details of guess 3")
    opener.click()
    expect(opener).to_have_attribute("aria-expanded", "true")
    expect(details.get_by_role("row")).to_have_count(3)
    expect(details).to_contain_text("bits came")
    expect(details.get_by_role("link", name="Explore the position before guess 3")).to_be_visible()


def test_bars_begin_where_the_turn_before_ended(visit: Visit) -> None:
    player = visit()
    player.open(f"/review?position={address(LINE)}")
    read = "bar => [bar.style.getPropertyValue('--from'), bar.style.getPropertyValue('--to')].map(Number)"
    bars = player.page.locator(".known-bar").evaluate_all(f"bars => bars.map({read})")
    assert bars[0][0] == 0
    assert bars[-1][1] == 1
    assert all(abs(end - start) < 1e-9 for (_, end), (start, _) in pairwise(bars))
    lefts = player.page.locator(".known-bar").evaluate_all("bars => bars.map(bar => bar.getBoundingClientRect().left)")
    assert len(set(lefts)) == 1


def test_an_adversary_leaves_no_luck_and_hard_mode_is_named(visit: Visit) -> None:
    player = visit()
    finish(player, codemaker="adversary", guesses=None)
    open_review(player)
    scores = player.page.locator(".scores")
    expect(scores).to_contain_text("no luck against an adversary")
    expect(scores).to_contain_text("skill, by the worst case")
    expect(scores.locator("dd").last).to_have_text("\N{EN DASH}")
    finish(player, hard=True, guesses=None)
    open_review(player)
    expect(scores).to_contain_text("skill, among the guesses of hard mode")
    expect(player.page.locator(".over")).to_contain_text("hard mode")


def test_turns_appear_as_they_are_worked_out(visit: Visit) -> None:
    player = visit()
    finish(player, "1111")
    game = str(player.game["id"])
    first = player.api(f"/games/{game}/review")["turns"][0]

    def one_turn(route: Route) -> None:
        """Tell the first turn, then go silent, as a server does that still works."""
        route.fulfill(content_type="text/event-stream", body=f"retry: 1\nevent: turn\ndata: {json.dumps(first)}\n\n")

    player.page.route("**/review/events", one_turn)
    player.page.route("**/review", lambda _: None)
    player.open(f"/review/{game}")
    expect(player.page.locator("#turn-1 .verdict-mark")).to_have_text(first["verdict"])
    expect(player.page.locator("li.graded.pending")).to_have_count(len(player.api(f"/games/{game}")["turns"]) - 1)
    expect(player.page.locator("h1")).to_have_text("The coach is looking at it …")


def test_a_server_without_events_is_asked_for_the_whole(visit: Visit) -> None:
    player = visit()
    finish(player, "1111")
    player.page.route("**/review/events", lambda route: route.fulfill(status=404, json={}))
    open_review(player)
    expect(player.page.locator(".verdict-mark")).to_have_count(len(player.page.locator("li.graded").all()))


def test_a_large_game_fits_a_small_phone(visit: Visit) -> None:
    player = visit(viewport={"width": 320, "height": 568})
    player.open("/review?position=p10c10+1122334455=2b3w+1234567899=3b4w")
    expect(player.page.locator(".verdict-mark")).to_have_count(2)
    assert player.page.evaluate("document.documentElement.scrollWidth") <= 320
    right = "element => element.getBoundingClientRect().right"
    assert all(keys.evaluate(right) <= 320 for keys in player.page.locator(".graded > .keys").all())


def test_a_review_is_printed_without_what_one_presses(visit: Visit) -> None:
    player = visit(viewport={"width": 1280, "height": 900}, color_scheme="dark")
    player.open(f"/review?position={address(LINE)}")
    player.page.emulate_media(media="print")
    expect(player.page.locator(".masthead")).to_be_hidden()
    expect(player.page.locator(".opener").first).to_be_hidden()
    expect(player.page.locator("#turn-3 .verdict-mark")).to_be_visible()
    assert player.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_a_board_is_printed_on_white(visit: Visit) -> None:
    player = visit(viewport={"width": 1280, "height": 900}, color_scheme="dark")
    player.begin(codemaker="adversary")
    player.type_guess("1122")
    player.page.emulate_media(media="print")
    expect(player.button("Send guess")).to_be_hidden()
    expect(player.turns.first).to_be_visible()
    assert player.page.locator(".board").evaluate("board => getComputedStyle(board).backgroundImage") == "none"
