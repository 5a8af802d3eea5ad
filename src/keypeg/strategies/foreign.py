"""Other people's strategies: from an installed package by its entry point, or from any module as `module:name`.

Neither is our own code, so whatever goes wrong in it becomes an error that names the strategy.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Any

from keypeg.effort import QUICK, Effort
from keypeg.errors import KeypegError, NotAllowed
from keypeg.parameters import Parameter
from keypeg.partition import Partition
from keypeg.position import Position
from keypeg.rules import Code
from keypeg.strategies.protocol import Abilities, Factory, Strategy, abilities_of, choice_options
from keypeg.tree import Progress, StrategyTree

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


@dataclass(frozen=True, slots=True)
class Guarded:
    """Somebody else's strategy. It can do what that one declares, and what goes wrong in it is an error that names it.

    An error of ours passes through as it is.
    """

    source: str
    made: Any

    @property
    def name(self) -> str:
        return str(self.made.name)

    @property
    def version(self) -> int:
        return int(self.made.version)

    @property
    def explanation(self) -> str:
        return str(self.made.explanation)

    @property
    def abilities(self) -> Abilities:
        return abilities_of(self.made)

    def choose(self, position: Position, **options: int | Effort) -> Code:
        with _blaming(self.source, _failed):
            guess: Code = self.made.choose(position, **options)
        return guess

    def reaches(self, position: Position, effort: Effort) -> bool:
        with _blaming(self.source, _failed):
            return bool(self.made.reaches(position, effort))

    def rank(self, position: Position, top: int, threads: int = 0, progress: Progress | None = None) -> list[Partition]:
        with _blaming(self.source, _failed):
            ranked: list[Partition] = self.made.rank(position, top, threads, progress)
        return ranked

    def on(self, device: str) -> "Guarded":
        with _blaming(self.source, _failed):
            return _checked(self.source, self.made.on(device))

    def grow(
        self, position: Position, first: Code | None = None, threads: int = 0, progress: Progress | None = None
    ) -> StrategyTree:
        with _blaming(self.source, _failed):
            grown: StrategyTree = self.made.grow(position, first, threads, progress)
        return grown


@dataclass(frozen=True, slots=True)
class Entry:
    """A strategy from an installed package, imported only when it is asked for."""

    entry: "EntryPoint"

    @property
    def parameters(self) -> Sequence[Parameter]:
        declared: Sequence[Parameter] = getattr(self._load(), "parameters", ())
        return declared

    def __call__(self, seed: int, **values: float) -> Strategy:
        return _checked(str(self), _called(str(self), self._load(), seed, **values))

    def _load(self) -> Factory:
        with _blaming(str(self), _broken):
            factory: Factory = self.entry.load()
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
    with _blaming(repr(text), _broken):
        try:
            module = import_module(place)
        except ModuleNotFoundError as error:
            if error.name is None or not f"{place}.".startswith(f"{error.name}."):
                raise  # it is there, but misses another one
            raise NotAllowed("strategy-no-module", text=text, module=error.name) from None
    if not hasattr(module, name):
        raise NotAllowed("strategy-no-name", text=text, module=place, name=name)
    return InModule(text, getattr(module, name))


def _called(source: str, factory: Factory, *seed: int, **values: float) -> object:
    with _blaming(source, _broken):
        return factory(*seed, **values)


def _checked(source: str, made: Any) -> Guarded:
    """Guard a strategy, after checking that it is one and has the methods of its declared abilities."""
    with _blaming(source, _broken):  # a property may fail: isinstance would not ask for it from Python 3.12 on
        missing = [name for name in ("name", "version", "explanation", "choose") if not hasattr(made, name)]
        if missing:
            raise NotAllowed("strategy-incomplete", source=source, names=", ".join(missing))
        can = abilities_of(made)
        needed = {  # how many arguments each method is given
            "choose": 1,
            **({"rank": 4} if can.ranks else {}),
            **({"grow": 4} if can.grows else {}),
            **({"on": 1} if can.devices else {}),
            **({"reaches": 2} if can.stand_in is not None else {}),
        }
        options = {"choose": choice_options(can, 0, QUICK)}
        wrong = [name for name, number in needed.items() if not _takes(made, name, number, options.get(name, {}))]
    if wrong:
        raise NotAllowed("strategy-abilities", source=source, names=", ".join(wrong))
    return Guarded(source, made)


def _takes(made: Strategy, name: str, number: int, options: Mapping[str, object]) -> bool:
    """Return whether a strategy has a method that takes this number of arguments, and these by name."""
    method: Callable[..., object] | None = getattr(made, name, None)
    try:
        return callable(method) and signature(method).bind(*[None] * number, **options) is not None
    except TypeError:
        return False
    except ValueError:  # some things written in C have no signature
        return True


def _takes_seed(factory: Factory) -> bool:
    try:
        return "seed" in signature(factory).parameters
    except ValueError:  # some things written in C have none
        return False


@contextmanager
def _blaming(source: str, named: Callable[[str, BaseException], NotAllowed]) -> Iterator[None]:
    """Turn whatever goes wrong in somebody else's code into an error that names it."""
    try:
        yield
    except KeypegError:
        raise
    except (Exception, SystemExit) as error:
        raise named(source, error) from error


def _broken(source: str, error: BaseException) -> NotAllowed:
    return NotAllowed("strategy-broken", source=source, reason=repr(error))


def _failed(source: str, error: BaseException) -> NotAllowed:
    return NotAllowed("strategy-failed", source=source, reason=repr(error))
