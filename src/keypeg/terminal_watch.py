"""A strategy watched in a terminal: step by step with Enter, at a pace of one's own, or all at once."""

import math
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from keypeg import words
from keypeg.console import histogram, room, show, show_json
from keypeg.errors import KeypegError
from keypeg.exit_codes import FAILURE, INTERRUPTED, SUCCESS
from keypeg.game import Outcome, drawn_code
from keypeg.partition import Partition
from keypeg.render import Look
from keypeg.report_hint import guess_table
from keypeg.rules import Code
from keypeg.terminal import LEAVING, View, turn_writer
from keypeg.terminal_options import any_seed
from keypeg.terminal_solve import SolveOptions
from keypeg.terminal_views import Plain
from keypeg.watch import Step, watch
from keypeg.words import number, text
from keypeg.words import solve as said

_HEIGHTS = "▁▂▃▄▅▆▇█"
_DRAWN = 15
"""How many parts are drawn where there is no room for all."""


def watch_solve(options: SolveOptions, delay: float | None, *, plain: bool, as_json: bool) -> int:
    """Show how a strategy breaks a code; return the exit code."""
    view = Plain()
    try:
        secret = _secret(options, view)
        steps = watch(options.variant, secret, options.strategy, guesses=options.guesses)
        if as_json:
            return _show_json(options, secret, list(steps))
        return _show(options, secret, steps, partial(_pause, view, delay), plain=plain)
    except EOFError:
        return FAILURE
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        view.close(None, "")


def _secret(options: SolveOptions, view: View) -> Code:
    """Return the code to be broken: the given one, a drawn one, or what the person types."""
    if options.random_secret:
        return drawn_code(options.variant, any_seed() if options.seed is None else options.seed)
    return options.secret or _asked(view, Look(options.variant, options.palette))


def _asked(view: View, look: Look) -> Code:
    """Ask for the code to be broken until one is typed."""
    while True:
        try:
            return look.variant.code(view.ask(f"{text('watch.your-code')} "), look.palette)
        except KeypegError as error:
            if not view.stays:
                raise
            show(words.error_sentence(error))


def _show(options: SolveOptions, secret: Code, steps: Iterable[Step], pause: Callable[[], None], *, plain: bool) -> int:
    look = Look(options.variant, options.palette)
    write_turn = turn_writer(look, plain=plain)
    if options.show_secret:
        show(text("solve.code", code=look.code(secret)))
    seen: list[Step] = []
    for step in steps:
        show(*[""] * bool(seen), *_thoughts(step, look))
        pause()
        write_turn(step.number, step.turn)
        if not _is_won(step):
            left, before = words.count(step.left), words.codes(step.count)
            show(words.sentence(text("watch.left", left=left, before=before, number=step.left.value)))
        seen.append(step)
    outcome = Outcome.WON if _is_won(seen[-1]) else Outcome.LOST
    show("", said.broken(outcome, len(seen), options.strategy, _sampled(seen)))
    return SUCCESS if outcome is Outcome.WON else FAILURE


def _thoughts(step: Step, look: Look) -> list[Any]:
    """Return what a strategy thinks before a guess: the best guesses, why it takes the first, and how that splits."""
    totals = [step.advice.study.total_of(promise.guess) for promise in step.ranking]
    head = text("watch.head", number=step.number, possible=words.possible(step.count))
    return [head, guess_table(step.ranking, totals, look), words.why(step.advice, look), *_picture(step, look)]


def _picture(step: Step, look: Look) -> list[str]:
    """Draw how the guess splits the candidates: by blacks and whites, or the largest parts if there are too many."""
    parts = step.partition
    if len(parts) < 2:  # then nothing is split
        return []
    sample = step.advice.study.sample
    key = "watch.splits" if sample is None else "watch.splits-sampled"
    head, grid = text(key, guess=look.code(step.turn.guess), sample=sample), _grid(parts, look)
    return [head, *(grid if max(map(len, grid)) <= room() else _bars(parts, look))]


def _grid(parts: Partition, look: Look) -> list[str]:
    """Draw the parts with a row for each number of blacks, a column for each number of whites, and a bar in each."""
    black, white = "AB" if look.palette.bulls else "bw"
    rows, columns = sorted({one.blacks for one in parts}), sorted({one.whites for one in parts})
    sizes = {(one.blacks, one.whites): size for one, size in parts.items()}
    cells = [["", *(f"{whites}{white}" for whites in columns)]]
    for blacks in rows:
        row = [sizes.get((blacks, whites)) for whites in columns]
        cells.append([f"{blacks}{black}", *("" if size is None else _cell(size / parts.largest, size) for size in row)])
    width = max(len(cell) for row in cells for cell in row)
    return [f"  {name:>3}" + "".join(f"  {cell:>{width}}" for cell in row).rstrip() for name, *row in cells]


def _cell(share: float, size: int) -> str:
    return f"{_HEIGHTS[math.ceil(share * len(_HEIGHTS)) - 1]} {number(size)}"


def _bars(parts: Partition, look: Look) -> list[str]:
    largest = sorted(parts, key=lambda feedback: -parts[feedback])[:_DRAWN]
    bars = histogram({look.feedback(feedback): parts[feedback] for feedback in parts if feedback in largest})
    rest = [parts[feedback] for feedback in parts if feedback not in largest]
    return [*bars, *([text("watch.more", number=len(rest), codes=sum(rest))] if rest else [])]


def _pause(view: View, delay: float | None) -> None:
    """Wait for as long as was asked for, or for Enter if a person is there."""
    if delay is not None:
        sys.stdout.flush()
        time.sleep(delay)
    elif view.stays and sys.stdout.isatty() and view.ask(f"{text('watch.go-on')} ").strip().lower() in LEAVING:
        raise EOFError


def _is_won(step: Step) -> bool:
    return step.turn.feedback == step.position.variant.win


def _sampled(steps: Sequence[Step]) -> int:
    notes = [step.advice.note for step in steps]
    return sum(note is not None and note.kind != "stand-in" for note in notes)


def _show_json(options: SolveOptions, secret: Code, steps: Sequence[Step]) -> int:
    outcome = Outcome.WON if _is_won(steps[-1]) else Outcome.LOST
    show_json(
        {
            "variant": str(options.variant),
            "strategy": options.strategy,
            "secret": str(secret),
            "outcome": str(outcome),
            "guesses": len(steps),
            "limit": options.guesses,
            "steps": [step.as_json() for step in steps],
        }
    )
    return SUCCESS if outcome is Outcome.WON else FAILURE
