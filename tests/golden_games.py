"""Games of each strategy at large sizes, one a line of `golden/games.txt`: read, played again, written.

    python tests/golden_games.py                             play the lines of other versions again
    python tests/golden_games.py STRATEGY POSITION SECRET    add a line

Neither changes a line of the present version: whoever changes play must raise the strategy's version first.
"""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from keypeg.position import Position
from keypeg.rules import Code, Turn, score
from keypeg.strategies import next_guess, strategy

FILE = Path(__file__).parent / "golden" / "games.txt"


@dataclass(frozen=True)
class Line:
    """A strategy, its version, the position that it was given, and the game that it made of it."""

    strategy: str
    version: int
    start: Position
    end: Position

    @classmethod
    def parse(cls, text: str) -> "Line":
        name, game = text.split(maxsplit=1)
        given, bar, _ = game.partition(" |")
        start = given if bar else game.partition(" ")[0]
        title, _, version = name.rpartition("@")
        return cls(title, int(version), Position.parse(start), Position.parse(game.replace(" |", "")))

    def __str__(self) -> str:
        start, end = str(self.start), str(self.end)
        bar = " |" if self.start.turns else ""
        return f"{self.strategy}@{self.version} {start}{bar}{end.removeprefix(start)}"

    def again(self, threads: int = 1) -> "Line":
        """Play the same game by the strategy as it is now."""
        return played(self.strategy, self.start, self.end.turns[-1].guess, threads)


def played(name: str, start: Position, secret: Code, threads: int = 1) -> Line:
    player, position = strategy(name), start
    while not position.is_won:
        guess = next_guess(player, position, threads)
        position = position.play(Turn(guess, score(secret, guess)))
    return Line(name, player.version, start, position)


def read() -> list[Line]:
    return [Line.parse(text) for text in FILE.read_text(encoding="utf-8").splitlines() if not text.startswith("#")]


def write(lines: Iterable[Line]) -> None:
    head = [text for text in FILE.read_text(encoding="utf-8").splitlines() if text.startswith("#")]
    FILE.write_text("".join(f"{line}\n" for line in [*head, *lines]), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) == 4:
        position = Position.parse(sys.argv[2])
        write([*read(), played(sys.argv[1], position, position.variant.code(sys.argv[3]))])
    elif len(sys.argv) == 1:
        write([line if line.version == strategy(line.strategy).version else line.again() for line in read()])
    else:
        sys.exit(__doc__)
