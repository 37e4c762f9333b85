"""Cut the font files of the theme, in static/assets/fonts/, from Adobe's Source Serif 4 and Source Sans 3.

    npm install --prefix FOLDER --ignore-scripts source-serif@4.5.1 source-sans@3.52.0 uv run
    --no-project --with fonttools==4.68.0 --with brotli==1.2.1 docs/fonts.py FOLDER/node_modules

The rules `@font-face` of 02-fonts.css and 03-fonts-full.css in static/assets/css/main/ say what to
make: a file for each rule, with its style, weights and characters (`unicode-range`). The licence of
the fonts goes beside them. It reserves the name “Source”, so that files cut from the fonts need
other names: those of the rules.

The serif has weight 600 and is cut for sizes around 26 pixels; Source Sans 3, for `fonts: full`, has
the weights from 400 to 700. Browsers load a file only for a page that shows one of its characters;
of several ranges with a character the last counts. So most pages load serif.woff2 alone, which has
the letters of the languages of Europe. Text does not wait for a font (`font-display: swap`).

With `size-adjust`, small letters are half as high as the font size, like those of the text. The
fallback fonts, which visitors have on their computers, are adjusted to the same width, so that
nothing moves when the serif arrives. `font-size-adjust` would undo both. No files are made of the
fallbacks: Georgia and fonts of its width on Windows, macOS, iOS, Linux and Android, and the wider
serif of Debian and many other Linux systems.

The same versions give the same bytes. tests/test_fonts.py tries the files in a browser, with texts
in many languages.
"""
# ruff: noqa: INP001 - a script, and no package

from __future__ import annotations

import re
import sys
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

ASSETS = Path(__file__).resolve().parent.parent / "static" / "assets"
FONTS = ASSETS / "fonts"
STYLES = ("02-fonts.css", "03-fonts-full.css")
RULE = re.compile(r"@font-face \{(.*?)\}", re.DOTALL)
DECLARATION = re.compile(r"([\w-]+): (.*?);", re.DOTALL)
FILE = re.compile(r"[\w-]+\.woff2")
SOURCES = {
    ("Acad Serif", "normal"): "source-serif/VAR/SourceSerif4Variable-Roman.ttf",
    ("Acad Sans", "normal"): "source-sans/VF/SourceSans3VF-Upright.ttf",
    ("Acad Sans", "italic"): "source-sans/VF/SourceSans3VF-Italic.ttf",
}
"""The font of a family and a style in the packages of npm."""
OPTICAL_SIZE = 26
"""The size in points for which the serif is drawn: thinner hairlines than for text, but still good at 18 pixels."""
FEATURES = {
    "Acad Serif": ["kern", "liga", "locl"],
    "Acad Sans": ["kern", "liga", "locl", "ccmp", "mark", "mkmk"],
}
"""Text also needs marks that are placed on any letter.

The figures of both fonts have one width without a feature.
"""
COPYRIGHT, FAMILY, STYLE, UNIQUE, FULL_NAME, VERSION, POSTSCRIPT_NAME, LICENSE_URL = (
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    14,
)
KEPT_NAMES = [COPYRIGHT, FAMILY, STYLE, UNIQUE, FULL_NAME, VERSION, POSTSCRIPT_NAME, LICENSE_URL]
NEEDLESS_TABLES = ["BASE", "DSIG", "STAT", "MVAR"]
"""They are for writing systems in one line, for menus of applications, and for lines under text."""


class Face(NamedTuple):
    """A rule `@font-face`."""

    file: str
    family: str
    style: str
    weights: tuple[int, ...]
    characters: frozenset[int]


def main(packages: Path) -> None:
    """Make all files, and print their sizes."""
    FONTS.mkdir(exist_ok=True)
    taken: dict[tuple[str, str], set[int]] = {}
    # Of several rules with a character the last counts, so only its file has the character.
    for face in reversed(
        [face for name in STYLES for face in faces(ASSETS / "css" / "main" / name)]
    ):
        others = taken.setdefault((face.family, face.style), set())
        font = variable_font(packages, face)
        characters = (face.characters - others) & font.getBestCmap().keys()
        others |= characters
        content = cut(font, face, characters)
        (FONTS / face.file).write_bytes(content)
        print(f"{face.file}: {len(characters)} characters, {len(content)} bytes")  # noqa: T201
    (FONTS / "OFL.txt").write_text(licence(packages), encoding="utf-8")


def faces(styles: Path) -> list[Face]:
    """The rules of a style sheet that name a file."""
    found = []
    for rule in RULE.findall(styles.read_text(encoding="utf-8")):
        values = dict(DECLARATION.findall(rule))
        file = FILE.search(values["src"])
        if file is None:
            continue  # A font of the system.
        weights = tuple(map(int, values["font-weight"].split()))
        characters = frozenset(subset.parse_unicodes(values["unicode-range"].replace("U+", "")))
        style = values.get("font-style", "normal")
        found.append(Face(file[0], values["font-family"].strip('"'), style, weights, characters))
    return found


def variable_font(packages: Path, face: Face) -> TTFont:
    """The whole font of a face.

    The time of its last change is kept, for the same bytes on every day.
    """
    return TTFont(packages / SOURCES[face.family, face.style], recalcTimestamp=False)


def cut(font: TTFont, face: Face, characters: set[int]) -> bytes:
    """The font with the weights and the characters of a face, compressed."""
    axes = {axis.axisTag for axis in font["fvar"].axes}
    limits: dict[str, float | tuple[float, ...]] = {
        "wght": face.weights if face.weights[1:] else face.weights[0]
    }
    if "opsz" in axes:
        limits["opsz"] = OPTICAL_SIZE
    font = saved_and_read(instancer.instantiateVariableFont(font, limits))
    if "fvar" in font:
        font["fvar"].instances = []  # Named weights, for menus of applications.
    options = subset.Options()
    options.layout_features = FEATURES[face.family]
    options.hinting = False
    options.glyph_names = False
    options.name_IDs = KEPT_NAMES
    options.drop_tables += NEEDLESS_TABLES
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    rename(font, face)
    font.flavor = "woff2"
    output = BytesIO()
    font.save(output)
    return output.getvalue()


def saved_and_read(font: TTFont) -> TTFont:
    """The font as its file has it: a subset of an instance in memory would keep what the instance does not use."""
    content = BytesIO()
    font.save(content)
    content.seek(0)
    return TTFont(content, recalcTimestamp=False)


def rename(font: TTFont, face: Face) -> None:
    """Give the font the family's name in the rule, instead of the reserved one."""
    short = face.file.removesuffix(".woff2")
    names = font["name"]
    version = names.getDebugName(VERSION).split(";")[0]
    new = {
        FAMILY: face.family,
        STYLE: face.style.replace("normal", "regular").capitalize(),
        UNIQUE: f"{version};{short}",
        FULL_NAME: face.family,
        VERSION: version,
        POSTSCRIPT_NAME: f"Acad-{short}",
    }
    for record in names.names:
        if record.nameID in new:
            record.string = new[record.nameID]


def licence(packages: Path) -> str:
    """The copyright lines of both fonts, and the licence that they share."""
    texts = [
        (packages / name / "LICENSE.md").read_text(encoding="utf-8")
        for name in ("source-serif", "source-sans")
    ]
    lines = [text.partition("\n")[0] for text in texts]
    rest = "\n".join(line.rstrip() for line in texts[0].partition("\n")[2].strip().splitlines())
    what = "The font files in this folder are parts of these fonts, under other names."
    return "\n".join([*lines, what, "", rest, ""])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
