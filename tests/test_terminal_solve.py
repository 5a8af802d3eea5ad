import re
from collections.abc import Callable
from typing import Any

import pytest

from keypeg.game import drawn_code
from keypeg.palette import BOARD
from keypeg.rules import Code, Feedback, Turn, Variant, score
from keypeg.terminal_solve import SolveOptions, solve_secret
from typist import ANSI, P4C6, finish, solved


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
        assert "'maybe' is not feedback" in view.said[3]
        assert view.said[4].endswith("or - for no key peg.")
        assert table.game.turns == ()

    def test_a_slip_is_named_and_fixed_in_place(self) -> None:
        """Secret RBRY; the second answer is wrong."""
        code, view, table = solved("2b0w", "0b2w", "2b1w", "fix 2 1b1w", "undo", "redo", "4b0w")
        said = view.said[3]
        assert said.startswith(
            "3. BBRR: 2 black, 1 white.\nNo code is consistent with all your answers. If one is a slip:\n"
        )
        assert "turn 2 (RRGG): 0b2w could have been 1b1w (12 codes left) or 2b1w (4 codes left)" in said
        assert (view.boards[3].marked, view.boards[3].pending) == (frozenset({0, 1, 2}), None)
        assert view.prompts[3] == "correction> "
        assert view.said[4] == "Turn 2 is now RRGG: 1 black, 1 white.\nGuess 4: RBRY."
        assert "No code is consistent" in view.said[5]
        assert table.game.turns[1] == Turn(Code("1122"), Feedback(1, 1))
        assert (code, view.said[-2].endswith("I broke your code in 4 of 10: RBRY.")) == (0, True)

    def test_answers_wait_for_the_correction(self) -> None:
        _, view, _ = solved("0b0w", "0b0w", "1b1w", variant=Variant(2, 2))
        assert view.said[3] == "Your answers contradict each other: correct one or undo first."

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

    def test_a_game_given_up(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], find_none: Callable[[Code], None]
    ) -> None:
        find_none(Code("1" * 12))
        monkeypatch.setattr("keypeg.session_solve.LAST_TRIES", 5)
        options: dict[str, Any] = {
            "variant": Variant(12, 12),
            "secret": Code("123456789abc"),
            "guesses": None,
            "strategy": "entropy",
        }
        words = "I give up: in 30 guesses I found no consistent code in time."
        code, view, table = solved("auto", **options)
        assert (code, view.said[-2].splitlines()[-1]) == (1, f"{words} Your code was 123456789abc.")
        assert solve_secret(table.deal(SolveOptions(**options)), plain=True, as_json=False) == 1
        by = "Not broken in 6 guesses by entropy, 5 of them by sampling: there were too many codes to compare."
        assert capsys.readouterr().out.endswith(f"{by}\n{words}\n")

    def test_a_secret_told_at_the_end_shows_the_wrong_answer(self) -> None:
        _, view, _ = solved("0b0w", "0b0w", "secret rbyy", "n", guesses=2, stays=True)
        assert "Turn 1: you answered 0b0w to RRRR, it should have been 1b0w." in view.text

    def test_a_known_secret_points_out_wrong_answers_and_fills_in(self) -> None:
        code, view, table = solved("2b0w", "", "auto", secret=Code("1344"), show_secret=True)
        assert view.said[0].endswith("Guess 1: RRRR. Your code: RBYY.")
        assert view.said[1] == "2b0w is not right: with your secret, RRRR gets 1b0w."
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
        assert view.said[2] == "150 codes are possible, from RRGG on."
        assert table.game.turns == ()
        assert view.said[-2].endswith("Guess 1: RRRR.")

    def test_restart_without_leaving(self) -> None:
        for word, says in (("new", "A new game."), ("restart", "From the beginning.\n")):
            _, view, table = solved("2b0w", word)
            assert table.game.turns == ()
            assert view.said[2].startswith(says)
        code, _, table = solved("4b0w", "y", "4b0w", "n", stays=True)
        assert (code, len(table.game.turns)) == (0, 1)

    def test_restart_lets_another_strategy_break_the_same_code(self) -> None:
        for options in ({"secret": Code("1344")}, {"random_secret": True}):
            _, view, table = solved("auto", "restart", "set strategy knuth", stays=True, **options)
            assert view.said[2].startswith("From the beginning, with the same code.")
            assert (table.game.strategy, table.game.turns) == ("knuth", ())
            assert table.game.secret is not None
        assert solved("secret rbyy", "1b0w", "restart")[2].game.secret == Code("1344")

    def test_settings_before_the_first_turn_keep_the_code(self) -> None:
        _, view, table = solved("set strategy knuth", "set guesses 5", secret=Code("1344"))
        assert (table.game.secret, table.game.strategy, table.game.guesses) == (Code("1344"), "knuth", 5)
        assert view.said[1].endswith("Guess 1: RRGG. Your code is hidden.")
        _, view, table = solved("set variant p5c8", secret=Code("1344"))
        assert table.game.secret is None
        assert view.said[1].startswith("From the beginning. The code that was set is no longer used.")
        _, _, table = solved("set variant p5c8", random_secret=True, seed=3)
        assert table.game.secret == drawn_code(Variant(5, 8), 3)

    def test_the_settings_page_shows_the_code_where_it_may_be_seen(self) -> None:
        _, view, _ = solved("settings", "set show-secret on", "settings", secret=Code("1344"))
        assert re.search(r"^  code +hidden$", view.said[1], re.MULTILINE)
        assert re.search(r"^  code +RBYY$", view.said[3], re.MULTILINE)
        assert re.search(r"^  code +none$", solved("settings")[1].said[1], re.MULTILINE)

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
        assert set(table.named.split("  ")) <= set(table.commands)

    def test_leaving(self) -> None:
        assert solved("2b0w")[1].said[-1] == "You left after 1 guess."
        code, view, _ = solved("^C")
        assert (code, view.said[-1]) == (130, "Goodbye.")

    def test_a_won_game_can_be_taken_back(self) -> None:
        _, view, table = solved("4b0w", "undo", "2b0w", stays=True)
        assert len(table.game.turns) == 1
        assert view.prompts[1] == "another game? [y/N] "


class TestOnATerminal:
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
                assert "No code is consistent with all your answers" in shown
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
        child.expect("Broken in 5 guesses by optimal")
        assert "48;2;215;38;61m R " in child.before
        assert finish(child) == 0
