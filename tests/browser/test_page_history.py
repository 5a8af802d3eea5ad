"""Past games with life: key-peg grids, a bar for losses, skill over time, months of codes of the day."""

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


def lose(player: Player) -> None:
    player.begin(codemaker="adversary", guesses=8)
    for _ in range(8):
        player.type_guess("1111")


def play_day(player: Player, date: str) -> None:
    """Begin the code of a day, and give it up after a guess."""
    game = player.page.request.post(f"{player.url}/api/daily", data={"date": date}).json()
    player.page.request.post(f"{player.url}/api/games/{game['id']}/guess", data={"guess": "1122", "seen": 0})
    player.page.request.post(f"{player.url}/api/games/{game['id']}/give-up", data={"seen": 1})


def test_games_are_summed_up_in_numbers_and_pictures(visit: Visit) -> None:
    player = visit()
    for _ in range(2):
        player.begin()
        win(player)
        player.api(f"/games/{player.game['id']}/review")
    turns = len(player.game["turns"])
    lose(player)
    player.open("/history")
    expect(player.page.locator("dl.scores dd")).to_have_text(["3", "67%", "0", "0"])
    table = player.page.get_by_role("table", name="Classic: games by number of guesses")
    heads = [*map(str, range(1, 11)), "×"]
    expect(table.locator("tbody th")).to_have_text(heads)
    expect(table.locator("tr[data-kind=lost] td")).to_have_text("1")
    expect(player.page.get_by_role("heading", name="Skill over time")).to_be_visible()
    expect(player.page.get_by_role("img", name=re.compile("^[23] games; "))).to_be_visible()
    second = player.page.locator("li.game").nth(1)
    expect(second).to_contain_text(f"{turns} of 10 · skill ")
    grid = second.locator(".key-grid")
    assert (grid.get_attribute("aria-label") or "").endswith("; 4 black, 0 white")
    expect(grid.locator("circle")).to_have_count(4 * turns)


def test_the_history_is_exported_deleted_and_imported(visit: Visit, tmp_path: Path) -> None:
    player = visit(accept_downloads=True)
    player.begin()
    win(player)
    player.open("/history")
    expect(player.page.locator("li.game")).to_have_count(1)
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


def test_other_days_are_months_that_say_how_each_came_out(visit: Visit) -> None:
    player = visit()
    play_day(player, "2025-02-03")
    player.open("/archive")
    months = player.page.locator("section.month")
    expect(months).to_have_count(3)
    today = player.page.locator("[aria-current=date]")
    expect(today).to_have_count(1)
    expect(months.first.locator("a.cell").first).to_have_attribute("aria-label", re.compile("not played$"))
    more = player.button("Earlier months")
    while more.is_visible():
        before = months.count()
        more.click()
        expect(months.nth(before)).to_be_visible()
    expect(months.last.get_by_role("heading")).to_have_text("January 2025")
    expect(months.last.locator("li")).to_have_count(31)
    day = player.page.get_by_role("link", name=re.compile("3 February 2025, number 34: given up"))
    expect(day).to_have_attribute("data-outcome", "given-up")
    day.click()
    expect(player.page).to_have_url(re.compile("/daily/2025-02-03$"))


def test_the_invitation_shows_the_month_around_the_day(visit: Visit) -> None:
    player = visit()
    play_day(player, "2025-02-03")
    player.open("/daily/2025-02-14")
    expect(player.heading("Friday 14 February")).to_be_visible()
    expect(player.page.locator("section.month").get_by_role("link")).to_have_count(28)
    player.page.locator("section.month").get_by_role("link", name="2 February 2025").first.click()
    expect(player.heading("Sunday 2 February")).to_be_visible()


EVERYBODY = """async own => {
  const { everybodyChart } = await import("/chart.js");
  const histogram = [1, 2, 3, 4, 5].map((guesses) => ({ guesses, games: guesses * 2 }));
  document.querySelector("main").append(everybodyChart({ games: 34, histogram, lost: 3, given_up: 1 }, own));
}"""


def test_everybody_is_drawn_with_ones_own_game_marked(visit: Visit) -> None:
    player = visit()
    player.open("/help")
    player.page.evaluate(EVERYBODY, 4)
    chart = player.page.locator(".everybody")
    expect(chart).to_contain_text("How everybody did: 34 games")
    expect(chart.locator("tr[data-own]")).to_have_count(1)
    expect(chart.locator("tr[data-own] td")).to_have_text("8")
    expect(chart.locator("tr[data-kind=lost] td")).to_have_text("4")
    player.page.evaluate(EVERYBODY, "lost")
    expect(chart.last.locator("tr[data-own]")).to_have_attribute("data-kind", "lost")


def test_the_start_explains_key_pegs_until_there_are_games_to_look_back_at(visit: Visit) -> None:
    player = visit()
    player.open()
    expect(player.text("Black, full: a peg of the guess has the right color")).to_be_visible()
    player.begin()
    win(player)
    player.open()
    expect(player.text("Black, full: a peg of the guess has the right color")).to_be_hidden()
    player.page.get_by_role("region", name="Your last games").get_by_role("link", name="Solved in").click()
    expect(player.page).to_have_url(re.compile("/review/"))
