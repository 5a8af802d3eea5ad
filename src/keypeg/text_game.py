r"""A game and a puzzle in words, for language models: a prompt, a strict reading of replies, and a record.

There is no framework here and nothing that draws or waits: a game is a value, and a reply leads to the next one. What a
reply must look like is said in the prompt, and held to: its last line is `Guess:` and a code, or it is a code alone.

>>> game = TextGame.begin("p4c6", seed=7)
>>> game = game.reply("No idea yet, so I split the colors.\nGuess: RRGG")
>>> print(game.message)
1. RRGG: 1 black, 2 white
9 guesses left.
>>> game.is_over, game.illegal
(False, 0)
"""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Self

from keypeg import given, puzzles
from keypeg.errors import KeypegError, NotAllowed, UnreadableText
from keypeg.evaluation import count_inconsistent
from keypeg.game import DEFAULT_GUESSES, check_guesses, drawn_code
from keypeg.position import Position
from keypeg.puzzles import Puzzle
from keypeg.render import Look
from keypeg.rules import Code, Turn, Variant, score
from keypeg.words import plain, text
from keypeg.words import puzzles as said
from keypeg.words.terminal import rules_page

_GUESS = re.compile(r"guess\s*:\s*(.*)", re.IGNORECASE)
_LONGEST = 10_000
_LONGEST_COLOR = 20


@dataclass(frozen=True, slots=True)
class Reply:
    """What was replied: a turn, or why it is no guess."""

    said: str
    turn: Turn | None
    error: str | None


@dataclass(frozen=True, slots=True)
class TextGame:
    """A game in words. A reply that is no legal guess uses up a guess and gets no feedback."""

    variant: Variant
    secret: Code
    guesses: int
    seed: int | None
    replies: tuple[Reply, ...] = ()

    @classmethod
    def begin(
        cls,
        variant: Variant | str = "p4c6",
        guesses: int = DEFAULT_GUESSES,
        seed: int | None = None,
        secret: Code | str | None = None,
    ) -> Self:
        """Begin a game with a given secret, or one that is drawn by the seed; without a seed, one is drawn."""
        variant, number = Variant.of(variant), check_guesses(guesses) or DEFAULT_GUESSES
        if secret is not None:
            return cls(variant, variant.code(secret), number, None)
        seed = random.getrandbits(32) if seed is None else given.seed(seed)
        return cls(variant, drawn_code(variant, seed), number, seed)

    def reply(self, said: str) -> "TextGame":
        """Return the game after a reply; raise NotAllowed if it is over."""
        if self.is_over:
            raise NotAllowed("text-game-over")
        said = said.encode("utf-8", "replace").decode()  # half a character, which no file or request would take
        try:
            guess = read_guess(said, self._look)
            answer = Reply(said, Turn(guess, score(self.secret, guess)), None)
        except KeypegError as error:
            answer = Reply(said, None, str(error))
        return replace(self, replies=(*self.replies, answer))

    @property
    def turns(self) -> tuple[Turn, ...]:
        return tuple(reply.turn for reply in self.replies if reply.turn is not None)

    @property
    def position(self) -> Position:
        return Position(self.variant, self.turns)

    @property
    def is_won(self) -> bool:
        return bool(self.turns) and self.turns[-1].guess == self.secret

    @property
    def is_over(self) -> bool:
        return self.is_won or len(self.replies) >= self.guesses

    @property
    def illegal(self) -> int:
        """How many replies were no legal guess."""
        return len(self.replies) - len(self.turns)

    @property
    def inconsistent(self) -> int:
        """How many guesses could not be right, by the feedback before them."""
        return count_inconsistent(self.turns)

    @property
    def prompt(self) -> str:
        """What is said first: the rules, the colors, and what a reply must look like."""
        look = self._look
        key = "terminal.digits" if look.palette.has_digits else "terminal.colors"
        colors = text(key, colors=", ".join(plain.named(look).legend()))
        form = text("text-game.form", guesses=self.guesses, example=_example(look))
        return "\n\n".join([rules_page(look), colors, form])

    @property
    def message(self) -> str:
        """What is said now: the prompt, or what became of the last reply."""
        if not self.replies:
            return self.prompt
        last = self.replies[-1]
        if last.turn is None:
            lines = [text("text-game.illegal", error=plain.sentence(last.error or ""))]
        else:
            lines = [plain.turn(len(self.turns), last.turn, self._look)]
        if self.is_won:
            lines.append(text("text-game.won", number=len(self.replies)))
        elif self.is_over:
            lines.append(text("text-game.lost", secret=self._look.code(self.secret)))
        else:
            lines.append(text("play.guesses-left", number=self.guesses - len(self.replies)))
        return "\n".join(lines)

    @property
    def messages(self) -> list[dict[str, str]]:
        """The whole conversation, as chat models take it."""
        talk = [{"role": "user", "content": self.prompt}]
        for number, reply in enumerate(self.replies, 1):
            after = replace(self, replies=self.replies[:number])
            talk += [{"role": "assistant", "content": reply.said}, {"role": "user", "content": after.message}]
        return talk

    @property
    def record(self) -> str:
        """The game in one line of JSON."""
        data: dict[str, Any] = {
            "variant": str(self.variant),
            "seed": self.seed,
            "guesses": self.guesses,
            "secret": str(self.secret),
            "turns": [str(turn) for turn in self.turns],
            "illegal": self.illegal,
            "inconsistent": self.inconsistent,
            "solved": self.is_won,
            "messages": self.messages,
        }
        return json.dumps(data, ensure_ascii=False)

    @property
    def _look(self) -> Look:
        return Look(self.variant, self.variant.palette)


@dataclass(frozen=True, slots=True)
class TextPuzzle:
    """A puzzle in words: one prompt, one answer."""

    puzzle: Puzzle

    @classmethod
    def all(cls) -> "Iterator[TextPuzzle]":
        """Go through the collection."""
        return map(TextPuzzle, puzzles.collection())

    @property
    def prompt(self) -> str:
        return said.prompt(self.puzzle, self._look)

    @property
    def answer(self) -> str:
        return said.answer(self.puzzle.answer, self._look)

    def is_right(self, reply: str) -> bool:
        """Say whether a reply is the answer and nothing else."""
        try:
            return self.puzzle.read(reply, self._look.palette) == self.puzzle.answer
        except KeypegError:
            return False

    @property
    def _look(self) -> Look:
        return Look(self.puzzle.variant, self.puzzle.variant.palette)


def read_guess(reply: str, look: Look) -> Code:
    """Read the guess of a reply: its last line is `Guess:` and a code, or it has one line, which is a code."""
    lines = [line.strip() for line in reply[-_LONGEST:].splitlines() if line.strip()] or [""]
    match = _GUESS.fullmatch(lines[-1])
    code = lines[0] if match is None else match[1]
    if (match is None and len(lines) != 1) or not 0 < len(code) <= _LONGEST_COLOR * look.variant.pegs:
        raise UnreadableText("text-game-guess", example=_example(look))  # doesn't repeat a long line to the model
    return look.variant.code(code, look.palette)


def _example(look: Look) -> str:
    """Return a code of the variant, as a player writes it."""
    return look.code(next(iter(look.variant)))
