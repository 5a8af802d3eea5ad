"""Turns that arrive without a reload: a stream of server-sent events for everybody who watches a game.

A change by this server is sent at once. A change by another server with the same database is noticed within a few
seconds, because the version of the game is looked up now and then. Who watches a game is there, to the other player of
a duel; that is known only to the server that both are connected to.
"""

import asyncio
import json
import re
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from typing import Any

from keypeg.errors import KeypegError
from keypeg.web import wire, wire_rooms
from keypeg.web.limits import Limits
from keypeg.web.refusals import Refusal, busy

_LOOK_S, _PINGS = 3.0, 5
_GRACE_S = 4.0  # who comes back within it, as by a reload, has not left
_SEEN = re.compile(r"(\d{1,18})(\+?)", re.ASCII)


class Hub:
    """Who watches which game."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._watchers: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._present: defaultdict[str, Counter[str]] = defaultdict(Counter)
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

    def is_watched(self, identifier: str, names: Sequence[str]) -> bool:
        """Return whether somebody else than a player of these names is watching a game."""
        return any(player not in names for player in tuple(self._present.get(identifier, ())))

    def check_room(self, visitor: str) -> None:
        if self._streams[visitor] >= self._limits.streams:
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
        plus if somebody else is there; `last` is the id of the last event seen.
        """
        known = _SEEN.fullmatch(last)
        seen = int(known[1]) if known else 0
        present: bool | None = bool(known and known[2])
        changed = asyncio.Event()
        self._watchers[identifier].add(changed)
        self._come(identifier, names[0])
        try:
            yield "retry: 2000\n\n"
            quiet = 0
            while not self._closed:
                changed.clear()
                moved = present is not None and self.is_watched(identifier, names) != present
                if moved or (await version() or 0) != seen:
                    try:
                        shown = await game()
                    except Refusal as refusal:
                        yield event("gone", {"error": refusal.error})
                        return
                    seen, present, quiet = shown["version"], shown["present"], 0
                    yield event("room" if shown["kind"] == "room" else "game", shown, f"{seen}{'+' if present else ''}")
                    if _is_last(shown):
                        yield event("end", {})
                        return
                try:
                    await asyncio.wait_for(changed.wait(), _LOOK_S)
                except TimeoutError:
                    quiet += 1
                    if quiet % _PINGS == 0:
                        yield ": ping\n\n"
        finally:
            self._leave(identifier, names[0], changed)

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

    def _come(self, identifier: str, player: str) -> None:
        self._present[identifier][player] += 1
        if self._present[identifier][player] == 1:
            self._wake(identifier)

    def _leave(self, identifier: str, player: str, changed: asyncio.Event) -> None:
        self._watchers[identifier].discard(changed)
        if not self._watchers[identifier]:
            del self._watchers[identifier]
        asyncio.get_running_loop().call_later(_GRACE_S, self._go, identifier, player)

    def _go(self, identifier: str, player: str) -> None:
        players = self._present[identifier]
        players[player] -= 1
        if not players[player]:
            del players[player]
            self._wake(identifier)
        if not players:
            del self._present[identifier]


def _is_last(game: wire.Game | wire_rooms.Room) -> bool:
    """Return whether nothing can follow: answers to the computer can be corrected, and another duel may come."""
    return game["kind"] != "room" and game["over"] and (game["kind"] == "break" or game["next"] is not None)


def event(name: str, data: Mapping[str, Any], identifier: str | None = None) -> str:
    """Write an event as it is sent."""
    head = "" if identifier is None else f"id: {identifier}\n"
    return f"{head}event: {name}\ndata: {json.dumps(data)}\n\n"
