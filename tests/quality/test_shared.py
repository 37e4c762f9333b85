"""Real pages of ../shared in both looks: the same checks; what their authors' own HTML breaks is known, by element."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from acadfolio.build import build
from auditing import axe_findings, axe_page, expect_nothing, set_width, sideways
from browser import SUBPATH, served, watched
from looks import LOOKS
from shared import SHARED, needs_shared

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Route

pytestmark = [pytest.mark.browser, pytest.mark.quality, needs_shared]

SEEDS = ("000", "002", "003", "004", "theme")
CORPUS = ("betswish", "chrisliu6", "dentanjeremie", "haotang11", "sonjakrai", "sotiriskak")
EMPTY_PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"/>'
STAND_INS = {
    "image": ("image/svg+xml", EMPTY_PICTURE),
    "script": ("text/javascript", ""),
    "stylesheet": ("text/css", ""),
}
# What a page's own HTML causes, by axe's rule and element.
KNOWN = {
    "000": {"heading-order h3", "image-alt img"},
    "003": {"heading-order h3", "color-contrast font"},
    "theme": {"image-alt img", "link-name a"},
    "betswish": {"image-alt img", "link-name a"},
    "chrisliu6": {"image-alt img", "link-name a", "color-contrast span"},
}


def site_of(name: str, look: str, folder: Path) -> Path:
    """The page as the home page of a site, built in a look."""
    home, settings = ("seeds", "site.yml") if name in SEEDS else ("corpus", f"{name}.site.yml")
    for part in ("content", "data"):
        (folder / part).mkdir()
    shutil.copy(SHARED / home / f"{name}.md", folder / "content" / "about.md")
    text = (SHARED / home / settings).read_text(encoding="utf-8")
    (folder / "data" / "site.yml").write_text(f"look: {look}\n{text}", encoding="utf-8")
    build(folder, folder / "output")
    return folder / "output"


def with_stand_ins(route: Route, output: Path) -> None:
    """What is not part of the material (other hosts' files, pictures) is answered by something empty of its kind."""
    url = urlsplit(route.request.url)
    if url.hostname == "127.0.0.1" and (output / url.path.removeprefix(SUBPATH)).exists():
        route.continue_()
        return
    kind, body = STAND_INS.get(route.request.resource_type, ("text/html", ""))
    route.fulfill(status=200, content_type=kind, body=body)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", [*SEEDS, *CORPUS])
def test_a_real_page_passes_the_checks(
    browser: Browser, axe: Path, tmp_path: Path, name: str, look: str
) -> None:
    frame: dict[str, list[str]] = {}
    content: set[str] = set()
    output = site_of(name, look, tmp_path)
    with axe_page(browser, axe) as page, served(output) as top:
        page.route("**/*", lambda route: with_stand_ins(route, output))
        watching = watched(page.context)
        page.goto(top)
        for width, scheme in ((320, "light"), (1280, "dark")):
            set_width(page, width)
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            found = axe_findings(page)
            content |= {finding["kind"] for finding in found if finding["own"]}
            frame[f"{width} {scheme}"] = sideways(page) + [
                finding["line"] for finding in found if not finding["own"]
            ]
    expect_nothing(frame | {"console": watching.wrong})
    assert content == KNOWN.get(name, set())
