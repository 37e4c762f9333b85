"""A fresh site and wishes come in; one commit on a branch of a remote goes out. The site's repository is only read.

Everything is made in a bare repository of its own in the site's cache folder, which goes at the end; what a killed run
leaves there goes at the next start. The push is one step on the server: the old site or the new one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio import __version__
from acadfolio.deploy.hosts import (
    GITHUB,
    LARGEST_FILE,
    LARGEST_SITE,
    MEGABYTE,
    Home,
    home_of,
    is_same_address,
    place_of,
)
from acadfolio.deploy.masking import bare, without_credentials
from acadfolio.deploy.origin import find_origin
from acadfolio.deploy.workshop import open_workshop
from acadfolio.nouns import counted
from acadfolio.problems import Location, Problem, SiteError
from acadfolio.rendering.output import Output

if TYPE_CHECKING:
    from collections.abc import Callable

    from acadfolio.deploy.changes import Changes
    from acadfolio.deploy.fresh import Fresh
    from acadfolio.deploy.hosts import Place
    from acadfolio.deploy.origin import Origin
    from acadfolio.deploy.workshop import Tip, Workshop

CNAME, NOJEKYLL, SOURCE, HOME_PAGE = "CNAME", ".nojekyll", "data/site.yml", "index.html"
SETTINGS = Location(SOURCE)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asks for."""

    remote: str = field(default="", repr=False)
    branch: str = "gh-pages"
    message: str = f"Publish the site (acadfolio {__version__})"
    cname: str = ""
    is_orphan: bool = False
    is_rehearsal: bool = False
    """Find out everything, and push nothing."""


@dataclass(frozen=True, slots=True)
class Pushed:
    """What went where."""

    wishes: Wishes
    remote: str
    """Its name, when it has one, and its address without secrets."""
    above: str
    """The folder whose repository calls it so, where that is not the site's own: empty for most."""
    files: int
    changes: Changes
    commit: str
    """Of the branch as it is now; empty after a rehearsal of a first push."""
    is_first: bool
    is_needed: bool
    """Whether the branch is not yet as it was wished to be."""
    home: Home
    problems: tuple[Problem, ...]

    @property
    def is_done(self) -> bool:
        """Whether there was anything to push, and it was no rehearsal."""
        return self.is_needed and not self.wishes.is_rehearsal


def push(fresh: Fresh, site: Path, wishes: Wishes, tell: Callable[[str], None] = lambda _: None) -> Pushed:
    """Make the branch hold the site, and nothing else. Raises SiteError; the branch is as it was then.

    `tell` is told what takes its time.
    """
    origin = find_origin(site, wishes.remote)
    with open_workshop(site, origin) as workshop:
        workshop.refuse_branch(wishes.branch)
        address = workshop.address()
        place = place_of(bare(address))
        tip = workshop.look(wishes.branch)
        whole = _with_domain(fresh, tip, workshop, wishes)
        is_ours = not tip.files and origin.branch_holds(site, wishes.branch, SOURCE)
        _refuse_sources(whole, tip, wishes.branch, is_ours=is_ours)
        refuse_large(whole, place)
        tree = workshop.write(whole, tip)
        is_needed = tree != tip.tree or (wishes.is_orphan and tip.has_history)
        result = _result(whole, site, wishes, origin, address, tip, workshop, is_needed=is_needed)
        if not result.is_done:
            return result
        commit = workshop.commit(tree, "" if wishes.is_orphan else tip.commit, wishes.message)
        tell(f"Pushing to {result.remote} …")
        workshop.push(commit, wishes.branch, tip.commit)
        return replace(result, commit=commit)


def _result(  # noqa: PLR0913, PLR0917 - all that there is to tell
    fresh: Fresh,
    site: Path,
    wishes: Wishes,
    origin: Origin,
    address: str,
    tip: Tip,
    workshop: Workshop,
    *,
    is_needed: bool,
) -> Pushed:
    shown = without_credentials(address)
    is_own = not origin.is_named or origin.top.resolve() == site.resolve()
    place = place_of(bare(address))
    home = home_of(place, wishes.branch, fresh.bytes_of(CNAME).decode("utf-8", "replace"))
    return Pushed(
        wishes=wishes,
        remote=f"{origin.name} ({shown})" if origin.is_named else shown,
        above="" if is_own else str(origin.top),
        files=len(fresh.outputs),
        changes=workshop.changes,
        commit=tip.commit,
        is_first=not tip.commit,
        is_needed=is_needed,
        home=home,
        problems=(*about_address(fresh.url, home), *_about_size(workshop.size, place)),
    )


def _with_domain(fresh: Fresh, tip: Tip, workshop: Workshop, wishes: Wishes) -> Fresh:
    """`--cname` goes before what the site says, and that before what the branch has."""
    added = {} if NOJEKYLL in fresh.outputs else {NOJEKYLL: Output(NOJEKYLL)}
    if wishes.cname:
        added[CNAME] = Output(CNAME, f"{wishes.cname}\n".encode())
    elif CNAME in tip.files and CNAME not in fresh.outputs:
        added[CNAME] = Output(CNAME, workshop.content(tip.files[CNAME]))
    return replace(fresh, outputs={**fresh.outputs, **added}) if added else fresh


def _refuse_sources(fresh: Fresh, tip: Tip, branch: str, *, is_ours: bool) -> None:
    """A branch that holds anything but a site is not replaced by one, nor taken from one that holds it here."""
    foreign = tip.files.keys() - fresh.outputs.keys()
    if any(re.fullmatch(rf"(?:.*/)?{re.escape(SOURCE)}", path) for path in foreign):
        what = f"the branch `{branch}` holds the sources of a site, and would hold only its pages then"
    elif is_ours:
        what = f"your own branch `{branch}` holds the sources of this site, and could not be pushed any more then"
    elif tip.files and HOME_PAGE not in tip.files:
        files = counted(len(tip.files), "file")
        what = f"the branch `{branch}` holds {files} and no {HOME_PAGE}: it does not look like a site"
    else:
        return
    hint = "choose a branch for the site alone, such as --branch gh-pages"
    raise SiteError([Problem(Location("git"), what, hint)])


def refuse_large(fresh: Fresh, place: Place | None) -> None:
    """Before anything is sent: GitHub would refuse it all after everything was."""
    if place is None or place.host != GITHUB:
        return
    hint = "make it smaller, or put it elsewhere and link to it"
    problems = [
        Problem(Location(path), f"this file has {size // MEGABYTE} MB, and GitHub takes none above 100 MB", hint)
        for path, output in sorted(fresh.outputs.items())
        if (size := _size(output)) > LARGEST_FILE
    ]
    if problems:
        raise SiteError(problems)


def _size(output: Output) -> int:
    try:
        return Path(output.file).stat().st_size if output.file else len(output.content)
    except OSError:
        return 0  # Reading it will tell.


def _about_size(size: int, place: Place | None) -> list[Problem]:
    if place is None or place.host != GITHUB or size <= LARGEST_SITE:
        return []
    what = f"the site has {size // MEGABYTE} MB, and GitHub Pages shows none above 1 GB"
    return [Problem(Location("git"), what, "put large files elsewhere", "warning")]


def about_address(url: str, home: Home) -> list[Problem]:
    """The sitemap, feeds and previews name `url`: it has to be the one under which the site is found."""
    if not home.address or (url and is_same_address(url, home.address)):
        return []
    right = f"`url: {home.address.rstrip('/')}`"
    if not url:
        return [Problem(SETTINGS, "`url` is not said, so there is no sitemap", f"add {right}", "warning")]
    what = f"`url` is {url}, but the site will be at {home.address}"
    return [Problem(SETTINGS, what, f"write {right}, or see --cname", "warning")]
