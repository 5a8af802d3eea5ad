import itertools
import sys
from xml.etree import ElementTree as ET

import pytest

from keypeg import plot
from keypeg.errors import NotAllowed
from keypeg.rules import Variant
from keypeg.strategies import names, strategy
from keypeg.tournament import Row, run

pytest.importorskip("matplotlib", reason="plots need the extra keypeg[plot]")


def rows(variants: list[str], strategies: list[str], games: int | None = None) -> list[Row]:
    clock = map(float, itertools.count()).__next__
    return list(run([Variant.parse(v) for v in variants], [strategy(s) for s in strategies], clock=clock, games=games))


def drawn_text(monkeypatch: pytest.MonkeyPatch, result: list[Row]) -> list[str]:
    """Draw an SVG whose text is written as text, and return the texts."""
    monkeypatch.setitem(plot._STYLE, "svg.fonttype", "none")
    root = ET.fromstring(plot.draw(result, "svg"))
    return ["".join(element.itertext()).strip() for element in root.iter("{http://www.w3.org/2000/svg}text")]


def test_png_and_svg_are_what_they_say() -> None:
    result = rows(["p2c3"], ["first", "knuth"])
    assert plot.draw(result, "png").startswith(b"\x89PNG\r\n")
    assert ET.fromstring(plot.draw(result, "svg")).tag == "{http://www.w3.org/2000/svg}svg"


def test_same_rows_give_the_same_bytes() -> None:
    result = rows(["p2c3", "p2c4"], ["first", "knuth"], games=20)
    assert plot.draw(result, "svg") == plot.draw(result, "svg")
    assert b"<dc:date>" not in plot.draw(result, "svg")


def test_distributions_name_every_strategy_mean_and_variant(monkeypatch: pytest.MonkeyPatch) -> None:
    result = rows(["p3c3"], names())
    texts = drawn_text(monkeypatch, result)
    assert set(names()) <= set(texts)
    assert {f"{row.summary.average:.4f}" for row in result} <= set(texts)
    assert "p3c3: all 27 codes" in texts
    assert not any("number of colors" in text for text in texts)


def test_drawn_secrets_show_their_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    result = rows(["p3c4"], ["knuth"], games=30)
    texts = " ".join(drawn_text(monkeypatch, result))
    assert f"± {result[0].ci95:.3f}" in texts
    assert "p3c4: 30 drawn secrets" in texts


def test_several_numbers_of_colors_add_the_means_against_them(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = drawn_text(monkeypatch, rows(["p2c3", "p2c4", "p2c5", "p3c3n"], ["first", "knuth"]))
    assert "Mean guesses against the number of colors" in texts
    assert texts.count("2 pegs") == 1
    assert "3 pegs, no repeats" not in texts, "one variant is no line"


def test_a_broken_off_tournament_can_be_drawn() -> None:
    assert plot.draw(rows(["p2c3", "p2c4"], ["first", "knuth"])[:3], "png")


def test_what_can_not_be_drawn_is_refused() -> None:
    with pytest.raises(NotAllowed, match="'gif' is not a format of plots: use png, svg"):
        plot.draw(rows(["p2c3"], ["knuth"]), "gif")
    with pytest.raises(NotAllowed, match="no finished rows"):
        plot.draw([], "png")


def test_without_matplotlib_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(NotAllowed, match=r"pip install 'keypeg\[plot\]'"):
        plot.draw(rows(["p2c3"], ["knuth"]), "png")
