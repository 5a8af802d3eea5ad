"""Games in words: what is said to language models, how replies are read, and the record of a game."""

import json

import pytest

from keypeg import words
from keypeg.errors import KeypegError, NotAllowed
from keypeg.render import Look
from keypeg.rules import Code
from keypeg.text_game import TextGame, TextPuzzle, read_guess

LOOK = Look("p4c6")


@pytest.mark.parametrize(
    "reply",
    ["1122", "RRGG", " red red green green ", "Guess: 1122", "guess : RRGG", "I think …\n\nGuess: 1, 1, 2, 2\n"],
)
def test_a_guess_is_read(reply: str) -> None:
    assert read_guess(reply, LOOK) == Code("1122")


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "\n",
        "1122\n1123",
        "Guess: 1122\nor so",
        "My guess is 1122",
        "Guess:",
        "Guess: 112",
        "Guess: 1127",
        "Guess: 1122.",
    ],
)
def test_anything_else_is_no_guess(reply: str) -> None:
    with pytest.raises(KeypegError):
        read_guess(reply, LOOK)


@pytest.mark.parametrize(
    "reply", ["x" * 50_000, f"Guess: {'1' * 50_000}", "I really have no idea what this could be, " * 3]
)
def test_a_long_line_is_not_repeated(reply: str) -> None:
    assert len(TextGame.begin(seed=1).reply(reply).message) < 100


@pytest.mark.parametrize(("variant", "example"), [("p4c6", "RRRR"), ("p3c4", "RRR"), ("bulls", "1234")])
@pytest.mark.parametrize("reply", ["hm\nwell", "Guess:", ""])
def test_the_form_of_a_guess_is_told_by_one_that_is_allowed(variant: str, example: str, reply: str) -> None:
    game = TextGame.begin(variant, seed=1)
    assert f"\nGuess: {example}\n" in game.prompt
    assert f"as in Guess: {example}.\n" in game.reply(reply).message


def test_a_reply_with_half_a_character_can_be_written_down() -> None:
    game = TextGame.begin(seed=1).reply("\ud83d\nGuess: 1122")
    assert len(game.turns) == 1
    assert json.loads(game.record.encode())["messages"][1]["content"] == "?\nGuess: 1122"


def test_a_game_goes_on_by_replies() -> None:
    game = TextGame.begin("p4c6", 4, secret="1234")
    assert game.message == game.prompt
    assert "1,296" in game.prompt
    assert "Guess: RRRR" in game.prompt
    game = game.reply("Guess: 1122").reply("hm").reply("1111")
    assert game.message == "2. RRRR: 1 black, 0 white\n1 guess left."
    assert (game.illegal, game.inconsistent, game.is_over) == (1, 1, False)
    game = game.reply("Guess: 1234")
    assert (game.is_over, game.is_won) == (True, True)
    assert "in 4 guesses" in game.message
    with pytest.raises(NotAllowed, match="over"):
        game.reply("1122")
    assert game.replies[1].error
    record = json.loads(game.record)
    assert record["turns"] == ["1122=1b1w", "1111=1b0w", "1234=4b0w"]
    assert [message["role"] for message in record["messages"]] == ["user", *["assistant", "user"] * 4]
    assert "\n" not in game.record


def test_a_game_is_lost_after_its_last_guess() -> None:
    game = TextGame.begin("bulls", 1, secret="0123").reply("Guess: 4567")
    assert (game.is_over, game.is_won) == (True, False)
    assert "0123" in game.message


def test_the_same_seed_is_the_same_game_at_any_size() -> None:
    assert TextGame.begin("p20c20", seed=5) == TextGame.begin("p20c20", seed=5)
    assert TextGame.begin("p20c20", seed=5).secret != TextGame.begin("p20c20", seed=6).secret
    assert TextGame.begin("p12c30", seed=5).prompt


def test_without_a_seed_each_game_is_another_one_that_can_be_had_again() -> None:
    games = [TextGame.begin("p20c20") for _ in range(2)]
    assert games[0].secret != games[1].secret
    assert [TextGame.begin("p20c20", seed=game.seed) for game in games] == games
    with pytest.raises(NotAllowed, match="seed"):
        TextGame.begin(seed="abc")  # type: ignore[arg-type]


def test_the_prompt_is_in_the_language_in_use() -> None:
    with words.speaking("de"):
        assert "Finde den Code" in TextGame.begin().prompt


def test_the_puzzles_of_the_collection_are_put_as_well() -> None:
    puzzle = next(iter(TextPuzzle.all()))
    assert puzzle.prompt.endswith("and nothing else.")
    assert puzzle.is_right(puzzle.answer)
    assert not puzzle.is_right(f"The answer is {puzzle.answer}")
    assert not puzzle.is_right("1111")
