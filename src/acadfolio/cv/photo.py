"""The portrait for a PDF: upright, as large as it is printed, and without where it was taken."""

from __future__ import annotations

import io
from contextlib import suppress
from pathlib import Path

FORMATS = ("PNG", "JPEG", "WEBP", "AVIF", "GIF")
"""Without those for which Pillow starts another program."""
MOST_PIXELS = 80_000_000
"""Of an image that is decoded; a camera has 60 million."""
LARGEST = 600
"""Pixels: 3.5 cm at 435 dots per inch."""


def photo_of(file: str) -> bytes:
    """An image as a PNG, JPEG or SVG; empty for one that is damaged or too large."""
    if is_drawing(file):
        return Path(file).read_bytes()
    from PIL import Image, ImageOps

    Image.MAX_IMAGE_PIXELS = None  # Pillow would raise an error; the limit here is lower.
    target = io.BytesIO()
    with (
        suppress(OSError, SyntaxError, ValueError),
        Image.open(Path(file), formats=FORMATS) as opened,
    ):
        if opened.width * opened.height > MOST_PIXELS:
            return b""
        upright = ImageOps.exif_transpose(opened)
        is_transparent = "A" in upright.mode or "transparency" in upright.info
        image = upright.convert("RGBA" if is_transparent else "RGB")
        image.thumbnail((LARGEST, LARGEST))
        image.info = {}
        if is_transparent:
            image.save(target, "PNG")
        else:
            image.save(target, "JPEG", quality=88)
    return target.getvalue()


def is_drawing(file: str) -> bool:
    """Whether an image is an SVG, which has no pixels."""
    return file.lower().endswith(".svg")
