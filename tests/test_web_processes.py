"""Several processes on one database: what each of them has to know of the others."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest

from keypeg.database import Database
from keypeg.web import events as events_module
from keypeg.web import peers as peers_module
from keypeg.web.bus import LocalBus, bus_of, meeting_place, packed, unpacked
from keypeg.web.limits import Budget, Limits
from keypeg.web.peers import Peers
from visitor import PATIENT, Visitor, running, watching


@pytest.fixture(autouse=True)
def _never_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look nothing up: it has to be told."""
    monkeypatch.setattr(events_module, "_LOOK_S", 1000)


@pytest.fixture
def pair(database: str) -> Iterator[Callable[[Limits], tuple[Visitor, Visitor]]]:
    """Give a function that starts two servers on one database, each with a visitor from the same address."""
    with ExitStack() as stack:

        def start(limits: Limits = PATIENT) -> tuple[Visitor, Visitor]:
            one, two = (stack.enter_context(running(database, limits)) for _ in range(2))
            return stack.enter_context(Visitor(one)), stack.enter_context(Visitor(two))

        yield start


Pair = Callable[..., tuple[Visitor, Visitor]]


def until(is_true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 15
    while not is_true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_who_comes_to_another_process_and_goes_is_told(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events_module, "_GRACE_S", 0.1)
    one, two = pair()
    made = one.begin("duel", secret="1234")
    mine = two.ask("POST", f"join/{made['join']}")
    with watching(one, made) as events:
        assert next(events)[2]["present"] is False
        until(lambda: two.see(mine)["present"])
        with watching(two, mine) as theirs:
            assert next(theirs)[2]["present"] is True
            assert next(events)[2]["present"] is True
            two.do(mine, "guess", guess="1243")
            assert len(next(events)[2]["turns"]) == 1
        assert next(events)[2]["present"] is False


def test_rooms_are_told_of_too(pair: Pair) -> None:
    one, two = pair()
    room = one.ask("POST", "rooms", 201, json={"name": "Ann", "variant": "p4c6", "guesses": 10})
    with one.stream("GET", f"/api/rooms/{room['token']}/events", timeout=20) as response:
        lines = (line for line in response.iter_lines() if line.startswith("data"))
        assert "Bob" not in next(lines)
        two.ask("POST", f"rooms/{room['token']}/join", json={"name": "Bob"})
        assert "Bob" in next(lines)


@pytest.mark.parametrize("path", ["/api/setup", "/help"])
def test_requests_count_wherever_they_are_sent(pair: Pair, path: str) -> None:
    one, two = pair(Limits(requests_per_minute=30))
    assert two.get(path).status_code == 200
    while one.get(path).status_code == 200:
        pass
    asked = 1
    while two.get(path).status_code == 200:
        asked += 1
        assert asked < 20  # of its own it has 30
        time.sleep(0.3)


def test_streams_count_wherever_they_are_open(pair: Pair) -> None:
    one, two = pair(Limits(streams=1))
    game = one.begin()
    two.cookies.update(one.cookies)
    with watching(one, game) as events:
        next(events)
        until(lambda: two.get("/api/games/none/events").status_code == 429)
    until(lambda: two.get("/api/games/none/events").status_code == 404)


def test_what_happens_while_the_bus_is_away_is_told_afterwards(database: str, pair: Pair) -> None:
    if not database.startswith("postgresql"):
        pytest.skip("only a connection can be lost")
    one, two = pair()
    game = one.begin()
    two.cookies.update(one.cookies)
    with watching(one, game) as events, psycopg.connect(database, autocommit=True) as operator:
        next(events)
        operator.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
        two.do(game, "guess", guess="1122")
        assert len(next(events)[2]["turns"]) == 1
        two.do(two.see(game), "guess", guess="1133")
        assert len(next(events)[2]["turns"]) == 2


def test_messages_are_as_long_as_they_may_be_and_nonsense_has_no_items() -> None:
    items = [["come", f"game {number}", "x" * 16] for number in range(1000)]
    messages = packed("me", items)
    assert 5 < len(messages) < 12
    assert all(len(message) < 8000 for message in messages)
    assert [item for message in messages for item in unpacked(message)[1]] == items
    for nonsense in ("", "{", "[]", '{"from": 1}', '{"from": "x", "items": 3}'):
        assert unpacked(nonsense) == ("", [])


class Silent:
    """A bus on which the test says what is heard."""

    is_open = True

    def __init__(self) -> None:
        self.sent: list[str] = []

    async def open(self, on_message: Callable[[str], None], on_open: Callable[[], None]) -> None:
        self.hear = on_message
        on_open()

    def send(self, message: str) -> None:
        self.sent.append(message)

    async def close(self) -> None:
        pass


async def come_true(what: Callable[[], bool]) -> None:
    for _ in range(3000):
        if what():
            return
        await asyncio.sleep(0.01)
    raise AssertionError


def test_a_process_that_is_silent_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers_module, "_TICK_S", 0.01)
    monkeypatch.setattr(peers_module, "_GONE_S", 60)
    woken: list[str] = []

    async def meet() -> None:
        bus, budget = Silent(), Budget(10, 60, lambda: 0.0)
        peers = Peers(bus, {"requests": budget}, list, woken.append, lambda: None)
        await peers.open()
        told: Any = [
            ["hello"],
            ["come", "g", "ann"],
            ["streams", "v", 2],
            ["took", "requests", "v", 4],
            ["took", "x", "v"],
            7,
        ]
        bus.hear(packed("other", told)[0])
        assert (peers.is_watched("g", ["ann"]), peers.is_watched("g", ["bob"]), peers.streams("v")) == (False, True, 2)
        assert (budget.left("v"), woken) == (6, ["g"])
        bus.sent.clear()
        peers.changed("unwatched")
        peers.changed("g")
        await come_true(lambda: '["changed", "g"]' in "".join(bus.sent))
        assert "unwatched" not in "".join(bus.sent)
        bus.hear(packed("other", [["come", "unwatched", "ann"]])[0])  # it came just too late to be told
        await come_true(lambda: '["changed", "unwatched"]' in "".join(bus.sent))
        monkeypatch.setattr(peers_module, "_GONE_S", 0.01)
        await come_true(lambda: not peers.is_watched("g", ["bob"]))
        assert peers.streams("v") == 0
        await peers.close()

    asyncio.run(meet())
    assert woken[-2:] == ["g", "unwatched"]


def test_the_sockets_of_ended_processes_are_cleared_away_and_a_full_one_is_waited_for(tmp_path: Path) -> None:
    heard: list[str] = []

    async def talk() -> None:
        one, two = LocalBus(tmp_path / "bus"), LocalBus(tmp_path / "bus")
        for bus in (one, two):
            await bus.open(heard.append, lambda: None)
        (tmp_path / "bus" / "ended").touch()
        for number in range(500):
            one.send(f"{number}")
        while len(heard) < 500:  # noqa: ASYNC110 - it waits for a count
            await asyncio.sleep(0.01)
        for bus in (one, two):
            await bus.close()

    asyncio.run(asyncio.wait_for(talk(), 20))
    assert heard == [str(number) for number in range(500)]
    assert not (tmp_path / "bus").exists()


def test_nobody_meets_in_a_folder_that_others_can_enter(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    opened = Database(f"sqlite:///{tmp_path}/games.db")
    folder = meeting_place(opened.file)
    folder.mkdir()
    folder.chmod(0o777)
    bus = bus_of(opened)
    assert bus is not None
    asyncio.run(bus.open(lambda _: None, lambda: None))
    bus.send("nothing")
    assert not bus.is_open
    assert str(folder) in caplog.text
    folder.rmdir()
    opened.close()
