"""Games played at once by the core: the same as one by one, by the rules in plain Python."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import generate
from keypeg import _core
from keypeg.candidates import core_key, to_code
from keypeg.game import Adversary
from keypeg.position import Position
from keypeg.rules import Feedback, Turn, Variant, score

SEEDS = st.integers(0, 2**32)
on_each_instruction_set = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)


def drawn(variant: Variant, count: int, seed: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    random = np.random.default_rng(seed)
    if variant.repeats:
        return random.integers(0, variant.colors, (count, variant.pegs), dtype=np.uint8)
    return np.array([random.permutation(variant.colors)[: variant.pegs] for _ in range(count)], np.uint8)


def begun(variant: Variant, games: int, guesses: int = 10, seed: int = 0, **options: Any) -> _core.Batch:
    batch = _core.Batch(core_key(variant), games, guesses, **options)
    batch.seed(np.arange(seed, seed + games, dtype=np.uint64))
    batch.reset()
    return batch


@given(variant=generate.variants(max_pegs=20, max_colors=30), games=st.integers(1, 150), seed=SEEDS)
@pytest.mark.usefixtures("instruction_set")
@on_each_instruction_set
def test_a_guess_is_scored_as_the_rules_say(variant: Variant, games: int, seed: int) -> None:
    batch, guesses = begun(variant, games, seed=seed), drawn(variant, games, seed)
    batch.step(guesses)
    for secret, guess, blacks, whites in zip(batch.secrets(), guesses, batch.blacks, batch.whites, strict=True):
        assert score(to_code(secret), to_code(guess)) == Feedback(int(blacks), int(whites))
    assert (batch.history[:, 0] == np.column_stack([guesses + 1, batch.blacks, batch.whites])).all()


@given(variant=generate.variants(max_pegs=12, max_colors=30, max_size=3000), seed=SEEDS)
@pytest.mark.usefixtures("instruction_set")
@on_each_instruction_set
def test_candidates_are_those_that_are_consistent(variant: Variant, seed: int) -> None:
    games = 3
    batch = begun(variant, games, seed=seed, candidates=True, reward="information")
    positions = [Position(variant)] * games
    masks = np.empty((games, variant.size), np.int8)
    for step in range(3):
        before, open_games = batch.candidates.copy(), ~batch.over
        guesses = drawn(variant, games, seed + step)
        batch.step(guesses)
        batch.write_masks(masks)
        for game in np.flatnonzero(open_games):
            turn = Turn(to_code(guesses[game]), Feedback(int(batch.blacks[game]), int(batch.whites[game])))
            positions[game] = positions[game].play(turn)
            rows = positions[game].candidates.array
            assert batch.candidates[game] == len(rows)
            assert (_core.all_codes(core_key(variant))[masks[game] == 1] == rows).all()
            bits = np.log2(before[game]) - np.log2(len(rows)) + (turn.feedback == variant.win)
            assert batch.rewards[game] == pytest.approx(bits, abs=1e-12)
        if batch.over.any():
            break


@given(variant=generate.variants(max_pegs=12, max_colors=10, max_size=700), seed=SEEDS)
@pytest.mark.usefixtures("instruction_set")
@on_each_instruction_set
def test_the_adversary_answers_as_the_one_of_a_game(variant: Variant, seed: int) -> None:
    batch, position = begun(variant, 1, candidates=True, adversary=True), Position(variant)
    for step in range(4):
        guess = drawn(variant, 1, seed + step)
        answer = Adversary().answer(position, to_code(guess[0]))
        batch.step(guess)
        assert (batch.blacks[0], batch.whites[0]) == (answer.blacks, answer.whites)
        position = position.play(Turn(to_code(guess[0]), answer))
        if batch.over[0]:
            break


@pytest.mark.parametrize("options", [{}, {"candidates": True, "reward": "information"}], ids=["plain", "candidates"])
def test_play_is_the_same_on_any_number_of_threads_and_instruction_set(options: dict[str, Any]) -> None:
    variant, games, kept = Variant(4, 6), 5000, []
    used = _core.instruction_set()
    for instruction_set in _core.instruction_sets():
        for threads in (1, 3, 0):
            _core.use_instruction_set(instruction_set)
            batch = begun(variant, games, 3, **options)
            for step in range(5):
                batch.step(drawn(variant, games, step), threads)
            kept.append([batch.history.tobytes(), batch.rewards.tobytes(), batch.secrets().tobytes()])
    _core.use_instruction_set(used)
    assert kept == [kept[0]] * len(kept)


def test_a_game_is_the_same_in_any_batch() -> None:
    variant = Variant(5, 8, repeats=False)
    few, many = begun(variant, 1, 2, seed=70), begun(variant, 100, 2)
    for step in range(7):
        guesses = drawn(variant, 100, step)
        few.step(guesses[70:71])
        many.step(guesses)
        assert (few.history[0] == many.history[70]).all()
        assert (few.secrets()[0] == many.secrets()[70]).all()


def test_secrets_are_drawn_evenly() -> None:
    for variant in (Variant(2, 5), Variant(3, 4, repeats=False)):
        secrets = begun(variant, 40_000).secrets()
        _, counts = np.unique(secrets, axis=0, return_counts=True)
        expected = len(secrets) / variant.size
        assert len(counts) == variant.size
        assert ((counts - expected) ** 2 / expected).sum() < 70  # chi square, 23 or 24 degrees of freedom


def test_rewards_and_the_end_of_a_game() -> None:
    secret, other = np.array([[0, 1]], np.uint8), np.array([[0, 2]], np.uint8)
    repeated = np.array([[2, 2]], np.uint8)
    for reward, rewards in (("win", [0, 0, 0, 1, 0]), ("turns", [-1, -1, -2, -1, -4])):
        batch = _core.Batch((2, 3, False), 1, 3, reward)
        batch.reset()
        batch.set_secrets(secret)
        got = []
        for _ in range(3):
            batch.step(other)
            got += batch.rewards.tolist()
        assert (batch.over[0], batch.turns[0]) == (True, 3)
        batch.step(secret)  # which is not played: a new game begins
        assert (batch.turns[0], batch.rewards[0]) == (0, 0)
        assert not batch.over[0]
        assert not batch.history.any()
        batch.set_secrets(secret)
        batch.step(secret)
        assert batch.over[0]
        got += batch.rewards.tolist()
        batch.reset()
        batch.step(repeated)
        assert (batch.over[0], batch.illegal[0], batch.history[0, 0].tolist()) == (True, True, [3, 3, 0, 0])
        assert got + batch.rewards.tolist() == rewards


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((4, 6, True), 0, 10), "games out of range"),
        (((4, 6, True), 1, 0), "guesses out of range"),
        (((4, 6, True), 1, 10, "fame"), "unknown reward"),
        (((4, 6, True), 1, 10, "information"), "candidates are needed"),
        (((9, 9, True), 1, 10, "win", True, True), "too many codes"),
        (((120, 6, True), 1 << 24, 1 << 16), "too many turns to keep"),
    ],
)
def test_what_can_not_be_played_is_refused(arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _core.Batch(*arguments)  # type: ignore[arg-type]


def test_arrays_that_do_not_belong_to_the_games_are_refused() -> None:
    batch = begun(Variant(4, 6), 2)
    refused: list[tuple[Callable[[], None], str]] = [
        (lambda: batch.step(np.zeros((3, 4), np.uint8)), "an entry is needed for each game"),
        (lambda: batch.step(np.zeros((2, 3), np.uint8)), "a column a peg"),
        (lambda: batch.step(np.full((2, 4), 6, np.uint8)), "color out of range"),
        (lambda: batch.seed(np.zeros(1, np.uint64)), "an entry is needed for each game"),
        (lambda: batch.reset(np.zeros(1, np.bool_)), "an entry is needed for each game"),
        (lambda: batch.set_secrets(np.full((2, 4), 6, np.uint8)), "color out of range"),
        (lambda: batch.write_masks(np.zeros((2, 1296), np.int8)), "no candidates are kept"),
    ]
    for call, message in refused:
        with pytest.raises(ValueError, match=message):
            call()
    with pytest.raises(ValueError, match="a column for each code"):
        begun(Variant(2, 3), 1, candidates=True).write_masks(np.zeros((1, 8), np.int8))
    assert (batch.candidates.size, batch.masks.size) == (0, 0)
    with pytest.raises(ValueError, match="read-only"):
        batch.history[0] = 1


def test_what_a_batch_shows_outlives_it() -> None:
    turns = begun(Variant(4, 6), 64).history
    assert not turns.any()
