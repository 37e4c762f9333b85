"""The TIFF structure that EXIF data is written in comes in; its orientation, or itself without a location, comes out.

Nothing moves: what says where a picture was taken is overwritten with zeros, so every offset stays right.
"""

from __future__ import annotations

import struct

ORIENTATION, EXIF, GPS = 0x0112, 0x8769, 0x8825
MAGIC = (b"II*\x00", b"MM\x00*")
SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4}
"""Bytes by type of value."""
ENTRY = 12
MOST_DIRECTORIES = 64
SIDEWAYS = frozenset({5, 6, 7, 8})
"""The orientations in which width and height change places."""


class Tiff:
    """One structure, edited in place. Raises ValueError for what is none."""

    def __init__(self, content: bytes) -> None:
        self.content = bytearray(content)
        if content[:4] not in MAGIC:
            raise ValueError("is no TIFF")
        self.order = "<" if content[:2] == b"II" else ">"

    def orientation(self) -> int:
        """1 to 8 as EXIF counts; 1 when it says none."""
        for position in self._entries(self._first()):
            tag, kind = self._unpack("HH", position)
            if tag == ORIENTATION and kind == 3:  # noqa: PLR2004 - a short number
                return int(self._unpack("H", position + 8)[0])
        return 1

    def without_location(self) -> bytes:
        """The same structure, as long as before, with nothing where the location was."""
        waiting, seen = [self._first()], set[int]()
        while waiting:
            directory = waiting.pop()
            if directory and directory not in seen and len(seen) < MOST_DIRECTORIES:
                seen.add(directory)
                waiting += self._clean(directory)
        return bytes(self.content)

    def _clean(self, directory: int) -> list[int]:
        """Take the location out of one directory; the directories that follow it or hang on it."""
        following = []
        entries = list(self._entries(directory))
        for position in reversed(entries):
            tag = self._unpack("H", position)[0]
            if tag == GPS:
                self._blank_directory(self._unpack("L", position + 8)[0])
                self._remove(directory, position)
            elif tag == EXIF:
                following.append(self._unpack("L", position + 8)[0])
        end = directory + 2 + ENTRY * self._unpack("H", directory)[0]
        return [*following, self._unpack("L", end)[0] if end + 4 <= len(self.content) else 0]

    def _blank_directory(self, directory: int) -> None:
        entries = list(self._entries(directory))
        for position in entries:
            _, kind, count, value = self._unpack("HHLL", position)
            length = SIZES.get(kind, 0) * count
            if length > 4:  # noqa: PLR2004 - what is longer stands elsewhere
                self._blank(value, length)
        self._blank(directory, 2 + ENTRY * len(entries) + 4)

    def _remove(self, directory: int, position: int) -> None:
        """Close the gap that an entry leaves; what follows the entries moves up with them."""
        count = self._unpack("H", directory)[0]
        end = min(directory + 2 + ENTRY * count + 4, len(self.content))
        self.content[position:end] = self.content[position + ENTRY : end] + bytes(min(ENTRY, end - position))
        struct.pack_into(f"{self.order}H", self.content, directory, count - 1)

    def _blank(self, start: int, length: int) -> None:
        end = min(start + length, len(self.content))
        if start < end:
            self.content[start:end] = bytes(end - start)

    def _first(self) -> int:
        return int(self._unpack("L", 4)[0])

    def _entries(self, directory: int) -> range:
        """Where the entries of a directory stand. Raises ValueError when it is cut off."""
        start = directory + 2
        end = start + ENTRY * self._unpack("H", directory)[0]
        if end > len(self.content):
            raise ValueError("is cut off")
        return range(start, end, ENTRY)

    def _unpack(self, form: str, position: int) -> tuple[int, ...]:
        try:
            return struct.unpack_from(self.order + form, self.content, position)
        except struct.error:
            raise ValueError("is cut off") from None
