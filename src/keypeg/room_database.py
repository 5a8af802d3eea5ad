"""The rooms of a server, in the same database as the games that are played in them.

A room is a row, which has the codes of its rounds, and a row for each player. How somebody did is in their games.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from keypeg.database import GAMES, METADATA, Database

ROOMS = sa.Table(
    "rooms",
    METADATA,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("owner", sa.String(64), nullable=False),
    sa.Column("settings", sa.Text, nullable=False),
    sa.Column("rounds", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Index("rooms_of_owner", "owner"),
    sa.Index("rooms_by_age", "created"),
)
ROOM_PLAYERS = sa.Table(
    "room_players",
    METADATA,
    sa.Column("room", sa.String(40), primary_key=True),
    sa.Column("player", sa.String(64), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("joined", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("room", "name", name="one_name_in_room"),
    sa.Index("rooms_of_player", "player"),
)


@dataclass(frozen=True, slots=True)
class StoredRoom:
    """A room as a row: who opened it, what was agreed, and the rounds, both as JSON. `created` is in milliseconds."""

    id: str
    owner: str
    settings: str
    rounds: str
    version: int
    created: int


@dataclass(frozen=True, slots=True)
class StoredPlayer:
    """Somebody in a room, and since when, in milliseconds."""

    room: str
    player: str
    name: str
    joined: int


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """How far somebody is with the code of a round: the game, its outcome and its position."""

    owner: str
    round: int
    id: str
    outcome: str
    turn_count: int
    finished: int | None
    summary: str


class RoomRows:
    """All rooms of a server. Methods may be called from any thread, and wait for the disk."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, room: StoredRoom, player: StoredPlayer) -> None:
        """Add a room with its first player."""

        def add(connection: sa.Connection) -> None:
            connection.execute(ROOMS.insert(), _columns(room))
            connection.execute(ROOM_PLAYERS.insert(), _columns(player))

        self._database.write(add)

    def join(self, player: StoredPlayer, limit: int) -> bool:
        """Add a player; return False if the room is gone or full, they are in it, or somebody else has the name."""

        def add(connection: sa.Connection) -> bool:
            if not connection.execute(_newer(player.room)).rowcount:  # from here on, whoever else joins waits
                return False
            names = sa.select(ROOM_PLAYERS.c.name).where(ROOM_PLAYERS.c.room == player.room)
            there = [name.casefold() for name in connection.scalars(names)]
            if len(there) >= limit or player.name.casefold() in there:
                return False
            connection.execute(ROOM_PLAYERS.insert(), _columns(player))
            return True

        try:
            return self._database.write(add)
        except sa.exc.IntegrityError:
            return False

    def begin_round(self, room: StoredRoom, rounds: str) -> bool:
        """Change the rounds of a room; return False if it has been changed meanwhile."""
        same = sa.and_(ROOMS.c.id == room.id, ROOMS.c.version == room.version)
        update = ROOMS.update().where(same).values(rounds=rounds, version=room.version + 1)
        return self._database.write(lambda connection: connection.execute(update).rowcount == 1)

    def room(self, identifier: str) -> StoredRoom | None:
        with self._database.reading() as connection:
            row = connection.execute(sa.select(ROOMS).where(ROOMS.c.id == identifier)).first()
        return None if row is None else StoredRoom(*row)

    def players(self, room: str) -> list[StoredPlayer]:
        """List the players of a room in the order in which they came."""
        here = (
            sa.select(ROOM_PLAYERS)
            .where(ROOM_PLAYERS.c.room == room)
            .order_by(ROOM_PLAYERS.c.joined, ROOM_PLAYERS.c.name)
        )
        with self._database.reading() as connection:
            return [StoredPlayer(*row) for row in connection.execute(here)]

    def played(self, room: str) -> list[PlayedRound]:
        """List what was played in a room."""
        names = ("owner", "round", "id", "outcome", "turn_count", "finished", "summary")
        here = sa.select(*(GAMES.c[name] for name in names)).where(GAMES.c.room == room)
        with self._database.reading() as connection:
            return [PlayedRound(*row) for row in connection.execute(here)]

    def version(self, room: str) -> int | None:
        """Return a number that changes with the room and with every game in it; None if there is no such room."""
        moves = sa.select(sa.func.coalesce(sa.func.sum(GAMES.c.version), 0)).where(GAMES.c.room == room)
        with self._database.reading() as connection:
            own: int | None = connection.scalar(sa.select(ROOMS.c.version).where(ROOMS.c.id == room))
            return None if own is None else own + int(connection.scalar(moves) or 0)

    def count(self, owner: str) -> int:
        number = sa.select(sa.func.count()).where(ROOMS.c.owner == owner)
        with self._database.reading() as connection:
            return connection.scalar(number) or 0

    def delete_all(self, players: Sequence[str]) -> list[str]:
        """Delete the rooms that these players opened, and take them out of all others; return the rooms concerned."""

        def delete(connection: sa.Connection) -> list[str]:
            own = list(connection.scalars(sa.select(ROOMS.c.id).where(ROOMS.c.owner.in_(players))))
            others = list(connection.scalars(sa.select(ROOM_PLAYERS.c.room).where(ROOM_PLAYERS.c.player.in_(players))))
            connection.execute(
                ROOM_PLAYERS.delete().where(ROOM_PLAYERS.c.player.in_(players) | ROOM_PLAYERS.c.room.in_(own))
            )
            connection.execute(ROOMS.delete().where(ROOMS.c.id.in_(own)))
            for room in set(others) - set(own):
                connection.execute(_newer(room))
            return [*own, *others]

        return self._database.write(delete)


def _newer(room: str) -> sa.Update:
    return ROOMS.update().where(ROOMS.c.id == room).values(version=ROOMS.c.version + 1)


def _columns(row: StoredRoom | StoredPlayer) -> dict[str, object]:
    return {name: getattr(row, name) for name in row.__slots__}
