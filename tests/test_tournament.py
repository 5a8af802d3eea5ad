import csv
import io
import itertools
import json
import math
import statistics
from collections.abc import Callable
from typing import Any

import pytest

from keypeg import tournament
from keypeg.errors import NotAllowed, TooLarge
from keypeg.game import Fixed, play
from keypeg.position import Position
from keypeg.rules import Code, Variant
from keypeg.strategies import Strategy, grow, names, strategy
from keypeg.tournament import Row, draw_secrets, run

SMALL, CLASSIC = Variant(3, 4), Variant(4, 6)


class Stubborn:
    """Guesses the same code again and again."""

    name, version, explanation = "stubborn", 3, "never learns"

    def choose(self, position: Position) -> Code:
        return Code([1] * position.variant.pegs)


class Cheat(Stubborn):
    """Guesses what is not a code."""

    name = "cheat"

    def choose(self, position: Position) -> Code:
        return Code([position.variant.colors + 1] * position.variant.pegs)


def rows(variants: list[Variant], texts: str, games: int | None = None, seed: int = 0, **more: Any) -> list[Row]:
    return list(run(variants, [strategy(text) for text in texts.split()], games=games, seed=seed, **more))


def ticks() -> Callable[[], float]:
    return map(float, itertools.count()).__next__


def test_all_codes_give_the_summary_of_the_tree() -> None:
    result = rows([SMALL, Variant(2, 5, repeats=False)], "first knuth random:3")
    assert [(str(row.variant), row.strategy) for row in result] == list(
        itertools.product(["p3c4", "p2c5n"], ["first", "knuth", "random:3"])
    )
    for row in result:
        tree = grow(strategy(row.strategy), Position(row.variant))
        assert row.summary == tree.summary
        assert (row.chosen, row.ci95, row.taken) == (len(tree), 0.0, ())


def test_drawn_games_are_those_played_one_by_one() -> None:
    secrets = draw_secrets(CLASSIC, 5, 5)
    for name in names():
        (row,) = rows([CLASSIC], name, games=5, seed=5)
        assert list(row.taken) == [len(play(strategy(name), Fixed(secret), CLASSIC).turns) for secret in secrets]
        assert max(row.taken) <= row.chosen < sum(row.taken)


def test_games_played_in_pieces_are_those_played_in_one_go() -> None:
    (whole,) = rows([CLASSIC], "random", games=30, seed=5)
    pieces = [rows([CLASSIC], "random", games=games, seed=5, after=after)[0] for after, games in ((0, 7), (7, 23))]
    assert whole.taken == pieces[0].taken + pieces[1].taken


def test_every_strategy_gets_the_same_secrets_and_every_seed_others() -> None:
    first, again, other = (draw_secrets(CLASSIC, 50, seed) for seed in (1, 1, 2))
    assert first == again != other
    assert draw_secrets(Variant(5, 6), 50, 1) != first
    a, b = rows([CLASSIC], "entropy entropy", games=50, seed=1)
    assert a == b
    assert list(a.taken) == [len(play(strategy("entropy"), Fixed(secret), CLASSIC).turns) for secret in first]


def test_drawn_secrets_cover_the_codes_evenly() -> None:
    drawn = draw_secrets(Variant(1, 4), 4000, 0)
    assert all(900 < drawn.count(Code([color])) < 1100 for color in range(1, 5))


def test_interval_is_that_of_the_mean() -> None:
    (row,) = rows([CLASSIC], "knuth", games=100, seed=9)
    assert row.summary.average == statistics.mean(row.taken)
    assert row.ci95 == pytest.approx(1.984 * statistics.stdev(row.taken) / 10, rel=1e-3)


def test_intervals_hold_the_true_mean_as_often_as_they_promise() -> None:
    true = 5801 / 1296
    results = [rows([CLASSIC], "knuth", games=60, seed=seed)[0] for seed in range(100)]
    assert 88 <= sum(abs(row.summary.average - true) <= row.ci95 for row in results) <= 100


def test_paired_difference_is_narrower_than_that_of_two_independent_means() -> None:
    one, other = rows([CLASSIC], "most-parts-candidates expected-size-candidates", games=300, seed=1)
    gap, half = one.difference(other)
    assert gap == pytest.approx(one.summary.average - other.summary.average)
    assert half < math.hypot(one.ci95, other.ci95)
    assert one.difference(one) == (0.0, 0.0)


def test_rows_of_other_secrets_have_no_paired_difference() -> None:
    (a,), (b,) = rows([CLASSIC], "knuth", games=10, seed=1), rows([CLASSIC], "knuth", games=10, seed=2)
    with pytest.raises(NotAllowed, match="did not play the same secrets"):
        a.difference(b)


def test_rows_come_as_they_are_finished_so_that_an_interrupt_keeps_them() -> None:
    class Interrupted(Stubborn):
        def choose(self, position: Position) -> Code:
            raise KeyboardInterrupt(str(position))

    result = run([SMALL], [strategy("knuth"), Interrupted()])
    assert next(result).strategy == "knuth"
    with pytest.raises(KeyboardInterrupt):
        next(result)


@pytest.mark.parametrize("games", [None, 20])
def test_progress_rises_from_nothing_to_all_rows(games: int | None) -> None:
    seen: list[tuple[float, float]] = []
    rows([SMALL], "first random knuth", games=games, progress=lambda *told: seen.append(told))
    assert {whole for _, whole in seen} == {3}
    dones = [done for done, _ in seen]
    assert dones == sorted(dones)
    assert (dones[0], dones[-1]) == (0, 3)
    assert {0, 1, 2} < set(dones)


def test_time_is_measured_by_the_clock_that_is_given() -> None:
    grown, played = rows([SMALL], "knuth random", clock=ticks())
    assert (grown.seconds, grown.seconds_per_guess) == (1, 1 / grown.chosen)
    assert played.seconds is not None
    assert played.seconds >= 2  # a task at least for the first guess and one after it
    for row in rows([SMALL], "knuth random"):
        assert (row.seconds, row.seconds_per_guess, row.as_json()["seconds"]) == (None, None, None)


@pytest.mark.parametrize(
    ("player", "words"), [(Stubborn(), "a second time in 'p3c4 111="), (Cheat(), "no code of the variant")]
)
def test_players_that_can_not_win_are_refused(player: Strategy, words: str) -> None:
    with pytest.raises(NotAllowed, match=words):
        list(run([SMALL], [player], games=5))


def test_no_games_and_out_of_reach_are_refused() -> None:
    with pytest.raises(NotAllowed, match="1 game or more, not 0"):
        rows([SMALL], "knuth", games=0)
    with pytest.raises(TooLarge, match="knuth looks at all codes"):
        rows([Variant(12, 12)], "knuth", games=2)


def test_large_variants_are_played_over_drawn_secrets() -> None:
    (row,) = rows([Variant(8, 12)], "random", games=4)
    assert row.summary.codes == 4
    assert 7 < row.summary.average < 11


def test_json_holds_what_the_table_holds() -> None:
    (whole,) = rows([CLASSIC], "knuth", clock=ticks())
    (sampled,) = rows([CLASSIC], "knuth", games=10, seed=4)
    data = json.loads(json.dumps(whole.as_json()))
    assert data.pop("seconds_per_guess") == pytest.approx(1 / 1378)
    assert data == {
        "variant": "p4c6",
        "strategy": "knuth",
        "version": 1,
        "codes": 1296,
        "total": 5801,
        "average": 5801 / 1296,
        "depth": 5,
        "worst": 694,
        "histogram": [1, 6, 62, 533, 694],
        "signature": "5801:5:694",
        "seconds": 1.0,
        "chosen": 1378,
    }
    data = sampled.as_json()
    assert (data["codes"], data["games"], data["seed"], data["ci95"]) == (1296, 10, 4, sampled.ci95)
    assert sum(data["histogram"]) == 10


def test_one_game_has_no_interval() -> None:
    (row,) = rows([CLASSIC], "knuth", games=1)
    assert math.isinf(row.ci95)
    assert row.as_json()["ci95"] is None


def test_csv_can_be_read_back() -> None:
    result = rows([CLASSIC], "knuth") + rows([CLASSIC], "knuth", games=10, seed=4)
    whole, sampled = csv.DictReader(io.StringIO(tournament.as_csv(result)))
    assert (whole["signature"], whole["histogram"], whole["games"]) == ("5801:5:694", "1 6 62 533 694", "")
    assert (sampled["games"], sampled["seed"], float(sampled["ci95"])) == ("10", "4", result[1].ci95)


def test_threads_do_not_change_play() -> None:
    one, *others = (rows([CLASSIC], "entropy", games=30, threads=threads) for threads in (0, 1, 2))
    assert [one, one] == others


@pytest.mark.parametrize(("games", "t"), [(2, 12.706), (5, 2.776), (9, 2.306), (10, 2.262), (31, 2.042), (1001, 1.962)])
def test_few_games_have_wide_intervals(games: int, t: float) -> None:
    """Student's t, from a printed table."""
    assert tournament._student_95(games - 1) == pytest.approx(t, abs=0.001)


def test_a_row_out_of_reach_is_left_out_and_told() -> None:
    told: list[TooLarge] = []
    found = rows([Variant.parse("p10c10"), CLASSIC], "knuth", games=3, skipped=told.append)
    assert [row.variant for row in found] == [CLASSIC]
    assert len(told) == 1
    assert str(told[0]).startswith("knuth p10c10 is left out: ")
