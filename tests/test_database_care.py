"""A whole database: what is kept in it for how long, and how it is looked at, checked, backed up and restored."""

import json
import os
import shutil
import sqlite3
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from keypeg import database_care, retention
from keypeg.cli import main
from keypeg.database import GAMES, Database, StoredGame
from keypeg.database_care import Care
from keypeg.errors import NotAllowed
from keypeg.game import Fixed, Outcome
from keypeg.past_games import time_text
from keypeg.puzzle_database import PuzzleRows, StoredPuzzle
from keypeg.puzzle_session import PuzzleSession
from keypeg.puzzles import collection
from keypeg.retention import DAY_MS, Retention
from keypeg.room_database import RoomRows, StoredPlayer, StoredRoom
from keypeg.rules import Code, Variant
from keypeg.session import BreakSession
from keypeg.web import upkeep
from visitor import Visitor, running

NOW = time.time_ns() // 1_000_000
LINE = str(BreakSession(Variant(4, 6), Fixed(Code("1234"))))


@pytest.fixture
def own(database: str, tmp_path: Path) -> Iterator[str]:
    """Give the URL of a database that nobody else uses."""
    if database.startswith("sqlite"):
        yield f"sqlite:///{tmp_path}/games.db"
        return
    engine = sa.create_engine(database.replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql("CREATE DATABASE care")
    yield database.rsplit("/", 1)[0] + "/care"
    with engine.connect() as connection:
        connection.exec_driver_sql("DROP DATABASE care WITH (FORCE)")
    engine.dispose()


@pytest.fixture
def games(own: str) -> Iterator[Database]:
    with closing(Database(own)) as opened:
        yield opened


def game(identifier: str, days: int = 0, **columns: Any) -> StoredGame:
    """Return a game that was last played some days ago."""
    at = NOW - days * DAY_MS - 1
    given: dict[str, Any] = {
        "owner": "ann",
        "kind": "break",
        "variant": "p4c6",
        "line": LINE,
        "created": at,
        "updated": at,
    }
    return StoredGame(id=identifier, **(given | columns))


def _execute(statements: list[sa.Update], connection: sa.Connection) -> None:
    for statement in statements:
        connection.execute(statement)


def there(database: Database) -> set[str]:
    with database.reading() as connection:
        return set(connection.scalars(sa.select(GAMES.c.id)))


class TestRetention:
    CASES: tuple[tuple[Retention, set[str]], ...] = (
        (Retention(), set()),
        (Retention(unplayed=14), {"unplayed"}),
        (Retention(open=180), {"left"}),
        (Retention(unplayed=14, open=20), {"unplayed", "left", "in room"}),
        (Retention(finished=365), {"won", "lost", "given up"}),
    )

    def test_what_goes_when(self, games: Database) -> None:
        rows = [
            game("young", 13),
            game("unplayed", 14),
            game("answered", 14, pending="1122"),
            game("in room", 30, room="r", round=1),
            game("played", 19, turn_count=1),
            game("left", 180, turn_count=3),
            game("played on", 400, turn_count=3, updated=NOW - DAY_MS),
            game("won", 366, outcome="won", turn_count=3),
            game("lost", 366, outcome="lost", turn_count=3),
            game("given up", 366, outcome=Outcome.GIVEN_UP, turn_count=3),
            game("old", 364, outcome="won", turn_count=3),
        ]
        for kept, gone in self.CASES:
            games.delete_all(["ann"])
            games.add_all(rows)
            assert retention.expired(games, kept, NOW)["games"] == len(gone)
            assert sum(number for _, number in retention.expire(games, kept, NOW)) == len(gone)
            assert there(games) == {row.id for row in rows} - gone

    def test_puzzles_and_rooms(self, games: Database) -> None:
        puzzles, rooms = PuzzleRows(games), RoomRows(games)
        line = str(PuzzleSession(collection()[0]))
        old = NOW - 20 * DAY_MS
        puzzles.add(
            StoredPuzzle(id="untouched", owner="ann", line=line, created=old),
            StoredPuzzle(id="tried", owner="ann", line=line, created=old, version=3),
            StoredPuzzle(id="done", owner="ann", line=line, created=old, version=2, finished=old),
            StoredPuzzle(id="new", owner="ann", line=line, created=NOW),
        )
        for name in ("empty", "played"):
            rooms.add(StoredRoom(name, "ann", "{}", "[]", 1, old), StoredPlayer(name, "ann", "Ann", old))
        games.add(game("in room", 20, room="played", round=1, turn_count=2))
        steps = list(retention.expire(games, Retention(unplayed=14), NOW))
        assert steps == [("puzzles", 1), ("rooms", 1)]
        assert {puzzle.id for puzzle in puzzles.puzzles(["ann"])} == {"tried", "done", "new"}
        assert (rooms.room("empty"), rooms.players("empty")) == (None, [])
        assert len(rooms.players("played")) == 1
        list(retention.expire(games, Retention(open=14, finished=14), NOW))
        assert {puzzle.id for puzzle in puzzles.puzzles(["ann"])} == {"new"}
        assert (rooms.room("played"), there(games)) == (None, set())

    def test_it_goes_in_batches_and_spares_what_is_played_meanwhile(
        self, games: Database, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(retention, "_BATCH", 2)
        games.add_all([game(f"g{number}", 30) for number in range(7)])
        steps = retention.expire(games, Retention(unplayed=14), NOW)
        assert next(steps) == ("games", 2)
        games.change(game("g6", 30, version=2, turn_count=1, updated=NOW))
        assert [number for _, number in steps] == [2, 2]
        assert there(games) == {"g6"}

    def test_of_several_processes_one_does_it(self, games: Database) -> None:
        hour = 3_600_000
        assert [retention.claim(games, hour, NOW + more) for more in (0, 0, hour - 1, hour, hour)] == [
            *(True, False, False, True, False)
        ]

    def test_a_clock_that_was_ahead_stops_nothing(self, games: Database) -> None:
        hour = 3_600_000
        assert retention.claim(games, hour, NOW + 1000 * hour)
        assert [retention.claim(games, hour, NOW + more) for more in (0, 0, -5)] == [True, False, False]

    def test_a_server_does_it_beside_the_serving(self, own: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(upkeep, "_FIRST_S", 0.01)
        with closing(Database(own)) as before:
            before.add_all([game(f"g{number}", 1000) for number in range(450)])
            with running(own) as url, Visitor(url) as visitor:
                begun = visitor.begin()
                until = time.monotonic() + 20
                while len(there(before)) > 1 and time.monotonic() < until:
                    time.sleep(0.02)
                assert there(before) == {begun["id"]}

    def test_whatever_goes_wrong_there_is_a_next_time(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        monkeypatch.setattr(upkeep, "_FIRST_S", 0.01)
        monkeypatch.setattr(upkeep, "_PERIOD_S", 0.02)
        tries = iter([ArithmeticError("once"), RuntimeError("again")])

        def expire(*given: Any) -> Any:
            if (error := next(tries, None)) is not None:
                raise error
            return retention.expire(*given)

        monkeypatch.setattr(upkeep, "expire", expire)
        own = f"sqlite:///{tmp_path}/games.db"
        with closing(Database(own)) as before:
            before.add_all([game("g", 1000)])
            with running(own):
                until = time.monotonic() + 20
                while there(before) and time.monotonic() < until:
                    time.sleep(0.02)
            assert not there(before)
        failed = [record for record in caplog.records if record.getMessage() == "upkeep=failed"]
        assert [str(record.exc_info[1]) for record in failed if record.exc_info] == ["once", "again"]

    def test_the_database_in_the_data_folder_is_kept(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("KEYPEG_DATA", str(tmp_path))
        monkeypatch.setattr(upkeep, "_FIRST_S", 0.01)
        with closing(Database(None)) as before:
            before.add_all([game(f"g{number}", 1000) for number in range(3)])
            with running(None) as url, Visitor(url) as visitor:
                visitor.begin()
                time.sleep(0.3)
                assert len(there(before)) == 4


class TestCommand:
    @pytest.fixture
    def run(self, own: str, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
        def run(*words: str) -> tuple[int, str]:
            code = main(["database", *words, "--database", own])
            said = capsys.readouterr()
            return code, said.out + said.err

        return run

    def test_what_there_is(self, own: str, run: Any) -> None:
        with closing(Database(own)) as games:
            games.add_all([game("g1", 3), game("g2", 1, outcome="won", turn_count=2)])
        code, said = run("info")
        assert code == 0
        assert "games              2\n" in said
        code, said = run("info", "--json")
        told = json.loads(said)
        assert (told["rows"]["games"], told["open_games"], told["is_current"]) == (2, 1, True)
        assert told["oldest"] == time_text(NOW - 3 * DAY_MS - 1)
        assert told["bytes"] > 10_000
        assert "password" not in told["url"]

    def test_a_check_finds_what_can_not_be_read(self, own: str, run: Any) -> None:
        with closing(Database(own)) as games:
            games.add(game("g1"))
            assert run("check") == (0, "Everything can be read.\n")
            games.add(game("g2", line="p4c6 nonsense"))
        code, said = run("check")
        assert code == 1
        assert said.startswith("games g2: ")
        assert said.endswith("1 problem found.\n")

    def test_a_damaged_file_is_noticed(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        file = tmp_path / "games.db"
        with closing(Database(f"sqlite:///{file}")) as games:
            games.add_all([game(f"g{number:04}") for number in range(500)])
        with file.open("r+b") as damaged:
            damaged.seek(20 * 4096)
            damaged.write(b"\xff" * 4096)
        assert main(["database", "check", "--database", f"sqlite:///{file}"]) == 1
        assert capsys.readouterr().out.endswith("found.\n")

    def test_a_backup_is_of_one_moment_while_people_play(
        self, own: str, run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(database_care, "_PAGES", 1)
        ended = threading.Event()
        with closing(Database(own)) as games:
            games.add_all([game(f"g{number:04}") for number in range(300)])

            def play() -> None:
                """Move a mark from each game to the next, two rows in a transaction."""
                number = 0
                while not ended.is_set():
                    here, number = f"g{number % 300:04}", number + 1
                    marked = GAMES.update().where(GAMES.c.id == f"g{number % 300:04}").values(note="mark")
                    cleared = GAMES.update().where(GAMES.c.id == here).values(note="")
                    games.write(partial(_execute, [marked, cleared]))

            thread = threading.Thread(target=play)
            thread.start()
            try:
                code, said = run("backup", str(tmp_path / "backup"))
            finally:
                ended.set()
                thread.join()
        assert code == 0, said
        assert [path.name for path in tmp_path.iterdir() if "backup" in path.name] == ["backup"]
        assert run("backup", str(tmp_path / "backup"))[0] == 2
        assert run("backup", str(tmp_path / "backup"), "--force")[0] == 0
        assert run("restore", str(tmp_path / "backup"), "--force")[0] == 0
        with closing(Database(own)) as games, games.reading() as connection:
            marks = connection.scalar(sa.select(sa.func.count()).where(GAMES.c.note == "mark"))
            assert (marks, len(there(games))) == (1, 300)

    def test_a_restore_brings_everything_back_or_is_refused(self, own: str, run: Any, tmp_path: Path) -> None:
        backup = str(tmp_path / "backup")
        with running(own) as url, Visitor(url) as visitor:
            begun = visitor.do(visitor.begin(), "guess", guess="1122")
            assert run("backup", backup)[0] == 0
            after = visitor.do(begun, "guess", guess="1123")
            code, said = run("restore", backup)
            assert (code, "has 1 game, which would be lost" in said) == (2, True)
            code, said = run("restore", backup, "--force")
            assert (code, "is in use: stop the servers first" in said) == (2, True)
            assert visitor.see(begun)["turns"] == after["turns"]
        assert run("restore", backup, "--force")[0] == 0
        with running(own) as url, Visitor(url) as again:
            again.cookies.update(visitor.cookies)
            assert again.see(begun)["turns"] == begun["turns"]
        (tmp_path / "other").write_text("something else")
        for path, word in (("other", "is not a backup"), ("nothing", "can't read")):
            code, said = run("restore", str(tmp_path / path), "--force")
            assert code == 2
            assert word in said or "pg_restore failed" in said

    @pytest.mark.skipif(os.name != "posix", reason="a file is private in another way there")
    def test_nobody_else_can_read_a_database_or_its_backup(self, own: str, run: Any, tmp_path: Path) -> None:
        Database(own).close()
        assert run("backup", str(tmp_path / "backup"))[0] == 0
        assert run("restore", str(tmp_path / "backup"), "--force")[0] == 0
        if own.startswith("sqlite"):
            (tmp_path / "games.db").unlink()
            assert run("restore", str(tmp_path / "backup"))[0] == 0
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
        assert set(modes.values()) == {0o600}, modes

    def test_a_backup_of_a_newer_version_is_refused(self, own: str, run: Any, tmp_path: Path) -> None:
        with closing(Database(own)) as newer:
            newer.write(
                lambda connection: connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
            )
        assert "9999: a newer version of Keypeg has made them" in run("info")[1]
        assert run("backup", str(tmp_path / "newer"))[0] == 0
        code, said = run("restore", str(tmp_path / "newer"), "--force")
        assert (code, "was changed by a newer version of Keypeg (step '9999'" in said) == (2, True)

    def test_a_backup_is_read_where_nothing_can_be_written(self, tmp_path: Path) -> None:
        file, backup = tmp_path / "games.db", tmp_path / "of 100% and more?"
        with closing(Database(f"sqlite:///{file}")) as games, closing(Care(f"sqlite:///{file}")) as care:
            games.add(game("g1"))
            care.back_up(backup)
        backup.with_name(f"{backup.name}-shm").mkdir()  # where SQLite would keep notes
        with closing(Care(f"sqlite:///{tmp_path}/other.db")) as care:
            care.restore(backup)
            assert care.facts().rows["games"] == 1

    def test_a_copy_is_read_together_with_its_log(self, tmp_path: Path) -> None:
        file, copy = tmp_path / "games.db", tmp_path / "copy.db"
        with closing(Database(f"sqlite:///{file}")) as games:
            games.add(game("g1"))
            for end in ("", "-wal"):
                shutil.copy(f"{file}{end}", f"{copy}{end}")
        with closing(Care(f"sqlite:///{tmp_path}/other.db")) as care:
            care.restore(copy)
            assert care.facts().rows["games"] == 1

    def test_what_is_in_the_way_is_said_in_one_line(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(database_care, "_WAIT_S", 0.1)
        file, backup = tmp_path / "games.db", tmp_path / "backup"
        with closing(Database(f"sqlite:///{file}")) as games:
            games.add(game("g1"))

        def said(*words: str) -> str:
            assert main(["database", *words, "--database", f"sqlite:///{file}"]) == 2
            told = capsys.readouterr().err
            assert told.count("\n") == 1
            return told

        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert "(locked): database is locked" in said("vacuum")
        for folder in ("/", ".", str(tmp_path)):
            assert "is a directory" in said("backup", folder, "--force")
        if hasattr(os, "mkfifo"):
            os.mkfifo(tmp_path / "pipe")  # as a device is, which would be gone
            assert "invalid argument" in said("backup", str(tmp_path / "pipe"), "--force")
        assert main(["database", "backup", str(backup), "--database", f"sqlite:///{file}"]) == 0
        capsys.readouterr()
        file.with_name("games.db-shm").mkdir()
        assert "can't open the database" in said("restore", str(backup), "--force")

    def test_what_was_deleted_is_given_back(self, own: str, run: Any) -> None:
        with closing(Database(own)) as games:
            games.add_all([game(f"g{number}", 30, note="x" * 2000) for number in range(500)])
        code, said = run("expire", "--unplayed", "14", "--left", "20", "--finished", "20", "--dry-run")
        assert (code, said) == (0, "This would delete 500 games, 0 puzzles, 0 rooms.\n")
        assert run("expire", "--left", "14", "--json") == (0, '{\n  "games": 500,\n  "puzzles": 0,\n  "rooms": 0\n}\n')
        assert run("expire", "--left", "14") == (0, "Deleted: 0 games, 0 puzzles, 0 rooms.\n")
        code, said = run("vacuum", "--json")
        told = json.loads(said)
        assert code == 0
        if own.startswith("sqlite"):
            assert told["after"] < told["before"] / 3

    def test_what_is_not_there_is_not_made(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        place = f"sqlite:///{tmp_path}/none.db"
        for words in (["info"], ["check"], ["vacuum"], ["backup", f"{tmp_path}/b"], ["expire", "--left", "1"]):
            assert main(["database", *words, "--database", place]) == 2
            assert "there is no database at" in capsys.readouterr().err
        assert list(tmp_path.iterdir()) == []

    def test_a_file_that_is_none_of_ours(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        with closing(sqlite3.connect(tmp_path / "other.db")) as connection:
            connection.execute("CREATE TABLE games (id)")
        assert main(["database", "info", "--database", f"sqlite:///{tmp_path}/other.db"]) == 2
        assert "is not a database of Keypeg" in capsys.readouterr().err

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (["tidy"], "'tidy' is not something to do with a database"),
            (["backup"], "backup needs the name of a file"),
            (["expire"], "expire needs to know what to delete"),
            (["info", "--force"], "info and --force contradict each other"),
            (["vacuum", "FILE"], "vacuum and FILE contradict each other"),
            (["check", "--left", "3"], "check and --left contradict each other"),
        ],
    )
    def test_a_line_that_can_not_be(self, words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["database", *words]) == 2
        assert capsys.readouterr().err.startswith(f"keypeg: {message}")

    def test_without_the_programs_of_postgresql_the_command_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(shutil, "which", lambda _: None)
        monkeypatch.setattr(Path, "glob", lambda *_: iter(()))
        with closing(Care("postgresql://ann:secret@localhost/keypeg")) as care, pytest.raises(NotAllowed) as refused:
            care.back_up(Path("backup"))
        command = "pg_dump --format=custom --dbname=postgresql://ann@localhost/keypeg --file=backup"
        assert str(refused.value).endswith(command)
