"""A program that guesses, behind pipes: a position per line goes in, a guess per line comes out.

Whatever the program does, a question takes no longer than its time: one that is silent, ends, or writes a line without
end is killed with all that it started, and started anew for the next question. Nothing that it writes unasked is read
ahead, so that it can't fill the memory. Its standard error is ours, so that it can tell why it ended.
"""

import os
import queue
import shlex
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import IO, Self

from keypeg.errors import KeypegError, NotAllowed
from keypeg.evaluation import NoGuess
from keypeg.position import Position

LONGEST_LINE = 4096
"""How many bytes a line may have."""


class Program:
    """A player behind a pipe; use it in a `with` statement, which ends it."""

    def __init__(self, command: str, seconds: float) -> None:
        """Take a command line, without a shell, and how long each guess may take."""
        self._seconds, self._command = seconds, command
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise NotAllowed("player-command", command=command, reason=str(error)) from None
        if not self._words:
            raise NotAllowed("player-empty")
        self._talk: _Talk | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    def ask(self, position: Position) -> str:
        """Return the line that the program writes for a position; raise NoGuess if there is none."""
        if self._talk is None:
            self._talk = _Talk(self._start)
            try:
                self._talk.begin()
            except KeypegError:
                self.stop()
                raise
        line = self._talk.ask(f"{position}\n".encode(), self._seconds)
        if line is not None and line.endswith(b"\n"):
            return line.decode("utf-8", "replace").strip()
        self.stop()
        raise NoGuess("silent" if line is None else "endless" if len(line) >= LONGEST_LINE else "crashed")

    def _start(self) -> "subprocess.Popen[bytes]":
        # A group of its own is killed as a whole; unbuffered pipes hold no lock that a waiting thread could keep.
        try:
            return subprocess.Popen(  # noqa: S603 - the user's own command
                self._words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = (getattr(error, "strerror", None) or str(error)).lower()
            raise NotAllowed("player-command", command=self._command, reason=reason) from None

    def stop(self) -> None:
        """End the program and all that it started."""
        if self._talk is not None:
            self._talk.end()
            self._talk = None


class _Talk:
    """A thread that writes questions to a process and reads a line for each, so that nobody else ever waits for it."""

    def __init__(self, start: Callable[[], "subprocess.Popen[bytes]"]) -> None:
        self._start, self._is_ended = start, False
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._begun: queue.SimpleQueue[KeypegError | None] = queue.SimpleQueue()
        self._questions: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def begin(self) -> None:
        """Start the process; raise NotAllowed if that can't be done.

        The thread starts it: a signal may interrupt the caller at any point, also between a process that is there and
        the line that would remember it, and then nobody could end it.
        """
        self._thread.start()
        error = self._begun.get()
        if error is not None:
            raise error

    def ask(self, question: bytes, seconds: float) -> bytes | None:
        """Return a line, cut off if it is too long or the process ended; None if nothing came in time."""
        self._questions.put(question)
        try:
            return self._answers.get(timeout=seconds)
        except queue.Empty:
            return None

    def _serve(self) -> None:
        with self._lock:
            if self._is_ended:
                return
            try:
                self._process = process = self._start()
            except KeypegError as error:
                self._begun.put(error)
                return
        self._begun.put(None)
        writing, reading = _pipes(process)
        for question in iter(self._questions.get, None):
            try:
                writing.write(question)
                line = reading.readline(LONGEST_LINE)
            except (OSError, ValueError):
                line = b""
            self._answers.put(line)

    def end(self) -> None:
        self._questions.put(None)
        with self._lock:  # which waits for a process that is being started
            self._is_ended, process = True, self._process
        if process is None:
            return
        if sys.platform == "win32":
            process.kill()
        else:
            # The group lives on as long as any of its processes, and the number is not used again before.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self._thread.join(1)  # a process that left the group may keep the pipe open: then nobody waits for it
        if not self._thread.is_alive():
            for pipe in _pipes(process):
                pipe.close()


def _pipes(process: "subprocess.Popen[bytes]") -> tuple[IO[bytes], IO[bytes]]:
    assert process.stdin is not None  # noqa: S101 - both were asked for
    assert process.stdout is not None  # noqa: S101
    return process.stdin, process.stdout
