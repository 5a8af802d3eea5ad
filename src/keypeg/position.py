"""A position: a variant and the turns so far, as a pure value.

A position never holds turns that are known to contradict each other, and equal positions give equal results.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Self

import numpy as np

from keypeg import _core, contradiction
from keypeg.candidates import Candidates, Codes, Count, core_key, scores, to_array, to_code
from keypeg.errors import NotAllowed, TooLarge, UnreadableText
from keypeg.given import whole
from keypeg.notebook import ShownAsSvg
from keypeg.palette import Palette
from keypeg.partition import Partition
from keypeg.rules import Code, Feedback, Turn, Variant

_BEFORE_TURN = re.compile(r"\s+(?=[^\s=]+\s*=)")
"""The space before a turn; there may be others in its feedback, as in `0123=1 bull 2 cows`."""


class Position(ShownAsSvg):
    """A variant and the turns played, which don't contradict each other.

    >>> position = Position.parse("p4c6 1122=1b1w")
    >>> len(position.candidates)
    208
    """

    __slots__ = ("candidates", "turns", "variant")
    variant: Variant
    turns: tuple[Turn, ...]
    candidates: Candidates

    def __init__(self, variant: Variant | str, turns: Iterable[Turn | str] = ()) -> None:
        """Check every turn, and that some code is consistent with all of them."""
        if isinstance(variant, str) and len(variant.split()) > 1:
            raise UnreadableText("position-for-variant", text=variant)
        rules = Variant.of(variant)
        self._hold(Candidates(rules, tuple(rules.turn(turn) for turn in turns)))
        contradiction.check(self.candidates)

    def _hold(self, candidates: Candidates) -> None:
        variant = candidates.variant
        if variant.pegs > _core.MAX_PEGS or variant.colors > _core.MAX_COLORS:
            raise TooLarge("variant-size", variant=variant, pegs=_core.MAX_PEGS, colors=_core.MAX_COLORS)
        object.__setattr__(self, "variant", variant)
        object.__setattr__(self, "turns", candidates.turns)
        object.__setattr__(self, "candidates", candidates)

    @classmethod
    def _of(cls, candidates: Candidates) -> Self:
        """Hold turns that are known to be consistent: nothing is searched."""
        position = object.__new__(cls)
        position._hold(candidates)
        return position

    @classmethod
    def of(cls, position: "Position | Variant | str") -> "Position":
        """Return a position as it is, read the text of one, or begin a variant."""
        if isinstance(position, Position):
            return position
        return cls(position) if isinstance(position, Variant) else cls.parse(position)

    @classmethod
    def parse(cls, text: str, palette: Palette | str | None = None) -> Self:
        """Read `p4c6 1122=1b1w 1134=0b2w`; the variant alone is the empty position."""
        return cls(*read_turns(text, palette))

    def play(self, turn: Turn | Code | str, feedback: Feedback | str | None = None) -> "Position":
        """Return the position after one more turn, given as a turn or as a guess and its feedback.

        >>> Position("p4c6").play("1122", "1b1w") == Position("p4c6").play("1122=1b1w")
        True
        """
        if feedback is not None:
            turn = Turn(self.variant.code(turn), self.variant.feedback(feedback))  # type: ignore[arg-type]
        following = self._of(self.candidates.after(self.variant.turn(turn)))  # type: ignore[arg-type]
        contradiction.check(following.candidates)
        return following

    def extend(self, turn: Turn | str) -> "Position":
        """Return the position after a turn known to be consistent, such as a codemaker's: nothing is searched."""
        return self._of(self.candidates.after(self.variant.turn(turn)))

    def before(self, number: int) -> "Position":
        """Return the position before the turn of this number, counted from 0; the last one is before no turn."""
        kept = whole(number, 0, len(self.turns))
        if kept is None:
            raise NotAllowed("turn-index", number=number, position=self, most=len(self.turns))
        return self._of(Candidates(self.variant, self.turns[:kept]))

    def funnel(self, known: Sequence[Count] = ()) -> list[Count]:
        """Count the candidates before the first turn and after each one; the first counts may be known already.

        >>> [count.value for count in Position.parse("p4c6 1122=0b2w 1344=1b1w 2511=2b0w").funnel()]
        [1296, 96, 19, 8]
        """
        numbers = range(len(known), len(self.turns) + 1)
        return [*known, *(self.before(number).candidates.count() for number in numbers)]

    @property
    def is_won(self) -> bool:
        return any(turn.feedback == self.variant.win for turn in self.turns)

    def partition(self, guess: Code | str) -> Partition:
        """Split the candidates by the feedback that `guess` would get."""
        code = self.variant.code(guess)
        sizes = _core.partition_sizes(core_key(self.variant), to_array([code]), self.candidates.array)[0]
        return Partition.of_counts(self.variant, code, sizes.tolist())

    def partition_of_pool(self, guess: Code | str) -> Partition:
        """Split only the pool (`Candidates.pool`), for positions with too many candidates to list."""
        code = self.variant.code(guess)
        ordinals = scores(self.variant, code, self.candidates.pool.rows)
        can_win = code in self.candidates
        return Partition.of_counts(self.variant, code, np.bincount(ordinals).tolist(), can_win=can_win)

    def first_contradicted(self, code: Code | str) -> int | None:
        """Return the number (from 0) of the first turn that `code` contradicts, or None if it is a candidate."""
        read = self.variant.code(code)
        return next((number for number, turn in enumerate(self.turns) if not turn.is_consistent(read)), None)

    def distinct_guesses(self) -> list[Code]:
        """List the guesses up to a renaming of pegs and colors: the smallest of each class."""
        return [to_code(row) for row in self.distinct_rows]

    @property
    def distinct_rows(self) -> Codes:
        """The distinct guesses as rows of colors counted from 0; the last ones found are kept."""
        return _distinct_rows(self.variant, tuple(turn.guess for turn in self.turns))

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a position never changes; play() returns the next one ({name})")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a position never changes; play() returns the next one ({name})")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and (self.variant, self.turns) == (other.variant, other.turns)

    def __hash__(self) -> int:
        return hash((self.variant, self.turns))

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.variant, self.turns)

    def __str__(self) -> str:
        return self.candidates.position_text

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"


@lru_cache(maxsize=2)  # the list is found again for each question about a position, and can be long
def _distinct_rows(variant: Variant, earlier: tuple[Code, ...]) -> Codes:
    rows = _core.class_representatives(core_key(variant), to_array(earlier, variant.pegs))
    rows.flags.writeable = False
    return rows


def read_turns(text: str, palette: Palette | str | None = None) -> tuple[Variant, list[Turn]]:
    """Read the variant and the turns of a position line, whether they contradict each other or not."""
    if not isinstance(text, str):
        raise NotAllowed("position-value", given=repr(text))
    first, *rest = text.split(maxsplit=1) or [""]
    if not first:
        raise UnreadableText("position-empty")
    variant = Variant.parse(first)
    turns = _BEFORE_TURN.split(rest[0].strip()) if rest else []
    return variant, [variant.turn(turn, palette) for turn in turns]


def _unpickled(variant: Variant, turns: tuple[Turn, ...]) -> Position:
    return Position._of(Candidates(variant, turns))  # noqa: SLF001
