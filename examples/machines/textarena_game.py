"""Keypeg's game in words as an environment of TextArena: any size, seeded, replies read strictly.

env = KeypegMastermind("p5c8", guesses=12)
env.reset(num_players=1, seed=7)
player, observation = env.get_observation()
done, info = env.step("Guess: RRGGB")
"""

from typing import Any

import textarena as ta

from keypeg.text_game import TextGame


class KeypegMastermind(ta.Env):
    """The reward is 1 for the code, and 0 if it was not found."""

    def __init__(self, variant: str = "p4c6", guesses: int = 10) -> None:
        self.variant, self.guesses = variant, guesses

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Begin the game of a seed."""
        self.game = TextGame.begin(self.variant, self.guesses, seed)
        self.state = ta.SinglePlayerState(num_players=num_players, seed=seed, max_turns=self.guesses)
        self.state.reset(game_state={}, player_prompt_function=lambda **_: self.game.prompt)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Take a reply; one that is no guess uses up a guess, as the prompt says."""
        self.game = self.game.reply(action)
        said = ta.ObservationType.GAME_ACTION_DESCRIPTION
        self.state.add_observation(message=action, observation_type=ta.ObservationType.PLAYER_ACTION, from_id=0)
        self.state.add_observation(message=self.game.message, observation_type=said)
        if self.game.is_over:
            self.state.set_outcome(reward=float(self.game.is_won), reason=self.game.message)
        done, info = self.state.step()
        return done, info
