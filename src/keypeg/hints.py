"""Hints: help step by step, and whether a guess can be right, as facts.

All of it follows from a position; who asked, and how often, is the session's business. `keypeg.words` turns the facts
into sentences.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from keypeg.candidates import Count, to_code
from keypeg.errors import NotAllowed, TooLarge
from keypeg.given import whole
from keypeg.position import Position
from keypeg.rules import Code, Turn, Variant
from keypeg.study import ADVISER, WARY_ADVISER, Advice, Study, advise

LAST_STEP = 3
"""The steps of a hint: how many candidates there are, what they have in common, a guess."""


@dataclass(frozen=True, slots=True)
class ColorFacts:
    """The colors in every candidate, and those in none; unless `complete`, there may be more of either."""

    sure: tuple[int, ...]
    absent: tuple[int, ...]
    complete: bool = True

    @classmethod
    def of(cls, study: Study) -> Self:
        """Look at every candidate or, if they can't be listed, conclude what the turns say color by color."""
        if not study.is_listed:
            return cls._concluded(study.position)
        has = [(study.rows == color).any(axis=1) for color in range(study.position.variant.colors)]
        sure = tuple(color for color, found in enumerate(has, 1) if found.all())
        return cls(sure, tuple(color for color, found in enumerate(has, 1) if not found.any()))

    @classmethod
    def _concluded(cls, position: Position) -> Self:
        least, most = _color_bounds(position.variant, position.turns)
        colors = range(1, position.variant.colors + 1)
        sure = tuple(color for color in colors if least[color - 1] > 0)
        absent = tuple(color for color in colors if most[color - 1] == 0)
        # A color is neither if one candidate has it and another doesn't: a few draws show that for most colors.
        drawn = [set(code) for code in _drawn_codes(position)]
        shown = [any(color in code for code in drawn) and any(color not in code for code in drawn) for color in colors]
        return cls(sure, absent, all(shown[color - 1] for color in colors if color not in {*sure, *absent}))


def _drawn_codes(position: Position) -> list[Code]:
    try:
        return [to_code(row) for row in position.candidates.pool.rows]
    except TooLarge:
        return []


def _color_bounds(variant: Variant, turns: Sequence[Turn]) -> tuple[list[int], list[int]]:
    """Return bounds on how often each color occurs in the secret, as far as the turns alone tell.

    The bounds always hold, but they are not always the best possible.
    """
    pegs, colors = variant.pegs, range(variant.colors)
    # 1. A guess without a black rules out each of its colors at its place.
    places = [set(colors) for _ in range(pegs)]
    for turn in turns:
        if turn.feedback.blacks == 0:
            for place, color in zip(places, turn.guess, strict=True):
                place.discard(color - 1)
    least = [0] * variant.colors
    most = [min(pegs if variant.repeats else 1, sum(color in place for place in places)) for color in colors]
    # 2. The key pegs of a guess are divided among its colors, and the pegs of the secret among all colors.
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
    """One step of help: how many candidates there are; what they have in common; a guess to make."""

    step: int
    count: Count
    colors: ColorFacts | None = None
    advice: Advice | None = None

    @classmethod
    def at(cls, position: Position | str, step: int, *, hard: bool = False, adversary: bool = False) -> Self:
        """Return the hint of a step, from 1 to `LAST_STEP`.

        In hard mode it suggests only a guess that can be right, and against an adversary the best one at worst.
        """
        if whole(step, 1, LAST_STEP) is None:
            raise NotAllowed("hint-step", step=step, last=LAST_STEP)
        study = Study(position)
        if step == 1:
            return cls(step, study.count)
        if step == 2:
            return cls(step, study.count, ColorFacts.of(study))
        advice = advise(study, WARY_ADVISER if adversary else ADVISER, hard=hard)
        return cls(step, study.count, advice=None if hard and not advice.best.can_win else advice)


@dataclass(frozen=True, slots=True)
class Check:
    """What the turns say about a guess before it is made: the first turn it contradicts, or what it would leave."""

    guess: Code
    contradicted: int | None
    turn: Turn | None
    left: float | None

    @classmethod
    def of(cls, position: Position | str, guess: Code | str) -> Self:
        position = Position.of(position)
        code = position.variant.code(guess)
        number = position.first_contradicted(code)
        if number is not None:
            return cls(code, number, position.turns[number], None)
        study = Study(position)
        return cls(code, None, None, study.promise(code).left if study.are_rows_found else None)
