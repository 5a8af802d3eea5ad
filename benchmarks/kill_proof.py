"""Kills a proof on a local cluster of four workers, again and again: the driver and the workers, at random moments.

    python benchmarks/kill_proof.py p4c8 p4c9 --kills 100

Nothing may be lost but tasks in flight: every line that was in the ledger stays there until the proof is complete and
lines become needless, in the end the value is that of the plain search, and every line is true.
"""

import argparse
import logging
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from keypeg import audit, store
from keypeg.exact import Search
from keypeg.ledger import Facts, Line
from keypeg.proof import Proof

WORKERS = 4
TASK_SECONDS = {"p4c8": "0.02", "p4c9": "0.05"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variants", nargs="*", default=["p4c8", "p4c9"])
    parser.add_argument("--kills", type=int, default=100, help="of the driver, in all variants together")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    from distributed import LocalCluster  # noqa: PLC0415 - its workers import this file

    source = random.Random(options.seed)  # noqa: S311
    quiet = {"dashboard_address": ":0", "silence_logs": logging.CRITICAL}  # it warns of every worker that is killed
    with LocalCluster(WORKERS, threads_per_worker=1, **quiet) as cluster:  # type: ignore[no-untyped-call]
        for variant in options.variants:
            kill_proofs(variant, options.kills // len(options.variants), cluster, source)


def kill_proofs(variant: str, kills: int, cluster: Any, source: random.Random) -> None:
    """Begin proofs of a variant anew until there were enough kills; finish each and check it."""
    value = Search(variant).run().value
    drivers = workers = proofs = 0
    while drivers < kills:
        with tempfile.TemporaryDirectory() as folder:
            more = kill_one_proof(variant, kills - drivers, Path(folder) / "ledger", cluster, source)
            lines = store.read_ledger(Path(folder) / "ledger")
        found = audit.check(Facts(lines), audit.Effort(share=1.0))
        assert found.flaws == (), found.flaws
        assert (found.bounds.lower, found.bounds.upper) == (value, value), found.bounds
        drivers, workers, proofs = drivers + more[0], workers + more[1], proofs + 1
        print(f"{variant} = {value}: proofs {proofs}, drivers killed {drivers}, workers killed {workers}", flush=True)


def kill_one_proof(variant: str, kills: int, ledger: Path, cluster: Any, source: random.Random) -> tuple[int, int]:
    drivers = workers = 0
    before: list[Line] = []
    while True:
        driver = start(variant, ledger, cluster.scheduler_address)
        end = time.monotonic() + (source.uniform(2, 6) if drivers < kills else 1000)
        while time.monotonic() < end and driver.poll() is None:
            if source.random() < 0.05:
                workers += kill_worker(cluster, source)
            time.sleep(0.2)
        if driver.poll() is None:
            driver.kill()
            drivers += 1
        _, err = driver.communicate()
        lines = store.read_ledger(ledger) if ledger.exists() else []
        if driver.returncode == 0:
            return drivers, workers
        assert driver.returncode == -signal.SIGKILL, err
        is_complete = bool(lines) and Proof(variant, Facts(lines)).bounds.is_proven
        assert is_complete or lines[: len(before)] == before, "a line is gone"
        before = lines


def start(variant: str, ledger: Path, address: str) -> "subprocess.Popen[str]":
    words = ["prove", variant, "--ledger", str(ledger), "--cluster", address, "--memory", "256"]
    more = ["--task-seconds", TASK_SECONDS.get(variant, "1")]
    command = [sys.executable, "-m", "keypeg", *words, *more]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)  # noqa: S603


def kill_worker(cluster: Any, source: random.Random) -> int:
    """Kill one of the workers, and see to it that there are others."""
    cluster.scale(WORKERS)  # one that is killed before it has started is not replaced otherwise
    running = [worker for worker in cluster.workers.values() if worker.process is not None and worker.process.pid]
    if not running:
        return 0
    os.kill(source.choice(running).process.pid, signal.SIGKILL)
    return 1


if __name__ == "__main__":
    main()
