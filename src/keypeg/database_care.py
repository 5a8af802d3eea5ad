"""What is done to a whole database: look at it, check it, make it small, back it up and restore it.

All but a restore works while a server uses the database. Nothing here brings its tables up to date: a server does that
when it starts.
"""

import errno
import os
import re
import shlex
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from keypeg import store
from keypeg.database_open import default_url, known_steps, make_private, open_engine, present_step
from keypeg.errors import KeypegError, NotAllowed, Unavailable, UnreadableText
from keypeg.puzzle_session import PuzzleSession
from keypeg.session import parse_session

TABLES = ("games", "puzzles", "rooms", "room_players", "settings")

Progress = Callable[[float, float], object]

_PAGES = 1000  # of a backup between two looks at what is asked for meanwhile
_ROWS = 500
_WAIT_S = 60
_TOLD = 20
_READERS: dict[str, Callable[[str], object]] = {"games": parse_session, "puzzles": PuzzleSession.parse}


@dataclass(frozen=True, slots=True)
class Facts:
    """What there is to know about a database. `step` is that of its tables; times are in milliseconds since 1970."""

    url: str
    step: str | None
    is_current: bool
    is_newer: bool
    bytes: int
    free_bytes: int
    rows: dict[str, int]
    open_games: int
    oldest: int | None
    newest: int | None


class Care:
    """A database that is there."""

    def __init__(self, url: str | None = None) -> None:
        """Find a database by its URL, or the one in the user's data folder; nothing is changed."""
        self._engine = open_engine(default_url() if url is None else url)
        self.url = self._engine.url.set(drivername=self._engine.dialect.name).render_as_string(hide_password=True)
        self.is_sqlite = self._engine.dialect.name == "sqlite"

    def close(self) -> None:
        self._engine.dispose()

    @property
    def _file(self) -> Path:
        return Path(self._engine.url.database or "")

    def check_there(self) -> None:
        """Refuse a file that is not there, since to open it would make one."""
        if self.is_sqlite and not self._file.exists():
            raise NotAllowed("database-missing", database=self.url)

    def facts(self) -> Facts:
        self.check_there()
        with self._engine.connect() as connection:
            tables = set(sa.inspect(connection).get_table_names())
            if tables and "alembic_version" not in tables:
                raise NotAllowed("database-foreign", database=self.url)
            step = present_step(connection)
            counts = {name: f"SELECT count(*) FROM {name}" for name in TABLES if name in tables}  # noqa: S608 - ours
            rows = {name: _number(connection, count) for name, count in counts.items()}
            whole, free = self._sizes(connection)
            unfinished, oldest, newest = 0, None, None
            if "games" in tables:
                unfinished = _number(connection, "SELECT count(*) FROM games WHERE outcome = 'open'")
                oldest, newest = connection.execute(sa.text("SELECT min(created), max(updated) FROM games")).one()
        steps = known_steps()
        is_newer = step is not None and step not in steps
        return Facts(self.url, step, step == steps[0], is_newer, whole, free, rows, unfinished, oldest, newest)

    def _sizes(self, connection: sa.Connection) -> tuple[int, int]:
        """Return how many bytes the database takes, and how many of them hold nothing, as far as that is known."""
        if not self.is_sqlite:
            return _number(connection, "SELECT pg_database_size(current_database())"), 0
        free = _number(connection, "PRAGMA freelist_count") * _number(connection, "PRAGMA page_size")
        files = [self._file, *(self._file.with_name(self._file.name + end) for end in ("-wal", "-shm"))]
        return sum(file.stat().st_size for file in files if file.exists()), free

    def problems(self, progress: Progress | None = None) -> Iterator[str]:
        """Go through what is wrong: with the file, and with each game and puzzle that can't be read."""
        self.check_there()
        try:
            yield from self._problems(progress)
        except Unavailable as error:
            if error.fault != "corrupt":
                raise
            yield str(error.facts["reason"])

    def _problems(self, progress: Progress | None) -> Iterator[str]:
        if self.is_sqlite:
            with self._engine.connect() as connection:
                found = connection.exec_driver_sql(f"PRAGMA integrity_check({_TOLD})").scalars()
                yield from (line for line in found if line != "ok")
        whole, done = sum(self.facts().rows.get(name, 0) for name in _READERS), 0
        for name, read in _READERS.items():
            for identifier, line in self._lines(name):
                try:
                    read(line)
                except KeypegError as error:
                    yield f"{name} {identifier}: {error}"
                done += 1
                if progress is not None and done % _ROWS == 0:
                    progress(done, max(done, whole))

    def _lines(self, table: str) -> Iterator[tuple[str, str]]:
        last = ""
        some = sa.text(f"SELECT id, line FROM {table} WHERE id > :last ORDER BY id LIMIT {_ROWS}")  # noqa: S608 - ours
        while True:
            with self._engine.connect() as connection:
                rows = [(identifier, line) for identifier, line in connection.execute(some, {"last": last})]
            if not rows:
                return
            yield from rows
            last = rows[-1][0]

    def vacuum(self) -> tuple[int, int]:
        """Give back what deleted rows took; return how many bytes the database took before and takes now."""
        before = self.facts().bytes
        if self.is_sqlite:
            with self._engine.connect() as connection:
                connection.exec_driver_sql(f"PRAGMA busy_timeout = {1000 * _WAIT_S}")
                connection.exec_driver_sql("VACUUM")
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        else:  # on a connection of its own, which waits as long as it takes
            engine = sa.create_engine(self._engine.url, isolation_level="AUTOCOMMIT")
            with engine.connect() as connection:
                connection.exec_driver_sql("VACUUM (ANALYZE)")
            engine.dispose()
        return before, self.facts().bytes

    def back_up(self, path: Path, *, replace: bool = False, progress: Progress | None = None) -> int:
        """Write the database as it is now to a file, and return its size; whoever plays meanwhile waits for nothing."""
        self.check_there()
        if path.exists() and not replace:
            raise NotAllowed("database-backup-exists", path=path)
        if path.exists() and not path.is_file():  # a folder, or a device, which is not to be replaced
            reason = os.strerror(errno.EISDIR if path.is_dir() else errno.EINVAL)
            raise NotAllowed("file-write", path=path, reason=reason.lower())
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            make_private(beside)
            if self.is_sqlite:
                self._copy(beside, progress)
            else:
                options = ("--format=custom", f"--dbname={self._plain_url}")
                self._run("pg_dump", *options, f"--file={beside}", told=f"--file={path}")
            beside.replace(path)
        except (OSError, sqlite3.Error) as error:
            raise NotAllowed("file-write", path=path, reason=_reason(error)) from error
        finally:
            beside.unlink(missing_ok=True)
        return path.stat().st_size

    def _copy(self, path: Path, progress: Progress | None) -> None:
        with _sqlite(self._file) as source, closing(sqlite3.connect(path)) as copy:
            source.execute("BEGIN")  # from here on the copy is of one moment, however long it takes
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            _copied(source, copy, progress)
        with path.open("rb") as file:
            os.fsync(file.fileno())

    def restore(self, path: Path, *, replace: bool = False, progress: Progress | None = None) -> None:
        """Replace the whole database by a backup: all of it, or nothing.

        While somebody uses the database that is refused: a server keeps in mind what it has read. So is one that has
        games, unless it may be replaced.
        """
        self._check_backup(path)
        is_there = not self.is_sqlite or self._file.exists()
        if is_there and not replace and (games := self.facts().rows.get("games", 0)):
            raise NotAllowed("database-not-empty", database=self.url, games=games)
        self._engine.dispose()
        if self.is_sqlite:
            self._restore_file(path, progress)
        else:
            self._check_unused()
            options = ("--clean", "--if-exists", "--no-owner", "--single-transaction", f"--dbname={self._plain_url}")
            self._run("pg_restore", *options, str(path))

    def _check_backup(self, path: Path) -> None:
        """Refuse what is not a backup of such a database, or one that a newer version has made."""
        if not path.is_file():
            raise NotAllowed("file-read", path=path, reason=store.reason(FileNotFoundError(2, "no such file")))
        if not self.is_sqlite:
            if " TABLE public games " not in self._run("pg_restore", "--list", str(path)):
                raise UnreadableText("database-no-backup", path=path)
            table = self._run("pg_restore", "--data-only", "--table=alembic_version", "--file=-", str(path))
            if found := re.search(r"^COPY .*;\n(\w+)$", table, re.MULTILINE):
                _check_step(found[1])
            return
        try:
            with closing(_backup(path)) as backup:
                [[state], *_] = backup.execute("PRAGMA integrity_check(1)").fetchall()
                [step] = backup.execute("SELECT version_num FROM alembic_version").fetchone()
        except (sqlite3.Error, TypeError):
            raise UnreadableText("database-no-backup", path=path) from None
        if state != "ok":
            raise NotAllowed("database-damaged", path=path, reason=state)
        _check_step(step)

    def _restore_file(self, path: Path, progress: Progress | None) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            make_private(self._file)
        try:
            with _sqlite(self._file, 1) as target, closing(_backup(path)) as backup:
                if not _is_alone(target):
                    raise NotAllowed("database-in-use", database=self.url)
                _copied(backup, target, progress)
        except sqlite3.Error as error:
            raise NotAllowed("database-open", database=self.url, reason=_reason(error)) from error

    def _check_unused(self) -> None:
        others = (
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND backend_type = 'client backend'"
        )
        with self._engine.connect() as connection:
            if _number(connection, others):
                raise NotAllowed("database-in-use", database=self.url)
        self._engine.dispose()

    @property
    def _plain_url(self) -> str:
        """The URL as the programs of PostgreSQL read it, without the password, which others could see."""
        url = self._engine.url
        return sa.URL.create(
            "postgresql", url.username, None, url.host, url.port, url.database, url.query
        ).render_as_string()

    def _run(self, program: str, *options: str, told: str | None = None) -> str:
        """Run a program of PostgreSQL, and return what it prints; `told` is the last word as a person says it."""
        usual = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), reverse=True)  # where Debian has them
        found = shutil.which(program) or next(map(str, usual), None)
        if found is None:
            raise NotAllowed(
                "database-program", program=program, command=shlex.join([program, *options[:-1], told or options[-1]])
            )
        password = self._engine.url.password
        secret = {} if password is None else {"PGPASSWORD": str(password)}
        done = subprocess.run(  # noqa: S603 - a program of PostgreSQL, with options of ours
            [found, *options], env=os.environ | secret, capture_output=True, text=True, check=False
        )
        if done.returncode:
            lines = done.stderr.strip().splitlines() or [str(done.returncode)]
            raise NotAllowed("database-program-failed", program=program, reason=lines[0])
        return done.stdout


def _number(connection: sa.Connection, question: str) -> int:
    return int(connection.exec_driver_sql(question).scalar() or 0)


@contextmanager
def _sqlite(file: Path, wait_s: float = _WAIT_S) -> Iterator[sqlite3.Connection]:
    """Open a file of SQLite by itself, without what a server does to each connection."""
    with closing(sqlite3.connect(file, timeout=wait_s, isolation_level=None)) as connection:
        yield connection


def _backup(path: Path) -> sqlite3.Connection:
    """Open a backup to read, also where nothing can be written; but a copy with a log beside it needs that."""
    has_log = path.with_name(f"{path.name}-wal").exists()
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro{'' if has_log else '&immutable=1'}", uri=True)


def _check_step(step: str) -> None:
    """Refuse tables that a newer version has made."""
    if step not in known_steps():
        raise NotAllowed("database-newer", step=step, known=known_steps()[0])


def _is_alone(connection: sqlite3.Connection) -> bool:
    """Return whether nobody else has a file open: only then it stops to keep a log of what is written."""
    try:
        return bool(connection.execute("PRAGMA journal_mode = DELETE").fetchone() == ("delete",))
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname.startswith("SQLITE_BUSY"):
            return False
        raise


def _copied(source: sqlite3.Connection, target: sqlite3.Connection, progress: Progress | None) -> None:
    def tell(_status: int, remaining: int, total: int) -> None:
        if progress is not None:
            progress(total - remaining, total)

    source.backup(target, pages=_PAGES, progress=tell)


def _reason(error: OSError | sqlite3.Error) -> str:
    return store.reason(error) if isinstance(error, OSError) else str(error)
