"""Guesses a second on one core: Keypeg's environments beside others, as far as these are installed.

    python benchmarks/bench_envs.py [--quick]

All of them play guesses drawn at random, up to 10 in a game, and keep the turns of each game. The feedback to the first
steps is checked: all of it against NumPy, and that of some games against `rules.score`. Rates are by processor time,
and never fail the run; a step that only begins a new game counts as none. `--quick` checks, and measures for a moment.
"""

import argparse
import importlib
import os
import platform
import random
import time
from collections.abc import Callable
from typing import Any, Protocol

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"  # JAX on one core, too

import gymnasium
import numpy as np
from numpy.typing import NDArray

from keypeg import _core
from keypeg.candidates import core_key, to_code
from keypeg.envs import Mastermind, MastermindVector
from keypeg.rules import Feedback, Variant, score

GUESSES = 10
MANY = 4096
CHECKED_STEPS, CHECKED_GAMES = 23, 20
SECONDS, MOMENT = 1.0, 0.02
CYCLE = 16  # how many different steps are played, again and again

Codes = NDArray[np.uint8]
Answers = NDArray[np.integer[Any]]


class Games(Protocol):
    """Some games at once."""

    games: int

    def secrets(self) -> Codes: ...

    def step(self, guesses: Codes) -> None:
        """Make a guess in each game; one that is over begins anew, before the guess or instead of it."""
        ...

    def answers(self) -> tuple[Answers, NDArray[np.bool_]]:
        """Return the blacks and whites of the last step, and in which games a guess was made."""
        ...


class CoreBatch:
    def __init__(self, variant: Variant, **options: Any) -> None:
        self.games = MANY
        self._batch = _core.Batch(core_key(variant), MANY, GUESSES, **options)
        self._batch.seed(np.arange(MANY, dtype=np.uint64))
        self._batch.reset()
        self.secrets, self.step = self._batch.secrets, self._batch.step

    def answers(self) -> tuple[Answers, NDArray[np.bool_]]:
        batch = self._batch
        return np.column_stack([batch.blacks, batch.whites]), batch.turns > 0


class VectorEnv:
    def __init__(self, variant: Variant, **options: Any) -> None:
        self.games = MANY
        self._env = MastermindVector(MANY, variant, GUESSES, **options)
        self._returned, infos = self._env.reset(seed=0)
        self._turns = infos["turns"]

    def secrets(self) -> Codes:
        return self._env.secrets

    def step(self, guesses: Codes) -> None:
        self._act(guesses)

    def _act(self, actions: NDArray[np.integer[Any]]) -> None:
        self._returned, _, _, _, infos = self._env.step(actions)
        self._turns = infos["turns"]

    def answers(self) -> tuple[Answers, NDArray[np.bool_]]:
        last = self._returned[np.arange(MANY), np.maximum(self._turns, 1) - 1]
        return last[:, -2:], self._turns > 0


class MaskedEnv(VectorEnv):
    """With codes as actions, so that each step writes a mask of those that are possible, a byte for each code."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant, actions="codes")
        self._places = variant.colors ** np.arange(variant.pegs)[::-1]

    def step(self, guesses: Codes) -> None:
        self._act(guesses @ self._places)


class NaiveEnv(gymnasium.Env[Any, Any]):
    """A plain environment, as one writes it in an afternoon."""

    def __init__(self, variant: Variant) -> None:
        self.pegs, self.colors = variant.pegs, variant.colors
        self.observation_space = gymnasium.spaces.Box(0, 255, (GUESSES, self.pegs + 2), np.uint8)
        self.action_space = gymnasium.spaces.MultiDiscrete([self.colors] * self.pegs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        self.secret = self.np_random.integers(0, self.colors, self.pegs)
        self.board, self.turn = np.zeros((GUESSES, self.pegs + 2), np.uint8), 0
        return self.board.copy(), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        blacks = int((action == self.secret).sum())
        both = sum(min((action == color).sum(), (self.secret == color).sum()) for color in range(self.colors))
        self.board[self.turn] = [*(action + 1), blacks, both - blacks]
        self.turn += 1
        won = blacks == self.pegs
        return self.board.copy(), float(won), won or self.turn == GUESSES, False, {}


class OneEnv:
    """A Gymnasium environment of one game."""

    def __init__(self, env: Any, secret: Callable[[Any], Any]) -> None:
        self.games, self._env, self._secret, self._over = 1, env, secret, False
        self._board, _ = env.reset(seed=0)
        self._turns = 0

    def secrets(self) -> Codes:
        if self._over:
            self._begin()
        return np.array([self._secret(self._env)], np.uint8)

    def _begin(self) -> None:
        self._env.reset()
        self._turns, self._over = 0, False

    def step(self, guesses: Codes) -> None:
        if self._over:
            self._begin()
        self._board, _, self._over, _, _ = self._env.step(guesses[0])
        self._turns += 1

    def answers(self) -> tuple[Answers, NDArray[np.bool_]]:
        return self._board[self._turns - 1 : self._turns, -2:], np.array([True])


class TextArena:
    """Its state keeps the feedback as numbers; what it says about them is part of a step."""

    def __init__(self, variant: Variant) -> None:
        module = importlib.import_module("textarena.envs.Mastermind.env")
        self.games = 1
        self._env = module.MastermindEnv(variant.pegs, variant.colors, GUESSES, duplicate_numbers=True)
        self._begin()

    def _begin(self) -> None:
        self._env.reset(num_players=1)
        self._over = False

    def secrets(self) -> Codes:
        if self._over:
            self._begin()
        return np.array([self._env.state.game_state["secret_code"]], np.uint8) - 1

    def step(self, guesses: Codes) -> None:
        if self._over:
            self._begin()
        before = len(self._env.state.game_state["history"])
        self._over, _ = self._env.step("[" + " ".join(map(str, (guesses[0] + 1).tolist())) + "]")
        self._made = len(self._env.state.game_state["history"]) > before

    def answers(self) -> tuple[Answers, NDArray[np.bool_]]:
        history = self._env.state.game_state["history"]
        last = history[-1] if history else {"black": 0, "white": 0}
        return np.array([[last["black"], last["white"]]]), np.array([self._made])  # not one that was made before


class Gem:
    """It says the feedback in words, from which it is read to check it."""

    def __init__(self, variant: Variant) -> None:
        module = importlib.import_module("gem.envs.game_env.mastermind")
        self.games, self._over = 1, False
        options = {"code_length": variant.pegs, "num_numbers": variant.colors, "duplicate_numbers": True}
        self._env = module.MastermindEnv(**options, max_turns=GUESSES)
        self._env.reset()

    def secrets(self) -> Codes:
        if self._over:
            self._env.reset()
            self._over = False
        return np.array([self._env.game_code], np.uint8) - 1

    def step(self, guesses: Codes) -> None:
        if self._over:
            self._env.reset()
        self._said, _, ended, cut, _ = self._env.step("\\boxed{" + " ".join(map(str, (guesses[0] + 1).tolist())) + "}")
        self._over = ended or cut

    def answers(self) -> tuple[Answers, NDArray[np.bool_]]:
        words = self._said.split()
        if "receives" not in words:  # the last turn is not told, nor a guess that was made before
            return np.zeros((1, 2), int), np.array([False])
        at = words.index("receives")
        return np.array([[int(words[at + 1]), int(words[at + 5])]]), np.array([True])


class NumpyBatch:
    """The same as the core does, as one writes it with arrays."""

    def __init__(self, variant: Variant) -> None:
        self.games, self._variant = MANY, variant
        self._random = np.random.default_rng(0)
        self._secrets = self._draw(MANY)
        self._turns, self._over = np.zeros(MANY, int), np.zeros(MANY, bool)
        self._board = np.zeros((MANY, GUESSES, variant.pegs + 2), np.uint8)

    def _draw(self, count: int) -> Codes:
        return self._random.integers(0, self._variant.colors, (count, self._variant.pegs), dtype=np.uint8)

    def secrets(self) -> Codes:
        return self._secrets.copy()

    def step(self, guesses: Codes) -> None:
        over, made = self._over, ~self._over
        feedback = numpy_feedback(self._secrets, guesses, self._variant.colors)
        rows = np.column_stack([guesses + 1, feedback])
        self._board[made, self._turns[made]] = rows[made]
        self._secrets[over] = self._draw(int(over.sum()))
        self._board[over] = 0
        self._turns = np.where(over, 0, self._turns + 1)
        self._over = made & ((feedback[:, 0] == self._variant.pegs) | (self._turns == GUESSES))
        self._last = feedback, made

    def answers(self) -> tuple[Answers, NDArray[np.bool_]]:
        return self._last


class JaxBatch:
    """The same for JAX, compiled."""

    def __init__(self, variant: Variant) -> None:
        jax: Any = importlib.import_module("jax")
        jnp: Any = importlib.import_module("jax.numpy")
        pegs, colors, games = variant.pegs, variant.colors, np.arange(MANY)

        def draw(key: Any) -> Any:
            return jax.random.randint(key, (MANY, pegs), 0, colors, jnp.uint8)

        def step(state: Any, guesses: Any) -> Any:
            key, secrets, turns, over, board = state
            key, drawing = jax.random.split(key)
            blacks = (secrets == guesses).sum(1)
            palette = jnp.arange(colors, dtype=jnp.uint8)
            counts = [(codes[:, :, None] == palette).sum(1) for codes in (secrets, guesses)]
            whites = jnp.minimum(*counts).sum(1) - blacks
            feedback = jnp.stack([blacks, whites], 1).astype(jnp.uint8)
            row = jnp.concatenate([guesses + 1, feedback], 1)
            board = jnp.where(over[:, None, None], 0, board.at[games, turns].set(row))
            secrets = jnp.where(over[:, None], draw(drawing), secrets)
            turns = jnp.where(over, 0, turns + 1)
            ended = ~over & ((blacks == pegs) | (turns == GUESSES))
            return (key, secrets, turns, ended, board), feedback, ~over

        self.games, self._step = MANY, jax.jit(step, donate_argnums=0)
        start = jax.random.key(0)
        board = jnp.zeros((MANY, GUESSES, pegs + 2), jnp.uint8)
        self._state = start, draw(start), jnp.zeros(MANY, jnp.int32), jnp.zeros(MANY, bool), board

    def secrets(self) -> Codes:
        return np.array(self._state[1])

    def step(self, guesses: Codes) -> None:
        self._state, feedback, made = self._step(self._state, guesses)
        self._last = feedback, made
        feedback.block_until_ready()

    def answers(self) -> tuple[Answers, NDArray[np.bool_]]:
        return np.asarray(self._last[0]), np.asarray(self._last[1])


def numpy_feedback(secrets: Codes, guesses: Codes, colors: int) -> NDArray[np.uint8]:
    palette = np.arange(colors, dtype=np.uint8)
    blacks = (secrets == guesses).sum(1)
    counts = [(codes[:, :, None] == palette).sum(1) for codes in (secrets, guesses)]
    return np.column_stack([blacks, np.minimum(*counts).sum(1) - blacks]).astype(np.uint8)


P4C6, P10C10 = Variant(4, 6), Variant(10, 10)
CONTENDERS: list[tuple[str, Variant, Callable[[Variant], Games]]] = [
    ("core batch", P4C6, CoreBatch),
    (
        "core batch, candidates and information",
        P4C6,
        lambda variant: CoreBatch(variant, candidates=True, reward="information"),
    ),
    ("core batch, adversary", P4C6, lambda variant: CoreBatch(variant, candidates=True, adversary=True)),
    ("core batch", P10C10, CoreBatch),
    ("vector environment", P4C6, lambda variant: VectorEnv(variant, candidates=False)),
    ("vector environment, candidates", P4C6, VectorEnv),
    ("vector environment, masks of actions", P4C6, MaskedEnv),
    ("vector environment", P10C10, VectorEnv),
    (
        "environment of one game",
        P4C6,
        lambda variant: OneEnv(Mastermind(variant, GUESSES, candidates=False), lambda env: np.array(env.secret) - 1),
    ),
    ("NumPy batch", P4C6, NumpyBatch),
    ("JAX batch", P4C6, JaxBatch),
    ("plain Gymnasium environment", P4C6, lambda variant: OneEnv(NaiveEnv(variant), lambda env: env.secret)),
    ("TextArena", P4C6, TextArena),
    ("GEM", P4C6, Gem),
]


def drawn_steps(variant: Variant, games: int) -> list[Codes]:
    source = np.random.default_rng(7)
    return [source.integers(0, variant.colors, (games, variant.pegs), dtype=np.uint8) for _ in range(CYCLE)]


def check(games: Games, variant: Variant, steps: list[Codes], *, by_secret: bool) -> float:
    """Compare feedback with the definition, and return the share of steps in which a guess was made."""
    made_in_all = 0
    for number in range(CHECKED_STEPS):
        guesses, secrets = steps[number % CYCLE], games.secrets()
        games.step(guesses)
        answers, made = games.answers()
        made_in_all += int(made.sum())
        if not by_secret:
            continue
        expected = numpy_feedback(secrets, guesses, variant.colors)
        assert (answers[made] == expected[made]).all()
        for game in np.flatnonzero(made)[:CHECKED_GAMES]:
            feedback = Feedback(int(answers[game, 0]), int(answers[game, 1]))
            assert score(to_code(secrets[game]), to_code(guesses[game])) == feedback
    assert made_in_all
    return made_in_all / CHECKED_STEPS / games.games


def rate(games: Games, steps: list[Codes], seconds: float) -> float:
    """Return the steps a second of processor time: the best of five measurements."""
    best = 0.0
    for _ in range(5):
        began, done = time.process_time(), 0
        while (taken := time.process_time() - began) < seconds / 5:
            for guesses in steps:
                games.step(guesses)
            done += len(steps) * games.games
        best = max(best, done / taken)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="check the feedback, and measure for a moment only")
    quick = parser.parse_args().quick
    random.seed(0)  # for those that draw from it
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    print(f"environments: guesses a second on one core ({platform.machine()}, {_core.instruction_set()}{load})")
    for name, variant, make in CONTENDERS:
        label = f"{name}, {variant}"
        try:
            games = make(variant)
        except ModuleNotFoundError as error:
            print(f"{label:50}  skipped: {error.name} is not installed")
            continue
        steps = drawn_steps(variant, games.games)
        share = check(games, variant, steps, by_secret="adversary" not in name)
        print(f"{label:50}{share * rate(games, steps, MOMENT if quick else SECONDS):>16,.0f}")


if __name__ == "__main__":
    main()
