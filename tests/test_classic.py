import copy
import dataclasses
import pickle
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import generate
from keypeg import classic, palette, rules
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
    colors,
    count_colors,
    exact_matches,
    filter_codes,
    five_guess,
    get_move,
    is_consistent,
    matches,
    solve,
)
from keypeg.errors import NotAllowed, TooLarge
from keypeg.game import Fixed, play

Solver = Callable[[Sequence[Color]], list[Move]]
pairs = st.integers(1, 8).flatmap(lambda n: st.tuples(*[generate.classic_codes(n, n)] * 2))


def to_rules(code: Sequence[Color]) -> rules.Code:
    return rules.Code([colors.index(color) + 1 for color in code])


def test_the_colors_are_in_the_order_of_the_exercise() -> None:
    assert colors == [Red, Green, Blue, Yellow, Orange, Purple]
    assert repr(colors) == "[Red, Green, Blue, Yellow, Orange, Purple]"
    assert str(Red) == "Red"


def test_the_colors_are_those_of_the_default_palette() -> None:
    assert [color.value for color in colors] == [color.name for color in palette.CLASSIC.colors]


@given(pairs)
def test_scoring_agrees_with_the_definition(pair: tuple[list[Color], list[Color]]) -> None:
    secret, guess = pair
    move = get_move(secret, guess)
    assert rules.Feedback(move.exact, move.nonexact) == rules.score(to_rules(secret), to_rules(guess))


@given(pairs)
def test_scoring_is_symmetric(pair: tuple[list[Color], list[Color]]) -> None:
    secret, guess = pair
    assert exact_matches(secret, guess) == exact_matches(guess, secret)
    assert matches(secret, guess) == matches(guess, secret)


@given(generate.classic_codes())
def test_counts_are_six_and_add_up_to_the_length(code: list[Color]) -> None:
    assert len(count_colors(code)) == 6
    assert sum(count_colors(code)) == len(code)


@given(pairs)
def test_the_secret_is_consistent_with_its_own_move(pair: tuple[list[Color], list[Color]]) -> None:
    secret, guess = pair
    assert is_consistent(get_move(secret, guess), secret)
    assert is_consistent(get_move(secret, guess), guess) == (secret == guess)


@pytest.mark.parametrize("same", [[Red, Blue], (Red, Blue)])
def test_a_move_compares_lists_and_tuples_alike(same: Sequence[Color]) -> None:
    move = Move([Red, Blue], 1, 0)
    assert move == Move(same, 1, 0)
    assert hash(move) == hash(Move(same, 1, 0))
    assert move.code == same
    assert same == move.code
    assert not move.code != same  # noqa: SIM202
    assert move.code in [[Red, Green], same]


def test_moves_that_differ_are_not_equal() -> None:
    move = Move([Red, Blue], 1, 0)
    assert move != Move([Red, Blue], 0, 1)
    assert move != Move([Blue, Red], 1, 0)
    assert move.code != [Blue, Red]


def test_a_move_is_frozen_even_if_its_list_changes() -> None:
    guess = [Red, Blue]
    move = Move(guess, 1, 0)
    guess[0] = Green
    assert move.code == [Red, Blue]
    with pytest.raises(dataclasses.FrozenInstanceError):
        move.exact = 2  # type: ignore[misc]


def test_a_move_evaluates_from_its_repr_and_survives_copies() -> None:
    move = Move([Red, Orange, Orange, Blue], 1, 2)
    assert repr(move) == "Move([Red, Orange, Orange, Blue], 1, 2)"
    assert eval(repr(move), vars(classic)) == move
    assert pickle.loads(pickle.dumps(move)) == copy.deepcopy(move) == move


@pytest.mark.parametrize("length", range(6))
def test_all_codes_lists_each_code_once_in_order(length: int) -> None:
    codes = all_codes(length)
    ranks = [[colors.index(color) for color in code] for code in codes]
    assert len(codes) == 6**length
    assert ranks == sorted(ranks)
    assert len(set(map(tuple, codes))) == len(codes)


def test_the_shortest_lists_of_codes() -> None:
    assert all_codes(0) == [[]]
    assert all_codes(1) == [[Red], [Green], [Blue], [Yellow], [Orange], [Purple]]


def test_filtering_keeps_order_and_the_codes_themselves() -> None:
    move = Move([Red, Red], 1, 0)
    kept = filter_codes(move, all_codes(2))
    assert kept == [code for code in all_codes(2) if code.count(Red) == 1]
    assert filter_codes(move, [(Blue, Red), (Red, Red)]) == [(Blue, Red)]


@pytest.mark.parametrize(
    ("solver", "length"),
    [*((solve, length) for length in (0, 1, 2, 3, 5)), *((five_guess, length) for length in range(4))],
)
def test_solvers_end_with_the_secret_at_any_length(solver: Solver, length: int) -> None:
    secret = [Purple, Green, Purple, Yellow, Red][:length]
    moves = solver(secret)
    assert moves[-1] == Move(secret, length, 0)
    assert all(move == get_move(secret, move.code) for move in moves)


def test_solve_begins_with_all_red_and_takes_the_first_consistent_code() -> None:
    moves = solve([Green, Purple, Red])
    assert moves[0].code == [Red, Red, Red]
    for number in range(1, len(moves)):
        fitting = [code for code in all_codes(3) if all(is_consistent(move, code) for move in moves[:number])]
        assert moves[number].code == fitting[0]


@pytest.mark.parametrize(("solver", "name"), [(solve, "first"), (five_guess, "knuth")])
def test_solvers_guess_as_the_strategies_whose_signatures_are_published(solver: Solver, name: str) -> None:
    for secret in all_codes(4)[::27]:
        game = play(name, Fixed(rules.Code([1 + colors.index(color) for color in secret])), "p4c6")
        guesses = [[colors[color - 1] for color in turn.guess] for turn in game.turns]
        assert [list(move.code) for move in solver(secret)] == guesses


def test_five_guess_may_guess_what_can_not_win() -> None:
    moves = five_guess([Yellow, Orange, Orange, Purple])
    assert any(not is_consistent(earlier, later.code) for earlier in moves for later in moves)


# Wrong values

NO_CODE = "write a list of colors, such as [Red, Green, Blue, Yellow]"
NO_COLOR = "use Red, Green, Blue, Yellow, Orange, Purple from keypeg.classic"
RED_RED = Move([Red, Red], 1, 0)

TAKE_A_CODE: list[Callable[[Any], object]] = [
    count_colors,
    solve,
    five_guess,
    lambda code: exact_matches(code, [Red]),
    lambda code: exact_matches([Red], code),
    lambda code: matches(code, [Red]),
    lambda code: matches([Red], code),
    lambda code: get_move(code, [Red]),
    lambda code: get_move([Red], code),
    lambda code: is_consistent(RED_RED, code),
    lambda code: filter_codes(RED_RED, [[Red, Green], code]),
    lambda code: Move(code, 0, 0),
]


@pytest.mark.parametrize("take", TAKE_A_CODE)
@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("RGBY", f"'RGBY' is not a code: {NO_CODE}"),
        (None, f"None is not a code: {NO_CODE}"),
        (Red, f"Red is not a code: {NO_CODE}"),
        (4, f"4 is not a code: {NO_CODE}"),
        ({Red}, f"{{Red}} is not a code: {NO_CODE}"),
        (dict.fromkeys(colors), f"is not a code: {NO_CODE}"),
        (["red"], f"'red' is not a color: {NO_COLOR}"),
        ([Red, "pink"], f"'pink' is not a color: {NO_COLOR}"),
        ([Red, None], f"None is not a color: {NO_COLOR}"),
        ((1, 2), f"1 is not a color: {NO_COLOR}"),
        ([[Red], [Blue]], f"[Red] is not a color: {NO_COLOR}"),
        ([rules.Code("1122")], f"is not a color: {NO_COLOR}"),
    ],
)
def test_what_is_not_a_list_of_colors_is_refused(take: Callable[[Any], object], wrong: Any, words: str) -> None:
    with pytest.raises(NotAllowed, match=re.escape(words)):
        take(wrong)


@pytest.mark.parametrize(
    "wrong", [(-3, 99), (-1, 1), (0, -1), (5, 0), (2, 3), (True, 0), (1.0, 0), ("1", 0), (None, 0)]
)
def test_a_move_with_impossible_numbers_is_refused(wrong: tuple[Any, Any]) -> None:
    words = "matches: write two whole numbers, 0 or more, that add up to no more than 4"
    with pytest.raises(NotAllowed, match=f"a guess of length 4 can't have {wrong[0]!r} exact and .*{words}"):
        Move([Red, Blue, Red, Blue], *wrong)


def test_no_secret_matches_all_pegs_with_one_in_the_wrong_place() -> None:
    with pytest.raises(NotAllowed, match="can't have 3 exact and 1 non-exact match: if all other pegs are right"):
        Move([Red, Blue, Red, Blue], 3, 1)


@given(pairs)
def test_every_move_that_can_be_is_taken(pair: tuple[list[Color], list[Color]]) -> None:
    move = get_move(*pair)
    assert Move(move.code, move.exact, move.nonexact) == move


@pytest.mark.parametrize("compare", [exact_matches, matches, get_move, lambda a, b: is_consistent(Move(b, 0, 0), a)])
def test_codes_of_different_lengths_are_not_compared(compare: Callable[[Any, Any], object]) -> None:
    with pytest.raises(NotAllowed, match="a guess is as long as the secret, which has 1 peg, not 2"):
        compare([Red], [Red, Blue])


@pytest.mark.parametrize("wrong", [None, [Red, Red], ([Red, Red], 1, 0), "Move", Move])
def test_what_is_not_a_move_is_refused(wrong: Any) -> None:
    words = r"is not a move: write Move\(\[Red, Red, Blue, Green\], 1, 1\) or use get_move"
    with pytest.raises(NotAllowed, match=words):
        is_consistent(wrong, [Red, Red])
    with pytest.raises(NotAllowed, match=words):
        filter_codes(wrong, [])


@pytest.mark.parametrize("wrong", [None, 4, Red, RED_RED])
def test_what_is_not_a_list_of_codes_is_refused(wrong: Any) -> None:
    with pytest.raises(NotAllowed, match=re.escape(f"{wrong!r} is not a list of codes: write [[Red, Blue]")):
        filter_codes(RED_RED, wrong)


def test_one_code_in_place_of_a_list_of_codes_is_refused() -> None:
    with pytest.raises(NotAllowed, match="Red is not a code"):
        filter_codes(RED_RED, [Red, Blue])  # type: ignore[type-var]


@pytest.mark.parametrize("wrong", [-1, True, 1.5, "2", None, [Red]])
def test_a_length_is_a_whole_number(wrong: Any) -> None:
    with pytest.raises(NotAllowed, match=re.escape(f"a code has 0 or more pegs, not {wrong!r}: write a whole number")):
        all_codes(wrong)


@pytest.mark.parametrize("list_codes", [lambda: all_codes(10), lambda: all_codes(10**99), lambda: solve([Red] * 10)])
def test_codes_too_many_to_list_are_refused(list_codes: Callable[[], object]) -> None:
    with pytest.raises(TooLarge, match="pegs are too many to list: use up to 9 pegs"):
        list_codes()


def test_what_is_quoted_is_short() -> None:
    with pytest.raises(NotAllowed) as caught:
        filter_codes(all_codes(4), RED_RED)  # type: ignore[arg-type]
    assert len(str(caught.value)) < 300
