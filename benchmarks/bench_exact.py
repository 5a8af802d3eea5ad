"""The exact search: wall time, work and memory of each proof, on all cores, beside what it is to reach.

    python benchmarks/bench_exact.py [--large]

Each value is checked before its time is shown. `--large` adds p4c9 and p5c6.
"""

import argparse
import time
from dataclasses import dataclass

from keypeg.exact import Objective, Search
from keypeg.position import Position


@dataclass(frozen=True)
class Case:
    variant: str
    objective: Objective
    value: int
    target: float | None  # seconds


CASES = [
    Case("p4c6", "average", 5625, 0.1),
    Case("p4c6", "average-within-worst", 5626, None),
    Case("p4c6", "worst", 5, None),
    Case("p3c9", "worst", 6, None),
    Case("p5c5", "average", 13496, None),
    Case("p4c7", "average", 11228, 1),
    Case("p4c8", "average", 20471, 6),
    Case("p4c8", "average-within-worst", 20473, None),
    Case("p4c10n", "average", 26274, 8),
]
LARGE = [Case("p4c9", "average", 34666, 60), Case("p5c6", "average", 36721, 300)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--large", action="store_true", help="also p4c9 and p5c6, minutes each")
    parser.add_argument("--threads", type=int, default=0, help="0 for all cores")
    options = parser.parse_args()
    print(
        f"{'variant':8} {'objective':21} {'value':>6} {'sets':>9} {'partitions':>11} {'MiB':>5} {'seconds':>8}  target"
    )
    for case in CASES + (LARGE if options.large else []):
        start = time.perf_counter()
        found = Search(Position.parse(case.variant), case.objective).run(options.threads)
        seconds = time.perf_counter() - start
        assert found.is_proven
        assert found.value == case.value, (case, found.value)
        target = f"{case.target:g}" if case.target else ""
        print(
            f"{case.variant:8} {case.objective:21} {found.value:6} {found.sets:9,} {found.guesses:11,} "
            f"{found.memory >> 20:5} {seconds:8.3f}  {target}",
            flush=True,
        )


if __name__ == "__main__":
    main()
