"""The games and the research commands in a throw-away language: nothing in Latin letters is left but data."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from keypeg import (
    bench,
    cli,
    plot,
    report_analyze,
    report_bench,
    report_exact,
    report_hint,
    report_strategies,
    report_tournament,
    report_tree,
    report_verify,
    store,
    strategies,
    tournament,
    tree_forms,
    words,
)
from keypeg.cli import main
from keypeg.exact import OBJECTIVES, Search
from keypeg.position import Position
from keypeg.render import Look
from keypeg.rules import Code, Variant
from keypeg.session import SolveSession
from keypeg.terminal import board_lines
from keypeg.terminal_play import CODEMAKERS, PlayTable
from keypeg.terminal_solve import SolveTable, solve_secret
from keypeg.tree_forms import TreeForm
from strange import STRANGE, english_in
from typist import ANSI, P4C6, Script, played, solved

TYPED = {
    *(part for table in (PlayTable, SolveTable) for name in table.commands for part in name.split()),
    *(name for table in (PlayTable, SolveTable) for name in (*table.settings, "palette", "show-secret")),
    *(*CODEMAKERS, *tree_forms.TREE_FORMATS, "plain", "VARIANT"),
    *("on", "off", "none", "set", "fix", "CODE", "play", "solve", "analyze", "Keypeg", "keypeg", "game"),
}
"""What one types or may choose from, the names of files: data in every language."""


@pytest.fixture(autouse=True)
def _strange(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("KEYPEG_DATA", str(tmp_path))
    monkeypatch.delenv("KEYPEG_LANGUAGE")
    monkeypatch.chdir(tmp_path)
    with words.speaking(STRANGE):
        yield


def latin(said: str) -> list[str]:
    """List the words in Latin letters that are neither data nor typed."""
    return [word for word in english_in(said.replace("show-secret", "")) if word not in TYPED]


def shown(view: Script) -> str:
    """Return all that a game showed: what was said, the prompts, and the last board."""
    drawn = [line for board in view.boards for line in board_lines(board, 100, 40)]
    prompts = [prompt.removeprefix("hidden: ") for prompt in view.prompts]
    return ANSI.sub("", "\n".join([*view.said, *prompts, *drawn]))


PLAYED = [
    ("help", "?", "rules", "turns", "settings", "candidates", ""),
    ("rrgg", "rrgg", "hint", "hint", "hint", "hint rrgg", "hint rbbb", "turns", "candidates", "undo", "redo"),
    ("undo", "redo", "redo", "share", "review", "foo", "hlep", "rgbx", "11111", "1127"),
    (
        "set",
        "set speed 3",
        "set hard maybe",
        "set guesses x",
        "set variant x",
        "set codemaker me",
        "new x",
        "new p200c6",
    ),
    ("set palette board", "set show-secret on", "set show-secret off", "set guesses none", "set codemaker adversary"),
    (
        "rrgg",
        "restart",
        "",
        "restart",
        "y",
        "settings",
        "rrgg",
        "save",
        "save no/such/folder",
        "set hard on",
        "settings",
        "new",
        "y",
        "oopp",
        "rrgg",
        "candidates",
        "give up",
    ),
    ("rbyy", "help", "share", "review", "y", "rrgg", "give up", "share", "review", "new p4c6n", "quit"),
    ("quit",),
    ("^C",),
]
SOLVED = [
    ("help", "?", "rules", "turns", "settings", "candidates", "", "secret", "auto", "undo", "redo", "review"),
    ("2b0w", "candidates", "turns", "fix", "fix x", "fix 9 1b1w", "fix 1 3b1w", "5b0w", "3b1w", "maybe", "hlep"),
    ("2b0w", "0b2w", "2b1w", "", "1b1w", "candidates", "settings", "review", "fix 2 1b1w", "undo", "redo", "4b0w"),
    ("0b0w", "0b0w", "0b0w", "0b0w", "undo"),
    ("secret rbyy", "secret", "settings", "4b0w", "", "secret none", "secret random", "secret xx", "auto"),
    ("2b0w", "0b0w", "secret rbyy"),
    (
        "set strategy knuth",
        "set strategy best",
        "set secret random",
        "set secret none",
        "set guesses 5",
        "set variant p5c8",
        "save",
        "restart",
    ),
    ("secret rbyy", "set strategy knuth", "set guesses 3", "restart", "y", "set variant p5c8"),
    ("1b0w", "set palette board", "set show-secret on", "new p5c8", "y", "quit"),
    ("4b0w", "undo", "4b0w", "help", "review", "nonsense", "y", "quit"),
]


@pytest.mark.parametrize("stays", [False, True])
@pytest.mark.parametrize("lines", PLAYED)
def test_a_game_that_the_player_breaks(lines: tuple[str, ...], *, stays: bool) -> None:
    for options in ({}, {"hard": True, "guesses": 3}, {"secret": None, "codemaker": "adversary", "guesses": None}):
        assert latin(shown(played(*lines, stays=stays, **options)[1])) == []


@pytest.mark.parametrize("stays", [False, True])
@pytest.mark.parametrize("lines", SOLVED)
def test_a_game_that_the_computer_breaks(lines: tuple[str, ...], *, stays: bool) -> None:
    known = {"secret": Code("1344"), "show_secret": True}
    for options in ({}, {"guesses": 2}, {"guesses": None}, known, {"secret": Code("1344"), "guesses": 2}):
        assert latin(shown(solved(*lines, stays=stays, **options)[1])) == []


def test_every_command_is_tried() -> None:
    for games, table in ((PLAYED, PlayTable), (SOLVED, SolveTable)):
        tried = " ".join(line for lines in games for line in lines)
        assert [name for name in table.commands if name not in tried and name != "exit"] == []


def test_other_openings_and_ends() -> None:
    games: list[tuple[int, Script, PlayTable | SolveTable]] = [
        played("rbyy", secret=None, codemaker="person", stays=True),
        played("17", "rbyy", "rgby", "undo", "^C", secret=None, codemaker="person", stays=True),
        played("h e l p", "help", variant=Variant(4, 30), secret=None),
        played("1234", "share", "review", variant=Variant(4, 10, repeats=False), secret=Code("1234"), stays=True),
        solved("0b0w", "0b0w", "secret", "secret rbyy", "review", guesses=2, stays=True),
        solved(random_secret=True, seed=1),
    ]
    for _, view, table in games:
        colors = re.compile("|".join(color.name for color in table.look.colors))
        assert latin(colors.sub("", shown(view))) == []


def test_a_small_board() -> None:
    _, view, _ = solved("2b0w", "0b2w", "2b1w")
    for width, height in ((40, 6), (32, 5), (100, 40)):
        assert latin(ANSI.sub("", "\n".join(board_lines(view.boards[3], width, height)))) == []


@pytest.mark.parametrize("guesses", [2, 10])
@pytest.mark.parametrize("secret", ["1344", "1111"])
def test_a_known_secret(capsys: pytest.CaptureFixture[str], secret: str, guesses: int) -> None:
    solve_secret(SolveSession(P4C6, secret=Code(secret), guesses=guesses, show_secret=True), plain=True, as_json=False)
    assert latin(capsys.readouterr().out) == []


def test_a_game_given_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], find_none: Callable[[Code], None]
) -> None:
    find_none(Code("1" * 12))
    monkeypatch.setattr("keypeg.session_solve.LAST_TRIES", 5)
    chosen: dict[str, Any] = {"variant": Variant(12, 12), "secret": Code("123456789abc"), "guesses": None}
    _, view, _ = solved("auto", strategy="entropy", **chosen)
    solve_secret(SolveSession(strategy="entropy", **chosen), plain=True, as_json=False)
    assert latin(shown(view) + capsys.readouterr().out) == []


@pytest.fixture
def labels(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect what the progress bars are called."""
    called: list[str] = []

    @contextmanager
    def bar(label: str) -> Iterator[None]:
        called.append(label)
        yield None

    for module in (report_analyze, report_bench, report_hint, report_tournament, report_tree, report_verify):
        monkeypatch.setattr(module, "progress_bar", bar)
    return called


GAME = Position.parse("p4c6 1122=1b1w 1344=1b1w 6666=0b0w")


def test_reviews_and_hints(capsys: pytest.CaptureFixture[str], labels: list[str]) -> None:
    for look in (Look(P4C6), Look(P4C6, numbered=True)):
        for hard in (False, True):
            report_analyze.analyze(GAME, look, hard=hard)
            report_analyze.analyze(Position(P4C6), look, hard=hard)
    for name in ("optimal", "knuth", "first", "sampling"):
        report_hint.hint(GAME, Look(P4C6), report_hint.HintOptions(strategies.strategy(name)))
    large = Position.parse("p8c8 11223344=2b3w")
    report_hint.hint(large, Look(large.variant), report_hint.HintOptions(strategies.strategy("knuth")))
    assert latin(capsys.readouterr().out) == []
    assert latin(" ".join(labels)) == []


def test_trees(capsys: pytest.CaptureFixture[str], labels: list[str], tmp_path: Path) -> None:
    report_tree.tree(Position(P4C6), strategies.strategy("knuth"), None, TreeForm.of())
    file = tmp_path / "tree.json"
    report_tree.tree(Position(Variant(2, 3)), strategies.strategy("knuth"), None, TreeForm.of(output=file))
    report_verify.convert_file(file, TreeForm.of(output=tmp_path / "tree.log"))
    written = file.read_text()
    report_verify.verify_file(file, written, as_json=False)
    report_verify.verify_file(file, written.replace('"worst": ', '"worst": 1'), as_json=False)
    for objective in OBJECTIVES:
        search = report_exact.ExactOptions(objective, TreeForm.of(), threads=1, memory=1 << 20)
        report_exact.exact(Position(Variant(2, 3)), search)
    assert latin(capsys.readouterr().out.replace(str(file), "")) == []
    assert latin(" ".join(labels)) == []


def test_what_is_known_while_the_exact_search_runs() -> None:
    search = Search(Position(Variant(3, 4)))
    seen = [report_exact._state(search, search.bounds, 1)]
    search.run(1, lambda bounds: seen.append(report_exact._state(search, bounds, 1)))
    assert latin(" ".join(seen)) == []


def test_tournaments(capsys: pytest.CaptureFixture[str], labels: list[str]) -> None:
    players = report_tournament.players("first,knuth,entropy")
    for games in (None, 5):
        options = report_tournament.TournamentOptions([Variant(2, 3), Variant(10, 10)], players, games, workers=1)
        report_tournament.run_tournament(options)
    printed = capsys.readouterr()
    assert latin(printed.out + printed.err) == []
    assert latin(" ".join(labels)) == []


def test_plots() -> None:
    pytest.importorskip("matplotlib")
    variants = [Variant(2, 3), Variant(2, 4), Variant(3, 5, repeats=False), Variant(3, 6, repeats=False)]
    players = [strategies.strategy("first"), strategies.strategy("knuth")]
    for games in (None, 3):
        drawn = plot.draw(list(tournament.run(variants, players, games=games)), "svg").decode()
        labels = re.findall("<!-- (.*?) -->", drawn)
        assert len(labels) > 10
        assert latin(" ".join(labels)) == []


def test_lists_of_strategies_and_measures(
    capsys: pytest.CaptureFixture[str], labels: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    report_strategies.list_strategies(as_json=False)
    printed = capsys.readouterr().out
    assert len(printed.splitlines()) > 40
    assert latin(printed) == []
    speeds, trees = [bench.Speed("p4c6", "plain", 10**9)], [next(iter(bench.measure_trees(1)))]
    monkeypatch.setattr(bench, "measure_speeds", lambda: speeds)
    monkeypatch.setattr(bench, "measure_trees", lambda _threads: trees)
    report_bench.bench(1, as_json=False)
    assert latin(capsys.readouterr().out) == []
    assert latin(" ".join(labels)) == []


@pytest.mark.parametrize(
    "command",
    [
        "solve --strategy knuth --seconds-per-guess 1",
        "play p4c6 --hard --resume game",
        "play --resume nowhere",
        "play --codemaker me",
        "tree p4c6 --instruction-set mmx",
        "tree p4c6 --log --format svg",
        "tree p4c6 --format pdf",
        "tree p4c6 --format json --depth 2",
        "tree p4c6 --format svg --json",
        "tree p4c6 --output nowhere/tree.json",
        "tree p4c6 --output . --format json",
        "tree p4c6 1122=4b0w",
        "tournament p4c6 --strategies ,",
        "tournament p4c6 --strategies knuth --seconds-per-guess 1",
        "tournament p4c6 --plot plot.pdf",
        "verify nowhere",
        "verify .",
        "verify twice.json",
        "verify bytes.json",
        "solve --resume game",
    ],
)
def test_errors_of_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str) -> None:
    (tmp_path / "twice.json").write_text('{"a": 1, "a": 2}')
    (tmp_path / "bytes.json").write_bytes(b"\xff")
    (tmp_path / "game").write_text("keypeg session 1\np4c6 guesses=10 codemaker=random:1\n")
    assert main(command.split()) == 2
    said = capsys.readouterr().err
    assert said.startswith("keypeg: ")
    own = said.replace("is a directory", "").replace(f"keypeg {command.split(maxsplit=1)[0]}", "")
    assert latin(own) == []  # but for the system's own words, and the command's


@pytest.mark.parametrize(
    "command",
    ["history", "history --limit 1", "history --daily", "history 1", "history --export games.json", "stats"],
)
def test_past_games(capsys: pytest.CaptureFixture[str], command: str) -> None:
    assert main(command.split()[:1]) == 0  # no games yet
    for line in (
        "p4c6 guesses=10 codemaker=fixed:1344 1122=1b0w 1344=4b0w",
        "p4c6 codemaker=fixed:1233 1122=1b1w given-up",
    ):
        store.record_game(line)
    assert main(command.split()) == 0
    typed = {"history", "stats", "--limit", "games", "json"}
    assert [word for word in latin(capsys.readouterr().out) if word not in typed | {"limit"}] == []


@pytest.mark.parametrize(
    "command",
    [
        "history 9",
        "history --kind x",
        "history --outcome x",
        "history --since x",
        "play --seed 1 --secret 1122",
        "help x",
    ],
)
def test_usage(capsys: pytest.CaptureFixture[str], command: str) -> None:
    store.record_game("p4c6 guesses=10 codemaker=fixed:1344 1122=1b0w 1344=4b0w")
    assert main(command.split()) == 2
    typed = {
        *cli.app.all(),
        "break",
        "won",
        "lost",
        "given",
        "given-up",
        "up",
        "seed",
        "secret",
        "help",
    }
    assert [word for word in latin(capsys.readouterr().err) if word not in typed] == []
