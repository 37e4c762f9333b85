"""Report pages and images that are slow to load.

Files count as they are, not compressed, and only those that an author can change: not the theme's own.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.checks.page_facts import pages_with_facts
from acadfolio.images.sizes import picture
from acadfolio.images.variants import KINDS
from acadfolio.problems import Location
from acadfolio.routing import Bundle

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from acadfolio.checks.page_facts import PageFacts
    from acadfolio.model.site import Site, StaticFile
    from acadfolio.problems import Problems
    from acadfolio.rendering import Output
    from acadfolio.routing import Plan

SCRIPTS, STYLES, HOME = 10_000, 24_000, 100_000
"""Bytes: of the scripts and of the style sheets that one page loads, and of the home page without what the theme loads.

The theme promises a home page below 60 KB with all that it loads itself; tests/quality holds it to that."""
HEAVIEST_IMAGE, WIDEST_IMAGE = 2_000_000, 4000
"""Bytes and pixels from which an image is too much for a page."""
IMAGE_HINTS = {"GIF": "as a video (.mp4) it weighs a tenth", "SVG": "make it smaller"}
TOO_HEAVY = "leave out what this page does not need, or show fewer entries with `limit`"


def check_weight(plan: Plan, facts: Mapping[str, PageFacts], outputs: Iterable[Output], problems: Problems) -> None:
    """Look at every page's scripts and style sheets, the same ones once, and at the home page as a whole."""
    files = {output.path: output for output in outputs}
    own = _own_files(plan)
    loaded: dict[tuple[str, ...], tuple[Location, str, int, dict[str, int]]] = {}
    for planned, page in pages_with_facts(plan, facts):
        scripts, styles = _sizes(page.scripts, files), _sizes(page.styles, files)
        for what, limit, sizes in (("scripts", SCRIPTS, scripts), ("style sheets", STYLES, styles)):
            loaded.setdefault(tuple(sizes), (planned.location, f"the {what} of this page weigh", limit, sizes))
        if planned.address == "/":
            parts = {"its text": page.size} | _only(own, scripts | styles)
            _check_sum(problems, planned.location, "the home page weighs", HOME, parts)
    for place, what, limit, sizes in loaded.values():
        if _only(own, sizes):
            _check_sum(problems, place, what, limit, sizes)


def _only(wanted: set[str], sizes: Mapping[str, int]) -> dict[str, int]:
    return {path: sizes[path] for path in sizes.keys() & wanted}


def _own_files(plan: Plan) -> set[str]:
    """The scripts and style sheets that are the site's own, in part at least: not the theme's."""
    folder = str(Path(plan.site.root, "static"))
    bundles = (*plan.bundles, *(Bundle(file.path, (file,)) for file in plan.static_files))
    return {bundle.path for bundle in bundles if any(part.file.startswith(folder) for part in bundle.parts)}


def _sizes(paths: Iterable[str], files: Mapping[str, Output]) -> dict[str, int]:
    """The bytes of files by their paths."""
    found = [files[path] for path in paths if path in files]
    return {file.path: Path(file.file).stat().st_size if file.file else len(file.content) for file in found}


def _check_sum(problems: Problems, place: Location, what: str, limit: int, parts: Mapping[str, int]) -> None:
    total = sum(parts.values())
    if total > limit:
        heaviest = sorted(parts.items(), key=lambda part: (-part[1], part[0]))
        listed = ", ".join(f"{name} {_kilobytes(size)}" for name, size in heaviest)
        message = f"{what} {_kilobytes(total)}, more than {_kilobytes(limit)}: {listed}"
        problems.warn(place, message, TOO_HEAVY, rule="page-weight")


def _kilobytes(size: int) -> str:
    return f"{size / 1000:.1f} KB".replace(".0 KB", " KB")


def check_images(plan: Plan, facts: Mapping[str, PageFacts], problems: Problems) -> None:
    """Report every image file that pages show as it is, and that is larger than they need."""
    shown = set().union(*(page.images for page in facts.values()))
    for file in plan.static_files:
        if file.path in shown:
            _check_image(plan.site, file, problems)


def _check_image(site: Site, file: StaticFile, problems: Problems) -> None:
    image, weight = picture(file.file), Path(file.file).stat().st_size
    if site.settings.images == "responsive" and image.kind in KINDS:
        return  # Pages show smaller variants of it.
    size = f"{weight / 1_000_000:.1f} MB"
    if image.width > WIDEST_IMAGE and image.kind != "SVG":
        size += f" and {image.width} pixels across"
    elif weight <= HEAVIEST_IMAGE:
        return
    place = Location(file.file.removeprefix(site.root).lstrip("/\\"))
    hint = IMAGE_HINTS.get(image.kind, "2000 pixels across are plenty")
    problems.warn(place, f"this image is larger than a page needs: {size}", hint, rule="image-size")
