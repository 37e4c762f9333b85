"""Links that lead out of a site, and the permissions that the owner gave with `--follow-links`.

A site may come from a stranger, and its link to a private file would publish that file. So no site
permits its own links: permissions are in the folder for the user's settings, by the real paths of
the site and of the link's target.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.files import links_below
from acadfolio.problems import Location, Problem, SiteError
from acadfolio.user_settings import read_settings, write_settings

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    Permissions = dict[str, list[str]]
    """The real paths of targets, by the real paths of sites."""

FILE = "links.json"
ABOUT = "Targets of links that lead out of a site, which you allowed with `acadfolio build --follow-links`."


def links_outside(
    root: Path, names: Iterable[str], allowed: Collection[str] = ()
) -> dict[str, str]:
    """Return the links in these files and folders of a site that lead out of it, with their real targets.

    Args:
        root: The site's folder.
        names: The names of its files and folders.
        allowed: Real targets outside of the site. Links to exactly these are not returned; links in them may lead to
            the same one again.
    """
    inside = os.path.realpath(root)
    found = {}
    for name in names:
        folder = f"{root}/{name}"
        for link in (folder, *links_below(folder, (inside, *allowed))):
            target = os.path.realpath(link)
            if (
                _is_within(target, inside)
                or target in allowed
                or _stays_in_one(link, target, allowed)
            ):
                continue
            if Path(target).exists():
                found[link] = target
    return found


def is_within(path: Path, folder: Path) -> bool:
    """Whether a file is in a folder, after all links on the way to it."""
    return _is_within(os.path.realpath(path), os.path.realpath(folder))


def _is_within(path: str, folder: str) -> bool:
    return Path(path).is_relative_to(folder)


def _stays_in_one(link: str, target: str, allowed: Collection[str]) -> bool:
    """Whether a link is in an allowed folder outside of the site, and leads to another place in this folder."""
    place = os.path.realpath(os.path.dirname(link))  # noqa: PTH120 - a path of the system, as the others
    return any(_is_within(place, folder) and _is_within(target, folder) for folder in allowed)


def allowed_targets(root: Path) -> frozenset[str]:
    """Return the real targets that the user allowed for the links of this site."""
    targets = _read().get(os.path.realpath(root), [])
    return frozenset(map(str, targets))


def allow_links(root: Path, names: Collection[str]) -> dict[str, str]:
    """Allow all links in these folders of a site that lead out of it now, and remember their targets.

    Returns:
        The links that were not allowed before, with their targets.

    Raises:
        SiteError: the permission cannot be remembered.
    """
    allowed = set(allowed_targets(root))
    new: dict[str, str] = {}
    while found := links_outside(root, names, allowed):  # The targets may have links, too.
        new |= found
        allowed |= set(found.values())
    if new:
        _write({**_read(), os.path.realpath(root): sorted(allowed)})
    return new


def _read() -> Permissions:
    """All permissions; none if the file is missing or damaged."""
    sites: object = read_settings(FILE).get("sites")
    if not isinstance(sites, dict):
        return {}
    found: Permissions = {}
    for site, targets in sites.items():
        if isinstance(targets, list):
            found[site] = targets
    return found


def _write(sites: Permissions) -> None:
    try:
        write_settings(FILE, {"about": ABOUT, "sites": sites})
    except OSError as error:
        message = f"the allowed links cannot be remembered: {error.strerror}"
        hint = "set the variable XDG_CONFIG_HOME to a folder of yours"
        raise SiteError(
            [Problem("outside-link", Location(str(error.filename)), message, hint)]
        ) from error
