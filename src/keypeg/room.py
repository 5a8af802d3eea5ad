"""A room: several players break the same code, round after round, and a table says who did best.

A room is a pure value: what was agreed, who plays, and how each of them did in each round. A code that is found is
worth the guesses that were left, and the bonus; one that is not found, or not tried, is worth nothing. So whoever comes
late starts with nothing, and whoever leaves keeps what they have. The codes are for others to know.
"""

import re
from dataclasses import dataclass, replace
from typing import Any, Self

from keypeg.errors import NotAllowed
from keypeg.match import Result, Terms, read_terms

MOST_PLAYERS, MOST_ROUNDS = 100, 1000

_NAME = re.compile(r"[^\s,=|]{1,40}")


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place in the table: from 1, the same for those with the same points."""

    place: int
    name: str
    points: int
    found: int
    """In how many rounds the code was found."""
    guesses: int
    """How many guesses that took."""


@dataclass(frozen=True, slots=True)
class Room:
    """Players who break the same codes. A round has a result, or None, for each player in their order.

    >>> room = Room(Terms("p4c6")).join("anna").join("ben").next_round()
    >>> room = room.finish("ben", "4").finish("anna", "6")
    >>> [(one.place, one.name, one.points) for one in room.standings]
    [(1, 'ben', 7), (2, 'anna', 5)]
    >>> print(room)
    p4c6 guesses=10 bonus=1 anna,ben 6,4
    """

    terms: Terms
    players: tuple[str, ...] = ()
    rounds: tuple[tuple[Result | None, ...], ...] = ()

    def __post_init__(self) -> None:
        for name in self.players:
            if not _NAME.fullmatch(str(name)):
                raise NotAllowed("room-name", name=name)
            if self.players.count(name) > 1:
                raise NotAllowed("room-name-taken", name=name)
        if len(self.players) > MOST_PLAYERS or len(self.rounds) > MOST_ROUNDS:
            raise NotAllowed("room-full", players=MOST_PLAYERS, rounds=MOST_ROUNDS)
        for results in self.rounds:
            if len(results) != len(self.players):
                raise NotAllowed("room-results", number=len(results), players=len(self.players))
            for result in results:
                if result is not None:
                    self.terms.check(result)

    def join(self, name: str) -> "Room":
        """Return the room with one more player, who takes part in the round that is played now."""
        rounds = tuple((*results, None) for results in self.rounds)
        return replace(self, players=(*self.players, name), rounds=rounds)

    def next_round(self) -> "Room":
        """Return the room with one more round; what somebody has not finished before it counts as not found."""
        if not self.players:
            raise NotAllowed("room-empty")
        return replace(self, rounds=(*self.rounds, (None,) * len(self.players)))

    def finish(self, name: str, result: Result | str) -> "Room":
        """Return the room after a player is done with the round that is played now."""
        if name not in self.players:
            raise NotAllowed("room-stranger", name=name)
        if not self.rounds:
            raise NotAllowed("room-no-round")
        at, now = self.players.index(name), self.rounds[-1]
        if now[at] is not None:
            raise NotAllowed("room-finished", name=name)
        results = (*now[:at], self.terms.check(result), *now[at + 1 :])
        return replace(self, rounds=(*self.rounds[:-1], results))

    @property
    def is_round_over(self) -> bool:
        """Whether all players are done with the round that is played now."""
        return bool(self.rounds) and None not in self.rounds[-1]

    def points(self, result: Result | None) -> int:
        """Return what a player gets for a round."""
        most = self.terms.guesses + self.terms.bonus
        return 0 if result is None else most - self.terms.points(result)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The table: by points, then in the order in which the players came."""
        totals = [sum(self.points(results[at]) for results in self.rounds) for at in range(len(self.players))]
        order = sorted(range(len(self.players)), key=lambda at: -totals[at])
        return tuple(self._standing(at, 1 + sum(total > totals[at] for total in totals), totals[at]) for at in order)

    def _standing(self, at: int, place: int, points: int) -> Standing:
        results = [results[at] for results in self.rounds]
        found = [result.guesses for result in results if result is not None and result.found]
        return Standing(place, self.players[at], points, len(found), sum(found))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `p4c6 guesses=10 bonus=1 anna,ben 6,4 10x,-`: the players, then their results in each round."""
        terms, _, words = read_terms(text)
        players, *rounds = [tuple(word.split(",")) for word in words] or [()]
        return cls(terms, players, tuple(tuple(map(_read, results)) for results in rounds))

    def as_json(self) -> dict[str, Any]:
        return {
            "variant": str(self.terms.variant),
            "guesses": self.terms.guesses,
            "bonus": self.terms.bonus,
            "players": list(self.players),
            "rounds": [
                [None if one is None else {"guesses": one.guesses, "found": one.found} for one in results]
                for results in self.rounds
            ],
            "round_over": self.is_round_over,
            "standings": [
                {"place": one.place, "name": one.name, "points": one.points, "found": one.found, "guesses": one.guesses}
                for one in self.standings
            ],
        }

    def __str__(self) -> str:
        rounds = [",".join("-" if one is None else str(one) for one in results) for results in self.rounds]
        return " ".join([str(self.terms), *filter(None, [",".join(self.players)]), *rounds])


def _read(text: str) -> Result | None:
    return None if text == "-" else Result.parse(text)
