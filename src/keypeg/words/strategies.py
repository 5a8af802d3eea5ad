"""How strategies guess, and what their parameters mean.

A strategy explains itself in English. A catalogue that has its own words for it (`strategy.knuth`, and
`parameter.sampling.seconds` for a parameter) is asked first.
"""

from keypeg.parameters import Parameter
from keypeg.strategies import Strategy
from keypeg.words.language import has, text


def explanation(name: str, player: Strategy) -> str:
    """Say how a strategy guesses, by the name under which it is listed."""
    key = f"strategy.{name}"
    return text(key) if has(key) else player.explanation


def meaning(name: str, parameter: Parameter) -> str:
    """Say what a parameter of a strategy means."""
    key = f"parameter.{name}.{parameter.name}"
    return text(key) if has(key) else parameter.meaning
