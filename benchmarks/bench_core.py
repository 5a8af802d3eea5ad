"""Code pairs scored per second on one core: the core with each instruction set, beside plain NumPy.

    python benchmarks/bench_core.py [--quick]

Every result is checked before its rate is reported: some against `rules.score`, all against NumPy. The figures depend
on the machine and never fail the run. `--quick` does the same with fewer candidates, in a moment.
"""

import argparse
import platform
from collections import Counter
from functools import partial

import numpy as np
from numpy.typing import NDArray

from keypeg import _core
from keypeg.bench import timed
from keypeg.candidates import core_key, to_code
from keypeg.rules import Feedback, Variant, score

VARIANTS = ["p4c6", "p5c8", "p8c8", "p10c10"]
MOST_CANDIDATES, MOST_QUICK = 1 << 17, 1 << 12
GUESSES, NUMPY_GUESSES = 2048, 20
SECONDS = 0.3  # of one measurement

Codes = NDArray[np.uint8]
Sizes = NDArray[np.int64] | NDArray[np.uint32]


def candidates_of(variant: Variant, most: int, random: np.random.Generator) -> Codes:
    """List all codes, or draw `MOST_CANDIDATES` if there are more, whose planes fill several blocks."""
    if variant.size <= most:
        return _core.all_codes(core_key(variant))
    return random.integers(0, variant.colors, (most, variant.pegs), dtype=np.uint8)


def numpy_sizes(variant: Variant, guesses: Codes, candidates: Codes) -> NDArray[np.int64]:
    """Do the same the straightforward way: compare, count colors, take the smaller counts, count the feedbacks."""
    colors = np.arange(variant.colors, dtype=np.uint8)
    counts = (candidates[:, :, None] == colors).sum(1, dtype=np.uint8)
    rows = []
    for guess in guesses:
        blacks = (candidates == guess).sum(1)
        totals = np.minimum(counts, np.bincount(guess, minlength=variant.colors)).sum(1)
        rows.append(np.bincount(totals * (totals + 1) // 2 + blacks, minlength=variant.win.ordinal + 1))
    return np.array(rows)


def check(variant: Variant, sizes: Sizes, guesses: Codes, candidates: Codes) -> None:
    """Compare with the definition; raise if a single number differs."""
    secrets = [to_code(row) for row in candidates]
    for row, guess in zip(sizes, guesses, strict=True):
        parts = Counter(score(secret, to_code(guess)) for secret in secrets)
        expected = [parts[Feedback.from_ordinal(ordinal)] for ordinal in range(variant.win.ordinal + 1)]
        assert row.tolist() == expected, f"{variant}: {to_code(guess)} gives {row.tolist()}, not {expected}"


def bench(variant: Variant, *, quick: bool) -> None:
    random = np.random.default_rng(1)
    key = core_key(variant)
    candidates = candidates_of(variant, MOST_QUICK if quick else MOST_CANDIDATES, random)
    guesses = candidates[random.integers(0, len(candidates), GUESSES)]
    few, some = guesses[:NUMPY_GUESSES], candidates[:: len(candidates) // 500].copy()
    check(variant, numpy_sizes(variant, few[:4], some), few[:4], some)
    taken, expected = timed(partial(numpy_sizes, variant, few, candidates), rounds=1 if quick else 3)
    numpy_rate = len(few) * len(candidates) / taken

    for name in _core.instruction_sets():
        _core.use_instruction_set(name)
        check(variant, _core.partition_sizes(key, few[:4], some, threads=1), few[:4], some)
        taken, sizes = timed(partial(_core.partition_sizes, key, guesses, candidates, threads=1))
        assert (sizes[:NUMPY_GUESSES] == expected).all()
        times = 1 if quick else max(1, round(SECONDS / taken))
        if times > 1:
            many = np.tile(guesses, (times, 1))
            taken, sizes_of_many = timed(partial(_core.partition_sizes, key, many, candidates, threads=1))
            assert (sizes_of_many == np.tile(sizes, (times, 1))).all()
        rate = times * len(guesses) * len(candidates) / taken
        print(
            f"{variant!s:8}{len(candidates):>10,}  {name:8}{rate / 1e9:>12.2f}{numpy_rate / 1e9:>12.4f}"
            f"{rate / numpy_rate:>9,.0f}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="check the answers with few candidates")
    quick = parser.parse_args().quick
    best = _core.instruction_set()
    print(f"core: billions of code pairs scored a second on one core ({platform.machine()}, best set: {best})")
    print(f"{'variant':8}{'candidates':>10}  {'set':8}{'core':>12}{'NumPy':>12}{'ratio':>9}")
    for text in VARIANTS:
        bench(Variant.parse(text), quick=quick)
    _core.use_instruction_set(best)


if __name__ == "__main__":
    main()
