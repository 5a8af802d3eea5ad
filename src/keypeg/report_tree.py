"""The `tree` command: a strategy written out, to a file or to stdout, and its summary."""

import json
import math
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from keypeg import strategies
from keypeg.console import check_place, progress_bar, show, show_json, write_file
from keypeg.errors import NotAllowed
from keypeg.position import Position
from keypeg.rules import Code
from keypeg.strategies import Strategy
from keypeg.tree import StrategyTree, Summary
from keypeg.words import text
from keypeg.words.report import duration

TREE_FORMATS = ("text", "json", "dot", "svg", "log")

_BAR_WIDTH = 40


@dataclass(frozen=True, slots=True)
class TreeOptions:
    """What to write of a tree: in which format (None for a summary), how deep, and to a file or to stdout."""

    format: str | None
    depth: int | None = None
    output: Path | None = None
    as_json: bool = False
    threads: int = 0


def tree_options(  # noqa: PLR0913 - the options of a command
    kind: str | None, *, log: bool, depth: int | None, output: Path | None, as_json: bool, threads: int
) -> TreeOptions:
    """Check that the options go together; the ending of the output file chooses the format if none is given."""
    if log:
        if kind not in {None, "log"}:
            raise NotAllowed("log-format", format=kind)
        kind = "log"
    if kind is None and output is not None:
        kind = {"txt": "text"}.get(output.suffix[1:], output.suffix[1:])
    if kind is None and depth is not None:
        kind = "text"
    if kind is not None and kind not in TREE_FORMATS:
        raise NotAllowed("tree-file-format", format=kind, formats=", ".join(TREE_FORMATS))
    if depth is not None and (kind not in {"text", "dot", "svg"} or depth < 1):
        raise NotAllowed("depth-format")
    if as_json and kind not in {None, "json"} and output is None:
        raise NotAllowed("json-format")
    if output is not None:
        check_place(output)
    return TreeOptions(kind, depth, output, as_json, threads)


def tree(position: Position, player: Strategy, first: Code | None, options: TreeOptions) -> int:
    """Write out a strategy and show its summary."""
    if position.is_won:
        raise NotAllowed("code-found", position=position)
    start = time.perf_counter()
    with progress_bar(f"{player.name} {position}") as progress:
        grown = strategies.grow(player, position, first, options.threads, progress)
    seconds = time.perf_counter() - start
    if options.format is not None:
        lines = _tree_lines(grown, player, options)
        if options.output is None:
            sys.stdout.writelines(f"{line}\n" for line in lines)
            return 0
        write_file(options.output, "".join(f"{line}\n" for line in lines))
    if options.as_json:
        show_json(_tree_json(grown, player, seconds))
    else:
        show(*_tree_summary(grown, seconds))
    return 0


def _tree_lines(grown: StrategyTree, player: Strategy, options: TreeOptions) -> Iterable[str]:
    match options.format:
        case "log":
            return grown.log()
        case "text":
            return grown.text(options.depth)
        case "dot":
            return grown.dot(options.depth)
        case "svg":
            return [grown.svg(options.depth)]
        case _:
            return [json.dumps({**grown.as_json(), "version": player.version})]


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
    head = text(
        "tree.summary",
        strategy=grown.strategy,
        position=grown.position,
        guess=grown.guess(0),
        codes=summary.codes,
        average=summary.average,
        depth=summary.depth,
    )
    return [head, *bars(summary), text("tree.signature", signature=summary.signature, duration=duration(seconds))]


def bars(summary: Summary) -> list[str]:
    """Draw the histogram, one line for each number of guesses."""
    most, digits = max(summary.histogram), len(str(summary.depth))
    return [
        f"  {number:>{digits}} {'█' * math.ceil(codes / most * _BAR_WIDTH)}{' ' if codes else ''}{codes:,}"
        for number, codes in enumerate(summary.histogram, 1)
    ]
