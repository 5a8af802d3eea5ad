"""The evolutionary codebreaker of Berghman, Goossens and Leus (2009): candidates are bred, not listed.

Codes evolve by crossover, mutation, permutation and inversion until they are consistent with every turn. The candidates
found this way are collected, and the guess is the one that splits the others best. The evolution itself is in the core.
"""

import random
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from keypeg import _core
from keypeg.candidates import Codes, core_key, to_array, to_code
from keypeg.errors import TooLarge
from keypeg.parameters import Parameter, full_name
from keypeg.position import Position
from keypeg.rules import Code, Variant
from keypeg.strategies.protocol import Abilities, Factory

PARAMETERS = (
    Parameter("population", 150, 2, 2000, "how many codes evolve together"),
    Parameter("generations", 100, 1, 10_000, "how long a population lives at most"),
    Parameter("eligible", 60, 1, 1000, "the evolution ends once more candidates than this are found"),
    Parameter("black_weight", 1.0, 0.0, 100.0, "the weight of a wrong black in the fitness; that of a white is 1"),
    Parameter("one_point", 0.5, 0.0, 1.0, "the chance of a crossover at one point; otherwise it is at two"),
    Parameter("mutation", 0.03, 0.0, 1.0, "the chance that a random peg gets a random color"),
    Parameter("permutation", 0.03, 0.0, 1.0, "the chance that two pegs exchange their colors"),
    Parameter("inversion", 0.02, 0.0, 1.0, "the chance that the pegs between two places are reversed"),
    Parameter("harvest", 1, 1, 1000, "how many candidates a population finds before a fresh one takes over"),
    Parameter("populations", 100, 1, 10_000, "how many populations there are at most"),
    Parameter(
        "patience",
        10,
        1,
        10_000,
        "how many populations in a row may find nothing new; ten times as many before the first find",
    ),
)


@dataclass(frozen=True, slots=True)
class Genetic:
    """Breeds candidates, and guesses the one that leaves the fewest of them on average."""

    seed: int = 0
    population: int = 150
    generations: int = 100
    eligible: int = 60
    black_weight: float = 1.0
    one_point: float = 0.5
    mutation: float = 0.03
    permutation: float = 0.03
    inversion: float = 0.02
    harvest: int = 1
    populations: int = 100
    patience: int = 10
    parameters: ClassVar[tuple[Parameter, ...]] = PARAMETERS
    abilities: ClassVar[Abilities] = Abilities(any_size=True, seeded=True)
    version: ClassVar[int] = 3
    explanation: ClassVar[str] = (
        "Breeds codes by crossover and small changes until they are consistent with every feedback, collects those "
        "that are, and guesses the one that leaves the fewest of the others on average (Berghman, Goossens and Leus "
        "2009). It plays at any size without listing codes. The draws depend on the seed and the position alone."
    )

    @property
    def name(self) -> str:
        values = {parameter.name: getattr(self, parameter.name) for parameter in PARAMETERS}
        return full_name("genetic", self.seed, PARAMETERS, values)

    def choose(self, position: Position | str) -> Code:
        position = Position.of(position)
        if not position.turns:
            return opening(position.variant)
        source = random.Random(f"{self.seed} {position}")  # noqa: S311
        found, nearest = self.evolve(position, source.getrandbits(63))
        if len(found):
            return to_code(best_split(position.variant, found))
        try:
            return position.candidates.sample(1, source)[0]
        except TooLarge:
            return to_code(nearest[0])

    def evolve(self, position: Position, seed: int) -> tuple[Codes, Codes]:
        """Breed candidates; if none is found, the other array has the code that came nearest."""
        turns = position.turns
        return _core.evolve(
            core_key(position.variant),
            to_array([turn.guess for turn in turns], position.variant.pegs),
            np.array([turn.feedback.blacks for turn in turns], np.uint8),
            np.array([turn.feedback.total for turn in turns], np.uint8),
            seed=seed,
            population=self.population,
            generations=self.generations,
            eligible=self.eligible,
            harvest=self.harvest,
            populations=self.populations,
            patience=self.patience,
            black_weight=self.black_weight,
            rates=(self.one_point, self.mutation, self.permutation, self.inversion),
        )


def opening(variant: Variant) -> Code:
    """Return the fixed first guess: about a third of the colors, spread evenly over the pegs; 1123 at p4c6."""
    used = min((variant.colors + 4) // 3, variant.pegs) if variant.repeats else variant.pegs
    return Code([1 + peg * used // variant.pegs for peg in range(variant.pegs)])


def best_split(variant: Variant, found: Codes) -> Codes:
    """Return the code that leaves the fewest of the others on average, the smallest if several do."""
    rows = found[np.lexsort(found.T[::-1])]
    sizes = _core.partition_sizes(core_key(variant), rows, rows, 1).astype(np.int64)
    row: Codes = rows[np.argmin((sizes * sizes).sum(axis=1))]
    return row


FACTORIES: dict[str, Factory] = {"genetic": Genetic}
