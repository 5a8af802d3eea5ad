"""Games that arrive without a reload."""

import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from keypeg.web import events as events_module
from visitor import PATIENT, Visitor, running, watching


@pytest.fixture
def later(visitor: Visitor, other: Visitor) -> Iterator[Callable[..., threading.Thread]]:
    """Give a function that does something in a moment; it is waited for while both visitors are still there."""
    del visitor, other
    threads: list[threading.Timer] = []

    def do(act: Callable[..., object], *args: Any, **more: Any) -> threading.Thread:
        threads.append(threading.Timer(0.2, act, args, more))
        threads[-1].start()
        return threads[-1]

    yield do
    for thread in threads:
        thread.join()


def test_a_turn_arrives_at_once(
    visitor: Visitor, other: Visitor, later: Callable[..., threading.Thread], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events_module, "_LOOK_S", 1000)  # nobody looks it up: it has to be told
    made = visitor.begin("duel", secret="1234")
    with watching(visitor, made) as events:
        assert next(events) == ("game", "1", made)
        joining = later(other.ask, "POST", f"join/{made['join']}")
        name, number, seen = next(events)
        joining.join()  # the news may be faster than the response, which brings the cookie
        assert (name, number, seen["joined"]) == ("game", "2", True)
        mine = other.see(made)
        later(other.do, mine, "guess", guess="1243")
        _, _, seen = next(events)
        assert [turn["feedback"] for turn in seen["turns"]] == ["2b2w"]
        assert (seen["role"], seen["secret"]) == ("codemaker", None)
        later(other.do, seen, "guess", guess="1234")
        assert next(events)[2]["secret"] == "1234"
        later(other.begin, "duel", secret="4321", after=made["id"])
        _, _, seen = next(events)
        assert visitor.see({"id": seen["next"]})["role"] == "breaker"
        assert next(events)[0] == "end"
        assert list(events) == []


def test_a_game_of_one_person_ends_its_stream(visitor: Visitor) -> None:
    with watching(visitor, visitor.do(visitor.begin(), "give-up")) as events:
        assert [name for name, _, _ in events] == ["game", "end"]


def test_who_comes_and_goes_is_told(visitor: Visitor, other: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events_module, "_LOOK_S", 1000)
    monkeypatch.setattr(events_module, "_GRACE_S", 0.5)
    made = visitor.begin("duel", secret="1234")
    mine = other.ask("POST", f"join/{made['join']}")
    assert mine["present"] is False
    with watching(visitor, made) as events:
        assert next(events)[2]["present"] is False
        assert other.see(mine)["present"] is True
        with watching(other, mine) as theirs:
            assert next(theirs)[2]["present"] is True
            _, number, seen = next(events)
            assert (number, seen["present"]) == ("2+", True)
        with watching(other, mine):  # a reload is not told
            time.sleep(0.7)
            assert visitor.see(made)["present"] is True
        _, number, seen = next(events)
        assert (number, seen["present"]) == ("2", False)
    with watching(visitor, made, **{"Last-Event-ID": "2+"}) as events:
        assert next(events)[2]["present"] is False


def test_ones_own_tabs_are_nobody_else(visitor: Visitor) -> None:
    game, made = visitor.begin(), visitor.begin("duel", secret="1234")
    with watching(visitor, game) as one, watching(visitor, made) as two:
        assert next(one)[2]["present"] is None
        assert next(two)[2]["present"] is False
        assert visitor.see(made)["present"] is False


def test_what_was_seen_is_not_sent_again(visitor: Visitor, later: Callable[..., threading.Thread]) -> None:
    game = visitor.begin()
    with watching(visitor, game, **{"Last-Event-ID": "1"}) as events:
        later(visitor.do, game, "guess", guess="1122")
        assert next(events)[1] == "2"


def test_a_deleted_game_says_so(visitor: Visitor, later: Callable[..., threading.Thread]) -> None:
    game = visitor.begin()
    with watching(visitor, game) as events:
        next(events)
        later(visitor.ask, "DELETE", f"games/{game['id']}", 204)
        name, _, data = next(events)
        assert (name, data["error"]["kind"]) == ("gone", "not-found")
        assert list(events) == []


def test_what_another_server_does_arrives_too(database: str, visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events_module, "_LOOK_S", 1000)
    game = visitor.begin()
    with running(database) as second, Visitor(second) as there:
        there.cookies.update(visitor.cookies)
        with watching(visitor, game) as events:
            next(events)
            there.do(game, "guess", guess="1122")
            assert len(next(events)[2]["turns"]) == 1


def test_a_server_that_ends_ends_its_streams(database: str) -> None:
    with running(database) as address, Visitor(address) as someone:
        stream = watching(someone, someone.begin())
        events = stream.__enter__()
        next(events)
        start = time.monotonic()
    assert time.monotonic() - start < 15
    with pytest.raises((httpx.TransportError, httpx.StreamError, StopIteration)):
        next(events)


def test_nobody_looks_at_too_many_games(tmp_path_factory: pytest.TempPathFactory) -> None:
    limits = type(PATIENT)(streams=2)
    with running(f"sqlite:///{tmp_path_factory.mktemp('db')}/games.db", limits) as url, Visitor(url) as someone:
        game = someone.begin()
        with watching(someone, game) as one, watching(someone, game) as two:
            next(one), next(two)
            error = someone.ask("GET", f"games/{game['id']}/events", 429)["error"]
            assert error["message"] == "you are watching too many games at once: at most 2"
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            with someone.stream("GET", f"/api/games/{game['id']}/events") as again:
                if again.status_code == 200:
                    return
            time.sleep(0.1)
        pytest.fail("the streams that were closed are still counted")


def test_nobody_looks_at_too_many_games_by_asking_for_all_at_once(tmp_path: Path) -> None:
    limits = replace(PATIENT, streams=2)
    with running(f"sqlite:///{tmp_path}/games.db", limits) as url, Visitor(url) as someone, ExitStack() as stack:
        path = f"/api/games/{someone.begin()['id']}/events"
        head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: keypeg={someone.cookies['keypeg']}\r\n\r\n"
        port = int(url.rpartition(":")[2])
        asking = [stack.enter_context(socket.create_connection(("127.0.0.1", port), 20)) for _ in range(20)]
        for connection in asking:
            connection.sendall(head.encode())
        told = Counter(connection.recv(12).decode() for connection in asking)
    assert told == {"HTTP/1.1 200": 2, "HTTP/1.1 429": 18}
