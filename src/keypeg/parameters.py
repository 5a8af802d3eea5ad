"""Numbers that a strategy takes by name, as text: `7,population=300` is the seed, and what differs from the defaults.

A strategy declares its parameters once; reading, bounds, errors and the text form all follow from that.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from keypeg.errors import NotAllowed, UnreadableText

_WHOLE = re.compile(r"[0-9]{1,18}")
_DECIMAL = re.compile(r"[0-9]{1,18}(\.[0-9]{0,24})?(e[+-]?[0-9]{1,3})?")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number with a name, a default and bounds; it is whole if its default is."""

    name: str
    default: int | float
    low: int | float
    high: int | float
    meaning: str

    def read(self, text: str) -> int | float:
        """Read a value, or say what values are possible."""
        whole = isinstance(self.default, int)
        if (_WHOLE if whole else _DECIMAL).fullmatch(text):
            value = int(text) if whole else float(text)
            if self.low <= value <= self.high:
                return value
        raise NotAllowed(
            "parameter-whole" if whole else "parameter-number", name=self.name, text=text, low=self.low, high=self.high
        )

    def __str__(self) -> str:
        return f"{self.name}={self.default}"


def read_settings(name: str, text: str, parameters: Sequence[Parameter]) -> tuple[int, dict[str, int | float]]:
    """Read what follows the colon after a strategy's name: the seed, if any, then `parameter=value`."""
    pieces = [piece.strip() for piece in text.split(",")]
    seed = 0
    if "=" not in pieces[0]:
        if not _WHOLE.fullmatch(pieces[0]):
            raise UnreadableText("seed-text", text=pieces[0], strategy=name)
        seed = int(pieces.pop(0))
    values: dict[str, int | float] = {}
    known = {parameter.name: parameter for parameter in parameters}
    for piece in pieces:
        key, equals, value = (part.strip() for part in piece.partition("="))
        if not equals:
            raise UnreadableText("parameter-text", text=piece, strategy=name)
        if key not in known:
            raise _unknown(key, name, parameters)
        if key in values:
            raise NotAllowed("parameter-twice", name=key, strategy=name, settings=text)
        values[key] = known[key].read(value)
    return seed, values


def full_name(name: str, seed: int, parameters: Sequence[Parameter], values: Mapping[str, int | float]) -> str:
    """Write the text form of a strategy: its name, and what differs from the defaults."""
    pieces = [str(seed)] if seed else []
    pieces += [
        f"{parameter.name}={values[parameter.name]}"
        for parameter in parameters
        if values[parameter.name] != parameter.default
    ]
    return ":".join([name, ",".join(pieces)]) if pieces else name


def split_names(text: str) -> list[str]:
    """Split strategies separated by commas: `knuth,genetic:7,population=300` are two."""
    found: list[str] = []
    for piece in text.split(","):
        if found and "=" in piece and ":" not in piece:  # a parameter of the strategy before it
            found[-1] += f",{piece}"
        elif piece.strip():
            found.append(piece)
    return found


def _unknown(name: str, strategy: str, parameters: Sequence[Parameter]) -> NotAllowed:
    if not parameters:
        return NotAllowed("parameter-none", name=name, strategy=strategy)
    names = ", ".join(parameter.name for parameter in parameters)
    return NotAllowed("parameter-unknown", name=name, strategy=strategy, names=names)
