"""Paths of what there is to learn: lessons, and the reasons for what follows from a position."""

from typing import Annotated

from fastapi import Query
from starlette.responses import JSONResponse, Response

from keypeg.claims import Claim
from keypeg.palette import Palette
from keypeg.reasons import explain
from keypeg.render import Look
from keypeg.rules import Variant
from keypeg.web import explore, learning, requests
from keypeg.web import wire_learning as wire
from keypeg.web.limits import Limits
from keypeg.web.routes_study import PaletteQuery, PositionQuery
from keypeg.web.server import Asked, new_router

router = new_router()


@router.get("/lessons", response_model=wire.Lessons)
async def lessons() -> Response:
    """List the lessons."""
    return JSONResponse(learning.list_lessons())


@router.get("/lessons/{name}", response_model=wire.Lesson)
async def lesson(caller: Asked, name: str, palette: PaletteQuery = "classic") -> Response:
    """Describe a lesson with its tasks."""
    found, server = learning.find_lesson(name), caller.server
    look = _look(server.limits, palette)
    return JSONResponse(await caller.quick(lambda: learning.describe_lesson(found, look)))


@router.post("/lessons/{name}/{number}", response_model=wire.Reaction)
async def answer(caller: Asked, name: str, number: int, given: requests.Answer) -> Response:
    """React to what somebody answers to a task; without an answer, tell it."""
    task, server = learning.find_task(learning.find_lesson(name), number), caller.server
    look = _look(server.limits, given.palette)
    return JSONResponse(await caller.quick(lambda: learning.react(task, given.answer, look)))


def _look(limits: Limits, palette: str) -> Look:
    return Look(Variant(4, 6), limits.check_palette(Palette.parse(palette)))


@router.get("/explain", response_model=wire.Explanation)
async def explained(
    caller: Asked,
    position: PositionQuery,
    palette: PaletteQuery = "classic",
    claim: Annotated[requests.Text | None, Query(description="Show only why this is true: in 3, peg 2 not 3")] = None,
) -> Response:
    """Deduce step by step what follows from the turns of any position."""
    server, stopper = caller.server, caller.server.work.stopper()

    def deduce() -> wire.Explanation:
        here, look = explore.read_position(position, Palette.parse(palette), server.limits)
        sought = None if claim is None else Claim.parse(claim, here.variant, look.palette)
        return learning.describe_explanation(explain(here, sought, check=stopper.check), look)

    return JSONResponse(await caller.engine(deduce, stopper=stopper))
