"""`keypeg serve` as a process: how it starts, how it ends, and what it keeps when it is killed."""

import asyncio
import importlib.util
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from keypeg.cli import main
from keypeg.errors import NotAllowed
from keypeg.web.limits import is_loopback
from keypeg.web.serve import listen
from visitor import Visitor

COMMAND = [sys.executable, "-c", "import sys; from keypeg.cli import main; sys.exit(main())", "serve"]
LOAD = Path(__file__).parents[1] / "benchmarks" / "load_web.py"

Start = Callable[..., tuple["subprocess.Popen[str]", str]]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Give a function that starts a server and returns it with its address; end what it started."""
    started: list[subprocess.Popen[str]] = []

    def begin(*words: str) -> tuple["subprocess.Popen[str]", str]:
        environment = os.environ | {"KEYPEG_DATA": str(tmp_path)}
        server = subprocess.Popen(
            [*COMMAND, "--port", "0", *words], stderr=subprocess.PIPE, text=True, env=environment, cwd=tmp_path
        )
        started.append(server)
        assert server.stderr is not None
        line = server.stderr.readline()
        match = re.match(r"Keypeg is at (http://\S+)/ \(Ctrl-C ends it\)\. Games are kept in (\S+)\n", line)
        assert match, line
        return server, match[1]

    yield begin
    for server in started:
        server.kill()
        server.wait()
        assert server.stderr is not None
        server.stderr.close()


def refused(*words: str, code: str = "") -> str:
    """Run a command that must be refused, and return its one line of complaint."""
    program = f"import sys; {code}\nfrom keypeg.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", program, "serve", *words], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    return done.stderr


def test_it_ends_with_ctrl_c_though_somebody_is_looking(start: Start) -> None:
    server, url = start()
    with Visitor(url) as someone:
        game = someone.begin()
        with someone.stream("GET", f"/api/games/{game['id']}/events") as stream:
            lines = stream.iter_lines()
            next(lines)
            begin = time.monotonic()
            server.send_signal(signal.SIGINT)
            assert server.wait(20) == 0
            assert time.monotonic() - begin < 10
    assert server.communicate()[1] == ""


def test_it_ends_when_it_is_told_to(start: Start) -> None:
    server, _ = start()
    server.terminate()
    assert server.wait(20) == -signal.SIGTERM
    assert server.communicate()[1] == ""


def test_a_game_goes_on_with_the_next_server(start: Start, tmp_path: Path) -> None:
    server, url = start()
    with Visitor(url) as someone:
        game = someone.do(someone.begin(), "guess", guess="1122")
        cookie = someone.cookies["keypeg"]
    server.kill()
    server.wait()
    assert (tmp_path / "keypeg.db").exists()
    _, url = start()
    with Visitor(url) as someone:
        someone.cookies.set("keypeg", cookie, domain="127.0.0.1")
        assert someone.see(game) == game
        assert someone.ask("GET", "setup")["local"] is True


def test_only_a_server_of_ones_own_is_local(start: Start, tmp_path: Path) -> None:
    for words in (["--database", f"sqlite:///{tmp_path}/other.db"], ["--host", "0.0.0.0"]):
        _, url = start(*words)
        with Visitor(url) as someone:
            assert someone.ask("GET", "setup")["local"] is False


@pytest.mark.timeout(60)
def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port)]) == 2
        assert capsys.readouterr() == (
            "",
            f"keypeg: port {port} of 127.0.0.1 is taken: end what listens there, or choose another with --port\n",
        )


@pytest.mark.parametrize("package", ["fastapi", "uvicorn", "sqlalchemy", "alembic"])
def test_packages_that_are_missing(package: str) -> None:
    told = refused("--port", "0", code=f"sys.modules[{package!r}] = None")
    assert re.fullmatch(
        rf"keypeg: the page needs packages that are not installed \({package}\S*\): pip install 'keypeg\[web\]'\n", told
    )


def test_the_driver_of_postgresql_is_missing() -> None:
    told = refused("--port", "0", "--database", "postgresql://h/n", code="sys.modules['psycopg'] = None")
    assert told == "keypeg: PostgreSQL needs a driver: pip install 'keypeg[postgres]'\n"


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--host", "nowhere.invalid"], "'nowhere.invalid' is not a host to listen on"),
        (["--host", "192.0.2.1"], "can't listen on port 0 of 192.0.2.1: cannot assign requested address"),
        (["--database", "oracle://x/y"], "'oracle' is not a database that Keypeg knows"),
        (["--rate", "0"], "invalid value for '--rate'"),
    ],
)
def test_options_that_can_not_be(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "0", *words]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert message in printed.err


def test_the_help_needs_none_of_the_packages() -> None:
    code = "import sys\nfrom keypeg.cli import main\ntry: main(['serve', '--help'])\nexcept SystemExit: pass\n"
    code += "print(*(set(sys.modules) & {'fastapi', 'uvicorn', 'sqlalchemy', 'alembic', 'numpy'}), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "--database" in done.stdout
    assert done.stderr == "\n"


def test_loopback() -> None:
    assert [is_loopback(host) for host in ("127.0.0.1", "127.3.3.3", "::1", "localhost")] == [True] * 4
    assert [is_loopback(host) for host in ("0.0.0.0", "192.0.2.1", "::", "example.org")] == [False] * 4
    with listen("::1", 0) as six:
        assert six.family == socket.AF_INET6
    with pytest.raises(NotAllowed, match="is not a host"):
        listen("a b", 0)


@pytest.mark.thorough
def test_no_turn_is_lost_when_it_is_killed_under_load(database: str) -> None:
    spec = importlib.util.spec_from_file_location("load_web", LOAD)
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    sys.modules["load_web"] = module  # its dataclasses look themselves up there
    spec.loader.exec_module(module)
    tally, _ = asyncio.run(module.load(module.Plan(30, turns=300, pause=0.05, kill=True), database))
    assert tally.errors == []
    assert tally.turns >= 300
    assert tally.broken_off > 0
