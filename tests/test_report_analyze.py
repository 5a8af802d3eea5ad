"""The review as a person sees it: the command, and what follows a game."""

import json
import re
from typing import Any

import pytest
from rich.console import Console

from keypeg import cli, coach, report_analyze
from keypeg.coach import Grade
from keypeg.position import Position
from keypeg.render import Look
from keypeg.rules import Code
from typist import finish, played, solved

GAME = ("p4c6", "1122=0b2w", "1344=1b1w", "2511=2b0w", "2641=4b0w")


def run(*arguments: str) -> int:
    return cli.main(["analyze", *arguments])


class TestCommand:
    def test_table_and_sentences(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(*GAME) == 0
        written = capsys.readouterr()
        assert written.err == ""
        lines = written.out.splitlines()
        assert lines[0].strip() == " ".join(GAME)
        assert " ".join(lines[2].split()) == "turn guess got before after bits mean best at best lost skill luck"
        assert " ".join(lines[4].split()) == "1 1122 0b2w 1,296 96 3.75 2.89 1123 3.04 0.06 94 88"
        assert " ".join(lines[7].split()) == "4 2641 4b0w 8 1 3.00 2.75 2641 2.75 0.00 100 94"
        assert "The code was found in 4 guesses. Best play takes 4.34 on average." in lines
        assert "4. 2641 was right, one of 8 codes that were possible. No guess was better." in lines

    def test_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(*GAME, "--json") == 0
        data = json.loads(capsys.readouterr().out)
        assert (data["position"], data["variant"], data["won"], data["guesses"]) == (" ".join(GAME), "p4c6", True, 4)
        assert [turn["contradicted"] for turn in data["turns"]] == [None, 1, 1, None]
        assert data["seconds"] > 0
        assert {"skill", "luck", "luck_bits", "lost", "fortune", "expected", "method", "words"} <= set(data)
        assert {"before", "after", "bits", "expected_bits", "best", "skill", "luck", "measure", "method"} <= set(
            data["turns"][0]
        )

    def test_codes_in_the_letters_of_a_palette(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run("p4c6", "BBWW=1b1w", "--palette", "board") == 0
        assert "1. BBWW left 208 of 1,296 codes" in capsys.readouterr().out

    def test_hard(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run("p4c6", "1122=0b2w", "1344=1b1w", "--hard") == 0
        written = capsys.readouterr().out
        assert "p4c6 1122=0b2w 1344=1b1w, hard mode" in written
        assert re.search(r"2 +1344 +1b1w +96 +19 +2\.34 +2\.58 +2314 +3\.17 +- ", written)

    def test_nothing_played(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run("p4c6") == 0
        assert (
            capsys.readouterr().out
            == "No guess has been made yet, so there is nothing to grade: 1,296 codes are possible.\n"
        )
        assert run("p4c6", "--json") == 0
        data = json.loads(capsys.readouterr().out)
        assert (data["turns"], data["skill"], data["left"]["value"]) == ([], None, 1296)

    def test_estimates_are_marked(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run("p10c10", "1122334455=2b3w", "6677889911=1b2w") == 0
        written = capsys.readouterr().out
        assert re.search(r"10,000,000,000 +~\d\.\d × 10⁸", written)
        assert "(Estimated from 2,000 codes drawn at random.)" in written

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["nonsense"], "'nonsense' is not a variant"),
            (["p4c6", "1122"], "'1122' is not a turn"),
            (["p4c6", "1122=1b1w", "1122=2b0w"], "turn 1 (1122) could be 2b0w (114 left) and not 1b1w"),
            (["p4c6", "1122=4b0w", "1134=2b0w"], "turn 1 found the code in"),
            (["p4c6", "1122=1b1w", "--palette", "what"], "'what'"),
        ],
    )
    def test_bad_input_is_one_line(self, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(*arguments) == 2
        written = capsys.readouterr()
        assert (written.out, written.err.count("\n")) == ("", 1)
        assert words in written.err

    def test_ctrl_c_shows_what_is_graded(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        graded = list(coach.grades(Position.parse(" ".join(GAME))))

        def broken_off(number: int) -> Any:
            def few(*_: object, **__: object) -> Any:
                yield from graded[:number]
                raise KeyboardInterrupt

            return few

        monkeypatch.setattr(coach, "grades", broken_off(2))
        assert run(*GAME, "--json") == 130
        written = capsys.readouterr()
        assert written.err == "keypeg: interrupted after 2 of 4 turns\n"
        assert [turn["number"] for turn in json.loads(written.out)["turns"]] == [1, 2]
        monkeypatch.setattr(coach, "grades", broken_off(0))
        assert run(*GAME) == 130
        assert capsys.readouterr().out == ""

    def test_ctrl_c_on_a_terminal(self, spawn: Any) -> None:
        """A game of four turns that takes many seconds; somewhere in it Ctrl-C is pressed."""
        child = spawn("analyze", "p16c16", *["1234567812345678=1b6w", "1122334455667788=1b6w"] * 4)
        child.expect("grading")
        child.sendintr()
        assert finish(child) == 130

    @pytest.mark.parametrize(
        ("width", "columns"), [(200, 12), (80, 12), (75, 11), (67, 10), (60, 9), (53, 8), (50, 7), (36, 5)]
    )
    def test_a_narrow_terminal_gets_fewer_columns(self, width: int, columns: int) -> None:
        found = coach.review(Position.parse(" ".join(GAME)))
        look = Look(found.position.variant, numbered=True)
        [table] = report_analyze._table(found, look, width)
        assert len(table.columns) == columns
        console = Console(width=width)
        with console.capture() as captured:
            console.print(table)
        assert [line.split()[:2] for line in captured.get().rstrip().splitlines()[-3:]] == [
            ["2", "1344"],
            ["3", "2511"],
            ["4", "2641"],
        ]
        assert report_analyze._table(found, look, 20) == []


class TestAfterAGame:
    def test_play(self) -> None:
        code, view, _ = played("rrgg", "1344", "review", "n", stays=True)
        assert code == 0
        assert view.prompts[2] == "another game? [y/N] "
        assert "The code was found in 2 guesses." in view.said[3]
        assert "1. RRGG left 256 of 1,296 codes" in view.said[3]
        assert "RBYY was right, one of 256 codes that were possible." in view.said[3]

    def test_only_when_it_is_over(self) -> None:
        _, view, _ = played("review")
        assert view.said[1] == "There is a review once the game is over."

    def test_a_script_is_told_the_command_and_not_asked(self) -> None:
        _, view, _ = played("rrgg", "1344", hard=True)
        assert len(view.prompts) == 2
        assert view.said[2].endswith("\nA review: keypeg analyze p4c6 1122=1b0w 1344=4b0w --hard")

    def test_hard_games_are_compared_with_what_they_allow(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[bool] = []

        def remember(position: Position, *, hard: bool, **_: object) -> coach.Review:
            asked.append(hard)
            return coach.sum_up(position, [], hard=hard)

        monkeypatch.setattr(coach, "review", remember)
        played("rrgg", "1344", "review", "n", stays=True, hard=True)
        played("rrgg", "1344", "review", "n", stays=True)
        solved("4b0w", "review", "n", stays=True)
        assert asked == [True, False, False]

    def test_given_up_at_once(self) -> None:
        _, view, _ = played("give up", "review", "n", stays=True)
        assert view.said[2].startswith("No guess was made, so there is nothing to grade")
        assert "keypeg analyze" not in view.text

    def test_lost(self) -> None:
        _, view, _ = played("rrgg", "review", "n", stays=True, guesses=1)
        assert "The code was not found in 1 guess; 256 codes were still possible.\nSkill 94 of 100, luck" in view.text

    def test_solve(self) -> None:
        _, view, _ = solved("[2,0]", "[1,1]", "[3,0]", "[4,0]", "review", "n", stays=True)
        assert "The code was found in 4 guesses." in view.text
        assert "4. RBRY was right, one of 6 codes that were possible." in view.text

    def test_ctrl_c_goes_back_to_the_game(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupt(*_: object, **__: object) -> Grade:
            raise KeyboardInterrupt

        monkeypatch.setattr(coach, "review", interrupt)
        code, view, _ = played("1344", "review", "n", stays=True)
        assert code == 0
        assert any(said.startswith("The review was interrupted.") for said in view.said)

    def test_on_a_terminal(self, spawn: Any) -> None:
        child = spawn("play", "--secret", "1344")
        for number, guess in enumerate(("rrgg", "rbyy"), 1):
            child.expect(f"guess {number} of 10> ")
            child.sendline(guess)
        child.expect("another game\\? \\[y/N\\] ")
        child.sendline("review")
        child.expect("turn +guess +got +before +after +bits +mean +best +lost +skill +luck")
        child.expect("1 +RRGG +1b0w +1,296 +256")
        child.expect("Press Enter to go back to the board")
        child.sendline("")
        child.expect("another game")
        child.sendline("n")
        assert finish(child) == 0


def test_a_numbered_look_writes_numbers() -> None:
    look = Look(Position.parse("p4c6").variant, numbered=True)
    assert (look.code(Code("1234")), look.label(2)) == ("1234", "2")
