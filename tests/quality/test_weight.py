"""What a visitor loads, uncompressed: the limits that issue 4 sets, in both looks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from looks import Built

pytestmark = pytest.mark.quality

SCRIPTS, STYLES, HOME = 14_000, 30_000, 70_000


def weight(folder: Path, kind: str) -> int:
    """What every page loads; what the search loads when it is opened does not count."""
    files = (folder / "assets" / kind).glob(f"*.{kind}")
    return sum(file.stat().st_size for file in files if file.stem != "search")


def test_scripts_and_styles_are_light(look: Built) -> None:
    assert 0 < weight(look.folder, "js") <= SCRIPTS
    assert 0 < weight(look.folder, "css") <= STYLES


def test_the_home_page_is_light(look: Built) -> None:
    page = look.folder / "index.html"
    loaded = re.findall(r'(?:<script[^>]* src|<link rel="stylesheet" href)="([^"]+)"', page.read_text(encoding="utf-8"))
    assert {path.rsplit(".", 1)[1] for path in loaded} == {"js", "css"}
    assert page.stat().st_size + sum((look.folder / path).stat().st_size for path in loaded) <= HOME
