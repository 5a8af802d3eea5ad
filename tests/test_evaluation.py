"""Players measured against best play: strategies, programs behind pipes, and programs that misbehave."""

import json
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from keypeg import evaluation, report_evaluate, strategies
from keypeg.cli import main
from keypeg.errors import NotAllowed
from keypeg.evaluation import Evaluation, NoGuess, Record
from keypeg.player import Program
from keypeg.position import Position
from keypeg.rules import Code, Turn, Variant, score
from keypeg.tournament import draw_secrets

P4C6 = Variant(4, 6)
PLAYER = Path(__file__).parents[1] / "examples" / "machines" / "player.py"


def python(code: str) -> str:
    """Return the command that runs a program."""
    return shlex.join([sys.executable, "-S", "-c", code])


def asking(name: str) -> evaluation.Ask:
    return lambda position: str(strategies.next_guess(name, position))


def played(command: str, games: int = 4, seconds: float = 20, guesses: int = 3) -> Evaluation:
    with Program(command, seconds) as program:
        records = evaluation.evaluate(program.ask, P4C6, draw_secrets(P4C6, games, 1), guesses)
        return Evaluation("player", P4C6, guesses, tuple(records))


def test_a_strategy_behind_a_pipe_plays_as_it_does_here() -> None:
    secrets = draw_secrets(P4C6, 20, 3)
    with Program(f"{sys.executable} {PLAYER} entropy", 60) as program:
        piped = tuple(evaluation.evaluate(program.ask, P4C6, secrets, 10))
    assert piped == tuple(evaluation.evaluate(asking("entropy"), P4C6, secrets, 10))
    assert [record.secret for record in piped] == secrets
    for record in piped:
        assert all(turn.feedback == score(record.secret, turn.guess) for turn in record.turns)


def test_best_play_loses_nothing_and_other_play_something() -> None:
    def lost(name: str) -> float:
        records = tuple(evaluation.evaluate(asking(name), P4C6, draw_secrets(P4C6, 12, 1), 10))
        return Evaluation(name, P4C6, 10, records).lost or 0

    assert lost("optimal") == 0
    assert 0 < lost("entropy") < lost("first")


def test_an_illegal_guess_loses_one_and_a_game_without_a_guess_does_not_count() -> None:
    secret, best = Code("1234"), Turn("1123", score("1234", "1123"))
    last = Turn(secret, score(secret, secret))
    played, given_up = Record(secret, (best, last), 2), Record(secret, (best,), 0, "crashed")
    clean = Evaluation("me", P4C6, 10, (Record(secret, (best, last)),)).lost
    assert clean is not None
    assert Evaluation("me", P4C6, 10, (played, given_up)).lost == pytest.approx(clean + 2)
    assert Evaluation("me", P4C6, 10, (Record(secret, (), 10),)).lost == 10
    assert Evaluation("me", P4C6, 10, (given_up,)).lost is None


def test_figures_of_a_few_games() -> None:
    secret, other = Code("1234"), Code("1111")
    turns = Turn(other, score(secret, other)), Turn(other, score(secret, other)), Turn(secret, score(secret, secret))
    found = Evaluation(
        "me", P4C6, 5, (Record(secret, turns, 1), Record(secret, turns[:1]), Record(secret, (), 0, "silent"))
    )
    assert (found.solved, found.illegal, found.inconsistent) == (1, 1, 1)
    assert found.mean == pytest.approx((4 + 6 + 6) / 3)
    assert [found.solved_within(number) for number in (3, 4)] == [0, 1]
    assert found.failures == {"silent": 1}
    assert json.loads(json.dumps(found.as_json()))["solved_within"] == [0, 0, 0, 1, 1]


SILENT = "import time\nwhile True: time.sleep(60)"
DEAF = "import sys\nwhile True: sys.stdout.write('1122\\n')"  # never reads a line, and writes without being asked
GARBAGE = "import sys\nfor line in sys.stdin: print('\\x00\\xff no code here', flush=True)"
ENDLESS = "import sys\nwhile True: sys.stdout.write('1' * 1000)"
CRASHES = "import sys\nsys.stdin.readline(); sys.exit(3)"
HALF = "import sys\nsys.stdin.readline(); sys.stdout.write('11'); sys.stdout.flush()"
CHILD = "import os, time\nif os.fork(): os._exit(0)\ntime.sleep(60)"  # the pipe stays open in the child


@pytest.mark.parametrize(
    ("code", "seconds", "failures", "illegal"),
    [
        (SILENT, 0.2, {"silent": 3, "unplayed": 1}, 0),
        (CHILD, 0.3, {"silent": 3, "unplayed": 1}, 0),
        (GARBAGE, 20, {}, 12),
        (ENDLESS, 20, {"endless": 3, "unplayed": 1}, 0),
        (CRASHES, 20, {"crashed": 3, "unplayed": 1}, 0),
        (HALF, 20, {"crashed": 3, "unplayed": 1}, 0),
    ],
    ids=["silent", "child", "garbage", "endless", "crashes", "half a line"],
)
def test_a_bad_player_is_counted_and_never_hangs_the_run(
    code: str, seconds: float, failures: dict[str, int], illegal: int
) -> None:
    began = time.perf_counter()
    found = played(python(code), seconds=seconds)
    assert (found.solved, found.failures, found.illegal) == (0, failures, illegal)
    assert found.mean == 4
    assert time.perf_counter() - began < 15


def test_a_player_that_never_reads_does_not_block() -> None:
    found = played(python(DEAF), games=300, seconds=0.3, guesses=10)
    assert (found.illegal, [*found.failures]) == (0, ["silent"])  # once the pipe to it is full, it is started anew
    assert found.failures["silent"] < 10


def test_a_player_that_fails_now_and_then_goes_on() -> None:
    asked = []

    def ask(position: Position) -> str:
        asked.append(position)
        if len(asked) % 3 == 1:
            raise NoGuess("crashed")
        return "1122"

    found = Evaluation("odd", P4C6, 2, tuple(evaluation.evaluate(ask, P4C6, draw_secrets(P4C6, 6, 1), 2)))
    assert found.failures == {"crashed": 3}


def test_a_player_can_tell_why_it_ended(capfd: pytest.CaptureFixture[str]) -> None:
    assert played(python("import sys\nsys.exit('no such table')"), games=1).failures == {"crashed": 1}
    assert capfd.readouterr() == ("", "no such table\n")


def test_the_guesses_of_a_game_are_limited(capsys: pytest.CaptureFixture[str]) -> None:
    """A player that never finds the code would else go on for years, and the report fill the memory."""
    assert main(["evaluate", "p3c4", "--guesses", "1001", "--json", "--player", python(CRASHES)]) == 2
    assert "from 1 to 1000" in capsys.readouterr().err


def test_what_a_player_started_ends_with_it(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    code = (
        f"import subprocess, sys\nchild = subprocess.Popen(['sleep', '1000'])\n"
        f"open({str(note)!r}, 'w').write(str(child.pid))\nfor line in sys.stdin: print('1122', flush=True)"
    )
    assert played(python(code), games=1).illegal == 0
    wait_until(lambda: not is_running(note.read_text()))


def is_running(process: str) -> bool:
    state = subprocess.run(["ps", "-o", "stat=", "-p", process], capture_output=True, text=True, check=False).stdout
    return bool(state.strip()) and not state.startswith("Z")


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.perf_counter() + 30
    while not is_so():
        assert time.perf_counter() < deadline
        time.sleep(0.05)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [1, 2, 15], ids=["terminal closed", "Ctrl-C", "told to end"])
def test_a_player_ends_with_the_command(number: int, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    code = f"import os, time\nopen({str(note)!r}, 'w').write(f'{{os.getpid()}}\\n')\ntime.sleep(1000)"
    command = [sys.executable, "-m", "keypeg", "evaluate", "--beside", "none", "--timeout", "1000"]
    heeded = partial(signal.signal, number, signal.SIG_DFL)  # as it isn't in the background, or under nohup
    running = subprocess.Popen([*command, "--player", python(code)], preexec_fn=heeded)  # noqa: PLW1509
    wait_until(lambda: note.exists() and note.read_text().endswith("\n"))
    running.send_signal(number)
    assert running.wait(30) == 128 + number
    wait_until(lambda: not is_running(note.read_text().strip()))


def test_a_player_that_was_just_started_ends_with_the_command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A signal may come when the process is there, and nobody knows of it yet."""
    note, start = tmp_path / "pid", Program._start
    code = f"import os, time\nopen({str(note)!r}, 'w').write(f'{{os.getpid()}}\\n')\ntime.sleep(1000)"

    def interrupted(program: Program) -> "subprocess.Popen[bytes]":
        process = start(program)
        wait_until(lambda: note.exists() and note.read_text().endswith("\n"))
        signal.raise_signal(signal.SIGTERM)
        return process

    monkeypatch.setattr(Program, "_start", interrupted)
    with pytest.raises(SystemExit), report_evaluate._ending(), Program(python(code), 1000) as program:
        program.ask(Position("p4c6"))
    wait_until(lambda: not is_running(note.read_text().strip()))


@pytest.mark.parametrize("command", ["", "'", "no-such-program-here", "/"])
def test_a_command_that_can_not_be_started_is_refused(command: str) -> None:
    with pytest.raises(NotAllowed, match="player"), Program(command, 1) as program:
        program.ask(Position("p4c6"))


def test_the_faults_of_a_strategy_are_not_those_of_a_player() -> None:
    def ask(position: Position) -> str:
        raise NotAllowed("code-found", position=position)

    with pytest.raises(NotAllowed):
        evaluation.play(ask, P4C6, Code("1122"), 3)


def test_strategies_that_are_out_of_reach_have_a_stand_in() -> None:
    ask = report_evaluate._asking(strategies.strategy("optimal"))
    assert Code(ask(Position("p8c8"))) in Variant(8, 8)


def test_what_can_not_be_measured_exactly_is_not_measured() -> None:
    turn = Turn("112233445566", "1b2w")
    record = Record(Code("112233445566"), (turn,))
    assert Evaluation("me", Variant(12, 12), 5, (record, record)).lost is None
    assert Evaluation("me", Variant(12, 12), 5, ()).lost is None


def test_the_command_compares_programs_with_strategies(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["evaluate", "p3c4", "--games", "6", "--beside", "optimal,random", "--seed", "4"]
    player = python("import sys\nfor line in sys.stdin: print(123, flush=True)")
    assert main([*words, "--player", player, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["player"] for row in rows] == [player, "optimal", "random:4"]
    assert rows[1]["lost"] == 0
    assert rows[1]["mean"] < rows[0]["mean"]
    assert [record["secret"] for record in rows[0]["records"]] == [record["secret"] for record in rows[1]["records"]]
    assert main([*words, "--player", python(CRASHES), "--beside", "none"]) == 2  # given twice
    assert "--beside" in capsys.readouterr().err
    assert main(["evaluate", "p3c4", "--games", "5", "--beside", "none", "--player", python(CRASHES)]) == 0
    out = capsys.readouterr().out
    assert "p3c4: 5 games drawn by seed 0" in out
    assert "crashed in 3 games, 2 games not played" in out
