"""Strategy trees: a strategy written out, so that it can be measured, published, read back and checked.

A tree is a table of nodes, each a guess with the feedback to the previous guess that leads to it. `grow` writes out any
function that chooses guesses. What it is written to, JSON, log or text, comes in pieces if there are many nodes.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from keypeg import tree_nodes, tree_picture, tree_text
from keypeg.candidates import Codes, to_array, to_code
from keypeg.errors import NotAllowed, TooLarge
from keypeg.notebook import ShownAsSvg
from keypeg.pairs import paired_scores
from keypeg.palette import CLASSIC, Palette
from keypeg.position import Position
from keypeg.render import Look
from keypeg.rules import Code, Feedback, Turn, Variant
from keypeg.tree_picture import Twig

GROW_LIMIT = 1 << 20
"""The most candidates for which a strategy without a `grow` of its own is written out: a matter of minutes."""

Choose = Callable[[Position], Code]
Progress = Callable[[float, float], object]
"""Is called with the work done and the whole; its result is ignored, and an exception ends the work."""


@dataclass(frozen=True, slots=True)
class Summary:
    """How many guesses a strategy needs: `histogram[k]` codes take k + 1 guesses."""

    histogram: tuple[int, ...]

    @classmethod
    def of(cls, guesses: Counter[int]) -> "Summary":
        """Make a summary from how many codes took each number of guesses."""
        return cls(tuple(guesses[number] for number in range(1, max(guesses, default=0) + 1)))

    @property
    def codes(self) -> int:
        return sum(self.histogram)

    @property
    def total(self) -> int:
        """Guesses over all codes."""
        return sum(number * codes for number, codes in enumerate(self.histogram, 1))

    @property
    def average(self) -> float:
        return self.total / self.codes

    @property
    def depth(self) -> int:
        """The most guesses that any code needs."""
        return len(self.histogram)

    @property
    def worst(self) -> int:
        """How many codes need that many."""
        return self.histogram[-1]

    @property
    def signature(self) -> str:
        return f"{self.total}:{self.depth}:{self.worst}"

    def as_json(self) -> dict[str, Any]:
        return {
            "codes": self.codes,
            "total": self.total,
            "average": self.average,
            "depth": self.depth,
            "worst": self.worst,
            "histogram": list(self.histogram),
            "signature": self.signature,
        }


@dataclass(frozen=True)
class StrategyTree(ShownAsSvg):
    """A strategy from `position` on, as a table of nodes: the root comes first, every parent before its children."""

    position: Position
    strategy: str
    guesses: NDArray[np.uint8]
    parents: NDArray[np.uint32]
    feedbacks: NDArray[np.uint16]
    wins: NDArray[np.bool_]

    def __post_init__(self) -> None:
        for array in (self.guesses, self.parents, self.feedbacks, self.wins):
            array.flags.writeable = False

    def __len__(self) -> int:
        return len(self.parents)

    @property
    def variant(self) -> Variant:
        return self.position.variant

    @cached_property
    def depths(self) -> NDArray[np.uint32]:
        """Which guess of a game each node is, counted from 1 at the root."""
        depths = np.ones(len(self), np.uint32)
        while True:
            further = depths[self.parents] + np.uint32(1)
            further[0] = 1
            if np.array_equal(further, depths):
                return depths
            depths = further

    @cached_property
    def summary(self) -> Summary:
        return Summary(tuple(np.bincount(self.depths[self.wins])[1:].tolist()))

    @cached_property
    def _children(self) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """The nodes sorted by parent and feedback, and where the children of each parent begin."""
        paths = self.parents[1:].astype(np.uint64) * (self.variant.win.ordinal + 1) + self.feedbacks[1:]
        order = np.argsort(paths).astype(np.uint32) + np.uint32(1)
        starts = np.zeros(len(self) + 1, np.uint32)
        np.cumsum(np.bincount(self.parents[1:], minlength=len(self)), out=starts[1:])
        return order, starts

    @cached_property
    def _in_order(self) -> NDArray[np.uint32]:
        """The nodes, each before those that follow it, and these in the order of their feedbacks."""
        order, starts = self._children
        before = np.zeros(len(self), np.uint32)  # nodes at or below the children that come first
        np.cumsum(self._sums(np.ones(len(self), np.uint32))[order], out=before[1:])
        places = np.zeros(len(self), np.uint32)
        places[order] = before[:-1] - before[starts[self.parents[order]]] + np.uint32(1)
        for level in range(2, int(self.depths.max()) + 1):
            nodes = np.flatnonzero(self.depths == level)
            places[nodes] += places[self.parents[nodes]]
        in_order = np.empty(len(self), np.uint32)
        in_order[places] = np.arange(len(self), dtype=np.uint32)
        return in_order

    def _sums(self, numbers: NDArray[Any]) -> NDArray[Any]:
        """Add to the number of each node those of all below it."""
        for level in range(int(self.depths.max()), 1, -1):
            nodes = np.flatnonzero(self.depths == level)
            np.add.at(numbers, self.parents[nodes], numbers[nodes])
        return numbers

    def guess(self, node: int) -> Code:
        return to_code(self.guesses[node])

    def children(self, node: int) -> dict[Feedback, int]:
        """Return the nodes below, by the feedback that leads to each, in order."""
        order, starts = self._children
        below = order[starts[node] : starts[node + 1]].tolist()
        return {Feedback.from_ordinal(int(self.feedbacks[child])): child for child in below}

    def choose(self, position: Position | str) -> Code:
        """Return the tree's guess at a position on one of its paths."""
        return self.guess(self.node_at(position))

    def node_at(self, position: Position | str) -> int:
        """Return the node of the guess at a position on one of the tree's paths."""
        position = Position.of(position)
        node, start = 0, len(self.position.turns)
        if position.variant != self.variant or position.turns[:start] != self.position.turns:
            raise NotAllowed("tree-position", own=self.position, position=position)
        for turn in position.turns[start:]:
            child = self.children(node).get(turn.feedback) if turn.guess == self.guess(node) else None
            if child is None:
                raise NotAllowed("tree-path", turn=turn, position=position)
            node = child
        return node

    def games(self) -> Iterator[tuple[Turn, ...]]:
        """Yield the games that the strategy plays, one for each code, in the order of the tree."""
        stack: list[tuple[int, tuple[Turn, ...]]] = [(0, ())]
        while stack:
            node, turns = stack.pop()
            guess = self.guess(node)
            if self.wins[node]:
                yield (*turns, Turn(guess, self.variant.win))
            below = [(child, (*turns, Turn(guess, feedback))) for feedback, child in self.children(node).items()]
            stack.extend(reversed(below))

    def log(self) -> Iterator[str]:
        """Yield the research log: the turns that always suffice, an empty line, and one line per code.

        Colors count from 0; feedback is a 2 for each black, a 1 for each white, and a 0 for each other peg.
        """
        return _lines(self.log_pieces())

    def log_pieces(self, progress: Progress | None = None) -> Iterator[str]:
        """Yield the same in pieces of many lines."""
        yield f"{self.summary.depth}\n\n"
        pieces = ((nodes, self.wins[at]) for nodes, at in self._pieces(self._in_order, progress))
        yield from (piece.decode() for piece in tree_text.games_of(self.variant, pieces))

    def text(self, depth: int | None = None) -> Iterator[str]:
        """Yield the tree as indented lines, one per guess, down to `depth` guesses; below, only the number of codes."""
        return _lines(self.text_pieces(depth))

    def text_pieces(self, depth: int | None = None, progress: Progress | None = None) -> Iterator[str]:
        """Yield the same in pieces of many lines."""
        order = self._in_order
        if depth is not None:
            order = order[self.depths[order] <= depth + 1]
        for nodes, at in self._pieces(order, progress):
            yield tree_text.lines_of(self.variant, nodes, self.wins[at], self.codes_below[at], depth).decode()

    def _pieces(
        self, order: NDArray[np.uint32], progress: Progress | None
    ) -> Iterator[tuple[tree_text.Nodes, NDArray[np.uint32]]]:
        """Yield nodes in order, many at a time, and which ones these are."""
        for start in range(0, len(order), tree_text.PIECE):
            at = order[start : start + tree_text.PIECE]
            yield tree_text.Nodes(self.guesses[at], self.depths[at], self.feedbacks[at]), at
            if progress:
                progress(start + len(at), len(order))

    @cached_property
    def codes_below(self) -> NDArray[np.int64]:
        """How many codes are found at each node or below it."""
        return self._sums(self.wins.astype(np.int64))

    @cached_property
    def totals(self) -> NDArray[np.int64]:
        """How many guesses the codes at each node or below it take from there on, all together."""
        depths = self.depths.astype(np.int64)
        totals: NDArray[np.int64] = self._sums(np.where(self.wins, depths, 0)) - self.codes_below * (depths - 1)
        return totals

    def dot(self, depth: int | None = None) -> Iterator[str]:
        """Yield the tree as lines for Graphviz, down to `depth` guesses."""
        name = self.strategy.replace("\\", "").replace('"', "")
        yield f'digraph "{self.position} {name}" {{'
        yield '  rankdir=LR; node [shape=box, fontname="monospace"]; edge [fontname="monospace"];'
        for node in np.flatnonzero(self.depths <= (depth or self.summary.depth)).tolist():
            style = "" if self.wins[node] else ", style=dashed"
            yield f'  n{node} [label="{self.guess(node)}\\n{self.codes_below[node]}"{style}];'
            if node:
                yield f'  n{self.parents[node]} -> n{node} [label="{_feedback(self, node)}"];'
        yield "}"

    def svg(self, depth: int | None = None, *, palette: Palette | str = CLASSIC, caption: str = "") -> str:
        """Draw the tree down to `depth` guesses as a standalone SVG picture, with a line of words above it if given."""
        title = f"{self.position} {self.strategy} {self.summary.signature}"
        look = Look(self.variant, palette, numbered=True)
        return tree_picture.svg(self._twig(0, depth), look, title, caption)

    def _twig(self, node: int, depth: int | None) -> Twig:
        """Return the tree from a node on, as it is drawn."""
        below = {} if depth is not None and self.depths[node] >= depth else self.children(node)
        twigs = tuple((feedback, self._twig(child, depth)) for feedback, child in below.items())
        return Twig(self.guess(node), bool(self.wins[node]), int(self.codes_below[node]), twigs)

    def as_json(self) -> dict[str, Any]:
        """Return the tree as plain data: nested guesses, and a bare code where nothing follows."""
        built: dict[int, Any] = {}
        for node in range(len(self) - 1, -1, -1):
            below = {str(feedback): built.pop(child) for feedback, child in self.children(node).items()}
            guess = str(self.guess(node))
            built[node] = {"guess": guess, "then": below} if below else guess
        return {**self._claims(), "tree": built[0]}

    def json_pieces(self, more: Mapping[str, Any] | None = None, progress: Progress | None = None) -> Iterator[str]:
        """Yield the same as text, in pieces, with `more` at its end."""
        claims = self._claims()
        beside = {name: claim for name, claim in (more or {}).items() if name not in {*claims, "tree"}}
        yield json.dumps(claims)[:-1] + ', "tree": '
        before, done = 0, 0
        for nodes, at in self._pieces(self._in_order, progress):
            done += len(at)
            after = int(self.depths[self._in_order[done]]) if done < len(self) else 0
            yield tree_text.json_of(self.variant, nodes, before, after).decode()
            before = int(nodes.depths[-1])
        yield (", " + json.dumps(beside)[1:] if beside else "}") + "\n"

    def _claims(self) -> dict[str, Any]:
        return {
            "format": tree_nodes.FORMAT,
            "position": str(self.position),
            "variant": str(self.variant),
            "strategy": self.strategy,
            **self.summary.as_json(),
        }

    @classmethod
    def from_json(cls, data: object) -> "StrategyTree":
        """Read what `as_json` wrote. Whether its claims are true is for `verify` to say."""
        data = tree_nodes.root_of(data)
        tree_nodes.count(data.get("tree"))
        position = Position.parse(tree_nodes.string(data, "position"))
        nodes: list[tuple[Code, int, int]] = []
        stack: list[tuple[Any, int, int]] = [(data.get("tree"), 0, 0)]
        while stack:
            entry, parent, ordinal = stack.pop()
            guess, below = tree_nodes.read(position.variant, entry)
            stack.extend((child, len(nodes), feedback) for feedback, child in reversed(below))
            nodes.append((guess, parent, ordinal))
        return cls.from_nodes(position, tree_nodes.string(data, "strategy"), nodes)

    @classmethod
    def from_nodes(
        cls,
        position: Position,
        strategy: str,
        nodes: Sequence[tuple[Code, int, int]],
        wins: Sequence[bool] | None = None,
    ) -> "StrategyTree":
        """Build a tree from nodes (guess, parent, ordinal of the feedback), parents first.

        `wins` says which of the guesses can be the code; if that is not known, it is found out.
        """
        texts, above, replies = zip(*nodes, strict=True)
        guesses, parents, feedbacks = to_array(texts), np.array(above, np.uint32), np.array(replies, np.uint16)
        known = _candidates(position, guesses, parents, feedbacks) if wins is None else np.array(wins, bool)
        return cls(position, strategy, guesses, parents, feedbacks, known)


def _candidates(
    position: Position, guesses: Codes, parents: NDArray[np.uint32], feedbacks: NDArray[np.uint16]
) -> NDArray[np.bool_]:
    """Return of each node whether its guess is consistent with all that led there."""
    colors = position.variant.colors
    are_candidates = np.ones(len(guesses), bool)
    for turn in position.turns:
        are_candidates &= paired_scores(to_array([turn.guess]), guesses, colors) == turn.feedback.ordinal
    nodes = at = np.flatnonzero(are_candidates)
    while len(nodes):  # go up from each of them at the same time, and drop those that a turn refutes
        nodes, at = nodes[at > 0], at[at > 0]
        fits = paired_scores(guesses[parents[at]], guesses[nodes], colors) == feedbacks[at]
        are_candidates[nodes[~fits]] = False
        nodes, at = nodes[fits], parents[at[fits]]
    return are_candidates


def grow(  # noqa: PLR0913 - the last three are rarely given
    position: Position,
    strategy: str,
    choose: Choose,
    first: Code | None = None,
    progress: Progress | None = None,
    *,
    errs: bool = False,
) -> StrategyTree:
    """Write out a function that chooses guesses. `first`, if given, is the first guess.

    A guess that tells nothing is refused unless the function `errs`.
    """
    if first is not None:
        position.variant.check_code(first)
    nodes: list[tuple[Code, int, int]] = []
    wins: list[bool] = []
    check_size(position, strategy)
    found, codes = 0, len(position.candidates)
    stack: list[tuple[Position, int, int]] = [(position, 0, 0)]
    while stack:
        here, parent, ordinal = stack.pop()
        guess = choose(here) if nodes or first is None else first
        parts = here.partition(guess)
        if len(parts) == 1 and not (parts.can_win or errs):
            raise NotAllowed("guess-useless", strategy=strategy, guess=guess, position=here)
        number = len(nodes)
        nodes.append((guess, parent, ordinal))
        wins.append(parts.can_win)
        found += parts.can_win
        if progress:
            progress(found, codes)
        below = sorted((feedback.ordinal for feedback in parts if feedback != position.variant.win), reverse=True)
        stack += [(here.play(Turn(guess, Feedback.from_ordinal(last))), number, last) for last in below]
    return StrategyTree.from_nodes(position, strategy, nodes, wins)


def join(position: Position, strategy: str, guess: Code, parts: Mapping[Feedback, StrategyTree]) -> StrategyTree:
    """Return the tree that makes a guess, and goes on with the tree of each part that the guess leaves."""
    size, parents, feedbacks = 1, [np.zeros(1, np.uint32)], [np.zeros(1, np.uint16)]
    for feedback, part in parts.items():
        parents.append(np.concatenate([parents[0], part.parents[1:] + np.uint32(size)]))
        feedbacks.append(np.concatenate([np.array([feedback.ordinal], np.uint16), part.feedbacks[1:]]))
        size += len(part)
    guesses = np.concatenate([to_array([guess]), *(part.guesses for part in parts.values())])
    can_win = np.array([all(turn.is_consistent(guess) for turn in position.turns)])
    wins = np.concatenate([can_win, *(part.wins for part in parts.values())])
    return StrategyTree(position, strategy, guesses, np.concatenate(parents), np.concatenate(feedbacks), wins)


def check_size(position: Position, strategy: str) -> None:
    """Refuse to write out a strategy without a fast way of its own where the candidates are too many."""
    if position.variant.size > GROW_LIMIT and len(position.candidates) > GROW_LIMIT:
        raise TooLarge("tree-size", limit=GROW_LIMIT, strategy=strategy, position=position)


def _feedback(tree: StrategyTree, node: int) -> Feedback:
    return Feedback.from_ordinal(int(tree.feedbacks[node]))


def _lines(pieces: Iterable[str]) -> Iterator[str]:
    for piece in pieces:
        yield from piece.splitlines()
