"""A game told to others: its result to share, and a picture of its board that says what it shows."""

from collections.abc import Sequence
from dataclasses import dataclass

from keypeg import render
from keypeg.render import Caption, Look
from keypeg.rules import Code, Turn
from keypeg.words import plain
from keypeg.words.language import text


@dataclass(frozen=True, slots=True)
class Result:
    """What is told of a finished game: its guesses, the help that was used, and the number of a code of the day.

    A link leads to where the same code can be played.
    """

    turns: Sequence[Turn]
    look: Look
    won: bool
    guesses: int | None = None
    hints: int = 0
    undos: int = 0
    daily: int | None = None
    link: str = ""


def share_text(result: Result) -> str:
    """Write a result to share: a headline in words, then the key pegs as emoji. Neither guesses nor secret are told."""
    rows = [render.key_emoji(turn.feedback, result.look.variant.pegs) for turn in result.turns]
    return "\n".join([_headline(result, short=True), *rows, *([result.link] if result.link else [])])


def share_words(result: Result) -> str:
    """Write the same result in words alone: a screen reader reads each emoji aloud."""
    said = _words(result)
    return f"{said} {result.link}" if result.link else said


def _words(result: Result) -> str:
    if not result.turns:
        return plain.sentence(_headline(result))
    numbered = enumerate(result.turns, 1)
    feedbacks = ((number, plain.feedback(turn.feedback, result.look)) for number, turn in numbered)
    rows = [text("share.row", number=number, feedback=feedback) for number, feedback in feedbacks]
    return text("share.in-words", headline=_headline(result), rows="; ".join(rows))


def _headline(result: Result, *, short: bool = False) -> str:
    """Say how it came out; of a code of the day there is a short form."""
    key = "solved" if result.won else "not-solved"
    if result.daily is not None:
        key = f"daily-{'short-' if short else ''}{key}"
    elif result.guesses is not None:
        key = f"{key}-of"
    facts = {"variant": result.look.variant, "number": len(result.turns), "limit": result.guesses}
    return ", ".join([text(f"share.{key}", **facts, daily=result.daily), *_notes(result)])


def _notes(result: Result) -> list[str]:
    aids = (("share.hints", result.hints), ("share.undos", result.undos))
    return [text(key, number=number) for key, number in aids if number]


def board_svg(  # noqa: PLR0913 - all but two are keywords
    turns: Sequence[Turn],
    look: Look,
    *,
    guesses: int | None = None,
    secret: Code | None = None,
    title: str = "",
    below: str = "",
) -> str:
    """Draw the board as `render.board_svg` does, with the game in words as the picture's description.

    `below` is a line of words under the board.
    """
    caption = Caption(
        title or text("board.title", variant=look.variant),
        "; ".join(plain.turn(number, turn, look) for number, turn in enumerate(turns, 1)) or text("board.empty"),
        text("board.code"),
        below,
    )
    return render.board_svg(turns, plain.named(look), caption, guesses=guesses, secret=secret)
