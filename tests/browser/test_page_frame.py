"""Around the board: play at once, options, links, scrolling, sound; and small things that once annoyed people."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from browser.player import Player

Visit = Callable[..., Player]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_one_tap_leads_from_the_start_to_the_first_guess(visit: Visit) -> None:
    player = visit(**PHONE)
    player.open("/")
    player.button("Play").tap()
    expect(player.heading("Guess 1 of 10")).to_be_visible()
    player.tap_guess("1122")
    assert player.game["variant"] == "p4c6"


def test_a_game_without_a_turn_is_taken_up_again(visit: Visit) -> None:
    player = visit()
    player.open("/")
    player.button("Play").click()
    expect(player.heading("Guess 1 of 10")).to_be_visible()
    first = player.game["id"]
    player.page.locator("a.brand").click()
    player.button("Play").click()
    expect(player.heading("Guess 1 of 10")).to_be_visible()
    assert player.game["id"] == first
    player.type_guess("1122")
    player.page.get_by_role("navigation").get_by_role("link", name="Play").click()
    expect(player.turns).to_have_count(0)
    assert player.game["id"] != first


def test_the_options_are_few_tabs_from_start_and_kept_for_the_next_game(visit: Visit) -> None:
    player = visit()
    player.begin()
    player.button("Classic: options and new game").click()
    player.radio("Super").check()
    player.radio("12").check()
    player.page.get_by_role("radio", name="You", exact=True).focus()
    start = player.button("Start")
    tabs = 0
    while not start.evaluate("element => element === document.activeElement"):
        player.press("Tab")
        tabs += 1
        assert tabs <= 6
    player.press("Enter")
    expect(player.heading("Guess 1 of 12")).to_be_visible()
    player.page.goto(f"{player.url}/play")
    expect(player.heading("Guess 1 of 12")).to_be_visible()
    assert player.game["variant"] == "p5c8"


def test_bulls_and_cows_has_digits_and_heads_of_cattle(visit: Visit) -> None:
    player = visit()
    player.open("/new/break")
    player.radio("Bulls and cows").first.check()
    player.button("Start").click()
    expect(player.page.locator(".tray .peg.digit")).to_have_count(10)
    player.make(lambda: player.press(*"1230", "Enter"))
    guess = player.game["turns"][0]
    assert guess["guess"] == "123a"
    bulls, cows = guess["blacks"], guess["whites"]
    expect(player.turns.locator(".key.head")).to_have_count(bulls + cows)
    expect(player.page.locator(".message")).to_contain_text(re.compile(rf"^{bulls} bulls?, {cows} cows?\."))


def test_a_blank_is_one_more_color_and_called_by_its_name(visit: Visit) -> None:
    player = visit()
    player.open("/new/break")
    player.page.locator("summary", has_text="More options").click()
    player.page.get_by_role("checkbox", name="Blanks").check()
    player.button("Start").click()
    blank = player.page.get_by_role("group", name="Colors").get_by_role("button", name="blank")
    blank.click()
    first = player.page.get_by_role("group", name="Guess 1").get_by_role("button").first
    expect(first).to_have_accessible_name("Hole 1: blank")
    assert player.game["variant"] == "p4c7"


def test_colors_of_ones_own_come_from_pickers(visit: Visit) -> None:
    player = visit()
    player.open("/new/break")
    player.page.locator("summary", has_text="More options").click()
    player.radio("Your own").last.check()
    player.page.get_by_label("red").fill("#123456")
    player.button("Start").click()
    expect(player.page.locator(".tray .peg").first).to_have_css("background-color", "rgb(18, 52, 86)")


@pytest.mark.parametrize("palette", ["classic", "safe"])
def test_every_palette_of_the_form_can_be_played(visit: Visit, palette: str) -> None:
    player = visit()
    player.open("/new/break")
    player.page.locator("summary", has_text="More options").click()
    player.page.locator(f"input[name=palette][value={palette}]").check()
    player.button("Start").click()
    expect(player.heading("Guess 1 of 10")).to_be_visible()
    assert player.game["palette"]["name"] == palette


def test_a_link_to_a_part_of_a_page_leads_there(visit: Visit) -> None:
    player = visit(viewport={"width": 1000, "height": 600})
    player.begin("solve")
    player.page.get_by_role("link", name="Doubles, explained by example").click()
    expect(player.page).to_have_url(re.compile("/help#duplicates$"))
    expect(player.heading("When a color comes twice")).to_be_in_viewport()
    player.page.reload()
    expect(player.heading("When a color comes twice")).to_be_in_viewport()


def test_going_back_comes_back_to_where_one_was(visit: Visit) -> None:
    player = visit(viewport={"width": 1000, "height": 500})
    player.open("/help")
    player.page.mouse.wheel(0, 700)
    expect(player.page.locator("html")).to_have_js_property("scrollTop", 700)
    before = player.page.evaluate("scrollY")
    player.page.evaluate("document.querySelector('#menu a[href=\"/history\"]').click()")
    expect(player.heading("History")).to_be_visible()
    assert player.page.evaluate("scrollY") == 0
    player.page.go_back()
    expect(player.heading("Rules")).to_be_visible()
    assert abs(player.page.evaluate("scrollY") - before) <= 2


def test_a_slash_asks_for_a_hint_wherever_the_focus_is(visit: Visit) -> None:
    player = visit()
    player.begin(codemaker="adversary")
    player.type_guess("1122")
    player.button("Codes left").focus()
    player.press("/")
    expect(player.text("Hint, step 1 of 3")).to_be_visible()


@pytest.mark.parametrize("size", [(320, 568), (390, 844)])
def test_what_is_said_about_a_large_board_is_not_cut_off(visit: Visit, size: tuple[int, int]) -> None:
    player = visit(viewport={"width": size[0], "height": size[1]})
    player.begin(variant="p10c10")
    player.type_guess("1122334455")
    message = player.page.locator(".message")
    expect(message).to_contain_text("white")
    assert message.evaluate("element => element.scrollHeight <= element.clientHeight")


SOUNDS = """() => {
  window.sounds = 0;
  window.OscillatorNode = class extends OscillatorNode {
    constructor(...given) {
      super(...given);
      window.sounds++;
    }
  };
}"""


@pytest.mark.parametrize("on", [False, True])
def test_pegs_click_only_for_those_who_switched_sound_on(visit: Visit, *, on: bool) -> None:
    player = visit()
    player.page.add_init_script(f"({SOUNDS})()")
    player.begin()
    if on:
        player.button("Settings").click()
        player.page.get_by_role("checkbox", name="Sound").check()
        player.press("Escape")
    player.press("1", "2")
    assert player.page.evaluate("window.sounds") == (2 if on else 0)


def test_the_board_is_made_of_what_is_chosen(visit: Visit) -> None:
    player = visit()
    player.begin()
    board = player.page.locator(".board")
    before = board.evaluate("board => getComputedStyle(board).backgroundImage")
    player.button("Settings").click()
    player.page.get_by_role("radio", name="Walnut").check()
    assert board.evaluate("board => getComputedStyle(board).backgroundImage") != before
    player.page.reload()
    expect(player.page.locator("html")).to_have_attribute("data-theme", "walnut")


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "es-ES"])
def test_the_name_of_the_game_is_never_cut(visit: Visit, locale: str) -> None:
    player = visit(locale=locale)
    player.page.set_viewport_size({"width": 320, "height": 568})
    for variant in ("p4c6", "p4c10n", "p9c12n"):
        player.begin(variant=variant)
        name = player.page.locator(".variant-button span")
        assert name.evaluate("name => name.scrollWidth <= name.clientWidth")
        written, head = name.bounding_box(), player.page.locator(".masthead").bounding_box()
        assert written
        assert head
        assert written["height"] <= head["height"]


def test_each_theme_is_shown_as_it_is(visit: Visit) -> None:
    player = visit()
    player.begin()
    player.button("Settings").click()
    board = "element => getComputedStyle(element).getPropertyValue('--board')"
    for name in ("Walnut", "Slate", "Plum", "Sea"):
        player.radio(name).check()
        sample = player.page.locator("label.choice:has(:checked) .sample")
        assert sample.evaluate(board) == player.page.locator(".board").evaluate(board)


def test_a_view_is_left_while_something_is_asked_for_it(visit: Visit) -> None:
    player = visit()
    player.page.route("**/funnel", lambda _: None)  # it never comes
    player.begin("solve")
    player.page.evaluate("document.querySelector('#menu a[href=\"/history\"]').click()")
    expect(player.heading("History")).to_be_visible()


def test_who_leaves_before_a_game_has_begun_is_left_alone(visit: Visit) -> None:
    player = visit()
    player.open("/help")
    held: list[Route] = []
    player.page.route("**/api/games", lambda route: held.append(route))  # noqa: PLW0108 - it can be no method
    with player.page.expect_request("**/api/games"):
        player.page.get_by_role("link", name="Play", exact=True).first.click()
    player.page.locator("a.brand").click()
    expect(player.heading("Can you break the code?")).to_be_visible()
    with player.page.expect_response("**/api/games"):
        held[0].continue_()
    player.page.wait_for_timeout(300)
    expect(player.heading("Can you break the code?")).to_be_visible()
    assert player.page.url == f"{player.url}/"


@pytest.mark.parametrize("language", ["en-US", "de-DE", "es-ES"])
def test_the_menu_stands_in_one_line_or_behind_its_button(visit: Visit, language: str) -> None:
    player = visit(locale=language, viewport={"width": 820, "height": 600})
    player.begin(variant="p4c10n")
    for width in (820, 961, 1024):
        player.page.set_viewport_size({"width": width, "height": 600})
        heights = player.page.evaluate("[...document.querySelectorAll('#menu a')].map((link) => link.offsetHeight)")
        assert len(set(heights)) == 1, (width, heights)
        assert player.page.evaluate("document.documentElement.scrollWidth") <= width
        box = player.page.locator(".variant-button").bounding_box()
        assert box is not None
        assert box["width"] > 60
