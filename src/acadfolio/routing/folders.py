"""Report paths that would be a file and a folder at once: static/cv, and the page /cv/."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.model.languages import name_and_tag
from acadfolio.routing.languages.claims import place_of_folder
from acadfolio.routing.plan import GENERATED, url_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from acadfolio.model.site import Site
    from acadfolio.problems import Location
    from acadfolio.routing.plan import Claims


def report_files_as_folders(claims: Iterable[tuple[Site, Claims]]) -> None:
    """Report each file whose path other files need as a folder.

    Args:
        claims: The paths of each language, with the site in this language.
    """
    used: dict[str, tuple[str, Location, Claims]] = {}
    languages: dict[str, Site] = {}
    for site, of_language in claims:
        mount = site.mount
        languages[mount.rstrip("/").casefold()] = site
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
            site_there = languages.get(folder)
            place = place_of_folder(site_there) if site_there else None
            if site_there and place:
                _report_folder(site_there, place, used[folder])
            else:
                _report(used[folder], used[folded])


def _report_folder(site: Site, place: Location, file: tuple[str, Location, Claims]) -> None:
    """Report the folder of a language with the name of a file, where the settings have it."""
    _, location, claims = file
    language = name_and_tag(site.settings.language)
    of_file = "" if location == GENERATED else f", from {location}"
    message = f"`/{site.mount}` is the folder of {language}, but the site has a file of this name"
    hint = f"write another folder, such as `/{site.settings.language.lower()}/`"
    claims.problems.error(place, message + of_file, hint, rule="url-conflict")


def _report(file: tuple[str, Location, Claims], below: tuple[str, Location, Claims]) -> None:
    """Report a file at its place, or if acadfolio generates it at the place of the other one."""
    (path, location, claims), (other_path, other, _) = file, below
    of_other = "" if other == GENERATED else f" (from {other})"
    message = (
        f"`/{path}` is a file, but `{url_of(other_path)}`{of_other} needs a folder of this name"
    )
    place = other if location == GENERATED else location
    claims.problems.error(place, message, "rename one of them", rule="url-conflict")
