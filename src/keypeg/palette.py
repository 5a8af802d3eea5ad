"""Palettes: colors as people see, name and type them.

A palette is frozen and hashable, is never invalid, and reads its own text form.
"""

import colorsys
import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from keypeg.errors import NotAllowed, UnreadableText

_SEPARATORS = re.compile(r"[\s,;]+")

SHAPES = "●■▲◆★✚⬟♥☾⬢▼✖"
"""A shape for each color, so that nobody needs to tell colors apart."""

LETTERED_COLORS = 9
"""With up to this many colors, pegs may be typed as initials; with more, letters are the colors 10, 11, 12 …"""

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
    """How one color is shown: its name, the letter to type, its hex value, and a shape."""

    name: str
    letter: str
    hex: str
    shape: str


@dataclass(frozen=True, slots=True)
class Palette:
    """The colors of a game in order: color 1 of a code is the first of them.

    Palettes are equal if their colors are; a name is only a short way to write them.
    """

    name: str = field(compare=False)
    colors: tuple[PegColor, ...]

    def __post_init__(self) -> None:
        if not self.colors:
            raise NotAllowed("palette-empty")
        _check_distinct(self.name, [color.name for color in self.colors])

    @classmethod
    def parse(cls, text: str) -> "Palette":
        """Read a palette's name (`classic`, `board`) or its colors: `red,white,blue` or `sky=#88ccff,red`."""
        word = text.strip().lower()
        if word in PALETTES:
            return PALETTES[word]
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
            return Palette(self.name, self.colors[:count])
        colors = {color.name: color.hex for color in self.colors}
        for name, value in itertools.chain(_KNOWN_COLORS.items(), _generated_colors()):
            if len(colors) == count:
                break
            if name != "blank":
                colors.setdefault(name, value)
        extra = _palette(self.name, colors).colors[len(self.colors) :]
        return Palette(self.name, self.colors + extra)

    def __str__(self) -> str:
        if PALETTES.get(self.name) == self:
            return self.name
        return ",".join(f"{color.name}={color.hex}" for color in self.colors)

    def __repr__(self) -> str:
        return f"Palette.parse({str(self)!r})"


def _generated_colors() -> Iterator[tuple[str, str]]:
    """Yield colors without end: hues a golden section apart, in three lightnesses."""
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
        free = [letter for letter in color + "abcdefghijklmnopqrstuvwxyz" if letter.isalpha() and letter not in letters]
        letters.append(free[0] if free else "?")
    rows = zip(colors.items(), letters, itertools.cycle(SHAPES), strict=False)
    return Palette(name, tuple(PegColor(color, letter, value, shape) for (color, value), letter, shape in rows))


def _first_known(*names: str) -> dict[str, str]:
    return {name: _KNOWN_COLORS[name] for name in names}


PALETTES: dict[str, Palette] = {}
CLASSIC = _palette("classic", _first_known("red", "green", "blue", "yellow", "orange", "purple"))
BOARD = _palette("board", _first_known("red", "blue", "yellow", "green", "white", "black"))
PALETTES |= {"classic": CLASSIC, "board": BOARD}


@lru_cache(maxsize=64)
def color_words(palette: Palette, colors: int) -> dict[str, int]:
    """Map the names of the first `colors` colors, and their letters if letters may be typed, to the colors."""
    shown = palette.extended(colors).colors if colors <= 1000 else palette.colors
    words = {color.name: number for number, color in enumerate(shown, 1) if len(color.name) > 1}
    if colors <= LETTERED_COLORS:
        words |= {color.letter: number for number, color in enumerate(shown, 1)}
    return words
