"""Each site of tests/problems/*.txt has something wrong: the command line says what, and where, all in one run.

tests/fixtures.py says how the files read. The last part of each case is what a command prints,
sorted as it sorts it:

    -------- build: exit status 1
    the lines that `acadfolio build` prints

After a change of messages `UPDATE_FIXTURES=1 uv run pytest tests/test_problems.py -n 0` writes them
anew: read the difference, then commit it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from acadfolio.cli import main
from fixtures import CASE, PART, read_cases, write_site

FIXTURES = Path(__file__).parent / "problems"
UPDATES = "UPDATE_FIXTURES" in os.environ
LINE = re.compile(r"[^:]+(?::\d+(?::\d+)?)?: (?:error|warning): \S.*")


class Case(NamedTuple):
    fixture: Path
    name: str
    files: dict[str, str]
    """What stands below the heading of each file: `data/site.yml`, `data/news.yml (bytes)`."""
    command: str
    expected: str
    """The last part, with its heading."""


def cases(fixture: Path) -> list[Case]:
    found = []
    for name, parts in read_cases(fixture).items():
        heading, printed = parts.popitem()
        found.append(
            Case(fixture, name, parts, heading.partition(":")[0], f"{heading}\n{printed}".strip())
        )
    return found


CASES = [case for fixture in sorted(FIXTURES.glob("*.txt")) for case in cases(fixture)]


@pytest.fixture
def site(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The case's site in a folder of its own, which is the working directory."""
    folder = tmp_path / "site"
    write_site(folder, case.files)
    monkeypatch.chdir(folder)
    return folder


def update(case: Case, expected: str) -> None:
    """Replace what the fixture expects of a case."""
    text = case.fixture.read_text(encoding="utf-8")
    start = text.index(f"{PART}{case.expected}", text.index(f"{CASE}{case.name}\n"))
    end = start + len(f"{PART}{case.expected}")
    case.fixture.write_text(f"{text[:start]}{PART}{expected}{text[end:]}", encoding="utf-8")


def each(*names: str) -> pytest.MarkDecorator:
    chosen = [case for case in CASES if not names or case.name in names]
    return pytest.mark.parametrize("case", chosen, ids=[case.name for case in chosen])


@each()
def test_every_problem_is_reported_with_its_place(
    case: Case, site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main([case.command])
    lines = capsys.readouterr().err
    assert (site / "output").is_dir() == (status == 0 and case.command == "build")
    expected = f"{case.command}: exit status {status}\n{lines}".strip()
    if UPDATES and expected != case.expected:
        update(case, expected)
    else:
        assert expected == case.expected


@pytest.mark.slow
@each()
def test_a_check_reports_what_a_build_reports(
    case: Case, site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["check"])
    # A dead link is a warning of a build and an error of a check.
    checked = capsys.readouterr().err.replace(": error: ", ": warning: ")
    _, _, reported = case.expected.replace(": error: ", ": warning: ").partition("\n")
    assert set(reported.splitlines()) <= set(checked.splitlines())
    assert not (site / "output").exists()


def test_every_line_names_its_file_and_errors_fail() -> None:
    wrong = []
    for case in CASES:
        first, *lines = case.expected.splitlines()
        is_broken = any(": error: " in line for line in lines)
        names_files = all(LINE.fullmatch(line) for line in lines)
        if not names_files or first != f"{case.command}: exit status {1 if is_broken else 0}":
            wrong.append(f"{case.name}:\n{case.expected}")
    assert not wrong, "\n\n".join(wrong)


@pytest.mark.slow
@each(
    "file-is-not-utf-8",
    "shortcode-that-breaks-out",
    "several-errors-at-once",
    "yaml-tab-indentation",
)
def test_a_process_of_its_own_reports_the_same(case: Case, site: Path) -> None:
    command = [sys.executable, "-m", "acadfolio", case.command]
    ended = subprocess.run(command, cwd=site, capture_output=True, text=True, check=False)
    assert (
        f"{case.command}: exit status {ended.returncode}\n{ended.stderr}".strip() == case.expected
    )


def test_no_two_cases_have_one_name() -> None:
    assert len({case.name for case in CASES}) == len(CASES) > 150
