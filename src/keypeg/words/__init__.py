"""Words: the one place where sentences are made, from facts.

What Keypeg finds out are facts: typed values with a kind and numbers. The functions here say them in the language in
use. Another language is one more catalogue (`keypeg.words.en` is the English one) and its tag in
`keypeg.languages.LANGUAGES`.
"""

from typing import Any

from keypeg.errors import KeypegError
from keypeg.game import Outcome
from keypeg.languages import Language, speaking
from keypeg.words import hints
from keypeg.words.coach import grade, grade_json, headline, review, review_json, score
from keypeg.words.contradiction import lines as contradiction_lines
from keypeg.words.contradiction import message as contradiction_message
from keypeg.words.hints import check, clash, hint, note, why
from keypeg.words.language import begins_with_a_fact, has, language_name, number, text
from keypeg.words.plain import (
    codes,
    color,
    count,
    day,
    feedback,
    left,
    listed,
    moment,
    named,
    outcome,
    possible,
    sentence,
    turn,
)
from keypeg.words.share import Result, board_svg, share_text, share_words

__all__ = [
    "Language",
    "Result",
    "board_svg",
    "check",
    "clash",
    "codes",
    "color",
    "contradiction_lines",
    "contradiction_message",
    "count",
    "day",
    "error",
    "error_sentence",
    "feedback",
    "grade",
    "grade_json",
    "headline",
    "hint",
    "language_name",
    "left",
    "listed",
    "moment",
    "named",
    "note",
    "number",
    "outcome",
    "possible",
    "review",
    "review_json",
    "score",
    "sentence",
    "share_text",
    "share_words",
    "speaking",
    "text",
    "turn",
    "why",
]


def error(error: KeypegError) -> str:
    """Say what went wrong and what to do instead."""
    if error.kind == "contradiction":
        return contradiction_message(error.facts["contradiction"])
    if error.kind == "hard-mode":
        return hints.hard_mode(**error.facts)
    if error.kind == "wrong-feedback":
        return hints.wrong_feedback(**error.facts)
    key = f"error.{error.kind}"
    if not has(key):  # raised by somebody else's strategy, in words of its own
        return error.kind
    return text(key, **{name: _said(fact) for name, fact in error.facts.items()})


def _said(fact: Any) -> Any:
    """Say a fact that has words of its own: how a game stands, or a date."""
    if isinstance(fact, Outcome):
        return outcome(fact)
    return day(str(fact)) if hasattr(fact, "isoformat") else fact


def error_sentence(error: KeypegError) -> str:
    """Say it as a sentence of its own; a name at its beginning, such as that of a variant, stays as it is written."""
    said = sentence(str(error))
    return str(error)[:1] + said[1:] if begins_with_a_fact(f"error.{error.kind}") else said
