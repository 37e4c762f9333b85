"""Report images of the data without alt text, and images that are larger than a page needs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from acadfolio.images.sizes import picture
from acadfolio.images.variants import KINDS
from acadfolio.loading.bibliographies import BIBTEX
from acadfolio.model.page import Picture
from acadfolio.problems import Location
from acadfolio.rendering.locating import values_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from acadfolio.checks.page_facts import PageFacts
    from acadfolio.model.site import Site
    from acadfolio.problems import Problems
    from acadfolio.routing import Plan

IMAGE_FIELDS, ALT_FIELDS = ("image", "image_path", "overlay_image"), ("image_alt", "alt")
HEAVIEST, WIDEST = 2_000_000, 4000
"""Bytes and pixels from which an image is too much for a page."""
PLENTY = "2000 pixels across are plenty"


def check_images(plan: Plan, facts: Mapping[str, PageFacts], problems: Problems) -> None:
    """Look at every image that the data names, and at every file that a page shows."""
    for place, image, key in _images_of_site(plan.site):
        if image.lstrip("/") not in plan.missing:  # Those were reported, and nothing is shown.
            _report_missing_alt(place, image, key, problems)
    has_variants = plan.site.settings.images == "responsive"
    shown = {path for page in facts.values() for path in page.images}
    for file in plan.static_files:
        if file.path in shown:
            _check_weight(file.file, plan.site, problems, has_variants=has_variants)


def _images_of_site(site: Site) -> Iterator[tuple[Location, str, str]]:
    """Every image without alt text, with the place of its record and the key that lacks a value."""
    for entries in site.lists.values():
        for entry in entries:
            for image, key in _images_without_alt(entry):
                yield getattr(entry, "source_location", Location("data")), image, key
    for page in site.pages:
        for name in page.front_matter.__struct_fields__:
            for image, key in _images_without_alt(getattr(page.front_matter, name)):
                yield page.places.get(name, Location(page.file)), image, key


def _images_without_alt(value: Any) -> Iterator[tuple[str, str]]:
    """The images in a value of the data, with the key of the alt text that each lacks."""
    for record in values_in(value):
        key = next((name for name in ALT_FIELDS if hasattr(record, name)), "")
        if not key or getattr(record, key) is not None or (isinstance(record, Picture) and record.title):
            continue
        images = [getattr(record, name) for name in IMAGE_FIELDS if getattr(record, name, None)]
        if images:
            yield images[0], key


def _report_missing_alt(place: Location, image: str, key: str, problems: Problems) -> None:
    if Path(place.file).suffix in BIBTEX:
        hint = f"add `{key} = {{…}}`, or `{key} = {{}}` when it only decorates"
    else:
        hint = f'add `{key}: …`, or `{key}: ""` when it only decorates'
    problems.warn(place, f"the image `{image}` has no alt text", hint, rule="missing-alt")


def _check_weight(file: str, site: Site, problems: Problems, *, has_variants: bool) -> None:
    try:
        weight, found = Path(file).stat().st_size, picture(file)
    except OSError:
        return
    is_wide = found.width > WIDEST and found.kind != "SVG"
    if not (weight > HEAVIEST or is_wide) or (has_variants and found.kind in KINDS):
        return
    size = f"{weight / 1_000_000:.1f} MB" + (f" and {found.width} pixels across" if is_wide else "")
    hints = {"GIF": "as a video (.mp4) it weighs a tenth", "SVG": "make it smaller"}
    place = Location(file.removeprefix(site.root).lstrip("/\\"))
    message = f"this image is larger than a page needs: {size}"
    problems.warn(place, message, hints.get(found.kind, PLENTY), rule="image-size")
