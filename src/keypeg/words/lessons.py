"""Lessons in words: what is asked, and how a try comes out."""

from collections.abc import Sequence
from typing import Any

from keypeg.claims import Claim
from keypeg.lessons import Clash, Consistent, Count, Counterexample, Lesson, Pairs, Reaction, Score, Split, Task
from keypeg.reasons import Explanation
from keypeg.render import Look
from keypeg.rules import Code, Feedback
from keypeg.words import plain, reasons
from keypeg.words.hints import clash
from keypeg.words.language import text


def title(lesson: Lesson) -> str:
    return text(f"lesson.{lesson.name}.title")


def intro(lesson: Lesson) -> str:
    return _about(lesson, "intro")


def end(lesson: Lesson) -> str:
    """Say what a lesson leaves one with."""
    return _about(lesson, "end")


def _about(lesson: Lesson, part: str) -> str:
    position = lesson.tasks[0].position
    return text(f"lesson.{lesson.name}.{part}", all=position.variant.size, left=position.candidates.count().value)


def left(task: Task[Any], look: Look) -> list[str]:
    """Name the codes that are left, where a guess is to be weighed by them."""
    return [text("lesson.left", codes=_codes(task.left, look))] if task.left else []


def question(task: Task[Any], look: Look) -> str:
    if isinstance(task, Score):
        return text("lesson.ask.score", secret=look.code(task.secret), guess=look.code(task.guess))
    guess = look.code(task.guess) if isinstance(task, Count) else ""
    return text(f"lesson.ask.{task.kind}", guess=guess)


def options(task: Task[Any], look: Look) -> list[str]:
    """Write the options, each with its letter."""
    letters = (chr(ord("a") + number) for number in range(len(task.options)))
    return [
        text("lesson.option", letter=letter, option=answer(option, look))
        for letter, option in zip(letters, task.options, strict=True)
    ]


def answer(answer: Feedback | Code | Claim | int, look: Look) -> str:
    if isinstance(answer, Claim):
        return reasons.claim(answer, look)
    if isinstance(answer, Code):
        return look.code(answer)
    return look.feedback(answer) if isinstance(answer, Feedback) else str(answer)


def reaction(task: Task[Any], reaction: Reaction[Any], look: Look) -> list[str]:
    """Say whether a try is right, and why, in one line or more."""
    first, *more = why(task, reaction, look)
    return [text("lesson.right" if reaction.is_right else "lesson.wrong", why=first).rstrip(), *more]


def why(task: Task[Any], reaction: Reaction[Any], look: Look) -> list[str]:
    """Say why a try is right or wrong."""
    reason = reaction.why
    if isinstance(reason, Pairs):
        return [" ".join(map(plain.sentence, _pairs(reason, reaction, look)))]
    if isinstance(reason, Explanation):
        return ["", *reasons.explanation(reason, look)]
    if isinstance(reason, Split):
        return _split(task, reason, reaction, look)
    return [plain.sentence(_about_code(task, reason, look))]


def _about_code(task: Task[Any], reason: Clash | Consistent | Counterexample, look: Look) -> str:
    code = look.code(reason.code)
    if isinstance(reason, Clash):
        turn = task.position.turns[reason.turn]
        return text("lesson.clash", code=code, why=clash(reason.code, reason.turn, turn, look))
    if isinstance(reason, Counterexample):
        return text("lesson.counterexample", claim=reasons.claim(reason.claim, look), code=code)
    return text("lesson.consistent", code=code)


def _pairs(pairs: Pairs, reaction: Reaction[Any], look: Look) -> list[str]:
    """Say what the feedback counts; to a wrong try only what it got wrong first."""
    number, places = len(pairs.in_place), plain.listed(list(map(str, pairs.in_place)))
    blacks = text("lesson.blacks", number=number, places=places) if number else text("lesson.no-blacks")
    if not reaction.is_right and reaction.given.blacks != number:
        return [blacks]
    matches = [
        text(
            "lesson.white",
            color=reasons.color_name(pairs.guess[place - 1], look),
            place=place,
            other=other,
        )
        for place, other in pairs.elsewhere
    ]
    whites = text("lesson.whites", matches=plain.listed(matches), number=len(matches))
    said = [whites if matches else text("lesson.no-whites")]
    if reaction.is_right:
        return [blacks, *said]
    return [*said, text("lesson.whites-counted-once")] if reaction.given.whites > len(matches) else said


def _split(task: Task[Any], split: Split, reaction: Reaction[Any], look: Look) -> list[str]:
    feedback, codes = split.parts[0]
    facts = {
        "guess": look.code(split.guess),
        "largest": split.largest,
        "feedback": look.feedback(feedback),
        "codes": _codes(codes, look),
    }
    if reaction.is_right:
        key = {"pick-sure": "all-apart", "pick-best": "smallest", "count": "largest"}[task.kind]
        return [text(f"lesson.{key}", **facts), *_parts(split, look)]
    if task.kind == "count":
        key = "larger" if reaction.given < split.largest else "none-as-large"
    else:
        key = {"pick-sure": "not-apart", "pick-best": "not-smallest"}[task.kind]
    return [plain.sentence(text(f"lesson.{key}", **facts))]


def _parts(split: Split, look: Look) -> list[str]:
    return [
        "  " + text("lesson.part", feedback=look.feedback(feedback), codes=_codes(codes, look))
        for feedback, codes in split.parts
    ]


def _codes(codes: Sequence[Code], look: Look) -> str:
    return plain.listed(list(map(look.code, codes)))
