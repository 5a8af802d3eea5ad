"""Files that somebody else made: whatever is in them, reading takes little, and ends in a value or a KeypegError."""

import json
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from keypeg import audit, cli, ledger, preorder, replay, store, tree, tree_nodes
from keypeg.errors import KeypegError, NotAllowed, TooLarge, UnreadableText
from keypeg.exact import Search
from keypeg.palette import Palette
from keypeg.position import Position
from keypeg.proof import Proof
from keypeg.puzzles import Puzzle
from keypeg.rules import Code
from keypeg.session import parse_session

QUICK = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
TREE = {"format": tree_nodes.FORMAT, "position": "p2c3", "strategy": "mine"}


@contextmanager
def within(mebibytes: int) -> Iterator[None]:
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < mebibytes << 20
    finally:
        tracemalloc.stop()


def chain(length: int) -> Any:
    """Return a tree that makes the same guess many times."""
    node: Any = "12"
    for _ in range(length - 1):
        node = {"guess": "11", "then": {"1b0w": node}}
    return node


# ---- trees


def test_a_short_tree_of_a_large_game_takes_little() -> None:
    """One of 100 bytes made the replay list 16,777,216 codes, in more than 2 GB."""
    verdict = replay.verify({**TREE, "position": "p8c8", "tree": "11111111"})
    assert [str(flaw) for flaw in verdict.flaws] == ["1 guess can't find all of the more than 65,536 codes in p8c8"]


def test_a_tree_that_is_too_deep_is_refused() -> None:
    deep = {**TREE, "tree": chain(tree_nodes.MOST_GUESSES + 1)}
    for read in (replay.verify, tree.StrategyTree.from_json):
        with pytest.raises(TooLarge, match="more than 300 guesses after each other"):
            read(deep)
    assert len(tree.StrategyTree.from_json({**TREE, "tree": chain(tree_nodes.MOST_GUESSES)})) == 300


def test_the_deepest_tree_can_be_written_in_every_form(tmp_path: Path) -> None:
    leaf: Any = str(Code([255]))
    for color in range(254, 0, -1):
        leaf = {"guess": str(Code([color])), "then": {"0b0w": leaf}}
    (tmp_path / "deep.json").write_text(json.dumps({**TREE, "position": "p1c255", "tree": leaf}))
    for form in ("text", "json", "svg"):
        output = tmp_path / f"deep.{'txt' if form == 'text' else form}"
        assert cli.main(["convert", str(tmp_path / "deep.json"), "--output", str(output)]) == 0
    assert cli.main(["verify", str(tmp_path / "deep.json")]) == 0


def test_a_deep_branch_takes_no_room_for_each_of_its_guesses() -> None:
    """Each guess had a list of all turns before it: 240 times the size of the file."""
    wide: Any = {"guess": "1234567890"[:4], "then": {f"0b{whites}w": "1111" for whites in range(5)}}
    for _ in range(280):
        wide = {"guess": "1111", "then": {"0b0w": wide, "1b0w": "2222", "2b0w": "2222", "3b0w": "2222"}}
    data = {**TREE, "position": "p4c6", "tree": wide}
    with within(2):
        tree.StrategyTree.from_json(data)


@pytest.mark.parametrize(
    "written",
    [
        "[" * 100_000,
        '{"format": "keypeg-tree/1", "position": "p2c3", "tree": ' + '{"then":' * 50_000,
        '{"format": "keypeg-tree/1", "position": "p2c3", "strategy": "", "tree": "11", "codes": NaN}',
        '{"format": "keypeg-tree/1", "position": "p2c3", "strategy": "", "tree": "11", "codes": ' + "9" * 5000 + "}",
        '{"format": "keypeg-tree/1", "position": "p2c3", "strategy": "", "tree": "11", "tree": "12"}',
        '{"format": "keypeg-tree/1", "position": "p2c3", "strategy": "", "tree": ' + "[" * 400 + "]" * 400 + "}",
        '{"format": "keypeg-tree/1", "position": "p2c3", "strategy": ' + "[" * 400 + "]" * 400 + ', "tree": "11"}',
        '{"format": "keypeg-tree/1", "position": "p99999999c9", "strategy": "", "tree": "11"}',
    ],
)
@pytest.mark.parametrize("command", ["verify", "convert"])
def test_hostile_json_is_refused_in_short(
    command: str, written: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tree.json").write_text(written)
    assert cli.main([command, str(tmp_path / "tree.json")]) in {1, 2}
    told = capsys.readouterr()
    assert len(told.out + told.err) < 1000


def test_claims_of_a_tree_that_are_not_its_own_are_left_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = {**TREE, "position": "p1c2", "tree": {"guess": "1", "then": {"0b0w": "2"}}, "proven": True, "more": [[1]]}
    (tmp_path / "tree.json").write_text(json.dumps(data))
    assert cli.main(["convert", str(tmp_path / "tree.json"), "--to", "json"]) == 0
    written = json.loads(capsys.readouterr().out)
    assert (written["proven"], "more" in written) == (True, False)


FEEDBACKS = ["0b0w", "0b1w", "1b0w", "0b2w", "2b0w", "9b9w", ""]
NODES: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from(["11", "12", "33", "111", "", 5, None, [], {}]),
    lambda nodes: st.fixed_dictionaries(
        {"guess": st.sampled_from(["11", "12", "23", 7]), "then": st.dictionaries(st.sampled_from(FEEDBACKS), nodes)}
    ),
    max_leaves=12,
)


@QUICK
@given(NODES, st.sampled_from(["p2c3", "p2c3 11=0b0w", "p2c3 12=2b0w", "p3c3", "p0c1", ""]))
def test_any_tree_is_read_or_refused(node: object, position: str) -> None:
    data = {**TREE, "position": position, "tree": node}
    for read in (replay.verify, tree.StrategyTree.from_json):
        with suppress(KeypegError):
            read(data)


# ---- ledgers and strategies in one line


def test_a_ledger_line_with_many_turns_is_refused() -> None:
    """What is known of each of its positions was kept: 500 times the size of the line."""
    line = "p4c6" + " 1111=0b0w" * 101 + "\t5\t-\t-\t-\t-"
    with pytest.raises(UnreadableText, match="not a position as a ledger has it"):
        ledger.Line.parse(line)


def test_a_strategy_that_is_too_deep_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preorder, "MOST_GUESSES", 4)
    with pytest.raises(TooLarge, match="more than 4 guesses"):
        preorder.read(Position("p1c9"), "1 2 3 4 5 6 7", "mine")


LEDGER = st.text("p1c23 =bw0123-\t\n#.", max_size=200) | st.lists(
    st.tuples(
        st.sampled_from(["p1c3", "p1c3 1=0b0w", "p2c2", "p1c3 2=0b0w 1=0b0w", "p1c3 1=1b0w"]),
        st.sampled_from(["1", "3", "5", "6", "7", "1048575"]),
        st.sampled_from(["-", "6", "7", "5"]),
        st.sampled_from(["-", "0.1", "1e9"]),
        st.sampled_from(["-", "0.1.0"]),
        st.sampled_from(["-", "1", "1 2", "9", "x", "1 1 1"]),
    ).map("\t".join),
    max_size=6,
).map(lambda lines: "\n".join([ledger.HEADER, *lines, ""]))


@QUICK
@given(LEDGER)
def test_any_ledger_is_checked_or_refused(text: str) -> None:
    with suppress(KeypegError):
        audit.check(ledger.Facts(ledger.parse(text)), audit.Effort(share=1, threads=1, memory=1 << 16))


def test_a_proof_goes_on_from_no_lines() -> None:
    assert Proof("p1c3").bounds.lower == Search("p1c3").run().value


# ---- what is read line by line


@QUICK
@given(st.binary(max_size=300) | st.text(max_size=100).map(lambda text: f"keypeg session 1\n{text}\n".encode()))
def test_any_file_is_a_session_or_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "game").write_bytes(content)
    with suppress(KeypegError):
        parse_session(store.load_session(tmp_path / "game"))


@QUICK
@given(st.text(max_size=60) | st.text("p4c6 1122=bwn,#:", max_size=60))
def test_any_line_is_read_or_refused(text: str) -> None:
    for read in (Position.parse, Palette.parse, Puzzle.parse):
        with suppress(KeypegError):
            read(text)


def test_a_session_that_is_too_long_is_refused() -> None:
    """One of a megabyte took minutes: each turn makes a new position with all turns before it."""
    for line in ("p4c6 codemaker=fixed:1122 ", "p4c6 strategy=entropy "):
        with pytest.raises(TooLarge, match="a session of 10,002 words is too long"):
            parse_session(line + "3333=0b0w " * 10_000)


def test_a_file_without_end_is_refused() -> None:
    for most in (0, 1 << 20):
        with pytest.raises(TooLarge, match="'/dev/zero' is too long: at most"):
            store.read_bytes(Path("/dev/zero"), most)
    with pytest.raises(NotAllowed, match="can't read"):
        store.read_ledger(Path("/no/such/file"))


def test_a_game_in_the_inbox_that_is_nested_too_deep_is_left_there(tmp_path: Path) -> None:
    (tmp_path / "played").mkdir()
    (tmp_path / "played" / "x.json").write_text("[" * 100_000)
    assert [*store.recorded_games(folder=tmp_path)] == []
