"""The wire format of what somebody has played: codes of the day, past games, statistics, export."""

from typing import Literal

from keypeg.database import Kind, Source
from keypeg.past_games import Side
from keypeg.web.wire import Closed, Game, Role, Summary


class Daily(Closed):
    date: str
    number: int
    variant: str
    guesses: int
    first: str
    today: str
    game: Game | None


class ArchivedDay(Closed):
    date: str
    number: int
    outcome: str | None
    game: str | None
    turn_count: int


class Archive(Closed):
    days: list[ArchivedDay]


class PlayedGame(Summary):
    id: str
    kind: Kind
    role: Role
    source: Source
    variant: str
    turn_count: int
    outcome: str
    over: bool
    daily: str | None
    created: str
    updated: str
    finished: str | None


class History(Closed):
    games: list[PlayedGame]
    next: str | None


class Streak(Closed):
    current: int
    longest: int


class DailyStatistics(Closed):
    played: int
    won: int
    streak: Streak


class Bar(Closed):
    guesses: int
    games: int


class VariantStatistics(Closed):
    variant: str
    kind: Side
    games: int
    won: int
    average: float | None
    best: int | None
    histogram: list[Bar]


class Statistics(Closed):
    games: int
    open: int
    won: int
    lost: int
    given_up: int
    streak: Streak
    daily: DailyStatistics
    variants: list[VariantStatistics]


class ExportedGame(Closed):
    kind: Kind
    role: Role
    line: str
    daily: str | None
    created: str
    finished: str | None


class Export(Closed):
    keypeg: Literal["history 1"]
    exported: str
    games: list[ExportedGame]


class ImportResponse(Closed):
    imported: int
    known: int
