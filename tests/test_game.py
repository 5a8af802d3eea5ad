import itertools
import random

import pytest

from keypeg.errors import KeypegError, NotAllowed
from keypeg.game import (
    Adversary,
    Codemaker,
    Drawn,
    Fixed,
    Outcome,
    parse_codemaker,
    play,
    unveiled,
    veiled,
)
from keypeg.position import Position
from keypeg.rules import Code, Feedback, Turn, Variant, score
from keypeg.strategies import strategy

P4C6 = Variant(4, 6)


def test_fixed_answers_by_its_secret() -> None:
    maker = Fixed(Code("1344"))
    assert maker.answer(Position(P4C6), Code("1122")) == Feedback(1, 0)
    assert maker.reveal(Position(P4C6)) == Code("1344")


def test_a_secret_of_another_variant_is_refused() -> None:
    with pytest.raises(NotAllowed, match="'7' is not a color of p4c6"):
        Fixed(Code("1237")).reveal(Position(P4C6))


def test_random_is_the_same_for_the_same_seed_and_spreads() -> None:
    start = Position(P4C6)
    assert Drawn(42).reveal(start) == Drawn(42).reveal(start)
    drawn = {Drawn(seed).reveal(start) for seed in range(300)}
    assert len(drawn) > 200
    assert {color for code in drawn for color in code} == set(range(1, 7))


def test_random_secret_is_published() -> None:
    """A seed is a link to a game: it must mean the same secret in every release."""
    assert [str(Drawn(seed).reveal(Position(P4C6))) for seed in (1, 2, 3)] == ["1652", "6611", "2434"]
    assert len(set(Drawn(5).reveal(Position(Variant(4, 10, repeats=False))))) == 4


@pytest.mark.parametrize("maker", [Fixed(Code("1344")), Drawn(-7), Drawn(10**100 - 1), Adversary()])
def test_codemaker_text_round_trips(maker: Codemaker) -> None:
    assert parse_codemaker(str(maker), P4C6) == maker


def test_veiled_secret_is_not_readable() -> None:
    assert "1344" not in str(Fixed(Code("1344")))
    for code in ("1122", "66666666", "1,40"):
        assert unveiled(veiled(Code(code))) == Code(code)


@pytest.mark.parametrize(
    "text",
    [
        *("", "random", "random:x", "random:--1", "random:" + "1" * 5000, "random:\N{ARABIC-INDIC DIGIT TWO}"),
        *("veiled:zz", "veiled:00", "fixed:99", "nobody", "adversary:1"),
    ],
)
def test_bad_codemakers_are_keypeg_errors(text: str) -> None:
    with pytest.raises(KeypegError):
        parse_codemaker(text, P4C6)


def test_a_seed_that_no_line_holds_is_refused() -> None:
    with pytest.raises(NotAllowed, match="at most 100 digits"):
        Drawn(10**100)


def test_adversary_keeps_the_most_candidates() -> None:
    for line in ("p4c6", "p4c6 1122=0b1w", "p3c4 112=1b0w"):
        position = Position.parse(line)
        for guess in itertools.islice(position.variant, 0, None, 7):
            parts = position.partition(guess)
            answer = Adversary().answer(position, guess)
            assert parts[answer] == parts.largest
            ties = [feedback for feedback in parts if parts[feedback] == parts.largest]
            assert answer == min(ties, key=lambda feedback: feedback.ordinal)


def test_adversary_admits_nothing_it_can_avoid() -> None:
    """With two candidates left, guessing one of them doesn't win."""
    position = Position.parse("p2c2 11=1b0w")
    assert sorted(map(str, position.candidates)) == ["12", "21"]
    assert Adversary().answer(position, Code("12")) != Feedback(2, 0)


@pytest.mark.parametrize("text", ["p4c6", "p5c8", "p4c10n", "p1c1", "p10c10"])
def test_adversary_never_contradicts_itself(text: str) -> None:
    variant = Variant.parse(text)
    position, seed = Position(variant), random.Random(1)
    for _ in range(6):
        guess = Position(variant).candidates.sample(1, seed)[0]
        answer = Adversary().answer(position, guess)
        assert answer == Adversary().answer(Position.parse(str(position)), guess)
        position = position.play(Turn(guess, answer))
        assert all(turn.is_consistent(Adversary().reveal(position)) for turn in position.turns)
        if position.is_won:
            break


def test_adversary_stays_consistent_where_no_candidate_is_found_in_time() -> None:
    """At this size the search gives up after some turns; the codes drawn before it carry the answers on."""
    variant = Variant(20, 20)
    position, seed = Position(variant), random.Random(3)
    for _ in range(6):
        guess = Position(variant).candidates.sample(1, seed)[0]
        position = position.play(Turn(guess, Adversary().answer(position, guess)))
        assert all(turn.is_consistent(Adversary().reveal(position)) for turn in position.turns)


def test_listable() -> None:
    assert Position.parse("p8c8 12345678=1b5w").candidates.are_listable
    assert not Position.parse("p10c10").candidates.are_listable
    assert Position.parse("p10c10 1111111111=9b0w").candidates.are_listable


@pytest.mark.parametrize("name", ["first", "entropy", "knuth-candidates"])
def test_play_wins(name: str) -> None:
    for seed in range(5):
        game = play(strategy(name), Drawn(seed), P4C6)
        assert game.outcome is Outcome.WON
        assert game.turns[-1] == Turn(game.secret, P4C6.win)
        assert all(turn.feedback == score(game.secret, turn.guess) for turn in game.turns)


def test_play_loses_when_guesses_run_out() -> None:
    game = play(strategy("first"), Fixed(Code("6666")), P4C6, guesses=2)
    assert (game.outcome, len(game.turns), game.secret) == (Outcome.LOST, 2, Code("6666"))


def test_play_on_the_last_guess_is_a_win() -> None:
    turns = len(play(strategy("first"), Fixed(Code("2434")), P4C6).turns)
    assert play(strategy("first"), Fixed(Code("2434")), P4C6, guesses=turns).outcome is Outcome.WON
    assert play(strategy("first"), Fixed(Code("2434")), P4C6, guesses=turns - 1).outcome is Outcome.LOST


def test_play_needs_a_guess() -> None:
    with pytest.raises(NotAllowed, match="1 guess or more, not 0"):
        play(strategy("first"), Drawn(1), P4C6, guesses=0)


def test_play_against_the_adversary() -> None:
    game = play(strategy("knuth"), Adversary(), P4C6)
    assert (game.outcome, len(game.turns)) == (Outcome.WON, 5)


class Stubborn:
    """Guesses the same code again and again."""

    name, version, explanation = "stubborn", 1, "never learns"

    def choose(self, position: Position) -> Code:
        return Code([1] * position.variant.pegs)


@pytest.mark.parametrize("guesses", [None, 10])
def test_a_strategy_that_would_go_on_for_ever_is_refused(guesses: int | None) -> None:
    with pytest.raises(NotAllowed, match="stubborn guesses '1111' a second time in 'p4c6 1111=0b0w'"):
        play(Stubborn(), Fixed(Code("2345")), P4C6, guesses)
