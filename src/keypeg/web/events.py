"""Turns that arrive without a reload: a stream of server-sent events for everybody who watches a game.

A change by this server is sent at once. A change by another server with the same database is noticed within a few
seconds, because the version of the game is looked up now and then.
"""

import asyncio
import json
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import aclosing
from typing import Any

from keypeg.errors import KeypegError
from keypeg.web import wire
from keypeg.web.limits import Limits
from keypeg.web.refusals import Refusal, busy

_LOOK_S, _PINGS = 3.0, 5


class Hub:
    """Who watches which game."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._watchers: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._streams: Counter[str] = Counter()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False

    def open(self) -> None:
        """Start on the running event loop."""
        self._loop, self._closed = asyncio.get_running_loop(), False

    def close(self) -> None:
        """End every stream."""
        self._closed = True
        for identifier in list(self._watchers):
            self._wake(identifier)

    def tell(self, identifier: str) -> None:
        """Announce that a game has changed, from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, identifier)

    def _wake(self, identifier: str) -> None:
        for changed in self._watchers.get(identifier, ()):
            changed.set()

    def check_room(self, visitor: str) -> None:
        if self._streams[visitor] >= self._limits.streams:
            raise busy(10, KeypegError("web-streams", limit=self._limits.streams))

    async def stream(
        self,
        identifier: str,
        seen: int,
        version: Callable[[], Awaitable[int | None]],
        game: Callable[[], Awaitable[wire.Game]],
    ) -> AsyncGenerator[str]:
        """Send the game whenever it is newer than the version last seen, until it is over or gone."""
        changed = asyncio.Event()
        self._watchers[identifier].add(changed)
        try:
            yield "retry: 2000\n\n"
            quiet = 0
            while not self._closed:
                changed.clear()
                if (await version() or 0) != seen:
                    try:
                        shown = await game()
                    except Refusal as refusal:
                        yield event("gone", {"error": refusal.error})
                        return
                    seen, quiet = shown["version"], 0
                    yield event("game", shown, seen)
                    if shown["over"] and shown["kind"] != "solve":
                        yield event("end", {})
                        return
                try:
                    await asyncio.wait_for(changed.wait(), _LOOK_S)
                except TimeoutError:
                    quiet += 1
                    if quiet % _PINGS == 0:
                        yield ": ping\n\n"
        finally:
            self._leave(identifier, changed)

    async def counted(self, visitor: str, stream: AsyncGenerator[str]) -> AsyncIterator[str]:
        """Pass on what a stream sends, and count it as one of its visitor's while it lasts."""
        self._streams[visitor] += 1
        try:
            async with aclosing(stream):
                async for sent in stream:
                    yield sent
        finally:
            self._streams[visitor] -= 1
            if not self._streams[visitor]:
                del self._streams[visitor]

    def _leave(self, identifier: str, changed: asyncio.Event) -> None:
        self._watchers[identifier].discard(changed)
        if not self._watchers[identifier]:
            del self._watchers[identifier]


def event(name: str, data: Mapping[str, Any], identifier: int | None = None) -> str:
    """Write an event as it is sent."""
    head = "" if identifier is None else f"id: {identifier}\n"
    return f"{head}event: {name}\ndata: {json.dumps(data)}\n\n"
