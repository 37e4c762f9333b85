"""Typst makes a PDF of the files of a CV. It reads nothing but these files and fonts."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from typst import Fonts, PDFStandard

STANDARDS: list[PDFStandard] = ["ua-1", "a-2a"]
"""PDF/UA-1: screen readers can read it. PDF/A-2a: it can be archived."""
NOT_DISPLAYED = re.compile(r"the text `\"([^`]*?)\"` could not be displayed")
UNKNOWN_FONT = re.compile(r"unknown font family: (.+)")
ESCAPE = re.compile(r"\\u\{([0-9a-f]+)\}")
"""A character in a message, such as an accent."""
PLACE = re.compile(r"┌─ (?:\S*[/\\])?([^\s/\\]+):(\d+):(\d+)")
"""The file of a design in a message, with its line and column, and before it the temporary folder."""
SEARCHED = re.compile(r" \(searched at [^()]*\)")
"""A file in the temporary folder."""
FILE_BESIDE = rb'\s+"[\w-]+\.typ"[ \t]*(?:[:;]|as\b|\Z|\r?\n(?!\s*[./]))'
"""A file's name after `import`, and nothing that makes another name of it."""
OTHER_CODE = re.compile(rb"\beval\b|\bstd\b(?!\.)|\b(?:import|include)\b(?!" + FILE_BESIDE + rb")")
"""Code that is not in a file beside the design: a package, which Typst would download, or a text."""


class Job(Struct):
    """Everything on which a PDF depends: its files, and the state of the fonts."""

    design: str
    """The name of the file of the design."""
    files: dict[str, bytes]
    """By name."""
    fonts: tuple[str, ...]
    """Folders of the site with fonts."""
    wanted: tuple[str, ...]
    """The fonts that the site names."""
    of_script: tuple[str, ...]
    """Fonts for the script of the language, if Typst has none that was made for it."""
    needs_system: bool
    """Whether it has other scripts than Latin, Greek and Cyrillic: Typst's only font with some of them is one for code."""
    timestamp: int
    """The seconds since 1970 that the PDF has as its date."""
    state: str
    """A digest of the files in the folders."""
    has_own_design: bool = False
    """Whether the site has designs, or parts of designs."""


class Typeset(Struct):
    """A PDF, or the reason why there is none."""

    pdf: bytes = b""
    missing: str = ""
    """The characters that no font has."""
    error: str = ""
    """What Typst says about the design."""
    place: tuple[str, int, int] = ("", 0, 0)
    """Where: the name of the file, the line and the column."""
    from_system: bool = False
    """Whether fonts of this computer were needed."""
    lacks_script: str = ""
    """A font for the script of the language, if there is none."""
    unknown_fonts: tuple[str, ...] = ()
    """The fonts that the site names, and that are nowhere."""


class NotInstalledError(Exception):
    """Typst is not installed."""


class NotTypesetError(Exception):
    """There is no PDF; `result` says why."""

    def __init__(self, result: Typeset) -> None:
        self.result = result
        super().__init__(result.error or result.missing)


def made(work: Job) -> Typeset:
    """The PDF of a job, or the reason why there is none.

    The fonts of the computer are used only for what those of Typst and of the site do not have:
    without them, the same job gives the same bytes everywhere.
    """
    needs_system = work.needs_system and not _has_own_fonts(work)
    return _with_system(work) if needs_system else _without_system(work)


def _has_own_fonts(work: Job) -> bool:
    """Whether the site has fonts for other scripts: for that of its language, or any."""
    own = _fonts(work.fonts, work.state, include_system=False)
    return _has_one_of(own, work.of_script) if work.of_script else bool(work.fonts)


def _has_one_of(fonts: Fonts, wanted: tuple[str, ...]) -> bool:
    families = {name.lower() for name in fonts.families()}
    return not families.isdisjoint(name.lower() for name in wanted)


def _without_system(work: Job) -> Typeset:
    """The PDF with the fonts of Typst and the site; with those of the system too, if some are lacking."""
    result = _compile(work, _fonts(work.fonts, work.state, include_system=False))
    return _with_system(work) if result.missing or result.unknown_fonts else result


def _with_system(work: Job) -> Typeset:
    """The PDF with the fonts of the system too."""
    fonts = _fonts(work.fonts, work.state, include_system=True)
    result = _compile(work, fonts)
    if work.of_script and not _has_one_of(fonts, work.of_script):
        result.lacks_script = work.of_script[0]
    without = _compile(work, _fonts(work.fonts, work.state, include_system=False))
    result.from_system = result.pdf != without.pdf
    return result


@cache
def _fonts(folders: tuple[str, ...], state: str, *, include_system: bool) -> Fonts:  # noqa: ARG001
    """The fonts of Typst, of these folders, and of the system if it is included.

    `state` is that of the folders: in the preview, their files may change.
    """
    import typst

    return typst.Fonts(include_system_fonts=include_system, font_paths=list(folders))


def _compile(work: Job, fonts: Fonts) -> Typeset:
    """The PDF of the files, in a folder of their own: designs cannot read any other file."""
    import typst

    other = _other_code(work.files)
    if other is not None:
        return other
    with TemporaryDirectory() as folder:
        for name, content in work.files.items():
            Path(folder, name).write_bytes(content)
        try:
            pdf, warnings = typst.compile_with_warnings(
                Path(folder, work.design),
                root=Path(folder),
                font_paths=fonts,
                format="pdf",
                pdf_standards=STANDARDS,
                timestamp=work.timestamp,
            )
        except typst.TypstError as error:
            return _failed(error.diagnostic or error.message)
    names = [found[1].lower() for one in warnings if (found := UNKNOWN_FONT.match(one.message))]
    unknown = tuple(name for name in work.wanted if name.lower() in names)
    return Typeset(pdf=pdf, unknown_fonts=unknown)


def _other_code(files: dict[str, bytes]) -> Typeset | None:
    """The error of a design that takes code from elsewhere; None if there is none."""
    for name, text in files.items():
        found = OTHER_CODE.search(text) if name.endswith(".typ") else None
        if found is None:
            continue
        line_start = text.rfind(b"\n", 0, found.start()) + 1
        column = len(text[line_start : found.start()].decode(errors="replace")) + 1
        place = (name, text.count(b"\n", 0, found.start()) + 1, column)
        word = found[0].decode()
        if word not in {"import", "include"}:
            return Typeset(error=f"a design cannot use `{word}`", place=place)
        error = (
            f'`{word}` needs the name of a file of templates/cv/, such as `{word} "shared.typ"`.'
            " If it is a package, copy its files into that folder"
        )
        return Typeset(error=error, place=place)
    return None


def _failed(diagnostic: str) -> Typeset:
    """What an error of Typst says: the characters without a font, or its first line and its place."""
    texts = "".join(NOT_DISPLAYED.findall(diagnostic))
    missing = "".join(dict.fromkeys(ESCAPE.sub(_unescaped, texts)))
    if missing:
        return Typeset(missing=missing)
    message = diagnostic.partition("\n")[0].removeprefix("error: ")
    place = PLACE.search(diagnostic)
    where = (place[1], int(place[2]), int(place[3])) if place else ("", 0, 0)
    return Typeset(error=SEARCHED.sub("", message), place=where)


def _unescaped(match: re.Match[str]) -> str:
    return chr(int(match[1], 16))
