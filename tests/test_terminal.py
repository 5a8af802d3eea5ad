import os
from typing import Any

import pytest

from keypeg.render import Look
from keypeg.rules import Code, Feedback, Turn, Variant
from keypeg.terminal import Board, board_lines, rules_page
from typist import ANSI, P4C6, finish


def test_rules_explain_white_pegs_with_repeats() -> None:
    page = rules_page(Look(P4C6))
    assert "secret RRBB  guess RRRB  ●●●·  3 black, 0 white" in page
    assert "secret RGBY  guess RRRR  ●···  1 black, 0 white" in page
    assert "1,296 such codes" in page
    assert "no color comes twice" in rules_page(Look(Variant(4, 10, repeats=False)))


class TestBoard:
    @staticmethod
    def lines(board: Board, width: int = 80, height: int = 24) -> list[str]:
        return [ANSI.sub("", line) for line in board_lines(board, width, height)]

    def board(self, text: str, turns: int, guesses: int | None = 10) -> Board:
        variant = Variant.parse(text)
        guess = Code([1 + peg % variant.colors for peg in range(variant.pegs)])
        return Board("title", Look(variant), (Turn(guess, Feedback(1, 0)),) * turns, guesses, None)

    def test_rows(self) -> None:
        lines = self.lines(self.board("p4c6", 2))
        assert "    2   R   G   B   Y   ●···  1b0w" in lines
        assert "    3   ·   ·   ·   · " in lines
        assert " code   ?   ?   ?   ? " in lines
        assert any("R  red   G  green" in line for line in lines)

    @pytest.mark.parametrize("text", ["p1c1", "p4c6", "p5c8", "p8c8", "p10c10", "p20c20", "p8c40"])
    @pytest.mark.parametrize("size", [(80, 24), (120, 40), (80, 12)])
    @pytest.mark.parametrize("turns", [0, 3, 10, 40])
    def test_fits_the_terminal(self, text: str, size: tuple[int, int], turns: int) -> None:
        width, height = size
        lines = self.lines(self.board(text, turns, None if turns > 10 else 10), width, height)
        assert max(map(len, lines)) <= width
        if height >= 24:
            assert len(lines) <= height
        if turns:
            assert any("1b0w" in line for line in lines)

    def test_early_turns_go_first(self) -> None:
        lines = self.lines(self.board("p4c6", 40, None))
        assert any("earlier turns" in line for line in lines)
        assert any(line.startswith("   40 ") for line in lines)
        assert not any(line.startswith("    1 ") for line in lines)

    def test_pegs_shrink_to_fit(self) -> None:
        assert "  1 2 3 4 5 6 7 8 9 a b c d e f g h i j k  ●·" in "\n".join(self.lines(self.board("p20c20", 1)))


class TestOnATerminal:
    def test_pegs_are_colored_and_the_first_screen_is_left_alone(self, spawn: Any) -> None:
        child = spawn("play", "--secret", "1344")
        child.expect_exact("\x1b[?1049h")
        child.expect("guess 1 of 10> ")
        assert "48;2;215;38;61m R " in child.before
        child.sendline("quit")
        child.expect_exact("\x1b[?1049l")
        child.expect("Goodbye")
        assert finish(child) == 1

    def test_help_is_a_page_and_goes_back(self, spawn: Any) -> None:
        child = spawn("play")
        child.expect("guess 1 of 10> ")
        child.sendline("help")
        child.expect("take the last guess back")
        child.expect("Enter goes back")
        child.sendline("")
        child.expect("guess 1 of 10> ")

    def test_long_pages_are_turned(self, spawn: Any) -> None:
        child = spawn("play")
        child.expect("guess 1 of 10> ")
        child.setwinsize(12, 60)
        child.sendline("rules")
        child.expect("Enter goes on ")
        assert "The secret is a row of 4 pegs" in ANSI.sub("", child.before)
        child.sendline("")
        child.expect("Enter goes ")

    def test_leaving_plain_lines_begins_a_new_line(self, spawn: Any) -> None:
        child = spawn("play", "--plain")
        child.expect("guess 1 of 10> ")
        child.sendeof()
        child.expect("\r\nGoodbye")
        assert finish(child) == 1

    @pytest.mark.parametrize("form", [[], ["--plain"]])
    def test_bytes_that_are_no_text(self, spawn: Any, form: list[str]) -> None:
        child = spawn("play", "--codemaker", "person", *form, PYTHONIOENCODING="utf-8:strict")
        child.expect("type the secret")
        child.waitnoecho()
        os.write(child.fileno(), b"\xff\n")
        child.expect("once more")
        child.sendline("1344")
        child.expect("guess 1 of 10> ")

    def test_plain_on_a_terminal(self, spawn: Any) -> None:
        child = spawn("play", "--plain", "--secret", "1344")
        child.expect("guess 1 of 10> ")
        assert "\x1b[" not in child.before
        child.sendline("rrgg")
        child.expect("1. RRGG: 1 black, 0 white. 9 guesses left.")

    def test_no_color(self, spawn: Any) -> None:
        child = spawn("play", "--secret", "1344", NO_COLOR="1", COLORTERM="")
        child.expect("guess 1 of 10> ")
        child.sendline("rrgg")
        child.expect("guess 2 of 10> ")
        assert " R " in child.before
