"""Publications as files of the site: which there are, who links them; the feed, what Zotero finds, the copy button."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from acadfolio.bibliography.writers import FORMATS
from acadfolio.bibliography.writers.works import works_of
from acadfolio.build import build
from acadfolio.model.dates import When
from acadfolio.model.publication import Author, Publication
from acadfolio.model.values import Text
from browser import served, watched
from cases import every_case
from sites import make_site, render_site
from timing import least, timed

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

ATOM = {"atom": "http://www.w3.org/2005/Atom"}
PAPERS = """
- {title: Radium, authors: [Marie Curie], kind: book, date: 1921-05-14, abstract: On *radium* & more., selected: true}
- title: Polonium
  authors: [Pierre Curie, Marie Curie]
  kind: journal
  venue: cr
  year: 1898
  doi: 10.1000/182
  bibtex: |
    @article{own, title = {Polonium & "ours"}}
- {title: Undated, authors: [Marie Curie]}
"""
FILES = {
    "data/publications.yml": PAPERS,
    "data/venues.yml": "cr: {name: Comptes rendus}\n",
    "data/site.yml": "title: Marie Curie\ndownloads: papers\npublications: {pages: true}\n",
    "content/about.md": "# Papers\n\n{{ publications() }}\n\n[All of them](/publications.bib)\n",
}
ENDINGS = ("bib", "ris", "json")


def links_of(html: str) -> dict[str, str]:
    found = re.search(r'<p class="publication__downloads">.*?</p>', html, re.DOTALL)
    return {
        label: href
        for href, label in re.findall(
            r'<a href="([^"]+)" download>([^<]+)<', found[0] if found else ""
        )
    }


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    made, problems = render_site(tmp_path_factory.mktemp("site"), FILES)
    assert problems == []
    return made


def test_the_list_and_each_paper_with_a_page_are_files(outputs: dict[str, str]) -> None:
    slugs = ("radium", "polonium", "undated")
    wanted = {f"publications.{ending}" for ending in ENDINGS}
    wanted |= {f"publications/{slug}/{slug}.{ending}" for slug in slugs for ending in ENDINGS}
    assert {path for path in outputs if path.endswith(ENDINGS)} == wanted
    assert outputs["publications.bib"].count("\n@") == 2
    assert outputs["publications/radium/radium.bib"] in outputs["publications.bib"]
    assert json.loads(outputs["publications/radium/radium.json"])[0] in json.loads(
        outputs["publications.json"]
    )
    assert outputs["publications/radium/radium.ris"] in outputs["publications.ris"]


def test_a_file_holds_what_a_bibliography_is_made_of_and_nothing_of_the_sites_own(
    outputs: dict[str, str],
) -> None:
    assert "abstract = {On \\emph{radium} \\& more.}" in outputs["publications.bib"]
    assert "selected" not in outputs["publications.bib"]
    assert "journal = {Comptes rendus}" in outputs["publications.bib"]


def test_pages_link_their_files(outputs: dict[str, str]) -> None:
    names = ("BibTeX", "RIS", "CSL-JSON")
    radium = links_of(outputs["publications/radium/index.html"])
    assert radium == {name: f"radium.{ending}" for name, ending in zip(names, ENDINGS, strict=True)}
    whole = links_of(outputs["publications/index.html"])
    assert whole == {
        name: f"../publications.{ending}" for name, ending in zip(names, ENDINGS, strict=True)
    }
    assert links_of(outputs["index.html"]) == {}
    assert '<a href="publications.bib">All of them</a>' in outputs["index.html"]


def test_a_papers_page_shows_its_own_bibtex_or_that_of_its_record(outputs: dict[str, str]) -> None:
    shown = re.compile(r'<pre id="bibtex" data-copies=[^>]*><code>(.*?)</code></pre>', re.DOTALL)
    own, made = (
        shown.search(outputs[f"publications/{name}/index.html"]) for name in ("polonium", "radium")
    )
    assert own
    assert made
    assert own[1] == "@article{own, title = {Polonium &amp; &#34;ours&#34;}}"
    assert made[1].startswith("@book{curie1921radium,\n  title = {Radium},\n")
    assert "abstract" not in made[1]
    assert outputs["publications/polonium/polonium.bib"].startswith("@article{own,")


def test_what_cites_a_paper_is_folded_into_one_button_of_its_page(outputs: dict[str, str]) -> None:
    page = outputs["publications/radium/index.html"]
    (folded,) = re.findall(r'<details class="publication__more">.*?</details>', page, re.DOTALL)
    assert "<summary>Cite</summary>" in folded
    assert '<p class="publication__citation" data-copies="Copy citation|Copied">' in folded
    assert '<pre id="bibtex"' in folded
    assert links_of(folded) == links_of(page)


@every_case("setting", ["downloads: list\n", ""])
def test_by_default_only_all_papers_are_files_and_a_page_shows_its_bibtex(
    setting: str, tmp_path: Path
) -> None:
    settings = FILES["data/site.yml"].replace("downloads: papers\n", setting)
    made, problems = render_site(tmp_path, FILES | {"data/site.yml": settings})
    assert problems == []
    assert {path for path in made if path.endswith(ENDINGS)} == {
        f"publications.{ending}" for ending in ENDINGS
    }
    assert len(links_of(made["publications/index.html"])) == len(ENDINGS)
    page = made["publications/radium/index.html"]
    assert links_of(page) == {}
    assert '<pre id="bibtex" data-copies="Copy BibTeX|Copied"><code>@book{' in page


def test_true_means_papers(outputs: dict[str, str], tmp_path: Path) -> None:
    settings = FILES["data/site.yml"].replace("papers", "true")
    made, _ = render_site(tmp_path, FILES | {"data/site.yml": settings})
    assert made == outputs


def test_a_site_may_offer_no_files(tmp_path: Path) -> None:
    settings = FILES["data/site.yml"].replace("papers", "false")
    made, _ = render_site(
        tmp_path, FILES | {"data/site.yml": settings, "content/about.md": "{{ publications() }}\n"}
    )
    assert not [path for path in made if path.endswith(ENDINGS)]
    pages = "".join(text for path, text in made.items() if path.endswith(".html"))
    assert "publication__downloads" not in pages
    assert "publications.xml" in made


def test_a_site_without_publications_has_no_files_of_them(tmp_path: Path) -> None:
    made, _ = render_site(tmp_path, {"content/about.md": "Text\n"})
    assert not [path for path in made if path.startswith("publications")]


def test_a_file_of_the_authors_own_goes_before(tmp_path: Path) -> None:
    site = make_site(tmp_path / "site", FILES | {"static/publications.bib": "mine\n"})
    build(site, tmp_path / "out")
    assert (tmp_path / "out/publications.bib").read_text(encoding="utf-8") == "mine\n"


# The feed


@every_case("url", ["", "url: https://curie.example/~marie\n"])
def test_the_feed_holds_the_papers_that_have_a_date(url: str, tmp_path: Path) -> None:
    made, _ = render_site(tmp_path, FILES | {"data/site.yml": FILES["data/site.yml"] + url})
    feed = ET.fromstring(made["publications.xml"])
    entries = feed.findall("atom:entry", ATOM)
    assert [entry.findtext("atom:title", "", ATOM) for entry in entries] == ["Radium", "Polonium"]
    assert [entry.findtext("atom:updated", "", ATOM) for entry in entries] == [
        "1921-05-14T00:00:00Z",
        "1898-12-31T00:00:00Z",
    ]
    link = entries[0].find("atom:link", ATOM)
    assert link is not None
    assert link.get("href") == (
        "https://curie.example/~marie/publications/radium/"
        if url
        else "publications/radium/index.html"
    )
    assert (
        entries[1].findtext("atom:content", "", ATOM)
        == "<p>Pierre Curie, Marie Curie</p><p>Comptes rendus</p>"
    )
    announced = re.search(
        r'<link rel="alternate"[^>]* title="[^"]*Publications[^"]*" href="publications.xml">',
        made["index.html"],
    )
    assert announced


def test_a_paper_without_a_page_leads_to_itself_in_the_feed(tmp_path: Path) -> None:
    made, _ = render_site(tmp_path, FILES | {"data/site.yml": "title: Marie Curie\n"})
    links = [
        link.get("href")
        for link in ET.fromstring(made["publications.xml"]).findall("atom:entry/atom:link", ATOM)
    ]
    assert links == ["index.html", "https://doi.org/10.1000/182"]


# Speed


@pytest.mark.slow
def test_five_thousand_papers_are_exported_in_a_second() -> None:
    papers = [
        Publication(
            title=Text.of(f"On the *radioactivity* of element {number} & its {{rays}}"),
            authors=tuple(Author(name=f"Marie{author} Curie{number}") for author in range(4)),
            kind="journal",
            venue=Text.of("Comptes rendus"),
            date=When.parse("1898-07"),
            pages="1–2",
        )
        for number in range(5000)
    ]

    def export() -> None:
        works = works_of(papers, {})
        for make in FORMATS.values():
            make(works)

    assert least(lambda: timed(export)[1], 1) < 1


# In the browser


@pytest.mark.browser
def test_bibtex_is_copied_by_keyboard_and_the_button_confirms_it(
    browser: Browser, tmp_path: Path
) -> None:
    build(make_site(tmp_path / "site", FILES), tmp_path / "out")
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    watching = watched(context)
    with served(tmp_path / "out") as url:
        page = context.new_page()
        page.goto(f"{url}publications/radium/")
        page.get_by_text("Cite", exact=True).click()
        button = page.get_by_role("button", name="Copy BibTeX")
        button.focus()
        page.keyboard.press("Enter")
        said = page.get_by_text("Copied")
        said.wait_for()
        assert said.get_attribute("aria-live") == "polite"
        assert (
            page.evaluate("navigator.clipboard.readText()") == page.locator("pre code").inner_text()
        )
        page.get_by_role("button", name="Copy citation").click()
        page.get_by_text("Copied").nth(1).wait_for()
        assert (
            page.evaluate("navigator.clipboard.readText()")
            == page.locator(".publication__citation").inner_text()
        )
        with page.expect_download() as download:
            page.get_by_role("link", name="RIS").click()
        assert download.value.suggested_filename == "radium.ris"
    assert watching.wrong == []
    context.close()


@pytest.mark.browser
def test_without_scripts_bibtex_is_text_to_select(browser: Browser, tmp_path: Path) -> None:
    build(make_site(tmp_path / "site", FILES), tmp_path / "out")
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((tmp_path / "out/publications/radium/index.html").as_uri())
    page.get_by_text("Cite", exact=True).click()
    assert page.get_by_role("button", name="Copy BibTeX").count() == 0
    assert page.locator("pre code").inner_text().startswith("@book{curie1921radium,")
    context.close()
