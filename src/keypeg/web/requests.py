"""What requests contain: models that check it, and that appear in the OpenAPI description."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from keypeg.database import AnsweredBy, Kind
from keypeg.game import DEFAULT_GUESSES
from keypeg.match import BONUS, ROUNDS
from keypeg.study import ADVISER
from keypeg.web.wire import Role

Text = Annotated[str, StringConstraints(max_length=200)]
"""A code, feedback or a name, in any form that the rules read."""

PaletteText = Annotated[str, StringConstraints(max_length=1000)]

PositionText = Annotated[str, StringConstraints(max_length=4000)]
"""A position line; a longer one might make a URL longer than servers accept."""

TurnCount = Annotated[int, Field(ge=0, le=10_000, description="How many turns of the game the sender has seen.")]
Day = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d{2}-\d{2}$")]


class Order(BaseModel):
    model_config = ConfigDict(extra="forbid")


class NewMatch(Order):
    """What is agreed for a match, besides the game."""

    rounds: int = ROUNDS
    bonus: int = BONUS


class NewGame(Order):
    """A game to start. Each kind of game ignores what it has no use for."""

    kind: Kind
    variant: Text = "p4c6"
    guesses: int | None = 10
    palette: PaletteText = "classic"
    codemaker: Literal["random", "adversary"] = "random"
    hard: bool = False
    strategy: Text = ADVISER
    secret: Text | None = None
    answered_by: AnsweredBy = "server"
    after: Text | None = None
    """The duel after which its two players play this one."""
    match: NewMatch | None = None
    """Makes it the first round of a match; to `break` the computer's code is the first round of one against it."""


class RoomName(Order):
    name: Annotated[str, StringConstraints(max_length=100)]


class NewRoom(RoomName):
    """A room to open, in which everybody breaks the same codes."""

    variant: Text = "p4c6"
    guesses: int = DEFAULT_GUESSES
    palette: PaletteText = "classic"
    hard: bool = False


class SeenRound(Order):
    round: Annotated[int, Field(ge=1, le=10_000, description="Which round the sender has seen.")]


class NextRound(Order):
    secret: Text | None = None


class Answer(Order):
    """What somebody answers to a task of a lesson; nothing, if they want to be told."""

    answer: Text | None = None
    palette: PaletteText = "classic"


class NewPuzzle(Order):
    """A puzzle to begin: any that is about as hard as one's rating, with what is asked for; or that of a date."""

    kind: Text | None = None
    grade: int | None = None
    variant: Text | None = None
    palette: PaletteText | None = None
    date: Day | None = None


class PuzzleMove(Order):
    """Something that changes a puzzle, by somebody who has seen as many hints and wrong answers."""

    seen: Annotated[int, Field(ge=0, le=10**6)] | None = None


class PuzzleAnswer(PuzzleMove):
    answer: Text


class Seen(Order):
    seen: TurnCount


class Guess(Seen):
    guess: Text


class Look(Seen):
    limit: Annotated[int, Field(ge=0, le=500)] = 60


class Feedback(Seen):
    feedback: Text


class Correction(Feedback):
    turn: Annotated[int, Field(ge=1, le=10_000)]


class DailyOrder(Order):
    date: Day | None = None


class ImportedGame(BaseModel):
    """A game to import: its line if it is over, otherwise what this server sealed.

    Whether it was called off is in its line now, but was not always.
    """

    line: Annotated[str, StringConstraints(max_length=8000)] | None = None
    sealed: Annotated[str, StringConstraints(max_length=16000)] | None = None
    skill: Annotated[float, Field(ge=0, le=100)] | None = None
    kind: Kind | None = None
    role: Role | None = None
    created: Text | None = None
    finished: Text | None = None
    daily: Text | None = None
    called_off: bool = False


class ImportedPuzzle(BaseModel):
    line: Annotated[str, StringConstraints(max_length=4000)]
    created: Annotated[int, Field(ge=0, le=10**14)]
    finished: Annotated[int, Field(ge=0, le=10**14)] | None = None


class Imported(BaseModel):
    """What `/api/export` returned."""

    keypeg: Literal["history 1"]
    games: list[ImportedGame]
    puzzles: list[ImportedPuzzle] = []
