"""What the commands print: tables and JSON on stdout, notes and progress bars on stderr, and the files they write.

A progress bar is drawn only if a person can see it.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich import box
from rich import progress as bars
from rich.console import Console
from rich.table import Table

from keypeg import store
from keypeg.errors import NotAllowed, UnreadableText
from keypeg.tree import Progress

_PIPE_WIDTH = 160


def table(*columns: str, title: str | None = None, numbers: Iterable[str] = ()) -> Table:
    """Return an empty table; the columns named in `numbers` are aligned to the right."""
    made = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", pad_edge=False)
    for column in columns:
        made.add_column(column, justify="right" if column in set(numbers) else "left", overflow="fold")
    return made


def show(*parts: Table | str) -> None:
    """Print to stdout, in wide lines if a program reads them."""
    width = None if sys.stdout.isatty() else _PIPE_WIDTH
    console = Console(highlight=False, markup=False, emoji=False, width=width)
    for part in parts:
        console.print(part, soft_wrap=isinstance(part, str) and not sys.stdout.isatty())


def show_json(data: object) -> None:
    sys.stdout.write(json.dumps(data, indent=2) + "\n")


@contextmanager
def progress_bar(label: str) -> Iterator[Progress | None]:
    """Show a bar with the time left, moved by a function of what is done and the whole; None where nobody sees it."""
    if not sys.stderr.isatty():
        yield None
        return
    text = bars.TextColumn("{task.description}")
    columns = (text, bars.BarColumn(), bars.TaskProgressColumn(), bars.TimeRemainingColumn())
    with bars.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, whole: bar.update(task, completed=done, total=whole)


def note(message: str) -> None:
    sys.stderr.write(f"keypeg: {message}\n")


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


def write_file(path: Path, data: str | bytes) -> None:
    try:
        store.write_atomically(path, data)
    except OSError as error:
        raise NotAllowed("file-write", path=path, reason=store.reason(error)) from error


def read_file(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise NotAllowed("file-read", path=path, reason=store.reason(error)) from error
    except UnicodeDecodeError:
        raise UnreadableText("file-no-text", path=path) from None
