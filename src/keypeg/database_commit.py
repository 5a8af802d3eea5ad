"""Writes, each in a transaction: one by one, or those of many threads together."""

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

import sqlalchemy as sa

from keypeg.database_outage import outage
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
        if committing and error.fault == "away":  # the word that it is stored may be what was lost
            raise outage(error.fault, error.facts["reason"], is_unsure=True) from error
        raise
    return result


class GroupCommit:
    """Commits the writes of many threads together: SQLite has one writer, which waits for the disk at each commit.

    The thread that finds the writer's place free does all waiting jobs in one transaction. If one of them fails, each
    is done again by itself; so a job may be called twice, and each thread gets only the error of its own job. If it is
    the database that fails, it fails for all who wait.
    """

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._waiting: deque[tuple[Job[Any], Future[Any]]] = deque()
        self._writing = threading.Lock()

    def run(self, job: Job[T]) -> T:
        """Do a job in a transaction, and return once it is on disk."""
        done: Future[T] = Future()
        self._waiting.append((job, done))
        with self._writing:
            if not done.done():
                self._commit_all()
        return done.result()

    def _commit_all(self) -> None:
        batch: list[tuple[Job[Any], Future[Any]]] = []

        def all_jobs(connection: sa.Connection) -> list[Any]:
            batch.extend(self._taken())  # also those who came while the database was busy
            return [job(connection) for job, _ in batch]

        try:
            results = commit(self._engine, all_jobs)
        except Unavailable as error:
            for _, done in batch or self._taken():
                done.set_exception(error)
        except Exception:  # noqa: BLE001 - whose it is comes out below
            for job, done in batch:
                self._commit(job, done)
        else:
            for (_, done), result in zip(batch, results, strict=True):
                done.set_result(result)

    def _taken(self) -> list[tuple[Job[Any], Future[Any]]]:
        return [self._waiting.popleft() for _ in range(len(self._waiting))]

    def _commit(self, job: Job[Any], done: "Future[Any]") -> None:
        try:
            result = commit(self._engine, job)
        except Exception as error:  # noqa: BLE001 - raised by the thread whose job it was
            done.set_exception(error)
        else:
            done.set_result(result)
