"""For everybody: axe-core finds nothing on any view in either look; small screens, and contrast in every palette."""

from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize

from browser.audit import violations
from browser.player import Player
from browser.views import VIEWS
from keypeg.palette import PALETTES

Visit = Callable[..., Player]

COLORS = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""All that can differ between the looks, which have nothing but colors of their own."""
DESK = ViewportSize(width=1280, height=900)
PHONE = ViewportSize(width=390, height=844)
SMALLEST = ViewportSize(width=320, height=568)


@pytest.mark.thorough
@pytest.mark.parametrize("name", VIEWS)
def test_axe_finds_nothing_and_nothing_overflows(visit: Visit, name: str) -> None:
    player = visit(viewport=DESK, color_scheme="light")
    VIEWS[name](player)
    assert violations(player) == []
    player.page.emulate_media(color_scheme="dark")
    assert violations(player, **COLORS) == []
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
