"""The table at which the computer breaks the player's code; if the secret is known, also without a player."""

import json
import time
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from keypeg import words
from keypeg.errors import UnreadableText
from keypeg.game import Outcome, drawn_code
from keypeg.rules import Code, Feedback, Turn
from keypeg.session import LAST_TRIES, SolveSession, check_strategy
from keypeg.study import ADVISER
from keypeg.terminal import Board, Command, Reply, turn_writer, write
from keypeg.terminal_json import read_for_json, say, turn_json
from keypeg.terminal_options import Options, any_seed, name_and_value
from keypeg.terminal_resume import Start
from keypeg.terminal_table import Table, exit_code
from keypeg.terminal_views import Plain, choose_view
from keypeg.words import solve as said
from keypeg.words.terminal import limit_left, luck


@dataclass(frozen=True, slots=True)
class SolveOptions(Options):
    """The options of the next game in which the computer breaks a code."""

    strategy: str = ADVISER
    random_secret: bool = False


class SolveTable(Table[SolveOptions, SolveSession]):
    """The game in which the computer breaks the player's code."""

    program = "solve"
    kind = SolveSession
    afterwards: ClassVar[str] = "undo"
    named = "help  quit  fix  undo  redo  rules  candidates  secret  settings  new  restart  save"
    settings: ClassVar = {**Table.settings, "strategy": lambda text: check_strategy(text.strip())}

    def options_of(self, session: SolveSession) -> SolveOptions:
        return replace(super().options_of(session), strategy=session.strategy)

    def deal(self, options: SolveOptions, *, again: bool = False) -> SolveSession:
        secret = options.secret
        if again and options.variant == self.game.variant:
            secret = self.game.secret
        elif options.random_secret:
            secret = drawn_code(options.variant, self.seed(again=again))
        return SolveSession(
            options.variant,
            strategy=options.strategy,
            guesses=options.guesses,
            secret=secret,
            palette=options.palette,
            show_secret=options.show_secret,
        )

    def code(self) -> Code | None:
        return self.game.secret

    def adopt(self, name: str, value: Any) -> None:
        if name == "strategy":
            self.game.set_strategy(value)
        else:
            super().adopt(name, value)

    def greeting(self) -> str:
        return said.how_to("greeting", self.look)

    def introduction(self) -> list[str]:
        game = self.game
        return [
            said.opening(game.look, game.guesses, game.strategy, known=game.secret is not None),
            *luck(game.variant, game.guesses),
            said.how_to("begin", self.look),
        ]

    def how_to(self) -> list[str]:
        return [said.how_to("how", self.look)]

    def prompt(self) -> str:
        if self.game.contradiction is not None:
            return f"{words.text('solve.prompt-correction')} "
        return f"{said.how_to('prompt' if self.game.secret is None else 'prompt-known', self.look)} "

    def board(self) -> Board:
        game = self.game
        slips = frozenset(game.contradiction.corrections) if game.contradiction is not None else frozenset[int]()
        shown = game.secret if game.show_secret or game.is_over else None
        if shown is None and game.outcome is Outcome.WON:
            shown = game.turns[-1].guess
        return Board(self._title(), game.look, game.turns, game.guesses, shown, self.named, game.next_guess, slips)

    def _title(self) -> str:
        game = self.game
        possible, left = words.possible(game.candidates_left), limit_left(game.guesses_left)
        return " · ".join([str(game.variant), game.strategy, possible, left])

    def told(self, text: str, plain: str | None = None) -> Reply:
        awaited, spoken = self._awaited()
        return Reply(_joined(text, awaited), _joined(text if plain is None else plain, spoken))

    def _awaited(self) -> tuple[str, str]:
        """Say what the game waits for: under a board that shows the guess, and without a board."""
        game = self.game
        if game.contradiction is not None:
            return (said.contradictory_feedback(game.contradiction, game.look),) * 2
        suggestion = game.suggestion
        if suggestion is None:
            return (self._verdict(),) * 2
        note = f"({words.note(suggestion.note)})" if suggestion.note else ""
        number, shown = len(game.turns) + 1, game.show_secret
        return note, _joined(said.guess(number, suggestion.guess, game.look, game.secret, shown=shown), note)

    def _verdict(self) -> str:
        game = self.game
        if game.outcome is Outcome.WON:
            return said.won(game.turns[-1].guess, game.look, len(game.turns), game.guesses)
        return said.lost(game.outcome, game.secret, game.look, LAST_TRIES)

    def closing(self) -> str:
        return self._verdict()

    def enter(self, line: str) -> Reply:
        game = self.game
        if not line and (game.secret is None or game.contradiction is not None):
            return Reply(said.how_to("type", self.look))
        answered = self._turn_words(game.answer(line) if line else game.fill())
        return self.told("" if game.contradiction is not None else answered, answered)

    def _turn_words(self, turn: Turn) -> str:
        return words.sentence(words.turn(len(self.game.turns), turn, self.look))

    def do_fix(self, rest: str) -> Reply:
        number, feedback = _correction(rest)
        turn = self.game.correct(number, feedback)
        guess, right = self.look.code(turn.guess), words.feedback(turn.feedback, self.look)
        return self.told(words.text("solve.corrected", number=number, guess=guess, feedback=right))

    def do_undo(self, _rest: str) -> Reply:
        self.game.undo()
        return self.told(words.text("solve.undone"))

    def do_redo(self, _rest: str) -> Reply:
        self.game.redo()
        return self.told(words.text("solve.redone"))

    def do_candidates(self, rest: str) -> Reply:
        if self.game.contradiction is not None:
            return Reply(words.text("solve.inconsistent"))
        return super().do_candidates(rest)

    def do_secret(self, rest: str) -> Reply:
        word = rest.strip().lower()
        game = self.game
        if not word:
            return Reply(words.text("solve.secret-missing" if game.secret is None else "solve.secret-there"))
        if word == "none":
            game.set_secret(None)
            return self.told(words.text("solve.secret-forgotten"))
        wrong = game.set_secret(drawn_code(game.variant, any_seed()) if word == "random" else game.read(rest))
        if not wrong:
            return self.told(words.text("solve.answers-right" if game.turns else "solve.secret-set"))
        return self.told("\n".join(self._wrong_words(*one) for one in wrong))

    def _wrong_words(self, number: int, turn: Turn, right: Feedback) -> str:
        guess, answered, expected = self.look.code(turn.guess), *map(self.look.feedback, (turn.feedback, right))
        return words.text("solve.answer-wrong", number=number, feedback=answered, guess=guess, right=expected)

    def do_auto(self, _rest: str) -> Reply:
        lines = []
        while not self.game.is_over:
            lines.append(self._turn_words(self.game.fill()))
        return self.told("", "\n".join(lines))

    def do_review(self, _rest: str) -> Reply:
        from keypeg.report_analyze import review_reply  # noqa: PLC0415 - what few ask for must not slow every start

        return review_reply(self.game)

    def own_settings(self) -> dict[str, str]:
        secret = "settings.secret-none" if self.game.secret is None else "settings.secret-set"
        return {
            "strategy": self.setting("strategy"),
            "secret": words.text("settings.secret-random" if self.options.random_secret else secret),
        }

    def do_set(self, rest: str) -> Reply:
        name, value = name_and_value(rest)
        return self.do_secret(value) if name == "secret" else super().do_set(rest)

    commands: ClassVar[dict[str, Command]] = {
        **Table.asking,
        "fix": Command(do_fix, ("fix",)),
        "undo": Command(do_undo, ("undo",)),
        "redo": Command(do_redo, ("redo",)),
        "review": Command(do_review, ("review",)),
        "candidates": Command(do_candidates, ("candidates",)),
        "secret": Command(do_secret, ("secret",)),
        "auto": Command(do_auto, ("auto",)),
        **Table.changing,
        "set": Command(do_set),
        **Table.leaving,
    }


def _correction(text: str) -> tuple[int, str]:
    """Read the number of a turn and its feedback."""
    number, _, feedback = text.partition(" ")
    if not (number.isascii() and number.isdecimal() and len(number) < 9) or not feedback.strip():
        raise UnreadableText("correction-text", text=text)
    return int(number), feedback


def _joined(*parts: str) -> str:
    return "\n".join(filter(None, parts))


def solve_secret(session: SolveSession, *, plain: bool, as_json: bool) -> int:
    """Break a known secret, and write each turn when it is made."""
    began = time.perf_counter()
    if not as_json:
        _announce(session)
    write_turn = turn_writer(session.look, plain=plain)
    sampled = 0
    while not session.is_over:
        note = None if session.suggestion is None else session.suggestion.note
        sampled += note is not None and note.kind != "stand-in"
        turn = session.fill()
        if not as_json:
            write_turn(len(session.turns), turn)
    if as_json:
        write(json.dumps(_solved(session) | {"sampled": sampled, "seconds": round(time.perf_counter() - began, 6)}))
    else:
        write(said.broken(session.outcome, len(session.turns), session.strategy, sampled))
        if session.outcome is Outcome.GIVEN_UP:
            write(words.text("solve.gave-up", tries=LAST_TRIES))
    return exit_code(session)


def _announce(session: SolveSession) -> None:
    if session.show_secret and session.secret is not None:
        write(words.text("solve.code", code=session.look.code(session.secret)))
    for warning in luck(session.variant, session.guesses):
        write(warning)


def _solved(session: SolveSession) -> dict[str, Any]:
    return {
        "variant": str(session.variant),
        "strategy": session.strategy,
        "secret": None if session.secret is None else str(session.secret),
        "outcome": str(session.outcome),
        "guesses": len(session.turns),
        "limit": session.guesses,
        "turns": [turn_json(turn) for turn in session.turns],
    }


def solve_json(session: SolveSession) -> int:
    """Break a code line by line: feedback, `fix 2 1b1w`, `undo` or `redo` in, JSON objects out, the result last."""
    read_for_json(session, lambda line: _solve_line(session, line.split()), lambda: _say_state(session))
    say("end", **_solved(session), line=str(session))
    return exit_code(session)


def _solve_line(session: SolveSession, parts: list[str]) -> None:
    if parts == ["undo"]:
        session.undo()
    elif parts == ["redo"]:
        session.redo()
    elif parts[:1] == ["fix"]:
        session.correct(*_correction(" ".join(parts[1:])))
    elif not parts:  # elsewhere nothing means no key peg, but here it is more likely a mistake
        raise UnreadableText("feedback-text", text="")
    else:
        session.answer(" ".join(parts))


def _say_state(session: SolveSession) -> None:
    contradiction = session.contradiction
    if contradiction is None:
        count = session.candidates_left
        guess = str(session.next_guess)
        say("guess", number=len(session.turns) + 1, guess=guess, candidates=count.value, exact=count.is_exact)
        return
    corrections = {
        str(number + 1): {str(feedback): left for feedback, left in slips.items()}
        for number, slips in contradiction.corrections.items()
    }
    drops = [[number + 1 for number in drop] for drop in contradiction.drops]
    say(
        "contradiction",
        message=words.contradiction_message(contradiction),
        drops=drops,
        corrections=corrections,
        complete=contradiction.complete,
    )


def solve(options: SolveOptions, start: Start, *, ask: bool, plain: bool, as_json: bool) -> int:
    """Break a code in this terminal: with the player's feedback or, if the secret is known, without asking."""
    resumed = start.resumed("solve", SolveSession)
    known = options.secret is not None or options.random_secret
    if known and not ask and resumed is None:
        return solve_secret(SolveTable(options, Plain()).deal(options), plain=plain, as_json=as_json)
    if as_json:
        return resumed.play(solve_json) if resumed else solve_json(SolveTable(options, Plain()).deal(options))
    table = SolveTable(options, choose_view(plain=plain))
    if resumed is not None:
        table.resume(resumed)
    return table.run(offer=start.offers)
