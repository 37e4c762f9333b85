"""What a visitor loads, as it is served: the limits for style sheets, scripts and fonts, in both looks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from browser import served
from compressed import packed

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from looks import Built

pytestmark = pytest.mark.quality

STYLES, SCRIPTS, HOME = 13_000, 6_500, 30_000
"""In bytes, gzipped. The home page is with its style sheet and its script, and without images."""
FONTS = 20_000


def weight(folder: Path, kind: str) -> int:
    """What every page loads; what the search loads when it is opened does not count."""
    files = (folder / "assets" / kind).glob(f"*.{kind}")
    return sum(len(packed(file)) for file in files if file.stem != "search")


def test_scripts_and_styles_are_light(look: Built) -> None:
    assert 0 < weight(look.folder, "js") <= SCRIPTS
    assert 0 < weight(look.folder, "css") <= STYLES


def test_the_home_page_is_light(look: Built) -> None:
    page = look.folder / "index.html"
    loaded = re.findall(
        r'(?:<script[^>]* src|<link rel="stylesheet" href)="([^"]+)"',
        page.read_text(encoding="utf-8"),
    )
    assert {path.rsplit(".", 1)[1] for path in loaded} == {"js", "css"}
    assert (
        sum(len(packed(file)) for file in (page, *(look.folder / path for path in loaded))) <= HOME
    )


def test_a_site_in_latin_letters_loads_one_light_font(look: Built, browser: Browser) -> None:
    with browser.new_context() as context, served(look.folder) as url:
        page = context.new_page()
        loaded: list[str] = []
        page.on("request", lambda request: loaded.append(Path(request.url).name))
        page.goto(url)
        page.wait_for_function("document.fonts.status === 'loaded'")
        fonts = [name for name in loaded if name.endswith(".woff2")]
    assert fonts == ["serif.woff2"]
    assert (look.folder / "assets/fonts/serif.woff2").stat().st_size <= FONTS
