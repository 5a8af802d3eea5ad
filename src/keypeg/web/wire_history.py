"""The wire format of what somebody has played: codes of the day, past games, statistics, export."""

from typing import Literal

from keypeg.database import Kind, Source
from keypeg.game import Outcome
from keypeg.past_games import Side
from keypeg.web.wire import Closed, Game, Palette, Role, Summary


class Streak(Closed):
    current: int
    longest: int


class Bar(Closed):
    guesses: int
    games: int


class Today(Closed):
    """The code of a day, as the start of the page shows it."""

    date: str
    number: int
    outcome: Outcome | None
    turn_count: int
    streak: Streak


class Everybody(Closed):
    """How everybody did who played the code of a day here."""

    games: int
    histogram: list[Bar]
    lost: int
    given_up: int


class Daily(Closed):
    date: str
    number: int
    variant: str
    guesses: int
    first: str
    today: str
    streak: Streak
    game: Game | None
    everybody: Everybody | None


class ArchivedDay(Closed):
    date: str
    number: int
    outcome: Outcome | None
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
    grid: list[tuple[int, int]]
    skill: float | None
    created: str
    updated: str
    finished: str | None


class Start(Closed):
    """All that the start of the page shows."""

    today: str
    daily: Today
    open: list[PlayedGame]
    recent: list[PlayedGame]
    palette: Palette


class History(Closed):
    games: list[PlayedGame]
    next: str | None


class DailyStatistics(Closed):
    played: int
    won: int
    streak: Streak


class VariantStatistics(Closed):
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


class SkillOfGame(Closed):
    finished: str
    variant: str
    skill: float


class Statistics(Closed):
    games: int
    open: int
    won: int
    lost: int
    given_up: int
    streak: Streak
    daily: DailyStatistics
    variants: list[VariantStatistics]
    skill: list[SkillOfGame]


class ExportedGame(Closed):
    kind: Kind
    role: Role
    line: str | None
    sealed: str | None
    daily: str | None
    skill: float | None
    created: str
    finished: str | None


class ExportedPuzzle(Closed):
    line: str
    created: int
    finished: int | None


class Export(Closed):
    keypeg: Literal["history 1"]
    exported: str
    games: list[ExportedGame]
    puzzles: list[ExportedPuzzle]


class ImportedGames(Closed):
    imported: int
    known: int
    sealed: int


class ImportResponse(ImportedGames):
    puzzles: int
