"""Any position by its line: what fits it, the guesses that are best there, and how it was played so far."""

from keypeg import coach, words
from keypeg.errors import InconsistentFeedback, UnreadableText
from keypeg.palette import Palette
from keypeg.position import Position
from keypeg.render import Look
from keypeg.rules import Variant
from keypeg.study import Study, advise
from keypeg.tree import Progress
from keypeg.web import shapes
from keypeg.web.limits import Limits
from keypeg.web.refusals import Refusal
from keypeg.web.shapes import Json

MOST_RANKED = 20


def read_position(text: str, palette: Palette, limits: Limits) -> tuple[Position, Look]:
    """Read a position line that the page takes; a contradiction is refused with what could be wrong."""
    words = text.split()
    if not words:
        raise UnreadableText("'' is not a position: write a variant and the turns, as in p4c6 1122=1b1w")
    variant = limits.check_variant(Variant.parse(words[0]))
    look = Look(variant, limits.check_palette(palette))
    limits.check_turns(len(words) - 1)
    turns = [variant.turn(word, palette) for word in words[1:]]
    try:
        position = Position(variant, turns)
    except InconsistentFeedback as error:
        told = shapes.contradiction_json(error.contradiction, look)
        raise Refusal(422, "inconsistent", str(error), conflict=told) from None
    coach.check_game(position)
    return position, look


def explore(position: Position, look: Look, name: str, top: int, listed: int) -> Json:
    """Describe a position, with its best guesses."""
    advice = None if position.is_won else advise(Study(position), name, top)
    return {
        "position": str(position),
        **shapes.look_json(look),
        "turns": shapes.turns_json(position.turns, look),
        "won": position.is_won,
        "candidates": shapes.candidates_json(position, listed),
        "strategy": name,
        "guesses": [] if advice is None else [shapes.promise_json(promise) for promise in advice.ranking],
        "note": "" if advice is None else words.note(advice.note),
    }


def review(position: Position, look: Look, stopper: Progress, *, hard: bool, is_over: bool = False) -> Json:
    """Have the coach grade every turn, until `stopper` says that it takes too long."""
    found = coach.review(position, hard=hard, is_over=is_over, progress=stopper)
    return {**words.review_json(found, look), "palette": shapes.palette_json(look.palette, look)}
