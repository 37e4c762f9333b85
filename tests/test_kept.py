"""The preview keeps results of its last build as long as what they were made of stays the same."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from acadfolio.files import SECOND
from acadfolio.kept import Kept, Records


class Counted:
    """Reads files, and notes which."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def text(self, path: str) -> str:
        self.read.append(path)
        return Path(path).read_text(encoding="utf-8")


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten seconds have passed since the files were saved."""
    now = time.time_ns
    monkeypatch.setattr("acadfolio.kept.time.time_ns", lambda: now() + 10 * SECOND)


@pytest.mark.usefixtures("later")
def test_a_file_is_read_again_only_after_it_was_saved(tmp_path: Path) -> None:
    file, counted, kept = tmp_path / "page.md", Counted(), Kept()
    texts = []
    for written in ("one", None, "three", None):
        if written:
            file.write_text(written, encoding="utf-8")
        texts.append(kept.remembered_of_file(counted.text)(str(file)))
        kept.end_build()
    assert texts == ["one", "one", "three", "three"]
    assert len(counted.read) == 2


def test_a_file_that_was_saved_just_now_is_read_again(tmp_path: Path) -> None:
    file, counted, kept = tmp_path / "page.md", Counted(), Kept()
    read = kept.remembered_of_file(counted.text)
    file.write_text("one", encoding="utf-8")
    assert read(str(file)) == "one"
    file.write_text("two", encoding="utf-8")  # Maybe within the same tick of the clock.
    assert read(str(file)) == "two"


@pytest.mark.usefixtures("later")
def test_a_result_that_two_builds_did_not_use_is_forgotten(tmp_path: Path) -> None:
    file, counted, kept = tmp_path / "page.md", Counted(), Kept()
    file.write_text("one", encoding="utf-8")
    kept.remembered_of_file(counted.text)(str(file))
    kept.end_build()
    kept.end_build()
    kept.remembered_of_file(counted.text)(str(file))
    assert len(counted.read) == 2


def test_a_failed_build_leaves_the_results_of_the_last_good_one() -> None:
    kept = Kept()
    assert kept.get("key", lambda: "good") == "good"
    kept.end_build()
    kept.forget_this_build()
    assert kept.get("key", lambda: "new") == "good"


def test_results_of_records_are_kept_for_the_same_objects_alone() -> None:
    one, two, equal = [1], [2], [True]
    assert equal == one
    assert Records((one, two)) == Records((one, two))
    for others in ((equal, two), (two, one), (one,)):
        assert Records((one, two)) != Records(others)
