"""The search of the whole site: what its index holds, and what a visitor finds in a real browser."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from acadfolio.build import build
from acadfolio.cli import main
from browser import overflow, watched
from cases import every_case
from sites import edit, make_site, render_site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Route

LOOKS = ("acad-homepage", "academicpages")
FILLER = {
    f"content/filler{number}.md": f"---\ntitle: Filler {number}\n---\nNothing.\n"
    for number in range(12)
}
FILES = FILLER | {
    "content/radium.md": "---\ntitle: Radium\n---\nA white metal.\n\n## Half-life of it\n\nSixteen hundred *years*.\n",
    "content/emanation.md": "---\ntitle: Gas\n---\nL’Émanation du radium, by Skłodowska. Write to gas@example.org.\n",
    "content/chinese.md": "---\ntitle: 研究\n---\n镭是一种化学元素。化石与学校。\n",
    "content/posts/1921-06-01-gram.md": "---\ntitle: A gram\n---\nAmerica gave a gram.\n",
    "content/draft.md": "---\ntitle: Draft\ndraft: true\n---\nUnfinished radium.\n",
    "content/private.md": "---\ntitle: Private\nnoindex: true\n---\nSecret radium.\n",
    "content/own.md": "---\ntitle: Own\nsearch: false\n---\nMy radium.\n",
    "content/people.md": "---\ntitle: Members\nkeywords: [team, research group]\n---\nWe measure thorium.\n",
    "content/notes.md": "---\ntitle: Notes on thorium\nsearch_last: true\n---\n# Thorium\n\nThorium.\n",
    "content/unlisted.md": "---\ntitle: Unlisted\nsitemap: false\n---\nHidden radium.\n",
}


def index_of(outputs: dict[str, str]) -> list[Any]:
    """The pages of the index of a small site."""
    script = outputs["assets/search/index.js"]
    pages: list[Any] = json.loads(script.removeprefix("searchIndex(").removesuffix(")\n"))["pages"]
    return pages


# The index


def test_the_index_has_each_page_by_its_headings(tmp_path: Path) -> None:
    outputs, _ = render_site(tmp_path, FILES)
    assert [
        "radium/index.html",
        "",
        [
            ["", "Radium", "A white metal."],
            ["half-life-of-it", "Half-life of it", "Sixteen hundred years."],
        ],
    ] in index_of(outputs)


def test_the_index_has_the_keywords_of_a_page_which_visitors_do_not_see(tmp_path: Path) -> None:
    outputs, _ = render_site(tmp_path, FILES)
    index = index_of(outputs)
    assert [
        "people/index.html",
        "",
        [["", "Members", "We measure thorium."]],
        "team, research group",
    ] in index
    assert [page[3:] for page in index if page[0] == "notes/index.html"] == [["", True]]
    assert "research group" not in outputs["people/index.html"]


def test_drafts_and_what_search_engines_are_not_to_list_are_not_in_the_index(
    tmp_path: Path,
) -> None:
    outputs, _ = render_site(tmp_path, FILES, drafts=True)
    paths = {path for path, *_ in index_of(outputs)}
    hidden = {f"{name}/index.html" for name in ("draft", "private", "own", "unlisted")} | {
        "404.html"
    }
    assert hidden <= outputs.keys()
    assert not hidden & paths


def test_the_search_does_not_read_between_its_comments(tmp_path: Path) -> None:
    text = "Before.\n\n<!--search off-->\n\n## Aside\n\nUnread.\n\n<!--search on-->\n\nAfter.\n"
    outputs, _ = render_site(tmp_path, FILLER | {"content/about.md": text})
    home = next(passages for path, _, passages in index_of(outputs) if path == "index.html")
    assert [text for _, _, text in home] == ["Before. After."]
    assert "Unread." in outputs["index.html"]
    assert "search o" not in outputs["index.html"]


def test_the_index_gives_no_email_address_to_harvesters(tmp_path: Path) -> None:
    outputs, _ = render_site(tmp_path, FILES)
    assert "Write to" in outputs["assets/search/index.js"]
    assert "gas@example.org" not in outputs["assets/search/index.js"]


def test_menus_buttons_bibtex_and_titles_of_related_papers_are_not_words_of_a_page(
    tmp_path: Path,
) -> None:
    papers = "".join(
        f"- {{title: {title}, key: k{title}, year: 1900, kind: journal, venue: Annals, tags: [rays],"
        " abstract: It glows., links: {Slides: a.pdf, Code: https://example.org/}}\n"
        for title in ("Alpha", "Beta", "Gamma")
    )
    files = {
        "data/site.yml": "title: M\nsearch: true\npublications: {pages: true}\n",
        "data/publications.yml": papers,
    }
    outputs, _ = render_site(tmp_path, files)
    path, section, passages = next(page for page in index_of(outputs) if page[2][0][1] == "Alpha")
    assert "Beta" in outputs[path]
    assert section == "Publications"
    text = json.dumps(passages)
    assert "Annals" in text
    assert not [
        word
        for word in ("Beta", "@article", "Home", "BibTeX", "Cite", "Slides", "Code")
        if word in text
    ]
    assert "BibTeX" in outputs[path]


@every_case("look", LOOKS)
def test_a_list_of_papers_has_their_abstracts_in_the_index_but_no_buttons(
    look: str, tmp_path: Path
) -> None:
    papers = "- {title: Alpha, year: 1900, abstract: It glows., links: {Slides: 'https://example.org/'}}\n"
    page = "---\ntitle: All\n---\n{{ publications() }}\n\n<details><summary>Why?</summary>So.</details>\n"
    files = {
        "data/site.yml": f"title: M\nsearch: true\nlook: {look}\npublications: {{pages: false}}\n",
        "data/publications.yml": papers,
        "content/papers.md": page,
    }
    outputs, _ = render_site(tmp_path, files)
    ((_, _, text),) = next(
        passages for path, _, passages in index_of(outputs) if path == "papers/index.html"
    )
    assert text.split() == ["Alpha", "1900", "It", "glows.", "Why?So."]


@every_case("view", ["list", "cv", "boxes", "table", "archive"])
def test_a_paper_with_a_page_is_found_there_and_not_in_the_lists_that_show_it(
    view: str, tmp_path: Path
) -> None:
    page = f"Before.\n\n# Papers\n\n{{{{ publications(view='{view}') }}}}\n\nAfter.\n\n# Talks\n\n{{{{ talks() }}}}\n"
    files = FILLER | {
        "data/site.yml": "title: M\npublications: {pages: true, group_by: kind}\n",
        "data/publications.yml": "- {title: Alpha, year: 1900, kind: journal, abstract: It glows.}\n",
        "data/talks.yml": "- {title: Beta, date: 1901}\n",
        "content/about.md": page,
        "content/cv.md": f"---\ntitle: CV\n---\n{page}",
    }
    outputs, _ = render_site(tmp_path, files)
    index = index_of(outputs)
    assert [path for path, _, passages in index if "Alpha" in json.dumps(passages)] == [
        "publications/alpha/index.html"
    ]
    for path, title in (("index.html", "M"), ("cv/index.html", "CV")):
        passages = next(passages for url, _, passages in index if url == path)
        assert passages == [
            ["", title, "Before."],
            ["papers", "Papers", "After."],
            ["talks", "Talks", "1901 Beta"],
        ]
        assert "Alpha" in outputs[path]
        assert "search off" not in outputs[path]
    page_of_papers = next(
        passages for path, _, passages in index if path == "publications/index.html"
    )
    assert page_of_papers == [["", "Publications", ""]]


@every_case(
    ("settings", "count", "expected"),
    [("", 9, False), ("", 10, True), ("search: true\n", 2, True), ("search: false\n", 10, False)],
)
def test_a_site_of_ten_pages_has_a_search_by_default(
    tmp_path: Path, settings: str, count: int, expected: bool
) -> None:
    pages = {
        f"content/p{number}.md": f"---\ntitle: P{number}\n---\nText.\n"
        for number in range(count - 1)
    }
    outputs, _ = render_site(
        tmp_path, pages | {"data/site.yml": f"title: M\n{settings}", "content/about.md": "Hi.\n"}
    )
    assert ("assets/search/index.js" in outputs) == expected
    assert ('class="search-button"' in outputs["index.html"]) == expected


def test_an_edit_changes_the_index_as_a_build_from_nothing_would(tmp_path: Path) -> None:
    site, output, anew = make_site(tmp_path / "site", FILES), tmp_path / "out", tmp_path / "anew"
    assert main(["build", "--site", str(site), "--output", str(output)]) == 0
    edit(site, "content/radium.md", "A white metal.", "A brilliant white metal.")
    assert main(["build", "--site", str(site), "--output", str(output)]) == 0
    assert main(["build", "--no-cache", "--site", str(site), "--output", str(anew)]) == 0
    index = (output / "assets/search/index.js").read_text()
    assert "A brilliant white metal." in index
    assert index == (anew / "assets/search/index.js").read_text()


# In the browser


@pytest.fixture(scope="module", params=LOOKS)
def address(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The site on the disk."""
    folder = tmp_path_factory.mktemp(request.param)
    build(
        make_site(folder / "site", FILES | {"data/site.yml": f"title: M\nlook: {request.param}\n"}),
        folder / "out",
    )
    return (folder / "out").as_uri()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    with browser.new_context(reduced_motion="reduce") as context:
        watching = watched(context)
        page = context.new_page()
        page.goto(f"{address}/radium/index.html")
        page.keyboard.press("/")
        page.get_by_role("dialog").wait_for()
        yield page
    assert watching.wrong == []


def results(page: Page, query: str) -> list[str]:
    """The titles that a search finds."""
    status = page.locator(".search [role=status]")
    status.evaluate("status => { status.textContent = '' }")
    page.get_by_role("searchbox", name="Search the site").fill(query)
    page.locator(".search [role=status]:not(:empty)").wait_for()
    return page.locator(".search li strong").all_text_contents()


def test_a_search_finds_pages_by_the_beginnings_of_words_the_best_first(page: Page) -> None:
    assert results(page, "radi") == ["Radium", "Gas"]
    assert (
        results(page, "RADIUM skłodowska")
        == results(page, "l'emanation")
        == results(page, "Sklodow")
        == ["Gas"]
    )
    assert results(page, "adium") == []
    assert page.get_by_text("No page has these words.").is_visible()
    assert results(page, "gram") == ["A gram"]


def test_a_page_is_found_by_its_keywords_and_a_word_by_its_beginning(page: Page) -> None:
    assert results(page, "team") == results(page, "Research groups") == ["Members"]
    assert results(page, "radiums") == ["Radium", "Gas"]
    assert results(page, "raspberry") == []


def test_not_every_word_of_a_query_is_needed_and_rare_words_count_most(page: Page) -> None:
    assert results(page, "team in Paris") == ["Members"]
    assert results(page, "radium gram") == ["A gram", "Radium", "Gas"]
    assert results(page, "xyzzy team") == ["Members"]


def test_a_page_that_is_to_be_last_comes_after_one_that_has_the_word_in_its_text(
    page: Page,
) -> None:
    assert results(page, "thorium") == ["Members", "Notes on thorium"]


def test_characters_of_chinese_are_found_in_a_row(page: Page) -> None:
    assert results(page, "化学") == ["研究"]
    assert page.locator(".search mark").all_text_contents() == ["化学"]
    assert results(page, "元化") == []


def test_a_result_leads_to_the_heading_below_which_the_words_are(page: Page) -> None:
    assert results(page, "sixteen") == ["Radium"]
    result = page.locator(".search li")
    assert result.locator("small").inner_text() == "Half-life of it"
    assert result.locator("p").inner_text() == "Sixteen hundred years."
    assert result.locator("mark").all_text_contents() == ["Sixteen"]
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for(state="hidden")
    assert page.url.endswith("radium/index.html#half-life-of-it")


def test_the_results_are_walked_with_the_arrows(page: Page) -> None:
    results(page, "radium")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/emanation/index.html")


def test_many_results_come_in_steps(page: Page) -> None:
    assert len(results(page, "filler")) == 10
    assert page.get_by_text("Pages found: 12").is_visible()
    page.get_by_role("button", name="More").click()
    page.locator(".search li").nth(11).wait_for()
    assert not page.get_by_role("button", name="More").is_visible()


def test_escape_and_the_button_close_the_search(page: Page) -> None:
    page.keyboard.press("Escape")
    dialog = page.get_by_role("dialog")
    dialog.wait_for(state="hidden")
    page.get_by_role("button", name="Search the site").click()
    dialog.wait_for()
    page.set_viewport_size({"width": 320, "height": 600})
    results(page, "radium")
    assert overflow(page) <= 0
    dialog.get_by_role("button", name="Close").click()
    dialog.wait_for(state="hidden")


def test_the_search_is_loaded_when_it_is_wanted_and_a_slash_can_be_written(
    browser: Browser, address: str
) -> None:
    with browser.new_context() as context:
        watching = watched(context)
        page = context.new_page()
        page.goto(f"{address}/radium/index.html")
        assert not [url for url in watching.asked if "search" in url]
        page.get_by_role("button", name="Search the site").click()
        page.get_by_role("searchbox").press("/")
        assert page.get_by_role("searchbox").input_value() == "/"


def test_what_is_typed_before_the_search_is_loaded_is_searched(
    browser: Browser, address: str
) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        held: list[Route] = []
        page.route("**/assets/js/search.js", lambda route: held.append(route))  # noqa: PLW0108 - no builtin
        page.goto(f"{address}/radium/index.html")
        with page.expect_request("**/assets/js/search.js"):
            page.keyboard.press("/")
        page.keyboard.type("radi")
        held[0].continue_()
        page.locator(".search li strong").nth(1).wait_for()
        assert page.get_by_role("searchbox").input_value() == "radi"
        page.keyboard.type("um")
        assert page.get_by_role("searchbox").input_value() == "radium"


def test_without_scripts_there_is_no_button(browser: Browser, address: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{address}/radium/index.html")
        assert not page.locator(".search-button").is_visible()
