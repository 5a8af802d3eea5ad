"""Trees replayed against every code, independently of the code that made them: nothing here needs the core.

`verify` does so in plain Python. `verify_nodes` does the same with arrays, for trees of millions of nodes: codes whose
games are at different nodes are scored together, and a set of very many codes is split before.
"""

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from keypeg import tree_nodes
from keypeg.candidates import Codes, to_array, to_code
from keypeg.errors import KeypegError, NotAllowed, TooLarge, UnreadableText
from keypeg.pairs import paired_scores
from keypeg.position import Position
from keypeg.rules import Code, Feedback, Turn, Variant, score
from keypeg.tree import Progress, StrategyTree, Summary
from keypeg.tree_text import Nodes, parents_of

VERIFY_LIMIT = 1 << 24
"""The most codes that are replayed."""

MOST_FLAWS = 20
"""The most flaws that are told."""

_LISTED_ANYWAY = 1 << 16  # codes, however few guesses there are for them: so that it can be said which ones are missing
_FEW = 3  # codes that are named
_TOGETHER = 1 << 17  # codes that are replayed together to the end
_BLOCK = 1 << 16  # pairs that are scored at a time


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a replay of a tree found: a summary by its own count, and the flaws, of which a good tree has none.

    A flaw is an error that is told and not raised.
    """

    summary: Summary
    flaws: tuple[NotAllowed, ...]

    @property
    def is_good(self) -> bool:
        return not self.flaws


def verify(data: object, progress: Progress | None = None, most_flaws: int = MOST_FLAWS) -> Verdict:
    """Replay a tree, as `StrategyTree.as_json` writes it, against every code, in plain Python.

    Every code consistent with the tree's position must be found, every branch must be reached by some code, and what
    the tree claims must be what the replay counts. None of the code that grew the tree is used: codes are listed and
    scored by `rules` alone.
    """
    data = tree_nodes.root_of(data)
    guesses = tree_nodes.count(data.get("tree"))
    position = position_of(data)
    variant = position.variant
    consistent = (code for code in variant if all(turn.is_consistent(code) for turn in position.turns))
    most = max(guesses, _LISTED_ANYWAY)  # a good tree has a guess for each code
    codes = list(itertools.islice(consistent, most + 1))
    if len(codes) > most:
        return Verdict(Summary(()), (NotAllowed("flaw-few", position=position, guesses=guesses, codes=most),))
    taken: Counter[int] = Counter()
    flaws: list[NotAllowed] = []
    stack: list[tuple[Any, list[Code], tuple[Turn, ...]]] = [(data.get("tree"), codes, ())]
    while stack and len(flaws) < most_flaws:
        entry, left, path = stack.pop()
        try:
            guess, below = tree_nodes.read(variant, entry)
        except KeypegError as error:
            flaws.append(_unreadable(path, error))
            continue
        parts = _split(left, guess)
        taken[len(path) + 1] += len(parts.pop(variant.win, ()))
        branches = {Feedback.from_ordinal(ordinal): child for ordinal, child in below}
        flaws += [_unreached(path, guess, feedback) for feedback in branches if feedback not in parts]
        ends = sorted(parts.keys() - branches.keys(), key=lambda feedback: feedback.ordinal)
        flaws += [_unfinished((*path, Turn(guess, end)), parts[end][:_FEW], len(parts[end])) for end in ends]
        following = [(child, feedback) for feedback, child in branches.items() if feedback in parts]
        stack += [(child, parts[feedback], (*path, Turn(guess, feedback))) for child, feedback in reversed(following)]
        if progress:
            progress(taken.total(), len(codes))
    return _verdict(data, variant, Summary.of(+taken), flaws[:most_flaws])


def position_of(claims: Mapping[str, Any]) -> Position:
    """Return the position of a tree that is to be replayed, unless it has too many codes for that."""
    position = Position.parse(tree_nodes.string(claims, "position"))
    if position.variant.size > VERIFY_LIMIT:
        raise TooLarge("tree-replay", variant=position.variant, codes=position.variant.size, limit=VERIFY_LIMIT)
    return position


def _verdict(claims: Mapping[str, Any], variant: Variant, summary: Summary, flaws: Sequence[NotAllowed]) -> Verdict:
    """Return the verdict on a tree; if it finds every code, what it claims must be what was counted."""
    measured = {"variant": str(variant), **summary.as_json()} if not flaws else {}
    false = [
        NotAllowed("flaw-claim", name=key, claimed=tree_nodes.brief(claims[key]), counted=repr(measured[key]))
        for key in measured
        if key in claims and claims[key] != measured[key]
    ]
    lower = claims.get("lower")
    if measured and isinstance(lower, int) and lower > (reached := _reached(claims, summary)):
        false.append(NotAllowed("flaw-bound", lower=lower, counted=reached))
    return Verdict(summary, (*flaws, *false))


def _reached(claims: Mapping[str, Any], summary: Summary) -> int:
    """Return what a tree reaches of what is said to be impossible: a total, or the most guesses."""
    return summary.depth if claims.get("objective") == "worst" else summary.total


def _split(codes: Sequence[Code], guess: Code) -> dict[Feedback, list[Code]]:
    parts: dict[Feedback, list[Code]] = {}
    for code in codes:
        parts.setdefault(score(code, guess), []).append(code)
    return parts


def _unreadable(path: Sequence[Turn], error: KeypegError) -> NotAllowed:
    if not path:
        return NotAllowed("flaw-root", error=error)
    return NotAllowed("flaw-node", turns=_line(path), error=error)


def _unreached(path: Sequence[Turn], guess: Code, feedback: Feedback) -> NotAllowed:
    if not path:
        return NotAllowed("flaw-first-branch", guess=guess, feedback=feedback)
    return NotAllowed("flaw-branch", turns=_line(path), guess=guess, feedback=feedback)


def _unfinished(path: Sequence[Turn], first_codes: Sequence[Code], codes: int) -> NotAllowed:
    few = ", ".join(map(str, first_codes))
    if codes <= len(first_codes):
        return NotAllowed("flaw-end", turns=_line(path), codes=few)
    return NotAllowed("flaw-end-more", turns=_line(path), codes=few, more=codes - len(first_codes))


def _line(turns: Sequence[Turn]) -> str:
    return " ".join(map(str, turns))


# ---- With arrays -----------------------------------------------------------------------------------------------------


def verify_nodes(
    claims: Mapping[str, Any], nodes: Nodes, progress: Progress | None = None, most_flaws: int = MOST_FLAWS
) -> Verdict:
    """Replay the nodes of a tree against every code, and tell what `verify` would tell.

    If there are too many flaws to tell, the summary counts more codes than that of `verify`, which stops earlier.
    """
    position = position_of(claims)
    most = max(len(nodes.depths), _LISTED_ANYWAY)
    codes = _listed(position, most)
    if len(codes) > most:
        few = NotAllowed("flaw-few", position=position, guesses=len(nodes.depths), codes=most)
        return Verdict(Summary(()), (few,))
    replay = _Replay(position.variant, nodes, most_flaws)
    left, number = [_Share(0, len(nodes.depths), codes)], len(codes)
    del codes
    while left and len(replay.flaws) < most_flaws:
        left += reversed(replay.play(left.pop()))
        if progress:
            progress(replay.taken.total(), number)
    return _verdict(claims, position.variant, Summary.of(+replay.taken), replay.flaws)


def tree_of(claims: Mapping[str, Any], nodes: Nodes) -> StrategyTree:
    """Return the tree that nodes make: a guess wins if it is consistent with all turns before it."""
    position, name = Position.parse(tree_nodes.string(claims, "position")), tree_nodes.string(claims, "strategy")
    variant = position.variant
    is_read = _are_codes(variant, nodes.guesses) & _are_feedbacks(variant, nodes.feedbacks)
    for node in np.flatnonzero(~is_read)[:1].tolist():  # which says what is wrong with it
        variant.feedback(Feedback.from_ordinal(int(nodes.feedbacks[node])))
        variant.code(str(to_code(nodes.guesses[node])))
    parents, colors = parents_of(nodes.depths), variant.colors
    if len(np.unique(_keys(variant, parents, nodes.feedbacks))) < len(parents):
        raise UnreadableText("name-twice")
    wins = np.ones(len(parents), np.bool_)
    for start in range(0, len(parents), _BLOCK):
        below = np.arange(start, min(start + _BLOCK, len(parents)), dtype=np.uint32)
        guesses = nodes.guesses[below]
        win = np.ones(len(below), np.bool_)
        for turn in position.turns:
            win &= paired_scores(to_array([turn.guess]), guesses, colors) == turn.feedback.ordinal
        while below.any():
            above = parents[below]
            win &= (below == 0) | (paired_scores(nodes.guesses[above], guesses, colors) == nodes.feedbacks[below])
            below = above
        wins[start : start + _BLOCK] = win
    return StrategyTree(position, name, nodes.guesses, parents, nodes.feedbacks, wins)


class _Share(NamedTuple):
    """A node and all that follow it, which end before `end`, and the codes that lead there."""

    first: int
    end: int
    codes: Codes


class _Flaw(NamedTuple):
    """What is wrong at a node. Flaws are told in the order of the first three."""

    node: int
    kind: int
    number: int
    tell: Callable[[], NotAllowed]


class _Replay:
    """Replays nodes against codes, and notes how many guesses these take and what is wrong."""

    def __init__(self, variant: Variant, nodes: Nodes, most_flaws: int) -> None:
        self.taken: Counter[int] = Counter()
        self.flaws: list[NotAllowed] = []
        self._variant, self._nodes, self._most = variant, nodes, most_flaws

    def play(self, share: _Share) -> list[_Share]:
        """Replay a share to its end, or only its first guess if it is large; return the shares that are left."""
        depths, codes = self._nodes.depths[share.first : share.end], share.codes
        is_large = len(codes) > _TOGETHER
        numbers = share.first + (np.flatnonzero(depths <= depths[0] + 1) if is_large else np.arange(len(depths)))
        part = _Part(self._variant, self._nodes, numbers)
        at = np.zeros(len(codes), np.uint32)
        flaws: list[_Flaw] = []
        for turn in range(int(depths[0]), 1 + int(depths[0] if is_large else depths.max())):
            flaws += self._unreadable(part, at)
            step = part.step(codes, at)
            codes, at = step.codes, step.at
            self.taken[turn] += step.found
            flaws += self._unfinished(part, step.lost, step.lost_keys)
        flaws += self._unreached(part)
        first_flaws = sorted(flaws, key=lambda flaw: flaw[:3])[: self._most - len(self.flaws)]
        self.flaws += [flaw.tell() for flaw in first_flaws]
        borders = np.append(numbers[1:] if is_large else numbers[:0], share.end).tolist()
        shares = enumerate(itertools.pairwise(borders), 1)
        return [_Share(*nodes, codes[at == number]) for number, nodes in shares if part.is_reached[number]]

    def _unreadable(self, part: "_Part", at: NDArray[np.uint32]) -> Iterator[_Flaw]:
        """Tell which of these nodes can't be read."""
        for number in np.unique(at[part.is_unreadable[at]])[: self._most].tolist():
            node = int(part.numbers[number])
            below = part.feedbacks[1:][part.parents[1:] == number].tolist()
            then = {str(Feedback.from_ordinal(ordinal)): None for ordinal in below}
            try:
                tree_nodes.read(self._variant, {"guess": str(self._guess(node)), "then": then})
            except KeypegError as error:
                yield _Flaw(node, 0, 0, partial(self._tell_unreadable, node, error))

    def _unreached(self, part: "_Part") -> Iterator[_Flaw]:
        """Tell which branches no code takes."""
        parents = part.parents[1:]
        numbers = np.flatnonzero(~part.is_reached[1:] & (part.is_reached & ~part.is_unreadable)[parents])
        for number in numbers[np.argsort(parents[numbers], kind="stable")][: self._most].tolist():
            node, feedback = int(part.numbers[parents[number]]), Feedback.from_ordinal(int(part.feedbacks[number + 1]))
            yield _Flaw(node, 1, number, partial(self._tell_unreached, node, feedback))

    def _unfinished(self, part: "_Part", codes: Codes, keys: NDArray[np.int64]) -> Iterator[_Flaw]:
        """Tell after which turns nothing follows, and the codes that are lost there."""
        order = np.argsort(keys, kind="stable")
        ends, starts, counts = np.unique(keys[order], return_index=True, return_counts=True)
        for key, start, count in zip(ends.tolist()[: self._most], starts.tolist(), counts.tolist(), strict=False):
            number, ordinal = divmod(key, self._variant.win.ordinal + 1)
            node, feedback = int(part.numbers[number]), Feedback.from_ordinal(ordinal)
            few = [to_code(row) for row in codes[order[start : start + min(count, _FEW)]]]
            yield _Flaw(node, 2, ordinal, partial(self._tell_unfinished, node, feedback, few, count))

    def _tell_unreadable(self, node: int, error: KeypegError) -> NotAllowed:
        return _unreadable(self._path(node), error)

    def _tell_unreached(self, node: int, feedback: Feedback) -> NotAllowed:
        return _unreached(self._path(node), self._guess(node), feedback)

    def _tell_unfinished(self, node: int, feedback: Feedback, few: Sequence[Code], count: int) -> NotAllowed:
        return _unfinished((*self._path(node), Turn(self._guess(node), feedback)), few, count)

    def _guess(self, node: int) -> Code:
        return to_code(self._nodes.guesses[node])

    def _path(self, node: int) -> tuple[Turn, ...]:
        """Return the turns that lead to a node."""
        turns: list[Turn] = []
        while (depth := int(self._nodes.depths[node])) > 1:
            parent = self._last_before(node, depth - 1)
            turns.append(Turn(self._guess(parent), Feedback.from_ordinal(int(self._nodes.feedbacks[node]))))
            node = parent
        return tuple(reversed(turns))

    def _last_before(self, node: int, depth: int) -> int:
        """Return the last node of a depth before another, which is rarely far away."""
        start = node
        while True:
            start, end = max(start - _BLOCK, 0), start
            if len(found := np.flatnonzero(self._nodes.depths[start:end] == depth)):
                return start + int(found[-1])


class _Step(NamedTuple):
    """What a turn does: how many codes are found, which go on and at which node, and which have nowhere to go."""

    found: int
    codes: Codes
    at: NDArray[np.uint32]
    lost: Codes
    lost_keys: NDArray[np.int64]


class _Part:
    """Some of the nodes, which are a tree of their own, numbered anew."""

    def __init__(self, variant: Variant, nodes: Nodes, numbers: NDArray[np.int64]) -> None:
        self.numbers = numbers
        self._variant, self._guesses = variant, nodes.guesses[numbers]
        self.feedbacks, self.parents = nodes.feedbacks[numbers], parents_of(nodes.depths[numbers])
        self.is_reached = np.arange(len(numbers)) == 0
        keys = _keys(variant, self.parents, self.feedbacks)
        self._order = np.argsort(keys)
        self._keys = keys[self._order]
        if (np.diff(self._keys) == 0).any():
            raise UnreadableText("name-twice")
        self.is_unreadable = ~_are_codes(variant, self._guesses)
        self.is_unreadable[self.parents[1:][~_are_feedbacks(variant, self.feedbacks[1:])]] = True

    def step(self, codes: Codes, at: NDArray[np.uint32]) -> _Step:
        """Let each code get the feedback to the guess of its node."""
        ends = range(_BLOCK, len(codes) + _BLOCK, _BLOCK) or [0]
        steps = [self._step(codes[end - _BLOCK : end], at[end - _BLOCK : end]) for end in ends]
        found, *columns = zip(*steps, strict=True)
        return _Step(sum(found), *map(np.concatenate, columns))

    def _step(self, codes: Codes, at: NDArray[np.uint32]) -> _Step:
        is_read = ~self.is_unreadable[at]
        codes, at = codes[is_read], at[is_read]
        feedbacks, win = paired_scores(self._guesses[at], codes, self._variant.colors), self._variant.win.ordinal
        is_found = feedbacks == win
        keys = at.astype(np.int64) * (win + 1) + feedbacks
        places = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        goes_on = (self._keys[places] == keys) & ~is_found
        below = self._order[places[goes_on]].astype(np.uint32)
        self.is_reached[below] = True
        is_lost = ~(goes_on | is_found)
        return _Step(int(is_found.sum()), codes[goes_on], below, codes[is_lost], keys[is_lost])


def _keys(variant: Variant, parents: NDArray[np.uint32], feedbacks: NDArray[np.uint16]) -> NDArray[np.int64]:
    """Return a number for each node by what leads to it: its parent and the feedback there. The first one has none."""
    keys = parents.astype(np.int64) * (variant.win.ordinal + 1) + feedbacks
    keys[0] = -1
    return keys


def _are_codes(variant: Variant, rows: Codes) -> NDArray[np.bool_]:
    """Return which rows are codes of a variant."""
    are_codes: NDArray[np.bool_] = rows.max(axis=1) < variant.colors
    if not variant.repeats:
        are_codes &= (np.diff(np.sort(rows, axis=1), axis=1) > 0).all(axis=1)
    return are_codes


def _are_feedbacks(variant: Variant, ordinals: NDArray[np.uint16]) -> NDArray[np.bool_]:
    """Return which feedbacks are possible in a variant."""
    possible = np.zeros(variant.win.ordinal + 1, np.bool_)
    possible[[feedback.ordinal for feedback in variant.feedbacks()]] = True
    return possible[ordinals]


def _listed(position: Position, most: int) -> Codes:
    """List the codes consistent with a position in order, until there are more than `most`."""
    pieces, number = [np.empty((0, position.variant.pegs), np.uint8)], 0
    for rows in _all_codes(position.variant, np.empty((1, 0), np.uint8)):
        for turn in position.turns:
            feedbacks = paired_scores(to_array([turn.guess]), rows, position.variant.colors)
            rows = rows[feedbacks == turn.feedback.ordinal]  # noqa: PLW2901
        pieces.append(rows)
        number += len(rows)
        if number > most:
            break
    return np.concatenate(pieces)


def _all_codes(variant: Variant, begun: Codes) -> Iterator[Codes]:
    """Yield all codes that begin so, in order, many at a time."""
    if begun.shape[1] == variant.pegs:
        yield begun
        return
    share = max(_BLOCK // variant.colors, 1)
    for start in range(0, len(begun), share):
        rows = begun[start : start + share]
        colors = np.tile(np.arange(variant.colors, dtype=np.uint8), len(rows))[:, None]
        longer = np.concatenate([np.repeat(rows, variant.colors, axis=0), colors], axis=1)
        yield from _all_codes(variant, longer if variant.repeats else longer[(longer[:, :-1] != colors).all(axis=1)])
