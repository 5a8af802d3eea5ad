"""Contradictions as facts: which turns may be wrong, and what they could have been.

That they are the ones that brute force finds is tested in test_position.py.
"""

import random
from unittest.mock import Mock

import pytest

from keypeg import contradiction, openings, sat
from keypeg.candidates import Candidates
from keypeg.contradiction import Contradiction
from keypeg.errors import InconsistentFeedback
from keypeg.position import Position
from keypeg.rules import Code, Feedback, Turn, Variant, score

P4C6 = Variant(4, 6)


def found_in(text: str) -> Contradiction:
    variant, *turns = text.split()
    return contradiction.find(Variant.parse(variant), [Turn.parse(turn) for turn in turns])


def test_one_wrong_answer_is_named_with_what_it_could_be() -> None:
    with pytest.raises(InconsistentFeedback) as caught:
        Position.parse("p4c6 1111=0b0w 2222=0b0w 3333=0b0w 4455=1b0w 6666=2b0w")
    assert caught.value.contradiction.position_text == "p4c6 1111=0b0w 2222=0b0w 3333=0b0w 4455=1b0w 6666=2b0w"
    assert (3,) in caught.value.contradiction.drops
    assert "turn 4 (4455) could be" in str(caught.value)
    assert "and not 1b0w" in str(caught.value)


def test_two_wrong_turns_are_named_together() -> None:
    with pytest.raises(InconsistentFeedback) as caught:
        Position.parse("p4c6 1111=4b0w 2222=4b0w 3333=4b0w")
    assert caught.value.contradiction.drops == ((0, 1), (0, 2), (1, 2))
    assert caught.value.contradiction.corrections == {}
    assert "the feedback of at least 2 turns is wrong: turns 1 and 2, or 1 and 3, or 2 and 3" in str(caught.value)


@pytest.mark.parametrize("is_listed", [False, True])
def test_a_contradiction_is_the_same_whether_candidates_were_listed_or_not(is_listed: bool) -> None:
    position = Position.parse("p4c6 1122=1b1w 1134=0b2w")
    if is_listed:
        len(position.candidates)
    with pytest.raises(InconsistentFeedback) as caught:
        position.play("1122=0b0w")
    assert caught.value.contradiction.drops == ((0,), (2,))
    assert caught.value.contradiction.corrections[2] == {Feedback(1, 1): len(position.candidates)}


def test_feedback_that_is_mostly_wrong_is_told_without_trying_every_way_to_mend_them() -> None:
    source = random.Random(1)
    feedbacks = list(P4C6.feedbacks())
    turns = [Turn(code, source.choice(feedbacks)) for code in Position(P4C6).candidates.sample(40, source)]
    with pytest.raises(
        InconsistentFeedback, match="the feedback of at least 3 turns is wrong: take back some of the last turns"
    ) as caught:
        Position(P4C6, turns)
    found = caught.value.contradiction
    assert (found.complete, found.drops, found.corrections) == (False, (), {})


def test_a_contradiction_says_how_many_candidates_each_correction_leaves() -> None:
    with pytest.raises(InconsistentFeedback, match=r"turn 1 \(11\) could be 0b0w \(1 left\) and not 2b0w; or turn 2"):
        Position.parse("p2c2 11=2b0w 22=2b0w")


def test_the_search_for_slips_has_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each set of turns that is tried costs one, and a hundred where walks and the solver are needed."""
    tried: list[int] = []

    def possible(candidates: Candidates, *_: int, easy: bool) -> tuple[bool, bool]:
        tried.append(len(candidates.turns))
        return False, easy

    turns = [Turn(code, Feedback(0, 0)) for code in Position(P4C6).candidates.sample(20, random.Random(1))]
    for easy, most in ((True, 4096), (False, 41)):
        tried.clear()
        monkeypatch.setattr(Candidates, "are_possible", lambda self, *_, easy=easy: possible(self, easy=easy))
        found = contradiction.find(P4C6, turns)
        assert len(tried) == most
        assert (found.drops, found.complete) == ((), False)


def test_turns_that_were_not_looked_at_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contradiction, "_SUBSETS", 2)
    with pytest.raises(InconsistentFeedback) as caught:
        Position.parse("p4c6 1111=4b0w 2222=0b0w 3333=1b0w 4444=0b0w")
    assert str(caught.value).endswith("(turns 1 to 2 were not looked at)")
    assert caught.value.contradiction.drops == ((2,),)
    assert not caught.value.contradiction.complete


def test_corrections_come_by_what_they_leave_then_by_blacks() -> None:
    corrections = found_in("p4c6 1111=2b0w 1122=0b0w").corrections[1]
    told = [f"{feedback} {left}" for feedback, left in corrections.items()]
    assert told[:5] == ["1b1w 64", "0b2w 16", "1b2w 16", "2b0w 16", "2b1w 16"]
    assert told[5:] == ["0b3w 8", "3b0w 8", "2b2w 4", "0b4w 1", "4b0w 1"]


def test_corrections_of_a_large_game_are_estimates_and_say_so() -> None:
    found = found_in("p10c10 1122334455=3b3w 1122334455=2b3w")
    parts = openings.partition(found.variant, found.turns[0].guess)
    assert not found.complete
    for number, feedback in enumerate([Feedback(2, 3), Feedback(3, 3)]):
        assert found.corrections[number] == {feedback: pytest.approx(parts[feedback], rel=0.1)}
        assert len(str(found.corrections[number][feedback]).rstrip("0")) <= 2  # digits that are not 0


def test_all_turns_are_looked_at_if_time_allows() -> None:
    for text, wrong in (("p4c6 1111=4b0w 2222=4b0w", 1), ("p4c6 1111=4b0w 2222=4b0w 3333=4b0w", 2)):
        found = found_in(text)
        assert (found.wrong, found.untried, found.complete) == (wrong, 0, True)


def test_a_set_of_turns_that_is_not_decided_makes_the_rest_uncertain(monkeypatch: pytest.MonkeyPatch) -> None:
    decided = Candidates.are_possible

    def possible(candidates: Candidates, *_: int) -> tuple[bool | None, bool]:
        is_hard = len(candidates.turns) == 2 and candidates.turns[0].guess == Code("2222")
        return (None, False) if is_hard else decided(candidates)

    text = "p4c6 1111=0b0w 2222=1b0w 3333=4b0w"
    assert found_in(text).complete
    monkeypatch.setattr(Candidates, "are_possible", possible)
    found = found_in(text)
    assert (found.drops, found.complete) == (((1,), (2,)), False)


def large_contradiction(pegs: int, count: int) -> tuple[Variant, list[Turn]]:
    """Return turns of which the first two contradict each other, and each of them the rest."""
    variant, source = Variant(pegs, 8), random.Random(1)
    secret, *guesses = Position(variant).candidates.sample(count - 1, source)
    ones = [Turn(Code([1] * pegs), Feedback(blacks, 0)) for blacks in (0, 1)]
    return variant, [*ones, *(Turn(guess, score(secret, guess)) for guess in guesses)]


def test_a_contradiction_of_a_large_game_becomes_clauses_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """To make them anew for each set of turns took most of 40 seconds with 120 pegs and 30 turns."""
    made = Mock(side_effect=sat._solver_of)
    monkeypatch.setattr(sat, "_solver_of", made)
    found = contradiction.find(*large_contradiction(60, 10))
    assert made.call_count == 1
    assert (found.drops, found.wrong) == (((0, 1),), 2)


def test_two_feedbacks_to_one_guess_are_a_contradiction_at_any_size() -> None:
    variant, turns = large_contradiction(120, 4)
    turns = [*turns[2:], Turn(turns[-1].guess, Feedback(0, 0))]
    with pytest.raises(InconsistentFeedback) as caught:
        Position(variant, turns)
    assert caught.value.contradiction.drops == ((2,),)  # the other one leaves a code without any of the colors


def test_that_more_turns_are_wrong_is_not_said_if_fewer_are_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Candidates, "are_possible", lambda *_: (None, False))
    found = found_in("p4c6 1111=4b0w 2222=4b0w 3333=4b0w")
    assert (found.drops, found.wrong, found.complete) == ((), 1, False)


def test_many_turns_of_a_large_game_are_looked_at_less(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def impossible(candidates: Candidates, *_: object) -> tuple[bool, bool]:
        tried.append(len(candidates.turns))
        return False, True

    monkeypatch.setattr(Candidates, "are_possible", impossible)
    found = contradiction.find(Variant(120, 8), [Turn(Code([1] * 120), Feedback(0, 0))] * 300)
    assert len(tried) == 58  # 36,000 pegs count as 71 times 512
    assert found.untried == 242


def test_in_a_large_game_only_the_last_slips_are_corrected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contradiction, "_CORRECTIONS", 1)
    found = found_in("p10c10 1122334455=3b3w 1122334455=2b3w")
    assert (found.drops, list(found.corrections)) == (((0,), (1,)), [1])
