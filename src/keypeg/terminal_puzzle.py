"""A puzzle in a terminal: answers, hints step by step, the reasons at the end, and the next one."""

import random
import secrets
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Any, ClassVar

from keypeg import puzzle_record, words
from keypeg.errors import KeypegError, NotAllowed
from keypeg.exit_codes import FAILURE, SUCCESS
from keypeg.game import Outcome
from keypeg.kept import KeptGame, left_games
from keypeg.lines import aligned
from keypeg.palette import Palette
from keypeg.puzzle_maker import make
from keypeg.puzzle_record import Wanted
from keypeg.puzzle_session import PuzzleSession, helps
from keypeg.puzzles import Puzzle
from keypeg.rules import Variant
from keypeg.terminal import Board, Command, Reply, View, asks, is_no, is_yes, until_left
from keypeg.terminal_json import say, turn_json
from keypeg.terminal_views import choose_view
from keypeg.words import puzzles as said
from keypeg.words.terminal import explain as explain_command
from keypeg.words.terminal import rules_page

_PROGRAM = "puzzle"
_USUAL = Variant(4, 6)
_SHOWN = 4  # hints that are shown together


@dataclass(frozen=True, slots=True)
class PuzzleOptions:
    """Which puzzle is asked for: that of a day, one made by a seed, or one of the collection."""

    wanted: Wanted
    day: date | None = None
    seed: int | None = None
    palette: Palette | None = None

    def puzzles(self) -> Iterator[Puzzle]:
        """Go through puzzles, without end."""
        if self.day is not None:
            yield puzzle_record.of_day(self.day)
        seed, source = self.seed, secrets.SystemRandom()
        while True:
            yield self._next(seed, source)
            seed = None if seed is None else seed + 1

    def _next(self, seed: int | None, source: random.Random) -> Puzzle:
        wanted = self.wanted
        if seed is None and (found := puzzle_record.next_puzzle(wanted, puzzle_record.done(), source)):
            return found
        number = source.randrange(10**9) if seed is None else seed
        return make(wanted.variant or _USUAL, wanted.kind or "code", wanted.grade, number)

    def deal(self, puzzle: Puzzle) -> PuzzleSession:
        is_daily = self.day is not None and puzzle == puzzle_record.of_day(self.day)
        return PuzzleSession(puzzle, day=str(self.day) if is_daily else None, palette=self.palette)


class PuzzleTable:
    """Puts puzzles to a person, one after the other."""

    named = "help  quit  hint  rules  turns  give up  new  standing"

    def __init__(self, options: PuzzleOptions, view: View, session: PuzzleSession | None = None) -> None:
        self.view = view
        self._options = options
        self._puzzles = options.puzzles()
        self._session = session
        self._kept = KeptGame(_PROGRAM)

    @property
    def session(self) -> PuzzleSession:
        if self._session is None:
            self._session = self._options.deal(next(self._puzzles))
        return self._session

    def resume(self, session: PuzzleSession, kept: KeptGame) -> None:
        """Go on with a puzzle."""
        self._session, self._kept = session, kept

    def run(self, *, offer: bool = False) -> int:
        """Play until the player has had enough; return the exit code. With `offer`, ask about one that was left."""
        try:
            return until_left(self.view, partial(self._run, offer=offer), self._farewell)
        finally:
            self._keep()
            self._kept.release()

    def _run(self, *, offer: bool) -> int:
        if offer and self.view.stays and self._session is None:
            self._offer()
        reply = self._greeting()
        while True:
            self._keep()
            self.view.show(self.board(), reply)
            if not self.session.is_over:
                reply = self.handle(self.view.ask(f"{words.text('puzzle.prompt')} "))
                continue
            following = self._following() if self.view.stays else None
            if following is None:
                self.view.close(self.board(), "\n".join(said.closing(self.session)))
                return SUCCESS if self.session.outcome is Outcome.WON else FAILURE
            reply = following

    def _offer(self) -> None:
        """Ask whether the player goes on with the puzzle that was left last, if there is one."""
        if (left := left_puzzle()) is None:
            return
        session, kept = left
        told = words.text("puzzle.left", hints=session.hints, wrong=session.wrong)
        self.resume(session, kept)
        if not asks(self.view, self.board(), words.text("terminal.go-on-with"), told, default=True):
            kept.drop()
            kept.release()
            self._session, self._kept = None, KeptGame(_PROGRAM)

    def _keep(self) -> bool:
        """Keep a person's puzzle as it stands, if there is something to lose."""
        session = self._session
        if session is None or not self.view.stays or not (session.hints or session.wrong):
            return False
        if session.is_over:
            self._kept.drop()
            return False
        return self._kept.keep(str(session))

    def _farewell(self) -> str:
        session = self._session
        if session is None or session.is_over or not (session.hints or session.wrong):
            return words.text("terminal.goodbye")
        return words.text("puzzle.left-kept" if self._keep() else "puzzle.left-lost")

    def board(self) -> Board:
        session, puzzle = self.session, self.session.puzzle
        answer = puzzle.answer if session.is_over else None
        return Board(
            title=said.title(puzzle, session.day),
            look=session.look,
            turns=session.turns,
            guesses=len(session.turns),
            secret=None if isinstance(answer, int) or puzzle.kind != "code" else answer,
            commands=self.named,
            marked=frozenset({answer - 1}) if isinstance(answer, int) else frozenset(),
        )

    def _greeting(self) -> Reply:
        session = self.session
        task = said.task(session.puzzle)
        key = "terminal.digits" if session.look.palette.has_digits else "terminal.colors"
        colors = words.text(key, colors=", ".join(words.named(session.look).legend()))
        lines = [said.title(session.puzzle, session.day), colors, *self._turn_lines(), task]
        begin = words.text("puzzle.begin")
        return Reply(f"{task} {begin}", "\n".join([*lines, begin]))

    def _turn_lines(self) -> list[str]:
        return [words.turn(number, turn, self.session.look) for number, turn in enumerate(self.session.turns, 1)]

    def _following(self) -> Reply | None:
        """Ask what comes after a puzzle, which may be any command; None if nothing does."""
        try:
            line = self.view.ask(f"{words.text('puzzle.another')} ").strip()
        except EOFError:
            return None
        if is_yes(line):
            return self.do_new("")
        return None if not line or is_no(line) or line.lower() in ("q", "quit", "exit") else self.handle(line)

    def handle(self, line: str) -> Reply:
        """Do what a typed line says. If something is wrong with it, say so; it costs nothing."""
        words_typed = line.strip().lower().split()
        try:
            for length in (2, 1):
                name = " ".join(words_typed[:length])
                if len(words_typed) >= length and name in self.commands:
                    return self.commands[name].act(self, " ".join(words_typed[length:]))
            return self._answered(line) if words_typed else Reply(words.text("puzzle.begin"), "")
        except KeypegError as error:
            return Reply(words.error_sentence(error))

    def _answered(self, line: str) -> Reply:
        reply = Reply(words.sentence(said.tried(self.session.answer(line), self.session)))
        return self._ended(reply) if self.session.is_over else reply

    def _ended(self, reply: Reply) -> Reply:
        """Record the puzzle, and say what it did to the rating."""
        session, before = self.session, puzzle_record.done()
        lines = [said.ending(session)]
        if self.view.stays:
            lines += self._recorded(session, before)
            if session.puzzle.kind != "win":
                lines.append(words.text("puzzle.afterwards"))
        return reply.followed_by("\n".join(lines))

    def _recorded(self, session: PuzzleSession, before: list[puzzle_record.Done]) -> list[str]:
        if any(one.puzzle.line == session.puzzle.line for one in before):
            return [words.text("puzzle.again")]
        puzzle_record.record(session)
        return standing_lines(before, puzzle_record.done())

    def do_help(self, _rest: str) -> Reply:
        forms = [form for command in self.commands.values() for form in command.forms]
        rows = {form: explain_command(_PROGRAM, form, self.session.look) for form in forms}
        lines = [said.task(self.session.puzzle), words.text("puzzle.begin"), "", *aligned(rows)]
        return Reply("\n".join(lines), page=True)

    def do_rules(self, _rest: str) -> Reply:
        return Reply(rules_page(self.session.look), page=True)

    def do_turns(self, _rest: str) -> Reply:
        return Reply("\n".join(self._turn_lines()), page=True)

    def do_hint(self, _rest: str) -> Reply:
        """Show the next hint below the last ones, which it builds on."""
        session = self.session
        session.hint()
        shown = helps(session.puzzle)[max(session.hints - _SHOWN, 0) : session.hints]
        lines = _numbered([said.hint(one, session) for one in shown], session.hints - len(shown) + 1)
        return Reply("\n".join(lines), "\n".join(said.hint(shown[-1], session)))

    def do_give_up(self, _rest: str) -> Reply:
        self.session.give_up()
        return self._ended(Reply())

    def do_reasons(self, _rest: str) -> Reply:
        """Show the whole reasoning, which is all hints."""
        if not self.session.is_over:
            raise NotAllowed("puzzle-open")
        hints = [said.hint(one, self.session) for one in helps(self.session.puzzle)]
        return Reply("\n".join(_numbered(hints)), page=True)

    def do_standing(self, _rest: str) -> Reply:
        done = puzzle_record.done()
        return Reply("\n".join(standing_lines(done, done)))

    def do_new(self, _rest: str) -> Reply:
        self._kept.drop()
        self._options = replace(self._options, day=None)
        self._session = None
        return self._greeting()

    def do_quit(self, _rest: str) -> Reply:
        raise EOFError

    commands: ClassVar[dict[str, Command]] = {
        "help": Command(do_help, ("help",)),
        "?": Command(do_help),
        "rules": Command(do_rules, ("rules",)),
        "turns": Command(do_turns, ("turns",)),
        "hint": Command(do_hint, ("hint",)),
        "reasons": Command(do_reasons, ("reasons",)),
        "give up": Command(do_give_up, ("give up",)),
        "standing": Command(do_standing, ("standing",)),
        "new": Command(do_new, ("new",)),
        "quit": Command(do_quit, ("quit",)),
        "q": Command(do_quit),
        "exit": Command(do_quit),
    }


def _numbered(hints: Sequence[Sequence[str]], first: int = 1) -> list[str]:
    """Return the lines of hints, numbered; those of each after its first are set in."""
    lines = []
    for number, (head, *more) in enumerate(hints, first):
        lines += [f"{number:>2}. {head}", *(f"    {line}" for line in more)]
    return lines


def standing_lines(before: list[puzzle_record.Done], after: list[puzzle_record.Done]) -> list[str]:
    """Say what puzzles sum up to, and what the last ones changed."""
    today = puzzle_record.today()
    then, now = puzzle_record.sum_up(before, today), puzzle_record.sum_up(after, today)
    change = now.rating - then.rating
    lines = [
        words.text("puzzle.rating", rating=now.rating, change=change, solved=now.solved, number=now.streak.current)
    ]
    if now.daily.longest:
        lines.append(words.text("puzzle.daily-streak", number=now.daily.current, longest=now.daily.longest))
    return lines


def left_puzzle() -> tuple[PuzzleSession, KeptGame] | None:
    """Take over the puzzle that was left last; what can't be read is set aside."""
    for kept in left_games(_PROGRAM):
        with suppress(KeypegError):
            session = PuzzleSession.parse(kept.line)
            if not session.is_over:
                return session, kept
        kept.set_aside()
        kept.release()
    return None


def play_json(session: PuzzleSession) -> int:
    """Let a program answer: a line in, lines of JSON out, with the answer in the last one."""
    puzzle = session.puzzle
    turns = [turn_json(turn) for turn in session.turns]
    say("start", puzzle_kind=puzzle.kind, grade=puzzle.grade, variant=str(puzzle.variant), turns=turns, day=session.day)
    while not session.is_over and (line := sys.stdin.readline()):
        try:
            if line.strip() == "quit":
                break
            _act(session, line.strip())
        except KeypegError as error:
            say("error", message=str(error))
    say(
        "end",
        outcome=str(session.outcome),
        answer=str(puzzle.answer) if session.is_over else None,
        hints=session.hints,
        wrong=session.wrong,
        score=session.score,
        line=str(session),
    )
    return SUCCESS if session.outcome is Outcome.WON else FAILURE


def _act(session: PuzzleSession, line: str) -> None:
    if line == "hint":
        say("hint", number=session.hints + 1, lines=said.hint(session.hint(), session))
    elif line == "give up":
        session.give_up()
    else:
        found = session.answer(line)
        facts: dict[str, Any] = {"answer": str(found.answer), "right": found.is_right}
        say("answer", **facts, message=said.tried(found, session))


def play(options: PuzzleOptions, *, resume: bool, offers: bool, plain: bool, as_json: bool) -> int:
    """Put puzzles to somebody in this terminal; return the exit code."""
    left = left_puzzle() if resume else None
    if resume and left is None:
        raise NotAllowed("puzzle-left")
    if as_json:
        return play_json(left[0] if left else options.deal(next(options.puzzles())))
    table = PuzzleTable(options, choose_view(plain=plain))
    if left is not None:
        table.resume(*left)
    return table.run(offer=offers)
