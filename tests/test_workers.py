"""Tournaments on threads and processes: the same rows however the work is shared, and a clean end whatever happens."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from keypeg import tournament
from keypeg.errors import NotAllowed, TooLarge
from keypeg.rules import Variant
from keypeg.strategies import strategy
from keypeg.tournament import Row, run
from keypeg.workers import processes
from lonely import Dying, Failing, Odd

P4C6 = Variant(4, 6)
ROWS = "first random:3 genetic:generations=20,populations=5 sampling:evaluations=50 entropy-candidates"


class Here(Executor):
    """Does each task at once when it is submitted."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        try:
            future.set_result(work(*args, **kwargs))
        except Exception as error:  # noqa: BLE001
            future.set_exception(error)
        return future


class Backwards(Here):
    """Ends tasks in another order than they came."""

    def __init__(self) -> None:
        self.pool = ThreadPoolExecutor(1)
        self.waiting: list[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]] = []

    def submit(self, work: Callable[..., Any], /, *args: Any, **_: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        self.waiting.append((future, work, args))
        self.pool.submit(self._last)
        return future

    def _last(self) -> None:
        future, work, args = self.waiting.pop()
        future.set_result(work(*args))


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    with processes(2) as executor:
        yield executor


def rows(executor: Executor | None) -> list[Row]:
    players = [strategy(text) for text in ROWS.split()]
    drawn = run([P4C6], players, games=40, seed=2, executor=executor)
    return [*drawn, *run([Variant(2, 5)], players, executor=executor)]


@pytest.fixture(scope="module")
def expected() -> list[Row]:
    return rows(None)


def test_rows_do_not_depend_on_how_the_work_is_shared(expected: list[Row], pool: Executor) -> None:
    assert rows(Here()) == expected
    assert rows(Backwards()) == expected
    assert rows(pool) == expected
    for threads in (1, 2, 3):
        with ThreadPoolExecutor(threads) as executor:
            assert rows(executor) == expected


@pytest.mark.parametrize("workers", [1, 3])
def test_rows_do_not_depend_on_the_number_of_processes(expected: list[Row], workers: int) -> None:
    with processes(workers) as executor:
        assert rows(executor) == expected


@pytest.mark.parametrize("shares", [1, 3, 10_000])
def test_rows_do_not_depend_on_the_size_of_a_share(
    expected: list[Row], shares: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament, "_SHARES", shares)
    assert rows(None) == expected


def test_no_position_is_played_twice_and_the_largest_parts_come_first() -> None:
    submitted: list[tournament.Task] = []

    class Noted(Here):
        def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
            submitted.append(args[0])
            return super().submit(work, *args, **kwargs)

    list(run([P4C6], [strategy("random")], games=200, executor=Noted()))
    assert len({task.position for task in submitted}) == len(submitted) > 50
    sizes = [len(task.games or ()) for task in submitted if len(task.position.turns) == 1]
    assert sizes == sorted(sizes, reverse=True)
    assert sum(sizes) == 200


def test_little_work_starts_no_process() -> None:
    class Refusing(Executor):
        def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
            raise AssertionError(work, args, kwargs)

    (row,) = run([P4C6], [strategy("first")], games=20, executor=Refusing(), clock=time.process_time)
    assert row.seconds is not None
    with pytest.raises(AssertionError):
        list(
            run([P4C6], [strategy("sampling")], games=200, executor=Refusing(), clock=lambda: time.process_time() * 99)
        )


def test_progress_and_time_come_from_every_process(pool: Executor) -> None:
    seen: list[tuple[float, float]] = []
    players = [strategy("random"), strategy("first")]
    found = list(run([P4C6], players, games=80, executor=pool, progress=lambda *told: seen.append(told)))
    dones = [done for done, _ in seen]
    assert dones == sorted(dones)
    assert (dones[0], dones[-1]) == (0, 2)
    assert len(dones) > 20
    assert [row.seconds for row in found] == [None, None]


def test_out_of_reach_is_told_by_a_process_too(pool: Executor) -> None:
    told: list[TooLarge] = []
    variants = [Variant.parse("p10c10"), P4C6]
    found = list(run(variants, [strategy("knuth-candidates")], games=3, executor=pool, skipped=told.append))
    assert [row.variant for row in found] == [P4C6]
    assert str(told[0]).startswith("knuth-candidates p10c10 is left out: more than")
    with pytest.raises(TooLarge, match="too many"):
        list(run([Variant(10, 10)], [strategy("random")], executor=pool))


def test_a_fault_of_a_strategy_is_raised_as_it_is(pool: Executor) -> None:
    with pytest.raises(ZeroDivisionError, match="a fault of the strategy"):
        list(run([P4C6], [Failing(os.getpid())], games=5, executor=pool))
    assert list(run([P4C6], [Odd(os.getpid())], games=5, executor=pool)) == list(
        run([P4C6], [Odd(os.getpid())], games=5)
    )


def test_what_can_not_be_sent_is_refused(pool: Executor) -> None:
    class Local(Odd):
        pass

    with pytest.raises(NotAllowed, match="can't be sent to another process, use one worker"):
        list(run([P4C6], [Local(0)], games=5, executor=pool))


def test_a_worker_that_dies_is_told_and_rows_before_it_are_kept() -> None:
    with processes(2) as executor:
        found = run([P4C6], [strategy("first"), Dying(os.getpid())], games=5, executor=executor)
        assert next(found).strategy == "first"
        with pytest.raises(NotAllowed, match="odd p4c6: a worker ended before its work was done"):
            next(found)


def test_an_exception_ends_busy_processes_at_once() -> None:
    began = time.monotonic()

    def stop(done: float, _: float) -> None:
        if done > 0:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), processes(2) as executor:  # noqa: PT012
        sleeping = executor.submit(time.sleep, 60)
        while not sleeping.running():
            time.sleep(0.05)
        list(run([P4C6], [strategy("random")], games=50, executor=executor, progress=stop))
    assert time.monotonic() - began < 20


COMMAND = "import sys; from keypeg.cli import main; sys.exit(main())"


@pytest.fixture
def long_tournament() -> Iterator["subprocess.Popen[str]"]:
    """Begin a tournament with a short row and one that takes hours, and wait until its processes are at work."""
    words = ["tournament", "p2c3", "p20c20", "--strategies", "random,sampling", "--games", "500", "--workers", "2"]
    child = subprocess.Popen(
        [sys.executable, "-c", COMMAND, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 120
    while len(busy_group(child.pid)) < 4:  # itself, two workers and what multiprocessing keeps watch by
        assert child.poll() is None, child.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.1)
    yield child
    if busy_group(child.pid):
        os.killpg(child.pid, signal.SIGKILL)
    child.communicate()


def busy_group(group: int) -> list[int]:
    """List the processes of a group, as Linux tells them."""
    found = []
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = place.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group and fields[0] != "Z":
            found.append(int(place.parent.name))
    return found


def wait_for_end(group: int) -> None:
    deadline = time.monotonic() + 30
    while busy_group(group):
        assert time.monotonic() < deadline, "processes are left"
        time.sleep(0.05)


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are listed in /proc")


@needs_proc
def test_ctrl_c_ends_all_processes_and_keeps_the_finished_rows(long_tournament: "subprocess.Popen[str]") -> None:
    os.killpg(long_tournament.pid, signal.SIGINT)  # as a terminal does: to all of them
    out, err = long_tournament.communicate(timeout=30)
    assert long_tournament.returncode == 130, err
    assert "p2c3, 9 codes: 500 secrets drawn by seed 0" in out
    assert err.strip() == "keypeg: interrupted after 2 of 4 rows"
    wait_for_end(long_tournament.pid)


@needs_proc
def test_a_command_that_is_killed_leaves_no_process(long_tournament: "subprocess.Popen[str]") -> None:
    long_tournament.kill()
    wait_for_end(long_tournament.pid)
