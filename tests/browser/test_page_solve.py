"""Setting a code on the page: the computer guesses, the person answers, and a slip is mended in place."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from browser.player import Player
from keypeg.rules import Code, score

Visit = Callable[..., Player]

SECRET = "3645"


def answer(player: Player, keys: str) -> None:
    """Answer the computer's guess by keys: b and w for the pegs, then Enter."""
    player.make(lambda: player.press(*keys, "Enter"))


def play_to_the_end(player: Player) -> None:
    while not player.game["over"]:
        answer(player, player.right_keys(SECRET))


def test_a_game_as_codemaker_with_a_mended_slip(visit: Visit) -> None:
    player = visit()
    player.open("/new/solve")
    player.page.locator("summary", has_text="More options").click()
    player.page.get_by_label("The computer's strategy").select_option("knuth")
    player.button("Start").click()
    expect(player.heading("Set the code")).to_be_focused()
    right = player.right_keys(SECRET)
    answer(player, right)
    # The slip: the second guess is said to have nothing, which is wrong.
    answer(player, "")
    while player.game["contradiction"] is None:
        answer(player, player.right_keys(SECRET))
    expect(player.heading("These answers can't all be true")).to_be_visible()
    slip = player.game["turns"][1]
    truth = score(Code(SECRET), Code(slip["guess"]))
    mend = player.page.get_by_role("button", name=f"Turn 2: {truth.blacks} black, {truth.whites} white")
    expect(mend).to_be_visible()
    mend.click()
    expect(player.text("Turn 2 is changed. The game goes on.")).to_be_visible()
    play_to_the_end(player)
    expect(player.result).to_be_focused()
    expect(player.result).to_contain_text("The computer found it in")
    assert player.game["turns"][-1]["guess"] == SECRET


def test_an_earlier_answer_is_changed_by_its_key_pegs(visit: Visit) -> None:
    player = visit()
    player.begin("solve", strategy="knuth")
    right = player.right_keys(SECRET)
    answer(player, "w" if right != "w" else "ww")
    player.button("Change the answer of turn 1", exact=False).click()
    expect(player.text("You said")).to_be_visible()
    player.press("Escape", *right)
    player.button("Change turn 1").click()
    expect(player.text("Turn 1 is changed.")).to_be_visible()
    play_to_the_end(player)
    assert player.game["outcome"] == "won"


def test_a_told_code_is_held_against_the_answers(visit: Visit) -> None:
    player = visit()
    player.open("/new/solve")
    player.page.locator("summary", has_text="More options").click()
    player.text("Tell Keypeg your code").click()
    player.press(*SECRET)
    player.button("Start").click()
    expect(player.page.get_by_role("img", name="Your code: blue, purple, yellow, orange")).to_be_visible()
    wrong = "b" if player.right_keys(SECRET) != "b" else "bb"
    player.press(*wrong, "Enter")
    expect(player.text(re.compile("is not right: with your secret"))).to_be_visible()
    player.press("Escape")
    play_to_the_end(player)
    assert player.game["secret"] == SECRET


def test_key_pegs_are_set_by_touch_and_taken_back(visit: Visit) -> None:
    player = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    player.begin("solve")
    player.button("One black key peg more").tap()
    player.button("One white key peg more").tap()
    player.button("One white key peg more").tap()
    player.button("One white key peg less").tap()
    expect(player.button("Key pegs: 1 black, 1 white", exact=False)).to_be_visible()
    player.make(lambda: player.button("Send answer").tap())
    assert player.game["turns"][0]["feedback"] == "1b1w"
    player.button("Take back").tap()
    expect(player.turns).to_have_count(0)
