"""Every error response of the interface: a status, a kind for programs, and a message for people."""

from typing import Unpack

from keypeg.errors import InconsistentFeedback, KeypegError, NotAllowed, TooLarge, UnreadableText
from keypeg.web import wire


class Refusal(Exception):
    """A request that is refused, and why."""

    def __init__(
        self,
        status: int,
        kind: str,
        message: str,
        *,
        headers: dict[str, str] | None = None,
        **details: Unpack[wire.ErrorDetails],
    ) -> None:
        super().__init__(message)
        self.status = status
        self.headers = headers or {}
        self.error: wire.Error = {"kind": kind, "message": message, **details}


_KINDS: tuple[tuple[type[KeypegError], str], ...] = (
    (UnreadableText, "unreadable"),
    (TooLarge, "too-large"),
    (InconsistentFeedback, "inconsistent"),
    (NotAllowed, "not-allowed"),
)


def refusal_of(error: KeypegError) -> Refusal:
    """Turn an error of the library into a response."""
    kind = next((kind for type_, kind in _KINDS if isinstance(error, type_)), "not-allowed")
    return Refusal(422, kind, str(error))


def no_such_game() -> Refusal:
    return Refusal(404, "not-found", "there is no such game, or it is not yours")


def dead_link() -> Refusal:
    return Refusal(
        404, "gone", "there is no game behind this link: it was deleted, or the link is not complete; ask for a new one"
    )


def busy(message: str, seconds: int) -> Refusal:
    return Refusal(429, "busy", message, headers={"Retry-After": str(seconds)}, retry_after=seconds)
