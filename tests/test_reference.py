"""What docs/reference.md lists, it lists in full: commands, options, names, variables."""

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import keypeg
from keypeg import cli, palette, rules, strategies
from keypeg.terminal_play import PlayTable
from keypeg.terminal_solve import SolveTable
from keypeg.tree import Summary

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
COMMANDS: dict[str, Any] = cli.app.all()


def section(heading: str) -> str:
    """Return what stands below a heading, up to the next one of its rank."""
    rank = heading.split(maxsplit=1)[0]
    return re.split(rf"^#{{1,{len(rank)}}} ", PAGE.split(f"\n{heading}\n")[1], maxsplit=1, flags=re.MULTILINE)[0]


def rows(text: str) -> Iterator[list[str]]:
    """Go through the rows of the tables in a text, less their heads."""
    lines = text.splitlines()
    for above, line in zip(["", *lines], lines, strict=False):
        if line.startswith("| ") and above.startswith("|"):
            yield [cell.strip() for cell in line.strip("|").split(" | ")]


def words(text: str) -> list[str]:
    """Return what stands between backticks."""
    return re.findall(r"`([^`]+)`", text)


def usage(name: str) -> str:
    arguments = [parameter for parameter in COMMANDS[name].params if parameter.param_type_name == "argument"]
    shown = [one.metavar if one.required else f"[{one.metavar}]" for one in arguments]
    return " ".join(["keypeg", name, *shown])


def options(name: str) -> list[tuple[str, str]]:
    """Return the options of a command with their defaults, as its help shows them."""
    return [
        (" ".join(filter(None, [option.opts[0], option.metavar])), default_of(option))
        for option in COMMANDS[name].params
        if option.param_type_name == "option" and option.name != "help"
    ]


def default_of(option: Any) -> str:
    if isinstance(option.show_default, str):
        return option.show_default
    return "" if option.required or option.default is None or option.default is False else str(option.default)


def test_every_command_and_no_other_has_its_section() -> None:
    headings = re.findall(r"^### `(keypeg .*)`$", PAGE, re.MULTILINE)
    assert headings == [usage(name) for name in COMMANDS]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_described_with_all_its_options_and_their_defaults(name: str) -> None:
    text = section(f"### `{usage(name)}`")
    said = " ".join(COMMANDS[name].help.split()).rstrip(".")
    assert " ".join(text.split()).startswith(said.split(".")[0])
    listed = [(words(cells[0])[0], cells[2].replace("`", "")) for cells in rows(text) if len(cells) == 3]
    assert listed == options(name)
    defaults = [one.default for one in COMMANDS[name].params if one.param_type_name == "argument" and not one.required]
    assert all(f"is `{default}` by default" in text for default in defaults if default is not None)


def test_which_commands_take_json() -> None:
    assert "every command but `convert`, `serve`, `mcp`, `completion` and `help`" in " ".join(
        section("## Commands").split()
    )
    assert [name for name in COMMANDS if "--json" not in dict(options(name))] == [
        "convert",
        "serve",
        "mcp",
        "completion",
        "help",
    ]


@pytest.mark.parametrize(("name", "table"), [("play", PlayTable), ("solve", SolveTable)])
def test_what_can_be_typed_in_a_game_is_listed(name: str, table: Any) -> None:
    [typed] = re.findall(r"^In the game, .*?\n\n", section(f"### `{usage(name)}`"), re.MULTILINE | re.DOTALL)
    known = {command for command, entry in table.commands.items() if entry.forms or command == "set"}
    listed = [re.sub(r" [A-Z ]+$", "", " ".join(word.split())) for word in words(typed.partition("one of")[2])]
    assert set(listed) == known


def test_the_keys_of_a_summary_are_listed() -> None:
    assert set(Summary((1,)).as_json()) <= set(words(section("### JSON")))


def test_every_strategy_is_described() -> None:
    page = (ROOT / "docs" / "strategies.md").read_text(encoding="utf-8")
    prose = re.sub(r"```.*?```", "", page, flags=re.DOTALL)
    assert set(strategies.names()) <= {*words(prose)}


def test_every_variant_and_palette_with_a_name_is_listed() -> None:
    forms = {cells[0]: cells for cells in rows(section("## Text forms"))}
    named = dict(re.findall(r"`(\w+)` = (\w+)", forms["variant"][2]))
    assert named == rules._NAMED_VARIANTS
    assert {*palette.PALETTES} <= {*words(forms["palette"][1])}


def names_in(cell: str) -> Iterator[tuple[str, list[str]]]:
    """Go through the names of a module in a cell of the table, with the attributes that stand behind each."""
    for item in cell.split("; "):
        head, _, tail = item.partition(": ")
        attributes = [word.partition("(")[0] for word in words(tail)]
        for word in words(head):
            yield word.partition("(")[0], attributes


def test_every_name_of_the_table_is_there() -> None:
    for module, cell in rows(section("## Python")):
        [name] = words(module)
        for thing, attributes in names_in(cell):
            value = getattr(importlib.import_module(name), thing)
            known = {*dir(value), *re.findall(r"self\.(\w+)", inspect.getsource(value) if attributes else "")}
            assert [attribute for attribute in attributes if attribute not in known] == [], f"{name}.{thing}"


def test_every_public_name_stands_in_bold_with_its_module() -> None:
    bold = {
        name.partition("(")[0]: words(module)[0]
        for module, cell in rows(section("## Python"))
        for name in re.findall(r"\*\*`([^`]+)`\*\*", cell)
    }
    assert bold == keypeg._HOMES  # type: ignore[attr-defined]


def environment_read(source: str) -> Iterator[str]:
    """Go through the names of the environment variables that a module reads."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"os.environ.get", "os.getenv"}:
            yield ast.literal_eval(node.args[0])
        if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "os.environ":
            yield ast.literal_eval(node.slice)


def test_every_environment_variable_is_listed() -> None:
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py")]
    read = {name for source in sources for name in environment_read(source)}
    own, make = section("## Environment").split("`make` takes")
    assert {name for cells in rows(own) for name in words(cells[0])} == read
    assert all(len(re.findall(r"\benviron\b", source)) == source.count("os.environ") for source in sources)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert [name for cells in rows(make) for name in words(cells[0]) if f"$({name})" not in makefile] == []


def test_reading_the_environment_is_seen() -> None:
    source = 'import os\na = os.environ.get("A", "b")\nc = os.getenv("C")\nd = os.environ["D"]\n'
    assert list(environment_read(source)) == ["A", "C", "D"]


def commands_in(page: str) -> list[str]:
    """Return the command lines of a page: between backticks, or as lines of a block of code."""
    return [
        " ".join(line.split()) for line in re.findall(r"(?:`|^ *(?:\$ )?)(keypeg [a-z][^`\n]*)", page, re.MULTILINE)
    ]


@pytest.mark.parametrize(
    "page", [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")], ids=lambda page: str(page.relative_to(ROOT))
)
def test_every_command_line_of_a_page_is_one(page: Path) -> None:
    for line in commands_in(page.read_text(encoding="utf-8")):
        name = line.split()[1]
        assert name in COMMANDS, line
        known = {option for parameter in COMMANDS[name].params for option in parameter.opts}
        assert [word for word in re.findall(r"(?<=\s)--[\w-]+", line) if word not in known] == [], line


def test_a_wrong_command_line_is_seen() -> None:
    page = "Say `keypeg play --nonsense` or\n\n```\n$ keypeg hint p4c6  --top 3\nkeypeg: no\n```\n"
    assert commands_in(page) == ["keypeg play --nonsense", "keypeg hint p4c6 --top 3"]
