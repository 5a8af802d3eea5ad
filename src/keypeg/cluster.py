"""Who does the tasks of long work: threads of this process, processes of this machine, or a Dask cluster.

All of them are executors. Dask is transport and nothing more: what a task found is in the ledger before the next one is
handed out, so the scheduler and every worker may die at any moment.
"""

import sys
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache, partial
from threading import Event
from typing import Any

from keypeg import _core, bench, prover
from keypeg.errors import NotAllowed
from keypeg.prover import Crew, Outcome, Task
from keypeg.workers import processes

LOCAL = "local"
"""The address of this machine."""

_PATIENCE = 10  # seconds to wait for a scheduler
_MEMORY_SHARE = 0.6  # of a worker's limit: beyond, Dask pauses the worker
_LOSSES = 1000  # how many workers a task may outlive; Dask gives up after three


@contextmanager
def crew(address: str = LOCAL, workers: int = 0, threads: int = 0) -> Iterator[Crew]:
    """Provide workers for a proof.

    Here, they are `workers` processes that share `threads` threads (0 for one per core), each with a memory of its own;
    or, if `workers` is 0, threads of this process with one memory. On a cluster each worker uses all its cores.
    """
    count = _core.thread_count(threads)
    if address != LOCAL:
        with _client(address) as client:
            yield _cluster_crew(client, address)
    elif workers > 0:
        with processes(workers) as pool:
            yield Crew(pool, lambda: workers, max(count // workers, 1))
    else:
        with _threads(count) as crew:
            yield crew


def _cluster_crew(client: Any, address: str) -> Crew:
    from distributed.scheduler import KilledWorker  # noqa: PLC0415

    def places() -> int:
        try:
            return sum(client.nthreads().values())
        except OSError as error:
            raise NotAllowed("cluster-lost", address=address, reason=str(error)) from error

    def dismiss(error: Exception) -> bool:
        if not isinstance(error, NotAllowed) or error.kind not in ("worker-play", "worker-proof"):
            return False
        client.retire_workers([error.facts["worker"]])
        return True

    work = partial(_do, play=bench.play())
    losses = (BrokenExecutor, KilledWorker)
    return Crew(client.get_executor(pure=False), places, 0, work, losses=losses, dismiss=dismiss)


def _do(task: Task, play: int) -> Outcome:
    """Do a task on a worker of a cluster, if its build can be trusted, and in the memory that it has."""
    from distributed import get_worker  # noqa: PLC0415

    worker: Any = get_worker()
    if _own_play() != play:
        raise NotAllowed("worker-play", worker=worker.address, play=_own_play(), expected=play)
    if (false := _own_false_proof()) is not None:
        position, found = false
        raise NotAllowed(
            "worker-proof", worker=worker.address, position=position, found=found, expected=bench.PROVEN[position]
        )
    limit = worker.memory_manager.memory_limit
    memory = min(task.limits.memory, int(limit * _MEMORY_SHARE)) if limit else task.limits.memory
    return prover.do(replace(task, limits=replace(task.limits, memory=memory)))


@lru_cache(maxsize=1)
def _own_play() -> int:
    return bench.play()


@lru_cache(maxsize=1)
def _own_false_proof() -> tuple[str, int] | None:
    return bench.false_proof()


@contextmanager
def executor(address: str = LOCAL, workers: int = 0) -> Iterator[Executor]:
    """Provide an executor of single tasks: processes of this machine, one per core if `workers` is 0, or a cluster."""
    if address == LOCAL:
        with processes(workers) as pool:
            yield pool
    else:
        with _client(address) as client:
            yield client.get_executor(pure=False)


@contextmanager
def _threads(count: int) -> Iterator[Crew]:
    called_off = Event()
    work = partial(prover.do, is_called_off=called_off.is_set)
    pool = ThreadPoolExecutor(count)
    try:
        yield Crew(pool, lambda: count, work=work, call_off=called_off.set)
    finally:
        called_off.set()
        pool.shutdown(cancel_futures=True)


@contextmanager
def _client(address: str) -> Iterator[Any]:
    try:
        from distributed import Client  # noqa: PLC0415 - an extra, and slow to import
    except ModuleNotFoundError as error:
        raise NotAllowed("cluster-packages", package=error.name) from error
    try:
        client: Any = Client(address, timeout=_PATIENCE)  # type: ignore[no-untyped-call]
    except (OSError, TypeError, ValueError) as error:  # the second if a certificate is missing
        raise NotAllowed("cluster-address", address=address, reason=str(error)) from error
    try:
        client.run_on_scheduler(_outlive_losses)
        yield client
    finally:
        client.close(timeout=_PATIENCE)


def _outlive_losses(dask_scheduler: Any) -> None:
    dask_scheduler.allowed_failures = _LOSSES


def dashboard(crew: Crew) -> str | None:
    """Return the address of the page on which a cluster shows what it is doing."""
    client = getattr(crew.executor, "_client", None)
    if client is None or not client.run_on_scheduler(_shows_dashboard):
        return None
    return str(client.dashboard_link)


def _shows_dashboard(dask_scheduler: Any) -> bool:
    """Return whether there is a page: not if the scheduler's machine has no bokeh, or the scheduler no dashboard."""
    return "dashboard" in dask_scheduler.services and "distributed.dashboard.scheduler" in sys.modules
