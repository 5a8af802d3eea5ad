"""Trees of very many nodes: written in pieces, read back as arrays and replayed, all as it is done for small ones."""

import json
import random
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from keypeg import cli, replay, report_verify, store, tree_text
from keypeg.candidates import to_code
from keypeg.errors import TooLarge, UnreadableText
from keypeg.pairs import paired_scores
from keypeg.position import Position
from keypeg.replay import Verdict, tree_of, verify, verify_nodes
from keypeg.rules import Turn, score
from keypeg.strategies import grow, strategy
from keypeg.tree import StrategyTree
from keypeg.tree_text import Nodes, NotAsWritten, Reader

LINES = ["p1c3", "p2c3", "p3c5", "p2c12", "p4c5n", "p4c6 1122=1b1w", "p10c2"]
UNUSUAL = ["p1c1", "p2c36"]
"""A tree of one guess, and one with colors that have no symbol of their own: written in pieces, but not read so."""


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_text, "PIECE", 13)
    monkeypatch.setattr(replay, "_BLOCK", 50)


def tree_at(line: str) -> StrategyTree:
    return grow(strategy("entropy"), Position.parse(line))


def by_level(tree: StrategyTree) -> StrategyTree:
    """Return the same tree with its nodes level by level, as a GPU gives them, and in no order on each level."""
    order = np.lexsort((np.random.default_rng(1).random(len(tree)), tree.depths))
    places = np.argsort(order).astype(np.uint32)
    columns = (tree.guesses[order], places[tree.parents[order]], tree.feedbacks[order], tree.wins[order])
    return StrategyTree(tree.position, tree.strategy, *columns)


def read(text: str, size: int = 1 << 20) -> tuple[dict[str, Any], Nodes]:
    """Read a tree from its text in pieces of this size."""
    claims = json.loads(text)
    del claims["tree"]
    written = text[text.index('"tree": ') + 8 :].encode()
    reader, nodes = Reader(Position.parse(claims["position"]).variant), []
    for start in range(0, len(written) + size, size):
        part = reader.read(written[start : start + size], is_last=start >= len(written))
        nodes += [] if part is None else [part]
        if reader.rest is not None:
            break
    return claims, Nodes.joined(nodes)


# ---- Writing


@pytest.mark.parametrize("line", LINES + UNUSUAL)
def test_json_in_pieces_is_the_json_of_the_whole(line: str) -> None:
    tree = tree_at(line)
    expected = json.dumps(tree.as_json() | {"version": 2}) + "\n"
    for same in (tree, by_level(tree)):
        assert "".join(same.json_pieces({"version": 2, "codes": 0})) == expected
    assert "".join(tree.json_pieces()) == json.dumps(tree.as_json()) + "\n"


def log_turn(turn: Turn) -> str:
    blacks, whites = turn.feedback.blacks, turn.feedback.whites
    response = [2] * blacks + [1] * whites + [0] * (len(turn.guess) - blacks - whites)
    return f"{[color - 1 for color in turn.guess]}{response}"


@pytest.mark.parametrize("line", LINES + UNUSUAL)
def test_the_log_has_the_games(line: str) -> None:
    tree = tree_at(line)
    expected = [" -> ".join(map(log_turn, game)) + "." for game in tree.games()]
    assert list(by_level(tree).log()) == [str(tree.summary.depth), "", *expected]


def indented(tree: StrategyTree, node: int, indent: str, depth: int) -> Iterator[str]:
    yield f"{tree.guess(node)}{' *' if tree.wins[node] else ''}"
    for feedback, child in tree.children(node).items():
        if tree.depths[child] > depth:
            yield f"{indent}  {feedback} … {tree.codes_below[child]}"
        else:
            first, *rest = indented(tree, child, indent + "       ", depth)
            yield f"{indent}  {feedback} {first}"
            yield from rest


@pytest.mark.parametrize("depth", [None, 1, 2])
@pytest.mark.parametrize("line", LINES + UNUSUAL)
def test_the_text_has_each_guess_below_the_one_before(line: str, depth: int | None) -> None:
    tree = tree_at(line)
    assert list(by_level(tree).text(depth)) == list(indented(tree, 0, "", depth or 999))


def test_progress_ends_with_all_nodes() -> None:
    tree = tree_at("p3c5")
    seen: list[tuple[float, float]] = []
    for pieces in (tree.json_pieces, tree.log_pieces, tree.text_pieces):
        seen.clear()
        list(pieces(progress=lambda *report: seen.append(report)))
        assert seen == sorted(seen)
        assert seen[-1] == (len(tree), len(tree))


def test_an_interrupted_file_is_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    store.write_atomically(path, "old")

    def pieces() -> Iterator[str]:
        yield "half of "
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.write_atomically(path, pieces())
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("tree.json", "old")]


# ---- Reading


@pytest.mark.parametrize("size", [60, 1 << 20])
@pytest.mark.parametrize("line", LINES)
def test_nodes_are_read_as_they_were_written(line: str, size: int) -> None:
    tree = tree_at(line)
    claims, nodes = read("".join(by_level(tree).json_pieces({"version": 2})), size)
    again = tree_of(claims, nodes)
    assert again.as_json() == tree.as_json()
    assert again.summary == tree.summary


def test_whatever_is_changed_is_read_as_it_is_or_refused() -> None:
    text = "".join(tree_at("p2c3").json_pieces())
    start = text.index('"tree": ') + 8
    letters = random.Random(5)
    for place in range(start, len(text) - 2):
        for letter in {*'{}",: 09bg\\', letters.choice(text), ""}:
            changed = text[:place] + letter + text[place + 1 :]
            try:
                claims, nodes = read(changed)
            except (NotAsWritten, ValueError):
                continue
            variant = Position.parse(claims["position"]).variant
            assert tree_text.json_of(variant, nodes).decode() + "}\n" == changed[start:]


def test_a_text_without_end_is_refused() -> None:
    reader = Reader(Position.parse("p2c3").variant)
    with pytest.raises(NotAsWritten):
        reader.read(b'{"guess": "' + b"1" * (1 << 17), is_last=False)
    with pytest.raises(TooLarge, match="more than 300 guesses after each other"):
        reader.read(b'{"guess": "11", "then": {"0b0w": ' * 301 + b'"11"' + b"}}" * 301, is_last=True)


# ---- Replaying


def pruned(data: dict[str, Any]) -> None:
    del data["tree"]["then"]["0b0w"]


def unreachable(data: dict[str, Any]) -> None:
    data["tree"]["then"]["4b0w"] = "1111"


def other_guesses(data: dict[str, Any]) -> None:
    for branch in data["tree"]["then"].values():
        if isinstance(branch, dict):
            branch["guess"] = "1111"


def no_color(data: dict[str, Any]) -> None:
    data["tree"]["then"]["0b2w"]["guess"] = "1117"
    data["tree"]["then"]["1b0w"]["then"]["0b1w"] = "1118"


def impossible(data: dict[str, Any]) -> None:
    data["tree"]["then"]["0b2w"]["then"]["3b1w"] = "1111"


def boast(data: dict[str, Any]) -> None:
    data["total"] -= 1


@pytest.mark.parametrize("together", [1 << 17, 60])
@pytest.mark.parametrize("damage", [None, pruned, unreachable, other_guesses, no_color, impossible, boast])
def test_both_replays_tell_the_same(
    damage: Callable[[dict[str, Any]], None] | None, together: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "_TOGETHER", together)
    data = tree_at("p4c6").as_json()
    if damage:
        damage(data)
    expected, found = verify(data), verify_nodes(*read(json.dumps(data)))
    assert [*map(str, found.flaws)] == [*map(str, expected.flaws)]
    assert found.is_good == (damage is None)
    assert found.summary == expected.summary or len(expected.flaws) == replay.MOST_FLAWS


@pytest.mark.parametrize("line", LINES)
def test_a_good_tree_is_good(line: str) -> None:
    tree = tree_at(line)
    assert verify_nodes(*read("".join(tree.json_pieces()))) == Verdict(tree.summary, ())


def test_a_guess_with_repeats_is_none_where_there_are_none() -> None:
    data = tree_at("p4c5n").as_json()
    data["tree"]["then"]["0b3w"]["guess"] = "1123"
    expected, found = verify(data), verify_nodes(*read(json.dumps(data)))
    assert [*map(str, found.flaws)] == [*map(str, expected.flaws)]


def test_what_is_no_tree_of_all_codes_is_told_before_these_are_listed() -> None:
    tree = tree_at("p4c6 1122=1b1w")
    claims, nodes = read("".join(tree.json_pieces()))
    verdict = verify_nodes({**claims, "position": "p4c32"}, nodes)
    assert [str(flaw) for flaw in verdict.flaws] == [
        "216 guesses can't find all of the more than 65,536 codes in p4c32"
    ]
    with pytest.raises(TooLarge, match="too many to replay"):
        verify_nodes({**claims, "position": "p4c99"}, nodes)


def test_guesses_that_tell_nothing_take_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """The codes of a large set are kept once, and not for each guess that leaves all of them."""
    monkeypatch.setattr(replay, "_TOGETHER", 1)
    monkeypatch.setattr(replay, "_BLOCK", 1 << 16)
    position = Position.parse("p6c5 555555=0b0w")
    nodes: Any = "111111"
    for _ in range(299):
        nodes = {"guess": "555555", "then": {"0b0w": nodes}}
    _, listed = read(json.dumps({"format": "keypeg-tree/1", "position": str(position), "tree": nodes}))
    tracemalloc.start()
    try:
        verdict = verify_nodes({"position": str(position)}, listed)
        assert tracemalloc.get_traced_memory()[1] < 4 << 20
    finally:
        tracemalloc.stop()
    assert len(verdict.flaws) == 6  # one for each feedback to the last guess


def test_feedback_that_stands_twice_is_refused() -> None:
    claims, nodes = read("".join(tree_at("p3c5").json_pieces()))
    feedbacks = nodes.feedbacks.copy()
    below = np.flatnonzero(nodes.depths == 2)
    feedbacks[below[1]] = feedbacks[below[0]]
    for reading in (verify_nodes, tree_of):
        with pytest.raises(UnreadableText, match="twice"):
            reading(claims, nodes._replace(feedbacks=feedbacks))


def test_scores_are_those_of_the_rules() -> None:
    numbers = np.random.default_rng(3)
    guesses, codes = numbers.integers(0, 5, (2, 200, 4), dtype=np.uint8)
    found = paired_scores(guesses, codes, 5).tolist()
    assert found == [score(to_code(code), to_code(guess)).ordinal for guess, code in zip(guesses, codes, strict=True)]


# ---- Commands


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = cli.main([*map(str, arguments)])
    return status, *capsys.readouterr()


@pytest.mark.parametrize("damage", [None, impossible, no_color])
def test_commands_say_of_a_large_file_what_they_say_of_a_small_one(
    damage: Callable[[dict[str, Any]], None] | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "tree.json"
    run(capsys, "tree", "p4c6", "--output", path)
    data = json.loads(path.read_text())
    if damage:
        damage(data)
        path.write_text(json.dumps(data))
    commands = [
        ("verify", path),
        ("verify", path, "--json"),
        *(("convert", path, "--to", to) for to in ("json", "log")),
    ]
    expected = [run(capsys, *command) for command in commands]
    monkeypatch.setattr(report_verify, "_LARGE", 0)
    assert report_verify.large_tree(path) is not None
    found = [run(capsys, *command) for command in commands]
    assert found == expected
    path.write_text(json.dumps(data, indent=1))
    assert report_verify.large_tree(path) is None
    assert [run(capsys, *command) for command in commands] == expected
