"""A position: the rules and the turns so far, and what they say about the secret.

A position never holds turns that are known to contradict each other. The same calls work at every size, by three ways
to candidates: a depth-first search that is cut by every turn's answer lists and counts those that are few or of a
small variant, random walks draw from any number, and a SAT solver finds the last ones and proves that there are no
others. All are listed only when something needs all of them, and what would need more than the limits here raises
`TooLarge` instead of hanging.
"""

import itertools
import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, Self, overload

import numpy as np
from numpy.typing import NDArray

from keypeg import _core, sat
from keypeg.errors import InconsistentFeedback, TooLarge, UnreadableText
from keypeg.palette import Palette
from keypeg.rules import Code, Feedback, Turn, Variant

LIST_LIMIT = 1 << 24
"""So many candidates are listed at most."""

NODE_LIMIT = 1 << 28
"""So many placements of a peg one search tries at most: a few seconds."""

SAMPLE_LIMIT = 1 << 20
"""Where a variant has no more codes than this, the candidates are listed before some are drawn."""

DRAWS = 2000
"""So many candidates one walk draws, where they can't be listed; more are drawn by more walks."""

_COUNT_NODES = 1 << 24
_FEW_NODES = 1 << 18
_SUBSETS = 1 << 12  # of the turns of a contradiction so many subsets are tried: all of them, for up to 12 turns
_HARD_SUBSET = 100  # a subset for which walks and the solver are needed counts as so many
_SUBSET_CONFLICTS = 5000
_LIST_CONFLICTS = 10_000  # half a second at 20 x 20: to list candidates is worth less than to prove a contradiction
_BATCH = 4096
_WALK_STEPS = 1 << 24
_FIRST_STEPS = 1 << 21
_FEW = 500  # candidates that the solver lists faster than a walk comes upon all of them
_ENOUGH = 10  # draws that stand for all candidates, if there are no more
_NEARLY_ALL = 1.3
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
        if self._is_possible()[0] is False:
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
        rows = listed[_scores(self.variant, turn.guess, listed) == turn.feedback.ordinal]
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
        return Partition.of_counts(self.variant, guess, sizes.tolist())

    def partition_of_pool(self, guess: Code) -> "Partition":
        """Split the pool of candidates (`Candidates.pool`) instead of all: how a guess splits where they are many."""
        scores = _scores(self.variant, self.variant.check_code(guess), self.candidates.pool.rows)
        can_win = self.conflict(guess) is None
        return Partition.of_counts(self.variant, guess, np.bincount(scores).tolist(), can_win=can_win)

    def conflict(self, code: Code) -> int | None:
        """Return the number (from 0) of the first turn that `code` doesn't fit, or None if it fits all."""
        self.variant.check_code(code)
        return next((number for number, turn in enumerate(self.turns) if not turn.fits(code)), None)

    def distinct_guesses(self) -> list[Code]:
        """List the guesses that no renaming of pegs and colors makes equal: the smallest of each class."""
        earlier = to_array([turn.guess for turn in self.turns], self.variant.pegs)
        return [to_code(row) for row in _core.class_representatives(core_key(self.variant), earlier)]

    def _is_possible(self, conflicts: int = sat.CONFLICTS) -> tuple[bool | None, bool]:
        """Say whether a code fits every turn, or None if it was not decided, and whether that was easy to say."""
        rows, complete = self._search(limit=1, nodes=_FEW_NODES)
        if complete or len(rows):
            return len(rows) > 0, True
        if self._walk(1, _FIRST_STEPS, seed=0).distance == 0:
            return True, False
        solved = sat.solve(self.variant, self.turns, 1, _source(self), conflicts)
        return (True if solved.codes else False if solved.complete else None), False

    def _walk(self, count: int, steps: int, seed: int, few: int = 0) -> "_Walk":
        return _Walk(*_core.walk_candidates(core_key(self.variant), *_turn_arrays(self), count, steps, seed, few))

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


class _Walk(NamedTuple):
    """What random walks found: see core/walk.hpp."""

    rows: Codes
    exhausted: bool
    nearest: Codes
    distance: int
    log_count: float
    log_error: float

    def are_few(self, few: int) -> bool:
        """Whether it seems certain that there are no more than so many."""
        return self.log_count + 2 * self.log_error < math.log(few)


class Pool(NamedTuple):
    """Different candidates as rows, in no order, and whether they are all there are.

    Where not all could be found but others are unlikely, `complete` is true and `proven` is not.
    """

    rows: Codes
    complete: bool
    proven: bool


class Candidates:
    """The codes that fit every turn of a position, in order: counted, drawn or listed, whichever is asked for."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._listed: Codes | None = None

    @cached_property
    def _few(self) -> tuple[Codes, bool]:
        """The first candidates, and whether they are all: not what was listed before, or draws would depend on it."""
        return self._position._search(limit=_BATCH, nodes=_FEW_NODES)  # noqa: SLF001

    @cached_property
    def _walked(self) -> _Walk:
        """Draws, or less and an estimate where candidates are few."""
        return self._position._walk(DRAWS, _WALK_STEPS, seed=0, few=_FEW)  # noqa: SLF001

    @cached_property
    def _solved(self) -> sat.Solved | None:
        """All candidates, or some, by the solver; None where the walk drew so many that it has no business there."""
        walk, position = self._walked, self._position
        if len(walk.rows) >= _ENOUGH and walk.log_count > math.log(_FEW):
            return None
        conflicts = _LIST_CONFLICTS if walk.distance == 0 else sat.CONFLICTS  # where nothing else finds one
        return sat.solve(position.variant, position.turns, DRAWS, _source(position), conflicts)

    @cached_property
    def _walked_on(self) -> _Walk:
        """The same walk, but not ended where candidates are few."""
        if self._walked.exhausted or not self._walked.are_few(_FEW):
            return self._walked
        return self._position._walk(DRAWS, _WALK_STEPS, seed=0)  # noqa: SLF001

    @cached_property
    def pool(self) -> Pool:
        """Up to `DRAWS` candidates, each with nearly the same chance; the same ones each time.

        Raises TooLarge where not one is found within the limits.
        """
        position = self._position
        if not position.turns and position.variant.size > SAMPLE_LIMIT:
            source = _source(position)
            drawn = {_random_code(position.variant, source): None for _ in range(DRAWS)}
            return Pool(to_array(list(drawn)), complete=False, proven=True)
        rows, complete = (self.array, True) if position.variant.size <= SAMPLE_LIMIT else self._few
        if complete:
            few = len(rows) <= DRAWS
            chosen = rows if few else rows[sorted(_source(position).sample(range(len(rows)), DRAWS))]
            return Pool(chosen, complete=few, proven=True)
        solved = self._solved
        if solved is None:
            return Pool(_distinct(self._walked.rows), complete=False, proven=False)
        found = to_array(solved.codes, position.variant.pegs)
        if solved.complete:
            return Pool(found, complete=True, proven=True)
        walk = self._walked_on
        rows = _distinct(walk.rows)
        if walk.exhausted or len(rows) >= _ENOUGH:
            nearly_all = walk.log_count < math.log(_NEARLY_ALL * len(rows))
            return Pool(rows, complete=walk.exhausted or nearly_all, proven=False)
        if not len(found):  # what else was come upon
            found = walk.nearest if walk.distance == 0 else self._few[0]
        rows = _distinct(np.concatenate([rows, found]))
        if not len(rows):
            raise TooLarge(f"no candidate was found in time in {position}")
        return Pool(rows, complete=False, proven=False)

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
                if not complete:
                    raise TooLarge(f"more than {LIST_LIMIT:,} candidates, or too long to list them, in {position}")
            elif position.variant.size > LIST_LIMIT:
                size = f"{position.variant.size:,}"
                raise TooLarge(f"{size} codes are too many to list (limit {LIST_LIMIT:,}) in {position}")
            else:
                rows = _all_codes(position.variant)
            self.list_as(rows)
        assert self._listed is not None  # noqa: S101
        return self._listed

    def count(self) -> Count:
        """Count the candidates exactly if a moment is enough, or estimate how many they are."""
        position = self._position
        if self._listed is not None or not position.turns:
            number = position.variant.size if self._listed is None else len(self._listed)
            return Count(number, number, number)
        return self._count

    @cached_property
    def _count(self) -> Count:
        position = self._position
        number, complete = self._counted(_FEW_NODES)
        solved = None if complete else self._solved
        if solved is not None:
            number, complete = max(number, len(solved.codes)), solved.complete
        if not complete and self._walked.log_count < math.log(_COUNT_NODES):  # also where there is no estimate
            more, complete = self._counted(_COUNT_NODES)
            number = max(number, more)
        if complete:
            return Count(number, number, number)
        walk = self._walked if solved is None else self._walked_on
        least = max(number, len(_distinct(walk.rows)), 1 - walk.distance)
        if not math.isfinite(walk.log_error):  # only the bounds are known
            return Count(least, least, position.variant.size)
        low, value, high = (_rounded_exp(walk.log_count + z * walk.log_error) for z in (-1.96, 0, 1.96))
        value = max(least, value)
        return Count(value, max(least, low), max(value + 1, min(high, position.variant.size)))

    def _counted(self, nodes: int) -> tuple[int, bool]:
        position = self._position
        return _core.count_candidates(core_key(position.variant), *_turn_arrays(position), nodes)

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

    def first(self) -> Code:
        """Return the first one in order, by the solver where the search would take long."""
        position = self._position
        if self._listed is not None:
            return to_code(self._listed[0])
        rows, _ = position._search(limit=1, nodes=_FEW_NODES)  # noqa: SLF001
        found = to_code(rows[0]) if len(rows) else sat.first(position.variant, position.turns)
        return next(iter(self)) if found is None else found

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
        4,096 candidates are found in a moment. Otherwise random walks draw them, so close to uniform that a test with
        forty draws for each candidate finds no difference (docs/research.md); where they find too few, a SAT solver
        adds some, and those are not uniform. Raises TooLarge where not one is found within the limits.
        """
        position = self._position
        if not position.turns:
            return [_random_code(position.variant, source) for _ in range(count)]
        rows, complete = (self.array, True) if position.variant.size <= SAMPLE_LIMIT else self._few
        if not complete and count <= DRAWS:
            rows, complete = self.pool.rows, True
        if complete:
            return [to_code(rows[source.randrange(len(rows))]) for _ in range(count)]
        drawn: list[Code] = []
        while len(drawn) < count:
            walk = position._walk(count - len(drawn), _WALK_STEPS, source.getrandbits(63))  # noqa: SLF001
            rows = walk.rows if len(walk.rows) and not walk.exhausted else self.pool.rows
            if rows is not walk.rows:
                rows = rows[[source.randrange(len(rows)) for _ in range(count - len(drawn))]]
            drawn += map(to_code, rows)
        return drawn

    @property
    def are_found(self) -> bool:
        """Whether at least one is found within the limits."""
        try:
            return self._listed is not None or len(self.pool.rows) > 0
        except TooLarge:
            return False

    def nearest(self) -> Code:
        """Return a candidate, or the code that came nearest to fitting where none is found in time.

        One that doesn't fit is no guess of an earlier turn.
        """
        position = self._position
        try:
            return to_code(self.pool.rows[0])
        except TooLarge:
            code = to_code(self._walked.nearest[0])
        source = _source(position)
        while any(turn.guess == code for turn in position.turns):
            code = _random_code(position.variant, source)
        return code


class Partition(Mapping[Feedback, int]):
    """How a guess splits the candidates: the size of the part behind each feedback, and what that is worth.

    Whether the guess is itself a candidate (`can_win`) shows in the parts, unless they are those of a sample.
    """

    def __init__(
        self, variant: Variant, guess: Code, sizes: Mapping[Feedback, int], *, can_win: bool | None = None
    ) -> None:
        self.variant = variant
        self.guess = guess
        self._sizes = dict(sizes)
        self.can_win = variant.win in self._sizes if can_win is None else can_win

    @classmethod
    def of_counts(cls, variant: Variant, guess: Code, counts: Iterable[int], *, can_win: bool | None = None) -> Self:
        """Take the sizes from counts in the order of the feedbacks' ordinals."""
        sizes = {Feedback.from_ordinal(ordinal): count for ordinal, count in enumerate(counts) if count}
        return cls(variant, guess, sizes, can_win=can_win)

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


def _distinct(rows: Codes) -> Codes:
    """Leave out repeated rows; the order is that of their first place."""
    _, first = np.unique(rows, axis=0, return_index=True)
    return rows[np.sort(first)]


def _source(position: Position) -> random.Random:
    """Return a source of random numbers that depends on the position alone."""
    return random.Random(str(position))  # noqa: S311


def _rounded_exp(logarithm: float) -> int:
    """Return e to this power as a whole number, also beyond what a float can hold."""
    return round(math.exp(min(logarithm, 700)))


def _contradiction(variant: Variant, turns: Sequence[Turn]) -> InconsistentFeedback:
    """Find the smallest sets of turns to drop, and what each turn that alone may be wrong could have been."""
    drops, size, untried, complete = _smallest_drops(variant, turns)
    corrections: dict[int, dict[Feedback, int]] = {}
    for dropped in drops:
        if len(dropped) == 1:
            parts, is_exact = _answers(_without(variant, turns, dropped), turns[dropped[0]].guess)
            complete = complete and is_exact
            corrections[dropped[0]] = dict(sorted(parts.items(), key=lambda part: (-part[1], part[0])))
    text = " ".join(map(str, (variant, *turns)))
    message = f"no code fits all answers in {text!r}: {_slips(turns, drops, corrections, size, complete=complete)}"
    if untried and size == 1:
        message += f" ({'turn 1 was' if untried == 1 else f'turns 1 to {untried} were'} not looked at)"
    return InconsistentFeedback(message, position_text=text, drops=drops, corrections=corrections, complete=complete)


def _smallest_drops(variant: Variant, turns: Sequence[Turn]) -> tuple[list[tuple[int, ...]], int, int, bool]:
    """Find the smallest sets of turns without which a code fits, and how far that went.

    That is the size of the sets tried last, how many of that size were not tried, and whether all others were decided.
    """
    drops: list[tuple[int, ...]] = []
    tried = size = untried = 0
    complete = True
    while not drops and not untried and size < len(turns):
        size += 1
        # The last turns first: a slip is noticed soon after it was made.
        for place, dropped in enumerate(itertools.combinations(range(len(turns) - 1, -1, -1), size)):
            if tried >= _SUBSETS:
                untried = math.comb(len(turns), size) - place
                break
            possible, is_easy = _without(variant, turns, dropped)._is_possible(_SUBSET_CONFLICTS)  # noqa: SLF001
            tried += 1 if is_easy else _HARD_SUBSET
            complete = complete and possible is not None
            if possible:
                drops.append(dropped[::-1])
    return sorted(drops), size, untried, complete and not untried


def _without(variant: Variant, turns: Sequence[Turn], dropped: Sequence[int]) -> Position:
    """Return the position without some turns, unchecked."""
    position = object.__new__(Position)
    position._set(variant, tuple(turn for number, turn in enumerate(turns) if number not in dropped))
    return position


def _answers(position: Position, guess: Code) -> tuple[Mapping[Feedback, int], bool]:
    """Count the candidates behind each answer to a guess: exactly, or by a sample where they are too many."""
    if position.variant.size <= SAMPLE_LIMIT:
        return position.partition(guess), True
    pool = position.candidates.pool
    parts = position.partition_of_pool(guess)
    if pool.proven and pool.complete:
        return parts, True
    share = Fraction(position.candidates.count().value, len(pool.rows))  # may be beyond what a float can hold
    return {feedback: _two_digits(max(round(number * share), 1)) for feedback, number in parts.items()}, False


def _two_digits(number: int) -> int:
    """Round so that nobody takes an estimate for a count."""
    return round(number, 2 - len(str(number)))


def _scores(variant: Variant, guess: Code, rows: Codes) -> NDArray[np.uint16]:
    scores: NDArray[np.uint16] = _core.score_matrix(core_key(variant), to_array([guess]), rows)[0]
    return scores


def _slips(
    turns: Sequence[Turn],
    drops: Sequence[tuple[int, ...]],
    corrections: Mapping[int, Mapping[Feedback, int]],
    size: int,
    *,
    complete: bool,
) -> str:
    """Say in words which answers may be wrong; `size` of them at least, if all smaller sets were decided."""
    if not drops:
        wrong = "1 answer is" if size == 1 else f"{size} answers are"
        return f"at least {wrong} wrong: take some of the last turns back"
    if not corrections:
        sets = [" and ".join(str(number + 1) for number in dropped) for dropped in drops]
        more = f", or {len(sets) - 5} other sets" if len(sets) > 5 else ""
        return f"at least {len(drops[0])} answers are wrong: those of turns {', or '.join(sets[:5])}{more}"
    slips = []
    for number, feedbacks in corrections.items():
        few = itertools.islice(feedbacks.items(), 4)
        about, more = "", ""
        if not complete:  # a sample may not have shown them all
            about, more = "about ", " or perhaps another"
        elif (rest := len(feedbacks) - 4) > 0:
            more = " or another" if rest == 1 else f" or {rest} others"
        shown = ", ".join(f"{feedback} ({about}{left:,} left)" for feedback, left in few)
        slips.append(
            f"turn {number + 1} ({turns[number].guess}) could be {shown}{more} and not {turns[number].feedback}"
        )
    return "; or ".join(slips)
