"""The `history` command: past games in the terminal, listed, reviewed or written to a file that the page imports."""

import json
import time
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

from keypeg import past_games, report_analyze
from keypeg.console import Column, check_place, read_file, show, show_json, table, write_file
from keypeg.errors import NotAllowed, UnreadableText
from keypeg.exit_codes import SUCCESS
from keypeg.lines import one_line
from keypeg.past_games import PastGame
from keypeg.rules import Variant
from keypeg.session import BreakSession, parse_session
from keypeg.words import day, moment, text

KINDS = ("break", "solve", "set")
OUTCOMES = ("won", "lost", "given-up")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games are asked for."""

    kind: str | None = None
    variant: Variant | None = None
    outcome: str | None = None
    since: date | None = None
    until: date | None = None
    daily: bool = False

    def __post_init__(self) -> None:
        if self.kind is not None and self.kind not in KINDS:
            raise UnreadableText("history-kind", text=self.kind, names=", ".join(KINDS))
        if self.outcome is not None and self.outcome not in OUTCOMES:
            raise UnreadableText("history-outcome", text=self.outcome, names=", ".join(OUTCOMES))
        if self.since and self.until and self.since > self.until:
            raise NotAllowed("history-dates", since=self.since, until=self.until)

    def has(self, game: PastGame) -> bool:
        return (
            self.kind in (None, game.side)
            and (self.variant is None or str(self.variant) == game.variant)
            and self.outcome in (None, game.outcome.replace(" ", "-"))
            and (self.since is None or self.since <= game.day)
            and (self.until is None or game.day <= self.until)
            and (game.daily is not None or not self.daily)
        )


def parse_word(written: str | None) -> str | None:
    """Read one of a few words as people write it: `Given up` is given-up; None stays None."""
    return None if written is None else "-".join(written.lower().split())


def parse_day(written: str | None) -> date | None:
    """Read a date; None stays None."""
    try:
        return None if written is None else date.fromisoformat(written)
    except ValueError:
        raise UnreadableText("history-date", text=written) from None


def list_games(wanted: Wanted, limit: int, *, as_json: bool) -> int:
    """List the newest of the games that are asked for, each with its number among all games."""
    games = past_games.finished_games()
    found = [(number, game) for number, game in enumerate(games, 1) if wanted.has(game)]
    shown = found[:limit]
    if as_json:
        show_json([_as_json(number, game) for number, game in shown])
    elif not shown:
        show(text("history.no-match", games=len(games)) if games else text("history.none"))
    else:
        key = "history.shown" if len(shown) < len(found) else "history.all-shown"
        said = text(key, shown=len(shown), games=len(found), number=shown[0][0])
        show(table(_columns(), [_cells(number, game) for number, game in shown]), said)
    return SUCCESS


def export_games(wanted: Wanted, path: Path) -> int:
    """Write the games that are asked for to a file that the page imports."""
    check_place(path)
    if path.is_file() and not _is_export(path):
        raise NotAllowed("export-other-file", path=path)
    games = [game for game in past_games.finished_games() if wanted.has(game)]
    if not games:
        raise NotAllowed("export-nothing", path=path)
    data = past_games.export(games, time.time_ns() // 1_000_000)
    write_file(path, json.dumps(data, indent=1) + "\n")
    show(text("history.exported", games=len(games), path=one_line(str(path))))
    return SUCCESS


def _is_export(path: Path) -> bool:
    try:
        data = json.loads(read_file(path))
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and data.get("keypeg") == past_games.EXPORT


def review_game(number: int, *, as_json: bool) -> int:
    """Review one game by its number, counted from the newest."""
    games = past_games.finished_games()
    if not games:
        raise NotAllowed("history-empty", number=number)
    if not 1 <= number <= len(games):
        raise NotAllowed("history-number", number=number, games=len(games))
    game = games[number - 1]
    session = parse_session(game.line)
    if not as_json:
        show(text("history.game", variant=game.variant, when=_when(game), result=_result(game), who=_who(game)))
    hard = isinstance(session, BreakSession) and session.hard
    kind = session.codemaker_kind
    return report_analyze.analyze(
        session.position, session.look, hard=hard, codemaker=kind, is_over=True, as_json=as_json
    )


def _columns() -> list[Column]:
    spare = {"when": 1, "who": 3, "variant": 0, "result": 0, "daily": 4, "where": 5}
    columns = [Column(text(f"history.{name}"), number) for name, number in spare.items()]
    return [Column(text("history.number"), right=True), *columns]


def _cells(number: int, game: PastGame) -> list[str]:
    where, daily = text(f"history.{game.source}"), day(game.daily) if game.daily else ""
    return [str(number), _when(game), _who(game), game.variant, _result(game), daily, where]


def _when(game: PastGame) -> str:
    return moment(f"{datetime.fromtimestamp((game.finished or 0) / 1000):%Y-%m-%d %H:%M}")  # noqa: DTZ006 - here


def _who(game: PastGame) -> str:
    return text(f"history.{game.side}")


def _result(game: PastGame) -> str:
    return text(f"history.{game.outcome.replace(' ', '-')}", turn_count=game.turn_count)


def _as_json(number: int, game: PastGame) -> dict[str, Any]:
    return {
        "number": number,
        "kind": game.side,
        "variant": game.variant,
        "outcome": game.outcome,
        "turn_count": game.turn_count,
        "daily": game.daily,
        "source": game.source,
        "finished": past_games.time_text(game.finished or game.created),
        "line": game.line,
    }
