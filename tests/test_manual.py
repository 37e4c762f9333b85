"""The manual as a site: it builds without a problem, its links lead somewhere, and it works in a browser."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import pytest
import yaml

from acadfolio.build import build
from acadfolio.cli import main
from auditing import WIDTHS, axe_finds, axe_page, expect_nothing, set_width
from browser import overflow, watched
from tools import NOTE, messages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parent.parent
MANUAL = ROOT / "docs"
SHOWN = ("index.html", "data/index.html", "problems/index.html")
"""The home page, one with many tables, and one with many blocks of code."""


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("manual") / "output"
    build(MANUAL, folder)
    return folder


class Links(HTMLParser):
    """The URLs of a page and the anchors in it."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.urls: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        for name, value in attributes:
            if name in {"href", "src"} and value:
                self.urls.add(value)
            if name == "id" and value:
                self.anchors.add(value)


def test_the_manual_has_no_problem(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "--site", str(MANUAL), "--strict"])
    assert capsys.readouterr() == (f"Checked {MANUAL}/: no problems\n", "")


def test_every_link_and_anchor_in_the_manual_leads_somewhere(output: Path) -> None:
    pages = {page: Links(page) for page in output.rglob("*.html") if page.name != "404.html"}
    wrong = []
    followed = 0
    for page, links in pages.items():
        for url in links.urls:
            parts = urlsplit(url)
            if parts.scheme:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            followed += 1
            if not target.is_file() or (
                parts.fragment and unquote(parts.fragment) not in pages[target].anchors
            ):
                wrong.append(f"{page.relative_to(output)}: {url}")
    assert wrong == []
    assert followed > len(pages) * len(pages)


def test_the_sidebar_lists_every_page(output: Path) -> None:
    settings = yaml.safe_load((MANUAL / "data" / "site.yml").read_text(encoding="utf-8"))
    listed = [page["url"] for group in settings["extra"]["manual"] for page in group["pages"]]
    built = [
        f"/{page.parent.relative_to(output).as_posix()}/".replace("/./", "/")
        for page in output.rglob("index.html")
    ]
    assert sorted(listed) == sorted(built)


def test_the_links_to_the_next_page_lead_through_the_whole_manual(output: Path) -> None:
    page, read = output / "index.html", set()
    while page not in read:
        read.add(page)
        following = re.search(r'<a href="([^"]+)" rel="next">', page.read_text(encoding="utf-8"))
        if following:
            page = (page.parent / following[1]).resolve()
    assert read == {page.resolve() for page in output.rglob("index.html")}


def test_each_guide_and_reference_page_is_in_its_index() -> None:
    names = {page.name for page in (MANUAL / "content").glob("*.md")}
    indexes = {"index.md", "how-to.md", "reference.md", "explanation.md"}
    linked = set()
    for index in indexes:
        text = (MANUAL / "content" / index).read_text(encoding="utf-8")
        linked |= {name for name in names if f"]({name})" in text}
    assert names - linked == {"index.md"}


def test_a_fence_names_only_the_language_of_its_code() -> None:
    """With more words, GitHub shows code and kramdown text."""
    pages = [page.read_text(encoding="utf-8") for page in (MANUAL / "content").glob("*.md")]
    assert any("```yaml\n" in page for page in pages)
    assert [
        line for page in pages for line in re.findall(r"^`{3,}\w+ .+", page, re.MULTILINE)
    ] == []


NOT_PLAIN = (
    r"\b(told(?! apart)|mistakes?|mistaken|whoever|mended|sought)\b|\bsays? nothing\b|\bway there\b|\btaken over\b"
    r"|\bleft out\b|\bpassed over\b|\bsection lines?\b|\bgo(?:es)? out\b|\b(?:is|was) said\b"
)
"""Words for which the field has others: error, reported, imported, skipped, published, shortcode."""


def test_the_manual_uses_the_words_of_its_field() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(MANUAL / "content").glob("*.md")]
    found = {}
    for page in pages:
        prose = re.sub(
            r"^ *(`{3,}).*?^ *\1$|`[^`\n]+`",
            "",
            page.read_text(encoding="utf-8"),
            flags=re.MULTILINE | re.DOTALL,
        )
        found[page.name] = [match[0] for match in re.finditer(NOT_PLAIN, prose, re.IGNORECASE)]
    assert {"README.md", "CONTRIBUTING.md", "commands.md"} < found.keys()
    assert {name: words for name, words in found.items() if words} == {}


def test_no_markdown_is_shown_as_text(output: Path) -> None:
    """Where kramdown and GitHub differ, such as at a space inside backticks."""
    shown = {}
    for page in output.rglob("*.html"):
        text = re.sub(
            r"<(pre|code|script)\b.*?</\1>|<[^>]+>",
            "",
            page.read_text(encoding="utf-8"),
            flags=re.DOTALL,
        )
        shown[page.parent.name] = re.findall(r".{0,20}(?:`|\*\*|\]\(|\{:|\{\{).{0,20}", text)
    assert {"commands", "templates"} < shown.keys()
    assert {name: found for name, found in shown.items() if found} == {}


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280])
def test_pages_of_the_manual_fit_the_window_and_load_nothing_from_elsewhere(
    browser: Browser, output: Path, width: int
) -> None:
    with browser.new_context(viewport={"width": width, "height": 844}) as context:
        watching = watched(context)
        page = context.new_page()
        for path in SHOWN:
            page.goto((output / path).as_uri())
            page.wait_for_load_state("networkidle")
            assert overflow(page) <= 0
        assert watching.wrong == []
        assert {urlsplit(url).scheme for url in watching.asked} == {"file"}


@pytest.fixture
def page(browser: Browser, output: Path) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.goto((output / "tutorial/index.html").as_uri())
        yield page


GUIDES = {
    "cv pdf": "How to make a PDF of your CV",
    "two languages": "How to make a site in two languages",
    "research group": "How to make a group’s site",
    "dblp": "How to get papers from DBLP, INSPIRE, ADS, ORCID or Zotero",
    "orcid": "How to get papers from DBLP, INSPIRE, ADS, ORCID or Zotero",
    "zotero": "How to get papers from DBLP, INSPIRE, ADS, ORCID or Zotero",
    "own section": "How to add a section of your own",
    "change footer": "How to change parts of the theme",
    "citation style": "How to write your own citation style",
    "move from jekyll": "How to move from Jekyll: AcadHomepage and academicpages",
    "al-folio": "How to move from al-folio",
    "host": "How to put your site on a host",
    "upgrade": "How to upgrade acadfolio",
}


@pytest.mark.browser
def test_the_search_finds_each_guide_first(page: Page) -> None:
    page.keyboard.press("/")
    first = page.locator(".search li").first
    found = {}
    for words, title in GUIDES.items():
        page.get_by_role("searchbox").fill(words)
        first.filter(has_text=title).wait_for()
        found[words] = first.inner_text().split("\n")[0]
    assert found == GUIDES


@pytest.mark.browser
def test_on_a_phone_the_list_of_pages_opens(page: Page) -> None:
    link = page.get_by_role("link", name="Your first site", exact=True)
    assert not link.is_visible()
    page.get_by_text("All pages").click()
    assert link.is_visible()
    assert link.get_attribute("aria-current") == "page"


@pytest.mark.browser
def test_code_has_a_button_to_copy_it(page: Page) -> None:
    assert page.locator(".copyable .btn").count() == page.locator(".page__content pre").count()


@pytest.mark.browser
@pytest.mark.quality
def test_axe_finds_nothing_in_the_manual(browser: Browser, axe: Path, output: Path) -> None:
    found: dict[str, list[str]] = {}
    with axe_page(browser, axe, reduced_motion="reduce") as page:
        for file in sorted(output.rglob("*.html")):
            page.goto(file.as_uri())
            is_shown = file.relative_to(output).as_posix() in SHOWN
            for width in WIDTHS if is_shown else (1280,):
                set_width(page, width)
                for scheme in ("light", "dark") if is_shown else ("light",):
                    page.emulate_media(color_scheme=scheme)
                    found[f"{file.parent.name} {width} {scheme}"] = axe_finds(page)
    expect_nothing(found)


@pytest.mark.quality
def test_the_html_checker_finds_nothing_in_the_manual(output: Path) -> None:
    files = list(output.rglob("*.html"))
    assert len(files) > 20
    found = messages(*files)
    assert [one for one in found if not one["message"].startswith(NOTE)] == []


QUERIES = """
team: how-to-group
members: how-to-group
members of my lab: how-to-group
hugoblox: how-to-hugoblox
redirect: how-to-replace-site
old site: how-to-replace-site
search engines: how-to-replace-site
gh-pages: how-to-replace-site
custom domain: deploy
password: how-to-password
private page: how-to-password
bibtex import: how-to-import-papers
inspire: how-to-import-papers
google scholar: publications
citation counts: publications
dark mode: looks
two columns: features
youtube: features
photos: features
favicon: how-to-theme-parts
change colours: how-to-theme-parts
footer: how-to-theme-parts
analytics: third-parties
comments: third-parties
cookies: third-parties
course page: how-to-course
syllabus: how-to-course
physics: how-to-physics
cv pdf: how-to-cv-pdf
resume: how-to-cv-pdf
two languages: how-to-two-languages
bilingual: how-to-two-languages
blog post: front-matter
draft: front-matter
menu: site
date format: site
latex formula: markdown
table: markdown
upgrade: how-to-upgrade
command not found: troubleshooting
unknown key: troubleshooting
how do I install: tutorial
selected papers: sections
picture boxes: sections
netlify: how-to-hosts
migrate from jekyll: how-to-jekyll
alt text: images
live reload: preview
seo: metadata
"""
"""What a reader may type, and the page that is to be among the first three results."""


@pytest.mark.browser
def test_the_search_finds_the_page_that_a_reader_means(browser: Browser, output: Path) -> None:
    queries: dict[str, str] = yaml.safe_load(QUERIES)
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(output.joinpath("index.html").as_uri())
        page.keyboard.press("/")
        page.get_by_role("dialog").wait_for()
        missed = {
            query: found
            for query, name in queries.items()
            if name not in (found := _first_three(page, query))
        }
    assert missed == {}
    assert len(queries) > 40


def _first_three(page: Page, query: str) -> list[str]:
    """The folders of the first three pages that the search finds."""
    status = page.locator(".search [role=status]")
    status.evaluate("status => { status.textContent = '' }")
    page.get_by_role("searchbox").fill(query)
    page.locator(".search [role=status]:not(:empty)").wait_for()
    links = page.locator(".search li a").evaluate_all(
        "links => links.slice(0, 3).map((link) => link.pathname)"
    )
    return [Path(link).parent.name for link in links]
