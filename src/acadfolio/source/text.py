"""A path comes in, its text comes out, with what is wrong about the file itself reported by line."""

from __future__ import annotations

import os
import re
from codecs import BOM_UTF8
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.problems import Location, any_of

if TYPE_CHECKING:
    from pathlib import Path

    from acadfolio.problems import Problems

# What UTF-8 looks like when it was read as Windows-1252 (or its Turkish cousin) and saved again: the lead bytes of
# two-, three- and four-byte characters followed by what continuation bytes become.
MOJIBAKE = re.compile("(?:â€|Ã[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|[ğð]Ÿ|Â[\u00a0-\u00bf])")
GARBLED = "âÃğðÂ"
"""What it begins with. Most texts have none of these, and a letter is found in a fortieth of the pattern's time."""
# YAML reads no control character but tab and line ends, and an editor rarely shows one.
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")

ENOUGH_LINES, ENOUGH = 500, 100_000
"""Lines and bytes to tell an encoding by."""
UTF_16 = (b"\xff\xfe", b"\xfe\xff")


class Source(Struct, frozen=True):
    """A file's text, and the name by which problems call it (relative to the site)."""

    name: str
    text: str

    def at(self, line: int, column: int = 0) -> Location:
        """A place. YAML puts what is missing at the end into a line that may not be there; the last one is meant."""
        if line > (last := _lines(self.text)):
            line, column = last, len(self.text) - self.text.rfind("\n")
        return Location(self.name, line, column)

    def at_offset(self, offset: int) -> Location:
        return Location(self.name, *line_and_column(self.text, offset))


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Where in a text an offset is, both counted from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


@lru_cache(maxsize=8)  # Asked for every address that a file holds.
def _lines(text: str) -> int:
    return text.count("\n") + 1


def read_source(path: Path, name: str, problems: Problems) -> Source | None:
    """The text of a UTF-8 file with Unix line ends and no byte order mark; None when it cannot be read."""
    data = bytes_of(path, name, problems)
    return None if data is None else source_of(data, name, problems)


def source_of(data: bytes, name: str, problems: Problems) -> Source | None:
    """The same of a file's bytes."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        hint = "save it once more, with the encoding UTF-8"
        if data.startswith(UTF_16):
            problems.error(Location(name), "this file is in UTF-16, not in UTF-8", hint)
            return None
        problems.error(_place_of_byte(name, data, error.start), _no_utf_8(data[error.start]), hint)
        return None
    source = Source(name, _with_unix_ends(text))
    _report_odd_characters(source, problems)
    return source


def foreign_source_of(data: bytes, name: str, problems: Problems) -> Source | None:
    """The text of a file that another program wrote: in an older encoding too, and without control characters.

    None when it is in one of Chinese, Japanese or Korean: several of them would read it, one of them rightly.
    """
    if data.startswith(UTF_16):
        text = data.decode("utf-16", "replace")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            lines = data.removeprefix(BOM_UTF8).splitlines(keepends=True)
            if other := _double_byte_encodings(lines):
                hint = f"it looks like {any_of(other)}: open it with this encoding, and save it with UTF-8"
                problems.error(_place_of_byte(name, data, error.start), _no_utf_8(data[error.start]), hint)
                return None
            text = "".join(map(_in_either, lines))
            what = f"this file is not in UTF-8 (see the byte 0x{data[error.start]:02X} here): it is read as Latin-1"
            hint = "see whether its accents are right, and save it with the encoding UTF-8"
            problems.warn(_place_of_byte(name, data, error.start), what, hint)
    source = Source(name, _with_unix_ends(text))
    if control := CONTROL.search(source.text):
        what = f"an invisible control character (U+{ord(control[0]):04X}) stands here: it is left out"
        problems.warn(source.at_offset(control.start()), what, "delete it")
        source = Source(name, CONTROL.sub("", source.text))
    return source


def _no_utf_8(byte: int) -> str:
    return f"this file is not in UTF-8: the byte 0x{byte:02X} here is no character"


def _double_byte_encodings(lines: list[bytes]) -> tuple[str, ...]:
    """Of those lines that are not in UTF-8, or of some hundreds all over a long file."""
    from acadfolio.source.encodings import double_byte_encodings  # Few files need it.

    others = [line for line in lines if not _is_utf_8(line)]
    return double_byte_encodings(b"".join(others[:: len(others) // ENOUGH_LINES + 1])[:ENOUGH])


def _is_utf_8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _in_either(line: bytes) -> str:
    """One line: files that were put together of two may hold both encodings."""
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace")


def _with_unix_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def bytes_of(path: Path | str, name: str, problems: Problems) -> bytes | None:
    """A file's content; None, and a problem, when it cannot be read."""
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - as for each page
            return file.readall()
    except FileNotFoundError:
        hint = "it is a link that leads nowhere" if os.path.islink(path) else ""  # noqa: PTH114 - it may be a text
        problems.error(Location(name), "this file is missing", hint)
    except IsADirectoryError:
        problems.error(Location(name), "this is a folder, but a file belongs here", "rename the folder")
    except OSError as error:
        problems.error(Location(name), f"this file cannot be read: {error.strerror}", "see who may read it")
    return None


def _place_of_byte(name: str, data: bytes, offset: int) -> Location:
    start_of_line = data.rfind(b"\n", 0, offset) + 1
    before = data[start_of_line:offset].decode("utf-8", "replace")
    return Location(name, data.count(b"\n", 0, offset) + 1, len(before) + 1)


def digest(data: bytes, context: bytes = b"") -> bytes:
    """16 bytes that stand for a text, read in some context of as many bytes at most."""
    return blake2b(data, digest_size=16, person=context).digest()


def is_odd(text: str) -> bool:
    """Whether a text holds characters that are reported."""
    return bool(CONTROL.search(text) or (any(letter in text for letter in GARBLED) and MOJIBAKE.search(text)))


def _report_odd_characters(source: Source, problems: Problems) -> None:
    if not is_odd(source.text):
        return
    if control := CONTROL.search(source.text):
        problems.error(
            source.at_offset(control.start()),
            f"an invisible control character (U+{ord(control[0]):04X}) stands here",
            "delete it",
        )
    if garbled := MOJIBAKE.search(source.text):
        problems.warn(
            source.at_offset(garbled.start()),
            f"“{garbled[0]}” looks like a letter that was garbled when this file was saved in a wrong encoding",
            "type it anew, here and elsewhere in this file",
        )
