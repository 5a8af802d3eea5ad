import json
import os
import re
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from keypeg import cli_about
from keypeg import words as said
from keypeg.cli import main
from keypeg.database import Database
from keypeg.exit_codes import OUT_OF_MEMORY

SLOW = ("concurrent.futures", "importlib.metadata", "importlib.resources", "logging", "rich")
COMMAND = "import sys; from keypeg.cli import main; sys.exit(main())"


def keypeg(*words: str, typed: str = "", cwd: Path | None = None) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", COMMAND, *words], input=typed, capture_output=True, text=True, check=False, cwd=cwd
    )


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_help_is_quick() -> None:
    """Processor time, the least of five runs: a busy machine is no reason to fail."""
    times = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run = keypeg("--help")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert "play" in run.stdout
    assert min(times) < 0.2


def loaded_by(*words: str) -> set[str]:
    """Return what a command loads when nothing is typed: modules of Keypeg, other people's packages, slow modules."""
    code = (
        "import sys; before = set(sys.modules); from keypeg.cli import main; main(sys.argv[1:]); "
        "new = set(sys.modules) - before; packages = {name.partition('.')[0] for name in new}; "
        "print(*(packages - sys.stdlib_module_names), *(name for name in new if name.startswith('keypeg.')), "
        f"*(new & {set(SLOW)!r}))"
    )
    command = [sys.executable, "-c", code, *words]
    run = subprocess.run(command, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL)
    return set(run.stdout.splitlines()[-1].split())


def test_help_loads_what_it_shows_and_nothing_more() -> None:
    light = {"errors", "exit_codes", "languages", "lines", "notebook", "streams"}
    cli = {
        "cli",
        "cli_about",
        "cli_checks",
        "cli_command",
        "cli_complete",
        "cli_options",
        "cli_options_research",
        "cli_research",
        "cli_server",
    }
    assert loaded_by("--help") == {"click", "keypeg", *(f"keypeg.{name}" for name in light | cli)}


def test_a_game_begins_without_what_it_does_not_need() -> None:
    loaded = loaded_by("play", "--new", "--plain")
    assert {name for name in loaded if not name.startswith("keypeg.")} == {"click", "keypeg", "numpy"}
    late = {"console", "database", "gpu", "past_games", "plot", "research", "tournament", "web", "workers"}
    assert not {f"keypeg.{name}" for name in late} & loaded


@pytest.mark.parametrize(
    ("command", "needed"),
    [
        ("hint p4c6", {"rich"}),  # a table
        ("explain p4c6 1122=1b1w", set()),
        ("tree p4c6", set()),
        ("exact p3c4", set()),
        ("learn --plain", set()),
        ("puzzle --new --plain", set()),
        ("stats", set()),
    ],
)
def test_a_command_loads_no_package_that_it_does_not_need(command: str, needed: set[str]) -> None:
    loaded = loaded_by(*command.split())
    found = {name for name in loaded if not name.startswith("keypeg")} - {"click", "numpy"}
    assert found <= needed, found - needed
    assert "keypeg.gpu" not in loaded


def test_a_database_whose_tables_are_up_to_date_is_opened_without_what_changes_them(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    Database(url).close()
    loaded = loaded_by("database", "expire", "--dry-run", "--finished", "9", "--database", url)
    assert {name for name in loaded if not name.startswith("keypeg")} & {"sqlalchemy", "alembic"} == {"sqlalchemy"}


def test_threads_that_no_command_uses_do_not_keep_a_processor_busy() -> None:
    code = "import os; from keypeg.cli import main; main(['help']); print(os.environ['OPENBLAS_THREAD_TIMEOUT'])"
    for given, seen in (({}, "4"), ({"OPENBLAS_THREAD_TIMEOUT": "20"}, "20")):
        kept = {name: value for name, value in os.environ.items() if name != "OPENBLAS_THREAD_TIMEOUT"} | given
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=kept)
        assert run.stdout.splitlines()[-1] == seen


def test_a_tree_is_verified_without_what_only_a_proof_needs(tmp_path: Path) -> None:
    tree = str(tmp_path / "p3c4.json")
    assert main(["tree", "p3c4", "--output", tree]) == 0
    loaded = loaded_by("verify", tree)
    assert not {"concurrent.futures", "logging", "rich", "keypeg.audit", "keypeg.prover", "keypeg.workers"} & loaded


def test_without_arguments_help_is_shown() -> None:
    run = keypeg()
    assert (run.returncode, run.stdout) == (0, keypeg("--help").stdout)


def test_version() -> None:
    assert keypeg("--version").stdout.startswith("keypeg 0.")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["play", "p4"], "'p4' is not a variant"),
        (["play", "p0c6"], "1 or more pegs"),
        (["play", "--guesses", "ten"], "'ten' is not a number of guesses"),
        (["play", "--guesses", "-3"], "'-3' is not a number of guesses"),
        (["play", "--codemaker", "me"], "'me' is not a codemaker: use random, adversary, person"),
        (["play", "--secret", "12345"], "a code has 4 pegs"),
        (["play", "--seed", "x"], "seed"),
        (["play", "--palette", "plaid"], "'plaid' in palette"),
        (["play", "--resume", "nowhere"], "can't read 'nowhere'"),
        (["play", "--colour"], "--colour"),
        (["play", "p4c6", "p5c8"], "p5c8"),
        (["dance"], "dance"),
        (["solve", "--strategy", "best"], "'best' is not a strategy"),
        (["solve", "--secret", "12"], "a code has 4 pegs"),
        (["solve", "--guesses", "x"], "'x' is not a number of guesses"),
        (["play", "p500c6"], "out of reach"),
        (["play", "p5c8", "--resume", "x"], "--resume goes on with a game as it was saved: leave out VARIANT"),
        (["play", "--resume", "x", "--hard", "--guesses", "10", "--show-secret"], "--guesses, --show-secret, --hard"),
        (["solve", "--resume", "x", "--strategy", "knuth", "--secret", "1122"], "leave out --strategy, --secret"),
    ],
)
def test_bad_arguments_are_one_line_and_exit_code_2(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert printed.err.startswith("keypeg: ")
    assert says in printed.err


def test_a_process_ends_with_the_code_that_the_command_gives() -> None:
    run = keypeg("play", "p4")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("keypeg: 'p4' is not a variant")
    assert run.stderr.count("\n") == 1


class TestStreams:
    """Whatever the shell does with the streams, there is no traceback."""

    @staticmethod
    def shell(line: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        script = line.replace("keypeg", f"'{sys.executable}' -c '{COMMAND}'")
        settings = {**os.environ, **environment}
        run = subprocess.run(["/bin/sh", "-c", script], capture_output=True, text=True, check=False, env=settings)
        assert "Traceback" not in run.stderr
        assert "Exception ignored" not in run.stderr
        return run

    @pytest.mark.parametrize("form", ["", "--json"])
    def test_bytes_that_are_no_text(self, form: str) -> None:
        run = self.shell(
            f"printf 'rr\\377g\\nrbyy\\n' | keypeg play --secret 1344 {form}", PYTHONIOENCODING="utf-8:strict"
        )
        assert (run.returncode, run.stderr) == (0, "")

    @pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
    def test_letters_where_the_encoding_has_no_pegs(self, encoding: str, tmp_path: Path) -> None:
        typed = "11112222333344445555\nrules\nhelp\nhint\nsave grün\ngive up\n"
        run = subprocess.run(
            [sys.executable, "-c", COMMAND, "play", "p20c20"],
            env={**os.environ, "PYTHONIOENCODING": encoding}, cwd=tmp_path,
            input=typed.encode(encoding, "replace"), capture_output=True, check=False,
        )  # fmt: skip
        text = run.stdout.decode(encoding)
        assert "secret RRBB  guess RRRB  BBB.  3 black, 0 white" in text
        assert "Feedback: B for a peg in its place, W for a color in the wrong place." in text
        assert re.search(r"About \d\.\d x 10\^\d\d codes are still possible", text)
        assert f"Saved to {'gr?n' if encoding == 'ascii' else 'grün'}" in text

    @pytest.mark.parametrize("command", ["play", "play --json", "solve", "solve --json", "play --codemaker person"])
    def test_closed_input_is_the_end_of_input(self, command: str) -> None:
        assert self.shell(f"keypeg {command} <&-").returncode == 1

    @pytest.mark.parametrize("command", ["play --secret 1344", "play --secret 1344 --json"])
    def test_closed_output_is_not_missed(self, command: str) -> None:
        run = self.shell(f"echo rbyy | keypeg {command} >&-")
        assert (run.returncode, run.stderr) == (0, "")
        assert self.shell(f"echo rbyy | keypeg {command} >&- 2>&-").returncode == 0

    @pytest.mark.parametrize("command", ["play", "play --json", "solve --secret 1344", "strategies", "--help"])
    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
    def test_output_that_cannot_be_written_is_said(self, command: str) -> None:
        run = self.shell(f"echo rbyy | keypeg {command} > /dev/full")
        assert (run.returncode, run.stderr) == (2, "keypeg: no space left on device\n")
        assert self.shell(f"echo rbyy | keypeg {command} > /dev/full 2>&1").returncode == 2


class TestPlay:
    def test_piped(self) -> None:
        run = keypeg("play", "--secret", "1344", typed="rrgg\nfoo\nrbyy\n")
        assert (run.returncode, run.stderr) == (0, "")
        assert "\x1b" not in run.stdout
        assert run.stdout.splitlines() == [
            "Keypeg p4c6: 4 pegs, 6 colors, colors may repeat, 10 guesses.",
            "Colors: R red, G green, B blue, Y yellow, O orange, P purple.",
            "Type a guess such as RGBY, or help.",
            "1. RRGG: 1 black, 0 white. 9 guesses left.",
            "A code has 4 pegs, 'foo' has 3.",
            "2. RBYY: 4 black, 0 white.",
            "You broke the code in 2 of 10: RBYY (red-blue-yellow-yellow).",
            "Keypeg p4c6: solved in 2 of 10 guesses. 1: 1 black, 0 white; 2: 4 black, 0 white.",
            "A review: keypeg analyze p4c6 1122=1b0w 1344=4b0w",
        ]

    @pytest.mark.parametrize("limit", [8, 10, 12])
    def test_out_of_guesses(self, limit: int) -> None:
        run = keypeg("play", "--secret", "1344", "--guesses", str(limit), typed="oopp\n" * 20)
        assert run.returncode == 1
        assert "out of guesses. The code was RBYY" in run.stdout
        assert f"not solved in {limit} of {limit} guesses" in run.stdout

    def test_no_limit(self) -> None:
        run = keypeg("play", "--secret", "1344", "--guesses", "none", typed="oopp\n" * 20 + "rbyy\n")
        assert (run.returncode, "solved in 21 guesses" in run.stdout) == (0, True)

    def test_leaving(self) -> None:
        run = keypeg("play", typed="rrgg\n")
        assert run.returncode == 1
        assert run.stdout.endswith("You left after 1 guess.\n")

    @pytest.mark.parametrize("preset", ["4x4", "6x6", "8x8", "10x10"])
    def test_presets(self, preset: str) -> None:
        number = int(preset.partition("x")[0])
        run = keypeg("play", preset, "--seed", "1", typed="give up\n")
        assert run.stdout.startswith(f"Keypeg p{number}c{number}: {number} pegs, {number} colors")

    def test_seed(self) -> None:
        first, second = (keypeg("play", "--seed", "7", typed="give up\n").stdout for _ in range(2))
        assert first == second
        assert first != keypeg("play", "--seed", "8", typed="give up\n").stdout

    def test_palette(self) -> None:
        run = keypeg("play", "--palette", "board", "--secret", "rbyg", typed="red blue yellow green\n")
        assert (run.returncode, "RBYG (red-blue-yellow-green)" in run.stdout) == (0, True)

    def test_save_and_resume(self, tmp_path: Path) -> None:
        keypeg("play", "--secret", "1344", "--hard", typed="rrgg\nsave\n", cwd=tmp_path)
        run = keypeg("play", "--resume", "keypeg.game", typed="oopp\nrbyy\n", cwd=tmp_path)
        assert run.returncode == 0
        assert "1. RRGG: 1 black, 0 white" in run.stdout
        assert "Hard mode: OOPP can't be right" in run.stdout
        assert "in 2 of 10" in run.stdout

    def test_person_piped(self) -> None:
        run = keypeg("play", "--codemaker", "person", typed="rbyy\nrrgg\nrbyy\n")
        assert (run.returncode, "1. RRGG: 1 black" in run.stdout) == (0, True)
        assert keypeg("play", "--codemaker", "person", typed="xx\n").returncode == 2

    def test_json(self) -> None:
        run = keypeg("play", "--secret", "1344", "--json", typed="rrgg\nfoo\nhint\nundo\nrrgg\nrbyy\n")
        assert run.returncode == 0
        start, turn, error, hint, undo, again, won, end = objects(run.stdout)
        assert (start["event"], start["variant"], start["guesses"]) == ("start", "p4c6", 10)
        assert turn == {"event": "turn", "number": 1, "guess": "1122", "blacks": 1, "whites": 0, "guesses_left": 9}
        assert "'foo'" in error["message"]
        assert (hint["step"], hint["candidates"]) == (1, 256)
        assert (undo["number"], again["number"], won["blacks"]) == (0, 1, 4)
        assert (end["outcome"], end["secret"], end["guesses_used"]) == ("won", "1344", 2)
        assert (end["hints"], end["undos"]) == (1, 1)

    def test_json_answers_every_line(self) -> None:
        typed = "\n  \nrr?gg\nrrgg\n\nhelp\nset hard on\n"
        start, *replies, end = objects(keypeg("play", "--secret", "1344", "--json", typed=typed).stdout)
        assert [reply["event"] for reply in replies] == ["error", "error", "error", "turn", "error", "error", "error"]
        assert (start["event"], end["event"]) == ("start", "end")

    def test_json_redo_and_candidates(self) -> None:
        typed = "candidates\nrrgg\nundo\nredo\nredo\nrbyo\nrbyp\ncandidates\n"
        run = keypeg("play", "--secret", "1344", "--json", typed=typed)
        _, many, turn, _, redo, error, _, _, few, _ = objects(run.stdout)
        assert many == {"event": "candidates", "candidates": 1296, "exact": True, "codes": None}
        assert redo == {**turn, "event": "redo"}
        assert "nothing to redo" in error["message"]
        assert few["candidates"] == len(few["codes"]) <= 60
        assert "1344" in few["codes"]

    def test_json_never_tells_the_secret_early(self) -> None:
        run = keypeg("play", "--secret", "1344", "--json", typed="rrgg\n")
        assert run.returncode == 1
        end = objects(run.stdout)[-1]
        assert (end["outcome"], end["secret"]) == ("open", None)
        assert "1344" not in run.stdout

    def test_a_reader_that_hangs_up(self) -> None:
        run = subprocess.run(
            f"yes oopp | {sys.executable} -c '{COMMAND}' play --guesses none --secret 1344 | head -2",
            shell=True, capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip
        assert run.stdout.count("\n") == 2
        assert "Traceback" not in run.stderr


class TestSolve:
    def test_a_secret_is_broken_turn_by_turn(self) -> None:
        run = keypeg("solve", "--secret", "rbyy", "--strategy", "first")
        assert (run.returncode, run.stderr) == (0, "")
        lines = run.stdout.splitlines()
        assert lines[0] == "1. RRRR: 1 black, 0 white"
        assert lines[-2] == f"{len(lines) - 1}. RBYY: 4 black, 0 white"
        assert lines[-1] == f"Broken in {len(lines) - 1} guesses by first."

    def test_json(self) -> None:
        result = json.loads(keypeg("solve", "--secret", "1344", "--json", "--strategy", "knuth").stdout)
        assert (result["variant"], result["strategy"], result["secret"]) == ("p4c6", "knuth", "1344")
        assert result["guesses"] == len(result["turns"]) <= 5
        assert result["turns"][0]["guess"] == "1122"
        assert result["turns"][-1] == {"guess": "1344", "blacks": 4, "whites": 0}
        assert (result["outcome"], result["limit"]) == ("won", 10)

    def test_limit_too_small(self) -> None:
        run = keypeg("solve", "--secret", "6666", "--strategy", "first", "--guesses", "2")
        assert (run.returncode, run.stdout.splitlines()[-1]) == (1, "Not broken in 2 guesses by first.")

    def test_random_secret(self) -> None:
        first, second = (keypeg("solve", "--secret", "random", "--seed", "5", "--show-secret").stdout for _ in range(2))
        assert first == second
        assert first.startswith("The code is ")

    @pytest.mark.parametrize("preset", ["4x4", "p1c1", "p3c2", "bulls", "p12c2"])
    def test_variants(self, preset: str) -> None:
        assert keypeg("solve", preset, "--secret", "random", "--seed", "1", "--guesses", "none").returncode == 0

    def test_answered_by_a_pipe(self) -> None:
        run = keypeg("solve", "--strategy", "first", typed="[2,0]\n1,1\n3b0w\nBBBB\n")
        assert run.returncode == 0
        assert run.stdout.splitlines()[-1] == "I broke your code in 4 of 10: RBRY."

    def test_asked_though_the_secret_is_known(self) -> None:
        run = keypeg("solve", "--strategy", "first", "--secret", "1344", "--ask", "--show-secret", typed="2b0w\nauto\n")
        assert run.returncode == 0
        assert "2b0w is not right: with your secret, RRRR gets 1b0w." in run.stdout
        assert "Your code: RBYY." in run.stdout

    def test_save_and_resume(self, tmp_path: Path) -> None:
        keypeg("solve", "--strategy", "first", typed="2b0w\nsave mine\n", cwd=tmp_path)
        run = keypeg("solve", "--resume", "mine", typed="1b1w\n3b0w\n4b0w\n", cwd=tmp_path)
        assert (run.returncode, "in 4 of 10: RBRY" in run.stdout) == (0, True)
        wrong = keypeg("play", "--resume", "mine", cwd=tmp_path)
        assert (wrong.returncode, "keypeg solve --resume" in wrong.stderr) == (2, True)

    def test_json_answers_every_line(self) -> None:
        events = objects(keypeg("solve", "--json", typed="\n \n?\nmaybe\n1b0w\n").stdout)
        answers = ["guess", *["error", "guess"] * 4, "guess", "end"]
        assert [event["event"] for event in events] == answers
        assert events[1]["message"].startswith("'' is not feedback")

    def test_json_redo_and_bad_corrections(self) -> None:
        typed = f"2b0w\nundo\nredo\nfix {'1' * 5000} 1b0w\nfix 1\n"
        events = objects(keypeg("solve", "--strategy", "first", "--json", typed=typed).stdout)
        assert [event["event"] for event in events].count("error") == 2
        assert [event["number"] for event in events if event["event"] == "guess"] == [1, 2, 1, 2, 2, 2]

    def test_json_by_lines(self) -> None:
        typed = "0b0w\n0b0w\nfix 2 1b1w\n5b5w\nundo\nundo\n4b0w\n"
        run = keypeg("solve", "p2c2", "--strategy", "first", "--json", typed=typed)
        events = objects(run.stdout)
        assert events[0] == {"event": "guess", "number": 1, "guess": "11", "candidates": 4, "exact": True}
        contradiction = next(event for event in events if event["event"] == "contradiction")
        assert contradiction["corrections"] == {"1": {"2b0w": 1}, "2": {"2b0w": 1}}
        assert contradiction["drops"] == [[1], [2]]
        assert any(event["event"] == "error" for event in events)
        assert events[-1]["event"] == "end"


def with_little_memory(*words: str) -> "subprocess.CompletedProcess[str]":
    """Run a command that may use no more than 300 MiB of addresses, of which each of its threads takes 8 or more."""
    limit = "import resource; resource.setrlimit(resource.RLIMIT_AS, (300 << 20, 300 << 20))\n"
    command = [sys.executable, "-c", limit + COMMAND, *words]
    alone = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=alone)


def test_too_little_memory_is_one_line() -> None:
    run = with_little_memory("tree", "p9c6", "--strategy", "entropy")  # the core can't list all codes
    assert run.stderr == "keypeg: not enough memory for this: give it more, or ask for less\n"
    assert (run.returncode, run.stdout) == (OUT_OF_MEMORY, "")


def test_threads_that_find_no_room_are_done_without() -> None:
    run = with_little_memory("exact", "p3c4", "--threads", "100")
    assert "p3c4, average: 206, proven" in run.stdout
    assert (run.returncode, run.stderr) == (0, "")


def test_too_little_memory_to_say_so_is_one_line_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(cli_about, "run", full)
    monkeypatch.setattr(said, "text", full)
    assert main(["help"]) == OUT_OF_MEMORY
    assert capsys.readouterr().err == "keypeg: not enough memory\n"
