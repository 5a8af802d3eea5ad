"""The exact search against a search that tries everything, and against what is in print."""

import subprocess
import sys
from contextlib import suppress
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reference
from generate import codes
from keypeg import _core
from keypeg.candidates import core_key
from keypeg.errors import NotAllowed, TooLarge
from keypeg.exact import OBJECTIVES, Bounds, Objective, Search, core_search, memory_for
from keypeg.position import Position
from keypeg.replay import verify
from keypeg.rules import Turn, Variant, score

SMALL = ["p1c1", "p1c7", "p2c2", "p2c3", "p2c5", "p3c2", "p3c3", "p4c2", "p5c2", "p2c2n", "p2c5n", "p3c4n", "p4c4n"]


def optimum(position: Position, objective: Objective) -> int:
    """Return the optimum by trying everything."""
    variant = core_key(position.variant)
    left = [tuple(color - 1 for color in code) for code in position.candidates]
    if objective == "average":
        return int(reference.least_total(variant, left))
    turns = reference.fewest_turns(variant, left)
    return turns if objective == "worst" else int(reference.least_total(variant, left, turns))


def check(search: Search, threads: int = 0) -> int:
    """Run a search, hold its tree to what it promises, and return the value."""
    found = search.run(threads)
    assert found.is_proven
    verdict = verify(found.tree.as_json())
    assert verdict.flaws == ()
    assert verdict.summary == found.tree.summary
    if search.objective == "average-within-worst":
        assert found.tree.summary.depth == Search(search.position, "worst").run().value
    promised = found.tree.summary.depth if search.objective == "worst" else found.tree.summary.total
    assert promised == found.value
    return found.value


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("variant", SMALL)
def test_small_variants_agree_with_trying_everything(variant: str, objective: Objective) -> None:
    position = Position.parse(variant)
    assert check(Search(position, objective)) == optimum(position, objective)


@st.composite
def small_positions(draw: st.DrawFn) -> Position:
    """Draw positions in mid-game with so few candidates that everything can be tried."""
    variant = draw(st.sampled_from([Variant(3, 4), Variant(2, 7), Variant(4, 3), Variant(3, 5, repeats=False)]))
    secret = draw(codes(variant))
    guesses = draw(st.lists(codes(variant).filter(lambda guess: guess != secret), max_size=3))
    position = Position(variant, [Turn(guess, score(secret, guess)) for guess in guesses])
    while len(position.candidates) > 14:
        guess = next(code for code in position.candidates if code != secret)
        position = position.play(Turn(guess, score(secret, guess)))
    return position


@settings(max_examples=60)
@given(position=small_positions(), objective=st.sampled_from(OBJECTIVES), memory=st.sampled_from([0, 1 << 20]))
def test_positions_in_mid_game_agree_with_trying_everything(
    position: Position, objective: Objective, memory: int
) -> None:
    assert check(Search(position, objective, memory)) == optimum(position, objective)


def test_more_candidates_than_fit_a_mask_of_one_word_agree_with_trying_everything() -> None:
    position = Position.parse("p4c3")
    left = [tuple(color - 1 for color in code) for code in position.candidates]
    reference_search = reference.ByMasks(core_key(position.variant))
    total = reference_search.least_total(left)
    turns = next(turns for turns in range(1, 20) if reference_search.least_total(left, turns) < float("inf"))
    assert check(Search(position)) == total
    assert check(Search(position, "worst")) == turns
    assert check(Search(position, "average-within-worst")) == reference_search.least_total(left, turns)


@st.composite
def large_positions(draw: st.DrawFn) -> Position:
    """Draw positions with more candidates than fit a mask of one word."""
    variant = draw(st.sampled_from([Variant(3, 5), Variant(3, 6), Variant(4, 4), Variant(5, 5, repeats=False)]))
    guesses = draw(st.lists(codes(variant), max_size=2))
    position, secret = Position(variant), draw(codes(variant))
    for guess in guesses:
        following = position.play(Turn(guess, score(secret, guess)))
        if guess != secret and len(following.candidates) > 64:
            position = following
    return position


@settings(max_examples=10)
@given(position=large_positions())
def test_the_optimum_of_a_large_set_is_that_of_its_best_guess(position: Position) -> None:
    """Of all guesses, whatever renamings make of them, each by the optima of its parts."""
    search = Search(position)
    assert check(Search(position)) == min(map(search.total_of, position.variant))


PUBLISHED = [
    ("p3c4", "average", "206:4:22"),
    ("p3c4", "worst", 4),
    ("p4c6", "average", "5625:6:"),
    ("p4c6", "worst", 5),
    ("p4c6", "average-within-worst", "5626:5:"),
    ("p3c9", "worst", 6),
    ("p4c7", "average", "11228:6:"),
    ("p4c7", "worst", 6),
]


@pytest.mark.parametrize(("variant", "objective", "expected"), PUBLISHED)
def test_what_is_in_print(variant: str, objective: Objective, expected: Any) -> None:
    search = Search(Position.parse(variant), objective)
    value = check(search)
    if isinstance(expected, str):
        assert search.best().tree.summary.signature.startswith(expected)
    else:
        assert value == expected


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_do_not_change_the_value(objective: Objective, threads: int) -> None:
    assert (
        check(Search(Position.parse("p4c5"), objective), threads)
        == {
            "average": 2463,
            "worst": 5,
            "average-within-worst": 2463,
        }[objective]
    )


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize(("variant", "turns"), [("p4c7", 6), ("p4c10n", 7), ("p6c4", 5)])
def test_threads_do_not_change_the_fewest_turns(variant: str, turns: int, threads: int) -> None:
    assert check(Search(Position.parse(variant), "worst"), threads) == turns


@pytest.mark.parametrize("memory", [0, 1 << 17, 1 << 22, 1 << 30])
def test_memory_does_not_change_the_value(memory: int) -> None:
    search = Search(Position.parse("p4c6"), memory=memory)
    assert check(search) == 5625
    assert search.best().memory <= max(memory, 1 << 16)


@pytest.mark.parametrize("idea", [1, 2, 4, 8, 16, 32, 64, 128, 256, 512])
@pytest.mark.parametrize(("variant", "total", "turns"), [("p4c5", 2463, 5), ("p3c8", 2359, 6), ("p4c6n", 1446, 5)])
def test_ideas_for_speed_do_not_change_the_value(variant: str, total: int, turns: int, idea: int) -> None:
    key = core_key(Variant.parse(variant))
    memory = _core.ExactMemory(key, 1 << 24)
    search = _core.ExactSearch(memory, np.zeros((0, key[0]), np.uint8), _core.all_codes(key), 1023 & ~idea)
    assert search.least_total(threads=1) == total
    assert search.fits(turns)
    assert not search.fits(turns - 1)


def test_instruction_sets_do_not_change_the_value(instruction_set: str) -> None:
    assert _core.instruction_set() == instruction_set
    assert check(Search(Position.parse("p4c6"))) == 5625
    assert check(Search(Position.parse("p3c9"), "worst")) == 6


@pytest.mark.parametrize("line", ["p4c6 1122=1b0w", "p4c7 1123=0b1w", "p5c5 11223=1b1w"])
def test_however_much_a_position_may_take_it_needs_the_same(line: str) -> None:
    position = Position.parse(line)
    least = Search(position).run().value
    for below in (least + 1, 2**12, 2**12 + 1, 5000, 2**13 + 100, 10**6):
        search = core_search(position, memory_for(position.variant, 1 << 24))
        assert search.least_total(below=below, threads=1) == least


@pytest.mark.parametrize("variant", ["p4c6", "p5c8", "p4c15", "p3c25", "p10c3", "p10c2", "p5c8n"])
@pytest.mark.usefixtures("instruction_set")
def test_a_few_candidates_need_what_the_best_of_them_leaves(variant: str) -> None:
    """One that tells all others apart makes 2 n - 1, one that leaves a pair 2 n; otherwise it is no less than 2 n."""
    key = core_key(Variant.parse(variant))
    memory, every_code = _core.ExactMemory(key, 1 << 20), _core.all_codes(key)
    random = np.random.default_rng(key[0])
    for size in [*range(1, 18), *range(3, 9)]:
        first = random.integers(len(every_code) - 40)
        among = every_code[first : first + 40] if size % 2 else every_code
        left = among[np.sort(random.permutation(len(among))[:size])]
        own = max(len(set(row)) for row in _core.score_matrix(key, left, left).tolist())
        total = _core.ExactSearch(memory, np.zeros((0, key[0]), np.uint8), left).least_total(threads=1)
        assert total == 2 * size - 1 if own == size else total >= 2 * size
        assert total == 2 * size or own != size - 1


SETS = [("p5c8", 80), ("p3c7", 130), ("p6c3", 200), ("p7c3", 300), ("p4c6", 512), ("p3c40", 150), ("p2c255", 65)]
MANY_COLORS = {"p3c40", "p2c255"}


@pytest.mark.parametrize(("variant", "size"), SETS)
@pytest.mark.usefixtures("instruction_set")
def test_only_guesses_that_cost_too_much_are_left_out(variant: str, size: int) -> None:
    key = core_key(Variant.parse(variant))
    every_code, random = _core.all_codes(key), np.random.default_rng(size)
    left = every_code[np.sort(random.permutation(len(every_code))[:size])]
    earlier = random.permutation(every_code)[: 2 * key[1]]  # hardly any symmetry is left, so all codes are looked at
    search = _core.ExactSearch(_core.ExactMemory(key, 1 << 20), earlier, left)

    def bounds(below: int) -> dict[bytes, int]:
        rows, costs = search.ranked(below)
        return {row.tobytes(): cost for row, cost in zip(rows, costs.ravel().tolist(), strict=True)}

    of_all = bounds(_core.NO_TOTAL)
    cheapest = min(of_all.values())
    for below in (cheapest - 10, cheapest, cheapest + 1, cheapest + 5, cheapest + 20, 2**12 - 1, 2**12, 10**6):
        found = bounds(below)
        assert all(cost <= of_all[guess] for guess, cost in found.items())  # with one more part, if it is the win
        assert found.keys() >= {guess for guess, cost in of_all.items() if cost < below}
        bound = search.least_by_sizes(below)  # which says less of parts that two more turns can't tell apart
        assert bound == min(cheapest, below) or (variant in MANY_COLORS and bound < min(cheapest, below))
    assert len(bounds(cheapest + 5)) < len(of_all) / (1 if variant in MANY_COLORS else 2)


WITH_SMALL_PARTS = [("p5c8", 45), ("p5c8n", 40), ("p6c5", 50), ("p4c9", 35), ("p5c6", 40)]


@pytest.mark.parametrize(("variant", "size"), WITH_SMALL_PARTS)
@pytest.mark.usefixtures("instruction_set")
def test_a_part_without_a_member_that_tells_the_others_apart_costs_twice_its_size(variant: str, size: int) -> None:
    key = core_key(Variant.parse(variant))
    every_code, random = _core.all_codes(key), np.random.default_rng(size)
    left = every_code[np.sort(random.permutation(len(every_code))[:size])]
    search = _core.ExactSearch(_core.ExactMemory(key, 1 << 20), random.permutation(every_code)[:2], left)
    by_sizes, raised = (search.ranked(by_members=by_members) for by_members in (False, True))
    costs = {row.tobytes(): cost for row, cost in zip(by_sizes[0], by_sizes[1].ravel().tolist(), strict=True)}
    win = Variant.parse(variant).win.ordinal
    exactly = 0
    for row, cost in [*zip(raised[0], raised[1].ravel().tolist(), strict=True)][::97]:
        feedbacks = _core.score_matrix(key, row[None], left)[0]
        parts = [left[feedbacks == feedback] for feedback in set(feedbacks.tolist()) - {win}]
        tables = [_core.score_matrix(key, part, part).tolist() for part in parts if len(part) <= 9]
        untold = sum(max(len(set(feedbacks)) for feedbacks in table) < len(table) for table in tables)
        assert cost >= costs[row.tobytes()] + untold
        if len(tables) == len(parts):  # larger ones may cost more by their sizes already
            assert cost == costs[row.tobytes()] + untold
            exactly += untold > 0
    assert exactly > 3


def test_an_interrupted_search_keeps_what_it_has() -> None:
    search = Search(Position.parse("p4c9"))

    def stop(_: Bounds) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search.run(on_bounds=stop)
    found = search.best()
    assert not found.is_proven
    assert found.bounds.lower <= 34666 <= found.bounds.upper == found.tree.summary.total
    assert verify(found.tree.as_json()).is_good


class Stop(Exception):
    """The search has shown what a test waits for."""


@pytest.mark.parametrize("memory", [1 << 20, 1 << 30])
@pytest.mark.parametrize(("variant", "objective"), [("p4c7", "average"), ("p4c8", "average-within-worst")])
def test_a_stopped_search_keeps_the_tree_of_the_upper_bound_and_the_lower_bound(
    variant: str, objective: Objective, memory: int
) -> None:
    search = Search(Position.parse(variant), objective, memory)
    shown: list[Bounds] = []

    def stop_at_the_second_upper_bound(bounds: Bounds) -> None:
        shown.append(bounds)
        if bounds.upper < min(shown[0].upper, _core.NO_TOTAL) and not bounds.is_proven:
            raise Stop

    with pytest.raises(Stop):
        search.run(1, stop_at_the_second_upper_bound)
    found = search.best()
    assert not found.is_proven
    assert found.tree.summary.total == found.bounds.upper <= shown[-1].upper
    assert found.bounds.lower >= shown[-1].lower > 2 * search.position.variant.size
    restored = Search(Position.parse(variant), objective, memory)
    restored.restore(search.snapshot())
    for again in (search, restored):
        going_on: list[Bounds] = []

        def look(bounds: Bounds, again: Search = again, going_on: list[Bounds] = going_on) -> None:
            if again.first_guesses != (0, 0):
                going_on.append(bounds)

        assert again.run(1, look).value == {"average": 11228, "average-within-worst": 20473}[objective]
        assert all(bounds.lower >= found.bounds.lower for bounds in going_on)
        assert all(bounds.upper <= found.bounds.upper for bounds in going_on)


def test_bounds_only_close_and_first_guesses_are_counted() -> None:
    search = Search(Position.parse("p4c8"))
    shown: list[Bounds] = []
    counted: list[tuple[int, int]] = []

    def look(bounds: Bounds) -> None:
        shown.append(bounds)
        counted.append(search.first_guesses)

    search.run(1, look)
    assert all(a.lower <= b.lower and b.upper <= a.upper for a, b in pairwise(shown))
    assert {guesses for _, guesses in counted[1:]} == {5}
    assert search.first_guesses == (5, 5)


def test_a_snapshot_keeps_the_largest_sets() -> None:
    search = Search(Position.parse("p4c5"))
    search.run()
    lower = np.sort(search.snapshot()[:, 1] >> np.uint64(44))[::-1]
    for most in (0, 1, 7, len(lower) - 1, len(lower), len(lower) + 1):
        kept = search.snapshot(most)[:, 1] >> np.uint64(44)
        assert np.sort(kept)[::-1].tolist() == lower[:most].tolist()


def test_a_search_goes_on_from_a_snapshot() -> None:
    first = Search(Position.parse("p4c7"))
    first.run()
    second = Search(Position.parse("p4c7"))
    second.restore(first.snapshot())
    assert check(second) == 11228
    assert second.best().sets < first.best().sets / 100
    assert len(first.snapshot(most=10)) == 10


def test_a_snapshot_of_another_shape_is_refused() -> None:
    with pytest.raises(TypeError):
        Search(Position.parse("p2c2")).restore(np.zeros(4, np.uint64))


def test_ctrl_c_stops_a_search_at_once() -> None:
    script = (
        "import _thread, threading, time\n"
        "from keypeg.exact import Search\n"
        "from keypeg.position import Position\n"
        "search = Search(Position.parse('p4c9'))\n"
        "threading.Timer(0.5, _thread.interrupt_main).start()\n"
        "start = time.monotonic()\n"
        "try:\n"
        "    search.run()\n"
        "except KeyboardInterrupt:\n"
        "    print('stopped', time.monotonic() - start < 5)\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert run.stdout.split() == ["stopped", "True"]


def test_the_total_of_a_guess_is_its_own_turn_and_the_optima_of_its_parts() -> None:
    position = Position.parse("p4c6 1122=1b1w")
    search = Search(position)
    for guess in position.distinct_guesses()[::9]:
        parts = [position.play(Turn(guess, feedback)) for feedback in position.partition(guess)]
        rest = sum(Search(part).run().value for part in parts if not part.is_won)
        assert search.total_of(guess) == len(position.candidates) + rest
    assert min(map(search.total_of, position.distinct_guesses())) == search.run().value


def test_a_strategy_may_take_more_turns_than_are_counted() -> None:
    assert Search("p1c40").total_of("1") == Search("p1c40").run().value == 820


def test_what_is_out_of_reach_is_refused_with_the_number() -> None:
    with pytest.raises(TooLarge, match=r"65,535 codes; p6c9 has 531,441"):
        Search(Position.parse("p6c9"))
    with pytest.raises(TooLarge, match="10 pegs; p11c2 has 11"):
        Search(Position.parse("p11c2"))
    with pytest.raises(TooLarge, match="counts up to 1,048,574 guesses over all codes, and p2c150 may need"):
        Search(Position.parse("p2c150"))
    with pytest.raises(NotAllowed, match="use average, worst, average-within-worst"):
        Search(Position.parse("p2c2"), "best")  # type: ignore[arg-type]
    with pytest.raises(NotAllowed, match="the code is found"):
        Search(Position.parse("p2c2 11=2b0w"))


@pytest.mark.parametrize(
    ("line", "turns"),
    [("p4c6", 4), ("p4c6 1122=1b1w", 4), ("p4c6 1122=3b0w", 3), ("p1c7 1=0b0w", 6), ("p1c1", 1), ("p2c2n", 2)],
)
def test_before_a_search_the_turns_are_bounded_by_counting(line: str, turns: int) -> None:
    assert Search(Position.parse(line), "worst").bounds.lower == turns


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_the_best_before_a_search_is_a_greedy_tree_and_no_proof(objective: Objective) -> None:
    found = Search(Position.parse("p4c5"), objective, 0).best()
    assert not found.is_proven
    assert found.bounds.lower <= {"average": 2463, "worst": 5, "average-within-worst": 2463}[objective]
    assert verify(found.tree.as_json()).is_good


def test_a_tree_that_is_too_deep_bounds_no_total_within_the_turns() -> None:
    search = Search(Position.parse("p4c8"), "average-within-worst")

    def stop(_: Bounds) -> None:
        if search._turns.is_proven:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search.run(on_bounds=stop)
    found = search.best()
    assert found.bounds.lower <= 20473
    assert found.bounds.upper == (found.tree.summary.total if found.tree.summary.depth <= 6 else _core.NO_TOTAL)


@pytest.mark.parametrize(("of", "into", "total"), [("p2c4", "p4c2", 44), ("p3c4", "p6c2", 224), ("p2c9", "p4c3", 246)])
def test_a_snapshot_of_another_variant_changes_nothing(of: str, into: str, total: int) -> None:
    other = Search(Position.parse(of))
    other.run()
    search = Search(Position.parse(into))
    with suppress(NotAllowed):  # it may hold guesses that this variant doesn't have
        search.restore(other.snapshot())
    assert check(search) == total


@pytest.mark.parametrize("data", [0, 1 << 44, (5 << 44) | (9 << 24) | (64 << 8)])
def test_a_damaged_snapshot_is_refused(data: int) -> None:
    with pytest.raises(NotAllowed, match="not a snapshot of a search"):
        Search(Position.parse("p3c4")).restore(np.array([[1, data]], np.uint64))


@pytest.mark.parametrize("objective", ["worst", "average-within-worst"])
def test_more_turns_than_are_counted_are_refused(objective: Objective) -> None:
    with pytest.raises(TooLarge, match="counts up to 30 turns"):
        Search(Position.parse("p1c40"), objective)


def test_a_strategy_that_needs_too_many_turns_is_no_bound_within_the_worst_case() -> None:
    """The greedy strategy needs six turns at p4c6, where five suffice: nothing is known until that is proven."""
    search = Search("p4c6", "average-within-worst")
    assert search.bounds.upper == _core.NO_TOTAL
    assert search.best().bounds.upper == _core.NO_TOTAL
    assert Search("p4c6", "average").bounds.upper == 5722
    assert search.run().bounds == Bounds(5626, 5626)
    assert search.best().tree.summary.depth == 5


def test_a_stopped_search_goes_on() -> None:
    search = Search(Position.parse("p4c7"))

    def stop(_: Bounds) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search.run(on_bounds=stop)
    assert check(search) == 11228
