import copy
import dataclasses
import pickle
from collections import Counter
from collections.abc import Callable, Sequence

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
from keypeg.errors import NotAllowed

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


def test_codes_of_different_lengths_are_not_compared() -> None:
    with pytest.raises(ValueError):
        exact_matches([Red], [Red, Blue])


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
    with pytest.raises(NotAllowed, match="0 or more pegs, not -1"):
        all_codes(-1)


def test_filtering_keeps_order_and_the_codes_themselves() -> None:
    move = Move([Red, Red], 1, 0)
    kept = filter_codes(move, all_codes(2))
    assert kept == [code for code in all_codes(2) if code.count(Red) == 1]
    assert filter_codes(move, [(Blue, Red), (Red, Red)]) == [(Blue, Red)]


@pytest.mark.parametrize("solver", [solve, five_guess])
@pytest.mark.parametrize("length", [0, 1, 2, 3, 5])
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


@pytest.mark.parametrize("solver", [solve, five_guess])
def test_solvers_refuse_what_is_not_a_color(solver: Solver) -> None:
    with pytest.raises(NotAllowed, match="'pink'"):
        solver([Red, "pink"])  # type: ignore[list-item]


def histogram(solver: Solver) -> dict[int, int]:
    return dict(sorted(Counter(len(solver(secret)) for secret in all_codes(4)).items()))


def test_solve_has_the_published_signature() -> None:
    assert list(histogram(solve).values()) == [1, 4, 25, 108, 305, 602, 196, 49, 6]  # 7471:9:6


def test_five_guess_has_knuths_signature() -> None:
    assert list(histogram(five_guess).values()) == [1, 6, 62, 533, 694]  # 5801:5:694


def test_five_guess_may_guess_what_can_not_win() -> None:
    moves = five_guess([Yellow, Orange, Orange, Purple])
    assert any(not is_consistent(earlier, later.code) for earlier in moves for later in moves)
