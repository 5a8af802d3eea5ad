"""Challenges: the code of a game that is over, sent to others with the number of guesses to beat."""

import hashlib
import json
import secrets
from dataclasses import replace
from typing import cast

from keypeg.database import StoredGame
from keypeg.errors import NotAllowed
from keypeg.game import Outcome
from keypeg.session import BreakSession
from keypeg.web import wire
from keypeg.web.games import Games, new_seat
from keypeg.web.refusals import Refusal, dead_link
from keypeg.web.seats import Names, Seat, seat_of, session_of


def offer(games: Games, identifier: str, names: Names) -> str:
    """Return the token by which others can play the code of a game; the same each time."""

    def give_token(seat: Seat) -> None:
        stored, session = seat.stored, seat.session
        has_code = stored.kind == "break" and stored.daily is None and session.codemaker_kind != "adversary"
        if not (has_code and session.is_over):
            raise NotAllowed("web-challenge-game")
        if stored.invite is None:
            seat.stored = replace(stored, invite=secrets.token_urlsafe(16))

    return games.change(identifier, names, give_token).stored.invite or ""


def describe(games: Games, token: str, names: Names) -> wire.Challenge:
    """Describe a challenge to somebody: what is played, and the result to beat, but not the code."""
    stored = _find(games, token)
    session = _session(stored)
    yours = stored.owner in names
    played = stored if yours else games.database.game(_identifier(token, names))
    return {
        "variant": stored.variant,
        "guesses": session.guesses,
        "hard": session.hard,
        "palette": str(session.look.palette),
        "turn_count": stored.turn_count,
        "outcome": session.outcome,
        "yours": yours,
        "game": None if played is None else played.id,
    }


def play(games: Games, token: str, names: Names) -> tuple[Seat, bool]:
    """Return somebody's game of a challenge, and whether it was started just now."""
    there = games.database.game(_identifier(token, names))
    if there is not None:
        return seat_of(there, names), False
    stored = _find(games, token)
    if stored.owner in names:
        raise NotAllowed("web-challenge-own")
    games.check_room(names[0])
    theirs = _session(stored)
    session = BreakSession(
        theirs.variant, theirs.codemaker, guesses=theirs.guesses, hard=theirs.hard, palette=theirs.look.palette
    )
    to_beat: wire.ToBeat = {
        "token": token,
        "turn_count": stored.turn_count,
        "outcome": Outcome(stored.outcome),
    }
    seat = new_seat(names[0], "break", session, challenge=json.dumps(to_beat))
    seat.stored = replace(seat.stored, id=_identifier(token, names))
    try:
        return games.begin(seat), True
    except Refusal:  # it was started at the same moment
        return games.seat(seat.stored.id, names), False


def _find(games: Games, token: str) -> StoredGame:
    stored = games.database.game_by_invite(token)
    if stored is None or stored.kind != "break":
        raise dead_link()
    return stored


def _session(stored: StoredGame) -> BreakSession:
    return cast("BreakSession", session_of(stored))


def _identifier(token: str, names: Names) -> str:
    """Return the id of somebody's game of a challenge: they have one, however often they ask."""
    return hashlib.sha256(f"challenge {token} {names[0]}".encode()).hexdigest()[:24]
