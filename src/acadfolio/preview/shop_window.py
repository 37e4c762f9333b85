"""Rounds of building come in, the answer to each path comes out: by looking it up in what was built, nowhere else."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from hashlib import blake2b
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from acadfolio.loading.addresses import output_path
from acadfolio.preview.media_types import content_type
from acadfolio.preview.overlay import ALONE, BELOW, Overlay, make_overlay

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from acadfolio.output.file import Output
    from acadfolio.preview.workshop import Round
    from acadfolio.problems import Problem

BASE = re.compile(rb'<base href="(/[^"]+/)">')
"""The page that is shown for missing ones says below which path the site will be online."""
MISSING = "404.html"
REMEMBERED = 50
"""Rounds after which a page that missed them is loaded anew rather than told what changed."""
HTML = "text/html; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Answer:
    """To one request: bytes, or the file that holds them."""

    status: HTTPStatus
    kind: str = HTML
    content: bytes = b""
    file: str = ""
    location: str = ""
    """Where to look instead."""
    version: str = ""
    """Of a page: differs where its bytes do."""


class ShopWindow:
    """The last good site, with what is wrong with the newest one."""

    def __init__(self, site: Path) -> None:
        self._site = site
        self._outputs: Mapping[str, Output] = {}
        self._problems: Sequence[Problem] = ()
        self._base = "/"
        self._session = secrets.token_hex(4)
        self._rounds: list[frozenset[str]] = []
        self._forgotten = 0
        self.overlay = Overlay()

    def show(self, round_: Round) -> None:
        """From now on, show what this round brought."""
        self._outputs = round_.outputs
        self._rounds.append(frozenset(path for path in round_.changed if content_type(path) != HTML))
        if len(self._rounds) > REMEMBERED:
            del self._rounds[0]
            self._forgotten += 1
        self.overlay = make_overlay(round_.problems, self._site, BELOW if self._outputs else "")
        missing = self._outputs.get(MISSING)
        match = BASE.search(missing.content) if missing else None
        self._base = match[1].decode() if match else "/"

    @property
    def turn(self) -> str:
        """Names the round that is shown."""
        return f"{self._session}-{self._forgotten + len(self._rounds)}"

    def files_since(self, turn: str) -> list[str] | None:
        """The files other than pages that changed since then; None where nobody knows any more."""
        session, _, number = turn.partition("-")
        if session != self._session or not number.isdecimal() or int(number) < self._forgotten:
            return None
        return sorted(frozenset[str]().union(*self._rounds[int(number) - self._forgotten :]))

    def answer(self, address: str) -> Answer:
        """To the path of a request as it came, percent signs and all."""
        path = self._path(address)
        if not self._outputs:
            return self._nothing_yet(path or "")
        if path is None:
            return self.missing()
        output = self._outputs.get(output_path(f"/{path}")) or self._outputs.get(path)
        if output is not None:
            return self._found(output)
        if f"{path}/index.html" in self._outputs:
            return Answer(HTTPStatus.MOVED_PERMANENTLY, location=f"/{quote(path)}/")
        if f"/{path}".startswith(self._base) and self._base != "/":
            return Answer(HTTPStatus.FOUND, location=f"/{quote(f'/{path}'.removeprefix(self._base).lstrip('/'))}")
        return self.missing()

    def version(self, address: str) -> str:
        """Of the page at this address, as it is now."""
        return self.answer(address).version

    def _path(self, address: str) -> str | None:
        """None for what no file of a site can be called."""
        if not address.startswith("/"):
            return None
        try:
            return unquote(address[1:], errors="strict")
        except UnicodeDecodeError:
            return None

    def _found(self, output: Output) -> Answer:
        kind = content_type(output.path)
        if kind != HTML:
            return Answer(HTTPStatus.OK, kind, output.content, output.file)
        page = _bytes(output)
        if page is None:
            return self.missing()
        return self._page(HTTPStatus.OK, page)

    def missing(self) -> Answer:
        missing = self._outputs.get(MISSING)
        page = _bytes(missing) if missing else None
        return self._page(HTTPStatus.NOT_FOUND, b"There is not defined.\n" if page is None else page)

    def _nothing_yet(self, path: str) -> Answer:
        """There has never been a good build. What a page would load gets no page instead."""
        if content_type(output_path(f"/{path}")) != HTML:
            return Answer(HTTPStatus.SERVICE_UNAVAILABLE, "text/plain; charset=utf-8")
        return self._page(HTTPStatus.SERVICE_UNAVAILABLE, ALONE.encode())

    def _page(self, status: HTTPStatus, page: bytes) -> Answer:
        version = blake2b(page, digest_size=8, salt=str(int(status)).encode()).hexdigest()
        return Answer(status, HTML, page, version=version)


def _bytes(output: Output) -> bytes | None:
    """None where the file has gone since."""
    if not output.file:
        return output.content
    try:
        return Path(output.file).read_bytes()
    except OSError:
        return None
