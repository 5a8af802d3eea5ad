"""The database by itself, on SQLite and on PostgreSQL."""

import asyncio
import importlib
import json
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from keypeg.database import GAMES, METADATA, Database, Page, StoredGame
from keypeg.database_open import known_steps, migrate, open_engine
from keypeg.database_prepared import Prepared
from keypeg.errors import NotAllowed
from keypeg.web import moves
from keypeg.web.seats import Seat, seat_of


@pytest.fixture
def games(database: str) -> Iterator[Database]:
    opened = Database(database)
    yield opened
    opened.delete_all(["ann", "bob"])
    opened.close()


def game(identifier: str = "g1", owner: str = "ann", **more: object) -> StoredGame:
    columns: dict[str, object] = {"kind": "break", "variant": "p4c6", "line": "p4c6", "created": 5, "updated": 5}
    return StoredGame(id=identifier, owner=owner, **(columns | more))  # type: ignore[arg-type]


def test_what_was_added_is_found(games: Database) -> None:
    full = game(
        guest="bob", daily="2026-01-05", pending="1122", suggestion="1123", invite="i", finished=7, summary="{}"
    )
    assert games.add(full)
    assert games.game("g1") == games.game_by_invite("i") == games.game_of_day("ann", "2026-01-05") == full
    assert games.game("g2") is None


def test_an_id_and_a_day_are_taken_once(games: Database) -> None:
    assert games.add(game(daily="2026-01-05"))
    assert not games.add(game())
    assert not games.add(game("g2", daily="2026-01-05"))
    assert games.add(game("g3", "bob", daily="2026-01-05"))
    assert games.add(game("g4"))
    assert games.add(game("g5"))


def test_many_games_are_added_in_few_statements(tmp_path: Path) -> None:
    """With one for each, busy threads would take the interpreter from the writer each time."""
    rows = [game(f"g{number}", called_off=number % 2 == 0, round=number) for number in range(200)]
    sent: list[str] = []
    with closing(Database(f"sqlite:///{tmp_path / 'games.db'}")) as games:
        sa.event.listen(sa.Engine, "before_cursor_execute", note := lambda *told: sent.append(told[2]))
        try:
            assert games.add_all(rows)
        finally:
            sa.event.remove(sa.Engine, "before_cursor_execute", note)
        assert sorted(games.games(["ann"], Page(count=999)), key=lambda row: row.round or 0) == rows
    assert len(sent) <= 8


def test_of_two_changes_of_one_version_only_one_is_kept(games: Database) -> None:
    games.add(game())
    assert games.change(game(version=2, line="first"))
    assert not games.change(game(version=2, line="second"))
    assert games.change(game(version=3, line="third"))
    assert games.version("g1") == 3
    assert not games.change(game("g9", version=2))


def test_changes_from_many_threads_are_all_kept(games: Database) -> None:
    for number in range(8):
        games.add(game(f"g{number}"))

    def change(number: int) -> None:
        for version in range(2, 12):
            assert games.change(game(f"g{number}", version=version))

    threads = [threading.Thread(target=change, args=[number]) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [games.version(f"g{number}") for number in range(8)] == [11] * 8


def test_what_was_found_out_is_kept_without_a_new_version_unless_the_game_went_on(games: Database) -> None:
    games.add(game())
    games.remember(game(suggestion="1122", note="n"), "suggestion", "note")
    assert games.game("g1") == game(suggestion="1122", note="n")
    games.change(game(version=2))
    games.remember(game(suggestion="1122"), "suggestion")
    assert games.game("g1") == game(version=2)


def test_the_list_is_in_order_and_goes_on_from_page_to_page(games: Database) -> None:
    rows = [game(f"g{number}", created=number // 2) for number in range(7)]
    games.add_all(rows)
    games.add(game("other", "bob"))
    expected = sorted(rows, key=lambda row: (row.created, row.id), reverse=True)
    first = games.games(["ann"], Page(3))
    second = games.games(["ann"], Page(10, before=(first[-1].created, first[-1].id)))
    assert first + second == expected
    assert games.count("ann") == 7


def test_the_list_by_kind_variant_outcome_and_day(games: Database) -> None:
    games.add_all([game("g1", kind="solve"), game("g2", variant="p5c8", outcome="won"), game("g3", daily="2026-01-05")])
    for page, found in [
        (Page(9, kind="solve"), ["g1"]),
        (Page(9, variant="p5c8"), ["g2"]),
        (Page(9, outcome="open"), ["g3", "g1"]),
        (Page(9, daily=True), ["g3"]),
        (Page(9, kind="solve", variant="p5c8"), []),
    ]:
        assert [row.id for row in games.games(["ann"], page)] == found


def test_the_days_that_somebody_won(games: Database) -> None:
    for number, (owner, outcome) in enumerate([("ann", "won"), ("ann", "lost"), ("ann", "won"), ("bob", "won")]):
        games.add(game(f"g{number}", owner, daily=f"2026-01-0{number + 1}", outcome=outcome))
    games.add(game("g9", outcome="won"))
    assert sorted(games.days_won(["ann"])) == ["2026-01-01", "2026-01-03"]
    assert games.days_won(["nobody"]) == []


def test_everybodys_results_of_a_day_are_counted(games: Database) -> None:
    rows = [("won", 4), ("won", 5), ("won", 4), ("lost", 10), ("open", 2)]
    for number, (outcome, turn_count) in enumerate(rows):
        games.add(game(f"g{number}", f"ann{number}", daily="2026-01-05", outcome=outcome, turn_count=turn_count))
    games.add(game("g8", "ann8", daily="2026-01-06", outcome="won", turn_count=1))
    games.add(game("g9", "ann9", daily="2026-01-05", outcome="won", turn_count=1, source="import"))
    assert sorted(games.results_of_day("2026-01-05")) == [("lost", 10, 1), ("won", 4, 2), ("won", 5, 1)]
    games.delete_all([f"ann{number}" for number in range(10)])


def test_deleting_everything_leaves_no_name_behind(games: Database) -> None:
    games.add_all([game("g1"), game("g2", "bob", guest="ann"), game("g3", "bob")])
    assert sorted(games.delete_all(["ann"])) == ["g1", "g2"]
    assert games.games(["ann"], Page(9)) == []
    joined = games.game("g2")
    assert joined is not None
    assert joined.guest not in (None, "ann")
    assert not games.change(game("g2", "bob", guest="ann", version=2)), "made from what was before"


def test_the_next_game_is_added_together_with_a_change_of_the_one_before(games: Database) -> None:
    games.add(game("g1"))
    assert games.add_next(game("g2"), game("g1", version=2, next="g2"))
    assert games.game("g1") == game("g1", version=2, next="g2")
    assert not games.add_next(game("g3"), game("g1", version=2, next="g3"))
    assert games.game("g3") is None


def test_a_setting_stays_what_it_first_was(games: Database) -> None:
    first = games.setting("test key", "first")
    assert games.setting("test key", "second") == first == "first"


def test_many_games_are_added_together_or_not_at_all(games: Database) -> None:
    games.add(game("g2"))
    assert not games.add_all([game("g1"), game("g2")])
    assert games.game("g1") is None


def test_the_migrations_make_the_tables_that_the_code_knows(games: Database) -> None:
    importlib.import_module("keypeg.puzzle_database")  # whose table is among them
    importlib.import_module("keypeg.room_database")
    with games._engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


OLD_GAMES = [
    json.loads(line) for line in (Path(__file__).parent / "golden" / "games_0001.jsonl").read_text().splitlines()
]
"""Games that the code before step 0002 wrote, and the positions to which undo and redo led from each of them then."""


@pytest.fixture
def old_database(database: str, tmp_path: Path) -> str:
    """Give the URL of a database as it was before step 0002, with games in it."""
    url = f"sqlite:///{tmp_path}/old.db"
    if database.startswith("postgresql"):
        url = f"{database.rpartition('/')[0]}/old"
        whole = open_engine(database).execution_options(isolation_level="AUTOCOMMIT")
        with whole.connect() as connection:
            connection.exec_driver_sql("CREATE DATABASE old")
        whole.dispose()
    engine = open_engine(url).execution_options(keypeg_writes=True)
    migrate(engine, "0001")
    with engine.begin() as connection:
        table = sa.Table("games", sa.MetaData(), autoload_with=connection)
        connection.execute(table.insert(), [each["row"] for each in OLD_GAMES])
    engine.dispose()
    return url


def test_games_from_before_the_line_held_their_history_go_on(old_database: str) -> None:
    opened = Database(old_database)
    for each in OLD_GAMES:
        old, row = each["row"], opened.game(each["row"]["id"])
        assert row is not None
        kept = row.columns().keys() & old.keys() - {"line", "summary"}
        assert {name: getattr(row, name) for name in kept} == {name: old[name] for name in kept}
        assert row.turn_count == old["turns"]
        seat = seat_of(row, (row.owner,))
        assert seat.to_row(row.updated) == replace(row, version=row.version + 1), each["name"]
        assert json.loads(row.summary) == {**json.loads(old["summary"]), "called_off": each["called_off"]}
        for what in ("redo", "undo"):
            assert positions(seat_of(row, (row.owner,)), what) == each[what], each["name"]
    opened.close()


def positions(seat: Seat, what: str) -> list[str]:
    """List the positions to which undo or redo leads."""
    found = []
    while seat.describe()["can_undo" if what == "undo" else "can_redo"]:
        getattr(moves, what)(seat, len(seat.session.turns))
        found.append(seat.summary()["position"])
    return found


def test_the_file_of_a_step_begins_with_its_name() -> None:
    folder = resources.files("keypeg") / "migrations" / "versions"
    texts = [file.read_text(encoding="utf-8") for file in folder.iterdir() if file.name.endswith(".py")]
    steps = [re.findall(r'^revision = "(.*)"$', text, re.MULTILINE) for text in texts]
    assert sorted(steps, reverse=True) == [[step] for step in known_steps()]


def test_a_history_that_nobody_can_have_made_is_dropped_and_not_the_game() -> None:
    step = importlib.import_module("keypeg.migrations.versions.0002_history")
    line = "p4c6 strategy=first guesses=10 1111=1b0w"
    trail = {"past": ["p4c6 strategy=first guesses=10 2222=1b0w"], "future": []}
    assert step.solve_line(line, trail) == line
    assert step.solve_line(line, {}) == line


def test_games_from_before_they_kept_what_they_know_stay_as_they_are(database: str, tmp_path: Path) -> None:
    if database.startswith("postgresql"):
        pytest.skip("the step is the same there, and the old games above take it")
    url = f"sqlite:///{tmp_path}/old.db"
    engine = open_engine(url).execution_options(keypeg_writes=True)
    migrate(engine, "0002")
    old = game(line="p4c6 guesses=10 codemaker=random:5", daily="2026-01-05", finished=7, invite="i")
    new = {"counts", "skill", "challenge", "next"}
    with engine.begin() as connection:
        table = sa.Table("games", sa.MetaData(), autoload_with=connection)
        assert not new & set(table.c.keys())
        values = {name: value for name, value in old.columns().items() if name not in new}
        connection.execute(table.insert(), [values | {"answers": values.pop("answered_by")}])
    engine.dispose()
    opened = Database(url)
    assert opened.game("g1") == old
    assert opened.results_of_day("2026-01-05") == []
    assert opened.change(replace(old, version=2, counts="[]", skill=86.5, challenge="{}", next="g2"))
    changed = opened.game("g1")
    assert changed is not None
    assert (changed.counts, changed.skill, changed.challenge, changed.next) == ("[]", 86.5, "{}", "g2")
    opened.close()


def test_a_second_opening_changes_nothing(games: Database, database: str) -> None:
    games.add(game())
    again = Database(database)
    assert again.game("g1") == game()
    again.close()


def test_servers_that_start_at_once_make_the_tables_once(tmp_path: Path) -> None:
    opened: list[Database] = []

    def start() -> None:
        opened.append(Database(f"sqlite:///{tmp_path}/new/games.db"))

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened) == 4
    for each in opened:
        each.close()


def test_a_commit_is_on_the_disk(tmp_path: Path) -> None:
    opened = Database(f"sqlite:///{tmp_path}/games.db")
    with opened._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    opened.close()


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("nonsense", "'nonsense' is not the URL of a database: write sqlite:///FILE or postgresql://USER@HOST/NAME"),
        ("mysql://host/name", "'mysql' is not a database that Keypeg knows: use sqlite or postgresql"),
        ("sqlite://", "a database in memory would lose every game"),
        ("sqlite:////proc/none/games.db", "can't open the database '/proc/none/games.db': no such file or directory"),
        (
            "postgresql://me:word@127.0.0.1:1/none",
            r"can't open the database 'postgresql\+psycopg://me:\*\*\*@.*refused",
        ),
    ],
)
def test_a_database_that_can_not_be_opened(url: str, message: str) -> None:
    with pytest.raises(NotAllowed, match=message):
        Database(url)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "thesis").write_text("years of work\n" * 100)
    with pytest.raises(NotAllowed, match="file is not a database"):
        Database(f"sqlite:///{tmp_path}/thesis")


def test_every_column_is_a_field() -> None:
    assert list(StoredGame.__dataclass_fields__) == [column.key for column in GAMES.columns]
    assert replace(game(), version=2) != game()


def test_a_connection_that_is_still_in_use_is_closed_later(database: str) -> None:
    closing = Database(database)
    with closing.reading() as connection:
        used = connection.connection.dbapi_connection
        closing.close()
        assert connection.scalar(sa.select(1)) == 1
    assert used is not None
    with pytest.raises(Exception, match="closed"):
        used.cursor().execute("SELECT 1")
    for _ in range(2):  # somebody who comes even later
        with closing.reading() as connection:
            assert connection.scalar(sa.select(1)) == 1
    closing.close()


@pytest.mark.parametrize("of_loop", [False, True], ids=["thread", "event loop"])
def test_nobody_is_told_that_a_write_is_done_which_was_never_begun(
    of_loop: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = iter([RuntimeError("no transaction"), RuntimeError("nor this time")])
    with closing(Database(f"sqlite:///{tmp_path}/games.db")) as games:
        change = Prepared.change

        def fail(statement: Prepared, connection: sa.Connection, values: Mapping[str, Any]) -> int:
            for failure in failures:
                raise failure
            return change(statement, connection, values)

        def write() -> bool:
            return asyncio.run(games.write_soon(lambda _: True)) if of_loop else games.write(lambda _: True)

        monkeypatch.setattr(Prepared, "change", fail)
        with pytest.raises(RuntimeError, match="nor this time"):
            write()
        assert write()


def test_a_uri_makes_no_folder_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Database(f"sqlite:///file:{tmp_path}/games.db?uri=true").close()
    assert {file.name for file in tmp_path.iterdir()} == {"games.db"}
