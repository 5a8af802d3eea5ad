"""The wire format of rooms."""

from typing import Literal

from keypeg.web.wire import Closed, Look


class RoomPlayer(Closed):
    """Somebody in a room. Their key pegs are told once the one who asks is done with the round; guesses never are."""

    name: str
    you: bool
    opened: bool
    place: int
    points: int
    found: int
    state: Literal["waiting", "playing", "found", "missed"]
    turn_count: int
    round_points: int | None
    grid: list[tuple[int, int]] | None


class Room(Look):
    """A room as somebody sees it who has the link; `game` is their own game of the round."""

    kind: Literal["room"]
    token: str
    version: int
    guesses: int
    hard: bool
    bonus: int
    round: int
    yours: bool
    joined: bool
    game: str | None
    done: bool
    round_over: bool
    present: bool
    players: list[RoomPlayer]
