"""One-step strategies: the guess whose partition of the candidates is best by some rule.

Tie-break: best score, then a guess that is itself a candidate, then the smallest code; entropies that differ by less
than 1e-9 bits are equal. Each rule also comes in a form that guesses only candidates, which is much faster and also
plays large variants.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from keypeg import _core, given
from keypeg.candidates import LIST_LIMIT, Codes, core_key, to_array, to_code
from keypeg.effort import PATIENT
from keypeg.errors import NotAllowed, TooLarge
from keypeg.openings import is_exact, is_opening, openings
from keypeg.partition import Partition
from keypeg.position import Position
from keypeg.rules import Code, Variant
from keypeg.strategies.protocol import Abilities, Factory, Rule
from keypeg.tree import Progress, StrategyTree

if TYPE_CHECKING:
    from keypeg.gpu import Engine

TREE_LIMIT = 2 * 10**12
"""The most pairs per turn for which a tree is written out: a quarter of an hour."""

PartSizes = Callable[[Codes, Codes, int, Progress | None], NDArray[np.uint32]]
"""Returns the sizes of the parts into which guesses split candidates, a row for each guess."""

_BATCH = 1 << 21  # how many part sizes are held at a time
_FEW_CODES = 2  # with one or two candidates, the first is best by every rule


@dataclass(frozen=True, slots=True)
class Compared:
    """Chooses by a rule over the sizes of the parts, among all codes or among the candidates.

    `candidates_form` is the name of the strategy that chooses among the candidates as this rule would.
    """

    name: str
    rule: Rule
    explanation: str
    candidates_only: bool = False
    candidates_form: str | None = None
    version: int = 1
    device: str = field(default="cpu", compare=False)  # which never changes a choice
    is_in_core: ClassVar[bool] = False

    @property
    def abilities(self) -> Abilities:
        return Abilities(
            ranks=True,
            grows=self.is_in_core,
            threads=True,
            devices=self.is_in_core and not self.candidates_only,
            candidates_only=self.candidates_only,
            rule=self.rule,
            candidates_form=self.candidates_form,
        )

    def choose(self, position: Position | str, threads: int = 0, progress: Progress | None = None) -> Code:
        return self.rank(Position.of(position), 1, threads, progress)[0].guess

    def rank(self, position: Position, top: int, threads: int = 0, progress: Progress | None = None) -> list[Partition]:
        """Return the best `top` guesses with their partitions, best first.

        Guesses that are equal up to a renaming of pegs and colors which fixes the earlier guesses are listed once.
        """
        if splits_at_once(position):
            return self._openings(position, top)
        candidates = self._candidates(position)
        variant = position.variant
        guesses = self._distinct_guesses(position, candidates)
        slots, sizes_of = variant.win.ordinal + 1, self._part_sizes(variant, len(guesses) * len(candidates))
        best, sizes = guesses[:0], np.empty((0, slots), np.uint32)
        most = max(_BATCH // slots, 1)
        for start in range(0, len(guesses), most):  # to limit the memory, only the best so far are kept
            batch = guesses[start : start + most]
            batch_progress = _share_of(progress, start, len(batch), len(guesses))
            best = np.concatenate([best, batch])
            found = sizes_of(batch, candidates, given.threads(threads), batch_progress)
            sizes = np.concatenate([sizes, found])
            order = _order(self.rule, sizes, sizes[:, variant.win.ordinal] > 0)[:top]
            if start + most < len(guesses):
                order = np.sort(order)  # so that equal ones stay in the order of their codes
            best, sizes = best[order], sizes[order]
            if progress is not None:
                progress(start + len(batch), len(guesses))
        return [
            Partition.of_counts(variant, to_code(guess), counts.tolist())
            for guess, counts in zip(best, sizes, strict=True)
        ]

    def _part_sizes(self, variant: Variant, _pairs: int) -> PartSizes:
        """Return what splits candidates by guesses, for this many pairs in all."""
        return partial(_core.partition_sizes, core_key(variant))

    def _openings(self, position: Position, top: int) -> list[Partition]:
        """Rank the kinds of first guesses, at any size."""
        kinds = openings(position.variant)
        return kinds.partitions(_order(self.rule, kinds.sizes, np.ones(len(kinds.guesses), np.bool_))[:top])

    def _distinct_guesses(self, position: Position, candidates: Codes) -> Codes:
        """List the guesses to compare, one of each class that a renaming which fixes the earlier ones makes equal."""
        if len(candidates) <= _FEW_CODES:
            return candidates
        if self.candidates_only and position.turns:
            return _core.distinct_codes(core_key(position.variant), _earlier(position), candidates)
        return position.distinct_rows

    def _candidates(self, position: Position) -> Codes:
        """List the candidates, or say that this is out of reach."""
        if position.is_won:
            raise NotAllowed("code-found", position=position)
        variant = position.variant
        if not self.candidates_only and variant.size > LIST_LIMIT:
            raise TooLarge("strategy-codes", strategy=self.name, variant=variant, codes=variant.size, limit=LIST_LIMIT)
        candidates = position.candidates.array
        guesses = len(candidates) if self.candidates_only else variant.size
        if len(candidates) * guesses > PATIENT.pairs:
            guesses = len(self._distinct_guesses(position, candidates))  # counting them up to symmetry pays only here
        if len(candidates) * guesses > PATIENT.pairs:
            pairs = len(candidates) * guesses
            raise TooLarge("strategy-pairs", strategy=self.name, pairs=pairs, limit=PATIENT.pairs, position=position)
        return candidates


@dataclass(frozen=True, slots=True)
class OneStep(Compared):
    """Chooses by one of the rules that the core knows, which is faster, and writes out its tree there."""

    is_in_core: ClassVar[bool] = True

    def choose(self, position: Position | str, threads: int = 0, progress: Progress | None = None) -> Code:
        position = Position.of(position)
        if splits_at_once(position):
            return self._openings(position, 1)[0].guess
        candidates = self._candidates(position)
        guesses = len(self._distinct_guesses(position, candidates)) if self.device == "auto" else 0
        engine = self._engine(position.variant, guesses * len(candidates), once=True)
        if engine is not None:
            return to_code(engine.choose(self.rule.name, _earlier(position), candidates))
        chooser, count = _chooser(position.variant, self.candidates_only), given.threads(threads)
        return to_code(chooser.choose(self.rule.name, _earlier(position), candidates, count, progress)[0])

    def on(self, device: str) -> "OneStep":
        return replace(self, device=device)

    def _part_sizes(self, variant: Variant, _pairs: int) -> PartSizes:
        engine = self._engine(variant, _pairs, once=True)
        if engine is None:
            return super(OneStep, self)._part_sizes(variant, _pairs)
        return lambda guesses, candidates, _threads, _progress: engine.partition_sizes(guesses, candidates)

    def _engine(self, variant: Variant, pairs: int, *, once: bool) -> "Engine | None":
        """Return the engine of a GPU if there is work for one: this many pairs, for a tree or `once`."""
        if self.device == "cpu":
            return None
        from keypeg import gpu  # noqa: PLC0415 - it loads much that is of use there alone

        return gpu.engine_for(variant) if self.device == "cuda" or gpu.pays(variant, pairs, once=once) else None

    def _pairs(self, position: Position, candidates: Codes) -> int:
        """Return how many pairs of a guess and a candidate there are in one turn."""
        return len(candidates) * (len(candidates) if self.candidates_only else position.variant.size)

    def grow(
        self, position: Position, first: Code | None = None, threads: int = 0, progress: Progress | None = None
    ) -> StrategyTree:
        """Write the strategy out from a position, all in the core or on a GPU."""
        row = None if first is None else to_array([position.variant.check_code(first)])[0]
        candidates = self._candidates(position)
        pairs = self._pairs(position, candidates)
        engine = self._engine(position.variant, pairs, once=False)
        limit = TREE_LIMIT if engine is None else engine.tree_limit
        if pairs > limit:
            raise TooLarge("tree-pairs", strategy=self.name, pairs=pairs, limit=limit)
        if engine is not None:
            if row is None and splits_at_once(position):
                row = to_array([self.choose(position)])[0]
            nodes = engine.grow_tree(self.rule.name, _earlier(position), candidates, row, progress)
            return StrategyTree(position, self.name, *nodes)
        chooser = _chooser(position.variant, self.candidates_only)
        guesses, parents, feedbacks, wins = chooser.grow_tree(
            self.rule.name, _earlier(position), candidates, row, given.threads(threads), progress
        )
        return StrategyTree(position, self.name, guesses, parents.ravel(), feedbacks.ravel(), wins.ravel().astype(bool))


def splits_at_once(position: Position) -> bool:
    """Return whether first guesses can be compared without listing the codes, with the same result."""
    return is_opening(position) and is_exact(position.variant) and position.variant.size > _FEW_CODES


def _share_of(progress: Progress | None, start: int, count: int, whole: int) -> Progress | None:
    """Report the progress of one batch as progress of the whole."""
    return None if progress is None else lambda done, steps: progress(start + count * done // max(steps, 1), whole)


def _order(rule: Rule, sizes: NDArray[Any], can_win: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Sort guesses by their part sizes, as the core chooses among them: by score, then candidates, then code."""
    scores = rule.costs(sizes.astype(np.float64))
    by_score = np.argsort(scores, kind="stable")
    ranks = np.empty(len(scores), np.int64)
    ranks[by_score] = np.cumsum(np.diff(scores[by_score], prepend=scores[by_score[0]]) > 1e-9)
    return np.lexsort((~can_win, ranks))


def _largest(sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    largest: NDArray[np.float64] = sizes.max(axis=1)
    return largest


def _squares(sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    squares: NDArray[np.float64] = (sizes * sizes).sum(axis=1)
    return squares


def missing_bits(sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how many bits are missing on average after each guess, whose part sizes are a row."""
    bits: NDArray[np.float64] = (sizes * np.log2(np.maximum(sizes, 1))).sum(axis=1) / sizes[0].sum()
    return bits


def _minus_parts(sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    parts: NDArray[np.float64] = (sizes > 0).sum(axis=1).astype(np.float64)
    return -parts


@lru_cache(maxsize=4)
def _chooser(variant: Variant, candidates_only: bool) -> _core.Chooser:
    return _core.Chooser(core_key(variant), candidates_only)


def _earlier(position: Position) -> Codes:
    return to_array([turn.guess for turn in position.turns], position.variant.pegs)


# The rule as the core calls it, what it does, and a fact about the form that considers all codes.
_RULES = {
    "knuth": (
        Rule("largest", _largest),
        """Minimizes the largest number of candidates that can remain (Knuth 1977), to guard against the worst
        feedback.""",
        "At p4c6 it needs at most five guesses.",
    ),
    "expected-size": (
        Rule("expected-size", _squares),
        """Minimizes the number of candidates that remain on average (Irving 1978): the sum of the squares of the
        parts.""",
        "At p4c6 it is second to most-parts on average.",
    ),
    "entropy": (
        Rule("entropy", missing_bits),
        "Maximizes the information that the feedback gives on average, in bits (Neuwirth 1982).",
        "At p5c8 it is the best of these rules on average.",
    ),
    "most-parts": (
        Rule("most-parts", _minus_parts),
        "Maximizes the number of kinds of feedback that are possible (Kooi 2005). It is the simplest of these rules.",
        "At p4c6 it is the best of them on average.",
    ),
}


def _factory(name: str, rule: Rule, words: str, *, candidates_only: bool) -> Factory:
    explanation = " ".join(words.split())
    form = None if candidates_only else f"{name}-candidates"
    return lambda _: OneStep(name, rule, explanation, candidates_only, form)


FACTORIES: dict[str, Factory] = {
    name: _factory(name, rule, f"{words} {fact}", candidates_only=False) for name, (rule, words, fact) in _RULES.items()
} | {
    f"{name}-candidates": _factory(
        f"{name}-candidates", rule, f"{words} This form guesses candidates only.", candidates_only=True
    )
    for name, (rule, words, _) in _RULES.items()
}
