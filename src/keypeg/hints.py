"""Hints: a guess to make and how it was found, what the codes left have in common, and what was wrong with answers.

All of it follows from a position; who asked, and how often, is the session's business. What is said in words is
returned, for every front end the same.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from keypeg.candidates import Count, to_code
from keypeg.errors import InconsistentFeedback, TooLarge
from keypeg.game import is_listable
from keypeg.openings import is_opening
from keypeg.partition import Partition
from keypeg.position import Position
from keypeg.render import Look, counted, feedback_words
from keypeg.rules import Code, Feedback, Turn, Variant, score
from keypeg.strategies import strategy

LAST_STEP = 3
"""A hint has so many steps: the number of codes left, what they share, a guess."""

_PAIRS = 1 << 32
"""So many code pairs a suggestion compares at most, so that nobody waits for it: about a second."""

_COMPARED_LIMIT = 1 << 22
"""More candidates than this are not listed for a suggestion: to compare guesses by 16 million takes 900 MB."""

_FACTS_LIMIT = 1 << 20
_COMPARED = 200
_COMPARING: dict[str, Callable[[Partition], float]] = {
    "knuth": lambda parts: parts.largest,
    "expected-size": lambda parts: parts.expected_size,
    "entropy": lambda parts: -parts.bits,
    "most-parts": lambda parts: -len(parts),
}
"""The strategies that compare partitions, and what each wants least of."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A guess, how it was found if there is something to say, and whether by a sample for a strategy that could not."""

    guess: Code
    note: str = ""
    sampled: bool = False


def suggest(position: Position, name: str = "entropy") -> Suggestion:
    """Choose a guess by a strategy, or by a sample of the candidates where the position is too large for it."""
    rule = name.removesuffix("-candidates")
    try:
        if rule not in _COMPARING or is_opening(position):
            return Suggestion(strategy(name).choose(position))
        if is_listable(position, _COMPARED_LIMIT):
            return _compared_guess(position, name, rule)
    except TooLarge:
        pass
    return _sampled_guess(position, rule if rule in _COMPARING else "entropy", fitting=name != rule)


def _compared_guess(position: Position, name: str, rule: str) -> Suggestion:
    number = len(position.candidates)
    guesses = position.variant.size if position.turns else 1  # without turns only variants of one kind come here
    if name == rule and number * guesses <= _PAIRS:
        return Suggestion(strategy(name).choose(position))
    if name == rule or number * min(number, guesses) > _PAIRS:
        return _sampled_guess(position, rule, fitting=name != rule)
    return Suggestion(strategy(f"{rule}-candidates").choose(position))


def _sampled_guess(position: Position, rule: str, *, fitting: bool) -> Suggestion:
    """Choose by a sample of the candidates, one of them if it is to be `fitting`; or take a code that nearly fits."""
    if is_opening(position):
        return Suggestion(strategy("sampling").choose(position), sampled=True)
    try:
        pool = position.candidates.pool
    except TooLarge:
        code = position.candidates.nearest()
        fitted = sum(turn.is_consistent(code) for turn in position.turns)
        note = f"found no code in time that fits every turn: this one fits {fitted} of {len(position.turns)}"
        return Suggestion(code, note, sampled=True)
    note = "" if pool.complete else f"judged by {counted(len(pool.rows), 'code')} of those left, drawn at random"
    if fitting:
        codes = [to_code(row) for row in pool.rows[:_COMPARED]]
        best = min(codes, key=lambda code: _COMPARING[rule](position.partition_of_pool(code)))
        return Suggestion(best, note, sampled=True)
    return Suggestion(strategy("sampling").choose(position), note, sampled=True)


@dataclass(frozen=True, slots=True)
class Facts:
    """The colors that are in every candidate and those that are in none; there may be more unless `complete`."""

    sure: tuple[int, ...]
    absent: tuple[int, ...]
    complete: bool = True

    @classmethod
    def of(cls, position: Position) -> Self:
        """Look at every candidate, or where they can't be listed, conclude what the turns say color by color."""
        if not is_listable(position, _FACTS_LIMIT):
            return cls._concluded(position)
        rows = position.candidates.array
        has = [(rows == color).any(axis=1) for color in range(position.variant.colors)]
        sure = tuple(color for color, found in enumerate(has, 1) if found.all())
        return cls(sure, tuple(color for color, found in enumerate(has, 1) if not found.any()))

    @classmethod
    def _concluded(cls, position: Position) -> Self:
        least, most = _color_bounds(position.variant, position.turns)
        colors = range(1, position.variant.colors + 1)
        sure = tuple(color for color in colors if least[color - 1] > 0)
        absent = tuple(color for color in colors if most[color - 1] == 0)
        # A color is neither if one candidate has it and another one doesn't: some drawn ones show that of most colors.
        drawn = [set(code) for code in _drawn_codes(position)]
        shown = [any(color in code for code in drawn) and any(color not in code for code in drawn) for color in colors]
        return cls(sure, absent, all(shown[color - 1] for color in colors if color not in {*sure, *absent}))

    def words(self, look: Look) -> str:
        facts = [
            f"{_join(look.label(color) for color in colors)} {verb}"
            for colors, verb in ((self.sure, "in all of them"), (self.absent, "in none"))
            if colors
        ]
        if not facts:
            return "no color is certain, none ruled out" if self.complete else "what they share is not worked out"
        return ", ".join(facts) + ("" if self.complete else "; more about the colors is not worked out")


def _drawn_codes(position: Position) -> list[Code]:
    try:
        return [to_code(row) for row in position.candidates.pool.rows]
    except TooLarge:
        return []


def _color_bounds(variant: Variant, turns: Sequence[Turn]) -> tuple[list[int], list[int]]:
    """Return how often each color is in the secret at least and at most, as far as the turns say so by themselves.

    What holds of every candidate is not always found, but what is found holds.
    """
    pegs, colors = variant.pegs, range(variant.colors)
    # 1. A guess without a black rules its colors out where they stand.
    places = [set(colors) for _ in range(pegs)]
    for turn in turns:
        if turn.feedback.blacks == 0:
            for place, color in zip(places, turn.guess, strict=True):
                place.discard(color - 1)
    least = [0] * variant.colors
    most = [min(pegs if variant.repeats else 1, sum(color in place for place in places)) for color in colors]
    # 2. The key pegs of a guess are shared out among its colors, and the pegs of the secret among all colors.
    shares = [([turn.guess.count(color + 1) for color in colors], turn.feedback.total) for turn in turns]
    shares.append(([pegs] * variant.colors, pegs))
    before: tuple[list[int], list[int]] | None = None
    while before != (least, most):
        before = least[:], most[:]
        for counts, total in shares:
            lows, highs = list(map(min, least, counts)), list(map(min, most, counts))
            low, high = sum(lows), sum(highs)
            for color, count in enumerate(counts):
                room = total - (low - lows[color])
                if room < count:
                    most[color] = max(min(most[color], room), 0)
                least[color] = min(max(least[color], total - (high - highs[color])), pegs)
    return least, most


@dataclass(frozen=True, slots=True)
class Hint:
    """One step of help: how many codes are left; what they have in common; a guess to make."""

    step: int
    count: Count
    facts: Facts | None = None
    suggestion: Suggestion | None = None
    fits: bool = False
    expected: float | None = None

    @classmethod
    def at(cls, position: Position, step: int, *, hard: bool = False) -> Self:
        """Give the help of a step, from 1 to `LAST_STEP`; in hard mode only a guess is suggested that can be right."""
        count = position.candidates.count()
        if step == 1:
            return cls(step, count)
        if step == 2:
            return cls(step, count, Facts.of(position))
        suggestion = suggest(position, "entropy-candidates" if hard else "entropy")
        fits = position.first_contradicted(suggestion.guess) is None
        if hard and not fits:
            return cls(step, count)
        return cls(step, count, suggestion=suggestion, fits=fits, expected=_expected(position, suggestion.guess))

    def words(self, look: Look) -> str:
        if self.suggestion is not None:
            return self._suggestion_words(look, self.suggestion)
        fit = codes_fit(self.count, "still")
        if self.step == LAST_STEP:
            return f"{fit}, but none was found in time."
        return f"{fit}." if self.facts is None else f"{fit}: {self.facts.words(look)}."

    def _suggestion_words(self, look: Look, suggestion: Suggestion) -> str:
        text = f"try {look.code(suggestion.guess)}: it " + ("can" if self.fits else "can't") + " be right"
        if self.expected is not None:
            text += f", and leaves {_average(self.expected)} on average"
        if not self.fits and self.expected is not None:
            text += "; its answers tell the codes apart best"
        return text + (f" ({suggestion.note})." if suggestion.note else ".")


@dataclass(frozen=True, slots=True)
class Check:
    """What the turns say about a guess not yet made: the first turn it contradicts, or what it would leave."""

    guess: Code
    conflict: int | None
    turn: Turn | None
    expected: float | None

    @classmethod
    def of(cls, position: Position, guess: Code) -> Self:
        number = position.first_contradicted(guess)
        if number is not None:
            return cls(guess, number, position.turns[number], None)
        return cls(guess, None, None, _expected(position, guess))

    def words(self, look: Look) -> str:
        shown = look.code(self.guess)
        if self.conflict is not None and self.turn is not None:
            return f"{shown} can't be right: {clash_words(self.guess, self.conflict, self.turn, look)}."
        text = f"{shown} can be right: it fits every turn"
        return text + (f", and leaves {_average(self.expected)} on average." if self.expected is not None else ".")


def clash_words(guess: Code, number: int, turn: Turn, look: Look) -> str:
    """Say why a guess can't be right, by the turn (counted from 0) that it doesn't fit."""
    return (
        f"if it were the secret, turn {number + 1} ({look.code(turn.guess)}) would have got "
        f"{feedback_words(score(guess, turn.guess))}, not {feedback_words(turn.feedback)}"
    )


def codes_fit(count: Count, adverb: str = "") -> str:
    """Say `208 codes fit`, or `still fit` with the adverb."""
    verb = f"{adverb} fit".lstrip()
    if count.value == 1 and count.is_exact:
        return f"1 code {verb}s"
    return f"{count if count.is_known else 'an unknown number of'} codes {verb}"


def _average(expected: float) -> str:
    return "1 code" if expected == 1 else f"{expected:,.1f} codes"


def _join(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last} are" if most else f"{last} is"


def _expected(position: Position, guess: Code) -> float | None:
    return position.partition(guess).expected_size if is_listable(position, _FACTS_LIMIT) else None


def slip_words(conflict: InconsistentFeedback, turns: Sequence[Turn], look: Look) -> list[str]:
    """Say what is wrong with contradicting answers, and what a single slip could have been."""
    lines = [
        f"turn {number + 1} ({look.code(turns[number].guess)}): {turns[number].feedback} "
        f"could have been {_choices(slips, 'about ' * (not conflict.complete))}"
        for number, slips in conflict.corrections.items()
    ]
    rest = [drop for drop in conflict.drops if not set(drop) & conflict.corrections.keys()]
    if rest:
        sets = " or ".join(" and ".join(str(number + 1) for number in drop) for drop in rest[:6])
        one = len(rest[0]) == 1
        lines.append(
            f"the answer in turn {sets} can't be right" if one else f"more than one answer is wrong: turns {sets}"
        )
    return lines


def _choices(slips: Mapping[Feedback, int], about: str) -> str:
    shown = [f"{feedback} ({about}{counted(number, 'code')} left)" for feedback, number in list(slips.items())[:5]]
    return " or ".join(shown) + (" or another" if len(slips) > 5 else "")
