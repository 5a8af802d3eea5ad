"""What is said when the player breaks the code in a terminal, if it takes more than a message."""

from keypeg import render
from keypeg.game import Outcome
from keypeg.render import Look
from keypeg.rules import Code, Variant
from keypeg.words import plain
from keypeg.words.language import text

_NAMED_PEGS = 6
"""Up to here a code is also written in the names of its colors."""

_SPELLING_COLORS = 25  # from here on a code can read help


def opening(look: Look, guesses: int | None) -> str:
    """Say in a line what game this is."""
    variant = look.variant
    repeats = "" if variant.repeats else "-bulls" if look.palette.bulls else "-no-repeats"
    limit = "" if guesses is not None else "-no-limit"
    key = f"play.opening{repeats}{limit}"
    return text(key, variant=variant, pegs=variant.pegs, colors=variant.colors, guesses=guesses)


def begin(look: Look) -> str:
    """Say what to type first."""
    return text("play.begin", guess=look.code(_example(look.variant)))


def how_to(look: Look) -> list[str]:
    """Say how to type a guess and how to read its feedback."""
    variant = look.variant
    code = _example(variant)
    forms = [look.code(code), str(code)]
    if variant.pegs <= _NAMED_PEGS:
        forms.append(look.names(code).replace("-", " "))
    lines = [
        text("play.forms", forms=plain.either([*dict.fromkeys(forms)])),
        text("play.feedback-bulls" if look.palette.bulls else "play.feedback", black=render.BLACK, white=render.WHITE),
    ]
    return [*lines, text("play.spelling")] if variant.colors >= _SPELLING_COLORS else lines


def _example(variant: Variant) -> Code:
    return Code([1 + number % variant.colors for number in range(variant.pegs)])


def prompt(number: int, guesses: int | None) -> str:
    """Ask for a guess."""
    return text("play.prompt" if guesses is None else "play.prompt-of", number=number, guesses=guesses)


def verdict(outcome: Outcome, secret: Code, look: Look, number: int, guesses: int | None) -> str:
    """Say how a game ended after a number of guesses."""
    code = look.code(secret)
    if look.variant.pegs <= _NAMED_PEGS:
        code = text("play.code", code=code, names=plain.named(look).names(secret))
    if outcome is Outcome.WON:
        return text("play.won" if guesses is None else "play.won-of", number=number, guesses=guesses, code=code)
    return text("play.gave-up" if outcome is Outcome.GIVEN_UP else "play.out-of-guesses", code=code)
