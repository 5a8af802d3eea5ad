"""The table where the player breaks the computer's code, or one that a second person types unseen."""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from keypeg import render, words
from keypeg.errors import KeypegError, NotAllowed, UnreadableText
from keypeg.game import Adversary, Codemaker, Fixed, Outcome, Random
from keypeg.position import Position
from keypeg.render import Look, counted
from keypeg.rules import Code, Variant
from keypeg.session import BreakSession
from keypeg.terminal import Board, Plain, Reply, choose_view
from keypeg.terminal_table import (
    Command,
    Options,
    Table,
    candidates_json,
    exit_code,
    is_on,
    left_words,
    limit_words,
    of_limit,
    on_off,
    read_for_json,
    resumed,
    resumed_options,
    say,
    too_few_words,
    turn_json,
)

CODEMAKERS = ("random", "adversary", "person")

_SPELLING_COLORS = 25  # from here on a code can read help


@dataclass(frozen=True, slots=True)
class PlayOptions(Options):
    """What the next game in which the player breaks a code is like."""

    codemaker: str = "random"
    hard: bool = False


def check_codemaker(text: str) -> str:
    """Return the word for a codemaker if it is one."""
    word = text.strip().lower()
    if word not in CODEMAKERS:
        raise UnreadableText(f"{text!r} is not a codemaker: use {', '.join(CODEMAKERS)}")
    return word


class PlayTable(Table[PlayOptions, BreakSession]):
    """The game in which the player breaks the code."""

    program = "play"
    afterwards: ClassVar[str] = "share"
    named = "help  rules  hint  candidates  undo  redo  settings  save  give up  new  quit"
    settings: ClassVar = {**Table.settings, "codemaker": check_codemaker, "hard": is_on}

    def deal(self, options: PlayOptions) -> BreakSession:
        Position(options.variant)  # one that is out of reach is refused before anybody is asked for its secret
        return BreakSession(
            options.variant,
            self._codemaker(options),
            guesses=options.guesses,
            hard=options.hard,
            palette=options.palette,
            show_secret=options.show_secret,
        )

    def _codemaker(self, options: PlayOptions) -> Codemaker:
        if options.secret is not None and not self.games:
            return Fixed(options.secret)
        if options.codemaker == "adversary":
            return Adversary()
        if options.codemaker == "person":
            return Fixed(self._hidden_secret(options))
        return Random(self.seed())

    def _hidden_secret(self, options: PlayOptions) -> Code:
        look = Look(options.variant, options.palette)
        colors = " ".join(look.label(color) for color in range(1, options.variant.colors + 1))
        prompt = f"codemaker, type the secret, {counted(options.variant.pegs, 'peg')} of {colors} (not shown): "
        while True:
            try:
                return options.variant.code(self.view.ask(prompt, hidden=True), options.palette)
            except KeypegError as error:
                if not self.view.stays:
                    raise
                prompt = f"{error}; once more (not shown): "

    def greeting(self) -> str:
        return self.how_to()[0]

    def introduction(self) -> list[str]:
        game = self.game
        repeats = "colors may repeat" if game.variant.repeats else "no color repeats"
        size = f"{counted(game.variant.pegs, 'peg')}, {counted(game.variant.colors, 'color')}"
        lines = [
            f"{size}, {repeats}, {limit_words(game.guesses)}.",
            too_few_words(game.variant, game.guesses),
            f"Type a guess such as {game.look.code(_example(game.variant))}, or help.",
            "" if game.secret is None else f"The secret is {game.look.code(game.secret)}.",
        ]
        return [*filter(None, lines)]

    def how_to(self) -> list[str]:
        variant = self.game.variant
        code = _example(variant)
        forms = [self.look.code(code), str(code)]
        if variant.pegs <= 6:
            forms.append(self.look.names(code).replace("-", " "))
        lines = [
            f"Type a guess: {' or '.join(dict.fromkeys(forms))}.",
            f"The answer: {render.BLACK} for a peg in its place, {render.WHITE} for a color in the wrong place.",
        ]
        if variant.colors >= _SPELLING_COLORS:
            lines.append("A guess that spells a command: put spaces between its pegs.")
        return lines

    def prompt(self) -> str:
        return f"guess {len(self.game.turns) + 1}{of_limit(self.game.guesses)}> "

    def board(self) -> Board:
        game = self.game
        notes = ["hard"] * game.hard + ["adversary"] * isinstance(game.codemaker, Adversary)
        title = " · ".join([str(game.variant), left_words(game), *notes])
        return Board(title, game.look, game.turns, game.guesses, game.secret, self.named)

    def answered(self, line: str) -> Reply:
        reply = self.handle(line)
        if not self.game.is_over:
            return reply
        said = [reply.spoken] if reply.spoken else []
        return Reply(
            self._verdict(), "\n".join([*said, self._verdict(), *self._shared(plain=True), *self._review_offer()])
        )

    def do_share(self, _rest: str) -> Reply:
        if not self.game.is_over:
            raise NotAllowed("there is a result to share once the game is over")
        return Reply("\n".join([*self._shared(plain=False), "", self._shared(plain=True)[0]]), page=True)

    def closing(self) -> str:
        spoken = self._shared(plain=True)[0]
        return "\n".join([self._verdict(), "", *self._shared(plain=False), "In words:", spoken, *self._review_offer()])

    def _verdict(self) -> str:
        game = self.game
        secret = game.codemaker.reveal(game.position)
        shown = self.look.code(secret) + ("" if game.variant.pegs > 6 else f" ({self.look.names(secret)})")
        if game.outcome is Outcome.WON:
            return f"You broke the code in {len(game.turns)}{of_limit(game.guesses)}: {shown}."
        ended = "You gave up." if game.outcome is Outcome.GIVEN_UP else "You are out of guesses."
        return f"{ended} The code was {shown}."

    def _shared(self, *, plain: bool) -> list[str]:
        game = self.game
        won = game.outcome is Outcome.WON
        result = words.Result(game.turns, game.look, won, game.guesses, game.hints, game.undos)
        lines = [words.share_words(result)] if plain else ["To share:", *words.share_text(result).splitlines()]
        if isinstance(game.codemaker, Random):
            lines.append(f"The same code again: keypeg play {game.variant} --seed {game.codemaker.seed}")
        return lines

    def _review_offer(self) -> list[str]:
        """Name the command that reviews the game, for who didn't ask for it here."""
        game = self.game
        return [f"A review: keypeg analyze {game.position}{' --hard' if game.hard else ''}"] if game.turns else []

    def enter(self, line: str) -> Reply:
        if not line:
            return Reply("Type a guess, or help.", "")
        turns = self.game.turns
        turn = self.game.guess(line)
        earlier = next((at for at, other in enumerate(turns, 1) if other.guess == turn.guess), None)
        again = f" You had guessed that in turn {earlier} already." if earlier else ""
        left = "" if self.game.guesses is None or self.game.is_over else f" {left_words(self.game)}."
        said = f"{self.look.code(turn.guess)}: {words.feedback(turn.feedback)}.{again}"
        return Reply(said, f"{words.turn(len(turns) + 1, turn, self.look)}.{left}{again}")

    def do_hint(self, rest: str) -> Reply:
        if rest:
            return Reply(words.sentence(words.check(self.game.check(rest), self.look)))
        hint = self.game.hint()
        more = {1: " Another hint says what they share; hint CODE checks a guess.", 2: " One more suggests a guess."}
        return Reply(words.sentence(words.hint(hint, self.look)) + more.get(hint.step, ""))

    def do_undo(self, _rest: str) -> Reply:
        return Reply(f"Took back {self.look.code(self.game.undo().guess)}.")

    def do_redo(self, _rest: str) -> Reply:
        turn = self.game.redo()
        return Reply(f"{self.look.code(turn.guess)} again: {words.feedback(turn.feedback)}.")

    def do_give_up(self, _rest: str) -> Reply:
        self.game.give_up()
        return Reply()

    def do_review(self, _rest: str) -> Reply:
        from keypeg.report_analyze import review_reply  # noqa: PLC0415 - what few ask for must not slow every start

        return review_reply(self.game, hard=self.game.hard)

    def own_settings(self) -> dict[str, str]:
        return {
            "codemaker": f"{self.options.codemaker} ({', '.join(CODEMAKERS)})",
            "hard": on_off(on=self.options.hard),
        }

    commands: ClassVar[dict[str, Command]] = {
        **Table.asking,
        "hint": Command(
            do_hint,
            "a step of help: codes left, then what they share, then a guess",
            {"hint CODE": "can this guess be right?"},
        ),
        "review": Command(do_review, "what each guess was worth, and how kind the answers were, once the game is over"),
        "share": Command(do_share, "the result as a grid and in words, once the game is over"),
        "candidates": Command(Table.do_candidates, "the codes that still fit"),
        "undo": Command(do_undo, "take the last guess back"),
        "redo": Command(do_redo, "make it again"),
        **Table.changing,
        "give up": Command(do_give_up, "end the game and see the code"),
        **Table.leaving,
    }


def _example(variant: Variant) -> Code:
    return Code([1 + number % variant.colors for number in range(variant.pegs)])


def play_json(session: BreakSession) -> int:
    """Play by lines: a guess or command in, one JSON object out, and the result as the last one."""
    variant = session.variant
    say(
        "start",
        variant=str(variant),
        pegs=variant.pegs,
        colors=variant.colors,
        repeats=variant.repeats,
        guesses=session.guesses,
        hard=session.hard,
        turns=[turn_json(turn) for turn in session.turns],
    )
    read_for_json(session, lambda line: _play_line(session, line))
    say(
        "end",
        outcome=str(session.outcome),
        variant=str(variant),
        secret=None if session.secret is None else str(session.secret),
        guesses_used=len(session.turns),
        turns=[turn_json(turn) for turn in session.turns],
        hints=session.hints,
        undos=session.undos,
        line=str(session),
    )
    return exit_code(session)


def _play_line(session: BreakSession, line: str) -> None:
    if line == "undo":
        session.undo()
        say("undo", number=len(session.turns), guesses_left=session.guesses_left)
    elif line == "redo":
        turn = session.redo()
        say("redo", number=len(session.turns), **turn_json(turn), guesses_left=session.guesses_left)
    elif line == "candidates":
        say("candidates", **candidates_json(session))
    elif line == "hint":
        hint = session.hint()
        guess = None if hint.advice is None else str(hint.advice.best.guess)
        say("hint", step=hint.step, candidates=hint.count.value, exact=hint.count.is_exact, guess=guess)
    elif line == "give up":
        session.give_up()
    elif line:
        turn = session.guess(line)
        say("turn", number=len(session.turns), **turn_json(turn), guesses_left=session.guesses_left)


def play(options: PlayOptions, *, resume: Path | None, plain: bool, as_json: bool) -> int:
    """Play on this terminal, from the start or from a saved game; return the exit code."""
    session = resumed(resume, BreakSession)
    if session is not None:
        codemaker = "adversary" if isinstance(session.codemaker, Adversary) else "random"
        options = resumed_options(options, session, codemaker=codemaker, hard=session.hard)
    if as_json:
        return play_json(session or PlayTable(options, Plain()).deal(options))
    return PlayTable(options, choose_view(plain=plain), session).run()
