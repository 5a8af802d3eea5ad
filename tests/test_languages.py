"""Every language: complete, with the places of the English messages, loaded only where it is used, never in data."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from importlib import import_module
from string import Formatter
from typing import Any

import pytest

from keypeg import coach, languages, palette, strategies, tournament, words
from keypeg.candidates import Count
from keypeg.cli import main
from keypeg.errors import KeypegError
from keypeg.palette import Palette
from keypeg.position import Position
from keypeg.render import Look
from keypeg.rules import Code, Feedback, Variant
from keypeg.session import BreakSession
from keypeg.words import en
from keypeg.words.language import language, long_number, number

OTHERS = [name for name in languages.LANGUAGES if name != "en"]
NAMES = {
    *(f"color.{name}" for name in palette._KNOWN_COLORS),
    *(f"color.{color.name}" for one in palette.PALETTES.values() for color in one.colors if color.name.isalpha()),
    *(f"strategy.{name}" for name in strategies.names()),
    *(f"parameter.{name}.{one.name}" for name in strategies.names() for one in strategies.parameters(name)),
}
"""What English has in the data itself, and every other language in its catalogue."""

COUNTED = {
    ("feedback", "blacks"),
    ("feedback", "whites"),
    ("play.won", "number"),
    ("solve.won", "number"),
}
"""Facts that are numbers, though the English message doesn't show it."""


@pytest.fixture(params=OTHERS)
def other(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def places(template: str) -> list[tuple[str, str, str | None]]:
    return [(name, form or "", kind) for _, name, form, kind in Formatter().parse(template) if name is not None]


def faults(key: str, said: str, english: str) -> Iterator[str]:
    """Go through what is wrong with the places of a message, compared with the English one."""
    if {(name, kind) for name, _, kind in places(said)} != {(name, kind) for name, _, kind in places(english)}:
        yield f"{key} has other places"
    numbers = {name for name, form, _ in places(english) if form}
    for name, form, _ in places(said):
        if form and name not in numbers and (key, name) not in COUNTED:
            yield f"{key} takes {name} for a number"
        if "|" in form and form.count("|") != 1:
            yield f"{key} needs two forms for {name}"
        english_forms = {own for one, own, _ in places(english) if one == name}
        if form and "|" not in form and form != "," and form not in english_forms:
            yield f"{key} writes {name} differently"


def test_a_language_says_everything_and_nothing_else(other: str) -> None:
    assert language(other).messages.keys() == en.MESSAGES.keys() | NAMES


def test_a_message_has_the_places_of_the_english_one(other: str) -> None:
    said = language(other).messages
    assert [fault for key in en.MESSAGES for fault in faults(key, said[key], en.MESSAGES[key])] == []


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ("{number:# Zug|# Züge} in {name!q}", []),
        ("{number:,} Züge in {name!q}", []),
        ("{number:# Zug|# Züge} in {name}", ["key has other places"]),
        ("Züge in {name!q}", ["key has other places"]),
        ("{number} {name!q:# a|# b}", ["key takes name for a number"]),
        ("{number:# Zug} in {name!q}", ["key writes number differently"]),
        ("{number:a|b|c} in {name!q}", ["key needs two forms for number"]),
    ],
)
def test_wrong_places_are_seen(said: str, fault: list[str]) -> None:
    assert list(faults("key", said, "{number:# turn|# turns} in {name!q}")) == fault


SAME = {
    *("answer.no", "no", "hint.bits", "analyze.bits", "coach.in-bits", "history.terminal"),
    *("duration.milliseconds", "duration.seconds", "bench.speed", "exact.watch", "board.title"),
}
"""What has letters, and may well be the same in another language."""


def test_nothing_is_left_in_english(other: str) -> None:
    same = [key for key in en.MESSAGES if language(other).messages[key] == en.MESSAGES[key]]
    worded = [key for key in same if re.search("[A-Za-z]", re.sub("{.*?}", "", en.MESSAGES[key]))]
    assert [key for key in worded if key not in SAME] == []


def test_the_name_of_the_code_goes_before_the_board(other: str) -> None:
    assert len(language(other).messages["board.code"]) <= 4


def test_no_message_is_in_two_files(other: str) -> None:
    parts = [module for module in dir(import_module(f"keypeg.words.{other}")) if module.startswith(f"{other}_")]
    sizes = [len(import_module(f"keypeg.words.{part}").MESSAGES) for part in parts]
    assert sum(sizes) == len(language(other).messages)


def test_every_error_can_be_said(other: str) -> None:
    for key, template in en.MESSAGES.items():
        if not key.startswith("error.") or key in {"error.hard-mode", "error.wrong-feedback"}:
            continue
        facts: dict[str, Any] = {name: 3 if form else "x" for name, form, _ in places(template)}
        with words.speaking(other):
            assert not set("{}") & set(str(KeypegError(key.removeprefix("error."), **facts)))


def test_a_language_is_loaded_when_it_is_used() -> None:
    program = (
        "import sys, keypeg.cli; from keypeg import words; words.text('yes');"
        "print([name for name in sys.modules if name.startswith(('keypeg.words.de', 'keypeg.words.es'))]);"
        "language = words.speaking('de'); language.__enter__();"
        "words.text('yes'); print('keypeg.words.de' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["[]", "True"]


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("en", ["999", "1,296", "12,345.67", "1.2 × 10¹⁵", "2026-01-05 09:07", "about 5,500 codes"]),
        ("de", ["999", "1.296", "12.345,67", "1,2 × 10¹⁵", "05.01.2026 09:07", "etwa 5.500 Codes"]),
        ("es", ["999", "1296", "12.345,67", "1,2 × 10¹⁵", "05/01/2026 09:07", "unos 5500 códigos"]),
    ],
)
def test_numbers_and_dates(name: str, written: list[str]) -> None:
    with words.speaking(name):
        said = [number(999), number(1296), number(12345.67, ",.2f"), long_number(1.2e15)]
        assert [*said, words.moment("2026-01-05 09:07"), words.codes(Count(5512, 5000, 6000))] == written


def test_a_date_in_an_error() -> None:
    error = KeypegError("history-dates", since=date(2026, 2, 1), until=date(2026, 1, 5))
    assert str(error) == "no day is from 2026-02-01 to 2026-01-05"
    with words.speaking("de"):
        assert str(error) == "kein Tag liegt zwischen 01.02.2026 und 05.01.2026"


@pytest.mark.parametrize(
    ("name", "said"), [("en", "'1x' is not feedback"), ("de", "„1x“ ist keine Antwort"), ("es", "«1x» no es una")]
)
def test_quotations(name: str, said: str) -> None:
    with words.speaking(name), pytest.raises(KeypegError) as caught:
        Feedback.parse("1x")
    with words.speaking(name):
        assert str(caught.value).startswith(said)


@pytest.mark.parametrize(
    ("tags", "found"),
    [
        (["de"], "de"),
        (["de-AT"], "de"),
        (["de_DE.UTF-8"], "de"),
        (["es-419", "de"], "es"),
        (["fr-FR", "ES"], "es"),
        (["den"], None),
        (["C.UTF-8"], None),
        (["", "*"], None),
        ([], None),
    ],
)
def test_which_language_is_preferred(tags: list[str], found: str | None) -> None:
    assert languages.preferred(tags) == found


def test_colors_have_names_for_people_and_letters_to_type() -> None:
    look = Look(Variant(4, 6))
    with words.speaking("de"):
        assert words.named(look).legend() == ["R rot", "G grün", "B blau", "Y gelb", "O orange", "P lila"]
        assert words.named(look).code(Code("1234")) == "RGBY"
        assert look.names(Code("1234")) == "red-green-blue-yellow"
        own = Look(Variant(2, 3), Palette.parse("red,rot=#ff0000,sky=#88ccff"))
        assert words.named(own) is own  # two colors would have one name
    assert words.named(look) is look


LINE = "p4c6 1122=1b1w 1344=1b1w 6666=0b0w"


def test_what_programs_read_is_the_same_in_every_language() -> None:
    """Positions, sessions, palettes, CSV and the figures of a review are data."""

    def data() -> list[Any]:
        rows = list(tournament.run([Variant(2, 3)], [strategies.strategy("knuth")]))
        session = BreakSession.parse("p4c6 palette=board codemaker=fixed:1122 1111=2b0w")
        tree = strategies.grow(strategies.strategy("knuth"), Position.parse("p2c3"))
        return [
            *(str(Position.parse(LINE)), str(session), str(Palette.parse("board")), tree.as_json(), *tree.log()),
            *(tournament.as_csv(rows), coach.review(LINE).as_json()),
        ]

    english = data()
    for name in OTHERS:
        with words.speaking(name):
            assert data() == english


def say(*arguments: str, **environment: str) -> str:
    """Run a command whose output goes to a pipe, and return what it says."""
    unset = ("KEYPEG_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    inherited = {name: value for name, value in os.environ.items() if name not in unset}
    command = [sys.executable, "-m", "keypeg", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=inherited | environment, check=False)
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    ("arguments", "environment", "said"),
    [
        ([], {}, "is not feedback"),
        ([], {"LANG": "de_DE.UTF-8"}, "is not feedback"),
        ([], {"KEYPEG_LANGUAGE": "de"}, "ist keine Antwort"),
        ([], {"KEYPEG_LANGUAGE": "es_MX.UTF-8", "LANG": "de_DE.UTF-8"}, "no es una respuesta"),
        (["--language", "de"], {"KEYPEG_LANGUAGE": "es"}, "ist keine Antwort"),
        (["--language", "en"], {"KEYPEG_LANGUAGE": "es"}, "is not feedback"),
        ([], {"KEYPEG_LANGUAGE": "fr"}, "'fr' is not a language that Keypeg speaks: use en, de, es"),
        (
            ["--language", "fr"],
            {"KEYPEG_LANGUAGE": "de"},
            "„fr“ ist keine Sprache, die Keypeg spricht",
        ),
    ],
)
def test_the_language_of_a_command(arguments: list[str], environment: dict[str, str], said: str) -> None:
    assert said in say(*arguments, "hint", "p4c6 1122=x", **environment)


def test_a_person_at_a_terminal_reads_the_language_of_the_system(spawn: Any) -> None:
    child = spawn("play", "--plain", "--seed", "1", KEYPEG_LANGUAGE="", LC_ALL="", LC_MESSAGES="", LANG="de_DE.UTF-8")
    child.expect("Tippe einen Versuch")
    child.sendline("rrgg")
    child.expect("Noch 9 Versuche")
    child.sendline("new")
    child.expect_exact("[j/N]")
    child.sendline("j")
    child.expect("Ein neues Spiel")
    child.sendline("quit")
    child = spawn("play", "--plain", KEYPEG_LANGUAGE="", LC_ALL="C", LANG="de_DE.UTF-8")
    child.expect("Type a guess")


def test_a_command_leaves_the_language_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYPEG_LANGUAGE", "de")
    assert main(["hint", "p4c6 1122=x"]) == 2
    assert languages.in_use.get() == "en"
