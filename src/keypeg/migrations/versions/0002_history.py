"""The history of a game becomes part of its line: what was undone, the step of the hints, whether it was called off.

Until now it was in a column of its own, `trail`: earlier lines to go back to (`past`), later ones or guesses to redo
(`future`, the next one last), `step` and `called_off`. This module knows both forms by itself, so that it still works
when the code has changed again.
"""

import json
import re
from itertools import pairwise
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_TURN = re.compile(r".+=\d+b\d+w")


def upgrade() -> None:
    connection = op.get_bind()
    names = ("id", "kind", "line", "trail", "summary")
    games = sa.table("games", *(sa.column(name, sa.Text) for name in names))
    for identifier in connection.scalars(sa.select(games.c.id)).all():
        row = connection.execute(sa.select(games).where(games.c.id == identifier)).one()
        trail = json.loads(row.trail) if row.trail else {}
        values = {
            "line": solve_line(row.line, trail) if row.kind == "solve" else break_line(row.line, trail),
            "summary": json.dumps(json.loads(row.summary) | {"called_off": trail.get("called_off", False)}),
        }
        connection.execute(games.update().where(games.c.id == identifier).values(values))
    op.drop_column("games", "trail")
    op.execute("ALTER TABLE games RENAME COLUMN turns TO turn_count")


def break_line(line: str, trail: dict[str, Any]) -> str:
    """Return the line of a game in which a person guesses; if it has ended, nothing can be redone."""
    settings, turns = _split(line)
    if "given-up" in settings:
        words = ["called-off" if word == "given-up" and trail.get("called_off") else word for word in settings]
        return " ".join([*words, *turns])
    step = [f"step={trail['step']}"] if trail.get("step") else []
    return " ".join([*settings, *step, *turns, *(f"-{guess}" for guess in reversed(trail.get("future", [])))])


def solve_line(line: str, trail: dict[str, Any]) -> str:
    """Return the line of a game in which the computer guesses: the moves that lead from each line to the next."""
    settings, turns = _split(line)
    past = [_split(each)[1] for each in trail.get("past", [])]
    future = [_split(each)[1] for each in reversed(trail.get("future", []))]
    first, *_ = states = [*past, turns, *future]
    moves = [_move(before, after) for before, after in pairwise(states)]
    if None in moves:  # this should be impossible, but a game is worth more than its history
        return line
    undone = [f"-{move}" for move in moves[len(past) :]]
    return " ".join(map(str, [*settings, *first, *moves[: len(past)], *undone]))


def _split(line: str) -> tuple[list[str], list[str]]:
    """Split a line into its settings, including the variant, and its turns."""
    words = line.split()
    return [word for word in words if not _TURN.fullmatch(word)], [word for word in words if _TURN.fullmatch(word)]


def _move(before: list[str], after: list[str]) -> str | None:
    """Return the turn or the correction that leads from some turns to others."""
    if after[:-1] == before and after:
        return after[-1]
    for number, (old, new) in enumerate(zip(before, after, strict=False), 1):
        (guess, _, _), (same_guess, _, feedback) = old.rpartition("="), new.rpartition("=")
        corrected = [*before[: number - 1], new]
        if old != new and guess == same_guess and after in (corrected, corrected + before[number:]):
            return f"{number}:{feedback}"
    return None
