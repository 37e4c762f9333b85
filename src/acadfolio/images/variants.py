"""Make smaller variants of an image, in modern formats and several widths.

The same image gives the same bytes with the same version of Pillow.
"""

from __future__ import annotations

import io
from hashlib import blake2b
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from PIL.Image import Image

    from acadfolio.images.sizes import Picture

PNG = b"\x89PNG"
KINDS = frozenset({"PNG", "JPEG"})
"""Not GIF (may be animated), SVG (has no fixed width) and modern formats."""
WIDTHS = (320, 640, 960, 1280, 1920)
MIN_BYTES, MIN_WIDTH = 20_000, 320
"""Smaller images have no variants."""
MAX_PIXELS, MAX_HEIGHT = 80_000_000, 16_000
"""The limits of Pillow (without a warning) and of WebP."""
FORMATS = ("avif", "webp")
"""In the order of preference for browsers."""
RECIPE = 2
"""Increase it when a change here gives other bytes for the same image."""
LOSSY_WEBP = {"JPEG": 80, "PNG": 88}
LOSSY_AVIF = {"JPEG": ("4:2:0", 60), "PNG": ("4:4:4", 72)}
"""Chroma subsampling and quality. PNGs are often drawings, whose edges subsampling would blur."""


class Variant(Struct, frozen=True):
    """A smaller image: its format (`webp`), width in pixels and bytes."""

    format: str
    width: int
    content: bytes


def is_worth_it(image: Picture, size: int) -> bool:
    """Whether an image gets variants. `size` is that of its file in bytes."""
    return (
        image.kind in KINDS
        and image.width > MIN_WIDTH
        and image.width * image.height <= MAX_PIXELS
        and image.height <= MAX_HEIGHT
        and size > MIN_BYTES
    )


def key_of(content: bytes) -> str:
    """A cache key for the variants of an image, with the settings above and the version of Pillow."""
    import PIL

    recipe = f"{RECIPE} {WIDTHS} {LOSSY_WEBP} {LOSSY_AVIF} {PIL.__version__}".encode()
    return blake2b(recipe + blake2b(content, digest_size=32).digest(), digest_size=16).hexdigest()


def variants(content: bytes) -> tuple[Variant, ...]:
    """The useful variants of a PNG or JPEG, by format and width.

    Raises ValueError for a damaged image.

    A format is dropped if its widest image is not smaller than the original. AVIF, the preferred
    format, is also dropped if WebP is smaller.
    """
    encoded = _encoded_images(content)
    avif, webp = (_smaller_ones(encoded, name, len(content)) for name in FORMATS)
    if avif and webp and len(avif[-1].content) >= len(webp[-1].content):
        avif = []
    return (*avif, *webp)


def _smaller_ones(images: list[Variant], name: str, original: int) -> list[Variant]:
    """The images of one format, by width, with fewer bytes than the next wider one; none if the widest is too large."""
    kept: list[Variant] = []
    limit = original
    for image in images:
        if image.format != name:
            continue
        if len(image.content) < limit:
            kept.insert(0, image)
            limit = len(image.content)
        elif not kept:
            break
    return kept


def _encoded_images(content: bytes) -> list[Variant]:
    """Encode all widths, the widest first, in all formats that this Pillow supports, on all cores."""
    from concurrent.futures import ThreadPoolExecutor

    from PIL import features

    plain = _decoded(content)
    if plain is None:
        return []
    kind = "PNG" if content.startswith(PNG) else "JPEG"
    widest = min(plain.width, WIDTHS[-1])
    narrower = [width for width in WIDTHS if width < widest]
    formats = [name for name in FORMATS if features.check(name)]

    def encode(job: tuple[int, str]) -> Variant:
        width, name = job
        return Variant(name, width, _encoded(_narrowed(plain, width), name, kind))

    with ThreadPoolExecutor() as pool:
        return list(
            pool.map(
                encode,
                [(width, name) for width in (widest, *reversed(narrower)) for name in formats],
            )
        )


def _decoded(content: bytes) -> Image | None:
    from PIL import Image

    try:
        with Image.open(io.BytesIO(content), formats=["PNG", "JPEG"]) as opened:
            is_animated = opened.format == "PNG" and getattr(opened, "n_frames", 1) > 1
            return None if is_animated else _upright(opened)
    except (OSError, SyntaxError, EOFError) as error:
        raise ValueError(str(error)) from error


def _upright(image: Image) -> Image | None:
    """The image in RGB, rotated as EXIF says, with its colour profile only; None for rare colour modes."""
    from PIL import ImageOps

    if image.mode not in {"1", "L", "LA", "P", "PA", "RGB", "RGBA"}:
        return None
    profile = image.info.get("icc_profile") if image.mode in {"RGB", "RGBA"} else None
    turned = ImageOps.exif_transpose(image)
    is_transparent = turned.mode in {"LA", "PA", "RGBA"} or "transparency" in turned.info
    plain = turned.convert("RGBA" if is_transparent else "RGB")
    plain.info = {"icc_profile": profile} if profile and b"sRGB" not in profile else {}
    return plain


def _narrowed(image: Image, width: int) -> Image:
    from PIL.Image import Resampling

    if width == image.width:
        return (
            image.copy()
        )  # Saving stores options in the image, and two threads save it in two formats.
    height = max(1, round(image.height * width / image.width))
    return image.resize((width, height), Resampling.LANCZOS, reducing_gap=3.0)


def _encoded(image: Image, name: str, kind: str) -> bytes:
    if name == "avif":
        subsampling, quality = LOSSY_AVIF[kind]
        return _saved(
            image, "AVIF", quality=quality, subsampling=subsampling, speed=6, max_threads=1, autotiling=False
        )  # fmt: skip
    lossy = _saved(image, "WEBP", quality=LOSSY_WEBP[kind], method=4)
    if kind == "JPEG":
        return lossy
    lossless = _saved(image, "WEBP", lossless=True, quality=70, method=4)
    return min(lossy, lossless, key=len)


def _saved(image: Image, name: str, **options: object) -> bytes:
    target = io.BytesIO()
    image.save(target, format=name, icc_profile=image.info.get("icc_profile"), **options)
    return target.getvalue()
