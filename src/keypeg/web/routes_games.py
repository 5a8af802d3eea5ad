"""Paths of a game: to begin it, play it, get help with it, and watch it."""

from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import Header, Query
from starlette.responses import JSONResponse, Response, StreamingResponse

from keypeg.web import moves, requests, wire
from keypeg.web.descriptions import describe_funnel
from keypeg.web.seats import Seat, wants_guess
from keypeg.web.server import UNBUFFERED, Asked, Caller, new_router

T = TypeVar("T")

router = new_router()


@router.post("/games", response_model=wire.Game, status_code=201)
async def create(caller: Asked, order: requests.NewGame) -> Response:
    """Start a game."""
    server = caller.server

    def begin() -> wire.Game:
        return server.games.with_guess(server.games.create(caller.names, order)).describe()

    # The computer's first guess is found together with the game, so that there are either both or neither.
    thinks = order.kind == "solve"
    game = await (server.work.engine(caller.visitor, begin) if thinks else server.work.quick(begin))
    return JSONResponse(game, 201)


@router.get("/games/{identifier}", response_model=wire.Game)
async def game(caller: Asked, identifier: str) -> Response:
    """Show a game as it is now."""
    seat = await caller.server.work.quick(lambda: caller.server.games.seat(identifier, caller.names))
    return JSONResponse(await _describe(caller, seat))


@router.delete("/games/{identifier}", status_code=204)
async def delete(caller: Asked, identifier: str) -> Response:
    """Delete a game."""
    await caller.server.work.quick(lambda: caller.server.games.delete(identifier, caller.names))
    return Response(status_code=204)


@router.post("/games/{identifier}/guess", response_model=wire.Game)
async def guess(caller: Asked, identifier: str, body: requests.Guess) -> Response:
    """Make a guess."""
    limits = caller.server.limits
    return await _change(caller, identifier, lambda seat: moves.guess(seat, body.guess, body.seen, limits))


@router.post("/games/{identifier}/answer", response_model=wire.Game)
async def answer(caller: Asked, identifier: str, body: requests.Feedback) -> Response:
    """Give feedback to a guess. Contradictory feedback is kept, and the game says so."""
    limits = caller.server.limits
    return await _change_and_guess(
        caller, identifier, lambda seat: moves.answer(seat, body.feedback, body.seen, limits)
    )


@router.post("/games/{identifier}/correct", response_model=wire.Game)
async def correct(caller: Asked, identifier: str, body: requests.Correction) -> Response:
    """Correct earlier feedback to the computer."""
    return await _change_and_guess(
        caller, identifier, lambda seat: moves.correct(seat, body.turn, body.feedback, body.seen)
    )


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

    return JSONResponse(await caller.server.work.engine(caller.visitor, look))


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

    told: wire.Funnel = {"counts": await caller.server.work.engine(caller.visitor, look)}
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
    await server.work.quick(lambda: server.games.seat(identifier, caller.names))  # refuse before the stream begins

    async def version() -> int | None:
        return await server.work.quick(lambda: server.database.version(identifier))

    async def describe() -> wire.Game:
        seat = await server.work.quick(lambda: server.games.seat(identifier, caller.names))
        return await _describe(caller, seat)

    stream = server.hub.stream(identifier, caller.names, last_event_id or "", version, describe)
    counted = server.hub.counted(caller.visitor, stream)
    return StreamingResponse(counted, media_type="text/event-stream", headers=UNBUFFERED)


async def _change(caller: Caller, identifier: str, act: Callable[[Seat], object]) -> Response:
    """Let a player do something with a game, and respond with the game."""
    server = caller.server
    seat = await server.work.quick(lambda: server.games.change(identifier, caller.names, act))
    return JSONResponse(await _describe(caller, seat))


async def _change_and_guess(caller: Caller, identifier: str, act: Callable[[Seat], object]) -> Response:
    """Let the engine take feedback: it looks for the next guess, or for what is wrong."""
    server = caller.server

    def change() -> wire.Game:
        return server.games.with_guess(server.games.change(identifier, caller.names, act)).describe()

    return JSONResponse(await server.work.engine(caller.visitor, change))


async def _help(caller: Caller, identifier: str, act: Callable[[Seat], T]) -> tuple[T, wire.Game]:
    """Let the engine give help with a game, which counts the hint."""
    server = caller.server

    def change() -> tuple[T, wire.Game]:
        said: list[T] = []
        seat = server.games.change(identifier, caller.names, lambda seat: said.append(act(seat)))
        return said[-1], seat.describe()

    return await server.work.engine(caller.visitor, change)


async def _describe(caller: Caller, seat: Seat) -> wire.Game:
    """Describe a game, after the computer has found its guess if one is due."""
    if seat.stored.suggestion is None and wants_guess(seat.session):
        games = caller.server.games
        seat = await caller.server.work.engine(caller.visitor, lambda: games.with_guess(seat))
    return seat.describe()
