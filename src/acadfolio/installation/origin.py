"""Find out where the running acadfolio comes from: a release, a commit of a repository, or a folder.

`acadfolio --version` calls this, so it imports no library.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from urllib.request import url2pathname

from acadfolio.programs import find_program
from acadfolio.resources import CHECKOUT

PACKAGE = Path(__file__).parents[1]
BUILD_INFO = "build_info.json"
"""The file in the package of a wheel with the commit that it was built from, and whether it is a release.

`.ci/release.py` writes it for a release, and `new_wheel` for the wheel of a site. The repository
has none.
"""
PUBLIC_URL = re.compile(
    r"https://(?P<host>(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*)(?::\d+)?/[\w./~+-]+",
    re.ASCII | re.IGNORECASE,
)
"""A URL that a host can fetch, and that has no place for a password or a token: no user, no query, no address."""
LOCAL_DOMAINS = (
    "localhost",
    "local",
    "internal",
    "lan",
    "home",
    "corp",
    "test",
    "invalid",
    "localdomain",
    "arpa",
)
"""The last labels of names that only a local network knows."""
COMMIT_HASH = re.compile("[0-9a-f]{40}(?:[0-9a-f]{24})?")


class Commit(NamedTuple):
    """The commit of the running acadfolio."""

    hash: str
    url: str = ""
    """A public https URL of a repository with this commit; empty if none is known."""
    is_changed: bool = False
    """Whether files have changed since the commit."""


def version_line(version: str, commit: Commit | None) -> str:
    """The line that `acadfolio --version` prints."""
    if commit is None:
        return f"acadfolio {version}"
    changed = ", with changes" if commit.is_changed else ""
    return f"acadfolio {version} (commit {commit.hash[:12]}{changed})"


def is_release() -> bool:
    """Whether a package index has exactly this acadfolio."""
    return _build_info().get("is_release") is True


def is_checkout() -> bool:
    """Whether acadfolio runs from the files of its repository, as in an editable installation."""
    return CHECKOUT / "src" / "acadfolio" == PACKAGE and (CHECKOUT / "pyproject.toml").is_file()


def own_distribution() -> Distribution | None:
    """The installed distribution of the running package; None if it runs without being installed."""
    try:
        found = distribution("acadfolio")
    except PackageNotFoundError:
        return None
    if is_checkout() or Path(str(found.locate_file("acadfolio"))).resolve() == PACKAGE.resolve():
        return found
    return None


def own_commit() -> Commit | None:
    """The commit of the running acadfolio; None if it is not known."""
    info = _build_info()
    if info:
        return Commit(str(info.get("commit", "")), is_changed=info.get("is_changed") is True)
    if is_checkout():
        return commit_of_clone(CHECKOUT)
    installed = own_distribution()
    return (
        commit_of_installation(installed.read_text("direct_url.json") or "{}")
        if installed
        else None
    )


def commit_of_installation(direct_url: str) -> Commit | None:
    """The commit that an installer recorded in `direct_url.json` (PEP 610); None if it is not known.

    An installer records no commit of a folder. The commit is that of the folder if the installed
    files are the same.
    """
    recorded = json.loads(direct_url)
    url, vcs = str(recorded.get("url", "")), recorded.get("vcs_info", {})
    found = str(vcs.get("commit_id", ""))
    if vcs.get("vcs") == "git" and COMMIT_HASH.fullmatch(found):
        is_fetchable = is_public(url) and "subdirectory" not in recorded
        return Commit(found, url if is_fetchable else "")
    if "dir_info" not in recorded or not url.startswith("file:"):
        return None
    folder = Path(url2pathname(urlsplit(url).path))
    from acadfolio.installation.files import files_of_clone, files_of_package

    if not (folder / "pyproject.toml").is_file() or files_of_clone(folder) != files_of_package(
        PACKAGE
    ):
        return None
    return commit_of_clone(folder)


def commit_of_clone(folder: Path) -> Commit | None:
    """The commit that is checked out in a clone of acadfolio, and the URL of a remote that has it.

    None if the folder is not the top of a git repository, but for example an unpacked archive in
    one.
    """
    top = _git(folder, "rev-parse", "--show-toplevel")
    if not top or Path(top).resolve() != folder.resolve():
        return None
    found = _git(folder, "rev-parse", "--verify", "HEAD")
    if not found or not COMMIT_HASH.fullmatch(found):
        return None
    if _git(folder, "status", "--porcelain") != "":
        return Commit(found, is_changed=True)
    return Commit(found, _remote_with(found, folder))


def is_public(url: str) -> bool:
    """Whether a host can fetch this URL, and it contains no password or token."""
    match = PUBLIC_URL.fullmatch(url)
    return match is not None and match["host"].lower().split(".")[-1] not in LOCAL_DOMAINS


def _remote_with(commit: str, clone: Path) -> str:
    """The public URL of a remote with a branch that has the commit, `origin` first; empty if there is none."""
    names = (_git(clone, "remote") or "").split("\n")
    for name in sorted(names, key=lambda name: (name != "origin", name)):
        # Not `git remote get-url`: it applies `insteadOf`, by which some machines add a token to
        # URLs.
        url = _git(clone, "config", "--get", f"remote.{name}.url") or ""
        has_commit = _git(
            clone, "for-each-ref", "--count=1", f"--contains={commit}", f"refs/remotes/{name}/"
        )
        if has_commit and is_public(url):
            return url
    return ""


def _build_info() -> dict[str, Any]:
    file = PACKAGE / BUILD_INFO
    return dict(json.loads(file.read_bytes())) if file.is_file() else {}


def _git(folder: Path, *arguments: str) -> str | None:
    """The output of git in a folder; None if it fails or is not installed."""
    program = find_program("git")
    if program is None:
        return None
    # The variables of a hook are for another repository.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    ended = subprocess.run(  # noqa: S603 - a list, no shell
        [program, "--no-optional-locks", "-c", "core.fsmonitor=false", *arguments],
        cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False,
    )  # fmt: skip
    return (
        ended.stdout.decode("utf-8", "surrogateescape").strip() if ended.returncode == 0 else None
    )
