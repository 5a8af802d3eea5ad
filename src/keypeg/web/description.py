"""The description of the interface, which is put together only when it is asked for.

To prepare what describes the responses would take more than a third of the time in which a server starts.
"""

from collections.abc import Iterable
from functools import partial
from typing import Any

from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute

from keypeg import __version__


class Route(APIRoute):
    """A path that knows what it responds with, but makes nothing of it until it is described."""

    def __init__(
        self, path: str, endpoint: Any, *, response_model: Any = None, responses: Any = None, **more: Any
    ) -> None:
        super().__init__(path, endpoint, response_model=None, **more)
        self.described = partial(APIRoute, path, endpoint, response_model=response_model, responses=responses, **more)


def describe(routes: Iterable[BaseRoute]) -> dict[str, Any]:
    """Describe paths by OpenAPI."""
    return get_openapi(
        title="Keypeg",
        version=__version__,
        description="Mastermind: games, the code of the day, positions and reviews.",
        routes=[route.described() for route in routes if isinstance(route, Route)],
    )
