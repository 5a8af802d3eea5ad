"""What the event loop does itself: to show a short game, to begin one, and to make a guess in it.

To hand such work to a thread takes longer than to do it, and only the commit is waited for. Whatever may take a while
raises `NotAtOnce`, and is left to the threads.
"""

from collections.abc import Callable

from keypeg.web.games import TRIES, changing
from keypeg.web.requests import NewGame
from keypeg.web.seats import Seat
from keypeg.web.server import Caller


def show(caller: Caller, identifier: str) -> bytes:
    """Describe a game."""
    games = caller.server.games
    return caller.at_once(lambda: games.seat_at_once(identifier, caller.names).written())


async def create(caller: Caller, order: NewGame) -> bytes:
    """Begin a game, and describe it."""
    games = caller.server.games

    def begin() -> tuple[Seat, bytes]:
        seat = games.new_at_once(caller.names, order)
        return seat, seat.written()

    seat, content = caller.at_once(begin)
    games.begun(seat, is_stored=await games.database.add_soon(seat.stored))
    return content


async def change(caller: Caller, identifier: str, act: Callable[[Seat], object]) -> bytes:
    """Let a player do something with a game, and describe it; it is as in `Games.change`."""
    games = caller.server.games

    def do() -> tuple[Seat, str | None, bytes]:
        seat = games.seat_at_once(identifier, caller.names)
        before = seat.stored
        is_changed = games.act(seat, act)
        return seat, before.line if is_changed else None, seat.written()

    for _ in range(TRIES):
        seat, before, content = caller.at_once(do)
        if before is None:
            return content
        if await games.database.change_soon(seat.stored):
            games.changed(seat, before)
            return content
    raise changing()
