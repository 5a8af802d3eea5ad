"""Other people's strategies: from an installed package by its entry point, or from any module as `module:name`.

Neither is our own code, so whatever goes wrong in it becomes an error that names the strategy.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import EntryPoint
from inspect import signature
from typing import Any

from keypeg.errors import NotAllowed
from keypeg.parameters import Parameter
from keypeg.strategies.protocol import Factory, Growing, Ranking, Strategy, abilities_of


@dataclass(frozen=True, slots=True)
class Entry:
    """A strategy from an installed package, imported only when it is asked for."""

    entry: EntryPoint

    @property
    def parameters(self) -> Sequence[Parameter]:
        declared: Sequence[Parameter] = getattr(self._load(), "parameters", ())
        return declared

    def __call__(self, seed: int, **values: float) -> Strategy:
        return _checked(str(self), _called(str(self), self._load(), seed, **values))

    def _load(self) -> Factory:
        try:
            factory: Factory = self.entry.load()
        except Exception as error:
            raise _broken(str(self), error) from error
        return factory

    def __str__(self) -> str:
        return f"{self.entry.name!r} ({self.entry.value})"


@dataclass(frozen=True, slots=True)
class InModule:
    """What a module has under a name: a strategy, or a class or function that makes one.

    The latter is given the seed if it has a parameter `seed`.
    """

    text: str
    found: Any

    @property
    def parameters(self) -> Sequence[Parameter]:
        declared: Sequence[Parameter] = getattr(self.found, "parameters", ())
        return declared

    def __call__(self, seed: int, **values: float) -> Strategy:
        source = repr(self.text)
        makes = isinstance(self.found, type) or (callable(self.found) and not isinstance(self.found, Strategy))
        seeds = {"seed": seed} if makes and _takes_seed(self.found) else {}
        if seed and not seeds:
            raise NotAllowed("strategy-seedless", source=source, text=self.text)
        return _checked(source, _called(source, self.found, **seeds, **values) if makes else self.found)


def load(text: str) -> InModule:
    """Import the module of a text `module:name` and return what it has under that name.

    This runs the module's code: it is for what people type on their own computers, and never for what comes from a file
    or over a network.
    """
    place, _, name = text.partition(":")
    try:
        module = import_module(place)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{place}.".startswith(f"{error.name}."):
            raise _broken(repr(text), error) from error  # it is there, but misses another one
        raise NotAllowed("strategy-no-module", text=text, module=error.name) from None
    except (Exception, SystemExit) as error:
        raise _broken(repr(text), error) from error
    if not hasattr(module, name):
        raise NotAllowed("strategy-no-name", text=text, module=place, name=name)
    return InModule(text, getattr(module, name))


def _called(source: str, factory: Factory, *seed: int, **values: float) -> object:
    try:
        return factory(*seed, **values)
    except Exception as error:
        raise _broken(source, error) from error


def _checked(source: str, made: object) -> Strategy:
    """Return a strategy, after checking that it is one and has the methods of its declared abilities."""
    if not isinstance(made, Strategy):
        missing = [name for name in ("name", "version", "explanation", "choose") if not hasattr(made, name)]
        raise NotAllowed("strategy-incomplete", source=source, names=", ".join(missing))
    can = abilities_of(made)
    if (can.ranks and not isinstance(made, Ranking)) or (can.grows and not isinstance(made, Growing)):
        raise NotAllowed("strategy-abilities", source=source)
    return made


def _takes_seed(factory: Factory) -> bool:
    try:
        return "seed" in signature(factory).parameters
    except ValueError:  # some things written in C have none
        return False


def _broken(source: str, error: BaseException) -> NotAllowed:
    return NotAllowed("strategy-broken", source=source, reason=repr(error))
