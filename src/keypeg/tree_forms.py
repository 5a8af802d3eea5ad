"""The forms in which the commands print a tree or write it to a file, and its histogram as lines."""

import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from keypeg.console import check_ending, check_place, histogram, note, write_file
from keypeg.errors import NotAllowed
from keypeg.tree import StrategyTree, Summary
from keypeg.words import text

TREE_FORMATS = ("text", "json", "dot", "svg", "log")

_ENDINGS = ("txt", "json", "dot", "svg", "log")


@dataclass(frozen=True, slots=True)
class TreeForm:
    """What to write of a tree: in which format (None for nothing), how deep, and to a file or to stdout."""

    format: str | None = None
    depth: int | None = None
    output: Path | None = None

    @classmethod
    def of(
        cls,
        kind: str | None = None,
        *,
        log: bool = False,
        depth: int | None = None,
        output: Path | None = None,
        as_json: bool = False,
    ) -> "TreeForm":
        """Check that the options go together; the ending of the output file chooses the format if none is given."""
        if log:
            if kind not in {None, "log"}:
                raise NotAllowed("log-format", format=kind)
            kind = "log"
        if output is not None:
            kind = _format_of(output, kind)
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
        return cls(kind, depth, output)

    def write(self, tree: StrategyTree, more: Mapping[str, Any], *, proven: bool = False) -> None:
        """Write the tree, with `more` beside it if it is JSON; a note says if the turns of a log are not proven."""
        if self.format == "log" and not proven:
            depth = tree.summary.depth
            note(text("tree.log-depth", turn_count=depth, strategy=tree.strategy, position=tree.position))
        if self.output is None:
            sys.stdout.writelines(f"{line}\n" for line in self._lines(tree, more))
        else:
            write_file(self.output, "".join(f"{line}\n" for line in self._lines(tree, more)))

    def _lines(self, tree: StrategyTree, more: Mapping[str, Any]) -> Iterable[str]:
        match self.format:
            case "log":
                return tree.log()
            case "text":
                return tree.text(self.depth)
            case "dot":
                return tree.dot(self.depth)
            case "svg":
                return [tree.svg(self.depth)]
            case _:
                own = tree.as_json()
                return [json.dumps({**own, **more, **own})]


def _format_of(output: Path, kind: str | None) -> str:
    """Return the format of a file: the given one, which its ending must not contradict, or that of its ending."""
    formats = dict(zip(_ENDINGS, TREE_FORMATS, strict=True))
    if kind is None:
        check_ending(output, _ENDINGS)
        return formats[output.suffix[1:].lower()]
    if output.suffix and kind in TREE_FORMATS:
        check_ending(output, [ending for ending, meant in formats.items() if meant == kind])
    return kind


def bars(summary: Summary) -> list[str]:
    """Draw the histogram, one line for each number of guesses."""
    return histogram({str(number): codes for number, codes in enumerate(summary.histogram, 1)})
