import fcntl
import os
import stat
from pathlib import Path
from typing import IO

import pytest

from keypeg.kept import KeptGame, left_games

LINE = "p4c6 guesses=10 codemaker=random:42 1122=1b1w"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KEYPEG_DATA", str(tmp_path))
    return tmp_path / "unfinished"


def lines(program: str = "play") -> list[str]:
    found = []
    for kept in left_games(program):
        found.append(kept.line)
        kept.release()
    return found


def test_nothing_is_written_before_there_is_something_to_keep(folder: Path) -> None:
    kept = KeptGame("play")
    kept.drop()
    kept.release()
    assert lines() == []
    assert not folder.exists()


def test_a_game_is_kept_as_it_stands_and_found_when_it_is_left(folder: Path) -> None:
    kept = KeptGame("play")
    assert kept.keep("p4c6 guesses=10")
    assert kept.keep(LINE)
    assert lines() == []  # it is still played
    kept.release()
    assert lines() == [LINE]
    assert lines("solve") == []
    assert [path.suffix for path in folder.iterdir()] == [".game"]


def test_the_last_one_that_was_left_comes_first(folder: Path) -> None:
    for number in (1, 2, 3):
        kept = KeptGame("play")
        kept.keep(f"p{number}c6")
        kept.release()
    for path in folder.iterdir():
        age = {"p1c6": 30, "p2c6": 10, "p3c6": 20}[path.read_text().split()[-1]]
        os.utime(path, (age, age))
    assert lines() == ["p1c6", "p3c6", "p2c6"]


def test_who_takes_a_game_over_holds_it(folder: Path) -> None:
    kept = KeptGame("play")
    kept.keep(LINE)
    kept.release()
    [taken] = left_games("play")
    assert list(left_games("play")) == []
    taken.drop()
    taken.release()
    assert lines() == []
    assert list(folder.iterdir()) == []


def test_a_file_that_is_no_game_can_be_set_aside(folder: Path) -> None:
    folder.mkdir()
    (folder / "play-mine.game").write_text("years of work")
    [kept] = left_games("play")
    assert (kept.line, kept.set_aside()) == ("", folder / "play-mine.unreadable")
    kept.release()
    assert lines() == []
    assert [path.read_text() for path in folder.iterdir()] == ["years of work"]


def test_a_lock_that_was_removed_meanwhile_holds_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who opens the lock just before it is removed must not share the game with who opens it just after."""
    kept = KeptGame("play")
    kept.keep(LINE)
    kept.release()
    real = fcntl.flock
    opened: list[IO[str]] = []

    def slow(lock: IO[str], how: int) -> None:
        if not opened:
            opened.append(lock)
            next(folder.glob("*.lock")).unlink()
        real(lock, how)

    monkeypatch.setattr(fcntl, "flock", slow)
    [taken] = left_games("play")
    assert opened
    assert list(left_games("play")) == []
    taken.release()


def test_a_disk_that_refuses_is_said_and_nothing_else(folder: Path) -> None:
    folder.write_text("a file where the folder should be")
    kept = KeptGame("play")
    assert not kept.keep(LINE)
    kept.drop()
    kept.release()
    assert lines() == []


def test_a_full_disk_keeps_what_was_kept_before(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_space(_: int) -> None:
        raise OSError(28, "No space left on device")

    kept = KeptGame("play")
    assert kept.keep("p4c6")
    monkeypatch.setattr(os, "fsync", no_space)
    assert not kept.keep(LINE)
    kept.release()
    assert lines() == ["p4c6"]
    assert stat.S_ISREG(next(folder.iterdir()).stat().st_mode)
