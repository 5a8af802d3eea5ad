"""The `exact` command: a search that can be watched, interrupted and resumed, and what it proved."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from keypeg import __version__, checkpoints
from keypeg._core import thread_count
from keypeg.console import check_place, show, show_json
from keypeg.exact import MEMORY, Bounds, Objective, Optimum, Search
from keypeg.exit_codes import INTERRUPTED, SUCCESS
from keypeg.position import Position
from keypeg.tree_forms import TreeForm, bars
from keypeg.words import report as said
from keypeg.words import text

CHECKPOINT_SECONDS = 20
"""How often a checkpoint is written, and thus how much work can be lost."""


@dataclass(frozen=True, slots=True)
class ExactOptions:
    """What the command was asked for."""

    objective: Objective
    form: TreeForm
    threads: int = 0
    memory: int = MEMORY
    checkpoint: Path | None = None
    as_json: bool = False


def exact(position: Position, options: ExactOptions) -> int:
    """Search, show the bounds as they close, and print what was proven; Ctrl-C keeps the best result so far."""
    if options.checkpoint:
        check_place(options.checkpoint)
    search = Search(position, options.objective, options.memory)
    task = f"{position} {options.objective}"
    if options.checkpoint and (snapshot := checkpoints.load(options.checkpoint, task)) is not None:
        search.restore(snapshot)
    start = time.monotonic()
    code = SUCCESS
    try:
        with _watched(search, start, _saver(search, task, options.checkpoint)) as on_bounds:
            found = search.run(options.threads, on_bounds)
    except KeyboardInterrupt:
        found, code = search.best(), INTERRUPTED
    try:  # the work is safe before anybody reads of it, and shown even if it can't be saved
        if options.checkpoint:
            checkpoints.save(options.checkpoint, task, search.snapshot(checkpoints.MOST_ENTRIES))
    finally:
        _show(found, time.monotonic() - start, options)
    return code


def _saver(search: Search, task: str, path: Path | None) -> Callable[[], None]:
    """Return a function that writes a checkpoint when it is time for one."""
    last = time.monotonic()

    def save() -> None:
        nonlocal last
        if path and time.monotonic() - last > CHECKPOINT_SECONDS:
            checkpoints.save(path, task, search.snapshot(checkpoints.MOST_ENTRIES))
            last = time.monotonic()

    return save


@contextmanager
def _watched(search: Search, start: float, save: Callable[[], None]) -> Iterator[Callable[[Bounds], None]]:
    """Provide a function that shows the bounds in a terminal and writes checkpoints."""
    if not sys.stderr.isatty():
        yield lambda _: save()
        return
    from rich.console import Console  # noqa: PLC0415 - only a person watches
    from rich.live import Live  # noqa: PLC0415 - the same

    console = Console(stderr=True, highlight=False)
    with Live(console=console, transient=True, refresh_per_second=8) as live:

        def show_bounds(bounds: Bounds) -> None:
            save()
            live.update(_state(search, bounds, time.monotonic() - start))

        yield show_bounds


def _state(search: Search, bounds: Bounds, seconds: float) -> str:
    done, guesses = search.first_guesses
    return text(
        "exact.watch-guesses" if guesses else "exact.watch",
        position=search.position,
        objective=search.objective,
        bounds=said.bounds(bounds),
        done=done,
        guesses=guesses,
        seconds=seconds,
    )


def _show(found: Optimum, seconds: float, options: ExactOptions) -> None:
    made = {"seconds": seconds, "threads": thread_count(options.threads), "keypeg": __version__}
    data = {**found.as_json(), **made}
    if options.form.format is not None:
        options.form.write(found.tree, data, proven=found.is_proven and found.objective != "average")
        if options.form.output is None:
            return
    if options.as_json:
        show_json({**found.tree.as_json(), **data})
        return
    tree, summary = found.tree, found.tree.summary
    key = "exact.turns" if found.objective == "worst" else "exact.guesses"
    show(
        text(key, position=tree.position, objective=found.objective, bounds=said.bounds(found.bounds)),
        text("exact.tree", guess=tree.guess(0), signature=summary.signature, average=summary.average),
        *bars(summary),
        text(
            "exact.work",
            sets=found.sets,
            partitions=found.guesses,
            seconds=seconds,
            memory=found.memory / (1 << 20),
        ),
    )
