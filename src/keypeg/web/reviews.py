"""Reviews of games that are over: at once, or turn by turn as they are worked out."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from typing import Any

from keypeg import coach, words
from keypeg.errors import KeypegError, NotAllowed
from keypeg.graded import Grade
from keypeg.session import BreakSession
from keypeg.tree import Progress
from keypeg.web import wire
from keypeg.web.events import event
from keypeg.web.explore import describe_review
from keypeg.web.games import Games
from keypeg.web.refusals import Refusal, refusal_of
from keypeg.web.seats import Names, Seat
from keypeg.web.work import Work


def finished(games: Games, identifier: str, names: Names) -> Seat:
    """Return a player's seat at a game that is over."""
    seat = games.seat(identifier, names)
    if not seat.session.is_over:
        raise NotAllowed("web-review-open")
    return seat


def review(games: Games, seat: Seat, progress: Progress) -> wire.Review:
    """Let the coach grade every turn, until `progress` says that it takes too long."""
    return _sum_up(games, seat, list(coach.grades(seat.session.position, **_rules(seat), progress=progress)))


async def events(games: Games, work: Work, visitor: str, seat: Seat) -> AsyncGenerator[str]:
    """Send each grade as soon as it is found, then the whole review.

    Each turn is work of its own, with time of its own, so that others get theirs in between. If nobody listens any
    more, the work stops.
    """
    stopper = work.stopper()
    grades = coach.grades(seat.session.position, **_rules(seat), progress=stopper)
    found: list[Grade] = []
    try:
        while (grade := await work.engine(visitor, lambda: next(grades, None), stopper=stopper)) is not None:
            found.append(grade)
            yield event("turn", words.grade_json(grade, seat.session.look))
        yield event("review", await work.engine(visitor, lambda: _sum_up(games, seat, found)))
    except Refusal as refusal:
        yield event("refused", {"error": refusal.error})
    except KeypegError as error:
        yield event("refused", {"error": refusal_of(error).error})
    finally:
        stopper.stop()


def _rules(seat: Seat) -> dict[str, Any]:
    session = seat.session
    return {
        "hard": isinstance(session, BreakSession) and session.hard,
        "codemaker": seat.summary()["codemaker"],
    }


def _sum_up(games: Games, seat: Seat, grades: Sequence[Grade]) -> wire.Review:
    """Put the grades together, and keep the skill with the game."""
    session = seat.session
    found = coach.sum_up(session.position, grades, **_rules(seat), is_over=True)
    if found.skill != seat.stored.skill:
        games.database.remember(replace(seat.stored, skill=found.skill), "skill")
    return describe_review(found, session.look)
