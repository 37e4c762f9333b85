"""Results of earlier builds of a site, by the hash of what they were made from. Only `build` uses it.

Two things are remembered: the HTML of each Markdown text, and the inputs of each page. The files lie in the site's
cache folder and are safe to delete: what is damaged or of another version is made again.
"""

from __future__ import annotations

from contextlib import suppress
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
from msgspec import Struct, msgpack

from acadfolio.rendering.renderer import Facts  # noqa: TC001 - msgspec asks what it is
from acadfolio.store import read_kept, write_kept

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")
PAGES = "pages"


class KeptPage(Struct, frozen=True, array_like=True):
    """A page of the last build."""

    inputs: bytes
    """The digest of what it was made from."""
    digest: bytes
    """The digest of its bytes."""
    facts: Facts


class Cache:
    """The cache of one site.

    Args:
        folder: Returns the site's cache folder; without it, results last as long as this process.
        program: A digest of the program and its libraries: another version uses none of these results.
    """

    def __init__(self, folder: Callable[[], str] | None, program: bytes) -> None:
        self.folder, self.program = folder, program
        self.results: dict[str, Results[Any]] = {}
        self.pages: dict[str, KeptPage] = {}
        """The pages of the last build, by path."""

    def remembered(
        self, name: str, function: Callable[[str], Result], kind: type[Result], about: object
    ) -> Callable[[str], Result]:
        """Return a function that calls `function` once for each text.

        Args:
            name: The name of the file that holds the results.
            function: A pure function.
            kind: The type of its results.
            about: What else the results depend on.
        """
        if name not in self.results:
            self.results[name] = Results(kind, self._read(name, dict[bytes, bytes]) or {})
        results: Results[Result] = self.results[name]
        results.used = {}
        depends = repr(about).encode()
        asked: dict[str, Result] = {}

        def remembering(text: str) -> Result:
            if text not in asked:
                key = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16, salt=_salt(depends)).digest()
                asked[text] = results.get(key, lambda: function(text))
            return asked[text]

        return remembering

    def read_pages(self) -> None:
        """Read the pages of the last build."""
        self.pages = self._read(PAGES, dict[str, KeptPage]) or {}

    def save(self) -> None:
        """Write the results that this build used; where that fails, the next build makes them again."""
        for name, results in self.results.items():
            if results.has_news:
                self._write(name, results.used)
        self._write(PAGES, self.pages)

    def _read(self, name: str, kind: type[Result]) -> Result | None:
        if self.folder is None:
            return None
        with suppress(OSError, msgspec.MsgspecError):
            payload = read_kept(f"{self.folder()}/{name}", self._head(name))
            return None if payload is None else msgpack.decode(payload, type=kind)
        return None

    def _write(self, name: str, value: object) -> None:
        if self.folder is not None:
            with suppress(OSError):
                write_kept(f"{self.folder()}/{name}", self._head(name), msgpack.encode(value))

    def _head(self, name: str) -> bytes:
        return b"acadfolio %s %s\n" % (name.encode(), self.program.hex().encode())


class Results(Generic[Result]):
    """Encoded results of one type, by the hash of what they were made from."""

    def __init__(self, kind: type[Result], known: dict[bytes, bytes]) -> None:
        self.kind, self.known = kind, known
        self.used: dict[bytes, bytes] = {}
        self.has_news = False

    def get(self, key: bytes, make: Callable[[], Result]) -> Result:
        """Return the result of a key; make it where it is not known."""
        packed = self.known.get(key)
        if packed is not None:
            with suppress(msgspec.MsgspecError):
                result = msgpack.decode(packed, type=self.kind)
                self.used[key] = packed
                return result
        result = make()
        self.known[key] = self.used[key] = msgpack.encode(result)
        self.has_news = True
        return result


def _salt(depends: bytes) -> bytes:
    return blake2b(depends, digest_size=16).digest()
