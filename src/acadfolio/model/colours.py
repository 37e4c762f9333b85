"""The luminance and the contrast of colours, and the nearest readable one.

The formulas are those of WCAG 2.2: relative luminance, and the contrast of two colours from 1 to 21.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from acadfolio.source.yaml import texts_of

READABLE = 4.5
"""The contrast that text needs (WCAG 2.2, level AA)."""
WHITE, BLACK = "#fff", "#000"
STEPS = 200

FILE = Path(__file__).with_suffix(".yml")


class Rgb(NamedTuple):
    """Red, green and blue, each from 0 to 255."""

    red: int
    green: int
    blue: int

    def __str__(self) -> str:
        return "#" + "".join(f"{part:02x}" for part in self)


class Grounds(NamedTuple):
    """What text of a skin stands on: the page, and boxes on it (code, notices), light and dark."""

    light: tuple[str, str]
    dark: tuple[str, str]


GROUNDS = {
    "default": Grounds(("#ffffff", "#f6f6f6"), ("#1e2126", "#2a2e34")),
    "air": Grounds(("#eeeeee", "#e4e4e5"), ("#252a34", "#2f343d")),
    "sunrise": Grounds(("#e8d5b7", "#dccaae"), ("#1a0f0a", "#241913")),
    "mint": Grounds(("#f3f6f6", "#eaeeee"), ("#1a2421", "#242e2b")),
    "dirt": Grounds(("#f5f1ea", "#ece8e1"), ("#231e18", "#2d2721")),
    "contrast": Grounds(("#ffffff", "#f2f2f2"), ("#000000", "#0d0d0d")),
}
"""By skin, as 05-skins.css makes them (tests/test_looks.py compares). The default's dark is academicpages', the lighter
one of the two looks: what can be read there can be read in both."""
DARK_OF_ACAD_HOMEPAGE = "#16191d"


def backgrounds(look: str, skin: str) -> tuple[str, str]:
    """The light and the dark background of a skin in a look, for what no style sheet reaches: the browser's frame."""
    light, dark = GROUNDS[skin].light[0], GROUNDS[skin].dark[0]
    if (look, skin) == ("acad-homepage", "default"):
        dark = DARK_OF_ACAD_HOMEPAGE
    return light, dark


@cache
def named_colours() -> dict[str, str]:
    """The colours that CSS knows by name."""
    names: dict[str, str] = texts_of(FILE.read_text(encoding="utf-8"))
    return names


def rgb(colour: str) -> Rgb:
    """A colour in hexadecimal or by name, as if nothing shone through it. Raises ValueError for any other."""
    digits = colour.removeprefix("#") if colour.startswith("#") else named_colours().get(colour.lower(), "")
    full = "".join(digit * 2 for digit in digits[:3]) if len(digits) in {3, 4} else digits[:6]
    if len(full) != 6:  # noqa: PLR2004 - two digits for each of three
        raise ValueError("is not a colour")
    return Rgb(*bytes.fromhex(full))


def luminance(colour: Rgb) -> float:
    """How light a colour is, from 0 (black) to 1 (white), as the eye weighs its parts."""
    red, green, blue = (_linear(part / 255) for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4  # noqa: PLR2004 - sRGB's own curve


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21, whichever comes first."""
    dark, light = sorted((luminance(rgb(one)), luminance(rgb(other))))
    return (light + 0.05) / (dark + 0.05)


def ink_on(ground: str) -> str:
    """White or black, whichever is read better there. One of them always has a contrast above 4.5."""
    return WHITE if contrast(WHITE, ground) >= contrast(BLACK, ground) else BLACK


def readable(colour: str, grounds: tuple[str, ...]) -> str:
    """The colour itself where it can be read on all the grounds, else the nearest one on its way to black or white."""
    end = rgb(BLACK if ink_on(grounds[0]) == BLACK else WHITE)
    for step in range(STEPS + 1):
        mixed = str(_mixed(rgb(colour), end, step / STEPS))
        if all(contrast(mixed, ground) >= READABLE for ground in grounds):
            return mixed
    return str(end)


def _mixed(colour: Rgb, end: Rgb, share: float) -> Rgb:
    return Rgb(*(round(part + (goal - part) * share) for part, goal in zip(colour, end, strict=True)))
