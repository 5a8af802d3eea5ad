"""The catalogues of the page: each language has every entry of the English one, with its places and plural forms."""

import json
import re
from collections.abc import Iterator
from importlib import resources
from typing import Any

import pytest

from keypeg.languages import LANGUAGES

WORDS = resources.files("keypeg.web") / "static" / "words"
CATALOGUES: dict[str, dict[str, Any]] = {
    file.name.removesuffix(".json"): json.loads(file.read_text(encoding="utf-8"))
    for file in WORDS.iterdir()
    if file.name.endswith(".json")
}
ENGLISH = CATALOGUES["en"]


def forms(entry: Any) -> dict[str, str]:
    return entry if isinstance(entry, dict) else {"": entry}


def places(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def faults(catalogue: dict[str, Any], english: dict[str, Any] = ENGLISH) -> Iterator[str]:
    """Go through what is wrong with a catalogue: entries, plural forms, places for what is filled in."""
    yield from (f"{key} is missing" for key in english.keys() - catalogue.keys())
    yield from (f"{key} is not in English" for key in catalogue.keys() - english.keys() - {"locale"})
    for key in english.keys() & catalogue.keys():
        own, theirs = forms(catalogue[key]), forms(english[key])
        if own.keys() != theirs.keys():
            yield f"{key} has other plural forms"
        elif any(not text.strip() for text in own.values()) and all(text.strip() for text in theirs.values()):
            yield f"{key} is empty"
        elif any(places(own[form]) - {"count"} != places(theirs[form]) - {"count"} for form in own):
            yield f"{key} has other places"
        elif "count" in places(theirs.get("other", theirs.get("", ""))) - places(own.get("other", own.get("", ""))):
            yield f"{key} doesn't say how many"


@pytest.mark.parametrize("language", CATALOGUES)
def test_a_language_has_what_english_has(language: str) -> None:
    assert sorted(faults(CATALOGUES[language])) == []


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ({"one": "{count} Zug von {name}", "other": "{count} Züge von {name}"}, []),
        ({"one": "ein Zug von {name}", "other": "{count} Züge von {name}"}, []),
        ({"other": "{count} Züge von {name}"}, ["turns has other plural forms"]),
        ("{count} Züge von {name}", ["turns has other plural forms"]),
        ({"one": "{count} Zug", "other": "{count} Züge von {name}"}, ["turns has other places"]),
        ({"one": "ein Zug von {name}", "other": "Züge von {name}"}, ["turns doesn't say how many"]),
        ({"one": "", "other": ""}, ["turns is empty"]),
    ],
)
def test_what_is_wrong_with_an_entry_is_seen(entry: Any, fault: list[str]) -> None:
    english = {"turns": {"one": "{count} turn of {name}", "other": "{count} turns of {name}"}}
    assert list(faults({"turns": entry}, english)) == fault


# Words that German or Spanish has in common with English, and names.
COMMON = {
    *("variant.p5c8", "help.code", "history.terminal", "notes.color", "help.bit", "keys.colors", "keys.escape"),
    *("keys.control", "explore.bits", "explore.head.bits", "explore.head.worth", "match.computer", "room.name"),
}


@pytest.mark.parametrize("language", sorted(CATALOGUES.keys() - {"en"}))
def test_nothing_is_left_in_english(language: str) -> None:
    same = {
        key: " ".join(forms(entry).values()) for key, entry in ENGLISH.items() if CATALOGUES[language][key] == entry
    }
    assert {key for key, text in same.items() if re.search(r"[^\W\d_]", re.sub(r"\{\w+\}", "", text))} <= COMMON


def test_the_page_lists_its_languages_and_the_server_speaks_them() -> None:
    listed = re.findall(r"(\w+): \"", (WORDS / "languages.js").read_text(encoding="utf-8"))
    assert sorted(listed) == sorted(CATALOGUES)
    assert sorted(listed) == sorted(LANGUAGES)
