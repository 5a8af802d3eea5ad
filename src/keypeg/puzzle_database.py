"""The puzzles of a server's visitors, in the same database as their games.

A puzzle is one row, and its state is the text line of its session. As with games, a change names the version it was
made from, so that only one of two simultaneous changes is kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import sqlalchemy as sa

from keypeg.database import METADATA, Database
from keypeg.database_prepared import add_rows

PUZZLES = sa.Table(
    "puzzles",
    METADATA,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("owner", sa.String(64), nullable=False),
    sa.Column("line", sa.Text, nullable=False),
    sa.Column("daily", sa.String(10)),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("finished", sa.BigInteger),
    sa.UniqueConstraint("owner", "daily", name="one_daily_puzzle"),
    sa.Index("puzzles_of_owner", "owner", "created"),
    sa.Index("puzzles_by_age", "created"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPuzzle:
    """A puzzle as a row. Times are in milliseconds since 1970; `daily` is the day whose puzzle it is."""

    id: str
    owner: str
    line: str
    daily: str | None = None
    version: int = 1
    created: int
    finished: int | None = None

    def columns(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}


class PuzzleRows:
    """All puzzles of a server. Methods may be called from any thread, and wait for the disk."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, *puzzles: StoredPuzzle) -> bool:
        """Add puzzles, all or none; return False if one exists, or its owner's puzzle of that day."""
        rows = [puzzle.columns() for puzzle in puzzles]
        try:
            self._database.write(lambda connection: add_rows(connection, PUZZLES, rows))
        except sa.exc.IntegrityError:
            return False
        return True

    def change(self, puzzle: StoredPuzzle) -> bool:
        """Replace the row that is one version older; return False if it is gone or has been changed meanwhile."""
        before = sa.and_(PUZZLES.c.id == puzzle.id, PUZZLES.c.version == puzzle.version - 1)
        update = PUZZLES.update().where(before).values(puzzle.columns())
        return self._database.write(lambda connection: connection.execute(update).rowcount == 1)

    def puzzle(self, identifier: str, owners: Sequence[str]) -> StoredPuzzle | None:
        """Return a puzzle of these owners."""
        return self._first(PUZZLES.c.id == identifier, PUZZLES.c.owner.in_(owners))

    def of_day(self, owners: Sequence[str], day: str) -> StoredPuzzle | None:
        return self._first(PUZZLES.c.owner.in_(owners), PUZZLES.c.daily == day)

    def open(self, owners: Sequence[str]) -> StoredPuzzle | None:
        """Return the last puzzle that is not done yet, unless it is that of a day."""
        return self._first(PUZZLES.c.owner.in_(owners), PUZZLES.c.finished.is_(None), PUZZLES.c.daily.is_(None))

    def _first(self, *wanted: sa.ColumnElement[bool]) -> StoredPuzzle | None:
        return next(
            iter(self._select(sa.select(PUZZLES).where(*wanted).order_by(PUZZLES.c.created.desc()).limit(1))), None
        )

    def puzzles(self, owners: Sequence[str]) -> list[StoredPuzzle]:
        """List the puzzles of these owners, oldest first."""
        return self._select(
            sa.select(PUZZLES).where(PUZZLES.c.owner.in_(owners)).order_by(PUZZLES.c.created, PUZZLES.c.id)
        )

    def _select(self, select: sa.Select[Any]) -> list[StoredPuzzle]:
        with self._database.reading() as connection:
            return [StoredPuzzle(**row._mapping) for row in connection.execute(select)]  # noqa: SLF001 - public in fact

    def count(self, owner: str) -> int:
        number = sa.select(sa.func.count()).where(PUZZLES.c.owner == owner)
        with self._database.reading() as connection:
            return connection.scalar(number) or 0

    def delete_all(self, owners: Sequence[str]) -> None:
        delete = PUZZLES.delete().where(PUZZLES.c.owner.in_(owners))
        self._database.write(lambda connection: connection.execute(delete))
