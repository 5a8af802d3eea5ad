"""A match in a terminal: rounds at the tables of both games, and the score after each."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

from keypeg import words
from keypeg.errors import NotAllowed
from keypeg.exit_codes import FAILURE, SUCCESS
from keypeg.game import DEFAULT_GUESSES
from keypeg.match import BONUS, ROUNDS, Match, Terms
from keypeg.palette import CLASSIC, Palette
from keypeg.rules import Variant
from keypeg.session import BreakSession, SolveSession
from keypeg.session_match import OPPONENT, PERSON, MatchSession
from keypeg.terminal import Board, Command, Reply, View, asks, until_left
from keypeg.terminal_json import say
from keypeg.terminal_options import OptionsT, any_seed, name_and_value
from keypeg.terminal_play import PlayOptions, PlayTable, play_json
from keypeg.terminal_resume import Keeper, Resumed, Start, left_game, record
from keypeg.terminal_solve import SolveOptions, SolveTable, solve_json
from keypeg.terminal_table import SessionT, Table
from keypeg.terminal_views import choose_view
from keypeg.words import match as said

_NOT_HERE = ("hint", "undo", "redo", "candidates", "settings", "restart", "new")
"""What a codebreaker may not do, or nobody may, in a match."""


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """What is agreed before a match."""

    variant: Variant
    rounds: int = ROUNDS
    guesses: int = DEFAULT_GUESSES
    bonus: int = BONUS
    strategy: str = OPPONENT
    seed: int | None = None
    palette: Palette = CLASSIC

    def deal(self) -> MatchSession:
        match = Match(Terms(self.variant, self.guesses, self.bonus), self.rounds)
        seed = any_seed() if self.seed is None else self.seed
        return MatchSession(match, strategy=self.strategy, seed=seed, palette=self.palette)


def _refused(name: str, _table: object, _rest: str) -> Reply:
    raise NotAllowed("match-command", name=name)


class Round(Table[OptionsT, SessionT]):
    """What the tables of both kinds of round have in common: the match around the game."""

    match: MatchSession

    @property
    def kept(self) -> MatchSession:
        return self.match

    def is_begun(self) -> bool:
        return self.match.is_begun or self.keeper.keeps

    def play(self, match: MatchSession, keeper: Keeper) -> None:
        """Play the round that is open to its end."""
        self.match, self.keeper = match, keeper
        self._run(offer=False)

    def greeting(self) -> str:
        return "\n".join([*self._announced(), super().greeting()])

    def introduction(self) -> list[str]:
        head, *more = super().introduction()
        return ["\n".join([*self._announced(), head]), *more]

    def _announced(self) -> list[str]:
        return said.opening(self.match.match, self.match.strategy, breaks=self.match.is_persons_turn)

    def board(self) -> Board:
        board, match = super().board(), self.match
        return replace(board, title=f"{said.title(match.match.number, match.scored)} · {board.title}")

    def scored(self, reply: Reply) -> Reply:
        """Add the score to what is said at the end of the round."""
        return reply.followed_by("\n".join(said.after_round(self.match.scored)))

    def following(self) -> Reply | None:
        match = self.match.scored
        key = "match.finish" if match.is_over else "match.next"
        line = self.view.ask(f"{words.text(key, number=match.number)} ").strip()
        return self.handle(line) if line else None

    def ended(self) -> int:
        return SUCCESS

    def do_score(self, _rest: str) -> Reply:
        return Reply("\n".join(said.table(self.match.scored)), page=True)

    def do_set(self, rest: str) -> Reply:
        if name_and_value(rest)[0] != "palette":
            raise NotAllowed("match-command", name="set")
        return super().do_set(rest)


def _commands(own: dict[str, Command], refused: tuple[str, ...]) -> dict[str, Command]:
    """Return the commands of a table without those that have no place in a match, and with the score."""
    left = {name: Command(partial(_refused, name)) if name in refused else one for name, one in own.items()}
    return {**left, "score": Command(Round.do_score, ("score",)), "set": Command(Round.do_set, ("set palette",))}


class BreakRound(Round[PlayOptions, BreakSession], PlayTable):
    """A round in which the person breaks the computer's code."""

    named = "help  quit  rules  score  turns  give up  save"
    commands: ClassVar = _commands(PlayTable.commands, _NOT_HERE)

    def answered(self, line: str) -> Reply:
        reply = self.handle(line)
        if not self.game.is_over:
            return reply
        verdict = self._verdict()
        return self.scored(Reply(verdict, f"{reply.spoken}\n{verdict}".lstrip("\n")))


class SolveRound(Round[SolveOptions, SolveSession], SolveTable):
    """A round in which the computer breaks the person's code."""

    named = "help  quit  fix  undo  redo  rules  score  candidates  secret  save"
    commands: ClassVar = _commands(SolveTable.commands, ("settings", "restart", "new"))

    def answered(self, line: str) -> Reply:
        reply = self.handle(line)
        return self.scored(reply) if self.game.is_over else reply


class MatchTable:
    """Plays the rounds of a match, and keeps it."""

    def __init__(self, options: MatchOptions, view: View) -> None:
        self.options = options
        self.view = view
        self.keeper = Keeper("match", is_persons=view.stays)
        self.match: MatchSession | None = None

    def resume(self, left: Resumed[MatchSession]) -> None:
        """Go on with a match."""
        self.match = left.session
        self.keeper.resume(left)

    def run(self, *, offer: bool = False) -> int:
        """Play the match to its end, or until the player leaves; return the exit code."""
        try:
            return until_left(self.view, partial(self._run, offer=offer), self._farewell)
        finally:
            self._keep()
            self.keeper.release()

    def _run(self, *, offer: bool) -> int:
        left = left_game("match", MatchSession) if offer and self.view.stays and self.match is None else None
        if left is not None:
            self._offer(left)
        match = self.match = self.match or self.options.deal()
        board = self._table(match).board()
        while not match.is_over:
            table = self._table(match)
            table.play(match, self.keeper)
            board = table.board()
            if self.keeper.is_persons:
                record(match.game)
            match.advance()
            self._keep()
        self.keeper.drop()
        self.view.close(board, "\n".join(said.closing(match.match)))
        return SUCCESS if match.match.winner == PERSON else FAILURE

    def _table(self, match: MatchSession) -> BreakRound | SolveRound:
        game, look = match.game, match.game.look
        table: BreakRound | SolveRound
        if isinstance(game, BreakSession):
            table = BreakRound(PlayOptions(game.variant, palette=look.palette), self.view, game)
        else:
            table = SolveRound(SolveOptions(game.variant, palette=look.palette), self.view, game)
        table.match = match
        return table

    def _offer(self, left: Resumed[MatchSession]) -> None:
        """Ask whether the player goes on with the match that was left last."""
        told = said.left_match(left.session.match)
        if asks(self.view, self._table(left.session).board(), words.text("match.go-on-with"), told, default=True):
            self.resume(left)
        elif left.kept is not None:
            left.kept.drop()
            left.kept.release()

    def _keep(self) -> bool:
        match = self.match
        return match is not None and match.is_begun and not match.is_over and self.keeper.keep(match)

    def _farewell(self) -> str:
        match = self.match
        if match is None or match.is_over or not match.is_begun:
            return words.text("terminal.goodbye")
        if not self.keeper.is_persons:
            return words.text("match.left-early", number=match.match.number, rounds=match.match.rounds)
        key = "match.left-kept" if self._keep() else "match.left-lost"
        return words.text(key, number=match.match.number, rounds=match.match.rounds)


def match_json(match: MatchSession) -> int:
    """Play for programs: each round as in `play` and `solve`, with the score before it and at the end."""
    while not match.is_over:
        _say_score("round", match)
        game = match.game
        play: Callable[[Any], int] = play_json if isinstance(game, BreakSession) else solve_json
        play(game)
        if not game.is_over:
            break
        match.advance()
    _say_score("match", match, line=str(match))
    return SUCCESS if match.match.winner == PERSON else FAILURE


def _say_score(event: str, match: MatchSession, **more: Any) -> None:
    say(event, number=match.match.number, strategy=match.strategy, **match.match.as_json(), **more)


def play_match(options: MatchOptions, start: Start, *, plain: bool, as_json: bool) -> int:
    """Play a match in this terminal, from the start or from where it was left; return the exit code."""
    resumed = start.resumed("match", MatchSession)
    if as_json:
        return resumed.play(match_json) if resumed else match_json(options.deal())
    table = MatchTable(options, choose_view(plain=plain))
    if resumed is not None:
        table.resume(resumed)
    return table.run(offer=start.offers)
