"""What responses about lessons, reasons and puzzles contain."""

from typing import Literal

from keypeg.game import Outcome
from keypeg.puzzles import PuzzleKind
from keypeg.web import wire, wire_history


class LessonName(wire.Closed):
    number: int
    name: str
    title: str


class Lessons(wire.Closed):
    lessons: list[LessonName]


class Option(wire.Closed):
    """Something to choose: a code with its pegs, or a claim."""

    answer: str
    words: str
    pegs: list[int] | None


class Task(wire.Closed):
    number: int
    kind: str
    question: str
    options: list[Option]
    turns: list[wire.Turn]
    left: list[str]
    """The codes that are left, where a guess is to be weighed by them."""
    secret: list[int] | None
    """The code, where a guess is to be scored against it."""
    guess: list[int] | None


class Lesson(LessonName, wire.Look):
    intro: str
    end: str
    next: str | None
    tasks: list[Task]


class Claim(wire.Closed):
    """What a step concludes; pegs and colors are counted from 1, and 0 stands for none."""

    kind: Literal["in", "most", "is", "not", "impossible", "only"]
    color: int
    peg: int
    number: int


class Step(wire.Closed):
    """A step of a reason: in words, with a line for each thing that is supposed within it."""

    words: list[str]
    technique: str
    level: int
    turns: list[int]
    concludes: list[Claim]


class Part(wire.Feedback):
    codes: list[str]


class Reaction(wire.Closed):
    """What comes of a try; without one, what is right."""

    right: bool
    answer: str | None
    words: str
    steps: list[Step]
    parts: list[Part]


class Explanation(wire.Look):
    position: str
    turns: list[wire.Turn]
    possible: str
    grade: int
    grade_words: str
    techniques: list[str]
    complete: bool
    steps: list[Step]


class Standing(wire.Closed):
    """What the puzzles of a visitor sum up to."""

    rating: int
    done: int
    solved: int
    streak: wire_history.Streak
    daily: wire_history.Streak


class Puzzles(wire.Closed):
    """What a visitor has done; the outcome of today's puzzle if they have begun it, and another one to go on with."""

    standing: Standing
    today: str
    daily: Outcome | None
    open: str | None
    grades: dict[PuzzleKind, list[int]]
    """Of which grades there are puzzles of each kind."""


class PuzzleHint(wire.Closed):
    words: list[str]
    codes: list[str]
    steps: list[Step]


class PuzzleEnd(wire.Closed):
    """The answer, how it went, and the reasoning: steps, or hints; what it made of the rating."""

    answer: str
    pegs: list[int] | None
    words: str
    steps: list[Step]
    hints: list[PuzzleHint]
    standing: Standing
    change: int


class Puzzle(wire.Look):
    id: str
    kind: PuzzleKind
    grade: int
    grade_words: str
    daily: str | None
    question: str
    turns: list[wire.Turn]
    hints: list[PuzzleHint]
    hint_count: int
    wrong: int
    outcome: Outcome
    words: str | None
    """What is said to the answer that was just given."""
    end: PuzzleEnd | None
