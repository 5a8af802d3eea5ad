"""The coach's review in a terminal: a table of the turns, then sentences on each turn and on the whole game."""

import io
import shutil
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from keypeg import coach, words
from keypeg.candidates import Count
from keypeg.coach import Grade, Review
from keypeg.console import Column, note, progress_bar, show, show_json, table
from keypeg.errors import NotAllowed
from keypeg.exit_codes import INTERRUPTED, SUCCESS
from keypeg.game import CodemakerKind
from keypeg.position import Position
from keypeg.render import Look
from keypeg.session import Session
from keypeg.terminal import Reply
from keypeg.words import text
from keypeg.words.plain import rounded

if TYPE_CHECKING:
    from rich.table import Table

_COLUMNS = {
    "turn": 0,
    "guess": 0,
    "feedback": 2,
    "before": 6,
    "after": 0,
    "bits": 3,
    "mean": 4,
    "best": 7,
    "best-mean": 8,
    "lost": 5,
    "skill": 0,
    "luck": 1,
}
"""The columns, and which of them are left out first in a narrow terminal; the sentences below say the same."""

_LEFT = ("guess", "feedback", "best")
_MARGIN = 4


def analyze(  # noqa: PLR0913 - all but two have a default
    position: Position,
    look: Look,
    threads: int = 0,
    *,
    hard: bool = False,
    codemaker: CodemakerKind = "random",
    is_over: bool = False,
    as_json: bool = False,
) -> int:
    """Grade a game and show it; on Ctrl-C, show the turns graded so far."""
    began = time.perf_counter()
    graded: list[Grade] = []
    code = SUCCESS
    try:
        with progress_bar(text("analyze.grading")) as bar:
            graded.extend(coach.grades(position, hard=hard, codemaker=codemaker, threads=threads, progress=bar))
    except KeyboardInterrupt:
        if not graded:
            raise
        code, turn_count = INTERRUPTED, len(position.turns)
        position = position.before(graded[-1].number)
        note(text("analyze.interrupted-after", done=len(position.turns), turn_count=turn_count))
    is_over = is_over and code == SUCCESS
    found = coach.sum_up(position, graded, hard=hard, codemaker=codemaker, is_over=is_over)
    if as_json:
        show_json({**words.review_json(found, look), "seconds": round(time.perf_counter() - began, 6)})
    elif graded:
        show(*_table(found, look), *_sentences(found, look), "", text("analyze.legend"))
    else:
        show(*words.review(found, look))
    return code


def _table(found: Review, look: Look, room: int | None = None) -> "list[Table]":
    """Lay out the turns, with the columns for which there is room; there is no table if that is none."""
    columns = [Column(text(f"analyze.{name}"), spare, right=name not in _LEFT) for name, spare in _COLUMNS.items()]
    position = look.line(found.position.turns)
    title = text("analyze.hard", position=position) if found.hard else position
    made = table(columns, [_cells(grade, look) for grade in found.grades], title, room)
    return [] if made.width else [made]


def _cells(grade: Grade, look: Look) -> Sequence[str]:
    return (
        str(grade.number),
        look.code(grade.turn.guess),
        look.feedback(grade.turn.feedback),
        _short(grade.before),
        _short(grade.after),
        words.number(grade.bits, ".2f"),
        words.number(grade.played.bits, ".2f"),
        look.code(grade.best.guess),
        words.number(grade.best.bits, ".2f"),
        "-" if grade.lost is None else words.number(grade.lost, ".2f"),
        words.score(grade.skill),
        words.score(grade.luck),
    )


def _short(count: Count) -> str:
    if count.is_exact:
        return words.count(count)
    return ("~" if count.is_estimate else ">= ") + rounded(count.value)


def _sentences(found: Review, look: Look) -> list[str]:
    """Say a review in plain sentences: the whole game, then a paragraph for each turn."""
    turns = [f"{grade.number}. {words.grade(grade, look)}" for grade in found.grades]
    return [*words.review(found, look), *([""] if turns else []), *turns]


def review_reply(session: Session, *, hard: bool = False) -> Reply:
    """Review a finished game in its own terminal: a table and sentences, or these alone as plain lines."""
    if not session.is_over:
        raise NotAllowed("review-unfinished")
    try:
        with progress_bar(text("analyze.grading")) as bar:
            kind = session.codemaker_kind
            found = coach.review(session.position, hard=hard, codemaker=kind, is_over=True, progress=bar)
    except KeyboardInterrupt:
        return Reply(text("analyze.interrupted"))
    spoken = "\n".join(_sentences(found, session.look))
    if not found.grades:
        return Reply(spoken)
    room = shutil.get_terminal_size().columns - _MARGIN
    from rich.console import Console  # noqa: PLC0415 - only what is shown as a table needs it

    console = Console(file=io.StringIO(), width=room, color_system=None)
    with console.capture() as captured:
        for made in _table(found, session.look, room):
            console.print(made)
    return Reply(f"{captured.get()}{spoken}\n\n{text('analyze.legend')}", spoken, page=True)
