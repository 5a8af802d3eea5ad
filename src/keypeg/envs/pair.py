"""Mastermind for two as a PettingZoo environment: a codemaker and a codebreaker, with opposite aims."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec

from keypeg import _core
from keypeg.candidates import core_key
from keypeg.envs.terms import Actions, Mask, Observation, Terms, masks_of, stream
from keypeg.errors import NotAllowed
from keypeg.game import DEFAULT_GUESSES
from keypeg.rules import Variant

CODEMAKER, CODEBREAKER = "codemaker_0", "codebreaker_0"


class MastermindPair(ParallelEnv[str, Observation, Any]):
    """Both act at once: the codemaker with its code, the codebreaker with a guess.

    In the classic game the codemaker `commits` to its first code, and its later actions change nothing. Otherwise it
    may take any code that is consistent with all feedback given; one that is not leaves the code as it is. The
    codemaker gets 1 for each guess, and 1 more for a code that is not found; the codebreaker loses as much. Both see
    the turns below a row for the code, in which the codebreaker sees nothing but zeros. Actions are codes if there are
    at most 65,536 of them.
    """

    metadata = {"name": "mastermind_v0", "render_modes": ["ansi"], "is_parallelizable": True}  # noqa: RUF012

    def __init__(
        self,
        variant: Variant | str = "p4c6",
        guesses: int = DEFAULT_GUESSES,
        *,
        actions: Actions | None = None,
        commits: bool = True,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise NotAllowed("env-choice", name="render_mode", given=repr(render_mode), choices="ansi")
        kind: Actions = "codes" if Variant.of(variant).size <= _core.BATCH_CODES else "pegs"
        self.terms = Terms.of(variant, guesses, reward="turns", actions=actions or kind)
        self.commits, self.render_mode = commits, render_mode
        self.possible_agents = [CODEMAKER, CODEBREAKER]
        self.agents: list[str] = []
        self.observation_spaces = {agent: self.terms.observation_space(more_rows=1) for agent in self.possible_agents}
        self.action_spaces = {agent: self.terms.action_space() for agent in self.possible_agents}
        self._batch = self.terms.batch(1)
        self._is_seeded = False

    def observation_space(self, agent: str) -> "spaces.Space[Any]":
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "spaces.Space[Any]":
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game. The seed is needed only for a code in place of one that is not allowed."""
        del options
        if seed is not None or not self._is_seeded:
            number = int(np.random.default_rng().integers(1 << 63)) if seed is None else stream(seed)
            self._batch.seed(np.array([number], np.uint64))
            self._is_seeded = True
        self._batch.reset()
        self.agents = [*self.possible_agents]
        return self._observations(), self._infos()

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        if not self.agents:
            raise NotAllowed("env-over")
        if not actions.keys() >= {*self.possible_agents}:
            raise NotAllowed("env-agents", agents=", ".join(self.possible_agents))
        secret, guess = (self.terms.rows(actions[agent]) for agent in self.possible_agents)
        if self._may_take(secret):
            self._batch.set_secrets(secret)
        self._batch.step(guess)
        lost, over = float(self._batch.rewards[0]), bool(self._batch.over[0])
        agents, self.agents = self.agents, [] if over else self.agents
        observations, infos = self._observations(), self._infos()
        rewards = {CODEMAKER: -lost, CODEBREAKER: lost}
        return observations, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), infos

    def _may_take(self, secret: NDArray[np.uint8]) -> bool:
        """Return whether the codemaker may have this code now."""
        variant, turns = self.terms.variant, int(self._batch.turns[0])
        if not variant.repeats and len(np.unique(secret)) < variant.pegs:
            return False
        if not turns:
            return True
        if self.commits:
            return False
        made = self._batch.history[0, :turns]
        guesses = np.ascontiguousarray(made[:, : variant.pegs] - 1)
        answers = _core.score_matrix(core_key(variant), secret, guesses)[0].astype(int)
        totals = made[:, -2].astype(int) + made[:, -1]
        return bool((answers == totals * (totals + 1) // 2 + made[:, -2]).all())

    def _observations(self) -> dict[str, Observation]:
        row = np.zeros((1, self.terms.variant.pegs + 2), np.uint8)
        seen = {agent: np.concatenate([row, self._batch.history[0]]) for agent in self.possible_agents}
        if self._batch.turns[0]:
            seen[CODEMAKER][0, : self.terms.variant.pegs] = self._batch.secrets()[0] + 1
        return seen

    def _infos(self) -> dict[str, dict[str, Any]]:
        """Return which codes are possible, for both alike: a guess that can be right, a code that can be taken."""
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.possible_agents}
        if self.terms.candidates:
            for info in infos.values():
                info["candidates"] = int(self._batch.candidates[0])
        if self.terms.has_masks:
            for info in infos.values():
                info["action_mask"] = self._mask()
        return infos

    def _mask(self) -> Mask:
        return masks_of(self._batch, self.terms, 1).reshape(-1)

    def render(self) -> str | None:
        return self.terms.board(self._batch.history[0]) if self.render_mode == "ansi" else None


class _Checked(wrappers.BaseWrapper[str, Any, Any]):
    """Refuses an action in the turn of the agent whose it is, not once both have acted."""

    def __init__(self, env: "AECEnv[str, Any, Any]", terms: Terms) -> None:
        super().__init__(env)
        self._terms = terms

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if not (self.terminations[agent] or self.truncations[agent]):
            self._terms.rows(action)
        super().step(action)

    def __str__(self) -> str:
        return str(self.env)


def aec_env(variant: Variant | str = "p4c6", guesses: int = DEFAULT_GUESSES, **options: Any) -> "AECEnv[Any, Any, Any]":
    """Return the same with the agents acting one after the other: the codemaker first, who sees no guess in advance."""
    pair = MastermindPair(variant, guesses, **options)
    return wrappers.OrderEnforcingWrapper(_Checked(parallel_to_aec(pair), pair.terms))
