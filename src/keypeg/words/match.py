"""What is said in a match between a person, who is side 0, and the computer, if it takes more than a message."""

from keypeg.match import Match, Round
from keypeg.words.language import number, text


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
    """Write the rounds that are over as a table with the points of both sides."""
    sides = [text("match.you"), text("match.computer")]
    head = [text("match.round"), text("match.breaker"), text("match.guesses"), *sides]
    rows = [_row(one, sides) for one in match.table]
    total = [text("match.total"), "", "", *map(number, match.points)]
    return _laid_out([head, *rows, total])


def _row(one: Round, sides: list[str]) -> list[str]:
    taken = str(one.result.guesses) if one.result.found else text("match.not-found", number=one.result.guesses)
    points = [number(one.points) if side == one.maker else "" for side in (0, 1)]
    return [str(one.number), sides[one.breaker], taken, *points]


def _laid_out(rows: list[list[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  " + "   ".join(f"{cell:<{width}}" if at == 1 else f"{cell:>{width}}" for at, (cell, width) in cells).rstrip()
        for cells in (enumerate(zip(row, widths, strict=True)) for row in rows)
    ]


def closing(match: Match) -> list[str]:
    """Say how the match ended."""
    return [*table(match), standing(match)]


def left_match(match: Match) -> str:
    """Say where a match was left."""
    own, other = match.points
    return text("match.left-match", number=match.number, rounds=match.rounds, own=own, other=other)
