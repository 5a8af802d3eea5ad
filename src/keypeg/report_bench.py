"""The `bench` command: how this build plays and how fast it is."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from keypeg import _core
from keypeg import bench as measures
from keypeg.console import Column, Row, progress_bar, show, show_json, table
from keypeg.tree import Progress
from keypeg.words import text
from keypeg.words.report import duration

if TYPE_CHECKING:
    from rich.table import Table

Step = TypeVar("Step")


def bench(threads: int, *, as_json: bool) -> int:
    """Show how this build plays and how fast it is."""
    with progress_bar(text("bench.measuring")) as bar:
        steps = measures.step_count()
        speeds = list(_watched(measures.measure_speeds(), bar, 0, steps))
        trees = list(_watched(measures.measure_trees(threads), bar, len(speeds), steps))
    play = measures.total_play(trees)
    if as_json:
        show_json(
            {
                "instruction_set": _core.instruction_set(),
                "speeds": [
                    {"variant": s.variant, "instruction_set": s.instruction_set, "pairs_per_second": s.pairs_per_second}
                    for s in speeds
                ],
                "trees": [tree.as_json() for tree in trees],
                "play": play,
            }
        )
        return 0
    show(_bench_table(speeds, trees), text("bench.play", number=play))
    return 0


def _watched(steps: Iterable[Step], bar: Progress | None, done: int, whole: int) -> Iterator[Step]:
    for number, step in enumerate(steps, done + 1):
        if bar:
            bar(number, whole)
        yield step


def _bench_table(speeds: Sequence[measures.Speed], trees: Sequence[measures.Grown]) -> "Table":
    """Lay out speeds and signatures; where there is no room, the times go first, and then the largest variant."""
    columns = [Column("")]
    for number, variant in enumerate(measures.VARIANTS):
        times = len(measures.VARIANTS) + number
        columns += [Column(variant, number, right=True), Column(text("bench.time", variant=variant), times, right=True)]
    rows: list[Row] = []
    for name in dict.fromkeys(speed.instruction_set for speed in speeds):
        measured = {s.variant: s.pairs_per_second for s in speeds if s.instruction_set == name}
        cells = [text("bench.speed", pairs=measured[v] / 1e9) if v in measured else "" for v in measures.VARIANTS]
        rows.append([text("bench.one-core", instruction_set=name), *(part for cell in cells for part in (cell, ""))])
    rows.append(None)
    by_place = {(tree.strategy, tree.variant): tree for tree in trees}
    for name in dict.fromkeys(tree.strategy for tree in trees):
        grown = [by_place.get((name, variant)) for variant in measures.VARIANTS]
        rows.append([name, *(cell for tree in grown for cell in _tree_cells(tree))])
    return table(columns, rows)


def _tree_cells(tree: measures.Grown | None) -> tuple[str, str]:
    return (tree.summary.signature, duration(tree.seconds)) if tree else ("", "")
