"""Processes on this machine as an executor, for work that consists of many tasks, such as a tournament."""

import os
import pickle
import signal
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import Lock, Thread
from typing import Any, NamedTuple, ParamSpec, TypeVar

from keypeg import _core
from keypeg.errors import NotAllowed

P = ParamSpec("P")
T = TypeVar("T")

_CONTEXT = get_context("spawn")


@contextmanager
def processes(workers: int = 0) -> Iterator[Executor]:
    """Provide an executor with this many processes, 0 for one per core; each starts when there is work for it.

    They end with the block: after their work, or at once if an exception such as Ctrl-C ends the block; or when this
    process dies. They start afresh on every platform (`spawn`), so a script needs its `if __name__ == "__main__"`.
    """
    pool = _Processes(_core.thread_count(workers))
    try:
        yield pool
        pool.shutdown()
    finally:
        pool.kill()


class _Worker(NamedTuple):
    process: SpawnProcess
    line: Connection


class _Processes(ThreadPoolExecutor):
    """Lets a process do each task, while a thread waits for it. A process that dies fails only its own task."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers, initializer=_hold_interrupts)
        self._lock = Lock()
        self._started: list[_Worker] = []
        self._idle: list[_Worker] = []
        self._killed = False

    def submit(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        try:
            order = pickle.dumps((work, args, kwargs))
        except Exception as error:
            raise NotAllowed("work-unsendable", reason=str(error)) from error
        return super().submit(self._have_done, order)

    def kill(self) -> None:
        """End all processes, whatever they are doing, and wait for them to end."""
        with self._lock:
            self._killed = True
            for worker in self._started:
                worker.process.kill()
        self.shutdown(cancel_futures=True)
        for worker in self._started:
            worker.process.join()
            worker.line.close()

    def _have_done(self, order: bytes) -> Any:
        worker = self._free_worker()
        try:
            worker.line.send_bytes(order)
            is_done, value = worker.line.recv()
        except (EOFError, OSError):
            raise BrokenExecutor("a process ended before its work was done") from None
        with self._lock:
            self._idle.append(worker)
        if is_done:
            return value
        raise value

    def _free_worker(self) -> _Worker:
        with self._lock:
            if self._idle:
                return self._idle.pop()
            if self._killed:
                raise BrokenExecutor("all processes have been ended")
            ours, theirs = _CONTEXT.Pipe()
            process = _CONTEXT.Process(target=_serve, args=(theirs,), daemon=True)
            process.start()
            theirs.close()
            self._started.append(_Worker(process, ours))
            return self._started[-1]


def _hold_interrupts() -> None:
    """Shield this thread, and each process that it starts, from Ctrl-C: the thread that submitted the work gets it."""
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # otherwise the first process starts it, which unblocks signals again
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _serve(line: Connection) -> None:
    """Do the work that comes over the line, until its other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            order = line.recv_bytes()
        except EOFError:
            return
        line.send_bytes(_reply(order))


def _reply(order: bytes) -> bytes:
    try:
        work, args, kwargs = pickle.loads(order)  # noqa: S301 - it comes from our own parent
        return pickle.dumps((True, work(*args, **kwargs)))
    except Exception as error:  # noqa: BLE001 - it is raised again in the parent
        error.add_note(f"In a process of its own:\n{traceback.format_exc()}")
        try:
            return pickle.dumps((False, error))
        except Exception:  # noqa: BLE001 - some exceptions can't be pickled
            return pickle.dumps((False, RuntimeError(traceback.format_exc())))


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
