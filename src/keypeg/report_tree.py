"""The `tree` command: a strategy written out, to a file or to stdout, and its summary."""

import time
from dataclasses import dataclass
from typing import Any

from keypeg import strategies
from keypeg.console import progress_bar, show, show_json
from keypeg.errors import NotAllowed
from keypeg.position import Position
from keypeg.rules import Code
from keypeg.strategies import Strategy
from keypeg.tree import Progress, StrategyTree
from keypeg.tree_forms import TreeForm, bars
from keypeg.words import report as said
from keypeg.words import text

_HERE = "local"  # as `cluster.LOCAL`


@dataclass(frozen=True, slots=True)
class Share:
    """Who writes out a tree: threads of this process, or workers."""

    threads: int = 0
    workers: int = 0
    address: str = _HERE

    def grow(self, player: Strategy, position: Position, first: Code | None, progress: Progress | None) -> StrategyTree:
        if self.workers == 0 and self.address == _HERE:
            return strategies.grow(player, position, first, self.threads, progress)
        from keypeg import cluster  # noqa: PLC0415 - much to load for what one process does alone

        with cluster.executor(self.address, self.workers) as executor:
            return strategies.grow_shared(player, position, executor, first, progress)


HERE = Share()


def tree(  # noqa: PLR0913 - the options of a command
    position: Position,
    player: Strategy,
    first: Code | None,
    form: TreeForm,
    share: Share = HERE,
    *,
    as_json: bool = False,
) -> int:
    """Write out a strategy, and show its summary unless the tree itself is printed."""
    if position.is_won:
        raise NotAllowed("code-found", position=position)
    start = time.perf_counter()
    with progress_bar(f"{player.name} {position}") as progress:
        grown = share.grow(player, position, first, progress)
    seconds = time.perf_counter() - start
    if form.format is not None:
        form.write(grown, {"version": player.version})
        if form.output is None:
            return 0
    if as_json:
        show_json(_tree_json(grown, player, seconds))
    else:
        show(*_tree_summary(grown, seconds))
    return 0


def _tree_json(grown: StrategyTree, player: Strategy, seconds: float) -> dict[str, Any]:
    return {
        "variant": str(grown.variant),
        "position": str(grown.position),
        "strategy": player.name,
        "version": player.version,
        "first": str(grown.guess(0)),
        **grown.summary.as_json(),
        "seconds": round(seconds, 6),
    }


def _tree_summary(grown: StrategyTree, seconds: float) -> list[str]:
    summary = grown.summary
    signature = text("tree.signature", signature=summary.signature, duration=said.duration(seconds))
    return [said.tree(grown), *bars(summary), signature]
