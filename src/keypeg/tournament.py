"""A tournament: strategies over many secrets, the same for each, so that they differ by skill and not by luck.

A variant is played over all its codes, or over secrets drawn by a seed. Either way, games are played together: in each
position that some secret leads to, the guess is chosen once, and the secrets are split by its feedback. That is exact,
because the same position always gives the same guess.

The work consists of tasks. A task is a value, the games that share a position, and any executor of `concurrent.futures`
can play it: threads, processes (`keypeg.workers`), other machines. No two tasks choose a guess in the same position, so
a row doesn't depend on which worker played what, or in which order.
"""

import csv
import io
import math
import random
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, wait
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from keypeg import given
from keypeg.errors import NotAllowed, TooLarge
from keypeg.notebook import ShownAsHtml
from keypeg.position import Position
from keypeg.rules import Code, Feedback, Turn, Variant, score
from keypeg.strategies import Strategy, abilities_of, grow, next_guess, player
from keypeg.tree import Progress, Summary, check_size

Clock = Callable[[], float]
Variants = Variant | str | Iterable[Variant | str]
Strategies = Strategy | str | Iterable[Strategy | str]
"""One or several, each as it is or as text."""


_SHARES = 100
"""A task with more than one part in this many of a row's games is split, to keep many cores busy to the end."""

_MOMENT = 0.5
"""How many seconds of work are done here before the executor is used: starting processes takes about as long."""

_LOOK_UP = 1.0
"""How many seconds to wait at a time, so that Ctrl-C is noticed even where it doesn't interrupt a wait."""

_NORMAL_95 = 1.959964
_FEW_FREEDOMS = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060)


@dataclass(frozen=True, slots=True)
class Row:
    """What one strategy did in one variant.

    `taken` has the guesses of each game in the order of the drawn secrets, and is empty if all codes were played;
    `chosen` is how many times the strategy was asked for a guess; `seconds` is how long that took by the clock, all
    workers together, or None without a clock.
    """

    variant: Variant
    strategy: str
    version: int
    summary: Summary
    chosen: int
    taken: tuple[int, ...] = ()
    seed: int | None = None
    seconds: float | None = None

    @property
    def is_sampled(self) -> bool:
        return self.seed is not None

    @property
    def ci95(self) -> float:
        """Half the 95% interval of the mean: 0 if all codes were played, infinite for a single game."""
        return _half_interval(self.taken) if self.is_sampled else 0.0

    @property
    def seconds_per_guess(self) -> float | None:
        return None if self.seconds is None else self.seconds / self.chosen

    def difference(self, other: "Row") -> tuple[float, float]:
        """Return how many more guesses per game this row takes than the other, and half the 95% interval of that.

        The interval is that of the paired differences; the more alike the games are, the narrower it is.
        """
        if self.variant != other.variant or self.seed != other.seed or len(self.taken) != len(other.taken):
            raise NotAllowed("rows-unlike", one=self.strategy, other=other.strategy)
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
            "seconds": None if self.seconds is None else round(self.seconds, 6),
            "chosen": self.chosen,
            "seconds_per_guess": self.seconds_per_guess,
        }


class Tournament(tuple[Row, ...], ShownAsHtml):
    """The rows of a tournament, which show themselves as a table in a notebook.

    >>> [row.strategy for row in Tournament.play("p2c3", ["first", "knuth"])]
    ['first', 'knuth']
    """

    __slots__ = ()

    @classmethod
    def play(cls, variants: Variants, strategies: Strategies, **options: Any) -> "Tournament":
        """Play as `run` does, with the same options, here and to the end."""
        return cls(run(variants, strategies, **options))


@dataclass(frozen=True, slots=True)
class Task:
    """Games of one strategy that share a position: a value that can be played anywhere.

    `games` are numbered secrets, or None for all candidates of the position. If there are more than `share`, only one
    guess is made, and the rest is returned as further tasks.
    """

    strategy: Strategy
    position: Position
    games: tuple[tuple[int, Code], ...] | None
    share: int
    threads: int = 1
    clock: Clock | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a task: the number and the guesses of each game that ended, and tasks for those that did not."""

    ended: tuple[tuple[int, int], ...]
    rest: tuple[Task, ...]
    chosen: int
    seconds: float


def play_task(task: Task) -> Played:
    """Play the games of a task together, or only one guess if there are many."""
    start = task.clock() if task.clock else 0.0
    games = [(-1, code) for code in task.position.candidates] if task.games is None else list(task.games)
    ended: list[tuple[int, int]] = []
    stack, rest, chosen = [(task.position, games)], [], 0
    while stack:
        position, group = stack.pop()
        guess = next_guess(task.strategy, position, task.threads)
        chosen += 1
        parts: defaultdict[Feedback, list[tuple[int, Code]]] = defaultdict(list)
        for game in group:
            parts[score(game[1], guess)].append(game)
        ended += [(number, len(position.turns) + 1) for number, _ in parts.pop(position.variant.win, [])]
        following = [(position.extend(Turn(guess, feedback)), part) for feedback, part in parts.items()]
        if len(group) <= task.share:
            stack += following
        else:
            rest = sorted(following, key=lambda part: -len(part[1]))  # the largest first
    tasks = [replace(task, position=place, games=task.games and tuple(part)) for place, part in rest]
    return Played(tuple(ended), tuple(tasks), chosen, task.clock() - start if task.clock else 0.0)


def run(  # noqa: PLR0913 - all but two are keywords
    variants: Variants,
    strategies: Strategies,
    *,
    games: int | None = None,
    seed: int = 0,
    after: int = 0,
    threads: int = 0,
    executor: Executor | None = None,
    clock: Clock | None = None,
    progress: Progress | None = None,
    skipped: Callable[[TooLarge], object] | None = None,
) -> Iterator[Row]:
    """Play every strategy in every variant, over all codes or over `games` secrets, and yield each row when finished.

    The executor plays the tasks of a row, each on one thread; without one they are played here. Over all codes, a
    strategy with a `grow` of its own writes out its tree here instead, on `threads` threads (0 for all cores). `clock`
    measures each task where it is played: `time.process_time` for processor time. `progress` is given how many rows are
    done (with a fraction for the current one) and how many there are. A row that is out of reach is reported to
    `skipped` and left out; without that it raises TooLarge. `after` passes over that many of the seed's secrets, so
    that a row can be played in pieces.
    """
    rules = [Variant.of(one) for one in _several(variants)]
    players = [player(one) for one in _several(strategies)]
    seed, threads = given.seed(seed), given.threads(threads)
    rows = len(rules) * len(players)
    done = 0
    for variant in rules:
        secrets = None if games is None else draw_secrets(variant, games, seed, after)
        for strategy in players:
            tell = partial(_tell, progress, done, rows)
            tell(0, 1)
            done += 1
            try:
                task = _whole_row(strategy, variant, secrets, threads if executor is None else 1, clock)
                if secrets is None and abilities_of(strategy).grows:
                    row = _grown(replace(task, threads=threads), tell)
                else:
                    row = _shared(task, executor, tell)
            except TooLarge as error:
                if skipped is None:
                    raise
                skipped(TooLarge("row-left-out", strategy=strategy.name, variant=variant, error=error))
                continue
            tell(1, 1)
            yield replace(row, seed=None if games is None else seed)


def _several(values: Any) -> list[Any]:
    """Return a list as it is, and a single variant or strategy, or its text, as a list of one."""
    return [values] if isinstance(values, Variant | str) or not isinstance(values, Iterable) else list(values)


def draw_secrets(variant: Variant | str, games: int, seed: int, after: int = 0) -> list[Code]:
    """Draw secrets uniformly and with replacement, and pass over the first `after`; the same on every machine."""
    position, number, start = Position(variant), given.whole(games, 1), given.whole(after)
    if number is None:
        raise NotAllowed("tournament-games", games=games)
    if start is None:
        raise NotAllowed("tournament-after", after=after)
    source = random.Random(f"tournament {given.seed(seed)} {position.variant}")  # noqa: S311
    return position.candidates.sample(start + number, source)[start:]


def as_csv(rows: Iterable[Row]) -> str:
    """Return rows as a table with a header line; the histogram is one cell, its numbers separated by spaces."""
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


def _whole_row(
    strategy: Strategy, variant: Variant, secrets: Sequence[Code] | None, threads: int, clock: Clock | None
) -> Task:
    """Return the task with all games of a row."""
    games = None if secrets is None else tuple(enumerate(secrets))
    share = max((variant.size if games is None else len(games)) // _SHARES, 1)
    return Task(strategy, Position(variant), games, share, threads if abilities_of(strategy).threads else 1, clock)


def _grown(task: Task, progress: Progress) -> Row:
    """Play all codes by writing out the tree."""
    start = task.clock() if task.clock else 0.0
    tree = grow(task.strategy, task.position, threads=task.threads, progress=progress)
    seconds = task.clock() - start if task.clock else None
    return _row(task, tree.summary, len(tree), seconds=seconds)


def _shared(task: Task, executor: Executor | None, progress: Progress) -> Row:
    """Play tasks until all games have ended."""
    if task.games is None:
        check_size(task.position, task.strategy.name)
    number = task.position.variant.size if task.games is None else len(task.games)
    ended: list[tuple[int, int]] = []
    chosen, seconds = 0, 0.0
    for played in _results(task, executor):
        ended += played.ended
        chosen += played.chosen
        seconds += played.seconds
        progress(len(ended), number)
    taken = tuple(guesses for _, guesses in sorted(ended))
    return _row(
        task,
        Summary.of(Counter(taken)),
        chosen,
        taken=() if task.games is None else taken,
        seconds=seconds if task.clock else None,
    )


def _row(task: Task, summary: Summary, chosen: int, **more: Any) -> Row:
    return Row(task.position.variant, task.strategy.name, task.strategy.version, summary, chosen, **more)


def _results(root: Task, executor: Executor | None) -> Iterator[Played]:
    """Play a task and all tasks that follow from it, and yield each result as soon as it is there."""
    here, spent = [root], 0.0
    while here and (executor is None or (root.clock and spent < _MOMENT)):
        played = play_task(here.pop(0))
        here += played.rest
        spent += played.seconds
        yield played
    if executor is None:
        return
    running = {executor.submit(play_task, task) for task in here}
    try:
        while running:
            done, running = wait(running, _LOOK_UP, FIRST_COMPLETED)
            for future in done:
                played = future.result()
                running |= {executor.submit(play_task, task) for task in played.rest}
                yield played
    except BrokenExecutor as error:
        raise NotAllowed("worker-ended", strategy=root.strategy.name, variant=root.position.variant) from error
    finally:
        for future in running:
            future.cancel()


def _half_interval(values: Sequence[float]) -> float:
    if len(values) < 2:
        return math.inf
    return _student_95(len(values) - 1) * statistics.stdev(values) / math.sqrt(len(values))


def _student_95(freedom: int) -> float:
    """Return how many standard errors cover 95%: Student's t, by its expansion if it is not in the table."""
    if freedom <= len(_FEW_FREEDOMS):
        return _FEW_FREEDOMS[freedom - 1]
    z = _NORMAL_95
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2) + third


def _tell(progress: Progress | None, row: int, rows: int, done: float, whole: float) -> None:
    if progress is not None:
        progress(row + done / whole, rows)
