"""What operators ask a server: whether it is alive, whether it is ready, and how it is doing."""

import asyncio
import time
from contextlib import suppress
from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from keypeg.errors import KeypegError
from keypeg.web.connections import Connections
from keypeg.web.metrics import LEFT_S, MEDIA_TYPE, Exchange, Samples, combined, written
from keypeg.web.refusals import Refusal
from keypeg.web.server import Server

_PATIENCE_S = 2
_COUNTED_S = 60  # for how long the number of games is taken as known: to count them takes long


async def healthz(_: Request) -> Response:
    """Say that the process is alive."""
    return JSONResponse({"status": "alive"})


async def readyz(request: Request) -> Response:
    """Say whether requests can be answered: the database does, and the server is not about to end."""
    server: Server = request.app.state.server
    if server.hub.is_closed:
        return _not_ready("ending")
    try:
        await asyncio.wait_for(server.work.quick(None, lambda: server.database.version("")), _PATIENCE_S)
    except (KeypegError, TimeoutError):
        return _not_ready("database")
    return JSONResponse({"status": "ready"})


def _not_ready(why: str) -> Response:
    return JSONResponse({"status": why}, 503, {"Retry-After": "5"})


class Observed:
    """Tells those who may know how a server is doing."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._games, self._counted = 0, 0.0
        self._exchange = Exchange(Path(server.site.exchange)) if server.site.exchange else None

    async def share(self, connections: Connections) -> None:
        """Leave what is measured for the other processes of this server, if there are any, until cancelled."""
        if self._exchange is None:
            return
        try:
            while True:
                with suppress(OSError):  # a full disk; the others do without it meanwhile
                    self._exchange.leave(self._samples(connections))
                await asyncio.sleep(LEFT_S)
        finally:
            self._exchange.end()

    async def metrics(self, request: Request) -> Response:
        """Give what is measured; to anybody else there is no such page."""
        address = request.client.host if request.client else ""
        if address not in self._server.site.observers:
            raise Refusal(404, "not-found", KeypegError("web-path", path=request.url.path))
        await self._count_games()
        samples = [self._samples(getattr(request.state, "connections", None))]
        if self._exchange is not None:
            samples += await self._server.work.quick(None, self._exchange.others)
        return PlainTextResponse(written(combined(samples)), media_type=MEDIA_TYPE)

    async def _count_games(self) -> None:
        if self._counted and time.monotonic() < self._counted + _COUNTED_S:
            return
        try:
            self._games = await self._server.work.quick(None, self._server.database.game_count)
            self._counted = time.monotonic()
        except KeypegError:  # the rest is worth knowing also while the database is away
            pass

    def _samples(self, connections: Connections | None) -> Samples:
        server = self._server
        found = server.metrics.samples() | {
            ("keypeg_streams", ()): server.hub.stream_count,
            ("keypeg_engine_tasks", (("state", "running"),)): server.work.running,
            ("keypeg_engine_tasks", (("state", "waiting"),)): server.work.waiting,
        }
        if self._counted:
            found["keypeg_games", ()] = self._games
        if connections is not None:
            found["keypeg_connections", ()] = len(connections)
            for reason, number in connections.refused.items():
                found["keypeg_refused_connections_total", (("reason", reason),)] = number
        return found
