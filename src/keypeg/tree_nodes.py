"""A tree as JSON has it: nested guesses, with a bare code where nothing follows.

What is read may come from anybody. How deep it goes is limited before anything is done with it, and an error quotes
little of it.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from itertools import islice
from reprlib import Repr
from typing import Any

from keypeg.errors import TooLarge, UnreadableText
from keypeg.rules import Code, Variant

FORMAT = "keypeg-tree/1"

MOST_GUESSES = 300
"""The most guesses after each other in a tree that is read: the worst strategy for the most colors needs 255."""

_QUOTED = 80  # letters of a node that is none
_BRIEF = Repr()
_BRIEF.maxlist, _BRIEF.maxstring, _BRIEF.maxother, _BRIEF.maxlong = 100, 100, 100, 100


def root_of(data: object) -> Mapping[str, Any]:
    """Return the whole of a tree if it is one by its format."""
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise UnreadableText("tree-format", format=FORMAT)
    return data


def count(entry: object) -> int:
    """Count the guesses of a tree, and refuse one that is too deep."""
    guesses, level = 0, [entry]
    for _ in range(MOST_GUESSES):
        guesses += len(level)
        below = (one["then"] for one in level if isinstance(one, Mapping) and isinstance(one.get("then"), Mapping))
        level = [child for then in below for child in then.values()]
        if not level:
            return guesses
    raise TooLarge("tree-depth", limit=MOST_GUESSES)


def read(variant: Variant, entry: Any) -> tuple[Code, list[tuple[int, Any]]]:
    """Read a node: its guess, and the nodes below by the ordinal of their feedback."""
    if isinstance(entry, str):
        return variant.code(entry), []
    if not isinstance(entry, Mapping) or not isinstance(entry.get("then"), Mapping):
        raise UnreadableText("tree-node", entry=_quoted(entry))
    below = [(_ordinal(variant, str(text)), child) for text, child in entry["then"].items()]
    if len(dict(below)) < len(below):
        raise UnreadableText("tree-feedback", feedbacks=", ".join(map(str, entry["then"])))
    return variant.code(string(entry, "guess")), below


@lru_cache(maxsize=1024)
def _ordinal(variant: Variant, text: str) -> int:
    return variant.feedback(text).ordinal


def string(data: Mapping[str, Any], key: str) -> str:
    """Return what stands under a name if it is a text."""
    value = data.get(key)
    if not isinstance(value, str):
        raise UnreadableText("tree-text", name=key, given=brief(value))
    return value


def brief(value: object) -> str:
    """Write a value as Python would, but shorter if it is long or deep."""
    return _BRIEF.repr(value)


def _quoted(entry: object) -> str:
    """Write the beginning of a node; no more of it than that is looked at."""
    pieces = json.JSONEncoder(default=str).iterencode(entry)
    return "".join(islice(pieces, _QUOTED))[:_QUOTED]
