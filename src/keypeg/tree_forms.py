"""The forms in which the commands print a tree or write it to a file, and its histogram as lines."""

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from keypeg.console import check_ending, check_place, histogram, note, progress_bar, write_file
from keypeg.errors import NotAllowed
from keypeg.lines import one_line
from keypeg.tree import Progress, StrategyTree, Summary
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
            sys.stdout.writelines(self._pieces(tree, more))
            return
        with progress_bar(text("tree.writing", path=one_line(str(self.output)))) as progress:
            write_file(self.output, self._pieces(tree, more, progress))

    def _pieces(self, tree: StrategyTree, more: Mapping[str, Any], progress: Progress | None = None) -> Iterable[str]:
        match self.format:
            case "log":
                return tree.log_pieces(progress)
            case "text":
                return tree.text_pieces(self.depth, progress)
            case "dot":
                return (f"{line}\n" for line in tree.dot(self.depth))
            case "svg":
                return [tree.svg(self.depth) + "\n"]
            case _:
                return tree.json_pieces(more, progress)


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
