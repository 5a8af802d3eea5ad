"""The research commands, as a person or a program runs them."""

import csv
import json
import os
import pty
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from keypeg import _core, bench, strategies
from keypeg.cli import main
from keypeg.exact import Search
from keypeg.position import Position
from keypeg.replay import verify
from keypeg.rules import Code
from keypeg.strategies import grow, strategy
from keypeg.study import Study, advise
from keypeg.tree import StrategyTree

FIGURES = {
    "first": ("7471:9:6", [1, 4, 25, 108, 305, 602, 196, 49, 6]),
    "knuth": ("5801:5:694", [1, 6, 62, 533, 694]),
    "expected-size": ("5696:6:3", [1, 10, 54, 645, 583, 3]),
    "entropy": ("5722:6:12", [1, 4, 71, 612, 596, 12]),
    "most-parts": ("5668:6:7", [1, 12, 72, 635, 569, 7]),
}


class Shell:
    """Runs a command in this process and keeps what it wrote."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: object, code: int = 0) -> str:
        assert main(list(map(str, words))) == code, self._capsys.readouterr()
        written = self._capsys.readouterr()
        assert written.err == "" or code
        return written.out

    def json(self, *words: object, code: int = 0) -> Any:
        return json.loads(self(*words, "--json", code=code))

    def refusal(self, *words: object) -> str:
        """Run what must be refused: exit code 2, one line on stderr, nothing on stdout."""
        assert main(list(map(str, words))) == 2
        written = self._capsys.readouterr()
        assert written.out == ""
        assert written.err.startswith("keypeg: ")
        assert written.err.count("\n") == 1
        return written.err


@pytest.fixture
def keypeg(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


# hint


def test_hint_shows_the_best_guesses_and_why(keypeg: Shell) -> None:
    lines = keypeg("hint", "p4c6", "1122=1b1w", "--strategy", "knuth", "--top", 3).splitlines()
    assert lines[0] == "208 codes possible in p4c6 1122=1b1w, by knuth:"
    rows = [line.split() for line in lines if line.strip()[:1].isdigit() and ":" not in line]
    assert rows == [
        ["1134", "12", "38", "26.08", "3.186", "725", "no"],
        ["1314", "14", "39", "23.38", "3.359", "718", "yes"],
        ["2234", "12", "40", "24.88", "3.244", "720", "no"],
    ]
    assert lines[-1] == (
        "1134: at most 38 of 208 candidates are left, whatever the feedback. It can't be the secret, but is better by "
        "this rule than the best guess that can, 1314: at most 39 of 208 candidates are left, whatever the feedback."
    )


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("entropy", "1314: the feedback tells 3.359 of the 7.700 bits that are missing."),
        ("expected-size", "1314: 23.38 of 208 candidates are left on average."),
        ("most-parts", "1314: 14 kinds of feedback are possible."),
        ("knuth-candidates", "1314: at most 39 of 208 candidates are left, whatever the feedback."),
    ],
)
def test_each_rule_gives_its_own_reason(keypeg: Shell, name: str, why: str) -> None:
    last = keypeg("hint", "p4c6 1122=1b1w", "--strategy", name).splitlines()[-1]
    assert last == f"{why} It is the secret with 1 chance in 208."


def test_a_guess_that_is_not_compared_with_others_is_not_called_better(keypeg: Shell) -> None:
    words = keypeg("hint", "p5c8 11234=1b1w").splitlines()[-1]
    assert words == "15256: the code takes 4.607 guesses from here on average. It can't be the secret."


def test_a_guess_is_not_called_better_than_one_that_is_just_as_good(keypeg: Shell) -> None:
    position, guess, other = "p4c6 1123=1b0w 1445=0b2w", "1656", "4563"
    ranked = keypeg.json("hint", position, "--top", 40)["guesses"]
    totals = {found["guess"]: found["exact_total"] for found in ranked}
    assert totals[guess] == totals[other] == min(totals.values())
    assert (
        keypeg("hint", position)
        .splitlines()[-1]
        .endswith(f"It can't be the secret. The best guess that can, {other}, is just as good by this rule.")
    )


def test_hint_for_programs_is_the_ranking_of_the_library(keypeg: Shell) -> None:
    data = keypeg.json("hint", "p4c6 1122=1b1w", "--top", 4)
    position = Position.parse("p4c6 1122=1b1w")
    ranked = [promise.partition for promise in advise(Study(position), "optimal", 4).ranking]
    assert (data["position"], data["strategy"], data["version"]) == (str(position), "optimal", 1)
    assert data["candidates"] == 208
    assert [guess["guess"] for guess in data["guesses"]] == [str(parts.guess) for parts in ranked]
    assert ranked[0].guess == strategy("optimal").choose(position)
    for guess, parts in zip(data["guesses"], ranked, strict=True):
        assert guess["partition"] == {str(feedback): size for feedback, size in parts.items()}
        assert (guess["parts"], guess["largest"], guess["can_win"]) == (len(parts), parts.largest, parts.can_win)
        assert (guess["bits"], guess["left"]) == (parts.bits, parts.expected_size)
        assert guess["exact_total"] == Search(position).total_of(parts.guess)


@pytest.mark.parametrize("line", ["p5c8 11223=1b1w", "p1c255"])
def test_hint_tells_no_exact_total_where_the_search_would_take_long(keypeg: Shell, line: str) -> None:
    assert "exact_total" not in keypeg.json("hint", line, "--top", 1)["guesses"][0]


def test_hint_compares_ten_million_codes(keypeg: Shell) -> None:
    data = keypeg.json("hint", "p7c10 1123456=1b2w", "--strategy", "entropy", "--top", 1, "--patient")
    assert (data["strategy"], data["candidates"]) == ("entropy", 1_389_605)
    assert "better by this rule than the best guess that can" in data["why"]


def test_hint_takes_a_sample_of_many_codes_unless_there_is_time(keypeg: Shell) -> None:
    data = keypeg.json("hint", "p7c10 1123456=1b2w", "--top", 1)
    assert (data["asked"], data["strategy"]) == ("optimal", "sampling")
    assert data["note"] == {
        "kind": "sampled",
        "number": data["sampled"],
        "turns": 0,
        "instead": "optimal",
        "by": "sampling",
    }
    assert f"Chosen by sampling, judged by {data['sampled']:,} codes of those left" in data["why"]
    assert keypeg.json("hint", "p7c10", "--top", 1)["strategy"] == "entropy"


def test_hint_judges_by_a_sample_where_codes_are_too_many(keypeg: Shell) -> None:
    data = keypeg.json("hint", "p10c10 1122334455=2b3w", "--top", 3)
    assert (data["strategy"], data["candidates_exact"]) == ("sampling", False)
    assert 1900 < data["sampled"] <= 2000
    assert 5e8 < data["candidates"] < 8e8
    assert len(data["guesses"]) == 3
    assert all(sum(guess["partition"].values()) == data["sampled"] for guess in data["guesses"])
    assert f"Chosen by sampling, judged by {data['sampled']:,} codes of those left" in data["why"]


@pytest.mark.parametrize("name", ["random", "genetic", "sampling"])
def test_hint_of_any_strategy_works_at_any_size(keypeg: Shell, name: str) -> None:
    words = keypeg("hint", "p12c12 112233445566=2b3w", "--strategy", name, "--top", 1)
    assert words.startswith("about ")
    assert f"by {name}:" in words.splitlines()[0]


def test_seconds_are_for_sampling_alone(keypeg: Shell) -> None:
    began = time.monotonic()
    line = "p10c10 1122334455=1b4w"
    assert keypeg.json("hint", line, "--strategy", "sampling", "--seconds-per-guess", "1.5", "--top", 1)["guesses"]
    assert time.monotonic() - began > 1.5
    assert "is for sampling" in keypeg.refusal("hint", "p4c6", "--seconds-per-guess", "0.01")
    assert "is for sampling" in keypeg.refusal(
        "tournament", "p4c6", "--strategies", "knuth", "--seconds-per-guess", "1"
    )


def test_hint_of_a_strategy_that_compares_nothing_is_its_choice(keypeg: Shell) -> None:
    data = keypeg.json("hint", "p4c6", "--strategy", "first")
    (guess,) = data["guesses"]
    assert (guess["guess"], guess["largest"]) == ("1111", 625)
    assert data["why"].startswith("1111: first doesn't rank guesses; ")


@pytest.mark.parametrize(
    ("words", "refused"),
    [
        (["p4c6", "--strategy", "optimal"], "optimal"),
        (["p4c6"], "optimal"),
        (["p4c6 1122=1b1w", "--strategy", "first"], "first"),
        (["p4c6", "--hard"], None),
        (["p4c6", "--strategy", "knuth"], None),
        (["p5c8 11223=1b1w", "--strategy", "optimal"], None),
    ],
)
def test_hint_takes_threads_if_the_strategy_that_chooses_does(
    keypeg: Shell, words: list[str], refused: str | None
) -> None:
    if refused is None:
        assert keypeg.json("hint", *words, "--threads", 2) == keypeg.json("hint", *words)
    else:
        assert f"{refused} plays on one thread" in keypeg.refusal("hint", *words, "--threads", 2)


def test_hint_for_the_last_code(keypeg: Shell) -> None:
    assert keypeg("hint", "p2c2 12=0b2w").splitlines()[-1] == "21 is the only code left."


# tree


@pytest.mark.parametrize("options", [[], ["--threads", 1], ["--threads", 2], ["--instruction-set", "plain"]])
@pytest.mark.parametrize("name", FIGURES)
def test_tree_gives_the_published_figures(keypeg: Shell, name: str, options: list[object]) -> None:
    if name == "first" and options == ["--threads", 2]:
        assert "first plays on one thread" in keypeg.refusal("tree", "p4c6", "--strategy", name, *options)
        return
    before = _core.instruction_set()
    data = keypeg.json("tree", "p4c6", "--strategy", name, *options)
    _core.use_instruction_set(before)
    assert (data["signature"], data["histogram"]) == FIGURES[name]
    assert (data["variant"], data["strategy"], data["version"], data["codes"]) == ("p4c6", name, 1, 1296)
    total, depth, worst = map(int, data["signature"].split(":"))
    assert (data["total"], data["depth"], data["worst"]) == (total, depth, worst)
    assert data["average"] == total / 1296
    assert 0 < data["seconds"] < 60


def test_tree_without_a_format_is_a_summary(keypeg: Shell) -> None:
    lines = keypeg("tree", "classic", "--strategy", "knuth").splitlines()
    assert lines[0] == "knuth in p4c6, first guess 1122: 1,296 codes, mean 4.4761 guesses, at most 5"
    assert [line.split()[::2] for line in lines[1:6]] == [
        ["1", "1"],
        ["2", "6"],
        ["3", "62"],
        ["4", "533"],
        ["5", "694"],
    ]
    assert lines[5].count("█") == 40
    assert lines[6].startswith("signature 5801:5:694, ")


def test_tree_log_of_the_requirement(keypeg: Shell) -> None:
    turns, empty, *lines = keypeg("tree", "p2c3", "--log").splitlines()
    assert (turns, empty, len(lines)) == ("3", "", 9)
    assert "[0, 1][1, 0] -> [1, 2][1, 0] -> [2, 0][2, 2]." in lines
    assert lines == keypeg("tree", "p2c3", "--format", "log").splitlines()[2:]


def test_the_log_without_a_strategy_begins_with_the_proven_number_of_turns(keypeg: Shell) -> None:
    log = keypeg("tree", "p4c6", "--log").splitlines()
    assert (log[0], len(log) - 2) == ("5", 1296)
    assert max(line.count("->") for line in log) == 4
    assert log == keypeg("exact", "p4c6", "--objective", "worst", "--log", "--threads", 1).splitlines()
    assert "name a strategy for --first" in keypeg.refusal("tree", "p4c6", "--log", "--first", "1122")
    assert "p6c9 has 531,441; --strategy NAME logs a strategy" in keypeg.refusal("tree", "p6c9", "--log")


@pytest.mark.parametrize(
    ("words", "strategy"),
    [("tree p4c6 --log --strategy entropy", "entropy"), ("exact p4c6 --log", "optimal average")],
)
def test_a_log_whose_turns_are_not_the_fewest_says_so(
    capsys: pytest.CaptureFixture[str], words: str, strategy: str
) -> None:
    assert main(words.split()) == 0
    written = capsys.readouterr()
    assert written.out.startswith("6\n\n[0, ")
    assert written.err == (
        f"keypeg: 6 turns are the most that {strategy} needs; keypeg tree p4c6 --log proves the fewest that always "
        "suffice\n"
    )


def test_tree_from_a_first_guess_and_a_position(keypeg: Shell) -> None:
    assert keypeg.json("tree", "p4c6", "--first", "red red green green")["first"] == "1122"
    data = keypeg.json("tree", "p4c6", "1122=1b1w", "--strategy", "knuth")
    assert data["position"] == "p4c6 1122=1b1w"
    assert (data["codes"], data["first"]) == (208, "1134")


def test_tree_formats_on_stdout(keypeg: Shell) -> None:
    assert keypeg("tree", "p1c3", "--strategy", "first", "--format", "text") == "1 *\n  0b0w 2 *\n         0b0w 3 *\n"
    assert keypeg("tree", "p4c6", "--depth", 1).splitlines()[1] == "  0b0w … 16"
    assert keypeg("tree", "p2c3", "--format", "dot").startswith('digraph "p2c3 entropy" {')
    assert ET.fromstring(keypeg("tree", "p2c3", "--format", "svg")).tag.endswith("svg")
    data = keypeg.json("tree", "p2c3", "--format", "json")
    assert StrategyTree.from_json(data).summary == grow(strategy("entropy"), Position.parse("p2c3")).summary
    assert data["version"] == 1


@pytest.mark.parametrize("ending", ["json", "dot", "svg", "txt", "log", "SVG"])
def test_a_file_has_the_format_of_its_ending(keypeg: Shell, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"tree.{ending}"
    said = keypeg("tree", "p2c3", "--output", path)
    assert "signature 21:3:4" in said
    kind = {"txt": "text"}.get(ending, ending.lower())
    assert path.read_text(encoding="utf-8") == keypeg("tree", "p2c3", "--format", kind)


def test_a_file_and_the_summary_for_programs(keypeg: Shell, tmp_path: Path) -> None:
    data = keypeg.json("tree", "p2c3", "--format", "svg", "--output", tmp_path / "x.svg")
    assert data["signature"] == "21:3:4"
    assert (tmp_path / "x.svg").read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize("ending", ["json", "dot", "svg", "txt", "log"])
def test_a_tree_file_is_converted_to_every_form(keypeg: Shell, tmp_path: Path, ending: str) -> None:
    source, output = tmp_path / "tree.json", tmp_path / f"converted.{ending}"
    keypeg("exact", "p2c3", "--objective", "worst", "--output", source)
    assert keypeg("convert", source, "--output", output) == ""
    kind = {"txt": "text"}.get(ending, ending)
    written = output.read_text(encoding="utf-8")
    assert keypeg("convert", source, "--to", kind) == written
    if kind == "log":
        assert written == keypeg("tree", "p2c3", "--log")
    if kind == "json":
        assert json.loads(written) == json.loads(source.read_text(encoding="utf-8"))
    if kind == "text":
        assert keypeg("convert", source) == written
        assert keypeg("convert", source, "--depth", 1).splitlines()[1] == "  0b0w … 1"


def test_the_log_of_a_tree_file_says_whose_turns_it_counts(
    keypeg: Shell, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keypeg("tree", "p2c3", "--strategy", "knuth", "--output", tmp_path / "tree.json")
    assert main(["convert", str(tmp_path / "tree.json"), "--to", "log"]) == 0
    written = capsys.readouterr()
    assert written.out.startswith("4\n")
    assert written.err.startswith("keypeg: 4 turns are the most that knuth needs; ")


def test_convert_refuses_a_tree_that_does_not_find_every_code(keypeg: Shell, tree_file: Path) -> None:
    data = json.loads(tree_file.read_text(encoding="utf-8"))
    del data["tree"]["then"]["0b0w"]
    tree_file.write_text(json.dumps(data), encoding="utf-8")
    assert "finds 56 of 64 codes" in keypeg.refusal("convert", tree_file)


@pytest.mark.parametrize("words", [("--output", "no.json"), ("--to", "svg", "--output", "x.dot"), ("--to", "png")])
def test_a_wrong_ending_is_refused_before_the_file_is_read(keypeg: Shell, words: tuple[str, ...]) -> None:
    refusal = keypeg.refusal("convert", "no/such/tree.json", *words)
    assert ("no/such/tree.json" in refusal) is (words == ("--output", "no.json"))


# verify


@pytest.fixture
def tree_file(tmp_path: Path) -> Path:
    path = tmp_path / "tree.json"
    data = grow(strategy("knuth"), Position.parse("p3c4"), Code("112")).as_json()
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_verify_a_written_tree(keypeg: Shell, tmp_path: Path) -> None:
    path = tmp_path / "knuth.json"
    keypeg("tree", "p4c6", "--strategy", "knuth", "--output", path)
    assert keypeg("verify", path) == "good: every code is found, signature 5801:5:694\n"
    data = keypeg.json("verify", path)
    assert (data["good"], data["flaws"], data["signature"]) == (True, [], "5801:5:694")


def test_verify_says_what_is_wrong(keypeg: Shell, tree_file: Path) -> None:
    data = json.loads(tree_file.read_text(encoding="utf-8"))
    del data["tree"]["then"]["0b0w"]
    tree_file.write_text(json.dumps(data), encoding="utf-8")
    head, flaw = keypeg("verify", tree_file, code=1).splitlines()
    assert head == f"bad: {tree_file}"
    assert flaw == "  after 112=0b0w: nothing follows, so it does not find 333, 334, 343 and 5 more"
    assert keypeg.json("verify", tree_file, code=1)["good"] is False


def test_verify_of_an_empty_tree_does_not_stumble(keypeg: Shell, tree_file: Path) -> None:
    data = json.loads(tree_file.read_text(encoding="utf-8")) | {"tree": None}
    tree_file.write_text(json.dumps(data), encoding="utf-8")
    assert keypeg.json("verify", tree_file, code=1)["flaws"] == ["at the root: not a node of a tree: null"]
    assert not verify(data).is_good


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '"x"', "[" * 100_000, '{"format": "keypeg-tree/1"}', "\x00"])
def test_verify_refuses_what_is_no_tree(keypeg: Shell, tree_file: Path, text: str) -> None:
    tree_file.write_text(text, encoding="utf-8")
    keypeg.refusal("verify", tree_file)


def test_verify_refuses_files_that_can_not_be_read(keypeg: Shell, tmp_path: Path) -> None:
    assert "no such file" in keypeg.refusal("verify", tmp_path / "nothing.json")
    assert "can't read" in keypeg.refusal("verify", tmp_path)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    assert "is not a text file" in keypeg.refusal("verify", tmp_path / "bytes")


# tournament


def test_tournament_table_is_sorted_by_mean(keypeg: Shell) -> None:
    lines = keypeg("tournament", "p4c6", "--strategies", "first,knuth,most-parts").splitlines()
    assert lines[0].strip() == "p4c6, 1,296 codes: all codes"
    rows = [line.split() for line in lines if line.split()[:1] and line.split()[0] in FIGURES]
    assert [row[0] for row in rows] == ["most-parts", "knuth", "first"]
    assert rows[1][1:3] == ["4.4761", "5"]
    assert rows[1][3:-1] == ["1", "6", "62", "533", "694"]


def test_tournament_of_drawn_secrets_shows_intervals(keypeg: Shell) -> None:
    words = ["tournament", "p4c6", "p3c4", "--strategies", "first,knuth", "--games", 100, "--seed", 3]
    text = keypeg(*words)
    assert "p4c6, 1,296 codes: 100 secrets drawn by seed 3" in text
    assert "p3c4, 64 codes: 100 secrets drawn by seed 3" in text
    rows = keypeg.json(*words)
    assert [(row["variant"], row["strategy"]) for row in rows] == [
        ("p4c6", "first"),
        ("p4c6", "knuth"),
        ("p3c4", "first"),
        ("p3c4", "knuth"),
    ]
    for row in rows:
        assert (row["games"], sum(row["histogram"]), row["seed"]) == (100, 100, 3)
        assert f"{row['ci95']:.4f}" in text
        assert f"{row['average']:.4f}" in text


def test_tournament_of_all_strategies_is_the_default(keypeg: Shell) -> None:
    rows = keypeg.json("tournament", "p2c3")
    assert [row["strategy"] for row in rows] == strategies.names()
    assert all(row["codes"] == 9 and row["seconds"] >= 0 for row in rows)


def test_tournament_writes_a_table_and_a_plot(keypeg: Shell, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="plots need the extra keypeg[plot]")
    png, svg, table = tmp_path / "plot.png", tmp_path / "plot.svg", tmp_path / "table.csv"
    words = ["tournament", "p3c3", "p3c4", "--strategies", "first,knuth"]
    keypeg(*words, "--csv", table, "--plot", png, "--plot", svg)
    assert png.read_bytes().startswith(b"\x89PNG")
    assert ET.fromstring(svg.read_bytes()).tag.endswith("svg")
    with table.open(encoding="utf-8") as file:
        assert [row["strategy"] for row in csv.DictReader(file)] == ["first", "knuth"] * 2


def test_a_row_out_of_reach_is_left_out_and_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table = tmp_path / "rows.csv"
    words = ["tournament", "p12c12", "p3c4", "--strategies", "knuth", "--games", "5", "--csv", str(table)]
    assert main(words) == 0
    written = capsys.readouterr()
    assert "p3c4" in written.out
    assert written.err.startswith("keypeg: knuth p12c12 is left out: knuth looks at all codes, and p12c12 has")
    assert main(["tournament", "p12c12", "--strategies", "knuth", "--games", "5"]) == 2
    assert len(table.read_text(encoding="utf-8").splitlines()) == 2


def test_finished_rows_are_shown_after_an_interrupt(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> Code:
        raise KeyboardInterrupt

    monkeypatch.setattr("keypeg.strategies.simple.FirstCandidate.choose", interrupted)
    assert main(["tournament", "p3c4", "--strategies", "knuth,first"]) == 130
    written = capsys.readouterr()
    assert "knuth" in written.out
    assert written.err == "keypeg: interrupted after 1 of 2 rows\n"
    assert main(["tournament", "p3c4", "--strategies", "first"]) == 130


# strategies and bench


def test_strategies_are_listed_with_what_they_do(keypeg: Shell) -> None:
    text = keypeg("strategies")
    assert all(name in text for name in strategies.names())
    assert "Knuth 1977" in text
    rows = keypeg.json("strategies")
    assert [row["name"] for row in rows] == strategies.names()
    assert rows[2]["explanation"] == strategy("knuth").explanation


def test_bench_shows_signatures_speeds_and_one_number(keypeg: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "_PAIRS", 1296 * 1296)
    monkeypatch.setattr(bench, "VARIANTS", ("p4c6", "p3c4"))
    lines = keypeg("bench").splitlines()
    words = {line.split()[0]: line.split() for line in lines if line.strip()}
    assert all(words[name][1] == signature for name, (signature, _) in FIGURES.items())
    data = keypeg.json("bench")
    assert lines[-1] == f"play {data['play']}"
    assert {speed["instruction_set"] for speed in data["speeds"]} == set(_core.instruction_sets())
    assert all(speed["pairs_per_second"] > 1e6 for speed in data["speeds"])
    assert data["instruction_set"] == _core.instruction_set()
    assert sum(tree["play"] for tree in data["trees"]) % 2**32 == data["play"]


def test_the_number_of_a_tree_changes_with_every_guess_and_with_nothing_else() -> None:
    tree = grow(strategy("knuth"), Position.parse("p3c4"))
    number = bench.fingerprint(tree)
    assert bench.fingerprint(StrategyTree.from_json(tree.as_json())) == number, "the nodes stand in another order there"
    guesses, feedbacks = tree.guesses.copy(), tree.feedbacks.copy()
    assert bench.fingerprint(replace(tree, guesses=guesses.copy(), feedbacks=feedbacks.copy())) == number
    guesses[-1, -1] = (guesses[-1, -1] + 1) % 4
    feedbacks[-1] += 1
    assert bench.fingerprint(replace(tree, guesses=guesses)) != number
    assert bench.fingerprint(replace(tree, feedbacks=feedbacks)) != number


# Refusals


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("hint", "missing argument 'POSITION'"),
        ("hint p4", "'p4' is not a variant"),
        ("hint p4c6 1122", "'1122' is not a turn"),
        ("hint p4c6 1122=0b0w 3456=0b0w", "no code is consistent with all feedback"),
        ("hint p4c6 1122=", "'1122=' is not a turn"),
        ("hint p4c6 1122=1b1w foo", "'1b1w foo' is not feedback"),
        ("hint p4c6 --strategy best", "'best' is not a strategy: use first, random, knuth"),
        ("hint p4c6 --top 0", "ask for 1 to 999,999,999 guesses, not 0"),
        ("hint p4c6 1122=4b0w", "the code is found"),
        ("hint p4c6 --threads -1", "invalid value for '--threads'"),
        ("hint p4c6 --threads 257", "invalid value for '--threads'"),
        ("tree p4c6 --strategy random:x", "'x' is not a seed"),
        ("tree p4c6 --first 1127", "'7' is not a color of p4c6"),
        ("tree p4c6 --format png", "'png' is not a format of trees: use text, json, dot, svg, log"),
        ("tree p4c6 --log --format svg", "--log is a format of its own"),
        ("tree p4c6 --log --workers 2", "name a strategy for --workers and --cluster"),
        ("tree p4c6 --log --cluster tcp://h:1", "name a strategy for --workers and --cluster"),
        ("tree p4c6 --workers 2 --threads 2", "--workers and --threads contradict each other"),
        ("tree p4c6 --cluster tcp://h:1 --workers 2", "--cluster and --workers contradict each other"),
        ("tree p4c6 --depth 0", "--depth is 1 or more"),
        ("tree p4c6 --format svg --output x.json", "'x.json' should end in .svg (see keypeg tree --help)"),
        ("tree p4c6 --log --output x.svg", "'x.svg' should end in .log (see keypeg tree --help)"),
        (
            "exact p4c6 --output x.png",
            "'x.png' should end in .txt, .json, .dot, .svg or .log (see keypeg exact --help)",
        ),
        ("exact p4c6 --output x", "'x' should end in .txt, .json, .dot, .svg or .log"),
        ("exact p4c6 --log --json", "--json prints the summary"),
        ("tree p4c6 --log --depth 2", "--depth is 1 or more, for the formats text, dot and svg"),
        ("tree p4c6 --format svg --json", "--json prints the summary"),
        ("tree p4c6 --instruction-set mmx", "'mmx' is not an instruction set here: use plain"),
        ("tree p4c6 --output no/such/folder/tree.json", "no such folder"),
        ("tree p4c6 --output .", "'.' should end in .txt, .json, .dot, .svg or .log"),
        ("tree p4c6 --output . --format json", "it is a folder"),
        ("tree p4c6 1122=4b0w --strategy first", "the code is found"),
        ("tree p12c12", "entropy looks at all codes"),
        ("tournament", "missing argument 'VARIANT...'"),
        ("tournament p4c6 --strategies ,", "name one strategy or more"),
        ("tournament p4c6 --strategies knuth,chess", "'chess' is not a strategy"),
        ("tournament p4c6 --games 0", "0 is out of range: write a number from 1 to 10000000"),
        ("tournament p4c6 --games many", "invalid value for '--games'"),
        ("tournament p4c6 --plot plot.pdf", "'plot.pdf' should end in .png or .svg (see keypeg tournament --help)"),
        ("tournament p4c6 --csv no/such/folder/table.csv", "no such folder"),
        ("verify", "missing argument 'FILE'"),
        ("bench --threads x", "invalid value for '--threads'"),
    ],
)
def test_bad_input_is_one_line(keypeg: Shell, words: str, says: str) -> None:
    assert says in keypeg.refusal(*words.split())


def test_a_position_is_shown_as_it_is_read(keypeg: Shell) -> None:
    assert " possible in p4c10n 0123=1A2B" in keypeg("hint", "bulls", "0123=1 bull 2 cows")
    assert " possible in p4c6 RRGG=1b1w" in keypeg("hint", "p4c6", "rrgg=1 1", "--palette", "classic")
    assert " possible in p4c6 1122=1b1w" in keypeg("hint", "p4c6", "1122=1 black, 1 white")
    assert keypeg("analyze", "bulls", "0123=1A2B").startswith("p4c10n 0123=1A2B ")


def test_a_file_that_is_no_tree_is_named(keypeg: Shell, tmp_path: Path) -> None:
    for content, reason in (
        ("<svg/>", "it is not JSON"),
        ("{}", "not a tree of format"),
        ('{"a": 1, "a": 2}', "twice"),
    ):
        path = tmp_path / "tree.json"
        path.write_text(content, encoding="utf-8")
        said = keypeg.refusal("convert", path)
        assert f"{str(path)!r} is not a tree file: " in said
        assert reason in said


# On a terminal


def on_a_terminal(*words: str) -> str:
    """Run a command whose three streams are a terminal, and return what a person would see."""
    command = [sys.executable, "-c", "import sys; from keypeg.cli import main; sys.exit(main())", *words]
    here, there = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    process = subprocess.Popen(command, stdin=there, stdout=there, stderr=there, env=environment)
    os.close(there)
    seen = b""
    try:
        while part := os.read(here, 65536):
            seen += part
    except OSError:
        pass  # how Linux says that the other side is closed
    os.close(here)
    assert process.wait() == 0
    return seen.decode()


def test_a_person_sees_a_bar_with_the_time_left() -> None:
    seen = on_a_terminal("tournament", "p3c5", "--strategies", "first,knuth")
    assert "tournament" in seen
    assert "━" in seen
    assert "0:00:0" in seen
    assert "p3c5, 125 codes: all codes" in seen
