"""A game: one secret, a codemaker who answers, and a strategy that guesses.

A codemaker is a value, not a process: its feedback follows from the position and the guess alone. So a game can be
undone, saved and resumed, and continues as it would have.
"""

import random
import re
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Literal, Protocol, runtime_checkable

from keypeg import given
from keypeg.errors import NotAllowed, TooLarge, UnreadableText
from keypeg.position import Position
from keypeg.rules import Code, Feedback, Turn, Variant, score
from keypeg.strategies import Strategy, next_guess

DEFAULT_GUESSES = 10

_SAMPLE_AT_FIRST, _SAMPLE = 4000, 100
_SEED = re.compile(rf"-?[0-9]{{1,{given.SEED_DIGITS}}}")


CodemakerKind = Literal["random", "adversary", "person"]
"""What somebody who breaks a code is up against: a drawn secret, an adversary, or a person's secret."""


class Outcome(StrEnum):
    """How a game stands, or how it ended."""

    OPEN = "open"
    WON = "won"
    LOST = "lost"
    GIVEN_UP = "given up"


@runtime_checkable
class Codemaker(Protocol):
    """Who answers the guesses."""

    def answer(self, position: Position, guess: Code) -> Feedback:
        """Return the feedback to a guess made in `position`, all of whose turns this codemaker has answered."""
        ...

    def reveal(self, position: Position) -> Code:
        """Return the secret, which is consistent with every turn of `position`."""
        ...


@dataclass(frozen=True, slots=True, init=False)
class Fixed:
    """A codemaker with a given secret, such as one that a second person has typed unseen.

    Its text form can't be read at a glance (`veiled:` and hexadecimal), so that a saved game doesn't give the secret
    away. It is a screen, not a lock.
    """

    secret: Code

    def __init__(self, secret: Code | str) -> None:
        object.__setattr__(self, "secret", secret if type(secret) is Code else Code(secret))

    def answer(self, position: Position | str, guess: Code | str) -> Feedback:
        position = Position.of(position)
        return score(self.reveal(position), position.variant.code(guess))

    def reveal(self, position: Position | str) -> Code:
        return Position.of(position).variant.check_code(self.secret)

    def __str__(self) -> str:
        return f"veiled:{veiled(self.secret)}"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A codemaker whose secret is drawn by a seed from all codes of the variant."""

    seed: int

    def __post_init__(self) -> None:
        given.keep_ints(self, seed=given.seed(self.seed))

    def answer(self, position: Position | str, guess: Code | str) -> Feedback:
        position = Position.of(position)
        return score(self.reveal(position), position.variant.code(guess))

    def reveal(self, position: Position | str) -> Code:
        return drawn_code(Position.of(position).variant, self.seed)

    def __str__(self) -> str:
        return f"random:{self.seed}"


@dataclass(frozen=True, slots=True)
class Adversary:
    """A codemaker that commits to no secret: it answers so that the most candidates remain.

    Of equally good feedback it gives that with the fewest key pegs, then the fewest blacks. It never contradicts
    itself. If the candidates can't be listed it goes by a random sample, the same each time.
    """

    def answer(self, position: Position | str, guess: Code | str) -> Feedback:
        position = Position.of(position)
        guess = position.variant.code(guess)
        sizes = (
            position.partition(guess)
            if position.candidates.are_listable
            else Counter(score(code, guess) for code in _sample(position))
        )
        return min(sizes, key=lambda feedback: (-sizes[feedback], feedback.ordinal))

    def reveal(self, position: Position | str) -> Code:
        """Settle on a secret: some candidate, the same each time."""
        return _sample(Position.of(position))[0]

    def __str__(self) -> str:
        return "adversary"


@lru_cache(maxsize=256)
def _sample(position: Position) -> tuple[Code, ...]:
    """Draw candidates for the adversary; if its own feedback led to the position, there is always at least one.

    Codes drawn one turn earlier that are consistent with the last turn are still candidates, and since its feedback
    was chosen by them there is such a code. So a search that finds no further candidate in time does no harm.
    """
    seed = random.Random(f"adversary {position}")  # noqa: S311
    if not position.turns:
        return tuple(position.candidates.sample(_SAMPLE_AT_FIRST, seed))
    last = position.turns[-1]
    codes = [code for code in _sample(position.before(len(position.turns) - 1)) if last.is_consistent(code)]
    if len(codes) < _SAMPLE:
        try:
            codes += position.candidates.sample(_SAMPLE, seed)
        except TooLarge:
            if not codes:
                raise
    return tuple(dict.fromkeys(codes))


@lru_cache(maxsize=1024)
def drawn_code(variant: Variant, seed: int) -> Code:
    """Draw a code by a seed, each with the same probability; the same on every machine."""
    return Position(variant).candidates.sample(1, random.Random(seed))[0]  # noqa: S311


def codemaker_of(codemaker: Codemaker | str, variant: Variant) -> Codemaker:
    """Return a codemaker as it is, or read the text of one."""
    if isinstance(codemaker, type):  # which has the methods of what it makes
        raise NotAllowed("codemaker-value", given=repr(codemaker))
    return codemaker if isinstance(codemaker, Codemaker) else parse_codemaker(codemaker, variant)


def parse_codemaker(text: str, variant: Variant) -> Codemaker:
    """Read `random:42`, `adversary`, `fixed:1122`, or a veiled secret as written by `str()` of a codemaker."""
    if not isinstance(text, str):
        raise NotAllowed("codemaker-value", given=repr(text))
    kind, _, value = text.partition(":")
    if kind == "adversary" and not value:
        return Adversary()
    if kind == "random" and _SEED.fullmatch(value):
        return Drawn(int(value))
    if kind == "fixed":
        return Fixed(variant.code(value))
    if kind == "veiled":
        return Fixed(variant.check_code(unveiled(value)))
    shown = text if len(text) <= given.SEED_DIGITS else f"{text[: given.SEED_DIGITS]}…"
    raise UnreadableText("codemaker-text", text=shown)


def veiled(code: Code) -> str:
    """Write a code so that it can't be read at a glance."""
    text = str(code).encode()
    return bytes(a ^ b for a, b in zip(text, _screen(len(text)), strict=True)).hex()


def unveiled(text: str) -> Code:
    """Read what `veiled` wrote."""
    try:
        data = bytes.fromhex(text)
        return Code(bytes(a ^ b for a, b in zip(data, _screen(len(data)), strict=True)).decode("ascii"))
    except ValueError:
        raise UnreadableText("veiled-text", text=text) from None


def _screen(size: int) -> bytes:
    return random.Random("keypeg").randbytes(size)  # noqa: S311


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game: its turns, how it ended, and the secret."""

    variant: Variant
    turns: tuple[Turn, ...]
    outcome: Outcome
    secret: Code


def play(
    strategy: Strategy | str, codemaker: Codemaker | str, variant: Variant | str, guesses: int | None = None
) -> Game:
    """Let a strategy break a codemaker's code, within `guesses` guesses or with no limit.

    >>> play("knuth", "fixed:1344", "p4c6").outcome
    <Outcome.WON: 'won'>
    """
    guesses, variant = check_guesses(guesses), Variant.of(variant)
    codemaker = codemaker_of(codemaker, variant)
    position = Position(variant)
    while not position.is_won and (guesses is None or len(position.turns) < guesses):
        guess = next_guess(strategy, position)
        position = position.play(Turn(guess, codemaker.answer(position, guess)))
    outcome = Outcome.WON if position.is_won else Outcome.LOST
    return Game(variant, position.turns, outcome, codemaker.reveal(position))


def check_guesses(guesses: int | None) -> int | None:
    """Return a guess limit if it is valid: 1 or more, or None for no limit."""
    number = given.whole(guesses, 1)
    if guesses is not None and number is None:
        raise NotAllowed("game-guesses", guesses=guesses, most=given.MOST)
    return number
