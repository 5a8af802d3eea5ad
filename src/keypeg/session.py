"""A session: a person's game, with undo, hints and its own text line. Every front end drives one of the two here.

`BreakSession` is the game in which the person breaks a codemaker's code, `SolveSession` the one in which the computer
breaks the person's. Neither reads nor prints anything; what a session says in words it returns.
"""

import re
from collections.abc import Callable
from typing import Self

from keypeg.candidates import Count
from keypeg.errors import InconsistentFeedback, NotAllowed, UnreadableText
from keypeg.game import Adversary, Codemaker, Outcome, check_guesses, parse_codemaker, unveiled, veiled
from keypeg.hints import LAST_STEP, Check, Hint, Suggestion, clash_words, slip_words, suggest
from keypeg.palette import CLASSIC, Palette
from keypeg.position import Position
from keypeg.render import Look
from keypeg.rules import Code, Feedback, Turn, Variant, score
from keypeg.strategies import canonical

DEFAULT_GUESSES = 10

LAST_TRIES = 30
"""After so many guesses in a row that only nearly fitted, the computer gives up."""

_FEEDBACK = re.compile(r"\d+b\d+w")


class Session:
    """What both kinds of session have."""

    def __init__(self, variant: Variant, guesses: int | None, palette: Palette, *, show_secret: bool) -> None:
        self.guesses = check_guesses(guesses)
        self.look = Look(variant, palette)
        self.show_secret = show_secret
        self._position = Position(variant)

    @property
    def variant(self) -> Variant:
        return self.look.variant

    @property
    def position(self) -> Position:
        """What is known of the secret: the last position whose answers did not contradict each other."""
        return self._position

    @property
    def turns(self) -> tuple[Turn, ...]:
        return self._position.turns

    @property
    def guesses_left(self) -> int | None:
        """How many guesses are left, or None where there is no limit."""
        return None if self.guesses is None else self.guesses - len(self.turns)

    @property
    def outcome(self) -> Outcome:
        if self._position.is_won:
            return Outcome.WON
        return Outcome.LOST if self.guesses_left == 0 else Outcome.OPEN

    @property
    def is_over(self) -> bool:
        return self.outcome is not Outcome.OPEN

    @property
    def candidates_left(self) -> Count:
        return self._position.candidates.count()

    def read(self, text: str) -> Code:
        """Read a code as the player types it."""
        return self.variant.code(text, self.look.palette)


class BreakSession(Session):
    """A game in which a person breaks a codemaker's code.

    The text line (`str()`) holds everything that a resumed game needs; `parse` reads it back and checks its turns
    against the codemaker. What was undone is not in it, nor `step`: how far the hints have gone since the last guess.
    """

    def __init__(  # noqa: PLR0913 - all but two are keywords with a default
        self,
        variant: Variant,
        codemaker: Codemaker,
        *,
        guesses: int | None = DEFAULT_GUESSES,
        hard: bool = False,
        palette: Palette = CLASSIC,
        show_secret: bool = False,
    ) -> None:
        super().__init__(variant, guesses, palette, show_secret=show_secret)
        self.codemaker = codemaker
        self.hard = hard
        self.hints = 0
        self.undos = 0
        self._past: list[Position] = []
        self._future: list[Position] = []
        self.step = 0
        self._given_up = False
        codemaker.reveal(self._position)  # a secret that the variant doesn't allow is refused at once

    @property
    def outcome(self) -> Outcome:
        return Outcome.GIVEN_UP if self._given_up else super().outcome

    @property
    def secret(self) -> Code | None:
        """The secret once the game is over, or from the start if it is to be shown and there is one yet."""
        settled = not isinstance(self.codemaker, Adversary)
        return self.codemaker.reveal(self._position) if self.is_over or (self.show_secret and settled) else None

    @property
    def can_undo(self) -> bool:
        return bool(self._past) and not self.is_over

    @property
    def can_redo(self) -> bool:
        return bool(self._future) and not self.is_over

    def guess(self, guess: Code | str) -> Turn:
        """Make a guess; one that is refused costs no turn."""
        self._check_open()
        code = self._code(guess)
        number = self._position.first_contradicted(code) if self.hard else None
        if number is not None:
            raise NotAllowed(
                f"hard mode: {self.look.code(code)} can't be right: "
                f"{clash_words(code, number, self.turns[number], self.look)}"
            )
        turn = Turn(code, self.codemaker.answer(self._position, code))
        self._past.append(self._position)
        self._future.clear()
        self._move(self._position.play(turn))
        return turn

    def undo(self) -> Turn:
        """Take back the last guess and return it."""
        self._check_open()
        if not self._past:
            raise NotAllowed("nothing to undo: no guess has been made")
        turn = self.turns[-1]
        self._future.append(self._position)
        self.undos += 1
        self._move(self._past.pop())
        return turn

    def redo(self) -> Turn:
        """Make the guess again that was last undone, and return it."""
        self._check_open()
        if not self._future:
            raise NotAllowed("nothing to redo: no guess was undone since the last one")
        self._past.append(self._position)
        self._move(self._future.pop())
        return self.turns[-1]

    def give_up(self) -> Code:
        """End the game and return the secret."""
        self._check_open()
        self._given_up = True
        return self.codemaker.reveal(self._position)

    def hint(self) -> Hint:
        """Help a step further: first the number of codes left, then what they share, then a suggestion.

        Each guess starts from the first step again. Every hint is counted.
        """
        self._check_open()
        self.hints += 1
        self.step = min(self.step + 1, LAST_STEP)
        return Hint.at(self._position, self.step, hard=self.hard)

    def check(self, guess: Code | str) -> Check:
        """Say whether a guess can be right, without making it; counted as a hint."""
        self._check_open()
        code = self._code(guess)
        self.hints += 1
        return Check.of(self._position, code)

    def _code(self, guess: Code | str) -> Code:
        return self.read(guess) if isinstance(guess, str) else self.variant.check_code(guess)

    def _move(self, position: Position) -> None:
        self._position = position
        self.step = 0

    def _check_open(self) -> None:
        if self.is_over:
            raise NotAllowed(f"the game is over ({self.outcome}): start a new one")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a session's text line and replay it; a turn that its codemaker would answer differently is refused."""
        line = _Line(text, {"guesses", "codemaker", "palette", "hints", "undos"}, {"hard", "show-secret", "given-up"})
        session = cls(
            line.variant,
            parse_codemaker(line.settings.get("codemaker", ""), line.variant),
            guesses=line.guesses,
            palette=line.palette,
        )
        for number, turn in enumerate(line.turns, 1):
            if session.guess(turn.guess) != turn:
                raise NotAllowed(f"turn {number} ({turn}) is not what the codemaker answers: {text!r} was changed")
        session.hard = "hard" in line.flags
        session.show_secret = "show-secret" in line.flags
        session.hints, session.undos = line.count("hints"), line.count("undos")
        if "given-up" in line.flags:
            session.give_up()
        return session

    def __str__(self) -> str:
        words = [str(self.variant), f"guesses={self.guesses or 'none'}", f"codemaker={self.codemaker}"]
        words += ["hard"] * self.hard + ["show-secret"] * self.show_secret
        words += _palette_words(self.look.palette)
        words += [f"hints={self.hints}"] * bool(self.hints) + [f"undos={self.undos}"] * bool(self.undos)
        words += ["given-up"] * self._given_up
        return " ".join([*words, *map(str, self.turns)])


class SolveSession(Session):
    """A game in which the computer breaks a person's code, and the person answers its guesses.

    Answers may contradict each other: then `conflict` says which ones, and the game goes on once one is corrected or
    taken back. With a `secret` every answer is checked against it, or filled in from it. A game so large that no code
    is found that fits, for `LAST_TRIES` guesses in a row, is given up.
    """

    def __init__(  # noqa: PLR0913 - all but one are keywords with a default
        self,
        variant: Variant,
        *,
        strategy: str = "entropy",
        guesses: int | None = DEFAULT_GUESSES,
        secret: Code | None = None,
        palette: Palette = CLASSIC,
        show_secret: bool = False,
    ) -> None:
        super().__init__(variant, guesses, palette, show_secret=show_secret)
        self.strategy = check_strategy(strategy)
        self.secret = None if secret is None else variant.check_code(secret)
        self._past: list[tuple[tuple[Turn, ...], Code | None]] = []  # turns, and the secret as far as it was known
        self._future: list[tuple[tuple[Turn, ...], Code | None]] = []
        self._suggestion: Suggestion | None = None
        self._turns: tuple[Turn, ...] = ()
        self._conflict: InconsistentFeedback | None = None
        self._strays = False

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All turns answered so far, also those that contradict each other."""
        return self._turns

    @property
    def conflict(self) -> InconsistentFeedback | None:
        """Which answers can't be true together, if so."""
        return self._conflict

    @property
    def outcome(self) -> Outcome:
        outcome = Outcome.OPEN if self._conflict is not None else super().outcome
        return Outcome.GIVEN_UP if outcome is Outcome.OPEN and self._strays else outcome

    @property
    def candidates_left(self) -> Count:
        """How many codes fit the answers; none while they contradict each other."""
        return Count(0, 0, 0) if self._conflict is not None else super().candidates_left

    @property
    def suggestion(self) -> Suggestion | None:
        """The computer's next guess and how it found it; None when the game is over or the answers contradict."""
        if self._suggestion is None and self._conflict is None and not self.is_over:
            self._suggestion = suggest(self._position, self.strategy)
        return self._suggestion

    @property
    def guess(self) -> Code | None:
        return None if self.suggestion is None else self.suggestion.guess

    @property
    def right_answer(self) -> Feedback | None:
        """The answer that the secret gives to the guess, where the secret is known."""
        guess = self.guess
        return None if self.secret is None or guess is None else score(self.secret, guess)

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._future)

    def recall(self, suggestion: Suggestion) -> None:
        """Take a guess that was found for these very turns before, rather than look for it again."""
        if self._conflict is None and not self.is_over:
            self.variant.check_code(suggestion.guess)
            self._suggestion = suggestion

    def answer(self, feedback: Feedback | str) -> Turn:
        """Answer the guess. An answer that can't exist, or that the known secret doesn't give, is refused."""
        guess = self._open_guess()
        turn = Turn(guess, self._checked(guess, feedback))
        self._record((*self._turns, turn))
        return turn

    def fill(self) -> Turn:
        """Answer the guess by the known secret."""
        guess = self._open_guess()
        if self.secret is None:
            raise NotAllowed("the secret is not known: answer the guess yourself, or set a secret")
        return self.answer(score(self.secret, guess))

    def correct(self, number: int, feedback: Feedback | str) -> Turn:
        """Correct the answer of a turn, counted from 1. A turn corrected to a win is the last one."""
        if not 1 <= number <= len(self._turns):
            have = f"turns 1 to {len(self._turns)} can be corrected" if self._turns else "there are no turns yet"
            raise NotAllowed(f"there is no turn {number}: {have}")
        guess = self._turns[number - 1].guess
        turn = Turn(guess, self._checked(guess, feedback))
        later = () if turn.feedback == self.variant.win else self._turns[number:]
        self._record((*self._turns[: number - 1], turn, *later))
        return turn

    def undo(self) -> None:
        """Take back the last answer or correction."""
        if not self._past:
            raise NotAllowed("nothing to undo: no answer has been given")
        self._future.append((self._turns, self.secret))
        self._restore(self._past.pop())

    def redo(self) -> None:
        if not self._future:
            raise NotAllowed("nothing to redo: nothing was undone since the last answer")
        self._past.append((self._turns, self.secret))
        self._restore(self._future.pop())

    def mistakes(self, secret: Code) -> list[tuple[int, Turn, Feedback]]:
        """List the turns, counted from 1, that a secret would have answered differently, with the right answer."""
        self.variant.check_code(secret)
        rows = ((number, turn, score(secret, turn.guess)) for number, turn in enumerate(self._turns, 1))
        return [row for row in rows if row[1].feedback != row[2]]

    def set_secret(self, secret: Code | None) -> list[tuple[int, Turn, Feedback]]:
        """Let the secret be known from now on, correct the earlier answers that it would not give, and list these."""
        wrong = [] if secret is None else self.mistakes(secret)
        guesses = [turn.guess for turn in self._turns]
        if secret in guesses:
            guesses = guesses[: guesses.index(secret) + 1]  # the game was over there
        if secret is not None and wrong:
            self._record(tuple(Turn(guess, score(secret, guess)) for guess in guesses))
        self.secret = secret
        return wrong

    def diagnosis(self) -> list[str]:
        """Say in words what is wrong with contradicting answers, and what a single slip could have been."""
        return [] if self._conflict is None else slip_words(self._conflict, self._turns, self.look)

    def _open_guess(self) -> Code:
        if self._conflict is not None:
            raise NotAllowed("the answers contradict each other: correct one or undo first")
        guess = self.guess
        if guess is None:
            raise NotAllowed(f"the game is over ({self.outcome}): start a new one")
        return guess

    def _checked(self, guess: Code, feedback: Feedback | str) -> Feedback:
        variant = self.variant
        answer = variant.feedback(feedback) if isinstance(feedback, str) else variant.check_feedback(feedback)
        right = None if self.secret is None else score(self.secret, guess)
        if right is not None and answer != right:
            raise NotAllowed(f"{answer} is not the answer of your secret: {self.look.code(guess)} gets {right}")
        return answer

    def _record(self, turns: tuple[Turn, ...]) -> None:
        self._past.append((self._turns, self.secret))
        self._future.clear()
        self._settle(turns)

    def _restore(self, state: tuple[tuple[Turn, ...], Code | None]) -> None:
        turns, self.secret = state
        self._settle(turns)

    def _settle(self, turns: tuple[Turn, ...]) -> None:
        follows = self._conflict is None and turns[:-1] == self._position.turns and len(turns) > 0
        self._turns, self._suggestion, self._conflict = turns, None, None
        try:
            self._position = self._position.play(turns[-1]) if follows else Position(self.variant, turns)
        except InconsistentFeedback as error:
            self._conflict = error
        self._strays = self._conflict is None and _strays(self._position)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a session's text line."""
        line = _Line(text, {"strategy", "guesses", "secret", "palette"}, {"show-secret"})
        session = cls(
            line.variant,
            strategy=line.settings.get("strategy", "entropy"),
            guesses=line.guesses,
            secret=unveiled(line.settings["secret"]) if "secret" in line.settings else None,
            palette=line.palette,
            show_secret="show-secret" in line.flags,
        )
        for turn in line.turns:
            session._record((*session._turns, turn))
        return session

    def __str__(self) -> str:
        words = [str(self.variant), f"strategy={self.strategy}", f"guesses={self.guesses or 'none'}"]
        words += [] if self.secret is None else [f"secret={veiled(self.secret)}"]
        words += ["show-secret"] * self.show_secret
        return " ".join([*words, *_palette_words(self.look.palette), *map(str, self._turns)])


def _strays(position: Position) -> bool:
    """Say whether no code that fits is found now, and for long no guess could be right."""
    turns = position.turns
    return (
        len(turns) > LAST_TRIES
        and not any(
            all(turn.is_consistent(turns[at].guess) for turn in turns[:at])
            for at in range(len(turns) - LAST_TRIES, len(turns))
        )
        and not position.candidates.are_found
    )


def check_strategy(name: str) -> str:
    """Return the name of a strategy if there is one, or say which there are."""
    return canonical(name)


def parse_guesses(text: str) -> int | None:
    """Read a guess limit: a number, or `none` or 0 for no limit."""
    word = text.strip().lower()
    if word in ("none", "unlimited"):
        return None
    if not (word.isascii() and word.isdecimal() and len(word) <= 9):
        raise UnreadableText(f"{text!r} is not a number of guesses: write 10, or none for no limit")
    return int(word) or None


def parse_session(text: str) -> "BreakSession | SolveSession":
    """Read the text line of either kind of session."""
    kind: Callable[[str], BreakSession | SolveSession] = (
        BreakSession.parse if any(word.startswith("codemaker=") for word in text.split()) else SolveSession.parse
    )
    return kind(text)


def _palette_words(palette: Palette) -> list[str]:
    return [] if palette == CLASSIC else [f"palette={palette}"]


class _Line:
    """The parts of a session's text line: the variant, settings as `name=value`, flags, and turns."""

    def __init__(self, text: str, names: set[str], flags: set[str]) -> None:
        words = text.split()
        if not words:
            raise UnreadableText("'' is not a session: write a variant, settings and turns")
        self.variant = Variant.parse(words[0])
        self.settings: dict[str, str] = {}
        self.flags: set[str] = set()
        self.turns: list[Turn] = []
        for word in words[1:]:
            name, equals, value = word.partition("=")
            # Many names are also codes of a large variant, but no value of a setting reads like a feedback.
            if equals and name in names and not _FEEDBACK.fullmatch(value):
                self.settings[name] = value
            elif word in flags:
                self.flags.add(word)
            elif equals:
                self.turns.append(self.variant.turn(word))
            else:
                raise UnreadableText(f"{word!r} in {text!r} is not a turn or a setting of this kind of session")

    @property
    def guesses(self) -> int | None:
        return parse_guesses(self.settings.get("guesses", str(DEFAULT_GUESSES)))

    @property
    def palette(self) -> Palette:
        return Palette.parse(self.settings["palette"]) if "palette" in self.settings else CLASSIC

    def count(self, name: str) -> int:
        text = self.settings.get(name, "0")
        if not (text.isascii() and text.isdecimal() and len(text) <= 9):
            raise UnreadableText(f"{name}={text!r} is not a number")
        return int(text)
