"""A strategy watched while it breaks a known code: what it thinks before each guess, and what the feedback tells it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from keypeg.candidates import Count
from keypeg.game import check_guesses
from keypeg.partition import Partition
from keypeg.position import Position
from keypeg.rules import Code, Turn, Variant, score
from keypeg.strategies import Strategy, player
from keypeg.study import ADVISER, Advice, Promise, Study, advise

TOP = 5
"""How many of the best guesses are looked at."""


@dataclass(frozen=True, slots=True)
class Step:
    """A guess of a strategy, counted from 1: what was known before it, what it promised, and what it got.

    `advice` has the best guesses with their partitions, the one that was made first; a strategy that ranks none has
    that one alone. `left` is how many candidates remain.
    """

    number: int
    advice: Advice
    turn: Turn
    left: Count

    @property
    def position(self) -> Position:
        """The position before the guess."""
        return self.advice.study.position

    @property
    def count(self) -> Count:
        """How many candidates there were before the guess."""
        return self.advice.study.count

    @property
    def ranking(self) -> tuple[Promise, ...]:
        return self.advice.ranking

    @property
    def partition(self) -> Partition:
        """How the guess splits the candidates, or a sample of them."""
        return self.advice.best.partition

    def as_json(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "position": str(self.position),
            "candidates": self.count.value,
            "candidates_exact": self.count.is_exact,
            "strategy": self.advice.by.name,
            "note": None if self.advice.note is None else self.advice.note.as_json(),
            "ranking": [promise.as_json() for promise in self.ranking],
            "partition": {str(feedback): size for feedback, size in self.partition.items()},
            "guess": str(self.turn.guess),
            "feedback": str(self.turn.feedback),
            "left": self.left.value,
            "left_exact": self.left.is_exact,
        }


def watch(
    variant: Variant | str,
    secret: Code | str,
    strategy: Strategy | str = ADVISER,
    *,
    guesses: int | None = None,
    top: int = TOP,
) -> Iterator[Step]:
    """Let a strategy break a code, within `guesses` guesses or with no limit, and yield each step when it is made.

    >>> [(step.count.value, str(step.turn)) for step in watch("p4c6", "1344", "knuth")][:3]
    [(1296, '1122=1b0w'), (256, '1344=4b0w')]
    """
    position = Position(variant)
    code, strategy, limit = position.variant.code(secret), player(strategy), check_guesses(guesses)
    while not position.is_won and (limit is None or len(position.turns) < limit):
        step = step_from(position, code, strategy, top)
        position = position.extend(step.turn)
        yield step


def step_from(position: Position, secret: Code, strategy: Strategy | str = ADVISER, top: int = TOP) -> Step:
    """Let a strategy make its next guess at a code, from a position in which it is not found yet."""
    advice = advise(Study(position), strategy, top)
    turn = Turn(advice.best.guess, score(secret, advice.best.guess))
    after = position.extend(turn)
    return Step(len(after.turns), advice, turn, after.candidates.count())
