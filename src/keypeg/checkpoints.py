"""Checkpoints: what an exact search remembers, in a file from which it goes on.

A search believes what it remembers, so a checkpoint that somebody made up could make it prove anything. Each is
therefore signed with a key that only this user has, and one with another signature is refused before it is unpacked.
"""

import hmac
import os
import secrets
import zlib
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from keypeg import store
from keypeg.errors import NotAllowed, UnreadableText

KEY = "checkpoint.key"
"""The file in the data folder with the key; a copy of it lets another machine go on with checkpoints of this one."""

MOST_ENTRIES = 1 << 22
"""The most sets that a checkpoint remembers, 16 bytes each."""

_HEAD = b"keypeg checkpoint 2"
_KEY_BYTES = 32
_PACKED_BYTES = MOST_ENTRIES * 16 + (1 << 16)  # what can't be compressed becomes a little longer


def save(path: Path, task: str, words: NDArray[np.uint64]) -> None:
    """Write what an exact search remembers, after a line that names its task and one that signs it all."""
    content = task.encode() + b"\n" + zlib.compress(words.tobytes(), level=1)
    signature = _signature(content)
    try:
        store.write_atomically(path, b"\n".join((_HEAD, signature, content)))
    except OSError as error:
        raise NotAllowed("file-save", path=path, reason=store.reason(error)) from error


def load(path: Path, task: str) -> NDArray[np.uint64] | None:
    """Read what an exact search with the same task remembered; None if there is no such file yet."""
    try:
        written = store.read_bytes(path, _PACKED_BYTES)
    except FileNotFoundError:
        _key()  # if there can be none, that is said before the work and not after it
        return None
    except OSError as error:
        raise NotAllowed("file-read", path=path, reason=store.reason(error)) from error
    head, _, rest = written.partition(b"\n")
    signature, _, content = rest.partition(b"\n")
    if head != _HEAD:
        raise UnreadableText("file-no-checkpoint", path=path)
    if not hmac.compare_digest(signature, _signature(content)):
        raise NotAllowed("checkpoint-foreign", path=path, key=store.data_folder() / KEY)
    named, _, packed = content.partition(b"\n")
    if named != task.encode():
        raise NotAllowed("checkpoint-task", path=path, found=named.decode(errors="replace"), task=task)
    return _unpacked(packed)


def _unpacked(packed: bytes) -> NDArray[np.uint64]:
    """Unpack what was signed here."""
    data = zlib.decompressobj().decompress(packed, MOST_ENTRIES * 16)
    return np.frombuffer(data, np.uint64).reshape(-1, 2)


def _signature(content: bytes) -> bytes:
    return hmac.digest(_key(), content, "sha256").hex().encode()


def _key() -> bytes:
    """Return this user's key, which is made when it is first needed."""
    try:
        path = store.data_folder() / KEY
    except RuntimeError as error:  # there is no home folder
        raise NotAllowed("file-read", path=KEY, reason=str(error).lower()) from error
    try:
        if not path.exists():
            _make_key(path)
        key = path.read_bytes()
    except OSError as error:
        raise NotAllowed("file-read", path=path, reason=store.reason(error)) from error
    if len(key) != _KEY_BYTES:
        raise UnreadableText("checkpoint-key", path=path)
    return key


def _make_key(path: Path) -> None:
    """Write a key that nobody else can read. Of two that are made at once, the first is kept."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{KEY}.{secrets.token_hex(4)}")
    file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(file, "wb") as new:
            new.write(secrets.token_bytes(_KEY_BYTES))
            os.fsync(new.fileno())
        with suppress(FileExistsError):
            os.link(beside, path)
    finally:
        beside.unlink()
