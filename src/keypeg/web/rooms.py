"""Rooms: several people break the same code, each on a board of their own, round after round.

Nobody's guesses are shown to others. While somebody is at the code, they see of the others only how many guesses they
have made; once they are done, also the key pegs. A code is drawn for each round, and stays here until a player is done.
"""

import hashlib
import json
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from keypeg import room as value
from keypeg.errors import KeypegError, NotAllowed
from keypeg.game import Drawn, Outcome
from keypeg.match import Result, Terms
from keypeg.palette import Palette
from keypeg.render import Look
from keypeg.room_database import PlayedRound, RoomRows, StoredPlayer, StoredRoom
from keypeg.rules import Variant
from keypeg.session import BreakSession
from keypeg.web import storage
from keypeg.web import wire_rooms as wire
from keypeg.web.descriptions import describe_grid, describe_look
from keypeg.web.games import Games, changing, new_seat, room_topic
from keypeg.web.refusals import Refusal
from keypeg.web.requests import NewRoom
from keypeg.web.seats import Names, Seat, milliseconds

_TRIES = 5
_NAME = re.compile(r"\S.{0,23}")


@dataclass(frozen=True)
class Place:
    """A room with all that happens in it, and somebody who looks at it."""

    stored: StoredRoom
    players: list[StoredPlayer]
    played: list[PlayedRound]
    names: Names

    @cached_property
    def look(self) -> Look:
        settings = self.settings
        return Look(Variant.parse(settings["variant"]), Palette.parse(settings["palette"]))

    @cached_property
    def settings(self) -> dict[str, str]:
        """What was agreed, as text."""
        settings: dict[str, str] = json.loads(self.stored.settings)
        return settings

    @cached_property
    def terms(self) -> Terms:
        return Terms(self.look.variant, int(self.settings["guesses"]))

    @property
    def hard(self) -> bool:
        return self.settings["hard"] == "yes"

    @cached_property
    def rounds(self) -> list[tuple[int, int]]:
        """The seed of each round's code, and when it began."""
        return [(int(seed), begun) for seed, begun in json.loads(self.stored.rounds)]

    @property
    def you(self) -> StoredPlayer | None:
        return next((player for player in self.players if player.player in self.names), None)

    def game(self, player: str, number: int) -> PlayedRound | None:
        """Return the game of a player in a round, counted from 1."""
        return next((game for game in self.played if (game.owner, game.round) == (player, number)), None)

    def result(self, player: str, number: int) -> Result | None:
        """Return how a player did in a round; what was finished after the next one had begun does not count."""
        game = self.game(player, number)
        if game is None or game.finished is None:
            return None
        if number < len(self.rounds) and game.finished > self.rounds[number][1]:
            return None
        return Result(game.turn_count, found=game.outcome == Outcome.WON)

    @cached_property
    def room(self) -> value.Room:
        """The room as a value, in which players are called by their numbers."""
        results = [
            tuple(self.result(player.player, number) for player in self.players)
            for number in range(1, len(self.rounds) + 1)
        ]
        return value.Room(self.terms, tuple(map(str, range(len(self.players)))), tuple(results))

    def describe(self, version: int, *, present: bool) -> wire.Room:
        number, you = len(self.rounds), self.you
        own = None if you is None else self.game(you.player, number)
        done = own is not None and own.outcome != Outcome.OPEN
        return {
            **describe_look(self.look),
            "kind": "room",
            "token": self.stored.id,
            "version": version,
            "guesses": self.terms.guesses,
            "hard": self.hard,
            "bonus": self.terms.bonus,
            "round": number,
            "yours": self.stored.owner in self.names,
            "joined": you is not None,
            "game": None if own is None else own.id,
            "done": done,
            "round_over": self.room.is_round_over,
            "present": present,
            "players": [self._describe_player(standing, shows=done) for standing in self.room.standings],
        }

    def _describe_player(self, standing: value.Standing, *, shows: bool) -> wire.RoomPlayer:
        player = self.players[int(standing.name)]
        game, result = self.game(player.player, len(self.rounds)), self.room.rounds[-1][int(standing.name)]
        state: Literal["waiting", "playing", "found", "missed"]
        state = "waiting" if game is None else "playing" if result is None else "found" if result.found else "missed"
        return {
            "name": player.name,
            "you": player.player in self.names,
            "opened": player.player == self.stored.owner,
            "place": standing.place,
            "points": standing.points,
            "found": standing.found,
            "state": state,
            "turn_count": 0 if game is None else game.turn_count,
            "round_points": None if result is None else self.room.points(result),
            "grid": describe_grid(json.loads(game.summary)["position"]) if game is not None and shows else None,
        }


class Rooms:
    """The rooms of a server."""

    def __init__(self, games: Games, is_watched: Callable[[str, Names], bool]) -> None:
        self._games = games
        self._rows = RoomRows(games.database)
        self._is_watched = is_watched

    def open(self, names: Names, order: NewRoom) -> wire.Room:
        """Open a room with its first round, and sit down in it."""
        limits, now = self._games.limits, milliseconds()
        variant = limits.check_variant(Variant.parse(order.variant))
        palette = limits.check_palette(Palette.parse(order.palette))
        guesses = limits.check_guesses(order.guesses)
        if self._rows.count(names[0]) >= limits.rooms:
            raise NotAllowed("web-rooms", limit=limits.rooms)
        settings = {"variant": str(variant), "palette": str(palette), "guesses": str(guesses)}
        settings["hard"] = "yes" if order.hard else "no"
        rounds = json.dumps([(str(self._games.draw_seed()), now)])
        room = StoredRoom(secrets.token_urlsafe(16), names[0], json.dumps(settings), rounds, 1, now)
        storage.charge(2)
        self._rows.add(room, StoredPlayer(room.id, names[0], _checked(order.name), now))
        return self.describe(room.id, names)

    def describe(self, token: str, names: Names) -> wire.Room:
        version = self.version(token) or 0  # before the rest: what changes meanwhile is sent once more, and not missed
        present = self._is_watched(room_topic(token), names)
        return self._place(token, names).describe(version, present=present)

    def version(self, token: str) -> int | None:
        return self._rows.version(token)

    def _place(self, token: str, names: Names) -> Place:
        stored = self._rows.room(token)
        if stored is None:
            raise Refusal(404, "gone", KeypegError("web-room-gone"))
        return Place(stored, self._rows.players(token), self._rows.played(token), names)

    def join(self, token: str, names: Names, name: str) -> wire.Room:
        """Let somebody sit down; who is there already stays as they are."""
        limit = self._games.limits.room_players
        for _ in range(_TRIES):
            place = self._place(token, names)
            if place.you is not None:
                return self.describe(token, names)
            if len(place.players) >= limit:
                raise NotAllowed("web-room-full", limit=limit)
            player = StoredPlayer(token, names[0], _checked(name), milliseconds())
            if any(player.name.casefold() == other.name.casefold() for other in place.players):
                raise NotAllowed("room-name-taken", name=player.name)
            storage.charge()
            if self._rows.join(player, limit):
                self._games.on_change(room_topic(token))
                return self.describe(token, names)
            storage.refund(1)
        raise changing()

    def play(self, token: str, names: Names) -> tuple[Seat, bool]:
        """Return somebody's game of the present round, and whether it was started just now."""
        place = self._place(token, names)
        you, number = place.you, len(place.rounds)
        if you is None:
            raise NotAllowed("web-room-stranger")
        there = place.game(you.player, number)
        if there is not None:
            return self._games.seat(there.id, names), False
        self._games.check_room(you.player)
        seed, _ = place.rounds[-1]
        session = BreakSession(
            place.look.variant,
            Drawn(seed),
            guesses=place.terms.guesses,
            hard=place.hard,
            palette=place.look.palette,
        )
        identifier = hashlib.sha256(f"room {token} {number} {you.player}".encode()).hexdigest()[:24]
        seat = new_seat(you.player, "break", session, identifier, room=token, round=number)
        try:
            self._games.begin(seat)
        except Refusal:  # it was started at the same moment
            return self._games.seat(identifier, names), False
        self._games.on_change(room_topic(token))
        return seat, True

    def next_round(self, token: str, names: Names, seen: int) -> wire.Room:
        """Begin another round after the one that its opener has seen; sent twice, it is done once."""
        for _ in range(_TRIES):
            place = self._place(token, names)
            if place.stored.owner not in names:
                raise NotAllowed("web-room-opener")
            if len(place.rounds) != seen:
                return self.describe(token, names)
            if seen >= self._games.limits.room_rounds:
                raise NotAllowed("web-room-rounds", limit=self._games.limits.room_rounds)
            rounds = [*json.loads(place.stored.rounds), (str(self._games.draw_seed()), milliseconds())]
            if self._rows.begin_round(place.stored, json.dumps(rounds)):
                self._games.on_change(room_topic(token))
                return self.describe(token, names)
        raise changing()

    def forget(self, names: Names) -> None:
        """Delete the rooms that a visitor opened, and take them out of all others."""
        for token in self._rows.delete_all(names):
            self._games.on_change(room_topic(token))


def _checked(name: str) -> str:
    """Return a name that can be shown in one line."""
    short = " ".join(name.split())
    if not _NAME.fullmatch(short) or not short.isprintable():
        raise NotAllowed("web-room-name")
    return short
