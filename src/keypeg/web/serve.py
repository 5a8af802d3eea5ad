"""The server as a process: a socket, the application on it, and a clean end by Ctrl-C."""

import errno
import gc
import os
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from dataclasses import dataclass, replace
from types import FrameType

import uvicorn
from fastapi import FastAPI

from keypeg import store, words
from keypeg.database import Database
from keypeg.errors import NotAllowed
from keypeg.web import logs
from keypeg.web.app import create_app
from keypeg.web.connections import BoundedProtocol
from keypeg.web.limits import Limits, is_loopback
from keypeg.web.proxies import Networks, Site

GRACE_S = 5
_SENT_BYTES, _DEAD_MS = 1 << 18, 60_000
_OTHER_FILES = 500


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """Where to listen, where to keep games, and how much one address may ask for."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str | None = None
    open_page: bool = False
    requests_per_minute: int = Limits().requests_per_minute
    stored_per_day: int = Limits().stored_per_day
    keep_days: int | None = None
    proxies: tuple[str, ...] = ()
    workers: int = 1
    observers: tuple[str, ...] = ()
    log: str = "text"
    access_log: bool = False
    exchange: str | None = None

    def __post_init__(self) -> None:
        if self.keep_days is not None and self.database is None:
            raise NotAllowed("web-keep-own")

    @property
    def limits(self) -> Limits:
        return Limits(
            requests_per_minute=self.requests_per_minute,
            stored_per_day=self.stored_per_day,
            finished_days=self.keep_days or 0,
        ).of_worker(self.workers)


def serve(options: ServeOptions) -> int:
    """Serve the page until Ctrl-C; return the exit code."""
    logs.set_up(options.log, access=options.access_log)
    with listen(options.host, options.port) as listening:
        database = Database(options.database)
        app = make_app(options, database)
        url = address(replace(options, port=listening.getsockname()[1]))
        ready = words.text("web.ready", url=url, database=database.shown_url)
        server = PageServer(app, ready, url if options.open_page else None)
        with suppress(KeyboardInterrupt):  # uvicorn raises it again once everything is shut down
            server.run(sockets=[listening])
    return 0


def make_app(options: ServeOptions, database: Database) -> FastAPI:
    """Build the application as the options want it; a server that others can reach, also by a proxy, is not local."""
    local = database.is_default and is_loopback(options.host) and not options.proxies
    _allow_connections(options.limits)
    site = Site(local, Networks.parse(options.proxies), Networks.parse(options.observers), options.exchange)
    return create_app(database, options.limits, site=site)


class PageServer(uvicorn.Server):
    """A server that says where it is, and ends its streams when it should stop, since they would hold it up."""

    def __init__(self, app: FastAPI, ready: str = "", page: str | None = None) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=BoundedProtocol,
                ws="none",
                proxy_headers=False,
                lifespan="on",
                log_config=None,
                log_level="warning",
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=GRACE_S,
            )
        )
        self._hub = app.state.server.hub
        self._ready = ready
        self._page = page

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        _collect_seldom()
        sys.setswitchinterval(_SWITCH_S)
        if self.started and self._ready:
            logs.announce(self._ready)
        if self.started and self._page:
            open_page(self._page)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._hub.close()
        super().handle_exit(sig, frame)


_SWITCH_S = 0.0001  # how long a thread keeps the interpreter from the event loop; 5 ms is usual


def _collect_seldom() -> None:
    """Collect garbage seldom, and not among what is loaded by now: that took a quarter of all work."""
    if not gc.get_freeze_count():
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 50)


def open_page(url: str) -> None:
    """Open the page in the user's browser."""
    threading.Thread(target=webbrowser.open, args=[url], daemon=True).start()


def listen(host: str, port: int, *, is_shared: bool = False, is_reserved: bool = False) -> socket.socket:
    """Open the socket, or say why that is impossible.

    The port of a shared one may have others, among which the system hands out connections. One that only reserves its
    port gets none.
    """
    if not host.strip():  # which would let in everybody
        raise NotAllowed("web-host", host=host)
    try:
        family, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        # If the protocol is named, asyncio sends each response at once instead of waiting for more data.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    except (OSError, ValueError, OverflowError):
        raise NotAllowed("web-host", host=host) from None
    try:
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            _end_dead_connections(listening)
        if is_shared:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listening.bind(place)
        if not is_reserved:
            listening.listen(socket.SOMAXCONN)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise NotAllowed("web-port-taken", port=port, host=host) from error
        raise NotAllowed("web-port", port=port, host=host, reason=store.reason(error)) from error
    return listening


def _end_dead_connections(listening: socket.socket) -> None:
    """Let the system end connections whose other side is gone or takes nothing, and keep little for those who read."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SENT_BYTES)
    if sys.platform == "linux":
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _DEAD_MS)


def _allow_connections(limits: Limits) -> None:
    """Ask the system for as many open files as there may be connections, or as many as it gives."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not everywhere

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = limits.connections + _OTHER_FILES
        if soft != resource.RLIM_INFINITY and soft < wanted:
            most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def address(options: ServeOptions) -> str:
    """Return where the page is."""
    host = options.host
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - what is shown, not what is bound
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{options.port}/"
