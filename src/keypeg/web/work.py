"""Work off the event loop: threads for what is quick, threads for the engine, and how much one visitor may have.

Quick work loads games, makes moves and stores them. The engine does what may take seconds: hints, suggestions,
rankings, reviews. What waits for it is taken from one visitor after the other, and nobody has more than one short and
one long task done at a time; a task of a kind that is short needn't wait for long ones. Whoever would wait too long is
refused at once, and a task whose asker has gone is dropped or stopped.

A thread can't be stopped from outside, so the size of engine work is limited beforehand, and a request that takes too
long gets a response without the result. Every second is charged to the visitor for whom it was spent. A task runs in
the context of its request, and so in its language. All but the tasks happens on the event loop, without locks.
"""

import asyncio
import math
import os
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

from keypeg.errors import KeypegError
from keypeg.web.limits import Budget, Limits
from keypeg.web.refusals import Refusal, busy

T = TypeVar("T")

_QUICK_THREADS = 8
_LONG_AT_ONCE, _ENGINE_THREADS = 2, 3  # the last thread is for short tasks
_NICENESS = 10
_USUAL_S = {False: 1.0, True: 0.05}  # how long a task of either kind takes, until some have been done


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
        self.check()

    def check(self) -> None:
        """End the work if it is time."""
        if self._stopped or self._is_closing() or time.monotonic() > self._until:
            raise self._reason


@dataclass(eq=False, slots=True)
class _Task:
    """Work for the engine, and who waits for it."""

    visitor: str
    work: Callable[[], Any]
    short: bool
    stopper: Stopper | None
    done: asyncio.Future[Any]
    context: Context = field(default_factory=copy_context)
    begun: bool = False
    timer: asyncio.TimerHandle | None = None


@dataclass(eq=False, slots=True)
class _QuickTask:
    """Quick work, and who waits for it: a visitor, or the server itself."""

    visitor: str
    work: Callable[[], Any]
    done: asyncio.Future[Any]
    context: Context = field(default_factory=copy_context)


Q = TypeVar("Q", _Task, _QuickTask)


class _Queue(Generic[Q]):
    """Tasks that wait, taken from one visitor after the other."""

    def __init__(self) -> None:
        self._tasks: OrderedDict[str, deque[Q]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._tasks.values()))

    def add(self, task: Q) -> None:
        self._tasks.setdefault(task.visitor, deque()).append(task)

    def take(self, may: Callable[[str], bool]) -> Q | None:
        """Take the next task of a visitor who may have one done now."""
        visitor = next(filter(may, self._tasks), None)
        if visitor is None:
            return None
        task = self._tasks[visitor][0]
        self._tasks.move_to_end(visitor)
        self.drop(task)
        return task

    def drop(self, task: Q) -> None:
        waiting = self._tasks[task.visitor]
        waiting.remove(task)
        if not waiting:
            del self._tasks[task.visitor]

    def ahead_of(self, visitor: str) -> int:
        """Return how many tasks come before the next one of a visitor."""
        own = len(self._tasks.get(visitor, ()))
        return sum(len(tasks) if name == visitor else min(len(tasks), own + 1) for name, tasks in self._tasks.items())


class Work:
    """The threads of a server, and who uses them."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._quick = _QuickThreads()
        self._quick_waiting: _Queue[_QuickTask] = _Queue()
        self._quick_running: Counter[str] = Counter()
        self.quick_seconds = Budget(limits.quick_seconds_per_minute, 60)
        self._engine = ThreadPoolExecutor(_ENGINE_THREADS, "keypeg-engine", _give_way)
        self.seconds = Budget(limits.engine_seconds_per_minute, 60)
        self._waiting: dict[bool, _Queue[_Task]] = {False: _Queue(), True: _Queue()}
        self._running: Counter[tuple[str, bool]] = Counter()
        self._at_once: Counter[tuple[str, bool]] = Counter()
        self._usual = dict(_USUAL_S)
        self._closing = False

    @property
    def waiting(self) -> int:
        """How many tasks wait for the engine."""
        return sum(map(len, self._waiting.values()))

    @property
    def running(self) -> int:
        """How many tasks the engine is doing."""
        return self._running.total()

    async def quick(self, visitor: str | None, task: Callable[[], T]) -> T:
        """Do something that takes no more than a few milliseconds, plus the time of the disk.

        It is done for a visitor, or for the server itself.
        """
        if visitor is not None:
            self._check_budget(self.quick_seconds, visitor)
        asked = _QuickTask(visitor or "", task, asyncio.get_running_loop().create_future())
        self._quick_waiting.add(asked)
        self._begin_quick()
        return await asked.done  # type: ignore[no-any-return]

    def at_once(self, visitor: str, task: Callable[[], T]) -> T:
        """Do something for a visitor on the event loop that takes less than a millisecond."""
        self._check_budget(self.quick_seconds, visitor)
        start = time.thread_time()
        try:
            return task()
        finally:
            self.quick_seconds.take(visitor, time.thread_time() - start)

    def _begin_quick(self) -> None:
        """Begin what there are threads for; no visitor has more than a quarter of them."""
        while self._quick_running.total() < _QUICK_THREADS:
            task = self._quick_waiting.take(lambda visitor: self._quick_running[visitor] < _QUICK_THREADS // 4)
            if task is None:
                return
            self._quick_running[task.visitor] += 1
            self._quick.do(task, self._finish_quick)

    def _finish_quick(self, task: _QuickTask, result: Any, error: BaseException | None, seconds: float) -> None:
        self._quick_running[task.visitor] -= 1
        if not self._quick_running[task.visitor]:
            del self._quick_running[task.visitor]
        if task.visitor:
            self.quick_seconds.take(task.visitor, seconds)
        _settle(task.done, result, error)
        if self._quick_waiting:
            self._begin_quick()

    async def engine(
        self,
        visitor: str,
        task: Callable[[], T],
        *,
        short: bool = False,
        stopper: Stopper | None = None,
        gone: Callable[[], Awaitable[None]] | None = None,
    ) -> T:
        """Do something for a visitor that may take long; refuse if they have already asked for too much.

        A `short` task needn't wait for long ones. If its asker has `gone`, a task that waits is dropped, and one that
        has begun is stopped by its `stopper`.
        """
        self._check(visitor, short)
        loop = asyncio.get_running_loop()
        asked: _Task = _Task(visitor, task, short, stopper, loop.create_future())
        asked.timer = loop.call_later(self._limits.engine_wait_seconds, self._give_up, asked, self._crowded(1))
        self._at_once[visitor, short] += 1
        self._waiting[short].add(asked)
        self._begin()
        watching = None if gone is None else asyncio.ensure_future(gone())
        try:
            if watching is None:
                return await asked.done  # type: ignore[no-any-return]
            await asyncio.wait((asked.done, watching), return_when=asyncio.FIRST_COMPLETED)
            if not asked.done.done():
                raise self._too_slow()  # nobody will read it
            return asked.done.result()  # type: ignore[no-any-return]
        finally:
            if watching is not None:
                watching.cancel()
            self._give_up(asked, self._too_slow())

    def stopper(self) -> Stopper:
        """Return a progress callback that stops work that takes too long, or whose server is about to end."""
        return Stopper(self._limits.engine_seconds, lambda: self._closing, self._too_slow())

    def _check(self, visitor: str, short: bool) -> None:
        if self._at_once[visitor, short] >= self._limits.engine_at_once:
            raise busy(1, KeypegError("web-at-once", limit=self._limits.engine_at_once))
        self._check_budget(self.seconds, visitor)
        wait = self._waiting[short].ahead_of(visitor) * self._usual[short] / (1 if short else _LONG_AT_ONCE)
        asked = sum(count for (_, is_short), count in self._at_once.items() if is_short == short)
        if wait > self._limits.engine_wait_seconds or asked >= self._limits.engine_waiting:
            raise self._crowded(max(1, math.ceil(wait - self._limits.engine_wait_seconds)))

    def _check_budget(self, budget: Budget, visitor: str) -> None:
        if wait := budget.wait(visitor, 0):
            raise busy(wait, KeypegError("web-work", limit=budget.amount, wait=wait))

    def _crowded(self, seconds: int) -> Refusal:
        headers = {"Retry-After": str(seconds)}
        return Refusal(503, "busy", KeypegError("web-crowded"), headers=headers, retry_after=seconds)

    def _too_slow(self) -> Refusal:
        return Refusal(503, "slow", KeypegError("web-slow", limit=self._limits.engine_seconds))

    def _begin(self) -> None:
        """Begin as many tasks as there are threads for, short ones first."""
        while (task := self._next()) is not None:
            task.begun = True
            if task.timer is not None:
                task.timer.cancel()
            loop = task.done.get_loop()
            task.timer = loop.call_later(self._limits.engine_seconds, self._give_up, task, self._too_slow())
            self._running[task.visitor, task.short] += 1
            self._engine.submit(self._do, task, loop)

    def _next(self) -> _Task | None:
        if self._closing or self._running.total() >= _ENGINE_THREADS:
            return None
        if (task := self._waiting[True].take(lambda visitor: not self._running[visitor, True])) is not None:
            return task
        long = sum(count for (_, short), count in self._running.items() if not short)
        if long >= _LONG_AT_ONCE:
            return None
        return self._waiting[False].take(lambda visitor: not self._running[visitor, False])

    def _do(self, task: _Task, loop: asyncio.AbstractEventLoop) -> None:
        """Do a task, in a thread of the engine."""
        start, result, error = time.monotonic(), None, None
        if task.stopper is not None:
            task.stopper.renew()
        try:
            result = task.context.run(task.work)
        except BaseException as raised:  # noqa: BLE001 - who asked gets it
            error = raised
        with suppress(RuntimeError):  # the server has ended meanwhile
            loop.call_soon_threadsafe(self._finish, task, result, error, time.monotonic() - start)

    def _finish(self, task: _Task, result: Any, error: BaseException | None, seconds: float) -> None:
        if task.timer is not None:
            task.timer.cancel()
        self._running[task.visitor, task.short] -= 1
        if not self._running[task.visitor, task.short]:
            del self._running[task.visitor, task.short]
        self._usual[task.short] += (seconds - self._usual[task.short]) / 10
        self._leave(task)
        self.seconds.take(task.visitor, seconds)
        _settle(task.done, result, error)
        self._begin()

    def _give_up(self, task: _Task, reason: Refusal) -> None:
        """Wait no longer for a task: it is dropped, or stopped if it has begun; then it counts until it has ended."""
        if task.done.done():
            return
        if task.timer is not None:
            task.timer.cancel()
        if not task.begun:
            task.begun = True
            self._waiting[task.short].drop(task)
            self._leave(task)
        elif task.stopper is not None:
            task.stopper.stop()
        _settle(task.done, None, reason)

    def _leave(self, task: _Task) -> None:
        self._at_once[task.visitor, task.short] -= 1
        if not self._at_once[task.visitor, task.short]:
            del self._at_once[task.visitor, task.short]

    def close(self) -> None:
        """Start nothing new, and stop what can be stopped; the rest is left to end by itself."""
        self._closing = True
        self._quick.close()
        self._engine.shutdown(wait=False, cancel_futures=True)


def _settle(done: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    if done.done():
        return
    if error is None:
        done.set_result(result)
    else:
        done.set_exception(error)
        done.exception()  # whoever has gone doesn't ask for it


def _give_way() -> None:
    """Let the threads of the engine, and those that they start, run when nobody else has anything to do."""
    if hasattr(os, "setpriority"):
        thread = threading.get_native_id()
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + _NICENESS)


_Told = Callable[[_QuickTask, Any, BaseException | None, float], None]


class _QuickThreads:
    """Threads that begin with the first task. To hand it over to an executor of the library takes twice as long."""

    def __init__(self) -> None:
        self._tasks: SimpleQueue[tuple[_QuickTask, _Told] | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []

    def do(self, task: _QuickTask, tell: _Told) -> None:
        """Do a task, and tell the event loop what came of it and how much processor time it took."""
        if not self._threads:
            self._threads = [threading.Thread(target=self._serve, name="keypeg-quick") for _ in range(_QUICK_THREADS)]
            for thread in self._threads:
                thread.start()
        self._tasks.put((task, tell))

    def _serve(self) -> None:
        while (given := self._tasks.get()) is not None:
            task, tell = given
            start, result, error = time.thread_time(), None, None
            try:
                result = task.context.run(task.work)
            except BaseException as raised:  # noqa: BLE001 - who asked gets it
                error = raised
            with suppress(RuntimeError):  # the server has ended meanwhile
                task.done.get_loop().call_soon_threadsafe(tell, task, result, error, time.thread_time() - start)
            del given, task, result, error  # nothing is kept while nobody asks

    def close(self) -> None:
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            thread.join()
        self._threads = []
