"""A picture's file comes in, what it is and how large it is shown come out; of the file only its head is read."""

from __future__ import annotations

import re
import struct

from msgspec import Struct

from acadfolio.images.containers import JPEG, PNG, metadata
from acadfolio.images.tiff import MAGIC as TIFF
from acadfolio.images.tiff import SIDEWAYS, Tiff

HEAD = 1 << 16
MAGIC = (
    (PNG, "PNG"),
    (JPEG, "JPEG"),
    (b"GIF8", "GIF"),
    (b"BM", "BMP"),
    (b"\x00\x00\x01\x00", "ICO"),
    *((magic, "TIFF") for magic in TIFF),
    (b"8BPS", "Photoshop"),
    (b"%PDF", "PDF"),
    (b"%!PS", "EPS"),
    (b"\x00\x00\x00\x0cjP  ", "JPEG 2000"),
    (b"\x00\x00\x00\x0cJXL ", "JPEG XL"),
    (b"\xff\x0a", "JPEG XL"),
)
NOT_SHOWN = frozenset({"TIFF", "Photoshop", "PDF", "EPS", "HEIC", "JPEG 2000", "JPEG XL"})
"""What most browsers show nothing for."""
BRANDS = (("AVIF", (b"avif", b"avis")), ("HEIC", (b"heic", b"heix", b"hevc", b"hevx", b"mif1", b"msf1")))
SVG_TAG = re.compile(r"""<(?:svg:)?svg\b(?:[^>"']|"[^"]*"|'[^']*')*>""")
SVG_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
SVG_VALUE = r"""(?<![\w:-]){}\s*=\s*["']\s*([^"']*?)\s*["']"""
LENGTH = re.compile(r"([\d.]+(?:[eE][+-]?\d+)?)(px|pt|pc|mm|cm|in)?")
UNITS = {None: 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
WIDE = 1600
"""A drawing without a size of its own fills its column, which is never wider."""


class Picture(Struct, frozen=True):
    """What a file holds; no width and height where they cannot be read."""

    kind: str
    """PNG, JPEG, GIF, WebP, AVIF, SVG …; empty for what is no picture."""
    width: int = 0
    height: int = 0


def picture(file: str) -> Picture:
    """Look at a file. Raises OSError."""
    with open(file, "rb") as opened:  # noqa: PTH123 - a Path costs as much as the look
        head = opened.read(HEAD)
    kind = kind_of(head)
    if kind == "SVG":
        return Picture(kind, *_svg(head))
    if kind in NOT_SHOWN or kind in {"", "ICO"}:
        return Picture(kind)
    width, height = _raster(file, kind, head)
    return Picture(kind, width, height) if width > 0 and height > 0 else Picture(kind)


def kind_of(head: bytes) -> str:
    """By the first bytes, whatever the file is called."""
    for magic, kind in MAGIC:
        if head.startswith(magic):
            return kind
    if head[4:8] == b"ftyp":
        brands = head[8 : min(int.from_bytes(head[:4], "big"), 64)]
        return next((kind for kind, names in BRANDS if any(name in brands for name in names)), "")
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return "WebP"
    return "SVG" if SVG_TAG.search(_text(head)) else ""


def _raster(file: str, kind: str, head: bytes) -> tuple[int, int]:
    """As imagesize reads it, but for what it does not know: pictures that lie on their side, other than in JPEG."""
    import imagesize

    if kind == "AVIF":
        return _avif(head)
    width, height = imagesize.get(file)
    if kind == "PNG" and b"eXIf" in head and _lies_on_its_side(file):
        return int(height), int(width)
    return int(width), int(height)


def _avif(head: bytes) -> tuple[int, int]:
    """The largest of the sizes in the head: an alpha plane has the same one, a thumbnail a smaller one."""
    found = [struct.unpack_from(">LL", head, match.end() + 4) for match in re.finditer(b"ispe", head[: HEAD - 16])]
    width, height = max(found, default=(0, 0))
    turned = re.search(rb"\x00\x00\x00\x09irot(.)", head, re.DOTALL)
    return (height, width) if turned and turned[1][0] % 2 else (width, height)


def _lies_on_its_side(file: str) -> bool:
    try:
        with open(file, "rb") as opened:  # noqa: PTH123
            block = next(block for block in metadata(opened) if block.kind == "exif")
            opened.seek(block.start)
            return Tiff(opened.read(block.end - block.start)).orientation() in SIDEWAYS
    except (ValueError, StopIteration):
        return False


def _svg(head: bytes) -> tuple[int, int]:
    """The drawing's own size; else the ratio of its view box, as large as the widest column."""
    tag = SVG_TAG.search(_text(head))
    if tag is None:
        return 0, 0
    width, height = _length(tag[0], "width"), _length(tag[0], "height")
    box = re.search(SVG_VALUE.format("viewBox"), tag[0])
    numbers = [float(number) for number in re.findall(r"-?[\d.]+(?:[eE][+-]?\d+)?", box[1])] if box else []
    ratio = numbers[2] / numbers[3] if len(numbers) == 4 and min(numbers[2:]) > 0 else 0  # noqa: PLR2004
    if width and height:
        return _whole(width), _whole(height)
    if not ratio:
        return 0, 0
    if width or height:
        return _whole(width or height * ratio), _whole(height or width / ratio)
    return WIDE, _whole(WIDE / ratio)


def _length(tag: str, name: str) -> float:
    """A length in pixels; 0 for none, and for a share of what is around."""
    said = re.search(SVG_VALUE.format(name), tag)
    length = LENGTH.fullmatch(said[1]) if said else None
    try:
        return float(length[1]) * UNITS[length[2]] if length else 0
    except ValueError:
        return 0


def _whole(length: float) -> int:
    return max(1, round(length))


def _text(head: bytes) -> str:
    text = head.decode("utf-16" if head[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8", "ignore")
    return SVG_COMMENT.sub("", text)
