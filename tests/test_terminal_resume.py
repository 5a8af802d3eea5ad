"""Nothing is lost by leaving: unfinished games are kept, offered and gone on with."""

import json
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pexpect
import pytest

from keypeg import store
from keypeg.errors import NotAllowed
from keypeg.game import Fixed
from keypeg.kept import left_games
from keypeg.rules import Code
from keypeg.session import BreakSession, SolveSession
from keypeg.terminal_play import PlayOptions, PlayTable
from keypeg.terminal_resume import Keeper, Start, left_game
from keypeg.terminal_solve import SolveOptions, SolveTable
from typist import P4C6, Script, finish, played, solved


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYPEG_DATA", str(tmp_path / "data"))


def left(program: str = "play") -> list[str]:
    lines = []
    for kept in left_games(program):
        lines.append(kept.line)
        kept.release()
    return lines


def offered(*lines: str, options: PlayOptions | None = None) -> tuple[Script, PlayTable]:
    view = Script(*lines, stays=True)
    table = PlayTable(options or PlayOptions(P4C6), view)
    table.run(offer=True)
    return view, table


class TestKeeping:
    @pytest.mark.parametrize("word", ["quit", "q", "exit", "^C", ""])
    def test_however_a_person_leaves(self, word: str) -> None:
        _, view, table = played(*(["rrgg", word] if word else ["rrgg"]), stays=True)
        assert left() == [str(table.game)]
        assert view.said[-1] == "You left after 1 guess. keypeg play --resume goes on with the game."
        _, view, solving = solved(*(["2b0w", word] if word else ["2b0w"]), stays=True)
        if word:
            assert left("solve") == [str(solving.game)]
            assert view.said[-1] == "You left after 1 guess. keypeg solve --resume goes on with the game."

    def test_after_each_turn_and_whatever_is_undone(self) -> None:
        seen: list[str] = []

        class Watching(Script):
            def ask(self, prompt: str, *, hidden: bool = False) -> str:
                files = (Path(os.environ["KEYPEG_DATA"]) / "unfinished").glob("*.game")
                seen.extend(store.load_session(path).rpartition("veiled:c3f49fe3 known")[2] for path in files)
                return super().ask(prompt, hidden=hidden)

        view = Watching("rrgg", "rgby", "undo", "undo", "hint", stays=True)
        PlayTable(PlayOptions(P4C6, secret=Code("1344")), view).run()
        assert seen[:3] == [" 1122=1b0w", " 1122=1b0w 1234=2b1w", " undos=1 1122=1b0w -1234"]
        assert left()[0].endswith(" hints=1 undos=2 step=1 -1122 -1234")

    def test_scripts_keep_nothing(self) -> None:
        _, view, _ = played("rrgg")
        assert (left(), view.said[-1]) == ([], "You left after 1 guess.")

    def test_a_game_without_a_guess_is_not_kept_unless_a_person_typed_its_code(self) -> None:
        played("hint", "set hard on", stays=True)
        assert left() == []
        played("rbyy", stays=True, codemaker="person", secret=None)
        assert len(left()) == 1

    def test_a_finished_game_goes_into_the_history_and_is_not_kept(self) -> None:
        played("rbyy", "rrgg", "rbyy", "n", stays=True, secret=None, codemaker="person")
        assert (left(), len(list(store.recorded_games()))) == ([], 1)

    def test_another_game_drops_the_one_before(self) -> None:
        for word in ("new", "restart"):
            played("rrgg", word, "y", stays=True)
            assert left() == []
            _, _, table = played("rrgg", word, "y", "oopp", stays=True)
            assert left() == [str(table.game)]
            offered("n")

    def test_a_disk_that_refuses_is_said(self, tmp_path: Path) -> None:
        (tmp_path / "data").write_text("a file where the folder should be")
        _, view, _ = played("rrgg", "help", "oopp", stays=True)
        assert view.said[-1] == "You left after 2 guesses. The game could not be kept."
        warning = "The game will be lost when you leave, since it can't be kept: save FILE saves it."
        assert [warning in said for said in view.said] == [False, True, False, False, False]
        assert warning not in played("rrgg")[1].text


class TestGoingOn:
    def test_yes_is_the_default(self) -> None:
        for word in ("", "y", "YES"):
            _, _, before = played("rrgg", stays=True, hard=True, guesses=7)
            view, table = offered(word)
            assert view.said[0] == "You left this game of p4c6 after 1 guess."
            assert view.prompts[0] == "Go on with it? n drops it. [Y/n] "
            assert "1. RRGG: 1 black, 0 white" in view.said[1]
            assert str(table.game) == str(before.game)
            assert (table.options.hard, table.options.guesses) == (True, 7)
            offered("n")

    def test_no_drops_it(self) -> None:
        played("rrgg", stays=True)
        view, table = offered("perhaps", "n", options=PlayOptions(P4C6, guesses=3))
        assert view.said[1] == "Type y or n."
        assert (table.game.turns, table.game.guesses, left()) == ((), 3, [])

    def test_leaving_at_the_question_loses_nothing(self) -> None:
        for word in ("q", "quit", "^C"):
            _, _, before = played("rrgg", stays=True)
            view, _ = offered(word)
            assert "keypeg play --resume" in view.said[-1]
            assert left() == [str(before.game)]
            offered("n")

    def test_nothing_is_asked_where_nothing_was_left_or_nobody_is_there(self) -> None:
        assert offered()[0].prompts == ["guess 1 of 10> "]
        played("rrgg", stays=True)
        view = Script()
        PlayTable(PlayOptions(P4C6), view).run(offer=True)
        assert view.prompts == ["guess 1 of 10> "]
        assert len(left()) == 1

    def test_each_game_is_asked_about_by_its_own_command(self) -> None:
        played("rrgg", stays=True)
        view = Script("", stays=True)
        SolveTable(SolveOptions(P4C6), view).run(offer=True)
        assert view.prompts[0] == "blacks and whites> "
        solved("2b0w", stays=True)
        view = Script("", stays=True)
        SolveTable(SolveOptions(P4C6), view).run(offer=True)
        assert view.prompts[0].startswith("Go on with it?")

    def test_the_game_that_goes_on_is_kept_and_finished_as_any_other(self) -> None:
        played("rbyy", "rrgg", stays=True, secret=None, codemaker="person")
        _, table = offered("y", "rgby")
        assert left() == [str(table.game)]
        offered("y", "rbyy", "n")
        assert left() == []
        [(_, line, _)] = store.recorded_games()
        assert line.endswith(" 1122=1b0w 1234=2b1w 1344=4b0w")

    def test_a_game_that_was_over_when_the_program_was_killed_goes_into_the_history(self) -> None:
        class Killed(Script):
            def ask(self, prompt: str, *, hidden: bool = False) -> str:
                if prompt.startswith("another game"):
                    for path in (Path(os.environ["KEYPEG_DATA"]) / "unfinished").glob("*.game"):
                        path.rename(path.with_stem("play-killed"))  # as if this program couldn't tidy up
                return super().ask(prompt, hidden=hidden)

        PlayTable(PlayOptions(P4C6, codemaker="person"), Killed("rbyy", "rbyy", stays=True)).run()
        for path, *_ in store.recorded_games():
            path.unlink()
        assert offered()[0].prompts == ["guess 1 of 10> "]
        assert (len(list(store.recorded_games())), left()) == (1, [])

    def test_a_game_that_cannot_be_read_is_set_aside(self, capsys: pytest.CaptureFixture[str]) -> None:
        solved("2b0w", stays=True)
        [path] = (Path(os.environ["KEYPEG_DATA"]) / "unfinished").glob("*.game")
        path.write_text(path.read_text().replace("strategy=first", "strategy=gone"))
        (path.parent / "solve-torn.game").write_text("keypeg sess")
        assert left_game("solve", SolveSession) is None
        aside = {path.with_suffix(".unreadable"), path.parent / "solve-torn.unreadable"}
        assert set(path.parent.iterdir()) == aside
        said = capsys.readouterr().err
        assert said.count("keypeg: a game that you left can't be read (") == said.count("\n") == 2
        assert all(f"; it is set aside as {name}\n" in said for name in aside)
        assert left_game("solve", SolveSession) is None
        assert capsys.readouterr().err == ""

    def test_resume_without_a_file(self) -> None:
        with pytest.raises(NotAllowed, match="no game of keypeg play was left unfinished: leave out --resume"):
            Start("").resumed("play", BreakSession)
        _, _, before = played("rrgg", stays=True)
        resumed = Start("").resumed("play", BreakSession)
        assert resumed is not None
        assert resumed.kept is not None
        resumed.kept.release()
        assert str(resumed.session) == str(before.game)

    def test_a_game_of_the_other_kind_names_the_command_that_goes_on_with_it(self, tmp_path: Path) -> None:
        path = tmp_path / "my game"
        played("rrgg", f"save {path}")
        with pytest.raises(NotAllowed, match=f"go on with keypeg play --resume '{path}'$"):
            Start(str(path)).resumed("solve", SolveSession)

    def test_a_file_is_the_games_own(self, tmp_path: Path) -> None:
        path = tmp_path / "mine"
        played("rrgg", f"save {path}")
        resumed = Start(str(path)).resumed("play", BreakSession)
        assert resumed is not None
        table = PlayTable(PlayOptions(P4C6), Script("rgby", "save"))
        table.resume(resumed)
        table.run()
        assert store.load_session(path) == str(table.game)


def keypeg(*words: str, typed: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", "import sys; from keypeg.cli import main; sys.exit(main())", *words]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False)


def test_scripts_ask_nothing_and_go_on_if_told() -> None:
    played("rrgg", stays=True)
    assert "1. RRGG" not in keypeg("play", typed="q\n").stdout
    assert keypeg("play", "--resume", typed="rgby\n").stdout.splitlines()[-2:] == [
        "2. RGBY: 2 black, 1 white. 8 guesses left.",
        "You left after 2 guesses. keypeg play --resume goes on with the game.",
    ]
    ended = keypeg("play", "--resume", "--json", typed="rbyy\n").stdout.splitlines()[-1]
    assert json.loads(ended)["guesses_used"] == 3
    run = keypeg("play", "--resume", typed="")
    assert (run.returncode, run.stderr.startswith("keypeg: no game of keypeg play was left")) == (2, True)
    assert keypeg("play", "--resume", "--new", typed="").returncode == 2


class TestOnATerminal:
    @pytest.mark.parametrize(
        ("form", "number"), [([], signal.SIGHUP), (["--plain"], signal.SIGTERM), ([], signal.SIGKILL)]
    )
    def test_whatever_ends_the_program(self, spawn: Any, form: list[str], number: int) -> None:
        child = spawn("play", *form)
        child.expect("guess 1 of 10> ")
        child.sendline("rrgg")
        child.expect("guess 2 of 10> ")
        child.kill(number)
        child.expect(pexpect.EOF)
        child.wait()
        [line] = left()
        assert "1122=" in line

    def test_offered_once_it_is_not_played_elsewhere(self, spawn: Any) -> None:
        first = spawn("solve", "--strategy", "first")
        first.expect("blacks and whites> ")
        first.sendline("2b0w")
        first.expect("blacks and whites> ")
        second = spawn("solve")
        second.expect("blacks and whites> ")
        second.sendeof()
        assert finish(second) == 1
        first.sendeof()
        assert finish(first) == 1
        third = spawn("solve", "--plain")
        third.expect_exact("You left this game of p4c6 after 1 guess.")
        third.expect_exact("[Y/n] ")
        third.sendline("")
        third.expect_exact("Guess 2: RRGG.")

    @pytest.mark.parametrize("words", [["--new"], ["p5c8"]])
    def test_who_names_a_game_is_not_asked_and_loses_nothing(self, spawn: Any, words: list[str]) -> None:
        played("rrgg", stays=True)
        child = spawn("play", *words)
        child.expect("guess 1 of 10> ")
        child.sendline("q")
        assert finish(child) == 1
        assert len(left()) == 1

    def test_resume_goes_on_without_a_question(self, spawn: Any) -> None:
        played("rrgg", stays=True)
        child = spawn("play", "--resume")
        child.expect("guess 2 of 10> ")
        child.sendline("rbyy")
        child.expect("You broke the code in 2 of 10")


class TestSavingAtOnce:
    """Programs that save to one file in the same moment: one does, and all others are told."""

    PROGRAMS = 8

    def save_all(self, path: Path, *, own: bool) -> list[str]:
        """Let each program save a game of its own; return what became of each."""
        together = threading.Barrier(self.PROGRAMS)

        def save(number: int) -> str:
            session = BreakSession(P4C6, Fixed(Code("1234")))
            keeper = Keeper("play", is_persons=False)
            if own:
                resumed = Start(resume=str(path)).resumed("play", BreakSession)
                assert resumed is not None
                keeper.resume(resumed)
            session.guess(f"111{number % 6 + 1}")
            together.wait()
            try:
                keeper.save(session, path)
            except NotAllowed as error:
                return error.kind
            return str(session)

        with ThreadPoolExecutor(self.PROGRAMS) as threads:
            return list(threads.map(save, range(self.PROGRAMS)))

    @pytest.mark.parametrize(("own", "kind"), [(True, "file-changed"), (False, "file-other-game")])
    def test_only_one_is_saved(self, tmp_path: Path, *, own: bool, kind: str) -> None:
        for number in range(10):
            path = tmp_path / f"{number}.game"
            if own:
                store.save_session(path, str(BreakSession(P4C6, Fixed(Code("1234")))))
            became = self.save_all(path, own=own)
            assert became.count(kind) == self.PROGRAMS - 1
            assert [line for line in became if line != kind] == [store.load_session(path)]
        assert [each.suffix for each in tmp_path.iterdir() if each.is_file()] == [".game"] * 10  # and nothing else
