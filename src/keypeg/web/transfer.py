"""Games that come from or go elsewhere: the terminal's inbox, export and import.

A game that is over is exported as its line. The line of an open game would tell its secret, so what its row holds is
sealed, and only this server can take it in again. The code of a day has both: the seal swears that it was played here.
"""

import hashlib
import json
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
from keypeg.web import storage, wire_history
from keypeg.web.days import GUESSES, VARIANT, read_day
from keypeg.web.games import Games, changing, new_seat
from keypeg.web.limits import Limits
from keypeg.web.refusals import Refusal, kind_of
from keypeg.web.requests import ImportedGame
from keypeg.web.seals import Seal
from keypeg.web.seats import Names, milliseconds, past_game, role_of

_TRIES = 5


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


_SEALED = (
    "id",
    "guest",
    "kind",
    "daily",
    "line",
    "pending",
    "answered_by",
    "invite",
    "challenge",
    "created",
    "updated",
)
"""The columns of an open game that can't be worked out from its line."""


def export(games: Games, names: Names, seal: Seal, page: Page) -> tuple[wire_history.Export, StoredGame | None]:
    """Return the games of a page, except open ones that somebody else began: they are that person's.

    The last game is where the next page begins, if there may be one.
    """
    rows = games.database.games(names, page)
    told = cast(wire_history.Export, past_games.export([past_game(row, names) for row in rows], milliseconds()))
    sworn = {f"{row.daily} {row.line}": row for row in rows if row.daily and row.source in ("web", "moved")}
    for game in told["games"]:
        if (row := sworn.get(f"{game['daily']} {game['line']}")) is not None:
            game["sealed"] = seal.close(_oath(row))
    told["games"] += [_sealed(row, names, seal) for row in rows if row.outcome == Outcome.OPEN and row.owner in names]
    return told, rows[-1] if len(rows) == page.count else None


def _oath(row: StoredGame) -> str:
    """Return what a seal swears of a code of the day that is over."""
    return f"{row.daily} {row.finished} {row.line}"


def _sealed(row: StoredGame, names: Names, seal: Seal) -> wire_history.ExportedGame:
    return {
        "kind": row.kind,
        "role": role_of(row, names),
        "line": None,
        "sealed": seal.close(json.dumps({name: getattr(row, name) for name in _SEALED})),
        "daily": row.daily,
        "skill": None,
        "created": past_games.time_text(row.created),
        "finished": None,
    }


def import_games(games: Games, names: Names, rows: Sequence[ImportedGame], seal: Seal) -> wire_history.ImportedGames:
    """Take in what `export` returned, except games that are already there; all of it or nothing.

    Games that another server has sealed are passed over.
    """
    limits = games.limits
    if len(rows) > limits.imported_games:
        many = KeypegError("web-import-count", games=len(rows), limit=limits.imported_games)
        raise Refusal(413, "too-much", many)
    storage.check()
    read = _read(rows, names[0], seal, limits)
    for _ in range(_TRIES):
        added = _new_games(games, names, read)
        price = sum(storage.rows_of(game.line) for game in added)
        storage.charge(price)
        if games.database.add_all(added):
            return {"imported": len(added), "known": len(read) - len(added), "sealed": len(rows) - len(read)}
        storage.refund(price)
    raise changing()  # again and again, the same file comes from elsewhere


def _read(rows: Sequence[ImportedGame], owner: str, seal: Seal, limits: Limits) -> list[StoredGame]:
    """Read the games of an import, except those that another server has sealed."""
    read: list[StoredGame] = []
    until = time.monotonic() + limits.engine_seconds
    for number, row in enumerate(rows, 1):
        if time.monotonic() > until:
            raise Refusal(413, "too-much", KeypegError("web-import-slow", games=number - 1))
        if row.line is not None or row.sealed is None:
            game = _imported(row, owner, number, limits)
            is_sworn = row.sealed is not None and seal.open(row.sealed) == _oath(game)
            read.append(replace(game, source="moved") if is_sworn else game)
        elif (opened := seal.open(row.sealed)) is not None:
            if not opened.startswith("{"):  # what was sworn of a code of the day, without its line
                raise _misread(number, UnreadableText("web-import-row"))
            read.append(_reopened(opened, owner))
    return read


def _new_games(games: Games, names: Names, read: Sequence[StoredGame]) -> list[StoredGame]:
    """Return those of the games that are not there yet."""
    limit = games.limits.games
    known = games.database.games(names, Page(count=limit))
    if len(known) + len(read) > limit:
        raise NotAllowed("web-import-full", limit=limit)
    keys = {_key(row) for row in known}
    days: set[str | None] = {row.daily for row in known} - {None}
    added: list[StoredGame] = []
    for row in read:
        game = row if row.finished is not None else _placed(games, names, row)
        if game is not None and _key(game) not in keys and game.daily not in days:
            added.append(game)
            keys.add(_key(game))
            days |= {game.daily} - {None}
    return added


def _key(row: StoredGame) -> tuple[str, int | None]:
    """Return by what a game is recognized: one that is over by its line and its end, an open one by its id."""
    return (row.id if row.finished is None else row.line), row.finished


def _reopened(text: str, owner: str) -> StoredGame:
    """Return the row of an open game, as it was when this server sealed it."""
    columns = json.loads(text)
    row = new_seat(owner, columns["kind"], parse_session(columns["line"])).stored
    # Whoever keeps a code of the day from before its last guesses may have seen the code meanwhile.
    return replace(row, **columns, source="import" if columns["daily"] else row.source)


def _placed(games: Games, names: Names, row: StoredGame) -> StoredGame | None:
    """Return an open game under an id that is free; None if it is there, or two people are still playing it."""
    there = games.database.game(row.id)
    if there is None:
        return row
    if there.owner in names or row.kind == "duel":
        return None
    copied = hashlib.sha256(f"{row.owner} {row.id}".encode()).hexdigest()[:24]
    return None if games.database.game(copied) else replace(row, id=copied, invite=None)


def _imported(row: ImportedGame, owner: str, number: int, limits: Limits) -> StoredGame:
    try:
        if row.line is None:
            raise UnreadableText("web-import-row")
        session = _finished_session(row.line, limits)
        finished = _read_time(row.finished)
        created = min(_read_time(row.created), finished)
        daily = None if row.daily is None else _daily(row.daily, session)
    except KeypegError as error:
        raise _misread(number, error) from None
    own: dict[str, Any] = {"source": "import", "daily": daily, "skill": row.skill}
    if row.called_off and isinstance(session, BreakSession):  # exported before lines could say so
        session.called_off = session.outcome is Outcome.GIVEN_UP
    own["id"] = hashlib.sha256(f"{owner} {session} {finished}".encode()).hexdigest()[:24]
    if row.role == "codemaker" and isinstance(session, BreakSession):
        own |= {"kind": "duel", "guest": FORGOTTEN}  # it was their code, and who broke it is not known here
    return played_game(owner, session, created=created, finished=finished, **own)


def _misread(number: int, error: KeypegError) -> Refusal:
    return Refusal(422, kind_of(error), KeypegError("web-import", number=number, error=error))


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
