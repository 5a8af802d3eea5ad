import json
import math
import random
import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import generate
import reference
from keypeg import words
from keypeg.candidates import DRAWS, Candidates, Count, Pool
from keypeg.coach import Grade, Review, grade, grades, review, sum_up
from keypeg.effort import QUICK, Effort
from keypeg.errors import InconsistentFeedback, NotAllowed, TooLarge
from keypeg.game import Outcome, drawn_code
from keypeg.palette import Palette
from keypeg.position import Position
from keypeg.render import Look
from keypeg.rules import Code, Feedback, Turn, Variant, score
from keypeg.session import BreakSession
from keypeg.strategies import is_within_reach, strategy
from keypeg.study import Study, advise

P4C6 = Variant(4, 6)
GAME = "p4c6 1122=0b2w 1344=1b1w 2511=2b0w 2641=4b0w"


def one(line: str, **settings: Any) -> Grade:
    """Grade the last turn of a position."""
    position = Position.parse(line)
    return grade(position.before(len(position.turns) - 1), position.turns[-1], **settings)


def bits_only(position: Position) -> Effort:
    """Return enough effort to compare all guesses, and too little for the exact search."""
    number, size = len(position.candidates), position.variant.size
    return Effort(max(4096 * number, 512 * size, number * size))


def played_out(variant: Variant, seed: int, player: str) -> Position:
    secret, position = drawn_code(variant, seed), Position(variant)
    while not position.is_won:
        guess = strategy(player).choose(position)
        position = Position(variant, (*position.turns, Turn(guess, score(secret, guess))))
    return position


@st.composite
def open_positions(draw: st.DrawFn, /, **limits: Any) -> Position:
    position = draw(generate.positions(**limits))
    assume(not position.is_won)
    return position


@st.composite
def answered(draw: st.DrawFn, /, **limits: Any) -> tuple[Position, Turn]:
    """Draw a position that is not won, and a turn that can come next."""
    position = draw(open_positions(**limits))
    guess = draw(generate.codes(position.variant))
    possible = sorted(position.partition(guess))
    return position, Turn(guess, draw(st.sampled_from(possible)))


class TestAgainstTheReference:
    """The same figures by trying everything, at sizes where that can be done."""

    @staticmethod
    def codes_left(position: Position, turns: list[Turn]) -> tuple[reference.Variant, list[reference.Code]]:
        variant = (position.variant.pegs, position.variant.colors, position.variant.repeats)
        plain = [
            (tuple(color - 1 for color in turn.guess), (turn.feedback.blacks, turn.feedback.whites)) for turn in turns
        ]
        return variant, reference.candidates(variant, plain)

    @given(answered(max_pegs=4, max_colors=30, max_size=300))
    def test_bits_and_luck(self, drawn: tuple[Position, Turn]) -> None:
        position, turn = drawn
        graded = grade(position, turn)
        _, before = self.codes_left(position, [*position.turns])
        _, after = self.codes_left(position, [*position.turns, turn])
        parts = reference.partition([color - 1 for color in turn.guess], before)
        assert (graded.before.value, graded.after.value) == (len(before), len(after))
        assert graded.bits == pytest.approx(math.log2(len(before) / len(after)))
        expected = sum(size / len(before) * math.log2(len(before) / size) for size in parts.values())
        assert graded.played.bits == pytest.approx(expected, abs=1e-9)
        assert graded.played.left == pytest.approx(sum(size * size for size in parts.values()) / len(before))
        assert graded.luck == pytest.approx(self.luck(parts, turn, position.variant.pegs))

    @staticmethod
    def luck(parts: Counter[reference.Feedback], turn: Turn, pegs: int) -> float:
        """Put all feedback that could come, as often as it could, in the order of kindness; ties share their place."""
        win = (pegs, 0)
        queue = [(feedback == win, -size) for feedback, size in parts.items() for _ in range(size)]
        feedback = (turn.feedback.blacks, turn.feedback.whites)
        mine = (feedback == win, -parts[feedback])
        below, same = sum(other < mine for other in queue), queue.count(mine)
        return 100 * (below + same / 2) / len(queue)

    @settings(max_examples=40)
    @given(answered(max_pegs=3, max_colors=4, max_size=16, max_turns=2))
    def test_guesses_and_skill(self, drawn: tuple[Position, Turn]) -> None:
        position, turn = drawn
        variant, before = self.codes_left(position, [*position.turns])

        def total(guess: reference.Code) -> float:
            parts: dict[reference.Feedback, list[reference.Code]] = {}
            for code in before:
                parts.setdefault(reference.score(code, guess), []).append(code)
            parts.pop((variant[0], 0), None)
            return len(before) + sum(reference.least_total(variant, part) for part in parts.values())

        graded = grade(position, turn)
        mine = total(tuple(color - 1 for color in turn.guess))
        best = min(map(total, reference.all_codes(variant)))
        assert graded.measure == "guesses"
        assert graded.played.guesses == pytest.approx(mine / len(before))
        assert graded.best.guesses == pytest.approx(best / len(before))
        assert graded.skill == pytest.approx(100 * (1 - (mine - best) / len(before)))
        assert graded.is_best == (mine == best)

    @given(answered(max_pegs=4, max_colors=12, max_size=300, max_turns=3), st.booleans())
    def test_the_best_by_bits(self, drawn: tuple[Position, Turn], hard: bool) -> None:
        position, turn = drawn
        variant, before = self.codes_left(position, [*position.turns])
        graded = grade(position, turn, hard=hard, effort=bits_only(position))
        if graded.measure == "guesses" or (not hard and is_within_reach(strategy("optimal"), position, Effort(1))):
            return

        def bits(guess: reference.Code) -> float:
            parts = reference.partition(guess, before)
            return sum(size / len(before) * math.log2(len(before) / size) for size in parts.values())

        def worth(guess: reference.Code) -> float:
            return bits(guess) + (guess in before) / len(before)

        guesses = before if hard else reference.all_codes(variant)
        most = max(map(bits, guesses))
        best = max(worth(guess) for guess in guesses if bits(guess) > most - 1e-9)
        mine = worth(tuple(color - 1 for color in turn.guess))
        assert graded.all_compared
        if not graded.is_best:
            assert graded.best.worth == pytest.approx(best, abs=1e-8)
        assert graded.skill == pytest.approx(min(100 * mine / best, 100) if best else 100, abs=1e-6)


class TestInvariants:
    @settings(max_examples=40)
    @given(open_positions(max_size=1500), st.data())
    def test_luck_has_no_favourites(self, position: Position, data: st.DataObject) -> None:
        """Over all feedback that a guess can get, by their chances, nothing is won or lost by luck."""
        guess = data.draw(generate.codes(position.variant))
        parts = position.partition(guess)
        graded = {feedback: grade(position, Turn(guess, feedback)) for feedback in parts}
        chances = {feedback: size / parts.total for feedback, size in parts.items()}

        def mean(figures: dict[Feedback, float]) -> float:
            return math.fsum(chances[feedback] * figure for feedback, figure in figures.items())

        assert mean({feedback: g.luck or 0 for feedback, g in graded.items()}) == pytest.approx(50)
        assert mean({feedback: g.luck_bits or 0 for feedback, g in graded.items()}) == pytest.approx(0, abs=1e-9)
        assert len({g.skill for g in graded.values()}) == 1, "skill doesn't depend on the answer"
        fortunes = {feedback: g.fortune for feedback, g in graded.items() if g.fortune is not None}
        assert not fortunes or mean(fortunes) == pytest.approx(0, abs=1e-9)

    @settings(max_examples=40)
    @given(answered(), st.booleans())
    def test_scores_are_scores(self, drawn: tuple[Position, Turn], hard: bool) -> None:
        graded = grade(*drawn, hard=hard)
        assert 0 <= graded.skill <= 100
        assert graded.luck is not None
        assert 0 < graded.luck < 100
        assert graded.skill == 100 or not graded.is_best
        assert graded.lost is None or 0 <= graded.lost <= 1
        assert graded.alternative is None or graded.alternative.can_win
        assert not graded.best.can_win or graded.alternative is None or graded.is_best
        assert graded.played.can_win == (graded.contradicted is None)

    @settings(max_examples=40)
    @given(answered(), st.booleans())
    def test_the_best_guess_has_full_skill(self, drawn: tuple[Position, Turn], hard: bool) -> None:
        position, turn = drawn
        best = grade(position, turn, hard=hard).best.guess
        answer = next(iter(position.partition(best)))
        again = grade(position, Turn(best, answer), hard=hard)
        assert again.skill == 100
        assert again.is_best

    @settings(max_examples=40)
    @given(answered())
    def test_in_hard_mode_only_guesses_that_can_be_right_are_held_against_one(
        self, drawn: tuple[Position, Turn]
    ) -> None:
        position, _ = drawn
        graded = grade(*drawn, hard=True)
        assert position.first_contradicted(graded.best.guess) is None
        assert graded.measure == "bits"

    def test_in_hard_mode_a_guess_that_cannot_be_right_is_never_best(self) -> None:
        """It tells more than any guess that can: in a game without hard mode it is the best."""
        position = Position.parse("p4c6 1111=3b0w")
        best = advise(Study(position)).best
        turn = Turn(best.guess, next(iter(best.partition)))
        assert grade(position, turn).is_best
        graded = grade(position, turn, hard=True)
        assert not graded.played.can_win
        assert graded.played.worth > graded.best.worth
        assert graded.best.can_win
        assert not graded.is_best

    @settings(max_examples=40)
    @given(generate.positions(max_size=1500))
    def test_bits_add_up(self, position: Position) -> None:
        summed = review(position)
        told = math.fsum(graded.bits for graded in summed.grades)
        assert told == pytest.approx(math.log2(position.variant.size / len(position.candidates)), abs=1e-9)
        assert summed.left.value == len(position.candidates)

    @settings(max_examples=40)
    @given(generate.positions(max_size=200, max_turns=6))
    def test_the_ledger_adds_up(self, position: Position) -> None:
        """Guesses made and still to come are those of best play, what the choices cost, less what feedback saved."""
        summed = review(position)
        if not position.turns:
            return
        assert summed.expected is not None
        assert summed.lost is not None
        assert summed.fortune is not None
        rest = 0.0 if position.is_won else one_more(position)
        assert len(position.turns) + rest == pytest.approx(summed.expected + summed.lost - summed.fortune)

    @settings(max_examples=40)
    @given(generate.positions(max_size=1500), st.booleans(), st.sampled_from([Effort(1), Effort(10_000), QUICK]))
    def test_the_same_game_is_graded_alike(self, position: Position, hard: bool, effort: Effort) -> None:
        """Whoever asks, on however many threads, turn by turn or at once, and whatever was listed before."""
        first = review(position, hard=hard, effort=effort)
        position.candidates.array  # noqa: B018 - listing them is the point
        assert review(position, hard=hard, effort=effort, threads=1) == first
        walked = Position(position.variant)
        for graded, turn in zip(first.grades, position.turns, strict=True):
            assert grade(walked, turn, hard=hard, effort=effort) == graded
            walked = walked.play(turn)

    @settings(max_examples=40)
    @given(generate.positions(max_size=1500), st.booleans(), st.sampled_from([Effort(1), QUICK]))
    def test_json_and_words(self, position: Position, hard: bool, effort: Effort) -> None:
        data = words.review_json(review(position, hard=hard, effort=effort), Look(position.variant))
        assert json.loads(json.dumps(data, allow_nan=False)) == data
        said = " ".join([*data["words"], *(turn["words"] for turn in data["turns"])])
        assert not re.search(r"\b(wrong|bad|poor|mistake|blunder|should|silly|sorry|nan|None)\b|!", said)
        assert "  " not in said


def one_more(position: Position) -> float:
    """Return how many guesses best play still takes on average."""
    guess = position.candidates[0]
    best = grade(position, Turn(guess, position.variant.win)).best.guesses
    assert best is not None
    return best


class TestSampled:
    """At the least effort all but first guesses are judged by a sample; at a small size the truth is known."""

    def test_a_review_of_which_a_turn_is_sampled_says_so(self) -> None:
        graded = review("p10c10 1122334455=2b3w 6677889911=1b2w")
        assert [grade.method for grade in graded.grades] == ["exact", "sampled"]
        assert graded.method == "sampled"

    @pytest.mark.parametrize("line", [GAME, "p5c8 11223=0b3w 44556=0b1w 12345=0b3w 77123=0b4w"])
    def test_agrees_with_exact(self, line: str) -> None:
        position = Position.parse(line)
        for turn, exact in enumerate(review(position, hard=True).grades):
            drawn = one(" ".join(line.split()[: turn + 2]), hard=True, effort=Effort(1))
            assert (exact.method, drawn.method) == ("exact", "sampled" if turn else "exact")
            assert drawn.sample == (min(exact.before.value, DRAWS) if turn else position.variant.size)
            assert drawn.played.bits == pytest.approx(exact.played.bits, abs=0.08)
            assert drawn.played.left == pytest.approx(exact.played.left, rel=0.1)
            assert drawn.luck == pytest.approx(exact.luck, abs=4)
            assert drawn.bits == pytest.approx(exact.bits)

    def test_the_best_of_some_is_close_to_the_best_of_all(self) -> None:
        exact = one("p5c8 11223=0b3w 44556=0b1w", hard=True)
        drawn = one("p5c8 11223=0b3w 44556=0b1w", hard=True, effort=Effort(1))
        assert (drawn.method, drawn.all_compared) == ("sampled", False)
        assert drawn.best.bits == pytest.approx(exact.best.bits, abs=0.1)
        assert drawn.skill == pytest.approx(exact.skill, abs=3)

    @pytest.mark.parametrize(
        "line",
        [
            "p10c10 1122334455=2b3w 6677889911=1b2w",
            f"p20c20 {'1' * 10}{'2' * 10}=1b1w {'3' * 10}{'4' * 10}=1b1w",
            "p10c12n 123456789a=2b3w",
        ],
    )
    def test_any_size(self, line: str) -> None:
        for graded in review(Position.parse(line)).grades:
            assert 0 < graded.played.bits <= graded.best.bits < 7
            if not graded.position.turns and graded.position.variant.repeats:
                continue
            assert graded.method == "sampled"
            assert words.grade(graded, Look(graded.position.variant)).endswith(
                "(Estimated from 2,000 codes drawn at random.)"
            )
            assert graded.all_compared is False

    @pytest.mark.parametrize(
        ("line", "best"),
        [
            ("p10c10 1122334455=0b6w", "1122334455"),
            ("p10c10 123456789a=0b6w", "1122334455"),
            ("p8c12 14bbcac6=0b3w", "11223345"),
        ],
    )
    def test_first_guesses_are_compared_exactly_at_any_size(self, line: str, best: str) -> None:
        graded = one(line)
        assert (graded.method, graded.all_compared, str(graded.best.guess)) == ("exact", True, best)
        assert (graded.skill == 100) == (graded.turn.guess == graded.best.guess)
        assert graded.bits == pytest.approx(math.log2(graded.before.value / graded.after.value), abs=0.1)

    def test_a_share_too_small_is_taken_from_the_counts(self) -> None:
        graded = one("p10c10 1122334455=2b3w 1166228389=9b0w")
        assert graded.after.is_exact
        assert graded.bits == pytest.approx(math.log2(graded.before.value / graded.after.value))
        assert (graded.luck or 0) > 99

    def test_turns_for_which_no_code_is_found_are_left_out(self, monkeypatch: pytest.MonkeyPatch) -> None:
        drawn = Position.parse("p10c12n").candidates.pool

        def pool(candidates: Candidates) -> Pool:
            if candidates.turns:
                raise TooLarge("no-candidate", position="p10c12n")
            return drawn

        monkeypatch.setattr(Candidates, "pool", property(pool))
        position = Position.parse("p10c12n 123456789a=2b6w 3456789abc=1b7w")
        summed = review(position)
        assert [graded.number for graded in summed.grades] == [1]
        assert summed.ungraded == (2,)
        assert words.review(summed, Look(position.variant))[-1].startswith("Not graded: turn 2.")
        with pytest.raises(TooLarge, match="no candidate was found"):
            one(str(position))
        drawn = drawn._replace(rows=drawn.rows[:99])
        assert review(position).skill is None

    def test_too_few_codes_are_no_ground_for_a_grade(self, monkeypatch: pytest.MonkeyPatch) -> None:
        few = Position.parse("p10c10 1122334455=2b3w").candidates.pool
        monkeypatch.setattr(Candidates, "pool", property(lambda _: few._replace(rows=few.rows[:40])))
        with pytest.raises(TooLarge, match="only 40 candidates were found in time in p10c10 1122334455=2b3w: too few"):
            one("p10c10 1122334455=2b3w 6677889911=1b2w")

    def test_what_is_left_is_estimated_without_bias(self) -> None:
        """A sample has fewer pairs of candidates with the same answer than its size squared."""
        position, guess = Position.parse("p5c8 11223=0b3w"), Code("44556")
        exact = Study(position).promise(guess).left
        draws = []
        for seed in range(200):
            study = Study(position, Effort(1))
            rows = position.candidates.array
            chosen = random.Random(seed).sample(range(len(rows)), 20)
            study.__dict__["rows"] = rows[chosen]
            draws.append(study.promise(guess).left)
        mean = math.fsum(left for left in draws if left is not None) / len(draws)
        assert exact is not None
        assert mean == pytest.approx(exact, rel=0.05)


class TestEffort:
    def test_less_effort_compares_fewer_guesses(self) -> None:
        line = "p5c8 11223=0b3w 44556=0b1w"
        found = [one(line, effort=Effort(pairs)) for pairs in (1, 6_000_000, 1 << 32)]
        assert [graded.method for graded in found] == ["sampled", "exact", "exact"]
        assert [graded.all_compared for graded in found] == [False, False, True]
        assert found[1].bits == found[2].bits

    def test_the_exact_search_needs_effort(self) -> None:
        assert one("p4c6 1122=1b1w 1134=1b1w").measure == "guesses"
        assert one("p4c6 1122=1b1w 1134=1b1w", effort=Effort(1_000_000)).measure == "bits"

    def test_progress_rises_to_the_whole(self) -> None:
        told: list[tuple[float, float]] = []
        review(Position.parse(GAME), progress=lambda done, whole: told.append((done, whole)))
        assert told == sorted(told)
        assert told[-1][0] == told[-1][1]
        assert {whole for _, whole in told} == {told[-1][1]}

    @pytest.mark.parametrize("calls", [0, 1, 3])
    def test_an_exception_of_progress_ends_the_work(self, calls: int) -> None:
        class StopError(Exception):
            pass

        told: list[float] = []

        def stop(done: float, _whole: float) -> None:
            told.append(done)
            if len(told) > calls:
                raise StopError

        with pytest.raises(StopError):
            review(Position.parse("p6c10 112234=0b3w 566778=0b2w 123456=0b4w"), progress=stop)
        assert len(told) == calls + 1


class TestGames:
    def test_nothing_played(self) -> None:
        summed = review(Position(P4C6))
        assert (summed.grades, summed.skill, summed.luck, summed.lost) == ((), None, None, None)
        assert words.review(summed, Look(P4C6)) == [
            "No guess has been made yet, so there is nothing to grade: 1,296 codes are possible."
        ]

    def test_won(self) -> None:
        summed = review(Position.parse(GAME))
        assert summed.is_won
        assert summed.is_over
        assert summed.expected == pytest.approx(5625 / 1296)
        assert words.review(summed, Look(P4C6)) == [
            "The code was found in 4 guesses. Best play takes 4.34 on average.",
            "Skill 86 of 100 on average, luck 67 (50 is average).",
            "The choices cost 0.54 guesses against best play, the feedback saved 0.88.",
            "Worth another look: turn 3 (GORR) and turn 2 (RBYY).",
        ]

    def test_not_finished(self) -> None:
        summed = review(Position.parse("p4c6 1122=0b2w"))
        assert not summed.is_won
        assert not summed.is_over
        assert words.review(summed, Look(P4C6))[:2] == [
            "The code is not found yet: after 1 guess 96 codes are still possible.",
            "Skill 94 of 100, luck 88 (50 is average).",
        ]

    def test_lost_or_given_up(self) -> None:
        summed = review(Position.parse("p4c6 1122=0b2w 1344=1b1w"), is_over=True)
        assert (summed.is_won, summed.is_over) == (False, True)
        assert (
            words.review(summed, Look(P4C6))[0] == "The code was not found in 2 guesses; 19 codes were still possible."
        )
        assert words.review(review(Position(P4C6), is_over=True), Look(P4C6)) == [
            "No guess was made, so there is nothing to grade: 1,296 codes are possible."
        ]

    def test_in_hard_mode_nothing_is_said_of_best_play(self) -> None:
        summed = review(Position.parse("p4c6 1122=0b2w 3516=0b2w 2641=4b0w"), hard=True)
        assert (summed.expected, summed.lost) == (None, None)
        said = words.review(summed, Look(P4C6))
        assert said[0] == "The code was found in 3 guesses."
        assert "In hard mode a guess is compared only with guesses that could be right." in said
        assert "No guess that could be right was better." in words.grade(summed.grades[-1], Look(P4C6))

    def test_turns_after_the_winning_one_are_refused(self) -> None:
        position = Position.parse("p4c6 1122=4b0w 1134=2b0w")
        with pytest.raises(NotAllowed, match="turn 1 found the code in 'p4c6 1122=4b0w 1134=2b0w': leave out"):
            review(position)
        with pytest.raises(NotAllowed, match="turn 1 found the code"):
            sum_up(position, [])
        with pytest.raises(NotAllowed, match="the code is found"):
            one("p4c6 1122=4b0w 1122=4b0w")

    def test_contradictions_are_named(self) -> None:
        with pytest.raises(InconsistentFeedback, match=r"turn 2 \(1122\) could be 1b1w"):
            grade(Position.parse("p4c6 1122=1b1w"), P4C6.turn("1122=2b0w"))

    def test_a_turn_of_another_variant_is_refused(self) -> None:
        with pytest.raises(NotAllowed):
            grade(Position(P4C6), Turn(Code("12345"), Feedback(1, 1)))

    def test_turn_by_turn(self) -> None:
        position = Position.parse(GAME)
        assert sum_up(position, list(grades(position))) == review(position)

    @pytest.mark.parametrize(("variant", "player"), [("p4c6", "optimal"), ("p3c5", "optimal"), ("p2c9", "optimal")])
    def test_best_play_loses_nothing(self, variant: str, player: str) -> None:
        for seed in range(5):
            summed = review(played_out(Variant.parse(variant), seed, player))
            assert summed.skill == 100
            assert summed.lost == 0


class TestWords:
    LOOK = Look(P4C6)

    @pytest.mark.parametrize(
        ("line", "said"),
        [
            (
                "p4c6 1123=0b0w",
                """RRGB left 81 of 1,296 codes: the feedback told 4.00 bits; 3.04 was to be expected, so it was lucky.
                No guess was better.""",
            ),
            (
                "p4c6 1122=1b0w",
                """RRGG left 256 of 1,296 codes: the feedback told 2.34 bits; 2.89 was to be expected, so it was
                unlucky. A good choice. After RRGB the code takes 4.34 guesses from here on average, after this
                one 4.40.""",
            ),
            (
                "p4c6 1122=1b1w",
                """RRGG left 208 of 1,296 codes: the feedback told 2.64 bits; 2.89 was to be expected, though fewer
                codes are left less than one time in three. A good choice. After RRGB the code takes 4.34 guesses from
                here on average, after this one 4.40.""",
            ),
            (
                "p4c6 1122=0b2w 1122=0b2w",
                """RRGG could get no other feedback, so it told nothing new: 96 codes are still possible. It was the
                guess of turn 1 already. After GBRY the code takes 3.22 guesses from here on average, after this one
                4.22.""",
            ),
        ],
    )
    def test_sentences(self, line: str, said: str) -> None:
        assert words.grade(one(line), self.LOOK) == " ".join(said.split())

    @pytest.mark.parametrize(
        ("luck", "bits", "said"),
        [
            (68, 2.90, "expected, so it was lucky."),
            (68, 2.89, "expected, though fewer codes are left less than one time in three."),
            (67, 2.90, "expected."),
            (33, 2.88, "expected."),
            (32, 2.89, "expected, though more codes are left less than one time in three."),
            (32, 2.88, "expected, so it was unlucky."),
        ],
    )
    def test_feedback_is_lucky_or_unlucky_where_bits_and_luck_agree(self, luck: float, bits: float, said: str) -> None:
        graded = replace(one("p4c6 1122=1b1w"), luck=luck, bits=bits)
        assert f"{bits:.2f} bits; 2.89 was to be {said} A good choice." in words.grade(graded, self.LOOK)

    def test_the_turn_that_rules_a_guess_out_is_named(self) -> None:
        graded = one("p4c6 1122=0b2w 1344=1b1w")
        assert graded.contradicted == 0
        assert graded.as_json()["contradicted"] == 1
        assert (
            "It couldn't be the code: if it were the secret, turn 1 (RRGG) would have got 1 black, 0 white, "
            "not 0 black, 2 white."
        ) in words.grade(graded, self.LOOK)

    def test_only_one_code_left(self) -> None:
        start = "p4c6 1111=3b0w 1112=3b0w 1113=3b0w 1114=3b0w 1115=3b0w"
        assert words.grade(one(f"{start} 1116=4b0w"), self.LOOK) == "Only one code was left, and RRRP it was."
        graded = one(f"{start} 6666=1b0w")
        assert (graded.skill, graded.luck) == (0, 50)
        assert words.grade(graded, self.LOOK).endswith("RRRP was the only code left.")

    def test_a_guess_that_cannot_be_right_may_be_best(self) -> None:
        """Twenty codes that differ in one peg: to try them one by one takes longer than a guess that parts them."""
        start = "p4c6 1111=3b0w"
        position = Position.parse(start)
        parting = one(f"{start} 1112=3b0w")
        assert parting.position == position
        assert not parting.best.can_win
        assert parting.alternative is not None
        assert parting.alternative.guesses is not None
        assert parting.best.guesses is not None
        assert parting.alternative.guesses > parting.best.guesses
        said = words.grade(parting, self.LOOK)
        assert "couldn't be right itself, but its feedback tells the codes apart better than that of" in said
        answer = next(iter(position.partition(parting.best.guess)))
        best = grade(position, Turn(parting.best.guess, answer))
        assert "Its feedback tells the codes apart better than that of" in words.grade(best, self.LOOK)

    def test_the_guess_of_a_proven_tree_is_not_praised_for_bits_that_another_has_more_of(self) -> None:
        position = Position.parse("p5c8 11234=1b1w")
        best = advise(position).best
        other = position.partition("22536")
        assert not best.can_win
        assert other.can_win
        assert other.bits > best.bits
        graded = one(f"{position} {best.guess}=1b1w")
        assert (graded.is_best, graded.alternative) == (True, None)
        assert "tells the codes apart better" not in words.grade(graded, Look(position.variant))

    def test_colors_are_those_of_the_palette(self) -> None:
        look = Look(P4C6, Palette.parse("board"))
        data = words.review_json(review(Position.parse(GAME)), look)
        assert data["turns"][0]["words"].startswith("RRBB left 96")
        assert data["words"][-1] == "Worth another look: turn 3 (BWRR) and turn 2 (RYGG)."
        assert words.grade(one("p10c10 1122334455=2b3w"), Look(Variant(10, 10))).startswith("RRGGBBYYOO left about")

    @pytest.mark.parametrize(
        ("score", "said"),
        [(100, "100"), (99.9, "99"), (0, "0"), (0.2, "1"), (56.5, "56"), (57.2, "57"), (None, "-")],
    )
    def test_full_scores_are_only_those_that_are(self, score: float | None, said: str) -> None:
        assert words.score(score) == said

    def test_unknown_counts(self) -> None:
        first = one("p10c10 1122334455=2b3w 6677889911=1b2w")
        unknown = Count(0, 0, 10**10)
        graded = replace(first, before=unknown, after=unknown)
        assert words.grade(graded, Look(Variant(10, 10))).startswith("PPCCMMWWRR: the feedback told about ")
        won = replace(first, before=unknown, turn=Turn(first.turn.guess, Feedback(10, 0)))
        assert "one of an unknown number of codes" in words.grade(won, Look(Variant(10, 10)))


def test_a_review_is_a_value() -> None:
    first, second = review(Position.parse(GAME)), review(Position.parse(GAME))
    assert isinstance(first, Review)
    assert first == second
    assert hash(first) == hash(second)


class TestVerdicts:
    @pytest.mark.parametrize(
        ("skill", "verdict"),
        [(99.9, "good"), (90, "good"), (89.9, "slip"), (60, "slip"), (59.9, "mistake"), (0, "mistake")],
    )
    def test_skill_decides(self, skill: float, verdict: str) -> None:
        graded = one("p4c6 1111=1b0w")
        assert replace(graded, skill=skill).verdict == verdict

    @settings(max_examples=40)
    @given(answered(), st.booleans())
    def test_a_verdict_is_that_of_the_formula(self, drawn: tuple[Position, Turn], hard: bool) -> None:
        graded = grade(*drawn, hard=hard)
        if graded.is_win:
            assert graded.verdict == "found"
        else:
            assert (graded.verdict == "best") == graded.is_best
        assert graded.as_json()["verdict"] == graded.verdict

    def test_of_a_game(self) -> None:
        summed = review(Position.parse(GAME))
        assert [graded.verdict for graded in summed.grades] == ["good", "slip", "slip", "found"]
        assert [graded.number for graded in summed.worth_a_look] == summed.as_json()["worth_a_look"] == [3, 2]

    def test_three_turns_are_worth_a_look_at_most_and_never_the_right_guess(self) -> None:
        wild = review(Position.parse("p4c6 1111=1b0w 1111=1b0w 1111=1b0w 2222=1b0w 1234=4b0w"))
        assert [graded.number for graded in wild.worth_a_look] == [2, 3, 4]
        lucky = review(Position.parse("p4c6 1111=4b0w"))
        assert (lucky.grades[0].verdict, lucky.worth_a_look) == ("found", ())
        assert lucky.grades[0].skill < 60


class TestAdversary:
    GAME = "p4c6 1122=1b0w 1344=0b1w 3526=0b2w"

    def test_there_is_no_luck_and_the_worst_case_counts(self) -> None:
        summed = review(Position.parse("p4c6 1123=1b1w"), codemaker="adversary")
        [graded] = summed.grades
        assert (graded.measure, graded.luck, graded.luck_bits, graded.fortune) == ("worst-case", None, None, None)
        assert (summed.luck, summed.luck_bits, summed.expected, summed.lost) == (None, None, None, None)
        assert str(graded.best.guess) == "1122"
        assert graded.skill == pytest.approx(100 * math.log(1296 / 276) / math.log(1296 / 256))
        assert json.loads(json.dumps(summed.as_json()))["codemaker"] == "adversary"

    @settings(max_examples=30)
    @given(answered(max_size=700), st.booleans())
    def test_no_guess_leaves_fewer_at_worst_than_the_best(self, drawn: tuple[Position, Turn], hard: bool) -> None:
        position, turn = drawn
        graded = grade(position, turn, hard=hard, codemaker="adversary")
        guesses = position.candidates if hard else Position(position.variant).candidates
        worth = {code: _worst_worth(position, code) for code in guesses}
        most = max(worth.values())
        assert _worst_worth(position, graded.best.guess) == pytest.approx(most)
        own = _worst_worth(position, turn.guess)
        assert graded.skill == pytest.approx(100 * min(own / most, 1) if most else 100)

    def test_a_hint_names_the_guess_that_the_coach_calls_best(self) -> None:
        session = BreakSession("p4c6", "adversary")
        while not session.is_over:
            for _ in range(3):
                hint = session.hint()
            assert hint.advice is not None
            session.guess(hint.advice.best.guess)
        assert session.outcome is Outcome.WON
        summed = review(session.position, codemaker=session.codemaker_kind)
        assert {graded.verdict for graded in summed.grades[:-1]} == {"best"}
        assert summed.skill == 100

    def test_in_words(self) -> None:
        look = Look(P4C6)
        summed = review(Position.parse("p4c6 1111=0b0w 1234=0b1w"), codemaker="adversary", is_over=True)
        assert words.grade(summed.grades[0], look) == (
            "RRRR left 625 of 1,296 codes: the adversary leaves as many as it can. "
            "RRGG leaves at most 256 codes, this one 625."
        )
        assert words.review(summed, look)[1].endswith("by the worst case. Against an adversary there is no luck.")
        again = one("p4c6 1111=0b0w 1111=0b0w", codemaker="adversary")
        assert words.grade(again, look).startswith(
            "RRRR could get no other feedback, so it told nothing new: 625 codes"
        )

    def test_where_codes_are_drawn_about_how_many_are_left_is_said(self) -> None:
        graded = one("p10c10 1122334455=2b3w 1111111111=1b0w", codemaker="adversary")
        assert (graded.method, graded.luck, graded.verdict) == ("sampled", None, "mistake")
        said = words.grade(graded, Look(graded.position.variant))
        least, own = (
            int(number.replace(",", "")) for number in re.findall(r"at most ([\d,]+) codes, this one ([\d,]+)", said)[0]
        )
        assert 10**6 < least < own < graded.before.value
        assert said.endswith("drawn at random.)")
        unknown = replace(graded, before=Count(0, 0, 9), after=Count(0, 0, 9))
        assert words.grade(unknown, Look(graded.position.variant)).startswith("RRRRRRRRRR: the feedback told about")


def _worst_worth(position: Position, guess: Code) -> float:
    sizes = position.partition(guess)
    return math.log2(sizes.total / sizes.largest) + (sizes.total == 1 and sizes.can_win)


@pytest.mark.parametrize(
    ("skill", "luck", "said"),
    [
        (95, 61, "Well reasoned, and a little lucky"),
        (95, 50, "Well reasoned"),
        (90, 39, "Well reasoned, a little unlucky"),
        (80, 50, "Solid play, with room to improve"),
        (74, 70, "Lucky feedback, but some loose guesses"),
        (95, None, "Well reasoned against an adversary"),
    ],
)
def test_a_game_in_a_headline(skill: float, luck: float | None, said: str) -> None:
    summed = review(Position.parse("p4c6 1122=0b2w"))
    graded = replace(summed.grades[0], skill=skill, luck=luck)
    assert words.headline(replace(summed, grades=(graded,))) == said
    assert words.headline(replace(summed, grades=())) == ""
