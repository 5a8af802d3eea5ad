"""Who somebody is, and where they come from: cookies that only the server issues, and proxies that are believed."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest
from starlette.datastructures import Headers

from keypeg.database import Database
from keypeg.errors import NotAllowed
from keypeg.web.identity import Identities, forgetting, player_of
from keypeg.web.limits import Limits, visitor_of
from keypeg.web.proxies import Networks, Site, is_forwarded
from visitor import Visitor, running

TOKEN, DAY_S = "t" * 32, 86_400


def has_games(*players: str) -> Callable[[str, str], Awaitable[bool]]:
    async def have(_visitor: str, player: str) -> bool:
        return player in players

    return have


def identities(day: float = 20_000, key: str = "key", *players: str) -> Identities:
    return Identities(key, has_games(*players), lambda: day * DAY_S)


def told(some: Identities, *, secure: bool = False, **cookies: str) -> tuple[str | None, bool]:
    """Return the token by which somebody is recognized, if they are, and whether they get a cookie."""
    written = {name.replace("host", "__Host-"): value for name, value in cookies.items()}
    identity = asyncio.run(some.of(written, "127.0.0.1", secure=secure))
    return (identity.token if identity.token in "".join(cookies.values()) else None), identity.is_due


def issued(some: Identities, *, secure: bool = False) -> str:
    return some.issue(TOKEN, secure=secure).partition("=")[2].partition(";")[0]


class TestIdentities:
    def test_a_cookie_of_the_server(self) -> None:
        assert told(identities(), keypeg=issued(identities())) == (TOKEN, False)

    @pytest.mark.parametrize(
        "cookie",
        [
            "",
            TOKEN,
            issued(identities(key="another")),
            issued(identities()).replace("t", "u", 1),
            issued(identities()).replace(".20000.", ".20001."),
            issued(identities())[:-1],
            issued(identities()) + "x",
            f"{TOKEN}..",
            f"{TOKEN}.20000.{'é' * 43}",
        ],
    )
    def test_a_cookie_that_the_server_never_issued(self, cookie: str) -> None:
        assert told(identities(), keypeg=cookie) == (None, True)

    def test_a_token_without_a_signature_is_taken_from_those_who_have_games(self) -> None:
        assert told(identities(20_000, "key", player_of(TOKEN)), keypeg=TOKEN) == (TOKEN, True)

    def test_it_is_renewed_after_a_month_and_holds_for_400_days(self) -> None:
        cookie = issued(identities(20_000))
        assert told(identities(20_029), keypeg=cookie) == (TOKEN, False)
        assert told(identities(20_030), keypeg=cookie) == (TOKEN, True)
        assert told(identities(20_400), keypeg=cookie) == (TOKEN, True)
        assert told(identities(20_401), keypeg=cookie) == (None, True)
        assert told(identities(20_401, "key", player_of(TOKEN)), keypeg=cookie) == (TOKEN, True)
        assert told(identities(19_999), keypeg=cookie) == (TOKEN, False)  # a clock that was moved back

    def test_over_https_it_has_a_name_that_no_other_host_can_use(self) -> None:
        some = identities()
        assert some.issue(TOKEN, secure=True).startswith("__Host-keypeg=")
        assert some.issue(TOKEN, secure=True).endswith("; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure")
        assert told(some, secure=True, hostkeypeg=issued(some)) == (TOKEN, False)
        assert told(some, secure=True, keypeg=issued(some)) == (TOKEN, True)
        assert told(some, secure=True, keypeg="", hostkeypeg=issued(some)) == (TOKEN, False)
        assert told(some, secure=False, hostkeypeg=issued(some)) == (None, True)
        assert [header.partition("=")[0] for header in sorted(forgetting(secure=True))] == ["__Host-keypeg", "keypeg"]

    def test_the_name_of_a_player_is_what_it_was_before_there_were_signatures(self) -> None:
        assert player_of(issued(identities())) == player_of(TOKEN) == "8408c6d2a7b286b16d526315e5e8216cf36a7148"


def test_to_look_for_the_games_of_made_up_cookies_is_charged(tmp_path: Path) -> None:
    limits = Limits(requests_per_minute=10**6, quick_seconds_per_minute=0.001)

    def ask(path: str, number: int = 0) -> int:
        return someone.get(path, headers={"Cookie": f"keypeg={number:032}"}).status_code

    with running(f"sqlite:///{tmp_path}/games.db", limits) as url, Visitor(url, "127.0.0.2") as someone:
        assert 429 in (ask("/api/lessons", number) for number in range(100))
        assert ask("/router.js") == 200  # nobody is looked for where the page is the same for everybody
        with Visitor(url, "127.0.0.3") as other:
            assert other.begin()


PROXIES = Networks.parse(["127.0.0.1", "10.0.0.0/8", "2001:db8::/32"])


def origin(peer: str, forwarded: str | list[str], scheme: str = "") -> tuple[str, str | None]:
    values = [forwarded] if isinstance(forwarded, str) else forwarded
    raw = [(b"x-forwarded-for", value.encode()) for value in values]
    raw += [(b"x-forwarded-proto", scheme.encode())] if scheme else []
    return PROXIES.origin(peer, Headers(raw=raw))


class TestChains:
    @pytest.mark.parametrize(
        ("peer", "forwarded", "address"),
        [
            ("192.0.2.1", "198.51.100.7", "192.0.2.1"),  # nobody we know
            ("127.0.0.1", "198.51.100.7", "198.51.100.7"),
            ("::ffff:127.0.0.1", "198.51.100.7", "198.51.100.7"),
            ("127.0.0.1", "forged, 203.0.113.9, 198.51.100.7", "198.51.100.7"),
            ("127.0.0.1", ["203.0.113.9", "198.51.100.7, 10.1.2.3"], "198.51.100.7"),
            ("127.0.0.1", "198.51.100.7:4321", "198.51.100.7"),
            ("127.0.0.1", "[2001:db9::7]:4321", "2001:db9::7"),
            ("127.0.0.1", "2001:db9::7", "2001:db9::7"),
            ("127.0.0.1", "::ffff:198.51.100.7", "198.51.100.7"),
            ("127.0.0.1", "10.1.2.3, 10.1.2.4", "10.1.2.3"),  # somebody in the trusted network
            ("127.0.0.1", "198.51.100.7, nonsense", "127.0.0.1"),
            ("127.0.0.1", "198.51.100.7, nonsense, 10.1.2.3", "10.1.2.3"),
            ("127.0.0.1", "198.51.100.7,", "127.0.0.1"),
            ("127.0.0.1", "198.51.100.7\t, unknown", "127.0.0.1"),
            ("127.0.0.1", "0127.0.0.1", "127.0.0.1"),
            ("127.0.0.1", "", "127.0.0.1"),
            ("", "198.51.100.7", ""),
        ],
    )
    def test_the_last_address_that_is_no_proxy(self, peer: str, forwarded: str | list[str], address: str) -> None:
        assert visitor_of(origin(peer, forwarded)[0]) == visitor_of(address)

    @pytest.mark.parametrize(
        ("peer", "scheme", "expected"),
        [
            ("127.0.0.1", "https", "https"),
            ("127.0.0.1", "HTTPS", "https"),
            ("127.0.0.1", "https, http", "http"),
            ("127.0.0.1", "javascript", None),
            ("127.0.0.1", "https, javascript", None),
            ("127.0.0.1", "", None),
            ("192.0.2.1", "https", None),
        ],
    )
    def test_the_scheme(self, peer: str, scheme: str, expected: str | None) -> None:
        assert origin(peer, "198.51.100.7", scheme)[1] == expected

    @pytest.mark.parametrize("text", ["", "localhost", "10.0.0.1/8", "10.0.0.0/33", "*"])
    def test_what_is_no_network(self, text: str) -> None:
        with pytest.raises(NotAllowed, match="is not an address or a network"):
            Networks.parse([text])

    @pytest.mark.parametrize(
        "name",
        [
            *("Forwarded", "X-Real-IP", "Via", "X-Forwarded-Host", "x-forwarded-anything"),
            *("CF-Connecting-IP", "True-Client-IP", "X-Client-IP", "X-Original-Host"),
        ],
    )
    def test_what_proxies_add(self, name: str) -> None:
        assert is_forwarded(Headers({name: "x"}))
        assert not is_forwarded(Headers({"X-Forward": "x", "Host": "x"}))


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/games.db"


class TestServers:
    def test_without_a_proxy_nobody_is_believed(self, database: str) -> None:
        with running(database, Limits(requests_per_minute=5)) as url, Visitor(url, "127.0.0.7") as someone:
            statuses = [
                someone.get("/api/setup", headers={"X-Forwarded-For": f"198.51.100.{number}"}).status_code
                for number in range(7)
            ]
            assert statuses[:5] == [200] * 5
            assert 429 in statuses
            sent = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.1"}
            with Visitor(url) as another:
                response = another.post("/api/games", json={"kind": "break"}, headers=sent)
            assert "Secure" not in response.headers["set-cookie"]

    def test_a_proxy_brings_many_visitors(self, database: str) -> None:
        site = Site(proxies=Networks.parse(["127.0.0.8"]))
        with (
            running(database, Limits(requests_per_minute=5), site=site) as url,
            Visitor(url, "127.0.0.8") as proxy,
        ):
            for number in range(7):
                forwarded = {"X-Forwarded-For": f"forged, 198.51.100.{number}", "X-Forwarded-Proto": "https"}
                assert proxy.get("/api/setup", headers=forwarded).status_code == 200
            response = proxy.post("/api/games", json={"kind": "break"}, headers=forwarded)
            assert response.headers["set-cookie"].startswith("__Host-keypeg=")
            cookie = response.headers["set-cookie"].partition(";")[0]
            path = f"/api/games/{response.json()['id']}"
            assert proxy.get(path, headers=forwarded | {"Cookie": cookie}).status_code == 200
            deleted = proxy.delete("/api/history", headers=forwarded | {"Cookie": cookie})
            assert len(deleted.headers.get_list("set-cookie")) == 2

    def test_a_server_of_ones_own_lets_nobody_in_through_a_proxy(self, database: str) -> None:
        with running(database, site=Site(local=True)) as url, Visitor(url) as someone:
            for path in ("/api/history", "/"):
                for name in ("X-Forwarded-For", "X-Forwarded-Proto", "Forwarded", "X-Real-IP", "Via"):
                    response = someone.get(path, headers={name: "127.0.0.1"})
                    assert (response.status_code, response.json()["error"]["kind"]) == (403, "foreign")
                    assert "came through a proxy: start it with --proxy" in response.json()["error"]["message"]
            assert someone.get("/api/history", headers={"Origin": "https://keypeg.example"}).status_code == 403
            assert someone.get("/api/history", headers={"Origin": url}).status_code == 200
            with socket.create_connection(("127.0.0.1", httpx.URL(url).port or 0)) as old:
                old.sendall(b"GET /api/history HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
                assert old.recv(100).startswith(b"HTTP/1.1 403 ")

    def test_games_from_before_cookies_were_signed_are_kept(self, database: str) -> None:
        with running(database) as url, Visitor(url) as someone, Visitor(url) as old, Visitor(url) as stranger:
            game = someone.begin()
            token = someone.cookies["keypeg"].partition(".")[0]
            old.cookies.set("keypeg", token, domain="127.0.0.1")
            assert old.see(game) == game
            response = old.post(f"/api/games/{game['id']}/guess", json={"guess": "1122", "seen": 0})
            assert response.headers["set-cookie"].startswith(f"keypeg={token}.")
            stranger.cookies.set("keypeg", "x" * 32, domain="127.0.0.1")
            stranger.begin()
            assert not stranger.cookies["keypeg"].startswith("x" * 32)

    def test_all_servers_of_a_database_sign_alike(self, database: str) -> None:
        with (
            running(database) as first,
            running(database) as second,
            Visitor(first) as someone,
            Visitor(second) as same,
        ):
            game = someone.begin()
            same.cookies.update(someone.cookies)
            assert same.see(game) == game
        stored = Database(database)
        assert len(stored.setting("cookie key", "")) == 64
        stored.close()
