"""The page's views as the server knows them: which paths there are, and what a link to one shows elsewhere."""

import re
from html import escape

from keypeg import words
from keypeg.errors import KeypegError, Unavailable
from keypeg.game import Outcome
from keypeg.lessons import LESSONS
from keypeg.web.days import GUESSES, number_of, read_day
from keypeg.web.delivery import FIRST_VIEWS, File, document
from keypeg.web.links import link
from keypeg.web.server import Server
from keypeg.words.language import text

ROUTES = {
    "start": r"/",
    "play": r"/play",
    "new": r"/new(?:/(?P<kind>break|solve|match|duel|room))?",
    "game": r"/game/(?P<id>[\w-]+)",
    "join": r"/join/(?P<token>[\w-]+)",
    "challenge": r"/challenge/(?P<token>[\w-]+)",
    "room": r"/room/(?P<token>[\w-]+)",
    "daily": r"/daily(?:/(?P<date>\d{4}-\d{2}-\d{2}))?",
    "archive": r"/archive",
    "review": r"/review(?:/(?P<id>[\w-]+))?",
    "explore": r"/explore",
    "history": r"/history",
    "learn": r"/learn(?:/(?P<name>[a-z]+))?",
    "explain": r"/explain",
    "watch": r"/watch",
    "puzzles": r"/puzzles(?:/(?P<id>[\w-]+))?",
    "help": r"/help",
}
"""The views by name and path, as in `static/router.js`."""

# What a view asks of the interface before it shows anything, which is loaded together with the page.
_ASKED = {"start": "/api/start", "game": "/api/games/{id}"}

_NAME = "Keypeg"
_PUZZLE_IDS = {16, 24}  # how long they are: of puzzles begun here, and of imported ones
PICTURE, PICTURE_SIZE = "/preview.png", (1200, 630)


def page(server: Server, path: str) -> tuple[File, bool]:
    """Return the page with what a link to this path shows elsewhere, and whether there is such a view."""
    found = ((name, re.fullmatch(pattern, path, re.ASCII)) for name, pattern in ROUTES.items())
    name, match = next((pair for pair in found if pair[1] and _can_be(*pair)), ("missing", None))
    parts = match.groupdict() if match else {}
    title, description = _words(server, name, parts)
    asked = _ASKED.get(name, "").format(**parts) or None
    tags = _tags(title, description, link(path) or path)
    return document(tags, asked, words.language_name(), is_first=name in FIRST_VIEWS), match is not None


def _can_be(name: str, match: "re.Match[str] | None") -> bool:
    """Return whether there can be something in a view: all lessons are known, and how long ids of puzzles are.

    Whose they are is not known: the page is the same for everybody, and the interface tells what is there.
    """
    part = match and match.groupdict().get({"learn": "name", "puzzles": "id"}.get(name, ""))
    return not part or (part in LESSONS if name == "learn" else len(part) in _PUZZLE_IDS)


def _words(server: Server, name: str, parts: dict[str, str | None]) -> tuple[str, str]:
    """Return the title and the description of a view."""
    plain = _NAME, text("preview.text")
    if name == "missing":
        return text("preview.missing"), plain[1]
    if name == "join":
        return text("preview.join"), text("preview.join-text")
    if name == "room":
        return text("preview.room"), text("preview.room-text")
    if name == "daily":
        try:
            number = number_of(read_day(parts["date"]))
        except KeypegError:
            return plain
        return text("preview.daily", number=number), text("preview.daily-text", guesses=GUESSES)
    if name == "challenge":
        try:
            game = server.database.game_by_invite(parts["token"] or "")
        except Unavailable:
            return plain
        if game is not None and game.kind == "break":
            key = "preview.challenge-won" if game.outcome == Outcome.WON else "preview.challenge-lost"
            return text("preview.challenge"), text(key, turn_count=game.turn_count)
    return plain


def _tags(title: str, description: str, url: str) -> str:
    width, height = PICTURE_SIZE
    properties = {
        "og:type": "website",
        "og:site_name": _NAME,
        "og:title": title,
        "og:description": description,
        "og:url": url,
        "og:image": link(PICTURE) or PICTURE,
        "og:image:width": str(width),
        "og:image:height": str(height),
        "og:image:alt": text("preview.picture"),
    }
    lines = [
        f"<title>{escape(title)}</title>",
        f'<meta name="description" content="{escape(description)}">',
        *(f'<meta property="{name}" content="{escape(value)}">' for name, value in properties.items()),
        '<meta name="twitter:card" content="summary_large_image">',
    ]
    return "\n".join(lines)
