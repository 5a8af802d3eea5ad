"""Work off the event loop: two pools of threads, and how much of them one visitor may have.

The quick pool loads games, makes moves and stores them. The engine's pool does what may take seconds: hints,
suggestions, rankings, reviews. A thread can't be stopped from outside, so the size of engine work is limited
beforehand, and a request that takes too long gets a response without the result; the work counts until it has ended.
A task runs in the context of its request, and so in its language.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from typing import TypeVar

from keypeg.errors import KeypegError
from keypeg.web.limits import Budget, Limits
from keypeg.web.refusals import Refusal, busy

T = TypeVar("T")

_QUICK_THREADS, _ENGINE_THREADS = 16, 2


class Stopper:
    """A progress callback that stops work: after some seconds, when its server ends, or when nobody waits for it."""

    def __init__(self, seconds: float, is_closing: Callable[[], bool], reason: Refusal) -> None:
        self._seconds = seconds
        self._is_closing = is_closing
        self._reason = reason
        self._stopped = False
        self.renew()

    def renew(self) -> None:
        """Give the work as much time again, from now on."""
        self._until = time.monotonic() + self._seconds

    def stop(self) -> None:
        """Stop the work, since nobody waits for it any more."""
        self._stopped = True

    def __call__(self, _done: float, _whole: float) -> None:
        if self._stopped or self._is_closing() or time.monotonic() > self._until:
            raise self._reason


class Work:
    """The threads of a server, and who uses them."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._quick = ThreadPoolExecutor(_QUICK_THREADS, "keypeg-quick")
        self._engine = ThreadPoolExecutor(_ENGINE_THREADS, "keypeg-engine")
        self._at_once: Counter[str] = Counter()
        self.seconds = Budget(limits.engine_seconds_per_minute, 60)
        self._closing = False

    async def quick(self, task: Callable[[], T]) -> T:
        """Do something that takes no more than a few milliseconds, plus the time of the disk."""
        return await asyncio.get_running_loop().run_in_executor(self._quick, copy_context().run, task)

    async def engine(self, visitor: str, task: Callable[[], T]) -> T:
        """Do something for a visitor that may take long; refuse if they have already asked for too much."""
        self._check(visitor)
        self._at_once[visitor] += 1
        loop = asyncio.get_running_loop()
        spent = 0.0

        def timed() -> T:
            nonlocal spent
            start = time.monotonic()
            try:
                return task()
            finally:
                spent = time.monotonic() - start

        def tell(_: Future[T]) -> None:
            with suppress(RuntimeError):  # the server has ended meanwhile
                loop.call_soon_threadsafe(self._finish, visitor, spent)

        running = self._engine.submit(copy_context().run, timed)
        running.add_done_callback(tell)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(running), self._limits.engine_seconds)
        except TimeoutError:
            raise self._too_slow() from None

    def stopper(self) -> "Stopper":
        """Return a progress callback that stops work that takes too long, or whose server is about to end."""
        return Stopper(self._limits.engine_seconds, lambda: self._closing, self._too_slow())

    def _too_slow(self) -> Refusal:
        return Refusal(503, "slow", KeypegError("web-slow", limit=self._limits.engine_seconds))

    def _check(self, visitor: str) -> None:
        if self._at_once.total() >= self._limits.engine_waiting:
            raise Refusal(503, "busy", KeypegError("web-crowded"))
        if self._at_once[visitor] >= self._limits.engine_at_once:
            raise busy(1, KeypegError("web-at-once", limit=self._limits.engine_at_once))
        if wait := self.seconds.wait(visitor, 0):
            raise busy(wait, KeypegError("web-work", limit=self._limits.engine_seconds_per_minute, wait=wait))

    def _finish(self, visitor: str, seconds: float) -> None:
        self._at_once[visitor] -= 1
        if not self._at_once[visitor]:
            del self._at_once[visitor]
        self.seconds.take(visitor, seconds)

    def close(self) -> None:
        """Start nothing new, and stop what can be stopped; the rest is left to end by itself."""
        self._closing = True
        self._quick.shutdown(wait=True)
        self._engine.shutdown(wait=False, cancel_futures=True)
