"""Playing with others over HTTP: rematches and challenges."""

import threading
from typing import Any

import pytest

from visitor import Json, Visitor


def ended_duel(visitor: Visitor, other: Visitor) -> Json:
    made = visitor.begin("duel", secret="1234")
    other.do(other.ask("POST", f"join/{made['join']}"), "guess", guess="1234")
    return made


class TestNextDuel:
    @pytest.mark.parametrize("by_codemaker", [True, False])
    def test_either_player_sets_the_next_code(self, visitor: Visitor, other: Visitor, *, by_codemaker: bool) -> None:
        old = ended_duel(visitor, other)
        assert visitor.see(old)["next"] is None
        setter, breaker = (visitor, other) if by_codemaker else (other, visitor)
        new = setter.begin("duel", secret="55566", variant="p5c8", after=old["id"], hard=True)
        assert (new["role"], new["joined"], new["join"]) == ("codemaker", True, None)
        assert {player.see(old)["next"] for player in (visitor, other)} == {new["id"]}
        theirs = breaker.see(new)
        assert (theirs["role"], theirs["variant"], theirs["hard"], theirs["secret"]) == ("breaker", "p5c8", True, None)
        assert breaker.do(theirs, "guess", guess="55566")["outcome"] == "won"
        assert setter.begin("duel", secret="1111", after=old["id"])["id"] == new["id"], "it was sent twice"
        error = breaker.ask("POST", "games", 409, json={"kind": "duel", "secret": "1111", "after": old["id"]})["error"]
        assert (error["kind"], error["game"]["id"], error["game"]["role"]) == ("taken", new["id"], "breaker")

    def test_if_both_ask_at_once_one_is_taken(self, visitor: Visitor, other: Visitor) -> None:
        old = ended_duel(visitor, other)
        told: list[Any] = []

        def ask(player: Visitor) -> None:
            sent = player.post("/api/games", json={"kind": "duel", "secret": "1111", "after": old["id"]})
            told.append((sent.status_code, sent.json()))

        threads = [threading.Thread(target=ask, args=[player]) for player in (visitor, other)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        (_, made), (_, refused) = sorted(told, key=lambda each: each[0])
        assert sorted(status for status, _ in told) == [201, 409]
        assert refused["error"]["game"]["id"] == made["id"] == visitor.see(old)["next"]

    def test_only_its_players_go_on_and_only_after_the_end(self, url: str, visitor: Visitor, other: Visitor) -> None:
        def ask(player: Visitor, game: Json, status: int) -> Json:
            sent = {"kind": "duel", "secret": "1111", "after": game["id"]}
            error: Json = player.ask("POST", "games", status, json=sent)["error"]
            return error

        made = visitor.begin("duel", secret="1234")
        assert ask(visitor, made, 422)["message"].startswith("the next game can begin when")
        assert ask(visitor, visitor.do(visitor.begin(), "give-up"), 422)["kind"] == "not-allowed"
        old = ended_duel(visitor, other)
        with Visitor(url) as third:
            assert ask(third, old, 404)["kind"] == "not-found"
        other.ask("DELETE", "history", 204)
        assert ask(visitor, old, 422)["message"].startswith("nobody is left to play with")

    def test_after_the_next_game_was_deleted_there_can_be_another(self, visitor: Visitor, other: Visitor) -> None:
        old = ended_duel(visitor, other)
        first = visitor.begin("duel", secret="1111", after=old["id"])
        visitor.ask("DELETE", f"games/{first['id']}", 204)
        second = other.begin("duel", secret="1111", after=old["id"])
        assert visitor.see(old)["next"] == second["id"] != first["id"]


class TestChallenge:
    def offered(self, visitor: Visitor, **options: Any) -> tuple[Json, str]:
        game = visitor.break_code(visitor.begin(**options))
        return game, visitor.ask("POST", f"games/{game['id']}/challenge")["token"]

    def test_somebody_else_plays_the_same_code(self, visitor: Visitor, other: Visitor) -> None:
        game, token = self.offered(visitor, variant="p3c5", hard=True, guesses=12, palette="board")
        assert visitor.ask("POST", f"games/{game['id']}/challenge")["token"] == token
        told = other.ask("GET", f"challenges/{token}")
        assert told == {
            "variant": "p3c5", "guesses": 12, "hard": True, "palette": "board", "turn_count": len(game["turns"]),
            "outcome": "won", "yours": False, "game": None,
        }  # fmt: skip
        mine = other.ask("POST", f"challenges/{token}/play", 201)
        assert (mine["kind"], mine["role"], mine["turns"], mine["secret"]) == ("break", "breaker", [], None)
        assert mine["challenge"] == {"token": token, "turn_count": len(game["turns"]), "outcome": "won"}
        assert (mine["variant"], mine["hard"], mine["palette"]["name"]) == ("p3c5", True, "board")
        mine = other.do(mine, "guess", guess=str(game["turns"][-1]["guess"]))
        assert (mine["outcome"], mine["secret"]) == ("won", game["secret"])
        assert other.ask("POST", f"challenges/{token}/play") == mine
        assert other.ask("GET", f"challenges/{token}")["game"] == mine["id"]

    def test_the_sender_is_told_that_it_is_theirs(self, visitor: Visitor) -> None:
        game, token = self.offered(visitor)
        told = visitor.ask("GET", f"challenges/{token}")
        assert (told["yours"], told["game"]) == (True, game["id"])
        error = visitor.ask("POST", f"challenges/{token}/play", 422)["error"]
        assert error["message"].startswith("this is your own challenge")
        assert visitor.see(game)["challenge"] is None

    def test_not_every_game_can_be_one(self, visitor: Visitor, other: Visitor) -> None:
        daily = visitor.do(visitor.ask("POST", "daily", 201, json={"date": "2025-04-04"}), "give-up")
        adversary = visitor.do(visitor.begin(codemaker="adversary"), "give-up")
        for game in (visitor.begin(), visitor.begin("solve"), daily, adversary, ended_duel(visitor, other)):
            error = visitor.ask("POST", f"games/{game['id']}/challenge", 422)["error"]
            assert error["message"].startswith("only a game that is over and had a code of its own")
        assert other.ask("POST", f"games/{daily['id']}/challenge", 404)["error"]["kind"] == "not-found"

    def test_a_link_is_for_one_thing(self, visitor: Visitor, other: Visitor) -> None:
        _, token = self.offered(visitor)
        duel = visitor.begin("duel", secret="1234")
        for method, path in (
            ("GET", f"join/{token}"),
            ("POST", f"join/{token}"),
            ("GET", f"challenges/{duel['join']}"),
            ("POST", f"challenges/{duel['join']}/play"),
            ("GET", "challenges/nothing"),
        ):
            assert other.ask(method, path, 404)["error"]["kind"] == "gone"

    def test_it_goes_on_after_the_sender_has_deleted_it(self, visitor: Visitor, other: Visitor) -> None:
        game, token = self.offered(visitor)
        mine = other.ask("POST", f"challenges/{token}/play", 201)
        visitor.ask("DELETE", f"games/{game['id']}", 204)
        assert other.do(mine, "guess", guess="1122")["challenge"]["token"] == token
        assert other.ask("POST", f"challenges/{token}/play")["id"] == mine["id"]
        assert other.ask("GET", f"challenges/{token}", 404)["error"]["kind"] == "gone"

    def test_a_game_that_was_given_up(self, visitor: Visitor, other: Visitor) -> None:
        game = visitor.do(visitor.begin(), "give-up")
        token = visitor.ask("POST", f"games/{game['id']}/challenge")["token"]
        told = other.ask("GET", f"challenges/{token}")
        assert (told["turn_count"], told["outcome"]) == (0, "given up")
