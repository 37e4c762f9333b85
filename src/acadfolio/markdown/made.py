"""Formulas and code come in, their HTML comes out, made once for all builds of a site.

The libraries that make it take longer to load than a page to convert, and who edits a page leaves most formulas and
code in it as they are.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

import msgspec

from acadfolio.kept import Shelf

if TYPE_CHECKING:
    from collections.abc import Callable

FILE = "formulas-and-code"
MOST = 8_000_000
"""So many characters are remembered at most; then the older half is forgotten."""
Pieces = dict[bytes, str | None]


class _Made:
    """What was made in this process, and in earlier ones where it is kept."""

    def __init__(self, folder: Callable[[], str] | None = None) -> None:
        self.shelf = Shelf(folder, FILE)
        self.is_read = folder is None
        self.known: Pieces = {}
        self.unkept: Pieces = {}
        self.size = 0

    def get(self, make: Callable[[], str | None], *of: str) -> str | None:
        if not self.is_read:
            self.read()
        key = blake2b("\0".join(of).encode("utf-8", "surrogatepass"), digest_size=16).digest()
        if key not in self.known:
            self.take({key: make()})
            self.unkept[key] = self.known[key]
        return self.known[key]

    def read(self) -> None:
        self.is_read = True
        try:
            for piece in self.shelf.read():
                self.take(msgspec.msgpack.decode(piece, type=Pieces))
        except msgspec.MsgspecError:
            self.shelf.forget()

    def take(self, pieces: Pieces) -> None:
        self.known |= pieces
        self.size += sum(len(html or "") for html in pieces.values())
        if self.size > MOST:
            self.known = dict(list(self.known.items())[len(self.known) // 2 :])
            self.size = sum(len(html or "") for html in self.known.values())
            self.shelf.forget()

    def keep(self) -> None:
        if self.unkept:
            self.shelf.add(msgspec.msgpack.encode(self.unkept), lambda: msgspec.msgpack.encode(self.known))
            self.unkept = {}


_made = _Made()


def keep_in(folder: Callable[[], str] | None) -> None:
    """Look among what was kept in a site's cache folder from now on; without one, nothing is kept."""
    global _made  # noqa: PLW0603 - what a formula becomes depends on nothing else
    if folder is not _made.shelf.folder:
        _made = _Made(folder)


def keep() -> None:
    """Write down what is new, for the processes to come."""
    _made.keep()


def formula(tex: str, *, block: bool, is_roomy: bool = False) -> str:
    """As `maths.mathml`."""

    def make() -> str:
        from acadfolio.markdown.maths import mathml

        return mathml(tex, block=block, is_roomy=is_roomy)

    return _made.get(make, "formula", f"{block} {is_roomy}", tex) or ""


def why_tex(tex: str) -> str:
    """As `not_converted.why_tex`."""

    def make() -> str:
        from acadfolio.markdown.not_converted import why_tex

        return why_tex(tex)

    return _made.get(make, "why", tex) or ""


def coloured(source: str, language: str, marked_lines: str = "") -> str | None:
    """As `highlight.highlight`; None in a language that nobody colours."""

    def make() -> str | None:
        from acadfolio.markdown.highlight import highlight, known

        return highlight(source, language, marked_lines) if not language or known(language) else None

    return _made.get(make, "code", language, marked_lines, source)
