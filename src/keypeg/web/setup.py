"""What can be chosen for a game, and the limits."""

from dataclasses import asdict

from keypeg import __version__, strategies
from keypeg.palette import PALETTES
from keypeg.render import Look
from keypeg.rules import Variant
from keypeg.session import DEFAULT_GUESSES
from keypeg.web import wire
from keypeg.web.days import today
from keypeg.web.descriptions import describe_palette, describe_variant
from keypeg.web.limits import Limits
from keypeg.words import strategies as said

VARIANTS = {
    "classic": "p4c6",
    "super": "p5c8",
    "bulls": "p4c10n",
    **{f"{number} × {number}": f"{number}x{number}" for number in (4, 5, 6, 7, 8, 10)},
}
GUESSES = (8, 10, 12, None)


def describe_setup(limits: Limits, *, local: bool) -> wire.Setup:
    return {
        "version": __version__,
        "local": local,
        "today": str(today()),
        "variants": [{"name": name, **describe_variant(Variant.parse(text))} for name, text in VARIANTS.items()],
        "guesses": list(GUESSES),
        "default_guesses": DEFAULT_GUESSES,
        "codemakers": ["random", "adversary"],
        "strategies": _describe_strategies(),
        "palettes": [
            describe_palette(palette, Look(Variant(1, len(palette.colors)), palette)) for palette in PALETTES.values()
        ],
        "limits": asdict(limits),
    }


def _describe_strategies() -> list[wire.Strategy]:
    players = {name: strategies.strategy(name) for name in strategies.names()}
    return [{"name": name, "explanation": said.explanation(name, player)} for name, player in players.items()]
