"""Tables stay whole in a narrow terminal: columns are left out, and no number or word is broken."""

import io

import pytest

from keypeg import coach, console, report_analyze, report_strategies
from keypeg.cli import main
from keypeg.console import Column, table
from keypeg.exact import turns_needed
from keypeg.render import Look
from keypeg.rules import Variant
from keypeg.words import grade as said
from keypeg.words import text
from keypeg.words.language import long_number

COMMANDS = {
    "hint p4c6 1122=1b1w --strategy knuth": ["1134", "3.186", "no"],
    "hint p10c10 1122334455=2b3w --strategy random": ["by", "random:"],
    "analyze p4c6 1122=0b2w 1344=1b1w 2511=2b0w": ["1344", "19", "89"],
    "tournament p4c6 --strategies knuth,first": ["knuth", "4.4761"],
    "tournament p4c6 --strategies expected-size-candidates,first --games 40": ["expected-size-candidates", "first"],
    "tree p4c6": ["6", "1,296"],
    "exact p3c3": ["4"],
    "strategies": ["expected-size-candidates", "genetic", "permutation=0.03:"],
}


@pytest.fixture(params=[40, 80])
def width(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    for module in (console, report_strategies):
        monkeypatch.setattr(module, "room", lambda: request.param)
    monkeypatch.setattr(console, "_is_terminal", lambda: True)
    return int(request.param)


@pytest.mark.parametrize("command", COMMANDS)
def test_tables_fit_and_keep_their_numbers(command: str, width: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command.split()) == 0
    lines = capsys.readouterr().out.splitlines()
    rows = [line for line in lines if line.startswith(" ")]
    assert max(map(len, rows)) <= width
    assert set(COMMANDS[command]) <= set(" ".join(lines).split())
    assert "…" not in " ".join(rows)


def test_a_histogram_has_one_line_for_each_number(width: int) -> None:
    lines = console.histogram({"1": 1, "2": 0, "not found": 12_345})
    assert max(map(len, lines)) <= width
    assert [line.replace("█", "").split() for line in lines] == [["1", "1"], ["2", "0"], ["not", "found", "12,345"]]
    assert "█" in lines[0]
    assert len(lines[2]) == min(width, 10 + 6 + 3 + 40)


def test_headings_are_not_broken() -> None:
    columns = [Column("name"), Column("code of the day", 1), Column("empty everywhere", 0)]
    rows = [["x" * 10, "2026-01-05", ""]]
    assert [column.header for column in table(columns, rows, None, 26).columns] == ["name"]
    assert [column.header for column in table(columns, rows, None, 40).columns] == ["name", "code of the day"]


def test_the_columns_that_matter_least_go_first() -> None:
    columns = [Column("a"), Column("second", 1, right=True), Column("third", 3), Column("last", 2)]
    rows = [["name", "12,345", "x" * 9, "y" * 9], None, ["other", "1", "", ""]]
    shown = {room: [column.header for column in table(columns, rows, None, room).columns] for room in (40, 30, 15, 3)}
    assert shown == {40: ["a", "second", "third", "last"], 30: ["a", "second", "last"], 15: ["a", "second"], 3: ["a"]}


# Honest words


def test_a_number_is_written_in_full_or_as_a_power() -> None:
    assert [long_number(number) for number in (100_000, 531_441, 8.9161e12)] == ["100,000", "531,441", "8.9 × 10¹²"]


def test_a_limit_beside_a_number_is_in_the_same_form(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exact", "p5c10"]) == 2
    assert "takes up to 65,535 codes; p5c10 has 100,000\n" in capsys.readouterr().err


def test_a_letter_with_an_accent_is_a_letter(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--palette", "é"]) == 2
    assert "'é' in palette 'é' is not a color name: use the letters a to z" in capsys.readouterr().err


def test_one_set_is_one_set() -> None:
    work = text("exact.work", sets=1, partitions=1, seconds=0.0, memory=4.0)
    assert work.startswith("1 set and 1 partition in ")


@pytest.mark.parametrize(("name", "turns"), [("p4c6", 5), ("p2c20", 12), ("p3c9", 6), ("p1c7", 7), ("p20c20", 13)])
def test_the_turns_that_are_needed_are_the_proven_ones(name: str, turns: int) -> None:
    assert turns_needed(Variant.parse(name)) == turns


@pytest.mark.parametrize("size", [(pegs, colors) for pegs in range(1, 6) for colors in range(1, 12)])
def test_pegs_and_colors_are_guesses_enough_where_a_proof_is_quick(size: tuple[int, int]) -> None:
    variant = Variant(*size)
    assert variant.size > 1296 or turns_needed(variant) <= sum(size)


def test_four_guesses_at_p4c6_take_luck(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["play", "--guesses", "4"]) == 1
    assert "in fewer than 5 guesses nobody can be sure to break a code of p4c6" in capsys.readouterr().out


def test_a_guess_that_tells_something_and_saves_nothing_is_said_to_be_lost() -> None:
    [*_, grade] = coach.review("p3c3 213=1b1w 132=2b0w").grades
    assert (grade.skill, grade.bits) == (0, 1)
    assert "what it told saves no guess later, so it cost a whole one" in said(grade, Look(Variant(3, 3)))
    assert "0 where a whole guess is lost" in text("analyze.legend")


def test_no_two_columns_have_one_name() -> None:
    headings = [text(f"analyze.{name}") for name in report_analyze._COLUMNS]
    assert len(set(headings)) == len(headings)
