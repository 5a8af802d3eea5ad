"""The evolutionary strategy: its operators, and what it finds."""

import dataclasses
from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from generate import codes, positions, variants
from keypeg import _core
from keypeg.candidates import Candidates, core_key, to_array, to_code
from keypeg.errors import TooLarge
from keypeg.position import Position
from keypeg.rules import Code, Variant
from keypeg.strategies import strategy
from keypeg.strategies.genetic import PARAMETERS, Genetic, best_split, opening

NEVER = (0.0, 0.0, 0.0)


def child(variant: Variant, mother: Code, father: Code, rates: tuple[float, float, float, float], seed: int) -> Code:
    row = _core.breed(core_key(variant), to_array([mother]), to_array([father]), rates, seed)[0]
    code = to_code(row)
    assert code in variant
    return code


def crossings(mother: Code, father: Code, cuts: list[tuple[int, int]]) -> set[Code]:
    return {Code([*mother[:begin], *father[begin:end], *mother[end:]]) for begin, end in cuts}


couples = variants(max_pegs=9, max_colors=12).flatmap(
    lambda variant: st.tuples(st.just(variant), codes(variant), codes(variant), st.integers(0, 2**64 - 1))
)


@given(couples)
def test_one_point_crossover_takes_the_rest_from_the_father(couple: tuple[Variant, Code, Code, int]) -> None:
    variant, mother, father, seed = couple
    assume(variant.repeats)
    pegs = variant.pegs
    cuts = [(begin, pegs) for begin in range(1, pegs)] or [(0, 1)]
    assert child(variant, mother, father, (1.0, *NEVER), seed) in crossings(mother, father, cuts)


@given(couples)
def test_two_point_crossover_takes_a_part_from_the_father(couple: tuple[Variant, Code, Code, int]) -> None:
    variant, mother, father, seed = couple
    assume(variant.repeats)
    cuts = [(begin, end) for end in range(variant.pegs + 1) for begin in range(end)]
    assert child(variant, mother, father, (0.0, *NEVER), seed) in crossings(mother, father, cuts)


@given(couples, st.floats(0, 1))
def test_without_repeats_a_crossover_is_repaired(couple: tuple[Variant, Code, Code, int], one_point: float) -> None:
    variant, mother, father, seed = couple
    assume(not variant.repeats)
    made = child(variant, mother, father, (one_point, *NEVER), seed)
    assert set(made) <= {*mother, *father}
    cuts = [(begin, end) for end in range(variant.pegs + 1) for begin in range(end)]
    # The part of the father stays, and so do the pegs of the mother whose color it did not bring.
    assert any(
        made[begin:end] == father[begin:end]
        and all(
            made[peg] == color or color in father[begin:end]
            for peg, color in enumerate(mother)
            if not begin <= peg < end
        )
        for begin, end in cuts
    )


@given(couples)
def test_a_mutation_changes_one_peg_or_exchanges_two(couple: tuple[Variant, Code, Code, int]) -> None:
    variant, mother, _, seed = couple
    made = child(variant, mother, mother, (1.0, 1.0, 0.0, 0.0), seed)
    changed = [peg for peg in range(variant.pegs) if made[peg] != mother[peg]]
    assert len(changed) <= 1 or (not variant.repeats and len(changed) == 2 and Counter(made) == Counter(mother))


@given(couples)
def test_a_permutation_exchanges_two_pegs(couple: tuple[Variant, Code, Code, int]) -> None:
    variant, mother, _, seed = couple
    made = child(variant, mother, mother, (1.0, 0.0, 1.0, 0.0), seed)
    assert Counter(made) == Counter(mother)
    assert sum(a != b for a, b in zip(made, mother, strict=True)) in {0, 2}


@given(couples)
def test_an_inversion_reverses_a_part(couple: tuple[Variant, Code, Code, int]) -> None:
    variant, mother, _, seed = couple
    made = child(variant, mother, mother, (1.0, 0.0, 0.0, 1.0), seed)
    ends = [(begin, end) for end in range(variant.pegs + 1) for begin in range(end)]
    assert made in {Code([*mother[:begin], *mother[begin:end][::-1], *mother[end:]]) for begin, end in ends}


def test_operators_act_as_often_as_their_rates_say() -> None:
    key, count = (8, 200, True), 20_000
    rows = np.tile(np.arange(8, dtype=np.uint8), (count, 1))
    for at, rate in ((1, 0.03), (2, 0.3), (3, 0.02)):
        rates = [0.5, 0.0, 0.0, 0.0]
        rates[at] = rate
        made = _core.breed(key, rows, rows, (rates[0], rates[1], rates[2], rates[3]), 5)
        changed = int((made != rows).any(axis=1).sum())
        idle = {1: 1 / 200, 2: 1 / 8, 3: 1 / 8}[at]  # the same color, or a peg with itself
        expected = count * rate * (1 - idle)
        assert abs(changed - expected) < 5 * expected**0.5


@settings(max_examples=60)
@given(positions(max_pegs=6, max_colors=12, max_size=50_000, max_turns=5), st.integers(0, 2**63 - 1))
def test_what_is_found_fits_and_is_found_again(position: Position, seed: int) -> None:
    assume(position.turns and not position.is_won)
    player = Genetic(population=40, generations=20, populations=8)
    found, nearest = player.evolve(position, seed)
    bred = [to_code(row) for row in found]
    assert len(set(bred)) == len(bred)
    assert all(code in position.candidates for code in bred)
    assert len(nearest) == (0 if bred else 1)
    again, _ = player.evolve(position, seed)
    assert np.array_equal(again, found)


def test_all_of_a_few_candidates_are_found() -> None:
    position = Position.parse("p5c8 11234=1b1w 15641=1b1w 25716=2b1w")
    found, _ = Genetic().evolve(position, 1)
    assert {to_code(row) for row in found} == set(position.candidates)


def test_more_than_enough_end_the_evolution() -> None:
    position = Position.parse("p8c12 11223445=1b2w")
    for eligible in (5, 60, 200):
        found, _ = Genetic(eligible=eligible).evolve(position, 3)
        assert eligible < len(found) <= eligible + 150


def test_what_came_nearest_is_given_where_nothing_fits() -> None:
    position = Position.parse("p12c12 123456789abc=1b9w 2143658799aa=2b7w 31415926a358=0b8w")
    _, nearest = Genetic(population=2, generations=1, populations=1).evolve(position, 1)
    assert to_code(nearest[0]) in position.variant
    small = Position.parse("p3c2 112=1b2w")
    for seed in range(50):
        _, nearest = Genetic(population=2, generations=1, populations=1).evolve(small, seed)
        assert Code("112") not in [to_code(row) for row in nearest]


def test_where_nothing_is_bred_a_candidate_is_drawn_or_the_nearest_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.parse("p12c12 123456789abc=1b9w 2143658799aa=2b7w 31415926a358=0b8w")
    player = Genetic(population=2, generations=1, populations=1)
    assert not len(player.evolve(position, 0)[0])
    assert player.choose(position) in position.candidates

    def refuse(*_: object) -> list[Code]:
        raise TooLarge("no-candidate", position=position)

    monkeypatch.setattr(Candidates, "sample", refuse)
    guess = player.choose(position)
    assert guess in position.variant
    assert guess not in [turn.guess for turn in position.turns]


def test_the_guess_leaves_the_fewest_of_those_found() -> None:
    position = Position.parse("p5c8 11234=1b1w 15641=1b1w")
    rows = position.candidates.array[::3].copy()
    best = position.variant.check_code(to_code(best_split(position.variant, rows[::-1].copy())))
    sizes = _core.partition_sizes(core_key(position.variant), rows, rows).astype(int)
    left = (sizes * sizes).sum(axis=1).tolist()
    assert best == to_code(rows[left.index(min(left))])


@pytest.mark.parametrize(
    ("variant", "guess"),
    [("p4c6", "1123"), ("p5c8", "11234"), ("p8c8", "11223344"), ("p4c10n", "1234"), ("p1c1", "1"), ("p2c9", "12")],
)
def test_the_first_guess_is_fixed(variant: str, guess: str) -> None:
    assert opening(Variant.parse(variant)) == Code(guess)
    assert strategy("genetic:5").choose(Position.parse(variant)) == Code(guess)


@given(variants(max_pegs=120, max_colors=255))
def test_the_first_guess_is_a_code_of_any_variant(variant: Variant) -> None:
    assert opening(variant) in variant


def test_the_largest_variant_plays_on() -> None:
    variant = Variant(120, 255, repeats=False)
    position = Position(variant).play(variant.turn(f"{opening(variant)}=3b40w"))
    guess = Genetic(population=10, generations=3, populations=2).choose(position)
    assert guess in variant


def test_the_declared_parameters_are_those_of_the_strategy() -> None:
    fields = {field.name: field.default for field in dataclasses.fields(Genetic)}
    assert {"seed": 0, **{one.name: one.default for one in PARAMETERS}} == fields
    published = {"population": 150, "generations": 100, "eligible": 60, "black_weight": 1.0}
    published |= {"one_point": 0.5, "mutation": 0.03, "permutation": 0.03, "inversion": 0.02}
    assert published.items() <= fields.items()


def values() -> st.SearchStrategy[dict[str, int | float]]:
    return st.fixed_dictionaries(
        {},
        optional={
            one.name: (
                st.integers(one.low, one.high)
                if isinstance(one.low, int) and isinstance(one.high, int)
                else st.floats(one.low, one.high).map(abs)
            )
            for one in PARAMETERS
        },
    )


@given(st.integers(0, 10**18 - 1), values())
def test_a_name_with_parameters_is_read_back(seed: int, given_values: dict[str, int | float]) -> None:
    player = Genetic(seed, **given_values)  # type: ignore[arg-type]
    assert strategy(player.name) == player
