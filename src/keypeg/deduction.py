"""Deductions: conclusions drawn one after the other, always by the easiest technique, until a goal is reached.

A deduction goes forward first and notes each conclusion with what was known before it. Then it goes backward from the
goal: of each conclusion that is needed it finds out what it needs, as little as possible, and drops the rest.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from keypeg.claims import Claim
from keypeg.knowledge import CLASH, Clash, Fact, Knowledge, Truth
from keypeg.rules import Turn, Variant
from keypeg.techniques import CASES, DEEPEST, LEVELS, Technique, Techniques

Goal = Callable[[Knowledge], int | None]
"""Returns the facts from which what is wanted follows, as bits, or None if it doesn't follow yet."""

Check = Callable[[], object]
"""Called again and again while something is deduced; whatever it raises ends the work."""

_SIMPLE = 2  # what follows from something supposed is looked for by techniques up to this level first


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a reason: from `given` and the feedback of `turns` (numbered from 0), a technique `concludes` claims.

    Where turns are compared, those of `against`, which are among them, are taken away from the others. A step that
    concludes nothing is a contradiction. Where cases are distinguished, something is `supposed`, and
    `inner` are the steps from there to a contradiction; so the opposite is true.
    """

    technique: str
    turns: tuple[int, ...]
    given: tuple[Claim, ...]
    concludes: tuple[Claim, ...]
    against: tuple[int, ...] = ()
    supposed: Claim | None = None
    inner: "tuple[Step, ...]" = ()

    @property
    def level(self) -> int:
        """How hard its technique is."""
        return LEVELS[self.technique]

    def as_json(self) -> dict[str, Any]:
        cases = {"supposed": str(self.supposed), "steps": [step.as_json() for step in self.inner]}
        return {
            "technique": self.technique,
            "level": self.level,
            "turns": [number + 1 for number in self.turns],
            "against": [number + 1 for number in self.against],
            "given": list(map(str, self.given)),
            "concludes": list(map(str, self.concludes)),
            **({} if self.supposed is None else cases),
        }


class _Entry:
    """A conclusion as it is noted: by a technique from what was known before it, or from premises that are known."""

    __slots__ = ("fact", "inner", "known", "name", "premises", "technique")

    def __init__(
        self, fact: Fact, name: str, technique: Technique | None = None, known: Knowledge | None = None
    ) -> None:
        self.fact, self.name, self.technique, self.known = fact, name, technique, known
        self.premises = 0
        self.inner: tuple[Step, ...] = ()

    def needs(self) -> int:
        """Return what it needs, as bits: whatever can be forgotten without losing the conclusion is not needed."""
        if self.known is None or self.technique is None:
            return self.premises
        fact, known, self.known = self.fact, self.known.copy(), None
        self.premises = known.needed(self.technique, lambda found: any(_implies(one, fact) for one in found))
        return self.premises


def _implies(found: Fact, fact: Fact) -> bool:
    if found.kind != fact.kind or found.one != fact.one:
        return False
    if fact.kind == "in":
        return found.two >= fact.two
    return found.two <= fact.two if fact.kind == "most" else found.two == fact.two


class Deduction:
    """Deduces from turns. `truth` is what the candidates have in common: every conclusion is checked against it."""

    def __init__(
        self, variant: Variant, turns: Sequence[Turn], truth: Truth | None = None, check: Check = lambda: None
    ) -> None:
        self._check = check
        self._variant = variant
        self._truth = truth
        self._techniques = Techniques(variant, turns)
        self._made: dict[int, list[Technique]] = {}
        self._trail: list[_Entry] = []
        self._notes = True
        self._found = 0
        self.banned: frozenset[tuple[str, tuple[int, ...], Fact | None]] = frozenset()
        """What is not to be concluded by a technique with these turns."""

    def run(self, goal: Goal, most: int = DEEPEST, *, partly: bool = False) -> tuple[Step, ...] | None:
        """Deduce until the goal is reached; return the steps that it needs, or None if it takes more than this level.

        With `partly`, return whatever was found in that case. If the turns contradict each other, the steps lead to
        that contradiction.
        """
        self._trail.clear()
        known = Knowledge(self._variant)
        try:
            needed = self._forward(known, goal, most)
            if needed is None and partly:
                needed = known.why_all()
        except Clash as clash:
            if self._truth is not None:
                raise RuntimeError("a contradiction was found where there is none") from clash
            needed = clash.why
        return None if needed is None else self._steps(self._chain(needed, 0))

    def level(self, goal: Goal, most: int = DEEPEST) -> int | None:
        """Return the level that is needed to reach the goal, or None if that is more than `most`."""
        self._notes = False
        known = Knowledge(self._variant)
        try:
            for level in range(1, most + 1):
                if self._forward(known, goal, level) is not None:
                    return level
        except Clash:
            return level
        finally:
            self._notes = True
        return None

    def _forward(self, known: Knowledge, goal: Goal, most: int) -> int | None:
        """Draw conclusions up to a level, the easiest first, until the goal is reached or nothing more is found."""
        level = 1
        while (needed := goal(known)) is None:
            if level <= min(most, CASES - 1):
                is_new = False
                for technique in self._of_level(level):
                    self._check()
                    if facts := technique.look(known):
                        is_new |= self._conclude(technique, facts, known)
                level = 1 if is_new else level + 1
            elif self._distinguish(known, most):
                level = 1
            else:
                return None
        return needed

    def _of_level(self, level: int) -> list[Technique]:
        """Return every technique of a level, which are made when they are first asked for."""
        if level not in self._made:
            made = []
            for technique in self._techniques.of_level(level):
                self._check()
                made.append(technique)
            self._made[level] = made
        return self._made[level]

    def _conclude(self, technique: Technique, facts: Iterable[Fact], known: Knowledge) -> bool:
        """Take in what a technique found; return whether something of it is new."""
        before = known.copy() if self._notes else None
        is_new = False
        for fact in facts:
            if known.knows(fact) or (technique.name, technique.turns, fact) in self.banned:
                continue
            is_new = True
            self._found += 1
            self._learn(_Entry(fact, technique.name, technique, before), known)
        return is_new

    def _learn(self, entry: _Entry, known: Knowledge) -> None:
        """Note a conclusion and take it in; what contradicts it is noted too, and raised."""
        why = self._note(entry)
        if entry.fact is CLASH:
            raise Clash(why)
        if self._truth is not None and not self._truth.allows(entry.fact):
            raise RuntimeError(f"{entry.name} concluded {Claim.of_fact(entry.fact)}, which is not true")
        try:
            known.learn(entry.fact, why)
        except Clash as clash:
            last = _Entry(CLASH, "contradiction")
            last.premises = clash.why
            raise Clash(self._note(last)) from None

    def _note(self, entry: _Entry) -> int:
        if not self._notes:
            return 0
        self._trail.append(entry)
        return 1 << len(self._trail) - 1

    # Case distinction

    def _distinguish(self, known: Knowledge, most: int) -> bool:
        """Suppose something that leads to a contradiction soon, and conclude the opposite."""
        if most < CASES:
            return False
        supposable = self._supposable(known)
        for inner in (_SIMPLE, CASES - 1, CASES, DEEPEST):
            if inner >= CASES and most < DEEPEST:
                return False
            lengths = ((self._length(known, fact, inner), fact) for fact in supposable)
            found = (length for length in lengths if length[0])
            best = min(found, default=None) if self._notes else next(found, None)  # any will do to find the level
            if best is not None:
                self._refute(known, best[1], inner)
                return True
        return False

    def _supposable(self, known: Knowledge) -> list[Fact]:
        """List what may be supposed: if the truth is known, only what is false."""
        facts = []
        for peg, mask in enumerate(known.can):
            if known.fixed[peg] < 0:
                facts += [Fact("is", peg, color) for color in range(known.colors) if mask >> color & 1]
        for color, (low, high) in enumerate(zip(known.low, known.high, strict=True)):
            if low < high:
                facts += [Fact("in", color, high), Fact("most", color, low)]
        return facts if self._truth is None else [fact for fact in facts if self._truth.allows(fact.opposite)]

    def _length(self, known: Knowledge, fact: Fact, most: int) -> int:
        """Return how many conclusions lead from something supposed to a contradiction, or 0 if none is found."""
        kept = self._notes, self._truth, self._found
        self._notes, self._truth, self._found = False, None, 1
        try:
            self._follow(known.copy(), fact, most)
        except Clash:
            return self._found
        finally:
            self._notes, self._truth, self._found = kept
        return 0

    def _refute(self, known: Knowledge, fact: Fact, most: int) -> None:
        """Suppose something until it leads to a contradiction, and conclude the opposite."""
        entry = _Entry(fact.opposite, "suppose" if most < CASES else "suppose-deep")
        if self._notes:
            base, kept = len(self._trail), self._truth
            self._truth = None
            try:
                self._follow(known.copy(), fact, most)
            except Clash as clash:
                chain = self._chain(clash.why, base)
                entry.premises = self._premises(chain) & (1 << base) - 1
                entry.inner = self._steps(chain)
            del self._trail[base:]
            self._truth = kept
        self._learn(entry, known)

    def _follow(self, known: Knowledge, fact: Fact, most: int) -> None:
        self._learn(_Entry(fact, "supposed"), known)
        self._forward(known, lambda _: None, most)

    # Backward

    def _chain(self, needed: int, base: int) -> list[int]:
        """Return the numbers of the conclusions, from `base` on, that are needed for others, in order."""
        chain = []
        for number in range(len(self._trail) - 1, base - 1, -1):
            if needed >> number & 1:
                self._check()
                needed |= self._trail[number].needs()
                chain.append(number)
        return chain[::-1]

    def _premises(self, chain: Sequence[int]) -> int:
        premises = 0
        for number in chain:
            premises |= self._trail[number].premises
        return premises

    def _steps(self, chain: Sequence[int]) -> tuple[Step, ...]:
        """Make steps of conclusions: those of one technique that need the same are one step."""
        entries = [self._trail[number] for number in chain]
        groups = groupby(entries, lambda entry: (id(entry.technique or entry), entry.premises))
        return tuple(self._step(list(group)) for _, group in groups)

    def _step(self, entries: Sequence[_Entry]) -> Step:
        first = entries[0]
        return Step(
            technique=first.name,
            turns=first.technique.turns if first.technique else (),
            given=tuple(Claim.of_fact(entry.fact) for n, entry in enumerate(self._trail) if first.premises >> n & 1),
            concludes=tuple(Claim.of_fact(entry.fact) for entry in entries if entry.fact is not CLASH),
            against=first.technique.against if first.technique else (),
            supposed=Claim.of_fact(first.fact.opposite) if first.inner else None,
            inner=first.inner,
        )
