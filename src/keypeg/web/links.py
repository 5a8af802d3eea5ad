"""Links to the page, as somebody can send them: they begin with the address at which the request came in."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_HOST = re.compile(r"[\w.-]+(:\d+)?|\[[\da-fA-F:.]+\](:\d+)?", re.ASCII)

_origin: ContextVar[str] = ContextVar("origin", default="")


@contextmanager
def answering(scheme: str, host: str) -> Iterator[None]:
    """Let links begin with this scheme and host for a while, in this thread or task, if that can be a host."""
    before = _origin.set(f"{scheme}://{host}" if _HOST.fullmatch(host) else "")
    try:
        yield
    finally:
        _origin.reset(before)


def link(path: str) -> str:
    """Return a whole link to a path; nothing if there is no address that others could use."""
    return f"{_origin.get()}{path}" if _origin.get() else ""
