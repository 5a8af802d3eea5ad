"""Thousands of games of Mastermind at once as a Gymnasium vector environment, stepped by the compiled core."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from keypeg import given
from keypeg.candidates import to_array
from keypeg.envs.terms import Actions, Codemaker, Mask, Observation, Reward, Terms, masks_of, stream
from keypeg.errors import NotAllowed
from keypeg.game import DEFAULT_GUESSES
from keypeg.rules import Code, Variant

Flags = NDArray[np.bool_]


class MastermindVector(VectorEnv[Observation, NDArray[np.integer[Any]], NDArray[Any]]):
    """Many games of `Mastermind` at once: game i of seed n is the game of seed n + i.

    With `copy=False` observations are views, which the next step changes.
    """

    def __init__(  # noqa: PLR0913 - those of Terms, by name
        self,
        num_envs: int = 1,
        variant: Variant | str = "p4c6",
        guesses: int = DEFAULT_GUESSES,
        *,
        reward: Reward = "win",
        codemaker: Codemaker = "random",
        actions: Actions = "pegs",
        candidates: bool | None = None,
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int = 1,
    ) -> None:
        self.terms = Terms.of(
            variant, guesses, reward=reward, codemaker=codemaker, actions=actions, candidates=candidates
        )
        if render_mode not in (None, "ansi"):
            raise NotAllowed("env-choice", name="render_mode", given=repr(render_mode), choices="ansi")
        self.autoreset_mode, self.render_mode = _mode(autoreset_mode), render_mode
        self.metadata = {"render_modes": ["ansi"], "autoreset_mode": self.autoreset_mode}
        self._batch = self.terms.batch(num_envs)
        self.num_envs, self.copy, self._threads = int(num_envs), copy, given.threads(threads)
        self.single_observation_space = self.terms.observation_space()
        self.single_action_space = self.terms.action_space()
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._history, self._over = self._batch.history, self._batch.over
        self._all = np.ones(self.num_envs, np.bool_)
        self._all.flags.writeable = False
        self._is_seeded, self._is_begun = False, False

    @property
    def secrets(self) -> NDArray[np.uint8]:
        """The secrets, a row of colors from 0 for each game; raises NotAllowed against the adversary, who has none."""
        if self.terms.codemaker == "adversary":
            raise NotAllowed("env-secret")
        return self._batch.secrets()

    def set_secrets(self, secrets: Sequence[Code | str]) -> None:
        """Set the secret of each game, after a reset and before the first guess."""
        if self.terms.codemaker == "adversary":
            raise NotAllowed("env-secret")
        if len(secrets) != self.num_envs:
            raise NotAllowed("env-secrets", games=self.num_envs, given=len(secrets))
        if not self._is_begun or self._batch.turns.any():
            raise NotAllowed("env-begun")
        self._batch.set_secrets(to_array([self.terms.variant.code(secret) for secret in secrets]))

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games, or those of `options={"reset_mask": flags}`; `{"secret": "1122"}` sets their secret."""
        secret = self.terms.secret(options)
        super().reset(seed=int(seed) if isinstance(seed, int | np.integer) else None)
        which = (options or {}).get("reset_mask")
        if which is not None:
            which = np.asarray(which)
            if which.shape != (self.num_envs,) or which.dtype != np.bool_ or not which.any():
                raise NotAllowed("env-reset-mask", games=self.num_envs)
            if not self._is_begun:
                raise NotAllowed("env-over")
        seeds = self._seeds(seed)
        if seeds is not None:
            self._batch.seed(seeds, which)
            self._is_seeded = True
        self._batch.reset(which)
        self._is_begun = True
        if secret is not None:
            secrets = self._batch.secrets()
            secrets[self._all if which is None else which] = secret
            self._batch.set_secrets(secrets)
        return self._observations(), self._infos(self._all if which is None else which.copy())

    def _seeds(self, seed: int | Sequence[int] | None) -> NDArray[np.uint64] | None:
        """Return a seed for each game, or None to go on drawing secrets."""
        if seed is None:
            return None if self._is_seeded else self.np_random.integers(1 << 63, size=self.num_envs, dtype=np.uint64)
        if not isinstance(seed, Sequence | np.ndarray):
            return np.uint64(stream(seed)) + np.arange(self.num_envs, dtype=np.uint64)
        if len(seed) != self.num_envs:
            raise NotAllowed("env-seeds", games=self.num_envs, given=len(seed))
        return np.array([stream(one) for one in seed], np.uint64)

    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[Observation, NDArray[np.float64], Flags, Flags, dict[str, Any]]:
        """Make a guess in each game. Where a game was over, a new one begins instead, unless games begin at once."""
        if not self._is_begun or (self.autoreset_mode is AutoresetMode.DISABLED and self._over.any()):
            raise NotAllowed("env-over")
        self._batch.step(self.terms.rows(actions, self.num_envs), self._threads)
        rewards, over = self._batch.rewards.copy(), self._over.copy()
        ended = self._begin_again(over) if self.autoreset_mode is AutoresetMode.SAME_STEP and over.any() else {}
        never = np.zeros(self.num_envs, np.bool_)
        return self._observations(), rewards, over, never, {**self._infos(self._all), **ended}

    def _begin_again(self, over: Flags) -> dict[str, Any]:
        """Begin the games that are over, and return how they ended."""
        final = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(over):
            final[game] = self._history[game].copy()
        info = self._infos(over)
        self._batch.reset(over)
        return {"final_obs": final, "_final_obs": over, "final_info": info, "_final_info": over}

    def _observations(self) -> Observation:
        return self._history.copy() if self.copy else self._history

    def _infos(self, which: Flags) -> dict[str, Any]:
        """Return what is known of some games: zeros for the others, and which ones these are, as Gymnasium has it."""
        batch = self._batch
        infos: dict[str, NDArray[Any]] = {"turns": batch.turns.astype(np.int64), "illegal": batch.illegal.copy()}
        if self.terms.candidates:
            infos["candidates"] = batch.candidates.astype(np.int64)
        if self.terms.has_masks:
            infos["action_mask"] = self.action_masks()
        if which is not self._all:
            for values in infos.values():
                values[~which] = 0
        return infos | {f"_{name}": which for name in infos}

    def action_masks(self) -> Mask:
        """Return for each game 1 for each code that is possible, and 0 for each other."""
        if not self._is_begun:
            raise NotAllowed("env-over")
        return masks_of(self._batch, self.terms, self.num_envs)

    def render(self) -> tuple[str, ...] | None:
        return tuple(map(self.terms.board, self._history)) if self.render_mode == "ansi" else None


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        choices = ", ".join(one.value for one in AutoresetMode)
        raise NotAllowed("env-choice", name="autoreset_mode", given=repr(mode), choices=choices) from None
