"""Languages: catalogues of messages, and how a message is filled with facts.

A catalogue maps the key of a message to a template. In a template `{name}` stands for a fact, `{name!q}` for one in
quotation marks, and `{name:# guess|# guesses}` for the form that goes with a number, where `#` is the number itself.
`{name:~}` is a number that may be very long. Every other format is Python's own.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from string import Formatter
from typing import Any

from keypeg.words import en


def one_or_more(number: float) -> int:
    """Choose between two forms, as in English: one for 1, and one for every other number."""
    return 0 if number == 1 else 1


@dataclass(frozen=True, slots=True)
class Language:
    """A catalogue, and which form of a word goes with a number."""

    name: str
    messages: Mapping[str, str]
    form: Callable[[float], int] = one_or_more


ENGLISH = Language("en", en.MESSAGES)
LANGUAGES = {language.name: language for language in (ENGLISH,)}

_in_use: ContextVar[Language] = ContextVar("language", default=ENGLISH)


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Use this language for a while, in this thread or task."""
    before = _in_use.set(language)
    try:
        yield
    finally:
        _in_use.reset(before)


def has(key: str) -> bool:
    """Return whether there is such a message, in the language in use or in English."""
    return key in _in_use.get().messages or key in ENGLISH.messages


def begins_with_a_fact(key: str) -> bool:
    """Return whether a message of the catalogue begins with a fact, which is written as it is."""
    return _in_use.get().messages.get(key, ENGLISH.messages.get(key, "")).startswith("{")


def text(key: str, /, **facts: Any) -> str:
    """Say a message of the catalogue in the language in use, or in English if it has no such message."""
    language = _in_use.get()
    if key not in language.messages:
        language = ENGLISH
    return _Filler(language).vformat(language.messages[key], (), facts)


_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
LONG = 10**12
"""From this size on, a number is written as a power of ten."""


def long_number(number: float) -> str:
    """Write a whole number: in full, or as a power of ten if it is very long."""
    return f"{number:,.0f}" if number < LONG else power_of_ten(number)


def power_of_ten(number: float) -> str:
    """Write a number with two digits and a power of ten: `1.2 × 10⁶`."""
    mantissa, _, exponent = f"{number:.1e}".partition("e+")
    return f"{mantissa} × 10{str(int(exponent)).translate(_RAISED)}"


class _Filler(Formatter):
    """Fills a template."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def convert_field(self, value: Any, conversion: str | None) -> Any:
        return repr(str(value)) if conversion == "q" else super().convert_field(value, conversion)

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "~":
            return long_number(value)
        if "|" not in format_spec:
            return str(super().format_field(value, format_spec))
        return self._with_number(value, format_spec.split("|"))

    def _with_number(self, number: float, forms: Sequence[str]) -> str:
        return forms[self._language.form(number)].replace("#", f"{number:,}")
