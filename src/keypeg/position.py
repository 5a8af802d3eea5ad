"""A position: the rules and the turns so far, and what they say about the secret.

A position never holds turns that are known to contradict each other. Candidates are found by a search that is cut by
every turn's answer, so the same calls work at every size; they are listed only when something needs all of them, and
what would need more than the limits here raises `TooLarge` instead of hanging.
"""

import itertools
import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Self, overload

import numpy as np
from numpy.typing import NDArray

from keypeg import _core
from keypeg.errors import InconsistentFeedback, TooLarge, UnreadableText
from keypeg.rules import Code, Feedback, Palette, Turn, Variant

LIST_LIMIT = 1 << 24
"""So many candidates are listed at most."""

NODE_LIMIT = 1 << 28
"""So many placements of a peg one search tries at most: a few seconds."""

SAMPLE_LIMIT = 1 << 20
"""Where a variant has no more codes than this, the candidates are listed before some are drawn."""

_CHECK_NODES = 1 << 24
_FEW_NODES = 1 << 20
_SUBSETS = 1 << 12  # of the turns of a contradiction so many subsets are tried: all of them, for up to 12 turns
_FIRST_NODES = 1 << 12
_BATCH = 4096
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

Codes = NDArray[np.uint8]


class Position:
    """A variant and the turns played, none of which contradict each other.

    >>> position = Position.parse("p4c6 1122=1b1w")
    >>> len(position.candidates)
    208
    """

    __slots__ = ("__dict__", "turns", "variant")
    variant: Variant
    turns: tuple[Turn, ...]

    def __init__(self, variant: Variant, turns: Iterable[Turn] = ()) -> None:
        self._set(variant, tuple(variant.check_turn(turn) for turn in turns))
        rows, complete = self._search(limit=1, nodes=_CHECK_NODES)
        if complete and not len(rows):
            raise _contradiction(variant, self.turns)

    def _set(self, variant: Variant, turns: tuple[Turn, ...]) -> None:
        if variant.pegs > _core.MAX_PEGS or variant.colors > _core.MAX_COLORS:
            raise TooLarge(f"{variant} is out of reach: at most {_core.MAX_PEGS} pegs and {_core.MAX_COLORS} colors")
        object.__setattr__(self, "variant", variant)
        object.__setattr__(self, "turns", turns)

    @classmethod
    def parse(cls, text: str, palette: Palette | None = None) -> Self:
        """Read `p4c6 1122=1b1w 1134=0b2w`; the variant alone is the empty position."""
        words = text.split()
        if not words:
            raise UnreadableText("'' is not a position: write a variant and the turns, as in p4c6 1122=1b1w")
        variant = Variant.parse(words[0])
        return cls(variant, [variant.turn(word, palette) for word in words[1:]])

    def play(self, turn: Turn | str) -> "Position":
        """Return the position after one more turn."""
        turn = self.variant.turn(turn) if isinstance(turn, str) else self.variant.check_turn(turn)
        listed = self.candidates.listed
        if listed is None:
            return Position(self.variant, (*self.turns, turn))
        scores = _core.score_matrix(core_key(self.variant), to_array([turn.guess]), listed)
        rows = listed[scores[0] == turn.feedback.ordinal]
        if not len(rows):
            raise _contradiction(self.variant, (*self.turns, turn))
        return self._next(turn, rows)

    def _next(self, turn: Turn, rows: Codes) -> "Position":
        position = object.__new__(Position)
        position._set(self.variant, (*self.turns, turn))
        position.candidates.list_as(rows)
        return position

    @cached_property
    def candidates(self) -> "Candidates":
        """The codes that fit every turn."""
        return Candidates(self)

    @property
    def is_won(self) -> bool:
        return any(turn.feedback == self.variant.win for turn in self.turns)

    def partition(self, guess: Code | str) -> "Partition":
        """Split the candidates by the feedback that `guess` would get."""
        guess = self.variant.code(guess) if isinstance(guess, str) else self.variant.check_code(guess)
        sizes = _core.partition_sizes(core_key(self.variant), to_array([guess]), self.candidates.array)[0]
        parts = {Feedback.from_ordinal(ordinal): int(sizes[ordinal]) for ordinal in np.flatnonzero(sizes).tolist()}
        return Partition(self.variant, guess, parts)

    def conflict(self, code: Code) -> int | None:
        """Return the number (from 0) of the first turn that `code` doesn't fit, or None if it fits all."""
        self.variant.check_code(code)
        return next((number for number, turn in enumerate(self.turns) if not turn.fits(code)), None)

    def distinct_guesses(self) -> list[Code]:
        """List the guesses that no renaming of pegs and colors makes equal: the smallest of each class."""
        earlier = to_array([turn.guess for turn in self.turns], self.variant.pegs)
        return [to_code(row) for row in _core.class_representatives(core_key(self.variant), earlier)]

    def _search(self, *, limit: int, nodes: int, after: Code | None = None) -> tuple[Codes, bool]:
        last = None if after is None else to_array([after])[0]
        return _core.find_candidates(core_key(self.variant), *_turn_arrays(self), last, limit, nodes)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a position never changes; play() returns the next one ({name})")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a position never changes; play() returns the next one ({name})")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and (self.variant, self.turns) == (other.variant, other.turns)

    def __hash__(self) -> int:
        return hash((self.variant, self.turns))

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self.variant, self.turns)

    def __str__(self) -> str:
        return " ".join(map(str, (self.variant, *self.turns)))

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"


@dataclass(frozen=True, slots=True)
class Count:
    """How many candidates there are: exactly, an estimate with its 95% interval, or bounds alone (`value` = `low`)."""

    value: int
    low: int
    high: int

    @property
    def is_exact(self) -> bool:
        return self.low == self.high

    @property
    def is_known(self) -> bool:
        """Whether anything is known: how many, about how many, or at least how many."""
        return self.is_exact or self.value > 0

    def __str__(self) -> str:
        if self.is_exact:
            return f"{self.value:,}"
        if self.value == self.low:
            return f"at least {self.value:,}" if self.is_known else "unknown"
        mantissa, _, exponent = f"{self.value:.1e}".partition("e+")
        if int(exponent) < 6:
            return f"about {int(float(f'{self.value:.2g}')):,}"
        return f"about {mantissa} × 10{str(int(exponent)).translate(_RAISED)}"


class Candidates:
    """The codes that fit every turn of a position, in order: counted, drawn or listed, whichever is asked for."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._listed: Codes | None = None

    @cached_property
    def _few(self) -> tuple[Codes, bool]:
        """The first candidates, and whether they are all: not what was listed before, or draws would depend on it."""
        return self._position._search(limit=_BATCH, nodes=_FEW_NODES)  # noqa: SLF001

    @property
    def listed(self) -> Codes | None:
        """The list, if something has already needed it."""
        return self._listed

    def list_as(self, rows: Codes) -> None:
        rows.flags.writeable = False
        self._listed = rows

    @property
    def array(self) -> Codes:
        """All candidates as rows of colors counted from 0, in order; raises TooLarge rather than list too many."""
        if self._listed is None:
            position = self._position
            if position.turns:
                rows, complete = position._search(limit=LIST_LIMIT, nodes=NODE_LIMIT)  # noqa: SLF001
            else:
                complete = position.variant.size <= LIST_LIMIT
                rows = _all_codes(position.variant) if complete else np.empty((0, 0), np.uint8)
            if not complete:
                raise TooLarge(f"more than {LIST_LIMIT:,} candidates, or too long to list them, in {position}")
            self.list_as(rows)
        assert self._listed is not None  # noqa: S101
        return self._listed

    def count(self) -> Count:
        """Count the candidates exactly if a few seconds are enough, or estimate how many they are."""
        position = self._position
        if self._listed is not None or not position.turns:
            number = position.variant.size if self._listed is None else len(self._listed)
            return Count(number, number, number)
        number, complete = _core.count_candidates(core_key(position.variant), *_turn_arrays(position), _CHECK_NODES)
        if complete:
            return Count(number, number, number)
        mean, error = _core.estimate_candidates(
            core_key(position.variant), *_turn_arrays(position), seed=0, descents=20_000
        )
        if mean == 0:  # no descent reached a candidate: only the bounds are known
            return Count(number, number, position.variant.size)
        least = max(number, 1)  # one descent at least reached a candidate
        value = max(least, round(mean))
        return Count(value, max(least, round(mean - 1.96 * error)), max(value + 1, round(mean + 1.96 * error)))

    def __len__(self) -> int:
        return len(self.array)

    def __iter__(self) -> Iterator[Code]:
        if self._listed is not None:
            yield from map(to_code, self._listed)
            return
        last, complete = None, False
        while not complete:
            rows, complete = self._position._search(limit=_BATCH, nodes=NODE_LIMIT, after=last)  # noqa: SLF001
            if not complete and not len(rows):
                raise TooLarge(f"no further candidate within {NODE_LIMIT:,} steps in {self._position}")
            yield from map(to_code, rows)
            last = to_code(rows[-1]) if len(rows) else last

    @overload
    def __getitem__(self, index: int) -> Code: ...

    @overload
    def __getitem__(self, index: slice) -> list[Code]: ...

    def __getitem__(self, index: int | slice) -> Code | list[Code]:
        if isinstance(index, slice):
            return [to_code(row) for row in self.array[index]]
        return to_code(self.array[index])

    def __repr__(self) -> str:
        return f"<Candidates of {self._position}>"

    def __contains__(self, code: object) -> bool:
        position = self._position
        return isinstance(code, Code) and code in position.variant and position.conflict(code) is None

    def sample(self, count: int, source: random.Random) -> list[Code]:
        """Draw `count` candidates, each as often as it comes; the same source always gives the same ones.

        Uniform where there are no turns, where the variant has no more than SAMPLE_LIMIT codes, or where no more than
        4,096 candidates are found in a moment. Otherwise a random search draws them: every candidate can come, some
        more often than others.
        """
        position = self._position
        if not position.turns:
            return [_random_code(position.variant, source) for _ in range(count)]
        rows, complete = (self.array, True) if position.variant.size <= SAMPLE_LIMIT else self._few
        if complete:
            return [to_code(rows[source.randrange(len(rows))]) for _ in range(count)]
        drawn: list[Code] = []
        nodes = _FIRST_NODES
        while len(drawn) < count:  # a search that began badly is better begun anew than carried on
            batch = min(count - len(drawn), _CHECK_NODES // nodes)
            if batch == 0:
                raise TooLarge(f"no candidate found within {_CHECK_NODES:,} steps in {position}")
            rows = _core.draw_candidates(
                core_key(position.variant), *_turn_arrays(position), batch, source.getrandbits(64), nodes
            )
            drawn += map(to_code, rows)
            nodes = nodes if len(rows) else nodes * 4
        return drawn


class Partition(Mapping[Feedback, int]):
    """How a guess splits the candidates: the size of the part behind each feedback, and what that is worth."""

    def __init__(self, variant: Variant, guess: Code, sizes: Mapping[Feedback, int]) -> None:
        self.variant = variant
        self.guess = guess
        self._sizes = dict(sizes)

    def __getitem__(self, feedback: Feedback) -> int:
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
        """The most candidates that can be left."""
        return max(self._sizes.values())

    @property
    def expected_size(self) -> float:
        """How many candidates are left on average."""
        return sum(size * size for size in self._sizes.values()) / self.total

    @property
    def bits(self) -> float:
        """How much the answer tells on average: log2 of the factor by which the candidates shrink."""
        total = self.total
        return sum(size / total * math.log2(total / size) for size in self._sizes.values())

    @property
    def can_win(self) -> bool:
        """Whether the guess is itself a candidate."""
        return self.variant.win in self._sizes

    def __repr__(self) -> str:
        parts = ", ".join(f"{feedback}: {size}" for feedback, size in self._sizes.items())
        return f"<Partition of {self.total} by {self.guess}: {parts}>"


def to_array(codes: Sequence[Code], pegs: int = 0) -> Codes:
    """Turn codes into the rows that the core reads; `pegs` is needed where there may be none."""
    return np.array(codes, np.uint8).reshape(len(codes), -1 if codes else pegs) - np.uint8(1)


def to_code(row: Codes) -> Code:
    """Turn a row of the core into a code."""
    return Code([color + 1 for color in row.tolist()])


def core_key(variant: Variant) -> tuple[int, int, bool]:
    """Return the variant as the core reads it."""
    return variant.pegs, variant.colors, variant.repeats


def _turn_arrays(position: Position) -> tuple[Codes, Codes, Codes]:
    turns = position.turns
    blacks = np.array([turn.feedback.blacks for turn in turns], np.uint8)
    totals = np.array([turn.feedback.total for turn in turns], np.uint8)
    return to_array([turn.guess for turn in turns], position.variant.pegs), blacks, totals


@lru_cache(maxsize=4)
def _all_codes(variant: Variant) -> Codes:
    return _core.all_codes(core_key(variant))


def _random_code(variant: Variant, seed: random.Random) -> Code:
    colors = range(1, variant.colors + 1)
    return Code(seed.choices(colors, k=variant.pegs) if variant.repeats else seed.sample(colors, variant.pegs))


def _unchecked(variant: Variant, turns: Sequence[Turn]) -> Position:
    position = object.__new__(Position)
    position._set(variant, tuple(turns))
    return position


def _contradiction(variant: Variant, turns: Sequence[Turn]) -> InconsistentFeedback:
    """Find the smallest sets of turns to drop, and what each turn that alone may be wrong could have been."""
    complete = True
    drops: list[tuple[int, ...]] = []
    tried = size = 0
    while not drops and size < len(turns):
        size += 1
        for dropped in itertools.combinations(range(len(turns)), size):
            tried += 1
            if tried > _SUBSETS:
                break
            rest = _unchecked(variant, [turn for number, turn in enumerate(turns) if number not in dropped])
            rows, decided = rest._search(limit=1, nodes=_CHECK_NODES)  # noqa: SLF001
            complete = complete and (decided or len(rows) > 0)
            if len(rows):
                drops.append(dropped)
        if tried > _SUBSETS:
            complete = False
            break
    corrections: dict[int, dict[Feedback, int]] = {}
    for dropped in drops:
        if len(dropped) == 1:
            rest = _unchecked(variant, [turn for number, turn in enumerate(turns) if number != dropped[0]])
            try:
                parts = rest.partition(turns[dropped[0]].guess)
            except TooLarge:
                complete = False
            else:
                corrections[dropped[0]] = dict(sorted(parts.items(), key=lambda part: (-part[1], part[0])))
    text = " ".join(map(str, (variant, *turns)))
    message = f"no code fits all answers in {text!r}: {_slips(turns, drops, corrections, size)}"
    return InconsistentFeedback(message, position_text=text, drops=drops, corrections=corrections, complete=complete)


def _slips(
    turns: Sequence[Turn],
    drops: Sequence[tuple[int, ...]],
    corrections: Mapping[int, Mapping[Feedback, int]],
    size: int,
) -> str:
    """Say in words which answers may be wrong; `size` of them at least."""
    if not drops:
        return f"at least {size} answers are wrong: take some of the last turns back"
    if not corrections:
        sets = [" and ".join(str(number + 1) for number in dropped) for dropped in drops]
        more = f", or {len(sets) - 5} other sets" if len(sets) > 5 else ""
        return f"at least {len(drops[0])} answers are wrong: those of turns {', or '.join(sets[:5])}{more}"
    slips = []
    for number, feedbacks in corrections.items():
        few = itertools.islice(feedbacks.items(), 4)
        shown = ", ".join(f"{feedback} ({left:,} left)" for feedback, left in few)
        more = f" or {len(feedbacks) - 4} others" if len(feedbacks) > 4 else ""
        slips.append(
            f"turn {number + 1} ({turns[number].guess}) could be {shown}{more} and not {turns[number].feedback}"
        )
    return "; or ".join(slips)
