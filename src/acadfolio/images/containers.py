"""An open picture file comes in, where its metadata stands comes out; the picture itself is passed over unread."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, BinaryIO, Literal, NamedTuple

from acadfolio.images.tiff import MAGIC

if TYPE_CHECKING:
    from collections.abc import Iterator

FIRST_MARKER, FILLED_UP = 0xFF00, 0xFFFF
PNG, JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8"
EXIF_HEAD = b"Exif\x00\x00"
HEADS: tuple[tuple[int, bytes, Literal["exif", "xmp", "iptc", "pictures"]], ...] = (
    (0xE1, EXIF_HEAD, "exif"),
    (0xE1, b"http://ns.adobe.com/xap/1.0/\x00", "xmp"),
    (0xE1, b"http://ns.adobe.com/xmp/extension/\x00", "xmp"),
    (0xED, b"Photoshop 3.0\x00", "iptc"),
    (0xE2, b"MPF\x00", "pictures"),
)
"""What segments of a JPEG start with: the marker, the first bytes, what follows."""
LONGEST_HEAD = max(len(head) for _, head, _ in HEADS)
RAW_PROFILES = (b"Raw profile type exif\x00", b"Raw profile type APP1\x00", b"Raw profile type xmp\x00")
XMP_KEYWORD = b"XML:com.adobe.xmp\x00"


class Block(NamedTuple):
    """A stretch of a file: what it holds, and where it starts and ends."""

    kind: Literal["exif", "xmp", "iptc", "text", "pictures"]
    """`text` is packed text of a PNG, the whole chunk; `pictures` may hold further pictures with EXIF of their own."""
    start: int
    end: int


def metadata(file: BinaryIO) -> list[Block]:
    """Every stretch of metadata. Raises ValueError for a file that breaks off in the middle of its structure."""
    head = file.read(16)
    if head.startswith(JPEG):
        return list(_jpeg(file))
    if head.startswith(PNG):
        return [_png_block(file, kind, start, end) for kind, start, end in _png_chunks(file) if kind in _PNG_KINDS]
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return list(_webp(file))
    if head[4:8] == b"ftyp":
        return list(_iso(file))
    if head[:4] in MAGIC:
        return [Block("exif", 0, _length(file))]
    return []


def _jpeg(file: BinaryIO) -> Iterator[Block]:
    """Segments up to the picture itself; behind it another one may follow, as cameras of phones write them."""
    position, several = 2, False
    while True:
        content = _read(file, position, 4)
        marker, length = int.from_bytes(content[:2], "big"), int.from_bytes(content[2:], "big")
        if marker == FILLED_UP:
            position += 1
            continue
        if marker < FIRST_MARKER:
            raise ValueError("is no segment")
        if marker in {0xFFDA, 0xFFD9}:  # The picture itself, or its end.
            break
        start, end = position + 4, position + 2 + length
        for known, head, kind in HEADS if marker & 0xFF in {0xE1, 0xE2, 0xED} else ():
            if known == marker & 0xFF and _read(file, start, LONGEST_HEAD).startswith(head):
                several = several or kind == "pictures"
                if kind != "pictures":
                    yield Block(kind, start + len(head), end)
        position = end
    if several:
        yield Block("pictures", position, _length(file))


def _png_chunks(file: BinaryIO) -> Iterator[tuple[bytes, int, int]]:
    """The kind of each chunk and where its content stands."""
    position, kind = len(PNG), b""
    while kind != b"IEND":
        length, kind = _named(file, position)
        yield kind, position + 8, position + 8 + length
        position += 12 + length


_PNG_KINDS = frozenset({b"eXIf", b"iTXt", b"tEXt", b"zTXt"})


def _png_block(file: BinaryIO, kind: bytes, start: int, end: int) -> Block:
    if kind == b"eXIf":
        return Block("exif", start, end)
    is_plain_xmp = _read(file, start, len(XMP_KEYWORD) + 1) == XMP_KEYWORD + b"\x00"
    return Block("xmp", start, end) if kind == b"iTXt" and is_plain_xmp else Block("text", start - 8, end + 4)


def is_packed_metadata(chunk: bytes) -> bool:
    """Whether a PNG's chunk of packed text is EXIF or XMP, as some programs write it."""
    return chunk[8:].startswith((*RAW_PROFILES, XMP_KEYWORD))


def _webp(file: BinaryIO) -> Iterator[Block]:
    position, end_of_file = 12, _length(file)
    while position + 8 <= end_of_file:
        length, kind = _named(file, position, name_first=True)
        start = position + 8
        if kind == b"EXIF":
            inner = len(EXIF_HEAD) if _read(file, start, len(EXIF_HEAD)) == EXIF_HEAD else 0
            yield Block("exif", start + inner, start + length)
        elif kind == b"XMP ":
            yield Block("xmp", start, start + length)
        position = start + length + length % 2


def _iso(file: BinaryIO) -> Iterator[Block]:
    """AVIF and HEIC: when their table of contents names EXIF or XMP, it may stand anywhere."""
    position, end_of_file = 0, _length(file)
    while position + 8 <= end_of_file:
        length, kind = _named(file, position)
        if kind == b"meta":
            table = _read(file, position, length)
            if b"Exif" in table or b"rdf+xml" in table:
                yield Block("pictures", 0, end_of_file)
            return
        if length < 8:  # noqa: PLR2004 - larger than 4 GB, or to the end of the file: no picture
            return
        position += length


def _length(file: BinaryIO) -> int:
    return file.seek(0, os.SEEK_END)


def _read(file: BinaryIO, position: int, length: int) -> bytes:
    file.seek(position)
    return file.read(length)


def _named(file: BinaryIO, position: int, *, name_first: bool = False) -> tuple[int, bytes]:
    """The length and the name of a part; RIFF has the name first, and the other end of a number."""
    content = _read(file, position, 8)
    if len(content) < 8:  # noqa: PLR2004 - four bytes each
        raise ValueError("is cut off")
    if name_first:
        return int.from_bytes(content[4:], "little"), content[:4]
    return int.from_bytes(content[:4], "big"), content[4:]
