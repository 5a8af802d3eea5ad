"""Breaking a code on the page: by keyboard alone, by touch alone, and with what helps on the way."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from browser.player import Player

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

Visit = Callable[..., Player]


def test_a_game_is_won_with_the_keyboard_alone(visit: Visit) -> None:
    player = visit()
    player.open("/")
    player.tab_to(player.button("Play"))
    player.press("Enter")
    expect(player.heading("Break the code")).to_be_focused()
    while not player.game["over"]:
        player.type_guess(player.good_guess())
    expect(player.result).to_be_focused()
    expect(player.result).to_contain_text("Solved in")
    expect(player.page.get_by_role("img", name="The secret:")).to_be_visible()
    player.tab_to(player.button("Play again"))
    player.press("Enter")
    expect(player.heading("Guess 1 of 10")).to_be_focused()


def test_a_game_is_lost_with_the_keyboard_alone(visit: Visit) -> None:
    player = visit()
    player.open("/new/break")
    eight = player.page.get_by_role("radio", name="10", exact=True)
    player.tab_to(eight)
    player.press("ArrowLeft")  # 8 guesses
    player.tab_to(player.page.locator("summary", has_text="More options"))
    player.press("Enter")
    adversary = player.page.get_by_role("radio", name="A random code")
    player.tab_to(adversary)
    player.press("ArrowRight")
    player.press("Enter")
    expect(player.heading("Break the code")).to_be_focused()
    for number in range(8):
        if number == 0:
            player.type_guess("RRGG")
        else:
            player.make(lambda: player.press("ArrowUp", "Enter"))
    expect(player.result).to_be_focused()
    expect(player.result).to_have_text("Not this time")
    assert player.game["outcome"] == "lost"
    assert player.game["codemaker"] == "adversary"


def test_a_game_is_won_by_touch_on_a_phone(visit: Visit) -> None:
    player = visit(**PHONE)
    player.open("/")
    player.button("Play").tap()
    player.button("Classic: options and new game").tap()
    player.page.get_by_role("radio", name="Super").tap()
    player.button("Start").tap()
    expect(player.button("Super: options and new game")).to_be_visible()
    while not player.game["over"]:
        player.tap_guess(player.good_guess())
    expect(player.result).to_contain_text("Solved in")
    player.button("Play again").tap()
    expect(player.heading("Guess 1 of 10")).to_be_visible()
    assert player.game["variant"] == "p5c8"


def test_a_game_is_lost_by_touch_on_a_phone(visit: Visit) -> None:
    player = visit(**PHONE)
    player.begin(codemaker="adversary", guesses=8)
    player.tap_guess("1122")
    for _ in range(7):
        player.button("Copy row 1", exact=False).tap()
        player.make(lambda: player.button("Send guess").tap())
    expect(player.result).to_have_text("Not this time")
    expect(player.text("Not solved in 8 guesses.")).to_be_visible()
    expect(player.page.get_by_role("img", name="The secret:")).to_be_visible()


def holes(player: Player) -> list[str]:
    """Read the row in hand, as a screen reader would: the color in each hole."""
    row = player.page.get_by_role("group", name=re.compile("^Guess")).get_by_role("button")
    labels = [row.nth(at).get_attribute("aria-label") or "" for at in range(row.count())]
    return [label.split(": ")[1] for label in labels]


def test_the_row_is_set_up_edited_undone_and_locked_by_keys(visit: Visit) -> None:
    player = visit()
    player.begin(codemaker="adversary")
    player.press("1", "g", "3")
    assert holes(player) == ["red", "green", "blue", "empty, next"]
    player.press("Backspace", "Control+z")
    assert holes(player) == ["red", "green", "blue", "empty, next"]
    player.press("ArrowLeft", "Delete", "ArrowLeft", "Space")
    assert holes(player) == ["red", "green, locked, next", "empty", "empty"]
    player.press("Escape")
    assert holes(player) == ["empty, next", "green, locked", "empty", "empty"]
    player.make(lambda: player.press("4", "4", "4", "Enter"))
    assert holes(player) == ["empty, next", "green, locked", "empty", "empty"]
    player.press("5", "=")
    assert holes(player) == ["orange", "green, locked", "orange, next", "orange"]
    player.press("ArrowUp")
    assert holes(player) == ["yellow, next", "green, locked", "yellow", "yellow"]
    player.press("?")
    expect(player.page.get_by_role("dialog", name="Keys")).to_be_visible()
    player.press("Escape")
    expect(player.page.get_by_role("dialog")).to_have_count(0)
    assert holes(player) == ["yellow, next", "green, locked", "yellow", "yellow"]


def test_pegs_are_dragged_between_tray_and_holes(visit: Visit) -> None:
    player = visit()
    player.begin()
    hole = player.page.get_by_role("group", name="Guess 1").get_by_role("button")
    player.page.get_by_role("button", name="blue (B)").drag_to(hole.nth(2))
    assert holes(player) == ["empty", "empty", "blue", "empty, next"]
    hole.nth(2).drag_to(hole.nth(0))
    assert [label.removesuffix(", next") for label in holes(player)] == ["blue", "empty", "empty", "empty"]
    hole.nth(0).drag_to(player.page.get_by_role("heading", level=1))
    assert holes(player) == ["empty, next", "empty", "empty", "empty"]


def test_a_guess_that_is_refused_says_why_and_costs_nothing(visit: Visit) -> None:
    player = visit()
    player.begin(hard=True, codemaker="adversary")
    player.press("1", "Enter")
    expect(player.text("3 holes still empty")).to_be_visible()
    player.press("1", "2", "2", "Enter")
    expect(player.turns).to_have_count(1)
    player.press(*"1166", "Enter")
    expect(player.text("Hard mode: RRPP can't be right: if it were the secret, turn 1 (RRGG)")).to_be_visible()
    assert len(player.game["turns"]) == 1
    player.page.locator("summary", has_text="More").click()
    field = player.page.get_by_label("Or type a whole code")
    field.fill("red red blue")
    field.press("Enter")
    expect(player.text("A code has 4 pegs, 'red red blue' has 3.")).to_be_visible()


def test_a_code_typed_as_text_is_a_guess(visit: Visit) -> None:
    player = visit()
    player.begin(codemaker="adversary")
    player.page.locator("summary", has_text="More").click()
    field = player.page.get_by_label("Or type a whole code")
    field.fill("red green blue yellow")
    field.press("Enter")
    expect(player.turns).to_have_count(1)
    expect(field).to_have_value("")
    assert player.game["turns"][0]["guess"] == "1234"


def test_colors_are_typed_in_the_language_of_the_page(visit: Visit) -> None:
    player = visit(locale="es-ES")
    player.begin(variant="p4c10n", codemaker="adversary", palette="red,blue,navy,green,teal,white,black,gray,pink,lime")
    player.page.locator("summary", has_text="Más").click()
    field = player.page.get_by_label("O escribe un código entero")
    field.fill("Azul marino, azul verde azulado BLANCO")
    field.press("Enter")
    expect(player.turns).to_have_count(1)
    assert player.game["turns"][0]["guess"] == "3256"


def test_a_color_comes_once_where_there_are_no_repeats(visit: Visit) -> None:
    player = visit()
    player.begin(variant="p4c10n", codemaker="adversary")
    player.press("1", "a", "1")
    assert holes(player) == ["empty", "black", "red", "empty, next"]


def test_hints_come_in_steps_and_are_counted(visit: Visit) -> None:
    player = visit()
    player.begin(codemaker="adversary")
    player.type_guess("1122")
    player.button("Codes left").click()
    expect(player.text("256 possible codes")).to_be_visible()
    player.button("Hint").click()
    expect(player.text("Hint, step 1 of 3")).to_be_visible()
    player.button("Next hint").click()
    expect(player.text("Hint, step 2 of 3")).to_be_visible()
    player.button("Next hint").click()
    player.button("Set it up").click()
    assert "empty" not in " ".join(holes(player))
    player.button("Can it be right?").click()
    expect(player.text(re.compile("can(?:'t)? be right:"))).to_be_visible()
    assert player.game["hints"] == 5
    player.make(lambda: player.press("Enter"))  # the focus is back in the row: Enter sends, and asks for no other hint
    expect(player.page.locator(".words .funnel-step")).to_have_count(3)
    assert player.game["hints"] == 6


def test_notes_rule_colors_out_by_hole_and_stay(visit: Visit) -> None:
    player = visit(viewport={"width": 1200, "height": 900})
    player.begin()
    player.page.locator("summary", has_text="Notes").click()
    player.button("red ruled out in hole 1").click()
    player.button("green ruled out everywhere").click()
    player.page.reload()
    expect(player.button("red ruled out in hole 1")).to_have_attribute("aria-pressed", "true")
    expect(player.button("red ruled out in hole 2")).to_have_attribute("aria-pressed", "false")
    expect(player.button("green ruled out in hole 4")).to_have_attribute("aria-pressed", "true")
    tray = player.page.get_by_role("group", name="Colors")
    expect(tray.get_by_role("button", name="ruled out here")).to_have_count(2)
    player.press("ArrowRight")
    expect(tray.get_by_role("button", name="ruled out here")).to_have_count(1)


def test_a_guess_is_taken_back_and_a_game_given_up(visit: Visit) -> None:
    player = visit()
    player.begin()
    player.type_guess("1122")
    player.page.locator("summary", has_text="More").click()
    player.button("Take back a guess").click()
    expect(player.turns).to_have_count(0)
    player.button("Give up").click()
    dialog = player.page.get_by_role("dialog", name="Give up?")
    player.press("Escape")
    expect(dialog).to_have_count(0)
    expect(player.button("Give up")).to_be_focused()
    player.button("Give up").click()
    dialog.get_by_role("button", name="Give up").click()
    expect(player.result).to_have_text("Given up")


def test_a_game_taken_up_again_is_asked_for_once(visit: Visit) -> None:
    player = visit()
    player.open("/play")
    expect(player.page.locator(".stage")).to_be_visible()
    asked: list[str] = []
    player.page.on("request", lambda request: asked.append(request.url.removeprefix(player.url)))
    player.open("/play")
    expect(player.page.locator(".stage")).to_be_visible()
    assert [path for path in asked if path.startswith("/api/")] == [f"/api/games/{player.page.url.split('/')[-1]}"]


def test_a_result_on_a_phone_has_one_headline(visit: Visit) -> None:
    player = visit()
    player.page.set_viewport_size({"width": 390, "height": 844})
    player.begin(codemaker="adversary", guesses=8)
    for _ in range(8):
        player.type_guess("1122")
    headline = player.page.get_by_role("heading", level=1)
    expect(player.result).to_be_visible()
    expect(headline).to_have_css("opacity", "0")
    expect(headline).to_contain_text("Not this time")
    player.button("Show the board").click()
    expect(headline).to_have_css("opacity", "1")
    player.page.set_viewport_size({"width": 1280, "height": 800})
    expect(headline).to_have_css("opacity", "1")


LATE_RESPONSES = """() => {
  const fetched = window.fetch;
  window.fetch = async (path, options) => {
    const response = await fetched(path, options);
    if (String(path).endsWith("/guess")) {
      window.dispatchEvent(new Event("focus")); // so that the game is asked for, too
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    return response;
  };
}"""


def test_a_guess_is_not_lost_when_news_overtake_the_response_before_it(visit: Visit) -> None:
    player = visit()
    player.begin(codemaker="adversary")
    player.page.evaluate(LATE_RESPONSES)
    player.type_guess("1122")
    player.type_guess("1345")
