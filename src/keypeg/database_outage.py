"""Outages of a database: what its errors mean, and how a server gets through them.

While reading or writing fails, one attempt now and then finds out whether it works again, and all others are refused at
once: nobody waits for a timeout that somebody else is already waiting for. The log has one line when an outage begins,
and one when it is over.
"""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

import sqlalchemy as sa

from keypeg import store
from keypeg.errors import Unavailable

_LOG = logging.getLogger("keypeg.database")

Work = Literal["read", "write"]

_PAUSE_S, _LONGEST_PAUSE_S = 0.1, 1.0

_OUTAGES = (sa.exc.OperationalError, sa.exc.InternalError, sa.exc.InterfaceError)
_FAULTS = {
    # how SQLite names them
    "SQLITE_BUSY": "locked",
    "SQLITE_LOCKED": "locked",
    "SQLITE_FULL": "full",
    "SQLITE_READONLY": "read-only",
    "SQLITE_CORRUPT": "corrupt",
    "SQLITE_NOTADB": "corrupt",
    "SQLITE_ERROR": "corrupt",  # the tables are gone
    # how PostgreSQL does
    "53100": "full",
    "25006": "read-only",
    "40": "locked",
    "55P03": "locked",
    "57014": "slow",
    "XX": "corrupt",
    "42P01": "corrupt",
}


def listen_for_outages(engine: sa.Engine) -> None:
    """Let the engine raise `Unavailable` where it is the database that fails, not what was asked of it."""

    @sa.event.listens_for(engine, "handle_error")
    def tell(context: sa.engine.ExceptionContext) -> None:
        if not context.is_pre_ping and (error := unavailable(context.sqlalchemy_exception)):
            raise error from context.original_exception


def unavailable(error: sa.exc.SQLAlchemyError | None) -> Unavailable | None:
    """Return what an error says about the database, or None if it is about what was asked."""
    code = _code(getattr(error, "orig", None))
    known = next((fault for start, fault in _FAULTS.items() if code.startswith(start)), None)
    if error is None or not (isinstance(error, _OUTAGES) or type(error) is sa.exc.DatabaseError or code == "42P01"):
        return None
    return outage(known or "away", reason(error))


def outage(fault: str, why: str, *, is_unsure: bool = False) -> Unavailable:
    return Unavailable("database-unsure" if is_unsure else "database-unavailable", fault=fault, reason=why)


def _code(cause: Any) -> str:
    return getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None) or ""


def reason(error: Exception) -> str:
    """Say in one line why the database failed."""
    cause = getattr(error, "orig", None) or error
    if isinstance(error, Unavailable):
        return str(error.facts["reason"])
    return store.reason(cause) if isinstance(cause, OSError) else str(cause).strip().splitlines()[0]


class Pool(sa.QueuePool):
    """Connections of which none may be free in time; that is an outage too."""

    def connect(self) -> sa.PoolProxiedConnection:
        try:
            return super().connect()
        except sa.exc.TimeoutError as error:
            raise outage("busy", reason(error)) from error


class Outages:
    """What doesn't work at the moment, since when, and when it is tried again."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._failing: dict[Work, _Failing] = {}
        self._since = 0.0

    @property
    def faults(self) -> dict[Work, str]:
        """What fails at the moment, and why."""
        return {work: failing.error.fault for work, failing in tuple(self._failing.items())}

    @contextmanager
    def attempt(self, work: Work) -> Iterator[None]:
        """Try to read or to write; refuse at once if that has failed just now."""
        if self._failing:
            self._check(work)
        try:
            yield
        except Unavailable as error:
            self._note(work, error)
            raise
        if self._failing:
            self._works(work)

    def _check(self, work: Work) -> None:
        with self._lock:
            failing = self._failing.get(work)
            if failing is not None and not failing.is_due():
                raise outage(failing.error.fault, failing.error.facts["reason"])

    def _note(self, work: Work, error: Unavailable) -> None:
        with self._lock:
            if not self._failing:
                self._since = time.monotonic()
                _LOG.error("outage=begin work=%s fault=%s reason=%r", work, error.fault, error.facts["reason"])
            self._failing.setdefault(work, _Failing(error)).error = error

    def _works(self, work: Work) -> None:
        with self._lock:
            if not self._failing:  # another thread has noticed it before
                return
            self._failing.pop(work, None)
            if work == "write" or self._is_away("write"):
                self._failing.clear()
            if not self._failing:
                _LOG.warning("outage=end seconds=%.1f", time.monotonic() - self._since)

    def _is_away(self, work: Work) -> bool:
        failing = self._failing.get(work)
        return failing is not None and failing.error.fault == "away"


class _Failing:
    """Work that fails: its last error, and when it is tried next."""

    def __init__(self, error: Unavailable) -> None:
        self.error = error
        self._pause = _PAUSE_S
        self._next = time.monotonic() + self._pause

    def is_due(self) -> bool:
        """Return whether it is time for another attempt, which the asker then makes."""
        now = time.monotonic()
        if now < self._next:
            return False
        self._pause = min(2 * self._pause, _LONGEST_PAUSE_S)
        self._next = now + self._pause
        return True
