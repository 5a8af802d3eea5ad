"""The table: what both games in a terminal have in common. It reads commands and settings, and saves and resumes.

The tables in `terminal_play` and `terminal_solve` decide who breaks the code, and thus what a line means that is not a
command.
"""

import difflib
import secrets
import shlex
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from keypeg import store, words
from keypeg.candidates import Count
from keypeg.errors import KeypegError, NotAllowed, UnreadableText
from keypeg.exit_codes import FAILURE, INTERRUPTED, SUCCESS
from keypeg.game import Outcome
from keypeg.palette import CLASSIC, Palette
from keypeg.position import Position
from keypeg.render import Look
from keypeg.rules import Code, Variant
from keypeg.session import DEFAULT_GUESSES, BreakSession, Session, parse_guesses, parse_session
from keypeg.terminal import Board, Reply, View
from keypeg.terminal_json import LISTED
from keypeg.words import terminal as said

YES = ("y", "yes", "new")
"""What a player types to get another game."""

NO = ("", "n", "no")

_SAVE_FILE = "keypeg.game"


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the next game that both kinds have. A given secret is for one game only."""

    variant: Variant
    guesses: int | None = DEFAULT_GUESSES
    secret: Code | None = None
    seed: int | None = None
    palette: Palette = CLASSIC
    show_secret: bool = False


def parse_variant(text: str) -> Variant:
    """Read a variant that can be played; one that is out of reach is refused."""
    return Position(Variant.parse(text)).variant


OptionsT = TypeVar("OptionsT", bound=Options)
SessionT = TypeVar("SessionT", bound=Session)


class Command(NamedTuple):
    """What a typed word does with the rest of its line, and which of its forms the help page explains, if any."""

    act: Callable[[Any, str], Reply]
    forms: tuple[str, ...] = ()


class Table(Generic[OptionsT, SessionT]):
    """The part of both games that reads commands; each is a method, named in the table of commands."""

    program: ClassVar[str]
    """The command that plays this game."""

    commands: ClassVar[dict[str, Command]]
    """What the player can type, in the order of the help page."""

    afterwards: ClassVar[str]
    """The command to suggest first once the game is over."""

    named: ClassVar[str]
    """The commands shown under the board."""

    settings: ClassVar[dict[str, Callable[[str], Any]]] = {"variant": parse_variant, "guesses": parse_guesses}
    """The options that `set` changes, each with the function that reads it."""

    code_settings: ClassVar = {"variant", "codemaker"}
    """Those that the code depends on: a game that has not begun is dealt again."""

    def __init__(self, options: OptionsT, view: View, session: SessionT | None = None) -> None:
        self.options = self.dealt = options
        self.view = view
        self.session = session
        self.games = 0 if session is None else 1
        self._recorded = session if session is not None and session.is_over else None

    @property
    def game(self) -> SessionT:
        if self.session is None:
            raise NotAllowed("no-game")
        return self.session

    @property
    def look(self) -> Look:
        return self.game.look

    def run(self) -> int:
        """Play until the player has had enough; return the exit code."""
        try:
            return self._run()
        except EOFError:
            self.view.close(None, self._farewell())
            return FAILURE
        except KeyboardInterrupt:
            self.view.close(None, self._farewell())
            return INTERRUPTED
        except BaseException:
            with suppress(OSError):  # it may be the terminal that is gone
                self.view.close(None, "")
            raise
        finally:
            self._record()

    def _run(self) -> int:
        if self.session is None:
            self._begin(self.options)
        reply = self.told(self.greeting(), self._opening())
        while True:
            self.view.show(self.board(), self._with_offer(reply))
            if self.game.is_over:
                following = self.following() if self.view.stays else None
                if following is None:
                    self.view.close(self.board(), self.closing())
                    return exit_code(self.game)
                reply = following
            else:
                reply = self.answered(self.view.ask(self.prompt()))

    def _begin(self, options: OptionsT, *, again: bool = False) -> None:
        """Deal a game, and keep its options only if that works: bad ones must not spoil the next game."""
        session = self.deal(options, again=again)
        self._record()
        self.session = session
        self.options = self.dealt = replace(options, secret=None)
        self.games += not again

    def _record(self) -> None:
        """Put a person's finished game into the history, once, and only when it can't be undone any more."""
        game = self.session
        if self.view.stays and game is not None and game is not self._recorded and game.is_over and game.turns:
            store.record_game(str(game))
            self._recorded = game

    def _farewell(self) -> str:
        if self.session is None or self.session.is_over or not self.session.turns:
            return words.text("terminal.goodbye")
        return words.text("terminal.left-early", number=len(self.session.turns))

    def _opening(self) -> str:
        """Say in plain lines what game this is, and what has been played."""
        head, *more = self.introduction()
        key = "terminal.digits" if self.look.palette.has_digits else "terminal.colors"
        colors = words.text(key, colors=", ".join(self.look.legend()))
        return "\n".join([head, colors, *more, *self._turn_lines()])

    def _turn_lines(self) -> list[str]:
        return [words.turn(number, turn, self.look) for number, turn in enumerate(self.game.turns, 1)]

    def deal(self, options: OptionsT, *, again: bool = False) -> SessionT:
        """Start a game with these options; `again` instead of the present one, with its code or seed if possible."""
        raise NotImplementedError

    def code(self) -> Code | None:
        """Return the code of this game, seen or not, if there is one."""
        raise NotImplementedError

    def adopt(self, name: str, value: Any) -> None:
        """Let this game take over a setting that doesn't touch its code."""
        setattr(self.game, name, value)

    def greeting(self) -> str:
        """Say under the first board what to do."""
        raise NotImplementedError

    def introduction(self) -> list[str]:
        """Say in plain lines what kind of game this is, and what to do."""
        raise NotImplementedError

    def how_to(self) -> list[str]:
        """Return the beginning of the help page."""
        raise NotImplementedError

    def board(self) -> Board:
        raise NotImplementedError

    def prompt(self) -> str:
        raise NotImplementedError

    def enter(self, line: str) -> Reply:
        """Do what a line says that is not a command."""
        raise NotImplementedError

    def following(self) -> Reply | None:
        """Ask what comes after a game, which may be any command; None if nothing does."""
        try:
            line = self.view.ask(f"{words.text('terminal.another-game')} ").strip()
            if line.lower() in YES:
                return self.do_new("")
            return None if line.lower() in NO else self.handle(line)
        except EOFError:
            return None

    def _with_offer(self, reply: Reply) -> Reply:
        """Add what a person can type once the game is over."""
        if reply.page or not (self.view.stays and self.game.is_over):
            return reply
        offer = words.text("terminal.afterwards", command=self.afterwards)
        return Reply(f"{reply.text}\n{offer}", f"{reply.spoken}\n{offer}")

    def closing(self) -> str:
        """Say what stays on the screen after the last game."""
        raise NotImplementedError

    def own_settings(self) -> dict[str, str]:
        """Describe the settings that only this kind of game has."""
        raise NotImplementedError

    def told(self, text: str, plain: str | None = None) -> Reply:
        """Say something, and then what the game waits for."""
        return Reply(text, plain)

    def answered(self, line: str) -> Reply:
        """Do what a typed line says and, if the game ended, say how."""
        return self.handle(line)

    def handle(self, line: str) -> Reply:
        """Do what a typed line says. If something is wrong with it, say so; it costs nothing."""
        try:
            parts = line.strip().split()
            for length in (2, 1):
                name = " ".join(parts[:length]).lower()
                if len(parts) >= length and name in self.commands and not self._is_peg(name):
                    return self.commands[name].act(self, " ".join(parts[length:]))
            return self.enter(line.strip())
        except KeypegError as error:
            return Reply(" ".join([words.sentence(str(error)), *self._guess_command(line)]))

    def _is_peg(self, name: str) -> bool:
        """Return whether a short command is a guess of one peg, which can't be typed in another way."""
        with suppress(KeypegError):
            return len(name) == self.game.variant.pegs == 1 and bool(self.game.read(name))
        return False

    def _guess_command(self, line: str) -> list[str]:
        word = line.strip().split(" ", maxsplit=1)[0].lower()
        if any(word == color.name for color in self.look.colors):
            return []
        close = difflib.get_close_matches(word, [name for name in self.commands if len(name) > 2], 1, 0.7)
        return [words.text("terminal.did-you-mean", command=name) for name in close if name != word]

    def do_help(self, _rest: str) -> Reply:
        forms = [form for command in self.commands.values() for form in command.forms]
        rows = {form: said.explain(self.program, form) for form in forms}
        return Reply("\n".join([*self.how_to(), "", *_aligned(rows)]), page=True)

    def do_rules(self, _rest: str) -> Reply:
        return Reply(said.rules_page(self.game.variant), page=True)

    def do_turns(self, _rest: str) -> Reply:
        """Show every turn, including those for which the board has no room."""
        if not self.game.turns:
            return Reply(words.text("terminal.no-turns"))
        return Reply("\n".join(self._turn_lines()), page=True)

    def do_candidates(self, _rest: str) -> Reply:
        """List the candidates if they are few, or say how many there are."""
        codes = list(islice(self.game.position.candidates, LISTED + 1))
        if len(codes) > LISTED:
            possible, code = words.possible(self.game.candidates_left), self.look.code(codes[0])
            return Reply(words.sentence(words.text("terminal.candidates", possible=possible, code=code)))
        possible = words.possible(Count(len(codes), len(codes), len(codes)))
        listed = " ".join(map(self.look.code, codes))
        return Reply(words.text("terminal.few-candidates", possible=possible, codes=listed))

    def do_settings(self, _rest: str) -> Reply:
        rows = self._all_settings() | {words.text("board.code"): self._shown_code()}
        return Reply("\n".join([*_aligned(rows), "", words.text("settings.how")]), page=True)

    def _all_settings(self) -> dict[str, str]:
        return {
            "variant": words.text("settings.variant", variant=self.setting("variant")),
            "guesses": self.setting("guesses"),
            **self.own_settings(),
            "palette": str(self.look.palette),
            "show-secret": on_off(on=self.game.show_secret),
        }

    def setting(self, name: str) -> str:
        """Write the value of a setting, and that of the next game if it is another one."""
        now, then = (_written(getattr(options, name)) for options in (self.dealt, self.options))
        return now if now == then else words.text("settings.now-and-then", now=now, then=then)

    def _shown_code(self) -> str:
        """Write the code where it may be seen."""
        shown, code = self.board().secret, self.code()
        if shown is not None:
            return self.look.code(shown)
        return words.text("settings.code-none" if code is None else "settings.code-hidden")

    def do_set(self, rest: str) -> Reply:
        name, value = name_and_value(rest)
        if name == "palette":
            self.options = replace(self.options, palette=Palette.parse(value))
            self.game.look = Look(self.game.variant, self.options.palette)
            return self.told(words.text("settings.palette-changed"))
        if name == "show-secret":
            self.options = replace(self.options, show_secret=is_on(value))
            self.game.show_secret = self.options.show_secret
            shown = self.game.show_secret
            return self.told(words.text("settings.secret-shown" if shown else "settings.secret-hidden"))
        if name not in self.settings:
            *most, last = self._all_settings()
            raise UnreadableText("setting-unknown", name=name, most=", ".join(most), last=last)
        read = self.settings[name](value)
        changes: dict[str, Any] = {name: read}
        options = replace(self.options, **changes)
        if self.game.turns:
            self.options = options
            return Reply(words.text("settings.next-game"))
        if name in self.code_settings:
            return self._restarted(options)
        self.adopt(name, read)
        self.options = self.dealt = options
        changed = words.text("settings.changed", name=name, value=_written(read))
        return self.told("\n".join([changed, *said.luck(self.game.variant, self.game.guesses)]))

    def do_save(self, rest: str) -> Reply:
        name = rest.strip() or _SAVE_FILE
        store.save_session(Path(name), str(self.game))
        return Reply(words.text("terminal.saved", name=name, program=self.program, path=shlex.quote(name)))

    def do_new(self, rest: str) -> Reply:
        self._begin(self._sized(rest))
        return self._begun(words.text("terminal.new-game"))

    def do_restart(self, rest: str) -> Reply:
        return self._restarted(self._sized(rest))

    def _sized(self, rest: str) -> OptionsT:
        return replace(self.options, variant=parse_variant(rest)) if rest else self.options

    def _restarted(self, options: OptionsT) -> Reply:
        """Begin this game again, and say whether it has the same code."""
        before = self.code()
        self._begin(options, again=True)
        code = self.code()
        if code is None:
            return self._begun(words.text("terminal.restarted" if before is None else "terminal.restarted-no-code"))
        return self._begun(words.text("terminal.restarted-same" if code == before else "terminal.restarted-new"))

    def _begun(self, text: str) -> Reply:
        return self.told(text, f"{text}\n{self._opening()}")

    def do_quit(self, _rest: str) -> Reply:
        raise EOFError

    def seed(self, *, again: bool) -> int:
        """Return the seed of the next game: the given one plus the number of earlier games, or a random one."""
        return any_seed() if self.options.seed is None else self.options.seed + self.games - again

    asking: ClassVar[dict[str, Command]] = {
        "help": Command(do_help, ("help",)),
        "?": Command(do_help),
        "rules": Command(do_rules, ("rules",)),
        "turns": Command(do_turns, ("turns",)),
    }
    changing: ClassVar[dict[str, Command]] = {
        "settings": Command(do_settings, ("settings",)),
        "set": Command(do_set),
        "save": Command(do_save, ("save",)),
    }
    leaving: ClassVar[dict[str, Command]] = {
        "restart": Command(do_restart, ("restart",)),
        "new": Command(do_new, ("new",)),
        "quit": Command(do_quit, ("quit",)),
        "q": Command(do_quit),
        "exit": Command(do_quit),
    }


def any_seed() -> int:
    return secrets.randbelow(10**9)


def name_and_value(text: str) -> tuple[str, str]:
    name, _, value = text.partition(" ")
    return name.lower(), value


def on_off(*, on: bool) -> str:
    return "on" if on else "off"


def _written(value: object) -> str:
    """Write the value of a setting as it is typed."""
    return on_off(on=value) if isinstance(value, bool) else "none" if value is None else str(value)


def is_on(text: str) -> bool:
    word = text.strip().lower()
    if word not in ("on", "off", "yes", "no", "true", "false"):
        raise UnreadableText("on-off-text", text=text)
    return word in ("on", "yes", "true")


def _aligned(rows: dict[str, str]) -> list[str]:
    width = max(map(len, rows))
    return [f"  {name:<{width}}  {value}" for name, value in rows.items()]


def exit_code(session: Session) -> int:
    return SUCCESS if session.outcome is Outcome.WON else FAILURE


def resumed(path: Path | None, kind: type[SessionT]) -> SessionT | None:
    """Read a saved game; one of the other kind is refused, naming the command that resumes it."""
    if path is None:
        return None
    session = parse_session(store.load_session(path))
    if not isinstance(session, kind):
        program = "play" if isinstance(session, BreakSession) else "solve"
        raise NotAllowed("other-game", path=path, program=program)
    return session


def resumed_options(options: OptionsT, session: Session, **own: Any) -> OptionsT:
    """Return the options that a resumed game was started with."""
    return replace(
        options,
        variant=session.variant,
        guesses=session.guesses,
        palette=session.look.palette,
        show_secret=session.show_secret,
        **own,
    )
