"""Strategies that take any candidate: the first one, or one at random."""

import random
from dataclasses import dataclass
from typing import ClassVar

from keypeg.position import Position
from keypeg.rules import Code
from keypeg.strategies.protocol import Abilities, Factory


@dataclass(frozen=True, slots=True)
class FirstCandidate:
    """Takes the first candidate in order."""

    name: ClassVar[str] = "first"
    version: ClassVar[int] = 1
    abilities: ClassVar[Abilities] = Abilities(any_size=True, candidates_only=True)
    explanation: ClassVar[str] = (
        "Guesses the first code in order (1111 before 1112) that is consistent with all feedback so far. This is the "
        "solver of the classic exercise: there is nothing to compute, at the price of more than one guess per game."
    )

    def choose(self, position: Position | str) -> Code:
        position = Position.of(position)
        return position.candidates.first()


@dataclass(frozen=True, slots=True)
class RandomCandidate:
    """Takes a candidate, drawn by the seed and the position."""

    seed: int = 0
    version: ClassVar[int] = 3
    abilities: ClassVar[Abilities] = Abilities(any_size=True, seeded=True, candidates_only=True)
    explanation: ClassVar[str] = (
        "Guesses a random code that is consistent with all feedback so far, as most people do. The draw depends on the "
        "seed and the position alone, so a game can be repeated."
    )

    @property
    def name(self) -> str:
        return f"random:{self.seed}" if self.seed else "random"

    def choose(self, position: Position | str) -> Code:
        position = Position.of(position)
        return position.candidates.sample(1, random.Random(f"{self.seed} {position}"))[0]  # noqa: S311


FACTORIES: dict[str, Factory] = {"first": lambda _: FirstCandidate(), "random": RandomCandidate}
