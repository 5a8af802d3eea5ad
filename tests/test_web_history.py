"""History, statistics, export, import and the terminal's games over HTTP."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from keypeg import store
from keypeg.game import Fixed
from keypeg.rules import Code, Variant
from keypeg.session import BreakSession, SolveSession
from keypeg.web.days import FIRST
from visitor import Json, Visitor, running

P4C6 = Variant(4, 6)


def finished(secret: str = "1234", *guesses: str) -> str:
    session = BreakSession(P4C6, Fixed(Code(secret)))
    for guess in (*guesses, secret):
        session.guess(guess)
    return str(session)


def row(line: str, **more: str | None) -> Json:
    return {"line": line, "finished": "2026-01-05T12:00:00Z", **more}


def imported(*rows: Json) -> Json:
    return {"keypeg": "history 1", "games": list(rows)}


def by_creation(listed: Json) -> tuple[str, str]:
    return listed["created"], listed["position"]


def test_the_start_of_the_page(visitor: Visitor) -> None:
    palette = visitor.ask("GET", "variant?variant=p4c6")["palette"]
    today = datetime.now(UTC).date()
    told = visitor.ask("GET", "start")
    assert (told["today"], told["open"], told["recent"], told["palette"]) == (str(today), [], [], palette)
    number = (today - FIRST).days + 1
    nothing = {"date": str(today), "number": number, "outcome": None, "turn_count": 0}
    assert told["daily"] == nothing | {"streak": {"current": 0, "longest": 0}}
    yesterday = str(today - timedelta(days=1))
    visitor.break_code(visitor.ask("POST", "daily", 201, json={"date": yesterday}))
    visitor.do(visitor.ask("POST", "daily", 201, json={}), "guess", guess="1122")
    visitor.do(visitor.begin(), "give-up")  # before the first guess: there is nothing to look back at
    games = [visitor.begin() for _ in range(3)]
    told = visitor.ask("GET", "start")
    assert [each["daily"] for each in told["recent"]] == [yesterday]
    assert told["daily"]["streak"] == {"current": 1, "longest": 1}
    assert (told["daily"]["outcome"], told["daily"]["turn_count"]) == ("open", 1)
    assert sorted(each["id"] for each in told["open"]) == sorted(each["id"] for each in games)
    assert visitor.ask("GET", f"start?date={yesterday}")["daily"]["number"] == number - 1
    assert visitor.ask("GET", "start?date=2222-02-02", 422)["error"]["kind"] == "not-allowed"
    created = [each["created"] for each in told["open"]]
    assert created == sorted(created, reverse=True)


class TestList:
    def test_newest_first_and_page_by_page(self, visitor: Visitor) -> None:
        games = [visitor.begin(), visitor.begin("solve"), visitor.begin(variant="p5c8"), visitor.begin()]
        first = visitor.ask("GET", "history?count=3")
        second = visitor.ask("GET", f"history?count=3&before={first['next']}")
        listed = [each["id"] for each in first["games"] + second["games"]]
        assert sorted(listed) == sorted(game["id"] for game in games)
        assert [each["created"] for each in first["games"]] == sorted(
            (each["created"] for each in first["games"]), reverse=True
        )
        assert (len(first["games"]), second["next"]) == (3, None)

    def test_some_of_them(self, visitor: Visitor) -> None:
        visitor.break_code(visitor.begin())
        visitor.begin("solve", variant="p5c8")
        for query, number in {"kind=solve": 1, "variant=p5c8": 1, "outcome=won": 1, "kind=duel": 0, "": 2}.items():
            assert len(visitor.ask("GET", f"history?{query}")["games"]) == number

    def test_a_game_in_the_list(self, visitor: Visitor) -> None:
        game = visitor.do(visitor.begin(hard=False), "guess", guess="1122")
        game = visitor.do(game, "hint")["game"]
        [listed] = visitor.ask("GET", "history")["games"]
        assert listed["source"] == "web"
        assert {name: listed[name] for name in listed.keys() & game.keys()} == {
            name: game[name] for name in listed.keys() & game.keys()
        }
        assert (listed["turn_count"], listed["hints"], listed["position"]) == (1, 1, game["position"])
        turn = game["turns"][0]
        assert (listed["grid"], listed["skill"]) == ([[turn["blacks"], turn["whites"]]], None)

    def test_a_review_leaves_its_skill_in_the_list(self, visitor: Visitor) -> None:
        game = visitor.break_code(visitor.begin())
        skill = visitor.ask("GET", f"games/{game['id']}/review")["skill"]
        [listed] = visitor.ask("GET", "history")["games"]
        assert (listed["skill"], len(listed["grid"])) == (skill, len(game["turns"]))
        told = visitor.ask("GET", "statistics")["skill"]
        assert told == [{"finished": game["finished"], "variant": "p4c6", "skill": skill}]

    def test_both_players_have_a_duel_in_theirs(self, visitor: Visitor, other: Visitor) -> None:
        made = visitor.begin("duel", secret="1234")
        other.ask("POST", f"join/{made['join']}")
        for player, role in ((visitor, "codemaker"), (other, "breaker")):
            [listed] = player.ask("GET", "history")["games"]
            assert (listed["id"], listed["role"]) == (made["id"], role)

    def test_a_cursor_that_is_none(self, visitor: Visitor) -> None:
        assert visitor.ask("GET", "history?before=nonsense", 422)["error"]["kind"] == "unreadable"

    def test_nobody_has_seen_has_nothing_and_gets_no_cookie(self, visitor: Visitor) -> None:
        assert visitor.ask("GET", "history") == {"games": [], "next": None}
        assert visitor.ask("GET", "statistics")["games"] == 0
        assert not visitor.cookies


class TestStatistics:
    def test_sums(self, visitor: Visitor) -> None:
        visitor.ask(
            "POST",
            "import",
            json=imported(
                row(finished("1234"), finished="2026-01-01T00:00:00Z"),
                row(finished("1234", "1111", "2222"), finished="2026-01-02T00:00:00Z"),
                row(finished("4321", "1111", "2222"), finished="2026-01-03T00:00:00Z"),
                row(finished("1234", "1111") + " ", finished="2026-01-05T00:00:00Z"),
            ),
        )
        visitor.do(visitor.begin(), "give-up")
        visitor.begin()
        told = visitor.ask("GET", "statistics")
        assert (told["games"], told["open"], told["won"], told["lost"], told["given_up"]) == (6, 1, 4, 0, 1)
        assert told["streak"] == {"current": 0, "longest": 4}
        [variant] = told["variants"]
        assert variant == {
            "variant": "p4c6", "kind": "break", "games": 5, "won": 4, "lost": 0, "given_up": 1, "win_rate": 0.8,
            "average": 2.25, "best": 1,
            "histogram": [
                {"guesses": guesses, "games": {1: 1, 2: 1, 3: 2}.get(guesses, 0)} for guesses in range(1, 11)
            ],
        }  # fmt: skip

    def test_days_in_a_row(self, visitor: Visitor) -> None:
        today = datetime.now(UTC).date()
        for back in (1, 2, 4):
            visitor.break_code(visitor.ask("POST", "daily", 201, json={"date": str(today - timedelta(days=back))}))
        told = visitor.ask("GET", "statistics")["daily"]
        assert (told["played"], told["won"]) == (3, 3)
        assert told["streak"]["longest"] == 2

    def test_kinds_are_apart(self, visitor: Visitor) -> None:
        visitor.break_code(visitor.begin())
        solved = visitor.begin("solve", secret="1111", strategy="first")
        visitor.do(solved, "answer", feedback="4b0w")
        visitor.do(visitor.begin("duel", secret="1111"), "give-up")
        kinds = [(each["kind"], each["games"]) for each in visitor.ask("GET", "statistics")["variants"]]
        assert kinds == [("break", 1), ("set", 1), ("solve", 1)]

    def test_what_the_computer_found_is_not_the_visitors(self, visitor: Visitor) -> None:
        visitor.do(visitor.begin("solve", secret="1111", strategy="first"), "answer", feedback="4b0w")
        told = visitor.ask("GET", "statistics")
        assert (told["games"], told["won"], told["streak"]["longest"]) == (1, 0, 0)
        visitor.break_code(visitor.begin())
        assert visitor.ask("GET", "statistics")["won"] == 1

    @pytest.mark.parametrize("called_off", [True, False])
    def test_a_duel_counts_for_its_breaker_unless_the_codemaker_ends_it(
        self, visitor: Visitor, other: Visitor, *, called_off: bool
    ) -> None:
        other.break_code(other.begin())
        before = other.ask("GET", "statistics")
        theirs = visitor.begin("duel", secret="1234")
        mine = other.ask("POST", f"join/{theirs['join']}")
        mine = other.do(mine, "guess", guess="1122")
        (visitor if called_off else other).do(mine, "give-up")
        after = other.ask("GET", "statistics")
        if called_off:
            assert after == before
        else:
            assert (after["games"], after["given_up"], after["streak"]["current"]) == (2, 1, 0)
        assert visitor.ask("GET", "statistics")["given_up"] == 0


class TestExportAndImport:
    def test_what_is_exported_can_be_imported_elsewhere(self, visitor: Visitor, other: Visitor) -> None:
        visitor.break_code(visitor.begin(hard=True))
        visitor.do(visitor.begin(codemaker="adversary"), "give-up")
        visitor.break_code(visitor.ask("POST", "daily", 201, json={"date": "2025-03-03"}))
        visitor.begin()
        exported = visitor.ask("GET", "export")
        assert len(exported["games"]) == 4
        assert visitor.ask("POST", "import", json=exported) == {"imported": 0, "known": 4, "sealed": 0, "puzzles": 0}
        assert other.ask("POST", "import", json=exported) == {"imported": 4, "known": 0, "sealed": 0, "puzzles": 0}
        assert other.ask("POST", "import", json=exported) == {"imported": 0, "known": 4, "sealed": 0, "puzzles": 0}
        again = other.ask("GET", "export")["games"]
        assert [each | {"sealed": None} for each in again] == [each | {"sealed": None} for each in exported["games"]]
        assert other.ask("GET", "statistics")["daily"]["won"] == 1
        listed = other.ask("GET", "history")["games"]
        assert sorted(each["source"] for each in listed) == ["import", "import", "moved", "web"]
        assert [other.see(each)["over"] for each in listed].count(True) == 3

    def test_whose_code_it_was_is_not_lost(self, visitor: Visitor, other: Visitor, url: str) -> None:
        made = visitor.begin("duel", secret="1234")
        joined = other.ask("POST", f"join/{made['join']}")
        other.do(joined, "guess", guess="1234")
        for player, kind in ((visitor, "set"), (other, "break")):
            with Visitor(url) as elsewhere:
                elsewhere.ask("POST", "import", json=player.ask("GET", "export"))
                [summed] = elsewhere.ask("GET", "statistics")["variants"]
                assert (summed["kind"], summed["won"]) == (kind, 1)
                [listed] = elsewhere.ask("GET", "history")["games"]
                assert elsewhere.see(listed)["secret"] == "1234"

    def test_a_game_that_was_called_off_stays_so(self, visitor: Visitor, other: Visitor, url: str) -> None:
        made = visitor.begin("duel", secret="1234")
        joined = other.ask("POST", f"join/{made['join']}")
        visitor.do(joined, "give-up")
        exported = other.ask("GET", "export")
        with Visitor(url) as elsewhere:
            assert elsewhere.ask("POST", "import", json=exported) == {
                "imported": 1,
                "known": 0,
                "sealed": 0,
                "puzzles": 0,
            }
            told = elsewhere.ask("GET", "statistics")
            assert (told["games"], told["given_up"]) == (0, 0)
            assert elsewhere.see(elsewhere.ask("GET", "history")["games"][0])["called_off"]

    def test_a_file_from_before_the_line_said_so(self, visitor: Visitor) -> None:
        session = BreakSession(P4C6, Fixed(Code("1234")))
        session.give_up()
        visitor.ask("POST", "import", json=imported(row(str(session)) | {"called_off": True}))
        assert visitor.ask("GET", "statistics")["games"] == 0
        [again] = visitor.ask("GET", "export")["games"]
        assert "called-off" in again["line"].split()

    def test_a_game_that_was_won_was_not_called_off(self, visitor: Visitor) -> None:
        visitor.ask("POST", "import", json=imported(row(finished()) | {"called_off": True}))
        assert visitor.ask("GET", "statistics")["won"] == 1

    def test_export_delete_and_import_restore_everything(self, visitor: Visitor, other: Visitor) -> None:
        won = visitor.break_code(visitor.do(visitor.begin(variant="p3c5", hard=True), "hint")["game"])
        visitor.ask("GET", f"games/{won['id']}/review")
        visitor.do(visitor.do(visitor.begin(codemaker="adversary"), "guess", guess="1122"), "give-up")
        for back in (1, 2):
            day = str(datetime.now(UTC).date() - timedelta(days=back))
            visitor.break_code(visitor.ask("POST", "daily", 201, json={"date": day}))
        started = visitor.do(visitor.ask("POST", "daily", 201, json={"date": "2025-03-03"}), "guess", guess="1122")
        undone = visitor.do(visitor.do(visitor.begin(guesses=None), "guess", guess="1122"), "undo")
        hinted = visitor.do(visitor.do(visitor.begin(palette="board"), "guess", guess="1123"), "hint")["game"]
        solved = visitor.do(visitor.begin("solve", strategy="knuth"), "answer", feedback="1b1w")
        twin = visitor.begin("solve"), visitor.begin("solve")
        made = visitor.begin("duel", secret="1234", answered_by="codemaker")
        mine = other.do(other.ask("POST", f"join/{made['join']}"), "guess", guess="1122")
        unjoined = visitor.begin("duel", secret="4321")
        finished = other.begin("duel", secret="1111")
        visitor.do(visitor.ask("POST", f"join/{finished['join']}"), "guess", guess="1111")
        games = [started, undone, hinted, solved, *twin, made, unjoined]
        before = [visitor.see(game) for game in games]
        statistics, listed = visitor.ask("GET", "statistics"), visitor.ask("GET", "history")["games"]
        exported = visitor.ask("GET", "export")

        visitor.ask("DELETE", "history", 204)
        assert (visitor.ask("GET", "history")["games"], dict(visitor.cookies)) == ([], {})
        other.ask("GET", f"games/{mine['id']}", 404)
        told = visitor.ask("POST", "import", json=exported)

        assert told == {"imported": len(listed), "known": 0, "sealed": 0, "puzzles": 0}
        assert [visitor.see(game) for game in games] == [
            each | {"version": 1, "updated": after["updated"]}
            for each, after in zip(before, map(visitor.see, games), strict=True)
        ]
        assert visitor.ask("GET", "statistics") == statistics
        kept = ("variant", "role", "daily", "outcome", "hints", "undos", "grid", "skill", "created", "finished")
        restored = visitor.ask("GET", "history")["games"]
        assert [{name: each[name] for name in kept} for each in sorted(restored, key=by_creation)] == [
            {name: each[name] for name in kept} for each in sorted(listed, key=by_creation)
        ]
        assert other.see(mine)["pending"] == "1122"
        assert visitor.do(made, "answer", feedback="1b1w")["turns"]
        assert other.ask("GET", f"join/{unjoined['join']}")["joined"] is False
        assert visitor.do(undone, "redo")["turns"]
        assert visitor.do(hinted, "hint")["hint"]["step"] == 2

    def test_an_open_game_of_another_server_is_passed_over(self, visitor: Visitor, tmp_path: Path) -> None:
        visitor.begin()
        visitor.break_code(visitor.begin())
        exported = visitor.ask("GET", "export")
        seeds = partial(next, count(77))
        with running(f"sqlite:///{tmp_path}/games.db", seeds=seeds) as url, Visitor(url) as elsewhere:
            told = elsewhere.ask("POST", "import", json=exported)
        assert told == {"imported": 1, "known": 0, "sealed": 1, "puzzles": 0}
        changed = [row | {"sealed": row["sealed"] and row["sealed"].swapcase()} for row in exported["games"]]
        assert visitor.ask("POST", "import", json=imported(*changed))["sealed"] == 1

    def test_what_was_sworn_of_a_game_is_not_a_game(self, visitor: Visitor, other: Visitor) -> None:
        visitor.do(visitor.ask("POST", "daily", 201, json={"date": "2025-03-03"}), "give-up")
        [sworn] = visitor.ask("GET", "export")["games"]
        told = other.ask("POST", "import", 422, json=imported(sworn | {"line": None}))
        assert told["error"]["message"] == "game 1: it is not written as Keypeg exports a game"

    def test_a_duel_that_is_being_played_is_not_copied(self, visitor: Visitor, other: Visitor) -> None:
        visitor.begin("duel", secret="1234")
        exported = visitor.ask("GET", "export")
        assert other.ask("POST", "import", json=exported) == {"imported": 0, "known": 1, "sealed": 0, "puzzles": 0}

    def test_the_same_file_several_times_at_once_is_taken_in_once(self, visitor: Visitor, other: Visitor) -> None:
        puzzle = visitor.ask("POST", "puzzles", 201, json={})
        visitor.ask("POST", f"puzzles/{puzzle['id']}/give-up")
        exported = visitor.ask("GET", "export")
        exported["games"] = [row(finished("1234", f"11{a}{b}")) for a in range(1, 7) for b in range(1, 7)]
        other.begin()

        def send(_: int) -> Json:
            told: Json = other.ask("POST", "import", json=exported)
            return told

        with ThreadPoolExecutor(4) as threads:
            told = list(threads.map(send, range(4)))
        assert sorted((each["imported"], each["known"]) for each in told) == [*[(0, 36)] * 3, (36, 0)]
        assert sum(each["puzzles"] for each in told) == 1
        assert len(other.ask("GET", "export")["puzzles"]) == 1

    def test_it_is_a_file(self, visitor: Visitor) -> None:
        response = visitor.get("/api/export")
        assert response.headers["content-disposition"] == 'attachment; filename="keypeg-history.json"'

    @pytest.mark.parametrize(
        ("bad", "message"),
        [
            (row("nonsense"), "game 2: 'nonsense' is not a variant"),
            (row("p4c6 codemaker=random:5"), "game 2: it is not finished: only finished games can be imported"),
            (row(finished().replace("4b0w", "3b0w")), "game 2: turn 1 (1234=3b0w) is not what the codemaker answers"),
            (
                row("p9c13 codemaker=random:5 given-up"),
                "game 2: p9c13 has 10,604,499,373 codes, too many for this page",
            ),
            (
                row("p7c7 codemaker=adversary given-up"),
                "game 2: p7c7 has 823,543 codes, too many for adversary on this page",
            ),
            (row(finished(), daily="never"), "game 2: 'never' is not a date"),
            (row(finished(), daily="2222-02-02"), "game 2: 2222-02-02 has no code of the day"),
            (
                row("p3c6 codemaker=random:5 given-up", daily="2025-02-02"),
                "game 2: it can't be the code of 2025-02-02: a code of the day is p4c6",
            ),
            (row(finished()) | {"finished": "soon"}, "game 2: 'soon' is not a time"),
        ],
    )
    def test_a_game_that_can_not_be_imported_stops_all(self, visitor: Visitor, bad: Json, message: str) -> None:
        error = visitor.ask("POST", "import", 422, json=imported(row(finished()), bad))["error"]
        assert error["message"].startswith(message)
        assert visitor.ask("GET", "history")["games"] == []

    def test_too_many_at_once(self, visitor: Visitor) -> None:
        error = visitor.ask("POST", "import", 413, json=imported(*[row("p4c6")] * 1001))["error"]
        assert (error["kind"], error["message"]) == ("too-much", "1,001 games are too many at once: at most 1,000")

    def test_another_file(self, visitor: Visitor) -> None:
        files: list[Any] = [
            {"games": []},
            {"keypeg": "history 1"},
            {"keypeg": "thesis", "games": []},
            ["years of work"],
        ]
        for sent in files:
            error = visitor.ask("POST", "import", 422, json=sent)["error"]
            assert error["message"] == "this is not a file of games that Keypeg has exported"
        text = visitor.post("/api/import", content=b"years of work", headers={"Content-Type": "application/json"})
        assert text.json()["error"]["message"] == "this is not a file of games that Keypeg has exported"
        games: list[Any] = [{"line": 5}, {}, {"line": finished(), "skill": 101}, "text"]
        for bad in games:
            error = visitor.ask("POST", "import", 422, json=imported(row(finished()), bad))["error"]
            assert error["message"] == "game 2: it is not written as Keypeg exports a game"


def test_deleting_everything(visitor: Visitor, other: Visitor) -> None:
    game = visitor.begin()
    other.ask("POST", f"join/{visitor.begin('duel', secret='1234')['join']}")
    kept = other.begin()
    before = dict(visitor.cookies)
    visitor.ask("DELETE", "history", 204)
    assert not visitor.cookies
    visitor.cookies.update(before)
    assert visitor.ask("GET", "history")["games"] == []
    visitor.ask("GET", f"games/{game['id']}", 404)
    assert [each["id"] for each in other.ask("GET", "history")["games"]] == [kept["id"]]


def test_who_deletes_everything_leaves_nobody_waiting(visitor: Visitor, other: Visitor) -> None:
    made = visitor.begin("duel", secret="1234", answered_by="codemaker")
    other.do(other.ask("POST", f"join/{made['join']}"), "guess", guess="1122")
    other.ask("DELETE", "history", 204)
    left = visitor.see(made)
    assert (left["outcome"], left["pending"], left["secret"]) == ("given up", None, "1234")


class TestTerminal:
    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("KEYPEG_DATA", str(tmp_path))

    def play(self) -> None:
        store.record_game(finished("1234", "1122"))
        solved = SolveSession(P4C6, strategy="knuth")
        solved.answer("4b0w")
        store.record_game(str(solved))

    def test_its_games_are_in_the_history_of_a_local_server(self) -> None:
        self.play()
        with running(None, local=True) as url, Visitor(url) as someone:
            own = someone.begin()
            listed = someone.ask("GET", "history")["games"]
            assert sorted((each["source"], each["kind"]) for each in listed) == [
                ("terminal", "break"), ("terminal", "solve"), ("web", "break"),
            ]  # fmt: skip
            assert someone.ask("GET", "statistics")["won"] == 1  # the other code was found by the computer
            broken = next(each for each in listed if each["source"] == "terminal" and each["kind"] == "break")
            assert someone.see(broken)["secret"] == "1234"
            assert someone.ask("GET", f"games/{broken['id']}/review")["guesses"] == 2
            assert list(store.recorded_games()) == []
            self.play()
            assert len(someone.ask("GET", "history")["games"]) == 5
            someone.ask("DELETE", f"games/{broken['id']}", 204)
            someone.ask("DELETE", "history", 204)
            assert someone.ask("GET", "history")["games"] == []
            someone.ask("GET", f"games/{own['id']}", 404)

    def test_a_server_for_others_does_not_look_at_them(self, tmp_path: Path) -> None:
        self.play()
        with running(f"sqlite:///{tmp_path}/games.db") as url, Visitor(url) as someone:
            assert someone.ask("GET", "history")["games"] == []
        assert len(list(store.recorded_games())) == 2

    def test_what_is_no_finished_game_is_passed_over(self) -> None:
        self.play()
        store.record_game("nonsense")
        store.record_game("p4c6 guesses=10 codemaker=random:5")
        with running(None, local=True) as url, Visitor(url) as someone:
            assert len(someone.ask("GET", "history")["games"]) == 2
