"""Check a proof line by line, down to trivial sets, without Keypeg and without a search.

    keypeg prove p4c4 --ledger p4c4.ledger --every-step
    python examples/check_ledger.py p4c4.ledger

It says what is proven, or ends with exit code 1 at the first line that it can't confirm. Without a file, it checks the
example below.

A line of a ledger is about a position, that is, about the set of codes that are still possible. It says how many
guesses it takes to find each of them, added up: at least `lower`, and at most `upper` with the strategy that is written
down. This is why a line that passes is true:

1. A guess counts once for each code of the set, and splits the set into parts by the feedback. The part that has won
   needs no more; each other part needs what it needs as a set of its own. So a set of n codes needs at least the
   minimum, over all guesses, of n plus lower bounds of the parts. Every code of the game is tried as a guess, except
   those that leave the whole set in one part: what follows such a guess would be better without it.
2. A line about a part gives a lower bound of it. The part is a smaller set, so no line supports itself, even in a
   roundabout way. Swapping two pegs or two colors everywhere changes no feedback (which is tried for all pairs of
   codes), so a line also holds for all sets that its own becomes by such swaps.
3. Counting gives another bound. If no guess splits a set into more than k parts besides the win, none splits a subset
   into more. So of each part, at most 1 code is found with the first guess, k with the second, k * k with the third,
   and so on. With these bounds of its parts, 1 gives a bound of the set.
4. An upper bound is confirmed by playing the strategy against all codes of the set.
"""

import re
import sys
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

EXAMPLE = """\
# position, lower, upper, processor seconds, version, guesses
p2c4 12=0b0w\t8\t8\t-\t-\t33
p2c4 12=0b1w\t7\t7\t-\t-\t23
p2c4 12=1b0w\t13\t13\t-\t-\t13
p2c4\t45\t45\t-\t-\t12
"""

COLORS = "123456789abcdefghijklmnopqrstuvwxyz"
MOST_CODES = 2048
"""Each code is compared with each in plain Python, and the table of that is kept."""

Code = tuple[int, ...]
Feedback = tuple[int, int]


class Line(NamedTuple):
    """A line of the ledger. A set of codes is a number: bit i is set if code i is in it."""

    number: int
    position: str
    candidates: int
    lower: int
    upper: int | None
    is_searched: bool
    guesses: list[int]


def score(secret: Code, guess: Code) -> Feedback:
    """Return how many pegs are right, and how many more have a color that belongs elsewhere."""
    blacks = sum(a == b for a, b in zip(secret, guess, strict=True))
    return blacks, sum(min(secret.count(color), guess.count(color)) for color in set(guess)) - blacks


class Game:
    """The codes of a variant, by number, and how each guess splits them."""

    def __init__(self, variant: str) -> None:
        match = re.fullmatch(r"p(\d+)c(\d+)(n?)", variant)
        if not match:
            raise ValueError(f"{variant} is not a variant")
        self.variant, self.pegs, self.colors = variant, int(match[1]), int(match[2])
        if self.colors**self.pegs > MOST_CODES:
            raise ValueError(f"{variant} has more than {MOST_CODES:,} codes, too many to be checked without a search")
        codes = product(range(self.colors), repeat=self.pegs)
        self.codes = [code for code in codes if not match[3] or len(set(code)) == self.pegs]
        self.number = {code: number for number, code in enumerate(self.codes)}
        self.scores = [[score(secret, guess) for secret in self.codes] for guess in self.codes]
        self.answers = [self._by_feedback(row) for row in self.scores]
        self.swaps = [*self._swaps()]

    def _by_feedback(self, scores: list[Feedback]) -> dict[Feedback, int]:
        """Return the set of codes with each feedback but the win, in the order in which a strategy is written."""
        sets: dict[Feedback, int] = {}
        for number, feedback in sorted(enumerate(scores), key=lambda one: (sum(one[1]), one[1][0])):
            sets[feedback] = sets.get(feedback, 0) | 1 << number
        sets.pop((self.pegs, 0))
        return sets

    def _swaps(self) -> Iterator[list[int]]:
        """List for each code what it becomes by swapping two neighbors; other swaps are made of these."""
        for peg in range(self.pegs - 1):
            yield [self.number[*code[:peg], code[peg + 1], code[peg], *code[peg + 2 :]] for code in self.codes]
        for color in range(self.colors - 1):
            names = {color: color + 1, color + 1: color}
            yield [self.number[tuple(names.get(peg, peg) for peg in code)] for code in self.codes]

    def check_swaps(self) -> None:
        """Try all pairs of codes."""
        for swap in self.swaps:
            for guess, scores in enumerate(self.scores):
                swapped = self.scores[swap[guess]]
                if [swapped[secret] for secret in swap] != scores:
                    raise ValueError("a swap changes a feedback")

    def code(self, text: str) -> int:
        return self.number[tuple(map(COLORS.index, text))]

    def text(self, code: int) -> str:
        return "".join(COLORS[color] for color in self.codes[code])

    def candidates(self, position: str) -> int:
        """Return the set of codes that are consistent with all turns of a position, such as p4c4 1123=1b1w."""
        variant, *turns = position.split(" ")
        if variant != self.variant:
            raise ValueError("another variant")
        left = (1 << len(self.codes)) - 1
        for turn in turns:
            guess, feedback = turn.split("=")
            blacks, whites = feedback.removesuffix("w").split("b")
            left &= self.answers[self.code(guess)][int(blacks), int(whites)]
        return left

    def parts(self, candidates: int, guess: int) -> list[int]:
        return [part for codes in self.answers[guess].values() if (part := candidates & codes)]

    def splits(self, candidates: int) -> Iterator[tuple[int, list[int]]]:
        """Split a set by every guess that tells anything about it."""
        for guess in range(len(self.codes)):
            if (parts := self.parts(candidates, guess)) != [candidates]:
                yield guess, parts

    def renamed(self, candidates: int) -> set[int]:
        """Return all sets that a set becomes by swaps."""
        first = frozenset(number for number in range(len(self.codes)) if candidates >> number & 1)
        found, to_do = {first}, [first]
        while to_do:
            members = to_do.pop()
            for swap in self.swaps:
                image = frozenset(map(swap.__getitem__, members))
                if image not in found:
                    found.add(image)
                    to_do.append(image)
        return {sum(1 << number for number in members) for members in found}


@cache
def by_counting(most_parts: int, size: int) -> int:
    """Return what a set of this size needs at least if no guess splits it into more parts than this besides the win."""
    total, turn, room = 0, 1, 1
    while size > 0:
        total += turn * min(size, room)
        size, turn, room = size - room, turn + 1, room * most_parts
    return total


class Checker:
    """Checks lines, and counts the guesses that it looks at."""

    def __init__(self, game: Game, lines: list[Line]) -> None:
        self.game = game
        self.guesses = 0
        self.claimed: dict[int, int] = {}
        self.strategies: dict[int, Line] = {}
        for line in lines:
            for candidates in game.renamed(line.candidates):
                self.claimed[candidates] = max(line.lower, self.claimed.get(candidates, 0))
        for line in sorted(lines, key=lambda line: line.upper or 0, reverse=True):
            if line.upper is not None:
                self.strategies[line.candidates] = line
        self.lower = cache(self._lower)

    def _lower(self, candidates: int) -> int:
        """Return the best lower bound of a set, by a line or by counting."""
        size = candidates.bit_count()
        if size <= 2:
            return 2 * size - 1
        splits = [[part.bit_count() for part in parts] for _, parts in self.game.splits(candidates)]
        most_parts = max(map(len, splits))
        counted = min(size + sum(by_counting(most_parts, part) for part in sizes) for sizes in splits)
        return max(self.claimed.get(candidates, 0), counted)

    def check_lower(self, line: Line) -> None:
        size = line.candidates.bit_count()
        for guess, parts in self.game.splits(line.candidates):
            self.guesses += 1
            if size + sum(self.claimed.get(part, 2 * part.bit_count() - 1) for part in parts) >= line.lower:
                continue  # with one code found by the first guess and all others by the second: no need to count
            needed = size + sum(map(self.lower, parts))
            if needed < line.lower:
                why = "it rests on a search, and " if line.is_searched else ""
                said = f"{why}{self.game.text(guess)} as a guess might need only {needed}"
                raise ValueError(f"at least {line.lower} is not proven: {said}")

    def check_upper(self, line: Line) -> None:
        if line.upper is not None:
            guesses = iter(line.guesses)
            total = self.played(line.candidates, guesses)
            if next(guesses, None) is not None:
                raise ValueError("its strategy has more guesses than it needs")
            if not line.lower <= total <= line.upper:
                raise ValueError(f"its strategy needs {total}, which is not from {line.lower} to {line.upper}")

    def played(self, candidates: int, guesses: Iterator[int]) -> int:
        """Play a strategy against all codes of a set at once, and return how many guesses that takes.

        A strategy is written as its first guess, and after it those for each part. Where it ends, lines about the parts
        continue it. One or two codes are guessed one after the other.
        """
        size = candidates.bit_count()
        if size <= 2:
            return 2 * size - 1
        guess = next(guesses, None)
        if guess is None:
            if candidates not in self.strategies:
                raise ValueError("its strategy ends too early")
            guess, *rest = self.strategies[candidates].guesses
            guesses = iter(rest)
        parts = self.game.parts(candidates, guess)
        if parts == [candidates]:
            raise ValueError(f"its strategy has a guess that tells nothing: {self.game.text(guess)}")
        return size + sum(self.played(part, guesses) for part in parts)


def read(game: Game, number: int, row: str) -> Line:
    position, lower, upper, seconds, _version, text = row.split("\t")
    guesses = [] if text == "-" else [game.code(word) for word in text.split(" ")]
    if (upper == "-") != (text == "-"):
        raise ValueError("about single guesses")
    bounds = int(lower), None if upper == "-" else int(upper)
    return Line(number, position, game.candidates(position), *bounds, seconds != "-", guesses)


def main(text: str) -> None:
    rows = [(number, row) for number, row in enumerate(text.split("\n")[:-1], 1) if row and not row.startswith("#")]
    if not rows:
        sys.exit("there is no line in it")
    try:
        game = Game(re.split(r"\s", rows[0][1])[0])
    except ValueError as error:
        sys.exit(str(error))
    game.check_swaps()
    lines = []
    for number, row in rows:
        try:
            lines.append(read(game, number, row))
        except (ValueError, LookupError):
            sys.exit(f"line {number} is not about a position of {game.variant}, with all of its guesses: {row}")
    checker = Checker(game, lines)
    for line in lines:
        try:
            checker.check_lower(line)
            checker.check_upper(line)
        except ValueError as error:
            sys.exit(f"line {line.number}, {line.position}: {error}")
    root = max(lines, key=lambda line: (line.candidates.bit_count(), line.lower))
    strategy = checker.strategies.get(root.candidates)
    print(f"{root.position}: every strategy needs at least {root.lower} guesses over all codes", end="")
    print("." if strategy is None else f"; the one that is written down needs {strategy.upper}.")
    print(f"{len(lines)} lines checked, with {checker.guesses:,} guesses.")


def text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        sys.exit(f"{path} can't be read: {error}")


if __name__ == "__main__":
    main(text_of(Path(sys.argv[1])) if len(sys.argv) > 1 else EXAMPLE)
