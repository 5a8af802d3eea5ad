"""Keypeg as tools for assistants, by the Model Context Protocol over the standard streams."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from keypeg import __version__, coach, reasons, words
from keypeg.claims import Claim
from keypeg.errors import KeypegError
from keypeg.position import Position
from keypeg.render import Look
from keypeg.rules import Variant
from keypeg.rules import score as scored
from keypeg.study import Study, advise
from keypeg.words import reasons as said

P = ParamSpec("P")

_TOP = 5

server = MCPServer("keypeg", version=__version__, instructions="Mastermind: score guesses, find good ones, explain.")


def _tool(function: Callable[P, dict[str, Any]]) -> Callable[P, dict[str, Any]]:
    """Make a function a tool, whose errors are said to the assistant."""

    @wraps(function)
    def tool(*args: P.args, **kwargs: P.kwargs) -> dict[str, Any]:
        try:
            return function(*args, **kwargs)
        except KeypegError as error:
            raise ToolError(str(error)) from None

    return server.tool(description=inspect.getdoc(function))(tool)


def _look(position: Position) -> Look:
    return Look(position.variant, numbered=True)


@_tool
def score(variant: str, secret: str, guess: str) -> dict[str, Any]:
    """Score a guess against a secret: blacks are pegs of the right color in the right place, whites elsewhere.

    A variant is written as p4c6 (4 pegs, 6 colors) or p4c10n (no repeats), a code as 1122 (colors from 1).
    """
    rules = Variant.parse(variant)
    feedback = scored(rules.code(secret), rules.code(guess))
    return {"feedback": str(feedback), "blacks": feedback.blacks, "whites": feedback.whites}


@_tool
def hint(position: str, strategy: str = "optimal", top: int = _TOP) -> dict[str, Any]:
    """Find the best next guesses in a position, what each is worth, and why the first is the best.

    The exact total of a guess is how many guesses all candidates need together, this one included, with best play
    after it; null where that is out of reach. `strategy` is who chose: another one than asked in a very large game.
    A position is the variant and the turns so far, as in: p4c6 1122=1b1w 1134=0b2w
    """
    here = Position.parse(position)
    advice = advise(Study(here), strategy, top)
    study, count = advice.study, advice.study.count
    guesses = [promise.as_json() | {"exact_total": study.total_of(promise.guess)} for promise in advice.ranking]
    answer = {"strategy": advice.by.name, "candidates": count.value, "exact": count.is_exact, "guesses": guesses}
    return answer | {"why": words.why(advice, _look(here))}


@_tool
def analyze(position: str) -> dict[str, Any]:
    """Grade each turn of a game by skill and luck, and say what would have been better.

    A position is the variant and the turns so far, as in: p4c6 1122=1b1w 1134=0b2w
    """
    here = Position.parse(position)
    return words.review_json(coach.review(here), _look(here))


@_tool
def explain(position: str, claim: str | None = None) -> dict[str, Any]:
    """Deduce step by step what follows from the turns of a position, or why a claim is true.

    Claims are written as: in 3 (color 3 is in it), out 3, peg 2 is 3, peg 2 not 3, not 1123 (this code is impossible),
    only 1123. A position is the variant and the turns so far, as in: p4c6 1122=1b1w 1134=0b2w
    """
    here = Position.parse(position)
    found = reasons.explain(here, None if claim is None else Claim.parse(claim, here.variant))
    return found.as_json() | {"lines": said.explanation(found, _look(here))}


def serve() -> int:
    """Serve the tools until the input ends."""
    server.run("stdio")
    return 0
