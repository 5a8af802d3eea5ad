"""First guesses against plain counting, and at sizes where only their sum is known."""

import itertools
import math
from collections import Counter

import numpy as np
import pytest

from keypeg import _core
from keypeg.candidates import core_key, to_array, to_code
from keypeg.openings import is_exact, is_opening, openings, split
from keypeg.position import Position
from keypeg.rules import Code, Feedback, Variant, score
from keypeg.strategies import rank, strategy


@pytest.mark.parametrize("text", ["p1c1", "p1c9", "p2c1", "p3c2", "p3c5", "p4c3", "p4c6", "p5c4", "p6c2"])
def test_every_first_guess_splits_the_codes_as_counting_does(text: str) -> None:
    variant = Variant.parse(text)
    codes = [Code(pegs) for pegs in itertools.product(range(1, variant.colors + 1), repeat=variant.pegs)]
    guesses = codes[:: max(len(codes) // 40, 1)]
    for guess, sizes in zip(guesses, split(variant, to_array(guesses)), strict=True):
        expected = Counter(score(code, guess) for code in codes)
        assert {Feedback.from_ordinal(slot): size for slot, size in enumerate(sizes.tolist()) if size} == expected


@pytest.mark.parametrize("text", ["p7c6", "p12c3", "p17c2", "p4c20"])
def test_every_kind_splits_the_codes_as_the_list_of_them_does(text: str) -> None:
    variant = Variant.parse(text)
    kinds = openings(variant)
    listed = _core.partition_sizes(core_key(variant), kinds.guesses, _core.all_codes(core_key(variant)))
    assert (kinds.sizes == listed).all()


@pytest.mark.parametrize("rule", ["knuth", "expected-size", "entropy", "most-parts"])
@pytest.mark.parametrize("text", ["p4c6", "p5c8", "p2c1", "p1c2", "p1c7", "p7c5", "p13c2"])
def test_a_one_step_strategy_opens_as_it_would_by_the_list(
    rule: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    position, player = Position.parse(text), strategy(rule)
    at_once = [(parts.guess, dict(parts)) for parts in rank(player, position, 20)]
    chosen = player.choose(position)
    monkeypatch.setattr("keypeg.strategies.onestep.splits_at_once", lambda _: False)
    assert at_once == [(parts.guess, dict(parts)) for parts in rank(player, position, 20)]
    assert chosen == player.choose(position) == at_once[0][0]


@pytest.mark.parametrize("text", ["p10c10", "p16c6", "p20c20", "p24c2", "p24c24", "p24c255"])
def test_parts_are_of_all_codes_at_any_size(text: str) -> None:
    variant = Variant.parse(text)
    kinds = openings(variant)
    assert kinds.sizes.sum(axis=1) == pytest.approx(variant.size, rel=1e-12)
    best = int(np.argmax(kinds.bits))
    [parts] = kinds.partitions(np.array([best]))
    assert parts.total == variant.size
    assert parts.bits == pytest.approx(kinds.bits[best])
    assert (parts.can_win, parts[variant.win]) == (True, 1)
    feedbacks = set(variant.feedbacks())
    assert set(parts) <= feedbacks


def test_what_is_drawn_agrees() -> None:
    """At p20c20 parts have twelve digits: a million codes must not tell them from the truth."""
    variant = Variant(20, 20)
    assert not is_exact(variant)
    codes = np.random.Generator(np.random.PCG64(1)).integers(0, 20, (1_000_000, 20), np.uint8)
    kinds = openings(variant)
    for number in (0, 100, 300, 626):
        counts = _core.partition_sizes(core_key(variant), kinds.guesses[number : number + 1], codes)[0]
        expected = kinds.sizes[number] / variant.size * len(codes)
        seen = expected > 5
        chi = ((counts[seen] - expected[seen]) ** 2 / expected[seen]).sum()
        freedom = seen.sum() - 1
        assert abs(chi - freedom) < 4 * math.sqrt(2 * freedom), to_code(kinds.guesses[number])


@pytest.mark.parametrize(
    ("line", "expected"),
    [("p4c6", True), ("p24c24", True), ("p25c2", False), ("p5c8n", False), ("p4c6 1122=1b1w", False)],
)
def test_what_is_an_opening(line: str, expected: bool) -> None:
    assert is_opening(Position.parse(line)) == expected


def test_the_core_refuses_what_it_is_not_meant_for() -> None:
    for variant in (Variant(25, 2), Variant(4, 6, repeats=False)):
        with pytest.raises(ValueError, match="not meant for it"):
            _core.opening_sizes(core_key(variant), to_array([], variant.pegs))
