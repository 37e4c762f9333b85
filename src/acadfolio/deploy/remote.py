"""Find the git remote to push to, and what is known of the server behind it."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from msgspec import Struct

from acadfolio.deploy.git import Git
from acadfolio.deploy.masking import Mask, printable, secrets_of_settings, secrets_of_url, without_credentials
from acadfolio.problems import Location, Problem, SiteError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from acadfolio.deploy.git import Setting

USUAL = "origin"
NAME = "acadfolio-deploy"
"""The remote's name in the repository that is pushed from."""
GITHUB, CODEBERG = "github.com", "codeberg.org"
ALIASES = {"ssh.github.com": GITHUB, "www.github.com": GITHUB}
SETUPS = {CODEBERG: "Codeberg shows the branch `pages`: --branch pages"}


@dataclass(frozen=True, slots=True)
class Remote:
    """A remote, so that any repository can push to it."""

    name: str
    """Empty when it was given by its URL."""
    url: str = field(repr=False)
    top: Path
    """The folder that a relative URL counts from."""
    settings: tuple[Setting, ...] = field(repr=False)
    mask: Mask

    @property
    def label(self) -> str:
        """The name and the URL without secrets."""
        url = self.mask(without_credentials(self.url))
        return f"{self.name} ({url})" if self.name else url

    def branch_holds(self, site: Path, branch: str, file: str) -> bool:
        """Whether the user's own repository has a branch of that name, with this file of the site."""
        return bool(self.name) and not Git(site).run("cat-file", "-e", f"refs/heads/{branch}:./{file}").status


def find_remote(site: Path, named: str) -> Remote:
    """The remote of that name or URL; without a name `origin`, or the only one.

    Raises:
        SiteError: there is no such remote, or git fails.
    """
    git = Git(site)
    config = _local_config(git)
    names = git.ask("remote").splitlines() if config else []
    name = named or _usual(names)
    known = _settings_of(git)
    mask = Mask([*secrets_of_settings(known), *secrets_of_url(named)])
    top, passed = _top(git, site), _passed_settings(config, known)
    if name not in names:
        url = _checked_url(name, names, mask)
        return Remote("", url, top, (*passed, (f"remote.{NAME}.url", url)), mask)
    urls = git.ask("remote", "get-url", "--push", "--all", name).splitlines()
    return Remote(name, urls[0], top, (*passed, *((f"remote.{NAME}.url", url) for url in urls)), mask)


def _settings_of(git: Git) -> list[Setting]:
    """All settings that git knows in its folder."""
    settings = (setting.partition("\n") for setting in git.names("config", "--list", "-z"))
    return [(key, value) for key, _, value in settings]


def _passed_settings(config: str, known: Sequence[Setting]) -> list[Setting]:
    """The settings that a push from elsewhere needs: those of the site's repository, and the command for ssh."""
    file = [("include.path", config)] if config else []
    return file + [(key, value) for key, value in known if key == "core.sshcommand"]


def _checked_url(url: str, names: Sequence[str], mask: Mask) -> str:
    """A URL as it is, the path of a folder in full. Raises SiteError for what is neither."""
    if os.path.isdir(url):  # noqa: PTH112 - a token may be too long for a Path
        return os.path.realpath(url)
    if "://" in url or ":" in url.partition("/")[0] or url.startswith(("/", "./", "../")):
        return url
    raise _error(f"there is no remote `{mask(url)}`", did_you_mean(url, names) if names else "give its URL")


def _local_config(git: Git) -> str:
    """The file with the settings of the site's repository; empty outside of one."""
    answer = git.run("rev-parse", "--path-format=absolute", "--git-common-dir")
    if "not a git repository" in answer.error:
        return ""
    answer.raise_if_failed()
    return f"{answer.text}/config"


def _top(git: Git, site: Path) -> Path:
    """The uppermost folder of the working tree; the site outside of any."""
    answer = git.run("rev-parse", "--show-toplevel")
    return site if answer.status else Path(answer.text)


def _usual(names: Sequence[str]) -> str:
    if USUAL in names:
        return USUAL
    if len(names) == 1:
        return names[0]
    if names:
        raise _error(f"there is no remote `{USUAL}`", f"choose one: --remote {' or '.join(sorted(names))}")
    hint = "use --remote with a URL such as git@github.com:YOU/YOU.github.io.git, or --to DIR for a folder"
    raise _error("there is no git repository with a remote to push to", hint)


def _error(message: str, hint: str) -> SiteError:
    return SiteError([Problem("deploy-remote", Location("git"), message, hint)])


class Repository(Struct, frozen=True):
    """A repository on a server."""

    host: str
    owner: str
    name: str


class Hosting(Struct, frozen=True):
    """Where a branch is shown. Empty where that is not certain."""

    url: str = ""
    setup: str = ""
    """What to do once, after the first push."""


def repository_of(url: str) -> Repository | None:
    """The repository behind the URL of a remote; None for a path on this machine."""
    url = without_credentials(url)
    if "://" in url:
        parts = urlsplit(url)
        host, path = parts.hostname or "", parts.path
    else:
        before, _, path = url.partition(":")
        host = "" if "/" in before or not path else before.rpartition("@")[2].lower()
    if not host:
        return None
    owner, _, name = path.strip("/").removesuffix(".git").rpartition("/")
    return Repository(ALIASES.get(host, host), owner, name)


def hosting_of(repository: Repository | None, branch: str, domain: str) -> Hosting:
    """Where a branch is shown. `domain` is what the file CNAME holds, which others may have written."""
    if repository is None:
        return Hosting()
    if repository.host == CODEBERG and branch == "pages":
        return Hosting(_pages_url(repository, "codeberg.page"))
    if repository.host != GITHUB:
        return Hosting(setup=SETUPS.get(repository.host, ""))
    pages = f"https://github.com/{repository.owner}/{repository.name}/settings/pages"
    setup = f"switch GitHub Pages on: {pages} (deploy from a branch: {branch}, / (root))"
    own = printable(domain).split()
    return Hosting(f"https://{own[0]}/" if own else _pages_url(repository, "github.io"), setup)


def _pages_url(repository: Repository, domain: str) -> str:
    """The URL of a project; that of the owner's own page has no path."""
    host = f"{repository.owner.lower()}.{domain}"
    is_own = repository.name.lower() in {host, "pages"}
    return f"https://{host}/" if is_own else f"https://{host}/{repository.name}/"
