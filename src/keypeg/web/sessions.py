"""Sessions that were read or written just now, by their lines.

A line is a whole game, so what was read from it once is right for good and in every process, and nothing has to be
looked up or told around. Only copies are given away, without what has been found of the candidates, which may be large.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable

from keypeg.session import BreakSession, SolveSession

Played = BreakSession | SolveSession

_MOST_BYTES = 16 << 20
_BYTES, _BYTES_OF_CHARACTER = 500, 16  # about what a session takes, and as much again for each character of its line


class Sessions:
    """The sessions last used, as many as there is memory for."""

    def __init__(self, most_bytes: int = _MOST_BYTES) -> None:
        self._left = most_bytes
        self._kept: OrderedDict[str, Played] = OrderedDict()
        self._lock = threading.Lock()

    def read(self, line: str, parse: Callable[[str], Played]) -> Played:
        """Return the session of a line."""
        with self._lock:
            known = self._kept.get(line)
            if known is not None:
                self._kept.move_to_end(line)
        if known is None:
            known = parse(line)
            self.keep(line, known)
        return known.copy()

    def keep(self, line: str, session: Played, instead_of: str | None = None) -> None:
        """Keep a session as it is now; nobody will ask for the line that it had before."""
        twin = session.copy()
        with self._lock:
            for old in (line, instead_of):
                if old is not None and self._kept.pop(old, None) is not None:
                    self._left += _size(old)
            self._kept[line] = twin
            self._left -= _size(line)
            while self._left < 0:
                dropped, _ = self._kept.popitem(last=False)
                self._left += _size(dropped)


def _size(line: str) -> int:
    return _BYTES + _BYTES_OF_CHARACTER * len(line)


SESSIONS = Sessions()
"""Those of this process: what is in them depends on nothing but the lines."""
