"""Find the parts of an image file that may hold metadata; the pixels are passed over unread."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Iterator

PNG = b"\x89PNG\r\n\x1a\n"
JPEG = b"\xff\xd8"
FILLER = 0xFF
JPEG_PIXELS = frozenset({0xDA, 0xD9})
MORE_PICTURES = b"MPF\x00"
"""In the head of a JPEG: phones append further pictures, with metadata of their own."""
PNG_METADATA = frozenset({b"eXIf", b"iTXt", b"tEXt", b"zTXt"})
WEBP_METADATA = frozenset({b"EXIF", b"XMP "})
PACKED_METADATA = (
    b"Raw profile type exif\x00",
    b"Raw profile type APP1\x00",
    b"Raw profile type xmp\x00",
    b"XML:com.adobe.xmp\x00\x01",
)
"""How a chunk of a PNG begins that holds compressed metadata, as ImageMagick writes it."""

Span = tuple[int, int]
"""Where a part of a file starts and ends."""


def metadata_spans(file: BinaryIO) -> list[Span]:
    """The parts of a JPEG, PNG or WebP that may hold metadata; of other formats, and of a damaged file, all of it."""
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    head = file.read(16)
    try:
        if head.startswith(JPEG):
            return _jpeg_spans(file, size)
        if head.startswith(PNG):
            return [(start, end) for kind, start, end in _png_chunks(file) if kind in PNG_METADATA]
        if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
            return [(start, end) for kind, start, end in _webp_chunks(file, size) if kind in WEBP_METADATA]
    except ValueError:
        pass  # Not made as it should be.
    return [(0, size)]


def _jpeg_spans(file: BinaryIO, size: int) -> list[Span]:
    """All segments before the pixels; the whole file where further pictures follow."""
    position = 2
    while True:
        segment = _read(file, position, 4)
        if segment[:1] != b"\xff":
            raise ValueError("is no segment")
        if segment[1] in JPEG_PIXELS:
            break
        is_filler = segment[1] == FILLER
        position += 1 if is_filler else 2 + int.from_bytes(segment[2:])
    has_more = MORE_PICTURES in _read(file, 0, position)
    return [(0, size if has_more else position)]


def _png_chunks(file: BinaryIO) -> Iterator[tuple[bytes, int, int]]:
    """The kind of each chunk, and where it starts and ends, with its length and checksum."""
    position, kind = len(PNG), b""
    while kind != b"IEND":
        head = _read(file, position, 8)
        kind, end = head[4:], position + 12 + int.from_bytes(head[:4])
        yield kind, position, end
        position = end


def _webp_chunks(file: BinaryIO, size: int) -> Iterator[tuple[bytes, int, int]]:
    position = 12
    while position + 8 <= size:
        head = _read(file, position, 8)
        length = int.from_bytes(head[4:], "little")
        yield head[:4], position, position + 8 + length
        position += 8 + length + length % 2


def _read(file: BinaryIO, position: int, length: int) -> bytes:
    """Raises ValueError where the file ends before."""
    file.seek(position)
    content = file.read(length)
    if len(content) < length:
        raise ValueError("is cut off")
    return content
