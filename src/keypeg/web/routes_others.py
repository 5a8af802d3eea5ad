"""Paths by which people play with others: the link to a duel, the rounds of a match, and challenges."""

from starlette.responses import JSONResponse, Response

from keypeg.web import challenges, matches, requests, wire
from keypeg.web.server import Asked, new_router

router = new_router()


@router.get("/join/{token}", response_model=wire.Invitation)
async def invitation(caller: Asked, token: str) -> Response:
    """Show the game that a link leads to."""
    server = caller.server
    return JSONResponse(await caller.quick(lambda: server.games.invitation(token, caller.names)))


@router.post("/join/{token}", response_model=wire.Game)
async def join(caller: Asked, token: str) -> Response:
    """Join the game that a link leads to, as the codebreaker."""
    seat = await caller.quick(lambda: caller.server.games.join(token, caller.names))
    return JSONResponse(seat.describe())


@router.post("/games/{identifier}/next", response_model=wire.Game, responses={201: {"model": wire.Game}})
async def next_round(caller: Asked, identifier: str, body: requests.NextRound) -> Response:
    """Begin the next round of a match, or look at it if the other player has begun it."""
    server = caller.server

    def begin() -> tuple[wire.Game, bool]:
        seat, new = matches.next_round(server.games, identifier, caller.names, body.secret)
        return server.games.with_guess(seat).describe(), new

    game, new = await caller.engine(begin, short=True)
    return JSONResponse(game, 201 if new else 200)


@router.post("/games/{identifier}/challenge", response_model=wire.ChallengeToken)
async def offer_challenge(caller: Asked, identifier: str) -> Response:
    """Let others play the code of a game that is over."""
    server = caller.server
    token = await caller.quick(lambda: challenges.offer(server.games, identifier, caller.names))
    told: wire.ChallengeToken = {"token": token}
    return JSONResponse(told)


@router.get("/challenges/{token}", response_model=wire.Challenge)
async def challenge(caller: Asked, token: str) -> Response:
    """Show a challenge, with the result to beat."""
    server = caller.server
    return JSONResponse(await caller.quick(lambda: challenges.describe(server.games, token, caller.names)))


@router.post("/challenges/{token}/play", response_model=wire.Game, responses={201: {"model": wire.Game}})
async def play_challenge(caller: Asked, token: str) -> Response:
    """Start the game of a challenge, or continue it."""
    server = caller.server
    seat, new = await caller.quick(lambda: challenges.play(server.games, token, caller.names))
    return JSONResponse(seat.describe(), 201 if new else 200)
