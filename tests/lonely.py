"""Strategies for tests of workers: importable, so that another process finds them."""

import os
import signal
from dataclasses import dataclass

from keypeg.position import Position
from keypeg.rules import Code
from keypeg.strategies import strategy


@dataclass(frozen=True)
class Odd:
    """Plays as `first`, but in any other process than the one of the tests something happens."""

    parent: int
    name: str = "odd"
    version: int = 1
    explanation: str = "for tests"

    def choose(self, position: Position) -> Code:
        if os.getpid() != self.parent:
            self.happen()
        return strategy("first").choose(position)

    def happen(self) -> None:
        """Nothing."""


class Dying(Odd):
    """Its process is killed, as by a system that is out of memory."""

    def happen(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


class Failing(Odd):
    """It has a fault."""

    def happen(self) -> None:
        raise ZeroDivisionError("a fault of the strategy")
