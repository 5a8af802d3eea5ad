"""Effort: how much may be spent on one question about a position.

Whether candidates are listed, guesses compared or a sample judged is decided by an effort and by nothing else.
"""

from dataclasses import dataclass

from keypeg.candidates import LIST_LIMIT
from keypeg.errors import NotAllowed

_LISTED = 4096  # to have a candidate at hand costs as much as scoring this many pairs: each guess looked at splits it
_LISTING = 512  # to find the distinct guesses takes as long as scoring this many pairs for each code
_SEARCHING = 512  # an exact search takes about as long as comparing every code this many times


@dataclass(frozen=True, slots=True)
class Effort:
    """How much may be spent on one question about a position: pairs of a guess and a candidate that are scored.

    Work is priced after symmetry: guesses that a renaming of pegs and colors makes equal are scored once.
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
        """How many codes a variant may have whose guesses are all looked at."""
        return self.pairs // _LISTING

    @property
    def searched(self) -> int:
        """How many pairs of a code and a candidate an exact search may have before it."""
        return self.pairs // _SEARCHING


QUICK = Effort()
"""About a second: nobody waits for it."""

PATIENT = Effort(10**13)
"""Some minutes: for those who asked for it."""
