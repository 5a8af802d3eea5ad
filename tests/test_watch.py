"""A strategy watched while it breaks a code: the steps as values, and in a terminal."""

import json
from typing import Any

import pytest

from keypeg import words
from keypeg.cli import main
from keypeg.game import drawn_code, play
from keypeg.render import Look
from keypeg.rules import Variant
from keypeg.strategies import next_guess
from keypeg.study import Study, advise
from keypeg.watch import TOP, Step, watch
from typist import finish

P4C6 = Variant(4, 6)


def steps(strategy: str, secret: str = "1344", **options: Any) -> list[Step]:
    return list(watch(P4C6, secret, strategy, **options))


@pytest.mark.parametrize("name", ["knuth", "optimal", "first", "human:3,level=1", "sampling"])
def test_the_game_is_the_one_that_the_strategy_plays(name: str) -> None:
    seen = steps(name, "5216")
    assert tuple(step.turn for step in seen) == play(name, "fixed:5216", P4C6).turns
    for number, step in enumerate(seen, 1):
        assert (step.number, len(step.position.turns)) == (number, number - 1)
        assert step.turn.guess == step.ranking[0].guess == next_guess(name, step.position)
        assert step.count.value == len(step.position.candidates)
        assert dict(step.partition) == dict(step.position.partition(step.turn.guess))
    assert [step.left for step in seen[:-1]] == [step.count for step in seen[1:]]
    assert all(step.left.value == step.partition[step.turn.feedback] for step in seen)


def test_what_is_compared_is_the_advice_of_everybody() -> None:
    for step in steps("knuth"):
        assert step.ranking == advise(Study(step.position), "knuth", TOP).ranking
    assert [len(step.ranking) for step in steps("first")] == [1] * len(steps("first"))
    assert len(steps("knuth", top=3)[0].ranking) == 3


def test_a_limit_ends_it() -> None:
    assert len(steps("first", guesses=2)) == 2


def test_steps_for_programs() -> None:
    data = [step.as_json() for step in steps("knuth", "1122")]
    assert json.loads(json.dumps(data)) == data
    assert (data[0]["guess"], data[0]["feedback"], data[0]["left"]) == ("1122", "4b0w", 1)
    assert sum(data[0]["partition"].values()) == data[0]["candidates"] == 1296
    assert data[0]["ranking"][0]["largest"] == 256


def test_a_mistake_is_named_and_not_called_better() -> None:
    """The player who errs overlooks a turn; no rule prefers such a guess."""
    look = Look(P4C6)
    mistakes = [step for step in steps("human:3,level=1") if not step.ranking[0].can_win]
    assert mistakes
    for step in mistakes:
        said = words.why(step.advice, look)
        assert f"{look.code(step.turn.guess)} can't be right: if it were the secret, turn " in said
        assert "better by this rule" not in said


class TestCommand:
    def test_without_a_terminal_all_is_printed(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["solve", "--watch", "--secret", "1344", "--strategy", "knuth", "--show-secret"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[:2] == ["The code is RBYY.", "Guess 1: 1,296 codes are possible."]
        at = lines.index("RRGG splits them by the feedback that it would get:")
        assert lines[at + 1 : at + 7] == [
            "          0w     1w     2w     3w     4w",
            "   0b  █ 256  █ 256   ▃ 96   ▁ 16    ▁ 1",
            "   1b  █ 256  ▇ 208   ▂ 36",
            "   2b  ▄ 114   ▁ 32    ▁ 4",
            "   3b   ▁ 20",
            "   4b    ▁ 1",
        ]
        at = lines.index("1. RRGG: 1 black, 0 white")
        assert lines[at + 1 : at + 4] == ["256 of 1,296 codes are left.", "", "Guess 2: 256 codes are possible."]
        assert lines[-2:] == ["", "Broken in 2 guesses by knuth."]

    def test_many_parts_are_summed_up_and_a_sample_is_called_one(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["solve", "p10c10", "--watch", "--secret", "random", "--guesses", "2", "--delay", "0"]) == 1
        out = capsys.readouterr().out
        assert "  and 50 smaller parts with 1,187,931,545 codes in all\n" in out
        assert "of them, drawn at random, by the feedback" in out
        assert out.endswith(
            "Not broken in 2 guesses by optimal, 1 of them by sampling: there were too many codes to compare.\n"
        )

    def test_for_programs(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["solve", "--watch", "--secret", "random", "--seed", "3", "--strategy", "first", "--json"]) == 0
        data = json.loads(capsys.readouterr().out)
        secret = drawn_code(P4C6, 3)
        assert data["secret"] == str(secret) == data["steps"][-1]["guess"]
        assert data["steps"] == [step.as_json() for step in watch(P4C6, secret, "first")]

    def test_the_delay_is_kept(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        slept: list[float] = []
        monkeypatch.setattr("keypeg.terminal_watch.time.sleep", slept.append)
        main(["solve", "--watch", "--secret", "1344", "--strategy", "knuth", "--delay", "2.5"])
        assert slept == [2.5, 2.5]
        assert capsys.readouterr().out.count("Guess ") == 2

    def test_a_person_is_asked_for_the_code_and_goes_on_with_enter(self, spawn: Any) -> None:
        child = spawn("solve", "--watch", "--strategy", "knuth", "--plain")
        child.expect("the code that is to be broken>")
        child.sendline("rbyx")
        child.expect("'x' is not a color")
        child.sendline("rbyy")
        child.expect("RRGG splits them")
        child.expect("Press Enter to see the feedback")
        child.sendline("")
        child.expect("256 of 1,296 codes are left")
        child.expect("Press Enter")
        child.sendline("q")
        assert finish(child) == 1

    @pytest.mark.parametrize(
        ("line", "says"),
        [
            ("--watch", "--watch is for a secret that is known"),
            ("--watch --json", "--watch is for a secret that is known"),
            ("--delay 3", "give --watch too"),
            ("--watch --ask --secret 1122", "--watch and --ask contradict each other"),
            ("--watch --new --secret 1122", "--watch and --new contradict each other"),
            ("--watch --delay 1 --json --secret 1122", "--delay and --json contradict each other"),
        ],
    )
    def test_bad_options(
        self, line: str, says: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("sys.stdin.isatty", lambda: False)
        assert main(["solve", *line.split()]) == 2
        assert says in capsys.readouterr().err
