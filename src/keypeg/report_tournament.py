"""The `tournament` command: strategies compared in tables, CSV, plots and JSON."""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from keypeg import cluster, plot, strategies, tournament
from keypeg.console import Column, check_place, note, progress_bar, show, show_json, table, write_file
from keypeg.errors import KeypegError, NotAllowed
from keypeg.exit_codes import BAD_INPUT, INTERRUPTED, SUCCESS
from keypeg.parameters import split_names
from keypeg.rules import Variant
from keypeg.strategies import Strategy
from keypeg.words import number, text
from keypeg.words.report import tournament_title

if TYPE_CHECKING:
    from rich.table import Table


@dataclass(frozen=True, slots=True)
class TournamentOptions:
    """What a tournament plays, and where its rows go besides the terminal."""

    variants: Sequence[Variant]
    players: Sequence[Strategy]
    games: int | None = None
    seed: int = 0
    workers: int = 0
    address: str = cluster.LOCAL
    csv: Path | None = None
    plots: Sequence[Path] = ()
    as_json: bool = False

    def check(self) -> None:
        """Refuse what would fail only after the games are played."""
        for path in (self.csv, *self.plots):
            if path is not None:
                check_place(path)
        for path in self.plots:
            plot.check_format(path.suffix[1:])


def players(texts: str, seconds: float | None = None) -> list[Strategy]:
    """Read strategies separated by commas, as in `knuth,random:7`, or `all`.

    The time to think is passed to those that take one.
    """
    names = split_names(texts)
    if not names:
        raise NotAllowed("strategies-missing", names=", ".join(strategies.names()))
    if names != ["all"]:
        if seconds is not None and not any(strategies.has_parameter(name, "seconds") for name in names):
            raise NotAllowed("seconds-unused")
        return [_player(name, seconds) for name in names]
    found = []
    for name in strategies.names():
        try:
            found.append(_player(name, seconds))
        except KeypegError as error:
            note(str(error))
    return found


def _player(name: str, seconds: float | None) -> Strategy:
    if seconds is not None and strategies.has_parameter(name, "seconds"):
        name = strategies.with_parameter(name, "seconds", seconds)
    return strategies.strategy(name)


def run_tournament(options: TournamentOptions) -> int:
    """Play, and show every finished row, even if an error or Ctrl-C ends the run early."""
    options.check()
    rows: list[tournament.Row] = []
    failure: KeypegError | KeyboardInterrupt | None = None
    try:
        rows.extend(_finished_rows(options))
    except (KeypegError, KeyboardInterrupt) as error:
        failure = error
    if rows:
        _show_rows(rows, options)
    if failure is None:
        return SUCCESS if rows else BAD_INPUT
    if isinstance(failure, KeyboardInterrupt) and rows:
        whole = len(options.variants) * len(options.players)
        note(text("tournament.interrupted", done=len(rows), rows=whole))
        return INTERRUPTED
    raise failure


def _finished_rows(options: TournamentOptions) -> Iterator[tournament.Row]:
    """Play in processes, or on threads if the core grows the tree; times are processor times."""
    with progress_bar(text("tournament.playing")) as bar, _executor(options) as pool:
        yield from tournament.run(
            options.variants,
            options.players,
            games=options.games,
            seed=options.seed,
            threads=options.workers,
            executor=pool,
            clock=time.process_time,
            progress=bar,
            skipped=lambda error: note(str(error)),
        )


@contextmanager
def _executor(options: TournamentOptions) -> Iterator[Executor | None]:
    if options.workers == 1 and options.address == cluster.LOCAL:
        yield None
        return
    with cluster.executor(options.address, options.workers) as pool:
        yield pool


def _show_rows(rows: Sequence[tournament.Row], options: TournamentOptions) -> None:
    if options.csv is not None:
        write_file(options.csv, tournament.as_csv(rows))
    for path in options.plots:
        write_file(path, plot.draw(rows, path.suffix[1:]))
    if options.as_json:
        show_json([row.as_json() for row in rows])
    else:
        finished = dict.fromkeys(row.variant for row in rows)
        show(*(_variant_table([row for row in rows if row.variant == variant]) for variant in finished))


def _variant_table(rows: Sequence[tournament.Row]) -> "Table":
    """Lay out the rows of one variant, best mean first."""
    best = sorted(rows, key=lambda row: row.summary.average)
    sampled = best[0].is_sampled
    between = {"interval": 3, "difference": 4} if sampled else {}
    spare = {"mean": 0, **between, "depth": 1, "histogram": 5, "time": 2}
    columns = [
        Column(text(f"tournament.{name}"), spared, right=name != "histogram", wraps=name == "histogram")
        for name, spared in spare.items()
    ]
    cells = [
        [
            row.strategy,
            number(row.summary.average, ".4f"),
            *([number(row.ci95, ".4f"), _difference(row, best[0])] if sampled else []),
            str(row.summary.depth),
            " ".join(map(str, row.summary.histogram)),
            number((row.seconds_per_guess or 0) * 1000, ".3f"),
        ]
        for row in best
    ]
    return table([Column(text("tournament.strategy")), *columns], cells, tournament_title(best[0]))


def _difference(row: tournament.Row, best: tournament.Row) -> str:
    if row is best:
        return ""
    gap, half = row.difference(best)
    return f"+{number(gap, '.4f')} ± {number(half, '.4f')}"
