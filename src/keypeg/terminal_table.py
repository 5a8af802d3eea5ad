"""The table: what both games in a terminal have in common. It reads commands and settings, and saves and resumes.

The tables in `terminal_play` and `terminal_solve` decide who breaks the code, and thus what a line means that is not a
command.
"""

import difflib
import shlex
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from keypeg import words
from keypeg.candidates import Count
from keypeg.errors import KeypegError, NotAllowed, UnreadableText
from keypeg.exit_codes import FAILURE, SUCCESS
from keypeg.game import Outcome
from keypeg.lines import aligned
from keypeg.palette import Palette
from keypeg.render import Look
from keypeg.rules import Code
from keypeg.session import Session, parse_guesses
from keypeg.session_match import MatchSession
from keypeg.terminal import Board, Command, Reply, View, asks, is_no, is_yes, until_left
from keypeg.terminal_json import LISTED
from keypeg.terminal_options import OptionsT, any_seed, is_on, name_and_value, on_off, parse_variant, sized, written
from keypeg.terminal_resume import Keeper, Resumed, free_name, left_game
from keypeg.words import terminal as said

_OVERWRITE = {"file-other-game": "terminal.overwrite", "file-changed": "terminal.overwrite-changed"}

SessionT = TypeVar("SessionT", bound=Session)


class Table(Generic[OptionsT, SessionT]):
    """The part of both games that reads commands; each is a method, named in the table of commands."""

    program: ClassVar[str]
    """The command that plays this game."""

    kind: type[SessionT]

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
        self.session: SessionT | None = None
        self.games = 0
        self.is_warned = False
        self.keeper = Keeper(self.program, is_persons=view.stays)
        if session is not None:
            self.resume(Resumed(session))

    def resume(self, game: Resumed[SessionT]) -> None:
        """Go on with a game."""
        self.session, self.games = game.session, 1
        self.options = self.dealt = self.options_of(game.session)
        self.keeper.resume(game)

    @property
    def game(self) -> SessionT:
        if self.session is None:
            raise NotAllowed("no-game")
        return self.session

    @property
    def look(self) -> Look:
        return self.game.look

    def run(self, *, offer: bool = False) -> int:
        """Play until the player has had enough; return the exit code. With `offer`, ask about a game that was left."""
        try:
            return until_left(self.view, partial(self._run, offer=offer), self._farewell)
        finally:
            self._keep()
            self._record()
            self.keeper.release()

    def _record(self) -> None:
        if self.session is not None:
            self.keeper.record(self.session)

    def _run(self, *, offer: bool) -> int:
        if offer and self.view.stays and self.session is None:
            self._offer()
        if self.session is None:
            self._begin(self.options)
        luck = said.luck(self.game.variant, self.game.guesses)
        reply = self.told("\n".join([self.greeting(), *luck]), self._opening())
        while True:
            reply = self._with_warning(reply)
            self.view.show(self.board(), self._with_offer(reply))
            if self.game.is_over:
                following = self.following() if self.view.stays else None
                if following is None:
                    return self.ended()
                reply = following
            else:
                reply = self.answered(self.view.ask(self.prompt()))

    def ended(self) -> int:
        """Leave the table after the last game; return the exit code."""
        self.view.close(self.board(), self.closing())
        return exit_code(self.game)

    @property
    def kept(self) -> Session | MatchSession:
        """What is kept while it is played, and saved: the game, or the match that it belongs to."""
        return self.game

    def _begin(self, options: OptionsT, *, again: bool = False) -> None:
        """Deal a game, and keep its options only if that works: bad ones must not spoil the next game."""
        if options.palette == self.dealt.variant.palette:  # not chosen, but the one that goes with the variant
            options = replace(options, palette=options.variant.palette)
        session = self.deal(options, again=again)
        self._record()
        self.keeper.drop()
        self.session = session
        self.options = self.dealt = replace(options, secret=None)
        self.games += not again

    def _keep(self) -> bool:
        """Keep the game as it stands; return whether it is kept."""
        return self.session is not None and self.is_begun() and self.keeper.keep(self.kept)

    def _with_warning(self, reply: Reply) -> Reply:
        """Keep the game as it stands and, if that fails for the first time, say so."""
        is_safe = self._keep() or self.game.is_over or not (self.keeper.is_persons and self.is_begun())
        if is_safe or self.is_warned or reply.page:
            return reply
        self.is_warned = True
        return reply.followed_by(words.text("terminal.cannot-keep"))

    def is_begun(self) -> bool:
        """Return whether there is something to lose."""
        return bool(self.game.turns or self.keeper.keeps)

    def _offer(self) -> None:
        """Ask whether the player goes on with the game that was left last, if there is one."""
        options, left = self.options, left_game(self.program, self.kind)
        if left is None:
            return
        self.resume(left)
        told = words.text("terminal.left-game", variant=left.session.variant, number=len(left.session.turns))
        if not self.asks(words.text("terminal.go-on-with"), told, default=True):
            self.keeper.drop()
            self.session, self.games, self.options = None, 0, options

    def asks(self, question: str, told: str = "", *, default: bool) -> bool:
        return asks(self.view, self.board(), question, told, default=default)

    def _farewell(self) -> str:
        if self.session is None or self.session.is_over or not self.is_begun():
            return words.text("terminal.goodbye")
        turns = len(self.session.turns)
        if not self.keeper.is_persons:
            return words.text("terminal.left-early", number=turns)
        key = "terminal.left-kept" if self._keep() else "terminal.left-lost"
        return words.text(key, number=turns, program=self.program)

    def _opening(self) -> str:
        """Say in plain lines what game this is, and what has been played."""
        head, *more = self.introduction()
        key = "terminal.digits" if self.look.palette.has_digits else "terminal.colors"
        colors = words.text(key, colors=", ".join(words.named(self.look).legend()))
        return "\n".join([head, colors, *more, *self._turn_lines()])

    def _turn_lines(self) -> list[str]:
        return [words.turn(number, turn, self.look) for number, turn in enumerate(self.game.turns, 1)]

    def options_of(self, session: SessionT) -> OptionsT:
        """Return the options that a resumed game was started with."""
        return replace(
            self.options,
            variant=session.variant,
            guesses=session.guesses,
            secret=None,
            palette=session.look.palette,
            show_secret=session.show_secret,
        )

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
            if is_yes(line):
                return self.do_new("")
            return None if not line or is_no(line) else self.handle(line)
        except EOFError:
            return None

    def _with_offer(self, reply: Reply) -> Reply:
        """Add what a person can type once the game is over."""
        if reply.page or not (self.view.stays and self.game.is_over):
            return reply
        return reply.followed_by(words.text("terminal.afterwards", command=self.afterwards))

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
            return Reply(" ".join([words.error_sentence(error), *self._guess_command(line)]))

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
        rows = {form: said.explain(self.program, form, self.look) for form in forms}
        return Reply("\n".join([*self.how_to(), "", *aligned(rows)]), page=True)

    def do_rules(self, _rest: str) -> Reply:
        return Reply(said.rules_page(self.look), page=True)

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
        return Reply("\n".join([*aligned(rows), "", words.text("settings.how")]), page=True)

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
        now, then = (written(getattr(options, name)) for options in (self.dealt, self.options))
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
            palette = Palette.parse(value)
            self.options, self.dealt = (replace(options, palette=palette) for options in (self.options, self.dealt))
            self.game.look = Look(self.game.variant, palette)
            return self.told(words.text("settings.palette-changed"))
        if name == "show-secret":
            shown = is_on(value)
            self.options, self.dealt = (replace(options, show_secret=shown) for options in (self.options, self.dealt))
            self.adopt("show_secret", shown)
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
        changed = words.text("settings.changed", name=name, value=written(read))
        return self.told("\n".join([changed, *said.luck(self.game.variant, self.game.guesses)]))

    def do_save(self, rest: str) -> Reply:
        """Save the game to its own file, or to a new one; over another game only if the player says so."""
        path = Path(rest.strip()) if rest.strip() else self.keeper.file or free_name()
        try:
            self.keeper.save(self.kept, path)
        except NotAllowed as error:
            if error.kind not in _OVERWRITE or not self.view.stays:
                raise
            if not self.asks(words.text(_OVERWRITE[error.kind], name=path), default=False):
                return Reply(words.text("terminal.not-saved"))
            self.keeper.save(self.kept, path, replace=True)
        return Reply(words.text("terminal.saved", name=path, program=self.keeper.program, path=shlex.quote(str(path))))

    def do_new(self, rest: str) -> Reply:
        options = sized(self.options, rest)
        if not self._may_drop():
            return self.told(words.text("terminal.goes-on"))
        self._begin(options)
        return self._begun(words.text("terminal.new-game"))

    def do_restart(self, rest: str) -> Reply:
        """Begin this game again; what is set for the next game stays so."""
        options, later = sized(self.dealt, rest), sized(self.options, rest)
        if not self._may_drop():
            return self.told(words.text("terminal.goes-on"))
        reply = self._restarted(options)
        self.options = replace(later, secret=None, palette=self.dealt.palette)
        return reply

    def _may_drop(self) -> bool:
        """Ask a person whose game has turns and is not over whether it may be dropped."""
        turns = len(self.game.turns)
        if not (self.view.stays and turns) or self.game.is_over:
            return True
        return self.asks(words.text("terminal.drop", number=turns), default=False)

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


def exit_code(session: Session) -> int:
    return SUCCESS if session.outcome is Outcome.WON else FAILURE
