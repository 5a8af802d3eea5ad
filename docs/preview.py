"""Draw the picture that a link to the page shows elsewhere: `python docs/preview.py`.

A board after three turns beside the name. The text is in Pillow's own font, so that the picture is the same everywhere.
"""

from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from keypeg.palette import CLASSIC
from keypeg.rules import Code, score

PICTURE = Path(__file__).parents[1] / "src" / "keypeg" / "web" / "static" / "preview.png"
SIZE = (1200, 630)
FINE = 4  # drawn larger by this factor, and then made smaller, so that edges are smooth
COLORS = 96

PAPER, TEXT, MUTED = "#f3eee3", "#29241e", "#5f5647"
BOARD, LINE, HOLE, PLATE, INK = "#21353b", "#3d5860", "#15252a", "#e9e0cc", "#1b1712"
SECRET, GUESSES = Code("4153"), (Code("1122"), Code("1345"), Code("4163"))
ROWS, ROW, RADIUS, KEY = 5, 104, 37, 12


class Drawing:
    """A picture in which lengths are those of its final size."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", (SIZE[0] * FINE, SIZE[1] * FINE), PAPER)
        self._draw = ImageDraw.Draw(self.image)

    def box(self, box: tuple[float, float, float, float], radius: float, fill: str) -> None:
        self._draw.rounded_rectangle([length * FINE for length in box], radius * FINE, fill)

    def disc(self, x: float, y: float, radius: float, fill: str, line: str = "") -> None:
        box = [(x - radius) * FINE, (y - radius) * FINE, (x + radius) * FINE, (y + radius) * FINE]
        self._draw.ellipse(box, fill, line or None, 3 * FINE if line else 0)

    def text(self, x: float, y: float, text: str, size: float, fill: str) -> None:
        self._draw.text((x * FINE, y * FINE), text, fill, ImageFont.load_default(size * FINE), anchor="lm")


def draw() -> Image.Image:
    """Draw the board on the right and the name on the left."""
    drawing = Drawing()
    drawing.text(80, 270, "Keypeg", 132, TEXT)
    drawing.text(86, 380, "Mastermind", 52, MUTED)
    drawing.box((620, 39, 1140, 591), 28, BOARD)
    for number in range(ROWS):
        y = 39 + 16 + ROW * (number + 0.5)
        if number:
            drawing.box((644, y - ROW / 2 - 1, 1116, y - ROW / 2 + 1), 1, LINE)
        guess = GUESSES[number] if number < len(GUESSES) else None
        for place in range(4):
            x = 700 + 88 * place
            if guess is None:
                drawing.disc(x, y, RADIUS * 0.45, HOLE)
            else:
                drawing.disc(x, y, RADIUS, CLASSIC.colors[guess[place] - 1].hex)
        drawing.box((1040, y - 34, 1108, y + 34), 14, PLATE)
        for place in range(4):
            keys(drawing, guess, place, 1058 + 32 * (place % 2), y - 16 + 32 * (place // 2))
    return drawing.image.resize(SIZE, Image.Resampling.LANCZOS)


def keys(drawing: Drawing, guess: Code | None, place: int, x: float, y: float) -> None:
    """Draw a key peg of a guess, blacks first, or an empty hole."""
    feedback = None if guess is None else score(SECRET, guess)
    if feedback is not None and place < feedback.blacks:
        drawing.disc(x, y, KEY, INK)
    elif feedback is not None and place < feedback.total:
        drawing.disc(x, y, KEY - 1, PLATE, INK)
    else:
        drawing.disc(x, y, KEY / 3, "#b9ab8c")


if __name__ == "__main__":
    draw().quantize(COLORS).save(PICTURE, optimize=True)
