"""A deployment that is killed at any moment leaves a whole site, and nothing that the next one minds."""

from __future__ import annotations

import json
import os
import re
import time
from typing import TYPE_CHECKING

import pytest

from acadfolio.deploy.branch import PushOptions, push
from acadfolio.deploy.folder import LIST, copy
from killing import kill_often
from remotes import built, everything_in, files_of, git, isolated_git, make_checkout, make_remote  # noqa: F401 - it is for every test
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path

    from acadfolio.deploy import BuiltSite

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
PAGES = 100


def version(name: str) -> BuiltSite:
    """Every page names its version and loads a style sheet of that version."""
    pages = {
        f"page{number}/index.html": f'<link href="{name}.css"> version {name} '
        for number in range(PAGES)
    }
    return built(
        pages
        | {
            "index.html": f'<link href="{name}.css"> version {name} ',
            f"{name}.css": f"version {name} ",
        }
    )


def test_a_killed_push_leaves_the_old_site_or_the_new_one(tmp_path: Path) -> None:
    remote = make_remote(tmp_path / "remote.git")
    site = make_checkout(tmp_path / "site", remote)
    push(version("start"), site, PushOptions())
    before = everything_in(site)
    started = time.perf_counter()
    push(version("second"), site, PushOptions())
    length = time.perf_counter() - started
    known = {"start", "second"}
    for name in kill_often(lambda name: push(version(name), site, PushOptions()), length):
        known.add(name)
        free(remote)
        found = set(re.findall(r"version (\w+) ", "".join(files_of_at_once(remote))))
        assert len(found) == 1
        assert found <= known
    git(remote, "fsck", "--strict")
    assert everything_in(site) == before
    push(version("end"), site, PushOptions())
    assert files_of(remote).keys() == version("end").outputs.keys()


def free(remote: Path) -> None:
    """Delete the locks of a remote: unlike a host's, its git is killed with ours, and leaves its locks."""
    for lock in remote.rglob("*.lock"):
        lock.unlink()


def files_of_at_once(remote: Path) -> list[str]:
    """The texts of the branch, by one process."""
    listed = git(remote, "ls-tree", "-r", "--format=%(objectname)", "gh-pages")
    return [git(remote, "cat-file", "--batch", given=f"{listed}\n")]


def test_a_killed_copy_leaves_pages_whose_files_are_there(tmp_path: Path) -> None:
    site, folder = make_site(tmp_path / "site", {}), tmp_path / "public"
    folder.mkdir()
    (folder / "mine.html").write_text("mine", encoding="utf-8")
    started = time.perf_counter()
    copy(version("start"), site, folder)
    length = time.perf_counter() - started
    for _ in kill_often(lambda name: copy(version(name), site, folder), length):
        for page in [folder / "index.html", *folder.glob("page*/index.html")]:
            text = page.read_text(encoding="utf-8")
            style = re.fullmatch(r'<link href="(\w+\.css)"> version \w+ ', text)
            assert style
            assert (folder / style[1]).is_file()
    copy(version("end"), site, folder)
    found = {path: content.decode() for path, content in everything_in(folder).items()}
    listed = json.loads(found.pop(LIST))["files"]
    assert found.pop("mine.html") == "mine"
    assert found == {
        path: output.content.decode() for path, output in version("end").outputs.items()
    }
    assert sorted(found) == listed
