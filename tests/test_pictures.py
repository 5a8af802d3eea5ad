"""What values look like in a notebook, and the example notebook itself, run without Jupyter."""

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from keypeg import Code, Position, StrategyTree, Tournament, grow, review, strategy, words
from keypeg.palette import CLASSIC
from keypeg.pictures import COLUMNS, draw
from keypeg.tournament import Row
from strange import STRANGE, english_in

SVG = "{http://www.w3.org/2000/svg}"
NOTEBOOKS = sorted((Path(__file__).parents[1] / "examples").glob("*.ipynb"))
GAME = "p4c6 1122=1b0w 1345=0b2w 4153=2b0w 4162=3b0w 4164=4b0w"


def svg(value: Any) -> ET.Element:
    return ET.fromstring(value._repr_svg_())


def html(value: Any) -> ET.Element:
    return ET.fromstring(f"<div>{value._repr_html_()}</div>")


def labels(picture: ET.Element) -> list[str | None]:
    return [text.text for text in picture.iter(f"{SVG}text")]


def cells(picture: ET.Element) -> list[list[str]]:
    return [["".join(cell.itertext()) for cell in row] for row in picture.iter("tr")]


def test_a_code_is_a_row_of_pegs_with_the_symbols_of_its_text() -> None:
    picture = svg(Code("1a22"))
    assert labels(picture) == ["1", "a", "2", "2"]
    fills = [circle.get("fill") for circle in picture.iter(f"{SVG}circle")]
    assert (fills[0], fills[2]) == (CLASSIC.colors[0].hex, CLASSIC.colors[1].hex)
    assert picture.findtext(f"{SVG}title") == "red-black-green-green"


def test_bulls_and_cows_has_digits_on_its_pegs() -> None:
    line = "p4c10n 12a4=1b1w"
    assert [label for label in labels(svg(Position.parse(line))) if label and len(label) == 1][1:5] == [*"1204"]
    assert [text.text for text in html(review(line)).iter("text")][:4] == [*"1204"]


@pytest.mark.parametrize(
    ("line", "said", "rows"),
    [
        ("p4c6", "1,296 codes are possible.", 1),
        ("p4c6 1122=1b1w 1344=0b2w", "37 codes are still possible.", 3),
        ("p4c6 1122=1b1w 1314=4b0w", "The code was found in 2 guesses.", 2),
        ("p12c12 112233445566=2b4w", "About 5.4 × 10¹¹ codes are still possible.", 2),
    ],
)
def test_a_position_is_a_board_with_the_number_of_possible_codes(line: str, said: str, rows: int) -> None:
    *shown, last = labels(svg(Position.parse(line)))
    assert (last or "")[:5] == said[:5]
    assert (last or "").split()[-4:] == said.split()[-4:]
    assert [label for label in shown if label == str(rows)]


@pytest.mark.parametrize(
    ("line", "name", "plates"),
    [
        ("p4c6", "knuth", 13),  # a third guess would take more rows than there are
        ("p2c3", "entropy", 9),
        ("p4c6 1122=0b3w", "knuth", 21),
        ("p1c60", "first", COLUMNS),
        ("p1c7", "first", COLUMNS),
    ],
)
def test_a_tree_is_drawn_as_deep_as_there_is_room(line: str, name: str, plates: int) -> None:
    picture = svg(grow(strategy(name), Position.parse(line)))
    assert len([rect for rect in picture.iter(f"{SVG}rect") if rect.get("class")]) == plates
    assert any((label or "").startswith(f"{name} in {line}, first guess") for label in labels(picture))


def test_a_tree_has_as_many_rows_as_guesses_and_ends_before(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = grow(strategy("knuth"), Position.parse("p4c6 1122=0b3w"))
    shown = {}
    for rows in (3, 7, 15, 16):
        monkeypatch.setattr("keypeg.pictures.ROWS", rows)
        shown[rows] = len([rect for rect in svg(tree).iter(f"{SVG}rect") if rect.get("class")])
    assert shown == {3: 1, 7: 8, 15: 8, 16: 21}


def test_a_tree_of_one_guess() -> None:
    assert len([*svg(grow(strategy("first"), Position.parse("p1c1"))).iter(f"{SVG}circle")]) == 1


def test_a_review_is_a_table_with_meters_and_the_words_of_the_coach() -> None:
    found = review(GAME)
    picture = html(found)
    head, *rows = cells(picture)
    assert head == ["turn", "guess", "got", "before", "after", "bits", "best", "lost", "skill", "luck"]
    assert [row[0] for row in rows] == ["1", "2", "3", "4", "5"]
    assert [row[4] for row in rows] == ["256", "51", "13", "2", "1"]
    assert rows[0][1].startswith("red-red-green-green")
    assert [row[8] for row in rows] == [words.score(grade.skill) for grade in found.grades]
    said = ["".join(line.itertext()) for line in picture.iter("p")]
    assert said[0] == "The code was found in 5 guesses. Best play takes 4.34 on average."
    assert len(said) == 4 + 5
    assert [*html(review("p4c6")).iter("table")] == []
    (title,) = html(review(GAME, hard=True)).iter("caption")
    assert title.text == f"{GAME}, hard mode"


def test_a_tournament_is_a_table_for_each_variant_best_mean_first() -> None:
    played = Tournament.play(["p2c3", "p3c4"], ["first", "knuth"], games=20, seed=1)
    assert len(played) == 4
    picture = html(played)
    titles = [title.text for title in picture.iter("caption")]
    assert titles == [f"{name}: 20 secrets drawn by seed 1" for name in ("p2c3, 9 codes", "p3c4, 64 codes")]
    rows = cells(picture)
    assert rows[0] == ["strategy", "mean", "± 95%", "depth", "histogram"]
    assert [row[2] for row in rows[1:3]] == [f"{row.ci95:.4f}" for row in sorted(played[:2], key=mean)]
    means = [float(row[1]) for row in rows[4:] if row[0] != "strategy"]
    assert means == sorted(means)
    whole = Tournament.play("p2c3", [strategy("knuth")])
    assert cells(html(whole))[0] == ["strategy", "mean", "depth", "histogram"]
    assert html(Tournament()).find("table") is None


def mean(row: Row) -> float:
    return row.summary.average


def test_the_bars_of_a_histogram_are_as_tall_as_there_are_games() -> None:
    (row,) = Tournament.play("p4c6", ["knuth"])
    bars = [*html(Tournament([row])).iter("rect")]
    tops = [float(bar.get("y", 0)) + float(bar.get("height", 0)) for bar in bars]
    assert len(set(tops)) == 1
    tall = [float(bar.get("height", 0)) / tops[0] * max(row.summary.histogram) for bar in bars]
    assert tall == pytest.approx(row.summary.histogram, abs=2)
    left = [float(bar.get("x", 0)) for bar in bars]
    assert all(x + float(bar.get("width", 0)) < after for x, bar, after in zip(left, bars, left[1:], strict=False))


def test_bulls_and_cows_are_called_so() -> None:
    game = "bulls 1234=1A2B"
    assert "1 bull, 2 cows" in (svg(Position.parse(game)).findtext(f"{SVG}desc") or "")
    assert "1 bull, 2 cows" in {span.get("title") for span in html(review(game)).iter("span")}


def test_what_has_no_picture_is_not_drawn() -> None:
    with pytest.raises(NotImplementedError, match="int"):
        draw(7)


def test_pictures_speak_the_language_in_use() -> None:
    values = [Position.parse(GAME), Position.parse("p4c6"), grow(strategy("knuth"), Position.parse("p2c3"))]
    with words.speaking(STRANGE):
        for value in values:
            assert english_in(" ".join(filter(None, labels(svg(value))))) == []
        for table in (review(GAME), Tournament.play("p2c3", ["first", "knuth"])):
            assert english_in(" ".join(html(table).itertext())) == []


def test_a_picture_brings_no_packages_that_draw() -> None:
    script = (
        "import sys; from keypeg import Code; Code('12')._repr_svg_(); print({'matplotlib', 'rich'} & {*sys.modules})"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "set()\n"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_the_cells_of_a_notebook_run_and_show_what_they_end_with(path: Path) -> None:
    if path.stem == "environments":
        pytest.importorskip("gymnasium", reason="gymnasium is not installed: pip install keypeg[rl]")
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4
    names: dict[str, Any] = {}
    pictures = set()
    for cell in notebook["cells"]:
        assert cell["cell_type"] == "markdown" or cell["outputs"] == []
        if cell["cell_type"] == "code":
            pictures.add(type(run_cell("".join(cell["source"]), names)))
    assert Position in pictures
    if path.stem == "notebook":  # which shows one of each
        assert {Code, StrategyTree, Tournament} <= pictures


def run_cell(source: str, names: dict[str, Any]) -> object:
    """Run a cell, and return its last expression after making its picture, or else its text."""
    parsed = ast.parse(source)
    last = parsed.body[-1]
    if not isinstance(last, ast.Expr):
        exec(compile(parsed, "cell", "exec"), names)
        return None
    exec(compile(ast.Module(parsed.body[:-1], []), "cell", "exec"), names)
    value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    shown = getattr(value, "_repr_svg_", None) or getattr(value, "_repr_html_", None) or value.__repr__
    assert shown()
    return value
