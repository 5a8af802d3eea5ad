"""Connections to PostgreSQL that never wait forever, whatever becomes of the network or of the server."""

import math
import time
from collections.abc import Generator
from typing import Any

import psycopg
import sqlalchemy as sa

_CONNECT_S, _STATEMENT_S, _LOCK_S = 5, 10, 5
_FRESH_S = 1.0  # a connection that was used so recently is taken for alive
_ANSWER_S = _STATEMENT_S + 2
"""How long to wait for any answer. The server breaks off a statement before that, if it is still there."""

PATIENCE: dict[str, Any] = {
    "connect_timeout": _CONNECT_S,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 1000 * _STATEMENT_S,
}
"""What a connection is opened with, unless the URL says otherwise."""


class Connection(psycopg.Connection[Any]):
    """A connection that is broken off when no answer comes."""

    def wait(self, gen: Generator[Any, Any, Any], *args: Any, **more: Any) -> Any:
        return super().wait(self._bounded(gen), *args, **more)

    def _bounded(self, waiting: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        """Pass on what is waited for; psycopg looks in ten times a second."""
        until = time.monotonic() + _ANSWER_S
        try:
            wanted = next(waiting)
            while True:
                ready = yield wanted
                if not ready and time.monotonic() > until:
                    self.pgconn.finish()
                    raise psycopg.OperationalError(f"no answer within {_ANSWER_S} s")
                wanted = waiting.send(ready)
        except StopIteration as end:
            return end.value


def open_postgres(url: sa.URL, **settings: Any) -> sa.Engine:
    """Open a database of PostgreSQL; nothing is sent to it yet."""
    patience = {name: value for name, value in PATIENCE.items() if name not in url.query}
    engine = sa.create_engine(url.set(drivername="postgresql+psycopg"), connect_args=patience, **settings)

    @sa.event.listens_for(engine, "do_connect")
    def connect(_dialect: object, _record: object, args: list[Any], parameters: dict[str, Any]) -> Connection:
        return Connection.connect(*args, **parameters)

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Connection, _record: object) -> None:
        try:
            connection.autocommit = True  # `database_open` begins transactions
            connection.execute(f"SET statement_timeout = '{_STATEMENT_S}s'; SET lock_timeout = '{_LOCK_S}s'")
        except psycopg.Error:
            connection.close()
            raise

    @sa.event.listens_for(engine, "checkin")
    def note(_connection: object, record: sa.pool.ConnectionPoolEntry) -> None:
        record.info["used"] = time.monotonic()

    @sa.event.listens_for(engine, "checkout")
    def ping(connection: Any, record: sa.pool.ConnectionPoolEntry, _proxy: object) -> None:
        if time.monotonic() - record.info.get("used", math.inf) > _FRESH_S and not _is_alive(engine, connection):
            raise sa.exc.InvalidatePoolError

    return engine


def _is_alive(engine: sa.Engine, connection: Any) -> bool:
    try:
        return bool(engine.dialect.do_ping(connection))
    except psycopg.Error:
        return False
