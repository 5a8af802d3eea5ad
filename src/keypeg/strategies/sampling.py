"""The sampling strategy: strong play at any size, based on a uniform sample of the candidates."""

import random
from dataclasses import asdict, dataclass
from typing import ClassVar

import numpy as np

from keypeg import _core
from keypeg.candidates import DRAWS, core_key, to_code
from keypeg.errors import TooLarge
from keypeg.openings import is_opening, openings
from keypeg.parameters import Parameter, full_name
from keypeg.partition import Partition
from keypeg.position import Position
from keypeg.rules import Code, Variant
from keypeg.strategies.protocol import Abilities, Factory
from keypeg.tree import Progress

PARAMETERS = (
    Parameter("evaluations", 20_000, 1, 10**12, "how many guesses to judge by 1,000 candidates each; more if by fewer"),
    Parameter("seconds", 0.0, 0.0, 86_400.0, "how long to judge guesses instead, if not 0; such games don't repeat"),
)

_UNLIMITED = 1 << 62
_RANKED = 200
_PLAYED_OUT = 1000


@dataclass(frozen=True, slots=True)
class Sampling:
    """Judges guesses by how they split a sample of the candidates, or all of them once they are few."""

    seed: int = 0
    evaluations: int = 20_000
    seconds: float = 0.0
    version: ClassVar[int] = 3
    parameters: ClassVar[tuple[Parameter, ...]] = PARAMETERS
    abilities: ClassVar[Abilities] = Abilities(ranks=True, any_size=True, seeded=True)
    explanation: ClassVar[str] = (
        "Begins with the guess that is best by entropy over all codes. After that it draws a uniform sample of "
        f"{DRAWS:,} candidates and looks for the guess whose feedback tells the most about them (entropy): first among "
        "the candidates themselves, then from the best of those by changing a peg or exchanging two for as long as "
        "that helps. Once all candidates are known and there are no more than 1,000, it plays out the rest of the game "
        "for the most promising guesses. A guess takes less than a second at 20 pegs and 20 colors."
    )

    @property
    def name(self) -> str:
        return full_name("sampling", self.seed, PARAMETERS, asdict(self))

    def choose(self, position: Position | str) -> Code:
        position = Position.of(position)
        if _is_chosen_by_kind(position):
            return _openings(position.variant, 1)[0].guess
        try:
            pool = position.candidates.pool
        except TooLarge:
            return position.candidates.nearest()
        seed = random.Random(f"sampling {self.seed} {position}").getrandbits(63)  # noqa: S311
        evaluations = _UNLIMITED if self.seconds else self.evaluations
        key = core_key(position.variant)
        return to_code(_core.climb(key, pool.rows, pool.complete, evaluations, self.seconds, seed)[0])

    def rank(self, position: Position, top: int, threads: int = 0, progress: Progress | None = None) -> list[Partition]:
        """Return the chosen guess and then the best of the drawn candidates, each splitting those drawn.

        First guesses are compared by kind, and split all codes.
        """
        del threads, progress  # it runs on one thread, and is soon done
        if _is_chosen_by_kind(position):
            return _openings(position.variant, top)
        chosen = self.choose(position)
        codes = [to_code(row) for row in position.candidates.pool.rows[:_RANKED]]
        others = sorted(
            (position.partition_of_pool(code) for code in codes if code != chosen), key=lambda parts: -parts.bits
        )
        return [position.partition_of_pool(chosen), *others[: top - 1]]


def _is_chosen_by_kind(position: Position) -> bool:
    """Return whether to take the best first guess by entropy over all codes; a small variant is played out instead."""
    return is_opening(position) and position.variant.size > _PLAYED_OUT


def _openings(variant: Variant, top: int) -> list[Partition]:
    kinds = openings(variant)
    return kinds.partitions(np.argsort(-np.round(kinds.bits, 9), kind="stable")[:top])


FACTORIES: dict[str, Factory] = {"sampling": Sampling}
