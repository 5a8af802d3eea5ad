"""The check of a ledger that shares no code with Keypeg, and what it and `keypeg verify` find together."""

import ast
import importlib.util
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from keypeg import rules
from keypeg.audit import Effort, check
from keypeg.errors import KeypegError
from keypeg.ledger import HEADER, Facts, Line, parse
from keypeg.position import Position
from keypeg.preorder import read
from keypeg.proof import Proof
from proofs import every_step, optimum, searched
from reference import all_codes, score

SCRIPT = Path(__file__).parents[1] / "examples" / "check_ledger.py"


def load() -> Any:
    spec = importlib.util.spec_from_file_location("check_ledger", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["check_ledger"] = module  # where its named tuple looks for itself
    spec.loader.exec_module(module)
    return module


SCEPTIC = load()


def text_of(*lines: Line) -> str:
    return "".join(f"{line}\n" for line in (HEADER, *lines))


def doubt(*lines: Line) -> str:
    """Return what the sceptic has against a ledger; nothing if it is good."""
    try:
        SCEPTIC.main(text_of(*lines))
    except SystemExit as end:
        return str(end.code)
    return ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no line"),
        ("nonsense\n", "nonsense is not a variant"),
        ("p5c8\t1\t-\t-\t-\t-\n", "p5c8 has more than 2,048 codes"),
        ("p2c2\t1\t-\n", "line 1 is not about a position of p2c2"),
    ],
)
def test_what_it_can_not_check_is_said(text: str, said: str) -> None:
    with pytest.raises(SystemExit, match=said):
        SCEPTIC.main(text)


@pytest.mark.parametrize("name", ["absent", "."])
def test_what_it_can_not_read_is_said(tmp_path: Path, name: str) -> None:
    with pytest.raises(SystemExit, match="can't be read"):
        SCEPTIC.text_of(tmp_path / name)


def test_a_line_that_rests_on_a_search_is_called_so() -> None:
    assert "is not proven: it rests on a search" in doubt(searched(Position.parse("p3c5")))


def is_verified(*lines: Line) -> bool:
    try:
        return not check(Facts(lines), Effort(share=1, threads=1, memory=1 << 20)).flaws
    except KeypegError:
        return False


def test_the_sceptic_takes_nothing_from_keypeg() -> None:
    imports = [
        node for node in ast.walk(ast.parse(SCRIPT.read_text())) if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    names = {name for node in imports for name in _names(node)}
    assert names <= sys.stdlib_module_names
    assert len(names) > 3


def _names(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    if isinstance(node, ast.ImportFrom):
        yield str(node.module).partition(".")[0]
    else:
        yield from (alias.name.partition(".")[0] for alias in node.names)


@pytest.mark.parametrize(("variant", "least"), [("p4c4", 905), ("p3c6", 854), ("p5c3", 816)])
def test_whole_proofs_are_confirmed_line_by_line(variant: str, least: int, capsys: pytest.CaptureFixture[str]) -> None:
    lines = every_step(variant)
    assert doubt(*lines) == ""
    said, counted = capsys.readouterr().out.splitlines()
    assert said == (
        f"{variant}: every strategy needs at least {least} guesses over all codes; "
        f"the one that is written down needs {least}."
    )
    assert counted.startswith(f"{len(lines)} lines checked, with ")


def test_it_runs_as_a_program(tmp_path: Path) -> None:
    lines = every_step("p2c4")
    path = tmp_path / "p2c4.ledger"
    path.write_text(text_of(*lines))
    done = subprocess.run([sys.executable, str(SCRIPT), str(path)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "at least 45 guesses" in done.stdout
    path.write_text(text_of(replace(lines[0], lower=9, upper=9), *lines[1:]))
    done = subprocess.run([sys.executable, str(SCRIPT), str(path)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("line 2, p2c4 12=0b0w: ")


def test_its_example_is_a_ledger_of_keypeg() -> None:
    assert parse(SCEPTIC.EXAMPLE) == [replace(line, version="") for line in every_step("p2c4")]


@pytest.mark.parametrize("position", ["p3c4n", "p1c3", "p3c3 112=0b1w", "p2c11 12=0b0w 34=0b0w 56=0b0w", "p4c2"])
def test_other_variants_and_positions_are_confirmed(position: str) -> None:
    lines = every_step(position)
    assert lines
    assert doubt(*lines) == ""


def test_a_strategy_may_be_written_down_to_the_last_guess() -> None:
    *parts, last = every_step("p3c3")
    whole = searched("p3c3").guesses
    assert whole.count(" ") > 1
    lower_only = [replace(line, upper=None, guesses="") for line in parts]
    assert doubt(*lower_only, replace(last, guesses=whole)) == ""
    assert "ends too early" in doubt(*lower_only, last)


# ---- false ledgers


@cache
def truth(position: str) -> int:
    return optimum(position)


def is_true(line: Line, lines: list[Line]) -> bool:
    """Return whether what a line claims is so."""
    if line.lower > truth(line.position):
        return False
    if line.upper is None:
        return True
    known = {other.position: other.guesses for other in lines}
    try:
        tree = read(Position.parse(line.position), line.guesses, "", lambda position: known.get(str(position), ""))
    except KeypegError:
        return False
    return tree.summary.total <= line.upper


def changed(line: Line) -> Iterator[Line]:
    """Change each number and each guess of a line."""
    for by in (-3, -2, -1, 1, 2, 3):
        if line.lower + by > 0:
            yield replace(line, lower=line.lower + by)
            yield replace(line, lower=line.lower + by, upper=None, guesses="")
        if line.upper is not None:
            yield replace(line, upper=line.upper + by)
            yield replace(line, lower=max(line.lower + by, 1), upper=line.upper + by)
    for code in ("11", "12", "44", "34") if line.position.startswith("p2") else ("111", "123", "332"):
        yield replace(line, guesses=code)
        yield replace(line, guesses=f"{line.guesses} {code}")


@pytest.mark.parametrize("variant", ["p2c4", "p3c3"])
def test_every_false_claim_is_found(variant: str) -> None:
    lines = every_step(variant)
    seen = {True: 0, False: 0}
    for number, line in enumerate(lines):
        for other in changed(line):
            ledger = [*lines[:number], other, *lines[number + 1 :]]
            are_true = all(is_true(one, ledger) for one in ledger)
            seen[are_true] += 1
            if not are_true:
                assert not is_verified(*ledger), other
                assert doubt(*ledger), other
    assert min(seen.values()) > 5


@pytest.mark.parametrize("variant", ["p4c2", "p3c4n", "p3c3"])
def test_a_false_lower_bound_is_found_at_its_line(variant: str) -> None:
    lines = [replace(line, upper=None, guesses="") for line in every_step(variant)]
    assert doubt(*lines) == ""
    for number, line in enumerate(lines):
        false = [*lines[:number], replace(line, lower=line.lower + 1), *lines[number + 1 :]]
        assert doubt(*false).startswith(
            f"line {number + 2}, {line.position}: at least {line.lower + 1} is not proven: "
        )


def test_a_missing_line_is_found() -> None:
    lines = every_step("p3c6")
    assert "p3c6: at least 854 is not proven" in doubt(*(line for line in lines if line.position.count(" ") != 1))


@pytest.mark.parametrize(
    "bad",
    [
        "p2c4\t45\t45\t-\t-",
        "p2c4\tmany\t45\t-\t-\t12",
        "p2c4 12=4b0w\t45\t-\t-\t-\t-",
        "p2c4 12=2b0w\t1\t-\t-\t-\t-",
        "p2c4 19=0b0w\t45\t-\t-\t-\t-",
        "p2c5\t45\t-\t-\t-\t-",
        "p2c4\t45\t-\t1.0\t-\t11 22",
        "p2c4\t45\t45\t-\t-\t-",
        "p2c4\t45\t45\t-\t-\t1x",
    ],
)
def test_a_line_that_it_cannot_read_is_named(bad: str) -> None:
    good = text_of(*every_step("p2c4"))
    with pytest.raises(SystemExit) as end:
        SCEPTIC.main(f"{good}{bad}\n")
    assert str(end.value.code).startswith("line 6 is not about a position of p2c4")
    SCEPTIC.main(f"{good}{bad}")  # not finished, so not there


# ---- its parts


@pytest.mark.parametrize("variant", [(3, 3, True), (4, 2, True), (3, 4, False)])
def test_its_rules_are_those_of_the_reference(variant: tuple[int, int, bool]) -> None:
    pegs, colors, repeats = variant
    game = SCEPTIC.Game(f"p{pegs}c{colors}{'' if repeats else 'n'}")
    assert game.codes == all_codes(variant)
    for guess, scores in zip(game.codes, game.scores, strict=True):
        assert scores == [score(secret, guess) for secret in game.codes]


def test_a_wrong_symmetry_is_seen() -> None:
    game = SCEPTIC.Game("p3c3")
    game.check_swaps()
    game.swaps[0] = [*game.swaps[0][1:], game.swaps[0][0]]
    with pytest.raises(ValueError, match="a swap changes a feedback"):
        game.check_swaps()


def test_all_renamings_of_a_set_are_found() -> None:
    game = SCEPTIC.Game("p3c3")
    for code, renamings in [("111", 3), ("112", 18), ("123", 6)]:
        assert len(game.renamed(1 << game.code(code))) == renamings
    assert game.renamed((1 << 27) - 1) == {(1 << 27) - 1}


@pytest.mark.parametrize(
    ("most_parts", "size", "least"), [(1, 3, 6), (2, 3, 5), (2, 4, 8), (2, 8, 21), (3, 4, 7), (9, 1, 1), (13, 256, 826)]
)
def test_counting(most_parts: int, size: int, least: int) -> None:
    assert SCEPTIC.by_counting(most_parts, size) == least


def test_it_tries_every_code_that_tells_anything() -> None:
    game = SCEPTIC.Game("p3c3")
    assert [guess for guess, _ in game.splits((1 << 27) - 1)] == [*range(27)]
    left = game.candidates("p3c3 111=0b0w")
    assert {game.text(guess) for guess in range(27)} - {game.text(guess) for guess, _ in game.splits(left)} == {"111"}


def test_no_line_counts_before_the_symmetry_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SCEPTIC.Game, "_swaps", lambda game: [[*range(1, len(game.codes)), 0]])
    with pytest.raises(ValueError, match="a swap changes a feedback"):
        doubt(*every_step("p2c4"))


@pytest.mark.parametrize("variant", ["p3c3", "p4c3", "p3c4n"])
def test_its_bounds_without_lines_are_those_of_keypeg_and_hold(variant: str) -> None:
    drawn = random.Random(1)
    game = SCEPTIC.Game(variant)
    checker = SCEPTIC.Checker(game, [])
    for count in (0, *[1] * 8, *[2] * 8):
        secret, *guesses = (game.text(number) for number in drawn.sample(range(len(game.codes)), k=count + 1))
        position = Position(variant, [f"{guess}={rules.score(secret, guess)}" for guess in guesses])
        candidates = game.candidates(str(position))
        assert candidates.bit_count() == len(position.candidates)
        assert checker.lower(candidates) == Proof(position).root.by_sizes <= optimum(position)
