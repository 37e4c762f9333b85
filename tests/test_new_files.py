"""Files that stand together or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acadfolio.new_files import all_or_nothing, write_new

if TYPE_CHECKING:
    from pathlib import Path


def put(folder: Path, reason: BaseException | None, theirs: str = "") -> None:
    """Two new files, and perhaps one of somebody else's, before something happens."""
    with all_or_nothing() as new:
        assert write_new(folder / "data/deep/a.yml", b"a", new)
        assert write_new(folder / "b.yml", b"b", new)
        if theirs:
            (folder / theirs).write_bytes(b"theirs")
        if reason is not None:
            raise reason


@pytest.mark.parametrize("reason", [OSError(), KeyboardInterrupt(), SystemExit()])
def test_whatever_stops_it_what_is_new_goes_again(reason: BaseException, tmp_path: Path) -> None:
    with pytest.raises(type(reason)):
        put(tmp_path, reason)
    assert list(tmp_path.iterdir()) == []


def test_what_somebody_else_puts_there_meanwhile_stays_and_the_reason_is_told(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no"):
        put(tmp_path, ValueError("no"), theirs="data/theirs.yml")
    there = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*"))
    assert there == ["data", "data/theirs.yml"]


def test_all_stay_when_nothing_stops_it(tmp_path: Path) -> None:
    put(tmp_path, None)
    assert ((tmp_path / "data/deep/a.yml").read_bytes(), (tmp_path / "b.yml").read_bytes()) == (b"a", b"b")


def test_what_is_there_already_stays(tmp_path: Path) -> None:
    (tmp_path / "a.yml").write_bytes(b"old")
    with all_or_nothing() as new:
        assert not write_new(tmp_path / "a.yml", b"new", new)
    assert (new, (tmp_path / "a.yml").read_bytes()) == ([], b"old")
