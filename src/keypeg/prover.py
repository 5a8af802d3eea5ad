"""Proofs as tasks: each finds out one thing about one position, and what it found is written down at once.

A task is a value and is done by a function, so any executor can do it: threads of this process, processes, or a
cluster. A task that takes too long is called off; what it has found until then is kept, and the rest is divided. Lines
are true on their own, so nothing is lost but the tasks that were being worked on, whoever dies.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, islice, repeat
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from keypeg import _core, preorder
from keypeg.candidates import to_array, to_code
from keypeg.errors import KeypegError, NotAllowed
from keypeg.exact import MEMORY, core_search, greedy_tree, memory_for, tree_of
from keypeg.ledger import VERSION, Line
from keypeg.proof import Goal, Proof, Subject
from keypeg.proof_nodes import UNKNOWN, Node
from keypeg.rules import Variant

SECONDS = 60.0
"""How long a task may take before it is divided."""

_FEW = 64  # up to this many candidates, a search takes a moment, and its guesses are of no interest
_TRIES = 3
_LOSSES = 30  # a task may lose its worker more often than it may fail: workers come and go
_LAST_WORDS = 20  # seconds that a task may take to write down what it has found when it is called off
_LOOK_UP = 0.2  # seconds; Ctrl-C is noticed this soon

Costs = dict[bytes, int]
"""What guesses need at least; a guess is a row of the core."""

_one_at_a_time = Lock()


@dataclass(frozen=True, slots=True)
class Limits:
    """What may be spent on a task: after these seconds it is divided, and its worker has this many bytes of memory."""

    seconds: float = SECONDS
    memory: int = MEMORY


@dataclass(frozen=True, slots=True)
class Task:
    """A goal, and what may be spent on it."""

    goal: Goal
    limits: Limits
    threads: int = 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """The lines that a task found, whether it reached its goal, and how many guesses it is done with."""

    lines: tuple[Line, ...]
    is_complete: bool
    finished: int = 0


class _TimeUp(Exception):
    """Raised to call off a search."""


def do(task: Task, is_called_off: Callable[[], bool] = lambda: False) -> Outcome:
    """Do a task, as far as its time allows, or until it is called off."""
    position = task.goal.position
    return _Work(task, core_search(position, _memory(position.variant, task.limits.memory)), is_called_off).outcome()


def _memory(variant: Variant, size: int) -> _core.ExactMemory:
    """Return what all tasks of this process know about sets of codes."""
    with _one_at_a_time:  # tasks that begin together share it too
        return _made_memory(variant, size)


@lru_cache(maxsize=1)
def _made_memory(variant: Variant, size: int) -> _core.ExactMemory:
    return memory_for(variant, size)


class _Work:
    """One task on its way."""

    def __init__(self, task: Task, search: _core.ExactSearch, is_called_off: Callable[[], bool]) -> None:
        self._goal = task.goal
        self._threads = task.threads
        self._end = time.monotonic() + task.limits.seconds
        self._search = search
        self._is_called_off = is_called_off

    def outcome(self) -> Outcome:
        few = len(self._goal.position.candidates) <= _FEW
        outcome = self._search_position() if few and not self._goal.guesses else self._search_guesses()
        spent = chain([self._search.seconds], repeat(0.0))
        lines = [replace(line, seconds=next(spent)) for line in outcome.lines]
        return replace(outcome, lines=tuple(lines))

    def _watch_time(self, _lower: int, _upper: int) -> None:
        if self._is_called_off() or time.monotonic() > self._end:
            raise _TimeUp

    def _line(self, lower: int, upper: int | None = None, guesses: str = "") -> Line:
        return Line(str(self._goal.position), lower, upper, version=VERSION, guesses=guesses)

    def _solved(self, lower: int, first: NDArray[np.uint8] | None = None) -> Line:
        """Return a line with the strategy that was found; its upper bound is what the strategy needs."""
        tree = tree_of(self._goal.position, "optimal average", *self._search.tree(first=first))
        return self._line(lower, tree.summary.total, preorder.write(tree))

    def _search_position(self) -> Outcome:
        below = self._goal.below
        try:
            total = self._search.least_total(below=below, threads=self._threads, progress=self._watch_time)
        except _TimeUp:
            return Outcome((), is_complete=False)
        line = self._line(total) if total >= below else self._solved(total)
        return Outcome((line,), is_complete=True)

    def _search_guesses(self) -> Outcome:
        """Look into guesses one by one."""
        rows, bounds = self._search.ranked()
        by_sizes = _by_guess(rows, bounds)
        below, all_guesses = self._goal.below, not self._goal.guesses
        asked = rows[bounds.ravel() < below] if all_guesses else to_array(self._goal.guesses)
        least, is_complete = _core.NO_TOTAL, True
        try:
            least = self._search.least_cost(asked, below, self._threads, self._watch_time)
        except _TimeUp:
            is_complete = False
        found, cheapest = _by_guess(*self._search.costs()), self._search.cheapest()
        best = min((found[row.tobytes()] for row in cheapest), default=below)
        finished = [guess for guess, bound in found.items() if bound >= best > by_sizes.get(guess, 0)]
        lines = [self._solved(min(by_sizes.values()), row) for row in cheapest]
        if is_complete and all_guesses:
            least = min([least, *(bound for bound in by_sizes.values() if bound >= below)])
            lines = [replace(line, lower=best) for line in lines] or [self._line(least)]
        else:
            lines = [*self._about_guesses(found, by_sizes, finished), *lines]
        return Outcome(tuple(lines), is_complete, len(finished))

    def _about_guesses(self, found: Costs, by_sizes: Costs, finished: list[bytes]) -> Iterator[Line]:
        """Write down what is known of single guesses: those that are done together, and others one by one."""
        if finished:
            yield self._line(min(map(found.__getitem__, finished)), guesses=" ".join(map(_text, finished)))
        for guess in found.keys() - set(finished):
            if found[guess] > by_sizes.get(guess, 0):
                yield self._line(found[guess], guesses=_text(guess))


def _by_guess(rows: NDArray[np.uint8], bounds: NDArray[np.int32]) -> Costs:
    return {row.tobytes(): bound for row, bound in zip(rows, bounds.ravel().tolist(), strict=True)}


def _text(row: bytes) -> str:
    return str(to_code(np.frombuffer(row, np.uint8)))


# ---- many tasks


@dataclass(frozen=True, slots=True)
class Crew:
    """Who does the tasks: an executor, and how many it can do at a time.

    Each task gets this many threads, 0 for all cores of its worker; None if the places are threads of one process,
    which the tasks share.
    """

    executor: Executor
    places: Callable[[], int]
    threads: int | None = None
    work: Callable[[Task], Outcome] = do
    call_off: Callable[[], object] | None = None
    """Have all tasks end soon with what they have found until then; None where they can't be reached."""
    losses: tuple[type[Exception], ...] = (BrokenExecutor,)
    """The errors that tell of a worker's end."""
    dismiss: Callable[[Exception], bool] = lambda _: False
    """Send a worker away if its error says that it is of no use, and say whether that was so."""


@dataclass(frozen=True, slots=True)
class State:
    """How far a proof is."""

    proof: Proof
    running: tuple[Goal, ...]
    done: int


class Prover:
    """Hands out tasks until everything is proven, and keeps the lines that come back."""

    def __init__(self, proof: Proof, crew: Crew, keep: Callable[[Iterable[Line]], object], limits: Limits) -> None:
        self._proof = proof
        self._crew = crew
        self._keep = keep
        self._limits = limits
        self._running: dict[Future[Outcome], Task] = {}
        self._failures: Counter[tuple[type, Goal]] = Counter()
        self._done = 0

    def run(self, tell: Callable[[State], object]) -> None:
        """Work until the proof is complete. On Ctrl-C, or an exception from `tell`, everything found is kept."""
        self._begin(self._proof.root)
        try:
            while self._hand_out():
                tell(self.state)
                done, _ = wait(self._running, _LOOK_UP, FIRST_COMPLETED)
                for future in done:
                    self._receive(future)
                if not self._running:
                    self._wait_for_workers()
            tell(self.state)
        except KeyboardInterrupt:
            self._take_what_there_is()
            raise
        finally:
            for future in self._running:
                future.cancel()

    def _take_what_there_is(self) -> None:
        """Call off all tasks, and keep what they have found until now; who can't be reached is not waited for."""
        if self._crew.call_off:
            self._crew.call_off()
        for future in wait(self._running, _LAST_WORDS if self._crew.call_off else 0).done:
            self._receive(future)

    def _wait_for_workers(self) -> None:
        if self._crew.places() == 0:
            time.sleep(_LOOK_UP)

    @property
    def state(self) -> State:
        return State(self._proof, tuple(task.goal for task in self._running.values()), self._done)

    def _begin(self, node: Node) -> None:
        """Give a position some strategy that others have to beat."""
        if node.upper == UNKNOWN or not self._proof.facts.about(node.text):
            tree = greedy_tree(node.position)
            strategy = preorder.write(tree)
            self._add([Line(node.text, node.by_sizes, tree.summary.total, 0.0, VERSION, strategy)])

    def _add(self, lines: Iterable[Line]) -> None:
        """Keep lines and what follows from them."""
        for line in lines:
            self._keep([line])
            self._keep(self._proof.add(line))

    def _hand_out(self) -> bool:
        """Submit tasks for all who have nothing to do; return whether anything is left to do."""
        free = self._crew.places() - sum(self._places_of(task) for task in self._running.values())
        busy: set[Subject] = set().union(*(task.goal.subjects for task in self._running.values()))
        open_goals = self._proof.goals(busy, max(self._crew.places(), 1))
        goals = list(islice(open_goals, max(free, 0)))
        for number, goal in enumerate(goals):
            fair = free // len(goals) + (number < free % len(goals))
            threads = fair if self._crew.threads is None else self._crew.threads
            self._submit(Task(goal, self._limits, threads))
        return bool(self._running) or next(self._proof.goals(), None) is not None

    def _submit(self, task: Task) -> None:
        try:
            self._running[self._crew.executor.submit(self._crew.work, task)] = task
        except BrokenExecutor as error:
            raise NotAllowed("workers-gone", reason=str(error)) from error

    def _places_of(self, task: Task) -> int:
        return task.threads if self._crew.threads is None else 1

    def _receive(self, future: Future[Outcome]) -> None:
        task = self._running.pop(future)
        try:
            outcome = future.result()
        except Exception as error:  # noqa: BLE001 - whatever it is, the task is tried again
            self._fail(task, error)
            return
        self._done += 1
        self._add(outcome.lines)
        if not outcome.is_complete:
            self._divide(task.goal, first_too=outcome.finished == 0)

    def _fail(self, task: Task, error: Exception) -> None:
        """Count a failure; the task is handed out again unless it has failed too often."""
        if self._crew.dismiss(error):
            return
        lost = isinstance(error, self._crew.losses)
        self._failures[type(error), task.goal] += 1
        if self._failures[type(error), task.goal] >= (_LOSSES if lost else _TRIES):
            reason = str(error) if isinstance(error, KeypegError) else f"{type(error).__name__}: {error}"
            raise NotAllowed("task-failed", position=task.goal.position, reason=reason) from error

    def _divide(self, goal: Goal, *, first_too: bool) -> None:
        """Divide a position that took too long, and its first guess if even that took too long."""
        node = self._proof.nodes[str(goal.position)]
        self._proof.divide(node)
        self._begin(node)
        if first_too:
            numbers = map(node.number_of, goal.guesses) if goal.guesses else range(len(node.bounds))
            best = min(goal.below, node.upper)
            still_open = (number for number in numbers if number is not None and node.bounds[number] < best)
            if (first := next(still_open, None)) is not None:
                self._keep(self._proof.divide_guess(node, node.guess(first)))


def divide_all(proof: Proof, keep: Callable[[Iterable[Line]], object]) -> None:
    """Prove without any search, by dividing every position until its candidates are trivial. For small proofs only."""
    while (goal := next(proof.goals(), None)) is not None:
        node = proof.nodes[str(goal.position)]
        lines: list[Line] = []
        if goal.guesses:
            lines = proof.divide_guess(node, goal.guesses[0])
        else:
            proof.divide(node)
        keep(lines)
    if not proof.facts.about(proof.root.text):  # it is trivial
        line = Line(proof.root.text, proof.root.lower, proof.root.upper, None, VERSION, proof.root.strategy)
        keep([line, *proof.add(line)])
