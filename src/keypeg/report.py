"""What the research commands show: hints, trees, tournaments and the bench, as tables for people and JSON for programs.

Tables go to stdout, progress bars to stderr and only where a person sees it.
"""

import json
import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from rich import box
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from keypeg import _core, plot, store, strategies, tournament
from keypeg import bench as measures
from keypeg.errors import KeypegError, NotAllowed, TooLarge, UnreadableText
from keypeg.exact import Search
from keypeg.parameters import split_names
from keypeg.position import Count, Partition, Position
from keypeg.render import counted
from keypeg.rules import Code, Variant
from keypeg.strategies import Strategy
from keypeg.strategies.onestep import CODE_LIMIT, OneStep
from keypeg.strategies.optimal import is_searchable
from keypeg.strategies.sampling import Sampling
from keypeg.tree import Summary, Tree, verify

TREE_FORMATS = ("text", "json", "dot", "svg", "log")
BAD_TREE, BAD_INPUT, BROKEN_OFF = 1, 2, 130

Step = TypeVar("Step")
Bar = Callable[[float, float], None]

_PIPE_WIDTH = 160
_BAR_WIDTH = 40


def table(*columns: str, title: str | None = None, numbers: Iterable[str] = ()) -> Table:
    """Return an empty table whose columns named in `numbers` stand to the right."""
    made = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", pad_edge=False)
    for column in columns:
        made.add_column(column, justify="right" if column in set(numbers) else "left", overflow="fold")
    return made


def show(*parts: Table | str) -> None:
    """Print to stdout; what is read by a program and not by a person is not squeezed into 80 columns."""
    width = None if sys.stdout.isatty() else _PIPE_WIDTH
    console = Console(highlight=False, markup=False, emoji=False, width=width)
    for part in parts:
        console.print(part, soft_wrap=isinstance(part, str) and not sys.stdout.isatty())


def show_json(data: object) -> None:
    sys.stdout.write(json.dumps(data, indent=2) + "\n")


@contextmanager
def progress_bar(label: str) -> Iterator[Bar | None]:
    """Give a function that takes what is done and the whole, for a bar with the time left; None if nobody looks."""
    if not sys.stderr.isatty():
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, whole: bar.update(task, completed=done, total=whole)


def use_instruction_set(name: str | None) -> None:
    """Compute by this instruction set; none for the best that the machine has."""
    if name is None:
        return
    if name not in _core.instruction_sets():
        raise NotAllowed(f"{name!r} is not an instruction set here: use {', '.join(_core.instruction_sets())}")
    _core.use_instruction_set(name)


# hint

_MOMENT = 1 << 20
"""Codes that entropy compares in a moment, whatever the position."""

_WIDE = 10**9
"""From here on the size of a part has three digits and an exponent."""


def hint(position: Position, player: Strategy | None, top: int, threads: int, *, as_json: bool) -> int:
    """Show the best next guesses, what each is worth, and why the first is the best."""
    with progress_bar("comparing guesses") as progress:
        player, ranked, note = _ranked(position, player, top, threads, progress)
    count = position.candidates.count()
    sampled = ranked[0].total if not count.is_exact or count.value > ranked[0].total else None
    why = f"{reason(position, player, ranked[0], count)} {note}".rstrip()
    totals = exact_totals(position, [parts.guess for parts in ranked])
    if as_json:
        show_json(
            {
                "position": str(position),
                "strategy": player.name,
                "version": player.version,
                "candidates": count.value,
                **({} if sampled is None else _sampled_json(count, sampled)),
                "guesses": [
                    _partition_json(parts) | ({} if total is None else {"exact_total": total})
                    for parts, total in zip(ranked, totals, strict=True)
                ],
                "why": why,
            }
        )
        return 0
    numbers = ("parts", "largest part", "expected size", "bits", "exact total")
    rows = table("guess", *numbers, "can win now", numbers=numbers)
    for parts, total in zip(ranked, totals, strict=True):
        worth = (len(parts), _amount(parts.largest, 0), _amount(parts.expected_size, 2), f"{parts.bits:.3f}")
        rows.add_row(str(parts.guess), *map(str, worth), str(total or "-"), "yes" if parts.can_win else "no")
    judged = "" if sampled is None else f", judged by {sampled:,} of them"
    show(
        f"{count} candidate{'' if count == Count(1, 1, 1) else 's'} in {position}{judged}, by {player.name}:", rows, why
    )
    return 0


def _ranked(
    position: Position, player: Strategy | None, top: int, threads: int, progress: Bar | None
) -> tuple[Strategy, list[Partition], str]:
    """Rank guesses by a strategy, or by sampling where it can't, and where none was asked for and entropy is slow."""
    if player is None and position.turns and _MOMENT < position.variant.size <= CODE_LIMIT:
        why = f"to compare {position.variant.size:,} codes may take minutes (--strategy entropy does)"
    else:
        player = player or strategies.strategy("entropy")
        try:
            return player, strategies.rank(player, position, top, threads, progress), ""
        except TooLarge as error:
            why = str(error)
    sampling = strategies.strategy("sampling")
    return sampling, strategies.rank(sampling, position, top), f"By sampling, because {why}."


def _amount(number: float, digits: int) -> str:
    """Write the size of a part so that it fits its column."""
    return f"{number:.{digits}f}" if number < _WIDE else f"{number:.2e}"


def exact_totals(position: Position, guesses: Sequence[Code]) -> list[int | None]:
    """Return how many guesses all candidates need together after each guess and best play; None if out of reach."""
    if not is_searchable(position):
        return [None] * len(guesses)
    search = Search(position)
    return [search.total_of(guess) for guess in guesses]


def reason(position: Position, player: Strategy, best: Partition, count: Count) -> str:
    """Say in a sentence or two why a strategy prefers its guess."""
    if best.total == 1 and count.is_exact:
        return f"{best.guess} is the only code left."
    words = [f"{best.guess}: {_worth(player, best)}."]
    if best.can_win:
        words.append(f"It is the secret with 1 chance in {count}.")
    elif isinstance(player, OneStep):
        other = strategies.rank(strategies.strategy(f"{player.name}-candidates"), position, 1)[0]
        words.append(
            f"It can't be the secret, but is better by this rule than the best guess that can, {other.guess}: "
            f"{_worth(player, other)}."
        )
    return " ".join(words)


def _worth(player: Strategy, parts: Partition) -> str:
    match player.rule if isinstance(player, OneStep) else "":
        case "largest":
            return f"at most {parts.largest:,} of {parts.total:,} candidates are left, whatever the answer"
        case "expected-size":
            return f"{parts.expected_size:,.2f} of {parts.total:,} candidates are left on average"
        case "entropy":
            return f"the answer tells {parts.bits:.3f} of the {math.log2(parts.total):.3f} bits that are missing"
        case "most-parts":
            return f"{len(parts)} different answers can come"
        case _ if isinstance(player, Sampling):
            return f"the answer tells about {parts.bits:.2f} bits"
        case _:
            return f"{player.name} compares no guesses; {parts.expected_size:,.2f} candidates are left on average"


def _sampled_json(count: Count, sampled: int) -> dict[str, Any]:
    interval = {} if count.is_exact else {"candidates_low": count.low, "candidates_high": count.high}
    return {"candidates_exact": count.is_exact, **interval, "sampled": sampled}


def _partition_json(parts: Partition) -> dict[str, Any]:
    return {
        "guess": str(parts.guess),
        "parts": len(parts),
        "largest": parts.largest,
        "expected_size": parts.expected_size,
        "bits": parts.bits,
        "can_win": parts.can_win,
        "partition": {str(feedback): size for feedback, size in parts.items()},
    }


# strategies


def list_strategies(*, as_json: bool) -> int:
    listed = [_described(name) for name in strategies.names()]
    if as_json:
        show_json(listed)
        return 0
    rows = table("strategy", "version", "how it guesses", numbers=["version"])
    for player in listed:
        rows.add_row(player["name"], str(player["version"]), _with_parameters(player))
    show(rows)
    return 0


def _described(name: str) -> dict[str, Any]:
    try:
        player, parameters = strategies.strategy(name), strategies.parameters(name)
    except KeypegError as error:
        return {"name": name, "version": "-", "explanation": f"broken: {error}", "parameters": []}
    return {
        "name": player.name,
        "version": player.version,
        "explanation": player.explanation,
        "parameters": [asdict(parameter) for parameter in parameters],
    }


def _with_parameters(player: dict[str, Any]) -> str:
    """Put a line for each parameter under the explanation."""
    lines = [
        f"{one['name']}={one['default']}: {one['meaning']} ({one['low']} to {one['high']})"
        for one in player["parameters"]
    ]
    return "\n".join([player["explanation"], *lines])


# tree


@dataclass(frozen=True, slots=True)
class TreeOptions:
    """What to write of a tree: a format (None for a summary), down to a depth, into a file or to stdout."""

    format: str | None
    depth: int | None = None
    output: Path | None = None
    as_json: bool = False
    threads: int = 0


def tree_options(  # noqa: PLR0913 - the options of a command
    kind: str | None, *, log: bool, depth: int | None, output: Path | None, as_json: bool, threads: int
) -> TreeOptions:
    """Check that the options go together; an output file's ending chooses the format where none is given."""
    if log:
        if kind not in {None, "log"}:
            raise NotAllowed(f"--log is a format of its own: leave out --format {kind}")
        kind = "log"
    if kind is None and output is not None:
        kind = {"txt": "text"}.get(output.suffix[1:], output.suffix[1:])
    if kind is None and depth is not None:
        kind = "text"
    if kind is not None and kind not in TREE_FORMATS:
        raise NotAllowed(f"{kind!r} is not a format of trees: use {', '.join(TREE_FORMATS)}")
    if depth is not None and (kind not in {"text", "dot", "svg"} or depth < 1):
        raise NotAllowed("--depth is 1 or more, for the formats text, dot and svg")
    if as_json and kind not in {None, "json"} and output is None:
        raise NotAllowed("--json prints the summary: give --output a file for the tree, or leave out one of them")
    if output is not None:
        check_place(output)
    return TreeOptions(kind, depth, output, as_json, threads)


def tree(position: Position, player: Strategy, first: Code | None, options: TreeOptions) -> int:
    """Write out a strategy and show what it needs."""
    if position.is_won:
        raise NotAllowed(f"the code is found in {str(position)!r}")
    start = time.perf_counter()
    with progress_bar(f"{player.name} {position}") as progress:
        grown = strategies.grow(player, position, first, options.threads, progress)
    seconds = time.perf_counter() - start
    if options.format is not None:
        lines = _tree_lines(grown, player, options)
        if options.output is None:
            sys.stdout.writelines(f"{line}\n" for line in lines)
            return 0
        write_file(options.output, "".join(f"{line}\n" for line in lines))
    if options.as_json:
        show_json(_tree_json(grown, player, seconds))
    else:
        show(*_tree_summary(grown, seconds))
    return 0


def _tree_lines(grown: Tree, player: Strategy, options: TreeOptions) -> Iterable[str]:
    match options.format:
        case "log":
            return grown.log()
        case "text":
            return grown.text(options.depth)
        case "dot":
            return grown.dot(options.depth)
        case "svg":
            return [grown.svg(options.depth)]
        case _:
            return [json.dumps({**grown.as_json(), "version": player.version})]


def _tree_json(grown: Tree, player: Strategy, seconds: float) -> dict[str, Any]:
    return {
        "variant": str(grown.variant),
        "position": str(grown.position),
        "strategy": player.name,
        "version": player.version,
        "first": str(grown.guess(0)),
        **grown.summary.as_json(),
        "seconds": round(seconds, 6),
    }


def _tree_summary(grown: Tree, seconds: float) -> list[str]:
    summary = grown.summary
    head = (
        f"{grown.strategy} in {grown.position}, first guess {grown.guess(0)}: "
        f"{counted(summary.codes, 'code')}, mean {summary.average:.4f} guesses, at most {summary.depth}"
    )
    return [head, *bars(summary), f"signature {summary.signature}, {_seconds(seconds)}"]


def bars(summary: Summary) -> list[str]:
    """Draw the histogram, a line a number of guesses."""
    most, digits = max(summary.histogram), len(str(summary.depth))
    return [
        f"  {number:>{digits}} {'█' * math.ceil(codes / most * _BAR_WIDTH)}{' ' if codes else ''}{codes:,}"
        for number, codes in enumerate(summary.histogram, 1)
    ]


# verify


def verify_file(path: Path, *, as_json: bool) -> int:
    """Replay a tree file and say what is wrong with it; 0 if nothing, else 1."""
    data = _read_json(path)
    with progress_bar("replaying") as progress:
        verdict = verify(data, progress)
    if as_json:
        show_json({"good": verdict.is_good, "flaws": list(verdict.flaws), **_measured(verdict.summary)})
    elif verdict.is_good:
        show(f"good: every code is found, signature {verdict.summary.signature}")
    else:
        show(f"bad: {path}", *(f"  {flaw}" for flaw in verdict.flaws))
    return 0 if verdict.is_good else BAD_TREE


def _measured(summary: Summary) -> Mapping[str, Any]:
    return summary.as_json() if summary.codes else {}


def _read_json(path: Path) -> object:
    try:
        return json.loads(_read_file(path), object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        raise UnreadableText(f"{str(path)!r} is not a tree file: {error}") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse an object that names a thing twice: of two branches JSON would silently keep the last."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return dict(pairs)


# tournament


@dataclass(frozen=True, slots=True)
class TournamentOptions:
    """What a tournament plays, and where its rows go besides the terminal."""

    variants: Sequence[Variant]
    players: Sequence[Strategy]
    games: int | None = None
    seed: int = 0
    threads: int = 0
    csv: Path | None = None
    plots: Sequence[Path] = ()
    as_json: bool = False

    def check(self) -> None:
        """Refuse what would fail only after the games are played."""
        for path in (self.csv, *self.plots):
            if path is not None:
                check_place(path)
        for path in self.plots:
            plot.check_format(path.suffix[1:])


def players(texts: str, seconds: float | None = None) -> list[Strategy]:
    """Read strategies with commas between them, as in `knuth,random:7`; `all` are all.

    The time to think is for those that take one.
    """
    names = split_names(texts)
    if seconds is not None and not any(name.strip().lower().startswith(("sampling", "all")) for name in names):
        raise NotAllowed("--seconds-per-guess is for sampling, which is not among the strategies")
    if not names:
        raise NotAllowed(f"name one strategy or more: {', '.join(strategies.names())}, or all")
    if names != ["all"]:
        return [_timed(strategies.strategy(name), seconds) for name in names]
    found = []
    for name in strategies.names():
        try:
            found.append(_timed(strategies.strategy(name), seconds))
        except KeypegError as error:
            _note(str(error))
    return found


def _timed(player: Strategy, seconds: float | None) -> Strategy:
    return replace(player, seconds=seconds) if isinstance(player, Sampling) and seconds is not None else player


def _note(message: str) -> None:
    sys.stderr.write(f"keypeg: {message}\n")


def run_tournament(options: TournamentOptions) -> int:
    """Play, and show every finished row, also when an error or Ctrl-C ends the run early."""
    options.check()
    rows: list[tournament.Row] = []
    failure: KeypegError | KeyboardInterrupt | None = None
    try:
        rows.extend(_finished_rows(options))
    except (KeypegError, KeyboardInterrupt) as error:
        failure = error
    if rows:
        _show_rows(rows, options)
    if failure is None:
        return 0 if rows else BAD_INPUT
    if isinstance(failure, KeyboardInterrupt) and rows:
        whole = len(options.variants) * len(options.players)
        _note(f"broken off after {len(rows)} of {whole} rows")
        return BROKEN_OFF
    raise failure


def _finished_rows(options: TournamentOptions) -> Iterator[tournament.Row]:
    with progress_bar("tournament") as bar:
        yield from tournament.run(
            options.variants,
            options.players,
            clock=time.perf_counter,
            games=options.games,
            seed=options.seed,
            threads=options.threads,
            progress=None if bar is None else lambda _name, done, whole: bar(done, whole),
            skipped=_note,
        )


def _show_rows(rows: Sequence[tournament.Row], options: TournamentOptions) -> None:
    if options.csv is not None:
        write_file(options.csv, tournament.as_csv(rows))
    for path in options.plots:
        write_file(path, plot.draw(rows, path.suffix[1:]))
    if options.as_json:
        show_json([row.as_json() for row in rows])
    else:
        finished = dict.fromkeys(row.variant for row in rows)
        show(*(_variant_table([row for row in rows if row.variant == variant]) for variant in finished))


def _variant_table(rows: Sequence[tournament.Row]) -> Table:
    """Lay out the rows of one variant, best mean first."""
    best = sorted(rows, key=lambda row: row.summary.average)
    sampled, variant = best[0].is_sampled, best[0].variant
    games = f"{counted(best[0].summary.codes, 'secret')} drawn by seed {best[0].seed}" if sampled else "all codes"
    columns = ["strategy", "mean", *(["± 95%", "to the best"] if sampled else []), "depth", "histogram", "ms a guess"]
    made = table(
        *columns,
        title=f"{variant}, {variant.size:,} codes: {games}",
        numbers={*columns} - {"strategy", "histogram"},
    )
    for row in best:
        made.add_row(
            row.strategy,
            f"{row.summary.average:.4f}",
            *([f"{row.ci95:.4f}", _difference(row, best[0])] if sampled else []),
            str(row.summary.depth),
            " ".join(map(str, row.summary.histogram)),
            f"{row.seconds_per_guess * 1000:.3f}",
        )
    return made


def _difference(row: tournament.Row, best: tournament.Row) -> str:
    if row is best:
        return ""
    gap, half = row.difference(best)
    return f"+{gap:.4f} ± {half:.4f}"


# bench


def bench(threads: int, *, as_json: bool) -> int:
    """Show what this build plays and how fast it is."""
    with progress_bar("bench") as bar:
        steps = measures.step_count()
        speeds = list(_watched(measures.measure_speeds(), bar, 0, steps))
        trees = list(_watched(measures.measure_trees(threads), bar, len(speeds), steps))
    play = measures.total_play(trees)
    if as_json:
        show_json(
            {
                "instruction_set": _core.instruction_set(),
                "speeds": [
                    {"variant": s.variant, "instruction_set": s.instruction_set, "pairs_per_second": s.pairs_per_second}
                    for s in speeds
                ],
                "trees": [tree.as_json() for tree in trees],
                "play": play,
            }
        )
        return 0
    show(_bench_table(speeds, trees), f"play {play}")
    return 0


def _watched(
    steps: Iterable[Step], bar: Callable[[float, float], None] | None, done: int, whole: int
) -> Iterator[Step]:
    for number, step in enumerate(steps, done + 1):
        if bar:
            bar(number, whole)
        yield step


def _bench_table(speeds: Sequence[measures.Speed], trees: Sequence[measures.Grown]) -> Table:
    columns = [f"{variant}{what}" for variant in measures.VARIANTS for what in ("", " time")]
    made = table("", *columns, numbers=columns)
    for name in dict.fromkeys(speed.instruction_set for speed in speeds):
        cells = [[f"{s.pairs_per_second / 1e9:.2f} G pairs/s", ""] for s in speeds if s.instruction_set == name]
        made.add_row(f"{name}, one core", *(cell for pair in cells for cell in pair))
    made.add_section()
    by_place = {(tree.strategy, tree.variant): tree for tree in trees}
    for name in dict.fromkeys(tree.strategy for tree in trees):
        grown = [by_place.get((name, variant)) for variant in measures.VARIANTS]
        made.add_row(name, *(cell for tree in grown for cell in _tree_cells(tree)))
    return made


def _tree_cells(tree: measures.Grown | None) -> tuple[str, str]:
    return (tree.summary.signature, _seconds(tree.seconds)) if tree else ("", "")


def _seconds(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


# files


def check_place(path: Path) -> None:
    """Refuse a file that can't be written before the work for it is done."""
    if path.is_dir() or not path.parent.is_dir():
        raise NotAllowed(f"can't write {str(path)!r}: {'it is a folder' if path.is_dir() else 'no such folder'}")


def write_file(path: Path, data: str | bytes) -> None:
    try:
        store.write_atomically(path, data)
    except OSError as error:
        raise NotAllowed(f"can't write {str(path)!r}: {store.reason(error)}") from error


def _read_file(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise NotAllowed(f"can't read {str(path)!r}: {store.reason(error)}") from error
    except UnicodeDecodeError:
        raise UnreadableText(f"{str(path)!r} is not a text file") from None
