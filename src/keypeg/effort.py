"""Effort: how much work one question about a position may take.

The effort alone decides whether candidates are listed, all guesses compared, or a sample judged.
"""

from dataclasses import dataclass

from keypeg.candidates import LIST_LIMIT
from keypeg.errors import NotAllowed

_LISTED = 4096  # listing a candidate counts as scoring this many pairs, since every guess considered splits it
_LISTING = 512  # finding the distinct guesses takes as long as scoring this many pairs for each code
_SEARCHING = 512  # an exact search takes about as long as comparing every code this many times


@dataclass(frozen=True, slots=True)
class Effort:
    """How much work one question about a position may take, in pairs of a guess and a candidate to score.

    Work is priced after symmetry: guesses that are equal up to a renaming of pegs and colors are scored once.
    """

    pairs: int = 1 << 32

    def __post_init__(self) -> None:
        if self.pairs < 1:
            raise NotAllowed("effort", pairs=self.pairs)

    @property
    def listed(self) -> int:
        """How many candidates may be listed."""
        return min(self.pairs // _LISTED, LIST_LIMIT)

    @property
    def codes(self) -> int:
        """How many codes a variant may have for all of them to be considered as guesses."""
        return self.pairs // _LISTING

    @property
    def searched(self) -> int:
        """How large an exact search may be, in pairs of a code and a candidate."""
        return self.pairs // _SEARCHING


QUICK = Effort()
"""About a second, so that nobody is kept waiting."""

PATIENT = Effort(10**13)
"""Some minutes, for those who ask for it."""
