import copy
import json
import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generate import positions
from keypeg.errors import NotAllowed, TooLarge, UnreadableText
from keypeg.position import Position
from keypeg.replay import verify
from keypeg.rules import Code, Feedback, Variant, score
from keypeg.strategies import grow, strategy
from keypeg.tree import StrategyTree, Summary
from keypeg.tree import grow as grow_by_hand

SVG = "{http://www.w3.org/2000/svg}"


def tree_of(line: str, name: str = "entropy", first: str | None = None) -> StrategyTree:
    position = Position.parse(line)
    return grow(strategy(name), position, None if first is None else position.variant.code(first))


def by_hand(line: str, name: str) -> StrategyTree:
    """Grow by asking for one guess after the other, the slow way that every strategy has."""
    return grow_by_hand(Position.parse(line), name, strategy(name).choose)


def same(a: StrategyTree, b: StrategyTree) -> bool:
    return a.as_json() == b.as_json() and all(
        np.array_equal(getattr(a, field), getattr(b, field)) for field in ("guesses", "parents", "feedbacks", "wins")
    )


# Summaries


def test_summary_of_the_published_figures() -> None:
    summary = Summary((1, 6, 62, 533, 694))
    assert (summary.codes, summary.total, summary.depth, summary.worst) == (1296, 5801, 5, 694)
    assert summary.signature == "5801:5:694"
    assert round(summary.average, 4) == 4.4761


# Growing


@pytest.mark.parametrize("name", ["knuth", "entropy", "most-parts-candidates"])
@pytest.mark.parametrize("line", ["p3c4", "p4c5n", "p4c6 1122=1b1w", "p4c6 1122=1b1w 1134=0b2w"])
def test_the_core_grows_what_single_choices_give(line: str, name: str) -> None:
    assert tree_of(line, name).as_json() == by_hand(line, name).as_json()


@settings(max_examples=25)
@given(positions(max_size=300), st.sampled_from(["first", "random:2", "entropy", "expected-size-candidates"]))
def test_a_tree_finds_every_candidate_from_any_position(position: Position, name: str) -> None:
    if position.is_won:
        return
    tree = grow(strategy(name), position)
    verdict = verify(tree.as_json())
    assert verdict.flaws == ()
    assert verdict.summary == tree.summary
    assert tree.summary.codes == len(position.candidates)


@pytest.mark.parametrize("name", ["knuth", "first"])
def test_a_given_first_guess_is_the_first_guess(name: str) -> None:
    tree = tree_of("p3c4", name, first="112")
    assert tree.guess(0) == Code("112") != tree_of("p3c4", name).guess(0)
    assert verify(tree.as_json()).is_good


@pytest.mark.parametrize("name", ["knuth", "first"])
def test_a_first_guess_must_be_a_code_of_the_variant(name: str) -> None:
    with pytest.raises(NotAllowed, match="'5' is not a color of p3c4"):
        grow(strategy(name), Position.parse("p3c4"), Code("555"))


def test_a_guess_that_tells_nothing_is_refused() -> None:
    def same_again(position: Position) -> Code:
        return Code([1] * position.variant.pegs)

    with pytest.raises(NotAllowed, match="stubborn guesses '111', which tells nothing, in 'p3c2 111=0b0w'"):
        grow_by_hand(Position.parse("p3c2 111=0b0w"), "stubborn", same_again)


def test_progress_ends_with_all_codes_found() -> None:
    seen: list[tuple[int, int]] = []
    grow(strategy("first"), Position.parse("p3c3"), progress=lambda *report: seen.append(report))
    assert seen[-1] == (27, 27)
    assert seen == sorted(seen)


# Walking


def test_the_tree_chooses_like_its_strategy_on_its_paths() -> None:
    tree, player = tree_of("p3c4", "most-parts"), strategy("most-parts")
    for game in tree.games():
        position = Position(tree.variant)
        for turn in game:
            assert tree.choose(position) == player.choose(position) == turn.guess
            position = position.play(turn)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("p3c5", "the tree is for 'p3c4', not for 'p3c5'"),
        ("p3c4 444=0b0w", "the tree does not go through '444=0b0w'"),
        ("p3c4 112=3b0w", "the tree does not go through '112=3b0w'"),
    ],
)
def test_the_tree_does_not_choose_off_its_paths(line: str, words: str) -> None:
    tree = tree_of("p3c4", "knuth", first="112")
    with pytest.raises(NotAllowed, match=words):
        tree.choose(Position.parse(line))


def test_a_tree_from_the_middle_of_a_game_wants_its_turns() -> None:
    tree = tree_of("p3c4 112=1b0w")
    assert tree.choose(Position.parse("p3c4 112=1b0w")) == tree.guess(0)
    with pytest.raises(NotAllowed, match="the tree is for"):
        tree.choose(Position.parse("p3c4"))


def test_the_total_of_a_node_is_that_of_the_games_through_it() -> None:
    tree = tree_of("p4c4", "knuth")
    totals = dict.fromkeys(range(len(tree)), 0)
    for game in tree.games():
        for number in range(len(game)):
            totals[tree.node_at(Position(tree.variant, game[:number]))] += len(game) - number
    assert totals[0] == tree.summary.total
    assert totals == dict(enumerate(tree.totals.tolist()))


def test_games_are_one_for_each_code_and_true() -> None:
    tree = tree_of("p4c4", "knuth")
    games = list(tree.games())
    assert sorted(game[-1].guess for game in games) == list(Variant(4, 4))
    for game in games:
        assert all(turn.feedback == score(game[-1].guess, turn.guess) for turn in game)
    assert sum(map(len, games)) == tree.summary.total
    assert max(map(len, games)) == tree.summary.depth


# The research log

LOG_LINE = re.compile(r"\[[0-2], [0-2]\]\[[0-2], [0-2]\]( -> \[[0-2], [0-2]\]\[[0-2], [0-2]\])*\.")


def replay(lines: list[str]) -> list[tuple[int, ...]]:
    """Read a log as its document describes it, check every response, and return the codes found."""
    found = []
    for line in lines:
        rows = [[tuple(map(int, row.split(", "))) for row in re.findall(r"\[(.*?)\]", t)] for t in line.split(" -> ")]
        secret = rows[-1][0]
        for guess, response in rows:
            blacks = sum(a == b for a, b in zip(secret, guess, strict=True))
            both = sum(min(secret.count(color), guess.count(color)) for color in set(guess))
            assert response == (2,) * blacks + (1,) * (both - blacks) + (0,) * (len(guess) - both), line
        assert rows[-1][1] == (2,) * len(secret), line
        found.append(secret)
    return found


@pytest.mark.parametrize(("name", "first"), [("entropy", None), ("expected-size", None), ("most-parts", "12")])
def test_log_of_two_pegs_and_three_colors_as_in_the_requirement(name: str, first: str | None) -> None:
    turns, empty, *lines = tree_of("p2c3", name, first).log()
    assert (turns, empty, len(lines)) == ("3", "", 9)
    assert all(LOG_LINE.fullmatch(line) for line in lines)
    assert max(line.count("->") + 1 for line in lines) == 3
    assert sorted(replay(lines)) == [(a, b) for a in range(3) for b in range(3)]


REQUIREMENT_LOG = """\
[1, 0][1, 0] -> [2, 0][2, 0] -> [2, 1][2, 2].
[1, 0][1, 0] -> [2, 0][1, 1] -> [0, 2][2, 2].
[1, 0][2, 0] -> [2, 0][1, 0] -> [1, 2][2, 2].
[1, 0][2, 0] -> [2, 0][2, 0] -> [0, 0][2, 2].
[1, 0][2, 0] -> [2, 0][0, 0] -> [1, 1][2, 2].
[1, 0][2, 0] -> [2, 0][2, 2].
[1, 0][0, 0] -> [2, 2][2, 2].
[1, 0][1, 1] -> [0, 1][2, 2].
[1, 0][2, 2].
"""


def test_the_tree_of_the_requirement_gives_its_lines() -> None:
    choices = {"": "21", "21=0b1w": "31", "21=1b0w": "31", "21=0b0w": "33", "21=0b2w": "12"}

    def choose(position: Position) -> Code:
        line = " ".join(map(str, position.turns))
        return Code(choices[line]) if line in choices else next(iter(position.candidates))

    turns, _, *lines = grow_by_hand(Position.parse("p2c3"), "the document's", choose).log()
    assert turns == "3"
    assert sorted(lines) == sorted(REQUIREMENT_LOG.splitlines())


# JSON


@pytest.mark.parametrize("line", ["p1c1", "p2c3", "p4c6", "p3c12", "p4c5n", "p4c6 1122=1b1w", "p2c40"])
def test_json_is_read_back_as_it_was(line: str) -> None:
    tree = tree_of(line)
    data = json.loads(json.dumps(tree.as_json()))
    again = StrategyTree.from_json(data)
    assert again.as_json() == tree.as_json() == data
    assert again.summary == tree.summary
    assert same(again, StrategyTree.from_json(again.as_json()))


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"format": "keypeg-tree/1"},
        {"format": "keypeg-tree/2", "position": "p2c3", "strategy": "x", "tree": "11"},
        {"format": "keypeg-tree/1", "position": "p2c3", "strategy": "x"},
        {"format": "keypeg-tree/1", "position": "p2c3", "strategy": "x", "tree": {"guess": "11"}},
        {"format": "keypeg-tree/1", "position": "p2c3", "strategy": "x", "tree": {"guess": 11, "then": {}}},
        {"format": "keypeg-tree/1", "position": "p2c3", "strategy": 3, "tree": "11"},
        {"format": "keypeg-tree/1", "position": 4, "strategy": "x", "tree": "11"},
    ],
)
def test_what_is_not_a_tree_is_refused(data: object) -> None:
    with pytest.raises(UnreadableText):
        StrategyTree.from_json(data)


# Verifying


def damaged(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """Change a good tree of p3c4; `change` gets its root node, whose guess is 112, and the whole."""
    data = copy.deepcopy(tree_of("p3c4", "knuth", first="112").as_json())
    assert verify(data).is_good
    change(data)
    return data


def first_flaw(change: Callable[[dict[str, Any]], object]) -> str:
    verdict = verify(damaged(change))
    assert not verdict.is_good
    return str(verdict.flaws[0])


def test_a_missing_branch_is_named_with_the_codes_it_loses() -> None:
    flaw = first_flaw(lambda data: data["tree"]["then"].pop("0b0w"))
    assert flaw == "after 112=0b0w: nothing follows, so it does not find 333, 334, 343 and 5 more"


def test_a_wrong_guess_is_found() -> None:
    def repeat_the_root(data: dict[str, Any]) -> None:
        data["tree"]["then"]["0b0w"]["guess"] = "112"

    assert first_flaw(repeat_the_root).startswith("after 112=0b0w 112: no code gets")


def test_a_wrong_last_code_is_found() -> None:
    def other_code(data: dict[str, Any]) -> None:
        data["tree"]["then"]["1b2w"] = "444"

    assert first_flaw(other_code) == "after 112=1b2w 444=0b0w: nothing follows, so it does not find 121, 211"


def test_a_guess_of_another_variant_is_found() -> None:
    def fifth_color(data: dict[str, Any]) -> None:
        data["tree"]["then"]["0b0w"]["guess"] = "335"

    assert "after 112=0b0w: '5' is not a color of p3c4" in first_flaw(fifth_color)


def test_a_branch_that_no_code_reaches_is_found() -> None:
    def after_the_win(data: dict[str, Any]) -> None:
        data["tree"]["then"]["3b0w"] = "112"

    assert first_flaw(after_the_win) == "at the root 112: no code gets 3b0w"


@pytest.mark.parametrize(
    "node", [7, None, {"guess": "333"}, {"guess": ["333"], "then": {}}, {"guess": "333", "then": 3}]
)
def test_a_broken_node_is_found(node: object) -> None:
    def broken(data: dict[str, Any]) -> None:
        data["tree"]["then"]["0b0w"] = node

    assert first_flaw(broken).startswith("after 112=0b0w: ")


def test_feedback_that_can_not_be_is_found() -> None:
    def impossible(data: dict[str, Any]) -> None:
        data["tree"]["then"]["2b1w"] = "123"

    assert "2b1w can't be" in first_flaw(impossible)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("variant", "p3c5"),
        ("codes", 63),
        ("total", 205),
        ("average", 3.2),
        ("depth", 3),
        ("worst", 1),
        ("histogram", [1, 2, 3]),
        ("signature", "206:4:1"),
    ],
)
def test_a_false_claim_is_found(key: str, value: object) -> None:
    assert f"it claims {key} {value!r}, the replay counts " in first_flaw(lambda data: data.update({key: value}))


@pytest.mark.parametrize(("objective", "reached"), [("average", 209), ("worst", 4)])
def test_a_bound_that_the_tree_itself_refutes_is_found(objective: str, reached: int) -> None:
    flaw = first_flaw(lambda data: data.update(objective=objective, lower=reached + 1))
    assert f"it claims that at least {reached + 1} is needed, and needs {reached} itself" in flaw
    assert verify(damaged(lambda data: data.update(objective=objective, lower=reached))).is_good


def test_so_many_flaws_are_named_and_no_more() -> None:
    data = damaged(lambda data: data["tree"]["then"].clear())
    assert len(verify(data).flaws) == 7
    assert len(verify(data, most_flaws=3).flaws) == 3


def test_the_replay_counts_by_itself() -> None:
    data = tree_of("p3c4", "entropy").as_json()
    expected = tree_of("p3c4", "entropy").summary
    bare = {key: data[key] for key in ("format", "position", "tree")}
    assert verify(bare).summary == expected


def test_verify_refuses_what_is_no_tree_or_out_of_reach() -> None:
    with pytest.raises(UnreadableText, match="not a tree of format"):
        verify([])
    with pytest.raises(TooLarge, match="too many to replay"):
        verify({"format": "keypeg-tree/1", "position": "p20c20", "tree": "1"})


# Pictures


def test_text_shows_the_whole_tree_and_marks_candidates() -> None:
    lines = list(tree_of("p1c3", "first").text())
    assert lines == ["1 *", "  0b0w 2 *", "         0b0w 3 *"]


def test_text_down_to_a_depth_counts_what_is_left_out() -> None:
    lines = list(tree_of("p4c6", "knuth").text(depth=1))
    assert lines[0] == "1122 *"
    assert "  0b0w … 256" in lines
    assert len(lines) == 1 + 12


@pytest.mark.parametrize("depth", [None, 1, 2, 9])
def test_dot_has_each_node_and_edge_once(depth: int | None) -> None:
    tree = tree_of("p3c4")
    lines = list(tree.dot(depth))
    shown = int((tree.depths <= (depth or 99)).sum())
    assert sum("[label=" in line and "->" not in line for line in lines) == shown
    assert sum("->" in line for line in lines) == shown - 1
    assert lines[0].endswith("{")
    assert lines[-1] == "}"
    assert all(line.count('"') % 2 == 0 for line in lines)


@pytest.mark.parametrize("depth", [None, 1, 2, 9])
def test_svg_is_well_formed_and_shows_each_guess(depth: int | None) -> None:
    tree = tree_of("p3c4")
    root = ET.fromstring(tree.svg(depth))
    plates = [plate.findtext(f"{SVG}title") for plate in root.iter(f"{SVG}rect") if plate.get("class")]
    shown = [node for node in range(len(tree)) if tree.depths[node] <= (depth or 99)]
    assert sorted(map(str, plates)) == sorted(f"{tree.guess(node)}: {tree.codes_below[node]}" for node in shown)
    dashed = [plate for plate in root.iter(f"{SVG}rect") if "keypeg-cannot" in plate.get("class", "")]
    assert len(dashed) == sum(not tree.wins[node] for node in shown)
    ends = [text.text for text in root.iter(f"{SVG}text") if text.get("class") == "keypeg-more"]
    assert len(ends) == sum(tree.codes_below[node] > 1 and tree.depths[node] == depth for node in shown)
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    for text in root.iter(f"{SVG}text"):
        assert 0 <= float(text.get("x", -1)) < width
        assert 0 <= float(text.get("y", -1)) < height


def test_odd_strategy_names_do_not_break_the_pictures() -> None:
    data = tree_of("p1c2", "first").as_json() | {"strategy": 'a<b>&"c"\\'}
    tree = StrategyTree.from_json(data)
    title = ET.fromstring(tree.svg()).find(f"{SVG}title")
    assert title is not None
    assert 'a<b>&"c"\\' in str(title.text)
    assert next(iter(tree.dot())) == 'digraph "p1c2 a<b>&c" {'


def test_feedback_order_is_that_of_the_children() -> None:
    tree = tree_of("p4c6", "knuth")
    assert list(tree.children(0)) == sorted(tree.children(0), key=lambda feedback: feedback.ordinal)
    assert Feedback(4, 0) not in tree.children(0)


def test_feedback_that_stands_twice_is_refused() -> None:
    """In two spellings of the same feedback, of which one branch would hide the other."""
    data = grow(strategy("first"), Position.parse("p1c3")).as_json()
    data["tree"] = {"guess": "1", "then": {"0b0w": "3", "0,0": {"guess": "2", "then": {"0b0w": "3"}}}}
    with pytest.raises(UnreadableText, match="has the same feedback twice: 0b0w, 0,0"):
        StrategyTree.from_json(data)
    assert not verify(data).is_good
