"""The wire format: the type of every response of the interface, declared once.

The type checker checks the code that builds a response, and FastAPI writes the OpenAPI description from the types.
Responses are not checked again when they are sent. What comes in is in `requests`.
"""

from typing import Any, Literal

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict  # before Python 3.12 pydantic can't read typing's own

from keypeg.database import AnsweredBy, Kind
from keypeg.game import CodemakerKind, Outcome
from keypeg.graded import Verdict

Role = Literal["breaker", "codemaker"]


@with_config(ConfigDict(extra="forbid"))
class Closed(TypedDict):
    """A response with the fields of its type and no others."""


class Color(Closed):
    number: int
    symbol: str
    label: str
    name: str
    words: str
    letter: str
    hex: str
    ink: str
    shape: str


class Palette(Closed):
    name: str
    colors: list[Color]


class Variant(Closed):
    variant: str
    pegs: int
    colors: int
    repeats: bool
    codes: int


class Look(Variant):
    """A variant with what is needed to draw it."""

    palette: Palette


class LookResponse(Look):
    feedbacks: list[str]


class NamedVariant(Variant):
    name: str


class Strategy(Closed):
    name: str
    explanation: str


class Setup(Closed):
    version: str
    local: bool
    today: str
    variants: list[NamedVariant]
    guesses: list[int | None]
    default_guesses: int
    codemakers: list[str]
    strategies: list[Strategy]
    palettes: list[Palette]
    limits: dict[str, int | float]


class Feedback(Closed):
    feedback: str
    blacks: int
    whites: int


class Turn(Feedback):
    number: int
    guess: str
    pegs: list[int]
    words: str


class Slip(Feedback):
    left: int


class Slips(Closed):
    """What the feedback of one turn could have been."""

    turn: int
    guess: str
    given: str
    could_be: list[Slip]


class Contradiction(Closed):
    """Which turns may be wrong, counted from 1."""

    message: str
    lines: list[str]
    drops: list[list[int]]
    corrections: list[Slips]
    complete: bool


class Share(Closed):
    text: str
    words: str


class Summary(Closed):
    """What a list of games shows of a game, besides its row."""

    guesses: int | None
    codemaker: CodemakerKind
    strategy: str | None
    hints: int
    undos: int
    position: str
    called_off: bool


class ToBeat(Closed):
    """The result that somebody had with the same code, and the challenge by which they sent it."""

    token: str
    turn_count: int
    outcome: Outcome


class MatchRound(Closed):
    """A round that is over, and what its codemaker got for it."""

    number: int
    broken_by_you: bool
    guesses: int
    found: bool
    points: int


class Match(Closed):
    """A match as one of its players sees it, with the round that is over last; `number` is the round of this game."""

    number: int
    rounds: int
    bonus: int
    strategy: str | None
    table: list[MatchRound]
    yours: int
    theirs: int
    over: bool
    outcome: Literal["won", "lost", "even"] | None


class RoomPlace(Closed):
    """In which room a game is played, and in which of its rounds."""

    token: str
    round: int


class Game(Look, Summary):
    """A game as one of its players sees it. The secret is included only after the end."""

    id: str
    kind: Kind
    role: Role
    version: int
    guesses_left: int | None
    hard: bool
    daily: str | None
    turns: list[Turn]
    outcome: Outcome
    over: bool
    secret: str | None
    can_undo: bool
    can_redo: bool
    guess: str | None
    note: str
    contradiction: Contradiction | None
    answered_by: AnsweredBy | None
    joined: bool | None
    join: str | None
    pending: str | None
    present: bool | None
    next: str | None
    challenge: ToBeat | None
    match: Match | None
    room: RoomPlace | None
    share: Share | None
    created: str
    updated: str
    finished: str | None


class ErrorDetails(TypedDict, total=False):
    """What an error has besides its kind and message."""

    game: Game
    contradiction: Contradiction
    retry_after: int


class Error(ErrorDetails):
    kind: str
    message: str


class ErrorResponse(Closed):
    error: Error


class Count(Closed):
    count: int
    exact: bool
    words: str


class Candidates(Count):
    codes: list[str] | None


class CandidatesResponse(Closed):
    candidates: Candidates
    game: Game


class Funnel(Closed):
    """How many codes were possible, all codes first, then after each turn; null where that is not known."""

    counts: list[Count | None]


class FunnelResponse(Funnel):
    game: Game


class Hint(Closed):
    step: int
    steps: int
    words: str
    candidates: Count
    sure: list[int]
    absent: list[int]
    guess: str | None
    can_win: bool | None
    left: float | None


class HintResponse(Closed):
    hint: Hint
    game: Game


class Check(Closed):
    guess: str
    can_win: bool
    turn: int | None
    left: float | None
    words: str


class CheckResponse(Closed):
    check: Check
    game: Game


class Invitation(Closed):
    variant: str
    guesses: int | None
    hard: bool
    rounds: int | None
    joined: bool
    yours: bool
    game: str | None


class ChallengeToken(Closed):
    token: str


class Challenge(Closed):
    """A code to play that somebody else has played, with their result."""

    variant: str
    guesses: int | None
    hard: bool
    palette: str
    turn_count: int
    outcome: Outcome
    yours: bool
    game: str | None


class Part(Feedback):
    codes: int


Measure = Literal["guesses", "left", "largest", "bits", "worth", "parts"]


class RankedGuess(Closed):
    guess: str
    pegs: list[int]
    can_win: bool
    parts: int | None
    largest: int | None
    left: float | None
    bits: float | None
    worth: float | None
    guesses: float | None
    partition: list[Part]


class Explored(Look):
    position: str
    turns: list[Turn]
    won: bool
    candidates: Candidates
    asked: str
    strategy: str
    measure: Measure | None
    guesses: list[RankedGuess]
    note: str


class Watched(Explored):
    """A position with what a strategy thinks, in words too, and the turn that it makes; none if the code is found."""

    secret: str
    turn: Turn | None
    why: str


class Promise(TypedDict):
    """What a guess promises before its feedback is known."""

    guess: str
    can_win: bool
    bits: float
    left: float | None
    parts: int
    largest: int | None
    chance: float
    guesses: float | None


class Grade(TypedDict):
    """What one turn was worth."""

    number: int
    position: str
    guess: str
    feedback: str
    before: dict[str, Any]
    after: dict[str, Any]
    expected_bits: float
    bits: float
    skill: float
    luck: float | None
    verdict: Verdict
    method: Literal["exact", "sampled"]
    played: Promise
    best: Promise
    alternative: Promise | None
    words: str


class Review(TypedDict):
    """A game graded turn by turn, as the coach writes it."""

    position: str
    variant: str
    hard: bool
    codemaker: CodemakerKind
    won: bool
    guesses: int
    expected: float | None
    skill: float | None
    luck: float | None
    method: Literal["exact", "sampled"]
    turns: list[Grade]
    worth_a_look: list[int]
    headline: str
    words: list[str]
    palette: Palette
