"""The research program: the fewest turns that always suffice, and the log of a strategy that needs no more.

It is called as its authors call it, so its names are theirs: `getGameTree` and `displayGameLog`.

>>> program = Tree(2, 3)
>>> program.compute(True)
3
>>> program.root.getGameTree().displayGameLog()  # doctest: +ELLIPSIS
3
<BLANKLINE>
[0, 1][2, 2].
...
"""

from dataclasses import dataclass

from keypeg.errors import NotAllowed
from keypeg.exact import Objective, Search
from keypeg.position import Position
from keypeg.rules import Variant
from keypeg.tree import StrategyTree


@dataclass(frozen=True, slots=True)
class GameTree:
    """A computed strategy, whose games can be shown."""

    strategy: StrategyTree

    def displayGameLog(self) -> None:  # noqa: N802 - the name that the program has
        """Print the turns that always suffice, an empty line, and the game for each code."""
        for line in self.strategy.log():
            print(line)  # noqa: T201


class Tree:
    """A game of `pegs` and `colors`, of which any play is to be computed."""

    def __init__(self, pegs: int, colors: int) -> None:
        self.position = Position(Variant(pegs, colors))
        self._game_tree: GameTree | None = None

    def compute(self, log: bool = False, objective: Objective = "worst") -> int:
        """Return the most turns that the best strategy needs; with `log`, keep its games for `getGameTree`.

        The best strategy is the one with the fewest turns in the worst case, unless another objective is given. It is
        the same each time, because one thread searches for it.
        """
        found = Search(self.position, objective).run(threads=1).tree
        self._game_tree = GameTree(found) if log else None
        return found.summary.depth

    @property
    def root(self) -> "Tree":
        """The tree from its first guess on, which is all of it."""
        return self

    def getGameTree(self) -> GameTree:  # noqa: N802 - the name that the program has
        """Return the strategy that was computed with `log`."""
        if self._game_tree is None:
            raise NotAllowed("game-tree-missing", pegs=self.position.variant.pegs, colors=self.position.variant.colors)
        return self._game_tree
