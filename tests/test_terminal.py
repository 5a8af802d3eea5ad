import os
import signal
from dataclasses import replace
from typing import Any

import pytest

from keypeg.render import Look
from keypeg.rules import Code, Feedback, Turn, Variant
from keypeg.terminal import Board, board_lines
from keypeg.terminal_play import PlayTable
from keypeg.words.terminal import rules_page
from typist import ANSI, P4C6, finish


def test_rules_explain_white_pegs_with_repeats() -> None:
    page = rules_page(Look(P4C6))
    assert "secret RRBB  guess RRRB  ●●●·  3 black, 0 white" in page
    assert "secret RGBY  guess RRRR  ●···  1 black, 0 white" in page
    assert "1,296 such codes" in page
    assert "no color comes twice" in rules_page(Look(Variant(4, 10, repeats=False)))


def test_the_rules_of_bulls_and_cows_are_about_digits() -> None:
    page = rules_page(Look("bulls", "bulls"))
    assert "4 digits out of 10, all different" in page
    assert "secret 1234  guess 1356  ●○··  1 bull, 1 cow" in page
    assert not any(word in page for word in ("peg", "color", "black", "white"))


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
    @pytest.mark.parametrize("size", [(80, 24), (120, 40), (80, 12), (40, 12), (40, 10), (40, 4)])
    @pytest.mark.parametrize("turns", [0, 3, 10, 40])
    def test_fits_the_terminal(self, text: str, size: tuple[int, int], turns: int) -> None:
        width, height = size
        lines = self.lines(self.board(text, turns, None if turns > 10 else 10), width, height)
        assert max(map(len, lines)) <= width
        assert len(lines) <= height
        if turns:
            assert any(line.startswith(f"{turns:>5} ") and "1b0w" in line for line in lines)

    @pytest.mark.parametrize(
        ("height", "kinds"),
        [
            (11, "title blank code rule turn turn hole blank legend commands blank"),
            (10, "title code rule turn turn hole legend commands"),
            (8, "title code rule turn turn hole legend commands"),
            (7, "title code rule turn turn hole commands"),
            (6, "title code rule turn turn hole"),
            (5, "title code turn turn hole"),
            (4, "title code turn turn"),
        ],
    )
    def test_the_frame_goes_before_the_turns(self, height: int, kinds: str) -> None:
        known = {"Keypeg": "title", "code": "code", "─": "rule", "R  red": "legend", "help": "commands", "1b0w": "turn"}
        found = {"": "blank", "    3": "hole"}

        def kind(line: str) -> str:
            return next((kind for mark, kind in known.items() if mark in line), found.get(line[:5].rstrip(), "?"))

        board = replace(self.board("p4c6", 2, 3), commands="help  quit")
        assert " ".join(map(kind, self.lines(board, 80, height))) == kinds

    def test_no_word_is_cut_in_two(self) -> None:
        board = replace(self.board("p4c6", 0), title="p4c6 · 10 guesses left · adversary", commands=PlayTable.named)
        lines = self.lines(board, 40, 24)
        assert " Keypeg  p4c6 · 10 guesses left" in lines
        assert " help  quit  hint  undo  redo  rules" in lines

    def test_a_slip_is_marked_as_far_as_there_is_room(self) -> None:
        board = replace(self.board("p8c8", 2), marked=frozenset({1}))
        for width, mark in ((80, "1b0w  ← a slip here?"), (40, "1b0w  ← slip?")):
            lines = self.lines(board, width)
            assert any(line.endswith(mark) for line in lines), lines
            assert max(map(len, lines)) <= width

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

    @pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
    @pytest.mark.parametrize("command", ["play", "solve", "play --codemaker person"])
    def test_a_signal_that_ends_the_game_leaves_the_second_screen(
        self, spawn: Any, command: str, number: int, status: int
    ) -> None:
        child = spawn(*command.split())
        child.expect_exact("\x1b[?1049h")
        child.expect(r"> |shown\): ")
        child.kill(number)
        child.expect_exact("\x1b[?1049l")
        assert finish(child) == status
        assert "Traceback" not in child.before

    def test_a_terminal_that_is_gone(self, spawn: Any) -> None:
        child = spawn("play")
        child.expect("guess 1 of 10> ")
        child.ptyproc.fileobj.close()  # unlike child.close, it sends no signals of its own
        assert child.wait() == 129

    def test_help_is_a_page_and_goes_back(self, spawn: Any) -> None:
        child = spawn("play")
        child.expect("guess 1 of 10> ")
        child.sendline("help")
        child.expect("take the last guess back")
        child.expect("Press Enter to go back")
        child.sendline("")
        child.expect("guess 1 of 10> ")

    def test_long_pages_are_turned(self, spawn: Any) -> None:
        child = spawn("play")
        child.expect("guess 1 of 10> ")
        child.setwinsize(12, 60)
        child.sendline("rules")
        child.expect("Press Enter to go on ")
        assert "The secret is a row of 4 pegs" in ANSI.sub("", child.before)
        child.sendline("")
        child.expect("Press Enter to go ")

    def test_a_small_terminal(self, spawn: Any) -> None:
        """No line of the board is scrolled off: from clearing the screen to the prompt there are 10 at most."""
        child = spawn("play", "--secret", "1344", "--guesses", "none")
        child.expect("guess 1> ")
        child.setwinsize(10, 40)
        for number in range(2, 14):
            child.sendline("rrgg")
            child.expect(f"guess {number}> ")
            screen = ANSI.sub("", child.before.rpartition("\x1b[H")[2])
            assert screen.count("\n") <= 9
            assert "Keypeg  p4c6" in screen
            assert f" {number - 1}   R " in screen
        child.sendline("turns")
        child.expect(r"1\. RRGG: 1 black, 0 white")
        child.expect("Press Enter to go on ")
        child.sendline("")
        child.expect(r"12\. RRGG: 1 black, 0 white")
        child.expect("Press Enter to go back to the board ")

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
