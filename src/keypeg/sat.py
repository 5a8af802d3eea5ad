"""Candidates by a SAT solver (Glucose, through python-sat), for positions in which random walks find too few.

A position becomes clauses: each peg has one color, and each feedback fixes two sums, of blacks and of matches. The
solver finds a candidate, finds all if they are few, or proves that there is none, at sizes where nothing else does; but
what it finds first is far from a uniform draw. Its work is limited by conflicts, not by time, so the result is always
the same.

python-sat is installed with `keypeg[large]`. Without it, a position that needs it is an error: to go on with what is
found in other ways would be other play.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple, Self

from keypeg.errors import KeypegError
from keypeg.rules import Code, Turn, Variant

CONFLICTS = 20_000
"""What the solver may spend on one position: about a second at 20 pegs and 25 turns; fewer at larger sizes."""

CELLS = 1000
"""The most pegs times colors that are turned into clauses; beyond that nothing is decided."""

_FULL_SUMS = 2 * 25 * 20**2  # the clauses of all sums grow with the turns and with the square of the pegs


_MOST_SUMS = 8_000_000
"""The most of this product that is turned into clauses, in gigabytes of memory: 277 turns with 120 pegs."""


class Solved(NamedTuple):
    """Candidates, and whether it is proven that there are no others."""

    codes: list[Code]
    complete: bool


def solve(
    variant: Variant, turns: Sequence[Turn], count: int, source: random.Random, conflicts: int = CONFLICTS
) -> Solved:
    """Find up to `count` different candidates, within a total number of conflicts."""
    if not _is_worth_it(variant, turns):
        return Solved([], complete=False)
    codes: list[Code] = []
    with _Solver(variant, turns, conflicts) as solver:
        solver.prefer(source)
        while len(codes) < count:
            code, decided = solver.find()
            if code is None:
                return Solved(codes, complete=decided)
            codes.append(code)
            solver.exclude(code)
    return Solved(codes, complete=False)


def _is_worth_it(variant: Variant, turns: Sequence[Turn]) -> bool:
    return variant.pegs * variant.colors <= CELLS and _sums(variant, turns) <= _MOST_SUMS


def _sums(variant: Variant, turns: Sequence[Turn]) -> int:
    return 2 * len(turns) * variant.pegs**2


def _affordable(variant: Variant, turns: Sequence[Turn], conflicts: int) -> int:
    """Return fewer conflicts where each takes longer."""
    return conflicts * _FULL_SUMS // max(_sums(variant, turns), _FULL_SUMS)


def _solver_of(clauses: "_Clauses") -> Any:
    try:
        from pysat.solvers import Solver  # type: ignore[import-untyped] # noqa: PLC0415 - only large positions need it
    except ModuleNotFoundError as error:
        raise KeypegError("sat-package", package=error.name) from error

    return Solver(name="glucose3", bootstrap_with=clauses.clauses)


def first(variant: Variant, turns: Sequence[Turn], conflicts: int = CONFLICTS) -> Code | None:
    """Find the first candidate in order; None if there is none, or if that was not decided."""
    if not _is_worth_it(variant, turns):
        return None
    with _Solver(variant, turns, conflicts) as solver:
        best, _ = solver.find()
        if best is None:
            return None
        for peg in range(variant.pegs):  # each as small as the pegs before it allow
            for color in range(1, best[peg]):
                code, decided = solver.find([*best[:peg], color])
                if not decided:
                    return None
                if code is not None:
                    best = code
                    break
    return best


class Subsets:
    """Decides which of some turns have a candidate together. Their clauses are made once, when they are needed."""

    def __init__(self, variant: Variant, turns: Sequence[Turn], conflicts: int) -> None:
        self._variant, self._turns = variant, turns
        self._conflicts = _affordable(variant, turns, conflicts)
        self._contradictions: list[frozenset[int]] = []  # sets of literals that can't all be true

    def are_possible(self, kept: Iterable[int]) -> bool | None:
        """Return whether the turns with these numbers have a candidate; None if that was not decided."""
        if not _is_worth_it(self._variant, self._turns):
            return None
        literals = [literal for number in kept for literal in self._solver[1][number]]
        if any(known.issubset(literals) for known in self._contradictions):
            return False
        solver = self._solver[0]
        solver.conf_budget(self._conflicts)
        solved: bool | None = solver.solve_limited(assumptions=literals, expect_interrupt=True)
        if solved is False:
            self._contradictions.append(frozenset(solver.get_core() or ()))
        return solved

    @cached_property
    def _solver(self) -> tuple[Any, list[list[int]]]:
        clauses = _Clauses(self._variant, self._turns, given=False)
        return _solver_of(clauses), clauses.facts


class _Solver:
    """The solver at work on a position, within a total number of conflicts."""

    def __init__(self, variant: Variant, turns: Sequence[Turn], conflicts: int) -> None:
        self._clauses = _Clauses(variant, turns)
        self._conflicts = _affordable(variant, turns, conflicts)
        self._solver = _solver_of(self._clauses)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    def prefer(self, source: random.Random) -> None:
        """Draw the values to try first, so that a different source finds different codes."""
        colors = len(self._clauses.at[0])
        self._solver.set_phases([var if source.random() * colors < 1 else -var for var in self._clauses.choices()])

    def find(self, start: Sequence[int] = ()) -> tuple[Code | None, bool]:
        """Find a candidate that starts like this, and say whether it was decided that there is one or none."""
        left = self._conflicts - self._solver.accum_stats()["conflicts"]
        if left <= 0:
            return None, False
        self._solver.conf_budget(left)
        assumed = [self._clauses.at[peg][color - 1] for peg, color in enumerate(start)]
        solved = self._solver.solve_limited(assumptions=assumed, expect_interrupt=True)  # releases the GIL
        return (self._clauses.code(self._solver.get_model()) if solved else None), solved is not None

    def exclude(self, code: Code) -> None:
        self._solver.add_clause([-self._clauses.at[peg][color - 1] for peg, color in enumerate(code)])


class _Clauses:
    """A position as clauses; the variable `at[peg][color]` says that the peg has the color.

    What the feedback of each turn says are its `facts`, literals that are clauses too if the feedback is `given`.
    """

    def __init__(self, variant: Variant, turns: Sequence[Turn], *, given: bool = True) -> None:
        self.clauses: list[list[int]] = []
        self.facts: list[list[int]] = []
        self._given = given
        self._last = 0
        self.at = [[self._variable() for _ in range(variant.colors)] for _ in range(variant.pegs)]
        for peg in self.at:
            self._one_of(peg)
        times = [Counter(turn.guess) for turn in turns]
        counts = {
            color: self._counts([peg[color - 1] for peg in self.at], max(time[color] for time in times))
            for color in sorted({color for time in times for color in time})
        }
        if not variant.repeats:
            for color in range(variant.colors):
                self._at_most_one([peg[color] for peg in self.at])
        for turn, time in zip(turns, times, strict=True):
            blacks = (self.at[peg][color - 1] for peg, color in enumerate(turn.guess))
            matches = (counts[color][number] for color in sorted(time) for number in range(time[color]))
            self.facts.append(
                [*self._exactly(blacks, turn.feedback.blacks), *self._exactly(matches, turn.feedback.total)]
            )

    def choices(self) -> Iterable[int]:
        return (var for peg in self.at for var in peg)

    def code(self, model: Sequence[Any]) -> Code:
        return Code([next(color for color, var in enumerate(peg, 1) if model[var - 1] > 0) for peg in self.at])

    def _variable(self) -> int:
        self._last += 1
        return self._last

    def _one_of(self, variables: list[int]) -> None:
        self.clauses.append(variables)
        self._at_most_one(variables)

    def _at_most_one(self, variables: list[int]) -> None:
        self.clauses += [[-a, -b] for at, a in enumerate(variables) for b in variables[:at]]

    def _exactly(self, variables: Iterable[int], number: int) -> list[int]:
        counts = self._counts(list(variables), number + 1)
        at_least = [counts[number - 1]] if number else []
        facts = at_least + [-var for var in counts[number : number + 1]]
        if self._given:
            self.clauses += [[literal] for literal in facts]
        return facts

    def _counts(self, variables: list[int], most: int) -> list[int]:
        """Return variables that say "at least 1, 2, 3 … `most` of these are true" (a totalizer encoding)."""
        if len(variables) <= 1:
            return variables[:most]
        half = len(variables) // 2
        left, right = self._counts(variables[:half], most), self._counts(variables[half:], most)
        both = [self._variable() for _ in range(min(most, len(left) + len(right)))]
        for a in range(len(left) + 1):
            for b in range(len(right) + 1):
                if 0 < a + b <= len(both):  # a on the left and b on the right are a + b
                    self.clauses.append(
                        [
                            both[a + b - 1],
                            *(-var for var in left[a - 1 : a] if a),
                            *(-var for var in right[b - 1 : b] if b),
                        ]
                    )
                if a + b < len(both):  # at most a and at most b are at most a + b
                    self.clauses.append([-both[a + b], *left[a : a + 1], *right[b : b + 1]])
        return both
