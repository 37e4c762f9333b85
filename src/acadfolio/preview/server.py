"""A site's folder comes in, a server on this machine shows it until Ctrl-C: files, builds and visitors in one loop."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from tornado.httpserver import HTTPServer
from tornado.web import Application

from acadfolio.loading.files import is_folder, no_folder
from acadfolio.preview.building import Building
from acadfolio.preview.handles import ask_for_handles
from acadfolio.preview.names import EVERYWHERE, Names, bracketed
from acadfolio.preview.pages import Pages
from acadfolio.preview.ports import USUAL, listen
from acadfolio.preview.settling import Settling
from acadfolio.preview.shop_window import ShopWindow
from acadfolio.preview.visitors import LONGEST, Visitor, Visitors
from acadfolio.preview.watching import Watching
from acadfolio.preview.workshop import Workshop
from acadfolio.problems import SiteError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tornado.iostream import IOStream

    from acadfolio.preview.telling import Telling
    from acadfolio.preview.workshop import Round

MOST_CONNECTIONS = 300
PART_OF_HANDLES = 3
"""One in so many file handles may be a connection: builds, and the watching, need some too."""
LIMITS = {
    "max_header_size": 1 << 14,
    "max_body_size": 1 << 10,  # Nobody has anything to send.
    "max_buffer_size": 1 << 17,
    "idle_connection_timeout": 30.0,  # Within which a request's headers must have come, too.
    "body_timeout": 5.0,
}
PINGS: dict[str, Any] = {"websocket_ping_interval": 30.0, "websocket_max_message_size": LONGEST}
NAP = 0.3
"""Seconds until Ctrl-C is noticed where it is no signal to the loop."""
GRACE = 0.2
"""Seconds for what is under way at the end."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the author said on the command line."""

    site: Path
    host: str = "127.0.0.1"
    port: int | None = None
    """None is the usual one, or the next that is free."""
    drafts: bool = True


class Server(HTTPServer):
    """Takes so many connections at once and no more: each costs a file handle, and those are few.

    For one more the oldest ends. Who holds it may have gone to sleep; a page that listens connects again by itself.
    """

    def initialize(self, *given: Any, **named: Any) -> None:
        super().initialize(*given, **named)
        self._streams: WeakValueDictionary[int, IOStream] = WeakValueDictionary()
        """In the order in which they came."""
        self._numbers = count()
        self._most = min(MOST_CONNECTIONS, ask_for_handles() // PART_OF_HANDLES)

    def handle_stream(self, stream: IOStream, address: tuple[object, ...]) -> None:
        there = self._open()
        for oldest in there[: max(0, len(there) + 1 - self._most)]:
            oldest.close()
        self._streams[next(self._numbers)] = stream
        super().handle_stream(stream, address)

    def hang_up(self) -> None:
        """On everybody, however slow they are in reading what they asked for."""
        self.stop()
        for stream in self._open():
            stream.close()

    def _open(self) -> list[IOStream]:
        return [stream for stream in self._streams.values() if not stream.closed()]


class Preview:
    """All that a preview consists of."""

    def __init__(self, wishes: Wishes, telling: Telling) -> None:
        loop, site = asyncio.get_running_loop(), wishes.site.resolve()
        self._wishes, self._telling = wishes, telling
        self._sockets = listen(wishes.host, wishes.port)
        self.port = self._sockets[0].getsockname()[1]
        self._window, settling = ShopWindow(site), Settling()
        self._visitors = Visitors(self._window)
        self._server = self._make_server()
        self._is_watched: asyncio.Future[None] = loop.create_future()
        self.failed: asyncio.Future[None] = loop.create_future()
        """Raises what ended the watching."""
        self._building = Building(Workshop(site, drafts=wishes.drafts), settling, self._show)
        self._watching = Watching(
            site,
            lambda paths: _in_loop(loop, settling.notice, paths),
            lambda line: _in_loop(loop, telling.line, line),
            lambda: _in_loop(loop, self._is_watched.set_result, None),
            lambda error: _in_loop(loop, self._fail, error),
        )

    @property
    def address(self) -> str:
        """Where this machine sees it."""
        host = self._wishes.host
        shown = {"::": "::1"}.get(host, "127.0.0.1") if host in EVERYWHERE else host
        return f"http://{bracketed(shown)}:{self.port}/"

    async def run(self, opened: Callable[[str], None]) -> None:
        """Who asks early waits for the first build."""
        self._watching.start()
        await self._is_watched
        await self._building.first()
        self._server.add_sockets(self._sockets)
        taken = USUAL if self._wishes.port is None and self.port != USUAL else None
        self._telling.opened(self.address, taken)
        opened(self.address)
        await self._building.run()

    def stop(self) -> None:
        self._server.hang_up()
        self._watching.stop()

    def _fail(self, error: Exception) -> None:
        if not self.failed.done():
            self.failed.set_exception(error)

    def _show(self, made: Round) -> None:
        self._window.show(made)
        self._visitors.tell()
        self._telling.round(made)

    def _make_server(self) -> Server:
        names = Names.of(self._wishes.host, self.port)
        handlers = [
            (r"/livereload", Visitor, {"visitors": self._visitors, "names": names}),
            (r".*", Pages, {"window": self._window, "names": names}),
        ]
        return Server(Application(handlers, log_function=lambda _: None, **PINGS), **LIMITS)


def serve(wishes: Wishes, telling: Telling, opened: Callable[[str], None]) -> None:
    """Serve until Ctrl-C. `opened` gets the address once there is something to see.

    Raises SiteError for a bad port, and for a folder that is not there: its name is hardly one that is still to come.
    """
    if not is_folder(wishes.site):
        raise SiteError([no_folder(wishes.site)])
    logging.getLogger("tornado.general").setLevel(logging.CRITICAL)  # What clients do wrong is theirs.
    # Tornado would need a thread of its own beside the loop that Windows has else.
    loop = asyncio.SelectorEventLoop() if sys.platform == "win32" else asyncio.new_event_loop()
    try:
        loop.run_until_complete(_serve(wishes, telling, opened))
    finally:
        _leave(loop)


async def _serve(wishes: Wishes, telling: Telling, opened: Callable[[str], None]) -> None:
    ended = _ended()
    preview = Preview(wishes, telling)
    work = asyncio.create_task(preview.run(opened))
    ends: set[asyncio.Future[Any]] = {work, preview.failed, asyncio.create_task(ended.wait())}
    done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    preview.stop()
    for end in done:
        end.result()


def _leave(loop: asyncio.AbstractEventLoop) -> None:
    """At once: `asyncio.run` would wait for whatever does not hear that it is cancelled."""
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    tasks = asyncio.all_tasks(loop)
    for task in tasks:
        task.cancel()
    if tasks:
        loop.run_until_complete(asyncio.wait(tasks, timeout=GRACE))
    loop.close()


def _ended() -> asyncio.Event:
    """Set by Ctrl-C, and by who ends a service. Where there are no such signals, Ctrl-C is an exception."""
    ended, loop = asyncio.Event(), asyncio.get_running_loop()
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, ended.set)
    except NotImplementedError:
        _stay_awake(loop)
    return ended


def _stay_awake(loop: asyncio.AbstractEventLoop) -> None:
    """While it waits for connections Windows raises no exception: it looks up now and then."""
    loop.call_later(NAP, _stay_awake, loop)


def _in_loop(loop: asyncio.AbstractEventLoop, call: Callable[[Any], None], told: Any) -> None:
    """From a thread. After the end, nobody listens any more."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(call, told)
