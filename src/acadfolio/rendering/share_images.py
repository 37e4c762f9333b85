"""Pages come in, the picture that social media show with each comes out: the author's own, else one that is drawn."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from msgspec import Struct, field

from acadfolio.rendering.output import Output
from acadfolio.rendering.share_cards import HEIGHT, WIDTH, Card
from acadfolio.theme.skins import colours_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from acadfolio.images.cache import VariantCache
    from acadfolio.model.values import Text
    from acadfolio.routing import Plan, PlannedPage
    from acadfolio.theme.context import SiteContext

FOLDER = "assets/share"
KINDS = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".webp": "image/webp", ".gif": "image/gif",
         ".svg": "image/svg+xml", ".avif": "image/avif"}  # fmt: skip
CACHED = "share"
"""The folder in the cache folder."""
THREADS = 4
VERSION = 1
"""Of the way in which pictures are drawn: another one makes those of earlier builds useless."""


class Picture(Struct, frozen=True):
    """A picture of a preview. Width and height are 0 where they are not known."""

    url: str
    alt: str
    kind: str
    width: int = 0
    height: int = 0

    @property
    def is_large(self) -> bool:
        return self.width == WIDTH


class ShareImages(Struct):
    """The pictures of one site's previews; `cards` remembers which are to be drawn, by path, with their fonts."""

    plan: Plan
    site: SiteContext
    plain: Callable[[Text], str]
    draws: bool
    """Whether pictures are drawn: not in the preview, nor when a site is only checked."""
    cache: Callable[[], str] | None = None
    """Gives the folder that keeps the pictures."""
    cards: dict[str, tuple[Card, str]] = field(default_factory=dict)
    of_entries: tuple[Picture, ...] | None = None
    """What the pages of entries show, of which there are many, and which have no picture of their own."""

    def pictures(self, planned: PlannedPage, title: Text) -> tuple[Picture, ...]:
        """What a page's preview shows, the best first. It takes full addresses: a site without one has no pictures.

        Few platforms show an SVG: an author's own is skipped.
        """
        if planned.entry is None:
            return self._of_page(planned, title)
        if self.of_entries is None:
            self.of_entries = self._of_page(planned, title)
        return self.of_entries

    def _of_page(self, planned: PlannedPage, title: Text) -> tuple[Picture, ...]:
        settings, profile = self.plan.site.settings, self.plan.site.profile
        if planned.layout == "missing":
            return ()
        header = planned.page.front_matter.header if planned.page else None
        if header and header.og_image and _is_seen(header.og_image):
            return _those(self._own(header.og_image, ""))
        named = (header.overlay_image, header.image, header.teaser) if header else ()
        own = next((image for image in named if image and _is_seen(image)), "")
        if header and own:
            return _those(self._own(own, self.plain(header.image_alt) if header.image_alt else ""))
        if settings.image and _is_seen(settings.image):
            return _those(self._own(settings.image, ""))
        drawn = self._drawn(planned, title) if settings.share_images and self.site.url else None
        if drawn:
            return (drawn,)
        return _those(self._own(profile.avatar or "", self.plain(profile.avatar_alt or profile.name)))

    def portrait(self) -> str:
        """The full address of the person's portrait, or nothing."""
        portrait = self._own(self.plan.site.profile.avatar or "", "")
        return portrait.url if portrait else ""

    def full_address(self, address: str) -> str:
        return address if "://" in address else f"{self.site.url}/{quote(address.lstrip('/'), safe='/%#?=&')}"

    def drawn(self) -> dict[str, tuple[Card, str]]:
        """The pictures that the pages asked for, by path, unless the site has a file of that name itself."""
        if not self.draws:
            return {}
        paths = self.plan.paths
        return {path: card for path, card in sorted(self.cards.items()) if path not in paths}

    def outputs(self) -> Iterator[Output]:
        """The files of these pictures."""
        wanted = self.drawn()
        if not wanted:
            return
        from concurrent.futures import ThreadPoolExecutor

        from acadfolio.images.cache import VariantCache

        kept = VariantCache(self.cache, CACHED) if self.cache else None
        with ThreadPoolExecutor(THREADS) as threads:
            yield from threads.map(lambda path: Output(path, _png(kept, *wanted[path])), wanted)
        if kept:
            kept.prune()

    def _own(self, image: str, alt: str) -> Picture | None:
        if not image or not (self.site.url or "://" in image):
            return None
        return Picture(self.full_address(image), alt, _kind(image))

    def _drawn(self, planned: PlannedPage, title: Text) -> Picture | None:
        """The picture that is drawn of the page's title; pages of entries, of which there are many, show the home's."""
        is_own = planned.address != "/" and planned.entry is None
        card = self._card(self.plain(title) if is_own else "")
        font = _font_for(card.words)
        if font is None:
            return None
        path = f"{FOLDER}/{_name(planned.address) if is_own else 'index'}.png"
        self.cards.setdefault(path, (card, font))
        alt = f"{card.title} – {card.name}" if card.name and card.name != card.title else card.title
        return Picture(self.full_address(path), alt, KINDS[".png"], WIDTH, HEIGHT)

    def _card(self, title: str) -> Card:
        colours = colours_of(self.site.look, self.site.skin)
        own = _letters(title or self.plain(self.site.title))
        name = _letters(self.plain(self.plan.site.profile.name))
        place = self.site.url.partition("://")[2].removeprefix("www.")
        accent = self.site.accent or colours.link
        return Card(own or name, name, place, colours.ground, colours.text, accent, self.site.direction == "rtl")


def _png(kept: VariantCache | None, card: Card, font: str) -> bytes:
    """The bytes of a picture, as an earlier build drew it or drawn now."""
    from acadfolio.images.cache import EncodedImage
    from acadfolio.rendering.share_painting import painted

    if kept is None:
        return painted(card, font)
    key = _key(card, font)
    if known := kept.get(key):
        return known[0].content
    drawn = painted(card, font)
    kept.put(key, [EncodedImage("png", WIDTH, drawn)])
    return drawn


def _those(*pictures: Picture | None) -> tuple[Picture, ...]:
    return tuple(picture for picture in pictures if picture)


def _kind(image: str) -> str:
    return KINDS.get(Path(image.partition("?")[0]).suffix.lower(), "")


def _is_seen(image: str) -> bool:
    """Whether platforms show it."""
    return _kind(image) != KINDS[".svg"]


def _name(address: str) -> str:
    """A page's address as the path of its picture."""
    return address.strip("/") or "index"


def _letters(text: str) -> str:
    """A text without emoji and other pictures, which fonts for text lack."""
    kept = (character for character in text if unicodedata.category(character) not in {"So", "Sk", "Cf", "Cs", "Mn"})
    return " ".join(unicodedata.normalize("NFC", "".join(kept)).split())


def _font_for(text: str) -> str | None:
    from acadfolio.rendering.share_painting import font_for

    return font_for(text)


def _key(card: Card, font: str) -> str:
    """What decides about the bytes of a picture, as a file's name."""
    import hashlib

    import PIL

    return hashlib.sha256(repr((VERSION, PIL.__version__, font, card)).encode()).hexdigest()[:32]
