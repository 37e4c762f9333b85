"""Finished files come in; pages that a slow connection feels are reported, with what is heavy and what helps.

Counted as they are, not compressed, and only what an author can change: the theme's own weight is not theirs to mend.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from acadfolio.problems import Location

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from acadfolio.model.site import StaticFile
    from acadfolio.problems import Problems
    from acadfolio.rendering.output import Output
    from acadfolio.routing import Plan

SCRIPTS, STYLES, HOME = 10_000, 24_000, 100_000
"""Bytes: of the scripts and of the style sheets that one page loads, and of the home page without what the theme loads.

The theme promises a home page below 60 KB with all that it loads itself; tests/quality holds it to that."""
LOADED = re.compile(
    r"""<(?:script\b[^>]*?\ssrc|link\b(?=[^>]*\srel=["']?stylesheet)[^>]*?\shref)=["']?([^"'>\s]+)""", re.IGNORECASE
)
ICON = re.compile(rb'<svg class="icon.*?</svg>', re.DOTALL)
THEIRS = re.compile(r"[a-zA-Z][\w+.-]*:|//")


@dataclass(frozen=True, slots=True)
class Weights:
    """What one page loads: its own bytes, and those of its files by their path."""

    page: int
    scripts: Mapping[str, int]
    styles: Mapping[str, int]
    icons: int = 0
    """How many of the page's own bytes are the drawings of icons."""

    def parts(self, own: Collection[str]) -> dict[str, int]:
        """What the author can make lighter."""
        files = {**self.scripts, **self.styles}
        mine = {path: size for path, size in files.items() if path in own}
        return {"its text": self.page - self.icons, "its icons": self.icons, **mine}


def check_weight(plan: Plan, outputs: Iterable[Output], problems: Problems) -> None:
    """Look at every page's scripts and style sheets, the same ones once, and at the home page as a whole."""
    files = {output.path: output for output in outputs}
    sizes: dict[str, int] = {}
    told: set[tuple[str, ...]] = set()
    own = _own(plan)
    for planned in plan.pages:
        output = files.get(planned.path)
        if output is None or output.file:
            continue
        weights = _weights(output, files, sizes)
        place = Location(planned.page.file if planned.page else planned.path)
        for found, limit, what in ((weights.scripts, SCRIPTS, "scripts"), (weights.styles, STYLES, "style sheets")):
            if sum(found.values()) > limit and own & found.keys() and tuple(found) not in told:
                told.add(tuple(found))
                _report(problems, place, f"the {what} of this page weigh", sum(found.values()), limit, found)
        parts = weights.parts(own)
        if planned.address == "/" and sum(parts.values()) > HOME:
            _report(problems, place, "the home page weighs", sum(parts.values()), HOME, parts)


def _own(plan: Plan) -> set[str]:
    """The scripts and style sheets that are the site's own, in part at least: its author cannot mend the theme's."""
    folder = str(Path(plan.site.root, "static"))
    groups: list[tuple[str, tuple[StaticFile, ...]]] = [(file.path, (file,)) for file in plan.static_files]
    groups += [(bundle.path, bundle.parts) for bundle in plan.bundles]
    return {path for path, parts in groups if any(part.file.startswith(folder) for part in parts)}


def _weights(output: Output, files: Mapping[str, Output], sizes: dict[str, int]) -> Weights:
    loaded: dict[str, dict[str, int]] = {".js": {}, ".css": {}}
    for path in _loaded(output):
        if path in files:
            if path not in sizes:
                sizes[path] = len(files[path].content) or Path(files[path].file or "/").stat().st_size
            loaded[".css" if path.endswith(".css") else ".js"][path] = sizes[path]
    icons = sum(len(icon) for icon in ICON.findall(output.content))
    return Weights(len(output.content), loaded[".js"], loaded[".css"], icons)


def _loaded(output: Output) -> Iterator[str]:
    """The paths of the site's own scripts and style sheets that a page names."""
    for address in LOADED.findall(output.content.decode("utf-8", "replace")):
        if not THEIRS.match(address):
            local = unquote(address.partition("?")[0].partition("#")[0])
            yield posixpath.normpath(posixpath.join(posixpath.dirname(output.path), local))


def _report(  # noqa: PLR0913, PLR0917 - the parts of one sentence
    problems: Problems, place: Location, what: str, size: int, limit: int, parts: Mapping[str, int]
) -> None:
    heaviest = sorted(parts.items(), key=lambda part: (-part[1], part[0]))
    listed = ", ".join(f"{name} {_kilobytes(bytes_)}" for name, bytes_ in heaviest)
    problems.warn(place, f"{what} {_kilobytes(size)}, more than {_kilobytes(limit)}: {listed}", _hint(parts))


def _hint(parts: Mapping[str, int]) -> str:
    """What helps most: against the heavier one of a page's text and its icons."""
    if "its text" not in parts:
        return "leave out what this page does not need"
    if parts["its icons"] > parts["its text"]:
        return "name fewer networks in data/profile.yml: each has an icon"
    return "show fewer entries with `limit`, or on a page of their own"


def _kilobytes(size: int) -> str:
    return f"{size / 1000:.1f} KB".replace(".0 KB", " KB")
