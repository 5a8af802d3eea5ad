"""Proofs as tasks: the same value however the work is shared out and whatever is interrupted, in true lines."""

import itertools
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from keypeg import audit, cluster, prover, store
from keypeg.errors import NotAllowed
from keypeg.exact import Bounds, Search
from keypeg.ledger import Facts, Line
from keypeg.position import Position
from keypeg.proof import Goal, Proof
from keypeg.proof_nodes import UNKNOWN
from keypeg.prover import Crew, Limits, Outcome, Prover, State, Task


def run(proof: Proof, crew: Crew, seconds: float = 60.0, tell: Callable[[State], object] | None = None) -> list[Line]:
    """Continue a proof; return the lines that were kept."""
    kept: list[Line] = []
    Prover(proof, crew, kept.extend, Limits(seconds, 1 << 24)).run(tell or (lambda _: None))
    return kept


def threads(count: int = 2, work: Callable[[Task], Outcome] = prover.do) -> Crew:
    return Crew(ThreadPoolExecutor(count), lambda: count, work=work)


def divides(task: Task) -> Outcome:
    """Find out nothing about more than a few candidates, as if that took too long."""
    return prover.do(task) if len(task.goal.position.candidates) <= 12 else Outcome((), is_complete=False)


def does_one_guess(task: Task) -> Outcome:
    """Look into one guess, as if the others took too long."""
    goal = task.goal
    if len(goal.position.candidates) <= 12 or not goal.guesses:
        return divides(task)
    one = prover.do(replace(task, goal=replace(goal, guesses=goal.guesses[:1])))
    return replace(one, is_complete=len(goal.guesses) == 1)


def check(lines: Iterable[Line], share: float = 1.0) -> audit.Audit:
    found = audit.check(Facts(lines), audit.Effort(share=share, memory=1 << 24, threads=1))
    assert found.flaws == ()
    return found


@pytest.mark.parametrize("work", [prover.do, divides, does_one_guess])
@pytest.mark.parametrize("text", ["p4c4", "p3c6", "p3c6n", "p2c9", "p4c9 1234=3b0w", "p1c1", "p1c2"])
def test_a_proof_finds_the_optimum_however_it_is_divided(text: str, work: Callable[[Task], Outcome]) -> None:
    proof = Proof(text)
    kept = run(proof, threads(work=work))
    optimum = Search(text).run()
    assert proof.bounds == optimum.bounds
    tree = proof.tree()
    assert tree is not None
    assert tree.summary.total == optimum.value
    found = check(kept)
    assert (found.position, found.bounds) == (text, optimum.bounds)


def test_what_was_kept_is_the_whole_proof() -> None:
    proof = Proof("p4c5")
    kept = run(proof, threads(work=does_one_guess))
    assert len(kept) > 20
    again = Proof("p4c5", Facts(kept))
    assert again.bounds == proof.bounds
    assert list(again.goals()) == []
    assert run(again, threads()) == []


def test_what_was_found_before_ctrl_c_is_kept() -> None:
    def interrupt(state: State) -> None:
        if state.done >= 3:
            raise KeyboardInterrupt

    lines: list[Line] = []
    for runs in itertools.count(1):  # noqa: B007
        proof = Proof("p4c4", Facts(lines))
        try:
            Prover(proof, threads(work=does_one_guess), lines.extend, Limits(memory=1 << 24)).run(interrupt)
            break
        except KeyboardInterrupt:
            pass
    assert runs > 3
    assert proof.bounds == Search("p4c4").run().bounds
    check(lines)


def test_tasks_that_are_called_off_tell_what_they_found() -> None:
    kept: list[Line] = []

    def interrupt(state: State) -> None:
        if state.running and state.done > 0 and kept:
            raise KeyboardInterrupt

    proof = Proof("p4c8")
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt), cluster.crew(threads=2) as crew:
        Prover(proof, crew, kept.extend, Limits(0.3, 1 << 24)).run(interrupt)
    assert time.monotonic() - start < 20
    check(kept, share=0.2)


def test_two_halves_of_a_proof_are_merged_by_writing_one_after_the_other() -> None:
    root = Position.parse("p4c6")
    guess = root.variant.code("1123")
    feedbacks = [feedback for feedback in root.partition(guess) if feedback != root.variant.win]
    halves: list[list[Line]] = [[], []]
    for half, feedback in zip(itertools.cycle(halves), feedbacks, strict=False):
        part = Proof(root.play(guess, feedback))
        half.extend(run(part, threads()))
    proof = Proof(root, Facts([*halves[0], *halves[1]]))
    number = proof.root.number_of(guess)
    assert number is not None
    assert proof.root.branches[number].lower == proof.root.branches[number].upper == Search("p4c6").total_of("1123")


# ---- workers that fail


class Odd(Executor):
    """Does tasks at once; some fail."""

    def __init__(self, failure: Callable[[int, Task], Exception | None]) -> None:
        self._failure = failure
        self._count = itertools.count()

    def submit(self, work: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        error = self._failure(next(self._count), args[0])
        if error:
            future.set_exception(error)
        else:
            future.set_result(work(*args))
        return future


def test_a_task_that_fails_now_and_then_is_tried_again() -> None:
    proof = Proof("p3c5")
    crew = Crew(Odd(lambda number, _: MemoryError() if number % 2 == 0 else None), lambda: 1)
    run(proof, replace(crew, work=divides))
    assert proof.bounds == Search("p3c5").run().bounds


def test_a_task_that_fails_three_times_is_named() -> None:
    asked: list[Goal] = []

    def failure(_: int, task: Task) -> Exception | None:
        if not task.goal.position.turns:
            return None
        asked.append(task.goal)
        return ZeroDivisionError("no luck")

    with pytest.raises(NotAllowed, match="failed too often") as error:
        run(Proof("p4c5"), Crew(Odd(failure), lambda: 1, work=divides))
    assert str(asked[-1].position) in str(error.value)
    assert "ZeroDivisionError: no luck" in str(error.value)
    assert len(asked) == 3


def test_workers_may_be_lost_more_often_than_a_task_may_fail() -> None:
    proof = Proof("p3c4")
    run(proof, Crew(Odd(lambda number, _: BrokenExecutor() if number < 20 else None), lambda: 1))
    assert proof.bounds.upper == 206


def test_a_worker_of_no_use_is_sent_away_and_its_task_given_to_another() -> None:
    sent: list[Exception] = []

    def dismiss(error: Exception) -> bool:
        sent.append(error)
        return True

    proof = Proof("p3c4")
    executor = Odd(lambda number, _: NotAllowed("worker-play", worker="w") if number < 5 else None)
    run(proof, Crew(executor, lambda: 1, dismiss=dismiss))
    assert len(sent) == 5
    assert proof.bounds.upper == 206


def test_work_waits_until_a_worker_comes() -> None:
    places = iter([0, 0, 0, 0, 0, 0])
    proof = Proof("p3c4")
    run(proof, Crew(ThreadPoolExecutor(1), lambda: next(places, 1)))
    assert proof.bounds.upper == 206


def test_any_executor_will_do() -> None:
    proof = Proof("p3c5")
    with ProcessPoolExecutor(1) as pool:
        run(proof, Crew(pool, lambda: 1, 1))
    assert proof.bounds.is_proven


def test_processes_that_are_killed_cost_only_their_tasks() -> None:
    proof = Proof("p4c7")
    killed = 0

    def kill(_: State) -> None:
        nonlocal killed
        if killed < 3 and (workers := list(pool._started)):
            workers[-1].process.kill()
            killed += 1

    with cluster.crew(workers=2) as crew:
        pool: Any = crew.executor
        run(proof, crew, 0.05, kill)
    assert killed == 3
    assert proof.bounds == Bounds(11228, 11228)


# ---- the command


def prove(*options: object) -> subprocess.Popen[str]:
    words = [sys.executable, "-m", "keypeg", "prove", *map(str, options)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_kill_9_at_any_moment_loses_nothing_but_tasks_in_flight(tmp_path: Path) -> None:
    source, ledger = random.Random(5), tmp_path / "p4c7.ledger"
    before: list[Line] = []
    for _ in range(6):
        process = prove("p4c7", "--ledger", ledger, "--task-seconds", 0.02, "--memory", 64)
        time.sleep(source.uniform(0.3, 1.2))
        process.kill()
        process.communicate()
        lines = store.read_ledger(ledger) if ledger.exists() else []
        if lines and Proof("p4c7", Facts(lines)).bounds.is_proven:
            break  # what the proof doesn't need may be gone now
        assert lines[: len(before)] == before
        before = lines
    out, err = prove("p4c7", "--ledger", ledger, "--task-seconds", 0.02, "--memory", 64).communicate()
    assert "p4c7, average: 11228, proven" in out, err
    check(store.read_ledger(ledger), share=0.1)


LINES = [Line("p2c2", 7, None, 0.5, "0.1.0"), Line("p2c2", 8, None, 0.5, "0.1.0")]


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_ledger_that_is_removed_or_moved_under_a_proof_is_written_again(tmp_path: Path, *, elsewhere: bool) -> None:
    path = tmp_path / "ledger"
    with store.LedgerFile(path) as file:
        file.append(LINES[:1])
        if elsewhere:
            path.rename(tmp_path / "moved")
        else:
            path.unlink()
        file.append(LINES[1:])
        with pytest.raises(NotAllowed, match="another process"), store.LedgerFile(path):
            pass
    assert store.read_ledger(path) == LINES


def test_a_ledger_whose_place_is_taken_under_a_proof_is_kept_beside(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    with store.LedgerFile(path) as file:
        file.append(LINES)
        path.unlink()
        path.write_text("somebody's")
        for add in (file.append, file.replace):
            with pytest.raises(NotAllowed, match=f"is in {path}.kept"):
                add(LINES[1:])
    assert path.read_text() == "somebody's"
    assert store.read_ledger(tmp_path / "ledger.kept") == LINES


def test_a_torn_line_is_dropped_and_the_next_begins_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    line = Line("p2c2", 7, None, 0.5, "0.1.0")
    with store.LedgerFile(path) as file:
        file.append([line])
    with path.open("a") as text:
        text.write("p2c2\t8\t-\t0.")
    assert store.read_ledger(path) == [line]
    with store.LedgerFile(path) as file:
        file.append([line])
    assert store.read_ledger(path) == [line, line]
    assert path.read_text().count("\n") == 3


def test_one_process_at_a_time_adds_to_a_ledger(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    with store.LedgerFile(path), pytest.raises(NotAllowed, match="another process"), store.LedgerFile(path):
        pass
    with store.LedgerFile(path):
        pass


def test_ctrl_c_says_how_far_the_proof_is(tmp_path: Path) -> None:
    process = prove("p5c6", "--ledger", tmp_path / "l", "--threads", 1, "--memory", 64)
    while not (tmp_path / "l").exists() or not store.read_ledger(tmp_path / "l"):
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert re.search("p5c6, average: (between|at least) ", out)  # the latter before any strategy is known
    assert err == "keypeg: Interrupted. The same command goes on from here.\n"


def test_every_core_gets_something_to_do() -> None:
    """Tasks share the threads of this process: one alone gets them all."""
    given: list[int] = []

    def work(task: Task) -> prover.Outcome:
        given.append(task.threads)
        return prover.do(task)

    proof = Proof("p4c6")
    run(proof, Crew(ThreadPoolExecutor(8), lambda: 8, work=work), 0.005)
    assert given[0] == 8
    assert min(given) >= 1
    assert proof.bounds.upper == 5625


def test_tasks_that_begin_together_share_one_memory() -> None:
    variant = Position("p4c8").variant
    with ThreadPoolExecutor(8) as pool:
        memories = list(pool.map(lambda _: prover._memory(variant, 1 << 25), range(8)))
    assert len(set(map(id, memories))) == 1


def test_a_proof_without_strategy_says_so() -> None:
    assert Proof("p4c6").tree() is None
    assert Proof("p4c6").bounds.upper == UNKNOWN
