"""Languages: which there are, which one somebody prefers, and which one is in use.

What is said in them is in `keypeg.words`. It is loaded when something is said first, and no catalogue without need.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from keypeg.errors import UnreadableText

LANGUAGES = ("en", "de", "es")
"""The languages of Keypeg, by their tags. Each has its catalogue in `keypeg.words`, under that name."""


def one_or_more(number: float) -> int:
    """Choose between two forms, as in English: one for 1, and one for every other number."""
    return 0 if number == 1 else 1


@dataclass(frozen=True, slots=True)
class Language:
    """A catalogue, and which form of a word goes with a number."""

    name: str
    messages: Mapping[str, str]
    form: Callable[[float], int] = one_or_more


in_use: ContextVar[Language | str] = ContextVar("language", default="en")
"""The language in use, or the tag of one of `LANGUAGES`."""


@contextmanager
def speaking(language: Language | str) -> Iterator[None]:
    """Use this language for a while, in this thread or task: one of `LANGUAGES` by its tag, or any other."""
    before = in_use.set(checked(language) if isinstance(language, str) else language)
    try:
        yield
    finally:
        in_use.reset(before)


def checked(tag: str) -> str:
    """Return the language of a tag, and refuse one that Keypeg doesn't speak."""
    found = preferred([tag])
    if found is None:
        raise UnreadableText("language", text=tag, names=", ".join(LANGUAGES))
    return found


def preferred(tags: Iterable[str]) -> str | None:
    """Return the first of these languages that Keypeg has, if any: `de`, `de-AT` and `de_DE.UTF-8` are German."""
    mains = (tag.strip().lower().replace("_", "-").replace(".", "-").partition("-")[0] for tag in tags)
    return next((main for main in mains if main in LANGUAGES), None)
