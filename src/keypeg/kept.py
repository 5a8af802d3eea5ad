"""Unfinished games, kept while a person plays them, so that nothing is lost however a game is left.

Each is a saved session in the user's data folder, written anew after every change. While a program plays a game it
holds a lock, which ends with the program whatever ends it; so a game that is open elsewhere is not offered again.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Self

from keypeg import store
from keypeg.errors import KeypegError, UnreadableText

try:
    import fcntl
except ImportError:  # a system without such locks: every game counts as left
    fcntl = None  # type: ignore[assignment]

_FOLDER = "unfinished"


class KeptGame:
    """The place of one game among those that are kept for a program, `play` or `solve`."""

    def __init__(self, program: str, path: Path | None = None) -> None:
        self._program = program
        self._path = path
        self._lock: IO[str] | None = None
        self.line = ""
        """The session's text line as it is kept now; empty if nothing is kept."""

    @classmethod
    def take(cls, program: str, path: Path) -> Self | None:
        """Take over a game that was left; None if another program plays it, or the file can't be read.

        If the file is not a saved session, the line is empty.
        """
        place = cls(program, path)
        try:
            place._hold()
            with suppress(UnreadableText):
                place.line = store.load_session(path)
        except (KeypegError, OSError):
            place.release()
            return None
        return place

    def keep(self, line: str) -> bool:
        """Keep a game as it stands; return whether that worked, since a failing disk must not spoil a game."""
        if line != self.line:
            with suppress(KeypegError, OSError, RuntimeError):  # the last if there is no home folder
                self._hold()
                store.save_session(self._place(), line, replace=True)
                self.line = line
        return line == self.line

    def drop(self) -> None:
        """Forget the game."""
        if self._path is not None:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)
        self.line = ""

    def set_aside(self) -> Path:
        """Rename the file, so that nobody tries to read it again, and return where it is now."""
        path = self._place()
        aside = path.with_suffix(".unreadable")
        try:
            path.rename(aside)
        except OSError:
            return path
        return aside

    def release(self) -> None:
        """Leave the game to whoever goes on with it."""
        if self._lock is not None:
            with suppress(OSError):
                Path(self._lock.name).unlink(missing_ok=True)
            self._lock.close()
            self._lock = None

    def _place(self) -> Path:
        if self._path is None:
            self._path = _folder() / f"{self._program}-{secrets.token_hex(8)}.game"
        return self._path

    def _hold(self) -> None:
        """Take the lock of this game; an OSError says that another program has it."""
        path = self._place().with_suffix(".lock")
        path.parent.mkdir(parents=True, exist_ok=True)
        if self._lock is not None or fcntl is None:
            return
        while self._lock is None:
            lock = path.open("a")
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                lock.close()
                raise
            if _is_still(path, lock):
                self._lock = lock
            else:
                lock.close()


def left_games(program: str) -> Iterator[KeptGame]:
    """Take over the games of a program that were left, one after the other, the last one first."""
    with suppress(OSError, RuntimeError):
        paths = [(path.stat().st_mtime_ns, path) for path in _folder().glob(f"{program}-*.game")]
        for _, path in sorted(paths, reverse=True):
            place = KeptGame.take(program, path)
            if place is not None:
                yield place


def _is_still(path: Path, lock: IO[str]) -> bool:
    """Return whether the file is still the one at this path: who had the lock before may have removed it."""
    with suppress(OSError):
        return os.path.samestat(path.stat(), os.fstat(lock.fileno()))
    return False


def _folder() -> Path:
    return store.data_folder() / _FOLDER
