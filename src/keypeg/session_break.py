"""The session in which a person breaks a codemaker's code."""

from collections.abc import Sequence
from typing import Self

from keypeg.errors import NotAllowed
from keypeg.game import (
    DEFAULT_GUESSES,
    Adversary,
    Codemaker,
    CodemakerKind,
    Drawn,
    Outcome,
    codemaker_of,
    parse_codemaker,
)
from keypeg.hints import LAST_STEP, Check, Hint
from keypeg.palette import CLASSIC, Palette
from keypeg.position import Position
from keypeg.rules import Code, Turn, Variant
from keypeg.session_base import Line, Session, last_settings


class BreakSession(Session):
    """A game in which a person breaks a codemaker's code.

    `step` is how far the hints have gone since the last guess, `looked` whether the possible codes have been shown
    since then, `called_off` whether the codemaker ended the game, and
    `known` whether the person had seen the code, or guessed at it in another game.
    """

    def __init__(  # noqa: PLR0913 - all but two are keywords with a default
        self,
        variant: Variant | str,
        codemaker: Codemaker | str,
        *,
        guesses: int | None = DEFAULT_GUESSES,
        hard: bool = False,
        palette: Palette | str = CLASSIC,
        show_secret: bool = False,
    ) -> None:
        super().__init__(variant, guesses, palette, show_secret=show_secret)
        self.codemaker = codemaker_of(codemaker, self.variant)
        self.hard = hard
        self.hints = 0
        self.undos = 0
        self.step = 0
        self.looked = False
        self.called_off = False
        self.known = False
        self._given_up = False
        self._undone: list[Code] = []
        self._settled: Code | None = None
        if not isinstance(self.codemaker, Adversary):
            self.codemaker.reveal(self._position)  # a secret that the variant doesn't allow is refused at once

    @property
    def codemaker_kind(self) -> CodemakerKind:
        if isinstance(self.codemaker, Adversary):
            return "adversary"
        return "random" if isinstance(self.codemaker, Drawn) else "person"

    @property
    def outcome(self) -> Outcome:
        return Outcome.GIVEN_UP if self._given_up else super().outcome

    @property
    def secret(self) -> Code | None:
        """The secret: once the game is over, or from the start if it is to be shown and the codemaker has one."""
        if not self.is_over:
            shown = self.show_secret and not isinstance(self.codemaker, Adversary)
            return self.codemaker.reveal(self._position) if shown else None
        if self._settled is None:
            won = self.outcome is Outcome.WON
            self._settled = self.turns[-1].guess if won else self.codemaker.reveal(self._position)
        return self._settled

    @property
    def counts(self) -> bool:
        return super().counts and not self.known

    @property
    def can_undo(self) -> bool:
        return bool(self.turns) and not self.is_over

    @property
    def can_redo(self) -> bool:
        return bool(self._undone) and not self.is_over

    def check_guess(self, guess: Code | str) -> Code:
        """Return the code of a guess that is allowed now, or say why it is not."""
        self._check_open()
        code = self.read(guess)
        number = self._position.first_contradicted(code) if self.hard else None
        if number is not None:
            raise NotAllowed("hard-mode", guess=code, number=number, turn=self.turns[number], look=self.look)
        return code

    def guess(self, guess: Code | str) -> Turn:
        """Make a guess; a refused one costs no turn."""
        code = self.check_guess(guess)
        self._undone.clear()
        return self._play(code)

    def undo(self) -> Turn:
        """Take back the last guess and return it."""
        self._check_open()
        if not self.turns:
            raise NotAllowed("no-guess-to-undo")
        last = self.turns[-1]
        self._undone.append(last.guess)
        self.undos += 1
        self._move(self._position.before(len(self.turns) - 1))
        return last

    def redo(self) -> Turn:
        """Make the last undone guess again, and return it."""
        self._check_open()
        if not self._undone:
            raise NotAllowed("no-guess-to-redo")
        return self._play(self._undone.pop())

    def give_up(self) -> Code:
        """End the game and return the secret."""
        self._end()
        self._settled = self.codemaker.reveal(self._position)
        return self._settled

    def call_off(self) -> Code:
        """End the game on behalf of the codemaker and return the secret; the codebreaker has not given up."""
        secret = self.give_up()
        self.called_off = True
        return secret

    def _end(self) -> None:
        self._check_open()
        self._given_up = True
        self._undone.clear()
        self.step, self.looked = 0, False

    def hint(self) -> Hint:
        """Give the next step of help: the number of possible codes, what they have in common, a suggestion.

        After each guess the steps begin again. Every hint is counted.
        """
        self._check_open()
        self.hints += 1
        self.step = min(self.step + 1, LAST_STEP)
        return Hint.at(self._position, self.step, hard=self.hard, adversary=self.codemaker_kind == "adversary")

    def look_at_candidates(self) -> None:
        """Count a look at the possible codes, or at their number, as a hint: once after each guess."""
        self._check_open()
        self.hints += not self.looked
        self.looked = True

    def check(self, guess: Code | str) -> Check:
        """Say whether a guess can be right, without making it; this counts as a hint."""
        self._check_open()
        code = self.read(guess)
        self.hints += 1
        return Check.of(self._position, code)

    def _play(self, code: Code) -> Turn:
        turn = Turn(code, self.codemaker.answer(self._position, code))
        self._move(self._position.extend(turn))
        return turn

    def _move(self, position: Position) -> None:
        self._position = position
        self.step, self.looked = 0, False

    def _check_open(self) -> None:
        if self.is_over:
            raise NotAllowed("game-over", outcome=self.outcome)

    def copy(self) -> Self:
        """Return a session that goes on by itself from here."""
        twin = super().copy()
        twin._undone = list(self._undone)  # noqa: SLF001 - its own
        return twin

    def settle(self, secret: Code | str) -> None:
        """Take the code on which an adversary settled when this game was over, instead of looking for it again."""
        self._settled = self.variant.code(secret)

    def _read_undone(self, words: Sequence[str], *, replay: bool) -> list[Code]:
        """Read the guesses to be redone, the next one first, and check that each will be allowed."""
        if not replay:
            return [self.variant.code(word) for word in reversed(words)]
        here, codes = self._position, []
        for word in words:
            codes.append(self.check_guess(self.variant.code(word)))
            self._play(codes[-1])
        self._move(here)
        return codes[::-1]

    @classmethod
    def parse(cls, text: str, *, replay: bool = True) -> Self:
        """Read a session's text line and replay it; feedback that its codemaker would not give is refused.

        A line that should be right, such as one from a database of our own, need not be replayed. Then feedback is
        only compared with the secret, if there is one: an adversary would have to think again.
        """
        line = Line(
            text,
            {"guesses", "codemaker", "palette", "hints", "undos", "step", "id"},
            {"hard", "show-secret", "known", "looked", "given-up", "called-off"},
        )
        session = cls(
            line.variant,
            parse_codemaker(line.settings.get("codemaker", ""), line.variant),
            guesses=line.guesses,
            hard="hard" in line.flags,
            palette=line.palette,
            show_secret="show-secret" in line.flags,
        )
        for number, word in enumerate(line.moves, 1):
            turn = line.variant.turn(word)
            if not replay and isinstance(session.codemaker, Adversary):
                session._move(session._position.extend(turn))
            elif session._play(session.check_guess(turn.guess) if replay else turn.guess) != turn:
                raise NotAllowed("turn-changed", number=number, turn=turn, text=text)
        session.known, session.id = "known" in line.flags, line.settings.get("id", "")
        session._undone = session._read_undone(line.undone, replay=replay)
        session.hints, session.undos = line.count("hints"), line.count("undos")
        session.step, session.looked = min(line.count("step"), LAST_STEP), "looked" in line.flags
        session.called_off = "called-off" in line.flags
        if session.called_off or "given-up" in line.flags:
            session._end()
        return session

    def __str__(self) -> str:
        words = [str(self.variant), f"guesses={self.guesses or 'none'}", f"codemaker={self.codemaker}"]
        words += ["hard"] * self.hard + ["show-secret"] * self.show_secret + ["known"] * self.known
        words += last_settings(self)
        counts = {"hints": self.hints, "undos": self.undos, "step": self.step}
        words += [f"{name}={count}" for name, count in counts.items() if count]
        words += ["looked"] * self.looked
        if self._given_up:
            words.append("called-off" if self.called_off else "given-up")
        return " ".join([*words, *map(str, self.turns), *(f"-{code}" for code in reversed(self._undone))])
