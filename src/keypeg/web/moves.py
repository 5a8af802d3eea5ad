"""What a player can do with a game, one function each: it lets the seat's session do it, or refuses.

A move says how many turns its sender has seen. A move that is sent twice is made once, and one that comes too late is
refused with the current game.
"""

from dataclasses import replace

from keypeg import words
from keypeg.errors import KeypegError, NotAllowed
from keypeg.game import Outcome
from keypeg.hints import LAST_STEP, Check, Hint
from keypeg.render import Look
from keypeg.rules import Code, Feedback
from keypeg.session import BreakSession, SolveSession
from keypeg.web import wire
from keypeg.web.descriptions import describe_candidates, describe_count
from keypeg.web.limits import Limits
from keypeg.web.refusals import Refusal
from keypeg.web.seats import Seat


def guess(seat: Seat, text: str, seen: int, limits: Limits) -> None:
    """Make a guess; in a duel whose codemaker answers, it waits for the feedback."""
    session = seat.breaking
    seat.check_role("breaker")
    code = session.read(text)
    stored = seat.stored
    if len(session.turns) == seen + 1 and session.turns[seen].guess == code:
        return  # it was sent twice
    if stored.pending is not None and len(session.turns) == seen:
        if stored.pending == str(code):
            return
        raise NotAllowed("web-duel-pending")
    seat.check_seen(seen)
    limits.check_turns(seen + 1)
    if stored.answered_by == "codemaker":
        seat.stored = replace(stored, pending=str(session.check_guess(code)))
    else:
        session.guess(code)


def answer(seat: Seat, text: str, seen: int, limits: Limits) -> None:
    """Give feedback to the computer's guess, or in a duel to the other person's."""
    seat.check_role("codemaker")
    session = seat.session
    feedback = session.variant.feedback(text)
    if len(session.turns) == seen + 1 and session.turns[seen].feedback == feedback:
        return  # it was sent twice
    seat.check_seen(seen)
    if isinstance(session, BreakSession):
        _answer_pending(seat, session, feedback)
        return
    if session.contradiction is not None:
        raise Refusal(409, "contradiction", KeypegError("feedback-contradicts"), game=seat.describe())
    limits.check_turns(seen + 1)
    session.answer(feedback)


def _answer_pending(seat: Seat, session: BreakSession, feedback: Feedback) -> None:
    if seat.stored.pending is None:
        server_answers = seat.stored.answered_by == "server"
        raise NotAllowed("web-duel-server-answers" if server_answers else "web-duel-no-guess")
    turn = session.guess(Code(seat.stored.pending))
    if turn.feedback != feedback:  # a move that raises is not stored
        raise NotAllowed("wrong-feedback", feedback=feedback, guess=turn.guess, right=turn.feedback, look=session.look)
    seat.stored = replace(seat.stored, pending=None)


def correct(seat: Seat, number: int, text: str, seen: int) -> None:
    """Correct earlier feedback."""
    session = seat.solving
    seat.check_seen(seen)
    seat.check_uncounted()
    session.correct(number, text)


def undo(seat: Seat, seen: int) -> None:
    """Take back the last guess, feedback or correction."""
    seat.check_seen(seen)
    _check_can_go_back(seat)
    seat.session.undo()


def redo(seat: Seat, seen: int) -> None:
    """Make the last undone move again."""
    seat.check_seen(seen)
    _check_can_go_back(seat)
    seat.session.redo()


def _check_can_go_back(seat: Seat) -> None:
    seat.check_unaided()
    seat.check_uncounted()
    if seat.stored.daily:
        raise NotAllowed("web-daily-undo")


def hint(seat: Seat, seen: int) -> wire.Hint:
    """Give the next step of help."""
    seat.check_unaided()
    session = seat.breaking
    seat.check_seen(seen)
    return _describe_hint(session.hint(), session.look)


def check(seat: Seat, text: str, seen: int) -> wire.Check:
    """Say whether a guess can be right."""
    seat.check_unaided()
    session = seat.breaking
    seat.check_seen(seen)
    return _describe_check(session.check(text), session.look)


def _describe_hint(hint: Hint, look: Look) -> wire.Hint:
    facts, best = hint.colors, None if hint.advice is None else hint.advice.best
    return {
        "step": hint.step,
        "steps": LAST_STEP,
        "words": words.hint(hint, look),
        "candidates": describe_count(hint.count),
        "sure": list(facts.sure) if facts else [],
        "absent": list(facts.absent) if facts else [],
        "guess": str(best.guess) if best else None,
        "can_win": best.can_win if best else None,
        "left": best.left if best else None,
    }


def _describe_check(check: Check, look: Look) -> wire.Check:
    return {
        "guess": str(check.guess),
        "can_win": check.contradicted is None,
        "turn": None if check.contradicted is None else check.contradicted + 1,
        "left": check.left,
        "words": words.check(check, look),
    }


def give_up(seat: Seat, seen: int) -> None:
    """End the game. If its codemaker ends it, it doesn't count for the codebreaker."""
    session = seat.breaking
    if session.outcome is Outcome.GIVEN_UP:
        return
    seat.check_seen(seen)
    if seat.role == "codemaker":
        if seat.stored.match is not None:  # it would bring them the most points
            raise NotAllowed("web-match-end")
        session.call_off()
    else:
        session.give_up()
    seat.stored = replace(seat.stored, pending=None)


def look_at_candidates(seat: Seat, seen: int) -> None:
    """Count a look at the possible codes, or at their numbers, as a hint: once after each guess."""
    seat.check_unaided()
    session = seat.breaking
    seat.check_seen(seen)
    session.look_at_candidates()


def check_free_look(seat: Seat) -> None:
    """Refuse the possible codes to somebody who is breaking the code: to them they are a hint, which counts."""
    if seat.role == "breaker" and not seat.session.is_over:
        seat.check_unaided()
        raise NotAllowed("web-look-counts")


def candidates(seat: Seat, limit: int) -> wire.Candidates:
    """Count or list the possible codes; for an open code of the day only count, since a list would tell too much."""
    session = seat.session
    if isinstance(session, SolveSession) and session.contradiction is not None:
        return {**describe_count(session.candidates_left), "codes": []}
    return describe_candidates(session.position, 0 if seat.stored.daily and not session.is_over else limit)
