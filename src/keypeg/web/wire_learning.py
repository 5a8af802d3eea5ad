"""What responses about lessons and reasons contain."""

from typing import Literal

from keypeg.web import wire


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
