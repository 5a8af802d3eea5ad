"""Keypeg's games in words as a taskset and an environment of verifiers, without end: task i is the game of seed i."""

import itertools
from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf

from keypeg.text_game import TextGame


class MastermindConfig(vf.TasksetConfig):
    """Which games to play."""

    variant: str = "p4c6"
    guesses: int = 10


class MastermindData(vf.TaskData):
    """What an episode is made of again."""

    variant: str
    guesses: int
    seed: int


class MastermindTask(vf.Task[MastermindData, vf.State, vf.TaskConfig]):
    """A game; the environment scores it."""


class MastermindTaskset(vf.Taskset[MastermindTask, MastermindConfig]):
    """One game for each seed."""

    INFINITE = True

    def load(self) -> Iterator[MastermindTask]:
        """Go through the games."""
        variant, guesses = self.config.variant, self.config.guesses
        for seed in itertools.count():
            prompt = TextGame.begin(variant, guesses, seed).prompt
            name = f"mastermind {variant} {seed}"
            data = MastermindData(name=name, prompt=prompt, variant=variant, guesses=guesses, seed=seed)
            yield MastermindTask(data, self.config.task)


class MastermindEnvConfig(vf.EnvConfig):
    """Who plays."""

    player: vf.AgentConfig = vf.AgentConfig()


class MastermindEnv(vf.Env[MastermindEnvConfig]):
    """The model guesses, the game answers. The reward is 1 for the code, and 0 if it was not found."""

    async def run(self, task: Any, agents: Any) -> None:
        """Play a game."""
        game = TextGame.begin(task.data.variant, task.data.guesses, task.data.seed)
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                game = game.reply(segment.last_reply)
                if game.is_over:
                    break
                segment = await interaction.turn(game.message)
        trace = interaction.trace
        trace.record_reward("solved", float(game.is_won), 1.0)
        trace.record_metric("guesses", float(len(game.replies)))
        trace.record_metric("illegal", float(game.illegal))
        trace.record_metric("inconsistent", float(game.inconsistent))
