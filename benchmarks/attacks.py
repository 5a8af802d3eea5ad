"""The attacks of `attack_web.py`, by name.

An attack is a coroutine function with the decorator `attack`: it gets a `Target`, and is started again whenever it ends
or is cut off. With `prepared=True` it calls `target.begin()` when it is ready to attack. Its name in the table is that
of the function.
"""

import asyncio
import itertools
import json
import random
import re
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

ATTACKER = "127.0.0.66"

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Attack = Callable[["Target"], Awaitable[None]]
ATTACKS: dict[str, tuple[Attack, bool]] = {}
"""The attacks by name, and whether they say themselves when they begin."""


def attack(*, prepared: bool = False) -> Callable[[Attack], Attack]:
    """Add an attack to the list."""

    def add(function: Attack) -> Attack:
        ATTACKS[function.__name__.replace("_", "-")] = function, prepared
        return function

    return add


@dataclass
class Visitor:
    """Somebody with an address, a cookie and a connection."""

    port: int
    address: str
    cookie: str = ""
    streams: Streams | None = None

    async def connect(self) -> Streams:
        """Open one more connection, for whatever is to be sent on it."""
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))

    def head(self, method: str, path: str, *lines: str) -> bytes:
        """Write the head of a request, with further header lines."""
        cookie = [f"Cookie: {self.cookie}"] if self.cookie else []
        return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: keypeg.example", *cookie, *lines, "", ""]).encode()

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Send a request of the interface, such as `games`, and return its status and the response."""
        content = b"" if body is None else json.dumps(body).encode()
        length = ("Content-Type: application/json", f"Content-Length: {len(content)}")
        self.streams = self.streams or await self.connect()
        reader, writer = self.streams
        try:
            writer.write(self.head(method, f"/api/{path}", *length) + content)
            return await self._response(reader)
        except (OSError, EOFError):
            writer.close()
            self.streams = None
            raise

    async def _response(self, reader: asyncio.StreamReader) -> tuple[int, Any]:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        if cookie := re.search(r"^set-cookie: ([^;]*)", head, re.IGNORECASE | re.MULTILINE):
            self.cookie = cookie[1]
        length = re.search(r"^content-length: (\d+)", head, re.IGNORECASE | re.MULTILINE)
        content = await reader.readexactly(int(length[1])) if length else b""
        if re.search(r"^connection: close", head, re.IGNORECASE | re.MULTILINE):
            assert self.streams
            self.streams[1].close()
            self.streams = None
        return int(head.split()[1]), json.loads(content) if content else None


@dataclass
class Target(Visitor):
    """The server as an attacker sees it."""

    address: str = ATTACKER

    def begin(self) -> None:
        """Say that the attack begins: only from now on others play."""
        print("begun", flush=True)

    def another(self) -> "Target":
        """Return the same attacker with a fresh connection and no cookie."""
        return Target(self.port)

    def again(self) -> "Target":
        """Return the same attacker with a fresh connection and the same cookie."""
        return Target(self.port, cookie=self.cookie)

    def close(self) -> None:
        if self.streams:
            self.streams[1].close()


async def together(number: int, do: Callable[[], Awaitable[None]]) -> None:
    """Do the same many times at once, each again and again."""

    async def again() -> None:
        while True:
            with suppress(OSError, EOFError):
                await do()
            await asyncio.sleep(0.001)

    await asyncio.gather(*(again() for _ in range(number)))


async def feed(streams: Streams, pieces: "itertools.repeat[bytes]", pause: float = 0.0) -> None:
    """Send pieces until the other side has enough."""
    reader, writer = streams
    try:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            if pause:
                await asyncio.sleep(pause)
            if reader.at_eof():
                return
    finally:
        writer.transport.abort()


# Attacks


@attack()
async def nothing(_: Target) -> None:
    """Do nothing, to compare with."""
    await asyncio.sleep(3600)


async def send_without_end(target: Target, head: bytes, piece: bytes, times: int) -> None:
    """Send the same piece again and again on eight connections, after a beginning that waits for its end."""
    await together(8, lambda: send_after(target, head, itertools.repeat(piece, times)))


async def send_slowly(target: Target, head: bytes, piece: bytes) -> None:
    """Send the same piece every second on 1,000 connections, after a beginning that waits for its end."""
    await together(1_000, lambda: send_after(target, head, itertools.repeat(piece), 1))


async def send_after(target: Target, head: bytes, pieces: "itertools.repeat[bytes]", pause: float = 0.0) -> None:
    streams = await target.connect()
    streams[1].write(head)
    await feed(streams, pieces, pause)


@attack()
async def headers_of_150_megabytes(target: Target) -> None:
    """Send headers that do not end, 150 MB each."""
    await send_without_end(target, b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: ", b"x" * 65_536, 2_400)


@attack()
async def headers_of_one_byte(target: Target) -> None:
    """Send more and more tiny headers."""
    await send_without_end(target, b"GET / HTTP/1.1\r\nHost: x\r\n", b"a:b\r\n" * 10_000, 3_000)


@attack()
async def target_without_end(target: Target) -> None:
    """Send request lines that do not end."""
    await send_without_end(target, b"GET /", b"x" * 65_536, 2_400)


@attack()
async def half_open_connections(target: Target) -> None:
    """Open 5,000 connections, and send nothing."""

    async def hold() -> None:
        reader, writer = await target.connect()
        await reader.read()
        writer.close()

    await together(5_000, hold)


@attack()
async def slow_heads(target: Target) -> None:
    """Send a header every second on 1,000 connections (slowloris)."""
    await send_slowly(target, b"GET / HTTP/1.1\r\nHost: x\r\n", b"X-Slow: 1\r\n")


@attack()
async def slow_bodies(target: Target) -> None:
    """Send a byte of an import every second on 1,000 connections."""
    await send_slowly(target, target.head("POST", "/api/import", "Content-Length: 1000000"), b" ")


@attack()
async def chunks_of_one_byte(target: Target) -> None:
    """Send imports without end in chunks of one byte, with long extensions."""
    head = target.head("POST", "/api/import", "Transfer-Encoding: chunked")
    await send_without_end(target, head, b"1;extension=none\r\n \r\n" * 3_000, 1_000)


@attack()
async def large_bodies(target: Target) -> None:
    """Send imports as large as allowed, and other requests that are larger than allowed."""

    async def send() -> None:
        for path in ("/api/import", "/api/games"):
            head = target.head("POST", path, "Content-Length: 1048576", "Content-Type: application/json")
            await send_after(target, head, itertools.repeat(b"[" * 65_536, 17))

    await together(64, send)


@attack(prepared=True)
async def readers_who_never_read(target: Target) -> None:
    """Ask for large responses and event streams on 200 connections, and read nothing."""
    _, game = await target.ask("POST", "games", {"kind": "break", "guesses": None})
    target.begin()

    asked = target.head("GET", "/api/openapi.json") * 12 + target.head("GET", f"/api/games/{game['id']}/events")

    async def hold() -> None:
        loop = asyncio.get_running_loop()
        with socket.socket() as held:
            held.setblocking(False)
            held.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            held.bind((target.address, 0))
            await loop.sock_connect(held, ("127.0.0.1", target.port))
            await loop.sock_sendall(held, asked)
            await asyncio.sleep(60)

    await together(200, hold)


@attack()
async def many_connections(target: Target) -> None:
    """Open connections and cut them off, as fast as possible."""

    async def send() -> None:
        _, writer = await target.connect()
        writer.transport.abort()

    await together(100, send)


@attack()
async def many_requests(target: Target) -> None:
    """Ask for the page as fast as possible on 50 connections."""

    async def send() -> None:
        reader, writer = await target.connect()
        try:
            while True:
                writer.write(target.head("GET", "/"))
                head = await reader.readuntil(b"\r\n\r\n")
                length = re.search(rb"content-length: (\d+)", head)
                await reader.readexactly(int(length[1]) if length else 0)
        finally:
            writer.transport.abort()

    await together(50, send)


@attack()
async def pipelined_requests(target: Target) -> None:
    """Send 10,000 requests on a connection without waiting for a response."""

    async def send() -> None:
        streams = await target.connect()
        await feed(streams, itertools.repeat(target.head("GET", "/api/setup") * 500, 20))

    await together(20, send)


@attack()
async def forged_addresses(target: Target) -> None:
    """Claim to come from ever new addresses, through a proxy."""

    async def send() -> None:
        reader, writer = await target.connect()
        try:
            for _ in range(1_000):
                forged = f"{random.randrange(1, 224)}.{random.randrange(256)}.{random.randrange(256)}.1"  # noqa: S311
                lines = [f"{name}: {forged}" for name in ("X-Forwarded-For", "X-Real-IP", "Forwarded")]
                writer.write(target.head("GET", "/api/setup", *lines))
                head = await reader.readuntil(b"\r\n\r\n")
                length = re.search(rb"content-length: (\d+)", head)
                await reader.readexactly(int(length[1]) if length else 0)
        finally:
            writer.transport.abort()

    await together(50, send)


@attack()
async def game_flood(target: Target) -> None:
    """Begin games with the longest of palettes, each with a fresh cookie."""
    palette = ",".join(f"{letter * 40}=#{number:06x}" for number, letter in enumerate("abcdefghijklmnopqrst"))
    order = {"kind": "break", "variant": "p10c8", "palette": palette}
    await flood(target, "games", lambda: order)


@attack()
async def room_flood(target: Target) -> None:
    """Open rooms, each with a fresh cookie."""
    await flood(target, "rooms", lambda: {"name": f"{random.random()}"})  # noqa: S311


@attack()
async def puzzle_flood(target: Target) -> None:
    """Begin puzzles, each with a fresh cookie."""
    await flood(target, "puzzles", dict)


@attack(prepared=True)
async def import_flood(target: Target) -> None:
    """Import a file of 1,000 games, each time with a fresh cookie."""
    lines = itertools.islice(finished_lines(1), 1_000)
    file = {"keypeg": "history 1", "games": [{"line": line} for line in lines]}
    target.begin()
    await flood(target, "import", lambda: file)


@attack(prepared=True)
async def long_import_flood(target: Target) -> None:
    """Import files of as few games as fill them, as long as they can be, each time with a fresh cookie."""
    lines = itertools.islice(finished_lines(180), 300)
    file = {"keypeg": "history 1", "games": [{"line": line} for line in lines]}
    target.begin()
    await flood(target, "import", lambda: file)


@attack(prepared=True)
async def long_adversary_game(target: Target) -> None:
    """Read a game of 131 turns against an adversary again and again, and make and take back guesses."""
    _, game = await target.ask("POST", "games", {"kind": "break", "variant": "p4c16", **ADVERSARY})
    for number in range(131):
        await patiently(target, "POST", f"games/{game['id']}/guess", {"guess": "1111", "seen": number})
    target.begin()

    async def send() -> None:
        again = target.again()
        await again.ask("GET", f"games/{game['id']}")
        await again.ask("POST", f"games/{game['id']}/undo", {"seen": 131})
        await again.ask("POST", f"games/{game['id']}/redo", {"seen": 130})
        again.close()

    await together(32, send)


@attack(prepared=True)
async def endings_of_adversary_games(target: Target) -> None:
    """Give up games against an adversary, which has to find a code then."""
    target.begin()

    async def send() -> None:
        fresh = target.another()
        status, game = await fresh.ask("POST", "games", {"kind": "break", "variant": "p4c16", **ADVERSARY})
        if status < 400:
            for number in range(6):
                await fresh.ask("POST", f"games/{game['id']}/guess", {"guess": "1111", "seen": number})
            await fresh.ask("POST", f"games/{game['id']}/give-up", {"seen": 6})
        fresh.close()

    await together(16, send)


ADVERSARY = {"codemaker": "adversary", "guesses": None}


@attack(prepared=True)
async def statistics_of_4000_games(target: Target) -> None:
    """Ask for statistics and the longest lists over 4,000 games, 64 at once."""
    await fill(target)
    target.begin()

    async def send() -> None:
        again = target.again()
        for path in ("statistics", "history?count=200", "start", "daily/archive?count=400"):
            await again.ask("GET", path)
        again.close()

    await together(64, send)


@attack(prepared=True)
async def exports_of_4000_games(target: Target) -> None:
    """Export 4,000 games, 16 at once."""
    await fill(target)
    target.begin()

    async def send() -> None:
        reader, writer = await target.connect()
        try:
            writer.write(target.head("GET", "/api/export", "Connection: close"))
            while await reader.read(65_536):
                pass
        finally:
            writer.transport.abort()

    await together(16, send)


async def fill(target: Target) -> None:
    """Import as many games as one may have."""
    lines = list(finished_lines(1))
    for number in range(4):
        rows = [{"line": line, "finished": f"2026-01-0{number + 1}T10:00:00Z"} for line in lines[:1_000]]
        await patiently(target, "POST", "import", {"keypeg": "history 1", "games": rows})


async def patiently(target: Target, method: str, path: str, body: Any) -> Any:
    """Ask until there is no more reason to wait."""
    while True:
        status, told = await target.ask(method, path, body)
        if status < 400:
            return told
        assert status in (429, 503), told
        await asyncio.sleep(told["error"].get("retry_after", 1))


@attack()
async def reviews(target: Target) -> None:
    """Ask for eight long reviews at once, again and again, and go away from half of them."""
    position = "p6c8 112233=1b1w 445566=1b1w 145278=1b2w 184357=2b1w 154678=2b2w".replace(" ", "%20")
    source = random.Random(1)  # noqa: S311

    async def send() -> None:
        again = target.again()
        asking = again.ask("GET", f"review?position={position}")
        with suppress(TimeoutError):
            await asyncio.wait_for(asking, source.choice((0.2, 30)))
        again.close()

    await together(12, send)


@attack()
async def thoughts(target: Target) -> None:
    """Ask for explanations, steps of strategies, rankings and puzzles, 16 at once."""
    line = "p5c8%2011223=1b1w%2014455=1b2w"
    paths = [f"explain?position={line}", f"watch?position={line}&code=18273", f"position?position={line}&top=20"]

    async def send() -> None:
        fresh = target.another()
        for path in paths:
            await fresh.ask("GET", path)
        _, puzzle = await fresh.ask("POST", "puzzles", {})
        if "id" in puzzle:
            for _ in range(3):
                await fresh.ask("POST", f"puzzles/{puzzle['id']}/hint", {})
        fresh.close()

    await together(16, send)


async def flood(target: Target, path: str, order: Callable[[], Any]) -> None:
    """Have something stored again and again, always as somebody new."""

    async def send() -> None:
        fresh = target.another()
        status, told = await fresh.ask("POST", path, order())
        assert status < 300 or told["error"]["kind"] == "busy", told
        if fresh.streams:
            fresh.streams[1].close()

    await together(8, send)


def finished_lines(turns: int) -> Iterator[str]:
    """Make up games of so many turns, no two alike."""
    from keypeg.game import Fixed  # noqa: PLC0415 - only this attack needs it
    from keypeg.rules import Code, Variant  # noqa: PLC0415
    from keypeg.session import BreakSession  # noqa: PLC0415

    codes = itertools.product("123456", repeat=4)
    for first in codes:
        session = BreakSession(Variant(4, 6), Fixed(Code("6666")), guesses=None)
        for _ in range(turns):
            session.guess("".join(first))
            if session.is_over:
                break
        else:
            session.guess("6666")
        yield str(session)
