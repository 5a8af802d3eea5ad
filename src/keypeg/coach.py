"""The coach: what each guess of a game was worth and how lucky its feedback was, skill and luck apart.

A guess is judged by what was known when it was made, never by the secret. With n candidates before it:

- Expected bits: the sum of p·log2(1/p) over all possible feedback, p = size of the feedback's part / n.
- Bits: the information the feedback gave, log2(n / candidates after it).
- Luck: 100·(P(worse feedback) + P(equally good feedback) / 2). Better feedback leaves fewer candidates,
  and the best is that the guess is right. Over all possible feedback luck is 50 on average, whatever the guess.
- Skill, measured in guesses: 100·(1 - lost), where lost is how many more guesses the secret takes on average after
  this guess than after the best one, both followed by best play. A guess that can tell nothing loses exactly one, so
  its skill is 0; the best guess loses none. This measure is used where the exact search reaches.
- Skill, measured in bits: 100·worth / worth of the best guess, with worth = expected bits + the probability that the
  guess is right. This measure is used elsewhere, and in hard mode, where a guess is compared only with guesses that
  could be right.

What is known of a position, and which guess is best there, comes from `keypeg.study`, for the coach as for every hint.
The results are facts; `keypeg.words` turns them into sentences.
"""

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from keypeg.candidates import Count
from keypeg.effort import QUICK, Effort
from keypeg.errors import NotAllowed, TooLarge
from keypeg.notebook import ShownAsHtml
from keypeg.partition import Partition
from keypeg.position import Position
from keypeg.rules import Feedback, Turn, Variant
from keypeg.strategies.optimal import proven_tree
from keypeg.study import Promise, Study, advise
from keypeg.tree import Progress

Measure = Literal["guesses", "bits"]
Method = Literal["exact", "sampled"]

_LEAST_DRAWN = 100
_EVEN = 1e-9
_SURE = 30  # how many drawn candidates a part needs for its share to be trusted
_STEPS = 1000  # how many steps of progress one turn has


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
    luck: float
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
    def luck_bits(self) -> float:
        """How much more information the feedback gave than the average feedback."""
        return self.bits - self.played.bits

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

    `is_over` says that no guess can follow; unless the game is won, the position alone can't tell.
    """

    position: Position
    hard: bool
    grades: tuple[Grade, ...]
    left: Count
    expected: float | None
    is_over: bool = False

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
        return _mean([grade.luck for grade in self.grades])

    @property
    def luck_bits(self) -> float:
        """How much more information all feedback gave together than it does on average."""
        return math.fsum(grade.luck_bits for grade in self.grades)

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
            "turns": [grade.as_json() for grade in self.grades],
        }


def _mean(numbers: Sequence[float]) -> float | None:
    return math.fsum(numbers) / len(numbers) if numbers else None


def _count_json(count: Count) -> dict[str, Any]:
    return {"value": count.value, "low": count.low, "high": count.high, "exact": count.is_exact}


def review(  # noqa: PLR0913 - what grades takes, and how the game ended
    position: Position | str,
    *,
    hard: bool = False,
    is_over: bool = False,
    effort: Effort = QUICK,
    threads: int = 0,
    progress: Progress | None = None,
) -> Review:
    """Grade every turn of a game, finished or not; in hard mode only against guesses that could be right.

    With `is_over`, a game that is not won counts as lost or given up, not as still open.

    >>> game = Position.parse("p4c6 1122=0b2w 3516=0b2w 2641=4b0w")
    >>> [round(grade.skill) for grade in review(game).grades]
    [94, 99, 100]
    """
    game = Position.of(position)
    graded = grades(game, hard=hard, effort=effort, threads=threads, progress=progress)
    return sum_up(game, list(graded), hard=hard, is_over=is_over)


def grades(
    position: Position | str,
    *,
    hard: bool = False,
    effort: Effort = QUICK,
    threads: int = 0,
    progress: Progress | None = None,
) -> Iterator[Grade]:
    """Yield the grades of a game, turn by turn; a turn for which too few candidates are found is left out."""
    position = Position.of(position)
    check_game(position)
    whole = len(position.turns) * _STEPS
    study = Study(position.before(0), effort, threads)
    for number, turn in enumerate(position.turns):
        after = Study(position.before(number + 1), effort, threads)
        with suppress(TooLarge):
            yield _grade(study, turn, after, hard=hard, progress=_later(progress, number, whole))
        study = after


def _later(progress: Progress | None, number: int, whole: int) -> Progress | None:
    """Add the steps of the turns before to those of one turn."""
    if progress is None:
        return None
    return lambda done, every: progress(number * _STEPS + _STEPS * done // max(every, 1), whole)


def sum_up(position: Position | str, grades: Sequence[Grade], *, hard: bool = False, is_over: bool = False) -> Review:
    """Put the grades of a game's turns together."""
    position = Position.of(position)
    check_game(position)
    left, expected = position.candidates.count(), _expected(position.variant, hard=hard)
    return Review(position, hard, tuple(grades), left, expected, is_over or position.is_won)


def check_game(position: Position) -> None:
    """Refuse turns after the one that found the code: they are not part of a game."""
    won = next((at for at, turn in enumerate(position.turns, 1) if turn.feedback == position.variant.win), None)
    if won is not None and won < len(position.turns):
        raise NotAllowed("turns-after-win", number=won, position=position)


def grade(  # noqa: PLR0913 - all but two are keywords with a default
    position: Position | str,
    turn: Turn | str,
    *,
    hard: bool = False,
    effort: Effort = QUICK,
    threads: int = 0,
    progress: Progress | None = None,
) -> Grade:
    """Grade one turn; `position` is the one before it. Raises TooLarge if too few candidates are found in time."""
    before = Position.of(position)
    if before.is_won:
        raise NotAllowed("code-found", position=before)
    turn = before.variant.turn(turn)
    after = Study(before.play(turn), effort, threads)
    return _grade(Study(before, effort, threads), turn, after, hard=hard, progress=progress)


def _grade(study: Study, turn: Turn, after: Study, *, hard: bool, progress: Progress | None) -> Grade:
    if progress:
        progress(0, _STEPS)
    _check_sample(study)
    choice = _choose(study, turn, hard=hard, progress=progress)
    played = choice.played
    fortune = None
    if played.guesses is not None:
        rest = 0 if after.position.is_won else (after.least_total or 0) / after.count.value
        fortune = played.guesses - 1 - rest
    if progress:
        progress(_STEPS, _STEPS)
    return Grade(
        position=study.position,
        turn=turn,
        before=study.count,
        after=after.count,
        played=played,
        best=choice.best,
        alternative=choice.alternative,
        bits=_bits(study, played.partition, turn, after.count),
        skill=choice.skill,
        luck=_luck(played.partition, turn.feedback),
        measure="bits" if played.guesses is None else "guesses",
        method="exact" if study.is_all else "sampled",
        sample=study.count.value if study.is_all else len(study.rows),
        all_compared=choice.all_compared,
        fortune=fortune,
        hard=hard,
    )


def _check_sample(study: Study) -> None:
    """Refuse to grade a guess by too few candidates, unless there are no others."""
    if study.is_all:
        return
    found = len(study.rows)
    if found < _LEAST_DRAWN and not (study.count.is_exact and study.count.value <= found):
        raise TooLarge("too-few-candidates", found=found, position=study.position)


@dataclass(frozen=True, slots=True)
class _Choice:
    """A guess beside the best ones, and its skill."""

    played: Promise
    best: Promise
    alternative: Promise | None
    skill: float
    all_compared: bool


def _choose(study: Study, turn: Turn, *, hard: bool, progress: Progress | None) -> _Choice:
    """Compare a guess with the best one: in guesses where the exact search reaches, otherwise in bits."""
    advice = advise(study, hard=hard, progress=progress)
    played, best, alternative = study.promise(turn.guess), advice.best, advice.alternative()
    total, least = (None, None) if hard else (study.total_of(played.guess), study.least_total)
    if total is not None and least is not None:
        skill = 100 * (1 - (total - least) / study.count.value)
        is_best = total == least
        played, best = study.measured(played), study.measured(best)
        alternative = None if alternative is None else study.measured(alternative)
    else:
        skill = 100 * min(played.worth / best.worth, 1) if best.worth > 0 else 100.0
        is_best = played.worth >= best.worth - _EVEN and (played.can_win or not hard)
    return _Choice(played, played if is_best else best, alternative, skill, advice.all_compared)


def _luck(partition: Partition, got: Feedback) -> float:
    """Return the probability, in percent, of worse feedback plus half that of equally good feedback."""
    sizes = np.array([*partition.values()], np.float64)
    chances = sizes / sizes.sum()
    win = partition.variant.win
    merits = np.array([math.inf if feedback == win else -size for feedback, size in partition.items()])
    own = math.inf if got == win else -partition.get(got, 0)
    return float(100 * (chances[merits < own].sum() + chances[merits == own].sum() / 2))


def _bits(study: Study, partition: Partition, turn: Turn, after: Count) -> float:
    """Return the information that feedback gave: from the counts if they are exact, or from its share of the sample."""
    share = partition.get(turn.feedback, 0)
    exact = study.count.is_exact and after.is_exact
    measured = study.is_measured and (after.is_exact or after.is_estimate)
    if exact or (share < _SURE and measured):
        return max(math.log2(study.count.value) - math.log2(after.value), 0)
    return math.log2(partition.total / max(share, 0.5))


def _expected(variant: Variant, *, hard: bool) -> float | None:
    """Return how many guesses best play takes on average, if a proven tree is at hand."""
    tree = None if hard else proven_tree(variant)
    return None if tree is None else tree.summary.average
