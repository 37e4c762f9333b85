"""An address comes in, sockets that listen on it come out."""

from __future__ import annotations

import errno
import socket
from typing import TYPE_CHECKING

from tornado.netutil import bind_sockets

from acadfolio.preview.names import EVERYWHERE
from acadfolio.problems import Location, Problem, SiteError

if TYPE_CHECKING:
    from collections.abc import Sequence

USUAL = 8000
TO_TRY = 50
WAITING = 128


def listen(host: str, port: int | None) -> Sequence[socket.socket]:
    """On the wanted port; without one on 8000, or the next that is free. Raises SiteError when there is none."""
    if port is not None:
        return _bound(host, port)
    for candidate in range(USUAL, USUAL + TO_TRY):
        try:
            return _listening(host, candidate)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise _refused(host, candidate, error) from None
    raise _problem(f"no port from {USUAL} to {USUAL + TO_TRY - 1} is free on {host}", "choose another one: --port")


def _bound(host: str, port: int) -> Sequence[socket.socket]:
    try:
        return _listening(host, port)
    except OSError as error:
        raise _refused(host, port, error) from None


def _listening(host: str, port: int) -> Sequence[socket.socket]:
    """Raises OSError, and SiteError for what is no host, or one that stands for all addresses without saying so."""
    try:
        sockets = bind_sockets(port, host, backlog=WAITING)
    except UnicodeError:  # It is no name that could be asked for.
        raise _unknown(host) from None
    if host not in EVERYWHERE and any(one.getsockname()[0] in EVERYWHERE for one in sockets):
        for one in sockets:
            one.close()
        hint = "leave --host away, or say 0.0.0.0 if whoever is in your network may see your drafts"
        raise _problem(f"`{host}` stands for every address of this machine", hint)
    return sockets


def _unknown(host: str) -> SiteError:
    return _problem(f"`{host}` is no address of this machine", "leave --host away, or say 127.0.0.1 or 0.0.0.0")


def _refused(host: str, port: int, error: OSError) -> SiteError:
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return _unknown(host)
    if error.errno == errno.EADDRINUSE:
        return _problem(f"port {port} is taken", "choose another one, or leave --port away: the next free one is taken")
    if error.errno == errno.EACCES:
        return _problem(f"port {port} is not for you", "choose one from 1024 on")
    return _problem(f"nothing can listen on {host}, port {port}: {error.strerror}", "choose another port: --port")


def _problem(message: str, hint: str) -> SiteError:
    return SiteError([Problem(Location("preview"), message, hint)])
