"""Real git repositories for tests: a bare one to push to, and a checkout with a site in it."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import pytest

from acadfolio.cache_folder import CACHE
from acadfolio.deploy import BuiltSite
from acadfolio.rendering import Output
from sites import make_site

PAGES = {
    "index.html": "<p>Home</p>",
    "cv/index.html": "<p>CV</p>",
    ".nojekyll": "",
    "assets/main.css": "p {}",
}


@pytest.fixture(autouse=True)
def isolated_git(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Git as on a machine of nobody, with no settings but those of a test; the home folder.

    Compiled templates stay where they are: to compile the theme again takes longer than a test.
    """
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv(
        "XDG_CACHE_HOME", os.environ.get("XDG_CACHE_HOME", str(Path("~/.cache").expanduser()))
    )
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / ".config"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return home


def git(folder: Path, *arguments: str, given: str | None = None) -> str:
    """What git answers, with fonts and pictures as text; a test fails when it fails."""
    command = ["git", "-c", "protocol.file.allow=always", *arguments]
    ended = subprocess.run(
        command,
        cwd=folder,
        input=given,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    assert ended.returncode == 0, f"{arguments}: {ended.stderr}"
    return ended.stdout.strip()


def recording_git(folder: Path, what: str) -> Path:
    """Where to look for a git that writes this down, in the file `calls` of the folder, whenever it is called."""
    real = subprocess.run(
        ["sh", "-c", "command -v git"], capture_output=True, text=True, check=True
    ).stdout.strip()
    wrapper = folder / "bin/git"
    wrapper.parent.mkdir()
    wrapper.write_text(
        f'#!/bin/sh\necho "{what}" >> {folder}/calls\nexec {real} "$@"\n', encoding="utf-8"
    )
    wrapper.chmod(0o755)
    return wrapper.parent


def make_remote(folder: Path) -> Path:
    """An empty one."""
    shutil.copytree(_models() / "empty.git", folder)
    return folder


def make_checkout(folder: Path, remote: Path) -> Path:
    """A site of two commits, pushed to the remote's main branch."""
    shutil.copytree(_models() / "site", folder)
    shutil.copytree(_models() / "remote.git", remote, dirs_exist_ok=True)
    settings = folder / ".git/config"
    settings.write_text(
        settings.read_text("utf-8").replace("../remote.git", str(remote)), encoding="utf-8"
    )
    return folder


@cache
def _models() -> Path:
    """What is copied for each test: making a repository anew takes ten processes."""
    folder = Path(tempfile.mkdtemp(prefix="acadfolio-tests-"))
    atexit.register(shutil.rmtree, folder)
    git(folder, "init", "--quiet", "--bare", "--initial-branch=main", "empty.git")
    shutil.copytree(folder / "empty.git", folder / "remote.git")
    site = make_site(
        folder / "site", {"content/about.md": "# Hello\n", ".gitignore": f"{CACHE}/\n"}
    )
    git(site, "init", "--quiet", "--initial-branch=main")
    git(site, "config", "user.name", "Emmy")
    git(site, "config", "user.email", "emmy@example.org")
    git(site, "remote", "add", "origin", "../remote.git")
    git(site, "add", ".")
    git(site, "commit", "--quiet", "-m", "The site")
    git(site, "commit", "--quiet", "--allow-empty", "-m", "More of it")
    git(site, "push", "--quiet", "origin", "main")
    return folder


def built(files: dict[str, str] | None = None, *, url: str = "", without: str = "") -> BuiltSite:
    """A finished site of these files, in the place of one that a build made."""
    wanted = {path: text for path, text in (PAGES | (files or {})).items() if path != without}
    return BuiltSite({path: Output(path, text.encode()) for path, text in wanted.items()}, (), url)


def files_of(remote: Path, branch: str = "gh-pages") -> dict[str, str]:
    """What a branch holds: every file with its text."""
    paths = git(remote, "ls-tree", "-r", "--name-only", "-z", branch).split("\0")
    return {path: git(remote, "show", f"{branch}:{path}") for path in paths if path}


def commits_of(remote: Path, branch: str = "gh-pages") -> list[str]:
    """The messages of a branch, the newest first."""
    return git(remote, "log", "--format=%s", branch).split("\n")


def push_by_hand(
    remote: Path, files: dict[str, str | None], branch: str = "gh-pages", message: str = "By hand"
) -> str:
    """Somebody else's commit: files written, and removed where they are None."""
    index = {"GIT_INDEX_FILE": str(remote / "index.by-hand")}
    parent = git(remote, "for-each-ref", "--format=%(objectname)", f"refs/heads/{branch}")
    os.environ.update(index)
    try:
        git(remote, "read-tree", *([parent] if parent else ["--empty"]))
        for path, text in files.items():
            if text is None:
                git(remote, "update-index", "--force-remove", path)
            else:
                blob = git(remote, "hash-object", "-w", "--stdin", given=text)
                git(remote, "update-index", "--add", "--cacheinfo", f"100644,{blob},{path}")
        tree = git(remote, "write-tree")
    finally:
        del os.environ["GIT_INDEX_FILE"]
    who = ("-c", "user.name=Other", "-c", "user.email=other@example.org")
    commit = git(
        remote, *who, "commit-tree", tree, *(["-p", parent] if parent else []), "-m", message
    )
    git(remote, "update-ref", f"refs/heads/{branch}", commit)
    return commit


def everything_in(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its bytes, those of git too; without what acadfolio may delete at any time."""
    paths = [path for path in folder.rglob("*") if path.is_file() and CACHE not in path.parts]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
