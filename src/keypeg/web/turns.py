"""How much one visitor may have under way at the same time: requests beyond that wait, and bodies are refused."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from keypeg.errors import KeypegError
from keypeg.web.limits import Limits
from keypeg.web.refusals import busy


class Turns:
    """Lets everybody's requests take turns, so that nobody waits behind all those of one visitor."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._asking: Counter[str] = Counter()
        self._places: dict[str, asyncio.Semaphore] = {}
        self._held: Counter[str] = Counter()

    @asynccontextmanager
    async def taken(self, visitor: str) -> AsyncIterator[None]:
        """Wait for one of the visitor's places, and have it for a while."""
        places = self._places.setdefault(visitor, asyncio.Semaphore(self._limits.requests_at_once))
        self._asking[visitor] += 1
        try:
            async with places:
                yield
        finally:
            self._asking[visitor] -= 1
            if not self._asking[visitor]:
                del self._asking[visitor], self._places[visitor]

    def hold(self, visitor: str, size: int) -> None:
        """Count bytes that are kept in memory for a visitor, or refuse them."""
        if self._held[visitor] + size > self._limits.held_bytes:
            raise busy(1, KeypegError("web-held", limit=self._limits.held_bytes))
        self._held[visitor] += size

    def let_go(self, visitor: str, size: int) -> None:
        self._held[visitor] -= size
        if self._held[visitor] <= 0:
            del self._held[visitor]
