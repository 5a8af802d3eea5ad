"""One game of Mastermind as a Gymnasium environment."""

from typing import Any, SupportsFloat

import gymnasium
import numpy as np
from numpy.typing import NDArray

from keypeg.candidates import to_code
from keypeg.envs.terms import Actions, Codemaker, Mask, Observation, Reward, Terms, masks_of, stream
from keypeg.errors import NotAllowed
from keypeg.game import DEFAULT_GUESSES
from keypeg.rules import Code, Variant


class Mastermind(gymnasium.Env[Observation, Any]):
    """Break a code: an action is a guess, an observation the turns so far.

    A game ends with the code, or without it after `guesses` guesses; a guess that the variant doesn't allow loses it at
    once. `info` has the number of `turns`, and where they are kept the number of `candidates`; if actions are codes,
    also which of them are possible (`action_mask`).
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(  # noqa: PLR0913 - those of Terms, by name
        self,
        variant: Variant | str = "p4c6",
        guesses: int = DEFAULT_GUESSES,
        *,
        reward: Reward = "win",
        codemaker: Codemaker = "random",
        actions: Actions = "pegs",
        candidates: bool | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise NotAllowed("env-choice", name="render_mode", given=repr(render_mode), choices="ansi")
        self.terms = Terms.of(
            variant, guesses, reward=reward, codemaker=codemaker, actions=actions, candidates=candidates
        )
        self.render_mode = render_mode
        self.observation_space = self.terms.observation_space()
        self.action_space = self.terms.action_space()
        self._batch = self.terms.batch(1)
        self._history, self._is_seeded, self._is_begun = self._batch.history[0], False, False
        self._over, self._reward = self._batch.over, self._batch.rewards
        self._turns, self._illegal = self._batch.turns, self._batch.illegal
        self._candidates = self._batch.candidates

    @property
    def secret(self) -> Code | None:
        """The secret; None against the adversary, who has none."""
        return None if self.terms.codemaker == "adversary" else to_code(self._batch.secrets()[0])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game; `options={"secret": "1122"}` sets the secret."""
        secret = self.terms.secret(options)  # before anything changes
        super().reset(seed=seed)
        if seed is not None or not self._is_seeded:
            number = int(self.np_random.integers(1 << 63)) if seed is None else stream(seed)
            self._batch.seed(np.array([number], np.uint64))
            self._is_seeded = True
        self._batch.reset()
        self._is_begun = True
        if secret is not None:
            self._batch.set_secrets(secret)
        return self._history.copy(), self._info()

    def step(self, action: Any) -> tuple[Observation, SupportsFloat, bool, bool, dict[str, Any]]:
        if not self._is_begun or self._over[0]:
            raise NotAllowed("env-over")
        self._batch.step(self._row(action))
        return self._history.copy(), float(self._reward[0]), bool(self._over[0]), False, self._info()

    def _row(self, action: Any) -> NDArray[np.uint8]:
        """Return an action as a code; the common case in plain numbers, which is faster than arrays for so few."""
        terms = self.terms
        if terms.actions == "pegs" and isinstance(action, np.ndarray) and action.dtype.kind in "iu":
            pegs = action.tolist()
            if (
                action.ndim == 1
                and len(pegs) == terms.variant.pegs
                and 0 <= min(pegs) <= max(pegs) < terms.variant.colors
            ):
                return np.array([pegs], np.uint8)
        return terms.rows(action)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"turns": int(self._turns[0]), "illegal": bool(self._illegal[0])}
        if self.terms.candidates:
            info["candidates"] = int(self._candidates[0])
        if self.terms.has_masks:
            info["action_mask"] = self.action_mask()
        return info

    def action_mask(self) -> Mask:
        """Return 1 for each code that is possible, and 0 for each other."""
        if not self._is_begun:
            raise NotAllowed("env-over")
        return masks_of(self._batch, self.terms, 1).reshape(-1)

    def render(self) -> str | None:
        return self.terms.board(self._history) if self.render_mode == "ansi" else None
