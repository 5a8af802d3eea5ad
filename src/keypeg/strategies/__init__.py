"""Strategies: functions from a position to the next guess, by name.

A strategy has a name, a version that rises when one of its choices changes (never for speed), and a paragraph that
explains it. Its text form is the name, with a seed behind a colon where it has one: `knuth`, `random:7`. Packages
add their own through the entry-point group `keypeg.strategies`: the entry's name is the strategy's name, its value a
function that takes the seed (an int) and returns the strategy.
"""

from collections.abc import Callable
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from typing import Protocol, runtime_checkable

from keypeg import tree
from keypeg.errors import NotAllowed, UnreadableText
from keypeg.position import Partition, Position
from keypeg.rules import Code
from keypeg.strategies import onestep, optimal, simple


@runtime_checkable
class Strategy(Protocol):
    """Chooses guesses. The same position always gives the same guess."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> int: ...

    @property
    def explanation(self) -> str: ...

    def choose(self, position: Position) -> Code:
        """Return the next guess; the position has at least one candidate and is not won."""
        ...


Factory = Callable[[int], Strategy]


def _optimal(seed: int) -> Strategy:
    return optimal.Optimal(onestep.FACTORIES["entropy"](seed).choose)


_OWN: dict[str, Factory] = {**simple.FACTORIES, **onestep.FACTORIES, "optimal": _optimal}


@cache
def _factories() -> dict[str, Factory]:
    added = [entry for entry in entry_points(group="keypeg.strategies") if ":" not in entry.name]
    return {**{entry.name.lower(): _deferred(entry) for entry in added}, **_OWN}


def _deferred(entry: EntryPoint) -> Factory:
    """Import a package that adds a strategy only when the strategy is asked for, and check what it gives."""

    def make(seed: int) -> Strategy:
        try:
            made = entry.load()(seed)
        except Exception as error:
            raise NotAllowed(f"strategy {entry.name!r} ({entry.value}) can't be loaded: {error!r}") from error
        if not isinstance(made, Strategy):
            raise NotAllowed(f"strategy {entry.name!r} ({entry.value}) has no name, version, explanation and choose")
        return made

    return make


def names() -> list[str]:
    """List the names of all strategies, our own first."""
    return [*_OWN, *sorted(set(_factories()) - set(_OWN))]


def strategy(text: str) -> Strategy:
    """Return the strategy of a name, with a seed behind a colon if it should have one: `knuth`, `random:7`."""
    name, colon, seed = text.strip().lower().partition(":")
    factory = _factories().get(name)
    if factory is None:
        raise NotAllowed(f"{name!r} is not a strategy: use {', '.join(names())}")
    if colon and not (seed.isascii() and seed.isdecimal() and len(seed) < 19):
        raise UnreadableText(f"{seed!r} is not a seed: write a number, as in {name}:7")
    return factory(int(seed or 0))


def next_guess(strategy: Strategy, position: Position, threads: int = 0) -> Code:
    """Ask a strategy for its guess, and refuse what is no code of the variant or would go on for ever."""
    if position.is_won:
        raise NotAllowed(f"the code is found in {str(position)!r}")
    guess = strategy.choose(position, threads) if isinstance(strategy, onestep.OneStep) else strategy.choose(position)
    if guess not in position.variant:
        raise NotAllowed(f"{strategy.name} guesses {guess!r}, which is no code of the variant, in {str(position)!r}")
    if any(turn.guess == guess for turn in position.turns):
        raise NotAllowed(f"{strategy.name} guesses {str(guess)!r} a second time in {str(position)!r}")
    return guess


def grow(
    strategy: Strategy,
    position: Position,
    first: Code | None = None,
    threads: int = 0,
    progress: tree.Progress | None = None,
) -> tree.Tree:
    """Write a strategy out over all candidates of a position, by its own fast way if it has one."""
    if isinstance(strategy, onestep.OneStep):
        return strategy.grow(position, first, threads, progress)
    return tree.grow(position, strategy.name, partial(next_guess, strategy), first, progress)


def rank(
    strategy: Strategy, position: Position, top: int, threads: int = 0, progress: tree.Progress | None = None
) -> list[Partition]:
    """Return the best `top` guesses with their partitions, best first; the first is the strategy's choice.

    A strategy that does not compare guesses gives its choice alone.
    """
    if top < 1:
        raise NotAllowed(f"rank 1 guess or more, not {top}")
    if position.is_won:
        raise NotAllowed(f"the code is found in {str(position)!r}")
    if isinstance(strategy, onestep.OneStep):
        return strategy.rank(position, top, threads, progress)
    return [position.partition(next_guess(strategy, position))]
