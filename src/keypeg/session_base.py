"""What both kinds of session have in common, and how their text line is read.

The line holds everything needed to resume a game: the variant, settings as `name=value`, flags, and the moves. A move
that was undone has a minus in front, and the next to be redone comes first.
"""

import re
from collections.abc import Sequence
from copy import copy
from typing import Self

from keypeg.candidates import Count
from keypeg.errors import NotAllowed, TooLarge, UnreadableText
from keypeg.game import DEFAULT_GUESSES, CodemakerKind, Outcome, check_guesses
from keypeg.given import MOST
from keypeg.palette import CLASSIC, Palette
from keypeg.position import Position
from keypeg.render import Look
from keypeg.rules import Code, Turn, Variant

MOST_WORDS = 10_000
"""The longest line that is read: its moves are played again, which takes a few seconds."""

_FEEDBACK = re.compile(r"\d+b\d+w")
_ID = re.compile(r"[0-9a-f]{16}")


class Session:
    """What both kinds of session have in common."""

    def __init__(
        self, variant: Variant | str, guesses: int | None, palette: Palette | str, *, show_secret: bool
    ) -> None:
        self.guesses = check_guesses(guesses)
        self.look = Look(variant, palette)
        self.show_secret = show_secret
        self.id = ""
        """Names a game that has been saved: it counts once, however often it is finished from its file."""
        self._position = Position(self.look.variant)

    @property
    def codemaker_kind(self) -> CodemakerKind:
        """Who has the secret."""
        return "person"

    @property
    def variant(self) -> Variant:
        return self.look.variant

    @property
    def position(self) -> Position:
        """What is known of the secret."""
        return self._position

    @property
    def turns(self) -> tuple[Turn, ...]:
        return self._position.turns

    @property
    def guesses_left(self) -> int | None:
        """How many guesses are left, or None if there is no limit."""
        return None if self.guesses is None else self.guesses - len(self.turns)

    @property
    def outcome(self) -> Outcome:
        pegs = self.variant.pegs
        if any(turn.feedback.blacks == pegs for turn in self.turns):
            return Outcome.WON
        return Outcome.LOST if self.guesses_left == 0 else Outcome.OPEN

    @property
    def is_over(self) -> bool:
        return self.outcome is not Outcome.OPEN

    @property
    def counts(self) -> bool:
        """Whether the game, once it is over, says something about who played it."""
        return bool(self.turns)

    @property
    def candidates_left(self) -> Count:
        return self.position.candidates.count()

    def funnel(self, known: Sequence[Count] = ()) -> list[Count]:
        """Count the possible codes before the first turn and after each one; the first counts may be known already."""
        return self.position.funnel(known)

    def copy(self) -> Self:
        """Return a session that goes on by itself from here. What has been found of the candidates is not kept."""
        twin = copy(self)
        twin._position = self._position.before(len(self._position.turns))  # noqa: SLF001 - its own
        return twin

    def read(self, code: Code | str) -> Code:
        """Read a code as the player types it, or check a given one."""
        return self.variant.code(code, self.look.palette)


class Line:
    """The parts of a session's text line: the variant, settings as `name=value`, flags, and moves made and undone."""

    def __init__(self, text: str, names: set[str], flags: set[str]) -> None:
        if not isinstance(text, str):
            raise NotAllowed("session-value", given=repr(text))
        words = text.split()
        if not words:
            raise UnreadableText("session-empty")
        if len(words) > MOST_WORDS:
            raise TooLarge("session-long", words=len(words), limit=MOST_WORDS)
        self.variant = Variant.parse(words[0])
        self.settings: dict[str, str] = {}
        self.flags: set[str] = set()
        self.moves: list[str] = []
        self.undone: list[str] = []
        for word in words[1:]:
            name, equals, value = word.partition("=")
            # Some names are also codes of a large variant, but no value of a setting looks like feedback.
            is_setting = equals and name in names and not _FEEDBACK.fullmatch(value)
            if is_setting and name == "id" and not _ID.fullmatch(value):
                raise UnreadableText("session-word", word=word, text=text)
            if is_setting and not (name == "secret" and self.moves):  # told later, it is a move
                self.settings[name] = value
            elif word in flags:
                self.flags.add(word)
            elif word.startswith("-"):
                self.undone.append(word[1:])
            elif equals or ":" in word:
                self.moves.append(word)
            else:
                raise UnreadableText("session-word", word=word, text=text)

    @property
    def guesses(self) -> int | None:
        return parse_guesses(self.settings.get("guesses", str(DEFAULT_GUESSES)))

    @property
    def palette(self) -> Palette:
        return Palette.parse(self.settings["palette"]) if "palette" in self.settings else CLASSIC

    def count(self, name: str) -> int:
        text = self.settings.get(name, "0")
        if not (text.isascii() and text.isdecimal() and len(text) <= 9):
            raise UnreadableText("session-number", name=name, text=text)
        return int(text)


def parse_guesses(text: str) -> int | None:
    """Read a guess limit: a number from 1, or `none` for no limit."""
    word = str(text).strip().lower()
    if word in ("none", "unlimited"):
        return None
    if not (word.isascii() and word.isdecimal() and len(word) <= 9 and int(word) > 0):
        raise UnreadableText("guesses-text", text=text, most=MOST)
    return int(word)


def last_settings(session: Session) -> list[str]:
    """Write the settings that come last, where they are not as usual: the palette, and the name of the game."""
    palette = [] if session.look.palette == CLASSIC else [f"palette={session.look.palette}"]
    return [*palette, *([f"id={session.id}"] if session.id else [])]
