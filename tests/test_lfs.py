"""What Git LFS leaves where it is not at work: a note in the place of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acadfolio.cli import main
from acadfolio.files import is_lfs_pointer
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path

POINTER = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'4d7a' * 16}\nsize 12345\n"
FILES = {
    "content/about.md": "![me](/me.png)\n\n[cv](/cv.pdf)\n",
    "static/cv.pdf": POINTER,
    "static/me.png": POINTER,
    "static/a/you.jpg": POINTER,
}
PLACES = ["static/a/you.jpg", "static/cv.pdf", "static/me.png"]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(make_site(tmp_path / "site", FILES))
    return tmp_path / "site"


def words(severity: str) -> str:
    return "".join(
        f"{place}: {severity}: this is a Git LFS pointer and not the file (git lfs pull)\n" for place in PLACES
    )


def test_a_build_warns_of_pointers_as_often_as_it_is_run(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for change in ("", "", "More.\n"):
        with (site / "content/about.md").open("a", encoding="utf-8") as about:
            about.write(change)
        assert main(["build"]) == 0
        assert capsys.readouterr().err == words("warning")


@pytest.mark.usefixtures("site")
def test_a_check_calls_a_pointer_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check"]) == 1
    assert words("error") in capsys.readouterr().err


def test_a_site_with_pointers_stays_at_home(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    public = site.parent / "public"
    assert main(["deploy", "--to", str(public)]) == 1
    assert capsys.readouterr().err.startswith(words("error"))
    assert not public.exists()
    assert main(["deploy", "--to", str(public), "--despite-errors"]) == 0


def test_a_file_that_was_fetched_is_no_longer_reported(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build"]) == 0
    for place in PLACES[1:]:
        (site / place).write_bytes(b"%PDF-1.7")
    capsys.readouterr()
    assert main(["build"]) == 0
    assert "static/cv.pdf" not in (reported := capsys.readouterr().err)
    assert reported.startswith(words("warning").splitlines()[0])


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        (POINTER, True),
        (POINTER.replace("git-lfs", "hawser"), True),
        (POINTER + "x" * (1023 - len(POINTER)), True),
        (POINTER + "x" * (1024 - len(POINTER)), False),
        ("version https://git-lfs.github.com/spec/v1 is how a pointer begins\n", False),
        (f"A pointer: {POINTER}", False),
        ("", False),
    ],
)
def test_a_pointer_is_small_and_begins_as_one(tmp_path: Path, text: str, is_one: bool) -> None:
    (tmp_path / "file").write_text(text, encoding="utf-8")
    assert is_lfs_pointer(str(tmp_path / "file")) == is_one
    assert not is_lfs_pointer(str(tmp_path / "missing"))
