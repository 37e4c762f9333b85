"""What earlier builds of a site worked out, by the hash of what it was made from. Only `build` asks.

Three things are remembered: what a data file holds, what a text becomes as HTML, and what each page was made from.
The files lie in the site's cache folder, and are safe to delete: what is damaged, another version's or another user's
is worked out again. They hold plain values, never code: a site's folder may be a stranger's.
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
    """A page of an earlier build."""

    inputs: bytes
    """The digest of all that it was made from."""
    digest: bytes
    """Of its bytes."""
    facts: Facts


class Cache:
    """Of one site. `folder` gives its cache folder; without it, this process alone remembers.

    `program` stands for the program and its libraries: another version takes nothing over.
    """

    def __init__(self, folder: Callable[[], str] | None, program: bytes) -> None:
        self.folder, self.program = folder, program
        self.results: dict[str, Results[Any]] = {}
        self.pages: dict[str, KeptPage] = {}
        """The pages of the last build, by their paths."""

    def remembered(
        self, name: str, function: Callable[[str], Result], kind: type[Result], about: object
    ) -> Callable[[str], Result]:
        """The function of a text, asked once for each. `about` is what else its results, of a kind, depend on."""
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
        """Those that the last build left in the folder."""
        self.pages = self._read(PAGES, dict[str, KeptPage]) or {}

    def save(self) -> None:
        """Keep what was asked for, for the builds to come. What cannot be kept is worked out again."""
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
    """Results of one kind, packed, by the hash of what they were made from."""

    def __init__(self, kind: type[Result], known: dict[bytes, bytes]) -> None:
        self.kind, self.known = kind, known
        self.used: dict[bytes, bytes] = {}
        self.has_news = False

    def get(self, key: bytes, make: Callable[[], Result]) -> Result:
        """The result under a key, made where it is not known."""
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
