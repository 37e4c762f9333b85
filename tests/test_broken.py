"""Sites broken on purpose: every mistake is named with its place, in words, and all of them in one run.

`tests/broken/<case>/site/` is a site, `expected.txt` what the command line says about it and its exit status. After a
change of the words, `UPDATE_BROKEN=1 pytest tests/test_broken.py` writes them anew: read the difference.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from acadfolio.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable

BROKEN = Path(__file__).parent / "broken"
UPDATES = "UPDATE_BROKEN" in os.environ
IN_A_PROCESS = ["file-is-not-utf-8", "section-line-that-breaks-out", "several-mistakes-at-once", "yaml-tab-indentation"]
LINE = re.compile(r"[^:]+(?::\d+(?::\d+)?)?: (?:error|warning): \S.*")


def _names_in_two_cases(site: Path) -> None:
    _write(site, {"data/site.yml": "title: Ada\n", "static/cv.pdf": "1", "static/CV.pdf": "2", "static/Cv.pdf": "3"})


def _names_of_pages_in_two_cases(site: Path) -> None:
    _write(site, {"data/site.yml": "title: Ada\n", "content/cv.md": "Hello.\n", "content/CV.md": "Hello.\n"})


def _an_empty_folder(site: Path) -> None:
    site.mkdir()


def _a_link_that_leads_nowhere(site: Path) -> None:
    _write(site, {"data/site.yml": "title: Ada\n"})
    (site / "data/news.yml").symlink_to("nowhere.yml")


def _write(site: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = site / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


# What git or another file system could not hold.
MADE: dict[str, Callable[[Path], None]] = {
    "file-is-a-link-that-leads-nowhere": _a_link_that_leads_nowhere,
    "file-names-in-two-cases": _names_in_two_cases,
    "file-names-of-pages-in-two-cases": _names_of_pages_in_two_cases,
    "folder-is-empty": _an_empty_folder,
}
CASES = sorted(MADE.keys() | {path.parent.name for path in BROKEN.glob("*/site")})


@pytest.fixture
def site(tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The case's site in a folder of its own, which is the working directory."""
    case = request.node.callspec.params["case"]
    folder = tmp_path / "site"
    if case in MADE:
        MADE[case](folder)
    else:
        shutil.copytree(BROKEN / case / "site", folder)
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize("case", CASES)
def test_a_broken_site_says_what_is_wrong_and_where(case: str, site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = BROKEN / case / "expected.txt"
    command = _command(case)
    status = main(command)
    said = _transcript(command, capsys.readouterr().err, status)
    if UPDATES:
        file.parent.mkdir(exist_ok=True)
        file.write_text(said, encoding="utf-8")
    assert said == file.read_text(encoding="utf-8")
    assert (site / "output").is_dir() == (status == 0 and command[0] == "build")


@pytest.mark.parametrize("case", CASES)
def test_check_says_all_that_build_says(case: str, site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build"]) in {0, 1}
    built = capsys.readouterr().err
    shutil.rmtree(site / "output", ignore_errors=True)
    assert main(["check"]) in {0, 1}
    checked = capsys.readouterr().err
    # What leads nowhere is an error in a check, and a warning in a build.
    built, checked = (said.replace(": error: ", ": warning: ") for said in (built, checked))
    assert set(built.splitlines()) <= set(checked.splitlines()), case
    assert not (site / "output").exists()


@pytest.mark.parametrize("case", CASES)
def test_every_expected_line_names_its_file(case: str) -> None:
    first, *lines, last = (BROKEN / case / "expected.txt").read_text(encoding="utf-8").splitlines()
    assert first.startswith("$ acadfolio ")
    assert re.fullmatch(r"exit status [01]", last)
    assert all(LINE.fullmatch(line) for line in lines), lines
    assert any(": error: " in line for line in lines) == (last == "exit status 1")


@pytest.mark.parametrize("case", IN_A_PROCESS)
def test_a_process_of_its_own_says_the_same(case: str, site: Path) -> None:
    command = _command(case)
    ended = subprocess.run(
        [sys.executable, "-m", "acadfolio", *command], cwd=site, capture_output=True, text=True, check=False
    )
    said = _transcript(command, ended.stderr, ended.returncode)
    assert said == (BROKEN / case / "expected.txt").read_text(encoding="utf-8")


def test_a_folder_that_is_not_there_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["build", "--site", "homepage"]) == 1
    said = "homepage: error: there is no such folder (`acadfolio new DIR` makes a site)\n"
    assert capsys.readouterr().err == said
    assert not any(tmp_path.iterdir())


def test_no_expectation_is_left_over() -> None:
    assert {path.parent.name for path in BROKEN.glob("*/expected.txt")} == set(CASES)
    assert len(CASES) >= 50


def _command(case: str) -> list[str]:
    return ["check"] if case.startswith("check-") else ["build"]


def _transcript(command: list[str], said: str, status: int) -> str:
    return f"$ acadfolio {' '.join(command)}\n{said}exit status {status}\n"
