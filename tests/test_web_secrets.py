"""No response before the end of a game tells its secret: every path of the interface is walked."""

import json
import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest

from keypeg.database import Database, Kind
from keypeg.game import Fixed, veiled
from keypeg.rules import Code, Variant
from keypeg.session import BreakSession, SolveSession
from keypeg.web import games
from keypeg.web.identity import COOKIE, player_of
from visitor import PATIENT, Json, Visitor, running

LARGE = "p6c10"
SECRET = "8a3917"

# For each path how it is asked in a walk. What would end the game is sent with a wrong number of turns.
ASKED: dict[str, Json] = {
    "GET /api/setup": {},
    "GET /api/variant": {"params": {"variant": LARGE}},
    "POST /api/games": {"json": {"kind": "break"}},
    "GET /api/games/{identifier}": {},
    "DELETE /api/games/{identifier}": {"id": "another"},
    "POST /api/games/{identifier}/guess": {"json": {"guess": "112233", "seen": 0}},
    "POST /api/games/{identifier}/answer": {"json": {"feedback": "0b0w", "seen": 7}},
    "POST /api/games/{identifier}/correct": {"json": {"turn": 1, "feedback": "9b9w", "seen": 1}},
    "POST /api/games/{identifier}/undo": {"json": {"seen": 9}},
    "POST /api/games/{identifier}/redo": {"json": {"seen": 9}},
    "POST /api/games/{identifier}/give-up": {"json": {"seen": 9}},
    "POST /api/games/{identifier}/hint": {"json": {"seen": 1}, "times": 4},
    "POST /api/games/{identifier}/check": {"json": {"guess": "112233", "seen": 1}},
    "GET /api/games/{identifier}/candidates": {"params": {"limit": 500}},
    "POST /api/games/{identifier}/candidates": {"json": {"limit": 500, "seen": 1}},
    "GET /api/games/{identifier}/funnel": {},
    "POST /api/games/{identifier}/funnel": {"json": {"seen": 1}},
    "GET /api/games/{identifier}/review": {},
    "GET /api/games/{identifier}/review/events": {},
    "GET /api/games/{identifier}/events": {"stream": True},
    "POST /api/games/{identifier}/next": {"json": {}},
    "POST /api/games/{identifier}/challenge": {},
    "GET /api/challenges/{token}": {},
    "POST /api/challenges/{token}/play": {},
    "GET /api/join/{token}": {},
    "POST /api/join/{token}": {},
    "POST /api/rooms": {"json": {"name": "Ann", "guesses": 0}},
    "GET /api/rooms/{token}": {},
    "POST /api/rooms/{token}/join": {"json": {"name": "Ann"}},
    "POST /api/rooms/{token}/play": {},
    "POST /api/rooms/{token}/next": {"json": {"round": 1}},
    "GET /api/rooms/{token}/events": {},
    "GET /api/position": {"params": {"position": LARGE}},
    "GET /api/position/guess": {"params": {"position": LARGE, "guess": "112233"}},
    "GET /api/watch": {"params": {"position": LARGE, "code": "112233"}},
    "GET /api/review": {"params": {"position": LARGE}},
    "GET /api/explain": {"params": {"position": LARGE}},
    "GET /api/lessons": {},
    "GET /api/lessons/{name}": {},
    "POST /api/lessons/{name}/{number}": {"json": {}},
    "GET /api/puzzles": {},
    "POST /api/puzzles": {"json": {"grade": 9}},
    "GET /api/puzzles/{identifier}": {},
    "POST /api/puzzles/{identifier}/answer": {"json": {"answer": "1122"}},
    "POST /api/puzzles/{identifier}/hint": {},
    "POST /api/puzzles/{identifier}/give-up": {},
    "GET /api/start": {},
    "GET /api/daily": {},
    "POST /api/daily": {"json": {}},
    "GET /api/daily/archive": {},
    "GET /api/history": {},
    "GET /api/statistics": {},
    "GET /api/export": {},
    "POST /api/import": {"json": {"keypeg": "history 1", "games": []}},
    "DELETE /api/history": {"by": "somebody else"},
}


def operations(visitor: Visitor) -> set[str]:
    paths = visitor.ask("GET", "openapi.json")["paths"]
    return {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}


def walk(visitor: Visitor, game: Json) -> Iterator[tuple[str, str]]:
    """Ask every path about a game, and give the responses: status, headers and body as text."""
    for operation, asked in ASKED.items():
        method, path = operation.split()
        path = path.format(identifier=asked.get("id", game["id"]), token=game["join"] or "none", name="parts", number=1)
        more: dict[str, Any] = {name: asked[name] for name in ("json", "params") if name in asked}
        sender = Visitor(str(visitor.base_url)) if "by" in asked else visitor
        for _ in range(asked.get("times", 1)):
            with sender.stream(method, path, **more) as response:
                body = first_event(response) if asked.get("stream") else response.read().decode()
            assert response.status_code < 500, body
            yield operation, f"{response.status_code} {dict(response.headers)} {body}"
        if sender is not visitor:
            sender.close()


def first_event(response: httpx.Response) -> str:
    lines = []
    for line in response.iter_lines():
        lines.append(line)
        if line.startswith("data"):
            break
    return "\n".join(lines)


def forms(secret: Code) -> list[str]:
    """List the ways in which a response could tell a secret."""
    pegs = json.dumps(list(secret))
    return [str(secret), str(secret).upper(), pegs, pegs.replace(" ", ""), veiled(secret)]


def put(url: str, visitor: Visitor, secret: str, kind: Kind = "break") -> Json:
    """Put a game with a known secret into the database of a running server, as if the visitor had begun it."""
    variant = Variant.parse(LARGE)
    session: BreakSession | SolveSession = (
        SolveSession(variant, secret=Code(secret)) if kind == "solve" else BreakSession(variant, Fixed(Code(secret)))
    )
    opened = Database(url)
    try:
        seat = games.new_seat(player_of(visitor.cookies[COOKIE]), kind, session)
        return visitor.see({"id": games.Games(opened, PATIENT).begin(seat).stored.id})
    finally:
        opened.close()


def test_every_path_is_walked(visitor: Visitor) -> None:
    assert operations(visitor) == set(ASKED)


def test_a_secret_that_is_told_would_be_found() -> None:
    secret = Code(SECRET)
    session = BreakSession(Variant.parse(LARGE), Fixed(secret))
    for told in (str(session), json.dumps({"secret": str(secret)}), json.dumps({"pegs": list(secret)})):
        assert any(form in told for form in forms(secret))


@pytest.mark.parametrize("kind", ["break", "solve", "duel", "answered duel", "joined duel", "match", "joined match"])
def test_no_response_before_the_end_has_the_secret(
    database: str, visitor: Visitor, other: Visitor, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    visitor.begin()
    if "duel" in kind or "match" in kind:
        more: Json = {"answered_by": "codemaker"} if kind == "answered duel" else {}
        more |= {"match": {}} if "match" in kind else {}
        game = visitor.begin("duel", variant=LARGE, secret=SECRET, **more)
        other.ask("POST", f"join/{game['join']}")
        if "joined" in kind:
            visitor, game = other, other.see(game) | {"join": game["join"]}
    else:
        game = put(database, visitor, SECRET, "solve" if kind == "solve" else "break")
    for operation, told in walk(visitor, game):
        assert not [form for form in forms(Code(SECRET)) if form in told], operation
    seen = visitor.see(game)
    assert (seen["over"], seen["secret"]) == (False, None)
    assert not [form for form in forms(Code(SECRET)) if form in caplog.text]


def test_responses_before_the_end_do_not_depend_on_the_secret(database: str, url: str) -> None:
    """Two games with the same feedback but whose secrets differ look the same on every path."""
    told = []
    for secret in ("445566", "998877"):
        with Visitor(url) as someone:
            someone.begin()
            game = put(database, someone, secret)
            told.append([plain(text) for _, text in walk(someone, game)])
    assert told[0] == told[1]


def plain(text: str) -> str:
    """Leave out of a response what differs from game to game anyway: times, tokens, ids, lengths."""
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "TIME", text)
    text = re.sub(r"'(date|content-length|set-cookie)': '[^']*'", "", text)
    text = re.sub(r'"sealed":"([^"]*)"', lambda found: f"{len(found[1])} letters", text)
    return re.sub(r'"(id|join|next|game)":\s?"[^"]*"', "", text)


def test_after_the_end_the_secret_is_told(database: str, visitor: Visitor) -> None:
    visitor.begin()
    game = put(database, visitor, SECRET)
    assert visitor.do(game, "give-up")["secret"] == SECRET
    assert "codemaker=veiled" in visitor.get("/api/export").text


def test_a_failing_database_tells_no_secret(
    tmp_path_factory: pytest.TempPathFactory, caplog: pytest.LogCaptureFixture
) -> None:
    url = f"sqlite:///{tmp_path_factory.mktemp('db')}/games.db"
    with running(url) as address, Visitor(address) as someone:
        someone.begin()
        game = put(url, someone, SECRET)
        broken = Database(url)
        with broken._writer.begin() as connection:
            connection.exec_driver_sql("ALTER TABLE games RENAME COLUMN pending TO waiting")
        broken.close()
        responses = [
            someone.get(f"/api/games/{game['id']}"),
            someone.post("/api/games", json={"kind": "duel", "secret": SECRET, "variant": LARGE}),
        ]
    for response in responses:
        assert response.status_code == 503
        assert response.json()["error"]["kind"] == "unavailable"
        assert response.headers["x-content-type-options"] == "nosniff"
    assert "outage=begin" in caplog.text
    assert not [form for form in forms(Code(SECRET)) if form in caplog.text]


def test_a_game_that_was_changed_by_hand_tells_nothing(database: str, visitor: Visitor) -> None:
    visitor.begin()
    game = put(database, visitor, SECRET)
    opened = Database(database)
    stored = opened.game(game["id"])
    assert stored is not None
    opened.change(replace(stored, line=f"{stored.line} 112233=6b0w", version=2))
    opened.close()
    error = visitor.ask("GET", f"games/{game['id']}", 500)["error"]
    assert error["message"] == "this game can't be read: another version made it, or it was changed by hand"
    visitor.ask("DELETE", f"games/{game['id']}", 204)
    assert game["id"] not in visitor.get("/api/history").text
