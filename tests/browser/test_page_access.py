"""For everybody: axe-core finds nothing on any view in either look; small screens, and contrast in every palette."""

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import ViewportSize, expect

from browser.player import Player
from keypeg.palette import PALETTES

Visit = Callable[..., Player]

RULES = {
    "resultTypes": ["violations"],
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
}
DESK = ViewportSize(width=1280, height=900)
PHONE = ViewportSize(width=390, height=844)
SMALLEST = ViewportSize(width=320, height=568)


def violations(player: Player, **options: Any) -> list[str]:
    found = Axe().run(player.page, options=RULES | options).response["violations"]
    return [
        f"{player.page.url} {rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]


def play_some(player: Player) -> None:
    """Stand in the middle of a game with everything on the screen that can be there."""
    player.begin(codemaker="adversary")
    player.type_guess("1122")
    player.press("3", "4", "ArrowLeft", "Space")
    player.page.get_by_label("Aids").check()
    player.button("Codes left").click()
    expect(player.text("codes fit every answer")).to_be_visible()
    player.press("ArrowLeft")


def win_game(player: Player) -> None:
    player.begin()
    while not player.game["over"]:
        player.type_guess(player.good_guess())
    expect(player.heading("Solved in")).to_be_visible()


def review(player: Player) -> None:
    win_game(player)
    player.page.get_by_role("link", name="See the review").click()
    expect(player.heading("Bits, guess by guess")).to_be_visible()


def contradict(player: Player) -> None:
    player.begin("solve")
    while player.game["conflict"] is None:
        player.make(lambda: player.press("Enter"))
    expect(player.heading("These answers can't all be true")).to_be_visible()


def answer_some(player: Player) -> None:
    player.begin("solve", secret="3456")
    player.press("b", "w")


def ask_keys(player: Player) -> None:
    player.begin()
    player.press("?")
    expect(player.page.get_by_role("dialog")).to_be_visible()


def ask_settings(player: Player) -> None:
    player.open("/help")
    player.button("Settings").click()
    expect(player.page.get_by_role("dialog")).to_be_visible()


def look_back(player: Player) -> None:
    win_game(player)
    player.open("/history")
    expect(player.page.locator("li.game")).to_have_count(1)


def set_code(player: Player) -> None:
    player.begin("duel", secret="2416")
    expect(player.page.get_by_label("Link to the game")).to_be_visible()


def choose_own(player: Player) -> None:
    player.open("/new/break")
    player.page.get_by_role("radio", name="Your own").first.check()
    player.page.get_by_role("radio", name="Your own").last.check()
    player.page.get_by_label("Pegs (").fill("99")
    expect(player.text("too large for this page")).to_be_visible()


def opened(path: str) -> Callable[[Player], None]:
    return lambda player: player.open(path)


VIEWS: dict[str, Callable[[Player], None]] = {
    "start": opened("/"),
    "new": opened("/new/break"),
    "new own": choose_own,
    "new solve": opened("/new/solve"),
    "new duel": opened("/new/duel"),
    "play": play_some,
    "won": win_game,
    "solve": answer_some,
    "conflict": contradict,
    "duel": set_code,
    "dead room": opened("/join/nothing-here"),
    "daily": opened("/daily"),
    "archive": opened("/archive"),
    "review": review,
    "explore": opened("/explore?position=p4c6+1122=1b1w+1344=0b2w"),
    "explore conflict": opened("/explore?position=p4c6+1122=0b0w+1133=1b0w+2222=1b0w"),
    "history": look_back,
    "empty history": opened("/history"),
    "help": opened("/help"),
    "keys": ask_keys,
    "settings": ask_settings,
    "missing": opened("/nowhere"),
}


@pytest.mark.parametrize("name", VIEWS)
def test_axe_finds_nothing_and_nothing_overflows(visit: Visit, name: str) -> None:
    player = visit(viewport=DESK, color_scheme="light")
    VIEWS[name](player)
    assert violations(player) == []
    player.page.emulate_media(color_scheme="dark")
    assert violations(player) == []
    for size in (PHONE, SMALLEST):
        player.page.set_viewport_size(size)
        assert player.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert violations(player) == []


CONTRASTS = """async colors => {
  const { contrast, ink } = await import("/pegs.js");
  return colors.map(color => contrast(color, ink(color)));
}"""


@pytest.mark.parametrize("name", PALETTES)
def test_what_is_written_on_a_peg_stands_out_from_its_color(visit: Visit, name: str) -> None:
    player = visit()
    player.open("/help")
    colors = [color.hex for color in PALETTES[name].extended(40).colors]
    assert min(player.page.evaluate(CONTRASTS, colors)) >= 4.5


def test_key_pegs_are_told_apart_where_the_system_chooses_the_colors(visit: Visit) -> None:
    player = visit(forced_colors="active", viewport=DESK)
    player.begin(codemaker="adversary")
    player.type_guess("1122")
    player.type_guess("3456")
    styles = "key => [key.className, getComputedStyle(key).borderTopWidth, getComputedStyle(key).backgroundColor]"
    keys = player.page.locator(".board .key").evaluate_all(f"keys => keys.map({styles})")
    drawn = {name: (border, background) for name, border, background in keys}
    assert len(set(drawn.values())) == len(drawn) == 3
    # The system sees to the contrast there, and axe-core knows nothing of it.
    assert violations(player, rules={"color-contrast": {"enabled": False}}) == []


def test_nothing_moves_where_that_is_asked(visit: Visit) -> None:
    still, moving = visit(reduced_motion="reduce"), visit(reduced_motion="no-preference")
    durations = []
    for player in (still, moving):
        player.begin(codemaker="adversary")
        player.press("1")
        peg = player.page.locator(".hole .peg.fresh")
        durations.append(peg.evaluate("peg => getComputedStyle(peg).animationName"))
    assert durations == ["none", "drop"]
