"""Claim the paths of a language in a folder, and report those that something else has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.model.languages import language_name
from acadfolio.model.record import NOWHERE
from acadfolio.routing.plan import GENERATED, url_of

if TYPE_CHECKING:
    from acadfolio.model.site import Site
    from acadfolio.problems import Location
    from acadfolio.routing.plan import Claims, Plan, PlannedPage


def claim_in_output(plan: Plan, claims: Claims) -> None:
    """Claim what a language in a folder writes. Report pages with the path of a page or a file elsewhere.

    Args:
        plan: The plan of the language.
        claims: The paths that the top and the languages before it use.
    """
    for redirect in plan.redirects:
        path = plan.path_in_output(redirect.path)
        if path.casefold() in claims.by_path:
            _, location = claims.by_path[path.casefold()]
            language = language_name(plan.site.settings.language)
            message = f"`{url_of(path)}` is the URL of a redirect in {language}"
            hint = "rename one of them, or delete the redirect"
            claims.problems.error(location, message, hint, rule="url-conflict")
    for planned in plan.pages:
        path = plan.path_in_output(planned.path)
        if path.casefold() in claims.by_path:  # Names that differ only in case are one file.
            _report_conflict(plan, planned, path, claims)
        location = planned.location if planned.page else GENERATED
        claims.by_path.setdefault(path.casefold(), (path, location))
    for path in sorted(plan.own_paths):
        _claim_generated(plan.path_in_output(path), claims)


def _claim_generated(path: str, claims: Claims) -> None:
    """Claim a path for a generated file, which an author's file of the same name replaces."""
    taken, location = claims.by_path.setdefault(path.casefold(), (path, GENERATED))
    if taken != path:
        message = f"`{url_of(taken)}` and `{url_of(path)}` (from {GENERATED}) differ only in upper and lower case"
        hint = "some file systems cannot store both: rename this one"
        claims.problems.error(location, message, hint, rule="url-conflict")


def _report_conflict(plan: Plan, planned: PlannedPage, path: str, claims: Claims) -> None:
    _, location = claims.by_path[path.casefold()]
    settings, rule = plan.site.settings, "url-conflict"
    language = language_name(settings.language)
    place = place_of_folder(plan.site)
    if planned.url == "/" and place:
        message = f"`{url_of(path)}` is the folder of {language}, and the URL of {location}"
        hint = "write another folder, or move that page"
        claims.problems.error(place, message, hint, rule=rule)
        return
    message = f"`{url_of(path)}` is the URL of a page in {language}"
    name = f"content/{planned.page.name if planned.page else 'about'}"
    hint = f"to translate that page, name the file {name}.{settings.language}.md; or move it"
    claims.problems.error(location, message, hint, rule=rule)


def place_of_folder(site: Site) -> Location | None:
    """Where the settings have the folder of a language; None if it is the usual one."""
    languages = site.settings.languages
    found = (each.source_location for each in languages if each.tag == site.settings.language)
    place = next(found, NOWHERE)
    return place if place.file else None
