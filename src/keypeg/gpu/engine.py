"""Partitions, choices and trees on a device, for one variant.

All games are played at once, level by level: the sets of candidates that the guesses of one turn leave are searched
together, and then split together. Large sets and small ones go by different ways, which `kernels.cu` explains.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from importlib import resources
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from keypeg import _core
from keypeg.candidates import Codes, core_key
from keypeg.gpu.cuda import Device, Kernels, Memory, Part
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

    `starts` has the place where each begins, and where the last one ends; `listed` are starts and counts on the device.
    `origins` has the number of the set that each is a part of.
    """

    members: Memory
    counts: NDArray[np.uint32]
    starts: NDArray[np.uint32]
    origins: NDArray[np.uint32]
    listed: Sequence[Memory]

    @property
    def size(self) -> int:
        return int(self.starts[-1])

    def first(self, number: int) -> "Sets":
        return self._replace(
            counts=self.counts[:number], starts=self.starts[: number + 1], origins=self.origins[:number]
        )


class Nodes(NamedTuple):
    """The nodes of a tree, level by level, as `StrategyTree` holds them."""

    guesses: Codes
    parents: NDArray[np.uint32]
    feedbacks: NDArray[np.uint16]
    wins: NDArray[np.bool_]


class _Columns(NamedTuple):
    """The same as it comes about, in pieces."""

    guesses: list[Packed]
    parents: list[NDArray[np.uint32]]
    feedbacks: list[NDArray[np.uint16]]
    wins: list[NDArray[np.bool_]]


class _Planes(NamedTuple):
    """The planes of sets; how many candidates each has, and at which word it begins; the words of the first."""

    planes: Memory
    counts: Memory
    starts: Memory
    most: int


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

    def compile(self) -> None:
        """Compile the kernels, if that is still to be done."""
        self._kernels  # noqa: B018 - is kept

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
        counts, tile = np.array([self._codes.number], np.uint32), self.shape.guess_tile
        return self._planes(self._codes.codes, np.zeros(1, np.uint32), counts, tile, tile).planes

    def _upload(self, rows: Codes) -> Memory:
        return self.device.upload(self.shape.pack(rows))[0]

    def _guesses(self, rows: Codes) -> _Guesses:
        packed = self.shape.pack(rows)
        starts, present = self.shape.runs(packed)
        pays = len(packed) > _RUN_PAYS * len(starts) > 0
        codes, begins, flags = self.device.upload(packed, starts, present)
        return _Guesses(codes, len(packed), _Runs(begins, flags, len(starts)) if pays else None)

    def _one_set(self, candidates: Codes) -> Sets:
        members = self._codes.codes if len(candidates) == self.shape.variant.size else self._upload(candidates)
        counts, starts = np.array([len(candidates)], np.uint32), np.array([0, len(candidates)], np.uint32)
        return Sets(members, counts, starts, np.zeros(1, np.uint32), self.device.upload(starts, counts))

    def partition_sizes(self, guesses: Codes, candidates: Codes) -> NDArray[np.uint32]:
        """Return the sizes of the parts, a row for each guess."""
        one = self._one_set(candidates)
        planes = self._planes(one.members, one.starts, one.counts, self.shape.tile, 2)
        sizes = np.empty((len(guesses), self.shape.slots), np.uint32)
        out, given = self.device.empty(sizes.nbytes), (self._upload(guesses), len(guesses))
        grid = (-(-len(guesses) // GUESSES), 1)
        self._kernels.launch("part_sizes", grid, GUESSES, *given, planes.planes, planes.most, len(candidates), out)
        self.device.download(out, 0, sizes)
        return sizes

    def choose_among(self, rule: str, guesses: Codes, candidates: Codes) -> Codes:
        """Return the best guess by a rule, as a row. Of guesses that are alike to all candidates, give the smallest."""
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
        nodes = _Columns([], [], [], [])
        above, before = 0, 0  # nodes before those of the last turn, and before those of this one
        while len(sets.counts):
            nodes.parents.append(sets.origins + np.uint32(above))
            nodes.feedbacks.append(feedbacks)
            above, before = before, before + len(sets.counts)
            is_given = first is not None and above == 0 and not np.array_equal(first, candidates[0])
            open_sets = sets.first(1 if is_given else int(np.count_nonzero(sets.counts > 1)))
            singles = np.empty(len(sets.counts) - len(open_sets.counts), np.uint64)
            self.device.download(sets.members, 8 * open_sets.size, singles)
            if first is not None and above == 0:
                chosen = self.shape.pack(first[None])[: len(open_sets.counts)]
            else:
                chosen = self._choose(rule, open_sets, paths, work)
            paths = self._longer(paths, open_sets, chosen)
            sets, feedbacks, wins = self._split(open_sets, chosen)
            nodes.guesses.extend((chosen, singles))
            nodes.wins.extend((wins, np.ones(len(singles), np.bool_)))
            work.done(len(singles))
        rows, parents = self.shape.unpack(np.concatenate(nodes.guesses)), np.concatenate(nodes.parents)
        return Nodes(rows, parents, np.concatenate(nodes.feedbacks), np.concatenate(nodes.wins))

    # ---- Choices -----------------------------------------------------------------------------------------------------

    def _choose(self, rule: str, sets: Sets, paths: _Paths, work: _Work) -> Packed:
        """Return the best guess for each set, all of which have two candidates or more."""
        best = np.empty(len(sets.counts), _BEST)
        large = int(np.count_nonzero(sets.counts > self.shape.small))
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
        there = set(sets.origins.tolist()) if paths else set()
        fewer = {  # guesses that can be renamed while the earlier ones stay as they are
            origin: earlier
            for origin, earlier in paths.items()
            if origin in there and (len(earlier) <= 1 or len(np.unique(earlier)) < colors)
        }
        if not fewer:
            yield np.arange(len(sets.counts)), self._codes
            return
        rest = np.ones(len(sets.counts), np.bool_)
        pool = ThreadPoolExecutor(_core.thread_count(0))
        try:
            distinct = {origin: pool.submit(_core.class_representatives, key, path) for origin, path in fewer.items()}
            for origin, listed in distinct.items():
                own = sets.origins == origin
                rest &= ~own
                yield np.flatnonzero(own), self._guesses(listed.result())
        finally:
            pool.shutdown(cancel_futures=True)  # after Ctrl-C, nobody waits for those that have not begun
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
        starts, counts, number = sets.starts[batch], sets.counts[batch], RULES.index(rule)
        if guesses.runs is not None and self._has_runs(int(counts[0]), guesses):
            return self._choose_runs(number, sets.members, starts, counts, guesses.runs)
        planes = self._planes(sets.members, starts, counts, self.shape.tile, 2)
        groups = self._groups_of_block(int(counts[0]))
        while groups > 1 and guesses.number * len(counts) < _BLOCKS * groups * GUESSES:
            groups //= 2
        blocks = -(-guesses.number // (groups * GUESSES))
        found = self._shares(blocks, len(counts))
        given = (guesses.codes, guesses.number, groups, planes.counts, planes.starts, planes.planes)
        judged = (self._s_log_s(int(counts[0])), number, found)
        self._kernels.launch("choose_large", (blocks, len(counts)), GUESSES, *given, *judged)
        return self._best_of_shares(found, blocks, planes.counts, len(counts), number)

    def _choose_runs(
        self, number: int, members: Memory, starts: NDArray[np.uint32], counts: NDArray[np.uint32], runs: _Runs
    ) -> NDArray[Any]:
        """Do the same with guesses in runs."""
        planes = self._planes(members, starts, counts, 32, 8)
        most = self.shape.run_warps * max(1, _RUN_STEPS // planes.most)
        blocks = max(-(-runs.number // most), min(-(-_BLOCKS // len(counts)), -(-runs.number // 32)))
        share = -(-runs.number // blocks)
        found = self._shares(blocks, len(counts))
        given = (*runs, share, planes.counts, planes.starts, planes.planes)
        judged = (self._s_log_s(int(counts[0])), number, found)
        self._kernels.launch("choose_runs", (blocks, len(counts)), 32 * self.shape.run_warps, *given, *judged)
        return self._best_of_shares(found, blocks, planes.counts, len(counts), number)

    def _choose_small(self, rule: str, sets: Sets, large: int, best: NDArray[Any], work: _Work) -> None:
        """Find the best guesses for sets of few candidates: the best candidate, and what is better than that."""
        starts, counts, number = sets.starts[large:], sets.counts[large:], RULES.index(rule)
        found = np.empty(best.nbytes + len(best), np.uint8)  # the best candidates, and which of them may not be best
        out = self.device.empty(found.nbytes)
        given = [Part.of(listed, large * starts.itemsize) for listed in sets.listed]
        judged = (self._s_log_s(self.shape.small), number, out, Part.of(out, best.nbytes))
        self._by_warp("choose_candidate", len(best), sets.members, *given, len(best), *judged)
        self.device.download(out, 0, found)
        best[:] = found[: best.nbytes].view(_BEST)
        still = np.flatnonzero(found[best.nbytes :].view(np.bool_))
        work.done(int(starts[-1] - starts[0]) - int(counts[still].sum(dtype=np.int64)))
        for piece in self._pieces(still, counts[still]):
            best[piece] = self._choose_better(number, sets.members, starts[piece], counts[piece], best[piece])
            work.done(int(counts[piece].sum(dtype=np.int64)))

    def _pieces(self, numbers: NDArray[np.int64], counts: NDArray[np.uint32]) -> Iterator[NDArray[np.int64]]:
        """Divide sets, of which these are the counts, into those that are searched by one launch."""
        most, ends, begin = _PAIRS // self._codes.number, np.cumsum(counts, dtype=np.int64), 0
        while begin < len(numbers):
            before = int(ends[begin]) - int(counts[begin])
            end = max(begin + 1, int(np.searchsorted(ends, before + most, "right")))
            yield numbers[begin:end]
            begin = end

    def _choose_better(
        self, number: int, members: Memory, starts: NDArray[np.uint32], counts: NDArray[np.uint32], best: NDArray[Any]
    ) -> NDArray[Any]:
        """Find guesses that are better than the best candidates."""
        tiles = -(-self._codes.number // (32 * self.shape.guess_tile))
        blocks = -(-len(counts) // self.shape.warps)
        shares = min(tiles, max(1, _UNEVEN_BLOCKS // blocks))
        found = self._shares(shares, len(counts))
        begins, sizes, candidates = self.device.upload(starts, counts, best)
        guesses = (self._codes.codes, self._codes.number, self._code_planes, tiles)
        given = (members, begins, sizes, len(counts), candidates)
        judged = (self._s_log_s(self.shape.small), number, found)
        self._kernels.launch("choose_small", (blocks, shares), 32 * self.shape.warps, *guesses, *given, *judged)
        return self._best_of_shares(found, shares, sizes, len(counts), number)

    def _shares(self, shares: int, sets: int) -> Memory:
        """Take memory for what is best by each share and in all, for each set."""
        return self.device.empty(_BEST.itemsize * (shares + 1) * sets)

    def _best_of_shares(self, found: Memory, shares: int, counts: Memory, sets: int, number: int) -> NDArray[Any]:
        best, start = np.empty(sets, _BEST), _BEST.itemsize * shares * sets
        self._by_warp("best_of_shares", sets, found, shares, counts, sets, number, Part.of(found, start))
        self.device.download(found, start, best)
        return best

    # ---- Sets --------------------------------------------------------------------------------------------------------

    def _split(self, sets: Sets, guesses: Packed) -> tuple[Sets, NDArray[np.uint16], NDArray[np.bool_]]:
        """Split each set by its guess.

        Return the parts, without the guesses that are found; the feedback of each; and which guesses can be found.
        """
        if not len(sets.counts):
            return sets, np.empty(0, np.uint16), np.empty(0, np.bool_)
        slots, table = np.uint32(self.shape.slots), np.empty((len(sets.counts), self.shape.slots), np.uint32)
        sizes, grid = self.device.zeros(table.nbytes), (-(-sets.size // _BLOCK), 1)
        there, given = sets.listed[0], self.device.upload(guesses)[0]
        arguments = (sets.members, sets.size, there, len(sets.counts), given)
        self._kernels.launch("count_split", grid, _BLOCK, *arguments, sizes)
        self.device.download(sizes, 0, table)
        wins = table[:, -1] > 0
        table[:, -1] = 0
        parts = _parts(table.reshape(-1))
        counts, numbers = table.reshape(-1)[parts], parts.astype(np.uint32)
        starts = _starts(counts)
        order, *listed = self.device.upload(numbers, starts, counts)
        moved = self.device.empty(8 * int(starts[-1]))
        self._kernels.launch("place_parts", (-(-len(parts) // _BLOCK), 1), _BLOCK, order, listed[0], len(parts), sizes)
        self._kernels.launch("move_split", grid, _BLOCK, *arguments, sizes, moved)
        origins = numbers // slots
        feedbacks = (numbers - origins * slots).astype(np.uint16)
        return Sets(moved, counts, starts, origins, listed), feedbacks, wins

    def _planes(
        self, codes: Memory, starts: NDArray[np.uint32], counts: NDArray[np.uint32], tile: int, step: int
    ) -> _Planes:
        """Make the planes of sets, each of a multiple of `step` words."""
        words = _starts((counts + np.uint32(32 * step - 1)) // np.uint32(32 * step) * np.uint32(step))
        planes = self.device.empty(4 * self.shape.planes * int(words[-1]))
        begins, sizes, places = self.device.upload(starts, counts, words)
        self._by_warp("make_planes", int(words[-1]), codes, begins, sizes, places, len(counts), tile, planes)
        return _Planes(planes, sizes, places, int(words[1]))

    def _by_warp(self, name: str, warps: int, *arguments: Memory | int) -> None:
        self._kernels.launch(name, (-(-warps * 32 // _BLOCK), 1), _BLOCK, *arguments)

    def _s_log_s(self, most: int) -> Memory:
        """Return s log2 s for every size up to the most."""
        if self._terms is None or self._terms[1] < most:
            sizes = np.arange(most + 1, dtype=np.float64)
            self._terms = self.device.upload(sizes * np.log2(np.maximum(sizes, 1)))[0], most
        return self._terms[0]


def _starts(counts: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return where each set begins, and where the last one ends."""
    starts = np.zeros(len(counts) + 1, np.uint32)
    np.cumsum(counts, out=starts[1:])
    return starts


def _parts(sizes: NDArray[np.uint32]) -> NDArray[np.int64]:
    """Return which parts have a candidate, from the largest to the smallest; most have a single one."""
    several = np.flatnonzero(sizes > 1)
    counts = sizes[several]
    most = counts.max(initial=0)
    order = np.argsort((most - counts).astype(np.min_scalar_type(most)), kind="stable")  # linear for up to 16 bits
    return np.concatenate([several[order], np.flatnonzero(sizes == 1)])
