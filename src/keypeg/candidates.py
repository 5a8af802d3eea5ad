"""Candidates: the codes that are consistent with some turns, counted, drawn or listed.

The same calls work at every size, because candidates are found in three ways: a depth-first search, cut short by every
turn's feedback, lists and counts them if they are few or the variant is small; random walks draw from any number; and a
SAT solver finds the last ones and proves that there are no others. They are listed only when something needs all of
them, and what would exceed the limits here raises `TooLarge` instead of hanging.

What is said about the candidates depends on the variant and the turns alone, never on what was asked before.
"""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from keypeg import _core, sat
from keypeg.errors import NotAllowed, TooLarge
from keypeg.rules import Code, Turn, Variant

LIST_LIMIT = 1 << 24
"""The most candidates that are listed."""

NODE_LIMIT = 1 << 28
"""The most pegs that one search places: a few seconds' work."""

SAMPLE_LIMIT = 1 << 20
"""Up to this many codes of a variant, the candidates are listed before some are drawn."""

DRAWS = 2000
"""How many candidates one walk draws if they can't be listed; more are drawn by further walks."""

_COUNT_NODES = 1 << 24
_FEW_NODES = 1 << 18
_LIST_CONFLICTS = 10_000  # half a second at 20 x 20: listing candidates is worth less than proving a contradiction
_BATCH = 4096
_WALK_STEPS = 1 << 24
_FIRST_STEPS = 1 << 21
_FEW = 500  # up to this many candidates, the solver lists them faster than a walk finds them all
_ENOUGH = 10  # draws that can stand for all candidates if there are no more
_NEARLY_ALL = 1.3

Codes = NDArray[np.uint8]
"""Codes as the core reads them: one row per code, colors counted from 0."""


def to_array(codes: Sequence[Code], pegs: int = 0) -> Codes:
    """Turn codes into the rows that the core reads; `pegs` is needed if there may be none."""
    return np.array(codes, np.uint8).reshape(len(codes), -1 if codes else pegs) - np.uint8(1)


def to_code(row: Codes) -> Code:
    """Turn a row of the core into a code."""
    return Code([color + 1 for color in row.tolist()])


def core_key(variant: Variant) -> tuple[int, int, bool]:
    """Return the variant as the core reads it."""
    return variant.pegs, variant.colors, variant.repeats


def scores(variant: Variant, guess: Code, rows: Codes) -> NDArray[np.uint16]:
    """Return the ordinals of the feedback to the guess, one for each code as the secret."""
    ordinals: NDArray[np.uint16] = _core.score_matrix(core_key(variant), to_array([guess]), rows)[0]
    return ordinals


@dataclass(frozen=True, slots=True)
class Count:
    """How many candidates there are: exactly, estimated with a 95% interval, or only bounded (`value` = `low`)."""

    value: int
    low: int
    high: int

    @classmethod
    def exactly(cls, number: int) -> "Count":
        return cls(number, number, number)

    @property
    def is_exact(self) -> bool:
        return self.low == self.high

    @property
    def is_estimate(self) -> bool:
        return not self.is_exact and self.value > self.low

    @property
    def is_known(self) -> bool:
        """Whether anything is known: how many, about how many, or at least how many."""
        return self.is_exact or self.value > 0


class _Walk(NamedTuple):
    """What random walks found: see core/walk.hpp."""

    rows: Codes
    exhausted: bool
    nearest: Codes
    distance: int
    log_count: float
    log_error: float

    def are_few(self, few: int) -> bool:
        """Return whether it seems certain that there are no more than this."""
        return self.log_count + 2 * self.log_error < math.log(few)


class Pool(NamedTuple):
    """Different candidates as rows, in no particular order, and whether they are all there are.

    If others could not be ruled out but are unlikely, `complete` is true and `proven` is not.
    """

    rows: Codes
    complete: bool
    proven: bool


class Candidates:
    """The codes of a variant that are consistent with every turn, in order."""

    variant: Variant
    turns: tuple[Turn, ...]
    _rows: Codes | None

    def __init__(self, variant: Variant, turns: tuple[Turn, ...], rows: Codes | None = None) -> None:
        """Take the rows if they are at hand already, which saves time and changes nothing else."""
        object.__setattr__(self, "variant", variant)
        object.__setattr__(self, "turns", turns)
        object.__setattr__(self, "_rows", None if rows is None else _fixed(rows))

    def after(self, turn: Turn) -> "Candidates":
        """Return the candidates after one more turn."""
        turns = (*self.turns, turn)
        if self._rows is None:
            return Candidates(self.variant, turns)
        rows = self._rows[scores(self.variant, turn.guess, self._rows) == turn.feedback.ordinal]
        return Candidates(self.variant, turns, rows)

    @property
    def array(self) -> Codes:
        """All candidates in order, as rows of colors counted from 0; raises TooLarge if there are too many."""
        rows = self._rows
        if rows is None:
            rows = _fixed(self._list())
            object.__setattr__(self, "_rows", rows)
        return rows

    def _list(self) -> Codes:
        if not self.turns:
            if self.variant.size > LIST_LIMIT:
                raise TooLarge("too-many-codes", variant=self.variant, codes=self.variant.size, limit=LIST_LIMIT)
            return _all_codes(self.variant)
        rows, complete = self._search(limit=LIST_LIMIT, nodes=NODE_LIMIT)
        if not complete:
            raise TooLarge("too-many-candidates", limit=LIST_LIMIT, position=self.position_text)
        return rows

    @property
    def is_small(self) -> bool:
        """Whether the variant is so small that its candidates are always listed at once."""
        return self.variant.size <= SAMPLE_LIMIT

    @property
    def are_listable(self) -> bool:
        """Whether they can be listed, after a wait of a few seconds at most."""
        if self.variant.size <= LIST_LIMIT:
            return True
        count = self.count()
        return count.is_exact and count.value <= LIST_LIMIT

    def count(self) -> Count:
        """Count the candidates exactly if that is quick, or estimate how many there are."""
        if not self.turns:
            return Count.exactly(self.variant.size)
        if self._rows is not None and self.is_small:
            return Count.exactly(len(self._rows))
        return self._count

    @cached_property
    def _count(self) -> Count:
        number, complete = self._counted(_COUNT_NODES if self.is_small else _FEW_NODES)
        solved = None if complete else self._solved
        if solved is not None:
            number, complete = max(number, len(solved.codes)), solved.complete
        if not complete and self._walked.log_count < math.log(_COUNT_NODES):  # also where there is no estimate
            more, complete = self._counted(_COUNT_NODES)
            number = max(number, more)
        if complete:
            return Count.exactly(number)
        walk = self._walked if solved is None else self._walked_on
        least = max(number, len(_distinct(walk.rows)), 1 - walk.distance)
        if not math.isfinite(walk.log_error):  # only the bounds are known
            return Count(least, least, self.variant.size)
        low, value, high = (_rounded_exp(walk.log_count + z * walk.log_error) for z in (-1.96, 0, 1.96))
        value = max(least, value)
        return Count(value, max(least, low), max(value + 1, min(high, self.variant.size)))

    def are_possible(self, decide: Callable[[], bool | None] | None = None) -> tuple[bool | None, bool]:
        """Return whether there is a candidate (None if undecided), and whether that was easy to find out.

        What is hard is left to `decide` if that is given.
        """
        if not self.turns:
            return True, True
        if self._rows is not None:
            return len(self._rows) > 0, True
        if len({turn.guess for turn in self.turns}) < len(set(self.turns)):  # two feedbacks to the same guess
            return False, True
        rows, complete = self._one
        if complete or len(rows):
            return len(rows) > 0, True
        if self._walk(1, _FIRST_STEPS, seed=0).distance == 0:
            return True, False
        if decide is not None:
            return decide(), False
        solved = sat.solve(self.variant, self.turns, 1, self._source())
        return (True if solved.codes else False if solved.complete else None), False

    @property
    def are_found(self) -> bool:
        """Whether at least one candidate is found within the limits."""
        try:
            return len(self.pool.rows if self._rows is None else self._rows) > 0
        except (NotAllowed, TooLarge):
            return False

    @cached_property
    def pool(self) -> Pool:
        """Up to `DRAWS` candidates, each with nearly the same probability; the same ones each time.

        Raises TooLarge if none is found within the limits, and NotAllowed if there is none.
        """
        pool = self._pool()
        return pool._replace(rows=_fixed(self._some(pool.rows)))

    def _pool(self) -> Pool:
        if not self.turns and not self.is_small:
            source = self._source()
            drawn = {_random_code(self.variant, source): None for _ in range(DRAWS)}
            return Pool(to_array(list(drawn)), complete=False, proven=True)
        rows, complete = (self.array, True) if self.is_small else self._few
        if complete:
            few = len(rows) <= DRAWS
            chosen = rows if few else rows[sorted(self._source().sample(range(len(rows)), DRAWS))]
            return Pool(chosen, complete=few, proven=True)
        return self._pool_without_list()

    def _pool_without_list(self) -> Pool:
        solved = self._solved
        if solved is None:
            return Pool(_distinct(self._walked.rows), complete=False, proven=False)
        found = to_array(solved.codes, self.variant.pegs)
        if solved.complete:
            return Pool(found, complete=True, proven=True)
        walk = self._walked_on
        rows = _distinct(walk.rows)
        if walk.exhausted or len(rows) >= _ENOUGH:
            nearly_all = walk.log_count < math.log(_NEARLY_ALL * len(rows))
            return Pool(rows, complete=walk.exhausted or nearly_all, proven=False)
        if not len(found):  # then what else was found
            found = walk.nearest if walk.distance == 0 else self._few[0]
        rows = _distinct(np.concatenate([rows, found]))
        if not len(rows):
            raise TooLarge("no-candidate", position=self.position_text)
        return Pool(rows, complete=False, proven=False)

    def sample(self, count: int, source: random.Random) -> list[Code]:
        """Draw `count` candidates, with replacement; the same source always gives the same ones.

        The draws are uniform if there are no turns, if the variant has no more than SAMPLE_LIMIT codes, or if no more
        than 4,096 candidates are quickly found. Otherwise they come from random walks, so close to uniform that a test
        with forty draws per candidate finds no difference (docs/research.md); if those find too few, a SAT solver adds
        some, which are not uniform. Raises TooLarge if none is found within the limits.
        """
        if not self.turns:
            return [_random_code(self.variant, source) for _ in range(count)]
        rows, complete = (self.array, True) if self.is_small else self._few
        if not complete and count <= DRAWS:
            rows, complete = self.pool.rows, True
        if complete:
            rows = self._some(rows)
            return [to_code(rows[source.randrange(len(rows))]) for _ in range(count)]
        drawn: list[Code] = []
        while len(drawn) < count:
            walk = self._walk(count - len(drawn), _WALK_STEPS, source.getrandbits(63))
            rows = walk.rows if len(walk.rows) and not walk.exhausted else self.pool.rows
            if rows is not walk.rows:
                rows = rows[[source.randrange(len(rows)) for _ in range(count - len(drawn))]]
            drawn += map(to_code, rows)
        return drawn

    def first(self) -> Code:
        """Return the first candidate in order, by the solver if the search would take long."""
        if self._rows is not None:
            return to_code(self._some(self._rows)[0])
        rows, complete = self._one
        found = None if complete or len(rows) else sat.first(self.variant, self.turns) or next(iter(self), None)
        return to_code(self._some(rows)[0]) if found is None else found

    def _some(self, rows: Codes) -> Codes:
        """Return the candidates that were found, or say that there are none."""
        if not len(rows):
            raise NotAllowed("no-consistent-code", position=self.position_text)
        return rows

    def nearest(self) -> Code:
        """Return a candidate or, if none is found in time, the code that came nearest to being one.

        That code is never the guess of an earlier turn.
        """
        try:
            return to_code(self.pool.rows[0])
        except TooLarge:
            code = to_code(self._walked.nearest[0])
        source = self._source()
        while any(turn.guess == code for turn in self.turns):
            code = _random_code(self.variant, source)
        return code

    def __contains__(self, code: object) -> bool:
        """Return whether a code, or the text of one, is a candidate; what can't be read as a code is an error."""
        if type(code) is not Code:
            code = self.variant.code(code)  # type: ignore[arg-type] # what is no code says so
        return code in self.variant and all(turn.is_consistent(code) for turn in self.turns)

    def __len__(self) -> int:
        return len(self.array)

    def __iter__(self) -> Iterator[Code]:
        if self._rows is not None:
            yield from map(to_code, self._rows)
            return
        last, complete = None, False
        while not complete:
            rows, complete = self._search(limit=_BATCH, nodes=NODE_LIMIT, after=last)
            if not complete and not len(rows):
                raise TooLarge("no-further-candidate", limit=NODE_LIMIT, position=self.position_text)
            yield from map(to_code, rows)
            last = to_code(rows[-1]) if len(rows) else last

    @overload
    def __getitem__(self, index: int) -> Code: ...

    @overload
    def __getitem__(self, index: slice) -> list[Code]: ...

    def __getitem__(self, index: int | slice) -> Code | list[Code]:
        if isinstance(index, slice):
            return [to_code(row) for row in self.array[index]]
        return to_code(self.array[index])

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"candidates never change ({name})")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"candidates never change ({name})")

    def __repr__(self) -> str:
        return f"<Candidates of {self.position_text}>"

    @property
    def position_text(self) -> str:
        """The position line."""
        return " ".join(map(str, (self.variant, *self.turns)))

    @cached_property
    def _one(self) -> tuple[Codes, bool]:
        """The first candidate, if it is quickly found, and whether there is no other."""
        return self._search(limit=1, nodes=_FEW_NODES)

    @cached_property
    def _few(self) -> tuple[Codes, bool]:
        """The first candidates, and whether they are all; never from an earlier list, or draws would depend on it."""
        return self._search(limit=_BATCH, nodes=_FEW_NODES)

    @cached_property
    def _walked(self) -> _Walk:
        """Draws, or fewer draws and an estimate if candidates are few."""
        return self._walk(DRAWS, _WALK_STEPS, seed=0, few=_FEW)

    @cached_property
    def _solved(self) -> sat.Solved | None:
        """All candidates, or some, by the solver; None if the walk drew too many for it to be of use."""
        walk = self._walked
        if len(walk.rows) >= _ENOUGH and walk.log_count > math.log(_FEW):
            return None
        conflicts = _LIST_CONFLICTS if walk.distance == 0 else sat.CONFLICTS  # more if only the solver can find one
        return sat.solve(self.variant, self.turns, DRAWS, self._source(), conflicts)

    @cached_property
    def _walked_on(self) -> _Walk:
        """The same walk, without an early end if candidates are few."""
        if self._walked.exhausted or not self._walked.are_few(_FEW):
            return self._walked
        return self._walk(DRAWS, _WALK_STEPS, seed=0)

    def _walk(self, count: int, steps: int, seed: int, few: int = 0) -> _Walk:
        return _Walk(*_core.walk_candidates(core_key(self.variant), *self._turn_arrays, count, steps, seed, few))

    def _search(self, *, limit: int, nodes: int, after: Code | None = None) -> tuple[Codes, bool]:
        last = None if after is None else to_array([after])[0]
        return _core.find_candidates(core_key(self.variant), *self._turn_arrays, last, limit, nodes)

    def _counted(self, nodes: int) -> tuple[int, bool]:
        return _core.count_candidates(core_key(self.variant), *self._turn_arrays, nodes)

    @cached_property
    def _turn_arrays(self) -> tuple[Codes, Codes, Codes]:
        blacks = np.array([turn.feedback.blacks for turn in self.turns], np.uint8)
        totals = np.array([turn.feedback.total for turn in self.turns], np.uint8)
        return to_array([turn.guess for turn in self.turns], self.variant.pegs), blacks, totals

    def _source(self) -> random.Random:
        """Return a source of random numbers that depends on the position alone."""
        return random.Random(self.position_text)  # noqa: S311


@lru_cache(maxsize=4)
def _all_codes(variant: Variant) -> Codes:
    return _core.all_codes(core_key(variant))


def _fixed(rows: Codes) -> Codes:
    rows.flags.writeable = False
    return rows


def _random_code(variant: Variant, seed: random.Random) -> Code:
    colors = range(1, variant.colors + 1)
    return Code(seed.choices(colors, k=variant.pegs) if variant.repeats else seed.sample(colors, variant.pegs))


def _distinct(rows: Codes) -> Codes:
    """Drop repeated rows, keeping the order of their first occurrence."""
    _, first = np.unique(rows, axis=0, return_index=True)
    return rows[np.sort(first)]


def _rounded_exp(logarithm: float) -> int:
    """Return e to this power as a whole number, limited to what a float can hold."""
    return round(math.exp(min(logarithm, 700)))
