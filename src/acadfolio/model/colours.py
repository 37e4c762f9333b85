"""Compute the luminance and contrast of colours by WCAG 2.2, and find readable colours."""

from functools import cache
from typing import NamedTuple

from acadfolio.source.yaml import load_table

READABLE = 4.5
"""The minimum contrast of text (WCAG 2.2, level AA)."""
WHITE, BLACK = "#fff", "#000"
STEPS = 200


class Rgb(NamedTuple):
    """Red, green and blue, each from 0 to 255."""

    red: int
    green: int
    blue: int

    def __str__(self) -> str:
        return "#" + "".join(f"{part:02x}" for part in self)


class Backgrounds(NamedTuple):
    """The background colours of a skin in light and dark mode: of the page, and of boxes (code, notices)."""

    light: tuple[str, str]
    dark: tuple[str, str]


BACKGROUNDS = {
    "default": Backgrounds(("#ffffff", "#f6f6f6"), ("#1e2126", "#2a2e34")),
    "air": Backgrounds(("#f6f8fa", "#ebeef0"), ("#252a34", "#2f343d")),
    "sunrise": Backgrounds(("#fbf5ea", "#f1ebe0"), ("#1a0f0a", "#241913")),
    "mint": Backgrounds(("#f3f6f6", "#eaeeee"), ("#1a2421", "#242e2b")),
    "dirt": Backgrounds(("#f5f1ea", "#ece8e1"), ("#231e18", "#2d2721")),
    "contrast": Backgrounds(("#ffffff", "#f2f2f2"), ("#000000", "#0d0d0d")),
}
"""By skin, as in 05-skins.css (compared in tests/test_looks.py). The default's dark colours are the lightest of the theme's
looks: text that is readable on them is also readable on the others."""

LINKS = {
    "air": "#14606e",
    "sunrise": "#a32535",
    "mint": "#0d777b",
    "dirt": "#7a4a1e",
    "contrast": "#0000ff",
}
"""The colour of links in light mode, by skin, as in 05-skins.css. That of the skin `default` is the theme's."""


def named_colours() -> dict[str, str]:
    """The named colours of CSS."""
    names: dict[str, str] = load_table(__file__)
    return names


@cache  # All pages have the same few.
def rgb(colour: str) -> Rgb:
    """Parse a colour in hexadecimal or by name, without its transparency. Raises ValueError."""
    digits = (
        colour.removeprefix("#")
        if colour.startswith("#")
        else named_colours().get(colour.lower(), "")
    )
    full = "".join(digit * 2 for digit in digits[:3]) if len(digits) in {3, 4} else digits[:6]
    if len(full) != 6:  # noqa: PLR2004 - two digits for each of three
        raise ValueError("is not a colour")
    return Rgb(*bytes.fromhex(full))


def luminance(colour: Rgb) -> float:
    """The relative luminance of a colour, from 0 (black) to 1 (white)."""
    red, green, blue = (_linear(part / 255) for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4  # noqa: PLR2004 - sRGB's own curve


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21, in any order."""
    dark, light = sorted((luminance(rgb(one)), luminance(rgb(other))))
    return (light + 0.05) / (dark + 0.05)


def text_colour_on(background: str) -> str:
    """White or black, whichever has the higher contrast, which is always above 4.5."""
    return WHITE if contrast(WHITE, background) >= contrast(BLACK, background) else BLACK


def readable(colour: str, backgrounds: tuple[str, ...]) -> str:
    """The colour if it is readable on all the backgrounds, else the nearest readable mixture with black or white."""
    end = rgb(text_colour_on(backgrounds[0]))
    for step in range(STEPS + 1):
        mixed = str(_mixed(rgb(colour), end, step / STEPS))
        if all(contrast(mixed, background) >= READABLE for background in backgrounds):
            return mixed
    return str(end)


def _mixed(colour: Rgb, end: Rgb, share: float) -> Rgb:
    return Rgb(
        *(round(part + (goal - part) * share) for part, goal in zip(colour, end, strict=True))
    )
