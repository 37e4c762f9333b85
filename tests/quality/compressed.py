"""A server as visitors meet it, with gzip, keep-alive and cache headers: a folder goes in, its URL comes out."""

from __future__ import annotations

import gzip
from contextlib import contextmanager
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING

from browser import Silent, answered

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKED = {".html", ".css", ".js", ".svg", ".xml", ".txt", ".json"}
YEAR = 31_536_000


@cache
def packed(file: Path) -> bytes:
    return gzip.compress(file.read_bytes(), mtime=0)


class Compressing(Silent):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:  # noqa: N802 - as it is called
        file = Path(self.translate_path(self.path))
        file = file / "index.html" if file.is_dir() else file
        if not file.is_file():
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        packs = file.suffix in PACKED and "gzip" in self.headers.get("Accept-Encoding", "")
        content = packed(file) if packs else file.read_bytes()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(file))
        self.send_header("Content-Length", str(len(content)))
        self.send_header(
            "Cache-Control", "no-cache" if file.suffix == ".html" else f"max-age={YEAR}"
        )
        if packs:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(content)


@contextmanager
def compressed(folder: Path) -> Iterator[str]:
    with answered(Compressing, folder) as url:
        yield f"{url}/"
