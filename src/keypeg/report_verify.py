"""The commands for tree files: `verify` replays one against every code, and `convert` writes it in another form."""

import itertools
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from keypeg import store, tree_nodes
from keypeg.console import progress_bar, read_file, show, show_json
from keypeg.errors import NotAllowed, UnreadableText
from keypeg.exit_codes import FAILURE, SUCCESS
from keypeg.lines import one_line
from keypeg.position import Position
from keypeg.replay import tree_of, verify, verify_nodes
from keypeg.tree import Progress, StrategyTree, Summary
from keypeg.tree_forms import TreeForm
from keypeg.tree_text import Nodes, NotAsWritten, Reader
from keypeg.words import text

_LARGE = 1 << 22  # bytes, from which on a file is read in pieces
_LONGEST = 1 << 31  # bytes that are read in pieces; the tree of all codes that can be replayed takes a quarter of it
_TREE = b'"tree": '
_LEAST = len('"0b0w": ""')  # bytes of a node beside its pegs

T = TypeVar("T")


class LargeTree(NamedTuple):
    """A tree with too many nodes for an object each: what the file claims beside it, and the nodes as arrays."""

    claims: Mapping[str, Any]
    nodes: Nodes


def verify_file(path: Path, written: str | LargeTree, *, as_json: bool) -> int:
    """Replay what is written in a tree file and say what is wrong with it; return 0 if nothing is, otherwise 1."""
    data = _read_json(path, written) if isinstance(written, str) else None
    with progress_bar(text("verify.replaying")) as progress:
        if isinstance(written, LargeTree):
            verdict = _read(path, lambda: verify_nodes(written.claims, written.nodes, progress))
        else:
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
    large = large_tree(path)
    if large is None:
        data = _read_json(path, read_file(path))
        claims = _read(path, lambda: tree_nodes.root_of(data))
    else:
        claims = large.claims
    tree = _read(path, lambda: StrategyTree.from_json(claims) if large is None else tree_of(*large))
    if tree.summary.codes != len(tree.position.candidates):
        raise NotAllowed("tree-incomplete", path=path, found=tree.summary.codes, codes=len(tree.position.candidates))
    plain = {name: claim for name, claim in claims.items() if not isinstance(claim, dict | list)}
    form.write(tree, plain, proven=plain.get("proven") is True and plain.get("objective") != "average")
    return SUCCESS


def _measured(summary: Summary) -> Mapping[str, Any]:
    return summary.as_json() if summary.codes else {}


def _read(path: Path, read: Callable[[], T]) -> T:
    """Read what is in a file, which is named if that fails."""
    try:
        return read()
    except (UnreadableText, NotAllowed) as error:
        raise UnreadableText("tree-file", path=path, reason=error) from None


def large_tree(path: Path) -> LargeTree | None:
    """Read a large file if it is a tree as Keypeg writes it. Any other is for those who read files as a whole."""
    try:
        if not path.is_file() or path.stat().st_size < _LARGE:
            return None
        with progress_bar(text("verify.reading", path=one_line(str(path)))) as progress:
            return _read_pieces(path, progress)
    except NotAsWritten:
        return None
    except OSError as error:
        raise NotAllowed("file-read", path=path, reason=store.reason(error)) from error


def _read_pieces(path: Path, progress: Progress | None) -> LargeTree:
    size, pieces = path.stat().st_size, store.read_pieces(path, _LONGEST)
    head, _, begun = next(pieces).partition(_TREE)
    variant = _claims(head + _TREE + b"null}")[1].variant
    reader, nodes, number, read = Reader(variant), Nodes.empty(size // (variant.pegs + _LEAST) + 1, variant.pegs), 0, 0
    for piece in itertools.chain([begun], pieces, [None]):
        part = reader.read(piece or b"", is_last=piece is None)
        if part is not None:
            nodes.put(number, part)
            number += len(part.depths)
        if reader.rest is not None:
            break
        read += len(piece or b"")
        if progress:
            progress(read, size)
    claims, _ = _claims(head + _TREE + b"null" + (reader.rest or b"") + next(pieces, b""))
    if next(pieces, None) is not None:  # nobody claims that much
        raise NotAsWritten
    return LargeTree(claims, nodes.at(slice(number)))


def _claims(text: bytes) -> tuple[Mapping[str, Any], Position]:
    """Read what is written beside a tree."""
    try:
        claims = tree_nodes.root_of(_loads(text.decode()))
        return claims, Position.parse(tree_nodes.string(claims, "position"))
    except (ValueError, RecursionError):
        raise NotAsWritten from None


def _read_json(path: Path, written: str) -> object:
    try:
        return _loads(written)
    except UnreadableText as error:
        raise UnreadableText("tree-file", path=path, reason=error) from None
    except (ValueError, RecursionError):
        raise UnreadableText("tree-file-json", path=path) from None


def _loads(written: str) -> object:
    return json.loads(written, object_pairs_hook=_unique, parse_constant=_no_number)


def _no_number(name: str) -> float:
    """Refuse NaN and infinity, which are no JSON, though Python reads them."""
    raise ValueError(name)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse an object with the same name twice: JSON would silently keep only the last of two branches."""
    if len(dict(pairs)) < len(pairs):
        raise UnreadableText("name-twice")
    return dict(pairs)
