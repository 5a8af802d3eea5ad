"""The puzzles that a person has done, kept in their data folder: rating, streaks, and which one comes next.

Each is a line of JSON at the end of one file. What sums them up is worked out anew from all lines.
"""

import json
import os
import random
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from keypeg import puzzles, store
from keypeg.errors import KeypegError, NotAllowed, UnreadableText
from keypeg.past_games import Streak, streak_of_days
from keypeg.puzzle_session import RATINGS, START, PuzzleSession, rated
from keypeg.puzzles import Puzzle, PuzzleKind
from keypeg.rules import Variant

FIRST = date(2025, 1, 1)
"""The first day that has a puzzle."""

_FILE = "puzzles.jsonl"
_NEAR = 20  # the next puzzle is one of this many whose rating is nearest


@dataclass(frozen=True, slots=True)
class Done:
    """A puzzle that was done: how it ended, in ms since 1970 when, and on which day it was the puzzle of the day."""

    puzzle: Puzzle
    score: float
    is_solved: bool
    finished: int
    day: date | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """What the puzzles of a person sum up to."""

    rating: float
    done: int
    solved: int
    streak: Streak
    daily: Streak


def today() -> date:
    """Return the day, which begins everywhere at the same time."""
    return datetime.now(UTC).date()


def read_day(text: str | None) -> date:
    """Read a day that has a puzzle; None is today."""
    if text is None:
        return today()
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise UnreadableText("puzzle-date", text=text) from None
    if not FIRST <= day <= today():
        raise NotAllowed("puzzle-day", day=day, first=FIRST, last=today())
    return day


def of_day(day: date) -> Puzzle:
    """Return the puzzle of a day."""
    return puzzles.of_day(day.toordinal())


def record(session: PuzzleSession, *, now: int | None = None, folder: Path | None = None) -> None:
    """Keep a puzzle that is over; a failing disk is no reason to spoil its end, so then nothing is kept."""
    finished = datetime.now(UTC).timestamp() * 1000 if now is None else now
    done = {
        "puzzle": str(session.puzzle),
        "score": session.score,
        "outcome": str(session.outcome),
        "hints": session.hints,
        "wrong": session.wrong,
        "day": session.day,
        "finished": int(finished),
    }
    with suppress(OSError, RuntimeError):  # the latter if there is no home folder
        path = _path(folder)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(done) + "\n")
            file.flush()
            os.fsync(file.fileno())


def done(folder: Path | None = None) -> list[Done]:
    """List the puzzles that were done, oldest first; lines that can't be read are left out."""
    try:
        lines = _path(folder).read_text(encoding="utf-8", errors="replace").splitlines()
    except (OSError, RuntimeError):
        return []
    return [one for line in lines if (one := _read(line))]


def _read(line: str) -> Done | None:
    with suppress(ValueError, KeyError, TypeError, KeypegError):
        data = json.loads(line)
        day = None if data["day"] is None else date.fromisoformat(data["day"])
        score = min(max(float(data["score"]), 0.0), 1.0)
        return Done(Puzzle.parse(data["puzzle"]), score, data["outcome"] == "won", int(data["finished"]), day)
    return None


def _path(folder: Path | None) -> Path:
    return (folder or store.data_folder()) / _FILE


def sum_up(done: Sequence[Done], today: date) -> Standing:
    """Sum up puzzles, oldest first. One that was done before counts for the rating only the first time."""
    rating, counted, seen = START, 0, set[str]()
    current = longest = 0
    for one in done:
        if one.puzzle.line not in seen:
            rating, counted = rated(rating, counted, one.puzzle.grade, one.score), counted + 1
            seen.add(one.puzzle.line)
        current = current + 1 if one.is_solved else 0
        longest = max(longest, current)
    days = {one.day for one in done if one.day is not None and one.is_solved}
    solved = sum(one.is_solved for one in done)
    return Standing(rating, len(done), solved, Streak(current, longest), streak_of_days(days, today))


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which puzzles of the collection are asked for."""

    variant: Variant | None = None
    kind: PuzzleKind | None = None
    grade: int | None = None

    def has(self, text: str) -> bool:
        """Say whether a puzzle is asked for, by its text."""
        kind, grade, variant = puzzles.terms_of(text)
        return (
            (self.variant is None or str(self.variant) == variant)
            and self.kind in (None, kind)
            and self.grade in (None, grade)
        )


def next_puzzle(wanted: Wanted, done: Iterable[Done], source: random.Random) -> Puzzle | None:
    """Draw a puzzle of the collection that was not done yet, of a rating near the person's; None if there is none."""
    before = [*done]
    rating, seen = sum_up(before, FIRST).rating, {one.puzzle.line for one in before}
    fresh = [text for text in puzzles.texts() if wanted.has(text) and text.split(maxsplit=2)[2] not in seen]
    near = sorted(fresh, key=lambda text: abs(RATINGS[puzzles.terms_of(text)[1]] - rating))
    return Puzzle.parse(source.choice(near[:_NEAR])) if near else None
