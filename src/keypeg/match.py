"""A match as in the board game: two sides, an agreed number of rounds, and roles that change after each.

The codemaker scores a point for each guess that the codebreaker makes, and a bonus if the code is not found within the
limit. A match is a pure value: what was agreed, and how each round ended. Who the sides are, and what their codes are,
is for others to know: a person and the computer, or two friends over a link.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, Self

from keypeg import given
from keypeg.errors import NotAllowed, UnreadableText
from keypeg.game import DEFAULT_GUESSES
from keypeg.rules import Variant

ROUNDS, BONUS = 4, 1
MOST_ROUNDS, MOST_BONUS = 100, 100

_RESULT = re.compile(r"([0-9]{1,9})(x?)")
_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Result:
    """How it ended when somebody broke a code: after how many guesses, and whether it was found with the last one.

    >>> Result.parse("5"), Result.parse("10x")
    (Result(guesses=5, found=True), Result(guesses=10, found=False))
    """

    guesses: int
    found: bool = True

    def __post_init__(self) -> None:
        guesses = given.whole(self.guesses, 1 if self.found else 0)
        if guesses is None:
            raise NotAllowed("result-guesses", guesses=self.guesses)
        given.keep_ints(self, guesses=guesses)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `5`, found with the fifth guess, or `10x`, not found after ten."""
        read = _RESULT.fullmatch(text)
        if not read:
            raise UnreadableText("result-text", text=text)
        return cls(int(read[1]), found=not read[2])

    def __str__(self) -> str:
        return f"{self.guesses}{'' if self.found else 'x'}"


@dataclass(frozen=True, slots=True)
class Terms:
    """What those who play against each other agree on: the game, the guess limit, and the bonus."""

    variant: Variant
    guesses: int = DEFAULT_GUESSES
    bonus: int = BONUS

    def __post_init__(self) -> None:
        object.__setattr__(self, "variant", Variant.of(self.variant))
        guesses, bonus = given.whole(self.guesses, 1), given.whole(self.bonus, 0, MOST_BONUS)
        if guesses is None:
            raise NotAllowed("match-guesses", guesses=self.guesses, most=given.MOST)
        if bonus is None:
            raise NotAllowed("match-bonus", bonus=self.bonus, most=MOST_BONUS)
        given.keep_ints(self, guesses=guesses, bonus=bonus)

    def points(self, result: Result) -> int:
        """Return what the codemaker gets; who gave up is treated as if they had used all guesses."""
        return result.guesses if result.found else self.guesses + self.bonus

    def check(self, result: Result | str) -> Result:
        """Return a result, or read it, if it is within the limit."""
        read = result if isinstance(result, Result) else Result.parse(result)
        if read.guesses > self.guesses:
            raise NotAllowed("result-limit", result=read, guesses=self.guesses)
        return read

    def __str__(self) -> str:
        return f"{self.variant} guesses={self.guesses} bonus={self.bonus}"


@dataclass(frozen=True, slots=True)
class Round:
    """A round that is over: its number from 1, which side broke the code, how, and what the other side got for it."""

    number: int
    breaker: int
    result: Result
    points: int

    @property
    def maker(self) -> int:
        return 1 - self.breaker


@dataclass(frozen=True, slots=True)
class Match:
    """A match between two sides, 0 and 1; side 0 breaks the first code.

    >>> match = Match.parse("p4c6 guesses=10 bonus=1 rounds=4 5 6 10x")
    >>> match.points, match.leader, match.breaker
    ((6, 16), 1, 1)
    >>> match.play("4").winner
    1
    """

    terms: Terms
    rounds: int = ROUNDS
    results: tuple[Result, ...] = ()

    def __post_init__(self) -> None:
        rounds = given.whole(self.rounds, 2, MOST_ROUNDS)
        if rounds is None or rounds % 2:
            raise NotAllowed("match-rounds", rounds=self.rounds, most=MOST_ROUNDS)
        given.keep_ints(self, rounds=rounds)
        object.__setattr__(self, "results", tuple(map(self.terms.check, self.results)))
        if len(self.results) > rounds:
            raise NotAllowed("match-over", rounds=rounds)

    @property
    def is_over(self) -> bool:
        return len(self.results) == self.rounds

    @property
    def number(self) -> int:
        """The number of the round that is played now, from 1; after the last one, of that one."""
        return min(len(self.results) + 1, self.rounds)

    @property
    def breaker(self) -> int:
        """Which side breaks the code in the round that is played now."""
        return (self.number - 1) % 2

    def play(self, result: Result | str) -> "Match":
        """Return the match after one more round."""
        return replace(self, results=(*self.results, self.terms.check(result)))

    @property
    def table(self) -> tuple[Round, ...]:
        """The rounds that are over."""
        rounds = enumerate(self.results)
        return tuple(Round(at + 1, at % 2, result, self.terms.points(result)) for at, result in rounds)

    @property
    def points(self) -> tuple[int, int]:
        """What each side has."""
        return (
            sum(one.points for one in self.table if one.maker == 0),
            sum(one.points for one in self.table if one.maker == 1),
        )

    @property
    def leader(self) -> int | None:
        """Which side has more points; None if both have the same."""
        one, other = self.points
        return None if one == other else 0 if one > other else 1

    @property
    def winner(self) -> int | None:
        """Which side won; None before the end, and for a draw."""
        return self.leader if self.is_over else None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `p4c6 guesses=10 bonus=1 rounds=4 5 6 10x`; settings that are left out are as usual."""
        terms, settings, rest = read_terms(text, {"rounds"})
        return cls(terms, settings.get("rounds", ROUNDS), tuple(map(Result.parse, rest)))

    def as_json(self) -> dict[str, Any]:
        return {
            "variant": str(self.terms.variant),
            "guesses": self.terms.guesses,
            "bonus": self.terms.bonus,
            "rounds": [
                {
                    "number": one.number,
                    "breaker": one.breaker,
                    "guesses": one.result.guesses,
                    "found": one.result.found,
                    "points": one.points,
                }
                for one in self.table
            ],
            "rounds_agreed": self.rounds,
            "points": list(self.points),
            "over": self.is_over,
            "leader": self.leader,
            "winner": self.winner,
        }

    def __str__(self) -> str:
        return " ".join([str(self.terms), f"rounds={self.rounds}", *map(str, self.results)])


def read_terms(text: str, names: Collection[str] = ()) -> tuple[Terms, dict[str, int], list[str]]:
    """Read a variant and settings that are numbers; return the terms, the settings of these names, and the rest."""
    if not isinstance(text, str):
        raise NotAllowed("match-value", given=repr(text))
    variant, *words = text.split() or [""]
    settings: dict[str, int] = {}
    rest = []
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            rest.append(word)
        elif name not in {"guesses", "bonus", *names} or name in settings or not _NUMBER.fullmatch(value):
            raise UnreadableText("match-word", word=word, text=text)
        else:
            settings[name] = int(value)
    own = {name: settings.pop(name) for name in ("guesses", "bonus") if name in settings}
    return Terms(Variant.parse(variant), **own), settings, rest
