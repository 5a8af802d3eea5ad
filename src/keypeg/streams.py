"""Prepares the standard streams: one may be closed, or its encoding may lack the symbols of the board."""

import codecs
import io
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TextIO


def prepare() -> None:
    """Replace closed streams by empty ones, and let the others replace characters that they can't write."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper):
            with suppress(io.UnsupportedOperation):  # what has been read from already is prepared already
                stream.reconfigure(errors="replace")
            if mode == "w":
                _spell_out(stream)


_SPELLED = {
    "●": "B",
    "○": "W",
    "⚫": "B",
    "⚪": "W",
    "➖": ".",  # noqa: RUF001
    "·": ".",
    "…": "...",
    "─": "-",
    "←": "<-",
    "×": "x",
    "█": "#",
    "„": '"',
    "“": '"',
}
_RAISED = {digit: str(value) for value, digit in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}


def _spell_out(stream: io.TextIOWrapper) -> None:
    """Write letters for the symbols of the board if the stream's encoding doesn't have all of them."""
    encoding = stream.encoding
    try:
        "".join([*_SPELLED, *_RAISED]).encode(encoding)
    except UnicodeEncodeError:
        pass
    else:
        return

    def spelled(error: UnicodeError) -> tuple[str | bytes, int]:
        if not isinstance(error, UnicodeEncodeError):
            raise error
        sign, at = error.object[error.start], error.start
        if sign in _RAISED:
            first = at == 0 or error.object[at - 1] not in _RAISED
            return f"{'^' if first else ''}{_RAISED[sign]}", at + 1
        return _SPELLED.get(sign) or sign.encode(encoding, "replace"), at + 1

    # As ASCII, so that either all symbols are spelled out or none; other characters are still written as they are.
    codecs.register_error(f"keypeg.{encoding}", spelled)
    stream.reconfigure(encoding="ascii", errors=f"keypeg.{encoding}")


def drop(stream: TextIO) -> None:
    """End quietly if our output can't be written, and discard the rest of it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
