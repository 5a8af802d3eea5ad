"""The only files: sessions and checkpoints saved and read back, and how every other file is written.

A file is written beside its place and then moved there, so that a reader sees the old text or the new, never half.
"""

import os
import secrets
import shutil
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from keypeg.errors import KeypegError, NotAllowed, UnreadableText

_HEAD = "keypeg session 1"
_CHECKPOINT = "keypeg checkpoint 1"
_LIMIT = 1 << 20


def save_session(path: Path, line: str) -> None:
    """Write a session's text line to a file, replacing an earlier session but no other file."""
    try:
        if path.exists():
            _check_replaceable(path)
        write_atomically(path, f"{_HEAD}\n{line}\n")
    except KeypegError:
        raise
    except (OSError, ValueError) as error:
        raise NotAllowed(f"can't save to {str(path)!r}: {reason(error)}") from error


def load_session(path: Path) -> str:
    """Read the text line of a saved session."""
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(_LIMIT)
    except UnicodeDecodeError:
        text = ""
    except (OSError, ValueError) as error:
        raise NotAllowed(f"can't read {str(path)!r}: {reason(error)}") from error
    head, _, line = text.partition("\n")
    if head.strip() != _HEAD or not line.strip():
        raise UnreadableText(f"{str(path)!r} is not a saved session: its first line should be {_HEAD!r}")
    return line.strip()


def save_checkpoint(path: Path, task: str, words: NDArray[np.uint64]) -> None:
    """Write what an exact search remembers, with a line that says of what it is."""
    try:
        write_atomically(path, f"{_CHECKPOINT}\n{task}\n".encode() + zlib.compress(words.tobytes(), level=1))
    except OSError as error:
        raise NotAllowed(f"can't save to {str(path)!r}: {reason(error)}") from error


def load_checkpoint(path: Path, task: str) -> NDArray[np.uint64] | None:
    """Read what an exact search of the same task had remembered, or None if there is no such file yet."""
    try:
        head, line, packed = path.read_bytes().split(b"\n", 2)
        words = np.frombuffer(zlib.decompress(packed), np.uint64).reshape(-1, 2)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise NotAllowed(f"can't read {str(path)!r}: {reason(error)}") from error
    except (ValueError, zlib.error):
        head = b""
    if head.decode(errors="replace") != _CHECKPOINT:
        raise UnreadableText(f"{str(path)!r} is not a checkpoint: choose another name")
    if line.decode(errors="replace") != task:
        raise NotAllowed(f"{str(path)!r} is a checkpoint of {line.decode(errors='replace')!r}, not of {task!r}")
    return words


def write_atomically(path: Path, data: str | bytes) -> None:
    """Write a file so that at every moment it is wholly the old one or wholly the new one.

    It keeps the permissions of the old one, or has those of any new file; a link goes on pointing where it did. What
    is no file to be replaced, such as a pipe, is written to.
    """
    content = data.encode() if isinstance(data, str) else data
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    target = path.resolve()
    beside = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        with beside.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, beside)
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _check_replaceable(path: Path) -> None:
    try:
        load_session(path)
    except KeypegError as error:
        raise NotAllowed(f"{str(path)!r} is there already and is not a saved session: choose another name") from error


def reason(error: OSError | ValueError) -> str:
    """Say in a few words why a file could not be read or written; a name that can't be one is a ValueError."""
    return ((error.strerror if isinstance(error, OSError) else None) or str(error)).lower()
