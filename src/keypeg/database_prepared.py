"""Statements that are sent with almost every request: compiled once, and run by the driver itself.

SQLAlchemy takes several times as long for one as the database does.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any

import sqlalchemy as sa

from keypeg.database_outage import unavailable


class Prepared:
    """A statement for one kind of database."""

    def __init__(self, statement: Any, dialect: sa.Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        self._dialect = dialect
        self.text: str = compiled.string
        self._names: list[str] | None = compiled.positiontup

    def first(self, connection: sa.Connection, **values: Any) -> tuple[Any, ...] | None:
        """Return the first row of what is found."""
        with self._sent(connection, values) as cursor:
            row: tuple[Any, ...] | None = cursor.fetchone()
            return row

    def change(self, connection: sa.Connection, values: Mapping[str, Any]) -> int:
        """Change something, and return how many rows that were."""
        with self._sent(connection, values) as cursor:
            count: int = cursor.rowcount
            return count

    @contextmanager
    def _sent(self, connection: sa.Connection, values: Mapping[str, Any]) -> Iterator[Any]:
        errors = self._dialect.loaded_dbapi.Error
        cursor: Any = connection.connection.cursor()
        try:
            cursor.execute(self.text, values if self._names is None else [values[name] for name in self._names])
            yield cursor
        except errors as error:
            if self._dialect.is_disconnect(error, connection.connection, cursor):
                connection.invalidate(error)
            failure = sa.exc.DBAPIError.instance(
                self.text, None, error, errors, hide_parameters=True, dialect=self._dialect
            )
            raise unavailable(failure) or failure from error
        finally:
            cursor.close()


def add_rows(connection: sa.Connection, table: sa.Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Add rows, all with the same columns.

    SQLite gets many of them in one statement: with a statement for each, its driver gives up the interpreter for each,
    and while other threads are busy, all who want to write wait until it has had it back a thousand times.
    """
    if not rows:
        return
    if connection.dialect.name != "sqlite":
        connection.execute(table.insert(), rows)
        return
    names = list(rows[0])
    columns = ", ".join(connection.dialect.identifier_preparer.format_column(table.c[name]) for name in names)
    row = f"({', '.join('?' * len(names))})"
    at_once = _MOST_VALUES // len(names)
    for first in range(0, len(rows), at_once):
        some = rows[first : first + at_once]
        statement = f"INSERT INTO {table.name} ({columns}) VALUES {', '.join([row] * len(some))}"  # noqa: S608
        values = chain.from_iterable((each[name] for name in names) for each in some)
        connection.exec_driver_sql(statement, tuple(values))


_MOST_VALUES = 999  # in one statement, for the oldest of SQLites
