"""Work off the event loop: who may have how much of it, and in which order."""

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any
from urllib.parse import urlsplit

import pytest

from keypeg.errors import NotAllowed
from keypeg.web.limits import Limits
from keypeg.web.refusals import Refusal
from keypeg.web.work import Stopper, Work


def run(limits: Limits, tasks: list[float], pause: float = 0) -> list[object]:
    """Ask for tasks that sleep, all at once, and then for one more after a pause."""

    async def asked() -> list[object]:
        work = Work(limits)
        try:
            many = [work.engine("ann", lambda seconds=seconds: time.sleep(seconds)) for seconds in tasks]  # type: ignore[misc]
            done: list[object] = list(await asyncio.gather(*many, return_exceptions=True))
            await asyncio.sleep(pause)
            done += await asyncio.gather(work.engine("ann", lambda: "last"), return_exceptions=True)
            done += await asyncio.gather(work.engine("bob", lambda: "other"), return_exceptions=True)
            return done
        finally:
            work.close()

    return asyncio.run(asked())


def test_nothing_is_kept_of_visitors_for_whom_nothing_is_done() -> None:
    async def asked() -> int:
        work = Work(Limits())
        try:
            for number in range(20):
                await work.engine(f"visitor {number}", int, short=number % 2 == 0)
            return len(work._running) + len(work._at_once)
        finally:
            work.close()

    assert asyncio.run(asked()) == 0


def test_too_much_at_once() -> None:
    *done, last, other = run(Limits(engine_at_once=2), [0.1] * 4)
    refused = [each for each in done if isinstance(each, Refusal)]
    assert len(refused) == 2
    assert refused[0].status == 429
    assert str(refused[0]) == "you are asking for too much at once: at most 2 requests at a time"
    assert (last, other) == ("last", "other")


def test_what_takes_too_long_is_given_up_and_counts_until_it_ends() -> None:
    late, last, other = run(Limits(engine_seconds=0.1, engine_at_once=1), [0.6])
    assert isinstance(late, Refusal)
    assert (late.status, str(late)) == (
        503,
        "this took longer than 0.1 seconds: ask for something smaller",
    )
    assert isinstance(last, Refusal)
    assert other == "other"


def test_work_is_on_ones_account() -> None:
    first, last, other = run(Limits(engine_seconds_per_minute=0.05), [0.2])
    assert first is None
    assert isinstance(last, Refusal)
    assert str(last).startswith("you have used up your 0.05 seconds of work per minute: try again in ")
    assert other == "other"


def test_also_work_that_failed() -> None:
    async def asked() -> None:
        work = Work(Limits(engine_seconds_per_minute=0.05))

        def fail() -> None:
            time.sleep(0.2)
            raise NotAllowed("code-empty")

        with pytest.raises(NotAllowed):
            await work.engine("ann", fail)
        with pytest.raises(Refusal):
            await work.engine("ann", fail)
        work.close()

    asyncio.run(asked())


@pytest.mark.parametrize("limits", [Limits(engine_at_once=2), Limits(engine_waiting=2)])
def test_a_short_task_is_not_refused_for_long_ones(limits: Limits) -> None:
    async def ask() -> str:
        work, ended = Work(limits), threading.Event()
        reviews = [asyncio.create_task(work.engine("here", ended.wait)) for _ in range(2)]
        await asyncio.sleep(0.05)
        with pytest.raises(Refusal):
            await work.engine("here", lambda: "review")
        hint = await work.engine("here", lambda: "hint", short=True)
        ended.set()
        await asyncio.gather(*reviews)
        work.close()
        return hint

    assert asyncio.run(ask()) == "hint"


def test_too_many_people_at_once() -> None:
    async def asked() -> list[object]:
        work = Work(Limits(engine_waiting=3))
        try:
            tasks = [work.engine(f"visitor {number}", lambda: time.sleep(0.1)) for number in range(5)]
            return list(await asyncio.gather(*tasks, return_exceptions=True))
        finally:
            work.close()

    done = asyncio.run(asked())
    assert done[:3] == [None] * 3
    assert [(each.status, each.error["kind"]) for each in done[3:] if isinstance(each, Refusal)] == [(503, "busy")] * 2


def test_what_waits_too_long_is_not_done_any_more() -> None:
    done: list[int] = []

    async def asked() -> None:
        work = Work(Limits(engine_seconds=0.2, engine_wait_seconds=0.2))
        tasks = [work.engine("ann", lambda: time.sleep(0.5)) for _ in range(2)]
        tasks += [work.engine("ann", lambda: done.append(1)) for _ in range(3)]
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(isinstance(result, Refusal) for result in results)
        await asyncio.sleep(0.6)
        assert await work.engine("ann", lambda: "free again") == "free again"
        work.close()

    asyncio.run(asked())
    assert done == []


def test_what_tells_its_progress_is_stopped() -> None:
    work = Work(Limits(engine_seconds=0.05))
    stop = work.stopper()
    stop(1, 2)
    time.sleep(0.1)
    with pytest.raises(Refusal, match=r"this took longer than 0.05 seconds"):
        stop(1, 2)
    stop = work.stopper()
    work.close()
    with pytest.raises(Refusal):
        stop(1, 2)


def test_the_loop_is_not_held_up() -> None:
    async def asked() -> float:
        work = Work(Limits())
        slow = asyncio.ensure_future(work.engine("ann", lambda: time.sleep(0.5)))
        start = time.monotonic()
        names = [await work.quick(None, lambda: threading.current_thread().name) for _ in range(20)]
        assert all(name.startswith("keypeg-quick") for name in names)
        took = time.monotonic() - start
        await slow
        work.close()
        return took

    assert asyncio.run(asked()) < 0.4


def test_visitors_take_turns() -> None:
    done: list[str] = []

    async def asked() -> None:
        work = Work(Limits())

        async def ask(name: str) -> None:
            await work.engine(name, lambda: time.sleep(0.02))
            done.append(name)

        await asyncio.gather(*map(ask, [*["ann"] * 6, *["bob"] * 2, "carl", "dan"]))
        work.close()

    asyncio.run(asked())
    assert done.index("carl") < 6
    assert done.index("dan") < 6
    assert done[-2:] == ["ann", "ann"]


def first_of(begin: Callable[[Work, str, Callable[[], None]], Coroutine[Any, Any, None]], tasks: int) -> str:
    """Return who is done first: somebody with many tasks, or somebody who comes after them with one."""

    async def asked() -> list[str]:
        work, done = Work(Limits()), list[str]()

        async def ask(visitor: str, seconds: float) -> None:
            await begin(work, visitor, lambda: time.sleep(seconds))
            done.append(visitor)

        many = [asyncio.ensure_future(ask("ann", 0.2)) for _ in range(tasks)]
        await asyncio.sleep(0.01)
        await asyncio.gather(ask("bob", 0), *many)
        work.close()
        return done

    return asyncio.run(asked())[0]


def test_one_visitor_never_has_all_threads() -> None:
    assert first_of(Work.engine, 4) == "bob"


def test_quick_work_of_one_visitor_leaves_room_for_others() -> None:
    assert first_of(Work.quick, 40) == "bob"


def test_what_is_short_does_not_wait_for_what_is_long() -> None:
    async def asked() -> float:
        work = Work(Limits())
        many = [
            asyncio.ensure_future(work.engine(name, lambda: time.sleep(0.3)))
            for name in ("ann", "bob")
            for _ in range(4)
        ]
        await asyncio.sleep(0.05)
        start = time.monotonic()
        for name in ("ann", "bob", "carl"):
            await work.engine(name, lambda: None, short=True)
        took = time.monotonic() - start
        await asyncio.gather(*many)
        work.close()
        return took

    assert asyncio.run(asked()) < 0.2


def test_who_would_wait_too_long_is_refused_at_once() -> None:
    async def asked() -> list[object]:
        work = Work(Limits(engine_wait_seconds=1.2))
        tasks = [work.engine(f"visitor {number}", lambda: time.sleep(0.05)) for number in range(6)]
        results: list[object] = list(await asyncio.gather(*tasks, return_exceptions=True))
        assert await work.engine("visitor 6", lambda: "free again") == "free again"
        work.close()
        return results

    *done, refused = asyncio.run(asked())  # two are done at once, and a task is expected to take a second
    assert done == [None] * 5
    assert isinstance(refused, Refusal)
    assert (refused.status, refused.kind, refused.headers) == (503, "busy", {"Retry-After": "1"})
    assert refused.error["retry_after"] == 1


class Connection:
    """A connection that somebody closes."""

    def __init__(self) -> None:
        self.closed = asyncio.Event()

    async def gone(self) -> None:
        await self.closed.wait()


def test_a_task_is_dropped_if_its_asker_has_gone() -> None:
    done: list[int] = []

    async def asked() -> None:
        work, connection = Work(Limits(engine_at_once=2)), Connection()
        first = asyncio.ensure_future(work.engine("ann", lambda: time.sleep(0.2)))
        second = asyncio.ensure_future(work.engine("ann", lambda: done.append(1), gone=connection.gone))
        await asyncio.sleep(0.05)
        connection.closed.set()
        with pytest.raises(Refusal):
            await second
        third = asyncio.ensure_future(work.engine("ann", lambda: done.append(3)))  # there is room for it again
        await asyncio.gather(first, third)
        work.close()

    asyncio.run(asked())
    assert done == [3]


def test_a_task_that_has_begun_is_stopped_if_its_asker_has_gone() -> None:
    async def asked() -> float:
        work, connection = Work(Limits()), Connection()
        stopper = work.stopper()
        asking = asyncio.ensure_future(
            work.engine("ann", lambda: until_stopped(stopper), stopper=stopper, gone=connection.gone)
        )
        await asyncio.sleep(0.05)
        start = time.monotonic()
        connection.closed.set()
        with pytest.raises(Refusal):
            await asking
        await work.engine("ann", lambda: None)  # after the first: nobody has two long tasks done at a time
        work.close()
        return time.monotonic() - start

    assert asyncio.run(asked()) < 2


def until_stopped(stopper: Stopper, steps: int = 500) -> None:
    for _ in range(steps):
        time.sleep(0.01)
        stopper(0, 1)


def test_quick_work_is_on_ones_account_too() -> None:
    async def asked() -> None:
        work = Work(Limits(quick_seconds_per_minute=0.02))
        await work.quick("ann", burn(0.05))
        with pytest.raises(Refusal, match=r"you have used up your 0\.02 seconds of work per minute: try again in "):
            await work.quick("ann", burn(0))
        await work.quick("bob", lambda: time.sleep(0.05))  # to wait for a disk costs nothing
        await work.quick("bob", burn(0))
        await work.quick(None, burn(0.05))
        await work.quick(None, burn(0))
        work.close()

    asyncio.run(asked())


def test_a_review_is_stopped_when_its_reader_has_gone(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, ended = threading.Event(), threading.Event()

    def review(*_: object, progress: Stopper, **__: object) -> None:
        begun.set()
        try:
            until_stopped(progress, 2000)
        finally:
            ended.set()

    monkeypatch.setattr("keypeg.coach.review", review)
    address = urlsplit(url)
    with socket.create_connection((address.hostname, address.port)) as connection:
        connection.sendall(b"GET /api/review?position=p4c6%201122=1b1w HTTP/1.1\r\nHost: keypeg\r\n\r\n")
        assert begun.wait(20)
    assert ended.wait(10)


def burn(seconds: float) -> Callable[[], None]:
    """Return a task that takes so much of the processor."""

    def task() -> None:
        until = time.thread_time() + seconds
        while time.thread_time() < until:
            pass

    return task
