"""What a release changes in a checkout, and what its wheel and its workflow then do."""

from __future__ import annotations

import json
import re
import shutil
import sys
import zipfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from acadfolio import __version__
from remotes import git, isolated_git
from test_installation import SHIPPED, acadfolio, requirement_of, run
from test_scaffold import schema_says, zizmor_finds

if TYPE_CHECKING:
    import subprocess

__all__ = ["isolated_git"]
ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ".ci/release.py"
TAG = f"v{__version__}"
ADDRESS = "https://git.example.org/noether/acadfolio"
WORKFLOW = ".github/workflows/release.yml"
SYSTEMS = ".github/workflows/systems.yml"


def script() -> Any:
    """The script as a module."""
    spec = spec_from_file_location("release", ROOT / SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PLACEHOLDER = script().PLACEHOLDER
WITH_ADDRESS = script().WITH_ADDRESS


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The commit of a release, with its tag."""
    folder = tmp_path / "checkout"
    for name in (*SHIPPED, ".ci"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in (*WITH_ADDRESS, "README.md", "LICENSE", "CHANGELOG.md", "hatch_build.py"):
        shutil.copy(ROOT / name, folder / name)
    git(folder, "init", "--quiet")
    git(folder, "config", "user.name", "Emmy Noether")
    git(folder, "config", "user.email", "noether@example.org")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message=Release")
    return folder


def released(
    folder: Path, tag: str = TAG, address: str = ADDRESS
) -> subprocess.CompletedProcess[str]:
    return run(sys.executable, SCRIPT, tag, address, cwd=folder)


@pytest.mark.fast
def test_only_the_files_that_a_release_fills_in_name_the_placeholder() -> None:
    """A file that is forgotten would send its readers to an address that does not exist."""
    names = {".ci/release.py", "CONTRIBUTING.md", *WITH_ADDRESS}
    files = [path for path in ROOT.glob("*.*") if path.is_file()] + [
        path for folder in ("src", ".ci", ".github", "docs/content") for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    ]  # fmt: skip
    found = {
        path.relative_to(ROOT).as_posix()
        for path in files
        if PLACEHOLDER.encode() in path.read_bytes()
    }
    assert found == names


def test_a_release_fills_in_the_address_and_commits_nothing(checkout: Path) -> None:
    before = git(checkout, "rev-parse", "HEAD")
    ended = released(checkout)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert git(checkout, "rev-parse", "HEAD") == before
    for name in WITH_ADDRESS:
        text = (checkout / name).read_text(encoding="utf-8")
        assert (ADDRESS in text, PLACEHOLDER in text) == (True, False), name
    assert set(git(checkout, "diff", "--name-only").splitlines()) == {*WITH_ADDRESS, "README.md"}
    assert git(checkout, "ls-files", "--others") == "src/acadfolio/build_info.json"


def test_the_wheel_of_a_release_knows_its_commit_and_is_asked_for_by_its_version(
    checkout: Path, tmp_path: Path
) -> None:
    commit = git(checkout, "rev-parse", "HEAD")
    assert released(checkout).returncode == 0
    for kind in ("sdist", "wheel"):
        made = run(
            sys.executable,
            "-m",
            "hatchling",
            "build",
            "-t",
            kind,
            "-d",
            tmp_path / "dist",
            cwd=checkout,
        )
        assert made.returncode == 0, made.stderr
    with zipfile.ZipFile(next((tmp_path / "dist").glob("*.whl"))) as archive:
        archive.extractall(tmp_path / "installed")
    installed = tmp_path / "installed"
    assert (
        acadfolio("--version", path=installed, cwd=tmp_path)
        == f"acadfolio {__version__} (commit {commit[:12]})\n"
    )
    acadfolio("new", "site", "--empty", path=installed, cwd=tmp_path)
    assert requirement_of(tmp_path / "site") == f"acadfolio[jekyll]=={__version__}"
    metadata = next(installed.glob("*.dist-info/METADATA")).read_text(encoding="utf-8")
    assert f"Project-URL: Repository, {ADDRESS}\n" in metadata
    assert f"({ADDRESS}/blob/{TAG}/docs/content/tutorial.md)" in metadata
    assert not re.search(r"\]\((?!https:)", re.sub(r"(?ms)^```.*?^```$", "", metadata))


@pytest.mark.parametrize(
    ("tag", "address", "message"),
    [
        (
            "v9.9",
            ADDRESS,
            f"the tag is v9.9, but the version in src/acadfolio/__init__.py is {__version__}",
        ),
        (__version__, ADDRESS, "the tag is"),
        (TAG, "git@git.example.org:a/b.git", "is not the address of a repository"),
        (TAG, "https://noether:secret@git.example.org/a", "is not the address of a repository"),
    ],
)
def test_another_tag_and_another_address_are_refused(
    tag: str, address: str, message: str, checkout: Path
) -> None:
    ended = released(checkout, tag, address)
    assert ended.returncode == 1
    assert message in ended.stderr
    assert git(checkout, "status", "--porcelain") == ""


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("CHANGELOG.md", "CHANGELOG.md has no heading for"),
        ("CITATION.cff", "CITATION.cff is not about version"),
    ],
)
def test_a_version_that_a_file_does_not_know_is_refused(
    name: str, message: str, checkout: Path
) -> None:
    text = (checkout / name).read_text(encoding="utf-8")
    (checkout / name).write_text(text.replace(__version__, "9.9"), encoding="utf-8")
    git(checkout, "commit", "--quiet", "--all", "--message=Another")
    assert message in released(checkout).stderr


def test_changed_files_are_refused(checkout: Path) -> None:
    (checkout / "README.md").write_text("changed\n")
    assert "files have changed since the commit of the tag" in released(checkout).stderr


@pytest.mark.fast
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[a](docs/a.md#b)", f"[a]({ADDRESS}/blob/v1/docs/a.md#b)"),
        ("![a](docs/a.png)", f"![a]({ADDRESS}/raw/v1/docs/a.png)"),
        ('<img src="docs/a.png" alt="">', f'<img src="{ADDRESS}/raw/v1/docs/a.png" alt="">'),
        ("[`a`](A) and [b](B)", f"[`a`]({ADDRESS}/blob/v1/A) and [b]({ADDRESS}/blob/v1/B)"),
        ("[a](https://a.example/b) [c](#d) [e](mailto:e@a.example)", None),
        ("```\n[a](b)\n```\n", None),
    ],
)
def test_links_to_files_of_the_repository_become_absolute(text: str, expected: str | None) -> None:
    assert script().with_absolute_links(text, ADDRESS, "v1") == (expected or text)


@pytest.mark.fast
def test_the_citation_is_about_this_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == __version__
    assert {"cff-version", "message", "title", "authors"} <= citation.keys()


@pytest.mark.fast
def test_the_repository_is_no_release() -> None:
    assert not (ROOT / "src/acadfolio/build_info.json").exists()


# The workflow


@pytest.mark.fast
def test_only_the_job_that_publishes_can_prove_who_it_is_and_it_runs_nothing_of_ours() -> None:
    workflow = yaml.safe_load((ROOT / WORKFLOW).read_text(encoding="utf-8"))
    assert workflow["permissions"] == {}
    permissions = {name: job["permissions"] for name, job in workflow["jobs"].items()}
    assert permissions == {"build": {"contents": "read"}, "publish": {"id-token": "write"}}
    steps = workflow["jobs"]["publish"]["steps"]
    assert [step["run"] for step in steps if "run" in step] == [
        "python -m pip install uv", "uv publish --trusted-publishing always",
    ]  # fmt: skip
    assert not [step for step in steps if "checkout" in step.get("uses", "")]


@pytest.mark.fast
@pytest.mark.parametrize(("workflow", "count"), [(WORKFLOW, 5), (SYSTEMS, 2)])
def test_every_action_is_pinned_to_a_commit(workflow: str, count: int) -> None:
    actions = re.findall(r"uses: .*", (ROOT / workflow).read_text(encoding="utf-8"))
    assert len(actions) == count
    assert [
        one
        for one in actions
        if not re.fullmatch(r"uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one)
    ] == []


@pytest.mark.parametrize("workflow", [WORKFLOW, SYSTEMS])
def test_a_workflow_follows_the_schema_and_zizmor_finds_nothing_in_it(
    workflow: str, tmp_path: Path
) -> None:
    (tmp_path / ".github/workflows").mkdir(parents=True)
    shutil.copy(ROOT / workflow, tmp_path / workflow)
    assert "ok" in schema_says("github-workflows", tmp_path / workflow)
    assert zizmor_finds(tmp_path) == 0


def test_what_a_release_records_is_what_the_program_reads(checkout: Path) -> None:
    assert released(checkout).returncode == 0
    recorded = json.loads((checkout / "src/acadfolio/build_info.json").read_text(encoding="utf-8"))
    assert recorded == {"commit": git(checkout, "rev-parse", "HEAD"), "is_release": True}
