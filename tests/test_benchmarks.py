"""The benchmarks still find the answers they expect; how long they take decides nothing."""

import csv
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).parents[1] / "benchmarks"
BENCHMARKS = sorted(FOLDER.glob("bench_*.py"))
PARTS = {FOLDER / "attacks.py"}
"""Modules that a script imports."""
OTHERS = sorted(set(FOLDER.glob("*.py")) - set(BENCHMARKS) - PARTS)


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


def loaded(name: str) -> ModuleType:
    place = spec_from_file_location(name, FOLDER / f"{name}.py")
    assert place is not None
    assert place.loader is not None
    module = module_from_spec(place)
    sys.modules[name] = module  # its dataclasses look for their module
    place.loader.exec_module(module)
    return module


def test_a_row_of_large_games_that_grew_is_the_row_played_in_one_go() -> None:
    table = loaded("table_large")
    wanted = table.Wanted("p5c8", "random", 50)
    with ThreadPoolExecutor(1) as executor:
        whole = table.play_more(wanted, None, 50, executor)
        grown = table.play_more(wanted, table.play_more(wanted, None, 20, executor), 30, executor)
    assert {**whole, "processor_seconds_per_guess": ""} == {**grown, "processor_seconds_per_guess": ""}
    assert whole["games"] == "50"


def test_a_table_of_large_games_is_continued_where_it_was(tmp_path: Path) -> None:
    script, table = FOLDER / "table_large.py", tmp_path / "large.csv"
    text = (FOLDER.parent / "results" / "large.csv").read_text(encoding="utf-8")
    table.write_text(text, encoding="utf-8")
    assert run(script, "--table", table, "--variants", "p5c8").returncode == 0
    assert table.read_text(encoding="utf-8") == text


def read_csv(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines())) if path.exists() else []


def optima(tmp_path: Path, *options: str | Path) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    """Run the table of optima, and return what is proven and what is open."""
    proven, unproven = tmp_path / "optimal.csv", tmp_path / "open.csv"
    done = run(FOLDER / "table_optima.py", "--table", proven, "--open", unproven, *options)
    assert done.returncode == 0, done.stderr
    return read_csv(proven), read_csv(unproven)


def test_optima_are_those_of_the_published_table(tmp_path: Path) -> None:
    published = {line["variant"]: line for line in read_csv(FOLDER.parent / "results" / "optimal.csv")}
    found, unproven = optima(tmp_path, "--variants", "p3c4,p4c5", "--workers", "2")
    assert [line["variant"] for line in found] == ["p3c4", "p4c5"]
    for line in found:
        same = ("least_total", "least_worst", "total_within", "in_print")
        assert [line[cell] for cell in same] == [published[line["variant"]][cell] for cell in same]
    assert unproven == []


def test_what_takes_too_long_is_open_until_it_is_proven(tmp_path: Path) -> None:
    found, (line,) = optima(tmp_path, "--variants", "p4c8", "--objectives", "average", "--seconds", "0")
    assert found == []
    assert int(line["lower"]) <= 20471 <= int(line["upper"])
    (row,), unproven = optima(tmp_path, "--variants", "p4c8", "--objectives", "average")
    assert (row["least_total"], row["least_worst"], unproven) == ("20471", "", [])


def test_a_ledger_says_what_is_known(tmp_path: Path) -> None:
    ledger, trees = FOLDER.parent / "results" / "p5c7.ledger", tmp_path / "trees"
    trees.mkdir()
    (row,), _ = optima(tmp_path, "--ledgers", ledger, "--trees", trees, "--variants", "p5c7", "--objectives")
    assert [row[cell] for cell in ("least_total", "depth", "first_guess", "sets")] == ["85645", "7", "11223", ""]
    assert [path.name for path in trees.iterdir()] == ["p5c7.json.gz"]


def test_the_page_of_optima_is_the_one_that_its_script_writes() -> None:
    script, root = loaded("table_optima"), FOLDER.parent
    tables = script.Tables(root / "results" / "optimal.csv", root / "results" / "open.csv", None)
    written = script.page(tables.proven.in_order(), tables.unproven.in_order())
    assert (root / "docs" / "results.md").read_text(encoding="utf-8") == written
