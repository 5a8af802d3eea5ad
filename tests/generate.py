"""Random variants, codes, turns, positions and palettes for the property tests."""

import string
from typing import TypeVar

from hypothesis import strategies as st

from keypeg.classic import Color
from keypeg.palette import PALETTES, Palette
from keypeg.position import Position
from keypeg.rules import Code, Feedback, Turn, Variant, score

Drawn = TypeVar("Drawn")


@st.composite
def variants(
    draw: st.DrawFn, *, max_pegs: int = 12, max_colors: int = 60, max_size: float = float("inf"), min_pegs: int = 1
) -> Variant:
    pegs = draw(st.integers(min_pegs, max_pegs))
    most = next(most for most in range(max_colors, 0, -1) if most == 1 or most**pegs <= max_size)
    colors = draw(st.integers(1, most))
    return Variant(pegs, colors, repeats=colors < pegs or draw(st.booleans()))


def codes(variant: Variant) -> st.SearchStrategy[Code]:
    colors = st.integers(1, variant.colors)
    pegs = st.lists(colors, min_size=variant.pegs, max_size=variant.pegs, unique=not variant.repeats)
    return pegs.map(Code)


def feedbacks(variant: Variant) -> st.SearchStrategy[Feedback]:
    return st.sampled_from(list(variant.feedbacks()))


def turns(variant: Variant) -> st.SearchStrategy[Turn]:
    return st.builds(Turn, codes(variant), feedbacks(variant))


@st.composite
def honest_turns(draw: st.DrawFn, variant: Variant, max_turns: int = 4) -> list[Turn]:
    secret = draw(codes(variant))
    guesses = draw(st.lists(codes(variant), max_size=max_turns))
    end = guesses.index(secret) + 1 if secret in guesses else len(guesses)
    return [Turn(guess, score(secret, guess)) for guess in guesses[:end]]


@st.composite
def positions(
    draw: st.DrawFn, *, max_pegs: int = 5, max_colors: int = 40, max_size: float = 5000, max_turns: int = 4
) -> Position:
    variant = draw(variants(max_pegs=max_pegs, max_colors=max_colors, max_size=max_size))
    return Position(variant, draw(honest_turns(variant, max_turns)))


@st.composite
def palettes(draw: st.DrawFn) -> Palette:
    if draw(st.booleans()):
        return draw(st.sampled_from(list(PALETTES.values()))).extended(draw(st.integers(1, 60)))
    names = draw(st.lists(st.text(string.ascii_lowercase, min_size=1), min_size=1, max_size=12, unique=True))
    values = draw(st.lists(st.integers(0, 0xFFFFFF), min_size=len(names), max_size=len(names)))
    return Palette.parse(",".join(f"{name}=#{value:06x}" for name, value in zip(names, values, strict=True)))


def classic_codes(min_size: int = 0, max_size: int = 8) -> st.SearchStrategy[list[Color]]:
    return st.lists(st.sampled_from(list(Color)), min_size=min_size, max_size=max_size)


@st.composite
def near_misses(draw: st.DrawFn, valid: st.SearchStrategy[Drawn]) -> str:
    """Draw the text of a valid value and spoil it: drop, double, replace or insert a few characters."""
    text = str(draw(valid))
    odd = st.one_of(st.sampled_from("0123456789abcnpwx=,-+. []{}#_\n\t²٣"), st.characters())
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.sampled_from(["", text[at : at + 1] * 2, draw(odd)])) + text[at + 1 :]
    return text
