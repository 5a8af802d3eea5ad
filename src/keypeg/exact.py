"""The exact search: the best possible strategy for a position, with proof, for each of three meanings of "best".

`average` is the least total of guesses over all candidates, `worst` the fewest turns that always suffice, and
`average-within-worst` the least total among the strategies that need no more turns than that. The search itself is in
the core (docs/research.md says how it works); here it is started, watched, interrupted and asked for its tree.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from keypeg import _core, given
from keypeg.candidates import core_key, to_array
from keypeg.errors import NotAllowed, TooLarge
from keypeg.position import Position
from keypeg.rules import Code, Variant
from keypeg.tree import StrategyTree

Objective = Literal["average", "worst", "average-within-worst"]
OBJECTIVES: tuple[Objective, ...] = get_args(Objective)

_QUICK_PEGS, _QUICK_CODES = 5, 1296
"""Up to this size, the fewest turns are proven within some hundredths of a second."""

MEMORY = 1 << 30
"""How many bytes the search may use to remember sets, by default."""


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
    """What a search found: the bounds, a strategy that reaches the upper one, and the work it took."""

    objective: Objective
    bounds: Bounds
    tree: StrategyTree
    sets: int
    guesses: int
    memory: int

    @property
    def is_proven(self) -> bool:
        return self.bounds.is_proven

    @property
    def value(self) -> int:
        """The optimum, or the best value known."""
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


class Search:
    """One exact search. It can be interrupted, asked for the best so far, and continued.

    >>> Search("p3c4").run().value
    206
    """

    def __init__(self, position: Position | str, objective: Objective = "average", memory: int = MEMORY) -> None:
        position, size = Position.of(position), given.whole(memory, 0, None)
        if size is None:
            raise NotAllowed("memory-value", given=repr(memory))
        if objective not in OBJECTIVES:
            raise NotAllowed("objective", objective=objective, names=", ".join(OBJECTIVES))
        if position.is_won:
            raise NotAllowed("code-found", position=position)
        variant = position.variant
        check_size(variant)
        self.position = position
        self.objective = objective
        self._kept = greedy_tree(position)  # the best strategy written out so far
        _check_counts(self._kept, objective)
        self._turns = Bounds(variant.least_turns_for(len(position.candidates)), self._kept.summary.depth)
        self._core = core_search(position, memory_for(variant, size))

    @property
    def bounds(self) -> Bounds:
        """What is proven so far."""
        if self.objective == "worst":
            return self._turns
        known = self._kept.summary.total if self._keeps_limit(self._kept) else _core.NO_TOTAL
        upper = min(known, self._core.upper)
        return Bounds(min(max(2 * len(self.position.candidates) - 1, self._core.lower), upper), upper)

    @property
    def first_guesses(self) -> tuple[int, int]:
        """How many first guesses (up to symmetry) are proven no better than the best, and how many there are."""
        return self._core.first_guesses_done, self._core.first_guesses

    def _keeps_limit(self, strategy: StrategyTree) -> bool:
        """Return whether a strategy counts: within the worst case, only if it needs no more turns than are proven."""
        if self.objective != "average-within-worst":
            return True
        return self._turns.is_proven and strategy.summary.depth <= self._turns.upper

    def run(self, threads: int = 0, on_bounds: Callable[[Bounds], object] | None = None) -> Optimum:
        """Search to the end, and call `on_bounds` now and then.

        On Ctrl-C (or an exception from `on_bounds`) what has been found is kept for `best`.
        """

        def tell_bounds(_lower: int, _upper: int) -> None:
            if on_bounds:
                on_bounds(self.bounds)

        threads = given.threads(threads)
        if self.objective != "average":
            self._find_turns(threads, tell_bounds)
        if self.objective != "worst":
            self._core.least_total(self._limit, threads=threads, progress=tell_bounds)
        return self.best()

    def total_of(self, guess: Code | str, threads: int = 0) -> int:
        """Return the least total, with no limit on turns, of the strategies that begin with this guess."""
        row = to_array([self.position.variant.code(guess)])
        return self._core.least_cost(row, threads=given.threads(threads))

    def _find_turns(self, threads: int, tell_bounds: Callable[[int, int], object]) -> None:
        """Try one turn less until that is impossible: each strategy found on the way is better than the last."""
        while not self._turns.is_proven:
            turns = self._turns.upper - 1
            if self._core.fits(turns, threads, tell_bounds):
                self._kept = self._written_out(turns, by_turns=True)
                self._turns = Bounds(self._turns.lower, self._kept.summary.depth)
            else:
                self._turns = Bounds(turns + 1, turns + 1)

    @property
    def _limit(self) -> int:
        return self._turns.upper if self.objective == "average-within-worst" else _core.NO_LIMIT

    def best(self) -> Optimum:
        """Return the best strategy found so far, with the current bounds."""
        if self.objective != "worst" and self._core.upper < _core.NO_TOTAL:
            self._kept = min(self._written_out(self._limit, by_turns=False), self._kept, key=self._merit)
        bounds, summary = self.bounds, self._kept.summary
        reached = summary.depth if self.objective == "worst" else summary.total
        if bounds.upper not in {reached, _core.NO_TOTAL} or (bounds.is_proven and not self._keeps_limit(self._kept)):
            raise RuntimeError(f"the tree needs {reached} where {bounds.upper} was found in {self.position}")
        return Optimum(self.objective, bounds, self._kept, self._core.sets, self._core.guesses, self._core.memory)

    def _written_out(self, limit: int, *, by_turns: bool) -> StrategyTree:
        """Return the strategy that the core has found."""
        arrays = self._core.tree(limit, by_turns)
        return tree_of(self.position, f"optimal {self.objective}", *arrays)

    def _merit(self, strategy: StrategyTree) -> tuple[int, ...]:
        summary = strategy.summary
        return (summary.total,) if self.objective == "average" else (summary.depth, summary.total)

    def snapshot(self, most: int = 1 << 22) -> NDArray[np.uint64]:
        """Return what the search remembers of up to `most` sets, so that another search of the position can use it."""
        return self._core.snapshot(most)

    def restore(self, words: NDArray[np.uint64]) -> None:
        """Take over what another search of the same position and objective remembered, which is believed."""
        try:
            self._core.restore(words)
        except ValueError as error:
            raise NotAllowed("snapshot", position=self.position) from error


def memory_for(variant: Variant, size: int) -> _core.ExactMemory:
    """Return room for what searches of this variant find out about sets of codes, in this many bytes."""
    return _core.ExactMemory(core_key(variant), max(size, 1 << 16))


def core_search(position: Position, memory: _core.ExactMemory) -> _core.ExactSearch:
    """Return a search of the core from this position on."""
    earlier = to_array([turn.guess for turn in position.turns], position.variant.pegs)
    return _core.ExactSearch(memory, earlier, position.candidates.array)


def check_size(variant: Variant) -> None:
    """Refuse a variant that the exact search can't handle."""
    if variant.pegs > _core.EXACT_PEGS:
        raise TooLarge("exact-pegs", variant=variant, pegs=variant.pegs, limit=_core.EXACT_PEGS)
    if variant.size > _core.EXACT_CODES:
        raise TooLarge("exact-codes", variant=variant, codes=variant.size, limit=_core.EXACT_CODES)


def turns_needed(variant: Variant | str) -> int:
    """Return the fewest turns that always suffice where that is proven in a moment; otherwise a lower bound.

    >>> turns_needed(Variant(4, 6)), Variant(4, 6).least_turns
    (5, 4)
    """
    variant = Variant.of(variant)
    if variant.pegs > _QUICK_PEGS or variant.size > _QUICK_CODES:
        return variant.least_turns
    try:
        return Search(Position(variant), "worst").run(threads=1).bounds.lower
    except TooLarge:
        return variant.least_turns


def _check_counts(strategy: StrategyTree, objective: Objective) -> None:
    """Refuse a search whose numbers may become too large to count."""
    summary = strategy.summary
    if objective != "average" and summary.depth >= _core.NO_LIMIT:
        raise TooLarge("exact-turns", position=strategy.position, turn_count=summary.depth, limit=_core.NO_LIMIT - 1)
    if summary.total >= _core.NO_TOTAL:
        raise TooLarge("exact-guesses", position=strategy.position, guesses=summary.total, limit=_core.NO_TOTAL - 1)


def greedy_tree(position: Position) -> StrategyTree:
    """Return the tree of the most informative guesses: a good strategy to start from."""
    key, pegs = core_key(position.variant), position.variant.pegs
    earlier = to_array([turn.guess for turn in position.turns], pegs)
    arrays = _core.Chooser(key, False).grow_tree("entropy", earlier, position.candidates.array)
    return tree_of(position, "entropy", *arrays)


def tree_of(position: Position, name: str, *arrays: NDArray[Any]) -> StrategyTree:
    """Return a tree from the arrays that the core writes it in."""
    guesses, parents, feedbacks, wins = arrays
    return StrategyTree(position, name, guesses, parents.ravel(), feedbacks.ravel(), wins.ravel().astype(bool))
