"""The `explain` command: what follows from the turns of a position, step by step."""

from keypeg import words
from keypeg.console import show, show_json
from keypeg.position import Position
from keypeg.reasons import LEVELS, Claim, Explanation, explain
from keypeg.render import Look
from keypeg.words import reasons as said
from keypeg.words import text


def explain_position(position: Position, look: Look, claim: Claim | None, *, cases: bool, as_json: bool) -> int:
    """Show why a claim is true, or all that follows from the turns."""
    found = explain(position, claim, cases=cases)
    if as_json:
        numbered = Look(position.variant, look.palette, numbered=True)
        show_json(found.as_json() | {"lines": said.explanation(found, numbered)})
    else:
        show(*_lines(found, look))
    return 0


def _lines(found: Explanation, look: Look) -> list[str]:
    possible = words.possible(found.position.candidates.count())
    lines = [text("explain.head", position=look.line(found.position.turns), possible=possible), ""]
    lines += said.explanation(found, look) or [text("explain.nothing")]
    code = None if found.claim else said.only_code(found)
    end = [] if code is None else [text("explain.only", code=look.code(code))]
    if not found.is_complete:
        end.append(text("explain.cases" if found.is_listed else "explain.partly"))
    if found.steps:
        techniques = ", ".join(said.technique(name) for name in found.techniques if LEVELS[name] == found.grade)
        end.append(text("explain.grade", grade=found.grade, name=said.grade(found.grade), techniques=techniques))
    return [*lines, "", *end] if end else lines
