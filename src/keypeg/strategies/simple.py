"""Strategies that take any code that fits: the first one, or one at random."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from keypeg.position import Position
from keypeg.rules import Code

UNIFORM_LIMIT = 1 << 20
"""In variants of up to so many codes a random candidate is drawn from all of them, each with the same chance."""


@dataclass(frozen=True, slots=True)
class First:
    """Takes the first code, in order, that fits every answer."""

    name: ClassVar[str] = "first"
    version: ClassVar[int] = 1
    explanation: ClassVar[str] = (
        "Guesses the first code in order (1111 before 1112) that fits every answer so far. It is the solver of the "
        "classic exercise: nothing to compute, at the price of more than one guess a game."
    )

    def choose(self, position: Position) -> Code:
        return next(iter(position.candidates))


@dataclass(frozen=True, slots=True)
class Random:
    """Takes one of the codes that fit every answer, drawn by the seed and the position."""

    seed: int = 0
    version: ClassVar[int] = 1
    explanation: ClassVar[str] = (
        "Guesses a code at random among those that fit every answer so far, as most people do. The draw depends on the "
        "seed and the position alone, so a game can be played again. In variants of more than a million codes they "
        "are drawn by a random search, close to uniform but not quite."
    )

    @property
    def name(self) -> str:
        return f"random:{self.seed}" if self.seed else "random"

    def choose(self, position: Position) -> Code:
        # Whether something has already listed the candidates must not change the draw: up to a size they are always
        # listed, above it never.
        if position.variant.size <= UNIFORM_LIMIT:
            len(position.candidates)
        elif position.candidates.listed is not None:
            position = Position(position.variant, position.turns)
        return position.candidates.sample(1, random.Random(f"{self.seed} {position}"))[0]  # noqa: S311


FACTORIES: dict[str, Callable[[int], First | Random]] = {"first": lambda _: First(), "random": Random}
