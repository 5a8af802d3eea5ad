"""Knowledge: what somebody who reasons about a code knows, and by which conclusions.

It is kept as people keep it: how often each color occurs at least and at most, and which colors each peg can have. A
conclusion is a `Fact` on one of these. Each fact that has been concluded has a number, and beside everything that is
known stands, as bits of an integer, by which facts it is known.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple, Protocol, Self

from keypeg.candidates import Codes
from keypeg.rules import Variant


class Fact(NamedTuple):
    """A conclusion, with pegs and colors counted from 0.

    `in`: color `one` occurs `two` times or more; `most`: `two` times or fewer. `is`: peg `one` has color `two`; `not`:
    it has another. `clash`: nothing of what is supposed can be true.
    """

    kind: Literal["in", "most", "is", "not", "clash"]
    one: int
    two: int

    @property
    def opposite(self) -> "Fact":
        """What is true if this is not."""
        if self.kind == "in":
            return Fact("most", self.one, self.two - 1)
        if self.kind == "most":
            return Fact("in", self.one, self.two + 1)
        return Fact("not" if self.kind == "is" else "is", self.one, self.two)


CLASH = Fact("clash", 0, 0)


class Clash(Exception):
    """What is known, or supposed, can't all be true. `why` are the facts that contradict each other, as bits."""

    def __init__(self, why: int) -> None:
        super().__init__()
        self.why = why


class Looks(Protocol):
    """What lists facts that follow from what is known of some colors and pegs, which are given as bits."""

    @property
    def colors(self) -> int: ...

    @property
    def pegs(self) -> int: ...

    def look(self, known: "Knowledge") -> list[Fact]: ...


class Knowledge:
    """The least and most of each color, and the colors of each peg as bits; each with the facts it follows from."""

    __slots__ = (
        *("can", "colors", "fixed", "high", "low", "most", "pegs", "repeats"),
        *("why_can", "why_fixed", "why_high", "why_low"),
    )

    def __init__(self, variant: Variant) -> None:
        self.pegs, self.colors, self.repeats = variant.pegs, variant.colors, variant.repeats
        self.most = variant.pegs if variant.repeats else 1
        self.low, self.high = [0] * variant.colors, [self.most] * variant.colors
        self.can, self.fixed = [(1 << variant.colors) - 1] * variant.pegs, [-1] * variant.pegs
        self.why_low, self.why_high = [0] * variant.colors, [0] * variant.colors
        self.why_can, self.why_fixed = [0] * (variant.pegs * variant.colors), [0] * variant.pegs

    def copy(self) -> Self:
        other = object.__new__(type(self))
        other.pegs, other.colors, other.repeats, other.most = self.pegs, self.colors, self.repeats, self.most
        other.low, other.high, other.can, other.fixed = self.low[:], self.high[:], self.can[:], self.fixed[:]
        other.why_low, other.why_high, other.why_fixed = self.why_low[:], self.why_high[:], self.why_fixed[:]
        other.why_can = self.why_can[:]
        return other

    def knows(self, fact: Fact) -> bool:
        kind, one, two = fact
        if kind == "in":
            return self.low[one] >= two
        if kind == "most":
            return self.high[one] <= two
        if kind == "is":
            return self.fixed[one] == two
        return kind == "not" and not self.can[one] >> two & 1

    def why(self, fact: Fact) -> int:
        """Return the facts from which one that is known follows."""
        kind, one, two = fact
        if kind == "is":
            return self.why_fixed[one]
        return (
            self.why_low[one]
            if kind == "in"
            else self.why_high[one]
            if kind == "most"
            else self.why_can[one * self.colors + two]
        )

    def why_all(self) -> int:
        """Return the facts from which everything that is known follows."""
        why = 0
        for peg in range(self.pegs):
            own = self.why_can[peg * self.colors : (peg + 1) * self.colors]
            for reason in own if self.fixed[peg] < 0 else (self.why_fixed[peg],):
                why |= reason
        for reason in (*self.why_low, *self.why_high):
            why |= reason
        return why

    def learn(self, fact: Fact, why: int) -> None:
        """Take in a fact, and what everybody sees at once; raises Clash if it contradicts what is known."""
        kind, one, two = fact
        if kind == "in":
            self._raise(one, two, why)
        elif kind == "most":
            self._lower(one, two, why)
        elif kind == "is":
            self._fix(one, two, why)
        else:
            self._rule_out(one, two, why)

    def _raise(self, color: int, number: int, why: int) -> None:
        if number <= self.low[color]:
            return
        self.low[color], self.why_low[color] = number, why
        if number > self.high[color]:
            raise Clash(why | self.why_high[color])

    def _lower(self, color: int, number: int, why: int) -> None:
        if number >= self.high[color]:
            return
        self.high[color], self.why_high[color] = number, why
        if number < self.low[color]:
            raise Clash(why | self.why_low[color])
        if number == 0:
            for peg in range(self.pegs):
                self._rule_out(peg, color, why)

    def _rule_out(self, peg: int, color: int, why: int) -> None:
        if not self.can[peg] >> color & 1:
            return
        self.can[peg] &= ~(1 << color)
        self.why_can[peg * self.colors + color] = why
        if self.fixed[peg] == color:
            raise Clash(why | self.why_fixed[peg])
        if not self.can[peg]:
            raise Clash(self._why_others(peg, -1))

    def _why_others(self, peg: int, color: int) -> int:
        """Return the facts that rule out every other color at a peg."""
        why = 0
        for other in range(self.colors):
            if other != color:
                why |= self.why_can[peg * self.colors + other]
        return why

    def _fix(self, peg: int, color: int, why: int) -> None:
        if self.fixed[peg] == color:
            return
        if not self.can[peg] >> color & 1:
            raise Clash(
                why | (self.why_fixed[peg] if self.fixed[peg] >= 0 else self.why_can[peg * self.colors + color])
            )
        self.fixed[peg], self.why_fixed[peg] = color, why
        for other in range(self.colors):
            if other != color:
                self._rule_out(peg, other, why)
        pegs = [one for one in range(self.pegs) if self.fixed[one] == color]
        if len(pegs) > self.low[color]:
            reason = 0
            for one in pegs:
                reason |= self.why_fixed[one]
            self._raise(color, len(pegs), reason)
        if not self.repeats:
            for one in range(self.pegs):
                if one != peg:
                    self._rule_out(one, color, why)

    def needed(self, technique: "Looks", is_found: Callable[[list[Fact]], bool]) -> int:
        """Return the facts that a technique needs for a conclusion, as bits; this knowledge is spoilt by it.

        Whatever can be forgotten without losing the conclusion is not needed. What was found out last is forgotten
        first, so that what is left is simple. A peg of which several things are needed is known by its color instead.
        """
        premises = 0
        pegs: dict[int, int] = {}
        for why, place in self._supports(technique.colors, technique.pegs):
            kept = self.low[:], self.high[:], self.can[:], self.fixed[:]
            self._forget(why, place)
            if not is_found(technique.look(self)):
                self.low, self.high, self.can, self.fixed = kept
                if place < 0:
                    premises |= why
                else:
                    pegs[place] = why if place not in pegs else self.why_fixed[place] or pegs[place] | why
        for why in pegs.values():
            premises |= why
        return premises

    def _supports(self, colors: int, pegs: int) -> list[tuple[int, int]]:
        """List by what some colors and pegs, both as bits, are known: reasons and where, the latest first.

        Where is a peg or, below 0, the least (-1, -3, …) or the most (-2, -4, …) of a color.
        """
        found = []
        for color in range(self.colors):
            if colors >> color & 1:
                found += [(self.why_low[color], -2 * color - 1), (self.why_high[color], -2 * color - 2)]
        for peg in range(self.pegs):
            if pegs >> peg & 1:
                own = self.why_can[peg * self.colors : (peg + 1) * self.colors]
                found += [(why, peg) for why in {*own, self.why_fixed[peg]}]
        return sorted((support for support in found if support[0]), reverse=True)

    def _forget(self, why: int, place: int) -> None:
        color, is_high = divmod(-place - 1, 2)
        if place < 0:
            if is_high:
                self.high[color] = self.most
            else:
                self.low[color] = 0
            return
        if self.why_fixed[place] == why:
            self.fixed[place] = -1
        for one in range(self.colors):
            if self.why_can[place * self.colors + one] == why:
                self.can[place] |= 1 << one


class Truth:
    """What is the same in all candidates: the least and the most of each color, and the colors of each peg."""

    def __init__(self, variant: Variant, rows: Codes) -> None:
        counts = [(rows == color).sum(axis=1) for color in range(variant.colors)]
        self.low = [int(count.min()) for count in counts]
        self.high = [int(count.max()) for count in counts]
        self.can: list[int] = [sum(1 << color for color in {*rows[:, peg].tolist()}) for peg in range(variant.pegs)]

    def allows(self, fact: Fact) -> bool:
        """Return whether a fact is true of every candidate."""
        kind, one, two = fact
        if kind == "in":
            return self.low[one] >= two
        if kind == "most":
            return self.high[one] <= two
        if kind == "is":
            return self.can[one] == 1 << two
        return kind == "not" and not self.can[one] >> two & 1

    @property
    def is_one_code(self) -> bool:
        return all(mask & (mask - 1) == 0 for mask in self.can)

    def facts(self) -> list[Fact]:
        """List the strongest facts that are true of every candidate; if there is only one, its pegs say it all."""
        single = [mask & (mask - 1) == 0 for mask in self.can]
        found = [Fact("is", peg, mask.bit_length() - 1) for peg, mask in enumerate(self.can) if single[peg]]
        if self.is_one_code:
            return found
        for peg, mask in enumerate(self.can):
            if not single[peg]:
                found += [Fact("not", peg, color) for color in range(len(self.low)) if not mask >> color & 1]
        for color, (low, high) in enumerate(zip(self.low, self.high, strict=True)):
            found += [Fact("in", color, low), Fact("most", color, high)]
        return found
