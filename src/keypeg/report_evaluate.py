"""The `evaluate` command: programs that guess, beside strategies, over the same seeded games."""

import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

from keypeg import strategies
from keypeg.console import Column, progress_bar, show, show_json, table
from keypeg.errors import NotAllowed
from keypeg.evaluation import Ask, Evaluation, Failure, evaluate
from keypeg.lines import one_line
from keypeg.parameters import split_names
from keypeg.player import Program
from keypeg.position import Position
from keypeg.rules import Code, Variant
from keypeg.strategies import Strategy
from keypeg.study import Study, chooser
from keypeg.tournament import draw_secrets
from keypeg.tree import Progress
from keypeg.words import number, text

_LONGEST_NAME = 48


@dataclass(frozen=True, slots=True)
class EvaluateOptions:
    """Who plays what, and how long a program may take for a guess."""

    variant: Variant
    programs: Sequence[str]
    beside: Sequence[Strategy]
    games: int
    seed: int
    guesses: int
    seconds: float
    as_json: bool = False


def run(options: EvaluateOptions) -> int:
    """Let all players play the same games, and show what came of it."""
    secrets = draw_secrets(options.variant, options.games, options.seed)
    found: list[Evaluation] = []
    with _ending(), progress_bar(text("evaluate.playing")) as bar:
        whole = len(secrets) * (len(options.programs) + len(options.beside))
        for command in options.programs:
            with Program(command, options.seconds) as program:
                found.append(_played(command, program.ask, secrets, options, _later(bar, len(found), whole)))
        for player in options.beside:
            found.append(_played(player.name, _asking(player), secrets, options, _later(bar, len(found), whole)))
        lost = [evaluation.lost for evaluation in found]
    if options.as_json:
        show_json([evaluation.as_json() | {"seed": options.seed} for evaluation in found])
    else:
        _show(found, lost, options)
    return 0


@contextmanager
def _ending() -> Iterator[None]:
    """Let the command end in order when it is told to end or its terminal is closed, and the players with it."""
    told = [signal.SIGTERM, *([] if sys.platform == "win32" else [signal.SIGHUP])]
    told = [number for number in told if signal.getsignal(number) is not signal.SIG_IGN]  # as under nohup
    before = [signal.signal(number, lambda number, _: sys.exit(128 + number)) for number in told]
    try:
        yield
    finally:
        for number, handler in zip(told, before, strict=True):
            signal.signal(number, handler)


def _played(
    name: str, ask: Ask, secrets: Sequence[Code], options: EvaluateOptions, progress: Progress | None
) -> Evaluation:
    records = []
    for record in evaluate(ask, options.variant, secrets, options.guesses):
        records.append(record)
        if progress:
            progress(len(records), len(secrets))
    return Evaluation(name, options.variant, options.guesses, tuple(records))


def _later(progress: Progress | None, players: int, whole: int) -> Progress | None:
    """Add the games of the players before to those of one player."""
    if progress is None:
        return None
    return lambda done, games: progress(players * games + done, whole)


def _asking(player: Strategy) -> Ask:
    """Return a strategy, or its stand-in, as a player who writes its guesses; each position is asked only once."""

    @cache
    def ask(position: Position) -> str:
        return str(strategies.next_guess(chooser(Study(position), player), position))

    return ask


def beside(texts: str, seed: int) -> list[Strategy]:
    """Read the strategies to compare with; those that draw are given the seed. `none` is for no comparison."""
    if texts.strip().lower() == "none":
        return []
    names = split_names(texts)
    if not names:
        raise NotAllowed("strategies-missing", names=", ".join(strategies.names()))
    return [strategies.strategy(strategies.with_seed(name, seed)) for name in names]


def _show(found: Sequence[Evaluation], lost: Sequence[float | None], options: EvaluateOptions) -> None:
    rows = [
        [
            _label(evaluation.player),
            number(evaluation.mean, ".3f"),
            number(evaluation.solved),
            number(evaluation.illegal),
            number(evaluation.inconsistent),
            "-" if loss is None else number(loss, ".3f"),
            ", ".join(_failure(name, count) for name, count in evaluation.failures.items()),
        ]
        for evaluation, loss in zip(found, lost, strict=True)
    ]
    spare = {"mean": 0, "solved": 0, "illegal": 2, "inconsistent": 3, "lost": 1}
    figures = [
        Column(text(f"evaluate.{name}", guesses=options.guesses), spared, right=True) for name, spared in spare.items()
    ]
    heads = [Column(text("evaluate.player"), wraps=True), *figures, Column(text("evaluate.failed"), wraps=True)]
    title = text("evaluate.title", variant=options.variant, games=options.games, seed=options.seed)
    show(table(heads, rows, title))


def _label(player: str) -> str:
    """Return the name of a player, cut if it is a long command."""
    name = one_line(player)
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"


def _failure(name: Failure, count: int) -> str:
    return text(f"evaluate.failure-{name}", games=count)
