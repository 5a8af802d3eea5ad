"""Environments for learning machines: Gymnasium, one game or thousands at once, and PettingZoo, codemaker and breaker.

Importing this registers `Mastermind-v0` with Gymnasium, so that `gymnasium.make("keypeg:Mastermind-v0")` finds it. The
environments themselves are loaded when they are first used.
"""

from contextlib import suppress as _suppress
from importlib import import_module as _import_module
from typing import TYPE_CHECKING
from typing import Any as _Any

if TYPE_CHECKING:
    from keypeg.envs.pair import MastermindPair as MastermindPair
    from keypeg.envs.pair import aec_env as aec_env
    from keypeg.envs.single import Mastermind as Mastermind
    from keypeg.envs.vector import MastermindVector as MastermindVector

__all__ = ["ID", "Mastermind", "MastermindPair", "MastermindVector", "aec_env"]

ID = "Mastermind-v0"
"""The version rises when a game would go another way, never for speed."""

_HOMES = {"Mastermind": "single", "MastermindVector": "vector", "MastermindPair": "pair", "aec_env": "pair"}


def _load(module: str) -> _Any:
    """Import what needs Gymnasium or PettingZoo; where they are missing, the error says how to install them."""
    try:
        return _import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in ("gymnasium", "pettingzoo"):
            raise
        said = _import_module("keypeg.words").text("error.env-packages", package=error.name)
        raise ModuleNotFoundError(said, name=error.name) from error


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'keypeg.envs' has no attribute {name!r}")
    return getattr(_load(f"keypeg.envs.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


with _suppress(TypeError):  # of a Gymnasium that is too old for us, whose import must not fail for that
    _load("gymnasium.envs.registration").register(
        ID, "keypeg.envs:Mastermind", vector_entry_point="keypeg.envs:MastermindVector"
    )
