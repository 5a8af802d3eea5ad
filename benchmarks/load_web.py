"""Many games at once on one server: requests per second, waiting times, and whether a killed server loses anything.

    python benchmarks/load_web.py [--players 200] [--seconds 20] [--pause 0] [--kill] [--database URL]

Starts `keypeg serve` on a free port with a database of its own, and lets all players break codes at the same time, each
with their own cookie and connection. With --kill the server is killed (SIGKILL) halfway and started again on the same
database. At the end every game is read back: every turn that a player was told of must be there.
"""

import argparse
import asyncio
import json
import math
import os
import random
import resource
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

GUESSES = 10
PATIENCE_S = 30


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


class Connection:
    """One HTTP/1.1 connection, as lean as possible: the machine that is measured also runs all the players."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Send a request and return the status and the response; a broken connection is a ConnectionError."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        content = b"" if body is None else json.dumps(body).encode()
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        head = (
            f"{method} /api/{path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{cookie}"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        try:
            writer.write(head.encode() + content)
            return await self._response(reader)
        except (OSError, asyncio.IncompleteReadError) as error:
            self.close()
            raise ConnectionError from error

    async def _response(self, reader: asyncio.StreamReader) -> tuple[int, Any]:
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])}
        if "set-cookie" in headers:
            self.cookie = headers["set-cookie"].partition(";")[0]
        content = await reader.readexactly(int(headers["content-length"]))
        return int(lines[0].split()[1]), json.loads(content) if content else None

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


class Player:
    """Somebody who breaks one code after another and takes down what they are told."""

    def __init__(self, port: int, seed: int, tally: Tally) -> None:
        self._connection = Connection(port)
        self._source = random.Random(seed)  # noqa: S311
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

    async def _ask(self, method: str, path: str, body: Any) -> dict[str, Any] | None:
        start = time.monotonic()
        while True:
            try:
                status, response = await self._connection.ask(method, path, body)
                break
            except ConnectionError:
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
    """`keypeg serve` in a process of its own."""

    def __init__(self, port: int, database: str) -> None:
        self.port = port
        self._command = [sys.executable, "-c", "import sys; from keypeg.cli import main; sys.exit(main())", "serve"]
        self._command += ["--port", str(port), "--database", database, "--rate", str(10**9)]
        self._process: asyncio.subprocess.Process | None = None

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


@dataclass(frozen=True)
class Plan:
    """How many play, for how long or for how many turns, and how long they think; the kill comes halfway."""

    players: int
    seconds: float = math.inf
    turns: float = math.inf
    pause: float = 0.0
    kill: bool = False


async def load(plan: Plan, database: str) -> tuple[Tally, float]:
    """Let them play, and return what they saw and how long they played; at the end, check that nothing is lost."""
    tally = Tally()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = Server(port, database)
    await server.start()
    start = time.monotonic()

    def is_past(share: float) -> bool:
        return time.monotonic() - start >= plan.seconds * share or tally.turns >= plan.turns * share

    players = [Player(port, number, tally).play(lambda: is_past(1), plan.pause) for number in range(plan.players)]
    playing = asyncio.gather(*players)
    if plan.kill:
        while not is_past(0.5):  # noqa: ASYNC110 - it waits for a clock and for a count
            await asyncio.sleep(0.01)
        await server.end(signal.SIGKILL)
        print(f"killed after {tally.turns:,} turns; started again in {await server.start():.1f} s")
    await playing
    took = time.monotonic() - start
    tally.errors += await lost_turns(port, tally)
    await server.end(signal.SIGINT)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    tally.processor_s = used.ru_utime + used.ru_stime
    return tally, took


async def lost_turns(port: int, tally: Tally) -> list[str]:
    """Read every game back, and list those that lack something their player was told."""
    connection, lost = Connection(port), []
    for identifier, (cookie, turns) in tally.told.items():
        connection.cookie = cookie
        status, game = await connection.ask("GET", f"games/{identifier}")
        kept = [f"{turn['guess']}={turn['feedback']}" for turn in game["turns"]] if status == 200 else []
        if status != 200 or kept[: len(turns)] != turns:
            lost.append(f"game {identifier}: told {turns}, kept {kept}")
    connection.close()
    return lost


def report(tally: Tally, took: float, players: int) -> None:
    print(
        f"{players} games at once for {took:.1f} s on {os.cpu_count()} cores: {len(tally.times):,} requests, "
        f"{len(tally.times) / took:.0f} a second; median {tally.percentile(0.5) * 1000:.0f} ms, "
        f"99th percentile {tally.percentile(0.99) * 1000:.0f} ms; "
        f"{tally.processor_s / len(tally.times) * 1000:.1f} ms of the server's processor time per request"
    )
    print(
        f"{len(tally.told):,} games, {tally.finished:,} finished, {tally.turns:,} turns acknowledged; "
        f"{tally.broken_off} requests broken off; {len(tally.errors)} errors or losses"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pause", type=float, default=0, help="seconds that a player thinks, on average")
    parser.add_argument("--kill", action="store_true")
    parser.add_argument("--database", help="a fresh SQLite file if left out")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = options.database or f"sqlite:///{Path(folder) / 'games.db'}"
        plan = Plan(options.players, options.seconds, pause=options.pause, kill=options.kill)
        tally, took = asyncio.run(load(plan, database))
    assert not tally.errors, tally.errors[:5]
    report(tally, took, options.players)


if __name__ == "__main__":
    main()
