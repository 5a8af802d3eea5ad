"""What operators see of a server: whether it is alive and ready, what it counts, and what it logs."""

import json
import logging
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from keypeg.errors import NotAllowed, Unavailable
from keypeg.web import operating
from keypeg.web.logs import JsonLines, TextLines, set_up
from keypeg.web.metrics import KINDS, Metrics, written
from keypeg.web.proxies import Networks, Site
from visitor import PATIENT, Visitor, running

COMMAND = [sys.executable, "-c", "import sys; from keypeg.cli import main; sys.exit(main())", "serve", "--port", "0"]
OBSERVED = Site(observers=Networks.parse(["127.0.0.1"]))


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/games.db"


class TestHealth:
    def test_alive_and_ready(self, database: str) -> None:
        with running(database) as url, Visitor(url) as someone:
            assert someone.get("/healthz").json() == {"status": "alive"}
            assert someone.get("/readyz").json() == {"status": "ready"}

    def test_not_ready_without_the_database(self, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(*_: object) -> None:
            raise Unavailable("database-unavailable", fault="away", reason="gone")

        with running(database) as url, Visitor(url) as someone:
            monkeypatch.setattr("keypeg.database.Database.version", fail)
            response = someone.get("/readyz")
            assert (response.status_code, response.json()) == (503, {"status": "database"})
            assert response.headers["retry-after"] == "5"
            assert someone.get("/healthz").status_code == 200

    def test_not_ready_while_it_ends(self, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
        with running(database) as url, Visitor(url) as someone:
            monkeypatch.setattr("keypeg.web.events.Hub.is_closed", True)
            assert someone.get("/readyz").json() == {"status": "ending"}


SAMPLE = re.compile(r'[a-z_]+(\{([a-z]+="[^"]*",?)+\})? [0-9.e+-]+')


class TestMetrics:
    def test_they_are_closed(self, database: str) -> None:
        with running(database) as url, Visitor(url) as someone:
            assert someone.get("/metrics").status_code == 404
        with running(database, site=OBSERVED) as url, Visitor(url, "127.0.0.2") as stranger:
            assert stranger.get("/metrics").status_code == 404
        site = Site(proxies=Networks.parse(["127.0.0.1"]), observers=OBSERVED.observers)
        with running(database, site=site) as url, Visitor(url) as proxy:
            assert proxy.get("/metrics", headers={"X-Forwarded-For": "192.0.2.1"}).status_code == 404

    def test_what_is_counted(self, database: str) -> None:
        with running(database, PATIENT, site=OBSERVED) as url, Visitor(url) as someone:
            game = someone.do(someone.begin(), "guess", guess="1122")
            someone.get("/api/games/nothing")
            someone.get("/api/nothing/at%0aall")
            with someone.stream("GET", f"/api/games/{game['id']}/events") as stream:
                lines = stream.iter_lines()
                next(lines)
                response = someone.get("/metrics")
            assert response.headers["content-type"].startswith("text/plain; version=0.0.4")
        told = response.text.splitlines()
        assert all(line.startswith("# ") or SAMPLE.fullmatch(line) for line in told), told
        guess = '{method="POST",route="/api/games/{identifier}/guess",status="200"}'
        assert f"keypeg_requests_total{guess} 1" in told
        assert 'keypeg_requests_total{method="GET",route="/api/games/{identifier}",status="404"} 1' in told
        assert 'keypeg_request_seconds_count{route="/api/games/{identifier}/guess"} 1' in told
        assert {"keypeg_games 1", "keypeg_streams 1"} <= set(told)
        assert 'keypeg_engine_tasks{state="waiting"} 0' in told
        connections = next(int(line.split()[1]) for line in told if line.startswith("keypeg_connections "))
        assert connections >= 2
        assert game["id"] not in response.text
        for name, (kind, meaning) in KINDS.items():
            if not name.startswith("keypeg_refused"):  # nothing was
                assert f"# TYPE {name} {kind}" in told
                assert f"# HELP {name} {meaning}" in told

    def test_what_was_refused_before_it_was_parsed(self, database: str) -> None:
        with running(database, PATIENT, site=OBSERVED) as url, Visitor(url) as someone:
            assert someone.get("/", headers={"X-Long": "x" * 40_000}).status_code == 431
            assert 'keypeg_refused_connections_total{reason="too-much"} 1' in someone.get("/metrics").text

    def test_several_processes_are_counted_together(self, start: "Start", database: str) -> None:
        _, url, _ = start("--workers", "2", "--metrics", "127.0.0.1", "--database", database)
        for _ in range(12):
            with Visitor(url) as someone:  # each comes to one of the processes
                someone.begin()
        counted = 'keypeg_requests_total{method="POST",route="/api/games",status="201"} 12'
        until = time.monotonic() + 30
        with Visitor(url) as observer:
            while counted not in (told := observer.get("/metrics").text):
                assert time.monotonic() < until, told
                time.sleep(0.2)
            assert "keypeg_games 12" in observer.get("/metrics").text

    def test_a_full_disk_does_not_end_the_counting(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(operating, "LEFT_S", 0.01)
        folder = tmp_path / "exchange"  # which is not there yet, so that nothing can be left in it
        site = Site(observers=OBSERVED.observers, exchange=str(folder))
        with running(f"sqlite:///{tmp_path}/games.db", site=site):
            time.sleep(0.1)
            folder.mkdir()
            until = time.monotonic() + 10
            while not (folder / str(os.getpid())).exists():
                assert time.monotonic() < until
                time.sleep(0.01)

    def test_the_times_add_up(self) -> None:
        metrics = Metrics()
        for seconds in (0.001, 0.02, 100.0):
            metrics.time('a"b\n', seconds)
        lines = written(metrics.samples()).splitlines()
        buckets = [line for line in lines if "_bucket" in line]
        assert [line.split()[-1] for line in buckets] == ["1", "1", *["2"] * 10, "3"]
        assert r'keypeg_request_seconds_sum{route="a\"b\n"} 100.021' in lines


def record(message: str, *args: object, error: bool = False) -> logging.LogRecord:
    failed = ValueError("first\nsecond")
    caught = (ValueError, failed, None) if error else None
    made = logging.LogRecord("keypeg.web", logging.ERROR, "", 0, message, args, caught)
    made.created = 1_800_000_000.5
    return made


class TestLines:
    FORGED = "/x\n2027-01-01 error keypeg.web forged\r\x1b[31m\u2028\x85"

    def test_text_is_one_line(self) -> None:
        line = TextLines().format(record("GET %s failed", self.FORGED, error=True))
        assert line.startswith(
            "2027-01-15T08:00:00.500+00:00 error keypeg.web GET /x\\n2027-01-01 error keypeg.web forged\\r"
        )
        assert line.isprintable()
        assert "ValueError: first\\nsecond" in line

    def test_json_is_one_line(self) -> None:
        line = JsonLines().format(record("GET %s failed", self.FORGED, error=True))
        assert line.isprintable()
        told = json.loads(line)
        assert (told["level"], told["logger"], told["message"]) == ("error", "keypeg.web", f"GET {self.FORGED} failed")
        assert told["traceback"].endswith("ValueError: first\nsecond")

    def test_there_are_no_other_forms(self) -> None:
        with pytest.raises(NotAllowed, match="'xml' is not a form of log: text or json"):
            set_up("xml", access=False)


Start = Callable[..., tuple["subprocess.Popen[str]", str, str]]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Give a function that starts a server, and returns it with its address and its first line."""
    started: list[subprocess.Popen[str]] = []

    def begin(*words: str) -> tuple["subprocess.Popen[str]", str, str]:
        environment = os.environ | {"KEYPEG_DATA": str(tmp_path)}
        server = subprocess.Popen([*COMMAND, *words], stderr=subprocess.PIPE, text=True, env=environment)
        started.append(server)
        assert server.stderr
        line = server.stderr.readline()
        found = re.search(r"http://[\d.:]+", line)
        assert found, line
        return server, found[0], line

    yield begin
    for server in started:
        server.kill()
        server.communicate()


class TestProcess:
    def test_its_log_has_a_line_for_each_request_and_no_secrets(self, start: Start, database: str) -> None:
        server, url, first = start("--log", "json", "--access-log", "--database", database)
        assert json.loads(first)["message"].startswith("Keypeg is at http")
        with Visitor(url) as someone:
            game = someone.begin("duel", secret="1234")
            someone.get(f"/api/join/{game['join']}%0aforged")
            someone.get("/nothing%0aforged", headers={"Host": "x\ty", "X-Forwarded-For": "forged"})
            cookie = someone.cookies["keypeg"]
        server.send_signal(signal.SIGINT)
        assert server.wait(20) == 0
        assert server.stderr
        log = server.stderr.read()
        lines = [json.loads(line) for line in log.splitlines()]
        told = [(line["message"], line["status"], line["visitor"]) for line in lines]
        assert told == [
            ("POST /api/games", 201, "127.0.0.1"),
            ("GET /api/join/{token}", 404, "127.0.0.1"),
            ("GET -", 404, "127.0.0.1"),
        ]
        assert not any(secret in log for secret in (cookie, game["join"], game["id"], "forged", "1234"))

    def test_it_answers_what_has_begun_before_it_ends(self, start: Start, database: str) -> None:
        server, url, _ = start("--database", database)
        told: list[int] = []

        def ask() -> None:
            with Visitor(url) as someone:
                told.append(someone.get("/api/position", params={"position": "p5c8"}).status_code)

        with Visitor(url) as watcher:
            game = watcher.begin()
            with watcher.stream("GET", f"/api/games/{game['id']}/events") as stream:
                lines = stream.iter_lines()
                next(lines)
                asking = threading.Thread(target=ask)
                asking.start()
                time.sleep(0.3)
                server.send_signal(signal.SIGTERM)
                assert list(lines)[-1] == ""  # the stream ends where an event does
                asking.join(20)
        assert told == [200]
        assert server.wait(20) == -signal.SIGTERM
        assert server.stderr
        assert server.stderr.read() == ""
