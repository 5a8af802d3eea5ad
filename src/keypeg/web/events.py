"""Turns that arrive without a reload: a stream of server-sent events for everybody who watches a game.

A change is sent at once, whichever process made it: `peers` tells. Now and then the versions of all watched games are
looked up together, in case something was not told. Who watches a game is there, to the other player of a duel.
"""

import asyncio
import json
import re
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing, contextmanager, suppress
from http import HTTPStatus
from typing import Any

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from keypeg.errors import KeypegError, Unavailable
from keypeg.web import wire, wire_rooms
from keypeg.web.bus import Bus
from keypeg.web.limits import Budget, Limits
from keypeg.web.peers import Peers, short
from keypeg.web.refusals import Refusal, busy

_LOOK_S, _UNTOLD_LOOK_S = 15.0, 3.0  # how often to look at everything: if others tell what they change, and if not
_PING_S = 15.0
_AGAIN_S = 1.0  # after which a stream tries again what has failed
_GRACE_S = 4.0  # who comes back within it, as by a reload, has not left
_UNBUFFERED = {"X-Accel-Buffering": "no"}  # by which a proxy passes each event on at once
_SEEN = re.compile(r"(\d{1,18})(\+?)", re.ASCII)

Versions = Callable[[list[str]], Awaitable[Mapping[str, int]]]
"""Looks up the versions of games and rooms; those that are gone have none."""


class _Watcher:
    """Somebody who watches a game: the version that they have seen, and what wakes them."""

    __slots__ = ("changed", "seen")

    def __init__(self, seen: int) -> None:
        self.seen = seen
        self.changed = asyncio.Event()


class Hub:
    """Who watches which game."""

    def __init__(self, limits: Limits, bus: Bus | None = None, budgets: Mapping[str, Budget] | None = None) -> None:
        """Tell other processes by the bus what changes here, and share the budgets of visitors with them."""
        self._limits = limits
        self._watchers: defaultdict[str, set[_Watcher]] = defaultdict(set)
        self._present: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._streams: Counter[str] = Counter()
        self._peers = Peers(bus, budgets or {}, self._state, self._wake, self._look_soon)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._looking: asyncio.Task[None] | None = None
        self._due = asyncio.Event()
        self._closed = False

    async def open(self, versions: Versions) -> None:
        """Start on the running event loop."""
        self._loop, self._closed = asyncio.get_running_loop(), False
        self._looking = asyncio.create_task(self._look_now_and_then(versions))
        await self._peers.open()

    def close(self) -> None:
        """End every stream."""
        self._closed = True
        for identifier in list(self._watchers):
            self._wake(identifier)

    @property
    def is_closed(self) -> bool:
        return self._closed

    @property
    def stream_count(self) -> int:
        """How many streams are open, of all visitors."""
        return self._streams.total()

    async def leave(self) -> None:
        """End every stream, and say goodbye to the other processes."""
        self.close()
        if self._looking is not None:
            self._looking.cancel()
        await self._peers.close()

    def tell(self, identifier: str) -> None:
        """Announce that a game has changed, from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._change, identifier)

    def _change(self, identifier: str) -> None:
        self._wake(identifier)
        self._peers.changed(identifier)

    def _wake(self, identifier: str) -> None:
        for watcher in self._watchers.get(identifier, ()):
            watcher.changed.set()

    def _state(self) -> Iterator[list[Any]]:
        """Go through what other processes should know."""
        yield from (
            ["come", identifier, short(player)] for identifier, here in self._present.items() for player in here
        )
        yield from (["streams", visitor, number] for visitor, number in self._streams.items())

    def _look_soon(self) -> None:
        self._due.set()

    async def _look_now_and_then(self, versions: Versions) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(_LOOK_S if self._peers.are_told else _UNTOLD_LOOK_S):
                    await self._due.wait()
            self._due.clear()
            if self._watchers:
                with suppress(Unavailable):
                    self._compare(await versions(list(self._watchers)))

    def _compare(self, versions: Mapping[str, int]) -> None:
        for identifier, watchers in self._watchers.items():
            for watcher in watchers:
                if watcher.seen != versions.get(identifier, 0):
                    watcher.changed.set()

    def is_watched(self, identifier: str, names: Sequence[str]) -> bool:
        """Return whether somebody else than a player of these names is watching a game; from any thread."""
        here = tuple(self._present.get(identifier, ()))
        return any(player not in names for player in here) or self._peers.is_watched(identifier, names)

    def check_room(self, visitor: str) -> None:
        """Refuse a stream before anything is done for it, if its visitor has as many as allowed."""
        if self._streams[visitor] + self._peers.streams(visitor) >= self._limits.streams:
            raise busy(10, KeypegError("web-streams", limit=self._limits.streams))

    async def stream(
        self,
        identifier: str,
        names: Sequence[str],
        last: str,
        version: Callable[[], Awaitable[int | None]],
        game: Callable[[], Awaitable[wire.Game | wire_rooms.Room]],
    ) -> AsyncGenerator[str]:
        """Send the game, or the room, whenever it is newer than the one last seen, or somebody has come or gone.

        The stream ends when the game is gone, or over and nothing can follow. The id of an event is the version, with a
        plus if somebody else is there; `last` is the id of the last event seen. It outlives an outage of the database.
        """
        known = _SEEN.fullmatch(last)
        present: bool | None = bool(known and known[2])
        watcher = _Watcher(int(known[1]) if known else 0)
        self._watchers[identifier].add(watcher)
        self._come(identifier, names[0])
        try:
            yield "retry: 2000\n\n"
            while not self._closed:
                watcher.changed.clear()
                patience = _PING_S
                try:
                    moved = present is not None and self.is_watched(identifier, names) != present
                    if moved or (await version() or 0) != watcher.seen:
                        shown = await game()
                        watcher.seen, present = shown["version"], shown["present"]
                        name = "room" if shown["kind"] == "room" else "game"
                        yield event(name, shown, f"{watcher.seen}{'+' if present else ''}")
                        if _is_last(shown):
                            yield event("end", {})
                            return
                except Unavailable:
                    patience = _AGAIN_S
                except Refusal as refusal:
                    if refusal.status < 500 and refusal.status != HTTPStatus.TOO_MANY_REQUESTS:
                        yield event("gone", {"error": refusal.error})
                        return
                    patience = _AGAIN_S
                try:
                    async with asyncio.timeout(patience):
                        await watcher.changed.wait()
                except TimeoutError:
                    yield ": ping\n\n"
        finally:
            self._leave(identifier, names[0], watcher)

    @contextmanager
    def place(self, visitor: str) -> Iterator[None]:
        """Count a stream as one of its visitor's while it lasts, or refuse it."""
        self.check_room(visitor)
        self._count(visitor, 1)
        try:
            yield
        finally:
            self._count(visitor, -1)

    def _count(self, visitor: str, more: int) -> None:
        self._streams[visitor] += more
        self._peers.count(visitor, self._streams[visitor])
        if not self._streams[visitor]:
            del self._streams[visitor]

    def _come(self, identifier: str, player: str) -> None:
        self._present[identifier][player] += 1
        if self._present[identifier][player] == 1:
            self._wake(identifier)
            self._peers.come(identifier, player)

    def _leave(self, identifier: str, player: str, watcher: _Watcher) -> None:
        self._watchers[identifier].discard(watcher)
        if not self._watchers[identifier]:
            del self._watchers[identifier]
        asyncio.get_running_loop().call_later(_GRACE_S, self._go, identifier, player)

    def _go(self, identifier: str, player: str) -> None:
        players = self._present[identifier]
        players[player] -= 1
        if not players[player]:
            del players[player]
            self._wake(identifier)
            self._peers.gone(identifier, player)
        if not players:
            del self._present[identifier]


class EventStream(StreamingResponse):
    """A response of events, which has a place among its visitor's from before its first byte until its end."""

    media_type = "text/event-stream"

    def __init__(self, hub: Hub, visitor: str, events: AsyncGenerator[str]) -> None:
        super().__init__(events, headers=_UNBUFFERED)
        self._place = hub.place(visitor)
        self._events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with aclosing(self._events):
            with self._place:
                await super().__call__(scope, receive, send)


def _is_last(game: wire.Game | wire_rooms.Room) -> bool:
    """Return whether nothing can follow: answers to the computer can be corrected, and another duel may come."""
    return game["kind"] != "room" and game["over"] and (game["kind"] == "break" or game["next"] is not None)


def event(name: str, data: Mapping[str, Any], identifier: str | None = None) -> str:
    """Write an event as it is sent."""
    head = "" if identifier is None else f"id: {identifier}\n"
    return f"{head}event: {name}\ndata: {json.dumps(data)}\n\n"
