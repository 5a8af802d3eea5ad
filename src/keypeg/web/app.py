"""The application: the JSON interface, the page's files, and a response in Keypeg's words to whatever goes wrong."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from importlib import resources
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from keypeg.database import Database
from keypeg.errors import KeypegError, UnreadableText
from keypeg.languages import Language
from keypeg.web.connections import Connections
from keypeg.web.delivery import File, delivered
from keypeg.web.description import describe
from keypeg.web.direct import Direct
from keypeg.web.games import Seeds, any_seed
from keypeg.web.guard import Guard
from keypeg.web.limits import Limits
from keypeg.web.operating import Observed, healthz, readyz
from keypeg.web.pages import page
from keypeg.web.proxies import OPEN_SITE, Site
from keypeg.web.refusals import Refusal, misshapen, misshapen_import, refusal_of
from keypeg.web.routes import router
from keypeg.web.server import Server


def create_app(
    database: Database,
    limits: Limits | None = None,
    *,
    site: Site = OPEN_SITE,
    seeds: Seeds = any_seed,
    language: Language | str | None = None,
) -> FastAPI:
    """Build the application on a database, which it closes when it ends.

    The seeds decide which codes it draws, and the language is that of every response; without one, each request says
    which it wants.
    """
    server = Server(database, limits or Limits(), site=site, seeds=seeds)
    observed = Observed(server)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[dict[str, Any]]:
        await server.open()
        connections = Connections(server.limits, site.proxies.__contains__, language)
        sharing = asyncio.create_task(observed.share(connections))
        yield {"connections": connections}
        sharing.cancel()
        await server.close()

    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None, redirect_slashes=False, lifespan=lifespan)
    app.state.server = server
    app.router.routes.extend(router.routes)  # as they are: to include the router would build them again for each app
    app.add_middleware(Direct, server=server)
    app.add_middleware(PackedResponses, minimum_size=_PACKED_BYTES, compresslevel=_PACKING)
    app.add_middleware(Guard, server=server, language=language)
    app.add_exception_handler(Refusal, _handle_refusal)
    app.add_exception_handler(KeypegError, _handle_error)
    app.add_exception_handler(RequestValidationError, _handle_misshapen)
    app.add_exception_handler(HTTPException, _handle_http_error)
    app.add_route("/api/openapi.json", _describe, methods=["GET"], include_in_schema=False)
    app.add_route("/healthz", healthz, methods=["GET"], include_in_schema=False)
    app.add_route("/readyz", readyz, methods=["GET"], include_in_schema=False)
    app.add_route("/metrics", observed.metrics, methods=["GET"], include_in_schema=False)
    app.add_route("/{path:path}", _page, methods=["GET"], include_in_schema=False)
    return app


_PACKED_BYTES = 800  # what is shorter travels in one piece anyway
_PACKING = 3  # a game in half the time that the most would take, and 6% longer


class PackedResponses(GZipMiddleware):
    """Compresses what the interface responds, except for streams, which would be held up."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if path.startswith("/api/") and not path.endswith("/events"):
            await super().__call__(scope, receive, send)
        else:
            await self.app(scope, receive, send)


_FILES = StaticFiles(directory=str(resources.files("keypeg.web") / "static"))


_FOREVER = "public, max-age=31536000, immutable"


async def _describe(request: Request) -> Response:
    """Serve the description of the interface, which is put together once, beside the event loop: it takes long."""
    app, state = request.app, request.app.state
    if not hasattr(state, "description"):
        build = state.server.work.quick(None, lambda: File.of("json", json.dumps(describe(app.routes)).encode()))
        state.description = asyncio.ensure_future(build)
    return _send(request, await asyncio.shield(state.description), {})


async def _page(request: Request) -> Response:
    """Serve what the page is made of, and for every other path the page itself, which knows what to show there.

    What it is delivered as has names made from its content; its sources have their own.
    """
    path = _FILES.get_path(request.scope)
    if path.split("/", 1)[0] == "api":
        raise HTTPException(HTTPStatus.NOT_FOUND)
    if file := delivered().files.get(request.url.path):
        return _send(request, file, {"Cache-Control": _FOREVER})
    if "." in path.rsplit("/", 1)[-1] and path != ".":
        response = await _FILES.get_response(path, request.scope)
        response.headers["Cache-Control"] = "no-cache"
        return response
    return await _view(request)


async def _view(request: Request) -> Response:
    """Serve the page as it is for one path; where there is nothing, it says so, and so does the status."""
    server: Server = request.app.state.server
    file, is_there = await server.work.quick(request.state.visitor, lambda: page(server, request.scope["path"]))
    headers = {"Cache-Control": "no-cache", "ETag": f'"{file.tag}"'}
    return _send(request, file, headers, HTTPStatus.OK if is_there else HTTPStatus.NOT_FOUND)


def _send(request: Request, file: File, headers: dict[str, str], status: int = HTTPStatus.OK) -> Response:
    """Send a file, compressed if the browser takes that, and not at all if it has it."""
    content = file.content
    if file.packed is not None:
        headers["Vary"] = "Accept-Encoding"
        if "gzip" in request.headers.get("accept-encoding", ""):
            content = file.packed
            headers["Content-Encoding"] = "gzip"
    tag = headers.get("ETag")
    if tag and status == HTTPStatus.OK and tag in request.headers.get("if-none-match", ""):
        headers.pop("Content-Encoding", None)
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(content, status, headers, media_type=file.kind)


def _respond(refusal: Refusal) -> Response:
    return JSONResponse({"error": refusal.error}, refusal.status, refusal.headers)


async def _handle_refusal(_: Request, error: Any) -> Response:
    return _respond(error)


async def _handle_error(_: Request, error: Any) -> Response:
    return _respond(refusal_of(error))


async def _handle_misshapen(request: Request, error: Any) -> Response:
    explain = misshapen_import if request.url.path == "/api/import" else misshapen
    return _respond(refusal_of(explain(error.errors()[0])))


async def _handle_http_error(request: Request, error: Any) -> Response:
    path, status, kind = request.url.path, error.status_code, "not-allowed"
    match status:
        case HTTPStatus.BAD_REQUEST:
            return _respond(refusal_of(UnreadableText("web-json")))
        case HTTPStatus.NOT_FOUND:
            kind, reason = "not-found", KeypegError("web-path", path=path)
        case HTTPStatus.METHOD_NOT_ALLOWED:
            reason = KeypegError("web-method", method=request.method, path=path)
        case _:
            reason = KeypegError("web-status", status=status)
    return _respond(Refusal(status, kind, reason, headers=dict(error.headers or {})))
