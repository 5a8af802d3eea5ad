"""Train a small network to break codes, from nothing but games: PPO with PyTorch, in one file.

    pip install torch matplotlib 'keypeg[rl]'
    python examples/train/train.py [--variant p3c4] [--steps 400] [--seed 0] [--picture learning.svg]

The network sees the turns so far and chooses one of all codes that it has not guessed yet; it is not told which are
possible. A thousand games are played at once by Keypeg's core, so that nearly all the time goes into the network. Every
few steps it breaks each code of the variant once, taking its first choice, and is compared with the best possible
average. Any small variant with repeats will do.
"""

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from keypeg import Position, grow
from keypeg.envs import MastermindVector

GAMES, GUESSES = 1024, 8
EPOCHS, PARTS = 3, 6
NEVER = 1e9
CLIP, ENTROPY, VALUE, DISCOUNT = 0.2, 0.05, 0.5, 0.3


class Player(nn.Module):
    """From turns to a preference for each code, and how many guesses are to come."""

    def __init__(self, variant: str) -> None:
        super().__init__()
        rules = Position(variant).variant
        self.pegs, self.colors = rules.pegs, rules.colors
        width = GUESSES * (self.pegs * (self.colors + 1) + 2 * (self.pegs + 1))
        self.body = nn.Sequential(nn.Linear(width, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU())
        self.choice, self.worth = nn.Linear(128, rules.size), nn.Linear(128, 1)

    def forward(self, turns: Any) -> Any:
        """Take observations, as bytes."""
        colors = nn.functional.one_hot(turns[:, :, : self.pegs].long(), self.colors + 1)
        keys = nn.functional.one_hot(turns[:, :, self.pegs :].long(), self.pegs + 1)
        seen = torch.cat([colors.flatten(1), keys.flatten(1)], 1).float()
        inner = self.body(seen)
        return self.choice(inner) - NEVER * self.guessed(turns), self.worth(inner).squeeze(1)

    def guessed(self, turns: Any) -> Any:
        """Return 1 for each code that was guessed before: nobody guesses a code twice."""
        places = self.colors ** torch.arange(self.pegs - 1, -1, -1)
        numbers = ((turns[:, :, : self.pegs].long() - 1) * places).sum(2).clamp(0)
        made = (turns[:, :, 0] > 0).float()
        return torch.zeros(len(turns), self.choice.out_features).scatter_add(1, numbers, made).clamp(max=1)


def play(player: Player, envs: MastermindVector) -> tuple[Any, ...]:
    """Play a game in each environment, and return what was seen, done, expected and gained, turn by turn."""
    turns, _ = envs.reset()
    going, parts = np.ones(GAMES, np.bool_), []
    gains = np.zeros((GUESSES, GAMES), np.float32)
    for number in range(GUESSES):
        seen = torch.from_numpy(turns)
        with torch.no_grad():
            logits, worth = player(seen)
            chances = torch.distributions.Categorical(logits=logits)
            actions = chances.sample()
        turns, rewards, over, _, _ = envs.step(actions.numpy())
        gains[number] = np.where(going, rewards, 0)
        parts.append((seen, actions, chances.log_prob(actions), worth, going.copy()))
        going &= ~over
    for number in reversed(range(GUESSES - 1)):
        gains[number] += DISCOUNT * gains[number + 1]
    made = [
        (seen[g], actions[g], before[g], worth[g], torch.from_numpy(gain)[g])
        for (seen, actions, before, worth, g), gain in zip(parts, gains, strict=True)
    ]
    return tuple(torch.cat(column) for column in zip(*made, strict=True))


def learn(player: Player, optimizer: Any, made: tuple[Any, ...], entropy: float) -> None:
    """Make what went better than expected more likely, a little at a time (PPO)."""
    seen, actions, before, expected, returns = made
    gain = returns - expected
    gain = (gain - gain.mean()) / (gain.std() + 1e-6)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(actions)).chunk(PARTS):
            logits, worth = player(seen[part])
            chances = torch.distributions.Categorical(logits=logits)
            ratio = (chances.log_prob(actions[part]) - before[part]).exp()
            gained = torch.minimum(ratio * gain[part], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[part]).mean()
            missed = (worth - returns[part]).square().mean()
            loss = VALUE * missed - gained - entropy * chances.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(player.parameters(), 0.5)
            optimizer.step()


def measure(player: Player, variant: str) -> tuple[float, int]:
    """Break every code once, by the first choice; return the mean number of guesses, and how many were not found."""
    codes = [str(code) for code in Position(variant).candidates]
    envs = MastermindVector(len(codes), variant, GUESSES, actions="codes")
    turns, _ = envs.reset(seed=0)
    envs.set_secrets(codes)
    taken: NDArray[np.int64] = np.full(len(codes), GUESSES + 1)
    for number in range(1, GUESSES + 1):
        with torch.no_grad():
            logits, _ = player(torch.from_numpy(turns))
        turns, rewards, _, _, _ = envs.step(logits.argmax(1).numpy())
        taken = np.where((rewards == 1) & (taken > GUESSES), number, taken)
    return float(taken.mean()), int((taken > GUESSES).sum())


def draw(curve: list[tuple[float, float]], best: float, variant: str, file: Path) -> None:
    """Draw the learning curve."""
    from matplotlib import pyplot as plt  # noqa: PLC0415 - only if a picture is wanted

    plt.rcParams["svg.hashsalt"] = "keypeg"
    seconds, means = zip(*curve, strict=True)
    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    axes.plot(seconds, means, label="network, first choice, all codes")
    axes.axhline(best, color="black", label=f"best possible, {best:.3f}")
    axes.axhline(1.1 * best, color="gray", linestyle="--", label="10% above")
    axes.set(xlabel="seconds", ylabel="mean guesses", title=f"Learning to break the codes of {variant}")
    axes.legend()
    figure.savefig(file, metadata={"Date": None} if file.suffix == ".svg" else None)


def main() -> None:
    """Train, and say how it goes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variant", default="p3c4", help="a small one: each code is an action")
    parser.add_argument("--steps", type=int, default=400, help="how often to play and learn")
    parser.add_argument("--seed", type=int, default=0, help="of the games and of the network")
    parser.add_argument("--picture", type=Path, help="draw the learning curve here, .svg or .png")
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    best = grow("optimal", asked.variant).summary.average
    envs = MastermindVector(GAMES, asked.variant, GUESSES, reward="information", actions="codes")
    envs.reset(seed=asked.seed)
    player = Player(asked.variant)
    optimizer = torch.optim.Adam(player.parameters(), 1e-3)
    plan = torch.optim.lr_scheduler.LinearLR(optimizer, 1, 0.05, asked.steps)
    began, curve, games = time.perf_counter(), [], 0
    for step in range(asked.steps + 1):
        if step % max(1, asked.steps // 40) == 0 or step == asked.steps:
            mean, missed = measure(player, asked.variant)
            curve.append((time.perf_counter() - began, mean))
            print(
                f"{curve[-1][0]:6.1f} s {games:9,} games  mean {mean:.4f}, best possible {best:.4f}: "
                f"{100 * (mean / best - 1):+.1f}%{f', {missed} not found' if missed else ''}",
                flush=True,
            )
        made = play(player, envs)
        learn(player, optimizer, made, ENTROPY * (1 - step / (asked.steps + 1)))
        plan.step()
        games += GAMES
    if asked.picture is not None:
        draw(curve, best, asked.variant, asked.picture)


if __name__ == "__main__":
    main()
