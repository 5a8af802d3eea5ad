"""Draw a finished game as an SVG picture: `python examples/draw_board.py > board.svg`."""

from keypeg import Code, Turn, Variant, score
from keypeg.render import Look
from keypeg.words import board_svg

variant = Variant.parse("p4c6")
secret = Code("6136")
guesses = map(Code, ["1234", "1356", "4636", "5436", "6136"])
turns = [Turn(guess, score(secret, guess)) for guess in guesses]
print(board_svg(turns, Look(variant), guesses=6, title="A game of p4c6, won with the fifth guess"), end="")
