"""What one server has: its database, limits, threads and streams; and who sends it a request."""

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, Request
from starlette.types import Receive, Scope

from keypeg.database import Database, Page
from keypeg.past_games import LOCAL_PLAYER, TERMINAL
from keypeg.puzzle_database import PuzzleRows
from keypeg.retention import Retention
from keypeg.web import wire
from keypeg.web.bus import bus_of
from keypeg.web.daily import Daily
from keypeg.web.description import Route
from keypeg.web.events import Hub
from keypeg.web.games import Games, Seeds, any_seed, room_of
from keypeg.web.identity import Identities
from keypeg.web.limits import Budget, Limits
from keypeg.web.metrics import Metrics
from keypeg.web.proxies import Site
from keypeg.web.puzzling import Puzzles
from keypeg.web.rooms import Rooms
from keypeg.web.seals import Seal
from keypeg.web.seats import Names
from keypeg.web.upkeep import Upkeep
from keypeg.web.work import Stopper, Work

T = TypeVar("T")

_EVERYBODYS_KEY = "keypeg"
_DAY_S = 24 * 3600


class Server:
    """Everything that outlives a request."""

    def __init__(self, database: Database, limits: Limits, *, site: Site, seeds: Seeds = any_seed) -> None:
        """Serve a database at a site; a local one is its user's own.

        Its history includes the games of the terminal, and its code of the day is that of every other local server. Any
        other server draws its codes with a key of its own, kept in the database, so that nobody can work them out.
        """
        self.database = database
        self.limits = limits
        self.site = site
        self.local = site.local
        self.identities = Identities(database.setting("cookie key", secrets.token_hex(32)), self._has_games)
        self.requests = Budget(limits.requests_per_minute, 60)
        self.files = Budget(limits.requests_per_minute, 60)  # of the page: it shows what becomes of other requests
        self.stored = Budget(limits.stored_per_day, _DAY_S)
        self.metrics = Metrics()
        self.work = Work(limits)
        budgets = {
            "requests": self.requests,
            "files": self.files,
            "stored": self.stored,
            "engine": self.work.seconds,
            "quick": self.work.quick_seconds,
        }
        self.hub = Hub(limits, bus_of(database), budgets)
        self.games = Games(database, limits, self.hub.tell, self.hub.is_watched, seeds)
        key = _EVERYBODYS_KEY if self.local else database.setting("daily key", f"{seeds():032x}")
        self.daily = Daily(self.games, key)
        self.seal = Seal(key)
        self.rooms = Rooms(self.games, self.hub.is_watched)
        self.puzzles = Puzzles(database, limits)
        days = (limits.unplayed_days, limits.open_days, limits.finished_days)
        # Whatever else it serves, the database in the data folder has its user's own games.
        self.upkeep = Upkeep(
            database, Retention() if database.is_default else Retention(*(day or None for day in days))
        )

    async def open(self) -> None:
        """Begin to hear of other processes with the same database."""
        await self.hub.open(self._versions)
        self.upkeep.open()

    async def close(self) -> None:
        self.upkeep.close()
        await self.hub.leave()
        self.work.close()
        self.database.close()

    async def _versions(self, topics: list[str]) -> dict[str, int]:
        """Look up the versions of games and rooms, by the names under which their changes are told."""

        def look() -> dict[str, int]:
            rooms = {topic: token for topic in topics if (token := room_of(topic)) is not None}
            found = self.database.versions([topic for topic in topics if topic not in rooms])
            return found | {topic: self.rooms.version(token) or 0 for topic, token in rooms.items()}

        return await self.work.quick(None, look)

    async def _has_games(self, visitor: str, player: str) -> bool:
        """Return whether something is kept under a name, which a visitor may have made up."""

        def look() -> bool:
            return bool(self.database.games((player,), Page(1)) or PuzzleRows(self.database).count(player))

        return await self.work.quick(visitor, look)

    def names(self, player: str) -> Names:
        return (player, TERMINAL) if self.local else (player,)

    def remember(self, player: str) -> None:
        """Let the terminal know a player of the user's own server, whose games are the user's."""
        self.database.setting(player, LOCAL_PLAYER)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sends a request: the names under which their games are kept, and the visitor to whom work is charged."""

    server: Server
    names: Names
    visitor: str
    gone: Callable[[], Awaitable[None]]
    """Waits until they have closed the connection."""

    def at_once(self, task: Callable[[], T]) -> T:
        """Do something for them that takes less than a millisecond, and waits for nothing."""
        return self.server.work.at_once(self.visitor, task)

    async def quick(self, task: Callable[[], T]) -> T:
        """Do something for them that takes no more than a few milliseconds, plus the time of the disk."""
        return await self.server.work.quick(self.visitor, task)

    async def engine(self, task: Callable[[], T], *, short: bool = False, stopper: Stopper | None = None) -> T:
        """Do something for them that may take long, unless they go away."""
        return await self.server.work.engine(self.visitor, task, short=short, stopper=stopper, gone=self.gone)


async def caller_for(server: Server, scope: Scope, receive: Receive) -> Caller:
    """Return who sends a request, as the guard has noted."""
    player, visitor = scope["state"]["player"], scope["state"]["visitor"]

    async def gone() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    caller = Caller(server, server.names(player), visitor, gone)
    if server.local and scope["method"] == "POST":  # nobody has a game before that
        await caller.quick(lambda: server.remember(player))
    return caller


async def caller_of(request: Request) -> Caller:
    return await caller_for(request.app.state.server, request.scope, request.receive)


Asked = Annotated[Caller, Depends(caller_of)]


def new_router() -> APIRouter:
    """Begin a part of the interface."""
    errors: dict[int | str, Any] = {codes: {"model": wire.ErrorResponse} for codes in ("4XX", "5XX")}
    return APIRouter(prefix="/api", responses=errors, route_class=Route)
