import re
from xml.etree import ElementTree as ET

import pytest

from keypeg import render
from keypeg.palette import BOARD, BULLS, CLASSIC, DIGITS, Palette
from keypeg.render import Caption, Look
from keypeg.rules import Code, Feedback, Turn, Variant

P4C6 = Look(Variant(4, 6))
TURNS = [Turn(Code("1122"), Feedback(1, 1)), Turn(Code("1344"), Feedback(4, 0))]


def without_ansi(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_letters_of_the_palette_up_to_ten_colors() -> None:
    assert P4C6.code(Code("1234")) == "RGBY"
    assert Look(Variant(4, 6), BOARD).code(Code("123456"[2:])) == "YGWK"
    assert Look(Variant(10, 10)).code(Code(range(1, 11))) == "RGBYOPCMWK"


def test_symbols_from_eleven_colors_on() -> None:
    assert Look(Variant(4, 11)).code(Code([1, 9, 10, 2])) == "19a2"
    assert Look(Variant(2, 40)).code(Code([1, 40])) == "1,40"
    assert Look(Variant(2, 40)).label(40) == "40"


def test_symbols_where_a_letter_of_the_palette_is_the_symbol_of_another_color() -> None:
    amber = Palette.parse("amber=#ffbf00,red")
    assert Look(Variant(2, 9), amber).code(Code("12")) == "AR"
    assert Look(Variant(2, 10), amber).code(Code([10, 2])) == "a2"
    assert Variant(2, 10).code("a2", amber) == Code([10, 2])


def test_digits() -> None:
    assert Look(Variant(10, 10), DIGITS).code(Code(range(1, 11))) == "1234567890"
    assert Look(Variant(4, 12), DIGITS).code(Code([1, 10, 11, 12])) == "10BC"
    assert Look(Variant(3, 6), DIGITS).legend() == ["1", "2", "3", "4", "5", "6"]


def test_bulls_and_cows() -> None:
    look = Look(Variant(4, 10, repeats=False), BULLS)
    assert look.feedback(Feedback(1, 2)) == "1A2B"
    assert render.turns_text([Turn(Code([10, 1, 2, 3]), Feedback(1, 2))], look) == " 1  0 1 2 3  ●○○·  1A2B"
    assert P4C6.feedback(Feedback(1, 2)) == "1b2w"


@pytest.mark.parametrize("text", ["p4c6", "p4c9", "p4c10", "p5c20", "p2c40", "p1c3", "p1c50"])
@pytest.mark.parametrize("palette", [CLASSIC, BOARD, DIGITS, BULLS])
def test_a_shown_code_can_be_typed(text: str, palette: Palette) -> None:
    variant = Variant.parse(text)
    look = Look(variant, palette)
    for start in range(variant.colors):
        code = Code([1 + (start + peg * 7) % variant.colors for peg in range(variant.pegs)])
        assert variant.code(look.code(code), palette) == code
        assert variant.code(look.names(code), palette) == code


def test_key_pegs_need_no_color() -> None:
    assert render.key_pegs(Feedback(1, 2), 4) == "●○○·"
    assert render.key_pegs(Feedback(0, 0), 3) == "···"


def test_turns_as_plain_text() -> None:
    assert render.turns_text(TURNS, P4C6) == " 1  R R G G  ●○··  1b1w\n 2  R B Y Y  ●●●●  4b0w"


def test_ansi_pegs_carry_their_letter() -> None:
    drawn = render.turn_ansi(TURNS[0], P4C6)
    assert without_ansi(drawn) == " R   R   G   G   ●○··  1b1w"
    assert "48;2;215;38;61" in drawn  # red, as the palette has it
    assert drawn.endswith("1b1w")
    assert drawn.count("\x1b[0m") == 5  # every color is switched off again


@pytest.mark.parametrize("palette", [CLASSIC, BOARD, Palette.parse("classic").extended(40)])
def test_letters_stand_out_from_their_peg(palette: Palette) -> None:
    for color in palette.colors:
        light, dark = sorted([render.luminance(color.hex), render.luminance(render.ink(color.hex))], reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, color  # the contrast that WCAG asks of text


def test_ink_is_light_on_dark_and_dark_on_light() -> None:
    assert render.ink("#000000") == "#ffffff"
    assert render.ink("#ffffff") == "#000000"


def test_svg_is_wellformed_and_carries_its_caption() -> None:
    caption = Caption("a <game>", "two turns & no more", "code")
    root = ET.fromstring(render.board_svg(TURNS, P4C6, caption, guesses=10, secret=Code("1344")))
    space = "{http://www.w3.org/2000/svg}"
    assert root.findtext(f"{space}title") == "a <game>"
    assert root.findtext(f"{space}desc") == "two turns & no more"
    letters = [text.text for text in root.iter(f"{space}text")]
    assert [letter for letter in letters if letter and letter.isalpha() and letter != "code"] == list("RRGGRBYYRBYY")
    assert [letter for letter in letters if letter and letter.isdecimal()] == [str(row) for row in range(1, 11)]


def test_svg_hides_the_secret_unless_given() -> None:
    assert "code" not in render.board_svg([], P4C6, Caption("", "", "code"), guesses=2)


def test_emoji_of_key_pegs() -> None:
    assert render.key_emoji(Feedback(1, 2), 4) == "⚫⚪⚪➖"  # noqa: RUF001
