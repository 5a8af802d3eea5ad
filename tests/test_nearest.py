import random

import pytest

from keypeg.game import drawn_code
from keypeg.nearest import nearest_codes
from keypeg.position import Position
from keypeg.rules import Turn, Variant, score


def after(text: str, turns: int, seed: int = 1) -> Position:
    """Return the position after some guesses drawn at random."""
    variant = Variant.parse(text)
    secret = drawn_code(variant, seed)
    guesses = [drawn_code(variant, 1000 * seed + number) for number in range(turns)]
    return Position(variant, [Turn(guess, score(secret, guess)) for guess in guesses])


@pytest.mark.parametrize(
    ("text", "turns"),
    [("p1c1", 0), ("p1c3", 1), ("p4c6", 0), ("p4c6", 6), ("p4c10n", 4), ("p20c20", 8), ("p20c30n", 6), ("p12c200", 8)],
)
def test_what_is_found_fits(text: str, turns: int) -> None:
    position = after(text, turns)
    found = nearest_codes(position, 3, random.Random(1))
    assert found
    assert len(set(found)) == len(found)
    assert all(position.conflict(code) is None for code in found)


def test_the_same_seed_finds_the_same() -> None:
    position = after("p10c10", 5)
    once, again = (nearest_codes(position, 5, random.Random(7)) for _ in range(2))
    assert once == again
    assert nearest_codes(position, 5, random.Random(8)) != once


@pytest.mark.parametrize(("text", "work"), [("p20c20", 1 << 28), ("p20c30n", 1 << 28), ("p60c60", 1 << 30)])
def test_where_none_is_found_a_near_code_comes(text: str, work: int) -> None:
    """Little work is not enough for so many turns, yet brings the answers closer than those of any code."""
    position = after(text, 20)
    (near,) = nearest_codes(position, 5, random.Random(1), work)
    assert near in position.variant
    assert position.conflict(near) is not None

    def off(seed: int | None) -> int:
        code = near if seed is None else drawn_code(position.variant, seed)
        return sum(
            abs(turn.feedback.blacks - answer.blacks) + abs(turn.feedback.total - answer.total)
            for turn in position.turns
            for answer in [score(code, turn.guess)]
        )

    assert off(None) < min(off(seed) for seed in range(100, 120))


def test_all_candidates_are_found_where_they_are_few() -> None:
    position = Position.parse("p4c6 1122=1b1w 1344=1b1w 3526=1b2w")
    found = {code for seed in range(200) for code in nearest_codes(position, 50, random.Random(seed))}
    assert found == set(position.candidates)
