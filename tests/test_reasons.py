"""Reasons: every step follows from what it takes, and every chain is needed in full and leads to its claim."""

import json
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from keypeg import Code, Position, Turn, Variant, score, words
from keypeg.claims import Claim
from keypeg.cli import main
from keypeg.errors import KeypegError, NotAllowed, TooLarge, UnreadableText
from keypeg.knowledge import Fact
from keypeg.reasons import LEVELS, Explanation, Step, explain, grade
from keypeg.render import Look
from keypeg.techniques import Alone
from keypeg.words import reasons as said

VARIANTS = ["p4c6", "p3c5", "p4c10n", "p3c4n", "p5c3", "p2c8", "p1c4"]


def drawn(variant: Variant, source: random.Random) -> Code:
    colors = range(1, variant.colors + 1)
    return Code(source.choices(colors, k=variant.pegs) if variant.repeats else source.sample(colors, variant.pegs))


LONG = (
    "p10c7 1743522645=1b7w 7544672262=1b4w 7546167127=1b4w 5137177345=0b5w 6467446754=1b2w 2311242364=1b5w "
    "7673457453=2b3w 5545236173=1b7w 5662673555=2b5w 1662675331=2b3w"
)
"""A position that takes twenty seconds to explain."""


def positions(name: str, number: int) -> Iterator[Position]:
    """Go through random positions, most of which have few candidates or one."""
    source, variant = random.Random(name), Variant.parse(name)
    for _ in range(number):
        secret = drawn(variant, source)
        guesses = [drawn(variant, source) for _ in range(source.randint(1, 7))]
        yield Position(variant, [Turn(guess, score(secret, guess)) for guess in guesses])


def check_steps(explanation: Explanation, codes: Sequence[Code]) -> None:
    """Check by all codes of the variant that each step follows from what is given and the turns it names."""
    turns = explanation.position.turns
    consistent = [frozenset(at for at, code in enumerate(codes) if turn.is_consistent(code)) for turn in turns]
    everything = frozenset(range(len(codes)))

    def true_of(claims: Sequence[Claim], numbers: Sequence[int] = ()) -> frozenset[int]:
        kept = everything.intersection(*(consistent[number] for number in numbers))
        return frozenset(at for at in kept if all(claim.is_true(codes[at]) for claim in claims))

    def check(steps: Sequence[Step], earlier: list[Claim]) -> None:
        known = [*earlier]
        for step in steps:
            assert set(step.given) <= {*known}, "what is given was concluded before"
            if step.supposed is not None:
                assert step.inner[-1].concludes == ()
                check(step.inner[1:], [*known, step.supposed])
                [opposite] = step.concludes
                assert true_of([opposite]) == everything - true_of([step.supposed])
            else:
                left = true_of(step.given, step.turns)
                assert left <= true_of(step.concludes) if step.concludes else not left
            known += step.concludes

    check(explanation.steps, [])


@pytest.mark.parametrize("name", VARIANTS)
def test_every_step_follows_from_its_turns_and_what_is_given(name: str) -> None:
    codes = list(Variant.parse(name))
    for position in positions(name, 3 if len(codes) > 2000 else 7):
        explanation = explain(position)
        check_steps(explanation, codes)
        if len(position.candidates) == 1:
            assert said.only_code(explanation) == position.candidates[0]
            assert grade(position) == explanation.grade


def test_all_that_follows_is_found_with_cases() -> None:
    codes = list(Variant(4, 6))
    for position in positions("p4c6", 6):
        explanation = explain(position, cases=True)
        assert explanation.is_complete
        check_steps(explanation, codes)
        told = [claim for step in explanation.steps for claim in step.concludes]
        left = [code for code in codes if all(claim.is_true(code) for claim in told)]
        for color in range(1, 7):
            counts, told_counts = ({code.count(color) for code in some} for some in (position.candidates, left))
            assert (min(counts), max(counts)) == (min(told_counts), max(told_counts))
        for peg in range(4):
            assert {code[peg] for code in position.candidates} == {code[peg] for code in left}


def test_no_step_can_be_left_out() -> None:
    for position in positions("p4c6", 12):
        explanation = explain(position)
        if not explanation.is_complete or len(position.candidates) > 1:
            continue
        used = {claim for step in explanation.steps for claim in step.given}
        for step in explanation.steps:
            assert used.intersection(step.concludes) or any(claim.kind == "is" for claim in step.concludes)


PAGE = (Path(__file__).parents[1] / "docs" / "puzzles.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `([a-z-]+)` \| ([1-6]) \| (?:`(.*?)` )?\| (?:`(.*?)` )?\| (.*) \|$", PAGE, re.MULTILINE)


def test_the_page_lists_every_technique_with_its_level() -> None:
    assert {name: int(level) for name, level, *_ in ROWS} == {name: level for name, level in LEVELS.items() if level}


@pytest.mark.parametrize(("name", "line", "claim", "says"), [(row[0], *row[2:]) for row in ROWS if row[2]])
def test_the_examples_of_the_techniques_are_true(name: str, line: str, claim: str, says: str) -> None:
    found = explain(line, claim)
    assert found.steps[-1].technique == name
    last = said.explanation(found, Look(found.position.variant, numbered=True))[-1]
    assert last.removeprefix(f"{len(found.steps):>2}. ").strip() == says


@pytest.mark.parametrize(
    ("line", "claim", "technique", "level"),
    [
        ("p4c6 1122=0b0w", "out 2", "no-match", 1),
        ("p4c6 1122=2b2w", "most 1 2", "all-match", 1),
        ("p4c6 1122=0b1w", "peg 3 not 2", "no-black", 1),
        ("p4c6 1112=3b0w", "in 1 2", "key-pegs", 1),
        ("p4c6 1122=1b1w", "not 1122", "other-feedback", 1),
        ("p4c6 1123=2b1w 1456=0b1w", "out 6", "key-pegs-known", 2),
        ("p4c6 1111=1b0w 1222=1b1w", "peg 1 not 1", "suppose", 5),
        ("p4c6 1122=1b1w 3344=1b1w", "out 5", "colors-added", 3),
    ],
)
def test_the_techniques(line: str, claim: str, technique: str, level: int) -> None:
    explanation = explain(line, claim)
    assert explanation.grade == level
    assert technique in explanation.techniques


def test_a_claim_that_does_not_follow_is_refused_with_a_code() -> None:
    with pytest.raises(NotAllowed, match=r"'in 3' does not follow from 'p4c6 1122=1b1w': .* is possible"):
        explain("p4c6 1122=1b1w", "in 3")
    with pytest.raises(NotAllowed, match="1314 is possible"):
        explain("p4c6 1122=1b1w", "not 1314")


def test_claims_are_read_and_written() -> None:
    variant = Variant(4, 6)
    for text in ("in 3", "in 3 2", "out 3", "most 3 1", "peg 2 is 3", "peg 2 not 3", "not 1123", "only 1123"):
        assert str(Claim.parse(text, variant)) == text
        assert Claim.of(Claim.parse(text, variant), variant) == Claim.of(text, variant)
    assert str(Claim.parse("in red", variant)) == "in 1"
    assert str(Claim.parse("Peg 2 IS B", variant)) == "peg 2 is 3"
    assert str(Claim.parse("in 0", Variant.parse("bulls"))) == "in a"
    with pytest.raises(NotAllowed, match="p4c6 has 6 colors, not a color 9"):
        Claim.parse("in 9", Variant(4, 6))


@pytest.mark.parametrize(
    "text", ["", "in", "in 7", "red", "peg 1 3", "peg 9 is 1", "out x", "not 12", "in 1 x", "peg x is 1"]
)
def test_what_is_no_claim_is_refused(text: str) -> None:
    with pytest.raises(KeypegError):
        explain("p4c6 1122=1b1w", text)
    with pytest.raises((UnreadableText, NotAllowed)):
        Claim.of(text, Variant(4, 6))


def test_large_positions_are_explained_as_far_as_techniques_go() -> None:
    explanation = explain("p10c10 1111122222=0b0w 3333344444=2b1w")
    assert [str(claim) for claim in explanation.steps[0].concludes][:2] == ["out 1", "out 2"]
    assert not explanation.is_complete
    assert explain("p10c10 1111122222=0b0w", "out 1").grade == 1
    with pytest.raises((NotAllowed, TooLarge)):
        explain("p12c12 112233445566=3b4w", "in 7")


def test_a_conclusion_that_is_not_true_stops_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Alone, "look", lambda *_: [Fact("in", 5, 4)])
    with pytest.raises(RuntimeError, match="concluded in 6 4, which is not true"):
        explain("p4c6 1122=1b1w 1344=1b1w")


def test_equal_positions_have_equal_reasons() -> None:
    line = "p4c6 5135=0b2w 2661=1b2w 1463=1b1w 2312=1b1w"
    assert explain(line) == explain(Position.parse(line))


def test_a_deduction_in_words() -> None:
    found = explain("p4c6 5135=0b2w 2661=1b2w 1463=1b1w 2312=1b1w")
    lines = said.explanation(found, Look("p4c6"))
    assert lines[1] == " 2. Turn 2 has 3 key pegs: purple is in it."
    assert (
        " 3. Turns 1 and 2 have 5 key pegs together, for the code's 4 pegs: yellow is out and red comes exactly once."
        in lines
    )
    assert " 7. Suppose place 1 is purple." in lines
    assert "    So place 1 is not purple." in lines


@pytest.mark.parametrize("language", ["en", "de", "es"])
@pytest.mark.parametrize("name", ["p4c6", "p4c10n", "p5c3"])
def test_every_step_can_be_said(name: str, language: str) -> None:
    with words.speaking(language):
        for position in positions(name, 5):
            for line in said.explanation(explain(position), Look(position.variant, position.variant.palette)):
                assert "{" not in line
        assert all(said.technique(technique) for technique, level in LEVELS.items() if level)


@pytest.mark.parametrize(
    ("line", "claim"), [(LONG, None), (LONG, "peg 1 not 1"), ("p10c10 1111122222=0b0w 3333344444=2b1w", None)]
)
def test_what_takes_long_can_be_ended(line: str, claim: str | None) -> None:
    left = 3

    def check() -> None:
        nonlocal left
        left -= 1
        if not left:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        explain(line, claim, check=check)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "p4c6", "RRGB=2b1w", "RYOP=0b1w", "--claim", "out P", "--palette", "classic"]) == 0
    assert capsys.readouterr().out.splitlines()[2:] == [
        " 1. Turn 1 has 3 key pegs: red is in it.",
        " 2. Turn 2 has 1 key peg, and red is in it: purple is out.",
        "",
        "Grade 2 (moderate). What it takes: key pegs and what is known.",
    ]
    assert main(["explain", "p4c6", "1123=2b1w", "1456=0b1w"]) == 0
    assert "Case distinction shows more" in capsys.readouterr().out
    assert main(["explain", "p4c6"]) == 0
    assert capsys.readouterr().out.endswith("Nothing more follows from the turns.\n")
    assert main(["explain", "p12c12", "112233445566=0b0w"]) == 0
    assert "More may follow" in capsys.readouterr().out


def test_the_command_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "p4c6", "4341=2b2w", "3551=1b1w", "--claim", "peg 4 not 4", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["claim"], data["grade"], data["complete"]) == ("peg 4 not 4", 5, True)
    last = data["steps"][-1]
    assert (last["technique"], last["supposed"], last["concludes"]) == ("suppose", "peg 4 is 4", ["peg 4 not 4"])
    assert last["steps"][-1]["concludes"] == []
    assert data["lines"][0] == " 1. Turn 1 has a key peg for every peg: 5 is out and 3 comes at most once."
