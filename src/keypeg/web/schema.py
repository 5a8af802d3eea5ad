"""The shapes of requests and answers, for the checks of what comes in and for the OpenAPI description."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from keypeg.study import ADVISER
from keypeg.web.games import Kind
from keypeg.web.seats import Role

Text = Annotated[str, StringConstraints(max_length=200)]
"""A code, a feedback or a name, in any form that the rules read."""

PositionText = Annotated[str, StringConstraints(max_length=4000)]
"""A position line; a longer one might be a longer URL than servers read."""

Seen = Annotated[int, Field(ge=0, le=10_000, description="How many turns of the game the sender has seen.")]
Day = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d{2}-\d{2}$")]


class Shape(BaseModel):
    model_config = ConfigDict(extra="forbid")


class NewGame(Shape):
    """A game to begin. What a kind of game has no use for is left out of account."""

    kind: Kind
    variant: Text = "p4c6"
    guesses: int | None = 10
    palette: Annotated[str, StringConstraints(max_length=1000)] = "classic"
    codemaker: Literal["random", "adversary"] = "random"
    hard: bool = False
    strategy: Text = ADVISER
    secret: Text | None = None
    answers: Literal["server", "codemaker"] = "server"


class SeenTurns(Shape):
    turns: Seen


class Guess(SeenTurns):
    guess: Text


class Answer(SeenTurns):
    answer: Text


class Correction(Answer):
    turn: Annotated[int, Field(ge=1, le=10_000)]


class DailyOrder(Shape):
    date: Day | None = None


class ImportedGame(BaseModel):
    line: Annotated[str, StringConstraints(max_length=8000)]
    kind: Kind | None = None
    role: Role | None = None
    created: Text | None = None
    finished: Text | None = None
    daily: Text | None = None
    called_off: bool = False


class Imported(BaseModel):
    """What `/api/export` gave."""

    keypeg: Literal["history 1"]
    games: list[ImportedGame]


class ErrorDetail(BaseModel):
    model_config = ConfigDict(extra="allow")

    kind: str
    message: str


class ErrorAnswer(Shape):
    error: ErrorDetail


class Color(Shape):
    number: int
    symbol: str
    label: str
    name: str
    letter: str
    hex: str
    ink: str
    shape: str


class PaletteShape(Shape):
    name: str
    colors: list[Color]


class VariantShape(Shape):
    variant: str
    pegs: int
    colors: int
    repeats: bool
    codes: int


class DrawnVariant(VariantShape):
    palette: PaletteShape
    feedbacks: list[str]


class NamedVariant(VariantShape):
    name: str


class StrategyShape(Shape):
    name: str
    explanation: str


class Setup(Shape):
    version: str
    local: bool
    today: str
    variants: list[NamedVariant]
    guesses: list[int | None]
    default_guesses: int
    codemakers: list[str]
    strategies: list[StrategyShape]
    palettes: list[PaletteShape]
    limits: dict[str, int | float]


class FeedbackShape(Shape):
    feedback: str
    blacks: int
    whites: int


class TurnShape(FeedbackShape):
    number: int
    guess: str
    pegs: list[int]
    words: str


class Slip(FeedbackShape):
    left: int


class CorrectionShape(Shape):
    turn: int
    guess: str
    given: str
    could_be: list[Slip]


class Conflict(Shape):
    message: str
    lines: list[str]
    drops: list[list[int]]
    corrections: list[CorrectionShape]
    complete: bool


class Share(Shape):
    text: str
    words: str


class Game(VariantShape):
    """A game as one of its players sees it. The secret is in it after the end only."""

    id: str
    kind: Kind
    role: Role
    version: int
    palette: PaletteShape
    guesses: int | None
    guesses_left: int | None
    hard: bool
    codemaker: Literal["random", "adversary", "person"]
    strategy: str | None
    daily: str | None
    turns: list[TurnShape]
    position: str
    outcome: Literal["open", "won", "lost", "given up"]
    over: bool
    secret: str | None
    hints: int
    undos: int
    called_off: bool
    can_undo: bool
    can_redo: bool
    guess: str | None
    note: str
    conflict: Conflict | None
    answers: Literal["server", "codemaker"] | None
    joined: bool | None
    join: str | None
    pending: str | None
    share: Share | None
    created: str
    updated: str
    finished: str | None


class CountShape(Shape):
    count: int
    exact: bool
    words: str


class CandidatesShape(CountShape):
    codes: list[str] | None


class HintShape(Shape):
    step: int
    steps: int
    words: str
    candidates: CountShape
    sure: list[int]
    absent: list[int]
    guess: str | None
    fits: bool | None
    expected: float | None


class HintAnswer(Shape):
    hint: HintShape
    game: Game


class CheckShape(Shape):
    guess: str
    fits: bool
    turn: int | None
    expected: float | None
    words: str


class CheckAnswer(Shape):
    check: CheckShape
    game: Game


class Invitation(Shape):
    variant: str
    guesses: int | None
    hard: bool
    joined: bool
    yours: bool
    game: str | None


class Part(FeedbackShape):
    codes: int


class RankedGuess(Shape):
    guess: str
    pegs: list[int]
    fits: bool
    parts: int | None
    largest: int | None
    expected: float | None
    bits: float | None
    partition: list[Part]


class Explored(VariantShape):
    position: str
    palette: PaletteShape
    turns: list[TurnShape]
    won: bool
    candidates: CandidatesShape
    strategy: str
    guesses: list[RankedGuess]
    note: str


class CoachCount(BaseModel):
    model_config = ConfigDict(extra="allow")

    value: int


class CoachPromise(BaseModel):
    """What a guess promises before it is answered."""

    model_config = ConfigDict(extra="allow")

    guess: str
    can_win: bool
    bits: float
    left: float | None
    parts: int
    chance: float
    guesses: float | None


class CoachGrade(BaseModel):
    """What one turn was worth."""

    model_config = ConfigDict(extra="allow")

    number: int
    position: str
    guess: str
    feedback: str
    before: CoachCount
    after: CoachCount
    expected_bits: float
    bits: float
    skill: float
    luck: float
    method: Literal["exact", "sampled"]
    played: CoachPromise
    best: CoachPromise
    alternative: CoachPromise | None
    words: str


class ReviewShape(BaseModel):
    """A game graded turn by turn by the coach."""

    model_config = ConfigDict(extra="allow")

    position: str
    variant: str
    hard: bool
    won: bool
    guesses: int
    expected: float | None
    skill: float | None
    luck: float | None
    method: Literal["exact", "sampled"]
    turns: list[CoachGrade]
    words: list[str]
    palette: PaletteShape


class Daily(Shape):
    date: str
    number: int
    variant: str
    guesses: int
    first: str
    today: str
    game: Game | None


class ArchivedDay(Shape):
    date: str
    number: int
    outcome: str | None
    game: str | None
    turns: int


class Archive(Shape):
    days: list[ArchivedDay]


class PlayedGame(Shape):
    id: str
    kind: Kind
    role: Role
    source: Literal["web", "terminal", "import"]
    variant: str
    guesses: int | None
    turns: int
    outcome: str
    over: bool
    hints: int
    undos: int
    called_off: bool
    codemaker: str
    strategy: str | None
    daily: str | None
    position: str
    created: str
    updated: str
    finished: str | None


class History(Shape):
    games: list[PlayedGame]
    next: str | None


class Streak(Shape):
    current: int
    longest: int


class DailyStatistics(Shape):
    played: int
    won: int
    streak: Streak


class Bar(Shape):
    guesses: int
    games: int


class VariantStatistics(Shape):
    variant: str
    kind: Literal["break", "solve", "set"]
    games: int
    won: int
    average: float | None
    best: int | None
    histogram: list[Bar]


class Statistics(Shape):
    games: int
    open: int
    won: int
    lost: int
    given_up: int
    streak: Streak
    daily: DailyStatistics
    variants: list[VariantStatistics]


class Export(Shape):
    keypeg: Literal["history 1"]
    exported: str
    games: list[dict[str, Any]]


class ImportAnswer(Shape):
    imported: int
    known: int
