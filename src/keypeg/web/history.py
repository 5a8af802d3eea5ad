"""Past games of one visitor: the list, statistics, and deleting it all."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

from keypeg.database import Page, StoredGame
from keypeg.errors import UnreadableText
from keypeg.game import Outcome
from keypeg.web import moves, wire
from keypeg.web.daily import streak, today
from keypeg.web.descriptions import describe_end, describe_time
from keypeg.web.games import Games
from keypeg.web.seats import Names, role_of


def list_games(games: Games, names: Names, page: Page) -> wire.History:
    """List one page of games, newest first, and where the next page begins."""
    found = games.database.games(names, replace(page, count=page.count + 1))
    rows, more = found[: page.count], len(found) > page.count
    return {
        "games": [_describe_game(stored, names) for stored in rows],
        "next": f"{rows[-1].created}-{rows[-1].id}" if more else None,
    }


def _describe_game(stored: StoredGame, names: Names) -> wire.PlayedGame:
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


def sum_up(games: Games, names: Names) -> wire.Statistics:
    """Sum up all games by variant and side; games won, lost and given up are the visitor's own as codebreaker.

    A game that the other person called off is left out.
    """
    found = games.database.games(names, Page(count=games.limits.games))
    rows = [row for row in found if not _was_called_off(row, names)]
    broken = [row for row in rows if role_of(row, names) == "breaker" and row.finished is not None]
    count = Counter(row.outcome for row in broken)
    current, longest = _row_of_wins(sorted(broken, key=lambda row: row.finished or 0))
    return {
        "games": len(rows),
        "open": sum(row.outcome == Outcome.OPEN for row in rows),
        "won": count[Outcome.WON],
        "lost": count[Outcome.LOST],
        "given_up": count[Outcome.GIVEN_UP],
        "streak": {"current": current, "longest": longest},
        "daily": _daily_statistics(rows),
        "variants": _by_variant(rows, names),
    }


def _was_called_off(row: StoredGame, names: Names) -> bool:
    """Whether the other person, whose code it was, ended the game."""
    return role_of(row, names) == "breaker" and bool(json.loads(row.summary)["called_off"])


def _row_of_wins(rows: Iterable[StoredGame]) -> tuple[int, int]:
    """Return the current streak of games won, and the longest streak."""
    current = longest = 0
    for row in rows:
        current = current + 1 if row.outcome == Outcome.WON else 0
        longest = max(longest, current)
    return current, longest


def _daily_statistics(rows: Sequence[StoredGame]) -> wire.DailyStatistics:
    played = [row for row in rows if row.daily is not None and row.outcome != Outcome.OPEN]
    won = {date.fromisoformat(row.daily) for row in played if row.daily and row.outcome == Outcome.WON}
    current, longest = streak(won, today())
    return {"played": len(played), "won": len(won), "streak": {"current": current, "longest": longest}}


def _by_variant(rows: Iterable[StoredGame], names: Names) -> list[wire.VariantStatistics]:
    groups: defaultdict[tuple[wire.Side, str], list[StoredGame]] = defaultdict(list)
    for row in rows:
        if row.outcome != Outcome.OPEN:
            kind: wire.Side = "solve" if row.kind == "solve" else "break" if role_of(row, names) == "breaker" else "set"
            groups[kind, row.variant].append(row)
    return [_group(kind, variant, group) for (kind, variant), group in sorted(groups.items())]


def _group(kind: wire.Side, variant: str, rows: Sequence[StoredGame]) -> wire.VariantStatistics:
    won = [row.turn_count for row in rows if row.outcome == Outcome.WON]
    return {
        "variant": variant,
        "kind": kind,
        "games": len(rows),
        "won": len(won),
        "average": sum(won) / len(won) if won else None,
        "best": min(won, default=None),
        "histogram": [{"guesses": guesses, "games": number} for guesses, number in sorted(Counter(won).items())],
    }


def forget(games: Games, names: Names) -> None:
    """Delete all data of a visitor; those waiting for their guess in a duel see that they gave up."""
    for row in games.database.games(names, Page(count=games.limits.games, kind="duel", outcome=Outcome.OPEN)):
        if row.guest in names:
            games.change(row.id, names, lambda seat: moves.give_up(seat, len(seat.session.turns)))
    for identifier in games.database.delete_all(names):
        games.on_change(identifier)
