"""Code pairs scored a second on one core: the core on each instruction set, beside plain NumPy.

Every answer is checked before its time is reported: some against `rules.score`, all against NumPy. The figures depend
on the machine and never fail the run.
"""

import platform
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from keypeg import _core
from keypeg.position import core_key, to_code
from keypeg.rules import Feedback, Variant, score

VARIANTS = ["p4c6", "p5c8", "p8c8", "p10c10"]
MOST_CANDIDATES = 1 << 17
NUMPY_GUESSES = 20
SECONDS = 0.3
ROUNDS = 3

Codes = NDArray[np.uint8]
Sizes = NDArray[np.int64] | NDArray[np.uint32]
Answer = TypeVar("Answer")


def candidates_of(variant: Variant, random: np.random.Generator) -> Codes:
    """List all codes, or so many at random that the planes fill several blocks."""
    if variant.size <= MOST_CANDIDATES:
        return _core.all_codes(core_key(variant))
    return random.integers(0, variant.colors, (MOST_CANDIDATES, variant.pegs), dtype=np.uint8)


def numpy_sizes(variant: Variant, guesses: Codes, candidates: Codes) -> NDArray[np.int64]:
    """Do the same in the straightforward way: compare, count colors, take the smaller counts, count the feedbacks."""
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


def timed(work: Callable[[], Answer]) -> tuple[float, Answer]:
    """Return the seconds that the work takes, the best of a few rounds, and its answer."""
    times = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        answer = work()
        times.append(time.perf_counter() - begin)
    return min(times), answer


def bench(variant: Variant) -> None:
    random = np.random.default_rng(1)
    key = core_key(variant)
    candidates = candidates_of(variant, random)
    guesses = candidates[random.integers(0, len(candidates), 2048)]
    few, some = guesses[:NUMPY_GUESSES], candidates[:: len(candidates) // 500].copy()
    check(variant, numpy_sizes(variant, few[:4], some), few[:4], some)
    taken, expected = timed(partial(numpy_sizes, variant, few, candidates))
    numpy_rate = len(few) * len(candidates) / taken

    for name in _core.instruction_sets():
        _core.use_instruction_set(name)
        check(variant, _core.partition_sizes(key, few[:4], some, threads=1), few[:4], some)
        once, sizes = timed(partial(_core.partition_sizes, key, guesses, candidates, threads=1))
        assert (sizes[:NUMPY_GUESSES] == expected).all()
        times = max(1, round(SECONDS / once))
        many = np.tile(guesses, (times, 1))
        taken, sizes_of_many = timed(partial(_core.partition_sizes, key, many, candidates, threads=1))
        assert (sizes_of_many == np.tile(sizes, (times, 1))).all()
        rate = len(many) * len(candidates) / taken
        print(
            f"{variant!s:8}{len(candidates):>10,}  {name:8}{rate / 1e9:>12.2f}{numpy_rate / 1e9:>12.4f}"
            f"{rate / numpy_rate:>9,.0f}"
        )


def main() -> None:
    best = _core.instruction_set()
    print(f"core: thousand million code pairs scored a second on one core ({platform.machine()}, best set: {best})")
    print(f"{'variant':8}{'candidates':>10}  {'set':8}{'core':>12}{'NumPy':>12}{'ratio':>9}")
    for text in VARIANTS:
        bench(Variant.parse(text))
    _core.use_instruction_set(best)


if __name__ == "__main__":
    main()
