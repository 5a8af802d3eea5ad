"""What is said in a match between a person, who is side 0, and the computer, if it takes more than a message."""

from keypeg.match import Match, Round
from keypeg.words.language import number, text

_LOST = "*"
"""Marks a round whose code was not found."""


def opening(match: Match, strategy: str, *, breaks: bool) -> list[str]:
    """Say which round begins, and before the first one what was agreed."""
    key = "match.round-break" if breaks else "match.round-solve"
    line = text(key, number=match.number, rounds=match.rounds)
    if match.results:
        return [line]
    agreed = "match.opening" if match.terms.bonus else "match.opening-no-bonus"
    return [text(agreed, rounds=match.rounds, strategy=strategy, bonus=match.terms.bonus), line]


def title(number: int, match: Match) -> str:
    """Say above the board which round this is, and the score."""
    own, other = match.points
    return text("match.title", number=number, rounds=match.rounds, own=own, other=other)


def after_round(match: Match) -> list[str]:
    """Say who got how many points for the last round, and the score."""
    last = match.table[-1]
    key = "match.points-computer" if last.maker else "match.points-you"
    return [text(key, points=last.points), "", *table(match), standing(match)]


def standing(match: Match) -> str:
    """Say who leads, or who won."""
    own, other = match.points
    kind = "won" if match.is_over else "leads"
    if match.leader is None:
        return text("match.draw" if match.is_over else "match.even", points=own)
    key = f"match.{kind}-{'computer' if match.leader else 'you'}"
    return text(key, own=own, other=other, points=abs(own - other))


def table(match: Match) -> list[str]:
    """Write the rounds that are over as a table with the points of both sides, narrow enough for any terminal."""
    sides = [text("match.you"), text("match.computer")]
    head = [text("match.round"), text("match.breaker"), *sides]
    total = [text("match.total"), "", *map(number, match.points)]
    rows = [head, *(_row(one, sides) for one in match.table), total]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lost = [] if all(result.found for result in match.results) else [f"  {text('match.not-found', mark=_LOST)}"]
    return [*(_line(row, widths) for row in rows), *lost]


def _row(one: Round, sides: list[str]) -> list[str]:
    points = number(one.points) if one.result.found else f"{_LOST} {number(one.points)}"
    return [str(one.number), sides[one.breaker], *(points if side == one.maker else "" for side in (0, 1))]


def _line(row: list[str], widths: list[int]) -> str:
    cells = [
        f"{cell:<{width}}" if at == 1 else f"{cell:>{width}}"
        for at, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]
    return f"  {'  '.join(cells)}".rstrip()


def closing(match: Match) -> list[str]:
    """Say how the match ended."""
    return [*table(match), standing(match)]


def left_match(match: Match) -> str:
    """Say where a match was left."""
    own, other = match.points
    return text("match.left-match", number=match.number, rounds=match.rounds, own=own, other=other)
