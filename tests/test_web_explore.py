"""Setup, positions and reviews over HTTP."""

import re

import pytest

from keypeg import Position, coach, strategy, words
from keypeg.render import Look
from keypeg.rules import Code, Variant
from keypeg.strategies import names
from keypeg.study import Study, advise
from keypeg.watch import watch
from visitor import Visitor

LINE = "p4c6 1122=1b1w 1344=0b2w"


class TestSetup:
    def test_what_can_be_chosen(self, visitor: Visitor) -> None:
        told = visitor.ask("GET", "setup")
        assert [each["variant"] for each in told["variants"][:3]] == ["p4c6", "p5c8", "p4c10n"]
        assert [each["name"] for each in told["strategies"]] == names()
        assert [each["name"] for each in told["palettes"]] == ["classic", "board", "safe", "digits", "bulls"]
        assert told["guesses"] == [8, 10, 12, None]
        assert told["limits"]["codes"] == 10**10
        assert all(each["codes"] <= told["limits"]["codes"] for each in told["variants"])
        assert "set-cookie" not in visitor.get("/api/setup").headers

    def test_a_variant_is_described_with_its_colors(self, visitor: Visitor) -> None:
        told = visitor.ask("GET", "variant", params={"variant": "2x11", "palette": "red,sky=#88ccff"})
        assert (told["variant"], told["codes"], len(told["palette"]["colors"])) == ("p2c11", 121, 11)
        assert told["palette"]["colors"][1] == {
            "number": 2, "symbol": "2", "label": "2", "name": "sky", "words": "sky", "letter": "s", "hex": "#88ccff",
            "ink": "#000000", "shape": "■",
        }  # fmt: skip
        assert told["palette"]["colors"][10]["symbol"] == "b"
        assert told["feedbacks"] == ["0b0w", "0b1w", "1b0w", "0b2w", "2b0w"]

    @pytest.mark.parametrize(
        ("variant", "palette", "message"),
        [
            ("p9", "classic", "'p9' is not a variant"),
            ("p4c3n", "classic", "without repeats 4 pegs need as many colors, not 3"),
            ("p4c6", "sky", "'sky' in palette 'sky' needs a value"),
            ("p11c2", "classic", "p11c2 is too large for this page: at most 10 pegs and 20 colors"),
            (
                "p10c11",
                "classic",
                "p10c11 has 25,937,424,601 codes, too many for this page (limit 10,000,000,000)",
            ),
        ],
    )
    def test_a_variant_or_palette_that_can_not_be(
        self, visitor: Visitor, variant: str, palette: str, message: str
    ) -> None:
        error = visitor.ask("GET", "variant", 422, params={"variant": variant, "palette": palette})["error"]
        assert error["message"].startswith(message)


class TestExplore:
    def test_a_position_as_the_library_sees_it(self, visitor: Visitor) -> None:
        told = visitor.ask("GET", f"position?position={LINE.replace(' ', '+')}&top=3&limit=100")
        position = Position.parse(LINE)
        assert told["position"] == LINE
        assert [Code(code) for code in told["candidates"]["codes"]] == list(position.candidates)
        best = [promise.partition for promise in advise(Study(position), top=3).ranking]
        assert [Code(each["guess"]) for each in told["guesses"]] == [part.guess for part in best]
        first = told["guesses"][0]
        assert (first["bits"], first["parts"], first["largest"]) == (best[0].bits, len(best[0]), best[0].largest)
        assert sum(part["codes"] for part in first["partition"]) == told["candidates"]["count"]

    @pytest.mark.parametrize(
        ("name", "measure"),
        [
            *[("optimal", "guesses"), ("knuth", "largest"), ("expected-size", "left"), ("most-parts", "parts")],
            *[("entropy", "bits"), ("entropy-win", "worth"), ("sampling", "bits"), ("first", None)],
        ],
    )
    def test_what_the_guesses_are_sorted_by(self, visitor: Visitor, name: str, measure: str | None) -> None:
        told = visitor.ask("GET", f"position?position=p4c6+1122=1b0w&strategy={name}&top=5")
        assert told["measure"] == measure
        study = Study("p4c6 1122=1b0w")
        for each in told["guesses"]:
            total = study.total_of(study.position.variant.code(each["guess"]))
            assert each["guesses"] == (total or 0) / study.count.value
            weighed = visitor.ask("GET", f"position/guess?position=p4c6+1122=1b0w&guess={each['guess']}")
            assert weighed == each
        if measure is not None and name != "sampling":
            values = [each[measure] for each in told["guesses"]]
            assert values == pytest.approx(sorted(values, reverse=measure in {"bits", "worth", "parts"}))

    def test_the_strategy_that_is_asked_for(self, visitor: Visitor) -> None:
        told = visitor.ask("GET", "position?position=p4c6+1122=1b0w&strategy=knuth&top=1")
        assert told["guesses"][0]["guess"] == str(strategy("knuth").choose(Position.parse("p4c6 1122=1b0w")))
        assert len(visitor.ask("GET", "position?position=p4c6&strategy=first")["guesses"]) == 1

    def test_a_guess_of_ones_own_is_weighed_like_the_best_ones(self, visitor: Visitor) -> None:
        best = visitor.ask("GET", "position", params={"position": LINE, "top": 1})["guesses"][0]
        asked = {"position": LINE, "guess": best["guess"]}
        assert visitor.ask("GET", "position/guess", params=asked) == best
        in_letters = {"position": "p4c6 rrgg=1b1w", "guess": "rrgg", "palette": "classic"}
        told = visitor.ask("GET", "position/guess", params=in_letters)
        assert (told["guess"], told["can_win"], told["bits"], told["parts"]) == ("1122", False, 0.0, 1)

    def test_a_guess_that_can_not_be_weighed(self, visitor: Visitor) -> None:
        for position, guess, message in [
            ("p4c6", "112", "a code has 4 pegs, '112' has 3"),
            ("p4c6 1122=4b0w", "1122", "the code is found in"),
        ]:
            asked = {"position": position, "guess": guess}
            assert visitor.ask("GET", "position/guess", 422, params=asked)["error"]["message"].startswith(message)

    def test_a_won_position_has_no_guess(self, visitor: Visitor) -> None:
        told = visitor.ask("GET", "position?position=p4c6+1122=4b0w")
        assert (told["won"], told["guesses"], told["candidates"]["codes"]) == (True, [], ["1122"])

    def test_a_large_position_has_a_suggestion(self, visitor: Visitor) -> None:
        told = visitor.ask("GET", "position?position=p6c10+112233=1b1w")
        assert len(told["guesses"]) == 5
        assert told["guesses"][0]["bits"] > 2
        assert (told["asked"], told["strategy"]) == ("optimal", "entropy")
        assert told["note"] == "chosen by entropy: the position is too large for optimal"

    @pytest.mark.parametrize("line", ["p8c8", "p10c10"])
    def test_first_guesses_are_ranked_at_any_size(self, visitor: Visitor, line: str) -> None:
        told = visitor.ask("GET", "position", params={"position": line})
        assert len(told["guesses"]) == 5
        assert sum(part["codes"] for part in told["guesses"][0]["partition"]) == Variant.parse(line).size

    @pytest.mark.parametrize("line", ["p8c8 11223344=1b3w", "p10c10 1122334455=2b3w"])
    def test_a_very_large_one_is_judged_by_a_sample(self, visitor: Visitor, line: str) -> None:
        told = visitor.ask("GET", "position", params={"position": line})
        assert len(told["guesses"]) == 5
        assert all(guess["bits"] > 3 and guess["left"] > 1000 for guess in told["guesses"])
        assert (told["asked"], told["strategy"]) == ("optimal", "sampling")
        assert re.fullmatch(
            r"chosen by sampling, judged by [0-9,]+ codes of those left, drawn at random: "
            r"there are too many codes for optimal",
            told["note"],
        )

    @pytest.mark.parametrize(
        "line",
        [
            "p8c9 11223344=4b1w 81622924=1b4w 33923649=1b3w 41186348=0b4w",
            "p8c10 11223344=3b1w 18627814=1b2w 62259324=2b3w 61a26335=0b6w 323a5654=2b4w",
            "p9c9 111223344=2b4w 313822253=0b5w 452475342=3b3w 572173145=2b5w 921135542=5b3w",
            "p10c7 1112223334=1b4w 5266511162=1b4w 4177447511=1b5w 7521725742=2b3w 7641331376=3b3w 1731761217=4b5w",
            "p10c8 1112223344=1b6w 1326316113=6b0w 1416414773=3b2w 1565372122=2b6w 1277388212=4b1w",
        ],
    )
    def test_a_nearly_solved_one_of_a_large_variant(self, visitor: Visitor, line: str) -> None:
        for name in ("optimal", "knuth", "entropy-candidates", "sampling"):
            told = visitor.ask("GET", "position", params={"position": line, "strategy": name})
            expected = advise(Study(line), name, top=5)
            assert [each["guess"] for each in told["guesses"]] == [str(each.guess) for each in expected.ranking]
            assert 0 < len(told["candidates"]["codes"]) == told["candidates"]["count"] < 40
        best = told["guesses"][0]["guess"]
        weighed = visitor.ask("GET", "position/guess", params={"position": line, "guess": best})
        assert sum(part["codes"] for part in weighed["partition"]) == told["candidates"]["count"]

    def test_a_contradiction_comes_with_what_could_be_wrong(self, visitor: Visitor) -> None:
        error = visitor.ask("GET", "position?position=p4c6+1122=4b0w+1123=1b0w", 422)["error"]
        assert (error["kind"], error["contradiction"]["drops"]) == ("inconsistent", [[1], [2]])
        assert error["contradiction"]["corrections"][1] == {
            "turn": 2, "guess": "1123", "given": "1b0w",
            "could_be": [{"feedback": "3b0w", "blacks": 3, "whites": 0, "left": 1}],
        }  # fmt: skip

    @pytest.mark.parametrize(
        ("line", "kind", "message"),
        [
            ("", "unreadable", "'' is not a position"),
            ("p4c6 1122", "unreadable", "'1122' is not a turn"),
            ("p4c6 1122=5b0w", "not-allowed", "5b0w is 5 key pegs"),
            ("p4c6 1122=4b0w 1122=4b0w", "not-allowed", "turn 1 found the code in"),
            ("p10c20", "too-large", "p10c20 has 10,240,000,000,000 codes, too many for this page"),
            ("p4c6" + " 1122=0b0w" * 201, "too-large", "201 turns are too many for this page (limit 200)"),
        ],
    )
    def test_a_line_that_can_not_be(self, visitor: Visitor, line: str, kind: str, message: str) -> None:
        error = visitor.ask("GET", "position", 422, params={"position": line})["error"]
        assert error["kind"] == kind
        assert error["message"].startswith(message)

    def test_every_strategy_of_ours_plays_every_size(self, visitor: Visitor) -> None:
        for name in names():
            told = visitor.ask("GET", "position", params={"position": "p10c10", "strategy": name, "top": 1})
            assert len(told["guesses"]) == 1


class TestReview:
    def test_a_finished_game(self, visitor: Visitor) -> None:
        game = visitor.begin()
        error = visitor.ask("GET", f"games/{game['id']}/review", 422)["error"]
        assert error["message"] == "the coach reviews a game once it is over"
        game = visitor.break_code(game)
        told = visitor.ask("GET", f"games/{game['id']}/review")
        position = Position.parse(game["position"])
        expected = words.review_json(coach.review(position), Look(position.variant))
        assert {name: told[name] for name in expected} == expected
        assert len(told["turns"]) == len(game["turns"])

    def test_a_game_that_was_given_up(self, visitor: Visitor) -> None:
        game = visitor.begin()
        game = visitor.do(game, "guess", guess="1122")
        visitor.do(game, "give-up")
        told = visitor.ask("GET", f"games/{game['id']}/review")
        assert told["words"][0].startswith("The code was not found in 1 guess; ")
        going_on = visitor.ask("GET", "review", params={"position": told["position"]})
        assert going_on["words"][0].startswith("The code is not found yet: after 1 guess ")

    def test_a_position(self, visitor: Visitor) -> None:
        told = visitor.ask("GET", "review", params={"position": LINE, "hard": True, "palette": "board"})
        assert told["turns"][1]["position"] == "p4c6 1122=1b1w"
        assert (told["hard"], told["palette"]["name"]) == (True, "board")
        assert told["turns"][0]["guess"] == "1122"


def test_a_strategy_is_watched_step_by_step(visitor: Visitor) -> None:
    """From position to position, it makes the guesses that the library's `watch` yields."""
    position = "p4c6"
    for step in watch("p4c6", "1344", "entropy"):
        told = visitor.ask("GET", "watch", params={"position": position, "code": "1344", "strategy": "entropy"})
        assert (told["turn"]["guess"], told["turn"]["feedback"]) == tuple(str(step.turn).split("="))
        assert (told["candidates"]["count"], told["turn"]["number"]) == (step.count.value, step.number)
        assert [one["guess"] for one in told["guesses"]] == [str(promise.guess) for promise in step.ranking]
        assert (told["secret"], told["won"]) == ("1344", False)
        assert told["why"].startswith(str(Look(Variant(4, 6)).code(step.turn.guess)))
        position = f"{position} {step.turn}"
    told = visitor.ask("GET", "watch", params={"position": position, "code": "1344"})
    assert (told["won"], told["turn"], told["why"], told["guesses"]) == (True, None, "", [])


def test_what_is_no_code_or_no_strategy_is_not_watched(visitor: Visitor) -> None:
    error = visitor.ask("GET", "watch", 422, params={"position": "p4c6", "code": "12"})["error"]
    assert "12" in error["message"]
    error = visitor.ask("GET", "watch", 422, params={"position": "p4c6", "code": "1234", "strategy": "x"})["error"]
    assert "'x'" in error["message"]
