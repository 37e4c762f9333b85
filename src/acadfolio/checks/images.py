"""Check images, which may be larger than pages need, and the icons of the sidebar, which may not exist."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.images.sizes import picture
from acadfolio.images.variants import KINDS
from acadfolio.problems import Location

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from acadfolio.checks.page_scan import PageScan
    from acadfolio.model.site import Site, StaticFile
    from acadfolio.problems import Problems
    from acadfolio.routing import Plan

MAX_BYTES, MAX_WIDTH = 2_000_000, 4000
"""The limits for images on pages; the width in pixels."""
IMAGE_HINTS = {"GIF": "use a video (.mp4): it is a tenth of the size", "SVG": "make it smaller"}


def check_images(plan: Plan, scans: Mapping[str, PageScan], problems: Problems) -> None:
    """Warn of each image that pages show without variants and that is larger than they need."""
    shown = set().union(*(page.images for page in scans.values()))
    for file in plan.static_files:
        if file.path in shown:
            _check_image(plan.site, file, problems)


def check_icons(site: Site, exists: Callable[[str], bool], problems: Problems) -> None:
    """Warn of each icon of the sidebar that does not exist. The theme shows a generic icon instead."""
    for link in site.profile.links.values():
        if link.icon and not exists(link.icon):
            hint = f"use a name of Simple Icons, or add templates/icons/{link.icon}.svg"
            problems.warn(link.source_location, f"there is no icon `{link.icon}`", hint, rule="unknown-icon")


def _check_image(site: Site, file: StaticFile, problems: Problems) -> None:
    image, file_size = picture(file.file), Path(file.file).stat().st_size
    if site.settings.images == "responsive" and image.kind in KINDS:
        return  # Pages show smaller variants.
    size = f"{file_size / 1_000_000:.1f} MB"
    if image.width > MAX_WIDTH and image.kind != "SVG":
        size += f" and {image.width} pixels wide"
    elif file_size <= MAX_BYTES:
        return
    place = Location(file.file.removeprefix(site.root).lstrip("/\\"))
    hint = IMAGE_HINTS.get(image.kind, "a width of 2000 pixels is enough")
    problems.warn(place, f"this image is larger than a page needs: {size}", hint, rule="image-size")
