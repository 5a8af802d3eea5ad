"""The views around the games: the code of the day, rules and settings."""

import re
from collections.abc import Callable

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
    expect(player.result).to_contain_text("Solved in")
    expect(player.button("Take back a guess")).to_have_count(0)
    player.button("Share").click()
    sheet = player.page.get_by_role("dialog", name="Share the result")
    player.button("Copy as emoji").click()
    expect(sheet.get_by_text("Copied the grid.")).to_be_visible()
    copied = player.page.evaluate("navigator.clipboard.readText()")
    number = len(player.game["turns"])
    assert re.fullmatch(rf"Keypeg daily \d+ {number}/10", copied.splitlines()[0])
    assert copied.splitlines()[-2] == "⚫⚫⚫⚫"
    assert copied.splitlines()[-1] == player.page.url
    player.button("Copy as words").click()
    expect(sheet.get_by_text("Copied the words.")).to_be_visible()
    assert f"{number}: 4 black, 0 white." in player.page.evaluate("navigator.clipboard.readText()")
    player.press("Escape")
    player.page.get_by_role("link", name="Other days").click()
    expect(player.page.get_by_role("link", name=f"solved in {number}")).to_be_visible()
    player.page.get_by_role("link", name="not played").first.click()
    expect(player.button("Begin")).to_be_visible()


def test_an_unknown_address_and_a_foreign_game_are_told_apart_from_an_error(visit: Visit) -> None:
    player = visit()
    for path in ("/nowhere", "/game/nothing", "/review/nothing"):
        player.open(path)
        expect(player.heading("Nothing here")).to_be_visible()


LEFT_WHILE_READ = """async () => {
  const { get } = await import("/api.js");
  const json = () => Promise.reject(new DOMException("the view is left", "AbortError"));
  window.fetch = async () => ({ ok: true, status: 200, headers: new Headers(), json });
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
    player.page.get_by_role("checkbox", name="Type to set pegs").uncheck()
    player.press("Escape", "1")
    first = player.page.get_by_role("group", name="Guess 1").get_by_role("button").first
    expect(first).to_have_accessible_name("Hole 1: empty, next")
    first.focus()
    player.press("1")
    expect(first).to_have_accessible_name("Hole 1: red")
