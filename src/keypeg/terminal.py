"""The terminal: a board that repaints itself, or plain lines for a pipe, a script and a screen reader.

A table joins a session with a view. The session decides everything about the game; the table turns typed lines into
calls and their results into words; the view shows a board and a message, and reads the next line.
"""

import difflib
import getpass
import json
import os
import secrets
import shlex
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Protocol

from rich.console import Console
from rich.text import Text

from keypeg import render, store
from keypeg.errors import KeypegError, NotAllowed, UnreadableText
from keypeg.game import Adversary, Codemaker, Fixed, Outcome, Random, drawn_code
from keypeg.position import Position
from keypeg.render import Look, counted, feedback_words
from keypeg.rules import CLASSIC, Code, Palette, Turn, Variant, score
from keypeg.session import (
    DEFAULT_GUESSES,
    BreakSession,
    SolveSession,
    check_guesses,
    check_strategy,
    parse_guesses,
    parse_session,
)

WON, NOT_WON, INTERRUPTED = 0, 1, 130
"""Exit codes: the code was broken; it was not, or the player left; the player pressed Ctrl-C."""

CODEMAKERS = ("random", "adversary", "person")

_SAVE_FILE = "keypeg.game"
_YES = ("y", "yes", "new")
_LISTED = 60
_SPELLING_COLORS = 25  # from here on a code can read help


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
        self._console = Console(highlight=False, markup=False, emoji=False)
        self._console.set_alt_screen(True)

    def show(self, board: Board, reply: Reply) -> None:
        size = self._console.size
        message = _wrapped(reply.text, size.width - 2)
        if reply.page:
            self._turn_pages(message, size.height - 3)
            message = []
        self._paint([*board_lines(board, size.width, size.height - len(message) - 2), *message])

    def ask(self, prompt: str, *, hidden: bool = False) -> str:
        return getpass.getpass(f" {prompt}") if hidden else input(f" {prompt}")

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
            _write(reply.spoken)

    def ask(self, prompt: str, *, hidden: bool = False) -> str:
        if self.stays:
            try:
                return getpass.getpass(prompt) if hidden else input(prompt)
            except (EOFError, KeyboardInterrupt):
                _write("")  # what is said next begins on a line of its own
                raise
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.rstrip("\n")

    def close(self, board: Board | None, text: str) -> None:  # noqa: ARG002
        if text:
            _write(text)


def choose_view(*, plain: bool) -> View:
    """Repaint where a person sits at a terminal that can, and write plain lines everywhere else."""
    able = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    if sys.stdin.isatty():
        _edit_lines()
    return Painted() if able and not plain else Plain()


def _edit_lines() -> None:
    """Let typed lines be edited and recalled by the arrow keys, where the system can."""
    try:
        import readline  # noqa: F401, PLC0415
    except ImportError:
        return


def _write(text: str) -> None:
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
    cell, gap = _peg_size(board.look, width)
    head = [f" \x1b[1mKeypeg\x1b[0m  {board.title}", "", _secret_line(board, cell, gap), _rule(board, cell, gap)]
    foot = ["", *_legend(board.look, width), f" \x1b[2m{board.commands}\x1b[0m"] if legend else []
    room = max(height - len(head) - len(foot) - 1, 2)
    rows = [_turn_line(number, turn, board, cell, gap) for number, turn in enumerate(board.turns)]
    if board.pending is not None:
        rows.append(_pending_line(len(rows) + 1, board.pending, board.look, cell, gap))
    made = len(rows)
    empty = max((board.guesses or made + 1) - made, 0) if spare is None else spare
    if made > room:
        hidden = made - room + 1
        rows = [f"      … {counted(hidden, 'earlier turn')}", *rows[hidden:]]
    rows += [_empty_line(made + number, board.look, cell, gap) for number in range(1, empty + 1)][: room - len(rows)]
    if len(rows) * 2 <= room and legend:
        rows = [line for row in rows for line in (row, "")][:-1]
    return [*head, *rows, *foot, ""]


def _peg_size(look: Look, width: int) -> tuple[int, int]:
    """Choose the cells of a peg and between pegs, so that a row with its key pegs fits."""
    pegs = look.variant.pegs
    label = len(look.label(look.variant.colors))
    for cell, gap in ((3, 1), (3, 0), (1, 1), (1, 0)):
        if cell >= label and 6 + pegs * (cell + gap) + 2 + pegs + 12 <= width:
            return cell, gap
    return label, 0 if label == 1 else 1


def _secret_line(board: Board, cell: int, gap: int) -> str:
    if board.secret is not None:
        return f" code  {render.code_ansi(board.secret, board.look, cell, gap)}"
    return " code  " + (" " * gap).join([render.hole_ansi("?", cell)] * board.look.variant.pegs)


def _rule(board: Board, cell: int, gap: int) -> str:
    pegs = board.look.variant.pegs
    return f" \x1b[2m{'─' * (6 + pegs * (cell + gap) - gap + 2 + pegs + 6)}\x1b[0m"


def _turn_line(number: int, turn: Turn, board: Board, cell: int, gap: int) -> str:
    mark = "  \x1b[1m← a slip here?\x1b[0m" if number in board.marked else ""
    return f" {number + 1:>4}  {render.turn_ansi(turn, board.look, cell, gap)}{mark}"


def _pending_line(number: int, guess: Code, look: Look, cell: int, gap: int) -> str:
    return f" {number:>4}  {render.code_ansi(guess, look, cell, gap)}  \x1b[1m{'?' * look.variant.pegs}\x1b[0m"


def _empty_line(number: int, look: Look, cell: int, gap: int) -> str:
    holes = (" " * gap).join([render.hole_ansi(width=cell)] * look.variant.pegs)
    return f" \x1b[2m{number:>4}\x1b[0m  {holes}"


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


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """What the next game in which the player breaks a code is like."""

    variant: Variant
    guesses: int | None = DEFAULT_GUESSES
    codemaker: str = "random"
    seed: int | None = None
    secret: Code | None = None
    hard: bool = False
    palette: Palette = CLASSIC
    show_secret: bool = False


@dataclass(frozen=True, slots=True)
class SolveOptions:
    """What the next game in which the computer breaks a code is like."""

    variant: Variant
    strategy: str = "entropy"
    guesses: int | None = DEFAULT_GUESSES
    secret: Code | None = None
    random_secret: bool = False
    seed: int | None = None
    palette: Palette = CLASSIC
    show_secret: bool = False


class _Left(Exception):
    """The player typed `quit`."""


class Table:
    """The part of both games that reads commands: a command is a method, found by the name that the player types."""

    commands: ClassVar[dict[str, str]]
    named: ClassVar[str]
    view: View

    def run(self) -> int:
        """Play until the player has enough; return the exit code."""
        try:
            return self._run()
        except _Left:
            self.view.close(None, self.farewell())
            return NOT_WON
        except EOFError:
            self.view.close(None, self.farewell())
            return NOT_WON
        except KeyboardInterrupt:
            self.view.close(None, self.farewell())
            return INTERRUPTED
        except BaseException:
            self.view.close(None, "")
            raise

    def _run(self) -> int:
        reply = self.start()
        while True:
            self.view.show(self.board(), reply)
            if self.is_over:
                following = self.following() if self.view.stays else None
                if following is None:
                    self.view.close(self.board(), self.closing())
                    return WON if self.is_won else NOT_WON
                reply = following
            else:
                reply = self.answered(self.view.ask(self.prompt()))

    def start(self) -> Reply:
        """Begin or resume the first game."""
        raise NotImplementedError

    def board(self) -> Board:
        raise NotImplementedError

    @property
    def is_over(self) -> bool:
        raise NotImplementedError

    @property
    def is_won(self) -> bool:
        raise NotImplementedError

    def prompt(self) -> str:
        raise NotImplementedError

    def answered(self, line: str) -> Reply:
        """Do what a typed line says, and say how the game ended if it did."""
        raise NotImplementedError

    def following(self) -> Reply | None:
        """Ask what comes after a game: None if nothing does."""
        raise NotImplementedError

    def closing(self) -> str:
        """Say what stays on the screen after the last game."""
        raise NotImplementedError

    def farewell(self) -> str:
        """Say goodbye to a player who leaves a game."""
        raise NotImplementedError

    def handle(self, line: str) -> Reply:
        """Do what a typed line says. What is wrong with it is said, and costs nothing."""
        try:
            words = line.strip().split()
            for length in (2, 1):
                name = " ".join(words[:length]).lower()
                if len(words) >= length and name in self.commands:
                    return self._command(name)(" ".join(words[length:]))
            return self.enter(line.strip())
        except KeypegError as error:
            return Reply(f"{_sentence(str(error))}{self._guess_command(line)}")

    def _command(self, name: str) -> Callable[[str], Reply]:
        command: Callable[[str], Reply] = getattr(self, f"do_{name.replace(' ', '_').replace('?', 'help')}")
        return command

    def _guess_command(self, line: str) -> str:
        word = line.strip().split(" ", maxsplit=1)[0].lower()
        close = difflib.get_close_matches(word, [name for name in self.commands if len(name) > 2], 1, 0.7)
        return f" Did you mean {close[0]}?" if close and close[0] != word else ""

    def enter(self, line: str) -> Reply:
        raise NotImplementedError

    def do_quit(self, _rest: str) -> Reply:
        raise _Left

    def do_help(self, _rest: str) -> Reply:
        width = max(map(len, self.commands))
        rows = [f"  {name:<{width}}  {words}" for name, words in self.commands.items() if words]
        return Reply("\n".join([*self.how_to(), "", *rows]), page=True)

    def how_to(self) -> list[str]:
        raise NotImplementedError

    def do_rules(self, _rest: str) -> Reply:
        return Reply(rules_page(self.look), page=True)

    @property
    def look(self) -> Look:
        raise NotImplementedError

    def _saved(self, path: str, line: str, command: str) -> Reply:
        name = path.strip() or _SAVE_FILE
        store.save_session(Path(name), line)
        return Reply(f"Saved to {name}. Go on with: keypeg {command} --resume {shlex.quote(name)}")


def _sentence(text: str) -> str:
    """Make a sentence of an error message, whose first word may be something quoted."""
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


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


class PlayTable(Table):
    """The game in which the player breaks the code."""

    commands: ClassVar[dict[str, str]] = {
        "help": "this page",
        "?": "",
        "rules": "the rules, and how white pegs count with repeated colors",
        "hint": "a step of help: codes left, then what they share, then a guess",
        "hint CODE": "can this guess be right?",
        "candidates": "the codes that still fit",
        "undo": "take the last guess back",
        "redo": "make it again",
        "settings": "how this game is set up; set NAME VALUE changes it",
        "set": "",
        "save": "save the game: save FILE",
        "give up": "end the game and see the code",
        "new": "a new game; new p5c8 for another size",
        "quit": "leave",
        "exit": "",
    }
    named = "help  rules  hint  candidates  undo  redo  settings  save  give up  new  quit"

    def __init__(self, options: PlayOptions, view: View, session: BreakSession | None = None) -> None:
        self.options = options
        self.view = view
        self._games = 0
        self._restored = session
        self.session: BreakSession | None = None

    @property
    def game(self) -> BreakSession:
        if self.session is None:
            raise NotAllowed("no game has begun: type new")
        return self.session

    @property
    def look(self) -> Look:
        return self.game.look

    def start(self) -> Reply:
        self.session = self._restored or self.deal()
        return Reply(self.how_to()[0], self._opening())

    @property
    def is_over(self) -> bool:
        return self.game.is_over

    @property
    def is_won(self) -> bool:
        return self.game.outcome is Outcome.WON

    def answered(self, line: str) -> Reply:
        reply = self.handle(line)
        return Reply(self._verdict(), self._ending(reply)) if self.game.is_over else reply

    def following(self) -> Reply | None:
        word = self.view.ask("another game? y, n, or share: ").strip().lower()
        if word == "share":
            words = self._shared(plain=True)
            return Reply("\n".join([*self._shared(plain=False), "", words[0]]), page=True)
        return self.do_new("") if word in _YES else None

    def deal(self) -> BreakSession:
        """Begin a game by the options."""
        options = self.options
        Position(options.variant)  # one that is out of reach is refused before anybody is asked for its secret
        session = BreakSession(
            options.variant,
            self._codemaker(options),
            guesses=options.guesses,
            hard=options.hard,
            palette=options.palette,
            show_secret=options.show_secret,
        )
        self._games += 1
        return session

    def _codemaker(self, options: PlayOptions) -> Codemaker:
        if options.secret is not None and not self._games:
            return Fixed(options.variant.check_code(options.secret))
        if options.codemaker == "adversary":
            return Adversary()
        if options.codemaker == "person":
            return Fixed(self._hidden_secret(options))
        return Random(_seed(options.seed, self._games))

    def _hidden_secret(self, options: PlayOptions) -> Code:
        look = Look(options.variant, options.palette)
        colors = " ".join(look.label(color) for color in range(1, options.variant.colors + 1))
        prompt = f"codemaker, type the secret, {counted(options.variant.pegs, 'peg')} of {colors} (not shown): "
        while True:
            try:
                return options.variant.code(self.view.ask(prompt, hidden=True), options.palette)
            except KeypegError as error:
                if not self.view.stays:
                    raise
                prompt = f"{error}; once more (not shown): "

    def prompt(self) -> str:
        limit = "" if self.game.guesses is None else f" of {self.game.guesses}"
        return f"guess {len(self.game.turns) + 1}{limit}> "

    def board(self) -> Board:
        game = self.game
        return Board(self._title(), game.look, game.turns, game.guesses, game.secret, self.named)

    def _title(self) -> str:
        game = self.game
        left = game.guesses_left
        parts = [
            str(game.variant),
            "no limit" if left is None else f"{counted(left, 'guess')} left",
            *["hard"] * game.hard,
            *["adversary"] * isinstance(game.codemaker, Adversary),
        ]
        return " · ".join(parts)

    def _opening(self) -> str:
        game = self.game
        repeats = "colors may repeat" if game.variant.repeats else "no color repeats"
        limit = "no limit" if game.guesses is None else counted(game.guesses, "guess")
        size = f"{counted(game.variant.pegs, 'peg')}, {counted(game.variant.colors, 'color')}"
        lines = [
            f"Keypeg {game.variant}: {size}, {repeats}, {limit}.",
            f"Colors: {', '.join(game.look.legend())}.",
            f"Type a guess such as {game.look.code(_example(game.variant))}, or help.",
        ]
        if game.secret is not None:
            lines.append(f"The secret is {game.look.code(game.secret)}.")
        return "\n".join(lines + self._turn_lines())

    def _turn_lines(self) -> list[str]:
        return [render.turn_words(number, turn, self.look) for number, turn in enumerate(self.game.turns, 1)]

    def _ending(self, reply: Reply) -> str:
        said = [reply.spoken] if reply.spoken else []
        return "\n".join([*said, self._verdict(), *self._shared(plain=True)])

    def _verdict(self) -> str:
        game = self.game
        if game.outcome is Outcome.WON:
            limit = "" if game.guesses is None else f" of {game.guesses}"
            return f"You broke the code in {len(game.turns)}{limit}: {self._secret_words()}."
        ended = "You gave up." if game.outcome is Outcome.GIVEN_UP else "You are out of guesses."
        return f"{ended} The code was {self._secret_words()}."

    def _secret_words(self) -> str:
        secret = self.game.codemaker.reveal(self.game.position)
        long = self.look.variant.pegs > 6
        return self.look.code(secret) + ("" if long else f" ({self.look.names(secret)})")

    def _shared(self, *, plain: bool) -> list[str]:
        game = self.game
        notes = ", ".join(
            [counted(game.hints, "hint")] * bool(game.hints) + [counted(game.undos, "undo")] * bool(game.undos)
        )
        arguments: dict[str, Any] = {"won": game.outcome is Outcome.WON, "guesses": game.guesses, "notes": notes}
        words = render.share_words(game.turns, game.look, **arguments)
        lines = [words] if plain else ["To share:", *render.share_text(game.turns, game.look, **arguments).splitlines()]
        if isinstance(game.codemaker, Random):
            lines.append(f"The same code again: keypeg play {game.variant} --seed {game.codemaker.seed}")
        return lines

    def closing(self) -> str:
        if isinstance(self.view, Plain):
            return ""
        words = self._shared(plain=True)[0]
        return "\n".join([self._verdict(), "", *self._shared(plain=False), "In words:", words])

    def farewell(self) -> str:
        if self.session is None or self.session.is_over:
            return "Goodbye."
        turns = len(self.session.turns)
        return f"You left after {counted(turns, 'guess')}." if turns else "Goodbye."

    def how_to(self) -> list[str]:
        game = self.game
        code = _example(game.variant)
        forms = [self.look.code(code), str(code)]
        if game.variant.pegs <= 6:
            forms.append(self.look.names(code).replace("-", " "))
        shown = " or ".join(dict.fromkeys(forms))
        lines = [
            f"Type a guess: {shown}.",
            f"The answer: {render.BLACK} for a peg in its place, {render.WHITE} for a color in the wrong place.",
        ]
        if game.variant.colors >= _SPELLING_COLORS:
            lines.append("A guess that spells a command: put spaces between its pegs.")
        return lines

    def enter(self, line: str) -> Reply:
        if not line:
            return Reply("Type a guess, or help.", "")
        turns = self.game.turns
        turn = self.game.guess(line)
        number = len(self.game.turns)
        earlier = next((at for at, other in enumerate(turns, 1) if other.guess == turn.guess), None)
        again = f" You had guessed that in turn {earlier} already." if earlier else ""
        left = self.game.guesses_left
        more = "" if left is None or self.game.is_over else f" {counted(left, 'guess')} left."
        words = f"{self.look.code(turn.guess)}: {feedback_words(turn.feedback)}.{again}"
        return Reply(words, f"{render.turn_words(number, turn, self.look)}.{more}{again}")

    def do_hint(self, rest: str) -> Reply:
        if rest:
            return Reply(_sentence(self.game.check(rest).words(self.look)))
        hint = self.game.hint()
        more = {1: " Another hint says what they share; hint CODE checks a guess.", 2: " One more suggests a guess."}
        return Reply(_sentence(hint.words(self.look)) + more.get(hint.step, ""))

    def do_candidates(self, _rest: str) -> Reply:
        return candidates_reply(self.game.position.candidates, str(self.game.candidates_left), self.look)

    def do_undo(self, _rest: str) -> Reply:
        turn = self.game.undo()
        return Reply(f"Took back {self.look.code(turn.guess)}.")

    def do_redo(self, _rest: str) -> Reply:
        turn = self.game.redo()
        return Reply(f"{self.look.code(turn.guess)} again: {feedback_words(turn.feedback)}.")

    def do_give_up(self, _rest: str) -> Reply:
        self.game.give_up()
        return Reply()

    def do_save(self, rest: str) -> Reply:
        return self._saved(rest, str(self.game), "play")

    def do_new(self, rest: str) -> Reply:
        self.options = replace(self.options, variant=Variant.parse(rest)) if rest else self.options
        self.session = self.deal()
        return Reply("A new game.", f"A new game.\n{self._opening()}")

    def do_settings(self, _rest: str) -> Reply:
        options = self.options
        rows = {
            "variant": f"{options.variant} (pegs and colors; n at the end: no repeats)",
            "guesses": str(options.guesses or "none"),
            "codemaker": f"{options.codemaker} ({', '.join(CODEMAKERS)})",
            "hard": _on_off(on=self.game.hard),
            "palette": str(self.look.palette),
            "show-secret": _on_off(on=self.game.show_secret),
        }
        return settings_reply(rows)

    def do_set(self, rest: str) -> Reply:
        name, _, value = rest.partition(" ")
        options = self.options
        if name == "palette":
            palette = Palette.parse(value)
            self.options = replace(options, palette=palette)
            self.game.look = Look(self.game.variant, palette)
            return Reply("The palette is changed.")
        if name == "show-secret":
            self.options = replace(options, show_secret=_is_on(value))
            self.game.show_secret = self.options.show_secret
            return Reply("The secret is shown." if self.game.show_secret else "The secret is hidden.")
        self.options = self._changed(options, name, value)
        if self.game.turns:
            return Reply("Set for the next game: type new to begin it.")
        return self.do_new("")

    def _changed(self, options: PlayOptions, name: str, value: str) -> PlayOptions:
        if name == "variant":
            return replace(options, variant=Variant.parse(value))
        if name == "guesses":
            return replace(options, guesses=check_guesses(parse_guesses(value)))
        if name == "hard":
            return replace(options, hard=_is_on(value))
        if name == "codemaker":
            return replace(options, codemaker=check_codemaker(value))
        raise UnreadableText(
            f"{name!r} is not a setting: set variant, guesses, codemaker, hard, palette or show-secret to a value"
        )

    do_exit = Table.do_quit


def _example(variant: Variant) -> Code:
    return Code([1 + number % variant.colors for number in range(variant.pegs)])


def candidates_reply(candidates: Any, count: str, look: Look) -> Reply:
    """List the candidates if they are few, or the first of them, or say how many they are."""
    codes = list(_first(candidates, _LISTED + 1))
    if len(codes) > _LISTED:
        return Reply(_sentence(f"{count} codes fit, from {look.code(codes[0])} on"))
    head = "1 code fits:" if len(codes) == 1 else f"{len(codes)} codes fit:"
    return Reply(f"{head} {' '.join(map(look.code, codes))}")


def _first(candidates: Any, number: int) -> Iterator[Code]:
    for _, code in zip(range(number), candidates, strict=False):
        yield code


def settings_reply(rows: dict[str, str]) -> Reply:
    width = max(map(len, rows))
    return Reply(
        "\n".join([f"  {name:<{width}}  {value}" for name, value in rows.items()] + ["", "set NAME VALUE"]), page=True
    )


def _on_off(*, on: bool) -> str:
    return "on" if on else "off"


def _is_on(text: str) -> bool:
    word = text.strip().lower()
    if word not in ("on", "off", "yes", "no", "true", "false"):
        raise UnreadableText(f"{text!r} is neither on nor off")
    return word in ("on", "yes", "true")


def check_codemaker(text: str) -> str:
    word = text.strip().lower()
    if word not in CODEMAKERS:
        raise UnreadableText(f"{text!r} is not a codemaker: use {', '.join(CODEMAKERS)}")
    return word


def play_json(session: BreakSession) -> int:
    """Play by lines: a guess or command in, one JSON object out, and the result as the last one."""
    variant = session.variant
    _say(
        "start",
        variant=str(variant),
        pegs=variant.pegs,
        colors=variant.colors,
        repeats=variant.repeats,
        guesses=session.guesses,
        hard=session.hard,
        turns=[_turn_json(turn) for turn in session.turns],
    )
    while not session.is_over:
        line = sys.stdin.readline()
        if not line or line.strip() == "quit":
            break
        try:
            _play_line(session, line.strip())
        except KeypegError as error:
            _say("error", message=str(error))
    secret = session.secret
    _say(
        "end",
        outcome=str(session.outcome),
        variant=str(variant),
        secret=None if secret is None else str(secret),
        guesses_used=len(session.turns),
        turns=[_turn_json(turn) for turn in session.turns],
        hints=session.hints,
        undos=session.undos,
        line=str(session),
    )
    return WON if session.outcome is Outcome.WON else NOT_WON


def _play_line(session: BreakSession, line: str) -> None:
    if line == "undo":
        session.undo()
        _say("undo", number=len(session.turns), guesses_left=session.guesses_left)
    elif line == "hint":
        hint = session.hint()
        guess = None if hint.suggestion is None else str(hint.suggestion.guess)
        _say("hint", step=hint.step, candidates=hint.count.value, exact=hint.count.is_exact, guess=guess)
    elif line == "give up":
        session.give_up()
    elif line:
        turn = session.guess(line)
        _say("turn", number=len(session.turns), **_turn_json(turn), guesses_left=session.guesses_left)


def _turn_json(turn: Turn) -> dict[str, Any]:
    return {"guess": str(turn.guess), "blacks": turn.feedback.blacks, "whites": turn.feedback.whites}


def _say(event: str, **data: Any) -> None:
    _write(json.dumps({"event": event, **data}))


class SolveTable(Table):
    """The game in which the computer breaks the player's code."""

    commands: ClassVar[dict[str, str]] = {
        "help": "this page",
        "?": "",
        "rules": "the rules, and how white pegs count with repeated colors",
        "fix": "correct an earlier answer: fix 2 1b1w",
        "undo": "take the last answer back",
        "redo": "give it again",
        "candidates": "the codes that still fit your answers",
        "secret": "check answers against your code: secret CODE, random or none",
        "auto": "let your code answer by itself to the end",
        "settings": "how this game is set up; set NAME VALUE changes it",
        "set": "",
        "save": "save the game: save FILE",
        "new": "a new game; new p5c8 for another size",
        "restart": "",
        "quit": "leave",
        "exit": "",
    }
    named = "help  rules  fix  undo  redo  candidates  secret  settings  save  new  quit"

    def __init__(self, options: SolveOptions, view: View, session: SolveSession | None = None) -> None:
        self.options = options
        self.view = view
        self._games = 1
        self.game = session or solve_session(options)

    @property
    def look(self) -> Look:
        return self.game.look

    @property
    def is_over(self) -> bool:
        return self.game.is_over

    @property
    def is_won(self) -> bool:
        return self.game.outcome is Outcome.WON

    def start(self) -> Reply:
        return self._with_guess("Answer my guesses: 1b2w is 1 black and 2 white, - is none.", self._opening())

    def _opening(self) -> str:
        game = self.game
        limit = "no limit" if game.guesses is None else counted(game.guesses, "guess")
        size = f"{counted(game.variant.pegs, 'peg')} in {counted(game.variant.colors, 'color')}"
        think = "I break a code of" if game.secret is not None else "think of a code of"
        lines = [
            f"Keypeg {game.variant}: {think} {size}; I have {limit} ({game.strategy}).",
            f"Colors: {', '.join(game.look.legend())}.",
            "Type blacks and whites such as 1b2w, - for none, or help.",
        ]
        turns = [render.turn_words(number, turn, self.look) for number, turn in enumerate(game.turns, 1)]
        return "\n".join(lines + turns)

    def board(self) -> Board:
        game = self.game
        slips = frozenset(game.conflict.corrections) if game.conflict is not None else frozenset[int]()
        shown = game.secret if game.show_secret or game.is_over else None
        pending = None if game.conflict is not None else game.guess
        if shown is None and self.is_won:
            shown = game.turns[-1].guess
        return Board(self._title(), game.look, game.turns, game.guesses, shown, self.named, pending, slips)

    def _title(self) -> str:
        game = self.game
        left = game.guesses_left
        count = game.candidates_left
        return " · ".join(
            [
                str(game.variant),
                game.strategy,
                "1 code fits" if count.is_exact and count.value == 1 else f"{count} codes fit",
                "no limit" if left is None else f"{counted(left, 'guess')} left",
            ]
        )

    def prompt(self) -> str:
        if self.game.conflict is not None:
            return "correction> "
        fill = " (Enter: fill it in)" if self.game.secret is not None else ""
        return f"blacks and whites{fill}> "

    def answered(self, line: str) -> Reply:
        return self.handle(line)

    def _with_guess(self, text: str, plain: str | None = None) -> Reply:
        """Say something, and then what the game waits for."""
        said = text if plain is None else plain
        if self.game.conflict is not None:
            following = self._conflict_words()
            return Reply("\n".join(filter(None, [text, following])), "\n".join(filter(None, [said, following])))
        if self.game.is_over:
            verdict = self._verdict()
            return Reply("\n".join(filter(None, [text, verdict])), "\n".join(filter(None, [said, verdict])))
        suggestion = self.game.suggestion
        guess = "" if suggestion is None else self._guess_words()
        note = "" if suggestion is None or not suggestion.note else f"({suggestion.note})"
        return Reply("\n".join(filter(None, [text, note])), "\n".join(filter(None, [said, guess, note])))

    def _guess_words(self) -> str:
        game = self.game
        guess = game.guess
        if guess is None:
            return ""
        secret = ""
        if game.secret is not None:
            secret = f" Your code: {self.look.code(game.secret)}." if game.show_secret else " Your code is hidden."
        return f"Guess {len(game.turns) + 1}: {self.look.code(guess)}.{secret}"

    def _conflict_words(self) -> str:
        game = self.game
        lines = ["No code fits all your answers."]
        diagnosis = game.diagnosis()
        corrections = game.conflict.corrections if game.conflict is not None else {}
        if corrections:
            lines[0] += " If one of them is a slip, it is this:" if len(corrections) == 1 else " If one is a slip:"
        lines += [f"  {line}" for line in diagnosis]
        example = next(
            (f"fix {number + 1} {feedback}" for number, slips in corrections.items() for feedback in slips),
            "fix 2 1b1w",
        )
        return "\n".join([*lines, f"Correct it, for example: {example}; or undo the last answer."])

    def _verdict(self) -> str:
        game = self.game
        limit = "" if game.guesses is None else f" of {game.guesses}"
        if self.is_won:
            guess = game.turns[-1].guess
            return f"I broke your code in {len(game.turns)}{limit}: {self.look.code(guess)}."
        if game.secret is not None:
            return f"I am out of guesses. Your code was {self.look.code(game.secret)}."
        return "I am out of guesses: your code is safe. secret CODE checks your answers against it."

    def following(self) -> Reply | None:
        line = self.view.ask("another game? y, n, or undo: ").strip()
        if line.lower() in _YES:
            return self.do_new("")
        return self.handle(line) if line.partition(" ")[0].lower() in ("undo", "fix", "secret", "save") else None

    def closing(self) -> str:
        return "" if isinstance(self.view, Plain) else self._verdict()

    def farewell(self) -> str:
        turns = len(self.game.turns)
        return f"You left after {counted(turns, 'guess')}." if turns and not self.is_over else "Goodbye."

    def how_to(self) -> list[str]:
        return [
            "I guess; you answer how many pegs of my guess are in the right place (black),",
            "and how many are of a right color in the wrong place (white).",
            "Type 1b2w, or 1,2, or key pegs such as BWW; - where there are none.",
        ]

    def enter(self, line: str) -> Reply:
        if not line:
            if self.game.secret is None or self.game.conflict is not None:
                return Reply("Type blacks and whites, such as 1b2w, or - for no key peg.")
            return self._told(self.game.fill())
        return self._told(self.game.answer(line))

    def _told(self, turn: Turn) -> Reply:
        number = len(self.game.turns)
        words = render.turn_words(number, turn, self.look) + "."
        return self._with_guess("" if self.game.conflict is not None else words, words)

    def do_fix(self, rest: str) -> Reply:
        number, _, feedback = rest.partition(" ")
        if not (number.isascii() and number.isdecimal() and len(number) < 9) or not feedback.strip():
            raise UnreadableText(f"{rest!r} is not a correction: write the turn and its answer, as in fix 2 1b1w")
        turn = self.game.correct(int(number), feedback)
        return self._with_guess(f"Turn {number} is now {self.look.code(turn.guess)}: {feedback_words(turn.feedback)}.")

    def do_undo(self, _rest: str) -> Reply:
        self.game.undo()
        return self._with_guess("Took the last answer back.")

    def do_redo(self, _rest: str) -> Reply:
        self.game.redo()
        return self._with_guess("Gave it again.")

    def do_candidates(self, _rest: str) -> Reply:
        if self.game.conflict is not None:
            return Reply("No code fits all your answers.")
        return candidates_reply(self.game.position.candidates, str(self.game.candidates_left), self.look)

    def do_secret(self, rest: str) -> Reply:
        word = rest.strip().lower()
        game = self.game
        if not word:
            return Reply("No secret is set: secret CODE sets it." if game.secret is None else "A secret is set.")
        if word == "none":
            game.set_secret(None)
            return self._with_guess("The secret is forgotten.")
        secret = drawn_code(game.variant, _seed(None, 0)) if word == "random" else game.read(rest)
        wrong = game.set_secret(secret)
        lines = [
            f"Turn {number}: you answered {turn.feedback} to {self.look.code(turn.guess)}, it should have been {right}."
            for number, turn, right in wrong
        ]
        if not lines:
            lines = ["All answers fit your code." if game.turns else "The secret is set: every answer is checked."]
        return self._with_guess("\n".join(lines))

    def do_auto(self, _rest: str) -> Reply:
        lines = []
        while not self.game.is_over:
            turn = self.game.fill()
            lines.append(render.turn_words(len(self.game.turns), turn, self.look) + ".")
        return self._with_guess("", "\n".join(lines))

    def do_save(self, rest: str) -> Reply:
        return self._saved(rest, str(self.game), "solve")

    def do_new(self, rest: str) -> Reply:
        if rest:
            self.options = replace(self.options, variant=Variant.parse(rest), secret=None)
        self.game = solve_session(self.options, self._games)
        self._games += 1
        return self._with_guess("A new game.", f"A new game.\n{self._opening()}")

    def do_settings(self, _rest: str) -> Reply:
        options = self.options
        secret = "none" if self.game.secret is None else "set"
        rows = {
            "variant": f"{options.variant} (pegs and colors; n at the end: no repeats)",
            "guesses": str(options.guesses or "none"),
            "strategy": options.strategy,
            "palette": str(self.look.palette),
            "secret": "random, a new one each game" if options.random_secret else secret,
            "show-secret": _on_off(on=self.game.show_secret),
        }
        return settings_reply(rows)

    def do_set(self, rest: str) -> Reply:
        name, _, value = rest.partition(" ")
        if name == "palette":
            self.options = replace(self.options, palette=Palette.parse(value))
            self.game.look = Look(self.game.variant, self.options.palette)
            return self._with_guess("The palette is changed.")
        if name == "show-secret":
            self.game.show_secret = _is_on(value)
            self.options = replace(self.options, show_secret=self.game.show_secret)
            return self._with_guess("The secret is shown." if self.game.show_secret else "The secret is hidden.")
        if name == "secret":
            return self.do_secret(value)
        self.options = self._changed(name, value)
        if self.game.turns:
            return Reply("Set for the next game: type new to begin it.")
        return self.do_new("")

    def _changed(self, name: str, value: str) -> SolveOptions:
        if name == "variant":
            return replace(self.options, variant=Variant.parse(value), secret=None)
        if name == "guesses":
            return replace(self.options, guesses=check_guesses(parse_guesses(value)))
        if name == "strategy":
            return replace(self.options, strategy=check_strategy(value.strip()))
        raise UnreadableText(
            f"{name!r} is not a setting: set variant, guesses, strategy, palette, secret or show-secret to a value"
        )

    do_exit = Table.do_quit
    do_restart = do_new


def solve_session(options: SolveOptions, games: int = 0) -> SolveSession:
    """Begin a game by the options. A given secret is that of the first game; a random one is new for each."""
    secret = None if games else options.secret
    if options.random_secret:
        secret = drawn_code(options.variant, _seed(options.seed, games))
    return SolveSession(
        options.variant,
        strategy=options.strategy,
        guesses=options.guesses,
        secret=secret,
        palette=options.palette,
        show_secret=options.show_secret,
    )


def _seed(seed: int | None, games: int) -> int:
    """Return the seed of the next game: the one given counted on from game to game, or any."""
    return secrets.randbelow(10**9) if seed is None else seed + games


def solve_secret(session: SolveSession, *, plain: bool, as_json: bool) -> int:
    """Break a known secret and write the turns as they come."""
    began = time.perf_counter()
    painted = not plain and not as_json and sys.stdout.isatty()
    console = Console(highlight=False, markup=False, emoji=False) if painted else None
    board = Board("", session.look, (), session.guesses, None)
    cell, gap = _peg_size(session.look, console.width if console is not None else 80)
    if session.show_secret and session.secret is not None and not as_json:
        _write(f"The code is {session.look.code(session.secret)}.")
    while not session.is_over:
        turn, number = session.fill(), len(session.turns)
        if console is not None:
            console.print(Text.from_ansi(_turn_line(number - 1, turn, board, cell, gap)))
        elif not as_json:
            _write(render.turn_words(number, turn, session.look))
    if as_json:
        _write(json.dumps(_solved(session) | {"seconds": round(time.perf_counter() - began, 6)}))
    else:
        _write(_solved_words(session))
    return WON if session.outcome is Outcome.WON else NOT_WON


def _solved(session: SolveSession) -> dict[str, Any]:
    return {
        "variant": str(session.variant),
        "strategy": session.strategy,
        "secret": None if session.secret is None else str(session.secret),
        "outcome": str(session.outcome),
        "guesses": len(session.turns),
        "limit": session.guesses,
        "turns": [_turn_json(turn) for turn in session.turns],
    }


def _solved_words(session: SolveSession) -> str:
    guesses = counted(len(session.turns), "guess")
    if session.outcome is Outcome.WON:
        return f"Broken in {guesses} by {session.strategy}."
    return f"Not broken in {guesses} by {session.strategy}."


def solve_json(session: SolveSession) -> int:
    """Break a code by lines: an answer, `fix 2 1b1w` or `undo` in, one JSON object out, and the result as the last."""
    while not session.is_over:
        _say_state(session)
        line = sys.stdin.readline()
        if not line or line.strip() == "quit":
            break
        try:
            _solve_line(session, line.split())
        except KeypegError as error:
            _say("error", message=str(error))
    _say("end", **_solved(session), line=str(session))
    return WON if session.outcome is Outcome.WON else NOT_WON


def _solve_line(session: SolveSession, words: list[str]) -> None:
    if words[:1] == ["undo"]:
        session.undo()
    elif words[:1] == ["fix"] and len(words) > 2 and words[1].isdecimal():
        session.correct(int(words[1]), " ".join(words[2:]))
    else:
        session.answer(" ".join(words) or "?")


def _say_state(session: SolveSession) -> None:
    conflict = session.conflict
    if conflict is None:
        count = session.candidates_left
        _say(
            "guess",
            number=len(session.turns) + 1,
            guess=str(session.guess),
            candidates=count.value,
            exact=count.is_exact,
        )
        return
    corrections = {
        str(number + 1): {str(feedback): left for feedback, left in slips.items()}
        for number, slips in conflict.corrections.items()
    }
    drops = [[number + 1 for number in drop] for drop in conflict.drops]
    _say("conflict", message=str(conflict), drops=drops, corrections=corrections, complete=conflict.complete)


def play(options: PlayOptions, *, resume: Path | None, plain: bool, as_json: bool) -> int:
    """Play on this terminal, from the start or from a saved game; return the exit code."""
    session = None if resume is None else _resumed(resume)
    if isinstance(session, SolveSession):
        raise NotAllowed(f"{str(resume)!r} is a game of keypeg solve: go on with keypeg solve --resume")
    if session is not None:
        options = replace(
            options,
            variant=session.variant,
            guesses=session.guesses,
            hard=session.hard,
            palette=session.look.palette,
            show_secret=session.show_secret,
            codemaker="adversary" if isinstance(session.codemaker, Adversary) else "random",
        )
    if as_json:
        return play_json(session or PlayTable(options, Plain()).deal())
    return PlayTable(options, choose_view(plain=plain), session).run()


def solve(options: SolveOptions, *, resume: Path | None, ask: bool, plain: bool, as_json: bool) -> int:
    """Break a code on this terminal: a known secret to the end, unless the player wants to answer; or by answers."""
    session = None if resume is None else _resumed(resume)
    if isinstance(session, BreakSession):
        raise NotAllowed(f"{str(resume)!r} is a game of keypeg play: go on with keypeg play --resume")
    if session is not None:
        options = replace(
            options,
            variant=session.variant,
            strategy=session.strategy,
            guesses=session.guesses,
            palette=session.look.palette,
            show_secret=session.show_secret,
        )
    known = options.secret is not None or options.random_secret
    if known and not ask and session is None:
        return solve_secret(solve_session(options), plain=plain, as_json=as_json)
    session = session or solve_session(options)
    if as_json:
        return solve_json(session)
    return SolveTable(options, choose_view(plain=plain), session).run()


def _resumed(path: Path) -> BreakSession | SolveSession:
    return parse_session(store.load_session(path))
