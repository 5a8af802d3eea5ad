"""The language in use: its catalogue of messages, and how a message is filled with facts.

A catalogue maps the key of a message to a template. In a template `{name}` stands for a fact, `{name!q}` for one in
quotation marks, and `{name:# guess|# guesses}` for the form that goes with a number, where `#` is the number itself.
`{name:~}` is a number that may be very long. Every other format is Python's own, with the separators of the language.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib import import_module
from string import Formatter
from typing import Any

from keypeg.languages import Language, in_use
from keypeg.words import en

ENGLISH = Language("en", en.MESSAGES)


@cache
def language(name: str) -> Language:
    """Return a language of Keypeg by its tag; its catalogue is loaded when it is first asked for."""
    return Language(name, import_module(f"keypeg.words.{name}").MESSAGES)


def _spoken() -> Language:
    used = in_use.get()
    return language(used) if isinstance(used, str) else used


def language_name() -> str:
    """Return the tag of the language in use."""
    return _spoken().name


def has(key: str) -> bool:
    """Return whether there is such a message, in the language in use or in English."""
    return key in _spoken().messages or key in ENGLISH.messages


def begins_with_a_fact(key: str) -> bool:
    """Return whether a message of the catalogue begins with a fact, which is written as it is."""
    return has(key) and _template(_spoken(), key).startswith("{")


def text(key: str, /, **facts: Any) -> str:
    """Say a message of the catalogue in the language in use, or in English if it has no such message."""
    spoken = _spoken()
    if key not in spoken.messages:
        spoken = ENGLISH
    filler, filled = _Filler(spoken), []
    for literal, name, form, conversion in _pieces(spoken.messages[key]):
        filled.append(literal)
        if name is not None:
            filled.append(filler.format_field(filler.convert_field(facts[name], conversion), form))
    return "".join(filled)


@lru_cache(maxsize=4096)
def _pieces(template: str) -> tuple[tuple[str, str | None, str, str | None], ...]:
    """Take a template apart: what stands there, the fact that follows, its format and its conversion."""
    pieces = Formatter().parse(template)
    return tuple((literal, name, form or "", conversion) for literal, name, form, conversion in pieces)


def number(value: float, form: str = ",") -> str:
    """Write a number by one of Python's formats, with the separators of the language in use."""
    return _written(_spoken(), value, form)


_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
LONG = 10**12
"""From this size on, a number is written as a power of ten."""


def long_number(value: float) -> str:
    """Write a whole number: in full, or as a power of ten if it is very long."""
    return number(value, ",.0f") if value < LONG else power_of_ten(value)


def power_of_ten(value: float) -> str:
    """Write a number with two digits and a power of ten: `1.2 × 10⁶`."""
    mantissa, _, exponent = f"{value:.1e}".partition("e+")
    return f"{number(float(mantissa), '.1f')} × 10{str(int(exponent)).translate(_RAISED)}"


def _template(spoken: Language, key: str) -> str:
    """Return a message before it is filled, from the English catalogue if the language has none."""
    return spoken.messages[key] if key in spoken.messages else ENGLISH.messages[key]


def _written(spoken: Language, value: float, form: str) -> str:
    is_short = abs(value) < int(_template(spoken, "number.separated-from"))
    separator = "" if is_short else _template(spoken, "number.separator")
    return format(value, form).translate({ord(","): separator, ord("."): _template(spoken, "number.point")})


class _Filler(Formatter):
    """Fills a template."""

    def __init__(self, spoken: Language) -> None:
        self._spoken = spoken

    def convert_field(self, value: Any, conversion: str | None) -> Any:
        return self._quoted(repr(str(value))) if conversion == "q" else super().convert_field(value, conversion)

    def _quoted(self, quoted: str) -> str:
        begin, end = _template(self._spoken, "quotation.begin"), _template(self._spoken, "quotation.end")
        return quoted if begin == end else f"{begin}{quoted[1:-1]}{end}"

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "~":
            return long_number(value)
        if "|" in format_spec:
            return self._with_number(value, format_spec.split("|"))
        if format_spec:
            return _written(self._spoken, value, format_spec)
        return str(super().format_field(value, format_spec))

    def _with_number(self, value: float, forms: Sequence[str]) -> str:
        return forms[self._spoken.form(value)].replace("#", _written(self._spoken, value, ","))
