"""Short messages between the processes that serve one database.

On PostgreSQL they travel by LISTEN and NOTIFY. The processes of a SQLite database are on one machine: theirs travel
between Unix sockets, in a folder that nobody else can enter. A message may get lost, so whoever counts on one looks for
themselves now and then, and at once when the connection is there again.
"""

import asyncio
import contextlib
import hashlib
import json
import logging
import os
import secrets
import socket
import stat
import tempfile
import time
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from keypeg.database import Database

_LOG = logging.getLogger("keypeg.web")

MOST_BYTES = 7500
"""How long a message may be; PostgreSQL takes no more than 8,000 bytes."""

_CHANNEL = "keypeg"
_AGAIN_S, _SEND_S = 1.0, 10.0
SILENCE_S = 20.0
"""For how long a process may hear nothing, not even itself."""

_QUEUE, _FULL_S = 1000, 0.01


class Bus(Protocol):
    """A way to reach all other processes. All methods are called on the event loop."""

    is_open: bool

    async def open(self, on_message: Callable[[str], None], on_open: Callable[[], None]) -> None:
        """Begin to listen; `on_open` is called now, and whenever the connection was lost and is there again."""

    def send(self, message: str) -> None:
        """Send a message to all others; without a connection it is lost."""

    async def close(self) -> None: ...


def bus_of(database: Database) -> Bus | None:
    """Return the bus of a database, if this machine has one."""
    arguments = database.connect_arguments
    if arguments is not None:
        return PostgresBus(arguments)
    return LocalBus(meeting_place(database.file)) if hasattr(socket, "AF_UNIX") else None


def meeting_place(file: str) -> Path:
    """Return the folder where the processes of a SQLite file meet: its path is short, as that of a socket must be."""
    name = hashlib.sha256(os.path.realpath(file).encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"keypeg-{os.getuid()}-{name}"


class LocalBus:
    """Datagrams between the processes of one user on one machine; each has a socket in a folder."""

    def __init__(self, folder: Path) -> None:
        self.is_open = False
        self._folder = folder
        self._own = folder / secrets.token_hex(6)
        self._unsent: dict[str, deque[bytes]] = {}

    async def open(self, on_message: Callable[[str], None], on_open: Callable[[], None]) -> None:
        self._on_message = on_message
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            _check_private(self._folder)
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            self._socket.setblocking(False)
            self._socket.bind(str(self._own))
        except OSError as error:
            _LOG.warning("bus=closed reason=%r", str(error))
            return
        asyncio.get_running_loop().add_reader(self._socket, self._receive)
        self.is_open = True
        on_open()

    def _receive(self) -> None:
        with contextlib.suppress(BlockingIOError):
            for _ in range(100):  # others on this event loop have their turn too
                self._on_message(self._socket.recv(1 << 16).decode(errors="replace"))

    def send(self, message: str) -> None:
        if not self.is_open:
            return
        data = message.encode()
        with contextlib.suppress(FileNotFoundError):
            for place in self._folder.iterdir():
                if place != self._own:
                    self._send_to(place.name, data)

    def _send_to(self, name: str, data: bytes) -> None:
        if name in self._unsent:  # in the order in which they were sent
            self._unsent[name].append(data)
            return
        try:
            self._socket.sendto(data, str(self._folder / name))
        except BlockingIOError:
            self._unsent[name] = deque([data], _QUEUE)
            asyncio.get_running_loop().call_later(_FULL_S, self._send_again, name)
        except (ConnectionError, FileNotFoundError):  # its process has ended
            (self._folder / name).unlink(missing_ok=True)
        except OSError as error:
            _LOG.info("bus=lost reason=%r", str(error))

    def _send_again(self, name: str) -> None:
        waiting = self._unsent.pop(name)
        while waiting and self.is_open:
            data = waiting.popleft()
            self._send_to(name, data)
            if name in self._unsent:
                self._unsent[name].extend(waiting)
                return

    async def close(self) -> None:
        if self.is_open:
            self.is_open = False
            asyncio.get_running_loop().remove_reader(self._socket)
            self._socket.close()
            self._own.unlink(missing_ok=True)
            with contextlib.suppress(OSError):  # others are still there
                self._folder.rmdir()


def _check_private(folder: Path) -> None:
    """Refuse a folder that somebody else made, to listen or to tell stories."""
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or stat.S_IMODE(found.st_mode) & 0o077:
        raise PermissionError(str(folder))


class PostgresBus:
    """LISTEN and NOTIFY, each on a connection of its own: one that listens can't be used for anything else."""

    def __init__(self, arguments: Mapping[str, Any]) -> None:
        self.is_open = False
        self._arguments = arguments
        self._outbox: deque[str] = deque(maxlen=_QUEUE)
        self._filled, self._sent = asyncio.Event(), asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    async def open(self, on_message: Callable[[str], None], on_open: Callable[[], None]) -> None:
        self._on_message, self._on_open = on_message, on_open
        opened = asyncio.Event()
        self._running = asyncio.create_task(self._run(opened))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_SEND_S):
                await opened.wait()

    async def _run(self, opened: asyncio.Event) -> None:
        import psycopg  # noqa: PLC0415 - not everybody has it

        while True:
            try:
                await self._talk(opened)
            except* (psycopg.Error, OSError, TimeoutError) as errors:
                _LOG.info("bus=lost reason=%r", str(errors.exceptions[0]))
            finally:
                self.is_open = False
                opened.set()
            await asyncio.sleep(_AGAIN_S)

    async def _talk(self, opened: asyncio.Event) -> None:
        from psycopg import AsyncConnection  # noqa: PLC0415 - not everybody has it

        arguments: dict[str, Any] = {**self._arguments, "autocommit": True}
        async with (
            await AsyncConnection.connect(**arguments) as listening,
            await AsyncConnection.connect(**arguments) as sending,
        ):
            await listening.execute(f"LISTEN {_CHANNEL}")
            await sending.execute("SET synchronous_commit = off")  # a message need not outlive the server
            self._outbox.clear()
            self._heard = time.monotonic()
            self.is_open = True
            self._on_open()
            opened.set()
            async with asyncio.TaskGroup() as both:
                both.create_task(self._listen(listening))
                both.create_task(self._send_all(sending))

    async def _listen(self, connection: Any) -> None:
        async for notice in connection.notifies():
            self._heard = time.monotonic()
            self._on_message(notice.payload)

    async def _send_all(self, connection: Any) -> None:
        while True:
            await self._filled.wait()
            self._filled.clear()
            while self._outbox:
                async with asyncio.timeout(_SEND_S):
                    await connection.execute("SELECT pg_notify(%s, %s)", (_CHANNEL, self._outbox.popleft()))
            self._sent.set()
            if time.monotonic() - self._heard > SILENCE_S:
                raise TimeoutError

    def send(self, message: str) -> None:
        if self.is_open:
            self._outbox.append(message)
            self._filled.set()

    async def close(self) -> None:
        if self._running is not None:
            if self.is_open:
                self._sent.clear()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(_AGAIN_S):
                        await self._sent.wait()  # what was said last should still be heard
            self._running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._running


def packed(sender: str, items: list[list[Any]]) -> list[str]:
    """Write items as messages, each as long as it may be."""
    messages: list[str] = []
    part: list[list[Any]] = []
    size = 0
    for item in items:
        written = len(json.dumps(item)) + 2
        if part and size + written > MOST_BYTES:
            messages.append(json.dumps({"from": sender, "items": part}))
            part, size = [], 0
        part.append(item)
        size += written
    return [*messages, json.dumps({"from": sender, "items": part})]


def unpacked(message: str) -> tuple[str, list[Any]]:
    """Read a message; what isn't one has no items."""
    try:
        match json.loads(message):
            case {"from": str(sender), "items": list(items)}:
                return sender, items
    except ValueError:
        pass
    return "", []
