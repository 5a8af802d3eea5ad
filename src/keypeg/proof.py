"""What the lines of a ledger prove together, and what is still open.

A guess needs one for each candidate, and what the parts need that it leaves; a position needs what its best guess
needs. So a proof is a tree of positions. A lower bound of a position comes from a line, from the sizes of the parts
that its guesses leave, or from what is known of these parts; an upper bound comes from a line, or from the parts of a
guess. A position that takes too long to search is divided into its guesses, and a guess into its parts.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from keypeg import _core, preorder
from keypeg.candidates import Codes, core_key, scores, to_code
from keypeg.errors import NotAllowed
from keypeg.exact import Bounds, check_size, core_search
from keypeg.ledger import VERSION, Facts, Line
from keypeg.position import Position
from keypeg.proof_nodes import UNKNOWN, Branch, CodeNumbers, Node
from keypeg.rules import Code, Feedback, Turn
from keypeg.tree import StrategyTree

MOST_SECONDS = 600.0
"""What took up to this much processor time in all is written down as one fact that stands on its own."""

_TRIVIAL = 2  # candidates that are guessed one after the other
_LARGE = 500  # more candidates than this may take longer than a moment
_FIRST = 0.75  # of the share of a large part: what it is asked for at first
_NEXT = 0.1  # what it is asked for later on

Subject = tuple[str, Code | None]
"""What a worker may be busy with: a position as a text, or one of its guesses."""


@dataclass(frozen=True, slots=True)
class Goal:
    """The question whether a position needs fewer guesses in all than `below`.

    With `guesses`, only the strategies that begin with one of these count.
    """

    position: Position
    below: int
    guesses: tuple[Code, ...] = ()

    @property
    def subjects(self) -> set[Subject]:
        return {(str(self.position), guess) for guess in self.guesses or (None,)}


class Proof:
    """The tree of a proof, kept up to date as lines are added."""

    def __init__(self, position: Position | str, facts: Facts | None = None) -> None:
        self.position = Position.of(position)
        if self.position.is_won:
            raise NotAllowed("code-found", position=self.position)
        check_size(self.position.variant)
        self.facts = facts or Facts()
        self._memory = _core.ExactMemory(core_key(self.position.variant), 1 << 16)
        self._codes = CodeNumbers(self.position.variant)
        self.nodes: dict[str, Node] = {}
        self.root = self._node(self.position, None)

    @property
    def bounds(self) -> Bounds:
        return Bounds(self.root.lower, self.root.upper)

    # ---- building the tree

    def _node(self, position: Position, parent: Node | None) -> Node:
        text, size = str(position), len(position.candidates.array)
        if size <= _TRIVIAL:
            least, first = 2 * size - 1, str(to_code(position.candidates.array[0]))
            self.nodes[text] = Node(position, text, size, parent, least, self._codes, least, least, first)
            return self.nodes[text]
        rows, bounds = self._ranked(position)
        least = int(bounds.min())
        node = self.nodes[text] = Node(position, text, size, parent, least, self._codes, least)
        for line in self.facts.about(text):
            node.take(line)
        if self.facts.is_divided(text):
            self._list_guesses(node, rows, bounds)
            for guess in sorted(self.facts.divided_guesses(text)):
                number = node.number_of(guess)
                if number is not None:
                    self._branch(node, number)
            node.conclude()
        node.seconds = self._seconds_told(node)
        return node

    def _ranked(self, position: Position) -> tuple[Codes, NDArray[np.int32]]:
        """Return the guesses up to symmetry, the likeliest first, and what each needs by the sizes of its parts."""
        rows, bounds = core_search(position, self._memory).ranked()
        return rows, bounds.ravel()

    def divide(self, node: Node) -> None:
        """List the guesses of a position, with what is known of each."""
        if not node.is_divided:
            self._list_guesses(node, *self._ranked(node.position))

    def _list_guesses(self, node: Node, rows: Codes, bounds: NDArray[np.int32]) -> None:
        node.is_divided = True
        node.guesses, node.bounds, node.bounds_by_sizes = self._codes.of_rows(rows), bounds.copy(), bounds
        for line in self.facts.about(node.text):
            if line.is_about_guesses:
                node.take(line)

    def divide_guess(self, node: Node, guess: Code) -> list[Line]:
        """Look at the parts that a guess leaves one by one, and return the lines that follow from what is known."""
        self.divide(node)
        number = node.number_of(guess)
        if number is None or number in node.branches:
            return []
        self._branch(node, number)
        return self._spread(node)

    def _branch(self, node: Node, number: int) -> None:
        branch = Branch(node.size, [self._node(part, node) for part in self._parts(node, number)])
        node.branches[number] = branch
        node.bounds[number] = max(node.bounds[number], branch.lower)

    def _parts(self, node: Node, number: int) -> list[Position]:
        """Return the positions that a guess leads to, small ones first."""
        guess = node.guess(number)
        variant, rows = node.position.variant, node.position.candidates.array
        ordinals, sizes = np.unique(scores(variant, guess, rows), return_counts=True)
        feedbacks = [Feedback.from_ordinal(int(ordinal)) for ordinal in ordinals[np.argsort(sizes, kind="stable")]]
        return [node.position.extend(Turn(guess, feedback)) for feedback in feedbacks if feedback != variant.win]

    # ---- what follows without a line

    def needs(self, node: Node, least: int) -> bool:
        """Return whether all guesses of a position need at least this, by what is known of each or `guess_needs`."""
        if node.size <= _TRIVIAL:
            return least <= node.by_sizes
        self.divide(node)
        return all(self.guess_needs(node, number, least) for number in np.flatnonzero(node.bounds < least).tolist())

    def guess_needs(self, node: Node, number: int, least: int) -> bool:
        """Return whether a guess needs at least this, by what is known of its parts, or else by sizes within them."""
        if node.derived_bound(number) >= least:
            return True
        if number in node.branches:
            return False
        parts = self._parts(node, number)
        sizes = [len(part.candidates.array) for part in parts]
        total = node.size + sum(2 * size - 1 for size in sizes)
        for part, size in reversed([*zip(parts, sizes, strict=True)]):  # large ones need the most beyond 2 n - 1
            if total >= least or size <= _TRIVIAL:
                break
            total += int(self._ranked(part)[1].min()) - (2 * size - 1)
        return total >= least

    def follows(self, line: Line) -> bool:
        """Return whether a lower bound follows from the sizes of parts, and from lines other than its own.

        A line about a position may rest on those about its guesses, and these only on lines with more turns. One that
        was not searched for may also repeat one that was, and guesses that have no lines are looked into as well.
        """
        node = self.nodes[line.position]
        if line.is_about_guesses:
            return self._guesses_follow(node, line)
        if line.lower <= max(node.by_sizes, node.derived_lower):
            return True
        if line.seconds is not None:
            return False
        others = self.facts.about(line.position)
        searched = [other.lower for other in others if other.seconds is not None and not other.is_about_guesses]
        return line.lower <= max(searched, default=0) or self.needs(node, line.lower)

    def _guesses_follow(self, node: Node, line: Line) -> bool:
        numbers = node.numbers_of(line.guesses)
        if len(numbers) < len(set(line.guesses.split(" "))):
            return False
        if line.seconds is not None:
            return all(line.lower <= node.derived_bound(number) for number in numbers)
        return all(self.guess_needs(node, number, line.lower) for number in numbers)

    # ---- what follows from a line

    def add(self, line: Line) -> list[Line]:
        """Take in a line, and return the lines that follow from it about positions above its own."""
        node = self.nodes.get(line.position)
        is_new = self.facts.add(line)
        if node is None or not is_new:
            return []
        if line.is_about_guesses:
            self.divide(node)
        node.take(line)
        node.spend(line.seconds or 0.0)
        return self._spread(node)

    def _spread(self, node: Node) -> list[Line]:
        """Conclude upwards from what is newly known of a node."""
        lines: list[Line] = []
        at: Node | None = node
        while at is not None:
            before = at.lower, at.upper
            at.conclude()
            at.is_claimed = at.is_claimed and before == (at.lower, at.upper)
            if at.is_divided and not at.is_claimed and at.is_done(at.needed):
                lines += self._claims(at)
            at = at.parent
        for line in lines:
            self.facts.add(line)
        return lines

    def _claims(self, node: Node) -> Iterator[Line]:
        """Write down what follows about a position; first, what it follows from, where no line says that yet."""
        for branch in node.branches.values():
            for part in branch.parts:
                if part.is_divided and not part.is_claimed and part.lower > part.by_sizes:
                    yield from self._claims(part)
        node.is_claimed = True
        seconds = node.seconds if node.seconds <= MOST_SECONDS and self._is_searched(node) else None
        if node.upper == UNKNOWN:
            yield Line(node.text, node.lower, None, seconds, VERSION)
        else:
            strategy = node.strategy if seconds is None else self._whole_strategy(node)
            yield Line(node.text, node.lower, node.upper, seconds, VERSION, strategy)

    def _whole_strategy(self, node: Node) -> str:
        """Return a strategy down to the last guess, for a line that stands without those that it comes from."""
        return preorder.write(preorder.read(node.position, node.strategy, "", self.strategy_at))

    def _seconds_told(self, node: Node) -> float:
        """Return the processor time that the lines about a position, and about all that it leads to, tell of.

        Once a position is divided, the line that settles it may say what all the others took together.
        """
        lines = self.facts.about(node.text)
        own = sum(line.seconds or 0.0 for line in lines)
        parts = sum(part.seconds for branch in node.branches.values() for part in branch.parts)
        settling = (line.seconds or 0.0 for line in lines if node.is_divided and node.is_said_by(line))
        return max(settling, default=0.0) or own + parts

    def _is_searched(self, node: Node) -> bool:
        """Return whether anything that is known of a position comes from a search, however short."""
        parts = (part for branch in node.branches.values() for part in branch.parts)
        own = any(line.seconds is not None for line in self.facts.about(node.text))
        return own or any(self._is_searched(part) for part in parts)

    def essential(self) -> list[Line]:
        """Return the lines on which the proof rests, without those that others make needless."""
        return list(self._essential(self.root, is_settled=False))

    def _essential(self, node: Node, *, is_settled: bool) -> Iterator[Line]:
        """Yield the lines to keep of a position and all below. It is settled once no more needs to be found out."""
        is_settled = is_settled or node.is_done(node.needed)
        lines = self.facts.about(node.text)
        whole = [line for line in lines if not line.is_about_guesses]
        searched = [line for line in whole if line.seconds is not None]
        yield from dict.fromkeys((*_best(searched), *_best(whole)))
        lower = max((line.lower for line in searched), default=node.by_sizes)
        upper = min((line.upper or UNKNOWN for line in searched), default=UNKNOWN)
        if is_settled and max(lower, node.by_sizes) == node.lower and upper == node.upper:
            return
        yield from (line for line in lines if line.is_about_guesses)
        for branch in node.branches.values():
            for part in branch.parts:
                yield from self._essential(part, is_settled=is_settled)

    # ---- what is open

    def goals(self, busy: Collection[Subject] = (), share: int = 1) -> Iterator[Goal]:
        """Yield what to find out next, in the order in which one worker would, but for what others are busy with.

        Guesses of a position that are looked into one by one are shared out among `share` workers. The parts of the
        likeliest guess are needed in any case; those of the others come one after the other, since with each that is
        known the next one has to need less, and often a guess is refuted before its large parts are looked into.
        """
        yield from self._goals(self.root, UNKNOWN, busy, share)

    def _goals(self, node: Node, below: int, busy: Collection[Subject], share: int) -> Iterator[Goal]:
        node.needed = below
        if node.is_done(below) or (node.text, None) in busy:
            return
        best = min(below, node.upper)
        if not node.is_divided:
            yield Goal(node.position, best)
            return
        still_open = np.flatnonzero(node.bounds < best).tolist()
        if best == UNKNOWN:
            still_open = still_open[:1]  # the first guess alone: it gives the others a bound to beat
        for number in still_open:
            if number in node.branches:
                goals = self._part_goals(node.branches[number], best, busy, share)
                yield from goals if number == 0 else islice(goals, _is_idle(node.branches[number], busy))
        single = [node.guess(number) for number in still_open if number not in node.branches]
        free = [guess for guess in single if (node.text, guess) not in busy]
        length = max(-(-len(free) // share), 1)
        for start in range(0, len(free), length):
            yield Goal(node.position, best, tuple(free[start : start + length]))

    def _part_goals(self, branch: Branch, best: int, busy: Collection[Subject], share: int) -> Iterator[Goal]:
        """Yield what to find out about the parts of a guess, so that it is refuted or proven to be the best.

        If the strategy that begins with it is the best one known, all parts have to be solved.
        """
        missing = best - branch.lower
        large = [] if branch.upper <= best else [part for part in branch.parts if _is_large(part)]
        for part in branch.parts:
            if part not in large:
                yield from self._goals(part, part.lower + missing, busy, share)
        for part, least in _little_by_little(large, missing):
            yield from self._goals(part, least, busy, share)

    # ---- the strategy

    def gap(self) -> Line | None:
        """Return a line that should follow from others and doesn't: its bound, or its strategy from somewhere on."""
        lines = (line for line in self.facts if line.seconds is None and line.position in self.nodes)
        return next((line for line in lines if not (self.follows(line) and self._goes_on(line))), None)

    def _goes_on(self, line: Line) -> bool:
        """Return whether a strategy that is written down as a first guess goes on after each feedback."""
        if line.upper is None or " " in line.guesses:
            return True
        node, variant = self.nodes[line.position], self.position.variant
        number = node.number_of(line.guesses)
        if number in node.branches:
            return node.branches[number].upper < UNKNOWN
        ordinals = scores(variant, variant.code(line.guesses), node.position.candidates.array)
        return bool(np.bincount(ordinals).max() <= _TRIVIAL)

    def tree(self) -> StrategyTree | None:
        """Return the best strategy that the lines give; None if they give none yet."""
        if self.root.upper == UNKNOWN:
            return None
        tree = preorder.read(self.position, self.root.strategy, "optimal average", self.strategy_at)
        self.root.check(tree.summary.total)
        return tree

    def strategy_at(self, position: Position) -> str:
        """Return the best strategy of a position, by a line or by the parts of a guess."""
        node = self.nodes.get(str(position))
        if node is None or not node.strategy:
            raise NotAllowed("ledger-strategy", position=position)
        return node.strategy


def _is_large(part: Node) -> bool:
    return part.size > _LARGE and not part.is_proven


def _little_by_little(large: list[Node], missing: int) -> list[tuple[Node, int]]:
    """Return what to ask of the large parts of a guess that misses so much: that each needs at least this.

    The first steps of a bound are by far the cheapest, and where they become dear nobody knows beforehand. So the large
    parts begin with most of their shares by size. Then they are asked for a little more, again and again, and the one
    that has taken the least time for its size comes first.
    """
    size = sum(part.size for part in large)
    beyond = missing + sum(part.lower - part.by_sizes for part in large)
    begun, others = [], []
    for part in large:
        share = beyond * part.size / size
        first, step = part.by_sizes + int(_FIRST * share), 1 + int(_NEXT * share)
        if part.lower < first:
            begun.append((part, first))
        else:
            others.append((part, part.lower + (missing if len(large) == 1 else min(missing, step))))
    return begun + sorted(others, key=lambda asked: asked[0].seconds / asked[0].size)


def _is_idle(branch: Branch, busy: Collection[Subject]) -> bool:
    """Return whether nobody works on a guess."""
    texts = tuple(part.text for part in branch.parts)
    return not any(text in texts or text.startswith(tuple(f"{one} " for one in texts)) for text, _ in busy)


def _best(lines: list[Line]) -> Iterator[Line]:
    """Yield the line with the best lower bound, and that with the best upper bound, if there are any."""
    if lines:
        yield max(lines, key=lambda line: (line.lower, -(line.upper or UNKNOWN), line.seconds is not None))
    if with_upper := [line for line in lines if line.upper is not None]:
        yield min(with_upper, key=lambda line: (line.upper, -line.lower, line.seconds is None))
