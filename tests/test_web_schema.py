"""Whatever is sent to the interface, it responds as its OpenAPI description says, never with an error of its own."""

import random
import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from requests import Session
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)

from keypeg.web.description import describe
from keypeg.web.limits import Limits
from keypeg.web.routes import router
from visitor import PATIENT, Json, Visitor, running

pytestmark = pytest.mark.thorough

CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance]
EXAMPLES = 15

POSITIONS = ["p4c6", "p4c6 1122=1b1w", "p4c6 1122=4b0w 1123=1b0w", "p5c8 11223=2b1w 33445=1b1w", "p4c10n 1234=1b1w"]
TEXTS: dict[str, list[Any]] = {
    "guess": ["1122", "RGBY", "1234", "11"],
    "feedback": ["1b1w", "0b0w", "4b0w", "BW", "-", "3b1w"],
    "secret": ["1234", "5566", None],
    "variant": ["p4c6", "super", "6x6", "p4c10n", "p8c8", "p9c13"],
    "strategy": ["entropy", "knuth", "random:7", "optimal"],
    "palette": ["classic", "board", "red,white,sky=#88ccff"],
    "position": POSITIONS,
    "seen": [0, 1, 2],
    "turn": [1, 2],
    "date": ["2025-06-01", "2026-01-01"],
}
"""Values that mean something: what is made up from the description alone is mostly refused at the door."""


def description() -> Json:
    return describe(router.routes)


schema = schemathesis.openapi.from_dict(description()).exclude(path_regex="/events$")  # a stream has no end


def test_a_field_that_is_not_declared_would_be_found() -> None:
    schemas = description()["components"]["schemas"]
    assert all(schemas[name]["additionalProperties"] is False for name in ("Game", "Turn", "Statistics", "NewGame"))


def test_every_path_and_limit_is_in_the_documentation() -> None:
    page = (Path(__file__).parents[1] / "docs" / "server.md").read_text(encoding="utf-8")
    paths = {f"{method.upper()} {path}" for path, methods in description()["paths"].items() for method in methods}
    assert set(re.findall(r"^\| `((?:GET|POST|DELETE) [^`]*)` \|", page, re.MULTILINE)) == paths
    told: dict[str, str] = {}
    for names, values in re.findall(r"^\| (`[a-z_`, ]*`) \| ([0-9, ]*) \|", page, re.MULTILINE):
        told |= dict(zip(re.findall(r"[a-z_]+", names), values.split(", "), strict=True))
    assert told == {name: f"{value:,}" for name, value in asdict(Limits()).items()}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str, list[str], list[str]]]:
    """Run a server with games of a visitor whose cookie everything is sent with."""
    with running(f"sqlite:///{tmp_path_factory.mktemp('db')}/games.db", PATIENT) as url:
        with Visitor(url) as someone:
            games = [someone.begin(), someone.begin("solve"), someone.begin("duel", secret="1234")]
            games += [someone.do(someone.begin(), "give-up"), someone.begin("solve", guesses=None)]
            tokens = [game["join"] for game in games if game["join"]]
            with Visitor(url) as other:
                sent = other.do(other.begin(), "give-up")
                tokens.append(other.ask("POST", f"games/{sent['id']}/challenge")["token"])
            cookie = someone.cookies["keypeg"]
        yield url, cookie, [game["id"] for game in games], tokens


@schema.parametrize()
@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), deadline=None)
def test_every_response_is_as_described(
    case: schemathesis.Case[Any], server: tuple[str, str, list[str], list[str]]
) -> None:
    if case.method == "QUERY":
        return  # so new that the parser before the application refuses it
    url, cookie, games, invites = server
    source = random.Random(repr((case.path_parameters, case.query, case.body)))
    if source.random() < 0.8:
        make_sense(case, games, invites, source)
    with Session() as session:
        session.cookies.set("keypeg", cookie if case.path != "/api/history" else "")
        case.call_and_validate(base_url=url, session=session, checks=CHECKS)


def make_sense(case: schemathesis.Case[Any], games: list[str], invites: list[str], source: random.Random) -> None:
    """Put in values that mean something, so that it gets further than the door."""
    if case.method == "DELETE":
        return
    for name, values in (("identifier", games), ("token", invites)):
        if case.path_parameters and name in case.path_parameters:
            case.path_parameters[name] = source.choice(values)
    for fields in (case.query, case.body):
        if isinstance(fields, dict):
            for name in fields.keys() & TEXTS.keys():
                if source.random() < 0.9:
                    fields[name] = source.choice(TEXTS[name])
