"""Where a game in a terminal comes from and goes to: files, the unfinished games that are kept, the history."""

import itertools
import secrets
import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from keypeg import store, words
from keypeg.errors import KeypegError, NotAllowed
from keypeg.kept import KeptGame, left_games
from keypeg.lines import one_line
from keypeg.session import BreakSession, Session, SolveSession, parse_session
from keypeg.session_match import MatchSession, is_match

Saved = Session | MatchSession
"""What can be left, saved and gone on with."""

SessionT = TypeVar("SessionT", bound=Saved)


class Resumed(NamedTuple, Generic[SessionT]):
    """A game to go on with, and where it comes from: the place where it was kept, or a file."""

    session: SessionT
    kept: KeptGame | None = None
    file: Path | None = None
    saved: str = ""
    """The text line in the file."""

    def play(self, play: Callable[[SessionT], int]) -> int:
        """Let a program go on with the game, and keep it if it was kept before and is not over."""
        code = play(self.session)
        if self.kept is not None:
            if self.session.is_over:
                self.kept.drop()
            else:
                self.kept.keep(str(self.session))
            self.kept.release()
        return code


@dataclass(frozen=True, slots=True)
class Start:
    """How to begin: from the file `resume`, if it is empty from the game that was left last, or anew.

    If it `offers`, a person who left a game is asked first.
    """

    resume: str | None = None
    offers: bool = False

    def resumed(self, program: str, kind: type[SessionT]) -> Resumed[SessionT] | None:
        """Return the game to go on with; None is a new one."""
        if self.resume is None:
            return None
        if self.resume:
            path = Path(self.resume)
            line = store.load_session(path)
            return Resumed(_saved_game(path, line, kind), file=path, saved=line)
        left = left_game(program, kind)
        if left is None:
            raise NotAllowed("nothing-left", program=program)
        return left


class Keeper:
    """Keeps a person's game while it is played, and puts it into the history once it is over."""

    def __init__(self, program: str, *, is_persons: bool) -> None:
        self.program = program
        self.is_persons = is_persons
        self.file: Path | None = None
        """The file of this game, if it has been saved or comes from one."""
        self._saved = ""
        self._kept = KeptGame(program)
        self._recorded: Saved | None = None

    def resume(self, game: Resumed[SessionT]) -> None:
        """Go on with a game; one that is over is in the history already."""
        self._kept, self.file, self._saved = game.kept or self._kept, game.file, game.saved
        self.is_persons |= game.kept is not None
        self._recorded = game.session if game.session.is_over else None

    @property
    def keeps(self) -> bool:
        return bool(self._kept.line)

    def keep(self, game: Saved) -> bool:
        """Keep a game, also one that is over as long as it can be undone; return whether it is kept."""
        in_history = game.is_over and game is self._recorded
        return self.is_persons and not in_history and self._kept.keep(str(game))

    def record(self, game: Saved) -> None:
        """Put a finished game into the history, once, when it can't be undone any more; then it isn't kept.

        A game whose code the player knew says nothing about them, and is left out.
        """
        if not game.is_over or game is self._recorded:
            return
        if self.is_persons:
            record(game)
        self._recorded = game
        self._kept.drop()

    def save(self, game: Saved, path: Path, *, replace: bool = False) -> None:
        """Save a game to its own file or to a new one.

        Over another game, or over what another program has saved to its file meanwhile, only with `replace`.
        """
        game.id = game.id or secrets.token_hex(8)
        store.save_session(path, str(game), replace=replace, known=self._saved if path == self.file else None)
        self.file, self._saved = path, str(game)

    def drop(self) -> None:
        """Forget a game: another one begins."""
        self._kept.drop()
        self.file = None

    def release(self) -> None:
        self._kept.release()


_PROGRAMS: dict[type[Saved], str] = {BreakSession: "play", SolveSession: "solve", MatchSession: "match"}


def parse_saved(line: str) -> BreakSession | SolveSession | MatchSession:
    """Read the text line of a game or of a match."""
    return MatchSession.parse(line) if is_match(line) else parse_session(line)


def _saved_game(path: Path, line: str, kind: type[SessionT]) -> SessionT:
    """Read a saved game; one of the other kind is refused, naming the command that resumes it."""
    session = parse_saved(line)
    if not isinstance(session, kind):
        raise NotAllowed("other-game", path=path, program=_PROGRAMS[type(session)], file=shlex.quote(str(path)))
    return session


def left_game(program: str, kind: type[SessionT]) -> Resumed[SessionT] | None:
    """Return the game that was left last; one that was over goes into the history.

    One that can't be read, such as one whose strategy is not installed any more, is set aside.
    """
    for kept in left_games(program):
        try:
            session = parse_saved(kept.line)
        except KeypegError as error:
            notice = words.text("terminal.set-aside", error=error, path=kept.set_aside())
            sys.stderr.write(f"keypeg: {one_line(notice)}\n")
            kept.release()
            continue
        if isinstance(session, kind) and not session.is_over:
            return Resumed(session, kept)
        record(session)
        kept.drop()
        kept.release()
    return None


def record(game: Saved) -> None:
    """Put a finished game into the history, if it says something about who played it."""
    if game.counts:
        store.record_game(str(game), name=game.id)


def free_name() -> Path:
    """Return a name for a saved game that no file here has."""
    names = itertools.chain(["keypeg.game"], (f"keypeg-{number}.game" for number in itertools.count(2)))
    return next(path for path in map(Path, names) if not path.exists())
