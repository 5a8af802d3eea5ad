import itertools
import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import generate
from keypeg import _core, strategies
from keypeg.candidates import Count
from keypeg.effort import PATIENT, QUICK, Effort
from keypeg.errors import NotAllowed
from keypeg.game import drawn_code
from keypeg.position import Position
from keypeg.rules import Code, Turn, Variant, score
from keypeg.strategies import strategy
from keypeg.study import ADVISER, Note, Study, advise

SMALL = "p4c6 1122=1b1w"
MIDDLE = "p6c9 112234=1b1w"
LARGE = "p10c10 1122334455=2b3w"


class TestEffort:
    def test_it_is_one_or_more(self) -> None:
        with pytest.raises(NotAllowed):
            Effort(0)

    @given(generate.variants(), st.integers(1, 10**6), st.integers(1, 10**14), st.integers(1, 10**14))
    def test_more_effort_allows_more(self, variant: Variant, candidates: int, less: int, more: int) -> None:
        low, high = Effort(min(less, more)), Effort(max(less, more))
        assert low.listed <= high.listed
        assert low.allows_comparing(variant) <= high.allows_comparing(variant)
        assert low.allows_search(variant, candidates) <= high.allows_search(variant, candidates)
        assert low.allows_search(variant, candidates + 1) <= low.allows_search(variant, candidates)

    @pytest.mark.parametrize(
        ("text", "quick", "patient"),
        [("p1c50", 200, 9650), ("p4c7", 832, 40193), ("p4c10", 200, 1619), ("p5c8", 61, 61), ("p10c3", 33, 33)],
    )
    def test_how_many_candidates_may_be_searched(self, text: str, quick: int, patient: int) -> None:
        """The first number decides how `optimal` plays, so it must not change."""
        variant = Variant.parse(text)
        for effort, number in ((QUICK, quick), (PATIENT, patient)):
            assert effort.allows_search(variant, number)
            assert not effort.allows_search(variant, number + 1)

    def test_patience_searches_what_a_moment_does_not(self) -> None:
        line = "p4c7 1111=0b0w"
        quick, patient = Study(line), Study(line, PATIENT)
        assert (quick.is_searchable, quick.least_total) == (False, None)
        assert patient.is_searchable
        assert (advise(quick).by.name, advise(patient).by.name) == ("entropy", "optimal")
        best = advise(patient).best.guess
        assert patient.total_of(best) == patient.least_total
        assert strategies.next_guess("optimal", line, effort=PATIENT) == best
        assert strategies.next_guess("optimal", line) == strategy("entropy").choose(Position.parse(line))

    def test_guesses_with_many_pegs_are_not_listed_in_a_moment(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """It would take seconds: thousands of renamings are tried for each."""
        monkeypatch.delattr(_core, "class_representatives")
        study = Study("p20c2 12211111212211221121=7b10w")
        assert study.distinct_guesses is None
        assert advise(study, top=5).by.name == "sampling"

    def test_distinct_guesses_are_listed_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        listed: list[object] = []
        listing = _core.class_representatives

        def count(*arguments: Any) -> Any:
            listed.append(arguments)
            return listing(*arguments)

        monkeypatch.setattr(_core, "class_representatives", count)
        study = Study("p6c9 112235=1b1w")
        assert study.price(candidates_only=False) < study.count.value * study.position.variant.size
        assert len(advise(study, "entropy", 5).ranking) == 5
        assert len(listed) == 1

    def test_work_is_priced_after_symmetry(self) -> None:
        """Of 531,441 codes 2,857 differ after this turn: the real choice takes a moment, so it is made."""
        study = Study(MIDDLE)
        assert study.count.value * study.position.variant.size > study.effort.pairs
        assert study.price(candidates_only=False) == 76_572 * 2_857
        advice = advise(study, "entropy")
        assert (str(advice.best.guess), advice.by.name, advice.note) == ("152567", "entropy", None)

    def test_what_symmetry_leaves_is_not_looked_for_where_that_takes_long(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delattr(_core, "class_representatives")
        assert Study("p8c8 11223344=2b3w").distinct_guesses is None
        assert Study(SMALL).price(candidates_only=False) == 208 * 1296

    def test_patience_compares_what_a_moment_does_not(self) -> None:
        line = "p6c9 112234=1b1w 125367=1b2w"
        assert advise(Study(line, Effort(10**8)), "knuth").by.name == "sampling"
        assert advise(Study(line), "knuth").by.name == "knuth"


class TestStudy:
    @settings(max_examples=40)
    @given(generate.positions(), st.data())
    def test_promises_are_those_of_the_partition(self, position: Position, data: st.DataObject) -> None:
        guess = data.draw(generate.codes(position.variant))
        study, parts = Study(position), position.partition(guess)
        promise = study.promise(guess)
        assert promise.partition == parts
        assert (promise.guess, promise.can_win, promise.parts) == (guess, guess in position.candidates, len(parts))
        assert promise.left == pytest.approx(parts.expected_size)
        assert promise.chance == (1 / len(position.candidates) if promise.can_win else 0)
        assert promise.worth == promise.bits + promise.chance

    def test_a_guess_is_split_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        study = Study(SMALL)
        first = study.promise("1314")
        monkeypatch.delattr(_core, "partition_sizes")
        assert study.promise(Code("1314")) is first

    def test_all_or_a_sample(self) -> None:
        small, large, opening = Study(SMALL), Study(LARGE), Study("p10c10")
        assert (small.is_all, small.is_listed, len(small.rows)) == (True, True, 208)
        assert (large.is_all, large.is_listed) == (False, False)
        assert len(large.rows) <= 2000
        assert (small.sample, large.sample, opening.sample) == (None, len(large.rows), None)
        assert (opening.is_all, opening.is_listed) == (True, False)

    def test_an_opening_is_split_exactly_at_any_size(self) -> None:
        promise = Study("p10c10").promise("1122334455")
        assert promise.partition.total == 10**10
        assert promise.left == promise.partition.expected_size

    def test_what_is_left_of_many_is_estimated(self) -> None:
        """Two hundred thousand candidates can be listed, and so the estimate from two thousand be checked."""
        line = "p8c8 12345678=1b5w 88776655=1b3w"
        exact, drawn = Study(line), Study(line, Effort(1))
        assert (exact.is_all, drawn.is_all) == (True, False)
        for guess in ("12345678", "11335577", "87651234"):
            known, estimated = exact.promise(guess), drawn.promise(guess)
            assert estimated.left == pytest.approx(known.left, rel=0.2)
            assert estimated.bits == pytest.approx(known.bits, abs=0.1)

    @pytest.mark.parametrize("guess", ["111", "113", "121"])
    @pytest.mark.parametrize("drawn", [2, 3, 5])
    def test_over_all_samples_the_estimates_are_right_on_average(self, guess: str, drawn: int) -> None:
        position = Position.parse("p3c3 112=1b0w")
        estimates = []
        for numbers in itertools.combinations(range(len(position.candidates)), drawn):
            study = Study(position, Effort(1))
            study.__dict__["rows"] = position.candidates.array[list(numbers)]
            estimates.append(study.promise(guess).left or 0)
        assert sum(estimates) / len(estimates) == pytest.approx(position.partition(guess).expected_size)

    def test_nothing_is_promised_where_only_bounds_are_known(self) -> None:
        study = Study(LARGE)
        study.__dict__["count"] = Count(5, 5, 10**10)
        promise = study.promise(study.position.candidates.pool.rows[0].astype(int) + 1)
        assert (promise.can_win, promise.left, promise.chance) == (True, None, 0)

    def test_totals_by_the_exact_search(self) -> None:
        study = Study(SMALL)
        assert (study.least_total, study.total_of(Code("1314")), study.total_of(Code("2234"))) == (718, 718, 720)
        assert study.measured(study.promise("2234")).guesses == 720 / 208
        for out_of_reach in (Study("p5c8 11223=1b1w"), Study(SMALL, Effort(10**6))):
            assert out_of_reach.least_total is None
            guess = Code("1" * out_of_reach.position.variant.pegs)
            assert out_of_reach.total_of(guess) is None
            promise = out_of_reach.promise(guess)
            assert out_of_reach.measured(promise) is promise

    def test_on_the_path_of_a_proven_tree_its_own_guess_has_a_total(self) -> None:
        for line, guess, total in (("p5c8", "11234", 178292), ("p5c8 11234=1b1w", "15256", 25025)):
            study = Study(line)
            assert not study.is_searchable
            assert advise(study).best.guess == Code(guess)
            assert study.total_of(Code(guess)) == total
            assert study.total_of(Code("12345")) is None
        assert Study("p5c8 12345=1b1w").total_of(Code("12345")) is None


class TestAdvise:
    @pytest.mark.parametrize("name", [name for name in strategies.names() if name != "genetic"])
    @pytest.mark.parametrize("line", ["p4c6", SMALL, "p4c10n 1234=1b1w", "p2c3 12=0b1w"])
    def test_the_best_guess_is_the_strategy_s_choice(self, name: str, line: str) -> None:
        advice = advise(Study(line), name, 3)
        assert advice.best.guess == strategy(name).choose(Position.parse(line))
        assert advise(Study(line), name).ranking == (advice.best,)
        assert len({promise.guess for promise in advice.ranking}) == len(advice.ranking) <= 3

    @settings(max_examples=30)
    @given(generate.positions(max_size=1500), st.sampled_from(["entropy", "knuth", "most-parts", "optimal"]))
    def test_in_hard_mode_every_guess_can_be_right(self, position: Position, name: str) -> None:
        assume(not position.is_won)
        advice = advise(Study(position), name, 5, hard=True)
        assert all(promise.can_win for promise in advice.ranking)
        assert all(promise.guess in position.candidates for promise in advice.ranking)

    def test_hard_mode_asks_the_same_rule(self) -> None:
        assert advise(Study(SMALL), "knuth", hard=True).by.name == "knuth-candidates"
        assert advise(Study(SMALL), hard=True).by.name == "entropy-candidates"
        assert advise(Study(SMALL), "first", hard=True).by.name == "first"

    @pytest.mark.parametrize("top", [1, 2, 5])
    def test_the_exact_search_ranks_by_what_is_needed(self, top: int) -> None:
        study = Study(SMALL)
        advice = advise(study, top=top)
        totals = [study.total_of(promise.guess) for promise in advice.ranking]
        assert (advice.by.name, totals[0], len(totals)) == (ADVISER, 718, top)
        assert totals == sorted(totals, key=lambda total: total or 0)

    def test_no_more_guesses_are_ranked_than_were_asked_for(self) -> None:
        """The choice of the search is not among the two that tell the most, so that there are three to rank."""
        advice, telling = (advise(Study("p4c6 1122=0b1w"), name, 2).ranking for name in (ADVISER, "entropy"))
        assert advice[0].guess not in [promise.guess for promise in telling]
        assert len(advice) == 2

    def test_out_of_reach_of_the_search_another_one_stands_in(self) -> None:
        advice = advise(Study("p5c8 11223=1b1w"))
        assert (advice.asked.name, advice.by.name, advice.all_compared) == (ADVISER, "entropy", True)
        assert advice.note == Note("stand-in", instead=ADVISER, by="entropy")
        hard = advise(Study("p5c8 11223=1b1w"), hard=True)
        assert (hard.by.name, hard.note) == ("entropy-candidates", None)  # which it would be at any size
        assert advise(Study(SMALL, Effort(10**7))).by.name == "entropy"

    def test_where_all_guesses_are_too_many_a_sample_is_judged(self) -> None:
        advice = advise(Study(LARGE), "entropy", 6)
        assert (advice.by.name, advice.all_compared) == ("sampling", False)
        assert advice.note is not None
        assert (advice.note.kind, advice.note.instead) == ("sampled", "entropy")
        assert advice.note.by == "sampling"
        assert 1900 < advice.note.number <= 2000
        assert (
            advice == advise(Study(LARGE), "entropy", 6) or advice.ranking == advise(Study(LARGE), "entropy", 6).ranking
        )
        assert [promise.bits for promise in advice.ranking[1:]] == sorted(
            (promise.bits for promise in advice.ranking[1:]), reverse=True
        )

    def test_sampling_by_its_own_name_stands_in_for_nobody(self) -> None:
        note = advise(Study(LARGE), "sampling").note
        assert note is not None
        assert note.instead is None

    def test_the_best_of_those_drawn_is_taken(self) -> None:
        """Among some three hundred thousand candidates a compared guess leaves fewer than most drawn ones."""
        position = Position.parse("p8c8 12345678=1b5w 88776655=1b3w")
        for hard in (False, True):
            best = advise(Study(position), "expected-size", hard=hard).best
            drawn = position.candidates.sample(15, random.Random(1))
            sizes = sorted(position.partition(code).expected_size for code in drawn)
            assert best.left is not None
            assert best.left <= sizes[len(sizes) // 2]

    def test_the_nearest_code_where_no_candidate_is_found_in_time(self, find_none: Callable[[Code], None]) -> None:
        position = Position.parse("p10c10 1122334455=2b3w 1223344556=2b3w 6677889911=1b2w")
        find_none(Code("1" * 10))
        for hard in (False, True):
            advice = advise(Study(position), "entropy", hard=hard)
            assert (advice.best.guess, advice.best.can_win, advice.best.left) == (Code("1" * 10), False, None)
            assert advice.note is not None
            assert (advice.note.kind, advice.note.number, advice.note.turn_count) == ("nearest", 0, 3)
        assert advice.alternative() is None

    def test_an_alternative_where_the_best_guess_cannot_be_right(self) -> None:
        advice = advise(Study(MIDDLE), "entropy")
        other = advice.alternative()
        assert not advice.best.can_win
        assert other is not None
        assert other.can_win
        assert other.guess == strategy("entropy-candidates").choose(Position.parse(MIDDLE))
        assert advise(Study(SMALL)).alternative() is None
        drawn = advise(Study(LARGE)).alternative()
        assert drawn is None or drawn.can_win

    def test_in_the_first_turn_every_code_can_be_right(self) -> None:
        for line in ("p4c6", "p20c20"):
            plain, hard = (advise(Study(line), "entropy", hard=hard).best.guess for hard in (False, True))
            assert plain == hard

    def test_a_large_game_is_played_without_long_waits(self) -> None:
        """A search by the turns alone finds no candidate at this size after some turns; random walks do."""
        variant = Variant(20, 20)
        secret = drawn_code(variant, 1)
        guesses = [drawn_code(variant, at) for at in range(2, 10)]
        position = Position(variant, [Turn(guess, score(secret, guess)) for guess in guesses])
        began = time.process_time()
        assert advise(Study(position)).best.guess in variant
        assert advise(Study(position), "entropy-candidates").best.guess in position.candidates
        assert time.process_time() - began < 20

    def test_what_cannot_be_asked(self) -> None:
        for name in ("first", "knuth", ADVISER):
            with pytest.raises(NotAllowed, match="1 to 999,999,999 guesses"):
                advise(Study(SMALL), name, top=0)
        with pytest.raises(NotAllowed, match="the code is found"):
            advise(Study("p4c6 1122=4b0w"))
        with pytest.raises(NotAllowed, match="is not a strategy"):
            advise(Study(SMALL), "wisdom")

    @pytest.mark.parametrize("threads", [1, 2])
    def test_threads_change_nothing(self, threads: int) -> None:
        for line in (SMALL, MIDDLE, LARGE):
            assert advise(Study(line, threads=threads), top=3).ranking == advise(Study(line), top=3).ranking


def test_a_note_is_read_back_as_it_was_written() -> None:
    notes = Note("sampled", 2000, instead="entropy", by="sampling"), Note("nearest", 2, 3), Note("instead", by="knuth")
    for note in notes:
        assert Note.from_json(note.as_json()) == note
    assert note.as_json() == {"kind": "instead", "number": 0, "turns": 0, "instead": None, "by": "knuth"}
    kept = {"kind": "sampled", "number": 7, "turns": 0, "instead": None}  # by an earlier version
    assert Note.from_json(kept) == Note("sampled", 7)
