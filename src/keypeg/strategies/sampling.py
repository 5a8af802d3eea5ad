"""The sampling strategy: strong play at any size, by a fair sample of the candidates."""

import random
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import ClassVar

from keypeg import _core
from keypeg.errors import TooLarge
from keypeg.parameters import Parameter, full_name
from keypeg.position import DRAWS, Partition, Position, core_key, to_code
from keypeg.rules import Code

PARAMETERS = (
    Parameter("evaluations", 20_000, 1, 10**12, "guesses judged by a thousand candidates each; by fewer, more"),
    Parameter("seconds", 0.0, 0.0, 86_400.0, "time for judging guesses instead, if not 0; such games don't repeat"),
)

_UNLIMITED = 1 << 62
_RANKED = 200


@dataclass(frozen=True, slots=True)
class Sampling:
    """Judges guesses by how they split a sample of the candidates, and all of them once they are few."""

    seed: int = 0
    evaluations: int = 20_000
    seconds: float = 0.0
    version: ClassVar[int] = 2
    parameters: ClassVar[tuple[Parameter, ...]] = PARAMETERS
    explanation: ClassVar[str] = (
        f"Draws {DRAWS:,} of the codes that fit every answer, fairly, and looks for the guess whose answer tells the "
        "most about them (entropy): among themselves, and from the best of those by changing a peg or exchanging two "
        "as long as that is better. Once all that fit are known and no more than 1,000, it plays out the rest of the "
        "game for the guesses that look best. It answers within a second at 20 pegs and 20 colors."
    )

    @property
    def name(self) -> str:
        return full_name("sampling", self.seed, PARAMETERS, asdict(self))

    def choose(self, position: Position) -> Code:
        try:
            pool = position.candidates.pool
        except TooLarge:
            return position.candidates.nearest()
        seed = random.Random(f"sampling {self.seed} {position}").getrandbits(63)  # noqa: S311
        evaluations = _UNLIMITED if self.seconds else self.evaluations
        key = core_key(position.variant)
        return to_code(_core.climb(key, pool.rows, pool.complete, evaluations, self.seconds, seed)[0])


def ranked(position: Position, chosen: Code, top: int) -> list[Partition]:
    """Return the chosen guess and after it the best of the candidates drawn, split by those drawn."""
    codes = [to_code(row) for row in position.candidates.pool.rows[:_RANKED]]
    others = sorted(
        (position.partition_of_pool(code) for code in codes if code != chosen), key=lambda parts: -parts.bits
    )
    return [position.partition_of_pool(chosen), *others[: top - 1]]


FACTORIES: dict[str, Callable[..., Sampling]] = {"sampling": Sampling}
