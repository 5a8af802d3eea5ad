"""Whole strategy trees: wall time beside the target, on all cores.

Each tree must have its signature before its time is reported. Targets are for two cores; a time above its target is
marked and never fails the run. `--large` adds entropy at p6c9, which takes over a minute, and its peak of memory.
"""

import argparse
import os
import platform
import resource
import sys
import time
from dataclasses import dataclass

from keypeg import _core
from keypeg.position import Position
from keypeg.strategies import grow, strategy
from keypeg.tree import Tree

MEMORY_TARGET = 2 * 1024
ROUNDS = 5


@dataclass(frozen=True)
class Case:
    """A tree to write out, the signature it must have, and the seconds it should take."""

    strategy: str
    variant: str
    signature: str
    target: float
    rounds: int = ROUNDS


CASES = [
    Case("knuth", "p4c6", "5801:5:694", 0.020, rounds=20),
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
LARGE = Case("entropy", "p6c9", "3338805:9:13", 120.0, rounds=1)


def measure(case: Case) -> float:
    """Write the tree out a few times, and return the best time."""
    times = []
    for _ in range(case.rounds):
        begin = time.perf_counter()
        tree = grown(case)
        times.append(time.perf_counter() - begin)
        signature = tree.summary.signature
        assert signature == case.signature, f"{case.strategy} {case.variant}: {signature}, not {case.signature}"
    return min(times)


def grown(case: Case) -> Tree:
    return grow(strategy(case.strategy), Position.parse(case.variant))


def peak_memory() -> float:
    """Return the most memory that this process has held, in MiB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def report(case: Case) -> None:
    seconds = measure(case)
    mark = "" if seconds <= case.target else "  above the target"
    times = f"{seconds:>11.4f} s{case.target:>9.3f} s"
    print(f"{case.strategy:26}{case.variant:8}{case.signature:>16}{times}{mark}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", action="store_true", help="also entropy at p6c9, over a minute, with peak memory")
    large = parser.parse_args().large
    print(f"trees: {os.cpu_count()} cores, {platform.machine()}, {_core.instruction_set()}")
    print(f"{'strategy':26}{'variant':8}{'signature':>16}{'time':>13}{'target':>11}")
    for case in CASES:
        report(case)
    if large:
        report(LARGE)
        print(f"peak memory {peak_memory():,.0f} MiB, target {MEMORY_TARGET:,} MiB")


if __name__ == "__main__":
    main()
