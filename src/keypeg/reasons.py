"""Reasons: why something is true of a code, step by step, by techniques that people use.

Given a position and a claim, `explain` finds a short chain of steps. Each names the turns it uses, what it takes from
earlier steps, and what it concludes; none can be left out. The techniques, from easy to hard, are those of
`keypeg.techniques.LEVELS`: one turn by itself, a turn with what is known, two turns, three turns, and cases only where
nothing else helps. The hardest one that a chain needs is its grade: no easier techniques reach the claim.

Every conclusion is checked against the candidates if they can be listed, and otherwise against some that are drawn.
The results are facts; `keypeg.words` turns them into sentences.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from keypeg.candidates import Codes, to_array, to_code
from keypeg.claims import Claim
from keypeg.deduction import Check, Deduction, Goal, Step
from keypeg.errors import NotAllowed, TooLarge
from keypeg.knowledge import Fact, Knowledge, Truth
from keypeg.position import Position
from keypeg.rules import Code, Turn, Variant
from keypeg.study import Study
from keypeg.techniques import CASES, DEEPEST, LEVELS

__all__ = [
    "GRADES",
    "LEVELS",
    "Claim",
    "Explanation",
    "Step",
    "contradicts",
    "explain",
    "grade",
    "grade_of_code",
    "refute",
]

GRADES = range(1, DEEPEST + 1)
"""How hard a deduction can be."""

_OTHER_WAYS, _OTHER_WAYS_WITH_CASES = 6, 3  # how many steps are done without, to see whether that makes it shorter


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a claim is true, or without one, all that follows from the turns.

    `is_complete` says that this is everything that all candidates have in common. Otherwise more may follow: if
    `is_listed`, by distinguishing cases; if not, the candidates are too many to list.
    """

    position: Position
    claim: Claim | None
    steps: tuple[Step, ...]
    is_complete: bool = True
    is_listed: bool = True

    @property
    def grade(self) -> int:
        """The level of the hardest technique that is needed, from 1; 0 if there is nothing to deduce."""
        return max((step.level for step in self.steps), default=0)

    @property
    def techniques(self) -> tuple[str, ...]:
        """The techniques of its steps, from easy to hard."""
        used = {step.technique for step in self.steps}
        return tuple(name for name in LEVELS if name in used)

    @property
    def needs_cases(self) -> bool:
        return self.grade >= CASES

    def as_json(self) -> dict[str, Any]:
        return {
            "position": str(self.position),
            "claim": None if self.claim is None else str(self.claim),
            "grade": self.grade,
            "techniques": list(self.techniques),
            "complete": self.is_complete,
            "steps": [step.as_json() for step in self.steps],
        }


def explain(
    position: Position | str, claim: Claim | str | None = None, *, cases: bool = False, check: Check = lambda: None
) -> Explanation:
    """Say why a claim is true in a position; without one, deduce all that follows from its turns.

    Cases are distinguished for a claim, and where only one code is left; with `cases`, also for all that follows where
    several are left, which may take many steps. `check` is called again and again meanwhile; whatever it raises ends
    the work, which may take minutes in a large variant.

    >>> explanation = explain("p4c6 1123=2b1w 1456=0b1w 2213=1b2w", "out 6")
    >>> [(step.technique, step.turns, [str(claim) for claim in step.concludes]) for step in explanation.steps]
    [('key-pegs', (0,), ['in 1']), ('key-pegs-known', (1,), ['out 6'])]
    """
    position = Position.of(position)
    if claim is None:
        return _explain_all(_Known(position, check), cases=cases)
    claim = Claim.of(claim, position.variant)
    if claim.kind == "impossible":
        return _explain_impossible(position, claim)
    known = _Known(position, check)
    _check_true(position, claim, known.rows)
    facts = known.only if claim.kind == "only" else [claim.fact]
    steps = known.deduce([fact for fact in facts if fact is not None])
    if steps is None:
        raise TooLarge("claim-undecided", claim=claim, position=position)
    return Explanation(position, claim, steps)


def grade(position: Position | str) -> int:
    """Return how hard it is to deduce all that follows from the turns, without the steps, which is faster."""
    known = _Known(Position.of(position))
    if known.truth is None:
        raise TooLarge("too-many-to-reason", position=position)
    level = known.deduction().level(_goal(known.truth.facts()))
    return 0 if level is None else level


def grade_of_code(variant: Variant, turns: tuple[Turn, ...], code: Code, most: int = DEEPEST) -> int | None:
    """Return how hard it is to deduce the only code that is left, or None if it is harder than `most`."""
    truth = Truth(variant, to_array([code]))
    return Deduction(variant, turns, truth).level(_goal(truth.facts()), most)


def contradicts(variant: Variant, turns: tuple[Turn, ...], most: int = DEEPEST) -> int | None:
    """Return how hard it is to see that turns contradict each other, or None if that takes more than `most`."""
    return Deduction(variant, turns).level(lambda _: None, most)


def refute(variant: Variant, turns: tuple[Turn, ...]) -> tuple[Step, ...]:
    """Return the steps by which turns that contradict each other are seen to do so; none if they don't."""
    return Deduction(variant, turns).run(lambda _: None) or ()


class _Known:
    """The candidates of a position, as far as they are at hand."""

    def __init__(self, position: Position, check: Check = lambda: None) -> None:
        study = Study(position)
        self.position = position
        self._check = check
        self.is_listed = study.is_listed
        self.rows: Codes | None = study.rows if study.is_listed or study.are_rows_found else None
        self.truth = None if self.rows is None else Truth(position.variant, self.rows)

    @property
    def only(self) -> list[Fact]:
        return [] if self.truth is None else self.truth.facts()

    def deduction(self) -> Deduction:
        return Deduction(self.position.variant, self.position.turns, self.truth, self._check)

    def deduce(self, facts: list[Fact]) -> tuple[Step, ...] | None:
        """Deduce facts in as few steps as are found; cases are distinguished only if all candidates are known."""
        deduction, goal = self.deduction(), _goal(facts)
        steps = deduction.run(goal, DEEPEST if self.is_listed else CASES - 1)
        return None if steps is None else _shortened(deduction, goal, steps)


def _goal(facts: list[Fact]) -> Goal:
    def goal(known: Knowledge) -> int | None:
        why = 0
        for fact in facts:
            if not known.knows(fact):
                return None
            why |= known.why(fact)
        return why

    return goal


def _shortened(deduction: Deduction, goal: Goal, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Do without one step after the other, from the last, and keep what is shorter and no harder."""
    most = max((step.level for step in steps), default=0)
    ways = _OTHER_WAYS if most < CASES else _OTHER_WAYS_WITH_CASES
    others = [step for step in reversed(steps) if step.supposed is None]
    for step in others[:ways]:
        kept = deduction.banned
        deduction.banned = kept | {(step.technique, step.turns, claim.fact) for claim in step.concludes}
        other = deduction.run(goal, most)
        if other is not None and _length(other) < _length(steps):
            return _shortened(deduction, goal, other)
        deduction.banned = kept
    return steps


def _length(steps: tuple[Step, ...]) -> int:
    """Count steps, and those of cases."""
    return sum(1 + _length(step.inner) for step in steps)


def _explain_all(known: _Known, *, cases: bool) -> Explanation:
    position = known.position
    if not known.is_listed or known.truth is None:
        never = [Fact("in", 0, position.variant.pegs + 1)]
        some = known.deduction().run(_goal(never), CASES - 1, partly=True) or ()
        return Explanation(position, None, some, is_complete=False, is_listed=False)
    facts = known.truth.facts()
    if cases or known.truth.is_one_code:
        return Explanation(position, None, known.deduce(facts) or ())
    deduction, goal = known.deduction(), _goal(facts)
    steps = deduction.run(goal, CASES - 1)
    if steps is not None:
        return Explanation(position, None, _shortened(deduction, goal, steps))
    return Explanation(position, None, deduction.run(goal, CASES - 1, partly=True) or (), is_complete=False)


def _explain_impossible(position: Position, claim: Claim) -> Explanation:
    number = None if claim.code is None else position.first_contradicted(claim.code)
    if number is None:
        raise NotAllowed("claim-open", claim=claim, code=claim.code, position=position)
    return Explanation(position, claim, (Step("other-feedback", (number,), (), (claim,)),))


def _check_true(position: Position, claim: Claim, rows: Codes | None) -> None:
    """Refuse a claim if a candidate is known that it is not true of."""
    if rows is None:
        return
    others = rows[~_true_of(claim, rows)]
    if len(others):
        raise NotAllowed("claim-open", claim=claim, code=to_code(others[0]), position=position)


def _true_of(claim: Claim, rows: Codes) -> NDArray[np.bool_]:
    """Return of which codes a claim is true."""
    color, true = claim.color - 1, np.ones(len(rows), np.bool_)
    if claim.code is not None:
        true[:] = (rows == to_array([claim.code])).all(axis=1)
    elif claim.peg:
        true[:] = (rows[:, claim.peg - 1] == color) == (claim.kind == "is")
    else:
        counts = (rows == color).sum(axis=1)
        true[:] = counts >= claim.number if claim.kind == "in" else counts <= claim.number
    return true
