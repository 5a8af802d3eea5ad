import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from keypeg import _core, contradiction, session_solve, words
from keypeg.candidates import Candidates, Count
from keypeg.errors import KeypegError, NotAllowed, UnreadableText
from keypeg.game import Adversary, Codemaker, Drawn, Fixed, Outcome
from keypeg.history import KEPT
from keypeg.palette import BOARD, Palette
from keypeg.position import Position
from keypeg.render import Look
from keypeg.rules import Code, Feedback, Turn, Variant, score
from keypeg.session import BreakSession, SolveSession, parse_guesses, parse_session
from keypeg.study import Note, Study, Suggestion, advise

P4C6 = Variant(4, 6)
LOOK = Look(P4C6)


def breaking(secret: str = "1344", *, guesses: int | None = 10, hard: bool = False) -> BreakSession:
    return BreakSession(P4C6, Fixed(Code(secret)), guesses=guesses, hard=hard)


def said_slips(session: SolveSession) -> list[str]:
    """Say what is wrong with contradicting answers."""
    assert session.contradiction is not None
    return words.contradiction_lines(session.contradiction, session.look)


def counted(monkeypatch: pytest.MonkeyPatch, place: object, name: str) -> list[int]:
    """Let a function add a 1 to a list each time it is called."""
    calls: list[int] = []
    call = getattr(place, name)

    def count(*arguments: Any, **keywords: Any) -> Any:
        calls.append(1)
        return call(*arguments, **keywords)

    monkeypatch.setattr(place, name, count)
    return calls


class TestWork:
    """What a whole game costs: every turn adds one position, and nothing is replayed or searched again."""

    SECRET = Code("6543")

    @pytest.fixture
    def positions(self, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        return counted(monkeypatch, Position, "_hold")

    @pytest.fixture
    def searches(self, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        return counted(monkeypatch, _core, "find_candidates")

    @pytest.mark.parametrize("secret", [SECRET, None], ids=["known", "unknown"])
    @pytest.mark.parametrize("strategy", ["first", "knuth"])
    def test_the_computer_guesses(
        self, strategy: str, secret: Code | None, positions: list[int], searches: list[int]
    ) -> None:
        session = SolveSession(P4C6, strategy=strategy, secret=secret)
        while session.next_guess is not None:
            session.answer(score(self.SECRET, session.next_guess))
        assert session.outcome is Outcome.WON
        assert sum(positions) == 1 + len(session.turns)
        assert sum(searches) <= 3

    def test_a_person_guesses(self, positions: list[int], searches: list[int]) -> None:
        session = BreakSession(P4C6, Fixed(self.SECRET))
        for guess in ("1122", "3344", "5566", "6534", "6543"):
            session.guess(guess)
        assert session.outcome is Outcome.WON
        assert sum(positions) == 1 + len(session.turns)
        assert not searches

    def test_turns_that_stay_are_not_played_again(self, positions: list[int]) -> None:
        session = SolveSession.parse("p4c6 strategy=first guesses=10 1111=0b0w 2222=1b0w 2333=2b0w 2344=1b2w")
        assert session.next_guess is not None
        before = sum(positions)
        session.correct(4, "2b1w")
        assert session.contradiction is None
        assert sum(positions) == before + 2  # the one before the last turn, and the one after it

    def test_a_recalled_guess_is_not_searched(self, positions: list[int], searches: list[int]) -> None:
        session = SolveSession.parse("p4c6 strategy=first guesses=10 1111=0b0w 2222=1b0w 2333=2b0w")
        session.recall(Suggestion(Code("2344")))
        assert session.next_guess == Code("2344")
        assert sum(positions) == 1 + len(session.turns)
        assert not searches


class TestBreaking:
    def test_won(self) -> None:
        session = breaking()
        assert session.guess("rrgg") == Turn(Code("1122"), Feedback(1, 0))
        assert (session.outcome, session.secret, session.guesses_left) == (Outcome.OPEN, None, 9)
        session.guess("1344")
        assert (session.outcome, session.secret) == (Outcome.WON, Code("1344"))

    def test_lost_on_the_last_guess_and_the_secret_is_shown(self) -> None:
        session = breaking(guesses=2)
        session.guess("1111")
        assert session.outcome is Outcome.OPEN
        session.guess("1111")
        assert (session.outcome, session.guesses_left, session.secret) == (Outcome.LOST, 0, Code("1344"))

    def test_won_on_the_last_guess(self) -> None:
        session = breaking(guesses=1)
        session.guess("1344")
        assert session.outcome is Outcome.WON

    def test_given_up(self) -> None:
        session = breaking()
        assert session.give_up() == Code("1344")
        assert (session.outcome, session.secret) == (Outcome.GIVEN_UP, Code("1344"))

    def test_nothing_goes_on_after_the_end(self) -> None:
        session = breaking()
        session.guess("1344")
        for act in (lambda: session.guess("1111"), session.undo, session.redo, session.hint, session.give_up):
            with pytest.raises(NotAllowed, match="the game is over"):
                act()

    def test_no_limit(self) -> None:
        session = breaking(guesses=None)
        for _ in range(30):
            session.guess("1111")
        assert (session.guesses_left, session.outcome) == (None, Outcome.OPEN)

    @pytest.mark.parametrize("text", ["", "112", "11223", "1127", "rgbx", "help!"])
    def test_bad_input_costs_no_turn(self, text: str) -> None:
        session = breaking()
        with pytest.raises(KeypegError):
            session.guess(text)
        assert session.turns == ()

    def test_undo_and_redo(self) -> None:
        session = breaking()
        with pytest.raises(NotAllowed, match="nothing to undo"):
            session.undo()
        first, second = session.guess("1122"), session.guess("1133")
        assert (session.can_undo, session.can_redo) == (True, False)
        assert session.undo() == second
        assert (session.can_undo, session.can_redo) == (True, True)
        assert list(session.turns) == [first]
        assert session.redo() == second
        assert list(session.turns) == [first, second]
        session.undo()
        session.undo()
        assert (session.turns, session.undos, session.guesses_left) == ((), 3, 10)
        session.guess("1234")
        with pytest.raises(NotAllowed, match="nothing to redo"):
            session.redo()

    def test_hard_mode_names_the_turn(self) -> None:
        session = breaking(hard=True)
        session.guess("1122")
        session.guess("1345")
        with pytest.raises(NotAllowed, match=r"turn 2 \(RBYO\) would have got 2 black, 1 white, not 3 black, 0 white"):
            session.guess("1544")
        assert len(session.turns) == 2

    def test_hard_mode_message(self) -> None:
        session = breaking(hard=True)
        session.guess("1122")
        with pytest.raises(NotAllowed) as caught:
            session.guess("5566")
        assert str(caught.value) == (
            "hard mode: OOPP can't be right: if it were the secret, turn 1 (RRGG) would have got 0 black, 0 white, "
            "not 1 black, 0 white"
        )
        assert len(session.turns) == 1
        session.guess("1344")
        assert session.outcome is Outcome.WON

    def test_hints_step_by_step_and_start_anew_after_a_guess(self) -> None:
        session = breaking()
        session.guess("1122")
        session.guess("1345")
        one, two, three, again = (session.hint() for _ in range(4))
        assert (one.step, two.step, three.step, again.step) == (1, 2, 3, 3)
        left = len(session.position.candidates)
        assert (one.count.value, one.advice) == (left, None)
        assert words.hint(one, LOOK) == f"{left} codes are still possible."
        codes = list(session.position.candidates)
        for color in range(1, 7):
            assert two.colors is not None
            assert (color in two.colors.sure) == all(color in code for code in codes)
            assert (color in two.colors.absent) == all(color not in code for code in codes)
        assert three.advice is not None
        assert LOOK.code(three.advice.best.guess) in words.hint(three, LOOK)
        assert three.advice.best.can_win == (three.advice.best.guess in session.position.candidates)
        session.guess("1344")
        assert session.hints == 4

    def test_hard_mode_allows_the_guess_it_suggests(self) -> None:
        for hard in (True, False):
            session = breaking("1123", hard=hard)
            session.guess("1133")
            *_, hint = (session.hint() for _ in range(3))
            assert hint.advice is not None
            assert hint.advice.best.can_win == hard
        session = breaking("1123", hard=True)
        while not session.is_over:
            *_, hint = (session.hint() for _ in range(3))
            assert hint.advice is not None
            session.guess(hint.advice.best.guess)
        assert session.outcome is Outcome.WON

    def test_to_look_at_the_possible_codes_counts_once_after_each_guess(self) -> None:
        session = BreakSession("p4c6", "fixed:1344")
        for _ in range(2):
            session.look_at_candidates()
            session = BreakSession.parse(str(session))
        assert (session.hints, session.looked) == (1, True)
        session.guess("1122")
        assert not session.looked
        session.look_at_candidates()
        session.undo()
        session.look_at_candidates()
        assert session.hints == 3
        session.give_up()
        assert "looked" not in str(session)
        with pytest.raises(NotAllowed, match="the game is over"):
            session.look_at_candidates()

    def test_hints_go_on_from_the_step_they_had_reached(self) -> None:
        session = breaking()
        session.hint()
        resumed = BreakSession.parse(str(session))
        assert (session.step, resumed.step) == (1, 1)
        assert resumed.hint().step == 2

    def test_a_guess_resets_the_steps(self) -> None:
        session = breaking()
        session.hint()
        session.hint()
        session.guess("1122")
        assert session.hint().step == 1

    def test_check_says_whether_a_guess_can_be_right(self) -> None:
        session = breaking()
        session.guess("1122")
        assert words.check(session.check("5566"), LOOK) == (
            "OOPP can't be right: if it were the secret, turn 1 (RRGG) would have got 0 black, 0 white, "
            "not 1 black, 0 white."
        )
        assert words.check(session.check("1344"), LOOK).startswith(
            "RBYY can be right: it is consistent with every turn"
        )
        assert (len(session.turns), session.hints) == (1, 2)

    def test_hint_where_codes_cannot_be_listed(self) -> None:
        session = BreakSession(Variant(20, 20), Drawn(1))
        session.guess("123456789abcdefghijk")
        session.hint()
        assert "no color is certain" in words.hint(session.hint(), session.look)
        hint = session.hint()
        assert hint.advice is not None
        assert hint.advice.best.guess in session.variant
        assert "drawn at random" in words.hint(hint, session.look)

    def test_candidates_left(self) -> None:
        session = breaking()
        session.guess("1122")
        assert session.candidates_left.value == 256

    def test_show_secret(self) -> None:
        assert BreakSession(P4C6, Fixed(Code("1344")), show_secret=True).secret == Code("1344")
        assert BreakSession(P4C6, Adversary(), show_secret=True).secret is None

    def test_a_secret_of_another_variant_is_refused_at_once(self) -> None:
        with pytest.raises(NotAllowed):
            BreakSession(P4C6, Fixed(Code("11111")))

    @pytest.mark.parametrize("guesses", [0, -1])
    def test_a_game_needs_a_guess(self, guesses: int) -> None:
        with pytest.raises(NotAllowed, match="1 guess or more"):
            breaking(guesses=guesses)

    def test_the_adversary_is_broken_too(self) -> None:
        session = BreakSession(P4C6, Adversary(), guesses=None)
        while not session.is_over:
            session.guess(advise(Study(session.position)).best.guess)
        assert session.outcome is Outcome.WON
        assert session.secret == session.turns[-1].guess


class TestBreakingLine:
    @pytest.mark.parametrize("codemaker", [Drawn(42), Adversary(), Fixed(Code("1344"))])
    @pytest.mark.parametrize("hard", [False, True])
    def test_a_resumed_game_goes_on_exactly(self, codemaker: Codemaker, hard: bool) -> None:
        session = BreakSession(P4C6, codemaker, guesses=7, hard=hard, palette=BOARD)
        seed = random.Random(5)
        session.hint()
        for _ in range(2):
            session.guess(session.position.candidates.sample(1, seed)[0])
        session.undo()
        resumed = BreakSession.parse(str(session))
        assert str(resumed) == str(session)
        assert (resumed.turns, resumed.guesses_left, resumed.hard) == (session.turns, 6, hard)
        assert (resumed.hints, resumed.undos, resumed.look) == (1, 1, session.look)
        guess = session.position.candidates.sample(1, seed)[0]
        assert resumed.guess(guess) == session.guess(guess)

    def test_the_line(self) -> None:
        session = BreakSession(P4C6, Drawn(42))
        session.guess("1122")
        assert str(session) == f"p4c6 guesses=10 codemaker=random:42 {session.turns[0]}"

    def test_the_line_tells_no_secret(self) -> None:
        session = breaking("1344")
        assert "1344" not in str(session)
        assert str(BreakSession(P4C6, Drawn(3)).codemaker.reveal(Position(P4C6))) not in str(
            BreakSession(P4C6, Drawn(3))
        )

    def test_ended_games_stay_ended(self) -> None:
        session = breaking()
        session.guess("1122")
        session.give_up()
        assert BreakSession.parse(str(session)).outcome is Outcome.GIVEN_UP
        won = breaking(guesses=None)
        won.guess("1344")
        assert BreakSession.parse(str(won)).outcome is Outcome.WON

    def test_what_was_undone_can_be_redone_later(self) -> None:
        session = breaking()
        first, second, third = (session.guess(guess) for guess in ("1122", "3344", "5566"))
        session.undo()
        session.undo()
        assert str(session) == "p4c6 guesses=10 codemaker=veiled:c3f49fe3 undos=2 1122=1b0w -3344 -5566"
        resumed = BreakSession.parse(str(session))
        assert (resumed.redo(), resumed.redo()) == (second, third)
        assert resumed.turns == (first, second, third)

    @pytest.mark.parametrize("moves", ["1122=1b0w 5566=0b0w", "1122=1b0w -5566", "-1122 -5566", "1344=4b0w -1122"])
    def test_a_guess_that_was_not_allowed_is_in_no_line(self, moves: str) -> None:
        with pytest.raises(NotAllowed, match=r"hard mode|the game is over"):
            BreakSession.parse(f"p4c6 hard codemaker=fixed:1344 {moves}")
        easy = f"p4c6 guesses=10 codemaker={Fixed('1344')} undos=2 -1122 -5566"
        assert str(BreakSession.parse(easy)) == easy

    @pytest.mark.parametrize("guesses", [1, 10**9 - 1, None])
    def test_every_number_of_guesses_can_be_read_back(self, guesses: int | None) -> None:
        line = str(BreakSession(P4C6, Drawn(1), guesses=guesses))
        assert BreakSession.parse(line).guesses == guesses

    def test_a_guess_and_the_end_forget_what_was_undone(self) -> None:
        for ends in (False, True):
            session = breaking()
            session.guess("1122")
            session.undo()
            session.hint()
            assert str(session).endswith("hints=1 undos=1 step=1 -1122")
            if ends:
                session.give_up()
                assert str(session).endswith("hints=1 undos=1 given-up")
            else:
                session.guess("1234")
                assert str(session).endswith("hints=1 undos=1 1234=2b1w")

    def test_a_game_that_its_codemaker_called_off(self) -> None:
        session = breaking()
        session.guess("1122")
        assert session.call_off() == Code("1344")
        resumed = BreakSession.parse(str(session))
        assert (resumed.outcome, resumed.called_off) == (Outcome.GIVEN_UP, True)
        assert str(resumed) == str(session) == "p4c6 guesses=10 codemaker=veiled:c3f49fe3 called-off 1122=1b0w"
        given_up = breaking()
        given_up.give_up()
        assert not BreakSession.parse(str(given_up)).called_off

    def test_a_guess_that_may_be_made_is_not_made_by_the_question(self) -> None:
        session = breaking(hard=True)
        session.guess("1122")
        assert session.check_guess("rbyy") == Code("1344")
        with pytest.raises(NotAllowed, match="hard mode"):
            session.check_guess("5566")
        assert len(session.turns) == 1
        session.guess("1344")
        with pytest.raises(NotAllowed, match="the game is over"):
            session.check_guess("1344")

    def test_own_palette(self) -> None:
        session = BreakSession(Variant(3, 3), Drawn(1), palette=Palette.parse("sky=#88ccff,red,blue"))
        assert BreakSession.parse(str(session)).look == session.look

    def test_a_secret_that_is_shown_stays_shown(self) -> None:
        session = BreakSession(P4C6, Fixed(Code("1344")), show_secret=True)
        assert BreakSession.parse(str(session)).secret == Code("1344")

    def test_a_turn_after_the_end_is_noticed(self) -> None:
        session = breaking(guesses=2)
        session.guess("1122")
        session.guess("1122")
        with pytest.raises(NotAllowed, match="the game is over"):
            BreakSession.parse(str(session).replace("guesses=2", "guesses=1"))

    def test_a_changed_answer_is_noticed(self) -> None:
        session = breaking()
        session.guess("1122")
        with pytest.raises(NotAllowed, match=r"turn 1 \(1122=2b0w\) is not what the codemaker answers"):
            BreakSession.parse(str(session).replace("1b0w", "2b0w"))

    def test_codes_that_spell_a_setting(self) -> None:
        variant = Variant(5, 30)
        session = BreakSession(variant, Fixed(variant.code("hintt")))
        session.guess("hints")
        assert BreakSession.parse(str(session)).turns == session.turns

    @pytest.mark.parametrize(
        "line",
        [
            "",
            "p4c6",
            "what",
            "p4c6 codemaker=random:1 guesses=x",
            "p4c6 codemaker=random:1 hints=-1",
            "p4c6 codemaker=random:1 1122",
            "p4c6 codemaker=random:1 soft",
            "p4c6 codemaker=random:1 palette=none",
            "p4c6 codemaker=veiled:00",
            "p4c6 codemaker=random:3 id=../../games",
            "p4c6 codemaker=random:1 strategy=first",
            "p4c6 codemaker=random:1 step=x",
            "p4c6 codemaker=random:1 -112",
            "p4c6 codemaker=random:1 -1122=0b0w",
            "p4c6 codemaker=random:1 1:0b0w",
            "p4c6 codemaker=random:1 -",
        ],
    )
    def test_bad_lines_are_keypeg_errors(self, line: str) -> None:
        with pytest.raises(KeypegError):
            BreakSession.parse(line)


def answer_all(session: SolveSession, secret: Code) -> None:
    while (guess := session.next_guess) is not None:
        session.answer(score(secret, guess))


class TestSolving:
    @pytest.mark.parametrize("name", ["first", "knuth", "entropy", "most-parts-candidates"])
    def test_breaks_the_code(self, name: str) -> None:
        session = SolveSession(P4C6, strategy=name)
        answer_all(session, Code("3632"))
        assert session.outcome is Outcome.WON
        assert session.turns[-1].guess == Code("3632")

    def test_the_third_requirements_example(self) -> None:
        """Secret [1,3,1,4]: the agent begins 1111, 1122, 1313, each the first consistent code."""
        session = SolveSession(P4C6, strategy="first")
        for guess, feedback in (("1111", "[2,0]"), ("1122", "[1,1]")):
            assert session.next_guess == Code(guess)
            session.answer(feedback)
        assert session.next_guess == Code("1313")

    def test_runs_out_of_guesses(self) -> None:
        session = SolveSession(P4C6, strategy="first", guesses=2)
        answer_all(session, Code("6666"))
        assert (session.outcome, session.next_guess, session.guesses_left) == (Outcome.LOST, None, 0)
        with pytest.raises(NotAllowed, match="the game is over"):
            session.answer("0b0w")

    @pytest.mark.parametrize("text", ["1b2w", "1,2", "[1,2]", "BWW", "bww", "1 2"])
    def test_forms_of_an_answer(self, text: str) -> None:
        session = SolveSession(P4C6)
        assert session.answer(text).feedback == Feedback(1, 2)

    @pytest.mark.parametrize(
        ("text", "reason"),
        [("3b1w", "no other place to be"), ("4,1", "a code has only 4 pegs"), ("x", "is not feedback")],
    )
    def test_impossible_answers_are_refused(self, text: str, reason: str) -> None:
        session = SolveSession(P4C6)
        guess = session.next_guess
        with pytest.raises(KeypegError, match=reason):
            session.answer(text)
        assert (session.turns, session.next_guess) == ((), guess)

    def test_a_slip_is_found_and_corrected(self) -> None:
        secret = Code("1344")
        session = SolveSession(P4C6, strategy="first")
        slips = 0
        while not session.is_over:
            if session.contradiction is not None:
                assert 1 in session.contradiction.corrections  # turns are counted from 0 there
                assert score(secret, session.turns[1].guess) in session.contradiction.corrections[1]
                assert any(line.startswith("turn 2 (RGGG): ") for line in said_slips(session))
                assert (session.next_guess, session.candidates_left) == (None, Count.exactly(0))
                with pytest.raises(NotAllowed, match="contradict"):
                    session.answer("0b0w")
                session.correct(2, score(secret, session.turns[1].guess))
                continue
            guess = session.next_guess
            assert guess is not None
            right = score(secret, guess)
            wrong = len(session.turns) == 1 and not slips
            slips += wrong
            session.answer(Feedback(0, 1) if wrong else right)
        assert (slips, session.outcome) == (1, Outcome.WON)
        assert session.turns[-1].guess == secret

    def test_diagnosis_names_the_single_slips(self) -> None:
        session = SolveSession.parse("p2c2 strategy=first guesses=10 11=0b0w 22=0b0w")
        assert said_slips(session) == [
            "turn 1 (RR): 0b0w could have been 2b0w (1 code left)",
            "turn 2 (GG): 0b0w could have been 2b0w (1 code left)",
        ]

    def test_more_than_one_wrong_answer(self) -> None:
        session = SolveSession.parse("p2c3 strategy=first guesses=10 11=0b0w 22=0b0w 33=0b0w 12=2b0w 13=2b0w")
        assert session.contradiction is not None
        assert any("the feedback of more than one turn is wrong" in line for line in said_slips(session))

    def test_undo_redo_also_of_corrections(self) -> None:
        session = SolveSession(P4C6, strategy="first")
        with pytest.raises(NotAllowed, match="nothing to undo"):
            session.undo()
        session.answer("2b0w")
        session.answer("1b1w")
        before = session.turns
        assert session.correct(1, "1b0w") == Turn(before[0].guess, Feedback(1, 0))
        assert session.turns[0].feedback == Feedback(1, 0)
        session.undo()
        assert session.turns == before
        session.undo()
        assert session.next_guess == Code("1122")
        session.redo()
        session.redo()
        assert session.turns[0].feedback == Feedback(1, 0)
        with pytest.raises(NotAllowed, match="nothing to redo"):
            session.redo()

    def test_undo_leaves_a_contradiction(self) -> None:
        session = SolveSession(Variant(2, 2), strategy="first")
        session.answer("0b0w")
        session.answer("0b0w")
        assert said_slips(session)
        session.undo()
        assert (session.contradiction, session.next_guess) == (None, Code("22"))

    def test_correcting_to_a_win_ends_the_game(self) -> None:
        session = SolveSession(P4C6, strategy="first")
        session.answer("2b0w")
        session.answer("1b1w")
        session.correct(1, "4b0w")
        assert (session.outcome, len(session.turns)) == (Outcome.WON, 1)

    @pytest.mark.parametrize("number", [0, 2, -1])
    def test_only_turns_that_are_there_are_corrected(self, number: int) -> None:
        session = SolveSession(P4C6)
        session.answer("0b1w")
        with pytest.raises(NotAllowed, match="there is no turn"):
            session.correct(number, "1b0w")

    def test_a_known_secret_checks_answers(self) -> None:
        session = SolveSession(P4C6, strategy="first", secret=Code("1344"))
        with pytest.raises(NotAllowed, match="0b1w is not right: with your secret, RRRR gets 1b0w"):
            session.answer("0b1w")
        session.answer("1b0w")
        with pytest.raises(NotAllowed, match="gets 1b0w"):
            session.correct(1, "2b0w")

    def test_a_known_secret_fills_answers_in(self) -> None:
        session = SolveSession(P4C6, secret=Code("1344"))
        while not session.is_over:
            session.fill()
        assert session.outcome is Outcome.WON
        with pytest.raises(NotAllowed, match="the secret is not known"):
            SolveSession(P4C6).fill()

    def test_a_secret_told_later_shows_the_mistakes(self) -> None:
        session = SolveSession(P4C6, strategy="first")
        session.answer("2b0w")
        assert session.set_secret(Code("1344")) == [(1, Turn(Code("1111"), Feedback(2, 0)), Feedback(1, 0))]
        assert session.turns[0].feedback == Feedback(1, 0)

    @pytest.mark.parametrize("show_secret", [False, True])
    def test_line_round_trips(self, show_secret: bool) -> None:
        secret = Code("1344")
        session = SolveSession(
            P4C6, strategy="knuth", guesses=None, secret=secret, palette=BOARD, show_secret=show_secret
        )
        session.fill()
        resumed = parse_session(str(session))
        assert isinstance(resumed, SolveSession)
        assert str(resumed) == str(session)
        assert (resumed.next_guess, resumed.show_secret) == (session.next_guess, show_secret)
        assert "1344" not in str(session)

    @pytest.mark.parametrize(
        ("line", "turns"),
        [
            ("1111=2b0w 1122=1b1w", "1111=2b0w 1122=1b1w"),
            ("1111=2b0w 1122=1b1w 1:1b0w", "1111=1b0w 1122=1b1w"),
            ("1111=2b0w 1122=1b1w 1:1b0w 2:0b2w -2:4b0w -2:1b1w", "1111=1b0w 1122=0b2w"),
            ("1111=2b0w 1122=1b1w 1:4b0w", "1111=4b0w"),
            ("1111=2b0w -1122=1b1w -1:1b0w", "1111=2b0w"),
            ("1111=2b0w secret=c3f49fe3", "1111=1b0w"),
            ("1111=2b0w secret=c3f49fe3 secret=none 1122=1b1w", "1111=1b0w 1122=1b1w"),
            ("1111=2b0w -secret=c3f49fe3 -1122=1b0w", "1111=2b0w"),
        ],
    )
    def test_the_line_holds_every_move(self, line: str, turns: str) -> None:
        session = SolveSession.parse(f"p4c6 strategy=first guesses=10 {line}")
        assert " ".join(map(str, session.turns)) == turns
        assert str(session) == f"p4c6 strategy=first guesses=10 {line}"
        undone = line.count("-")
        for _ in range(undone):
            session.redo()
        assert not session.can_redo
        for _ in line.split():
            session.undo()
        assert (session.turns, session.can_undo) == ((), False)

    @pytest.mark.parametrize(
        "line",
        [
            "1:1b0w",
            "1111=2b0w 2:1b0w",
            "1111=2b0w 0:1b0w",
            "1111=2b0w 1:3b1w",
            "1111=2b0w -2:1b0w",
            "-secret=c3f49fe3",
            "secret=c3f49fe3 1111=2b0w",
            "1111=2b0w secret=c3f49fe3 1:2b0w",
            "1111=2b0w secret=00",
        ],
    )
    def test_moves_that_could_not_be_made_are_refused(self, line: str) -> None:
        with pytest.raises(KeypegError):
            SolveSession.parse(f"p4c6 strategy=first guesses=10 {line}")

    def test_the_same_answer_is_no_correction(self) -> None:
        session = SolveSession.parse("p4c6 strategy=first guesses=10 1111=2b0w")
        session.correct(1, "2b0w")
        assert str(session).endswith("1111=2b0w")

    def test_another_strategy_makes_the_next_guess(self) -> None:
        session = SolveSession("p4c6", strategy="first")
        assert session.next_guess == Code("1111")
        session.set_strategy("knuth")
        assert (session.next_guess, session.strategy) == (Code("1122"), "knuth")
        with pytest.raises(KeypegError, match="'best' is not a strategy"):
            session.set_strategy("best")
        assert session.next_guess == Code("1122")

    def test_a_secret_told_before_any_answer_is_no_move(self) -> None:
        session = SolveSession(P4C6)
        session.set_secret(Code("1344"))
        assert not session.can_undo
        assert str(session) == "p4c6 strategy=optimal guesses=10 secret=c3f49fe3"

    def test_a_game_corrected_without_end_has_a_line_that_ends(self) -> None:
        session = SolveSession(P4C6, strategy="first")
        session.answer("2b0w")
        session.answer("1b1w")
        for _ in range(1000):
            session.correct(1, "1b0w")
            session.correct(1, "4b0w")
            session.correct(1, "2b0w")
        assert len(str(session)) < 500
        before = session.turns
        undone = 0
        while session.can_undo:
            session.undo()
            undone += 1
        assert undone == 1 + KEPT
        for _ in range(undone):
            session.redo()
        assert session.turns == before

    def test_contradicting_answers_are_searched_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        searched = counted(monkeypatch, contradiction, "find")
        session = SolveSession.parse("p2c2 strategy=first guesses=10 11=0b0w 22=0b0w 2:1b0w 2:0b0w")
        assert [session.contradiction is not None, session.is_over, session.next_guess] == [True, False, None]
        assert sum(searched) == 1

    @pytest.mark.parametrize("asked", [True, False], ids=["asked", "not asked"])
    def test_the_position_depends_on_the_turns_alone(self, asked: bool) -> None:
        def moved(*moves: Callable[[SolveSession], object]) -> str:
            session = SolveSession("p3c3", strategy="knuth")
            for move in moves:
                move(session)
                assert not asked or session.position == parse_session(str(session)).position
            assert session.position == parse_session(str(session)).position
            return str(session.position)

        contradict = (lambda game: game.answer("0b1w"), lambda game: game.answer("0b0w"))
        assert moved(*contradict) == "p3c3 112=0b1w"
        assert moved(*contradict, lambda game: game.correct(1, "0b0w")) == "p3c3 112=0b0w"
        assert moved(*contradict, lambda game: game.correct(1, "0b0w"), SolveSession.undo) == "p3c3 112=0b1w"
        assert moved(*contradict, lambda game: game.correct(2, "1b1w")) == "p3c3 112=0b1w 233=1b1w"

    def test_either_kind_is_read(self) -> None:
        assert isinstance(parse_session("p4c6 guesses=10 codemaker=random:1"), BreakSession)
        assert isinstance(parse_session("p4c6 guesses=10 strategy=first 1111=0b0w"), SolveSession)

    def test_unknown_strategy(self) -> None:
        with pytest.raises(KeypegError, match="'best' is not a strategy"):
            SolveSession(P4C6, strategy="best")

    def test_a_large_game_is_played(self) -> None:
        secret = Drawn(3).reveal(Position(Variant(10, 10)))
        session = SolveSession(Variant(10, 10), guesses=None, secret=secret)
        while not session.is_over:
            session.fill()
        assert session.turns[-1].guess == secret

    def test_a_guess_found_before_is_recalled_and_not_looked_for_again(self) -> None:
        session = SolveSession(P4C6, strategy="knuth")
        session.recall(Suggestion(Code("6543"), Note("sampled", 7)))
        assert session.suggestion == Suggestion(Code("6543"), Note("sampled", 7))
        assert session.answer("0b0w").guess == Code("6543")
        assert session.next_guess != Code("6543")

    def test_a_game_goes_on_with_a_recalled_guess(self) -> None:
        session = SolveSession.parse("p4c6 strategy=knuth guesses=10 1122=1b1w")
        session.recall(Suggestion(Code("6543")))
        assert (session.outcome, session.next_guess) == (Outcome.OPEN, Code("6543"))
        assert session.position == Position.parse("p4c6 1122=1b1w")

    def test_only_a_guess_of_the_variant_is_recalled(self) -> None:
        with pytest.raises(NotAllowed, match="a code has 4 pegs"):
            SolveSession(P4C6).recall(Suggestion(Code("123")))

    def test_nothing_is_recalled_once_the_game_is_over(self) -> None:
        session = SolveSession(P4C6)
        session.answer("4b0w")
        session.recall(Suggestion(Code("6543")))
        assert session.next_guess is None


class TestFunnel:
    def test_it_narrows_until_the_turns_contradict_each_other(self) -> None:
        session = SolveSession.parse("p4c6 strategy=first 1111=1b0w 1222=0b1w")
        counts = session.funnel()
        assert [count.value for count in counts] == [each.value for each in session.position.funnel()]
        session = SolveSession.parse("p4c6 strategy=first 1111=1b0w 1222=0b1w 1111=0b0w 2222=1b0w")
        assert session.contradiction is not None
        assert [count.value for count in session.funnel()] == [*(count.value for count in counts), 0, 0]
        assert session.funnel(session.funnel()) == session.funnel()


class TestGivingUp:
    """Where no fitting code is found for long; here because the search always comes back with the same bad code."""

    @pytest.fixture(autouse=True)
    def _search(self, monkeypatch: pytest.MonkeyPatch, find_none: Callable[[Code], None]) -> None:
        find_none(Code("1" * 12))
        monkeypatch.setattr("keypeg.session_solve.LAST_TRIES", 5)

    def test_after_many_guesses_that_only_nearly_fit(self) -> None:
        session = SolveSession(Variant(12, 12), guesses=None, secret=Code("123456789abc"))
        while not session.is_over:
            session.fill()
        assert (session.outcome, session.next_guess) == (Outcome.GIVEN_UP, None)
        assert 5 < len(session.turns) <= 7
        assert parse_session(str(session)).outcome is Outcome.GIVEN_UP
        session.undo()
        assert session.outcome is Outcome.OPEN

    def test_the_guess_limit_comes_first(self) -> None:
        session = SolveSession(Variant(12, 12), guesses=4, secret=Code("123456789abc"))
        while not session.is_over:
            session.fill()
        assert session.outcome is Outcome.LOST


def test_guess_limits() -> None:
    assert [parse_guesses(text) for text in ("8", "none", "None")] == [8, None, None]
    with pytest.raises(UnreadableText, match="'ten' is not a number of guesses"):
        parse_guesses("ten")


def test_numbers_of_a_line_have_up_to_nine_digits() -> None:
    session = parse_session("p4c6 guesses=999999999 codemaker=random:1 hints=999999999")
    assert isinstance(session, BreakSession)
    assert (session.guesses, session.hints) == (999_999_999, 999_999_999)
    for setting in ("guesses", "hints"):
        with pytest.raises(UnreadableText, match="'1000000000'"):
            parse_session(f"p4c6 codemaker=random:1 {setting}=1000000000")


_WORDS = (
    "p4c6 p2c2 guesses= none codemaker= random: veiled: fixed: adversary palette= hints= strategy= first secret= hard "
    "known id= given-up called-off step= - : 1 -1122 1122 = 1b1w 0b0w 12 =4b0w 1:0b0w -1:1b1w -1122=0b0w "
    "-secret=none secret=none"
)
_DIGITS = ["9" * 5000, "-7", "\N{ARABIC-INDIC DIGIT TWO}", "\N{SUPERSCRIPT TWO}"]
_PIECES = st.sampled_from([*_WORDS.split(), *_DIGITS, " ", " ", " "])
_SETTINGS = (
    "step=",
    "1:",
    "-",
    "-1:",
    "-secret=",
    "guesses=",
    "codemaker=random:",
    "codemaker=veiled:",
    "hints=",
    "undos=",
    "strategy=random:",
    "palette=",
    "secret=",
)
_SETTING = st.tuples(st.sampled_from(_SETTINGS), st.one_of(st.sampled_from(_DIGITS), st.text(max_size=8)))
_SETTING_LINES = st.lists(_SETTING.map("".join), max_size=4).map(lambda words: " ".join(["p4c6", *words]))


@given(st.one_of(st.text(max_size=30), st.lists(_PIECES, max_size=12).map("".join), _SETTING_LINES))
@example(f"p4c6 codemaker=random:{'1' * 5000}")
@example("p4c6 codemaker=random:\N{ARABIC-INDIC DIGIT TWO}")
def test_any_text_is_a_session_or_a_keypeg_error(text: str) -> None:
    try:
        session = parse_session(text)
    except KeypegError:
        return
    assert str(parse_session(str(session))) == str(session)


def ways(session: BreakSession | SolveSession) -> list[list[str]]:
    """List the turns to which undo and redo lead from here, in copies of the session: its line holds them all."""
    found: list[list[str]] = []
    for what in ("undo", "redo"):
        copy = parse_session(str(session))
        found.append([])
        while getattr(copy, f"can_{what}"):
            getattr(copy, what)()
            found[-1].append(" ".join(map(str, copy.turns)))
    return found


@given(st.lists(st.sampled_from(["guess", "undo", "redo", "hint"]), max_size=12), st.integers(0, 99), st.booleans())
def test_any_way_of_playing_survives_its_line(acts: list[str], seed: int, hard: bool) -> None:
    draw = random.Random(seed)
    session = BreakSession(Variant(3, 4), Drawn(seed), guesses=6, hard=hard)
    for act in acts:
        before = ways(session)
        try:
            if act == "guess":
                session.guess(Position(session.variant).candidates.sample(1, draw)[0])
            else:
                getattr(session, act)()
        except NotAllowed:
            continue
        resumed = BreakSession.parse(str(session))
        assert (str(resumed), resumed.outcome, resumed.secret) == (str(session), session.outcome, session.secret)
        assert (resumed.step, resumed.can_undo, resumed.can_redo) == (session.step, session.can_undo, session.can_redo)
        assert all(turn.is_consistent(session.codemaker.reveal(session.position)) for turn in session.turns)
        here = " ".join(map(str, session.turns))
        if act == "undo":
            assert before[0] == [here, *ways(session)[0]]
        elif act == "redo" and not session.is_over:
            assert before[1] == [here, *ways(session)[1]]


_FEEDBACK = [str(feedback) for feedback in Variant(3, 4).feedbacks()]
_ACTS = st.one_of(
    st.sampled_from([("undo",), ("redo",), ("set_secret", None), ("set_secret", Code("123"))]),
    st.tuples(st.just("answer"), st.sampled_from(_FEEDBACK)),
    st.tuples(st.just("correct"), st.integers(1, 4), st.sampled_from(_FEEDBACK)),
)


@given(st.lists(_ACTS, max_size=12), st.sampled_from([None, Code("321")]))
def test_any_way_of_answering_survives_its_line(acts: list[tuple[Any, ...]], secret: Code | None) -> None:
    session = SolveSession(Variant(3, 4), strategy="first", guesses=6, secret=secret)
    for act, *args in acts:
        before, secret = ways(session), session.secret
        try:
            getattr(session, act)(*args)
        except NotAllowed:
            continue
        resumed = SolveSession.parse(str(session))
        assert (str(resumed), resumed.turns, resumed.secret) == (str(session), session.turns, session.secret)
        assert (resumed.outcome, resumed.next_guess) == (session.outcome, session.next_guess)
        here = " ".join(map(str, session.turns))
        if act in ("undo", "redo"):
            way = ["undo", "redo"].index(act)
            assert before[way] == [here, *ways(session)[way]]
        if session.secret is not None:
            assert all(turn.is_consistent(session.secret) for turn in session.turns)


def test_a_secret_told_late_ends_the_game_where_it_was_guessed() -> None:
    session = SolveSession(P4C6)
    first = session.next_guess
    assert first is not None
    session.answer("1b1w")
    session.answer("1b0w")
    session.set_secret(first)
    assert session.turns == (Turn(first, Feedback(4, 0)),)
    assert session.outcome is Outcome.WON


def test_undo_takes_a_secret_back_with_the_answers_it_corrected() -> None:
    session = SolveSession(P4C6)
    session.answer("1b1w")
    before = session.turns
    session.set_secret(Code("5566"))
    assert session.turns != before
    session.undo()
    assert (session.turns, session.secret) == (before, None)
    session.redo()
    assert session.secret == Code("5566")


def test_a_strategy_goes_by_its_own_name_however_it_is_typed() -> None:
    assert SolveSession(P4C6, strategy="Knuth").strategy == "knuth"
    assert SolveSession(P4C6, strategy="RANDOM:7").strategy == "random:7"


def test_few_positions_are_looked_at_to_find_where_feedback_began_to_contradict(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """At 120 pegs each takes about a second."""
    position = Position.parse("p4c6 " + "1111=0b0w " * 40)
    asked: list[int] = []

    def possible(candidates: Candidates) -> tuple[bool, bool]:
        asked.append(len(candidates.turns))
        return len(candidates.turns) < 17, True

    monkeypatch.setattr(Candidates, "are_possible", possible)
    assert session_solve._consistent_part(position) == position.before(16)
    assert len(asked) <= 6
