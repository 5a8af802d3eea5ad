"""The commands for tree files: `verify` replays one against every code, and `convert` writes it in another form."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from keypeg import tree_nodes
from keypeg.console import progress_bar, read_file, show, show_json
from keypeg.errors import NotAllowed, UnreadableText
from keypeg.exit_codes import FAILURE, SUCCESS
from keypeg.lines import one_line
from keypeg.tree import StrategyTree, Summary, verify
from keypeg.tree_forms import TreeForm
from keypeg.words import text

T = TypeVar("T")


def verify_file(path: Path, written: str, *, as_json: bool) -> int:
    """Replay what is written in a tree file and say what is wrong with it; return 0 if nothing is, otherwise 1."""
    data = _read_json(path, written)
    with progress_bar(text("verify.replaying")) as progress:
        verdict = _read(path, lambda: verify(data, progress))
    if as_json:
        show_json({"good": verdict.is_good, "flaws": [*map(str, verdict.flaws)], **_measured(verdict.summary)})
    elif verdict.is_good:
        show(text("verify.good", signature=verdict.summary.signature))
    else:
        show(text("verify.bad", path=one_line(str(path))), *(f"  {flaw}" for flaw in verdict.flaws))
    return SUCCESS if verdict.is_good else FAILURE


def convert_file(path: Path, form: TreeForm) -> int:
    """Write a tree file in another form. A tree that doesn't find every code is refused."""
    data = _read_json(path, read_file(path))
    tree = _read(path, lambda: StrategyTree.from_json(data))
    if tree.summary.codes != len(tree.position.candidates):
        raise NotAllowed("tree-incomplete", path=path, found=tree.summary.codes, codes=len(tree.position.candidates))
    claims = {name: claim for name, claim in tree_nodes.root_of(data).items() if not isinstance(claim, dict | list)}
    form.write(tree, claims, proven=claims.get("proven") is True and claims.get("objective") != "average")
    return SUCCESS


def _measured(summary: Summary) -> Mapping[str, Any]:
    return summary.as_json() if summary.codes else {}


def _read(path: Path, read: Callable[[], T]) -> T:
    """Read what is in a file, which is named if that fails."""
    try:
        return read()
    except (UnreadableText, NotAllowed) as error:
        raise UnreadableText("tree-file", path=path, reason=error) from None


def _read_json(path: Path, written: str) -> object:
    try:
        return json.loads(written, object_pairs_hook=_unique, parse_constant=_no_number)
    except UnreadableText as error:
        raise UnreadableText("tree-file", path=path, reason=error) from None
    except (ValueError, RecursionError):
        raise UnreadableText("tree-file-json", path=path) from None


def _no_number(name: str) -> float:
    """Refuse NaN and infinity, which are no JSON, though Python reads them."""
    raise ValueError(name)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse an object with the same name twice: JSON would silently keep only the last of two branches."""
    if len(dict(pairs)) < len(pairs):
        raise UnreadableText("name-twice")
    return dict(pairs)
