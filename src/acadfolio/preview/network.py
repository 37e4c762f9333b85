"""The preview's sockets, and the host names for which it answers.

Against DNS rebinding: another site's host name can resolve to this machine, so that its pages could
read drafts. Their requests still have that name as their `Host`, and are refused.
"""

from __future__ import annotations

import errno
import ipaddress
import socket
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tornado.netutil import bind_sockets

from acadfolio.problems import Location, Problem, SiteError

if TYPE_CHECKING:
    from collections.abc import Sequence

DEFAULT_PORT = 8000
PORTS_TO_TRY = 50
LOOPBACK = {"127.0.0.1", "localhost", "::1"}
DEFAULT_PORTS = {"http": 80, "https": 443}


class Hosts:
    """The host names and the port for which the preview answers requests."""

    def __init__(self, host: str, port: int) -> None:
        self.port = port
        self.is_everywhere = _is_unspecified(host)
        self.names = LOOPBACK | {host.lower()}
        if self.is_everywhere:
            own = socket.gethostname().lower()
            self.names |= {own, f"{own.partition('.')[0]}.local"}

    def allow(self, host: str, scheme: str = "http") -> bool:
        """Whether a `Host` header, or the host and port of an `Origin`, is a name of this server with its port.

        The port may be missing only if it is the default port of the scheme.
        """
        try:
            parts = urlsplit(f"//{host}")
            port = DEFAULT_PORTS[scheme] if parts.port is None else parts.port
        except ValueError:
            return False
        # urlsplit removes control characters, and reads what follows `/`, `?` and `#` as something
        # else.
        if parts.netloc != host or "@" in host or port != self.port:
            return False
        name = (parts.hostname or "").removesuffix(".")
        return name in self.names or (self.is_everywhere and _is_ip_address(name))

    def allow_origin(self, origin: str) -> bool:
        """Whether a page of this server opened a websocket, maybe through a proxy with https."""
        scheme, _, host = origin.partition("://")
        return scheme in DEFAULT_PORTS and self.allow(host, scheme)


def _is_unspecified(host: str) -> bool:
    """Whether a server with this host listens on all addresses of the machine."""
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_unspecified
    return False


def _is_ip_address(name: str) -> bool:
    with suppress(ValueError):
        ipaddress.ip_address(name)
        return True
    return False


def bind(host: str, port: int | None) -> list[socket.socket]:
    """Listen on a port, or without one on the first free port from 8000.

    Raises:
        SiteError: the address or the port cannot be used.
    """
    ports: Sequence[int] = (
        range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TO_TRY) if port is None else [port]
    )
    for candidate in ports:
        try:
            return bind_sockets(candidate, host)
        except (OSError, UnicodeError) as error:
            if getattr(error, "errno", 0) != errno.EADDRINUSE:
                reason = getattr(error, "strerror", error)
                what = f"cannot listen on {host}, port {candidate}: {reason}"
                raise _error(what, "choose another --host or --port") from None
    taken = (
        f"port {port} is in use"
        if port
        else f"all ports from {DEFAULT_PORT} to {ports[-1]} are in use"
    )
    raise _error(taken, "choose another port, or omit --port to get the next free one")


def _error(message: str, hint: str) -> SiteError:
    return SiteError([Problem("preview-address", Location("preview"), message, hint)])


def url_of(host: str, port: int) -> str:
    """The URL of the preview on this machine."""
    name = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - compared with, not bound to
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"
