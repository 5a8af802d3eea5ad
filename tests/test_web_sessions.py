"""Sessions at hand by their lines, and games that are read without being played again."""

from collections.abc import Callable
from typing import NoReturn

import pytest

from keypeg.database import Database
from keypeg.game import Adversary
from keypeg.rules import score
from keypeg.session import BreakSession, SolveSession
from keypeg.web.sessions import SESSIONS, Sessions
from visitor import Visitor


def never(*_: object, **__: object) -> NoReturn:
    pytest.fail("it was worked out again")


def reading(calls: list[str]) -> Callable[[str], BreakSession]:
    def parse(line: str) -> BreakSession:
        calls.append(line)
        return BreakSession.parse(line, replay=False)

    return parse


def finished(session: BreakSession) -> str:
    session.redo()
    return str(session)


def test_a_line_is_read_once_and_its_session_is_nobody_elses() -> None:
    sessions, calls = Sessions(), list[str]()
    line = str(a_game())
    first, second = (sessions.read(line, reading(calls)) for _ in range(2))
    assert isinstance(first, BreakSession)
    finished(first)
    assert str(second) == str(sessions.read(line, reading(calls))) == line
    assert calls == [line]


def a_game() -> BreakSession:
    session = BreakSession("p4c6", "random:5")
    for guess in ("1122", "3344"):
        session.guess(guess)
    session.undo()
    return session


def test_the_sessions_used_least_lately_are_dropped() -> None:
    sessions, calls = Sessions(most_bytes=3 * (500 + 16 * 40)), list[str]()
    lines = [str(BreakSession("p4c6", f"random:{seed}")) for seed in range(5)]
    for line in lines:
        sessions.read(line, reading(calls))
    sessions.read(lines[-1], reading(calls))
    assert calls == lines
    sessions.read(lines[0], reading(calls))
    assert calls[len(lines) :] == [lines[0]]


def test_a_line_that_was_replaced_makes_room() -> None:
    sessions, calls = Sessions(), list[str]()
    session = a_game()
    before = str(session)
    sessions.keep(before, session)
    after = finished(session)
    sessions.keep(after, session, instead_of=before)
    assert str(sessions.read(after, reading(calls))) == after
    assert calls == []
    sessions.read(before, reading(calls))
    assert calls == [before]


def test_an_adversary_need_not_think_again(monkeypatch: pytest.MonkeyPatch) -> None:
    session = BreakSession("p4c6", "adversary")
    for guess in ("1122", "3344", "5566"):
        session.guess(guess)
    session.undo()
    given_up = BreakSession.parse(str(session))
    secret = given_up.give_up()
    lines = str(session), str(given_up)
    monkeypatch.setattr(Adversary, "answer", never)
    monkeypatch.setattr(Adversary, "reveal", never)
    read, ended = (BreakSession.parse(line, replay=False) for line in lines)
    assert (str(read), str(ended)) == lines
    ended.settle(str(secret))
    assert ended.secret == secret


def test_a_copy_goes_on_by_itself() -> None:
    session = SolveSession("p4c6", strategy="first")
    session.answer("1b0w")
    twin = session.copy()
    twin.answer("0b1w")
    twin.undo()
    twin.undo()
    assert len(session.turns) == 1
    assert twin.can_redo
    assert not session.can_redo


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Give a function after which no session is at hand."""

    def forget() -> None:
        monkeypatch.setattr(SESSIONS, "_kept", type(SESSIONS._kept)())

    return forget


def test_a_game_is_shown_as_it_was_recorded(
    visitor: Visitor, database: str, monkeypatch: pytest.MonkeyPatch, cold: Callable[[], None]
) -> None:
    game = visitor.begin(codemaker="adversary", variant="p4c8")
    for guess in ("1122", "3344", "5566"):
        game = visitor.do(game, "guess", guess=guess)
    ended = visitor.do(visitor.do(visitor.begin(codemaker="adversary"), "guess", guess="1122"), "give-up")
    opened = Database(database)
    stored = opened.game(ended["id"])
    opened.close()
    assert stored is not None
    assert stored.secret == ended["secret"]
    monkeypatch.setattr(Adversary, "answer", never)
    monkeypatch.setattr(Adversary, "reveal", never)
    cold()
    assert visitor.see(game) == game
    assert visitor.see(ended) == ended


def test_a_finished_game_of_the_computer_is_not_judged_again(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, cold: Callable[[], None]
) -> None:
    game = visitor.begin("solve", strategy="first", secret="1112")
    while not game["over"]:
        game = visitor.do(game, "answer", feedback=str(score("1112", game["guess"])))
    cold()
    monkeypatch.setattr("keypeg.contradiction.check", lambda candidates: never() if candidates.turns else None)
    assert visitor.see(game) == game
