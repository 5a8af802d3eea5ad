"""The stage of a game: at every size of screen and board all of it is in view, and nothing moves from turn to turn."""

from collections.abc import Callable
from itertools import combinations, starmap
from typing import Any

import pytest
from playwright.sync_api import Route, ViewportSize, expect

from browser.player import Player

Visit = Callable[..., Player]

SIZES = {
    "smallest": (320, 568),
    "phone": (390, 844),
    "phone on its side": (844, 390),
    "small phone on its side": (568, 320),
    "tablet": (820, 1180),
    "desk": (1280, 800),
    "wide desk": (1920, 1080),
}
VARIANTS = ["p4c6", "p5c8", "p8c8", "p10c10"]
SYMBOLS = "123456789a"

# Where the parts of the stage are, as [left, top, right, bottom].
PLACES = """() => {
  const box = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return [left, top, right, bottom].map((side) => Math.round(side * 10) / 10);
  };
  const one = (selector) => box(document.querySelector(selector));
  return {
    board: one(".board"), tray: one(".tray"), send: one(".send"), words: one(".words h1"),
    rows: [...document.querySelectorAll(".board ol > li.row")].map(box),
    active: [...document.querySelectorAll(".row.active .hole")].map(box),
    colors: [...document.querySelectorAll(".tray .color .peg")].map(box),
    page: [document.documentElement.scrollWidth, document.documentElement.scrollHeight],
  };
}"""


def places(player: Player) -> Any:
    return player.page.evaluate(PLACES)


def sized(name: str) -> ViewportSize:
    width, height = SIZES[name]
    return ViewportSize(width=width, height=height)


def is_within(box: list[float], size: ViewportSize) -> bool:
    left, top, right, bottom = box
    return left >= 0 and top >= 0 and right <= size["width"] and bottom <= size["height"]


FIXED = ("board", "tray", "send", "rows", "colors")


@pytest.mark.thorough
@pytest.mark.parametrize("variant", VARIANTS)
def test_all_of_a_game_is_in_view_and_stays_where_it_is(visit: Visit, variant: str) -> None:
    player = visit()
    player.begin(variant=variant, codemaker="adversary" if variant in {"p4c6", "p5c8"} else "random")
    pegs = int(variant[1:].split("c", 1)[0])
    first: dict[str, Any] = {}
    for number in range(4):
        for name in SIZES:
            size = sized(name)
            player.page.set_viewport_size(size)
            at = places(player)
            parts = [at["board"], at["tray"], at["send"], at["words"], *at["rows"], *at["active"], *at["colors"]]
            assert [part for part in parts if not is_within(part, size)] == [], name
            assert at["page"] == [size["width"], size["height"]], name
            before = first.setdefault(name, at)
            assert [at[part] for part in FIXED] == [before[part] for part in FIXED], name
        player.type_guess((SYMBOLS[number] * pegs)[: pegs - 1] + SYMBOLS[number + 1])


def overlap(one: list[float], other: list[float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_a_finger_finds_every_hole_and_color_and_no_color_covers_another(visit: Visit) -> None:
    player = visit()
    player.begin(variant="p10c10")
    for name in SIZES:
        player.page.set_viewport_size(sized(name))
        at = places(player)
        least = 22 if name == "small phone on its side" else 24
        assert min(right - left for left, _, right, _ in at["active"]) >= least - 0.05, name
        assert min(bottom - top for _, top, _, bottom in at["active"]) >= least - 0.05, name
        assert not any(starmap(overlap, combinations(at["colors"], 2))), name


MIDDLES = """() => [...document.querySelectorAll(".board ol > li.row")].slice(0, 3).map((row) =>
  [...row.querySelectorAll(".hole")].map((hole) => {
    const box = hole.getBoundingClientRect();
    return Math.round(box.x + box.width / 2);
  }))"""


def test_the_row_in_hand_is_in_line_with_the_rows_above(visit: Visit) -> None:
    player = visit()
    player.begin(variant="p8c8")
    player.type_guess("11223344")
    for name in SIZES:
        player.page.set_viewport_size(sized(name))
        played, held, future = player.page.evaluate(MIDDLES)
        assert len(played) == 8
        assert played == held == future, name


def test_a_long_game_scrolls_within_the_board(visit: Visit) -> None:
    size = sized("desk")
    player = visit(viewport=size)
    player.begin(codemaker="adversary", guesses=None)
    player.type_guess("1122")
    for _ in range(19):
        player.make(lambda: player.press("ArrowUp", "Enter"))
    expect(player.page.locator(".row.active .hole").first).to_be_in_viewport()
    assert places(player)["page"] == [size["width"], size["height"]]


# What the browser itself calls a shift of the layout, after the first view.
SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!entry.hadRecentInput) window.shifts.push(entry.sources.map(({ node }) => node?.className ?? String(node)));
    }
  }).observe({ type: "layout-shift", buffered: false });
}"""


@pytest.mark.parametrize("name", ["phone", "desk"])
def test_nothing_shifts_while_a_game_is_played(visit: Visit, name: str) -> None:
    player = visit(viewport=sized(name))
    player.begin()
    player.page.evaluate(SHIFTS)
    while not player.game["over"]:
        player.type_guess(player.good_guess())
    expect(player.result).to_be_visible()
    player.page.wait_for_timeout(300)
    assert player.page.evaluate("window.shifts") == []


def test_the_result_lies_over_the_board_with_the_code_in_view_and_folds_away(visit: Visit) -> None:
    size = sized("phone")
    player = visit(viewport=size, has_touch=True)
    player.begin()
    while not player.game["over"]:
        player.type_guess(player.good_guess())
    expect(player.result).to_be_focused()
    code = player.page.get_by_role("img", name="The secret:").bounding_box()
    sheet = player.page.locator(".ending").bounding_box()
    assert code
    assert sheet
    assert code["y"] + code["height"] <= sheet["y"]
    assert sheet["y"] + sheet["height"] == size["height"]
    player.button("Show the board").tap()
    folded = player.page.locator(".ending").bounding_box()
    assert folded
    assert folded["height"] < 0.6 * sheet["height"]
    expect(player.button("Play again")).to_be_in_viewport()
    expect(player.button("Share")).to_be_hidden()


# When each of the moments at the end of a game was first seen.
MOMENTS = """() => {
  const moments = { keys: ".keys.fresh", shield: ".shield.open", result: ".result" };
  window.moments = {};
  new MutationObserver(() => {
    for (const [name, selector] of Object.entries(moments)) {
      if (document.querySelector(selector)) window.moments[name] ??= performance.now();
    }
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


@pytest.mark.parametrize("skips", [False, True])
def test_the_end_comes_key_peg_by_key_peg_then_the_shield_then_the_result(visit: Visit, *, skips: bool) -> None:
    maker = visit()
    maker.begin("duel", secret="1234")
    breaker = visit(reduced_motion="no-preference")
    breaker.join(f"/join/{maker.game['join']}")
    breaker.page.evaluate(MOMENTS)
    breaker.press(*"1234", "Enter")
    while skips and not breaker.result.is_visible():
        breaker.press("x")  # any key
    expect(breaker.result).to_be_focused()
    moments = breaker.page.evaluate("window.moments")
    assert moments["keys"] <= moments["shield"] <= moments["result"]
    if not skips:
        assert moments["shield"] - moments["keys"] >= 500
        assert moments["result"] - moments["shield"] >= 700


def test_pegs_set_while_a_guess_is_on_its_way_are_those_of_the_next_row(visit: Visit) -> None:
    player = visit()
    player.begin(codemaker="adversary")

    def delay(route: Route) -> None:
        player.page.wait_for_timeout(300)
        route.continue_()

    player.page.route("**/guess", delay)
    player.press(*"1122", "Enter")
    player.press("3", "4")
    expect(player.page.locator(".row.sent")).to_have_count(1)
    expect(player.turns).to_have_count(1)
    holes = player.page.get_by_role("group", name="Guess 2").get_by_role("button")
    expect(holes.nth(0)).to_have_accessible_name("Hole 1: blue")
    expect(holes.nth(1)).to_have_accessible_name("Hole 2: yellow")
    assert player.game["turns"][0]["guess"] == "1122"


def test_a_refused_guess_is_in_hand_again(visit: Visit) -> None:
    player = visit()
    player.begin(codemaker="adversary", hard=True)
    player.type_guess("1122")
    player.press(*"1166", "Enter")
    expect(player.page.locator(".message.refusal")).to_be_visible()
    holes = player.page.get_by_role("group", name="Guess 2").get_by_role("button")
    expect(holes.nth(3)).to_have_accessible_name("Hole 4: purple")
    assert len(player.game["turns"]) == 1


def test_enter_held_down_answers_one_guess(visit: Visit) -> None:
    player = visit()
    player.begin("solve", strategy="first")
    player.page.keyboard.down("Enter")
    for _ in range(5):
        player.page.keyboard.down("Enter")  # a key that stays down repeats
        player.page.wait_for_timeout(100)
    player.page.keyboard.up("Enter")
    expect(player.turns).to_have_count(1)


def test_a_hole_without_a_peg_can_not_be_locked(visit: Visit) -> None:
    player = visit()
    player.begin()
    expect(player.button("Lock")).to_have_attribute("aria-disabled", "true")
    player.press("1", "ArrowLeft")
    expect(player.button("Lock")).to_have_attribute("aria-disabled", "false")


def test_send_that_waits_for_pegs_can_be_read(visit: Visit) -> None:
    player = visit()
    player.begin()
    style = player.page.locator(".send").evaluate(
        "send => [getComputedStyle(send).color, getComputedStyle(send).backgroundColor]"
    )
    ratio = player.page.evaluate(
        """async ([color, ground]) => {
          const { contrast } = await import("/pegs.js");
          const hex = (text) => "#" + text.match(/\\d+/g).slice(0, 3)
            .map((part) => Number(part).toString(16).padStart(2, "0")).join("");
          return contrast(hex(color), hex(ground));
        }""",
        style,
    )
    assert ratio >= 4.5


def test_a_setter_is_told_how_to_answer_only_where_it_is_theirs_to_answer(visit: Visit) -> None:
    player = visit()
    for answered_by, told in (("server", 0), ("codemaker", 1)):
        player.begin("duel", secret="1234", answered_by=answered_by)
        expect(player.text("How to answer")).to_have_count(told)
