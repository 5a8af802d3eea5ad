"""The JSON interface: a function for each path, which reads the request, has a thread do the work, and responds."""

from collections.abc import AsyncIterator, Callable
from dataclasses import asdict
from typing import Annotated, TypeVar

from fastapi import APIRouter, Header, Query, Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from keypeg import __version__, strategies
from keypeg.database import Page
from keypeg.errors import NotAllowed
from keypeg.palette import PALETTES, Palette
from keypeg.render import Look
from keypeg.rules import Variant
from keypeg.session import DEFAULT_GUESSES, BreakSession
from keypeg.study import ADVISER
from keypeg.web import daily, explore, guard, history, moves, requests, transfer, wire
from keypeg.web.descriptions import describe_look, describe_palette, describe_variant
from keypeg.web.seats import Seat, wants_guess
from keypeg.web.server import Asked, Caller
from keypeg.words import strategies as said

T = TypeVar("T")

router = APIRouter(
    prefix="/api",
    responses={codes: {"model": wire.ErrorResponse} for codes in ("4XX", "5XX")},
)

VARIANTS = {
    "classic": "p4c6",
    "super": "p5c8",
    "bulls": "p4c10n",
    **{f"{number} × {number}": f"{number}x{number}" for number in (4, 5, 6, 7, 8, 10)},
}
GUESSES = (8, 10, 12, None)

PositionQuery = Annotated[requests.PositionText, Query(description="A position line: p4c6 1122=1b1w")]
PaletteQuery = Annotated[requests.PaletteText, Query()]


@router.get("/setup", response_model=wire.Setup)
async def setup(caller: Asked) -> Response:
    """List what can be chosen, and the limits."""
    told: wire.Setup = {
        "version": __version__,
        "local": caller.server.local,
        "today": str(daily.today()),
        "variants": [{"name": name, **describe_variant(Variant.parse(text))} for name, text in VARIANTS.items()],
        "guesses": list(GUESSES),
        "default_guesses": DEFAULT_GUESSES,
        "codemakers": ["random", "adversary"],
        "strategies": await caller.server.work.quick(_describe_strategies),
        "palettes": [
            describe_palette(palette, Look(Variant(1, len(palette.colors)), palette)) for palette in PALETTES.values()
        ],
        "limits": asdict(caller.server.limits),
    }
    return JSONResponse(told)


def _describe_strategies() -> list[wire.Strategy]:
    players = {name: strategies.strategy(name) for name in strategies.names()}
    return [{"name": name, "explanation": said.explanation(name, player)} for name, player in players.items()]


@router.get("/variant", response_model=wire.LookResponse)
async def variant(caller: Asked, variant: requests.Text, palette: PaletteQuery = "classic") -> Response:
    """Describe one variant, with what is needed to draw it."""
    limits = caller.server.limits
    rules = limits.check_variant(Variant.parse(variant))
    look = Look(rules, limits.check_palette(Palette.parse(palette)))
    told: wire.LookResponse = {**describe_look(look), "feedbacks": [str(feedback) for feedback in rules.feedbacks()]}
    return JSONResponse(told)


@router.post("/games", response_model=wire.Game, status_code=201)
async def create(caller: Asked, order: requests.NewGame) -> Response:
    """Start a game."""
    server = caller.server

    def begin() -> wire.Game:
        return server.games.with_guess(server.games.create(caller.names, order)).describe()

    # The computer's first guess is found together with the game, so that there are either both or neither.
    thinks = order.kind == "solve"
    game = await (server.work.engine(caller.visitor, begin) if thinks else server.work.quick(begin))
    return JSONResponse(game, 201)


@router.get("/games/{identifier}", response_model=wire.Game)
async def game(caller: Asked, identifier: str) -> Response:
    """Show a game as it is now."""
    seat = await caller.server.work.quick(lambda: caller.server.games.seat(identifier, caller.names))
    return JSONResponse(await _describe(caller, seat))


@router.delete("/games/{identifier}", status_code=204)
async def delete(caller: Asked, identifier: str) -> Response:
    """Delete a game."""
    await caller.server.work.quick(lambda: caller.server.games.delete(identifier, caller.names))
    return Response(status_code=204)


@router.post("/games/{identifier}/guess", response_model=wire.Game)
async def guess(caller: Asked, identifier: str, body: requests.Guess) -> Response:
    """Make a guess."""
    limits = caller.server.limits
    return await _change(caller, identifier, lambda seat: moves.guess(seat, body.guess, body.seen, limits))


@router.post("/games/{identifier}/answer", response_model=wire.Game)
async def answer(caller: Asked, identifier: str, body: requests.Feedback) -> Response:
    """Give feedback to a guess. Contradictory feedback is kept, and the game says so."""
    limits = caller.server.limits
    return await _change_and_guess(
        caller, identifier, lambda seat: moves.answer(seat, body.feedback, body.seen, limits)
    )


@router.post("/games/{identifier}/correct", response_model=wire.Game)
async def correct(caller: Asked, identifier: str, body: requests.Correction) -> Response:
    """Correct earlier feedback to the computer."""
    return await _change_and_guess(
        caller, identifier, lambda seat: moves.correct(seat, body.turn, body.feedback, body.seen)
    )


@router.post("/games/{identifier}/undo", response_model=wire.Game)
async def undo(caller: Asked, identifier: str, body: requests.Seen) -> Response:
    """Take back the last guess, feedback or correction."""
    return await _change(caller, identifier, lambda seat: moves.undo(seat, body.seen))


@router.post("/games/{identifier}/redo", response_model=wire.Game)
async def redo(caller: Asked, identifier: str, body: requests.Seen) -> Response:
    """Make the last undone move again."""
    return await _change(caller, identifier, lambda seat: moves.redo(seat, body.seen))


@router.post("/games/{identifier}/give-up", response_model=wire.Game)
async def give_up(caller: Asked, identifier: str, body: requests.Seen) -> Response:
    """End a game and see the secret."""
    return await _change(caller, identifier, lambda seat: moves.give_up(seat, body.seen))


@router.post("/games/{identifier}/hint", response_model=wire.HintResponse)
async def hint(caller: Asked, identifier: str, body: requests.Seen) -> Response:
    """Give the next step of help: how many codes are possible, what they have in common, a guess."""
    given, game = await _help(caller, identifier, lambda seat: moves.hint(seat, body.seen))
    told: wire.HintResponse = {"hint": given, "game": game}
    return JSONResponse(told)


@router.post("/games/{identifier}/check", response_model=wire.CheckResponse)
async def check(caller: Asked, identifier: str, body: requests.Guess) -> Response:
    """Say whether a guess can be right, without making it."""
    given, game = await _help(caller, identifier, lambda seat: moves.check(seat, body.guess, body.seen))
    told: wire.CheckResponse = {"check": given, "game": game}
    return JSONResponse(told)


@router.get("/games/{identifier}/candidates", response_model=wire.Candidates)
async def candidates(caller: Asked, identifier: str, limit: Annotated[int, Query(ge=0, le=500)] = 60) -> Response:
    """Count the possible codes, and list them if they are no more than the limit."""
    server = caller.server
    found = await server.work.engine(
        caller.visitor, lambda: moves.candidates(server.games.seat(identifier, caller.names), limit)
    )
    return JSONResponse(found)


@router.get("/games/{identifier}/review", response_model=wire.Review)
async def review(caller: Asked, identifier: str) -> Response:
    """Let the coach review a finished game."""
    server = caller.server

    def grade() -> wire.Review:
        seat = server.games.seat(identifier, caller.names)
        session = seat.session
        if not session.is_over:
            raise NotAllowed("web-review-open")
        hard = isinstance(session, BreakSession) and session.hard
        return explore.review(session.position, session.look, server.work.stopper(), hard=hard, is_over=True)

    return JSONResponse(await server.work.engine(caller.visitor, grade))


@router.get("/review", response_model=wire.Review)
async def review_position(
    caller: Asked, position: PositionQuery, palette: PaletteQuery = "classic", *, hard: bool = False
) -> Response:
    """Let the coach review the turns of any position."""
    server = caller.server

    def grade() -> wire.Review:
        here, look = explore.read_position(position, Palette.parse(palette), server.limits)
        return explore.review(here, look, server.work.stopper(), hard=hard)

    return JSONResponse(await server.work.engine(caller.visitor, grade))


@router.get(
    "/games/{identifier}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}, "description": "The game, whenever it changes."}},
)
async def events(
    caller: Asked,
    identifier: str,
    last_event_id: Annotated[str | None, Header(max_length=20)] = None,
) -> Response:
    """Send the game whenever it changes, as server-sent events."""
    server = caller.server
    server.hub.check_room(caller.visitor)
    await server.work.quick(lambda: server.games.seat(identifier, caller.names))  # refuse before the stream begins

    async def version() -> int | None:
        return await server.work.quick(lambda: server.database.version(identifier))

    async def describe() -> wire.Game:
        seat = await server.work.quick(lambda: server.games.seat(identifier, caller.names))
        return await _describe(caller, seat)

    seen = int(last_event_id) if last_event_id and last_event_id.isascii() and last_event_id.isdecimal() else 0
    stream: AsyncIterator[str] = server.hub.stream(caller.visitor, identifier, seen, version, describe)
    return StreamingResponse(stream, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


@router.get("/join/{token}", response_model=wire.Invitation)
async def invitation(caller: Asked, token: str) -> Response:
    """Show the game that a link leads to."""
    server = caller.server
    return JSONResponse(await server.work.quick(lambda: server.games.invitation(token, caller.names)))


@router.post("/join/{token}", response_model=wire.Game)
async def join(caller: Asked, token: str) -> Response:
    """Join the game that a link leads to, as the codebreaker."""
    seat = await caller.server.work.quick(lambda: caller.server.games.join(token, caller.names))
    return JSONResponse(seat.describe())


@router.get("/position", response_model=wire.Explored)
async def position(  # noqa: PLR0913 - an argument for each field of the query
    *,
    caller: Asked,
    position: PositionQuery,
    strategy: requests.Text = ADVISER,
    palette: PaletteQuery = "classic",
    top: Annotated[int, Query(ge=1, le=explore.MOST_RANKED)] = 5,
    limit: Annotated[int, Query(ge=0, le=500)] = 60,
) -> Response:
    """Explore any position: its candidates, and the best guesses."""
    server = caller.server

    def look_at() -> wire.Explored:
        here, look = explore.read_position(position, Palette.parse(palette), server.limits)
        name = server.games.check_strategy(strategy, here.variant)
        return explore.explore(here, look, name, top, limit)

    return JSONResponse(await server.work.engine(caller.visitor, look_at))


@router.get("/daily", response_model=wire.Daily)
async def daily_code(caller: Asked, date: requests.Day | None = None) -> Response:
    """Show the code of a day, and your game of it."""
    server, day = caller.server, daily.read_day(date)
    return JSONResponse(await server.work.quick(lambda: server.daily.describe(day, caller.names)))


@router.post("/daily", response_model=wire.Game, responses={201: {"model": wire.Game}})
async def daily_game(caller: Asked, order: requests.DailyOrder) -> Response:
    """Start the game of a day, or continue it."""
    server, day = caller.server, daily.read_day(order.date)
    seat, new = await server.work.quick(lambda: server.daily.begin(day, caller.names))
    return JSONResponse(seat.describe(), 201 if new else 200)


@router.get("/daily/archive", response_model=wire.Archive)
async def archive(
    caller: Asked, before: requests.Day | None = None, count: Annotated[int, Query(ge=1, le=400)] = 31
) -> Response:
    """List earlier days, newest first."""
    server, day = caller.server, None if before is None else daily.read_day(before)
    return JSONResponse(await server.work.quick(lambda: server.daily.archive(day, count, caller.names)))


@router.get("/history", response_model=wire.History)
async def past_games(  # noqa: PLR0913 - an argument for each field of the query
    *,
    caller: Asked,
    count: Annotated[int, Query(ge=1, le=200)] = 50,
    before: requests.Text | None = None,
    kind: requests.Text | None = None,
    variant: requests.Text | None = None,
    outcome: requests.Text | None = None,
) -> Response:
    """List your games, newest first."""
    page = Page(count, history.read_cursor(before), kind or None, variant or None, outcome or None)
    return JSONResponse(await _look_back(caller, lambda: history.list_games(caller.server.games, caller.names, page)))


@router.get("/statistics", response_model=wire.Statistics)
async def statistics(caller: Asked) -> Response:
    """Sum up your games."""
    return JSONResponse(await _look_back(caller, lambda: history.sum_up(caller.server.games, caller.names)))


@router.get("/export", response_model=wire.Export)
async def export(caller: Asked) -> Response:
    """Return all your finished games, as a file."""
    told = await _look_back(caller, lambda: transfer.export(caller.server.games, caller.names))
    return JSONResponse(told, headers={"Content-Disposition": 'attachment; filename="keypeg-history.json"'})


@router.post("/import", response_model=wire.ImportResponse)
async def import_games(caller: Asked, body: requests.Imported) -> Response:
    """Take in what the export wrote."""
    server = caller.server
    told = await server.work.engine(
        caller.visitor, lambda: transfer.import_games(server.games, caller.names, body.games)
    )
    return JSONResponse(told)


@router.delete("/history", status_code=204)
async def forget(request: Request, caller: Asked) -> Response:
    """Delete all your data, and the cookie."""
    await _look_back(caller, lambda: history.forget(caller.server.games, caller.names))
    secure = request.url.scheme == "https"
    return Response(status_code=204, headers={"Set-Cookie": guard.cookie("", 0, secure=secure)})


async def _look_back(caller: Caller, look: Callable[[], T]) -> T:
    """Look at the history, after taking in the games of the terminal."""
    server = caller.server

    def take_in_and_look() -> T:
        if server.local:
            transfer.take_in(server.games)
        return look()

    return await server.work.quick(take_in_and_look)


async def _change(caller: Caller, identifier: str, act: Callable[[Seat], object]) -> Response:
    """Let a player do something with a game, and respond with the game."""
    server = caller.server
    seat = await server.work.quick(lambda: server.games.change(identifier, caller.names, act))
    return JSONResponse(await _describe(caller, seat))


async def _change_and_guess(caller: Caller, identifier: str, act: Callable[[Seat], object]) -> Response:
    """Let the engine take feedback: it looks for the next guess, or for what is wrong."""
    server = caller.server

    def change() -> wire.Game:
        return server.games.with_guess(server.games.change(identifier, caller.names, act)).describe()

    return JSONResponse(await server.work.engine(caller.visitor, change))


async def _help(caller: Caller, identifier: str, act: Callable[[Seat], T]) -> tuple[T, wire.Game]:
    """Let the engine give help with a game, which counts the hint."""
    server = caller.server

    def change() -> tuple[T, wire.Game]:
        said: list[T] = []
        seat = server.games.change(identifier, caller.names, lambda seat: said.append(act(seat)))
        return said[-1], seat.describe()

    return await server.work.engine(caller.visitor, change)


async def _describe(caller: Caller, seat: Seat) -> wire.Game:
    """Describe a game, after the computer has found its guess if one is due."""
    if seat.stored.suggestion is None and wants_guess(seat.session):
        games = caller.server.games
        seat = await caller.server.work.engine(caller.visitor, lambda: games.with_guess(seat))
    return seat.describe()
