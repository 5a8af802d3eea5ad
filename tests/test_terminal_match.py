"""A match in a terminal: both kinds of round, the score between them, and nothing lost by leaving."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from keypeg import store, words
from keypeg.cli import main
from keypeg.errors import NotAllowed
from keypeg.game import drawn_code
from keypeg.kept import left_games
from keypeg.match import Match
from keypeg.session_match import MatchSession
from keypeg.terminal_match import MatchOptions, MatchTable
from keypeg.terminal_resume import Resumed, Start
from typist import P4C6, Script

FIRST, THIRD = (str(drawn_code(P4C6, seed)) for seed in (7, 9))
"""The codes of rounds 1 and 3 with the seed 7."""


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYPEG_DATA", str(tmp_path / "data"))


def played(*lines: str, stays: bool = False, offer: bool = False, **options: Any) -> tuple[int, Script, MatchTable]:
    view = Script(*lines, stays=stays)
    chosen: dict[str, Any] = {"variant": P4C6, "rounds": 2, "strategy": "first", "seed": 7} | options
    table = MatchTable(MatchOptions(**chosen), view)
    return table.run(offer=offer), view, table


def left() -> list[str]:
    lines = []
    for kept in left_games("match"):
        lines.append(kept.line)
        kept.release()
    return lines


def match_of(table: MatchTable) -> MatchSession:
    assert table.match is not None
    return table.match


class TestPlaying:
    def test_a_match_is_played_in_turns_and_scored(self) -> None:
        code, view, _ = played("rrgg", FIRST, "2b0w", "1b1w", "4b0w")
        assert view.said[0].startswith(
            "A match of 2 rounds against first. Who makes the code gets a point for each guess, "
            "and 1 point more if it isn't found.\nRound 1 of 2: you break my code.\nKeypeg p4c6"
        )
        assert "2 points for me.\n\n  round  codebreaker  you  computer\n" in view.said[2]
        assert view.said[2].endswith("I lead by 2 points.")
        assert view.said[3].startswith("Round 2 of 2: I break your code.\nKeypeg p4c6: think of a code")
        assert "3 points for you." in view.said[6]
        assert view.said[-1].splitlines() == [
            "  round  codebreaker  you  computer",
            "      1  you                      2",
            "      2  computer       3",
            "  total                 3         2",
            "You win the match, 3 to 2.",
        ]
        assert code == 0

    def test_who_gives_up_pays_for_all_guesses_and_the_bonus(self) -> None:
        code, view, table = played("give up", "4b0w", guesses=6, bonus=5)
        assert match_of(table).match == Match.parse("p4c6 guesses=6 bonus=5 rounds=2 0x 1")
        assert view.said[-1].splitlines()[1:] == [
            "      1  you                   * 11",
            "      2  computer       1",
            "  total                 1        11",
            "  * the code was not found",
            "I win the match, 11 to 1.",
        ]
        assert code == 1

    def test_a_draw_is_not_won(self) -> None:
        code, view, _ = played(FIRST, "4b0w", bonus=0)
        assert "gets a point for each guess.\n" in view.said[0]
        assert (code, view.said[-1].splitlines()[-1]) == (1, "The match is a draw, 1 all.")

    def test_a_person_goes_from_round_to_round_with_enter(self) -> None:
        _, view, table = played(FIRST, "score", "", "4b0w", "undo", "2b0w", "4b0w", "", THIRD, stays=True, rounds=4)
        assert [prompt for prompt in view.prompts if "Enter" in prompt] == [
            *["Press Enter for round 2 "] * 2,
            *["Press Enter for round 3 "] * 2,
            "Press Enter for round 4 ",
        ]
        assert match_of(table).match.points == (2, 1)
        assert view.boards[0].title.startswith("round 1 of 4 · you 0, computer 0 · p4c6")
        assert view.boards[-1].title.startswith("round 3 of 4 · you 2, computer 2 · p4c6")

    @pytest.mark.parametrize(
        "line", ["hint", "hint 1122", "undo", "redo", "candidates", "new", "restart", "set hard on"]
    )
    def test_what_has_no_place_in_a_match_is_refused(self, line: str) -> None:
        _, view, table = played("rrgg", line)
        assert view.said[2] == f"{line.split(maxsplit=1)[0]} has no place in a match: help lists what there is."
        assert len(match_of(table).game.turns) == 1

    @pytest.mark.parametrize("line", ["new", "restart", "settings", "set strategy knuth", "set guesses 3"])
    def test_nor_can_a_codemaker_change_what_was_agreed(self, line: str) -> None:
        _, view, table = played(FIRST, line)
        assert "has no place in a match" in view.said[-2]
        assert "strategy=first guesses=10" in str(table.match)

    def test_help_lists_what_there_is(self) -> None:
        for lines in (["help"], [FIRST, "help"]):
            _, view, _ = played(*lines)
            assert "score" in view.said[-2]
            assert "restart" not in view.said[-2]

    def test_colors_can_be_changed_and_stay_for_the_next_round(self) -> None:
        _, _, table = played("set palette board", FIRST)
        assert match_of(table).game.look.palette.colors[1].name == "blue"

    def test_feedback_that_can_not_be_is_corrected(self) -> None:
        _, view, table = played(FIRST, *["0b0w"] * 6, "fix 6 4b0w")
        assert "No code is consistent" in view.said[-3]
        assert match_of(table).scored.points == (6, 1)

    def test_in_german(self) -> None:
        with words.speaking("de"):
            _, view, _ = played(FIRST, "4b0w")
        assert view.said[-1].endswith("Der Wettkampf endet unentschieden, 1 zu 1.")


class TestLeaving:
    @pytest.mark.parametrize("word", ["quit", "^C", ""])
    @pytest.mark.parametrize("lines", [["rrgg"], [FIRST], [FIRST, ""], [FIRST, "", "2b0w"]])
    def test_at_any_moment_the_match_is_kept(self, word: str, lines: Sequence[str]) -> None:
        if word == "" and lines[-1] == FIRST:
            return  # there, Enter goes on
        _, view, table = played(*lines, *([word] if word else []), stays=True)
        assert left() == [str(table.match)]
        number = match_of(table).match.number
        assert view.said[-1] == f"You left in round {number} of 2. keypeg match --resume goes on with the match."

    def test_nothing_is_kept_before_it_begins_or_after_its_end(self) -> None:
        played("quit", stays=True)
        assert left() == []
        code, _, _ = played(FIRST, "", "2b0w", "4b0w", "", stays=True)
        assert (code, left()) == (0, [])

    def test_rounds_go_into_the_history_one_by_one(self) -> None:
        played(FIRST, "", "2b0w", stays=True)
        games = [line for _, line, _ in store.recorded_games()]
        assert games == [f"p4c6 guesses=10 codemaker=random:7 {FIRST}=4b0w"]

    def test_scripts_keep_nothing(self) -> None:
        _, view, _ = played("rrgg")
        assert (left(), view.said[-1]) == ([], "You left in round 1 of 2.")

    def test_a_match_that_was_left_is_offered(self) -> None:
        played(FIRST, "", "2b0w", stays=True, rounds=4)
        _, view, table = played("y", "4b0w", stays=True, offer=True)
        assert view.said[0] == "You left this match in round 2 of 4; you have 0 points, I have 1."
        assert match_of(table).match.rounds == 4
        assert left() == [str(table.match)]
        _, view, table = played("n", stays=True, offer=True)
        assert (left(), match_of(table).is_begun) == ([], False)

    def test_a_round_that_was_over_is_still_over(self) -> None:
        played(FIRST, "quit", stays=True)
        kept = Start("").resumed("match", MatchSession)
        assert kept is not None
        view = Script("", "4b0w", "", stays=True)
        table = MatchTable(MatchOptions(P4C6), view)
        table.resume(kept)
        assert table.run() == 1
        assert view.prompts[0] == "Press Enter for round 2 "
        assert left() == []

    def test_it_is_saved_and_gone_on_with(self, tmp_path: Path) -> None:
        path = tmp_path / "m.game"
        _, view, table = played("rrgg", f"save {path}", stays=True)
        assert view.said[2] == f"Saved to {path}. Go on with: keypeg match --resume {path}"
        assert store.load_session(path) == str(table.match)
        resumed = Start(str(path)).resumed("match", MatchSession)
        assert isinstance(resumed, Resumed)
        assert str(resumed.session) == str(table.match)

    def test_a_file_of_another_kind_names_its_command(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        saved, match = tmp_path / "play.game", tmp_path / "match.game"
        store.save_session(saved, "p4c6 guesses=10 codemaker=random:3")
        played("rrgg", f"save {match}", stays=True)
        with pytest.raises(NotAllowed, match=r"is a game of keypeg play: go on with keypeg play --resume"):
            Start(str(saved)).resumed("match", MatchSession)
        assert main(["play", "--resume", str(match)]) == 2
        assert "is a game of keypeg match" in capsys.readouterr().err


class TestCommand:
    def test_programs_play_it_line_by_line(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        lines = iter([f"{FIRST}\n", "1b0w\n", "4b0w\n"])
        monkeypatch.setattr("sys.stdin.readline", lambda: next(lines, ""))
        assert main(["match", "--rounds", "2", "--seed", "7", "--strategy", "first", "--json"]) == 0
        events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert [event["event"] for event in events] == [
            *("round", "start", "turn", "end"),
            *("round", "guess", "guess", "end"),
            "match",
        ]
        assert (events[-1]["points"], events[-1]["winner"], events[4]["number"]) == ([2, 1], 0, 2)

    def test_a_program_that_stops_early_has_not_won(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr("sys.stdin.readline", lambda: "")
        for option in ("--level=1", "--rating=1200"):
            assert main(["match", option, "--json"]) == 1
            last = json.loads(capsys.readouterr().out.splitlines()[-1])
            assert (last["strategy"], last["over"], last["line"].count("|")) == ("human:level=1", False, 1)

    @pytest.mark.parametrize(
        ("line", "says"),
        [
            ("--rounds 3", "an even number of rounds"),
            ("--level 2 --strategy knuth", "--strategy and --level contradict each other"),
            ("--level 6", "6 is out of range"),
            ("--level 2 --rating 1400", "--level and --rating contradict each other"),
            ("--rating 1400 --strategy knuth", "--strategy and --rating contradict each other"),
            ("--resume x --rounds 4", "--rounds"),
            ("--guesses none", "is not a valid whole number"),
        ],
    )
    def test_bad_options(self, line: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["match", *line.split()]) == 2
        assert says in capsys.readouterr().err
