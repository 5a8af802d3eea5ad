"""The cookies by which visitors are recognized, which only this server can make.

A cookie is a random token, the day on which it was issued, and a signature of both with a key that the database keeps.
The hash of the token is the name under which games are kept, so the token stays the same as long as somebody plays; day
and signature are renewed. Tokens from before there were signatures are taken from those who have games.
"""

import base64
import hashlib
import hmac
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

COOKIE = "keypeg"
_SECURE_COOKIE = f"__Host-{COOKIE}"  # over https: no other host of the domain can set it
_DAY_S = 24 * 3600
_DAYS = 400  # browsers keep a cookie for no longer
_RENEWED_DAYS = 30
_KNOWN = 10_000
_FORM = re.compile(r"([A-Za-z0-9_-]{32})(?:\.([0-9]{1,6})\.([A-Za-z0-9_-]{43}))?")


def player_of(cookie: str) -> str:
    """Return the name under which a visitor's games are kept, which doesn't give away the cookie."""
    return hashlib.sha256(cookie.partition(".")[0].encode()).hexdigest()[:40]


@dataclass(frozen=True, slots=True)
class Identity:
    """Who somebody is, and whether the cookie should be issued at the next opportunity, since it is new or old."""

    token: str
    is_due: bool

    @property
    def player(self) -> str:
        return player_of(self.token)


class Identities:
    """Issues and recognizes the cookies of a server."""

    def __init__(
        self, key: str, has_games: Callable[[str, str], Awaitable[bool]], clock: Callable[[], float] = time.time
    ) -> None:
        """Sign with a key, and ask for a visitor whether a player whose token has no signature has games."""
        self._key = key.encode()
        self._has_games = has_games
        self._clock = clock
        self._signature = lru_cache(_KNOWN)(self._sign)  # to sign lets other threads go first

    async def of(self, cookies: Mapping[str, str], visitor: str, *, secure: bool) -> Identity:
        """Recognize somebody by their cookies, or make up somebody new; the work is charged to a visitor."""
        written = (secure and cookies.get(_SECURE_COOKIE)) or cookies.get(COOKIE, "")
        if found := _FORM.fullmatch(written):
            token, day, signature = found.groups()
            age = self._today - int(day or 0)
            if day and age <= _DAYS and hmac.compare_digest(signature, self._signature(token, day)):
                return Identity(token, age >= _RENEWED_DAYS or (secure and _SECURE_COOKIE not in cookies))
            if await self._has_games(visitor, player_of(token)):
                return Identity(token, is_due=True)
        return Identity(secrets.token_urlsafe(24), is_due=True)

    def issue(self, token: str, *, secure: bool) -> str:
        """Return the header that sets the cookie of a token."""
        day = str(self._today)
        return _header(f"{token}.{day}.{self._signature(token, day)}", _DAYS * _DAY_S, secure=secure)

    @property
    def _today(self) -> int:
        return int(self._clock() // _DAY_S)

    def _sign(self, token: str, day: str) -> str:
        digest = hmac.digest(self._key, f"{token}.{day}".encode(), "sha256")
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def _header(value: str, seconds: int, *, secure: bool) -> str:
    name, mark = (_SECURE_COOKIE, "; Secure") if secure else (COOKIE, "")
    return f"{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{mark}"


def forgetting(*, secure: bool) -> list[str]:
    """Return the headers that delete the cookie, by each name that it may have."""
    return [_header("", 0, secure=https) for https in {False, secure}]
