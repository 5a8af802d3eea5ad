"""The language of a request: chosen on the page, or the browser's; and everything in a response is in it."""

import pytest
from starlette.datastructures import Headers

from keypeg.web.guard import LANGUAGE_COOKIE, language_of
from visitor import Json, Visitor, watching


@pytest.mark.parametrize(
    ("accepted", "chosen", "found"),
    [
        ("", "", "en"),
        ("de", "", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "", "de"),
        ("fr-CH, fr;q=0.9, en;q=0.1, es;q=0.7, *;q=0.5", "", "es"),
        ("es;q=0.2,de ; q=0.8", "", "de"),
        ("de;q=0,es;q=0.1", "", "es"),
        ("de;q=much,es;q=0.001", "", "es"),
        ("fr,it", "", "en"),
        ("de", "es", "es"),
        ("de", "en", "en"),
        ("de", "fr", "de"),
        ("de", '"<script>"', "de"),
        ("," * 1000 + "de", "", "en"),
        (";;q=,=;q=1;q=1", "", "en"),
    ],
)
def test_which_language_a_request_asks_for(accepted: str, chosen: str, found: str) -> None:
    cookies = f"keypeg=x; {LANGUAGE_COOKIE}={chosen}" if chosen else "keypeg=x"
    assert language_of(Headers({"accept-language": accepted, "cookie": cookies})) == found


def test_an_error_is_in_the_language_of_its_request(visitor: Visitor) -> None:
    for tag, said in (
        ("de", "dieses Spiel gibt es nicht, oder es gehört dir nicht"),
        ("es-MX", "no existe esa partida, o no es tuya"),
        ("fr", "there is no such game, or it is not yours"),
    ):
        response = visitor.get("/api/games/x", headers={"Accept-Language": tag})
        assert response.json()["error"]["message"] == said
        assert response.headers["vary"] == "Accept-Language, Cookie"


def test_caches_are_told_what_has_words_in_it(visitor: Visitor) -> None:
    asked = {path: visitor.get(path).headers.get("vary", "") for path in ("/", "/help", "/api/setup", "/icon.svg")}
    assert {path for path, varies in asked.items() if "Accept-Language, Cookie" in varies} == {*asked} - {"/icon.svg"}


def test_the_choice_of_a_person_counts_more_than_the_browser(visitor: Visitor) -> None:
    visitor.headers["Accept-Language"] = "de"
    visitor.cookies[LANGUAGE_COOKIE] = "es"
    game = visitor.begin()
    assert visitor.do(game, "guess", 422, guess="11112")["error"]["message"].startswith("un código tiene 4 clavijas")
    visitor.cookies[LANGUAGE_COOKIE] = "en"
    assert visitor.do(game, "guess", 422, guess="11112")["error"]["message"].startswith("a code has 4 pegs")


def names(told: Json) -> list[str]:
    return [color["words"] for color in told["palette"]["colors"]]


def test_all_that_is_told_of_a_game(visitor: Visitor) -> None:
    visitor.headers["Accept-Language"] = "de"
    game = visitor.begin()
    assert names(game) == ["rot", "grün", "blau", "gelb", "orange", "lila"]
    assert [color["name"] for color in game["palette"]["colors"]][:2] == ["red", "green"]
    game = visitor.do(game, "guess", guess="1122")
    assert game["turns"][0]["words"].endswith(("weiß", "schwarz"))
    assert visitor.do(game, "hint")["hint"]["words"].endswith(" noch möglich.")
    game = visitor.break_code(game)
    assert "gelöst in" in str(game["share"])
    review = visitor.ask("GET", f"games/{game['id']}/review")
    assert review["words"][0].startswith("Der Code wurde in ")
    visitor.headers["Accept-Language"] = "es"
    again = visitor.see(game)
    assert names(again)[:2] == ["rojo", "verde"]
    assert "resuelto en" in str(again["share"])
    explained = {one["name"]: one["explanation"] for one in visitor.ask("GET", "setup")["strategies"]}
    assert explained["knuth"].startswith("Minimiza el mayor número de candidatos")


def test_a_note_that_is_kept_is_told_in_the_language_of_whoever_reads_it(visitor: Visitor) -> None:
    visitor.headers["Accept-Language"] = "de"
    game = visitor.begin("solve", variant="p10c10", strategy="knuth")
    game = visitor.do(game, "answer", feedback="2b3w")
    assert "zufällig gezogenen Codes" in game["note"]
    visitor.headers["Accept-Language"] = "es"
    assert "sacados al azar" in visitor.see(game)["note"]


def test_two_people_watch_a_game_each_in_their_language(visitor: Visitor, other: Visitor) -> None:
    visitor.headers["Accept-Language"] = "de"
    other.headers["Accept-Language"] = "es"
    theirs = visitor.begin("duel", secret="1234")
    mine = other.ask("POST", f"join/{theirs['join']}")
    with watching(visitor, theirs) as seen, watching(other, mine) as guessing:
        next(seen), next(guessing)
        other.do(mine, "guess", guess="1122")
        told = [next(data for _, _, data in events if data.get("turns")) for events in (seen, guessing)]
    assert [one["turns"][0]["words"].split(": ")[1] for one in told] == ["1 schwarz, 1 weiß", "1 negro, 1 blanco"]
