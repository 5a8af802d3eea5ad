"""Programs that the tests start, and what becomes of them."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

KEYPEG = [sys.executable, "-c", "import sys; from keypeg.cli import main; sys.exit(main())"]


@contextmanager
def started(*command: str, **environment: str) -> Iterator["subprocess.Popen[str]"]:
    """Start a program, and kill what is left of it at the end."""
    program = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=os.environ | environment)
    try:
        yield program
    finally:
        program.kill()
        program.communicate()


def children(process: int) -> set[int]:
    found = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return {int(each) for each in found}


def is_running(process: int) -> bool:
    try:
        return "State:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except FileNotFoundError:
        return False


def until(is_true: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def is_there(url: str) -> bool:
    try:
        return httpx.get(f"{url}/api/setup", trust_env=False).status_code == 200
    except httpx.TransportError:
        return False


def ready_url(server: "subprocess.Popen[str]") -> str:
    assert server.stderr is not None
    line = server.stderr.readline()
    match = re.match(r"Keypeg is at (http://\S+)/ \(Ctrl-C ends it\)\. Games are kept in (\S+)\n", line)
    assert match, line
    return match[1]
