"""Checkpoints: what is signed here is read back, and nothing else."""

import tracemalloc
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from keypeg import checkpoints, store
from keypeg.errors import KeypegError, NotAllowed, UnreadableText

WORDS = np.arange(6, dtype=np.uint64).reshape(3, 2)
TASK = "p4c6 average"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYPEG_DATA", str(tmp_path / "data"))


def saved(tmp_path: Path) -> Path:
    checkpoints.save(tmp_path / "a", TASK, WORDS)
    return tmp_path / "a"


def test_what_is_saved_is_read_back(tmp_path: Path) -> None:
    loaded = checkpoints.load(saved(tmp_path), TASK)
    assert loaded is not None
    assert (loaded == WORDS).all()
    assert checkpoints.load(tmp_path / "none", TASK) is None


def test_a_checkpoint_of_something_else_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotAllowed, match="is a checkpoint of 'p4c6 average', not of 'p4c6 worst'"):
        checkpoints.load(saved(tmp_path), "p4c6 worst")
    (tmp_path / "c").write_text("something\nelse\nentirely")
    with pytest.raises(UnreadableText, match="is not a checkpoint"):
        checkpoints.load(tmp_path / "c", TASK)
    with pytest.raises(NotAllowed, match="can't read"):
        checkpoints.load(tmp_path, TASK)


def test_the_key_is_made_once_and_nobody_else_can_read_it(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: checkpoints._key(), range(32)))
    assert len(keys) == 1
    key = tmp_path / "data" / checkpoints.KEY
    assert [*key.parent.iterdir()] == [key]
    assert key.stat().st_mode & 0o777 == 0o600


def test_a_copy_of_the_key_lets_another_machine_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = saved(tmp_path)
    monkeypatch.setenv("KEYPEG_DATA", str(tmp_path / "other"))
    with pytest.raises(NotAllowed, match=r"was not written with this user's key, '.*other/checkpoint.key': copy"):
        checkpoints.load(place, TASK)
    (tmp_path / "other" / checkpoints.KEY).write_bytes((tmp_path / "data" / checkpoints.KEY).read_bytes())
    assert checkpoints.load(place, TASK) is not None


def test_a_key_that_is_none_is_refused(tmp_path: Path) -> None:
    place = saved(tmp_path)
    (tmp_path / "data" / checkpoints.KEY).write_bytes(b"short")
    with pytest.raises(UnreadableText, match="is not a key for checkpoints"):
        checkpoints.load(place, TASK)


def test_that_there_can_be_no_key_is_said_before_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KEYPEG_DATA", str(tmp_path / "file" / "data"))
    with pytest.raises(NotAllowed, match=r"can't read '.*checkpoint.key': not a directory"):
        checkpoints.load(tmp_path / "none", TASK)


def test_what_others_packed_is_not_unpacked(tmp_path: Path) -> None:
    """A megabyte that would become a gigabyte takes a few times itself."""
    bomb = zlib.compress(bytes(1 << 26), 9) * 16
    (tmp_path / "bomb").write_bytes(b"keypeg checkpoint 2\n" + b"0" * 64 + b"\n" + TASK.encode() + b"\n" + bomb)
    checkpoints.load(tmp_path / "none", TASK)  # makes the key
    tracemalloc.start()
    try:
        with pytest.raises(NotAllowed, match="was not written with this user's key"):
            checkpoints.load(tmp_path / "bomb", TASK)
        assert tracemalloc.get_traced_memory()[1] < 10 << 20
    finally:
        tracemalloc.stop()


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.data())
def test_a_changed_checkpoint_is_refused(tmp_path: Path, data: st.DataObject) -> None:
    written = saved(tmp_path).read_bytes()
    at = data.draw(st.integers(0, len(written) - 1))
    put = data.draw(st.binary(max_size=9))
    changed = written[:at] + put + written[at + data.draw(st.integers(0, 9)) :]
    (tmp_path / "b").write_bytes(changed)
    if changed != written:
        with pytest.raises(KeypegError):
            checkpoints.load(tmp_path / "b", TASK)
    assert store.data_folder().is_dir()
