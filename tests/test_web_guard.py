"""Who may ask what, how often and how much; and the headers of every response."""

import re
import socket
import threading
from collections.abc import Iterator

import pytest

from keypeg.errors import TooLarge
from keypeg.palette import Palette
from keypeg.rules import Variant
from keypeg.web.guard import HEADERS
from keypeg.web.identity import player_of
from keypeg.web.limits import Budget, Limits, visitor_of
from visitor import Visitor, running


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server that allows little."""
    limits = Limits(games=3, turn_count=2, requests_per_minute=60)
    with running(f"sqlite:///{tmp_path_factory.mktemp('db')}/games.db", limits) as url:
        yield url


class TestHeaders:
    @pytest.mark.parametrize("path", ["/api/setup", "/api/nothing", "/", "/nothing.js", "/api/games/x"])
    def test_every_response_has_them(self, visitor: Visitor, path: str) -> None:
        headers = visitor.get(path).headers
        assert {name: headers[name] for name in HEADERS} == HEADERS
        assert "unsafe-inline" not in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "server" not in headers

    def test_responses_are_not_kept_and_files_are_asked_after(self, visitor: Visitor) -> None:
        assert visitor.get("/api/setup").headers["cache-control"] == "no-store"
        assert visitor.get("/").headers["cache-control"] == "no-cache"


class TestText:
    @pytest.mark.parametrize("path", ["games/%00", "games/a%00b/events", "join/%00", "puzzles/%00", "rooms/%00/events"])
    def test_nothing_is_at_a_path_with_the_character_nul(self, visitor: Visitor, path: str) -> None:
        assert visitor.ask("GET", path, 404)["error"]["kind"] == "not-found"

    def test_a_text_with_the_character_nul_can_not_be_read(self, visitor: Visitor) -> None:
        duel = {"kind": "duel", "secret": "1122", "after": "\0"}
        assert visitor.ask("POST", "games", 422, json=duel)["error"]["kind"] == "unreadable"
        for name in ("kind", "variant", "outcome"):
            assert visitor.ask("GET", f"history?{name}=a%00b", 422)["error"]["kind"] == "unreadable"

    def test_a_text_with_half_a_character_can_not_be_read(self, visitor: Visitor) -> None:
        body = rb'{"kind": "duel", "secret": "1122", "after": "\ud800"}'
        visitor.ask("POST", "games", 422, content=body, headers={"Content-Type": "application/json"})
        visitor.ask("GET", "games/%ed%a0%80", 404)
        assert visitor.ask("GET", "history?variant=%ed%a0%80")["games"] == []


class TestIdentity:
    def test_a_cookie_that_scripts_can_not_read_comes_with_the_first_game(self, visitor: Visitor) -> None:
        response = visitor.post("/api/games", json={"kind": "break"})
        words = response.headers["set-cookie"].split("; ")
        assert {"HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=34560000"} <= set(words)
        assert re.fullmatch(r"[\w-]{32}\.\d{5}\.[\w-]{43}", visitor.cookies["keypeg"])
        token = visitor.cookies["keypeg"]
        game = visitor.begin()
        assert visitor.cookies["keypeg"] == token
        response = visitor.post(f"/api/games/{game['id']}/guess", json={"guess": "1122", "seen": 0})
        assert "set-cookie" not in response.headers

    def test_whoever_goes_on_playing_stays_known(self, visitor: Visitor) -> None:
        visitor.begin()
        token = visitor.cookies["keypeg"]
        for path, body in (("games", {"kind": "break"}), ("daily", {})):
            renewed = visitor.post(f"/api/{path}", json=body).headers["set-cookie"]
            assert renewed.startswith(f"keypeg={token}; Path=/; Max-Age=34560000")

    def test_what_is_refused_brings_no_cookie(self, visitor: Visitor) -> None:
        assert "set-cookie" not in visitor.post("/api/games", json={"kind": "nothing"}).headers

    @pytest.mark.parametrize("cookie", ["", "short", "x" * 31 + "!", "x" * 32, "x" * 4000, "terminal"])
    def test_a_cookie_that_is_none_of_ours_is_passed_over(self, visitor: Visitor, cookie: str) -> None:
        response = visitor.post("/api/games", json={"kind": "break"}, headers={"Cookie": f"keypeg={cookie}"})
        assert "set-cookie" in response.headers

    def test_a_cookie_that_somebody_adds_changes_nothing(self, visitor: Visitor) -> None:
        game = visitor.begin()
        both = f"keypeg={visitor.cookies['keypeg']}; keypeg={'x' * 32}"
        visitor.cookies.clear()
        assert visitor.ask("GET", f"games/{game['id']}", headers={"Cookie": both})["id"] == game["id"]

    def test_the_database_does_not_have_the_cookie(self) -> None:
        assert "x" * 32 not in player_of("x" * 32)
        assert player_of("x" * 32) != player_of("y" * 32)


class TestOrigin:
    BODY = {"kind": "break"}  # noqa: RUF012

    @pytest.mark.parametrize(
        "headers",
        [
            {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "same-site"},
            {"Origin": "https://elsewhere.example"},
            {"Origin": "null"},
            {"Origin": "http://127.0.0.1:1"},
            {"Origin": "http://["},
            {"Origin": ""},
        ],
    )
    def test_another_sites_page_can_not_write(self, visitor: Visitor, headers: dict[str, str]) -> None:
        response = visitor.post("/api/games", json=self.BODY, headers=headers)
        assert (response.status_code, response.json()["error"]["kind"]) == (403, "foreign")
        assert visitor.delete("/api/history", headers=headers).status_code == 403
        assert visitor.get("/api/setup", headers=headers).status_code == 200

    def test_our_own_page_can(self, url: str, visitor: Visitor) -> None:
        for headers in ({"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}, {"Origin": url}):
            assert visitor.post("/api/games", json=self.BODY, headers=headers).status_code == 201

    def test_what_is_not_said_to_be_json_is_not_read_as_such(self, visitor: Visitor) -> None:
        response = visitor.post("/api/games", content='{"kind": "break"}', headers={"Content-Type": "text/plain"})
        assert response.status_code == 422

    def test_a_server_of_ones_own_has_no_other_name(self, tmp_path_factory: pytest.TempPathFactory) -> None:
        with running(f"sqlite:///{tmp_path_factory.mktemp('db')}/games.db", local=True) as url, Visitor(url) as someone:
            for host in (
                "evil.example",
                "evil.example:8000",
                "",
                "192.0.2.1",
                "[::2]:80",
                "[",
                "localhost.evil.example",
                "evil.example@localhost",
                "evil.example//localhost",
            ):
                response = someone.get("/api/setup", headers={"Host": host})
                assert (response.status_code, response.json()["error"]["kind"]) == (403, "foreign")
                assert "start it with --host 0.0.0.0 to let others in" in response.json()["error"]["message"]
            for host in ("localhost", "localhost:1234", "127.0.0.1", "[::1]:80"):
                assert someone.get("/api/setup", headers={"Host": host}).status_code == 200


class TestSizes:
    def test_a_large_body_is_refused(self, visitor: Visitor) -> None:
        response = visitor.post("/api/games", content=b"x" * 20_000)
        assert response.status_code == 413
        assert response.json()["error"]["message"] == "the request is too large: at most 16,384 bytes"

    def test_also_one_that_says_to_be_larger_than_any_number(self, url: str) -> None:
        host, port = url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port))) as sent:
            sent.sendall(b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 18446744073709551615\r\n\r\n")
            assert sent.recv(100).startswith(b"HTTP/1.1 413 ")

    def test_also_one_that_does_not_say_how_large_it_is(self, visitor: Visitor) -> None:
        response = visitor.post("/api/games", content=iter([b"x" * 10_000] * 3))
        assert (response.status_code, response.json()["error"]["kind"]) == (413, "too-much")

    def test_an_import_may_be_larger(self, visitor: Visitor) -> None:
        assert visitor.post("/api/import", content=b"x" * 20_000).status_code == 422
        assert visitor.post("/api/import", content=b"x" * (1 << 20) + b"x").status_code == 413

    def test_games_and_turns(self, small: str) -> None:
        with Visitor(small) as someone:
            game = someone.begin(guesses=None)
            for guess in ("1111", "1112"):
                game = someone.do(game, "guess", guess=guess)
            error = someone.do(game, "guess", 422, guess="1113")["error"]
            assert error["message"] == "3 turns are too many for this page (limit 2)"
            someone.begin()
            someone.begin()
            error = someone.ask("POST", "games", 422, json={"kind": "break"})["error"]
            assert (
                error["message"]
                == "you have 3 games here, the most that are kept: delete some before you start another"
            )

    @pytest.mark.parametrize(
        ("body", "message"),
        [
            (
                {"variant": "p10c11"},
                "p10c11 has 25,937,424,601 codes, too many for this page (limit 10,000,000,000)",
            ),
            ({"variant": "p999999999c999999999"}, "p999999999c999999999 is too large for this page: at most 10 pegs"),
            ({"guesses": 101}, "a game has 1 to 100 guesses, or no limit, not 101"),
            ({"guesses": 0}, "a game has 1 to 100 guesses, or no limit, not 0"),
            (
                {"variant": "p7c7", "codemaker": "adversary"},
                "p7c7 has 823,543 codes, too many for adversary on this page",
            ),
            ({"kind": "solve", "strategy": "wisdom"}, "'wisdom' is not a strategy"),
            (
                {"kind": "solve", "strategy": "genetic:7,population=99"},
                "'genetic:7,population=99' has parameters, which",
            ),
            ({"palette": ",".join(f"{a}{b}=#112233" for a in "abc" for b in "abcdefg")}, "a palette of 21 colors"),
            ({"variant": "p4c6" * 60}, "'variant' is too long: at most 200 characters"),
            ({"kind": "chess"}, "'kind' must be one of: 'break', 'solve', 'duel'"),
            ({"color": "red"}, "'color' is not a field of this request"),
        ],
    )
    def test_a_game_that_is_too_large_is_refused_with_the_limit(
        self, visitor: Visitor, body: dict[str, object], message: str
    ) -> None:
        error = visitor.ask("POST", "games", 422, json={"kind": "break", **body})["error"]
        assert error["message"].startswith(message)


def test_too_many_requests(small: str) -> None:
    with Visitor(small, "127.0.0.9") as someone, Visitor(small, "127.0.0.8") as another:
        responses = [someone.get("/api/setup") for _ in range(66)]
        assert [response.status_code for response in responses[:60]] == [200] * 60
        response = next(response for response in responses if response.status_code == 429)
        assert response.json()["error"]["message"].startswith("too many requests: at most 60 a minute, try again in")
        assert int(response.headers["retry-after"]) == response.json()["error"]["retry_after"] >= 1
        assert someone.get("/").status_code == 200
        assert another.get("/api/setup").status_code == 200


class TestBudget:
    def test_it_is_used_up_and_comes_back(self) -> None:
        now = 0.0
        budget = Budget(10, 60, lambda: now)
        budget.take("ann", 8)
        assert (budget.left("ann"), budget.left("bob"), budget.wait("ann", 2)) == (2, 10, 0)
        budget.take("ann", 5)
        assert budget.wait("ann", 0) == 18
        now = 18
        assert budget.wait("ann", 0) == 0
        now = 1000
        assert budget.left("ann") == 10

    def test_what_two_threads_take_at_once_is_all_missing(self) -> None:
        others: list[threading.Thread] = []

        def clock() -> float:
            if not others:  # in the middle of taking, another thread comes
                others.append(threading.Thread(target=lambda: budget.take("ann", 3)))
                others[0].start()
                others[0].join(0.2)
            return 0.0

        budget = Budget(10, 60, clock)
        budget.take("ann", 2)
        others[0].join()
        assert budget.left("ann") == 5

    def test_whoever_was_not_heard_of_for_longest_is_forgotten(self) -> None:
        budget = Budget(10, 60, lambda: 0.0)
        for number in range(100_001):
            budget.take(str(number), 1)
        assert (budget.left("0"), budget.left("1")) == (10, 9)


def test_a_household_is_one_visitor() -> None:
    assert visitor_of("192.0.2.1") != visitor_of("192.0.2.2")
    assert visitor_of("2001:db8::1") == visitor_of("2001:db8::2:3")
    assert visitor_of("2001:db8:0:1::1") != visitor_of("2001:db8:0:2::1")
    assert visitor_of("testclient") == "testclient"


def test_limits_on_values() -> None:
    limits = Limits()
    assert limits.check_variant(Variant(7, 7)) == Variant(7, 7)
    assert limits.check_guesses(None) is None
    assert limits.check_palette(Palette.parse("board")) == Palette.parse("board")
    assert limits.check_variant(Variant(10, 10)) == Variant(10, 10)
    with pytest.raises(TooLarge, match="limit 10,000,000,000"):
        limits.check_variant(Variant(9, 13))
