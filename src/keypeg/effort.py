"""Effort: how much work one question about a position may take.

The effort alone decides whether candidates are listed, all guesses compared, a position searched exactly, or a sample
judged.
"""

import math
from dataclasses import dataclass

from keypeg.candidates import LIST_LIMIT
from keypeg.errors import NotAllowed
from keypeg.given import keep_ints, whole
from keypeg.rules import Variant

QUICK_SEARCH = 2_000_000
"""The most pairs of a code and a candidate for which an exact search takes a second at most."""

_A_SECOND = 1 << 32  # pairs scored in about a second
_LISTED = 4096  # listing a candidate counts as scoring this many pairs, since every guess considered splits it
_LISTING = 512  # finding the distinct guesses takes as long as scoring this many pairs for each code of up to 9 pegs,
_LISTING_PEGS = (9, 15)  # and with each peg more twice as many, up to 15 pegs: then no more renamings are tried
_EASY_CODES = 4096  # a longer search grows with the square of its size, and far faster with more codes than this
_ONE_PEG = 200  # with one peg, feedback tells almost nothing, so a search is as deep as there are candidates


@dataclass(frozen=True, slots=True)
class Effort:
    """How much work one question about a position may take, in pairs of a guess and a candidate to score.

    Work is priced after symmetry: guesses that are equal up to a renaming of pegs and colors are scored once.
    """

    pairs: int = _A_SECOND

    def __post_init__(self) -> None:
        pairs = whole(self.pairs, 1, None)
        if pairs is None:
            raise NotAllowed("effort", pairs=self.pairs)
        keep_ints(self, pairs=pairs)

    @classmethod
    def of(cls, effort: "Effort") -> "Effort":
        """Return an effort as it is, and refuse whatever else is given: an effort has no text form."""
        if not isinstance(effort, Effort):
            raise NotAllowed("effort-value", given=repr(effort))
        return effort

    @property
    def listed(self) -> int:
        """How many candidates may be listed."""
        return min(self.pairs // _LISTED, LIST_LIMIT)

    def allows_comparing(self, variant: Variant) -> bool:
        """Return whether all codes of a variant may be considered as guesses, which means to find the distinct ones."""
        least, most = _LISTING_PEGS
        doubled = min(max(variant.pegs - least, 0), most - least)
        return variant.size * (_LISTING << doubled) <= self.pairs

    def allows_search(self, variant: Variant, candidates: int) -> bool:
        """Return whether a position with this many candidates may be searched exactly."""
        pairs = candidates * variant.size * (_ONE_PEG if variant.pegs == 1 else 1)
        return pairs <= QUICK_SEARCH * self._search_share(variant.size)

    def _search_share(self, codes: int) -> float:
        """Return how many times as large as a quick search another may be."""
        share = self.pairs / _A_SECOND
        longer = math.sqrt(share) * min(_EASY_CODES / codes, 1) ** 2
        return share if share < 1 else max(longer, 1)


QUICK = Effort()
"""About a second, so that nobody is kept waiting."""

PATIENT = Effort(10**13)
"""Some minutes, for those who ask for it."""
