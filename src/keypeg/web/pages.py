"""The page's views as the server knows them: which paths there are, and what a link to one shows elsewhere."""

import hashlib
import re
from functools import lru_cache
from html import escape
from importlib import resources

from keypeg.errors import KeypegError
from keypeg.game import Outcome
from keypeg.web.days import GUESSES, number_of, read_day
from keypeg.web.links import link
from keypeg.web.server import Server
from keypeg.words.language import language_name, text

ROUTES = {
    "start": r"/",
    "play": r"/play",
    "new": r"/new(?:/(?P<kind>break|solve|duel))?",
    "game": r"/game/(?P<id>[\w-]+)",
    "join": r"/join/(?P<token>[\w-]+)",
    "challenge": r"/challenge/(?P<token>[\w-]+)",
    "daily": r"/daily(?:/(?P<date>\d{4}-\d{2}-\d{2}))?",
    "archive": r"/archive",
    "review": r"/review(?:/(?P<id>[\w-]+))?",
    "explore": r"/explore",
    "history": r"/history",
    "help": r"/help",
}
"""The views by name and path, as in `static/router.js`."""

_NAME = "Keypeg"
PICTURE, PICTURE_SIZE = "/preview.png", (1200, 630)
_PREVIEW = re.compile(r"<!-- preview -->.*<!-- /preview -->", re.DOTALL)


def page(server: Server, path: str) -> tuple[str, bool]:
    """Return the page with what a link to this path shows elsewhere, and whether there is such a view."""
    found = ((name, re.fullmatch(pattern, path, re.ASCII)) for name, pattern in ROUTES.items())
    name, match = next((pair for pair in found if pair[1]), ("missing", None))
    title, description = _words(server, name, match.groupdict() if match else {})
    html = _index().replace('<html lang="en">', f'<html lang="{language_name()}">', 1)
    return _PREVIEW.sub(lambda _: _tags(title, description, link(path) or path), html), match is not None


def tag_of(content: str) -> str:
    """Return the tag by which a browser knows that it has this page already."""
    return f'"{hashlib.sha256(content.encode()).hexdigest()[:32]}"'


@lru_cache(maxsize=1)
def _index() -> str:
    return (resources.files("keypeg.web") / "static" / "index.html").read_text(encoding="utf-8")


def _words(server: Server, name: str, parts: dict[str, str | None]) -> tuple[str, str]:
    """Return the title and the description of a view."""
    plain = _NAME, text("preview.text")
    if name == "missing":
        return text("preview.missing"), plain[1]
    if name == "join":
        return text("preview.join"), text("preview.join-text")
    if name == "daily":
        try:
            number = number_of(read_day(parts["date"]))
        except KeypegError:
            return plain
        return text("preview.daily", number=number), text("preview.daily-text", guesses=GUESSES)
    if name == "challenge":
        game = server.database.game_by_invite(parts["token"] or "")
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
    return "\n    ".join(lines)
