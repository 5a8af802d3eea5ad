"""Palettes: colors as people see, name and type them.

A palette is frozen and hashable, is never invalid, and reads its own text form.
"""

import colorsys
import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from keypeg.errors import NotAllowed, UnreadableText

_SEPARATORS = re.compile(r"[\s,;]+")

SHAPES = "●■▲◆★✚⬟♥☾⬢▼✖"
"""A shape for each color, so that nobody needs to tell colors apart."""

SYMBOLS = "123456789abcdefghijklmnopqrstuvwxyz"
"""How the colors 1, 2, 3 … are written as one character each; further colors are written as numbers."""

_LETTERS = {"black": "k"}
"""The letter of a color, where its initial is another color's as a rule."""

# Names that palettes may use without a hex value, in the order in which they are added to a palette that needs more.
_KNOWN_COLORS = {
    "red": "#d7263d",
    "green": "#2e9e4f",
    "blue": "#2364d2",
    "yellow": "#f4c20d",
    "orange": "#f2711c",
    "purple": "#8e3ccb",
    "cyan": "#17b6c4",
    "magenta": "#e754a6",
    "white": "#f5f5f0",
    "black": "#26262b",
    "brown": "#8b5a2b",
    "lime": "#9bd31c",
    "gray": "#8a8f98",
    "pink": "#f7a8b8",
    "navy": "#1b2a6b",
    "teal": "#0b7a75",
    "blank": "#d9d4c7",
}


@dataclass(frozen=True, slots=True)
class PegColor:
    """How one color is shown: its name, the letter (or digit) to type, its hex value, and a shape."""

    name: str
    letter: str
    hex: str
    shape: str


@dataclass(frozen=True, slots=True)
class Palette:
    """The colors of a game in order: color 1 of a code is the first of them.

    Palettes are equal if their colors are, and how they speak of feedback: as key pegs, or as bulls and cows. A name is
    only a short way to write them.
    """

    name: str = field(compare=False)
    colors: tuple[PegColor, ...]
    bulls: bool = False

    def __post_init__(self) -> None:
        if not self.colors:
            raise NotAllowed("palette-empty")
        _check_distinct(self.name, [color.name for color in self.colors])

    @classmethod
    def of(cls, palette: "Palette | str") -> "Palette":
        """Return a palette as it is, or read the text of one."""
        return palette if isinstance(palette, Palette) else cls.parse(palette)

    @classmethod
    def parse(cls, text: str) -> "Palette":
        """Read the name of a palette (`classic`, `board`, `safe`, `digits`, `bulls`), or its colors.

        Colors are written as `red,blue,sky=#88ccff`. The name may be followed by the number of colors: `digits:12`.
        """
        if not isinstance(text, str):
            raise NotAllowed("palette-given", given=repr(text))
        word = text.strip().lower()
        name, _, count = word.partition(":")
        if name in PALETTES and re.fullmatch("([1-9][0-9]{0,2})?", count):
            return PALETTES[name].extended(int(count)) if count else PALETTES[name]
        pairs = [part.partition("=") for part in _SEPARATORS.split(word) if part]
        for name, _, value in pairs:
            if not re.fullmatch(r"[a-z][a-z_]*", name):
                raise UnreadableText("palette-color", name=name, text=text)
            if not re.fullmatch(r"#[0-9a-f]{6}", value or _KNOWN_COLORS.get(name, "")):
                palettes, colors = ", ".join(PALETTES), ", ".join(_KNOWN_COLORS)
                raise UnreadableText("palette-value", name=name, text=text, palettes=palettes, colors=colors)
        _check_distinct(word, [name for name, _, _ in pairs])
        return _palette(word, {name: value or _KNOWN_COLORS[name] for name, _, value in pairs})

    def extended(self, count: int) -> "Palette":
        """Return the first `count` colors, and if there are fewer, add others that are easy to tell apart."""
        if count <= len(self.colors):
            return replace(self, colors=self.colors[:count])
        if self.has_digits:
            return replace(self, colors=_digits(count))
        colors = {color.name: color.hex for color in self.colors}
        for name, value in _all_colors():
            if len(colors) == count:
                break
            colors.setdefault(name, value)
        extra = _palette(self.name, colors).colors[len(self.colors) :]
        return replace(self, colors=self.colors + extra)

    @property
    def has_digits(self) -> bool:
        """Whether its colors are called by digits."""
        return self.colors[0].name == "1"

    @lru_cache(maxsize=64)  # noqa: B019 - palettes are few, and small
    def labels(self, count: int) -> tuple[str, ...] | None:
        """Return the letters of `count` colors, if they may stand for them: if none is the symbol of another color.

        From eleven colors on the usual ones may not: `b` is blue, and the symbol of the eleventh.
        """
        letters = tuple(color.letter for color in self.extended(count).colors) if count <= len(SYMBOLS) else ()
        symbols = SYMBOLS[:count]
        is_clear = all(symbols.find(letter) in {-1, number} for number, letter in enumerate(letters))
        return letters if letters and is_clear else None

    def __str__(self) -> str:
        named = PALETTES.get(self.name)
        if named is not None and named.extended(len(self.colors)) == self:
            return self.name if named == self else f"{self.name}:{len(self.colors)}"
        return ",".join(f"{color.name}={color.hex}" for color in self.colors)

    def __repr__(self) -> str:
        return f"Palette.parse({str(self)!r})"


def _all_colors() -> Iterator[tuple[str, str]]:
    """Yield colors without end: those with names, then hues a golden section apart, in three lightnesses."""
    yield from ((name, value) for name, value in _KNOWN_COLORS.items() if name != "blank")
    for number in itertools.count():
        red, green, blue = colorsys.hls_to_rgb(number * 0.618034 % 1, (0.45, 0.65, 0.3)[number % 3], 0.7)
        name = "hue_" + "".join(chr(ord("a") + int(digit)) for digit in str(number))
        yield name, f"#{round(red * 255):02x}{round(green * 255):02x}{round(blue * 255):02x}"


def _check_distinct(palette: str, names: Sequence[str]) -> None:
    if double := [name for name, times in Counter(names).items() if times > 1]:
        raise NotAllowed("palette-twice", palette=palette, color=double[0])


def _palette(name: str, colors: dict[str, str]) -> Palette:
    letters: list[str] = []
    for color in colors:
        wanted = _LETTERS.get(color, "") + color + "abcdefghijklmnopqrstuvwxyz"
        free = [letter for letter in wanted if letter.isalpha() and letter not in letters]
        letters.append(free[0] if free else "?")
    rows = zip(colors.items(), letters, itertools.cycle(SHAPES), strict=False)
    return Palette(name, tuple(PegColor(color, letter, value, shape) for (color, value), letter, shape in rows))


def _first_known(*names: str) -> dict[str, str]:
    return {name: _KNOWN_COLORS[name] for name in names}


def _digits(count: int = 10) -> tuple[PegColor, ...]:
    """Return colors that are called 1 to 9, 0, and from the eleventh on as numbers and typed as symbols."""
    names = [*"1234567890", *map(str, range(11, count + 1))]
    letters = itertools.chain("1234567890", SYMBOLS[10:], itertools.repeat("?"))
    rows = zip(names, letters, _all_colors(), itertools.cycle(SHAPES), strict=False)
    return tuple(PegColor(name, letter, value, shape) for name, letter, (_, value), shape in rows)


PALETTES: dict[str, Palette] = {}
CLASSIC = _palette("classic", _first_known("red", "green", "blue", "yellow", "orange", "purple"))
BOARD = _palette("board", _first_known("red", "blue", "yellow", "green", "white", "black"))
SAFE = _palette(
    "safe",
    {"orange": "#cd4e10", "navy": "#0e1d89", "yellow": "#f2dc33", "green": "#017652"}
    | {"pink": "#f890b2", "sky": "#17b6fd", "white": "#f7f5ee", "black": "#1d1d22"},
)
"""Colors that stay apart for people who see red, green or blue less well; tests/test_palette.py simulates it."""
DIGITS = Palette("digits", _digits())
BULLS = Palette("bulls", _digits(), bulls=True)
PALETTES |= {palette.name: palette for palette in (CLASSIC, BOARD, SAFE, DIGITS, BULLS)}


@lru_cache(maxsize=64)
def color_words(palette: Palette, colors: int) -> dict[str, int]:
    """Map the words for the first `colors` colors: names, letters if they may stand for them, and 0 for the tenth."""
    shown = palette.extended(colors).colors if colors <= 1000 else palette.colors
    words = {color.name: number for number, color in enumerate(shown, 1) if len(color.name) > 1 or color.name.isdigit()}
    letters = palette.labels(colors) or ()
    tenth = {"0": 10} if colors >= 10 else {}
    return tenth | words | {letter: number for number, letter in enumerate(letters, 1)}
