"""The 404 page and redirects: the site's colours, menu and search, without a request for a style sheet or a script."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, get_args

import pytest

from acadfolio.build import build
from acadfolio.model.site import Skin
from acadfolio.resources import theme_looks
from browser import ground, overflow, served, watched
from sites import make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

NAVIGATION = """\
navigation:
  - {title: Rings, url: /rings/}
  - {title: News, url: '/#-news'}
  - {title: More, items: [{title: Rings, url: /rings/}]}
"""
SITE = {
    "content/rings.md": "Text\n",
    "content/about.md": "# 🔥 News\n",
    "data/news.yml": "- {date: 1921, text: A}\n",
}
COLOURS = "getComputedStyle(document.body).color + ' ' + getComputedStyle(document.querySelector('main a')).color"


def test_the_menu_of_the_404_page_has_the_pages_of_the_site(tmp_path: Path) -> None:
    settings = f"title: Emmy *Noether*\nurl: https://e.example/~n\n{NAVIGATION}"
    page = render_site(tmp_path, SITE | {"data/site.yml": settings})[0]["404.html"]
    menu = page.partition("<nav")[2].partition("</nav>")[0]
    assert re.findall(r'<a href="([^"]+)">(.*?)</a>', menu) == [
        ("index.html", "Emmy <em>Noether</em>"),
        ("rings/index.html", "Rings"),
    ]
    assert '<base href="/~n/">' in page


@pytest.mark.browser
def test_the_404_page_leads_to_the_home_page_of_each_language(
    tmp_path: Path, browser: Browser
) -> None:
    settings = "title: E\nlanguages: [en, zh, ar]\nurl: https://e.example/~curie/site\n"
    files = {"content/about.md": "Hello.\n", "content/about.zh.md": "你好。\n"}
    build(make_site(tmp_path / "site", files | {"data/site.yml": settings}), tmp_path / "output")
    assert not (tmp_path / "output/zh/404.html").exists()
    with browser.new_context() as context, served(tmp_path / "output") as url:
        page = context.new_page()
        missing = (tmp_path / "output/404.html").read_text(encoding="utf-8")
        page.route("**/none/**", lambda route: route.fulfill(status=404, body=missing))
        for shown_at in ("none/", "zh/none/of/these/"):
            page.goto(f"{url}{shown_at}")
            links = page.locator("nav [hreflang]")
            assert links.evaluate_all(
                "(all) => all.map((a) => [a.lang, a.hreflang, a.textContent, a.href])"
            ) == [
                ["zh", "zh", "中文", f"{url}zh/index.html"],
                ["ar", "ar", "العربية", f"{url}ar/index.html"],
            ]
            links.first.click()
            page.get_by_text("你好。").wait_for()


def test_the_404_page_has_the_sites_own_colour(tmp_path: Path) -> None:
    page = render_site(tmp_path, {"data/site.yml": "title: E\naccent: '#a00030'\n"})[0]["404.html"]
    assert "--link: light-dark(#a00030, " in page


def test_the_404_page_has_the_icon_of_the_site(tmp_path: Path) -> None:
    icon = {"static/favicon.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>"}
    assert '<link rel="icon" href="favicon.svg">' in render_site(tmp_path, icon)[0]["404.html"]


@pytest.mark.browser
def test_a_search_on_the_404_page_is_answered_on_the_home_page(
    tmp_path: Path, browser: Browser
) -> None:
    files = SITE | {"data/site.yml": "title: E\nsearch: true\nurl: https://e.example/~curie/site\n"}
    build(make_site(tmp_path / "site", files), tmp_path / "output")
    with browser.new_context() as context, served(tmp_path / "output") as url:
        page = context.new_page()
        page.goto(f"{url}404.html")
        page.get_by_role("searchbox").fill("rings")
        page.keyboard.press("Enter")
        page.get_by_role("dialog").wait_for()
        assert page.url == f"{url}index.html?search=rings"
        assert page.get_by_role("searchbox", name="Search the site").input_value() == "rings"
        page.get_by_role("dialog").get_by_role("link", name="Rings").wait_for()


def colours(page: Page, address: str) -> tuple[str, str]:
    page.goto(address)
    return ground(page), str(page.evaluate(COLOURS))


@pytest.mark.browser
@pytest.mark.parametrize("look", theme_looks())
@pytest.mark.parametrize("skin", get_args(Skin))
def test_the_404_page_has_the_colours_of_the_other_pages(
    look: str, skin: str, tmp_path: Path, browser: Browser
) -> None:
    link = {"content/rings.md": "[A](/)\n", "content/404.md": "[A](/)\n"}
    files = SITE | link | {"data/site.yml": f"title: E\nlook: {look}\nskin: {skin}\n"}
    build(make_site(tmp_path / "site", files), tmp_path / "output")
    for scheme in ("light", "dark"):
        with browser.new_context(color_scheme=scheme) as context:
            page = context.new_page()
            other = colours(page, (tmp_path / "output/rings/index.html").as_uri())
            watching = watched(context)
            assert colours(page, (tmp_path / "output/404.html").as_uri()) == other
            assert len(watching.asked) == 1
            page.set_viewport_size({"width": 320, "height": 600})
            assert overflow(page) <= 0


@pytest.mark.browser
def test_the_404_page_follows_the_visitors_choice_of_dark(tmp_path: Path, browser: Browser) -> None:
    build(make_site(tmp_path / "site", SITE), tmp_path / "output")
    with browser.new_context(color_scheme="light") as context:
        context.add_init_script("localStorage.setItem('theme', 'dark')")
        page = context.new_page()
        page.goto((tmp_path / "output/404.html").as_uri())
        assert ground(page) == "rgb(22, 25, 29)"
