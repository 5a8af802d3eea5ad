"""What a strategy is: what every strategy has, and the abilities that it may declare.

Nobody asks for a strategy's class. What it can do beyond choosing a guess is declared in its attribute `abilities`; a
strategy without that attribute can do nothing else.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from keypeg.effort import QUICK, Effort
from keypeg.partition import Partition
from keypeg.position import Position
from keypeg.rules import Code
from keypeg.tree import Progress, StrategyTree

DEVICES = ("cpu", "cuda", "auto")
"""Where a strategy can work. `auto` is a GPU where there is one and it pays."""


@runtime_checkable
class Strategy(Protocol):
    """Chooses guesses. The same position always gives the same guess."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> int: ...

    @property
    def explanation(self) -> str: ...

    def choose(self, position: Position) -> Code:
        """Return the next guess; the position has at least one candidate and is not won."""
        ...


@dataclass(frozen=True, slots=True)
class Rule:
    """How a one-step strategy judges a guess: by the sizes of the parts into which it splits the candidates.

    `costs` takes one row per guess, with the size of each feedback's part in the column of its ordinal (the last
    column is the win), and returns one number per guess: less is better, and a difference below 1e-9 is none.
    """

    name: str
    costs: Callable[[NDArray[np.float64]], NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class Abilities:
    """What a strategy can do beyond choosing a guess.

    `ranks`, `grows`, `threads` and `devices` say that it has the methods of `Ranking`, `Growing`, `Threaded` and
    `Placed`. `any_size`: it plays variants of any size without a long wait. `seeded`: its choices depend on the seed.
    `candidates_only`: every guess is a candidate. `errs`: it makes mistakes on purpose, and some of its guesses may
    tell nothing. `rule`: the rule of a one-step strategy. `candidates_form`: the name of the strategy that has the same
    rule and guesses only candidates. `stand_in`: the name of the strategy that chooses instead if a position is out of
    its reach, according to the methods of `Reaching`.
    """

    ranks: bool = False
    grows: bool = False
    threads: bool = False
    devices: bool = False
    any_size: bool = False
    seeded: bool = False
    candidates_only: bool = False
    errs: bool = False
    rule: Rule | None = None
    candidates_form: str | None = None
    stand_in: str | None = None


def abilities_of(strategy: Strategy) -> Abilities:
    """Return what a strategy declares that it can do."""
    declared: Abilities = getattr(strategy, "abilities", Abilities())
    return declared


def choice_options(can: Abilities, threads: int, effort: Effort) -> dict[str, int | Effort]:
    """Return what `choose` is given by name, beside the position, according to the abilities."""
    return ({"threads": threads} if can.threads else {}) | ({"effort": effort} if can.stand_in is not None else {})


@runtime_checkable
class Ranking(Strategy, Protocol):
    """A strategy that compares guesses."""

    def rank(self, position: Position, top: int, threads: int = 0, progress: Progress | None = None) -> list[Partition]:
        """Return the best `top` guesses with their partitions, best first; the first is the choice."""
        ...


@runtime_checkable
class Growing(Strategy, Protocol):
    """A strategy with its own fast way to write out its tree."""

    def grow(
        self, position: Position, first: Code | None = None, threads: int = 0, progress: Progress | None = None
    ) -> StrategyTree: ...


@runtime_checkable
class Threaded(Strategy, Protocol):
    """A strategy that can choose on several threads, with the same result; 0 means one for each core."""

    def choose(self, position: Position, threads: int = 0) -> Code: ...


@runtime_checkable
class Placed(Strategy, Protocol):
    """A strategy that can work on any of `DEVICES`, with the same result."""

    def on(self, device: str) -> Strategy: ...


@runtime_checkable
class Reaching(Strategy, Protocol):
    """A strategy whose own method does not reach large positions; how large they may be depends on the effort."""

    def choose(self, position: Position, effort: Effort = QUICK) -> Code: ...

    def reaches(self, position: Position, effort: Effort) -> bool:
        """Return whether it can choose by itself, within the effort."""
        ...


Factory = Callable[..., Strategy]
"""Makes a strategy from the seed and, by keyword, the parameters that it declares."""
