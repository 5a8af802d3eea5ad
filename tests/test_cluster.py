"""Work on a Dask cluster: the same results as here, whichever workers come and go."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from keypeg import audit, bench, cluster, prover, store, strategies, tournament
from keypeg.cli import main
from keypeg.errors import NotAllowed
from keypeg.exact import Search
from keypeg.ledger import Facts
from keypeg.proof import Proof
from keypeg.prover import Limits, Prover, State

distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def local() -> Iterator[Any]:
    """Provide a cluster of two worker processes, which starts another one for each that dies."""
    with distributed.LocalCluster(2, threads_per_worker=1, memory_limit="1GiB", dashboard_address=":0") as two:
        yield two


def kill_one(local: Any, source: random.Random) -> None:
    worker = source.choice(list(local.workers.values()))
    if worker.process is not None and worker.process.pid is not None:
        os.kill(worker.process.pid, signal.SIGKILL)


def test_a_proof_outlives_its_workers_and_its_driver(local: Any, tmp_path: Path) -> None:
    ledger, source = tmp_path / "p4c7.ledger", random.Random(3)
    words = ["prove", "p4c7", "--ledger", str(ledger), "--task-seconds", "0.05", "--memory", "64"]
    command = [sys.executable, "-m", "keypeg", *words, "--cluster", local.scheduler_address]
    driver = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for _ in range(200):
        time.sleep(0.1)
        if ledger.exists() and len(store.read_ledger(ledger)) > 3:
            break
    kill_one(local, source)
    driver.kill()
    driver.communicate()
    before = store.read_ledger(ledger)
    proof = Proof("p4c7", Facts(before))
    kills = 0

    def kill(state: State) -> None:
        nonlocal kills
        if kills < 2 and state.done >= 2 * kills:
            kill_one(local, source)
            kills += 1

    with store.LedgerFile(ledger) as file, cluster.crew(local.scheduler_address) as crew:
        Prover(proof, crew, file.append, Limits(0.05, 1 << 26)).run(kill)
    assert proof.bounds == Search("p4c7").run().bounds
    lines = store.read_ledger(ledger)
    assert lines[: len(before)] == before
    assert audit.check(Facts(lines), audit.Effort(share=0.2, memory=1 << 24)).flaws == ()


def spoil(number: int) -> None:
    """Make this worker believe that its build plays differently."""
    cluster._own_play = lambda: number  # type: ignore[assignment]


def test_a_worker_whose_build_plays_differently_is_sent_away(local: Any) -> None:
    with distributed.Client(local) as client:
        client.wait_for_workers(2)
        [bad, good] = sorted(client.nthreads())
        client.run(spoil, 1, workers=[bad])
        proof = Proof("p4c5")
        with cluster.crew(local.scheduler_address) as crew:
            Prover(proof, crew, lambda _: None, Limits(60, 1 << 24)).run(lambda _: None)
        assert proof.bounds == Search("p4c5").run().bounds
        assert good in client.nthreads()


def test_a_worker_that_proves_what_is_false_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    retired: list[str] = []
    client = SimpleNamespace(retire_workers=retired.extend, get_executor=lambda **_: None)
    crew = cluster._cluster_crew(client, "tcp://h:1")
    task = prover.Task(next(Proof("p3c4").goals()), Limits())
    monkeypatch.setattr(distributed, "get_worker", lambda: SimpleNamespace(address="tcp://h:2"))
    monkeypatch.setattr(cluster, "_own_false_proof", bench.false_proof)
    monkeypatch.setitem(bench.PROVEN, "p4c6 1122=1b0w", 897)
    with pytest.raises(
        NotAllowed, match=r"tcp://h:2 can't be trusted: p4c6 1122=1b0w needs 898 guesses there"
    ) as caught:
        crew.work(task)
    assert crew.dismiss(caught.value)
    assert retired == ["tcp://h:2"]


@pytest.mark.parametrize("player", ["sampling:evaluations=200", "random"])
def test_a_tournament_gives_the_rows_that_one_process_gives(local: Any, player: str) -> None:
    alone = list(tournament.run("p6c6", [player], games=6, seed=1))
    with cluster.executor(local.scheduler_address) as executor:
        shared = list(tournament.run("p6c6", [player], games=6, seed=1, executor=executor))
    assert shared == alone


def test_a_tree_is_the_one_that_one_process_grows(local: Any) -> None:
    with cluster.executor(local.scheduler_address) as executor:
        shared = strategies.grow_shared("random", "p4c4", executor)
    assert shared.as_json() == strategies.grow("random", "p4c4").as_json()


def test_a_table_of_optima_is_filled_by_a_cluster(local: Any, tmp_path: Path) -> None:
    script = Path(__file__).parents[1] / "benchmarks" / "table_optima.py"
    tables = ["--table", str(tmp_path / "optimal.csv"), "--open", str(tmp_path / "open.csv")]
    work = ["--variants", "p3c4,p4c4n", "--cluster", local.scheduler_address]
    subprocess.run([sys.executable, str(script), *tables, *work], check=True, capture_output=True)
    lines = (tmp_path / "optimal.csv").read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[:3] for line in lines[1:]] == [["p4c4n", "24", "86"], ["p3c4", "64", "206"]]


@pytest.mark.parametrize(("has_bokeh", "has_page"), [(True, True), (True, False), (False, True)])
def test_a_page_is_named_only_if_there_is_one(
    local: Any, monkeypatch: pytest.MonkeyPatch, has_bokeh: bool, has_page: bool
) -> None:
    if has_bokeh:
        monkeypatch.setitem(sys.modules, "distributed.dashboard.scheduler", sys)
    else:
        monkeypatch.delitem(sys.modules, "distributed.dashboard.scheduler", raising=False)
    if not has_page:
        monkeypatch.delitem(local.scheduler.services, "dashboard")
    with cluster.crew(local.scheduler_address) as crew:
        link = cluster.dashboard(crew)
    if has_bokeh and has_page:
        assert link is not None
        assert link.startswith("http://127.0.0.1:")
    else:
        assert link is None


def test_an_address_at_which_nobody_answers_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(cluster, "_PATIENCE", 1)
    assert main(["prove", "p3c3", "--ledger", str(tmp_path / "l"), "--cluster", "tcp://127.0.0.1:9"]) == 2
    assert "no cluster answers at 'tcp://127.0.0.1:9'" in capsys.readouterr().err


def test_a_cluster_needs_its_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NotAllowed, match=r"pip install 'keypeg\[cluster\]'"), cluster.crew("tcp://127.0.0.1:9"):
        pass
