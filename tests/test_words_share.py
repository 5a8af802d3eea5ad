from dataclasses import replace
from xml.etree import ElementTree as ET

from keypeg import words
from keypeg.render import Look
from keypeg.rules import Code, Feedback, Turn, Variant
from keypeg.words import Result

P4C6 = Look(Variant(4, 6))
TURNS = [Turn(Code("1122"), Feedback(1, 1)), Turn(Code("1344"), Feedback(4, 0))]
SPACE = "{http://www.w3.org/2000/svg}"


def test_shared_result_tells_no_code() -> None:
    shared = words.share_text(Result(TURNS, P4C6, won=True, guesses=10))
    assert shared == "Keypeg p4c6: solved in 2 of 10 guesses\n⚫⚪➖➖\n⚫⚫⚫⚫"  # noqa: RUF001
    lost = words.share_text(Result(TURNS[:1], P4C6, won=False, hints=2, undos=1))
    assert lost.startswith("Keypeg p4c6: not solved in 1 guess, 2 hints, 1 undo\n")


def test_a_code_of_the_day_is_shared_by_its_number_with_a_link() -> None:
    daily = Result(TURNS, P4C6, won=True, guesses=10, hints=1, daily=42, link="https://x.org/daily/2025-02-11")
    assert words.share_text(daily) == (
        "Keypeg daily 42 2/10, 1 hint\n⚫⚪➖➖\n⚫⚫⚫⚫\nhttps://x.org/daily/2025-02-11"  # noqa: RUF001
    )
    assert words.share_words(daily) == (
        "Keypeg daily 42: solved in 2 of 10 guesses, 1 hint. 1: 1 black, 1 white; 2: 4 black, 0 white. "
        "https://x.org/daily/2025-02-11"
    )
    lost = replace(daily, won=False, hints=0, link="")
    assert words.share_text(lost).startswith("Keypeg daily 42 X/10\n")
    assert words.share_words(lost).startswith("Keypeg daily 42: not solved in 2 of 10 guesses. 1: ")


def test_shared_result_in_words() -> None:
    said = words.share_words(Result(TURNS, P4C6, won=True, guesses=10))
    assert said == "Keypeg p4c6: solved in 2 of 10 guesses. 1: 1 black, 1 white; 2: 4 black, 0 white."
    assert said.isascii()
    assert words.share_words(Result([], P4C6, won=False)) == "Keypeg p4c6: not solved in 0 guesses."


def test_a_picture_says_what_it_shows() -> None:
    root = ET.fromstring(words.board_svg(TURNS, P4C6, secret=Code("1344")))
    assert root.findtext(f"{SPACE}title") == "Keypeg p4c6"
    assert root.findtext(f"{SPACE}desc") == "1. RRGG: 1 black, 1 white; 2. RBYY: 4 black, 0 white"
    assert "code" in [label.text for label in root.iter(f"{SPACE}text")]
    assert ET.fromstring(words.board_svg([], P4C6, title="mine")).findtext(f"{SPACE}desc") == "an empty board"
