"""Processes that take long to start: workers and how they end, and other servers that import the application."""

import signal
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from processes import KEYPEG, children, free_port, is_running, is_there, ready_url, started, until
from visitor import Visitor


@pytest.mark.timeout(200)
@pytest.mark.skipif(sys.platform != "linux", reason="several workers need Linux")
def test_workers_are_replaced_one_by_one_and_end_together(database: str) -> None:
    with started(*KEYPEG, "serve", "--workers", "2", "--port", "0", "--database", database) as server:
        url = ready_url(server)
        first = children(server.pid)
        server.send_signal(signal.SIGHUP)
        while len(now := children(server.pid)) != 2 or now & first:
            # The system resets a connection that it has given to a worker in the moment in which that one ends.
            assert is_there(url) or is_there(url)
        server.terminate()
        assert server.wait(30) == -signal.SIGTERM
        assert server.stderr is not None
        assert server.stderr.read() == ""
        assert not any(map(is_running, now))


@pytest.mark.timeout(200)
@pytest.mark.parametrize(
    "command",
    [
        ["uvicorn", "keypeg.web.asgi:app", "--workers", "2", "--port"],
        ["gunicorn", "keypeg.web.asgi:app", "-k", "uvicorn_worker.UvicornWorker", "-w", "2", "-b"],
        ["gunicorn", "keypeg.web.asgi:app", "-k", "uvicorn_worker.UvicornWorker", "-w", "2", "--preload", "-b"],
    ],
    ids=lambda command: " ".join({command[0], *command[6:-1]}),
)
def test_other_servers_import_the_application(tmp_path: Path, command: list[str]) -> None:
    if find_spec(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    url = f"http://127.0.0.1:{(port := free_port())}"
    place = str(port) if command[0] == "uvicorn" else f"127.0.0.1:{port}"
    database = f"sqlite:///{tmp_path}/games.db"
    with started(sys.executable, "-m", *command, place, KEYPEG_DATABASE=database, KEYPEG_RATE="600") as server:
        until(lambda: is_there(url))
        with Visitor(url) as ann:
            assert ann.see(game := ann.begin()) == game
            setup = ann.ask("GET", "setup")
            assert (setup["local"], setup["limits"]["requests_per_minute"]) == (False, 600)
        workers = children(server.pid)
        server.terminate()
        server.communicate(timeout=30)
        assert len(workers) >= 2
        until(lambda: not any(map(is_running, workers)))
    assert (tmp_path / "games.db").exists()
