"""Choose the image that social media show with each page: the author's own, else one that is drawn."""

from __future__ import annotations

import hashlib
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from msgspec import Struct, field

from acadfolio.rendering import Output
from acadfolio.rendering.share_cards import HEIGHT, WIDTH, Card, draw, font_for
from acadfolio.theme.skins import colours_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from acadfolio.images.variants import VariantCache
    from acadfolio.model.values import Text
    from acadfolio.rendering.shared import Shared
    from acadfolio.routing import Plan, PlannedPage
    from acadfolio.theme.context import SiteContext

FOLDER = "assets/share"
KINDS = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".webp": "image/webp", ".gif": "image/gif",
         ".svg": "image/svg+xml", ".avif": "image/avif"}  # fmt: skip
CACHED = "share"
"""The folder in the cache folder."""
THREADS = 4
VERSION = 1
"""Raise it when images are drawn in another way: cached ones are then not used."""


class Picture(Struct, frozen=True):
    """An image of a preview. Width and height are 0 where they are not known."""

    url: str
    alt: str
    kind: str
    width: int = 0
    height: int = 0

    @property
    def is_large(self) -> bool:
        return self.width == WIDTH


class ShareImages(Struct):
    """The images of one site's previews; `cards` has those to draw, by path, with their fonts."""

    plan: Plan
    shared: Shared
    draws: bool
    """Whether images are drawn: not in the preview, nor when a site is only checked."""
    cache: Callable[[], str] | None = None
    """Gives the folder that keeps the images."""
    cards: dict[str, tuple[Card, str]] = field(default_factory=dict)

    @property
    def site(self) -> SiteContext:
        return self.shared.site

    def pictures(self, planned: PlannedPage, title: Text) -> tuple[Picture, ...]:
        """The image that a page's preview shows, or none. It needs a full URL: a site without one has no images.

        Few platforms show an SVG: an author's own is skipped.
        """
        settings, profile = self.plan.site.settings, self.plan.site.profile
        if planned.layout == "missing":
            return ()
        picture = (
            self._of_header(planned)
            or self._shown(settings.image)
            or self._drawn(planned, title)
            or self._own(profile.avatar, self.shared.plain(profile.avatar_alt or profile.name))
        )
        return (picture,) if picture else ()

    def _of_header(self, planned: PlannedPage) -> Picture | None:
        header = planned.front_matter.header
        alt = self.shared.plain(header.image_alt)
        return (
            self._shown(header.og_image)
            or self._shown(header.overlay_image, alt)
            or self._shown(header.image, alt)
            or self._shown(header.teaser, alt)
        )

    def portrait(self) -> str:
        """The full URL of the person's portrait, or nothing."""
        portrait = self._own(self.plan.site.profile.avatar)
        return portrait.url if portrait else ""

    def full_address(self, address: str) -> str:
        return address if "://" in address else f"{self.site.url}/{quote(address.lstrip('/'), safe='/%#?=&')}"

    def drawn(self) -> dict[str, tuple[Card, str]]:
        """The cards that the pages asked for, by path, unless the site has a file of that name itself."""
        if not self.draws:
            return {}
        paths = self.plan.paths
        return {path: card for path, card in sorted(self.cards.items()) if path not in paths}

    def outputs(self) -> Iterator[Output]:
        """The files of these images."""
        wanted = self.drawn()
        if not wanted:
            return
        from concurrent.futures import ThreadPoolExecutor

        from acadfolio.images.variants import VariantCache

        cache = VariantCache(self.cache, CACHED) if self.cache else None
        with ThreadPoolExecutor(THREADS) as threads:
            yield from threads.map(lambda path: Output(path, _png(cache, *wanted[path])), wanted)
        if cache:
            cache.prune()

    def _shown(self, image: str | None, alt: str = "") -> Picture | None:
        """An image of the author's, if platforms show it."""
        return None if image and _kind(image) == KINDS[".svg"] else self._own(image, alt)

    def _own(self, image: str | None, alt: str = "") -> Picture | None:
        if not image or not (self.site.url or "://" in image):
            return None
        return Picture(self.full_address(image), alt, _kind(image))

    def _drawn(self, planned: PlannedPage, title: Text) -> Picture | None:
        """The image that is drawn of the page's title; pages of entries, of which there are many, show the home's."""
        if not (self.plan.site.settings.share_images and self.site.url):
            return None
        is_own = planned.address != "/" and planned.entry is None
        card = self._card(self.shared.plain(title) if is_own else "")
        font = font_for(card.words)
        if font is None:
            return None
        path = f"{FOLDER}/{planned.address.strip('/') if is_own else 'index'}.png"
        self.cards.setdefault(path, (card, font))
        alt = f"{card.title} – {card.name}" if card.name and card.name != card.title else card.title
        return Picture(self.full_address(path), alt, KINDS[".png"], WIDTH, HEIGHT)

    def _card(self, title: str) -> Card:
        colours = colours_of(self.site.look, self.site.skin)
        own = _letters(title or self.shared.plain(self.site.title))
        name = _letters(self.shared.plain(self.plan.site.profile.name))
        place = self.site.url.partition("://")[2].removeprefix("www.")
        accent = self.site.accent or colours.link
        return Card(own or name, name, place, colours.ground, colours.text, accent, self.site.direction == "rtl")


def _png(cache: VariantCache | None, card: Card, font: str) -> bytes:
    """The bytes of an image, from the cache or drawn now."""
    from acadfolio.images.variants import EncodedImage

    if cache is None:
        return draw(card, font)
    key = _key(card, font)
    if cached := cache.get(key):
        return cached[0].content
    drawn = draw(card, font)
    cache.put(key, [EncodedImage("png", WIDTH, drawn)])
    return drawn


def _key(card: Card, font: str) -> str:
    """A name for the bytes of an image: a hash of all that decides about them."""
    import PIL

    return hashlib.sha256(repr((VERSION, PIL.__version__, font, card)).encode()).hexdigest()[:32]


def _kind(image: str) -> str:
    return KINDS.get(Path(image.partition("?")[0]).suffix.lower(), "")


def _letters(text: str) -> str:
    """A text without emoji and other symbols, which fonts for text lack."""
    kept = (character for character in text if unicodedata.category(character) not in {"So", "Sk", "Cf", "Cs", "Mn"})
    return " ".join(unicodedata.normalize("NFC", "".join(kept)).split())
