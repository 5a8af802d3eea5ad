import os
import signal
import time
from typing import Any

import pexpect
import pytest

from keypeg.terminal_table import Table
from typist import ANSI, finish, played, solved


class TestPainted:
    @staticmethod
    def screen(child: Any) -> list[str]:
        """Return the lines since the screen was cleared."""
        return ANSI.sub("", child.before.rpartition("\x1b[H")[2]).splitlines()

    def test_a_new_size_repaints_the_board_and_what_is_typed(self, spawn: Any) -> None:
        child = spawn("play", "--secret", "1344")
        child.expect("guess 1 of 10> ")
        child.send("rr")
        child.expect("rr")
        child.setwinsize(14, 40)
        child.expect_exact("guess 1 of 10> rr")
        lines = self.screen(child)
        assert len(lines) <= 13
        assert max(map(len, lines)) <= 40
        child.send("gg\r")
        child.expect("RRGG: 1 black, 0 white")

    def test_a_new_size_repaints_a_page(self, spawn: Any) -> None:
        child = spawn("play")
        child.expect("guess 1 of 10> ")
        child.sendline("rules")
        child.expect("Press Enter to go")
        child.setwinsize(24, 40)
        child.expect("Press Enter to go")
        assert max(map(len, self.screen(child))) <= 40

    def test_stopped_and_continued(self, spawn: Any) -> None:
        child = spawn("play", "--secret", "1344")
        child.expect("guess 1 of 10> ")
        child.send("rr")
        child.expect("rr")
        child.sendcontrol("z")  # on a terminal without a shell, nothing can be stopped
        child.expect_exact("\x1b[?1049l")
        child.expect_exact("\x1b[?1049h")
        child.expect_exact("guess 1 of 10> rr")
        for _ in range(10):  # a signal that comes just before it waits for a key is noticed with the next one
            for number in (signal.SIGSTOP, signal.SIGCONT):
                time.sleep(0.2)  # until it waits for what is typed, and until it is stopped
                os.kill(child.pid, number)
            if child.expect_exact(["\x1b[?1049h", pexpect.TIMEOUT], timeout=2) == 0:
                break
        child.expect_exact("guess 1 of 10> rr")
        child.send("gg\r")
        child.expect("RRGG: 1 black, 0 white")

    @pytest.mark.parametrize("form", [[], ["--plain"]])
    def test_nothing_that_is_typed_ahead_is_lost(self, spawn: Any, form: list[str]) -> None:
        child = spawn("play", "--codemaker", "person", *form)
        child.send("rbyy\rrrgg\roopp\rrgb")
        child.expect_exact("guess 3 of 10> rgb")
        child.send("y\r")
        child.expect("RGBY: 2 black, 1 white")

    def test_a_line_typed_on_a_page_is_for_the_game(self, spawn: Any) -> None:
        child = spawn("play", "--secret", "1344")
        child.expect("guess 1 of 10> ")
        child.sendline("help")
        child.expect("Press Enter")
        child.sendline("rrgg")
        child.expect("RRGG: 1 black, 0 white")

    def test_the_terminal_is_left_as_it_was_found(self, spawn: Any) -> None:
        child = spawn("play", "--secret", "1344")
        assert child.getecho()
        child.expect("guess 1 of 10> ")
        child.sendline("quit")
        child.expect("Goodbye")
        assert child.getecho()
        assert finish(child) == 1

    def test_a_review_is_whole_at_40_columns(self, spawn: Any) -> None:
        child = spawn("play", "--secret", "1344")
        child.setwinsize(40, 40)
        child.send("rrgg\rrbyy\rreview\r")
        child.expect("Press Enter")
        lines = self.screen(child)
        assert any(line.split() == ["turn", "guess", "after", "skill", "luck"] for line in lines)
        assert any(line.split()[:3] == ["1", "RRGG", "256"] for line in lines)


class TestPlain:
    def test_stopped_and_continued(self, spawn: Any) -> None:
        child = spawn("play", "--plain", "--secret", "1344")
        child.expect("guess 1 of 10> ")
        child.send("rr")
        child.expect("rr")
        child.sendcontrol("z")
        child.expect_exact("guess 1 of 10> rr")
        child.send("g\x1b[Dg\x05\r")  # the keys still edit the line
        child.expect("RRGG: 1 black, 0 white")

    def test_lines_are_broken_at_words_for_a_person_only(self, spawn: Any) -> None:
        child = spawn("play", "--plain", "--secret", "1344")
        child.setwinsize(24, 40)
        child.expect("guess 1 of 10> ")
        child.sendline("rules")
        child.expect("guess 1 of 10> ")
        lines = child.before.splitlines()[1:]
        assert max(map(len, lines)) < 40
        assert "  colors; a color may come more than" in lines


def test_what_can_be_typed_after_a_game_is_said() -> None:
    _, view, _ = played("1344", "n", stays=True)
    assert view.said[1].endswith("\nYou can also type review or share.")
    assert view.prompts[-1] == "another game? [y/N] "
    assert "You can also" not in played("1344")[1].text


def test_the_commands_under_the_board_are_commands() -> None:
    for _, _, table in (played(), solved()):
        assert isinstance(table, Table)
        assert set(table.named.split("  ")) <= set(table.commands)
