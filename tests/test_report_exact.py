"""The exact command: what it prints, what it writes, and how it goes on after it was killed."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from keypeg import checkpoints, cli, exact, report_exact, store, streams


def run(*arguments: str | Path) -> int:
    return cli.main(["exact", *map(str, arguments)])


def printed(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("objective", "value", "depth"), [("average", 5625, 6), ("worst", 5, 5), ("average-within-worst", 5626, 5)]
)
def test_the_three_objectives(objective: str, value: int, depth: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("p4c6", "--objective", objective, "--json") == 0
    data = printed(capsys)
    assert (data["proven"], data["lower"], data["upper"], data["depth"]) == (True, value, value, depth)
    assert data["threads"] == len(os.sched_getaffinity(0))
    assert {"variant", "strategy", "codes", "total", "average", "worst", "histogram", "signature", "seconds"} <= set(
        data
    )


def test_the_words_name_the_proof(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("p3c4") == 0
    assert "p3c4, average: 206, proven" in capsys.readouterr().out


def test_the_file_verifies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("p3c5", "1", "--output", tmp_path / "tree.json") == 2
    assert run("p3c5", "123=0b1w", "--output", tmp_path / "tree.json") == 0
    capsys.readouterr()
    assert cli.main(["verify", str(tmp_path / "tree.json")]) == 0


@pytest.mark.parametrize(
    "arguments", [["p6c9"], ["p4c6", "--objective", "best"], ["p4c6", "--output", "/no/such/folder/x"], ["nonsense"]]
)
def test_bad_input_is_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*arguments) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_killed_search_goes_on_from_its_checkpoint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Kill a search of p4c8 with a signal that it can't catch, and finish it in less work than a whole one takes."""
    place = tmp_path / "p4c8.checkpoint"
    script = (
        "from keypeg import cli, report_exact\n"
        "report_exact.CHECKPOINT_SECONDS = 0.2\n"
        f"cli.main(['exact', 'p4c8', '--threads', '1', '--checkpoint', {str(place)!r}])\n"
    )
    killed = subprocess.Popen([sys.executable, "-c", script])
    sizes = []
    for _ in range(600):
        time.sleep(0.05)
        sizes.append(place.stat().st_size if place.exists() else 0)
        if len(set(sizes)) > 3:
            break
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    assert sizes[-1] > 0
    assert run("p4c8", "--checkpoint", place, "--json") == 0
    data = printed(capsys)
    assert (data["total"], data["proven"]) == (20471, True)
    assert data["sets"] < 10_500  # a whole search looks into 11,000
    assert run("p4c8", "--checkpoint", place, "--json") == 0
    assert printed(capsys)["sets"] < 100  # nothing is left to do


def test_ctrl_c_keeps_the_best_tree(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(report_exact, "_saver", lambda *_: interrupt)
    assert run("p4c8", "--json") == 130
    data = printed(capsys)
    assert not data["proven"]
    assert data["lower"] <= 20471 <= data["upper"] == data["total"]
    assert cli.main(["exact", "p4c8"]) == 130
    assert re.search(r"average: between \d+ and \d+ \(guesses", capsys.readouterr().out)


def test_a_checkpoint_is_saved_before_anything_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(*_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(report_exact, "show", closed)
    monkeypatch.setattr(streams, "drop", lambda _: None)
    place = tmp_path / "p3c4.checkpoint"
    assert run("p3c4", "--checkpoint", place) == 1
    assert checkpoints.load(place, "p3c4 average") is not None


def test_a_result_is_shown_even_if_it_cant_be_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store, "write_atomically", full)
    assert run("p3c4", "--checkpoint", tmp_path / "x") == 2
    told = capsys.readouterr()
    assert "p3c4, average: 206, proven" in told.out
    assert "no space left on device" in told.err


def test_a_forged_checkpoint_proves_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All totals of p3c5 in it are one too large, which a search would believe."""
    place = tmp_path / "p3c5.checkpoint"
    search = exact.Search("p3c5")
    search.run()
    words = search.snapshot().copy()
    words[:, 1] += np.uint64((1 << 44) + (1 << 24))
    head, signature, rest = b"keypeg checkpoint 2", b"0" * 64, zlib.compress(words.tobytes())
    place.write_bytes(b"\n".join((head, signature, b"p3c5 average", rest)))
    assert run("p3c5", "--checkpoint", place) == 2
    assert "was not written with this user's key" in capsys.readouterr().err
