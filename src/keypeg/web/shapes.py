"""Values as JSON: what the page is told about variants, turns, candidates and contradictions."""

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache
from itertools import islice
from typing import Any

from keypeg import words
from keypeg.candidates import Count
from keypeg.contradiction import Contradiction
from keypeg.errors import TooLarge
from keypeg.hints import Check, Hint
from keypeg.palette import Palette
from keypeg.position import Position
from keypeg.render import Look, ink
from keypeg.rules import Code, Feedback, Turn, Variant
from keypeg.study import Promise

Json = dict[str, Any]


def variant_json(variant: Variant) -> Json:
    return {
        "variant": str(variant),
        "pegs": variant.pegs,
        "colors": variant.colors,
        "repeats": variant.repeats,
        "codes": variant.size,
    }


def palette_json(palette: Palette, look: Look) -> Json:
    """Describe the colors of a variant, each with what is written on its peg."""
    return {
        "name": str(palette),
        "colors": [
            {
                "number": number,
                "symbol": str(Code([number])).rstrip(","),
                "label": look.label(number),
                "name": color.name,
                "letter": color.letter,
                "hex": color.hex,
                "ink": ink(color.hex),
                "shape": color.shape,
            }
            for number, color in enumerate(look.colors, 1)
        ],
    }


@lru_cache(maxsize=64)
def _look_json(look: Look) -> Json:
    return {**variant_json(look.variant), "palette": palette_json(look.palette, look)}


def look_json(look: Look) -> Json:
    """Describe a variant and its palette; it is part of every answer about a game, so it is put together once."""
    return dict(_look_json(look))


def feedback_json(feedback: Feedback) -> Json:
    return {"feedback": str(feedback), "blacks": feedback.blacks, "whites": feedback.whites}


def turns_json(turns: Iterable[Turn], look: Look) -> list[Json]:
    return [
        {
            "number": number,
            "guess": str(turn.guess),
            "pegs": list(turn.guess),
            **feedback_json(turn.feedback),
            "words": words.turn(number, turn, look),
        }
        for number, turn in enumerate(turns, 1)
    ]


def count_json(count: Count) -> Json:
    return {"count": count.value, "exact": count.is_exact, "words": words.count(count)}


def candidates_json(position: Position, limit: int) -> Json:
    """Count the candidates, and list them if they are no more than `limit`."""
    count = position.candidates.count()
    codes: list[str] | None = None
    if count.is_exact and count.value <= limit:
        try:
            codes = [str(code) for code in islice(position.candidates, limit)]
        except TooLarge:  # so few that no search came upon them in time
            codes = None
    return {**count_json(count), "codes": codes}


def contradiction_json(contradiction: Contradiction, look: Look) -> Json:
    """Say which answers can't be true together, with turns counted from 1."""
    turns = contradiction.turns
    return {
        "message": words.contradiction_message(contradiction),
        "lines": words.contradiction_lines(contradiction, look),
        "drops": [[number + 1 for number in drop] for drop in contradiction.drops],
        "corrections": [
            {
                "turn": number + 1,
                "guess": str(turns[number].guess),
                "given": str(turns[number].feedback),
                "could_be": [{**feedback_json(feedback), "left": left} for feedback, left in slips.items()],
            }
            for number, slips in contradiction.corrections.items()
        ],
        "complete": contradiction.complete,
    }


def hint_json(hint: Hint, last: int, look: Look) -> Json:
    facts, best = hint.colors, None if hint.advice is None else hint.advice.best
    return {
        "step": hint.step,
        "steps": last,
        "words": words.hint(hint, look),
        "candidates": count_json(hint.count),
        "sure": list(facts.sure) if facts else [],
        "absent": list(facts.absent) if facts else [],
        "guess": str(best.guess) if best else None,
        "fits": best.can_win if best else None,
        "expected": best.left if best else None,
    }


def check_json(check: Check, look: Look) -> Json:
    return {
        "guess": str(check.guess),
        "fits": check.contradicted is None,
        "turn": None if check.contradicted is None else check.contradicted + 1,
        "expected": check.left,
        "words": words.check(check, look),
    }


def promise_json(promise: Promise) -> Json:
    """Say what a guess promises; nothing of it is known where no candidate was found."""
    parts, known = promise.partition, promise.parts > 0
    return {
        "guess": str(promise.guess),
        "pegs": list(promise.guess),
        "fits": promise.can_win,
        "parts": promise.parts if known else None,
        "largest": parts.largest if known else None,
        "expected": promise.left,
        "bits": promise.bits if known else None,
        "partition": [{**feedback_json(feedback), "codes": size} for feedback, size in parts.items()],
    }


def time_json(milliseconds: int | None) -> str | None:
    if milliseconds is None:
        return None
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
