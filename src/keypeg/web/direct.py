"""The shortest way to the paths that are asked most: those of a game that is played.

The framework takes longer to pass on such a request than the game takes to do what it says. So what can be read at a
glance goes straight to the function of its path. Everything else goes through the framework, which describes all paths,
and says what is wrong with a request.
"""

import json
from typing import Any

from pydantic import BaseModel, ValidationError
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from keypeg.errors import KeypegError
from keypeg.web import requests, routes_games
from keypeg.web.refusals import refusal_of
from keypeg.web.server import Server, caller_for

_JSON = (b"content-type", b"application/json")

_PATHS: dict[tuple[str, int, str], tuple[str, type[BaseModel] | None]] = {
    ("POST", 3, "games"): ("create", requests.NewGame),
    ("GET", 4, ""): ("game", None),
    ("POST", 5, "guess"): ("guess", requests.Guess),
    ("POST", 5, "answer"): ("answer", requests.Feedback),
}
"""The function of each path below `/api/games`, by method, number of parts and last part; and what it is sent."""

_ROUTES: dict[str, Any] = {route.name: route for route in routes_games.router.routes if hasattr(route, "name")}


class Direct:
    """Passes on requests of a game that is played."""

    def __init__(self, app: ASGIApp, server: Server) -> None:
        self._app = app
        self._server = server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if path.startswith("/api/games"):
            parts = path.split("/")
            last = "" if len(parts) == 4 else parts[-1]
            known = _PATHS.get((scope["method"], len(parts), last))
            if known is not None and parts[2] == "games" and all(parts[1:]):
                await self._pass_on(known, parts, scope, receive, send)
                return
        await self._app(scope, receive, send)

    async def _pass_on(
        self, known: tuple[str, type[BaseModel] | None], parts: list[str], scope: Scope, receive: Receive, send: Send
    ) -> None:
        name, model = known
        given: list[Any] = parts[3:4]
        if model is not None:
            message = await receive()  # the whole body: the guard has put it together
            order = _read(model, scope, message)
            if order is None:
                await self._app(scope, _again(message, receive), send)
                return
            given.append(order)
        route = scope["route"] = _ROUTES[name]
        caller = await caller_for(self._server, scope, receive)
        try:
            response: Response = await route.endpoint(caller, *given)
        except KeypegError as error:
            raise refusal_of(error) from error
        await response(scope, receive, send)


def _read(model: type[BaseModel], scope: Scope, message: Message) -> BaseModel | None:
    """Read what was sent, if it is as it should be."""
    if _JSON not in scope["headers"]:
        return None
    try:
        return model.model_validate(json.loads(message["body"]))
    except (ValueError, RecursionError, ValidationError):
        return None


def _again(message: Message, receive: Receive) -> Receive:
    """Give a message once more, and then what follows it."""
    given = False

    async def read() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return message

    return read
