"""Checks every request first: who sends it, from where, how often, how much; and sets the headers of every response."""

import asyncio
import json
import logging
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from functools import lru_cache
from http import HTTPStatus
from typing import Protocol
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from keypeg.errors import KeypegError, UnreadableText
from keypeg.languages import Language, preferred, speaking
from keypeg.web.identity import Identities
from keypeg.web.limits import Budget, Limits, is_loopback, visitor_of
from keypeg.web.links import answering
from keypeg.web.logs import ACCESS
from keypeg.web.metrics import Metrics
from keypeg.web.proxies import Site, is_forwarded
from keypeg.web.refusals import Refusal, busy, refusal_of
from keypeg.web.storage import paid_by
from keypeg.web.turns import Turns

_LOG = logging.getLogger("keypeg.web")

LANGUAGE_COOKIE = "keypeg-language"
_RENEWING = {"/api/games", "/api/daily"}  # people who keep playing stay known
_VARYING = b"Accept-Language, Cookie"  # what everything with words in it depends on, besides its address
_MOST_LANGUAGES = 20
_REFUSED_S = 0.25  # what is refused takes time of its sender, not of the server, however fast they ask again
_GONE = 499  # the status, as nginx counts it, if the sender did not wait for the response
_WRITES = {"POST", "PUT", "PATCH", "DELETE"}

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_WRITTEN = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
_FILE_HEADERS = {b"x-content-type-options", b"cross-origin-resource-policy"}  # the others are about pages


class Guarded(Protocol):
    """What the guard has to know of a server."""

    limits: Limits
    site: Site
    requests: Budget
    files: Budget
    stored: Budget
    identities: Identities
    metrics: Metrics


class Guard:
    """Refuses what is not allowed, recognizes visitors by a cookie, and sets the language of the response.

    Without a language for everybody, each request has its own: the one chosen on the page, which a cookie tells, or the
    first of the browser's that Keypeg speaks.

    The scope's state gets `player`, under whom games are kept, and `visitor`, to whom work is charged.
    """

    def __init__(self, app: ASGIApp, server: Guarded, *, language: Language | str | None) -> None:
        self._app = app
        self._limits = limits = server.limits
        self._local = server.site.local
        self._language = language
        self._requests = server.requests
        self._files = server.files
        self._stored = None if server.site.local else server.stored  # on one's own server there are no strangers
        self._identities = server.identities
        self._metrics = server.metrics
        self._turns = Turns(limits)
        self._proxies = server.site.proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        visitor = self._find_origin(scope, headers)
        since, status = time.perf_counter(), 0

        async def respond(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _finish(message, scope)
            await send(message)

        host = "" if self._local else headers.get("host", "")  # nobody else can follow a link to a local server
        origin = answering(scope.get("scheme", "http"), host)
        with speaking(self._language or language_of(headers)), origin, paid_by(visitor, self._stored):
            try:
                await self._pass_on(scope, headers, receive, respond)
            except Exception as error:  # noqa: BLE001 - whatever it is, the visitor gets a response
                refusal = await _refusal_of(scope, error)
                if not status:
                    await _refuse(refusal, respond)
            finally:
                self._note(scope, status or _GONE, time.perf_counter() - since)

    async def _pass_on(self, scope: Scope, headers: Headers, receive: Receive, respond: Send) -> None:
        """Let a request through that is allowed, in its turn; a stream, which lasts, is counted elsewhere."""
        visitor = scope["state"]["visitor"]
        self._check(scope, headers, visitor)
        turn = nullcontext() if scope["path"].endswith("/events") else self._turns.taken(visitor)
        async with turn, self._body(visitor, receive, self._body_limit(scope)) as read:
            if read:
                await self._identify(scope, headers)
                await self._app(scope, read, respond)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        """Count a request, and log it if that is wanted."""
        method, route = scope["method"], _route(scope)
        self._metrics.count(method, route, status)
        if not route.endswith("/events"):
            self._metrics.time(route, seconds)
        if ACCESS.isEnabledFor(logging.INFO):
            facts = {"visitor": scope["state"]["visitor"], "status": status, "seconds": round(seconds, 4)}
            ACCESS.info("%s %s", method, route, extra={"facts": facts})

    def _find_origin(self, scope: Scope, headers: Headers) -> str:
        """Note for whom a request was sent, and how, as a trusted proxy says; and return the visitor."""
        client = scope.get("client")
        peer = client[0] if client else ""
        address, scheme = self._proxies.origin(peer, headers)
        if address != peer:
            scope["client"] = (address, 0)
        if scheme is not None:
            scope["scheme"] = scheme
        visitor = visitor_of(address)
        scope.setdefault("state", {})["visitor"] = visitor
        return visitor

    async def _identify(self, scope: Scope, headers: Headers) -> None:
        """Note who sends a request, and the cookie that a response may set; the page is the same for everybody."""
        if not scope["path"].startswith("/api/"):
            return
        secure = scope.get("scheme") == "https"
        identity = await self._identities.of(_cookies(headers), scope["state"]["visitor"], secure=secure)
        scope["state"]["player"] = identity.player
        if scope["method"] == "POST" and (identity.is_due or scope["path"] in _RENEWING):
            scope["state"]["cookie"] = self._identities.issue(identity.token, secure=secure)

    def _check(self, scope: Scope, headers: Headers, visitor: str) -> None:
        is_file = not scope["path"].startswith("/api/")
        budget = self._files if is_file else self._requests
        if wait := budget.wait(visitor, 1):
            raise busy(wait, KeypegError("web-requests", limit=self._limits.requests_per_minute, wait=wait))
        budget.take(visitor, 1)
        if "\0" in scope["path"]:  # which no database stores, so that nothing is there
            raise Refusal(404, "not-found", KeypegError("web-path", path=scope["path"]))
        if b"%00" in scope["query_string"]:
            raise _unstorable()
        if self._local and is_passed_on(scope, headers):
            raise Refusal(403, "foreign", KeypegError("web-proxied"))
        if is_file:
            return
        if self._local and not is_loopback(_host_name(headers.get("host", ""))):
            # A foreign name that resolves to this address would have this site's rights, on its user's own server.
            raise Refusal(403, "foreign", KeypegError("web-other-host"))
        if scope["method"] in _WRITES and is_foreign(headers):
            raise Refusal(403, "foreign", KeypegError("web-other-site"))
        size, most = headers.get("content-length", ""), self._body_limit(scope)
        if size.isdecimal() and (len(size) > len(str(most)) or int(size) > most):
            raise _too_much(most)

    @asynccontextmanager
    async def _body(self, visitor: str, receive: Receive, most: int) -> AsyncIterator[Receive | None]:
        """Read a body, but no more than the limit, whatever its declared length is; then pass it on in one piece.

        A long body counts as several requests. If the sender goes before its end, there is nothing to pass on.
        """
        pieces: list[bytes] = []
        size, message = 0, _NOTHING_YET
        try:
            while message.get("more_body", False):
                message = await receive()
                piece = message.get("body", b"")
                self._turns.hold(visitor, len(piece))
                size += len(piece)
                pieces.append(piece)
                if size > most:
                    raise _too_much(most)
            self._requests.take(visitor, size // self._limits.body_bytes)
            body = b"".join(pieces)
            if b"\\u0000" in body:
                raise _unstorable()
            pieces.clear()
            yield _given(body, receive) if message["type"] == "http.request" else None
        finally:
            self._turns.let_go(visitor, size)

    def _body_limit(self, scope: Scope) -> int:
        return self._limits.import_bytes if scope["path"] == "/api/import" else self._limits.body_bytes


def _route(scope: Scope) -> str:
    """Return the path of a request as it is declared, without what visitors put in its place."""
    return getattr(scope.get("route"), "path", "") or "-"


def _cookies(headers: Headers) -> dict[str, str]:
    """Return the cookies of a request; of two with one name the first, which is the older or the more specific one."""
    pairs = (part.partition("=") for part in reversed(headers.get("cookie", "").split(";")))
    return {name.strip(): value.strip() for name, _, value in pairs}


def language_of(headers: Headers) -> str:
    """Return the language that a request asks for, or English."""
    return _language_of(headers.get("accept-language", ""), _cookies(headers).get(LANGUAGE_COOKIE, ""))


@lru_cache(maxsize=128)
def _language_of(tags: str, chosen: str) -> str:
    accepted = []
    for part in tags.split(",")[:_MOST_LANGUAGES]:
        tag, _, written = part.replace(" ", "").partition(";q=")
        if weight := _weight(written):
            accepted.append((weight, tag))
    ranked = [tag for _, tag in sorted(accepted, key=lambda one: one[0], reverse=True)]
    return preferred([chosen, *ranked]) or "en"


def _weight(written: str) -> float:
    """Read how much a language is wanted; nothing written is 1, and what can't be read is 0."""
    return float(written or 1) if re.fullmatch(r"([01](\.[0-9]*)?)?", written) else 0


def _host_name(address: str) -> str:
    """Return the host name in an address, without scheme and port; nothing if there is more in it than these."""
    _, _, place = address.rpartition("://")
    try:
        return "" if re.search("[/@?#]", place) else urlsplit(f"//{place}").hostname or ""
    except ValueError:
        return ""


def is_passed_on(scope: Scope, headers: Headers) -> bool:
    """Return whether a request came through a proxy, as far as that can be seen: browsers speak HTTP/1.1 to us."""
    elsewhere = "origin" in headers and not is_loopback(_host_name(headers["origin"]))
    return elsewhere or is_forwarded(headers) or scope.get("http_version") == "1.0"


def is_foreign(headers: Headers) -> bool:
    """Return whether a browser sent this for another site's page."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is not None and origin.partition("//")[2].lower() != headers.get("host", "").lower()


_NOTHING_YET: Message = {"type": "http.request", "more_body": True}


def _given(body: bytes, receive: Receive) -> Receive:
    """Return what passes on a body that was read, and after it what else comes."""
    given = False

    async def read() -> Message:
        nonlocal given, body
        if given:
            return await receive()
        message = {"type": "http.request", "body": body, "more_body": False}
        given, body = True, b""
        return message

    return read


def _unstorable() -> Refusal:
    """Refuse text with the character NUL, which PostgreSQL can't store and no word of ours has."""
    return refusal_of(UnreadableText("web-nul"))


def _too_much(most: int) -> Refusal:
    return Refusal(413, "too-much", KeypegError("web-body-size", limit=most))


def _finish(message: Message, scope: Scope) -> None:
    """Add the headers that every response has, and the cookie by which a visitor is recognized."""
    given = dict(message["headers"])
    varying = [value for name, value in message["headers"] if name == b"vary"]
    headers = [header for header in message["headers"] if header[0] != b"vary"]
    is_file, is_told = scope["path"].startswith("/assets/"), scope["path"].startswith("/api/")
    headers += [header for header in _WRITTEN if header[0] not in given and (header[0] in _FILE_HEADERS or not is_file)]
    if is_told and b"cache-control" not in given:
        headers.append((b"cache-control", b"no-store"))
    if is_told or given.get(b"content-type", b"text/html").startswith(b"text/html"):
        varying.append(_VARYING)
    if varying:
        headers.append((b"vary", b", ".join(varying)))
    if "cookie" in scope["state"] and message["status"] < HTTPStatus.BAD_REQUEST:
        headers.append((b"set-cookie", scope["state"]["cookie"].encode()))
    message["headers"] = headers


async def _refusal_of(scope: Scope, error: Exception) -> Refusal:
    """Turn whatever went wrong into a response; what is nobody's fault but ours is logged."""
    match error:
        case Refusal():
            if error.status == HTTPStatus.TOO_MANY_REQUESTS:
                await asyncio.sleep(_REFUSED_S)
            return error
        case KeypegError():
            return refusal_of(error)
    _LOG.error("%s %s failed", scope["method"], _route(scope), exc_info=error)
    return Refusal(500, "internal", KeypegError("web-internal"))


async def _refuse(refusal: Refusal, send: Send) -> None:
    body = json.dumps({"error": refusal.error}).encode()
    headers = {"content-type": "application/json", "content-length": str(len(body)), **refusal.headers}
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": refusal.status, "headers": raw})
    await send({"type": "http.response.body", "body": body})
