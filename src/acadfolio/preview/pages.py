"""Requests come in, what the shop window has comes out: whole, in part, or only its headers."""

from __future__ import annotations

import asyncio
import os
import re
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING

from tornado.iostream import StreamClosedError
from tornado.web import HTTPError, RequestHandler

from acadfolio.preview.injection import with_preview
from acadfolio.preview.shop_window import HTML

if TYPE_CHECKING:
    from typing import BinaryIO

    from acadfolio.preview.names import Names
    from acadfolio.preview.shop_window import Answer, ShopWindow

RANGE = re.compile(r"bytes=(\d{1,18})?-(\d{1,18})?")
CHUNK = 1 << 18
PATIENCE = 60.0
"""Seconds that a reader may take for a chunk."""
DOCUMENTS = {"document", "iframe", "frame", "embed", "object", ""}
"""What a browser calls the page that it is about to show; a script that fetches one gets it as it is."""
HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",  # Other sites' pages do not get to load what is not yet public.
    "Accept-Ranges": "bytes",
}


class Pages(RequestHandler):
    """GET and HEAD of everything that the site has."""

    SUPPORTED_METHODS = ("GET", "HEAD")

    def initialize(self, window: ShopWindow, names: Names) -> None:
        self.window, self.names = window, names

    def set_default_headers(self) -> None:
        self.clear_header("Server")
        for name, value in HEADERS.items():
            self.set_header(name, value)

    def prepare(self) -> None:
        if not self.names.has(self.request.host):
            raise HTTPError(HTTPStatus.FORBIDDEN)

    async def get(self) -> None:
        answer = self.window.answer(self.request.path)
        if answer.location:
            query = f"?{self.request.query}" if self.request.query else ""
            self.redirect(answer.location + query, status=answer.status)
            return
        self.set_status(answer.status)
        self.set_header("Content-Type", answer.kind)
        if answer.file:
            await self._send_file(answer.file)
            return
        self._send(self._content(answer))

    head = get

    def write_error(self, status_code: int, **_: object) -> None:
        """One plain line. Nothing of what was asked for is in it."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        if status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            self.set_header("Allow", "GET, HEAD")
        if status_code == HTTPStatus.FORBIDDEN:
            self.finish("This preview is for this machine only.\n")
        else:
            self.finish(f"{HTTPStatus(status_code).phrase}\n")

    def _content(self, answer: Answer) -> bytes:
        is_document = answer.kind == HTML and self.request.headers.get("Sec-Fetch-Dest", "") in DOCUMENTS
        if not is_document:
            return answer.content
        return with_preview(answer.content, answer.version, self.window.turn, self.window.overlay)

    def _send(self, content: bytes) -> None:
        start, end = self._part(len(content))
        self.finish(content[start:end] if (start, end) != (0, len(content)) else content)

    async def _send_file(self, path: str) -> None:
        file = _opened(path)
        if file is None:
            self._send(self._as_missing())
            return
        with file:
            await self._send_open(file)

    async def _send_open(self, file: BinaryIO) -> None:
        status = os.fstat(file.fileno())
        self.set_header("ETag", f'"{status.st_mtime_ns:x}-{status.st_size:x}"')
        if self.get_status() == HTTPStatus.OK and self.check_etag_header():
            self.set_status(HTTPStatus.NOT_MODIFIED)
            return
        start, end = self._part(status.st_size)
        self.set_header("Content-Length", end - start)
        if self.request.method != "HEAD":
            await self._copy(file, start, end)

    async def _copy(self, file: BinaryIO, start: int, end: int) -> None:
        file.seek(start)
        while start < end and (chunk := file.read(min(CHUNK, end - start))):
            start += len(chunk)
            self.write(chunk)
            try:
                await asyncio.wait_for(self.flush(), PATIENCE)
            except (StreamClosedError, TimeoutError):
                self._hang_up()
                return
        if start < end:  # The file was shortened while it was sent.
            self._hang_up()

    def _hang_up(self) -> None:
        self.detach().close()

    def _as_missing(self) -> bytes:
        """For a file that has gone since the site was built."""
        answer = self.window.missing()
        self.set_status(answer.status)
        self.set_header("Content-Type", answer.kind)
        return self._content(answer)

    def _part(self, size: int) -> tuple[int, int]:
        """From where to where to send, by the Range header; what is not understood of it is passed over."""
        match = RANGE.fullmatch(self.request.headers.get("Range", ""))
        if match is None or self.get_status() != HTTPStatus.OK or not (match[1] or match[2]):
            return 0, size
        start = int(match[1]) if match[1] else max(0, size - int(match[2]))
        end = min(size, int(match[2]) + 1) if match[1] and match[2] else size
        if start >= end:
            self.set_status(HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE)
            self.set_header("Content-Range", f"bytes */{size}")
            return 0, 0
        self.set_status(HTTPStatus.PARTIAL_CONTENT)
        self.set_header("Content-Range", f"bytes {start}-{end - 1}/{size}")
        return start, end


def _opened(path: str) -> BinaryIO | None:
    """None where it is gone."""
    try:
        return Path(path).open("rb")
    except OSError:
        return None
