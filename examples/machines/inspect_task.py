"""Keypeg's games in words as a task of Inspect.

inspect eval examples/machines/inspect_task.py --model MODEL -T variant=p4c6 -T games=50
"""

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageUser
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from keypeg.text_game import TextGame


@solver
def play(variant: str, guesses: int) -> Solver:
    """Let the model guess until the game is over."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        game = TextGame.begin(variant, guesses, int(state.sample_id))
        while not game.is_over:
            state = await generate(state)
            game = game.reply(state.output.completion)
            state.messages.append(ChatMessageUser(content=game.message))
        state.store.set("solved", game.is_won)
        state.store.set("guesses", len(game.replies) if game.is_won else guesses + 1)
        state.store.set("illegal", game.illegal)
        state.store.set("inconsistent", game.inconsistent)
        return state

    return solve


@scorer(metrics={"solved": [mean(), stderr()], "guesses": [mean()], "illegal": [mean()], "inconsistent": [mean()]})
def outcome() -> Scorer:
    """Score what the game says."""

    async def score(state: TaskState, target: Target) -> Score:
        del target
        names = ("solved", "guesses", "illegal", "inconsistent")
        return Score(value={name: float(state.store.get(name)) for name in names})

    return score


@task
def mastermind(variant: str = "p4c6", guesses: int = 10, games: int = 50) -> Task:
    """Play the games of the first seeds."""
    samples = [Sample(id=seed, input=TextGame.begin(variant, guesses, seed).prompt) for seed in range(games)]
    return Task(dataset=MemoryDataset(samples), solver=play(variant, guesses), scorer=outcome())
