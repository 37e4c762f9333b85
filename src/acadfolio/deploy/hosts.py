"""The address of a repository, a branch and a domain in; where the site will be, and how to switch it on, out."""

from __future__ import annotations

import re
from dataclasses import dataclass

from acadfolio.deploy.masking import clean

GITHUB, CODEBERG, GITLAB = "github.com", "codeberg.org", "gitlab.com"
SCP = re.compile(r"(?:[^/@]+@)?(?P<host>[^/:]+):(?P<path>[^/].*|/.*)")
WEB = re.compile(r"[\w+.-]+://(?:[^/@]*@)?(?P<host>[^/:]+)(?::\d+)?/(?P<path>.+)")
ALIASES = {"ssh.github.com": GITHUB, "www.github.com": GITHUB, "altssh.gitlab.com": GITLAB}
MEGABYTE = 1024 * 1024
LARGEST_FILE, LARGEST_SITE = 100 * MEGABYTE, 1024 * MEGABYTE
"""GitHub refuses larger files, and asks for sites that are no larger."""


@dataclass(frozen=True, slots=True)
class Home:
    """What is known of where a branch is shown. Empty where it is not certain."""

    address: str = ""
    switch: str = ""
    """What to do once, after the first push."""


@dataclass(frozen=True, slots=True)
class Place:
    """A repository on a server."""

    host: str
    owner: str
    name: str


def place_of(address: str) -> Place | None:
    """None for a path on this machine."""
    match = WEB.fullmatch(address) or (None if "://" in address else SCP.fullmatch(address))
    if not match:
        return None
    owner, _, name = match["path"].strip("/").removesuffix(".git").rpartition("/")
    host = match["host"].lower()
    return Place(ALIASES.get(host, host), owner, name)


def home_of(place: Place | None, branch: str, domain: str) -> Home:
    """`domain` is the site's own one, as its CNAME names it, which others may have written."""
    if place is None:
        return Home()
    own = "".join(f"https://{word}/" for word in clean(domain).split()[:1])
    if place.host == GITHUB:
        where = f"https://github.com/{place.owner}/{place.name}/settings/pages"
        switch = f"switch GitHub Pages on: {where} (deploy from a branch: {branch}, / (root))"
        return Home(own or _github(place), switch)
    if place.host == CODEBERG:
        if branch == "pages":
            return Home(f"https://{place.owner.lower()}.codeberg.page/{_below(place.name, 'pages')}")
        return Home(switch="Codeberg shows the branch `pages`: --branch pages")
    if place.host == GITLAB:
        return Home(switch="GitLab shows no branch by itself: it needs a .gitlab-ci.yml with a job `pages`")
    return Home()


def _github(place: Place) -> str:
    host = f"{place.owner.lower()}.github.io"
    return f"https://{host}/{_below(place.name, host)}"


def _below(name: str, own: str) -> str:
    """The folder of a project; none for the repository that is the owner's own page."""
    return "" if name.lower() == own else f"{name}/"


def is_same_address(one: str, other: str) -> bool:
    """But for `http` and `https`, letter case of the host, and a slash at the end."""
    return _plain(one) == _plain(other)


def _plain(address: str) -> str:
    host, _, path = address.partition("://")[2].rstrip("/").partition("/")
    return f"{host.lower()}/{path}"
