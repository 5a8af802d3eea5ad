"""A tournament: strategies over many secrets, the same for each, so that they differ by strategy and not by luck.

A variant is played over all its codes, or over secrets drawn by a seed. Either way the games are played together: at
each position that some secret leads to the guess is chosen once, and the secrets are split by its feedback. That is
exact, because the same position always gives the same guess.
"""

import csv
import io
import math
import random
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from keypeg.errors import NotAllowed, TooLarge
from keypeg.position import Position
from keypeg.rules import Code, Feedback, Turn, Variant, score
from keypeg.strategies import Strategy, grow, next_guess
from keypeg.tree import Summary

Clock = Callable[[], float]
Watch = Callable[[float, float], object]
Progress = Callable[[str, float, int], object]
"""Takes the row in work as text, how many rows are done (with a fraction of that one), and how many there are."""

_NORMAL_95 = 1.959964
_FEW_FREEDOMS = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060)


@dataclass(frozen=True, slots=True)
class Row:
    """What one strategy did in one variant.

    `taken` has the guesses of each game in the order of the drawn secrets and is empty where all codes were played;
    `chosen` is how many times the strategy was asked for a guess.
    """

    variant: Variant
    strategy: str
    version: int
    summary: Summary
    chosen: int
    taken: tuple[int, ...] = ()
    seed: int | None = None
    seconds: float = 0.0

    @property
    def is_sampled(self) -> bool:
        return self.seed is not None

    @property
    def ci95(self) -> float:
        """Half the 95% interval of the mean: 0 where all codes were played, infinite for a single game."""
        return _half_interval(self.taken) if self.is_sampled else 0.0

    @property
    def seconds_per_guess(self) -> float:
        return self.seconds / self.chosen

    def difference(self, other: "Row") -> tuple[float, float]:
        """Return by how many guesses a game this row is above the other, and half the 95% interval of that.

        The interval is that of the paired differences; the more alike the games are, the narrower it is.
        """
        if self.variant != other.variant or self.seed != other.seed or len(self.taken) != len(other.taken):
            raise NotAllowed(f"{self.strategy} and {other.strategy} did not play the same secrets")
        gaps = [a - b for a, b in zip(self.taken, other.taken, strict=True)]
        return self.summary.average - other.summary.average, _half_interval(gaps)

    def as_json(self) -> dict[str, Any]:
        ci95 = self.ci95 if math.isfinite(self.ci95) else None
        sampled = {"games": self.summary.codes, "seed": self.seed, "ci95": ci95} if self.is_sampled else {}
        return {
            "variant": str(self.variant),
            "strategy": self.strategy,
            "version": self.version,
            **self.summary.as_json(),
            "codes": self.variant.size,
            **sampled,
            "seconds": round(self.seconds, 6),
            "chosen": self.chosen,
            "seconds_per_guess": self.seconds_per_guess,
        }


def run(  # noqa: PLR0913 - all but two are keywords
    variants: Sequence[Variant],
    strategies: Sequence[Strategy],
    *,
    clock: Clock,
    games: int | None = None,
    seed: int = 0,
    threads: int = 0,
    progress: Progress | None = None,
    skipped: Callable[[str], object] | None = None,
) -> Iterator[Row]:
    """Play every strategy in every variant, over all codes or over `games` secrets; give each row as it is finished.

    A row that is out of reach is told to `skipped` and left out; without that it raises TooLarge.
    """
    if games is not None and games < 1:
        raise NotAllowed(f"a tournament has 1 game or more, not {games}")
    rows = len(variants) * len(strategies)
    done = 0
    for variant in variants:
        secrets = None if games is None else draw_secrets(variant, games, seed)
        for strategy in strategies:
            watch = _row_progress(progress, f"{strategy.name} {variant}", done, rows)
            done += 1
            start = clock()
            try:
                row = _row(strategy, variant, secrets, threads, watch)
            except TooLarge as error:
                if skipped is None:
                    raise
                skipped(f"{strategy.name} {variant} is left out: {error}")
                continue
            yield replace(row, seconds=clock() - start, seed=None if games is None else seed)


def draw_secrets(variant: Variant, games: int, seed: int) -> list[Code]:
    """Draw secrets, each code with the same chance and as often as it comes; the same on every machine."""
    return Position(variant).candidates.sample(games, random.Random(f"tournament {seed} {variant}"))  # noqa: S311


def play_together(
    strategy: Strategy, variant: Variant, secrets: Sequence[Code], threads: int = 0, watch: Watch | None = None
) -> tuple[tuple[int, ...], int]:
    """Play one game for each secret: return the guesses each took, and how many times a guess was chosen."""
    taken = [0] * len(secrets)
    found = chosen = 0
    stack: list[tuple[Position, list[int]]] = [(Position(variant), list(range(len(secrets))))]
    while stack:
        position, group = stack.pop()
        guess = next_guess(strategy, position, threads)
        chosen += 1
        parts: defaultdict[Feedback, list[int]] = defaultdict(list)
        for game in group:
            parts[score(secrets[game], guess)].append(game)
        for game in parts.pop(variant.win, []):
            taken[game] = len(position.turns) + 1
            found += 1
        stack += [(position.play(Turn(guess, feedback)), part) for feedback, part in parts.items()]
        if watch:
            watch(found, len(secrets))
    return tuple(taken), chosen


def as_csv(rows: Iterable[Row]) -> str:
    """Write rows as a table with a head line; the histogram is one cell, its numbers separated by spaces."""
    text = io.StringIO()
    writer = csv.DictWriter(text, _CSV_COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    for row in rows:
        cells = row.as_json()
        writer.writerow(cells | {"histogram": " ".join(map(str, row.summary.histogram))})
    return text.getvalue()


_CSV_COLUMNS = (
    *("variant", "strategy", "version", "codes", "games", "seed", "total", "average", "ci95", "depth", "worst"),
    *("histogram", "signature", "seconds", "chosen", "seconds_per_guess"),
)


def _row(
    strategy: Strategy, variant: Variant, secrets: Sequence[Code] | None, threads: int, watch: Watch | None
) -> Row:
    """Play one strategy in one variant; the time and the seed are filled in by the caller."""
    if secrets is None:
        tree = grow(strategy, Position(variant), threads=threads, progress=watch)
        return Row(variant, strategy.name, strategy.version, tree.summary, len(tree))
    taken, chosen = play_together(strategy, variant, secrets, threads, watch)
    return Row(variant, strategy.name, strategy.version, Summary.of(Counter(taken)), chosen, taken)


def _half_interval(values: Sequence[float]) -> float:
    if len(values) < 2:
        return math.inf
    return _student_95(len(values) - 1) * statistics.stdev(values) / math.sqrt(len(values))


def _student_95(freedom: int) -> float:
    """Return how many standard errors hold 95%: Student's t, by its expansion where it is not in the table."""
    if freedom <= len(_FEW_FREEDOMS):
        return _FEW_FREEDOMS[freedom - 1]
    z = _NORMAL_95
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2) + third


def _row_progress(progress: Progress | None, name: str, done: int, rows: int) -> Watch | None:
    if progress is None:
        return None
    report = progress
    report(name, done, rows)
    return lambda part, whole: report(name, done + part / whole, rows)
