"""Cards come in, PNG pictures of them come out, when Pillow is there and a font that has their characters."""

from __future__ import annotations

import io
from functools import cache
from typing import TYPE_CHECKING

from acadfolio.rendering.share_cards import HEIGHT, SMALL, WIDTH, lines_of

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

    from acadfolio.rendering.share_cards import Card

BITS = 4
SHADES = 14
"""From the ground to the ink; the fifteenth is the accent."""
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
"""Looked for on the machine when Pillow's own font, which has ASCII alone, lacks a character; the first is taken."""
MISSING = "\uffff"


def font_for(text: str) -> str | None:
    """The font that has all characters of a text: empty for Pillow's own, None when there is none."""
    wanted = frozenset(text) - {" "}
    if all(" " < character < "\x7f" for character in wanted):
        return ""
    if not _can_shape(text):
        return None
    return next((name for name in FONTS if _exists(name) and all(_has(name, sign) for sign in wanted)), None)


def painted(card: Card, font: str) -> bytes:
    """The bytes of a card's picture: sixteen colours, the shades between the ground and the ink, and the accent."""
    from PIL import Image, ImageColor, ImageDraw

    image = Image.new("L", (WIDTH, HEIGHT), 0)
    draw = ImageDraw.Draw(image)
    left, width = card.bar
    draw.rectangle((left, 0, left + width - 1, HEIGHT), fill=SHADES + 1)
    for line in lines_of(card, lambda text, size: _font(font, size).getlength(text)):
        shade = QUIET if line.is_quiet else SHADES
        anchor = "ra" if card.is_rtl else "la"
        draw.text((card.side, line.top), line.text, font=_font(font, line.size), fill=shade, anchor=anchor)
    ground, ink, accent = (ImageColor.getrgb(colour)[:3] for colour in (card.ground, card.ink, card.accent))
    shades = [
        round(one + (other - one) * shade / SHADES)
        for shade in range(SHADES + 1)
        for one, other in zip(ground, ink, strict=True)
    ]
    image.putpalette([*shades, *accent])
    target = io.BytesIO()
    image.save(target, "PNG", bits=BITS, compress_level=COMPRESSION)
    return target.getvalue()


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
    """Whether a font has a character: what it lacks looks like what nothing has."""
    font = _font(name, SMALL)
    mask = font.getmask(character)
    missing = font.getmask(MISSING)
    return character.isspace() or (mask.size, bytes(mask)) != (missing.size, bytes(missing))


def _can_shape(text: str) -> bool:
    """Arabic, the scripts of India and their like are joined by another library, which not every Pillow has."""
    from PIL import features

    needs_it = any("\u0590" <= character <= "\u10ff" for character in text)
    return not needs_it or bool(features.check("raqm"))
