"""Many games at once on one server: requests per second, waiting times, and whether anything is lost or grows.

    python benchmarks/load_web.py [--players 200] [--seconds 20] [--pause 0] [--kill] [--workers N] [--database URL]
    python benchmarks/load_web.py --soak 60 [--players 200] [--pause 1]

Starts `keypeg serve` on a free port with a database of its own, and lets all players break codes at the same time, each
with their own cookie and connection, ten to an address. Before that, an empty FastAPI application gets the same load
for a few seconds, to compare with. With --kill the server is killed (SIGKILL) halfway and started again on the same
database. At the end every game is read back: every turn that a player was told of must be there.

With --soak the players go on for as many minutes, and the server's memory, open files and threads are taken down: after
a quarter of the time, in which everything is warmed up, they must not grow.
"""

import argparse
import asyncio
import json
import math
import os
import random
import re
import signal
import socket
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import closing
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from statistics import mean
from typing import Any, TypeVar

T = TypeVar("T")

GUESSES = 10
PATIENCE_S = 30
PLAYERS_OF_ADDRESS = 10
EMPTY_S = 5

EMPTY = """
import sys, uvicorn
from fastapi import FastAPI
app = FastAPI(openapi_url=None)
@app.get("/api/empty")
async def empty() -> dict[str, str]:
    return {}
print("Keypeg is at", file=sys.stderr, flush=True)
uvicorn.run(app, port=int(sys.argv[1]), log_level="error", access_log=False)
"""


@dataclass
class Tally:
    """What all players saw."""

    times: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    told: dict[str, tuple[str, list[str]]] = field(default_factory=dict)
    """For each game, the cookie of its player and the turns that were acknowledged."""
    turns: int = 0
    finished: int = 0
    broken_off: int = 0
    processor_s: float = 0.0

    def percentile(self, share: float) -> float:
        return sorted(self.times)[min(len(self.times) - 1, int(len(self.times) * share))]


class Connection(asyncio.Protocol):
    """One HTTP/1.1 connection, as lean as possible: the machine that is measured also runs all the players."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.port = port
        self.address = address
        self.cookie = ""
        self._transport: asyncio.Transport | None = None
        self._received = b""
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Send a request and return the status and the response; a broken connection is a ConnectionError."""
        loop = asyncio.get_running_loop()
        if self._transport is None:
            opened = loop.create_connection(lambda: self, "127.0.0.1", self.port, local_addr=(self.address, 0))
            self._transport, _ = await opened
        content = b"" if body is None else json.dumps(body).encode()
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        head = (
            f"{method} /api/{path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{cookie}"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        self._answer = loop.create_future()
        self._transport.write(head.encode() + content)
        status, told = await self._answer
        return status, json.loads(told) if told else None

    def data_received(self, data: bytes) -> None:
        self._received += data
        end = self._received.find(b"\r\n\r\n")
        if end < 0 or self._answer is None:
            return
        head = self._received[:end].lower()
        length = re.search(rb"\r\ncontent-length: (\d+)", head)
        if len(self._received) < end + 4 + int(length[1] if length else 0):
            return
        if cookie := re.search(rb"\r\nset-cookie: ([^;]*)", self._received[:end]):
            self.cookie = cookie[1].decode()
        content, self._received = self._received[end + 4 :], b""
        if not self._answer.done():
            self._answer.set_result((int(head[9:12]), content))

    def connection_lost(self, error: Exception | None) -> None:
        self._transport, self._received = None, b""
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ConnectionError(str(error)))

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


class Player:
    """Somebody who breaks one code after another and takes down what they are told."""

    def __init__(self, port: int, number: int, tally: Tally) -> None:
        address = f"127.1.{number // PLAYERS_OF_ADDRESS // 250}.{number // PLAYERS_OF_ADDRESS % 250 + 1}"
        self._connection = Connection(port, address)
        self._source = random.Random(number)  # noqa: S311
        self._tally = tally

    async def play(self, is_over: Callable[[], bool], pause: float) -> None:
        await asyncio.sleep(self._source.random() * max(pause, 0.1))
        game: dict[str, Any] | None = None
        while not is_over():
            if game is None or game["over"]:
                game = await self._begin()
            else:
                game = await self._guess(game)
            if game is not None and game["over"]:
                self._tally.finished += 1
            if pause:
                await asyncio.sleep(self._source.uniform(0.5, 1.5) * pause)
        self._connection.close()

    async def _begin(self) -> dict[str, Any] | None:
        game = await self._ask("POST", "games", {"kind": "break", "guesses": GUESSES})
        if game is not None:
            self._tally.told[game["id"]] = (self._connection.cookie, [])
        return game

    async def _guess(self, game: dict[str, Any]) -> dict[str, Any] | None:
        """Make a guess; if no response comes it is sent again, which is safe."""
        code = "".join(self._source.choices("123456", k=4))
        turns = len(game["turns"])
        after = await self._ask("POST", f"games/{game['id']}/guess", {"guess": code, "seen": turns})
        if after is not None:
            self._tally.turns += 1
            told = self._tally.told[game["id"]][1]
            told[:] = [f"{turn['guess']}={turn['feedback']}" for turn in after["turns"]]
            if len(told) != turns + 1 or not told[-1].startswith(code):
                self._tally.errors.append(f"after guess {code} in turn {turns + 1} the game has {told}")
        return after

    async def ask_for_nothing(self, is_over: Callable[[], bool]) -> None:
        """Ask an empty application."""
        while not is_over():
            await self._ask("GET", "empty", None)
        self._connection.close()

    async def _ask(self, method: str, path: str, body: Any) -> dict[str, Any] | None:
        start = time.monotonic()
        while True:
            try:
                status, response = await self._connection.ask(method, path, body)
                break
            except OSError:
                self._tally.broken_off += 1
                if time.monotonic() - start > PATIENCE_S:
                    self._tally.errors.append(f"{method} {path}: no connection")
                    return None
                await asyncio.sleep(0.1)
        self._tally.times.append(time.monotonic() - start)
        if status >= 400:
            self._tally.errors.append(f"{method} {path}: {status} {response}")
            return None
        game: dict[str, Any] = response
        return game


class Server:
    """`keypeg serve`, or another program that is told a port, in a process of its own."""

    def __init__(
        self, *arguments: str, code: str = "import sys; from keypeg.cli import main; sys.exit(main())"
    ) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._command = [sys.executable, "-c", code, *(word.format(port=self.port) for word in arguments)]
        self._process: asyncio.subprocess.Process | None = None

    @classmethod
    def of_games(cls, database: str, *more: str) -> "Server":
        return cls(
            "serve", "--port", "{port}", "--database", database, "--rate", str(10**9), "--stored", str(10**9), *more
        )

    async def start(self) -> float:
        """Start it, and return how long that took."""
        start = time.monotonic()
        self._process = await asyncio.create_subprocess_exec(*self._command, stderr=asyncio.subprocess.PIPE)
        assert self._process.stderr is not None
        line = await self._process.stderr.readline()
        assert b"Keypeg is at" in line, line
        return time.monotonic() - start

    async def end(self, number: int) -> None:
        assert self._process is not None
        self._process.send_signal(number)
        await self._process.communicate()

    @property
    def processes(self) -> list[Path]:
        """What the system tells of its processes."""
        assert self._process is not None
        found = [Path(f"/proc/{self._process.pid}")]
        for process in found:
            children = (process / "task" / process.name / "children").read_text().split()
            found += [Path(f"/proc/{child}") for child in children]
        return found

    def processor_s(self) -> float:
        """Return how much processor time its processes have used so far."""
        numbers = [(process / "stat").read_text().rpartition(")")[2].split() for process in self.processes]
        return sum(int(each[11]) + int(each[12]) for each in numbers) / os.sysconf("SC_CLK_TCK")

    def uses(self) -> Counter[str]:
        """Return what its processes hold at the moment."""
        held: Counter[str] = Counter()
        for process in self.processes:
            status = (process / "status").read_text()
            held["memory"] += 1024 * int(re.findall(r"VmRSS:\s+(\d+)", status)[0])
            held["threads"] += int(re.findall(r"Threads:\s+(\d+)", status)[0])
            held["files"] += len(list((process / "fd").iterdir()))
        return held


@dataclass(frozen=True)
class Plan:
    """How many play, for how long or for how many turns, and how long they think; the kill comes halfway."""

    players: int
    seconds: float = math.inf
    turns: float = math.inf
    pause: float = 0.0
    kill: bool = False
    workers: int = 1
    soak: bool = False


async def load(plan: Plan, database: str) -> tuple[Tally, float]:
    """Let them play, and return what they saw and how long they played; at the end, check that nothing is lost."""
    tally = Tally()
    server = Server.of_games(database, *(["--workers", str(plan.workers)] if plan.workers > 1 else []))
    await server.start()
    start, before = time.monotonic(), server.processor_s()

    def is_past(share: float) -> bool:
        return time.monotonic() - start >= plan.seconds * share or tally.turns >= plan.turns * share

    players = [
        Player(server.port, number, tally).play(lambda: is_past(1), plan.pause) for number in range(plan.players)
    ]
    playing = asyncio.gather(*players)
    if plan.kill:
        while not is_past(0.5):  # noqa: ASYNC110 - it waits for a clock and for a count
            await asyncio.sleep(0.01)
        await server.end(signal.SIGKILL)
        print(f"killed after {tally.turns:,} turns; started again in {await server.start():.1f} s")
        before = 0
    if plan.soak:
        tally.errors += await soak(server, plan, database, tally)
    await playing
    took = time.monotonic() - start
    tally.processor_s = server.processor_s() - before
    tally.errors += await lost_turns(server.port, tally)
    await server.end(signal.SIGINT)
    return tally, took


async def load_empty(players: int, seconds: float) -> float:
    """Let as many ask an empty FastAPI application, and return how many requests a second there were."""
    tally, server = Tally(), Server("{port}", code=EMPTY)
    await server.start()
    await asyncio.sleep(1)
    until = time.monotonic() + seconds
    asking = (
        Player(server.port, number, tally).ask_for_nothing(lambda: time.monotonic() > until)
        for number in range(players)
    )
    await asyncio.gather(*asking)
    await server.end(signal.SIGINT)
    assert not tally.errors, tally.errors[:5]
    return len(tally.times) / seconds


SAMPLES = 24


async def soak(server: Server, plan: Plan, database: str, tally: Tally) -> list[str]:
    """Take down what the server holds, and say what has grown since it was warmed up."""
    held: list[Counter[str]] = []
    for _ in range(SAMPLES):
        await asyncio.sleep(plan.seconds / (SAMPLES + 1))
        held.append(server.uses())
        rows = count_rows(database)
        print(
            f"{held[-1]['memory'] / 2**20:.0f} MB, {held[-1]['files']} files, {held[-1]['threads']} threads, "
            f"{'' if rows is None else f'{rows:,} rows, '}{len(tally.told):,} games, {len(tally.times):,} requests",
            flush=True,
        )
    warm, last = held[SAMPLES // 4 : SAMPLES // 2], held[-SAMPLES // 4 :]
    slack = {"memory": 8 << 20, "files": 8, "threads": 2}
    averages = {name: (mean(each[name] for each in warm), mean(each[name] for each in last)) for name in slack}
    return [f"{name} grew from {a:,.0f} to {b:,.0f}" for name, (a, b) in averages.items() if b > a * 1.02 + slack[name]]


def count_rows(database: str) -> int | None:
    """Count the games in a file of SQLite."""
    if not database.startswith("sqlite:///"):
        return None
    with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as connection:
        return int(connection.execute("SELECT count(*) FROM games").fetchone()[0])


async def lost_turns(port: int, tally: Tally) -> list[str]:
    """Read every game back, and list those that lack something their player was told."""
    lost = []
    for number, (identifier, (cookie, turns)) in enumerate(tally.told.items()):
        if number % 1000 == 0:  # so many requests may come from one address
            connection = Connection(port, f"127.2.{number // 1000 // 250}.{number // 1000 % 250 + 1}")
        connection.cookie = cookie
        status, game = await connection.ask("GET", f"games/{identifier}")
        kept = [f"{turn['guess']}={turn['feedback']}" for turn in game["turns"]] if status == 200 else []
        if status != 200 or kept[: len(turns)] != turns:
            lost.append(f"game {identifier}: told {turns}, kept {kept}")
    return lost


def report(tally: Tally, took: float, players: int, empty: float) -> None:
    rate = len(tally.times) / took
    print(
        f"{players} games at once for {took:.1f} s on {os.cpu_count()} cores: {len(tally.times):,} requests, "
        f"{rate:.0f} a second; median {tally.percentile(0.5) * 1000:.0f} ms, "
        f"99th percentile {tally.percentile(0.99) * 1000:.0f} ms; "
        f"{tally.processor_s / len(tally.times) * 1000:.2f} ms of the server's processor time per request"
    )
    print(
        f"{len(tally.told):,} games, {tally.finished:,} finished, {tally.turns:,} turns acknowledged; "
        f"{tally.broken_off} requests broken off; {len(tally.errors)} errors or losses"
    )
    if empty:
        print(f"an empty FastAPI application beside it: {empty:.0f} requests a second, {rate / empty:.0%} of which")


def run(what: Coroutine[Any, Any, T]) -> T:
    """Run on a fast event loop, if there is one."""
    fast = import_module("uvloop").new_event_loop if find_spec("uvloop") else None
    with asyncio.Runner(loop_factory=fast) as runner:
        return runner.run(what)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pause", type=float, help="seconds that a player thinks, on average (0; 1 in a soak)")
    parser.add_argument("--kill", action="store_true")
    parser.add_argument("--workers", type=int, default=1, help="processes of the server")
    parser.add_argument("--soak", type=float, metavar="MINUTES", help="whether anything grows in this time")
    parser.add_argument("--database", help="a fresh SQLite file if left out")
    options = parser.parse_args()
    plan = Plan(
        options.players,
        60 * options.soak if options.soak else options.seconds,
        pause=(1 if options.soak else 0) if options.pause is None else options.pause,
        kill=options.kill,
        workers=options.workers,
        soak=bool(options.soak),
    )
    with tempfile.TemporaryDirectory() as folder:
        database = options.database or f"sqlite:///{Path(folder) / 'games.db'}"
        empty = 0 if plan.pause else run(load_empty(options.players, EMPTY_S))
        tally, took = run(load(plan, database))
    report(tally, took, options.players, empty)
    assert not tally.errors, tally.errors[:5]


if __name__ == "__main__":
    main()
