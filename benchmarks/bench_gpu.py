"""The engine on a GPU: pairs per second beside what the chip can do, and whole trees beside their targets.

    python benchmarks/bench_gpu.py [--quick | --large | --kernels]

Part sizes must be those of the core, and each tree must have its signature, before a time is reported. Targets are for
an NVIDIA H200; a time above its target is marked and never fails the run. Compiling the kernels and listing the codes
come first and are not timed. `--large` adds the trees that take minutes, lets the core guess in positions drawn from
them, and verifies their files; `--quick` checks the small ones once. `--kernels` only uses every kernel once on a small
variant, which takes a moment also where a tool watches each access to memory:

    compute-sanitizer --tool racecheck python benchmarks/bench_gpu.py --kernels

Without a GPU it says so and ends.
"""

import argparse
import tempfile
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from time import perf_counter

import numpy as np

from keypeg import _core, gpu, report_verify, store
from keypeg.bench import timed
from keypeg.candidates import core_key
from keypeg.errors import KeypegError
from keypeg.gpu import cuda
from keypeg.gpu.engine import RULES, Engine
from keypeg.gpu.shape import Shape
from keypeg.position import Position
from keypeg.replay import Verdict, verify_nodes
from keypeg.rules import Feedback, Turn, Variant
from keypeg.strategies import grow, on_device, strategy
from keypeg.tree import StrategyTree

RATES = ("p5c8", "p6c9", "p8c8", "p10c10")
PRODUCTS = ("p7c10", "p8c8")
GUESSES, CANDIDATES = 1 << 17, 1 << 18
PRODUCT_CYCLES = 1.71
"""What a multiprocessor of an H200 takes for a product of 256 candidates, measured in a loop of nothing else."""

STRATEGIES = ("knuth", "expected-size", "entropy", "most-parts")
"""In the order of the rules."""

SAMPLED = 10
"""Positions of each size that are compared with the core."""


@dataclass(frozen=True)
class Case:
    """A tree to write out, the signature it must have, and the seconds it should take."""

    strategy: str
    variant: str
    signature: str
    target: float


SMALL = [
    Case("knuth", "p4c6", "5801:5:694", 0.01),
    Case("expected-size", "p4c6", "5696:6:3", 0.01),
    Case("entropy", "p4c6", "5722:6:12", 0.01),
    Case("most-parts", "p4c6", "5668:6:7", 0.01),
    Case("knuth", "p5c8", "183966:7:1743", 0.01),
    Case("expected-size", "p5c8", "180287:7:789", 0.01),
    Case("entropy", "p5c8", "179863:8:1", 0.01),
    Case("most-parts", "p5c8", "181834:8:9", 0.01),
]
CASES = [
    Case("entropy", "p6c9", "3338805:9:13", 0.4),
    Case("knuth", "p6c9", "3417414:9:3", 1.2),
    Case("expected-size", "p6c9", "3346126:9:2", 1.2),
    Case("most-parts", "p6c9", "3418761:10:2", 1.2),
    Case("entropy", "p7c7", "5011069:9:42", 0.8),
]
LARGE = [
    Case("entropy", "p8c8", "117840909:11:2", 300),
    Case("entropy", "p7c10", "71256040:10:821", 90),
]


class Stopwatch:
    """A GPU that adds up the seconds of each kernel."""

    def __init__(self, device: cuda.Gpu) -> None:
        self.device, self.seconds = device, defaultdict[str, float](float)
        self.empty, self.zeros, self.upload, self.download = device.empty, device.zeros, device.upload, device.download

    def compile(self, source: str, macros: Mapping[str, int]) -> "TimedKernels":
        return TimedKernels(self, self.device.compile(source, macros))


class TimedKernels:
    def __init__(self, watch: Stopwatch, kernels: cuda.Kernels) -> None:
        self.watch, self.kernels = watch, kernels
        self.something = watch.empty(1)

    def launch(self, name: str, grid: tuple[int, int], threads: int, *arguments: cuda.Memory | int) -> None:
        self.wait()
        start = perf_counter()
        self.kernels.launch(name, grid, threads, *arguments)
        self.wait()
        self.watch.seconds[name] += perf_counter() - start

    def wait(self) -> None:
        """Download a byte, which waits for all that was begun."""
        self.watch.download(self.something, 0, np.empty(1, np.uint8))


def operations(shape: Shape) -> tuple[float, float]:
    """Count the logic operations and the popcounts for a pair, as `count_tile` in kernels.cu needs them."""
    pegs, numbers, adders = shape.variant.pegs, shape.variant.pegs, 0
    while numbers > 1:
        adders += 2 * (numbers // 2)  # a sum and a carry
        numbers //= 2
    masks = pegs if pegs < 8 else 8 + (pegs - 7) + (pegs - 8)
    both = pegs * (pegs - 1) // 2 - 1  # feedbacks whose lanes need an operation of their own
    counted, carried = shape.slots - 2, min(shape.carried, shape.slots - 1) - 1
    logic = 4 * adders + 4 * masks + 2 * both + 2 * carried
    return logic / 64, (carried + 2 * (counted - carried)) / 64


def report_rate(text: str, shape: Shape) -> None:
    """Compare many guesses for many candidates, and print the rate; first check some part sizes and a choice."""
    key, random = core_key(shape.variant), np.random.default_rng(7)
    watch = Stopwatch(cuda.gpu())
    engine = Engine(watch, shape)
    codes = random.integers(0, shape.variant.colors, (CANDIDATES, shape.variant.pegs)).astype(np.uint8)
    powers = shape.variant.colors ** np.arange(shape.variant.pegs - 1, -1, -1)
    guesses = (np.arange(min(GUESSES, shape.variant.size))[:, None] // powers % shape.variant.colors).astype(np.uint8)
    some, few = guesses[:: len(guesses) // 300].copy(), np.unique(codes[:5000], axis=0)
    found = engine.partition_sizes(some, few)
    assert np.array_equal(found, _core.partition_sizes(key, some, few)), text
    seconds = []
    for _ in range(3):
        watch.seconds.clear()
        chosen = engine.choose_among("entropy", guesses, codes)
        seconds.append(watch.seconds["choose_large"] + watch.seconds["choose_runs"])
    sizes = engine.partition_sizes(guesses, codes).astype(np.float64)
    bits = (sizes * np.log2(np.maximum(sizes, 1))).sum(axis=1) / CANDIDATES
    assert np.array_equal(chosen, guesses[np.flatnonzero(bits < bits.min() + 1e-9)[0]]), text
    rate = len(guesses) * CANDIDATES / min(seconds)
    processors, clock = cuda.gpu().speed()
    if watch.seconds["choose_runs"]:
        products = rate / 256 / (processors * clock / PRODUCT_CYCLES)
        print(f"{text:8}{rate:>14.3g}{products:>36.0%}", flush=True)
        return
    logic, popcounts = operations(shape)
    shares = [rate * logic / (64 * processors * clock), rate * popcounts / (16 * processors * clock)]
    print(f"{text:8}{rate:>14.3g}{shares[0]:>12.0%}{shares[1]:>12.0%}", flush=True)


def report_tree(case: Case, rounds: int) -> StrategyTree:
    """Write the tree out a few times, check it, and print the best time."""
    player, position = on_device(case.strategy, "cuda"), Position.parse(case.variant)
    gpu.engine_for(position.variant).prepare()
    position.candidates.array  # noqa: B018 - lists them
    found = [timed(lambda: grow(player, position), 1) for _ in range(rounds)]
    seconds, tree = min(found, key=itemgetter(0))
    signature = tree.summary.signature
    assert signature == case.signature, f"{case.strategy} {case.variant}: {signature}, not {case.signature}"
    mark = "" if seconds <= case.target else "  above the target"
    free, memory = cuda.gpu().memory()
    row = f"{case.strategy:16}{case.variant:8}{signature:>16}{seconds:>11.4f} s{case.target:>9.3f} s"
    print(f"{row}{(memory - free) / 2**30:>9.2f} GiB{mark}", flush=True)
    return tree


def compare_with_core(tree: StrategyTree) -> None:
    """Draw positions of all sizes from a tree, and let the core choose the guess in each."""
    random, player, start = np.random.default_rng(3), strategy(tree.strategy), perf_counter()
    below, alike = tree.codes_below, 0
    for least, most in ((2000, 8000), (200, 2000), (65, 200), (17, 64), (4, 16)):
        nodes = np.flatnonzero((below >= least) & (below <= most))
        for drawn in random.choice(nodes, SAMPLED, replace=False).tolist():
            path = [drawn]
            while path[-1]:
                path.append(int(tree.parents[path[-1]]))
            feedbacks = [Feedback.from_ordinal(int(tree.feedbacks[node])) for node in path[-2::-1]]
            turns = [Turn(tree.guess(node), told) for node, told in zip(path[:0:-1], feedbacks, strict=True)]
            position = Position(tree.variant, tuple(turns))
            assert player.choose(position) == tree.guess(drawn), position
            alike += 1
    print(
        f"{alike} positions of {tree.variant}: the core guesses the same ({perf_counter() - start:.0f} s)", flush=True
    )


def replay_file(tree: StrategyTree) -> None:
    """Write a tree to a file, and verify what is there against every code."""
    with tempfile.TemporaryDirectory() as folder:
        path, start = Path(folder) / "tree.json", perf_counter()
        store.write_atomically(path, tree.json_pieces())
        written, size = perf_counter(), path.stat().st_size >> 20
        large = report_verify.large_tree(path)
        assert large is not None
        assert verify_nodes(*large) == Verdict(tree.summary, ())
    seconds = f"{written - start:.0f} s, verified in {perf_counter() - written:.0f} s"
    print(f"{len(tree):,} nodes of {tree.variant}: written in {seconds}, {size:,} MiB", flush=True)


def check_kernels(device: cuda.Device) -> None:
    """Let every kernel do what the core does, at p4c6: with tensor cores where there are any, and without."""
    position = Position.parse("p4c6")
    key, codes = core_key(position.variant), position.candidates.array
    sizes = _core.partition_sizes(key, codes, codes)
    for many in (10, 1 << 30):
        engine = Engine(device, Shape(position.variant, few=5, many=many))
        assert np.array_equal(engine.partition_sizes(codes, codes), sizes)
        for case in SMALL[:4]:
            expected = grow(case.strategy, position)
            rule = RULES[STRATEGIES.index(case.strategy)]
            found = StrategyTree(position, case.strategy, *engine.grow_tree(rule, codes[:0], codes))
            assert found.as_json() == expected.as_json(), (many, case)
            first = engine.choose_among(rule, codes, codes)  # all of them, which is more than a tile
            assert np.array_equal(first, expected.guesses[0]), (many, case)
    print("every kernel does what the core does")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sizes = parser.add_mutually_exclusive_group()
    sizes.add_argument("--quick", action="store_true", help="check the small trees once")
    sizes.add_argument("--large", action="store_true", help="also the trees that take minutes")
    sizes.add_argument("--kernels", action="store_true", help="only use every kernel once")
    options = parser.parse_args()
    try:
        print(f"gpu: {cuda.gpu().name}")
    except KeypegError as error:
        print(f"gpu: {error}\nnothing is measured, and these signatures are not checked:")
        print(*(f"{case.strategy} {case.variant} {case.signature}" for case in [*SMALL, *CASES, *LARGE]), sep="\n")
        return
    if options.kernels:
        check_kernels(cuda.gpu())
        return
    if not options.quick:
        print(f"{'variant':8}{'pairs/s':>14}{'of logic':>12}{'of popc':>12}")
        for text in RATES:
            report_rate(text, Shape(Variant.parse(text), many=1 << 30))
        print(f"{'':8}{'':14}{'of products of bits':>36}")
        for text in PRODUCTS:
            report_rate(text, Shape(Variant.parse(text)))
    print(f"{'strategy':16}{'variant':8}{'signature':>16}{'time':>13}{'target':>11}{'memory':>13}")
    for case in SMALL if options.quick else [*SMALL, *CASES]:
        report_tree(case, 1 if options.quick else 3)
    for case in LARGE if options.large else ():
        tree = report_tree(case, 1)
        compare_with_core(tree)
        replay_file(tree)


if __name__ == "__main__":
    main()
