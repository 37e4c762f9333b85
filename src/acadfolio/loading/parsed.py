"""What was read from a text comes in under its digest, and comes out again, as the same objects, at the next load.

Within a process, the records of texts that stay are the same objects, so that whether one changed is an `is`. Between
processes they are kept in the site's cache folder, where there are enough of them to be worth it.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from acadfolio.kept import Shelf
from acadfolio.loading.pickled import NotRecordsError, dumps, loads
from acadfolio.model.references import Reference
from acadfolio.problems import Location

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from acadfolio.loading.imported import Made
    from acadfolio.loading.known_data import KnownData
    from acadfolio.loading.model import Head
    from acadfolio.model.site import Site
    from acadfolio.problems import Problem, Problems

Value = TypeVar("Value")
Pointed = tuple[str, int, int, bool, bool]
"""What is pointed at, the line, the column, whether it is an image, and whether it is an old address."""
Warned = tuple[int, int, str, str, bool]
"""The line, the column, what is said, the advice, and whether it is about a link."""

FEW, MANY = 64, 512
"""Fewer texts than this are read sooner than looked up in a file; more heads are not worth looking up for one."""


class Piece(Struct, Generic[Value], frozen=True, array_like=True):
    """What one text says: a value, and what it points at and is warned of, at lines that count from the text's own."""

    value: Value
    line: int = 1
    column: int = 0
    references: tuple[Pointed, ...] = ()
    warnings: tuple[Warned, ...] = ()

    def place(self, file: str, above: int = 0) -> Location:
        """Where the value stands, when the text stands below so many lines."""
        return Location(file, self.line + above, self.column)

    def tell(self, file: str, above: int, references: list[Reference], problems: Problems) -> None:
        """Say anew what was found when the text was read."""
        for target, line, column, is_image, is_old in self.references:
            place = Location(file, line + above, column)
            references.append(Reference(target, place, is_image, is_old=is_old))
        for line, column, message, hint, leads_nowhere in self.warnings:
            warn = problems.warn_of_link if leads_nowhere else problems.warn
            warn(Location(file, line + above, column), message, hint)


class Wire(Generic[Value]):
    """How pieces are written down and read again; who reads says with `NotRecordsError` that he cannot."""

    def __init__(
        self,
        write: Callable[[dict[bytes, Piece[Value]]], bytes],
        read: Callable[[memoryview], dict[bytes, Piece[Value]]],
    ) -> None:
        self.write, self.read = write, read


class Drawer(Generic[Value]):
    """The pieces of one sort, by the digests of their texts."""

    def __init__(self, wire: Wire[Value], shelf: Shelf) -> None:
        self.wire, self.shelf = wire, shelf
        self.pieces: dict[bytes, Piece[Value]] = {}
        self.used: dict[bytes, Piece[Value]] = {}
        self.new: dict[bytes, Piece[Value]] = {}
        self.is_open = False

    def open(self, *, is_worth_it: bool) -> None:
        """Before texts are asked for; the file is read when that is worth it."""
        self.used, self.new = {}, {}
        if self.is_open or not is_worth_it or self.shelf.folder is None:
            return
        self.is_open = True
        try:
            for piece in self.shelf.read():
                self.pieces = self.wire.read(piece) | self.pieces
        except NotRecordsError:
            self.shelf.forget()

    def get(self, key: bytes) -> Piece[Value] | None:
        piece = self.pieces.get(key)
        if piece is not None:
            self.used[key] = piece
        return piece

    def put(self, key: bytes, piece: Piece[Value]) -> None:
        self.pieces[key] = self.used[key] = self.new[key] = piece

    def keep(self) -> None:
        """Write down what is new. What was not asked for goes when there is more of that than of the rest."""
        if len(self.pieces) > 2 * len(self.used) + FEW:
            self.pieces = self.used
        if self.is_open and self.new:
            self.shelf.add(self.wire.write(self.new), lambda: self.wire.write(self.used))
            self.new = {}


class Parsed:
    """All of that for one site. `cache` gives the site's cache folder; without it, only this process remembers."""

    def __init__(self, cache: Callable[[], str] | None = None) -> None:
        self.cache = cache
        self.drawers: dict[str, Drawer[Any]] = {}
        self.imported: dict[int, Made] = {}
        """What was made of the entries of bibliographies, for this process."""
        self.data: KnownData | None = None
        """What `data/` held when it was last read, for this process."""
        self.digests: dict[int, tuple[Any, bytes]] = {}
        """Of records that an earlier process kept, by their `id()`, each beside its record."""
        self.unkept: tuple[Path, bytes, KnownData] | None = None
        """What was read of it anew in this folder, under a digest of its files."""
        self.site: Site | None = None
        """What was loaded last."""

    def drawer(self, name: str, wanted: Any, expected: int) -> Drawer[Any]:
        """The drawer of that name, opened for so many texts."""
        return self._opened(name, lambda: _typed(wanted), is_worth_it=expected >= FEW)

    def heads(self, expected: int) -> Drawer[Head]:
        """The drawer of the pages' heads: of each in a small site, where it is YAML that costs the time."""
        return self._opened("heads", lambda: Wire(dumps, loads), is_worth_it=0 < expected <= MANY)

    def _opened(self, name: str, wire: Callable[[], Wire[Any]], *, is_worth_it: bool) -> Drawer[Any]:
        if name not in self.drawers:
            self.drawers[name] = Drawer(wire(), Shelf(self.cache, f"parsed-{name}"))
        self.drawers[name].open(is_worth_it=is_worth_it)
        return self.drawers[name]

    def origins(self) -> dict[int, bytes]:
        """What tells the text from which a record was read, by the `id()` of each that has a text of its own."""
        return {
            id(getattr(piece.value, "publication", piece.value)): name.encode() + key
            for name, drawer in self.drawers.items()
            for key, piece in drawer.used.items()
        }

    def keep(self) -> None:
        """Write down what was read anew, for the processes to come."""
        for drawer in self.drawers.values():
            drawer.keep()


def _typed(wanted: Any) -> Wire[Any]:
    """For values of one type, of which there are many."""

    def read(piece: memoryview) -> dict[bytes, Piece[Any]]:
        try:
            return msgspec.msgpack.decode(piece, type=dict[bytes, Piece[wanted]], dec_hook=_read_word)
        except msgspec.MsgspecError as error:
            raise NotRecordsError from error

    return Wire(partial(msgspec.msgpack.encode, enc_hook=str), read)


def _read_word(kind: type[str], text: str) -> str:
    """Identifiers, colours and the like are words of their own types."""
    return kind(text)


def relative(references: Iterable[Reference], above: int) -> tuple[Pointed, ...]:
    """References with their lines counted from below so many lines."""
    places = ((entry, entry.location) for entry in references)
    return tuple((entry.target, at.line - above, at.column, entry.is_image, entry.is_old) for entry, at in places)


def as_warning(problem: Problem, above: int = 0) -> Warned:
    """A problem with its line counted from below so many lines."""
    at = problem.location
    return at.line - above, at.column, problem.message, problem.hint, problem.leads_nowhere
