r"""Prove the optimum of every variant within a time, and write the table and the trees that the package ships.

    python benchmarks/table_optima.py --seconds 600 --table results/optimal.csv --trees src/keypeg/strategies/trees \
        --page docs/results.md

A variant that is in the table already is left alone, so a run that was stopped goes on where it was.
"""

import argparse
import csv
import gzip
import json
import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from keypeg.exact import Bounds, Objective, Optimum, Search
from keypeg.position import Position
from keypeg.rules import Variant

COLUMNS = [
    *("variant", "codes", "least_total", "average", "depth", "first_guess", "seconds", "sets"),
    *("least_worst", "seconds_worst", "total_within", "seconds_within", "in_print"),
]

IN_PRINT = {"p3c4": "known", "p4c6": "Koyama & Lai 1993", "p4c7": "Ville 2013", "p4c8": "public search 2023"} | {
    "p4c10n": "Tanaka 1996"
}

SHIPPED_FROM = 0.2  # seconds of search: smaller ones are found at once


class OutOfTime(Exception):
    """The search of a variant took longer than it may."""


def variants(most_codes: int) -> Iterator[Variant]:
    """Go through the variants from few codes to many."""
    shapes = [(pegs, colors, repeats) for pegs in range(1, 11) for colors in range(1, 17) for repeats in (True, False)]
    found = [
        Variant(pegs, colors, repeats=repeats)
        for pegs, colors, repeats in shapes
        if colors > 1 and (repeats or colors >= pegs > 1) and _size(pegs, colors, repeats=repeats) <= most_codes
    ]
    return iter(sorted((variant for variant in found if variant.pegs > 1), key=lambda variant: variant.size))


def _size(pegs: int, colors: int, *, repeats: bool) -> int:
    return colors**pegs if repeats else math.perm(colors, pegs)


def prove(variant: Variant, objective: Objective, seconds: float) -> tuple[Optimum, float]:
    start = time.monotonic()

    def watch(_: Bounds) -> None:
        if time.monotonic() - start > seconds:
            raise OutOfTime

    found = Search(Position(variant), objective).run(report=watch)
    assert found.is_proven
    return found, time.monotonic() - start


def row(variant: Variant, seconds: float, turns_seconds: float, trees: Path | None) -> dict[str, Any]:
    """Prove all three objectives of a variant; the last two are left empty where they take too long."""
    average, took = prove(variant, "average", seconds)
    if trees and took > SHIPPED_FROM:
        data = json.dumps(average.tree.as_json(), separators=(",", ":"))
        (trees / f"{variant}.json.gz").write_bytes(gzip.compress(data.encode(), mtime=0))
    return {
        "variant": str(variant),
        "codes": variant.size,
        "least_total": average.value,
        "average": f"{average.tree.summary.average:.4f}",
        "depth": average.tree.summary.depth,
        "first_guess": str(average.tree.guess(0)),
        "seconds": f"{took:.2f}",
        "sets": average.sets,
        **cells(variant, "worst", turns_seconds, ("least_worst", "seconds_worst")),
        **cells(variant, "average-within-worst", turns_seconds, ("total_within", "seconds_within")),
        "in_print": IN_PRINT.get(str(variant), ""),
    }


def cells(variant: Variant, objective: Objective, seconds: float, names: tuple[str, str]) -> dict[str, str]:
    try:
        found, took = prove(variant, objective, seconds)
    except OutOfTime:
        return dict.fromkeys(names, "")
    return dict(zip(names, (str(found.value), f"{took:.2f}"), strict=True))


PAGE = """# Results

The best possible strategies, proven by `keypeg exact` and collected by `benchmarks/table_optima.py` (as data:
[results/optimal.csv](../results/optimal.csv)). *Least total* is the fewest guesses over all codes, *turns* the fewest
turns that always suffice, *total within* the fewest guesses over all codes among the strategies that need no more turns
than that. Seconds are those of the least total, on two cores that other work shared. Where no source stands we know of
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
    parser.add_argument("--seconds", type=float, default=600, help="so long one search may take")
    parser.add_argument("--turns-seconds", type=float, help="the same for the two objectives that count turns")
    parser.add_argument("--codes", type=int, default=10_000, help="variants with at most so many codes")
    parser.add_argument("--variants", help="only these, with commas between them")
    parser.add_argument("--table", type=Path, required=True)
    parser.add_argument("--trees", type=Path)
    parser.add_argument("--page", type=Path, help="write the page of the docs, too")
    options = parser.parse_args()
    done = set()
    if options.table.exists():
        with options.table.open(encoding="utf-8") as file:
            done = {line["variant"] for line in csv.DictReader(file)}
    named = [Variant.parse(text) for text in options.variants.split(",")] if options.variants else None
    for variant in named or variants(options.codes):
        if str(variant) in done:
            continue
        try:
            line = row(variant, options.seconds, options.turns_seconds or options.seconds, options.trees)
        except OutOfTime:
            print(f"{variant}: not within {options.seconds:g} s", flush=True)
            continue
        is_new = not options.table.exists()
        with options.table.open("a", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS)
            if is_new:
                writer.writeheader()
            writer.writerow(line)
        print(" ".join(f"{key}={value}" for key, value in line.items()), flush=True)
    if options.page:
        with options.table.open(encoding="utf-8") as file:
            lines = sorted(csv.DictReader(file), key=lambda line: (int(line["codes"]), line["variant"]))
        options.page.write_text(page(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
