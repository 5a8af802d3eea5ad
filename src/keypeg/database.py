"""The database of games: SQLite in the user's data folder, or PostgreSQL by its URL.

A game is one row, and its state is the text line of its session. A row has a version that rises with every change, and
a change names the version it was made from, so that only one of two simultaneous changes is kept. Once `add` or
`change` has returned, the game is on disk and survives if the server is killed.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal, Self, TypeVar

import sqlalchemy as sa

from keypeg.database_commit import GroupCommit, Job, commit
from keypeg.database_glance import Glance, NotAtOnce
from keypeg.database_open import close_engine, default_url, migrate, open_engine
from keypeg.database_outage import Outages, reason
from keypeg.database_prepared import Prepared, add_rows
from keypeg.errors import NotAllowed, Unavailable

T = TypeVar("T")

Kind = Literal["break", "solve", "duel"]
"""What is played: a person breaks a code, the computer breaks a person's code, or two people play."""

Source = Literal["web", "terminal", "import", "moved"]
"""Where a game was played: here, in a terminal, elsewhere, or here with an earlier cookie, as its seal has sworn."""

AnsweredBy = Literal["server", "codemaker"]
"""Who answers in a game of two people."""

METADATA = sa.MetaData()

GAMES = sa.Table(
    "games",
    METADATA,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("owner", sa.String(64), nullable=False),
    sa.Column("guest", sa.String(64)),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("source", sa.String(8), nullable=False),
    sa.Column("variant", sa.String(32), nullable=False),
    sa.Column("daily", sa.String(10)),
    sa.Column("line", sa.Text, nullable=False),
    sa.Column("pending", sa.Text),
    sa.Column("suggestion", sa.Text),
    sa.Column("note", sa.Text, nullable=False),
    sa.Column("answers", sa.String(10), key="answered_by"),
    sa.Column("invite", sa.String(40), unique=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("outcome", sa.String(10), nullable=False),
    sa.Column("turn_count", sa.Integer, nullable=False),
    sa.Column("summary", sa.Text, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("updated", sa.BigInteger, nullable=False),
    sa.Column("finished", sa.BigInteger),
    sa.Column("counts", sa.Text),
    sa.Column("skill", sa.Float),
    sa.Column("challenge", sa.Text),
    sa.Column("next", sa.String(40)),
    sa.Column("match", sa.Text),
    sa.Column("room", sa.String(40)),
    sa.Column("round", sa.Integer),
    sa.Column("guesses", sa.Integer),
    sa.Column("called_off", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("secret", sa.Text),
    sa.UniqueConstraint("owner", "daily", name="one_daily_game"),
    sa.Index("games_of_owner", "owner", "created"),
    sa.Index("games_of_guest", "guest", "created"),
    sa.Index("games_of_room", "room"),
    sa.Index("games_by_age", "outcome", "created"),
    sa.Index("games_of_day", "daily", "source", "outcome", "turn_count"),
)
SETTINGS = sa.Table(
    "settings",
    METADATA,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredGame:
    """A game as a row. Times are in milliseconds since 1970; only the front end knows who `owner` and `guest` are.

    `line` is the session, `summary` what a list of games shows of it. `pending` is a guess that waits for the other
    person's feedback, `suggestion` the computer's next guess once it has been found. `counts` are the numbers of
    candidates after some of the turns and `skill` is the coach's, if anybody has asked. `challenge` is the result to
    beat in a game with somebody else's code, and `next` the game that its players play after it. `match` is the match
    of which the game is a round, as it was before it; `room` and `round` say in which room it is played. `guesses` is
    the limit, `called_off` whether the codemaker ended it, and `secret` what an adversary settled on in the end.
    """

    id: str
    owner: str
    guest: str | None = None
    kind: Kind
    source: Source = "web"
    variant: str
    daily: str | None = None
    line: str
    pending: str | None = None
    suggestion: str | None = None
    note: str = ""
    answered_by: AnsweredBy | None = None
    invite: str | None = None
    version: int = 1
    outcome: str = "open"
    turn_count: int = 0
    summary: str = "{}"
    created: int
    updated: int
    finished: int | None = None
    counts: str | None = None
    skill: float | None = None
    challenge: str | None = None
    next: str | None = None
    match: str | None = None
    room: str | None = None
    round: int | None = None
    guesses: int | None = None
    called_off: bool = False
    secret: str | None = None

    @classmethod
    def of_row(cls, row: Sequence[Any]) -> Self:
        """Return the game of a row, without its constructor, which takes five times as long."""
        game = object.__new__(cls)
        for name, value in zip(_COLUMNS, row, strict=True):
            object.__setattr__(game, name, value)
        return game

    def columns(self) -> dict[str, Any]:
        """Return the values by column; `asdict` would make a deep copy of each."""
        return {name: getattr(self, name) for name in _COLUMNS}


_COLUMNS = tuple(GAMES.c.keys())
SUMMED = (
    *("owner", "called_off", "kind", "variant", "daily", "outcome", "turn_count", "created", "finished"),
    *("guesses", "skill"),
)
"""The columns by which games are summed up."""


@dataclass(frozen=True, slots=True)
class Page:
    """Which games of a history to return: how many, before or after which cursor (time and id), and of what kind."""

    count: int
    before: tuple[int, str] | None = None
    kind: str | None = None
    variant: str | None = None
    outcome: str | None = None
    daily: bool = False
    after: tuple[int, str] | None = None
    """If there is one, the oldest games come first."""


class Database:
    """All games of a server. Methods may be called from any thread, and wait for the disk."""

    def __init__(self, url: str | None = None) -> None:
        """Open a database by its URL, or the one in the user's data folder, and bring its tables up to date."""
        self.is_default = url is None
        self._engine = open_engine(default_url() if url is None else url)
        self._writer = self._engine.execution_options(keypeg_writes=True)
        self.outages = Outages()
        """What doesn't work at the moment."""
        self._group = GroupCommit(self._engine) if self._engine.dialect.name == "sqlite" else None
        self._glance = Glance(self._engine, self.outages)
        self._prepared = {name: Prepared(each, self._engine.dialect) for name, each in _PREPARED.items()}
        try:
            migrate(self._writer)
        except NotAllowed:
            self.close()
            raise
        except (Unavailable, sa.exc.SQLAlchemyError, OSError) as error:
            self.close()
            raise NotAllowed("database-open", database=self.shown_url, reason=reason(error)) from error

    @property
    def shown_url(self) -> str:
        """The URL without its password."""
        return self._engine.url.render_as_string(hide_password=True)

    @property
    def file(self) -> str:
        """The file of a SQLite database."""
        return self._engine.url.database or ""

    @property
    def connect_arguments(self) -> dict[str, Any] | None:
        """How to connect to PostgreSQL, by names that psycopg knows; None if it is another database."""
        if self._engine.dialect.name != "postgresql":
            return None
        from keypeg.database_postgres import PATIENCE  # noqa: PLC0415 - its driver may be missing

        return PATIENCE | dict(self._engine.dialect.create_connect_args(self._engine.url)[1])

    def close(self) -> None:
        if self._group is not None:
            self._group.close()
        self._glance.close()
        close_engine(self._engine)

    def write(self, job: Job[T], *, single: bool = False) -> T:
        """Do a job in a transaction, and return once it is on disk; a single statement is one by itself."""
        with self.outages.attempt("write"):
            engine = self._engine if single else self._writer
            return commit(engine, job, single=single) if self._group is None else self._group.run(job)

    async def write_soon(self, job: Job[T]) -> T:
        """Do the same for an event loop, without a thread that waits."""
        if self._group is None:
            raise NotAtOnce
        with self.outages.attempt("write"):
            return await self._group.soon(job)

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Give a connection to read from."""
        with self.outages.attempt("read"), self._engine.connect() as connection:
            yield connection

    def add(self, game: StoredGame) -> bool:
        """Add a game; return False if its id, or its owner's code of that day, already exists."""
        try:
            self.write(lambda connection: self._add(connection, game), single=True)
        except sa.exc.IntegrityError:
            return False
        return True

    async def add_soon(self, game: StoredGame) -> bool:
        """Do the same for an event loop."""
        try:
            await self.write_soon(lambda connection: self._add(connection, game))
        except sa.exc.IntegrityError:
            return False
        return True

    def _add(self, connection: sa.Connection, game: StoredGame) -> None:
        self._prepared["add"].change(connection, game.columns())

    def add_next(self, game: StoredGame, previous: StoredGame) -> bool:
        """Add a game together with the change of the one before it; return False if that has been changed meanwhile."""

        def add(connection: sa.Connection) -> bool:
            if not self._change(connection, previous):
                return False
            self._add(connection, game)
            return True

        return self.write(add)

    def add_all(self, games: Sequence[StoredGame]) -> bool:
        """Add all of these games, or none and return False if one of them already exists."""
        rows = [game.columns() for game in games]
        try:
            self.write(lambda connection: add_rows(connection, GAMES, rows))
        except sa.exc.IntegrityError:
            return False
        return True

    def change(self, game: StoredGame) -> bool:
        """Replace the row that is one version older; return False if it is gone or has been changed meanwhile."""
        return self.write(lambda connection: self._change(connection, game), single=True)

    async def change_soon(self, game: StoredGame) -> bool:
        """Do the same for an event loop."""
        return await self.write_soon(lambda connection: self._change(connection, game))

    def _change(self, connection: sa.Connection, game: StoredGame) -> bool:
        values = game.columns() | {"_id": game.id, "_version": game.version - 1}
        return self._prepared["change"].change(connection, values) == 1

    def remember(self, game: StoredGame, *names: str) -> None:
        """Store what was found out about a row, in these columns, if it has not changed since.

        The version stays the same: the game has not changed.
        """
        same = sa.and_(GAMES.c.id == game.id, GAMES.c.version == game.version)
        update = GAMES.update().where(same).values({name: getattr(game, name) for name in names})
        self.write(lambda connection: connection.execute(update), single=True)

    def game(self, identifier: str) -> StoredGame | None:
        return self._found("game", identifier)

    def game_at_once(self, identifier: str) -> StoredGame | None:
        """Return a game to an event loop, or raise `NotAtOnce`."""
        row = self._glance.first(self._prepared["game"], identifier)
        return None if row is None else StoredGame.of_row(row)

    def game_by_invite(self, invite: str) -> StoredGame | None:
        return self._found("invite", invite)

    def _found(self, statement: str, key: str) -> StoredGame | None:
        row = self._first(statement, key)
        return None if row is None else StoredGame.of_row(row)

    def _first(self, statement: str, key: str) -> tuple[Any, ...] | None:
        with self.reading() as connection:
            return self._prepared[statement].first(connection, _key=key)

    def game_of_day(self, owner: str, day: str) -> StoredGame | None:
        with self.reading() as connection:
            row = connection.execute(sa.select(GAMES).where(GAMES.c.owner == owner, GAMES.c.daily == day)).first()
        return None if row is None else StoredGame.of_row(row)

    def days_won(self, owners: Sequence[str]) -> list[str]:
        """List the days whose code these players have found here: whoever imports a game may have made it up."""
        here = sa.and_(GAMES.c.owner.in_(owners), GAMES.c.source != "import")
        won = sa.and_(here, GAMES.c.daily.is_not(None), GAMES.c.outcome == "won")
        with self.reading() as connection:
            return list(connection.scalars(sa.select(GAMES.c.daily).where(won)))

    def results_of_day(self, day: str) -> list[tuple[str, int, int]]:
        """Count everybody's games of a day that are over, by outcome and number of turns, but not imported ones."""
        columns = (GAMES.c.outcome, GAMES.c.turn_count)
        over = sa.and_(GAMES.c.daily == day, GAMES.c.source == "web", GAMES.c.outcome != "open")
        with self.reading() as connection:
            rows = connection.execute(sa.select(*columns, sa.func.count()).where(over).group_by(*columns))
            return [(outcome, turn_count, number) for outcome, turn_count, number in rows]

    def version(self, identifier: str) -> int | None:
        row = self._first("version", identifier)
        return None if row is None else int(row[0])

    def versions(self, identifiers: Sequence[str]) -> dict[str, int]:
        """Return the versions of these games, without those that are gone."""
        found: dict[str, int] = {}
        columns = sa.select(GAMES.c.id, GAMES.c.version)
        with self.reading() as connection:
            for start in range(0, len(identifiers), _AT_ONCE):
                some = columns.where(GAMES.c.id.in_(identifiers[start : start + _AT_ONCE]))
                found.update((identifier, version) for identifier, version in connection.execute(some))
        return found

    def games(self, players: Sequence[str], page: Page) -> list[StoredGame]:
        """List the games of these players, newest first."""
        cursor = (GAMES.c.created, GAMES.c.id)
        wanted: list[sa.ColumnElement[bool]] = []
        wanted += [
            GAMES.c[name] == value
            for name in ("kind", "variant", "outcome")
            if (value := getattr(page, name)) is not None
        ]
        if page.daily:
            wanted.append(GAMES.c.daily.is_not(None))
        if page.before is not None:
            wanted.append(sa.tuple_(*cursor) < sa.tuple_(*map(sa.literal, page.before)))
        if page.after is not None:
            wanted.append(sa.tuple_(*cursor) > sa.tuple_(*map(sa.literal, page.after)))
        begun, is_last = GAMES.c.owner.in_(players), page.after is None

        def newest(games: sa.FromClause, *conditions: sa.ColumnElement[bool]) -> sa.Select[Any]:
            order = [games.c[name].desc() if is_last else games.c[name].asc() for name in ("created", "id")]
            return sa.select(games).where(*conditions).order_by(*order).limit(page.count)

        # Each side by its index, which has the order already.
        sides = [begun, sa.and_(GAMES.c.guest.in_(players), sa.not_(begun))]
        both = sa.union_all(*(sa.select(newest(GAMES, side, *wanted).subquery()) for side in sides)).subquery()
        with self.reading() as connection:
            return [StoredGame.of_row(row) for row in connection.execute(newest(both))]

    def played(self, players: Sequence[str]) -> list[tuple[Any, ...]]:
        """List what the games of these players are summed up by, in the order in which they were begun."""
        columns = [GAMES.c[name] for name in SUMMED]
        query = sa.select(*columns).where(_of(players)).order_by(GAMES.c.created, GAMES.c.id)
        with self.reading() as connection:
            return [tuple(row) for row in connection.execute(query)]

    def game_count(self) -> int:
        """Count all games, which may take long where there are many."""
        with self.reading() as connection:
            return connection.scalar(sa.select(sa.func.count()).select_from(GAMES)) or 0

    def count(self, owner: str) -> int:
        row = self._first("count", owner)
        return 0 if row is None else int(row[0])

    def count_at_once(self, owner: str) -> int:
        """Return the same to an event loop, or raise `NotAtOnce`."""
        row = self._glance.first(self._prepared["count"], owner)
        return 0 if row is None else int(row[0])

    def delete(self, identifier: str) -> None:
        self.write(lambda connection: connection.execute(GAMES.delete().where(GAMES.c.id == identifier)))

    def delete_all(self, players: Sequence[str]) -> list[str]:
        """Delete the games of these players and return their ids.

        A game they only joined belongs to its owner: it stays, and they are forgotten there, as in the settings.
        """

        def delete(connection: sa.Connection) -> list[str]:
            identifiers = list(connection.scalars(sa.select(GAMES.c.id).where(_of(players))))
            connection.execute(GAMES.delete().where(GAMES.c.owner.in_(players)))
            left = {"guest": FORGOTTEN, "version": GAMES.c.version + 1}  # a change from before would bring them back
            connection.execute(GAMES.update().where(GAMES.c.guest.in_(players)).values(left))
            connection.execute(SETTINGS.delete().where(SETTINGS.c.name.in_(players)))
            return identifiers

        return self.write(delete)

    def setting(self, name: str, default: str) -> str:
        """Return a setting; if it was not set before, it is `default` from now on."""
        value = sa.select(SETTINGS.c.value).where(SETTINGS.c.name == name)
        with self.reading() as connection:
            known: str | None = connection.scalar(value)
        if known is not None:
            return known
        insert = SETTINGS.insert().values(name=name, value=default)
        try:
            self.write(lambda connection: connection.execute(insert))
        except sa.exc.IntegrityError:  # another server was first
            return self.setting(name, default)
        return default


_AT_ONCE = 500

_LASTING = {"id", "owner", "kind", "source", "variant", "daily", "created", "room", "round"}
"""What never changes, so that its indexes needn't be written again."""

_PREPARED: dict[str, Any] = {
    "add": GAMES.insert(),
    "change": GAMES.update()
    .where(GAMES.c.id == sa.bindparam("_id"), GAMES.c.version == sa.bindparam("_version"))
    .values({column.key: sa.bindparam(column.key) for column in GAMES.columns if column.key not in _LASTING}),
    "game": sa.select(GAMES).where(GAMES.c.id == sa.bindparam("_key")),
    "invite": sa.select(GAMES).where(GAMES.c.invite == sa.bindparam("_key")),
    "version": sa.select(GAMES.c.version).where(GAMES.c.id == sa.bindparam("_key")),
    "count": sa.select(sa.func.count()).where(GAMES.c.owner == sa.bindparam("_key")),
}
"""The statements of almost every request."""

FORGOTTEN = "-"
"""The guest of a game who has deleted all their data."""


def _of(players: Sequence[str]) -> sa.ColumnElement[bool]:
    return sa.or_(GAMES.c.owner.in_(players), GAMES.c.guest.in_(players))
