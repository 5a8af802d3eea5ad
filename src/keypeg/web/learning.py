"""Lessons and reasons in the wire format."""

from typing import Any

from keypeg import words
from keypeg.deduction import Step
from keypeg.errors import NotAllowed
from keypeg.lessons import LESSONS, Count, Lesson, Reaction, Score, Split, Task, lesson
from keypeg.reasons import LEVELS, Explanation
from keypeg.render import Look
from keypeg.rules import Code, Turn
from keypeg.web import wire_learning as wire
from keypeg.web.descriptions import describe_feedback, describe_look, describe_turns
from keypeg.web.refusals import Refusal
from keypeg.words import lessons as said
from keypeg.words import reasons


def list_lessons() -> wire.Lessons:
    return {"lessons": [_name(one) for one in LESSONS.values()]}


def find_lesson(name: str) -> Lesson:
    try:
        return lesson(name)
    except NotAllowed as error:
        raise Refusal(404, "not-found", error) from None


def describe_lesson(found: Lesson, look: Look) -> wire.Lesson:
    following = list(LESSONS)[found.number : found.number + 1]
    return {
        **_name(found),
        **describe_look(look),
        "intro": said.intro(found),
        "end": said.end(found),
        "next": following[0] if following else None,
        "tasks": [_describe_task(number, task, look) for number, task in enumerate(found.tasks, 1)],
    }


def _name(named: Lesson) -> wire.LessonName:
    return {"number": named.number, "name": named.name, "title": said.title(named)}


def _describe_task(number: int, task: Task[Any], look: Look) -> wire.Task:
    return {
        "number": number,
        "kind": task.kind,
        "question": said.question(task, look),
        "options": [
            {
                "answer": str(option),
                "words": words.sentence(said.answer(option, look)),
                "pegs": list(option) if isinstance(option, Code) else None,
            }
            for option in task.options
        ],
        "turns": describe_turns(task.position.turns, look),
        "left": [str(code) for code in task.left],
        "secret": list(task.secret) if isinstance(task, Score) else None,
        "guess": list(task.guess) if isinstance(task, Score | Count) else None,
    }


def find_task(within: Lesson, number: int) -> Task[Any]:
    if not 1 <= number <= len(within.tasks):
        raise Refusal(404, "not-found", NotAllowed("no-task", title=said.title(within), number=len(within.tasks)))
    return within.tasks[number - 1]


def react(task: Task[Any], answer: str | None, look: Look) -> wire.Reaction:
    """React to a try; to none, with what is right and why."""
    reaction = task.react(task.right if answer is None else task.read(answer, look.palette))
    first = said.why(task, reaction, look)[0] if answer is None else said.reaction(task, reaction, look)[0]
    return {
        "right": reaction.is_right,
        "answer": said.answer(task.right, look) if answer is None else None,
        "words": first,
        "steps": _steps(reaction, task, look),
        "parts": _parts(reaction) if reaction.is_right else [],
    }


def _steps(reaction: Reaction[Any], task: Task[Any], look: Look) -> list[wire.Step]:
    if not isinstance(reaction.why, Explanation):
        return []
    return [describe_step(step, task.position.turns, look) for step in reaction.why.steps]


def _parts(reaction: Reaction[Any]) -> list[wire.Part]:
    if not isinstance(reaction.why, Split):
        return []
    return [
        {**describe_feedback(feedback), "codes": [str(code) for code in codes]}
        for feedback, codes in reaction.why.parts
    ]


def describe_explanation(found: Explanation, look: Look) -> wire.Explanation:
    position = found.position
    return {
        "position": str(position),
        **describe_look(look),
        "turns": describe_turns(position.turns, look),
        "possible": words.possible(position.candidates.count()),
        "grade": found.grade,
        "grade_words": reasons.grade(found.grade),
        "techniques": [reasons.technique(name) for name in found.techniques if LEVELS[name] == found.grade],
        "complete": found.is_complete,
        "steps": [describe_step(step, position.turns, look) for step in found.steps],
    }


def describe_step(step: Step, turns: tuple[Turn, ...], look: Look) -> wire.Step:
    return {
        "words": reasons.step(step, turns, look),
        "technique": step.technique,
        "level": step.level,
        "turns": [number + 1 for number in step.turns],
        "concludes": [
            {"kind": claim.kind, "color": claim.color, "peg": claim.peg, "number": claim.number}
            for claim in step.concludes
        ],
    }
