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
NO_PACKAGES = "packages"
"""A folder that does not exist: packages of the user are none of the site."""
NOT_DISPLAYED = re.compile(r"the text `\"([^`]*?)\"` could not be displayed")
UNKNOWN_FONT = re.compile(r"unknown font family: (.+)")
ESCAPE = re.compile(r"\\u\{([0-9a-f]+)\}")
"""A character in a message, such as an accent."""
PLACE = re.compile(r"┌─ (?:\S*[/\\])?([^\s/\\]+):(\d+):(\d+)")
"""The file of a design in a message, with its line and column, and before it the temporary folder."""
ERROR = re.compile(r"^error: (.*)", re.MULTILINE)
"""The first line of an error in a message. Warnings are before it."""
SEARCHED = re.compile(r" \(searched at [^()]*\)")
"""A file in the temporary folder."""
FILE_BESIDE = r'\s+"[\w-]+\.typ"[ \t]*(?:[:;]|as\b|\Z|\r?\n(?!\s*[./]))'
"""A file's name after `import`, and nothing that makes another name of it."""
OTHER_CODE = re.compile(r"\beval\b|\bstd\b(?!\.)|\b(?:import|include)\b(?!" + FILE_BESIDE + r")")
"""Code that is not in a file beside the design: a package, which Typst would download, or a text."""

MOST_TRIED = 100
"""So many letters show whether a font is made for a script."""
FIRST_BOLD = 600
"""The weight from which letters are bold; 400 is that of a text."""


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
    other_letters: str
    """The letters of other scripts than Latin, Greek and Cyrillic: Typst's only font with some of them is one for code."""
    timestamp: int
    """The seconds since 1970 that the PDF has as its date."""
    state: str
    """A digest of the files in the folders."""
    needs_limits: bool = False
    """Whether the site has designs, or parts of designs, or a drawing as its portrait."""


class Typeset(Struct):
    """A PDF, or the reason why there is none."""

    pdf: bytes = b""
    missing: str = ""
    """The characters that no font has; beside a PDF, those that only fonts of this computer have."""
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
    own_fonts: tuple[str, ...] = ()
    """The fonts in the folders of the site."""
    without_bold: tuple[str, ...] = ()
    """The fonts that the site names, and that have no bold letters."""


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
    needs_system = bool(work.other_letters) and not _has_own_fonts(work)
    result = _with_system(work) if needs_system else _without_system(work)
    result.own_fonts = _own_families(work)
    result.without_bold = _without_bold(work)
    return result


def _has_own_fonts(work: Job) -> bool:
    """Whether the site has fonts for other scripts: for that of its language, or any."""
    if not work.of_script:
        return bool(work.fonts)
    own = _fonts(work.fonts, work.state, include_system=False)
    return _has_font_of_script(work, own, _own_families(work))


def _has_font_of_script(work: Job, fonts: Fonts, others: tuple[str, ...]) -> bool:
    """Whether there is a font that is known to be made for the script, or one of others that has its letters."""
    families = {name.lower() for name in fonts.families()}
    if not families.isdisjoint(name.lower() for name in work.of_script):
        return True
    return any(_has_letters(work, fonts, name) for name in others if name.lower() in families)


def _has_letters(work: Job, fonts: Fonts, family: str) -> bool:
    """Whether a font has most of the letters of other scripts.

    One for simplified characters lacks some of an old name.
    """
    import typst

    letters = work.other_letters[:MOST_TRIED]
    text = "\n\n".join(f"#{_quoted(letter)}" for letter in letters)
    source = f"#set text(font: {_quoted(family)}, fallback: false)\n{text}"
    try:
        typst.compile(source.encode(), font_paths=fonts, format="pdf", pdf_standards=["a-2a"])
    except typst.TypstError as error:
        lacking = _failed(error.diagnostic or error.message).missing
        return bool(lacking) and 2 * len(lacking) < len(letters)
    return True


def _quoted(text: str) -> str:
    """A string of Typst."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _own_families(work: Job) -> tuple[str, ...]:
    """The names of the fonts in the folders of the site."""
    own = _fonts(work.fonts, work.state, include_system=False).fonts() if work.fonts else []
    return tuple(sorted({font.family for font in own if font.path}))


def _without_bold(work: Job) -> tuple[str, ...]:
    """The fonts that the site names and has, and that have no bold letters: a bold name would not stand out."""
    own = _fonts(work.fonts, work.state, include_system=False).fonts() if work.fonts else []
    weights = [(font.family.lower(), font.weight) for font in own]
    names = {name for name, _ in weights}
    bold = {name for name, weight in weights if weight >= FIRST_BOLD}
    return tuple(name for name in work.wanted if name.lower() in names - bold)


def _without_system(work: Job) -> Typeset:
    """The PDF with the fonts of Typst and the site; with those of the system too, if some are lacking."""
    result = _compile(work, _fonts(work.fonts, work.state, include_system=False))
    return _with_system(work) if result.missing or result.unknown_fonts else result


def _with_system(work: Job) -> Typeset:
    """The PDF with the fonts of the system too."""
    fonts = _fonts(work.fonts, work.state, include_system=True)
    result = _compile(work, fonts)
    others = (*work.wanted, *_own_families(work))
    if work.of_script and not _has_font_of_script(work, fonts, others):
        result.lacks_script = work.of_script[0]
    without = _compile(work, _fonts(work.fonts, work.state, include_system=False))
    result.from_system = result.pdf != without.pdf
    if result.pdf:
        result.missing = without.missing
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
                package_path=Path(folder, NO_PACKAGES),
                package_cache_path=Path(folder, NO_PACKAGES),
            )
        except typst.TypstError as error:
            return _failed(error.diagnostic or error.message)
    names = [found[1].lower() for one in warnings if (found := UNKNOWN_FONT.match(one.message))]
    unknown = tuple(name for name in work.wanted if name.lower() in names)
    return Typeset(pdf=pdf, unknown_fonts=unknown)


def _other_code(files: dict[str, bytes]) -> Typeset | None:
    """The error of a design that takes code from elsewhere; None if there is none."""
    for name, text in files.items():
        # As text, since the language skips white space of all scripts.
        code = text.decode(errors="replace") if name.endswith(".typ") else ""
        found = OTHER_CODE.search(code)
        if found is None:
            continue
        line_start = code.rfind("\n", 0, found.start()) + 1
        place = (name, code.count("\n", 0, found.start()) + 1, found.start() - line_start + 1)
        word = found[0]
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
    error = ERROR.search(diagnostic)
    message = error[1] if error else diagnostic.partition("\n")[0]
    place = PLACE.search(diagnostic, error.end() if error else 0)
    where = (place[1], int(place[2]), int(place[3])) if place else ("", 0, 0)
    return Typeset(error=SEARCHED.sub("", message), place=where)


def _unescaped(match: re.Match[str]) -> str:
    return chr(int(match[1], 16))
