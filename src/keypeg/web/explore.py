"""Any position by its line: its candidates, the best guesses, and how it was played so far."""

from typing import cast

from keypeg import coach, words
from keypeg.errors import InconsistentFeedback, NotAllowed
from keypeg.graded import Review
from keypeg.palette import Palette
from keypeg.position import Position, read_turns
from keypeg.render import Look
from keypeg.strategies import abilities_of
from keypeg.study import Advice, Promise, Study, advise
from keypeg.watch import step_from
from keypeg.web import wire
from keypeg.web.descriptions import (
    describe_candidates,
    describe_contradiction,
    describe_feedback,
    describe_look,
    describe_palette,
    describe_turns,
)
from keypeg.web.limits import Limits
from keypeg.web.refusals import Refusal, kind_of

MOST_RANKED = 20

_MEASURES: dict[str, wire.Measure] = {
    "largest": "largest",
    "expected-size": "left",
    "entropy": "bits",
    "entropy-win": "worth",
    "most-parts": "parts",
}
"""By what the rule of a one-step strategy sorts guesses."""


def read_position(text: str, palette: Palette, limits: Limits) -> tuple[Position, Look]:
    """Read a position line that the page accepts; a contradiction is refused with what may be wrong."""
    variant, turns = read_turns(text, limits.check_palette(palette))
    look = Look(limits.check_variant(variant), palette)
    limits.check_turns(len(turns))
    try:
        position = Position(variant, turns)
    except InconsistentFeedback as error:
        told = describe_contradiction(error.contradiction, look)
        raise Refusal(422, kind_of(error), error, contradiction=told) from None
    coach.check_game(position)
    return position, look


def explore(position: Position, look: Look, name: str, top: int, listed: int) -> wire.Explored:
    """Describe a position, with its best guesses."""
    advice = None if position.is_won else advise(Study(position), name, top)
    return _describe(position, look, name, advice, listed)


def watch(position: Position, look: Look, name: str, secret: str) -> wire.Watched:
    """Describe a position with what a strategy thinks in it, its guess at a known code, and what that gets."""
    code = position.variant.code(secret, look.palette)
    step = None if position.is_won else step_from(position, code, name)
    advice = None if step is None else step.advice
    turns = [] if step is None else describe_turns((*position.turns, step.turn), look)
    return {
        **_describe(position, look, name, advice, 0),
        "secret": str(code),
        "turn": turns[-1] if turns else None,
        "why": "" if advice is None else words.why(advice, look),
    }


def _describe(position: Position, look: Look, name: str, advice: Advice | None, listed: int) -> wire.Explored:
    ranking = () if advice is None else advice.ranking
    return {
        "position": str(position),
        **describe_look(look),
        "turns": describe_turns(position.turns, look),
        "won": position.is_won,
        "candidates": describe_candidates(position, listed),
        "asked": name,
        "strategy": name if advice is None else advice.by.name,
        "measure": None if advice is None else _measure(advice),
        "guesses": [] if advice is None else [_describe_promise(advice.study.measured(one)) for one in ranking],
        "note": "" if advice is None else words.note(advice.note),
    }


def weigh(position: Position, look: Look, guess: str) -> wire.RankedGuess:
    """Describe what one guess promises."""
    if position.is_won:
        raise NotAllowed("code-found", position=position)
    study = Study(position)
    return _describe_promise(study.measured(study.promise(position.variant.code(guess, look.palette))))


def _measure(advice: Advice) -> wire.Measure | None:
    """Return by what the guesses are sorted; None if there is only one, or by a rule of somebody else's."""
    abilities = abilities_of(advice.by)
    if len(advice.ranking) == 1:
        return None
    if abilities.rule is not None and advice.all_compared:
        return _MEASURES.get(abilities.rule.name)
    return "bits" if abilities.stand_in is None else "guesses"


def _describe_promise(promise: Promise) -> wire.RankedGuess:
    """Describe what a guess promises, which is unknown if no candidate was found."""
    parts, known = promise.partition, promise.parts > 0
    return {
        "guess": str(promise.guess),
        "pegs": list(promise.guess),
        "can_win": promise.can_win,
        "parts": promise.parts if known else None,
        "largest": parts.largest if known else None,
        "left": promise.left,
        "bits": promise.bits if known else None,
        "worth": promise.worth if known else None,
        "guesses": promise.guesses,
        "partition": [{**describe_feedback(feedback), "codes": size} for feedback, size in parts.items()],
    }


def describe_review(review: Review, look: Look) -> wire.Review:
    told = {**words.review_json(review, look), "palette": describe_palette(look.palette, look)}
    return cast("wire.Review", told)
