"""The bytes of a data file that holds a list come in, its entries come out one by one, each read once for its text.

A list is taken apart at the lines that begin with a dash. That is safe where YAML itself finds an entry at each of
these lines and nowhere else, and where no entry names a part of another one; else None comes out, and the whole file
is read at once. So it is where anything is wrong: what is told then are places in the whole.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from acadfolio.loading.parsed import Piece, as_warning, relative
from acadfolio.model.reading import Reader
from acadfolio.problems import Problems
from acadfolio.source.text import Source, digest, is_odd
from acadfolio.source.yaml import Sequence, names_parts, parse_yaml

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from acadfolio.loading.parsed import Drawer, Warned
    from acadfolio.model.references import Reference
    from acadfolio.problems import Location, Problem
    from acadfolio.source.yaml import Node

    Read = Callable[[Reader, Node], Any]
    """An entry's value; None when anything is wrong."""

ABOVE = re.compile(rb"(?:---[ ]*\n)?(?:[ ]*(?:#[^\n]*)?\n)*")
"""What may stand above a list: comments."""
OTHER_DOCUMENTS = (b"\r", b"\n---", b"\n...", b"\n%")
"""What is in no entry that is known: only those that are not are looked through."""


class Chunk(Struct, frozen=True):
    """The text of an entry, and how many lines stand above it."""

    text: bytes
    above: int


class Entries(Struct, frozen=True):
    """The entries of a file, with how many lines stand above each."""

    file: str
    found: list[tuple[Piece[Any], int]]

    def tell(self, references: list[Reference], problems: Problems) -> None:
        for piece, above in self.found:
            piece.tell(self.file, above, references, problems)

    def values(self) -> Iterator[Any]:
        return (piece.value for piece, _ in self.found)

    def placed(self) -> Iterator[tuple[Any, Location]]:
        """Each with its place."""
        return ((piece.value, piece.place(self.file, above)) for piece, above in self.found)


def chunks_of(data: bytes) -> list[Chunk] | None:
    """The entries of a list, each from its dash to the next one's; None where lines do not tell them apart."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    above = 0
    if not data.startswith(b"- "):
        head, dash, rest = data.partition(b"\n- ")
        if not dash or b"\r" in head or not ABOVE.fullmatch(head + b"\n"):
            return None
        above, data = head.count(b"\n") + 1, b"- " + rest
    if not data.endswith(b"\n"):
        if b"|" in data or b">" in data:
            return None  # The line's end may be part of a text.
        data += b"\n"
    texts = [b"- " + part + b"\n" for part in data[2:-1].split(b"\n- ")]
    lines = accumulate((text.count(b"\n") for text in texts), initial=above)
    return [Chunk(text, before) for text, before in zip(texts, lines, strict=False)]


def read_entries(chunks: list[Chunk], file: str, drawer: Drawer[Any], read: Read) -> Entries | None:
    """Every entry of the list, known or new."""
    keys = list(_keys(chunks))
    pieces = [drawer.get(key) for key in keys]
    unknown = [number for number, piece in enumerate(pieces) if piece is None]
    if unknown:
        made = _read(file, [chunks[number].text for number in unknown], read)
        if made is None:
            return None
        for number, piece in zip(unknown, made, strict=True):
            pieces[number] = piece
            drawer.put(keys[number], piece)
    whole = [piece for piece in pieces if piece is not None]
    return Entries(file, [(piece, chunk.above) for piece, chunk in zip(whole, chunks, strict=True)])


def _keys(chunks: list[Chunk]) -> Iterator[bytes]:
    """One for each entry: two that read the same are two."""
    met: dict[bytes, int] = {}
    for chunk in chunks:
        key = digest(chunk.text)
        times = met[key] = met.get(key, -1) + 1
        yield digest(key + str(times).encode()) if times else key


def _read(file: str, texts: list[bytes], read: Read) -> list[Piece[Any]] | None:
    """The pieces of some entries, that are read as one list; None when anything is wrong or they are not that list."""
    try:
        source = Source(file, b"".join(texts).decode())
    except UnicodeDecodeError:
        return None
    problems = Problems()
    starts = list(accumulate((text.count(b"\n") for text in texts), initial=0))[:-1]
    if is_odd(source.text) or _names_parts(texts) or any(sign in text for text in texts for sign in OTHER_DOCUMENTS):
        return None
    node = parse_yaml(source, problems)
    if not isinstance(node, Sequence) or [item.start_mark.line for item in node.value] != starts:
        return None
    return _pieces(node.value, starts, Reader(source, problems), read)


def _pieces(nodes: list[Node], starts: list[int], reader: Reader, read: Read) -> list[Piece[Any]] | None:
    pieces = []
    references: list[tuple[Reference, ...]] = []
    values = []
    for node in nodes:
        value = read(reader, node)
        if value is None:
            return None
        values.append(value)
        references.append(tuple(reader.references))
        reader.references.clear()
    if reader.problems.errors:
        return None
    warnings = _by_start(reader.problems.found, starts)
    for node, value, start, pointing in zip(nodes, values, starts, references, strict=True):
        at = node.start_mark
        pieces.append(
            Piece(value, at.line + 1 - start, at.column + 1, relative(pointing, start), tuple(warnings.get(start, ())))
        )
    return pieces


def _by_start(problems: list[Problem], starts: list[int]) -> dict[int, list[Warned]]:
    """Warnings by the line above the entry that they are about, their own lines counted from there."""
    found: dict[int, list[Warned]] = {}
    for problem in problems:
        start = starts[max(bisect_right(starts, problem.location.line - 1) - 1, 0)]
        found.setdefault(start, []).append(as_warning(problem, start))
    return found


def _names_parts(texts: list[bytes]) -> bool:
    """Whether an entry may name a part of itself, or stand for one of another."""
    return names_parts(b"".join(text for text in texts if b"&" in text or b"*" in text).decode())
