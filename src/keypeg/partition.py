"""A partition: how a guess splits the candidates by the feedback it would get."""

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Self

from keypeg.rules import Code, Feedback, Variant


class Partition(Mapping[Feedback, int]):
    """How a guess splits the candidates: the size of each feedback's part, and what that is worth.

    Whether the guess is itself a candidate (`can_win`) follows from the parts, unless they are those of a sample.
    """

    variant: Variant
    guess: Code
    can_win: bool
    _sizes: dict[Feedback, int]

    def __init__(
        self, variant: Variant, guess: Code, sizes: Mapping[Feedback, int], *, can_win: bool | None = None
    ) -> None:
        object.__setattr__(self, "variant", variant)
        object.__setattr__(self, "guess", guess)
        object.__setattr__(self, "can_win", variant.win in sizes if can_win is None else can_win)
        object.__setattr__(self, "_sizes", dict(sizes))

    @classmethod
    def of_counts(cls, variant: Variant, guess: Code, counts: Iterable[int], *, can_win: bool | None = None) -> Self:
        """Make a partition from counts in the order of the feedbacks' ordinals."""
        sizes = {Feedback.from_ordinal(ordinal): count for ordinal, count in enumerate(counts) if count}
        return cls(variant, guess, sizes, can_win=can_win)

    def __getitem__(self, feedback: Feedback | str) -> int:
        if type(feedback) is not Feedback:
            feedback = self.variant.feedback(feedback)
        return self._sizes[feedback]

    def __iter__(self) -> Iterator[Feedback]:
        return iter(self._sizes)

    def __len__(self) -> int:
        return len(self._sizes)

    @property
    def total(self) -> int:
        """How many candidates there are before the guess."""
        return sum(self._sizes.values())

    @property
    def largest(self) -> int:
        """The most candidates that can remain."""
        return max(self._sizes.values())

    @property
    def expected_size(self) -> float:
        """How many candidates remain on average."""
        return sum(size * size for size in self._sizes.values()) / self.total

    @property
    def bits(self) -> float:
        """The information that the feedback gives on average: log2 of the factor by which the candidates shrink."""
        total = self.total
        return sum(size / total * math.log2(total / size) for size in self._sizes.values())

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a partition never changes ({name})")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a partition never changes ({name})")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Partition) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return self.variant, self.guess, self.can_win, frozenset(self._sizes.items())

    def __repr__(self) -> str:
        parts = ", ".join(f"{feedback}: {size}" for feedback, size in self._sizes.items())
        return f"<Partition of {self.total} by {self.guess}: {parts}>"
