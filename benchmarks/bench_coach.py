"""The coach: processor time of a whole review on one thread, beside the target.

    python benchmarks/bench_coach.py [--quick]

Each review must give the skills in `reviews.txt` before its time is reported. A time above its target is marked and
never fails the run. `--quick` checks the first game of each variant once, in a few seconds.
"""

import argparse
import platform
import time
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from keypeg import _core
from keypeg.bench import timed
from keypeg.coach import Review, review
from keypeg.position import Position

GAMES = Path(__file__).with_name("reviews.txt")
TARGETS = {"p4c6": 0.3, "p4c8": 2.0, "p5c8": 2.0, "p4c10n": 2.0, "p6c9": 5.0, "p8c8": 5.0}  # seconds


@dataclass(frozen=True)
class Case:
    """The line of a finished game, and the skills of its turns as text."""

    game: str
    skills: str

    @property
    def variant(self) -> str:
        return self.game.partition(" ")[0]


def cases() -> list[Case]:
    lines = GAMES.read_text(encoding="utf-8").splitlines()
    return [Case(*line.split(": ")) for line in lines if not line.startswith("#")]


def skills(found: Review) -> str:
    return " ".join(f"{grade.skill:.0f}" if grade.method == "exact" else "-" for grade in found.grades)


def measure(case: Case) -> float:
    """Review the game, check its skills, and return how many seconds it took."""
    seconds, found = timed(lambda: review(Position.parse(case.game), threads=1), rounds=1, clock=time.process_time)
    assert skills(found) == case.skills, f"{case.game}: skills {skills(found)}, not {case.skills}"
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="check the first game of each variant")
    quick = parser.parse_args().quick
    print(f"coach: seconds of a review on one core ({platform.machine()}, {_core.instruction_set()})")
    print(f"{'variant':8}{'games':>6}{'mean':>9}{'most':>9}{'target':>9}")
    for variant, games in groupby(cases(), key=lambda case: case.variant):
        seconds = [measure(case) for case in (list(games)[:1] if quick else games)]
        mean, most, target = sum(seconds) / len(seconds), max(seconds), TARGETS[variant]
        mark = "" if most <= target else "  above the target"
        print(f"{variant:8}{len(seconds):>6}{mean:>9.3f}{most:>9.3f}{target:>9.1f}{mark}", flush=True)


if __name__ == "__main__":
    main()
