"""Strategies: functions from a position to the next guess, by name.

A strategy has a name, a version that rises when one of its choices changes (never for speed), and a paragraph that
explains it. Its text form is the name, followed by a colon, the seed, and the parameters that are not at their
defaults: `knuth`, `random:7`, `genetic:7,population=300`. Packages add their own through the entry-point group
`keypeg.strategies`: the entry's name is the strategy's name, and its value is a function that takes the seed (an int)
and returns the strategy. A function with parameters declares them in an attribute `parameters`, a sequence of
`keypeg.parameters.Parameter`, and gets those that are given by keyword. A strategy of any other module is called
`module:name`, and is known once it has been loaded.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, TypeGuard

from keypeg import given, tree
from keypeg.effort import QUICK, Effort
from keypeg.errors import NotAllowed, TooLarge, UnreadableText
from keypeg.parameters import Parameter, read_settings
from keypeg.partition import Partition
from keypeg.position import Position
from keypeg.rules import Code, Feedback, Turn
from keypeg.strategies import foreign
from keypeg.strategies.protocol import (
    DEVICES,
    Abilities,
    Factory,
    Growing,
    Placed,
    Ranking,
    Reaching,
    Rule,
    Strategy,
    Threaded,
    abilities_of,
    choice_options,
)

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

__all__ = [
    "DEVICES",
    "Abilities",
    "Factory",
    "Growing",
    "Ranking",
    "Rule",
    "Strategy",
    "Threaded",
    "abilities_of",
    "canonical",
    "check_threads",
    "check_top",
    "grow",
    "grow_shared",
    "has_parameter",
    "is_within_reach",
    "load",
    "names",
    "names_module",
    "next_guess",
    "on_device",
    "parameters",
    "player",
    "rank",
    "strategy",
    "with_parameter",
    "with_seed",
]


_FILES = ("simple", "onestep", "optimal", "sampling", "genetic", "human")
"""The order in which strategies are listed; those of other files come last."""


def _own_factories() -> dict[str, Factory]:
    """Collect the `FACTORIES` of every file of this package, by the name of the strategy."""
    files = sorted(file.name for file in iter_modules(__path__))
    files.sort(key=lambda file: _FILES.index(file) if file in _FILES else len(_FILES))
    tables = [getattr(import_module(f"{__name__}.{file}"), "FACTORIES", {}) for file in files]
    return {name: factory for table in tables for name, factory in table.items()}


_OWN = _own_factories()
_loaded: dict[str, Factory] = {}
_IN_MODULE = re.compile(r"(?P<name>[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*)(:(?P<settings>.*))?")


@cache
def _factories() -> dict[str, Factory]:
    from importlib.metadata import entry_points  # noqa: PLC0415 - only other people's strategies need it

    added = [entry for entry in entry_points(group="keypeg.strategies") if not set(entry.name) & set(":,=")]
    return {**{entry.name.lower(): foreign.Entry(entry) for entry in added}, **_OWN}


def names() -> list[str]:
    """List the names of all strategies, our own first."""
    return [*_OWN, *sorted(set(_factories()) - set(_OWN))]


def parameters(text: str) -> Sequence[Parameter]:
    """List the parameters of the strategy that a text names."""
    declared: Sequence[Parameter] = getattr(_factory(_split(text)[0]), "parameters", ())
    return declared


def has_parameter(text: str, name: str) -> bool:
    return any(parameter.name == name for parameter in parameters(text))


def strategy(text: Strategy | str) -> Strategy:
    """Return the strategy that a text names: the name, then after a colon a seed and parameters, if any.

    Examples are `knuth`, `random:7`, `genetic:population=300` and `genetic:7,population=300,generations=50`; once it
    has been loaded, also `my_module:Last` and `my_module:Last:7`. A strategy is returned as it is.
    """
    if isinstance(text, Strategy):
        return text
    name, settings = _split(text)
    factory = _factory(name)
    seed, values = (0, {}) if settings is None else read_settings(name, settings, parameters(name))
    made = factory(seed, **values)
    has_seed = settings is not None and "=" not in settings.partition(",")[0]
    if has_seed and name in _OWN and made == factory(seed + 1, **values):
        raise NotAllowed("seed-unused", strategy=name, text=text.strip())
    return made


def names_module(text: str) -> bool:
    """Return whether a text is `module:name`, and not the name of a strategy with a seed or parameters."""
    return ":" in _split(text)[0]


def load(text: str) -> None:
    """Import a module to make its strategy `module:name` known from now on.

    This runs the module's code: it is for what people type on their own computers, never for what comes from a file or
    over a network. Nothing else imports a module because a text names it.
    """
    name, _ = _split(text)
    _loaded[name] = foreign.load(name)


def canonical(text: Strategy | str) -> str:
    """Return the text by which a strategy is known, or say what is wrong with this one."""
    name = strategy(text).name
    if isinstance(text, str):
        return text.strip() if names_module(text) else name
    if strategy(name) != text:
        raise NotAllowed("strategy-nameless", name=name)
    return name


def with_seed(text: str, seed: int | None) -> str:
    """Add a seed to the text of a strategy that draws and has none yet."""
    name, settings = _split(text)
    if seed is None or not abilities_of(strategy(text)).seeded:
        return text
    if settings is None:
        return f"{name}:{seed}"
    return f"{name}:{seed},{settings}" if "=" in settings.partition(",")[0] else text


def with_parameter(text: str, name: str, value: float) -> str:
    """Set a parameter in the text of a strategy."""
    return f"{text}{':' if _split(text)[1] is None else ','}{name}={value:f}"


def _split(text: str) -> tuple[str, str | None]:
    """Split a text into the strategy's name, or `module:name`, and the settings after a colon, if any."""
    if not isinstance(text, str):
        raise NotAllowed("strategy-value", given=repr(text))
    name, colon, settings = text.strip().partition(":")
    found = None if name.lower() in _OWN or name.lower() in _factories() else _IN_MODULE.fullmatch(text.strip())
    if found:
        return found["name"], found["settings"]
    return name.lower(), settings.lower() if colon else None


def _factory(name: str) -> Factory:
    factory = _OWN.get(name) or _factories().get(name) or _loaded.get(name)
    if factory is None and set(name) & set(",="):
        raise UnreadableText("strategy-colon", name=name)
    if factory is None:
        raise NotAllowed("strategy-unknown", name=name, names=", ".join(names()))
    return factory


player = strategy
"""The same, for functions with an argument of that name."""


def next_guess(strategy: Strategy | str, position: Position | str, threads: int = 0, effort: Effort = QUICK) -> Code:
    """Ask a strategy for its guess; refuse one that is not a code of the variant or repeats an earlier guess.

    The effort is for a strategy that declares a stand-in, and decides how large a position it chooses for by itself.
    """
    strategy, position = player(strategy), Position.of(position)
    if position.is_won:
        raise NotAllowed("code-found", position=position)
    check_threads(strategy, threads)
    choose: Callable[..., Code] = strategy.choose
    guess = choose(position, **choice_options(abilities_of(strategy), threads, Effort.of(effort)))
    if type(guess) is not Code or guess not in position.variant:
        raise NotAllowed("guess-illegal", strategy=strategy.name, given=repr(guess), position=position)
    if any(turn.guess == guess for turn in position.turns):
        raise NotAllowed("guess-repeated", strategy=strategy.name, guess=guess, position=position)
    return guess


def grow(
    strategy: Strategy | str,
    position: Position | str,
    first: Code | str | None = None,
    threads: int = 0,
    progress: tree.Progress | None = None,
) -> tree.StrategyTree:
    """Write a strategy out over all candidates of a position, by its own `grow` if it has one.

    >>> grow("knuth", "p4c6").summary.signature
    '5801:5:694'
    """
    strategy, position = player(strategy), Position.of(position)
    check_threads(strategy, threads)
    begin = None if first is None else position.variant.code(first)
    if _can_grow(strategy):
        return strategy.grow(position, begin, threads, progress)
    errs = abilities_of(strategy).errs
    return tree.grow(position, strategy.name, partial(next_guess, strategy), begin, progress, errs=errs)


_SHARES = 20
"""A part with more than one in this many of a tree's codes is divided, to keep many cores busy to the end."""


def grow_shared(
    strategy: Strategy | str,
    position: Position | str,
    executor: "Executor",
    first: Code | str | None = None,
    progress: tree.Progress | None = None,
) -> tree.StrategyTree:
    """Write a strategy out as `grow` does: the first guesses here, and what they leave by an executor."""
    from concurrent.futures import BrokenExecutor  # noqa: PLC0415 - only shared work needs it

    strategy, position = player(strategy), Position.of(position)
    codes, found = len(position.candidates), 0

    def started(here: Position, guess: Code | None) -> Callable[[], tree.StrategyTree]:
        """Hand out the tasks from a position on, and return a function that waits for their trees."""
        if len(here.candidates) * _SHARES <= codes:
            return partial(collected, executor.submit(grow, strategy, here, threads=1))
        guess = guess or next_guess(strategy, here)
        answers = sorted(feedback.ordinal for feedback in here.partition(guess) if feedback != here.variant.win)
        turns = [Turn(guess, Feedback.from_ordinal(ordinal)) for ordinal in answers]
        parts = [(turn.feedback, started(here.play(turn), None)) for turn in turns]
        return lambda: tree.join(here, strategy.name, guess, {feedback: finish() for feedback, finish in parts})

    def collected(task: "Future[tree.StrategyTree]") -> tree.StrategyTree:
        nonlocal found
        part = task.result()
        found += part.summary.codes
        if progress:
            progress(found, codes)
        return part

    try:
        return started(position, None if first is None else position.variant.code(first))()
    except BrokenExecutor as error:
        raise NotAllowed("worker-ended", strategy=strategy.name, variant=position.variant) from error


def rank(
    strategy: Strategy | str,
    position: Position | str,
    top: int,
    threads: int = 0,
    progress: tree.Progress | None = None,
) -> list[Partition]:
    """Return the best `top` guesses with their partitions, best first; the first is the strategy's choice.

    A strategy that doesn't compare guesses gives its choice alone. `sampling` splits a sample of the candidates, and
    so does any strategy if there are too many to list: then the partition's total is less than their number.
    """
    strategy, position = player(strategy), Position.of(position)
    top = check_top(top)
    if position.is_won:
        raise NotAllowed("code-found", position=position)
    check_threads(strategy, threads)
    if _can_rank(strategy):
        return strategy.rank(position, top, threads, progress)
    guess = next_guess(strategy, position)
    try:
        return [position.partition(guess)]
    except TooLarge:
        return [position.partition_of_pool(guess)]


def check_top(top: int) -> int:
    """Return how many guesses are asked for, if it is 1 or more and can be written."""
    number = given.whole(top, 1)
    if number is None:
        raise NotAllowed("top", top=top, most=given.MOST)
    return number


def check_threads(strategy: Strategy, threads: int) -> None:
    """Refuse several threads for a strategy that plays on one."""
    if given.threads(threads) > 1 and not _is_threaded(strategy):
        raise NotAllowed("one-thread", strategy=strategy.name)


def on_device(strategy: Strategy | str, device: str) -> Strategy:
    """Return a strategy that makes the same choices on one of `DEVICES`.

    With `auto`, one that works only on the processor is returned as it is.
    """
    strategy = player(strategy)
    if device not in DEVICES:
        raise NotAllowed("device", name=device, names=", ".join(DEVICES))
    if _has_devices(strategy):
        return strategy.on(device)
    if device == "cuda":
        raise NotAllowed("device-strategy", strategy=strategy.name)
    return strategy


def is_within_reach(strategy: Strategy, position: Position, effort: Effort) -> bool:
    """Return whether a strategy can choose by itself within an effort, and needs no stand-in."""
    return not _has_stand_in(strategy) or strategy.reaches(position, effort)


def _is_threaded(strategy: Strategy) -> TypeGuard[Threaded]:
    return abilities_of(strategy).threads


def _has_devices(strategy: Strategy) -> TypeGuard[Placed]:
    return abilities_of(strategy).devices


def _has_stand_in(strategy: Strategy) -> TypeGuard[Reaching]:
    return abilities_of(strategy).stand_in is not None


def _can_grow(strategy: Strategy) -> TypeGuard[Growing]:
    return abilities_of(strategy).grows


def _can_rank(strategy: Strategy) -> TypeGuard[Ranking]:
    return abilities_of(strategy).ranks
