"""Paths of what somebody has played: codes of the day, past games, export and import."""

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Annotated, TypeVar

from fastapi import Query, Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from keypeg.database import Page, StoredGame
from keypeg.render import Look
from keypeg.web import history, identity, requests, transfer, wire, wire_history
from keypeg.web.days import VARIANT, read_day, today
from keypeg.web.descriptions import describe_look, encoded
from keypeg.web.puzzling import read_exported
from keypeg.web.refusals import Refusal
from keypeg.web.server import Asked, Caller, new_router

T = TypeVar("T")

router = new_router()

_EXPORTED_AT_ONCE = 200


@router.get("/start", response_model=wire_history.Start)
async def start(caller: Asked, date: requests.Day | None = None) -> Response:
    """Give all that the start of the page shows: the code of the day, open and past games, and the colors of a game."""
    server, day = caller.server, read_day(date)

    def look() -> wire_history.Start:
        return {
            "today": str(today()),
            "daily": server.daily.start(day, caller.names),
            "open": history.open_games(server.games, caller.names),
            "recent": history.recent_games(server.games, caller.names),
            "palette": describe_look(Look(VARIANT))["palette"],
        }

    return JSONResponse(await caller.quick(look))


@router.get("/daily", response_model=wire_history.Daily)
async def daily_code(caller: Asked, date: requests.Day | None = None) -> Response:
    """Show the code of a day, and your game of it."""
    server, day = caller.server, read_day(date)
    return JSONResponse(await caller.quick(lambda: server.daily.describe(day, caller.names)))


@router.post("/daily", response_model=wire.Game, responses={201: {"model": wire.Game}})
async def daily_game(caller: Asked, order: requests.DailyOrder) -> Response:
    """Start the game of a day, or continue it."""
    server, day = caller.server, read_day(order.date)
    seat, new = await caller.quick(lambda: server.daily.begin(day, caller.names))
    return JSONResponse(seat.describe(), 201 if new else 200)


@router.get("/daily/archive", response_model=wire_history.Archive)
async def archive(
    caller: Asked, before: requests.Day | None = None, count: Annotated[int, Query(ge=1, le=400)] = 31
) -> Response:
    """List earlier days, newest first."""
    server, day = caller.server, None if before is None else read_day(before)
    return JSONResponse(await caller.engine(lambda: server.daily.archive(day, count, caller.names), short=True))


@router.get("/history", response_model=wire_history.History)
async def past_games(  # noqa: PLR0913 - an argument for each field of the query
    *,
    caller: Asked,
    count: Annotated[int, Query(ge=1, le=200)] = 50,
    before: requests.Text | None = None,
    kind: requests.Text | None = None,
    variant: requests.Text | None = None,
    outcome: requests.Text | None = None,
) -> Response:
    """List your games, newest first."""
    page = Page(count, history.read_cursor(before), kind or None, variant or None, outcome or None)
    return JSONResponse(await _look_back(caller, lambda: history.list_games(caller.server.games, caller.names, page)))


@router.get("/statistics", response_model=wire_history.Statistics)
async def statistics(caller: Asked) -> Response:
    """Sum up your games."""
    return JSONResponse(await _look_back(caller, lambda: history.sum_up(caller.server.games, caller.names)))


@router.get("/export", response_model=wire_history.Export)
async def export(caller: Asked) -> Response:
    """Return all your games, as a file."""
    server = caller.server

    def look(after: tuple[int, str]) -> tuple[wire_history.Export, StoredGame | None]:
        return transfer.export(server.games, caller.names, server.seal, Page(_EXPORTED_AT_ONCE, after=after))

    told, last = await _look_back(caller, lambda: look((0, "")))  # refuse before the stream begins

    async def pieces() -> AsyncIterator[bytes]:
        nonlocal told, last
        yield encoded({**told, "games": []}).removesuffix(b"]}")
        comma = b""
        while True:
            for game in told["games"]:
                yield comma + encoded(game)
                comma = b","
            if last is None:
                break
            told, last = await _patiently(caller, partial(look, (last.created, last.id)))
        puzzles = await _patiently(caller, lambda: server.puzzles.export(caller.names))
        yield b"]," + encoded({"puzzles": puzzles})[1:]

    return StreamingResponse(
        pieces(),
        media_type="application/json",
        headers={"Content-Disposition": 'attachment; filename="keypeg-history.json"'},
    )


async def _patiently(caller: Caller, task: Callable[[], T]) -> T:
    """Have the engine do something in the middle of a response, which can't be refused any more."""
    while True:
        try:
            return await caller.server.work.engine(caller.visitor, task)
        except Refusal as refusal:
            await asyncio.sleep(refusal.details.get("retry_after") or 1)


@router.post("/import", response_model=wire_history.ImportResponse)
async def import_games(caller: Asked, body: requests.Imported) -> Response:
    """Take in what the export wrote."""
    server = caller.server

    def take_in() -> wire_history.ImportResponse:
        puzzles = read_exported((puzzle.line, puzzle.created, puzzle.finished) for puzzle in body.puzzles)
        told = transfer.import_games(server.games, caller.names, body.games, server.seal)
        return {**told, "puzzles": server.puzzles.take_in(caller.names, puzzles)}

    return JSONResponse(await caller.engine(take_in))


@router.delete("/history", status_code=204)
async def forget(request: Request, caller: Asked) -> Response:
    """Delete all your data, and the cookie."""
    server = caller.server

    def forget_all() -> None:
        history.forget(server.games, caller.names)
        server.puzzles.forget(caller.names)
        server.rooms.forget(caller.names)

    await _look_back(caller, forget_all)
    response = Response(status_code=204)
    for header in identity.forgetting(secure=request.url.scheme == "https"):
        response.headers.append("Set-Cookie", header)
    return response


async def _look_back(caller: Caller, look: Callable[[], T]) -> T:
    """Look at the history, after taking in the games of the terminal."""
    server = caller.server

    def take_in_and_look() -> T:
        if server.local:
            transfer.take_in(server.games)
        return look()

    return await caller.engine(take_in_and_look, short=True)
