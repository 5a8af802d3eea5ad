"""Lessons in a terminal: a board, a question, and a reaction to every try."""

import json
from contextlib import suppress
from typing import Any

from keypeg import store, words
from keypeg.console import show, show_json
from keypeg.errors import KeypegError
from keypeg.exit_codes import FAILURE, INTERRUPTED, SUCCESS
from keypeg.lessons import LESSONS, Lesson, Score, Task
from keypeg.palette import Palette
from keypeg.render import Look, turns_text
from keypeg.rules import Turn
from keypeg.terminal import LEAVING, Board, Reply, View
from keypeg.terminal_views import choose_view
from keypeg.words import lessons as said
from keypeg.words import text

_FILE = "lessons.json"


def done_lessons() -> list[str]:
    """Return the names of the lessons that this person has done."""
    with suppress(OSError, RuntimeError, ValueError):
        kept = json.loads((store.data_folder() / _FILE).read_text(encoding="utf-8"))
        return [name for name in kept if name in LESSONS]
    return []


def note_done(lesson: Lesson) -> None:
    """Remember that a lesson is done; a failing disk is no reason to spoil it."""
    with suppress(OSError, RuntimeError):
        folder = store.data_folder()
        folder.mkdir(parents=True, exist_ok=True)
        store.write_atomically(folder / _FILE, json.dumps([*dict.fromkeys([*done_lessons(), lesson.name])]) + "\n")


def next_lesson() -> Lesson:
    """Return the first lesson that is not done, or the first one if all are."""
    done = done_lessons()
    return next((lesson for lesson in LESSONS.values() if lesson.name not in done), next(iter(LESSONS.values())))


def list_lessons(*, as_json: bool) -> int:
    """Name all lessons."""
    done = done_lessons()
    if as_json:
        rows = [{"number": one.number, "name": one.name, "title": said.title(one)} for one in LESSONS.values()]
        show_json([row | {"done": row["name"] in done} for row in rows])
        return SUCCESS
    keys = {one.name: "learn.list-done" if one.name in done else "learn.list" for one in LESSONS.values()}
    show(*(text(keys[one.name], number=one.number, title=said.title(one)) for one in LESSONS.values()))
    return SUCCESS


def learn(lesson: Lesson, palette: Palette, *, plain: bool) -> int:
    """Teach a lesson, and those after it for as long as somebody wants to go on."""
    return _Teacher(choose_view(plain=plain), palette).teach(lesson)


class _Teacher:
    def __init__(self, view: View, palette: Palette) -> None:
        self.view = view
        self.palette = palette
        self.lesson = next(iter(LESSONS.values()))

    def teach(self, lesson: Lesson) -> int:
        """Teach; return the exit code, which is 0 if the first lesson was done to its end."""
        code = FAILURE
        try:
            for self.lesson in list(LESSONS.values())[lesson.number - 1 :]:
                self._give(self.lesson)
                note_done(self.lesson)
                code = SUCCESS
            self.view.close(None, text("learn.all-done"))
        except EOFError:
            self.view.close(None, self._farewell(code))
        except KeyboardInterrupt:
            self.view.close(None, self._farewell(code))
            return INTERRUPTED
        except BaseException:
            with suppress(OSError):  # it may be the terminal that is gone
                self.view.close(None, "")
            raise
        return code

    def _farewell(self, code: int) -> str:
        return "" if code == SUCCESS and not self.view.stays else text("learn.left", number=next_lesson().number)

    def _give(self, lesson: Lesson) -> None:
        """Go through the tasks of a lesson."""
        before = [said.intro(lesson)]
        heading = [self._head()]
        for task in lesson.tasks:
            came_out = self._ask(task, before, heading)
            before, heading = [*came_out, "", text("learn.next-task")], []
        ended = [*came_out, "", said.end(lesson)]
        if lesson.number < len(LESSONS):
            ended += [text("learn.next")] if self.view.stays else []
        self.view.show(self._board(task, is_over=True), Reply("\n".join(ended)))
        if self.view.stays and self._typed("").lower() in LEAVING:
            raise EOFError

    def _ask(self, task: Task[Any], before: list[str], heading: list[str]) -> list[str]:
        """Ask until a try is right; return what is said to it. Where no board is painted, it is all in lines."""
        look = self._look(task)
        question = [*said.left(task, look), said.question(task, look), *said.options(task, look)]
        written = [turns_text(task.position.turns, look)] if task.position.turns else []
        told = Reply("\n".join([*before, "", *question]), "\n".join([*heading, *before, *written, *question]))
        while True:
            self.view.show(self._board(task), told)
            is_done, came_out = self._answered(task, self._typed(text("learn.prompt")).strip())
            if is_done:
                return came_out
            told = Reply("\n".join([*came_out, "", *question]))

    def _answered(self, task: Task[Any], line: str) -> tuple[bool, list[str]]:
        """Return whether a task is done with what somebody typed, and what to say to it."""
        look, word = self._look(task), line.lower()
        if word in LEAVING:
            raise EOFError
        if word in ("", "?", "help"):
            return False, [text("learn.help")]
        if word == "skip":
            first, *more = said.why(task, task.react(task.right), look)
            return True, [text("learn.skip", answer=said.answer(task.right, look), why=first), *more]
        try:
            reaction = task.react(task.read(line, self.palette))
        except KeypegError as error:
            return False, [words.error_sentence(error)]
        return reaction.is_right, said.reaction(task, reaction, look)

    def _typed(self, prompt: str) -> str:
        return self.view.ask(f"{prompt} " if prompt else "")

    def _head(self) -> str:
        return text("learn.head", number=self.lesson.number, all=len(LESSONS), title=said.title(self.lesson))

    def _look(self, task: Task[Any]) -> Look:
        return Look(task.position.variant, self.palette)

    def _board(self, task: Task[Any], *, is_over: bool = False) -> Board:
        """Draw the position; where a guess is to be scored, the code lies open."""
        turns, pending, secret = task.position.turns, None, None
        if isinstance(task, Score):
            secret = task.secret
            turns, pending = ((Turn(task.guess, task.right),), None) if is_over else ((), task.guess)
        elif is_over and task.kind == "find":
            secret = task.right
        rows = len(turns) + (pending is not None)
        return Board(self._head(), self._look(task), turns, rows, secret, text("learn.help"), pending)
