"""Past games of one visitor: the list, statistics, and deleting it all."""

import json
from dataclasses import asdict, replace
from typing import cast

from keypeg import past_games
from keypeg.database import FORGOTTEN, Page, StoredGame
from keypeg.errors import UnreadableText
from keypeg.game import Outcome
from keypeg.web import moves, wire, wire_history
from keypeg.web.days import today
from keypeg.web.descriptions import describe_end, describe_grid, describe_time
from keypeg.web.games import Games
from keypeg.web.seats import Names, read_match, role_of

_OPEN_GAMES = 3
_RECENT_GAMES = 3
_LOOKED_AT = 30  # games, newest first, to find those in


def list_games(games: Games, names: Names, page: Page) -> wire_history.History:
    """List one page of games, newest first, and where the next page begins."""
    found = games.database.games(names, replace(page, count=page.count + 1))
    rows, more = found[: page.count], len(found) > page.count
    return {
        "games": [_describe_game(stored, names) for stored in rows],
        "next": f"{rows[-1].created}-{rows[-1].id}" if more else None,
    }


def open_games(games: Games, names: Names) -> list[wire_history.PlayedGame]:
    """List the games to go on with: matches between two rounds, then open games, newest first."""
    between = [row for row in games.database.games(names, Page(count=_LOOKED_AT)) if _has_next_round(row)]
    rows = [*between, *games.database.games(names, Page(count=_OPEN_GAMES, outcome=Outcome.OPEN))]
    return [_describe_game(stored, names) for stored in rows[:_OPEN_GAMES]]


def _has_next_round(row: StoredGame) -> bool:
    """Whether a game is over, but not the match of which it is a round, and nobody has begun the next one."""
    if row.match is None or row.next is not None or row.outcome == Outcome.OPEN or row.guest == FORGOTTEN:
        return False
    match, _ = read_match(row.match)
    return match.number < match.rounds


def recent_games(games: Games, names: Names) -> list[wire_history.PlayedGame]:
    """List the codes that a visitor was after lately and that are uncovered by now, newest first."""
    rows = [_describe_game(stored, names) for stored in games.database.games(names, Page(count=_LOOKED_AT))]
    return [game for game in rows if game["over"] and game["role"] == "breaker" and game["grid"]][:_RECENT_GAMES]


def _describe_game(stored: StoredGame, names: Names) -> wire_history.PlayedGame:
    summary: wire.Summary = json.loads(stored.summary)
    return {
        "id": stored.id,
        "kind": stored.kind,
        "role": role_of(stored, names),
        "source": stored.source,
        "variant": stored.variant,
        "daily": stored.daily,
        "turn_count": stored.turn_count,
        "outcome": stored.outcome,
        "over": stored.outcome != Outcome.OPEN,
        **summary,
        "grid": describe_grid(summary["position"]),
        "skill": stored.skill,
        "created": describe_time(stored.created),
        "updated": describe_time(stored.updated),
        "finished": describe_end(stored.finished),
    }


def read_cursor(text: str | None) -> tuple[int, str] | None:
    """Read where a page begins, as given by the page before it."""
    if not text:
        return None
    created, dash, identifier = text.partition("-")
    if not (dash and created.isascii() and created.isdecimal() and len(created) < 16):
        raise UnreadableText("web-cursor", text=text)
    return int(created), identifier


def sum_up(games: Games, names: Names) -> wire_history.Statistics:
    """Sum up all games by variant and side; a game that the other person called off is left out."""
    found = []
    for owner, called_off, kind, *facts in games.database.played(names):
        is_breaker = past_games.is_breaker(kind, owner, names)
        if not (is_breaker and called_off):
            found.append(past_games.Played(is_breaker, kind, *facts))
    return cast(wire_history.Statistics, asdict(past_games.sum_up(found, today())))


def forget(games: Games, names: Names) -> None:
    """Delete all data of a visitor; those waiting for their guess in a duel see that they gave up."""
    for row in games.database.games(names, Page(count=games.limits.games, kind="duel", outcome=Outcome.OPEN)):
        if row.guest in names:
            games.change(row.id, names, lambda seat: moves.give_up(seat, len(seat.session.turns)))
    for identifier in games.database.delete_all(names):
        games.on_change(identifier)
