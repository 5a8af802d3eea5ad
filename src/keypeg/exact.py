"""The exact search: the best possible strategy of a position, with proof, for each of three meanings of "best".

`average` is the least total of guesses over all candidates, `worst` the fewest turns that always suffice, and
`average-within-worst` the least total among the strategies that need no more turns than that. The search itself is in
the core (core/exact_worker.cpp says how it works); here it is started, watched, interrupted and asked for its tree.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from keypeg import _core, tree
from keypeg.errors import NotAllowed, TooLarge
from keypeg.position import Position, core_key, to_array
from keypeg.rules import Code, Variant

Objective = Literal["average", "worst", "average-within-worst"]
OBJECTIVES: tuple[Objective, ...] = get_args(Objective)

MEMORY = 1 << 30
"""So many bytes the search remembers sets in, unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is proven so far: the optimum lies between `lower` and `upper`, in guesses or, for `worst`, in turns."""

    lower: int
    upper: int

    @property
    def is_proven(self) -> bool:
        return self.lower == self.upper


@dataclass(frozen=True, slots=True)
class Optimum:
    """What a search found: the bounds, a strategy that reaches the upper one, and what it cost."""

    objective: Objective
    bounds: Bounds
    tree: tree.Tree
    sets: int
    guesses: int
    memory: int

    @property
    def is_proven(self) -> bool:
        return self.bounds.is_proven

    @property
    def value(self) -> int:
        """The optimum, or the best that is known of it."""
        return self.bounds.upper

    def as_json(self) -> dict[str, Any]:
        return {
            "variant": str(self.tree.variant),
            "position": str(self.tree.position),
            "strategy": self.tree.strategy,
            "objective": self.objective,
            "proven": self.is_proven,
            "lower": self.bounds.lower,
            "upper": self.bounds.upper,
            **self.tree.summary.as_json(),
            "sets": self.sets,
            "guesses": self.guesses,
            "memory": self.memory,
        }


Report = Callable[[Bounds], object]


class Search:
    """One exact search. It can be interrupted, asked for what it has, and gone on with.

    >>> Search(Position.parse("p3c4")).run().value
    206
    """

    def __init__(self, position: Position, objective: Objective = "average", memory: int = MEMORY) -> None:
        if objective not in OBJECTIVES:
            raise NotAllowed(f"{objective!r} is not an objective: use {', '.join(OBJECTIVES)}")
        variant = position.variant
        if variant.pegs > _core.EXACT_PEGS or variant.size > _core.EXACT_CODES:
            raise TooLarge(
                f"the exact search takes up to {_core.EXACT_PEGS} pegs and {_core.EXACT_CODES:,} codes; "
                f"{variant} has {variant.size:.3g}"
            )
        if position.is_won:
            raise NotAllowed(f"the code is found in {str(position)!r}")
        self.position = position
        self.objective = objective
        earlier = to_array([turn.guess for turn in position.turns], variant.pegs)
        self._start = _greedy_tree(position)
        self._is_finished = self._is_begun = False
        self._core = _core.ExactSearch(core_key(variant), earlier, position.candidates.array, max(memory, 1 << 16))
        self._turns = Bounds(_fewest_turns(variant, len(position.candidates)), self._start.summary.depth)
        self._totals = Bounds(2 * len(position.candidates) - 1, self._start.summary.total)
        if objective != "average" and self._turns.upper >= _core.NO_LIMIT:
            raise TooLarge(f"the exact search counts up to {_core.NO_LIMIT - 1} turns, and {position} may need more")

    @property
    def bounds(self) -> Bounds:
        """What is proven up to now."""
        if self.objective == "worst":
            return self._turns
        if self._is_finished:
            return self._totals
        known = self._totals.upper if self._keeps_limit(self._start) else _core.NO_TOTAL
        return Bounds(max(self._totals.lower, self._core.lower), min(known, self._core.upper))

    def _keeps_limit(self, strategy: tree.Tree) -> bool:
        """Say whether a strategy is one of those that are compared: it may need no more turns than are proven."""
        if self.objective != "average-within-worst":
            return True
        return self._turns.is_proven and strategy.summary.depth <= self._turns.upper

    def run(self, threads: int = 0, report: Report | None = None) -> Optimum:
        """Search to the end. On Ctrl-C (or an exception from `report`) what is known so far is kept for `best`."""

        def watch(_lower: int, _upper: int) -> None:
            if report:
                report(self.bounds)

        self._is_begun = True
        if self.objective != "average":
            self._find_turns(watch)
        if self.objective != "worst":
            total = self._core.least_total(self._limit, threads, watch)
            self._totals, self._is_finished = Bounds(total, total), True
        return self.best()

    def total_of(self, guess: Code, threads: int = 0) -> int:
        """Return the least total, without a limit of turns, of the strategies that begin with this guess."""
        row = to_array([self.position.variant.check_code(guess)])[0]
        return self._core.total_of(row, threads)

    def _find_turns(self, watch: tree.Progress) -> None:
        """Raise the number of turns until it suffices."""
        while not self._turns.is_proven:
            turns = self._turns.lower
            if self._core.fits(turns, watch):
                self._turns = Bounds(turns, turns)
            else:
                self._turns = Bounds(turns + 1, self._turns.upper)

    @property
    def _limit(self) -> int:
        return self._turns.upper if self.objective == "average-within-worst" else _core.NO_LIMIT

    def best(self) -> Optimum:
        """Return the best strategy known, with the bounds as they are now."""
        depth = self._start.summary.depth
        if not self._is_begun or (self.objective == "worst" and self._turns == Bounds(depth, depth)):
            return self._optimum(self._first_bounds(), self._start)
        by_turns = self.objective == "worst"
        limit = self._turns.upper if by_turns else self._limit
        arrays = self._core.tree(limit, by_turns)
        found = _tree(self.position, f"optimal {self.objective}", *arrays)
        bounds = self.bounds
        reached = found.summary.depth if by_turns else found.summary.total
        if bounds.is_proven:
            if reached != bounds.upper or not self._keeps_limit(found):
                raise RuntimeError(f"the tree needs {reached} where {bounds.upper} was proven in {self.position}")
        else:
            # Where the search was stopped the tree holds guesses that it never came to: what counts is what it needs,
            # and only if it keeps the limit.
            found = min(found, self._start, key=self._merit)
            upper = found.summary.depth if by_turns else found.summary.total
            bounds = Bounds(min(bounds.lower, upper), upper if self._keeps_limit(found) else _core.NO_TOTAL)
        return self._optimum(bounds, found)

    def _optimum(self, bounds: Bounds, found: tree.Tree) -> Optimum:
        return Optimum(self.objective, bounds, found, self._core.sets, self._core.guesses, self._core.memory)

    def _first_bounds(self) -> Bounds:
        bounds = self.bounds
        return Bounds(min(bounds.lower, bounds.upper), bounds.upper)

    def _merit(self, strategy: tree.Tree) -> tuple[int, int]:
        summary = strategy.summary
        return (summary.total, summary.depth) if self.objective == "average" else (summary.depth, summary.total)

    def snapshot(self, most: int = 1 << 22) -> NDArray[np.uint64]:
        """Return what the search remembers, so that another one of the same position can `restore` it."""
        return self._core.snapshot(most)

    def restore(self, words: NDArray[np.uint64]) -> None:
        """Take over what another search of the same position and objective had remembered."""
        try:
            self._core.restore(words)
        except ValueError as error:
            raise NotAllowed(f"not a snapshot of a search in {self.position}: {error}") from error


class Tree:
    """The research program: the fewest turns within which a game of `pegs` and `colors` is surely won.

    >>> program = Tree(2, 3)
    >>> program.compute(log=True)
    3
    >>> len(program.log)
    9
    """

    def __init__(self, pegs: int, colors: int) -> None:
        self.position = Position(Variant(pegs, colors))
        self.log: list[str] = []

    def compute(self, *, log: bool = False, objective: Objective = "worst") -> int:
        """Return the turns that the best strategy needs at most; with `log`, keep a line for every code."""
        found = Search(self.position, objective).run().tree
        self.log = [line for line in found.log() if "->" in line or line.endswith(".")] if log else []
        return found.summary.depth


def _fewest_turns(variant: Variant, candidates: int) -> int:
    """Return a number of turns below which too few answers can come to tell so many candidates apart."""
    answers = sum(1 for _ in variant.feedbacks())
    turns, most = 1, 1
    while most < candidates:
        turns, most = turns + 1, 1 + (answers - 1) * most
        if turns >= candidates:
            break
    return turns


def _greedy_tree(position: Position) -> tree.Tree:
    """Return the tree of the most informative guesses: a good strategy at once."""
    key, pegs = core_key(position.variant), position.variant.pegs
    earlier = to_array([turn.guess for turn in position.turns], pegs)
    arrays = _core.Chooser(key, False).grow_tree("entropy", earlier, position.candidates.array)
    return _tree(position, "entropy", *arrays)


def _tree(position: Position, name: str, *arrays: NDArray[Any]) -> tree.Tree:
    guesses, parents, feedbacks, wins = arrays
    return tree.Tree(position, name, guesses, parents.ravel(), feedbacks.ravel(), wins.ravel().astype(bool))
