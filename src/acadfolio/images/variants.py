"""Make smaller variants of an image, in modern formats and several widths.

The same image and the same Pillow make the same bytes.
"""

from __future__ import annotations

import io
import os
import re
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from acadfolio.store import read_kept, write_kept

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from PIL.Image import Image

    from acadfolio.images.sizes import Picture

KINDS = frozenset({"PNG", "JPEG"})
"""GIFs may move, SVGs are sharp at any width, and the others are modern already."""
WIDTHS = (320, 640, 960, 1280, 1920)
SMALLEST, NARROWEST = 20_000, 320
"""Bytes and pixels from which variants are worth it."""
MOST_PIXELS, TALLEST = 80_000_000, 16_000
"""What Pillow opens without a warning, and what WebP can hold."""
FORMATS = ("avif", "webp")
"""In the order in which browsers are offered them."""
RECIPE = 2
"""Count it up when other bytes are made of the same image."""
FOLDER = "assets/images"
LONGEST_NAME = 60
LOSSY_WEBP = {"JPEG": 80, "PNG": 88}
LOSSY_AVIF = {"JPEG": ("4:2:0", 60), "PNG": ("4:4:4", 72)}
"""Drawings keep the sharp edges of their colours."""
CACHE_FOLDER = "pictures"
DAY = 24 * 60 * 60
KEPT_FOR = 30 * DAY
"""How long variants stay that no build asks for: of drafts, of a branch."""
HEAD = "acadfolio pictures 3 {}\n"
"""With the key: a file that was renamed counts as damaged."""


class Variant(msgspec.Struct, frozen=True):
    """A smaller image and its path in the site."""

    path: str
    format: str
    width: int
    content: bytes


class EncodedImage(NamedTuple):
    """The format of an image (`webp`), its width and its bytes."""

    format: str
    width: int
    content: bytes


class VariantCache:
    """A folder with one file for each image, which holds all its variants. A damaged file counts as missing.

    `folder` gives the site's cache folder; it may raise OSError, and then nothing is kept.
    """

    def __init__(self, folder: Callable[[], str]) -> None:
        self.folder = folder

    def get(self, key: str) -> tuple[EncodedImage, ...] | None:
        """The variants of a key, or None."""
        try:
            path = self._path(key)
            content = read_kept(str(path), HEAD.format(key).encode())
            if content is not None and _age(path) > DAY:
                os.utime(path)
        except OSError:
            return None
        return None if content is None else msgspec.msgpack.decode(content, type=tuple[EncodedImage, ...])

    def put(self, key: str, variants: Iterable[EncodedImage]) -> None:
        """Keep variants. Where that is not possible, the next build makes them again."""
        content = msgspec.msgpack.encode(tuple(variants))
        with suppress(OSError):
            write_kept(str(self._path(key)), HEAD.format(key).encode(), content)

    def prune(self) -> None:
        """Delete what no build has asked for in a month."""
        with suppress(OSError):
            for path in (Path(self.folder(), CACHE_FOLDER)).iterdir():
                if _age(path) > KEPT_FOR:
                    path.unlink()

    def _path(self, key: str) -> Path:
        return Path(self.folder(), CACHE_FOLDER, key)


def _age(path: Path) -> float:
    """Seconds since a file was written, or touched by a build that used it."""
    return time.time() - path.stat().st_mtime


class VariantMaker:
    """Makes the variants of one site's images, or takes them from the cache."""

    def __init__(self, cache: VariantCache | None) -> None:
        self.cache = cache

    def variants(self, file: str, picture: Picture) -> tuple[Variant, ...]:
        """By format and width. Raises OSError, and ValueError for a damaged image."""
        if not _is_worth_it(file, picture):
            return ()
        content = Path(file).read_bytes()
        key = _key(content)
        encoded = self.cache.get(key) if self.cache else None
        if encoded is None:
            encoded = tuple(_worth_having(_encoded_images(content, picture), len(content)))
            if self.cache:
                self.cache.put(key, encoded)
        name = re.sub(r"[^\w-]+", "-", Path(file).stem)[:LONGEST_NAME]
        return tuple(Variant(f"{FOLDER}/{name}-{key[:8]}-{each.width}.{each.format}", *each) for each in encoded)


def _key(content: bytes) -> str:
    """The same for the same image, settings and version of Pillow."""
    import PIL

    recipe = f"{RECIPE} {WIDTHS} {LOSSY_WEBP} {LOSSY_AVIF} {PIL.__version__}".encode()
    return blake2b(recipe + blake2b(content, digest_size=32).digest(), digest_size=16).hexdigest()


def _is_worth_it(file: str, picture: Picture) -> bool:
    return (
        picture.kind in KINDS
        and picture.width > NARROWEST
        and picture.width * picture.height <= MOST_PIXELS
        and picture.height <= TALLEST
        and Path(file).stat().st_size > SMALLEST
    )


def _worth_having(images: Sequence[EncodedImage], original: int) -> Sequence[EncodedImage]:
    """Of each format, by width, the images that are smaller than the next wider one.

    A format goes if its widest image is not smaller than the original; so does AVIF, which browsers are offered first,
    if WebP is smaller.
    """
    formats = [_smaller_ones(images, name, original) for name in FORMATS]
    avif, webp = formats
    if avif and webp and len(avif[-1].content) >= len(webp[-1].content):
        return webp
    return [*avif, *webp]


def _smaller_ones(images: Iterable[EncodedImage], name: str, original: int) -> list[EncodedImage]:
    """The images of one format by width; none if the widest is not smaller than the original."""
    kept: list[EncodedImage] = []
    limit = original
    of_format = (image for image in images if image.format == name)
    for image in sorted(of_format, key=lambda image: -image.width):
        if len(image.content) < limit:
            kept.insert(0, image)
            limit = len(image.content)
        elif not kept:
            break
    return kept


def _encoded_images(content: bytes, picture: Picture) -> list[EncodedImage]:
    """Every width in every format that this Pillow writes, on all cores. Raises ValueError for a damaged image."""
    from PIL import features

    plain = _decoded(content)
    if plain is None:
        return []
    widest = min(plain.width, WIDTHS[-1])
    widths = [*(width for width in WIDTHS if width < widest), widest]
    formats = [name for name in FORMATS if features.check(name)]

    def encode(job: tuple[int, str]) -> EncodedImage:
        width, name = job
        return EncodedImage(name, width, _encoded(_narrowed(plain, width), name, picture.kind))

    with ThreadPoolExecutor() as pool:
        return list(pool.map(encode, [(width, name) for width in reversed(widths) for name in formats]))


def _decoded(content: bytes) -> Image | None:
    from PIL import Image

    try:
        with Image.open(io.BytesIO(content), formats=["PNG", "JPEG", "MPO"]) as opened:
            return None if _is_animated(opened) else _upright(opened)
    except (OSError, SyntaxError, EOFError) as error:
        raise ValueError(str(error)) from error


def _is_animated(image: Image) -> bool:
    return image.format == "PNG" and getattr(image, "n_frames", 1) > 1


def _upright(image: Image) -> Image | None:
    """The image as it is seen, in RGB and with no metadata but its colour profile; None for rare colour modes."""
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
        return image.copy()  # Pillow keeps options of saving in the image, and two formats are saved at once.
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
