"""A session: a person's game, with undo, hints and its own text line. Every front end drives one of these two.

In a `BreakSession` the person breaks a codemaker's code; in a `SolveSession` the computer breaks the person's code.
Neither reads nor prints anything, and what they return are facts.
"""

from collections.abc import Callable

from keypeg.game import DEFAULT_GUESSES
from keypeg.session_base import Session, parse_guesses
from keypeg.session_break import BreakSession
from keypeg.session_solve import LAST_TRIES, SolveSession, check_strategy

__all__ = [
    "DEFAULT_GUESSES",
    "LAST_TRIES",
    "BreakSession",
    "Session",
    "SolveSession",
    "check_strategy",
    "parse_guesses",
    "parse_session",
]


def parse_session(text: str) -> BreakSession | SolveSession:
    """Read the text line of either kind of session."""
    words = str(text).split()
    kind: Callable[[str], BreakSession | SolveSession] = (
        BreakSession.parse if any(word.startswith("codemaker=") for word in words) else SolveSession.parse
    )
    return kind(text)
