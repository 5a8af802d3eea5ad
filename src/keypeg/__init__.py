"""Keypeg: Mastermind to play, to solve, to learn and to research.

The names below are loaded when they are first used, so that `import keypeg` is instant.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from keypeg.errors import InconsistentFeedback, KeypegError, NotAllowed, TooLarge, UnreadableText
    from keypeg.position import Partition, Position
    from keypeg.rules import Code, Feedback, Palette, Turn, Variant, score
    from keypeg.strategies import strategy

_HOMES = {
    "errors": ["InconsistentFeedback", "KeypegError", "NotAllowed", "TooLarge", "UnreadableText"],
    "position": ["Partition", "Position"],
    "rules": ["Code", "Feedback", "Palette", "Turn", "Variant", "score"],
    "strategies": ["strategy"],
}

__version__ = "0.1.0"
__all__ = [
    "Code",
    "Feedback",
    "InconsistentFeedback",
    "KeypegError",
    "NotAllowed",
    "Palette",
    "Partition",
    "Position",
    "TooLarge",
    "Turn",
    "UnreadableText",
    "Variant",
    "score",
    "strategy",
]


def __getattr__(name: str) -> Any:
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"keypeg.{module}"), name)
    raise AttributeError(f"module 'keypeg' has no attribute {name!r}")
