"""Puzzles: positions with exactly one answer, graded by what it takes to find it.

| kind | asks for | grade |
|---|---|---|
| `code` | the only code that is left | the level of the hardest technique that is needed (`keypeg.reasons`) |
| `win` | the guess after which the next one surely wins | by the number of possible codes |
| `wrong` | the turn whose feedback is wrong | as `code`: how hard it is to see that no other turn is the wrong one |

Each is minimal: without any one of its turns it is no puzzle. A puzzle is a value that reads its own text, such as
`code 3 p4c6 1123=1b1w 2145=0b2w …`; its answer follows from the turns.
"""

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pkgutil import get_data
from typing import Any, Literal, Self, get_args

import numpy as np

from keypeg import _core
from keypeg.candidates import SAMPLE_LIMIT, Candidates, core_key, to_code
from keypeg.errors import NotAllowed, TooLarge, UnreadableText
from keypeg.palette import Palette
from keypeg.position import read_turns
from keypeg.reasons import GRADES, contradicts, grade_of_code
from keypeg.rules import Code, Turn, Variant

PuzzleKind = Literal["code", "win", "wrong"]
KINDS: tuple[PuzzleKind, ...] = get_args(PuzzleKind)

Answer = Code | int
"""A code, or the number of a turn, from 1."""

_WIN_GRADES = (3, 4, 5, 6, 9)  # the fewest possible codes of each grade


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle of a grade. That it has one answer, is minimal and of this grade is not checked: `flaws` does that."""

    kind: PuzzleKind
    grade: int
    variant: Variant
    turns: tuple[Turn, ...]

    @classmethod
    def of(cls, puzzle: "Puzzle | str") -> "Puzzle":
        """Return a puzzle as it is, or read the text of one."""
        return puzzle if isinstance(puzzle, Puzzle) else cls.parse(puzzle)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `code 3 p4c6 1123=1b1w …`."""
        if not isinstance(text, str):
            raise NotAllowed("puzzle-value", given=repr(text))
        kind, grade, line = (*text.split(maxsplit=2), "", "", "")[:3]
        if kind not in KINDS or not (grade.isdecimal() and int(grade[:9]) in GRADES):
            raise UnreadableText("puzzle-text", text=text)
        variant, turns = read_turns(line)
        return cls(kind, int(grade), variant, tuple(turns))

    @property
    def answer(self) -> Answer:
        """The answer; raises NotAllowed if there is not exactly one."""
        answers = list(itertools.islice(_answers(self.kind, self.variant, self.turns), 2))
        if len(answers) != 1:
            raise NotAllowed("puzzle-answers", puzzle=self)
        return answers[0]

    def read(self, text: str, palette: Palette | str | None = None) -> Answer:
        """Read what somebody takes for the answer."""
        if self.kind != "wrong":
            return self.variant.code(text, palette)
        word = text.strip()
        if not (word.isdecimal() and 1 <= int(word[:9]) <= len(self.turns)):
            raise UnreadableText("puzzle-turn", text=text, most=len(self.turns))
        return int(word)

    @property
    def line(self) -> str:
        """The variant and the turns, as positions are written."""
        return " ".join(map(str, (self.variant, *self.turns)))

    def as_json(self) -> dict[str, Any]:
        """Return what may be seen of it: all but the answer."""
        return {
            "kind": self.kind,
            "grade": self.grade,
            "variant": str(self.variant),
            "turns": [str(turn) for turn in self.turns],
        }

    def __str__(self) -> str:
        return f"{self.kind} {self.grade} {self.line}"


def parse_kind(text: str) -> PuzzleKind:
    """Read the kind of a puzzle."""
    for kind in KINDS:
        if text.strip().lower() == kind:
            return kind
    raise UnreadableText("puzzle-kind", asked=text, kinds=", ".join(KINDS))


def flaws(puzzle: Puzzle | str) -> list[str]:
    """Return what is wrong with a puzzle: it has another number of answers, is not minimal, or has another grade."""
    puzzle = Puzzle.of(puzzle)
    found = []
    if not is_puzzle(puzzle.kind, puzzle.variant, puzzle.turns):
        return ["answers"]
    if any(is_puzzle(puzzle.kind, puzzle.variant, rest) for rest in shorter(puzzle.turns)):
        found.append("minimal")
    if graded(puzzle.kind, puzzle.variant, puzzle.turns, puzzle.grade) != puzzle.grade:
        found.append("grade")
    return found


def is_puzzle(kind: PuzzleKind, variant: Variant, turns: tuple[Turn, ...]) -> bool:
    """Return whether there is exactly one answer."""
    return len(list(itertools.islice(_answers(kind, variant, turns), 2))) == 1


def shorter(turns: tuple[Turn, ...]) -> Iterator[tuple[Turn, ...]]:
    """Go through the turns with one of them left out."""
    return (turns[:number] + turns[number + 1 :] for number in range(len(turns)))


def graded(kind: PuzzleKind, variant: Variant, turns: tuple[Turn, ...], most: int = GRADES[-1]) -> int | None:
    """Return the grade of a puzzle, or None if it is higher than `most`."""
    if kind == "code":
        return grade_of_code(variant, turns, next(iter(Candidates(variant, turns))), most)
    if kind == "win":
        codes = len(Candidates(variant, turns))
        return sum(codes >= fewest for fewest in _WIN_GRADES)
    [wrong] = _answers(kind, variant, turns)
    levels = [contradicts(variant, rest, most) for number, rest in enumerate(shorter(turns), 1) if number != wrong]
    return None if None in levels else max(level for level in levels if level is not None)


def _answers(kind: PuzzleKind, variant: Variant, turns: tuple[Turn, ...]) -> Iterator[Answer]:
    if kind == "code":
        return iter(Candidates(variant, turns))
    return _sure_guesses(variant, turns) if kind == "win" else _wrong_turns(variant, turns)


def _sure_guesses(variant: Variant, turns: tuple[Turn, ...]) -> Iterator[Code]:
    """Yield the guesses after which no two possible codes are left; none if fewer than three are possible now."""
    if variant.size > SAMPLE_LIMIT:
        raise TooLarge("puzzle-size", variant=variant, limit=SAMPLE_LIMIT)
    rows = Candidates(variant, turns).array
    if not _WIN_GRADES[0] <= len(rows) <= _most_parts(variant):
        return
    guesses = Candidates(variant, ()).array
    sizes = _core.partition_sizes(core_key(variant), guesses, rows, 1)
    for row in guesses[np.max(sizes, axis=1) == 1]:
        yield to_code(row)


def _most_parts(variant: Variant) -> int:
    """Return how many kinds of feedback there are."""
    return (variant.pegs + 1) * (variant.pegs + 2) // 2 - 1


def _wrong_turns(variant: Variant, turns: tuple[Turn, ...]) -> Iterator[int]:
    """Yield the turns without which some code is consistent with the others; none if all turns can be true.

    A turn that is impossible by itself makes no puzzle.
    """
    if _is_possible(variant, turns) or not all(_is_possible(variant, (turn,)) for turn in turns):
        return
    for number, rest in enumerate(shorter(turns), 1):
        if _is_possible(variant, rest):
            yield number


def _is_possible(variant: Variant, turns: tuple[Turn, ...]) -> bool:
    return next(iter(Candidates(variant, turns)), None) is not None


# The collection that comes with the package


@cache
def texts() -> tuple[str, ...]:
    """Return the puzzles that come with the package as texts, by variant, kind and grade: few are ever needed."""
    text = get_data("keypeg", "puzzles.txt") or b""  # importlib.resources would be much to load for one file
    return tuple(line for line in text.decode().splitlines() if line and not line.startswith("#"))


@cache
def collection() -> tuple[Puzzle, ...]:
    """Return the puzzles that come with the package, by variant, kind and grade."""
    return tuple(map(Puzzle.parse, texts()))


def terms_of(text: str) -> tuple[str, int, str]:
    """Return kind, grade and variant of a text of the collection."""
    kind, grade, variant, _ = text.split(maxsplit=3)
    return kind, int(grade), variant


_WEEK = (1, 2, 2, 3, 3, 4, 5)  # from Monday to Sunday
_DAILY = "p4c6"


def of_day(ordinal: int) -> Puzzle:
    """Return the puzzle of a day, given by its number in the calendar (`date.toordinal`).

    It gets harder from Monday to Sunday, and none comes twice before all of its grade have come.
    """
    week, weekday = divmod(ordinal - 1, 7)
    grade = _WEEK[weekday]
    of_grade = [text for text in texts() if terms_of(text)[1:] == (grade, _DAILY)]
    random.Random(f"puzzles of the day {grade}").shuffle(of_grade)  # noqa: S311
    number = week * _WEEK.count(grade) + _WEEK[:weekday].count(grade)
    return Puzzle.parse(of_grade[number % len(of_grade)])
