"""The coach: processor time of a whole review beside the target, on one thread.

Each review must give its skills before its time is reported. A game at the size of the target is played by a strategy
that guesses any code that fits, as most people do. A time above its target is marked and never fails the run.
"""

import platform
import sys
import time
from dataclasses import dataclass

from keypeg import _core
from keypeg.coach import Review, review
from keypeg.game import Random, play
from keypeg.position import Position
from keypeg.rules import Variant
from keypeg.strategies import strategy


@dataclass(frozen=True)
class Case:
    """Some games of a variant, the skills of the exact turns of the first, and the seconds a review should take."""

    variant: str
    games: int
    skills: str
    target: float


CASES = [
    Case("p4c6", 10, "100 96 91 100", 0.3),
    Case("p4c8", 10, "96 91 88 89 100 100 100", 2),
    Case("p5c8", 10, "100 98 79 68 64 100 100", 2),
    Case("p4c10n", 10, "100 100 100 100 100", 2),
    Case("p6c9", 3, "100 97 97 92 71 100", 5),
    Case("p8c8", 3, "96 94 87 95 100", 5),
]


def skills(found: Review) -> str:
    return " ".join(f"{grade.skill:.0f}" for grade in found.grades if grade.method == "exact")


def measure(case: Case) -> list[float]:
    """Review games of seeds 0, 1, 2 …, check the skills of the first, and return the seconds of each."""
    variant, seconds = Variant.parse(case.variant), []
    for seed in range(case.games):
        game = play(strategy(f"random:{seed}"), Random(seed), variant)
        start = time.process_time()
        found = review(Position(variant, game.turns), threads=1)
        seconds.append(time.process_time() - start)
        if seed == 0 and skills(found) != case.skills:
            sys.exit(f"{case.variant}: skills {skills(found)}, not {case.skills}")
    return seconds


def main() -> None:
    sys.stdout.write(f"{platform.processor() or platform.machine()}, {_core.instruction_set()}\n")
    for case in CASES:
        seconds = measure(case)
        mark = "" if max(seconds) <= case.target else "  ABOVE THE TARGET"
        mean = sum(seconds) / len(seconds)
        sys.stdout.write(
            f"{case.variant:8} {case.games:3} games  mean {mean:6.3f} s  most {max(seconds):6.3f} s  "
            f"target {case.target:g} s{mark}\n"
        )


if __name__ == "__main__":
    main()
