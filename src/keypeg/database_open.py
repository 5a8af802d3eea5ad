"""How a database is opened: its URL, how long to wait for it, and its tables brought up to date."""

import os
import sqlite3
import time
from contextlib import suppress
from importlib import resources
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import make_url

from keypeg import store
from keypeg.database_outage import Pool, listen_for_outages
from keypeg.database_prepared import Prepared
from keypeg.errors import NotAllowed, Unavailable

_WAIT_S, _MIGRATION_S = 5, 30
_ENGINE: dict[str, Any] = {
    "poolclass": Pool,
    "pool_size": 20,
    "max_overflow": 0,  # more threads than that there are not
    "pool_timeout": _WAIT_S,
    "hide_parameters": True,  # an error in the log must not quote a secret
}


def default_url() -> str:
    """Return the URL of the database in the user's data folder."""
    return f"sqlite:///{store.data_folder() / store.DATABASE}"


def open_engine(text: str) -> sa.Engine:
    """Open the database of a URL, or say why that can't be; nothing is sent to it yet."""
    try:
        url = make_url(text)
    except sa.exc.ArgumentError:
        raise NotAllowed("database-url", text=text) from None
    backend = url.get_backend_name()
    if backend not in ("sqlite", "postgresql"):
        raise NotAllowed("database-kind", name=backend)
    engine = _open_sqlite(url) if backend == "sqlite" else _open_postgres(url)
    _begin_writes(engine, "BEGIN IMMEDIATE" if backend == "sqlite" else "BEGIN")
    listen_for_outages(engine)
    return engine


def close_engine(engine: sa.Engine) -> None:
    """Close all connections; those that are still in use as soon as they come back."""
    sa.event.listen(engine.pool, "checkin", _close_late)
    engine.dispose()


def _close_late(connection: Any, record: sa.pool.ConnectionPoolEntry) -> None:
    """Close a connection that was still in use when the others were closed; whoever comes later opens another."""
    if connection is not None:
        record.invalidate()


def _begin_writes(engine: sa.Engine, words: str) -> None:
    """Begin a transaction where something is written, and only there: it takes its time to begin and to end one."""
    statement = Prepared(sa.text(words), engine.dialect)

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        if connection.get_execution_options().get("keypeg_writes"):
            statement.change(connection, {})


def _open_postgres(url: sa.URL) -> sa.Engine:
    try:
        from keypeg.database_postgres import open_postgres  # noqa: PLC0415 - its driver may be missing
    except ModuleNotFoundError as error:
        raise NotAllowed("database-driver") from error
    return open_postgres(url, **_ENGINE)


def _open_sqlite(url: sa.URL) -> sa.Engine:
    if not url.database or url.database == ":memory:":
        raise NotAllowed("database-memory")
    file = None if url.database.startswith("file:") else Path(url.database)  # a URI names a file in its own way
    try:
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotAllowed("database-open", database=url.database, reason=store.reason(error)) from error
    engine = sa.create_engine(url, connect_args={"timeout": _WAIT_S, "check_same_thread": False}, **_ENGINE)

    @sa.event.listens_for(engine, "do_connect")
    def begin_private(*_: object) -> None:
        if file is not None:
            with suppress(OSError):  # it is there, or SQLite says why it can't be
                make_private(file)

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # `_begin_writes` begins transactions
        _use_write_ahead_log(connection)
        connection.execute("PRAGMA synchronous = FULL")  # a commit is on disk before anybody hears of it

    return engine


def make_private(file: Path) -> None:
    """Make an empty file that nobody else can read: a database has the secrets of open games, and keys."""
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def _use_write_ahead_log(connection: sqlite3.Connection) -> None:
    """Let readers and the writer work at the same time; wait if another connection is switching to this just now."""
    until = time.monotonic() + _WAIT_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:  # SQLite does not wait by itself here
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            return


def migrate(engine: sa.Engine, step: str = "head") -> None:
    """Bring the tables up to date; if several servers start at once, one does it and the others wait.

    A database that a newer version has changed is refused.
    """
    until = time.monotonic() + _MIGRATION_S
    while True:
        try:
            return _migrate(engine, step)
        except Unavailable as error:
            if error.fault != "locked" or time.monotonic() > until:
                raise


def known_steps() -> list[str]:
    """Return the steps of the tables that this version knows, the newest first: their files begin with them."""
    files = (resources.files("keypeg") / "migrations" / "versions").iterdir()
    return sorted((file.name.partition("_")[0] for file in files if file.name.endswith(".py")), reverse=True)


def present_step(connection: sa.Connection) -> str | None:
    """Return the step that the tables are at; None if there are none."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    step: str | None = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    return step


def _migrate(engine: sa.Engine, step: str) -> None:
    known = known_steps()
    with engine.connect().execution_options(keypeg_writes=False) as connection:
        if present_step(connection) == known[0]:
            return
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
            connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(1801812327)")
        present = present_step(connection)
        if present not in (None, *known):
            raise NotAllowed("database-newer", step=present, known=known[0])
        _upgrade(connection, step)


def _upgrade(connection: sa.Connection, step: str) -> None:
    try:
        from alembic import command  # noqa: PLC0415 - takes longer to load than a database to open, and few need it
        from alembic.config import Config  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise NotAllowed("web-packages", package=error.name) from error

    config = Config()
    config.attributes["connection"] = connection
    with resources.as_file(resources.files("keypeg") / "migrations") as folder:
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        command.upgrade(config, step)
