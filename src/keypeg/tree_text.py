"""The nodes of a tree as text, many at a time: written, and read back from what was written so.

Nodes come in pieces, in the order of the text: each before those that follow it. A piece is written as a table of
bytes, one row for each node, whose empty cells are dropped. There is no object for each node, so that millions of them
take seconds, and hardly more memory than their arrays.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from keypeg.errors import TooLarge
from keypeg.palette import SYMBOLS
from keypeg.rules import Code, Feedback, Variant
from keypeg.tree_nodes import MOST_GUESSES

PIECE = 1 << 14
"""How many nodes are written at a time."""

_LONGEST = 8  # bytes of a feedback, as in 100b155w
_LONGEST_NODE = 1 << 16  # bytes, with all that ends there

Cells = NDArray[np.uint8]
"""A table of bytes. Those that are 0 are not written."""


class NotAsWritten(ValueError):
    """A text is not as it is written here. It may be a tree nevertheless."""


class Nodes(NamedTuple):
    """Nodes of a tree, each before those that follow it, as `StrategyTree` holds them; depths count from 1."""

    guesses: NDArray[np.uint8]
    depths: NDArray[np.uint32]
    feedbacks: NDArray[np.uint16]

    @classmethod
    def empty(cls, number: int, pegs: int) -> "Nodes":
        """Return room for nodes; it takes memory only as it is used."""
        return cls(np.empty((number, pegs), np.uint8), np.empty(number, np.uint32), np.empty(number, np.uint16))

    def put(self, start: int, nodes: "Nodes") -> None:
        """Write nodes over those from `start` on."""
        end = start + len(nodes.depths)
        self.guesses[start:end], self.depths[start:end], self.feedbacks[start:end] = nodes

    @classmethod
    def joined(cls, pieces: Sequence["Nodes"]) -> "Nodes":
        return cls(
            np.concatenate([piece.guesses for piece in pieces]),
            np.concatenate([piece.depths for piece in pieces]),
            np.concatenate([piece.feedbacks for piece in pieces]),
        )

    def at(self, numbers: NDArray[np.int64] | slice) -> "Nodes":
        return Nodes(self.guesses[numbers], self.depths[numbers], self.feedbacks[numbers])


def parents_of(depths: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return the node before each node: the last one that is less deep. The first node is its own."""
    parents = np.zeros(len(depths), np.uint32)
    above = np.zeros(1, np.int64)
    for level in range(int(depths[0]) + 1, int(depths.max()) + 1):
        nodes = np.flatnonzero(depths == level)
        parents[nodes] = above[np.searchsorted(above, nodes) - 1]
        above = nodes
    return parents


def paths(depths: NDArray[np.uint32]) -> NDArray[np.int64]:
    """Return the nodes that lead to each node: a row for each depth, in which the node itself is the last that counts.

    The nodes begin with a root, or with the path to the others.
    """
    numbers = np.arange(len(depths))
    levels = range(1, int(depths.max()) + 1)
    return np.array([np.maximum.accumulate(np.where(depths == level, numbers, 0)) for level in levels])


# ---- Writing ---------------------------------------------------------------------------------------------------------


def json_of(variant: Variant, nodes: Nodes, before: int = 0, after: int = 0) -> bytes:
    """Write nodes as nested guesses, with a bare code where nothing follows.

    `before` and `after` are the depths of the nodes beside these, or 0 if there is none.
    """
    depths = nodes.depths.astype(np.int64)
    previous, following = np.append(before, depths[:-1]), np.append(depths[1:], after)
    goes_on = following > depths
    ends = np.where(goes_on, 0, depths - np.maximum(following, 1))
    names = _texts(f'"{feedback}": ' for feedback in _feedbacks(variant))[nodes.feedbacks]
    return _written(
        _cells(b", ", previous >= depths),
        _shown(names, depths > 1),
        _cells(b'{"guess": ', goes_on),
        _cells(b'"', True),
        _codes(variant, nodes.guesses),
        _cells(b'"', True),
        _cells(b', "then": {', goes_on),
        _repeated(b"}", 2 * ends),
    )


def lines_of(
    variant: Variant, nodes: Nodes, wins: NDArray[np.bool_], counts: NDArray[np.int64], depth: int | None = None
) -> bytes:
    """Write nodes as indented lines down to a depth, and below only how many codes are found there."""
    levels = nodes.depths.astype(np.int64)
    is_shown = np.full(len(levels), True) if depth is None else levels <= depth
    names = _texts(f"{feedback} " for feedback in _feedbacks(variant))[nodes.feedbacks]
    return _written(
        _repeated(b" ", 7 * levels - 12),
        _shown(names, levels > 1),
        _shown(_codes(variant, nodes.guesses), is_shown),
        _cells(b" *", wins & is_shown),
        _cells("… ".encode(), ~is_shown),
        _shown(_strings(counts.astype("S20")), ~is_shown),
        _cells(b"\n", True),
    )


def games_of(variant: Variant, pieces: Iterable[tuple[Nodes, NDArray[np.bool_]]]) -> Iterator[bytes]:
    """Write the games of a tree as lines of the research log, one for each node that wins, piece by piece."""
    path: Nodes | None = None
    for nodes, wins in pieces:
        known = nodes if path is None else Nodes.joined([path, nodes])
        above = paths(known.depths)
        yield _games(variant, known, above, np.flatnonzero(wins) + len(known.depths) - len(wins))
        path = known.at(above[: int(known.depths[-1]), -1])


def _games(variant: Variant, nodes: Nodes, above: NDArray[np.int64], ends: NDArray[np.int64]) -> bytes:
    """Write the games that end at these nodes, each of which has its path `above`."""
    if not len(ends):
        return b""
    colors, last_colors = (_texts(f"{color}{mark}" for color in range(variant.colors)) for mark in (", ", "]["))
    responses = _texts(_response(variant, feedback) for feedback in _feedbacks(variant))
    depths = nodes.depths[ends].astype(np.int64)
    tables = []
    for level in range(1, int(depths.max()) + 1):
        rows = nodes.guesses[above[level - 1, ends]]
        below = above[np.minimum(level, depths - 1), ends]
        feedbacks = np.where(level < depths, nodes.feedbacks[below], variant.win.ordinal)
        turn = (
            _cells(b" -> [" if level > 1 else b"[", np.full(len(ends), True)),
            colors[rows[:, :-1]].reshape(len(ends), -1),
            last_colors[rows[:, -1]],
            responses[feedbacks],
        )
        tables += [_shown(part, level <= depths) for part in turn]
    return _written(*tables, _cells(b".\n", True))


def _response(variant: Variant, feedback: Feedback) -> str:
    """Write a feedback as the research log does, without the bracket that opens it."""
    blacks, whites = feedback.blacks, feedback.whites
    return str([2] * blacks + [1] * whites + [0] * (variant.pegs - blacks - whites))[1:]


def _feedbacks(variant: Variant) -> list[Feedback]:
    return [Feedback.from_ordinal(ordinal) for ordinal in range(variant.win.ordinal + 1)]


def _written(*tables: Cells) -> bytes:
    """Put tables side by side; a table of one row stands for as many as there are."""
    rows = max(map(len, tables))
    cells = np.concatenate([np.broadcast_to(table, (rows, table.shape[1])) for table in tables], axis=1)
    written: bytes = cells[cells != 0].tobytes()
    return written


def _cells(text: bytes, where: NDArray[np.bool_] | bool) -> Cells:
    """Return a text as a row of cells, in those rows where it is to be."""
    return _shown(np.frombuffer(text, np.uint8)[None], np.atleast_1d(where))


def _shown(cells: Cells, where: NDArray[np.bool_]) -> Cells:
    return cells * where[:, None]


def _repeated(text: bytes, times: NDArray[np.int64]) -> Cells:
    """Return a row for each number with a byte that often."""
    return (np.arange(max(int(times.max()), 0)) < times[:, None]) * np.uint8(ord(text))


def _texts(texts: Iterable[str]) -> Cells:
    return _strings(np.array([text.encode() for text in texts]))


def _strings(texts: NDArray[np.bytes_]) -> Cells:
    return texts.view(np.uint8).reshape(len(texts), -1)


def _codes(variant: Variant, rows: NDArray[np.uint8]) -> Cells:
    if variant.colors <= len(SYMBOLS):
        return np.frombuffer(SYMBOLS.encode(), np.uint8)[rows]
    return _texts(str(Code([color + 1 for color in row])) for row in rows.tolist())


# ---- Reading ---------------------------------------------------------------------------------------------------------


class Reader:
    """Takes text in pieces, and gives the nodes that are whole. Text that is not as it is written here is refused."""

    def __init__(self, variant: Variant) -> None:
        if variant.colors > len(SYMBOLS):
            raise NotAsWritten
        self._variant = variant
        names = np.array([str(feedback).encode() for feedback in _feedbacks(variant)], f"S{_LONGEST}")
        self._order = np.argsort(names.view(np.uint64))
        self._names = names.view(np.uint64)[self._order]
        self._colors = np.full(256, 255, np.uint8)
        self._colors[np.frombuffer(SYMBOLS.encode(), np.uint8)] = np.arange(len(SYMBOLS))
        self._open = 0  # braces
        self._depth = 0  # of the last node
        self._left = b""
        self.rest: bytes | None = None  # is what comes after the tree, as far as it has been given

    def read(self, text: bytes, *, is_last: bool) -> Nodes | None:
        """Return the nodes of a piece, or None if there is none yet."""
        text = self._left + text
        end = len(text) if is_last else _last_border(text)
        if not end and len(text) > _LONGEST_NODE:
            raise NotAsWritten
        given = np.frombuffer(text, np.uint8)[:end]
        braces = np.cumsum((given == ord("{")).view(np.int8) - (given == ord("}")).view(np.int8), dtype=np.int64)
        braces += self._open
        if len(closed := np.flatnonzero((given == ord("}")) & (braces <= 0))):
            end = int(closed[0]) + 1
            self.rest = text[end:]
        elif is_last:
            raise NotAsWritten
        else:
            self._left = text[end:]
        return self._nodes(text[:end], given[:end], braces[:end]) if end else None

    def _nodes(self, text: bytes, given: NDArray[np.uint8], braces: NDArray[np.int64]) -> Nodes:
        quotes = np.flatnonzero(given == ord('"'))
        if len(quotes) % 2 or not len(quotes):
            raise NotAsWritten
        starts, ends = quotes[::2] + 1, quotes[1::2]
        padded = np.append(given, np.zeros(max(_LONGEST, self._variant.pegs) + 1, np.uint8))
        values = np.flatnonzero(padded[ends + 1] != ord(":"))  # the others are names
        before = values - 1 - (padded[starts[values - 1]] == ord("g"))  # of "guess", whose feedback comes before it
        depths = (braces[starts[values]] // 2 + 1).astype(np.uint32)
        if len(depths) and depths.max() > MOST_GUESSES:
            raise TooLarge("tree-depth", limit=MOST_GUESSES)
        guesses = self._colors[padded[starts[values][:, None] + np.arange(self._variant.pegs)]]
        feedbacks = np.where(depths > 1, self._feedbacks(padded, starts[before], ends[before]), np.uint16(0))
        nodes = Nodes(guesses, depths, feedbacks)
        after = int(braces[-1]) // 2 + 1 if self.rest is None else 0
        if (guesses >= len(SYMBOLS)).any() or json_of(self._variant, nodes, self._depth, after) != text:
            raise NotAsWritten
        self._open, self._depth = int(braces[-1]), int(depths[-1])
        return nodes

    def _feedbacks(self, given: Cells, starts: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.uint16]:
        """Read feedbacks; what is none becomes any."""
        places = np.arange(_LONGEST)
        cells = given[starts[:, None] + places] * (places < (ends - starts)[:, None])
        found = np.searchsorted(self._names, cells.view(np.uint64)[:, 0])
        ordinals: NDArray[np.uint16] = self._order[np.minimum(found, len(self._order) - 1)].astype(np.uint16)
        return ordinals


def _last_border(text: bytes) -> int:
    """Return where the last node begins that is certain to be one: at a comma before a feedback."""
    end = len(text)
    while (end := text.rfind(b', "', 0, end)) >= 0:
        if text[end + 3 : end + 4].isdigit():
            return end
    return 0
