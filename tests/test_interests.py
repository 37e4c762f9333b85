"""Research interests of the profile: in the sidebar, for search engines, and in the site's own search."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from acadfolio.build import build
from browser import overflow, served
from cases import every_case
from sites import make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

LOOKS = ("acad-homepage", "academicpages")
PROFILE = "name: Emmy Noether\ninterests:\n- Invariants\n- '*Rings* and ideals'\n- {en: Fields, de: Körper}\n"
FILES = {
    "data/profile.yml": PROFILE,
    "content/index.md": "# News\n\nText.\n",
    "content/cv.md": "Text.\n",
}
WORD = "Research interests"


def test_interests_are_a_named_list_in_the_sidebar(tmp_path: Path) -> None:
    outputs, problems = render_site(tmp_path, FILES)
    assert problems == []
    page = outputs["index.html"]
    sidebar = page[page.index("<aside") : page.index("</aside>")]
    name = re.search(r'<p id="(.+?)">Research interests</p>\n<ul aria-labelledby="(.+?)">', sidebar)
    assert name is not None
    assert name[1] == name[2]
    shown = re.findall(r'<li itemprop="knowsAbout">(.*?)</li>', sidebar)
    assert shown == ["Invariants", "<em>Rings</em> and ideals", "Fields"]


def test_without_interests_there_is_no_list(tmp_path: Path) -> None:
    assert (
        "nterests"
        not in render_site(tmp_path, FILES | {"data/profile.yml": "name: Emmy Noether\n"})[0][
            "index.html"
        ]
    )


def test_the_name_of_the_list_is_in_the_sites_language(tmp_path: Path) -> None:
    outputs, _ = render_site(
        tmp_path, FILES | {"data/site.yml": "title: Emmy Noether\nlanguage: de\n"}
    )
    assert ">Forschungsinteressen</p>" in outputs["index.html"]
    assert ">Körper</li>" in outputs["index.html"]


@every_case(("kind", "organization"), [("Person", "false"), ("Organization", "true")])
def test_search_engines_know_the_interests(tmp_path: Path, kind: str, organization: str) -> None:
    profile = {"data/profile.yml": f"{PROFILE}organization: {organization}\n"}
    page = render_site(tmp_path, FILES | profile)[0]["index.html"]
    data = re.search(r'<script type="application/ld\+json">(.*?)</script>', page, re.DOTALL)
    assert data is not None
    graph = {node["@type"]: node for node in json.loads(data[1])["@graph"]}
    assert graph[kind]["knowsAbout"] == ["Invariants", "Rings and ideals", "Fields"]


def test_the_sites_search_finds_the_home_page_by_them(tmp_path: Path) -> None:
    home = {"content/index.md": "---\nkeywords: [algebra]\n---\nText.\n"}
    settings = {"data/site.yml": "title: Emmy Noether\nsearch: true\n"}
    script = render_site(tmp_path, FILES | settings | home)[0]["assets/search/index.js"]
    pages = json.loads(script.removeprefix("searchIndex(").removesuffix(")\n"))["pages"]
    keywords = {path: rest for path, _, _, *rest in pages}
    assert keywords["index.html"] == ["algebra, Invariants, Rings and ideals, Fields"]
    assert keywords["cv/index.html"] == []


@pytest.mark.parametrize("look", LOOKS)
def test_phones_show_the_interests_on_the_home_page_only(
    tmp_path: Path, browser: Browser, look: str
) -> None:
    settings = {"data/site.yml": f"title: Emmy Noether\nlook: {look}\n"}
    build(make_site(tmp_path, FILES | settings), tmp_path / "output")
    with served(tmp_path / "output") as url:
        context = browser.new_context()
        page = context.new_page()
        for width, path, is_shown in (
            (390, "", True),
            (390, "cv/", False),
            (1280, "", True),
            (1280, "cv/", True),
        ):
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(url + path)
            assert page.get_by_text(WORD).is_visible() is is_shown, (width, path)
            assert page.get_by_role("list", name=WORD).is_visible() is is_shown, (width, path)
            assert overflow(page) <= 0
        context.close()
