"""What a server logs: one line for each event, as text or as JSON, whatever is quoted in it.

Requests are named by their routes, since paths have the tokens of games and links in them. Cookies and bodies
are never logged.
"""

import json
import logging
import sys
from datetime import UTC, datetime

from keypeg.errors import NotAllowed

ACCESS = logging.getLogger("keypeg.access")
"""Logs requests, if somebody wants that."""

FORMS = ("text", "json")


def set_up(form: str, *, access: bool) -> None:
    """Let everything that this process logs go to standard error in one form, and access only if it is wanted."""
    if form not in FORMS:
        raise NotAllowed("web-log", text=form)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    for name in ("keypeg.database", "keypeg.web"):
        logging.getLogger(name).setLevel(logging.INFO)
    ACCESS.setLevel(logging.INFO if access else logging.CRITICAL)


def announce(message: str) -> None:
    """Say what somebody at a terminal waits for: as it is, or as an event if programs read them."""
    if any(isinstance(handler.formatter, JsonLines) for handler in logging.getLogger().handlers):
        logging.getLogger("keypeg.web").info("%s", message)
    else:
        print(message, file=sys.stderr, flush=True)  # noqa: T201 - it is for people


class _Lines(logging.Formatter):
    def facts(self, record: logging.LogRecord) -> dict[str, object]:
        """Return what an event is, apart from how it is written."""
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return told


class JsonLines(_Lines):
    """Writes each event as a JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(self.facts(record), default=str)


class TextLines(_Lines):
    """Writes each event as a line of text, with what can't be printed escaped."""

    def format(self, record: logging.LogRecord) -> str:
        moment, level, logger, message, *more = self.facts(record).items()
        parts = [str(value) for _, value in (moment, level, logger, message)]
        line = " ".join([*parts, *(f"{name}={value}" for name, value in more)])
        return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in line)
