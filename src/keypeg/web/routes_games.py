"""Paths of a game: to begin it, play it, get help with it, and watch it."""

from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Protocol, TypeVar

from fastapi import Header, Query
from starlette.responses import JSONResponse, Response, StreamingResponse

from keypeg.database_glance import NotAtOnce
from keypeg.web import at_once, moves, requests, wire
from keypeg.web.descriptions import describe_funnel
from keypeg.web.events import EventStream
from keypeg.web.games import TakesThought
from keypeg.web.seats import Seat
from keypeg.web.server import Asked, Caller, new_router

T = TypeVar("T")

router = new_router()


@router.post("/games", response_model=wire.Game, status_code=201)
async def create(caller: Asked, order: requests.NewGame) -> Response:
    """Start a game."""
    with suppress(NotAtOnce):
        return _told(await at_once.create(caller, order), 201)
    games = caller.server.games

    def begin(*, thinks: bool) -> Seat:
        # The computer's first guess is found together with the game, so that there are either both or neither.
        if order.kind == "solve" and not thinks:
            raise TakesThought
        return games.with_guess(games.create(caller.names, order))

    return await _show(caller, begin, 201)


@router.get("/games/{identifier}", response_model=wire.Game)
async def game(caller: Asked, identifier: str) -> Response:
    """Show a game as it is now."""
    with suppress(NotAtOnce):
        return _told(at_once.show(caller, identifier))
    games = caller.server.games
    return await _show(caller, lambda *, thinks: games.with_guess(games.seat(identifier, caller.names, thinks=thinks)))


@router.delete("/games/{identifier}", status_code=204)
async def delete(caller: Asked, identifier: str) -> Response:
    """Delete a game."""
    await caller.quick(lambda: caller.server.games.delete(identifier, caller.names))
    return Response(status_code=204)


@router.post("/games/{identifier}/guess", response_model=wire.Game)
async def guess(caller: Asked, identifier: str, body: requests.Guess) -> Response:
    """Make a guess."""
    limits = caller.server.limits

    def act(seat: Seat) -> None:
        moves.guess(seat, body.guess, body.seen, limits)

    with suppress(NotAtOnce):
        return _told(await at_once.change(caller, identifier, act))
    return await _change(caller, identifier, act)


@router.post("/games/{identifier}/answer", response_model=wire.Game)
async def answer(caller: Asked, identifier: str, body: requests.Feedback) -> Response:
    """Give feedback to a guess. Contradictory feedback is kept, and the game says so."""
    limits = caller.server.limits
    return await _change(caller, identifier, lambda seat: moves.answer(seat, body.feedback, body.seen, limits))


@router.post("/games/{identifier}/correct", response_model=wire.Game)
async def correct(caller: Asked, identifier: str, body: requests.Correction) -> Response:
    """Correct earlier feedback to the computer."""
    return await _change(caller, identifier, lambda seat: moves.correct(seat, body.turn, body.feedback, body.seen))


@router.post("/games/{identifier}/undo", response_model=wire.Game)
async def undo(caller: Asked, identifier: str, body: requests.Seen) -> Response:
    """Take back the last guess, feedback or correction."""
    return await _change(caller, identifier, lambda seat: moves.undo(seat, body.seen))


@router.post("/games/{identifier}/redo", response_model=wire.Game)
async def redo(caller: Asked, identifier: str, body: requests.Seen) -> Response:
    """Make the last undone move again."""
    return await _change(caller, identifier, lambda seat: moves.redo(seat, body.seen))


@router.post("/games/{identifier}/give-up", response_model=wire.Game)
async def give_up(caller: Asked, identifier: str, body: requests.Seen) -> Response:
    """End a game and see the secret."""
    return await _change(caller, identifier, lambda seat: moves.give_up(seat, body.seen))


@router.post("/games/{identifier}/hint", response_model=wire.HintResponse)
async def hint(caller: Asked, identifier: str, body: requests.Seen) -> Response:
    """Give the next step of help: how many codes are possible, what they have in common, a guess."""
    given, game = await _help(caller, identifier, lambda seat: moves.hint(seat, body.seen))
    told: wire.HintResponse = {"hint": given, "game": game}
    return JSONResponse(told)


@router.post("/games/{identifier}/check", response_model=wire.CheckResponse)
async def check(caller: Asked, identifier: str, body: requests.Guess) -> Response:
    """Say whether a guess can be right, without making it."""
    given, game = await _help(caller, identifier, lambda seat: moves.check(seat, body.guess, body.seen))
    told: wire.CheckResponse = {"check": given, "game": game}
    return JSONResponse(told)


@router.get("/games/{identifier}/candidates", response_model=wire.Candidates)
async def candidates(caller: Asked, identifier: str, limit: Annotated[int, Query(ge=0, le=500)] = 60) -> Response:
    """Count the possible codes, and list them if they are no more than the limit, where that is no hint."""

    def look() -> wire.Candidates:
        seat = caller.server.games.seat(identifier, caller.names)
        moves.check_free_look(seat)
        return moves.candidates(seat, limit)

    return JSONResponse(await caller.engine(look, short=True))


@router.post("/games/{identifier}/candidates", response_model=wire.CandidatesResponse)
async def show_candidates(caller: Asked, identifier: str, body: requests.Look) -> Response:
    """Do the same for the codebreaker of an open game, which counts as a hint, once after each guess."""

    def look(seat: Seat) -> wire.Candidates:
        moves.look_at_candidates(seat, body.seen)
        return moves.candidates(seat, body.limit)

    found, game = await _help(caller, identifier, look)
    told: wire.CandidatesResponse = {"candidates": found, "game": game}
    return JSONResponse(told)


@router.get("/games/{identifier}/funnel", response_model=wire.Funnel)
async def funnel(caller: Asked, identifier: str) -> Response:
    """Count the possible codes at first and after each turn, where that is no hint."""

    def look() -> list[wire.Count | None]:
        games = caller.server.games
        seat = games.seat(identifier, caller.names)
        before = seat.stored
        moves.check_free_look(seat)
        counts = describe_funnel(seat.funnel())
        games.remember_counts(seat, before)
        return counts

    told: wire.Funnel = {"counts": await caller.engine(look, short=True)}
    return JSONResponse(told)


@router.post("/games/{identifier}/funnel", response_model=wire.FunnelResponse)
async def show_funnel(caller: Asked, identifier: str, body: requests.Seen) -> Response:
    """Do the same for the codebreaker of an open game, which counts as a hint, once after each guess."""

    def look(seat: Seat) -> list[wire.Count | None]:
        moves.look_at_candidates(seat, body.seen)
        return describe_funnel(seat.funnel())

    counts, game = await _help(caller, identifier, look)
    told: wire.FunnelResponse = {"counts": counts, "game": game}
    return JSONResponse(told)


@router.get(
    "/games/{identifier}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}, "description": "The game, whenever it changes."}},
)
async def events(
    caller: Asked,
    identifier: str,
    last_event_id: Annotated[str | None, Header(max_length=20)] = None,
) -> Response:
    """Send the game whenever it changes, as server-sent events."""
    server = caller.server
    server.hub.check_room(caller.visitor)
    await caller.quick(lambda: server.games.check_seat(identifier, caller.names))  # refuse before the stream begins

    async def version() -> int | None:
        return await caller.quick(lambda: server.database.version(identifier))

    def look(*, thinks: bool) -> wire.Game:
        seat = server.games.seat(identifier, caller.names, thinks=thinks)
        return server.games.with_guess(seat).describe()

    async def describe() -> wire.Game:
        try:
            return await caller.quick(lambda: look(thinks=False))
        except TakesThought:
            return await server.work.engine(caller.visitor, lambda: look(thinks=True), short=True)

    stream = server.hub.stream(identifier, caller.names, last_event_id or "", version, describe)
    return EventStream(server.hub, caller.visitor, stream)


class _Doing(Protocol):
    """Something to do with a game, which raises `TakesThought` if it needs the engine and isn't there that `thinks`."""

    def __call__(self, *, thinks: bool) -> Seat: ...


async def _show(caller: Caller, do: _Doing, status: int = 200) -> Response:
    """Do something with a game and respond with it; the engine does it if it takes thought."""
    try:
        content = await caller.quick(lambda: do(thinks=False).written())
    except TakesThought:
        content = await caller.engine(lambda: do(thinks=True).written(), short=True)
    return _told(content, status)


def _told(content: bytes, status: int = 200) -> Response:
    return Response(content, status, media_type="application/json")


async def _change(caller: Caller, identifier: str, act: Callable[[Seat], object]) -> Response:
    """Let a player do something with a game, and respond with the game."""
    games = caller.server.games

    def change(*, thinks: bool) -> Seat:
        return games.with_guess(games.change(identifier, caller.names, act, thinks=thinks))

    return await _show(caller, change)


async def _help(caller: Caller, identifier: str, act: Callable[[Seat], T]) -> tuple[T, wire.Game]:
    """Let the engine give help with a game, which counts the hint."""
    server = caller.server

    def change() -> tuple[T, wire.Game]:
        said: list[T] = []
        seat = server.games.change(identifier, caller.names, lambda seat: said.append(act(seat)))
        return said[-1], seat.describe()

    return await caller.engine(change, short=True)
