"""Servers and visitors for the tests of the web interface: a real server in a thread, and people who ask it things."""

import json
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

import httpx

from keypeg.database import Database
from keypeg.game import Outcome
from keypeg.languages import Language
from keypeg.position import Position
from keypeg.strategies import strategy
from keypeg.web.app import create_app
from keypeg.web.games import Seeds
from keypeg.web.limits import Limits
from keypeg.web.proxies import Site
from keypeg.web.serve import PageServer, listen

Json = dict[str, Any]

PATIENT = Limits(requests_per_minute=10**6, engine_seconds_per_minute=10**6, stored_per_day=10**6)
"""The limits of a server that serves a whole module of tests."""

SEED = 3
"""By this seed the servers of the tests draw the secret of every game."""


class Visitor(httpx.Client):
    """Somebody with a browser: a cookie of their own, and the calls of the interface by short names."""

    def __init__(self, url: str, address: str | None = None) -> None:
        transport = httpx.HTTPTransport(local_address=address) if address else None
        super().__init__(base_url=url, timeout=60, transport=transport, trust_env=False)

    def ask(self, method: str, path: str, status: int = 200, **more: Any) -> Any:
        """Send a request, which must be answered with this status."""
        response = self.request(method, f"/api/{path}", **more)
        assert response.status_code == status, f"{method} {path}: {response.status_code} {response.text[:500]}"
        return response.json() if response.content else None

    def begin(self, kind: str = "break", **options: Any) -> Json:
        game: Json = self.ask("POST", "games", 201, json={"kind": kind, **options})
        return game

    def do(self, game: Json, what: str, status: int = 200, **body: Any) -> Json:
        """Do something with a game as it was last seen."""
        sent = {"seen": len(game["turns"]), **body}
        told: Json = self.ask("POST", f"games/{game['id']}/{what}", status, json=sent)
        return told

    def see(self, game: Json) -> Json:
        told: Json = self.ask("GET", f"games/{game['id']}")
        return told

    def break_code(self, game: Json, within: int = 20) -> Json:
        """Play a game to its end as the engine would, also in hard mode."""
        while not game["over"] and len(game["turns"]) < within:
            guess = strategy("entropy-candidates").choose(Position.parse(game["position"]))
            game = self.do(game, "guess", guess=str(guess))
        assert game["outcome"] == Outcome.WON
        return game


@contextmanager
def running(
    database: str | None,
    limits: Limits = PATIENT,
    *,
    local: bool = False,
    site: Site | None = None,
    seeds: Seeds = lambda: SEED,
    language: Language | str | None = None,
) -> Iterator[str]:
    """Run a server on a free port until the end of the block, and return its address."""
    with listen("127.0.0.1", 0) as listening:
        app = create_app(Database(database), limits, site=site or Site(local), seeds=seeds, language=language)
        server = PageServer(app, "")
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        while not server.started and thread.is_alive():
            time.sleep(0.005)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.handle_exit(2, None)
            thread.join(20)
            assert not thread.is_alive(), "the server did not stop"


@contextmanager
def watching(
    visitor: Visitor, game: Json, what: str = "events", **headers: str
) -> Iterator[Iterator[tuple[str, str, Json]]]:
    """Look at a stream of a game: go through its events as (name, id, data)."""
    with visitor.stream("GET", f"/api/games/{game['id']}/{what}", headers=headers, timeout=20) as response:
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/event-stream")
        yield events_of(response)


def events_of(response: httpx.Response) -> Iterator[tuple[str, str, Json]]:
    fields: dict[str, str] = {}
    for line in response.iter_lines():
        name, _, value = line.partition(": ")
        if line:
            fields[name] = value
        else:
            if "data" in fields:
                yield fields["event"], fields.get("id", ""), json.loads(fields["data"])
            fields = {}


class NoPostgres(Exception):
    """Why there is no PostgreSQL to test with."""


@contextmanager
def postgres() -> Iterator[str]:
    """Run a PostgreSQL of our own in a temporary folder, and return the URL of its database; or say why it can't be."""
    with Postgres() as server:
        yield server.url


class Postgres:
    """A PostgreSQL of our own in a temporary folder, which can be ended and started again."""

    def __init__(self) -> None:
        self._programs = _postgres_programs()
        self.user = "nobody" if os.getuid() == 0 else None  # the database server refuses to run as root
        self._temporary = tempfile.TemporaryDirectory(prefix="keypeg-postgres-")
        self.folder = Path(self._temporary.name)
        self.data = self.folder / "data"
        if self.user:
            shutil.chown(self.folder, self.user)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"postgresql://keypeg@127.0.0.1:{self.port}/postgres"

    def __enter__(self) -> Self:
        self._run("initdb", "-D", self.data, "-U", "keypeg", "-A", "trust", "--no-sync", "-E", "UTF8")
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(NoPostgres):  # a test may have ended it
            self.stop()
        self._temporary.cleanup()

    def start(self) -> None:
        places = f"-c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
        options = f"-p {self.port} {places} -c fsync=off"
        self._run("pg_ctl", "-D", self.data, "-o", options, "-l", self.folder / "log", "-w", "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", self.data, "-m", "immediate", "-w", "stop")

    def _run(self, program: str, *words: str | Path) -> None:
        command = [str(self._programs / program), *map(str, words)]
        done = subprocess.run(command, user=self.user, cwd=self.folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise NoPostgres(f"{program} failed: {done.stderr.strip()[-300:]}")


def _postgres_programs() -> Path:
    usual = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)  # where Debian has them
    on_path = [Path(program).parent for program in [shutil.which("initdb")] if program]
    found = next((folder for folder in [*usual, *on_path] if (folder / "initdb").exists()), None)
    if found is None:
        raise NoPostgres("no PostgreSQL on this machine: install it, as in apt install postgresql")
    return found
