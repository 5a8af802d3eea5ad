"""Keypeg: Mastermind to play, to solve, to learn and to research.

The names below are loaded when they are first used, so that `import keypeg` is instant.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from keypeg.coach import Review, review
    from keypeg.errors import InconsistentFeedback, KeypegError, NotAllowed, TooLarge, UnreadableText
    from keypeg.exact import Search
    from keypeg.game import Adversary, Fixed, Random, play
    from keypeg.palette import Palette
    from keypeg.position import Partition, Position
    from keypeg.rules import Code, Feedback, Turn, Variant, score
    from keypeg.session import BreakSession, SolveSession
    from keypeg.strategies import grow, strategy
    from keypeg.tree import Tree, verify

_HOMES = {
    "coach": ["Review", "review"],
    "errors": ["InconsistentFeedback", "KeypegError", "NotAllowed", "TooLarge", "UnreadableText"],
    "exact": ["Search"],
    "game": ["Adversary", "Fixed", "Random", "play"],
    "position": ["Partition", "Position"],
    "palette": ["Palette"],
    "rules": ["Code", "Feedback", "Turn", "Variant", "score"],
    "session": ["BreakSession", "SolveSession"],
    "strategies": ["grow", "strategy"],
    "tree": ["Tree", "verify"],
}

__version__ = "0.1.0"
__all__ = [
    "Adversary",
    "BreakSession",
    "Code",
    "Feedback",
    "Fixed",
    "InconsistentFeedback",
    "KeypegError",
    "NotAllowed",
    "Palette",
    "Partition",
    "Position",
    "Random",
    "Review",
    "Search",
    "SolveSession",
    "TooLarge",
    "Tree",
    "Turn",
    "UnreadableText",
    "Variant",
    "grow",
    "play",
    "review",
    "score",
    "strategy",
    "verify",
]


def __getattr__(name: str) -> Any:
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"keypeg.{module}"), name)
    raise AttributeError(f"module 'keypeg' has no attribute {name!r}")
