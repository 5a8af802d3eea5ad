"""Every strategy plays its golden games as before, on any number of threads and by any instruction set."""

import pytest

from golden_games import Line, read
from keypeg import _core
from keypeg.errors import TooLarge
from keypeg.position import Position
from keypeg.strategies import names, strategy

LINES = read()
LARGE = ["p8c8", "p10c10"]
LATE = "p10c10 1122334455=0b6w 9933277111=5b1w 9243642919=2b2w 9534557177=3b3w 5938857316=4b4w"


@pytest.mark.parametrize("line", LINES, ids=str)
def test_a_game_is_played_as_before(line: Line) -> None:
    assert line.again() == line


@pytest.mark.parametrize("name", ["entropy", "entropy-candidates"])
def test_a_game_is_the_same_on_two_threads(name: str) -> None:
    line = at_p8c8(name)
    assert line.again(threads=2) == line


@pytest.mark.parametrize("name", ["random", "sampling", "genetic"])
def test_a_game_is_the_same_on_every_instruction_set(name: str, instruction_set: str) -> None:
    assert _core.instruction_set() == instruction_set
    line = at_p8c8(name)
    assert line.again() == line


def at_p8c8(name: str) -> Line:
    return next(line for line in LINES if (line.strategy, str(line.start.variant)) == (name, "p8c8"))


@pytest.mark.parametrize("variant", LARGE)
@pytest.mark.parametrize("name", names())
def test_every_strategy_that_plays_a_large_variant_has_a_line(name: str, variant: str) -> None:
    if any(line.strategy == name and str(line.start.variant) == variant for line in LINES):
        return
    assert variant == "p10c10"
    with pytest.raises(TooLarge):
        strategy(name).choose(Position.parse(LATE))


@pytest.mark.parametrize("line", LINES, ids=str)
def test_a_line_is_read_back(line: Line) -> None:
    assert Line.parse(str(line)) == line
