"""The codes nearest to fitting: a local search for positions in which no other search finds a candidate in time.

How far a code is from fitting is the sum, over all turns, of how many blacks and how many key pegs its answer is off.
From any code the search walks to the best neighbor where it has not been, one peg or one swap away, and begins anew
beside the best code known when it gets no further. It counts its work and not the time, so it always ends the same.
"""

import random
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from keypeg import _core
from keypeg.position import Codes, Position, core_key, to_array, to_code
from keypeg.rules import Code, Feedback

WORK = 1 << 33
"""What a search does at most, in units of a tenth of a nanosecond or so: less than a second."""

_NEIGHBORS = 600
_PATIENCE = 60


def nearest_codes(position: Position, count: int, seed: random.Random, work: int = WORK) -> list[Code]:
    """Find up to `count` candidates; where none is found within the work, the one code that came nearest to fitting."""
    found: dict[Code, None] = {}
    while len(found) < count and work > 0:
        walk = _Walk(position, seed.getrandbits(32))
        work -= walk.search(work)
        code = to_code(walk.best)
        if walk.distance and not found:
            return [code]
        if walk.distance or code in found:  # there is little more to be found
            break
        found[code] = None
    return list(found)


class _Walk:
    """A walk over the codes of a variant towards those that fit the turns of a position."""

    def __init__(self, position: Position, seed: int) -> None:
        turns = position.turns
        self._variant = position.variant
        self._guesses = to_array([turn.guess for turn in turns], position.variant.pegs)
        self._blacks = np.array([turn.feedback.blacks for turn in turns], np.int16).reshape(-1, 1)
        self._totals = np.array([turn.feedback.total for turn in turns], np.int16).reshape(-1, 1)
        self._draw = np.random.RandomState(seed)  # draws the same in every release of numpy
        # To compare a code with a turn costs the core as much as there are pegs and colors, and some more around it.
        self._work = (position.variant.pegs * position.variant.colors + 500) * len(turns)
        self._swaps = np.triu_indices(position.variant.pegs, 1)
        self.best = self._any_row()
        self.distance = int(self._distances(self.best[None])[0])

    def search(self, work: int) -> int:
        """Walk until a code fits or the work is done, and return how much was done; `best` is the nearest code then."""
        row, been = self.best, set[bytes]()
        done, futile = 0, 0
        while self.distance and done < work:
            # 1. Look at the neighbors, or at some where they are many.
            rows = self._neighbors(row)
            distances = self._distances(rows)
            done += self._work * len(rows)
            # 2. Go to the best one where the walk has not been; of equal ones to any, as they come in no order.
            order = np.argsort(distances, kind="stable").tolist()
            at = next((at for at in order if rows[at].tobytes() not in been), order[0])
            row = rows[at]
            been.add(row.tobytes())
            # 3. Where that has led nowhere for long, begin anew beside the best code.
            futile += 1
            if distances[at] < self.distance:
                self.best, self.distance, futile = row, int(distances[at]), 0
            elif futile == _PATIENCE:
                row, futile = self._shaken(self.best), 0
        return done

    def _distances(self, rows: Codes) -> NDArray[np.int64]:
        blacks, totals = _counts(self._variant.pegs)
        answers = _core.score_matrix(core_key(self._variant), self._guesses, rows)
        off = np.abs(blacks[answers] - self._blacks) + np.abs(totals[answers] - self._totals)
        distances: NDArray[np.int64] = off.sum(axis=0, dtype=np.int64)
        return distances

    def _neighbors(self, row: Codes) -> Codes:
        """Return codes that are one peg or one swap away, in no order."""
        free = np.arange(self._variant.colors) if self._variant.repeats else self._unused(row)
        changes = len(row) * len(free)
        moves = self._draw.permutation(changes + len(self._swaps[0]))[:_NEIGHBORS]
        rows = np.repeat(row[None], len(moves), axis=0)
        change = np.flatnonzero(moves < changes)
        peg, color = np.divmod(moves[change], max(len(free), 1))
        rows[change, peg] = free[color]
        swap = np.flatnonzero(moves >= changes)
        first, second = (pegs[moves[swap] - changes] for pegs in self._swaps)
        rows[swap, first], rows[swap, second] = row[second], row[first]
        return rows

    def _shaken(self, row: Codes) -> Codes:
        """Return the code with a third of its pegs drawn anew, or in another order where colors don't repeat."""
        pegs = self._draw.permutation(len(row))[: max(len(row) // 3, 2)]
        shaken = row.copy()
        shaken[pegs] = (
            self._draw.randint(0, self._variant.colors, len(pegs)) if self._variant.repeats else row[np.roll(pegs, 1)]
        )
        return shaken

    def _any_row(self) -> Codes:
        pegs, colors = self._variant.pegs, self._variant.colors
        row = self._draw.randint(0, colors, pegs) if self._variant.repeats else self._draw.permutation(colors)[:pegs]
        return row.astype(np.uint8)

    def _unused(self, row: Codes) -> NDArray[np.int64]:
        return np.setdiff1d(np.arange(self._variant.colors), row)


@lru_cache(maxsize=16)
def _counts(pegs: int) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Return the blacks and the totals of all feedbacks, by ordinal."""
    feedbacks = [Feedback.from_ordinal(ordinal) for ordinal in range((pegs + 1) * (pegs + 2) // 2)]
    blacks, totals = zip(*((feedback.blacks, feedback.total) for feedback in feedbacks), strict=True)
    return np.array(blacks, np.int16), np.array(totals, np.int16)
