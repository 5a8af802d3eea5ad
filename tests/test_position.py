import copy
import itertools
import pickle
import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, NoReturn

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import generate
import reference
from keypeg import _core, sat, words
from keypeg import candidates as candidates_module
from keypeg.candidates import Candidates, Count, to_array, to_code
from keypeg.errors import InconsistentFeedback, KeypegError, NotAllowed, TooLarge, UnreadableText
from keypeg.openings import openings
from keypeg.palette import BOARD
from keypeg.partition import Partition
from keypeg.position import Position, read_turns
from keypeg.rules import Code, Feedback, Turn, Variant, score
from keypeg.strategies import grow

P4C6 = Variant(4, 6)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("bulls 0123=1 bull 2 cows", "p4c10n a123=1b2w"),
        ("p4c6 1122=1 black, 1 white", "p4c6 1122=1b1w"),
        ("p4c6 1234=1 2", "p4c6 1234=1b2w"),
        ("p4c6  1122=1 black, 1 white  1134 = 0 2\n1256=- ", "p4c6 1122=1b1w 1134=0b2w 1256=0b0w"),
    ],
)
def test_feedback_in_a_position_may_have_spaces(written: str, read: str) -> None:
    variant, turns = read_turns(written)
    assert " ".join(map(str, [variant, *turns])) == read


@pytest.mark.parametrize("text", ["p4c6 1122=", "p4c6 1122= 1134=1b1w", "p4c6 1122", "p4c6 1122 1134=1b1w"])
def test_a_turn_of_a_position_has_feedback(text: str) -> None:
    with pytest.raises(UnreadableText, match=r"'1122=?' is not a turn"):
        Position.parse(text)


def plain(code: Code) -> reference.Code:
    return tuple(color - 1 for color in code)


def key_of(variant: Variant) -> reference.Variant:
    return variant.pegs, variant.colors, variant.repeats


def plain_turns(turns: tuple[Turn, ...]) -> list[reference.Turn]:
    return [(plain(turn.guess), (turn.feedback.blacks, turn.feedback.whites)) for turn in turns]


def expected_candidates(position: Position) -> list[Code]:
    codes = reference.candidates(key_of(position.variant), plain_turns(position.turns))
    return [Code([color + 1 for color in code]) for code in codes]


def large_position(text: str, turns: int, seed: int) -> tuple[Position, Code]:
    """Play random guesses against a random secret."""
    variant, source = Variant.parse(text), random.Random(seed)
    secret, *guesses = [Code(source.choices(range(1, variant.colors + 1), k=variant.pegs)) for _ in range(turns + 1)]
    return Position(variant, [Turn(guess, score(secret, guess)) for guess in guesses]), secret


# Text and value.


@given(generate.positions())
def test_a_position_reads_its_own_text_and_is_what_its_repr_builds(position: Position) -> None:
    assert Position.parse(str(position)) == position
    assert eval(repr(position)) == position


@given(generate.positions())
def test_a_position_survives_copies_and_pickles_and_keeps_its_hash(position: Position) -> None:
    for twin in (pickle.loads(pickle.dumps(position)), copy.copy(position), copy.deepcopy(position)):
        assert twin == position
        assert hash(twin) == hash(position)
        assert list(twin.candidates) == list(position.candidates)


def test_a_position_is_its_variant_and_its_turns() -> None:
    position = Position.parse("p4c6 1122=1b1w 1134=0b2w")
    assert position.variant == P4C6
    assert position.turns == (Turn.parse("1122=1b1w"), Turn.parse("1134=0b2w"))
    assert position == Position(P4C6).play("1122=1b1w").play("1134=0b2w")
    assert position != Position.parse("p4c6 1134=0b2w 1122=1b1w")
    assert position != Position.parse("p4c7 1122=1b1w 1134=0b2w")
    assert position != "p4c6 1122=1b1w 1134=0b2w"


def test_a_position_reads_the_colors_of_a_palette() -> None:
    assert Position.parse("p4c6 red,blue,red,blue=BW", BOARD) == Position.parse("p4c6 1212=1b1w")


@pytest.mark.parametrize("name", ["turns", "variant", "candidates", "anything"])
def test_a_position_never_changes(name: str) -> None:
    position = Position.parse("p4c6 1122=1b1w")
    with pytest.raises(AttributeError, match="a position never changes"):
        setattr(position, name, ())
    with pytest.raises(AttributeError, match="a position never changes"):
        delattr(position, name)
    with pytest.raises(ValueError, match="read-only"):
        position.candidates.array[0] = 0


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", UnreadableText),
        ("  ", UnreadableText),
        ("1122=1b1w", UnreadableText),
        ("p4c6 1122", UnreadableText),
        ("p4c6 1122=1b1w 11", UnreadableText),
        ("p4c6 112=1b1w", NotAllowed),
        ("p4c6 1177=1b1w", NotAllowed),
        ("p4c6 1122=3b1w", NotAllowed),
        ("p4c6 1122=5b0w", NotAllowed),
        ("p4c10n 1123=1b0w", NotAllowed),
        ("p121c6", TooLarge),
        ("p4c256", TooLarge),
    ],
)
def test_what_is_no_position_is_refused(text: str, kind: type[Exception]) -> None:
    with pytest.raises(kind):
        Position.parse(text)


def test_a_turn_of_another_variant_is_not_played() -> None:
    with pytest.raises(NotAllowed, match="a code has 4 pegs"):
        Position(P4C6).play(Turn.parse("12345=1b1w"))


@given(generate.positions())
def test_the_funnel_counts_the_candidates_after_each_turn(position: Position) -> None:
    counts = position.funnel()
    earlier = [position.before(number) for number in range(len(position.turns) + 1)]
    assert [count.value for count in counts] == [len(expected_candidates(each)) for each in earlier]
    for known in range(len(counts) + 1):
        assert position.funnel(counts[:known]) == counts


def test_a_position_is_won_by_its_last_turn() -> None:
    assert Position.parse("p4c6 1122=4b0w").is_won
    assert not Position.parse("p4c6 1122=3b0w").is_won
    assert not Position(P4C6).is_won


# Candidates.


@given(generate.positions())
def test_candidates_are_those_of_the_reference_however_they_are_asked_for(position: Position) -> None:
    expected = expected_candidates(position)
    count = position.candidates.count()
    assert count == Count(len(expected), len(expected), len(expected))
    assert count.is_exact
    assert list(iter(position.candidates)) == expected
    assert position.candidates._rows is None
    assert len(position.candidates) == len(expected)
    assert [to_code(row) for row in position.candidates.array] == expected
    assert list(position.candidates) == expected
    assert position.candidates.count() == count
    assert position.candidates[0] == expected[0]
    assert position.candidates[-1] == expected[-1]


@given(generate.positions(max_size=300))
def test_membership_is_what_the_list_says(position: Position) -> None:
    expected = set(expected_candidates(position))
    assert {code for code in position.variant if code in position.candidates} == expected
    assert position.candidates._rows is None


def test_what_is_no_code_of_the_variant_is_no_candidate() -> None:
    candidates = Position(P4C6).candidates
    assert Code("1122") in candidates
    for other in (Code("112"), Code("1127")):
        assert other not in candidates


def test_the_text_of_a_code_is_taken_for_the_code_and_nothing_else_is() -> None:
    candidates = Position.parse("p4c6 1122=1b1w").candidates
    assert "1233" in candidates
    assert "red green blue blue" in candidates
    assert (1, 2, 3, 3) in candidates
    assert "1122" not in candidates
    for other in ("12", "1237", "what", None, 3, 1.5):
        with pytest.raises(KeypegError):
            assert other in candidates


def test_a_turn_is_played_as_one_or_as_a_guess_and_its_feedback() -> None:
    expected = Position.parse("p4c6 1122=1b1w")
    start = Position("p4c6")
    for turn in (("1122=1b1w",), (Turn.parse("1122=1b1w"),), ("1122", "1b1w"), (Code("1122"), Feedback(1, 1))):
        assert start.play(*turn) == expected
    for bad in (("1122",), (Code("1122"),), ("1122", 3), (3, "1b1w"), (None,), ("1122=1b1w", "1b1w")):
        with pytest.raises(KeypegError):
            start.play(*bad)


def test_a_position_is_made_of_values_or_their_text() -> None:
    expected = Position.parse("p4c6 1122=1b1w")
    assert Position("p4c6", ["1122=1b1w"]) == expected
    assert Position.of("p4c6 1122=1b1w") == Position.of(expected) == expected
    assert Position.of(P4C6) == Position(P4C6)
    for bad in (3, None, ["p4c6"]):
        with pytest.raises(NotAllowed, match="is not a position: write 'p4c6 1122=1b1w'"):
            Position.of(bad)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["p4c6 1122=1b1w", "p6c9 112234=1b1w", "p10c10 1122334455=2b3w"])
def test_equal_positions_say_equal_things_whatever_was_asked_before(text: str) -> None:
    asked, fresh = Position.parse(text), Position.parse(text)
    with suppress(TooLarge):
        len(asked.candidates)
    parent = asked.before(0)
    with suppress(TooLarge):
        len(parent.candidates)
    played = parent.play(asked.turns[0])
    for other in (asked, played, parent.extend(asked.turns[0]), pickle.loads(pickle.dumps(asked))):
        assert other == fresh
        assert other.candidates.count() == fresh.candidates.count()
        assert (other.candidates.pool.rows == fresh.candidates.pool.rows).all()
        assert other.candidates.first() == fresh.candidates.first()


def test_known_turns_are_held_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.parse("p8c8 11223344=2b3w 12345678=1b4w")
    monkeypatch.delattr("keypeg._core.find_candidates")
    assert position.before(1).extend(position.turns[1]) == position
    assert pickle.loads(pickle.dumps(position)) == position


@given(generate.positions(), st.data())
def test_play_leaves_the_same_candidates_whether_listed_before_or_not(position: Position, data: st.DataObject) -> None:
    secret = data.draw(st.sampled_from(expected_candidates(position)))
    guess = data.draw(generate.codes(position.variant))
    turn = Turn(guess, score(secret, guess))
    unlisted = position.play(turn)
    assert unlisted.candidates._rows is None
    len(position.candidates)
    listed = position.play(str(turn))
    assert listed.candidates._rows is not None
    assert listed == unlisted
    assert list(listed.candidates) == list(unlisted.candidates) == expected_candidates(unlisted)


@given(generate.positions(), st.integers(0, 9))
def test_samples_are_candidates_and_repeat_with_their_seed(position: Position, seed: int) -> None:
    expected = set(expected_candidates(position))
    for _ in range(2):
        drawn = position.candidates.sample(10, random.Random(seed))
        assert len(drawn) == 10
        assert set(drawn) <= expected
        assert drawn == position.candidates.sample(10, random.Random(seed))
        len(position.candidates)  # the second time from the list


@pytest.mark.parametrize("text", ["p2c3", "p3c4n", "p2c3 12=0b1w"])
def test_samples_from_a_list_or_from_all_codes_are_uniform(text: str) -> None:
    position = Position.parse(text)
    codes = list(position.candidates)
    if position.turns:
        len(position.candidates)
    draws = 600 * len(codes)
    counts = Counter(position.candidates.sample(draws, random.Random(1)))
    assert all(abs(counts[code] - 600) < 6 * 600**0.5 for code in codes)


@given(generate.positions(max_size=300))
def test_a_conflict_is_the_first_turn_that_does_not_fit(position: Position) -> None:
    for code in position.variant:
        consistent = [score(code, turn.guess) == turn.feedback for turn in position.turns]
        assert position.first_contradicted(code) == (consistent.index(False) if False in consistent else None)


# Partitions.


@given(generate.positions(), st.data())
def test_a_partition_counts_the_candidates_behind_each_feedback(position: Position, data: st.DataObject) -> None:
    guess = data.draw(generate.codes(position.variant))
    expected = Counter(score(code, guess) for code in expected_candidates(position))
    partition = position.partition(guess)
    assert dict(partition) == dict(expected)
    assert partition.total == expected.total()
    assert partition.largest == max(expected.values())
    assert partition.can_win == (guess in position.candidates)
    assert partition.expected_size == pytest.approx(sum(n * n for n in expected.values()) / expected.total())
    for feedback, size in partition.items():
        assert len(position.play(Turn(guess, feedback)).candidates) == size


def test_a_partition_in_bits() -> None:
    halves = Partition(P4C6, Code("1122"), {Feedback(0, 0): 4, Feedback(1, 0): 4})
    assert halves.bits == 1
    assert Partition(P4C6, Code("1122"), {Feedback(4, 0): 1}).bits == 0
    assert repr(halves) == "<Partition of 8 by 1122: 0b0w: 4, 1b0w: 4>"


def test_a_partition_of_a_sample_knows_a_candidate_that_was_not_drawn() -> None:
    position = Position.parse("p10c10")
    assert [str(code) for code in map(to_code, position.candidates.pool.rows)].count("1122334455") == 0
    assert position.partition_of_pool(Code("1122334455")).can_win
    later = position.play("123456789a=2b3w")
    assert not later.partition_of_pool(Code("1122334455")).can_win


def test_knuths_first_guess_leaves_256_at_worst() -> None:
    assert Position(P4C6).partition("1122").largest == 256


def test_a_guess_of_another_variant_has_no_partition() -> None:
    with pytest.raises(NotAllowed, match="a code has 4 pegs, '112' has 3"):
        Position(P4C6).partition("112")


def test_distinct_guesses_are_the_smallest_of_each_class() -> None:
    assert list(map(str, Position(P4C6).distinct_guesses())) == ["1111", "1112", "1122", "1123", "1234"]
    after = Position.parse("p3c4 112=0b1w")
    expected = reference.class_representatives((3, 4, True), [(0, 0, 1)])
    assert list(map(plain, after.distinct_guesses())) == expected


def test_what_is_larger_than_the_core_takes_is_refused() -> None:
    pegs, colors = _core.MAX_PEGS, _core.MAX_COLORS
    assert Position(Variant(pegs, colors)).candidates.count().value == colors**pegs
    for variant in (Variant(pegs + 1, 1), Variant(1, colors + 1)):
        with pytest.raises(TooLarge, match=f"{variant} is out of reach: at most {pegs} pegs and {colors} colors"):
            Position(variant)


# Contradictions.


@st.composite
def answered_at_random(draw: st.DrawFn) -> tuple[Variant, list[Turn]]:
    variant = draw(generate.variants(max_pegs=4, max_colors=6, max_size=100))
    return variant, draw(st.lists(generate.turns(variant), min_size=1, max_size=5))


@settings(max_examples=150)
@given(answered_at_random())
def test_contradictions_are_found_and_explained_as_brute_force_does(game: tuple[Variant, list[Turn]]) -> None:
    variant, turns = game
    key, told = key_of(variant), plain_turns(tuple(turns))
    if reference.candidates(key, told):
        assert Position(variant, turns).turns == tuple(turns)
        return
    with pytest.raises(InconsistentFeedback) as caught:
        Position(variant, turns)
    error = caught.value
    assert error.contradiction.complete
    assert list(error.contradiction.drops) == reference.smallest_drops(key, told)
    single = [drop[0] for drop in error.contradiction.drops if len(drop) == 1]
    assert list(error.contradiction.corrections) == single
    for number in single:
        expected = reference.corrections(key, told, number)
        corrections = error.contradiction.corrections[number]
        found = {(feedback.blacks, feedback.whites): size for feedback, size in corrections.items()}
        assert found == expected
        assert list(found.values()) == sorted(expected.values(), reverse=True)
    assert str(error).startswith(f"no code is consistent with all feedback in {error.contradiction.position_text!r}: ")
    for number in {number for drop in error.contradiction.drops[:5] for number in drop}:
        assert str(number + 1) in str(error).split(": ", 1)[1]


@pytest.mark.parametrize(("number", "text"), [(1, "p10c10"), (2, "p10c10"), (1, "p8c12")])
def test_wrong_answers_of_a_large_game_are_among_the_drops(number: int, text: str) -> None:
    position, _ = large_position(text, 14, seed=7)
    spoiled = list(position.turns)
    for turn in range(number):
        spoiled[turn] = Turn(spoiled[turn].guess, Feedback(position.variant.pegs, 0))
    with pytest.raises(InconsistentFeedback) as caught:
        Position(position.variant, spoiled)
    assert tuple(range(number)) in caught.value.contradiction.drops


# Any size.


@pytest.mark.parametrize("text", ["p10c10", "p20c20", "p30c6"])
def test_the_first_position_of_a_large_variant_counts_samples_and_iterates(text: str) -> None:
    position = Position.parse(text)
    variant = position.variant
    assert position.candidates.count() == Count(variant.size, variant.size, variant.size)
    first = list(itertools.islice(position.candidates, 3))
    assert [plain(code)[-1] for code in first] == [0, 1, 2]
    assert all(code in position.candidates for code in position.candidates.sample(5, random.Random(1)))
    with pytest.raises(TooLarge, match=f"in {text}$"):
        len(position.candidates)


def test_an_estimate_that_reached_no_candidate_knows_only_the_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    position, _ = large_position("p20c20", 24, seed=1)
    monkeypatch.setattr(candidates_module, "_WALK_STEPS", 1)
    monkeypatch.setattr("keypeg.sat.solve", lambda *_: sat.Solved([], complete=False))
    assert position.candidates.count() == Count(0, 0, 20**20)
    assert not position.candidates.are_found
    assert position.candidates.nearest() in position.variant
    with pytest.raises(TooLarge, match="no candidate was found in time in p20c20 "):
        position.candidates.sample(1, random.Random(1))


@pytest.mark.parametrize("guess", ["1122334455", "6677889911"])
def test_the_nearest_code_is_no_earlier_guess(guess: str, monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.parse("p10c10 1122334455=2b3w 6677889911=1b2w")

    def none_is_found(_: Candidates) -> NoReturn:
        raise TooLarge("no-candidate", position=position)

    monkeypatch.setattr(Candidates, "pool", property(none_is_found))
    monkeypatch.setattr(Candidates, "_walked", SimpleNamespace(nearest=to_array([Code(guess)])))
    assert position.candidates.nearest() not in [turn.guess for turn in position.turns]


@pytest.mark.parametrize("line", ["p1c1 1=1b0w", "p4c6 1122=4b0w", "p10c10 1122334455=2b3w"])
def test_the_nearest_code_is_a_candidate_where_one_is_found(line: str) -> None:
    position = Position.parse(line)
    assert position.candidates.nearest() in position.candidates


def test_the_last_candidate_of_a_large_game_is_counted() -> None:
    """After these random guesses only the secret is consistent: walks or the solver find it, the solver proves it."""
    position, secret = large_position("p12c12", 20, seed=1)
    assert position.candidates.count() == Count(1, 1, 1)
    assert position.candidates.sample(2, random.Random(1)) == [secret, secret]
    pool = position.candidates.pool
    assert (len(pool.rows), pool.complete) == (1, True)


@pytest.mark.parametrize("text", ["p10c10", "p20c20", "p16c6"])
def test_a_pool_holds_different_candidates_and_is_the_same_each_time(text: str) -> None:
    position, _ = large_position(text, 3, seed=3)
    pool = position.candidates.pool
    assert len(np.unique(pool.rows, axis=0)) == len(pool.rows) > candidates_module.DRAWS * 0.95
    assert not pool.complete
    assert all(turn.is_consistent(to_code(row)) for turn in position.turns for row in pool.rows)
    assert np.array_equal(Position.parse(str(position)).candidates.pool.rows, pool.rows)
    parts = position.partition_of_pool(position.turns[0].guess)
    assert dict(parts) == {position.turns[0].feedback: len(pool.rows)}


@pytest.mark.parametrize("text", ["p10c6", "p8c12"])
def test_a_pool_lists_few_candidates_of_a_large_game(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The walk says that they are few, and the solver lists them; without it the walk goes on."""
    position, _ = large_position(text, 7, seed=5)
    everything = {to_code(row) for row in position.candidates.array}
    assert 10 < len(everything) < 500
    monkeypatch.setattr(candidates_module, "_FEW_NODES", 0)
    pool = Position.parse(str(position)).candidates.pool
    assert {to_code(row) for row in pool.rows} == everything
    assert (len(pool.rows), pool.complete, pool.proven) == (len(everything), True, True)
    monkeypatch.setattr(candidates_module, "_LIST_CONFLICTS", 0)
    pool = Position.parse(str(position)).candidates.pool
    assert {to_code(row) for row in pool.rows} == everything
    assert (pool.complete, pool.proven) == (True, False)


@given(generate.positions())
def test_a_pool_of_few_candidates_has_all_of_them(position: Position) -> None:
    expected = expected_candidates(position)
    pool = position.candidates.pool
    assert (pool.complete, pool.proven) == (len(expected) <= candidates_module.DRAWS, True)
    if pool.complete:
        assert [to_code(row) for row in pool.rows] == expected


def test_a_contradiction_of_a_large_game_is_found_with_its_slip() -> None:
    position, secret = large_position("p10c10", 11, seed=2)
    wrong = 4
    right = position.turns[wrong].feedback
    slip = Feedback(right.blacks, right.whites + 1)
    turns = [Turn(turn.guess, slip) if at == wrong else turn for at, turn in enumerate(position.turns)]
    with pytest.raises(InconsistentFeedback) as caught:
        Position(position.variant, turns)
    assert (wrong,) in caught.value.contradiction.drops
    assert right in caught.value.contradiction.corrections[wrong]
    assert secret in Position(position.variant, [turn for at, turn in enumerate(turns) if at != wrong]).candidates


def test_a_slip_in_the_last_turn_of_a_very_large_game_is_found() -> None:
    position, _ = large_position("p20c20", 26, seed=4)
    *earlier, last = position.turns
    slip = Turn(last.guess, Feedback(last.feedback.blacks, last.feedback.whites - 3))
    with pytest.raises(InconsistentFeedback) as caught:
        Position(position.variant, [*earlier, slip])
    assert (25,) in caught.value.contradiction.drops
    assert last.feedback in caught.value.contradiction.corrections[25]


@pytest.mark.parametrize("text", ["p10c10", "p20c20"])
def test_a_large_position_counts_samples_and_iterates_without_a_list(text: str) -> None:
    position, secret = large_position(text, 3, seed=3)
    count = position.candidates.count()
    assert not count.is_exact
    assert count.low <= count.value <= count.high
    assert words.count(count).startswith("about ")
    assert secret in position.candidates
    fitting = [*position.candidates.sample(5, random.Random(1)), *itertools.islice(position.candidates, 5)]
    assert all(turn.is_consistent(code) for turn in position.turns for code in fitting)
    assert position.candidates._rows is None


def test_the_estimate_covers_the_truth_where_it_can_be_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    covered = 0
    for seed in range(40):
        position, _ = large_position("p6c8", 1 + seed % 4, seed)
        truth = position.candidates.count()
        assert truth.is_exact
        with monkeypatch.context() as patch:
            patch.setattr(candidates_module, "_COUNT_NODES", 1)
            patch.setattr(candidates_module, "_FEW_NODES", 0)
            patch.setattr(candidates_module, "_LIST_CONFLICTS", 0)
            estimate = Position.parse(str(position)).candidates.count()
        assert not estimate.is_exact
        covered += estimate.low <= truth.value <= estimate.high
    assert covered >= 34


def test_candidates_of_many_batches_come_once_each_and_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.parse("p5c8 11234=1b1w")
    monkeypatch.setattr(candidates_module, "_BATCH", 7)
    assert list(iter(position.candidates)) == expected_candidates(position)


def test_iterating_gives_up_rather_than_search_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    position, _ = large_position("p10c10", 8, seed=1)
    monkeypatch.setattr(candidates_module, "NODE_LIMIT", 100)
    with pytest.raises(TooLarge, match="no further candidate was found within 100 steps in p10c10 "):
        list(iter(position.candidates))


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (Count(0, 0, 0), "0"),
        (Count(1296, 1296, 1296), "1,296"),
        (Count(7, 3, 11), "about 7"),
        (Count(123_456, 9, 10**9), "about 120,000"),
        (Count(10**8, 9, 10**9), "about 1.0 × 10⁸"),
        (Count(1_449_999_999, 10**9, 2 * 10**9), "about 1.4 × 10⁹"),
        (Count(997 * 10**6, 9, 10**10), "about 1.0 × 10⁹"),
        (Count(93 * 10**23, 9, 10**26), "about 9.3 × 10²⁴"),
        (Count(1200, 1200, 10**9), "at least 1,200"),
        (Count(0, 0, 10**9), "unknown"),
    ],
)
def test_a_count_says_whether_it_is_an_estimate(count: Count, text: str) -> None:
    assert words.count(count) == text


def test_codes_become_rows_of_the_core_and_back() -> None:
    codes = [Code("1234"), Code("6666")]
    assert to_array(codes).tolist() == [[0, 1, 2, 3], [5, 5, 5, 5]]
    assert [to_code(row) for row in to_array(codes)] == codes
    assert to_array([], 4).shape == (0, 4)
    assert to_array([Code([255])]).dtype == np.uint8


def test_draws_do_not_depend_on_what_was_listed_before() -> None:
    fresh, listed = Position.parse("p4c6 1122=1b1w"), Position.parse("p4c6 1122=1b1w")
    assert len(listed.candidates) == 208
    assert fresh.candidates.sample(20, random.Random(1)) == listed.candidates.sample(20, random.Random(1))


def test_every_candidate_of_a_small_variant_can_be_drawn() -> None:
    candidates = Position.parse("p5c8 11223=1b1w").candidates
    assert len(candidates) > candidates_module.DRAWS
    assert set(candidates.sample(20 * len(candidates), random.Random(1))) == set(candidates)


def test_candidates_are_sliced_and_shown() -> None:
    candidates = Position.parse("p4c6 1122=1b1w").candidates
    assert candidates[:3] == list(itertools.islice(candidates, 3))
    assert repr(candidates) == "<Candidates of p4c6 1122=1b1w>"


# A pure value: nothing that is handed out can be changed, and nothing that was asked before shows.


@pytest.mark.parametrize("text", ["p4c6 1122=1b1w", "p4c6", "p10c10", "p10c10 1122334455=2b3w", "p12c12"])
def test_no_array_of_the_candidates_can_be_written_to(text: str) -> None:
    candidates = Position.parse(text).candidates
    with pytest.raises(ValueError, match="read-only"):
        candidates.pool.rows[0] = 0


def test_candidates_never_change() -> None:
    candidates = Position(P4C6).candidates
    with pytest.raises(AttributeError, match="candidates never change"):
        candidates.turns = ()
    with pytest.raises(AttributeError, match="candidates never change"):
        del candidates.variant
    assert len(pickle.loads(pickle.dumps(candidates))) == len(candidates)


def test_partitions_and_kept_arrays_never_change() -> None:
    parts = Position(P4C6).partition("1122")
    with pytest.raises(AttributeError, match="a partition never changes"):
        parts.can_win = False
    with pytest.raises(AttributeError, match="a partition never changes"):
        del parts.guess
    assert pickle.loads(pickle.dumps(parts)) == parts
    kinds, tree = openings(P4C6), grow("knuth", "p2c3")
    for array in (kinds.guesses, kinds.sizes, tree.guesses, tree.parents, tree.feedbacks, tree.wins):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


@pytest.mark.parametrize("is_listed", [False, True])
@pytest.mark.parametrize("text", ["p4c6 1111=4b0w", "p10c10 1111111111=10b0w"])
@pytest.mark.parametrize(
    "ask",
    [
        lambda candidates: candidates.first(),
        lambda candidates: candidates.nearest(),
        lambda candidates: candidates.sample(1, random.Random(1)),
        lambda candidates: candidates.pool,
    ],
)
def test_turns_that_were_never_checked_and_leave_no_code_say_so(
    text: str, ask: Callable[[Candidates], object], is_listed: bool
) -> None:
    position = Position.parse(text)
    if is_listed:
        len(position.candidates)
    position = position.extend(f"{'2' * position.variant.pegs}={position.variant.win}")
    assert not position.candidates.are_found
    with pytest.raises(KeypegError, match="no code is consistent with all turns of 'p"):
        ask(position.candidates)


@pytest.mark.parametrize("number", [-1, 2, 1.0, None, True])
def test_there_is_no_position_before_a_turn_that_is_not_there(number: Any) -> None:
    position = Position.parse("p4c6 1122=1b1w")
    assert [len(position.before(count).turns) for count in (0, 1)] == [0, 1]
    with pytest.raises(NotAllowed, match="write 0 to 1"):
        position.before(number)
