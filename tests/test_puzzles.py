"""Puzzles: one answer, minimal, of their grade; made by a seed; the day's; a rating; and played in the terminal."""

import io
import json
import random
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from keypeg import puzzle_record, puzzles, words
from keypeg.cli import main
from keypeg.contradiction import find
from keypeg.errors import KeypegError, NotAllowed, TooLarge, UnreadableText
from keypeg.game import Outcome
from keypeg.kept import left_games
from keypeg.puzzle_maker import make
from keypeg.puzzle_record import Done, Wanted
from keypeg.puzzle_session import PuzzleSession, helps, rated
from keypeg.puzzles import Puzzle, PuzzleKind, collection, flaws
from keypeg.rules import Code, Variant, score
from keypeg.terminal_puzzle import PuzzleOptions, PuzzleTable, left_puzzle
from keypeg.words import puzzles as said
from typist import Script

CODE = Puzzle.parse("code 5 p4c6 5135=0b2w 2661=1b2w 1463=1b1w 2312=1b1w")


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYPEG_DATA", str(tmp_path / "data"))


# The collection


def test_the_collection_is_large_and_varied() -> None:
    assert len(collection()) == len({puzzle.line for puzzle in collection()}) >= 1000
    counts = Counter((puzzle.kind, puzzle.grade) for puzzle in collection())
    assert all(counts["code", grade] >= 100 for grade in range(1, 6))
    assert {kind for kind, _ in counts} == {*puzzles.KINDS}


@pytest.mark.parametrize("share", range(4))
def test_each_puzzle_has_one_answer_is_minimal_and_of_its_grade(share: int) -> None:
    assert [str(puzzle) for puzzle in collection()[share::4] if flaws(puzzle)] == []


def test_the_answers_are_those_of_plain_python() -> None:
    codes = list(Variant(4, 6))
    chosen = [puzzle for puzzle in collection() if puzzle.variant == Variant(4, 6)][::60]
    for puzzle in chosen:
        left = [code for code in codes if all(score(code, turn.guess) == turn.feedback for turn in puzzle.turns)]
        if puzzle.kind == "code":
            assert left == [puzzle.answer]
        elif puzzle.kind == "win":
            sure = [guess for guess in codes if len({score(code, guess) for code in left}) == len(left)]
            assert sure == [puzzle.answer]
        else:
            assert left == []
            assert find(puzzle.variant, puzzle.turns).drops == ((int(str(puzzle.answer)) - 1,),)


def test_what_is_no_puzzle_is_seen() -> None:
    assert flaws("code 2 p4c6 1122=1b1w") == ["answers"]
    assert flaws(f"code 2 {CODE.line}") == ["grade"]
    assert flaws(f"{CODE} 1652=4b0w") == ["minimal", "grade"]
    with pytest.raises(NotAllowed, match="has not exactly one answer"):
        _ = Puzzle.parse("code 2 p4c6 1122=1b1w").answer


@pytest.mark.parametrize("text", ["", "code", "code 3", "code 9 p4c6", "code x p4c6", "what 3 p4c6", "code 3 p4c6 12"])
def test_what_can_not_be_read_is_refused(text: str) -> None:
    with pytest.raises(KeypegError):
        Puzzle.parse(text)
    with pytest.raises(KeypegError):
        PuzzleSession.parse(f"puzzle hints=0 wrong=0 outcome=open day=- palette=classic {text}")
    with pytest.raises(KeypegError):
        PuzzleSession.parse(text)


def test_a_puzzle_reads_its_own_text() -> None:
    assert Puzzle.parse(str(CODE)) == Puzzle.of(str(CODE)) == CODE
    assert Puzzle.of(CODE) is CODE


# Made by a seed


@pytest.mark.parametrize(("kind", "grade"), [("code", 1), ("code", 4), ("code", 5), ("wrong", 2)])
def test_a_puzzle_of_a_wanted_grade_is_made(kind: PuzzleKind, grade: int) -> None:
    puzzle = make("p4c6", kind, grade, seed=3)
    assert (puzzle.kind, puzzle.grade, flaws(puzzle)) == (kind, grade, [])
    assert make("p4c6", kind, grade, seed=3) == puzzle


@pytest.mark.parametrize("variant", ["p3c4n", "p2c6", "p5c4", "p4c10n"])
def test_a_puzzle_is_made_for_any_variant(variant: str) -> None:
    puzzle = make(variant, seed=1)
    assert (str(puzzle.variant), flaws(puzzle)) == (variant, [])


def test_what_can_not_be_made_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keypeg.puzzle_maker._TRIES", 30)
    with pytest.raises(TooLarge, match=r"no puzzle of this grade was found for p2c2 in 30 tries \(code, grade 4\)"):
        make("p2c2", "code", 4)
    with pytest.raises(UnreadableText, match="'what' is not a kind of puzzle"):
        make("p4c6", "what")  # type: ignore[arg-type]
    with pytest.raises(NotAllowed, match="'7' is not a grade"):
        make("p4c6", "code", 7)
    with pytest.raises(TooLarge, match="too large for such a puzzle"):
        _ = Puzzle.parse("win 3 p8c8 11223344=1b1w").answer


# Days, ratings, streaks


def test_the_puzzle_of_a_day_is_the_same_everywhere_and_harder_on_sundays() -> None:
    monday = date(2026, 11, 16)
    week = [puzzle_record.of_day(date.fromordinal(monday.toordinal() + day)) for day in range(7)]
    assert [puzzle.grade for puzzle in week] == [1, 2, 2, 3, 3, 4, 5]
    assert str(week[0]) == DAILY
    year = [puzzle_record.of_day(date.fromordinal(monday.toordinal() + day)) for day in range(7 * 50)]
    assert len({*year}) == len(year)


DAILY = "code 1 p4c6 3323=0b2w 2222=2b0w 3666=0b2w"


def test_a_day_without_a_puzzle_is_refused() -> None:
    assert puzzle_record.read_day("2025-01-01") == puzzle_record.FIRST
    for text in ("2024-12-31", "2999-01-01", "yesterday"):
        with pytest.raises(KeypegError):
            puzzle_record.read_day(text)


def test_the_rating_is_elos() -> None:
    assert rated(1200, 0, 3, 1.0) == 1230.4
    assert rated(1200, 20, 3, 1.0) == 1215.2
    assert rated(1400, 0, 3, 0.5) == 1400
    assert rated(1400, 0, 3, 0.0) == 1380
    assert rated(100, 0, 1, 0.0) == 100


def test_puzzles_sum_up_to_a_rating_and_streaks() -> None:
    easy, hard = Puzzle.parse("code 1 p4c6 1122=0b0w"), CODE
    days = [date(2026, 11, day) for day in (12, 13, 15, 16)]
    dailies = [Done(Puzzle("code", 1, Variant(3, day), ()), 1.0, True, 0, on) for day, on in enumerate(days, 3)]
    done = [Done(hard, 0.0, False, 0), Done(easy, 1.0, True, 1), Done(easy, 1.0, True, 2), *dailies]
    standing = puzzle_record.sum_up(done, date(2026, 11, 17))
    assert (standing.done, standing.solved) == (7, 6)
    assert (standing.streak.current, standing.daily.current, standing.daily.longest) == (6, 2, 2)
    first = rated(rated(1200, 0, 5, 0.0), 1, 1, 1.0)
    assert puzzle_record.sum_up(done[:3], date(2026, 11, 17)).rating == first


def test_what_was_done_is_kept_and_read(tmp_path: Path) -> None:
    session = PuzzleSession(CODE, day="2026-11-16")
    session.answer("1652")
    puzzle_record.record(session, now=5, folder=tmp_path)
    with (tmp_path / "puzzles.jsonl").open("a", encoding="utf-8") as file:
        file.write('half a line\n{"puzzle": 3}\n[]\n')
    assert puzzle_record.done(tmp_path) == [Done(CODE, 1.0, True, 5, date(2026, 11, 16))]
    assert puzzle_record.done(tmp_path / "nowhere") == []


def test_stats_sum_up_puzzles_too(capsys: pytest.CaptureFixture[str]) -> None:
    session = PuzzleSession(CODE, day="2025-01-05")
    session.answer("1652")
    puzzle_record.record(session)
    assert main(["stats"]) == 0
    assert "Puzzles: rating 1239; 1 of 1 solved, at best 1 in a row and 1 day of" in capsys.readouterr().out
    assert main(["stats", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["puzzles"]["daily"] == {"current": 0, "longest": 1}


def test_the_next_puzzle_is_a_new_one_near_the_rating() -> None:
    source = random.Random(1)
    assert puzzle_record.next_puzzle(Wanted(Variant(4, 6), "code"), [], source).grade in (2, 3)  # type: ignore[union-attr]
    few = [puzzle for puzzle in collection() if Wanted(Variant(3, 5), "code", 1).has(str(puzzle))]
    done = [Done(puzzle, 1.0, True, 0) for puzzle in few[1:]]
    assert puzzle_record.next_puzzle(Wanted(Variant(3, 5), "code", 1), done, source) == few[0]
    assert puzzle_record.next_puzzle(Wanted(Variant(9, 9)), done, source) is None


def test_a_puzzle_is_drawn_without_reading_all_of_them() -> None:
    """Reading them takes a third of the time that the command needs to its first line."""
    collection.cache_clear()
    assert puzzle_record.next_puzzle(Wanted(), [], random.Random(1)) is not None
    assert puzzles.of_day(739_000).grade == 2
    assert not collection.cache_info().currsize
    assert tuple(map(str, collection())) == puzzles.texts()


# A person's puzzle


def test_answers_and_hints_count() -> None:
    session = PuzzleSession(CODE)
    with pytest.raises(KeypegError):
        session.answer("12")
    wrong = session.answer("1234")
    assert (wrong.is_right, wrong.turn, session.wrong) == (False, 0, 1)
    assert session.hint() == helps(CODE)[0]
    assert PuzzleSession.parse(str(session)).hint() == helps(CODE)[1]
    assert session.answer("RPOG").is_right
    assert (session.outcome, session.score) == (Outcome.WON, 0.5)
    for act in (session.hint, session.give_up, lambda: session.answer("1652")):
        with pytest.raises(NotAllowed):
            act()


def test_turns_may_contradict_each_other_by_themselves() -> None:
    session = PuzzleSession("wrong 3 p4c6 4225=1b2w 2225=0b2w 4452=1b1w 2542=1b1w")
    lines = [line for found in helps(session.puzzle) for line in said.hint(found, session)]
    assert any(line.endswith("turn 4: that is impossible.") for line in lines), lines


def test_the_hints_of_a_code_lead_to_it() -> None:
    session = PuzzleSession(CODE)
    found = [claim for one in helps(CODE) if one.step for claim in one.step.concludes]
    assert [code for code in Variant(4, 6) if all(claim.is_true(code) for claim in found)] == [Code("1652")]
    for _ in helps(CODE):
        session.hint()
    with pytest.raises(NotAllowed, match="no more hints"):
        session.hint()


@pytest.mark.parametrize("language", ["en", "de", "es"])
@pytest.mark.parametrize("kind", puzzles.KINDS)
def test_everything_about_a_puzzle_can_be_said(kind: str, language: str) -> None:
    puzzle = next(puzzle for puzzle in collection() if puzzle.kind == kind and puzzle.grade == 4)
    with words.speaking(language):
        session = PuzzleSession(puzzle, day="2026-11-16")
        wrong = "1" if kind == "wrong" and puzzle.answer != 1 else "2" if kind == "wrong" else "1111"
        lines = [said.title(puzzle, session.day), said.task(puzzle), said.prompt(puzzle, session.look)]
        lines += [said.tried(session.answer(wrong), session), said.solution(session)]
        lines += [line for one in helps(puzzle) for line in said.hint(one, session)]
        lines += [said.tried(session.answer(said.answer(puzzle.answer, session.look)), session), said.ending(session)]
        assert not any("{" in line for line in lines)


# In the terminal


def played(*lines: str, stays: bool = True, offer: bool = False, **options: Any) -> tuple[int, Script, PuzzleTable]:
    view = Script(*lines, stays=stays)
    chosen: dict[str, Any] = {"wanted": Wanted(Variant(4, 6), "code", 2), "seed": 5} | options
    table = PuzzleTable(PuzzleOptions(**chosen), view)
    return table.run(offer=offer), view, table


ANSWER = str(make("p4c6", "code", 2, 5).answer)


def test_a_puzzle_is_solved_and_rated() -> None:
    code, view, _ = played(ANSWER)
    assert code == 0
    assert "Right: " in view.text
    assert "Your rating is 1214 (+14); 1 solved, 1 in a row." in view.text
    assert len(puzzle_record.done()) == 1
    _, again, _ = played(ANSWER)
    assert "You have done this one before" in again.text
    assert len(puzzle_record.done()) == 1


def test_hints_give_up_and_the_reasons() -> None:
    code, view, _ = played("reasons", "hint", "11", "", "give up", "reasons", "standing", "n")
    assert code == 1
    assert "the reasons are shown once" in view.text.lower()
    assert "The code is " in view.text
    assert " 1. " in view.text
    assert puzzle_record.sum_up(puzzle_record.done(), date(2026, 1, 1)).rating < 1200


def test_a_puzzle_that_is_left_is_offered_again() -> None:
    code, view, table = played("hint", "^C")
    assert (code, view.said[-1]) == (130, "keypeg puzzle --resume goes on with this puzzle.")
    _, view, other = played("y", ANSWER, offer=True, seed=6)
    assert view.said[0] == "You left this puzzle after 1 hint and 0 wrong answers."
    assert (other.session.hints, other.session.puzzle) == (1, table.session.puzzle)
    assert left_puzzle() is None
    played("hint", "quit")
    _, view, other = played("n", "quit", offer=True, seed=6)
    assert other.session.puzzle != table.session.puzzle
    assert list(left_games("puzzle")) == []


def test_new_brings_another_puzzle() -> None:
    _, view, table = played("new", "help", "rules", "turns", "quit")
    assert table.session.puzzle == make("p4c6", "code", 2, 6)
    assert view.said[-1] == "Goodbye."
    assert "the next step of the reasoning" in view.text


def test_a_pipe_gets_plain_lines_and_no_record() -> None:
    code, view, _ = played(ANSWER, stays=False)
    assert code == 0
    assert view.said[0].splitlines()[0].startswith("p4c6 · puzzle: the code · grade 2 (moderate)")
    assert puzzle_record.done() == []


def test_the_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"hint\nwhat\n1111\n{ANSWER}\n"))
    assert main(["puzzle", "--kind", "code", "--grade", "2", "--seed", "5", "--json"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [event["event"] for event in events] == ["start", "hint", "error", "answer", "answer", "end"]
    assert (events[-1]["answer"], events[-1]["score"], events[3]["right"]) == (ANSWER, 0.5, False)
    assert "answer" not in events[0]


def test_puzzles_are_exported(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", "--export", "json", "--count", "3", "--kind", "wrong"]) == 0
    exported = json.loads(capsys.readouterr().out)
    assert [len(exported), *exported[0]] == [3, "kind", "grade", "variant", "turns", "answer"]
    assert main(["puzzle", "--daily", "--export", "text"]) == 0
    assert "Answer: " in capsys.readouterr().out
    assert main(["puzzle", "bulls", "--benchmark", "--count", "2"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["id"] != second["id"]
    assert "bulls and cows" in first["prompt"]
    assert first["prompt"].endswith("and nothing else.")
    assert (
        Variant.parse("bulls").code(first["answer"])
        == Puzzle.parse(f"{first['kind']} {first['grade']} {first['variant']} {' '.join(first['turns'])}").answer
    )


@pytest.mark.parametrize(
    "line",
    [
        *("--daily --grade 3", "--resume --seed 3", "--count 3", "--export xml", "--kind what", "--grade 9"),
        *("--export json --json", "--benchmark --export text", "--date 2024-01-01", "--resume", "--json --plain"),
    ],
)
def test_what_does_not_go_together_is_refused(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", *line.split()]) == 2
    assert capsys.readouterr().err.count("\n") == 1
