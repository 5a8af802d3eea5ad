import random

import pytest

from keypeg.errors import TooLarge
from keypeg.hints import codes_fit, suggest
from keypeg.position import Candidates, Count, Position
from keypeg.rules import Code, Variant

P4C6 = Variant(4, 6)


class TestSuggest:
    @pytest.mark.parametrize("name", ["first", "random", "entropy", "knuth-candidates"])
    def test_by_the_strategy(self, name: str) -> None:
        suggestion = suggest(Position.parse("p4c6 1122=1b1w"), name)
        assert suggestion.note == ""
        assert suggestion.guess in P4C6

    def test_candidates_only_where_all_codes_are_too_many(self) -> None:
        position = Position.parse("p6c9 112233=0b0w 444555=1b2w")
        assert len(position.candidates) < 60_000
        suggestion = suggest(Position.parse("p8c8 11223344=0b1w 55667788=2b3w"), "entropy")
        assert "only guesses that can be right" in suggestion.note

    def test_drawn_where_they_cannot_be_listed(self) -> None:
        position = Position.parse("p10c10 1122334455=2b3w")
        suggestion = suggest(position, "entropy")
        assert "drawn at random" in suggestion.note
        assert position.conflict(suggestion.guess) is None
        assert suggest(position, "entropy") == suggestion

    def test_the_best_of_those_drawn_is_taken(self) -> None:
        """Among some three hundred thousand candidates a compared guess leaves fewer than most drawn ones."""
        position = Position.parse("p8c8 12345678=1b5w 88776655=1b3w")
        suggestion = suggest(position, "expected-size")
        drawn = position.candidates.sample(15, random.Random(1))
        sizes = sorted(position.partition(code).expected_size for code in drawn)
        assert position.partition(suggestion.guess).expected_size <= sizes[len(sizes) // 2]

    def test_nearly_fitting_where_no_candidate_is_found_in_time(self, monkeypatch: pytest.MonkeyPatch) -> None:
        position = Position.parse("p10c10 1122334455=2b3w 1223344556=2b3w 6677889911=1b2w")
        draw = Candidates.sample

        def impatient(self: Candidates, count: int, seed: random.Random) -> list[Code]:
            if len(self._position.turns) > 2:
                raise TooLarge("too long")
            return draw(self, count, seed)

        monkeypatch.setattr(Candidates, "sample", impatient)
        suggestion = suggest(position, "entropy")
        assert suggestion.note == "found no code in time that fits every turn: this one fits all from turn 2 on"
        assert all(turn.fits(suggestion.guess) for turn in position.turns[1:])


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
