"""Report paths that would be a file and a folder at once: static/cv, and the page /cv/."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.routing.plan import GENERATED, url_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from acadfolio.problems import Location
    from acadfolio.routing.plan import Claims


def report_files_as_folders(claims: Iterable[tuple[str, Claims]]) -> None:
    """Report each file whose path other files need as a folder.

    Args:
        claims: The paths of each language, with the folder in which it is.
    """
    used: dict[str, tuple[str, Location, Claims]] = {}
    for mount, of_language in claims:
        for folded, (path, location) in of_language.by_path.items():
            used.setdefault(f"{mount}{folded}", (f"{mount}{path}", location, of_language))
    reported = set()
    # An author's file explains more than a generated one.
    for folded in sorted(used, key=lambda path: (used[path][1] == GENERATED, path)):
        folder = folded.rpartition("/")[0]
        while folder and folder not in used:
            folder = folder.rpartition("/")[0]  # The one above.
        if folder and folder not in reported:
            reported.add(folder)
            _report(used[folder], used[folded])


def _report(file: tuple[str, Location, Claims], below: tuple[str, Location, Claims]) -> None:
    """Report a file at its place, or if acadfolio generates it at the place of the other one."""
    (path, location, claims), (other_path, other, _) = file, below
    of_other = "" if other == GENERATED else f" (from {other})"
    message = (
        f"`/{path}` is a file, but `{url_of(other_path)}`{of_other} needs a folder of this name"
    )
    place = other if location == GENERATED else location
    claims.problems.error(place, message, "rename one of them", rule="url-conflict")
