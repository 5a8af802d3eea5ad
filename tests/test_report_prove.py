"""The commands `prove` and `verify` with ledgers: what they print, write and refuse."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from keypeg import audit, ledger, store
from keypeg.cli import main
from keypeg.ledger import Line


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "p3c5.ledger"


def run(capsys: pytest.CaptureFixture[str], *words: object, code: int = 0) -> str:
    """Run a command; return what it printed, or its message if it fails."""
    assert main([str(word) for word in words]) == code
    out, err = capsys.readouterr()
    return out or err


def falsify(path: Path, **changes: object) -> None:
    """Change the last line of a ledger."""
    *lines, last = store.read_ledger(path)
    changed: Line = replace(last, **changes)  # type: ignore[arg-type]
    path.write_text("".join(f"{line}\n" for line in (ledger.HEADER, *lines, changed)), encoding="utf-8")


def test_a_proof_says_what_it_proved_and_where_it_is(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    out = run(capsys, "prove", "p3c5", "--ledger", path)
    assert out.splitlines() == [
        "p3c5, average: 451, proven (guesses over all codes).",
        "first guess 123, signature 451:5:4, 3.6080 guesses on average",
        f"{path}: 2 lines, 0 s of processor time",
    ]
    assert run(capsys, "prove", "p3c5", "--ledger", path) == out
    assert run(capsys, "verify", path).splitlines() == [
        *out.splitlines()[:2],
        "good: 2 lines; 1 follows from other lines or sizes of parts, 1 rests on a search, and 1 was searched again",
    ]


def test_programs_read_json_and_the_tree_is_written(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    tree = path.with_suffix(".json")
    data = json.loads(run(capsys, "prove", "p3c5", "--ledger", path, "--json", "--output", tree))
    assert (data["lower"], data["upper"], data["proven"], data["lines"]) == (451, 451, True, 2)
    assert run(capsys, "verify", tree) == "good: every code is found, signature 451:5:4\n"
    data = json.loads(run(capsys, "verify", path, "--json"))
    assert (data["good"], data["proven"], data["flaws"]) == (True, True, [])


def test_the_log_of_a_proof_has_every_code(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    assert len(run(capsys, "prove", "p3c4", "--ledger", path, "--log").splitlines()) == 66


@pytest.mark.parametrize(
    ("changes", "flaw"),
    [
        ({"upper": 460}, None),  # weaker than it could be, and true
        ({"upper": 450, "lower": 450}, "the strategy for 450 needs 451"),
        ({"lower": 452, "upper": None, "guesses": ""}, "at least 452 is claimed, but 451 is enough"),
        ({"lower": 452, "upper": None, "guesses": "", "seconds": None}, "at least 452 doesn't follow"),
        ({"guesses": "123 123"}, "the strategy for 451 can't be played"),
    ],
)
def test_a_false_line_is_found(
    capsys: pytest.CaptureFixture[str], path: Path, changes: dict[str, object], flaw: str | None
) -> None:
    run(capsys, "prove", "p3c5", "--ledger", path)
    falsify(path, **changes)
    out = run(capsys, "verify", path, "--share", 100, code=1 if flaw else 0)
    assert flaw is None or (out.startswith(f"bad: {path}\n  p3c5") and flaw in out)


def test_lines_that_contradict_each_other_are_found(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    run(capsys, "prove", "p3c5", "--ledger", path)
    with path.open("a", encoding="utf-8") as file:
        file.write("p3c5\t460\t-\t1.00\t0.1.0\t-\n")
    said = "p3c5 would need at least 460 guesses, and no more than 451"
    assert run(capsys, "verify", path, code=1) == f"bad: {path}\n  {said}\n"
    data = json.loads(run(capsys, "verify", path, "--json", code=1))
    assert (data["good"], data["proven"], data["flaws"], data["lines"]) == (False, False, [said], 3)


def test_a_bound_that_its_strategy_refutes_is_never_called_proven(
    capsys: pytest.CaptureFixture[str], path: Path
) -> None:
    run(capsys, "prove", "p3c5", "--ledger", path)
    falsify(path, lower=452, upper=452)
    said = "p3c5 would need at least 452 guesses, and no more than 451"
    assert said in run(capsys, "prove", "p3c5", "--ledger", path, "--json", code=2)
    assert run(capsys, "verify", path, "--share", 0, code=1) == f"bad: {path}\n  {said}\n"


def test_a_trivial_proof_of_every_step_has_its_line(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    assert run(capsys, "prove", "p2c1", "--ledger", path, "--every-step").endswith(
        f"{path}: 1 line, 0 s of processor time\n"
    )


def test_a_proof_that_has_begun_says_how_far_it_is(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    path.write_text(f"{ledger.HEADER}\np3c5\t440\t-\t1.00\t0.1.0\t-\n", encoding="utf-8")
    out = run(capsys, "verify", path, "--share", 0)
    assert "p3c5, average: at least 440; no strategy is known yet" in out


def test_a_check_that_is_interrupted_says_how_to_go_on(
    capsys: pytest.CaptureFixture[str], path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [f"p3c5\t{lower}\t-\t1.00\t0.1.0\t-\n" for lower in range(435, 445)]
    path.write_text("".join([f"{ledger.HEADER}\n", *lines]), encoding="utf-8")
    searched = audit._needed
    left = 0

    def needed(*given: Any) -> int:
        nonlocal left
        left -= 1
        if left < 0:
            raise KeyboardInterrupt
        return searched(*given)

    def verify(*words: object) -> tuple[str, str]:
        assert main(["verify", str(path), *map(str, words)]) == 130
        return capsys.readouterr()

    monkeypatch.setattr(audit, "_needed", needed)
    left = 3
    out, err = verify("--share", 100)
    assert "10 rest on a search, and 3 were searched again" in out
    assert err == "keypeg: Interrupted. The same command with --from 30 --share 70 goes on from here.\n"
    left = 3
    out, err = verify("--share", 40, "--from", 50, "--seed", 7, "--json")
    assert json.loads(out)["stopped_at"] == 80
    assert err == "keypeg: Interrupted. The same command with --from 80 --share 10 --seed 7 goes on from here.\n"
    left = 1
    assert verify("--share", 12.3, "--from", 15.5)[1].endswith("with --from 20 --share 7.8 goes on from here.\n")
    left = 1
    assert "and 1 was searched again" in run(capsys, "verify", path, "--from", 90, "--share", 100)
    falsify(path, lower=460)
    left = 9
    out = run(capsys, "verify", path, "--share", 100, code=1)
    assert "p3c5: at least 460 is claimed, but 451 is enough" in out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("p4c4\t800\t-\t1.00\t0.1.0\t-\n", "is a proof about p4c4, not about p3c5"),
        ("p3c5\t500\t-\t1.00\t0.1.0\t-\np3c5\t451\t451\t1.00\t0.1.0\t123\n", "at least 500 guesses"),
        ("p3c5\t400\t-\t1e308\t0.1.0\t-\np3c5\t401\t-\t1e308\t0.1.0\t123\n", "line 2"),
        ("p3c5\tmany\t-\t1.00\t0.1.0\t-\n", "line 2"),
        ("nonsense\n", "line 2"),
    ],
)
def test_a_ledger_that_is_none_is_refused(
    capsys: pytest.CaptureFixture[str], path: Path, text: str, message: str
) -> None:
    path.write_text(f"{ledger.HEADER}\n{text}", encoding="utf-8")
    said = run(capsys, "prove", "p3c5", "--ledger", path, code=2)
    assert message in said
    assert str(path) in said


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["prove", "p3c5"], "--ledger"),
        (["prove", "p3c5", "--ledger", "l", "--every-step", "--workers", "2"], "--every-step"),
        (["prove", "p3c5", "--ledger", "l", "--cluster", "tcp://h:1", "--threads", "2"], "--cluster"),
        (["prove", "p3c5", "--ledger", "l.json", "--output", "l.json"], "are the same file"),
        (["prove", "p3c5 123=3b0w", "--ledger", "l"], "123"),
        (["prove", "p3c5", "--ledger", "l", "--workers", "4", "--threads", "2"], "write --threads 4 or more"),
        (["prove", "p9c9", "--ledger", "l"], "codes"),
        (["tournament", "p3c5", "--cluster", "tcp://h:1", "--workers", "2"], "--cluster"),
    ],
)
def test_what_does_not_go_together_is_refused(
    capsys: pytest.CaptureFixture[str], words: list[str], message: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert message in run(capsys, *words, code=2)


def test_options_of_ledgers_are_not_for_trees(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    tree = path.with_suffix(".json")
    run(capsys, "tree", "p3c3", "--output", tree)
    assert "--share is for ledgers" in run(capsys, "verify", tree, "--share", 50, code=2)


@pytest.mark.parametrize(
    "content",
    [
        *('{"a": 1}', "{\n}\nrest", "# my notes\nfirst\n", "# keypeg ledger 2: x\n", "\x00\x01", "\n"),
        "# keypeg led\n",
        f"{ledger.HEADER}\rp3c3\t70\t-\t1.00\t0.1.0\t-\r",
        f"{ledger.HEADER} and more",
    ],
)
def test_a_file_that_is_no_ledger_is_left_alone(capsys: pytest.CaptureFixture[str], path: Path, content: str) -> None:
    path.write_bytes(content.encode())
    assert f"{path} is not a ledger" in run(capsys, "prove", "p3c3", "--ledger", path, code=2)
    assert path.read_bytes() == content.encode()


def test_a_false_line_that_comes_to_light_is_blamed_on_its_ledger(
    capsys: pytest.CaptureFixture[str], path: Path
) -> None:
    path.write_text(f"{ledger.HEADER}\np3c4\t230\t-\t1.00\t0.1.0\t-\n", encoding="utf-8")
    said = run(capsys, "prove", "p3c4", "--ledger", path, code=2)
    assert f"{path} is not a valid ledger: p3c4 would need at least 230 guesses, and no more than" in said


def test_a_guess_that_is_none_is_found_without_a_search(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    path.write_text(f"{ledger.HEADER}\np3c4\t200\t-\t1.00\t0.1.0\t112 119\n", encoding="utf-8")
    assert "'9' is not a color of p3c4" in run(capsys, "verify", path, "--share", 0, code=2)


@pytest.mark.parametrize("content", ["", "# keypeg led", ledger.HEADER])
def test_a_header_that_was_cut_short_is_mended(capsys: pytest.CaptureFixture[str], path: Path, content: str) -> None:
    path.write_text(content, encoding="utf-8")
    run(capsys, "prove", "p3c3", "--ledger", path)
    assert path.read_text(encoding="utf-8").startswith(f"{ledger.HEADER}\np3c3\t")


def test_what_is_no_file_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for place in (tmp_path, Path("/dev/null")):
        assert f"{place} is not a ledger" in run(capsys, "prove", "p3c3", "--ledger", place, code=2)


def test_a_refusal_leaves_no_file(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    for position in ("p3c3 123=3b0w", "p9c9"):
        run(capsys, "prove", position, "--ledger", path, code=2)
        assert not path.exists()


def test_a_half_line_before_another_ledger_is_ignored(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    run(capsys, "prove", "p3c5", "--ledger", path)
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole[:-100] + whole, encoding="utf-8")
    assert "p3c5, average: 451, proven" in run(capsys, "verify", path)


def test_a_strategy_that_can_not_be_played_is_refused_before_any_work(
    capsys: pytest.CaptureFixture[str], path: Path
) -> None:
    written = f"{ledger.HEADER}\np4c4\t872\t880\t1.00\t0.1.0\t1123\n"
    path.write_text(written, encoding="utf-8")
    assert str(path) in run(capsys, "prove", "p4c4", "--ledger", path, code=2)
    assert path.read_text(encoding="utf-8") == written


def test_a_ledger_that_has_grown_is_tidied(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    run(capsys, "prove", "p4c7", "--ledger", path, "--task-seconds", 0.02)
    assert len(store.read_ledger(path)) == 1
    assert {line.version for line in store.read_ledger(path)} == {ledger.VERSION}


def test_a_proof_goes_on_when_any_line_is_lost(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    """What the others don't say any more is found again."""
    run(capsys, "prove", "p3c5", "--ledger", path, "--every-step")
    whole = store.read_ledger(path)
    assert len(whole) > 10
    for number in range(0, len(whole), 5):
        left = whole[:number] + whole[number + 1 :]
        path.write_text("".join(f"{line}\n" for line in (ledger.HEADER, "# by hand", *left)), encoding="utf-8")
        assert "p3c5, average: 451, proven" in run(capsys, "prove", "p3c5", "--ledger", path)
        assert "\n# by hand\n" in path.read_text(encoding="utf-8")
        assert "good: " in run(capsys, "verify", path, "--share", 100)


def test_what_a_lost_line_makes_hang_in_the_air_is_kept_beside(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    run(capsys, "prove", "p3c5", "--ledger", path, "--every-step")
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    left = "".join(line for line in lines if not line.startswith("p3c5 123=2b0w 145=1b0w\t"))
    for number in ("", "1"):
        path.write_text(left, encoding="utf-8")
        assert main(["prove", "p3c5", "--ledger", str(path)]) == 0
        out, err = capsys.readouterr()
        kept = path.with_name(f"{path.name}.kept{number}")
        assert "p3c5, average: 451, proven" in out
        assert "What the ledger says of p3c5 123=2b0w doesn't follow from its other lines" in err
        assert f"The ledger as it was is in {kept}." in err
        assert kept.read_text(encoding="utf-8") == left


def test_two_proofs_in_one_ledger_stay_both(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    run(capsys, "prove", "p3c5", "--ledger", path, "--every-step")
    other = path.with_suffix(".other")
    run(capsys, "prove", "p3c5", "--ledger", other)
    with path.open("a", encoding="utf-8") as file:
        file.write(other.read_text(encoding="utf-8"))
    before = path.read_bytes()
    out = run(capsys, "prove", "p3c5", "--ledger", path)
    assert path.read_bytes() == before
    assert run(capsys, "prove", "p3c5", "--ledger", path) == out


def test_the_strategy_that_is_shown_is_that_of_the_ledger(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    out = run(capsys, "prove", "p4c5", "--ledger", path, "--task-seconds", 0.01)
    assert run(capsys, "prove", "p4c5", "--ledger", path) == out
