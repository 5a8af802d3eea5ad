"""What the commands print: tables and JSON on stdout, notes and progress bars on stderr, and the files they write.

A progress bar is drawn only if a person can see it.
"""

import json
import math
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from keypeg import store
from keypeg.errors import NotAllowed, UnreadableText
from keypeg.lines import one_line, wrapped
from keypeg.tree import Progress
from keypeg.words.language import number as written
from keypeg.words.plain import either

if TYPE_CHECKING:
    from rich.table import Table

_PIPE_WIDTH = 160
_LONGEST_BAR = 40
_NARROW = 16
"""The least width of a column whose text is broken into lines."""

Row = Sequence[str] | None
"""The cells of a row of a table; None is a line between rows."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    With `spare` 0 it is always shown; of the others, those with the highest number are left out first where there is
    no room for all. If it `wraps`, its text is broken between words; any other column is as wide as its widest cell.
    """

    heading: str
    spare: int = 0
    right: bool = False
    wraps: bool = False


def room() -> int:
    """Return the width of a line: that of the terminal, or wide if a program reads it."""
    return shutil.get_terminal_size().columns if _is_terminal() else _PIPE_WIDTH


def _is_terminal() -> bool:
    return sys.stdout.isatty()


def table(
    columns: Sequence[Column], rows: Sequence[Row], title: str | None = None, width: int | None = None
) -> "Table":
    """Lay out a table with the columns for which there is room, so that no number is ever split.

    A column that is empty in every row is left out.
    """
    from rich import box  # noqa: PLC0415 - only what is shown as a table needs it
    from rich.table import Table  # noqa: PLC0415 - the same

    width = width or room()
    least = [_least_width(column, [row[at] for row in rows if row]) for at, column in enumerate(columns)]
    kept = [at for at in range(len(columns)) if not rows or any(row[at] for row in rows if row)]
    while _whole(least, kept) > width and any(columns[at].spare for at in kept):
        kept.remove(max(kept, key=lambda at: columns[at].spare))
    made = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", padding=(0, 1, 0, 0), pad_edge=False)
    left = width - _whole(least, kept)
    if left < 0:
        made.width = width - left  # rather a line that is too long than a number that is cut
    for at in kept:
        column = columns[at]
        wanted = max([len(column.heading), *(len(row[at]) for row in rows if row and column.wraps)])
        more = max(0, min(left, wanted - least[at]))
        left -= more
        least[at] += more
        made.add_column(column.heading, justify="right" if column.right else "left", width=least[at])
    for row in rows:
        if row is None:
            made.add_section()
        else:
            made.add_row(*(_broken(row[at], least[at]) if columns[at].wraps else row[at] for at in kept))
    return made


def _broken(text: str, width: int) -> str:
    return "\n".join(wrapped(text, width, whole=True))


def _least_width(column: Column, cells: Sequence[str]) -> int:
    if column.wraps:
        return max(_NARROW, len(column.heading))
    return max(map(len, [column.heading, *cells]))


def _whole(widths: Sequence[int], kept: Sequence[int]) -> int:
    """Return the width of a table: each column has two places beside it."""
    return sum(widths[at] + 2 for at in kept)


def histogram(numbers: Mapping[str, int]) -> list[str]:
    """Draw a bar for each number, one line each with its name, as long as there is room for."""
    most, name_width = max(numbers.values()), max(map(len, numbers))
    longest = bar_room(name_width + len(written(most)) + 4)
    return [
        f"  {name:>{name_width}} {bar(number / most, longest)}{' ' if number else ''}{written(number)}"
        for name, number in numbers.items()
    ]


def bar_room(taken: int) -> int:
    """Return how long a bar may be in a line of which this much is taken."""
    return max(1, min(_LONGEST_BAR, room() - taken))


def bar(share: float, longest: int) -> str:
    """Draw a bar: what is more than nothing can be seen."""
    return "█" * math.ceil(share * longest)


def show(*parts: "Table | str") -> None:
    """Print to stdout, in wide lines if a program reads them; in a terminal, lines are broken between words."""
    for part in parts:
        if isinstance(part, str):
            lines = wrapped(part, room(), whole=True) if _is_terminal() else part.splitlines()
            sys.stdout.writelines(f"{line}\n" for line in lines or [""])
        else:
            from rich.console import Console  # noqa: PLC0415 - only what is shown as a table needs it

            Console(highlight=False, markup=False, emoji=False, width=room()).print(part, crop=False)


def show_json(data: object) -> None:
    sys.stdout.write(json.dumps(data, indent=2) + "\n")


@contextmanager
def progress_bar(label: str) -> Iterator[Progress | None]:
    """Show a bar with the time left, moved by a function of what is done and the whole; None where nobody sees it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich import progress as bars  # noqa: PLC0415 - only a person sees a bar
    from rich.console import Console  # noqa: PLC0415 - the same

    text = bars.TextColumn("{task.description}")
    columns = (text, bars.BarColumn(), bars.TaskProgressColumn(), bars.TimeRemainingColumn())
    with bars.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, whole: bar.update(task, completed=done, total=whole)


def note(message: str) -> None:
    sys.stderr.write(f"keypeg: {one_line(message)}\n")


def check_ending(path: Path, endings: Sequence[str]) -> None:
    """Refuse a file whose ending says something else than what will be written."""
    if path.suffix[1:].lower() not in endings:
        *others, last = [f".{ending}" for ending in endings]
        raise NotAllowed("file-ending", path=path, endings=either([", ".join(others), last] if others else [last]))


def check_place(path: Path) -> None:
    """Refuse a file that can't be written, before any work is done for it."""
    try:
        path.lstat()
    except FileNotFoundError:
        pass
    except OSError as error:
        raise NotAllowed("file-write", path=path, reason=store.reason(error)) from error
    if path.is_dir():
        raise NotAllowed("write-folder", path=path)
    if not path.parent.is_dir():
        raise NotAllowed("write-nowhere", path=path)


def write_file(path: Path, data: str | bytes | Iterable[str]) -> None:
    try:
        store.write_atomically(path, data)
    except OSError as error:
        raise NotAllowed("file-write", path=path, reason=store.reason(error)) from error


def read_file(path: Path) -> str:
    try:
        return store.read_text(path)
    except OSError as error:
        raise NotAllowed("file-read", path=path, reason=store.reason(error)) from error
    except UnicodeDecodeError:
        raise UnreadableText("file-no-text", path=path) from None
