"""Matches and rooms as values: who scores what, who leads, and text that is read back."""

from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keypeg.errors import KeypegError, NotAllowed, UnreadableText
from keypeg.match import Match, Result, Terms
from keypeg.room import Room
from keypeg.rules import Variant
from keypeg.session import BreakSession, SolveSession
from keypeg.session_match import COMPUTER, PERSON, MatchSession

P4C6 = Terms(Variant(4, 6))
TERMS = st.builds(Terms, st.just(Variant(4, 6)), st.integers(1, 20), st.integers(0, 5))


def results(terms: Terms) -> st.SearchStrategy[Result]:
    found = st.builds(Result, st.integers(1, terms.guesses))
    return found | st.builds(Result, st.integers(0, terms.guesses), st.just(False))


@st.composite
def matches(draw: st.DrawFn) -> Match:
    terms, rounds = draw(TERMS), 2 * draw(st.integers(1, 5))
    return Match(terms, rounds, tuple(draw(st.lists(results(terms), max_size=rounds))))


@st.composite
def rooms(draw: st.DrawFn) -> Room:
    terms = draw(TERMS)
    players = draw(st.lists(st.text("abcäß.5-", min_size=1, max_size=8), unique=True, min_size=1, max_size=4))
    row = st.tuples(*(st.none() | results(terms) for _ in players))
    return Room(terms, tuple(players), tuple(draw(st.lists(row, max_size=4))))


class TestMatch:
    def test_the_codemaker_gets_a_point_for_each_guess_and_the_bonus(self) -> None:
        match = Match(Terms(Variant(4, 6), guesses=8, bonus=3), 4).play("5").play("8x").play("2x").play(Result(1))
        assert [(one.number, one.breaker, one.maker, one.points) for one in match.table] == [
            (1, 0, 1, 5),
            (2, 1, 0, 11),
            (3, 0, 1, 11),  # given up after two: as if all guesses had been used
            (4, 1, 0, 1),
        ]
        assert (match.points, match.leader, match.winner) == ((12, 16), 1, 1)

    def test_roles_alternate_and_the_end_is_the_end(self) -> None:
        match, breakers = Match(P4C6, 4), []
        while not match.is_over:
            assert match.winner is None
            breakers.append((match.number, match.breaker))
            match = match.play("4")
        assert breakers == [(1, 0), (2, 1), (3, 0), (4, 1)]
        assert (match.leader, match.winner, match.number) == (None, None, 4)
        with pytest.raises(NotAllowed, match="the match is over after 4 rounds"):
            match.play("4")

    def test_who_leads_is_known_during_the_match(self) -> None:
        match = Match(P4C6, 2).play("7")
        assert (match.points, match.leader, match.winner) == ((0, 7), 1, None)
        assert match.play("8").winner == 0

    @settings(max_examples=60)
    @given(matches())
    def test_text_is_read_back_and_points_add_up(self, match: Match) -> None:
        assert Match.parse(str(match)) == match
        assert sum(match.points) == sum(match.terms.points(result) for result in match.results)
        assert match.as_json()["points"] == list(match.points)

    def test_settings_that_are_left_out_are_as_usual(self) -> None:
        assert Match.parse("classic") == Match(P4C6)

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("p4c6 rounds=3", "an even number of rounds from 2 to 100, not 3"),
            ("p4c6 rounds=0", "an even number"),
            ("p4c6 guesses=0", "a guess limit from 1"),
            ("p4c6 bonus=101", "from 0 to 100, not 101"),
            ("p4c6 rounds=2 1 2 3", "the match is over after 2 rounds"),
            ("p4c6 11", "'11' is more than the limit of 10 guesses"),
            ("p4c6 0", "not with guess 0"),
            ("p4c6 x", "'x' is not a result"),
            ("p4c6 5 secret=1122", "'secret=1122' in 'p4c6 5 secret=1122' can't be read"),
            ("p4c6 bonus=1 bonus=1", "can't be read"),
            ("", "is not a variant"),
        ],
    )
    def test_what_is_wrong_is_said(self, text: str, says: str) -> None:
        with pytest.raises(KeypegError) as caught:
            Match.parse(text)
        assert says in str(caught.value)

    @pytest.mark.parametrize("read", [Match.parse, Room.parse, MatchSession.parse])
    @settings(max_examples=80)
    @given(st.text("p4c6 guess=10bonusrd|x,-ab5", max_size=40) | st.just("p4c6 guesses=10 | p4c6 strategy=knuth"))
    def test_bad_text_raises_nothing_else(self, read: Any, text: str) -> None:
        with suppress(KeypegError):
            assert str(read(text))

    def test_text_and_any_kind_of_whole_number_become_values(self) -> None:
        terms = Terms("p4c6", np.int64(8), np.uint8(2))  # type: ignore[arg-type]
        match = Match(terms, np.int16(6), (Result(np.int8(3)), "8x"))  # type: ignore[arg-type]
        assert match == Match.parse("p4c6 guesses=8 bonus=2 rounds=6 3 8x")
        assert type(match.terms.variant) is Variant
        numbers = (terms.guesses, terms.bonus, match.rounds, match.results[0].guesses)
        assert {type(number) for number in numbers} == {int}

    def test_whatever_else_is_refused(self) -> None:
        for make in (lambda: Match.parse(5), lambda: Terms("p4c6", guesses=2.5), lambda: Result("5")):  # type: ignore[arg-type]
            with pytest.raises(NotAllowed):
                make()


class TestRoom:
    def test_a_found_code_is_worth_the_guesses_left_and_the_bonus(self) -> None:
        room = Room(P4C6).join("anna").join("ben").join("cleo").next_round()
        room = room.finish("cleo", "4").finish("anna", "10x").finish("ben", "10")
        assert [(one.place, one.name, one.points, one.found, one.guesses) for one in room.standings] == [
            (1, "cleo", 7, 1, 4),
            (2, "ben", 1, 1, 10),
            (3, "anna", 0, 0, 0),
        ]

    def test_who_comes_late_joins_the_round_and_shares_a_place(self) -> None:
        room = Room(P4C6).join("anna").next_round().finish("anna", "6").next_round()
        assert not room.is_round_over
        room = room.join("ben").finish("ben", "1").finish("anna", "6")
        assert room.is_round_over
        assert [(one.place, one.name, one.points) for one in room.standings] == [(1, "anna", 10), (1, "ben", 10)]
        assert str(room) == "p4c6 guesses=10 bonus=1 anna,ben 6,- 6,1"

    @settings(max_examples=60)
    @given(rooms())
    def test_text_is_read_back_and_the_table_is_in_order(self, room: Room) -> None:
        assert Room.parse(str(room)) == room
        points = [one.points for one in room.standings]
        assert points == sorted(points, reverse=True)
        assert [one.place for one in room.standings] == [1 + points.index(own) for own in points]
        assert len(room.as_json()["standings"]) == len(room.players)

    @pytest.mark.parametrize(
        ("change", "says"),
        [
            (lambda room: room.join("anna"), "plays here already"),
            (lambda room: room.join("a b"), "is not a name"),
            (lambda room: room.finish("ben", "4"), "does not play here"),
            (lambda room: room.finish("anna", "4"), "no round has begun"),
            (lambda room: room.next_round().finish("anna", "4").finish("anna", "3"), "is done with this round"),
            (lambda room: room.next_round().finish("anna", "11"), "more than the limit"),
            (lambda _: Room(P4C6).next_round(), "nobody plays here"),
            (lambda _: Room.parse("p4c6 anna,ben 4"), "for each of 2 players, not 1"),
            (lambda _: Room(P4C6, tuple(f"n{number}" for number in range(101))), "up to 100 players"),
        ],
    )
    def test_what_is_wrong_is_said(self, change: Any, says: str) -> None:
        with pytest.raises(NotAllowed, match=says):
            change(Room(P4C6).join("anna"))


class TestMatchSession:
    def test_rounds_are_sessions_of_both_kinds(self) -> None:
        session = MatchSession(Match(P4C6, 2), strategy="knuth", seed=5)
        assert isinstance(session.game, BreakSession)
        assert (session.match.breaker, session.is_persons_turn) == (PERSON, True)
        session.game.guess(session.game.codemaker.reveal(session.game.position))
        assert session.scored.points == (0, 1)
        assert session.match.points == (0, 0)
        session.advance()
        game: BreakSession | SolveSession = session.game
        assert isinstance(game, SolveSession)
        assert (session.match.breaker, session.is_persons_turn) == (COMPUTER, False)
        with pytest.raises(NotAllowed, match="round 2 is not over yet"):
            session.advance()
        game.set_secret("1344")
        while not game.is_over:
            game.fill()
        session.advance()
        assert session.is_over
        assert session.match.points == (len(game.turns), 1)

    def test_a_code_that_is_given_up_costs_all_guesses(self) -> None:
        session = MatchSession(Match(Terms(Variant(4, 6), guesses=6), 2))
        assert isinstance(session.game, BreakSession)
        session.game.give_up()
        assert (session.result, session.scored.points) == (Result(0, found=False), (0, 7))

    def test_each_round_has_its_own_code_and_its_own_draws(self) -> None:
        session, codes, names = MatchSession(Match(P4C6, 4), strategy="human:level=2", seed=-3), [], []
        while not session.is_over:
            game = session.game
            if isinstance(game, BreakSession):
                codes.append(game.give_up())
            else:
                names.append(game.strategy)
                game.answer("4b0w")
            session.advance()
        assert len(set(codes)) == 2
        assert len(set(names)) == 2
        assert all(name.endswith("level=2") for name in names)

    def test_text_is_read_back_at_every_moment(self) -> None:
        session = MatchSession(Match(P4C6, 2), strategy="random", seed=12, palette="board")
        seen = []
        while not session.is_over:
            seen.append(str(session))
            game = session.game
            if game.is_over:
                session.advance()
            elif isinstance(game, BreakSession):
                game.guess("1122" if not game.turns else game.codemaker.reveal(game.position))
            else:
                game.answer("1b1w" if not game.turns else "4b0w")
        for line in [*seen, str(session)]:
            assert str(MatchSession.parse(line)) == line
        assert seen[1].startswith("p4c6 guesses=10 bonus=1 rounds=2 strategy=random seed=12 | p4c6 guesses=10 codem")
        assert len(set(seen)) == len(seen)

    @pytest.mark.parametrize(
        "line",
        [
            "p4c6 rounds=2 seed=1",
            "p4c6 rounds=2 seed=x | p4c6 guesses=10 codemaker=random:1",
            "p4c6 rounds=2 | p4c6 strategy=knuth",
            "p4c6 rounds=2 | p5c8 codemaker=random:1",
            "p4c6 rounds=2 | p4c6 guesses=9 codemaker=random:1",
        ],
    )
    def test_a_game_that_is_not_of_the_match_is_refused(self, line: str) -> None:
        with pytest.raises(UnreadableText, match="is not the match of a person"):
            MatchSession.parse(line)
