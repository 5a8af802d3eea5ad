"""The other processes that serve the same database: who watches what there, and what visitors have taken of them.

Every process tells the others what they need to know, and nothing else: who comes to a game and goes, a change of a
game that is watched there, what visitors have used up. A process that is not heard of any more has ended, and with it
all that was known of it. What visitors took is told every half second; so somebody who asks several processes at once
may get more than the limits allow, by what they took of the others in that time, and it is then missing in all of them.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from keypeg.web.bus import Bus, packed, unpacked
from keypeg.web.limits import Budget

_BATCH_S = 0.01
"""How long a message waits for others that go with it."""

_TICK_S, _BEAT_TICKS = 0.5, 10
_GONE_S = 16.0
_RECENT_S = 5.0
Items = list[list[Any]]


def short(player: str) -> str:
    """Return as much of a player's name as is told: enough to tell people apart."""
    return player[:16]


class _Peer:
    """What is known of another process."""

    def __init__(self) -> None:
        self.present: dict[str, frozenset[str]] = {}
        self.streams: dict[str, int] = {}
        self.heard = time.monotonic()

    def note(self, identifier: str, player: str, *, here: bool) -> None:
        """Note that a player has come to a game, or gone."""
        others = self.present.pop(identifier, frozenset()) - {player}
        if here or others:
            self.present[identifier] = others | {player} if here else others

    def count(self, visitor: str, streams: int) -> None:
        """Note how many streams a visitor has."""
        self.streams.pop(visitor, None)
        if streams:
            self.streams[visitor] = streams


class Peers:
    """What this process tells the others, and what it knows of them."""

    def __init__(
        self,
        bus: Bus | None,
        budgets: Mapping[str, Budget],
        state: Callable[[], Iterable[list[Any]]],
        wake: Callable[[str], None],
        look: Callable[[], None],
    ) -> None:
        """Share the budgets of visitors with others.

        `state` gives the items that tell others about this process. `wake` is called for a game that may have changed,
        and `look` when anything may have.
        """
        self._bus = bus
        self._budgets = budgets
        self._state = state
        self._wake = wake
        self._look = look
        self._own = secrets.token_hex(6)
        self._peers: dict[str, _Peer] = {}
        self._recent: dict[str, float] = {}
        self._outbox: Items = []
        self._greeted = 0.0
        self._ticking: asyncio.Task[None] | None = None

    async def open(self) -> None:
        if self._bus is not None:
            for budget in self._budgets.values():
                budget.share()
            await self._bus.open(self._receive, self._greet)
            self._ticking = asyncio.create_task(self._tick_on())

    async def close(self) -> None:
        if self._bus is not None and self._ticking is not None:
            self._ticking.cancel()
            self._send([["bye"]])
            await self._bus.close()

    @property
    def are_told(self) -> bool:
        """Whether changes made elsewhere are told here."""
        return self._bus is not None and self._bus.is_open

    def is_watched(self, identifier: str, names: Iterable[str]) -> bool:
        """Return whether somebody else than a player of these names is watching a game there; from any thread."""
        own = {short(name) for name in names}
        return any(peer.present.get(identifier, own) - own for peer in tuple(self._peers.values()))

    def streams(self, visitor: str) -> int:
        """Return how many streams a visitor has there."""
        return sum(peer.streams.get(visitor, 0) for peer in self._peers.values())

    def changed(self, identifier: str) -> None:
        """Tell those who watch a game that it has changed."""
        if any(identifier in peer.present for peer in self._peers.values()):
            self._put(["changed", identifier])
        elif self._peers:  # somebody may be about to watch it
            self._recent[identifier] = time.monotonic()

    def come(self, identifier: str, player: str) -> None:
        self._put(["come", identifier, short(player)])

    def gone(self, identifier: str, player: str) -> None:
        self._put(["gone", identifier, short(player)])

    def count(self, visitor: str, streams: int) -> None:
        self._put(["streams", visitor, streams])

    def _put(self, item: list[Any]) -> None:
        if not self._peers:
            return
        if not self._outbox:
            asyncio.get_running_loop().call_later(_BATCH_S, self._flush)
        self._outbox.append(item)

    def _flush(self) -> None:
        items, self._outbox = self._outbox, []
        if items:
            self._send(items)

    def _send(self, items: Items) -> None:
        if self._bus is not None:
            for message in packed(self._own, items):
                self._bus.send(message)

    def _greet(self) -> None:
        """Say that this process is there, so that the others tell it about themselves; and look what it has missed."""
        self._greeted = time.monotonic()
        self._outbox = []
        self._send([["hello"], *self._about_this()])
        self._look()

    def _about_this(self) -> Items:
        return [["state"], *self._state()]

    async def _tick_on(self) -> None:
        tick = 0
        while True:
            await asyncio.sleep(_TICK_S)
            tick += 1
            taken = [
                ["took", name, visitor, amount]
                for name, budget in self._budgets.items()
                for visitor, amount in budget.untold().items()
            ]
            if (taken and self._peers) or tick % _BEAT_TICKS == 0:
                self._send(taken if self._peers else [])
            now = time.monotonic()
            self._recent = {name: at for name, at in self._recent.items() if now - at < _RECENT_S}
            for name in [name for name, peer in self._peers.items() if now - peer.heard > _GONE_S]:
                self._forget(name)

    def _receive(self, message: str) -> None:
        sender, items = unpacked(message)
        if not sender or sender == self._own:
            return
        known = sender in self._peers
        peer = self._peers.setdefault(sender, _Peer())
        peer.heard = time.monotonic()
        if not known and ["hello"] not in items and peer.heard - self._greeted > _RECENT_S:
            self._greet()  # it was taken for ended, and has to tell everything again
        for item in items:
            self._take(sender, peer, item)

    def _take(self, sender: str, peer: _Peer, item: Any) -> None:
        match item:
            case ["changed", str(identifier)]:
                self._wake(identifier)
            case ["come" | "gone" as what, str(identifier), str(player)]:
                peer.note(identifier, player, here=what == "come")
                self._wake(identifier)
                if identifier in self._recent:
                    self._put(["changed", identifier])
            case ["streams", str(visitor), int(number)]:
                peer.count(visitor, number)
            case ["took", str(name), str(visitor), int(amount) | float(amount)] if name in self._budgets:
                self._budgets[name].take(visitor, amount, is_told=True)
            case ["hello"]:
                self._send(self._about_this())
            case ["state"]:
                peer.present, peer.streams = {}, {}
            case ["bye"]:
                self._forget(sender)

    def _forget(self, name: str) -> None:
        watched = self._peers.pop(name).present
        for identifier in watched:
            self._wake(identifier)
