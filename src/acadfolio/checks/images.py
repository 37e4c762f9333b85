"""Check the alt texts of images in pages and data."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from acadfolio.checks.links import PageScan, place_of, scanned_pages, target_of
from acadfolio.loading.bibliographies import BIBTEX_EXTENSIONS
from acadfolio.model.page import Picture
from acadfolio.problems import Location, Problems
from acadfolio.rendering.locating import values_in
from acadfolio.routing.references import BIBLIOGRAPHIES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from acadfolio.routing import Plan

IMAGE_FIELDS, ALT_FIELDS = ("image", "image_path", "overlay_image"), ("image_alt", "alt")


def check_alt_texts(plan: Plan, scans: Mapping[str, PageScan], problems: Problems) -> None:
    """Warn of images without alt text in pages and data."""
    for planned, page in scanned_pages(plan, scans):
        for url in dict.fromkeys(page.images_without_alt):
            place = place_of(plan, planned, url)
            _warn(
                place,
                target_of(url, planned.path)[0] or url,
                'add `alt="…"`, or `alt=""`',
                problems,
            )
    bibliographies: dict[str, list[tuple[Location, str, str]]] = defaultdict(list)
    for place, image, key in _images_of_data(plan):
        if image.lstrip("/") in plan.missing:
            continue  # Missing files are not shown, and were reported.
        if place.file.lower().endswith(BIBLIOGRAPHIES):
            bibliographies[place.file].append((place, image, key))
        else:
            _warn(place, image, _hint(place, key), problems)
    for (place, image, key), *others in bibliographies.values():
        if others:
            message = f"{len(others) + 1} images have no alt text, such as `{image}`"
            problems.warn(place, message, _hint(place, key), rule="missing-alt")
        else:
            _warn(place, image, _hint(place, key), problems)


def _hint(place: Location, key: str) -> str:
    """How to add an alt text with a key in YAML or BibTeX."""
    pattern = "acadfolio = {{{}}}" if Path(place.file).suffix in BIBTEX_EXTENSIONS else "{}"
    alt_text, decorative = pattern.format(f"{key}: …"), pattern.format(f'{key}: ""')
    return f"add `{alt_text}`, or `{decorative}` if it is only decorative"


def _warn(place: Location, image: str, hint: str, problems: Problems) -> None:
    problems.warn(place, f"the image `{image}` has no alt text", hint, rule="missing-alt")


def _images_of_data(plan: Plan) -> Iterator[tuple[Location, str, str]]:
    """Each image without alt text, with the location of its record and the missing key."""
    for place, value in _records(plan):
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


def _records(plan: Plan) -> Iterator[tuple[Location, Any]]:
    """All entries of the data and all values of the pages' front matter, with their locations."""
    for entry in chain.from_iterable(plan.site.lists.values()):
        yield getattr(entry, "source_location", Location("data")), entry
    for page in (planned.page for planned in plan.pages if planned.page):
        for name in page.front_matter.__struct_fields__:
            yield page.places.get(name, Location(page.file)), getattr(page.front_matter, name)
