"""Complete the images of finished pages: width and height, loading hints, and smaller variants.

The size of each file is read once. Attributes that an author wrote are not changed.
"""

from __future__ import annotations

import posixpath
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from msgspec import Struct

from acadfolio.images.location import without_location
from acadfolio.images.sizes import NOT_SHOWN, Picture, picture
from acadfolio.images.variants import Variant, is_worth_it, key_of
from acadfolio.loading.page_urls import SAFE_IN_URL, SCHEME
from acadfolio.problems import Location, Problem, Problems, Severity
from acadfolio.rendering import Output
from acadfolio.rendering.urls import relative_path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from acadfolio.html.tokens import Token
    from acadfolio.model.site import StaticFile
    from acadfolio.routing import Plan

    MakeVariants = Callable[[bytes], tuple[Variant, ...]]
    """Makes the smaller variants of an image; raises ValueError for a damaged one."""

PIXELS = r"\s*(\d{1,5})(?:\.\d+)?\s*(?:px)?\s*"
SHARE = r"\s*(\d{1,3}(?:\.\d+)?)\s*%\s*"
OWN_HEIGHT = r"(?i)(?<!line-)\b(?:height|block-size)\s*:"
"""A height in a style. With a width attribute, the image would be stretched."""
COLUMN = 1000
"""The width of the widest column of the themes, in pixels."""
DENSITY = 2
"""The highest useful number of screen pixels per CSS pixel."""
TYPES = {"avif": "image/avif", "webp": "image/webp"}
VARIANTS = "assets/images"
"""The folder of the variants."""
LONGEST_NAME = 60
LONGEST_SIDE, USEFUL_WIDTH = 10_000, 4000
"""In pixels: more than cameras of phones have by default, and enough for the largest screens."""


class Slot(Struct, frozen=True):
    """The width at which an image is shown: the maximum in pixels, and the value of `sizes`."""

    widest: float
    sizes: str


SLOTS = {
    "img author__avatar-image": Slot(175, "(min-width: 925px) 175px, 80px"),
    "img project__image": Slot(320, "(min-width: 320px) 320px, 100vw"),
    "div paper-box-image": Slot(427, "(min-width: 427px) 427px, 100vw"),
    "div archive__item-teaser": Slot(600, "(min-width: 600px) 330px, 100vw"),
    "figure half": Slot(490, "(min-width: 925px) 490px, 50vw"),
    "figure third": Slot(490, "(min-width: 925px) 330px, 50vw"),
}
"""The slots by the image's element, or one around it, and its class."""
WITH_LOCATION = (
    ".jpg", ".jpeg", ".jfif", ".png", ".apng", ".webp", ".avif", ".heic", ".heif", ".tif", ".tiff",
    ".dng",
)  # fmt: skip
"""The suffixes of images that may contain the place where they were taken."""
CONTAINERS = {"div", "figure", "picture"}


class SiteImages:
    """The images of one site: read when a page shows them, with the variants that pages name."""

    def __init__(self, plan: Plan, problems: Problems, make_variants: MakeVariants | None) -> None:
        self.plan, self.problems, self.make_variants = plan, problems, make_variants
        # Seen from a language in a folder, they are above it.
        self.up = "../" if plan.site.mount else ""
        self.files = {self.up + file.path: file.file for file in plan.all_static_files}
        self.image_at = cache(self._image_at)
        self.variants = cache(self._variants)
        self.named: dict[str, bytes] = {}
        """The variants that pages name, by path."""
        self.faults: dict[str, list[Problem]] = {}
        """What is wrong with images that were read, by path."""

    def report(self, shown: set[str]) -> None:
        """Report what is wrong with the images of one page, by their paths.

        Each page has these problems, since the next build may not render the others.
        """
        for path in sorted(shown & self.faults.keys()):
            for problem in self.faults[path]:
                self.problems.add(problem)

    def _variants(self, path: str) -> dict[str, Variant]:
        """The smaller variants of an image on a page, by their own paths."""
        file, image = Path(self.files[path]), self.image_at(path)
        try:
            if (
                self.make_variants is None
                or image is None
                or not is_worth_it(image, file.stat().st_size)
            ):
                return {}
            content = file.read_bytes()
            made = self.make_variants(content)
        except (OSError, ValueError):
            message = "this image is damaged: it cannot be read to its end"
            self._add_fault(path, message, "replace it with the original", "image-unreadable")
            return {}
        name = re.sub(r"[^\w-]+", "-", file.stem)[:LONGEST_NAME]
        start = f"{self.up}{VARIANTS}/{name}-{key_of(content)[:8]}"
        return {f"{start}-{variant.width}.{variant.format}": variant for variant in made}

    def outputs(self) -> Iterator[Output]:
        """All variants that pages use; call this after the pages are finished."""
        for path in sorted(self.named.keys() - self.plan.paths):
            yield Output(path, self.named[path])

    def output(self, file: StaticFile) -> Output:
        """A static file as it is published: unchanged, except that the location is removed from an image."""
        unchanged = Output(file.path, file=file.file)
        if not file.path.lower().endswith(WITH_LOCATION):
            return unchanged
        try:
            cleaned = without_location(file.file)
        except OSError:
            return unchanged
        return unchanged if cleaned is None else Output(file.path, cleaned)

    def _image_at(self, path: str) -> Picture | None:
        """The image at a path of the output; None if it is not a file of the site."""
        if path not in self.files:
            return None
        try:
            found = picture(self.files[path])
        except OSError:
            return Picture("")
        hint = "save it as JPEG, PNG or WebP"
        if found.kind in NOT_SHOWN:
            self._add_fault(
                path, f"many browsers do not show {found.kind} images", hint, "image-format"
            )
        elif not _is_readable(found):
            self._report_not_an_image(path, found)
        elif found.kind != "SVG" and max(found.width, found.height) > LONGEST_SIDE:
            message = f"this image has {found.width} × {found.height} pixels, and is published at this size"
            hint = f"save it with a width of at most {USEFUL_WIDTH} pixels, and link to the large one if it is needed"
            self._add_fault(path, message, hint, "image-too-large")
        return found

    def _report_not_an_image(self, path: str, found: Picture) -> None:
        """Report a file that a page shows as an image.

        A broken portrait is an error: all pages show it.
        """
        profile = self.plan.site.profile
        is_portrait = path in {
            self.up + (portrait or "").lstrip("/")
            for portrait in (profile.avatar, profile.avatar_dark)
        }
        what, hint = (
            "your portrait" if is_portrait else "this image",
            "save it again, as JPEG, PNG or WebP",
        )
        if found.kind == "HTML":
            message = f"{what} is a web page"
            hint = "open the image itself in the browser, and save it again"
        elif not Path(self.files[path]).stat().st_size:
            message = f"{what} is empty (0 bytes)"
        elif is_portrait:
            message = "your portrait is not an image"
        else:
            message = "a page shows this file as an image, but it is not one"
        severity: Severity = "error" if is_portrait else "warning"
        self._add_fault(path, message, hint, "not-an-image", severity)

    def _add_fault(
        self, path: str, message: str, hint: str, rule: str, severity: Severity = "warning"
    ) -> None:
        problem = Problem(rule, self._location(path), message, hint, severity)
        self.faults.setdefault(path, []).append(problem)

    def _location(self, path: str) -> Location:
        return Location(self.files[path].removeprefix(self.plan.site.root).lstrip("/\\"))


def _is_readable(image: Picture) -> bool:
    return bool(image.kind) and (image.width > 0 or image.kind in {"SVG", "ICO"})


class PageImages:
    """The images of one page, in their order."""

    def __init__(self, site_images: SiteImages, path: str, html: str) -> None:
        self.site_images = site_images
        self.folder = posixpath.dirname(path)
        self.main = html.find("<main")
        self.content = html.find("page__content", self.main)
        self.is_first = True
        self.containers: list[Token] = []
        """The open elements around the next token."""
        self.used: set[str] = set()
        """The variants that the page names."""
        self.shown: set[str] = set()
        """The paths of the images."""

    def follow(self, token: Token) -> None:
        """Note which elements are open; call this with every token of the page."""
        if token.name not in CONTAINERS:
            return
        if token.kind == "start":
            self.containers.append(token)
        elif any(container.name == token.name for container in self.containers):
            while self.containers.pop().name != token.name:
                pass

    def finish(self, image: Token) -> str:
        """The completed source of an `img` whose URLs are already relative."""
        attributes = image.attributes
        hints = self._loading(attributes, image.offset)
        path = self._path(attributes.get("src", ""))
        found = self.site_images.image_at(path)
        self.shown.add(path)
        if found is None or not found.width or re.search(OWN_HEIGHT, attributes.get("style", "")):
            return _with(image.source, hints)
        if self.containers and self.containers[-1].name == "picture":
            return _with(image.source, hints + _missing_size(attributes, found))
        sources = (
            "" if "srcset" in attributes else self._sources(path, self._slot(attributes, found))
        )
        return _in_picture(image, attributes, found, sources, hints)

    def _loading(self, attributes: dict[str, str], offset: int) -> str:
        """The attributes for lazy loading; none for the image at the head of the page and the first one of its text."""
        is_at_head = self.main <= offset < self.content
        if is_at_head or "loading" in attributes or attributes.get("fetchpriority") == "high":
            return ""
        if offset >= max(self.main, self.content) and self.is_first:
            self.is_first = False
            return ""
        return ' loading="lazy"' + ("" if "decoding" in attributes else ' decoding="async"')

    def _path(self, url: str) -> str:
        """The path in the output of a relative URL; empty for other hosts, and with a query or fragment."""
        if not url or SCHEME.match(url) or "?" in url or "#" in url:
            return ""
        return posixpath.normpath(posixpath.join(self.folder, unquote(url)))

    def _slot(self, attributes: dict[str, str], found: Picture) -> Slot:
        """The width at which it is shown: by its class, by the element around it, or by its attributes."""
        around = [("img", attributes.get("class", ""))]
        around += [
            (container.name, container.attributes.get("class", ""))
            for container in reversed(self.containers)
        ]
        for element, classes in around:
            for name in classes.split():
                if slot := SLOTS.get(f"{element} {name}"):
                    return slot
        if share := re.fullmatch(SHARE, attributes.get("width", "")):
            return _in_column(float(share[1]) / 100)
        width = _shown_width(attributes, found)
        return (
            Slot(width, f"(min-width: {width}px) {width}px, 100vw")
            if width < COLUMN
            else _in_column(1)
        )

    def _sources(self, path: str, slot: Slot) -> str:
        """The variants, smallest format first, no wider than needed."""
        variants = self.site_images.variants(path)
        wide_ones = [
            variant.width for variant in variants.values() if variant.width >= slot.widest * DENSITY
        ]
        candidates: dict[str, list[str]] = {}
        for path_of_variant, variant in variants.items():
            if not wide_ones or variant.width <= min(wide_ones):
                self.site_images.named[path_of_variant] = variant.content
                candidate = f"{self._relative(path_of_variant)} {variant.width}w"
                candidates.setdefault(variant.format, []).append(candidate)
        sources = ""
        for kind, several in candidates.items():
            sources += (
                f'<source type="{TYPES[kind]}" srcset="{", ".join(several)}" sizes="{slot.sizes}">'
            )
        return sources

    def _relative(self, path: str) -> str:
        self.used.add(path)
        return relative_path(quote(path, safe=SAFE_IN_URL), quote(self.folder, safe=SAFE_IN_URL))


def _in_column(part: float) -> Slot:
    """The width of a share of the column, which is three quarters of a wide window."""
    most = round(COLUMN * part)
    return Slot(
        most, f"(min-width: 1316px) {most}px, (min-width: 925px) {76 * part:g}vw, {100 * part:g}vw"
    )


def _shown_width(attributes: dict[str, str], found: Picture) -> int:
    """The width in pixels by the author's width, else by the author's height, else the image's own."""
    if width := re.fullmatch(PIXELS, attributes.get("width", "")):
        return int(width[1])
    if height := re.fullmatch(PIXELS, attributes.get("height", "")):
        return max(1, round(int(height[1]) * found.width / found.height))
    return found.width


def _with(tag: str, attributes: str) -> str:
    """The tag of an image with more attributes after its name."""
    return tag[:4] + attributes + tag[4:]


def _in_picture(
    image: Token, attributes: dict[str, str], found: Picture, sources: str, hints: str
) -> str:
    """An image with its size, in a `<picture>` if it has variants or its width is a percentage."""
    share = re.fullmatch(SHARE, attributes.get("width", ""))
    if share and "height" not in attributes:
        tag = _with(_in_own_size(image, found), hints)
        return f'<picture style="--width: {share[1]}%">{sources}{tag}</picture>'
    tag = _with(image.source, hints + _missing_size(attributes, found))
    return f"<picture>{sources}{tag}</picture>" if sources else tag


def _in_own_size(image: Token, found: Picture) -> str:
    """A tag whose width is a percentage: CSS gets it, and the attributes the image's own size for its ratio."""
    tag = image.with_attributes(lambda name, value: str(found.width) if name == "width" else value)
    return tag.replace(f'width="{found.width}"', _size(found), 1)


def _size(found: Picture) -> str:
    return f'width="{found.width}" height="{found.height}"'


def _missing_size(attributes: dict[str, str], found: Picture) -> str:
    """The missing attributes of width and height, in the image's own ratio."""
    width, height = attributes.get("width", ""), attributes.get("height", "")
    if not (width or height):
        return f" {_size(found)}"
    if not width and re.fullmatch(PIXELS, height):
        return f' width="{_shown_width(attributes, found)}"'
    if not height and re.fullmatch(PIXELS, width):
        return f' height="{max(1, round(_shown_width(attributes, found) * found.height / found.width))}"'
    return ""
