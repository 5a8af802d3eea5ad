"""Games over HTTP, on SQLite and on PostgreSQL."""

import threading
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from keypeg.candidates import Candidates, Count
from keypeg.database import Database
from keypeg.game import Outcome, drawn_code
from keypeg.position import Position
from keypeg.rules import Code, Variant, score
from keypeg.web.games import Games
from keypeg.web.requests import NewGame
from visitor import PATIENT, SEED, Json, Visitor, running

Patch = pytest.MonkeyPatch

P4C6 = Variant(4, 6)
SECRET = str(drawn_code(P4C6, SEED))


class TestBreaking:
    def test_a_game_from_start_to_end(self, visitor: Visitor) -> None:
        game = visitor.begin()
        assert (game["kind"], game["role"], game["variant"], game["guesses"]) == ("break", "breaker", "p4c6", 10)
        game = visitor.break_code(game)
        assert game["secret"] == SECRET
        secret = Code(SECRET)
        assert all(turn["feedback"] == str(score(secret, Code(turn["guess"]))) for turn in game["turns"])
        assert game["finished"] is not None
        assert game["share"]["text"].startswith(f"Keypeg p4c6: solved in {len(game['turns'])} of 10 guesses")

    def test_a_lost_game_shows_the_secret(self, visitor: Visitor) -> None:
        game = visitor.begin(guesses=1, variant="p5c8")
        game = visitor.do(game, "guess", guess="11111")
        assert (game["outcome"], game["over"], game["guesses_left"]) == ("lost", True, 0)
        assert game["secret"] == str(drawn_code(Variant(5, 8), SEED))
        error = visitor.do(game, "guess", 422, guess="11112")["error"]
        assert error == {"kind": "not-allowed", "message": "the game is over (lost): start a new one"}

    def test_without_a_limit(self, visitor: Visitor) -> None:
        game = visitor.begin(guesses=None)
        assert (game["guesses"], game["guesses_left"]) == (None, None)
        for _ in range(12):
            game = visitor.do(game, "guess", guess="1111")
        assert len(game["turns"]) == 12

    @pytest.mark.parametrize("text", ["1122", "RRGG", "red red green green", "[1, 1, 2, 2]"])
    def test_a_guess_in_every_form(self, visitor: Visitor, text: str) -> None:
        game = visitor.do(visitor.begin(), "guess", guess=text)
        assert (game["turns"][0]["guess"], game["turns"][0]["pegs"]) == ("1122", [1, 1, 2, 2])

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("112", "a code has 4 pegs, '112' has 3"),
            ("1127", "'7' is not a color of p4c6: use 1 to 6, or r g b y o p"),
            ("", "a code has 4 pegs, '' has 0"),
        ],
    )
    def test_a_guess_that_is_refused_costs_nothing(self, visitor: Visitor, text: str, message: str) -> None:
        game = visitor.begin()
        assert visitor.do(game, "guess", 422, guess=text)["error"]["message"] == message
        assert visitor.see(game) == game

    def test_hard_mode_says_why_not(self, visitor: Visitor) -> None:
        game = visitor.do(visitor.begin(hard=True, guesses=None), "guess", guess="1111")
        error = visitor.do(game, "guess", 422, guess="1222")["error"]
        assert error["message"] == (
            "hard mode: RGGG can't be right: if it were the secret, turn 1 (RRRR) would have got 1 black, 0 white, "
            "not 0 black, 0 white"
        )

    def test_the_adversary_never_contradicts_itself(self, visitor: Visitor) -> None:
        game = visitor.break_code(visitor.begin(codemaker="adversary", guesses=None))
        assert game["codemaker"] == "adversary"
        assert len(game["turns"]) > 4

    def test_undo_and_redo(self, visitor: Visitor) -> None:
        game = visitor.do(visitor.do(visitor.begin(), "guess", guess="1122"), "guess", guess="3344")
        back = visitor.do(visitor.do(game, "undo"), "undo")
        assert (back["turns"], back["undos"], back["can_undo"], back["can_redo"]) == ([], 2, False, True)
        again = visitor.do(visitor.do(back, "redo"), "redo")
        assert (again["turns"], again["can_redo"]) == (game["turns"], False)
        assert visitor.do(again, "redo", 422)["error"]["message"].startswith("nothing to redo")

    def test_a_new_guess_forgets_what_was_undone(self, visitor: Visitor) -> None:
        game = visitor.do(visitor.do(visitor.begin(), "guess", guess="1122"), "undo")
        assert visitor.do(game, "guess", guess="3344")["can_redo"] is False

    def test_hints_go_step_by_step_and_start_anew_after_a_guess(self, visitor: Visitor) -> None:
        game = visitor.do(visitor.begin(), "guess", guess="1122")
        steps = [visitor.do(game, "hint")["hint"] for _ in range(4)]
        assert [hint["step"] for hint in steps] == [1, 2, 3, 3]
        assert steps[0]["words"].endswith("codes are still possible.")
        assert Code(steps[2]["guess"]) in P4C6
        game = visitor.do(game, "guess", guess="3456")
        told = visitor.do(game, "hint")
        assert (told["hint"]["step"], told["game"]["hints"]) == (1, 5)

    def test_a_check_is_a_hint(self, visitor: Visitor) -> None:
        game = visitor.do(visitor.begin(), "guess", guess="1111")
        told = visitor.do(game, "check", guess="1222")
        assert (told["check"]["can_win"], told["check"]["turn"], told["game"]["hints"]) == (False, 1, 1)
        assert "can't be right" in told["check"]["words"]
        assert visitor.do(game, "check", guess=SECRET)["check"]["can_win"] is True

    def test_giving_up_shows_the_secret_and_may_be_said_twice(self, visitor: Visitor) -> None:
        game = visitor.begin()
        ended = visitor.do(game, "give-up")
        assert (ended["outcome"], ended["over"], ended["secret"]) == ("given up", True, SECRET)
        assert visitor.do(game, "give-up") == ended

    def test_ten_by_ten(self, visitor: Visitor) -> None:
        game = visitor.do(visitor.begin(variant="10x10", guesses=None), "guess", guess="1122334455")
        told = [visitor.do(game, "hint")["hint"] for _ in range(3)]
        assert "codes are still possible" in told[0]["words"]
        game = visitor.do(game, "guess", guess=told[2]["guess"])
        assert len(game["turns"]) == 2
        assert visitor.do(game, "candidates")["candidates"]["codes"] is None
        ended = visitor.do(game, "give-up")
        assert len(visitor.ask("GET", f"games/{ended['id']}/review")["turns"]) == 2

    def test_candidates(self, visitor: Visitor) -> None:
        game = visitor.begin()
        told = visitor.do(game, "candidates")["candidates"]
        assert told == {"count": 1296, "exact": True, "words": "1,296", "codes": None}
        for guess in ("1122", "3344", "1315"):
            game = visitor.do(game, "guess", guess=guess)
        told = visitor.do(game, "candidates", limit=500)["candidates"]
        assert len(told["codes"]) == told["count"] <= 500
        for turn in game["turns"]:
            assert all(str(score(Code(code), Code(turn["guess"]))) == turn["feedback"] for code in told["codes"])

    def test_to_look_at_the_possible_codes_is_one_hint_after_each_guess(self, visitor: Visitor) -> None:
        game = visitor.do(visitor.begin(), "guess", guess="1122")
        for what in ("candidates", "funnel"):
            error = visitor.ask("GET", f"games/{game['id']}/{what}", 422)["error"]
            assert error["message"].startswith("in an open game the possible codes are a hint")
        told = [visitor.do(game, what) for what in ("candidates", "funnel", "candidates", "funnel")]
        assert {each["game"]["hints"] for each in told} == {1}
        assert {each["game"]["version"] for each in told} == {game["version"] + 1}
        game = visitor.do(game, "guess", guess="3344")
        assert visitor.do(game, "funnel")["game"]["hints"] == 2
        assert visitor.do(game, "hint")["game"]["hints"] == 3

    def test_the_funnel_is_free_after_the_end(self, visitor: Visitor) -> None:
        game = visitor.do(visitor.do(visitor.begin(), "guess", guess="1122"), "guess", guess="3344")
        open_counts = visitor.do(game, "funnel")["counts"]
        assert open_counts[0] == {"count": 1296, "exact": True, "words": "1,296"}
        ended = visitor.do(game, "give-up")
        counts = visitor.ask("GET", f"games/{game['id']}/funnel")["counts"]
        assert counts == open_counts
        assert [each["count"] for each in counts] == [each.value for each in Position.parse(ended["position"]).funnel()]
        assert visitor.see(ended)["hints"] == ended["hints"] == 1
        assert visitor.do(ended, "funnel", 422)["error"]["message"].startswith("the game is over")

    def test_a_funnel_is_counted_once_and_again_after_undo(self, visitor: Visitor, monkeypatch: Patch) -> None:
        game = visitor.do(visitor.do(visitor.begin(), "guess", guess="1122"), "guess", guess="3344")
        first = visitor.do(game, "funnel")["counts"]
        monkeypatch.setattr(Candidates, "count", lambda _: Count(7, 7, 9))
        assert visitor.do(game, "funnel")["counts"] == first
        game = visitor.do(visitor.do(game, "undo"), "guess", guess="5566")
        assert visitor.do(game, "funnel")["counts"] == [*first[:2], {"count": 7, "exact": False, "words": "at least 7"}]

    def test_the_funnel_of_ten_by_ten_is_estimated(self, visitor: Visitor) -> None:
        game = visitor.do(visitor.begin(variant="10x10"), "guess", guess="1122334455")
        whole, after = visitor.do(game, "funnel")["counts"]
        assert (whole["count"], after["exact"], after["words"].startswith("about")) == (10**10, False, True)


class TestSeenTurns:
    def test_a_guess_sent_twice_is_made_once(self, visitor: Visitor) -> None:
        game = visitor.begin()
        first = visitor.do(game, "guess", guess="1122")
        assert visitor.do(game, "guess", guess="RRGG") == first

    def test_a_late_guess_is_told_how_the_game_stands(self, visitor: Visitor) -> None:
        game = visitor.begin()
        first = visitor.do(game, "guess", guess="1122")
        error = visitor.do(game, "guess", 409, guess="3344")["error"]
        assert (error["kind"], error["game"]) == ("stale", first)
        assert error["message"] == "this game has 1 turn, not 0: it was changed elsewhere, look at it again"

    @pytest.mark.parametrize(
        ("kind", "what", "body"),
        [
            ("break", "undo", {}),
            ("break", "redo", {}),
            ("break", "hint", {}),
            ("break", "check", {"guess": "1234"}),
            ("break", "candidates", {}),
            ("break", "funnel", {}),
            ("break", "give-up", {}),
            ("solve", "answer", {"feedback": "0b2w"}),
            ("solve", "correct", {"turn": 1, "feedback": "0b2w"}),
            ("solve", "undo", {}),
            ("solve", "redo", {}),
        ],
    )
    def test_so_is_everything_else(self, visitor: Visitor, kind: str, what: str, body: Json) -> None:
        game = visitor.begin(kind)
        first = (
            visitor.do(game, "guess", guess="1122") if kind == "break" else visitor.do(game, "answer", feedback="1b1w")
        )
        error = visitor.do(game, what, 409, **body)["error"]
        assert (error["kind"], error["game"]) == ("stale", first)
        assert visitor.see(game) == first

    def test_of_many_guesses_at_once_one_is_made(self, url: str, visitor: Visitor) -> None:
        game = visitor.begin()
        statuses: list[int] = []

        def send(code: str) -> None:
            with Visitor(url) as tab:
                tab.cookies.update(visitor.cookies)
                sent = tab.post(f"/api/games/{game['id']}/guess", json={"guess": code, "seen": 0})
                statuses.append(sent.status_code)

        tabs = [threading.Thread(target=send, args=[code]) for code in ("1122", "3344", "5566", "1122", "1234", "1122")]
        for tab in tabs:
            tab.start()
        for tab in tabs:
            tab.join()
        seen = visitor.see(game)
        assert len(seen["turns"]) == 1
        repeats = 3 if seen["turns"][0]["guess"] == "1122" else 1
        assert sorted(statuses) == [200] * repeats + [409] * (6 - repeats)


class TestSolving:
    def answer(self, visitor: Visitor, game: Json, secret: Code) -> Json:
        return visitor.do(game, "answer", feedback=str(score(secret, Code(game["guess"]))))

    @pytest.mark.parametrize("strategy", ["entropy", "knuth", "optimal", "random:3", "first", "genetic:2"])
    def test_the_computer_finds_the_code(self, visitor: Visitor, strategy: str) -> None:
        secret = drawn_code(P4C6, 7)
        game = visitor.begin("solve", strategy=strategy)
        while not game["over"]:
            assert (game["role"], game["strategy"]) == ("codemaker", strategy)
            game = self.answer(visitor, game, secret)
        assert (game["outcome"], game["guess"], game["secret"]) == ("won", None, None)

    @pytest.mark.parametrize("variant", ["p8c8", "p10c10"])
    def test_large_codes_are_found_too(self, visitor: Visitor, variant: str) -> None:
        secret = drawn_code(Variant.parse(variant), 7)
        game = visitor.begin("solve", variant=variant, guesses=30)
        while not game["over"]:
            game = self.answer(visitor, game, secret)
        assert game["outcome"] == Outcome.WON

    def test_a_slip_is_explained_and_mended_in_place(self, visitor: Visitor) -> None:
        secret = Code("3456")
        game = self.answer(visitor, visitor.begin("solve"), secret)
        game = self.answer(visitor, game, secret)
        wrong = "0b0w" if str(score(secret, Code(game["guess"]))) != "0b0w" else "0b1w"
        game = visitor.do(game, "answer", feedback=wrong)
        while game["contradiction"] is None:
            game = self.answer(visitor, game, secret)
        contradiction = game["contradiction"]
        assert game["guess"] is None
        assert contradiction["lines"]
        slip = next(each for each in contradiction["corrections"] if each["turn"] == 3)
        right = str(score(secret, Code(slip["guess"])))
        assert right in [choice["feedback"] for choice in slip["could_be"]]
        error = visitor.do(game, "answer", 409, feedback="0b0w")["error"]
        assert (error["kind"], error["game"]) == ("contradiction", game)
        assert visitor.ask("GET", f"games/{game['id']}/candidates")["count"] == 0
        assert visitor.ask("GET", f"games/{game['id']}/funnel")["counts"][-1]["count"] == 0
        game = visitor.do(game, "correct", turn=3, feedback=right)
        assert game["contradiction"] is None
        while not game["over"]:
            game = self.answer(visitor, game, secret)
        assert game["outcome"] == Outcome.WON

    def test_the_codemaker_sees_the_computer_close_in(self, visitor: Visitor) -> None:
        game, secret = visitor.begin("solve"), Code("3456")
        while not game["over"]:
            counts = visitor.ask("GET", f"games/{game['id']}/funnel")["counts"]
            assert [each["count"] for each in counts] == [
                each.value for each in Position.parse(game["position"]).funnel()
            ]
            game = self.answer(visitor, game, secret)
        assert visitor.do(game, "funnel", 422)["error"]["kind"] == "not-allowed"

    def test_undo_takes_back_answers_and_corrections(self, visitor: Visitor) -> None:
        first = visitor.begin("solve", strategy="knuth")
        second = visitor.do(first, "answer", feedback="1b1w")
        third = visitor.do(second, "answer", feedback="0b2w")
        changed = visitor.do(third, "correct", turn=1, feedback="0b1w")
        for expected in (third, second, first):
            assert changed["can_undo"]
            changed = visitor.do(changed, "undo")
            assert (changed["turns"], changed["guess"]) == (expected["turns"], expected["guess"])
        assert not changed["can_undo"]
        assert visitor.do(changed, "undo", 422)["error"]["message"].startswith("nothing to undo")
        for expected in (second, third):
            changed = visitor.do(changed, "redo")
            assert (changed["turns"], changed["guess"]) == (expected["turns"], expected["guess"])
        assert visitor.do(changed, "redo")["turns"][0]["feedback"] == "0b1w"

    def test_an_answer_sent_twice_is_given_once(self, visitor: Visitor) -> None:
        game = visitor.begin("solve")
        first = visitor.do(game, "answer", feedback="1b1w")
        assert visitor.do(game, "answer", feedback="BW") == first
        assert visitor.do(game, "answer", 409, feedback="2b0w")["error"]["kind"] == "stale"

    def test_with_a_secret_answers_are_checked(self, visitor: Visitor) -> None:
        game = visitor.begin("solve", secret="1122", strategy="knuth")
        assert game["guess"] == "1122"
        error = visitor.do(game, "answer", 422, feedback="1b1w")["error"]
        assert error["message"] == "1b1w is not right: with your secret, RRGG gets 4b0w"
        game = visitor.do(game, "answer", feedback="4b0w")
        assert (game["outcome"], game["secret"]) == ("won", "1122")

    @pytest.mark.parametrize(("what", "body"), [("guess", {"guess": "1122"}), ("hint", {}), ("give-up", {})])
    def test_what_only_the_breaker_does(self, visitor: Visitor, what: str, body: Json) -> None:
        error = visitor.do(visitor.begin("solve"), what, 422, **body)["error"]
        assert error["message"] == "in this game the computer guesses: answer its guess"


class TestDuels:
    def seated(self, visitor: Visitor, other: Visitor, **options: str | bool) -> tuple[Json, Json]:
        game = visitor.begin("duel", secret="1234", **options)
        joined = other.ask("POST", f"join/{game['join']}")
        return visitor.see(game), joined

    def test_one_sets_the_code_and_the_other_breaks_it(self, visitor: Visitor, other: Visitor) -> None:
        made = visitor.begin("duel", secret="1234")
        assert (made["role"], made["joined"], made["answered_by"]) == ("codemaker", False, "server")
        invitation = other.ask("GET", f"join/{made['join']}")
        assert invitation == {
            "variant": "p4c6", "guesses": 10, "hard": False, "joined": False, "yours": False, "game": None,
            "rounds": None,
        }  # fmt: skip
        mine = other.ask("POST", f"join/{made['join']}")
        assert (mine["role"], mine["codemaker"], mine["join"], mine["secret"]) == ("breaker", "person", None, None)
        assert other.ask("POST", f"join/{made['join']}") == mine
        mine = other.do(mine, "guess", guess="1243")
        assert mine["turns"][0]["feedback"] == "2b2w"
        seen = visitor.see(made)
        assert (seen["turns"], seen["joined"], seen["secret"]) == (mine["turns"], True, None)
        mine = other.do(mine, "guess", guess="1234")
        assert (mine["outcome"], visitor.see(made)["secret"]) == ("won", "1234")

    def test_the_codemaker_answers_and_the_server_checks(self, visitor: Visitor, other: Visitor) -> None:
        theirs, mine = self.seated(visitor, other, answered_by="codemaker")
        assert visitor.do(theirs, "answer", 422, feedback="2b2w")["error"]["message"].startswith("there is no guess")
        mine = other.do(mine, "guess", guess="1243")
        assert (mine["pending"], mine["turns"]) == ("1243", [])
        assert other.do(mine, "guess", guess="1243") == mine
        error = other.do(mine, "guess", 422, guess="1111")["error"]
        assert error["message"] == "the codemaker has not answered your last guess yet"
        error = visitor.do(theirs, "answer", 422, feedback="1b2w")["error"]
        assert error["message"] == "1b2w is not right: with your secret, RGYB gets 2b2w"
        theirs = visitor.do(theirs, "answer", feedback="2b2w")
        assert (theirs["pending"], len(theirs["turns"])) == (None, 1)
        assert visitor.do(mine, "answer", feedback="2b2w") == theirs
        assert other.see(mine)["turns"] == theirs["turns"]

    def test_a_link_is_for_one_other_person(self, url: str, visitor: Visitor, other: Visitor) -> None:
        theirs, mine = self.seated(visitor, other)
        own = visitor.ask("POST", f"join/{theirs['join']}", 422)["error"]["message"]
        assert own == "this is your own game: send the link to the person who is to break your code"
        with Visitor(url) as third:
            taken = third.ask("POST", f"join/{theirs['join']}", 409)["error"]
            assert taken["kind"] == "taken"
            assert third.ask("GET", f"games/{mine['id']}", 404)["error"]["kind"] == "not-found"

    def test_a_dead_link_says_so(self, visitor: Visitor, other: Visitor) -> None:
        game = visitor.begin("duel", secret="1234")
        visitor.ask("DELETE", f"games/{game['id']}", 204)
        for method in ("GET", "POST"):
            error = other.ask(method, f"join/{game['join']}", 404)["error"]
            assert error["kind"] == "gone"
            assert error["message"].startswith("this link leads to no game")

    def test_everybody_keeps_to_their_side(self, visitor: Visitor, other: Visitor) -> None:
        theirs, mine = self.seated(visitor, other)
        assert visitor.do(theirs, "guess", 422, guess="1111")["error"]["message"] == (
            "only the codebreaker guesses in this game, and you are the codemaker"
        )
        assert other.do(mine, "answer", 422, feedback="1b1w")["error"]["message"] == (
            "only the codemaker gives feedback in this game, and you are the codebreaker"
        )
        for what, body in (
            ("hint", {}),
            ("undo", {}),
            ("check", {"guess": "1111"}),
            ("candidates", {}),
            ("funnel", {}),
        ):
            assert "game of two people" in other.do(mine, what, 422, **body)["error"]["message"]
        for what in ("candidates", "funnel"):
            assert "game of two people" in other.ask("GET", f"games/{mine['id']}/{what}", 422)["error"]["message"]
            visitor.ask("GET", f"games/{mine['id']}/{what}")
        assert other.ask("DELETE", f"games/{mine['id']}", 422)["error"]["kind"] == "not-allowed"
        assert visitor.do(theirs, "give-up")["outcome"] == "given up"
        assert other.see(mine)["secret"] == "1234"
        assert len(other.ask("GET", f"games/{mine['id']}/funnel")["counts"]) == 1

    def test_hard_mode_holds_before_the_codemaker_has_answered(self, visitor: Visitor, other: Visitor) -> None:
        theirs, mine = self.seated(visitor, other, answered_by="codemaker", hard=True)
        mine = other.do(mine, "guess", guess="5566")
        visitor.do(theirs, "answer", feedback="0b0w")
        mine = other.see(mine)
        assert other.do(mine, "guess", 422, guess="5111")["error"]["message"].startswith("hard mode")
        assert other.see(mine)["pending"] is None

    def test_a_duel_needs_a_secret(self, visitor: Visitor) -> None:
        error = visitor.ask("POST", "games", 422, json={"kind": "duel"})["error"]
        assert error["message"] == "a game of two people needs a secret: set the code that is to be broken"


def test_a_game_is_its_players_alone(visitor: Visitor, other: Visitor) -> None:
    game = visitor.begin()
    for method, path, body in (
        ("GET", "", None),
        ("DELETE", "", None),
        ("POST", "/guess", {"guess": "1111", "seen": 0}),
        ("POST", "/give-up", {"seen": 0}),
        ("GET", "/candidates", None),
        ("GET", "/funnel", None),
        ("POST", "/funnel", {"seen": 0}),
        ("GET", "/events", None),
    ):
        error = other.ask(method, f"games/{game['id']}{path}", 404, json=body)["error"]
        assert error == {"kind": "not-found", "message": "there is no such game, or it is not yours"}


def test_a_deleted_game_is_gone(visitor: Visitor) -> None:
    game = visitor.begin()
    visitor.ask("DELETE", f"games/{game['id']}", 204)
    visitor.ask("GET", f"games/{game['id']}", 404)


def test_games_go_on_after_a_restart(database: str) -> None:
    with running(database) as address, Visitor(address) as before:
        broken = before.do(before.do(before.begin(), "guess", guess="1122"), "hint")["game"]
        back = before.do(before.do(before.begin(), "guess", guess="1122"), "undo")
        solved = before.do(before.begin("solve", strategy="knuth"), "answer", feedback="1b1w")
        cookies = before.cookies
    with running(database) as address, Visitor(address) as after:
        for cookie in cookies.jar:
            after.cookies.set(cookie.name, cookie.value or "", domain="127.0.0.1")
        assert [after.see(game) for game in (broken, back, solved)] == [broken, back, solved]
        assert after.do(broken, "hint")["hint"]["step"] == 2
        assert len(after.do(back, "redo")["turns"]) == 1
        assert after.do(solved, "undo")["turns"] == []
        assert after.break_code(broken)["over"]


def test_every_game_has_a_secret_of_its_own(tmp_path: Path) -> None:
    opened = Database(f"sqlite:///{tmp_path}/games.db")
    games = Games(opened, PATIENT)
    lines = {games.create(("ann",), NewGame(kind="break")).stored.line for _ in range(10)}
    opened.close()
    assert len(lines) == 10


def test_seeds_say_which_secrets_games_have(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/games.db", seeds=partial(next, count(5))) as url, Visitor(url) as someone:
        key, *seeds = range(5, 9)
        ended = [someone.do(someone.begin(), "give-up")["secret"] for _ in seeds]
    assert ended == [str(drawn_code(P4C6, seed)) for seed in seeds], f"{key} is the key of the codes of the day"
