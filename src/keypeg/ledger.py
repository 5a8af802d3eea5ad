"""The ledger of a proof: lines of text, each a fact about one position that stays true for ever.

A line has six columns, separated by tabs: the position, a lower and an upper bound of its least total, the processor
seconds that it took to find them, the Keypeg that did (`VERSION`), and guesses. There are three kinds of fact:

- with an upper bound, the guesses are a strategy that reaches it, as `keypeg.preorder` writes it;
- without one and without guesses, the position needs at least the lower bound;
- without one, but with guesses, every strategy that begins with one of these needs at least the lower bound.

A line with seconds stands on its own: whoever doubts it can search the position again. A line that follows from others
has `-` for the seconds, and its strategy may end where lines about later positions go on.

The order of lines doesn't matter and none takes another back, so ledgers of the same proof are merged by writing one
after the other. What follows from the lines together is worked out by `keypeg.proof`.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Self

from keypeg import __version__
from keypeg._core import BUILD, NO_TOTAL
from keypeg.errors import NotAllowed, UnreadableText

HEADER = "# keypeg ledger 1: position, lower, upper, processor seconds, version, guesses"

VERSION = f"{__version__}+{BUILD}"
"""What a line says of the Keypeg that found it: its version, and a sum of the sources of its core."""

_SIGN = HEADER.partition(":")[0] + ":"
_COLUMNS = 6
_NONE = "-"
_POSITION = re.compile(r"p[1-9]\d*c[1-9]\d*n?( [^ =]+=(0|[1-9]\d*)b(0|[1-9]\d*)w)*", re.ASCII)
_LONGEST = 4000  # letters of a position
_MOST_TURNS = 100  # most positions have a few
_WHOLE = re.compile(r"\d{1,9}", re.ASCII)
_SECONDS = re.compile(r"\d{1,12}(\.\d+)?", re.ASCII)  # so that any number of lines has a finite sum


@dataclass(frozen=True, slots=True)
class Line:
    """One fact. The position and the guesses are texts as Keypeg writes them."""

    position: str
    lower: int
    upper: int | None = None
    seconds: float | None = None
    version: str = ""
    guesses: str = ""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a line, without its end."""
        columns = text.split("\t")
        if len(columns) != _COLUMNS:
            raise UnreadableText("ledger-columns", columns=len(columns), expected=_COLUMNS)
        position, lower, upper, seconds, version, guesses = columns
        if len(position) > _LONGEST or position.count(" ") > _MOST_TURNS or not _POSITION.fullmatch(position):
            raise UnreadableText("ledger-text", position=position)
        patterns = ((_WHOLE, lower), (_WHOLE, upper), (_SECONDS, seconds))
        if not all(number == _NONE or pattern.fullmatch(number) for pattern, number in patterns) or lower == _NONE:
            raise UnreadableText("ledger-number", lower=lower, upper=upper, seconds=seconds)
        line = cls(
            position,
            int(lower),
            None if upper == _NONE else int(upper),
            None if seconds == _NONE else float(seconds),
            "" if version == _NONE else version,
            "" if guesses == _NONE else guesses,
        )
        if not 0 < line.lower <= (NO_TOTAL - 1 if line.upper is None else line.upper) < NO_TOTAL:
            raise UnreadableText("ledger-number", lower=lower, upper=upper, seconds=seconds)
        if line.upper is not None and not line.guesses:
            raise UnreadableText("ledger-bounds", position=position, upper=upper)
        if line.guesses != " ".join(line.guesses.split()):
            raise UnreadableText("ledger-spaces", position=position)
        return line

    def __str__(self) -> str:
        upper = _NONE if self.upper is None else self.upper
        seconds = _NONE if self.seconds is None else f"{self.seconds:.2f}"
        columns = (self.position, self.lower, upper, seconds, self.version or _NONE, self.guesses or _NONE)
        return "\t".join(map(str, columns))

    @property
    def is_about_guesses(self) -> bool:
        return self.upper is None and self.guesses != ""


class Facts:
    """The lines about each position, and which positions and guesses have lines about what they lead to."""

    def __init__(self, lines: Iterable[Line] = ()) -> None:
        self._lines: dict[str, dict[Line, None]] = {}
        self._divided: dict[str, set[str]] = {}
        for line in lines:
            self.add(line)

    def add(self, line: Line) -> bool:
        """Take in a line, and return whether it was new."""
        known = self._lines.setdefault(line.position, {})
        if line in known:
            return False
        known[line] = None
        if line.is_about_guesses:
            self._divided.setdefault(line.position, set())
        variant, *turns = line.position.split(" ")
        for number, turn in enumerate(turns):
            guesses = self._divided.setdefault(" ".join([variant, *turns[:number]]), set())
            guesses.add(turn.partition("=")[0])
        return True

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def __iter__(self) -> Iterator[Line]:
        for lines in self._lines.values():
            yield from lines

    def about(self, position: str) -> list[Line]:
        return list(self._lines.get(position, ()))

    def is_divided(self, position: str) -> bool:
        """Return whether there are facts about single guesses of the position, or about what they lead to."""
        return position in self._divided

    def divided_guesses(self, position: str) -> set[str]:
        """Return the guesses of the position that have lines about what they lead to."""
        return self._divided.get(position, set())

    @property
    def root(self) -> str:
        """The position that the proof is about: the turns that all lines have in common."""
        if not self._lines:
            raise NotAllowed("ledger-empty")
        positions = [position.split(" ") for position in self._lines]
        first = min(positions, key=len)
        if any(position[0] != first[0] for position in positions):
            raise NotAllowed("ledger-variants", variants=", ".join(sorted({position[0] for position in positions})))
        common = next(
            (number for number, words in enumerate(zip(*positions, strict=False)) if len(set(words)) > 1), len(first)
        )
        return " ".join(first[:common])


def is_begun(text: str) -> bool:
    """Return whether a text begins with the header of a ledger, or is what there is of one that was cut short."""
    return (text.startswith(_SIGN) and "\n" in text) or HEADER.startswith(text)


def comments(text: str) -> list[str]:
    """Return the comments of a ledger, without its header."""
    return [line for line in text.split("\n") if line.startswith("#") and _SIGN not in line]


def parse(text: str) -> list[Line]:
    """Read the lines of a ledger. Comments begin with #.

    A line that a writer left unfinished is ignored, at the end or where another ledger was appended to it.
    """
    lines = []
    for number, line in enumerate(text.split("\n")[:-1], 1):
        if line.strip() and not line.startswith("#") and _SIGN not in line:
            try:
                lines.append(Line.parse(line.rstrip("\r")))
            except UnreadableText as error:
                raise UnreadableText("ledger-line", number=number, reason=error) from None
    return lines
