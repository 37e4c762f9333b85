"""The image of a page's preview in social media."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from msgspec import Struct

from acadfolio.loading.page_urls import SAFE_IN_URL
from acadfolio.routing.paths import UP

if TYPE_CHECKING:
    from acadfolio.rendering.shared import Shared
    from acadfolio.routing import Plan, PlannedPage

SVG = "image/svg+xml"
KINDS = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".webp": "image/webp", ".gif": "image/gif",
         ".svg": SVG, ".avif": "image/avif"}  # fmt: skip


class ShareImage(Struct, frozen=True):
    """The image of a preview, with its full URL."""

    url: str
    alt: str
    kind: str


class ShareImages(Struct, frozen=True):
    """The images of one site's previews. They need a full URL: a site without one has none."""

    plan: Plan
    shared: Shared

    def of_page(self, planned: PlannedPage) -> ShareImage | None:
        """The image of a page's preview.

        Few platforms show an SVG: it is skipped, unless it is the portrait.
        """
        if planned.layout == "missing":
            return None
        header, settings = planned.front_matter.header, self.plan.site.settings
        alt = self.shared.plain(header.image_alt)
        images = [
            self._image(header.og_image),
            self._image(header.overlay_image, alt),
            self._image(header.image, alt),
            self._image(header.teaser, alt),
            self._image(settings.image.in_language(settings.language) if settings.image else None),
        ]
        return (
            next((image for image in images if image and image.kind != SVG), None)
            or self.portrait()
        )

    def portrait(self) -> ShareImage | None:
        """The image of the person."""
        profile = self.plan.site.profile
        return self._image(profile.avatar, self.shared.plain(profile.avatar_alt or profile.name))

    def full_url(self, url: str) -> str:
        """The full URL of a page of this language, or of a file, which may be at the top of the site."""
        if "://" in url:
            return url
        path = url.lstrip("/")
        is_above = self.plan.paths.start_of(path.partition("#")[0]) == UP
        top = self.plan.site.top_url if is_above else self.shared.site.url
        return f"{top}/{quote(path, safe=SAFE_IN_URL + '%#?')}"

    def _image(self, image: str | None, alt: str = "") -> ShareImage | None:
        if not image or not (self.shared.site.url or "://" in image):
            return None
        suffix = Path(image.partition("?")[0]).suffix.lower()
        return ShareImage(self.full_url(image), alt, KINDS.get(suffix, ""))
