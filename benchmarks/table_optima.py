r"""Prove the optimum of every variant within a time limit, and write the table and the trees that the package ships.

    python benchmarks/table_optima.py --seconds 7200 --table results/optimal.csv --open results/open.csv \
        --ledgers results/*.ledger --trees src/keypeg/strategies/trees --page docs/results.md

Each search is a task for processes of this machine (`--workers`) or for a Dask cluster (`--cluster`). What is already
in the table is kept, so a run that was stopped continues where it was. What took too long goes into the second table,
with the bounds that were reached. A ledger of `keypeg prove` says what is known of its variant without a search.
"""

import argparse
import csv
import gzip
import json
import math
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, replace
from pathlib import Path

from keypeg import cluster
from keypeg._core import NO_TOTAL, thread_count
from keypeg.exact import OBJECTIVES, Bounds, Objective, Search
from keypeg.ledger import Facts
from keypeg.position import Position
from keypeg.proof import Proof
from keypeg.rules import Variant
from keypeg.store import read_ledger
from keypeg.tree import StrategyTree

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
SHIPPED_UP_TO = 300_000  # bytes: the package stays light


@dataclass(frozen=True)
class Job:
    """A search for the optimum of a variant: a value that can be done anywhere. It may take `seconds`."""

    variant: Variant
    objective: Objective
    seconds: float
    threads: int
    memory: int


@dataclass(frozen=True)
class Found:
    """What is known of an optimum, and the processor time it took on all threads together."""

    variant: Variant
    objective: Objective
    bounds: Bounds
    tree: StrategyTree | None
    seconds: float
    sets: int | None = None

    def __str__(self) -> str:
        lower, upper = self.bounds.lower, self.bounds.upper
        value = str(upper) if self.bounds.is_proven else f"{lower} … {upper}, not proven"
        return f"{self.variant} {self.objective}: {value}, {self.seconds:.2f} s"


class OutOfTime(Exception):
    """The search took too long."""


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


def prove(job: Job) -> Found:
    """Search until the optimum is proven or the time is over."""
    start = time.process_time()

    def check_time(_: Bounds) -> None:
        if time.process_time() - start > job.seconds:
            raise OutOfTime

    search = Search(Position(job.variant), job.objective, job.memory)
    try:
        best = search.run(job.threads, check_time)
    except OutOfTime:
        best = search.best()
    return Found(job.variant, job.objective, best.bounds, best.tree, time.process_time() - start, best.sets)


def from_ledger(path: Path) -> Found:
    """Return what a ledger proves."""
    facts = Facts(read_ledger(path))
    proof = Proof(Position.parse(facts.root.split(" ")[0]), facts)
    return Found(proof.position.variant, "average", proof.bounds, proof.tree(), proof.root.seconds)


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


class Tables:
    """What is proven and what is open, with the trees that the package ships."""

    def __init__(self, proven: Path, unproven: Path, trees: Path | None) -> None:
        self.proven, self.unproven, self.trees = Table(proven, COLUMNS, 1), Table(unproven, OPEN_COLUMNS, 2), trees

    def has(self, variant: Variant, objective: Objective) -> bool:
        return bool(self.proven.lines.get((str(variant),), {}).get(CELLS[objective][0]))

    def take(self, found: Found) -> None:
        """Write down what was found where it belongs."""
        print(found, flush=True)
        name = {"variant": str(found.variant), "codes": str(found.variant.size)}
        if not found.bounds.is_proven:
            lower, upper = found.bounds.lower, found.bounds.upper
            known = {"lower": str(lower), "upper": str(upper) if upper < NO_TOTAL else ""}
            self.unproven.put(name | {"objective": found.objective, **known, "seconds": f"{found.seconds:.0f}"})
            return
        earlier = self.proven.lines.get((str(found.variant),), {"in_print": IN_PRINT.get(str(found.variant), "")})
        self.proven.put(name | earlier | _cells(found))
        self.unproven.drop(str(found.variant), found.objective)
        if self.trees and found.objective == "average" and found.seconds > SHIPPED_FROM and found.tree:
            data = json.dumps(found.tree.as_json(), separators=(",", ":"))
            packed = gzip.compress(data.encode(), mtime=0)
            if len(packed) <= SHIPPED_UP_TO:
                (self.trees / f"{found.variant}.json.gz").write_bytes(packed)

    def missing(self, variant: Variant, objectives: Iterable[Objective]) -> Iterator[Objective]:
        """Yield what is not proven yet; the best within the fewest turns can only be found once these are."""
        for objective in objectives:
            is_possible = objective != "average-within-worst" or self.has(variant, "worst")
            if is_possible and not self.has(variant, objective):
                yield objective


def fill(tables: Tables, jobs: Iterable[Job], objectives: Iterable[Objective], executor: Executor) -> None:
    """Do the jobs, and those that become possible by what they find."""
    running: dict[Future[Found], Job] = {executor.submit(prove, job): job for job in jobs}
    while running:
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            job, found = running.pop(future), future.result()
            tables.take(found)
            if found.objective == "worst" and "average-within-worst" in tables.missing(found.variant, objectives):
                within = replace(job, objective="average-within-worst")
                running[executor.submit(prove, within)] = within


def _cells(found: Found) -> Line:
    value, took = CELLS[found.objective]
    line = {value: str(found.bounds.upper), took: f"{found.seconds:.2f}"}
    if found.objective == "average" and found.tree:
        summary, sets = found.tree.summary, "" if found.sets is None else str(found.sets)
        line |= {"average": f"{summary.average:.4f}", "depth": str(summary.depth)}
        line |= {"first_guess": str(found.tree.guess(0)), "sets": sets}
    return line


PAGE = """# Results

The best possible strategies, proven by `keypeg exact`, and the largest of them by `keypeg prove`, with
[ledgers](../results/README.md#proofs-in-ledgers). They were collected by
`benchmarks/table_optima.py` (as data: [results/optimal.csv](../results/optimal.csv)). *Least total*
is the fewest guesses over all codes, *turns* the fewest turns that always suffice, and *total
within* the fewest guesses over all codes among the strategies that need no more turns than that.
Seconds are processor time of all threads for the least total, as measured when it was found, often
by an earlier and slower search than [the present one](research.md#exact-search). If no source is
given, we know of no publication of the least total, though small ones may well have been computed
before.

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
    parser.add_argument("--objectives", nargs="*", choices=OBJECTIVES, default=OBJECTIVES)
    parser.add_argument(
        "--workers", type=int, default=1, help="how many searches run side by side, and share the cores"
    )
    parser.add_argument("--cluster", default=cluster.LOCAL, help="the address of a Dask cluster that searches instead")
    parser.add_argument("--memory", type=int, default=1024, help="how many MiB each search may use to remember sets")
    parser.add_argument("--ledgers", type=Path, nargs="*", default=[], help="ledgers of whole variants")
    parser.add_argument("--table", type=Path, required=True)
    parser.add_argument("--open", type=Path, required=True, help="the table of what was tried and not proven")
    parser.add_argument("--trees", type=Path)
    parser.add_argument("--page", type=Path, help="also write the page for the docs")
    options = parser.parse_args()
    tables = Tables(options.table, options.open, options.trees)
    for path in options.ledgers:
        tables.take(from_ledger(path))
    threads = max(thread_count(0) // options.workers, 1) if options.cluster == cluster.LOCAL else 0
    named = [Variant.parse(text) for text in options.variants.split(",")] if options.variants else None
    jobs = [
        Job(variant, objective, options.seconds, threads, options.memory << 20)
        for variant in named or variants(options.codes)
        for objective in tables.missing(variant, options.objectives)
    ]
    with cluster.executor(options.cluster, options.workers) as executor:
        fill(tables, jobs, options.objectives, executor)
    if options.page:
        text = page(tables.proven.in_order(), tables.unproven.in_order())
        options.page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
