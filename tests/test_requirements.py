"""Every example of the requirement documents about rules, feedback and the classic functions, as written there."""

import re

import pytest

from keypeg.classic import (
    Blue,
    Color,
    Green,
    Move,
    Orange,
    Purple,
    Red,
    Yellow,
    all_codes,
    count_colors,
    exact_matches,
    filter_codes,
    five_guess,
    get_move,
    is_consistent,
    matches,
    solve,
)
from keypeg.palette import BOARD, CLASSIC, Palette
from keypeg.position import Position
from keypeg.rules import Code, Feedback, Turn, Variant, score

P4C6 = Variant(4, 6)

# The exercise.


@pytest.mark.parametrize(
    ("guess", "exact"),
    [([Blue, Green, Yellow, Red], 0), ([Red, Purple, Green, Orange], 2)],
)
def test_exercise_1_exact_matches(guess: list[Color], exact: int) -> None:
    assert exact_matches([Red, Blue, Green, Yellow], guess) == exact


def test_exercise_2_count_colors() -> None:
    assert count_colors([Red, Blue, Yellow, Purple]) == [1, 0, 1, 1, 0, 1]
    assert count_colors([Green, Blue, Green, Orange]) == [0, 2, 1, 0, 1, 0]


def test_exercise_2_matches() -> None:
    assert matches([Red, Red, Blue, Blue], [Red, Red, Green, Green]) == 2
    assert matches([Red, Blue, Yellow, Orange], [Red, Orange, Orange, Blue]) == 3


def test_exercise_3_get_move() -> None:
    assert get_move([Red, Blue, Yellow, Orange], [Red, Orange, Orange, Blue]) == Move([Red, Orange, Orange, Blue], 1, 2)


def test_exercise_4_is_consistent() -> None:
    assert is_consistent(Move([Red, Red, Blue, Green], 1, 1), [Red, Blue, Yellow, Purple]) is True
    assert is_consistent(Move([Red, Red, Blue, Green], 1, 1), [Red, Blue, Red, Purple]) is False


def test_exercise_5_filter_codes() -> None:
    move = Move([Red, Red, Blue, Green], 1, 1)
    kept = [Red, Blue, Yellow, Purple]
    assert filter_codes(move, [[Red, Blue, Red, Purple], kept]) == [kept]


@pytest.mark.parametrize("length", [1, 3, 4])
def test_exercise_6_all_codes_of_any_length(length: int) -> None:
    codes = all_codes(length)
    assert len(codes) == 6**length
    assert all(len(code) == length for code in codes)


def test_exercise_7_every_round_filters_out_at_least_one_code() -> None:
    moves = solve([Purple, Yellow, Red, Purple])
    left = all_codes(4)
    for move in moves:
        filtered = filter_codes(move, left)
        assert len(filtered) < len(left)
        left = filtered
    assert left == [[Purple, Yellow, Red, Purple]]
    assert moves[0].code == [Red, Red, Red, Red]


def test_exercise_8_wins_in_five_moves_or_fewer() -> None:
    assert len(five_guess([Red, Red, Green, Blue])) <= 5


# The game of the week: six colors of the board, key pegs, ten guesses.


def board(text: str) -> Code:
    return P4C6.code(text, BOARD)


@pytest.mark.parametrize(
    ("secret", "guess", "key_pegs"),
    [
        ("Red Blue Green Black", "Black Blue White Green", "Black White White"),
        ("Red Blue Green Black", "Black White Green Yellow", "Black White"),
        ("red-red-blue-blue", "red-red-red-blue", "black black black"),
    ],
)
def test_the_feedback_table_of_the_board(secret: str, guess: str, key_pegs: str) -> None:
    assert score(board(secret), board(guess)) == Feedback.parse(key_pegs)


def test_the_code_pegs_are_red_blue_yellow_green_white_and_black() -> None:
    assert [color.name for color in BOARD.colors] == ["red", "blue", "yellow", "green", "white", "black"]
    assert [color.name for color in CLASSIC.colors] == ["red", "green", "blue", "yellow", "orange", "purple"]


# The solver that thinks in numbers.


def test_the_game_against_1314_step_by_step() -> None:
    secret = P4C6.code("[1,3,1,4]")
    assert len(list(P4C6)) == 1296
    position = Position(P4C6)
    assert next(iter(position.candidates)) == P4C6.code("[1,1,1,1]")

    assert score(secret, Code("1111")) == Feedback.parse("[2,0]")
    position = position.play("1111=2,0")
    assert Code("1112") not in position.candidates
    assert next(iter(position.candidates)) == P4C6.code("[1,1,2,2]")

    assert score(secret, Code("1122")) == Feedback.parse("[1,1]")
    position = position.play("1122=1,1")
    assert score(Code("1233"), Code("1122")) == Feedback(1, 1)
    assert Code("1233") not in position.candidates
    assert next(iter(position.candidates)) == P4C6.code("[1,3,1,3]")


def test_the_classic_solver_plays_the_same_game() -> None:
    moves = solve([Red, Blue, Red, Yellow])
    assert moves[:2] == [Move([Red, Red, Red, Red], 2, 0), Move([Red, Red, Green, Green], 1, 1)]
    assert moves[2].code == [Red, Blue, Red, Blue]


# As many colors as pegs.


@pytest.mark.parametrize("n", [4, 6, 8, 10])
def test_a_code_is_any_n_pegs_of_n_colors(n: int) -> None:
    variant = Variant.parse(f"{n}x{n}")
    assert variant == Variant(n, n)
    assert variant.size == n**n
    assert variant.code(" ".join(["red"] * n)) in variant


def test_four_colors_of_one_own() -> None:
    palette = Palette.parse("red,white,blue,black")
    assert Variant(4, 4).code("red white blue black", palette) == Code("1234")


def test_a_third_red_gets_nothing_and_the_second_green_is_not_told() -> None:
    secret, guess = P4C6.code("red-red-green-green"), P4C6.code("red-red-red-green")
    assert score(secret, guess) == Feedback(3, 0)


# The game log of two pegs: colors from 0 to 2, a 2 for each right peg and a 1 for each in another place.

LOG = """\
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
TURN = re.compile(r"\[(\d), (\d)\]\[(\d), (\d)\]")


def read_log_line(line: str) -> list[Turn]:
    rows = [tuple(map(int, turn)) for turn in TURN.findall(line)]
    return [
        Turn(Code([first + 1, second + 1]), Feedback(answer.count(2), answer.count(1)))
        for first, second, *answer in rows
    ]


@pytest.mark.parametrize("line", LOG.splitlines())
def test_each_line_of_the_log_has_the_feedback_of_its_secret(line: str) -> None:
    turns = read_log_line(line)
    secret = turns[-1].guess
    assert turns[-1].feedback == Variant(2, 3).win
    assert all(turn.is_consistent(secret) for turn in turns)
    assert list(Position(Variant(2, 3), turns).candidates) == [secret]


def test_the_log_wins_against_every_code_within_three_turns() -> None:
    games = [read_log_line(line) for line in LOG.splitlines()]
    assert sorted(game[-1].guess for game in games) == list(Variant(2, 3))
    assert max(map(len, games)) == 3
