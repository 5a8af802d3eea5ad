"""Paths of puzzles."""

from starlette.responses import JSONResponse, Response

from keypeg.errors import NotAllowed
from keypeg.palette import Palette
from keypeg.puzzle_record import Wanted, read_day
from keypeg.puzzles import parse_kind
from keypeg.reasons import GRADES
from keypeg.rules import Variant
from keypeg.web import requests
from keypeg.web import wire_learning as wire
from keypeg.web.server import Asked, new_router

router = new_router()


@router.get("/puzzles", response_model=wire.Puzzles)
async def puzzles(caller: Asked) -> Response:
    """Tell what you have done, and what there is to go on with."""
    server = caller.server
    return JSONResponse(await caller.engine(lambda: server.puzzles.overview(caller.names), short=True))


@router.post("/puzzles", response_model=wire.Puzzle, status_code=201)
async def begin(caller: Asked, order: requests.NewPuzzle) -> Response:
    """Begin a puzzle that is about as hard as your rating says, or the puzzle of a day."""
    server = caller.server
    palette = None if order.palette is None else str(server.limits.check_palette(Palette.parse(order.palette)))
    if order.grade is not None and order.grade not in GRADES:
        raise NotAllowed("puzzle-grade", grade=str(order.grade), most=GRADES[-1])
    wanted = Wanted(
        None if order.variant is None else server.limits.check_variant(Variant.parse(order.variant)),
        None if order.kind is None else parse_kind(order.kind),
        order.grade,
    )

    def start() -> wire.Puzzle:
        if order.date is not None:
            return server.puzzles.begin_day(caller.names, read_day(order.date), palette)
        return server.puzzles.begin(caller.names, wanted, palette)

    return JSONResponse(await caller.engine(start, short=True), 201)


@router.get("/puzzles/{identifier}", response_model=wire.Puzzle)
async def puzzle(caller: Asked, identifier: str) -> Response:
    """Show a puzzle of yours as it stands."""
    server = caller.server
    return JSONResponse(await caller.engine(lambda: server.puzzles.show(identifier, caller.names), short=True))


@router.post("/puzzles/{identifier}/answer", response_model=wire.Puzzle)
async def answer(caller: Asked, identifier: str, given: requests.PuzzleAnswer) -> Response:
    """Answer a puzzle: a code, or the number of a turn."""
    server = caller.server
    told = await caller.engine(
        lambda: server.puzzles.answer(identifier, caller.names, given.answer, given.seen), short=True
    )
    return JSONResponse(told)


@router.post("/puzzles/{identifier}/hint", response_model=wire.Puzzle)
async def hint(caller: Asked, identifier: str, move: requests.PuzzleMove | None = None) -> Response:
    """Ask for the next step of the reasoning; a puzzle that is solved with hints counts half."""
    server = caller.server
    return JSONResponse(
        await caller.engine(lambda: server.puzzles.hint(identifier, caller.names, _seen(move)), short=True)
    )


@router.post("/puzzles/{identifier}/give-up", response_model=wire.Puzzle)
async def give_up(caller: Asked, identifier: str, move: requests.PuzzleMove | None = None) -> Response:
    """Give up, and see the answer."""
    server = caller.server
    told = await caller.engine(lambda: server.puzzles.give_up(identifier, caller.names, _seen(move)), short=True)
    return JSONResponse(told)


def _seen(move: requests.PuzzleMove | None) -> int | None:
    return None if move is None else move.seen
