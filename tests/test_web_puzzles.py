"""Puzzles over HTTP: begun, answered, helped with, rated, kept, exported and imported."""

import json
from typing import Any

import pytest

from keypeg import puzzle_record, puzzles
from keypeg.puzzles import Puzzle
from visitor import Json, Visitor

FOREIGN = {"line": "puzzle hints=0 wrong=0 outcome=open day=- palette=classic code 1 p4c6 1122=1b1w", "created": 1}


def begin(visitor: Visitor, **wanted: object) -> Any:
    return visitor.ask("POST", "puzzles", 201, json=wanted)


def puzzle_of(told: Json) -> Puzzle:
    """Return the puzzle that was put to somebody, which has no answer in it."""
    turns = " ".join(f"{turn['guess']}={turn['feedback']}" for turn in told["turns"])
    return Puzzle.parse(f"{told['kind']} {told['grade']} {told['variant']} {turns}")


def act(visitor: Visitor, told: Json, what: str, **body: object) -> Any:
    return visitor.ask("POST", f"puzzles/{told['id']}/{what}", json=body)


@pytest.mark.parametrize("kind", puzzles.KINDS)
def test_a_puzzle_is_solved_and_moves_the_rating(visitor: Visitor, kind: str) -> None:
    told = begin(visitor, kind=kind, grade=4)
    puzzle = puzzle_of(told)
    assert (puzzle.kind, puzzle.grade, told["outcome"], told["end"]) == (kind, 4, "open", None)
    assert puzzle in puzzles.collection()
    assert visitor.ask("GET", "puzzles")["open"] == told["id"]
    right = str(puzzle.answer)
    solved = act(visitor, told, "answer", answer=right)
    assert solved["outcome"] == "won"
    assert solved["end"]["words"] == "Solved at once."
    assert solved["end"]["change"] == solved["end"]["standing"]["rating"] - 1200 > 0
    assert bool(solved["end"]["steps"]) == (kind == "code")
    assert visitor.ask("GET", f"puzzles/{told['id']}")["end"] == solved["end"]
    overview = visitor.ask("GET", "puzzles")
    assert (overview["open"], overview["standing"]) == (None, solved["end"]["standing"])
    error = visitor.ask("POST", f"puzzles/{told['id']}/answer", 422, json={"answer": right})["error"]
    assert error["message"].startswith("the puzzle is over")


@pytest.mark.parametrize("kind", puzzles.KINDS)
def test_hints_and_wrong_answers_count_and_nothing_tells_the_answer_before_the_end(visitor: Visitor, kind: str) -> None:
    told = begin(visitor, kind=kind, grade=4)
    answer = puzzle_of(told).answer
    wrong = str(1 if answer != 1 else 2) if kind == "wrong" else ("1111" if str(answer) != "1111" else "2222")
    missed = act(visitor, told, "answer", answer=wrong)
    assert (missed["wrong"], missed["outcome"], missed["end"]) == (1, "open", None)
    assert missed["words"]
    helped = act(visitor, told, "hint")
    assert (len(helped["hints"]), helped["hint_count"], helped["words"]) == (1, 1, None)
    if kind == "code":
        assert f'"{answer}"' not in json.dumps([told, missed, helped])
    over = act(visitor, told, "give-up")
    assert (over["outcome"], over["end"]["pegs"]) == ("given up", None if kind == "wrong" else list(answer))  # type: ignore[arg-type]
    assert over["end"]["change"] < 0


def test_what_is_sent_twice_counts_once(visitor: Visitor) -> None:
    told = begin(visitor, kind="code", grade=4)
    wrong = "1111" if str(puzzle_of(told).answer) != "1111" else "2222"
    first, again = (act(visitor, told, "answer", answer=wrong, seen=0) for _ in range(2))
    assert first == again
    assert first["wrong"] == 1
    helped = [act(visitor, told, "hint", seen=1)["hint_count"] for _ in range(3)]
    assert helped == [1, 1, 1]
    over = [act(visitor, told, "give-up", seen=2) for _ in range(2)]
    assert over[0] == over[1]
    assert act(visitor, told, "answer", answer=str(puzzle_of(told).answer), seen=2)["outcome"] == "given up"


def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_begun_once(visitor: Visitor, other: Visitor) -> None:
    day = str(puzzle_record.today())
    mine, theirs = begin(visitor, date=day), begin(other, date=day)
    assert puzzle_of(mine) == puzzle_of(theirs) == puzzle_record.of_day(puzzle_record.today())
    assert begin(visitor, date=day)["id"] == mine["id"] != theirs["id"]
    assert visitor.ask("GET", "puzzles")["daily"] == "open"
    act(visitor, mine, "answer", answer=str(puzzle_of(mine).answer))
    overview = visitor.ask("GET", "puzzles")
    assert (overview["daily"], overview["standing"]["daily"]) == ("won", {"current": 1, "longest": 1})
    assert visitor.ask("POST", "puzzles", 422, json={"date": "2999-01-01"})["error"]["kind"] == "not-allowed"


def test_nobody_sees_a_puzzle_of_somebody_else(visitor: Visitor, other: Visitor) -> None:
    told = begin(visitor)
    assert other.ask("GET", f"puzzles/{told['id']}", 404)["error"]["kind"] == "not-found"
    assert other.ask("POST", f"puzzles/{told['id']}/give-up", 404, json={})["error"]["kind"] == "not-found"


def test_what_is_done_is_exported_deleted_and_restored(visitor: Visitor) -> None:
    done, left = begin(visitor, grade=1), begin(visitor, grade=1)
    act(visitor, done, "give-up")
    before = visitor.ask("GET", "puzzles")
    exported = visitor.ask("GET", "export")
    assert [each["finished"] is None for each in exported["puzzles"]] == [False, True]
    assert visitor.ask("POST", "import", json=exported)["puzzles"] == 0
    assert visitor.delete("/api/history").status_code == 204
    assert visitor.ask("GET", "puzzles")["standing"]["done"] == 0
    assert visitor.ask("POST", "import", json=exported)["puzzles"] == 2
    after = visitor.ask("GET", "puzzles")
    assert after["standing"] == before["standing"]
    assert puzzle_of(visitor.ask("GET", f"puzzles/{after['open']}")) == puzzle_of(left)
    refused = visitor.ask("POST", "import", 422, json={**exported, "games": [], "puzzles": [FOREIGN]})["error"]
    assert "is not one of Keypeg's puzzles" in refused["message"]


def test_what_there_is_not_is_refused(visitor: Visitor) -> None:
    for wanted in ({"grade": 9}, {"kind": "none"}, {"variant": "p9c9"}, {"date": "2020-01-01"}):
        assert visitor.ask("POST", "puzzles", 422, json=wanted)["error"]["message"]


def test_an_import_with_a_wrong_puzzle_brings_nothing(visitor: Visitor, other: Visitor) -> None:
    visitor.do(visitor.begin(), "give-up")
    exported, own = visitor.ask("GET", "export"), other.begin()
    other.ask("POST", "import", 422, json={**exported, "puzzles": [FOREIGN]})
    assert [game["id"] for game in other.ask("GET", "history")["games"]] == [own["id"]]
