"""Every error and every finding in a throw-away language: no English is left in any message."""

import copy
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from string import Formatter
from typing import Any, ClassVar

import pytest

from keypeg import (
    checkpoints,
    classic,
    coach,
    exact,
    game,
    plot,
    replay,
    store,
    strategies,
    tournament,
    tree,
    tree_nodes,
    words,
)
from keypeg.database import Database
from keypeg.effort import Effort
from keypeg.errors import InconsistentFeedback, KeypegError, TooLarge
from keypeg.game import parse_codemaker
from keypeg.gpu.shape import Shape
from keypeg.hints import LAST_STEP, Check, Hint
from keypeg.palette import Palette
from keypeg.position import Position
from keypeg.render import Look
from keypeg.rules import Code, Feedback, Turn, Variant, score
from keypeg.session import BreakSession, SolveSession
from keypeg.strategies import Abilities, strategy
from keypeg.study import Note, Study, advise
from keypeg.words.language import ENGLISH
from keypeg.words.strategies import explanation, meaning
from keypeg.workers import processes
from strange import STRANGE, english_in, in_script

P4C6 = Variant(4, 6)
WON = "p4c6 1122=4b0w"


def test_english_is_seen() -> None:
    assert english_in("'a code' has 4 pegs of p4c6 1122=1b1w, RGBY red knuth") == ["has", "pegs", "of"]
    assert english_in("1 black, 2 white; black, white") == ["black"]
    assert english_in(str(provoked(ERRORS["code-length"]))) == ["code", "has", "pegs", "has"]


def test_the_places_for_facts_stay() -> None:
    written = in_script("a {code!q} has {n:# peg|# pegs} of {share:.2f}")
    assert written == "α {code!q} θατ {n:# πεη|# πεητ} οζ {share:.2f}"  # noqa: RUF001


@dataclass(frozen=True)
class Bad:
    """A strategy that guesses what it is told."""

    guess: Any = None
    name: str = "bad"
    version: int = 1
    explanation: str = ""
    abilities: ClassVar[Abilities] = Abilities()

    def choose(self, _: Position) -> Any:
        return self.guess


def flaw(change: Callable[[dict[str, Any]], object]) -> None:
    """Raise the first flaw of a tree that was changed."""
    data = strategies.grow(strategy("knuth"), Position.parse("p2c3")).as_json()
    change(data)
    raise replay.verify(data).flaws[0]


def skipped(error: KeypegError) -> None:
    raise error


def row(seed: int) -> tournament.Row:
    return next(tournament.run([Variant(2, 3)], [strategy("first")], games=2, seed=seed))


def played(line: str = "p4c6 codemaker=fixed:1122", *guesses: str) -> BreakSession:
    session = BreakSession.parse(line)
    for guess in guesses:
        session.guess(guess)
    return session


def solving(*feedback: str, secret: str | None = None) -> SolveSession:
    session = SolveSession(P4C6, secret=None if secret is None else Code(secret))
    for given in feedback:
        session.answer(given)
    return session


LARGE = Position.parse("p10c10 1122334455=2b3w")
SEARCH = partial(exact.Search, Position.parse("p3c4"))
RED = [classic.Red, classic.Red]
ERRORS: dict[str, Callable[[], object]] = {
    "feedback-counts": lambda: Feedback(-1, 2),
    "feedback-text": lambda: Feedback.parse("some"),
    "feedback-value": lambda: P4C6.feedback(5),  # type: ignore[arg-type]
    "feedback-total": lambda: P4C6.feedback("3b2w"),
    "feedback-last-peg": lambda: P4C6.feedback("3b1w"),
    "code-empty": lambda: Code([]),
    "code-value": lambda: Code(5),  # type: ignore[arg-type]
    "code-letters": lambda: Code("RGBY"),
    "code-length": lambda: P4C6.code("11223"),
    "code-repeats": lambda: Variant(4, 10, repeats=False).code("1123"),
    "color-number": lambda: Code([0]),
    "color-too-large": lambda: Code([10**30]),
    "color-text": lambda: Code("11!2"),
    "color-unknown": lambda: P4C6.check_code(Code("1127")),
    "letter-unknown": lambda: P4C6.code("112x"),
    "digit-unknown": lambda: P4C6.code("112x", "digits"),
    "turn-text": lambda: Turn.parse("1122"),
    "turn-value": lambda: P4C6.turn(5),  # type: ignore[arg-type]
    "guess-length": lambda: score("1122", "112"),
    "variant-counts": lambda: Variant(0, 6),
    "variant-repeats": lambda: Variant(4, 6, 1),  # type: ignore[arg-type]
    "variant-colors": lambda: Variant(4, 3, repeats=False),
    "variant-text": lambda: Variant.parse("large"),
    "variant-value": lambda: Position(5),  # type: ignore[arg-type]
    "variant-size": lambda: Position(Variant(200, 6)),
    "palette-given": lambda: Palette.of(5),  # type: ignore[arg-type]
    "palette-empty": lambda: Palette.parse(""),
    "palette-twice": lambda: Palette.parse("red,red"),
    "palette-color": lambda: Palette.parse("1"),
    "palette-value": lambda: Palette.parse("sky"),
    "parameter-whole": lambda: strategy("genetic:population=many"),
    "parameter-number": lambda: strategy("genetic:mutation=often"),
    "seed-unused": lambda: strategy("knuth:7"),
    "parameter-text": lambda: strategy("genetic:7,many"),
    "parameter-unknown": lambda: strategy("genetic:speed=3"),
    "parameter-none": lambda: strategy("knuth:speed=3"),
    "parameter-twice": lambda: strategy("genetic:population=3,population=4"),
    "seed-text": lambda: strategy("random:many"),
    "colors-value": lambda: classic.count_colors("RGBY"),  # type: ignore[arg-type]
    "color-value": lambda: classic.count_colors([5]),  # type: ignore[list-item]
    "codes-value": lambda: classic.filter_codes(classic.Move(RED, 1, 0), 5),  # type: ignore[arg-type]
    "length-value": lambda: classic.all_codes(-1),
    "length-too-large": lambda: classic.all_codes(20),
    "move-value": lambda: classic.is_consistent(5, RED),  # type: ignore[arg-type]
    "move-counts": lambda: classic.Move(RED, 2, 1),
    "move-last-peg": lambda: classic.Move(RED, 1, 1),
    "move-length": lambda: classic.exact_matches(RED, [classic.Red]),
    "position-value": lambda: Position.of(5),  # type: ignore[arg-type]
    "position-for-variant": lambda: Position("p4c6 1122=1b1w"),
    "turn-index": lambda: Position(P4C6).before(1),
    "no-consistent-code": Position("p2c2").extend("11=2b0w").extend("22=2b0w").candidates.first,
    "position-empty": lambda: Position.parse(""),
    "too-many-codes": lambda: len(Position.parse("p10c10").candidates),
    "too-many-candidates": lambda: len(LARGE.candidates),
    "contradiction": lambda: Position.parse("p4c6 1111=2b0w 1111=3b0w"),
    "code-found": lambda: coach.grade(WON, "1122=4b0w"),
    "effort": lambda: Effort(0),
    "effort-value": lambda: Study("p4c6", 5),  # type: ignore[arg-type]
    "threads-value": lambda: Study("p4c6", threads=-3),
    "hint-step": lambda: Hint.at("p4c6", 4),
    "top": lambda: advise(Study("p4c6"), top=0),
    "turns-after-win": lambda: coach.review(f"{WON} 1122=4b0w"),
    "memory-value": lambda: SEARCH(memory=-1),
    "objective": lambda: SEARCH("best"),  # type: ignore[arg-type]
    "exact-pegs": lambda: exact.Search(Position.parse("p11c2")),
    "exact-codes": lambda: exact.Search(Position.parse("p8c8")),
    "tree-format": lambda: tree.StrategyTree.from_json({}),
    "tree-text": lambda: tree.StrategyTree.from_json({"format": tree_nodes.FORMAT, "position": 5}),
    "tree-node": lambda: tree_nodes.read(P4C6, 5),
    "tree-feedback": lambda: tree_nodes.read(P4C6, {"guess": "1122", "then": {"1b0w": 5, "1,0": 5}}),
    "tree-position": lambda: strategies.grow(strategy("knuth"), Position.parse("p2c3")).choose(Position.parse("p2c2")),
    "tree-path": lambda: strategies.grow(strategy("knuth"), Position.parse("p2c3")).choose(
        Position.parse("p2c3 33=1b0w")
    ),
    "tree-size": lambda: tree.check_size(Position.parse("p4c40"), "first"),
    "tree-replay": lambda: replay.verify({"format": tree_nodes.FORMAT, "position": "p10c10"}),
    "flaw-root": lambda: flaw(lambda data: data.update(tree=5)),
    "flaw-node": lambda: flaw(lambda data: data["tree"]["then"].update({"1b0w": "1"})),
    "flaw-first-branch": lambda: flaw(lambda data: data["tree"]["then"].update({"2b0w": "11"})),
    "flaw-end-more": lambda: flaw(lambda data: data.update(tree="11")),
    "flaw-claim": lambda: flaw(lambda data: data.update(variant="p2c4")),
    "flaw-bound": lambda: flaw(lambda data: data.update(lower=1000)),
    "strategy-unknown": lambda: strategy("best"),
    "strategy-value": lambda: advise(Study("p4c6"), 5),  # type: ignore[arg-type]
    "strategy-nameless": lambda: SolveSession("p4c6", strategy=Bad(name="knuth")),
    "strategy-colon": lambda: strategy("genetic,population=3"),
    "strategy-no-module": lambda: strategies.load("nowhere:Best"),
    "strategy-no-name": lambda: strategies.load("string:Best"),
    "strategy-seedless": lambda: strategies.foreign.load("test_language:Bad")(7),
    "strategy-codes": lambda: strategies.next_guess(strategy("knuth"), LARGE),
    "one-thread": lambda: strategies.check_threads(strategy("first"), 2),
    "device-strategy": lambda: strategies.on_device("first", "cuda"),
    "gpu-variant": lambda: Shape(Variant(11, 2)).check(),
    "guess-illegal": lambda: strategies.next_guess(Bad(5), Position.parse("p4c6")),
    "guess-repeated": lambda: strategies.next_guess(Bad(Code("1122")), Position.parse("p4c6 1122=1b1w")),
    "guess-useless": lambda: strategies.grow(Bad(Code("111")), Position.parse("p3c2 111=2b0w"), Code("111")),
    "tournament-after": lambda: list(tournament.run([P4C6], [strategy("first")], games=1, after=-1)),
    "tournament-games": lambda: list(tournament.run([P4C6], [strategy("first")], games=0)),
    "rows-unlike": lambda: row(1).difference(row(2)),
    "row-left-out": lambda: list(tournament.run([Variant(10, 10)], [strategy("knuth")], games=1, skipped=skipped)),
    "plot-empty": lambda: plot.draw([], "png"),
    "plot-format": lambda: plot.check_format("gif"),
    "codemaker-text": lambda: parse_codemaker("somebody", P4C6),
    "veiled-text": lambda: game.unveiled("what"),
    "seed-value": lambda: game.Drawn(10**100),
    "codemaker-value": lambda: game.play("first", 5, "p4c6"),  # type: ignore[arg-type]
    "game-guesses": lambda: game.check_guesses(0),
    "game-over": lambda: played("p4c6 codemaker=fixed:1122", "1122").guess("1122"),
    "hard-mode": lambda: played("p4c6 hard codemaker=fixed:1122", "1111").guess("3333"),
    "session-value": lambda: BreakSession.parse(5),  # type: ignore[arg-type]
    "session-empty": lambda: BreakSession.parse(""),
    "session-word": lambda: BreakSession.parse("p4c6 nonsense"),
    "session-number": lambda: BreakSession.parse("p4c6 codemaker=fixed:1122 hints=many"),
    "turn-changed": lambda: BreakSession.parse("p4c6 codemaker=fixed:1122 1111=1b0w"),
    "no-guess-to-undo": lambda: played().undo(),
    "no-guess-to-redo": lambda: played().redo(),
    "no-feedback-to-undo": lambda: solving().undo(),
    "no-feedback-to-redo": lambda: solving().redo(),
    "no-turns-yet": lambda: solving().correct(1, "1b1w"),
    "no-such-turn": lambda: solving("1b1w").correct(3, "1b1w"),
    "wrong-feedback": lambda: solving("4b0w", secret="3333"),
    "feedback-contradicts": lambda: solving("0b0w", "0b0w", "0b0w", "0b0w").answer("0b0w"),
    "secret-unknown": lambda: solving().fill(),
    "file-save": lambda: store.save_session(Path("/nowhere/at/all"), "p4c6"),
    "file-read": lambda: store.load_session(Path("/nowhere/at/all")),
    "file-no-session": lambda: store.load_session(Path(__file__)),
    "file-taken": lambda: store.save_session(Path(__file__), "p4c6"),
    "file-no-checkpoint": lambda: checkpoints.load(Path(__file__), "p4c6"),
    "language": lambda: words.speaking("fr").__enter__(),
    "database-url": lambda: Database("games"),
    "database-kind": lambda: Database("mysql://somebody@somewhere/games"),
    "database-memory": lambda: Database("sqlite://"),
}


def provoked(call: Callable[[], object]) -> KeypegError:
    with pytest.raises(KeypegError) as caught:
        call()
    return caught.value


@pytest.fixture(params=ERRORS)
def error(request: pytest.FixtureRequest) -> KeypegError:
    found = provoked(ERRORS[request.param])
    assert found.kind == request.param
    return found


def test_an_error_is_said_in_the_language_in_use(error: KeypegError) -> None:
    english = str(error)
    with words.speaking(STRANGE):
        assert english_in(str(error)) == []
        assert str(error) != english
    assert str(error) == english


def sample_facts(template: str) -> dict[str, Any]:
    """Make up a fact for each place of a template: a number where it is written as one."""
    fields = [(name, spec) for _, name, spec, _ in Formatter().parse(template) if name is not None]
    numbers = {name for name, spec in fields if spec}
    return {name: 3 if name in numbers else "1122" for name, _ in fields}


@pytest.mark.parametrize(
    "key",
    [
        key
        for key in ENGLISH.messages
        if key.startswith("error.") and key not in {"error.hard-mode", "error.wrong-feedback"}
    ],
)
def test_every_error_of_the_catalogue_can_be_said(key: str) -> None:
    error = KeypegError(key.removeprefix("error."), **sample_facts(ENGLISH.messages[key]))
    assert not set("{}") & set(str(error))
    with words.speaking(STRANGE):
        assert english_in(str(error)) == []


def test_an_error_survives_pickles_and_copies_with_its_facts(error: KeypegError) -> None:
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(twin) is type(error)
        assert (twin.kind, str(twin)) == (error.kind, str(error))
        assert twin.facts.keys() == error.facts.keys()


def test_an_error_that_another_process_raised_is_said_here() -> None:
    with processes(2) as pool, words.speaking(STRANGE):
        failure = pool.submit(Position.parse, "").exception()
        assert failure is not None
        assert english_in(str(failure)) == []


LINES = ["p4c6", "p4c6 1122=1b1w", "p4c6 1111=3b0w", "p6c9 112234=1b1w", str(LARGE), "p10c10 1111111111=0b0w"]


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("hard", [False, True])
def test_hints_and_reasons_are_said_in_the_language_in_use(line: str, hard: bool) -> None:
    position = Position.parse(line)
    look, guess = Look(position.variant), position.variant.code([1] * position.variant.pegs)
    with words.speaking(STRANGE):
        said = [words.hint(Hint.at(position, step, hard=hard), look) for step in range(1, LAST_STEP + 1)]
        said += [words.check(Check.of(position, code), look) for code in (guess, position.candidates.first())]
        for name in ("optimal", "knuth", "expected-size", "entropy", "most-parts", "first", "sampling"):
            said.append(words.why(advise(Study(position), name, hard=hard), look))
    assert [english_in(sentence) for sentence in said] == [[]] * len(said)


NOTES = [
    Note("sampled", 2),
    Note("sampled", 2, instead="knuth", by="sampling"),
    Note("nearest", 2, 3),
    Note("stand-in", instead="optimal", by="entropy"),
    Note("instead", instead="knuth", by="sampling"),
]


@pytest.mark.parametrize("note", NOTES)
def test_notes_are_said_in_the_language_in_use(note: Note) -> None:
    with words.speaking(STRANGE):
        assert english_in(words.note(note)) == []


GAMES = [
    "p4c6",
    "p4c6 1122=0b2w 1344=1b1w 2511=2b0w 2641=4b0w",
    "p4c6 1111=3b0w 1112=3b0w 1112=3b0w 1113=3b0w 1114=3b0w 1115=3b0w 1116=4b0w",
    f"{LARGE} 6677889911=1b2w",
]


@pytest.mark.parametrize("line", GAMES)
@pytest.mark.parametrize(("hard", "is_over"), [(False, False), (True, True)])
def test_reviews_are_said_in_the_language_in_use(line: str, hard: bool, is_over: bool) -> None:
    found = coach.review(line, hard=hard, is_over=is_over)
    look = Look(found.position.variant)
    with words.speaking(STRANGE):
        said = [*words.review(found, look), *(words.grade(grade, look) for grade in found.grades)]
    assert [english_in(sentence) for sentence in said] == [[]] * len(said)


@pytest.mark.parametrize(
    "line", ["p4c6 1122=1b1w 1122=2b0w", "p4c6 1111=4b0w 2222=4b0w 3333=4b0w", "p4c6 1122=4b0w 1123=1b0w"]
)
def test_contradictions_are_said_in_the_language_in_use(line: str) -> None:
    with pytest.raises(InconsistentFeedback) as caught:
        Position.parse(line)
    found = caught.value.contradiction
    with words.speaking(STRANGE):
        said = [str(caught.value), words.contradiction_message(found), *words.contradiction_lines(found, Look(P4C6))]
        assert [english_in(sentence) for sentence in said] == [[]] * len(said)


def test_strategies_explain_themselves_unless_the_language_does() -> None:
    player, parameter = strategy("sampling"), strategies.parameters("sampling")[0]
    german = words.Language("de", {"strategy.sampling": "rät", "parameter.sampling.evaluations": "wie viele"})
    assert explanation("sampling", player) == player.explanation
    assert meaning("sampling", parameter) == parameter.meaning
    with words.speaking(german):
        assert (explanation("sampling", player), meaning("sampling", parameter)) == ("rät", "wie viele")
        assert explanation("last", Bad(Code("1122"), explanation="mine")) == "mine"
        assert explanation("knuth", strategy("knuth")) == strategy("knuth").explanation


def test_the_errors_of_somebody_elses_strategy_are_said_as_they_are() -> None:
    assert str(TooLarge("I play only where there are two pegs")) == "I play only where there are two pegs"
