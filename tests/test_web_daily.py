"""The code of the day over HTTP."""

from datetime import UTC, date, datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from keypeg.game import Fixed
from keypeg.past_games import Streak, streak_of_days
from keypeg.position import Position
from keypeg.rules import Code
from keypeg.session import BreakSession
from keypeg.web import days as days_module
from keypeg.web.daily import codemaker_of
from keypeg.web.links import answering, link
from visitor import Visitor, running


def day(back: int = 0) -> str:
    return str(datetime.now(UTC).date() - timedelta(days=back))


def test_it_is_the_same_for_everybody(visitor: Visitor, other: Visitor) -> None:
    games = [each.ask("POST", "daily", 201, json={"date": day(3)}) for each in (visitor, other)]
    assert games[0]["id"] != games[1]["id"]
    ended = [each.break_code(game) for each, game in zip((visitor, other), games, strict=True)]
    assert ended[0]["secret"] == ended[1]["secret"]


def test_everybody_has_one_game_a_day(visitor: Visitor) -> None:
    assert visitor.ask("GET", f"daily?date={day(1)}")["game"] is None
    game = visitor.ask("POST", "daily", 201, json={"date": day(1)})
    game = visitor.do(game, "guess", guess="1122")
    assert visitor.ask("POST", "daily", 200, json={"date": day(1)}) == game
    told = visitor.ask("GET", f"daily?date={day(1)}")
    assert told["game"] == game
    assert (told["variant"], told["guesses"], told["date"]) == ("p4c6", 10, day(1))


def test_it_is_that_of_today_if_no_day_is_named(visitor: Visitor) -> None:
    assert visitor.ask("GET", "daily")["date"] in (day(), day(-1))
    assert visitor.ask("POST", "daily", 201, json={})["daily"] in (day(), day(-1))


def test_it_can_not_be_taken_back(visitor: Visitor) -> None:
    game = visitor.do(visitor.ask("POST", "daily", 201, json={"date": day(2)}), "guess", guess="1122")
    assert not game["can_undo"]
    assert visitor.do(game, "undo", 422)["error"]["message"].startswith("the code of the day has no undo")


def test_codes_that_fit_are_counted_and_listed_only_after_the_end(tmp_path: Path) -> None:
    # A local server has the same code on a day everywhere, so that no guess here ever is the code.
    with running(f"sqlite:///{tmp_path}/games.db", local=True) as url, Visitor(url) as visitor:
        game = visitor.ask("POST", "daily", 201, json={"date": "2025-03-03"})
        for guess in ("1122", "3344", "1315"):
            game = visitor.do(game, "guess", guess=guess)
        told = visitor.do(game, "candidates", limit=500)["candidates"]
        assert (0 < told["count"] <= 500, told["codes"]) == (True, None)
        assert visitor.do(game, "give-up")["hints"] == 1
        assert len(visitor.ask("GET", f"games/{game['id']}/candidates?limit=500")["codes"]) == told["count"]


def test_the_archive_tells_how_one_did(visitor: Visitor) -> None:
    won = visitor.break_code(visitor.ask("POST", "daily", 201, json={"date": day(5)}))
    days = visitor.ask("GET", f"daily/archive?before={day(3)}&count=4")["days"]
    assert [each["date"] for each in days] == [day(4), day(5), day(6), day(7)]
    assert days[1]["game"] == won["id"]
    assert (days[1]["outcome"], days[1]["turn_count"]) == ("won", len(won["turns"]))
    assert (days[0]["outcome"], days[0]["game"]) == (None, None)
    assert days[0]["number"] == days[1]["number"] + 1


def test_the_archive_has_a_beginning(visitor: Visitor) -> None:
    days = visitor.ask("GET", f"daily/archive?before={days_module.FIRST + timedelta(days=2)}")["days"]
    assert [(each["date"], each["number"]) for each in days] == [("2025-01-02", 2), ("2025-01-01", 1)]


@pytest.mark.parametrize("text", ["2024-12-31", "2525-01-01", "2026-02-30", "2026-1-5", "today", ""])
def test_days_without_a_code(visitor: Visitor, text: str) -> None:
    visitor.ask("GET", "daily", 422, params={"date": text})
    visitor.ask("POST", "daily", 422, json={"date": text})


def test_a_day_is_played_once_it_has_begun_somewhere(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    for moment, status in [("2026-05-04T09:59", 422), ("2026-05-04T10:01", 201)]:
        monkeypatch.setattr(days_module, "now", lambda at=moment: datetime.fromisoformat(f"{at}:00+00:00"))
        assert days_module.today() == date(2026, 5, 4)
        visitor.ask("POST", "daily", status, json={"date": "2026-05-05"})
        visitor.ask("POST", "daily", 422, json={"date": "2026-05-06"})


def test_it_can_not_be_deleted_alone_and_played_again(visitor: Visitor) -> None:
    game = visitor.do(visitor.ask("POST", "daily", 201, json={"date": day(4)}), "give-up")
    error = visitor.ask("DELETE", f"games/{game['id']}", 422)["error"]
    assert error["message"] == "a code of the day can't be deleted alone: it could be played again"
    assert visitor.ask("POST", "daily", 200, json={"date": day(4)})["id"] == game["id"]
    visitor.ask("DELETE", "history", 204)
    visitor.ask("GET", f"games/{game['id']}", 404)


def test_a_streak_counts_days_that_were_played_here(visitor: Visitor, other: Visitor, url: str) -> None:
    session = BreakSession(days_module.VARIANT, Fixed(Code("1234")), guesses=days_module.GUESSES)
    session.guess("1234")
    made_up = [{"line": str(session), "daily": day(back)} for back in range(1, 8)]
    other.ask("POST", "import", json={"keypeg": "history 1", "games": made_up})
    told = other.ask("GET", f"daily?date={day(1)}")
    assert (told["game"]["outcome"], told["streak"]) == ("won", {"current": 0, "longest": 0})

    for back in (1, 2):
        visitor.break_code(visitor.ask("POST", "daily", 201, json={"date": day(back)}))
    before = visitor.ask("GET", f"daily?date={day(1)}")
    exported = visitor.ask("GET", "export")
    visitor.ask("DELETE", "history", 204)
    visitor.ask("POST", "import", json=exported)
    after = visitor.ask("GET", f"daily?date={day(1)}")
    assert after["streak"] == before["streak"] == {"current": 2, "longest": 2}
    assert after["everybody"]["games"] == before["everybody"]["games"] - 1  # as it came from a file

    exported["games"][0]["daily"] = day(3)  # under a seal of another day
    with Visitor(url) as third:
        third.ask("POST", "import", json=exported)
        assert third.ask("GET", "daily")["streak"] == {"current": 0, "longest": 1}


def test_a_day_that_is_gone_back_on_does_not_count(visitor: Visitor) -> None:
    game = visitor.ask("POST", "daily", 201, json={"date": day(1)})
    exported = visitor.ask("GET", "export")
    secret = visitor.do(game, "give-up")["secret"]
    visitor.ask("DELETE", "history", 204)
    visitor.ask("POST", "import", json=exported)
    assert visitor.do(visitor.see(game), "guess", guess=secret)["outcome"] == "won"
    assert visitor.ask("GET", "daily")["streak"] == {"current": 0, "longest": 0}


def test_by_another_key_it_is_another_code() -> None:
    position = Position.parse("p4c6")
    days = [date(2026, 1, 1) + timedelta(days=number) for number in range(60)]
    codes = {key: [codemaker_of(each, key).reveal(position) for each in days] for key in ("one", "two")}
    assert sum(a == b for a, b in zip(codes["one"], codes["two"], strict=True)) < 5
    assert len(set(codes["one"])) > 50
    assert codes["one"] == [codemaker_of(each, "one").reveal(position) for each in days]


def test_a_server_keeps_its_own_key_and_a_local_one_has_everybodys(tmp_path_factory: pytest.TempPathFactory) -> None:
    def code(folder: str, *, local: bool) -> str:
        seeds = partial(next, count(folders.index(folder)))
        with running(f"sqlite:///{folder}/games.db", local=local, seeds=seeds) as url, Visitor(url) as someone:
            game = someone.ask("POST", "daily", 201, json={"date": "2025-05-05"})
            secret = someone.do(game, "give-up")["secret"]
            assert isinstance(secret, str)
            return secret

    folders = [str(tmp_path_factory.mktemp("server")) for _ in range(4)]
    assert code(folders[0], local=True) == code(folders[1], local=True)
    assert code(folders[0], local=False) == code(folders[0], local=False)
    assert len({code(folder, local=False) for folder in folders}) == 4


def test_streaks_of_days() -> None:
    end = date(2026, 1, 10)

    def won(*days: int) -> set[date]:
        return {date(2026, 1, number) for number in days}

    assert streak_of_days(won(), end) == Streak(0, 0)
    assert streak_of_days(won(10, 9, 8, 3, 4, 5, 6), end) == Streak(3, 4)
    assert streak_of_days(won(9, 8), end) == Streak(2, 2)
    assert streak_of_days(won(8, 7), end) == Streak(0, 2)
    assert streak_of_days(won(11, 10, 9), end) == Streak(3, 3)


def test_everybodys_results_are_shown_after_ones_own_game(url: str, visitor: Visitor, other: Visitor) -> None:
    when = day(8)
    game = visitor.ask("POST", "daily", 201, json={"date": when})
    other.do(other.ask("POST", "daily", 201, json={"date": when}), "give-up")
    with Visitor(url) as third:
        third.ask("POST", "daily", 201, json={"date": when})
    assert visitor.ask("GET", f"daily?date={when}")["everybody"] is None
    won = visitor.break_code(game)
    told = visitor.ask("GET", f"daily?date={when}")
    assert told["streak"] == {"current": 0, "longest": 1}
    everybody = told["everybody"]
    assert (everybody["games"], everybody["lost"], everybody["given_up"]) == (2, 0, 1)
    number = len(won["turns"])
    assert everybody["histogram"] == [{"guesses": guesses, "games": int(guesses == number)} for guesses in range(1, 11)]


def test_a_result_to_share_has_number_and_link(url: str, visitor: Visitor) -> None:
    when = day(9)
    game = visitor.break_code(visitor.ask("POST", "daily", 201, json={"date": when}))
    number = visitor.ask("GET", f"daily?date={when}")["number"]
    head, *_, link = game["share"]["text"].split("\n")
    assert (head, link) == (f"Keypeg daily {number} {len(game['turns'])}/10", f"{url}/daily/{when}")
    assert game["share"]["words"].startswith(f"Keypeg daily {number}: solved in {len(game['turns'])} of 10 guesses. ")
    assert game["share"]["words"].endswith(f" {url}/daily/{when}")


def test_a_local_server_shares_no_link_since_nobody_could_follow_it(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/games.db", local=True) as url, Visitor(url) as someone:
        game = someone.do(someone.ask("POST", "daily", 201, json={"date": day(2)}), "give-up")
        assert "/daily" not in game["share"]["text"] + game["share"]["words"]


@pytest.mark.parametrize("host", ["a b", 'x"><script>', "x/y", "", "[zz]"])
def test_a_link_begins_with_no_host_that_can_not_be(host: str) -> None:
    with answering("http", host):
        assert link("/daily") == ""
    with answering("https", "[::1]:80"):
        assert link("/daily") == "https://[::1]:80/daily"
