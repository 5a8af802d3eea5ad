"""The history of a session in which the computer guesses: its moves, which can be undone and made again.

A move is feedback to a guess, a correction of earlier feedback, or the secret told late. Everything else follows from
the moves, so the text line of the session holds just these.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple

from keypeg.game import unveiled, veiled
from keypeg.rules import Code, Feedback, Turn, Variant, score

KEPT = 50
"""How many moves are kept beyond one for each turn: corrections, and turns that a correction cut off."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A different feedback for a turn, counted from 1."""

    number: int
    feedback: Feedback

    def __str__(self) -> str:
        return f"{self.number}:{self.feedback}"


@dataclass(frozen=True, slots=True)
class Disclosure:
    """The secret, told to the session; None makes it forget one."""

    secret: Code | None

    def __str__(self) -> str:
        return f"secret={'none' if self.secret is None else veiled(self.secret)}"


Move = Turn | Correction | Disclosure
"""What a person does in such a session; feedback is stored as a whole turn, with the guess it belongs to."""

_CORRECTION = re.compile(r"([0-9]{1,9}):(.*)")
_DISCLOSURE = re.compile(r"secret=(none|[0-9a-f]*)")


def parse_move(text: str, variant: Variant) -> Move:
    """Read a move as `str()` writes it: `1122=1b1w`, `2:1b1w`, or a veiled secret."""
    if found := _CORRECTION.fullmatch(text):
        return Correction(int(found[1]), variant.feedback(found[2]))
    if found := _DISCLOSURE.fullmatch(text):
        return Disclosure(None if found[1] == "none" else variant.check_code(unveiled(found[1])))
    return variant.turn(text)


class State(NamedTuple):
    """What the moves lead to."""

    turns: tuple[Turn, ...]
    secret: Code | None

    def after(self, move: Move) -> "State":
        """Return the state after one more move. Turns after one that found the code are cut off."""
        if isinstance(move, Turn):
            return State((*self.turns, move), self.secret)
        if isinstance(move, Correction):
            at = move.number - 1
            turn = Turn(self.turns[at].guess, move.feedback)
            return State(_until_found((*self.turns[:at], turn, *self.turns[at + 1 :])), self.secret)
        if move.secret is None:
            return State(self.turns, None)
        right = (Turn(turn.guess, score(move.secret, turn.guess)) for turn in self.turns)
        return State(_until_found(right), move.secret)


class History:
    """The moves made and the moves undone, and the state that the former lead to."""

    def __init__(self, secret: Code | None = None) -> None:
        """Begin with a secret that is known from the start, or with none."""
        self.start = self.state = State((), secret)
        self._made: list[Move] = []
        self._undone: list[Move] = []

    @property
    def can_undo(self) -> bool:
        return bool(self._made)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def copy(self) -> "History":
        """Return a history that goes on by itself from here."""
        twin = History()
        twin.start, twin.state = self.start, self.state
        twin._made, twin._undone = list(self._made), list(self._undone)
        return twin

    def make(self, move: Move) -> None:
        """Add a move; undone moves can't be redone after that. A secret told before any other move can't be undone."""
        self._undone.clear()
        self.state = self.state.after(move)
        if isinstance(move, Disclosure) and not self._made:
            self.start = self.state
            return
        self._made.append(move)
        while len(self._made) > len(self.state.turns) + KEPT:
            self._forget_first_correction()

    def undo(self) -> None:
        """Take back the last move."""
        self._undone.append(self._made.pop())
        self.state = self._replay(self._made)

    def redo(self) -> None:
        """Make the last undone move again."""
        self._made.append(self._undone.pop())
        self.state = self.state.after(self._made[-1])

    def words(self) -> list[str]:
        """Return the moves as words of a text line: undone ones have a minus, the next to be redone first."""
        return [*map(str, self._made), *(f"-{move}" for move in reversed(self._undone))]

    def _replay(self, moves: Iterable[Move]) -> State:
        return reduce(State.after, moves, self.start)

    def _forget_first_correction(self) -> None:
        """Replace the moves up to the first correction by the turns they led to."""
        behind = 1 + next(at for at, move in enumerate(self._made) if not isinstance(move, Turn))
        state = self._replay(self._made[:behind])
        self.start = State((), state.secret)
        self._made = [*state.turns, *self._made[behind:]]


def _until_found(turns: Iterable[Turn]) -> tuple[Turn, ...]:
    """Return the turns up to the first that found the code."""
    kept: list[Turn] = []
    for turn in turns:
        kept.append(turn)
        if turn.feedback.blacks == len(turn.guess):
            break
    return tuple(kept)
