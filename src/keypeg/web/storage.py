"""What a visitor may have stored: so many rows a day, whichever cookie each is asked for with.

Whoever stores something charges the visitor whose request this is. The budget is kept in memory and shared with the
other processes of a server like every other one; no address is ever written down.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from keypeg.errors import KeypegError
from keypeg.web.limits import Budget
from keypeg.web.refusals import busy

_ROW_CHARACTERS = 1000

_payer: ContextVar[tuple[Budget, str] | None] = ContextVar("payer", default=None)
_charging = threading.Lock()


@contextmanager
def paid_by(visitor: str, budget: Budget | None) -> Iterator[None]:
    """Charge what is stored to a visitor for a while, in this thread or task; without a budget, to nobody."""
    before = _payer.set(None if budget is None else (budget, visitor))
    try:
        yield
    finally:
        _payer.reset(before)


def check(rows: int = 1) -> None:
    """Refuse what can't be stored any more, before any work is done for it."""
    if (payer := _payer.get()) is None or not rows:
        return
    budget, visitor = payer
    if wait := budget.wait(visitor, rows):
        raise busy(wait, KeypegError("web-stored", limit=round(budget.amount), wait=-(-wait // 60)))


def charge(rows: int = 1) -> None:
    """Charge the visitor for rows that are about to be stored, or refuse them."""
    with _charging:
        check(rows)
        if rows and (payer := _payer.get()) is not None:
            budget, visitor = payer
            budget.take(visitor, rows)


def refund(rows: int) -> None:
    """Give back what was charged for rows that were not stored in the end."""
    if rows and (payer := _payer.get()) is not None:
        budget, visitor = payer
        budget.take(visitor, -rows)


def rows_of(text: str) -> int:
    """Return as how many rows a text from elsewhere counts, which may be long."""
    return 1 + len(text) // _ROW_CHARACTERS
