"""What the event loop does itself: without a thread, on the visitor's account, and never where it would wait."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from keypeg.database import Database, Page, StoredGame
from keypeg.database_glance import NotAtOnce
from keypeg.errors import Unavailable
from keypeg.web.limits import Limits
from keypeg.web.refusals import Refusal
from keypeg.web.work import Work
from visitor import Visitor, running


def game(identifier: str = "g1", version: int = 1) -> StoredGame:
    return StoredGame(
        id=identifier, owner="ann", kind="break", variant="p4c6", line="x", version=version, created=1, updated=1
    )


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = Database(f"sqlite:///{tmp_path / 'games.db'}")
    yield opened
    opened.close()


def test_a_game_is_played_without_a_thread_that_waits(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'games.db'}") as url, Visitor(url) as one:
        before = sum(thread.name == "keypeg-quick" for thread in threading.enumerate())
        begun = one.begin()
        played = one.do(begun, "guess", guess="1122")
        assert one.see(begun) == played == one.do(begun, "guess", guess="1122")
        assert sum(thread.name == "keypeg-quick" for thread in threading.enumerate()) == before


def test_what_a_database_can_not_do_at_once_is_done_in_threads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise NotAtOnce

    with running(f"sqlite:///{tmp_path / 'games.db'}") as url, Visitor(url) as one:
        begun = one.begin()
        monkeypatch.setattr("keypeg.database_glance.Glance.first", refuse)
        assert one.begin()["id"] != begun["id"]
        played = one.do(begun, "guess", guess="1122")
        monkeypatch.undo()
        assert one.see(begun) == played


def test_a_change_that_comes_second_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = []
    change = Database._change

    def faster(self: Database, connection: object, row: StoredGame) -> bool:
        taken.append(row.version)
        return len(taken) > 2 and change(self, connection, row)  # type: ignore[arg-type]

    with running(f"sqlite:///{tmp_path / 'games.db'}") as url, Visitor(url) as one:
        begun = one.begin()
        monkeypatch.setattr(Database, "_change", faster)
        assert len(one.do(begun, "guess", guess="1122")["turns"]) == 1
    assert taken == [2, 2, 2]


def test_the_time_of_the_event_loop_is_charged() -> None:
    work = Work(Limits(quick_seconds_per_minute=0.01))
    assert work.at_once("ann", lambda: sum(range(2_000_000)))
    with pytest.raises(Refusal, match="seconds of work per minute"):
        work.at_once("ann", lambda: 1)
    assert work.at_once("bob", lambda: 1) == 1
    work.close()


def test_many_writes_are_committed_together_and_each_hears_of_its_own(database: Database) -> None:
    async def write() -> list[object]:
        added = [database.add_soon(game(f"g{number % 3}")) for number in range(4)]
        first = await asyncio.gather(*added)
        changed = await asyncio.gather(database.change_soon(game("g0", 2)), database.change_soon(game("g9", 2)))
        return [sorted(first), changed]

    assert asyncio.run(write()) == [[False, True, True, True], [True, False]]
    assert database.game_at_once("g0") == game("g0", 2)
    assert database.game_at_once("g9") is None
    assert database.count_at_once("ann") == 3


def test_somebody_else_who_writes_holds_up_no_event_loop(database: Database) -> None:
    database.add(game())

    async def write() -> tuple[bool, bool, bool]:
        with closing(sqlite3.connect(database.file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            changing = asyncio.ensure_future(database.change_soon(game(version=2)))
            start = time.monotonic()
            await asyncio.sleep(0.1)
            assert time.monotonic() - start < 2
            assert not changing.done()
            other.execute("ROLLBACK")
        changed = await changing
        return changed, *await asyncio.gather(database.add_soon(game()), database.add_soon(game("g2")))

    assert asyncio.run(write()) == (True, False, True)


def test_threads_and_event_loops_write_at_the_same_time(database: Database) -> None:
    def add(name: str) -> None:
        for number in range(50):
            assert database.add(game(f"{name}{number}"))

    async def play(name: str) -> None:
        assert await database.add_soon(game(name))
        for version in range(2, 50):
            assert await database.change_soon(game(name, version))

    async def write() -> None:
        threads = [asyncio.to_thread(add, f"thread {number} ") for number in range(2)]
        await asyncio.gather(*threads, *(play(f"loop {number}") for number in range(5)))

    asyncio.run(write())
    assert database.count("ann") == 105
    assert {row.version for row in database.games(("ann",), Page(200)) if row.id.startswith("loop")} == {49}


def test_a_lock_is_not_waited_for_and_an_outage_is_one(database: Database) -> None:
    database.add(game())
    with closing(sqlite3.connect(database.file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert database.game_at_once("g1") == game()  # whoever writes doesn't keep others from reading
        other.execute("ROLLBACK")
    failing = Unavailable("database-unavailable", fault="away", reason="")
    with pytest.raises(Unavailable), database.outages.attempt("read"):
        raise failing
    with pytest.raises(NotAtOnce):
        database.game_at_once("g1")


def test_a_file_that_can_not_be_read_is_left_to_a_thread(database: Database) -> None:
    database.add(game())
    assert database.game_at_once("g1") == game()
    with closing(sqlite3.connect(database.file, isolation_level=None)) as other:
        other.execute("ALTER TABLE games RENAME TO moved")
        with pytest.raises(NotAtOnce):
            database.game_at_once("g1")
        other.execute("ALTER TABLE moved RENAME TO games")
    assert database.game_at_once("g1") == game()
