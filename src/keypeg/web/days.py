"""The days that have a code of the day, and what such a code is like."""

from datetime import UTC, date, datetime, timedelta

from keypeg.errors import NotAllowed, UnreadableText
from keypeg.rules import Variant

FIRST = date(2025, 1, 1)
VARIANT = Variant(4, 6)
GUESSES = 10


_AHEAD = timedelta(hours=14)  # the clocks that are ahead of all others


def now() -> datetime:
    return datetime.now(UTC)


def today() -> date:
    return now().date()


def latest() -> date:
    """Return the last day that has begun somewhere on Earth. Nobody can play a day before, or see its code."""
    return (now() + _AHEAD).date()


def read_day(text: str | None) -> date:
    """Read a date that has a code: from the first one up to the day that has begun somewhere on Earth."""
    if text is None:
        return today()
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise UnreadableText("web-date", text=text) from None
    if not FIRST <= day <= latest():
        raise NotAllowed("web-day", day=day, first=FIRST, last=latest())
    return day


def number_of(day: date) -> int:
    """Count the days, from 1."""
    return (day - FIRST).days + 1
