"""Formulas and code are made once for all builds, and are what their makers make."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from acadfolio import kept
from acadfolio.kept import Shelf
from acadfolio.markdown import made
from acadfolio.markdown.converted import Converted
from acadfolio.markdown.highlight import highlight
from acadfolio.markdown.maths import mathml

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FORMULA = r"\sum_{n=1}^\infty n^{-2}"
CODE = "print('radium')\n"


@pytest.fixture(autouse=True)
def none_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nor was this process begun before its libraries came, as in a fresh environment: others trust it."""
    monkeypatch.setattr(made, "_made", made._Made())  # noqa: SLF001 - one for the process
    monkeypatch.setattr(kept, "STARTED", time.time_ns())
    kept.makers.cache_clear()
    yield
    kept.makers.cache_clear()


@pytest.fixture
def cache(tmp_path: Path) -> str:
    """A folder where others have kept what they made."""
    folder = str(tmp_path)
    made.keep_in(lambda: folder)
    all_of_it()
    made.keep()
    made.keep_in(lambda: folder)
    return folder


def all_of_it() -> list[str | None]:
    return [
        made.formula(FORMULA, block=False),
        made.formula(FORMULA, block=True),
        made.formula(FORMULA, block=False, is_roomy=True),
        made.coloured(CODE, "python"),
        made.coloured(CODE, ""),
        made.coloured(CODE, "python", "1"),
        made.coloured(CODE, "mermaid"),
    ]


def as_they_are_made() -> list[str | None]:
    return [
        mathml(FORMULA, block=False),
        mathml(FORMULA, block=True),
        mathml(FORMULA, block=False, is_roomy=True),
        highlight(CODE, "python", ""),
        highlight(CODE, "", ""),
        highlight(CODE, "python", "1"),
        None,
    ]


def test_another_version_of_a_library_is_another_maker_in_whatever_folder_it_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pygments-2.18.0.dist-info").mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(kept, "STARTED", time.time_ns() + 10**9)
    before = kept.makers()
    kept.makers.cache_clear()
    assert kept.makers() == before
    (tmp_path / "pygments-2.18.0.dist-info").rename(tmp_path / "pygments-2.19.0.dist-info")
    kept.makers.cache_clear()
    assert kept.makers() != before


def test_another_version_of_the_package_is_another_maker_where_nobody_has_looked_at_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("made.py", "notes.txt"):
        (tmp_path / name).write_text("one")
    (tmp_path / "gone.py").symlink_to("nowhere")
    monkeypatch.setattr(kept, "PACKAGE", str(tmp_path))
    monkeypatch.setattr(kept, "_seen", {})
    monkeypatch.setattr(kept, "STARTED", time.time_ns() + 10**12)
    before = kept.makers()
    (tmp_path / "notes.txt").write_text("others")
    kept.makers.cache_clear()
    assert kept.makers() == before
    (tmp_path / "made.py").write_text("others")
    kept.makers.cache_clear()
    assert kept.makers() != before


@pytest.mark.usefixtures("cache")
def test_they_are_what_their_makers_make_once_and_again_and_in_the_next_process() -> None:
    wanted = as_they_are_made()
    assert len(set(wanted)) == len(wanted)
    assert all_of_it() == wanted
    made.keep_in(lambda: "")  # Another site.
    assert all_of_it() == wanted == all_of_it()


def test_who_keeps_nothing_leaves_nothing_with_the_site_before(tmp_path: Path) -> None:
    Converted(lambda: str(tmp_path)).convert("$$x$$")
    nothing = Converted()
    nothing.convert("$$y$$")
    nothing.keep()
    assert list(tmp_path.iterdir()) == []


def test_the_next_process_does_not_make_them(cache: str) -> None:
    """Nor does it load their makers, which is what takes the time."""
    looks = (
        "import sys; from acadfolio.markdown import made"
        f"; made.keep_in(lambda: {cache!r}); made.formula({FORMULA!r}, block=True); made.coloured({CODE!r}, 'python')"
        "; sys.exit('pygments' in sys.modules or 'acadfolio.markdown.maths' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", looks], check=False).returncode == 0


@pytest.mark.parametrize("content", [b"", b"no pieces at all", b"\xc1", b"\x93\x01\x02\x03"])
def test_a_piece_that_says_something_else_is_as_good_as_none(cache: str, content: bytes) -> None:
    shelf = Shelf(lambda: cache, made.FILE)
    shelf.add(content, lambda: content)
    assert all_of_it() == as_they_are_made()
    made.keep()
    made.keep_in(lambda: cache)
    assert all_of_it() == as_they_are_made()


def test_of_too_much_the_older_half_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = str(tmp_path)
    made.keep_in(lambda: folder)
    monkeypatch.setattr(made, "MOST", 4_000)
    for round_ in range(4):
        for number in range(40):
            assert made.formula(f"x^{{{number}}}", block=False) == mathml(f"x^{{{number}}}", block=False)
        made.keep()
        assert (tmp_path / made.FILE).stat().st_size < 12_000, round_
