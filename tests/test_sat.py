"""The SAT solver finds what the plain search finds, and proves what is true."""

import random
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import generate
from keypeg import cli, sat
from keypeg.errors import KeypegError
from keypeg.position import Position
from keypeg.rules import Code, Feedback, Turn, Variant, score


@given(generate.positions(), st.integers(0, 9))
def test_all_candidates_are_found_and_proven_to_be_all(position: Position, seed: int) -> None:
    expected = set(position.candidates)
    if len(expected) <= 200:
        solved = sat.solve(position.variant, position.turns, 1000, random.Random(seed))
        assert (set(solved.codes), len(solved.codes), solved.complete) == (expected, len(expected), True)


@given(generate.positions())
def test_the_first_candidate_is_found(position: Position) -> None:
    assert sat.first(position.variant, position.turns) == next(iter(position.candidates))


@given(generate.variants(max_size=300), st.data())
def test_contradictions_are_proven(variant: Variant, data: st.DataObject) -> None:
    codes = list(variant)
    feedbacks = list(variant.feedbacks())
    turns = [
        Turn(data.draw(st.sampled_from(codes)), data.draw(st.sampled_from(feedbacks)))
        for _ in range(data.draw(st.integers(1, 4)))
    ]
    solved = sat.solve(variant, turns, 1, random.Random(0))
    assert bool(solved.codes) == any(all(turn.is_consistent(code) for turn in turns) for code in codes)
    assert solved.complete == (not solved.codes)


def test_a_seed_finds_the_same_codes_and_another_seed_others() -> None:
    position = Position.parse("p10c10 1122334455=2b3w")
    first, again, other = (
        sat.solve(position.variant, position.turns, 5, random.Random(seed)).codes for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other
    assert all(code in position.candidates for code in first + other)


def test_what_is_too_hard_is_not_decided() -> None:
    variant, source = Variant(20, 20), random.Random(1)
    secret, *guesses = Position(variant).candidates.sample(15, source)
    turns = [Turn(guess, score(secret, guess)) for guess in guesses]
    assert sat.solve(variant, turns, 100, source, conflicts=1) == sat.Solved([], complete=False)
    assert sat.first(variant, turns, conflicts=1) is None


@given(generate.variants(max_size=200), st.data())
def test_subsets_of_turns_are_decided_as_if_they_were_alone(variant: Variant, data: st.DataObject) -> None:
    codes, feedbacks = st.sampled_from([*variant]), st.sampled_from([*variant.feedbacks()])
    turns = data.draw(st.lists(st.builds(Turn, codes, feedbacks), min_size=1, max_size=4))
    subsets = sat.Subsets(variant, turns, 1000)
    for kept in data.draw(st.lists(st.sets(st.sampled_from(range(len(turns)))), max_size=6)):
        expected = any(all(turns[number].is_consistent(code) for number in kept) for code in variant)
        assert subsets.are_possible(kept) == expected


def test_what_would_fill_the_memory_is_not_decided() -> None:
    variant = Variant(120, 8)
    turns = [Turn(Code([1] * 120), Feedback(0, 0))] * 300
    assert sat.solve(variant, turns, 1, random.Random(0)) == sat.Solved([], complete=False)
    assert sat.first(variant, turns) is None
    assert sat.Subsets(variant, turns, 1000).are_possible([0]) is None


def test_without_the_solver_only_what_needs_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    assert len(Position.parse("p4c6 1122=1b1w").candidates) == 208
    assert Position.parse("p20c20").candidates.count().is_exact
    with pytest.raises(
        KeypegError, match=r"a package that is not installed \(pysat.*\): pip install 'keypeg\[large\]'"
    ):
        sat.solve(Variant(20, 20), [], 1, random.Random(0))


def test_a_missing_solver_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    secret, *guesses = Position("p20c20").candidates.sample(25, random.Random(1))
    turns = [str(Turn(guess, score(secret, guess))) for guess in guesses]
    assert cli.main(["hint", "p20c20", *turns]) == 2
    assert capsys.readouterr().err.endswith("pip install 'keypeg[large]'\n")
