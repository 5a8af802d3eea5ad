"""What the coach finds out about a game: a grade for each turn, and a review. `keypeg.coach` has the formula."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from keypeg.candidates import Count
from keypeg.game import CodemakerKind
from keypeg.notebook import ShownAsHtml
from keypeg.position import Position
from keypeg.rules import Turn
from keypeg.study import Promise

Measure = Literal["guesses", "bits", "worst-case"]
Method = Literal["exact", "sampled"]
Verdict = Literal["found", "best", "good", "slip", "mistake"]

GOOD, SLIP = 90, 60
"""From which skill on a guess is good, and below that a slip and no mistake."""

MOST_WORTH_A_LOOK = 3


@dataclass(frozen=True, slots=True)
class Grade:
    """What one turn was worth: `position` is the one before it, and `bits` is the information its feedback gave.

    `best` is the best guess there, which is the one made if none is better. If `best` can't be right, `alternative` is
    the best guess that can. `sample` candidates were considered, and `all_compared` says that `best` is the best of
    all guesses, not just of some. `fortune` is how many guesses the feedback saved compared with the average feedback.
    """

    position: Position
    turn: Turn
    before: Count
    after: Count
    played: Promise
    best: Promise
    alternative: Promise | None
    bits: float
    skill: float
    luck: float | None
    measure: Measure
    method: Method
    sample: int
    all_compared: bool
    fortune: float | None
    hard: bool = False

    @property
    def number(self) -> int:
        """The number of the turn, from 1."""
        return len(self.position.turns) + 1

    @property
    def is_win(self) -> bool:
        return self.turn.feedback == self.position.variant.win

    @property
    def is_best(self) -> bool:
        return self.best == self.played

    @property
    def contradicted(self) -> int | None:
        """The number, from 0, of the first earlier turn that the guess contradicts; None if it could be right."""
        return self.position.first_contradicted(self.turn.guess)

    @property
    def verdict(self) -> Verdict:
        """What the guess was in a word."""
        if self.is_win:
            return "found"
        if self.is_best:
            return "best"
        return "good" if self.skill >= GOOD else "slip" if self.skill >= SLIP else "mistake"

    @property
    def luck_bits(self) -> float | None:
        """How much more information the feedback gave than the average feedback; None if there is no luck."""
        return None if self.luck is None else self.bits - self.played.bits

    @property
    def lost(self) -> float | None:
        """How many more guesses the secret takes on average than after the best guess."""
        if self.played.guesses is None or self.best.guesses is None:
            return None
        # Both have the same denominator, the number of candidates: beyond twelve places there is only noise.
        return round(self.played.guesses - self.best.guesses, 12)

    def as_json(self) -> dict[str, Any]:
        number = self.contradicted
        return {
            "number": self.number,
            "position": str(self.position),
            "turn": str(self.turn),
            "guess": str(self.turn.guess),
            "feedback": str(self.turn.feedback),
            "before": _count_json(self.before),
            "after": _count_json(self.after),
            "expected_bits": self.played.bits,
            "bits": self.bits,
            "luck_bits": self.luck_bits,
            "skill": self.skill,
            "luck": self.luck,
            "verdict": self.verdict,
            "measure": self.measure,
            "method": self.method,
            "sample": self.sample,
            "all_compared": self.all_compared,
            "contradicted": None if number is None else number + 1,
            "lost": self.lost,
            "fortune": self.fortune,
            "is_best": self.is_best,
            "played": self.played.as_json(),
            "best": self.best.as_json(),
            "alternative": None if self.alternative is None else self.alternative.as_json(),
        }


@dataclass(frozen=True, slots=True)
class Review(ShownAsHtml):
    """A game graded turn by turn. `left` is the number of candidates at its end, `expected` the guesses of best play.

    `is_over` says that no guess can follow; unless the game is won, the position alone can't tell. Against an
    adversary there is no luck.
    """

    position: Position
    hard: bool
    grades: tuple[Grade, ...]
    left: Count
    expected: float | None
    is_over: bool = False
    codemaker: CodemakerKind = "random"

    @property
    def is_won(self) -> bool:
        return self.position.is_won

    @property
    def ungraded(self) -> tuple[int, ...]:
        """The numbers, from 1, of the turns for which too few candidates were found in time."""
        graded = {grade.number for grade in self.grades}
        return tuple(number for number in range(1, len(self.position.turns) + 1) if number not in graded)

    @property
    def skill(self) -> float | None:
        """The mean skill, or None if no turn is graded."""
        return _mean([grade.skill for grade in self.grades])

    @property
    def luck(self) -> float | None:
        """The mean luck, or None if no turn is graded or there is no luck."""
        return _mean([grade.luck for grade in self.grades if grade.luck is not None])

    @property
    def luck_bits(self) -> float | None:
        """How much more information all feedback gave together than it does on average; None if there is no luck."""
        bits = [grade.luck_bits for grade in self.grades if grade.luck_bits is not None]
        return math.fsum(bits) if bits or self.codemaker != "adversary" else None

    @property
    def worth_a_look(self) -> tuple[Grade, ...]:
        """The slips and mistakes that cost the most, the costliest first."""
        wrong = [grade for grade in self.grades if grade.verdict in ("slip", "mistake")]
        return tuple(sorted(wrong, key=lambda grade: grade.skill)[:MOST_WORTH_A_LOOK])

    @property
    def lost(self) -> float | None:
        """How many guesses the choices cost compared with best play; None unless all turns are measured in guesses."""
        return self._sum([grade.lost for grade in self.grades])

    @property
    def fortune(self) -> float | None:
        """How many guesses the feedback saved. In a won game guesses = expected + lost - fortune."""
        return self._sum([grade.fortune for grade in self.grades])

    def _sum(self, numbers: Sequence[float | None]) -> float | None:
        known = [number for number in numbers if number is not None]
        return math.fsum(known) if known and len(known) == len(self.position.turns) else None

    @property
    def method(self) -> Method:
        return "sampled" if any(grade.method == "sampled" for grade in self.grades) else "exact"

    def as_json(self) -> dict[str, Any]:
        return {
            "position": str(self.position),
            "variant": str(self.position.variant),
            "hard": self.hard,
            "codemaker": self.codemaker,
            "won": self.is_won,
            "guesses": len(self.position.turns),
            "left": _count_json(self.left),
            "expected": self.expected,
            "skill": self.skill,
            "luck": self.luck,
            "luck_bits": self.luck_bits,
            "lost": self.lost,
            "fortune": self.fortune,
            "method": self.method,
            "ungraded": list(self.ungraded),
            "worth_a_look": [grade.number for grade in self.worth_a_look],
            "turns": [grade.as_json() for grade in self.grades],
        }


def _mean(numbers: Sequence[float]) -> float | None:
    return math.fsum(numbers) / len(numbers) if numbers else None


def _count_json(count: Count) -> dict[str, Any]:
    return {"value": count.value, "low": count.low, "high": count.high, "exact": count.is_exact}
