"""The research program, called as its authors call it."""

import pytest

import keypeg
from keypeg import Tree
from keypeg.errors import NotAllowed


def test_two_pegs_and_three_colors(capsys: pytest.CaptureFixture[str]) -> None:
    program = Tree(2, 3)
    assert program.compute(True) == 3
    assert capsys.readouterr().out == ""
    program.root.getGameTree().displayGameLog()
    turns, empty, *lines = capsys.readouterr().out.splitlines()
    assert (turns, empty, len(lines)) == ("3", "", 9)
    assert all(line.endswith("[2, 2].") for line in lines)
    assert {line.rpartition("-> ")[2][:6] for line in lines} == {f"[{a}, {b}]" for a in range(3) for b in range(3)}


def test_there_is_no_log_unless_it_is_asked_for() -> None:
    root = Tree(pegs=2, colors=3)
    with pytest.raises(NotAllowed, match=r"call compute\(True\) on Tree\(2, 3\) first"):
        root.getGameTree()
    root.compute(log=True)
    assert root.getGameTree().strategy.summary.depth == 3
    assert root.compute() == 3
    with pytest.raises(NotAllowed, match="no game log"):
        root.getGameTree()


def test_the_least_worst_case_is_proven_and_best_on_average_is_another_rule() -> None:
    assert Tree(4, 6).compute() == 5
    assert Tree(4, 6).compute(objective="average") == 6
    assert keypeg.research.Tree is keypeg.Tree


def test_pegs_and_colors_that_are_no_numbers_are_shown_as_given() -> None:
    with pytest.raises(NotAllowed, match="not '2' and 3"):
        Tree("2", 3)  # type: ignore[arg-type]
