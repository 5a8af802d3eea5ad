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
- Skill, measured by the worst case: the same with the bits that the feedback tells at least. This measure is used
  against an adversary, which always leaves the most candidates; so there is no luck.
- Verdict: `found` for the right guess, `best` if none was better, `good` from skill 90 on, `slip` from 60 on,
  `mistake` below.

What is known of a position, and which guess is best there, comes from `keypeg.study`, for the coach as for every hint.
The results are facts; `keypeg.words` turns them into sentences.
"""

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from keypeg.candidates import Count
from keypeg.effort import QUICK, Effort
from keypeg.errors import NotAllowed, TooLarge
from keypeg.game import CodemakerKind
from keypeg.graded import Grade, Review
from keypeg.partition import Partition
from keypeg.position import Position
from keypeg.rules import Feedback, Turn, Variant
from keypeg.strategies.optimal import proven_tree
from keypeg.study import ADVISER, WARY_ADVISER, Promise, Study, advise
from keypeg.tree import Progress

__all__ = ["Grade", "Promise", "Review", "check_game", "grade", "grades", "review", "sum_up"]

_LEAST_DRAWN = 100
_EVEN = 1e-9
_SURE = 30  # how many drawn candidates a part needs for its share to be trusted
_STEPS = 1000  # how many steps of progress one turn has


def review(  # noqa: PLR0913 - what grades takes, and how the game ended
    position: Position | str,
    *,
    hard: bool = False,
    codemaker: CodemakerKind = "random",
    is_over: bool = False,
    effort: Effort = QUICK,
    threads: int = 0,
    progress: Progress | None = None,
) -> Review:
    """Grade every turn of a game, finished or not; in hard mode only against guesses that could be right.

    Against an adversary, a guess is judged by its worst case.

    With `is_over`, a game that is not won counts as lost or given up, not as still open.

    >>> game = Position.parse("p4c6 1122=0b2w 3516=0b2w 2641=4b0w")
    >>> [round(grade.skill) for grade in review(game).grades]
    [94, 99, 100]
    """
    game = Position.of(position)
    graded = grades(game, hard=hard, codemaker=codemaker, effort=effort, threads=threads, progress=progress)
    return sum_up(game, list(graded), hard=hard, codemaker=codemaker, is_over=is_over)


def grades(  # noqa: PLR0913 - all but one are keywords with a default
    position: Position | str,
    *,
    hard: bool = False,
    codemaker: CodemakerKind = "random",
    effort: Effort = QUICK,
    threads: int = 0,
    progress: Progress | None = None,
) -> Iterator[Grade]:
    """Yield the grades of a game, turn by turn; a turn for which too few candidates are found is left out."""
    position = Position.of(position)
    check_game(position)
    whole = len(position.turns) * _STEPS
    judge = _Judge(hard, codemaker == "adversary")
    study = Study(position.before(0), effort, threads)
    for number, turn in enumerate(position.turns):
        after = Study(position.before(number + 1), effort, threads)
        with suppress(TooLarge):
            yield _grade(study, turn, after, judge, _later(progress, number, whole))
        study = after


def _later(progress: Progress | None, number: int, whole: int) -> Progress | None:
    """Add the steps of the turns before to those of one turn."""
    if progress is None:
        return None
    return lambda done, every: progress(number * _STEPS + _STEPS * done // max(every, 1), whole)


def sum_up(
    position: Position | str,
    grades: Sequence[Grade],
    *,
    hard: bool = False,
    codemaker: CodemakerKind = "random",
    is_over: bool = False,
) -> Review:
    """Put the grades of a game's turns together."""
    position = Position.of(position)
    check_game(position)
    expected = None if codemaker == "adversary" else _expected(position.variant, hard=hard)
    left, is_over = position.candidates.count(), is_over or position.is_won
    return Review(position, hard, tuple(grades), left, expected, is_over, codemaker)


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
    codemaker: CodemakerKind = "random",
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
    judge = _Judge(hard, codemaker == "adversary")
    return _grade(Study(before, effort, threads), turn, after, judge, progress)


@dataclass(frozen=True, slots=True)
class _Judge:
    """By what rules a guess is judged: whether only guesses that could be right were allowed, and by the worst case."""

    hard: bool
    by_worst_case: bool

    def worth(self, promise: Promise) -> float:
        """Return what a guess is worth in bits; at worst it is right only if there is no other candidate."""
        return promise.sure_bits + (promise.chance == 1) if self.by_worst_case else promise.worth


def _grade(study: Study, turn: Turn, after: Study, judge: _Judge, progress: Progress | None) -> Grade:
    if progress:
        progress(0, _STEPS)
    _check_sample(study)
    choice = _choose(study, turn, judge, progress)
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
        luck=None if judge.by_worst_case else _luck(played.partition, turn.feedback),
        measure="worst-case" if judge.by_worst_case else "bits" if played.guesses is None else "guesses",
        method="exact" if study.is_all else "sampled",
        sample=study.count.value if study.is_all else len(study.rows),
        all_compared=choice.all_compared,
        fortune=fortune,
        hard=judge.hard,
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


def _choose(study: Study, turn: Turn, judge: _Judge, progress: Progress | None) -> _Choice:
    """Compare a guess with the best one: in guesses where the exact search reaches, otherwise in bits."""
    adviser = WARY_ADVISER if judge.by_worst_case else ADVISER
    advice = advise(study, adviser, hard=judge.hard, progress=progress)
    played, best, alternative = study.promise(turn.guess), advice.best, advice.alternative()
    in_bits = judge.hard or judge.by_worst_case
    total, least = (None, None) if in_bits else (study.total_of(played.guess), study.least_total)
    if total is not None and least is not None:
        skill = 100 * (1 - (total - least) / study.count.value)
        is_best = total == least
        played, best = study.measured(played), study.measured(best)
        alternative = None if alternative is None else study.measured(alternative)
        if alternative is not None and alternative.guesses == best.guesses:
            alternative = None  # it is just as good
    else:
        own, most = judge.worth(played), judge.worth(best)
        skill = 100 * min(own / most, 1) if most > 0 else 100.0
        is_best = own >= most - _EVEN and (played.can_win or not judge.hard)
        if alternative is not None and judge.worth(alternative) >= most:
            alternative = None  # a proven tree looks further ahead than bits can tell
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
