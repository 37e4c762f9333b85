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
from sites import edit

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

HOST = "https://host.example/repo/"
LINK = re.compile(r'<(?:a|link|img|script|form|source)\b[^>]*? (?:href|src|action)="([^"]*)"')
BASE = re.compile('<base href="([^"]+)">')
ALTERNATE = re.compile('<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">')
SWITCH = re.compile('<a href="([^"]+)" hreflang="([^"]+)" lang="([^"]+)">')
LANGUAGE = re.compile('<html lang="([^"]+)"')


def languages_of(site: Path) -> list[str]:
    settings = yaml.safe_load((site / "data/site.yml").read_text(encoding="utf-8"))
    found = settings.get("languages", [])
    is_section = isinstance(found, dict) and "title" in found
    return [] if is_section else list(found)


SITES = [name for name, site in examples().items() if languages_of(site)]


@pytest.fixture(scope="module", params=[*SITES, *(f"{name} in folders" for name in SITES)])
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output folder of an example site with a `url`, beside the site; also with all languages in folders."""
    name, in_folders, _ = request.param.partition(" in folders")
    folder: Path = tmp_path_factory.mktemp(name)
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
        assert versions[language] == HOST + path.removesuffix("index.html")
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
