"""The menu and the way to a page, as the HTML of small sites has them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cases import every_case
from sites import render_site

if TYPE_CHECKING:
    from pathlib import Path

PAPERS = "- {title: Invariante Variationsprobleme, authors: [Emmy Noether], year: 1918}\n"
POST = {"content/posts/1918-07-26-a-theorem.md": "# A theorem\n"}


def site(**settings: str) -> dict[str, str]:
    lines = {"title": "Emmy Noether", **settings}
    return {"data/site.yml": "".join(f"{key}: {value}\n" for key, value in lines.items())}


def menu(page: str) -> dict[str, str]:
    """The items of the first list by their words, each with its `aria-current`."""
    part = page[page.index("visible-links") : page.index("greedy-nav__more")]
    found = re.findall(r"<(?:a|summary)([^>]*)>([^<]*)", part)
    return {
        words.strip(): (re.findall(r'aria-current="(\w+)"', tag) or [""])[0] for tag, words in found
    }


def way(page: str) -> list[tuple[str, str]]:
    """The breadcrumbs: where each leads, and its words; the page itself leads nowhere."""
    if 'class="breadcrumbs"' not in page:
        return []
    part = page[page.index('class="breadcrumbs"') :].partition("</nav>")[0]
    return re.findall(r'<li><(?:a href="([^"]*)"|span aria-current="page")>([^<]*)', part)


def test_a_site_without_a_menu_has_its_headings_its_pages_and_its_posts(tmp_path: Path) -> None:
    files = {
        **POST,
        "content/about.md": "# 🔥 News\n\n# Rings:\n\n## Ideals\n",
        "content/cv.md": "# Vita\n",
    }
    outputs, _ = render_site(tmp_path, files)
    assert menu(outputs["index.html"]) == {"News": "", "Rings": "", "Vita": "", "Posts": ""}
    assert menu(outputs["cv/index.html"])["Vita"] == "page"
    assert 'href="index.html#-news"' not in outputs["index.html"]
    assert 'href="../index.html#-news"' in outputs["cv/index.html"]


def test_a_menu_without_items_has_no_button(tmp_path: Path) -> None:
    page = render_site(tmp_path, {"content/about.md": "Text.\n"} | site(navigation="[]"))[0][
        "index.html"
    ]
    assert "<header" in page
    assert "greedy-nav__button" not in page


def headings(count: int) -> str:
    return "".join(f"# Heading {number}\n\n" for number in range(count))


@every_case(("count", "pages", "listed"), [(6, 2, 6), (7, 2, 0), (6, 3, 0), (5, 3, 5), (12, 0, 12)])
def test_headings_are_in_the_menu_while_they_are_few_or_all_there_is(
    tmp_path: Path, count: int, pages: int, listed: int
) -> None:
    files = {f"content/page-{number}.md": f"# Page {number}\n" for number in range(pages)}
    outputs, _ = render_site(tmp_path, {**files, "content/about.md": headings(count)})
    names = list(menu(outputs["index.html"]))
    assert sorted(name for name in names if "Page" in name) == [
        f"Page {number}" for number in range(pages)
    ]
    assert [name for name in names if "Heading" in name] == [
        f"Heading {number}" for number in range(listed)
    ]


def test_a_heading_that_is_a_page_is_not_counted(tmp_path: Path) -> None:
    files = {"content/cv.md": "# Vita\n", "content/about.md": f"# Vita\n\n{headings(6)}"}
    outputs, _ = render_site(tmp_path, files)
    assert len(menu(outputs["index.html"])) == 7


def test_a_page_below_a_section_marks_the_section(tmp_path: Path) -> None:
    files = {**site(look="academicpages"), **POST, "data/publications.yml": PAPERS}
    outputs, _ = render_site(
        tmp_path, {**files, "content/about.md": "# Publications\n\nElsewhere.\n"}
    )
    paper = outputs["publications/invariante-variationsprobleme/index.html"]
    assert menu(outputs["publications/index.html"])["Publications"] == "page"
    assert {words for words, mark in menu(paper).items() if mark} == {"Publications"}
    assert menu(paper)["Publications"] == "true"
    post = next(page for path, page in outputs.items() if path.endswith("a-theorem/index.html"))
    assert {words: mark for words, mark in menu(post).items() if mark} == {"Posts": "true"}
    assert not any(menu(outputs["index.html"]).values())


def test_pages_of_a_homepage_of_sections_are_marked_before_its_headings(tmp_path: Path) -> None:
    files = site(breadcrumbs="true", publications="{pages: true}") | {
        "data/publications.yml": PAPERS
    }
    outputs, _ = render_site(
        tmp_path, {**files, "content/about.md": "# 📝 Publications\n{{ publications() }}\n"}
    )
    paper = outputs["publications/invariante-variationsprobleme/index.html"]
    assert menu(paper) == {"Publications": "true"}
    assert menu(outputs["publications/index.html"]) == {"Publications": "page"}
    assert way(paper) == [
        ("../../index.html", "Homepage"),
        ("../index.html", "Publications"),
        ("", "Invariante Variationsprobleme"),
    ]


def test_the_way_goes_over_the_folders_that_are_pages(tmp_path: Path) -> None:
    files = {
        **site(breadcrumbs="true"),
        "content/about.md": "Hello\n",
        "content/algebra.md": "# Algebra *today*\n",
        "content/algebra/lost/rings.md": "# Rings\n",
        "content/posts/1918-07-26-a-theorem.md": "---\ntitle: A theorem\npermalink: /theorem/\n---\nIt holds.\n",
    }
    outputs, _ = render_site(tmp_path, files)
    assert way(outputs["index.html"]) == []
    assert way(outputs["algebra/index.html"])[0] == ("../index.html", "Homepage")
    assert [step[0] for step in way(outputs["algebra/lost/rings/index.html"])] == [
        "../../../index.html",
        "../../index.html",
        "",
    ]
    assert [words for _, words in way(outputs["theorem/index.html"])] == [
        "Homepage",
        "Posts",
        "A theorem",
    ]
    assert "true" in menu(outputs["algebra/lost/rings/index.html"]).values()


def test_no_way_is_shown_unless_the_site_asks(tmp_path: Path) -> None:
    outputs, _ = render_site(tmp_path, {"content/cv.md": "# Vita\n"})
    assert "breadcrumbs" not in outputs["cv/index.html"]


@every_case(
    ("url", "is_external"),
    [
        ("https://example.org/", True),
        ("//example.org/", True),
        ("https://noether.example/cv/", False),
        ("/cv/", False),
        ("cv/", False),
        ("mailto:emmy@noether.example", False),
    ],
)
def test_a_link_to_another_site_is_marked(tmp_path: Path, url: str, *, is_external: bool) -> None:
    settings = site(url="https://noether.example", navigation=f'[{{title: There, url: "{url}"}}]')
    outputs, _ = render_site(tmp_path, {**settings, "content/cv.md": "# Vita\n"})
    assert ("(external site)" in outputs["index.html"]) == is_external
    assert menu(outputs["cv/index.html"])["There"] == ("page" if "cv" in url else "")


def test_a_bare_anchor_means_the_home_page(tmp_path: Path) -> None:
    files = site(navigation='[{title: News, url: "#news"}]')
    outputs, _ = render_site(
        tmp_path, {**files, "content/about.md": "# News\n", "content/cv.md": "# Vita\n"}
    )
    assert 'href="#news"' in outputs["index.html"]
    assert 'href="../index.html#news"' in outputs["cv/index.html"]


def test_a_menu_that_holds_the_page_is_marked_with_it(tmp_path: Path) -> None:
    files = site(
        navigation="[{title: More, items: [{title: Vita, url: /cv/}, {title: Home, url: /}]}]"
    )
    outputs, problems = render_site(tmp_path, {**files, "content/cv.md": "# Vita\n"})
    assert problems == []
    assert menu(outputs["cv/index.html"]) == {"More": "true", "Vita": "page", "Home": ""}
    assert (
        outputs["cv/index.html"].count('aria-current="page"') == 2
    )  # in the list, and in the menu behind it
    assert '<details class="greedy-nav__menu">' in outputs["cv/index.html"]


def test_a_url_in_any_spelling_is_the_page(tmp_path: Path) -> None:
    files = site(
        navigation="[{title: A, url: /caf%C3%A9/}, {title: B, url: café}, {title: C, url: /café/?print}]"
    )
    outputs, _ = render_site(tmp_path, {**files, "content/café.md": "# Café\n"})
    assert menu(outputs["café/index.html"]) == {"A": "page", "B": "page", "C": "page"}


@every_case("look", ["acad-homepage", "academicpages"])
def test_the_first_item_of_the_menu_has_the_sites_own_name(look: str, tmp_path: Path) -> None:
    first = re.compile(r'masthead__menu-home-item" href="[^"]*"[^>]*>([^<]+)</a>')
    settings = {"data/site.yml": f"title: Ada\nlook: {look}\n"}
    plain, _ = render_site(tmp_path / "plain", settings)
    assert first.findall(plain["index.html"]) == ["Ada"]
    named, _ = render_site(
        tmp_path / "named", {"data/site.yml": f"{settings['data/site.yml']}home_label: Start\n"}
    )
    assert first.findall(named["index.html"]) == ["Start"]
