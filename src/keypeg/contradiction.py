"""Contradictions: which feedback may be wrong if no code is consistent with all turns.

The results are facts; `keypeg.words` turns them into sentences.
"""

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import numpy as np

from keypeg import sat
from keypeg.candidates import SAMPLE_LIMIT, Candidates, scores
from keypeg.errors import InconsistentFeedback
from keypeg.rules import Code, Feedback, Turn, Variant

_SUBSETS = 1 << 12  # how many subsets of the turns are tried: with up to 12 turns, all of them
_HARD_SUBSET = 100  # a subset that needs walks and the solver counts as this many
_CHEAP = 512  # pegs of all turns for which a subset counts as one; beyond that it counts as more
_SUBSET_CONFLICTS = 5000
_CORRECTIONS = 4  # of how many turns, the last ones, the feedback is corrected in a large game


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Why no code is consistent with the turns.

    `drops` are the smallest sets of turns (numbered from 0) without which some code is consistent. `corrections` has,
    for each turn that may be the only wrong one, or in a large game for the last few of these, the feedback that would
    resolve the contradiction and how many candidates each would leave, most first. The feedback of at least `wrong`
    turns is wrong. The first `untried` turns were not examined, and `complete` is False if a search limit left
    something undecided or numbers are estimates.
    """

    variant: Variant
    turns: tuple[Turn, ...]
    drops: tuple[tuple[int, ...], ...]
    corrections: Mapping[int, Mapping[Feedback, int]]
    wrong: int
    untried: int
    complete: bool

    @property
    def position_text(self) -> str:
        return " ".join(map(str, (self.variant, *self.turns)))


def check(candidates: Candidates) -> None:
    """Raise InconsistentFeedback if it is known that there is no candidate."""
    if candidates.are_possible()[0] is False:
        raise InconsistentFeedback("contradiction", contradiction=find(candidates.variant, candidates.turns))


def find(variant: Variant, turns: Sequence[Turn]) -> Contradiction:
    """Find the smallest sets of turns to drop, and corrections for each turn that may be the only wrong one."""
    drops, size, untried, complete = _smallest_drops(variant, turns)
    single = [dropped[0] for dropped in drops if len(dropped) == 1]
    corrections: dict[int, dict[Feedback, int]] = {}
    for number in single if variant.size <= SAMPLE_LIMIT else single[-_CORRECTIONS:]:
        parts, is_exact = _feedback_counts(_without(variant, turns, [number]), turns[number].guess)
        complete = complete and is_exact
        corrections[number] = dict(sorted(parts.items(), key=lambda part: (-part[1], part[0])))
    return Contradiction(
        variant, tuple(turns), tuple(drops), corrections, size, untried if size == 1 else 0, complete=complete
    )


def _smallest_drops(variant: Variant, turns: Sequence[Turn]) -> tuple[list[tuple[int, ...]], int, int, bool]:
    """Find the smallest sets of turns without which a code is consistent, and how far the search went.

    The latter is the size of the last sets tried, how many of that size were not tried, and whether all others were
    decided.
    """
    drops: list[tuple[int, ...]] = []
    tried = size = untried = 0
    complete = True
    solver = sat.Subsets(variant, turns, _SUBSET_CONFLICTS)
    price = 1 + len(turns) * variant.pegs // _CHEAP
    while not drops and not untried and complete and size < len(turns):  # one that is undecided might be enough
        size += 1
        # The last turns first: a slip is noticed soon after it was made.
        for place, dropped in enumerate(itertools.combinations(range(len(turns) - 1, -1, -1), size)):
            if tried >= _SUBSETS:
                untried = math.comb(len(turns), size) - place
                break
            kept = [number for number in range(len(turns)) if number not in dropped]
            decide = partial(solver.are_possible, kept)
            possible, is_easy = _without(variant, turns, dropped).are_possible(decide)
            tried += price if is_easy else _HARD_SUBSET
            complete = complete and possible is not None
            if possible:
                drops.append(dropped[::-1])
    return sorted(drops), size, untried, complete and not untried


def _without(variant: Variant, turns: Sequence[Turn], dropped: Sequence[int]) -> Candidates:
    return Candidates(variant, tuple(turn for number, turn in enumerate(turns) if number not in dropped))


def _feedback_counts(candidates: Candidates, guess: Code) -> tuple[dict[Feedback, int], bool]:
    """Count the candidates behind each feedback to a guess: exactly, or from a sample if they are too many."""
    pool = None if candidates.is_small else candidates.pool
    rows = candidates.array if pool is None else pool.rows
    counts = np.bincount(scores(candidates.variant, guess, rows)).tolist()
    parts = {Feedback.from_ordinal(ordinal): number for ordinal, number in enumerate(counts) if number}
    if pool is None or (pool.proven and pool.complete):
        return parts, True
    share = Fraction(candidates.count().value, len(rows))  # may be beyond what a float can hold
    return {feedback: _two_digits(max(round(number * share), 1)) for feedback, number in parts.items()}, False


def _two_digits(number: int) -> int:
    """Round, so that nobody takes an estimate for a count."""
    return round(number, 2 - len(str(number)))
