"""The pages of talks, courses and projects: a table of facts, and projects as cards of equal size."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any

import pytest

from acadfolio.build import build
from browser import overflow
from cases import every_case
from sites import content_of, make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

LOOKS = ("acad-homepage", "academicpages")
TALK = """\
- {title: Invariants, date: 1918-07-16, kind: Lecture, event: Mathematical Society, location: Göttingen,
   text: Read by Felix Klein., links: {Slides: "https://a.example/slides"}}
"""
COURSE = """\
- {course: Algebra, code: MATH 7, role: Lecturer, institution: Göttingen, terms: [1922, 1923],
   schedule: Mondays at nine, url: "https://a.example/course"}
"""
PROJECTS = """\
- {title: Rings, date: 1921, image: images/ring.svg, image_alt: A ring, people: [Emil Artin], tags: [ideals]}
- {title: Hypercomplex systems, date: 1929, text: A second project without a picture.}
"""
RING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 30"><circle cx="25" cy="15" r="9"/></svg>'
FILES = {
    "data/talks.yml": TALK,
    "data/teaching.yml": COURSE,
    "data/projects.yml": PROJECTS,
    "static/images/ring.svg": RING,
}


def settings(look: str) -> dict[str, str]:
    pages = "".join(
        f"{section}: {{pages: true}}\n" for section in ("talks", "teaching", "projects")
    )
    return {
        "data/site.yml": f"title: Emmy Noether\nlook: {look}\ndate_style: 14 June 2024\n{pages}"
    }


def facts(page: str) -> list[tuple[str, str]]:
    """The rows of the table of facts, without their tags."""
    table = content_of(page).partition('<dl class="facts">')[2].partition("</dl>")[0]
    plain = html.unescape(re.sub(r"<(?!/?d[td]>)[^>]+>", "", table))
    return re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", plain)


@every_case("look", LOOKS)
def test_the_page_of_an_entry_has_a_table_of_facts(look: str, tmp_path: Path) -> None:
    outputs, problems = render_site(tmp_path, FILES | settings(look))
    assert problems == []
    assert facts(outputs["talks/invariants/index.html"]) == [
        ("Date", "16 July 1918"),
        ("Kind", "Lecture"),
        ("Event", "Mathematical Society"),
        ("Place", "Göttingen"),
    ]
    assert facts(outputs["teaching/algebra/index.html"]) == [
        ("Code", "MATH 7"),
        ("Role", "Lecturer"),
        ("Institution", "Göttingen"),
        ("Terms", "1922, 1923"),
        ("Schedule", "Mondays at nine"),
        ("Website", "https://a.example/course"),
    ]
    assert facts(outputs["projects/rings/index.html"]) == [
        ("Date", "1921"),
        ("People", "Emil Artin"),
        ("Keywords", "ideals"),
    ]


def test_links_and_text_of_an_entry_follow_its_facts(tmp_path: Path) -> None:
    talk = content_of(
        render_site(tmp_path, FILES | settings("academicpages"))[0]["talks/invariants/index.html"]
    )
    assert '<a href="https://a.example/slides">Slides</a>' in talk
    assert (
        talk.index("Göttingen") < talk.index(">Slides<") < talk.index("<p>Read by Felix Klein.</p>")
    )


def test_an_entry_that_is_only_a_title_has_no_empty_table(tmp_path: Path) -> None:
    files = settings("academicpages") | {"data/talks.yml": "- {title: Invariants}\n"}
    page = render_site(tmp_path, files)[0]["talks/invariants/index.html"]
    assert "<dl" not in page


@every_case("look", LOOKS)
def test_projects_are_cards_on_their_own_page(look: str, tmp_path: Path) -> None:
    page = render_site(tmp_path, FILES | settings(look))[0]["projects/index.html"]
    assert content_of(page).count('<article class="archive__item">') == 2


def test_projects_are_cards_on_the_home_page_and_a_list_in_the_cv(tmp_path: Path) -> None:
    files = FILES | {
        "data/site.yml": "title: Emmy Noether\n",
        "content/cv.md": "---\nsections: [projects]\n---\n",
    }
    outputs, _ = render_site(tmp_path, files)
    assert '<div class="grid__wrapper">' in outputs["index.html"]
    cv = next(text for path, text in outputs.items() if path.startswith("cv"))
    assert '<ul class="entries entries--projects">' in cv
    listed = render_site(tmp_path, FILES | {"data/site.yml": "title: E\nprojects: {view: list}\n"})[
        0
    ]["index.html"]
    assert "grid__wrapper" not in listed


def test_a_card_without_a_picture_has_no_place_for_one(tmp_path: Path) -> None:
    page = render_site(tmp_path, FILES)[0]["index.html"]
    with_picture = sum("<img" in card for card in page.split('<article class="archive__item">')[1:])
    assert (
        0
        < with_picture
        == page.count("archive__item-teaser")
        < page.count('<article class="archive__item">')
    )


@pytest.mark.browser
@pytest.mark.parametrize("look", LOOKS)
def test_cards_of_a_row_are_equally_large(look: str, tmp_path: Path, browser: Browser) -> None:
    build(make_site(tmp_path / "site", FILES | settings(look)), tmp_path / "output")
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto((tmp_path / "output/projects/index.html").as_uri())
    boxes: list[Any] = [
        card.bounding_box() for card in page.locator(".grid__wrapper > article").all()
    ]
    assert len({(round(box["y"]), round(box["width"]), round(box["height"])) for box in boxes}) == 1
    page.set_viewport_size({"width": 320, "height": 900})
    assert overflow(page) <= 0
    page.close()


BLOCKS = """\
- title: Rings
  date: 1921
  text: |
    ## In short

    Chains[^1] of *ideals*.

    - They end.
    - They begin.

    [^1]: By Dedekind.
"""
LIST = "<ul>\n  <li>They end.</li>\n  <li>They begin.</li>\n</ul>"


@every_case("section", ["talks", "projects"])
def test_the_page_of_an_entry_has_its_text_with_lists_headings_and_footnotes(
    section: str, tmp_path: Path
) -> None:
    outputs, problems = render_site(
        tmp_path, {f"data/{section}.yml": BLOCKS} | settings("academicpages")
    )
    assert problems == []
    page = content_of(outputs[f"{section}/rings/index.html"])
    assert (
        '<h2 id="in-short" aria-level="3">In short</h2>' in page
        or '<h2 id="in-short">In short</h2>' in page
    )
    assert LIST in page
    assert '<li id="fn:1">' in page


def test_a_list_has_the_first_paragraph_of_entries_with_pages_and_all_of_others(
    tmp_path: Path,
) -> None:
    files = {"data/talks.yml": BLOCKS, "content/index.md": "{{ talks() }}\n"} | settings(
        "academicpages"
    )
    outputs, _ = render_site(tmp_path / "a", files)
    for path in ("index.html", "talks/index.html"):
        assert "Chains of <em>ideals</em>." in outputs[path]
        assert "They end." not in outputs[path]
    outputs, _ = render_site(
        tmp_path / "b", files | {"data/site.yml": "title: E\ntalks: {pages: false}\n"}
    )
    assert LIST in outputs["index.html"]


def test_a_text_without_a_paragraph_has_its_first_words_as_excerpt(tmp_path: Path) -> None:
    files = {"data/talks.yml": "- title: Rings\n  text: |\n    - C & D\n    - E\n"} | settings(
        "academicpages"
    )
    outputs, _ = render_site(tmp_path, files)
    assert '<p class="archive__item-excerpt">C &amp; D E</p>' in outputs["talks/index.html"]


def test_a_text_on_one_line_is_inline_whatever_it_begins_with(tmp_path: Path) -> None:
    files = {"data/talks.yml": "- title: Rings\n  text: 1918. A year.\n"} | settings(
        "academicpages"
    )
    outputs, _ = render_site(tmp_path, files)
    assert "<p>1918. A year.</p>" in outputs["talks/rings/index.html"]


@every_case(
    "field",
    [
        "abstract = {- chains\n\n- ideals\n{: onclick=x}\n\n# Heading\n}",
        r'acadfolio = {abstract: "- chains\n- ideals\n"}',
        r'acadfolio = {abstract: "> chains\n\n# Ideals\n{: onclick=x}\n"}',
    ],
)
def test_an_abstract_of_a_bibliography_has_no_blocks(field: str, tmp_path: Path) -> None:
    files = {"data/a.bib": f"@misc{{a, title = {{Rings}}, year = 1921, {field}}}\n"}
    outputs, _ = render_site(tmp_path, files | {"data/site.yml": "title: E\nlook: academicpages\n"})
    page = content_of(outputs["publications/a/index.html"])
    assert "chains" in page
    assert not re.search(
        "<li>|<h1|<bl|<[^>]*onclick=", page.partition('id="abstract"')[2].partition("<div")[0]
    )


def test_a_description_and_the_data_of_a_paper_have_the_words_of_blocks(tmp_path: Path) -> None:
    paper = BLOCKS.replace("text:", "abstract:")
    outputs, _ = render_site(tmp_path, {"data/publications.yml": paper} | settings("academicpages"))
    page = outputs["publications/rings/index.html"]
    assert '<meta name="description" content="Chains of ideals.">' in page
    assert "They end. They begin." in page.partition('"abstract":')[2].partition("</script>")[0]


def test_the_feed_of_news_has_blocks(tmp_path: Path) -> None:
    files = {
        "data/news.yml": BLOCKS.replace("title: Rings\n  date", "date"),
        "content/index.md": "{{ news() }}\n",
    }
    outputs, problems = render_site(
        tmp_path, files | {"data/site.yml": "title: E\nurl: https://e.example\n"}
    )
    assert problems == []
    assert LIST in html.unescape(outputs["news.xml"])
    assert LIST in outputs["index.html"]


def test_liquid_reads_the_first_part_of_a_text_and_all_of_it(tmp_path: Path) -> None:
    page = "---\n---\n{% for talk in site.talks %}<b>{{ talk.excerpt }}</b>\n{{ talk.content }}{% endfor %}\n"
    files = {"data/talks.yml": BLOCKS.replace("## In short\n\n    ", ""), "content/index.md": page}
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert "<b>Chains" in outputs["index.html"]
    assert "They end.</b>" not in outputs["index.html"]
    assert LIST in outputs["index.html"]


def test_headings_of_texts_in_one_list_have_no_ids_that_are_the_same(tmp_path: Path) -> None:
    text = "text: |\n    Groups.\n\n    ## Part\n\n    Rings.\n"
    projects = "".join(f"- title: {title}\n  {text}" for title in ("Topology", "Algebra"))
    site = "title: A\nprojects: {pages: false, view: list}\n"
    outputs, _ = render_site(tmp_path, {"data/site.yml": site, "data/projects.yml": projects})
    html = "".join(outputs.values())
    assert html.count(">Part</h2>") == 2
    assert 'id="part"' not in html
