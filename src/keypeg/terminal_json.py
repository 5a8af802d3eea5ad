"""Both games for programs: a line in, lines of JSON out."""

import json
import sys
from collections.abc import Callable
from typing import Any

from keypeg.errors import KeypegError
from keypeg.rules import Turn
from keypeg.session import Session
from keypeg.terminal import write

LISTED = 60
"""Up to this many candidates are listed, and not only counted."""


def read_for_json(session: Session, act: Callable[[str], None], ask: Callable[[], None] | None = None) -> None:
    """Let a program play: call `ask` before each line and `act` with it, until the game or the input ends."""
    while not session.is_over:
        if ask is not None:
            ask()
        line = sys.stdin.readline()
        if not line or line.strip() == "quit":
            return
        try:
            act(line.strip())
        except KeypegError as error:
            say("error", message=str(error))


def say(event: str, **data: Any) -> None:
    """Tell a program something: one JSON object on one line."""
    write(json.dumps({"event": event, **data}))


def turn_json(turn: Turn) -> dict[str, Any]:
    return {"guess": str(turn.guess), "blacks": turn.feedback.blacks, "whites": turn.feedback.whites}


def candidates_json(session: Session) -> dict[str, Any]:
    """Count the candidates, and list them if they are few."""
    count = session.candidates_left
    few = count.is_exact and count.value <= LISTED
    codes = [str(code) for code in session.position.candidates] if few else None
    return {"candidates": count.value, "exact": count.is_exact, "codes": codes}
