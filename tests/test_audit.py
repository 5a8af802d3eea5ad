import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from keypeg import store
from keypeg.audit import Audit, Effort, check
from keypeg.candidates import Codes
from keypeg.errors import KeypegError
from keypeg.exact import Bounds
from keypeg.ledger import Facts, Line
from keypeg.position import Position
from keypeg.proof import Proof
from proofs import drive, every_step, optimum, searched

P3C4 = optimum("p3c4")
RESULTS = Path(__file__).parents[1] / "results"


def audit(*lines: Line, share: float = 1, seed: int = 0) -> Audit:
    return check(Facts(lines), Effort(share, seed, threads=1, memory=1 << 20))


def flaws(*lines: Line) -> list[tuple[str, Line | None, int | None]]:
    return [(flaw.kind, flaw.line, flaw.found) for flaw in audit(*lines).flaws]


def claim(lower: int, *, seconds: float | None = 1.0, guesses: str = "", position: str = "p3c4") -> Line:
    return Line(position, lower, None, seconds, guesses=guesses)


def first_guesses() -> list[str]:
    proof = Proof("p3c4")
    proof.divide(proof.root)
    return [str(proof.root.guess(number)) for number in range(len(proof.root.guesses))]


# ---- good ledgers


def test_a_proof_of_every_step_is_good_without_a_search() -> None:
    lines = every_step("p3c4")
    found = audit(*lines)
    assert (found.position, found.flaws) == ("p3c4", ())
    assert found.bounds.lower == found.bounds.upper == P3C4
    assert (found.following, found.searched, found.searched_again, found.unused) == (len(lines), 0, 0, 0)
    assert found.tree is not None
    assert found.tree.summary.total == P3C4


@pytest.mark.parametrize("seed", range(4))
def test_a_searched_proof_is_good(seed: int) -> None:
    lines = drive(Proof("p3c4"), seed, 0.5)
    found = audit(*lines)
    assert found.flaws == ()
    assert found.bounds.lower == found.bounds.upper == P3C4
    assert found.following + found.searched == len(Facts(lines))


def test_an_unfinished_proof_is_good_as_far_as_it_goes() -> None:
    found = audit(claim(P3C4 - 1))
    assert found.flaws == ()
    assert (found.bounds.lower, found.tree) == (P3C4 - 1, None)


def test_a_share_of_the_searched_lines_is_searched_again() -> None:
    lines = [claim(P3C4, guesses=guess) for guess in first_guesses()]
    found = audit(*lines, share=0.5)
    assert found.searched + found.following == len(lines)
    assert found.searched >= 2
    assert found.searched_again == -(-found.searched // 2)
    assert audit(*lines, share=0).searched_again == 0


def test_searching_again_tells_how_far_it_is_in_seconds() -> None:
    told: list[tuple[float, float]] = []
    facts = Facts([claim(200, seconds=30.0), claim(206, seconds=10.0)])
    check(facts, Effort(1, threads=1, memory=1 << 20), lambda done, whole: told.append((done, whole)))
    assert [(round(done), round(whole)) for done, whole in told] in ([(0, 40), (30, 40)], [(0, 40), (10, 40)])


def false_lines() -> list[Line]:
    """Return some lines that are all false, so that each that is searched again is told."""
    return [claim(P3C4 + more) for more in range(1, 18)]


@pytest.mark.parametrize("shares", [(1,), (0.5, 0.5), (0.3, 0.2, 0.1, 0.4), (0.1,) * 10, (0, 0.99, 0.5)])
def test_one_run_after_the_other_searches_every_line(shares: tuple[float, ...]) -> None:
    found: set[Line | None] = set()
    begin = 0.0
    for share in shares:
        checked = check(Facts(false_lines()), Effort(share, 3, threads=1, memory=1 << 20, begin=begin))
        assert len(checked.flaws) == checked.searched_again
        assert checked.stopped_at is None
        found |= {flaw.line for flaw in checked.flaws}
        begin += share
    assert found == set(false_lines())


def test_shares_that_meet_leave_nothing_out() -> None:
    for lines in (*range(1, 130), 2047):
        for percent in range(101):
            nothing, end = Effort(0, begin=percent / 100).bounds(lines)
            assert nothing == end
            for more in range(1, 101 - percent):
                _, end = Effort(more / 100, begin=percent / 100).bounds(lines)
                begin, _ = Effort(0.1, begin=(percent + more) / 100).bounds(lines)
                assert begin <= end <= begin + 2
    assert Effort(1).bounds(17) == Effort(1, begin=0.001).bounds(17) == (0, 17)


@pytest.mark.parametrize("lines", range(3))
def test_ctrl_c_keeps_what_was_found_and_says_where_to_go_on(lines: int) -> None:
    facts, searched = Facts(false_lines()), 0

    def stop(_done: float, _whole: float) -> None:
        nonlocal searched
        if searched == lines:
            raise KeyboardInterrupt
        searched += 1

    first = check(facts, Effort(1, threads=1, memory=1 << 20), stop)
    assert (first.searched_again, first.stopped_at) == (lines, lines / first.searched)
    assert first.stopped_at is not None
    rest = check(facts, Effort(1, begin=first.stopped_at, threads=1, memory=1 << 20))
    assert rest.stopped_at is None
    assert len({flaw.line for flaw in (*first.flaws, *rest.flaws)}) == first.searched


def test_the_seed_draws_the_lines_to_search_again() -> None:
    lines = [claim(P3C4 + 1), claim(P3C4 - 1, guesses=first_guesses()[0])]
    assert audit(*lines).searched == 2
    found = {bool(audit(*lines, share=0.5, seed=seed).flaws) for seed in range(10)}
    assert found == {True, False}


def test_lines_that_belong_to_no_step_are_counted() -> None:
    good = every_step("p3c3")
    strange = [
        claim(99, position="p3c3 331=0b0w"),  # a guess like others up to symmetry
        claim(99, position="p3c3 112=3b0w"),  # won
        claim(99, position="p3c3 112=0b2w 231=0b2w"),  # after what is trivial
        claim(99, position="p3c3 112=0b0w 111=1b0w"),  # impossible
        claim(99, position="p3c3 112=2b0w 112=2b0w"),  # the same guess again
    ]
    found = audit(*good, *strange)
    assert (found.unused, found.following, found.flaws) == (len(strange), len(good), ())
    assert found.bounds.lower == 73


def test_a_strategy_may_do_better_than_its_line_says() -> None:
    *parts, last = every_step("p2c4")
    assert flaws(*parts, replace(last, lower=44, upper=46)) == []


def test_a_line_that_follows_may_repeat_one_that_was_searched() -> None:
    whole = searched("p4c4")
    following = replace(whole, seconds=None)
    assert flaws(following) == [("unsupported", following, None)]
    assert flaws(following, whole) == []
    assert flaws(following, claim(905, position="p4c4")) == []
    assert flaws(following, claim(904, position="p4c4")) == [("unsupported", following, None)]
    assert flaws(following, replace(following, version="2"))[0] == ("unsupported", following, None)


def test_a_line_may_follow_from_sizes_within_the_parts_of_guesses_without_lines() -> None:
    [*_, last] = every_step("p2c4")
    whole, guesses = claim(45, seconds=None, position="p2c4"), claim(45, seconds=None, guesses="11 12", position="p2c4")
    assert last.lower == 45 > Proof("p2c4").root.by_sizes
    for line in (whole, guesses):
        assert flaws(line) == []
        false = replace(line, lower=46)
        assert flaws(false) == [("unsupported", false, None)]


def rankings(monkeypatch: pytest.MonkeyPatch, *lines: Line) -> int:
    """Return how often guesses are ranked to check lines, which is most of the work."""
    asked: list[Position] = []
    ranked = Proof._ranked

    def counted(proof: Proof, position: Position) -> tuple[Codes, NDArray[np.int32]]:
        asked.append(position)
        return ranked(proof, position)

    with monkeypatch.context() as patch:
        patch.setattr(Proof, "_ranked", counted)
        audit(*lines, share=0)
    return len(asked)


def test_a_line_is_checked_with_no_more_work_than_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    position = "p4c6 1123=1b1w"
    true = searched(position)
    assert rankings(monkeypatch, true) == 1
    # One that repeats a search needs nothing more.
    assert rankings(monkeypatch, true, replace(true, seconds=None)) == 1
    # One that doesn't follow is given up at the first guess for which it doesn't.
    assert rankings(monkeypatch, claim(true.lower + 9, seconds=None, position=position)) < 20


# ---- false lines


@pytest.mark.parametrize("more", [1, 5])
def test_a_false_lower_bound_that_was_searched_is_found(more: int) -> None:
    false = claim(P3C4 + more)
    assert flaws(false) == [("lower", false, P3C4)]
    assert flaws(false, claim(P3C4)) == [("lower", false, P3C4)]
    again = replace(false, version="2")
    assert flaws(false, again) == [("lower", false, P3C4), ("lower", again, P3C4)]


def test_a_lower_bound_that_a_strategy_refutes_is_found_without_a_search() -> None:
    whole = searched("p3c4")
    [flaw] = audit(replace(whole, lower=P3C4 + 1, upper=P3C4 + 1), share=0).flaws
    assert flaw.kind == "contradiction"
    assert str(flaw.reason) == f"p3c4 would need at least {P3C4 + 1} guesses, and no more than {P3C4}"
    *parts, last = every_step("p2c4")
    assert [flaw.kind for flaw in audit(*parts, replace(last, lower=last.lower + 1, upper=99)).flaws] != []


def test_a_false_lower_bound_of_a_part_is_found() -> None:
    part = "p3c4 112=1b0w"
    false = claim(optimum(part) + 1, position=part)
    assert flaws(claim(P3C4), false) == [("lower", false, optimum(part))]


def test_a_false_lower_bound_that_should_follow_is_found() -> None:
    lines = every_step("p3c4")
    for line in lines:
        false = replace(line, lower=line.lower + 1, upper=None, guesses="")
        lower_only = [replace(other, upper=None, guesses="") for other in lines if other != line]
        found = flaws(*lower_only, false)
        assert found == [("unsupported", false, None)]


def test_lines_that_follow_from_nothing_do_not_support_each_other() -> None:
    one, other = claim(P3C4 + 1, seconds=None), Line("p3c4", P3C4 + 1, None, None, "2")
    assert flaws(one, other) == [("unsupported", one, None), ("unsupported", other, None)]
    guesses = claim(P3C4 + 1, seconds=None, guesses=" ".join(first_guesses()))
    assert flaws(one, guesses) == [("unsupported", guesses, None)]
    again = claim(P3C4 + 1, seconds=2.0)
    assert flaws(one, again) == [("lower", again, P3C4)]


def test_a_position_follows_from_lines_about_all_of_its_guesses() -> None:
    whole = claim(P3C4, seconds=None)
    first, *rest = first_guesses()
    assert flaws(whole, claim(P3C4, guesses=first), claim(P3C4, guesses=" ".join(rest))) == []


def test_lines_about_guesses_follow_from_the_sizes_or_lines_about_their_parts() -> None:
    proof = Proof("p3c4")
    proof.divide(proof.root)
    by_sizes = int(proof.root.bounds_by_sizes[0])
    first = first_guesses()[0]
    for lower, following in [(by_sizes, 1), (by_sizes + 1, 0)]:
        found = audit(claim(lower, guesses=first))
        assert (found.following, found.searched, found.flaws) == (following, 1 - following, ())
    proof.divide_guess(proof.root, proof.root.guess(0))
    parts = [searched(part.position) for part in proof.root.branches[0].parts if part.size > 2]
    least = (
        64
        + sum(line.lower for line in parts)
        + sum(2 * part.size - 1 for part in proof.root.branches[0].parts if part.size <= 2)
    )
    assert least > by_sizes + 1
    assert flaws(*parts, claim(least, seconds=None, guesses=first)) == []
    false = claim(least + 1, seconds=None, guesses=first)
    assert flaws(*parts, false) == [("unsupported", false, None)]


def test_a_list_of_guesses_with_the_best_one_is_found() -> None:
    false = claim(P3C4 + 1, guesses=" ".join(first_guesses()))
    assert flaws(false) == [("lower", false, P3C4)]
    *_, worst = first_guesses()
    assert flaws(claim(P3C4 + 1, guesses=worst)) == []


def test_guesses_are_searched_again_in_any_writing_of_their_symmetry() -> None:
    best = str(searched("p3c4").guesses.split(" ")[0])
    other = best.translate(str.maketrans("1234", "4321"))
    assert other not in first_guesses()
    false = claim(P3C4 + 1, guesses=other)
    assert flaws(false) == [("lower", false, P3C4)]
    assert flaws(claim(P3C4, guesses=other)) == []


def test_an_upper_bound_that_is_too_low_is_found() -> None:
    whole = searched("p3c4")
    false = replace(whole, lower=P3C4 - 2, upper=P3C4 - 1)
    assert flaws(false) == [("upper", false, P3C4)]


def test_a_changed_strategy_is_found() -> None:
    whole = searched("p3c4")
    words = whole.guesses.split(" ")
    for number in range(len(words)):
        for guess in ("111", "444", "11", "115", words[0]):
            changed = replace(whole, guesses=" ".join([*words[:number], guess, *words[number + 1 :]]))
            if changed != whole:
                assert [(kind, line) for kind, line, _ in flaws(changed)] in (
                    [("upper", changed)],
                    [("strategy", changed)],
                )
    for text in (" ".join(words[:-1]), f"{whole.guesses} 111"):
        [flaw] = audit(replace(whole, guesses=text)).flaws
        assert flaw.kind == "strategy"
        assert flaw.reason is not None
        assert flaw.reason.kind in ("ledger-strategy", "strategy-long")


def test_a_flaw_leaves_no_tree() -> None:
    assert audit(searched("p3c4")).tree is not None
    assert audit(searched("p3c4"), claim(P3C4 + 1, seconds=None, guesses="111 112")).tree is None


def test_lines_that_contradict_each_other_prove_nothing() -> None:
    found = audit(searched("p3c4"), claim(P3C4 + 1))
    [flaw] = found.flaws
    assert (flaw.kind, flaw.line) == ("contradiction", None)
    assert str(flaw.reason) == f"p3c4 would need at least {P3C4 + 1} guesses, and no more than {P3C4}"
    assert (found.bounds.lower, found.tree) == (0, None)


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        ([], "ledger-empty"),
        ([claim(1), claim(1, position="p3c3")], "ledger-variants"),
        ([claim(1, position="p3c4 111=3b0w")], "code-found"),
        ([claim(1, position="p3c4 111=0b0w 222=0b0w 333=0b0w 444=0b0w")], "contradiction"),
        ([claim(1, position="p8c8")], "exact-codes"),
        ([claim(1, position="p3c4 119=0b0w")], "letter-unknown"),
        ([claim(999, guesses="119")], "letter-unknown"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_proof_is_refused(lines: list[Line], kind: str) -> None:
    with pytest.raises(KeypegError) as refused:
        audit(*lines)
    assert refused.value.kind == kind


@pytest.mark.thorough
@pytest.mark.parametrize("variant", ["p4c11", "p5c7", "p5c8"])
def test_the_published_ledgers_prove_the_published_values(variant: str) -> None:
    with (RESULTS / "optimal.csv").open(encoding="utf-8") as file:
        [row] = [row for row in csv.DictReader(file) if row["variant"] == variant]
    found = check(Facts(store.read_ledger(RESULTS / f"{variant}.ledger")), Effort(share=0))
    value = int(row["least_total"])
    assert (found.flaws, found.unused, found.bounds) == ((), 0, Bounds(value, value))
    assert found.tree is not None
    assert (found.tree.summary.total, str(found.tree.guess(0))) == (value, row["first_guess"])
