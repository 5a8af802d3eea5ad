"""First guesses: how they split all codes, computed without listing any.

Two guesses are of the same kind if they are equal up to a renaming of pegs and colors, like 1123 and 3411. Before the
first turn all guesses of a kind split the codes alike, and there are few kinds: 42 with ten pegs, 627 with twenty.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from keypeg import _core
from keypeg.candidates import Codes, core_key, to_array, to_code
from keypeg.partition import Partition
from keypeg.position import Position
from keypeg.rules import Code, Variant

_WHOLE = 2.0**53  # up to here a double holds every whole number
_NOISE = 1e-13  # of all codes

Sizes = NDArray[np.float64]
"""Sizes of parts, with a row for each guess and a column for each feedback's ordinal."""


def is_opening(position: Position) -> bool:
    """Return whether this is the start of a game whose first guesses can be compared here."""
    variant = position.variant
    return not position.turns and variant.repeats and variant.pegs <= _core.MAX_OPENING_PEGS


def is_exact(variant: Variant) -> bool:
    """Return whether sizes are exact; otherwise they have about twelve digits, and smaller parts are left out."""
    # On the way, a code is counted once for each choice among its blacks.
    return variant.size * (1 + 2 / variant.colors) ** variant.pegs < _WHOLE


def split(variant: Variant | str, guesses: Codes) -> Sizes:
    """Split all codes by each of these guesses."""
    variant = Variant.of(variant)
    sizes = _core.opening_sizes(core_key(variant), guesses)
    if not is_exact(variant):
        sizes[sizes < _NOISE * variant.size] = 0
        sizes[:, variant.win.ordinal] = 1
    return sizes


class Openings(NamedTuple):
    """The smallest guess of each kind, in order, and how it splits all codes."""

    variant: Variant
    guesses: Codes
    sizes: Sizes

    @property
    def bits(self) -> NDArray[np.float64]:
        """The information that the feedback to each gives on average."""
        shares = self.sizes / self.sizes.sum(axis=1, keepdims=True)
        bits: NDArray[np.float64] = -(shares * np.log2(np.where(shares > 0, shares, 1))).sum(axis=1)
        return bits

    def partitions(self, numbers: NDArray[np.int64]) -> list[Partition]:
        """Return the partitions of the guesses with these numbers."""
        return [_partition(self.variant, to_code(self.guesses[number]), self.sizes[number]) for number in numbers]


def partition(variant: Variant, guess: Code) -> Partition:
    """Split all codes by one guess."""
    return _partition(variant, guess, split(variant, to_array([guess]))[0])


def _partition(variant: Variant, guess: Code, sizes: NDArray[np.float64]) -> Partition:
    counts = [int(size) for size in sizes]
    counts[counts.index(max(counts))] += variant.size - sum(counts)  # make up for rounding
    return Partition.of_counts(variant, guess, counts)


def openings(variant: Variant | str) -> Openings:
    """Return all kinds of first guesses of a variant whose start is an opening."""
    return _openings(Variant.of(variant))


@lru_cache(maxsize=8)
def _openings(variant: Variant) -> Openings:
    guesses = _core.class_representatives(core_key(variant), to_array([], variant.pegs))
    sizes = split(variant, guesses)
    guesses.flags.writeable = sizes.flags.writeable = False  # they are kept
    return Openings(variant, guesses, sizes)
