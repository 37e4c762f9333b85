"""Refuse to copy a site into a folder that holds something else than a site."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio import OUTPUT, SOURCE_FOLDERS
from acadfolio.deploy.masking import Mask
from acadfolio.files import links_below
from acadfolio.output.guards import is_ours, is_within, non_folder_at
from acadfolio.output.staging import GIT
from acadfolio.problems import Location, Problem, SiteError
from acadfolio.store import CACHE

if TYPE_CHECKING:
    from pathlib import PurePath

LIST = ".acadfolio-files"
"""What a deployment put into the folder: the next one removes what the site has no more, and nothing else."""
_OWN_FOLDER = "name a folder for the site alone, such as ~/public_html"


def refuse_target(folder: Path, site: Path) -> None:
    """Raise SiteError for a folder that is on another machine, or holds more than a copy of the site."""
    place = str(folder)
    if is_remote(folder):
        _, at, after = place.rpartition("@")
        place = Mask()(f"***@{after}" if at else place)
        message = "this is on another machine, and --to is for a folder of this one"
        hint = "mount it, or build and copy: rsync -rt --delete output/ YOU@HOST:public_html/"
    else:
        message, hint = _reason(folder, site)
    if message:
        raise SiteError([Problem("deploy-folder", Location(place), message, hint)])


def is_remote(folder: PurePath) -> bool:
    """Whether this is an address (`host:www`, `sftp://host/www`), and nothing here has that name."""
    first = folder.as_posix()[len(folder.drive) :].partition("/")[0]
    return ":" in first and not os.path.exists(first)  # noqa: PTH110 - it may be too long for a Path


def _reason(folder: Path, site: Path) -> tuple[str, str]:
    """Why a folder is refused, and a hint; both empty when it is not."""
    there = non_folder_at(folder)
    if there == "file":
        return "this is a file, not a folder", _OWN_FOLDER
    if there:
        return "this is a symbolic link that leads nowhere", _OWN_FOLDER
    real = folder.resolve()
    if not real.parent.is_dir():
        return "the folder above this one does not exist", "check its name, and whether its disk is mounted"
    if real == real.parent:
        return "this is the whole disk", _OWN_FOLDER
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 - Path.home() raises where there is none
    if home.is_absolute() and is_within(home, real):
        return "this is your home folder, or above it", _OWN_FOLDER
    return _reason_of_site(real, site) or _reason_of_git(real) or ("", "")


def _reason_of_site(real: Path, site: Path) -> tuple[str, str] | None:
    if is_within(site, real):
        return "the site itself is in this folder: its sources would be online", _OWN_FOLDER
    if any(is_within(real, site / name) for name in (*SOURCE_FOLDERS, CACHE)):
        return "this folder is among the sources of the site", _OWN_FOLDER
    if link := _link_to(real, site):
        return f"this folder is among the sources of the site, through the link `{link}`", _OWN_FOLDER
    if is_within(real, site / OUTPUT) or any(is_ours(above) for above in (real, *real.parents)):
        return "a build replaces this folder, and all that is in it", "name another one"
    top = site.resolve()
    if real.is_relative_to(top) and real.relative_to(top).parts[0].startswith("."):
        return "this folder of the site is for programs, such as GitHub's workflows", _OWN_FOLDER
    return None


def _link_to(real: Path, site: Path) -> str:
    """A link in the sources that leads to the folder or above it."""
    for source in SOURCE_FOLDERS:
        for link in links_below(str(site / source)):
            if os.path.isdir(link) and is_within(real, Path(link)):  # noqa: PTH112 - `Path` may raise
                return os.path.relpath(link, site)
    return ""


def _reason_of_git(real: Path) -> tuple[str, str] | None:
    if GIT in real.parts or any(is_bare(above) for above in (real, *real.parents)):
        return "this folder is inside a git repository's own one", _OWN_FOLDER
    if os.path.lexists(real / GIT) and not (real / LIST).is_file():
        return "this is a git repository, and acadfolio did not put a site into it", "deploy to its branch instead"
    return None


def is_bare(folder: Path) -> bool:
    """Whether this is what another repository's `.git` is, as on a server."""
    return (folder / "HEAD").is_file() and all((folder / below).is_dir() for below in ("objects", "refs"))
