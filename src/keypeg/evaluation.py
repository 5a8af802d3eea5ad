"""How well somebody breaks codes: any player is asked for guesses in seeded games, and compared with best play.

A player is a function from a position to a line of text. One that gives no guess at all raises `NoGuess`; that loses
the game, and after three such games in a row the others count as lost unplayed. A line that is no legal guess uses up
a guess.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Literal

from keypeg import coach
from keypeg.errors import KeypegError, TooLarge
from keypeg.position import Position
from keypeg.rules import Code, Turn, Variant, score

Failure = Literal["silent", "crashed", "endless", "unplayed"]
"""Why there was no guess: nothing came in time, the program ended, a line without end, or the player was given up."""

FAILURES: tuple[Failure, ...] = ("silent", "crashed", "endless", "unplayed")

Ask = Callable[[Position], str]

PATIENCE = 3
"""After this many games in a row without a guess, a player is asked no more."""


class NoGuess(Exception):
    """No line came from a player."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure)
        self.failure = failure


@dataclass(frozen=True, slots=True)
class Record:
    """One game of a player: `illegal` guesses count, but have no turn."""

    secret: Code
    turns: tuple[Turn, ...]
    illegal: int = 0
    failure: Failure | None = None

    @property
    def is_solved(self) -> bool:
        return bool(self.turns) and self.turns[-1].guess == self.secret

    @property
    def guesses(self) -> int:
        return len(self.turns) + self.illegal

    @property
    def inconsistent(self) -> int:
        """How many guesses could not be right, by the feedback before them."""
        return count_inconsistent(self.turns)


@dataclass(frozen=True)
class Evaluation:
    """The games of a player. A game that is not solved counts as one guess more than allowed."""

    player: str
    variant: Variant
    guesses: int
    records: tuple[Record, ...]

    @property
    def solved(self) -> int:
        return sum(record.is_solved for record in self.records)

    def solved_within(self, guesses: int) -> int:
        """Count the games that were solved with this many guesses or fewer."""
        return sum(record.is_solved and record.guesses <= guesses for record in self.records)

    @property
    def mean(self) -> float:
        taken = [record.guesses if record.is_solved else self.guesses + 1 for record in self.records]
        return math.fsum(taken) / len(taken)

    @property
    def illegal(self) -> int:
        return sum(record.illegal for record in self.records)

    @property
    def inconsistent(self) -> int:
        return sum(record.inconsistent for record in self.records)

    @property
    def failures(self) -> dict[Failure, int]:
        """How many games had no guess, by the reason."""
        counts = Counter(record.failure for record in self.records)
        return {failure: counts[failure] for failure in FAILURES if counts[failure]}

    @cached_property
    def lost(self) -> float | None:
        """How many guesses a game cost on average, compared with best play; None if that is not known.

        An illegal guess costs one. Games that ended for want of a guess are left out.
        """
        games = [record for record in self.records if record.failure is None]
        losses = [float(record.illegal) for record in games]
        for position in (Position(self.variant, record.turns) for record in games):
            for number, turn in enumerate(position.turns):
                loss = _lost_by(position.before(number), turn)
                if loss is None:  # as it is where the exact search doesn't reach: nothing else is worth the time
                    return None
                losses.append(loss)
        return math.fsum(losses) / len(games) if games else None

    def as_json(self) -> dict[str, Any]:
        return {
            "player": self.player,
            "variant": str(self.variant),
            "games": len(self.records),
            "guesses": self.guesses,
            "mean": self.mean,
            "solved": self.solved,
            "solved_within": [self.solved_within(number) for number in range(1, self.guesses + 1)],
            "illegal": self.illegal,
            "inconsistent": self.inconsistent,
            "failures": self.failures,
            "lost": self.lost,
            "records": [
                {
                    "secret": str(record.secret),
                    "turns": [str(turn) for turn in record.turns],
                    "illegal": record.illegal,
                    "failure": record.failure,
                }
                for record in self.records
            ],
        }


def evaluate(ask: Ask, variant: Variant, secrets: Sequence[Code], guesses: int) -> Iterator[Record]:
    """Let a player break each secret, and yield its games one by one."""
    in_a_row = 0
    for secret in secrets:
        if in_a_row >= PATIENCE:
            yield Record(secret, (), failure="unplayed")
            continue
        record = play(ask, variant, secret, guesses)
        in_a_row = 0 if record.failure is None else in_a_row + 1
        yield record


def play(ask: Ask, variant: Variant, secret: Code, guesses: int) -> Record:
    """Let a player break a secret within a number of guesses."""
    position, illegal = Position(variant), 0
    while not position.is_won and len(position.turns) + illegal < guesses:
        try:
            line = ask(position)
        except NoGuess as none:
            return Record(secret, position.turns, illegal, none.failure)
        try:
            guess = variant.code(line)
        except KeypegError:
            illegal += 1
        else:
            position = position.extend(Turn(guess, score(secret, guess)))
    return Record(secret, position.turns, illegal)


def count_inconsistent(turns: Sequence[Turn]) -> int:
    """Count the guesses that could not be right, by the feedback before them."""
    return sum(
        not all(before.is_consistent(turn.guess) for before in turns[:number]) for number, turn in enumerate(turns)
    )


@lru_cache(maxsize=100_000)
def _lost_by(position: Position, turn: Turn) -> float | None:
    """Return the guesses lost by one turn, which all players that make it in this position share."""
    try:
        return coach.grade(position, turn, threads=1).lost
    except TooLarge:
        return None
