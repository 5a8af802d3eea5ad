"""Whole trees of the one-step rules on a GPU, with every kind of first guess: the rows of results/gpu.csv.

    python benchmarks/table_gpu.py results/gpu.csv p6c9 p7c7 --kinds
    python benchmarks/table_gpu.py results/gpu.csv p7c10 --strategies entropy,most-parts

A row is a tree: its variant, its strategy, the first guess and whether it is the strategy's own, and the figures over
all codes. Rows that the file has already are not computed again, and each is written as soon as it is known, so that
the script can be stopped and started again. Without --kinds, only the strategy's own first guess is played.
"""

import argparse
import csv
from pathlib import Path
from time import perf_counter

from keypeg import gpu
from keypeg.candidates import to_code
from keypeg.errors import KeypegError
from keypeg.gpu import cuda
from keypeg.openings import openings
from keypeg.position import Position
from keypeg.rules import Code, Variant
from keypeg.strategies import grow, next_guess, on_device

STRATEGIES = ("knuth", "expected-size", "entropy", "most-parts")
COLUMNS = ("variant", "strategy", "version", "codes", "first_guess", "is_own", "total", "average", "depth", "worst")
FIGURES = ("histogram", "signature", "seconds")


def row(variant: Variant, name: str, first: Code, own: Code) -> dict[str, object]:
    """Write a tree out, and return its figures."""
    player, start = on_device(name, "cuda"), perf_counter()
    summary = grow(player, Position(variant), first).summary
    return {
        "variant": variant,
        "strategy": name,
        "version": player.version,
        "codes": summary.codes,
        "first_guess": first,
        "is_own": "yes" if first == own else "no",
        "total": summary.total,
        "average": f"{summary.average:.6f}",
        "depth": summary.depth,
        "worst": summary.worst,
        "histogram": " ".join(map(str, summary.histogram)),
        "signature": summary.signature,
        "seconds": f"{perf_counter() - start:.2f}",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", type=Path)
    parser.add_argument("variants", nargs="+", type=Variant.parse)
    parser.add_argument("--strategies", default=",".join(STRATEGIES))
    parser.add_argument("--kinds", action="store_true", help="play every kind of first guess")
    options = parser.parse_args()
    try:
        cuda.gpu()
    except KeypegError as error:
        raise SystemExit(f"gpu: {error}") from None
    known = set()
    if options.table.exists():
        with options.table.open(newline="", encoding="utf-8") as file:
            known = {(line["variant"], line["strategy"], line["first_guess"]) for line in csv.DictReader(file)}
    with options.table.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, (*COLUMNS, *FIGURES), lineterminator="\n")
        if file.tell() == 0:
            writer.writeheader()
        for variant in options.variants:
            gpu.engine_for(variant).prepare()
            kinds = [to_code(guess) for guess in openings(variant).guesses] if options.kinds else []
            for name in options.strategies.split(","):
                own = next_guess(name, Position(variant))
                for first in kinds or [own]:
                    if (str(variant), name, str(first)) in known:
                        continue
                    found = row(variant, name, first, own)
                    writer.writerow(found)
                    file.flush()
                    print(
                        *(found[key] for key in ("variant", "strategy", "first_guess", "signature", "seconds")),
                        flush=True,
                    )


if __name__ == "__main__":
    main()
