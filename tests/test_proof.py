import random
import tracemalloc
from collections.abc import Collection
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keypeg import audit
from keypeg.candidates import to_code
from keypeg.errors import KeypegError, NotAllowed
from keypeg.ledger import VERSION, Facts, Line, parse
from keypeg.position import Position
from keypeg.proof import MOST_SECONDS, Goal, Proof, Subject
from keypeg.proof_nodes import UNKNOWN, Node
from keypeg.rules import Code
from proofs import drive, every_step, optimum, searched

P3C3 = Position.parse("p3c3")


def divided(position: str = "p3c3") -> tuple[Proof, Node]:
    """Return a proof whose root is divided and has some strategy."""
    proof = Proof(position)
    proof.divide(proof.root)
    return proof, proof.root


def worse(proof: Proof) -> Line:
    """Return a line that says less than the best strategy reaches."""
    line = searched(proof.position)
    return replace(line, lower=proof.root.by_sizes, upper=line.lower + 10)


def number_of(node: Node, guess: str) -> int:
    number = node.number_of(guess)
    assert number is not None
    return number


# ---- goals


def test_a_new_proof_asks_for_the_position() -> None:
    assert list(Proof("p3c3").goals()) == [Goal(P3C3, UNKNOWN)]
    assert list(Proof("p3c3").goals(busy=Goal(P3C3, UNKNOWN).subjects)) == []


def test_a_divided_position_asks_for_its_first_guess_until_there_is_a_strategy() -> None:
    proof, root = divided()
    assert list(proof.goals(share=3)) == [Goal(P3C3, UNKNOWN, (root.guess(0),))]
    proof.add(worse(proof))
    [goal] = proof.goals()
    assert goal.below == root.upper == 83
    assert goal.guesses == tuple(root.guess(number) for number in range(len(root.bounds)) if root.bounds[number] < 83)
    assert len(goal.guesses) > 2


def test_guesses_are_shared_out_in_order_and_those_of_others_left_out() -> None:
    proof, _ = divided()
    proof.add(worse(proof))
    [whole] = proof.goals()
    several = list(proof.goals(share=2))
    assert [guess for goal in several for guess in goal.guesses] == list(whole.guesses)
    assert len(several) == 2
    [rest] = proof.goals(busy=several[0].subjects)
    assert rest.guesses == several[1].guesses
    assert list(proof.goals(busy=whole.subjects)) == []
    assert several[0].subjects == {("p3c3", guess) for guess in several[0].guesses}


def test_the_parts_of_a_guess_come_first_small_ones_first() -> None:
    proof, root = divided()
    proof.add(worse(proof))
    proof.divide_guess(root, Code("112"))
    goals = list(proof.goals())
    parts = [goal for goal in goals if not goal.guesses]
    branch = root.branches[number_of(root, "112")]
    assert goals[: len(parts)] == parts
    assert [goal.position for goal in parts] == [part.position for part in branch.parts if not part.is_proven]
    sizes = [len(goal.position.candidates) for goal in parts]
    assert sizes == sorted(sizes)
    assert Code("112") not in goals[-1].guesses
    # Each part may need what the bounds of the others leave.
    for goal in parts:
        part = proof.nodes[str(goal.position)]
        assert goal.below == 83 - branch.lower + part.lower
        assert part.needed == goal.below
    [first, *others] = parts
    assert [goal for goal in proof.goals(busy=first.subjects) if not goal.guesses] == others


def test_the_parts_of_a_guess_that_is_not_the_likeliest_come_one_at_a_time() -> None:
    proof, root = divided()
    proof.add(worse(proof))
    for number in (0, 1):
        proof.divide_guess(root, root.guess(number))
    goals = [goal for goal in proof.goals() if not goal.guesses]
    of_second = [goal for goal in goals if goal.position.turns[0].guess == root.guess(1)]
    assert len(goals) > 2
    assert of_second == goals[-1:]
    [busy] = of_second
    assert [goal for goal in proof.goals(busy.subjects) if not goal.guesses] == goals[:-1]


def large_parts(proof: Proof) -> list[Node]:
    """Divide p4c8 and its likeliest guess, which is not the one of the best strategy known."""
    root = proof.root
    proof.divide(root)
    proof.add(Line("p4c8", root.lower, 20500, 1.0, guesses="1122"))
    proof.divide_guess(root, root.guess(0))
    large = [part for part in root.branches[0].parts if part.size > 500]
    assert len(large) == 3
    return large


def asked_beyond(proof: Proof) -> dict[str, int]:
    """Return how much more than known the parts of the likeliest guess are asked for."""
    goals = [goal for goal in proof.goals() if not goal.guesses]
    return {str(goal.position): goal.below - proof.nodes[str(goal.position)].lower for goal in goals}


def missing(proof: Proof) -> int:
    return proof.root.upper - proof.root.branches[0].lower


def test_large_parts_are_first_asked_for_most_of_their_share_of_what_is_missing() -> None:
    proof = Proof("p4c8")
    large = large_parts(proof)
    asked = asked_beyond(proof)
    steps = [asked[part.text] for part in large]
    assert steps == sorted(steps)  # as the parts are, by size
    assert missing(proof) * 0.75 - len(steps) < sum(steps) <= missing(proof) * 0.75
    assert set(asked.values()) == {missing(proof), *steps}


def asked_of(proof: Proof, parts: list[Node], busy: Collection[Subject] = ()) -> list[str]:
    """Return which of these parts are asked for more, in order."""
    texts = [part.text for part in parts]
    return [text for goal in proof.goals(busy, 16) if (text := str(goal.position)) in texts and not goal.guesses]


def begin_with(proof: Proof, parts: list[Node], seconds: tuple[float, ...]) -> None:
    """Let each part need what it is asked for at first, found in that time."""
    asked = asked_beyond(proof)
    for part, spent in zip(parts, seconds, strict=True):
        proof.add(Line(part.text, part.lower + asked[part.text], None, spent))


def test_then_they_are_asked_for_a_little_more_and_the_one_that_took_least_for_its_size_comes_first() -> None:
    proof = Proof("p4c8")
    small, middle, large = parts = large_parts(proof)
    begin_with(proof, parts, (9.0, 1.0, 30.0))
    assert asked_of(proof, parts) == [middle.text, small.text, large.text]
    assert all(0 < asked_beyond(proof)[part.text] < missing(proof) for part in parts)
    proof.add(Line(middle.text, middle.lower + asked_beyond(proof)[middle.text], None, 100.0))
    assert asked_of(proof, parts) == [small.text, large.text, middle.text]


def test_while_somebody_is_busy_with_a_part_others_are_asked_about_the_next_one() -> None:
    proof = Proof("p4c8")
    small, middle, large = parts = large_parts(proof)
    assert asked_of(proof, parts, {(small.text, None)}) == [middle.text, large.text]
    begin_with(proof, parts, (9.0, 1.0, 30.0))
    assert asked_of(proof, parts, {(middle.text, None)}) == [small.text, large.text]
    assert asked_of(proof, parts, {(middle.text, None), (small.text, None)}) == [large.text]


def test_a_part_that_is_behind_comes_before_those_that_are_not() -> None:
    proof = Proof("p4c8")
    small, middle, large = parts = large_parts(proof)
    asked = asked_beyond(proof)
    for part, seconds in ((small, 1.0), (large, 2.0)):
        proof.add(Line(part.text, part.lower + asked[part.text], None, seconds))
    assert asked_of(proof, parts) == [middle.text, small.text, large.text]


def test_a_part_that_is_solved_is_asked_for_nothing_and_leaves_its_share_to_the_others() -> None:
    proof = Proof("p4c8")
    small, middle, large = parts = large_parts(proof)
    before = asked_beyond(proof)
    solve(proof, [middle])
    assert asked_of(proof, parts) == [small.text, large.text]
    assert all(asked_beyond(proof)[part.text] > before[part.text] for part in (small, large))


def test_a_proof_that_is_read_again_goes_on_as_it_would_have() -> None:
    proof = Proof("p4c8")
    _, middle, _ = parts = large_parts(proof)
    begin_with(proof, parts, (9.0, 1.0, 30.0))
    for _ in range(3):
        proof.add(Line(middle.text, middle.lower + 5, None, 10.0))
    again = Proof("p4c8", Facts(proof.facts))
    assert [str(goal) for goal in again.goals()] == [str(goal) for goal in proof.goals()]
    assert [again.nodes[part.text].seconds for part in parts] == [part.seconds for part in parts] == [9.0, 31.0, 30.0]


def test_a_line_that_is_there_already_counts_once() -> None:
    proof = Proof("p4c8")
    part, *_ = large_parts(proof)
    line = Line(part.text, part.lower + 5, None, 10.0)
    proof.add(line)
    assert proof.add(line) == []
    assert part.seconds == 10.0


def test_what_a_line_says_of_all_that_was_done_is_not_counted_twice() -> None:
    facts = Facts(
        [
            Line("p4c8", 20000, None, 4.0, guesses="1122"),
            Line("p4c8 1123=0b0w", 100, None, 2.0),
            Line("p4c8 1123=0b0w", 110, None, 3.0),
            Line("p4c8", 20000, None, 9.0),
        ]
    )
    assert Proof("p4c8", facts).root.seconds == 9.0


def solve(proof: Proof, parts: list[Node]) -> None:
    for part in parts:
        proof.add(Line(part.text, part.lower, part.lower, 1.0, guesses="1111"))


def test_step_by_step_a_guess_is_refuted() -> None:
    proof = Proof("p4c8")
    large = large_parts(proof)
    solve(proof, [part for part in proof.root.branches[0].parts if part not in large])
    steps = 0
    while missing(proof) > 0:
        [(text, step), *_] = asked_beyond(proof).items()
        assert 0 < step <= missing(proof)
        proof.add(Line(text, proof.nodes[text].lower + step, None, 1.0))
        steps += 1
    assert steps > 3  # three beginnings are not enough


def test_the_last_large_part_is_asked_for_all_that_is_left() -> None:
    proof = Proof("p4c8")
    *_, last = large_parts(proof)
    solve(proof, [part for part in proof.root.branches[0].parts if part is not last])
    proof.add(Line(last.text, last.lower + asked_beyond(proof)[last.text], None, 1.0))
    assert asked_beyond(proof) == {last.text: missing(proof)}


def test_the_parts_of_the_best_guess_are_asked_for_all() -> None:
    proof = Proof("p4c8")
    root = proof.root
    proof.divide(root)
    proof.add(Line("p4c8", root.lower, 20500, 1.0, guesses=str(root.guess(0))))
    proof.divide_guess(root, root.guess(0))
    [branch] = root.branches.values()
    for part in branch.parts:
        proof.add(Line(part.text, part.lower, part.lower + 90, 1.0, guesses="1111"))
    missing = root.upper - branch.lower
    assert branch.upper == root.upper
    asked = [goal.below - proof.nodes[str(goal.position)].lower for goal in proof.goals() if not goal.guesses]
    assert missing > 90
    assert set(asked) == {90}


def test_nothing_is_asked_about_what_is_proven_or_needs_enough() -> None:
    proof, root = divided()
    proof.add(worse(proof))
    proof.divide_guess(root, Code("112"))
    part = next(goal for goal in proof.goals() if not goal.guesses)
    proof.add(Line(str(part.position), part.below))
    assert part.position not in [goal.position for goal in proof.goals()]
    assert root.bounds[number_of(root, "112")] >= 83
    assert all(goal.position == P3C3 for goal in proof.goals())  # so the other parts need not be known either
    proof.add(searched("p3c3"))
    assert list(proof.goals()) == []


# ---- what follows


def test_a_proof_is_written_from_the_bottom_up() -> None:
    assert every_step("p2c4") == parse(
        "p2c4 12=0b0w\t8\t8\t-\tv\t33\n"
        "p2c4 12=0b1w\t7\t7\t-\tv\t23\n"
        "p2c4 12=1b0w\t13\t13\t-\tv\t13\n"
        "p2c4\t45\t45\t-\tv\t12\n".replace("\tv\t", f"\t{VERSION}\t")
    )


@pytest.mark.parametrize("position", ["p3c3", "p2c5", "p4c2", "p3c4n", "p3c4 112=1b0w", "p1c4", "p3c3 112=0b2w"])
def test_dividing_all_proves_the_optimum(position: str) -> None:
    proof = Proof(position, Facts(every_step(position)))
    if len(proof.position.candidates) > 2:
        assert proof.bounds.lower == proof.bounds.upper == optimum(position)
    tree = proof.tree()
    assert tree is not None
    assert tree.summary.total == optimum(position)


def by_parts(*seconds: float) -> list[Line]:
    """Prove p2c4 by its parts after 12, which take this long, and a line about its other guesses."""
    proof, root = divided("p2c4")
    proof.divide_guess(root, Code("12"))
    others = " ".join(str(guess) for guess in map(root.guess, range(len(root.guesses))) if guess != Code("12"))
    parts = zip(("0b0w", "0b1w", "1b0w"), seconds, strict=True)
    lines = [Line("p2c4", 45, None, 1.0, guesses=others), *(searched(f"p2c4 12={part}", time) for part, time in parts)]
    return [written for line in lines for written in (line, *proof.add(line))]


def test_what_was_quick_becomes_one_fact_with_a_whole_strategy() -> None:
    *lines, last = by_parts(1.0, 2.0, 3.0)
    assert len(lines) == 4
    assert last == Line("p2c4", 45, 45, 7.0, VERSION, last.guesses)
    assert len(last.guesses.split(" ")) > 1
    alone = Proof("p2c4", Facts([last]))
    assert alone.tree().summary.total == 45  # type: ignore[union-attr]


def test_what_took_long_rests_on_its_lines() -> None:
    *lines, last = by_parts(1.0, 2.0, MOST_SECONDS)
    assert last == Line("p2c4", 45, 45, None, VERSION, "12")
    assert Proof("p2c4", Facts(lines)).bounds.lower == 45
    with pytest.raises(NotAllowed) as refused:
        Proof("p2c4", Facts([last])).tree()
    assert refused.value.kind == "ledger-strategy"


def test_a_line_about_guesses_bounds_just_these() -> None:
    proof, root = divided()
    first, second = root.guess(0), root.guess(1)
    assert proof.add(Line("p3c3", 90, guesses=f"{first} {second}")) == []
    assert root.bounds[:2].tolist() == [90, 90]
    assert (root.bounds[2:] == root.bounds_by_sizes[2:]).all()
    assert root.derived_bound(0) == root.bounds_by_sizes[0]
    proof.add(Line("p3c3", 80, guesses=str(first)))
    assert root.bounds[0] == 90
    assert root.lower == root.bounds.min()


def test_lines_about_other_positions_and_unknown_guesses_change_nothing() -> None:
    proof, root = divided()
    before = root.bounds.tolist()
    assert proof.add(Line("p3c3 331=0b0w", 99)) == []
    assert proof.add(Line("p3c3", 99, guesses="331 foo")) == []
    assert root.bounds.tolist() == before
    assert len(proof.facts) == 2


def test_upper_bounds_of_parts_make_a_strategy() -> None:
    proof, root = divided("p2c4")
    assert proof.tree() is None
    proof.divide_guess(root, Code("12"))
    for part in ("0b0w", "0b1w", "1b0w"):
        assert root.upper == UNKNOWN
        proof.add(searched(f"p2c4 12={part}"))
    assert (root.upper, root.strategy) == (45, "12")
    tree = proof.tree()
    assert tree is not None
    assert tree.summary.total == 45


def test_a_won_or_a_too_large_position_is_refused() -> None:
    for position, kind in [("p3c3 112=3b0w", "code-found"), ("p8c8", "exact-codes"), ("p12c2", "exact-pegs")]:
        with pytest.raises(KeypegError) as refused:
            Proof(position)
        assert refused.value.kind == kind


@pytest.mark.parametrize(
    "wrong",
    [
        Line("p2c4", 46, None, 1.0),
        Line("p2c4 12=1b0w", 14, None, 1.0),
        Line("p2c4 12=1b0w", 11, 11, 1.0, guesses="13"),
        Line("p2c4", 46, None, 1.0, guesses="11 12"),
    ],
    ids=str,
)
def test_lines_that_contradict_each_other_are_refused(wrong: Line) -> None:
    lines = every_step("p2c4")
    with pytest.raises(NotAllowed) as refused:
        Proof("p2c4", Facts([*lines, wrong]))
    assert refused.value.kind == "ledger-contradiction"
    proof = Proof("p2c4", Facts(lines))
    with pytest.raises(NotAllowed) as refused:
        proof.add(wrong)
    assert refused.value.kind == "ledger-contradiction"


def test_thousands_of_guesses_take_little_room() -> None:
    proof = Proof("p5c8 11234=1b2w 15167=3b0w")
    proof.root.number_of("11111")  # the list of all codes is made once for all positions
    tracemalloc.start()
    proof.divide(proof.root)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(proof.root.guesses) > 16_000
    assert held < 12 * len(proof.root.guesses)


def test_guesses_are_found_by_their_text_in_any_variant() -> None:
    for text in ("p3c4", "p3c6n", "p2c40", "p1c40", "p4c5 1123=1b1w"):
        proof, root = divided(text)
        guesses = [root.guess(number) for number in range(len(root.guesses))]
        assert guesses == [to_code(row) for row in proof._ranked(proof.position)[0]]
        assert [root.number_of(guess) for guess in guesses] == list(range(len(guesses)))
        assert root.numbers_of(" ".join(map(str, guesses[2::-1]))) == [0, 1, 2][: len(guesses)]


# ---- what is essential


def assert_proves(lines: list[Line], position: str) -> None:
    """Assert that lines prove the optimum, and that each of them is true and rests on others of them."""
    found = audit.check(Facts(lines), audit.Effort(share=1, threads=1, memory=1 << 20))
    assert found.flaws == ()
    assert found.bounds.lower == found.bounds.upper == optimum(position)
    assert found.tree is not None


def test_one_fact_makes_needless_what_it_comes_from() -> None:
    lines = by_parts(1.0, 2.0, 3.0)
    assert Proof("p2c4", Facts(lines)).essential() == lines[-1:]
    lines = by_parts(1.0, 2.0, MOST_SECONDS)
    assert set(Proof("p2c4", Facts(lines)).essential()) == set(lines)


def test_what_is_below_a_searched_line_is_needless_once_the_proof_is_complete() -> None:
    part, below = Line("p2c4 11=0b0w", 21, None, 1.0), Line("p2c4 11=0b0w 22=0b0w", 5, None, 1.0)
    open_lines = [Line("p2c4", 44, 46, None, guesses="12"), part, below]
    assert below in Proof("p2c4", Facts(open_lines)).essential()
    lines = by_parts(1.0, 2.0, MOST_SECONDS)
    assert set(Proof("p2c4", Facts([*lines, part, below])).essential()) == {*lines, part}


def test_a_strategy_keeps_the_lines_in_which_it_goes_on() -> None:
    *_, last = lines = by_parts(1.0, 2.0, MOST_SECONDS)
    early = Line("p2c4", 45, None, 5.0)  # its lower bound was known from a search, and not the strategy
    kept = Proof("p2c4", Facts([early, *lines])).essential()
    assert {early, last} < set(kept)
    assert_proves(kept, "p2c4")


def test_a_searched_bound_is_kept_for_the_line_that_repeats_it() -> None:
    early = Line("p2c4", 45, None, 5.0)
    parts = [searched(f"p2c4 12={part}") for part in ("0b0w", "0b1w", "1b0w")]
    last = Line("p2c4", 45, 45, None, guesses="12")
    kept = Proof("p2c4", Facts([last, early, *parts])).essential()
    assert set(kept) == {last, early, *parts}
    assert_proves(kept, "p2c4")


def test_a_line_that_repeats_a_search_is_needless() -> None:
    whole = searched("p4c4")
    assert Proof("p4c4", Facts([replace(whole, seconds=None), whole])).essential() == [whole]


def test_the_progress_of_an_open_position_is_kept() -> None:
    proof, root = divided()
    proof.add(replace(worse(proof), lower=73))
    assert root.by_sizes < root.lower
    proof.divide_guess(root, Code("112"))
    part = searched("p3c3 112=0b1w")
    proof.add(part)
    guesses = Line("p3c3", 75, None, 1.0, guesses="111")
    proof.add(guesses)
    list(proof.goals())
    assert {part, guesses} < set(proof.essential())
    proof.add(searched("p3c3"))
    assert not {part, guesses} & set(proof.essential())


# ---- the whole


@settings(max_examples=60)
@given(
    st.sampled_from(["p3c3", "p2c5", "p4c2", "p3c4n", "p3c4 112=1b0w", "p3c5 123=1b0w", "p4c3 1123=1b1w"]),
    st.integers(0, 10**6),
    st.sampled_from([0.1, 0.4, 0.8]),
)
def test_a_proof_is_right_however_it_is_made(position: str, seed: int, dividing: float) -> None:
    best, proof, drawn = optimum(position), Proof(position), random.Random(seed)
    lines = drive(proof, seed, dividing)
    assert proof.bounds.lower == proof.bounds.upper == best
    tree = proof.tree()
    assert tree is not None
    assert tree.summary.total == best
    # Read from its ledger, it is the same; in any order, and after a merger.
    again = Proof(position, Facts([*drawn.sample(lines, len(lines)), *lines]))
    assert again.bounds == proof.bounds
    assert again.tree().summary.total == best  # type: ignore[union-attr]
    assert not list(again.goals())
    assert_proves(lines, position)
    assert_proves(proof.essential(), position)
    # Any of its lines are true, and what follows from them is.
    some = drawn.sample(lines, drawn.randint(0, len(lines)))
    part = Proof(position, Facts(some))
    assert part.bounds.lower <= best <= part.bounds.upper
    for node in part.nodes.values():
        assert node.lower <= optimum(node.position) <= node.upper
    # And it is finished from there.
    drive(part, seed + 1, dividing)
    assert part.bounds == proof.bounds


@pytest.mark.parametrize("seed", range(3))
def test_an_interrupted_proof_goes_on_where_it_was(seed: int) -> None:
    proof = Proof("p3c3")
    lines = drive(proof, seed, 0.6)
    for length in range(len(lines)):
        before = Proof("p3c3", Facts(lines[:length]))
        kept = before.essential()
        after = Proof("p3c3", Facts(kept))
        assert after.bounds == before.bounds
        assert list(after.goals()) == list(before.goals())
