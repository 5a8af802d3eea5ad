"""Reasons: random positions explained, each step checked against all candidates, and how long that and puzzles take.

    python benchmarks/bench_reasons.py [--quick] [--positions 10000] [--variants p4c6,p5c8,p6c6,bulls]

The candidates are found here by NumPy alone, from all codes, apart from what Keypeg uses. Every conclusion must be true
of each of them, and if only one is left, the last conclusion must name it; otherwise the run fails. What is supposed
in a case is false, so only what is concluded from the case is checked. The share of cases, and the grades, are those of
the positions with one candidate. `--quick` explains a few positions of each variant.
"""

import argparse
import random
import time
from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from keypeg import Code, Position, Turn, Variant, explain, score
from keypeg.claims import Claim
from keypeg.puzzle_maker import make
from keypeg.puzzles import KINDS, PuzzleKind, flaws

TURNS = {"p4c6": 8, "p5c8": 10, "p6c6": 10, "p4c10n": 9}  # up to this many random guesses
TARGET = 50  # milliseconds: the median at p4c6

Rows = NDArray[np.int64]


@dataclass
class Tally:
    """What came out for one variant."""

    positions: int = 0
    steps: int = 0
    seconds: list[float] = field(default_factory=list)
    one_code: list[float] = field(default_factory=list)
    grades: Counter[int] = field(default_factory=Counter)


def all_codes(variant: Variant) -> Rows:
    return np.array(list(variant), np.int64)


def consistent(codes: Rows, turn: Turn, colors: int) -> NDArray[np.bool_]:
    """Return which codes would have given this feedback."""
    guess = np.array(turn.guess)
    blacks = (codes == guess).sum(axis=1)
    totals = sum(np.minimum((codes == color).sum(axis=1), (guess == color).sum()) for color in range(1, colors + 1))
    return np.asarray((blacks == turn.feedback.blacks) & (totals == turn.feedback.total))


def is_true(claim: Claim, candidates: Rows) -> bool:
    """Return whether a claim is true of all candidates."""
    if claim.kind in ("is", "not"):
        return bool(((candidates[:, claim.peg - 1] == claim.color) == (claim.kind == "is")).all())
    counts = (candidates == claim.color).sum(axis=1)
    return bool((counts >= claim.number).all() if claim.kind == "in" else (counts <= claim.number).all())


def check(position: Position, codes: Rows, tally: Tally) -> None:
    candidates = codes
    for turn in position.turns:
        candidates = candidates[consistent(candidates, turn, position.variant.colors)]
    begin = time.process_time()
    found = explain(position)
    seconds = time.process_time() - begin
    tally.positions += 1
    tally.seconds.append(seconds)
    pegs: dict[int, int] = {}
    for step in found.steps:
        tally.steps += 1
        for claim in step.concludes:
            assert is_true(claim, candidates), f"{position}: {claim} is not true"
            if claim.kind == "is":
                pegs[claim.peg] = claim.color
    if len(candidates) == 1:
        assert [pegs.get(peg) for peg in range(1, position.variant.pegs + 1)] == candidates[0].tolist(), str(position)
        tally.one_code.append(seconds)
        tally.grades[found.grade] += 1


def random_position(variant: Variant, source: random.Random) -> Position:
    colors = range(1, variant.colors + 1)

    def draw() -> Code:
        return Code(source.choices(colors, k=variant.pegs) if variant.repeats else source.sample(colors, variant.pegs))

    secret = draw()
    guesses = [draw() for _ in range(source.randint(1, TURNS.get(str(variant), 10)))]
    return Position(variant, [Turn(guess, score(secret, guess)) for guess in guesses])


def milliseconds(seconds: list[float], share: float) -> float:
    return 1000 * sorted(seconds)[int(share * (len(seconds) - 1))] if seconds else 0.0


def time_making(kind: PuzzleKind, grade: int, number: int) -> list[float]:
    """Make puzzles of a wanted grade at p4c6, check them, and return how long each took."""
    seconds = []
    for seed in range(number):
        begin = time.process_time()
        puzzle = make("p4c6", kind, grade, seed=10_000 + seed)
        seconds.append(time.process_time() - begin)
        assert (puzzle.grade, flaws(puzzle)) == (grade, []), str(puzzle)
    return seconds


def show_making(*, quick: bool) -> None:
    print("\npuzzles of p4c6: milliseconds on one core to make one of a wanted grade")
    heads = ("grade", "made", "median", "most")
    print(f"{'kind':8}{''.join(f'{head:>10}' for head in heads)}")
    for kind in KINDS:
        for grade in (4, 5) if kind == "win" else (1, 2, 3, 4, 5):
            seconds = time_making(kind, grade, 1 if quick else 50)
            cells = f"{grade}", f"{len(seconds)}", *(f"{milliseconds(seconds, share):.0f}" for share in (0.5, 1.0))
            print(f"{kind:8}{''.join(f'{cell:>10}' for cell in cells)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="explain a few positions of each variant")
    parser.add_argument("--positions", type=int, default=10_000, help="how many positions of each variant")
    parser.add_argument("--variants", default="p4c6,p5c8,p6c6,bulls", help="which variants, separated by commas")
    options = parser.parse_args()
    print("reasons: milliseconds on one core; grades and cases of the positions with one code left")
    heads = ("positions", "steps", "median", "95%", "one code", "median", "cases")
    print(f"{'variant':8}{''.join(f'{head:>10}' for head in heads)}  grades")
    for name in options.variants.split(","):
        variant, source, tally = Variant.parse(name), random.Random(f"reasons {name}"), Tally()  # noqa: S311
        codes = all_codes(variant)
        for _ in range(5 if options.quick else options.positions):
            check(random_position(variant, source), codes, tally)
        ones = max(len(tally.one_code), 1)
        cases = sum(number for grade, number in tally.grades.items() if grade >= 5) / ones
        grades = " ".join(f"{grade}:{number}" for grade, number in sorted(tally.grades.items()))
        median = milliseconds(tally.seconds, 0.5)
        times = [
            f"{milliseconds(seconds, share):.1f}"
            for seconds, share in ((tally.seconds, 0.5), (tally.seconds, 0.95), (tally.one_code, 0.5))
        ]
        cells = (
            f"{tally.positions:,}",
            f"{tally.steps:,}",
            *times[:2],
            f"{len(tally.one_code):,}",
            times[2],
            f"{cases:.1%}",
        )
        mark = "  above the target" if str(variant) == "p4c6" and median > TARGET else ""
        print(f"{variant!s:8}{''.join(f'{cell:>10}' for cell in cells)}  {grades}{mark}", flush=True)
    show_making(quick=options.quick)


if __name__ == "__main__":
    main()
