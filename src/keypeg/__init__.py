"""Keypeg: Mastermind to play, to solve, to study and to research.

Each public name is loaded when it is first used, so that `import keypeg` is instant.
"""

from importlib import import_module as _import_module

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
