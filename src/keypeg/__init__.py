"""Keypeg: Mastermind to play, to solve, to study and to research.

Each public name is loaded when it is first used, so that `import keypeg` is instant.
"""

import sys as _sys
from importlib import import_module as _import_module
from importlib.machinery import ModuleSpec as _ModuleSpec
from importlib.machinery import PathFinder as _PathFinder
from typing import Any as _Any

from keypeg import errors as _errors
from keypeg import notebook as _notebook

__version__ = "0.1.0"


def _read_homes() -> dict[str, str]:
    """Return the module of each public name. The stub lists them, for type checkers and for us."""
    with open(f"{__file__}i", encoding="utf-8") as stub:  # noqa: PTH123 - pathlib takes longer than all the rest
        lines = [line.split() for line in stub if line.startswith("from ")]
    return {name: home for _from, home, _import, name, *_as in lines}


_HOMES = _read_homes()
_MODULES = {home.rpartition(".")[2] for home in _HOMES.values()}
__all__ = sorted(_HOMES)  # noqa: PLE0605 - read from the stub


def __getattr__(name: str) -> object:
    if name in _MODULES:  # a type checker takes these for loaded, since the stub imports from them
        return _import_module(f"keypeg.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module 'keypeg' has no attribute {name!r}")
    return getattr(_import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_MODULES})


def _say(error: _errors.KeypegError) -> str:
    said: str = _import_module("keypeg.words").error(error)
    return said


def _draw(value: object) -> str:
    drawn: str = _import_module("keypeg.pictures").draw(value)
    return drawn


_errors.say_errors_by(_say)
_notebook.draw_by(_draw)


class _Registrar:
    """Registers the environments (`keypeg.envs`) with Gymnasium, whichever of the two is imported first.

    `gymnasium.make("keypeg:Mastermind-v0")` imports `keypeg` and expects it to register its environments. Keypeg
    doesn't load Gymnasium for that, so it waits until somebody else does.
    """

    AWAITED = "gymnasium.envs"

    @classmethod
    def find_spec(cls, name: str, path: _Any = None, target: _Any = None) -> _ModuleSpec | None:
        if name != cls.AWAITED:
            return None
        _sys.meta_path.remove(cls)  # type: ignore[arg-type] # as good as a finder
        spec = _PathFinder.find_spec(name, path, target)
        if spec is None or spec.loader is None:
            return spec
        load: _Any = spec.loader.exec_module

        def load_and_register(module: _Any) -> None:
            load(module)
            _import_module("keypeg.envs")

        spec.loader.exec_module = load_and_register  # type: ignore[method-assign]
        return spec


if _Registrar.AWAITED in _sys.modules:
    _import_module("keypeg.envs")
else:
    _sys.meta_path.insert(0, _Registrar)  # type: ignore[arg-type] # as good as a finder
