"""A match between a person and the computer: the round that is played now is a session of one of the two kinds."""

import re
from typing import Self

from keypeg import given
from keypeg.errors import NotAllowed, UnreadableText
from keypeg.game import Drawn, Outcome
from keypeg.match import Match, Result
from keypeg.palette import CLASSIC, Palette
from keypeg.session import BreakSession, SolveSession, check_strategy, parse_session
from keypeg.strategies import Strategy, with_seed

PERSON, COMPUTER = 0, 1
"""The sides of the match."""

OPPONENT = "human"
"""The strategy to play against unless another one is named: one that can be beaten."""

_MARK = " | "
_SEED = re.compile(rf"-?[0-9]{{1,{given.SEED_DIGITS}}}")
_DRAWS = 10**9  # the seed of a strategy has fewer digits


class MatchSession:
    """A match of a person, who breaks the first code, against a strategy.

    Each round has its own seed: that of the match and the rounds before it. It decides on the code that the person
    breaks, and on what the strategy draws if it has no seed of its own.
    """

    def __init__(
        self, match: Match, *, strategy: Strategy | str = OPPONENT, seed: int = 0, palette: Palette | str = CLASSIC
    ) -> None:
        self.match = match
        self.strategy = check_strategy(strategy)
        self.seed = given.seed(seed)
        self._palette = Palette.of(palette)
        self.game = self._deal()
        """The session of the round that is played now, or of the last one."""

    @property
    def is_persons_turn(self) -> bool:
        """Whether the person breaks the code in this round."""
        return self.match.breaker == PERSON

    @property
    def is_over(self) -> bool:
        return self.match.is_over

    @property
    def is_begun(self) -> bool:
        return bool(self.match.results or self.game.turns)

    @property
    def counts(self) -> bool:
        """Whether it goes into the history: its rounds do, one by one."""
        return False

    @property
    def id(self) -> str:
        """The name of the game that is played now, once it has been saved."""
        return self.game.id

    @id.setter  # noqa: A003 - the property above
    def id(self, name: str) -> None:
        self.game.id = name

    @property
    def result(self) -> Result:
        """How the game of this round ended."""
        if not self.game.is_over:
            raise NotAllowed("round-open", number=self.match.number)
        return Result(len(self.game.turns), found=self.game.outcome is Outcome.WON)

    @property
    def scored(self) -> Match:
        """The match with the game of this round, if that is over."""
        return self.match.play(self.result) if self.game.is_over and not self.is_over else self.match

    def advance(self) -> None:
        """Count the game that is over, and begin that of the next round, if there is one."""
        self.match = self.match.play(self.result)
        if not self.is_over:
            self._palette = self.game.look.palette
            self.game = self._deal()

    def _deal(self) -> BreakSession | SolveSession:
        terms, seed = self.match.terms, self.seed + len(self.match.results)
        if self.is_persons_turn:
            return BreakSession(terms.variant, Drawn(seed), guesses=terms.guesses, palette=self._palette)
        strategy = with_seed(self.strategy, seed % _DRAWS)
        return SolveSession(terms.variant, strategy=strategy, guesses=terms.guesses, palette=self._palette)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text line of a match: what was agreed, the results, a bar, and the line of the session."""
        head, bar, line = str(text).partition(_MARK)
        settings = dict(word.split("=", 1) for word in head.split() if word.startswith(("strategy=", "seed=")))
        rest = " ".join(word for word in head.split() if word.partition("=")[0] not in settings)
        seed = settings.get("seed", "0")
        if not bar or not _SEED.fullmatch(seed):
            raise UnreadableText("match-line", text=text)
        game = parse_session(line)
        strategy = settings.get("strategy", OPPONENT)
        session = cls(Match.parse(rest), strategy=strategy, seed=int(seed), palette=game.look.palette)
        dealt = session.game
        if (type(dealt), dealt.variant, dealt.guesses) != (type(game), game.variant, game.guesses):
            raise UnreadableText("match-line", text=text)
        session.game = game
        return session

    def __str__(self) -> str:
        return f"{self.match} strategy={self.strategy} seed={self.seed}{_MARK}{self.game}"


def is_match(line: str) -> bool:
    """Return whether a text line is that of a match."""
    return _MARK in line
