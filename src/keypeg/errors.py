"""The errors of Keypeg: one base class and four kinds.

Every message says what was wrong, quotes the value, and says what to do instead, in the player's words.
"""

from collections.abc import Mapping, Sequence
from typing import Any


class KeypegError(ValueError):
    """Base of every error that Keypeg raises on purpose."""


class UnreadableText(KeypegError):
    """Text that is not of the form of the thing it should be."""


class NotAllowed(KeypegError):
    """A value that can be read but that the rules don't allow here."""


class TooLarge(KeypegError):
    """Work that would need more than the stated limit; the message holds the number."""


class InconsistentFeedback(KeypegError):
    """Turns that can't all be true: no code fits them.

    `position_text` is the position line. `drops` are the smallest sets of turns (numbered from 0) without which some
    code fits. `corrections` has, for each turn that alone can be the wrong one, the feedbacks that would make sense of
    it and how many candidates each would leave, most first. `complete` is False where a search limit left some
    of this undecided.
    """

    def __init__(
        self,
        message: str,
        *,
        position_text: str = "",
        drops: Sequence[tuple[int, ...]] = (),
        corrections: Mapping[int, Mapping[Any, int]] | None = None,
        complete: bool = True,
    ) -> None:
        super().__init__(message)
        self.position_text = position_text
        self.drops = tuple(drops)
        self.corrections = dict(corrections or {})
        self.complete = complete
