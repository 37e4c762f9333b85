"""`.ci/test` repeats the tests that fail, once and one after the other, and hides no failure."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not shutil.which("uv") or not shutil.which("bash"), reason="needs uv and bash"
    ),
]
SCRIPT = Path(__file__).resolve().parent.parent / ".ci" / "test"
HEADING = "Tests that failed once, and are repeated one after the other:\n"
FAILS_ONCE = """
from pathlib import Path

def test_fails_once():
    is_repeated = Path("repeated").exists()
    Path("repeated").touch()
    assert is_repeated
"""
PASSES = "def test_passes():\n    assert True\n"
FAILS = "def test_fails():\n    assert False\n"


def run(folder: Path, files: dict[str, str], *options: str) -> tuple[int, str]:
    """The exit status and the output of the script in a folder with these tests."""
    (folder / ".ci").mkdir(exist_ok=True)
    shutil.copy(SCRIPT, folder / ".ci/test")
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -ra --numprocesses=1\n")
    for name, text in files.items():
        (folder / name).write_text(text)
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))
    }
    ended = subprocess.run(
        ["bash", ".ci/test", *options], cwd=folder, env=environment | {"VIRTUAL_ENV": sys.prefix},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return ended.returncode, ended.stdout


def test_a_test_that_fails_only_once_is_named_and_does_not_fail_the_run(tmp_path: Path) -> None:
    status, printed = run(tmp_path, {"test_a.py": PASSES, "test_b.py": FAILS_ONCE})
    first, heading, repeated = printed.partition(HEADING)
    assert (status, bool(heading)) == (0, True)
    assert "1 failed, 1 passed" in first
    assert repeated.startswith("test_b.py::test_fails_once\n")
    assert "test_passes" not in repeated
    assert "= 1 passed in " in repeated.splitlines()[-1]


def test_a_test_that_fails_again_fails_the_run(tmp_path: Path) -> None:
    status, printed = run(tmp_path, {"test_a.py": FAILS, "test_b.py": FAILS_ONCE})
    assert status == 1
    assert "= 1 failed, 1 passed in " in printed.splitlines()[-1]


def test_without_failures_nothing_is_repeated(tmp_path: Path) -> None:
    status, printed = run(tmp_path, {"test_a.py": PASSES})
    assert (status, HEADING in printed) == (0, False)
    assert "= 1 passed in " in printed.splitlines()[-1]


def test_failures_of_an_earlier_run_are_not_repeated(tmp_path: Path) -> None:
    assert run(tmp_path, {"test_a.py": FAILS})[0] == 1
    status, printed = run(tmp_path, {"test_a.py": PASSES, "test_b.py": FAILS_ONCE})
    assert status == 0
    assert printed.partition(HEADING)[2].startswith("test_b.py::test_fails_once\n")


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("import no_such_module\n", ()),
        (PASSES, ("-k", "no_such_name")),
        (PASSES, ("--no-such-option",)),
    ],
    ids=["a test file that cannot be read", "no tests", "wrong usage"],
)
def test_a_run_that_did_not_run_its_tests_fails(
    text: str, options: tuple[str, ...], tmp_path: Path
) -> None:
    assert run(tmp_path, {"test_a.py": text}, *options)[0] != 0


def test_failures_that_pytest_cannot_remember_fail_the_run(tmp_path: Path) -> None:
    status, printed = run(
        tmp_path, {"test_a.py": PASSES, "test_b.py": FAILS_ONCE}, "-p", "no:cacheprovider"
    )
    assert status != 0, printed
