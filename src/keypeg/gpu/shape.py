"""How the kernels are made for a variant, and codes as the numbers that they work with."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from keypeg.candidates import Codes
from keypeg.errors import TooLarge
from keypeg.rules import Variant

Packed = NDArray[np.uint64]
"""Codes as single numbers, in the same order."""

GUESSES = 128
"""How many guesses a block compares at a time, one in each thread."""

_BYTE = 8
_SHORT = 5  # pegs up to which there are too few sets to keep a device busy
_FEW, _FEW_SHORT = 52, 20  # candidates up to which words are made of guesses
_TWICE, _TWICE_SHORT = 16, 4  # candidates from which on a second look at the parts of a guess pays
_PEGS = 10  # for more, a thread has not enough registers
_RUN_PEGS = range(2, 9)  # for which totals and blacks make a product of eight rows and columns
_MANY = {7: 180, 8: 130}  # by pegs; with fewer pegs, runs of guesses are never faster
_RUN_COLORS = 21  # that are counted in one number
_RUN = 10  # guesses of a run whose parts a warp has registers for
_SHARED = 48 << 10  # memory that the threads of a block share
_LARGE_TABLES = 4 * 1025 + 16 * 4  # what choose_large shares beside a tile: rough scores, and the best of each warp


@dataclass(frozen=True, slots=True)
class Shape:
    """How the kernels are made for a variant."""

    variant: Variant
    few: int | None = None
    """Up to this many candidates, words are made of guesses, and not of candidates."""
    many: int | None = None
    """From this many candidates on, guesses that differ only in the last peg are compared together."""
    multiplies_bits: bool = True
    """Whether the device has tensor cores that multiply matrices of bits."""

    @property
    def depth(self) -> int:
        return self.variant.pegs if self.variant.repeats else 1

    @property
    def planes(self) -> int:
        return self.variant.colors * (self.variant.pegs + self.depth)

    @property
    def slots(self) -> int:
        return self.variant.win.ordinal + 1

    @property
    def bits(self) -> int:
        """The bits of a peg in a packed code: a byte if the top bit of the code stays free."""
        return min(_BYTE, 63 // self.variant.pegs)

    @property
    def tile(self) -> int:
        """How many words of each plane a block of threads shares."""
        return 32 if self.planes * 34 * 4 <= _SHARED - _LARGE_TABLES else 8

    @property
    def is_short(self) -> bool:
        """Whether a tree is done so soon that waiting for single sets takes most of the time."""
        return self.variant.pegs <= _SHORT

    @property
    def small(self) -> int:
        """Up to how many candidates words are made of guesses."""
        return (_FEW_SHORT if self.is_short else _FEW) if self.few is None else self.few

    @property
    def twice(self) -> int:
        """With more candidates than this, small sets are looked at twice."""
        return _TWICE_SHORT if self.is_short else _TWICE

    @property
    def warps(self) -> int:
        """How many small sets a block has."""
        return self._small[1]

    @property
    def guess_tile(self) -> int:
        """How many words of guesses a block goes through at a time."""
        return self._small[0]

    @property
    def _small(self) -> tuple[int, int]:
        """The largest tile of guesses, and then the most sets, for which there is room."""
        pegs, slots = self.variant.pegs, self.slots
        for tile, warps in ((64, 4), (32, 4), (32, 2), (32, 1)):
            is_light = tile == 32 or pegs <= 8  # two words of guesses in each lane fill the registers
            if is_light and 4 * self.planes * tile + 4 * warps * (self.small * pegs + slots) <= _SHARED:
                return tile, warps
        raise TooLarge("gpu-variant", variant=self.variant)

    @property
    def carried(self) -> int:
        """Of how many feedbacks the counts are carried from word to word, so that both units are busy."""
        pegs = self.variant.pegs
        return self.slots if pegs <= 6 else self.slots * 4 // 5 if pegs <= 8 else self.slots * 2 // 3

    @property
    def run(self) -> int:
        """How many guesses that differ only in the last peg are compared together; 0 if that is not possible."""
        variant, runs = self.variant, -(-self.variant.colors // _RUN)
        is_possible = self.multiplies_bits and variant.pegs in _RUN_PEGS and variant.colors <= _RUN_COLORS
        is_wanted = self.many is not None or variant.pegs in _MANY
        return -(-variant.colors // runs) if is_wanted and is_possible and self.run_warps > 0 else 0

    @property
    def runs_from(self) -> int:
        """From how many candidates on runs of guesses are compared."""
        return _MANY.get(self.variant.pegs, 0) if self.many is None else self.many

    @property
    def run_warps(self) -> int:
        """How many warps a block with runs of guesses has room for."""
        left = _SHARED - 4 * (40 * self.planes + 1025)
        return next((warps for warps in (8, 4) if warps * (2304 + 16) <= left), 0)

    def macros(self) -> dict[str, int]:
        names = ("depth", "twice", "tile", "warps", "carried", "guess_tile", "run", "run_warps")
        own = {"PEGS": self.variant.pegs, "COLORS": self.variant.colors, "GUESSES": GUESSES, "FEW": self.small}
        return own | {name.upper(): getattr(self, name) for name in names}

    def check(self) -> None:
        """Refuse a variant whose codes don't fit into a number, or whose planes don't fit into shared memory."""
        if self.variant.pegs > _PEGS or self.variant.colors > 1 << self.bits or self._small is None:
            raise TooLarge("gpu-variant", variant=self.variant)

    def pack(self, rows: Codes) -> Packed:
        packed = np.zeros(len(rows), np.uint64)
        for column in rows.T:
            packed = packed << np.uint64(self.bits) | column
        return packed

    def unpack(self, packed: Packed) -> Codes:
        pegs, mask = self.variant.pegs, np.uint64((1 << self.bits) - 1)
        rows = np.empty((len(packed), pegs), np.uint8)
        fields = packed.astype("<u8", copy=False).view(np.uint8).reshape(-1, _BYTE)
        for peg in range(pegs):
            place = pegs - 1 - peg
            rows[:, peg] = fields[:, place] if self.bits == _BYTE else packed >> np.uint64(self.bits * place) & mask
        return rows

    def runs(self, packed: Packed) -> tuple[Packed, NDArray[np.uint32]]:
        """Divide codes, in order, into runs that differ only in the last peg.

        Return the code that each begins with, whether it is there or not, and which of the next ones are present.
        """
        if self.run == 0 or len(packed) == 0:
            return packed[:0], np.empty(0, np.uint32)
        last = packed & np.uint64((1 << self.bits) - 1)
        place = last % np.uint64(self.run)
        begins = packed - place
        starts = np.flatnonzero(np.diff(begins, prepend=begins[0] + np.uint64(1)))
        present = np.bitwise_or.reduceat(np.left_shift(1, place.astype(np.uint32), dtype=np.uint32), starts)
        return begins[starts], present
