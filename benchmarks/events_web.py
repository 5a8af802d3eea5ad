"""How soon a change is told across processes, and what many open streams cost.

    python benchmarks/events_web.py [--changes 1000] [--postgres | --database URL]
    python benchmarks/events_web.py --streams 5000 [--rest 20] [--postgres | --database URL]

Starts two processes of `keypeg serve` on one database: a SQLite file of its own, a PostgreSQL of its own (--postgres),
or any other. Without --streams, the codemakers of 20 duels watch them on one server, and their codebreakers guess on
the other; from the response to a guess to the event may take 0.1 s at the 99th percentile.

With --streams, that many visitors from many loopback addresses watch a game each, on `keypeg serve --workers 2`. Shows
the memory and the processor time of the workers while nothing happens, and again how soon changes are told.
"""

import argparse
import asyncio
import json
import os
import random
import re
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

MOST_S = 0.1
PLAYERS, PAUSE_S = 20, 0.02
STREAMS_PER_ADDRESS = 20
PATIENCE_S = 60


class Connection:
    """One HTTP/1.1 connection from a loopback address, with a cookie."""

    def __init__(self, port: int, address: str = "127.0.0.1", cookie: str = "") -> None:
        self.port, self.address, self.cookie = port, address, cookie
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def _send(self, method: str, path: str, content: bytes = b"") -> asyncio.StreamReader:
        if self._streams is None:
            place = (self.address, 0)
            self._streams = await asyncio.open_connection("127.0.0.1", self.port, local_addr=place, limit=1 << 15)
        reader, writer = self._streams
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        head = f"{method} /api/{path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{cookie}"
        writer.write(
            f"{head}Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n".encode() + content
        )
        return reader

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        reader = await self._send(method, path, b"" if body is None else json.dumps(body).encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        if found := re.search(r"(?i)^set-cookie: ([^;]+)", head, re.MULTILINE):
            self.cookie = found[1]
        found = re.search(r"(?i)^content-length: (\d+)", head, re.MULTILINE)
        content = await reader.readexactly(int(found[1]) if found else 0)
        assert head.split()[1] in ("200", "201"), (head, content)
        return json.loads(content)

    async def watch(self, identifier: str) -> Self:
        """Open the stream of a game, and read its first event."""
        self._watching = await self._send("GET", f"games/{identifier}/events")
        head = await self._watching.readuntil(b"\r\n\r\n")
        assert head.split()[1] == b"200", head
        await self.next_version()
        return self

    async def next_version(self) -> int:
        """Read the stream up to its next event, and return the version of the game that it tells."""
        version = 0
        while line := await self._watching.readline():
            if line.startswith(b"id: "):
                version = int(line[4:].strip().rstrip(b"+"))
            elif line.startswith(b"data: "):
                return version
        raise ConnectionError

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


@dataclass
class Told:
    """When changes were acknowledged, and when their events came."""

    waits: list[float] = field(default_factory=list)

    def percentile(self, share: float) -> float:
        return sorted(self.waits)[min(len(self.waits) - 1, int(len(self.waits) * share))]

    def report(self, what: str) -> None:
        print(
            f"{len(self.waits):,} changes told {what}: median {self.percentile(0.5) * 1000:.1f} ms, 99th percentile "
            f"{self.percentile(0.99) * 1000:.1f} ms, longest {max(self.waits) * 1000:.1f} ms"
        )
        assert self.percentile(0.99) <= MOST_S, self.percentile(0.99)


async def guess_and_wait(maker: Connection, breaker: Connection, game: Any, code: str) -> tuple[Any, float]:
    """Make a guess, and return the game and the time from its response until the event of it came."""
    coming = asyncio.create_task(until_version(maker, game["version"] + 1))
    body = {"guess": code, "seen": len(game["turns"])}
    after = await breaker.ask("POST", f"games/{game['id']}/guess", body)
    told = time.monotonic()
    return after, max(0.0, await asyncio.wait_for(coming, PATIENCE_S) - told)


async def until_version(watching: Connection, version: int) -> float:
    while await watching.next_version() < version:
        pass
    return time.monotonic()


async def across(ports: list[int], changes: int) -> Told:
    """Let codemakers watch on one server while codebreakers guess on the other."""
    told = Told()

    async def play() -> None:
        maker, breaker = Connection(ports[0]), Connection(ports[1])
        made = await maker.ask("POST", "games", {"kind": "duel", "variant": "p4c6", "guesses": None, "secret": "6666"})
        game = await breaker.ask("POST", f"join/{made['join']}")
        stream = await Connection(ports[0], cookie=maker.cookie).watch(made["id"])
        while len(told.waits) < changes:
            code = "".join(random.choices("12345", k=4))  # noqa: S311
            game, wait = await guess_and_wait(stream, breaker, game, code)
            told.waits.append(wait)
            await asyncio.sleep(PAUSE_S * PLAYERS * random.random())  # noqa: S311

    await asyncio.gather(*(play() for _ in range(PLAYERS)))
    return told


async def many(port: int, workers: list[int], streams: int, changes: int, rest: float) -> Told:
    """Open that many streams, see what they cost at rest, and let some of their games change."""
    empty = [memory(worker) for worker in workers]
    slots = asyncio.Semaphore(50)

    async def watch(number: int) -> tuple[Connection, Any, Connection]:
        place = number // STREAMS_PER_ADDRESS
        async with slots:
            player = Connection(port, f"127.0.{1 + place // 250}.{1 + place % 250}")
            game = await player.ask("POST", "games", {"kind": "break", "variant": "p4c6", "guesses": None})
            stream = await Connection(port, player.address, player.cookie).watch(game["id"])
            player.close()
            return player, game, stream

    start = time.monotonic()
    watched = await asyncio.gather(*(watch(number) for number in range(streams)))
    print(f"{streams:,} streams opened in {time.monotonic() - start:.1f} s")
    await asyncio.sleep(1)
    before, begun = [processor_s(worker) for worker in workers], time.monotonic()
    await asyncio.sleep(rest)
    took = time.monotonic() - begun
    for worker, used, bare in zip(workers, before, empty, strict=True):
        share = (processor_s(worker) - used) / took
        now = memory(worker)
        print(f"worker at rest: {now >> 20} MB, {(now - bare) >> 20} MB of it for streams; {share:.1%} of a core")
    told = Told()
    for player, game, stream in random.choices(watched, k=changes):  # noqa: S311
        current = await player.ask("GET", f"games/{game['id']}")
        if current["over"]:
            continue
        _, wait = await guess_and_wait(stream, player, current, "".join(random.choices("123456", k=4)))  # noqa: S311
        told.waits.append(wait)
        player.close()  # so that the next guess may go to the other worker
    return told


def memory(process: int) -> int:
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def processor_s(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Server:
    """`keypeg serve` in a process of its own."""

    async def start(self, database: str, *more: str) -> int:
        """Start it on a free port, which is returned."""
        command = [sys.executable, "-c", "import sys; from keypeg.cli import main; sys.exit(main())", "serve"]
        command += ["--port", "0", "--database", database, "--rate", str(10**9), "--stored", str(10**9), *more]
        self._process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
        assert self._process.stderr is not None
        line = (await self._process.stderr.readline()).decode()
        found = re.search(r":(\d+)/", line)
        assert found, line
        return int(found[1])

    @property
    def workers(self) -> list[int]:
        own = self._process.pid
        return [int(child) for child in Path(f"/proc/{own}/task/{own}/children").read_text().split()]

    async def end(self) -> None:
        self._process.send_signal(signal.SIGINT)
        await self._process.communicate()


async def run(database: str, options: argparse.Namespace) -> None:
    servers = [Server() for _ in range(1 if options.streams else 2)]
    try:
        if options.streams:
            port = await servers[0].start(database, "--workers", "2")
            workers = servers[0].workers
            told = await many(port, workers, options.streams, options.changes, options.rest)
            told.report(f"with {options.streams:,} streams open")
        else:
            ports = [await server.start(database) for server in servers]
            (await across(ports, options.changes)).report("by one process, made by another")
    finally:
        for server in servers:
            await server.end()


@contextmanager
def own_database() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        yield f"sqlite:///{Path(folder) / 'games.db'}"


def own_postgres() -> Any:
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from visitor import postgres  # noqa: PLC0415 - only where it is asked for

    return postgres()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--changes", type=int, default=1000)
    parser.add_argument("--streams", type=int, default=0)
    parser.add_argument("--rest", type=float, default=20, help="seconds in which nothing happens")
    parser.add_argument("--database", help="a fresh SQLite file if left out")
    parser.add_argument("--postgres", action="store_true", help="start a PostgreSQL for it")
    options = parser.parse_args()
    with (
        nullcontext(options.database)
        if options.database
        else (own_postgres if options.postgres else own_database)() as url
    ):
        asyncio.run(run(url, options))


if __name__ == "__main__":
    main()
