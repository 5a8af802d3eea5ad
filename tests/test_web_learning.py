"""Lessons and reasons over HTTP."""

import json
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from keypeg.lessons import LESSONS
from keypeg.web.limits import Limits
from visitor import Visitor, running

LONG = (
    "p10c7 1743522645=1b7w 7544672262=1b4w 7546167127=1b4w 5137177345=0b5w 6467446754=1b2w 2311242364=1b5w "
    "7673457453=2b3w 5545236173=1b7w 5662673555=2b5w 1662675331=2b3w"
)
"""A position that takes twenty seconds to explain."""


def test_lessons_are_listed_and_described_without_their_answers(visitor: Visitor) -> None:
    listed = visitor.ask("GET", "lessons")["lessons"]
    assert [one["name"] for one in listed] == list(LESSONS)
    for number, one in enumerate(listed, 1):
        lesson = visitor.ask("GET", f"lessons/{one['name']}")
        assert (lesson["number"], lesson["title"], lesson["variant"]) == (number, one["title"], "p4c6")
        assert lesson["next"] == (None if number == len(listed) else listed[number]["name"])
        assert len(lesson["tasks"]) == len(LESSONS[one["name"]].tasks)
        assert '"right"' not in json.dumps(lesson)
    assert visitor.ask("GET", "lessons/possible?palette=digits")["tasks"][0]["options"][2]["words"] == "1242."


def test_a_try_gets_a_reaction_and_who_asks_is_told(visitor: Visitor) -> None:
    wrong = visitor.ask("POST", "lessons/compare/1", json={"answer": "in 1"})
    assert (wrong["right"], wrong["steps"]) == (False, [])
    assert wrong["words"].startswith("Not quite. Red is in it: that is not certain")
    right = visitor.ask("POST", "lessons/compare/1", json={"answer": "a"})
    assert (right["right"], right["words"], right["answer"]) == (True, "Right.", None)
    assert right["steps"][0]["words"] == ["Turn 2 has 1 black more than turn 1: place 4 is yellow."]
    assert right["steps"][0]["concludes"] == [{"kind": "is", "color": 4, "peg": 4, "number": 0}]
    told = visitor.ask("POST", "lessons/parts/1", json={})
    assert (told["answer"], [len(part["codes"]) for part in told["parts"]]) == ("4", [4, 4, 1])


@pytest.mark.parametrize(("path", "status"), [("none/1", 404), ("parts/3", 404), ("parts/0", 404)])
def test_what_is_no_task_is_not_found(visitor: Visitor, path: str, status: int) -> None:
    error = visitor.ask("POST", f"lessons/{path}", status, json={"answer": "a"})["error"]
    assert error["kind"] == "not-found"
    assert "lesson" in error["message"]


def test_what_is_no_answer_is_refused_with_the_reason(visitor: Visitor) -> None:
    error = visitor.ask("POST", "lessons/possible/1", 422, json={"answer": "z"})["error"]
    assert error["message"] == "'z' is not among the 3 options: type its letter"


def test_a_position_is_explained_step_by_step(visitor: Visitor) -> None:
    found = visitor.ask("GET", "explain?position=p4c6+1243=1b1w+2615=0b0w+2414=1b0w")
    assert (found["possible"], found["grade"], found["grade_words"]) == ("1 code is possible", 2, "moderate")
    assert found["complete"]
    assert [step["turns"] for step in found["steps"]] == [[2], [3], [3], [], [], [1], [3]]
    [step] = visitor.ask("GET", "explain?position=p4c6+1122=0b0w&claim=out+1")["steps"]
    assert step["words"] == ["Turn 1 has no key peg: red is out."]
    error = visitor.ask("GET", "explain?position=p4c6+1122=1b1w&claim=out+1", 422)["error"]
    assert "does not follow" in error["message"]
    assert visitor.ask("GET", "explain?position=p4c6+1122=0b0w+1111=1b0w", 422)["error"]["contradiction"]


def explain_long(someone: Visitor) -> None:
    error = someone.ask("GET", f"explain?position={LONG}", 503)["error"]
    assert error["kind"] == "slow"


def leave_soon(someone: Visitor) -> None:
    with pytest.raises(httpx.ReadTimeout):
        someone.get(f"/api/explain?position={LONG}", timeout=0.5)


@pytest.mark.parametrize(("seconds", "ask"), [(1, explain_long), (20, leave_soon)])
def test_what_takes_too_long_is_stopped_also_if_nobody_waits(
    seconds: float, ask: Callable[[Visitor], None], tmp_path: Path
) -> None:
    limits = Limits(engine_seconds=seconds, engine_wait_seconds=5)
    with running(f"sqlite:///{tmp_path}/games.db", limits) as url, Visitor(url) as someone:
        ask(someone)
        someone.ask("GET", "explain?position=p4c6+1122=0b0w")  # which waits for the first: nobody has two at a time
