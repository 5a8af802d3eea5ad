"""The views around the games: the code of the day, the review, Explore, the history, rules and settings."""

import json
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from browser.player import Player

Visit = Callable[..., Player]


def win(player: Player) -> None:
    while not player.game["over"]:
        player.type_guess(player.good_guess())


def test_the_code_of_the_day_is_played_and_its_result_copied(visit: Visit) -> None:
    player = visit(permissions=["clipboard-read", "clipboard-write"])
    player.open("/")
    player.page.get_by_role("link", name=re.compile("Code of the day \\d+")).click()
    player.button("Begin").click()
    expect(player.page.get_by_role("group", name="Guess 1")).to_be_visible()
    win(player)
    expect(player.heading("Solved in")).to_be_visible()
    expect(player.button("Take back a guess")).to_have_count(0)
    player.button("Copy as emoji").click()
    expect(player.text("Copied the grid.")).to_be_visible()
    copied = player.page.evaluate("navigator.clipboard.readText()")
    number = len(player.game["turns"])
    assert re.fullmatch(rf"Keypeg daily \d+ {number}/10", copied.splitlines()[0])
    assert copied.splitlines()[number] == "⚫⚫⚫⚫"
    player.button("Copy as words").click()
    expect(player.text("Copied the words.")).to_be_visible()
    assert f"{number}: 4 black, 0 white." in player.page.evaluate("navigator.clipboard.readText()")
    player.page.get_by_role("link", name="Other days").click()
    expect(player.page.get_by_role("link", name=f"solved in {number}")).to_be_visible()
    player.page.get_by_role("link", name="not played").first.click()
    expect(player.button("Begin")).to_be_visible()


def test_the_review_grades_each_guess_and_links_to_each_position(visit: Visit) -> None:
    player = visit()
    player.begin()
    player.type_guess("1111")
    win(player)
    number = len(player.game["turns"])
    player.page.get_by_role("link", name="See the review").click()
    expect(player.heading("Bits, guess by guess")).to_be_visible()
    expect(player.page.get_by_role("article")).to_have_count(number)
    chart = player.page.get_by_role("img", name="Bits each guess was expected to bring")
    expect(chart).to_be_visible()
    assert f"guess {number}:" in (chart.get_attribute("aria-label") or "")
    first = player.page.get_by_role("article", name="Guess 1")
    expect(first.get_by_text("Best guess there")).to_be_visible()
    player.page.get_by_role("link", name="Explore the position before guess 2").click()
    expect(player.page.get_by_label("Position")).to_have_value(re.compile("^p4c6 1111="))
    player.page.go_back()
    expect(player.heading("Review")).to_be_visible()


def test_a_position_is_explored_by_its_address(visit: Visit) -> None:
    player = visit()
    player.open("/explore?position=p4c6+1122=1b1w")
    expect(player.heading("208 possible codes")).to_be_visible()
    best = player.page.locator("details.guess").first
    best.locator("summary").click()
    part = best.get_by_role("link").first
    label = part.get_attribute("aria-label") or ""
    left = re.search(r": ([\d,]+) code", label)
    assert left
    part.click()
    expect(player.turns).to_have_count(2)
    expect(player.heading(re.compile(f"^{left[1]} possible codes?$"))).to_be_visible()
    player.button("Remove turn 2", exact=False).click()
    expect(player.heading("208 possible codes")).to_be_visible()
    player.press(*"1344")
    player.button("One white key peg more").click()
    player.button("Add turn").click()
    expect(player.page).to_have_url(re.compile("1344=0b1w$"))


def test_a_contradicting_position_is_explained_and_mended(visit: Visit) -> None:
    player = visit()
    player.open("/explore?position=p4c6+1122=0b0w+1133=1b0w+2222=1b0w")
    expect(player.heading("These turns can't all be true")).to_be_visible()
    player.page.get_by_role("link", name=re.compile("^Turn 3")).first.click()
    expect(player.heading(re.compile("possible codes?$"))).to_be_visible()


def test_an_unreadable_position_says_what_is_wrong(visit: Visit) -> None:
    player = visit()
    player.open("/explore?position=p4c6+112=1b1w")
    expect(player.text("A code has 4 pegs, '112' has 3.")).to_be_visible()


def test_the_history_is_exported_deleted_and_imported(visit: Visit, tmp_path: Path) -> None:
    player = visit(accept_downloads=True)
    player.begin()
    win(player)
    player.open("/history")
    expect(player.page.locator("li.game")).to_have_count(1)
    names = player.page.locator("dl.figures dt")
    expect(names).to_have_text(
        ["game", "code found", "in a row now", "longest row", "codes of the day", "days in a row"]
    )
    expect(player.page.get_by_role("table", name="Classic: games by number of guesses")).to_be_visible()
    with player.page.expect_download() as download:
        player.page.get_by_role("link", name="Export").click()
    file = tmp_path / "history.json"
    download.value.save_as(file)
    assert len(json.loads(file.read_text())["games"]) == 1
    player.button("Delete everything").click()
    player.page.get_by_role("dialog").get_by_role("button", name="Delete everything").click()
    expect(player.text("No games yet")).to_be_visible()
    player.page.get_by_label("Import a file").set_input_files(file)
    expect(player.page.locator("li.game")).to_have_count(1)
    player.button("Delete this game", exact=False).click()
    player.page.get_by_role("dialog").get_by_role("button", name="Delete it").click()
    expect(player.page.locator("li.game")).to_have_count(0)


def test_an_unknown_address_and_a_foreign_game_are_told_apart_from_an_error(visit: Visit) -> None:
    player = visit()
    for path in ("/nowhere", "/game/nothing", "/review/nothing"):
        player.open(path)
        expect(player.heading("Nothing here")).to_be_visible()


LEFT_WHILE_READ = """async () => {
  const { get } = await import("/api.js");
  const json = () => Promise.reject(new DOMException("the view is left", "AbortError"));
  window.fetch = async () => ({ ok: true, status: 200, json });
  return get("/setup").then(() => "a response", (error) => error.name);
}"""


def test_a_response_that_is_still_being_read_when_its_view_is_left_is_no_response(visit: Visit) -> None:
    player = visit()
    player.open("/help")
    assert player.page.evaluate(LEFT_WHILE_READ) == "AbortError"


def test_a_view_that_fails_says_so_and_can_be_tried_again(visit: Visit) -> None:
    player = visit()
    busy = {"error": {"kind": "busy", "message": "too many requests: wait 3 seconds", "retry_after": 3}}
    player.page.route("**/api/statistics", lambda route: route.fulfill(status=429, json=busy))
    player.open("/history")
    expect(player.heading("That did not work")).to_be_visible()
    expect(player.text("Too many requests: wait 3 seconds.")).to_be_visible()
    player.page.unroute("**/api/statistics")
    player.page.get_by_role("link", name="Try again").click()
    expect(player.heading("History")).to_be_visible()


def test_settings_stay_and_the_focus_comes_back(visit: Visit) -> None:
    player = visit(color_scheme="light")
    player.open("/help")
    assert player.page.evaluate("document.documentElement.dataset.look") == "light"
    player.button("Settings").click()
    dialog = player.page.get_by_role("dialog", name="Settings")
    dialog.get_by_role("radio", name="Dark").check()
    dialog.get_by_role("radio", name="Letter alone").check()
    player.press("Escape")
    expect(dialog).to_have_count(0)
    expect(player.button("Settings")).to_be_focused()
    player.page.reload()
    page = player.page.locator("html")
    expect(page).to_have_attribute("data-look", "dark")
    expect(page).to_have_attribute("data-marks", "letters")


def test_letters_set_pegs_only_in_the_row_where_that_is_chosen(visit: Visit) -> None:
    player = visit()
    player.begin()
    player.button("Settings").click()
    player.page.get_by_role("checkbox", name="Letters and digits").uncheck()
    player.press("Escape", "1")
    first = player.page.get_by_role("group", name="Guess 1").get_by_role("button").first
    expect(first).to_have_accessible_name("Hole 1: empty, next")
    first.focus()
    player.press("1")
    expect(first).to_have_accessible_name("Hole 1: red")
