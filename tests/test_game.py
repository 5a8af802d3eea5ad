import itertools
import random
from collections.abc import Callable

import pytest

from keypeg import openings
from keypeg.errors import KeypegError, NotAllowed, TooLarge, UnreadableText
from keypeg.game import (
    Adversary,
    Codemaker,
    Drawn,
    Fixed,
    Outcome,
    check_guesses,
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
    maker = Fixed(Code("1237"))
    with pytest.raises(NotAllowed, match="'7' is not a color of p4c6"):
        maker.reveal(Position(P4C6))
    with pytest.raises(NotAllowed, match="'7' is not a color of p4c6"):
        maker.answer(Position(P4C6), Code("1122"))


def test_a_secret_may_be_given_as_text() -> None:
    assert Fixed("1344") == Fixed(Code("1344"))


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


def test_a_codemaker_that_can_not_be_read_is_quoted_but_not_at_length() -> None:
    for text, shown in (("x" * 100, "x" * 100), ("x" * 101, "x" * 100 + "…")):
        with pytest.raises(UnreadableText, match=f"'{shown}' is not a codemaker"):
            parse_codemaker(text, P4C6)


def test_a_seed_that_no_line_holds_is_refused() -> None:
    with pytest.raises(NotAllowed, match="at most 100 digits"):
        Drawn(10**100)


def test_adversary_keeps_the_most_candidates() -> None:
    for line in ("p4c6", "p4c6 1122=0b1w", "p3c4 112=1b0w"):
        position = Position.parse(line)
        for guess in itertools.islice(position.variant, 0, None, 7):
            parts = position.partition(guess)
            given = Adversary().answer(position, guess)
            assert parts[given] == parts.largest
            ties = [feedback for feedback in parts if parts[feedback] == parts.largest]
            assert given == min(ties, key=lambda feedback: feedback.ordinal)


def test_adversary_admits_nothing_it_can_avoid() -> None:
    """With two candidates left, guessing one of them doesn't win."""
    position = Position.parse("p2c2 11=1b0w")
    assert sorted(map(str, position.candidates)) == ["12", "21"]
    assert Adversary().answer(position, Code("12")) != Feedback(2, 0)


@pytest.mark.parametrize("text", ["p4c6", "p5c8", "p4c10n", "p1c1", "p10c10"])
def test_adversary_never_contradicts_itself(text: str) -> None:
    variant = Variant.parse(text)
    position, seed = Position(variant), random.Random(1)
    for _ in range(4):
        guess = Position(variant).candidates.sample(1, seed)[0]
        given = Adversary().answer(position, guess)
        assert given == Adversary().answer(Position.parse(str(position)), guess)
        position = position.play(Turn(guess, given))
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


def test_adversary_goes_by_what_is_frequent_where_candidates_can_not_be_listed() -> None:
    variant, guess = Variant(10, 10), Code("1122334455")
    parts = openings.partition(variant, guess)
    assert parts[Adversary().answer(Position(variant), guess)] > 0.9 * parts.largest


def test_adversary_draws_more_codes_where_few_of_its_first_ones_are_left() -> None:
    position = Position.parse("p10c10 1122334455=5b0w")  # of 4,000 codes drawn, not even one is expected
    assert position.turns[0].is_consistent(Adversary().reveal(position))


def test_adversary_needs_no_further_candidate_to_go_on(find_none: Callable[[Code], None]) -> None:
    position, guess = Position(Variant(11, 11)), Code("11223344556")
    position = position.play(guess, Adversary().answer(position, guess))
    find_none(guess)
    assert position.turns[0].is_consistent(Adversary().reveal(position))


def test_adversary_says_so_if_it_finds_no_candidate_at_all(find_none: Callable[[Code], None]) -> None:
    position = Position.parse("p11c11 11223344556=6b0w")
    find_none(Code("11223344556"))
    with pytest.raises(TooLarge):
        Adversary().reveal(position)


def test_adversary_refuses_a_guess_of_another_variant() -> None:
    for variant in (P4C6, Variant(10, 10)):
        with pytest.raises(NotAllowed, match="'z' is not a color"):
            Adversary().answer(Position(variant), Code("z" * variant.pegs))


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
    with pytest.raises(NotAllowed, match="1 guess or more, up to 999,999,999, not 0"):
        play(strategy("first"), Drawn(1), P4C6, guesses=0)
    assert len(play(strategy("first"), Fixed(Code("6666")), P4C6, guesses=1).turns) == 1


def test_a_valid_guess_limit_is_returned() -> None:
    assert [check_guesses(guesses) for guesses in (1, 12, None)] == [1, 12, None]


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
