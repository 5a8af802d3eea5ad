"""How much of a server's disk one visitor can take, and for how long it keeps what."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from keypeg.database import Database
from keypeg.game import Fixed
from keypeg.puzzle_database import PuzzleRows
from keypeg.puzzle_session import PuzzleSession
from keypeg.puzzles import collection
from keypeg.rules import Code, Variant
from keypeg.session import BreakSession
from keypeg.web.limits import Limits
from keypeg.web.serve import ServeOptions
from visitor import Visitor, running


@pytest.fixture(scope="module")
def sparing(database: str) -> Iterator[str]:
    """Run a server that stores little."""
    limits = Limits(requests_per_minute=10**6, stored_per_day=10)
    with running(database, limits) as url:
        yield url


def test_fresh_cookies_are_no_way_around(sparing: str) -> None:
    statuses = []
    for _ in range(12):
        with Visitor(sparing, "127.0.0.21") as someone:
            statuses.append(someone.post("/api/games", json={"kind": "break"}).status_code)
    assert statuses == [201] * 10 + [429] * 2
    with Visitor(sparing, "127.0.0.22") as neighbor:
        game = neighbor.begin()
    with Visitor(sparing, "127.0.0.21") as someone:
        response = someone.post("/api/games", json={"kind": "break"})
        assert response.json()["error"]["kind"] == "busy"
        assert int(response.headers["retry-after"]) > 3600
        someone.cookies.update(neighbor.cookies)
        assert someone.do(game, "guess", guess="1122")["turns"]  # what is there can be played on


def test_all_that_is_stored_counts(sparing: str) -> None:
    def left(someone: Visitor) -> int:
        """Begin as many games as possible."""
        return next(number for number in range(20) if someone.post("/api/games", json={"kind": "break"}).is_error)

    session = BreakSession(Variant(4, 6), Fixed(Code("1234")))
    session.guess("1234")
    file = {"keypeg": "history 1", "games": [{"line": str(session), "finished": "2026-01-05T12:00:00Z"}] * 3}
    others: dict[str, tuple[str, Any]] = {
        "127.0.0.31": ("daily", {"date": "2025-03-03"}),
        "127.0.0.32": ("rooms", {"name": "Ann"}),
        "127.0.0.33": ("puzzles", {}),
        "127.0.0.34": ("import", file),  # three times the same game, which is taken in once
    }
    for address, (path, body) in others.items():
        with Visitor(sparing, address) as someone:
            assert someone.post(f"/api/{path}", json=body).is_success
            assert someone.post(f"/api/{path}", json=body).is_success
            expected = {"daily": 9, "rooms": 6, "puzzles": 8, "import": 9}
            assert (path, left(someone)) == (path, expected[path])


@pytest.mark.parametrize("failing", [Database.add_all, PuzzleRows.add])
def test_an_import_that_is_tried_again_is_charged_once(
    failing: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same file comes twice at once, so that what was new at first is there at the second look."""
    tries = 0

    def add(*given: Any) -> bool:
        nonlocal tries
        tries += 1
        return False if tries < 3 else failing(*given)

    owner = Database if failing is Database.add_all else PuzzleRows
    monkeypatch.setattr(owner, failing.__name__, add)
    session = BreakSession(Variant(4, 6), Fixed(Code("1234")))
    session.guess("1234")
    puzzle = PuzzleSession(collection()[0])
    file = {
        "keypeg": "history 1",
        "games": [{"line": str(session), "finished": "2026-01-05T12:00:00Z"}],
        "puzzles": [{"line": str(puzzle), "created": 1}],
    }
    limits = Limits(stored_per_day=4)
    with running(f"sqlite:///{tmp_path}/games.db", limits) as url, Visitor(url) as someone:
        someone.ask("POST", "import", json=file)
        assert tries == 3
        statuses = [someone.post("/api/games", json={"kind": "break"}).status_code for _ in range(3)]
        assert statuses == [201, 201, 429]


def test_a_refused_import_stores_nothing(sparing: str) -> None:
    lines = []
    for guess in range(1, 7):
        session = BreakSession(Variant(4, 6), Fixed(Code("1234")))
        for other in (*range(1, guess + 1), 1234):
            session.guess(str(other) * 4 if other < 10 else str(other))
        lines.append(str(session))
    rows = [{"line": line, "finished": f"2026-01-{day:02}T12:00:00Z"} for line in lines for day in (5, 6)]
    with Visitor(sparing, "127.0.0.41") as someone:
        someone.begin()
        someone.ask("POST", "import", 429, json={"keypeg": "history 1", "games": rows})
        assert len(someone.ask("GET", "history")["games"]) == 1


def test_how_much_is_an_option() -> None:
    limits = ServeOptions(stored_per_day=5, keep_days=30, database="sqlite:///games.db").limits
    assert (limits.stored_per_day, limits.finished_days, limits.open_days) == (5, 30, 180)


def test_ones_own_server_stores_everything(tmp_path: Path) -> None:
    limits = Limits(stored_per_day=1)
    with running(f"sqlite:///{tmp_path}/games.db", limits, local=True) as url, Visitor(url) as someone:
        assert [someone.begin()["outcome"] for _ in range(3)] == ["open"] * 3
