"""Remove the GPS position from the metadata of a photo.

Pillow would compress a JPEG again, so this module overwrites the bytes of the location. Pixels,
orientation and colour profile do not change.
"""

from __future__ import annotations

import os
import re
import struct
import zlib
from contextlib import suppress
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Iterator

PNG = b"\x89PNG\r\n\x1a\n"
JPEG = b"\xff\xd8"
FILLER = 0xFF
JPEG_PIXELS = frozenset({0xDA, 0xD9})
MORE_PICTURES = b"MPF\x00"
"""In the head of a JPEG: further images with their own metadata follow, as from phones."""
METADATA = frozenset({b"eXIf", b"iTXt", b"tEXt", b"zTXt"})
"""The chunks of a PNG with metadata."""
PACKED_METADATA = (
    b"Raw profile type exif\x00",
    b"Raw profile type APP1\x00",
    b"Raw profile type xmp\x00",
    b"XML:com.adobe.xmp\x00\x01",
)
"""The beginnings of PNG chunks with compressed metadata, as ImageMagick writes it."""
TIFF = rb"II\*\0|MM\0\*"
"""The start of an EXIF structure."""
GPS = 0x8825
ENTRY = 12
"""The bytes of an entry of an EXIF directory."""
VALUE_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4}
"""The bytes of an EXIF value by its type."""
XMP_NAME = rb"[\w-]+:(?:GPS|Gps)\w*"
XMP_POSITION = (
    rb"""(?sx)\s%b\s*=\s*(?:"[^"]*"|'[^']*') | <(?P<name>%b)\b[^>]*(?:/>|>.*?</(?P=name)\s*>)"""
    % (XMP_NAME, XMP_NAME)
)


def without_location(file: str) -> bytes | None:
    """A JPEG, PNG, WebP, AVIF, HEIC or TIFF file without its position; None if it has none.

    Raises OSError.

    Reads only the parts of the file that may hold metadata, unless they must change.
    """
    edits: list[tuple[int, int, bytes]] = []
    """Start and end of each changed part of the file, and its new bytes."""
    with open(file, "rb") as opened:  # noqa: PTH123 - making a Path costs as much as reading
        is_png = opened.read(len(PNG)) == PNG
        for start, end in metadata_spans(opened):
            opened.seek(start)
            original = opened.read(end - start)
            cleaned = _cleaned_chunk(original) if is_png else _cleaned(original)
            if cleaned != original:
                edits.append((start, end, cleaned))
        if not edits:
            return None
        opened.seek(0)
        content = opened.read()
    for start, end, cleaned in reversed(edits):
        content = content[:start] + cleaned + content[end:]
    return content


def metadata_spans(file: BinaryIO) -> list[tuple[int, int]]:
    """The parts of a JPEG or PNG that may hold metadata; all of a damaged file or of another format."""
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    head = file.read(16)
    with suppress(ValueError):  # A damaged file.
        if head.startswith(JPEG):
            return _jpeg_spans(file, size)
        if head.startswith(PNG):
            return [(start, end) for kind, start, end in _png_chunks(file) if kind in METADATA]
    return [(0, size)]


def _jpeg_spans(file: BinaryIO, size: int) -> list[tuple[int, int]]:
    """All segments before the pixels; the whole file if further images follow."""
    position = 2
    while True:
        segment = _read(file, position, 4)
        if segment[:1] != b"\xff":
            raise ValueError("is not a segment")
        if segment[1] in JPEG_PIXELS:
            break
        is_filler = segment[1] == FILLER
        position += 1 if is_filler else 2 + int.from_bytes(segment[2:])
    has_more = MORE_PICTURES in _read(file, 0, position)
    return [(0, size if has_more else position)]


def _png_chunks(file: BinaryIO) -> Iterator[tuple[bytes, int, int]]:
    """The kind, start and end of each chunk, with its length and checksum."""
    position, kind = len(PNG), b""
    while kind != b"IEND":
        head = _read(file, position, 8)
        kind, end = head[4:], position + 12 + int.from_bytes(head[:4])
        yield kind, position, end
        position = end


def _read(file: BinaryIO, position: int, length: int) -> bytes:
    """Read bytes at a position. Raises ValueError if the file ends before."""
    file.seek(position)
    content = file.read(length)
    if len(content) < length:
        raise ValueError("is truncated")
    return content


def _cleaned_chunk(chunk: bytes) -> bytes:
    """A PNG chunk without the location, with a new checksum."""
    if chunk[8:].startswith(PACKED_METADATA):
        return b""
    cleaned = _cleaned(chunk)
    return (
        chunk if cleaned == chunk else cleaned[:-4] + zlib.crc32(cleaned[4:-4]).to_bytes(4, "big")
    )


def _cleaned(original: bytes) -> bytes:
    """Metadata with blanks in the place of the position."""
    content = bytearray(re.sub(XMP_POSITION, lambda match: b" " * len(match[0]), original))
    for structure in re.finditer(TIFF, original):
        with suppress(struct.error):  # It only looks like EXIF.
            _blank_positions(memoryview(content)[structure.start() :])
    return bytes(content)


def _blank_positions(exif: memoryview) -> None:
    """Remove the GPS directory. Raises struct.error if the data is truncated or not EXIF."""
    order = "<" if exif[0] == ord("I") else ">"
    seen = {0}
    (directory,) = struct.unpack_from(f"{order}L", exif, 4)
    while directory not in seen:
        seen.add(directory)
        (count,) = struct.unpack_from(f"{order}H", exif, directory)
        for position in reversed(range(directory + 2, directory + 2 + ENTRY * count, ENTRY)):
            tag, _, _, value = struct.unpack_from(f"{order}HHLL", exif, position)
            if tag == GPS:
                _blank_directory(exif, value, order)
                _remove_entry(exif, directory, position, order)
                count -= 1
        (directory,) = struct.unpack_from(f"{order}L", exif, directory + 2 + ENTRY * count)


def _blank_directory(exif: memoryview, directory: int, order: str) -> None:
    (count,) = struct.unpack_from(f"{order}H", exif, directory)
    end = directory + 2 + ENTRY * count
    for position in range(directory + 2, end, ENTRY):
        _, kind, number, value = struct.unpack_from(f"{order}HHLL", exif, position)
        length = VALUE_SIZES.get(kind, 0) * number
        if length > 4:  # noqa: PLR2004 - longer values are stored elsewhere
            _blank(exif, value, value + length)
    _blank(exif, directory, end + 4)


def _remove_entry(exif: memoryview, directory: int, position: int, order: str) -> None:
    """Delete an entry: move the entries after it, and the link to the next directory, up."""
    (count,) = struct.unpack_from(f"{order}H", exif, directory)
    end = min(directory + 2 + ENTRY * count + 4, len(exif))
    moved = bytes(exif[position + ENTRY : end])
    exif[position : position + len(moved)] = moved
    _blank(exif, position + len(moved), end)
    struct.pack_into(f"{order}H", exif, directory, count - 1)


def _blank(content: memoryview, start: int, end: int) -> None:
    end = min(end, len(content))
    if start < end:
        content[start:end] = bytes(end - start)
