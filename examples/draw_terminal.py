"""Draw `keypeg play` as it looks in a terminal: `python examples/draw_terminal.py > terminal.svg`."""

import io
import re

from rich.console import Console
from rich.text import Text

from keypeg import words
from keypeg.game import Fixed
from keypeg.rules import Code, Variant
from keypeg.session import BreakSession
from keypeg.terminal import Board, board_lines

WIDTH = 72

session = BreakSession(Variant.parse("p4c6"), Fixed(Code("6136")), guesses=6)
for guess in ("RGBY", "RBOP", "YPBP"):
    session.guess(guess)
session.hint()
hint = words.hint(session.hint(), session.look)

title = f"{session.variant} · {session.guesses_left} guesses left"
commands = "help  rules  hint  candidates  undo  settings  give up  quit"
board = Board(title, session.look, session.turns, session.guesses, session.secret, commands)
lines = [*board_lines(board, WIDTH, 24), f" {hint}", " guess 4 of 6> OYB█"]

console = Console(record=True, file=io.StringIO(), width=WIDTH, force_terminal=True, color_system="truecolor")
for line in lines:
    console.print(Text.from_ansi(line), no_wrap=True)
picture = console.export_svg(title="keypeg play", unique_id="keypeg")
# A picture in a page loads no fonts, so leave out those that rich asks for.
print(re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL).replace("Fira Code, ", ""))
