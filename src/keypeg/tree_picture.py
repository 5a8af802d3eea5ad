"""A strategy tree drawn as an SVG picture: a column for each guess of a game, a row for each end.

A guess is drawn as pegs on a plate, with a dashed edge if it can't be right. Where the picture ends before the tree
does, it tells how many codes are left there.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from keypeg.render import Look, pegs_svg
from keypeg.rules import Code, Feedback

_ROW, _RADIUS, _STEP, _GAP, _MARGIN = 26, 8.5, 19, 74, 14
_STYLE = (
    ".keypeg-plate{fill:#eeeef2;stroke:none}.keypeg-cannot{stroke:#8a8a94;stroke-dasharray:3 2}"
    ".keypeg-line{fill:none;stroke:#c4c4cc;stroke-width:1.3}"
    ".keypeg-feedback{font-size:10.5px;fill:#55555e;text-anchor:end}.keypeg-more{font-size:11px;fill:#55555e}"
)


@dataclass(frozen=True, slots=True)
class Twig:
    """A guess of a tree, how many codes are found with it or after it, and what follows on each feedback."""

    guess: Code
    can_win: bool
    codes: int
    below: tuple[tuple[Feedback, "Twig"], ...] = ()


def svg(root: Twig, look: Look, title: str, caption: str = "") -> str:
    """Draw a tree, with a line of words above it."""
    drawing = _Drawing(look, 34 if caption else _MARGIN)
    parts = [*drawing.twig(root, 0, drawing.place(root))]
    if caption:
        parts.append(f'<text x="{_MARGIN}" y="22" font-size="13" fill="#26262c">{escape(caption)}</text>')
    width = max(drawing.right, 7 * len(caption)) + _MARGIN
    height = drawing.top + drawing.rows * _ROW + _MARGIN
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img" font-family="system-ui, sans-serif">'
    )
    ground = '<rect width="100%" height="100%" rx="10" fill="#fff"/>'
    return "\n".join([head, f"<title>{escape(title)}</title>", f"<style>{_STYLE}</style>", ground, *parts, "</svg>"])


class _Drawing:
    """Where the guesses of one picture are drawn."""

    def __init__(self, look: Look, top: float) -> None:
        self.look = look
        self.top = top
        self.rows = 0
        self.right = 0.0
        self.plate = look.variant.pegs * _STEP + 5
        self._places: dict[int, float] = {}

    def place(self, twig: Twig) -> float:
        """Give a guess its height: half way between those that follow, or a row of its own."""
        heights = [self.place(child) for _, child in twig.below]
        if not heights:
            self.rows += 1
        own = (heights[0] + heights[-1]) / 2 if heights else self.top + (self.rows - 0.5) * _ROW
        self._places[id(twig)] = own
        return own

    def twig(self, twig: Twig, column: int, y: float) -> Iterator[str]:
        """Draw a guess and everything that follows."""
        x = _MARGIN + column * (self.plate + _GAP)
        self.right = max(self.right, x + self.plate)
        for feedback, child in twig.below:
            below, start, end = self._places[id(child)], x + self.plate, x + self.plate + _GAP
            curve = f"C{start + 30:g} {y:g} {start:g} {below:g} {start + 30:g} {below:g}"
            yield f'<path class="keypeg-line" d="M{start:g} {y:g}{curve}H{end:g}"/>'
            yield f'<text class="keypeg-feedback" x="{end - 5:g}" y="{below - 4:g}">{feedback}</text>'
            yield from self.twig(child, column + 1, below)
        kind = "keypeg-plate" if twig.can_win else "keypeg-plate keypeg-cannot"
        yield (
            f'<rect class="{kind}" x="{x:g}" y="{y - 11:g}" width="{self.plate:g}" height="22" rx="11">'
            f"<title>{twig.guess}: {twig.codes:,}</title></rect>"
        )
        yield from pegs_svg(twig.guess, self.look, x + _STEP / 2 + 2.5, y, radius=_RADIUS, step=_STEP)
        if not twig.below and twig.codes > 1:
            label = f"… {twig.codes:,}"
            self.right = max(self.right, x + self.plate + 8 + 7 * len(label))
            yield f'<text class="keypeg-more" x="{x + self.plate + 6:g}" y="{y + 4:g}">{label}</text>'
