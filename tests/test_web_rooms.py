"""Rooms over HTTP: several people break the same code."""

import json
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from keypeg.database import Database
from keypeg.game import drawn_code
from keypeg.room_database import RoomRows, StoredPlayer, StoredRoom
from keypeg.rules import Code, Variant
from keypeg.web import events
from visitor import PATIENT, Json, Visitor, events_of, running

LARGE = "p6c10"


@pytest.fixture
def third(url: str) -> Iterator[Visitor]:
    with Visitor(url) as client:
        yield client


def opened(visitor: Visitor, **more: Any) -> Json:
    room: Json = visitor.ask("POST", "rooms", 201, json={"name": "Ann", **more})
    return room


def join(visitor: Visitor, room: Json, name: str, status: int = 200) -> Json:
    told: Json = visitor.ask("POST", f"rooms/{room['token']}/join", status, json={"name": name})
    return told


def play(visitor: Visitor, room: Json, status: int = 201) -> Json:
    game: Json = visitor.ask("POST", f"rooms/{room['token']}/play", status)
    return game


def look(visitor: Visitor, room: Json) -> Json:
    told: Json = visitor.ask("GET", f"rooms/{room['token']}")
    return told


def next_round(visitor: Visitor, room: Json, status: int = 200) -> Json:
    told: Json = visitor.ask("POST", f"rooms/{room['token']}/next", status, json={"round": room["round"]})
    return told


def secret_of(database: str, room: Json) -> str:
    """Look up the code of the present round, which no path tells."""
    rows = Database(database)
    stored = RoomRows(rows).room(room["token"])
    rows.close()
    assert stored is not None
    return str(drawn_code(Variant.parse(room["variant"]), int(json.loads(stored.rounds)[-1][0])))


def table(room: Json) -> list[tuple[int, str, int, str]]:
    return [(one["place"], one["name"], one["points"], one["state"]) for one in room["players"]]


def test_all_break_the_same_code_and_the_table_says_who_did_best(
    database: str, visitor: Visitor, other: Visitor, third: Visitor
) -> None:
    room = opened(visitor, variant="p3c5", guesses=4, palette="board", hard=True)
    assert (room["round"], room["yours"], room["joined"], room["game"]) == (1, True, True, None)
    assert table(join(other, room, "  Ben \t B. ")) == [(1, "Ann", 0, "waiting"), (1, "Ben B.", 0, "waiting")]
    assert join(other, room, "Ben again")["players"][1]["name"] == "Ben B.", "who is there stays as they are"
    secret = secret_of(database, room)
    mine, theirs = play(visitor, room), play(other, room)
    assert mine["room"] == {"token": room["token"], "round": 1}
    assert (mine["variant"], mine["guesses"], mine["hard"], mine["palette"]["name"]) == ("p3c5", 4, True, "board")
    assert play(visitor, room, 200)["id"] == mine["id"] != theirs["id"]
    wrong = next(code for code in ("111", "222", "333") if code != secret)
    theirs = other.do(theirs, "guess", guess=wrong)
    visitor.do(mine, "guess", guess=secret)
    assert not look(visitor, room)["round_over"]
    other.do(theirs, "guess", guess=secret)
    seen = look(third, room)
    assert table(seen) == [(1, "Ann", 4, "found"), (2, "Ben B.", 3, "found")]
    assert (seen["round_over"], seen["yours"], seen["joined"], seen["done"]) == (True, False, False, False)
    assert table(join(third, room, "Cem"))[2] == (3, "Cem", 0, "waiting")
    second = next_round(visitor, room)
    assert (second["round"], second["game"], second["done"]) == (2, None, False)
    assert next_round(visitor, room)["round"] == 2, "it was sent twice"
    play(third, room)
    assert [state for *_, state in table(look(other, room))] == ["waiting", "waiting", "playing"]


def test_nobody_sees_guesses_and_key_pegs_only_who_is_done(visitor: Visitor, other: Visitor) -> None:
    room = opened(visitor, variant=LARGE)
    join(other, room, "Ben")
    mine = visitor.do(play(visitor, room), "guess", guess="112233")
    theirs = other.do(play(other, room), "guess", guess="445566")
    seen = look(visitor, room)
    assert [(one["turn_count"], one["grid"]) for one in seen["players"]] == [(1, None), (1, None)]
    visitor.do(mine, "give-up")
    done = look(visitor, room)
    turn = theirs["turns"][0]
    assert [one["grid"] for one in done["players"] if one["name"] == "Ben"] == [[[turn["blacks"], turn["whites"]]]]
    for told in (seen, done, look(other, room)):
        assert not [code for code in ("112233", "445566") if code in json.dumps(told)]
    visitor.ask("GET", f"games/{theirs['id']}", 404)


def test_no_response_tells_the_code_of_an_open_round(database: str, visitor: Visitor, other: Visitor) -> None:
    room = opened(visitor, variant=LARGE)
    join(other, room, "Ben")
    other.do(play(other, room), "give-up")  # who knows it now, and nobody else by the server
    secret = secret_of(database, room)
    game = visitor.do(play(visitor, room), "guess", guess="112233")
    asked: list[tuple[str, str, Any]]
    asked = [("POST", f"games/{game['id']}/{what}", {"seen": 1}) for what in ("hint", "undo", "candidates", "funnel")]
    asked += [("POST", f"games/{game['id']}/check", {"seen": 1, "guess": "112233"})]
    asked += [("POST", f"rooms/{room['token']}/play", None)]
    asked += [("POST", f"rooms/{room['token']}/join", {"name": "x"}), ("POST", f"games/{game['id']}/challenge", None)]
    paths = ("candidates", "funnel", "review", "review/events")
    asked += [("GET", f"games/{game['id']}/{what}", None) for what in paths]
    asked += [("GET", path, None) for path in (f"rooms/{room['token']}", "start", "history", "export", "statistics")]
    pegs = json.dumps(list(Code(secret)))
    for method, path, body in asked:
        response = visitor.request(method, f"/api/{path}", json=body)
        assert response.status_code < 500
        for form in (secret, secret.upper(), pegs, pegs.replace(" ", "")):
            assert form not in response.text, path
    assert "no undo and no help" in visitor.do(game, "hint", 422)["error"]["message"]
    assert "counts in its room" in visitor.ask("DELETE", f"games/{game['id']}", 422)["error"]["message"]


def test_a_round_that_is_left_counts_as_not_found(database: str, visitor: Visitor, other: Visitor) -> None:
    room = opened(visitor)
    join(other, room, "Ben")
    secret, theirs = secret_of(database, room), play(other, room)
    next_round(visitor, room)
    assert other.do(theirs, "guess", guess=secret)["outcome"] == "won"
    assert table(look(other, room)) == [(1, "Ann", 0, "waiting"), (1, "Ben", 0, "waiting")]


def test_every_move_arrives(visitor: Visitor, other: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "_LOOK_S", 1000)  # nobody looks it up: it has to be told
    room = opened(visitor)
    with visitor.stream("GET", f"/api/rooms/{room['token']}/events", timeout=20) as response:
        told = events_of(response)
        assert [one["name"] for one in next(told)[2]["players"]] == ["Ann"]
        joining = threading.Timer(0.1, join, (other, room, "Ben"))
        joining.start()
        assert [one["name"] for one in next(told)[2]["players"]] == ["Ann", "Ben"]
        joining.join()  # the news may be faster than the response, which brings the cookie
        game = play(other, room)
        assert next(told)[2]["players"][1]["state"] == "playing"
        other.do(game, "guess", guess="1122")
        name, _, seen = next(told)
        assert (name, seen["players"][1]["turn_count"]) == ("room", 1)
        next_round(visitor, room)
        assert next(told)[2]["round"] == 2
        visitor.ask("DELETE", "history", 204)
        assert next(told)[0] == "gone"


def test_who_deletes_everything_leaves_and_takes_their_own_rooms_along(visitor: Visitor, other: Visitor) -> None:
    room = opened(visitor)
    play(other, join(other, room, "Ben"))
    other.ask("DELETE", "history", 204)
    assert [one["name"] for one in look(visitor, room)["players"]] == ["Ann"]
    visitor.ask("DELETE", "history", 204)
    error = other.ask("GET", f"rooms/{room['token']}", 404)["error"]
    assert (error["kind"], error["message"][:26]) == ("gone", "this link leads to no room")


class TestRefused:
    @pytest.mark.parametrize("name", ["", "  ", "x" * 25, "\u202ean"])
    def test_what_is_no_name(self, visitor: Visitor, name: str) -> None:
        assert "1 to 24 letters" in visitor.ask("POST", "rooms", 422, json={"name": name})["error"]["message"]

    def test_the_name_of_somebody_else(self, visitor: Visitor, other: Visitor) -> None:
        assert "plays here already" in join(other, opened(visitor), "ann", 422)["error"]["message"]

    def test_a_stranger(self, visitor: Visitor, other: Visitor) -> None:
        room = opened(visitor)
        assert "not in this room yet" in play(other, room, 422)["error"]["message"]
        join(other, room, "Ben")
        assert "only the one who opened" in next_round(other, room, 422)["error"]["message"]

    def test_what_is_beyond_the_limits(self, tmp_path_factory: pytest.TempPathFactory) -> None:
        limits = replace(PATIENT, rooms=1, room_players=1, room_rounds=1)
        database = f"sqlite:///{tmp_path_factory.mktemp('db')}/games.db"
        with running(database, limits) as url, Visitor(url) as one, Visitor(url) as two:
            room = opened(one)
            assert "at most 1 players" in join(two, room, "Ben", 422)["error"]["message"]
            assert "at most 1 rounds" in next_round(one, room, 422)["error"]["message"]
            assert "opened 1 rooms" in one.ask("POST", "rooms", 422, json={"name": "Ann"})["error"]["message"]
            assert one.ask("POST", "rooms", 422, json={"name": "Ann", "variant": "p20c20"})["error"]


def test_who_joins_at_the_same_moment_gets_no_name_twice_and_no_place_too_many(database: str) -> None:
    with closing(Database(database)) as games:
        rows = RoomRows(games)
        rows.add(StoredRoom("small", "ann", "{}", "[]", 1, 1), StoredPlayer("small", "ann", "Ann", 1))
        tried = [("bob", "ANN"), ("ann", "Anna"), ("bob", "Bob"), ("cy", "Cy")]
        assert [rows.join(StoredPlayer("small", player, name, 2), 2) for player, name in tried] == [
            *(False, False, True, False)
        ]
        assert not rows.join(StoredPlayer("gone", "bob", "Bob", 2), 2)
        assert (len(rows.players("small")), rows.players("gone")) == (2, [])
        rows.delete_all(["ann", "bob"])


def test_who_joins_while_a_room_is_described_is_not_missed(
    visitor: Visitor, other: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = opened(visitor)
    original, waiting = RoomRows.players, [True]

    def players(self: RoomRows, token: str) -> Any:
        found = original(self, token)
        if waiting and waiting.pop():
            join(other, room, "Ben")
        return found

    monkeypatch.setattr(RoomRows, "players", players)
    told = look(visitor, room)
    assert len(told["players"]) == 1
    assert told["version"] < look(visitor, room)["version"], "a stream that has seen this version sends the room again"
