"""The catalogue and the code that uses it, held to each other by reading the source of every module."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from string import Formatter

import pytest

from keypeg.languages import LANGUAGES
from keypeg.terminal_match import BreakRound
from keypeg.terminal_play import PlayTable
from keypeg.terminal_puzzle import PuzzleTable
from keypeg.words.language import ENGLISH

PACKAGE = Path(__file__).parents[1] / "src" / "keypeg"
SOURCES = {
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts): ast.parse(path.read_text(encoding="utf-8"))
    for path in sorted(PACKAGE.rglob("*.py"))
}

ERRORS = {"InconsistentFeedback", "KeypegError", "NotAllowed", "TooLarge", "Unavailable", "UnreadableText"}
SAID_APART = {"contradiction", "hard-mode", "wrong-feedback"}
"""Kinds of errors whose sentence is put together by a function of its own."""


def calls(tree: ast.AST, names: set[str], homes: set[str]) -> Iterator[ast.Call]:
    """Go through the calls of functions or classes, by their names alone or behind the module they come from."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            match node.func:
                case ast.Name(name) if name in names:
                    yield node
                case ast.Attribute(ast.Name(home), name) if name in names and home in homes:
                    yield node


def literals(node: ast.expr) -> list[str] | None:
    """Return the texts that an expression can be, where it is a text or a choice between texts."""
    match node:
        case ast.Constant(str(text)):
            return [text]
        case ast.IfExp(_, body, orelse):
            one, other = literals(body), literals(orelse)
            return None if one is None or other is None else one + other
    return None


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def keywords(call: ast.Call) -> set[str | None]:
    return {keyword.arg for keyword in call.keywords}


def error_faults(tree: ast.AST) -> list[str]:
    """List what is wrong with the errors that a module builds."""
    faults = []
    for call in calls(tree, ERRORS, {"errors"}):
        kinds = literals(call.args[0]) if len(call.args) == 1 else None
        if kinds is None:
            faults.append(f"line {call.lineno}: the kind is not written out")
            continue
        for kind in kinds:
            template = ENGLISH.messages.get(f"error.{kind}")
            if kind in SAID_APART:
                continue
            if template is None:
                faults.append(f"line {call.lineno}: there is no message error.{kind}")
            elif keywords(call) != placeholders(template):
                faults.append(f"line {call.lineno}: the facts of {kind} are not what error.{kind} says")
    return faults


def text_faults(tree: ast.AST) -> list[str]:
    """List what is wrong with the messages that a module asks for by a key that is written out."""
    faults = []
    for call in calls(tree, {"text"}, {"words", "language"}):
        for key in (literals(call.args[0]) if len(call.args) == 1 else None) or []:
            if key not in ENGLISH.messages:
                faults.append(f"line {call.lineno}: there is no message {key}")
            elif not placeholders(ENGLISH.messages[key]) <= keywords(call):
                faults.append(f"line {call.lineno}: {key} needs more facts")
    return faults


@pytest.mark.parametrize("module", SOURCES)
def test_every_error_is_a_kind_of_the_catalogue_with_its_facts(module: str) -> None:
    assert error_faults(SOURCES[module]) == []


@pytest.mark.parametrize("module", SOURCES)
def test_every_message_asked_for_is_there_and_gets_its_facts(module: str) -> None:
    assert text_faults(SOURCES[module]) == []


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("raise NotAllowed('code-empty')", []),
        ("raise NotAllowed(f'a code has {3} pegs')", ["line 1: the kind is not written out"]),
        ("raise TooLarge(kind)", ["line 1: the kind is not written out"]),
        ("raise Refusal(409, 'stale', KeypegError('newcomer'))", ["line 1: there is no message error.newcomer"]),
        ("raise errors.UnreadableText('newcomer')", ["line 1: there is no message error.newcomer"]),
        (
            "return NotAllowed('code-empty' if a else 'color-number', color=1)",
            ["line 1: the facts of code-empty are not what error.code-empty says"],
        ),
        (
            "raise NotAllowed('color-number', **facts)",
            ["line 1: the facts of color-number are not what error.color-number says"],
        ),
    ],
)
def test_what_is_wrong_with_an_error_is_seen(source: str, fault: list[str]) -> None:
    assert error_faults(ast.parse(source)) == fault


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("text('feedback', blacks=1, whites=2)", []),
        ("words.text('newcomer')", ["line 1: there is no message newcomer"]),
        ("text('yes' if a else 'count.about')", ["line 1: count.about needs more facts"]),
        ("tree.text('newcomer')", []),
    ],
)
def test_what_is_wrong_with_a_message_is_seen(source: str, fault: list[str]) -> None:
    assert text_faults(ast.parse(source)) == fault


# What is said where a person reads it comes from the catalogue: the code of these modules has no prose.
WORDLESS = (
    *(
        "coach",
        "console",
        "contradiction",
        "hints",
        "plot",
        "render",
        "report_",
        "streams",
        "terminal",
        "web.",
        "words.",
    ),
)
NOT_SAID = {
    *(
        "give up",
        "hint CODE",
        PlayTable.named,
        BreakRound.named,
        PuzzleTable.named,
        "set palette",
        "DejaVu Sans",
        "axes fraction",
        "outside right center",
    ),
    *("cookie key", "daily key", "keypeg code of the day ", "; HttpOnly; SameSite=Lax", "Accept-Language, Cookie"),
    "public, max-age=31536000, immutable",
    *("LISTEN ", "SET synchronous_commit = off", "SELECT pg_notify(%s, %s)"),
    *("bus=closed reason=%r", "bus=lost reason=%r", "worker=died process=%d code=%d"),
}
"""What is typed; what Matplotlib, browsers, databases and logs are told; and what the code of the day is drawn by."""

FOR_PROGRAMS = {"web.bundle", "web.delivery", "web.metrics"}
"""Modules that write code for browsers or figures for Prometheus, and whose words are for those who work on them."""

PROSE = re.compile(r"[A-Za-z]{2,}[,:;]? [A-Za-z]{2,}")


def is_catalogue(module: str) -> bool:
    return module.startswith("words.") and module.removeprefix("words.").partition("_")[0] in LANGUAGES


def documentation(tree: ast.AST) -> Iterator[ast.expr | None]:
    """Go through the docstrings of a module, and what it says of itself in the OpenAPI description."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(text) | ast.keyword("description", text):
                yield text
            case ast.Dict([*_, ast.Constant("description")], [*_, text]):
                yield text


def prose_in(tree: ast.AST) -> list[str]:
    """List the texts of a module that read like a sentence, without documentation and markup."""
    documented = {*documentation(tree)}
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and node not in documented]
    found = [text for text in texts if isinstance(text, str) and PROSE.search(text) and '="' not in text]
    return [text for text in found if text not in NOT_SAID]


def is_wordless(module: str) -> bool:
    return module.startswith(WORDLESS) and not is_catalogue(module) and module not in FOR_PROGRAMS


@pytest.mark.parametrize("module", [name for name in SOURCES if is_wordless(name)])
def test_no_prose_is_in_the_code(module: str) -> None:
    assert prose_in(SOURCES[module]) == []


def test_prose_is_seen() -> None:
    assert prose_in(ast.parse('"""A docstring of a module."""\nshow(f"in {number} guesses, at most")')) == [
        " guesses, at most"
    ]


def keys_named() -> Iterator[str]:
    """Go through the keys that the code names, as patterns: written out, as the kind of an error, or in part."""
    for module, tree in SOURCES.items():
        if is_catalogue(module):
            continue
        for call in calls(tree, ERRORS, {"errors"}):
            yield from (re.escape(f"error.{kind}") for kind in literals(call.args[0]) or [])
        asked = [call.args[0] for call in calls(tree, {"text"}, {"words", "language"})]
        for node in ast.walk(tree):
            match node:
                case ast.Constant(str(text)):
                    yield re.escape(text)
                case ast.JoinedStr(parts) if node in asked or module.startswith("words."):
                    known = [str(part.value) if isinstance(part, ast.Constant) else None for part in parts]
                    if any(re.search("[a-z]", text) for text in known if text):
                        yield "".join(r"[\w.-]+" if text is None else re.escape(text) for text in known)


def test_no_message_is_unused() -> None:
    used = re.compile("|".join({*keys_named()} - {r"error\.[\w.-]+"}))  # the pattern of all errors tells nothing
    assert [key for key in ENGLISH.messages if not used.fullmatch(key)] == []


def test_no_message_is_in_two_files() -> None:
    files = [import_module(f"keypeg.{module}") for module in SOURCES if module.startswith("words.en_")]
    assert len(ENGLISH.messages) == sum(len(file.MESSAGES) for file in files)


@pytest.mark.parametrize("key", ENGLISH.messages)
def test_a_template_can_be_read_and_has_two_forms_for_numbers(key: str) -> None:
    for _, name, form, conversion in Formatter().parse(ENGLISH.messages[key]):
        assert name is None or re.fullmatch(r"[a-z][a-z0-9_]*", name)
        assert conversion in {None, "q", "r"}
        assert (form or "").count("|") <= 1


@pytest.mark.parametrize("key", [key for key in ENGLISH.messages if key.startswith("error.")])
def test_an_error_is_in_lower_case_and_no_sentence(key: str) -> None:
    said = ENGLISH.messages[key]
    assert not said[0].isupper() or said.startswith("PostgreSQL")
    assert not said.endswith(".")
