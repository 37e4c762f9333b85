"""A picture's file comes in, its bytes without the place where it was taken come out.

No library is needed, and nothing moves: what names the place is blanked where it stands, so that the picture itself,
its orientation and its colours stay bit for bit. Only packed text in a PNG is taken out as a whole.
"""

from __future__ import annotations

import os
import re
import zlib
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.images.containers import PNG, Block, is_packed_metadata, metadata
from acadfolio.images.tiff import MAGIC, Tiff

if TYPE_CHECKING:
    from collections.abc import Iterable

PLACE = rb"[\w-]+:(?:GPS|Gps)\w*|photoshop:(?:City|State|Country)|Iptc4xmpCore:(?:Location|CountryCode)"
PLACE += rb"|Iptc4xmpExt:(?:LocationCreated|LocationShown)"
XMP_PLACE = re.compile(
    rb"""\s(?:%b)\s*=\s*(?:"[^"]*"|'[^']*') | <(?P<name>%b)\b[^>]*(?:/>|>.*?</(?P=name)\s*>)""" % (PLACE, PLACE),
    re.DOTALL | re.VERBOSE,
)
LEFT_OVER = re.compile(b"|".join(rb"\0?".join(re.findall(b".", name)) for name in (b"GPSLatitude", b"GPSLongitude")))
"""The names of a place's numbers, in one byte a letter or two."""
RECORD = 0x1C
IPTC_PLACE = re.compile(rb"\x1c\x02[\x5a\x5c\x5f\x64\x65]")
"""City, sublocation, province, country's code and name."""
TIFF_INSIDE = re.compile(b"|".join(re.escape(magic) for magic in MAGIC))
XMP_INSIDE = re.compile(rb"<x:xmpmeta\b.*?</x:xmpmeta>", re.DOTALL)
LONGEST_EXIF = 1 << 18


class Cleaned(Struct, frozen=True):
    """What became of a file: new bytes where it named a place, and whether it may still name one."""

    content: bytes | None = None
    is_doubtful: bool = False


def without_location(file: str) -> Cleaned:
    """Of a file that names no place only the heads of its parts are read. Raises OSError."""
    with open(file, "rb") as opened:  # noqa: PTH123 - a Path costs as much as the look
        try:
            blocks = metadata(opened)
        except ValueError:  # Not made as it should be: whatever can be found in it is looked at.
            blocks = [Block("pictures", 0, opened.seek(0, os.SEEK_END))]
        pieces, doubtful = [], False
        for block in blocks:
            opened.seek(block.start)
            piece, sure = _cleaned(block, opened.read(block.end - block.start))
            doubtful = doubtful or not sure
            if piece is not None:
                pieces.append((block, piece))
        if not pieces:
            return Cleaned(is_doubtful=doubtful)
        opened.seek(0)
        return Cleaned(_spliced(opened.read(), pieces), doubtful)


def _spliced(content: bytes, pieces: Iterable[tuple[Block, bytes]]) -> bytes:
    """The file with the pieces in their places; the chunks of a PNG carry a checksum each."""
    parts, position = [], 0
    for block, piece in pieces:
        parts += [content[position : block.start], piece]
        position = block.end
        if content.startswith(PNG) and block.kind in {"exif", "xmp"}:
            parts.append(zlib.crc32(content[block.start - 4 : block.start] + piece).to_bytes(4, "big"))
            position += 4
    return b"".join([*parts, content[position:]])


def _cleaned(block: Block, content: bytes) -> tuple[bytes | None, bool]:
    """A stretch without its places, or None when it names none; and whether that is sure."""
    match block.kind:
        case "exif":
            return _without_gps(content)
        case "xmp":
            made = _without_xmp(content)
            return made, not LEFT_OVER.search(made or content)
        case "iptc":
            return _without_iptc(content), True
        case "text":
            return (b"" if is_packed_metadata(content) else None), True
        case "pictures":
            made = _in_all(content)
            return made, not LEFT_OVER.search(made or content)


def _without_gps(content: bytes) -> tuple[bytes | None, bool]:
    try:
        tiff = Tiff(content)
        made = tiff.without_location()
    except ValueError:
        return None, False
    made = _without_xmp(made) or made
    return (made if made != content else None), True


def _without_xmp(content: bytes) -> bytes | None:
    made = XMP_PLACE.sub(lambda match: b" " * len(match[0]), content)
    return made if made != content else None


def _without_iptc(content: bytes) -> bytes | None:
    """Photoshop's resources, of which number 0x0404 holds the words of press agencies."""
    made, position = bytearray(content), 0
    while content[position : position + 4] == b"8BIM" and position + 12 <= len(content):
        name = content[position + 6] + 1
        start = position + 6 + name + name % 2
        length = int.from_bytes(content[start : start + 4], "big")
        if content[position + 4 : position + 6] == b"\x04\x04":
            _blank_records(made, start + 4, min(start + 4 + length, len(content)))
        position = start + 4 + length + length % 2
    return bytes(made) if made != content else None


def _blank_records(content: bytearray, start: int, end: int) -> None:
    while start + 5 <= end and content[start] == RECORD:
        length = int.from_bytes(content[start + 3 : start + 5], "big")
        if IPTC_PLACE.match(content, start):
            stop = min(start + 5 + length, end)
            content[start + 5 : stop] = b" " * (stop - start - 5)
        start += 5 + length


def _in_all(content: bytes) -> bytes | None:
    """A stretch that holds further pictures, or a whole AVIF: every TIFF and XMP in it that can be read."""
    made = bytearray(content)
    for found in TIFF_INSIDE.finditer(content):
        end = found.start() + LONGEST_EXIF
        piece, _ = _without_gps(content[found.start() : end])
        if piece is not None:
            made[found.start() : found.start() + len(piece)] = piece
    for found in XMP_INSIDE.finditer(content):
        made[found.start() : found.end()] = _without_xmp(found[0]) or found[0]
    return bytes(made) if made != content else None
