"""Links that lead out of a site, and the permissions that the owner gave with `--follow-links`.

A site may come from a stranger, and its link to a private file would publish that file. So no site permits its own
links: permissions are in the folder for the user's settings, by the real paths of the site and of the link's target.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.cache_folder import replace_file, user_settings
from acadfolio.files import links_below
from acadfolio.problems import Location, Problem, SiteError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    Permissions = dict[str, list[str]]
    """The real paths of targets, by the real paths of sites."""

FILE = "links.json"
ABOUT = "Targets of links that lead out of a site, which you allowed with `acadfolio build --follow-links`."


def links_outside(root: Path, names: Iterable[str], allowed: Collection[str] = ()) -> dict[str, str]:
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
            if _is_within(target, inside) or target in allowed or _stays_in_one(link, target, allowed):
                continue
            if Path(target).exists():
                found[link] = target
    return found


def _is_within(path: str, folder: str) -> bool:
    return Path(path).is_relative_to(folder)


def _stays_in_one(link: str, target: str, allowed: Collection[str]) -> bool:
    """Whether a link is in an allowed folder outside of the site, and leads to another place in this folder."""
    place = os.path.realpath(os.path.dirname(link))  # noqa: PTH120 - a path of the system, as the others
    return any(_is_within(place, folder) and _is_within(target, folder) for folder in allowed)


def allowed_targets(root: Path) -> frozenset[str]:
    """Return the real targets that the user allowed for the links of this site."""
    return frozenset(_read().get(os.path.realpath(root), ()))


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
    folder = user_settings()
    sites: Permissions = {}
    if folder is None:
        return sites
    with suppress(OSError, ValueError, TypeError, AttributeError, KeyError, RecursionError):
        read = json.loads((folder / FILE).read_text(encoding="utf-8"))["sites"]
        for site, targets in read.items():
            sites[site] = [target for target in targets if isinstance(target, str)]
    return sites


def _write(sites: Permissions) -> None:
    hint = "set the variable XDG_CONFIG_HOME to a folder of yours"
    folder = user_settings()
    if folder is None:
        message = "the allowed links cannot be remembered: you have no home folder"
        raise SiteError([Problem("outside-link", Location("--follow-links"), message, hint)])
    text = json.dumps({"about": ABOUT, "sites": sites}, indent=1, sort_keys=True)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        replace_file(str(folder / FILE), f"{text}\n".encode("utf-8", "surrogatepass"))
    except OSError as error:
        message = f"the allowed links cannot be remembered: {error.strerror}"
        raise SiteError([Problem("outside-link", Location(str(folder / FILE)), message, hint)]) from error
