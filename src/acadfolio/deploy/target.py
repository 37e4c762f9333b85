"""A folder that a site is to be copied into comes in; what must not happen to it is a SiteError."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio import OUTPUT, SOURCE_FOLDERS
from acadfolio.deploy.masking import guessed, without_credentials
from acadfolio.links import links_below
from acadfolio.output.guards import is_ours, is_within, non_folder_at
from acadfolio.output.staging import GIT
from acadfolio.problems import Location, Problem, SiteError
from acadfolio.store import CACHE

if TYPE_CHECKING:
    from pathlib import PurePath

LIST = ".acadfolio-files"
"""What a deployment put into the folder: the next one removes what the site has no more, and nothing else."""
SCHEME = re.compile(r"(?P<scheme>[\w+.-]+):/+(?P<rest>.*)", re.DOTALL)
OF_SSH = {"ssh", "sftp", "scp", "rsync"}
_BELOW = "name a folder for the site alone, such as ~/public_html"


def refuse_target(folder: Path, site: Path) -> None:
    """Raise SiteError for a folder that holds something dearer than a copy of the site."""
    if address := address_of(folder):
        raise _elsewhere(address)
    wrong = _fault(folder, site)
    if wrong:
        message, hint = wrong
        raise SiteError([Problem(Location(str(folder)), message, hint)])


def address_of(folder: PurePath) -> str:
    """What was given for a folder, where it is an address (`host:www`); empty where something here is called so."""
    named = folder.as_posix()[len(folder.drive) :]
    first = named.partition("/")[0]
    if os.path.exists(first or folder):  # noqa: PTH110 - it may be too long for a Path
        return ""
    if match := SCHEME.fullmatch(named):
        return f"{match['scheme']}://{match['rest']}"  # A Path has one slash of them.
    return named if ":" in first or re.match("//[^/]*:.*@", named) else ""


def _elsewhere(address: str) -> SiteError:
    scheme, is_written_out, _ = address.partition("://")
    shown = without_credentials(address) if is_written_out else guessed(address)
    what = "this is on another machine, and --to is for a folder of this one"
    if not is_written_out or scheme.lower() in OF_SSH:
        hint = "mount it, or build and copy: rsync -rt --delete output/ YOU@HOST:public_html/"
    elif scheme.lower() == "file":
        shown = address.replace("://", ":///", 1)
        what, hint = "this is an address, and --to is for a folder", "write its path, without `file://`"
    else:
        hint = "mount it, or build, and upload what is in output/"
    return SiteError([Problem(Location(shown), what, hint)])


def _fault(folder: Path, site: Path) -> tuple[str, str] | None:
    if there := non_folder_at(folder):
        what = "this is a file, not a folder" if there == "file" else "this is a symbolic link that leads nowhere"
        return what, _BELOW
    real = folder.resolve()
    if not real.parent.is_dir():
        return "the folder above this one is not there", "see its name, and whether its disk is mounted"
    return _too_much(real) or _of_the_site(real, site) or _somebody_elses(real) or _of_programs(real, site)


def _too_much(real: Path) -> tuple[str, str] | None:
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 - Path.home() raises where there is none
    if real == real.parent:
        return "this is the whole disk", _BELOW
    if home.is_absolute() and is_within(home, real):
        return "this is your home folder, or above it", _BELOW
    return None


def _of_the_site(real: Path, site: Path) -> tuple[str, str] | None:
    if is_within(site, real):
        return "the site itself is in this folder: its sources would be online", _BELOW
    if any(is_within(real, site / name) for name in (*SOURCE_FOLDERS, CACHE)):
        return "this folder is among the sources of the site", _BELOW
    links = links_below(site / name for name in SOURCE_FOLDERS).folders
    if link := next((link for link in links if is_within(real, link)), None):
        shown = os.path.relpath(link, site)
        return f"this folder is among the sources of the site: `{shown}` is a link that leads there", _BELOW
    if is_within(real, site / OUTPUT) or any(is_ours(folder) for folder in (real, *real.parents)):
        return "a build replaces this folder, and all that is in it", "name another one"
    return None


def _of_programs(real: Path, site: Path) -> tuple[str, str] | None:
    """`.github`, `.devcontainer`: what stands there is obeyed, not shown."""
    top = site.resolve()
    if real.is_relative_to(top) and real.relative_to(top).parts[0].startswith("."):
        return "this folder of the site is for programs: what is in it is not shown, but obeyed", _BELOW
    return None


def is_bare(folder: Path) -> bool:
    """Whether this is what another repository's `.git` is, as on a server."""
    return (folder / "HEAD").is_file() and all((folder / below).is_dir() for below in ("objects", "refs"))


def _somebody_elses(real: Path) -> tuple[str, str] | None:
    if GIT in real.parts or any(is_bare(folder) for folder in (real, *real.parents)):
        return "this folder is in a git repository's own one", _BELOW
    if os.path.lexists(real / GIT) and not (real / LIST).is_file():
        return "this is a git repository, and acadfolio did not put a site into it", "deploy to its branch instead"
    return None
