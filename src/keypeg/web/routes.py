"""The JSON interface: a function for each path, which reads the request, has a thread do the work, and responds."""

from keypeg.web import (
    routes_games,
    routes_history,
    routes_learning,
    routes_others,
    routes_puzzles,
    routes_rooms,
    routes_study,
)
from keypeg.web.server import new_router

router = new_router()
for part in (routes_games, routes_history, routes_study, routes_learning, routes_puzzles, routes_others, routes_rooms):
    router.routes.extend(part.router.routes)
