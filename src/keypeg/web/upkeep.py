"""Deletes beside the serving what is not kept any longer; of several processes, one does it."""

import asyncio
import logging
import time
from collections.abc import Iterator

from keypeg.database import Database
from keypeg.errors import Unavailable
from keypeg.retention import Retention, claim, expire

_LOG = logging.getLogger("keypeg.web")

_PERIOD_S = 3600.0
_FIRST_S = 60.0
_REST = 10
"""For how many times as long as a batch took nothing is deleted after it."""


class Upkeep:
    """What a server does now and then for its database."""

    def __init__(self, database: Database, retention: Retention) -> None:
        self._database = database
        self._retention = retention
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        if not self._retention.is_forever:
            self._task = asyncio.create_task(self._go_on())

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _go_on(self) -> None:
        await asyncio.sleep(_FIRST_S)
        while True:
            try:
                await self._expire()
            except Unavailable:
                pass  # which is in the log; there is a next time
            except Exception as error:  # noqa: BLE001 - whatever it is, there is a next time
                _LOG.error("upkeep=failed", exc_info=error)
            await asyncio.sleep(_PERIOD_S)

    async def _expire(self) -> None:
        now = time.time_ns() // 1_000_000
        if await asyncio.to_thread(claim, self._database, round(_PERIOD_S * 900), now):
            steps = expire(self._database, self._retention, now)
            rest_s: float | None = 0.0
            while rest_s is not None:
                await asyncio.sleep(rest_s)
                rest_s = await asyncio.to_thread(_rest_after, steps)


def _rest_after(steps: Iterator[object]) -> float | None:
    """Take a step, and return how long to rest after it; None after the last."""
    began = time.monotonic()
    return None if next(steps, None) is None else _REST * (time.monotonic() - began)
