"""A seat: a stored game, its session, and the player who looks at it.

A row of the database becomes a seat, and a seat becomes a row again; its player sees it as JSON.
"""

import json
import time
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Any

from keypeg import words
from keypeg.candidates import Count
from keypeg.database import StoredGame
from keypeg.errors import KeypegError, NotAllowed
from keypeg.game import Outcome
from keypeg.match import Match, Result
from keypeg.past_games import PastGame, is_breaker
from keypeg.rules import Code
from keypeg.session import BreakSession, SolveSession
from keypeg.study import Note, Suggestion
from keypeg.web import wire
from keypeg.web.days import number_of
from keypeg.web.descriptions import (
    describe_contradiction,
    describe_end,
    describe_look,
    describe_match,
    describe_time,
    describe_turns,
    encoded_game,
)
from keypeg.web.links import link
from keypeg.web.refusals import Refusal, no_such_game
from keypeg.web.sessions import SESSIONS

Names = tuple[str, ...]
"""The names under which the games of one visitor are kept; the first one is for new games."""

_STRATEGY = " strategy="


@dataclass(slots=True)
class Seat:
    """A game, and the player who sits at it."""

    stored: StoredGame
    role: wire.Role
    session: BreakSession | SolveSession
    present: bool = False
    """Whether the other player of a duel is looking at it."""

    @property
    def breaking(self) -> BreakSession:
        if not isinstance(self.session, BreakSession):
            raise NotAllowed("web-computer-guesses")
        return self.session

    @property
    def solving(self) -> SolveSession:
        if not isinstance(self.session, SolveSession):
            raise NotAllowed("web-no-corrections")
        return self.session

    @property
    def is_duel(self) -> bool:
        return self.stored.kind == "duel"

    def check_role(self, role: wire.Role) -> None:
        if self.role != role:
            raise NotAllowed("web-breaker-guesses" if role == "breaker" else "web-codemaker-answers")

    def check_unaided(self) -> None:
        """Refuse undo and help in a game against another person, and to the codebreaker of a match."""
        if self.is_duel:
            raise NotAllowed("web-duel-help")
        if self.stored.match is not None and self.role == "breaker":
            raise NotAllowed("web-match-help")
        if self.stored.room is not None:
            raise NotAllowed("web-room-help")

    def check_uncounted(self) -> None:
        """Refuse to change a round of a match after the next one has begun."""
        if self.is_counted:
            raise NotAllowed("web-match-counted")

    @property
    def is_counted(self) -> bool:
        """Whether it is a round of a match that has gone on."""
        return self.stored.match is not None and self.stored.next is not None

    @property
    def match(self) -> Match | None:
        """The match of which this is a round, with this round if it is over."""
        if self.stored.match is None:
            return None
        match, _ = read_match(self.stored.match)
        session = self.session
        if not session.is_over:
            return match
        return match.play(Result(len(session.turns), found=session.outcome is Outcome.WON))

    def check_seen(self, seen: int) -> None:
        """Refuse a request from somebody who has not seen the last turn."""
        number = len(self.session.turns)
        if seen != number:
            raise Refusal(
                409, "stale", KeypegError("web-game-stale", turn_count=number, seen=seen), game=self.describe()
            )

    def funnel(self) -> list[Count]:
        """Count the possible codes, all codes first, then after each turn; what was counted before is in the row."""
        session, turns = self.session, list(map(str, self.session.turns))
        known = [Count.exactly(session.variant.size)]
        for turn, (counted, *numbers) in zip(turns, json.loads(self.stored.counts or "[]"), strict=False):
            if counted != turn:  # the turns after it have been undone or corrected
                break
            known.append(Count(*numbers))
        counts = session.funnel(known)
        rows = [(turn, count.value, count.low, count.high) for turn, count in zip(turns, counts[1:], strict=True)]
        self.stored = replace(self.stored, counts=json.dumps(rows))
        return counts

    def to_row(self, now: int) -> StoredGame:
        """Return the row of the game as it is now, one version newer."""
        session, outcome = self.session, self.session.outcome
        line = str(session)
        same = line == self.stored.line
        over = outcome is not Outcome.OPEN
        return replace(
            self.stored,
            line=line,
            suggestion=self.stored.suggestion if same else None,
            note=self.stored.note if same else "",
            version=self.stored.version + 1,
            outcome=str(outcome),
            turn_count=len(session.turns),
            summary=json.dumps(self.summary()),
            guesses=session.guesses,
            called_off=isinstance(session, BreakSession) and session.called_off,
            secret=str(session.secret) if over and session.codemaker_kind == "adversary" else None,
            updated=now,
            finished=(self.stored.finished or now) if over else None,
        )

    def summary(self) -> wire.Summary:
        session = self.session
        return {
            "guesses": session.guesses,
            "codemaker": session.codemaker_kind,
            "strategy": session.strategy if isinstance(session, SolveSession) else None,
            "hints": session.hints if isinstance(session, BreakSession) else 0,
            "undos": session.undos if isinstance(session, BreakSession) else 0,
            "position": _position_line(session),
            "called_off": isinstance(session, BreakSession) and session.called_off,
        }

    def describe(self) -> wire.Game:
        """Describe the game to its player. The secret is included only after the end."""
        stored, session, look = self.stored, self.session, self.session.look
        return {
            "id": stored.id,
            "kind": stored.kind,
            "role": self.role,
            "version": stored.version,
            **describe_look(look),
            **self.summary(),
            "guesses_left": session.guesses_left,
            "hard": isinstance(session, BreakSession) and session.hard,
            "daily": stored.daily,
            "turns": describe_turns(session.turns, look),
            "outcome": session.outcome,
            "over": session.is_over,
            "secret": str(session.secret) if session.is_over and session.secret is not None else None,
            "can_undo": self.can_go_back and session.can_undo,
            "can_redo": self.can_go_back and session.can_redo,
            "guess": stored.suggestion if wants_guess(session) else None,
            "note": words.note(note_of(stored)) if wants_guess(session) else "",
            "contradiction": self._contradiction(),
            "answered_by": stored.answered_by,
            "joined": stored.guest is not None if self.is_duel else None,
            "join": stored.invite if self.role == "codemaker" else None,
            "pending": stored.pending,
            "present": self.present if self.is_duel else None,
            "next": stored.next,
            "challenge": None if stored.challenge is None else json.loads(stored.challenge),
            "match": self._match(),
            "room": None if stored.room is None else {"token": stored.room, "round": stored.round or 1},
            "share": self._share(),
            "created": describe_time(stored.created),
            "updated": describe_time(stored.updated),
            "finished": describe_end(stored.finished),
        }

    def written(self) -> bytes:
        """Write what `describe` tells, as JSON."""
        return encoded_game(self.describe(), self.session.look)

    @property
    def can_go_back(self) -> bool:
        """Whether this game has undo at all: not against another person, nor if everybody has the same code."""
        is_unaided = self.is_duel or (self.stored.match is not None and self.role == "breaker")
        return not (is_unaided or self.stored.room or self.is_counted or self.stored.daily)

    def _match(self) -> wire.Match | None:
        match, text = self.match, self.stored.match
        if match is None or text is None:
            return None
        before, strategy = read_match(text)
        return describe_match(match, before.breaker ^ (self.role == "codemaker"), before.number, strategy)

    def _contradiction(self) -> wire.Contradiction | None:
        session = self.session
        if not isinstance(session, SolveSession) or session.contradiction is None:
            return None
        return describe_contradiction(session.contradiction, session.look)

    def _share(self) -> wire.Share | None:
        session = self.session
        if not isinstance(session, BreakSession) or not session.is_over:
            return None
        result = words.Result(
            session.turns,
            session.look,
            session.outcome is Outcome.WON,
            session.guesses,
            session.hints,
            session.undos,
            **_of_day(self.stored.daily),
        )
        return {"text": words.share_text(result), "words": words.share_words(result)}


def _of_day(daily: str | None) -> dict[str, Any]:
    """Return what a result to share has of a code of the day: its number, and a link to it."""
    if daily is None:
        return {}
    return {"daily": number_of(date.fromisoformat(daily)), "link": link(f"/daily/{daily}")}


def wants_guess(session: BreakSession | SolveSession) -> bool:
    return isinstance(session, SolveSession) and session.contradiction is None and not session.is_over


def _position_line(session: BreakSession | SolveSession) -> str:
    return " ".join(map(str, (session.variant, *session.turns)))


def role_of(stored: StoredGame, names: Names) -> wire.Role:
    """Return which side of a game somebody plays."""
    return "breaker" if is_breaker(stored.kind, stored.owner, names) else "codemaker"


def past_game(stored: StoredGame, names: Names) -> PastGame:
    """Return a game as one of its players sees it later."""
    return PastGame(
        id=stored.id,
        kind=stored.kind,
        is_breaker=role_of(stored, names) == "breaker",
        source=stored.source,
        variant=stored.variant,
        daily=stored.daily,
        line=stored.line,
        outcome=stored.outcome,
        turn_count=stored.turn_count,
        created=stored.created,
        finished=stored.finished,
        guesses=json.loads(stored.summary)["guesses"],
        skill=stored.skill,
    )


def is_seated(stored: StoredGame, names: Names) -> bool:
    """Return whether a game is one of a player's."""
    return stored.owner in names or stored.guest in names


def seat_of(stored: StoredGame, names: Names) -> Seat:
    """Seat somebody at a game, if it is one of theirs."""
    if not is_seated(stored, names):
        raise no_such_game()
    return Seat(stored, role_of(stored, names), session_of(stored))


def session_of(stored: StoredGame) -> BreakSession | SolveSession:
    """Read the session of a row, and tell it what the row knows; nothing is worked out again."""
    try:
        session = SESSIONS.read(stored.line, SolveSession.parse if stored.kind == "solve" else _recorded)
        if isinstance(session, BreakSession):
            if stored.secret is not None:
                session.settle(stored.secret)
        elif stored.suggestion is not None:
            session.recall(Suggestion(Code(stored.suggestion), note_of(stored)))
        elif stored.outcome != Outcome.OPEN:
            session.recall(None, strays=stored.outcome == Outcome.GIVEN_UP)
    except KeypegError:  # the message would quote the line, which has the secret
        raise Refusal(500, "internal", KeypegError("web-game-unreadable")) from None
    return session


_recorded = partial(BreakSession.parse, replay=False)


def takes_thought(stored: StoredGame) -> bool:
    """Return whether a game needs the engine to be shown: for the next guess, a contradiction, an adversary's code."""
    if stored.kind == "solve":
        return stored.outcome == Outcome.OPEN and stored.suggestion is None
    return stored.secret is None and stored.outcome in _UNSETTLED and has_adversary(stored)


_UNSETTLED = (Outcome.LOST, Outcome.GIVEN_UP)


def has_adversary(stored: StoredGame) -> bool:
    return " codemaker=adversary" in stored.line


def note_of(stored: StoredGame) -> Note | None:
    """Read the note of a row on how its suggestion was found."""
    try:
        return Note.from_json(json.loads(stored.note)) if stored.note else None
    except (ValueError, KeyError, TypeError):  # an earlier version kept a sentence
        return None


def note_text(note: Note | None) -> str:
    """Write what `note_of` reads."""
    return "" if note is None else json.dumps(note.as_json())


def read_match(text: str) -> tuple[Match, str | None]:
    """Read the match of a row, and the strategy that plays it if it is one against the computer."""
    head, _, strategy = text.partition(_STRATEGY)
    return Match.parse(head), strategy or None


def write_match(match: Match, strategy: str | None) -> str:
    """Write what `read_match` reads."""
    return str(match) if strategy is None else f"{match}{_STRATEGY}{strategy}"


def milliseconds() -> int:
    """Return the current time."""
    return time.time_ns() // 1_000_000
