"""One answer everywhere: whoever is asked for the best guess of a position names the same, with the same figures."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from keypeg import coach, words
from keypeg.cli import main
from keypeg.errors import InconsistentFeedback
from keypeg.game import Drawn, drawn_code
from keypeg.hints import LAST_STEP, Hint
from keypeg.position import Position
from keypeg.render import Look
from keypeg.rules import Turn, score
from keypeg.session import BreakSession, SolveSession
from keypeg.study import ADVISER, Advice, Study, advise
from typist import played, solved
from visitor import SEED, Json, Visitor, running

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

# The same in hard mode, where every guess must be a candidate.
HARD_POSITIONS = ["p4c6 1122", "p5c8 11223", "p6c9 112234", "p8c8", "p8c8 11223344", "p10c10 1122334455"]

# Other strategies: those that compare, and what stands in for them.
OTHERS = [
    (line, name) for name in ("knuth", "entropy") for line in ("p4c6 1122", "p5c8 11223", "p6c9", "p8c8 11223344")
]

REVIEWED = [
    "p4c6 1122 1345",
    "p4c10n 1234 5678",
    "p5c8 11223 44556",
    "p8c8 11223344 55667788",
    "p10c10 1122334455",
]

GAMES = [("p4c6", ADVISER), ("p4c6", "knuth"), ("p5c8", "entropy"), ("p8c8", ADVISER)]


@cache
def position_of(line: str) -> Position:
    text, *guesses = line.split()
    start = Position.parse(text)
    secret = drawn_code(start.variant, SEED)
    return Position(start.variant, [Turn(start.variant.code(guess), score(secret, guess)) for guess in guesses])


@cache
def expected(position: Position, name: str = ADVISER, top: int = 1, *, hard: bool = False) -> Advice:
    return advise(Study(position), name, top, hard=hard)


def expected_hint(position: Position, *, hard: bool = False) -> Hint:
    advice = expected(position, hard=hard)
    return Hint(LAST_STEP, advice.study.count, advice=advice)


@pytest.fixture(params=POSITIONS)
def position(request: pytest.FixtureRequest) -> Position:
    return position_of(request.param)


@pytest.fixture(params=[(line, ADVISER) for line in POSITIONS] + OTHERS, ids=" ".join)
def asked(request: pytest.FixtureRequest) -> tuple[Position, str]:
    """A position and a strategy."""
    line, name = request.param
    return position_of(line), name


@pytest.fixture(
    params=[(line, False) for line in POSITIONS] + [(line, True) for line in HARD_POSITIONS],
    ids=lambda param: f"{param[0]}{' hard' * param[1]}",
)
def played_to(request: pytest.FixtureRequest) -> tuple[Position, bool]:
    """A position that a game can reach, and whether that is one in hard mode."""
    line, hard = request.param
    return position_of(line), hard


@pytest.fixture(params=[False, True], ids=["", "hard"])
def hard(request: pytest.FixtureRequest) -> bool:
    mode: bool = request.param
    return mode


def figures(advice: Advice) -> tuple[str, bool, float | None]:
    return str(advice.best.guess), advice.best.can_win, advice.best.left


def check_review(told: Json, position: Position, *, hard: bool) -> None:
    """Check that the coach finds the expected guess before each turn, unless the one made is as good."""
    assert len(told["turns"]) == len(position.turns)
    for number, grade in enumerate(told["turns"]):
        best = expected(position.before(number), hard=hard).best
        assert grade["is_best"] or grade["best"]["guess"] == str(best.guess)
        if grade["best"]["guess"] == str(best.guess):
            assert (grade["best"]["bits"], grade["best"]["left"]) == (best.bits, best.left)


class TestCommands:
    def test_hint(self, asked: tuple[Position, str], hard: bool, capsys: pytest.CaptureFixture[str]) -> None:
        position, name = asked
        mode = ["--hard"] if hard else []
        assert main(["hint", str(position), "--strategy", name, "--json", *mode]) == 0
        told = json.loads(capsys.readouterr().out)
        advice = expected(position, name, 5, hard=hard)
        best = told["guesses"][0]
        assert (best["guess"], best["can_win"], best["left"]) == figures(expected(position, name, hard=hard))
        assert [guess["guess"] for guess in told["guesses"]] == [str(promise.guess) for promise in advice.ranking]
        assert told["note"] == (None if advice.note is None else advice.note.as_json())
        assert told["strategy"] == advice.by.name

    @pytest.mark.parametrize("line", REVIEWED)
    def test_analyze(self, line: str, hard: bool, capsys: pytest.CaptureFixture[str]) -> None:
        position = position_of(line)
        assert main(["analyze", str(position), "--json", *(["--hard"] if hard else [])]) == 0
        check_review(json.loads(capsys.readouterr().out), position, hard=hard)

    @pytest.mark.parametrize(("variant", "name"), GAMES)
    def test_solve(self, variant: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
        game, _ = expected_game(variant, name)
        secret = str(game.turns[-1].guess)
        words = ["solve", variant, "--strategy", name, "--secret", secret, "--guesses", "none", "--json"]
        assert main(words) == 0
        assert [turn["guess"] for turn in json.loads(capsys.readouterr().out)["turns"]] == guesses_of(game)


class TestTerminal:
    """The same typed into a game."""

    def test_hints(self, played_to: tuple[Position, bool]) -> None:
        position, hard = played_to
        secret = drawn_code(position.variant, SEED)
        lines = [*guesses_of(position), *["hint"] * LAST_STEP]
        _, view, table = played(*lines, variant=position.variant, secret=secret, guesses=None, hard=hard)
        assert table.game.position == position
        said = words.hint(expected_hint(position, hard=hard), table.game.look)
        assert words.sentence(said) in view.said

    @pytest.mark.parametrize(("variant", "name"), GAMES)
    def test_the_computer_that_guesses(self, variant: str, name: str) -> None:
        game, advice = expected_game(variant, name)
        feedback = [str(turn.feedback) for turn in game.turns]
        _, view, table = solved(*feedback, variant=game.variant, strategy=name, guesses=None)
        assert table.game.position == game
        for one in advice:
            assert one.note is None or f"({words.note(one.note)})" in view.text


@cache
def expected_game(variant: str, name: str) -> tuple[Position, tuple[Advice, ...]]:
    """Play the expected guesses until the secret is found; return the end, and the advice for each turn."""
    position, advice = position_of(variant), []
    secret = drawn_code(position.variant, SEED)
    while not position.is_won:
        advice.append(expected(position, name))
        guess = advice[-1].best.guess
        position = position.play(guess, score(secret, guess))
    return position, tuple(advice)


def guesses_of(position: Position) -> list[str]:
    return [str(turn.guess) for turn in position.turns]


class TestSessions:
    def test_hints(self, position: Position, hard: bool) -> None:
        session = BreakSession(position.variant, Drawn(SEED), guesses=None)
        for turn in position.turns:
            assert session.guess(turn.guess) == turn
        session.hard, session.step = hard, LAST_STEP - 1
        hint, best = session.hint(), expected(position, hard=hard)
        assert hint.advice is not None
        assert figures(hint.advice) == figures(best)
        assert hint.advice.note == best.note

    def test_the_computer_that_guesses(self, asked: tuple[Position, str]) -> None:
        position, name = asked
        line = " ".join([str(position.variant), "guesses=none", *map(str, position.turns)])
        assert SolveSession.parse(f"{line} strategy={name}").suggestion == expected(position, name).suggestion

    def test_the_computer_that_guesses_by_itself(self) -> None:
        assert SolveSession("p4c6").strategy == ADVISER

    def test_the_coach(self, position: Position, hard: bool) -> None:
        best = expected(position, hard=hard).best
        secret = drawn_code(position.variant, SEED)
        graded = coach.grade(position, Turn(best.guess, score(secret, best.guess)), hard=hard)
        assert graded.is_best
        assert graded.skill == pytest.approx(100)
        found = graded.played
        assert (found.guess, found.can_win, found.left, found.bits) == (best.guess, best.can_win, best.left, best.bits)


@pytest.fixture(scope="module")
def asker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """Give a visitor of a server; what a position is worth doesn't depend on the database."""
    with running(f"sqlite:///{tmp_path_factory.mktemp('sqlite')}/games.db") as url, Visitor(url) as client:
        yield client


class TestServer:
    """The same over HTTP."""

    def test_the_explorer(self, asker: Visitor, asked: tuple[Position, str]) -> None:
        position, name = asked
        told = asker.ask("GET", "position", params={"position": str(position), "top": 5, "strategy": name})
        advice = expected(position, name, 5)
        assert [guess["guess"] for guess in told["guesses"]] == [str(promise.guess) for promise in advice.ranking]
        assert [guess["bits"] for guess in told["guesses"]] == [promise.bits for promise in advice.ranking]
        assert [guess["left"] for guess in told["guesses"]] == [promise.left for promise in advice.ranking]
        assert (told["note"], told["strategy"]) == (words.note(advice.note), advice.by.name)

    def test_hints(self, asker: Visitor, played_to: tuple[Position, bool]) -> None:
        position, hard = played_to
        game = asker.begin(variant=str(position.variant), guesses=None, hard=hard)
        for guess in guesses_of(position):
            game = asker.do(game, "guess", guess=guess)
        assert game["position"] == str(position)
        *_, told = (asker.do(game, "hint")["hint"] for _ in range(LAST_STEP))
        hint = expected_hint(position, hard=hard)
        assert hint.advice is not None
        assert (told["guess"], told["can_win"], told["left"]) == figures(hint.advice)
        assert told["words"] == words.hint(hint, Look(position.variant))

    @pytest.mark.parametrize("line", REVIEWED)
    def test_the_coach(self, asker: Visitor, line: str, hard: bool) -> None:
        position = position_of(line)
        told = asker.ask("GET", "review", params={"position": str(position), "hard": hard})
        check_review(told, position, hard=hard)

    @pytest.mark.parametrize(("variant", "name"), GAMES)
    def test_the_computer_that_guesses(self, asker: Visitor, variant: str, name: str) -> None:
        end, advice = expected_game(variant, name)
        game = asker.begin("solve", variant=variant, guesses=None, strategy=name)
        for one, turn in zip(advice, end.turns, strict=True):
            assert (game["guess"], game["note"]) == (str(turn.guess), words.note(one.note))
            game = asker.do(game, "answer", feedback=str(turn.feedback))
        assert game["outcome"] == "won"


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
    advice = expected(position, asked)
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


@pytest.mark.parametrize(
    "line",
    [
        "p4c6 1122=1b1w 1122=2b0w",
        "p10c10 1122334455=2b3w 6677889911=1b2w 12345678a9=0b1w",
    ],
)
def test_a_contradiction_is_the_same_for_everybody(
    line: str, asker: Visitor, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(InconsistentFeedback) as caught:
        Position.parse(line)
    message = str(caught.value)
    found = caught.value.contradiction
    for command in ("hint", "analyze"):
        assert main([command, *line.split()]) == 2
        assert capsys.readouterr().err == f"keypeg: {message}\n"
    assert SolveSession.parse(line).contradiction == found
    responses: list[Any] = [asker.ask("GET", path, 422, params={"position": line}) for path in ("position", "review")]
    for told in responses:
        assert told["error"]["message"] == message
        slips = told["error"]["contradiction"]["corrections"]
        assert [slip["turn"] for slip in slips] == [number + 1 for number in found.corrections]
