"""A network between a server and its database that can be cut."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Self


class Network:
    """Passes on what goes between a program and a database, until it is told not to."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self.is_cut = False
        """Whether connections are broken off, and new ones refused."""
        self.is_silent = False
        """Whether whatever is sent gets lost."""
        self.cut_after: bytes | None = None
        """After a program has sent this, and before it hears of it, its connection is broken off, once."""

    def __enter__(self) -> Self:
        self._thread.start()
        self._server = self._do(asyncio.start_server(self._pass_on, "127.0.0.1", 0))
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()
        self._loop.call_soon_threadsafe(self._server.close)
        self._loop.call_soon_threadsafe(self._loop.call_later, 0.2, self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _do(self, coroutine: object) -> "asyncio.Server":
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(10)  # type: ignore[arg-type]

    def cut(self) -> None:
        """Break off all connections, and refuse new ones."""
        self.is_cut = True
        for writer in tuple(self._writers):
            self._loop.call_soon_threadsafe(writer.transport.abort)

    def mend(self) -> None:
        """Let everything through again; connections that were silent are broken off."""
        if self.is_silent:
            self.cut()
        self.is_cut = self.is_silent = False

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.is_cut:
            writer.transport.abort()
            return
        with suppress(OSError):
            there, back = await asyncio.open_connection("127.0.0.1", self._port)
            self._writers |= {writer, back}
            await asyncio.gather(self._copy(reader, back, writer.transport.abort), self._copy(there, writer))
        for each in (writer, back):
            each.transport.abort()
        self._writers -= {writer, back}

    async def _copy(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, cut: Callable[[], None] | None = None
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(1 << 16):
                if self.is_silent:
                    continue
                writer.write(data)
                if cut is not None and self.cut_after is not None and self.cut_after in data:
                    self.cut_after = None
                    cut()
        writer.transport.abort()
