"""The table at which the player breaks the computer's code, or one that a second person types unseen."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from keypeg import words
from keypeg.errors import KeypegError, NotAllowed, UnreadableText
from keypeg.game import Adversary, Codemaker, Drawn, Fixed, Outcome
from keypeg.position import Position
from keypeg.render import Look
from keypeg.rules import Code
from keypeg.session import BreakSession
from keypeg.terminal import Board, Command, Reply
from keypeg.terminal_json import candidates_json, read_for_json, say, turn_json
from keypeg.terminal_options import Options, is_on
from keypeg.terminal_resume import Start
from keypeg.terminal_table import Table, exit_code
from keypeg.terminal_views import Plain, choose_view
from keypeg.words import play as said
from keypeg.words.terminal import limit_left, luck

CODEMAKERS = ("random", "adversary", "person")


@dataclass(frozen=True, slots=True)
class PlayOptions(Options):
    """The options of the next game in which the player breaks a code."""

    codemaker: str = "random"
    hard: bool = False


def check_codemaker(text: str) -> str:
    """Return the name of a codemaker if it is one."""
    word = text.strip().lower()
    if word not in CODEMAKERS:
        raise UnreadableText("codemaker-name", text=text, codemakers=", ".join(CODEMAKERS))
    return word


class PlayTable(Table[PlayOptions, BreakSession]):
    """The game in which the player breaks the code."""

    program = "play"
    kind = BreakSession
    afterwards: ClassVar[str] = "share"
    named = "help  quit  hint  undo  redo  rules  candidates  settings  new  restart  give up  save"
    settings: ClassVar = {**Table.settings, "codemaker": check_codemaker, "hard": is_on}

    def options_of(self, session: BreakSession) -> PlayOptions:
        codemaker = "adversary" if isinstance(session.codemaker, Adversary) else "random"
        return replace(super().options_of(session), codemaker=codemaker, hard=session.hard)

    def is_begun(self) -> bool:
        return super().is_begun() or self.dealt.codemaker == "person"

    def deal(self, options: PlayOptions, *, again: bool = False) -> BreakSession:
        Position(options.variant)  # refuses one that is out of reach before anybody is asked for its secret
        given = self._given_codemaker(options) if again else None
        session = BreakSession(
            options.variant,
            given or self._codemaker(options, again=again),
            guesses=options.guesses,
            hard=options.hard,
            palette=options.palette,
            show_secret=options.show_secret,
        )
        is_given = options.secret is not None if given is None else self._has_learnt()
        session.known = is_given or session.secret is not None
        return session

    def adopt(self, name: str, value: Any) -> None:
        super().adopt(name, value)
        if not self.game.is_over:
            self.game.known |= self.game.secret is not None  # also once it is hidden again

    def _has_learnt(self) -> bool:
        """Return whether the player knows something of this game's code."""
        game = self.game
        return game.known or game.secret is not None or bool(game.turns or game.undos)

    def _given_codemaker(self, options: PlayOptions) -> Codemaker | None:
        """Return the codemaker of this game if its code was given, and the next game can have it too."""
        maker = self.game.codemaker
        given = isinstance(maker, Fixed) or (isinstance(maker, Drawn) and options.seed is not None)
        same = (options.variant, options.codemaker) == (self.dealt.variant, self.dealt.codemaker)
        return maker if given and same else None

    def _codemaker(self, options: PlayOptions, *, again: bool) -> Codemaker:
        if options.secret is not None:
            return Fixed(options.secret)
        if options.codemaker == "adversary":
            return Adversary()
        if options.codemaker == "person":
            return Fixed(self._hidden_secret(options))
        return Drawn(self.seed(again=again))

    def _hidden_secret(self, options: PlayOptions) -> Code:
        look = Look(options.variant, options.palette)
        colors = " ".join(look.label(color) for color in range(1, options.variant.colors + 1))
        prompt = words.text("play.type-secret", pegs=options.variant.pegs, colors=colors)
        while True:
            try:
                return options.variant.code(self.view.ask(f"{prompt} ", hidden=True), options.palette)
            except KeypegError as error:
                if not self.view.stays:
                    raise
                prompt = words.text("play.type-again", error=error)

    def code(self) -> Code | None:
        maker = self.game.codemaker
        return None if isinstance(maker, Adversary) else maker.reveal(self.game.position)

    def greeting(self) -> str:
        return self.how_to()[0]

    def introduction(self) -> list[str]:
        game = self.game
        secret = [] if game.secret is None else [words.text("play.secret", secret=game.look.code(game.secret))]
        return [
            said.opening(game.look, game.guesses),
            *luck(game.variant, game.guesses),
            said.begin(game.look),
            *secret,
        ]

    def how_to(self) -> list[str]:
        return said.how_to(self.look)

    def prompt(self) -> str:
        return f"{said.prompt(len(self.game.turns) + 1, self.game.guesses)} "

    def board(self) -> Board:
        game = self.game
        hard = [words.text("play.hard")] if game.hard else []
        adversary = [words.text("play.adversary")] if isinstance(game.codemaker, Adversary) else []
        title = " · ".join([str(game.variant), limit_left(game.guesses_left), *hard, *adversary])
        return Board(title, game.look, game.turns, game.guesses, game.secret, self.named)

    def answered(self, line: str) -> Reply:
        reply = self.handle(line)
        if not self.game.is_over:
            return reply
        before = [reply.spoken] if reply.spoken else []
        verdict = self._verdict()
        return Reply(verdict, "\n".join([*before, verdict, *self._shared(plain=True), *self._review_offer()]))

    def do_share(self, _rest: str) -> Reply:
        if not self.game.is_over:
            raise NotAllowed("share-unfinished")
        return Reply("\n".join([*self._shared(plain=False), "", self._shared(plain=True)[0]]), page=True)

    def closing(self) -> str:
        spoken = [words.text("play.in-words"), self._shared(plain=True)[0]]
        return "\n".join([self._verdict(), "", *self._shared(plain=False), *spoken, *self._review_offer()])

    def _verdict(self) -> str:
        game = self.game
        secret = game.codemaker.reveal(game.position)
        return said.verdict(game.outcome, secret, game.look, len(game.turns), game.guesses)

    def _shared(self, *, plain: bool) -> list[str]:
        game = self.game
        won = game.outcome is Outcome.WON
        result = words.Result(game.turns, game.look, won, game.guesses, game.hints, game.undos)
        lines = [words.share_words(result)] if plain else [words.text("play.to-share"), words.share_text(result)]
        if isinstance(game.codemaker, Drawn):
            lines.append(words.text("play.same-code", variant=game.variant, seed=game.codemaker.seed))
        return lines

    def _review_offer(self) -> list[str]:
        """Name the command that reviews the game, for players who didn't ask for a review here."""
        game = self.game
        key = "play.review-hard" if game.hard else "play.review"
        return [words.text(key, position=game.position)] if game.turns else []

    def enter(self, line: str) -> Reply:
        if not line:
            return Reply(words.text("play.type"), "")
        game, turns = self.game, self.game.turns
        turn = game.guess(line)
        guess, feedback = self.look.code(turn.guess), words.feedback(turn.feedback, self.look)
        again = [
            words.text("play.guessed-before", number=number)
            for number, other in enumerate(turns, 1)
            if other.guess == turn.guess
        ][:1]
        limited = game.guesses is not None and not game.is_over
        left = [words.text("play.guesses-left", number=game.guesses_left)] if limited else []
        spoken = words.sentence(words.turn(len(turns) + 1, turn, self.look))
        answered = words.text("play.answered", guess=guess, feedback=feedback)
        return Reply(" ".join([answered, *again]), " ".join([spoken, *left, *again]))

    def do_hint(self, rest: str) -> Reply:
        if rest:
            return Reply(words.check(self.game.check(rest), self.look))
        hint = self.game.hint()
        more = {1: [words.text("play.hint-again")], 2: [words.text("play.hint-last")]}.get(hint.step, [])
        return Reply(" ".join([words.sentence(words.hint(hint, self.look)), *more]))

    def do_undo(self, _rest: str) -> Reply:
        return Reply(words.text("play.undone", guess=self.look.code(self.game.undo().guess)))

    def do_redo(self, _rest: str) -> Reply:
        turn = self.game.redo()
        guess, feedback = self.look.code(turn.guess), words.feedback(turn.feedback, self.look)
        return Reply(words.text("play.redone", guess=guess, feedback=feedback))

    def do_give_up(self, _rest: str) -> Reply:
        self.game.give_up()
        return Reply()

    def do_review(self, _rest: str) -> Reply:
        from keypeg.report_analyze import review_reply  # noqa: PLC0415 - what few ask for must not slow every start

        return review_reply(self.game, hard=self.game.hard)

    def own_settings(self) -> dict[str, str]:
        return {
            "codemaker": f"{self.setting('codemaker')} ({', '.join(CODEMAKERS)})",
            "hard": self.setting("hard"),
        }

    commands: ClassVar[dict[str, Command]] = {
        **Table.asking,
        "hint": Command(do_hint, ("hint", "hint CODE")),
        "review": Command(do_review, ("review",)),
        "share": Command(do_share, ("share",)),
        "candidates": Command(Table.do_candidates, ("candidates",)),
        "undo": Command(do_undo, ("undo",)),
        "redo": Command(do_redo, ("redo",)),
        **Table.changing,
        "give up": Command(do_give_up, ("give up",)),
        **Table.leaving,
    }


def play_json(session: BreakSession) -> int:
    """Play line by line: a guess or command in, one JSON object out, with the result as the last one.

    Every line is answered, whatever it is.
    """
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
    else:
        turn = session.guess(line)
        say("turn", number=len(session.turns), **turn_json(turn), guesses_left=session.guesses_left)


def play(options: PlayOptions, start: Start, *, plain: bool, as_json: bool) -> int:
    """Play in this terminal, from the start or from where a game was left; return the exit code."""
    resumed = start.resumed("play", BreakSession)
    if as_json:
        return resumed.play(play_json) if resumed else play_json(PlayTable(options, Plain()).deal(options))
    table = PlayTable(options, choose_view(plain=plain))
    if resumed is not None:
        table.resume(resumed)
    return table.run(offer=start.offers)
