"""Attacks on a server from one address, and how long other visitors wait meanwhile.

    python benchmarks/attack_web.py [--seconds 10] [--only NAME ...] [--database URL] [-- OPTION ...]

For each attack, starts `keypeg serve` with its default limits on a free port and a database of its own (options after
`--` are passed on to it), lets visitors with addresses of their own play, and runs the attack in another process from
127.0.0.66. Everything stays on this computer. A guess, or a hint, must take at most 0.3 s at the 99th percentile, no
visitor may be refused anything, the server must stay below 400 MB, and its database must not grow by more than 60 MB:
what one address may have stored in a day, in rows as long as it can make them.
"""

import argparse
import asyncio
import math
import os
import random
import re
import resource
import signal
import sys
import tempfile
import time
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from attacks import ATTACKS, Target, Visitor

from keypeg.database_care import Care

VISITORS = ("127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4")
PAUSE_S = 0.08  # below the requests that one address may send
MOST_S, MOST_BYTES, MOST_STORED = 0.3, 400 << 20, 60 << 20
PATIENCE_S = 30
HINTED = 3  # after so many turns, visitors ask for a hint


@dataclass
class Seen:
    """What the visitors saw during an attack."""

    times: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    peak_bytes: int = 0
    stored_bytes: int = 0

    def percentile(self, share: float) -> float:
        return sorted(self.times)[min(len(self.times) - 1, int(len(self.times) * share))] if self.times else math.inf

    @property
    def is_good(self) -> bool:
        is_small = self.peak_bytes <= MOST_BYTES and self.stored_bytes <= MOST_STORED
        return not self.errors and self.percentile(0.99) <= MOST_S and is_small


class Server:
    """`keypeg serve` in a process of its own."""

    def __init__(self, database: str, options: list[str]) -> None:
        self._command = [sys.executable, "-c", "import sys; from keypeg.cli import main; sys.exit(main())", "serve"]
        self._command += ["--port", "0", "--database", database, *options]

    async def __aenter__(self) -> Self:
        self._process = await asyncio.create_subprocess_exec(*self._command, stderr=asyncio.subprocess.PIPE)
        assert self._process.stderr
        while not (found := re.search(rb"http://[^/]*:(\d+)/", line := await self._process.stderr.readline())):
            assert line, "the server did not start"
        self.port = int(found[1])
        self._log = asyncio.ensure_future(self._process.stderr.read())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._process.send_signal(signal.SIGINT)
        try:
            await asyncio.wait_for(self._process.wait(), PATIENCE_S)
        except TimeoutError:
            self._process.kill()
            await self._process.wait()
        self.log = (await self._log).decode(errors="replace")

    @property
    def peak_bytes(self) -> int:
        """The most memory that its processes have had, together."""
        return sum(map(_peak, [self._process.pid, *_children(self._process.pid)]))


def _peak(process: int) -> int:
    status = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"VmHWM:\s*(\d+) kB", status)
    return int(found[1]) << 10 if found else 0


def _children(process: int) -> list[int]:
    direct = [int(one) for one in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    return [one for child in direct for one in (child, *_children(child))]


async def play(visitor: Visitor, seen: Seen, until: float) -> None:
    """Break codes, with a hint in each game, and take down how long each guess and hint takes."""
    game: dict[str, Any] | None = None
    source = random.Random(visitor.address)  # noqa: S311
    while time.monotonic() < until:
        begin = time.monotonic()
        try:
            if game is None or game["over"]:
                status, told = await asyncio.wait_for(visitor.ask("POST", "games", {"kind": "break"}), PATIENCE_S)
            else:
                code, turns = "".join(source.choices("123456", k=4)), len(game["turns"])
                wants_hint = turns == HINTED and not game["hints"]
                sent = {"seen": turns} if wants_hint else {"seen": turns, "guess": code}
                asked = visitor.ask("POST", f"games/{game['id']}/{'hint' if wants_hint else 'guess'}", sent)
                status, told = await asyncio.wait_for(asked, PATIENCE_S)
                seen.times.append(time.monotonic() - begin)
            if status >= 400:
                seen.errors.append(f"{status} {told}")
            game = None if status >= 400 else told.get("game", told)
        except (OSError, EOFError, TimeoutError) as error:
            seen.errors.append(repr(error))
            game, visitor.streams = None, None
        await asyncio.sleep(max(0.0, PAUSE_S - (time.monotonic() - begin)))


async def measure(name: str, seconds: float, database: str, options: list[str]) -> Seen:
    """Run an attack for a while, and return what others saw meanwhile."""
    seen = Seen()
    async with Server(database, options) as server:
        before = size_of(database)
        command = [sys.executable, __file__, "--attack", name, str(server.port)]
        attacker = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        try:
            assert attacker.stdout
            assert await attacker.stdout.readline() == b"begun\n", f"{name} did not begin"
            until = time.monotonic() + seconds
            await asyncio.gather(*(play(Visitor(server.port, address), seen, until) for address in VISITORS))
            if attacker.returncode is not None:
                seen.errors.append(f"the attack ended by itself: {attacker.returncode}")
            seen.peak_bytes = server.peak_bytes
            seen.stored_bytes = size_of(database) - before
        finally:
            with suppress(ProcessLookupError):
                attacker.kill()
            await attacker.wait()
    if server.log:
        seen.errors.append(f"logged: {server.log[-1500:]}")
    return seen


def size_of(database: str) -> int:
    """Return how many bytes a database takes."""
    with closing(Care(database)) as care:
        return care.facts().bytes


async def run_attack(name: str, port: int) -> None:
    """Attack until killed. In the real world, an attacker has a processor of its own: this one gets what is left."""
    os.nice(10)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    function, prepared = ATTACKS[name]
    target = Target(port)
    if not prepared:
        target.begin()
    while True:
        with suppress(OSError, EOFError):
            await function(target)
        await asyncio.sleep(0.01)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10, help="how long each attack lasts")
    parser.add_argument("--only", nargs="*", choices=ATTACKS, metavar="NAME", help="only these attacks")
    parser.add_argument("--database", help="a fresh SQLite file for each attack if left out")
    parser.add_argument("--attack", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("options", nargs="*", metavar="OPTION", help="passed on to keypeg serve")
    given = parser.parse_args()
    if given.attack:
        asyncio.run(run_attack(given.attack[0], int(given.attack[1])))
    print(f"{'attack':28} {'guesses':>7} {'median':>8} {'99th':>8} {'slowest':>8} {'memory':>7} {'stored':>8}  result")
    failed = 0
    for name in given.only or ATTACKS:
        with tempfile.TemporaryDirectory() as folder:
            database = given.database or f"sqlite:///{Path(folder) / 'games.db'}"
            seen = asyncio.run(measure(name, given.seconds, database, given.options))
        times = " ".join(f"{seen.percentile(share) * 1000:5.0f} ms" for share in (0.5, 0.99, 1))
        result = "good" if seen.is_good else f"{len(seen.errors)} errors" if seen.errors else "too much"
        sizes = f"{seen.peak_bytes >> 20:4} MB {seen.stored_bytes / 1e6:5.1f} MB"
        print(f"{name:28} {len(seen.times):7,} {times} {sizes}  {result}", flush=True)
        for error in seen.errors[:3]:
            print(f"    {error}")
        failed += not seen.is_good
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
