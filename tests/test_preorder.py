import pytest

from keypeg.errors import KeypegError
from keypeg.exact import greedy_tree
from keypeg.position import Position
from keypeg.preorder import read, write
from keypeg.strategies import grow

CASES = [
    ("first", "p4c4"),
    ("knuth", "p4c5"),
    ("knuth", "p4c6 1122=1b1w"),
    ("entropy", "p4c6n"),
    ("most-parts", "p5c3"),
    ("entropy", "p2c12"),
    ("entropy", "p2c40 12=0b0w 34=0b0w 56=0b0w 78=1b0w"),
    ("knuth", "p3c3 112=0b1w"),
    ("knuth", "p3c3 112=0b2w"),
    ("knuth", "p1c1"),
    ("knuth", "p1c2"),
]


@pytest.mark.parametrize(("name", "position"), CASES)
def test_a_strategy_can_be_read_back(name: str, position: str) -> None:
    start, tree = Position.parse(position), grow(name, position)
    again = read(start, write(tree), name)
    assert again.summary == tree.summary
    assert again.strategy == name
    assert again.position == start
    assert write(again) == write(tree)
    for turns in tree.games():
        at = start
        for turn in turns:
            if len(at.candidates) > 2:
                assert again.choose(at) == turn.guess
            at = at.extend(turn)
    assert sorted(turns[-1].guess for turns in again.games()) == sorted(start.candidates)


def test_the_guesses_come_in_the_order_of_the_feedbacks() -> None:
    assert write(grow("knuth", "p3c3")) == "112 233 133 231 123 113"
    assert write(grow("knuth", "p3c3 112=2b0w")) == "113"
    assert write(grow("knuth", "p2c12 12=0b0w 34=0b0w 56=0b0w 78=0b0w")) == "9a bb ab 9b"
    assert write(grow("knuth", "p1c2")) == "1"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("112 233 133 231 123", "strategy-short"),
        ("112", "strategy-short"),
        ("", "strategy-short"),
        ("112  133 231 123 113", "strategy-short"),
        ("112 233 133 231 123 113 113", "strategy-long"),
        ("112 233 133 231 123 113 ", "strategy-long"),
        ("112 112 133 231 123 113", "strategy-useless"),
        ("112 233 133 231 123 112", "strategy-useless"),
        ("112 233 133 231 123 114", "letter-unknown"),
        ("112 233 133 231 123 11", "code-length"),
    ],
)
def test_what_is_no_strategy_is_refused(text: str, kind: str) -> None:
    with pytest.raises(KeypegError) as refused:
        read(Position.parse("p3c3"), text, "any")
    assert refused.value.kind == kind


def test_the_rest_is_asked_for_where_the_guesses_end() -> None:
    start = Position.parse("p3c3")
    asked = []

    def rest(position: Position) -> str:
        asked.append(str(position))
        return write(greedy_tree(position))

    tree = read(start, "112 233 133", "any", rest)
    assert asked == ["p3c3 112=0b2w", "p3c3 112=1b1w", "p3c3 112=2b0w"]
    assert write(tree).startswith("112 233 133 ")
    assert tree.summary.codes == 27
    for position in asked:
        assert tree.choose(position) == greedy_tree(Position.parse(position)).guess(0)


def test_the_rest_is_not_asked_for_without_need() -> None:
    def rest(position: Position) -> str:
        raise AssertionError(position)

    assert read(Position.parse("p3c3"), "112 233 133 231 123 113", "any", rest).summary.signature == "74:4:2"


def test_a_rest_may_have_a_rest_of_its_own() -> None:
    guesses = {"p3c3": "112", "p3c3 112=0b1w": "233", "p3c3 112=1b0w": "133", "p3c3 112=0b2w": "231"}
    guesses |= {"p3c3 112=1b1w": "123", "p3c3 112=2b0w": "113"}
    tree = read(Position.parse("p3c3"), "112", "any", lambda position: guesses[str(position)])
    assert write(tree) == "112 233 133 231 123 113"
    guesses["p3c3 112=2b0w"] = ""
    with pytest.raises(KeypegError) as refused:
        read(Position.parse("p3c3"), "112", "any", lambda position: guesses[str(position)])
    assert refused.value.kind == "strategy-short"
