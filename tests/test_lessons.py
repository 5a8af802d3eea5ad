"""Lessons: one answer is right, every wrong try gets a reason that is true, and a terminal teaches them to the end."""

import io
import itertools
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from keypeg import languages
from keypeg.cli import main
from keypeg.errors import KeypegError, NotAllowed, UnreadableText
from keypeg.lessons import LESSONS, Clash, Consistent, Count, Counterexample, Find, Pairs, Score, Split, Task, lesson
from keypeg.position import Position
from keypeg.reasons import Explanation
from keypeg.render import Look
from keypeg.rules import Code, Feedback
from keypeg.words import lessons as said
from reference import score

TASKS = [task for one in LESSONS.values() for task in one.tasks]
every_task = pytest.mark.parametrize("task", TASKS, ids=lambda task: f"{task.kind} {task.position}")
CODES = [Code(list(pegs)) for pegs in itertools.product(range(1, 7), repeat=4)]


def tries(task: Task[Any]) -> Iterable[Any]:
    """Go through what somebody may try."""
    if task.options:
        return task.options
    if isinstance(task, Score):
        return (Feedback(blacks, whites) for blacks in range(5) for whites in range(5 - blacks))
    return CODES[::7] if isinstance(task, Find) else range(10)


def candidates(position: Position) -> list[Code]:
    return [code for code in CODES if all(turn.feedback == plain(code, turn.guess) for turn in position.turns)]


def plain(secret: Code, guess: Code) -> Feedback:
    return Feedback(*score(tuple(secret), tuple(guess)))


def test_there_are_ten_and_the_last_is_about_knuth() -> None:
    assert len(LESSONS) == 10
    assert [one.number for one in LESSONS.values()] == list(range(1, 11))
    assert lesson("knuth") is lesson(10) is lesson("10")
    for name in ("0", "11", "-1", "²", "0000000011", "nothing-such"):
        with pytest.raises(NotAllowed, match="from 1 to 10, or one of feedback, duplicates, "):
            lesson(name)


@every_task
def test_what_is_right_and_why_is_true(task: Task[Any]) -> None:
    assert task.react(task.right).is_right
    for tried in tries(task):
        reaction = task.react(tried)
        assert reaction.is_right == (tried == task.right)
        check(task, tried, reaction.why)


def check(task: Task[Any], tried: Any, why: Any) -> None:
    """Hold a reason to plain reckoning."""
    left = candidates(task.position)
    if isinstance(why, Pairs):
        feedback = plain(why.secret, why.guess)
        assert (len(why.in_place), len(why.elsewhere)) == (feedback.blacks, feedback.whites)
        assert all(why.guess[place - 1] == why.secret[other - 1] for place, other in why.elsewhere)
        assert len({other for _, other in why.elsewhere} | set(why.in_place)) == feedback.total
    elif isinstance(why, Clash):
        turn = task.position.turns[why.turn]
        assert plain(tried, turn.guess) != turn.feedback
    elif isinstance(why, Consistent):
        assert tried in left
    elif isinstance(why, Counterexample):
        assert why.code in left
        assert not tried.is_true(why.code)
    elif isinstance(why, Split):
        assert sorted(code for _, codes in why.parts for code in codes) == sorted(left)
        assert all(plain(code, why.guess) == feedback for feedback, codes in why.parts for code in codes)
        assert [len(codes) for _, codes in why.parts] == sorted((len(codes) for _, codes in why.parts), reverse=True)
    else:
        assert isinstance(why, Explanation)
        assert why.is_complete
        assert all(claim.is_true(code) for step in why.steps for claim in step.concludes for code in left)


def test_the_lesson_about_knuth_ends_with_the_guess_of_knuth() -> None:
    [task] = lesson("knuth").tasks
    largest = [max(len(codes) for _, codes in Split.of(task.position, guess).parts) for guess in CODES]
    assert task.right == CODES[largest.index(min(largest))]


@every_task
@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_everything_is_said_in_every_language(task: Task[Any], language: str) -> None:
    look = Look("p4c6")
    with languages.speaking(language):
        spoken = [said.question(task, look), *said.options(task, look)]
        for tried in itertools.islice(tries(task), 15):
            spoken += said.reaction(task, task.react(tried), look)
    assert all("{" not in line for line in spoken)
    assert all(line[:1] in " 123456789" or len(line) > 3 for line in spoken if line)


def test_answers_are_read_by_letter_or_as_they_are_written() -> None:
    [pick], [judge], [find] = (lesson(name).tasks for name in ("possible", "compare", "only"))
    count = lesson("parts").tasks[0]
    assert pick.read("c") == pick.read("C)") == pick.read("RGYG", "classic") == Code("1242")
    assert judge.read("a") == judge.read("peg 4 is 4", "digits")
    assert find.read("b y b b", "classic") == Code("3433")
    assert isinstance(count, Count)
    assert count.read(" 4 ") == 4
    for task, text in ((pick, "d"), (pick, "1111"), (judge, "x"), (judge, "in 2")):
        with pytest.raises(NotAllowed, match="is not among the 3 options"):
            task.read(text, "digits")
    for text in ("four", "-1", "²", ""):
        with pytest.raises(UnreadableText, match="is not a number"):
            count.read(text)
    with pytest.raises(KeypegError):
        find.read("12345")


RIGHT = ["1b2w", "2b2w", "1b1w", "1b2w", "c", "b", "c", "a", "BYBB", "b", "4", "3", "c"]


@pytest.fixture
def learn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str]]:
    """Give a function that types lines into `keypeg learn`, and returns its exit code and what it wrote."""
    monkeypatch.setenv("KEYPEG_DATA", str(tmp_path))

    def type_lines(*lines: str, words: tuple[str, ...] = ()) -> tuple[int, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return main(["learn", *words]), capsys.readouterr().out

    return type_lines


def test_all_lessons_in_a_terminal(learn: Callable[..., tuple[int, str]]) -> None:
    code, written = learn("0b0w", "?", *RIGHT)
    assert code == 0
    assert written.count("Right.") == len(RIGHT)
    assert written.count("Not quite.") == 1
    assert "Lesson 10 of 10: How Knuth chooses" in written
    assert written.endswith("Now break a code: keypeg play.\n")
    _, listed = learn(words=("--json",))
    assert [row["name"] for row in json.loads(listed) if row["done"]] == list(LESSONS)
    assert learn(words=("--list",))[1].count("(done)") == len(LESSONS)


def test_a_lesson_that_is_left_comes_next_time(learn: Callable[..., tuple[int, str]], tmp_path: Path) -> None:
    code, written = learn("1b2w", "q")
    assert (code, written.splitlines()[-1]) == (1, "Go on with keypeg learn 1.")
    assert learn("skip", "skip")[0] == 0
    assert learn("q")[1].startswith("Lesson 2 of 10: ")
    (tmp_path / "lessons.json").write_text("{")
    assert learn("q")[1].startswith("Lesson 1 of 10: ")
