"""A site's folder and a remote's name or address in; where to push to, and how git gets in there, out."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.deploy.command_lines import ALIAS, SETTINGS, secrets_of_alias, secrets_of_command
from acadfolio.deploy.git import Git, refuse_old
from acadfolio.deploy.masking import Mask, guessed, secrets_of_address, secrets_of_header
from acadfolio.problems import Location, Problem, SiteError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    Setting = tuple[str, str, str]
    """Scope, key and value."""

USUAL = "origin"
NAMELESS = "address"
"""What a remote is called, for git alone, that was given by its address."""
WAYS_IN = ("credential.", "http.", "url.", "protocol.", "ssh.", "core.gitproxy")
"""Settings of the repository that say how to reach a server; those of the user and the system git finds by itself."""
ONCE = ("user.", "author.", "committer.", "core.sshcommand", "core.askpass")
"""Those of which the last one counts, wherever it stands: `includeIf` may have brought it."""
OF_A_REMOTE = ("proxy", "proxyauthmethod", "receivepack", "uploadpack", "vcs")
LOCAL = {"local", "worktree"}
IS_ADDRESS = re.compile(r"[\w+.-]+://|[^/]*:|\.{0,2}/")


@dataclass(frozen=True, slots=True)
class Origin:
    """A remote, so that any repository can push to it."""

    name: str
    top: Path
    """What a relative address counts from."""
    settings: tuple[tuple[str, str], ...] = field(repr=False)
    mask: Mask
    is_named: bool = True
    """Whether the repository calls it so; False where it was given by its address."""

    def branch_holds(self, site: Path, branch: str, file: str) -> bool:
        """Whether the repository that calls it so has a branch of that name, with this file of the site."""
        return self.is_named and not Git(site).run("cat-file", "-e", f"refs/heads/{branch}:./{file}").status


def find_origin(site: Path, named: str) -> Origin:
    """The remote of that name or address; without a name `origin`, or the only one. Raises SiteError."""
    git = Git(site)
    refuse_old(git)
    top = _top(git)
    settings = _settings(git)
    remotes = _remotes(settings)
    name = named or _usual(remotes, is_repository=top is not None)
    mask = Mask(_secrets(settings, named))
    if name in remotes:
        return Origin(name, top or site, tuple(_of_remote(settings, name, remotes[name])), mask)
    if not IS_ADDRESS.match(name) and not (site / name).is_dir():
        raise _unknown(name, remotes, is_repository=top is not None)
    address = str(Path(name).resolve()) if os.path.isdir(name) else name  # noqa: PTH112 - a token may be too long for a Path
    return Origin(NAMELESS, top or site, tuple(_of_remote(settings, NAMELESS, [address])), mask, is_named=False)


def _top(git: Git) -> Path | None:
    """The working tree's uppermost folder, the site itself in a bare repository, None outside of any."""
    answer = git.run("rev-parse", "--show-toplevel")
    if not answer.status:
        return Path(answer.text)
    if "not a git repository" in answer.error:
        return None
    if "work tree" in answer.error:
        return git.folder
    raise git.failure(answer)


def _settings(git: Git) -> list[Setting]:
    answer = git.run("config", "--list", "--show-scope", "-z")
    parts = answer.output.decode("utf-8", "surrogateescape").split("\0")
    pairs = zip(parts[::2], parts[1::2], strict=False)
    split = ((scope, *pair.partition("\n")) for scope, pair in pairs)
    return [(scope, key, value if has_value else "true") for scope, key, has_value, value in split]


def _remotes(settings: Iterable[Setting]) -> dict[str, list[str]]:
    """By name, where each is pushed to."""
    found: dict[str, dict[str, list[str]]] = {}
    for _, key, value in settings:
        name, _, what = key.removeprefix("remote.").rpartition(".")
        if key.startswith("remote.") and name and what in {"url", "pushurl"}:
            found.setdefault(name, {}).setdefault(what, []).append(value)
    return {name: kinds.get("pushurl") or kinds["url"] for name, kinds in found.items()}


def _usual(remotes: Sequence[str] | dict[str, list[str]], *, is_repository: bool) -> str:
    if USUAL in remotes:
        return USUAL
    if len(remotes) == 1:
        return next(iter(remotes))
    if not is_repository:
        message = "this folder is in no git repository"
        hint = "say where to: --remote ADDRESS for a repository, --to DIR for a folder"
    elif remotes:
        message, hint = f"there is no remote `{USUAL}`", f"say which: --remote {' or '.join(sorted(remotes))}"
    else:
        message = "this repository has no remote to push to"
        hint = "git remote add origin git@github.com:YOU/YOU.github.io.git, or --to DIR for a folder"
    raise SiteError([Problem(Location("git"), message, hint)])


def _unknown(name: str, remotes: dict[str, list[str]], *, is_repository: bool) -> SiteError:
    hint = did_you_mean(name, remotes) if is_repository and remotes else "give its address"
    return SiteError([Problem(Location("git"), f"there is no remote `{guessed(name)}`", hint)])


def _of_remote(settings: Sequence[Setting], name: str, addresses: Iterable[str]) -> Iterator[tuple[str, str]]:
    """What another repository has to know to reach it."""
    last = {key: value for _, key, value in settings if key.startswith(ONCE)}
    yield from last.items()
    yield from ((key, value) for scope, key, value in settings if scope in LOCAL and key.startswith(WAYS_IN))
    keys = {f"remote.{name}.{what}" for what in OF_A_REMOTE}
    yield from ((key, value) for _, key, value in settings if key in keys)
    yield from ((f"remote.{name}.url", address) for address in addresses)


def _secrets(settings: Iterable[Setting], named: str) -> Iterator[str]:
    """Of addresses, headers and commands, wherever they are written."""
    yield from secrets_of_address(named)
    for _, key, value in settings:
        yield from secrets_of_address(value)
        yield from secrets_of_address(key)
        if key.startswith("url."):  # What an address begins with: the rest of it may be but a path.
            yield from secrets_of_address(f"{key.removeprefix('url.').rpartition('.')[0]}x:")
        if key.startswith(("http.", "remote.")) and key.endswith(".proxy") and "://" not in value:
            yield from (*secrets_of_address(f"http://{value}"), *secrets_of_command(value))
        if key.endswith(".extraheader"):
            yield from secrets_of_header(value)
        if SETTINGS.fullmatch(key):
            yield from secrets_of_command(value)
        elif key.startswith(ALIAS):
            yield from secrets_of_alias(value)
