r"""Measure how well each level of `human` plays, and write the table of levels.

    python benchmarks/table_levels.py --table results/levels.csv --page docs/strategies.md

Game N of each level has the seed N, for the secret and for the player, so all levels break the same codes. A rating
says how a level does against level 3, which has 1500: 400 log10(q / (1 - q)) is added, where q is the chance to need
fewer guesses than level 3, counting half if both need the same number.
"""

import argparse
import csv
import io
import math
from collections import Counter
from pathlib import Path

from keypeg.game import drawn_code, play
from keypeg.rules import Variant
from keypeg.store import write_atomically
from keypeg.strategies.human import LEVELS, Human

COLUMNS = ("variant", "level", "version", "games", "average", "ci95", "within_10", "rating", "histogram")
MIDDLE, AVERAGE_RATING = 3, 1500
BEGIN, END = "<!-- levels -->", "<!-- end of levels -->"

Line = dict[str, str]


def taken(variant: Variant, level: int, games: int) -> Counter[int]:
    """Count the games by how many guesses they took."""
    secrets = (drawn_code(variant, seed) for seed in range(games))
    return Counter(len(play(Human(seed, level), f"fixed:{code}", variant).turns) for seed, code in enumerate(secrets))


def rating(own: Counter[int], other: Counter[int]) -> float:
    """Return the rating of somebody who plays like `own` if somebody who plays like `other` has the average one."""
    pairs = own.total() * other.total()
    won = sum(games * other[guesses] for mine, games in own.items() for guesses in other if mine < guesses)
    same = sum(games * other[guesses] for guesses, games in own.items())
    chance = (won + same / 2) / pairs
    return AVERAGE_RATING + 400 * math.log10(chance / (1 - chance))


def line(variant: Variant, level: int, all_taken: dict[int, Counter[int]]) -> Line:
    own = all_taken[level]
    games, most = own.total(), max(own)
    mean = sum(guesses * number for guesses, number in own.items()) / games
    deviation = math.sqrt(sum((guesses - mean) ** 2 * number for guesses, number in own.items()) / (games - 1))
    return {
        "variant": str(variant),
        "level": str(level),
        "version": str(Human.version),
        "games": str(games),
        "average": f"{mean:.4f}",
        "ci95": f"{1.96 * deviation / math.sqrt(games):.4f}",
        "within_10": f"{sum(number for guesses, number in own.items() if guesses <= 10) / games:.4f}",
        "rating": f"{rating(own, all_taken[MIDDLE]):.0f}",
        "histogram": " ".join(str(own[guesses]) for guesses in range(1, most + 1)),
    }


def measured(variant: Variant, games: int) -> list[Line]:
    all_taken = {level: taken(variant, level, games) for level in LEVELS}
    return [line(variant, level, all_taken) for level in LEVELS]


def page(lines: list[Line]) -> str:
    """Return the rows as a table for the docs."""
    rows = ["| level | mean guesses | 95% | found in 10 | rating |", "|---|---|---|---|---|"]
    rows += [
        f"| {one['level']} | {float(one['average']):.2f} | ± {float(one['ci95']):.2f} "
        f"| {100 * float(one['within_10']):.1f}% | {one['rating']} |"
        for one in lines
    ]
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", type=Path, required=True)
    parser.add_argument("--page", type=Path, help="a page with the marks between which the table goes")
    parser.add_argument("--games", type=int, default=2000, help="how many games each level plays")
    options = parser.parse_args()
    lines = measured(Variant.parse("p4c6"), options.games)
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    write_atomically(options.table, text.getvalue())
    print(page(lines))
    if options.page:
        before, _, rest = options.page.read_text(encoding="utf-8").partition(BEGIN)
        write_atomically(options.page, f"{before}{BEGIN}\n\n{page(lines)}\n\n{END}{rest.partition(END)[2]}")


if __name__ == "__main__":
    main()
