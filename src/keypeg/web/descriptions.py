"""Values in the wire format: variants, turns, candidates, contradictions, times; and how they are written as JSON."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any

from keypeg import words
from keypeg.candidates import Count
from keypeg.contradiction import Contradiction
from keypeg.errors import TooLarge
from keypeg.match import Match
from keypeg.palette import Palette
from keypeg.past_games import time_text
from keypeg.position import Position
from keypeg.render import Look, ink
from keypeg.rules import Code, Feedback, Turn, Variant
from keypeg.web import wire

_WRITER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def encoded(told: Mapping[str, Any]) -> bytes:
    """Write a response as JSON, as `JSONResponse` does, which makes a new encoder for each."""
    return _WRITER.encode(told).encode()


def encoded_game(game: wire.Game, look: Look) -> bytes:
    """Do the same for a game, of which the palette is the longest part, and always the same."""
    before, name, after = _WRITER.encode({**game, "palette": None}).partition('"palette":')
    return f"{before}{name}{_written_palette(look, words.language_name())}{after.removeprefix('null')}".encode()


@lru_cache(maxsize=64)
def _written_palette(look: Look, _language: str) -> str:
    return _WRITER.encode(describe_look(look)["palette"])


def describe_variant(variant: Variant) -> wire.Variant:
    return {
        "variant": str(variant),
        "pegs": variant.pegs,
        "colors": variant.colors,
        "repeats": variant.repeats,
        "codes": variant.size,
    }


def describe_palette(palette: Palette, look: Look) -> wire.Palette:
    """Describe the colors of a variant, each with the label of its peg."""
    return {
        "name": str(palette),
        "colors": [
            {
                "number": number,
                "symbol": str(Code([number])).rstrip(","),
                "label": look.label(number),
                "name": color.name,
                "words": words.color(color.name),
                "letter": color.letter,
                "hex": color.hex,
                "ink": ink(color.hex),
                "shape": color.shape,
            }
            for number, color in enumerate(look.colors, 1)
        ],
    }


def describe_look(look: Look) -> wire.Look:
    """Describe a variant and its palette; cached, since every response about a game has it, so don't change it."""
    return _describe_look(look, words.language_name())


@lru_cache(maxsize=64)
def _describe_look(look: Look, _language: str) -> wire.Look:
    return {**describe_variant(look.variant), "palette": describe_palette(look.palette, look)}


def describe_feedback(feedback: Feedback) -> wire.Feedback:
    return {"feedback": str(feedback), "blacks": feedback.blacks, "whites": feedback.whites}


def describe_turns(turns: Iterable[Turn], look: Look) -> list[wire.Turn]:
    """Describe turns; cached, since the next response about a game has most of them again, so don't change them."""
    describe = _turns_of(look, words.language_name())
    return [describe(number, turn) for number, turn in enumerate(turns, 1)]


@lru_cache(maxsize=16)
def _turns_of(look: Look, _language: str) -> Callable[[int, Turn], wire.Turn]:
    """Return what describes the turns of a look; they have a cache of their own, since a look is slow to compare."""

    @lru_cache(maxsize=4096)
    def describe(number: int, turn: Turn) -> wire.Turn:
        return {
            "number": number,
            "guess": str(turn.guess),
            "pegs": list(turn.guess),
            **describe_feedback(turn.feedback),
            "words": words.turn(number, turn, look),
        }

    return describe


def describe_count(count: Count) -> wire.Count:
    return {"count": count.value, "exact": count.is_exact, "words": words.count(count)}


def describe_funnel(counts: Iterable[Count]) -> list[wire.Count | None]:
    return [describe_count(count) if count.is_known else None for count in counts]


def describe_candidates(position: Position, limit: int) -> wire.Candidates:
    """Count the candidates, and list them if they are no more than `limit`."""
    count = position.candidates.count()
    codes: list[str] | None = None
    if count.is_exact and count.value <= limit:
        try:
            codes = [str(code) for code in islice(position.candidates, limit)]
        except TooLarge:  # so few that no search found one in time
            codes = None
    return {**describe_count(count), "codes": codes}


def describe_contradiction(contradiction: Contradiction, look: Look) -> wire.Contradiction:
    """Describe which turns may be wrong, counted from 1."""
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
                "could_be": [{**describe_feedback(feedback), "left": left} for feedback, left in slips.items()],
            }
            for number, slips in contradiction.corrections.items()
        ],
        "complete": contradiction.complete,
    }


def describe_match(match: Match, side: int, number: int, strategy: str | None) -> wire.Match:
    """Describe a match to one side of it, in the round of this number."""
    winner = match.winner
    return {
        "number": number,
        "rounds": match.rounds,
        "bonus": match.terms.bonus,
        "strategy": strategy,
        "table": [
            {
                "number": one.number,
                "broken_by_you": one.breaker == side,
                "guesses": one.result.guesses,
                "found": one.result.found,
                "points": one.points,
            }
            for one in match.table
        ],
        "yours": match.points[side],
        "theirs": match.points[1 - side],
        "over": match.is_over,
        "outcome": None if not match.is_over else "even" if winner is None else "won" if winner == side else "lost",
    }


_FEEDBACK = re.compile(r"=(\d+)b(\d+)w")


def describe_grid(position: str) -> list[tuple[int, int]]:
    """Describe the key pegs of a position line, without its guesses."""
    return [(int(blacks), int(whites)) for blacks, whites in _FEEDBACK.findall(position)]


def describe_time(milliseconds: int) -> str:
    return time_text(milliseconds)


def describe_end(milliseconds: int | None) -> str | None:
    """Describe when a game ended, if it has."""
    return None if milliseconds is None else describe_time(milliseconds)
