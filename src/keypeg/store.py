"""All access to files: sessions are saved and read back here, and every other file is written here.

A file is written beside its place and then moved there, so that a reader sees the old file or the new one, never half
of it.

Games finished in a terminal go into the history that `keypeg serve` shows. Its database needs packages that may not be
installed, so each such game is left as a small file in an inbox, which the server empties.
"""

import json
import os
import shutil
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Self

from keypeg import ledger
from keypeg.errors import KeypegError, NotAllowed, TooLarge, UnreadableText

_HEAD = "keypeg session 1"
_LIMIT = 1 << 20
_INBOX = "played"

MOST_BYTES = 1 << 29
"""The longest file that is read; the tree of all 16,777,216 codes that can be replayed is shorter."""

DATABASE = "keypeg.db"
"""The file in the data folder in which a server keeps games."""


def save_session(path: Path, line: str, *, replace: bool = False, known: str | None = None) -> None:
    """Write a session's text line to a new file, or over the `known` line; with `replace`, over any other session.

    The kind of the error is `file-other-game` if another session is in the way, and `file-changed` if the known one has
    been replaced. Of several programs that save to one file at the same time, only the first finds what it knows.
    """
    content = f"{_HEAD}\n{line}\n"
    try:
        while not _write_new(path, content):
            with _held(path) as is_there:
                if is_there:
                    if _replaceable(path) != known and not replace:
                        raise NotAllowed("file-other-game" if known is None else "file-changed", path=path)
                    write_atomically(path, content)
                    return
    except KeypegError:
        raise
    except (OSError, ValueError) as error:
        raise NotAllowed("file-save", path=path, reason=reason(error)) from error


@contextmanager
def _held(path: Path) -> Iterator[bool]:
    """Let no other program save to a file, and tell whether it is there; a lock ends with the program that has it."""
    if path.exists() and not path.is_file():
        raise NotAllowed("file-taken", path=path)
    try:
        file = path.open("rb", buffering=0)
    except FileNotFoundError:
        yield False
        return
    with file:
        _lock(file, waits=True)
        try:
            is_there = os.path.samestat(os.fstat(file.fileno()), path.stat())  # or who had the lock has replaced it
        except FileNotFoundError:
            is_there = False
        yield is_there


def _write_new(path: Path, content: str) -> bool:
    """Write a whole file where there is none; return False if there is one."""
    if path.exists():
        return False
    target = path.resolve()
    with _written(target, [content.encode()]) as beside:
        try:
            os.link(beside, target)
        except FileExistsError:
            return False
        except OSError:  # this file system has no links
            beside.replace(target)
    return True


def load_session(path: Path) -> str:
    """Read the text line of a saved session."""
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(_LIMIT)
    except UnicodeDecodeError:
        text = ""
    except (OSError, ValueError) as error:
        raise NotAllowed("file-read", path=path, reason=reason(error)) from error
    head, _, line = text.partition("\n")
    if head.strip() != _HEAD or not line.strip():
        raise UnreadableText("file-no-session", path=path, head=_HEAD)
    return line.strip()


def read_ledger(path: Path) -> list[ledger.Line]:
    """Read the lines of a ledger."""
    try:
        text = read_text(path)
        if not ledger.is_begun(text):
            raise NotAllowed("ledger-none", path=path)
        return ledger.parse(text)
    except UnicodeDecodeError:
        raise UnreadableText("file-no-text", path=path) from None
    except UnreadableText as error:
        raise UnreadableText("ledger-file", path=path, reason=error) from None
    except OSError as error:
        raise NotAllowed("file-read", path=path, reason=reason(error)) from error


class LedgerFile:
    """A ledger that one process adds lines to. They are on the disk when `append` returns."""

    def __init__(self, path: Path) -> None:
        self._path = path
        if path.exists() and not path.is_file():
            raise NotAllowed("ledger-none", path=path)
        with self._naming():
            self._file = path.open("ab+", buffering=0)

    def __enter__(self) -> Self:
        try:
            self._begin()
        except BaseException:
            self._file.close()
            raise
        return self

    def _begin(self) -> None:
        """Check that this is a ledger and nobody else's, and drop what a writer that was killed left unfinished."""
        with self._naming():
            if not _lock(self._file) or not os.path.samestat(os.fstat(self._file.fileno()), self._path.stat()):
                raise NotAllowed("ledger-busy", path=self._path)  # perhaps it was just written anew
            written = self._written()
            if not ledger.is_begun(written.decode(errors="replace")):
                raise NotAllowed("ledger-none", path=self._path)
            self._file.truncate(written.rfind(b"\n") + 1)
        if b"\n" not in written:
            self._write(ledger.HEADER + "\n")

    def __exit__(self, _kind: type[BaseException] | None, _error: object, _trace: TracebackType | None) -> None:
        self._file.close()

    def replace(self, lines: Iterable[ledger.Line]) -> None:
        """Write all lines anew, but for comments. The new file is ours before others can see it."""
        self._stay()
        comments = ledger.comments(self._written().decode(errors="replace"))
        text = "".join(f"{line}\n" for line in (ledger.HEADER, *comments, *lines))
        with self._naming():
            self._put(self._path.resolve(), text.encode())

    def _put(self, path: Path, content: bytes) -> None:
        with _beside(path, [content]) as beside:
            new = beside.open("ab+", buffering=0)
            _lock(new)
        self._file.close()
        self._file = new

    def append(self, lines: Iterable[ledger.Line]) -> None:
        if text := "".join(f"{line}\n" for line in lines):
            self._stay()
            self._write(text)

    def _stay(self) -> None:
        """See to it that the file is where it was: somebody may have removed it, or put another one in its place."""
        with self._naming():
            try:
                is_there = os.path.samestat(os.fstat(self._file.fileno()), self._path.stat())
            except FileNotFoundError:
                self._put(self._path.resolve(), self._written())
                return
            if not is_there:
                raise NotAllowed("ledger-gone", path=self._path, kept=self.keep_beside())

    def keep_beside(self) -> Path:
        """Write the ledger as it is into a file beside it, and return where."""
        names = (f"{self._path.name}.kept{number or ''}" for number in count())
        kept = next(path for name in names if not (path := self._path.with_name(name)).exists())
        with self._naming():
            write_atomically(kept, self._written())
        return kept

    def _written(self) -> bytes:
        self._file.seek(0)
        return self._file.read()

    def _write(self, text: str) -> None:
        rest = memoryview(text.encode())
        with self._naming():
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())

    @contextmanager
    def _naming(self) -> Iterator[None]:
        """Name the file in an error of the system."""
        try:
            yield
        except OSError as error:
            raise NotAllowed("file-write", path=self._path, reason=reason(error)) from error


def _lock(file: FileIO, *, waits: bool = False) -> bool:
    """Keep a file for this process until it is closed; return whether no other process is known to have it."""
    try:
        import fcntl  # noqa: PLC0415 - there is none on Windows
    except ModuleNotFoundError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # this file system has no locks
        return True
    return True


def data_folder() -> Path:
    """Return the folder for this user's data: `$KEYPEG_DATA`, or the usual place of the platform."""
    own, home = os.environ.get("KEYPEG_DATA"), Path.home()
    if own:
        return Path(own)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "keypeg"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "keypeg"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "keypeg"


def record_game(line: str, *, name: str = "", folder: Path | None = None) -> None:
    """Put a finished game, given by its session's text line, into the history that `keypeg serve` shows.

    A game that has a name replaces the one of this name.
    A failing disk is no reason to spoil the end of a game: then nothing is recorded.
    """
    with suppress(OSError, RuntimeError):  # the latter if there is no home folder
        inbox = (folder or data_folder()) / _INBOX
        inbox.mkdir(parents=True, exist_ok=True)
        game = {"line": line, "finished": time.time_ns() // 1_000_000}
        write_atomically(inbox / f"{name or os.urandom(12).hex()}.json", json.dumps(game) + "\n")


def recorded_games(*, folder: Path | None = None) -> Iterator[tuple[Path, str, int]]:
    """Yield the games in the inbox: the file, the line, and when the game was finished, in ms since 1970.

    The caller removes the file of a game that it has taken in. Any other file is left where it is.
    """
    for path in sorted(((folder or data_folder()) / _INBOX).glob("[!.]*.json")):
        with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
            game = json.loads(read_text(path, _LIMIT))
            yield path, str(game["line"]), int(game["finished"])


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """Read a file, or what comes through a pipe; too much is refused before it fills the memory."""
    read = bytearray()
    with path.open("rb") as file:
        while piece := file.read(1 << 20):
            read += piece
            if len(read) > most:
                raise TooLarge("file-too-large", path=path, limit=most)
    return bytes(read)


def read_text(path: Path, most: int = MOST_BYTES) -> str:
    """Read a file of text, with any kind of line ends; if it is none, raise UnicodeDecodeError."""
    return read_bytes(path, most).decode().replace("\r\n", "\n").replace("\r", "\n")


def read_pieces(path: Path, most: int) -> Iterator[bytes]:
    """Read a file piece by piece; one that is too long is refused."""
    with path.open("rb") as file:
        if os.fstat(file.fileno()).st_size > most:
            raise TooLarge("file-too-large", path=path, limit=most)
        while piece := file.read(1 << 20):
            yield piece


def write_atomically(path: Path, data: str | bytes | Iterable[str]) -> None:
    """Write a file, at once or in pieces, so that at every moment it is either the whole old one or the whole new one.

    It keeps the permissions of the old file, or gets those of any new file; a link still points where it did. What
    can't be replaced, such as a pipe, is written to directly.
    """
    pieces = [data] if isinstance(data, str | bytes) else data
    content = (piece.encode() if isinstance(piece, str) else piece for piece in pieces)
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            file.writelines(content)
        return
    with _beside(path.resolve(), content):
        pass


@contextmanager
def _beside(target: Path, content: Iterable[bytes]) -> Iterator[Path]:
    """Write a file beside another, and move it to the other's place at the end of the block."""
    with _written(target, content) as beside:
        if target.exists():
            shutil.copymode(target, beside)
        yield beside
        beside.replace(target)


@contextmanager
def _written(target: Path, content: Iterable[bytes]) -> Iterator[Path]:
    """Write a file beside another, and remove it at the end of the block if it is still there."""
    beside = target.with_name(f".{target.name}.{os.urandom(4).hex()}")
    try:
        with beside.open("xb") as file:
            file.writelines(content)
            file.flush()
            os.fsync(file.fileno())
        yield beside
    finally:
        beside.unlink(missing_ok=True)


def _replaceable(path: Path) -> str:
    """Return the session in a file; what is not one can't be replaced."""
    try:
        return load_session(path)
    except KeypegError as error:
        raise NotAllowed("file-taken", path=path) from error


def reason(error: OSError | ValueError) -> str:
    """Say in a few words why a file could not be read or written; an impossible name is a ValueError."""
    return ((error.strerror if isinstance(error, OSError) else None) or str(error)).lower()
