import os
import stat
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from keypeg.errors import NotAllowed, UnreadableText
from keypeg.store import data_folder, load_session, record_game, recorded_games, save_session, write_atomically

LINE = "p4c6 guesses=10 codemaker=random:42 1122=1b1w"


def test_round_trip(tmp_path: Path) -> None:
    save_session(tmp_path / "game", LINE)
    assert load_session(tmp_path / "game") == LINE


def test_a_session_is_replaced_only_if_that_is_meant_and_nothing_is_left_behind(tmp_path: Path) -> None:
    save_session(tmp_path / "game", "p4c6")
    with pytest.raises(NotAllowed, match="is another game: choose another name"):
        save_session(tmp_path / "game", LINE)
    assert load_session(tmp_path / "game") == "p4c6"
    save_session(tmp_path / "game", LINE, replace=True)
    assert load_session(tmp_path / "game") == LINE
    assert [path.name for path in tmp_path.iterdir()] == ["game"]


def test_another_file_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "thesis"
    path.write_text("years of work")
    with pytest.raises(NotAllowed, match="is there already and is not a saved session"):
        save_session(path, LINE, replace=True)
    assert path.read_text() == "years of work"


def test_a_failed_write_keeps_the_old_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game"
    save_session(path, LINE)

    def no_space(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(NotAllowed, match="no space left on device"):
        save_session(path, "p4c6", replace=True)
    assert load_session(path) == LINE
    assert [entry.name for entry in tmp_path.iterdir()] == ["game"]


@pytest.mark.parametrize("content", [b"", b"hello", b"keypeg session 1\n", b"\xff\xfe\x00"])
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "game"
    path.write_bytes(content)
    with pytest.raises(UnreadableText, match="is not a saved session"):
        load_session(path)


def test_missing_file_and_folder(tmp_path: Path) -> None:
    with pytest.raises(NotAllowed, match=r"can't read .*: no such file"):
        load_session(tmp_path / "nothing")
    with pytest.raises(NotAllowed, match=r"can't save to .*: no such file"):
        save_session(tmp_path / "nowhere" / "game", LINE)


@pytest.mark.parametrize(
    ("name", "why"),
    [("a" * 300, "file name too long"), ("a\0b", "null (byte|character)"), ("a" * 250, "file name too long")],
)
def test_a_name_that_no_file_can_have(tmp_path: Path, name: str, why: str) -> None:
    with pytest.raises(NotAllowed, match=rf"can't save to .*: .*{why}"):
        save_session(tmp_path / name, LINE)
    with pytest.raises(NotAllowed, match=r"can't read"):
        load_session(tmp_path / name)


class TestWriting:
    @pytest.fixture(params=[0o022, 0o077])
    def umask(self, request: pytest.FixtureRequest) -> Iterator[int]:
        mask: int = request.param
        before = os.umask(mask)
        yield mask
        os.umask(before)

    @pytest.mark.parametrize("data", ["größer\n", b"\x89PNG\r\n\x1a\n"])
    def test_text_and_bytes(self, tmp_path: Path, data: str | bytes) -> None:
        for _ in range(2):
            write_atomically(tmp_path / "file", data)
        assert (tmp_path / "file").read_bytes() == (data.encode() if isinstance(data, str) else data)
        assert [path.name for path in tmp_path.iterdir()] == ["file"]

    def test_a_new_file_has_the_permissions_of_any_new_file(self, tmp_path: Path, umask: int) -> None:
        write_atomically(tmp_path / "file", "text")
        assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o666 & ~umask

    def test_an_old_file_keeps_its_permissions(self, tmp_path: Path) -> None:
        path = tmp_path / "file"
        path.write_text("old")
        path.chmod(0o640)
        write_atomically(path, "new")
        assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("new", 0o640)

    def test_a_link_stays_a_link(self, tmp_path: Path) -> None:
        (tmp_path / "folder").mkdir()
        (tmp_path / "link").symlink_to(tmp_path / "folder" / "file")
        write_atomically(tmp_path / "link", "text")
        assert (tmp_path / "link").is_symlink()
        assert (tmp_path / "folder" / "file").read_text() == "text"

    def test_a_pipe_is_written_to(self, tmp_path: Path) -> None:
        path = tmp_path / "pipe"
        os.mkfifo(path)
        read: list[str] = []
        reader = threading.Thread(target=lambda: read.append(path.read_text()))
        reader.start()
        write_atomically(path, "text")
        reader.join()
        assert read == ["text"]
        assert path.is_fifo()

    def test_a_folder_is_an_error(self, tmp_path: Path) -> None:
        with pytest.raises(IsADirectoryError):
            write_atomically(tmp_path, "text")


class TestRecordedGames:
    def test_a_game_is_found_again(self, tmp_path: Path) -> None:
        record_game(LINE, folder=tmp_path / "new")
        [(path, line, finished)] = recorded_games(folder=tmp_path / "new")
        assert (line, path.is_file()) == (LINE, True)
        assert abs(time.time() * 1000 - finished) < 60_000

    def test_in_the_users_data_folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("KEYPEG_DATA", str(tmp_path))
        record_game(LINE)
        assert [line for _, line, _ in recorded_games()] == [LINE]

    def test_what_is_no_game_is_passed_over(self, tmp_path: Path) -> None:
        record_game(LINE, folder=tmp_path)
        inbox = next(iter(tmp_path.iterdir()))
        for name, text in {"a": "", "b": "[]", "c": '{"line": "p4c6"}', "d": '{"line": 1, "finished": "now"}'}.items():
            (inbox / f"{name}.json").write_text(text)
        assert [line for _, line, _ in recorded_games(folder=tmp_path)] == [LINE]

    def test_a_folder_that_refuses_does_not_spoil_the_game(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        record_game(LINE, folder=tmp_path / "file")
        assert list(recorded_games(folder=tmp_path / "file")) == []


def test_the_data_folder_is_where_the_platform_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("KEYPEG_DATA", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", lambda: Path("home"))
    expected = {"linux": ".local/share", "darwin": "Library/Application Support", "win32": "AppData/Local"}
    for platform, folder in expected.items():
        monkeypatch.setattr(sys, "platform", platform)
        assert data_folder() == Path("home") / folder / "keypeg"
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", "mine")
    assert data_folder() == Path("mine") / "keypeg"
