"""The rules once more, slow and obvious, for everything faster to agree with.

A variant is `(pegs, colors, repeats)`, a code a tuple of colors counted from 0, a feedback `(blacks, whites)`, a turn
`(guess, feedback)`. Nothing of the package is used here.
"""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

Variant = tuple[int, int, bool]
Code = tuple[int, ...]
Feedback = tuple[int, int]
Turn = tuple[Code, Feedback]


def score(secret: Sequence[int], guess: Sequence[int]) -> Feedback:
    """Do what a codemaker does by hand: cross off the pegs that are right, then each that stands elsewhere."""
    blacks = whites = 0
    secret_left, guess_left = [], []
    for secret_peg, guess_peg in zip(secret, guess, strict=True):
        if secret_peg == guess_peg:
            blacks += 1
        else:
            secret_left.append(secret_peg)
            guess_left.append(guess_peg)
    for peg in guess_left:
        if peg in secret_left:
            secret_left.remove(peg)
            whites += 1
    return blacks, whites


def feedbacks(pegs: int) -> list[Feedback]:
    """List the feedbacks by ordinal, the impossible one included."""
    return [(blacks, total - blacks) for total in range(pegs + 1) for blacks in range(total + 1)]


def all_codes(variant: Variant) -> list[Code]:
    pegs, colors, repeats = variant
    codes = itertools.product(range(colors), repeat=pegs)
    return [code for code in codes if repeats or len(set(code)) == pegs]


def candidates(variant: Variant, turns: Iterable[Turn]) -> list[Code]:
    turns = list(turns)
    return [code for code in all_codes(variant) if all(score(code, guess) == feedback for guess, feedback in turns)]


def partition(guess: Sequence[int], codes: Iterable[Sequence[int]]) -> Counter[Feedback]:
    return Counter(score(code, guess) for code in codes)


def renamings(variant: Variant, earlier: Sequence[Code]) -> Iterator[tuple[Code, Code]]:
    """Go through the orders of the pegs and of the colors that together map every earlier guess onto itself."""
    pegs, colors, _ = variant
    for order in itertools.permutations(range(pegs)):
        for names in itertools.permutations(range(colors)):
            if all(rename(guess, order, names) == guess for guess in earlier):
                yield order, names


def rename(code: Code, order: Code, names: Code) -> Code:
    return tuple(names[code[peg]] for peg in order)


def class_representatives(variant: Variant, earlier: Sequence[Code]) -> list[Code]:
    """List the codes that no renaming makes smaller."""
    every = list(renamings(variant, earlier))
    return [code for code in all_codes(variant) if code == min(rename(code, *renaming) for renaming in every)]


def smallest_drops(variant: Variant, turns: Sequence[Turn]) -> list[tuple[int, ...]]:
    """List the smallest sets of turns without which some code is consistent."""
    for size in range(len(turns) + 1):
        dropped_sets = itertools.combinations(range(len(turns)), size)
        if drops := [dropped for dropped in dropped_sets if candidates(variant, without(turns, dropped))]:
            return drops
    raise AssertionError("with no turns left every code is consistent")


def without(turns: Sequence[Turn], dropped: Iterable[int]) -> list[Turn]:
    return [turn for number, turn in enumerate(turns) if number not in set(dropped)]


def corrections(variant: Variant, turns: Sequence[Turn], number: int) -> Counter[Feedback]:
    """Count the candidates behind each feedback that the turn could have had, given the others."""
    return partition(turns[number][0], candidates(variant, without(turns, [number])))


def least_total(variant: Variant, codes: Iterable[Code], limit: int = 99) -> float:
    """Return the least total of guesses over the codes within a number of turns, by trying everything; inf if none."""
    guesses = all_codes(variant)

    @cache
    def total(left: frozenset[Code], turns: int) -> float:
        if not left or turns == 0:
            return float("inf") if left else 0
        return len(left) + min((rest(left, turns, parts(left, guess)) for guess in guesses), default=float("inf"))

    def parts(left: frozenset[Code], guess: Code) -> list[frozenset[Code]]:
        by_feedback: dict[Feedback, set[Code]] = {}
        for code in left:
            by_feedback.setdefault(score(code, guess), set()).add(code)
        by_feedback.pop((variant[0], 0), None)
        return [frozenset(part) for part in by_feedback.values()]

    def rest(left: frozenset[Code], turns: int, split: list[frozenset[Code]]) -> float:
        return float("inf") if split == [left] else sum(total(part, turns - 1) for part in split)

    return total(frozenset(codes), limit)


class ByMasks:
    """The same for larger sets: a set is a whole number with a bit for each code, and a budget cuts what can't pay."""

    def __init__(self, variant: Variant) -> None:
        codes = all_codes(variant)
        self.bits = {code: 1 << number for number, code in enumerate(codes)}
        self.known: dict[tuple[int, int], tuple[float, float]] = {}
        self.splits: list[list[int]] = []  # of each guess, the codes behind each feedback but the win
        for guess in codes:
            by_feedback: dict[Feedback, int] = {}
            for code, bit in self.bits.items():
                by_feedback[score(code, guess)] = by_feedback.get(score(code, guess), 0) | bit
            by_feedback.pop((variant[0], 0))
            self.splits.append(list(by_feedback.values()))

    def least_total(self, codes: Iterable[Code], limit: int = 99) -> float:
        return self._total(sum(self.bits[code] for code in codes), limit, float("inf"))

    def _total(self, left: int, turns: int, budget: float) -> float:
        """Return the least total if it is below the budget, else some number from the budget up to it."""
        size = left.bit_count()
        if size <= 2 or turns < 2:
            return 2 * size - 1 if size <= min(turns, 2) else float("inf")
        lower, upper = self._bounds(left, turns)
        if lower >= min(budget, upper):
            return lower
        least = float("inf")
        for parts in sorted(self._partitions(left), key=lambda parts: 2 * sum(map(int.bit_count, parts)) - len(parts)):
            bounds = [self._bounds(part, turns - 1)[0] for part in parts]
            cost = size + sum(bounds)
            for part, bound in zip(parts, bounds, strict=True):
                if cost >= min(budget, least):
                    break
                cost += self._total(part, turns - 1, min(budget, least) - cost + bound) - bound
            least = min(least, cost)
        self.known[left, turns] = (least, least if least < budget else float("inf"))
        return least

    def _bounds(self, left: int, turns: int) -> tuple[float, float]:
        return self.known.get((left, turns), (2 * left.bit_count() - 1, float("inf")))

    def _partitions(self, left: int) -> set[tuple[int, ...]]:
        """List the different partitions that guesses make, without the win and without those that tell nothing."""
        all_parts = (tuple(sorted(part for mask in masks if (part := left & mask))) for masks in self.splits)
        return {tuple(sorted(parts, key=int.bit_count)) for parts in all_parts if parts != (left,)}


def fewest_turns(variant: Variant, codes: Sequence[Code]) -> int:
    """Return the fewest turns within which each of the codes can be found, whichever it is."""
    return next(turns for turns in itertools.count(1) if least_total(variant, codes, turns) < float("inf"))
