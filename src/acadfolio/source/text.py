"""Read text files, and report errors of their encoding with line and column."""

from __future__ import annotations

import os
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.problems import Location, Problems

if TYPE_CHECKING:
    from pathlib import Path


# YAML allows no control characters except tabs and line ends. Most editors do not show them.
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")
NOT_LATIN = rb"[\x80-\xff]{4}|\0"
"""Four such bytes in a row are common in encodings of other scripts, but not in words of Latin scripts."""

OF_ASCII = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | str.maketrans(
    "、【】\u3000", ",[] "
)
"""ASCII characters by their full-width forms and by the Chinese punctuation marks for them."""


class Source(Struct, frozen=True):
    """A file's text, and its path relative to the site, for messages."""

    name: str
    text: str

    def at(self, line: int, column: int = 0) -> Location:
        """The location of a line and column.

        The last line replaces those after it, where YAML reports missing ends.
        """
        if line > (last := _lines(self.text)):
            line, column = last, len(self.text) - self.text.rfind("\n")
        return Location(self.name, line, column)

    def at_offset(self, offset: int) -> Location:
        return Location(self.name, *line_and_column(self.text, offset))


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """The line and column of an offset, counted from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


class SourceText(Struct, frozen=True, array_like=True):
    """A text, its source in the file (which may have quotes, escapes or several lines), and its location."""

    text: str
    source: str
    location: Location

    def at(self, part: str, offset: int = 0) -> Location:
        """The location of a part at an offset of the text, or of the text if its source writes the part differently."""
        number = self.text.count(part, 0, offset) + 1
        pieces = self.source.split(part)
        if number >= len(pieces):
            return self.location
        line, column = line_and_column(self.source, len(part.join(pieces[:number])))
        if line == 1:
            column += self.location.column - 1
        return Location(self.location.file, self.location.line + line - 1, column)


@lru_cache(maxsize=8)  # Called for every URL in a file.
def _lines(text: str) -> int:
    return text.count("\n") + 1


def read_source(path: Path | str, name: str, problems: Problems) -> Source | None:
    """Read a UTF-8 file, without byte order mark and with Unix line ends.

    None, and reported, if it cannot be read.
    """
    data = bytes_of(path, name, problems)
    return None if data is None else source_of(data, name, problems)


def source_of(data: bytes, name: str, problems: Problems) -> Source | None:
    """Decode the bytes of such a file."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        what = (
            f"this file is not in UTF-8: the byte 0x{data[error.start]:02X} here is not a character"
        )
        hint = "save it as UTF-8"
        problems.error(_place_of_byte(name, data, error.start), what, hint, rule="encoding")
        return None
    source = Source(name, _with_unix_ends(text))
    _report_control_characters(source, problems)
    return source


def bibliography_source_of(data: bytes, name: str, problems: Problems) -> Source | None:
    """Decode a bibliography.

    As other programs wrote it, Latin-1 is accepted and control characters are removed.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if re.search(NOT_LATIN, data):
            return source_of(data, name, problems)
        text = data.decode("cp1252", "replace")
        what = f"this file is not in UTF-8 (see the byte 0x{data[error.start]:02X} here): it is read as Latin-1"
        hint = "check its accents, and save it as UTF-8"
        problems.warn(_place_of_byte(name, data, error.start), what, hint, rule="encoding")
    source = Source(name, _with_unix_ends(text))
    if control := CONTROL.search(source.text):
        what = (
            f"there is an invisible control character (U+{ord(control[0]):04X}) here: it is ignored"
        )
        problems.warn(source.at_offset(control.start()), what, "delete it", rule="encoding")
        source = Source(name, CONTROL.sub("", source.text))
    return source


def _with_unix_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def bytes_of(path: Path | str, name: str, problems: Problems) -> bytes | None:
    """Read a file. None, and reported, if it cannot be read."""
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - faster, and there may be thousands
            return file.readall()
    except FileNotFoundError:
        hint = "it is a broken link" if os.path.islink(path) else ""  # noqa: PTH114 - `path` may be a string
        problems.error(Location(name), "this file is missing", hint, rule="missing-file")
    except IsADirectoryError:
        what = "this is a folder, not a file"
        problems.error(Location(name), what, "rename the folder", rule="unreadable-file")
    except OSError as error:
        what = f"this file cannot be read: {error.strerror}"
        problems.error(Location(name), what, "check its permissions", rule="unreadable-file")
    return None


def _place_of_byte(name: str, data: bytes, offset: int) -> Location:
    start_of_line = data.rfind(b"\n", 0, offset) + 1
    before = data[start_of_line:offset].decode("utf-8", "replace")
    return Location(name, data.count(b"\n", 0, offset) + 1, len(before) + 1)


def _report_control_characters(source: Source, problems: Problems) -> None:
    if control := CONTROL.search(source.text):
        what = f"there is an invisible control character (U+{ord(control[0]):04X}) here"
        problems.error(source.at_offset(control.start()), what, "delete it", rule="encoding")
