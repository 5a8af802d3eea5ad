"""Rows of SQLite that an event loop reads itself: to hand that to a thread takes longer than to do it."""

import sqlite3
from collections.abc import Callable
from functools import partial
from typing import Any

import sqlalchemy as sa

from keypeg.database_outage import Outages
from keypeg.database_prepared import Prepared


class NotAtOnce(Exception):
    """Raised on the event loop where something may take a while, so that a thread should do it."""


class Glance:
    """A connection that never waits. Whatever is wrong with the database, a thread finds out and says so."""

    def __init__(self, engine: sa.Engine, outages: Outages) -> None:
        places, options = engine.dialect.create_connect_args(engine.url)
        own: dict[str, Any] = {"timeout": 0, "isolation_level": None, "check_same_thread": False}
        self._open: Callable[[], sqlite3.Connection] = partial(sqlite3.connect, *places, **{**options, **own})
        self._is_sqlite = engine.dialect.name == "sqlite"
        self._outages = outages
        self._connection: sqlite3.Connection | None = None

    def first(self, statement: Prepared, key: str) -> tuple[Any, ...] | None:
        """Return the first row that is found by a key."""
        if self._outages.faults or not self._is_sqlite:
            raise NotAtOnce
        try:
            if self._connection is None:
                self._connection = self._open()
            found: tuple[Any, ...] | None = self._connection.execute(statement.text, (key,)).fetchone()
        except sqlite3.Error as error:
            self.close()
            raise NotAtOnce from error
        return found

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
