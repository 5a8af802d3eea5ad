import itertools
import math
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import generate
import reference
from keypeg import _core
from keypeg.rules import Variant

Codes = NDArray[np.uint8]
Key = tuple[int, int, bool]
MANY = 1 << 62

keys = st.builds(
    lambda variant: (variant.pegs, variant.colors, variant.repeats),
    st.one_of(generate.variants(), generate.variants(min_pegs=20, max_pegs=20)),
)
small_keys = st.builds(
    lambda variant: (variant.pegs, variant.colors, variant.repeats),
    generate.variants(max_pegs=6, max_colors=30, max_size=1000),
)
seeds = st.integers(0, 2**32).map(np.random.default_rng)
on_each_instruction_set = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def random_codes(key: Key, count: int, random: np.random.Generator) -> Codes:
    pegs, colors, repeats = key
    if repeats:
        return random.integers(0, colors, (count, pegs), dtype=np.uint8)
    rows = [random.permutation(colors)[:pegs] for _ in range(count)]
    return np.array(rows, np.uint8).reshape(count, pegs)


def rows_of(codes: Codes) -> list[reference.Code]:
    return [tuple(row) for row in codes.tolist()]


def as_array(codes: list[reference.Code], key: Key) -> Codes:
    return np.array(codes, np.uint8).reshape(len(codes), key[0])


def ordinal(feedback: reference.Feedback, key: Key) -> int:
    return reference.feedbacks(key[0]).index(feedback)


def expected_sizes(key: Key, guesses: Codes, candidates: Codes) -> list[list[int]]:
    parts = [reference.partition(guess, rows_of(candidates)) for guess in rows_of(guesses)]
    return [[part[feedback] for feedback in reference.feedbacks(key[0])] for part in parts]


def counted_scores(key: Key, guesses: Codes, candidates: Codes) -> list[list[int]]:
    slots = len(reference.feedbacks(key[0]))
    return [np.bincount(row, minlength=slots).tolist() for row in _core.score_matrix(key, guesses, candidates)]


# Codes and scores.


@given(small_keys)
def test_all_codes_are_listed_in_order(key: Key) -> None:
    assert rows_of(_core.all_codes(key)) == reference.all_codes(key)


@given(keys, seeds)
def test_scores_agree_with_the_reference(key: Key, random: np.random.Generator) -> None:
    a, b = random_codes(key, 7, random), random_codes(key, 5, random)
    expected = [[ordinal(reference.score(x, y), key) for y in rows_of(b)] for x in rows_of(a)]
    assert _core.score_matrix(key, a, b).tolist() == expected


# Partitions.


@on_each_instruction_set
@given(keys, seeds, st.integers(0, 70))
def test_parts_agree_with_the_reference(
    instruction_set: str, key: Key, random: np.random.Generator, count: int
) -> None:
    assert _core.instruction_set() == instruction_set
    guesses, candidates = random_codes(key, 3, random), random_codes(key, count, random)
    assert _core.partition_sizes(key, guesses, candidates).tolist() == expected_sizes(key, guesses, candidates)


@pytest.mark.parametrize("pegs", [*range(1, 13), 20])
@pytest.mark.usefixtures("instruction_set")
def test_parts_agree_with_the_reference_for_each_number_of_pegs(pegs: int) -> None:
    random = np.random.default_rng(pegs)
    for key in [(pegs, 6, True), (pegs, pegs + 3, False)]:
        guesses, candidates = random_codes(key, 4, random), random_codes(key, 600, random)
        assert _core.partition_sizes(key, guesses, candidates).tolist() == expected_sizes(key, guesses, candidates)


@pytest.mark.parametrize("count", [0, 1, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025])
@pytest.mark.usefixtures("instruction_set")
def test_parts_are_right_around_the_width_of_a_word(count: int) -> None:
    random = np.random.default_rng(count)
    for key in [(4, 6, True), (12, 4, True)]:
        guesses, candidates = random_codes(key, 3, random), random_codes(key, count, random)
        assert _core.partition_sizes(key, guesses, candidates).tolist() == expected_sizes(key, guesses, candidates)


@pytest.mark.parametrize("key", [(4, 6, True), (5, 8, True), (10, 10, True), (20, 20, True), (6, 12, False)])
@pytest.mark.parametrize("count", [43_519, 43_520, 43_521, 100_000])
@pytest.mark.usefixtures("instruction_set")
def test_parts_are_right_over_many_blocks(key: Key, count: int) -> None:
    random = np.random.default_rng(count)
    candidates = random_codes(key, 500, random)[random.integers(0, 500, count)]
    guesses = random_codes(key, 3, random)
    assert _core.partition_sizes(key, guesses, candidates).tolist() == counted_scores(key, guesses, candidates)


@pytest.mark.parametrize("threads", [0, 1, 2, 3])
@pytest.mark.usefixtures("instruction_set")
def test_threads_do_not_change_the_parts(threads: int) -> None:
    key = (4, 6, True)
    codes = _core.all_codes(key)
    sizes = _core.partition_sizes(key, np.tile(codes, (16, 1)), codes, threads=threads)
    assert sizes.tolist() == counted_scores(key, codes, codes) * 16


def test_an_unknown_instruction_set_is_refused() -> None:
    before = _core.instruction_set()
    with pytest.raises(ValueError, match="no instruction set 'abacus'"):
        _core.use_instruction_set("abacus")
    assert _core.instruction_set() == before


# Candidates without a list.


@st.composite
def games(draw: st.DrawFn) -> tuple[Key, list[reference.Turn]]:
    """Draw a small variant and up to 18 turns, most of them answered truly."""
    key = draw(small_keys)
    random = draw(seeds)
    secret, *guesses = rows_of(random_codes(key, 1 + draw(st.integers(0, 18)), random))
    answers = [reference.score(secret, guess) for guess in guesses]
    lie = draw(st.sampled_from(reference.feedbacks(key[0])))
    if draw(st.booleans()) and answers:
        answers[0] = lie
    return key, list(zip(guesses, answers, strict=True))


def turn_arrays(key: Key, turns: list[reference.Turn]) -> tuple[Codes, Codes, Codes]:
    blacks = np.array([blacks for _, (blacks, _) in turns], np.uint8)
    totals = np.array([blacks + whites for _, (blacks, whites) in turns], np.uint8)
    return as_array([guess for guess, _ in turns], key), blacks, totals


@given(games())
def test_the_search_finds_and_counts_the_candidates_in_order(game: tuple[Key, list[reference.Turn]]) -> None:
    key, turns = game
    expected = reference.candidates(key, turns)
    rows, complete = _core.find_candidates(key, *turn_arrays(key, turns), None, MANY, MANY)
    assert complete
    assert rows_of(rows) == expected
    assert _core.count_candidates(key, *turn_arrays(key, turns), MANY) == (len(expected), True)


@given(games(), seeds, st.integers(1, 20))
def test_the_search_goes_on_behind_any_code(
    game: tuple[Key, list[reference.Turn]], random: np.random.Generator, limit: int
) -> None:
    key, turns = game
    after = random_codes(key, 1, random)[0]
    rows, complete = _core.find_candidates(key, *turn_arrays(key, turns), after, limit, MANY)
    expected = [code for code in reference.candidates(key, turns) if code > tuple(after.tolist())]
    assert rows_of(rows) == expected[:limit]
    assert complete == (len(expected) < limit)


@given(games(), st.integers(0, 300))
def test_a_search_that_stops_early_has_the_first_candidates(game: tuple[Key, list[reference.Turn]], nodes: int) -> None:
    key, turns = game
    expected = reference.candidates(key, turns)
    rows, complete = _core.find_candidates(key, *turn_arrays(key, turns), None, MANY, nodes)
    number, counted = _core.count_candidates(key, *turn_arrays(key, turns), nodes)
    assert rows_of(rows) == expected[: len(rows)]
    assert number == len(rows)
    assert counted == complete
    if complete:
        assert number == len(expected)


@given(games(), st.integers(0, 2**64 - 1))
def test_draws_are_candidates_and_repeat_with_their_seed(game: tuple[Key, list[reference.Turn]], seed: int) -> None:
    key, turns = game
    candidates = reference.candidates(key, turns)
    rows, exhausted, nearest, distance, *_ = _core.walk_candidates(key, *turn_arrays(key, turns), 10, 100_000, seed)
    drawn = rows_of(rows)
    assert set(drawn) <= set(candidates)
    assert len(drawn) == 10 or exhausted or not candidates
    assert (distance == 0) == (rows_of(nearest)[0] in candidates)
    again = _core.walk_candidates(key, *turn_arrays(key, turns), 10, 100_000, seed)
    assert drawn == rows_of(again[0])


@given(games())
def test_every_candidate_can_be_drawn(game: tuple[Key, list[reference.Turn]]) -> None:
    key, turns = game
    candidates = reference.candidates(key, turns)
    if 0 < len(candidates) <= 20:
        rows, exhausted, *_ = _core.walk_candidates(key, *turn_arrays(key, turns), 3000, 10**7, 1)
        assert exhausted
        assert set(rows_of(rows)) == set(candidates)


@pytest.mark.parametrize("pegs", [1, 3, 4])
def test_with_two_colors_a_walk_has_no_beat(pegs: int) -> None:
    """A walk that always took the other color would see only codes with an even, or only with an odd number of each."""
    rows, *_ = _core.walk_candidates((pegs, 2, True), *turn_arrays((pegs, 2, True), []), 400, 10**7, 1)
    assert len(set(rows_of(rows))) == 2**pegs


@given(games(), st.integers(0, 2**64 - 1))
def test_estimates_are_near_the_truth(game: tuple[Key, list[reference.Turn]], seed: int) -> None:
    key, turns = game
    truth = len(reference.candidates(key, turns))
    *_, log_count, log_error = _core.walk_candidates(key, *turn_arrays(key, turns), 400, 10**6, seed)
    if truth:
        assert abs(log_count - math.log(truth)) <= 6 * log_error + 0.2


def test_a_walk_ends_sooner_where_candidates_are_few() -> None:
    key: Key = (6, 9, True)
    arrays = turn_arrays(
        key, [((0, 0, 1, 2, 3, 4), (1, 1)), ((0, 1, 5, 6, 7, 8), (1, 2)), ((2, 3, 4, 0, 1, 5), (2, 1))]
    )
    few_rows, exhausted, *_, log_count, log_error = _core.walk_candidates(key, *arrays, 3000, 10**8, 1, 600)
    assert not exhausted
    assert len(few_rows) < 1000
    assert log_count + 2 * log_error < math.log(600)
    assert abs(log_count - math.log(405)) < 4 * log_error
    many_rows, *_ = _core.walk_candidates(key, *arrays, 3000, 10**8, 1, 300)  # there are 405
    assert len(many_rows) == 3000


def test_an_estimate_without_turns_is_exact() -> None:
    *_, log_count, log_error = _core.walk_candidates((5, 8, True), *turn_arrays((5, 8, True), []), 100, 10**7, 0)
    assert log_count == pytest.approx(5 * math.log(8))
    assert log_error == 0


@pytest.mark.parametrize(
    ("key", "turns"),
    [
        ((6, 9, True), [((0, 0, 1, 2, 3, 4), (1, 1)), ((0, 1, 5, 6, 7, 8), (1, 2)), ((2, 3, 4, 0, 1, 5), (2, 1))]),
        ((4, 10, False), [((0, 1, 2, 3), (1, 1)), ((0, 4, 5, 6), (1, 0))]),
        ((8, 4, True), [((0, 0, 1, 1, 2, 2, 3, 3), (3, 2)), ((0, 1, 2, 3, 0, 1, 2, 3), (2, 3))]),
        ((6, 6, False), [((0, 1, 2, 3, 4, 5), (1, 5))]),
    ],
)
def test_draws_are_uniform(key: Key, turns: list[reference.Turn]) -> None:
    """Pearson's chi-square with forty draws for each candidate, within four standard deviations of its mean."""
    arrays = turn_arrays(key, turns)
    rows, _ = _core.find_candidates(key, *arrays, None, MANY, MANY)
    draws = Counter[tuple[int, ...]]()
    for seed in itertools.count():  # a walk that has seen all candidates often enough ends before that many draws
        draws.update(rows_of(_core.walk_candidates(key, *arrays, 40 * len(rows) - draws.total(), 10**9, seed)[0]))
        if draws.total() == 40 * len(rows):
            break
    chi_square = sum((draws[code] - 40) ** 2 / 40 for code in rows_of(rows))
    freedom = len(rows) - 1
    assert abs(chi_square - freedom) < 4 * math.sqrt(2 * freedom)


# Climbing.


@given(games(), st.integers(0, 2**63), st.booleans(), st.integers(1, 500))
def test_a_climb_gives_a_guess_that_tells_candidates_apart(
    game: tuple[Key, list[reference.Turn]], seed: int, complete: bool, evaluations: int
) -> None:
    key, turns = game
    rows, _ = _core.find_candidates(key, *turn_arrays(key, turns), None, MANY, MANY)
    if not len(rows):
        return
    guess = _core.climb(key, rows, complete, evaluations, 0, seed)
    assert np.array_equal(guess, _core.climb(key, rows, complete, evaluations, 0, seed))
    parts = np.count_nonzero(_core.partition_sizes(key, guess, rows))
    assert parts > 1 or len(rows) == 1
    if len(rows) <= 2 and complete:
        assert rows_of(guess)[0] in rows_of(rows)


def test_a_climb_of_the_last_candidates_is_close_to_the_optimum() -> None:
    """After 1123 all codes of p4c6 take 5625 guesses at least, and 5668 by the best rule that looks one step ahead."""
    key = (4, 6, True)
    codes = _core.all_codes(key)

    def total(rows: Codes) -> int:
        guess = _core.climb(key, rows, True, 2000, 0, 1)
        scores = _core.score_matrix(key, guess, rows)[0]
        parts = [rows[scores == slot] for slot in np.unique(scores).tolist() if slot != 14]
        return len(rows) + sum(map(total, parts))

    first = np.array([[0, 0, 1, 2]], np.uint8)
    scores = _core.score_matrix(key, first, codes)[0]
    parts = [codes[scores == slot] for slot in np.unique(scores).tolist() if slot != 14]
    assert len(codes) + sum(map(total, parts)) < 5668


def test_a_climb_ends_with_its_time() -> None:
    rows = random_codes((20, 20, True), 1000, np.random.default_rng(1))
    begin = time.perf_counter()
    _core.climb((20, 20, True), rows, False, 10**12, 0.05, 1)
    assert time.perf_counter() - begin < 3


def test_a_climb_needs_candidates() -> None:
    with pytest.raises(ValueError, match="no candidates"):
        _core.climb((4, 6, True), NONE, True, 1, 0, 0)


# Symmetry.

tiny_keys = st.sampled_from(
    [(pegs, colors, repeats) for pegs in range(1, 5) for colors in range(1, 5) for repeats in (True, pegs > colors)]
)


@settings(max_examples=40)
@given(tiny_keys, seeds, st.integers(0, 3))
def test_classes_are_those_of_all_renamings(key: Key, random: np.random.Generator, count: int) -> None:
    earlier = random_codes(key, count, random)
    representatives = rows_of(_core.class_representatives(key, earlier))
    assert representatives == reference.class_representatives(key, rows_of(earlier))


def test_the_first_guess_at_p4c6_has_five_classes() -> None:
    first = _core.class_representatives((4, 6, True), np.empty((0, 4), np.uint8))
    assert rows_of(first + np.uint8(1)) == [(1, 1, 1, 1), (1, 1, 1, 2), (1, 1, 2, 2), (1, 1, 2, 3), (1, 2, 3, 4)]


def test_the_smallest_of_each_class_is_kept_where_renamings_are_too_many_to_try() -> None:
    key = (8, 3, True)
    kept = set(rows_of(_core.class_representatives(key, np.zeros((1, 8), np.uint8))))
    swapped = str.maketrans("12", "21")
    for code in itertools.product("012", repeat=8):
        smallest = min(sorted(code), sorted("".join(code).translate(swapped)))
        assert tuple(map(int, smallest)) in kept


# Bad arrays.

GOOD = _core.all_codes((4, 6, True))
NONE = np.empty((0, 4), np.uint8)
ANSWERS = np.empty(0, np.uint8)


@pytest.mark.parametrize(
    ("codes", "message"),
    [
        (np.zeros((2, 3), np.uint8), "a column a peg"),
        (np.zeros((2, 0), np.uint8), "a column a peg"),
        (np.full((1, 4), 6, np.uint8), "color out of range"),
        (np.full((1, 4), 255, np.uint8), "color out of range"),
    ],
)
def test_codes_that_do_not_fit_the_variant_are_refused_everywhere(codes: Codes, message: str) -> None:
    key = (4, 6, True)
    answers = np.zeros(len(codes), np.uint8)
    calls: list[Callable[[], object]] = [
        lambda: _core.score_matrix(key, codes, GOOD),
        lambda: _core.score_matrix(key, GOOD, codes),
        lambda: _core.partition_sizes(key, codes, GOOD),
        lambda: _core.partition_sizes(key, GOOD, codes),
        lambda: _core.find_candidates(key, codes, answers, answers, None, 1, 1),
        lambda: _core.count_candidates(key, codes, answers, answers, 1),
        lambda: _core.walk_candidates(key, codes, answers, answers, 1, 1, 0),
        lambda: _core.climb(key, codes, False, 1, 0, 0),
        lambda: _core.class_representatives(key, codes),
    ]
    for call in calls:
        with pytest.raises(ValueError, match=message):
            call()


@pytest.mark.parametrize(
    "codes",
    [np.zeros(4, np.uint8), np.zeros((1, 4, 1), np.uint8), np.zeros((), np.uint8), [[0, 0, 0, 0]], None, "0000"],
)
def test_what_is_no_table_is_a_type_error(codes: object) -> None:
    with pytest.raises(TypeError):
        _core.score_matrix((4, 6, True), codes, GOOD)  # type: ignore[arg-type]


@pytest.mark.parametrize("dtype", [np.int64, np.uint16, np.float64])
def test_numbers_that_are_no_bytes_are_not_wrapped_around(dtype: type[np.generic]) -> None:
    codes = np.full((1, 4), 256).astype(dtype)
    with pytest.raises((TypeError, ValueError)):
        _core.score_matrix((4, 6, True), codes, GOOD)


@pytest.mark.parametrize("codes", [GOOD[::2], np.asfortranarray(GOOD)])
def test_tables_that_are_not_contiguous_are_refused(codes: Codes) -> None:
    with pytest.raises(TypeError):
        _core.score_matrix((4, 6, True), codes, GOOD)


def test_repeats_are_refused_where_there_are_none() -> None:
    with pytest.raises(ValueError, match="color repeats"):
        _core.partition_sizes((4, 6, False), np.zeros((1, 4), np.uint8), NONE)


@pytest.mark.parametrize(
    "key", [(0, 6, True), (-1, 6, True), (121, 6, True), (4, 0, True), (4, 256, True), (4, 3, False)]
)
def test_variants_out_of_reach_are_refused(key: Key) -> None:
    with pytest.raises(ValueError, match=r"out of range|too few colors"):
        _core.class_representatives(key, NONE)


@pytest.mark.parametrize(
    ("blacks", "totals", "message"),
    [
        ([1], [], "each guess needs"),
        ([], [1], "each guess needs"),
        ([0], [5], "feedback out of range"),
        ([3], [2], "feedback out of range"),
        ([255], [255], "feedback out of range"),
    ],
)
def test_answers_that_can_not_be_are_refused(blacks: list[int], totals: list[int], message: str) -> None:
    answers = np.array(blacks, np.uint8), np.array(totals, np.uint8)
    with pytest.raises(ValueError, match=message):
        _core.count_candidates((4, 6, True), GOOD[:1], *answers, 1)


@pytest.mark.parametrize("after", [np.zeros(3, np.uint8), np.full(4, 6, np.uint8)])
def test_after_must_be_a_code(after: Codes) -> None:
    with pytest.raises(ValueError, match=r"not a code|color out of range"):
        _core.find_candidates((4, 6, True), NONE, ANSWERS, ANSWERS, after, 1, 1)


def test_the_largest_variant_is_searched_and_scored() -> None:
    key = (_core.MAX_PEGS, _core.MAX_COLORS, True)
    random = np.random.default_rng(0)
    a, b = random_codes(key, 2, random), random_codes(key, 3, random)
    expected = expected_sizes(key, a, b)
    assert _core.partition_sizes(key, a, b).tolist() == expected
    assert counted_scores(key, a, b) == expected
    secret, guess = rows_of(a)
    turns = turn_arrays(key, [(guess, reference.score(secret, guess))])
    drawn = _core.walk_candidates(key, *turns, 1, 1 << 22, 0)[0]
    assert reference.score(rows_of(drawn)[0], guess) == reference.score(secret, guess)


# Stopping.


def test_progress_rises_and_ends_with_all() -> None:
    key = (6, 9, True)
    codes = _core.all_codes(key)
    seen: list[tuple[int, int]] = []
    _core.partition_sizes(key, codes[:4096], codes, threads=1, progress=lambda *done: seen.append(done))
    assert seen == sorted(seen)
    assert seen[-1][0] == seen[-1][1]


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_an_error_from_progress_stops_the_call_at_once(error: type[BaseException]) -> None:
    def fail(done: int, total: int) -> None:
        raise error(f"at {done} of {total}")

    key = (6, 9, True)
    codes = _core.all_codes(key)
    begin = time.perf_counter()
    with pytest.raises(error, match="at"):
        _core.partition_sizes(key, codes, codes, progress=fail)
    assert time.perf_counter() - begin < 5


LONG_CALLS = {
    "partition": "codes = core.all_codes((6, 9, True)); begin(); core.partition_sizes((6, 9, True), codes, codes)",
    "count": "begin(); core.count_candidates((20, 20, True), *no_turns, 1 << 60)",
    "find": "begin(); core.find_candidates((20, 20, True), *one_turn, None, 1 << 60, 1 << 60)",
    "walk": "begin(); core.walk_candidates((20, 20, True), *one_turn, 1 << 40, 1 << 60, 0)",
    "climb": "begin(); core.climb((20, 20, True), np.eye(20, dtype=np.uint8), False, 1 << 60, 0, 0)",
    "evolve": "begin(); core.evolve((20, 20, True), *two_turns, **endless)",
    "classes": "begin(); core.class_representatives((20, 20, True), one_turn[0])",
}
PRELUDE = """
import numpy as np
from keypeg import _core as core
no_turns = np.empty((0, 20), np.uint8), np.empty(0, np.uint8), np.empty(0, np.uint8)
one_turn = np.arange(20, dtype=np.uint8)[None] // 2, np.array([0], np.uint8), np.array([20], np.uint8)
two_turns = np.tile(one_turn[0], (2, 1)), np.array([0, 1], np.uint8), np.array([20, 20], np.uint8)
endless = dict(seed=0, population=150, generations=1 << 60, eligible=60, harvest=1, populations=1, patience=1)
endless |= dict(black_weight=1.0, rates=(0.5, 0.03, 0.03, 0.02))
def begin(): print("running", flush=True)
"""


@pytest.mark.parametrize("call", LONG_CALLS)
def test_ctrl_c_stops_a_long_call_at_once(call: str) -> None:
    command = [sys.executable, "-c", PRELUDE + LONG_CALLS[call]]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "running\n"
        time.sleep(0.3)
        assert process.poll() is None, process.stderr.read()
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=10)
        finally:
            process.kill()
        assert "KeyboardInterrupt" in process.stderr.read()


def test_the_core_numbers_feedbacks_as_the_rules_do() -> None:
    variant = Variant(4, 6)
    assert [feedback.ordinal for feedback in variant.feedbacks()] == np.flatnonzero(
        _core.partition_sizes((4, 6, True), GOOD, GOOD).sum(0)
    ).tolist()


def test_a_single_part_is_bounded_within_the_table() -> None:
    """One peg of six colors: every guess leaves one part of five, whose bound must not read past its table."""
    chooser = _core.Chooser((1, 6, True), False)
    assert chooser.choose("entropy", np.zeros((0, 1), np.uint8), _core.all_codes((1, 6, True))).tolist() == [[0]]


@pytest.mark.parametrize("rows", [[[0, 0], [0, 0]], [[1, 0], [0, 1]]])
def test_an_exact_search_takes_candidates_in_order_and_once(rows: list[list[int]]) -> None:
    memory = _core.ExactMemory((2, 2, True), 1 << 20)
    with pytest.raises(ValueError, match="in order, each once"):
        _core.ExactSearch(memory, np.zeros((0, 2), np.uint8), np.array(rows, np.uint8))


def test_a_tree_that_can_not_keep_its_limit_is_still_a_tree() -> None:
    key = (3, 3, True)
    search = _core.ExactSearch(_core.ExactMemory(key, 1 << 20), np.zeros((0, 3), np.uint8), _core.all_codes(key))
    assert search.least_total(2) == _core.NO_TOTAL
    assert search.tree(2)[3].sum() == 27
    assert search.tree(1, by_turns=True)[3].sum() == 27


def test_more_codes_than_memory_holds_are_not_listed() -> None:
    with pytest.raises(ValueError, match="too many codes"):
        _core.all_codes((20, 20, True))
    with pytest.raises(ValueError, match="too many codes"):
        _core.Chooser((20, 20, True), False)


@pytest.mark.parametrize("guesses", [2, 256, 512])
def test_an_error_in_the_progress_callback_is_never_swallowed(guesses: int) -> None:
    """Also where the work in hand is finished by the time the threads have stopped."""
    key = (7, 7, True)
    codes = _core.all_codes(key)

    def stop(_done: int, _total: int) -> None:
        raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        _core.partition_sizes(key, np.tile(codes[:guesses], (2000 // guesses, 1)), codes, 2, stop)


def test_absurd_numbers_of_threads_are_capped() -> None:
    key = (4, 6, True)
    codes = np.tile(_core.all_codes(key), (20, 1))
    assert (_core.partition_sizes(key, codes, codes, 10**6) == _core.partition_sizes(key, codes, codes, 1)).all()
