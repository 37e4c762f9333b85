"""A picture comes in, lighter ones in modern formats and several widths come out, where Pillow is there to make them.

The same picture makes the same bytes, as long as Pillow is the same. What is kept in the cache is not made again, and
then Pillow is not even imported.
"""

from __future__ import annotations

import importlib.util
import re
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PIL.Image import Image

    from acadfolio.images.cache import Lighter, VariantCache
    from acadfolio.images.sizes import Picture

KINDS = frozenset({"PNG", "JPEG"})
"""GIFs may move, SVGs are sharp at any width, and the others are modern already."""
WIDTHS = (320, 640, 960, 1280, 1920)
SMALLEST, NARROWEST = 20_000, 320
"""Bytes and pixels from which it is worth it."""
MOST_PIXELS, TALLEST = 80_000_000, 16_000
"""What Pillow opens without a warning, and what WebP can hold."""
FORMATS = ("avif", "webp")
"""In the order in which browsers are offered them."""
RECIPE = 2
"""Count it up when other bytes are made of the same picture."""
FOLDER = "assets/images"
LONGEST_NAME = 60
LOSSY_WEBP = {"JPEG": 80, "PNG": 88}
LOSSY_AVIF = {"JPEG": ("4:2:0", 60), "PNG": ("4:4:4", 72)}
"""Drawings keep the sharp edges of their colours."""


class Variant(Struct, frozen=True):
    """A lighter picture and where it goes."""

    path: str
    format: str
    width: int
    content: bytes


def pillow_version() -> str:
    """The version of Pillow that is installed, read without importing it; empty when there is none."""
    try:
        found = importlib.util.find_spec("PIL")
    except ImportError:
        return ""
    if found is None or not found.origin:
        return ""
    try:
        text = (Path(found.origin).parent / "_version.py").read_text(encoding="utf-8")
    except OSError:
        return ""
    version = re.search(r"""__version__\s*=\s*["']([^"']+)""", text)
    return version[1] if version else "unknown"


class VariantMaker:
    """Makes the variants of one site's pictures."""

    def __init__(self, pillow: str, cache: VariantCache | None) -> None:
        self.cache = cache
        self.recipe = f"{RECIPE} {WIDTHS} {LOSSY_WEBP} {LOSSY_AVIF} {pillow}".encode()

    def variants(self, file: str, picture: Picture) -> tuple[Variant, ...]:
        """By format and width. Raises OSError, and ValueError for a damaged picture."""
        if not _is_worth_it(file, picture):
            return ()
        content = Path(file).read_bytes()
        key = blake2b(self.recipe + blake2b(content, digest_size=32).digest(), digest_size=16).hexdigest()
        lighter = self.cache.get(key) if self.cache else None
        if lighter is None:
            lighter = tuple(_worth_having(_made(content, picture), len(content)))
            if self.cache:
                self.cache.put(key, lighter)
        name = re.sub(r"[^\w-]+", "-", Path(file).stem)[:LONGEST_NAME]
        return tuple(
            Variant(f"{FOLDER}/{name}-{key[:8]}-{entry.width}.{entry.format}", *entry) for entry in lighter
        )  # fmt: skip


def _is_worth_it(file: str, picture: Picture) -> bool:
    return (
        picture.kind in KINDS
        and picture.width > NARROWEST
        and picture.width * picture.height <= MOST_PIXELS
        and picture.height <= TALLEST
        and Path(file).stat().st_size > SMALLEST
    )


def _worth_having(made: Iterable[Lighter], original: int) -> Iterable[Lighter]:
    """A format whose widest picture is lighter than the original; of it what is lighter than the next wider one.

    AVIF, which is offered first, has to be lighter than WebP.
    """
    formats: dict[str, list[Lighter]] = {}
    for entry in sorted(made, key=lambda entry: (FORMATS.index(entry.format), -entry.width)):
        several = formats.setdefault(entry.format, [])
        if len(entry.content) < (len(several[-1].content) if several else original):
            several.append(entry)
        elif not several:
            several.append(entry._replace(content=b""))  # Nothing is lighter than that.
    offered = {name: several for name, several in formats.items() if several[0].content}
    widest = {name: len(several[0].content) for name, several in offered.items()}
    if widest.get("avif", 0) >= widest.get("webp", original):
        offered.pop("avif", None)
    for several in offered.values():
        yield from reversed(several)


def _made(content: bytes, picture: Picture) -> list[Lighter]:
    """Every width in every format that this Pillow writes, on all cores. Raises ValueError for a damaged picture."""
    import io
    from concurrent.futures import ThreadPoolExecutor

    from PIL import Image, features

    from acadfolio.images.cache import Lighter

    formats = [name for name in FORMATS if features.check(name)]
    try:
        with Image.open(io.BytesIO(content), formats=["PNG", "JPEG", "MPO"]) as opened:
            plain = None if _moves(opened) else _upright(opened)
    except (OSError, SyntaxError, EOFError, Image.DecompressionBombError) as error:
        raise ValueError(str(error)) from error
    if plain is None:
        return []
    widest = min(plain.width, WIDTHS[-1])
    widths = [*(width for width in WIDTHS if width < widest), widest]

    def make(job: tuple[int, str]) -> Lighter:
        width, name = job
        return Lighter(name, width, _encoded(_narrowed(plain, width), name, picture.kind))

    with ThreadPoolExecutor() as pool:
        return list(pool.map(make, [(width, name) for width in reversed(widths) for name in formats]))


def _moves(image: Image) -> bool:
    return image.format == "PNG" and getattr(image, "n_frames", 1) > 1


def _upright(image: Image) -> Image | None:
    """The picture as it is seen, in plain colours and with nothing but its colour profile; None for rare ones."""
    from PIL import ImageOps

    if image.mode not in {"1", "L", "LA", "P", "PA", "RGB", "RGBA"}:
        return None
    profile = image.info.get("icc_profile") if image.mode in {"RGB", "RGBA"} else None
    turned = ImageOps.exif_transpose(image)
    see_through = turned.mode in {"LA", "PA", "RGBA"} or "transparency" in turned.info
    plain = turned.convert("RGBA" if see_through else "RGB")
    plain.info = {"icc_profile": profile} if profile and b"sRGB" not in profile else {}
    return plain


def _narrowed(image: Image, width: int) -> Image:
    """A picture of its own for each who saves one."""
    from PIL.Image import Resampling

    if width == image.width:
        return image.copy()  # Pillow notes in a picture how it is being saved: two formats at once take turns with it.
    height = max(1, round(image.height * width / image.width))
    return image.resize((width, height), Resampling.LANCZOS, reducing_gap=3.0)


def _encoded(image: Image, name: str, kind: str) -> bytes:
    import io

    def saved(**options: object) -> bytes:
        target = io.BytesIO()
        image.save(target, **options, icc_profile=image.info.get("icc_profile"))  # type: ignore[arg-type]
        return target.getvalue()

    if name == "avif":
        subsampling, quality = LOSSY_AVIF[kind]
        return saved(format="AVIF", quality=quality, subsampling=subsampling, speed=6, max_threads=1, autotiling=False)
    lossy = saved(format="WEBP", quality=LOSSY_WEBP[kind], method=4)
    if kind == "JPEG":
        return lossy
    return min(lossy, saved(format="WEBP", lossless=True, quality=70, method=4), key=len)
