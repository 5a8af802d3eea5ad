"""The page in each of its languages: nothing on the main views is left in English, and every label has its room."""

import json
import re
from collections.abc import Callable, Iterable
from importlib import resources
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from browser.audit import violations
from browser.player import Player
from browser.views import VIEWS, opened
from browser.watch import WATCH
from keypeg import strategies
from keypeg.words.language import language

pytestmark = pytest.mark.thorough

Visit = Callable[..., Player]

WORDS = resources.files("keypeg.web") / "static" / "words"
CATALOGUES = {name: json.loads((WORDS / f"{name}.json").read_text(encoding="utf-8")) for name in ("en", "de", "es")}
MAIN = {
    **{name: VIEWS[name] for name in ("start", "play", "solve", "contradiction", "duel", "daily", "review", "explore")},
    **{name: VIEWS[name] for name in ("learn", "lesson", "explain", "puzzles", "puzzle", "solution")},
    **{name: VIEWS[name] for name in ("new match", "match", "new room", "room", "watch")},
    "history": opened("/history"),
    "settings": VIEWS["settings"],  # above the rules
}
# Names that are the same in every language: of strategies, which are typed, and of the languages, each in its own.
NAMES = re.compile(rf"\b(?:{'|'.join(sorted(strategies.names(), key=len, reverse=True))}|English)\b")
# What the server says to people; the library's other messages name what is typed, which is English everywhere.
SERVED = {
    *("check", "clash", "coach", "codes", "color", "contradiction", "count", "feedback", "headline", "hint", "list"),
    *("note", "outcome", "possible", "review", "share", "strategy", "turn", "why", "worth"),
    *("claim", "grade", "lesson", "puzzle", "reason", "technique"),
}
DESK, SMALLEST = ViewportSize(width=1280, height=900), ViewportSize(width=320, height=568)
CUT_OFF = """() => [...document.querySelectorAll("button, .button, .chip, .choice, .tool, summary, h1, h2, legend, th")]
  .filter((element) => element.checkVisibility() && !element.matches(".unseen, .variant-button"))
  .filter((element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1)
  .map((element) => `${element.className || element.localName}: ${element.textContent}`)"""


def forms(entry: Any) -> Iterable[str]:
    return entry.values() if isinstance(entry, dict) else [entry]


def vocabulary(name: str) -> set[str]:
    """Return the words that a language has for the page: those of its catalogue, and those of the library's."""
    texts = [text for entry in CATALOGUES[name].values() for text in forms(entry)]
    messages = (text for key, text in language(name).messages.items() if key.partition(".")[0] in SERVED)
    return words_in(NAMES.sub("", " ".join([*texts, *messages])))


def words_in(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{3,}", re.sub(r"\{\w*", " ", text).lower()))


def translated(name: str) -> Callable[[str], str]:
    """Return a function that says in a language what the page says in English, or how that begins."""
    pairs = [
        pair
        for key, entry in CATALOGUES["en"].items()
        for pair in zip(forms(entry), forms(CATALOGUES[name][key]), strict=True)
    ]

    def say(text: str) -> str:
        number = "".join(re.findall(r"\d+", text))
        for english, own in pairs:
            if english.replace("{number}", number) == text:
                return own.replace("{number}", number)
        return next(own.partition("{")[0].strip() for english, own in pairs if english.startswith(text))

    return say


@pytest.fixture(params=["de", "es"])
def native(visit: Visit, request: pytest.FixtureRequest) -> Player:
    """Sit somebody down whose browser asks for one of the languages, wherever it is spoken."""
    player = visit(locale={"de": "de-AT", "es": "es-MX"}[request.param], viewport=DESK)
    player.spell = translated(request.param)
    player.page.add_init_script(f"({WATCH})()")
    return player


def test_no_english_is_left_and_every_label_has_its_room(native: Player, request: pytest.FixtureRequest) -> None:
    name = request.node.callspec.params["native"]
    english = vocabulary("en") - vocabulary(name)
    for view, come_to in MAIN.items():
        native.page.set_viewport_size(DESK)
        come_to(native)
        seen = " ".join(native.page.evaluate("[...window.seenWords, document.title]"))
        assert words_in(NAMES.sub("", seen)) & english == set(), view
        assert native.page.evaluate("document.documentElement.lang") == name
        native.page.set_viewport_size(SMALLEST)
        assert native.page.evaluate("document.documentElement.scrollWidth") <= SMALLEST["width"], view
        assert native.page.evaluate(CUT_OFF) == [], view
        assert violations(native) == []


SAID = {
    "de": ("Montag, 5. Januar", "4 Stifte, 6 Farben: 1.296 Codes."),
    "es": ("Lunes, 5 de enero", "4 clavijas, 6 colores: 1296 códigos."),
}


def test_dates_and_numbers_are_written_as_in_the_language(native: Player, request: pytest.FixtureRequest) -> None:
    day, size = SAID[request.node.callspec.params["native"]]
    native.open("/daily/2026-01-05")
    expect(native.page.get_by_role("heading", name=day)).to_be_visible()
    native.open("/new/break")
    expect(native.page.get_by_text(size)).to_be_visible()


def test_the_language_is_chosen_in_the_settings_by_its_own_name(visit: Visit) -> None:
    player = visit(locale="de-DE")
    player.open("/help")
    for name, settings, rules in (("Español", "Einstellungen", "Reglas"), ("English", "Ajustes", "Rules")):
        player.button(settings).click()
        player.radio(name).click()
        expect(player.heading(rules)).to_be_visible()
    player.page.reload()
    expect(player.heading("Rules")).to_be_visible()
