"""How this build plays and how fast it is: the strategies' signatures, tree times, and code pairs scored per second.

One number stands for all play: it changes if any guess of these trees does, and for no other reason.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import numpy as np

from keypeg import _core
from keypeg.candidates import core_key
from keypeg.exact import MEMORY, core_search, memory_for
from keypeg.position import Position
from keypeg.rules import Variant
from keypeg.strategies import grow, strategy
from keypeg.tree import StrategyTree, Summary

VARIANTS = ("p4c6", "p5c8")
STRATEGIES = (
    *("knuth", "expected-size", "entropy", "most-parts"),
    *("knuth-candidates", "expected-size-candidates", "entropy-candidates", "most-parts-candidates"),
)
SMALL_ONLY = ("first", "random")
"""Strategies that are written out guess by guess, and therefore only at the smaller variant."""

PROVEN = {"p4c6 1122=1b0w": 898, "p4c7 1123=0b1w": 2412, "p5c6 11223=1b0w": 2086}
"""What some positions need at least."""

_BUDGETS = (5000, 6000, _core.NO_TOTAL)  # far more than that: a fault of the search once needed 4096 guesses or more
_PAIRS = 400_000_000
_WORD = (1 << 64) - 1

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Speed:
    """How many code pairs one core scores per second with one instruction set."""

    variant: str
    instruction_set: str
    pairs_per_second: float


@dataclass(frozen=True, slots=True)
class Grown:
    """A tree that was written out: its summary, how long that took, and the number that stands for its play."""

    strategy: str
    variant: str
    summary: Summary
    seconds: float
    play: int

    def as_json(self) -> dict[str, Any]:
        return {
            "strategy": self.strategy,
            "variant": self.variant,
            **self.summary.as_json(),
            "seconds": round(self.seconds, 6),
            "play": self.play,
        }


def measure_speeds() -> Iterator[Speed]:
    """Measure each instruction set of this machine on one core, and leave the one in use as it was."""
    before = _core.instruction_set()
    try:
        for text in VARIANTS:
            for name in _core.instruction_sets():
                _core.use_instruction_set(name)
                yield Speed(text, name, _pairs_per_second(Variant.parse(text)))
    finally:
        _core.use_instruction_set(before)


def measure_trees(threads: int = 0) -> Iterator[Grown]:
    """Write out each strategy a few times, and keep the best time."""
    for text in VARIANTS:
        for name in _strategies(text):
            seconds, tree = timed(partial(grow, strategy(name), Position.parse(text), threads=threads))
            yield Grown(name, text, tree.summary, seconds, fingerprint(tree))


def play() -> int:
    """Return the one number that stands for the play of this build, without measuring any time."""
    names = [(text, name) for text in VARIANTS for name in _strategies(text)]
    return sum(fingerprint(grow(strategy(name), Position.parse(text))) for text, name in names) % (1 << 32)


def false_proof() -> tuple[str, int] | None:
    """Return what this build finds wrongly that a position needs; None if its exact search finds what is known."""
    for text, total in PROVEN.items():
        position = Position.parse(text)
        for below in (total, total + 1, *_BUDGETS):
            found = core_search(position, memory_for(position.variant, MEMORY)).least_total(below=below, threads=1)
            if found != total:
                return text, found
    return None


def step_count() -> int:
    """Return how many speeds and trees there are to measure."""
    return sum(len(_core.instruction_sets()) + len(_strategies(text)) for text in VARIANTS)


def _strategies(variant: str) -> tuple[str, ...]:
    return (*SMALL_ONLY, *STRATEGIES) if variant == VARIANTS[0] else STRATEGIES


def total_play(trees: list[Grown]) -> int:
    """Return the one number that stands for the play of all trees."""
    return sum(tree.play for tree in trees) % (1 << 32)


def fingerprint(tree: StrategyTree) -> int:
    """Return a number that depends on every guess and the feedback before it, but not on the order of the nodes."""
    guesses = np.zeros(len(tree), np.uint64)
    for peg in tree.guesses.T:
        guesses = guesses * np.uint64(1_000_003) + peg + np.uint64(1)
    paths = np.zeros(len(tree), np.uint64)
    for level in range(1, tree.summary.depth + 1):
        nodes = np.flatnonzero(tree.depths == level)
        above = paths[tree.parents[nodes]] + tree.feedbacks[nodes].astype(np.uint64) if level > 1 else paths[nodes]
        paths[nodes] = _mixed(above * np.uint64(0x9E3779B97F4A7C15) + guesses[nodes])
    return (sum(paths.tolist()) & _WORD) >> 32


def _mixed(words: Any) -> Any:
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    return words ^ (words >> np.uint64(31))


def _pairs_per_second(variant: Variant) -> float:
    """Score all codes, or the first of them, as guesses against all codes; the parts must add up to all codes."""
    codes = _core.all_codes(core_key(variant))
    guesses = codes[: _PAIRS // len(codes)]
    guesses = np.tile(guesses, (_PAIRS // (len(codes) * len(guesses)), 1))
    seconds, sizes = timed(lambda: _core.partition_sizes(core_key(variant), guesses, codes, threads=1))
    if (sizes.sum(axis=1) != len(codes)).any() or (sizes[:, variant.win.ordinal] != 1).any():
        raise RuntimeError(f"{_core.instruction_set()} scores {variant} wrongly")
    return len(guesses) * len(codes) / seconds


def timed(
    work: Callable[[], Result], rounds: int = 3, clock: Callable[[], float] = time.perf_counter
) -> tuple[float, Result]:
    """Return the seconds of the fastest of some rounds, and the result; what takes half a second is run only once."""
    seconds, result = _once(work, clock)
    for _ in range(rounds - 1 if seconds < 0.5 else 0):
        again, result = _once(work, clock)
        seconds = min(seconds, again)
    return seconds, result


def _once(work: Callable[[], Result], clock: Callable[[], float]) -> tuple[float, Result]:
    start = clock()
    result = work()
    return clock() - start, result
