"""A player who errs as people do, at five levels: reduced strength that is neither random nor perfect.

Weak players overlook earlier turns, put pegs in the wrong places, stay with the colors they have tried, and take the
first code that seems possible. Strong ones keep every turn in mind and compare several codes.
"""

import random
from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from keypeg import _core
from keypeg.candidates import Candidates, Codes, core_key, to_array, to_code
from keypeg.errors import TooLarge
from keypeg.parameters import Parameter, full_name
from keypeg.position import Position
from keypeg.rules import Code, Turn, Variant
from keypeg.strategies.protocol import Abilities, Factory


@dataclass(frozen=True, slots=True)
class Habits:
    """What makes a level: chances from 0 to 1, and two numbers.

    The last `recent` turns are always kept in mind, and each earlier one with the chance `memory`. Of the codes that
    are consistent with these, `looks` are considered: with the chance `cling`, those with the fewest pegs of colors not
    tried yet, otherwise any. The one with the most kinds of feedback is meant; with the chance `slip`, two of its pegs
    are exchanged. With the chance `opening`, the first guess has a good number of colors, otherwise any.
    """

    recent: int
    memory: float
    cling: float
    looks: int
    slip: float
    opening: float


LEVELS = {
    1: Habits(recent=1, memory=0.35, cling=0.8, looks=1, slip=0.25, opening=0.0),
    2: Habits(recent=1, memory=0.60, cling=0.6, looks=1, slip=0.15, opening=0.2),
    3: Habits(recent=1, memory=0.80, cling=0.5, looks=1, slip=0.08, opening=0.5),
    4: Habits(recent=2, memory=0.92, cling=0.3, looks=1, slip=0.03, opening=0.8),
    5: Habits(recent=3, memory=1.00, cling=0.0, looks=4, slip=0.00, opening=1.0),
}
RATINGS = {1: 1276, 2: 1409, 3: 1500, 4: 1584, 5: 1673}
"""What a level is worth on the scale of chess, as measured (results/levels.csv)."""

PARAMETERS = (
    Parameter("level", 3, min(LEVELS), max(LEVELS), "how well it plays, from 1 for a beginner to 5 for an expert"),
)


@dataclass(frozen=True, slots=True)
class Human:
    """Guesses as a person of some level does."""

    seed: int = 0
    level: int = 3
    version: ClassVar[int] = 1
    parameters: ClassVar[tuple[Parameter, ...]] = PARAMETERS
    abilities: ClassVar[Abilities] = Abilities(any_size=True, seeded=True, errs=True)
    explanation: ClassVar[str] = (
        "Plays as people do, at a level from 1 to 5. It overlooks some of the earlier turns, stays with the colors "
        "that it has tried, takes the first code that seems possible, and now and then puts two pegs in each other's "
        "places. With each level it keeps more in mind and slips less; at level 5 it overlooks nothing and compares "
        "several codes. The draws depend on the seed and the position alone."
    )

    @property
    def name(self) -> str:
        return full_name("human", self.seed, PARAMETERS, {"level": self.level})

    def choose(self, position: Position | str) -> Code:
        position = Position.of(position)
        habits, turns = LEVELS[self.level], position.turns
        source = random.Random(f"human {self.seed} {self.level} {position}")  # noqa: S311
        if not turns:
            return _opening(position.variant, habits, source)
        made = [turn.guess for turn in turns]
        try:
            seeming = _without(Candidates(position.variant, _in_mind(turns, habits, source)).pool.rows, made)
            meant = _best(position.variant, _considered(seeming, made, habits, source), seeming)
        except TooLarge:
            return position.candidates.nearest()
        return _slipped(meant, made, source) if source.random() < habits.slip else meant


def level_near(rating: int) -> int:
    """Return the level whose rating comes nearest."""
    return min(RATINGS, key=lambda level: abs(RATINGS[level] - rating))


def _opening(variant: Variant, habits: Habits, source: random.Random) -> Code:
    """Draw a first guess: pegs of the same color side by side, as 1123 at p4c6, in any colors."""
    most = min(variant.pegs, variant.colors)
    good = source.random() < habits.opening
    groups = min((variant.colors + 4) // 3, most) if good else source.randint(1, most)
    colors = source.sample(range(1, variant.colors + 1), groups if variant.repeats else variant.pegs)
    return Code([colors[peg * len(colors) // variant.pegs] for peg in range(variant.pegs)])


def _in_mind(turns: tuple[Turn, ...], habits: Habits, source: random.Random) -> tuple[Turn, ...]:
    earlier, recent = turns[: -habits.recent], turns[-habits.recent :]
    return (*(turn for turn in earlier if source.random() < habits.memory), *recent)


def _without(rows: Codes, made: list[Code]) -> Codes:
    """Drop the guesses made before: who overlooks their feedback still sees them. The candidates always remain."""
    unmade: Codes = rows[~(rows[:, None] == to_array(made)).all(axis=2).any(axis=1)]
    return unmade


def _considered(seeming: Codes, made: list[Code], habits: Habits, source: random.Random) -> Codes:
    rows = seeming[source.sample(range(len(seeming)), len(seeming))]
    if source.random() < habits.cling:
        untried = ~np.isin(rows, to_array(made))
        rows = rows[np.argsort(untried.sum(axis=1), kind="stable")]
    return rows[: habits.looks]


def _best(variant: Variant, considered: Codes, seeming: Codes) -> Code:
    """Return the code with the most kinds of feedback, the first of several."""
    sizes = _core.partition_sizes(core_key(variant), considered, seeming, 1)
    return to_code(considered[np.argmax((sizes > 0).sum(axis=1))])


def _slipped(meant: Code, made: Collection[Code], source: random.Random) -> Code:
    """Exchange two pegs, if that is not a guess made before."""
    pegs = list(meant)
    one, other = source.choices(range(len(pegs)), k=2)
    pegs[one], pegs[other] = pegs[other], pegs[one]
    return meant if (code := Code(pegs)) in made else code


FACTORIES: dict[str, Factory] = {"human": Human}
