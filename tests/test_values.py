"""Where a value is asked for, its text is taken too; whatever else is given raises an error that says what to write."""

from collections.abc import Callable
from typing import Any

import pytest

from keypeg import (
    BreakSession,
    Code,
    Feedback,
    Fixed,
    Position,
    Search,
    SolveSession,
    Turn,
    Variant,
    grow,
    play,
    review,
    score,
    strategy,
)
from keypeg.errors import KeypegError
from keypeg.game import Adversary
from keypeg.strategies import names, next_guess, rank
from keypeg.study import Study, advise

LINE = "p3c4 112=1b0w"
HERE = Position.parse(LINE)
P3C4 = Variant(3, 4)
CODE, TURN = Code("123"), Turn.parse("123=0b1w")

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
            "advise": lambda value: advise(Study(value)).ranking,
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
            "Fixed": Fixed,
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
            "answer": lambda value: SolveSession(P3C4, strategy="first").answer(value),
        },
    ),
    "turn": (TURN, "123=0b1w", {"play": HERE.play, "Position": lambda value: Position(P3C4, [value])}),
    "strategy": (
        strategy("knuth"),
        "knuth",
        {
            "grow": lambda value: grow(value, HERE).summary,
            "rank": lambda value: rank(value, HERE, 2),
            "next_guess": lambda value: next_guess(value, HERE),
            "play": lambda value: play(value, Fixed(CODE), P3C4),
            "advise": lambda value: advise(Study(HERE), value).ranking,
        },
    ),
}
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
    if (kind, bad) == ("feedback", "") or (bad is None and is_optional(kind, take)):
        return
    with pytest.raises(KeypegError) as caught:
        take(bad)
    assert len(str(caught.value)) > 10


def is_optional(kind: str, take: Callable[[Any], object]) -> bool:
    """Say whether None means that none is given."""
    takers = TAKERS[kind][2]
    return (kind, next(name for name in takers if takers[name] is take)) in {("code", "grow first"), ("code", "secret")}
