"""`keypeg serve --workers`, and the application for servers that import it."""

import asyncio
import os
import signal
import socket
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from keypeg.cli import main
from keypeg.errors import NotAllowed
from keypeg.web.asgi import Application
from keypeg.web.limits import Limits
from keypeg.web.serve import ServeOptions
from keypeg.web.workers import supervise
from processes import KEYPEG, children, is_running, is_there, ready_url, started, until
from visitor import Visitor, watching


@pytest.mark.timeout(200)
@pytest.mark.skipif(sys.platform != "linux", reason="several workers need Linux")
def test_workers_tell_each_other_are_replaced_and_end_with_their_supervisor(tmp_path: Path) -> None:
    serve = [*KEYPEG, "serve", "--workers", "2", "--port", "0", "--database", f"sqlite:///{tmp_path}/games.db"]
    with started(*serve) as server:
        url = ready_url(server)
        first = children(server.pid)
        assert len(first) == 2
        with Visitor(url) as ann:
            game = ann.begin()
            with watching(ann, game) as events:
                next(events)
                for number in range(8):  # each from a connection of its own: some go to the other worker
                    with Visitor(url) as again:
                        again.cookies.update(ann.cookies)
                        start = time.monotonic()
                        game = again.do(game, "guess", guess=f"112{number % 6 + 1}")
                        assert len(next(events)[2]["turns"]) == number + 1
                        assert time.monotonic() - start < 2.5  # a look would take 3 s or more
            cookies = dict(ann.cookies)
        os.kill(min(first), signal.SIGKILL)
        assert server.stderr is not None
        assert server.stderr.readline().endswith(f" error keypeg.web worker=died process={min(first)} code=-9\n")
        until(lambda: is_there(url))
        with Visitor(url) as ann:
            ann.cookies.update(cookies)
            assert ann.see(game) == game
        until(lambda: len(children(server.pid) - first) == 1)
        workers = children(server.pid)
        server.kill()
        server.wait()
        until(lambda: not any(map(is_running, workers)))


@pytest.mark.timeout(60)
def test_what_can_not_be_is_said_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--workers", "2", "--port", str(port)]) == 2
        assert "is taken" in capsys.readouterr().err
    (tmp_path / "thesis").write_text("years of work\n" * 100)
    assert main(["serve", "--workers", "2", "--port", "0", "--database", f"sqlite:///{tmp_path}/thesis"]) == 2
    printed = capsys.readouterr().err
    assert "file is not a database" in printed
    assert printed.count("\n") == 1


def test_other_systems_have_one_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(NotAllowed, match="several workers need Linux, not darwin"):
        supervise(ServeOptions(workers=2))


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("KEYPEG_DATABASE", "oracle://x/y", "keypeg: 'oracle' is not a database that Keypeg knows"),
        ("KEYPEG_RATE", "many", "keypeg: 'many' is not a number of requests a minute"),
    ],
)
def test_settings_that_can_not_be_are_said_in_a_line(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, message: str
) -> None:
    monkeypatch.setenv(name, value)
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "lifespan.startup"}

    async def send(told: Any) -> None:
        sent.append(told)

    asyncio.run(Application()({"type": "lifespan"}, receive, send))
    assert [told["type"] for told in sent] == ["lifespan.startup.failed"]
    assert sent[0]["message"].startswith(message)


def test_workers_share_what_connections_there_may_be() -> None:
    most = [ServeOptions(workers=workers).limits for workers in (1, 2, 3, 100)]
    assert [limits.visitor_connections for limits in most] == [256, 128, 86, 32]
    assert [limits.connections for limits in most] == [10_000, 5_000, 3_334, 100]
    assert Limits(visitor_connections=6).of_worker(2).visitor_connections == 6
