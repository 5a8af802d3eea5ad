"""The contract that every registered strategy keeps, and the choices of each rule held to a plain chooser."""

import csv
import math
import random
import re
from collections import Counter
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from dataclasses import dataclass, fields
from functools import cache, partial
from importlib import import_module, resources
from inspect import signature
from itertools import pairwise
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import reference
from generate import positions
from keypeg import _core, strategies
from keypeg.candidates import core_key, to_array
from keypeg.effort import Effort
from keypeg.errors import NotAllowed, TooLarge, UnreadableText
from keypeg.exact import Search
from keypeg.position import Position
from keypeg.replay import verify
from keypeg.rules import Code, Variant
from keypeg.strategies import (
    Abilities,
    Growing,
    Ranking,
    Strategy,
    abilities_of,
    grow,
    grow_shared,
    names,
    next_guess,
    onestep,
    rank,
    strategy,
    with_parameter,
    with_seed,
)
from keypeg.strategies.onestep import OneStep
from keypeg.strategies.optimal import proven_tree
from keypeg.tree import StrategyTree

SMALL = ["p1c1", "p1c5", "p2c2", "p2c3", "p3c3", "p4c3", "p3c6", "p2c4n", "p3c5n", "p4c4n"]
MIDDLE = ["p4c6 1122=1b1w", "p4c6 1234=0b2w 5161=1b0w", "p5c5 11223=0b1w 34455=2b1w", "p4c8n 1234=1b1w"]
GOLDEN = Path(__file__).parent / "golden" / "signatures.txt"
RULES = ["largest", "expected-size", "entropy", "most-parts"]

every_strategy = pytest.mark.parametrize("name", names())
whole_trees = pytest.mark.parametrize("name", [{"genetic": "genetic:patience=1"}.get(name, name) for name in names()])
"""The strategies where each plays a whole tree; the one that breeds codes gives up sooner than usual."""


def rows_of(tree: StrategyTree) -> list[list[int]]:
    return [*tree.guesses.tolist(), tree.parents.tolist(), tree.feedbacks.tolist(), tree.wins.tolist()]


# The contract


@every_strategy
def test_a_strategy_says_who_it_is(name: str) -> None:
    player = strategy(name)
    assert isinstance(player, Strategy)
    assert player.name == name
    assert player.version >= 1
    assert len(player.explanation.split()) > 10
    assert "  " not in player.explanation


@every_strategy
@pytest.mark.parametrize("line", [*SMALL, *MIDDLE])
def test_a_choice_is_a_code_of_the_variant_and_the_same_each_time(name: str, line: str) -> None:
    guess = strategy(name).choose(Position.parse(line))
    assert guess in Variant.parse(line.split(maxsplit=1)[0])
    assert strategy(name).choose(Position.parse(line)) == guess


@whole_trees
@pytest.mark.parametrize("line", [*SMALL, *MIDDLE])
def test_every_secret_is_found_and_every_guess_tells_something(name: str, line: str) -> None:
    position = Position.parse(line)
    tree = grow(strategy(name), position)
    assert verify(tree.as_json()).flaws == ()
    assert tree.summary.codes == len(position.candidates)
    tell_nothing = [node for node in range(len(tree)) if not (tree.wins[node] or len(tree.children(node)) > 1)]
    assert not tell_nothing or abilities_of(strategy(name)).errs


@whole_trees
@pytest.mark.parametrize(("line", "first"), [("p4c4", "1122"), ("p4c5 1123=1b1w", None), ("p2c2", None)])
def test_a_tree_that_an_executor_grows_is_the_same(name: str, line: str, first: str | None) -> None:
    told: list[tuple[float, float]] = []
    with ThreadPoolExecutor(2) as executor:
        shared = grow_shared(name, line, executor, first, lambda *done: told.append(done))
    assert shared.as_json() == grow(name, line, first).as_json()
    assert rows_of(shared) == rows_of(StrategyTree.from_json(shared.as_json()))
    assert all(before < after <= codes for (before, _), (after, codes) in pairwise(told))


def test_a_worker_that_ends_is_told_of() -> None:
    class Broken(ThreadPoolExecutor):
        def submit(self, *_: Any, **__: Any) -> Any:
            raise BrokenExecutor

    with pytest.raises(NotAllowed) as caught:
        grow_shared("first", "p4c4", Broken(1))
    assert caught.value.kind == "worker-ended"


@whole_trees
def test_play_is_the_same_on_every_instruction_set(name: str, instruction_set: str) -> None:
    assert _core.instruction_set() == instruction_set
    before = _plain_tree(name)
    _core.use_instruction_set(instruction_set)
    assert rows_of(grow(strategy(name), Position.parse("p4c5 1123=1b1w"))) == before


@cache
def _plain_tree(name: str) -> list[list[int]]:
    _core.use_instruction_set("plain")
    return rows_of(grow(strategy(name), Position.parse("p4c5 1123=1b1w")))


@every_strategy
def test_a_strategy_has_what_it_declares(name: str) -> None:
    player = strategy(name)
    can = abilities_of(player)
    assert isinstance(player, Ranking) == can.ranks
    assert isinstance(player, Growing) == can.grows
    assert ("threads" in signature(player.choose).parameters) == can.threads
    if can.candidates_form is not None:
        form = abilities_of(strategy(can.candidates_form))
        assert (form.rule is None, form.candidates_only, can.candidates_only) == (False, True, False)


@every_strategy
def test_the_seed_matters_to_those_that_are_seeded_and_others_take_none(name: str) -> None:
    if abilities_of(strategy(name)).seeded:
        position = Position.parse("p10c12 1122334455=1b3w")
        assert strategy(f"{name}:1").choose(position) != strategy(f"{name}:2").choose(position)
    else:
        with pytest.raises(NotAllowed, match=f"{name} draws nothing: write {name}"):
            strategy(f"{name}:1")


@pytest.mark.parametrize("name", [name for name in names() if abilities_of(strategy(name)).candidates_only])
def test_candidates_only_is_kept(name: str) -> None:
    assert grow(strategy(name), Position.parse("p4c5")).wins.all()


@pytest.mark.parametrize("name", [name for name in names() if abilities_of(strategy(name)).any_size])
def test_any_size_is_kept(name: str) -> None:
    position = Position.parse("p16c16 1122334455667788=2b4w")
    assert next_guess(strategy(name), position) in position.variant


@pytest.mark.parametrize("name", [name for name in names() if abilities_of(strategy(name)).threads])
@pytest.mark.parametrize("line", ["p4c6", "p5c6 11223=1b1w"])
def test_a_tree_is_the_same_on_one_thread_and_on_two(name: str, line: str) -> None:
    one, two = (grow(strategy(name), Position.parse(line), threads=threads) for threads in (1, 2))
    assert rows_of(one) == rows_of(two)


@pytest.mark.parametrize("name", [name for name in names() if not abilities_of(strategy(name)).threads])
def test_threads_are_refused_by_a_strategy_that_has_one(name: str) -> None:
    player, position = strategy(name), Position.parse("p2c3")
    assert next_guess(player, position, threads=1) == next_guess(player, position, threads=0)
    for work in (next_guess, grow, partial(rank, top=1)):
        with pytest.raises(NotAllowed, match=f"{name} plays on one thread: don.t ask for more"):
            work(player, position, threads=2)


@pytest.mark.parametrize("name", ["knuth", "entropy", "most-parts-candidates"])
def test_a_choice_large_enough_for_threads_is_the_same_on_one_and_on_two(name: str) -> None:
    player = strategy(name)
    assert isinstance(player, OneStep)
    position = Position.parse("p6c7 112233=1b1w")
    size = position.variant.size if not player.candidates_only else len(position.candidates)
    assert size * len(position.candidates) > 50_000_000, "below, the core does not start threads"
    assert player.choose(position, threads=1) == player.choose(position, threads=2)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        *((name, "p4c6 1122=1b1w 1134=0b2w") for name in names()),
        *((name, "p9c5 112233445=3b2w 543215432=2b2w") for name in ("first", "random", "entropy-candidates")),
    ],
)
def test_a_choice_does_not_depend_on_what_was_listed_before(name: str, line: str) -> None:
    listed = Position.parse(line)
    len(listed.candidates)
    assert strategy(name).choose(listed) == strategy(name).choose(Position.parse(line))


def test_every_file_of_the_package_is_found_and_no_name_is_given_twice() -> None:
    files = [import_module(f"keypeg.strategies.{file.name}") for file in iter_modules(strategies.__path__)]
    own = [name for file in files for name in getattr(file, "FACTORIES", {})]
    assert sorted(own) == sorted(strategies._OWN)


def test_the_abilities_are_those_that_are_described() -> None:
    page = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = page.partition("| ability | means |")[2].partition("\n\n")[0]
    assert re.findall(r"^\| `(\w+)`", table, re.MULTILINE) == [field.name for field in fields(Abilities)]


# Signatures


def golden() -> list[tuple[str, str, str, tuple[int, ...]]]:
    table = []
    for line in GOLDEN.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, variant, signature, *histogram = line.split()
            table.append((name, variant, signature, tuple(map(int, histogram))))
    return table


@pytest.mark.parametrize(("name", "variant", "signature", "histogram"), golden())
def test_signatures_are_the_published_ones(name: str, variant: str, signature: str, histogram: tuple[int, ...]) -> None:
    summary = grow(strategy(name), Position.parse(variant)).summary
    assert (summary.signature, summary.histogram) == (signature, histogram)


def test_the_golden_table_has_every_strategy() -> None:
    assert {name for name, _, _, _ in golden()} == set(names())


@pytest.mark.parametrize(
    ("name", "guess"),
    [("first", "1111"), ("knuth", "1122"), ("expected-size", "1123"), ("entropy", "1234"), ("most-parts", "1123")],
)
def test_first_guesses_are_the_published_ones(name: str, guess: str) -> None:
    assert strategy(name).choose(Position.parse("p4c6")) == Code(guess)


def test_random_candidates_are_as_good_as_published() -> None:
    totals = [grow(strategy(f"random:{seed}"), Position.parse("p4c6")).summary.total for seed in range(1, 6)]
    assert 4.5 < sum(totals) / 5 / 1296 < 4.75
    assert len(set(totals)) > 1


# Each rule against a plain chooser


def plain_score(rule: str, sizes: list[int]) -> float:
    match rule:
        case "largest":
            return max(sizes)
        case "expected-size":
            return sum(size * size for size in sizes)
        case "most-parts":
            return -len(sizes)
        case _:
            return math.fsum(size * math.log2(size) for size in sizes) / sum(sizes)


def plain_order(rule: str, partitions: dict[reference.Code, Counter[reference.Feedback]]) -> list[reference.Code]:
    """Sort guesses, given in order, by score, then candidates first, then as given; equal is within 1e-9."""
    scores = {guess: plain_score(rule, list(parts.values())) for guess, parts in partitions.items()}
    levels: list[float] = []
    for score in sorted(scores.values()):
        if not levels or score > levels[-1] + 1e-9:
            levels.append(score)

    def key(guess: reference.Code) -> tuple[float, bool]:
        level = max(level for level in levels if level <= scores[guess] + 1e-12)
        return level, (len(guess), 0) not in partitions[guess]

    return sorted(partitions, key=key)


def plain_choice(rule: str, guesses: list[reference.Code], candidates: list[reference.Code]) -> reference.Code:
    partitions = {guess: reference.partition(guess, candidates) for guess in guesses}
    scores = {guess: plain_score(rule, list(parts.values())) for guess, parts in partitions.items()}
    least = min(scores.values())
    best = [guess for guess in guesses if scores[guess] <= least + 1e-9]
    return next((guess for guess in best if guess in set(candidates)), best[0])


def one_step(rule: str, *, candidates_only: bool) -> OneStep:
    players = [strategy(name) for name in names()]
    (found,) = [
        player
        for player in players
        if isinstance(player, OneStep) and (player.rule.name, player.candidates_only) == (rule, candidates_only)
    ]
    return found


@settings(max_examples=80)
@given(positions(max_pegs=5, max_colors=14, max_size=260, max_turns=3), st.sampled_from(RULES), st.booleans())
def test_choices_are_those_of_a_plain_chooser(position: Position, rule: str, candidates_only: bool) -> None:
    assume(not position.is_won)
    variant = core_key(position.variant)
    turns = [
        (tuple(c - 1 for c in turn.guess), (turn.feedback.blacks, turn.feedback.whites)) for turn in position.turns
    ]
    candidates = reference.candidates(variant, turns)
    guesses = candidates if candidates_only else reference.all_codes(variant)
    expected = plain_choice(rule, guesses, candidates)
    assert tuple(c - 1 for c in one_step(rule, candidates_only=candidates_only).choose(position)) == expected


@settings(max_examples=60)
@given(positions(max_pegs=4, max_colors=10, max_size=700), st.sampled_from(RULES), st.booleans(), st.integers(1, 8))
def test_a_ranking_begins_with_the_choice_and_is_in_order(
    position: Position, rule: str, candidates_only: bool, top: int
) -> None:
    assume(not position.is_won)
    player = one_step(rule, candidates_only=candidates_only)
    ranked = rank(player, position, top)
    assert ranked[0].guess == player.choose(position)
    assert 1 <= len(ranked) <= top
    assert all(dict(parts) == dict(position.partition(parts.guess)) for parts in ranked)
    keys = [(round(plain_score(rule, list(parts.values())), 9), not parts.can_win) for parts in ranked]
    assert keys == sorted(keys)
    assert len({parts.guess for parts in ranked}) == len(ranked)


@pytest.mark.parametrize("name", ["entropy", "entropy-candidates", "knuth", "most-parts"])
def test_a_ranking_is_the_same_in_small_batches(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.parse("p4c6 1123=1b1w 1456=0b2w")
    whole = [parts.guess for parts in rank(strategy(name), position, 40)]
    monkeypatch.setattr(onestep, "_BATCH", 100)
    reports: list[tuple[float, float]] = []
    ranked = rank(strategy(name), position, 40, progress=lambda done, whole: reports.append((done, whole)))
    assert [parts.guess for parts in ranked] == whole
    assert reports == sorted(reports)
    assert reports[-1][0] == reports[-1][1] > 7


@pytest.mark.parametrize("line", ["p4c6", "p4c6 1122=1b1w", "p4c5n 1234=1b2w"])
def test_a_ranking_lists_guesses_that_a_renaming_makes_equal_once(line: str) -> None:
    position = Position.parse(line)
    distinct = position.distinct_guesses()
    every, only = (
        [parts.guess for parts in rank(strategy(name), position, 5000)] for name in ("entropy", "entropy-candidates")
    )
    assert sorted(every) == distinct
    assert sorted(only) == [guess for guess in distinct if guess in position.candidates]


def test_a_ranking_of_candidates_in_a_large_variant() -> None:
    opening = rank(strategy("knuth-candidates"), Position.parse("p7c10"), 3)
    assert opening[0].guess == strategy("knuth-candidates").choose(Position.parse("p7c10"))
    position = Position.parse("p7c10 1122334=3b1w 1156278=2b2w 1954297=3b1w")
    assert len(rank(strategy("knuth-candidates"), position, 5000)) == len(position.candidates)


# Sets of every size at which the core changes its method: 2, 3, 128, 129, 500 candidates, and word boundaries.
SIZES = [1, 2, 3, 4, 63, 64, 65, 127, 128, 129, 130, 191, 192, 193, 255, 256, 257, 499, 500, 501, 511, 512, 513, 625]
P4C5 = (4, 5, True)


@cache
def score_table() -> list[list[reference.Feedback]]:
    codes = reference.all_codes(P4C5)
    return [[reference.score(code, guess) for code in codes] for guess in codes]


def asymmetric_guesses() -> list[Code]:
    """Return guesses that no renaming of pegs and colors but the identity leaves as they are."""
    guesses = [Code("1123"), Code("1245"), Code("3141")]
    assert len(_core.class_representatives(P4C5, to_array(guesses))) == 625
    return guesses


@pytest.mark.parametrize("candidates_only", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_choices_for_sets_around_the_sizes_where_the_core_changes_its_method(
    size: int, candidates_only: bool, instruction_set: str
) -> None:
    assert instruction_set
    codes, table = reference.all_codes(P4C5), score_table()
    members = sorted(random.Random(size).sample(range(625), size))
    rows = np.array([codes[member] for member in members], np.uint8)
    chooser, earlier = _core.Chooser(P4C5, candidates_only), to_array(asymmetric_guesses())
    partitions = {
        codes[guess]: Counter(table[guess][member] for member in members)
        for guess in (members if candidates_only else range(625))
    }
    for rule in RULES:
        expected = plain_order(rule, partitions)[0]
        chosen = tuple(int(color) for color in chooser.choose(rule, earlier, rows, 1)[0])
        assert chosen == expected, (rule, size)


# By name


def test_names_are_read_without_regard_to_case_and_with_a_seed() -> None:
    assert strategy(" Knuth ").name == "knuth"
    assert strategy("random:7").name == "random:7"
    assert strategy("random:0").name == "random"


def test_unknown_names_and_seeds_are_refused() -> None:
    with pytest.raises(NotAllowed, match="'alphabeta' is not a strategy: use first, random, knuth, "):
        strategy("alphabeta")
    with pytest.raises(UnreadableText, match="'x' is not a seed: write a whole number from 0 on, as in random:7"):
        strategy("random:x")


@pytest.mark.parametrize(
    ("text", "seeded"),
    [
        ("random", "random:7"),
        ("Random:3", "Random:3"),
        ("knuth", "knuth"),
        ("genetic:population=300", "genetic:7,population=300"),
        ("genetic:3,population=300", "genetic:3,population=300"),
    ],
)
def test_a_seed_is_given_to_those_that_draw_and_have_none(text: str, seeded: str) -> None:
    assert with_seed(text, 7) == seeded
    assert with_seed(text, None) == text


def test_a_parameter_is_given_in_the_text() -> None:
    assert strategy(with_parameter("sampling", "seconds", 0.5)).name == "sampling:seconds=0.5"
    assert strategy(with_parameter("sampling:7", "seconds", 0.5)).name == "sampling:7,seconds=0.5"


def test_seeds_play_differently_and_each_the_same_again() -> None:
    lines = [rows_of(grow(strategy(f"random:{seed}"), Position.parse("p3c4"))) for seed in (1, 1, 2)]
    assert lines[0] == lines[1] != lines[2]


def test_a_ranking_without_a_rule_is_the_choice_with_its_partition() -> None:
    position = Position.parse("p4c6 1122=1b1w")
    (parts,) = rank(strategy("first"), position, 5)
    assert parts.guess == strategy("first").choose(position)
    assert parts.total == 208


def test_what_can_not_be_ranked_is_refused() -> None:
    with pytest.raises(NotAllowed, match="1 to 999,999,999 guesses, not 0"):
        rank(strategy("knuth"), Position.parse("p4c6"), 0)
    for name in ("first", "knuth"):
        with pytest.raises(NotAllowed, match="the code is found in 'p4c6 1122=4b0w'"):
            rank(strategy(name), Position.parse("p4c6 1122=4b0w"), 5)


def test_out_of_reach_is_said_with_the_number_and_the_way_out() -> None:
    with pytest.raises(
        TooLarge, match=r"knuth looks at all codes, and p20c20 has 1.0 × 10²⁶ .* knuth-candidates plays on"
    ):
        strategy("knuth").choose(Position.parse("p20c20"))
    with pytest.raises(TooLarge, match=r"more than 16,777,216 candidates, or too long to list them"):
        strategy("knuth-candidates").choose(Position.parse("p10c10 1122334455=1b4w"))


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("p20c20 123456789abcdefghijk=3b5w", None),
        ("p10c10 1111111111=1b0w 1222222222=1b1w", "3123333333"),  # one 1 and one 2, neither of them first
    ],
)
def test_simple_strategies_play_at_any_size(line: str, first: str | None) -> None:
    position = Position.parse(line)
    for name in ("first", "random"):
        assert strategy(name).choose(position) in position.candidates
    assert first in {None, str(strategy("first").choose(position))}


# Sampling


@pytest.mark.parametrize(
    ("text", "guess"), [("p5c8", "11234"), ("p6c9", "112234"), ("p8c13", "11223456"), ("p16c6", "1111122222333334")]
)
def test_sampling_begins_with_the_kind_of_guess_that_tells_the_most(text: str, guess: str) -> None:
    position = Position.parse(text)
    assert str(strategy("sampling").choose(position)) == guess
    assert [str(parts.guess) for parts in rank(strategy("entropy"), position, 1)] == [guess]


def test_sampling_ranks_its_first_guess_by_the_codes_it_chose_it_by() -> None:
    """All of them where they are few enough, so that its figures are those of entropy."""
    listed, drawn = Position.parse("p5c8"), Position.parse("p10c10")
    assert [dict(parts) for parts in rank(strategy("sampling"), listed, 3)] == [
        dict(parts) for parts in rank(strategy("entropy"), listed, 3)
    ]
    bits = [parts.bits for parts in rank(strategy("sampling"), drawn, 42)]
    assert bits == sorted(bits, reverse=True)
    assert len(bits) == 42  # as many as there are ways to write 10 as a sum


@dataclass(frozen=True)
class Stubborn:
    """Guesses the same thing whatever the feedback is."""

    guess: Any
    name: str = "stubborn"
    version: int = 1
    explanation: str = "It has made up its mind."

    def choose(self, position: Position) -> Code:
        del position
        return self.guess  # type: ignore[no-any-return]


@pytest.mark.parametrize("guess", [Code("11"), Code("117"), "111", None])
def test_a_guess_that_is_no_code_is_refused_with_its_name_and_place(guess: Any) -> None:
    with pytest.raises(NotAllowed, match=r"stubborn guesses .*no code of the variant, in 'p3c4'"):
        next_guess(Stubborn(guess), Position.parse("p3c4"))


def test_a_guess_made_before_is_refused() -> None:
    with pytest.raises(NotAllowed, match="stubborn guesses '112' a second time in 'p3c4 112=1b0w'"):
        next_guess(Stubborn(Code("112")), Position.parse("p3c4 112=1b0w"))
    with pytest.raises(NotAllowed, match="stubborn guesses"):
        grow(Stubborn(Code("112")), Position.parse("p3c4"))


SHIPPED = sorted(
    place.name.removesuffix(".json.gz") for place in (resources.files("keypeg.strategies") / "trees").iterdir()
)


def test_the_usual_variants_are_shipped() -> None:
    assert {"p4c7", "p4c8", "p4c10n"} <= set(SHIPPED)


@pytest.mark.parametrize("variant", SHIPPED)
def test_a_shipped_tree_is_the_published_optimum_and_is_played(variant: str) -> None:
    table = Path(__file__).parents[1] / "results" / "optimal.csv"
    with table.open(encoding="utf-8") as file:
        published = {line["variant"]: int(line["least_total"] or 0) for line in csv.DictReader(file)}
    tree = proven_tree(Variant.parse(variant))
    assert tree is not None
    assert tree.summary.total == published[variant]
    assert tree.summary.codes == Variant.parse(variant).size
    position = Position.parse(variant)
    assert strategy("optimal").choose(position) == tree.guess(0)


@pytest.mark.parametrize("variant", ["p4c7", "p4c10n"])
def test_shipped_trees_verify(variant: str) -> None:
    tree = proven_tree(Variant.parse(variant))
    assert tree is not None
    assert verify(tree.as_json()).is_good


def test_optimal_searches_where_the_game_left_its_tree() -> None:
    position = Position.parse("p4c7 7777=0b0w 1111=0b0w")
    guess = strategy("optimal").choose(position)
    search = Search(position)
    assert search.total_of(guess) == search.run().value


def test_a_candidates_only_form_counts_its_own_guesses_against_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """And never goes through all codes of a variant that has too many of them for that."""
    position = Position.parse("10x10 123456789a=5b5w 213456789a=5b5w 124356789a=5b5w")
    assert len(position.candidates) == 96
    monkeypatch.setattr(onestep, "PATIENT", Effort(10))
    with pytest.raises(TooLarge, match="entropy-candidates would score 384 pairs"):  # symmetry leaves 4 guesses
        strategy("entropy-candidates").choose(position)
