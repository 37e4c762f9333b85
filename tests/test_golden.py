"""Eleven pages are, line by line, what tests/golden/ holds; tests/golden.txt has hashes of all others.

The sites are the demo in both looks, the site with every feature, and three of the gallery. When pages
change on purpose, or a library writes other HTML:

    UPDATE_FIXTURES=1 uv run pytest -n0 tests/test_golden.py && git diff tests/golden

Hashes cost no time, as the sites are built anyway. To see what changed in files that have only a hash:

    uv run python tests/freeze.py build OLD_CHECKOUT /tmp/old demo features
    uv run python tests/freeze.py build . /tmp/new demo features
    diff -r /tmp/old /tmp/new
"""

from __future__ import annotations

import difflib
import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.build import prepare
from acadfolio.cli import main
from acadfolio.resources import examples
from freeze import make_own_sites

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest

FOLDER = Path(__file__).with_name("golden")
HASHES = Path(__file__).with_name("golden.txt")
UPDATES = "UPDATE_FIXTURES" in os.environ
CLOCK = "1700000000"
PAGES = (
    "demo-acad-homepage/index.html",
    "demo-acad-homepage/posts/1921/06/a-gram-of-radium/index.html",
    "demo-academicpages/index.html",
    "features/404.html",
    "features/cv/index.html",
    "features/feed.xml",
    "features/publications/index.html",
    "features/publications/invariants/index.html",
    "gallery-arabic-french/index.html",
    "gallery-arabic/index.html",
    "gallery-chinese-english/index.html",
)
"""The home pages of both looks, a post, the CV, papers, a paper, and pages in Arabic and Chinese."""


def test_the_pages_are_what_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", CLOCK)
    files = built_sites(tmp_path) | dict(homes_of_the_gallery())
    pages = {path: files.pop(path).decode() for path in PAGES}
    hashes = {path: hashlib.sha256(content).hexdigest() for path, content in sorted(files.items())}
    if UPDATES:
        update(pages, hashes)
    different = "".join(
        difference(path, (FOLDER / path).read_text(encoding="utf-8"), page)
        for path, page in pages.items()
    )
    assert not different, f"{different}\n{__doc__}"
    lines = HASHES.read_text(encoding="utf-8").splitlines()
    golden = {path: sha256 for sha256, path in (line.split("  ", 1) for line in lines)}
    others = sorted(path for path in golden.keys() | hashes if golden.get(path) != hashes.get(path))
    assert not others, f"How to see what changed in {', '.join(others)}: {__doc__}"


def test_every_file_of_the_folder_is_one_of_the_pages() -> None:
    files = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.is_file()}
    assert files == set(PAGES)


def test_a_difference_shows_the_lines_that_changed() -> None:
    shown = difference("a/index.html", "<p>\none\n</p>\n", "<p>\ntwo\n</p>\n").splitlines()
    assert shown == ["--- golden/a/index.html", "+++ now", "@@ -1,3 +1,3 @@", " <p>", "-one", "+two",
                     " </p>"]  # fmt: skip


def built_sites(folder: Path) -> dict[str, bytes]:
    """The files of the demo in both looks and of the site with every feature."""
    make_own_sites(folder / "sites")
    output = folder / "output"
    for site in (folder / "sites").iterdir():
        arguments = ["--site", str(site), "--output", str(output / site.name), "--no-cache"]
        assert main(["build", *arguments]) == 0
    return {
        file.relative_to(output).as_posix(): file.read_bytes()
        for file in output.rglob("*")
        if file.is_file() and file.name != ".acadfolio"
    }


def homes_of_the_gallery() -> Iterator[tuple[str, bytes]]:
    for name in ("arabic", "arabic-french", "chinese-english"):
        outputs = prepare(examples()[name]).outputs()
        home = next(output for output in outputs if output.path == "index.html")
        yield f"gallery-{name}/index.html", home.content


def update(pages: dict[str, str], hashes: dict[str, str]) -> None:
    for path, page in pages.items():
        file = FOLDER / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(page, encoding="utf-8")
    lines = (f"{sha256}  {path}\n" for path, sha256 in hashes.items())
    HASHES.write_text("".join(lines), encoding="utf-8")


def difference(path: str, golden: str, now: str) -> str:
    """The lines that changed, each with its neighbours."""
    lines = difflib.unified_diff(
        golden.splitlines(), now.splitlines(), f"golden/{path}", "now", n=1, lineterm=""
    )
    return "".join(f"{line}\n" for line in lines)
