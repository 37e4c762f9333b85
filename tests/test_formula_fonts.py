"""Formulas in a real browser: with a font for formulas, subscripts are below the line."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from acadfolio.build import build
from browser import chromium
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path

FONT = "DejaVu Math TeX Gyre"
DROP = """() => {
  const [base, index] = document.querySelector("msub").children;
  return index.getBoundingClientRect().bottom - base.getBoundingClientRect().bottom;
}"""
"""How far the subscript reaches below the letter that it belongs to, in pixels."""


def has_font() -> bool:
    if shutil.which("fc-list") is None:
        return False
    return FONT in subprocess.run(["fc-list"], capture_output=True, text=True, check=True).stdout


@pytest.mark.browser
@pytest.mark.skipif(
    not has_font(),
    reason=f"the font {FONT} is not installed; on Debian: apt-get install fonts-dejavu-extra",
)
def test_subscripts_are_below_the_line_with_a_font_of_linux(tmp_path: Path) -> None:
    site = make_site(
        tmp_path / "site", {"content/about.md": "---\npermalink: /\n---\nHere $$a_{ij}$$ is.\n"}
    )
    build(site, tmp_path / "output")
    with chromium() as browser:
        tab = browser.new_page()
        tab.goto((tmp_path / "output" / "index.html").as_uri())
        text_size = tab.evaluate(
            "parseFloat(getComputedStyle(document.querySelector('math')).fontSize)"
        )
        assert tab.evaluate(DROP) > 0.3 * text_size
        tab.close()
