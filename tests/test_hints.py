import random
import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keypeg.candidates import Count
from keypeg.game import drawn_code
from keypeg.hints import Facts, Hint, Suggestion, codes_fit, suggest
from keypeg.position import Position
from keypeg.render import Look
from keypeg.rules import Code, Turn, Variant, score

P4C6 = Variant(4, 6)


class TestSuggest:
    @pytest.mark.parametrize("name", ["first", "random", "entropy", "knuth-candidates"])
    def test_by_the_strategy(self, name: str) -> None:
        suggestion = suggest(Position.parse("p4c6 1122=1b1w"), name)
        assert suggestion.note == ""
        assert suggestion.guess in P4C6

    def test_by_a_sample_where_all_codes_are_too_many(self) -> None:
        suggestion = suggest(Position.parse("p8c8 11223344=0b1w 55667788=2b3w"), "entropy")
        assert re.fullmatch(r"judged by [\d,]+ codes of those left, drawn at random", suggestion.note)

    def test_drawn_where_they_cannot_be_listed(self) -> None:
        position = Position.parse("p10c10 1122334455=2b3w")
        suggestion = suggest(position, "entropy")
        assert re.fullmatch(r"judged by [\d,]+ codes of those left, drawn at random", suggestion.note)
        assert suggest(position, "entropy") == suggestion

    def test_the_best_of_those_drawn_is_taken(self) -> None:
        """Among some three hundred thousand candidates a compared guess leaves fewer than most drawn ones."""
        position = Position.parse("p8c8 12345678=1b5w 88776655=1b3w")
        suggestion = suggest(position, "expected-size")
        drawn = position.candidates.sample(15, random.Random(1))
        sizes = sorted(position.partition(code).expected_size for code in drawn)
        assert position.partition(suggestion.guess).expected_size <= sizes[len(sizes) // 2]

    def test_nearly_fitting_where_no_candidate_is_found_in_time(self, find_none: Callable[[Code], None]) -> None:
        position = Position.parse("p10c10 1122334455=2b3w 1223344556=2b3w 6677889911=1b2w")
        find_none(Code("1" * 10))
        suggestion = suggest(position, "entropy")
        assert suggestion.note == "found no code in time that fits every turn: this one fits 0 of 3"

    def test_a_large_game_is_played_without_long_waits(self) -> None:
        """A search by the turns alone finds no candidate at this size after some turns; random walks do."""
        secret = drawn_code(Variant(20, 20), 1)
        turns = [
            Turn(guess, score(secret, guess)) for guess in (drawn_code(Variant(20, 20), at) for at in range(2, 10))
        ]
        position = Position(Variant(20, 20), turns)
        assert position.candidates.sample(1, random.Random(1))[0] in position.candidates
        assert suggest(position).guess in position.variant
        assert suggest(position, "entropy-candidates").guess in position.candidates


def test_hard_mode_gets_no_guess_that_only_nearly_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.parse("p10c10 1122334455=2b3w")
    monkeypatch.setattr("keypeg.hints.suggest", lambda *_: Suggestion(Code("1111111111"), "nearly"))
    hint = Hint.at(position, 3, hard=True)
    assert hint.suggestion is None
    assert hint.words(Look(position.variant)).endswith("codes still fit, but none was found in time.")
    assert Hint.at(position, 3).suggestion is not None


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
        facts = Facts.of(Position.parse(line))
        assert set(facts.sure) >= set(Code(sure) if sure else ())
        assert set(facts.absent) >= set(Code(absent) if absent else ())

    def test_the_hint_names_a_color_that_is_ruled_out(self) -> None:
        position = Position.parse("p10c10 1111111111=0b0w")
        words = Hint.at(position, 2).words(Look(position.variant))
        assert words == "about 3.5 × 10⁹ codes still fit: 1 is in none."

    @given(st.lists(st.integers(0, 255), max_size=6), st.integers(0, 255), st.booleans())
    def test_conclusions_hold_of_every_candidate(self, guesses: list[int], secret: int, repeats: bool) -> None:
        variant = Variant(4, 4) if repeats else Variant(3, 7, repeats=False)
        codes = list(variant)
        chosen = codes[secret % len(codes)]
        position = Position(
            variant, [Turn(guess, score(chosen, guess)) for guess in (codes[at % len(codes)] for at in guesses)]
        )
        found, all_of_them = Facts._concluded(position), Facts.of(position)
        assert set(found.sure) <= set(all_of_them.sure)
        assert set(found.absent) <= set(all_of_them.absent)
        assert found == all_of_them or not found.complete

    def test_what_is_not_worked_out_is_said(self, find_none: Callable[[Code], None]) -> None:
        find_none(Code("1" * 10))
        for line, words in [
            ("p10c10 1122334455=2b3w", "what they share is not worked out"),
            ("p10c10 1111111111=0b0w", "1 is in none; more about the colors is not worked out"),
        ]:
            position = Position.parse(line)
            assert Facts.of(position).words(Look(position.variant)) == words


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (Count(1, 1, 1), "1 code still fits"),
        (Count(208, 208, 208), "208 codes still fit"),
        (Count(93 * 10**23, 10**24, 10**25), "about 9.3 × 10²⁴ codes still fit"),
        (Count(0, 0, 20**20), "an unknown number of codes still fit"),
    ],
)
def test_counts_read_well_for_players(count: Count, words: str) -> None:
    assert codes_fit(count, "still") == words
