"""Games that come from or go elsewhere: the terminal's inbox, export and import."""

import hashlib
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, cast

from keypeg import past_games, store
from keypeg.database import FORGOTTEN, Page, StoredGame
from keypeg.errors import KeypegError, NotAllowed, UnreadableText
from keypeg.game import Adversary, Outcome
from keypeg.past_games import TERMINAL
from keypeg.rules import Variant
from keypeg.session import BreakSession, SolveSession, parse_session
from keypeg.web import wire_history
from keypeg.web.daily import GUESSES, VARIANT, read_day
from keypeg.web.games import Games, new_seat
from keypeg.web.limits import Limits
from keypeg.web.refusals import Refusal, kind_of
from keypeg.web.requests import ImportedGame
from keypeg.web.seats import Names, milliseconds, past_game


def take_in(games: Games) -> None:
    """Take the finished games of the terminal from the inbox into the database."""
    for path, line, finished in store.recorded_games():
        try:
            session = parse_session(line)
        except KeypegError:
            continue  # not a game, so leave it alone
        if session.is_over:
            row = played_game(TERMINAL, session, created=finished, finished=finished, source="terminal", id=path.stem)
            games.database.add(row)
        path.unlink(missing_ok=True)


def played_game(
    owner: str, session: BreakSession | SolveSession, *, created: int, finished: int, **columns: Any
) -> StoredGame:
    """Return the row of a game that was played elsewhere."""
    kind = "break" if isinstance(session, BreakSession) else "solve"
    row = new_seat(owner, columns.pop("kind", kind), session).stored
    return replace(row, created=created, updated=finished, finished=finished, **columns)


def export(games: Games, names: Names) -> wire_history.Export:
    """Return every finished game."""
    rows = games.database.games(names, Page(count=games.limits.games))
    return cast(wire_history.Export, past_games.export([past_game(row, names) for row in rows], milliseconds()))


def import_games(games: Games, names: Names, rows: Sequence[ImportedGame]) -> wire_history.ImportResponse:
    """Take in what `export` returned, except games that are already there; all of it or nothing."""
    limits = games.limits
    if len(rows) > limits.imported_games:
        many = KeypegError("web-import-count", games=len(rows), limit=limits.imported_games)
        raise Refusal(413, "too-much", many)
    known = games.database.games(names, Page(count=limits.games))
    if len(known) + len(rows) > limits.games:
        raise NotAllowed("web-import-full", limit=limits.games)
    lines = {(row.line, row.finished) for row in known}
    days = {row.daily for row in known if row.daily is not None}
    added: list[StoredGame] = []
    until = time.monotonic() + limits.engine_seconds
    for number, row in enumerate(rows, 1):
        if time.monotonic() > until:
            raise Refusal(413, "too-much", KeypegError("web-import-slow", games=number - 1))
        game = _imported(row, names[0], number, limits)
        if (game.line, game.finished) not in lines and game.daily not in days:
            added.append(game)
            lines.add((game.line, game.finished))
            if game.daily is not None:
                days.add(game.daily)
    games.database.add_all(added)
    return {"imported": len(added), "known": len(rows) - len(added)}


def _imported(row: ImportedGame, owner: str, number: int, limits: Limits) -> StoredGame:
    try:
        session = _finished_session(row.line, limits)
        finished = _read_time(row.finished)
        created = min(_read_time(row.created), finished)
        daily = None if row.daily is None else _daily(row.daily, session)
    except KeypegError as error:
        raise Refusal(422, kind_of(error), KeypegError("web-import", number=number, error=error)) from None
    own: dict[str, Any] = {"source": "import", "daily": daily}
    if row.called_off and isinstance(session, BreakSession):  # exported before lines could say so
        session.called_off = session.outcome is Outcome.GIVEN_UP
    own["id"] = hashlib.sha256(f"{owner} {session} {finished} {number}".encode()).hexdigest()[:24]
    if row.role == "codemaker" and isinstance(session, BreakSession):
        own |= {"kind": "duel", "guest": FORGOTTEN}  # it was their code, and who broke it is not known here
    return played_game(owner, session, created=created, finished=finished, **own)


def _finished_session(line: str, limits: Limits) -> BreakSession | SolveSession:
    """Read and replay the line of a finished game; what would take too long is refused first."""
    words = line.split() or [""]
    variant = limits.check_variant(Variant.parse(words[0]))
    limits.check_turns(len(words))
    if "codemaker=adversary" in words:
        limits.check_slow(str(Adversary()), variant)
    session = parse_session(line)
    limits.check_palette(session.look.palette)
    if not session.is_over:
        raise NotAllowed("web-import-open")
    return session


def _read_time(text: str | None) -> int:
    """Read a time as milliseconds since 1970; the default is now."""
    if text is None:
        return milliseconds()
    try:
        return max(0, min(milliseconds(), round(datetime.fromisoformat(text).timestamp() * 1000)))
    except (ValueError, OverflowError):
        raise UnreadableText("web-time", text=text) from None


def _daily(text: str, session: BreakSession | SolveSession) -> str:
    """Read the day of a code of the day, and check that the game can be one."""
    day = read_day(text)
    if not isinstance(session, BreakSession) or (session.variant, session.guesses) != (VARIANT, GUESSES):
        raise NotAllowed("web-import-daily", day=day, variant=VARIANT, guesses=GUESSES)
    return str(day)
