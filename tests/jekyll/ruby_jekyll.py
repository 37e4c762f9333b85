"""What Jekyll makes of a small site.

The themes in tests/jekyll/old_sites/themes/ print what the real ones print.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest

from fixtures import write_site

if TYPE_CHECKING:
    from collections.abc import Mapping

THEMES = Path(__file__).parent / "old_sites" / "themes"
JEKYLL = shutil.which("jekyll")
OTHER_FILES = "the other files"

needs_jekyll = pytest.mark.skipif(JEKYLL is None, reason="ruby's Jekyll is not installed")


def built_by_jekyll(files: Mapping[str, str], theme: str) -> dict[str, str]:
    """The pages that Jekyll makes of a site, by their paths, and the paths of its other files."""
    assert JEKYLL is not None
    with TemporaryDirectory() as folder:
        source, site = Path(folder) / "source", Path(folder) / "_site"
        write_site(source, dict(files))
        for each in ("all", theme):
            _add_theme(THEMES / each, source)
        command = [
            JEKYLL,
            "build",
            "--quiet",
            "--source",
            str(source),
            "--destination",
            str(site),
            "--disable-disk-cache",
        ]
        subprocess.run(command, check=True, env={**os.environ, "TZ": "UTC"})
        paths = sorted(
            path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()
        )
        pages = {
            path: _short((site / path).read_text("utf-8"))
            for path in paths
            if path.endswith(".html")
        }
    return pages | {OTHER_FILES: "".join(f"{path}\n" for path in paths if path not in pages)}


def _add_theme(theme: Path, source: Path) -> None:
    """Add the files of a theme, but for those that the site has itself."""
    for file in theme.rglob("*"):
        target = source / file.relative_to(theme)
        if file.is_file() and not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)


def _short(html: str) -> str:
    """A page without scripts, styles and blank lines."""
    html = re.sub(r"(?s)<(script|style)\b.*?</\1>", "", html)
    lines = filter(None, (re.sub(r"\s+", " ", line).strip() for line in html.split("\n")))
    return "".join(f"{line}\n" for line in lines)
