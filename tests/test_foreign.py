"""Strategies of other people: of installed packages, and of modules by `module:name`; and who may load these."""

import ast
import pickle
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import keypeg
from keypeg import strategies
from keypeg.cli import main
from keypeg.effort import QUICK, Effort
from keypeg.errors import KeypegError, NotAllowed
from keypeg.position import Position
from keypeg.replay import verify
from keypeg.report_tournament import players
from keypeg.rules import Code
from keypeg.session import SolveSession, parse_session
from keypeg.strategies import Strategy, grow, names, strategy
from keypeg.strategies.foreign import Guarded
from keypeg.study import Study, advise
from visitor import Visitor

# Strategies of installed packages


@pytest.fixture
def last_candidate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install a package that adds a strategy, as CONTRIBUTING shows it."""
    (tmp_path / "last_candidate.py").write_text(
        textwrap.dedent(
            """
            class Last:
                name, version, explanation = "last", 1, "Guesses the last code consistent with all feedback so far."

                def __init__(self, seed):
                    self.seed = seed

                def choose(self, position):
                    return position.candidates[-1]
            """
        )
    )
    info = tmp_path / "last_candidate-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: last-candidate\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[keypeg.strategies]\nLast = last_candidate:Last\nknuth = nowhere:Broken\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    strategies._factories.cache_clear()
    yield
    monkeypatch.undo()
    strategies._factories.cache_clear()


@pytest.mark.usefixtures("last_candidate")
def test_other_packages_add_strategies_behind_our_own() -> None:
    assert names()[-1] == "last"
    assert names().count("knuth") == 1
    player = strategy("last:4")
    assert isinstance(player, Strategy)
    assert isinstance(player, Guarded)
    assert vars(player.made) == {"seed": 4}
    assert player.choose(Position.parse("p4c6")) == Code("6666")
    assert verify(grow(player, Position.parse("p3c3")).as_json()).is_good


@pytest.mark.usefixtures("last_candidate")
def test_other_packages_do_not_replace_our_own() -> None:
    assert strategy("knuth").choose(Position.parse("p4c6")) == Code("1122")


def test_without_other_packages_there_are_only_our_own() -> None:
    assert "last" not in names()


@pytest.mark.parametrize("value", ["no_such_module:make", "keypeg.rules:Nothing", "builtins:float"])
def test_a_broken_package_breaks_only_its_own_strategy(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    entry = EntryPoint("broken", value, "keypeg.strategies")
    monkeypatch.setattr(
        "importlib.metadata.entry_points", lambda group: [entry] if group == "keypeg.strategies" else []
    )
    strategies._factories.cache_clear()
    try:
        assert "broken" in strategies.names()
        assert strategy("knuth").name == "knuth"
        with pytest.raises(NotAllowed, match=r"strategy 'broken' \(.*\) (can't be loaded|has no name)"):
            strategy("broken")
    finally:
        strategies._factories.cache_clear()


# Strategies of a module

LAST = """
class Last:
    name, version, explanation = "last", 1, "Guesses the last code that is consistent with all feedback so far."

    def choose(self, position):
        return position.candidates[-1]


class Seeded(Last):
    def __init__(self, seed=0):
        self.seed, self.name = seed, f"seeded:{seed}"


def make():
    return Last()


def chosen(seed, depth=1):
    return Seeded(seed * depth)


ready = Last()
nothing = 7


class Boaster(Last):
    from keypeg.strategies import Abilities

    abilities = Abilities(ranks=True)


class Unthreaded(Last):
    abilities = Boaster.Abilities(threads=True)


class Growless(Last):
    abilities = Boaster.Abilities(grows=True)

    def grow(self, position):
        return None


class Unreaching(Last):
    abilities = Boaster.Abilities(stand_in="first")


class Modest(Last):
    abilities = Boaster.Abilities(threads=True, stand_in="first")

    def choose(self, position, threads=0, effort=None):
        return super().choose(position)

    def reaches(self, position, effort):
        return bool(position.turns)


class Undecided(Modest):
    def reaches(self, position, effort):
        raise LookupError("reached for nothing")


class Mishap(Last):
    def choose(self, position):
        raise ZeroDivisionError("chosen badly")


class Quitter(Last):
    def choose(self, position):
        raise SystemExit(5)


class Vague(Last):
    @property
    def explanation(self):
        raise ZeroDivisionError("nothing to say")


class Judge(Mishap):
    abilities = Boaster.Abilities(ranks=True, grows=True)

    def rank(self, position, top, threads=0, progress=None):
        raise LookupError("ranked badly")

    def grow(self, position, first=None, threads=0, progress=None):
        raise LookupError("grown badly")


def fails():
    raise ZeroDivisionError("on purpose")


class Half:
    name = "half"

    def choose(self, position):
        return position.candidates[0]
"""


@pytest.fixture
def write_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], None]]:
    """Give a function that writes a module into the current folder, and forget whatever was loaded of it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(strategies, "_loaded", {})
    written: list[str] = []

    def write(name: str, source: str) -> None:
        (tmp_path / f"{name}.py").write_text(source)
        written.append(name)

    yield write
    for name in written:
        sys.modules.pop(name, None)


@pytest.fixture
def _mine(write_module: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write_module("mine", LAST)
    monkeypatch.syspath_prepend(str(tmp_path))


def loaded(text: str) -> Strategy:
    strategies.load(text)
    return strategy(text)


@pytest.mark.usefixtures("_mine")
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("mine:Last", "last"),
        ("mine:make", "last"),
        ("mine:ready", "last"),
        (" mine:Seeded ", "seeded:0"),
        ("mine:Seeded:7", "seeded:7"),
        ("mine:chosen:7", "seeded:7"),
    ],
)
def test_a_class_a_function_or_a_strategy_of_a_module_is_taken(text: str, name: str) -> None:
    player = loaded(text)
    assert strategies.names_module(text)
    assert player.name == name
    assert strategies.canonical(text) == text.strip()
    assert grow(player, Position.parse("p4c6")).summary.signature == "7471:9:6"


@pytest.mark.usefixtures("_mine")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nowhere:Last", "'nowhere:Last' is not a strategy: there is no module 'nowhere' here"),
        ("mine.deep:Last", r"'mine.deep:Last' is not a strategy: there is no module 'mine.deep' here"),
        ("mine:Lost", "'mine:Lost' is not a strategy: the module 'mine' has no 'Lost'"),
        ("mine:nothing", "strategy 'mine:nothing' has no name, version, explanation, choose"),
        ("mine:Half", "strategy 'mine:Half' has no version, explanation"),
        ("mine:Boaster", "strategy 'mine:Boaster' declares abilities whose methods are missing or .*: rank$"),
        ("mine:Unthreaded", "methods are missing or take too few arguments: choose$"),
        ("mine:Growless", "methods are missing or take too few arguments: grow$"),
        ("mine:Unreaching", "methods are missing or take too few arguments: choose, reaches$"),
        ("mine:Vague", r"strategy 'mine:Vague' can't be loaded: ZeroDivisionError\('nothing to say'\)"),
        ("mine:fails", r"strategy 'mine:fails' can't be loaded: ZeroDivisionError\('on purpose'\)"),
        ("mine:Last:7", "strategy 'mine:Last' takes no seed: write mine:Last"),
        ("mine:Last:depth=3", "'depth' is not a parameter of mine:Last: it has none"),
    ],
)
def test_what_is_no_strategy_is_refused_in_plain_words(text: str, words: str) -> None:
    with pytest.raises(KeypegError, match=words):
        loaded(text)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("1 / 0", r"can't be loaded: ZeroDivisionError\('division by zero'\)"),
        ("import nowhere", "can't be loaded: ModuleNotFoundError"),
        ("raise SystemExit(3)", r"can't be loaded: SystemExit\(3\)"),
        ("def broken(:", "can't be loaded: SyntaxError"),
    ],
)
def test_a_module_that_can_not_be_imported_is_named_with_the_reason(
    write_module: Callable[[str, str], None], tmp_path: Path, source: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_module("faulty", source)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(NotAllowed, match=f"strategy 'faulty:Last' {words}"):
        strategies.load("faulty:Last")


def test_registered_names_come_first(write_module: Callable[[str, str], None]) -> None:
    write_module("genetic", "raise SystemExit('imported')")
    assert not any(map(strategies.names_module, ["genetic:Last", "random:7", "knuth", "nobody", "nobody:7", "a:b=3"]))
    with pytest.raises(KeypegError, match="'last' is not a seed: write a whole number from 0 on, as in genetic:7"):
        strategy("genetic:Last")


@pytest.mark.parametrize(
    "words",
    [
        "tree p3c3 --strategy mine:Last --json",
        "hint p3c3 --strategy mine:Last --json",
        "solve p3c3 --strategy mine:Last --secret 123 --json",
        "solve p3c3 --strategy mine:Seeded:7 --secret 123 --json",
        "tournament p3c3 --strategies knuth,mine:Last --games 5 --json",
    ],
)
def test_the_command_takes_a_module_of_the_current_folder(
    write_module: Callable[[str, str], None], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write_module("mine", LAST)
    assert main(words.split()) == 0, capsys.readouterr()
    out = capsys.readouterr().out
    assert '"last"' in out or '"mine:Last"' in out or '"mine:Seeded:7"' in out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("hint p3c3 --strategy mine:Mishap", "ZeroDivisionError('chosen badly')"),
        ("solve p3c3 --strategy mine:Mishap --secret 123", "ZeroDivisionError('chosen badly')"),
        ("tree p3c3 --strategy mine:Mishap", "ZeroDivisionError('chosen badly')"),
        ("tournament p3c3 --strategies mine:Mishap --games 5 --workers 1", "ZeroDivisionError('chosen badly')"),
        ("hint p3c3 --strategy mine:Quitter", "SystemExit(5)"),
        ("hint p3c3 --strategy mine:Undecided", "LookupError('reached for nothing')"),
        ("hint p3c3 --strategy mine:Judge", "LookupError('ranked badly')"),
        ("tree p3c3 --strategy mine:Judge", "LookupError('grown badly')"),
    ],
)
def test_what_goes_wrong_in_a_strategy_is_an_error_that_names_it(
    write_module: Callable[[str, str], None], words: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write_module("mine", LAST)
    assert main(words.split()) == 2
    name = next(word for word in words.split() if ":" in word)
    assert capsys.readouterr().err == f"keypeg: strategy '{name}' failed: {reason}\n"


@pytest.mark.usefixtures("_mine")
def test_a_declared_stand_in_stands_in() -> None:
    player = loaded("mine:Modest")
    assert pickle.loads(pickle.dumps(player)).name == player.name
    assert advise(Study("p3c3"), player).by.name == "first"
    assert advise(Study("p3c3 112=0b1w"), player).by.name == "last"
    assert strategies.next_guess(player, "p3c3", threads=2) == Code("333")


def test_a_strategy_reaches_as_it_declares() -> None:
    @dataclass(frozen=True)
    class Silent:
        name: str = "silent"
        version: int = 1
        explanation: str = "Has a method of this name, but declares nothing."

        def choose(self, position: Position) -> Code:
            return position.candidates[-1]

        def reaches(self, position: Position, effort: Effort) -> bool:
            raise AssertionError(position, effort)

    assert strategies.is_within_reach(Silent(), Position("p3c3"), QUICK)


# Nothing but the command line imports a module for its name in a text


CANARY = "raise AssertionError('this module must not be imported')"


def test_only_the_command_line_loads_modules() -> None:
    package = Path(keypeg.__file__).parent
    callers = set()
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr == "load" and isinstance(node.value, ast.Name):
                callers |= {(path.name, node.value.id)}
            if isinstance(node, ast.ImportFrom) and node.module == "keypeg.strategies":
                assert "load" not in {alias.name for alias in node.names}, path
    assert {caller for caller in callers if caller[1] in ("strategies", "foreign")} == {
        ("cli_research.py", "strategies"),
        ("__init__.py", "foreign"),
    }


def test_reading_a_text_imports_nothing(
    write_module: Callable[[str, str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_module("canary", CANARY)
    monkeypatch.syspath_prepend(str(tmp_path))
    text = "canary:Last"
    line = f"p4c6 strategy={text} guesses=10"
    readers: list[Callable[[], object]] = [
        *(lambda read=read: read(text) for read in (strategy, strategies.parameters, strategies.canonical, players)),
        lambda: strategies.with_seed(text, 7),
        lambda: SolveSession.parse(line),
        lambda: parse_session(line),
    ]
    for read in readers:
        with pytest.raises(NotAllowed, match="'canary:Last' is not a strategy: use first"):
            read()
    assert "canary" not in sys.modules


def test_a_visitor_can_not_have_a_module_imported(
    write_module: Callable[[str, str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, visitor: Visitor
) -> None:
    write_module("canary", CANARY)
    monkeypatch.syspath_prepend(str(tmp_path))
    order = {"kind": "solve", "variant": "p4c6", "strategy": "canary:Last"}
    error = visitor.ask("POST", "games", 422, json=order)["error"]
    assert "'canary:Last' is not a strategy" in error["message"]
    visitor.ask("GET", "position?position=p4c6&strategy=canary:Last", 422)
    row = {"line": "p4c6 strategy=canary:Last guesses=10 1122=4b0w", "finished": "2026-01-05T12:00:00Z"}
    error = visitor.ask("POST", "import", 422, json={"keypeg": "history 1", "games": [row]})["error"]
    assert "'canary:Last' is not a strategy" in error["message"]
    assert "canary" not in sys.modules
