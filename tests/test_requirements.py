"""The five requirement documents, sentence by sentence: one test for each sentence that asks for something.

The tests of a document stand in its order, in a class of their own, and go through the public library or the command.
Each is named after its sentence.
"""

import io
import itertools
import re
from collections import defaultdict
from collections.abc import Sequence

import pytest

import keypeg
from keypeg import (
    Code,
    Feedback,
    Fixed,
    InconsistentFeedback,
    NotAllowed,
    Palette,
    Position,
    SolveSession,
    Tree,
    Turn,
    Variant,
    grow,
    score,
    strategy,
)
from keypeg.classic import (
    Blue,
    Color,
    Green,
    Move,
    Orange,
    Purple,
    Red,
    Yellow,
    allCodes,
    colors,
    countColors,
    exactMatches,
    filterCodes,
    fiveGuess,
    getMove,
    isConsistent,
    matches,
    solve,
)
from keypeg.cli import main
from keypeg.game import drawn_code
from keypeg.palette import BOARD

P4C6 = Variant(4, 6)


class Terminal:
    """A person at a terminal: runs a command, types lines, and reads what is printed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, command: str, *typed: str, code: int = 0) -> str:
        lines = "".join(f"{line}\n" for line in typed)
        self._monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
        assert main(command.split()) == code, self._capsys.readouterr()
        return self._capsys.readouterr().out

    def refusal(self, command: str) -> str:
        self._monkeypatch.setattr("sys.stdin", io.StringIO())
        assert main(command.split()) == 2
        return self._capsys.readouterr().err


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(monkeypatch, capsys)


def settings(page: str) -> dict[str, str]:
    """Read a page of settings: the name and the value of each."""
    return dict(re.findall(r"^  (\S+) +(.+)$", page, re.MULTILINE))


class TestTheExercise:
    """Document 000: the functions of the classic exercise."""

    SECRET = (Purple, Yellow, Red, Purple)

    def test_one_player_is_the_codemaker_and_the_other_player_is_the_codebreaker(self) -> None:
        game = keypeg.play("first", Fixed(Code("6416")), P4C6)
        assert game.turns[-1] == Turn(Code("6416"), P4C6.win)

    def test_each_peg_is_one_of_six_colors_red_green_blue_yellow_orange_or_purple(self) -> None:
        assert [str(color) for color in colors] == ["Red", "Green", "Blue", "Yellow", "Orange", "Purple"]
        assert [color.name for color in P4C6.palette.colors] == ["red", "green", "blue", "yellow", "orange", "purple"]
        with pytest.raises(NotAllowed, match="Red, Green, Blue, Yellow, Orange, Purple"):
            exactMatches(["Pink"], [Red])  # type: ignore[list-item]

    def test_the_codemaker_tells_how_many_pegs_are_exact_matches_and_how_many_are_non_exact(self) -> None:
        assert score("1344", "1435") == Feedback(blacks=1, whites=2)

    @pytest.mark.parametrize(("guess", "exact"), [((Blue, Green, Yellow, Red), 0), ((Red, Purple, Green, Orange), 2)])
    def test_exercise_1_exact_matches(self, guess: Sequence[Color], exact: int) -> None:
        assert exactMatches([Red, Blue, Green, Yellow], guess) == exact

    def test_exercise_2_two_sequences_only_have_2_matches_even_though_both_reds_match_both_reds(self) -> None:
        assert matches([Red, Red, Blue, Blue], [Red, Red, Green, Green]) == 2

    def test_exercise_2_counts_appear_in_the_order_of_the_list_colors(self) -> None:
        assert countColors([Red, Blue, Yellow, Purple]) == [1, 0, 1, 1, 0, 1]
        assert countColors([Green, Blue, Green, Orange]) == [0, 2, 1, 0, 1, 0]

    @pytest.mark.parametrize("length", range(7))
    def test_exercise_2_the_output_has_length_6_and_its_sum_is_the_length_of_the_code(self, length: int) -> None:
        counts = countColors((colors * 2)[3 : 3 + length])
        assert len(counts) == 6
        assert sum(counts) == length

    def test_exercise_2_matches(self) -> None:
        assert matches([Red, Blue, Yellow, Orange], [Red, Orange, Orange, Blue]) == 3

    def test_exercise_3_a_move_is_constructed_with_a_code_and_two_ints(self) -> None:
        move = Move([Red, Orange, Orange, Blue], 1, 2)
        assert (move.code, move.exact, move.nonexact) == ([Red, Orange, Orange, Blue], 1, 2)
        for exact, nonexact in ((3, 2), (-1, 0), (3, 1)):
            with pytest.raises(NotAllowed):
                Move([Red, Orange, Orange, Blue], exact, nonexact)

    def test_exercise_3_the_first_code_is_the_secret_and_the_second_code_is_the_guess(self) -> None:
        move = getMove([Red, Blue, Yellow, Orange], [Red, Orange, Orange, Blue])
        assert move == Move([Red, Orange, Orange, Blue], 1, 2)

    def test_exercise_4_is_consistent(self) -> None:
        move = Move([Red, Red, Blue, Green], 1, 1)
        assert isConsistent(move, [Red, Blue, Yellow, Purple]) is True
        assert isConsistent(move, [Red, Blue, Red, Purple]) is False

    def test_exercise_4_a_code_is_consistent_if_it_could_have_been_the_secret_that_generated_the_move(self) -> None:
        move = getMove([Red, Blue, Yellow], [Red, Yellow, Green])
        for code in allCodes(3):
            assert isConsistent(move, code) is (getMove(code, [Red, Yellow, Green]) == move)

    def test_exercise_5_filter_a_list_of_codes_to_those_that_are_consistent_with_a_move(self) -> None:
        move, kept = Move([Red, Red, Blue, Green], 1, 1), [Red, Blue, Yellow, Purple]
        assert filterCodes(move, [[Red, Blue, Red, Purple], kept]) == [kept]

    @pytest.mark.parametrize("length", [0, 1, 3, 4])
    def test_exercise_6_take_in_a_length_and_return_all_codes_of_that_length(self, length: int) -> None:
        codes = allCodes(length)
        assert {tuple(code) for code in codes} == set(itertools.product(colors, repeat=length))
        assert len(codes) == 6**length

    def test_exercise_7_always_choose_the_first_of_the_remaining_codes(self) -> None:
        left = allCodes(4)
        for move in solve(self.SECRET):
            assert move.code == left[0]
            left = filterCodes(move, left)

    def test_exercise_7_at_least_one_code_is_filtered_out_every_round(self) -> None:
        left = allCodes(4)
        for move in solve(self.SECRET):
            filtered = filterCodes(move, left)
            assert len(filtered) < len(left)
            left = filtered
        assert left == [[*self.SECRET]]

    def test_exercise_7_output_the_moves_that_were_used_as_clues_to_figure_out_the_secret(self) -> None:
        moves = solve(self.SECRET)
        assert moves == [getMove(self.SECRET, move.code) for move in moves]
        assert moves[-1] == Move(self.SECRET, 4, 0)

    @pytest.mark.parametrize("length", [1, 2, 3, 4, 5])
    def test_exercise_7_always_start_by_guessing_all_red(self, length: int) -> None:
        assert solve([Purple] * length)[0].code == [Red] * length

    def test_exercise_7_the_solver_of_the_engine_is_the_same(self) -> None:
        moves = solve(self.SECRET)
        game = keypeg.play("first", Fixed(Code("6416")), P4C6)
        assert [[colors[color - 1] for color in turn.guess] for turn in game.turns] == [move.code for move in moves]

    def test_exercise_8_the_algorithm_of_knuth_wins_in_five_moves_or_fewer(self) -> None:
        assert grow("knuth", "p4c6").summary.depth == 5
        for secret in ([Red, Red, Green, Blue], [Purple, Purple, Orange, Red], [Red, Green, Green, Red]):
            moves = fiveGuess(secret)
            assert moves[-1].code == secret
            assert len(moves) <= 5


class TestTheChallenge:
    """Document 001: the computer as codemaker, ten guesses, the colors of the board."""

    BOARD_GAME = "play --palette board --secret red-blue-green-black"

    @staticmethod
    def board(text: str) -> Code:
        return P4C6.code(text, BOARD)

    def test_the_code_pegs_are_red_blue_yellow_green_white_and_black(self, terminal: Terminal) -> None:
        assert [color.name for color in BOARD.colors] == ["red", "blue", "yellow", "green", "white", "black"]
        assert "R red, B blue, Y yellow, G green, W white, K black" in terminal("play --palette board", code=1)

    def test_the_codemaker_may_pick_two_or_more_of_the_same_colour(self) -> None:
        drawn = [drawn_code(P4C6, seed) for seed in range(200)]
        assert {len(set(code)) for code in drawn} == {1, 2, 3, 4}
        assert set(itertools.chain(*drawn)) == {1, 2, 3, 4, 5, 6}

    def test_the_code_is_hidden_behind_a_screen_so_the_codebreaker_cannot_see_it(self, terminal: Terminal) -> None:
        said = terminal(self.BOARD_GAME, "help", "rules", "turns", "candidates", "settings", "rryy", "turns", code=1)
        assert "RBGK" not in said
        assert "red-blue-green-black" not in said
        assert "RBGK" in terminal(self.BOARD_GAME, "give up", code=1)

    def test_the_codebreaker_places_four_pegs_to_reflect_their_current_guess(self, terminal: Terminal) -> None:
        said = terminal(self.BOARD_GAME, "rby", "rbygw", "red blue yellow pink", "RBYG", code=1)
        assert said.count("a code has 4 pegs") + said.count("A code has 4 pegs") == 2
        assert "9 guesses left" in said  # only the last was a guess

    def test_the_order_of_the_feedback_pegs_is_not_related_to_the_order_of_the_code_pegs(self) -> None:
        answers = [keypeg.words.feedback(score("1234", guess), keypeg.render.Look(P4C6)) for guess in ("1256", "5634")]
        assert answers == ["2 black, 0 white"] * 2
        assert keypeg.render.key_pegs(score("1234", "4115"), 4) == "○○··"
        assert keypeg.render.key_pegs(score("1234", "2155"), 4) == "○○··"

    def test_a_white_key_peg_for_each_peg_of_the_right_colour_in_the_wrong_place(self) -> None:
        assert score(self.board("red blue yellow green"), self.board("blue red white white")) == Feedback(0, 2)

    def test_a_black_key_peg_for_each_peg_of_the_right_colour_in_the_right_place(self) -> None:
        assert score(self.board("red blue yellow green"), self.board("red white yellow white")) == Feedback(2, 0)

    def test_duplicate_colours_are_only_awarded_if_they_correspond_to_duplicates_in_the_code(self) -> None:
        secret, guess = self.board("red-red-blue-blue"), self.board("red-red-red-blue")
        assert score(secret, guess) == Feedback.parse("black black black")

    def test_the_game_continues_until_the_code_is_guessed(self, terminal: Terminal) -> None:
        assert "You broke the code in 2 of 10" in terminal(self.BOARD_GAME, "rrrr", "rbgk", "rbgk")

    def test_the_codebreaker_has_ten_guesses(self, terminal: Terminal) -> None:
        said = terminal(self.BOARD_GAME, *["rrrr"] * 9, "rbgk")
        assert "You broke the code in 10 of 10" in said
        said = terminal(self.BOARD_GAME, *["rrrr"] * 10, "rbgk", code=1)
        assert "You are out of guesses. The code was RBGK (red-blue-green-black)." in said

    @pytest.mark.parametrize(
        ("guess", "key_pegs"),
        [("Black Blue White Green", "Black White White"), ("Black White Green Yellow", "Black White")],
    )
    def test_the_table_of_feedback(self, guess: str, key_pegs: str) -> None:
        assert score(self.board("Red Blue Green Black"), self.board(guess)) == Feedback.parse(key_pegs)

    def test_the_game_of_the_table_with_the_computer_as_codemaker(self, terminal: Terminal) -> None:
        said = terminal(self.BOARD_GAME, "Black Blue White Green", "Black White Green Yellow", code=1)
        assert "1. KBWG: 1 black, 2 white. 9 guesses left." in said
        assert "2. KWGY: 1 black, 1 white. 8 guesses left." in said

    def test_a_computer_codebreaker_by_knuth_solves_the_game_in_five_moves_or_less(self, terminal: Terminal) -> None:
        assert grow("knuth", "p4c6").summary.depth == 5
        said = terminal("solve --strategy knuth --palette board --secret red-blue-green-black")
        assert int(re.findall(r"Broken in (\d+) guesses by knuth", said)[0]) <= 5

    def test_a_computer_codebreaker_by_a_genetic_algorithm(self, terminal: Terminal) -> None:
        said = terminal("solve --strategy genetic:7 --palette board --secret red-blue-green-black")
        assert re.search(r"^\d+\. RBGK: 4 black, 0 white$", said, re.MULTILINE)


class TestTheConsoleGame:
    """Document 002: the computer breaks a code of numbers that a person thought of, or that it was given."""

    GAME = "solve --strategy first --palette digits"

    def test_the_solver_tries_to_guess_a_code_that_you_thought_of(self, terminal: Terminal) -> None:
        assert "I broke your code in 1 of 10: 1111." in terminal(self.GAME, "[4,0]")

    def test_an_intelligent_algorithm_reduces_the_number_of_possibilities_to_be_tested(self) -> None:
        session = SolveSession(P4C6, secret=Code("1314"))
        left = [session.candidates_left.value]
        while not session.is_over:
            session.fill()
            left.append(session.candidates_left.value)
        assert left == sorted(set(left), reverse=True)
        assert len(session.turns) <= 6

    def test_the_feedback_is_a_list_of_correct_and_incorrect_positions(self) -> None:
        assert Feedback.parse("[2,0]") == Feedback(2, 0)
        assert P4C6.feedback("[1, 2]") == Feedback(1, 2)

    def test_until_the_user_gives_a_feedback_in_which_all_positions_are_correct(self, terminal: Terminal) -> None:
        said = terminal(self.GAME, "[2,0]", "[1,1]", "[3,0]", "[4,0]", "[0,0]")
        assert "I broke your code in 4 of 10: 1314." in said

    def test_step_1_give_the_first_valid_combination_of_the_possible_solutions(self, terminal: Terminal) -> None:
        assert "Guess 1: 1111." in terminal(self.GAME, code=1)
        assert next(iter(Position(P4C6).candidates)) == P4C6.code("[1,1,1,1]")

    def test_step_2_update_the_memory_with_the_guess_and_its_feedback(self, terminal: Terminal) -> None:
        session = SolveSession(P4C6, strategy="first")
        session.answer("[2,0]")
        session.answer("[1,1]")
        states = [([*turn.guess], turn.feedback.blacks, turn.feedback.whites) for turn in session.turns]
        assert states == [([1, 1, 1, 1], 2, 0), ([1, 1, 2, 2], 1, 1)]
        said = terminal(self.GAME, "[2,0]", "[1,1]", "turns", code=1)
        assert said.rstrip().splitlines()[-3:-1] == ["1. 1111: 2 black, 0 white", "2. 1122: 1 black, 1 white"]

    def test_step_3_remove_what_is_incompatible_and_return_the_first_valid(self, terminal: Terminal) -> None:
        assert score("1314", "1111") == Feedback(2, 0)
        position = Position(P4C6).play("1111", "[2,0]")
        assert Code("1112") not in position.candidates
        assert next(iter(position.candidates)) == P4C6.code("[1,1,2,2]")
        assert "Guess 2: 1122." in terminal(self.GAME, "[2,0]", code=1)

    def test_step_6_a_code_that_only_breaks_an_earlier_feedback_is_disregarded(self, terminal: Terminal) -> None:
        assert score("1233", "1122") == score("1314", "1122") == Feedback(1, 1)
        position = Position(P4C6, ["1111=2b0w", "1122=1b1w"])
        assert Code("1233") not in position.candidates
        assert next(iter(position.candidates)) == P4C6.code("[1,3,1,3]")
        assert "Guess 3: 1313." in terminal(self.GAME, "[2,0]", "[1,1]", code=1)

    def test_the_process_is_repeated_until_the_agent_reaches_the_right_solution(self, terminal: Terminal) -> None:
        said = terminal(f"{self.GAME} --secret 1314")
        guesses = re.findall(r"^\d\. (\d{4}): (\d) black, (\d) white$", said, re.MULTILINE)
        assert guesses == [("1111", "2", "0"), ("1122", "1", "1"), ("1313", "3", "0"), ("1314", "4", "0")]

    def test_game_help_describes_the_main_commands(self, terminal: Terminal) -> None:
        said = terminal(self.GAME, "help", code=1)
        for command in ("help", "rules", "turns", "fix", "undo", "secret", "settings", "new", "quit"):
            assert re.search(rf"^  {command} +\w", said, re.MULTILINE), command

    def test_the_start_shows_what_the_game_is_and_what_to_do(self, terminal: Terminal) -> None:
        first, colors, what, *_ = terminal(self.GAME, code=1).splitlines()
        assert "4 pegs in 6 colors; I have 10 guesses" in first
        assert "1, 2, 3, 4, 5, 6" in colors
        assert "help" in what

    def test_guess_limit_determines_how_many_attempts_the_agent_has(self, terminal: Terminal) -> None:
        said = terminal(f"{self.GAME} --guesses 2", "[2,0]", "[1,1]", "[4,0]", code=1)
        assert "I am out of guesses" in said
        assert "not a number of guesses" in terminal.refusal("solve --guesses few")

    def test_secret_code_is_a_list_of_the_colors_of_the_game(self, terminal: Terminal) -> None:
        said = terminal(f"{self.GAME} --secret [1,3,1,4]")
        assert "4. 1314: 4 black, 0 white" in said
        assert terminal.refusal(f"{self.GAME} --secret [1,3,1,7]")
        assert "4 pegs" in terminal.refusal(f"{self.GAME} --secret [1,3,1]")
        said = terminal(self.GAME, "secret 1317", "secret 1314", "[3,0]", "[2,0]", code=1)
        assert "3b0w is not right: with your secret, 1111 gets 2b0w." in said

    def test_code_visibility_decides_whether_the_secret_is_printed_with_each_new_guess(
        self, terminal: Terminal
    ) -> None:
        shown = terminal(f"{self.GAME} --secret 1314 --ask --show-secret", "[2,0]", "[1,1]", code=1)
        assert re.findall(r"Guess (\d).*1314", shown) == ["1", "2", "3"]
        hidden = terminal(f"{self.GAME} --secret 1314 --ask", "[2,0]", "set show-secret on", code=1)
        before, after = hidden.split("1. 1111: 2 black, 0 white.")
        assert "1314" not in before
        assert "hidden" in before
        assert "1314" in after

    def test_code_length_is_4_and_there_are_6_colors_by_default(self, terminal: Terminal) -> None:
        assert settings(terminal(self.GAME, "settings", code=1))["variant"].startswith("p4c6")

    def test_random_colors_list_is_a_random_code_of_the_right_length(self) -> None:
        drawn = {drawn_code(P4C6, seed) for seed in range(50)}
        assert len(drawn) > 40
        assert all(code in P4C6 for code in drawn)

    def test_game_settings_prints_the_settings(self, terminal: Terminal) -> None:
        page = settings(terminal(f"{self.GAME} --guesses 7", "settings", code=1))
        assert (page["guesses"], page["strategy"], page["palette"]) == ("7", "first", "digits")
        assert {"variant", "secret", "show-secret"} <= set(page)

    @pytest.mark.parametrize(("option", "shown"), [("", "hidden"), (" --show-secret", "1314")])
    def test_game_settings_prints_the_secret_where_it_may_be_seen(
        self, terminal: Terminal, option: str, shown: str
    ) -> None:
        said = terminal(f"{self.GAME} --secret 1314 --ask{option}", "settings", code=1)
        assert settings(said)["code"] == shown

    def test_set_guarantees_that_only_the_new_value_of_a_setting_is_left(self, terminal: Terminal) -> None:
        said = terminal(f"{self.GAME} --secret 1314 --ask --show-secret", "set guesses 7", "settings", code=1)
        assert settings(said)["guesses"] == "7"
        assert "10" not in settings(said)["guesses"]

    @pytest.mark.parametrize("change", ["set guesses 6", "set strategy knuth", "set show-secret off"])
    def test_a_dynamic_fact_is_modified_while_the_game_runs_and_the_secret_stays(
        self, terminal: Terminal, change: str
    ) -> None:
        said = terminal(f"{self.GAME} --secret 1314 --ask", change, "set show-secret on", "settings", "auto")
        page = settings(said)
        _, name, value = change.split()
        assert page["code"] == "1314"
        assert page[name] == value or name == "show-secret"
        assert re.search(r"I broke your code in \d of \d+: 1314", said)

    @pytest.mark.parametrize("change", ["set guesses few", "set secret 1317", "set show-secret perhaps", "set x 1"])
    def test_set_keeps_the_rules_for_the_definition_of_a_fact(self, terminal: Terminal, change: str) -> None:
        before, after = (
            settings(terminal(f"{self.GAME} --secret 1314 --ask", *typed, "settings", code=1))
            for typed in ((), (change,))
        )
        assert before == after

    @pytest.mark.parametrize("feedback", ["[5,0]", "[3,1]", "[0,5]", "[-1,0]", "[1]", "[1,2,3]", "[x,y]"])
    def test_set_feedback_keeps_rules_for_a_new_feedback(self, terminal: Terminal, feedback: str) -> None:
        said = terminal(self.GAME, feedback, "[2,0]", code=1)
        assert "Guess 2: 1122." in said  # the wrong one was not taken
        assert "Guess 3" not in said

    def test_game_result_the_agent_lost_because_it_reached_the_limit(self) -> None:
        session = SolveSession(P4C6, strategy="first", guesses=1)
        session.answer("[0,0]")
        assert (str(session.outcome), session.is_over) == ("lost", True)

    def test_game_result_the_agent_found_the_secret(self) -> None:
        session = SolveSession(P4C6, strategy="first")
        session.answer("[4,0]")
        assert (str(session.outcome), session.is_over) == ("won", True)

    def test_game_result_no_combination_is_possible_after_invalid_feedbacks(self, terminal: Terminal) -> None:
        with pytest.raises(InconsistentFeedback):
            Position(P4C6, ["1111=2b0w", "1122=0b0w"])
        said = terminal(self.GAME, "[2,0]", "[0,0]", code=1)
        assert "No code is consistent with all your answers." in said
        assert "Guess 3" not in said

    def test_reset_game_lets_the_game_be_played_again(self, terminal: Terminal) -> None:
        for command in ("restart", "new"):
            said = terminal(self.GAME, "[2,0]", command, "[4,0]")
            assert said.count("Guess 1: 1111.") == 2
            assert "I broke your code in 1 of 10: 1111." in said
        said = terminal("play --palette digits --secret 1314", "1111", "restart", "1314")
        assert "You broke the code in 1 of 10: 1314" in said

    def test_run_1_takes_the_secret_of_the_game(self, terminal: Terminal) -> None:
        said = terminal(f"{self.GAME} --secret 1314 --ask", "[2,0]", "[1,1]", "[3,0]", "[4,0]")
        assert "I broke your code in 4 of 10: 1314." in said

    def test_run_0_generates_a_random_code(self, terminal: Terminal) -> None:
        secrets = {terminal(f"{self.GAME} --secret random --seed {seed}").splitlines()[-2] for seed in range(5)}
        assert len(secrets) == 5

    def test_agent_step_makes_the_first_guess_without_experience(self) -> None:
        assert SolveSession(P4C6, strategy="first").next_guess == Code("1111")

    def test_turn_takes_a_feedback_and_asks_for_a_new_guess(self) -> None:
        session = SolveSession(P4C6, strategy="first")
        assert session.answer("[2,0]") == Turn(Code("1111"), Feedback(2, 0))
        assert session.next_guess == Code("1122")

    def test_print_evaluation_shows_the_last_guess_its_feedback_and_the_message_on_the_code(
        self, terminal: Terminal
    ) -> None:
        for option, message in ((" --show-secret", "1314"), ("", "hidden")):
            said = terminal(f"{self.GAME} --secret 1314 --ask{option}", "[2,0]", code=1)
            assert "1. 1111: 2 black, 0 white.\n" in said
            assert message in said

    def test_code_generates_a_set_of_1296_combinations(self) -> None:
        assert len(list(P4C6)) == len(set(P4C6)) == len(Position(P4C6).candidates) == 6**4 == 1296

    def test_potential_compares_a_combination_with_each_guess_made_before(self) -> None:
        position = Position(P4C6, ["1111=2b0w", "1122=1b1w"])
        consistent = [code for code in P4C6 if all(turn.is_consistent(code) for turn in position.turns)]
        assert list(position.candidates) == consistent

    @pytest.mark.parametrize(("one", "other", "colors", "positions"), [("1314", "1122", 2, 1), ("1233", "3312", 4, 0)])
    def test_compare_codes_is_compare_positions_and_the_rest_of_compare_colors(
        self, one: str, other: str, colors: int, positions: int
    ) -> None:
        assert score(one, other) == Feedback(positions, colors - positions)

    def test_potential_code_finds_nothing_after_an_invalid_sequence_of_feedbacks(self) -> None:
        with pytest.raises(InconsistentFeedback) as caught:
            Position.parse("p4c6 1111=2b0w 1122=0b0w")
        assert set(caught.value.contradiction.corrections) == {0, 1}

    def test_agent_guess_returns_the_new_guess_from_the_turns(self) -> None:
        assert strategy("first").choose(Position(P4C6, ["1111=2b0w", "1122=1b1w"])) == Code("1313")


class TestTheNByNGame:
    """Document 003: N pegs of N colors."""

    SIZES = (4, 6, 8, 10)

    @pytest.mark.parametrize("n", SIZES)
    def test_a_code_is_a_sequence_of_n_ordered_pegs_chosen_from_n_available_colors(self, n: int) -> None:
        variant = Variant.parse(f"{n}x{n}")
        assert variant == Variant(n, n)
        assert drawn_code(variant, 1) in variant

    @pytest.mark.parametrize("n", SIZES)
    def test_the_code_may_include_more_than_one_of_any_of_the_colors(self, n: int) -> None:
        drawn = [drawn_code(Variant(n, n), seed) for seed in range(50)]
        assert any(len(set(code)) < n for code in drawn)

    @pytest.mark.parametrize("n", SIZES)
    def test_a_code_where_every_peg_is_red_is_allowed(self, terminal: Terminal, n: int) -> None:
        reds = "R" * n
        assert f"You broke the code in 1 of 10: {reds}" in terminal(f"play {n}x{n} --secret {reds}", reds)

    @pytest.mark.parametrize("n", SIZES)
    def test_the_set_of_colors_is_known_by_the_player(self, terminal: Terminal, n: int) -> None:
        listed = terminal(f"play {n}x{n}", code=1).splitlines()[1]
        shown = re.findall(r"(\w) (\w+)[,.]", listed)
        assert len(shown) == n
        assert len({letter for letter, _ in shown}) == n
        assert all(letter.lower() in name for letter, name in shown)

    @pytest.mark.parametrize("n", SIZES)
    def test_the_player_does_not_know_the_code_generated_by_the_computer(self, terminal: Terminal, n: int) -> None:
        ended = terminal(f"play {n}x{n} --seed 5", "give up", code=1)
        code = re.findall(r"The code was (\w+)", ended)[0]
        assert len(code) == n
        assert code not in terminal(f"play {n}x{n} --seed 5", "R" * n, "settings", code=1)

    def test_an_example_of_four_colors_red_white_blue_and_black(self, terminal: Terminal) -> None:
        palette = Palette.parse("red,white,blue,black")
        assert Variant(4, 4).code("red white blue black", palette) == Code("1234")
        said = terminal("play 4x4 --palette red,white,blue,black --secret RWBK", "R W B K")
        assert "You broke the code in 1 of 10: RWBK" in said

    @pytest.mark.parametrize("n", SIZES)
    def test_the_rules_for_a_valid_guess_are_those_for_a_valid_code(self, terminal: Terminal, n: int) -> None:
        said = terminal(f"play {n}x{n} --secret {'R' * n}", "G" * (n - 1), "G" * (n + 1), "Z" * n, "G" * n, code=1)
        assert said.count("guesses left") == 1
        for text in ("1" * (n - 1), "1" * (n + 1)):
            with pytest.raises(NotAllowed):
                Variant(n, n).code(text)

    def test_black_is_typed_by_a_letter_of_its_own_where_there_are_ten_colors(self) -> None:
        assert Variant(10, 10).code("RGBYOPCMWK") == Code("123456789a")
        assert Variant(10, 10).code("black " * 10) == Code("a" * 10)

    def test_one_black_peg_for_each_peg_that_matches_both_the_color_and_the_position(self) -> None:
        assert score("11223344", "11556677").blacks == 2

    def test_a_black_peg_does_not_indicate_which_peg_position_is_correct(self, terminal: Terminal) -> None:
        answers = {
            terminal("play 4x4 --secret RGBY", guess, code=1).splitlines()[3].partition(": ")[2]
            for guess in ("RRRR", "GGGG", "BBBB", "YYYY")
        }
        assert len(answers) == 1

    def test_one_white_peg_for_each_peg_that_matches_in_color_only(self) -> None:
        assert score("1234", "2143") == Feedback(0, 4)

    def test_a_third_red_gets_nothing_and_no_indication_is_given_of_a_second_green(self) -> None:
        code = Variant(4, 4).code
        assert score(code("red-red-green-green"), code("red-red-red-green")) == Feedback(3, 0)

    @pytest.mark.parametrize("limit", [8, 10, 12])
    def test_the_player_is_allowed_m_guesses(self, terminal: Terminal, limit: int) -> None:
        said = terminal(f"play 6x6 --guesses {limit} --secret RGBYOP", *["RRRRRR"] * (limit - 1), "RGBYOP")
        assert f"You broke the code in {limit} of {limit}" in said

    def test_win_the_player_guesses_the_correct_code(self, terminal: Terminal) -> None:
        assert "You broke the code in 1 of 8: RGBYOPCM" in terminal(
            "play 8x8 --guesses 8 --secret RGBYOPCM", "RGBYOPCM"
        )

    @pytest.mark.parametrize("limit", [8, 10, 12])
    def test_lose_m_incorrect_guesses_have_been_made(self, terminal: Terminal, limit: int) -> None:
        said = terminal(f"play 8x8 --guesses {limit} --secret RGBYOPCM", *["R" * 8] * limit, "RGBYOPCM", code=1)
        assert "You are out of guesses. The code was RGBYOPCM" in said


# The game log of document 004: colors from 0 to 2, a 2 for each right peg and a 1 for each in another place.
LOG = """\
[1, 0][1, 0] -> [2, 0][2, 0] -> [2, 1][2, 2].
[1, 0][1, 0] -> [2, 0][1, 1] -> [0, 2][2, 2].
[1, 0][2, 0] -> [2, 0][1, 0] -> [1, 2][2, 2].
[1, 0][2, 0] -> [2, 0][2, 0] -> [0, 0][2, 2].
[1, 0][2, 0] -> [2, 0][0, 0] -> [1, 1][2, 2].
[1, 0][2, 0] -> [2, 0][2, 2].
[1, 0][0, 0] -> [2, 2][2, 2].
[1, 0][1, 1] -> [0, 1][2, 2].
[1, 0][2, 2].
"""
LOG_TURN = re.compile(r"\[([\d, ]+)\]\[([\d, ]+)\]")


def read_log_line(line: str) -> list[Turn]:
    """Read a line as the document says: codes in array notation, and 2s and 1s for the responses."""
    assert re.fullmatch(r"\[[\d, ]+\]\[[\d, ]+\]( -> \[[\d, ]+\]\[[\d, ]+\])*\.", line)
    turns = []
    for guess, response in LOG_TURN.findall(line):
        pegs, keys = ([int(number) for number in part.split(", ")] for part in (guess, response))
        turns.append(Turn(Code([peg + 1 for peg in pegs]), Feedback(keys.count(2), keys.count(1))))
    return turns


def fewest_turns(codes: Sequence[Code], answers: Sequence[Code], limit: int) -> int:
    """Find the fewest turns by trying every guess, in plain Python; `limit` where no fewer will do."""
    if len(answers) == 1:
        return 1
    if limit <= 2:
        return limit
    for guess in codes:
        parts: defaultdict[Feedback, list[Code]] = defaultdict(list)
        for answer in answers:
            parts[score(answer, guess)].append(answer)
        won = parts.pop(Feedback(len(guess), 0), None)
        if len(parts) == 1 and won is None:
            continue
        limit = min(limit, 1 + max((fewest_turns(codes, part, limit - 1) for part in parts.values()), default=0))
    return limit


class TestTheResearchProgram:
    """Document 004: the fewest turns that always suffice, and the log of every game."""

    @staticmethod
    def log(capsys: pytest.CaptureFixture[str], pegs: int, colors: int) -> list[str]:
        root = Tree(pegs, colors)
        root.compute(True)
        root.getGameTree().displayGameLog()
        return capsys.readouterr().out.splitlines()

    @pytest.mark.parametrize(
        ("pegs", "colors", "turns"), [(1, 4, 4), (2, 2, 3), (2, 3, 3), (3, 2, 3), (3, 3, 4), (2, 6, 5), (4, 6, 5)]
    )
    def test_the_effects_of_varying_the_number_of_pegs_or_colors(self, pegs: int, colors: int, turns: int) -> None:
        assert Tree(pegs, colors).compute() == turns

    def test_a_tree_is_instantiated_with_a_number_of_pegs_and_colors_and_its_compute_called(self) -> None:
        assert Tree(2, 3).compute(True) == Tree(pegs=2, colors=3).compute(log=True) == 3

    def test_without_log_it_only_outputs_the_minimum_number_of_turns(self, terminal: Terminal) -> None:
        assert Tree(2, 3).compute() == 3
        assert "worst: 3, proven" in terminal("exact p2c3 --objective worst")

    def test_the_game_log_can_be_accessed_provided_the_log_flag_was_set(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        tree = Tree(2, 3)
        tree.compute()
        with pytest.raises(NotAllowed, match=r"compute\(True\)"):
            tree.root.getGameTree()
        tree.compute(True)
        tree.root.getGameTree().displayGameLog()
        assert len(capsys.readouterr().out.splitlines()) == 11

    def test_the_command_line_prints_the_same_log(self, terminal: Terminal, capsys: pytest.CaptureFixture[str]) -> None:
        assert terminal("tree 4x6 --log").splitlines() == self.log(capsys, 4, 6)

    @pytest.mark.parametrize("line", LOG.splitlines())
    def test_the_example_output_is_a_strategy_of_our_game(self, line: str) -> None:
        turns = read_log_line(line)
        secret = turns[-1].guess
        assert turns[-1].feedback == Variant(2, 3).win
        assert all(turn.is_consistent(secret) for turn in turns)
        assert list(Position(Variant(2, 3), turns).candidates) == [secret]

    def test_our_output_has_the_form_of_the_example(self, capsys: pytest.CaptureFixture[str]) -> None:
        number, empty, *lines = self.log(capsys, 2, 3)
        assert (number, empty, len(lines)) == ("3", "", LOG.count("\n"))
        games = [read_log_line(line) for line in lines]
        assert sorted(game[-1].guess for game in games) == list(Variant(2, 3))

    @pytest.mark.parametrize(("pegs", "colors"), [(2, 3), (3, 4), (4, 6)])
    def test_the_first_number_is_the_turns_within_which_one_is_guaranteed_to_win(
        self, capsys: pytest.CaptureFixture[str], pegs: int, colors: int
    ) -> None:
        number, _, *lines = self.log(capsys, pegs, colors)
        assert len(lines) == colors**pegs
        assert max(line.count("->") + 1 for line in lines) == int(number)

    def test_twos_float_to_the_left_then_ones_and_zeros(self, capsys: pytest.CaptureFixture[str]) -> None:
        for line in self.log(capsys, 3, 3)[2:]:
            responses = [[int(key) for key in keys.split(", ")] for _, keys in LOG_TURN.findall(line)]
            assert all(keys == sorted(keys, reverse=True) for keys in responses)
            assert all(len(keys) == 3 for keys in responses)

    def test_each_2_is_a_peg_in_the_correct_location_and_each_1_a_peg_in_the_incorrect_position(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for line in self.log(capsys, 3, 3)[2:]:
            turns = read_log_line(line)
            assert all(turn.feedback == score(turns[-1].guess, turn.guess) for turn in turns)

    @pytest.mark.parametrize("secret", list(Variant(2, 3)), ids=str)
    def test_the_table_indicates_what_the_player_should_do_to_win(
        self, capsys: pytest.CaptureFixture[str], secret: Code
    ) -> None:
        games = [read_log_line(line) for line in self.log(capsys, 2, 3)[2:]]
        played: list[Turn] = []
        while not played or played[-1].guess != secret:
            (guess,) = {game[len(played)].guess for game in games if game[: len(played)] == played}
            played.append(Turn(guess, score(secret, guess)))
        assert len(played) <= 3

    @pytest.mark.parametrize(("pegs", "colors"), [(1, 3), (2, 2), (2, 3), (2, 4)])
    def test_it_compares_every_code_one_could_guess_and_reports_the_most_optimal_plays(
        self, pegs: int, colors: int
    ) -> None:
        codes = list(Variant(pegs, colors))
        assert fewest_turns(codes, codes, len(codes) + 1) == Tree(pegs, colors).compute()

    def test_an_optimal_play_arrives_at_any_answer_no_later_than_any_other(self, terminal: Terminal) -> None:
        assert terminal("tree p4c6 --log").splitlines()[0] == "5"
        assert terminal("tree p4c6 --log --strategy entropy").splitlines()[0] == "6"

    def test_other_rules_may_select_a_play_such_as_best_on_average(self, terminal: Terminal) -> None:
        assert Tree(4, 6).compute(objective="average") == 6
        assert "average: 5625, proven" in terminal("exact p4c6")
