"""Partitions, choices and trees on a device, for one variant.

All games are played at once, level by level: the sets of candidates that the guesses of one turn leave are searched
together, and then split together. Large sets and small ones go by different ways, which `kernels.cu` explains.
"""

import math
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from importlib import resources
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from keypeg import _core
from keypeg.candidates import Codes, core_key
from keypeg.gpu.cuda import Device, Kernels, Memory
from keypeg.gpu.shape import GUESSES, Packed, Shape
from keypeg.tree import Progress

RULES = ("largest", "expected-size", "entropy", "most-parts")
"""The rules by the number that the kernels know them by."""

_BEST = np.dtype([("score", np.float64), ("guess", np.uint64)])
_CODE = np.uint64(2**63 - 1)
_BLOCK = 256
_RUN_PAYS = 1.3  # guesses of a run, from which on tensor cores are faster
_RUN_STEPS = 4096  # words that a warp goes through with runs of guesses, about
_STEPS = 512  # words that a block counts before it is done, at least
_BLOCKS = 2048  # enough to keep a device busy
_UNEVEN_BLOCKS = 8192  # the same for blocks of which some take much longer than others
_PAIRS = 10**12  # pairs in one launch: a fraction of a second, after which Ctrl-C is heard
_SHARES = 1 << 22  # results of blocks held at a time
_ALIKE = 2048  # sets of up to this many candidates go together, whatever their sizes
_SYMMETRY_PAYS = 300_000  # from this many candidates on; finding the distinct guesses is up to the processor


def source() -> str:
    """Return the source of the kernels."""
    return resources.files(__package__).joinpath("kernels.cu").read_text(encoding="utf-8")


class Sets(NamedTuple):
    """Sets of codes that lie one after the other in memory, the largest first.

    `origins` has the number of the set that each is a part of.
    """

    members: Memory
    counts: NDArray[np.uint32]
    origins: NDArray[np.int64]

    @property
    def starts(self) -> NDArray[np.uint32]:
        return _starts(self.counts)

    @property
    def size(self) -> int:
        return int(self.counts.sum(dtype=np.int64))

    def first(self, number: int) -> "Sets":
        return Sets(self.members, self.counts[:number], self.origins[:number])


class Nodes(NamedTuple):
    """The nodes of a tree, level by level, as `StrategyTree` holds them."""

    guesses: Codes
    parents: NDArray[np.uint32]
    feedbacks: NDArray[np.uint16]
    wins: NDArray[np.bool_]


class _Level(NamedTuple):
    """The nodes of one turn: where their sets come from, and what is guessed."""

    guesses: Packed
    parents: NDArray[np.uint32]
    feedbacks: NDArray[np.uint16]
    wins: NDArray[np.bool_]


class _Runs(NamedTuple):
    """Guesses in runs that differ only in the last peg: the first code, and which of the next ones are present."""

    codes: Memory
    present: Memory
    number: int


class _Guesses(NamedTuple):
    """Guesses to compare, in order, and how they are in runs if that pays."""

    codes: Memory
    number: int
    runs: _Runs | None


class _Work:
    """Reports progress: candidates times turns. How many turns it takes is known only at the end, but about."""

    def __init__(self, progress: Progress | None, candidates: int, slots: int) -> None:
        self._progress, self._done = progress, 0
        self._whole = candidates * (1 + math.log(candidates) / math.log(max(2, 0.55 * slots)))

    def done(self, candidates: int) -> None:
        self._done += candidates
        if self._progress is not None:
            self._progress(min(self._done, self._whole), self._whole)


_Paths = Mapping[int, Codes]
"""The guesses so far, by the number of a set that is large enough for symmetry."""


class Engine:
    """Compares guesses for one variant on a device."""

    tree_limit: ClassVar[int] = 4 * 10**14
    """The most pairs per turn for which a tree is written out: a quarter of an hour."""

    def __init__(self, device: Device, shape: Shape) -> None:
        shape.check()
        self.device, self.shape = device, shape
        self._terms: tuple[Memory, int] | None = None

    def prepare(self) -> None:
        """Do what is otherwise done by the first call: compile the kernels, and make the planes of all codes."""
        self._code_planes  # noqa: B018 - is kept

    @cached_property
    def _kernels(self) -> Kernels:
        return self.device.compile(source(), self.shape.macros())

    @cached_property
    def _codes(self) -> _Guesses:
        """All codes of the variant."""
        return self._guesses(_core.all_codes(core_key(self.shape.variant)))

    @cached_property
    def _code_planes(self) -> Memory:
        """The planes of all codes, as guesses."""
        counts = np.array([self._codes.number], np.uint32)
        tile = self.shape.guess_tile
        return self._planes(self._codes.codes, np.zeros(1, np.uint32), counts, tile, tile)[0]

    def _upload(self, rows: Codes) -> Memory:
        return self.device.upload(self.shape.pack(rows))

    def _guesses(self, rows: Codes) -> _Guesses:
        packed = self.shape.pack(rows)
        starts, present = self.shape.runs(packed)
        pays = len(packed) > _RUN_PAYS * len(starts) > 0
        runs = _Runs(self.device.upload(starts), self.device.upload(present), len(starts)) if pays else None
        return _Guesses(self.device.upload(packed), len(packed), runs)

    def _one_set(self, candidates: Codes) -> Sets:
        everything = len(candidates) == self.shape.variant.size
        members = self._codes.codes if everything else self._upload(candidates)
        return Sets(members, np.array([len(candidates)], np.uint32), np.zeros(1, np.int64))

    def partition_sizes(self, guesses: Codes, candidates: Codes) -> NDArray[np.uint32]:
        """Return the sizes of the parts, a row for each guess."""
        one = self._one_set(candidates)
        planes, words = self._planes(one.members, one.starts[:1], one.counts, self.shape.tile, 2)
        sizes = np.empty((len(guesses), self.shape.slots), np.uint32)
        out, given = self.device.empty(sizes.nbytes), (self._upload(guesses), len(guesses))
        grid = (-(-len(guesses) // GUESSES), 1)
        self._kernels.launch("part_sizes", grid, GUESSES, *given, planes, int(words[1]), len(candidates), out)
        self.device.download(out, 0, sizes)
        return sizes

    def choose_among(self, rule: str, guesses: Codes, candidates: Codes) -> Codes:
        """Return the guess that is best by a rule, as a row."""
        one = self._one_set(candidates)
        best = self._choose_large(rule, one, np.zeros(1, np.int64), self._guesses(guesses))
        row: Codes = self.shape.unpack(best["guess"] & _CODE)[0]
        return row

    def choose(self, rule: str, earlier: Codes, candidates: Codes) -> Codes:
        """Choose a guess as the core's chooser does, as a row; `earlier` are the guesses that led here."""
        work = _Work(None, len(candidates), self.shape.slots)
        one = self._one_set(candidates)
        chosen = self._choose(rule, one, {0: earlier}, work) if len(candidates) > 1 else self.shape.pack(candidates)
        row: Codes = self.shape.unpack(chosen)[0]
        return row

    def grow_tree(
        self,
        rule: str,
        earlier: Codes,
        candidates: Codes,
        first: Codes | None = None,
        progress: Progress | None = None,
    ) -> Nodes:
        """Write out a rule's strategy as the core's chooser does; `earlier` are the guesses that led here."""
        work = _Work(progress, len(candidates), self.shape.slots)
        sets, feedbacks, paths = self._one_set(candidates), np.zeros(1, np.uint16), {0: earlier}
        levels: list[_Level] = []
        above = 0  # nodes before those of the last turn
        while len(sets.counts):
            open_sets = sets.first(int(np.count_nonzero(sets.counts > 1)))
            singles = np.empty(len(sets.counts) - len(open_sets.counts), np.uint64)
            self.device.download(sets.members, 8 * open_sets.size, singles)
            if first is not None and not levels:
                chosen = self.shape.pack(first[None])[: len(open_sets.counts)]
            else:
                chosen = self._choose(rule, open_sets, paths, work)
            parents = (sets.origins + above).astype(np.uint32)
            above += len(levels[-1].guesses) if levels else 0
            paths = self._longer(paths, open_sets, chosen)
            sets, below, wins = self._split(open_sets, chosen)
            found = np.concatenate([wins, np.ones(len(singles), np.bool_)])
            levels.append(_Level(np.concatenate([chosen, singles]), parents, feedbacks, found))
            feedbacks = below
            work.done(len(singles))
        guesses, *others = (np.concatenate(column) for column in zip(*levels, strict=True))
        return Nodes(self.shape.unpack(guesses), *others)

    # ---- Choices -----------------------------------------------------------------------------------------------------

    def _choose(self, rule: str, sets: Sets, paths: _Paths, work: _Work) -> Packed:
        """Return the best guess for each set, all of which have two candidates or more."""
        best = np.empty(len(sets.counts), _BEST)
        large = int(np.count_nonzero(sets.counts > self.shape.few))
        for numbers, guesses in self._groups(sets.first(large), paths):
            for batch in self._batches(numbers, sets.counts, guesses):
                best[batch] = self._choose_large(rule, sets, batch, guesses)
                work.done(int(sets.counts[batch].sum(dtype=np.int64)))
        if large < len(sets.counts):
            self._choose_small(rule, sets, large, best[large:], work)
        chosen: Packed = best["guess"] & _CODE
        return chosen

    def _groups(self, sets: Sets, paths: _Paths) -> Iterator[tuple[NDArray[np.int64], _Guesses]]:
        """Divide sets into those that have the same guesses to compare."""
        colors, key = self.shape.variant.colors, core_key(self.shape.variant)
        fewer = {  # guesses that can be renamed while the earlier ones stay as they are
            origin: earlier
            for origin, earlier in paths.items()
            if len(earlier) <= 1 or len(np.unique(earlier)) < colors
        }
        rest = np.ones(len(sets.counts), np.bool_)
        with ThreadPoolExecutor(_core.thread_count(0)) as pool:
            distinct = {origin: pool.submit(_core.class_representatives, key, path) for origin, path in fewer.items()}
            for origin, listed in distinct.items():
                own = sets.origins == origin
                rest &= ~own
                yield np.flatnonzero(own), self._guesses(listed.result())
        yield np.flatnonzero(rest), self._codes

    def _longer(self, paths: _Paths, sets: Sets, chosen: Packed) -> dict[int, Codes]:
        """Return the guesses that lead to the parts of sets for which symmetry pays."""
        large = np.flatnonzero(sets.counts > _SYMMETRY_PAYS).tolist()
        rows = self.shape.unpack(chosen[: len(large)])
        return {
            number: np.concatenate([paths[int(sets.origins[number])], rows[number : number + 1]]) for number in large
        }

    def _batches(
        self, numbers: NDArray[np.int64], counts: NDArray[np.uint32], guesses: _Guesses
    ) -> Iterator[NDArray[np.int64]]:
        """Divide sets into those that are searched by one launch: of about one size, and not too much work."""
        while len(numbers):
            most = int(counts[numbers[0]])
            least = most // 4 if most > _ALIKE else 0
            if self._has_runs(most, guesses):
                least = max(least, self.shape.runs_from)
            alike = int(np.count_nonzero(counts[numbers] >= least))
            shares = -(-guesses.number // (GUESSES * self._groups_of_block(most)))
            batch = max(1, min(alike, _PAIRS // (most * guesses.number), _SHARES // shares, 65535))
            yield numbers[:batch]
            numbers = numbers[batch:]

    def _has_runs(self, count: int, guesses: _Guesses) -> bool:
        """Return whether guesses for this many candidates are compared in runs."""
        return guesses.runs is not None and count >= self.shape.runs_from

    def _groups_of_block(self, count: int) -> int:
        """Return how many times a block takes up guesses: the more often, the smaller the set is."""
        return max(1, _STEPS // -(-count // 32))

    def _choose_large(self, rule: str, sets: Sets, batch: NDArray[np.int64], guesses: _Guesses) -> NDArray[Any]:
        """Find the best guesses for sets of many candidates."""
        starts, counts = sets.starts[batch], sets.counts[batch]
        if guesses.runs is not None and self._has_runs(int(counts[0]), guesses):
            return self._choose_runs(rule, sets.members, starts, counts, guesses.runs)
        planes, words = self._planes(sets.members, starts, counts, self.shape.tile, 2)
        groups = self._groups_of_block(int(counts[0]))
        while groups > 1 and guesses.number * len(counts) < _BLOCKS * groups * GUESSES:
            groups //= 2
        blocks = -(-guesses.number // (groups * GUESSES))
        found = self.device.empty(_BEST.itemsize * blocks * len(counts))
        sizes, number = self.device.upload(counts), RULES.index(rule)
        given = (guesses.codes, guesses.number, groups, sizes, self.device.upload(words), planes)
        judged = (self._s_log_s(int(counts[0])), number, found)
        self._kernels.launch("choose_large", (blocks, len(counts)), GUESSES, *given, *judged)
        return self._best_of_shares(found, blocks, sizes, len(counts), number)

    def _choose_runs(
        self, rule: str, members: Memory, starts: NDArray[np.uint32], counts: NDArray[np.uint32], runs: _Runs
    ) -> NDArray[Any]:
        """Do the same with guesses in runs."""
        planes, words = self._planes(members, starts, counts, 32, 8)
        most = self.shape.run_warps * max(1, _RUN_STEPS // int(words[1]))
        blocks = max(-(-runs.number // most), min(-(-_BLOCKS // len(counts)), -(-runs.number // 32)))
        share = -(-runs.number // blocks)
        found = self.device.empty(_BEST.itemsize * blocks * len(counts))
        sizes, number = self.device.upload(counts), RULES.index(rule)
        given = (*runs, share, sizes, self.device.upload(words), planes)
        judged = (self._s_log_s(int(counts[0])), number, found)
        self._kernels.launch("choose_runs", (blocks, len(counts)), 32 * self.shape.run_warps, *given, *judged)
        return self._best_of_shares(found, blocks, sizes, len(counts), number)

    def _choose_small(self, rule: str, sets: Sets, large: int, best: NDArray[Any], work: _Work) -> None:
        """Find the best guesses for sets of few candidates: the best candidate, and what is better than that."""
        starts, counts = sets.starts[large:-1], sets.counts[large:]
        candidates, flags = self.device.empty(best.nbytes), self.device.empty(len(counts))
        given = (self.device.upload(starts), self.device.upload(counts), len(counts))
        found = (self._s_log_s(self.shape.few), RULES.index(rule), candidates, flags)
        self._by_warp("choose_candidate", len(counts), sets.members, *given, *found)
        is_open = np.empty(len(counts), np.uint8)
        self.device.download(candidates, 0, best)
        self.device.download(flags, 0, is_open)
        work.done(int(counts[is_open == 0].sum(dtype=np.int64)))
        still = np.flatnonzero(is_open)
        pairs = np.cumsum(counts[still], dtype=np.int64) * self._codes.number
        for piece in np.split(still, np.flatnonzero(np.diff(pairs // _PAIRS)) + 1) if len(still) else ():
            best[piece] = self._choose_better(rule, sets.members, starts[piece], counts[piece], best[piece])
            work.done(int(counts[piece].sum(dtype=np.int64)))

    def _choose_better(
        self, rule: str, members: Memory, starts: NDArray[np.uint32], counts: NDArray[np.uint32], best: NDArray[Any]
    ) -> NDArray[Any]:
        """Find guesses that are better than the best candidates."""
        tiles = -(-self._codes.number // (32 * self.shape.guess_tile))
        blocks = -(-len(counts) // self.shape.warps)
        shares = min(tiles, max(1, _UNEVEN_BLOCKS // blocks))
        found, sizes = self.device.empty(_BEST.itemsize * shares * len(counts)), self.device.upload(counts)
        number = RULES.index(rule)
        guesses = (self._codes.codes, self._codes.number, self._code_planes, tiles)
        given = (members, self.device.upload(starts), sizes, len(counts), self.device.upload(best))
        judged = (self._s_log_s(self.shape.few), number, found)
        self._kernels.launch("choose_small", (blocks, shares), 32 * self.shape.warps, *guesses, *given, *judged)
        return self._best_of_shares(found, shares, sizes, len(counts), number)

    def _best_of_shares(self, found: Memory, shares: int, counts: Memory, sets: int, number: int) -> NDArray[Any]:
        best = np.empty(sets, _BEST)
        out = self.device.empty(best.nbytes)
        self._by_warp("best_of_shares", sets, found, shares, counts, sets, number, out)
        self.device.download(out, 0, best)
        return best

    # ---- Sets --------------------------------------------------------------------------------------------------------

    def _split(self, sets: Sets, guesses: Packed) -> tuple[Sets, NDArray[np.uint16], NDArray[np.bool_]]:
        """Split each set by its guess.

        Return the parts, without the guesses that are found; the feedback of each; and which guesses can be found.
        """
        table = np.empty((len(sets.counts), self.shape.slots), np.uint32)
        starts, given = self.device.upload(sets.starts), self.device.upload(guesses)
        sizes, grid = self.device.zeros(table.nbytes), (max(1, -(-sets.size // _BLOCK)), 1)
        arguments = (sets.members, sets.size, starts, len(sets.counts), given)
        self._kernels.launch("count_split", grid, _BLOCK, *arguments, sizes)
        self.device.download(sizes, 0, table)
        wins = table[:, -1] > 0
        table[:, -1] = 0
        flat = table.reshape(-1)
        parts = np.flatnonzero(flat != 0)
        parts = parts[_descending(flat[parts])]
        counts = flat[parts]
        flat[parts] = _starts(counts)[:-1]
        moved = self.device.empty(8 * int(counts.sum(dtype=np.int64)))
        self._kernels.launch("move_split", grid, _BLOCK, *arguments, self.device.upload(table), moved)
        origins, feedbacks = np.divmod(parts, self.shape.slots)
        return Sets(moved, counts, origins), feedbacks.astype(np.uint16), wins

    def _planes(
        self, codes: Memory, starts: NDArray[np.uint32], counts: NDArray[np.uint32], tile: int, step: int
    ) -> tuple[Memory, NDArray[np.uint32]]:
        """Make the planes of sets, each of a multiple of `step` words; also return the word at which each begins."""
        words = _starts((counts + np.uint32(32 * step - 1)) // np.uint32(32 * step) * np.uint32(step))
        planes = self.device.empty(4 * self.shape.planes * int(words[-1]))
        given = [self.device.upload(array) for array in (starts, counts, words)]
        self._by_warp("make_planes", int(words[-1]), codes, *given, len(counts), tile, planes)
        return planes, words

    def _by_warp(self, name: str, warps: int, *arguments: Memory | int) -> None:
        self._kernels.launch(name, (-(-warps * 32 // _BLOCK), 1), _BLOCK, *arguments)

    def _s_log_s(self, most: int) -> Memory:
        """Return s log2 s for every size up to the most."""
        if self._terms is None or self._terms[1] < most:
            sizes = np.arange(most + 1, dtype=np.float64)
            self._terms = self.device.upload(sizes * np.log2(np.maximum(sizes, 1))), most
        return self._terms[0]


def _starts(counts: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return where each set begins, and where the last one ends."""
    starts = np.zeros(len(counts) + 1, np.uint32)
    np.cumsum(counts, out=starts[1:])
    return starts


def _descending(counts: NDArray[np.uint32]) -> NDArray[np.int64]:
    """Return the order from the largest to the smallest; 16 bits are sorted in linear time."""
    most = counts.max(initial=0)
    keys = (most - counts).astype(np.uint16 if most < 1 << 16 else np.uint32)
    return np.argsort(keys, kind="stable")
