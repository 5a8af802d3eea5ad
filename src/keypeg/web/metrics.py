"""What a server counts and measures, in the text form that Prometheus reads.

A sample has a name and labels, and samples of several processes add up.
"""

import json
import os
import time
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

Labels = tuple[tuple[str, str], ...]
Samples = Mapping[tuple[str, Labels], float]

KINDS = {
    "keypeg_requests_total": ("counter", "Responses by route and status."),
    "keypeg_request_seconds": ("histogram", "Time from a request to the end of its response, streams left out."),
    "keypeg_refused_connections_total": ("counter", "Connections and requests refused before they were parsed."),
    "keypeg_connections": ("gauge", "Open connections."),
    "keypeg_streams": ("gauge", "Open event streams."),
    "keypeg_engine_tasks": ("gauge", "What the engine does, and what waits for it."),
    "keypeg_games": ("gauge", "Games in the database."),
    "process_cpu_seconds_total": ("counter", "Processor time used."),
    "process_resident_memory_bytes": ("gauge", "Memory in use."),
    "process_start_time_seconds": ("gauge", "When the process began."),
}
"""What is measured: of which kind it is, and what it means."""

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20)
_STARTED = time.time()

LEFT_S = 2.0
"""How often a process leaves its samples for others."""

_GONE_S = 5 * LEFT_S


class Metrics:
    """Counts the requests of a process. Routes are named as they are declared, so that no visitor makes up names."""

    def __init__(self) -> None:
        self._requests: Counter[Labels] = Counter()
        self._times: dict[str, list[int]] = {}
        self._seconds: defaultdict[str, float] = defaultdict(float)

    def count(self, method: str, route: str, status: int) -> None:
        self._requests[("method", method), ("route", route), ("status", str(status))] += 1

    def time(self, route: str, seconds: float) -> None:
        times = self._times.setdefault(route, [0] * (len(_BOUNDS) + 1))
        times[bisect_left(_BOUNDS, seconds)] += 1
        self._seconds[route] += seconds

    def samples(self) -> dict[tuple[str, Labels], float]:
        """Return what was counted so far, and what the process takes."""
        found: dict[tuple[str, Labels], float] = {
            ("keypeg_requests_total", labels): number for labels, number in self._requests.items()
        }
        for route, times in self._times.items():
            below = 0
            for bound, number in zip([*map(str, _BOUNDS), "+Inf"], times, strict=True):
                below += number
                found["keypeg_request_seconds_bucket", (("le", bound), ("route", route))] = below
            found["keypeg_request_seconds_count", (("route", route),)] = below
            found["keypeg_request_seconds_sum", (("route", route),)] = self._seconds[route]
        return found | _of_process()


def _of_process() -> dict[tuple[str, Labels], float]:
    used = os.times()
    found: dict[tuple[str, Labels], float] = {
        ("process_cpu_seconds_total", ()): used.user + used.system,
        ("process_start_time_seconds", ()): _STARTED,
    }
    pages = Path("/proc/self/statm")
    if pages.exists():
        found["process_resident_memory_bytes", ()] = int(pages.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return found


_COMBINED: Mapping[str, Callable[[Iterable[float]], float]] = {
    "keypeg_games": max,
    "process_start_time_seconds": min,
}


def combined(all_samples: Iterable[Samples]) -> Samples:
    """Return what several processes of one server have counted, together."""
    found: defaultdict[tuple[str, Labels], list[float]] = defaultdict(list)
    for samples in all_samples:
        for key, value in samples.items():
            found[key].append(value)
    return {key: _COMBINED.get(key[0], sum)(values) for key, values in found.items()}


class Exchange:
    """A folder in which the processes of one server leave their samples for each other."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._own = folder / str(os.getpid())

    def leave(self, samples: Samples) -> None:
        """Leave the samples of this process, in place of those that it left before."""
        fresh = self._own.with_suffix(".new")
        fresh.write_text(json.dumps([[*key, value] for key, value in samples.items()]), encoding="utf-8")
        fresh.replace(self._own)

    def others(self) -> list[Samples]:
        """Return what the others have left; who has not done so for a while is gone."""
        found = []
        for file in self._folder.iterdir():
            with suppress(OSError):  # it may go at any moment
                if file != self._own and not file.suffix and time.time() < file.stat().st_mtime + _GONE_S:
                    found.append(_read(file.read_text(encoding="utf-8")))
        return found

    def end(self) -> None:
        self._own.unlink(missing_ok=True)


def _read(text: str) -> Samples:
    return {(name, tuple((label, of) for label, of in labels)): value for name, labels, value in json.loads(text)}


def written(samples: Samples) -> str:
    """Write samples as Prometheus reads them."""
    lines = []
    for name, (kind, meaning) in KINDS.items():
        parts = [f"{name}{end}" for end in (("_bucket", "_count", "_sum") if kind == "histogram" else ("",))]
        found = [(key, value) for key, value in samples.items() if key[0] in parts]
        if found:
            lines += [f"# HELP {name} {meaning}", f"# TYPE {name} {kind}"]
        lines += [f"{key}{_written_labels(labels)} {value:.15g}" for (key, labels), value in found]
    return "\n".join([*lines, ""])


def _written_labels(labels: Labels) -> str:
    def escaped(value: str) -> str:
        return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")

    return "{" + ",".join(f'{name}="{escaped(value)}"' for name, value in labels) + "}" if labels else ""
