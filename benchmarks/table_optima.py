r"""Prove the optimum of every variant within a time limit, and write the table and the trees that the package ships.

    python benchmarks/table_optima.py --seconds 7200 --table results/optimal.csv --open results/open.csv \
        --trees src/keypeg/strategies/trees --page docs/results.md

What is already in the table is kept, so a run that was stopped continues where it was. What took too long goes into the
second table, with the bounds that were reached.
"""

import argparse
import csv
import gzip
import json
import math
import time
from pathlib import Path

from keypeg._core import NO_TOTAL
from keypeg.exact import OBJECTIVES, Bounds, Objective, Optimum, Search
from keypeg.position import Position
from keypeg.rules import Variant

COLUMNS = [
    *("variant", "codes", "least_total", "average", "depth", "first_guess", "seconds", "sets"),
    *("least_worst", "seconds_worst", "total_within", "seconds_within", "in_print"),
]
OPEN_COLUMNS = ["variant", "objective", "codes", "lower", "upper", "seconds"]
CELLS: dict[Objective, tuple[str, str]] = {
    "average": ("least_total", "seconds"),
    "worst": ("least_worst", "seconds_worst"),
    "average-within-worst": ("total_within", "seconds_within"),
}

IN_PRINT = {"p3c4": "known", "p4c6": "Koyama & Lai 1993", "p4c7": "Ville 2013", "p4c8": "public search 2023"} | {
    "p4c10n": "Tanaka 1996"
}

Line = dict[str, str]

SHIPPED_FROM = 0.2  # seconds of search: smaller ones are found at once


class OutOfTime(Exception):
    """The search of a variant took too long; it had reached these bounds."""

    def __init__(self, bounds: Bounds) -> None:
        super().__init__(bounds)
        self.bounds = bounds


def variants(most_codes: int) -> list[Variant]:
    """List the variants, those with few codes first."""
    shapes = [(pegs, colors, repeats) for pegs in range(2, 11) for colors in range(2, 21) for repeats in (True, False)]
    found = [
        Variant(pegs, colors, repeats=repeats)
        for pegs, colors, repeats in shapes
        if (repeats or colors >= pegs) and _size(pegs, colors, repeats=repeats) <= most_codes
    ]
    return sorted(found, key=lambda variant: variant.size)


def _size(pegs: int, colors: int, *, repeats: bool) -> int:
    return colors**pegs if repeats else math.perm(colors, pegs)


def prove(variant: Variant, objective: Objective, seconds: float) -> tuple[Optimum, float]:
    """Return what was proven, and the processor time it took on all threads together."""
    start = time.process_time()

    def check_time(bounds: Bounds) -> None:
        if time.process_time() - start > seconds:
            raise OutOfTime(bounds)

    found = Search(Position(variant), objective).run(on_bounds=check_time)
    assert found.is_proven
    return found, time.process_time() - start


def fill(line: Line, objective: Objective, seconds: float, trees: Path | None) -> None:
    """Prove a cell that is still empty."""
    value, took = CELLS[objective]
    found, needed = prove(Variant.parse(line["variant"]), objective, seconds)
    line |= {value: str(found.value), took: f"{needed:.2f}"}
    print(f"{line['variant']} {objective}: {found.value}, {needed:.2f} s", flush=True)
    if objective != "average":
        return
    summary = found.tree.summary
    line |= {"average": f"{summary.average:.4f}", "depth": str(summary.depth)}
    line |= {"first_guess": str(found.tree.guess(0)), "sets": str(found.sets)}
    if trees and needed > SHIPPED_FROM:
        data = json.dumps(found.tree.as_json(), separators=(",", ":"))
        (trees / f"{line['variant']}.json.gz").write_bytes(gzip.compress(data.encode(), mtime=0))


class Table:
    """A CSV file with a line for each key, rewritten at each change."""

    def __init__(self, path: Path, columns: list[str], keys: int) -> None:
        self.path, self.columns, self.keys = path, columns, keys
        self.lines: dict[tuple[str, ...], Line] = {}
        if path.exists():
            with path.open(encoding="utf-8") as file:
                self.lines = {self._key(line): line for line in csv.DictReader(file)}

    def _key(self, line: Line) -> tuple[str, ...]:
        return tuple(line[column] for column in self.columns[: self.keys])

    def put(self, line: Line) -> None:
        self.lines[self._key(line)] = line
        self._write()

    def drop(self, *key: str) -> None:
        if self.lines.pop(key, None):
            self._write()

    def in_order(self) -> list[Line]:
        return sorted(self.lines.values(), key=lambda line: (int(line["codes"]), self._key(line)))

    def _write(self) -> None:
        with self.path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, self.columns, restval="", lineterminator="\n")
            writer.writeheader()
            writer.writerows(self.in_order())


PAGE = """# Results

The best possible strategies, proven by `keypeg exact` and collected by
`benchmarks/table_optima.py` (as data: [results/optimal.csv](../results/optimal.csv)). *Least total*
is the fewest guesses over all codes, *turns* the fewest turns that always suffice, and *total
within* the fewest guesses over all codes among the strategies that need no more turns than that.
Seconds are processor time of all threads for the least total. If no source is given, we know of no
publication of the least total, though small ones may well have been computed before.

Comparisons of strategies, with plots, are in [results/](../results/README.md).

| variant | codes | least total | mean | depth | first guess | turns | total within | seconds | in print |
|---|---|---|---|---|---|---|---|---|---|
{proven}

## Not proven yet

These were tried but not proven within the processor time in the last column (all threads together);
the optimum is between the bounds that were reached. Variants in neither table were not tried. The
search takes up to 10 pegs and 65,535 codes. As data: [results/open.csv](../results/open.csv).

| variant | codes | objective | at least | at most | seconds |
|---|---|---|---|---|---|
{unproven}
"""

PROVEN_CELLS = (
    *("variant", "codes", "least_total", "average", "depth", "first_guess", "least_worst", "total_within", "seconds"),
    "in_print",
)
OPEN_CELLS = ("variant", "codes", "objective", "lower", "upper", "seconds")


def page(proven: list[Line], unproven: list[Line]) -> str:
    """Return the page for the docs."""

    def rows(lines: list[Line], cells: tuple[str, ...]) -> str:
        return "\n".join("| " + " | ".join(line.get(cell, "") for cell in cells) + " |" for line in lines)

    return PAGE.format(proven=rows(proven, PROVEN_CELLS), unproven=rows(unproven, OPEN_CELLS))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=7200, help="how much processor time one search may take")
    parser.add_argument("--codes", type=int, default=10_000, help="the most codes a variant may have")
    parser.add_argument("--variants", help="only these, with commas between them")
    parser.add_argument("--table", type=Path, required=True)
    parser.add_argument("--open", type=Path, required=True, help="the table of what was tried and not proven")
    parser.add_argument("--trees", type=Path)
    parser.add_argument("--page", type=Path, help="also write the page for the docs")
    options = parser.parse_args()
    table, unproven = Table(options.table, COLUMNS, 1), Table(options.open, OPEN_COLUMNS, 2)
    named = [Variant.parse(text) for text in options.variants.split(",")] if options.variants else None
    for variant in named or variants(options.codes):
        name = {"variant": str(variant), "codes": str(variant.size)}
        line = table.lines.get((str(variant),), name | {"in_print": IN_PRINT.get(str(variant), "")})
        for objective in OBJECTIVES:
            if line.get(CELLS[objective][0]) or (objective == "average-within-worst" and not line.get("least_worst")):
                continue
            try:
                fill(line, objective, options.seconds, options.trees)
            except OutOfTime as error:
                lower, upper = error.bounds.lower, error.bounds.upper
                known = {"lower": str(lower), "upper": str(upper) if upper < NO_TOTAL else ""}
                unproven.put(name | {"objective": objective, **known, "seconds": f"{options.seconds:g}"})
                print(f"{variant} {objective}: {error.bounds}, not proven within {options.seconds:g} s", flush=True)
                continue
            unproven.drop(str(variant), objective)
            table.put(line)
    if options.page:
        options.page.write_text(page(table.in_order(), unproven.in_order()), encoding="utf-8")


if __name__ == "__main__":
    main()
