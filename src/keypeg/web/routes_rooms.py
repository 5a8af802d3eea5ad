"""Paths of rooms, in which several people break the same code."""

from typing import Annotated

from fastapi import Header
from starlette.responses import JSONResponse, Response, StreamingResponse

from keypeg.web import requests, wire, wire_rooms
from keypeg.web.events import EventStream
from keypeg.web.games import room_topic
from keypeg.web.server import Asked, new_router

router = new_router()


@router.post("/rooms", response_model=wire_rooms.Room, status_code=201)
async def open_room(caller: Asked, order: requests.NewRoom) -> Response:
    """Open a room, and sit down in it."""
    server = caller.server
    return JSONResponse(await caller.quick(lambda: server.rooms.open(caller.names, order)), 201)


@router.get("/rooms/{token}", response_model=wire_rooms.Room)
async def room(caller: Asked, token: str) -> Response:
    """Show a room: who is there, and how they did."""
    server = caller.server
    return JSONResponse(await caller.quick(lambda: server.rooms.describe(token, caller.names)))


@router.post("/rooms/{token}/join", response_model=wire_rooms.Room)
async def join_room(caller: Asked, token: str, body: requests.RoomName) -> Response:
    """Sit down in a room under a name."""
    server = caller.server
    return JSONResponse(await caller.quick(lambda: server.rooms.join(token, caller.names, body.name)))


@router.post("/rooms/{token}/play", response_model=wire.Game, responses={201: {"model": wire.Game}})
async def play_in_room(caller: Asked, token: str) -> Response:
    """Start your game of the present round, or continue it."""
    server = caller.server
    seat, new = await caller.quick(lambda: server.rooms.play(token, caller.names))
    return JSONResponse(seat.describe(), 201 if new else 200)


@router.post("/rooms/{token}/next", response_model=wire_rooms.Room)
async def next_in_room(caller: Asked, token: str, body: requests.SeenRound) -> Response:
    """Begin the next round, if you opened the room."""
    server = caller.server
    return JSONResponse(await caller.quick(lambda: server.rooms.next_round(token, caller.names, body.round)))


@router.get(
    "/rooms/{token}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}, "description": "The room, whenever it changes."}},
)
async def room_events(
    caller: Asked, token: str, last_event_id: Annotated[str | None, Header(max_length=20)] = None
) -> Response:
    """Send the room whenever somebody in it makes a move, as server-sent events."""
    server = caller.server
    server.hub.check_room(caller.visitor)

    async def version() -> int | None:
        return await caller.quick(lambda: server.rooms.version(token))

    async def describe() -> wire_rooms.Room:
        return await caller.quick(lambda: server.rooms.describe(token, caller.names))

    await describe()  # refuse before the stream begins
    stream = server.hub.stream(room_topic(token), caller.names, last_event_id or "", version, describe)
    return EventStream(server.hub, caller.visitor, stream)
