"""The classic exercise: Mastermind as a handful of pure functions, under the names that every course uses.

A code is a sequence of the six colors, of any length. Nothing here is meant to be fast; everything is simple enough to
check by eye. Each function has its usual Python name, and the one that the exercise gives it: `exact_matches` is also
`exactMatches`.

>>> get_move([Red, Blue, Yellow, Orange], [Red, Orange, Orange, Blue])
Move([Red, Orange, Orange, Blue], 1, 2)
"""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from operator import is_
from reprlib import repr as short
from typing import Any, Self, TypeVar

from keypeg.errors import NotAllowed, TooLarge

__all__ = [
    "Blue",
    "Color",
    "Green",
    "Move",
    "Orange",
    "Purple",
    "Red",
    "Yellow",
    "allCodes",
    "all_codes",
    "colors",
    "countColors",
    "count_colors",
    "exactMatches",
    "exact_matches",
    "filterCodes",
    "filter_codes",
    "fiveGuess",
    "five_guess",
    "getMove",
    "get_move",
    "isConsistent",
    "is_consistent",
    "matches",
    "solve",
]


class Color(Enum):
    """One of the six colors of a peg; it is printed as the name that this module exports it under."""

    Red = "red"
    Green = "green"
    Blue = "blue"
    Yellow = "yellow"
    Orange = "orange"
    Purple = "purple"

    def __repr__(self) -> str:
        return self.name

    __str__ = __repr__


Red, Green, Blue, Yellow, Orange, Purple = Color
colors = [Red, Green, Blue, Yellow, Orange, Purple]
"""The colors in the order in which `count_colors` counts them and `all_codes` lists them."""

LONGEST = 9
"""Codes of more pegs than this can't be listed: ten pegs have 60 million of them, which fill the memory."""

AnyCode = TypeVar("AnyCode", bound=Sequence[Color])


class Code(tuple[Color, ...]):
    """A code that never changes, and is equal to any list or tuple of the same colors.

    >>> Code([Red, Blue]) == [Red, Blue] == Code((Red, Blue))
    True
    """

    __slots__ = ()

    def __new__(cls, pegs: Sequence[Color]) -> Self:
        _check_code(pegs)
        return super().__new__(cls, pegs)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, list | tuple) and tuple(self) == tuple(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = tuple.__hash__

    def __repr__(self) -> str:
        return repr(list(self))


@dataclass(frozen=True)
class Move:
    """A guess, and how many exact and how many non-exact matches it has with the secret."""

    code: Sequence[Color]
    exact: int
    nonexact: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "code", Code(self.code))
        counts, pegs = (self.exact, self.nonexact), len(self.code)
        if not all(type(count) is int and count >= 0 for count in counts) or sum(counts) > pegs:
            raise NotAllowed("move-counts", pegs=pegs, exact=short(self.exact), nonexact=short(self.nonexact))
        if counts == (pegs - 1, 1):
            raise NotAllowed("move-last-peg", pegs=pegs, exact=self.exact)

    def __repr__(self) -> str:
        return f"Move({self.code!r}, {self.exact}, {self.nonexact})"


def exact_matches(secret: Sequence[Color], guess: Sequence[Color]) -> int:
    """Count the pegs of the guess that have the right color in the right place.

    >>> exact_matches([Red, Blue, Green, Yellow], [Red, Purple, Green, Orange])
    2
    """
    _check_code(secret)
    _check_code(guess)
    _check_lengths(secret, guess)
    return sum(map(is_, secret, guess))


def count_colors(code: Sequence[Color]) -> list[int]:
    """Count how often each color occurs in the code, in the order of `colors`.

    >>> count_colors([Green, Blue, Green, Orange])
    [0, 2, 1, 0, 1, 0]
    """
    _check_code(code)
    return [code.count(color) for color in colors]


def matches(secret: Sequence[Color], guess: Sequence[Color]) -> int:
    """Count all matches, exact or not: a color matches as often as it occurs in both codes.

    >>> matches([Red, Red, Blue, Blue], [Red, Red, Green, Green])
    2
    """
    counts = count_colors(secret), count_colors(guess)
    _check_lengths(secret, guess)
    return sum(map(min, *counts))


def get_move(secret: Sequence[Color], guess: Sequence[Color]) -> Move:
    """Answer a guess."""
    exact = exact_matches(secret, guess)
    return Move(guess, exact, matches(secret, guess) - exact)


def is_consistent(move: Move, code: Sequence[Color]) -> bool:
    """Return whether the code could be the secret behind the move.

    >>> is_consistent(Move([Red, Red, Blue, Green], 1, 1), [Red, Blue, Yellow, Purple])
    True
    """
    _check_move(move)
    exact = exact_matches(code, move.code)
    return exact == move.exact and matches(code, move.code) == exact + move.nonexact


def filter_codes(move: Move, codes: Iterable[AnyCode]) -> list[AnyCode]:
    """Keep the codes that are consistent with the move, in their order."""
    _check_move(move)
    if not isinstance(codes, Iterable):
        raise NotAllowed("codes-value", given=short(codes))
    return [code for code in codes if is_consistent(move, code)]


def all_codes(length: int) -> list[list[Color]]:
    """List all codes of a length: every code one peg shorter, followed by each color in turn.

    So the last peg changes fastest, and the first code is all Red.

    >>> all_codes(2)[:7]
    [[Red, Red], [Red, Green], [Red, Blue], [Red, Yellow], [Red, Orange], [Red, Purple], [Green, Red]]
    """
    if type(length) is not int or length < 0:
        raise NotAllowed("length-value", given=short(length))
    if length > LONGEST:
        raise TooLarge("length-too-large", length=short(length), most=LONGEST)
    if length == 0:
        return [[]]
    return [[*code, color] for code in all_codes(length - 1) for color in colors]


def solve(secret: Sequence[Color]) -> list[Move]:
    """Break the code: begin with all Red, and then always guess the first code that is consistent with every move.

    >>> solve([Red, Blue])
    [Move([Red, Red], 1, 0), Move([Red, Green], 1, 0), Move([Red, Blue], 2, 0)]
    """
    secret = Code(secret)
    candidates = all_codes(len(secret))
    moves: list[Move] = []
    while not moves or moves[-1].code != secret:
        moves.append(get_move(secret, candidates[0]))
        candidates = filter_codes(moves[-1], candidates)
    return moves


def five_guess(secret: Sequence[Color]) -> list[Move]:
    """Break the code by Knuth's algorithm, which needs at most five moves if a code has four pegs.

    It begins with half Red, half Green. Each further guess is the one that leaves the fewest codes in the worst case;
    among equals, one that may itself be the secret; and then the first in the order of `all_codes`. The best guess
    need not be consistent: a guess that can't win may tell more.

    >>> [move.code for move in five_guess([Red, Green, Blue, Yellow])]
    [[Red, Red, Green, Green], [Red, Red, Blue, Yellow], [Red, Green, Blue, Yellow]]
    """
    secret = Code(secret)
    candidates = [Code(code) for code in all_codes(len(secret))]
    half = len(secret) // 2
    guess = Code([Red] * (len(secret) - half) + [Green] * half)
    moves = [get_move(secret, guess)]
    while guess != secret:
        candidates = filter_codes(moves[-1], candidates)
        guess = _least_worst(tuple(candidates))
        moves.append(get_move(secret, guess))
    return moves


@lru_cache(maxsize=2048)
def _least_worst(candidates: tuple[Code, ...]) -> Code:
    if len(candidates) <= 2:  # the first is right or leaves one code, and nothing is better
        return candidates[0]
    counted = [(code, count_colors(code)) for code in candidates]
    best, fewest = candidates[0], len(candidates)
    for guess in itertools.chain(candidates, map(Code, all_codes(len(best)))):  # the first of equals is kept
        if (largest := _largest_part(guess, counted, fewest)) < fewest:
            best, fewest = guess, largest
    return best


def _largest_part(guess: Code, counted: Sequence[tuple[Code, list[int]]], enough: int) -> int:
    """Return how many codes a guess leaves in the worst case, or `enough` as soon as they are that many."""
    counts = count_colors(guess)
    parts: dict[tuple[int, int], int] = {}
    for code, other in counted:
        found = exact_matches(code, guess), sum(map(min, other, counts))
        parts[found] = size = parts.get(found, 0) + 1
        if size >= enough:
            return enough
    return max(parts.values())


def _check_code(code: Any) -> None:
    """Refuse what is not a list of colors."""
    if isinstance(code, Code):  # it was checked when it was made
        return
    if not isinstance(code, list | tuple):
        raise NotAllowed("colors-value", given=short(code))
    for peg in code:
        if type(peg) is not Color:
            raise NotAllowed("color-value", given=short(peg), names=", ".join(map(str, colors)))


def _check_lengths(secret: Sequence[Color], guess: Sequence[Color]) -> None:
    if len(secret) != len(guess):
        raise NotAllowed("move-length", pegs=len(secret), length=len(guess))


def _check_move(move: Any) -> None:
    if not isinstance(move, Move):
        raise NotAllowed("move-value", given=short(move))


# The names as the exercise writes them.
exactMatches, countColors, getMove = exact_matches, count_colors, get_move  # noqa: N816
isConsistent, filterCodes, allCodes, fiveGuess = is_consistent, filter_codes, all_codes, five_guess  # noqa: N816
