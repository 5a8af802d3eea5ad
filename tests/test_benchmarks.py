"""The benchmarks still find the answers they expect; how long they take decides nothing."""

import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "benchmarks"
BENCHMARKS = sorted(FOLDER.glob("bench_*.py"))
OTHERS = sorted(set(FOLDER.glob("*.py")) - set(BENCHMARKS))


def run(*command: str | Path) -> "subprocess.CompletedProcess[str]":
    words = [sys.executable, "-W", "error", *map(str, command)]
    return subprocess.run(words, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "command",
    [*([path, "--quick"] for path in BENCHMARKS), [FOLDER / "bench_exact.py", "--quick", "--ideas"]],
    ids=lambda command: " ".join([command[0].stem, *command[1:]]),
)
def test_a_benchmark_finds_what_it_expects(command: list[str | Path]) -> None:
    done = run(*command)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") > 2
    assert not done.stderr


def test_a_stale_expectation_fails(tmp_path: Path) -> None:
    script = tmp_path / "bench_coach.py"
    script.write_text((FOLDER / script.name).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "reviews.txt").write_text("p2c2 12=0b2w 21=2b0w: 100 99\n", encoding="utf-8")
    done = run(script, "--quick")
    assert done.returncode == 1
    assert "p2c2 12=0b2w 21=2b0w: skills 100 100, not 100 99" in done.stderr


@pytest.mark.parametrize("script", OTHERS, ids=lambda script: str(script.stem))
def test_a_script_says_what_it_does(script: Path) -> None:
    done = run(script, "--help")
    assert done.returncode == 0, done.stderr
    assert f"usage: {script.name}" in done.stdout
