"""Values as JSON: what the page is told about variants, turns, candidates and contradictions."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from itertools import islice
from typing import Any

from keypeg.candidates import Count
from keypeg.errors import InconsistentFeedback, TooLarge
from keypeg.hints import Check, Hint, slip_words
from keypeg.palette import Palette
from keypeg.partition import Partition
from keypeg.position import Position
from keypeg.render import Look, ink, turn_words
from keypeg.rules import Code, Feedback, Turn, Variant

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
            "words": turn_words(number, turn, look),
        }
        for number, turn in enumerate(turns, 1)
    ]


def count_json(count: Count) -> Json:
    return {"count": count.value, "exact": count.is_exact, "words": str(count)}


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


def contradiction_json(contradiction: InconsistentFeedback, turns: Sequence[Turn], look: Look) -> Json:
    """Say which answers can't be true together, with turns counted from 1."""
    return {
        "message": str(contradiction),
        "lines": slip_words(contradiction, turns, look),
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
    facts, suggestion = hint.facts, hint.suggestion
    return {
        "step": hint.step,
        "steps": last,
        "words": hint.words(look),
        "candidates": count_json(hint.count),
        "sure": list(facts.sure) if facts else [],
        "absent": list(facts.absent) if facts else [],
        "guess": str(suggestion.guess) if suggestion else None,
        "fits": hint.fits if suggestion else None,
        "expected": hint.expected,
    }


def check_json(check: Check, look: Look) -> Json:
    return {
        "guess": str(check.guess),
        "fits": check.conflict is None,
        "turn": None if check.conflict is None else check.conflict + 1,
        "expected": check.expected,
        "words": check.words(look),
    }


def guess_json(guess: Code, *, fits: bool) -> Json:
    """Describe a guess whose partition is not known: there are too many candidates to split them."""
    unknown = dict.fromkeys(("parts", "largest", "expected", "bits"))
    return {"guess": str(guess), "pegs": list(guess), "fits": fits, **unknown, "partition": []}


def partition_json(partition: Partition) -> Json:
    return {
        **guess_json(partition.guess, fits=partition.can_win),
        "parts": len(partition),
        "largest": partition.largest,
        "expected": partition.expected_size,
        "bits": partition.bits,
        "partition": [{**feedback_json(feedback), "codes": size} for feedback, size in partition.items()],
    }


def time_json(milliseconds: int | None) -> str | None:
    if milliseconds is None:
        return None
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
