"""The server in a throw-away language: every refusal, hint, review and note, and no English is left in any."""

import json
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from itertools import count
from string import Formatter
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError
from starlette.exceptions import HTTPException

from keypeg import strategies, words
from keypeg.database_outage import outage
from keypeg.errors import NotAllowed
from keypeg.palette import PALETTES
from keypeg.web import logs
from keypeg.web.limits import Limits
from keypeg.web.proxies import Networks
from keypeg.web.serve import ServeOptions, listen
from keypeg.words import en_web
from strange import STRANGE, english_in
from visitor import PATIENT, Json, Visitor, running

SAID = {"message", "words", "note", "lines", "text", "explanation"}
"""The fields of a response that people read."""

TYPED = {"adversary", "Keypeg", "PUT"}


def said_in(told: Any, field: str = "") -> Iterator[str]:
    """Go through what a response says to people."""
    match told:
        case dict():
            for name, value in told.items():
                yield from said_in(value, name)
        case list():
            for value in told:
                yield from said_in(value, field)
        case str() if field in SAID and told:
            yield told


def latin(told: Any) -> list[str]:
    return [word for said in said_in(told) for word in english_in(said) if word not in TYPED]


def is_message(said: str, key: str) -> bool:
    """Return whether this is the message of a key, in the throw-away language."""
    pattern = ""
    for literal, name, spec, _ in Formatter().parse(STRANGE.messages[key]):
        forms = [".*?".join(map(re.escape, form.split("#"))) for form in (spec or "").split("|")]
        pattern += re.escape(literal) + (
            "" if name is None else f"(?:{'|'.join(forms)})" if "|" in (spec or "") else ".*?"
        )
    return re.fullmatch(pattern, said) is not None


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., str]]:
    """Give a function that returns the address of a server with some limits, which speaks the throw-away language."""
    addresses: dict[Any, str] = {}
    with ExitStack() as servers:

        def address(limits: Limits = PATIENT, *, local: bool = False) -> str:
            if (limits, local) not in addresses:
                database = f"sqlite:///{tmp_path_factory.mktemp('db')}/games.db"
                server = running(database, limits, local=local, language=STRANGE)
                addresses[limits, local] = servers.enter_context(server)
            return addresses[limits, local]

        yield address


def asked(method: str, path: str, status: int = 422, **more: Any) -> Callable[[Visitor, Visitor], Json]:
    """Return a case in which one request is enough."""
    return lambda one, _: one.ask(method, path, status, **more)


def ordered(status: int = 422, **order: Any) -> Callable[[Visitor, Visitor], Json]:
    return asked("POST", "games", status, json={"kind": "break", **order})


def done(what: str, status: int = 422, kind: str = "break", **body: Any) -> Callable[[Visitor, Visitor], Json]:
    """Return a case in which something is done with a new game."""
    return lambda one, _: one.do(one.begin(kind), what, status, **body)


def dueled(what: str, status: int = 422, *, by_codemaker: bool, **body: Any) -> Callable[[Visitor, Visitor], Json]:
    """Return a case in which one of two people does something with their game."""

    def case(one: Visitor, other: Visitor) -> Json:
        theirs = one.begin("duel", secret="1234")
        mine = other.ask("POST", f"join/{theirs['join']}")
        return one.do(theirs, what, status, **body) if by_codemaker else other.do(mine, what, status, **body)

    return case


def imported(line: str = "p4c6 codemaker=random:5 given-up", status: int = 422, times: int = 1, **row: Any) -> Any:
    return asked("POST", "import", status, json={"keypeg": "history 1", "games": [{"line": line, **row}] * times})


def unanswered(one: Visitor, other: Visitor) -> Json:
    mine = other.ask("POST", f"join/{one.begin('duel', secret='1234', answered_by='codemaker')['join']}")
    return other.do(other.do(mine, "guess", guess="1122"), "guess", 422, guess="1111")


def nothing_to_answer(one: Visitor, _: Visitor) -> Json:
    return one.do(one.begin("duel", secret="1234", answered_by="codemaker"), "answer", 422, feedback="1b1w")


def deleted_by_guest(one: Visitor, other: Visitor) -> Any:
    mine = other.ask("POST", f"join/{one.begin('duel', secret='1234')['join']}")
    return other.ask("DELETE", f"games/{mine['id']}", 422)


def own_link(one: Visitor, _: Visitor) -> Any:
    return one.ask("POST", f"join/{one.begin('duel', secret='1234')['join']}", 422)


def taken_link(one: Visitor, other: Visitor) -> Any:
    path = f"join/{one.begin('duel', secret='1234')['join']}"
    other.ask("POST", path)
    with Visitor(str(one.base_url)) as third:
        return third.ask("POST", path, 409)


def late_link(one: Visitor, other: Visitor) -> Any:
    made = one.begin("duel", secret="1234")
    one.do(made, "give-up")
    return other.ask("POST", f"join/{made['join']}", 422)


def undone_day(one: Visitor, _: Visitor) -> Json:
    return one.do(one.do(one.ask("POST", "daily", 201, json={}), "guess", guess="1122"), "undo", 422)


def reviewed_early(one: Visitor, _: Visitor) -> Any:
    return one.ask("GET", f"games/{one.begin()['id']}/review", 422)


def looked(one: Visitor, _: Visitor) -> Any:
    return one.ask("GET", f"games/{one.begin()['id']}/funnel", 422)


def gone_on(one: Visitor, game: Json, status: int) -> Any:
    return one.ask("POST", "games", status, json={"kind": "duel", "secret": "1122", "after": game["id"]})


def gone_on_early(one: Visitor, _: Visitor) -> Any:
    return gone_on(one, one.begin("duel", secret="1122"), 422)


def gone_on_alone(one: Visitor, _: Visitor) -> Any:
    return gone_on(one, one.do(one.begin("duel", secret="1122"), "give-up"), 422)


def gone_on_late(one: Visitor, two: Visitor) -> Any:
    game = one.begin("duel", secret="1122")
    two.do(two.ask("POST", f"join/{game['join']}"), "give-up")
    gone_on(two, game, 201)
    return gone_on(one, game, 409)


def challenged_early(one: Visitor, _: Visitor) -> Any:
    return one.ask("POST", f"games/{one.begin()['id']}/challenge", 422)


def own_challenge(one: Visitor, _: Visitor) -> Any:
    game = one.do(one.begin(), "give-up")
    token = one.ask("POST", f"games/{game['id']}/challenge")["token"]
    return one.ask("POST", f"challenges/{token}/play", 422)


def matched(one: Visitor, other: Visitor) -> Json:
    """Play the first round of a match between two people."""
    made = one.begin("duel", secret="1234", guesses=2, match={"rounds": 2})
    other.do(other.ask("POST", f"join/{made['join']}"), "give-up")
    return made


def matched_twice(one: Visitor, _: Visitor) -> Json:
    first = one.do(one.begin(match={"rounds": 4}), "give-up")
    second = one.ask("POST", f"games/{first['id']}/next", 201, json={})
    while not second["over"]:
        second = one.do(second, "answer", feedback="4b0w")
    one.ask("POST", f"games/{second['id']}/next", 201, json={})
    return one.do(second, "undo", 422)


def next_of(one: Visitor, game: Json) -> Any:
    return one.ask("POST", f"games/{game['id']}/next", 422, json={"secret": "1111"})


def room(one: Visitor) -> str:
    """Open a room, and return its path."""
    return f"rooms/{one.ask('POST', 'rooms', 201, json={'name': 'Ann'})['token']}"


def joined(one: Visitor, other: Visitor, status: int = 200) -> tuple[str, Any]:
    path = room(one)
    return path, other.ask("POST", f"{path}/join", status, json={"name": "Ben"})


def begun_by_another(one: Visitor, other: Visitor) -> Any:
    return other.ask("POST", f"{joined(one, other)[0]}/next", 422, json={"round": 1})


def played_in_room(one: Visitor) -> Json:
    game: Json = one.ask("POST", f"{room(one)}/play", 201)
    return game


def daily(one: Visitor) -> Json:
    game: Json = one.ask("POST", "daily", 201, json={"date": "2025-02-02"})
    return game


def asked_twice(path: str) -> Callable[[Visitor, Visitor], Any]:
    def case(one: Visitor, _: Visitor) -> Any:
        one.ask("GET", path)
        return one.ask("GET", path, 429)

    return case


def sent(content: bytes) -> Callable[[Visitor, Visitor], Any]:
    """Send something that is no whole request."""

    def send(one: Visitor, _: Visitor) -> Any:
        with socket.create_connection((one.base_url.host, one.base_url.port or 0), timeout=20) as connection:
            connection.sendall(content)
            return json.loads(b"".join(iter(lambda: connection.recv(4096), b"")).partition(b"\r\n\r\n")[2])

    return send


FOREIGN = {"line": "puzzle hints=0 wrong=0 outcome=open day=- palette=classic code 1 p4c6 1122=1b1w", "created": 1}
LINE = "position?position=p4c6+1122=1b1w"
REFUSALS: dict[str, Callable[[Visitor, Visitor], Any]] = {
    "web-variant-size": ordered(variant="p11c2"),
    "web-variant-codes": ordered(variant="p10c11"),
    "web-player-codes": ordered(variant="p7c7", codemaker="adversary"),
    "web-guesses": ordered(guesses=101),
    "web-turns": asked("GET", "position", params={"position": "p4c6" + " 1122=0b0w" * 201}),
    "web-palette": ordered(palette=",".join(f"{a}{b}=#112233" for a in "abc" for b in "abcdefg")),
    "web-parameters": ordered(kind="solve", strategy="genetic:population=99"),
    "web-games": ordered(),
    "web-streams": asked("GET", "games/x/events", 429),
    "web-body-size": asked("POST", "games", 413, content=b"x" * 20_000),
    "web-held": asked("POST", "games", 429, content=b"x" * 100),
    "web-connections": asked("GET", "setup", 429),
    "web-head-size": asked("GET", "setup", 431, headers={"X-Long": "x" * 40_000}),
    "web-target-size": asked("GET", "setup?x=" + "x" * 20_000, 414),
    "web-head-slow": sent(b"GET / HTTP/1.1\r\n"),
    "web-body-slow": sent(b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n"),
    "web-not-http": sent(b"nonsense\r\n\r\n"),
    "web-requests": asked_twice("setup"),
    "web-stored": asked("POST", "rooms", 429, json={"name": "Ann"}),
    "web-at-once": asked("GET", LINE, 429),
    "web-work": asked_twice(LINE),
    "web-crowded": asked("GET", LINE, 503),
    "web-slow": asked("GET", LINE, 503),
    "web-no-game": asked("GET", "games/x", 404),
    "web-game-unreadable": done("guess", 500, guess="1122"),
    "web-game-stale": done("guess", 409, guess="1122", seen=2),
    "web-game-changing": done("guess", 409, guess="1122"),
    "web-game-started": ordered(409),
    "web-computer-guesses": done("guess", kind="solve", guess="1122"),
    "web-no-corrections": done("correct", turn=1, feedback="1b1w"),
    "web-breaker-guesses": dueled("guess", by_codemaker=True, guess="1122"),
    "web-codemaker-answers": done("answer", feedback="1b1w"),
    "web-look-counts": looked,
    "web-review-open": reviewed_early,
    "web-duel-secret": ordered(kind="duel"),
    "web-duel-help": dueled("hint", by_codemaker=False),
    "web-duel-pending": unanswered,
    "web-duel-no-guess": nothing_to_answer,
    "web-duel-server-answers": dueled("answer", by_codemaker=True, feedback="1b1w"),
    "web-duel-delete": deleted_by_guest,
    "web-next-open": gone_on_early,
    "web-next-alone": gone_on_alone,
    "web-next-taken": gone_on_late,
    "web-match-kind": ordered(codemaker="adversary", match={}),
    "web-match-guesses": ordered(guesses=None, match={}),
    "web-match-none": lambda one, _: next_of(one, one.begin()),
    "web-match-open": lambda one, other: gone_on(one, matched(one, other), 422),
    "web-match-turn": lambda one, other: next_of(one, matched(one, other)),
    "web-match-help": lambda one, _: one.do(one.begin(match={}), "hint", 422),
    "web-match-counted": matched_twice,
    "web-match-delete": lambda one, other: one.ask("DELETE", f"games/{matched(one, other)['id']}", 422),
    "web-match-end": lambda one, _: one.do(one.begin("duel", secret="1234", match={}), "give-up", 422),
    "web-no-puzzle": asked("POST", "puzzles", json={"variant": "p9c9"}),
    "web-puzzle-begun": asked("POST", "puzzles", 409, json={}),
    "web-puzzles": asked("POST", "puzzles", json={}),
    "web-puzzle-gone": asked("GET", "puzzles/x", 404),
    "web-import-puzzle": asked("POST", "import", json={"keypeg": "history 1", "games": [], "puzzles": [FOREIGN]}),
    "web-room-gone": asked("GET", "rooms/x", 404),
    "web-room-name": asked("POST", "rooms", json={"name": " "}),
    "web-room-full": lambda one, other: joined(one, other, 422)[1],
    "web-room-rounds": lambda one, _: one.ask("POST", f"{room(one)}/next", 422, json={"round": 1}),
    "web-room-stranger": lambda one, other: other.ask("POST", f"{room(one)}/play", 422),
    "web-room-opener": begun_by_another,
    "web-room-help": lambda one, _: one.do(played_in_room(one), "hint", 422),
    "web-daily-delete": lambda one, _: one.ask("DELETE", f"games/{daily(one)['id']}", 422),
    "web-room-delete": lambda one, _: one.ask("DELETE", f"games/{played_in_room(one)['id']}", 422),
    "web-rooms": asked("POST", "rooms", json={"name": "Ann"}),
    "web-challenge-game": challenged_early,
    "web-challenge-own": own_challenge,
    "web-link-dead": asked("GET", "join/x", 404),
    "web-link-own": own_link,
    "web-link-taken": taken_link,
    "web-link-over": late_link,
    "web-date": asked("GET", "daily?date=2025-13-45"),
    "web-day": asked("GET", "daily?date=2222-02-02"),
    "web-daily-undo": undone_day,
    "web-cursor": asked("GET", "history?before=nonsense"),
    "web-time": imported(finished="soon"),
    "web-import": imported("nonsense"),
    "web-import-open": imported("p4c6 codemaker=random:5"),
    "web-import-daily": imported("p3c6 codemaker=random:5 given-up", daily="2025-02-02"),
    "web-import-count": imported(status=413, times=1001),
    "web-import-full": imported(),
    "web-import-slow": imported(status=413),
    "web-json": asked("POST", "games", content=b"{", headers={"Content-Type": "application/json"}),
    "web-field-number": done("guess", guess="1122", seen="soon"),
    "web-field-switch": ordered(hard="very"),
    "web-field-text": ordered(variant=4),
    "web-field-date": asked("GET", "daily?date=tomorrow"),
    "web-import-file": asked("POST", "import", json=[]),
    "web-import-row": asked("POST", "import", json={"keypeg": "history 1", "games": [{}]}),
    "web-field-missing": asked("POST", "games", json={}),
    "web-field-unknown": ordered(color="red"),
    "web-field-long": ordered(variant="p" * 201),
    "web-field-choice": ordered(kind="chess"),
    "web-field-least": done("guess", guess="1122", seen=-1),
    "web-field-most": done("guess", guess="1122", seen=10**9),
    "web-nul": asked("GET", "history?kind=%00"),
    "web-path": asked("GET", "nothing", 404),
    "web-method": asked("PUT", "games", 405),
    "web-status": asked("GET", "../icon.svg", 418),
    "web-internal": done("guess", 500, guess="1122"),
    "web-unavailable": done("guess", 503, guess="1122"),
    "web-unsure": done("guess", 503, guess="1122"),
    "web-other-site": asked("POST", "games", 403, headers={"Sec-Fetch-Site": "cross-site"}),
    "web-proxied": asked("GET", "setup", 403, headers={"X-Forwarded-For": "192.0.2.1"}),
    "web-other-host": asked("GET", "setup", 403, headers={"Host": "evil.example"}),
}
LIMITS = {
    "web-games": Limits(games=0),
    "web-import-full": Limits(games=0),
    "web-puzzles": Limits(games=0),
    "web-rooms": Limits(rooms=0),
    "web-room-full": Limits(room_players=1),
    "web-room-rounds": Limits(room_rounds=1),
    "web-streams": Limits(streams=0),
    "web-held": Limits(held_bytes=10),
    "web-connections": Limits(visitor_connections=0),
    "web-head-slow": Limits(head_seconds=0),
    "web-body-slow": Limits(body_seconds=0.1),
    "web-requests": Limits(requests_per_minute=1),
    "web-stored": Limits(stored_per_day=1),
    "web-at-once": Limits(engine_at_once=0),
    "web-work": Limits(engine_seconds_per_minute=1e-6),
    "web-crowded": Limits(engine_waiting=0),
    "web-slow": Limits(engine_seconds=0),
}


def failing(error: Exception) -> Callable[..., Any]:
    def fail(*_: object) -> None:
        raise error

    return fail


BROKEN: dict[str, tuple[str, Any]] = {
    "web-game-unreadable": ("keypeg.web.sessions.Sessions.read", failing(NotAllowed("code-empty"))),
    "web-game-changing": ("keypeg.database.Database._change", lambda *_: False),
    "web-game-started": ("keypeg.database.Database._add", failing(IntegrityError("", None, Exception()))),
    "web-puzzle-begun": ("keypeg.puzzle_database.PuzzleRows.add", lambda *_: False),
    "web-import-slow": ("keypeg.web.transfer.time", SimpleNamespace(monotonic=partial(next, count(step=100)))),
    "web-status": ("starlette.staticfiles.StaticFiles.get_response", failing(HTTPException(418))),
    "web-internal": ("keypeg.database.StoredGame.of_row", failing(RuntimeError())),
    "web-unavailable": ("keypeg.database.StoredGame.of_row", failing(outage("away", ""))),
    "web-unsure": ("keypeg.database.Database._change", failing(outage("away", "", is_unsure=True))),
}
"""What is out of order on the server for a refusal to be given."""


@pytest.mark.parametrize("kind", REFUSALS)
def test_a_refusal_is_said_in_the_language_in_use(
    start: Callable[..., str], monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    if kind in BROKEN:
        monkeypatch.setattr(*BROKEN[kind])
    url = start(LIMITS.get(kind, PATIENT), local=kind in ("web-other-host", "web-proxied"))
    with Visitor(url) as one, Visitor(url) as other:
        told = REFUSALS[kind](one, other)
    said = told["error"]["message"]
    assert any(is_message(part, f"error.{kind}") for part in (said, said.partition(": ")[2])), said
    assert latin(told) == []


HOSTS: dict[str, tuple[str, str]] = {
    "web-host": ("a b", "127.0.0.1"),
    "web-port": ("192.0.2.1", "127.0.0.1"),
    "web-port-taken": ("127.0.0.1", "127.0.0.1"),
}


@pytest.mark.parametrize("kind", HOSTS)
def test_why_a_server_can_not_start(kind: str) -> None:
    host, other = HOSTS[kind]
    with socket.create_server((other, 0)) as taken, pytest.raises(NotAllowed) as caught:
        listen(host, taken.getsockname()[1])
    assert caught.value.kind == kind
    with words.speaking(STRANGE):
        assert english_in(str(caught.value).replace("cannot assign requested address", "")) == []


OPTIONS: dict[str, Callable[[], Any]] = {
    "web-network": lambda: Networks.parse(["10.0.0.1/8"]),
    "web-keep-own": lambda: ServeOptions(keep_days=30),
    "web-log": lambda: logs.set_up("xml", access=False),
}


@pytest.mark.parametrize("kind", OPTIONS)
def test_options_that_can_not_be(kind: str) -> None:
    with pytest.raises(NotAllowed) as caught:
        OPTIONS[kind]()
    assert caught.value.kind == kind
    with words.speaking(STRANGE):
        assert is_message(str(caught.value), f"error.{kind}")


def test_every_refusal_of_the_server_is_tried() -> None:
    assert {f"error.{kind}" for kind in (*REFUSALS, *HOSTS, *OPTIONS)} == {
        key for key in en_web.MESSAGES if key.startswith("error.")
    }


@pytest.fixture
def heard(start: Callable[..., str]) -> Iterator[tuple[Visitor, list[Json]]]:
    """Give a visitor, and the list of all responses to come."""
    with Visitor(start()) as someone:
        told: list[Json] = []
        someone.event_hooks["response"] = [lambda response: told.append(json.loads(response.read()))]
        yield someone, told


def test_what_a_game_can_be_set_up_from(heard: tuple[Visitor, list[Json]]) -> None:
    someone, told = heard
    someone.ask("GET", "setup")
    colors = sum(len(palette.colors) for palette in PALETTES.values())
    assert len(list(said_in(told))) == len(strategies.names()) + colors
    assert latin(told) == []


def test_games_are_told_in_the_language_in_use(heard: tuple[Visitor, list[Json]]) -> None:
    someone, told = heard
    first = game = someone.begin()
    for guess in ("1122", "3344"):
        for _ in range(3):
            someone.do(game, "hint")
        someone.do(game, "check", guess="1122")
        game = someone.do(game, "guess", guess=guess)
    someone.do(game, "candidates")
    someone.do(game, "funnel")
    someone.do(game, "guess", 422, guess="11112")
    assert someone.do(first, "guess", 409, guess="5566")["error"]["game"]["turns"]
    game = someone.break_code(game)
    assert game["share"]
    assert someone.ask("GET", f"games/{game['id']}/review")["words"]
    assert len(list(said_in(told))) > 30
    assert latin(told) == []


def test_games_of_the_computer_are_told_in_the_language_in_use(heard: tuple[Visitor, list[Json]]) -> None:
    someone, told = heard
    game = someone.begin("solve", variant="p10c10", strategy="knuth")
    game = someone.do(game, "answer", feedback="2b3w")
    assert game["note"]
    game = someone.begin("solve")
    while game["contradiction"] is None:
        game = someone.do(game, "answer", feedback="0b0w")
    assert game["contradiction"]["lines"]
    someone.do(game, "answer", 409, feedback="0b0w")
    assert latin(told) == []


def test_positions_are_explored_in_the_language_in_use(heard: tuple[Visitor, list[Json]]) -> None:
    someone, told = heard
    for line in ("p4c6", "p4c6 1122=1b1w", "p8c8 11223344=1b3w", "p4c6 1122=1b1w 1344=1b1w"):
        someone.ask("GET", "position", params={"position": line})
        someone.ask("GET", "review", params={"position": line})
    error = someone.ask("GET", "position", 422, params={"position": "p4c6 1122=4b0w 1123=1b0w"})["error"]
    assert error["contradiction"]["lines"]
    assert len(list(said_in(told))) > 10
    assert latin(told) == []


def test_a_stream_says_in_the_language_in_use_that_its_game_is_gone(start: Callable[..., str]) -> None:
    with Visitor(start()) as someone:
        game = someone.begin()
        with someone.stream("GET", f"/api/games/{game['id']}/events") as response:
            lines = (line.removeprefix("data: ") for line in response.iter_lines() if line.startswith("data: "))
            assert latin(json.loads(next(lines))) == []
            with Visitor(start()) as same:
                same.cookies.update(someone.cookies)
                same.ask("DELETE", f"games/{game['id']}", 204)
            gone = json.loads(next(lines))
    assert is_message(gone["error"]["message"], "error.web-no-game")


def test_servers_of_two_languages_get_along(
    start: Callable[..., str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    english = running(f"sqlite:///{tmp_path_factory.mktemp('db')}/games.db")
    with english as url, Visitor(url) as here, Visitor(start()) as there:
        told = [someone.ask("GET", "games/x", 404)["error"]["message"] for someone in (here, there, here)]
    assert [english_in(said) != [] for said in told] == [True, False, True]
