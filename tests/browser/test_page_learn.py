"""Lessons and deductions on the page."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from browser.player import Player

Visit = Callable[..., Player]

# The way to answer each task: by keys, or by the name of a button.
RIGHT: dict[str, list[str | list[str]]] = {
    "feedback": [["b", "w", "w", "Enter"], ["b", "b", "w", "w", "Enter"]],
    "duplicates": [["b", "w", "Enter"], ["b", "w", "w", "Enter"]],
    "possible": ["red, green, yellow, green"],
    "nothing": ["Place 2 is not blue."],
    "everything": ["Orange is out."],
    "compare": ["Place 4 is yellow."],
    "only": [["3", "4", "3", "3", "Enter"]],
    "sacrifice": ["red, red, green, yellow"],
    "parts": ["4", "3"],
    "knuth": ["red, red, red, green"],
}


TAPPED = {"b": "One black key peg more", "w": "One white key peg more", "3": "blue (B)", "4": "yellow (Y)"}
TAPPED |= {"Enter": "Answer"}


def by_keys(player: Player, button: Locator, keys: list[str]) -> None:
    """Press a button, or keys."""
    if keys:
        player.press(*keys)
    else:
        button.press("Enter")


def by_touch(player: Player, button: Locator, keys: list[str]) -> None:
    """Tap a button, or what does the same as keys."""
    for one in [player.button(TAPPED[key]) for key in keys] or [button]:
        one.tap()


@pytest.mark.parametrize("act", [by_keys, by_touch])
def test_all_lessons_to_the_end(visit: Visit, act: Callable[[Player, Locator, list[str]], None]) -> None:
    player = visit(viewport={"width": 390, "height": 844}, has_touch=True) if act is by_touch else visit()
    player.open("/learn")
    act(player, player.link("Begin"), [])
    for name, answers in RIGHT.items():
        expect(player.page).to_have_url(f"{player.url}/learn/{name}")
        for answer in answers:
            expect(player.page.locator(".notice.good")).to_have_count(0)
            expect(player.button("Tell me")).to_be_visible()
            named = isinstance(answer, str)
            act(player, player.button(str(answer)), [] if named else list(answer))
            expect(player.page.locator(".notice.good")).to_be_visible()
            onward = player.page.locator(".task-onward :is(a, button)").first
            expect(onward).to_be_focused()
            act(player, onward, [])  # once more, or the next lesson
    expect(player.page.locator(".stage")).to_be_visible()
    player.open("/learn")
    expect(player.page.locator(".lesson-done")).to_have_count(len(RIGHT))


def test_a_wrong_try_gets_its_reason_and_one_can_be_told_by_touch(visit: Visit) -> None:
    player = visit(viewport={"width": 390, "height": 844}, has_touch=True)
    player.open("/learn/parts")
    player.button("9").tap()
    expect(player.page.locator(".task-reaction")).to_contain_text("No answer to GRYB leaves as many.")
    player.button("2").tap()
    expect(player.page.locator(".task-reaction")).to_contain_text("alone leaves these: BYRG, BYGR, YBRG and YBGR")
    player.button("Tell me").tap()
    expect(player.page.locator(".task-reaction")).to_contain_text("The answer: 4.")
    expect(player.page.locator(".lesson-parts li")).to_have_count(3)


def test_a_deduction_goes_step_by_step_over_the_board(visit: Visit) -> None:
    player = visit()
    player.open("/explore?position=p4c6+1243=1b1w+2615=0b0w+2414=1b0w")
    player.link("Deduce step by step").click()
    expect(player.heading("Step by step")).to_be_visible()
    steps = player.page.locator(".deduction-steps > li")
    expect(steps.locator("visible=true")).to_have_count(0)
    player.button("Next step").click()
    first = "Turn 2 has no key peg: red, green, orange and purple are out."
    expect(steps.locator("visible=true")).to_have_text([first])
    expect(player.page.locator(".board .row.marked .row-number")).to_have_text(["2"])
    assert player.page.locator(".known-cell.out").count() == 16
    player.press(*["ArrowRight"] * 9)
    expect(steps.locator("visible=true")).to_have_count(7)
    assert player.page.locator(".known-cell.sure").count() == 4
    player.press("ArrowLeft")
    expect(steps.locator("visible=true")).to_have_count(6)
    player.page.locator(".deduction-step").first.click()
    expect(steps.locator("visible=true")).to_have_count(1)


def test_feedback_that_is_told_is_set_on_the_board(visit: Visit) -> None:
    player = visit()
    player.open("/learn/feedback")
    player.press("b", "b")
    player.button("Tell me").click()
    expect(player.page.locator(".task-reaction .notice")).to_contain_text("The answer: 1 black, 2 white.")
    plate = player.page.locator(".task-board .plate")
    assert [plate.locator(f".key.{kind}").count() for kind in ("black", "white", "none")] == [1, 2, 1]
    player.press("b")
    expect(player.page.locator(".task-board")).to_have_js_property("inert", value=True)
    assert plate.locator(".key.black").count() == 1


def test_lessons_have_the_colors_that_a_person_chose(visit: Visit) -> None:
    player = visit()
    player.open("/help")
    chosen = {"game": {"palette": "own", "paletteText": "red=#123456,green=#2e9e4f,blank", "blanks": True}}
    player.page.evaluate("chosen => localStorage.setItem('keypeg settings', JSON.stringify(chosen))", chosen)
    player.open("/learn/possible")
    expect(player.page.locator(".task-board .peg").first).to_have_css("--peg-color", "#123456")
    expect(player.page.get_by_role("img", name="blank")).to_have_count(0)


def test_a_position_by_its_address_is_deduced_in_its_digits_or_mended(visit: Visit) -> None:
    player = visit()
    player.open("/explain?position=p4c10n+1234=1b2w+5678=0b1w")
    expect(player.page.locator(".board.bulls")).to_be_visible()
    player.open("/explain?position=p4c6+1122=4b0w+1123=4b0w")
    expect(player.page.locator(".mends li")).to_have_count(2)
    assert "/explore?position=p4c6+1122=4b0w+1123=4b0w" in player.page.url
