"""Techniques: how people draw conclusions from turns, from easy to hard.

Each technique looks at what is known and lists facts that follow from it and from its turns. It may list what is known
already. None of them looks at the candidates.
"""

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from keypeg.knowledge import CLASH, Fact, Knowledge
from keypeg.rules import Turn, Variant

LEVELS = {
    "other-feedback": 1,
    "no-match": 1,
    "all-match": 1,
    "no-black": 1,
    "key-pegs": 1,
    "last-color": 1,
    "last-places": 1,
    "all-placed": 1,
    "peg-count": 1,
    "key-pegs-known": 2,
    "blacks-known": 2,
    "no-white": 2,
    "whites-known": 3,
    "sets": 3,
    "colors-added": 3,
    "colors-compared": 3,
    "places-added": 3,
    "places-compared": 3,
    "colors-added-three": 4,
    "colors-compared-three": 4,
    "places-added-three": 4,
    "places-compared-three": 4,
    "suppose": 5,
    "suppose-deep": 6,
    "supposed": 0,
    "contradiction": 0,
}
"""The techniques from easy to hard, each with its level, which is the grade of what needs it.

The last two are no techniques: where cases are distinguished, they are the first step and the last one.
"""

CASES, DEEPEST = LEVELS["suppose"], LEVELS["suppose-deep"]
"""The level from which on cases are distinguished, and the last one, where there are cases within cases."""

_SET_PEGS = 8  # with more pegs, only small sets of them are looked at
_SMALL_SET = 3
_MANY_TURNS = 12  # with more turns, three of them are not looked at together


@dataclass(frozen=True, slots=True, eq=False)
class Technique:
    """One use of a technique, with certain turns; it looks at what is known of some colors and pegs, given as bits.

    Where turns are compared, those of `against` are taken away from the others.
    """

    name: str
    turns: tuple[int, ...]
    against: tuple[int, ...]
    colors: int
    pegs: int

    def look(self, known: Knowledge) -> list[Fact]:
        """List facts that follow; some may be known."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, eq=False)
class Alone(Technique):
    """What a turn says by itself."""

    facts: tuple[Fact, ...]

    def look(self, known: Knowledge) -> list[Fact]:
        return [fact for fact in self.facts if not known.knows(fact)]


@dataclass(frozen=True, slots=True, eq=False)
class LastColor(Technique):
    """Only one color is left for a peg."""

    peg: int

    def look(self, known: Knowledge) -> list[Fact]:
        mask = known.can[self.peg]
        if known.fixed[self.peg] >= 0 or mask & (mask - 1):
            return []
        return [Fact("is", self.peg, mask.bit_length() - 1)] if mask else [CLASH]


@dataclass(frozen=True, slots=True, eq=False)
class LastPlaces(Technique):
    """A color has no more places left than it occurs; or it occurs at most as often as it has places."""

    color: int

    def look(self, known: Knowledge) -> list[Fact]:
        color = self.color
        places = [peg for peg, mask in enumerate(known.can) if mask >> color & 1]
        if len(places) < known.low[color]:
            return [CLASH]
        if len(places) < known.high[color]:
            return [Fact("most", color, len(places))]
        if len(places) == known.low[color]:
            return [Fact("is", peg, color) for peg in places if known.fixed[peg] < 0]
        return []


@dataclass(frozen=True, slots=True, eq=False)
class AllPlaced(Technique):
    """A color is placed as often as it occurs, so it is nowhere else."""

    color: int

    def look(self, known: Knowledge) -> list[Fact]:
        color = self.color
        placed = known.fixed.count(color)
        if placed > known.high[color]:
            return [CLASH]
        if placed < known.high[color] or not placed:
            return []
        return [
            Fact("not", peg, color)
            for peg, mask in enumerate(known.can)
            if mask >> color & 1 and known.fixed[peg] != color
        ]


@dataclass(frozen=True, slots=True, eq=False)
class ColorSum(Technique):
    """Numbers that depend on how often each color occurs, and whose sum is known.

    Of each color, `parts` has its share of the sum for each number of times it may occur, and the least and the most
    of these between any two numbers.
    """

    target: int
    parts: tuple[tuple[int, tuple[int, ...], list[list[int]], list[list[int]]], ...]

    def look(self, known: Knowledge) -> list[Fact]:
        low, high, least, most, spread = known.low, known.high, 0, 0, 0
        for color, _, lows, highs in self.parts:
            one, two = lows[low[color]][high[color]], highs[low[color]][high[color]]
            least += one
            most += two
            spread = max(spread, two - one)
        up, down = self.target - least, most - self.target
        if up < 0 or down < 0:
            return [CLASH]
        return [] if spread <= up and spread <= down else self._narrowed(known, up, down)

    def _narrowed(self, known: Knowledge, up: int, down: int) -> list[Fact]:
        found = []
        for color, shares, lows, highs in self.parts:
            low, high = known.low[color], known.high[color]
            least, most = highs[low][high] - down, lows[low][high] + up
            possible = [number for number in range(low, high + 1) if least <= shares[number] <= most]
            if not possible:
                return [CLASH]
            if possible[0] > low:
                found.append(Fact("in", color, possible[0]))
            if possible[-1] < high:
                found.append(Fact("most", color, possible[-1]))
        return found


@dataclass(frozen=True, slots=True, eq=False)
class PlaceSum(Technique):
    """Numbers that depend on the color of each peg, and whose sum is known: of each peg, its share and for whom."""

    target: int
    parts: tuple[tuple[int, tuple[tuple[int, int], ...]], ...]

    def look(self, known: Knowledge) -> list[Fact]:
        can, least, most, ranges = known.can, 0, 0, []
        for peg, shares in self.parts:
            mask = can[peg]
            possible = [share for share, colors in shares if colors & mask]  # in order
            if not possible:
                return [CLASH]
            least += possible[0]
            most += possible[-1]
            ranges.append((possible[0], possible[-1]))
        up, down = self.target - least, most - self.target
        if up < 0 or down < 0:
            return [CLASH]
        found: list[Fact] = []
        for (peg, shares), (one, two) in zip(self.parts, ranges, strict=True):
            if two - one > up or two - one > down:
                out = 0
                for share, colors in shares:
                    if not two - down <= share <= one + up:
                        out |= colors
                found += _ruled_out(known, peg, out)
        return found


def _ruled_out(known: Knowledge, peg: int, out: int) -> list[Fact]:
    """Say that a peg has none of these colors, or which one it has if no other is left."""
    mask = known.can[peg]
    left = mask & ~out
    if not left:
        return [CLASH]
    if left & (left - 1) == 0 and known.fixed[peg] < 0:
        return [Fact("is", peg, left.bit_length() - 1)]
    return [Fact("not", peg, color) for color in _bits(mask & out)]


def _bits(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


@dataclass(frozen=True, slots=True, eq=False)
class KeysOfColors(Technique):
    """How the blacks and the whites of a turn are shared out to the colors of its guess."""

    blacks: int
    whites: int
    places: tuple[tuple[int, tuple[int, ...]], ...]
    """The colors of the guess, each with its pegs."""

    def look(self, known: Knowledge) -> list[Fact]:
        shares = [_Share(known, color, places) for color, places in self.places]
        blacks_low, blacks_high = sum(one.black_low for one in shares), sum(one.black_high for one in shares)
        whites_low, whites_high = sum(one.white_low for one in shares), sum(one.white_high for one in shares)
        if not (blacks_low <= self.blacks <= blacks_high and whites_low <= self.whites <= whites_high):
            return [CLASH]
        found: list[Fact] = []
        for one in shares:
            one.black_high = min(one.black_high, self.blacks - blacks_low + one.black_low)
            one.black_low = max(one.black_low, self.blacks - blacks_high + one.black_high_before)
            one.white_high = min(one.white_high, self.whites - whites_low + one.white_low)
            one.white_low = max(one.white_low, self.whites - whites_high + one.white_high_before)
            found += one.facts(known)
        return found


class _Share:
    """How many blacks and whites of a turn may be those of one color."""

    def __init__(self, known: Knowledge, color: int, places: tuple[int, ...]) -> None:
        times = len(places)
        self.color, self.times, self.places = color, times, places
        self.open = [peg for peg in places if known.can[peg] >> color & 1]
        self.elsewhere = [peg for peg, mask in enumerate(known.can) if mask >> color & 1 and peg not in places]
        keys_low, keys_high = min(times, known.low[color]), min(times, known.high[color])
        fixed = sum(known.fixed[peg] == color for peg in places)
        outside = sum(known.fixed[peg] == color for peg in self.elsewhere)
        self.black_low = max(fixed, known.low[color] - len(self.elsewhere))
        self.black_high = min(len(self.open), keys_high, known.high[color] - outside)
        self.white_low = max(keys_low - self.black_high, 0)
        self.white_high = max(min(keys_high - self.black_low, len(self.elsewhere)), 0)
        self.white_low = max(self.white_low, min(outside, times - self.black_high))
        self.black_high_before, self.white_high_before = self.black_high, self.white_high

    def facts(self, known: Knowledge) -> list[Fact]:
        if self.black_low > self.black_high or self.white_low > self.white_high:
            return [CLASH]
        color, found = self.color, []
        keys_low = max(self.black_low + self.white_low, min(self.times, known.low[color]))
        keys_high = self.black_high + self.white_high
        black_low = max(self.black_low, keys_low - self.white_high)
        black_high = min(self.black_high, min(self.times, known.high[color]) - self.white_low)
        if keys_low > known.low[color]:
            found.append(Fact("in", color, keys_low))
        if keys_high < min(self.times, known.high[color]):
            found.append(Fact("most", color, keys_high))
        undecided = [peg for peg in self.open if known.fixed[peg] != color]
        if undecided and black_low == len(self.open):
            found += [Fact("is", peg, color) for peg in undecided]
        elif undecided and black_high == len(self.open) - len(undecided):
            found += [Fact("not", peg, color) for peg in undecided]
        undecided = [peg for peg in self.elsewhere if known.fixed[peg] != color]
        if undecided and self.white_low == len(self.elsewhere):
            found += [Fact("is", peg, color) for peg in undecided]
        elif known.high[color] <= self.times and self.white_high == len(self.elsewhere) - len(undecided):
            found += [Fact("not", peg, color) for peg in undecided]  # each peg of it elsewhere would be a white
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Sets(Technique):
    """Some pegs have room for certain colors only, or certain colors have room at some pegs only."""

    chosen: tuple[int, ...]
    others: tuple[int, ...]

    def look(self, known: Knowledge) -> list[Fact]:
        size, inside, outside = len(self.chosen), 0, 0
        for peg in self.chosen:
            inside |= known.can[peg]
        for peg in self.others:
            outside |= known.can[peg]
        room = sum(known.high[color] for color in _bits(inside))
        if room < size:
            return [CLASH]
        if room == size:
            return [fact for peg in self.others for fact in _ruled_out(known, peg, inside & known.can[peg])]
        only = inside & ~outside
        needed = sum(known.low[color] for color in _bits(only))
        if needed > size:
            return [CLASH]
        if needed == size:
            return [fact for peg in self.chosen for fact in _ruled_out(known, peg, known.can[peg] & ~only)]
        return []


class Techniques:
    """Every use of a technique for some turns, by level."""

    def __init__(self, variant: Variant, turns: Sequence[Turn]) -> None:
        self._variant, self._turns = variant, turns
        self._counts = [[turn.guess.count(color) for color in range(1, variant.colors + 1)] for turn in turns]

    def of_level(self, level: int) -> Iterator[Technique]:
        """Make those of a level, one after the other: of many turns there are very many."""
        return (self._first_level, self._second_level, self._third_level, self._fourth_level)[level - 1]()

    def _first_level(self) -> Iterator[Technique]:
        pegs, colors = self._variant.pegs, self._variant.colors
        for number in range(len(self._turns)):
            yield from self._alone(number)
        for peg in range(pegs):
            yield LastColor("last-color", (), (), 0, 1 << peg, peg)
        for color in range(colors):
            yield LastPlaces("last-places", (), (), 1 << color, (1 << pegs) - 1, color)
            if self._variant.repeats:
                yield AllPlaced("all-placed", (), (), 1 << color, (1 << pegs) - 1, color)
        yield self._color_sum("peg-count", (), (), 1)

    def _second_level(self) -> Iterator[Technique]:
        for number, turn in enumerate(self._turns):
            yield self._color_sum("key-pegs-known", (number,), (1,))
            yield self._color_sum("key-pegs-known", (number,), (-1,), 1)
            yield self._place_sum("blacks-known", (number,), (1,))
            if not turn.feedback.whites:
                yield self._keys_of_colors("no-white", number)

    def _third_level(self) -> Iterator[Technique]:
        pegs, colors = self._variant.pegs, self._variant.colors
        for number, turn in enumerate(self._turns):
            if turn.feedback.whites:
                yield self._keys_of_colors("whites-known", number)
        for size in range(2, pegs if pegs <= _SET_PEGS else _SMALL_SET + 1):
            for chosen in itertools.combinations(range(pegs), size):
                others = tuple(peg for peg in range(pegs) if peg not in chosen)
                yield Sets("sets", (), (), (1 << colors) - 1, (1 << pegs) - 1, chosen, others)
        yield from self._sums(2)

    def _fourth_level(self) -> Iterator[Technique]:
        if len(self._turns) <= _MANY_TURNS:
            yield from self._sums(3, "-three")

    def _alone(self, number: int) -> Iterator[Technique]:
        turn = self._turns[number]
        total = turn.feedback.total
        name = "no-match" if total == 0 else "all-match" if total == self._variant.pegs else "key-pegs"
        start = Knowledge(self._variant)
        sums = self._color_sum("", (number,), (1,)), self._color_sum("", (number,), (-1,), 1)
        if facts := dict.fromkeys(fact for use in sums for fact in use.look(start)):
            yield Alone(name, (number,), (), 0, 0, tuple(facts))
        if places := self._place_sum("", (number,), (1,)).look(start):  # no black, or all of them
            yield Alone("all-match" if turn.feedback.blacks else "no-black", (number,), (), 0, 0, tuple(places))

    def _sums(self, size: int, many: str = "") -> Iterator[Technique]:
        for chosen in itertools.combinations(range(len(self._turns)), size):
            for signs in itertools.product((1, -1), repeat=size - 1):
                how = "compared" if -1 in signs else "added"
                yield self._color_sum(f"colors-{how}{many}", chosen, (1, *signs))
                yield self._place_sum(f"places-{how}{many}", chosen, (1, *signs))
            yield self._color_sum(f"colors-added{many}", chosen, (1,) * size, -1)  # up to all pegs of the code

    def _color_sum(self, name: str, turns: tuple[int, ...], signs: tuple[int, ...], whole: int = 0) -> ColorSum:
        """Add and subtract the key pegs of turns; with `whole`, also all pegs of the code."""
        target, mask, parts = whole * self._variant.pegs, 0, []
        for sign, number in zip(signs, turns, strict=True):
            target += sign * self._turns[number].feedback.total
        for color, counts in enumerate(zip(*(self._counts[number] for number in turns), strict=True)):
            shares = _shares(self._variant.pegs, signs, counts, whole)
            if shares is not None:
                parts.append((color, *shares))
                mask |= 1 << color
        if not turns:
            shares = _shares(self._variant.pegs, (), (), whole)
            parts = [(color, *shares) for color in range(self._variant.colors)] if shares else []
            mask = (1 << self._variant.colors) - 1
        return ColorSum(name, turns, _against(turns, signs), mask, 0, target, tuple(parts))

    def _place_sum(self, name: str, turns: tuple[int, ...], signs: tuple[int, ...]) -> PlaceSum:
        """Add and subtract the blacks of turns."""
        used = [(sign, self._turns[number]) for sign, number in zip(signs, turns, strict=True)]
        target, mask, parts = sum(sign * turn.feedback.blacks for sign, turn in used), 0, []
        for peg in range(self._variant.pegs):
            of_color: dict[int, int] = {}
            for sign, turn in used:
                color = turn.guess[peg] - 1
                of_color[color] = of_color.get(color, 0) + sign
            shares, rest = dict[int, int](), (1 << self._variant.colors) - 1
            for color, share in of_color.items():
                if share:
                    shares[share] = shares.get(share, 0) | 1 << color
                    rest &= ~(1 << color)
            if shares:
                parts.append((peg, tuple(sorted([*shares.items(), (0, rest)]))))
                mask |= 1 << peg
        return PlaceSum(name, turns, _against(turns, signs), 0, mask, target, tuple(parts))

    def _keys_of_colors(self, name: str, number: int) -> KeysOfColors:
        guess, feedback = self._turns[number].guess, self._turns[number].feedback
        places = {color - 1: tuple(peg for peg, one in enumerate(guess) if one == color) for color in guess}
        colors, pegs = sum(1 << color for color in places), (1 << self._variant.pegs) - 1
        return KeysOfColors(name, (number,), (), colors, pegs, feedback.blacks, feedback.whites, tuple(places.items()))


def _against(turns: tuple[int, ...], signs: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(number for number, sign in zip(turns, signs, strict=True) if sign < 0)


Shares = tuple[tuple[int, ...], list[list[int]], list[list[int]]]
"""What a color adds to a sum, by how often it occurs; and the least and the most of that between any two numbers."""


@lru_cache(maxsize=10_000)
def _shares(pegs: int, signs: tuple[int, ...], counts: tuple[int, ...], whole: int) -> Shares | None:
    """Return the shares of a color, by how often it is in each guess; None if it has no part in the sum."""
    shares = tuple(
        sum(sign * min(count, number) for sign, count in zip(signs, counts, strict=True)) + whole * number
        for number in range(pegs + 1)
    )
    return (shares, _extremes(shares, min), _extremes(shares, max)) if any(shares) else None


def _extremes(shares: tuple[int, ...], choose: Callable[[Sequence[int]], int]) -> list[list[int]]:
    size = range(len(shares))
    return [[choose(shares[low : high + 1]) if low <= high else 0 for high in size] for low in size]
