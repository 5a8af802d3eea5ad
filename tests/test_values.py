"""Where a value is asked for, its text is taken too; whatever else is given raises an error that says what to write."""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from keypeg import (
    Adversary,
    BreakSession,
    Code,
    Drawn,
    Effort,
    Feedback,
    Fixed,
    Palette,
    Position,
    Search,
    SolveSession,
    Study,
    Tournament,
    Turn,
    Variant,
    advise,
    explain,
    grow,
    play,
    reasons,
    review,
    score,
    strategy,
    tournament,
)
from keypeg.claims import Claim
from keypeg.coach import grade, sum_up
from keypeg.errors import KeypegError, NotAllowed, UnreadableText
from keypeg.exact import turns_needed
from keypeg.game import parse_codemaker
from keypeg.hints import Check, Hint
from keypeg.openings import openings, split
from keypeg.puzzle_maker import make
from keypeg.puzzle_session import PuzzleSession
from keypeg.puzzles import Puzzle, flaws
from keypeg.render import Look
from keypeg.session import parse_session
from keypeg.strategies import load, names, names_module, next_guess, parameters, rank

LINE = "p3c4 112=1b0w"
HERE = Position.parse(LINE)
P3C4 = Variant(3, 4)
CODE, TURN = Code("123"), Turn.parse("123=0b1w")
PARTS = HERE.partition(CODE)

# What takes a value of each kind, as a function of it alone.
TAKERS: dict[str, tuple[object, str, dict[str, Callable[[Any], object]]]] = {
    "position": (
        HERE,
        LINE,
        {
            "Position.of": Position.of,
            "grow": lambda value: grow(strategy("entropy"), value).summary,
            "rank": lambda value: rank(strategy("knuth"), value, 2),
            "next_guess": lambda value: next_guess(strategy("first"), value),
            "review": review,
            "Search": lambda value: Search(value).run().value,
            "Study": lambda value: advise(Study(value)).ranking,
            "advise": lambda value: advise(value).ranking,
            "grade": lambda value: grade(value, TURN),
            "sum_up": lambda value: sum_up(value, []),
            "Hint.at": lambda value: Hint.at(value, 2),
            "Check.of": lambda value: Check.of(value, CODE),
            "explain": explain,
            "grade of reasons": reasons.grade,
            "Fixed.answer": lambda value: Fixed(CODE).answer(value, CODE),
            "Drawn.answer": lambda value: Drawn(1).answer(value, CODE),
            "Adversary.answer": lambda value: Adversary().answer(value, CODE),
            "Fixed.reveal": lambda value: Fixed(CODE).reveal(value),
            "Drawn.reveal": lambda value: Drawn(1).reveal(value),
            "Adversary.reveal": lambda value: Adversary().reveal(value),
            **{f"choose by {name}": strategy(name).choose for name in names()},
        },
    ),
    "variant": (
        P3C4,
        "p3c4",
        {
            "Position": Position,
            "play": lambda value: play(strategy("first"), Fixed(CODE), value),
            "BreakSession": lambda value: str(BreakSession(value, Adversary())),
            "SolveSession": lambda value: str(SolveSession(value)),
            "Variant.of": Variant.of,
            "Tournament.play": lambda value: Tournament.play(value, "first"),
            "tournament.run": lambda value: list(tournament.run([value], ["first"])),
            "openings": lambda value: openings(value).bits.tolist(),
            "split": lambda value: split(value, np.zeros((1, 3), np.uint8)).tolist(),
            "turns_needed": turns_needed,
            "Look": Look,
            "draw_secrets": lambda value: tournament.draw_secrets(value, 2, 1),
        },
    ),
    "code": (
        CODE,
        "123",
        {
            "score as secret": lambda value: score(value, "124"),
            "score as guess": lambda value: score("124", value),
            "partition": HERE.partition,
            "play": lambda value: HERE.play(value, "0b1w"),
            "first_contradicted": HERE.first_contradicted,
            "in candidates": lambda value: value in HERE.candidates,
            "Variant.code": P3C4.code,
            "Turn": lambda value: Turn(value, Feedback(0, 1)),
            "Fixed": Fixed,
            "Fixed.answer": lambda value: Fixed(CODE).answer(HERE, value),
            "Drawn.answer": lambda value: Drawn(1).answer(HERE, value),
            "Adversary.answer": lambda value: Adversary().answer(HERE, value),
            "Check.of": lambda value: Check.of(HERE, value),
            "Search.total_of": lambda value: Search(HERE).total_of(value),
            "promise": lambda value: Study(HERE).promise(value),
            "grow first": lambda value: grow("entropy", HERE, value).summary,
            "guess": lambda value: BreakSession(P3C4, Fixed(CODE)).guess(value),
            "secret": lambda value: str(SolveSession(P3C4, secret=value)),
        },
    ),
    "feedback": (
        Feedback(0, 1),
        "0b1w",
        {
            "play": lambda value: HERE.play("123", value),
            "Variant.feedback": P3C4.feedback,
            "Feedback.of": Feedback.of,
            "Turn": lambda value: Turn(CODE, value),
            "in a partition": lambda value: value in PARTS,
            "get of a partition": PARTS.get,
            "item of a partition": lambda value: PARTS[value],
            "answer": lambda value: SolveSession(P3C4, strategy="first").answer(value),
        },
    ),
    "turn": (
        TURN,
        "123=0b1w",
        {
            "play": HERE.play,
            "extend": HERE.extend,
            "Position": lambda value: Position(P3C4, [value]),
            "grade": lambda value: grade(HERE, value),
        },
    ),
    "codemaker": (
        Fixed(CODE),
        "fixed:123",
        {
            "play": lambda value: play("first", value, P3C4),
            "BreakSession": lambda value: str(BreakSession(P3C4, value)),
        },
    ),
    "palette": (
        Palette.parse("board"),
        "board",
        {
            "Palette.of": Palette.of,
            "Look": lambda value: Look(P3C4, value),
            "svg of a tree": lambda value: grow("first", HERE).svg(palette=value),
            "BreakSession": lambda value: BreakSession(P3C4, Fixed(CODE), palette=value).guess("RBY"),
            "SolveSession": lambda value: str(SolveSession(P3C4, secret="RBY", palette=value)),
            "Variant.code": lambda value: P3C4.code("RBY", value),
            "Variant.feedback": lambda value: P3C4.feedback("1b", value),
            "Variant.turn": lambda value: P3C4.turn("RBY=1b0w", value),
            "Position.parse": lambda value: Position.parse("p3c4 RBY=1b0w", value),
        },
    ),
    "strategy": (
        strategy("knuth"),
        "knuth",
        {
            "strategy": strategy,
            "SolveSession": lambda value: str(SolveSession(P3C4, strategy=value)),
            "Tournament.play": lambda value: Tournament.play("p2c3", value),
            "tournament.run": lambda value: list(tournament.run(["p2c3"], [value])),
            "grow": lambda value: grow(value, HERE).summary,
            "rank": lambda value: rank(value, HERE, 2),
            "next_guess": lambda value: next_guess(value, HERE),
            "play": lambda value: play(value, Fixed(CODE), P3C4),
            "advise": lambda value: advise(Study(HERE), value).ranking,
        },
    ),
}
PUZZLE = Puzzle.parse("code 2 p3c4 112=1b0w 123=0b1w")
TAKERS["puzzle"] = (
    PUZZLE,
    str(PUZZLE),
    {"Puzzle.of": Puzzle.of, "flaws": flaws, "PuzzleSession": lambda value: str(PuzzleSession(value))},
)
TAKERS["claim"] = (
    Claim("in", 1, number=1),
    "in 1",
    {"Claim.of": lambda value: Claim.of(value, P3C4), "explain": lambda value: explain("p3c4 111=1b0w", value)},
)
CASES = [
    pytest.param(kind, take, id=f"{kind}: {name}")
    for kind, (_, _, takers) in TAKERS.items()
    for name, take in takers.items()
]


@pytest.mark.parametrize(("kind", "take"), CASES)
def test_text_is_taken_for_the_value(kind: str, take: Callable[[Any], object]) -> None:
    value, text, _ = TAKERS[kind]
    assert take(text) == take(value)


@pytest.mark.parametrize("bad", [None, 3, 1.5, object(), b"123", "no-sense", ""])
@pytest.mark.parametrize(("kind", "take"), CASES)
def test_whatever_else_is_given_is_an_error_of_ours(kind: str, take: Callable[[Any], object], bad: object) -> None:
    if (kind, bad) == ("feedback", "") or (bad in (None, "") and is_optional(kind, take)):
        return
    with pytest.raises(KeypegError) as caught:
        take(bad)
    assert len(str(caught.value)) > 10


def is_optional(kind: str, take: Callable[[Any], object]) -> bool:
    """Say whether None means that none is given."""
    takers = TAKERS[kind][2]
    optional = {("code", "grow first"), ("code", "secret"), ("claim", "explain")}
    optional |= {("palette", name) for name in ("Variant.code", "Variant.feedback", "Variant.turn", "Position.parse")}
    return (kind, next(name for name in takers if takers[name] is take)) in optional


@pytest.mark.parametrize(
    "parse",
    [
        *(kind.parse for kind in (BreakSession, Code, Feedback, Palette, Position, SolveSession, Turn, Variant)),
        *(parse_session, lambda text: parse_codemaker(text, P3C4)),
        *(parameters, names_module, load),
    ],
)
@pytest.mark.parametrize("bad", [None, 3, b"p3c4"])
def test_only_text_is_parsed(parse: Callable[[Any], object], bad: object) -> None:
    with pytest.raises(KeypegError, match=f"{re.escape(repr(bad))}.*: write "):
        parse(bad)


def test_a_text_belongs_to_the_variant_whose_code_it_is() -> None:
    assert all(text in Variant(4, 6) for text in ("1122", "RRGG", "red red green green", (1, 1, 2, 2)))
    assert not any(other in Variant(4, 6) for other in ("1127", "112", "what", "", None, 5, b"1122"))


def test_what_could_be_meant_is_what_to_write() -> None:
    with pytest.raises(UnreadableText, match=r"write Position.parse\('p4c6 1122=1b1w'\)"):
        Position("p4c6 1122=1b1w")
    with pytest.raises(NotAllowed, match=r"Code\('1122'\) is not a codemaker: write Fixed\('1122'\)"):
        play("first", Code("1122"), "p4c6")  # type: ignore[arg-type]
    with pytest.raises(NotAllowed, match=r"'quick' is not an effort: write Effort\(10\*\*9\), or QUICK"):
        Study("p4c6", "quick")  # type: ignore[arg-type]
    with pytest.raises(NotAllowed, match="'quick' is not an effort"):
        next_guess("first", "p4c6", effort="quick")  # type: ignore[arg-type]
    with pytest.raises(NotAllowed, match="colors are counted up to 999,999,999"):
        Code([10**30])
    with pytest.raises(NotAllowed, match="by name, and 'knuth' is another one: write a name"):
        SolveSession("p4c6", strategy=Stranger())


@dataclass(frozen=True)
class Stranger:
    """A strategy with the name of another one."""

    name: str = "knuth"
    version: int = 1
    explanation: str = ""

    def choose(self, position: Position) -> Code:
        return position.candidates.first()


# What takes a number, as a function of it alone, with numbers that are out of its bounds.
BEYOND = 10**9
NUMBERS: dict[str, tuple[Callable[[Any], object], list[object]]] = {
    "pegs": (lambda number: Variant(number, 6), [0, -1, BEYOND]),
    "blacks": (lambda number: Feedback(number, 0), [-1, BEYOND]),
    "color": (lambda number: Code([number]), [0, BEYOND]),
    "seed of a codemaker": (Drawn, [10**100, -(10**100)]),
    "seed of a tournament": (lambda number: Tournament.play("p2c3", "first", games=5, seed=number), [10**100]),
    "games": (lambda number: Tournament.play("p2c3", "first", games=number or 0), [0, -1]),
    "guesses of a game": (lambda number: play("first", "fixed:11", "p2c3", number or 0), [0, BEYOND]),
    "guesses to break": (lambda number: BreakSession("p2c3", "adversary", guesses=number or 0), [0, BEYOND]),
    "guesses to solve": (lambda number: SolveSession("p2c3", guesses=number or 0), [0, BEYOND]),
    "effort": (Effort, [0, -1]),
    "seed of a puzzle": (lambda number: make("p2c3", seed=number), [10**100]),
    "grade of a puzzle": (lambda number: make("p3c4", grade=number or 0), [0, 7]),
    "top of advise": (lambda number: advise("p2c3", top=number), [0, -1]),
    "top of rank": (lambda number: rank("knuth", "p2c3", number), [0, -1]),
    "step": (lambda number: Hint.at("p2c3", number), [0, 4, 99]),
    "before": (HERE.before, [-1, 2]),
    "correct": (lambda number: solving().correct(number, "1b0w"), [0, 2]),
    "memory": (lambda number: Search("p2c3", memory=number), [-1]),
    "threads of Study": (lambda number: Study("p2c3", threads=number), [-3]),
    "threads of review": (lambda number: review("p2c3 11=1b0w", threads=number), [-3]),
    "threads of next_guess": (lambda number: next_guess("knuth", "p2c3", number), [-3]),
    "threads of choose": (lambda number: strategy("knuth").choose(HERE, number), [-3]),  # type: ignore[call-arg]
    "threads of rank": (lambda number: rank("knuth", "p2c3", 2, number), [-3]),
    "threads of grow": (lambda number: grow("knuth", "p2c3", threads=number), [-3]),
    "threads of a tournament": (lambda number: Tournament.play("p2c3", "knuth", threads=number), [-3]),
    "threads of Search": (lambda number: Search("p2c3").run(number), [-3]),
    "threads of total_of": (lambda number: Search("p2c3").total_of("12", number), [-3]),
}


def solving() -> SolveSession:
    session = SolveSession("p2c3")
    session.answer("0b1w")
    return session


@pytest.mark.parametrize("name", NUMBERS)
def test_whole_numbers_of_any_kind_are_taken(name: str) -> None:
    take, _ = NUMBERS[name]
    for number in (1, np.int64(1), np.uint8(1)):
        take(number)


@pytest.mark.parametrize("name", NUMBERS)
def test_whatever_else_is_given_for_a_number_is_an_error_of_ours(name: str) -> None:
    take, beyond = NUMBERS[name]
    for bad in (1.5, 1.0, math.nan, math.inf, None, "1", True, object(), *beyond):
        with pytest.raises(NotAllowed) as caught:
            take(bad)
        assert len(str(caught.value)) > 10
