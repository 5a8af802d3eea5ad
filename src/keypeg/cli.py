"""The command line: one function for each command.

What a command needs is imported inside it, so that `keypeg --help` is instant. A command returns its exit code;
every error that Keypeg raises on purpose, output that can't be written, and too little memory become one line on stderr
and exit code 2.
"""

# ruff: noqa: PLC0415, PLR0913 - imports inside commands keep --help instant; the options of a command are its arguments

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from contextvars import copy_context
from typing import TYPE_CHECKING

import click

from keypeg import cli_about, cli_checks, cli_options, cli_research, cli_server, streams
from keypeg.errors import KeypegError, NotAllowed
from keypeg.exit_codes import BAD_INPUT, INTERRUPTED, OUT_OF_MEMORY, OUTPUT_CLOSED
from keypeg.lines import one_line

if TYPE_CHECKING:
    from keypeg.palette import Palette
    from keypeg.position import Position
    from keypeg.render import Look
    from keypeg.rules import Variant


app = cli_about.commands("Mastermind: play it, let the computer break your code, and study how to play it well.")


@app.add
def play(
    variant: cli_options.Variant = "p4c6",
    *,
    guesses: cli_options.Guesses = "10",
    codemaker: cli_options.Codemaker = "random",
    seed: cli_options.Seed = None,
    secret: cli_options.Secret = None,
    show_secret: cli_options.ShowSecret = False,
    hard: cli_options.Hard = False,
    palette: cli_options.Palette = None,
    plain: cli_options.Plain = False,
    resume: cli_options.Resume = None,
    new: cli_options.New = False,
    json: cli_options.Json = False,
) -> int:
    """Break the computer's code. The exit code is 0 if you do and 1 if not."""
    from keypeg import terminal_play
    from keypeg.session import parse_guesses
    from keypeg.terminal_resume import Start

    cli_checks.check_play()
    rules, colors = _variant_and_palette(variant, palette)
    options = terminal_play.PlayOptions(
        variant=rules,
        guesses=parse_guesses(guesses),
        codemaker=terminal_play.check_codemaker(codemaker),
        seed=seed,
        secret=None if secret is None else rules.code(secret, colors),
        hard=hard,
        palette=colors,
        show_secret=show_secret,
    )
    start = Start(resume, offers=not (new or cli_checks.names_game()))
    return terminal_play.play(options, start, plain=plain, as_json=json)


@app.add
def solve(
    variant: cli_options.Variant = "p4c6",
    *,
    strategy: cli_options.Strategy = "optimal",
    seconds: cli_options.Seconds = None,
    guesses: cli_options.Guesses = "10",
    secret: cli_options.BrokenSecret = None,
    ask: cli_options.Ask = False,
    watch: cli_options.Watch = False,
    delay: cli_options.Delay = None,
    show_secret: cli_options.ShowSecret = False,
    seed: cli_options.Seed = None,
    palette: cli_options.Palette = None,
    plain: cli_options.Plain = False,
    resume: cli_options.Resume = None,
    new: cli_options.New = False,
    json: cli_options.Json = False,
) -> int:
    """Let the computer break your code: you give the feedback. The exit code is 0 if it does and 1 if not."""
    from keypeg import terminal_solve
    from keypeg.session import check_strategy, parse_guesses
    from keypeg.strategies import with_seed
    from keypeg.terminal_resume import Start

    cli_research.loaded(strategy)
    cli_checks.check_solve()
    rules, colors = _variant_and_palette(variant, palette)
    drawn = secret is not None and secret.strip().lower() == "random"
    options = terminal_solve.SolveOptions(
        variant=rules,
        strategy=check_strategy(_with_seconds(with_seed(strategy, seed), seconds)),
        guesses=parse_guesses(guesses),
        secret=None if secret is None or drawn else rules.code(secret, colors),
        random_secret=drawn,
        seed=seed,
        palette=colors,
        show_secret=show_secret,
    )
    if watch:
        from keypeg import terminal_watch

        return terminal_watch.watch_solve(options, delay, plain=plain, as_json=json)
    start = Start(resume, offers=not (new or cli_checks.names_game()))
    return terminal_solve.solve(options, start, ask=ask, plain=plain, as_json=json)


@app.add
def match(
    variant: cli_options.Variant = "p4c6",
    *,
    rounds: cli_options.Rounds = 4,
    guesses: cli_options.RoundGuesses = 10,
    bonus: cli_options.Bonus = 1,
    strategy: cli_options.Opponent = "human",
    level: cli_options.Level = None,
    rating: cli_options.Rating = None,
    seed: cli_options.MatchSeed = None,
    palette: cli_options.Palette = None,
    plain: cli_options.Plain = False,
    resume: cli_options.Resume = None,
    new: cli_options.New = False,
    json: cli_options.Json = False,
) -> int:
    """Play a match against the computer, in turns. The exit code is 0 if you win and 1 if not."""
    from keypeg import terminal_match
    from keypeg.strategies.human import level_near
    from keypeg.terminal_resume import Start

    cli_research.loaded(strategy)
    cli_checks.check_match()
    level = level if rating is None else level_near(rating)
    rules, colors = _variant_and_palette(variant, palette)
    options = terminal_match.MatchOptions(
        variant=rules,
        rounds=rounds,
        guesses=guesses,
        bonus=bonus,
        strategy=strategy if level is None else f"{strategy}:level={level}",
        seed=seed,
        palette=colors,
    )
    start = Start(resume, offers=not (new or cli_checks.names_game()))
    return terminal_match.play_match(options, start, plain=plain, as_json=json)


@app.add
def puzzle(
    variant: cli_options.Variant = "p4c6",
    *,
    kind: cli_options.PuzzleKind = None,
    grade: cli_options.PuzzleGrade = None,
    daily: cli_options.PuzzleDaily = False,
    date: cli_options.PuzzleDate = None,
    seed: cli_options.PuzzleSeed = None,
    palette: cli_options.Palette = None,
    plain: cli_options.Plain = False,
    resume: cli_options.ResumePuzzle = False,
    new: cli_options.New = False,
    export: cli_options.PuzzleExport = None,
    benchmark: cli_options.PuzzleBenchmark = False,
    count: cli_options.PuzzleCount = None,
    json: cli_options.Json = False,
) -> int:
    """Solve a puzzle: one answer, no guessing. The exit code is 0 if you do and 1 if not."""
    from keypeg import puzzle_record, report_puzzle, terminal_puzzle
    from keypeg.palette import Palette
    from keypeg.puzzles import parse_kind
    from keypeg.rules import Variant

    cli_checks.check_puzzle()
    day = puzzle_record.read_day(date) if daily or date is not None else None
    named = None if (export or benchmark) and not cli_checks.names_variant() else Variant.parse(variant)
    wanted = puzzle_record.Wanted(named, None if kind is None else parse_kind(kind), grade)
    options = terminal_puzzle.PuzzleOptions(wanted, day, seed, None if palette is None else Palette.parse(palette))
    if benchmark:
        return report_puzzle.benchmark(options, count)
    if export is not None:
        return report_puzzle.export(options, count or 1, export)
    offers = not (new or resume or cli_checks.names_puzzle())
    return terminal_puzzle.play(options, resume=resume, offers=offers, plain=plain, as_json=json)


def _with_seconds(strategy: str, seconds: float | None) -> str:
    """Give a strategy a time to think, if it takes one."""
    from keypeg import strategies

    if seconds is None:
        return strategy
    if not strategies.has_parameter(strategy, "seconds"):
        raise NotAllowed("seconds-parameter", strategy=strategy)
    return strategies.with_parameter(strategy, "seconds", seconds)


@app.add
def hint(
    position: cli_options.Position,
    *,
    strategy: cli_options.Strategy = "optimal",
    seconds: cli_options.Seconds = None,
    top: cli_options.Top = 5,
    hard: cli_options.HintHard = False,
    patient: cli_options.Patient = False,
    palette: cli_options.Letters = None,
    threads: cli_options.Threads = 0,
    device: cli_options.Device = "cpu",
    json: cli_options.Json = False,
) -> int:
    """Show the best next guesses, what each is worth, and why."""
    from keypeg import report_hint, strategies

    here, look = _position_and_look(position, palette)
    player = strategies.on_device(_with_seconds(cli_research.loaded(strategy), seconds), device)
    return report_hint.hint(here, look, report_hint.HintOptions(player, top, hard, patient, threads, as_json=json))


@app.add
def analyze(
    position: cli_options.Position,
    *,
    hard: cli_options.WasHard = False,
    palette: cli_options.Letters = None,
    threads: cli_options.Threads = 0,
    json: cli_options.Json = False,
) -> int:
    """Grade each turn of a game, finished or not, by skill and luck."""
    from keypeg import report_analyze

    here, look = _position_and_look(position, palette)
    return report_analyze.analyze(here, look, threads, hard=hard, as_json=json)


@app.add
def explain(
    position: cli_options.Position,
    *,
    claim: cli_options.Claim = None,
    cases: cli_options.Cases = False,
    palette: cli_options.Letters = None,
    json: cli_options.Json = False,
) -> int:
    """Deduce step by step what follows from the turns."""
    from keypeg import report_explain
    from keypeg.claims import Claim

    cli_checks.check_explain()
    here, look = _position_and_look(position, palette)
    read = None if claim is None else Claim.parse(claim, here.variant, look.palette)
    return report_explain.explain_position(here, look, read, cases=cases, as_json=json)


@app.add
def learn(
    lesson: cli_options.Lesson = None,
    *,
    list: cli_options.ListLessons = False,  # noqa: A002 - the name of the option
    palette: cli_options.Palette = None,
    plain: cli_options.Plain = False,
    json: cli_options.Json = False,
) -> int:
    """Learn the game in ten short lessons. The exit code is 0 if you finish one and 1 if not."""
    from keypeg import lessons, terminal_learn

    cli_checks.check_learn()
    chosen = terminal_learn.next_lesson() if lesson is None else lessons.lesson(lesson)
    if list or json:
        return terminal_learn.list_lessons(as_json=json)
    _, colors = _variant_and_palette("p4c6", palette)
    return terminal_learn.learn(chosen, colors, plain=plain)


app.add(cli_research.tree)
app.add(cli_research.verify)
app.add(cli_research.convert)
app.add(cli_research.exact)
app.add(cli_research.prove)
app.add(cli_research.tournament)
app.add(cli_research.evaluate)


@app.add
def strategies_(*, json: cli_options.Json = False) -> int:
    """List the strategies and how they guess."""
    from keypeg import report_strategies

    return report_strategies.list_strategies(as_json=json)


@app.add
def history(
    number: cli_options.GameNumber = None,
    *,
    kind: cli_options.GameKind = None,
    variant: cli_options.GameVariant = None,
    outcome: cli_options.GameOutcome = None,
    since: cli_options.Since = None,
    until: cli_options.Until = None,
    daily: cli_options.Daily = False,
    limit: cli_options.Limit = 20,
    export: cli_options.Export = None,
    json: cli_options.Json = False,
) -> int:
    """List past games, newest first, or review one by its number."""
    from keypeg import report_history
    from keypeg.rules import Variant

    cli_checks.check_history()
    if number is not None:
        return report_history.review_game(number, as_json=json)
    days = report_history.parse_day(since), report_history.parse_day(until)
    rules, parse = None if variant is None else Variant.parse(variant), report_history.parse_word
    wanted = report_history.Wanted(parse(kind), rules, parse(outcome), *days, daily=daily)
    if export is not None:
        return report_history.export_games(wanted, export)
    return report_history.list_games(wanted, limit, as_json=json)


@app.add
def stats(*, graded: cli_options.Graded = 20, json: cli_options.Json = False) -> int:
    """Show what past games sum up to, and how skill developed."""
    from keypeg import report_stats

    return report_stats.stats(graded, as_json=json)


app.add(cli_server.serve)
app.add(cli_server.database)


@app.add
def mcp() -> int:
    """Serve tools to an assistant. They speak the Model Context Protocol, on the standard streams."""
    try:
        from keypeg import mcp_tools
    except ModuleNotFoundError as error:
        raise NotAllowed("mcp-packages", package=error.name) from error

    return mcp_tools.serve()


app.add(cli_research.bench)
app.add(cli_about.completion)
app.add(cli_about.help_)


def _variant_and_palette(variant: str, palette: str | None) -> "tuple[Variant, Palette]":
    from keypeg.palette import Palette
    from keypeg.rules import Variant

    rules = Variant.parse(variant)
    return rules, rules.palette if palette is None else Palette.parse(palette)


def _position_and_look(words: Sequence[str], palette: str | None) -> "tuple[Position, Look]":
    """Read a position, and how its codes are shown: as numbers, unless a palette is named or it is bulls and cows."""
    from keypeg.palette import Palette
    from keypeg.position import Position
    from keypeg.render import Look

    colors = None if palette is None else Palette.parse(palette)
    position = Position.parse(" ".join(words), colors)
    shown = colors or position.variant.palette
    return position, Look(position.variant, shown, numbered=colors is None and not shown.bulls)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "4")  # NumPy's threads for matrices, unused here, sleep at once
    return copy_context().run(_main, words)  # which the language that is asked for doesn't outlive


def _main(words: list[str]) -> int:
    streams.prepare()
    with suppress(MemoryError):
        return _run(words)
    _tell(_no_memory())  # here, where nothing holds on to what filled the memory
    return OUT_OF_MEMORY


def _run(words: list[str]) -> int:
    try:
        code = cli_about.run(app, words)
        sys.stdout.flush()
    except click.UsageError as error:
        return _refuse(cli_about.usage_message(error))
    except KeypegError as error:
        return _refuse(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        streams.drop(sys.stdout)
        return OUTPUT_CLOSED
    except OSError as error:
        streams.drop(sys.stdout)
        return _refuse((error.strerror or str(error)).lower())
    return code


def _no_memory() -> str:
    with suppress(MemoryError, ImportError):
        from keypeg.words import text

        return text("usage.no-memory")
    return "not enough memory"


def _refuse(message: str) -> int:
    _tell(message)
    return BAD_INPUT


def _tell(message: str) -> None:
    try:
        sys.stderr.write(f"keypeg: {one_line(message)}\n")
        sys.stderr.flush()
    except OSError:
        streams.drop(sys.stderr)
