"""Each example site in several languages, as a crawler walks it: from the disk, and below a path of a host."""

from __future__ import annotations

import re
import shutil
from html import unescape
from typing import TYPE_CHECKING
from urllib.parse import unquote, urldefrag, urljoin

import pytest
import yaml

from acadfolio.build import build
from acadfolio.html.text import anchors
from acadfolio.resources import examples
from sites import edit, make_site

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

HOST = "https://host.example/repo/"
LINK = re.compile(r'<(?:a|link|img|script|form|source)\b[^>]*? (?:href|src|action)="([^"]*)"')
BASE = re.compile('<base href="([^"]+)">')
ALTERNATE = re.compile('<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">')
SWITCH = re.compile('<a href="([^"]+)" hreflang="([^"]+)" lang="([^"]+)">')
LANGUAGE = re.compile('<html lang="([^"]+)"')
LANGUAGE_OF_FEED = re.compile('<feed [^>]*xml:lang="([^"]+)"')


RENAMED = {
    "data/site.yml": """\
title: {en: Shen Kuo, zh: 沈括}
languages: [en, zh]
# url: https://you.github.io
look: academicpages
search: true
breadcrumbs: true
related: true
footer: "[Garden](/garden/)"
navigation:
  - {title: {en: Garden, zh: 梦溪园}, url: "/garden/#pond"}
  - {title: {en: Posts, zh: 文章}, url: /posts/}
  - {title: {en: More, zh: 更多}, items: [{title: {en: CV, zh: 简历}, url: /cv/}]}
""",
    "data/profile.yml": "name: {en: Shen Kuo, zh: 沈括}\nlinks: {Garden: /garden/}\n",
    "data/news.yml": "- {date: 1088-02, text: '[Garden](/garden/)', links: {CV: /cv/}}\n",
    "data/talks.yml": """\
- title: {en: The needle, zh: 磁针}
  date: 1080
  links: {Garden: "/garden/#pond"}
  text: "[Garden](/garden/)"
  redirect_from: [/old-talk/, /zh/旧/]
""",
    "data/people.yml": "- {name: Su Song, url: /garden/}\n",
    "data/publications.yml": """\
- {title: {en: Essays, zh: 笔谈}, authors: [Shen Kuo, Su Song], year: 1088, tags: [a], links: {Garden: /garden/}}
- {title: 修城法式条约, authors: [Shen Kuo], year: 1075, language: zh, tags: [a]}
""",
    "content/about.md": "[Garden](garden.md) [CV](/cv/)\n\n{{ news() }}\n\n{{ posts() }}\n\n{{ people() }}\n",
    "content/about.zh.md": "[园](garden.md) [履历](/cv/)\n\n{{ news() }}\n\n{{ posts() }}\n\n{{ people() }}\n",
    "content/garden.md": """\
---
title: The garden
header: {overlay_color: navy, cta_url: /cv/, cta_label: CV}
gallery: [{image: images/pond.svg, alt: A pond, url: /cv/}]
---
# Pond

{{ gallery(caption="See [the CV](/cv/)") }}
""",
    "content/garden.zh.md": """\
---
title: 梦溪园
permalink: /梦溪/
redirect_from: [/zh/garden/, /zh/园.html]
---
# 池
{: #pond}

{{ gallery(caption="见[履历](/cv/)") }}
""",
    "content/cv.md": "---\ntitle: CV\nsections: [publications, talks]\n---\n[Garden](/garden/)\n",
    "content/cv.zh.md": "---\ntitle: 履历\npermalink: /a-cv.html\n---\n[园](/garden/)\n",
    "content/posts/1088-03-01-针.md": "---\ntitle: Needle\ntags: [a]\n---\n[Garden](../garden.md)\n",
    "content/posts/1088-03-01-针.zh.md": "---\ntitle: 针\npermalink: /a/针.html\n---\n[园](/garden/)\n",
    "content/posts/1088-03-02-b.md": "---\ntitle: B\ntags: [a]\n---\n[A](1088-03-01-针.md)\n",
    "content/posts/1088-03-02-b.zh.md": "---\ntitle: 乙\n---\n[甲](1088-03-01-针.md)\n",
    "static/images/pond.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
}
"""A site whose translations have other URLs, while its links name the originals."""


def languages_of(site: Path) -> list[str]:
    settings = yaml.safe_load((site / "data/site.yml").read_text(encoding="utf-8"))
    found = settings.get("languages", [])
    is_section = isinstance(found, dict) and "title" in found
    return [] if is_section else list(found)


SITES = [name for name, site in examples().items() if languages_of(site)]


@pytest.fixture(
    scope="module",
    params=[name + form for name in (*SITES, "renamed") for form in ("", " in folders")],
)
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output folder of an example site with a `url`, beside the site; also with all languages in folders."""
    name, in_folders, _ = request.param.partition(" in folders")
    folder: Path = tmp_path_factory.mktemp(name)
    if name == "renamed":
        make_site(folder / "site", RENAMED)
    else:
        shutil.copytree(examples()[name], folder / "site")
    if in_folders:
        tags = languages_of(folder / "site")
        folders = ", ".join(f"{tag}: /{tag}-pages/" for tag in tags)
        edit(folder / "site", "data/site.yml", f"[{', '.join(tags)}]", f"{{{folders}}}")
    edit(folder / "site", "data/site.yml", "# url: https://you.github.io", f"url: {HOST}")
    build(folder / "site", folder / "output")
    return folder / "output"


def pages_of(output: Path) -> dict[str, str]:
    """The HTML of all pages by their paths, with `index.html` at the end."""
    return {
        file.relative_to(output).as_posix(): file.read_text(encoding="utf-8")
        for file in output.rglob("*.html")
    }


def links_of(html: str, url: str) -> set[str]:
    """The full URLs of all that a page links to or loads."""
    base = BASE.search(html)
    start = urljoin(url, base[1]) if base else url
    return {urljoin(start, unescape(link)) for link in LINK.findall(html)}


def file_at(url: str, top: str) -> str:
    """The path in the output to which a URL of the site leads."""
    path = unquote(urldefrag(url)[0].partition("?")[0].removeprefix(top))
    return f"{path}index.html" if not path or path.endswith("/") else path


def dead_links(pages: Mapping[str, str], output: Path, top: str) -> list[str]:
    found = []
    for path, html in pages.items():
        for url in links_of(html, top + path):
            if not url.startswith((urljoin(top, "/"), urljoin(HOST, "/"))):
                continue
            target = file_at(url, HOST if url.startswith(HOST) else top)
            anchor = unquote(urldefrag(url)[1])
            if target == url or not (output / target).is_file():
                found.append(f"{path}: {url}")
            elif anchor and target in pages and anchor not in anchors(pages[target]):
                found.append(f"{path}: {url} has no such anchor")
    return found


def test_three_example_sites_have_several_languages() -> None:
    assert SITES == ["arabic-french", "chinese-english", "three-languages"]


def test_no_link_is_dead_on_the_disk_or_below_a_path(built: Path) -> None:
    pages = pages_of(built)
    assert dead_links(pages, built, HOST) == []
    del pages["404.html"]  # Its links are from the top of the host, as hosts show it anywhere.
    assert dead_links(pages, built, built.as_uri() + "/") == []


def test_a_crawler_reaches_every_page_from_the_home_page(built: Path) -> None:
    pages = pages_of(built)
    reached, waiting = set(), {"index.html"}
    while waiting:
        path = waiting.pop()
        reached.add(path)
        found = {file_at(url, HOST) for url in links_of(pages[path], HOST + path)}
        waiting |= {other for other in found if other in pages} - reached
    of_robots = {path for path, html in pages.items() if "noindex" in html or "refresh" in html}
    assert pages.keys() - reached <= of_robots


def test_every_page_names_its_version_in_each_language_and_these_name_it(built: Path) -> None:
    pages, languages = pages_of(built), languages_of(built.parent / "site")
    of_readers = {path: html for path, html in pages.items() if "refresh" not in html}
    del of_readers["404.html"]
    for path, html in of_readers.items():
        versions = dict(ALTERNATE.findall(html))
        language = LANGUAGE.findall(html)[0]
        assert [*versions] == [*languages, "x-default"], path
        assert unquote(versions[language]) == HOST + path.removesuffix("index.html")
        assert versions["x-default"] == versions[languages[0]]
        for other in versions.keys() - {"x-default"}:
            page = of_readers[file_at(versions[other], HOST)]
            assert LANGUAGE.findall(page)[0] == other
            assert dict(ALTERNATE.findall(page)) == versions, path


def test_the_menu_of_every_page_leads_to_the_same_page_in_the_other_languages(built: Path) -> None:
    for path, html in pages_of(built).items():
        if "refresh" in html:
            continue
        versions = dict(ALTERNATE.findall(html))
        own = LANGUAGE.findall(html)[0]
        switches = {(other, urljoin(HOST + path, url)) for url, other, _ in SWITCH.findall(html)}
        if path == "404.html":
            base = BASE.findall(html)[0]
            top = urljoin(HOST, base)
            switches = {(other, urljoin(top, url)) for url, other, _ in SWITCH.findall(html)}
            homes = ALTERNATE.findall((built / file_at(top, HOST)).read_text(encoding="utf-8"))
            versions = dict(homes)
        assert {(other, file_at(url, HOST)) for other, url in switches} == {
            (other, file_at(url, HOST))
            for other, url in versions.items()
            if other not in {own, "x-default"}
        }, path
        assert all(other == lang for _, other, lang in SWITCH.findall(html))


def test_links_lead_to_the_version_in_the_language_of_their_page(built: Path) -> None:
    pages = pages_of(built)
    languages = {path: LANGUAGE.findall(html)[0] for path, html in pages.items()}
    versions = {path: dict(ALTERNATE.findall(html)) for path, html in pages.items()}
    texts = {
        path: (languages[path], SWITCH.sub("", ALTERNATE.sub("", pages[path]))) for path in pages
    }
    for feed in built.rglob("*.xml"):
        text = unescape(feed.read_text(encoding="utf-8"))
        if language := LANGUAGE_OF_FEED.findall(text):
            texts[feed.relative_to(built).as_posix()] = (language[0], text)
    for path, (language, text) in texts.items():
        if path == "404.html" or "refresh" in text:
            continue
        targets = {file_at(url, HOST) for url in links_of(text, HOST + path)}
        for target in targets & pages.keys():
            assert languages[target] == language or language not in versions[target], (path, target)
            assert "refresh" not in pages[target], (path, target)
