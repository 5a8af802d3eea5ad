"""The command line: one function a command.

What a command needs is imported inside it, so that `keypeg --help` is instant. A command returns its exit code;
every error that Keypeg raises on purpose, and output that can't be written, becomes one line on stderr and exit code 2.
"""

# ruff: noqa: PLC0415, PLR0913 - imports inside commands keep --help instant; the options of a command are its arguments

import codecs
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from keypeg import __version__
from keypeg.errors import KeypegError, NotAllowed
from keypeg.exit_codes import BAD_INPUT, INTERRUPTED, OUTPUT_CLOSED, SUCCESS

if TYPE_CHECKING:
    from keypeg.palette import Palette
    from keypeg.rules import Variant

app = typer.Typer(
    name="keypeg",
    help="Mastermind: play it, let the computer break your code, and study how to play it well.",
    rich_markup_mode=None,
    add_completion=False,
    pretty_exceptions_enable=False,
)

VariantArgument = Annotated[
    str,
    typer.Argument(
        metavar="VARIANT",
        help="p4c6 is 4 pegs and 6 colors, p4c10n has no repeats, 6x6 is 6 of each; or classic, super, bulls.",
        show_default=False,
    ),
]
GuessesOption = Annotated[str, typer.Option(metavar="N", help="So many guesses are allowed; none for no limit.")]
SeedOption = Annotated[int | None, typer.Option(metavar="N", help="Draw the secret by this seed: the same one again.")]
PaletteOption = Annotated[
    str, typer.Option(metavar="NAME", help="classic, board, or your own colors: red,white,sky=#88ccff.")
]
ShowSecretOption = Annotated[bool, typer.Option("--show-secret", help="Show the secret from the start.")]
PlainOption = Annotated[bool, typer.Option("--plain", help="Plain lines instead of a painted board.")]
JsonOption = Annotated[bool, typer.Option("--json", help="JSON for programs.")]
PositionArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="POSITION", help="The variant and the turns so far: p4c6 1122=1b1w 1134=0b2w.", show_default=False
    ),
]
StrategyOption = Annotated[str, typer.Option(metavar="NAME", help="How to guess: see keypeg strategies.")]
SecondsOption = Annotated[
    float | None,
    typer.Option(
        "--seconds-per-guess",
        metavar="S",
        min=0.001,
        max=86_400,
        help="Let sampling judge guesses for so long instead of a fixed number; to draw codes takes a moment more.",
        show_default=False,
    ),
]
ThreadsOption = Annotated[int, typer.Option(metavar="N", min=0, max=256, help="So many threads; 0 for all cores.")]
InstructionSetOption = Annotated[
    str | None, typer.Option(metavar="NAME", help="plain, avx2 or avx512; the best if left out.", show_default=False)
]
ResumeOption = Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.", show_default=False)]


def _version(value: bool) -> None:
    if value:
        typer.echo(f"keypeg {__version__}")
        raise typer.Exit


@app.callback()
def keypeg(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Mastermind: play it, let the computer break your code, and study how to play it well."""


@app.command()
def play(
    context: typer.Context,
    variant: VariantArgument = "p4c6",
    *,
    guesses: GuessesOption = "10",
    codemaker: Annotated[
        str, typer.Option(metavar="WHO", help="random; adversary (commits to no code); or person, who types it unseen.")
    ] = "random",
    seed: SeedOption = None,
    secret: Annotated[
        str | None, typer.Option(metavar="CODE", help="The secret itself, to try things out.", show_default=False)
    ] = None,
    show_secret: ShowSecretOption = False,
    hard: Annotated[bool, typer.Option("--hard", help="Refuse guesses that contradict an earlier answer.")] = False,
    palette: PaletteOption = "classic",
    plain: PlainOption = False,
    resume: ResumeOption = None,
    json: JsonOption = False,
) -> int:
    """Break the computer's code. Exit code 0 if you do, 1 if not."""
    from keypeg import terminal_play
    from keypeg.session import parse_guesses

    if resume is not None:
        _check_resumed_alone(context)
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
    return terminal_play.play(options, resume=resume, plain=plain, as_json=json)


@app.command()
def solve(
    context: typer.Context,
    variant: VariantArgument = "p4c6",
    *,
    strategy: Annotated[str, typer.Option(metavar="NAME", help="How the computer chooses its guesses.")] = "entropy",
    seconds: SecondsOption = None,
    guesses: GuessesOption = "10",
    secret: Annotated[
        str | None,
        typer.Option(
            metavar="CODE", help="Break this code, or a random one: print the turns and end.", show_default=False
        ),
    ] = None,
    ask: Annotated[
        bool, typer.Option("--ask", help="Answer yourself though the secret is known: wrong answers are pointed out.")
    ] = False,
    show_secret: ShowSecretOption = False,
    seed: SeedOption = None,
    palette: PaletteOption = "classic",
    plain: PlainOption = False,
    resume: ResumeOption = None,
    json: JsonOption = False,
) -> int:
    """Let the computer break your code: it guesses, you answer. Exit code 0 if it does, 1 if not."""
    from keypeg import terminal_solve
    from keypeg.session import check_strategy, parse_guesses

    if resume is not None:
        _check_resumed_alone(context)
    rules, colors = _variant_and_palette(variant, palette)
    drawn = secret is not None and secret.strip().lower() == "random"
    options = terminal_solve.SolveOptions(
        variant=rules,
        strategy=check_strategy(_with_seconds(_with_seed(strategy, seed), seconds)),
        guesses=parse_guesses(guesses),
        secret=None if secret is None or drawn else rules.code(secret, colors),
        random_secret=drawn,
        seed=seed,
        palette=colors,
        show_secret=show_secret,
    )
    return terminal_solve.solve(options, resume=resume, ask=ask, plain=plain, as_json=json)


def _with_seed(strategy: str, seed: int | None) -> str:
    """Give the strategies that draw, and have no seed of their own, that of the game."""
    draws = strategy.lower() in ("random", "sampling", "genetic")
    return f"{strategy}:{seed}" if draws and seed is not None else strategy


def _with_seconds(strategy: str, seconds: float | None) -> str:
    """Give sampling a time to think."""
    if seconds is not None and strategy.partition(":")[0].lower() != "sampling":
        raise NotAllowed("--seconds-per-guess is for sampling: add --strategy sampling")
    return strategy if seconds is None else f"{strategy}{',' if ':' in strategy else ':'}seconds={seconds:f}"


@app.command()
def hint(
    position: PositionArgument,
    *,
    strategy: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="How to guess: see keypeg strategies.",
            show_default="entropy, or sampling where that would take minutes",
        ),
    ] = None,
    seconds: SecondsOption = None,
    top: Annotated[int, typer.Option(metavar="N", help="Show so many guesses.")] = 5,
    threads: ThreadsOption = 0,
    json: JsonOption = False,
) -> int:
    """Show the best next guesses, what each is worth, and why."""
    from keypeg import report_hint, strategies
    from keypeg.position import Position

    here = Position.parse(" ".join(position))
    name = _with_seconds(strategy or "entropy", seconds)
    return report_hint.hint(here, strategies.strategy(name) if strategy else None, top, threads, as_json=json)


@app.command()
def analyze(
    position: PositionArgument,
    *,
    hard: Annotated[bool, typer.Option("--hard", help="Compare only with guesses that could be right.")] = False,
    palette: Annotated[
        str | None, typer.Option(metavar="NAME", help="Write codes in these colors' letters.", show_default=False)
    ] = None,
    threads: ThreadsOption = 0,
    json: JsonOption = False,
) -> int:
    """Grade a game, finished or not, turn by turn: what each guess was worth, and how kind its answer."""
    from keypeg import report_analyze
    from keypeg.palette import CLASSIC, Palette
    from keypeg.position import Position
    from keypeg.render import Look

    colors = CLASSIC if palette is None else Palette.parse(palette)
    here = Position.parse(" ".join(position), colors)
    look = Look(here.variant, colors, numbered=palette is None)
    return report_analyze.analyze(here, look, threads, hard=hard, as_json=json)


@app.command()
def tree(
    position: PositionArgument,
    *,
    strategy: StrategyOption = "entropy",
    first: Annotated[
        str | None, typer.Option(metavar="CODE", help="Begin with this guess.", show_default=False)
    ] = None,
    log: Annotated[bool, typer.Option("--log", help="The research log: one line a code.")] = False,
    format: Annotated[  # noqa: A002
        str | None,
        typer.Option(metavar="FORMAT", help="text, json, dot, svg or log; a summary if left out.", show_default=False),
    ] = None,
    depth: Annotated[
        int | None, typer.Option(metavar="N", help="Show the first N guesses only.", show_default=False)
    ] = None,
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the tree to a file.", show_default=False)
    ] = None,
    threads: ThreadsOption = 0,
    instruction_set: InstructionSetOption = None,
    json: JsonOption = False,
) -> int:
    """Write a strategy out over all codes, or from a position on."""
    from keypeg import report_tree, strategies
    from keypeg.position import Position

    options = report_tree.tree_options(format, log=log, depth=depth, output=output, as_json=json, threads=threads)
    _use_instruction_set(instruction_set)
    here = Position.parse(" ".join(position))
    code = None if first is None else here.variant.code(first)
    return report_tree.tree(here, strategies.strategy(strategy), code, options)


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A tree, as keypeg tree --format json writes it.")],
    *,
    json: JsonOption = False,
) -> int:
    """Replay a tree file against every code. Exit code 0 if it is good, 1 if not."""
    from keypeg import report_verify

    return report_verify.verify_file(file, as_json=json)


@app.command()
def exact(
    position: PositionArgument,
    *,
    objective: Annotated[
        str, typer.Option(metavar="NAME", help="average, worst, or average-within-worst.")
    ] = "average",
    memory: Annotated[
        int, typer.Option(metavar="MIB", min=1, max=1 << 20, help="Remember sets in so much memory.")
    ] = 1024,
    checkpoint: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Save the work here, and go on from it.", show_default=False),
    ] = None,
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the tree to a JSON file.", show_default=False)
    ] = None,
    threads: ThreadsOption = 0,
    instruction_set: InstructionSetOption = None,
    json: JsonOption = False,
) -> int:
    """Find the best possible strategy, with proof. Ctrl-C keeps the best one known."""
    from typing import cast

    from keypeg import report_exact
    from keypeg.exact import Objective
    from keypeg.position import Position

    _use_instruction_set(instruction_set)
    here = Position.parse(" ".join(position))
    options = report_exact.ExactOptions(
        cast(Objective, objective), threads, memory << 20, checkpoint, output, as_json=json
    )
    return report_exact.exact(here, options)


@app.command()
def tournament(
    variants: Annotated[
        list[str], typer.Argument(metavar="VARIANT...", help="One or more variants: p4c6 p5c8.", show_default=False)
    ],
    *,
    strategies: Annotated[str, typer.Option(metavar="NAMES", help="Names with commas between them, or all.")] = "all",
    games: Annotated[
        int | None, typer.Option(metavar="N", help="Draw N secrets; all codes if left out.", show_default=False)
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Draw the secrets by this seed.")] = 0,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the table to a CSV file.", show_default=False)
    ] = None,
    plot: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Draw a plot, .png or .svg; may be given again.", show_default=False),
    ] = None,
    seconds: SecondsOption = None,
    threads: ThreadsOption = 0,
    json: JsonOption = False,
) -> int:
    """Compare strategies over all codes, or over drawn secrets that are the same for each."""
    from keypeg import report_tournament
    from keypeg.rules import Variant

    rules, players = [Variant.parse(variant) for variant in variants], report_tournament.players(strategies, seconds)
    options = report_tournament.TournamentOptions(rules, players, games, seed, threads, csv, plot or [], as_json=json)
    return report_tournament.run_tournament(options)


@app.command(name="strategies")
def list_strategies(*, json: JsonOption = False) -> int:
    """List the strategies and how they guess."""
    from keypeg import report_strategies

    return report_strategies.list_strategies(as_json=json)


@app.command()
def serve(
    *,
    host: Annotated[
        str, typer.Option(metavar="HOST", help="Listen here; 0.0.0.0 lets other computers in.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="Listen on this port; 0 for any.")] = 8000,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Keep the games here: sqlite:///FILE or postgresql://USER@HOST/NAME; your data folder if left out.",
            show_default=False,
        ),
    ] = None,
    rate: Annotated[
        int, typer.Option(metavar="N", min=1, max=10**9, help="Take so many requests a minute from one address.")
    ] = 1200,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in your browser.")] = False,
) -> int:
    """Play in the browser: serve the page until Ctrl-C."""
    try:
        from keypeg.web import serve as web
    except ModuleNotFoundError as error:
        raise NotAllowed(
            f"the page needs packages that are not installed ({error.name}): pip install 'keypeg[web]'"
        ) from None

    return web.serve(web.ServeOptions(host, port, database, open_page, rate))


@app.command()
def bench(*, threads: ThreadsOption = 0, json: JsonOption = False) -> int:
    """Show the signatures of this build and its speed."""
    from keypeg import report_bench

    return report_bench.bench(threads, as_json=json)


_SAVED = ("variant", "guesses", "codemaker", "strategy", "secret", "show_secret", "hard", "palette")
"""The options that a saved game has of its own."""


def _check_resumed_alone(context: typer.Context) -> None:
    """Refuse options beside --resume that the saved game would silently overrule."""
    given = [
        name.upper() if name == "variant" else f"--{name.replace('_', '-')}"
        for name in _SAVED
        if getattr(context.get_parameter_source(name), "name", "DEFAULT") != "DEFAULT"
    ]
    if given:
        raise NotAllowed(f"--resume goes on with a game as it was saved: leave out {', '.join(given)}")


def _variant_and_palette(variant: str, palette: str) -> "tuple[Variant, Palette]":
    from keypeg.palette import Palette
    from keypeg.rules import Variant

    return Variant.parse(variant), Palette.parse(palette)


def _use_instruction_set(name: str | None) -> None:
    """Compute by this instruction set; none for the best that the machine has."""
    from keypeg import _core

    if name is None:
        return
    if name not in _core.instruction_sets():
        raise NotAllowed(f"{name!r} is not an instruction set here: use {', '.join(_core.instruction_sets())}")
    _core.use_instruction_set(name)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    _prepare_streams()
    try:
        code = app(words or ["--help"], prog_name="keypeg", standalone_mode=False)
        sys.stdout.flush()
    except KeypegError as error:
        return _refuse(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return OUTPUT_CLOSED
    except OSError as error:
        _drop_output()
        return _refuse((error.strerror or str(error)).lower())
    except SystemExit:
        try:
            sys.stdout.flush()
        except OSError:
            _drop_output()
        raise
    except Exception as error:
        if words_of := getattr(error, "format_message", None):
            return _refuse(words_of())
        raise
    return code if isinstance(code, int) else SUCCESS


def _prepare_streams() -> None:
    """Let no stream stand in the way: a closed one is an empty one, and what has no character is replaced by one."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
            if mode == "w":
                _spell_out(stream)


_SPELLED = {"●": "B", "○": "W", "⚫": "B", "⚪": "W", "➖": ".", "·": ".", "…": "...", "─": "-", "←": "<-", "×": "x"}  # noqa: RUF001
_RAISED = {digit: str(value) for value, digit in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}


def _spell_out(stream: io.TextIOWrapper) -> None:
    """Write letters for the signs of the board where the stream's encoding doesn't have them all."""
    encoding = stream.encoding
    try:
        "".join([*_SPELLED, *_RAISED]).encode(encoding)
    except UnicodeEncodeError:
        pass
    else:
        return

    def spelled(error: UnicodeError) -> tuple[str | bytes, int]:
        if not isinstance(error, UnicodeEncodeError):
            raise error
        sign, at = error.object[error.start], error.start
        if sign in _RAISED:
            first = at == 0 or error.object[at - 1] not in _RAISED
            return f"{'^' if first else ''}{_RAISED[sign]}", at + 1
        return _SPELLED.get(sign) or sign.encode(encoding, "replace"), at + 1

    # As ASCII, so that either all signs are spelled or none; other characters are still written as the stream has them.
    codecs.register_error(f"keypeg.{encoding}", spelled)
    stream.reconfigure(encoding="ascii", errors=f"keypeg.{encoding}")


def _refuse(message: str) -> int:
    line = " ".join(message.split())
    try:
        sys.stderr.write(f"keypeg: {line}\n")
        sys.stderr.flush()
    except OSError:
        _drop(sys.stderr)
    return BAD_INPUT


def _drop_output() -> None:
    """End quietly when our output can't be written: what is left of it goes nowhere."""
    _drop(sys.stdout)


def _drop(stream: TextIO) -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
