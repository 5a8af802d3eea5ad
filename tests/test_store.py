import os
from pathlib import Path

import pytest

from keypeg.errors import NotAllowed, UnreadableText
from keypeg.store import load_session, save_session

LINE = "p4c6 guesses=10 codemaker=random:42 1122=1b1w"


def test_round_trip(tmp_path: Path) -> None:
    save_session(tmp_path / "game", LINE)
    assert load_session(tmp_path / "game") == LINE


def test_a_session_is_replaced_and_nothing_is_left_behind(tmp_path: Path) -> None:
    save_session(tmp_path / "game", "p4c6")
    save_session(tmp_path / "game", LINE)
    assert load_session(tmp_path / "game") == LINE
    assert [path.name for path in tmp_path.iterdir()] == ["game"]


def test_another_file_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "thesis"
    path.write_text("years of work")
    with pytest.raises(NotAllowed, match="is there already and is not a saved session"):
        save_session(path, LINE)
    assert path.read_text() == "years of work"


def test_a_failed_write_keeps_the_old_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game"
    save_session(path, LINE)

    def no_space(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(NotAllowed, match="no space left on device"):
        save_session(path, "p4c6")
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
