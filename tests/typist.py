"""A person at a terminal, for the tests: one that types given lines, and what both games say to them."""

import re
from typing import Any

import pexpect

from keypeg.rules import Code, Variant
from keypeg.terminal import Board, Reply
from keypeg.terminal_play import PlayOptions, PlayTable
from keypeg.terminal_solve import SolveOptions, SolveTable

P4C6 = Variant(4, 6)
ANSI = re.compile(r"\x1b\[[0-9;]*m")


class Script:
    """A view that types given lines, and remembers what was said."""

    def __init__(self, *lines: str, stays: bool = False) -> None:
        self.stays = stays
        self.lines = iter(lines)
        self.said: list[str] = []
        self.boards: list[Board] = []
        self.prompts: list[str] = []

    def show(self, board: Board, reply: Reply) -> None:
        self.boards.append(board)
        self.said.append(reply.spoken)

    def ask(self, prompt: str, *, hidden: bool = False) -> str:
        self.prompts.append(f"hidden: {prompt}" if hidden else prompt)
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        if line == "^C":
            raise KeyboardInterrupt
        return line

    def close(self, board: Board | None, text: str) -> None:  # noqa: ARG002
        self.said.append(text)

    @property
    def text(self) -> str:
        return "\n".join(self.said)


def played(*lines: str, stays: bool = False, **options: Any) -> tuple[int, Script, PlayTable]:
    view = Script(*lines, stays=stays)
    chosen: dict[str, Any] = {"variant": P4C6, "secret": Code("1344")} | options
    table = PlayTable(PlayOptions(**chosen), view)
    return table.run(), view, table


def solved(*lines: str, stays: bool = False, **options: Any) -> tuple[int, Script, SolveTable]:
    view = Script(*lines, stays=stays)
    chosen: dict[str, Any] = {"variant": P4C6, "strategy": "first"} | options
    table = SolveTable(SolveOptions(**chosen), view)
    return table.run(), view, table


def finish(child: "pexpect.spawn[str]") -> int | None:
    child.expect(pexpect.EOF)
    child.wait()  # close would send signals to what is still ending
    child.close()
    status: int | None = child.exitstatus
    return status
