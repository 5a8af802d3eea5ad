"""The options of a game in a terminal: how they are given, and how they are typed and shown in the game."""

import secrets
from dataclasses import dataclass, replace
from typing import TypeVar

from keypeg.errors import UnreadableText
from keypeg.palette import CLASSIC, Palette
from keypeg.position import Position
from keypeg.rules import Code, Variant
from keypeg.session import DEFAULT_GUESSES


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the next game that both kinds have. A given secret is for one game only."""

    variant: Variant
    guesses: int | None = DEFAULT_GUESSES
    secret: Code | None = None
    seed: int | None = None
    palette: Palette = CLASSIC
    show_secret: bool = False


OptionsT = TypeVar("OptionsT", bound=Options)


def parse_variant(text: str) -> Variant:
    """Read a variant that can be played; one that is out of reach is refused."""
    return Position(Variant.parse(text)).variant


def sized(options: OptionsT, variant: str) -> OptionsT:
    """Return the same options for another variant, if one is named."""
    return replace(options, variant=parse_variant(variant)) if variant else options


def any_seed() -> int:
    return secrets.randbelow(10**9)


def name_and_value(text: str) -> tuple[str, str]:
    name, _, value = text.partition(" ")
    return name.lower(), value


def on_off(*, on: bool) -> str:
    return "on" if on else "off"


def written(value: object) -> str:
    """Write the value of a setting as it is typed."""
    return on_off(on=value) if isinstance(value, bool) else "none" if value is None else str(value)


def is_on(text: str) -> bool:
    word = text.strip().lower()
    if word not in ("on", "off", "yes", "no", "true", "false"):
        raise UnreadableText("on-off-text", text=text)
    return word in ("on", "yes", "true")
