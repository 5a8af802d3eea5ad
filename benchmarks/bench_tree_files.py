"""Tree files of very many nodes: how long they take to write and to verify, and how much memory.

    python benchmarks/bench_tree_files.py [--quick]

The strategy is the simplest, which guesses the first code that is still possible: each code is a node, and the tree is
made by NumPy in less than a minute. What `verify` counts must be what the tree says, before anything is reported.
The variant is p8c8, or p4c6 if it is to be quick.
"""

import argparse
import multiprocessing
import resource
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import numpy as np
from numpy.typing import NDArray

from keypeg import _core, cli, store
from keypeg.candidates import Codes, core_key
from keypeg.position import Position
from keypeg.rules import Variant
from keypeg.tree import StrategyTree

BLOCK = 1 << 16


def first_tree(variant: Variant) -> StrategyTree:
    """Write the strategy out for all codes at once, level by level."""
    guesses, parents, feedbacks = (np.concatenate(column) for column in zip(*levels(variant), strict=True))
    return StrategyTree(Position(variant), "first", guesses, parents, feedbacks, np.ones(len(parents), np.bool_))


def levels(variant: Variant) -> Iterator[tuple[Codes, NDArray[np.uint32], NDArray[np.uint16]]]:
    """Yield the nodes of each level: guesses, parents and feedbacks. Codes lie in order of their sets."""
    codes = _core.all_codes(core_key(variant))
    sets = np.zeros(len(codes), np.int64)
    parents, feedbacks = np.zeros(1, np.uint32), np.zeros(1, np.uint16)
    slots, before = variant.win.ordinal + 1, 0
    while len(codes):
        first = np.flatnonzero(np.diff(sets, prepend=-1))
        yield codes[first], parents, feedbacks
        others = np.ones(len(codes), np.bool_)
        others[first] = False
        scores = score_pairs(codes[first], sets[others], codes[others], variant.colors)
        keys = sets[others] * slots + scores
        order = np.argsort(keys, kind="stable")
        codes, keys = codes[others][order], keys[order]
        is_new = np.diff(keys, prepend=-1) != 0
        parents, feedbacks = (
            (keys[is_new] // slots + before).astype(np.uint32),
            (keys[is_new] % slots).astype(np.uint16),
        )
        sets, before = np.cumsum(is_new) - 1, before + len(first)


def score_pairs(guesses: Codes, sets: NDArray[np.int64], codes: Codes, colors: int) -> NDArray[np.int64]:
    """Return the ordinal of the feedback that each code gives to the guess of its set."""
    ordinals = np.empty(len(codes), np.int64)
    for start in range(0, len(codes), BLOCK):
        rows, others = guesses[sets[start : start + BLOCK]], codes[start : start + BLOCK]
        blacks, totals = (rows == others).sum(axis=1), np.zeros(len(rows), np.int64)
        for color in range(colors):
            totals += np.minimum((rows == color).sum(axis=1), (others == color).sum(axis=1))
        ordinals[start : start + BLOCK] = totals * (totals + 1) // 2 + blacks
    return ordinals


def write(variant: Variant, path: Path) -> None:
    tree = first_tree(variant)
    print(f"{variant}: {len(tree):,} nodes in {mebibytes(tree):,} MiB, signature {tree.summary.signature}", flush=True)
    start = process_time()
    store.write_atomically(path, tree.json_pieces())
    print(f"written in {process_time() - start:.1f} s: {path.stat().st_size >> 20:,} MiB", flush=True)


def mebibytes(tree: StrategyTree) -> int:
    return sum(array.nbytes for array in (tree.guesses, tree.parents, tree.feedbacks, tree.wins)) >> 20


def verify(path: Path) -> None:
    start = process_time()
    assert cli.main(["verify", str(path)]) == 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(f"verified in {process_time() - start:.1f} s and {most:,} MiB", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a small tree")
    variant = Variant(4, 6) if parser.parse_args().quick else Variant(8, 8)
    processes = multiprocessing.get_context("spawn")  # each with its own memory
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tree.json"
        for work, arguments in ((write, (variant, path)), (verify, (path,))):
            process = processes.Process(target=work, args=arguments)
            process.start()
            process.join()
            if process.exitcode:
                raise SystemExit(process.exitcode)


if __name__ == "__main__":
    main()
