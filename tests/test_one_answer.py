"""One answer everywhere: whoever is asked for the best guess of a position names the same, with the same figures."""

import json
from collections.abc import Iterator

import pytest

from keypeg import coach, words
from keypeg.cli import main
from keypeg.errors import InconsistentFeedback
from keypeg.game import Drawn, drawn_code
from keypeg.hints import Hint
from keypeg.position import Position
from keypeg.render import Look
from keypeg.rules import Turn, score
from keypeg.session import BreakSession, SolveSession
from keypeg.study import ADVISER, Advice, Study, advise
from visitor import SEED, Visitor

# A variant and guesses, answered by the secret that the servers of the tests draw: openings, small and large ones.
POSITIONS = [
    "p4c6",
    "p4c6 1122",
    "p4c6 1122 1345",
    "p4c10n 1234 5678",
    "p5c8 11223",
    "p5c8 11223 44556",
    "p6c9 112234",
    "p6c9 112234 556789",
    "p8c8",
    "p8c8 11223344",
    "p8c8 11223344 55667788 13572468",
    "p10c10",
    "p10c10 1122334455 6677889911",
]


def position_of(line: str) -> Position:
    text, *guesses = line.split()
    start = Position.parse(text)
    secret = drawn_code(start.variant, SEED)
    return Position(start.variant, [Turn(start.variant.code(guess), score(secret, guess)) for guess in guesses])


@pytest.fixture(params=POSITIONS)
def position(request: pytest.FixtureRequest) -> Position:
    return position_of(request.param)


@pytest.fixture(params=[False, True], ids=["", "hard"])
def hard(request: pytest.FixtureRequest) -> bool:
    mode: bool = request.param
    return mode


def figures(advice: Advice) -> tuple[str, bool, float | None]:
    return str(advice.best.guess), advice.best.can_win, advice.best.left


def session_of(position: Position, *, hard: bool = False) -> BreakSession:
    session = BreakSession(position.variant, Drawn(SEED), guesses=None)
    for turn in position.turns:
        assert session.guess(turn.guess) == turn
    session.hard = hard
    return session


def test_the_command(position: Position, hard: bool, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", str(position), "--json", *(["--hard"] if hard else [])]) == 0
    told = json.loads(capsys.readouterr().out)
    advice = advise(Study(position), top=5, hard=hard)
    best = told["guesses"][0]
    assert (best["guess"], best["can_win"], best["left"]) == figures(advise(Study(position), hard=hard))
    assert [guess["guess"] for guess in told["guesses"]] == [str(promise.guess) for promise in advice.ranking]
    assert told["note"] == (None if advice.note is None else advice.note.as_json())
    assert (told["asked"], told["strategy"]) == (ADVISER, advice.by.name)


def test_the_hints_of_a_game(position: Position, hard: bool) -> None:
    session = session_of(position, hard=hard)
    *_, hint = (session.hint() for _ in range(3))
    expected = advise(Study(position), hard=hard)
    assert hint.advice is not None
    assert figures(hint.advice) == figures(expected)
    assert hint.advice.note == expected.note


def test_the_computer_that_guesses(position: Position) -> None:
    line = " ".join([str(position.variant), "guesses=none", *map(str, position.turns)])
    expected = advise(Study(position))
    assert SolveSession.parse(line).suggestion == expected.suggestion
    assert SolveSession.parse(f"{line} strategy={ADVISER}").suggestion == expected.suggestion


def test_the_coach(position: Position, hard: bool) -> None:
    expected = advise(Study(position), hard=hard).best
    secret = drawn_code(position.variant, SEED)
    graded = coach.grade(position, Turn(expected.guess, score(secret, expected.guess)), hard=hard)
    assert graded.is_best
    assert graded.skill == pytest.approx(100)
    found = graded.played
    assert (found.guess, found.can_win, found.left, found.bits) == (
        expected.guess,
        expected.can_win,
        expected.left,
        expected.bits,
    )
    other = position.variant.code([1] * position.variant.pegs) if position.variant.repeats else secret
    if other != expected.guess:
        against = coach.grade(position, Turn(other, score(secret, other)), hard=hard)
        assert against.is_best or against.best.guess == expected.guess


@pytest.fixture(scope="module")
def asker(url: str) -> Iterator[Visitor]:
    with Visitor(url) as client:
        yield client


class TestServer:
    """The same over HTTP."""

    def test_the_explorer(self, asker: Visitor, position: Position) -> None:
        told = asker.ask("GET", "position", params={"position": str(position), "top": 5})
        advice = advise(Study(position), top=5)
        assert [guess["guess"] for guess in told["guesses"]] == [str(promise.guess) for promise in advice.ranking]
        assert [guess["bits"] for guess in told["guesses"]] == [promise.bits for promise in advice.ranking]
        assert [guess["left"] for guess in told["guesses"]] == [promise.left for promise in advice.ranking]
        assert told["note"] == words.note(advice.note)
        assert (told["asked"], told["strategy"]) == (ADVISER, advice.by.name)

    def test_the_hints_of_a_game(self, asker: Visitor, position: Position) -> None:
        game = asker.begin(variant=str(position.variant), guesses=None)
        for turn in position.turns:
            game = asker.do(game, "guess", guess=str(turn.guess))
        assert game["position"] == str(position)
        *_, told = (asker.do(game, "hint")["hint"] for _ in range(3))
        advice = advise(Study(position))
        assert (told["guess"], told["can_win"], told["left"]) == figures(advice)
        assert told["words"] == words.hint(session_hint(position), Look(position.variant))

    @pytest.mark.parametrize("variant", ["p4c6", "p6c9", "p8c8"])
    def test_the_computer_that_guesses(self, asker: Visitor, variant: str) -> None:
        secret = drawn_code(Position.parse(variant).variant, SEED)
        game = asker.begin("solve", variant=variant, guesses=None)
        while not game["over"]:
            advice = advise(Study(game["position"]))
            assert (game["guess"], game["note"]) == (str(advice.best.guess), words.note(advice.note))
            game = asker.do(game, "answer", answer=str(score(secret, game["guess"])))
        assert game["outcome"] == "won"


def session_hint(position: Position) -> Hint:
    session = session_of(position)
    *_, hint = (session.hint() for _ in range(3))
    return hint


# Who chooses if a strategy is asked where it can't, and what everybody is told about it.
STAND_INS = {
    ("p8c8 11223344", "knuth"): (
        "sampling",
        "chosen by sampling, judged by 1,998 codes of those left, drawn at random: there are too many codes for knuth",
    ),
    ("p20c20", "knuth"): ("sampling", "chosen by sampling: there are too many codes for knuth"),
    ("p6c9 112234", "optimal"): ("entropy", "chosen by entropy: the position is too large for optimal"),
    ("p8c8 11223344", "sampling"): ("sampling", "judged by 1,998 codes of those left, drawn at random"),
    ("p6c9 112234", "knuth"): ("knuth", ""),
}


@pytest.mark.parametrize(("line", "asked"), STAND_INS)
def test_everybody_is_told_who_chose(asker: Visitor, capsys: pytest.CaptureFixture[str], line: str, asked: str) -> None:
    position, (chose, note) = position_of(line), STAND_INS[line, asked]
    advice = advise(Study(position), asked)
    assert (advice.by.name, words.note(advice.note)) == (chose, note)
    assert main(["hint", str(position), "--strategy", asked]) == 0
    printed = capsys.readouterr().out
    assert f"by {chose}:" in printed
    assert words.sentence(note) in " ".join(printed.split())
    session = SolveSession.parse(" ".join([str(position.variant), f"strategy={asked}", *map(str, position.turns)]))
    assert session.suggestion == advice.suggestion
    assert note in words.hint(Hint(3, advice.study.count, advice=advice), Look(position.variant))
    if position.variant.pegs <= 10:  # the most that the page takes
        told = asker.ask("GET", "position", params={"position": str(position), "strategy": asked})
        assert (told["asked"], told["strategy"], told["note"]) == (asked, chose, note)


CONTRADICTION = "p4c6 1122=1b1w 1122=2b0w"


def test_a_contradiction_is_the_same_for_everybody(asker: Visitor, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InconsistentFeedback) as caught:
        Position.parse(CONTRADICTION)
    message = str(caught.value)
    found = caught.value.contradiction
    for command in ("hint", "analyze"):
        assert main([command, *CONTRADICTION.split()]) == 2
        assert capsys.readouterr().err == f"keypeg: {message}\n"
    session = SolveSession.parse(CONTRADICTION)
    assert session.contradiction == found
    told = asker.ask("GET", "position", 422, params={"position": CONTRADICTION})["error"]
    assert told["message"] == message
    assert [row["turn"] for row in told["contradiction"]["corrections"]] == [number + 1 for number in found.corrections]
