"""What one visitor may ask for: sizes that are refused, and how much work at once and per minute."""

import ipaddress
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Self

from keypeg.errors import NotAllowed, TooLarge
from keypeg.palette import Palette
from keypeg.rules import Variant

_LEAST_CONNECTIONS = 32  # of a visitor to one process: evenly handed out, but not exactly


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a server. `/api/setup` lists them, and so does the error if one is exceeded."""

    pegs: int = 10
    colors: int = 20
    codes: int = 10**10
    slow_codes: int = 1 << 16
    guesses: int = 100
    turn_count: int = 200
    listed_codes: int = 500
    games: int = 5000
    imported_games: int = 1000
    stored_per_day: int = 10_000
    unplayed_days: int = 14
    open_days: int = 180
    finished_days: int = 0
    rooms: int = 100
    room_players: int = 30
    room_rounds: int = 100
    requests_per_minute: int = 1200
    engine_at_once: int = 8
    engine_waiting: int = 64
    engine_wait_seconds: float = 10
    engine_seconds: float = 20
    engine_seconds_per_minute: float = 60
    quick_seconds_per_minute: float = 10
    streams: int = 32
    body_bytes: int = 1 << 14
    import_bytes: int = 1 << 20
    requests_at_once: int = 16
    held_bytes: int = 1 << 23
    connections: int = 10_000
    visitor_connections: int = 256
    pipelined_requests: int = 16
    head_bytes: int = 1 << 15
    header_count: int = 100
    target_bytes: int = 1 << 14
    head_seconds: float = 10
    body_seconds: float = 10
    body_bytes_per_second: int = 1 << 9
    idle_seconds: float = 15
    write_seconds: float = 20
    response_seconds: float = 3600

    def of_worker(self, workers: int) -> Self:
        """Return the limits of one of several processes, among which the system hands out connections evenly."""
        share = -(-self.visitor_connections // workers)
        fair = min(self.visitor_connections, max(share, _LEAST_CONNECTIONS))
        return replace(self, connections=-(-self.connections // workers), visitor_connections=fair)

    def check_variant(self, variant: Variant) -> Variant:
        """Return the variant if the page accepts it, or say which limit it exceeds."""
        if variant.pegs > self.pegs or variant.colors > self.colors:
            raise TooLarge("web-variant-size", variant=variant, pegs=self.pegs, colors=self.colors)
        if variant.size > self.codes:
            raise TooLarge("web-variant-codes", variant=variant, codes=variant.size, limit=self.codes)
        return variant

    def check_slow(self, player: str, variant: Variant) -> None:
        """Refuse a player that takes longer for every move the more codes there are."""
        if variant.size > self.slow_codes:
            raise TooLarge(
                "web-player-codes", player=player, variant=variant, codes=variant.size, limit=self.slow_codes
            )

    def check_guesses(self, guesses: int | None) -> int | None:
        if guesses is not None and not 1 <= guesses <= self.guesses:
            raise NotAllowed("web-guesses", guesses=guesses, limit=self.guesses)
        return guesses

    def check_turns(self, number: int) -> None:
        if number > self.turn_count:
            raise TooLarge("web-turns", turn_count=number, limit=self.turn_count)

    def check_palette(self, palette: Palette) -> Palette:
        if len(palette.colors) > self.colors:
            raise TooLarge("web-palette", colors=len(palette.colors), limit=self.colors)
        return palette


_KNOWN_VISITORS = 100_000  # whose budgets take 20 MB; that of a day is full again only after as long


class Budget:
    """How much of something each visitor has left: a bucket that is full at first and refilled steadily.

    Threads may take from it, and the event loop may tell others of that at the same time.
    """

    def __init__(self, amount: float, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Give every visitor `amount` at once, and as much again within `seconds`."""
        self.amount = amount
        self._rate = amount / seconds
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._untold: dict[str, float] | None = None
        self._taking = threading.Lock()

    def share(self) -> None:
        """Take down what is taken from now on, to tell other processes of it."""
        self._untold = {}

    def untold(self) -> dict[str, float]:
        """Return how much each visitor took since this was asked last."""
        with self._taking:
            taken, self._untold = self._untold or {}, {}
        return taken

    def left(self, visitor: str) -> float:
        amount, at = self._left.get(visitor, (self.amount, 0.0))
        return min(self.amount, amount + (self._clock() - at) * self._rate)

    def take(self, visitor: str, amount: float, *, is_told: bool = False) -> None:
        """Take an amount, whether or not that much is left; what was taken elsewhere `is_told` already."""
        with self._taking:
            if self._untold is not None and not is_told:
                self._untold[visitor] = self._untold.get(visitor, 0) + amount
            self._left[visitor] = (self.left(visitor) - amount, self._clock())
            self._left.move_to_end(visitor)
            while len(self._left) > _KNOWN_VISITORS:  # the visitor not heard of for longest has the fullest bucket
                self._left.popitem(last=False)

    def wait(self, visitor: str, amount: float) -> int:
        """Return in how many whole seconds `amount` will be available, or 0 if it is now."""
        missing = amount - self.left(visitor)
        return max(0, math.ceil(missing / self._rate))


_RECENT = 4096  # addresses that are not read again

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@lru_cache(_RECENT)
def address_of(text: str) -> Address | None:
    """Read an address, if it is one; an IPv4 address is one also where it is written as IPv6."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


@lru_cache(_RECENT)
def visitor_of(address: str) -> str:
    """Return the visitor behind an address: a household has one IPv4 address, or a whole /64 of IPv6 addresses."""
    match address_of(address):
        case ipaddress.IPv6Address() as parsed:
            return str(ipaddress.ip_network((parsed, 64), strict=False))
        case ipaddress.IPv4Address() as parsed:
            return str(parsed)
    return address


def is_loopback(host: str) -> bool:
    """Return whether only this computer can reach a host."""
    address = address_of(host)
    return host.lower() == "localhost" if address is None else address.is_loopback
