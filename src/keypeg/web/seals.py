"""Seals: text that a visitor may keep, but that only the server can read or write.

An open game is exported like that, since its line would tell the secret. The text is encrypted with a stream of
HMAC-SHA256 blocks and has a tag by which a change is noticed.
"""

import base64
import hashlib
import hmac
import secrets

_NONCE, _TAG, _BLOCK = 16, 16, 32


class Seal:
    """A server's seal, by its key."""

    def __init__(self, key: str) -> None:
        self._hide = _derived(key.encode(), b"keypeg seal: hide")
        self._sign = _derived(key.encode(), b"keypeg seal: sign")

    def close(self, text: str) -> str:
        """Return the text sealed."""
        nonce = secrets.token_bytes(_NONCE)
        hidden = nonce + self._crypt(nonce, text.encode())
        return base64.urlsafe_b64encode(hidden + self._tag(hidden)).decode()

    def open(self, sealed: str) -> str | None:
        """Return what was sealed; None if it was changed, or sealed with another key."""
        try:
            data = base64.urlsafe_b64decode(sealed.encode("ascii"))
        except ValueError:
            return None
        hidden, tag = data[:-_TAG], data[-_TAG:]
        if len(hidden) < _NONCE or not hmac.compare_digest(tag, self._tag(hidden)):
            return None
        return self._crypt(hidden[:_NONCE], hidden[_NONCE:]).decode()

    def _crypt(self, nonce: bytes, data: bytes) -> bytes:
        blocks = range(-(-len(data) // _BLOCK))
        stream = b"".join(_derived(self._hide, nonce + number.to_bytes(8)) for number in blocks)
        return bytes(a ^ b for a, b in zip(data, stream, strict=False))

    def _tag(self, hidden: bytes) -> bytes:
        return _derived(self._sign, hidden)[:_TAG]


def _derived(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()
