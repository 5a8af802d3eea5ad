"""What a server does with connections that send too much, too slowly or nothing, and with those that never read."""

import json
import select
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import pytest

from keypeg.web.connections import Connections
from keypeg.web.limits import Limits
from visitor import PATIENT, Visitor, running

SMALL = Limits(
    requests_per_minute=10**6,
    connections=12,
    visitor_connections=6,
    pipelined_requests=3,
    head_seconds=0.5,
    body_seconds=0.5,
    idle_seconds=1,
    write_seconds=1,
    response_seconds=3,
)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Run a server with small limits, and give its port."""
    with running(f"sqlite:///{tmp_path_factory.mktemp('db')}/games.db", SMALL) as url:
        yield int(url.rpartition(":")[2])


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Run a server with the usual limits on connections, and give its port."""
    with running(f"sqlite:///{tmp_path_factory.mktemp('db')}/games.db", PATIENT) as url:
        yield int(url.rpartition(":")[2])


@contextmanager
def connected(port: int, address: str = "127.0.0.1") -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(address, 0)) as connection:
        yield connection


def sent(port: int, *pieces: bytes, pause: float = 0) -> list[tuple[int, Any]]:
    """Send pieces on a connection, and return all responses until the other side has enough."""
    with connected(port) as connection:
        for piece in pieces:
            try:
                connection.sendall(piece)
            except OSError:
                break
            if select.select([connection], [], [], pause)[0]:
                break
        return responses(connection)


def received(connection: socket.socket) -> bytes:
    """Return all that comes until the other side ends the connection."""
    pieces = []
    with suppress(ConnectionResetError):
        while piece := connection.recv(65_536):
            pieces.append(piece)
    return b"".join(pieces)


def responses(connection: socket.socket) -> list[tuple[int, Any]]:
    left, told = received(connection), []
    while left:
        head, _, rest = left.partition(b"\r\n\r\n")
        fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
        size = int(fields[b"content-length"])
        body, left = rest[:size], rest[size:]
        is_json = fields[b"content-type"] == b"application/json" and b"content-encoding" not in fields
        told.append((int(head.split()[1]), json.loads(body) if is_json else body))
    return told


def refusal(port: int, *pieces: bytes, pause: float = 0) -> tuple[int, str, str]:
    """Send something that must be refused, and return status, kind and message."""
    [(status, told)] = sent(port, *pieces, pause=pause)
    return status, told["error"]["kind"], told["error"]["message"]


BEGUN = b"GET /api/setup HTTP/1.1\r\nHost: x\r\n"
POSTED = b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
ENDED = b"GET /api/setup HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


class TestSizes:
    HEAD = (431, "too-much", "the head of the request is too large: at most 32,768 bytes and 100 headers")

    def test_a_header_without_end(self, usual: int) -> None:
        assert refusal(usual, BEGUN + b"X-Long: ", *[b"x" * 100_000] * 400) == self.HEAD

    def test_a_long_header(self, usual: int) -> None:
        assert refusal(usual, BEGUN + b"X-Long: " + b"x" * 40_000 + b"\r\n\r\n") == self.HEAD

    def test_the_name_of_a_header_without_end(self, usual: int) -> None:
        assert refusal(usual, BEGUN, *[b"x" * 100_000] * 400) == self.HEAD

    def test_many_headers(self, usual: int) -> None:
        assert refusal(usual, BEGUN + b"a: b\r\n" * 100 + b"\r\n") == self.HEAD
        assert sent(usual, ENDED[:-2] + b"a: b\r\n" * 90 + b"\r\n")[0][0] == 200

    def test_empty_lines_without_end(self, usual: int) -> None:
        assert refusal(usual, *[b"\r\n" * 10_000] * 100) == self.HEAD

    @pytest.mark.parametrize("end", [b" HTTP/1.1\r\nHost: x\r\n\r\n", b""])
    def test_a_long_target(self, usual: int, end: bytes) -> None:
        assert refusal(usual, b"GET /" + b"x" * 17_000 + end) == (
            414,
            "too-much",
            "the address of the request is too long: at most 16,384 bytes",
        )

    @pytest.mark.parametrize("chunk", [b"1\r\n \r\n", b"1;name=value\r\n \r\n", b"0;" + b"x" * 50_000])
    def test_chunks_that_hold_hardly_anything(self, usual: int, chunk: bytes) -> None:
        head = b"POST /api/import HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        status, kind, _ = refusal(usual, head, *[chunk * 2_000] * 20)
        assert (status, kind) == (413, "too-much")

    def test_what_comes_after_the_chunks_is_not_believed(self, usual: int) -> None:
        head = POSTED + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
        body = b'11\r\n{"kind": "break"}\r\n0\r\nAccept-Language: de\r\nX-More: 1\r\n\r\n'
        [(status, _)] = sent(usual, head + body)
        assert status == 201
        status, kind, _ = refusal(usual, head + b"0\r\n", *[b"X-More: 1\r\n" * 1000] * 10)
        assert (status, kind) == (431, "too-much")

    @pytest.mark.parametrize(
        "garbage",
        [
            b"\x16\x03\x01\x02\x00",
            b"GET\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
            b"CONNECT a:1 HTTP/1.1\r\n\r\n",
        ],
    )
    def test_what_is_no_request(self, usual: int, garbage: bytes, capfd: pytest.CaptureFixture[str]) -> None:
        assert refusal(usual, garbage) == (400, "unreadable", "this is not an HTTP request that can be read")
        assert capfd.readouterr().err == ""

    def test_a_refusal_is_in_the_language_of_what_was_understood(self, usual: int) -> None:
        told = refusal(usual, BEGUN + b"Accept-Language: de\r\nX-Long: " + b"x" * 40_000 + b"\r\n\r\n")
        assert told[2].startswith("der Kopf der Anfrage ist zu groß")

    def test_an_upgrade_is_not_made(self, usual: int, capfd: pytest.CaptureFixture[str]) -> None:
        upgrade = BEGUN + b"Connection: upgrade\r\nUpgrade: websocket\r\n\r\n"
        told = sent(usual, upgrade + ENDED)
        assert [status for status, _ in told] == [200]
        assert capfd.readouterr().err == ""


class TestTimes:
    def test_a_connection_on_which_nothing_comes(self, small: int) -> None:
        with connected(small) as silent:
            assert silent.recv(1) == b""

    def test_a_connection_on_which_nothing_comes_any_more(self, small: int) -> None:
        with connected(small) as quiet:
            quiet.sendall(BEGUN + b"\r\n")
            assert [status for status, _ in responses(quiet)] == [200]

    def test_a_slow_head(self, small: int) -> None:
        assert refusal(small, BEGUN, *[b"a: b\r\n"] * 50, pause=0.1) == (
            408,
            "slow",
            "the request came too slowly: its head may take 0.5 seconds",
        )

    def test_a_slow_body(self, small: int) -> None:
        assert refusal(small, POSTED + b"Content-Length: 1000\r\n\r\n", *[b" "] * 50, pause=0.1) == (
            408,
            "slow",
            "the request came too slowly: its body needs at least 512 bytes a second",
        )

    def test_a_body_that_comes_fast_enough_may_take_long(self, small: int) -> None:
        pieces = [b" " * 200] * 20
        head = b"POST /api/import HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 4000\r\n\r\n"
        with connected(small) as slow:
            slow.sendall(head)
            for piece in pieces:
                time.sleep(0.1)
                slow.sendall(piece)
            assert [status for status, _ in responses(slow)] == [422]

    def test_the_rest_of_a_body_that_was_refused(self, small: int) -> None:
        with connected(small) as slow:
            slow.sendall(POSTED + b"Content-Length: 100000\r\n\r\n")
            assert [status for status, _ in responses(slow)] == [413]

    def test_somebody_who_never_reads(self, small: int) -> None:
        with connected(small) as stuck:
            stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            stuck.settimeout(30)
            with pytest.raises(ConnectionError):
                stuck.sendall(b"GET /app.js HTTP/1.1\r\nHost: x\r\n\r\n" * 10**6)

    def test_a_response_that_goes_on_for_ever(self, small: int) -> None:
        with Visitor(f"http://127.0.0.1:{small}") as someone:
            game = someone.begin()
            cookie = f"Cookie: keypeg={someone.cookies['keypeg']}\r\n".encode()
        with connected(small) as stream:
            stream.sendall(b"GET /api/games/%s/events HTTP/1.1\r\nHost: x\r\n%s\r\n" % (game["id"].encode(), cookie))
            assert b"event: game" in received(stream)


class TestNumbers:
    def test_requests_that_do_not_wait_for_a_response(self, usual: int, small: int) -> None:
        assert [status for status, _ in sent(usual, (BEGUN + b"\r\n") * 10 + ENDED)] == [200] * 11
        answered = sent(small, (BEGUN + b"\r\n") * 10_000)
        assert [status for status, _ in answered] == [200] * 4

    def test_nonsense_behind_a_request_is_not_put_into_its_response(self, usual: int) -> None:
        assert [status for status, _ in sent(usual, BEGUN + b"\r\n" + b"nonsense\r\n\r\n")] == [200]

    def test_connections_of_one_address(self, small: int) -> None:
        with ExitStack() as stack:
            held = [stack.enter_context(connected(small, "127.0.0.5")) for _ in range(6)]
            with connected(small, "127.0.0.5") as one_more:
                one_more.sendall(ENDED)
                [(status, told)] = responses(one_more)
                assert (status, told["error"]["kind"], told["error"]["retry_after"]) == (429, "busy", 5)
                assert told["error"]["message"] == "too many connections from your address: at most 6 at a time"
            assert sent(small, ENDED)[0][0] == 200
            held.pop().close()
            time.sleep(0.2)
            with connected(small, "127.0.0.5") as again:
                again.sendall(ENDED)
                assert responses(again)[0][0] == 200

    def test_when_all_are_taken_whoever_has_the_most_gives_one_up(self, small: int) -> None:
        with ExitStack() as stack:
            for address in ("127.0.0.6", "127.0.0.7"):
                for _ in range(6):
                    stack.enter_context(connected(small, address))
            assert sent(small, ENDED)[0][0] == 200


class Wire:
    """A connection as far as it is counted."""

    def __init__(self) -> None:
        self.aborted = False
        self.is_waiting = False
        self.transport = self
        self.loop = self

    def abort(self) -> None:
        self.aborted = True

    def call_later(self, *_: object) -> None:
        """Never look."""


def test_many_more_connections_than_allowed_are_dropped_without_a_word() -> None:
    connections: Any = Connections(Limits(visitor_connections=10, connections=200))
    wires = [Wire() for _ in range(100)]
    refused = [connections.enter(wire, "192.0.2.1") for wire in wires]
    assert [bool(each) for each in refused[:74]] == [False] * 10 + [True] * 64
    assert [wire.aborted for wire in wires] == [False] * 75 + [True] * 25
    for wire in wires:
        connections.leave(wire)
    assert len(connections) == 0


def test_a_proxy_may_have_any_number_and_the_server_has_its_own_limit() -> None:
    connections: Any = Connections(
        Limits(visitor_connections=10, connections=50), lambda address: address == "10.0.0.1"
    )
    refused = [connections.enter(Wire(), "10.0.0.1") for _ in range(60)]
    assert refused[:50] == [None] * 50
    assert [each.status for each in refused[50:]] == [503] * 10


def test_a_flood_of_connections_does_not_hold_up_others(small: int) -> None:
    over = threading.Event()

    def flood() -> None:
        while not over.is_set():
            with connected(small, "127.0.0.66") as one:
                one.sendall(b"x")

    attackers = [threading.Thread(target=flood) for _ in range(3)]
    for attacker in attackers:
        attacker.start()
    try:
        with Visitor(f"http://127.0.0.1:{small}") as someone:
            game = someone.begin(guesses=None)
            for number in range(20):
                begin = time.monotonic()
                game = someone.do(game, "guess", guess=f"11{number % 6 + 1}{number // 6 + 1}")
                assert time.monotonic() - begin < 10
    finally:
        over.set()
        for attacker in attackers:
            attacker.join()


def test_a_connection_goes_on_after_a_request_that_was_refused_before_its_body_came(usual: int) -> None:
    head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\n"
    last = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    bodies = (b"Content-Length: 2\r\n\r\n", b"{}"), (b"Transfer-Encoding: chunked\r\n\r\n", b"2\r\n{}\r\n0\r\n\r\n")
    for size, body in bodies:
        with connected(usual) as connection:
            connection.sendall(head + size)
            assert connection.recv(1, socket.MSG_PEEK)
            connection.sendall(body + last)
            (refused, _), alive = responses(connection)
            assert (refused, alive) == (403, (200, {"status": "alive"}))


@pytest.mark.parametrize(
    "rest",
    [
        b"Content-Length: 100000\r\n\r\n",
        b"Content-Length: 2\r\nExpect: 100-continue\r\n\r\n",
        b"Content-Length: 2\r\n\r\n",
        b"Transfer-Encoding: chunked\r\n\r\n" + b"1000\r\n" + b"x" * 4096 + b"\r\n",
    ],
)
def test_a_body_of_which_nobody_wants_anything_is_not_awaited_for_long(usual: int, rest: bytes) -> None:
    head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\n"
    with connected(usual) as connection:
        began = time.monotonic()
        connection.sendall(head + rest)
        assert received(connection).startswith(b"HTTP/1.1 403 ")
        assert time.monotonic() - began < 6


def test_a_request_that_follows_another_may_take_its_time(usual: int) -> None:
    body = b'{"kind": "break"}'
    head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
    first = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" + head + b"Content-Length: %d\r\n\r\n" % len(body)
    with connected(usual) as connection:
        connection.sendall(first)
        time.sleep(0.5)
        connection.sendall(body)
        assert [status for status, _ in responses(connection)] == [200, 201]
