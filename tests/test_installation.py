"""Where the running acadfolio comes from, and its wheel, so that the host of a site installs the same one."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from email import message_from_string
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

from acadfolio import __version__
from acadfolio.installation.files import files_of_clone
from acadfolio.installation.origin import (
    Commit,
    commit_of_clone,
    commit_of_installation,
    is_public,
    version_line,
)
from acadfolio.installation.wheel import WHEEL_NAME, dist_info_of_clone, metadata_of, new_wheel
from acadfolio.scaffold import own_requirement
from remotes import git, isolated_git

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["isolated_git"]
ROOT = Path(__file__).resolve().parent.parent
HASH = "0123456789abcdef" * 2 + "01234567"
URL = "https://git.example.org/noether/acadfolio.git"
SHIPPED = ("src", "templates", "static", "content", "data", "docs/gallery")


def run(*command: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command without this environment's packages, and as nobody for git."""
    nobody = {
        f"GIT_{who}_{what}": "a@a.example"
        for who in ("AUTHOR", "COMMITTER")
        for what in ("NAME", "EMAIL")
    }
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in {"VIRTUAL_ENV", "PYTHONPATH"}
    }
    return subprocess.run(
        command,
        cwd=cwd,
        env=kept | nobody | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def acadfolio(*arguments: str | Path, path: Path, cwd: Path) -> str:
    """The output of the acadfolio in a folder, which must succeed."""
    ended = run(sys.executable, "-m", "acadfolio", *arguments, cwd=cwd, PYTHONPATH=str(path))
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def requirement_of(site: Path) -> str:
    (line,) = [
        line
        for line in (site / "requirements.txt").read_text("utf-8").splitlines()
        if line[0] != "#"
    ]
    return line


def wheels_in(site: Path) -> list[str]:
    return [path.relative_to(site).as_posix() for path in site.rglob("*.whl")]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone of a repository at URL, whose branch `main` was pushed."""
    folder = tmp_path / "clone"
    folder.mkdir()
    (folder / "README.md").write_text("acadfolio\n")
    pushed(folder, tmp_path / "remote.git")
    return folder


def pushed(folder: Path, remote: Path) -> None:
    """Make a folder a repository whose only commit was pushed, as far as git knows to URL."""
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "config", "user.name", "Emmy Noether")
    git(folder, "config", "user.email", "noether@example.org")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message=First")
    git(remote.parent, "init", "--quiet", "--bare", remote.name)
    git(folder, "remote", "add", "origin", str(remote))
    git(folder, "push", "--quiet", "origin", "main")
    git(folder, "remote", "set-url", "origin", URL)


def head(folder: Path) -> str:
    return git(folder, "rev-parse", "HEAD")


# What a host can fetch


@pytest.mark.fast
@pytest.mark.parametrize(
    "url",
    [
        URL,
        "https://git.example.org/acadfolio",
        "https://git.example.org:8443/a/b.git",
        "https://GIT.example.org/~ada/a",
    ],
)
def test_a_public_url_is_one_that_a_host_can_fetch(url: str) -> None:
    assert is_public(url)


@pytest.mark.fast
@pytest.mark.parametrize(
    "url",
    [
        "",
        "http://git.example.org/a.git",
        "git://git.example.org/a.git",
        "ssh://git@git.example.org/a.git",
        "git@git.example.org:noether/a.git",
        "file:///srv/a.git",
        "/srv/a.git",
        "../a.git",
        "https://noether@git.example.org/a.git",
        "https://noether:secret@git.example.org/a.git",
        "https://x-access-token:secret@git.example.org/a.git",
        "https://:secret@git.example.org/a.git",
        "https://noether:pass/word@git.example.org/a.git",
        "https://git.example.org/a.git?private_token=secret",
        "https://git.example.org/a.git#egg=secret",
        "https://git.example.org/a.git\nevil",
        "https://git.example.org/a.git ; python_version > '3'",
        "https://git.example.org/a@secret.git",
        "https://git.example.org",
        "https://localhost/a.git",
        "https://server/a.git",
        "https://git.local/a.git",
        "https://git.institute.internal/a.git",
        "https://127.0.0.1/a.git",
        "https://[::1]/a.git",
        "https://192.168.0.1:3000/a.git",
    ],
)
def test_a_url_with_a_user_a_token_or_a_local_name_is_not_public(url: str) -> None:
    assert not is_public(url)


@pytest.mark.fast
@pytest.mark.parametrize(
    ("recorded", "found"),
    [
        ({}, None),
        ({"url": URL, "vcs_info": {"vcs": "git", "commit_id": HASH}}, Commit(HASH, URL)),
        (
            {"url": URL, "vcs_info": {"vcs": "git", "commit_id": HASH}, "subdirectory": "a"},
            Commit(HASH),
        ),
        (
            {
                "url": "ssh://git@git.example.org/a.git",
                "vcs_info": {"vcs": "git", "commit_id": HASH},
            },
            Commit(HASH),
        ),
        (
            {
                "url": "https://me:pw@git.example.org/a",
                "vcs_info": {"vcs": "git", "commit_id": HASH},
            },
            Commit(HASH),
        ),
        ({"url": "file:///srv/a.git", "vcs_info": {"vcs": "git", "commit_id": HASH}}, Commit(HASH)),
        ({"url": URL, "vcs_info": {"vcs": "git", "commit_id": "main\nevil"}}, None),
        ({"url": URL, "vcs_info": {"vcs": "hg", "commit_id": HASH}}, None),
        ({"url": f"{URL}/a.whl", "archive_info": {"hash": "sha256=0"}}, None),
        ({"url": "file:///no/such/folder", "dir_info": {}}, None),
    ],
)
def test_the_commit_is_that_which_the_installer_recorded(
    recorded: object, found: Commit | None
) -> None:
    assert commit_of_installation(json.dumps(recorded)) == found


# A clone


def test_a_pushed_commit_of_a_clone_is_known_with_its_url(clone: Path) -> None:
    assert commit_of_clone(clone) == Commit(head(clone), URL)


def test_a_commit_that_no_remote_branch_has_has_no_url(clone: Path) -> None:
    git(clone, "commit", "--quiet", "--allow-empty", "--message=Second")
    assert commit_of_clone(clone) == Commit(head(clone))


def test_an_older_commit_of_a_remote_branch_has_its_url(clone: Path) -> None:
    first = head(clone)
    git(clone, "commit", "--quiet", "--allow-empty", "--message=Second")
    git(clone, "update-ref", "refs/remotes/origin/main", "HEAD")
    git(clone, "checkout", "--quiet", first)
    assert commit_of_clone(clone) == Commit(first, URL)


@pytest.mark.parametrize("name", ["README.md", "new.txt", "src/new.py"])
def test_a_changed_or_new_file_is_a_change_since_the_commit(name: str, clone: Path) -> None:
    (clone / name).parent.mkdir(exist_ok=True)
    (clone / name).write_text("x\n")
    assert commit_of_clone(clone) == Commit(head(clone), is_changed=True)


def test_an_ignored_file_is_no_change(clone: Path) -> None:
    (clone / ".git/info/exclude").write_text(".venv/\n")
    (clone / ".venv").mkdir()
    (clone / ".venv/x").touch()
    assert commit_of_clone(clone) == Commit(head(clone), URL)


@pytest.mark.parametrize(
    "url",
    [
        "git@git.example.org:a.git",
        "https://noether:secret@git.example.org/a.git",
        "/srv/a.git",
        "http://a.org/b",
    ],
)
def test_a_remote_that_a_host_cannot_fetch_from_has_no_url(url: str, clone: Path) -> None:
    git(clone, "remote", "set-url", "origin", url)
    assert commit_of_clone(clone) == Commit(head(clone))


def test_another_remote_with_the_commit_is_found(clone: Path) -> None:
    git(clone, "remote", "rename", "origin", "upstream")
    git(clone, "remote", "add", "origin", "https://git.example.org/fork.git")
    assert commit_of_clone(clone) == Commit(head(clone), URL)


def test_a_token_that_the_settings_of_git_add_to_urls_is_not_read(clone: Path) -> None:
    git(
        clone,
        "config",
        "url.https://token:secret@git.example.org/.insteadOf",
        "https://git.example.org/",
    )
    assert commit_of_clone(clone) == Commit(head(clone), URL)


def test_variables_of_a_hook_do_not_name_another_repository(
    clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = Commit(head(clone), URL)
    monkeypatch.setenv("GIT_DIR", str(clone.parent / "remote.git"))
    assert commit_of_clone(clone) == expected


def test_a_folder_in_another_repository_has_no_commit(clone: Path) -> None:
    (clone / "acadfolio").mkdir()
    assert commit_of_clone(clone / "acadfolio") is None


def test_a_folder_without_git_has_no_commit(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert commit_of_clone(clone) is None


def test_a_repository_without_commits_has_no_commit(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    assert commit_of_clone(tmp_path) is None


# The version


@pytest.mark.fast
@pytest.mark.parametrize(
    ("commit", "line"),
    [
        (None, "acadfolio 1.0"),
        (Commit(HASH, URL), "acadfolio 1.0 (commit 0123456789ab)"),
        (Commit(HASH, is_changed=True), "acadfolio 1.0 (commit 0123456789ab, with changes)"),
    ],
)
def test_the_version_names_the_commit_if_it_is_known(commit: Commit | None, line: str) -> None:
    assert version_line("1.0", commit) == line


# The wheel


def contents(wheel: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The contents of the wheel that the build backend makes of this repository."""
    folder = tmp_path_factory.mktemp("built")
    ended = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    assert ended.returncode == 0, ended.stderr
    return contents((folder / WHEEL_NAME).read_bytes())


def test_a_wheel_of_a_clone_has_the_files_that_the_build_backend_packs(
    built: Mapping[str, bytes],
) -> None:
    ours = files_of_clone(ROOT) | dist_info_of_clone(ROOT)
    generated = {
        f"acadfolio-{__version__}.dist-info/{name}" for name in ("METADATA", "WHEEL", "RECORD")
    }
    assert ours.keys() | generated == built.keys()
    assert [name for name in ours.keys() - generated if ours[name] != built[name]] == []
    assert "acadfolio_jekyll/liquid/includes/repository/repo.liquid" in ours


@pytest.mark.fast
def test_a_wheel_of_a_clone_has_the_metadata_that_the_build_backend_writes(
    built: Mapping[str, bytes],
) -> None:
    path = f"acadfolio-{__version__}.dist-info/METADATA"
    ours, theirs = (
        message_from_string(files[path].decode()) for files in (dist_info_of_clone(ROOT), built)
    )
    for message in (ours, theirs):
        del message["Metadata-Version"]
    assert sorted(ours.items()) == sorted(theirs.items())
    assert ours.get_payload() == theirs.get_payload()


@pytest.mark.fast
def test_a_requirement_of_an_extra_keeps_its_own_condition() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    project["optional-dependencies"] = {
        "csl": ['pypandoc>=1 ; sys_platform == "win32" or python_version < "3"']
    }
    lines = metadata_of(project, []).splitlines()
    assert (
        """Requires-Dist: pypandoc>=1; (sys_platform == "win32" or python_version < "3") and extra == 'csl'"""
        in lines
    )


def test_a_wheel_lists_each_file_with_its_hash() -> None:
    files = contents(new_wheel())
    record = f"acadfolio-{__version__}.dist-info/RECORD"
    assert list(files)[-1] == record
    rows = {
        path: (hashed, size)
        for path, hashed, size in csv.reader(io.StringIO(files[record].decode()))
    }
    assert rows.keys() == files.keys()
    assert rows.pop(record) == ("", "")
    for path, (hashed, size) in rows.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(files[path]).digest()).decode().rstrip("=")
        assert (hashed, size) == (f"sha256={digest}", str(len(files[path]))), path


def test_the_same_files_give_the_same_wheel(copy_of_the_repository: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    acadfolio("new", first, path=copy_of_the_repository / "src", cwd=tmp_path)
    for path in copy_of_the_repository.rglob("*.html"):
        os.utime(path, (1e9, 1e9))
    acadfolio("new", second, path=copy_of_the_repository / "src", cwd=tmp_path)
    assert (first / "wheels" / WHEEL_NAME).read_bytes() == (
        second / "wheels" / WHEEL_NAME
    ).read_bytes()


@pytest.fixture
def copy_of_the_repository(tmp_path: Path) -> Path:
    folder = tmp_path / "copy"
    for name in SHIPPED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder / name)
    return folder


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder in which this acadfolio is installed as from an index: nothing says where it is from."""
    with zipfile.ZipFile(io.BytesIO(new_wheel())) as archive:
        archive.extractall(tmp_path / "installed")
    return tmp_path / "installed"


# The requirement of a new site


def test_a_new_site_of_a_folder_without_git_has_a_wheel(
    copy_of_the_repository: Path, tmp_path: Path
) -> None:
    told = acadfolio("new", "site", path=copy_of_the_repository / "src", cwd=tmp_path)
    assert requirement_of(tmp_path / "site") == f"./wheels/{WHEEL_NAME}[jekyll]"
    assert wheels_in(tmp_path / "site") == [f"wheels/{WHEEL_NAME}"]
    assert f"your host will install wheels/{WHEEL_NAME}, a copy of yours. Commit it." in told


def test_an_installed_acadfolio_gives_its_own_wheel(installed: Path, tmp_path: Path) -> None:
    acadfolio("new", "site", "--empty", path=installed, cwd=tmp_path)
    assert requirement_of(tmp_path / "site") == f"./wheels/{WHEEL_NAME}[jekyll]"
    assert (tmp_path / "site/wheels" / WHEEL_NAME).read_bytes() == new_wheel()


def test_what_an_installer_wrote_about_this_computer_is_not_in_the_wheel(
    installed: Path, tmp_path: Path
) -> None:
    info = installed / f"acadfolio-{__version__}.dist-info"
    (info / "direct_url.json").write_text(
        '{"url": "file:///home/noether/acadfolio.whl", "archive_info": {}}'
    )
    (info / "INSTALLER").write_text("pip")
    (info / "RECORD").unlink()
    acadfolio("new", "site", "--empty", path=installed, cwd=tmp_path)
    assert (tmp_path / "site/wheels" / WHEEL_NAME).read_bytes() == new_wheel()


def test_a_release_is_asked_for_by_its_version(installed: Path, tmp_path: Path) -> None:
    (installed / "acadfolio/build_info.json").write_text(
        json.dumps({"commit": HASH, "is_release": True})
    )
    told = acadfolio("new", "site", "--empty", path=installed, cwd=tmp_path)
    assert requirement_of(tmp_path / "site") == f"acadfolio[jekyll]=={__version__}"
    assert wheels_in(tmp_path / "site") == []
    assert "PyPI" not in told
    assert (
        acadfolio("--version", path=installed, cwd=tmp_path)
        == f"acadfolio {__version__} (commit {HASH[:12]})\n"
    )


def test_a_site_asks_for_all_extras_but_large_programs() -> None:
    """Pandoc and Typst: the manual says who adds them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = ",".join(sorted(set(project["optional-dependencies"]) - {"csl", "pdf"}))
    assert f"[{extras}]" in own_requirement().line


def test_a_new_site_of_a_pushed_clone_asks_for_its_commit(
    copy_of_the_repository: Path, tmp_path: Path
) -> None:
    pushed(copy_of_the_repository, tmp_path / "remote.git")
    shutil.rmtree(copy_of_the_repository / ".git/hooks")
    source, commit = copy_of_the_repository / "src", head(copy_of_the_repository)
    environment = {"PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "acadfolio", "new", "--empty"]
    ended = run(*command, "site", cwd=tmp_path, PYTHONPATH=str(source), **environment)
    assert requirement_of(tmp_path / "site") == f"acadfolio[jekyll] @ git+{URL}@{commit}"
    assert wheels_in(tmp_path / "site") == []
    assert f"Your host will install acadfolio from {URL}" in ended.stdout

    (copy_of_the_repository / "README.md").write_text("changed\n")
    run(*command, "changed", cwd=tmp_path, PYTHONPATH=str(source), **environment)
    assert requirement_of(tmp_path / "changed") == f"./wheels/{WHEEL_NAME}[jekyll]"


def test_an_installation_from_an_unchanged_clone_asks_for_its_commit(
    copy_of_the_repository: Path, tmp_path: Path
) -> None:
    """An installer records only the folder, which may have changed since."""
    pushed(copy_of_the_repository, tmp_path / "remote.git")
    place = tmp_path / "place"
    for name, content in (files_of_clone(ROOT) | dist_info_of_clone(ROOT)).items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(content)
    recorded = {"url": copy_of_the_repository.as_uri(), "dir_info": {}}
    (place / f"acadfolio-{__version__}.dist-info/direct_url.json").write_text(json.dumps(recorded))
    acadfolio("new", "site", "--empty", path=place, cwd=tmp_path)
    assert (
        requirement_of(tmp_path / "site")
        == f"acadfolio[jekyll] @ git+{URL}@{head(copy_of_the_repository)}"
    )

    (copy_of_the_repository / "src/acadfolio/new.py").write_text("")
    git(copy_of_the_repository, "add", "--all")
    git(copy_of_the_repository, "commit", "--quiet", "--message=Second")
    git(copy_of_the_repository, "update-ref", "refs/remotes/origin/main", "HEAD")
    acadfolio("new", "changed", "--empty", path=place, cwd=tmp_path)
    assert requirement_of(tmp_path / "changed") == f"./wheels/{WHEEL_NAME}[jekyll]"


def test_a_wheel_that_git_ignores_is_named_with_the_command(
    tmp_path: Path, copy_of_the_repository: Path
) -> None:
    """GitHub's own `.gitignore` for Python has this line."""
    site = tmp_path / "site"
    site.mkdir()
    git(site, "init", "--quiet")
    (site / ".gitignore").write_text("wheels/\n")
    ended = run(
        sys.executable,
        "-m",
        "acadfolio",
        "new",
        ".",
        cwd=site,
        PYTHONPATH=str(copy_of_the_repository / "src"),
    )
    assert (
        ended.stderr
        == f"git ignores this file. Add it with:  git add --force wheels/{WHEEL_NAME}\n"
    )
    git(site, "add", "--force", f"wheels/{WHEEL_NAME}")
    assert git(site, "ls-files") == f"wheels/{WHEEL_NAME}"


# The workflow of a new site, from its first push


@pytest.fixture
def empty_environment(tmp_path: Path) -> Path:
    """The folder of the programs of an environment with nothing but pip.

    Skips without a network, but not in CI.
    """
    assert run(sys.executable, "-m", "venv", tmp_path / "environment", cwd=tmp_path).returncode == 0
    programs = tmp_path / "environment" / ("Scripts" if sys.platform == "win32" else "bin")
    asked = run(
        programs / "python",
        "-m",
        "pip",
        "install",
        "--dry-run",
        "--no-deps",
        "pyyaml",
        cwd=tmp_path,
    )
    if asked.returncode != 0 and os.environ.get("CI") != "true":
        pytest.skip("needs a package index")
    return programs


def test_the_workflow_of_a_pushed_site_runs_in_an_empty_environment(
    tmp_path: Path, empty_environment: Path
) -> None:
    site, clone = tmp_path / "site", tmp_path / "clone"
    assert run(sys.executable, "-m", "acadfolio", "new", site, cwd=tmp_path).returncode == 0
    git(tmp_path, "init", "--quiet", "--bare", "--initial-branch=main", "remote.git")
    git(site, "init", "--quiet", "--initial-branch=main")
    git(site, "config", "user.name", "Emmy Noether")
    git(site, "config", "user.email", "noether@example.org")
    git(site, "add", ".")
    git(site, "commit", "--quiet", "--message=My homepage")
    git(site, "remote", "add", "origin", str(tmp_path / "remote.git"))
    git(site, "push", "--quiet", "--set-upstream", "origin", "main")
    git(tmp_path, "clone", "--quiet", "remote.git", "clone")
    shutil.rmtree(site)

    workflow = yaml.safe_load((clone / ".github/workflows/pages.yml").read_text(encoding="utf-8"))
    commands = [step["run"] for step in workflow["jobs"]["build"]["steps"] if "run" in step]
    assert len(commands) == 3
    if uv := shutil.which("uv"):
        resolved = run(uv, "pip", "compile", "--quiet", "requirements.txt", cwd=clone)
        assert "./wheels/acadfolio" in resolved.stdout or "acadfolio @ git+" in resolved.stdout, (
            resolved.stderr
        )
    path = f"{empty_environment}{os.pathsep}{os.environ['PATH']}"
    for command in commands:
        ended = run("sh", "-c", command, cwd=clone, PATH=path, CI="true")
        assert ended.returncode == 0, f"{command}\n{ended.stdout}\n{ended.stderr}"
    assert (clone / "output/index.html").is_file()
    version = run(empty_environment / "acadfolio", "--version", cwd=clone).stdout
    assert version == run(sys.executable, "-m", "acadfolio", "--version", cwd=clone).stdout


@pytest.mark.slow
def test_a_wheel_without_extras_builds_the_demo_and_finds_an_installed_plugin(
    tmp_path: Path, empty_environment: Path
) -> None:
    wheel = tmp_path / WHEEL_NAME
    wheel.write_bytes(new_wheel())
    package = tmp_path / "package"
    shutil.copytree(ROOT / "tests/plugin_package", package)
    (package / "pyproject.toml").write_text(
        "[build-system]\nrequires = ['hatchling']\nbuild-backend = 'hatchling.build'\n"
        "[project]\nname = 'acadfolio-badges'\nversion = '1.0'\n"
        "[project.entry-points.'acadfolio.plugins']\nacadfolio-badges = 'acadfolio_badges:PLUGIN'\n"
    )
    python = empty_environment / "python"
    for what in (wheel, package):
        ended = run(python, "-m", "pip", "install", "--quiet", what, cwd=tmp_path)
        assert ended.returncode == 0, ended.stderr
    assert run(python, "-c", "import liquid", cwd=tmp_path).returncode == 1
    program = empty_environment / "acadfolio"
    assert run(program, "new", "demo", cwd=tmp_path).returncode == 0
    ended = run(program, "build", "--site", "demo", cwd=tmp_path)
    assert (ended.returncode, (tmp_path / "demo/output/index.html").is_file()) == (0, True)
    settings = tmp_path / "demo/data/site.yml"
    settings.write_text(f"{settings.read_text('utf-8')}plugins: [acadfolio-badges]\n", "utf-8")
    (tmp_path / "demo/content/badge.md").write_text('{{ badge("new") }}\n', "utf-8")
    ended = run(program, "build", "--site", "demo", cwd=tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert 'class="badge"' in (tmp_path / "demo/output/badge/index.html").read_text("utf-8")
