"""A finished page's tags of pictures come in; they go out with width and height, loading hints and lighter variants.

Sizes are read from the files, each once. What an author says himself stays as he says it.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from msgspec import Struct

from acadfolio.lfs import is_pointer
from acadfolio.loading.addresses import KEPT
from acadfolio.problems import Location
from acadfolio.rendering.output import Output
from acadfolio.rendering.urls import relative_path

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from acadfolio.html.tokens import Token
    from acadfolio.images.sizes import Picture
    from acadfolio.images.variants import Variant, VariantMaker
    from acadfolio.model.site import StaticFile
    from acadfolio.problems import Problems
    from acadfolio.routing import Plan

PIXELS = re.compile(r"\s*(\d{1,5})(?:\.\d+)?\s*(?:px)?\s*")
SHARE = re.compile(r"\s*(\d{1,3}(?:\.\d+)?)\s*%\s*")
OWN_HEIGHT = re.compile(r"(?<!line-)\b(?:height|block-size)\s*:", re.IGNORECASE)
"""In a style: a width beside it would stretch the picture."""
NEAR = 4000
"""A picture stands so near to the beginning of what holds it: in a gallery, others stand between."""
COLUMN = 1000
"""No look's column is wider, in pixels."""
DENSITY = 2
"""Pixels of a screen for each of the page's; nobody sees more."""
WHERE_IT_SHOWS = "save it as JPEG, PNG or WebP"
MAY_SAY_WHERE = (".jpg", ".jpeg", ".jfif", ".png", ".apng", ".webp", ".avif", ".heic", ".heif", ".tif", ".tiff", ".dng")
"""The endings of files that may say where they were taken."""
TYPES = {"avif": "image/avif", "webp": "image/webp"}


class Place(Struct, frozen=True):
    """How wide a picture is shown: in pixels at most, and as `sizes` says it."""

    widest: float
    sizes: str


AVATAR = Place(175, "(min-width: 925px) 175px, 80px")
PROJECT = Place(320, "(min-width: 320px) 320px, 100vw")
HALF, THIRD = Place(490, "(min-width: 925px) 490px, 50vw"), Place(490, "(min-width: 925px) 330px, 50vw")
AROUND = (
    ("paper-box-image", "</div>", Place(427, "(min-width: 427px) 427px, 100vw")),
    ("archive__item-teaser", "</div>", Place(600, "(min-width: 600px) 330px, 100vw")),
    *(
        (f'figure class="{name}', "</figure>", place)
        for name, place in {"gallery half": HALF, "gallery third": THIRD, "half": HALF, "third": THIRD}.items()
    ),
)
"""What a picture may stand in: how that begins, and what shows that it has ended."""


class Pictures:
    """The pictures of one site: looked at when a page shows them, and the variants that pages name."""

    def __init__(self, plan: Plan, problems: Problems, maker: VariantMaker | None) -> None:
        self.plan, self.problems, self.maker = plan, problems, maker
        self.files = {file.path: file.file for file in plan.static_files}
        self.known: dict[str, Picture] = {}
        self.lighter: dict[str, tuple[Variant, ...]] = {}
        self.named: dict[str, bytes] = {}

    def of(self, path: str) -> Picture | None:
        """What stands at a path of the site; None for what is no file of it."""
        if path not in self.files:
            return None
        if path not in self.known:
            self.known[path] = self._look(path)
        return self.known[path]

    def variants(self, path: str) -> tuple[Variant, ...]:
        """The lighter ones of a picture, made when they are first asked for."""
        if self.maker is None or path not in self.known:
            return ()
        if path not in self.lighter:
            try:
                self.lighter[path] = self.maker.variants(self.files[path], self.known[path])
            except (OSError, ValueError):
                self.lighter[path] = ()
                self._warn(path, "this picture is damaged: it cannot be read to its end", "put the original here again")
        return self.lighter[path]

    def is_as_it_was(self, path: str, was: tuple[str, int, int]) -> bool:
        """Whether a picture that a page showed is found the same."""
        found = self.of(path)
        return found is not None and (found.kind, found.width, found.height) == was

    def name(self, path: str, variants: Collection[str]) -> None:
        """Name those variants of a picture again."""
        made = {variant.path: variant.content for variant in self.variants(path)}
        self.named |= {path: content for path, content in made.items() if path in variants}

    def outputs(self) -> Iterator[Output]:
        """Every variant that a page names. To be asked after the pages."""
        for path in sorted(self.named.keys() - self.plan.paths):
            yield Output(path, self.named[path])
        if self.maker is not None and self.maker.cache is not None and self.lighter:
            self.maker.cache.prune()

    def output(self, file: StaticFile) -> Output:
        """A static file as it goes out: as it is, but for the place where a picture was taken."""
        if is_pointer(file.file):
            what = "this is a Git LFS pointer and not the file"
            self.problems.warn_of_link(self._place(file.path), what, "git lfs pull")
            return Output(file.path, file=file.file)
        if not file.path.lower().endswith(MAY_SAY_WHERE):
            return Output(file.path, file=file.file)
        from acadfolio.images.location import without_location

        try:
            cleaned = without_location(file.file)
        except OSError:
            return Output(file.path, file=file.file)
        if cleaned.is_doubtful:
            hint = "look at its properties; saved anew by a program for pictures, it can be read"
            self._warn(file.path, "this picture may say where it was taken, which cannot be taken out", hint)
        return Output(file.path, file=file.file) if cleaned.content is None else Output(file.path, cleaned.content)

    def _look(self, path: str) -> Picture:
        from acadfolio.images.sizes import NOT_SHOWN, Picture, picture  # Not every page shows a picture.

        try:
            found = picture(self.files[path])
        except OSError:
            return Picture("")
        if found.kind in NOT_SHOWN:
            hint = "export it as SVG or PNG" if found.kind in {"PDF", "EPS"} else WHERE_IT_SHOWS
            self._warn(path, f"many browsers show no {found.kind} pictures", hint)
        elif not found.kind and is_pointer(self.files[path]):
            pass  # That is told of the file, whatever it is to be.
        elif not found.kind or (not found.width and found.kind not in {"SVG", "ICO"}):
            self._warn(path, "a page shows this file as a picture, but it cannot be read as one", WHERE_IT_SHOWS)
        return found

    def _warn(self, path: str, message: str, hint: str) -> None:
        self.problems.warn(self._place(path), message, hint)

    def _place(self, path: str) -> Location:
        return Location(self.files[path].removeprefix(self.plan.site.root).lstrip("/\\"))


class PagePictures:
    """The pictures of one page, in their order."""

    def __init__(self, pictures: Pictures, path: str, page: str) -> None:
        self.pictures, self.page = pictures, page
        self.folder = posixpath.dirname(path)
        self.main = page.find("<main")
        self.content = page.find("page__content", self.main)
        self.is_first, self.is_wrapped = True, False
        self.used: set[str] = set()
        """The variants that the page names."""
        self.seen: dict[str, tuple[str, int, int]] = {}
        """What was found of each picture of the site."""

    def finish(self, token: Token) -> str:
        """The source of a tag, `img` or `picture`, whose URLs are relative already."""
        tag, start = token.source, token.offset
        if token.name == "picture":
            self.is_wrapped = True
            return tag
        is_wrapped, self.is_wrapped = self.is_wrapped, False
        attributes = token.attributes
        hints = self._loading(attributes, start)
        path = self._path(attributes.get("src", ""))
        found = self.pictures.of(path) if path else None
        if found is not None:
            self.seen[path] = found.kind, found.width, found.height
        if found is None or not found.width or OWN_HEIGHT.search(attributes.get("style", "")):
            return _with(tag, hints)
        share = SHARE.fullmatch(attributes.get("width", ""))
        if share and "height" not in attributes and not is_wrapped:
            # A share has no ratio that a browser would keep room by: the picture's own size does, and CSS the share.
            tag = token.with_attributes(lambda name, value: str(found.width) if name == "width" else value)
            tag = tag.replace(f'width="{found.width}"', _sized(found), 1)
            style = f' style="--width: {share[1]}%"'
        else:
            tag, style = _with(tag, _measures(attributes, found)), ""
        tag = _with(tag, hints)
        sources = (
            "" if is_wrapped or "srcset" in attributes else self._sources(path, self._place(attributes, start, found))
        )
        return f"<picture{style}>{sources}{tag}</picture>" if sources or style else tag

    def _loading(self, attributes: dict[str, str], start: int) -> str:
        """Nothing for what is seen at once: the picture at the head of the page, and the first one of its text."""
        if "loading" in attributes or attributes.get("fetchpriority") == "high":
            return ""
        if self.main <= start < self.content:
            return ""
        if start >= max(self.main, self.content) and self.is_first:
            self.is_first = False
            return ""
        return ' loading="lazy"' + ("" if "decoding" in attributes else ' decoding="async"')

    def _path(self, source: str) -> str:
        """The path in the output that a relative address means; empty for other hosts, and with a query."""
        if not source or ":" in source.split("/", 1)[0] or source.startswith("//") or "?" in source or "#" in source:
            return ""
        return posixpath.normpath(posixpath.join(self.folder, unquote(source)))

    def _place(self, attributes: dict[str, str], start: int, found: Picture) -> Place:
        """By the class, by what the author says of its width, or by where it stands."""
        classes = attributes.get("class", "")
        if "author__avatar" in classes:
            return AVATAR
        if "project__image" in classes:
            return PROJECT
        before = self.page[max(0, start - NEAR) : start]
        for begin, end, place in AROUND:
            if _is_open(before, begin, end):
                return place
        share = SHARE.fullmatch(attributes.get("width", ""))
        pixels = PIXELS.fullmatch(attributes.get("width", ""))
        if share:
            return _in_column(float(share[1]) / 100)
        height = PIXELS.fullmatch(attributes.get("height", ""))
        width = int(pixels[1]) if pixels else found.width
        if height and not pixels:
            width = max(1, round(int(height[1]) * found.width / found.height))
        return Place(width, f"(min-width: {width}px) {width}px, 100vw") if width < COLUMN else _in_column(1)

    def _sources(self, path: str, place: Place) -> str:
        """The variants, lightest format first, no wider than the place can show."""
        made = []
        lighter = self.pictures.variants(path)
        enough = min((entry.width for entry in lighter if entry.width >= place.widest * DENSITY), default=1 << 30)
        for kind in dict.fromkeys(entry.format for entry in lighter):
            several = [entry for entry in lighter if entry.format == kind and entry.width <= enough]
            for entry in several:
                self.pictures.named[entry.path] = entry.content
            srcset = ", ".join(f"{self._relative(entry.path)} {entry.width}w" for entry in several)
            made.append(f'<source type="{TYPES[kind]}" srcset="{srcset}" sizes="{place.sizes}">')
        return "".join(made)

    def _relative(self, path: str) -> str:
        self.used.add(path)
        return relative_path(quote(path, safe=KEPT), quote(self.folder, safe=KEPT))


def _is_open(before: str, begin: str, end: str) -> bool:
    """Whether the last of what begins so has not ended yet. Elements of its own kind inside it end for themselves."""
    start = before.rfind(begin)
    if start < 0:
        return False
    first, *others = before[start:].split(end)
    opening = f"<{end[2:-1]}"
    waiting = first.count(opening)
    for other in others:
        waiting -= 1
        if waiting < 0:
            return False
        waiting += other.count(opening)
    return True


def _in_column(part: float) -> Place:
    """A share of the column, which is three quarters of a wide window."""
    most = round(COLUMN * part)
    sizes = f"(min-width: 1316px) {most}px, (min-width: 925px) {76 * part:g}vw, {100 * part:g}vw"
    return Place(most, sizes)


def _with(tag: str, attributes: str) -> str:
    """The tag of an image with further attributes, right behind its name."""
    return tag[:4] + attributes + tag[4:]


def _sized(found: Picture) -> str:
    return f'width="{found.width}" height="{found.height}"'


def _measures(attributes: dict[str, str], found: Picture) -> str:
    """What the author does not say of width and height, in the picture's own ratio."""
    if "width" not in attributes and "height" not in attributes:
        return f" {_sized(found)}"
    if "height" not in attributes and (width := PIXELS.fullmatch(attributes["width"])):
        return f' height="{max(1, round(int(width[1]) * found.height / found.width))}"'
    if "width" not in attributes and (height := PIXELS.fullmatch(attributes["height"])):
        return f' width="{max(1, round(int(height[1]) * found.width / found.height))}"'
    return ""
