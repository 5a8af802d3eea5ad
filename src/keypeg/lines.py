"""Text as lines: broken to the width of a terminal, or made one line that may be shown anywhere."""

import re
import textwrap

_NARROW = 8
_COLUMNS = re.compile(r"\S+(?:[ \0]\S+)* {2,}|[0-9]+\. ")
"""The beginning of a line whose text stands in a column of its own: `undo   take it back`, or `1. RRGG: ...`."""


def wrapped(text: str, width: int, *, margin: int = 0, hanging: int = 0, whole: bool = False) -> list[str]:
    """Break text into lines of at most `width` cells, at spaces.

    A line goes on below its own text: in the same column, or `hanging` cells further in if it has no columns, and 2 if
    it is indented. A word that is too long is broken, or left `whole` for the terminal to break.
    """
    lines: list[str] = []
    for line in text.splitlines():
        body = _glued(line.strip())
        indent = len(line) - len(line.lstrip())
        column = _COLUMNS.match(body)
        further = column.end() if column and column.end() <= width // 2 else max(hanging, 2 if indent else 0)
        lines += textwrap.wrap(
            body,
            max(width, _NARROW),
            initial_indent=" " * (margin + indent),
            subsequent_indent=" " * (margin + indent + further),
            break_on_hyphens=False,
            break_long_words=not whole,
        ) or [""]
    return [line.replace("\0", " ") for line in lines]


def _glued(line: str) -> str:
    """Let a line of several columns be broken only between them."""
    return re.sub(r"(?<=\S) (?=\S)", "\0", line) if len(re.findall(r" {2,}", line)) > 1 else line


_LONGEST = 600


def one_line(message: str) -> str:
    """Make one line of a message that may quote anything: what is not printable is escaped, what is long shortened."""
    line = " ".join(message.split())
    line = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in line)
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST // 2]} … {line[-_LONGEST // 2 :]}"


def aligned(rows: dict[str, str]) -> list[str]:
    """Write names and what they stand for in two columns."""
    width = max(map(len, rows))
    return [f"  {name:<{width}}  {value}" for name, value in rows.items()]
