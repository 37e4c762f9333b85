"""The preview's handlers for requests and for the websockets of open pages, based on tornado and livereload."""

from __future__ import annotations

import json
from contextlib import suppress
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from livereload.handlers import LiveReloadHandler, LiveReloadJSHandler
from tornado.iostream import StreamClosedError
from tornado.web import HTTPError, RequestHandler, StaticFileHandler

from acadfolio.preview.pages import HTML, Answer, Pages

if TYPE_CHECKING:
    from acadfolio.preview.network import Hosts

HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",  # Other sites must not load unpublished files.
}


class LocalHandler(RequestHandler):
    """Refuses requests for another host, and those of HTTP/1.0 without one."""

    hosts: Hosts

    def prepare(self) -> None:
        # tornado's `request.host` is 127.0.0.1 if the header is missing.
        if not self.hosts.allow(self.request.headers.get("Host", "")):
            raise HTTPError(HTTPStatus.FORBIDDEN)

    def write_error(self, status_code: int, **_: object) -> None:
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        reason = HTTPStatus(status_code).phrase
        if status_code == HTTPStatus.FORBIDDEN:
            reason = (
                f"This preview is for this machine only, at http://localhost:{self.hosts.port}/\n"
            )
        self.finish(reason)


class ScriptHandler(LocalHandler, LiveReloadJSHandler):  # type: ignore[misc]  # livereload has no types
    """Answers with livereload.js."""

    def initialize(self, hosts: Hosts) -> None:
        self.hosts = hosts


class PageHandler(LocalHandler, StaticFileHandler):
    """Answers GET and HEAD for the pages and files of the site."""

    def initialize(self, pages: Pages, hosts: Hosts) -> None:  # type: ignore[override]  # tornado lets it take anything
        super().initialize(path="")
        self.pages, self.hosts = pages, hosts
        self.answer: Answer

    def set_default_headers(self) -> None:
        for name, value in HEADERS.items():
            self.set_header(name, value)

    async def get(self, path: str, include_body: bool = True) -> None:  # noqa: FBT001, FBT002 - as in tornado
        """Send a page with the preview's script, or a file with tornado's support for ranges."""
        self.answer = answer = self.pages.find(self.request.path)
        if answer.location:
            query = f"?{self.request.query}" if self.request.query else ""
            self.redirect(answer.location + query, status=answer.status)
        elif answer.file:
            await super().get(path, include_body)
        else:
            self.set_status(answer.status)
            self.set_header("Content-Type", answer.content_type)
            is_page = answer.content_type == HTML
            content = self.pages.with_script(answer.content) if is_page else answer.content
            with suppress(
                StreamClosedError
            ):  # The browser closed the connection, as a reload does.
                await self.finish(content)

    def validate_absolute_path(self, root: str, absolute_path: str) -> str | None:  # noqa: ARG002 - as in tornado
        """The build's file for this URL. Other files cannot be requested."""
        return super().validate_absolute_path("/", self.answer.file)

    def get_content_type(self) -> str:
        return self.answer.content_type

    def compute_etag(self) -> str | None:
        """None: tornado caches the ETag of a file forever."""
        return None

    def should_return_304(self) -> bool:
        """False: modification times in HTTP have whole seconds only."""
        return False


class TabHandler(LocalHandler, LiveReloadHandler):  # type: ignore[misc]  # livereload has no types
    """The websocket of one open page. Reloads the page when it changes."""

    def initialize(self, pages: Pages, hosts: Hosts) -> None:
        self.pages, self.hosts = pages, hosts
        self.path = self.version = ""

    def prepare(self) -> None:
        super().prepare()
        if "Origin" not in self.request.headers:
            raise HTTPError(HTTPStatus.FORBIDDEN)

    def check_origin(self, origin: str) -> bool:
        return self.hosts.allow_origin(origin)

    def open(self) -> None:
        self.set_nodelay(True)

    def on_message(self, message: str | bytes) -> None:
        """Remember the URL and version of the open page, and reload it if it is outdated."""
        super().on_message(message)
        received = json.loads(message)
        if received["command"] == "info":
            self.path = urlsplit(received["url"]).path
            # The livereload extension of browsers sends no version.
            shown = received.get("plugins", {}).get("acadfolio", {}).get("page")
            self.version = self.pages.version(self.path)
            if shown and shown != self.version:
                self.reload("*")

    def refresh(self, assets: list[str]) -> None:
        """Reload the page if it changed, otherwise only the assets: livereload.js replaces styles and images."""
        before, self.version = self.version, self.pages.version(self.path)
        if self.version.partition("-")[0] != before.partition("-")[0]:
            self.reload("*")
        else:
            for path in assets:
                self.reload(f"/{path}")

    def reload(self, path: str) -> None:
        self.send_message({"command": "reload", "path": path, "liveCSS": True, "liveImg": True})
