"""Puzzles on the server: begun, answered, helped with, and what they sum up to. Answers stay here until the end."""

import hashlib
import random
import secrets
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from functools import cache
from typing import TypeVar

from keypeg import puzzle_record, puzzles, words
from keypeg.database import Database
from keypeg.errors import KeypegError, NotAllowed
from keypeg.game import Outcome
from keypeg.past_games import Streak
from keypeg.puzzle_database import PuzzleRows, StoredPuzzle
from keypeg.puzzle_record import Done, Standing, Wanted
from keypeg.puzzle_session import Help, PuzzleSession, Try, helps
from keypeg.puzzles import Puzzle, PuzzleKind
from keypeg.web import storage, wire_history
from keypeg.web import wire_learning as wire
from keypeg.web.descriptions import describe_look, describe_turns
from keypeg.web.games import changing
from keypeg.web.learning import describe_step
from keypeg.web.limits import Limits
from keypeg.web.refusals import Refusal
from keypeg.web.seats import Names, milliseconds
from keypeg.words import puzzles as said
from keypeg.words import reasons

T = TypeVar("T")

Imported = tuple[PuzzleSession, int, int | None]
"""A puzzle from elsewhere, with when it was begun and ended."""

_TRIES = 5


def read_exported(given: Iterable[tuple[str, int, int | None]]) -> list[Imported]:
    """Read puzzles that were exported, or say what is wrong with them."""
    read = [(PuzzleSession.parse(line), created, finished) for line, created, finished in given]
    for session, _, _ in read:
        if session.puzzle not in puzzles.collection():
            raise NotAllowed("web-import-puzzle", puzzle=session.puzzle)
    return read


class Puzzles:
    """The puzzles of a server's visitors."""

    def __init__(self, database: Database, limits: Limits) -> None:
        self._rows = PuzzleRows(database)
        self._limits = limits

    def overview(self, names: Names) -> wire.Puzzles:
        """Describe what a visitor has done, the puzzle of the day, and one to go on with."""
        rows = self._rows.puzzles(names)
        today = puzzle_record.today()
        daily = next((row for row in rows if row.daily == str(today)), None)
        left = self._rows.open(names)
        return {
            "standing": _describe_standing(_standing(rows)),
            "today": str(today),
            "daily": None if daily is None else _outcome(daily),
            "open": None if left is None else left.id,
            "grades": _grades(),
        }

    def begin(self, names: Names, wanted: Wanted, palette: str | None) -> wire.Puzzle:
        """Begin a puzzle near a visitor's rating."""
        rows = self._rows.puzzles(names)
        puzzle = puzzle_record.next_puzzle(wanted, _done(rows), random.SystemRandom())
        if puzzle is None:
            raise NotAllowed("web-no-puzzle")
        return self._start(names, _session(puzzle, palette))

    def begin_day(self, names: Names, day: date, palette: str | None) -> wire.Puzzle:
        """Begin the puzzle of a day, or go on with it."""
        known = self._rows.of_day(names, str(day))
        if known is None:
            session = _session(puzzle_record.of_day(day), palette, str(day))
            try:
                return self._start(names, session)
            except Refusal:  # it was begun in another tab just now
                known = self._rows.of_day(names, str(day))
                if known is None:
                    raise
        return self._describe(known, names)

    def _start(self, names: Names, session: PuzzleSession) -> wire.Puzzle:
        if self._rows.count(names[0]) >= self._limits.games:
            raise NotAllowed("web-puzzles", limit=self._limits.games)
        storage.charge()
        identifier = secrets.token_urlsafe(12)
        row = StoredPuzzle(id=identifier, owner=names[0], line=str(session), daily=session.day, created=milliseconds())
        if not self._rows.add(row):
            raise Refusal(409, "taken", NotAllowed("web-puzzle-begun"))
        return self._describe(row, names)

    def show(self, identifier: str, names: Names) -> wire.Puzzle:
        return self._describe(self._find(identifier, names), names)

    def answer(self, identifier: str, names: Names, text: str, seen: int | None) -> wire.Puzzle:
        """Take an answer."""
        row, found = self._change(identifier, names, seen, lambda session: session.answer(text))
        return self._describe(row, names, found)

    def hint(self, identifier: str, names: Names, seen: int | None) -> wire.Puzzle:
        """Give the next hint."""
        row, _ = self._change(identifier, names, seen, lambda session: session.hint())
        return self._describe(row, names)

    def give_up(self, identifier: str, names: Names, seen: int | None) -> wire.Puzzle:
        row, _ = self._change(identifier, names, seen, lambda session: session.give_up())
        return self._describe(row, names)

    def _find(self, identifier: str, names: Names) -> StoredPuzzle:
        row = self._rows.puzzle(identifier, names)
        if row is None:
            raise Refusal(404, "not-found", KeypegError("web-puzzle-gone"))
        return row

    def _change(
        self, identifier: str, names: Names, seen: int | None, act: Callable[[PuzzleSession], T]
    ) -> tuple[StoredPuzzle, T | None]:
        """Change a puzzle; again, if it was changed elsewhere meanwhile.

        What is sent by somebody who has not seen all hints and wrong answers so far was sent twice, or comes too late:
        it gets its response, and doesn't count.
        """
        while True:
            row = self._find(identifier, names)
            session = PuzzleSession.parse(row.line)
            if seen is not None and (session.is_over or seen != session.hints + session.wrong):
                return row, None if session.is_over else act(session)
            result = act(session)
            finished = milliseconds() if session.is_over else None
            changed = replace(row, line=str(session), version=row.version + 1, finished=finished)
            if self._rows.change(changed):
                return changed, result

    def _describe(self, row: StoredPuzzle, names: Names, tried: Try | None = None) -> wire.Puzzle:
        session = PuzzleSession.parse(row.line)
        puzzle, look = session.puzzle, session.look
        return {
            "id": row.id,
            **describe_look(look),
            "kind": puzzle.kind,
            "grade": puzzle.grade,
            "grade_words": reasons.grade(puzzle.grade),
            "daily": row.daily,
            "question": said.task(puzzle),
            "turns": describe_turns(puzzle.turns, look),
            "hints": [_describe_help(help_, session) for help_ in _given(session)],
            "hint_count": session.hints,
            "wrong": session.wrong,
            "outcome": session.outcome,
            "words": None if tried is None else words.sentence(said.tried(tried, session)),
            "end": self._describe_end(row, session, names) if session.is_over else None,
        }

    def _describe_end(self, row: StoredPuzzle, session: PuzzleSession, names: Names) -> wire.PuzzleEnd:
        rows = self._rows.puzzles(names)
        before = _standing([other for other in rows if (other.finished or 0) < (row.finished or 0)])
        now = _standing([other for other in rows if (other.finished or 0) <= (row.finished or 0)])
        answer = session.puzzle.answer
        every = helps(session.puzzle)
        steps = [help_.step for help_ in every if help_.step is not None]
        return {
            "answer": said.answer(answer, session.look),
            "pegs": None if isinstance(answer, int) else list(answer),
            "words": said.ending(session),
            "steps": [describe_step(step, session.turns, session.look) for step in steps],
            "hints": [] if steps else [_describe_help(help_, session) for help_ in every],
            "standing": _describe_standing(now),
            "change": round(now.rating) - round(before.rating),
        }

    def forget(self, names: Names) -> None:
        """Delete all puzzles of a visitor."""
        self._rows.delete_all(names)

    def export(self, names: Names) -> list[wire_history.ExportedPuzzle]:
        return [
            {"line": row.line, "created": row.created, "finished": row.finished} for row in self._rows.puzzles(names)
        ]

    def take_in(self, names: Names, read: list[Imported]) -> int:
        """Take in puzzles that were exported, but for those that are there; return how many."""
        for _ in range(_TRIES):
            rows = self._new_rows(names, read)
            price = sum(storage.rows_of(row.line) for row in rows)
            storage.charge(price)
            if not rows or self._rows.add(*rows):
                return len(rows)
            storage.refund(price)
        raise changing()  # again and again, the same file comes from elsewhere

    def _new_rows(self, names: Names, given: list[Imported]) -> list[StoredPuzzle]:
        """Return those of some puzzles that are not there yet."""
        known = self._rows.puzzles(names)
        seen, days = {(row.line, row.created) for row in known}, {row.daily for row in known} - {None}
        rows: list[StoredPuzzle] = []
        for session, created, finished in given:
            line = str(session)
            is_new = (line, created) not in seen and session.day not in days
            if is_new and session.is_over == (finished is not None):
                seen.add((line, created))
                days |= {session.day} - {None}
                identifier = hashlib.sha256(f"{names[0]} {line} {created}".encode()).hexdigest()[:24]
                rows.append(
                    StoredPuzzle(
                        id=identifier,
                        owner=names[0],
                        line=line,
                        daily=session.day,
                        created=created,
                        finished=finished,
                    )
                )
        if len(known) + len(rows) > self._limits.games:
            raise NotAllowed("web-puzzles", limit=self._limits.games)
        return rows


@cache
def _grades() -> dict[PuzzleKind, list[int]]:
    """Return the grades of which there are puzzles of each kind."""
    return {kind: sorted({one.grade for one in puzzles.collection() if one.kind == kind}) for kind in puzzles.KINDS}


def _session(puzzle: Puzzle, palette: str | None, day: str | None = None) -> PuzzleSession:
    """Begin a puzzle, in the palette that a visitor likes, but bulls and cows in digits."""
    usual = puzzle.variant.palette
    return PuzzleSession(puzzle, day=day, palette=usual if usual.bulls else palette)


def _given(session: PuzzleSession) -> tuple[Help, ...]:
    """Return the hints that were given so far."""
    return helps(session.puzzle)[: session.hints] if session.hints else ()


def _describe_help(found: Help, session: PuzzleSession) -> wire.PuzzleHint:
    steps = [found.step] if found.step is not None else list(found.steps)
    return {
        "words": said.hint(found, session)[: 1 if found.turn is not None else None],
        "codes": [str(code) for code in found.codes],
        "steps": [describe_step(step, session.turns, session.look) for step in steps],
    }


def _outcome(row: StoredPuzzle) -> Outcome:
    return PuzzleSession.parse(row.line).outcome


def _done(rows: list[StoredPuzzle]) -> list[Done]:
    """Return the puzzles that are done, in the order in which they were."""
    found = []
    for row in sorted((row for row in rows if row.finished is not None), key=lambda row: row.finished or 0):
        session = PuzzleSession.parse(row.line)
        day = None if row.daily is None else date.fromisoformat(row.daily)
        is_solved = session.outcome is Outcome.WON
        found.append(Done(session.puzzle, session.score, is_solved, row.finished or 0, day))
    return found


def _standing(rows: list[StoredPuzzle]) -> Standing:
    return puzzle_record.sum_up(_done(rows), puzzle_record.today())


def _describe_standing(standing: Standing) -> wire.Standing:
    return {
        "rating": round(standing.rating),
        "done": standing.done,
        "solved": standing.solved,
        "streak": _describe_streak(standing.streak),
        "daily": _describe_streak(standing.daily),
    }


def _describe_streak(streak: Streak) -> wire_history.Streak:
    return {"current": streak.current, "longest": streak.longest}
