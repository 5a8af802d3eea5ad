"""The environments for learning machines: they keep the contracts of Gymnasium and PettingZoo, and the rules."""

import importlib
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

import keypeg
from keypeg.candidates import to_array, to_code
from keypeg.errors import KeypegError
from keypeg.game import Adversary, play
from keypeg.position import Position
from keypeg.rules import Code, Turn, Variant

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed: pip install keypeg[rl]")
pettingzoo_test = pytest.importorskip("pettingzoo.test", reason="pettingzoo is not installed: pip install keypeg[rl]")

from gymnasium.utils.env_checker import check_env, data_equivalence  # noqa: E402
from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402

from keypeg.envs import Mastermind, MastermindPair, MastermindVector, aec_env  # noqa: E402

ID = "keypeg:Mastermind-v0"
ALL_KINDS: list[dict[str, Any]] = [
    {},
    {"variant": "p3c4", "actions": "codes", "render_mode": "ansi"},
    {"variant": "bulls", "actions": "codes", "reward": "information"},
    {"variant": "p4c10n", "reward": "turns", "guesses": 4},
    {"variant": "p3c5", "codemaker": "adversary", "reward": "information"},
    {"variant": "p20c20", "guesses": 25},
    {"variant": "p2c3", "candidates": False, "actions": "codes"},
]
kinds = pytest.mark.parametrize("kind", ALL_KINDS, ids=lambda kind: "-".join(map(str, kind.values())) or "plain")


@kinds
def test_gymnasiums_checker_is_content(kind: dict[str, Any]) -> None:
    check_env(gymnasium.make(ID, **kind).unwrapped)


@pytest.mark.parametrize("mode", AutoresetMode)
@kinds
def test_the_vector_is_gymnasiums_own_vector_of_single_games(kind: dict[str, Any], mode: AutoresetMode) -> None:
    games, steps = 5, 30
    ours = gymnasium.make_vec(ID, num_envs=games, autoreset_mode=mode, **kind)
    theirs = SyncVectorEnv([lambda: Mastermind(**kind)] * games, autoreset_mode=mode)
    assert isinstance(ours, MastermindVector)
    for space in ("observation_space", "action_space", "single_observation_space", "single_action_space"):
        assert getattr(ours, space) == getattr(theirs, space)
    assert ours.metadata["autoreset_mode"] is mode
    assert data_equivalence(ours.reset(seed=3), theirs.reset(seed=3))
    ours.action_space.seed(3)
    for _ in range(steps):
        actions = ours.action_space.sample()
        got, expected = ours.step(actions), theirs.step(actions)
        assert data_equivalence(list(got), list(expected), exact=True)
        if mode is AutoresetMode.DISABLED and got[2].any():
            which = {"reset_mask": got[2].copy()}
            assert data_equivalence(ours.reset(options={**which}), theirs.reset(options={**which}))
    assert ours.render() == (theirs.render() if kind.get("render_mode") else None)


@cache
def played(secret: Code) -> bytes:
    """Return the observation at the end of a game, from the turns of `keypeg.game.play`."""
    rows = np.zeros((6, 6), np.uint8)
    for number, turn in enumerate(play("first", f"fixed:{secret}", "p4c6", 6).turns):
        rows[number] = [*turn.guess, turn.feedback.blacks, turn.feedback.whites]
    return rows.tobytes()


def test_ten_thousand_games_are_the_same_alone_at_once_and_by_the_game_itself() -> None:
    """The first possible code is guessed, which the mask of actions tells, as the strategy `first` does."""
    games, guesses = 10_000, 6
    together, alone = (
        MastermindVector(games, "p4c6", guesses, actions="codes"),
        Mastermind("p4c6", guesses, actions="codes"),
    )
    observations, infos = together.reset(seed=0)
    secrets, ended = [to_code(row) for row in together.secrets], np.zeros(games, bool)
    final = np.zeros_like(observations)
    for _ in range(guesses):
        observations, _, over, _, infos = together.step(infos["action_mask"].argmax(1))
        final[over & ~ended] = observations[over & ~ended]
        ended |= over
    assert ended.all()
    for game, secret in enumerate(secrets):
        observation, info = alone.reset(seed=game)
        is_over = False
        while not is_over:
            observation, _, is_over, _, info = alone.step(info["action_mask"].argmax())
        assert observation.tobytes() == final[game].tobytes() == played(secret)


def test_the_secret_of_a_seed_stays_the_same() -> None:
    """A game belongs to its seed on every machine and in every version, or results could not be compared."""
    drawn = []
    for variant in ("p4c6", "p8c10", "p5c8n"):
        env = Mastermind(variant)
        env.reset(seed=2026)
        first = env.secret
        env.reset()
        drawn.append((str(first), str(env.secret)))
    assert drawn == SECRETS


SECRETS = [("6353", "5565"), ("957488a9", "434a4372"), ("75128", "68754")]


def test_a_secret_can_be_set() -> None:
    env = Mastermind("p4c6")
    env.reset(options={"secret": "1234"})
    assert env.secret == Code("1234")
    observation, reward, over, cut, info = env.step(np.array([0, 1, 2, 3]))
    assert observation[0].tolist() == [1, 2, 3, 4, 4, 0]
    assert (reward, over, cut, info["candidates"]) == (1.0, True, False, 1)
    together = MastermindVector(2, "p4c6")
    together.reset()
    together.set_secrets(["1111", "2222"])
    assert together.secrets.tolist() == [[0] * 4, [1] * 4]
    together.reset(options={"secret": "3333", "reset_mask": np.array([False, True])})
    assert together.secrets.tolist() == [[0] * 4, [2] * 4]
    together.reset(options={"secret": "4444"})
    assert together.secrets.tolist() == [[3] * 4] * 2


def test_a_secret_that_can_not_be_set_leaves_the_games_of_a_seed_as_they_are() -> None:
    def second_secret(*, is_disturbed: bool) -> Code | None:
        env = Mastermind()
        env.reset(seed=1)
        if is_disturbed:
            with pytest.raises(KeypegError):
                env.reset(options={"secret": "11"})
        env.reset()
        return env.secret

    assert second_secret(is_disturbed=True) == second_secret(is_disturbed=False)


def test_the_adversary_is_that_of_a_game() -> None:
    env, position = Mastermind("p3c6", codemaker="adversary"), Position("p3c6")
    env.reset()
    assert env.secret is None
    for guess in map(Code, ("112", "345", "656", "123")):
        observation, *_ = env.step(to_array([guess])[0])
        position = position.play(Turn(guess, Adversary().answer(position, guess)))
        assert tuple(env.terms.turns(observation)) == position.turns


def test_a_code_that_repeats_a_color_loses_where_that_is_not_allowed() -> None:
    env = Mastermind("bulls", reward="turns")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(np.array([0, 0, 1, 2]))
    assert (reward, over, info["illegal"]) == (-11.0, True, True)
    assert Mastermind("bulls", actions="codes").action_space.n == 5040  # type: ignore[attr-defined]


def test_a_board_can_be_read() -> None:
    env = Mastermind("p4c6", render_mode="ansi")
    env.reset(options={"secret": "1234"})
    env.step(np.array([0, 0, 1, 1]))
    assert env.render() == " 1  1 1 2 2  ●○··  1b1w"


def test_views_are_given_instead_of_copies_if_asked_for() -> None:
    for copy in (True, False):
        env = MastermindVector(3, copy=copy, threads=2)
        observations, _ = env.reset(seed=1)
        env.step(np.zeros((3, 4), np.int64))
        assert bool(observations.any()) is not copy


def test_seeds_may_be_given_one_by_one() -> None:
    env = MastermindVector(3)
    env.reset(seed=[5, 9, 5])
    assert (env.secrets[0] == env.secrets[2]).all()
    env.reset(seed=np.int64(9))  # type: ignore[arg-type] # as good as an int
    first = env.secrets[0].tolist()
    env.reset(seed=[5, 9, 5])
    assert env.secrets[1].tolist() == first
    env.reset(seed=7, options={"reset_mask": np.array([False, False, True])})
    assert env.secrets[1].tolist() == first


@pytest.mark.parametrize("options", [{}, {"variant": "p3c4", "commits": False}, {"variant": "p4c8n"}], ids=str)
@pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros")  # as it is before the first turn
def test_pettingzoos_tests_pass(options: dict[str, Any]) -> None:
    pettingzoo_test.parallel_api_test(MastermindPair(**options), num_cycles=50)
    pettingzoo_test.api_test(aec_env(**options), num_cycles=50)
    pettingzoo_test.seed_test(lambda: aec_env(**options), num_cycles=20)
    pettingzoo_test.parallel_seed_test(lambda: MastermindPair(**options), num_cycles=20)


def test_a_codemaker_may_change_its_mind_only_within_what_it_said() -> None:
    for commits, secret in ((True, "111"), (False, "144")):
        env = MastermindPair("p3c4", actions="pegs", commits=commits, render_mode="ansi")
        env.reset(seed=1)
        guesses, codes = ("122", "333", "222"), ("111", "144", "122")
        for code, guess in zip(codes, guesses, strict=True):
            actions = {"codemaker_0": to_array([Code(code)])[0], "codebreaker_0": to_array([Code(guess)])[0]}
            seen, rewards, *_ = env.step(actions)
            assert rewards == {"codemaker_0": 1.0, "codebreaker_0": -1.0}
        assert Code(seen["codemaker_0"][0, :3].tolist()) == Code(secret)
        assert not seen["codebreaker_0"][0].any()
        assert (env.render() or "").count("\n") == 2


def test_a_secret_that_is_not_allowed_is_replaced() -> None:
    env = MastermindPair("p3c4n", actions="pegs")
    env.reset(seed=1)
    seen, *_ = env.step({"codemaker_0": np.array([1, 1, 1]), "codebreaker_0": np.array([0, 1, 2])})
    assert Code(seen["codemaker_0"][0, :3].tolist()) in Variant(3, 4, repeats=False)


def test_an_action_is_refused_in_the_turn_of_its_agent() -> None:
    env = aec_env("p3c4", guesses=1)
    assert str(env) == "mastermind_v0"
    env.reset(seed=1)
    for agent, action in (("codemaker_0", 27), ("codebreaker_0", 0)):
        assert env.agent_selection == agent
        with pytest.raises(KeypegError, match="from 0 to 63, not 64"):
            env.step(64)
        env.step(action)
    assert {*env.terminations.values()} == {True}
    for _ in env.agent_iter():
        env.step(None)


REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: Mastermind("p200c6"), "env-size"),
    (lambda: Mastermind(guesses=0), "env-guesses"),
    (lambda: Mastermind(reward="fame"), "env-choice"),  # type: ignore[arg-type]
    (lambda: Mastermind(codemaker="person"), "env-choice"),  # type: ignore[arg-type]
    (lambda: Mastermind(render_mode="human"), "env-choice"),
    (lambda: MastermindVector(render_mode="human"), "env-choice"),
    (lambda: MastermindPair(render_mode="human"), "env-choice"),
    (lambda: MastermindVector(autoreset_mode="Sometimes"), "env-choice"),
    (lambda: Mastermind("p8c8", actions="codes"), "env-codes"),
    (lambda: Mastermind("p8c8", reward="information"), "env-candidates"),
    (lambda: Mastermind("p8c8", codemaker="adversary"), "env-candidates"),
    (lambda: begun(Mastermind("p120c255")).action_mask(), "env-masks"),
    (lambda: begun(MastermindVector(2, candidates=False)).action_masks(), "env-masks"),
    (lambda: Mastermind().action_mask(), "env-over"),
    (lambda: MastermindVector(2).action_masks(), "env-over"),
    (lambda: MastermindVector(0), "env-games"),
    (lambda: Mastermind().step(np.zeros(4, int)), "env-over"),
    (lambda: MastermindVector().step(np.zeros((1, 4), int)), "env-over"),
    (lambda: MastermindPair().step({}), "env-over"),
    (lambda: begun(Mastermind()).step(np.zeros(3, int)), "env-action-shape"),
    (lambda: begun(Mastermind()).step("1122"), "env-action-shape"),
    (lambda: begun(Mastermind()).step(np.array([0, 0, 0, 6])), "env-action"),
    (lambda: begun(Mastermind()).step(np.array([0, 0, 0, -1])), "env-action"),
    (lambda: begun(Mastermind(actions="codes")).step(1296), "env-action"),
    (lambda: begun(MastermindVector(2)).step(np.full((2, 4), 256)), "env-action"),
    (lambda: Mastermind(codemaker="adversary").reset(options={"secret": "1122"}), "env-secret"),
    (lambda: MastermindVector(2, codemaker="adversary").reset(options={"secret": "1122"}), "env-secret"),
    (lambda: MastermindVector(2, codemaker="adversary").set_secrets(["1122", "1122"]), "env-secret"),
    (lambda: begun(Mastermind()).step([0.0, 0, 0, 0]), "env-action-shape"),
    (lambda: begun(MastermindVector(2)).step([[0] * 4, [0] * 3]), "env-action-shape"),
    (lambda: begun(MastermindVector(2, codemaker="adversary")).secrets, "env-secret"),
    (lambda: begun(MastermindVector(2)).set_secrets(["1122"]), "env-secrets"),
    (lambda: MastermindVector(2).set_secrets(["1122"] * 2), "env-begun"),
    (lambda: stepped(MastermindVector(2)).set_secrets(["1122"] * 2), "env-begun"),
    (lambda: MastermindVector(1 << 24, "p120c255", 65_536), "env-turns"),
    (lambda: Mastermind(candidates="yes"), "env-choice"),  # type: ignore[arg-type]
    (lambda: begun(MastermindPair()).step({"codemaker_0": 1}), "env-agents"),
    (lambda: MastermindVector(2).reset(seed=1.5), "seed-value"),  # type: ignore[arg-type]
    (lambda: MastermindVector(2).reset(options={"reset_mask": "all"}), "env-reset-mask"),
    (lambda: MastermindVector(2).reset(seed=[1]), "env-seeds"),
    (lambda: MastermindVector(2).reset(options={"reset_mask": np.ones(3, bool)}), "env-reset-mask"),
    (lambda: MastermindVector(2).reset(options={"reset_mask": np.ones(2, bool)}), "env-over"),
]


def begun(env: Any) -> Any:
    env.reset(seed=1)
    return env


def stepped(env: Any) -> Any:
    begun(env).step(env.action_space.sample())
    return env


@pytest.mark.parametrize(("attempt", "kind"), REFUSED, ids=lambda value: value if isinstance(value, str) else "")
def test_what_can_not_be_done_is_refused(attempt: Callable[[], object], kind: str) -> None:
    with pytest.raises(KeypegError) as refused:
        attempt()
    assert refused.value.kind == kind
    assert " " in str(refused.value)


def test_an_action_is_refused_in_words_of_its_own_shape() -> None:
    for env, action, shape in (
        (Mastermind(), [0, 0, 1], "(4,), not int64 of shape (3,)"),
        (Mastermind(actions="codes"), [0], "(), not int64 of shape (1,)"),
        (MastermindVector(2), [0, 0, 1], "(2, 4), not int64 of shape (3,)"),
    ):
        with pytest.raises(KeypegError) as refused:
            begun(env).step(action)
        assert str(refused.value).endswith(shape)
    with pytest.raises(KeypegError, match="from 0 to 1,295, not 1,296"):
        begun(Mastermind(actions="codes")).step(1296)


def test_the_environments_are_found_whichever_package_comes_first() -> None:
    for first, second in (("keypeg", "gymnasium"), ("gymnasium", "keypeg")):
        code = (
            f"import {first}, {second}; import gymnasium as g; print(g.make('{ID}').unwrapped, g.spec('Mastermind-v0'))"
        )
        done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


def test_importing_keypeg_does_not_load_gymnasium() -> None:
    code = "import sys, keypeg, keypeg.game; print('gymnasium' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"False\n"
    assert keypeg.__all__
    with pytest.raises(AttributeError):
        _ = keypeg.envs.nonsense


def test_a_missing_package_is_named_with_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "keypeg.envs.pair")
    with pytest.raises(ModuleNotFoundError, match=r"\(pettingzoo\): pip install 'keypeg\[rl\]'"):
        keypeg.envs.MastermindPair  # noqa: B018
    monkeypatch.setitem(sys.modules, "gymnasium.envs.registration", None)
    monkeypatch.delitem(sys.modules, "keypeg.envs")
    with pytest.raises(ModuleNotFoundError, match="'keypeg"):
        importlib.import_module("keypeg.envs")


def test_what_is_loaded_later_is_listed() -> None:
    assert {*keypeg.envs.__all__} <= {*dir(keypeg.envs)}


def test_a_gymnasium_that_is_too_old_can_be_imported_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keypeg registers its environments whenever both are imported, also for those who want none of them."""

    def register(env_id: str, entry_point: str) -> None:
        raise AssertionError(env_id, entry_point)

    monkeypatch.setattr("gymnasium.envs.registration.register", register)
    monkeypatch.setattr(keypeg, "envs", keypeg.envs)  # to be put back
    monkeypatch.delitem(sys.modules, "keypeg.envs")
    assert importlib.import_module("keypeg.envs").ID == "Mastermind-v0"
