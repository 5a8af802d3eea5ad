"""Draw `keypeg play` as it looks in a terminal: `python examples/draw_terminal.py [COLUMNS] [--plain] > terminal.svg`.

A game is played in a terminal of that width, and what is on its screen becomes the picture.
"""

import fcntl
import io
import os
import pty
import re
import struct
import sys
import tempfile
import termios

from rich.console import Console
from rich.text import Text

LINES = 24
TYPED = ["RGBY", "RBOP", "YPBP", "hint", "hint"]
PROMPT = re.compile(rb"> (?:\x1b\[[0-9;?]*[a-zA-Z])*$")
CLEARED = re.compile(r"\x1b\[2J(?:\x1b\[H)?|\x1b\[H\x1b\[2J")
NOT_COLORS = re.compile(r"\x1b\[[0-9;?]*[a-ln-zA-Z]|\r")


def start(columns: int, *options: str) -> tuple[int, int]:
    """Start a game in a terminal of its own; return its process and the other end of its line."""
    command = [sys.executable, "-m", "keypeg", "play", "--secret", "6136", "--guesses", "6", *options]
    child, line = pty.fork()
    if child == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, columns, 0, 0))
        os.execv(sys.executable, command)  # noqa: S606 - this program, by its own name
    return child, line


def read(line: int) -> bytes:
    """Read what the game writes up to its next prompt."""
    said = b""
    while not PROMPT.search(said):
        said += os.read(line, 1 << 16)
    return said


def screen(columns: int, *, plain: bool) -> list[str]:
    """Play, and return the lines on the screen, with a cursor behind what is typed."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"TERM": "xterm-256color", "COLORTERM": "truecolor", "KEYPEG_DATA": folder}
        child, line = start(columns, *(["--plain"] if plain else []))
        said = read(line)
        for typed in TYPED:
            os.write(line, f"{typed}\n".encode())
            said += read(line)
        os.close(line)
        os.waitpid(child, 0)
    shown = said.decode() if plain else CLEARED.split(said.decode())[-1]
    return f"{NOT_COLORS.sub('', shown)}OYB█".split("\n")


def picture(lines: list[str], columns: int) -> str:
    console = Console(record=True, file=io.StringIO(), width=columns, force_terminal=True, color_system="truecolor")
    for line in lines:
        text = Text.from_ansi(line)
        for part in text.divide(range(columns, len(text), columns)):  # as a terminal breaks what is too long
            console.print(part, no_wrap=True)
    drawn = console.export_svg(title="keypeg play", unique_id=f"keypeg-{columns}")
    # A picture in a page loads no fonts, so leave out those that rich asks for.
    return re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL).replace("Fira Code, ", "")


words = sys.argv[1:]
width = next((int(word) for word in words if word.isdigit()), 72)
print(picture(screen(width, plain="--plain" in words), width))
