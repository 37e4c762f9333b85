"""Files that stand together or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acadfolio.new_files import write_new_files
from acadfolio.problems import SiteError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def put(folder: Path, reason: BaseException | None, theirs: str = "") -> list[str]:
    """Two new files, and perhaps one of somebody else's, before something happens."""

    def files() -> Iterator[tuple[str, bytes]]:
        yield "data/deep/a.yml", b"a"
        yield "b.yml", b"b"
        if theirs:
            (folder / theirs).write_bytes(b"theirs")
        if reason is not None:
            raise reason

    return write_new_files(folder, files())


@pytest.mark.parametrize("reason", [OSError(), KeyboardInterrupt(), SystemExit()])
def test_whatever_stops_it_what_is_new_goes_again(reason: BaseException, tmp_path: Path) -> None:
    with pytest.raises(SiteError if isinstance(reason, OSError) else type(reason)):
        put(tmp_path, reason)
    assert list(tmp_path.iterdir()) == []


def test_what_somebody_else_puts_there_meanwhile_stays_and_the_reason_is_raised(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no"):
        put(tmp_path, ValueError("no"), theirs="data/theirs.yml")
    there = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*"))
    assert there == ["data", "data/theirs.yml"]


def test_all_stay_when_nothing_stops_it(tmp_path: Path) -> None:
    assert put(tmp_path, None) == []
    assert ((tmp_path / "data/deep/a.yml").read_bytes(), (tmp_path / "b.yml").read_bytes()) == (b"a", b"b")


def test_what_is_there_already_stays(tmp_path: Path) -> None:
    (tmp_path / "b.yml").write_bytes(b"old")
    assert put(tmp_path, None) == ["b.yml"]
    assert (tmp_path / "b.yml").read_bytes() == b"old"
