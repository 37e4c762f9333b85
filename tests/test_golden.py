"""The demo in both looks and the site with every feature are, byte for byte, what tests/golden.txt says.

Each of its lines is a file's SHA-256 and path. When pages change on purpose, or a library writes
other HTML:

    uv run python tests/freeze.py build OLD_CHECKOUT /tmp/old demo features
    uv run python tests/freeze.py build . /tmp/new demo features
    diff -r /tmp/old /tmp/new
    UPDATE_FIXTURES=1 uv run pytest tests/test_golden.py
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.cli import main
from freeze import make_own_sites

if TYPE_CHECKING:
    import pytest

GOLDEN = Path(__file__).with_name("golden.txt")
CLOCK = "1700000000"


def test_the_pages_are_what_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", CLOCK)
    make_own_sites(tmp_path / "sites")
    for site in (tmp_path / "sites").iterdir():
        assert (
            main(
                [
                    "build",
                    "--site",
                    str(site),
                    "--output",
                    str(tmp_path / "output" / site.name),
                    "--no-cache",
                ]
            )
            == 0
        )
    files = {
        file.relative_to(tmp_path / "output").as_posix(): file
        for file in (tmp_path / "output").rglob("*")
    }
    hashes = {
        path: hashlib.sha256(file.read_bytes()).hexdigest()
        for path, file in sorted(files.items())
        if file.is_file() and file.name != ".acadfolio"
    }
    if "UPDATE_FIXTURES" in os.environ:
        GOLDEN.write_text(
            "".join(f"{sha256}  {path}\n" for path, sha256 in hashes.items()), encoding="utf-8"
        )
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    golden = {path: sha256 for sha256, path in (line.split("  ", 1) for line in lines)}
    different = sorted(
        path for path in golden.keys() | hashes if golden.get(path) != hashes.get(path)
    )
    assert not different, f"How to see what changed in {', '.join(different)}: {__doc__}"
