"""Rounds of building come in, what each open page has to know goes out over its websocket, in livereload's protocol."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from livereload.handlers import LiveReloadHandler
from tornado.websocket import WebSocketClosedError

if TYPE_CHECKING:
    from asyncio import Future

    from acadfolio.preview.names import Names
    from acadfolio.preview.shop_window import ShopWindow

MOST = 200
"""How many pages may be open at once."""
MOST_UNREAD = 16
"""How many messages may be on their way to one page."""
LONGEST = 4096
"""How long what a page says may be, in bytes."""


class Visitors:
    """The open pages."""

    def __init__(self, window: ShopWindow) -> None:
        self.window = window
        self.present: set[Visitor] = set()

    def tell(self) -> None:
        """Those whose page changed reload it; the others get the files that they may show anew, and what is wrong."""
        for visitor in tuple(self.present):
            visitor.update()


class Visitor(LiveReloadHandler):  # type: ignore[misc]  # livereload has no types
    """One open page. It says its address and which version of what it shows; everything else it says is passed over."""

    def initialize(self, visitors: Visitors, names: Names) -> None:
        self.visitors, self.names = visitors, names
        self.address = self.version = self.problems = self.turn = ""
        self.unread: set[Future[None]] = set()

    def prepare(self) -> None:
        if not self.names.has(self.request.host):
            self.set_status(HTTPStatus.FORBIDDEN)
            self.finish("This preview is for this machine only.\n")
        elif len(self.visitors.present) >= MOST:
            self.set_status(HTTPStatus.SERVICE_UNAVAILABLE)
            self.finish("Too many pages are open.\n")

    def check_origin(self, origin: str) -> bool:
        return self.names.has_origin(origin)

    def open(self) -> None:
        self.set_nodelay(True)

    def on_message(self, message: str | bytes) -> None:
        try:
            said = json.loads(message)
        except (ValueError, RecursionError):
            return
        command = said.get("command") if isinstance(said, dict) else None
        if command == "hello":
            super().on_message(json.dumps({"command": "hello"}))
        elif command == "info":
            self._arrives(said)

    def on_close(self) -> None:
        super().on_close()
        self.visitors.present.discard(self)

    def update(self) -> None:
        """Say what is new for this page; nothing, when nothing is."""
        window = self.visitors.window
        if self.problems != window.overlay.version:
            self.problems = window.overlay.version
            self._say({"command": "problems", "version": self.problems, "html": window.overlay.content})
        version, files = window.version(self.address), window.files_since(self.turn)
        self.turn = window.turn
        if version != self.version or files is None:
            self.version = version
            self._say({"command": "reload", "path": self.address, "liveCSS": True, "version": version})
        elif files:
            self._say({"command": "refresh", "paths": files, "turn": self.turn})

    def _arrives(self, said: dict[str, object]) -> None:
        address, version, problems, turn = (str(said.get(key, "")) for key in ("url", "version", "problems", "turn"))
        try:
            self.address = urlsplit(address).path
        except ValueError:
            return
        window = self.visitors.window
        # A browser's livereload extension knows no versions: it is told of changes from now on.
        self.version, self.turn = version or window.version(self.address), turn or window.turn
        self.problems = problems
        self.visitors.present.add(self)
        self.update()

    def _say(self, message: dict[str, object]) -> None:
        """To a page that takes what it is told. Who lags behind is let go; coming back, it hears how things are now."""
        if len(self.unread) >= MOST_UNREAD:
            self.close()
            return
        try:
            sent = self.write_message(json.dumps(message))
        except WebSocketClosedError:
            self.on_close()
            return
        self.unread.add(sent)
        sent.add_done_callback(self._is_read)

    def _is_read(self, sent: Future[None]) -> None:
        """Taken, or never to be: then the connection ends by itself."""
        self.unread.discard(sent)
        if not sent.cancelled():
            sent.exception()
