"""The terminal: a board that repaints itself, or plain lines for a pipe, a script and a screen reader.

A table joins a session with a view. The session decides everything about the game; the table turns typed lines into
calls and their results into words; the view shows a board and a message, and reads the next line. Views and boards
are here, what all tables do in `terminal_table`, and one table each in `terminal_play` and `terminal_solve`.
"""

import getpass
import os
import sys
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol, Self

from rich.console import Console
from rich.text import Text

from keypeg import render
from keypeg.render import Look, counted, feedback_words
from keypeg.rules import CLASSIC, Code, Turn, Variant, score


@dataclass(frozen=True, slots=True)
class Board:
    """What a view draws: turns, the guess that waits for an answer, and the secret or a screen before it."""

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
    """What a table says: under the board, as plain lines where these need other words, or as a page of its own."""

    text: str = ""
    plain: str | None = None
    page: bool = False

    @property
    def spoken(self) -> str:
        return self.text if self.plain is None else self.plain


class View(Protocol):
    """Where a game is shown and read."""

    stays: bool
    """Whether a person is there to ask for another game."""

    def show(self, board: Board, reply: Reply) -> None: ...

    def ask(self, prompt: str, *, hidden: bool = False) -> str:
        """Read a line; EOFError and KeyboardInterrupt mean that the player leaves."""
        ...

    def close(self, board: Board | None, text: str) -> None: ...


class Painted:
    """A view that repaints the board on the terminal's second screen, and leaves the last board on the first."""

    stays = True

    def __init__(self) -> None:
        self._console = _console()
        self._console.set_alt_screen(True)

    def show(self, board: Board, reply: Reply) -> None:
        size = self._console.size
        message = _wrapped(reply.text, size.width - 2)
        if reply.page:
            self._turn_pages(message, size.height - 3)
            message = []
        self._paint([*board_lines(board, size.width, size.height - len(message) - 2), *message])

    def ask(self, prompt: str, *, hidden: bool = False) -> str:
        return _typed(f" {prompt}", hidden=hidden)

    def close(self, board: Board | None, text: str) -> None:
        self._console.set_alt_screen(False)
        if board is not None:
            rows = replace(board, guesses=None) if board.pending is None else board
            self._print(board_lines(rows, self._console.width, 10_000, legend=False, spare=0))
        self._print(_wrapped(text, self._console.width - 2))

    def _turn_pages(self, lines: list[str], height: int) -> None:
        for start in range(0, len(lines), height):
            self._paint([*lines[start : start + height], ""])
            self.ask("Enter goes on " if start + height < len(lines) else "Enter goes back to the board ")

    def _paint(self, lines: list[str]) -> None:
        self._console.clear()
        self._print(lines)

    def _print(self, lines: list[str]) -> None:
        for line in lines:
            self._console.print(Text.from_ansi(line), no_wrap=True, overflow="crop")


class Plain:
    """A view of plain lines, each said once; prompts only where a person types."""

    def __init__(self) -> None:
        self.stays = sys.stdin.isatty()

    def show(self, board: Board, reply: Reply) -> None:  # noqa: ARG002
        if reply.spoken:
            write(reply.spoken)

    def ask(self, prompt: str, *, hidden: bool = False) -> str:
        if self.stays:
            try:
                return _typed(prompt, hidden=hidden)
            except (EOFError, KeyboardInterrupt):
                write("")  # what is said next begins on a line of its own
                raise
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.rstrip("\n")

    def close(self, board: Board | None, text: str) -> None:
        if text and board is None:  # how a game ended was said when it did
            write(text)


def choose_view(*, plain: bool) -> View:
    """Repaint where a person sits at a terminal that can, and write plain lines everywhere else."""
    able = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    if sys.stdin.isatty():
        _edit_lines()
    return Painted() if able and not plain else Plain()


def _typed(prompt: str, *, hidden: bool) -> str:
    """Read a line at the terminal; bytes that are no text are read as characters that mean nothing."""
    try:
        return getpass.getpass(prompt) if hidden else input(prompt)
    except UnicodeDecodeError:
        return "\N{REPLACEMENT CHARACTER}"


def _edit_lines() -> None:
    """Let typed lines be edited and recalled by the arrow keys, where the system can."""
    try:
        import readline  # noqa: F401, PLC0415
    except ImportError:
        return


def _console() -> Console:
    return Console(highlight=False, markup=False, emoji=False)


def write(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _wrapped(text: str, width: int) -> list[str]:
    lines: list[str] = []
    for line in text.splitlines():
        indent = " " * (1 + len(line) - len(line.lstrip()))
        lines += textwrap.wrap(
            line.strip(), max(width, 20), initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
        ) or [""]
    return lines


def board_lines(board: Board, width: int, height: int, *, legend: bool = True, spare: int | None = None) -> list[str]:
    """Draw a board in at most `height` lines of `width` cells: the pegs shrink before anything is cut off.

    Empty rows are drawn for the guesses left, or `spare` of them; where there are too many turns, the earliest go.
    """
    pen = _Pen.fitting(board.look, width)
    head = [f" \x1b[1mKeypeg\x1b[0m  {board.title}", "", pen.secret(board.secret), pen.rule()]
    foot = ["", *_legend(board.look, width), f" \x1b[2m{board.commands}\x1b[0m"] if legend else []
    room = max(height - len(head) - len(foot) - 1, 2)
    rows = [pen.turn(number, turn, marked=number - 1 in board.marked) for number, turn in enumerate(board.turns, 1)]
    if board.pending is not None:
        rows.append(pen.pending(len(rows) + 1, board.pending))
    made = len(rows)
    empty = max((board.guesses or made + 1) - made, 0) if spare is None else spare
    if made > room:
        hidden = made - room + 1
        rows = [f"      … {counted(hidden, 'earlier turn')}", *rows[hidden:]]
    rows += [pen.empty(made + number) for number in range(1, empty + 1)][: room - len(rows)]
    if len(rows) * 2 <= room and legend:
        rows = [line for row in rows for line in (row, "")][:-1]
    return [*head, *rows, *foot, ""]


@dataclass(frozen=True, slots=True)
class _Pen:
    """What draws the lines of a board: pegs of so many cells, so many cells apart."""

    look: Look
    cell: int
    gap: int

    @classmethod
    def fitting(cls, look: Look, width: int) -> Self:
        """Choose the widest pegs with which a row and its key pegs fit."""
        pegs = look.variant.pegs
        label = len(look.label(look.variant.colors))
        for cell, gap in ((3, 1), (3, 0), (1, 1), (1, 0)):
            if cell >= label and 6 + pegs * (cell + gap) + 2 + pegs + 12 <= width:
                return cls(look, cell, gap)
        return cls(look, label, 0 if label == 1 else 1)

    def secret(self, secret: Code | None) -> str:
        return f" code  {self._holes('?') if secret is None else self._code(secret)}"

    def rule(self) -> str:
        pegs = self.look.variant.pegs
        return f" \x1b[2m{'─' * (6 + pegs * (self.cell + self.gap) - self.gap + 2 + pegs + 6)}\x1b[0m"

    def turn(self, number: int, turn: Turn, *, marked: bool = False) -> str:
        mark = "  \x1b[1m← a slip here?\x1b[0m" if marked else ""
        return f" {number:>4}  {render.turn_ansi(turn, self.look, self.cell, self.gap)}{mark}"

    def pending(self, number: int, guess: Code) -> str:
        return f" {number:>4}  {self._code(guess)}  \x1b[1m{'?' * self.look.variant.pegs}\x1b[0m"

    def empty(self, number: int) -> str:
        return f" \x1b[2m{number:>4}\x1b[0m  {self._holes(render.NONE)}"

    def _code(self, code: Code) -> str:
        return render.code_ansi(code, self.look, self.cell, self.gap)

    def _holes(self, mark: str) -> str:
        return (" " * self.gap).join([render.hole_ansi(mark, self.cell)] * self.look.variant.pegs)


def _legend(look: Look, width: int) -> list[str]:
    lines, used = [""], 0
    for number, color in enumerate(look.colors, 1):
        size = 6 + len(color.name)
        if used + size > width - 2 and used:
            lines.append("")
            used = 0
        lines[-1] += f" {render.peg_ansi(number, look)} {color.name} "
        used += size
    return lines


def turn_writer(look: Look, *, plain: bool) -> Callable[[int, Turn], None]:
    """Return what writes a turn by itself: as colored pegs where a person sees them, else in words."""
    if plain or not sys.stdout.isatty():
        return lambda number, turn: write(render.turn_words(number, turn, look))
    console = _console()
    pen = _Pen.fitting(look, console.width)
    return lambda number, turn: console.print(Text.from_ansi(pen.turn(number, turn)))


def rules_page(look: Look) -> str:
    """Explain the rules, and white pegs with repeated colors by worked examples."""
    variant = look.variant
    repeats = "a color may come more than once" if variant.repeats else "no color comes twice"
    examples = [
        (Code("1133"), Code("1113"), "two reds and one blue are in place; the third red finds no third red"),
        (Code("1234"), Code("1111"), "one red is in place; the other reds have no red left to match, so no whites"),
        (Code("1122"), Code("2213"), "both greens are there but elsewhere, and one red: three whites"),
        (Code("1234"), Code("4321"), "all four colors, none in its place"),
    ]
    classic = Look(Variant(4, 6), CLASSIC)
    rows = [
        f"  secret {classic.code(secret)}  guess {classic.code(guess)}  {render.key_pegs(score(secret, guess), 4)}  "
        f"{feedback_words(score(secret, guess))}\n      {why}"
        for secret, guess, why in examples
    ]
    about = (
        f"The secret is a row of {counted(variant.pegs, 'peg')} in {counted(variant.colors, 'color')}; {repeats}. "
        f"There are {variant.size:,} such codes. Each guess gets key pegs:"
    )
    counting = (
        "Their order says nothing about which peg is meant. A peg of the secret answers one peg of the guess at most: "
        "a color counts only as often as it stands in both. Blacks are counted first."
    )
    return "\n".join(
        [
            about,
            "",
            f"  {render.BLACK} black: a peg of the right color in the right place",
            f"  {render.WHITE} white: a peg of the right color in the wrong place",
            "",
            counting,
            "",
            *rows,
        ]
    )
