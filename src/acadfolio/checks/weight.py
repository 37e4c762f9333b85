"""Report pages that are slow to load, with what is heavy and what helps.

Files count as they are, not compressed, and only those that an author can change: not the theme's own.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.problems import Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from acadfolio.checks.page_facts import PageFacts
    from acadfolio.model.site import StaticFile
    from acadfolio.problems import Problems
    from acadfolio.rendering.output import Output
    from acadfolio.routing import Plan

SCRIPTS, STYLES, HOME = 10_000, 24_000, 100_000
"""Bytes: of the scripts and of the style sheets that one page loads, and of the home page without what the theme loads.

The theme promises a home page below 60 KB with all that it loads itself; tests/quality holds it to that."""


def check_weight(plan: Plan, facts: Mapping[str, PageFacts], outputs: Iterable[Output], problems: Problems) -> None:
    """Look at every page's scripts and style sheets, the same ones once, and at the home page as a whole."""
    files = {output.path: output for output in outputs}
    own = _own_files(plan)
    reported: set[tuple[str, ...]] = set()
    for planned in plan.pages:
        page = facts.get(planned.path)
        if page is None:
            continue
        place = Location(planned.page.file if planned.page else planned.path)
        scripts, styles = _sizes(page.scripts, files), _sizes(page.styles, files)
        for sizes, limit, what in ((scripts, SCRIPTS, "scripts"), (styles, STYLES, "style sheets")):
            if own & sizes.keys() and tuple(sizes) not in reported:
                reported.add(tuple(sizes))
                _check_sum(problems, place, f"the {what} of this page weigh", limit, sizes)
        if planned.address == "/":
            parts = {"its text": page.size - page.icon_size, "its icons": page.icon_size}
            parts |= {path: size for path, size in (scripts | styles).items() if path in own}
            _check_sum(problems, place, "the home page weighs", HOME, parts)


def _own_files(plan: Plan) -> set[str]:
    """The scripts and style sheets that are the site's own, in part at least: not the theme's."""
    folder = str(Path(plan.site.root, "static"))
    groups: list[tuple[str, tuple[StaticFile, ...]]] = [(file.path, (file,)) for file in plan.static_files]
    groups += [(bundle.path, bundle.parts) for bundle in plan.bundles]
    return {path for path, parts in groups if any(part.file.startswith(folder) for part in parts)}


def _sizes(paths: Iterable[str], files: Mapping[str, Output]) -> dict[str, int]:
    """The bytes of files by their paths."""
    found = [files[path] for path in paths if path in files]
    return {file.path: Path(file.file).stat().st_size if file.file else len(file.content) for file in found}


def _check_sum(problems: Problems, place: Location, what: str, limit: int, parts: Mapping[str, int]) -> None:
    if sum(parts.values()) <= limit:
        return
    heaviest = sorted(parts.items(), key=lambda part: (-part[1], part[0]))
    listed = ", ".join(f"{name} {_kilobytes(size)}" for name, size in heaviest)
    message = f"{what} {_kilobytes(sum(parts.values()))}, more than {_kilobytes(limit)}: {listed}"
    problems.warn(place, message, _hint(parts), rule="page-weight")


def _hint(parts: Mapping[str, int]) -> str:
    """What helps most: against the heavier one of a page's text and its icons."""
    if "its text" not in parts:
        return "leave out what this page does not need"
    if parts["its icons"] > parts["its text"]:
        return "name fewer networks in data/profile.yml: each has an icon"
    return "show fewer entries with `limit`, or on a page of their own"


def _kilobytes(size: int) -> str:
    return f"{size / 1000:.1f} KB".replace(".0 KB", " KB")
