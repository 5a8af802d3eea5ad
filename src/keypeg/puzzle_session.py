"""A person's puzzle: answers, hints, and how it ended; and a rating that moves with successes.

The rating is Elo's. A puzzle of a grade stands for an opponent of the rating in `RATINGS`; with rating R against P, the
expected score is E = 1 / (1 + 10^((P - R) / 400)), and the new rating is R + K (S - E). The score S is 1 for the right
answer at once and without a hint, 1/2 for the right answer otherwise, and 0 for giving up. K is 40 for the first 20
puzzles and 20 from then on.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Self

from keypeg.candidates import Candidates, scores, to_code
from keypeg.errors import NotAllowed, UnreadableText
from keypeg.game import Outcome
from keypeg.palette import Palette
from keypeg.position import Position
from keypeg.puzzles import Answer, Puzzle, shorter
from keypeg.reasons import Step, explain, refute
from keypeg.render import Look
from keypeg.rules import Code, Feedback, Turn

START = 1200.0
"""The rating of somebody who has solved nothing yet."""

RATINGS = {1: 800, 2: 1100, 3: 1400, 4: 1600, 5: 1800, 6: 2100}
"""The rating for which a puzzle of each grade stands."""

_LEAST = 100.0
_FIRST, _FAST, _SLOW = 20, 40, 20


def rated(rating: float, played: int, grade: int, score: float) -> float:
    """Return the rating after one more puzzle; `played` is how many there were before.

    >>> rated(1200, 0, 3, 1.0)
    1230.4
    """
    expected = 1 / (1 + 10 ** ((RATINGS[grade] - rating) / 400))
    return round(max(rating + (_FAST if played < _FIRST else _SLOW) * (score - expected), _LEAST), 1)


@dataclass(frozen=True, slots=True)
class Try:
    """What is to be said of an answer: whether it is right and, if not, why.

    For the only code, the first `turn` (from 0) that the code contradicts. For the guess that surely wins, two `codes`
    that would still be possible after some `feedback`. For the wrong turn, that the others still contradict each other.
    """

    answer: Answer
    is_right: bool
    turn: int | None = None
    feedback: Feedback | None = None
    codes: tuple[Code, ...] = ()


@dataclass(frozen=True, slots=True)
class Help:
    """A hint.

    For the only code, the next `step` of the deduction. For the guess that surely wins, the `codes` that are possible,
    and then whether it is one of them. For the wrong turn, that another `turn` (from 0) is not the one, since without
    it the others contradict each other, by some `steps`.
    """

    step: Step | None = None
    codes: tuple[Code, ...] = ()
    can_win: bool | None = None
    turn: int | None = None
    steps: tuple[Step, ...] = ()


@lru_cache(maxsize=16)
def helps(puzzle: Puzzle) -> tuple[Help, ...]:
    """Return the hints of a puzzle, in order."""
    if puzzle.kind == "code":
        steps = explain(Position(puzzle.variant, puzzle.turns)).steps
        return tuple(Help(step) for step in steps)
    if puzzle.kind == "win":
        codes = tuple(Candidates(puzzle.variant, puzzle.turns))
        return Help(codes=codes), Help(can_win=puzzle.answer in codes)
    return tuple(
        Help(turn=number, steps=tuple(_renumbered(step, number) for step in refute(puzzle.variant, rest)))
        for number, rest in enumerate(shorter(puzzle.turns))
        if number + 1 != puzzle.answer
    )


def _renumbered(step: Step, missing: int) -> Step:
    """Return a step whose turns are numbered as if the missing one were there."""
    turns, against = (tuple(one + (one >= missing) for one in some) for some in (step.turns, step.against))
    inner = tuple(_renumbered(one, missing) for one in step.inner)
    return replace(step, turns=turns, against=against, inner=inner)


class PuzzleSession:
    """A puzzle that somebody works on; its text line is enough to go on with it."""

    def __init__(self, puzzle: Puzzle | str, *, day: str | None = None, palette: Palette | str | None = None) -> None:
        self.puzzle = Puzzle.of(puzzle)
        self.day = day
        self.look = Look(self.puzzle.variant, palette or self.puzzle.variant.palette)
        self.hints = 0
        self.wrong = 0
        self.outcome = Outcome.OPEN

    @property
    def is_over(self) -> bool:
        return self.outcome is not Outcome.OPEN

    @property
    def turns(self) -> tuple[Turn, ...]:
        return self.puzzle.turns

    @property
    def score(self) -> float:
        """What it counts for the rating."""
        if self.outcome is not Outcome.WON:
            return 0.0
        return 0.5 if self.hints or self.wrong else 1.0

    def answer(self, text: str) -> Try:
        """Take an answer; what can't be read as one raises an error and counts for nothing."""
        self._check_open()
        given = self.puzzle.read(text, self.look.palette)
        if given == self.puzzle.answer:
            self.outcome = Outcome.WON
            return Try(given, is_right=True)
        self.wrong += 1
        return self._failed(given)

    def _failed(self, given: Answer) -> Try:
        if isinstance(given, int):
            return Try(given, is_right=False)
        if self.puzzle.kind == "code":
            position = Position(self.puzzle.variant, self.turns)
            return Try(given, is_right=False, turn=position.first_contradicted(given))
        rows = Candidates(self.puzzle.variant, self.turns).array
        ordinals = scores(self.puzzle.variant, given, rows).tolist()
        most = max(ordinals, key=ordinals.count)
        codes = tuple(to_code(row) for row, ordinal in zip(rows, ordinals, strict=True) if ordinal == most)
        return Try(given, is_right=False, feedback=Feedback.from_ordinal(most), codes=codes)

    def hint(self) -> Help:
        """Return the next hint; after the last one, refuse."""
        self._check_open()
        every = helps(self.puzzle)
        if self.hints >= len(every):
            raise NotAllowed("puzzle-hints", number=len(every))
        self.hints += 1
        return every[self.hints - 1]

    def give_up(self) -> None:
        self._check_open()
        self.outcome = Outcome.GIVEN_UP

    def _check_open(self) -> None:
        if self.is_over:
            raise NotAllowed("puzzle-over")

    def __str__(self) -> str:
        outcome = str(self.outcome).replace(" ", "-")
        settings = f"hints={self.hints} wrong={self.wrong} outcome={outcome} day={self.day or '-'}"
        return f"puzzle {settings} palette={self.look.palette} {self.puzzle}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text line."""
        if not isinstance(text, str):
            raise NotAllowed("puzzle-session-value", given=repr(text))
        try:
            head, *settings, line = text.split(maxsplit=6)
            values = dict(setting.split("=", 1) for setting in settings)
            hints, wrong = int(values["hints"]), int(values["wrong"])
            outcome, day = Outcome(values["outcome"].replace("-", " ")), values["day"]
            palette = values["palette"]
        except (ValueError, KeyError):
            raise UnreadableText("puzzle-session-text", text=text) from None
        if head != "puzzle" or hints < 0 or wrong < 0:
            raise UnreadableText("puzzle-session-text", text=text)
        session = cls(line, day=None if day == "-" else day, palette=palette)
        session.hints, session.wrong, session.outcome = hints, wrong, outcome
        return session
