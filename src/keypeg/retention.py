"""For how long a server keeps what: games, puzzles and rooms that nobody has touched for some time are deleted.

They go in small batches, each found by reading alone and deleted in a transaction of its own, so that nobody who plays
meanwhile waits for longer than a batch takes.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from keypeg.database import GAMES, SETTINGS, Database
from keypeg.game import Outcome
from keypeg.puzzle_database import PUZZLES
from keypeg.room_database import ROOM_PLAYERS, ROOMS

DAY_MS = 24 * 3600 * 1000
_BATCH = 200
_LEASE = "retention"

Where = sa.ColumnElement[bool]
_Key = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Retention:
    """For how many days what is kept after its last change; None is for ever.

    `unplayed` is a game or a puzzle that was begun and never played, and a room in which nobody has made a guess;
    `open` is one that was played and left, and a room that people have gone from; `finished` is a game or a puzzle that
    is over.
    """

    unplayed: int | None = None
    open: int | None = None
    finished: int | None = None

    @property
    def is_forever(self) -> bool:
        return (self.unplayed, self.open, self.finished) == (None, None, None)


@dataclass(frozen=True, slots=True)
class _Rule:
    """Rows of one table that are not kept any longer."""

    table: sa.Table
    where: Where


def expired(database: Database, retention: Retention, now: int) -> dict[str, int]:
    """Count what is not kept any longer, by table."""
    counts = {"games": 0, "puzzles": 0, "rooms": 0}
    with database.reading() as connection:
        for table in (GAMES, PUZZLES, ROOMS):
            rules = [rule.where for rule in _rules(retention, now) if rule.table is table]
            if rules:
                number = sa.select(sa.func.count()).select_from(table).where(sa.or_(*rules))
                counts[table.name] = connection.scalar(number) or 0
    return counts


def expire(database: Database, retention: Retention, now: int) -> Iterator[tuple[str, int]]:
    """Delete what is not kept any longer, a batch with each step; yield its table and how many rows went."""
    for rule in _rules(retention, now):
        last: _Key = (0, "")
        while found := _some(database, rule, last):
            last = found[-1]
            yield rule.table.name, database.write(_deletion(rule, [identifier for _, identifier in found]))


def _some(database: Database, rule: _Rule, last: _Key) -> list[_Key]:
    """Return the keys of the next rows."""
    created, identifier = rule.table.c.created, rule.table.c.id
    after = sa.and_(created >= last[0], sa.tuple_(created, identifier) > sa.tuple_(*map(sa.literal, last)))
    rows = sa.select(created, identifier).where(rule.where, after).order_by(created, identifier).limit(_BATCH)
    with database.reading() as connection:
        return [(at, name) for at, name in connection.execute(rows)]


def _deletion(rule: _Rule, found: list[str]) -> Callable[[sa.Connection], int]:
    still = sa.and_(rule.table.c.id.in_(found), rule.where)

    def delete(connection: sa.Connection) -> int:
        if rule.table is not ROOMS:
            return connection.execute(rule.table.delete().where(still)).rowcount
        rooms = list(connection.scalars(sa.select(ROOMS.c.id).where(still)))
        connection.execute(ROOM_PLAYERS.delete().where(ROOM_PLAYERS.c.room.in_(rooms)))
        return connection.execute(ROOMS.delete().where(ROOMS.c.id.in_(rooms))).rowcount

    return delete


def _rules(retention: Retention, now: int) -> list[_Rule]:
    """Return what is not kept any longer. A row is no younger than its last change, and the index is by its age."""
    rules: list[_Rule] = []
    if retention.unplayed is not None:
        before = now - retention.unplayed * DAY_MS
        untouched = sa.and_(GAMES.c.turn_count == 0, GAMES.c.pending.is_(None), GAMES.c.room.is_(None))
        rules += [
            _Rule(GAMES, sa.and_(_of_outcome(Outcome.OPEN, before), untouched)),
            _Rule(PUZZLES, sa.and_(PUZZLES.c.created < before, PUZZLES.c.finished.is_(None), PUZZLES.c.version == 1)),
            _Rule(ROOMS, sa.and_(ROOMS.c.created < before, _nothing_in_room(GAMES.c.turn_count > 0))),
        ]
    if retention.open is not None:
        before = now - retention.open * DAY_MS
        rules += [
            _Rule(GAMES, _of_outcome(Outcome.OPEN, before)),
            _Rule(PUZZLES, sa.and_(PUZZLES.c.created < before, PUZZLES.c.finished.is_(None))),
            _Rule(ROOMS, sa.and_(ROOMS.c.created < before, _nothing_in_room(GAMES.c.updated >= before))),
        ]
    if retention.finished is not None:
        before = now - retention.finished * DAY_MS
        over = [outcome for outcome in Outcome if outcome is not Outcome.OPEN]
        rules += [_Rule(GAMES, _of_outcome(outcome, before)) for outcome in over]
        rules += [_Rule(PUZZLES, sa.and_(PUZZLES.c.created < before, PUZZLES.c.finished < before))]
    return rules


def _of_outcome(outcome: Outcome, before: int) -> Where:
    return sa.and_(GAMES.c.outcome == outcome, GAMES.c.created < before, GAMES.c.updated < before)


def _nothing_in_room(what: Where) -> Where:
    return ~sa.exists().where(GAMES.c.room == ROOMS.c.id, what)


def claim(database: Database, period: int, now: int) -> bool:
    """Return whether this process is to delete what has expired: of all that ask within a period, one is."""
    last = database.setting(_LEASE, "0")
    if abs(now - int(last)) < period:  # a clock may have been ahead
        return False
    was = sa.and_(SETTINGS.c.name == _LEASE, SETTINGS.c.value == last)
    take: Any = SETTINGS.update().where(was).values(value=str(now))
    return database.write(lambda connection: connection.execute(take).rowcount == 1)
