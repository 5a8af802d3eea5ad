"""The session in which the computer breaks a person's code."""

from bisect import bisect_left
from collections.abc import Sequence
from functools import reduce
from itertools import takewhile
from typing import Self

from keypeg import contradiction
from keypeg.candidates import Count
from keypeg.contradiction import Contradiction
from keypeg.errors import InconsistentFeedback, NotAllowed
from keypeg.game import DEFAULT_GUESSES, Outcome, unveiled
from keypeg.given import whole
from keypeg.history import Correction, Disclosure, History, parse_move
from keypeg.palette import CLASSIC, Palette
from keypeg.position import Position
from keypeg.rules import Code, Feedback, Turn, Variant, score
from keypeg.session_base import Line, Session, last_settings
from keypeg.strategies import Strategy, canonical
from keypeg.study import ADVISER, Study, Suggestion, advise

LAST_TRIES = 30
"""The computer gives up after this many guesses in a row that could not be right."""


class SolveSession(Session):
    """A game in which the computer breaks a person's code, and the person gives the feedback.

    Turns may contradict each other: then `contradiction` says which may be wrong, and the game continues once one is
    corrected or taken back. With a `secret`, feedback is checked against it, or filled in from it. If the game is so
    large that no candidate is found for `LAST_TRIES` guesses in a row, the computer gives up.
    """

    def __init__(  # noqa: PLR0913 - all but one are keywords with a default
        self,
        variant: Variant | str,
        *,
        strategy: Strategy | str = ADVISER,
        guesses: int | None = DEFAULT_GUESSES,
        secret: Code | str | None = None,
        palette: Palette | str = CLASSIC,
        show_secret: bool = False,
    ) -> None:
        super().__init__(variant, guesses, palette, show_secret=show_secret)
        self.strategy = check_strategy(strategy)
        self._history = History(None if secret is None else self.read(secret))
        self._judged: tuple[Turn, ...] = ()  # the turns that the following, and the position, belong to
        self._contradiction: Contradiction | None = None
        self._strays = False
        self._suggestion: Suggestion | None = None

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All turns so far, even if they contradict each other."""
        return self._history.state.turns

    @property
    def secret(self) -> Code | None:
        """The secret, if the person has told it."""
        return self._history.state.secret

    @property
    def position(self) -> Position:
        """What is known of the secret; while turns contradict each other, what was known before the first that does."""
        self._judge()
        return self._position

    @property
    def contradiction(self) -> Contradiction | None:
        """Which turns may be wrong, if they contradict each other."""
        self._judge()
        return self._contradiction

    @property
    def outcome(self) -> Outcome:
        outcome = Outcome.OPEN if self.contradiction is not None else super().outcome
        return Outcome.GIVEN_UP if outcome is Outcome.OPEN and self._strays else outcome

    @property
    def candidates_left(self) -> Count:
        """How many codes are possible; none while the turns contradict each other."""
        return Count(0, 0, 0) if self.contradiction is not None else super().candidates_left

    def funnel(self, known: Sequence[Count] = ()) -> list[Count]:
        """Count the possible codes before the first turn and after each one; from a contradiction on there are none."""
        counts = self.position.funnel(known[: len(self.position.turns) + 1])
        return counts + [Count.exactly(0)] * (len(self.turns) - len(self.position.turns))

    @property
    def suggestion(self) -> Suggestion | None:
        """The computer's next guess and how it was found; None if the game is over or the turns are contradictory."""
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

    def copy(self) -> Self:
        """Return a session that goes on by itself from here."""
        twin = super().copy()
        twin._history = self._history.copy()  # noqa: SLF001 - its own
        return twin

    def recall(self, suggestion: Suggestion | None, *, strays: bool = False) -> None:
        """Take a guess that was found for exactly these turns before, instead of looking for it again.

        Since it was found, the turns don't contradict each other, so that is not checked again. If the game is over
        there is none, and the computer may have given up.
        """
        if suggestion is not None:
            self.variant.check_code(suggestion.guess)
        if self._judged != self.turns:
            self._judged, self._contradiction, self._strays = self.turns, None, strays
            self._position = self._unchecked_position()
        self._suggestion = suggestion

    def answer(self, feedback: Feedback | str) -> Turn:
        """Give feedback to the guess. Impossible feedback is refused, and what is wrong for the known secret."""
        guess = self._open_guess()
        turn = Turn(guess, self._checked(guess, feedback))
        self._history.make(turn)
        return turn

    def fill(self) -> Turn:
        """Give the feedback of the known secret."""
        guess = self._open_guess()
        if self.secret is None:
            raise NotAllowed("secret-unknown")
        return self.answer(score(self.secret, guess))

    def correct(self, number: int, feedback: Feedback | str) -> Turn:
        """Correct the feedback of a turn, counted from 1. A turn corrected to a win is the last one."""
        turn = self._corrected(number, feedback)
        if turn != self.turns[number - 1]:
            self._history.make(Correction(number, turn.feedback))
        return turn

    def undo(self) -> None:
        """Take back the last feedback or correction, or the secret that was last told."""
        if not self.can_undo:
            raise NotAllowed("no-feedback-to-undo")
        self._history.undo()

    def redo(self) -> None:
        """Make the last undone move again."""
        if not self.can_redo:
            raise NotAllowed("no-feedback-to-redo")
        self._history.redo()

    def set_strategy(self, strategy: Strategy | str) -> None:
        """Let another strategy choose the guesses from here on."""
        self.strategy = check_strategy(strategy)
        self._suggestion = None

    def set_secret(self, secret: Code | str | None) -> list[tuple[int, Turn, Feedback]]:
        """Tell the secret, or make the session forget it, and correct earlier feedback that is wrong for it.

        Return what was corrected: the number of each turn, counted from 1, the turn as it was, and the right feedback.
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
            raise NotAllowed("feedback-contradicts")
        guess = self.next_guess
        if guess is None:
            raise NotAllowed("game-over", outcome=self.outcome)
        return guess

    def _corrected(self, number: int, feedback: Feedback | str) -> Turn:
        if not self.turns:
            raise NotAllowed("no-turns-yet", number=number)
        if whole(number, 1, len(self.turns)) is None:
            raise NotAllowed("no-such-turn", number=number, turn_count=len(self.turns))
        guess = self.turns[number - 1].guess
        return Turn(guess, self._checked(guess, feedback))

    def _checked(self, guess: Code, feedback: Feedback | str) -> Feedback:
        given = self.variant.feedback(feedback, self.look.palette)
        right = None if self.secret is None else score(self.secret, guess)
        if right is not None and given != right:
            raise NotAllowed("wrong-feedback", feedback=given, guess=guess, right=right, look=self.look)
        return given

    def _judge(self) -> None:
        """Find out what the turns say, once after each change."""
        turns = self.turns
        if self._judged == turns:
            return
        self._judged, self._suggestion, self._contradiction, self._strays = turns, None, None, False
        self._position = self._unchecked_position()
        try:
            if self.secret is None:  # which is consistent with every turn, since each was checked against it
                contradiction.check(self._position.candidates)
            self._strays = _strays(self._position)
        except InconsistentFeedback as error:
            self._contradiction = error.contradiction
            self._position = _consistent_part(self._position)

    def _unchecked_position(self) -> Position:
        """Return the position of the turns, from the one held as far as its turns are the same."""
        turns, held = self.turns, self._position
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(held.turns, turns, strict=False)))
        start = held if same == len(held.turns) else held.before(same)
        return reduce(Position.extend, turns[same:], start)

    def _replay(self, word: str) -> None:
        """Make a move of a text line, with the same checks as in a game."""
        move = parse_move(word, self.variant)
        if isinstance(move, Turn):
            self._checked(move.guess, move.feedback)
        elif isinstance(move, Correction):
            self._corrected(move.number, move.feedback)
        self._history.make(move)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a session's text line and replay its moves."""
        line = Line(text, {"strategy", "guesses", "secret", "palette", "id"}, {"show-secret"})
        session = cls(
            line.variant,
            strategy=line.settings.get("strategy", ADVISER),
            guesses=line.guesses,
            secret=unveiled(line.settings["secret"]) if "secret" in line.settings else None,
            palette=line.palette,
            show_secret="show-secret" in line.flags,
        )
        session.id = line.settings.get("id", "")
        for word in (*line.moves, *line.undone):
            session._replay(word)
        for _ in line.undone:
            session.undo()
        return session

    def __str__(self) -> str:
        words = [str(self.variant), f"strategy={self.strategy}", f"guesses={self.guesses or 'none'}"]
        words += [] if self._history.start.secret is None else [str(Disclosure(self._history.start.secret))]
        words += ["show-secret"] * self.show_secret
        return " ".join([*words, *last_settings(self), *self._history.words()])


def _consistent_part(position: Position) -> Position:
    """Return the last position before the turns contradicted each other."""

    def is_contradictory(number: int) -> bool:
        return position.before(number).candidates.are_possible()[0] is False

    return position.before(bisect_left(range(len(position.turns)), True, key=is_contradictory) - 1)


def _strays(position: Position) -> bool:
    """Return whether no candidate is found, and none of the last guesses could be right."""
    turns = position.turns
    return (
        len(turns) > LAST_TRIES
        and not any(
            all(turn.is_consistent(turns[at].guess) for turn in turns[:at])
            for at in range(len(turns) - LAST_TRIES, len(turns))
        )
        and not position.candidates.are_found
    )


def check_strategy(strategy: Strategy | str) -> str:
    """Return the name of a strategy if it exists, or say which ones do."""
    return canonical(strategy)
