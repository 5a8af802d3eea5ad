"""Games that are over: what they sum up to, how they are exported, and where the terminal finds them.

A game finished in a terminal lies in the inbox (`keypeg.store`) until a server takes it into its database. The terminal
reads both, the database in the data folder by Python's own SQLite, which every installation has.
"""

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, Literal, NamedTuple
from urllib.parse import quote

from keypeg import store
from keypeg.errors import KeypegError, NotAllowed
from keypeg.game import Outcome
from keypeg.session import BreakSession, parse_session

TERMINAL = "terminal"
"""The name under which a database keeps the games of the terminal."""

LOCAL_PLAYER = "local player"
"""The setting, by their name, of a player whom the user's own server served: not of a visitor from elsewhere."""

Side = Literal["break", "solve", "set"]
"""What somebody did in a game: broke a code, let the computer break theirs, or set one for another person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PastGame:
    """A game as one of its players sees it later. Times are in milliseconds since 1970.

    `guesses` is the limit, and `skill` the coach's, if it is known.
    """

    id: str
    kind: str
    is_breaker: bool
    source: str
    variant: str
    daily: str | None
    line: str
    outcome: str
    turn_count: int
    created: int
    finished: int | None
    guesses: int | None = None
    skill: float | None = None

    @property
    def side(self) -> Side:
        return _side(self.kind, is_breaker=self.is_breaker)

    @property
    def day(self) -> date:
        """The day, here, on which it was finished."""
        return datetime.fromtimestamp((self.finished or self.created) / 1000).date()  # noqa: DTZ006 - a day here


class Played(NamedTuple):
    """What a game is summed up by: part of a `PastGame`."""

    is_breaker: bool
    kind: str
    variant: str
    daily: str | None
    outcome: str
    turn_count: int
    created: int
    finished: int | None
    guesses: int | None
    skill: float | None

    @property
    def side(self) -> Side:
        return _side(self.kind, is_breaker=self.is_breaker)


def _side(kind: str, *, is_breaker: bool) -> Side:
    return "solve" if kind == "solve" else "break" if is_breaker else "set"


def is_breaker(kind: str, owner: str, names: Collection[str]) -> bool:
    """Return whether a player of these names guessed in a game; in a duel, the owner set the code."""
    return (owner in names) == (kind == "break")


# What they sum up to


@dataclass(frozen=True, slots=True)
class Streak:
    """How many in a row: up to now, and at best."""

    current: int
    longest: int


@dataclass(frozen=True, slots=True)
class DailyStatistics:
    """The codes of the day."""

    played: int
    won: int
    streak: Streak


@dataclass(frozen=True, slots=True)
class Bar:
    """How many games were won in this number of guesses."""

    guesses: int
    games: int


@dataclass(frozen=True, slots=True)
class VariantStatistics:
    """The games of one variant on one side. The histogram has a bar for each number of guesses up to the limit."""

    variant: str
    kind: Side
    games: int
    won: int
    lost: int
    given_up: int
    win_rate: float
    average: float | None
    best: int | None
    histogram: list[Bar]


@dataclass(frozen=True, slots=True)
class SkillOfGame:
    """How well a game was played."""

    finished: str
    variant: str
    skill: float


@dataclass(frozen=True, slots=True)
class Statistics:
    """All games; those won, lost and given up are one's own as codebreaker. The last known skills come oldest first."""

    games: int
    open: int
    won: int
    lost: int
    given_up: int
    streak: Streak
    daily: DailyStatistics
    variants: list[VariantStatistics]
    skill: list[SkillOfGame]


_LONGEST_LIMIT = 20  # a histogram goes on beyond it only as far as there are games
_SKILLS = 50


def sum_up(games: Sequence[PastGame | Played], today: date) -> Statistics:
    """Sum up games by variant and side."""
    finished = (game for game in games if game.is_breaker and game.finished is not None)
    broken = sorted(finished, key=lambda game: game.finished or 0)
    count = Counter(game.outcome for game in broken)
    return Statistics(
        games=len(games),
        open=sum(game.outcome == Outcome.OPEN for game in games),
        won=count[Outcome.WON],
        lost=count[Outcome.LOST],
        given_up=count[Outcome.GIVEN_UP],
        streak=_row_of_wins(broken),
        daily=_daily_statistics(games, today),
        variants=_by_variant(games),
        skill=_skill_over_time(broken),
    )


def _skill_over_time(games: Iterable[PastGame | Played]) -> list[SkillOfGame]:
    graded = [
        SkillOfGame(time_text(game.finished or 0), game.variant, game.skill) for game in games if game.skill is not None
    ]
    return graded[-_SKILLS:]


def _row_of_wins(games: Iterable[PastGame | Played]) -> Streak:
    current = longest = 0
    for game in games:
        current = current + 1 if game.outcome == Outcome.WON else 0
        longest = max(longest, current)
    return Streak(current, longest)


def _daily_statistics(games: Sequence[PastGame | Played], today: date) -> DailyStatistics:
    played = [game for game in games if game.daily is not None and game.outcome != Outcome.OPEN]
    won = {date.fromisoformat(game.daily) for game in played if game.daily and game.outcome == Outcome.WON}
    return DailyStatistics(len(played), len(won), streak_of_days(won, today))


def streak_of_days(won: set[date], end: date) -> Streak:
    """Return the current streak of days won, up to `end` or the day before, and the longest streak.

    Where a later day has begun already, the streak goes on to that.
    """
    end = max([end, *won])
    day = end if end in won else end - timedelta(days=1)
    current = 0
    while day in won:
        current, day = current + 1, day - timedelta(days=1)
    longest = 0
    for first in (day for day in won if day - timedelta(days=1) not in won):
        length = 1
        while first + timedelta(days=length) in won:
            length += 1
        longest = max(longest, length)
    return Streak(current, longest)


def _by_variant(games: Iterable[PastGame | Played]) -> list[VariantStatistics]:
    groups: defaultdict[tuple[Side, str], list[PastGame | Played]] = defaultdict(list)
    for game in games:
        if game.outcome != Outcome.OPEN:
            groups[game.side, game.variant].append(game)
    return [_group(side, variant, group) for (side, variant), group in sorted(groups.items())]


def _group(side: Side, variant: str, games: Sequence[PastGame | Played]) -> VariantStatistics:
    won = Counter(game.turn_count for game in games if game.outcome == Outcome.WON)
    ended = Counter(game.outcome for game in games)
    limits = [game.guesses for game in games if game.guesses is not None and game.guesses <= _LONGEST_LIMIT]
    total = won.total()
    return VariantStatistics(
        variant=variant,
        kind=side,
        games=len(games),
        won=total,
        lost=ended[Outcome.LOST],
        given_up=ended[Outcome.GIVEN_UP],
        win_rate=total / len(games),
        average=sum(guesses * number for guesses, number in won.items()) / total if total else None,
        best=min(won, default=None),
        histogram=[Bar(guesses, won[guesses]) for guesses in range(1, max([*limits, *won], default=0) + 1)],
    )


# Export

EXPORT = "history 1"
"""What an exported file says it is."""


def export(games: Iterable[PastGame], now: int) -> dict[str, Any]:
    """Return games that are over, oldest first, as a file that the page imports.

    The line of an open game would tell its secret: a server seals it.
    """
    over = [game for game in games if game.outcome != Outcome.OPEN]
    return {
        "keypeg": EXPORT,
        "exported": time_text(now),
        "games": [
            {
                "kind": game.kind,
                "role": "breaker" if game.is_breaker else "codemaker",
                "line": game.line,
                "sealed": None,
                "daily": game.daily,
                "skill": game.skill,
                "created": time_text(game.created),
                "finished": None if game.finished is None else time_text(game.finished),
            }
            for game in sorted(over, key=lambda game: (game.created, game.id))
        ],
    }


def time_text(milliseconds: int) -> str:
    """Write a time as programs read it."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


# What the terminal finds


def finished_games(folder: Path | None = None) -> list[PastGame]:
    """List the games of this user that are over, newest first: those of the terminal, and those of the page."""
    home = folder or store.data_folder()
    found = {game.id: game for game in (*_in_database(home / store.DATABASE), *_in_inbox(home))}
    return sorted(found.values(), key=lambda game: (game.finished or 0, game.id), reverse=True)


def _in_inbox(folder: Path) -> Iterator[PastGame]:
    for path, line, finished in store.recorded_games(folder=folder):
        try:
            session = parse_session(line)
        except KeypegError:
            continue  # not a game, so leave it alone
        breaks = isinstance(session, BreakSession)
        yield PastGame(
            id=path.stem,
            kind="break" if breaks else "solve",
            is_breaker=breaks,
            source="terminal",
            variant=str(session.variant),
            daily=None,
            line=line,
            outcome=str(session.outcome),
            turn_count=len(session.turns),
            created=finished,
            finished=finished,
            guesses=session.guesses,
        )


_COLUMNS = ("id", "kind", "source", "variant", "daily", "line", "outcome", "turn_count", "created", "finished")


def _in_database(path: Path) -> Iterator[PastGame]:
    """Go through the user's finished games in a server's database; one that the other person called off is left out.

    A server that other computers can reach keeps its visitors' games there too, which are not the user's.
    """
    if not path.exists():
        return
    columns = ("owner", "guest", "summary", *_COLUMNS)
    query = f"SELECT {', '.join(columns)} FROM games WHERE finished IS NOT NULL"  # noqa: S608 - our own names
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)) as connection:
            rows = connection.execute(query).fetchall()
            local = connection.execute("SELECT name FROM settings WHERE value = ?", [LOCAL_PLAYER]).fetchall()
    except sqlite3.Error as error:
        raise NotAllowed("database-open", database=path, reason=error) from error
    names = {TERMINAL, *(name for (name,) in local)}
    for owner, guest, summary, *values in rows:
        row = dict(zip(_COLUMNS, values, strict=True))
        guessed = is_breaker(row["kind"], owner, names)
        told = json.loads(summary)
        if (owner in names or guest in names) and not (guessed and told["called_off"]):
            yield PastGame(is_breaker=guessed, guesses=told.get("guesses"), **row)
