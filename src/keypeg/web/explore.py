"""Any position by its line: what fits it, the guesses that are best there, and how it was played so far."""

from keypeg import coach
from keypeg.errors import InconsistentFeedback, UnreadableText
from keypeg.game import is_listable
from keypeg.hints import suggest
from keypeg.palette import Palette
from keypeg.position import Position
from keypeg.render import Look
from keypeg.rules import Variant
from keypeg.strategies import abilities_of, onestep, rank, strategy
from keypeg.web import shapes
from keypeg.web.limits import Limits
from keypeg.web.refusals import Refusal
from keypeg.web.shapes import Json

_PAIRS = 1 << 31
"""So many code pairs are compared for a ranking: about a second."""

_LISTED = 1 << 20
"""So many candidates are listed for a ranking."""

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
    except InconsistentFeedback as contradiction:
        told = shapes.contradiction_json(contradiction, turns, look)
        raise Refusal(422, "inconsistent", str(contradiction), conflict=told) from None
    coach.check_game(position)
    return position, look


def explore(position: Position, look: Look, name: str, top: int, listed: int) -> Json:
    """Describe a position, with its best guesses."""
    guesses, note = ([], "") if position.is_won else _best(position, name, top)
    return {
        "position": str(position),
        **shapes.look_json(look),
        "turns": shapes.turns_json(position.turns, look),
        "won": position.is_won,
        "candidates": shapes.candidates_json(position, listed),
        "strategy": name,
        "guesses": guesses,
        "note": note,
    }


def _best(position: Position, name: str, top: int) -> tuple[list[Json], str]:
    player = strategy(name)
    listable = is_listable(position, _LISTED)
    if abilities_of(player).rule and (onestep.splits_at_once(position) or (listable and _is_rankable(position))):
        return [shapes.partition_json(part) for part in rank(player, position, top)], ""
    found = suggest(position, name)
    if listable:
        return [shapes.partition_json(position.partition(found.guess))], found.note
    return [shapes.guess_json(found.guess, fits=position.first_contradicted(found.guess) is None)], found.note


def _is_rankable(position: Position) -> bool:
    guesses = position.variant.size if position.turns else 1  # without turns only variants of one kind come here
    return len(position.candidates) * guesses <= _PAIRS


def review(position: Position, look: Look, stopper: coach.Progress, *, hard: bool, is_over: bool = False) -> Json:
    """Have the coach grade every turn, until `stopper` says that it takes too long."""
    told = coach.review(position, hard=hard, is_over=is_over, progress=stopper).as_json(look)
    return {**told, "palette": shapes.palette_json(look.palette, look)}
