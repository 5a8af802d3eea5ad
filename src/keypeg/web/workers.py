"""Several processes that serve one page: a supervisor starts them, and others in the place of those that die.

Each worker listens on a socket of its own, on the same port, and the system hands out connections evenly among them;
those of a worker that has died go to the others. A worker gets its options by a pipe, whose end tells it that the
supervisor is gone, and says by another that it is ready.
"""

import asyncio
import json
import logging
import os
import signal
import socket
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any

from keypeg import words
from keypeg.database import Database
from keypeg.errors import KeypegError, NotAllowed
from keypeg.exit_codes import BAD_INPUT, FAILURE
from keypeg.languages import in_use, speaking
from keypeg.lines import one_line
from keypeg.web import logs
from keypeg.web import serve as alone
from keypeg.web.serve import GRACE_S, PageServer, ServeOptions, address, listen, make_app

_LOG = logging.getLogger("keypeg.web")

_READY = b"ready\n"
_PAUSE_S, _LONGEST_PAUSE_S = 0.2, 30.0
_KILL_S = GRACE_S + 5
_COMMAND = (sys.executable, "-P", "-m", "keypeg.web.workers")


def serve(options: ServeOptions) -> int:
    """Serve the page until Ctrl-C, by as many processes as are asked for; return the exit code."""
    return alone.serve(options) if options.workers == 1 else supervise(options)


def supervise(options: ServeOptions) -> int:
    """Start the workers and see to it that they run; return the exit code."""
    if sys.platform != "linux":  # elsewhere the system doesn't hand out connections among sockets of one port
        raise NotAllowed("serve-workers", system=sys.platform)
    logs.set_up(options.log, access=options.access_log)
    with listen(options.host, options.port) as free:
        options = replace(options, port=free.getsockname()[1])
    with listen(options.host, options.port, is_shared=True, is_reserved=True):
        database = Database(options.database)  # which brings its tables up to date, or says why it can't, once for all
        database.close()
        ready = words.text("web.ready", url=address(options), database=database.shown_url)
        with tempfile.TemporaryDirectory(prefix="keypeg-metrics-") as folder:
            number = asyncio.run(Supervisor(replace(options, exchange=folder), ready).run())
    if number < 0:  # as it would have ended without a supervisor
        signal.signal(-number, signal.SIG_DFL)
        os.kill(os.getpid(), -number)
    return number


class Supervisor:
    """Starts workers, starts others in their place when they die, and ends them all."""

    def __init__(self, options: ServeOptions, ready: str) -> None:
        self._options = options
        self._ready = ready
        self._workers: list[Process | None] = [None] * options.workers
        self._starting = [asyncio.Lock() for _ in self._workers]
        self._ended: asyncio.Future[int]

    async def run(self) -> int:
        """Work until a signal; return the exit code, or the number of the signal as a negative number."""
        loop = asyncio.get_running_loop()
        self._ended = loop.create_future()
        loop.add_signal_handler(signal.SIGINT, self._end, 0)
        loop.add_signal_handler(signal.SIGTERM, self._end, -signal.SIGTERM)
        hang_up = self._end if sys.stderr.isatty() else self._renew
        loop.add_signal_handler(signal.SIGHUP, hang_up, -signal.SIGHUP)
        started = await asyncio.gather(*(self._start(slot) for slot in range(len(self._workers))))
        if not all(started) and not self._ended.done():
            self._end(BAD_INPUT)
        keepers = [asyncio.create_task(self._keep(slot)) for slot in range(len(self._workers))]
        if not self._ended.done():
            logs.announce(self._ready)
            if self._options.open_page:
                alone.open_page(address(self._options))
        code = await self._ended
        for keeper in keepers:
            keeper.cancel()
        await asyncio.gather(*(_end(worker) for worker in self._workers if worker is not None))
        return code

    def _end(self, code: int) -> None:
        if not self._ended.done():
            self._ended.set_result(code)

    async def _start(self, slot: int) -> bool:
        """Start a worker in a slot; return whether it is ready. The one that was there is ended after that."""
        async with self._starting[slot]:
            worker = await asyncio.create_subprocess_exec(*_COMMAND, stdin=PIPE, stdout=PIPE)
            is_ready = await self._is_ready(worker)
            if not is_ready:
                await _end(worker)
                return False
            before, self._workers[slot] = self._workers[slot], worker
            if before is not None:
                await _end(before)
            return True

    async def _is_ready(self, worker: Process) -> bool:
        """Give a worker its options, and wait until it is ready, or ends, or all should end."""
        if worker.stdin is None or worker.stdout is None:
            return False
        language = in_use.get()
        tag = language if isinstance(language, str) else language.name
        worker.stdin.write(json.dumps({**asdict(self._options), "language": tag}).encode() + b"\n")
        reading: asyncio.Task[object] = asyncio.create_task(worker.stdout.readline())
        both: list[asyncio.Future[Any]] = [reading, self._ended]
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        if self._ended.done():
            reading.cancel()
            return False
        return reading.result() == _READY

    async def _keep(self, slot: int) -> None:
        """Start another worker whenever that of a slot dies."""
        pause = _PAUSE_S
        while True:
            worker = self._workers[slot]
            if worker is not None:
                code = await worker.wait()
                if self._workers[slot] is not worker:  # it was replaced
                    continue
                _LOG.error("worker=died process=%d code=%d", worker.pid, code)
                self._workers[slot] = None
            if await self._start(slot):
                pause = _PAUSE_S
            else:
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE_S)

    def _renew(self, _code: int) -> None:
        self._renewing = asyncio.create_task(self._renew_all(range(len(self._workers))))

    async def _renew_all(self, slots: Iterable[int]) -> None:
        """Start another worker in the place of each, one after the other, so that somebody is always there."""
        for slot in slots:
            await self._start(slot)


async def _end(worker: Process) -> None:
    """Tell a worker to end, and end it if it doesn't."""
    for act, seconds in ((worker.terminate, _KILL_S), (worker.kill, None)):
        with suppress(ProcessLookupError):
            act()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await worker.wait()
                return


class Worker(PageServer):
    """One process of several: it says when it is ready, and ends when its supervisor is gone."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            asyncio.get_running_loop().add_reader(sys.stdin.fileno(), self._look)
            os.write(sys.stdout.fileno(), _READY)

    def _look(self) -> None:
        if not os.read(sys.stdin.fileno(), 1):
            asyncio.get_running_loop().remove_reader(sys.stdin.fileno())
            self.handle_exit(signal.SIGTERM, None)


def work() -> int:
    """Be a worker: read the options, serve, and return the exit code."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # the supervisor decides what it means
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as pipe:
        given = json.loads(pipe.readline())
    with speaking(given.pop("language")):
        options = ServeOptions(**given | {name: tuple(given[name]) for name in ("proxies", "observers")})
        logs.set_up(options.log, access=options.access_log)
        try:
            with listen(options.host, options.port, is_shared=True) as listening, suppress(KeyboardInterrupt):
                Worker(make_app(options, Database(options.database))).run(sockets=[listening])
        except KeypegError as error:
            sys.stderr.write(f"keypeg: {one_line(str(error))}\n")
            return FAILURE
    return 0


if __name__ == "__main__":
    sys.exit(work())
