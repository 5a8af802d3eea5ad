"""The faults of a database while it is in use: what a visitor sees, that it passes, and that nothing is lost.

`docs/server.md` has a table of them. Some have tests elsewhere: kill -9 in `test_web_serve.py`, a worker that is killed
in `test_web_workers.py`, and the page in `browser/test_page_restart.py`.
"""

import logging
import os
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa

from faults import Network
from keypeg import database_open, database_postgres
from keypeg.cli import main
from keypeg.database import Database
from keypeg.errors import Unavailable
from visitor import PATIENT, Json, NoPostgres, Postgres, Visitor, running, watching

CODES = [f"{a}{b}{c}6" for a in "1234" for b in "12345" for c in "12345"]


@pytest.fixture(autouse=True)
def _impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for nothing as long as a server would."""
    monkeypatch.setattr(database_open, "_MIGRATION_S", 0.2)
    monkeypatch.setitem(database_open._ENGINE, "pool_timeout", 0.2)
    monkeypatch.setattr(database_open, "_WAIT_S", 0.3)
    monkeypatch.setattr(database_postgres, "_LOCK_S", 0.3)
    monkeypatch.setattr(database_postgres, "_ANSWER_S", 1.0)


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    try:
        with Postgres() as running_server:
            yield running_server
    except NoPostgres as reason:
        pytest.skip(str(reason))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


class Player(Visitor):
    """Somebody who keeps a list of what they were told, and guesses on whatever happens."""

    def start(self) -> None:
        self.game = self.begin(guesses=None)
        self.seen = 0.0

    def guess(self) -> str:
        """Make the next guess; return "ok", or the kind of the error if the database is out of order."""
        turns = len(self.game["turns"])
        body = {"guess": CODES[turns], "seen": turns}
        response = self.post(f"/api/games/{self.game['id']}/guess", json=body)
        if response.status_code == 200:
            self.game = response.json()
            assert len(self.game["turns"]) == turns + 1
            return "ok"
        return outage(response.status_code, dict(response.headers), response.json())

    def look(self) -> str:
        response = self.get(f"/api/games/{self.game['id']}")
        if response.status_code == 200:
            assert response.json()["turns"][: len(self.game["turns"])] == self.game["turns"]
            return "ok"
        return outage(response.status_code, dict(response.headers), response.json())

    def guess_until(self, result: str, within: float = 20) -> None:
        until(lambda: self.guess() == result, within)


def outage(status: int, headers: dict[str, str], told: Json) -> str:
    assert (status, told["error"]["kind"]) == (503, "unavailable"), told
    assert headers["retry-after"] == str(told["error"]["retry_after"])
    return "unsure" if "broke off" in told["error"]["message"] else "unavailable"


def until(is_true: Callable[[], bool], within: float = 20) -> None:
    deadline = time.monotonic() + within
    while not is_true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def outages(caplog: pytest.LogCaptureFixture) -> list[str]:
    """List the lines of the log, without what it says about the bus."""
    lines = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert not any(record.exc_info for record in lines)
    return [record.getMessage().split(" reason")[0].split(" seconds")[0] for record in lines]


def test_away_for_a_while_and_streams_go_on(server: Postgres, caplog: pytest.LogCaptureFixture) -> None:
    with Network(server.port) as network:
        url = server.url.replace(str(server.port), str(network.port))
        with running(url) as address, Player(address) as ann:
            ann.start()
            assert ann.guess() == "ok"
            with watching(ann, ann.game) as events:
                next(events)
                network.cut()
                assert {ann.guess(), ann.look()} == {"unavailable"}
                start = time.monotonic()
                assert {ann.guess() for _ in range(20)} == {"unavailable"}
                assert time.monotonic() - start < 5  # nobody waits for a connection that somebody else waits for
                network.mend()
                ann.guess_until("ok")
                assert len(next(events)[2]["turns"]) == 2
            assert ann.look() == "ok"
            assert outages(caplog) == ["outage=begin work=read fault=away", "outage=end"]


def test_a_network_that_swallows_everything(server: Postgres, caplog: pytest.LogCaptureFixture) -> None:
    with Network(server.port) as network:
        url = server.url.replace(str(server.port), str(network.port)) + "?connect_timeout=2"
        with running(url) as address, Player(address) as ann:
            ann.start()
            network.is_silent = True
            start = time.monotonic()
            assert ann.guess() == "unavailable"
            assert time.monotonic() - start < 15
            network.mend()
            ann.guess_until("ok")
            assert outages(caplog) == ["outage=begin work=read fault=away", "outage=end"]


def test_a_connection_lost_in_a_commit_is_said_and_the_guess_is_made_once(server: Postgres) -> None:
    with Network(server.port) as network:
        url = server.url.replace(str(server.port), str(network.port))
        with running(url) as address, Player(address) as ann:
            ann.start()
            assert ann.guess() == "ok"
            network.cut_after = b"UPDATE games"  # which commits itself
            assert ann.guess() == "unsure"
            until(lambda: ann.look() == "ok")
            assert len(ann.see(ann.game)["turns"]) == 2  # it was stored
            ann.guess_until("ok")
            assert len(ann.game["turns"]) == 2


def test_the_database_server_is_killed_and_started_again(server: Postgres, caplog: pytest.LogCaptureFixture) -> None:
    with running(server.url) as address, Player(address) as ann:
        ann.start()
        assert ann.guess() == "ok"
        leader = int((server.data / "postmaster.pid").read_text().split()[0])
        os.kill(leader, signal.SIGKILL)
        until(lambda: ann.look() == "unavailable")  # its other processes may work for a moment
        ann.guess_until("unavailable")
        until(lambda: restarted(server))
        ann.guess_until("ok")
        assert ann.look() == "ok"
        assert outages(caplog)[-1] == "outage=end"


def restarted(server: Postgres) -> bool:
    try:
        server.start()
    except NoPostgres:  # its other processes are still ending
        return False
    return True


def test_locked_by_another_program_on_sqlite(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    with running(f"sqlite:///{file}") as address, Player(address) as ann:
        ann.start()
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        assert (ann.guess(), ann.look()) == ("unavailable", "ok")
        other.execute("ROLLBACK")
        other.close()
        ann.guess_until("ok")
        assert outages(caplog) == ["outage=begin work=write fault=locked", "outage=end"]


def test_locked_by_another_program_on_postgresql(server: Postgres, caplog: pytest.LogCaptureFixture) -> None:
    with running(server.url) as address, Player(address) as ann, psycopg.connect(server.url) as other:
        ann.start()
        other.execute("LOCK TABLE games IN EXCLUSIVE MODE")
        assert (ann.guess(), ann.look()) == ("unavailable", "ok")
        other.rollback()
        ann.guess_until("ok")
        assert outages(caplog) == ["outage=begin work=write fault=locked", "outage=end"]


def test_a_full_disk_on_sqlite(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with small_disk(tmp_path / "disk", "4m") as disk:
        with running(f"sqlite:///{disk}/games.db") as address, Player(address) as ann:
            ann.start()
            assert ann.guess() == "ok"
            fill(disk)
            ann.guess_until("unavailable")
            assert ann.look() == "ok"
            (disk / "ballast").unlink()
            ann.guess_until("ok")
            assert ann.look() == "ok"
        assert outages(caplog) == ["outage=begin work=write fault=full", "outage=end"]


def test_a_full_disk_on_postgresql(server: Postgres) -> None:
    with small_disk(server.folder / "disk", "24m") as disk:
        place = disk / "place"
        place.mkdir()
        if server.user:
            shutil.chown(place, server.user)
        with psycopg.connect(server.url, autocommit=True) as operator:
            operator.execute(f"CREATE TABLESPACE small LOCATION '{place}'")
            operator.execute("CREATE DATABASE small TABLESPACE small")
        url = server.url.replace("/postgres", "/small")
        with running(url) as address, Player(address) as ann:
            ann.start()
            assert ann.guess() == "ok"
            fill(disk)
            ann.guess_until("unavailable")
            assert ann.look() == "ok"
            (disk / "ballast").unlink()
            ann.guess_until("ok")
            assert ann.look() == "ok"
        with psycopg.connect(server.url, autocommit=True) as operator:
            operator.execute("DROP DATABASE small WITH (FORCE)")
            operator.execute("DROP TABLESPACE small")


class small_disk:  # noqa: N801 - it is used as a function
    """A file system of its own, of a given size."""

    def __init__(self, folder: Path, size: str) -> None:
        self._folder, self._size = folder, size

    def __enter__(self) -> Path:
        self._folder.mkdir()
        command = ["mount", "-t", "tmpfs", "-o", f"size={self._size}", "tmpfs", str(self._folder)]
        if shutil.which("mount") is None or subprocess.run(command, capture_output=True, check=False).returncode:
            pytest.skip("no small disk can be made here: only root may mount one")
        return self._folder

    def __exit__(self, *_: object) -> None:
        subprocess.run(["umount", "--lazy", str(self._folder)], capture_output=True, check=True)


def fill(disk: Path) -> None:
    with (disk / "ballast").open("wb", buffering=0) as ballast:
        try:
            while True:
                ballast.write(bytes(4096))
        except OSError:
            pass


def test_read_only_on_sqlite(file: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    opened, is_on = Database(f"sqlite:///{file}"), "OFF"

    @sa.event.listens_for(opened._engine, "checkout")
    def prepare(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute(f"PRAGMA query_only = {is_on}")

    monkeypatch.setattr("visitor.Database", lambda _: opened)
    with running(None) as address, Player(address) as ann:
        ann.start()
        is_on = "ON"
        opened.write(lambda connection: connection.exec_driver_sql("PRAGMA query_only = ON"))  # the one that is kept
        assert (ann.guess(), ann.look()) == ("unavailable", "ok")
        is_on = "OFF"
        ann.guess_until("ok")
    assert outages(caplog) == ["outage=begin work=write fault=read-only", "outage=end"]


def test_read_only_from_the_start(file: Path) -> None:
    with running(f"sqlite:///{file}") as address, Player(address) as ann:
        ann.start()
    with running(f"sqlite:///file:{file}?mode=ro&uri=true") as address, Player(address) as again:
        again.cookies.update(ann.cookies)
        again.game = ann.game
        assert (again.guess(), again.look()) == ("unavailable", "ok")


def one_line(capsys: pytest.CaptureFixture[str]) -> str:
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    return printed.err


def test_read_only_on_postgresql(server: Postgres, caplog: pytest.LogCaptureFixture) -> None:
    with psycopg.connect(server.url, autocommit=True) as operator:

        def read_only(is_on: str) -> None:
            operator.execute(f"ALTER SYSTEM SET default_transaction_read_only = {is_on}")
            operator.execute("SELECT pg_reload_conf()")

        with running(server.url) as address, Player(address) as ann:
            ann.start()
            read_only("on")
            ann.guess_until("unavailable")
            assert ann.look() == "ok"
            operator.execute("SET default_transaction_read_only = off")
            read_only("off")
            ann.guess_until("ok")
        assert outages(caplog) == ["outage=begin work=write fault=read-only", "outage=end"]


def test_corrupt_on_sqlite(file: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]) -> None:
    with running(f"sqlite:///{file}") as address, Player(address) as ann:
        ann.start()
        game, cookies = ann.game, dict(ann.cookies)
    with closing(sqlite3.connect(file)) as opened:
        page = opened.execute("SELECT rootpage FROM sqlite_master WHERE name = 'games'").fetchone()[0]
    whole = file.read_bytes()
    overwrite(file, 4096 * (page - 1), 4096)
    with running(f"sqlite:///{file}") as address, Player(address) as ann:
        ann.cookies.update(cookies)
        ann.game = game
        assert ann.look() == "unavailable"
    assert outages(caplog) == ["outage=begin work=read fault=corrupt"]
    file.write_bytes(whole)
    overwrite(file, 0, 8192)
    capsys.readouterr()
    assert main(["serve", "--port", "0", "--database", f"sqlite:///{file}"]) == 2
    assert "file is not a database" in one_line(capsys)


def overwrite(file: Path, start: int, length: int) -> None:
    with file.open("r+b") as opened:
        opened.seek(start)
        opened.write(b"\xff" * length)


def test_corrupt_on_postgresql(
    server: Postgres, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keypeg.database_postgres._FRESH_S", 0)  # or it is noticed first that it was stopped
    with psycopg.connect(server.url, autocommit=True) as operator:
        operator.execute("CREATE DATABASE corrupt")
    url = server.url.replace("/postgres", "/corrupt")
    with running(url) as address, Player(address) as ann:
        ann.start()
        with psycopg.connect(url) as operator:
            operator.execute("CHECKPOINT")
            row = operator.execute("SELECT pg_relation_filepath('games')").fetchone()
            assert row is not None
        server.stop()
        overwrite(server.data / row[0], 0, 8192)
        server.start()
        caplog.clear()
        until(lambda: (ann.look(), len(outages(caplog))) == ("unavailable", 1))
        assert "corrupt" in outages(caplog)[0]


@pytest.mark.parametrize("name", ["sqlite", "postgresql"])
def test_changed_by_a_newer_version(
    name: str, request: pytest.FixtureRequest, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{file}"
    if name == "postgresql":
        server = request.getfixturevalue("server")
        with psycopg.connect(server.url, autocommit=True) as operator:
            operator.execute("CREATE DATABASE newer")
        url = server.url.replace("/postgres", "/newer")
    with running(url) as address, Player(address) as ann:
        ann.start()
        newer = Database(url)
        newer.write(lambda connection: connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'"))
        newer.close()
        assert ann.guess() == "ok"  # a server that runs goes on
        capsys.readouterr()
        assert main(["serve", "--port", "0", "--database", url]) == 2
        assert "was changed by a newer version of Keypeg (step '9999'" in one_line(capsys)


@pytest.mark.parametrize("days", [-30, 30])
def test_a_clock_that_is_moved(database: str, days: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(database, PATIENT) as address, Player(address) as ann:
        ann.start()
        assert ann.guess() == "ok"
        true_ns, true_s = time.time_ns, time.time
        monkeypatch.setattr(time, "time_ns", lambda: true_ns() + days * 86_400 * 10**9)
        monkeypatch.setattr(time, "time", lambda: true_s() + days * 86_400)
        assert (ann.guess(), ann.guess(), ann.look()) == ("ok", "ok", "ok")
        assert ann.ask("GET", "history")["games"][0]["id"] == ann.game["id"]


def test_no_connection_is_free(file: Path) -> None:
    opened = Database(f"sqlite:///{file}")
    held = [opened._engine.connect() for _ in range(database_open._ENGINE["pool_size"])]
    with pytest.raises(Unavailable) as told:
        opened.count("ann")
    assert told.value.fault == "busy"
    held.pop().close()
    until(lambda: opened.outages.faults == {} or try_to_count(opened))
    for each in held:
        each.close()
    opened.close()


def try_to_count(opened: Database) -> bool:
    try:
        opened.count("ann")
    except Unavailable:
        return False
    return True
