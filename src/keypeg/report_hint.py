"""The `hint` command: the best next guesses, what each is worth, and why."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from keypeg import strategies, words
from keypeg.console import Column, progress_bar, show, show_json, table
from keypeg.effort import PATIENT, QUICK
from keypeg.position import Position
from keypeg.render import Look
from keypeg.strategies import Strategy
from keypeg.study import Advice, Promise, Study, advise, chooser
from keypeg.words import text
from keypeg.words.language import long_number, number

if TYPE_CHECKING:
    from rich.table import Table

_WIDE = 10**9
"""From this size on, a part is written as a whole number."""


@dataclass(frozen=True, slots=True)
class HintOptions:
    """What the command was asked for."""

    strategy: Strategy
    top: int = 5
    hard: bool = False
    patient: bool = False
    threads: int = 0
    as_json: bool = False


def hint(position: Position, look: Look, options: HintOptions) -> int:
    """Show the best next guesses, what each is worth, and why the first is the best."""
    study = Study(position, PATIENT if options.patient else QUICK, options.threads)
    strategies.check_threads(chooser(study, options.strategy, hard=options.hard), options.threads)
    with progress_bar(text("hint.comparing")) as progress:
        advice = advise(study, options.strategy, options.top, hard=options.hard, progress=progress)
        totals = [study.total_of(promise.guess) for promise in advice.ranking]
    if options.as_json:
        show_json(_json(advice, totals))
    else:
        _show(advice, totals, look)
    return 0


def _show(advice: Advice, totals: list[int | None], look: Look) -> None:
    study = advice.study
    key = "hint.head" if study.is_all else "hint.head-sampled"
    sample = 0 if study.is_all or not study.are_rows_found else len(study.rows)
    position, possible = look.line(study.position.turns), words.codes(study.count)
    head = text(key, possible=possible, position=position, strategy=advice.by.name, sample=sample)
    show(head, guess_table(advice.ranking, totals, look), words.why(advice, look))


def guess_table(ranking: Sequence[Promise], totals: Sequence[int | None], look: Look) -> "Table":
    """Lay out guesses with what each is worth, and its exact total where that is known."""
    rows = [
        [look.code(promise.guess), *_cells(promise), str(total or "-"), text("yes" if promise.can_win else "no")]
        for promise, total in zip(ranking, totals, strict=True)
    ]
    spare = {"parts": 4, "largest": 2, "left": 3, "bits": 0, "total": 5}
    figures = [Column(text(f"hint.{name}"), spared, right=True) for name, spared in spare.items()]
    return table([Column(text("hint.guess")), *figures, Column(text("hint.can-win"), 1)], rows)


def _cells(promise: Promise) -> list[str]:
    if not promise.parts:
        return ["-"] * 4
    left = "-" if promise.left is None else _amount(promise.left, 2)
    return [str(promise.parts), _amount(promise.partition.largest, 0), left, number(promise.bits, ".3f")]


def _amount(size: float, digits: int) -> str:
    """Write the size of a part so that it fits its column."""
    return number(size, f",.{digits}f") if size < _WIDE else long_number(size)


def _json(advice: Advice, totals: list[int | None]) -> dict[str, Any]:
    study, count = advice.study, advice.study.count
    interval = {} if count.is_exact else {"candidates_low": count.low, "candidates_high": count.high}
    sampled = {} if study.is_all or not study.are_rows_found else {"sampled": len(study.rows)}
    return {
        "position": str(study.position),
        "asked": advice.asked.name,
        "strategy": advice.by.name,
        "version": advice.by.version,
        "candidates": count.value,
        "candidates_exact": count.is_exact,
        **interval,
        **sampled,
        "guesses": [
            _promise_json(promise) | ({} if total is None else {"exact_total": total})
            for promise, total in zip(advice.ranking, totals, strict=True)
        ],
        "note": None if advice.note is None else advice.note.as_json(),
        "why": words.why(advice, Look(study.position.variant, numbered=True)),
    }


def _promise_json(promise: Promise) -> dict[str, Any]:
    return promise.as_json() | {
        "largest": promise.partition.largest if promise.parts else None,
        "partition": {str(feedback): size for feedback, size in promise.partition.items()},
    }
