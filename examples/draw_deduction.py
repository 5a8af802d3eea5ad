"""Draw the deduction of a hard puzzle as an SVG picture: `python examples/draw_deduction.py > deduction.svg`."""

from html import escape

from keypeg import explain
from keypeg.lines import wrapped
from keypeg.render import Look
from keypeg.words import board_svg
from keypeg.words.reasons import explanation, only_code

POSITION = "p4c6 GPGG=2b1w GBGB=1b2w BYYY=0b1w"
LINE, WIDTH, COLUMNS, LEFT = 21, 960, 84, 330

found = explain(POSITION)
look = Look(found.position.variant)
board = board_svg(found.position.turns, look, secret=only_code(found), title="A puzzle with one code left")
lines = [line for said in explanation(found, look) for line in wrapped(said, COLUMNS, hanging=4)]
height = LINE * len(lines) + 40
print(
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
    f'role="img" font-family="system-ui, sans-serif">\n<title>How the only code is deduced</title>\n'
    f'<rect width="{WIDTH}" height="{height}" rx="14" fill="#f3eee3"/>\n<g transform="translate(24 24)">\n{board}</g>'
)
for number, line in enumerate(lines):
    x = LEFT + 7 * (len(line) - len(line.lstrip()))
    print(f'<text x="{x}" y="{34 + LINE * number}" font-size="14" fill="#29241e">{escape(line.strip())}</text>')
print("</svg>")
