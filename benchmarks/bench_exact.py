"""The exact search: wall time, processor time, work and memory of each proof, beside the target.

    python benchmarks/bench_exact.py [--quick | --large] [--ideas]

Each value is checked before its time is shown. `--large` adds p4c9 and p5c6. `--ideas` shows what each idea for speed
is worth instead: the work and the processor time of one thread without it. `--quick` does either with small variants.
"""

import argparse
import time
from dataclasses import dataclass

import numpy as np

from keypeg import _core
from keypeg.candidates import core_key
from keypeg.exact import MEMORY, Objective, Search
from keypeg.position import Position
from keypeg.rules import Variant


@dataclass(frozen=True)
class Case:
    variant: str
    objective: Objective
    value: int
    target: float | None  # seconds


QUICK = [
    Case("p4c6", "average", 5625, 0.1),
    Case("p4c6", "average-within-worst", 5626, None),
    Case("p4c6", "worst", 5, None),
    Case("p3c9", "worst", 6, None),
    Case("p5c5", "average", 13496, None),
]
MORE = [
    Case("p4c7", "average", 11228, 1),
    Case("p4c8", "average", 20471, 6),
    Case("p4c8", "average-within-worst", 20473, None),
    Case("p4c10n", "average", 26274, 8),
]
LARGE = [Case("p4c9", "average", 34666, 60), Case("p5c6", "average", 36721, 300)]

IDEAS = {  # as core/exact.hpp numbers them
    "all of them": 0,
    "parts not bounded before they are solved": 1 | 2 | 32,
    "only parts of up to 64 bounded": 2,
    "parts not bounded by their members first": 32,
    "no limit on parts from a superset": 64,
    "codes not ordered by a superset": 128,
    "parts not counted before they are measured": 256,
    "each part asked for all that is missing": 512,
    "no symmetry of guesses": 4,
    "no symmetry of unused colors": 8,
    "renamed sets not recognised": 16,
}
ALL_IDEAS = 1023
WITHOUT = {"p4c8": 20471, "p9c2": 2390, "p3c13": 13438}
WITHOUT_QUICK = {"p4c5": 2463, "p6c2": 224, "p3c6": 854}


def show_ideas(totals: dict[str, int]) -> None:
    print(f"{'without':42}" + "".join(f"{variant:>10} sets  partitions  seconds" for variant in totals))
    for name, left_out in IDEAS.items():
        cells = []
        for variant, total in totals.items():
            key = core_key(Variant.parse(variant))
            none = np.zeros((0, key[0]), np.uint8)
            memory = _core.ExactMemory(key, MEMORY)
            search = _core.ExactSearch(memory, none, _core.all_codes(key), ALL_IDEAS & ~left_out)
            start = time.process_time()
            found = search.least_total(threads=1)
            seconds = time.process_time() - start
            assert found == total, f"{variant} without {name}: {found}, not {total}"
            cells.append(f"{search.sets:15,} {search.guesses:11,} {seconds:8.2f}")
        print(f"{name:42}" + "".join(cells), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sizes = parser.add_mutually_exclusive_group()
    sizes.add_argument("--quick", action="store_true", help="check the smallest variants only")
    sizes.add_argument("--large", action="store_true", help="also p4c9 and p5c6, minutes each")
    parser.add_argument("--ideas", action="store_true", help="what each idea is worth instead")
    parser.add_argument("--threads", type=int, default=0, help="0 for all cores")
    options = parser.parse_args()
    if options.ideas:
        show_ideas(WITHOUT_QUICK if options.quick else WITHOUT)
        return
    print(
        f"{'variant':8} {'objective':21} {'value':>6} {'sets':>9} {'partitions':>11} {'MiB':>5} {'processor':>9} "
        f"{'seconds':>8}  target"
    )
    for case in QUICK + ([] if options.quick else MORE) + (LARGE if options.large else []):
        start, start_processor = time.perf_counter(), time.process_time()
        found = Search(Position.parse(case.variant), case.objective).run(options.threads)
        seconds, processor = time.perf_counter() - start, time.process_time() - start_processor
        assert found.is_proven
        assert found.value == case.value, (case, found.value)
        target = f"{case.target:g}" if case.target else ""
        print(
            f"{case.variant:8} {case.objective:21} {found.value:6} {found.sets:9,} {found.guesses:11,} "
            f"{found.memory >> 20:5} {processor:9.3f} {seconds:8.3f}  {target}",
            flush=True,
        )


if __name__ == "__main__":
    main()
