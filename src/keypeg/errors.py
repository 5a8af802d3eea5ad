"""The errors of Keypeg: one base class and five subclasses.

An error has a `kind`, which names what happened, and `facts`, the values that belong to it. `str()` is the sentence
that `keypeg.words` makes of them, in the language in use.
"""

from collections.abc import Callable, Mapping
from typing import Any, Self


class KeypegError(ValueError):
    """Base of every error that Keypeg raises on purpose."""

    def __init__(self, kind: str, **facts: Any) -> None:
        super().__init__(kind)
        self.kind = kind
        self.facts = facts

    @classmethod
    def restored(cls, kind: str, facts: Mapping[str, Any]) -> Self:
        """Build the error again, for pickles."""
        return cls(kind, **facts)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).restored, (self.kind, self.facts)

    def __str__(self) -> str:
        return _say(self)


class UnreadableText(KeypegError):
    """Text that can't be read as what it should be."""


class NotAllowed(KeypegError):
    """A value that can be read but that the rules don't allow here."""


class TooLarge(KeypegError):
    """Work that would exceed a limit, which the message states."""


class InconsistentFeedback(KeypegError):
    """Turns that can't all be true: no code is consistent with them.

    `contradiction` says which turns may be wrong, and what they could have been (`keypeg.contradiction`).
    """

    @property
    def contradiction(self) -> Any:
        return self.facts["contradiction"]


class Unavailable(KeypegError):
    """A database that can't be used for the moment: away, locked, full, read-only, corrupt.

    `fault` is one of these words. If `is_unsure`, the connection was lost while a change was being committed, and
    nobody knows whether it is stored.
    """

    @property
    def fault(self) -> str:
        return str(self.facts["fault"])

    @property
    def is_unsure(self) -> bool:
        return self.kind == "database-unsure"


_say: Callable[[KeypegError], str] = repr


def say_errors_by(say: Callable[[KeypegError], str]) -> None:
    """Set the function that makes the sentences of all errors."""
    global _say  # noqa: PLW0603 - the one place where the ground learns to speak
    _say = say
