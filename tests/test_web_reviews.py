"""Reviews of games over HTTP: by whose rules they judge, and turn by turn as they are worked out."""

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from keypeg import coach
from keypeg.errors import TooLarge
from keypeg.position import Position
from keypeg.web.refusals import Refusal, busy
from keypeg.web.work import Stopper
from visitor import PATIENT, Json, Visitor, running, watching

EVENTS = "review/events"


def ended(visitor: Visitor, *guesses: str, **options: Any) -> Json:
    game = visitor.begin(guesses=len(guesses), **options)
    for guess in guesses:
        game = visitor.do(game, "guess", guess=guess)
    return game


def test_turns_come_one_by_one_and_then_the_whole(visitor: Visitor) -> None:
    game = ended(visitor, "1111", "1112", "6611")
    whole = visitor.ask("GET", f"games/{game['id']}/review")
    with watching(visitor, game, EVENTS) as stream:
        events = [(name, data) for name, _, data in stream]
    assert events == [*(("turn", turn) for turn in whole["turns"]), ("review", whole)]
    assert whole["turns"][0]["verdict"] == "mistake"
    assert whole["worth_a_look"][0] in {1, 2, 3}
    assert whole["headline"]


def test_only_a_game_that_is_over_is_reviewed(visitor: Visitor, other: Visitor) -> None:
    game = visitor.begin()
    assert visitor.ask("GET", f"games/{game['id']}/{EVENTS}", 422)["error"]["kind"] == "not-allowed"
    assert other.ask("GET", f"games/{game['id']}/{EVENTS}", 404)["error"]["kind"] == "not-found"


def test_against_an_adversary_there_is_no_luck(visitor: Visitor) -> None:
    game = ended(visitor, "1122", "1344", codemaker="adversary")
    told = visitor.ask("GET", f"games/{game['id']}/review")
    assert (told["codemaker"], told["luck"], {turn["luck"] for turn in told["turns"]}) == ("adversary", None, {None})
    assert told["turns"][0]["verdict"] == "best"
    assert told["turns"][0]["best"]["largest"] == 256
    assert "no luck" in " ".join(told["words"])
    same = visitor.ask("GET", "review", params={"position": game["position"], "codemaker": "adversary"})
    assert same["turns"] == told["turns"]


def test_hard_mode_says_so(visitor: Visitor) -> None:
    told = visitor.ask("GET", f"games/{ended(visitor, '1122', hard=True)['id']}/review")
    assert (told["hard"], told["codemaker"]) == (True, "random")
    assert "In hard mode a guess is compared only with guesses that could be right." in told["words"]


def test_a_persons_code(visitor: Visitor, other: Visitor) -> None:
    made = visitor.begin("duel", secret="1234")
    mine = other.do(other.ask("POST", f"join/{made['join']}"), "guess", guess="1234")
    told = other.ask("GET", f"games/{mine['id']}/review")
    assert (told["codemaker"], told["turns"][0]["verdict"], told["worth_a_look"]) == ("person", "found", [])


def test_what_can_not_be_worked_out_says_so(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise TooLarge("too-few-candidates", found=1, position=Position("p4c6"))

    game = ended(visitor, "1122", "1344")
    monkeypatch.setattr(coach, "sum_up", refuse)
    with watching(visitor, game, EVENTS) as stream:
        names = [(name, data.get("error", {}).get("kind")) for name, _, data in stream]
    assert names == [("turn", None), ("turn", None), ("refused", "too-large")]


def test_who_leaves_stops_the_work(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, ends = threading.Event(), threading.Event()

    def forever(position: Position, *, progress: Callable[[float, float], None], **_: object) -> Any:
        yield coach.grade(position.before(0), position.turns[0])
        begun.set()
        try:
            while True:
                time.sleep(0.01)
                progress(0, 1)
        finally:
            ends.set()

    game = ended(visitor, "1122")
    monkeypatch.setattr(coach, "grades", forever)
    with watching(visitor, game, EVENTS) as stream:
        assert next(stream)[0] == "turn"
        assert begun.wait(10)
    assert ends.wait(10)


def test_each_turn_has_time_of_its_own() -> None:
    stopper = Stopper(0.2, lambda: False, busy(1, TooLarge("web-slow", limit=1)))
    for _ in range(3):
        time.sleep(0.1)
        stopper(0, 1)
        stopper.renew()
    stopper.stop()
    with pytest.raises(Refusal):
        stopper(0, 1)


def test_a_stream_of_a_review_is_one_of_those_that_are_counted(tmp_path_factory: pytest.TempPathFactory) -> None:
    limits = type(PATIENT)(streams=1)
    with running(f"sqlite:///{tmp_path_factory.mktemp('db')}/games.db", limits) as url, Visitor(url) as someone:
        open_game, over = someone.begin(), ended(someone, "1122")
        with watching(someone, open_game) as events:
            next(events)
            someone.ask("GET", f"games/{over['id']}/{EVENTS}", 429)
