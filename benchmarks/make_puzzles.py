"""Make the collection of puzzles that comes with the package.

    python benchmarks/make_puzzles.py [--output src/keypeg/puzzles.txt]

The same script always makes the same collection. Each puzzle is checked before it is written.
"""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

from keypeg import TooLarge
from keypeg.puzzle_maker import make
from keypeg.puzzles import Puzzle, PuzzleKind, flaws

OUTPUT = Path(__file__).parents[1] / "src" / "keypeg" / "puzzles.txt"
HEAD = "# Puzzles: kind, grade, variant, turns. Made by benchmarks/make_puzzles.py; docs/puzzles.md explains them.\n"

WANTED: list[tuple[str, PuzzleKind, dict[int, int]]] = [
    ("p4c6", "code", dict.fromkeys((1, 2, 3, 4, 5), 120)),
    ("p4c6", "win", {4: 30, 5: 30}),
    ("p4c6", "wrong", dict.fromkeys((1, 2, 3, 4, 5), 30)),
    ("p3c5", "code", dict.fromkeys((1, 2, 3), 10)),
    ("p4c10n", "code", {1: 15, 2: 20, 3: 20, 4: 20, 5: 20}),
    ("p4c10n", "wrong", dict.fromkeys((2, 3), 10)),
    ("p5c8", "code", dict.fromkeys((2, 3, 4, 5), 20)),
    ("p6c6", "code", dict.fromkeys((2, 3, 4, 5), 10)),
]
"""How many puzzles of each variant, kind and grade."""


def puzzles(variant: str, kind: PuzzleKind, grade: int, number: int) -> Iterator[Puzzle]:
    """Go through different puzzles."""
    seen = set[str]()
    for seed in range(10 * number):
        try:
            puzzle = make(variant, kind, grade, seed)
        except TooLarge:  # there are hardly any
            return
        assert flaws(puzzle) == [], str(puzzle)
        if puzzle.line not in seen:
            seen.add(puzzle.line)
            yield puzzle
        if len(seen) == number:
            return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=OUTPUT, help="the file to write")
    path = parser.parse_args().output
    lines: list[str] = []
    for variant, kind, grades in WANTED:
        for grade, number in grades.items():
            begin, before = time.perf_counter(), len(lines)
            lines += [f"{puzzle}\n" for puzzle in puzzles(variant, kind, grade, number)]
            each = (time.perf_counter() - begin) / max(len(lines) - before, 1)
            print(f"{variant} {kind} {grade}: {len(lines) - before} puzzles, {each:.2f} s each", flush=True)
    path.write_text(HEAD + "".join(lines), encoding="utf-8")
    print(f"{len(lines)} puzzles in {path}")


if __name__ == "__main__":
    main()
