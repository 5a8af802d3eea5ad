"""The optimal strategy: the least total of guesses over all codes, with proof, where that is within reach."""

import gzip
import json
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pkgutil import get_data
from typing import ClassVar

from keypeg import _core
from keypeg.effort import QUICK, QUICK_SEARCH, Effort
from keypeg.errors import NotAllowed, TooLarge
from keypeg.exact import Search
from keypeg.position import Position
from keypeg.rules import Code, Variant
from keypeg.strategies import onestep
from keypeg.strategies.protocol import Abilities, Factory, Strategy
from keypeg.tree import StrategyTree

SEARCH_MEMORY = 1 << 28


@dataclass(frozen=True, slots=True)
class Optimal:
    """Plays a proven tree, or searches as soon as the position is small enough; `fallback` chooses before that."""

    fallback: Strategy
    name: ClassVar[str] = "optimal"
    version: ClassVar[int] = 1
    abilities: ClassVar[Abilities] = Abilities(stand_in="entropy")
    explanation: ClassVar[str] = (
        "Minimizes the number of guesses over all codes, by exact search. For the usual variants the proven tree comes "
        "with the package or is found at once. Otherwise the search begins as soon as the position is small enough "
        f"(candidates times codes at most {QUICK_SEARCH:,}), and until then it makes the most informative guess."
    )

    def choose(self, position: Position | str, effort: Effort = QUICK) -> Code:
        position = Position.of(position)
        planned = _planned(position)
        if planned is not None:
            return planned
        return searched(position).guess(0) if is_searchable(position, effort) else self.fallback.choose(position)

    def reaches(self, position: Position, effort: Effort) -> bool:
        return _planned(position) is not None or is_searchable(position, effort)


def _planned(position: Position) -> Code | None:
    """Return the guess of the proven tree; None if there is no tree or the game has left it."""
    plan = _plan(position)
    return None if plan is None else plan[0].guess(plan[1])


def planned_total(position: Position, guess: Code) -> int | None:
    """Return how many guesses the proven tree takes over all candidates, if this is its guess."""
    plan = _plan(position)
    if plan is None or plan[0].guess(plan[1]) != guess:
        return None
    tree, node = plan
    return int(tree.totals[node])


def _plan(position: Position) -> tuple[StrategyTree, int] | None:
    """Return the proven tree, and where in it the game is."""
    tree = proven_tree(position.variant)
    try:
        return None if tree is None else (tree, tree.node_at(position))
    except NotAllowed:
        return None


def is_searchable(position: Position, effort: Effort = QUICK) -> bool:
    """Return whether the exact search takes this position, and is within the effort."""
    variant = position.variant
    if position.is_won or variant.pegs > _core.EXACT_PEGS or variant.size > _core.EXACT_CODES:
        return False
    try:
        return effort.allows_search(variant, len(position.candidates))
    except TooLarge:
        return False


@lru_cache(maxsize=16)
def proven_tree(variant: Variant) -> StrategyTree | None:
    """Return the best tree of a whole variant, if it comes with the package or is found at once."""
    with suppress(FileNotFoundError):
        packed = get_data("keypeg.strategies", f"trees/{variant}.json.gz")  # importlib.resources takes long to load
        return StrategyTree.from_json(json.loads(gzip.decompress(packed or b"")))
    return searched(Position(variant)) if is_searchable(Position(variant)) else None


@lru_cache(maxsize=64)
def searched(position: Position) -> StrategyTree:
    """Return the best tree of a searchable position."""
    # On one thread: the value doesn't depend on the number of threads, but which of several best guesses is found does.
    return Search(position, memory=SEARCH_MEMORY).run(threads=1).tree


FACTORIES: dict[str, Factory] = {"optimal": lambda seed: Optimal(onestep.FACTORIES["entropy"](seed))}
