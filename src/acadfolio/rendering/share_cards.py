"""Draw the images that social media show with a link: a title on a card of 1200 by 630 pixels, as PNG."""

from __future__ import annotations

import io
import re
from functools import cache, partial
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PIL.ImageFont import FreeTypeFont

WIDTH, HEIGHT = 1200, 630
MARGIN = 96
BAR = 24
TEXT_WIDTH = WIDTH - 2 * MARGIN
SIZES = {84: 3, 72: 3, 60: 4, 52: 5, 44: 6}
"""The sizes of a title's letters, and how many lines of each fit."""
LEADING = 1.25
SMALL = 34
WORDS = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]|[^\s\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]+|\s+")
"""What a line may end after: a word, or a character of a script that has no spaces between words."""
BITS = 4
SHADES = 14
"""From the background to the text; the fifteenth is the accent."""
QUIET = 10
COMPRESSION = 3
"""Of zlib: twice as fast as its usual 6, and 2 KB larger."""
FONTS = (
    "DejaVuSans.ttf",
    "NotoSans-Regular.ttf",
    "LiberationSans-Regular.ttf",
    "Arial.ttf",
    "arial.ttf",
    "NotoSansCJK-Regular.ttc",
    "NotoSansCJKsc-Regular.otf",
    "PingFang.ttc",
    "Hiragino Sans GB.ttc",
    "msyh.ttc",
    "malgun.ttf",
    "Arial Unicode.ttf",
    "NotoNaskhArabic-Regular.ttf",
    "NotoSansHebrew-Regular.ttf",
    "NotoSansDevanagari-Regular.ttf",
)
"""Fonts of the system, for characters that Pillow's own, which has ASCII alone, lacks; the first that fits is taken."""
MISSING = "\uffff"


class Card(Struct, frozen=True):
    """The texts of an image, and its colours."""

    title: str
    name: str
    site: str
    """The site's URL in a few words."""
    background: str
    text: str
    accent: str
    is_rtl: bool = False

    @property
    def words(self) -> str:
        return f"{self.title} {self.name} {self.site}"


class Line(Struct, frozen=True):
    """A line of text and the top of its letters; `is_quiet` for all but the title."""

    text: str
    size: int
    top: int
    is_quiet: bool = False


def draw(card: Card, font: str) -> bytes:
    """The PNG of a card: sixteen colours, the shades between the background and the text, and the accent."""
    from PIL import Image, ImageColor, ImageDraw

    image = Image.new("L", (WIDTH, HEIGHT), 0)
    canvas = ImageDraw.Draw(image)
    bar = WIDTH - BAR if card.is_rtl else 0
    canvas.rectangle((bar, 0, bar + BAR - 1, HEIGHT), fill=SHADES + 1)
    side, anchor = (WIDTH - MARGIN, "ra") if card.is_rtl else (MARGIN, "la")
    for line in lines_of(card, lambda text, size: _font(font, size).getlength(text)):
        shade = QUIET if line.is_quiet else SHADES
        canvas.text((side, line.top), line.text, font=_font(font, line.size), fill=shade, anchor=anchor)
    background, text, accent = (ImageColor.getrgb(colour)[:3] for colour in (card.background, card.text, card.accent))
    palette: list[int] = []
    for shade in range(SHADES + 1):
        for one, other in zip(background, text, strict=True):
            palette.append(round(one + (other - one) * shade / SHADES))
    image.putpalette([*palette, *accent])
    file = io.BytesIO()
    image.save(file, "PNG", bits=BITS, compress_level=COMPRESSION)
    return file.getvalue()


def lines_of(card: Card, width_of: Callable[[str, int], float]) -> list[Line]:
    """The lines of a card. `width_of` measures a text in a size of type."""
    size, title = _title(card.title, width_of)
    foot = [text for text in (card.name, card.site) if text and text != card.title]
    step = round(size * LEADING)
    lines = [Line(text, size, MARGIN + number * step) for number, text in enumerate(title)]
    step = round(SMALL * LEADING)
    top = HEIGHT - MARGIN - len(foot) * step
    for number, text in enumerate(foot):
        lines.append(Line(_cut(text, partial(_fits, width_of, SMALL)), SMALL, top + number * step, is_quiet=True))
    return lines


def _fits(width_of: Callable[[str, int], float], size: int, text: str) -> bool:
    return width_of(text, size) <= TEXT_WIDTH


def _title(text: str, width_of: Callable[[str, int], float]) -> tuple[int, list[str]]:
    """The lines of a title in the largest size in which it fits, else in the smallest one, shortened."""
    for size, most in SIZES.items():
        fits = partial(_fits, width_of, size)
        lines = list(_wrap(text, fits))
        if len(lines) <= most:
            break
    else:
        lines = [*lines[: most - 1], _cut(f"{lines[most - 1]} {lines[most]}", fits)]
    return size, lines


def _wrap(text: str, fits: Callable[[str], bool]) -> Iterator[str]:
    line = ""
    for piece in _pieces(text, fits):
        if line and not fits((line + piece).rstrip()):
            yield line.rstrip()
            line = piece.lstrip()
        else:
            line += piece
    if line.strip():
        yield line.rstrip()


def _pieces(text: str, fits: Callable[[str], bool]) -> Iterator[str]:
    """Words and spaces; a word that is wider than a line comes in parts."""
    for word in WORDS.findall(" ".join(text.split())):
        part = ""
        for character in word:
            if part and not fits(part + character):
                yield part
                part = ""
            part += character
        yield part


def _cut(text: str, fits: Callable[[str], bool]) -> str:
    """The text, shortened and with `...` at its end if it does not fit."""
    whole = text
    while text and not fits(whole):
        text = text[:-1].rstrip()
        whole = f"{text}..."
    return whole


def font_for(text: str) -> str | None:
    """The font that has all characters of a text: empty for Pillow's own, None when there is none."""
    characters = frozenset(text) - {" "}
    if all(" " < character < "\x7f" for character in characters):
        return ""
    if not _can_shape(text):
        return None
    for name in FONTS:
        if _exists(name) and all(_has(name, character) for character in characters):
            return name
    return None


@cache
def _font(name: str, size: int) -> FreeTypeFont:
    from PIL import ImageFont

    if name:
        return ImageFont.truetype(name, size)
    font = ImageFont.load_default(size)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise OSError("this Pillow cannot draw letters")
    return font


@cache
def _exists(name: str) -> bool:
    try:
        _font(name, SMALL)
    except OSError:
        return False
    return True


@cache
def _has(name: str, character: str) -> bool:
    """Whether a font has a character: what it lacks looks like a character that no font has."""
    font = _font(name, SMALL)
    mask, missing = font.getmask(character), font.getmask(MISSING)
    return character.isspace() or (mask.size, bytes(mask)) != (missing.size, bytes(missing))


def _can_shape(text: str) -> bool:
    """Whether Pillow joins the letters of a text: Arabic and the scripts of India need a library that not all have."""
    from PIL import features

    needs_raqm = any("\u0590" <= character <= "\u10ff" for character in text)
    return not needs_raqm or bool(features.check("raqm"))
