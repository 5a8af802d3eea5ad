"""The examples for machines: each plays a game in its framework, or learns a little, where that is installed."""

import asyncio
import itertools
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import pytest

from keypeg.render import Look
from keypeg.text_game import TextGame

FOLDER = Path(__file__).parents[1] / "examples" / "machines"


def loaded(name: str) -> Any:
    place = spec_from_file_location(name, FOLDER / f"{name}.py")
    assert place is not None
    assert place.loader is not None
    module = module_from_spec(place)
    place.loader.exec_module(module)
    return module


def replies(seed: int) -> list[str]:
    """Return what a player replies who knows the secret, after a word too many."""
    secret = TextGame.begin("p4c6", seed=seed).secret
    return ["Good morning!\nHow are you?", f"Guess: {Look('p4c6').code(secret)}"]


@pytest.mark.filterwarnings("default")  # of other people's packages
def test_a_game_in_textarena() -> None:
    pytest.importorskip("textarena", reason="textarena is not installed")
    env = loaded("textarena_game").KeypegMastermind()
    env.reset(num_players=1, seed=3)
    _, observation = env.get_observation()
    assert "Guess: RRRR" in str(observation)
    for number, reply in enumerate(replies(3)):
        done, _ = env.step(reply)
        assert done == bool(number)
        assert ("You found the code" if done else "no guess") in str(env.get_observation()[1])
    assert env.state.rewards == {0: 1.0}


@pytest.mark.filterwarnings("default")
def test_games_in_verifiers() -> None:
    pytest.importorskip("verifiers.v1", reason="verifiers is not installed")
    module = loaded("verifiers_taskset")
    tasks = list(itertools.islice(module.MastermindTaskset(module.MastermindConfig(id="mastermind")).load(), 3))
    assert [task.data.seed for task in tasks] == [0, 1, 2]

    class Segment:
        terminated = False

        def __init__(self, reply: str) -> None:
            self.last_reply = reply

    recorded: dict[str, float] = {}

    class Trace:
        def record_reward(self, name: str, value: float, _: float) -> None:
            recorded[name] = value

        def record_metric(self, name: str, value: float) -> None:
            recorded[name] = value

    class Interaction:
        def __init__(self, task: Any) -> None:
            self.said, self.trace = iter(replies(task.data.seed)), Trace()

        async def __aenter__(self) -> Self:
            return self

        async def __aexit__(self, *_: object) -> None:
            pass

        async def turn(self, message: str | None = None) -> Segment:
            assert message is None or "no guess" in message
            return Segment(next(self.said))

    agents = SimpleNamespace(player=SimpleNamespace(interaction=Interaction))
    env = module.MastermindEnv.__new__(module.MastermindEnv)
    asyncio.run(env.run(tasks[2], agents))
    assert recorded == {"solved": 1, "guesses": 2, "illegal": 1, "inconsistent": 0}


def test_a_network_can_be_trained(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="torch is not installed")
    script, picture = FOLDER.parent / "train" / "train.py", tmp_path / "learning.svg"
    command = [sys.executable, str(script), "--variant", "p2c3", "--steps", "2", "--picture", str(picture)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "2,048 games  mean" in done.stdout
    assert picture.stat().st_size > 1000


@pytest.mark.filterwarnings("default")
def test_games_in_inspect(tmp_path: Path) -> None:
    inspect_ai = pytest.importorskip("inspect_ai", reason="inspect_ai is not installed")
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    said = [ModelOutput.from_content("mockllm/model", reply) for seed in range(2) for reply in replies(seed)]
    for output in said:
        output.usage = ModelUsage()  # or it would fetch something to count tokens by
    model = get_model("mockllm/model", custom_outputs=said)
    tasks = loaded("inspect_task").mastermind(games=2)
    [log] = inspect_ai.eval(tasks, model=model, max_samples=1, log_dir=str(tmp_path), display="none")
    assert log.status == "success"
    values = [next(iter(sample.scores.values())).value for sample in log.samples]
    assert values == [{"solved": 1.0, "guesses": 2.0, "illegal": 1.0, "inconsistent": 0.0}] * 2
