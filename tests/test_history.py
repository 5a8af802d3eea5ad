"""Past games in the terminal: the same as on the page, from the inbox and from the server's database."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from keypeg import console, past_games, store
from keypeg.cli import main
from keypeg.database import Database, StoredGame
from keypeg.past_games import PastGame, Streak, sum_up
from keypeg.session import BreakSession, SolveSession, parse_session
from visitor import Visitor, running

LINES = [
    "p4c6 guesses=10 codemaker=fixed:1344 1122=1b0w 1344=4b0w",
    "p4c6 guesses=2 codemaker=fixed:1344 1122=1b0w 1133=1b1w",
    "p3c5 guesses=10 codemaker=fixed:123 111=1b0w given-up",
    "p4c6 strategy=first guesses=10 1111=0b0w 2222=4b0w",
    "p4c6 guesses=10 codemaker=fixed:1344 hard 1344=4b0w",
]
DAY = 24 * 3600 * 1000
NOON = 1_767_614_400_000  # 2026-01-05, at noon in Greenwich


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a data folder with five games, a day apart; the last line is the newest game."""
    monkeypatch.setenv("KEYPEG_DATA", str(tmp_path))
    inbox = tmp_path / "played"
    inbox.mkdir()
    for number, line in enumerate(LINES):
        assert parse_session(line).is_over, line
        game = {"line": line, "finished": NOON + number * DAY}
        (inbox / f"{number}.json").write_text(json.dumps(game), encoding="utf-8")
    (inbox / "junk.json").write_text("{}", encoding="utf-8")
    return tmp_path


Run = Callable[..., Any]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], folder: Path) -> Run:  # noqa: ARG001 - the games
    def run(*words: str) -> str:
        assert main(list(words)) == 0
        return capsys.readouterr().out

    return run


def numbers(output: str) -> list[int]:
    return [int(line.split()[0]) for line in output.splitlines() if line.strip()[:1].isdigit() and ":" in line[:30]]


def test_games_are_listed_newest_first(run: Run) -> None:
    listed = run("history")
    assert numbers(listed) == [1, 2, 3, 4, 5]
    assert "found in 1 guess " in listed.splitlines()[3]
    assert "the computer" in listed.splitlines()[4]
    assert "given up after 1 guess " in listed
    assert "not found in 2 guesses" in listed
    assert listed.endswith("5 games, newest first. keypeg history 1 reviews one.\n")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("--kind solve", [2]),
        ("--kind break", [1, 3, 4, 5]),
        ("--kind set", []),
        ("--variant 3x5", [3]),
        ("--outcome won", [1, 2, 5]),
        ("--outcome lost", [4]),
        ("--outcome given-up", [3]),
        ("--outcome GIVEN-UP", [3]),
        ("--since 2026-01-08", [1, 2]),
        ("--until 2026-01-06", [4, 5]),
        ("--since 2026-01-06 --until 2026-01-07", [3, 4]),
        ("--outcome won --limit 1", [1]),
        ("--daily", []),
    ],
)
def test_games_can_be_filtered_and_keep_their_numbers(run: Run, words: str, found: list[int]) -> None:
    assert numbers(run("history", *words.split())) == found
    assert [game["number"] for game in json.loads(run("history", *words.split(), "--json"))] == found


def test_an_outcome_is_read_as_people_write_it(run: Run) -> None:
    assert numbers(run("history", "--outcome", "Given up")) == [3]


def test_what_is_not_shown_is_said(run: Run) -> None:
    assert "2 games of 5, newest first. keypeg history 1 reviews one; --limit 5 lists all." in run(
        "history", "--limit", "2"
    )
    assert run("history", "--daily") == "None of 5 games is like that.\n"


def test_a_game_is_reviewed_by_its_number(run: Run) -> None:
    review = run("history", "5")
    assert "p4c6, 2026-01-05" in review
    assert "The code was found in 2 guesses." in review
    assert "The code was not found in 2 guesses;" in run("history", "4")
    assert "The code was not found in 1 guess;" in run("history", "3")
    assert json.loads(run("history", "1", "--json"))["hard"] is True


def test_an_export_is_what_the_page_imports(run: Run, folder: Path) -> None:
    path = folder / "games.json"
    assert run("history", "--outcome", "won", "--export", str(path)) == f"3 games written to {path}\n"
    data = json.loads(path.read_text(encoding="utf-8"))
    assert [game["line"] for game in data["games"]] == [LINES[0], LINES[3], LINES[4]]
    with running(f"sqlite:///{folder}/other.db") as url, Visitor(url) as visitor:
        assert visitor.post("/api/import", json=data).json() == {"imported": 3, "known": 0, "sealed": 0, "puzzles": 0}


def test_an_export_replaces_no_other_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "games.json"
    for content in ("notes", "{}", "[" * 100_000):
        path.write_text(content, encoding="utf-8")
        assert main(["history", "--export", str(path)]) == 2
        assert "is there already and is not an export of games" in capsys.readouterr().err
        assert path.read_text(encoding="utf-8") == content
    path.unlink()
    assert main(["history", "--export", str(path)]) == main(["history", "--export", str(path)]) == 0


def test_an_export_of_nothing_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "games.json"
    assert main(["history", "--daily", "--export", str(path)]) == 2
    assert "no game is like that" in capsys.readouterr().err
    assert not path.exists()


def test_a_column_without_content_is_not_shown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "room", lambda: 80)
    heading = run("history").splitlines()[1]
    assert heading.split("  ")[0].strip() == "no."
    assert "where" in heading
    assert "code of the day" not in heading


def test_statistics_have_losses_streaks_and_skill(run: Run) -> None:
    said = run("stats").splitlines()
    assert said[0] == "5 games. You guessed in 4: 2 found, 1 not found, 1 given up."
    assert said[1] == "Found in a row: 1 now, 1 at best."
    at = said.index("p4c6, you guessed: 3 games")
    assert [" ".join(line.replace("█", "").split()) for line in said[at + 1 : at + 5]] == [
        "1 1",
        "2 1",
        "not found 1",
        "1.50 guesses on average, 1 at best",
    ]
    assert said[-5].startswith("Skill in the last 4 games: ")
    assert [line.split()[0] for line in said[-4:]] == ["2026-01-05", "2026-01-06", "2026-01-07", "2026-01-09"]
    assert not any("Skill" in line for line in run("stats", "--graded", "0").splitlines())


def test_statistics_for_programs(run: Run) -> None:
    data = json.loads(run("stats", "--json", "--graded", "2"))
    assert (data["games"], data["won"], data["lost"], data["given_up"]) == (5, 2, 1, 1)
    assert data["streak"] == {"current": 1, "longest": 1}
    assert [skill["variant"] for skill in data["skill"]] == ["p3c5", "p4c6"]


def test_no_games_yet(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYPEG_DATA", str(tmp_path / "nothing"))
    for command in ("history", "stats"):
        assert main([command]) == 0
        assert capsys.readouterr().out.startswith("There are no games yet")
    assert main(["history", "1"]) == 2
    assert "no game has been played to its end yet" in capsys.readouterr().err


# The page's games


def stored(number: int, **columns: Any) -> StoredGame:
    session = parse_session(LINES[0])
    assert isinstance(session, BreakSession | SolveSession)
    summary = json.dumps({"called_off": columns.pop("called_off", False)})
    kept: dict[str, Any] = {
        "id": f"row{number}",
        "owner": "somebody",
        "kind": "break",
        "variant": "p4c6",
        "line": LINES[0],
        "outcome": "won",
        "turn_count": 2,
        "summary": summary,
        "created": NOON,
        "updated": NOON,
        "finished": NOON + 10 * DAY + number,
    }
    return StoredGame(**kept | columns)


def own_database(folder: Path) -> Database:
    """Return the database of the user's own server, whose player is called somebody."""
    database = Database(f"sqlite:///{folder / store.DATABASE}")
    database.setting("somebody", past_games.LOCAL_PLAYER)
    return database


def test_games_of_the_page_are_listed_too(run: Run, folder: Path) -> None:
    database = own_database(folder)
    database.add(stored(1, daily="2026-01-15"))
    database.add(stored(2, outcome="open", finished=None))
    database.add(stored(3, called_off=True, outcome="given up"))
    database.add(stored(4, kind="duel"))
    database.add(stored(5, id="0", source="terminal", finished=NOON))  # taken in, and its file not yet removed
    database.close()
    listed = run("history")
    assert numbers(listed) == [1, 2, 3, 4, 5, 6, 7]
    first, second = listed.splitlines()[3:5]
    assert "another person" in first
    assert "page" in first
    assert "2026-01-15" in second
    assert numbers(run("history", "--daily")) == [2]
    assert "Codes of the day: 1 of 1 found" in run("stats", "--graded", "0")


def test_a_file_that_is_no_database_is_said(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / store.DATABASE).write_text("nonsense" * 1000, encoding="utf-8")
    assert main(["history"]) == 2
    assert "can't open the database" in capsys.readouterr().err


def test_games_of_other_people_are_not_listed(run: Run, folder: Path) -> None:
    database = own_database(folder)
    database.add(stored(1, owner="stranger"))
    database.add(stored(2, owner="stranger", kind="duel", guest="another"))
    database.add(stored(3, owner="stranger", kind="duel", guest="somebody"))
    database.add(stored(4, owner="stranger", kind="duel", guest="somebody", called_off=True, outcome="given up"))
    database.close()
    listed = run("history")
    assert numbers(listed) == [1, 2, 3, 4, 5, 6]
    assert " you " in listed.splitlines()[3]  # who was invited is the one who guesses
    assert run("stats", "--graded", "0").startswith("6 games. You guessed in 5: 3 found")


def test_only_the_games_of_the_own_server_are_listed(folder: Path) -> None:
    url = f"sqlite:///{folder / store.DATABASE}"
    with running(url, local=False) as open_to_all, Visitor(open_to_all) as stranger:
        stranger.do(stranger.begin(), "give-up")
    assert len(past_games.finished_games(folder)) == len(LINES)
    with running(url, local=True) as own, Visitor(own) as visitor:
        visitor.do(visitor.begin(), "give-up")
        assert len(past_games.finished_games(folder)) == len(LINES) + 1
        visitor.ask("DELETE", "history", 204)
    with closing(sqlite3.connect(folder / store.DATABASE)) as connection:
        assert not connection.execute("SELECT * FROM settings WHERE value = 'local player'").fetchall()


def test_it_works_without_the_packages_of_the_server(folder: Path) -> None:
    database = own_database(folder)
    database.add(stored(1))
    database.close()
    code = (
        "import sys; sys.modules.update(dict.fromkeys(['sqlalchemy', 'alembic', 'fastapi', 'uvicorn'])); "
        "from keypeg.cli import main; sys.exit(main(['history']) + main(['stats']))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "6 games, newest first" in run.stdout


def test_the_page_sums_up_the_same(folder: Path) -> None:
    found = past_games.finished_games(folder)
    with running(f"sqlite:///{folder}/other.db") as url, Visitor(url) as visitor:
        data = past_games.export(found, NOON + 30 * DAY)
        assert visitor.post("/api/import", json=data).json()["imported"] == 5
        assert visitor.get("/api/statistics").json() == asdict(sum_up(found, date(2026, 2, 5)))


def game(number: int, outcome: str, **more: Any) -> PastGame:
    return PastGame(
        id=str(number), kind="break", is_breaker=True, source="web", variant="p4c6", daily=None, line="",
        outcome=outcome, turn_count=3, created=number, finished=number, **more,
    )  # fmt: skip


def test_a_histogram_goes_up_to_the_limit_or_the_longest_game() -> None:
    def bars(*limits: int | None) -> list[int]:
        [group] = sum_up([game(1, "won", guesses=limit) for limit in limits], date(2026, 1, 1)).variants
        assert [bar.guesses for bar in group.histogram] == list(range(1, len(group.histogram) + 1))
        return [bar.games for bar in group.histogram]

    assert bars(6, 4) == [0, 0, 2, 0, 0, 0]
    assert bars(None) == bars(10**6) == [0, 0, 1]
    [lost] = sum_up([game(1, "lost", guesses=3), game(2, "given up", guesses=3)], date(2026, 1, 1)).variants
    assert (lost.lost, lost.given_up, lost.win_rate, len(lost.histogram)) == (1, 1, 0, 3)


def test_skill_over_time_is_that_of_the_last_games() -> None:
    games = [game(number, "won", skill=number if number % 2 else None) for number in range(120)]
    skills = sum_up(games, date(2026, 1, 1)).skill
    assert [each.skill for each in skills] == list(range(21, 120, 2))
    assert skills[0].finished == past_games.time_text(21)


def test_streaks() -> None:
    outcomes = ["won", "won", "lost", "won", "won", "won", "given up", "won"]
    games = [game(number, outcome) for number, outcome in enumerate(outcomes)]
    assert sum_up(games[::-1], date(2026, 1, 1)).streak == Streak(1, 3)
