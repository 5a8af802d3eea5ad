"""Checks a ledger: that its lines together prove what they claim, and that the lines on which that rests are true.

An upper bound is checked by playing its strategy against every candidate. A lower bound follows from the lines about
what the guesses lead to, or it rests on a search; a share of those is searched again. A line that was not searched for
must follow. As it follows from lines with more turns, or from one that was searched for, no line supports itself, even
in a roundabout way.
"""

import math
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

from keypeg import _core, preorder
from keypeg.candidates import to_array
from keypeg.errors import KeypegError, NotAllowed
from keypeg.exact import MEMORY, Bounds, core_search, memory_for
from keypeg.ledger import Facts, Line
from keypeg.position import Position
from keypeg.proof import Proof
from keypeg.proof_nodes import UNKNOWN
from keypeg.tree import StrategyTree

Progress = Callable[[float, float], object]

_NOTHING = Bounds(0, UNKNOWN)
_OVERHEAD = 0.01  # seconds to begin a search


@dataclass(frozen=True, slots=True)
class Flaw:
    """A line that is wrong, or lines that contradict each other (`contradiction`).

    Its strategy can't be played (`strategy`), or needs more than it says (`upper`). Its lower bound is refuted by a
    search (`lower`), or was not searched for and doesn't follow (`unsupported`).
    """

    kind: Literal["strategy", "upper", "lower", "unsupported", "contradiction"]
    line: Line | None = None
    found: int | None = None
    reason: KeypegError | None = None


@dataclass(frozen=True, slots=True)
class Audit:
    """What a ledger proves (nothing if it contradicts itself), what that rests on, and what is wrong with it."""

    position: str
    bounds: Bounds = _NOTHING
    tree: StrategyTree | None = None
    following: int = 0
    searched: int = 0
    searched_again: int = 0
    unused: int = 0
    flaws: tuple[Flaw, ...] = ()
    stopped_at: float | None = None
    """Where Ctrl-C came among the shuffled lines, from 0 to 1; None if all was checked that was asked for."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much of a ledger to search again, and with what.

    The lines that rest on a search are shuffled by the seed, and a share of them is taken from `begin` on, both from 0
    to 1. So several efforts with the same seed can search all of them, on one machine after the other or on many.
    """

    share: float = 0.1
    seed: int = 0
    threads: int = 0
    memory: int = MEMORY
    begin: float = 0.0

    def bounds(self, lines: int) -> tuple[int, int]:
        """Return where to begin among so many lines, and where to end. Shares that meet leave no line out."""
        begin = math.floor(self.begin * lines)
        return begin, min(math.ceil((self.begin + self.share) * lines), lines) if self.share > 0 else begin


def check(facts: Facts, effort: Effort, progress: Progress | None = None) -> Audit:
    """Check all lines. Ctrl-C ends the searches; what they have found until then is kept."""
    try:
        proof = Proof(facts.root, facts)
    except NotAllowed as error:
        return Audit(facts.root, flaws=(_contradiction(error),))
    lines = list(facts)
    used = [line for line in lines if line.position in proof.nodes]
    for line in used:
        _check_guesses(proof, line)
    flaws = [flaw for line in used if (flaw := _replayed(proof, line))]
    following = [line for line in used if proof.follows(line)]
    settled = set(map(id, following))
    rest = [line for line in used if id(line) not in settled]
    flaws += [Flaw("unsupported", line) for line in rest if line.seconds is None]
    searched = [line for line in rest if line.seconds is not None]
    needed, stopped_at = _searched_again(proof, searched, effort, progress)
    flaws += [Flaw("lower", line, needed[line]) for line in searched if needed.get(line, line.lower) < line.lower]
    tree = None
    try:
        tree = None if flaws else proof.tree()
    except NotAllowed as error:
        flaws.append(_contradiction(error))
    return Audit(
        facts.root,
        proof.bounds,
        tree,
        len(following),
        len(searched),
        len(needed),
        len(lines) - len(used),
        tuple(flaws),
        stopped_at,
    )


def _check_guesses(proof: Proof, line: Line) -> None:
    """Refuse a line about guesses that are none, which nobody would ever search again."""
    if line.is_about_guesses:
        for guess in line.guesses.split(" "):
            proof.position.variant.code(guess)


def _replayed(proof: Proof, line: Line) -> Flaw | None:
    """Play the strategy of a line against every candidate."""
    if line.upper is None:
        return None
    position = proof.nodes[line.position].position
    try:
        tree = preorder.read(position, line.guesses, "ledger", proof.strategy_at)
    except KeypegError as error:
        return Flaw("strategy", line, reason=error)
    total = tree.summary.total  # it may be less if other lines have become better since
    try:
        proof.nodes[line.position].check(total)
    except NotAllowed as error:
        return _contradiction(error)
    return Flaw("upper", line, total) if total > line.upper else None


def _contradiction(error: NotAllowed) -> Flaw:
    if error.kind != "ledger-contradiction":
        raise error
    return Flaw("contradiction", reason=error)


def _searched_again(
    proof: Proof, searched: list[Line], effort: Effort, progress: Progress | None
) -> tuple[dict[Line, int], float | None]:
    """Search the chosen lines again. Return what is needed instead of their lower bounds, and where Ctrl-C came."""
    shuffled = random.Random(effort.seed).sample(searched, len(searched))  # noqa: S311
    begin, end = effort.bounds(len(searched))
    chosen = shuffled[begin:end]
    works = [(line.seconds or 0.0) + _OVERHEAD for line in chosen]
    memory = memory_for(proof.position.variant, effort.memory)
    needed: dict[Line, int] = {}
    with suppress(KeyboardInterrupt):
        for done, line in zip(accumulate(works, initial=0.0), chosen, strict=False):
            if progress:
                progress(done, sum(works))
            needed[line] = _needed(proof.nodes[line.position].position, line, memory, effort.threads)
    reached = begin + len(needed)
    return needed, reached / len(searched) if reached < end else None


def _needed(position: Position, line: Line, memory: _core.ExactMemory, threads: int) -> int:
    """Search for less than a line claims, and return what is needed; not less if the line is true."""
    search = core_search(position, memory)
    if not line.is_about_guesses:
        return search.least_total(below=line.lower, threads=threads)
    guesses = to_array([position.variant.code(guess) for guess in line.guesses.split(" ")])
    return search.least_cost(guesses, line.lower, threads)
