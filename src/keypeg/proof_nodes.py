"""The positions and guesses that a proof consists of, and what is known of each."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from keypeg import _core
from keypeg.candidates import Codes, core_key, to_code
from keypeg.errors import NotAllowed
from keypeg.ledger import Line
from keypeg.position import Position
from keypeg.rules import Code, Variant

UNKNOWN = int(_core.NO_TOTAL)
"""Stands for an upper bound where there is none."""


class CodeNumbers:
    """All codes of a variant in order. A proof lists many thousands of guesses, and a number takes two bytes."""

    def __init__(self, variant: Variant) -> None:
        self.rows = _core.all_codes(core_key(variant))
        self._weights = variant.colors ** np.arange(variant.pegs)[::-1]
        self._values = self.rows @ self._weights

    def of_rows(self, rows: Codes) -> NDArray[np.uint16]:
        return np.searchsorted(self._values, rows @ self._weights).astype(np.uint16)

    def of_text(self, guesses: str) -> list[int]:
        """Return the numbers of codes that are separated by spaces, without those that are none of the variant."""
        return [self._by_text[guess] for guess in guesses.split(" ") if guess in self._by_text]

    @cached_property
    def _by_text(self) -> dict[str, int]:
        return {str(to_code(row)): number for number, row in enumerate(self.rows)}


@dataclass(eq=False, slots=True)
class Branch:
    """A guess that is divided into the parts that it leaves, small ones first."""

    size: int
    parts: list["Node"]

    @property
    def lower(self) -> int:
        return self.size + sum(part.lower for part in self.parts)

    @property
    def upper(self) -> int:
        return min(self.size + sum(part.upper for part in self.parts), UNKNOWN)


@dataclass(eq=False, slots=True)
class Node:
    """A position of the proof. When it is divided, the guesses that might be best and a bound for each are listed."""

    position: Position
    text: str
    size: int
    parent: "Node | None"
    by_sizes: int
    """What the sizes of parts say that it needs at least."""
    codes: CodeNumbers
    lower: int = 0
    upper: int = UNKNOWN
    strategy: str = ""
    seconds: float = 0.0
    """The processor time that went into it, and into all that it leads to, as far as lines tell."""
    needed: int = UNKNOWN
    """Once it is known that the position needs this much, there is no need to find out more."""
    is_divided: bool = False
    guesses: NDArray[np.uint16] = field(default_factory=lambda: np.zeros(0, np.uint16))
    """The codes of the guesses that are distinct up to symmetry, the likeliest first."""
    bounds: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    bounds_by_sizes: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    branches: dict[int, Branch] = field(default_factory=dict)
    is_claimed: bool = False
    """Whether a line says all that is known, so that there is none to write."""

    @property
    def is_proven(self) -> bool:
        return self.lower == self.upper

    def is_done(self, below: int) -> bool:
        return self.lower >= below or self.is_proven

    @property
    def derived_lower(self) -> int:
        """What follows from the guesses: the least that any of them needs."""
        return int(self.bounds.min()) if self.is_divided else 0

    def derived_bound(self, number: int) -> int:
        """Return what a guess needs at least by the sizes of its parts, and by what is known of them."""
        branch = self.branches.get(number)
        return max(int(self.bounds_by_sizes[number]), branch.lower if branch else 0)

    def number_of(self, guess: Code | str) -> int | None:
        """Return where a guess is in the list of guesses; None if it is not there."""
        return next(iter(self.numbers_of(str(guess))), None)

    def numbers_of(self, guesses: str) -> list[int]:
        """Return where guesses are in the list of guesses, without those that are not there."""
        return np.flatnonzero(np.isin(self.guesses, self.codes.of_text(guesses))).tolist()

    def guess(self, number: int) -> Code:
        return to_code(self.codes.rows[self.guesses[number]])

    # ---- what is learned

    def take(self, line: Line) -> None:
        """Let it know what a line says of this position, or of its guesses once they are listed."""
        if line.is_about_guesses:
            if self.is_divided:
                numbers = self.numbers_of(line.guesses)
                self.bounds[numbers] = np.maximum(self.bounds[numbers], line.lower)
            return
        self.lower = max(self.lower, line.lower)
        if line.upper is not None and line.upper < self.upper:
            self.upper, self.strategy = line.upper, line.guesses
        self.check(self.upper)
        self.is_claimed = self.is_said_by(line)

    def spend(self, seconds: float) -> None:
        """Count processor time, here and for all that leads here."""
        at: Node | None = self
        while at is not None:
            at.seconds += seconds
            at = at.parent

    def is_said_by(self, line: Line) -> bool:
        """Return whether a line says all that is known of the position."""
        return not line.is_about_guesses and (line.lower, line.upper or UNKNOWN) == (self.lower, self.upper)

    def conclude(self) -> None:
        """Work out what the guesses say about the position."""
        if not self.is_divided:
            return
        for number, branch in self.branches.items():
            self.bounds[number] = max(self.bounds[number], branch.lower)
            if branch.upper < self.upper:
                self.upper, self.strategy = branch.upper, str(self.guess(number))
        self.lower = max(self.lower, self.derived_lower)
        self.check(self.upper)

    def check(self, total: int) -> None:
        """Refuse a strategy that needs less than is known to be needed: then something that is known is wrong."""
        if self.lower > total:
            raise NotAllowed("ledger-contradiction", position=self.text, lower=self.lower, upper=total)
