"""Lessons: ten short tasks that teach the game, each with a reaction to every try.

A task is a position and a question. What is right is never written down but worked out from the position, and so is
the reason that a wrong try gets: a turn that a code contradicts, a code that refutes a claim, codes that a guess
doesn't tell apart. The results are facts; `keypeg.words` turns them into sentences.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, Literal, Protocol, TypeVar

from keypeg.claims import Claim
from keypeg.errors import KeypegError, NotAllowed, UnreadableText
from keypeg.palette import Palette
from keypeg.position import Position
from keypeg.reasons import Explanation, explain
from keypeg.rules import Code, Feedback, Variant, score

__all__ = ["LESSONS", "Lesson", "Reaction", "Task", "lesson"]


@dataclass(frozen=True, slots=True)
class Pairs:
    """How feedback comes about: the pegs with the same color in the same place, then those that match elsewhere.

    Places are counted from 1; a pair of `elsewhere` is a place in the guess and one in the code.
    """

    secret: Code
    guess: Code
    in_place: tuple[int, ...]
    elsewhere: tuple[tuple[int, int], ...]

    @classmethod
    def between(cls, secret: Code, guess: Code) -> "Pairs":
        places = range(1, len(guess) + 1)
        in_place = tuple(place for place in places if guess[place - 1] == secret[place - 1])
        free = [place for place in places if place not in in_place]
        elsewhere = []
        for place in (place for place in places if place not in in_place):
            match = next((other for other in free if secret[other - 1] == guess[place - 1]), None)
            if match is not None:
                free.remove(match)
                elsewhere.append((place, match))
        return cls(secret, guess, in_place, tuple(elsewhere))


@dataclass(frozen=True, slots=True)
class Clash:
    """A code contradicts a turn, counted from 0."""

    code: Code
    turn: int


@dataclass(frozen=True, slots=True)
class Consistent:
    """A code contradicts no turn."""

    code: Code


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A code is possible of which a claim is not true."""

    claim: Claim
    code: Code


@dataclass(frozen=True, slots=True)
class Split:
    """How a guess splits the candidates: the largest parts first."""

    guess: Code
    parts: tuple[tuple[Feedback, tuple[Code, ...]], ...]

    @classmethod
    def of(cls, position: Position, guess: Code) -> "Split":
        parts: dict[Feedback, list[Code]] = {}
        for code in position.candidates:
            parts.setdefault(score(code, guess), []).append(code)
        ordered = sorted(parts.items(), key=lambda part: (-len(part[1]), part[0].blacks, part[0].whites))
        return cls(guess, tuple((feedback, tuple(codes)) for feedback, codes in ordered))

    @property
    def largest(self) -> int:
        return len(self.parts[0][1])


Why = Pairs | Clash | Consistent | Counterexample | Explanation | Split
Answer = TypeVar("Answer", Feedback, Code, Claim, int)


@dataclass(frozen=True, slots=True)
class Reaction(Generic[Answer]):
    """What comes of a try: whether it is right, and why."""

    given: Answer
    is_right: bool
    why: Why


class Task(Protocol[Answer]):
    """Something to find out. Where there are `options`, one of them is right."""

    @property
    def kind(self) -> str: ...

    @property
    def position(self) -> Position: ...

    @property
    def options(self) -> tuple[Answer, ...]: ...

    @property
    def left(self) -> tuple[Code, ...]:
        """The codes that are left, where a guess is to be weighed by them."""
        ...

    @property
    def right(self) -> Answer: ...

    def read(self, text: str, palette: Palette | str | None = None) -> Answer:
        """Read what somebody types: an option by its letter, or the answer itself."""
        ...

    def react(self, answer: Answer) -> Reaction[Answer]: ...


def _chosen(options: tuple[Answer, ...], text: str, read: Callable[[], Answer]) -> Answer:
    """Return the option that a letter names, a for the first, or that is written out."""
    letters = [chr(ord("a") + number) for number in range(len(options))]
    name = text.strip().lower().rstrip(").")
    if name in letters:
        return options[letters.index(name)]
    with suppress(KeypegError):
        written = read()
        if written in options:
            return written
    raise NotAllowed("no-option", text=text, number=len(options))


@dataclass(frozen=True)
class Score:
    """Score a guess against a code that lies open."""

    kind = "score"
    secret: Code
    guess: Code
    position: Position = field(default_factory=lambda: Position(Variant(4, 6)))
    options: tuple[Feedback, ...] = ()
    left: tuple[Code, ...] = ()

    @property
    def right(self) -> Feedback:
        return score(self.secret, self.guess)

    def read(self, text: str, palette: Palette | str | None = None) -> Feedback:  # noqa: ARG002
        return self.position.variant.feedback(text)

    def react(self, answer: Feedback) -> Reaction[Feedback]:
        return Reaction(answer, answer == self.right, Pairs.between(self.secret, self.guess))


@dataclass(frozen=True)
class Judge:
    """Find out which of several claims is certain."""

    kind = "judge"
    position: Position
    options: tuple[Claim, ...]
    left: tuple[Code, ...] = ()

    @cached_property
    def right(self) -> Claim:
        [right] = [claim for claim in self.options if all(map(claim.is_true, self.position.candidates))]
        return right

    def read(self, text: str, palette: Palette | str | None = None) -> Claim:
        return _chosen(self.options, text, lambda: Claim.parse(text, self.position.variant, palette))

    def react(self, answer: Claim) -> Reaction[Claim]:
        refuting = next((code for code in self.position.candidates if not answer.is_true(code)), None)
        if refuting is None:
            return Reaction(answer, is_right=True, why=explain(self.position, answer))
        return Reaction(answer, is_right=False, why=Counterexample(answer, refuting))


@dataclass(frozen=True)
class Find:
    """Find the only code that is left."""

    kind = "find"
    position: Position
    options: tuple[Code, ...] = ()
    left: tuple[Code, ...] = ()

    @cached_property
    def right(self) -> Code:
        [right] = self.position.candidates
        return right

    def read(self, text: str, palette: Palette | str | None = None) -> Code:
        return self.position.variant.code(text, palette)

    def react(self, answer: Code) -> Reaction[Code]:
        if answer == self.right:
            return Reaction(answer, is_right=True, why=explain(self.position))
        return Reaction(answer, is_right=False, why=_clash(self.position, answer))


def _clash(position: Position, code: Code) -> Clash | Consistent:
    turn = position.first_contradicted(code)
    return Consistent(code) if turn is None else Clash(code, turn)


Sought = Literal["possible", "sure", "best"]


@dataclass(frozen=True)
class Pick:
    """Pick a code: the one that is `possible`, the guess that is `sure` to win with the next, or Knuth's `best`."""

    sought: Sought
    position: Position
    options: tuple[Code, ...]

    @property
    def kind(self) -> str:
        return f"pick-{self.sought}"

    @cached_property
    def left(self) -> tuple[Code, ...]:
        return () if self.sought == "possible" else tuple(self.position.candidates)

    @cached_property
    def right(self) -> Code:
        if self.sought == "best":
            least = min(Split.of(self.position, code).largest for code in self.options)
            [right] = [code for code in self.options if Split.of(self.position, code).largest == least]
        else:
            [right] = [code for code in self.options if self._is_sought(code)]
        return right

    def _is_sought(self, code: Code) -> bool:
        if self.sought == "possible":
            return self.position.first_contradicted(code) is None
        return Split.of(self.position, code).largest == 1

    def read(self, text: str, palette: Palette | str | None = None) -> Code:
        return _chosen(self.options, text, lambda: self.position.variant.code(text, palette))

    def react(self, answer: Code) -> Reaction[Code]:
        why = _clash(self.position, answer) if self.sought == "possible" else Split.of(self.position, answer)
        return Reaction(answer, answer == self.right, why)


@dataclass(frozen=True)
class Count:
    """Say how many candidates the largest part of a guess has."""

    kind = "count"
    position: Position
    guess: Code
    options: tuple[int, ...] = ()

    @cached_property
    def left(self) -> tuple[Code, ...]:
        return tuple(self.position.candidates)

    @property
    def right(self) -> int:
        return Split.of(self.position, self.guess).largest

    def read(self, text: str, palette: Palette | str | None = None) -> int:  # noqa: ARG002
        if not (text.strip().isascii() and text.strip().isdecimal()):
            raise UnreadableText("no-number", text=text)
        return int(text.strip()[:9])

    def react(self, answer: int) -> Reaction[int]:
        return Reaction(answer, answer == self.right, Split.of(self.position, self.guess))


@dataclass(frozen=True)
class Lesson:
    """A lesson: its name, and its tasks in order."""

    name: str
    tasks: tuple[Task[Any], ...]

    @property
    def number(self) -> int:
        return list(LESSONS).index(self.name) + 1


def _at(turns: str) -> Position:
    return Position.parse(f"p4c6 {turns}")


def _codes(text: str) -> tuple[Code, ...]:
    return tuple(map(Code, text.split()))


def _claims(*texts: str) -> tuple[Claim, ...]:
    return tuple(Claim.parse(text, Variant(4, 6), "digits") for text in texts)


_DERANGED = "1234=0b4w"

_ALL = [
    Lesson("feedback", (Score(Code("1234"), Code("1325")), Score(Code("5612"), Code("6512")))),
    Lesson("duplicates", (Score(Code("1123"), Code("1411")), Score(Code("1223"), Code("2211")))),
    Lesson("possible", (Pick("possible", _at("1123=1b1w"), _codes("1135 4556 1242")),)),
    Lesson("nothing", (Judge(_at("1122=0b0w 1345=0b1w"), _claims("in 3", "peg 2 not 3", "out 6")),)),
    Lesson("everything", (Judge(_at(_DERANGED), _claims("peg 1 is 2", "in 6", "out 5")),)),
    Lesson("compare", (Judge(_at("1123=1b0w 1124=2b0w"), _claims("peg 4 is 4", "in 1", "peg 4 is 3")),)),
    Lesson("only", (Find(_at("1243=1b1w 2615=0b0w 2414=1b0w")),)),
    Lesson("sacrifice", (Pick("sure", _at("4656=0b0w 3223=1b0w"), _codes("1113 1124 1211")),)),
    Lesson("parts", (Count(_at(_DERANGED), Code("2143")), Count(_at(_DERANGED), Code("1112")))),
    Lesson("knuth", (Pick("best", _at(_DERANGED), _codes("2143 1122 1112")),)),
]

LESSONS: Mapping[str, Lesson] = {lesson.name: lesson for lesson in _ALL}
"""The lessons, in the order in which they build on each other."""


def lesson(name: str | int) -> Lesson:
    """Return a lesson by its name or number."""
    named = {**LESSONS, **{str(number): one for number, one in enumerate(LESSONS.values(), 1)}}
    if str(name) in named:
        return named[str(name)]
    raise NotAllowed("no-lesson", name=str(name), number=len(LESSONS), names=", ".join(LESSONS))
