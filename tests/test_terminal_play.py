import re
from pathlib import Path
from typing import Any

import pytest

from keypeg.game import Adversary, Drawn, Fixed
from keypeg.palette import BOARD
from keypeg.rules import Code, Variant
from keypeg.session import BreakSession
from keypeg.terminal_play import PlayOptions, PlayTable
from typist import P4C6, Script, finish, played


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

    def test_bad_input_costs_no_turn(self) -> None:
        _, view, table = played("foo", "rgbx", "11111", "")
        assert table.game.turns == ()
        assert "A code has 4 pegs, 'foo' has 3." in view.said
        assert any("'x' is not a color of p4c6" in said for said in view.said)

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
        assert view.said[3].endswith(" Another hint suggests a guess.")
        assert view.said[2].startswith("256 codes are still possible.")
        assert view.said[4].startswith("Try ")
        assert view.said[5].startswith("OOPP can't be right: ")
        assert view.said[6].startswith("256 codes are possible, from ")
        assert table.game.hints == 4

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
        assert re.search(r"^  hint CODE +can this guess be right", view.said[1], re.MULTILINE)
        assert set(table.named.split("  ")) <= set(table.commands)

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

    def test_settings_before_the_first_turn_keep_the_code(self) -> None:
        for given in ({"secret": Code("1344")}, {"secret": None, "seed": 7}, {"secret": None}):
            _, view, table = played("set show-secret on", "settings", "set guesses 3", "set hard on", **given)
            shown = re.search(r"code +(\w{4})$", view.said[2], re.MULTILINE)
            assert shown is not None
            assert table.look.code(table.game.secret or Code("1")) == shown[1]
            assert (table.game.guesses, table.game.hard, table.games) == (3, True, 1)
            assert view.said[3].startswith("Set guesses to 3; the game is the same otherwise.")

    def test_settings_before_the_first_turn_keep_what_was_counted(self) -> None:
        _, _, table = played("rrgg", "hint", "undo", "set guesses 8", "redo")
        assert (table.game.hints, table.game.undos, len(table.game.turns)) == (1, 1, 1)

    def test_another_variant_keeps_the_seed_and_says_that_the_code_is_new(self) -> None:
        _, view, table = played("set variant p5c8", secret=None, seed=7)
        assert table.game.codemaker == Drawn(7)
        _, view, table = played("set variant p5c8")
        assert view.said[1].startswith("From the beginning, with a new code.")
        _, view, table = played("set codemaker adversary")
        assert view.said[1].startswith("From the beginning. The code that was set is no longer used.")
        assert isinstance(table.game.codemaker, Adversary)

    def test_bulls_and_cows_is_about_digits_as_they_are_typed(self) -> None:
        bulls = Variant.parse("bulls")
        options: dict[str, Any] = {"variant": bulls, "palette": bulls.palette, "secret": Code("1234")}
        _, view, _ = played("0012", "xyzw", "hint 0123", "help", "rules", **options)
        assert view.said[1] == "p4c10n has no repeats, '0012' has color 0 more than once."
        assert view.said[2] == "'x' is not a digit of p4c10n: use 1 2 3 4 5 6 7 8 9 0."
        assert view.said[3].startswith("0123 can be right")
        assert not any(word in view.said[4] for word in ("peg", "color", "black", "white"))
        assert "out of 10, all different" in view.said[5]

    def test_a_sentence_that_begins_with_a_name_leaves_it_as_it_is(self) -> None:
        _, view, _ = played("hint aabb", "11", variant=Variant(4, 12), secret=Code("1234"))
        assert view.said[1].startswith("aabb can be right")
        assert view.said[2].startswith("A code has 4 pegs")

    def test_restart_keeps_the_code_that_was_given(self) -> None:
        for given, lines in (
            ({}, ()),
            ({"secret": None, "seed": 7}, ()),
            ({"secret": None, "codemaker": "person"}, ("rbyy",)),
        ):
            _, view, table = played(*lines, "rrgg", "set guesses 8", "restart", **given)
            assert "From the beginning, with the same code.\nKeypeg p4c6: 4 pegs" in view.text
            assert (table.game.turns, table.game.guesses, table.games) == ((), 10, 1)

    def test_what_is_set_for_the_next_game_is_not_for_this_one_again(self) -> None:
        _, view, table = played("rrgg", "set guesses 8", "set palette board", "restart", "settings", "new")
        assert "guesses      10 (next game: 8)" in view.said[5]
        assert (table.game.guesses, str(table.look.palette), table.games) == (8, "board", 2)
        _, _, table = played("restart bulls", "new", secret=None)
        assert (str(table.game.variant), table.look.palette) == ("p4c10n", table.game.variant.palette)

    def test_restart_draws_a_new_code_that_was_not_given(self) -> None:
        _, view, _ = played("rrgg", "restart", secret=None)
        assert view.said[2].startswith("From the beginning, with ")
        _, view, _ = played("rrgg", "restart", secret=None, codemaker="adversary")
        assert view.said[2].startswith("From the beginning.\n")
        _, view, table = played("rrgg", "restart p5c8")
        assert (table.game.variant, view.said[2].partition(".")[0]) == (
            Variant(5, 8),
            "From the beginning, with a new code",
        )

    def test_the_settings_page_shows_the_code_where_it_may_be_seen(self) -> None:
        assert re.search(r"^  code +hidden$", played("settings")[1].said[1], re.MULTILINE)
        assert re.search(r"^  code +RBYY$", played("settings", show_secret=True)[1].said[1], re.MULTILINE)
        _, view, _ = played("give up", "settings", "n", stays=True)
        assert re.search(r"^  code +RBYY$", view.said[2], re.MULTILINE)
        _, view, _ = played("settings", secret=None, codemaker="adversary")
        assert re.search(r"^  code +none$", view.said[1], re.MULTILINE)

    def test_the_settings_page_tells_this_game_from_the_next(self) -> None:
        _, view, _ = played("rrgg", "set guesses 3", "set hard on", "settings")
        assert re.search(r"^  guesses +10 \(next game: 3\)$", view.said[4], re.MULTILINE)
        assert re.search(r"^  hard +off \(next game: on\)$", view.said[4], re.MULTILINE)

    def test_q_leaves_unless_it_is_a_guess(self) -> None:
        code, view, _ = played("rrgg", "q")
        assert (code, view.said[-1]) == (1, "You left after 1 guess.")
        _, _, table = played("q", variant=Variant(1, 30), secret=Code("1"))
        assert len(table.game.turns) == 1

    def test_a_person_types_the_secret_unseen(self) -> None:
        code, view, table = played("17", "rbyy", "rgby", "rbyy", codemaker="person", secret=None, stays=True)
        assert view.prompts[0].startswith("hidden: codemaker, type the secret, 4 pegs of R G B Y O P")
        assert view.prompts[1].startswith("hidden: a code has 4 pegs, '17' has 2")
        assert table.game.codemaker == Fixed(Code("1344"))
        assert "RBYY" not in view.said[0]
        assert code == 0  # the game was won before the input ended
        assert "in 2 of 10" in view.text

    def test_adversary(self) -> None:
        _, _, table = played("rrgg", codemaker="adversary", secret=None)
        assert table.game.turns[0].feedback == Adversary().answer(
            BreakSession(P4C6, Adversary()).position, Code("1122")
        )

    def test_seed_is_told_at_the_end(self) -> None:
        _, view, table = played("give up", secret=None)
        maker = table.game.codemaker
        assert isinstance(maker, Drawn)
        assert f"keypeg play p4c6 --seed {maker.seed}" in view.text
        assert "--seed" not in view.said[0]

    def test_show_secret(self) -> None:
        _, view, _ = played(show_secret=True)
        assert "The secret is RBYY." in view.said[0]


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

    def test_a_person_types_unseen(self, spawn: Any) -> None:
        child = spawn("play", "--codemaker", "person")
        child.expect("type the secret")
        child.waitnoecho()
        child.sendline("rbyy")
        child.expect("guess 1 of 10> ")
        assert "rbyy" not in child.before
        child.sendline("1344")
        child.expect("You broke the code in 1 of 10")
