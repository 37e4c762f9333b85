"""Detect the format and the displayed size of an image file from its first bytes."""

from __future__ import annotations

import re
import struct
import warnings
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.html.text import first_tag, is_document

if TYPE_CHECKING:
    from PIL.Image import Image

HEAD = 1 << 16
FORMATS = ("PNG", "JPEG", "GIF", "BMP", "WEBP", "AVIF", "ICO", "TIFF", "PSD", "EPS", "JPEG2000")
"""The formats for Pillow: first those that it detects without loading all its plugins."""
NAMES = {"WEBP": "WebP", "MPO": "JPEG", "PSD": "Photoshop", "JPEG2000": "JPEG 2000"}
NOT_SHOWN = frozenset({"TIFF", "Photoshop", "PDF", "EPS", "HEIC", "JPEG 2000"})
"""Formats that most browsers do not support."""
HEIC_BRANDS = (b"heic", b"heix", b"hevc", b"hevx", b"mif1", b"msf1")
ORIENTATION = 0x0112
SIDEWAYS = frozenset({5, 6, 7, 8})
"""The EXIF orientations with swapped width and height."""
SVG = frozenset({"svg", "svg:svg"})
LENGTH = r"((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(px|pt|pc|mm|cm|in)?"
UNITS = {
    None: 1.0,
    "px": 1.0,
    "pt": 4 / 3,
    "pc": 16.0,
    "mm": 96 / 25.4,
    "cm": 96 / 2.54,
    "in": 96.0,
}
DOCTYPE_LENGTH = len("<!doctype html")
MAX_PIXELS = 1_000_000
DEFAULT_WIDTH = 1600
"""For drawings without a width: they fill their column, which is never wider."""


class Picture(Struct, frozen=True):
    """The format of an image and its displayed size in pixels; width and height are 0 if they are unknown."""

    kind: str
    """PNG, JPEG, GIF, WebP, AVIF, SVG …; empty if the file is not an image."""
    width: int = 0
    height: int = 0


def picture(file: str) -> Picture:
    """Read the format and size of an image file. Raises OSError."""
    with open(file, "rb") as opened:  # noqa: PTH123 - making a Path costs as much as reading
        head = opened.read(HEAD)
    if is_web_page(head):
        return Picture("HTML")
    if svg := first_tag(_text(head), SVG):
        return Picture("SVG", *_svg_size(svg.attributes))
    if head.startswith(b"%PDF"):
        return Picture("PDF")
    if head[4:8] == b"ftyp" and head[8:12] in HEIC_BRANDS:
        return Picture("HEIC")
    return _raster(file)


def is_web_page(head: bytes) -> bool:
    """Whether a file is a web page, such as the error page that a server sent instead of an image."""
    text = head.decode("utf-8-sig", "ignore").lstrip()
    return text[:DOCTYPE_LENGTH].lower() == "<!doctype html" or is_document(text)


def _raster(file: str) -> Picture:
    """Read an image with Pillow, which raises various errors and warnings for damaged metadata."""
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = None  # Nothing is decoded here.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            with Image.open(file, formats=FORMATS) as image:
                return _upright_size(image)
        except (
            OSError,
            SyntaxError,
            ValueError,
            struct.error,
            TypeError,
            KeyError,
            IndexError,
            EOFError,
        ):
            return Picture("")


def _upright_size(image: Image) -> Picture:
    kind = NAMES.get(image.format or "", image.format or "")
    # `getexif` decodes a whole PNG to find EXIF after the pixels, where no program writes it.
    is_sideways = "exif" in image.info and image.getexif().get(ORIENTATION) in SIDEWAYS
    width, height = reversed(image.size) if is_sideways else image.size
    return Picture(kind, width, height)


def _svg_size(attributes: dict[str, str]) -> tuple[int, int]:
    """The size of a drawing; without one, the ratio of its view box and the default width."""
    width, height = (_pixels(attributes.get(name, "")) for name in ("width", "height"))
    if ratio := _ratio(attributes.get("viewbox", "")):
        width = width or height * ratio or DEFAULT_WIDTH
        height = height or width / ratio
    return (_whole(width), _whole(height)) if width and height else (0, 0)


def _ratio(view_box: str) -> float:
    """Width divided by height; 0 without a valid view box."""
    try:
        _, _, width, height = map(float, view_box.replace(",", " ").split())
    except ValueError:
        return 0
    return width / height if width > 0 and height > 0 else 0


def _pixels(length: str) -> float:
    """A length in pixels; 0 for an empty one or a percentage."""
    parts = re.fullmatch(LENGTH, length.strip())
    return float(parts[1]) * UNITS[parts[2]] if parts else 0


def _whole(length: float) -> int:
    return max(1, round(min(length, MAX_PIXELS)))


def _text(head: bytes) -> str:
    """The beginning of an XML file as text; empty for other files."""
    text = head.decode("utf-8-sig", "ignore")
    return text if text.lstrip().startswith("<") else ""
