"""Writes, each in a transaction: one by one, or those of many threads together."""

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, TypeVar

import sqlalchemy as sa

from keypeg.database_outage import outage
from keypeg.database_prepared import Prepared
from keypeg.errors import Unavailable

T = TypeVar("T")
Job = Callable[[sa.Connection], T]


def commit(engine: sa.Engine, job: Job[T]) -> T:
    """Do a job in a transaction, and return once it is on disk."""
    committing = False
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


class GroupCommit:
    """Commits the writes of many threads together: SQLite has one writer, which waits for the disk at each commit.

    The thread that finds the writer's place free does all waiting jobs in one transaction. If one of them fails, each
    is done again by itself; so a job may be called twice, and each thread gets only the error of its own job. If it is
    the database that fails, it fails for all who wait. Event loops don't wait: a thread of its own writes for them.
    """

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._waiting: deque[_Write] = deque()
        self._writing = threading.Lock()
        self._connection: sa.Connection | None = None
        self._thread: threading.Thread | None = None
        self._calls: SimpleQueue[bool] = SimpleQueue()
        self._begin = Prepared(sa.text("BEGIN IMMEDIATE"), engine.dialect)
        self._end = Prepared(sa.text("COMMIT"), engine.dialect)

    def close(self) -> None:
        """Finish what was given to the thread, and give back the connection."""
        if self._thread is not None:
            self._calls.put(False)
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
        """Let the thread do a job; what is returned is done once it is on disk."""
        told: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Write(job, told))
        if self._thread is None:
            self._thread = threading.Thread(target=self._serve, name="keypeg-commit", daemon=True)
            self._thread.start()
        self._calls.put(True)
        return told

    def _serve(self) -> None:
        while self._calls.get():
            with self._writing:
                if self._waiting:  # somebody else may have done it meanwhile
                    self._commit_all()

    def _commit_all(self) -> None:
        batch: list[_Write] = []

        def all_jobs(connection: sa.Connection) -> list[Any]:
            batch.extend(self._taken())  # also those who came while the database was busy
            return [write.job(connection) for write in batch]

        try:
            results = self._commit(all_jobs)
        except Unavailable as error:
            batch = batch or self._taken()
            for write in batch:
                write.end(error=error)
        except Exception:  # noqa: BLE001 - whose it is comes out below
            for write in batch or self._taken():
                self._commit_alone(write)
        else:
            for write, result in zip(batch, results, strict=True):
                write.end(result)
        _tell(batch)

    def _taken(self) -> list[_Write]:
        return [self._waiting.popleft() for _ in range(len(self._waiting))]

    def _commit_alone(self, write: _Write) -> None:
        try:
            write.end(self._commit(write.job))
        except Exception as error:  # noqa: BLE001 - raised by the thread whose job it was
            write.end(error=error)

    def _commit(self, job: Job[T]) -> T:
        """Do a job in a transaction, always on the same connection, since to take one takes longer than to write."""
        if self._connection is None:
            self._connection = self._engine.connect()
        connection, committing = self._connection, False
        try:
            self._begin.change(connection, {})
            result = job(connection)
            committing = True
            if connection.in_transaction():  # SQLAlchemy has taken notice of it
                connection.commit()
            else:
                self._end.change(connection, {})
        except Unavailable as error:
            self._give_back()
            raise _in_commit(error) if committing else error from error.__cause__
        except BaseException:
            self._give_back()  # which takes back what was begun
            raise
        return result


def _tell(batch: list[_Write]) -> None:
    """Tell the event loops that wait for writes, each by one call."""
    for loop in {write.told.get_loop() for write in batch if write.told is not None}:
        theirs = [write for write in batch if write.told is not None and write.told.get_loop() is loop]
        with suppress(RuntimeError):  # it has ended meanwhile
            loop.call_soon_threadsafe(_tell_all, theirs)


def _tell_all(writes: list[_Write]) -> None:
    for write in writes:
        write.tell()
