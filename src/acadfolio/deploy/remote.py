"""Find the git remote to push to, and the URL at which its host shows the branch."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from msgspec import Struct

from acadfolio.deploy.git import Git
from acadfolio.deploy.masking import Mask, secrets_of_settings, secrets_of_url, without_credentials
from acadfolio.problems import Location, Problem, SiteError
from acadfolio.wording import did_you_mean, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from acadfolio.deploy.git import Setting

DEFAULT_NAME = "origin"
NAME = "acadfolio-deploy"
"""The name of the remote in the temporary repository."""
GITHUB = "github.com"
ALIASES = {"ssh.github.com": GITHUB, "www.github.com": GITHUB}


@dataclass(frozen=True, slots=True)
class Remote:
    """A remote, with everything that another repository needs to push to it."""

    name: str
    """Empty if the user gave a URL."""
    url: str = field(repr=False)
    top: Path
    """The folder to which a relative URL is relative."""
    settings: tuple[Setting, ...] = field(repr=False)
    mask: Mask

    @property
    def label(self) -> str:
        """The name and the URL without secrets."""
        url = without_credentials(self.mask(self.url))
        return f"{self.mask(self.name)} ({url})" if self.name else url

    def branch_holds(self, site: Path, branch: str, file: str) -> bool:
        """Whether the user's own repository has a branch with this name and this file of the site."""
        return (
            bool(self.name)
            and not Git(site).run("cat-file", "-e", f"refs/heads/{branch}:./{file}").status
        )


def find_remote(site: Path, named: str) -> Remote:
    """The remote with this name or URL; without a name `origin`, or the only one.

    Raises:
        SiteError: there is no such remote, or git fails.
    """
    git = Git(site)
    config = _local_config(git)
    names = git.ask("remote").splitlines() if config else []
    settings = _settings_of(git)
    mask = Mask([*secrets_of_settings(settings), *secrets_of_url(named)])
    name = named or _default_name(names, mask, has_repository=bool(config))
    top, passed = _top(git, site), _passed_settings(config, settings)
    if name not in names:
        url = _checked_url(name, names, mask)
        return Remote("", url, top, (*passed, (f"remote.{NAME}.url", url)), mask)
    urls = Git(site, mask=mask).ask("remote", "get-url", "--push", "--all", name).splitlines()
    return Remote(
        name, urls[0], top, (*passed, *((f"remote.{NAME}.url", url) for url in urls)), mask
    )


def _settings_of(git: Git) -> list[Setting]:
    """All settings of git in its folder."""
    settings = (setting.partition("\n") for setting in git.names("config", "--list", "-z"))
    return [(key, value) for key, _, value in settings]


def _passed_settings(config: str, settings: Sequence[Setting]) -> list[Setting]:
    """The settings for a push from another repository: those of the site's repository, and the command for ssh."""
    file = [("include.path", config)] if config else []
    return file + [(key, value) for key, value in settings if key == "core.sshcommand"]


def _checked_url(url: str, names: Sequence[str], mask: Mask) -> str:
    """The URL, or the absolute path of a folder. Raises SiteError for anything else."""
    if os.path.isdir(url):  # noqa: PTH112 - a token may be too long for a Path
        return os.path.realpath(url)
    if "://" in url or ":" in url.partition("/")[0] or url.startswith(("/", "./", "../")):
        return url
    hint = mask(did_you_mean(url, names)) if names else "give its URL"
    raise _error(f"there is no remote `{mask(url)}`", hint)


def _local_config(git: Git) -> str:
    """The file with the settings of the site's repository; empty if there is no repository.

    A clone from a stranger may contain the files of a bare repository, whose settings run commands.
    It is not used.
    """
    answer = git.run(
        "rev-parse", "--path-format=absolute", "--git-common-dir", "--is-bare-repository"
    )
    if "not a git repository" in answer.error:
        return ""
    folder, _, is_bare = answer.text.rpartition("\n")
    # Since 2.38, git refuses it as well, because of `safe.bareRepository`.
    if "cannot use bare repository" in answer.error or (
        is_bare == "true" and Path(folder).name != ".git"
    ):
        message = "the site is in the files of a bare repository, whose settings could run commands"
        raise _error(message, "delete its files `HEAD` and `config`: no site needs them")
    answer.checked()
    return f"{folder}/config"


def _top(git: Git, site: Path) -> Path:
    """The top folder of the site's working tree, or the site itself if there is no repository."""
    answer = git.run("rev-parse", "--show-toplevel")
    return site if answer.status else Path(answer.text)


def _default_name(names: Sequence[str], mask: Mask, *, has_repository: bool) -> str:
    if DEFAULT_NAME in names:
        return DEFAULT_NAME
    if len(names) == 1:
        return names[0]
    if names:
        hint = mask(f"choose one: --remote {' or '.join(sorted(names))}")
        raise _error(f"there is no remote `{DEFAULT_NAME}`", hint)
    commands = "git remote add origin git@github.com:YOU/YOU.github.io.git"
    if not has_repository:
        commands = f"git init -b main && {commands}"
    hint = f"run `{commands}`, or copy the site into a folder: --to DIR"
    raise _error("there is no git repository with a remote to push to", hint)


def _error(message: str, hint: str) -> SiteError:
    return SiteError([Problem("deploy-remote", Location("git"), message, hint)])


class Repository(Struct, frozen=True):
    """A repository on a server."""

    host: str
    owner: str
    name: str


class Hosting(Struct, frozen=True):
    """The URL at which a host shows a branch; empty if it is not certain."""

    url: str = ""
    setup: str = ""
    """An instruction for the user after the first push."""


def repository_of(url: str) -> Repository | None:
    """The repository of the URL of a remote; None for a local path."""
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
    """The hosting of a branch. `domain` is the content of the file CNAME, which is not trusted."""
    if repository is None or repository.host != GITHUB:
        return Hosting()
    pages = f"https://github.com/{repository.owner}/{repository.name}/settings/pages"
    setup = f"enable GitHub Pages: {pages} (deploy from a branch: {branch}, / (root))"
    domains = printable(domain).split()
    return Hosting(f"https://{domains[0]}/" if domains else _pages_url(repository), setup)


def _pages_url(repository: Repository) -> str:
    """The URL of a project's pages, or without a path of the owner's own site."""
    host = f"{repository.owner.lower()}.github.io"
    return (
        f"https://{host}/"
        if repository.name.lower() == host
        else f"https://{host}/{repository.name}/"
    )
