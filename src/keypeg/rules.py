"""The rules: variants, codes, feedback and turns.

All types are frozen and hashable, are never invalid, and parse their own text form; `repr()` is the call that builds
the value. `score` is the definition of the game: everything faster is tested against it.
"""

import itertools
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Self, SupportsIndex

from keypeg.errors import KeypegError, NotAllowed, UnreadableText
from keypeg.given import MOST, as_int, keep_ints, whole
from keypeg.notebook import ShownAsSvg
from keypeg.palette import BULLS, CLASSIC, SYMBOLS, Palette, color_words

_SEPARATORS = re.compile(r"[\s,;]+")
_VARIANT = re.compile(r"p([0-9]{1,9})c([0-9]{1,9})(n?)|([0-9]{1,9})x([0-9]{1,9})")
_NAMED_VARIANTS = {"classic": "p4c6", "super": "p5c8", "bulls": "p4c10n"}
_FEEDBACK_PAIR = re.compile(r"([0-9]{1,9})(?:\s*,\s*|\s+)([0-9]{1,9})|([0-9])([0-9])")
_KEYS = re.compile(r"([0-9]{1,9})?\s*(blacks?|whites?|bulls?|cows?|[abcw])(?:\s*(?:,|;|\band\b))?\s*")
_ONLY_B = re.compile(r"[0-9]*\s*[bB]+")
_NO_PEGS = {"", "-", "none", "0"}


@dataclass(frozen=True, slots=True, order=True)
class Feedback:
    """Feedback to a guess: `blacks` pegs of the right color in the right place, `whites` in the wrong place."""

    blacks: int
    whites: int

    def __post_init__(self) -> None:
        blacks, whites = whole(self.blacks), whole(self.whites)
        if blacks is None or whites is None:
            raise NotAllowed("feedback-counts", blacks=self.blacks, whites=self.whites)
        keep_ints(self, blacks=blacks, whites=whites)

    @classmethod
    def of(cls, feedback: "Feedback | str") -> "Feedback":
        """Return a feedback as it is, or read the text of one."""
        return feedback if isinstance(feedback, Feedback) else cls.parse(feedback)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `1b2w`, `1,2`, `12`, `1 black, 2 white`, `1A2B`, `1 bull 2 cows`, key pegs as `BWW`, or `-` for none."""
        if not isinstance(text, str):
            raise NotAllowed("feedback-value", given=repr(text))
        words = text.strip().lower()
        if words[:1] + words[-1:] in {"()", "[]"}:
            words = words[1:-1].strip()
        if words in _NO_PEGS:
            return cls(0, 0)
        if match := _FEEDBACK_PAIR.fullmatch(words):
            blacks, whites = match[1] or match[3], match[2] or match[4]
            return cls(int(blacks), int(whites))
        if counts := _count_keys(words):
            return cls(*counts)
        raise UnreadableText("feedback-text", text=text)

    @property
    def total(self) -> int:
        """How many pegs of the guess are in the secret, wherever they are."""
        return self.blacks + self.whites

    @property
    def ordinal(self) -> int:
        """Number the feedbacks by total, then by blacks; the compiled core uses these numbers."""
        return self.total * (self.total + 1) // 2 + self.blacks

    @classmethod
    def from_ordinal(cls, ordinal: int) -> Self:
        total = (math.isqrt(8 * ordinal + 1) - 1) // 2
        blacks = ordinal - total * (total + 1) // 2
        return cls(blacks, total - blacks)

    @property
    def key_pegs(self) -> str:
        """The key pegs as letters, blacks first: `BWW`, or `-` for none."""
        return "B" * self.blacks + "W" * self.whites or "-"

    def __str__(self) -> str:
        return f"{self.blacks}b{self.whites}w"

    def __repr__(self) -> str:
        return f"Feedback({self.blacks}, {self.whites})"


_RIGHT_PLACE = {"black", "bull", "a", "b"}


def _count_keys(words: str) -> tuple[int, int] | None:
    """Count the key pegs, or bulls and cows, of text such as `1b2w`, `bww`, `1 black, 2 white` or `1a2b`."""
    keys = _KEYS.findall(words)
    if _KEYS.sub("", words) or len({bool(number) for number, _ in keys}) != 1:
        return None
    names = [name if len(name) == 1 else name.rstrip("s") for _, name in keys]
    if "a" in names:  # beside bulls as A, B are cows
        names = ["cow" if name == "b" else name for name in names]
    counts = Counter[bool]()
    for (number, _), name in zip(keys, names, strict=True):
        if number and (name in _RIGHT_PLACE) in counts:
            return None
        counts[name in _RIGHT_PLACE] += int(number or 1)
    return counts[True], counts[False]


class Code(tuple[int, ...], ShownAsSvg):
    """A row of pegs: the colors from left to right, counted from 1.

    Text is read as `str()` writes it. Names and letters of colors depend on a palette: `Variant.code` reads those.

    >>> Code("1122") == Code([1, 1, 2, 2])
    True
    """

    __slots__ = ()

    def __new__(cls, pegs: str | Iterable[SupportsIndex]) -> Self:
        colors = _read_colors(pegs) if isinstance(pegs, str) else _color_numbers(pegs)
        if not colors:
            raise NotAllowed("code-empty")
        for color in colors:
            if color < 1:
                raise NotAllowed("color-number", color=color)
            if color > MOST:
                raise NotAllowed("color-too-large", color=color, most=MOST)
        return super().__new__(cls, colors)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text form. `Variant.code` also knows color names and checks the code against the variant."""
        return cls(text)

    def __getnewargs__(self) -> tuple[tuple[int, ...]]:
        return (tuple(self),)

    def __str__(self) -> str:
        if max(self) <= len(SYMBOLS):
            return "".join(SYMBOLS[color - 1] for color in self)
        return ",".join(map(str, self)) + ("," if len(self) == 1 else "")

    def __repr__(self) -> str:
        return f"Code({str(self)!r})"


def _color_numbers(pegs: Iterable[SupportsIndex]) -> list[int]:
    """Take any kind of whole numbers, such as NumPy's, but not those of characters."""
    if not isinstance(pegs, bytes | bytearray):
        with suppress(TypeError):
            return [peg if type(peg) is int else as_int(peg) for peg in pegs]
    raise NotAllowed("code-value", given=repr(pegs))


def _read_colors(text: str) -> list[int]:
    """Read colors written as symbols in a row, or as numbers and symbols with spaces or commas between them."""
    if text != text.lower():
        raise UnreadableText("code-letters", text=text)
    return [_read_color(word, text) for word in _words(text)]


def _words(text: str) -> list[str]:
    """Split the text of a code into one word per peg: at separators if it has any, or after each character."""
    inner = text.strip().lower()
    if inner.startswith("[") and inner.endswith("]"):
        inner = inner[1:-1].strip() + ","
    words = [word for word in _SEPARATORS.split(inner) if word]
    return list(inner) if words == [inner] else words


def _read_color(word: str, text: str) -> int:
    if word in SYMBOLS and len(word) == 1:
        return SYMBOLS.index(word) + 1
    if word.isascii() and word.isdecimal() and len(word) <= 9:
        return int(word)
    raise UnreadableText("color-text", word=word, text=text)


@dataclass(frozen=True, slots=True, init=False)
class Turn:
    """A guess and the feedback it got.

    >>> Turn("1122", "1b1w") == Turn.parse("1122=1b1w")
    True
    """

    guess: Code
    feedback: Feedback

    def __init__(self, guess: Code | str, feedback: Feedback | str) -> None:
        object.__setattr__(self, "guess", guess if type(guess) is Code else Code(guess))
        object.__setattr__(self, "feedback", Feedback.of(feedback))
        Variant(len(self.guess), max(self.guess)).check_feedback(self.feedback)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `1122=1b1w`."""
        guess, feedback = split_turn(text)
        return cls(Code(guess), Feedback.parse(feedback))

    def is_consistent(self, code: Code) -> bool:
        """Return whether `code` could be the secret behind this turn."""
        return score(code, self.guess) == self.feedback

    def __str__(self) -> str:
        return f"{self.guess}={self.feedback}"

    def __repr__(self) -> str:
        return f"Turn({self.guess!r}, {self.feedback!r})"


def split_turn(text: str) -> tuple[str, str]:
    """Split the text of a turn into the text of its guess and the text of its feedback."""
    if not isinstance(text, str):
        raise NotAllowed("turn-value", given=repr(text))
    guess, equals, feedback = text.partition("=")
    if not (equals and guess.strip() and feedback.strip()):
        raise UnreadableText("turn-text", text=text)
    return guess, feedback


def score(secret: Code | str, guess: Code | str) -> Feedback:
    """Compare a guess with the secret.

    Each peg of the guess matches at most one peg of the secret: a color counts as often as it occurs in both.

    >>> score("1123", "1211")
    Feedback(1, 2)
    """
    if type(secret) is not Code:
        secret = Code(secret)
    if type(guess) is not Code:
        guess = Code(guess)
    if len(secret) != len(guess):
        raise NotAllowed("guess-length", guess=guess, length=len(guess), pegs=len(secret))
    blacks = sum(a == b for a, b in zip(secret, guess, strict=True))
    matches = (Counter(secret) & Counter(guess)).total()
    return Feedback(blacks, matches - blacks)


@dataclass(frozen=True, slots=True)
class Variant:
    """The rules of a game: how many pegs a code has, how many colors there are, and whether they may repeat."""

    pegs: int
    colors: int
    repeats: bool = True

    def __post_init__(self) -> None:
        pegs, colors = whole(self.pegs, 1), whole(self.colors, 1)
        if pegs is None or colors is None:
            raise NotAllowed("variant-counts", pegs=self.pegs, colors=self.colors, most=MOST)
        keep_ints(self, pegs=pegs, colors=colors)
        if type(self.repeats) is not bool:
            raise NotAllowed("variant-repeats", given=repr(self.repeats))
        if not self.repeats and self.colors < self.pegs:
            raise NotAllowed("variant-colors", pegs=self.pegs, colors=self.colors)

    @classmethod
    def of(cls, variant: "Variant | str") -> "Variant":
        """Return a variant as it is, or read the text of one."""
        return variant if isinstance(variant, Variant) else cls.parse(variant)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `p4c6`, `p4c10n` (no repeats), `6x6` (pegs x colors), `classic`, `super` or `bulls`."""
        if not isinstance(text, str):
            raise NotAllowed("variant-value", given=repr(text))
        word = text.strip().lower()
        match = _VARIANT.fullmatch(_NAMED_VARIANTS.get(word, word))
        if not match:
            raise UnreadableText("variant-text", text=text, names=", ".join(_NAMED_VARIANTS))
        if match[4]:
            return cls(int(match[4]), int(match[5]))
        return cls(int(match[1]), int(match[2]), repeats=not match[3])

    @property
    def size(self) -> int:
        """How many codes there are."""
        return self.colors**self.pegs if self.repeats else math.perm(self.colors, self.pegs)

    @property
    def palette(self) -> Palette:
        """The palette in which people play it: digits if it is bulls and cows, and otherwise colors."""
        return BULLS if self.colors == 10 and not self.repeats else CLASSIC

    @property
    def least_turns(self) -> int:
        """The fewest turns that any strategy could guarantee, by counting alone.

        >>> Variant(4, 6).least_turns, Variant(20, 20).least_turns
        (4, 13)
        """
        return self.least_turns_for(self.size)

    def least_turns_for(self, codes: int) -> int:
        """Return the fewest turns in which a game can go in as many ways as there are codes to tell apart."""
        goes_on = (self.pegs + 1) * (self.pegs + 2) // 2 - 2  # all but the win and "one white, all others black"
        if goes_on == 1:
            return codes
        turns, ways, last = 0, 0, 1
        while ways < codes:
            turns, ways, last = turns + 1, ways + last, last * goes_on
        return turns

    @property
    def win(self) -> Feedback:
        """The feedback to the secret itself."""
        return Feedback(self.pegs, 0)

    def __contains__(self, code: object) -> bool:
        """Return whether this is one of its codes, or the text of one as `code` reads it."""
        if type(code) is not Code:
            with suppress(KeypegError):
                return bool(self.code(code))  # type: ignore[arg-type] # what is no code says so
            return False
        return len(code) == self.pegs and max(code) <= self.colors and (self.repeats or len(set(code)) == self.pegs)

    def __iter__(self) -> Iterator[Code]:
        """Yield all codes in order, 1111 before 1112."""
        colors = range(1, self.colors + 1)
        pegs = (
            itertools.product(colors, repeat=self.pegs) if self.repeats else itertools.permutations(colors, self.pegs)
        )
        return map(Code, pegs)

    def feedbacks(self) -> Iterator[Feedback]:
        """Yield the feedbacks a guess can get, by ordinal: all except "one white, all others black".

        With very few colors, or without repeats, some of these are impossible too; they are not left out.
        """
        for total in range(self.pegs + 1):
            for blacks in range(total + 1):
                if self._flaw(feedback := Feedback(blacks, total - blacks)) is None:
                    yield feedback

    def code(self, code: Code | str | Iterable[SupportsIndex], palette: Palette | str | None = None) -> Code:
        """Return a code of this variant as it is, or read one: symbols, numbers, or color names and initials."""
        if type(code) is Code:
            return self.check_code(code)
        return self._read_code(code, palette) if isinstance(code, str) else self.check_code(Code(code))

    def _read_code(self, text: str, palette: Palette | str | None) -> Code:
        shown, palette = text.strip(), Palette.of(palette or self.palette)
        names = color_words(palette, self.colors)
        words = [shown.lower()] if self.pegs == 1 and shown.lower() in names else _words(_spaced_names(text, names))
        if len(words) != self.pegs:
            raise NotAllowed("code-length", pegs=self.pegs, code=shown, length=len(words))
        code = Code([self._color(word, names, palette) for word in words])
        if not self.repeats and (color := _repeated(code)):
            raise NotAllowed("code-repeats", variant=self, code=shown, color=words[code.index(color)])
        return code

    def check_code(self, code: Code) -> Code:
        """Return the code if it is one of this variant, or say why it is not."""
        if len(code) != self.pegs:
            raise NotAllowed("code-length", pegs=self.pegs, code=code, length=len(code))
        for color in code:
            if color > self.colors:
                raise self._no_color(_symbol(color))
        if not self.repeats and (repeated := _repeated(code)):
            raise NotAllowed("code-repeats", variant=self, code=code, color=_symbol(repeated))
        return code

    def feedback(self, feedback: Feedback | str, palette: Palette | str | None = None) -> Feedback:
        """Return a feedback that is possible in this variant as it is, or read one, in the words of the palette."""
        read = feedback if isinstance(feedback, Feedback) else self._read_feedback(feedback, palette)
        return self.check_feedback(read)

    def _read_feedback(self, text: str, palette: Palette | str | None) -> Feedback:
        feedback, shown = Feedback.parse(text), text.strip()
        if self.pegs > 9 and len(shown) == 2 and shown.isdigit():
            raise UnreadableText("feedback-digits", text=shown, blacks=shown[0], whites=shown[1])
        if Palette.of(palette or self.palette).bulls and _ONLY_B.fullmatch(shown):
            raise UnreadableText("feedback-only-b", text=shown, number=feedback.blacks)
        return feedback

    def check_feedback(self, feedback: Feedback) -> Feedback:
        """Return the feedback if it is possible, or say why it is not."""
        if flaw := self._flaw(feedback):
            raise flaw
        return feedback

    def turn(self, turn: Turn | str, palette: Palette | str | None = None) -> Turn:
        """Return a turn of this variant as it is, or read one."""
        if isinstance(turn, Turn):
            return self.check_turn(turn)
        guess, feedback = split_turn(turn)
        return Turn(self.code(guess, palette), self.feedback(feedback, palette))

    def check_turn(self, turn: Turn) -> Turn:
        """Return the turn if it is one of this variant, or say why it is not."""
        self.check_code(turn.guess)
        self.check_feedback(turn.feedback)
        return turn

    def _flaw(self, feedback: Feedback) -> NotAllowed | None:
        if feedback.total > self.pegs:
            return NotAllowed("feedback-total", feedback=feedback, total=feedback.total, pegs=self.pegs)
        if feedback == Feedback(self.pegs - 1, 1):
            return NotAllowed("feedback-last-peg", feedback=feedback)
        return None

    def _color(self, word: str, names: dict[str, int], palette: Palette) -> int:
        if word in names:
            return names[word]
        try:
            color = _read_color(word, word)
        except UnreadableText:
            color = 0
        if not 1 <= color <= self.colors:
            if palette.has_digits and (digits := palette.labels(self.colors)):
                raise NotAllowed("digit-unknown", color=word, variant=self, digits=" ".join(digits))
            raise self._no_color(word, [name for name in names if len(name) == 1])
        return color

    def _no_color(self, word: str, letters: Sequence[str] = ()) -> NotAllowed:
        last = _symbol(self.colors)
        if not letters:
            return NotAllowed("color-unknown", color=word, variant=self, colors=self.colors, last=last)
        initials = " ".join(letters)
        return NotAllowed("letter-unknown", color=word, variant=self, colors=self.colors, last=last, letters=initials)

    def __str__(self) -> str:
        return f"p{self.pegs}c{self.colors}" + ("" if self.repeats else "n")

    def __repr__(self) -> str:
        return f"Variant({self.pegs}, {self.colors}" + (")" if self.repeats else ", repeats=False)")


def _repeated(code: Code) -> int | None:
    """Return the color that a code has most often, if that is more than once."""
    color, times = Counter(code).most_common(1)[0]
    return color if times > 1 else None


def _symbol(color: int) -> str:
    return SYMBOLS[color - 1] if color <= len(SYMBOLS) else str(color)


def _spaced_names(text: str, names: dict[str, int]) -> str:
    """Replace the hyphens between color names, as in `red-red-blue`, by commas."""
    parts = text.lower().split("-")
    return ",".join(parts) if any(part.strip() in names for part in parts) else text
