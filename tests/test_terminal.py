import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest

from keypeg.game import Adversary, Fixed, Random
from keypeg.render import Look
from keypeg.rules import BOARD, Code, Feedback, Turn, Variant, score
from keypeg.session import BreakSession
from keypeg.terminal import Board, PlayOptions, PlayTable, Reply, SolveOptions, SolveTable, board_lines, rules_page

P4C6 = Variant(4, 6)
ANSI = re.compile(r"\x1b\[[0-9;]*m")


class Script:
    """A view that types given lines, and remembers what was said."""

    def __init__(self, *lines: str, stays: bool = False) -> None:
        self.stays = stays
        self.lines = iter(lines)
        self.said: list[str] = []
        self.boards: list[Board] = []
        self.prompts: list[str] = []

    def show(self, board: Board, reply: Reply) -> None:
        self.boards.append(board)
        self.said.append(reply.spoken)

    def ask(self, prompt: str, *, hidden: bool = False) -> str:
        self.prompts.append(f"hidden: {prompt}" if hidden else prompt)
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        if line == "^C":
            raise KeyboardInterrupt
        return line

    def close(self, board: Board | None, text: str) -> None:  # noqa: ARG002
        self.said.append(text)

    @property
    def text(self) -> str:
        return "\n".join(self.said)


def played(*lines: str, stays: bool = False, **options: Any) -> tuple[int, Script, PlayTable]:
    view = Script(*lines, stays=stays)
    chosen: dict[str, Any] = {"variant": P4C6, "secret": Code("1344")} | options
    table = PlayTable(PlayOptions(**chosen), view)
    return table.run(), view, table


class TestPlay:
    def test_won(self) -> None:
        code, view, _ = played("rrgg", "1 3 4 4")
        assert code == 0
        assert "1. RRGG: 1 black, 0 white. 9 guesses left." in view.said
        assert "You broke the code in 2 of 10: RBYY (red-blue-yellow-yellow)." in view.text
        assert "Keypeg p4c6: solved in 2 of 10 guesses. 1: 1 black, 0 white; 2: 4 black, 0 white." in view.text

    def test_lost_and_the_secret_is_shown(self) -> None:
        code, view, _ = played("rrgg", "rrgg", guesses=2)
        assert code == 1
        assert "You are out of guesses. The code was RBYY" in view.text
        assert all(board.secret is None for board in view.boards[:-1])
        assert view.boards[-1].secret == Code("1344")

    def test_given_up(self) -> None:
        code, view, _ = played("give up")
        assert code == 1
        assert "You gave up. The code was RBYY" in view.text

    def test_end_of_input_and_quit_leave_with_a_word(self) -> None:
        for lines in (["rrgg"], ["rrgg", "quit"], ["rrgg", "exit"]):
            code, view, _ = played(*lines)
            assert (code, view.said[-1]) == (1, "You left after 1 guess.")

    def test_ctrl_c(self) -> None:
        code, view, _ = played("^C")
        assert (code, view.said[-1]) == (130, "Goodbye.")

    def test_bad_input_costs_no_turn(self) -> None:
        _, view, table = played("foo", "rgbx", "11111", "")
        assert table.game.turns == ()
        assert "A code has 4 pegs, 'foo' has 3." in view.said
        assert any("'x' is not a color of p4c6" in said for said in view.said)

    def test_a_mistyped_command(self) -> None:
        _, view, _ = played("hlep")
        assert view.said[1].endswith("Did you mean help?")

    @pytest.mark.parametrize(
        "guess", ["rbyy", "RBYY", "1344", "red blue yellow yellow", "red-blue-yellow-yellow", "1,3,4,4"]
    )
    def test_forms_of_a_guess(self, guess: str) -> None:
        assert played(guess)[0] == 0

    def test_undo_and_redo(self) -> None:
        _, view, table = played("rrgg", "undo", "redo", "undo")
        assert table.game.turns == ()
        assert view.said[2:5] == ["Took back RRGG.", "RRGG again: 1 black, 0 white.", "Took back RRGG."]
        assert view.prompts[-1] == "guess 1 of 10> "

    def test_hints(self) -> None:
        _, view, table = played("rrgg", "hint", "hint", "hint", "hint oopp", "candidates")
        assert view.said[2].startswith("256 codes still fit.")
        assert view.said[4].startswith("Try ")
        assert view.said[5].startswith("OOPP can't be right: ")
        assert view.said[6].startswith("256 codes fit, from ")
        assert table.game.hints == 4

    def test_few_candidates_are_listed(self) -> None:
        _, view, _ = played("1345", "1346", "candidates")
        assert re.fullmatch(r"\d+ codes fit:( [RGBYOP]{4})+", view.said[3])
        assert "RBYY" in view.said[3]

    def test_a_repeated_guess_is_noticed(self) -> None:
        _, view, _ = played("rrgg", "rrgg")
        assert view.said[2].endswith("You had guessed that in turn 1 already.")

    def test_hard(self) -> None:
        _, view, table = played("rrgg", "oopp", hard=True)
        assert view.said[2].startswith("Hard mode: OOPP can't be right: if it were the secret, turn 1 (RRGG)")
        assert len(table.game.turns) == 1

    def test_help_names_every_command(self) -> None:
        _, view, table = played("help", "?")
        for name in ("rules", "settings", "hint", "undo", "redo", "candidates", "give up", "save", "new", "quit"):
            assert re.search(rf"^  {name} ", view.said[1], re.MULTILINE), name
        assert view.said[2] == view.said[1]
        assert "Type a guess: RGBY or 1234 or red green blue yellow." in view.said[1]
        for name in table.commands:
            if name != "hint CODE":
                assert callable(table._command(name))

    def test_guesses_that_spell_a_command(self) -> None:
        _, view, table = played("help", "h e l p", variant=Variant(4, 30), secret=None)
        assert "A guess that spells a command: put spaces between its pegs." in view.said[1]
        assert str(table.game.turns[0].guess) == "help"

    def test_save_and_go_on(self, tmp_path: Path) -> None:
        path = tmp_path / "game one"
        _, view, table = played("rrgg", f"save {path}")
        assert view.said[2].endswith(f"keypeg play --resume '{path}'")
        text = path.read_text()
        assert text.endswith(f"{table.game}\n")
        view = Script("1344")
        session = BreakSession.parse(str(table.game))
        assert PlayTable(PlayOptions(P4C6), view, session).run() == 0
        assert "1. RRGG: 1 black, 0 white" in view.said[0]
        assert "in 2 of 10" in view.text

    def test_new_game_of_another_size(self) -> None:
        _, view, table = played("rrgg", "new p5c8n", seed=4)
        assert (table.game.variant, table.game.turns) == (Variant(5, 8, repeats=False), ())
        assert "no color repeats" in view.said[2]

    def test_new_games_by_seed_differ_and_repeat(self) -> None:
        def secrets() -> list[str]:
            _, view, _ = played("give up", "y", "give up", "n", stays=True, secret=None, seed=4)
            return re.findall(r"The code was (\w+)", view.text)[:3:2]

        first, second = secrets()
        assert first != second
        assert secrets() == [first, second]

    def test_another_game_is_offered_to_a_person_only(self) -> None:
        assert played("1344")[1].prompts == ["guess 1 of 10> "]
        code, view, _ = played("1344", "share", "n", stays=True)
        assert code == 0
        assert "⚫⚫⚫⚫" in view.text

    def test_settings(self) -> None:
        _, view, table = played("settings", "set palette board", "set show-secret on", "set guesses 3", "set hard on")
        assert re.search(r"guesses +10", view.said[1])
        assert table.game.look.palette == BOARD
        assert (table.game.guesses, table.game.hard, table.game.show_secret) == (3, True, True)

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

    def test_a_person_types_the_secret_unseen(self) -> None:
        code, view, table = played("17", "rbyy", "rgby", "rbyy", codemaker="person", secret=None, stays=True)
        assert view.prompts[0].startswith("hidden: codemaker, type the secret, 4 pegs of R G B Y O P")
        assert view.prompts[1].startswith("hidden: a code has 4 pegs, '17' has 2")
        assert table.game.codemaker == Fixed(Code("1344"))
        assert "RBYY" not in view.said[0]
        assert code == 1  # left at "another game?" after input ended
        assert "in 2 of 10" in view.text

    def test_adversary(self) -> None:
        _, _, table = played("rrgg", codemaker="adversary", secret=None)
        assert table.game.turns[0].feedback == Adversary().answer(
            BreakSession(P4C6, Adversary()).position, Code("1122")
        )

    def test_seed_is_told_at_the_end(self) -> None:
        _, view, table = played("give up", secret=None)
        maker = table.game.codemaker
        assert isinstance(maker, Random)
        assert f"keypeg play p4c6 --seed {maker.seed}" in view.text
        assert "--seed" not in view.said[0]

    def test_show_secret(self) -> None:
        _, view, _ = played(show_secret=True)
        assert "The secret is RBYY." in view.said[0]


def solved(*lines: str, stays: bool = False, **options: Any) -> tuple[int, Script, SolveTable]:
    view = Script(*lines, stays=stays)
    chosen: dict[str, Any] = {"variant": P4C6, "strategy": "first"} | options
    table = SolveTable(SolveOptions(**chosen), view)
    return table.run(), view, table


class TestSolve:
    def test_the_console_game_of_the_requirements(self) -> None:
        """Secret [1,3,1,4], answers as lists of two numbers."""
        code, view, table = solved("[2,0]", "[1,1]", "[3,0]", "[4,0]")
        assert code == 0
        assert [str(turn.guess) for turn in table.game.turns] == ["1111", "1122", "1313", "1314"]
        assert view.said[-2].endswith("I broke your code in 4 of 10: RBRY.")

    def test_guesses_are_said(self) -> None:
        _, view, _ = solved("2b0w")
        assert view.said[0].endswith("Guess 1: RRRR.")
        assert view.said[1] == "1. RRRR: 2 black, 0 white.\nGuess 2: RRGG."

    def test_impossible_answers_are_refused_with_the_reason(self) -> None:
        _, view, table = solved("3b1w", "3b2w", "maybe", "")
        assert view.said[1] == "3b1w can't be: if all other pegs are right, the last one has no other place to be."
        assert view.said[2] == "3b2w is 5 key pegs, a code has only 4 pegs."
        assert "'maybe' is not a feedback" in view.said[3]
        assert view.said[4].endswith("or - for no key peg.")
        assert table.game.turns == ()

    def test_a_slip_is_named_and_fixed_in_place(self) -> None:
        """Secret RBRY; the second answer is wrong."""
        code, view, table = solved("2b0w", "0b2w", "2b1w", "fix 2 1b1w", "undo", "redo", "4b0w")
        said = view.said[3]
        assert said.startswith("3. BBRR: 2 black, 1 white.\nNo code fits all your answers. If one is a slip:\n")
        assert "turn 2 (RRGG): 0b2w could have been 1b1w (12 codes left) or 2b1w (4 codes left)" in said
        assert (view.boards[3].marked, view.boards[3].pending) == (frozenset({0, 1, 2}), None)
        assert view.prompts[3] == "correction> "
        assert view.said[4] == "Turn 2 is now RRGG: 1 black, 1 white.\nGuess 4: RBRY."
        assert "No code fits" in view.said[5]
        assert table.game.turns[1] == Turn(Code("1122"), Feedback(1, 1))
        assert (code, view.said[-2].endswith("I broke your code in 4 of 10: RBRY.")) == (0, True)

    def test_answers_wait_for_the_correction(self) -> None:
        _, view, _ = solved("0b0w", "0b0w", "1b1w", variant=Variant(2, 2))
        assert view.said[3] == "The answers contradict each other: correct one or undo first."

    @pytest.mark.parametrize("line", ["fix", "fix 1", "fix x 1b1w", "fix 9 1b1w", "fix 1 5b5w"])
    def test_bad_corrections(self, line: str) -> None:
        _, view, table = solved("2b0w", line)
        assert len(table.game.turns) == 1
        assert table.game.turns[0].feedback == Feedback(2, 0)
        assert view.said[2].endswith(".")

    def test_guess_limit(self) -> None:
        code, view, _ = solved("0b0w", "0b0w", guesses=2)
        assert code == 1
        assert "I am out of guesses" in view.said[-2]

    def test_a_secret_told_at_the_end_shows_the_wrong_answer(self) -> None:
        _, view, _ = solved("0b0w", "0b0w", "secret rbyy", "n", guesses=2, stays=True)
        assert "Turn 1: you answered 0b0w to RRRR, it should have been 1b0w." in view.text

    def test_a_known_secret_points_out_wrong_answers_and_fills_in(self) -> None:
        code, view, table = solved("2b0w", "", "auto", secret=Code("1344"), show_secret=True)
        assert view.said[0].endswith("Guess 1: RRRR. Your code: RBYY.")
        assert view.said[1] == "2b0w is not the answer of your secret: RRRR gets 1b0w."
        assert view.said[2].startswith("1. RRRR: 1 black, 0 white.")
        assert (code, table.game.turns[-1].guess) == (0, Code("1344"))
        assert view.boards[0].secret == Code("1344")

    def test_a_secret_stays_hidden_unless_shown(self) -> None:
        _, view, _ = solved(secret=Code("1344"))
        assert "Your code is hidden." in view.said[0]
        assert view.boards[0].secret is None

    def test_secret_while_playing(self) -> None:
        _, view, table = solved("secret", "secret rbyy", "secret none", "secret random", "secret xx")
        assert view.said[1].startswith("No secret is set")
        assert view.said[2].startswith("The secret is set")
        assert table.game.secret is not None

    def test_undo_redo_and_candidates(self) -> None:
        _, view, table = solved("2b0w", "candidates", "undo", "redo", "undo")
        assert view.said[2] == "150 codes fit, from RRGG on."
        assert table.game.turns == ()
        assert view.said[-2].endswith("Guess 1: RRRR.")

    def test_restart_without_leaving(self) -> None:
        for word in ("new", "restart"):
            _, view, table = solved("2b0w", word)
            assert table.game.turns == ()
            assert view.said[2].startswith("A new game.")
        code, _, table = solved("4b0w", "y", "4b0w", "n", stays=True)
        assert (code, len(table.game.turns)) == (0, 1)

    def test_a_random_secret_is_new_each_game_and_seeded(self) -> None:
        _, _, one = solved("new", random_secret=True, seed=1)
        _, _, two = solved(random_secret=True, seed=2)
        assert one.game.secret == two.game.secret

    def test_settings(self) -> None:
        _, view, table = solved(
            "settings", "set strategy knuth", "set guesses 5", "set palette board", "set show-secret on"
        )
        assert re.search(r"strategy +first", view.said[1])
        assert (table.game.strategy, table.game.guesses, table.game.show_secret) == ("knuth", 5, True)
        assert table.game.look.palette == BOARD
        _, view, table = solved("2b0w", "set variant p5c8", "set strategy best", "set speed 1")
        assert view.said[2] == "Set for the next game: type new to begin it."
        assert "'best' is not a strategy" in view.said[3]
        assert "'speed' is not a setting" in view.said[4]

    def test_help_names_every_command(self) -> None:
        _, view, table = solved("help")
        for name in ("rules", "settings", "fix", "undo", "redo", "candidates", "secret", "save", "new", "quit"):
            assert re.search(rf"^  {name} ", view.said[1], re.MULTILINE), name
        for name in table.commands:
            assert callable(table._command(name))

    def test_leaving(self) -> None:
        assert solved("2b0w")[1].said[-1] == "You left after 1 guess."
        code, view, _ = solved("^C")
        assert (code, view.said[-1]) == (130, "Goodbye.")

    def test_a_won_game_can_be_taken_back(self) -> None:
        _, view, table = solved("4b0w", "undo", "2b0w", stays=True)
        assert len(table.game.turns) == 1
        assert view.prompts[1] == "another game? y, n, or undo: "


def test_rules_explain_white_pegs_with_repeats() -> None:
    page = rules_page(Look(P4C6))
    assert "secret RRBB  guess RRRB  ●●●·  3 black, 0 white" in page
    assert "secret RGBY  guess RRRR  ●···  1 black, 0 white" in page
    assert "1,296 such codes" in page
    assert "no color comes twice" in rules_page(Look(Variant(4, 10, repeats=False)))


class TestBoard:
    @staticmethod
    def lines(board: Board, width: int = 80, height: int = 24) -> list[str]:
        return [ANSI.sub("", line) for line in board_lines(board, width, height)]

    def board(self, text: str, turns: int, guesses: int | None = 10) -> Board:
        variant = Variant.parse(text)
        guess = Code([1 + peg % variant.colors for peg in range(variant.pegs)])
        return Board("title", Look(variant), (Turn(guess, Feedback(1, 0)),) * turns, guesses, None)

    def test_rows(self) -> None:
        lines = self.lines(self.board("p4c6", 2))
        assert "    2   R   G   B   Y   ●···  1b0w" in lines
        assert "    3   ·   ·   ·   · " in lines
        assert " code   ?   ?   ?   ? " in lines
        assert any("R  red   G  green" in line for line in lines)

    @pytest.mark.parametrize("text", ["p1c1", "p4c6", "p5c8", "p8c8", "p10c10", "p20c20", "p8c40"])
    @pytest.mark.parametrize("size", [(80, 24), (120, 40), (80, 12)])
    @pytest.mark.parametrize("turns", [0, 3, 10, 40])
    def test_fits_the_terminal(self, text: str, size: tuple[int, int], turns: int) -> None:
        width, height = size
        lines = self.lines(self.board(text, turns, None if turns > 10 else 10), width, height)
        assert max(map(len, lines)) <= width
        if height >= 24:
            assert len(lines) <= height
        if turns:
            assert any("1b0w" in line for line in lines)

    def test_early_turns_go_first(self) -> None:
        lines = self.lines(self.board("p4c6", 40, None))
        assert any("earlier turns" in line for line in lines)
        assert any(line.startswith("   40 ") for line in lines)
        assert not any(line.startswith("    1 ") for line in lines)

    def test_pegs_shrink_to_fit(self) -> None:
        assert "  1 2 3 4 5 6 7 8 9 a b c d e f g h i j k  ●·" in "\n".join(self.lines(self.board("p20c20", 1)))


COMMAND = "import sys; from keypeg.cli import main; sys.exit(main())"


@pytest.fixture
def spawn(tmp_path: Path) -> Iterator[Any]:
    children: list["pexpect.spawn[str]"] = []

    def start(*words: str, **environment: str) -> "pexpect.spawn[str]":
        inherited = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "LINES", "COLUMNS")}
        settings: Any = inherited | {"TERM": "xterm-256color", "COLORTERM": "truecolor"} | environment
        child = pexpect.spawn(
            sys.executable,
            ["-c", COMMAND, *words],
            encoding="utf-8",
            timeout=20,
            dimensions=(24, 80),
            cwd=str(tmp_path),
            env=settings,
        )
        children.append(child)
        return child

    yield start
    for child in children:
        child.close(force=True)


def finish(child: "pexpect.spawn[str]") -> int | None:
    child.expect(pexpect.EOF)
    child.close()
    status: int | None = child.exitstatus
    return status


class TestOnATerminal:
    def test_a_game_won(self, spawn: Any) -> None:
        child = spawn("play", "--secret", "1344")
        child.expect("guess 1 of 10> ")
        child.sendline("rrgg")
        child.expect("●···")
        child.expect("guess 2 of 10> ")
        child.sendline("rbyy")
        child.expect("You broke the code in 2 of 10")
        child.expect("another game")
        child.sendline("n")
        child.expect("⚫⚫⚫⚫")
        assert finish(child) == 0

    def test_pegs_are_colored_and_the_first_screen_is_left_alone(self, spawn: Any) -> None:
        child = spawn("play", "--secret", "1344")
        child.expect_exact("\x1b[?1049h")
        child.expect("guess 1 of 10> ")
        assert "48;2;215;38;61m R " in child.before
        child.sendline("quit")
        child.expect_exact("\x1b[?1049l")
        child.expect("Goodbye")
        assert finish(child) == 1

    def test_a_game_lost(self, spawn: Any) -> None:
        child = spawn("play", "--secret", "1344", "--guesses", "2")
        for number in (1, 2):
            child.expect(f"guess {number} of 2> ")
            child.sendline("oopp")
        child.expect("You are out of guesses. The code was RBYY")
        child.expect("another game")
        child.sendline("")
        assert finish(child) == 1

    def test_undo(self, spawn: Any) -> None:
        child = spawn("play", "--secret", "1344")
        child.expect("guess 1 of 10> ")
        child.sendline("rrgg")
        child.expect("guess 2 of 10> ")
        child.sendline("undo")
        child.expect("Took back RRGG")
        child.expect("guess 1 of 10> ")
        child.sendline("quit")
        assert finish(child) == 1

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

    def test_help_is_a_page_and_goes_back(self, spawn: Any) -> None:
        child = spawn("play")
        child.expect("guess 1 of 10> ")
        child.sendline("help")
        child.expect("take the last guess back")
        child.expect("Enter goes back")
        child.sendline("")
        child.expect("guess 1 of 10> ")

    def test_long_pages_are_turned(self, spawn: Any) -> None:
        child = spawn("play")
        child.expect("guess 1 of 10> ")
        child.setwinsize(12, 60)
        child.sendline("rules")
        child.expect("Enter goes on ")
        assert "The secret is a row of 4 pegs" in ANSI.sub("", child.before)
        child.sendline("")
        child.expect("Enter goes ")

    def test_leaving_plain_lines_begins_a_new_line(self, spawn: Any) -> None:
        child = spawn("play", "--plain")
        child.expect("guess 1 of 10> ")
        child.sendeof()
        child.expect("\r\nGoodbye")
        assert finish(child) == 1

    def test_a_person_types_unseen(self, spawn: Any) -> None:
        child = spawn("play", "--codemaker", "person")
        child.expect("type the secret")
        child.waitnoecho()
        child.sendline("rbyy")
        child.expect("guess 1 of 10> ")
        assert "rbyy" not in child.before
        child.sendline("1344")
        child.expect("You broke the code in 1 of 10")

    def test_plain_on_a_terminal(self, spawn: Any) -> None:
        child = spawn("play", "--plain", "--secret", "1344")
        child.expect("guess 1 of 10> ")
        assert "\x1b[" not in child.before
        child.sendline("rrgg")
        child.expect("1. RRGG: 1 black, 0 white. 9 guesses left.")

    def test_no_color(self, spawn: Any) -> None:
        child = spawn("play", "--secret", "1344", NO_COLOR="1", COLORTERM="")
        child.expect("guess 1 of 10> ")
        child.sendline("rrgg")
        child.expect("guess 2 of 10> ")
        assert " R " in child.before

    def test_solve_finds_a_wrong_answer_and_breaks_the_code(self, spawn: Any) -> None:
        """The player's code is RBYY; the answer to the second guess is wrong."""
        secret, slipped = Code("1344"), 0
        child = spawn("solve", "--strategy", "first")
        turns: list[Code] = []
        for _ in range(12):
            seen = child.expect(["blacks and whites> ", "correction> ", "another game"])
            shown = ANSI.sub("", child.before)
            if seen == 2:
                break
            if seen == 1:
                assert "No code fits all your answers" in shown
                right = score(secret, turns[1])
                assert re.search(rf"turn 2 \(\w+\): \w+ could have been [^:]*{right}", shown)
                child.sendline(f"fix 2 {right}")
                slipped += 1
                continue
            guess = re.findall(r"^ +\d+ +((?:[RGBYOP] +){4})\?", shown, re.MULTILINE)[-1]
            turns.append(P4C6.code(guess))
            right = score(secret, turns[-1])
            child.sendline("0b1w" if len(turns) == 2 else str(right))
        assert slipped == 1
        assert "I broke your code in" in shown
        assert turns[-1] == secret
        child.sendline("n")
        assert finish(child) == 0

    def test_solve_ctrl_c_and_ctrl_d(self, spawn: Any) -> None:
        child = spawn("solve")
        child.expect("blacks and whites> ")
        child.sendintr()
        child.expect("Goodbye")
        assert finish(child) == 130
        child = spawn("solve")
        child.expect("blacks and whites> ")
        child.sendeof()
        child.expect("Goodbye")
        assert finish(child) == 1

    def test_solve_a_secret_in_color(self, spawn: Any) -> None:
        child = spawn("solve", "--secret", "1344")
        child.expect("Broken in 4 guesses by entropy")
        assert "48;2;215;38;61m R " in child.before
        assert finish(child) == 0
