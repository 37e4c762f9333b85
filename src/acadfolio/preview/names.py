"""The address that the preview listens on comes in, the names that it answers to come out.

A page of another site can make its own name lead to this machine (DNS rebinding) and would then read what is served
here, drafts included. Its requests still carry its name: they are refused.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from dataclasses import dataclass

LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})
EVERYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104 - it is recognised here, not bound to
HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^:\[\]]+)(?::(\d{1,5}))?")
PORTS = {"http": 80, "https": 443}
"""By scheme: where a name leads that says no port."""


def bracketed(host: str) -> str:
    """A host as it stands in an address."""
    return f"[{host}]" if ":" in host else host


@dataclass(frozen=True, slots=True)
class Names:
    """What a request may call this server."""

    names: frozenset[str]
    port: int
    takes_addresses: bool
    """It listens on all the addresses of this machine, and is called by any of them."""

    @classmethod
    def of(cls, host: str, port: int) -> Names:
        """For a server that listens on this address."""
        given = {bracketed(host.lower())}
        if host not in EVERYWHERE:
            return cls(LOOPBACK | given, port, takes_addresses=False)
        own = socket.gethostname().lower()
        return cls(LOOPBACK | {own, f"{own.partition('.')[0]}.local"}, port, takes_addresses=True)

    def has(self, host: str, scheme: str = "http") -> bool:
        """Whether this Host header means us."""
        match = HOST.fullmatch(host)
        if match is None or int(match[2] or PORTS[scheme]) != self.port:
            return False
        name = match[1].lower().removesuffix(".")
        return name in self.names or (self.takes_addresses and _is_address(name.strip("[]")))

    def has_origin(self, origin: str) -> bool:
        """Whether a page of ours opened this websocket. A proxy that encrypts may stand between: `https://localhost:8000`."""
        scheme, _, host = origin.partition("://")
        return scheme in PORTS and self.has(host, scheme)


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
