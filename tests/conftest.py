import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NoReturn

import pexpect
import pytest
from hypothesis import settings

from keypeg import _core
from keypeg.candidates import Candidates
from keypeg.errors import TooLarge
from keypeg.rules import Code
from visitor import NoPostgres, Visitor, postgres, running

# Whoever started the tests in the background may have had Ctrl-C ignored, or the end of the terminal; children would
# inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# The tests start Keypeg hundreds of times: also where Python may not write bytecode, it is compiled once. And NumPy
# need not start threads for linear algebra, which nobody asks it for.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

os.environ["KEYPEG_LANGUAGE"] = "en"  # also of the programs that the tests start, whatever the system speaks

settings.register_profile("keypeg", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("keypeg")


@pytest.fixture(autouse=True, scope="session")
def _own_data_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep the tests away from what the user keeps; also the programs that they start."""
    os.environ["KEYPEG_DATA"] = str(tmp_path_factory.mktemp("data"))


@pytest.fixture(params=_core.instruction_sets())
def instruction_set(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run the test on each instruction set of this machine, and leave the one in use as it was."""
    before = _core.instruction_set()
    _core.use_instruction_set(request.param)
    yield request.param
    _core.use_instruction_set(before)


@pytest.fixture
def find_none(monkeypatch: pytest.MonkeyPatch) -> Callable[[Code], None]:
    """Give a function after which no candidate is found any more where they aren't listed, but a code near to one."""

    def none_is_found(_: Candidates) -> NoReturn:
        raise TooLarge("no-candidate", position="p12c12")

    def find(nearest: Code) -> None:
        monkeypatch.setattr(Candidates, "pool", property(none_is_found))
        monkeypatch.setattr(Candidates, "nearest", lambda _: nearest)

    return find


@pytest.fixture
def spawn(tmp_path: Path) -> Iterator[Any]:
    """Give a function that starts a command on a terminal of its own, and end what it started."""
    children: list[pexpect.spawn[str]] = []

    def start(*words: str, **environment: str) -> "pexpect.spawn[str]":
        inherited = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "LINES", "COLUMNS")}
        own = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "KEYPEG_DATA": str(tmp_path / "data")}
        settings: Any = inherited | own | environment
        child = pexpect.spawn(
            sys.executable,
            ["-c", "import sys; from keypeg.cli import main; sys.exit(main())", *words],
            encoding="utf-8",
            timeout=20,
            dimensions=(24, 80),
            cwd=str(tmp_path),
            env=settings,
        )
        children.append(child)
        return child

    yield start
    for child in children:
        child.close(force=True)


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Give the URL of a database: tests that ask for it run on SQLite and on PostgreSQL."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('sqlite')}/games.db"
        return
    with ExitStack() as stack:
        try:
            url = stack.enter_context(postgres())
        except NoPostgres as reason:
            pytest.skip(str(reason))
        yield url


@pytest.fixture(scope="session")
def url(database: str) -> Iterator[str]:
    with running(database) as address:
        yield address


@pytest.fixture
def visitor(url: str) -> Iterator[Visitor]:
    with Visitor(url) as client:
        yield client


@pytest.fixture
def other(url: str) -> Iterator[Visitor]:
    with Visitor(url) as client:
        yield client
