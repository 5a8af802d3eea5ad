"""The application for servers that import it, as in `uvicorn keypeg.web.asgi:app --workers 4`.

Its settings come from the environment: `KEYPEG_DATABASE` is the URL of the database, `KEYPEG_RATE` how many requests a
minute one address may send, `KEYPEG_PROXIES` the proxies to believe, and `KEYPEG_METRICS` who may read its metrics,
both with commas between them. It is never a local server: who listens where is not its business. Use the protocol of
`keypeg serve` with it: `uvicorn --http keypeg.web.connections:BoundedProtocol --ws none --no-proxy-headers`.
"""

import os

from starlette.types import ASGIApp, Receive, Scope, Send

from keypeg.database import Database
from keypeg.errors import KeypegError, UnreadableText
from keypeg.web.app import create_app
from keypeg.web.limits import Limits
from keypeg.web.proxies import Networks, Site


def create_from_environment() -> ASGIApp:
    """Build the application by the settings of the environment."""
    rate = os.environ.get("KEYPEG_RATE") or str(Limits().requests_per_minute)
    if not (rate.isdecimal() and int(rate)):
        raise UnreadableText("rate-setting", text=rate)
    site = Site(
        proxies=_networks(os.environ.get("KEYPEG_PROXIES", "")),
        observers=_networks(os.environ.get("KEYPEG_METRICS", "")),
    )
    database = Database(os.environ.get("KEYPEG_DATABASE"))
    return create_app(database, Limits(requests_per_minute=int(rate)), site=site)


def _networks(text: str) -> Networks:
    return Networks.parse(text.replace(",", " ").split())


class Application:
    """An application that is built when it starts: in the process that serves it, whoever imported it before."""

    def __init__(self) -> None:
        self._built: ASGIApp | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._built is None:
            try:
                self._built = create_from_environment()
            except KeypegError as error:
                if scope["type"] != "lifespan":
                    raise
                await receive()
                await send({"type": "lifespan.startup.failed", "message": f"keypeg: {error}"})
                return
        await self._built(scope, receive, send)


app = Application()
