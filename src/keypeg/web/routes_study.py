"""Paths of what can be known without a game or after it: what can be chosen, positions, reviews."""

from typing import Annotated

from fastapi import Query
from starlette.responses import JSONResponse, Response, StreamingResponse

from keypeg import coach
from keypeg.game import CodemakerKind
from keypeg.palette import Palette
from keypeg.render import Look
from keypeg.rules import Variant
from keypeg.study import ADVISER
from keypeg.web import explore, requests, reviews, wire
from keypeg.web.descriptions import describe_look
from keypeg.web.events import EventStream
from keypeg.web.server import Asked, new_router
from keypeg.web.setup import describe_setup

router = new_router()

PositionQuery = Annotated[requests.PositionText, Query(description="A position line: p4c6 1122=1b1w")]
PaletteQuery = Annotated[requests.PaletteText, Query()]


@router.get("/setup", response_model=wire.Setup)
async def setup(caller: Asked) -> Response:
    """List what can be chosen, and the limits."""
    server = caller.server
    return JSONResponse(await caller.quick(lambda: describe_setup(server.limits, local=server.local)))


@router.get("/variant", response_model=wire.LookResponse)
async def variant(caller: Asked, variant: requests.Text, palette: PaletteQuery = "classic") -> Response:
    """Describe one variant, with what is needed to draw it."""
    limits = caller.server.limits
    rules = limits.check_variant(Variant.parse(variant))
    look = Look(rules, limits.check_palette(Palette.parse(palette)))
    told: wire.LookResponse = {**describe_look(look), "feedbacks": [str(feedback) for feedback in rules.feedbacks()]}
    return JSONResponse(told)


@router.get("/games/{identifier}/review", response_model=wire.Review)
async def review(caller: Asked, identifier: str) -> Response:
    """Let the coach review a finished game."""
    games, stopper = caller.server.games, caller.server.work.stopper()

    def grade() -> wire.Review:
        return reviews.review(games, reviews.finished(games, identifier, caller.names), stopper)

    return JSONResponse(await caller.engine(grade, stopper=stopper))


@router.get(
    "/games/{identifier}/review/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}, "description": "The review, as it is worked out."}},
)
async def review_events(caller: Asked, identifier: str) -> Response:
    """Send the coach's grade of each turn as soon as it is found, then the review, as server-sent events."""
    server = caller.server
    server.hub.check_room(caller.visitor)
    seat = await caller.quick(lambda: reviews.finished(server.games, identifier, caller.names))
    events = reviews.events(server.games, server.work, caller.visitor, seat)
    return EventStream(server.hub, caller.visitor, events)


@router.get("/review", response_model=wire.Review)
async def review_position(
    caller: Asked,
    position: PositionQuery,
    palette: PaletteQuery = "classic",
    codemaker: CodemakerKind = "random",
    *,
    hard: bool = False,
) -> Response:
    """Let the coach review the turns of any position."""
    server, stopper = caller.server, caller.server.work.stopper()

    def grade() -> wire.Review:
        here, look = explore.read_position(position, Palette.parse(palette), server.limits)
        found = coach.review(here, hard=hard, codemaker=codemaker, progress=stopper)
        return explore.describe_review(found, look)

    return JSONResponse(await caller.engine(grade, stopper=stopper))


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

    return JSONResponse(await caller.engine(look_at))


@router.get("/watch", response_model=wire.Watched)
async def watch(
    caller: Asked,
    position: PositionQuery,
    code: Annotated[requests.Text, Query(description="The code that is broken.")],
    strategy: requests.Text = ADVISER,
    palette: PaletteQuery = "classic",
) -> Response:
    """Let a strategy make its next guess at a known code, and tell what it thinks."""
    server = caller.server

    def make_step() -> wire.Watched:
        here, look = explore.read_position(position, Palette.parse(palette), server.limits)
        return explore.watch(here, look, server.games.check_strategy(strategy, here.variant), code)

    return JSONResponse(await caller.engine(make_step, short=True))


@router.get("/position/guess", response_model=wire.RankedGuess)
async def position_guess(
    caller: Asked, position: PositionQuery, guess: requests.Text, palette: PaletteQuery = "classic"
) -> Response:
    """Tell what one guess promises in any position: how it splits the candidates."""
    server = caller.server

    def weigh() -> wire.RankedGuess:
        here, look = explore.read_position(position, Palette.parse(palette), server.limits)
        return explore.weigh(here, look, guess)

    return JSONResponse(await caller.engine(weigh, short=True))
