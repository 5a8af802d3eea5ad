"""The games of a server: each request loads a row, lets its session do one thing, and writes the row back.

Nothing that a row doesn't tell is kept here between requests, so a game continues after a restart, or on another server
with the same database.
"""

import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from keypeg.database import FORGOTTEN, Database, Kind, StoredGame
from keypeg.database_glance import NotAtOnce
from keypeg.errors import KeypegError, NotAllowed
from keypeg.game import Adversary, Codemaker, Drawn, Fixed, Outcome
from keypeg.match import Match, Terms
from keypeg.palette import Palette
from keypeg.rules import Variant
from keypeg.session import BreakSession, SolveSession, check_strategy
from keypeg.session_match import OPPONENT
from keypeg.strategies import abilities_of, strategy
from keypeg.web import storage, wire
from keypeg.web.limits import Limits
from keypeg.web.refusals import Refusal, dead_link, no_such_game
from keypeg.web.requests import NewGame, NewMatch
from keypeg.web.seats import (
    Names,
    Seat,
    has_adversary,
    is_seated,
    milliseconds,
    note_text,
    read_match,
    role_of,
    seat_of,
    session_of,
    takes_thought,
    wants_guess,
    write_match,
)
from keypeg.web.sessions import SESSIONS

TRIES = 5
"""How often a change is made again if another one was faster."""
_ROOM = "room "
_SHORT = 500  # characters of a line that is read in an instant: of 40 turns, or of a palette and some turns

Seeds = Callable[[], int]
"""Where the seeds for drawing codes come from: a new one at each call."""


def any_seed() -> int:
    """Draw a seed that nobody can guess."""
    return secrets.randbits(128)


class TakesThought(Exception):
    """Raised where there should be no need for the engine, and there is."""


class Games:
    """All games of a server, and what players can do with them. Methods may take a while: call them in a thread."""

    def __init__(
        self,
        database: Database,
        limits: Limits,
        on_change: Callable[[str], None] = lambda _: None,
        is_watched: Callable[[str, Names], bool] = lambda _, __: False,
        seeds: Seeds = any_seed,
    ) -> None:
        """Tell of every change, and ask whether somebody else than a player of these names watches a game."""
        self.database = database
        self.limits = limits
        self.on_change = on_change
        self._is_watched = is_watched
        self.draw_seed = seeds

    def create(self, names: Names, order: NewGame) -> Seat:
        """Start a game."""
        self.check_room(names[0])
        session = self._session(order)
        match = None if order.match is None else self._agreed(order, order.match, session)
        if order.kind != "duel":
            return self.begin(new_seat(names[0], order.kind, session, match=match))
        if order.after is not None:
            return self._create_next(names, order, new_seat(names[0], "duel", session, match=match), order.after)
        invite = secrets.token_urlsafe(16)
        return self.begin(
            new_seat(names[0], "duel", session, match=match, answered_by=order.answered_by, invite=invite)
        )

    def _agreed(self, order: NewGame, asked: NewMatch, session: BreakSession | SolveSession) -> str:
        """Return the match of which a game is the first round."""
        if order.kind != "duel" and session.codemaker_kind != "random":
            raise NotAllowed("web-match-kind")
        if session.guesses is None:
            raise NotAllowed("web-match-guesses")
        match = Match(Terms(session.variant, session.guesses, asked.bonus), asked.rounds)
        strategy = None if order.kind == "duel" else self.check_strategy(order.strategy, session.variant)
        return write_match(match, strategy)

    def _create_next(self, names: Names, order: NewGame, begun: Seat, after: str) -> Seat:
        """Start a duel with the other player of one that is over; who asks sets the code this time."""
        for _ in range(TRIES):
            seat = self.seat(after, names)
            if not (seat.is_duel and seat.session.is_over):
                raise NotAllowed("web-next-open")
            if seat.match is not None and not seat.match.is_over:
                raise NotAllowed("web-match-open")
            there = self.after(seat)
            if there is not None:
                return self._next_of(there, names)
            row = replace(begun.stored, answered_by=order.answered_by, guest=partner_of(seat))
            if self.add_after(seat, row):
                return self._seat_of(row, names)
        raise changing()

    def after(self, seat: Seat) -> StoredGame | None:
        """Return the game that was begun after one, if it is there."""
        following = seat.stored.next
        return None if following is None else self.database.game(following)

    def add_after(self, seat: Seat, begun: StoredGame) -> bool:
        """Store a game that follows one; return False if that has been changed meanwhile."""
        before = seat.stored
        if not self.database.add_next(begun, replace(before, next=begun.id, version=before.version + 1)):
            return False
        self.on_change(before.id)
        return True

    def _next_of(self, there: StoredGame, names: Names) -> Seat:
        """Return the next game if the same player began it; otherwise say that the other one was faster."""
        seat = self._seat_of(there, names)
        if seat.role == "breaker":
            raise Refusal(409, "taken", KeypegError("web-next-taken"), game=seat.describe())
        return seat

    def _session(self, order: NewGame) -> BreakSession | SolveSession:
        variant = self.limits.check_variant(Variant.parse(order.variant))
        palette = self.limits.check_palette(Palette.parse(order.palette))
        guesses = self.limits.check_guesses(order.guesses)
        if order.kind == "solve":
            secret = None if order.secret is None else variant.code(order.secret, palette)
            strategy = self.check_strategy(order.strategy, variant)
            return SolveSession(variant, strategy=strategy, guesses=guesses, secret=secret, palette=palette)
        codemaker = self._codemaker(order, variant, palette)
        if isinstance(codemaker, Adversary):
            self.limits.check_slow(str(codemaker), variant)
        hard = order.hard and not (order.kind == "break" and order.match)  # the computer does not play by it
        return BreakSession(variant, codemaker, guesses=guesses, hard=hard, palette=palette)

    def _codemaker(self, order: NewGame, variant: Variant, palette: Palette) -> Codemaker:
        if order.kind == "duel":
            if order.secret is None:
                raise NotAllowed("web-duel-secret")
            return Fixed(variant.code(order.secret, palette))
        return Adversary() if order.codemaker == "adversary" else Drawn(self.draw_seed())

    def check_strategy(self, text: str, variant: Variant) -> str:
        """Return the strategy's text if it can play the variant here."""
        name, _, settings = check_strategy(text).partition(":")
        if "=" in settings and name != OPPONENT:
            raise NotAllowed("web-parameters", text=text, strategy=name)
        can = abilities_of(strategy(text))
        if not (can.any_size or can.rule or can.stand_in):  # these are limited by the effort of a study
            self.limits.check_slow(name, variant)
        return text.strip().lower()

    def begin(self, seat: Seat) -> Seat:
        """Store a new game, or refuse it if the same one was started at the same moment."""
        return self.begun(seat, is_stored=self.database.add(seat.stored))

    def begun(self, seat: Seat, *, is_stored: bool) -> Seat:
        if not is_stored:
            raise Refusal(409, "stale", KeypegError("web-game-started"))
        SESSIONS.keep(seat.stored.line, seat.session)
        return seat

    def new_at_once(self, names: Names, order: NewGame) -> Seat:
        """Return a new game, which is not stored yet, or raise `NotAtOnce`."""
        if order.kind != "break" or order.codemaker == "adversary" or order.match is not None:
            raise NotAtOnce
        self._charge(self.database.count_at_once(names[0]))
        return new_seat(names[0], "break", self._session(order))

    def check_room(self, player: str) -> None:
        self._charge(self.database.count(player))

    def _charge(self, count: int) -> None:
        """Charge for a game, or refuse it to somebody who has too many."""
        if count >= self.limits.games:
            raise NotAllowed("web-games", limit=self.limits.games)
        storage.charge()

    def seat(self, identifier: str, names: Names, *, thinks: bool = True) -> Seat:
        """Return the seat of a player at a game; where nobody `thinks`, only if that needs no engine."""
        stored = self._seated(self.database.game(identifier), names)
        if not thinks and takes_thought(stored):
            raise TakesThought
        return self._seat_of(stored, names)

    def seat_at_once(self, identifier: str, names: Names) -> Seat:
        """Return the seat of a player at a short game that needs no engine, or raise `NotAtOnce`."""
        stored = self._seated(self.database.game_at_once(identifier), names)
        if stored.kind == "solve" or len(stored.line) > _SHORT or has_adversary(stored):
            raise NotAtOnce
        return self._seat_of(stored, names)

    def _seated(self, stored: StoredGame | None, names: Names) -> StoredGame:
        if stored is None or not is_seated(stored, names):
            raise no_such_game()
        return stored

    def check_seat(self, identifier: str, names: Names) -> None:
        """Refuse a game that is not there, or not one of these."""
        self._seated(self.database.game(identifier), names)

    def _seat_of(self, stored: StoredGame, names: Names) -> Seat:
        seat = seat_of(stored, names)
        seat.present = seat.is_duel and self._is_watched(stored.id, names)
        return seat

    def change(self, identifier: str, names: Names, act: Callable[[Seat], object], *, thinks: bool = True) -> Seat:
        """Let a player do something with a game, and store the result; where nobody `thinks`, only without the engine.

        If the game has been changed meanwhile, `act` is called again with the changed game; it decides by the number
        of turns whether it still applies.
        """
        for _ in range(TRIES):
            seat = self.seat(identifier, names, thinks=thinks)
            before = seat.stored
            if not thinks and (before.kind == "solve" or has_adversary(before)):
                raise TakesThought
            if not self.act(seat, act):
                self.remember_counts(seat, before)
                return seat
            if self.database.change(seat.stored):
                self.changed(seat, before.line)
                return seat
        raise changing()

    def act(self, seat: Seat, act: Callable[[Seat], object]) -> bool:
        """Let a player do something; return whether that has changed the game, whose row is a new one then."""
        before = seat.stored
        act(seat)
        after = seat.to_row(milliseconds())
        is_same = after.line == before.line and before == replace(
            after, version=before.version, updated=before.updated, counts=before.counts
        )
        if is_same:
            return False
        seat.stored = after
        return True

    def changed(self, seat: Seat, before: str) -> None:
        """Tell of a game that was changed and stored; its line was another before."""
        stored = seat.stored
        SESSIONS.keep(stored.line, seat.session, instead_of=before)
        self.on_change(stored.id)
        if stored.room is not None:
            self.on_change(room_topic(stored.room))

    def with_guess(self, seat: Seat) -> Seat:
        """Find the computer's next guess if one is due, and store it."""
        session = seat.session
        if seat.stored.suggestion is None and wants_guess(session):
            found = seat.solving.suggestion
            if found is not None:
                seat.stored = replace(seat.stored, suggestion=str(found.guess), note=note_text(found.note))
                self.database.remember(seat.stored, "suggestion", "note")
        return seat

    def remember_counts(self, seat: Seat, before: StoredGame) -> None:
        """Store what was counted since the row was as before."""
        if seat.stored.counts != before.counts:
            self.database.remember(seat.stored, "counts")

    def delete(self, identifier: str, names: Names) -> None:
        """Delete a game; somebody who only joined it can't."""
        stored = self._seated(self.database.game(identifier), names)
        if stored.owner not in names:
            raise NotAllowed("web-duel-delete")
        if stored.daily is not None:  # its code could be played again
            raise NotAllowed("web-daily-delete")
        if stored.room is not None:  # its code could be played again
            raise NotAllowed("web-room-delete")
        if stored.match is not None and stored.guest not in (None, FORGOTTEN):  # it could be played again
            raise NotAllowed("web-match-delete")
        self.database.delete(identifier)
        self.on_change(identifier)

    def find_by_invite(self, invite: str) -> StoredGame:
        """Return the duel that a link leads to."""
        stored = self.database.game_by_invite(invite)
        if stored is None or stored.kind != "duel":
            raise dead_link()
        return stored

    def invitation(self, invite: str, names: Names) -> wire.Invitation:
        """Describe the game that a link leads to."""
        stored = self.find_by_invite(invite)
        session = session_of(stored)
        return {
            "variant": stored.variant,
            "guesses": session.guesses,
            "hard": isinstance(session, BreakSession) and session.hard,
            "rounds": None if stored.match is None else read_match(stored.match)[0].rounds,
            "joined": stored.guest is not None,
            "yours": stored.owner in names,
            "game": stored.id if stored.owner in names or stored.guest in names else None,
        }

    def join(self, invite: str, names: Names) -> Seat:
        """Let a second person join as the codebreaker."""
        for _ in range(TRIES):
            stored = self.find_by_invite(invite)
            if stored.guest in names:
                return self._seat_of(stored, names)
            if stored.owner in names:
                raise NotAllowed("web-link-own")
            if stored.guest is not None:
                raise Refusal(409, "taken", KeypegError("web-link-taken"))
            if stored.outcome != Outcome.OPEN:
                raise NotAllowed("web-link-over")
            joined = replace(stored, guest=names[0], version=stored.version + 1, updated=milliseconds())
            if self.database.change(joined):
                self.on_change(joined.id)
                return self._seat_of(joined, names)
        raise changing()


def partner_of(seat: Seat) -> str:
    """Return the other player of a duel, if somebody is left."""
    partner = seat.stored.owner if seat.role == "breaker" else seat.stored.guest
    if partner is None or partner == FORGOTTEN:
        raise NotAllowed("web-next-alone")
    return partner


def changing() -> Refusal:
    """Refuse a request that comes together with others."""
    return Refusal(409, "stale", KeypegError("web-game-changing"))


def room_topic(token: str) -> str:
    """Return under which name changes of a room are told."""
    return f"{_ROOM}{token}"


def room_of(topic: str) -> str | None:
    """Return the room whose changes are told under a name, or None if it is a game."""
    return topic.removeprefix(_ROOM) if topic.startswith(_ROOM) else None


def new_seat(
    player: str, kind: Kind, session: BreakSession | SolveSession, identifier: str | None = None, **more: Any
) -> Seat:
    """Seat a player at a game that is not stored yet."""
    now = milliseconds()
    stored = StoredGame(
        id=identifier or secrets.token_urlsafe(12),
        owner=player,
        kind=kind,
        variant=str(session.variant),
        line="",
        version=0,
        created=now,
        updated=now,
        **more,
    )
    seat = Seat(stored, role_of(stored, (player,)), session)
    seat.stored = seat.to_row(now)
    return seat
