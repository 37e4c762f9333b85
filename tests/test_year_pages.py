"""A long list of publications on pages of whole years: which years, their URLs and links, and the search of all."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from acadfolio.build import build
from acadfolio.problems import SiteError
from acadfolio.routing.year_pages import divide, name_of
from acadfolio.theme.words import words_for
from browser import settled, watched
from cases import every_case
from sites import edit, make_site, problems_of, render_site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page

YEARS = range(1908, 1936)
KINDS = ("journal", "book")
PAPERS = "".join(
    f"- {{title: Paper {number} of {year}, key: k{year}n{number}, authors: [Emmy Noether],"
    f" kind: {KINDS[number]}, venue: Annalen, year: {year}}}\n"
    for year in YEARS
    for number in (0, 1)
)
WITHOUT_YEAR = """\
- {title: To come, authors: [Emmy Noether], kind: journal, venue: Annalen, status: in press}
- {title: Of no day, authors: [Emmy Noether], kind: other}
"""
SETTINGS = """\
title: Emmy Noether
url: https://noether.example
search: false
publications:
  pages: true
  per_page: 20
"""
TEXT = """\
---
permalink: /
---
[Old](/publications/#1910), [new](/publications/#1935), [both](/publications/1917-1908/#1910)
"""
SITE = {
    "data/site.yml": SETTINGS,
    "data/profile.yml": "name: Emmy Noether\n",
    "data/publications.yml": PAPERS + WITHOUT_YEAR,
    "content/about.md": TEXT,
}
LIST = "publications/index.html"
OLDER = "publications/1917-1908/index.html"
NAVIGATION = re.compile(r'<nav class="year-pages" aria-label="([^"]*)".*?</nav>', re.DOTALL)


def titles_in(page: str) -> list[str]:
    return re.findall(r"<cite[^>]*>(Paper [^<]*|To come|Of no day)</cite>", page)


def reported(folder: Path, files: dict[str, str]) -> list[str]:
    """What is reported, but for the paper without a year."""
    return [line for line in problems_of(folder, SITE | files) if "has no year" not in line]


def list_pages(outputs: dict[str, str]) -> list[str]:
    return [
        path
        for path in sorted(outputs)
        if re.fullmatch(r"publications/(\d+-\d+/)?index\.html", path)
    ]


# Which years are on a page


@every_case(
    ("years", "per_page", "pages"),
    [
        ("3*5 2*5 1*5", 5, "3 / 2 / 1"),
        ("3*1 2*5 1*5", 5, "3 2 / 1"),
        ("3*1 2*4 1*1", 5, "3 2 1"),
        ("3*1 2*4 1*5", 5, "3 2 / 1"),
        ("4*9 3*1 2*1 1*3", 5, "4 / 3 2 1"),
        ("2*1 1*1", 5, "2 1"),
        ("1*9", 5, "1"),
        ("forthcoming*9 2*5 1*5 undated*9", 5, "forthcoming 2 / 1 undated"),
        ("undated*9 2*5 1*5", 5, "undated 2 / 1"),
        ("undated*9", 5, "undated"),
    ],
)
def test_whole_years_fill_pages_from_the_oldest_on(years: str, per_page: int, pages: str) -> None:
    counts = {
        year: int(count) for year, _, count in (part.partition("*") for part in years.split())
    }
    made = divide(list(counts), counts, per_page)
    assert " / ".join(map(" ".join, made)) == pages


def test_a_new_year_changes_only_the_first_page() -> None:
    counts: Counter[str] = Counter()
    last: list[tuple[str, ...]] = []
    for year in range(1950, 2030):
        for _ in range(year % 7 + 1):
            counts[str(year)] += 1
            first, *others = divide(sorted(counts, reverse=True), counts, 10)
            assert others[-len(last) :] == last if last else True
            assert not others or sum(counts[each] for each in first) >= 10
            last = others
    names = list(map(name_of, last))
    assert len(names) == len(set(names))


# The pages


def test_each_paper_is_on_one_page_and_the_newest_keep_the_url(tmp_path: Path) -> None:
    outputs, problems = render_site(tmp_path, SITE)
    assert problems == []
    assert list_pages(outputs) == [OLDER, LIST]
    first, older = titles_in(outputs[LIST]), titles_in(outputs[OLDER])
    assert first[0] == "To come"
    assert {title[-4:] for title in first[1:]} == set(map(str, range(1918, 1936)))
    assert older[-1] == "Of no day"
    assert {title[-4:] for title in older[:-1]} == set(map(str, range(1908, 1918)))
    assert not set(first) & set(older)
    assert len(first) + len(older) == len(YEARS) * 2 + 2


def test_a_page_has_a_title_a_url_and_links_of_its_own(tmp_path: Path) -> None:
    outputs, _ = render_site(tmp_path, SITE)
    first, older = outputs[LIST], outputs[OLDER]
    assert "<title>Publications - Emmy Noether</title>" in first
    assert "<title>Publications 1917–1908 · Undated - Emmy Noether</title>" in older
    assert '<link rel="canonical" href="https://noether.example/publications/1917-1908/">' in older
    assert "<loc>https://noether.example/publications/1917-1908/</loc>" in outputs["sitemap.xml"]
    head, foot = NAVIGATION.finditer(older)
    assert head[1] != foot[1]
    links = re.findall(r'<a href="([^"]*)"([^>]*)>([^<]*)</a>', foot[0])
    assert links == [
        ("../index.html", ' rel="prev"', "Forthcoming · 1935–1918"),
        ("index.html", ' aria-current="page"', "1917–1908 · Undated"),
    ]
    assert "<!--" not in older


def test_links_to_years_lead_to_their_page(tmp_path: Path) -> None:
    outputs, _ = render_site(tmp_path, SITE)
    links = re.findall(r'href="(publications/[^"]*#\d+)"', outputs["index.html"])
    assert links == [
        "publications/1917-1908/index.html#1910",
        "publications/index.html#1935",
        "publications/1917-1908/index.html#1910",
    ]
    menu = SETTINGS + "navigation: [{title: Early, url: /publications/#1908}]\n"
    outputs, problems = render_site(tmp_path, SITE | {"data/site.yml": menu})
    assert problems == []
    assert 'href="../1917-1908/index.html#1908"' not in outputs[OLDER]
    assert 'href="1917-1908/index.html#1908"' in outputs[LIST]
    assert 'href="#1908"' in outputs[OLDER]


def test_every_anchor_of_the_whole_list_is_known_to_the_first_page(tmp_path: Path) -> None:
    settings = SETTINGS + "  group_by: [year, kind]\n"
    whole, _ = render_site(
        tmp_path / "whole",
        SITE | {"data/site.yml": settings.replace("per_page: 20", "per_page: 0")},
    )
    outputs, _ = render_site(tmp_path / "divided", SITE | {"data/site.yml": settings})
    anchors = re.findall(r'<h\d class="group__title[^>]* id="([^"]*)"', whole[LIST])
    known = " ".join(re.findall(r'data-anchors="([^"]*)"', outputs[LIST])).split()
    assert known == anchors
    for path in (LIST, OLDER):
        own = re.findall(r'<h\d class="group__title[^>]* id="([^"]*)"', outputs[path])
        assert own == [anchor for anchor in anchors if f'id="{anchor}"' in outputs[path]]


def test_numbers_go_on_through_the_pages(tmp_path: Path) -> None:
    settings = SETTINGS + "  numbered: true\n  style: plain\n  view: list\n"
    outputs, _ = render_site(tmp_path, SITE | {"data/site.yml": settings})
    numbers = [
        int(number)
        for path in (LIST, OLDER)
        for number in re.findall(r'<li class="publication" value="(\d+)"', outputs[path])
    ]
    assert numbers == list(range(1, len(YEARS) * 2 + 3))


def test_exports_and_feeds_are_those_of_the_whole_list(tmp_path: Path) -> None:
    whole = SETTINGS.replace("  per_page: 20\n", "")
    before, _ = render_site(tmp_path / "whole", SITE | {"data/site.yml": whole})
    after, _ = render_site(tmp_path / "divided", SITE | {"data/site.yml": SETTINGS})
    names = [f"publications.{ending}" for ending in ("bib", "ris", "json", "xml")]
    assert [after[name] for name in names] == [before[name] for name in names]
    assert "publications/papers.js" not in before
    assert not NAVIGATION.search(before[LIST])


def test_a_list_that_fits_on_one_page_is_whole(tmp_path: Path) -> None:
    settings = SETTINGS.replace("20", "500")
    outputs, _ = render_site(tmp_path, SITE | {"data/site.yml": settings})
    assert list_pages(outputs) == [LIST]
    assert not NAVIGATION.search(outputs[LIST])
    assert 'id="1935"' in outputs[LIST]  # It is by year now, so that anchors stay.


@pytest.mark.slow
@pytest.mark.parametrize("look", ["acad-homepage", "academicpages"])
@pytest.mark.parametrize("language", ["ar", "de", "en", "es", "fr", "zh", "zh-Hant"])
def test_both_themes_have_the_pages_in_all_languages(
    look: str, language: str, tmp_path: Path
) -> None:
    settings = f"{SETTINGS}look: {look}\nlanguage: {language}\n"
    outputs, problems = render_site(tmp_path, SITE | {"data/site.yml": settings})
    assert problems == []
    words = words_for(language)
    labels = [found[1] for found in NAVIGATION.finditer(outputs[OLDER])]
    assert labels == [words["year_pages"], words["pager"]]
    assert f"1917–1908 · {words['years:undated']}</a>" in outputs[OLDER]


def test_the_papers_of_each_page_are_a_script_for_the_search(tmp_path: Path) -> None:
    outputs, _ = render_site(tmp_path / "with", SITE)
    script = outputs["publications/1917-1908/papers.js"]
    papers = json.loads(script.strip().removeprefix("papersOfPage(").removesuffix(")"))
    assert papers in outputs[OLDER]
    assert titles_in(papers) == titles_in(outputs[OLDER])
    assert "nav" not in papers
    without = SITE | {"data/site.yml": SETTINGS + "  search: false\n"}
    outputs, _ = render_site(tmp_path / "without", without)
    assert OLDER in outputs
    assert "publications/1917-1908/papers.js" not in outputs
    assert 'class="finding"' not in outputs[OLDER]


def test_a_build_after_a_new_paper_is_that_from_nothing(tmp_path: Path) -> None:
    site, first = make_site(tmp_path / "site", SITE), tmp_path / "again"
    build(site, first)
    new = "- {title: Paper 2 of 1936, authors: [Emmy Noether], kind: book, year: 1936}\n"
    edit(site, "data/publications.yml", PAPERS, new + PAPERS)
    build(site, first)
    build(site, tmp_path / "new")
    paths = [LIST, OLDER, "publications/papers.js", "publications/1917-1908/papers.js"]
    files = [
        [(folder / path).read_text() for path in paths] for folder in (first, tmp_path / "new")
    ]
    assert files[0] == files[1]
    assert "Paper 2 of 1936" in files[0][0]
    assert "Forthcoming · 1936–1918" in files[0][1]


# What cannot be divided


@every_case(
    ("line", "message"),
    [
        ("group_by: kind", "`group_by` cannot be this (write `year`, or delete `per_page`)"),
        ("group_by: [kind, year]", "`group_by` cannot be this (write `year`"),
        ("sort: file", "`sort` cannot be this (delete this line, or delete `per_page`)"),
        ("sort: oldest", "`sort` cannot be this (delete this line"),
        ("limit: 5", "`limit` cannot be this (write it into a shortcode"),
        ("offset: 5", "`offset` cannot be this (write it into a shortcode"),
        ("sort: title", ""),
        ("group_by: [year, kind]", ""),
    ],
)
def test_a_setting_that_has_no_meaning_with_pages_is_an_error(
    line: str, message: str, tmp_path: Path
) -> None:
    found = reported(tmp_path, {"data/site.yml": f"{SETTINGS}  {line}\n"})
    assert len(found) == bool(message)
    assert not message or (message in found[0] and found[0].startswith("data/site.yml:7:"))


def test_only_a_list_that_acadfolio_writes_is_divided(tmp_path: Path) -> None:
    own = {"content/papers.md": "---\npermalink: /publications/\n---\n{{ publications() }}\n"}
    assert reported(tmp_path / "own", own) == [
        (
            "data/site.yml: warning: `per_page` divides only a list that acadfolio writes: `/publications/` is "
            "content/papers.md (delete this page, or `per_page`)"
        )
    ]
    no_pages = SETTINGS.replace("  pages: true\n", "")
    assert reported(tmp_path / "none", {"data/site.yml": no_pages, "content/about.md": "Hi\n"}) == [
        (
            "data/site.yml: warning: `per_page` divides only a list that acadfolio writes: there is no "
            "`/publications/` (write `pages: true` below `publications`, or delete `per_page`)"
        )
    ]


def test_a_page_at_the_url_of_a_page_of_years_is_an_error(tmp_path: Path) -> None:
    taken = {"content/early.md": "---\npermalink: /publications/1917-1908/\n---\nEarly\n"}
    assert reported(tmp_path, taken) == [
        (
            "data/site.yml: error: `/publications/1917-1908/` is already the URL of content/early.md:2:12 "
            "(move that page, or change `per_page`)"
        )
    ]


def test_a_shortcode_with_per_page_says_where_to_write_it(tmp_path: Path) -> None:
    with pytest.raises(SiteError) as error:
        render_site(tmp_path, SITE | {"content/more.md": "{{ publications(per_page=5) }}\n"})
    (problem,) = error.value.problems
    assert problem.message == "`publications` has no argument `per_page`"
    assert "write `per_page` into data/site.yml" in problem.hint


# In a browser


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("years")
    settings = SETTINGS + "csp: true\n"
    site = make_site(made / "site", SITE | {"data/site.yml": settings})
    build(site, made / "output")
    return made / "output"


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        yield context


def shown(page: Page) -> list[str]:
    titles = page.locator("[data-in]:not(.away) cite").all_inner_texts()
    return [title for title in titles if title]


def test_the_search_of_a_page_finds_the_papers_of_all_pages_on_disk(
    folder: Path, context: BrowserContext
) -> None:
    page, watching = context.new_page(), watched(context)
    page.goto((folder / OLDER).as_uri())
    before = shown(page)
    assert not [url for url in watching.asked if "papers.js" in url]
    page.fill(".finding input", "1935")
    page.wait_for_selector(".finding p:not(:empty)")
    assert sorted(shown(page)) == ["Paper 0 of 1935", "Paper 1 of 1935"]
    assert "2 of 58" in page.inner_text(".finding p")
    assert not page.locator(".year-pages").first.is_visible()
    link = page.locator("[data-in]:not(.away) a").first
    link.click()
    assert "Paper" in page.inner_text("h1")
    page.go_back()
    page.wait_for_selector(".finding p:not(:empty)")
    assert len(shown(page)) == 2
    page.fill(".finding input", "")
    page.wait_for_selector(".year-pages")
    settled(page)
    assert shown(page) == before
    assert watching.wrong == []


def test_old_anchors_lead_to_the_page_that_has_them(folder: Path, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto((folder / LIST).as_uri() + "#1910")
    page.wait_for_url("**/1917-1908/index.html#1910")
    page.goto((folder / LIST).as_uri() + "#1930")
    settled(page)
    assert page.url.endswith("publications/index.html#1930")
    page.goto((folder / LIST).as_uri() + "#nothing")
    settled(page)
    assert page.url.endswith("publications/index.html#nothing")
