import re
from pathlib import Path
from typing import Any

import pytest

from keypeg import store
from keypeg.game import Adversary, Fixed, drawn_code
from keypeg.palette import BOARD, BULLS, CLASSIC
from keypeg.rules import Code, Variant
from keypeg.session import BreakSession, SolveSession
from keypeg.terminal import Board, Reply
from keypeg.terminal_play import PlayOptions, PlayTable
from keypeg.terminal_resume import Start
from keypeg.terminal_solve import SolveOptions, SolveTable
from typist import P4C6, Script, finish, played, solved


class TestTable:
    def test_end_of_input_and_quit_leave_with_a_word(self) -> None:
        for lines in (["rrgg"], ["rrgg", "quit"], ["rrgg", "exit"]):
            code, view, _ = played(*lines)
            assert (code, view.said[-1]) == (1, "You left after 1 guess.")

    def test_ctrl_c(self) -> None:
        code, view, _ = played("^C")
        assert (code, view.said[-1]) == (130, "Goodbye.")

    def test_a_mistyped_command(self) -> None:
        _, view, _ = played("hlep")
        assert view.said[1].endswith("Did you mean help?")

    def test_a_color_is_no_mistyped_command(self) -> None:
        _, view, _ = played("RED RED GREEN", "red", "rdo")
        assert view.said[1] == "A code has 4 pegs, 'RED RED GREEN' has 3."
        assert "Did you mean" not in view.said[2]
        assert view.said[3].endswith("Did you mean redo?")

    @pytest.mark.parametrize("table", [PlayTable, SolveTable])
    def test_every_command_is_in_the_table(self, table: type[PlayTable | SolveTable]) -> None:
        """A method that no command names would never be called, and one of the table must be the table's own."""
        methods = {name: getattr(table, name) for name in dir(table) if name.startswith("do_")}
        assert {command.act for command in table.commands.values()} == set(methods.values())
        assert all(name == name.lower() for name in table.commands)

    def test_new_game_of_another_size(self) -> None:
        _, view, table = played("rrgg", "new p5c8n", seed=4)
        assert (table.game.variant, table.game.turns) == (Variant(5, 8, repeats=False), ())
        assert "no color repeats" in view.said[2]

    def test_another_variant_brings_its_palette_unless_one_was_chosen(self) -> None:
        assert played("new bulls")[2].look.palette == BULLS
        assert played("set variant bulls", "new p5c8")[2].look.palette == CLASSIC
        assert played("new bulls", palette=BOARD)[2].look.palette == BOARD
        assert solved("1b0w", "set variant bulls", "new")[2].look.palette == BULLS

    def test_a_board_says_too_if_it_takes_luck(self) -> None:
        class Shown(Script):
            def show(self, board: Board, reply: Reply) -> None:
                super().show(board, Reply(reply.text))

        view = Shown()
        PlayTable(PlayOptions(P4C6, guesses=3), view).run()
        assert "It takes luck" in view.said[0]

    def test_new_games_by_seed_differ_and_repeat(self) -> None:
        def secrets() -> list[str]:
            _, view, _ = played("give up", "y", "give up", "n", stays=True, secret=None, seed=4)
            return re.findall(r"The code was (\w+)", view.text)[:3:2]

        first, second = secrets()
        assert first != second
        assert secrets() == [first, second]

    def test_saving_overwrites_no_other_game(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        _, view, one = played("rrgg", "save", "oopp", "save")
        assert store.load_session(Path("keypeg.game")) == str(one.game)
        _, view, _ = played("rgby", "save", "save keypeg.game")
        assert view.said[2].startswith("Saved to keypeg-2.game.")
        assert view.said[3] == "'keypeg.game' is another game: choose another name."
        assert store.load_session(Path("keypeg.game")) == str(one.game)
        _, view, _ = played("rgby", "save keypeg.game", "", stays=True)
        assert view.prompts[2] == "'keypeg.game' is another game. Overwrite it? [y/N] "
        assert view.said[3] == "Not saved."
        assert store.load_session(Path("keypeg.game")) == str(one.game)
        _, view, three = played("rgby", "save keypeg.game", "perhaps", "y", stays=True)
        assert (view.said[3], store.load_session(Path("keypeg.game"))) == ("Type y or n.", str(three.game))

    def test_saving_overwrites_nothing_that_another_program_saved(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        file = Path("f.game")
        played("rrgg", "save f.game")
        mine, other, asked = (Start("f.game").resumed("play", BreakSession) for _ in range(3))
        for game, line in ((other, "rgby"), (mine, "oopp")):
            view = Script(line, "save", "save")
            table = PlayTable(PlayOptions(P4C6), view)
            assert game is not None
            table.resume(game)
            table.run()
        assert view.said[2].startswith("'f.game' was changed elsewhere since this game was read or saved")
        assert "1234=2b1w" in store.load_session(file)
        assert asked is not None
        view = Script("oopp", "save", "", "save", "y", "save", stays=True)
        table = PlayTable(PlayOptions(P4C6), view)
        table.resume(asked)
        table.run()
        assert view.prompts[2] == "'f.game' was changed elsewhere. Overwrite it? [y/N] "
        assert [view.said[3], view.said[6][:16]] == ["Not saved.", "Saved to f.game."]
        assert store.load_session(file) == str(table.game)

    @pytest.mark.parametrize("word", ["new", "restart", "new p5c8"])
    def test_a_game_in_the_middle_is_not_dropped_without_a_question(self, word: str) -> None:
        for game in (played, solved):
            line = "rrgg" if game is played else "1b0w"
            _, view, table = game(line, word, "", word, "n", stays=True)
            assert view.prompts[2] == "This drops the game after 1 guess. Go ahead? [y/N] "
            assert view.said[3].startswith("The game goes on.")
            assert len(table.game.turns) == 1
            assert not game(line, word, "y", stays=True)[2].game.turns
            assert not game(line, word)[2].game.turns
        assert "out of reach" in played("rrgg", "new p200c6", stays=True)[1].said[2]

    def test_a_new_game_has_no_file_yet(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        for word in ("new", "restart"):
            played("rrgg", f"save {word}", word, "oopp", "save")
            assert len(list(tmp_path.glob("keypeg*.game"))) == (1 if word == "new" else 2)

    def test_rules_of_a_running_game_stay(self) -> None:
        _, view, table = played("rrgg", "set guesses 3", "set codemaker adversary")
        assert view.said[2] == "Set for the next game: type new to begin it."
        assert table.game.guesses == 10
        table.do_new("")
        assert table.game.guesses == 3
        assert isinstance(table.game.codemaker, Adversary)

    @pytest.mark.parametrize(
        "line", ["set", "set speed 3", "set hard maybe", "set variant x", "set guesses -1", "new x"]
    )
    def test_bad_settings(self, line: str) -> None:
        code, view, table = played(line)
        assert code == 1
        assert len(view.said) == 3
        assert table.game.guesses == 10

    @pytest.mark.parametrize("line", ["new p200c6", "set variant p200c6"])
    @pytest.mark.parametrize("before", [[], ["rrgg"]])
    def test_a_game_out_of_reach_spoils_none_after_it(self, before: list[str], line: str) -> None:
        for game in (played, solved):
            _, view, table = game(*before, line, "new", "settings")
            assert "out of reach" in view.said[len(before) + 1]
            assert view.said[len(before) + 2].startswith("A new game.")
            assert table.game.variant == P4C6

    def test_all_turns(self) -> None:
        _, view, _ = played("turns", "rrgg", "rbyo", "turns")
        assert view.said[1] == "There are no turns yet."
        assert view.said[4] == "1. RRGG: 1 black, 0 white\n2. RBYO: 3 black, 0 white"

    def test_names_of_settings_in_capitals(self) -> None:
        assert played("set HARD on")[2].game.hard
        assert solved("set Secret rbyy")[2].game.secret is not None

    @pytest.mark.parametrize("name", ["a" * 300, "a\0b", "no/such/folder/game"])
    def test_a_game_that_cannot_be_saved_goes_on(self, name: str) -> None:
        code, view, _ = played("rrgg", f"save {name}", "1344")
        assert view.said[2].startswith("Can't save to ")
        assert code == 0

    def test_few_candidates_are_listed(self) -> None:
        _, view, _ = played("1345", "1346", "candidates")
        assert re.fullmatch(r"\d+ codes are possible:( [RGBYOP]{4})+", view.said[3])
        assert "RBYY" in view.said[3]


class TestOnATerminal:
    def test_ctrl_c(self, spawn: Any) -> None:
        child = spawn("play", "--secret", "1344")
        child.expect("guess 1 of 10> ")
        child.sendline("rrgg")
        child.expect("guess 2 of 10> ")
        child.sendintr()
        child.expect_exact("\x1b[?1049l")
        child.expect("You left after 1 guess")
        assert "Traceback" not in child.before
        assert finish(child) == 130

    def test_ctrl_d(self, spawn: Any) -> None:
        child = spawn("play")
        child.expect("guess 1 of 10> ")
        child.sendeof()
        child.expect("Goodbye")
        assert finish(child) == 1


@pytest.mark.parametrize("word", ["restart", "new p5c8", "NEW"])
def test_another_game_begins_by_any_word_for_it(word: str) -> None:
    _, view, table = solved("4b0w", word, stays=True)
    assert table.games == (1 if word == "restart" else 2)
    assert not table.game.turns
    assert view.prompts[1].startswith("another game?")


def test_every_command_works_after_the_game_without_leaving() -> None:
    code, view, _ = solved("4b0w", "help", "settings", "nonsense", "candidates", "n", stays=True)
    assert [prompt.startswith("another game?") for prompt in view.prompts] == [False, *[True] * 5]
    assert code == 0


def test_share_waits_for_the_end() -> None:
    _, view, _ = played("share", "rbyy", "share", "n", stays=True)
    assert "once the game is over" in view.said[1]
    assert "p4c6" in view.said[3]


class TestHistory:
    """A person's finished games are left where the server finds them."""

    @pytest.fixture(autouse=True)
    def _own_folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("KEYPEG_DATA", str(tmp_path))

    @staticmethod
    def lines() -> list[str]:
        return [line for _, line, _ in store.recorded_games()]

    def test_each_finished_game_once(self) -> None:
        first = ("1344", "rrgg", "1344", "share", "review", "y")
        more = ("1344", "rrgg", "give up", "y", "1344", "oopp")
        _, _, table = played(*first, *more, stays=True, codemaker="person", secret=None)
        won, given_up = sorted(self.lines(), key=lambda line: "given-up" in line)
        assert won == f"p4c6 guesses=10 codemaker={Fixed(Code('1344'))} 1122=1b0w 1344=4b0w"
        assert " given-up 1122=" in given_up
        assert len(table.game.turns) == 1
        assert not table.game.is_over

    @pytest.mark.parametrize(
        ("lines", "options"),
        [
            (["rbyy", "restart", "rbyy", "n"], {}),
            (["set show-secret on", "set show-secret off", "rbyy", "n"], {"secret": None, "seed": 5}),
            (["rrgg", "give up", "n"], {"secret": None, "seed": 5, "show_secret": True}),
        ],
    )
    def test_games_whose_code_the_player_knew_are_left_out(self, lines: list[str], options: dict[str, Any]) -> None:
        _, _, table = played(*lines, stays=True, **options)
        assert self.lines() == []
        assert not BreakSession.parse(str(table.game)).counts

    def test_a_restart_with_the_same_code_is_left_out_once_something_is_known_of_it(self) -> None:
        options: dict[str, Any] = {"stays": True, "secret": None, "seed": 5}
        code = drawn_code(P4C6, 5)
        played("give up", "restart", str(code), "n", **options)
        played("rrgg", "restart", "y", str(code), "n", **options)
        played("rrgg", "undo", "restart", str(code), "n", **options)
        assert self.lines() == []
        played("restart", str(code), "restart", str(code), "y", "rrgg", "give up", "n", **options)
        assert len(self.lines()) == 2
        played("set show-secret on", "rrgg", "give up", "n", stays=True, secret=None, codemaker="adversary")
        assert len(self.lines()) == 3
        played("rrgg", "give up", "set show-secret on", "n", stays=True, secret=None)
        assert len(self.lines()) == 4

    def test_a_saved_game_counts_once_however_often_it_is_finished(self, tmp_path: Path) -> None:
        path = tmp_path / "f.game"
        played("1344", "rrgg", f"save {path}", "oopp", "rbyy", "n", stays=True, codemaker="person", secret=None)
        for last in ("rgby", "rbyy"):
            game = Start(str(path)).resumed("play", BreakSession)
            assert game is not None
            table = PlayTable(PlayOptions(P4C6), Script("save", last, "rbyy", "n", stays=True))
            table.resume(game)
            table.run()
        [line] = self.lines()
        assert line.endswith(" 1122=1b0w 1344=4b0w")
        solved("2b0w", f"save {tmp_path / 's'}", "4b0w", "n", stays=True)
        again = Start(str(tmp_path / "s")).resumed("solve", SolveSession)
        assert again is not None
        solving = SolveTable(SolveOptions(P4C6), Script("4b0w", "n", stays=True))
        solving.resume(again)
        solving.run()
        assert len(self.lines()) == 2

    def test_what_was_taken_back_is_not_the_end(self) -> None:
        solved("4b0w", "undo", "2b0w", "4b0w", "n", stays=True)
        [line] = self.lines()
        assert line.endswith("1111=2b0w 1122=4b0w")

    def test_games_of_scripts_and_games_without_a_guess_are_left_out(self) -> None:
        played("1344")
        solved("4b0w")
        played("give up", "n", stays=True)
        played("rrgg", "^C", stays=True)
        assert self.lines() == []

    def test_a_game_that_was_over_when_it_was_resumed_is_left_out(self) -> None:
        session = BreakSession.parse(f"p4c6 guesses=10 codemaker={Fixed(Code('1344'))} 1344=4b0w")
        PlayTable(PlayOptions(P4C6), Script("n", stays=True), session).run()
        assert self.lines() == []

    def test_also_where_the_program_is_ended(self) -> None:
        class Ended(Script):
            def ask(self, prompt: str, *, hidden: bool = False) -> str:
                if prompt.startswith("another game"):
                    raise SystemExit(129)
                return super().ask(prompt, hidden=hidden)

        with pytest.raises(SystemExit):
            PlayTable(PlayOptions(P4C6, codemaker="person"), Ended("1344", "1344", stays=True)).run()
        assert len(self.lines()) == 1
