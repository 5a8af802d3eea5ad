"""The optimal strategy: the least total of guesses over all codes, proven, where that is within reach."""

import gzip
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import ClassVar

from keypeg import _core
from keypeg.errors import NotAllowed, TooLarge
from keypeg.exact import Search
from keypeg.position import Position
from keypeg.rules import Code, Variant
from keypeg.strategies import onestep
from keypeg.strategies.protocol import Factory
from keypeg.tree import StrategyTree

SEARCH_LIMIT = 2_000_000
"""A position is searched exactly where its candidates times the codes are no more than this: a second at most."""

_ONE_PEG_LIMIT = 10_000

SEARCH_MEMORY = 1 << 28


@dataclass(frozen=True, slots=True)
class Optimal:
    """Plays a proven tree, or searches as soon as the position is small enough; `fallback` chooses before that."""

    fallback: Callable[[Position], Code]
    name: ClassVar[str] = "optimal"
    version: ClassVar[int] = 1
    explanation: ClassVar[str] = (
        "Guesses so that the fewest guesses are needed over all codes, by exact search. For the usual variants the "
        "proven tree comes with the package or is found at once; elsewhere the search begins as soon as the position "
        f"is small enough (candidates times codes no more than {SEARCH_LIMIT:,}), and the most informative guess is "
        "made before that."
    )

    def choose(self, position: Position) -> Code:
        proven = proven_tree(position.variant)
        if proven is not None:
            try:
                return proven.choose(position)
            except NotAllowed:
                pass  # the game went another way than the tree
        return _searched(position).guess(0) if is_searchable(position) else self.fallback(position)


def is_searchable(position: Position) -> bool:
    """Say whether the exact search of a position takes no more than about a second."""
    variant = position.variant
    if position.is_won or variant.pegs > _core.EXACT_PEGS or variant.size > _core.EXACT_CODES:
        return False
    try:
        number = len(position.candidates)
        # One peg tells nearly nothing, so that the tree is as deep as there are candidates.
        return number * variant.size <= (SEARCH_LIMIT if variant.pegs > 1 else _ONE_PEG_LIMIT)
    except TooLarge:
        return False


@lru_cache(maxsize=16)
def proven_tree(variant: Variant) -> StrategyTree | None:
    """Return the best tree of a whole variant, if it comes with the package or is found at once."""
    place = resources.files("keypeg.strategies") / "trees" / f"{variant}.json.gz"
    if place.is_file():
        return StrategyTree.from_json(json.loads(gzip.decompress(place.read_bytes())))
    return _searched(Position(variant)) if is_searchable(Position(variant)) else None


def _searched(position: Position) -> StrategyTree:
    # One thread: the value never depends on their number, but which of several best guesses is found does.
    return Search(position, memory=SEARCH_MEMORY).run(threads=1).tree


FACTORIES: dict[str, Factory] = {"optimal": lambda seed: Optimal(onestep.FACTORIES["entropy"](seed).choose)}
