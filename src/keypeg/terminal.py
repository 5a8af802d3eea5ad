"""The terminal: a board that repaints itself, or plain lines for a pipe, a script and a screen reader.

A table joins a session with a view. The session decides everything about the game; the table turns typed lines into
calls and their results into words; the view shows a board and a message, and reads the next line. Boards are here,
views in `terminal_views`, what all tables share in `terminal_table`, and `terminal_play` and `terminal_solve` have one
table each.
"""

import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self

from keypeg import render, words
from keypeg.exit_codes import FAILURE, INTERRUPTED
from keypeg.render import Look
from keypeg.rules import Code, Turn

if TYPE_CHECKING:
    from rich.console import Console

LEAST_BOARD = 4
"""The fewest lines of a board: the title, the code, the last turn, and the number of turns before it."""


@dataclass(frozen=True, slots=True)
class Board:
    """What a view draws: turns, the guess that waits for feedback, and the secret or a screen in front of it."""

    title: str
    look: Look
    turns: tuple[Turn, ...]
    guesses: int | None
    secret: Code | None
    commands: str = ""
    pending: Code | None = None
    marked: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Reply:
    """What a table says: under the board, as plain lines if these need other words, or on a page of its own."""

    text: str = ""
    plain: str | None = None
    page: bool = False

    @property
    def spoken(self) -> str:
        return self.text if self.plain is None else self.plain

    def followed_by(self, line: str) -> Self:
        """Return the same with one more line."""
        return replace(self, text=f"{self.text}\n{line}".lstrip("\n"), plain=f"{self.spoken}\n{line}".lstrip("\n"))


class Command(NamedTuple):
    """What a typed word does with the rest of its line, and which of its forms the help page explains, if any."""

    act: Callable[[Any, str], Reply]
    forms: tuple[str, ...] = ()


class View(Protocol):
    """Shows a game and reads what the player types."""

    stays: bool
    """Whether a person is there to ask for another game."""

    def show(self, board: Board, reply: Reply) -> None: ...

    def ask(self, prompt: str, *, hidden: bool = False) -> str:
        """Read a line; EOFError and KeyboardInterrupt mean that the player leaves."""
        ...

    def close(self, board: Board | None, text: str) -> None: ...


LEAVING = ("q", "quit", "exit")


def is_yes(line: str) -> bool:
    """Return whether somebody says yes, in English or in the language in use."""
    return line.lower() in ("y", "yes", *words.text("answer.yes").split())


def is_no(line: str) -> bool:
    """Return whether somebody says no, in English or in the language in use."""
    return line.lower() in ("n", "no", *words.text("answer.no").split())


def asks(view: View, board: Board, question: str, told: str, *, default: bool) -> bool:
    """Ask a question until the answer is yes or no, or Enter for the default."""
    reply = Reply(told)
    while True:
        view.show(board, reply)
        line = view.ask(f"{question} ").strip().lower()
        if line in LEAVING:
            raise EOFError
        if not line:
            return default
        if is_yes(line) or is_no(line):
            return is_yes(line)
        reply = Reply(words.text("terminal.yes-or-no"))


def until_left(view: View, play: Callable[[], int], farewell: Callable[[], str]) -> int:
    """Play until the player has had enough, or leaves by quit, Ctrl-D or Ctrl-C; return the exit code."""
    try:
        return play()
    except EOFError:
        view.close(None, farewell())
        return FAILURE
    except KeyboardInterrupt:
        view.close(None, farewell())
        return INTERRUPTED
    except BaseException:
        with suppress(OSError):  # it may be the terminal that is gone
            view.close(None, "")
        raise


def console() -> "Console":
    from rich.console import Console  # noqa: PLC0415 - plain lines do without

    return Console(highlight=False, markup=False, emoji=False)


def write(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


_SPARED = ("blank", "legend", "commands", "rule")
"""What a board drops, in this order, before it hides a turn."""


def board_lines(board: Board, width: int, height: int, *, legend: bool = True, spare: int | None = None) -> list[str]:
    """Draw a board in at most `height` lines of `width` cells, at least 4 by 40; only more pegs than cells are cut off.

    Pegs shrink to the width. If there are too few lines, the frame goes first, then the earliest turns. Empty rows are
    drawn for the guesses left, or `spare` of them.
    """
    pen = _Pen.fitting(board.look, width)
    rows = [pen.turn(number, turn, marked=number - 1 in board.marked) for number, turn in enumerate(board.turns, 1)]
    if board.pending is not None:
        rows.append(pen.pending(len(rows) + 1, board.pending))
    made = len(rows)
    empty = max((board.guesses or made + 1) - made, 0) if spare is None else spare
    head, foot = _frame(board, pen, legend=legend)
    for spared in range(len(_SPARED) + 1):
        top, bottom = ([line for kind, line in part if kind not in _SPARED[:spared]] for part in (head, foot))
        room = height - len(top) - len(bottom)
        if made + min(empty, 1) <= room:
            break
    if made > room:
        room = max(room, 2)
        hidden = made - room + 1
        rows = [f"      … {words.text('terminal.earlier-turns', number=hidden)}", *rows[hidden:]]
    rows += [pen.empty(made + number) for number in range(1, empty + 1)][: max(room - len(rows), 0)]
    if len(rows) * 2 <= room and legend:
        rows = [line for row in rows for line in (row, "")][:-1]
    return [*top, *rows, *bottom]


def _frame(board: Board, pen: "_Pen", *, legend: bool) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Draw what is above and below the rows, each line with its kind."""
    title = _fitting_words(board.title, " · ", pen.width - 9)
    head = [
        ("title", f" \x1b[1mKeypeg\x1b[0m  {title}"),
        ("blank", ""),
        ("secret", pen.secret(board.secret)),
        ("rule", pen.rule()),
    ]
    if not legend:
        return head, [("blank", "")]
    commands = _fitting_words(board.commands, "  ", pen.width - 1)
    colors = [("legend", line) for line in _legend(board.look, pen.width)]
    return head, [("blank", ""), *colors, ("commands", f" \x1b[2m{commands}\x1b[0m"), ("blank", "")]


def _fitting_words(text: str, between: str, width: int) -> str:
    """Leave out the last parts if there are too many, so that no word is cut in two."""
    parts = text.split(between)
    while len(parts) > 1 and len(between.join(parts)) > width:
        parts.pop()
    return between.join(parts)


@dataclass(frozen=True, slots=True)
class _Pen:
    """Draws the lines of a board: pegs of `cell` cells, `gap` cells apart, and key pegs if there is room."""

    look: Look
    width: int
    cell: int
    gap: int
    key_pegs: bool = True

    @classmethod
    def fitting(cls, look: Look, width: int) -> Self:
        """Choose the widest pegs for which a row and its feedback fit."""
        pegs = look.variant.pegs
        label = len(look.label(look.variant.colors))
        counts = 2 + len(str(look.variant.win))
        shapes = ((3, 1), (3, 0), (1, 1), (1, 0)) if label == 1 else ((3, 1), (3, 0), (label, 1))
        for keys, spare in ((True, 5), (True, 0), (False, 0)):
            for cell, gap in shapes:
                size = 7 + pegs * (cell + gap) - gap + (2 + pegs) * keys + counts + spare
                if cell >= label and size <= width:
                    return cls(look, width, cell, gap, keys)
        return cls(look, width, *shapes[-1], key_pegs=False)

    def secret(self, secret: Code | None) -> str:
        return f" {words.text('board.code'):>4}  {self._holes('?') if secret is None else self._code(secret)}"

    def rule(self) -> str:
        pegs = self.look.variant.pegs
        size = 6 + pegs * (self.cell + self.gap) - self.gap + 2 + pegs + 6
        return f" \x1b[2m{'─' * min(size, self.width - 1)}\x1b[0m"

    def turn(self, number: int, turn: Turn, *, marked: bool = False) -> str:
        pegs = self.look.variant.pegs
        keys = f"  \x1b[1m{render.key_pegs(turn.feedback, pegs)}\x1b[0m" if self.key_pegs else ""
        row = f" {number:>4}  {self._code(turn.guess)}{keys}  {self.look.feedback(turn.feedback)}"
        if not marked:
            return row
        from rich.text import Text  # noqa: PLC0415 - plain lines do without

        room = self.width - len(Text.from_ansi(row).plain)
        return row + next((f"\x1b[1m{mark}\x1b[0m" for mark in _slip_marks() if len(mark) <= room), "")

    def pending(self, number: int, guess: Code) -> str:
        marks = "?" * (self.look.variant.pegs if self.key_pegs else 1)
        return f" {number:>4}  {self._code(guess)}  \x1b[1m{marks}\x1b[0m"

    def empty(self, number: int) -> str:
        return f" \x1b[2m{number:>4}\x1b[0m  {self._holes(render.NONE)}"

    def _code(self, code: Code) -> str:
        return render.code_ansi(code, self.look, self.cell, self.gap)

    def _holes(self, mark: str) -> str:
        return (" " * self.gap).join([render.hole_ansi(mark, self.cell)] * self.look.variant.pegs)


def _slip_marks() -> tuple[str, ...]:
    """Return the marks for a turn that may be a slip, the longest first."""
    return f"  ← {words.text('terminal.slip-here')}", f"  ← {words.text('terminal.slip')}", " ←", "←"


def _legend(look: Look, width: int) -> list[str]:
    lines, used = [""], 0
    for number, color in enumerate(words.named(look).colors, 1):
        name = "" if look.palette.has_digits else f"{color.name} "
        size = 5 + len(name)
        if used + size > width - 2 and used:
            lines.append("")
            used = 0
        lines[-1] += f" {render.peg_ansi(number, look)} {name}"
        used += size
    return lines


def turn_writer(look: Look, *, plain: bool) -> Callable[[int, Turn], None]:
    """Return a function that writes a single turn: as colored pegs if a person sees them, otherwise in words."""
    if plain or not sys.stdout.isatty():
        return lambda number, turn: write(words.turn(number, turn, look))
    from rich.text import Text  # noqa: PLC0415 - plain lines do without

    screen = console()
    pen = _Pen.fitting(look, screen.width)
    return lambda number, turn: screen.print(Text.from_ansi(pen.turn(number, turn)))
