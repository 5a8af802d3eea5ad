"""What is deployed, as far as this machine can try it: containers, a service of systemd, proxies, locked versions."""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from packaging.requirements import Requirement

from keypeg.cli import app
from keypeg.web.limits import Limits
from keypeg.web.proxies import Networks, Site
from visitor import PATIENT, Visitor, running

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
COMPOSE: Any = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


def program(name: str, package: str) -> str:
    """Return where a program is, or skip the test."""
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
    if found is None:
        pytest.skip(f"no {name} on this machine: install it, as in apt install {package}")
    return found


def run(*words: str, env: Mapping[str, str] = os.environ) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(words, env=env, capture_output=True, text=True, check=False)


def options_of(words: list[str]) -> set[str]:
    return {word.partition("=")[0] for word in words if word.startswith("--")}


KNOWN = {name for parameter in app.all()["serve"].params for name in parameter.opts}


class TestVersions:
    @pytest.mark.parametrize("name", ["requirements.txt", "build-requirements.txt"])
    def test_every_package_is_locked_by_its_hash(self, name: str) -> None:
        text = (DEPLOY / name).read_text(encoding="utf-8").replace("\\\n", " ")
        lines = [line for line in text.splitlines() if line and not line.startswith("#")]
        assert lines
        for line in lines:
            assert re.fullmatch(r"[a-z0-9.-]+==\S+( ; [^#]*?)?( +--hash=sha256:[0-9a-f]{64})+", line.strip()), line

    @pytest.mark.parametrize(
        ("name", "wanted"),
        [
            ("requirements.txt", lambda project: [*project["project"]["dependencies"], *_extras(project)]),
            ("build-requirements.txt", lambda project: project["build-system"]["requires"]),
        ],
    )
    def test_they_are_what_the_project_wants(self, name: str, wanted: Callable[[Any], list[str]]) -> None:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
        locked = dict(re.findall(r"^([a-z0-9-]+)==(\S+)", (DEPLOY / name).read_text(encoding="utf-8"), re.MULTILINE))
        for text in wanted(project):
            requirement = Requirement(text)
            assert requirement.specifier.contains(locked[requirement.name], prereleases=True), text


def _extras(project: Any) -> list[str]:
    extras: dict[str, list[str]] = project["project"]["optional-dependencies"]
    texts = [*extras["large"], *extras["web"], *extras["postgres"]]
    return [text for text in texts if not text.startswith("keypeg[")]


class TestContainers:
    LINES = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ").splitlines()

    def test_what_is_copied_is_there(self) -> None:
        ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
        for line in self.LINES:
            if line.startswith("COPY ") and "--from" not in line:
                for source in line.split()[1:-1]:
                    assert (ROOT / source).exists(), source
                    assert any(Path(source).match(kept[1:]) for kept in ignored if kept.startswith("!")), source

    def test_it_runs_as_nobody_special_and_knows_its_options(self) -> None:
        last = max(index for index, line in enumerate(self.LINES) if line.startswith("FROM "))
        final = self.LINES[last:]
        assert "USER 10001" in final
        entry = yaml.safe_load(next(line for line in final if line.startswith("ENTRYPOINT ")).partition(" ")[2])
        assert options_of(entry) <= KNOWN
        assert any(line.startswith("HEALTHCHECK ") and "/healthz" in line for line in final)

    def test_the_services_fit_together(self) -> None:
        services, networks = COMPOSE["services"], COMPOSE["networks"]
        assert set(services) == {"keypeg", "database", "proxy"}
        command = services["keypeg"]["command"]
        assert options_of(command) <= KNOWN
        subnet = networks["inside"]["ipam"]["config"][0]["subnet"]
        assert f"--proxy={subnet}" in command
        assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
        for service in services.values():
            assert service["read_only"]
            assert service["cap_drop"] == ["ALL"]
            assert set(service["networks"]) <= set(networks)
            assert set(service.get("depends_on", [])) <= set(services)
            for volume in service.get("volumes", []):
                source = volume.partition(":")[0]
                assert (DEPLOY / source).exists() if source.startswith(".") else source in COMPOSE["volumes"]
        build = services["keypeg"]["build"]
        assert (DEPLOY / build["context"] / build["dockerfile"]).exists()

    def test_compose_can_read_it(self) -> None:
        environment = os.environ | {"KEYPEG_PASSWORD": "x"}
        commands = [["docker", "compose"], ["docker-compose"]]
        known = (words for words in commands if shutil.which(words[0]) and run(*words, "version").returncode == 0)
        words = next(known, None)
        if words is None:
            pytest.skip("no compose on this machine: install it, as in apt install docker-compose")
        done = run(*words, "--file", str(DEPLOY / "compose.yaml"), "config", env=environment)
        assert done.returncode == 0, done.stderr
        assert yaml.safe_load(done.stdout)["services"]["keypeg"]["read_only"]
        assert "write it to .env" in run(*words, "--file", str(DEPLOY / "compose.yaml"), "config").stderr


class TestService:
    UNIT = (DEPLOY / "keypeg.service").read_text(encoding="utf-8")

    def test_its_options(self) -> None:
        for line in re.findall(r"^(?:ExecStart|Environment|#   KEYPEG_OPTIONS).*", self.UNIT, re.MULTILINE):
            assert options_of(line.replace('"', " ").replace("=--", " --").split()) <= KNOWN

    def test_systemd_can_read_it(self, tmp_path: Path) -> None:
        analyze = program("systemd-analyze", "systemd")
        unit = tmp_path / "keypeg.service"
        unit.write_text(self.UNIT.replace("/opt/keypeg/bin/keypeg", sys.executable), encoding="utf-8")
        done = subprocess.run([analyze, "verify", unit], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        rated = subprocess.run(
            [analyze, "security", "--offline=true", "--threshold=20", unit], capture_output=True, text=True, check=False
        )
        assert rated.returncode == 0, rated.stdout[-300:]


Proxy = Callable[[str], str]


@pytest.fixture(params=["nginx", "caddy"])
def proxy(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Proxy]:
    """Give a function that starts a proxy as it is deployed, but on a free port, before the server of an address."""
    started: list[subprocess.Popen[bytes]] = []
    command = {"nginx": nginx, "caddy": caddy}[request.param]
    where = program(request.param, request.param)

    def start(url: str) -> str:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        environment = os.environ | {
            "KEYPEG_SITE": f"http://:{port}",
            "KEYPEG_ADDRESS": url.removeprefix("http://"),
            "HOME": str(tmp_path),
        }
        words = [where, *command(tmp_path, url, port)]
        started.append(subprocess.Popen(words, env=environment, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL))
        until = time.monotonic() + 20
        while time.monotonic() < until:
            with socket.socket() as asked:
                if not asked.connect_ex(("127.0.0.1", port)):
                    return f"http://127.0.0.1:{port}"
            time.sleep(0.02)
        pytest.fail(f"{request.param} did not start")

    yield start
    for process in started:
        process.terminate()
        process.wait(20)


def nginx(folder: Path, url: str, port: int) -> list[str]:
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    site = site.replace("server keypeg:8000", f"server {url.removeprefix('http://')}")
    site = site.replace("listen 8080;", f"listen 127.0.0.1:{port};")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    own = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    user = "user root;" if os.getuid() == 0 else ""
    whole = (
        f"daemon off; pid {folder}/pid; error_log stderr; {user} events {{}} http {{ access_log off; {own} {site} }}"
    )
    (folder / "nginx.conf").write_text(whole, encoding="utf-8")
    return ["-c", f"{folder}/nginx.conf", "-p", str(folder)]


def caddy(folder: Path, _url: str, _port: int) -> list[str]:
    deployed = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    (folder / "Caddyfile").write_text(
        deployed.replace("{\n\tservers", "{\n\tadmin off\n\tservers", 1), encoding="utf-8"
    )
    return ["run", "--config", f"{folder}/Caddyfile", "--adapter", "caddyfile"]


def test_behind_a_proxy(proxy: Proxy, tmp_path: Path) -> None:
    site = Site(proxies=Networks.parse(["127.0.0.1"]), observers=Networks.parse(["127.0.0.0/8"]))
    with running(f"sqlite:///{tmp_path}/games.db", PATIENT, site=site) as url:
        front = proxy(url)
        with Visitor(front, "127.0.0.5") as someone, Visitor(url, "127.0.0.1") as operator:
            someone.headers["X-Forwarded-For"] = "203.0.113.9"
            game = someone.do(someone.begin(), "guess", guess="1122")
            with someone.stream("GET", f"/api/games/{game['id']}/events") as stream:
                lines = stream.iter_lines()
                assert next(lines) == "retry: 2000"
                assert any(line.startswith("data: ") for line in lines)
            assert {someone.get(path).status_code for path in ("/metrics", "/healthz", "/readyz")} == {404}
            assert operator.get("/metrics").status_code == 200
            assert f'content="{front}/join/x"' in someone.get("/join/x").text


def test_a_server_of_ones_own_is_closed_to_a_proxy(proxy: Proxy, tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/games.db", local=True) as url, Visitor(proxy(url)) as someone:
        assert someone.get("/api/history").status_code == 403


def test_whoever_asks_a_proxy_can_not_forge_their_address(proxy: Proxy, tmp_path: Path) -> None:
    site, limits = Site(proxies=Networks.parse(["127.0.0.1"])), Limits(requests_per_minute=5)
    with running(f"sqlite:///{tmp_path}/games.db", limits, site=site) as url:
        front = proxy(url)
        with Visitor(front, "127.0.0.5") as someone, Visitor(front, "127.0.0.6") as another:
            forged = [{"X-Forwarded-For": f"198.51.100.{number}"} for number in range(7)]
            statuses = [someone.get("/api/setup", headers=headers).status_code for headers in forged]
            assert statuses[:5] == [200] * 5
            assert 429 in statuses
            assert another.get("/api/setup").status_code == 200
