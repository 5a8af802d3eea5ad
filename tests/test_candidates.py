"""Candidates: how they are listed, drawn and decided upon, at the edges of each way to find them."""

import random

import pytest

from keypeg import candidates
from keypeg.candidates import DRAWS
from keypeg.errors import TooLarge
from keypeg.position import Position
from keypeg.rules import Code

LARGE = Position.parse("p10c10 1122334455=2b3w")


def test_more_candidates_than_the_limit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(candidates, "LIST_LIMIT", 209)
    assert len(Position.parse("p4c6 1122=1b1w").candidates.array) == 208
    with pytest.raises(TooLarge, match="more than 209 candidates"):
        _ = Position.parse("p4c6 1122=0b1w").candidates.array
    monkeypatch.setattr(candidates, "LIST_LIMIT", 1296)
    assert len(Position.parse("p4c6").candidates.array) == 1296
    with pytest.raises(TooLarge, match="2,401 codes"):
        _ = Position.parse("p4c7").candidates.array


def test_whether_there_is_a_candidate_is_easy_to_say_where_there_are_none_or_a_list() -> None:
    assert Position.parse("p20c20").candidates.are_possible() == (True, True)
    listed = Position.parse("p4c6 1122=1b1w")
    len(listed.candidates)
    assert listed.candidates.are_possible() == (True, True)
    assert listed.extend(listed.variant.turn("1122=0b0w")).candidates.are_possible() == (False, True)


def test_without_turns_the_pool_is_a_part_of_all_codes() -> None:
    pool = Position.parse("p20c20").candidates.pool
    assert (len(pool.rows), pool.complete, pool.proven) == (DRAWS, False, True)


@pytest.mark.parametrize("count", [1, DRAWS - 1, DRAWS, DRAWS + 500])
def test_as_many_are_drawn_as_were_asked_for_and_each_is_consistent(count: int) -> None:
    drawn = LARGE.candidates.sample(count, random.Random(1))
    assert len(drawn) == count
    assert all(turn.is_consistent(code) for turn in LARGE.turns for code in drawn)
    assert drawn == Position.parse(str(LARGE)).candidates.sample(count, random.Random(1))


def test_few_draws_come_from_the_pool_and_more_do_not() -> None:
    pool = {Code(row) for row in (LARGE.candidates.pool.rows + 1).tolist()}
    assert set(LARGE.candidates.sample(DRAWS, random.Random(2))) <= pool
    assert not set(LARGE.candidates.sample(DRAWS + 1, random.Random(2))) <= pool


def test_the_first_candidate_is_the_first_of_the_list() -> None:
    for line in ("p4c6 1122=1b1w", "p5c8 11223=0b2w 44556=1b1w"):
        listed = Position.parse(line)
        assert Position.parse(line).candidates.first() == listed.candidates[0] == listed.candidates.first()
