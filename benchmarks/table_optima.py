r"""Prove the optimum of every variant within a time, and write the table and the trees that the package ships.

    python benchmarks/table_optima.py --seconds 7200 --table results/optimal.csv --trees src/keypeg/strategies/trees \
        --page docs/results.md

What is in the table already is left alone, so a run that was stopped goes on where it was.
"""

import argparse
import csv
import gzip
import json
import math
import time
from pathlib import Path

from keypeg.exact import OBJECTIVES, Bounds, Objective, Optimum, Search
from keypeg.position import Position
from keypeg.rules import Variant

COLUMNS = [
    *("variant", "codes", "least_total", "average", "depth", "first_guess", "seconds", "sets"),
    *("least_worst", "seconds_worst", "total_within", "seconds_within", "in_print"),
]
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
    """The search of a variant took longer than it may."""


def variants(most_codes: int) -> list[Variant]:
    """List the variants from few codes to many."""
    shapes = [(pegs, colors, repeats) for pegs in range(2, 11) for colors in range(2, 17) for repeats in (True, False)]
    found = [
        Variant(pegs, colors, repeats=repeats)
        for pegs, colors, repeats in shapes
        if (repeats or colors >= pegs) and _size(pegs, colors, repeats=repeats) <= most_codes
    ]
    return sorted(found, key=lambda variant: variant.size)


def _size(pegs: int, colors: int, *, repeats: bool) -> int:
    return colors**pegs if repeats else math.perm(colors, pegs)


def prove(variant: Variant, objective: Objective, seconds: float) -> tuple[Optimum, float]:
    """Return what was proven and the processor time that it took on all threads together."""
    start = time.process_time()

    def watch(_: Bounds) -> None:
        if time.process_time() - start > seconds:
            raise OutOfTime

    search = Search(Position(variant), objective)
    try:
        found = search.run(report=watch)
    except OutOfTime:
        print(f"{variant} {objective}: {search.bounds}, not proven within {seconds:g} s", flush=True)
        raise
    assert found.is_proven
    return found, time.process_time() - start


def fill(line: Line, objective: Objective, seconds: float, trees: Path | None) -> None:
    """Prove a cell that is still empty; it stays empty where that takes too long."""
    value, took = CELLS[objective]
    if line.get(value):
        return
    try:
        found, needed = prove(Variant.parse(line["variant"]), objective, seconds)
    except OutOfTime:
        return
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


def read(table: Path) -> dict[str, Line]:
    if not table.exists():
        return {}
    with table.open(encoding="utf-8") as file:
        return {line["variant"]: line for line in csv.DictReader(file)}


def write(table: Path, lines: list[Line]) -> None:
    with table.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)


PAGE = """# Results

The best possible strategies, proven by `keypeg exact` and collected by `benchmarks/table_optima.py` (as data:
[results/optimal.csv](../results/optimal.csv)). *Least total* is the fewest guesses over all codes, *turns* the fewest
turns that always suffice, *total within* the fewest guesses over all codes among the strategies that need no more turns
than that. Seconds are those of the least total, in processor time of all threads. Where no source stands we know of
none in print for the least total; small ones may well have been computed before. An empty cell was not proven in time.

Strategies compared with each other, and plots, are in [results/](../results/README.md).

| variant | codes | least total | mean | depth | first guess | turns | total within | seconds | in print |
|---|---|---|---|---|---|---|---|---|---|
"""


def page(lines: list[dict[str, str]]) -> str:
    """Write the page of the docs."""
    cells = (
        "variant",
        "codes",
        "least_total",
        "average",
        "depth",
        "first_guess",
        "least_worst",
        "total_within",
        "seconds",
    )
    rows = ["| " + " | ".join([*(line[cell] for cell in cells), line["in_print"]]) + " |" for line in lines]
    return PAGE + "\n".join(rows) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=7200, help="so much processor time one search may take")
    parser.add_argument("--codes", type=int, default=10_000, help="variants with at most so many codes")
    parser.add_argument("--variants", help="only these, with commas between them")
    parser.add_argument("--table", type=Path, required=True)
    parser.add_argument("--trees", type=Path)
    parser.add_argument("--page", type=Path, help="write the page of the docs, too")
    options = parser.parse_args()
    lines = read(options.table)
    named = [Variant.parse(text) for text in options.variants.split(",")] if options.variants else None
    for variant in named or variants(options.codes):
        line = lines.get(str(variant), {"variant": str(variant), "codes": str(variant.size)})
        for objective in OBJECTIVES:
            fill(line, objective, options.seconds, options.trees)
            if line.get("least_total"):
                lines[str(variant)] = line | {"in_print": IN_PRINT.get(str(variant), "")}
            ordered = sorted(lines.values(), key=lambda one: (int(one["codes"]), one["variant"]))
            write(options.table, ordered)
    if options.page:
        options.page.write_text(page(list(read(options.table).values())), encoding="utf-8")


if __name__ == "__main__":
    main()
