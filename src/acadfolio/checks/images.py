"""Check the alt texts of images in pages and data."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from acadfolio.checks.links import PageScan, place_of, scanned_pages, target_of
from acadfolio.loading.bibliographies import BIBTEX_EXTENSIONS
from acadfolio.model.page import Picture
from acadfolio.problems import Location, Problems
from acadfolio.rendering.locating import values_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from acadfolio.model.site import Site
    from acadfolio.routing import Plan

IMAGE_FIELDS, ALT_FIELDS = ("image", "image_path", "overlay_image"), ("image_alt", "alt")


def check_alt_texts(plan: Plan, scans: Mapping[str, PageScan], problems: Problems) -> None:
    """Warn of images without alt text in pages and data."""
    for planned, page in scanned_pages(plan, scans):
        for url in dict.fromkeys(page.images_without_alt):
            place = place_of(plan, planned, url)
            _warn(place, target_of(url, planned.path)[0] or url, 'add `alt="…"`, or `alt=""`', problems)
    for place, image, key in _images_of_data(plan.site):
        if image.lstrip("/") not in plan.missing:  # Missing files are not shown, and were reported.
            _warn(place, image, _hint(place, key), problems)


def _hint(place: Location, key: str) -> str:
    """How to add an alt text with a key in YAML or BibTeX."""
    pattern = "acadfolio = {{{}}}" if Path(place.file).suffix in BIBTEX_EXTENSIONS else "{}"
    alt_text, decorative = pattern.format(f"{key}: …"), pattern.format(f'{key}: ""')
    return f"add `{alt_text}`, or `{decorative}` if it is only decorative"


def _warn(place: Location, image: str, hint: str, problems: Problems) -> None:
    problems.warn(place, f"the image `{image}` has no alt text", hint, rule="missing-alt")


def _images_of_data(site: Site) -> Iterator[tuple[Location, str, str]]:
    """Each image without alt text, with the location of its record and the missing key."""
    for place, value in _records(site):
        for record in values_in(value):
            image, key = _image_of(record), _missing_key(record)
            if image and key:
                yield place, image, key


def _image_of(record: Any) -> str:
    return next(filter(None, (getattr(record, name, "") for name in IMAGE_FIELDS)), "")


def _missing_key(record: Any) -> str:
    """The key for the missing alt text; empty if it is not missing or not needed."""
    if isinstance(record, Picture) and record.title:
        return ""
    return next((name for name in ALT_FIELDS if getattr(record, name, "") is None), "")


def _records(site: Site) -> Iterator[tuple[Location, Any]]:
    """All entries of the data and all values of front matter, with their locations."""
    for entry in chain.from_iterable(site.lists.values()):
        yield getattr(entry, "source_location", Location("data")), entry
    for page in site.pages:
        for name in page.front_matter.__struct_fields__:
            yield page.places.get(name, Location(page.file)), getattr(page.front_matter, name)
