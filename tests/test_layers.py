"""The layers of the design, held to by reading the imports of every module."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "keypeg"

# From the ground up: a module imports only from layers below its own. A new module gets its place here.
LAYERS = [
    {"errors", "exit_codes", "lines", "notebook", "_core"},
    {"given", "languages"},
    {"palette", "parameters"},
    {"rules"},
    {"classic", "render", "sat", "tree_nodes"},
    {"candidates", "partition", "tree_picture", "tree_text"},
    {"contradiction", "effort", "knowledge", "pairs"},
    {"claims", "position", "techniques"},
    {"deduction", "openings", "tree"},
    {"exact", "gpu", "ledger", "preorder", "replay"},
    {"proof_nodes"},
    {"proof"},
    {"audit"},
    {"strategies"},
    {"game", "study"},
    {"graded", "hints", "history", "match", "reasons", "watch"},
    {"coach", "lessons", "puzzles", "room", "tournament"},
    {"evaluation", "puzzle_maker", "puzzle_session"},
    {"words"},
    {"session_base", "pictures", "text_game"},
    {"session_break", "session_solve"},
    {"session"},
    {"session_match"},
    {"store", "plot", "bench", "envs", "mcp_tools", "player", "research", "workers"},
    {"checkpoints", "prover"},
    {"cluster"},
    {"database_outage", "database_postgres"},
    {"database_prepared"},
    {"database_commit", "database_glance", "database_open"},
    {"database", "kept", "migrations", "past_games"},
    {"puzzle_database", "puzzle_record", "room_database"},
    {"database_care", "retention"},
    {"cli_command", "terminal", "console", "streams", "web"},
    {"terminal_json", "terminal_options", "terminal_resume", "terminal_views"},
    {
        *("terminal_table", "report_analyze", "report_bench", "report_evaluate", "report_explain", "report_hint"),
        *("report_database", "report_strategies", "terminal_learn", "report_stats", "report_tournament"),
        *("terminal_puzzle", "tree_forms"),
    },
    {
        *("terminal_play", "terminal_solve", "report_exact", "report_history", "report_prove", "report_puzzle"),
        *("report_tree", "report_verify"),
    },
    {"terminal_match", "terminal_watch"},
    {"cli_about", "cli_checks", "cli_complete"},
    {"cli_options", "cli_options_research"},
    {"cli_research", "cli_server"},
    {"cli"},
    {"__main__"},
]
LAYER = {module: number for number, modules in enumerate(LAYERS) for module in modules}

CATALOGUE = (
    *("coach", "contradiction", "database", "envs", "errors", "hints", "history", "lessons", "match", "plain"),
    *("play", "puzzles"),
    *("reasons", "report", "share", "solve", "terminal", "usage", "web"),
)
"""The files of each language's catalogue."""

# A family whose members build on each other has layers of its own. A member that is not listed stands above those that
# are, and only the registry knows it.
FAMILIES = {
    "words": [
        {f"{language}_{part}" for language in ("de", "es") for part in (*CATALOGUE, "names")}
        | {f"en_{part}" for part in CATALOGUE},
        {"en", "de", "es"},
        {"language"},
        {"plain"},
        {"contradiction", "hints", "match", "play", "report", "share", "strategies", "terminal"},
        {"coach", "reasons", "solve"},
        {"lessons", "puzzles"},
    ],
    "envs": [{"terms"}, {"pair", "single", "vector"}],
    "gpu": [{"cuda", "shape"}, {"engine"}],
    "strategies": [{"protocol"}, {"foreign", "onestep"}],
    "web": [
        {"bundle", "days", "description", "identity", "limits", "links", "logs", "metrics", "sessions", "wire"},
        {"delivery", "descriptions", "proxies", "refusals", "requests", "wire_history"},
        {"wire_learning", "wire_rooms", "bus"},
        {"peers", "storage", "turns", "upkeep"},
        {"events", "explore", "guard", "learning", "seals", "seats", "setup", "work"},
        {"connections", "games", "moves"},
        {"challenges", "daily", "matches", "reviews"},
        {"puzzling", "rooms", "transfer"},
        {"history"},
        {"server"},
        {"at_once"},
        {"routes_games", "routes_history", "routes_others", "routes_puzzles", "routes_rooms", "routes_study"},
        {"routes_learning"},
        {"direct", "operating", "routes", "pages"},
        {"app"},
        {"asgi", "serve"},
        {"workers"},
    ],
}
INNER_LAYER = {
    (family, member): number
    for family, layers in FAMILIES.items()
    for number, members in enumerate(layers)
    for member in members
}

# Third-party packages and the modules through which they come in.
DOORS = {
    "numpy": {module for module, layer in LAYER.items() if layer >= LAYER["candidates"]},
    "rich": {
        *("terminal", "terminal_views", "console"),
        *("report_analyze", "report_bench", "report_exact", "report_hint", "report_prove", "report_tournament"),
    },
    "click": {"cli", "cli_about", "cli_checks", "cli_command"},
    "gymnasium": {"envs"},
    "matplotlib": {"plot"},
    "mcp": {"mcp_tools"},
    "pettingzoo": {"envs"},
    "pysat": {"sat"},
    "distributed": {"cluster"},
    "sqlalchemy": {
        *("database", "database_commit", "database_open", "database_outage", "database_postgres", "migrations"),
        *("database_care", "database_glance", "database_prepared", "puzzle_database", "retention", "room_database"),
    },
    "psycopg": {"database_postgres", "web"},
    "alembic": {"database_open", "migrations"},
    **{
        package: {"web"}
        for package in ("fastapi", "httptools", "pydantic", "starlette", "typing_extensions", "uvicorn")
    },
}

# What touches disk, clock, network or screen; nothing of it below `store`.
OUTSIDE_MODULES = {
    *("glob", "mmap", "os", "pathlib", "shelve", "shutil", "sqlite3", "tempfile"),
    *("datetime", "signal", "subprocess", "time"),
    *("asyncio", "http", "socket", "ssl", "urllib", "webbrowser"),
    *("curses", "getpass", "logging", "readline", "sys", "termios"),
}
OUTSIDE_CALLS = {"breakpoint", "input", "open", "print"}

MODULES = {
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts): path.read_text(encoding="utf-8")
    for path in sorted(PACKAGE.rglob("*.py"))
    if path != PACKAGE / "__init__.py"
}


def imports(tree: ast.Module) -> Iterator[str]:
    """Go through everything imported anywhere in the module, as dotted names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            yield from (f"{base}.{alias.name}" for alias in node.names)


def faults(module: str, source: str) -> list[str]:
    """List what the module imports or calls and should not, given its place."""
    tree = ast.parse(source)
    calls = [node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    outside = [f"{call}()" for call in calls if call in OUTSIDE_CALLS and is_below_store(module)]
    return [name for name in imports(tree) if not may_import(module, name)] + outside


def may_import(module: str, name: str) -> bool:
    family, _, member = module.partition(".")
    package, _, inner = name.partition(".")
    target = inner.partition(".")[0]
    if package in sys.stdlib_module_names:
        return package not in OUTSIDE_MODULES or not is_below_store(module)
    if package != "keypeg":
        return family in DOORS.get(package, set())
    if target == family:
        return member == "__init__" or is_lower_member(family, member, inner)
    return target == "__version__" or LAYER.get(target, len(LAYERS)) < LAYER[family]


def is_lower_member(family: str, member: str, inner: str) -> bool:
    """Say whether the import of `web.games` or of `web` and then `games` is one of a lower member of the family."""
    parts = [part for part in inner.split(".")[1:] if (family, part) in INNER_LAYER]
    own = INNER_LAYER.get((family, member), len(FAMILIES.get(family, [])))
    return bool(parts) and INNER_LAYER[family, parts[0]] < own


def is_below_store(module: str) -> bool:
    return LAYER[module.partition(".")[0]] < LAYER["store"]


def test_every_module_has_one_layer() -> None:
    assert {"_core", *(module.split(".")[0] for module in MODULES)} == set(LAYER)
    assert len(LAYER) == sum(map(len, LAYERS))
    inner = {tuple(module.split(".")) for module in MODULES if module.split(".")[0] in FAMILIES}
    assert set(INNER_LAYER) <= inner
    unlisted = {place for place in inner - set(INNER_LAYER) if place[0] != "strategies"}
    assert unlisted == {(family, "__init__") for family in FAMILIES if family != "strategies"}


def test_no_module_is_too_long_to_be_read_at_once() -> None:
    assert [module for module, source in MODULES.items() if source.count("\n") > 450] == []


def test_the_page_on_architecture_has_every_module_in_its_layer() -> None:
    page = (PACKAGE.parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
    told: list[set[str]] = []
    for mark, modules in re.findall(r"^\| (▸ )?\| (`[^|]*`) \| [^|]+ \|$", page, re.MULTILINE):
        told += [set()] if mark else []
        told[-1] |= {module.strip("`/") for module in modules.split(", ")}
    assert told == LAYERS


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_from_below_and_through_the_doors(module: str) -> None:
    assert faults(module, MODULES[module]) == []


@pytest.mark.parametrize(
    ("module", "source", "fault"),
    [
        ("rules", "from keypeg.position import Position", "keypeg.position.Position"),
        ("rules", "def f():\n    from keypeg import cli", "keypeg.cli"),
        ("rules", "from keypeg.newcomer import thing", "keypeg.newcomer.thing"),
        ("rules", "from .errors import KeypegError", ".errors.KeypegError"),
        ("classic", "import keypeg.render", "keypeg.render"),
        ("classic", "import numpy as np", "numpy"),
        ("coach", "from keypeg.tournament import Row", "keypeg.tournament.Row"),
        ("strategies.simple", "from keypeg.strategies import sampling", "keypeg.strategies.sampling"),
        ("strategies.onestep", "from keypeg.strategies import simple", "keypeg.strategies.simple"),
        ("terminal", "import click", "click"),
        ("web.games", "from keypeg.web.app import create_app", "keypeg.web.app.create_app"),
        ("web.games", "from keypeg.web import routes", "keypeg.web.routes"),
        ("web.app", "import sqlalchemy", "sqlalchemy"),
        ("store", "import sqlalchemy", "sqlalchemy"),
        ("cli", "from rich.text import Text", "rich.text.Text"),
        ("cli", "import requests", "requests"),
        ("game", "import time", "time"),
        ("tree", "from pathlib import Path", "pathlib.Path"),
        ("tree", "text = open('file').read()", "open()"),
        ("exact", "print('hello')", "print()"),
    ],
)
def test_what_breaks_the_layers_is_seen(module: str, source: str, fault: str) -> None:
    assert faults(module, source) == [fault]
