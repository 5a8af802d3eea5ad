r"""Play seeded tournaments at sizes where codes can't be listed, and write the table and its plot.

    python benchmarks/table_large.py --table results/large.csv --plot results/large --page docs/large.md

Every row is a tournament of its own, whose games are shared between all cores or a cluster; times are processor times,
so a busy machine doesn't matter. A row grows: the games come from one seeded list of secrets, some at a time, and are
added to those that the current version of the strategy has played, so a run that was stopped continues where it was.
"""

import argparse
import csv
import io
import itertools
import math
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from keypeg import cluster
from keypeg.rules import Variant
from keypeg.store import write_atomically
from keypeg.strategies import strategy
from keypeg.tournament import Row, run
from keypeg.tree import Summary

Line = dict[str, str]
COLUMNS = [
    *("variant", "strategy", "version", "codes", "games", "seed", "average", "ci95", "depth", "histogram"),
    *("processor_seconds_per_guess", "published", "published_by"),
]
SEED = 1
AT_A_TIME = 200
"""How many games are played before the table is written again; of these, games with the same turns share choices."""

BEGIN, END = "<!-- large games -->", "<!-- end of large games -->"


@dataclass(frozen=True)
class Wanted:
    """A row to play, with enough games for ± 0.03 up to p8c8 and ± 0.06 above."""

    variant: str
    strategy: str
    games: int


WANTED = [  # the last ones take longest
    Wanted("p5c8", "sampling", 3600),
    Wanted("p5c8", "genetic", 3600),
    Wanted("p6c9", "sampling", 3200),
    Wanted("p6c9", "genetic", 3200),
    Wanted("p7c10", "sampling", 3200),
    Wanted("p8c8", "sampling", 3200),
    Wanted("p10c6", "sampling", 1200),
    Wanted("p8c12", "genetic:eligible=200,populations=200", 1400),
    Wanted("p8c12", "genetic", 1400),
    Wanted("p8c12", "sampling", 1200),
    Wanted("p10c10", "sampling", 1200),
    Wanted("p10c12", "sampling", 1200),
    Wanted("p10c16", "sampling", 1400),
    Wanted("p12c12", "sampling", 1500),
    Wanted("p16c6", "sampling", 1650),
    Wanted("p15c15", "sampling", 2400),
    Wanted("p20c20", "sampling", 4000),
]

# The best mean in print: over all codes if a heuristic was run over all of them, otherwise over a sample.
PUBLISHED = {
    "p5c8": (5.4710, "best strategy over all codes"),
    "p6c9": (6.2847, "best heuristic over all codes"),
    "p7c10": (7.1291, "best heuristic over all codes"),
    "p8c8": (7.0270, "best heuristic over all codes"),
    "p8c12": (8.366, "Berghman et al. 2009"),
    "p10c6": (7.90, "by SAT"),
    "p10c12": (10.29, "random candidate"),
    "p16c6": (10.51, "by SAT"),
    "p10c16": (11.62, "random candidate"),
}


def play_more(wanted: Wanted, line: Line | None, games: int, executor: Executor) -> Line:
    """Play the next games of a row, and return the row with them."""
    played = int(line["games"]) if line else 0
    variants, players = [Variant.parse(wanted.variant)], [strategy(wanted.strategy)]
    piece = run(variants, players, games=games, seed=SEED, after=played, executor=executor, clock=time.process_time)
    (row,) = piece
    seconds = row.seconds_per_guess or 0.0
    if line:
        taken = (*_taken(line), *row.taken)
        row = replace(row, taken=taken, summary=Summary.of(Counter(taken)))
        seconds = (seconds * games + float(line["processor_seconds_per_guess"]) * played) / (games + played)
    return _line(row, seconds)


def _taken(line: Line) -> list[int]:
    """Return the guesses of each game of a row, in order of size."""
    return [guesses for guesses, games in enumerate(map(int, line["histogram"].split()), 1) for _ in range(games)]


def _line(row: Row, seconds_per_guess: float) -> Line:
    published, by = PUBLISHED.get(str(row.variant), (None, ""))
    cells: dict[str, Any] = row.as_json() | {
        "average": f"{row.summary.average:.4f}",
        "ci95": f"{row.ci95:.4f}",
        "histogram": " ".join(map(str, row.summary.histogram)),
        "processor_seconds_per_guess": f"{seconds_per_guess:.4f}",
        "published": published or "",
        "published_by": by,
    }
    return {column: str(cells[column]) for column in COLUMNS}


def read_table(path: Path) -> list[Line]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def in_order(lines: Iterable[Line]) -> list[Line]:
    """Return the rows by the number of codes."""
    order = {(row.variant, row.strategy): number for number, row in enumerate(WANTED)}
    return sorted(lines, key=lambda line: (Variant.parse(line["variant"]).size, order.get(_key(line), len(order))))


def write_table(path: Path, lines: Iterable[Line]) -> None:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(in_order(lines))
    write_atomically(path, text.getvalue())


def _is_current(line: Line) -> bool:
    """Whether this version of the strategy played it."""
    return line["version"] == str(strategy(line["strategy"]).version)


def _key(line: Line) -> tuple[str, str]:
    return line["variant"], line["strategy"]


def page(lines: list[Line]) -> str:
    """Return the rows as a table for the docs."""
    head = "| variant | codes | strategy | games | mean guesses | 95% | most | seconds per guess | best in print |"
    rows = [head, "|---|---|---|---|---|---|---|---|---|"]
    for line in lines:
        printed = f"{line['published']} ({line['published_by']})" if line["published"] else ""
        rows.append(
            f"| {line['variant']} | {float(line['codes']):.2g} | {line['strategy']} | {int(line['games']):,} "
            f"| {float(line['average']):.3f} | ± {float(line['ci95']):.3f} | {line['depth']} "
            f"| {float(line['processor_seconds_per_guess']):.4f} | {printed} |"
        )
    return "\n".join(rows)


def plot(lines: list[Line], base: Path) -> None:
    """Draw the means against the logarithm of the number of codes, beside what is in print."""
    import matplotlib as mpl  # noqa: PLC0415 - only for the plot

    mpl.use("agg")
    mpl.rcParams["svg.hashsalt"] = "keypeg"
    from matplotlib import pyplot as plt  # noqa: PLC0415

    figure, place = plt.subplots(figsize=(8, 5), layout="constrained")
    marks = {
        "sampling": ("o", "#0072b2"),
        "genetic": ("s", "#d55e00"),
        "genetic:eligible=200,populations=200": ("^", "#009e73"),
    }
    for name, (mark, color) in marks.items():
        own = [line for line in lines if line["strategy"] == name]
        place.errorbar(
            [math.log2(int(line["codes"])) for line in own],
            [float(line["average"]) for line in own],
            yerr=[float(line["ci95"]) for line in own],
            fmt=mark,
            color=color,
            label=name,
            capsize=3,
            markersize=5,
        )
    printed = [line for line in lines if line["published"] and line["strategy"] == "sampling"]
    place.plot(
        [math.log2(int(line["codes"])) for line in printed],
        [float(line["published"]) for line in printed],
        "x",
        color="#222222",
        label="best in print",
    )
    sides = itertools.cycle(((-6, 7), (6, -11)))  # alternate, since some are close together
    for line in lines:
        if line["strategy"] != "sampling":
            continue
        side = (8, 5) if line["variant"] == "p12c12" else next(sides)
        place.annotate(
            line["variant"],
            (math.log2(int(line["codes"])), float(line["average"])),
            textcoords="offset points",
            xytext=side,
            ha="left" if side[0] > 0 else "right",
            fontsize=8,
        )
    place.set(xscale="log", yscale="log", xlabel="bits to find: log2 of the number of codes", xlim=(13, 100))
    place.set_ylabel("mean guesses (95% interval)")
    for axis, ticks in ((place.xaxis, (15, 20, 30, 40, 60, 80)), (place.yaxis, (5, 6, 7, 8, 10, 12, 15, 20))):
        axis.set_ticks(ticks, [str(tick) for tick in ticks])
        axis.set_ticks([], minor=True)
    place.set_title("Large games")
    place.legend(frameon=False, loc="upper left")
    for format_ in ("svg", "png"):
        figure.savefig(base.with_suffix(f".{format_}"), dpi=120, metadata={"Date": None} if format_ == "svg" else None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", type=Path, required=True)
    parser.add_argument("--plot", type=Path, help="the plot's files, without their endings")
    parser.add_argument("--page", type=Path, help="a page with the marks between which the table goes")
    parser.add_argument("--workers", type=int, default=0, help="how many processes share the games; 0 for one per core")
    parser.add_argument(
        "--cluster", default=cluster.LOCAL, help="the address of a Dask cluster that plays them instead"
    )
    parser.add_argument(
        "--seconds", type=float, default=math.inf, help="begin no further games after this many seconds"
    )
    parser.add_argument("--variants", help="only these, with commas between them")
    options = parser.parse_args()
    lines = {_key(line): line for line in read_table(options.table) if _is_current(line)}
    named = options.variants.split(",") if options.variants else [wanted.variant for wanted in WANTED]
    begin = time.monotonic()
    with cluster.executor(options.cluster, options.workers) as executor:
        for wanted in WANTED:
            key = wanted.variant, wanted.strategy
            while (missing := wanted.games - int(lines[key]["games"] if key in lines else 0)) > 0:
                if wanted.variant not in named or time.monotonic() - begin > options.seconds:
                    break
                lines[key] = play_more(wanted, lines.get(key), min(missing, AT_A_TIME), executor)
                write_table(options.table, lines.values())
                print(page([lines[key]]).splitlines()[-1], flush=True)
    rows = in_order(lines.values())
    if options.plot:
        plot(rows, options.plot)
    if options.page:
        text = options.page.read_text(encoding="utf-8")
        before, _, rest = text.partition(BEGIN)
        write_atomically(options.page, f"{before}{BEGIN}\n\n{page(rows)}\n\n{END}{rest.partition(END)[2]}")


if __name__ == "__main__":
    main()
