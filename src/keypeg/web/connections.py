"""Connections, bounded before anything is parsed: how many, how long a request may take to come, how large its head is.

`BoundedProtocol` is uvicorn's protocol with these bounds, all of which are in `Limits`. What breaks one gets a short
response if one can still be sent, and the connection ends. Nothing is logged for it, since that would let strangers
fill a disk; it is counted.
"""

import asyncio
import enum
import json
import math
from collections import Counter
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from httptools import HttpParserError, HttpParserUpgrade
from starlette.datastructures import Headers
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from keypeg.errors import KeypegError
from keypeg.languages import Language, speaking
from keypeg.web.guard import language_of
from keypeg.web.limits import Limits, visitor_of
from keypeg.web.refusals import Refusal, busy

_SWEEP_S = 0.5
_LINGER_S = 2.0
_PIECE = 1 << 14
_SPARE = 1 << 14  # bytes that chunks may take besides a quarter of what is in them
_REFUSED_AT_ONCE = 64  # connections beyond the limit that are told so; others are dropped


class Connections:
    """The connections of a process: whose they are, when they are late, and how many were refused and why."""

    def __init__(
        self,
        limits: Limits,
        is_proxy: Callable[[str], bool] = lambda _: False,
        language: Language | str | None = None,
    ) -> None:
        """Hold connections to the limits; a proxy brings many visitors, so it may have any number."""
        self.limits = limits
        self.language = language
        self.refused: Counter[str] = Counter()
        self._is_proxy = is_proxy
        self._open: dict[BoundedProtocol, str] = {}
        self._of: Counter[str] = Counter()
        self._sweeping = False

    def __len__(self) -> int:
        return len(self._open)

    def enter(self, connection: "BoundedProtocol", address: str) -> Refusal | None:
        """Count a connection, and say why there is no room for it, if so."""
        visitor = "" if self._is_proxy(address) else visitor_of(address)
        limits, own = self.limits, self._of[visitor]
        self._open[connection] = visitor
        self._of[visitor] += 1
        if not self._sweeping:
            self._sweeping = True
            connection.loop.call_later(_SWEEP_S, self._sweep, connection.loop)
        refusal = None
        if visitor and own >= limits.visitor_connections:
            refusal = busy(5, KeypegError("web-connections", limit=limits.visitor_connections))
        elif len(self._open) > limits.connections and not self._make_room(own):
            refusal = Refusal(503, "busy", KeypegError("web-crowded"), headers={"Retry-After": "5"}, retry_after=5)
        excess = max(own - limits.visitor_connections, len(self._open) - limits.connections)
        if refusal and excess > _REFUSED_AT_ONCE:
            self.refused["connections"] += 1
            connection.transport.abort()
            return None
        return refusal

    def leave(self, connection: "BoundedProtocol") -> None:
        visitor = self._open.pop(connection, None)
        if visitor is not None:
            self._of[visitor] -= 1
            if not self._of[visitor]:
                del self._of[visitor]

    def _make_room(self, own: int) -> bool:
        """End a connection that nothing happens on, of the visitor who has the most; say whether there was one."""
        visitor, most = max(self._of.items(), key=lambda entry: entry[1])
        if most <= own + 1:
            return False
        ended = next((one for one, whose in self._open.items() if whose == visitor and one.is_waiting), None)
        if ended is None:
            return False
        self.refused["room"] += 1
        ended.transport.abort()
        return True

    def _sweep(self, loop: asyncio.AbstractEventLoop) -> None:
        """End what is late. One look at all connections now and then is cheaper than a timer for each."""
        now = loop.time()
        for connection in tuple(self._open):
            connection.check(now)
        self._sweeping = bool(self._open)
        if self._sweeping:
            loop.call_later(_SWEEP_S, self._sweep, loop)


class _Stage(enum.Enum):
    """What of a request is awaited: its first byte, the end of its head, that of its body; or nothing any more."""

    BEGIN = enum.auto()
    HEAD = enum.auto()
    BODY = enum.auto()
    NOTHING = enum.auto()


class _Broken(Exception):
    """Ends the parsing of what comes in, with a refusal or without a word."""

    def __init__(self, refusal: Refusal | None = None) -> None:
        super().__init__(refusal)
        self.refusal = refusal


class BoundedProtocol(HttpToolsProtocol):
    """HTTP/1.1 on one connection, within the limits."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        if "connections" not in app_state:  # an application that is not Keypeg's, or runs without its lifespan
            app_state["connections"] = Connections(Limits())
        self._all: Connections = app_state["connections"]
        self._limits = self._all.limits
        self.timeout_keep_alive = math.ceil(self._limits.idle_seconds)
        self._stage = _Stage.BEGIN
        self._refusal: Refusal | None = None
        self._until = math.inf  # when what is awaited must have come
        self._fed = 0  # bytes of the head or the body so far
        self._fed_before = 0  # as of the last look at how fast a body comes
        self._head_bytes = self._head_count = 0  # of the fields that are complete
        self._body_bytes = 0  # of what is in the chunks
        self._unread = 0  # bytes that wait for the other side to take them, at the last look
        self._unread_since = math.inf
        self._running: RequestResponseCycle | None = None  # of the requests that have come, the one being answered
        self._running_since = math.inf

    @property
    def is_waiting(self) -> bool:
        """Whether no request is being answered."""
        return self._running is None or self._running.response_complete

    # The connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._until = self.loop.time() + self._limits.head_seconds
        self._refusal = self._all.enter(self, self.client[0] if self.client else "")

    def connection_lost(self, exc: Exception | None) -> None:
        self._all.leave(self)
        if self._running and not self._running.response_complete:  # uvicorn tells only the request that came last
            self._running.disconnected = True
            self._running.message_event.set()
        self._unset_keepalive_if_required()
        super().connection_lost(exc)

    def check(self, now: float) -> None:
        """End the connection if the other side takes too long to send, or to take what is sent."""
        if self._stage is _Stage.NOTHING:
            self.flow.resume_reading()
        if now > self._until and not self.flow.read_paused:
            self._end_late(now)
        unread = self.transport.get_write_buffer_size()
        if not unread or unread < self._unread or math.isinf(self._unread_since):
            self._unread_since = now
        self._unread = unread
        is_stuck = unread and now > self._unread_since + self._limits.write_seconds
        if is_stuck or now > self._running_since + self._limits.response_seconds:
            self._all.refused["unread" if is_stuck else "endless"] += 1
            self.transport.abort()

    def resume_writing(self) -> None:
        self._unread_since = self.loop.time()
        super().resume_writing()

    def _end_late(self, now: float) -> None:
        limits = self._limits
        match self._stage:
            case _Stage.NOTHING:
                self.transport.abort()
            case _Stage.BEGIN:
                self.transport.close()
            case _Stage.HEAD:
                self._refuse(Refusal(408, "slow", KeypegError("web-head-slow", limit=limits.head_seconds)))
            case _Stage.BODY if self._fed - self._fed_before >= limits.body_seconds * limits.body_bytes_per_second:
                self._fed_before, self._until = self._fed, now + limits.body_seconds
            case _Stage.BODY:
                self._refuse(Refusal(408, "slow", KeypegError("web-body-slow", limit=limits.body_bytes_per_second)))

    # What comes in

    def data_received(self, data: bytes) -> None:
        self._unset_keepalive_if_required()
        if self._refusal:
            self._refuse(self._refusal)
        left = memoryview(data)
        while left and self._stage is not _Stage.NOTHING:
            size = len(left) if self._stage is _Stage.BODY else _PIECE
            self._feed(left[:size])
            left = left[size:]
        if self._stage is _Stage.NOTHING and len(data) > _PIECE:  # what is of no use is read slowly
            self.flow.pause_reading()

    def _feed(self, data: memoryview) -> None:
        """Parse a piece of what came in, so small that a head without end is noticed soon."""
        self._fed += len(data)
        if self._stage is _Stage.BEGIN:
            self._await_head(len(data))
        try:
            self.parser.feed_data(data)
            self._check_size()
        except _Broken as broken:
            self._refuse(broken.refusal)
        except HttpParserUpgrade:  # to what is not spoken here: this request is answered, and what follows is not read
            self._stop_reading()
        except HttpParserError as error:
            # A name for the cause would tie it to this frame, and keep the data until garbage is collected.
            self._refuse(error.__context__.refusal if isinstance(error.__context__, _Broken) else _not_http())

    def _check_size(self) -> None:
        if self._stage is _Stage.BODY and self.cycle.response_complete and self._fed > self._limits.body_bytes:
            self._linger()
        if self._stage is _Stage.HEAD and self._fed > self._limits.head_bytes:
            raise self._head_too_large()
        if self._stage is _Stage.BODY and self._fed > 1.25 * min(self._body_bytes, self._limits.import_bytes) + _SPARE:
            raise _Broken(Refusal(413, "too-much", KeypegError("web-body-size", limit=self._limits.import_bytes)))

    def _await_head(self, fed: int) -> None:
        self._stage, self._fed = _Stage.HEAD, fed
        self._until = self.loop.time() + self._limits.head_seconds

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head_bytes = self._head_count = 0
        if self._stage is not _Stage.HEAD:
            self._await_head(0)

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > self._limits.target_bytes:
            limit = self._limits.target_bytes
            raise _Broken(Refusal(414, "too-much", KeypegError("web-target-size", limit=limit)))

    def on_header(self, name: bytes, value: bytes) -> None:
        self._head_bytes += len(name) + len(value) + 4
        self._head_count += 1
        if self._head_bytes > self._limits.head_bytes or self._head_count > self._limits.header_count:
            raise self._head_too_large()
        if self._stage is _Stage.HEAD:  # what comes after the body is not believed
            super().on_header(name, value)

    def _head_too_large(self) -> _Broken:
        limits = self._limits
        reason = KeypegError("web-head-size", limit=limits.head_bytes, count=limits.header_count)
        return _Broken(Refusal(431, "too-much", reason))

    def on_headers_complete(self) -> None:
        if sum(name == b"host" for name, _ in self.headers) > 1:
            raise _Broken(_not_http())
        if len(self.pipeline) >= self._limits.pipelined_requests:
            raise _Broken  # the requests before it are answered, and whoever sent it sends it again
        super().on_headers_complete()
        self._stage, self._fed, self._fed_before, self._body_bytes = _Stage.BODY, 0, 0, 0
        self._until = self.loop.time() + self._limits.body_seconds

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running, self._running_since = cycle, self.loop.time()
        super()._start_asgi_task(cycle, app)

    def on_body(self, body: bytes) -> None:
        self._body_bytes += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._stage, self._fed = _Stage.BEGIN, 0
        self._until = self.loop.time() + self._limits.idle_seconds if self.cycle.response_complete else math.inf

    def on_response_complete(self) -> None:
        self._running_since = math.inf
        super().on_response_complete()
        if self._stage is _Stage.BODY and self.cycle.response_complete and not self.transport.is_closing():
            self._pass_over_body()

    def _pass_over_body(self) -> None:
        """Read the rest of a body whose request is answered already, if it is short: the next request follows it."""
        size = next((int(value) for name, value in self.headers if name == b"content-length"), 0)
        if size > self._limits.body_bytes or self.cycle.waiting_for_100_continue:
            self._linger()
        else:
            self._until = self.loop.time() + _LINGER_S

    def _unsupported_upgrade_warning(self) -> None:
        """Say nothing: strangers decide how often."""

    # Refusals

    def _stop_reading(self) -> None:
        """Finish what is being answered, and then end the connection, whatever else comes in."""
        self._stage, self._until = _Stage.NOTHING, math.inf
        if self.is_waiting:
            self.transport.close()
        else:
            self.cycle.keep_alive = False

    def _refuse(self, refusal: Refusal | None) -> None:
        """Send a refusal, if it is the turn of this request and its response has not begun; end the connection."""
        self._all.refused[refusal.kind if refusal else "pipelined"] += 1
        if self._stage is _Stage.BODY and (self.pipeline or self.cycle.response_started):
            self.transport.abort()
            return
        if refusal is None or (self._stage is not _Stage.BODY and not self.is_waiting):
            self._stop_reading()
            return
        if self._stage is _Stage.BODY:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self._refusal = None
        self.transport.write(self._written(refusal))
        self.url, self.headers = b"", []
        self._linger()

    def _linger(self) -> None:
        """Send nothing more, and end the connection when the other side has had the time to read what was sent."""
        self._stage, self._until = _Stage.NOTHING, self.loop.time() + _LINGER_S
        self._unset_keepalive_if_required()
        if self.transport.can_write_eof():
            self.transport.write_eof()
        else:
            self.transport.close()

    def _written(self, refusal: Refusal) -> bytes:
        with speaking(self._all.language or language_of(Headers(raw=self.headers or []))):
            body = json.dumps({"error": refusal.error}).encode()
        headers = {
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
            "Connection": "close",
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
            **refusal.headers,
        }
        lines = [f"HTTP/1.1 {refusal.status} {HTTPStatus(refusal.status).phrase}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        return "\r\n".join([*lines, "", ""]).encode() + body


def _not_http() -> Refusal:
    return Refusal(400, "unreadable", KeypegError("web-not-http"))
