"""The only files: sessions saved and read back.

A file is written beside its place and then moved there, so that a reader sees the old text or the new, never half.
"""

import os
import tempfile
from pathlib import Path

from keypeg.errors import KeypegError, NotAllowed, UnreadableText

_HEAD = "keypeg session 1"
_LIMIT = 1 << 20


def save_session(path: Path, line: str) -> None:
    """Write a session's text line to a file, replacing an earlier session but no other file."""
    if path.exists():
        _check_replaceable(path)
    try:
        write_atomically(path, f"{_HEAD}\n{line}\n")
    except OSError as error:
        raise NotAllowed(f"can't save to {str(path)!r}: {_reason(error)}") from error


def load_session(path: Path) -> str:
    """Read the text line of a saved session."""
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(_LIMIT)
    except OSError as error:
        raise NotAllowed(f"can't read {str(path)!r}: {_reason(error)}") from error
    except UnicodeDecodeError:
        text = ""
    head, _, line = text.partition("\n")
    if head.strip() != _HEAD or not line.strip():
        raise UnreadableText(f"{str(path)!r} is not a saved session: its first line should be {_HEAD!r}")
    return line.strip()


def write_atomically(path: Path, text: str) -> None:
    """Write a file so that at every moment it is wholly the old one or wholly the new one."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _check_replaceable(path: Path) -> None:
    try:
        load_session(path)
    except KeypegError as error:
        raise NotAllowed(f"{str(path)!r} is there already and is not a saved session: choose another name") from error


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
