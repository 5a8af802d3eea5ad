from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keypeg import words
from keypeg.hints import ColorFacts, Hint, _color_bounds
from keypeg.position import Position
from keypeg.render import Look
from keypeg.rules import Code, Turn, Variant, score
from keypeg.study import Study

P4C6 = Variant(4, 6)


def test_hard_mode_gets_no_guess_that_is_only_nearly_consistent(find_none: Callable[[Code], None]) -> None:
    position = Position.parse("p10c10 1122334455=2b3w")
    find_none(Code("1" * 10))
    hint = Hint.at(position, 3, hard=True)
    assert hint.advice is None
    said = words.hint(hint, Look(position.variant))
    assert said.endswith("codes are still possible, but none was found in time.")
    assert Hint.at(position, 3).advice is not None


class TestFacts:
    @pytest.mark.parametrize(
        ("line", "sure", "absent"),
        [
            ("p10c10 1111111111=0b0w", "", "1"),
            ("p10c10 1122334455=3b7w", "12345", "6789a"),
            ("p10c10 1111111111=0b0w 2345678923=2b8w", "23456789", "1 10"),
            ("p10c10 1111122222=0b10w", "12", "3456789a"),
            ("p10c10 1111111111=2b0w", "1", ""),
            ("p12c25n 123456789abc=0b0w", "", "123456789abc"),
        ],
    )
    def test_concluded_where_the_candidates_cannot_be_listed(self, line: str, sure: str, absent: str) -> None:
        facts = ColorFacts.of(Study(line))
        assert set(facts.sure) >= set(Code(sure) if sure else ())
        assert set(facts.absent) >= set(Code(absent) if absent else ())

    def test_the_hint_names_a_color_that_is_ruled_out(self) -> None:
        position = Position.parse("p10c10 1111111111=0b0w")
        said = words.hint(Hint.at(position, 2), Look(position.variant))
        assert said == "about 3.5 × 10⁹ codes are still possible: R is in none."

    @given(st.lists(st.integers(0, 255), max_size=6), st.integers(0, 255), st.booleans())
    def test_conclusions_hold_of_every_candidate(self, guesses: list[int], secret: int, repeats: bool) -> None:
        variant = Variant(4, 4) if repeats else Variant(3, 7, repeats=False)
        codes = list(variant)
        chosen = codes[secret % len(codes)]
        position = Position(
            variant, [Turn(guess, score(chosen, guess)) for guess in (codes[at % len(codes)] for at in guesses)]
        )
        found, all_of_them = ColorFacts._concluded(position), ColorFacts.of(Study(position))
        assert set(found.sure) <= set(all_of_them.sure)
        assert set(found.absent) <= set(all_of_them.absent)
        assert found == all_of_them or not found.complete

    @pytest.mark.parametrize(
        "line",
        [
            "p3c7n 547=0b0w 173=0b2w",
            "p4c5 4555=1b1w 3411=0b0w",
            "p5c4 12314=0b4w 13141=0b3w",
            "p4c6 1434=0b0w 1353=0b1w",
            "p4c5 4425=0b0w 2515=0b1w",
            "p4c5 1511=0b0w 1354=0b2w",
            "p3c7n 263=1b0w 367=0b0w",
        ],
    )
    def test_where_the_turns_say_it_all_the_bounds_are_those_of_the_candidates(self, line: str) -> None:
        position = Position.parse(line)
        times = [[code.count(color) for code in position.candidates] for color in range(1, position.variant.colors + 1)]
        assert _color_bounds(position.variant, position.turns) == (list(map(min, times)), list(map(max, times)))

    def test_what_is_not_worked_out_is_said(self, find_none: Callable[[Code], None]) -> None:
        find_none(Code("1" * 10))
        for line, said in [
            ("p10c10 1122334455=2b3w", "what they share is not worked out"),
            ("p10c10 1111111111=0b0w", "R is in none; more about the colors is not worked out"),
        ]:
            position = Position.parse(line)
            assert words.hint(Hint.at(position, 2), Look(position.variant)).endswith(f": {said}.")
