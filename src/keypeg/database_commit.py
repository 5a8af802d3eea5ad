"""Writes of many threads, committed together."""

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

import sqlalchemy as sa

T = TypeVar("T")


class GroupCommit:
    """Commits the writes of many threads together: SQLite has one writer, which waits for the disk at each commit.

    The thread that finds the writer's place free does all waiting jobs in one transaction. If one of them fails, each
    is done again by itself; so a job may be called twice, and each thread gets only the error of its own job.
    """

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._waiting: deque[tuple[Callable[[sa.Connection], Any], Future[Any]]] = deque()
        self._writing = threading.Lock()

    def run(self, job: Callable[[sa.Connection], T]) -> T:
        """Do a job in a transaction, and return once it is on disk."""
        done: Future[T] = Future()
        self._waiting.append((job, done))
        with self._writing:
            if not done.done():
                self._commit_all()
        return done.result()

    def _commit_all(self) -> None:
        batch = [self._waiting.popleft() for _ in range(len(self._waiting))]
        try:
            with self._engine.begin() as connection:
                results = [job(connection) for job, _ in batch]
        except Exception:  # noqa: BLE001 - whose it is comes out below
            for job, done in batch:
                self._commit(job, done)
        else:
            for (_, done), result in zip(batch, results, strict=True):
                done.set_result(result)

    def _commit(self, job: Callable[[sa.Connection], Any], done: "Future[Any]") -> None:
        try:
            with self._engine.begin() as connection:
                result = job(connection)
        except Exception as error:  # noqa: BLE001 - raised by the thread whose job it was
            done.set_exception(error)
        else:
            done.set_result(result)
