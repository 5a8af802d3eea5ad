"""What a wheel must be able to do by itself: nothing here needs the repository, or more than pytest."""

import subprocess
import sys
from importlib import resources

import numpy as np
import pytest

import keypeg
from keypeg import Position, Search, _core, grow, strategy


def run(*arguments: str) -> str:
    done = subprocess.run([sys.executable, "-m", "keypeg", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_installed_and_not_the_checkout() -> None:
    assert "site-packages" in (keypeg.__file__ or "")


@pytest.mark.parametrize(
    ("name", "signature"),
    [("knuth", "5801:5:694"), ("expected-size", "5696:6:3"), ("entropy", "5722:6:12"), ("most-parts", "5668:6:7")],
)
def test_the_strategies_play_as_they_do_everywhere(name: str, signature: str) -> None:
    assert grow(strategy(name), Position.parse("p4c6")).summary.signature == signature


def test_every_instruction_set_plays_alike() -> None:
    best = _core.instruction_set()
    try:
        for name in _core.instruction_sets():
            _core.use_instruction_set(name)
            assert grow(strategy("entropy"), Position.parse("p5c6")).summary.signature == "37087:7:2"
    finally:
        _core.use_instruction_set(best)


def test_a_batch_of_games_goes_alike_on_every_instruction_set() -> None:
    best, guesses, ends = _core.instruction_set(), Position.parse("p4c6").candidates.array, set()
    try:
        for name in _core.instruction_sets():
            _core.use_instruction_set(name)
            batch = _core.Batch((4, 6, True), len(guesses), 10, "information", candidates=True)
            batch.seed(np.arange(len(guesses), dtype=np.uint64))
            batch.reset()
            for step in range(12):
                batch.step(np.roll(guesses, step, axis=0))
            ends.add((batch.history.tobytes(), batch.candidates.tobytes(), batch.rewards.tobytes()))
    finally:
        _core.use_instruction_set(best)
    assert len(ends) == 1


def test_the_exact_search_proves_the_optimum() -> None:
    assert Search("p4c6").run().bounds.lower == 5625


def test_the_commands_run() -> None:
    assert run("--version").split()[-1] == keypeg.__version__
    assert "1134" in run("hint", "p4c6", "1122=1b1w", "--strategy", "knuth", "--top", "1")


@pytest.mark.parametrize(
    "file",
    [
        "py.typed",
        "__init__.pyi",
        "web/static/index.html",
        "puzzles.txt",
        "gpu/kernels.cu",
        "strategies/trees",
        "migrations",
    ],
)
def test_its_data_came_along(file: str) -> None:
    found = resources.files("keypeg").joinpath(file)
    assert found.is_file() or found.is_dir()
