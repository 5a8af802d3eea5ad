"""The player who errs: worse from level to level in every way that its habits say, and never beyond them."""

import csv
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from keypeg.game import drawn_code
from keypeg.position import Position
from keypeg.rules import Turn, Variant, score
from keypeg.strategies import next_guess, strategy
from keypeg.strategies.human import LEVELS, PARAMETERS, RATINGS, Human, level_near

GAMES = 60
P4C6 = Variant.parse("p4c6")


@cache
def games(level: int) -> list[Position]:
    return [played(Human(seed, level), seed) for seed in range(GAMES)]


def played(player: Human, seed: int) -> Position:
    position, secret = Position(P4C6), drawn_code(P4C6, seed)
    while not position.is_won:
        guess = next_guess(player, position)
        position = position.extend(Turn(guess, score(secret, guess)))
    return position


def contradicted(level: int) -> list[int]:
    """Return how long ago the turns were that a guess contradicted, one being the last."""
    found = []
    for game in games(level):
        for number, turn in enumerate(game.turns):
            earlier = game.turns[:number]
            found += [number - at for at, other in enumerate(earlier) if not other.is_consistent(turn.guess)]
    return found


def mean(numbers: list[int]) -> float:
    return sum(numbers) / len(numbers)


def test_each_level_plays_better_than_the_one_below() -> None:
    means = [mean([len(game.turns) for game in games(level)]) for level in LEVELS]
    assert all(worse > better for worse, better in pairwise(means))
    assert means[0] > 6.5
    assert means[-1] < 4.7


def test_mistakes_get_fewer_and_at_the_highest_level_there_are_none() -> None:
    mistakes = [len(contradicted(level)) for level in LEVELS]
    assert all(more > fewer for more, fewer in pairwise(mistakes))
    assert mistakes[-1] == 0


def test_what_is_overlooked_is_mostly_not_the_last_turn() -> None:
    """A slip can contradict the last turn too, but memory can't."""
    ages = contradicted(2)
    chances = [len(game.turns) - 1 for game in games(2)]
    last = ages.count(1) / sum(chances)
    earlier = (len(ages) - ages.count(1)) / sum(turns * (turns - 1) / 2 for turns in chances)
    assert last < earlier / 2


def test_weak_players_stay_with_the_colors_they_have_tried() -> None:
    untried = {level: [new_colors(game) for game in games(level)] for level in (1, 5)}
    assert mean(untried[1]) < mean(untried[5]) - 0.5


def new_colors(game: Position) -> int:
    """Count the pegs of the second guess whose colors are not in the first."""
    first, second = (turn.guess for turn in game.turns[:2])
    return sum(color not in first for color in second)


def test_first_guesses_are_blocks_of_one_color_and_vary() -> None:
    firsts = [game.turns[0].guess for game in games(1)]
    assert all(len(set(guess)) == 1 + sum(a != b for a, b in pairwise(guess)) for guess in firsts)
    assert {len(set(guess)) for guess in firsts} == {1, 2, 3, 4}
    assert {len(set(game.turns[0].guess)) for game in games(5)} == {3}
    assert len(set(firsts)) > GAMES / 2


@pytest.mark.parametrize("line", ["p1c3 1=0b0w", "p2c1", "p4c4n 1234=0b4w", "p3c2 111=1b0w 122=1b2w"])
def test_small_variants_are_played_at_every_level(line: str) -> None:
    for level in LEVELS:
        for seed in range(10):
            assert next_guess(Human(seed, level), line) in Position.parse(line).variant


def test_the_level_is_part_of_the_name() -> None:
    assert [strategy(f"human:level={level}").name for level in (2, PARAMETERS[0].default)] == ["human:level=2", "human"]
    assert strategy("human:7,level=1") == Human(7, 1)


def test_the_published_table_is_of_this_version_and_falls() -> None:
    path = Path(__file__).parents[1] / "results" / "levels.csv"
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [(row["level"], row["version"], row["games"]) for row in rows] == [
        (str(level), str(Human.version), "2000") for level in LEVELS
    ]
    bounds = [(float(row["average"]) - float(row["ci95"]), float(row["average"]) + float(row["ci95"])) for row in rows]
    assert all(low > high for (low, _), (_, high) in pairwise(bounds))
    assert {int(row["level"]): int(row["rating"]) for row in rows} == RATINGS
    assert list(RATINGS.values()) == sorted(RATINGS.values())


def test_a_rating_has_a_level() -> None:
    assert [level_near(rating) for rating in (0, 1276, 1342, 1343, 1500, 1620, 3000)] == [1, 1, 1, 2, 3, 4, 5]


def test_the_page_says_what_makes_a_level() -> None:
    page = (Path(__file__).parents[1] / "docs" / "strategies.md").read_text(encoding="utf-8")
    table = page.partition("| level | turns surely kept in mind |")[2].partition("\n\n")[0]
    rows = [[cell.strip(" %") for cell in row.strip("| ").split("|")] for row in table.splitlines()[2:]]
    for (level, habits), row in zip(LEVELS.items(), rows, strict=True):
        chances = [str(round(100 * chance)) for chance in (habits.memory, habits.cling, habits.slip, habits.opening)]
        kept = ["all", ""] if habits.memory == 1 else [str(habits.recent), chances[0]]
        assert row == [str(level), *kept, chances[1], str(habits.looks), *chances[2:]]
