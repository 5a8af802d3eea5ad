"""The session in which the computer breaks a person's code."""

from functools import reduce
from typing import Self

from keypeg.candidates import Count
from keypeg.contradiction import Contradiction
from keypeg.errors import InconsistentFeedback, NotAllowed
from keypeg.game import Outcome, unveiled
from keypeg.history import Correction, Disclosure, History, parse_move
from keypeg.palette import CLASSIC, Palette
from keypeg.position import Position
from keypeg.rules import Code, Feedback, Turn, Variant, score
from keypeg.session_base import DEFAULT_GUESSES, Line, Session, palette_words
from keypeg.strategies import canonical
from keypeg.study import ADVISER, Study, Suggestion, advise

LAST_TRIES = 30
"""The computer gives up after this many guesses in a row that could not be right."""


class SolveSession(Session):
    """A game in which the computer breaks a person's code, and the person answers its guesses.

    Answers may contradict each other: then `contradiction` says which ones, and the game goes on once one is corrected
    or taken back. With a `secret` every answer is checked against it, or filled in from it. A game so large that no
    consistent code is found, for `LAST_TRIES` guesses in a row, is given up.
    """

    def __init__(  # noqa: PLR0913 - all but one are keywords with a default
        self,
        variant: Variant | str,
        *,
        strategy: str = ADVISER,
        guesses: int | None = DEFAULT_GUESSES,
        secret: Code | str | None = None,
        palette: Palette = CLASSIC,
        show_secret: bool = False,
    ) -> None:
        super().__init__(variant, guesses, palette, show_secret=show_secret)
        self.strategy = check_strategy(strategy)
        self._history = History(None if secret is None else self.read(secret))
        self._judged: tuple[Turn, ...] = ()  # the turns that what follows here, and the position, are of
        self._contradiction: Contradiction | None = None
        self._strays = False
        self._suggestion: Suggestion | None = None

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All turns answered so far, also those that contradict each other."""
        return self._history.state.turns

    @property
    def secret(self) -> Code | None:
        """The secret, if the person has told it."""
        return self._history.state.secret

    @property
    def position(self) -> Position:
        """What is known of the secret; while answers contradict each other, what was known earlier."""
        self._judge()
        return self._position

    @property
    def contradiction(self) -> Contradiction | None:
        """Which answers can't be true together, if so."""
        self._judge()
        return self._contradiction

    @property
    def outcome(self) -> Outcome:
        outcome = Outcome.OPEN if self.contradiction is not None else super().outcome
        return Outcome.GIVEN_UP if outcome is Outcome.OPEN and self._strays else outcome

    @property
    def candidates_left(self) -> Count:
        """How many codes are possible; none while the answers contradict each other."""
        return Count(0, 0, 0) if self.contradiction is not None else super().candidates_left

    @property
    def suggestion(self) -> Suggestion | None:
        """The computer's next guess and how it found it; None when the game is over or the answers contradict."""
        if self.contradiction is not None or self.is_over:
            return None
        if self._suggestion is None:
            self._suggestion = advise(Study(self.position), self.strategy).suggestion
        return self._suggestion

    @property
    def next_guess(self) -> Code | None:
        """The computer's next guess, if there is one."""
        return None if self.suggestion is None else self.suggestion.guess

    @property
    def can_undo(self) -> bool:
        return self._history.can_undo

    @property
    def can_redo(self) -> bool:
        return self._history.can_redo

    def recall(self, suggestion: Suggestion) -> None:
        """Take a guess that was found for these very turns before, rather than look for it again.

        That it was found says that the turns don't contradict each other, so they are not searched for that again.
        """
        self.variant.check_code(suggestion.guess)
        if self._judged != self.turns:
            self._judged, self._contradiction, self._strays = self.turns, None, False
            self._position = self._consistent_position()
        self._suggestion = suggestion

    def answer(self, feedback: Feedback | str) -> Turn:
        """Answer the guess. An answer that can't exist, or that the known secret doesn't give, is refused."""
        guess = self._open_guess()
        turn = Turn(guess, self._checked(guess, feedback))
        self._history.make(turn)
        return turn

    def fill(self) -> Turn:
        """Answer the guess by the known secret."""
        guess = self._open_guess()
        if self.secret is None:
            raise NotAllowed("secret-unknown")
        return self.answer(score(self.secret, guess))

    def correct(self, number: int, feedback: Feedback | str) -> Turn:
        """Correct the answer of a turn, counted from 1. A turn corrected to a win is the last one."""
        turn = self._corrected(number, feedback)
        if turn != self.turns[number - 1]:
            self._history.make(Correction(number, turn.feedback))
        return turn

    def undo(self) -> None:
        """Take back the last answer or correction, or the secret that was last told."""
        if not self.can_undo:
            raise NotAllowed("no-answer-to-undo")
        self._history.undo()

    def redo(self) -> None:
        """Do again what was last undone."""
        if not self.can_redo:
            raise NotAllowed("no-answer-to-redo")
        self._history.redo()

    def set_secret(self, secret: Code | str | None) -> list[tuple[int, Turn, Feedback]]:
        """Let the secret be known from now on, or forget it, and correct the earlier answers that it would not give.

        Those are listed: the number of the turn, counted from 1, the turn as it was, and the right answer.
        """
        wrong = []
        if secret is not None:
            secret = self.read(secret)
            right = ((number, turn, score(secret, turn.guess)) for number, turn in enumerate(self.turns, 1))
            wrong = [row for row in right if row[1].feedback != row[2]]
        if secret != self.secret:
            self._history.make(Disclosure(secret))
        return wrong

    def _open_guess(self) -> Code:
        if self.contradiction is not None:
            raise NotAllowed("answers-contradict")
        guess = self.next_guess
        if guess is None:
            raise NotAllowed("game-over", outcome=self.outcome)
        return guess

    def _corrected(self, number: int, feedback: Feedback | str) -> Turn:
        if not self.turns:
            raise NotAllowed("no-turns-yet", number=number)
        if not 1 <= number <= len(self.turns):
            raise NotAllowed("no-such-turn", number=number, turns=len(self.turns))
        guess = self.turns[number - 1].guess
        return Turn(guess, self._checked(guess, feedback))

    def _checked(self, guess: Code, feedback: Feedback | str) -> Feedback:
        answer = self.variant.feedback(feedback)
        right = None if self.secret is None else score(self.secret, guess)
        if right is not None and answer != right:
            raise NotAllowed("wrong-answer", answer=answer, guess=self.look.code(guess), right=right)
        return answer

    def _judge(self) -> None:
        """See what the turns say, once after each change."""
        turns = self.turns
        if self._judged == turns:
            return
        self._judged, self._suggestion, self._contradiction, self._strays = turns, None, None, False
        try:
            self._position = self._next_position(turns)
            self._strays = _strays(self._position)
        except InconsistentFeedback as error:
            self._contradiction = error.contradiction

    def _next_position(self, turns: tuple[Turn, ...]) -> Position:
        if self.secret is not None:  # which is consistent with every answer, as each was checked against it
            return self._consistent_position()
        if turns[:-1] == self._position.turns and turns:
            return self._position.play(turns[-1])
        return Position(self.variant, turns)

    def _consistent_position(self) -> Position:
        """Return the position of the turns, which are known to be consistent."""
        return reduce(Position.extend, self.turns, Position(self.variant))

    def _replay(self, word: str) -> None:
        """Make a move of a text line; one that would be refused now is refused."""
        move = parse_move(word, self.variant)
        if isinstance(move, Turn):
            self._checked(move.guess, move.feedback)
        elif isinstance(move, Correction):
            self._corrected(move.number, move.feedback)
        self._history.make(move)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a session's text line and replay its moves."""
        line = Line(text, {"strategy", "guesses", "secret", "palette"}, {"show-secret"})
        session = cls(
            line.variant,
            strategy=line.settings.get("strategy", ADVISER),
            guesses=line.guesses,
            secret=unveiled(line.settings["secret"]) if "secret" in line.settings else None,
            palette=line.palette,
            show_secret="show-secret" in line.flags,
        )
        for word in (*line.moves, *line.undone):
            session._replay(word)
        for _ in line.undone:
            session.undo()
        return session

    def __str__(self) -> str:
        words = [str(self.variant), f"strategy={self.strategy}", f"guesses={self.guesses or 'none'}"]
        words += [] if self._history.start.secret is None else [str(Disclosure(self._history.start.secret))]
        words += ["show-secret"] * self.show_secret
        return " ".join([*words, *palette_words(self.look.palette), *self._history.words()])


def _strays(position: Position) -> bool:
    """Say whether no consistent code is found now, and for long no guess could be right."""
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
