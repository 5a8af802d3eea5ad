"""Writes, each in a transaction: one by one, or those of many threads together."""

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from typing import Any, TypeVar

import sqlalchemy as sa

from keypeg.database_outage import outage
from keypeg.database_prepared import Prepared
from keypeg.errors import Unavailable

T = TypeVar("T")
Job = Callable[[sa.Connection], T]


def commit(engine: sa.Engine, job: Job[T], *, single: bool = False) -> T:
    """Do a job in a transaction, and return once it is on disk; a single statement commits itself."""
    committing = single
    try:
        with engine.begin() as connection:
            result = job(connection)
            committing = True
    except Unavailable as error:
        raise _in_commit(error) if committing else error from error.__cause__
    return result


def _in_commit(error: Unavailable) -> Unavailable:
    """Return what an error in a commit is: the word that it is stored may be what was lost."""
    return outage(error.fault, error.facts["reason"], is_unsure=True) if error.fault == "away" else error


@dataclass(eq=False, slots=True)
class _Write:
    """A job that waits to be committed, and what came of it."""

    job: Job[Any]
    told: asyncio.Future[Any] | None = None
    """What an event loop waits for, if it is not a thread that waits."""
    is_done: bool = False
    result: Any = None
    error: Exception | None = None

    def end(self, result: Any = None, error: Exception | None = None) -> None:
        self.result, self.error, self.is_done = result, error, True

    def tell(self) -> None:
        """Tell the event loop what came of it."""
        if self.told is None or self.told.done():
            return
        if self.error is None:
            self.told.set_result(self.result)
        else:
            self.told.set_exception(self.error)


def _taken(waiting: deque[_Write]) -> list[_Write]:
    return [waiting.popleft() for _ in range(len(waiting))]


class _InTheWay(Exception):
    """Raised where an event loop can't write at once."""


class GroupCommit:
    """Commits the writes of many threads together: SQLite has one writer, which waits for the disk at each commit.

    The thread that finds the writer's place free does all waiting jobs in one transaction. If one of them fails, each
    is done again by itself; so a job may be called twice, and each thread gets only the error of its own job. If it is
    the database that fails, it fails for all who wait.

    An event loop does its jobs itself, as long as nobody else writes: only the commit waits for the disk, in a thread
    of its own. Statement by statement, loop and thread would take the interpreter from each other.
    """

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._waiting: deque[_Write] = deque()
        self._from_loops: deque[_Write] = deque()
        self._writing = threading.Lock()
        self._connection: sa.Connection | None = None
        self._thread: threading.Thread | None = None
        self._tasks: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._is_handed_over = False  # to the thread, which has no more than one task at a time
        self._begin = Prepared(sa.text("BEGIN IMMEDIATE"), engine.dialect)
        self._end = Prepared(sa.text("COMMIT"), engine.dialect)
        self._hurry = self._wait = Prepared(sa.text("PRAGMA busy_timeout = 0"), engine.dialect)

    def close(self) -> None:
        """Finish what was given to the thread, and give back the connection."""
        if self._thread is not None:
            self._tasks.put(None)
            self._thread.join()
            self._thread = None
        self._give_back()

    def _give_back(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def run(self, job: Job[T]) -> T:
        """Do a job in a transaction, and return once it is on disk."""
        write = _Write(job)
        self._waiting.append(write)
        with self._writing:
            if not write.is_done:
                self._commit_all()
        if write.error is not None:
            raise write.error
        result: T = write.result
        return result

    def soon(self, job: Job[T]) -> asyncio.Future[T]:
        """Do a job for an event loop; what is returned is done once it is on disk."""
        loop = asyncio.get_running_loop()
        told: asyncio.Future[T] = loop.create_future()
        self._from_loops.append(_Write(job, told))
        if self._thread is None:
            self._thread = threading.Thread(target=self._serve, name="keypeg-commit", daemon=True)
            self._thread.start()
        if not self._is_handed_over:
            loop.call_soon(self._do_waiting)
        return told

    def _do_waiting(self) -> None:
        """Do what waits, on the event loop, and let the thread commit it; if anything is in the way, it does it all."""
        if not self._from_loops or self._is_handed_over:
            return
        self._is_handed_over = True
        if not self._writing.acquire(blocking=False):
            self._tasks.put(self._commit_waiting)
            return
        batch = _taken(self._from_loops)
        try:
            connection = self._begun_at_once()
            for write in batch:
                write.result = write.job(connection)
        except Exception:  # noqa: BLE001 - whose it is comes out in the thread
            self._give_back()
            self._from_loops.extendleft(reversed(batch))
            self._writing.release()
            self._tasks.put(self._commit_waiting)
        else:
            self._tasks.put(partial(self._commit_done, connection, batch))

    def _begun_at_once(self) -> sa.Connection:
        """Begin a transaction without waiting for others, on a connection that is there."""
        if self._connection is None:
            raise _InTheWay
        self._hurry.change(self._connection, {})
        try:
            self._begin.change(self._connection, {})
        finally:
            self._wait.change(self._connection, {})
        return self._connection

    def _serve(self) -> None:
        while (task := self._tasks.get()) is not None:
            task()

    def _commit_waiting(self) -> None:
        with self._writing:
            if self._from_loops:  # somebody else may have done it meanwhile
                self._commit_all()
        self._hand_back()

    def _hand_back(self) -> None:
        """Let event loops go on with what has come meanwhile; they may be others than those that were told."""
        self._is_handed_over = False
        for loop in {write.told.get_loop() for write in tuple(self._from_loops) if write.told is not None}:
            with suppress(RuntimeError):  # it has ended meanwhile
                loop.call_soon_threadsafe(self._do_waiting)

    def _commit_done(self, connection: sa.Connection, batch: list[_Write]) -> None:
        """Commit what the event loop has done."""
        try:
            self._end_transaction(connection)
        except Unavailable as error:
            self._give_back()
            for write in batch:
                write.end(error=_in_commit(error))
        except Exception:  # noqa: BLE001 - whose it is comes out below
            self._give_back()
            for write in batch:
                self._commit_alone(write)
        else:
            for write in batch:
                write.end(write.result)
        self._writing.release()
        self._tell(batch)
        self._hand_back()

    def _commit_all(self) -> None:
        batch: list[_Write] = []

        def all_jobs(connection: sa.Connection) -> list[Any]:
            batch.extend(self._all_waiting())  # also those who came while the database was busy
            return [write.job(connection) for write in batch]

        try:
            results = self._commit(all_jobs)
        except Unavailable as error:
            batch = batch or self._all_waiting()
            for write in batch:
                write.end(error=error)
        except Exception:  # noqa: BLE001 - whose it is comes out below
            batch = batch or self._all_waiting()
            for write in batch:
                self._commit_alone(write)
        else:
            for write, result in zip(batch, results, strict=True):
                write.end(result)
        self._tell(batch)

    def _all_waiting(self) -> list[_Write]:
        return _taken(self._waiting) + _taken(self._from_loops)

    def _commit_alone(self, write: _Write) -> None:
        try:
            write.end(self._commit(write.job))
        except Exception as error:  # noqa: BLE001 - raised by the thread whose job it was
            write.end(error=error)

    def _commit(self, job: Job[T]) -> T:
        """Do a job in a transaction, always on the same connection, since to take one takes longer than to write."""
        if self._connection is None:
            self._connection = self._opened()
        connection, committing = self._connection, False
        try:
            self._begin.change(connection, {})
            result = job(connection)
            committing = True
            self._end_transaction(connection)
        except Unavailable as error:
            self._give_back()
            raise _in_commit(error) if committing else error from error.__cause__
        except BaseException:
            self._give_back()  # which takes back what was begun
            raise
        return result

    def _opened(self) -> sa.Connection:
        """Open a connection, and see how long it waits for others."""
        connection = self._engine.connect()
        (usual,) = Prepared(sa.text("PRAGMA busy_timeout"), self._engine.dialect).first(connection) or (0,)
        self._wait = Prepared(sa.text(f"PRAGMA busy_timeout = {usual}"), self._engine.dialect)
        return connection

    def _end_transaction(self, connection: sa.Connection) -> None:
        if connection.in_transaction():  # SQLAlchemy has taken notice of it
            connection.commit()
        else:
            self._end.change(connection, {})

    def _tell(self, batch: list[_Write]) -> None:
        """Tell the event loops that wait for writes, each by one call."""
        for loop in {write.told.get_loop() for write in batch if write.told is not None}:
            theirs = [write for write in batch if write.told is not None and write.told.get_loop() is loop]
            with suppress(RuntimeError):  # it has ended meanwhile
                loop.call_soon_threadsafe(_tell_all, theirs)


def _tell_all(writes: list[_Write]) -> None:
    for write in writes:
        write.tell()
