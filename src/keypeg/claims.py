"""Claims: what can be said of a code, and what a step of a reason concludes."""

from dataclasses import dataclass
from typing import Literal, Self

from keypeg.errors import NotAllowed, UnreadableText
from keypeg.given import whole
from keypeg.knowledge import Fact
from keypeg.palette import Palette
from keypeg.rules import Code, Variant

ClaimKind = Literal["in", "most", "is", "not", "impossible", "only"]


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that may be true of the secret; pegs and colors are counted from 1.

    | kind | means | written |
    |---|---|---|
    | `in` | `color` occurs `number` times or more | `in 3`, `in 3 2` |
    | `most` | `color` occurs `number` times or fewer | `out 3`, `most 3 1` |
    | `is` | `peg` has `color` | `peg 2 is 3` |
    | `not` | `peg` has another color | `peg 2 not 3` |
    | `impossible` | the secret is not `code` | `not 1123` |
    | `only` | the secret is `code` | `only 1123` |
    """

    kind: ClaimKind
    color: int = 0
    peg: int = 0
    number: int = 0
    code: Code | None = None

    @classmethod
    def of(cls, claim: "Claim | str", variant: Variant, palette: Palette | str | None = None) -> "Claim":
        """Return a claim about a code of this variant as it is, or read one."""
        return (claim if isinstance(claim, Claim) else cls.parse(claim, variant, palette)).checked(variant)

    @classmethod
    def parse(cls, text: str, variant: Variant, palette: Palette | str | None = None) -> Self:
        """Read the text form, with the colors of a palette or as numbers."""
        if not isinstance(text, str):
            raise NotAllowed("claim-value", given=repr(text))
        words = text.lower().split()
        match words:
            case ["in", color]:
                return cls("in", _color(color, variant, palette), number=1)
            case ["in", color, number] if number.isdecimal():
                return cls("in", _color(color, variant, palette), number=int(number[:9]))
            case ["out", color]:
                return cls("most", _color(color, variant, palette))
            case ["most", color, number] if number.isdecimal():
                return cls("most", _color(color, variant, palette), number=int(number[:9]))
            case ["peg", peg, "is" | "not" as kind, color] if peg.isdecimal():
                read: Literal["is", "not"] = "is" if kind == "is" else "not"
                return cls(read, _color(color, variant, palette), int(peg[:9]))
            case ["not" | "only" as kind, _, *_]:
                code = variant.code(text.strip().split(maxsplit=1)[1], palette)
                return cls("only" if kind == "only" else "impossible", code=code)
        raise UnreadableText("claim-text", text=text)

    @classmethod
    def of_fact(cls, fact: Fact) -> Self:
        kind, one, two = fact
        if kind in {"is", "not"}:
            return cls("is" if kind == "is" else "not", two + 1, one + 1)
        return cls("in" if kind == "in" else "most", one + 1, number=two)

    @property
    def fact(self) -> Fact | None:
        """The claim as a fact about pegs and colors, unless it is about a whole code."""
        if self.kind in ("in", "most"):
            return Fact("in" if self.kind == "in" else "most", self.color - 1, self.number)
        if self.kind in ("is", "not"):
            return Fact("is" if self.kind == "is" else "not", self.peg - 1, self.color - 1)
        return None

    def checked(self, variant: Variant) -> Self:
        """Return the claim if it can be made of a code of this variant, or say why it can't."""
        if self.code is not None:
            variant.check_code(self.code)
        elif whole(self.color, 1, variant.colors) is None:
            raise NotAllowed("claim-color", color=self.color, variant=variant, colors=variant.colors)
        elif self.kind in ("is", "not") and whole(self.peg, 1, variant.pegs) is None:
            raise NotAllowed("claim-peg", peg=self.peg, variant=variant, pegs=variant.pegs)
        return self

    def is_true(self, code: Code) -> bool:
        """Return whether the claim is true of a code."""
        if self.kind == "in":
            return code.count(self.color) >= self.number
        if self.kind == "most":
            return code.count(self.color) <= self.number
        if self.kind in ("is", "not"):
            return (code[self.peg - 1] == self.color) == (self.kind == "is")
        return (code == self.code) == (self.kind == "only")

    def __str__(self) -> str:
        color = "" if self.color == 0 else str(Code([self.color])).rstrip(",")
        if self.kind == "in":
            return f"in {color}" if self.number == 1 else f"in {color} {self.number}"
        if self.kind == "most":
            return f"most {color} {self.number}" if self.number else f"out {color}"
        if self.kind in ("is", "not"):
            return f"peg {self.peg} {self.kind} {color}"
        return f"{'only' if self.kind == 'only' else 'not'} {self.code}"


def _color(word: str, variant: Variant, palette: Palette | str | None) -> int:
    """Read one color, as a code of one peg."""
    try:
        return Variant(1, variant.colors).code(word, palette or variant.palette)[0]
    except NotAllowed as error:
        if "variant" not in error.facts:
            raise
        raise NotAllowed("claim-color", color=word, variant=variant, colors=variant.colors) from None
