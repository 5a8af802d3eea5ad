"""Whole strategy trees: wall time on all cores, beside the target.

    python benchmarks/bench_trees.py [--quick | --large]

Each tree must have its signature before its time is reported. Targets are for two cores; a time above its target is
marked and never fails the run. `--large` adds entropy at p6c9, which takes over a minute, and its peak memory;
`--quick` checks only the trees that take a moment, each once.
"""

import argparse
import os
import platform
import resource
import sys
from dataclasses import dataclass

from keypeg import _core
from keypeg.bench import timed
from keypeg.position import Position
from keypeg.strategies import grow, strategy

MEMORY_TARGET = 2 * 1024
ROUNDS = 5
QUICK = 0.1  # a quick run checks the trees whose target is at most this many seconds


@dataclass(frozen=True)
class Case:
    """A tree to write out, the signature it must have, and the seconds it should take."""

    strategy: str
    variant: str
    signature: str
    target: float


CASES = [
    Case("knuth", "p4c6", "5801:5:694", 0.020),
    Case("entropy", "p5c8", "179863:8:1", 2.0),
    Case("knuth-candidates", "p5c8", "184723:8:98", 0.1),
    Case("expected-size-candidates", "p5c8", "181952:8:67", 0.1),
    Case("entropy-candidates", "p5c8", "181666:8:55", 0.1),
    Case("most-parts-candidates", "p5c8", "183383:9:2", 0.1),
    Case("knuth-candidates", "p6c9", "3409946:10:1", 2.5),
    Case("expected-size-candidates", "p6c9", "3370691:11:1", 2.5),
    Case("entropy-candidates", "p6c9", "3367710:10:7", 2.5),
    Case("most-parts-candidates", "p6c9", "3444414:10:28", 2.5),
]
LARGE = Case("entropy", "p6c9", "3338805:9:13", 120.0)


def peak_memory() -> float:
    """Return the peak memory of this process, in MiB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def report(case: Case, rounds: int = ROUNDS) -> None:
    """Write the tree out a few times, check it, and print the best time."""
    seconds, tree = timed(lambda: grow(strategy(case.strategy), Position.parse(case.variant)), rounds)
    signature = tree.summary.signature
    assert signature == case.signature, f"{case.strategy} {case.variant}: {signature}, not {case.signature}"
    mark = "" if seconds <= case.target else "  above the target"
    times = f"{seconds:>11.4f} s{case.target:>9.3f} s"
    print(f"{case.strategy:26}{case.variant:8}{case.signature:>16}{times}{mark}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sizes = parser.add_mutually_exclusive_group()
    sizes.add_argument("--quick", action="store_true", help="check the small trees once")
    sizes.add_argument("--large", action="store_true", help="also entropy at p6c9, over a minute, with peak memory")
    options = parser.parse_args()
    print(f"trees: {os.cpu_count()} cores, {platform.machine()}, {_core.instruction_set()}")
    print(f"{'strategy':26}{'variant':8}{'signature':>16}{'time':>13}{'target':>11}")
    for case in CASES:
        if not options.quick:
            report(case)
        elif case.target <= QUICK:
            report(case, rounds=1)
    if options.large:
        report(LARGE)
        print(f"peak memory {peak_memory():,.0f} MiB, target {MEMORY_TARGET:,} MiB")


if __name__ == "__main__":
    main()
