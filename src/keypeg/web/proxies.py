"""Where a request comes from, if a proxy may stand before the server.

A trusted proxy says for whom it asks in `X-Forwarded-For`, to which each proxy adds the address that it was asked from.
The visitor is the last one of them that is not a trusted proxy itself: whoever sends a request can write whatever they
like before that, but not after it. Nobody else is believed.
"""

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from starlette.datastructures import Headers

from keypeg.errors import NotAllowed
from keypeg.web.limits import Address, address_of

_FORWARDING = {
    *("forwarded", "via", "x-real-ip", "cf-connecting-ip", "true-client-ip", "fastly-client-ip", "client-ip"),
    *("x-client-ip", "x-cluster-client-ip", "x-original-forwarded-for", "x-original-host"),
}
_SCHEMES = {"http", "https"}


@dataclass(frozen=True, slots=True)
class Networks:
    """Addresses that are trusted with something, as networks."""

    networks: tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...] = ()

    @classmethod
    def parse(cls, texts: Sequence[str]) -> Self:
        """Read addresses and networks, such as `127.0.0.1` and `10.0.0.0/8`."""
        networks = []
        for text in texts:
            try:
                networks.append(ipaddress.ip_network(text))
            except ValueError:
                raise NotAllowed("web-network", text=text) from None
        return cls(tuple(networks))

    def __contains__(self, address: Address | str) -> bool:
        parsed = address_of(address) if isinstance(address, str) else address
        return parsed is not None and any(parsed in network for network in self.networks)

    def origin(self, peer: str, headers: Headers) -> tuple[str, str | None]:
        """Return the address for which a request was sent, and its scheme if a proxy says so.

        An entry that is no address ends the search, and the request counts as one of the proxy that passed it on.
        """
        if peer not in self:
            return peer, None
        schemes = [scheme.strip() for scheme in ",".join(headers.getlist("x-forwarded-proto")).lower().split(",")]
        scheme = schemes[-1] if _SCHEMES.issuperset(schemes) else None
        for entry in reversed(",".join(headers.getlist("x-forwarded-for")).split(",")):
            address = _entry(entry.strip())
            if address is None:
                break
            peer = str(address)
            if address not in self:
                break
        return peer, scheme


@dataclass(frozen=True, slots=True)
class Site:
    """Where a server stands: whether it is its user's own, whom it believes, and who may see how it is doing."""

    local: bool = False
    proxies: Networks = Networks()
    observers: Networks = Networks()
    exchange: str | None = None
    """The folder in which several processes of one server leave what they measure."""


OPEN_SITE = Site()


def is_forwarded(headers: Headers) -> bool:
    """Return whether a request says that a proxy passed it on."""
    return any(name in _FORWARDING or name.startswith("x-forwarded-") for name in headers)


def _entry(text: str) -> Address | None:
    """Read an address, which may have a port."""
    if text.startswith("["):
        return address_of(text[1:].partition("]")[0])
    return address_of(text.partition(":")[0] if text.count(":") == 1 else text)
