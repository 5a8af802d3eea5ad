"""The table where the computer breaks the player's code, and the same without a player where the secret is known."""

import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from keypeg import words
from keypeg.errors import UnreadableText
from keypeg.game import Outcome, drawn_code
from keypeg.render import counted
from keypeg.rules import Code, Turn
from keypeg.session import LAST_TRIES, SolveSession, check_strategy
from keypeg.study import ADVISER
from keypeg.terminal import Board, Plain, Reply, choose_view, turn_writer, write
from keypeg.terminal_table import (
    Command,
    Options,
    Table,
    any_seed,
    exit_code,
    left_words,
    limit_words,
    name_and_value,
    of_limit,
    read_for_json,
    resumed,
    resumed_options,
    say,
    too_few_words,
    turn_json,
)

_GIVEN_UP = f"I give up: in {LAST_TRIES} guesses I found no code in time that fits every answer."


@dataclass(frozen=True, slots=True)
class SolveOptions(Options):
    """What the next game in which the computer breaks a code is like."""

    strategy: str = ADVISER
    random_secret: bool = False


class SolveTable(Table[SolveOptions, SolveSession]):
    """The game in which the computer breaks the player's code."""

    program = "solve"
    afterwards: ClassVar[str] = "undo"
    named = "help  rules  fix  undo  redo  candidates  secret  settings  save  new  quit"
    settings: ClassVar = {**Table.settings, "strategy": lambda text: check_strategy(text.strip())}

    def deal(self, options: SolveOptions) -> SolveSession:
        secret = None if self.games else options.secret
        if options.random_secret:
            secret = drawn_code(options.variant, self.seed())
        return SolveSession(
            options.variant,
            strategy=options.strategy,
            guesses=options.guesses,
            secret=secret,
            palette=options.palette,
            show_secret=options.show_secret,
        )

    def greeting(self) -> str:
        return "Answer my guesses: 1b2w is 1 black and 2 white, - is none."

    def introduction(self) -> list[str]:
        game = self.game
        size = f"{counted(game.variant.pegs, 'peg')} in {counted(game.variant.colors, 'color')}"
        think = "I break a code of" if game.secret is not None else "think of a code of"
        lines = [
            f"{think} {size}; I have {limit_words(game.guesses)} ({game.strategy}).",
            too_few_words(game.variant, game.guesses),
            "Type blacks and whites such as 1b2w, - for none, or help.",
        ]
        return [*filter(None, lines)]

    def how_to(self) -> list[str]:
        return [
            "I guess; you answer how many pegs of my guess are in the right place (black),",
            "and how many are of a right color in the wrong place (white).",
            "Type 1b2w, or 1,2, or key pegs such as BWW; - where there are none.",
        ]

    def prompt(self) -> str:
        if self.game.contradiction is not None:
            return "correction> "
        fill = " (Enter: fill it in)" if self.game.secret is not None else ""
        return f"blacks and whites{fill}> "

    def board(self) -> Board:
        game = self.game
        slips = frozenset(game.contradiction.corrections) if game.contradiction is not None else frozenset[int]()
        shown = game.secret if game.show_secret or game.is_over else None
        if shown is None and game.outcome is Outcome.WON:
            shown = game.turns[-1].guess
        return Board(self._title(), game.look, game.turns, game.guesses, shown, self.named, game.next_guess, slips)

    def _title(self) -> str:
        game = self.game
        return " · ".join([str(game.variant), game.strategy, words.possible(game.candidates_left), left_words(game)])

    def told(self, text: str, plain: str | None = None) -> Reply:
        awaited, spoken = self._awaited()
        return Reply(_joined(text, awaited), _joined(text if plain is None else plain, spoken))

    def _awaited(self) -> tuple[str, str]:
        """Say what the game waits for: under a board that shows the guess, and where there is no board."""
        if self.game.contradiction is not None:
            return (self._conflict_words(),) * 2
        suggestion = self.game.suggestion
        if suggestion is None:
            return (self._verdict(),) * 2
        note = f"({words.note(suggestion.note)})" if suggestion.note else ""
        return note, _joined(self._guess_words(suggestion.guess), note)

    def _guess_words(self, guess: Code) -> str:
        game, secret = self.game, ""
        if game.secret is not None:
            secret = f" Your code: {self.look.code(game.secret)}." if game.show_secret else " Your code is hidden."
        return f"Guess {len(game.turns) + 1}: {self.look.code(guess)}.{secret}"

    def _conflict_words(self) -> str:
        game = self.game
        corrections = game.contradiction.corrections if game.contradiction is not None else {}
        head = "No code fits all your answers."
        if corrections:
            head += " If one of them is a slip, it is this:" if len(corrections) == 1 else " If one is a slip:"
        examples = (f"fix {number + 1} {feedback}" for number, slips in corrections.items() for feedback in slips)
        advice = f"Correct it, for example: {next(examples, 'fix 2 1b1w')}; or undo the last answer."
        return "\n".join([head, *self._slips(), advice])

    def _slips(self) -> list[str]:
        found = self.game.contradiction
        return [] if found is None else [f"  {line}" for line in words.contradiction_lines(found, self.look)]

    def _verdict(self) -> str:
        game = self.game
        if game.outcome is Outcome.WON:
            guess = self.look.code(game.turns[-1].guess)
            return f"I broke your code in {len(game.turns)}{of_limit(game.guesses)}: {guess}."
        if game.outcome is Outcome.GIVEN_UP:
            was = "" if game.secret is None else f" Your code was {self.look.code(game.secret)}."
            return f"{_GIVEN_UP}{was}"
        if game.secret is not None:
            return f"I am out of guesses. Your code was {self.look.code(game.secret)}."
        return "I am out of guesses: your code is safe. secret CODE checks your answers against it."

    def closing(self) -> str:
        return self._verdict()

    def enter(self, line: str) -> Reply:
        game = self.game
        if not line and (game.secret is None or game.contradiction is not None):
            return Reply("Type blacks and whites, such as 1b2w, or - for no key peg.")
        said = self._turn_words(game.answer(line) if line else game.fill())
        return self.told("" if game.contradiction is not None else said, said)

    def _turn_words(self, turn: Turn) -> str:
        return f"{words.turn(len(self.game.turns), turn, self.look)}."

    def do_fix(self, rest: str) -> Reply:
        number, feedback = _correction(rest)
        turn = self.game.correct(number, feedback)
        return self.told(f"Turn {number} is now {self.look.code(turn.guess)}: {words.feedback(turn.feedback)}.")

    def do_undo(self, _rest: str) -> Reply:
        self.game.undo()
        return self.told("Took the last answer back.")

    def do_redo(self, _rest: str) -> Reply:
        self.game.redo()
        return self.told("Gave it again.")

    def do_candidates(self, rest: str) -> Reply:
        if self.game.contradiction is not None:
            return Reply("No code fits all your answers.")
        return super().do_candidates(rest)

    def do_secret(self, rest: str) -> Reply:
        word = rest.strip().lower()
        game = self.game
        if not word:
            return Reply("No secret is set: secret CODE sets it." if game.secret is None else "A secret is set.")
        if word == "none":
            game.set_secret(None)
            return self.told("The secret is forgotten.")
        wrong = game.set_secret(drawn_code(game.variant, any_seed()) if word == "random" else game.read(rest))
        lines = [
            f"Turn {number}: you answered {turn.feedback} to {self.look.code(turn.guess)}, it should have been {right}."
            for number, turn, right in wrong
        ]
        if not lines:
            lines = ["All answers fit your code." if game.turns else "The secret is set: every answer is checked."]
        return self.told("\n".join(lines))

    def do_auto(self, _rest: str) -> Reply:
        lines = []
        while not self.game.is_over:
            lines.append(self._turn_words(self.game.fill()))
        return self.told("", "\n".join(lines))

    def do_review(self, _rest: str) -> Reply:
        from keypeg.report_analyze import review_reply  # noqa: PLC0415 - what few ask for must not slow every start

        return review_reply(self.game)

    def own_settings(self) -> dict[str, str]:
        secret = "none" if self.game.secret is None else "set"
        return {
            "strategy": self.options.strategy,
            "secret": "random, a new one each game" if self.options.random_secret else secret,
        }

    def do_set(self, rest: str) -> Reply:
        name, value = name_and_value(rest)
        return self.do_secret(value) if name == "secret" else super().do_set(rest)

    commands: ClassVar[dict[str, Command]] = {
        **Table.asking,
        "fix": Command(do_fix, "correct an earlier answer: fix 2 1b1w"),
        "undo": Command(do_undo, "take the last answer back"),
        "redo": Command(do_redo, "give it again"),
        "review": Command(do_review, "what each of my guesses was worth, once the game is over"),
        "candidates": Command(do_candidates, "the codes that still fit your answers"),
        "secret": Command(do_secret, "check answers against your code: secret CODE, random or none"),
        "auto": Command(do_auto, "let your code answer by itself to the end"),
        **Table.changing,
        "set": Command(do_set),
        **Table.leaving,
        "restart": Command(Table.do_new),
    }


def _correction(text: str) -> tuple[int, str]:
    """Read the number of a turn and its answer."""
    number, _, feedback = text.partition(" ")
    if not (number.isascii() and number.isdecimal() and len(number) < 9) or not feedback.strip():
        raise UnreadableText(f"{text!r} is not a correction: write the turn and its answer, as in fix 2 1b1w")
    return int(number), feedback


def _joined(*parts: str) -> str:
    return "\n".join(filter(None, parts))


def solve_secret(session: SolveSession, *, plain: bool, as_json: bool) -> int:
    """Break a known secret and write the turns as they come."""
    began = time.perf_counter()
    if session.show_secret and session.secret is not None and not as_json:
        write(f"The code is {session.look.code(session.secret)}.")
    if (luck := too_few_words(session.variant, session.guesses)) and not as_json:
        write(luck)
    write_turn = turn_writer(session.look, plain=plain)
    sampled = 0
    while not session.is_over:
        sampled += bool(session.suggestion and session.suggestion.note)
        turn = session.fill()
        if not as_json:
            write_turn(len(session.turns), turn)
    if as_json:
        write(json.dumps(_solved(session) | {"sampled": sampled, "seconds": round(time.perf_counter() - began, 6)}))
    else:
        broken = "Broken" if session.outcome is Outcome.WON else "Not broken"
        by = f"{session.strategy}, {sampled} of them by sampling: codes were too many" if sampled else session.strategy
        write(f"{broken} in {counted(len(session.turns), 'guess')} by {by}.")
        if session.outcome is Outcome.GIVEN_UP:
            write(_GIVEN_UP)
    return exit_code(session)


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
    """Break a code by lines: an answer, `fix 2 1b1w`, `undo` or `redo` in, one JSON object out, and the result last."""
    read_for_json(session, lambda line: _solve_line(session, line.split()), lambda: _say_state(session))
    say("end", **_solved(session), line=str(session))
    return exit_code(session)


def _solve_line(session: SolveSession, words: list[str]) -> None:
    if words == ["undo"]:
        session.undo()
    elif words == ["redo"]:
        session.redo()
    elif words[:1] == ["fix"]:
        session.correct(*_correction(" ".join(words[1:])))
    else:
        session.answer(" ".join(words) or "?")


def _say_state(session: SolveSession) -> None:
    conflict = session.contradiction
    if conflict is None:
        count = session.candidates_left
        guess = str(session.next_guess)
        say("guess", number=len(session.turns) + 1, guess=guess, candidates=count.value, exact=count.is_exact)
        return
    corrections = {
        str(number + 1): {str(feedback): left for feedback, left in slips.items()}
        for number, slips in conflict.corrections.items()
    }
    drops = [[number + 1 for number in drop] for drop in conflict.drops]
    say(
        "conflict",
        message=words.contradiction_message(conflict),
        drops=drops,
        corrections=corrections,
        complete=conflict.complete,
    )


def solve(options: SolveOptions, *, resume: Path | None, ask: bool, plain: bool, as_json: bool) -> int:
    """Break a code on this terminal: a known secret to the end, unless the player wants to answer; or by answers."""
    session = resumed(resume, SolveSession)
    if session is not None:
        options = resumed_options(options, session, strategy=session.strategy)
    known = options.secret is not None or options.random_secret
    if known and not ask and session is None:
        return solve_secret(SolveTable(options, Plain()).deal(options), plain=plain, as_json=as_json)
    if as_json:
        return solve_json(session or SolveTable(options, Plain()).deal(options))
    return SolveTable(options, choose_view(plain=plain), session).run()
