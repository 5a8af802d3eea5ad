"""A strategy in one line of text: its guesses in order, each before those that follow it.

The guesses that follow one come in the order of its feedbacks' ordinals. Where one or two candidates are left, they are
guessed in order, and nothing is written down. Only the first guess of all is always there.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from keypeg.candidates import scores, to_array, to_code
from keypeg.errors import NotAllowed, TooLarge, UnreadableText
from keypeg.position import Position
from keypeg.rules import Feedback, Turn
from keypeg.tree import StrategyTree
from keypeg.tree_nodes import MOST_GUESSES

_IN_ORDER = 2  # up to this many candidates are guessed one after the other


def write(tree: StrategyTree) -> str:
    """Write the guesses of a strategy."""
    guesses, stack = [], [0]
    while stack:
        node = stack.pop()
        if tree.codes_below[node] > _IN_ORDER or node == 0:
            guesses.append(str(tree.guess(node)))
            stack += reversed(tree.children(node).values())
    return " ".join(guesses)


def read(position: Position, text: str, name: str, rest: Callable[[Position], str] | None = None) -> StrategyTree:
    """Read a strategy from its guesses. Where these end too early, `rest` gives those of the position reached."""
    reader = _Reader(position, rest)
    words = iter(text.split(" "))
    reader.read(position, words, 0, 0)
    if next(words, None) is not None:
        raise UnreadableText("strategy-long", position=position)
    return reader.tree(name)


class _Reader:
    """Collects the nodes of a tree."""

    def __init__(self, position: Position, rest: Callable[[Position], str] | None) -> None:
        self._position = position
        self._rest = rest
        self._guesses: list[NDArray[np.uint8]] = []
        self._parents: list[int] = []
        self._feedbacks: list[int] = []
        self._wins: list[bool] = []

    def read(self, position: Position, words: Iterator[str], parent: int, feedback: int) -> None:
        """Add the nodes of a position and all below."""
        if len(position.turns) - len(self._position.turns) >= MOST_GUESSES:
            raise TooLarge("tree-depth", limit=MOST_GUESSES)
        rows = position.candidates.array
        if len(rows) <= _IN_ORDER and self._parents:
            self._add_in_order(position, parent, feedback)
            return
        word = next(words, None)
        if word is None and self._rest is not None:
            words = iter(self._rest(position).split(" "))
            word = next(words, None)
        if not word:
            raise UnreadableText("strategy-short", position=position)
        guess = position.variant.code(word)
        ordinals = scores(position.variant, guess, rows)
        node = self._add(to_array([guess])[0], parent, feedback, wins=guess in position.candidates)
        for ordinal in np.unique(ordinals).tolist():
            following = Feedback.from_ordinal(ordinal)
            if following == position.variant.win:
                continue
            if len(rows) == int((ordinals == ordinal).sum()):
                raise NotAllowed("strategy-useless", guess=guess, position=position)
            self.read(position.extend(Turn(guess, following)), words, node, ordinal)

    def _add_in_order(self, position: Position, parent: int, feedback: int) -> None:
        rows = position.candidates.array
        first = self._add(rows[0], parent, feedback, wins=True)
        for row in rows[1:]:
            self._add(row, first, int(scores(position.variant, to_code(rows[0]), row[None])[0]), wins=True)

    def _add(self, row: NDArray[np.uint8], parent: int, feedback: int, *, wins: bool) -> int:
        self._guesses.append(row)
        self._parents.append(parent)
        self._feedbacks.append(feedback)
        self._wins.append(wins)
        return len(self._parents) - 1

    def tree(self, name: str) -> StrategyTree:
        columns: list[Any] = [
            np.array(self._guesses, np.uint8),
            np.array(self._parents, np.uint32),
            np.array(self._feedbacks, np.uint16),
            np.array(self._wins, bool),
        ]
        return StrategyTree(self._position, name, *columns)
