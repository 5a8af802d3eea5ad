"""Matches over HTTP, between two people and against the computer."""

import secrets
from pathlib import Path
from typing import Any

import pytest

from keypeg.database import Database
from keypeg.rules import Code, score
from visitor import Json, Visitor, running

FRIENDS = {"secret": "1234", "match": {"rounds": 2, "bonus": 3}, "guesses": 2}


def next_round(player: Visitor, game: Json, status: int = 201, **body: Any) -> Json:
    told: Json = player.ask("POST", f"games/{game['id']}/next", status, json=body)
    return told


def miss(player: Visitor, game: Json) -> Json:
    """Use up all guesses."""
    while not game["over"]:
        game = player.do(game, "guess", guess="1111")
    return game


def answer_all(player: Visitor, game: Json, secret: str) -> Json:
    """Answer the computer's guesses to the end of the game."""
    while not game["over"]:
        game = player.do(game, "answer", feedback=str(score(Code(secret), Code(game["guess"]))))
    return game


def joined(visitor: Visitor, other: Visitor, **more: Any) -> tuple[Json, Json]:
    made = visitor.begin("duel", **FRIENDS | more)
    return made, other.ask("POST", f"join/{made['join']}")


class TestFriends:
    def test_a_match_is_played_to_its_end(self, visitor: Visitor, other: Visitor) -> None:
        made, theirs = joined(visitor, other, hard=True, palette="board")
        assert other.ask("GET", f"join/{made['join']}")["rounds"] == 2
        assert made["match"] == {
            "number": 1, "rounds": 2, "bonus": 3, "strategy": None, "table": [], "yours": 0, "theirs": 0,
            "over": False, "outcome": None,
        }  # fmt: skip
        theirs = other.do(theirs, "guess", guess="1234")
        row = {"number": 1, "broken_by_you": True, "guesses": 1, "found": True, "points": 1}
        assert theirs["match"]["table"] == [row]
        assert (theirs["match"]["yours"], theirs["match"]["theirs"], theirs["match"]["number"]) == (0, 1, 1)
        second = next_round(other, theirs, secret="5566")
        assert (second["role"], second["hard"], second["guesses"], second["secret"]) == ("codemaker", True, 2, None)
        assert (second["palette"]["name"], second["joined"]) == ("board", True)
        mine = visitor.see({"id": visitor.see(made)["next"]})
        assert (mine["id"], mine["role"], mine["match"]["number"]) == (second["id"], "breaker", 2)
        assert (mine["match"]["yours"], mine["match"]["theirs"]) == (1, 0)
        mine = visitor.do(mine, "give-up")
        assert (mine["match"]["yours"], mine["match"]["theirs"], mine["match"]["outcome"]) == (1, 5, "lost")
        assert other.see(second)["match"]["outcome"] == "won"
        for player, game in ((visitor, mine), (other, second)):
            assert "over after 2 rounds" in next_round(player, game, 422, secret="1111")["error"]["message"]
        again = visitor.begin("duel", after=second["id"], **FRIENDS)
        assert (again["match"]["number"], again["joined"]) == (1, True)

    def test_roles_change_whoever_asks(self, visitor: Visitor, other: Visitor) -> None:
        made, theirs = joined(visitor, other)
        assert "round 1 is not over" in next_round(other, theirs, 422, secret="1111")["error"]["message"]
        theirs = miss(other, theirs)
        assert "other player's turn" in next_round(visitor, made, 422, secret="1111")["error"]["message"]
        assert "needs a secret" in next_round(other, theirs, 422)["error"]["message"]
        after = {"kind": "duel", "secret": "1111", "after": made["id"]}
        error = visitor.ask("POST", "games", 422, json=after)["error"]
        assert error["message"] == "the match is not over: begin its next round"
        second = next_round(other, theirs, secret="5566")
        assert next_round(other, theirs, 200, secret="1111")["id"] == second["id"], "it was sent twice"
        assert next_round(visitor, made, 200)["role"] == "breaker"

    def test_the_codemaker_can_not_end_a_round_for_points(self, visitor: Visitor, other: Visitor) -> None:
        made, _ = joined(visitor, other)
        assert "bring them points" in visitor.do(made, "give-up", 422)["error"]["message"]

    def test_a_round_is_not_played_again_by_deleting_it(self, visitor: Visitor, other: Visitor) -> None:
        alone = visitor.begin("duel", **FRIENDS)
        visitor.ask("DELETE", f"games/{alone['id']}", 204)
        made, theirs = joined(visitor, other)
        second = next_round(other, miss(other, theirs), secret="5566")
        visitor.do(visitor.see({"id": second["id"]}), "guess", guess="5566")
        error = other.ask("DELETE", f"games/{second['id']}", 422)["error"]
        assert error["message"] == "this round counts in its match, and can't be deleted alone"
        assert next_round(other, made, 200, secret="6655")["id"] == second["id"]

    def test_who_has_deleted_everything_is_not_waited_for(self, visitor: Visitor, other: Visitor) -> None:
        made, theirs = joined(visitor, other)
        visitor.ask("DELETE", "history", 204)
        other.ask("GET", f"games/{theirs['id']}", 404)
        made, theirs = joined(visitor, other)
        other.ask("DELETE", "history", 204)
        told = visitor.see(made)
        assert (told["outcome"], told["match"]["yours"]) == ("given up", 5)


class TestComputer:
    def test_a_match_is_played_to_its_end(self, visitor: Visitor) -> None:
        game = visitor.begin(strategy="human:level=2", guesses=8, match={"rounds": 4})
        totals = [0, 0]
        for number in range(1, 5):
            match = game["match"]
            assert (match["number"], match["strategy"], match["over"]) == (number, "human:level=2", False)
            assert game["kind"] == ("break" if number % 2 else "solve")
            over = visitor.break_code(game, 8) if number % 2 else answer_all(visitor, game, "1234")
            points = len(over["turns"]) if over["outcome"] == "won" else 9
            totals[number % 2] += points
            assert [over["match"]["yours"], over["match"]["theirs"]] == totals
            if number < 4:
                game = next_round(visitor, over)
                assert next_round(visitor, over, 200)["id"] == game["id"]
        assert over["match"]["over"]
        assert over["match"]["outcome"] == (
            "even" if totals[0] == totals[1] else "won" if totals[0] > totals[1] else "lost"
        )
        assert "over after 4 rounds" in next_round(visitor, over, 422)["error"]["message"]

    def test_between_two_rounds_the_start_leads_back_to_the_match(self, visitor: Visitor) -> None:
        def listed() -> list[str]:
            return [game["id"] for game in visitor.ask("GET", "start")["open"]]

        first = visitor.do(visitor.begin(match={"rounds": 2}), "give-up")
        assert listed() == [first["id"]]
        second = next_round(visitor, first)
        assert listed() == [second["id"]]
        answer_all(visitor, second, "1234")
        assert listed() == []

    def test_there_is_no_help_for_the_codebreaker(self, visitor: Visitor) -> None:
        game = visitor.do(visitor.begin(match={}), "guess", guess="1122")
        assert not game["can_undo"]
        for what, body in (
            ("hint", {}),
            ("undo", {}),
            ("candidates", {}),
            ("funnel", {}),
            ("check", {"guess": "1234"}),
        ):
            assert "no undo and no help" in visitor.do(game, what, 422, **body)["error"]["message"]

    def test_an_answer_can_be_taken_back_until_the_next_round(self, visitor: Visitor) -> None:
        first = visitor.do(visitor.begin(match={"rounds": 4}), "give-up")
        second = answer_all(visitor, next_round(visitor, first), "1234")
        assert second["can_undo"]
        second = visitor.do(visitor.do(second, "undo"), "redo")
        third = next_round(visitor, second)
        assert (third["kind"], visitor.see(second)["can_undo"]) == ("break", False)
        assert "next round has begun" in visitor.do(second, "undo", 422)["error"]["message"]
        body = {"turn": 1, "feedback": "0b0w"}
        assert "next round has begun" in visitor.do(second, "correct", 422, **body)["error"]["message"]

    def test_no_code_can_be_worked_out_from_an_earlier_round(self, tmp_path: Path) -> None:
        """A game that is over is exported with its seed, and a strategy is shown with its own: each is drawn anew."""
        drawn: list[int] = []

        def draw() -> int:
            drawn.append(secrets.randbits(128))
            return drawn[-1]

        database = f"sqlite:///{tmp_path}/games.db"
        with running(database, seeds=draw) as url, Visitor(url) as player:
            drawn.clear()
            first = player.do(player.begin(match={"rounds": 4}, strategy="human"), "give-up")
            second = answer_all(player, next_round(player, first), "1234")
            third = next_round(player, second)
            opened = Database(database)
            stored = [opened.game(game["id"]) for game in (first, second, third)]
            opened.close()
        lines = [game.line for game in stored if game is not None]
        assert [str(seed % 10**9 if at == 1 else seed) in lines[at] for at, seed in enumerate(drawn)] == [True] * 3

    @pytest.mark.parametrize(
        ("order", "reason"),
        [
            ({"match": {"rounds": 3}}, "even number of rounds"),
            ({"match": {"bonus": -1}}, "bonus is a whole number"),
            ({"match": {}, "guesses": None}, "needs a guess limit"),
            ({"match": {}, "codemaker": "adversary"}, "random code of its own"),
            ({"match": {}, "kind": "solve"}, "random code of its own"),
            ({"match": {}, "strategy": "genetic:population=5"}, "has parameters"),
            ({"match": {}, "strategy": "human:level=6"}, "level"),
        ],
    )
    def test_what_can_not_be_agreed_is_refused(self, visitor: Visitor, order: Json, reason: str) -> None:
        assert reason in visitor.ask("POST", "games", 422, json={"kind": "break"} | order)["error"]["message"]

    def test_a_game_that_is_none_has_no_next_round(self, visitor: Visitor) -> None:
        game = visitor.do(visitor.begin(), "give-up")
        assert "not part of a match" in next_round(visitor, game, 422)["error"]["message"]


@pytest.mark.parametrize("level", [1, 5])
def test_the_computer_plays_like_a_person(visitor: Visitor, level: int) -> None:
    game = answer_all(visitor, visitor.begin("solve", strategy=f"human:level={level}"), "1234")
    assert game["strategy"] == f"human:level={level}"
