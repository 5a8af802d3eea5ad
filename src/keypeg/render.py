"""Turns drawn: as plain signs, as colored pegs for a terminal, as emoji, and as an SVG picture.

Everything here is a pure function from values to text, without words, which come from `keypeg.words`. Nothing is
conveyed by color alone: each peg has its letter or digit (with more than 10 colors, its code symbol), and key pegs are
a filled and a hollow circle.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from keypeg.palette import CLASSIC, Palette, PegColor
from keypeg.rules import Code, Feedback, Turn, Variant

BLACK, WHITE, NONE = "●", "○", "·"
"""The key pegs in text: right place, wrong place, no match."""

_BLACK_EMOJI, _WHITE_EMOJI, _NONE_EMOJI = "⚫", "⚪", "➖"  # noqa: RUF001
_DARK_INK, _LIGHT_INK = "#000000", "#ffffff"
_HOLE = "#3a3a40"


@dataclass(frozen=True, slots=True, init=False)
class Look:
    """How the codes of a variant are shown: with the letters of a palette, or as numbers if `numbered`."""

    variant: Variant
    palette: Palette
    numbered: bool

    def __init__(self, variant: Variant | str, palette: Palette | str = CLASSIC, *, numbered: bool = False) -> None:
        object.__setattr__(self, "variant", Variant.of(variant))
        object.__setattr__(self, "palette", Palette.of(palette))
        object.__setattr__(self, "numbered", numbered)

    @property
    def colors(self) -> tuple[PegColor, ...]:
        return _extended(self.palette, self.variant.colors)

    def label(self, color: int) -> str:
        """Return the label of a peg: the letter of its color, or its code symbol if there are too many colors."""
        labels = self._labels
        return labels[color - 1].upper() if labels else str(Code([color])).rstrip(",")

    def code(self, code: Code) -> str:
        """Write a code with the labels of its pegs; `Variant.code` with the same palette reads it back."""
        return "".join(map(self.label, code)) if self._labels else str(code)

    def line(self, turns: Iterable[Turn]) -> str:
        """Write a position with its codes and feedback; `Position.parse` with the same palette reads it back."""
        shown = (f"{self.code(turn.guess)}={self.feedback(turn.feedback)}" for turn in turns)
        return " ".join([str(self.variant), *shown])

    def feedback(self, feedback: Feedback) -> str:
        """Write feedback: `1b2w`, or `1A2B` where people speak of bulls and cows; `Variant.feedback` reads either."""
        return f"{feedback.blacks}A{feedback.whites}B" if self.palette.bulls else str(feedback)

    @property
    def _labels(self) -> tuple[str, ...] | None:
        return None if self.numbered else self.palette.labels(self.variant.colors)

    def names(self, code: Code) -> str:
        return "-".join(self.colors[color - 1].name for color in code)

    def legend(self) -> list[str]:
        """List the colors as they are typed and named: `R red`, or `1` where the label says it all."""
        labels = [self.label(number) for number in range(1, self.variant.colors + 1)]
        return [
            label if label == color.name else f"{label} {color.name}"
            for label, color in zip(labels, self.colors, strict=True)
        ]


@lru_cache(maxsize=64)
def _extended(palette: Palette, count: int) -> tuple[PegColor, ...]:
    return palette.extended(count).colors


def key_pegs(feedback: Feedback, pegs: int) -> str:
    """Draw the key pegs, and a dot for each peg without one: `●○··`."""
    return BLACK * feedback.blacks + WHITE * feedback.whites + NONE * (pegs - feedback.total)


def key_emoji(feedback: Feedback, pegs: int) -> str:
    """Draw the key pegs as emoji, for messages: `⚫⚪➖➖`."""  # noqa: RUF002
    return _BLACK_EMOJI * feedback.blacks + _WHITE_EMOJI * feedback.whites + _NONE_EMOJI * (pegs - feedback.total)


def turns_text(turns: Iterable[Turn], look: Look) -> str:
    """Write turns as a table of plain text, one per line: `1  R R G G  ●○··  1b1w`."""
    rows = [
        f"{number:>2}  {' '.join(map(look.label, turn.guess))}  {key_pegs(turn.feedback, look.variant.pegs)}"
        f"  {look.feedback(turn.feedback)}"
        for number, turn in enumerate(turns, 1)
    ]
    return "\n".join(rows)


def luminance(value: str) -> float:
    """Return the relative luminance of a hex color, from 0 for black to 1 for white (WCAG 2)."""
    channels = [int(value[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ink(value: str) -> str:
    """Choose dark or light letters for a peg of this color, whichever has more contrast."""
    light = luminance(value)
    against_dark = (light + 0.05) / (luminance(_DARK_INK) + 0.05)
    against_light = (luminance(_LIGHT_INK) + 0.05) / (light + 0.05)
    return _DARK_INK if against_dark >= against_light else _LIGHT_INK


def peg_ansi(color: int, look: Look, width: int = 3) -> str:
    """Draw a peg for a terminal: its letter on a field of its color, `width` cells wide."""
    value = look.colors[color - 1].hex
    return f"\x1b[1;38;2;{_channels(ink(value))};48;2;{_channels(value)}m{look.label(color):^{width}}\x1b[0m"


def hole_ansi(mark: str = NONE, width: int = 3) -> str:
    """Draw an empty hole, as wide as a peg."""
    return f"\x1b[38;2;{_channels('#b8b8c0')};48;2;{_channels(_HOLE)}m{mark:^{width}}\x1b[0m"


def code_ansi(code: Code, look: Look, width: int = 3, gap: int = 1) -> str:
    return (" " * gap).join(peg_ansi(color, look, width) for color in code)


def turn_ansi(turn: Turn, look: Look, width: int = 3, gap: int = 1) -> str:
    """Draw a turn for a terminal: pegs, key pegs, and the counts."""
    pegs = key_pegs(turn.feedback, look.variant.pegs)
    return f"{code_ansi(turn.guess, look, width, gap)}  \x1b[1m{pegs}\x1b[0m  {look.feedback(turn.feedback)}"


def _channels(value: str) -> str:
    return ";".join(str(int(value[start : start + 2], 16)) for start in (1, 3, 5))


_ROW, _PEG, _KEY = 44, 16, 5.5
_DARK = 0.05


@dataclass(frozen=True, slots=True)
class Caption:
    """The words of a picture of the board: its title, what it shows, the label of the secret, and a line below it."""

    title: str
    description: str
    secret: str
    below: str = ""


def board_svg(
    turns: Sequence[Turn], look: Look, caption: Caption, *, guesses: int | None = None, secret: Code | None = None
) -> str:
    """Draw the board as a standalone SVG picture: turns from the top, empty rows up to `guesses`, the secret if given.

    The picture needs no font of its own.
    """
    variant = look.variant
    rows = max(len(turns), guesses or 0)
    columns = (variant.pegs + 1) // 2
    width = max(64 + variant.pegs * _ROW + columns * 15 + 20, 8 * len(caption.below) + 20)
    lines = rows + (1 if secret else 0)
    height = lines * _ROW + (36 if caption.below else 20)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'role="img" font-family="system-ui, sans-serif" text-anchor="middle">'
    )
    parts = [
        head,
        f"<title>{escape(caption.title)}</title>",
        f"<desc>{escape(caption.description)}</desc>",
        f'<rect width="{width}" height="{height}" rx="12" fill="#26262c"/>',
    ]
    for row in range(rows):
        turn = turns[row] if row < len(turns) else None
        parts += _svg_row(turn, look, row)
    if secret is not None:
        parts += _svg_code(secret, look, rows)
        parts.append(_svg_label(escape(caption.secret), rows))
    if caption.below:
        parts.append(
            f'<text x="16" y="{lines * _ROW + 24}" font-size="14" text-anchor="start" fill="#c8c8d0">'
            f"{escape(caption.below)}</text>"
        )
    return "\n".join([*parts, "</svg>", ""])


def code_svg(code: Code, look: Look, title: str) -> str:
    """Draw a code alone as a standalone SVG picture."""
    width = len(code) * _ROW + 12
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {_ROW}" width="{width}" height="{_ROW}" '
        'role="img" font-family="system-ui, sans-serif">'
    )
    plate = f'<rect width="{width}" height="{_ROW}" rx="12" fill="#26262c"/>'
    pegs = pegs_svg(code, look, 6 + _ROW / 2, _ROW / 2)
    return "\n".join([head, f"<title>{escape(title)}</title>", plate, *pegs, "</svg>", ""])


def _svg_row(turn: Turn | None, look: Look, row: int) -> list[str]:
    pegs = look.variant.pegs
    parts = [_svg_label(str(row + 1), row)]
    if turn is not None:
        parts += _svg_code(turn.guess, look, row)
    else:
        holes = ((_center(column, row)) for column in range(pegs))
        parts += [f'<circle cx="{x}" cy="{y}" r="7" fill="{_HOLE}" stroke="#55555e"/>' for x, y in holes]
    for number in range(pegs):
        parts.append(_svg_key(number, turn.feedback if turn else None, pegs, row))
    return parts


def _svg_label(text: str, row: int) -> str:
    return f'<text x="28" y="{_center(0, row)[1] + 5}" font-size="14" fill="#c8c8d0">{text}</text>'


def _svg_code(code: Code, look: Look, row: int) -> list[str]:
    return pegs_svg(code, look, *_center(0, row))


def pegs_svg(  # noqa: PLR0913 - a place and two sizes
    code: Code, look: Look, x: float, y: float, *, radius: float = _PEG, step: float = _ROW
) -> list[str]:
    """Draw pegs as parts of an SVG picture, the first one around the point given, with `step` from one to the next."""
    parts = []
    for column, color in enumerate(code):
        shade, at = look.colors[color - 1], x + column * step
        edge = "#0008" if luminance(shade.hex) > _DARK else "#fff8"  # a black peg is seen on the board
        parts.append(
            f'<g><title>{shade.name}</title><circle cx="{at:g}" cy="{y:g}" r="{radius:g}" fill="{shade.hex}" '
            f'stroke="{edge}" stroke-width="{radius * 0.094:.2g}"/><text x="{at:g}" y="{y + radius * 0.37:g}" '
            f'font-size="{radius * 1.06:.3g}" font-weight="700" text-anchor="middle" fill="{ink(shade.hex)}">'
            f"{escape(look.label(color))}</text></g>"
        )
    return parts


def _svg_key(number: int, feedback: Feedback | None, pegs: int, row: int) -> str:
    columns = (pegs + 1) // 2
    x = 64 + pegs * _ROW + number % columns * 15
    y = _center(0, row)[1] + (-8 if number < columns else 8)
    if feedback is None or number >= feedback.total:
        return f'<circle cx="{x}" cy="{y}" r="2.5" fill="#55555e"/>'
    if number < feedback.blacks:
        return f'<circle cx="{x}" cy="{y}" r="{_KEY}" fill="#000" stroke="#fff" stroke-width="1"/>'
    return f'<circle cx="{x}" cy="{y}" r="{_KEY - 1}" fill="none" stroke="#fff" stroke-width="2.5"/>'


def _center(column: int, row: int) -> tuple[int, int]:
    return 72 + column * _ROW, 10 + row * _ROW + _ROW // 2
