"""The look of many pages: archives, a page for each entry, the CV, posts; the same data shown in both looks."""

from __future__ import annotations

import html
import re
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import msgspec
import pytest

from acadfolio.build import prepare
from acadfolio.checks import check_site
from acadfolio.model.publication import Kind
from acadfolio.model.record import FLAGS, keys_of
from acadfolio.model.section_kinds import PAGED
from acadfolio.model.values import Link, Text
from acadfolio.theme.words import words_for
from cases import every_case
from sites import content_of, make_site, render_site

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
PAGES = "title: Emmy Noether\nlook: academicpages\n"
HREF = re.compile(r"""<a\b[^>]*?\bhref=["']([^"'#?]+)""")

FULL = """\
- title: On *rings*
  authors:
    - {name: Emmy Noether, marks: "✉", equal: true, lead: true}
    - {name: Emil Artin, corresponding: true, url: "https://artin.example/"}
    - {name: B. L. van der Waerden, orcid: 0000-0002-1825-0097}
  venue: ma
  kind: journal
  type: Review
  status: in press
  date: 1921-05-17
  volume: "83"
  issue: "1/2"
  number: TR-7
  issue_title: Special issue
  pages: 24–66
  publisher: Springer
  edition: 2nd
  version: 9.8.7
  location: Berlin
  event: Göttingen week
  editors: [Felix Klein]
  translators: [Olga Taussky]
  series: Grundlehren
  institution: Göttingen
  doi: 10.1007/BF01464225
  arxiv: "2401.17644"
  isbn: 978-3-16-148410-0
  issn: 0025-5831
  language: de
  hal: hal-01234567
  pmid: "12345678"
  openreview: abcDEF123
  links: {PDF: "https://a.example/rings.pdf", Slides: "https://a.example/slides.pdf", Code: "https://a.example/code"}
  abstract: We prove a theorem. It is general.
  summary: Why chains end.
  note: With a supplement.
  award: Best paper
  image: https://a.example/rings.png
  image_dark: https://a.example/dark.png
  image_alt: A ring
  badge: Annalen 1921
  selected: true
  category: Algebra
  tags: [ideals, chains]
  citations: {count: 4242, source: Google Scholar, date: 2024-06}
  scholar_id: USER:PAPER
  accessed: 2024-05-06
  open_access: gold
  artifacts: [available]
  bibtex: "@article{noether1921, title={On rings}}"
  key: noether1921
  redirect_from: /rings.html
"""
VENUES = """\
ma:
  name: Mathematische Annalen
  abbreviation: Math. Ann.
  rank: Q1
  rank_note: by hand
  url: https://annalen.example/
  colour: "#123456"
"""
FULL_TALK = """\
- {title: On *rings*, date: 1921-09-20, kind: Invited talk, event: DMV meeting, location: Jena,
   links: {Slides: "https://a.example/talk.pdf", Video: "https://a.example/talk.mp4"}, text: It went well.,
   coordinates: [50.93, 11.59], redirect_from: /jena/}
"""
FULL_COURSE = """\
- {course: On *rings*, code: MATH 7, role: Lecturer, institution: Göttingen, department: Mathematics,
   terms: [1922, 1923], url: "https://a.example/course", text: A first course., schedule: Mondays at nine,
   materials: {Notes: "https://a.example/notes.pdf"}, redirect_from: [/math7.html]}
"""
FULL_PROJECT = """\
- {title: On *rings*, date: 1920..1921, text: All rings., image: "https://a.example/rings.png", image_alt: A ring,
   image_dark: "https://a.example/dark.png",
   links: {Code: "https://a.example/code"}, people: [Emil Artin, Wolfgang Krull], tags: [ideals, chains],
   redirect_from: /old/rings/}
"""
EVERYTHING = {
    "data/publications.yml": FULL,
    "data/venues.yml": VENUES,
    "data/talks.yml": FULL_TALK,
    "data/teaching.yml": FULL_COURSE,
    "data/projects.yml": FULL_PROJECT,
}
ITEMS = {
    "publications": "publications/noether1921/index.html",
    "talks": "talks/on-rings/index.html",
    "teaching": "teaching/on-rings/index.html",
    "projects": "projects/on-rings/index.html",
}


def words(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def headings(page: str) -> list[tuple[int, str]]:
    return [
        (int(level), words(text))
        for level, text in re.findall(r"<h([1-6])\b[^>]*>(.*?)</h\1>", page, re.DOTALL)
    ]


def item_of(page: str, title: str) -> str:
    """The entry of a list that has a heading of these words."""
    articles: list[str] = re.findall(
        r'<article class="archive__item".*?</article>', page, re.DOTALL
    )
    return next(
        article for article in articles if any(title == text for _, text in headings(article))
    )


# An entry's own page


def values_of(value: Any) -> Iterator[str]:
    """Every text that a field holds."""
    if isinstance(value, Text):
        yield from (text.replace("*", "") for _, text in value.by_language)
    elif isinstance(value, Link):
        yield from (value.label, value.url)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from values_of(getattr(value, name))
    elif isinstance(value, tuple):
        for item in value:
            yield from values_of(item)
    elif isinstance(value, (str, int)) and not isinstance(value, bool) and value:
        yield str(value)


@every_case("look", ["academicpages", "acad-homepage"])
@every_case("section", PAGED)
def test_every_field_of_an_entry_is_on_its_page(section: str, look: str, tmp_path: Path) -> None:
    settings = f"title: Emmy Noether\nlook: {look}\n" + "".join(
        f"{name}: {{pages: true}}\n" for name in PAGED
    )
    site = make_site(
        tmp_path,
        EVERYTHING | {"data/site.yml": settings, "data/people.yml": "- {name: Emil Artin}\n"},
    )
    prepared = prepare(site)
    outputs = {
        output.path: output.content.decode() for output in prepared.outputs() if not output.file
    }
    page = outputs[ITEMS[section]]
    shown = words(page) + html.unescape(page)
    record: Any = next(
        planned.entry for planned in prepared.plan.pages if planned.path == ITEMS[section]
    )
    said_otherwise = {
        "date",
        "key",
        "venue",
        "kind",
        "status",
        "marks",
        "orcid",
        "open_access",
        "artifacts",
        "accessed",
        "redirect_from",
    }
    for old in record.redirect_from:
        assert (
            f'{ITEMS[section]}"'
            in outputs[f"{old.strip('/')}/index.html" if old.endswith("/") else old.strip("/")]
        )
    for name in set(keys_of(record.__class__)).difference(FLAGS):
        value = getattr(record, name)
        assert value or name in {"year", "hidden", "extra", "bibliography"}, (
            f"{section}.{name} is not tried"
        )
        missing = (
            [text for text in values_of(value) if text not in shown]
            if name not in said_otherwise
            else []
        )
        assert missing == [], name
    if section == "publications":
        for text in (
            "Mathematische Annalen",
            "Math. Ann.",
            "Q1 by hand",
            "Journal article",
            "(in press)",
            "✉*†",
            "✉",
            "Open access",
        ):
            assert text in shown
        for link in (
            "https://annalen.example/",
            "https://orcid.org/0000-0002-1825-0097",
            "https://doi.org/10.1007",
        ):
            assert f'href="{link}' in page


def test_the_page_of_an_entry_leads_to_its_list_and_to_those_beside_it(tmp_path: Path) -> None:
    talks = (
        "- {title: Old, date: 1918}\n- {title: New, date: 1932}\n- {title: Middle, date: 1921}\n"
    )
    outputs, _ = render_site(tmp_path, {"data/site.yml": PAGES, "data/talks.yml": talks})
    pagers = {
        name: re.findall(
            r'<a href="([^"]+)"',
            outputs[f"talks/{name}/index.html"].partition('class="pagination"')[2],
        )[:3]
        for name in ("new", "middle", "old")
    }
    assert pagers["new"][:2] == ["../index.html", "../middle/index.html"]
    assert pagers["middle"] == ["../new/index.html", "../index.html", "../old/index.html"]
    assert pagers["old"][:2] == ["../middle/index.html", "../index.html"]


def test_entries_have_pages_in_the_look_of_one_page_if_the_site_asks_for_it(tmp_path: Path) -> None:
    settings = "title: Emmy Noether\ntalks: {pages: true}\n"
    outputs, problems = render_site(
        tmp_path, {"data/site.yml": settings, "data/talks.yml": FULL_TALK}
    )
    assert problems == []
    assert '<a href="talks/on-rings/index.html">On <em>rings</em></a>' in outputs["index.html"]
    assert '<a href="on-rings/index.html">On <em>rings</em></a>' in outputs["talks/index.html"]
    assert (
        '<a href="../index.html">Talks</a>'
        in outputs["talks/on-rings/index.html"].partition("pagination")[2]
    )


@every_case("style", ["plain", "quoted", "tagged"])
def test_titles_in_lists_lead_to_pages_where_there_are_any(style: str, tmp_path: Path) -> None:
    home = {
        "content/about.md": f'{{{{ publications(style="{style}") }}}}\n\n{{{{ publications(view="boxes") }}}}\n'
    }
    outputs, _ = render_site(tmp_path / "with", EVERYTHING | home | {"data/site.yml": PAGES})
    assert outputs["index.html"].count('<a href="publications/noether1921/index.html"') == len(
        ["list", "box"]
    )
    without = render_site(tmp_path / "without", EVERYTHING | home)[0]["index.html"]
    assert "noether1921/index.html" not in without
    assert "We prove a theorem." in without


def test_a_list_of_papers_with_pages_is_short_and_nothing_of_them_is_lost(tmp_path: Path) -> None:
    outputs, _ = render_site(tmp_path, EVERYTHING | {"data/site.yml": PAGES})
    assert "@article" not in outputs["cv/index.html"]
    assert "@article" in outputs["publications/noether1921/index.html"]


# Archives


def test_publications_are_below_headings_of_their_kinds_as_in_the_theme(tmp_path: Path) -> None:
    files = EVERYTHING | {
        "data/site.yml": PAGES,
        "data/profile.yml": "name: E. Noether\nlinks: {googlescholar: abc}\n",
    }
    page = render_site(tmp_path, files)[0]["publications/index.html"]
    assert headings(page)[:3] == [(1, "Publications"), (2, "Journal Publications"), (3, "On rings")]
    item = item_of(page, "On rings")
    assert '<a href="noether1921/index.html">' in item
    text = words(item)
    for part in (
        "Mathematische Annalen , 83(1/2):24–66, Review, translated by Olga Taussky, 1921 (in press)",
        "Best paper",
        "Why chains end.",
        "Emmy Noether, Emil Artin",
        "Cite",
    ):
        assert part in text
    assert "PDF Slides Code DOI" in text
    assert "You can also find my articles on my Google Scholar profile" in words(page)


def test_a_published_paper_names_its_venue_in_the_sites_language(tmp_path: Path) -> None:
    for language, text in (
        ("en", "Published in Crelle, 1929"),
        ("de", "Erschienen in Crelle, 1929"),
    ):
        files = {
            "data/site.yml": f"{PAGES}language: {language}\n",
            "data/publications.yml": "- {title: A, venue: Crelle, kind: journal, year: 1929}\n",
        }
        page = render_site(tmp_path / language, files)[0]["publications/index.html"]
        assert text in re.sub(r"<[^>]+>", "", item_of(page, "A"))


def test_the_site_may_group_its_publications_otherwise_or_not_at_all(tmp_path: Path) -> None:
    papers = "- {title: A, year: 1921, kind: book}\n- {title: B, year: 1930, kind: journal}\n"
    for settings, expected in {
        "{group_by: year}": [(1, "Publications"), (2, "1930"), (3, "B"), (2, "1921"), (3, "A")],
        "{group_by: []}": [(1, "Publications"), (2, "B"), (2, "A")],
        "{view: list}": [(1, "Publications"), (2, "Journal Publications"), (2, "Books")],
    }.items():
        files = {
            "data/site.yml": f"{PAGES}publications: {settings}\n",
            "data/publications.yml": papers,
        }
        assert (
            headings(render_site(tmp_path / settings[1:6], files)[0]["publications/index.html"])
            == expected
        )


def test_a_publication_of_any_kind_and_category_is_shown(tmp_path: Path) -> None:
    kinds = Kind.__args__  # type: ignore[attr-defined]
    papers = "".join(
        f"- {{title: Paper {kind}, kind: {kind}, category: Odd {kind}}}\n" for kind in kinds
    )
    for settings in (
        "",
        "publications: {group_by: category}\n",
        "publications: {groups: {journal: Articles}}\n",
    ):
        site = tmp_path / str(len(settings))
        outputs, problems = render_site(
            site,
            {
                "data/site.yml": PAGES + settings,
                "data/publications.yml": papers + "- {title: Paper bare}\n",
            },
        )
        assert problems == []
        page = outputs["publications/index.html"]
        assert all(item_of(page, f"Paper {kind}") for kind in (*kinds, "bare"))


@every_case(
    ("section", "facts"),
    [
        ("talks", "Invited talk, DMV meeting, Jena, 20 September 1921"),
        ("teaching", "Lecturer in Mathematics, Göttingen, 1922, 1923"),
        ("projects", "1920–1921, Emil Artin, Wolfgang Krull"),
    ],
)
def test_the_other_archives_have_a_heading_and_a_line_of_facts(
    section: str, facts: str, tmp_path: Path
) -> None:
    settings = "date_style: 14 June 2024\n"
    page = render_site(tmp_path, EVERYTHING | {"data/site.yml": PAGES + settings})[0][
        f"{section}/index.html"
    ]
    title = "On rings (MATH 7)" if section == "teaching" else "On rings"
    item = item_of(page, title)
    assert '<a href="on-rings/index.html">On <em>rings</em></a>' in item
    assert facts in words(item)


def test_an_archive_can_be_on_any_page_of_any_look(tmp_path: Path) -> None:
    lines = "\n\n".join(f'{{{{ {section}(view="archive") }}}}' for section in PAGED)
    files = EVERYTHING | {"content/about.md": lines}
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    page = outputs["index.html"]
    assert page.count('<article class="archive__item"') == len(PAGED)
    assert "With a supplement." in page
    assert "@article" in page


def test_the_fields_of_a_section_choose_what_its_archive_shows(tmp_path: Path) -> None:
    files = EVERYTHING | {"data/site.yml": PAGES + "talks: {fields: [date, title, location]}\n"}
    outputs, _ = render_site(tmp_path, files)
    assert (
        words(item_of(outputs["talks/index.html"], "On rings"))
        == "On rings 20 September 1921, Jena"
    )
    assert "It went well." in outputs["talks/on-rings/index.html"]


def test_groups_of_courses_are_headings_in_an_archive(tmp_path: Path) -> None:
    files = EVERYTHING | {"data/site.yml": PAGES + "teaching: {group_by: institution}\n"}
    page = render_site(tmp_path, files)[0]["teaching/index.html"]
    assert headings(page) == [(1, "Teaching"), (2, "Göttingen"), (3, "On rings (MATH 7)")]


@every_case(("said", "shown"), [("", 5), ("news: {limit: 2}\n", 2), ("news: {limit: 7}\n", 6)])
def test_the_home_page_shows_five_news_unless_the_site_sets_a_number(
    said: str, shown: int, tmp_path: Path
) -> None:
    news = "".join(f"- {{date: 1921-0{month}, text: Something new}}\n" for month in range(1, 7))
    home = render_site(tmp_path, {"data/site.yml": PAGES + said, "data/news.yml": news})[0][
        "index.html"
    ]
    assert content_of(home).partition("<details")[0].count("Something new") == shown


def test_boxes_are_for_publications(tmp_path: Path) -> None:
    files = EVERYTHING | {"data/site.yml": PAGES + "talks:\n  view: boxes\n"}
    assert render_site(tmp_path, files)[1] == [
        "data/site.yml:4:9: `talks` cannot be shown as boxes"
    ]


# The themes' bugs (LAYOUT.md, section 5) are not copied: number 1 stands above, with every kind and
# category.


@every_case("links", ["PDF", "Slides", "BibTeX"])
def test_a_single_link_of_any_label_is_on_the_list_and_on_the_page(
    links: str, tmp_path: Path
) -> None:
    paper = f"- {{title: A, links: {{{links}: 'https://a.example/file'}}}}\n"
    outputs, _ = render_site(tmp_path, {"data/site.yml": PAGES, "data/publications.yml": paper})
    for page in ("publications/index.html", "publications/a/index.html"):
        assert f'<a href="https://a.example/file">{links}</a>' in outputs[page]


def test_the_page_of_a_talk_has_its_type_event_and_place(tmp_path: Path) -> None:
    page = render_site(tmp_path, EVERYTHING | {"data/site.yml": PAGES})[0][
        "talks/on-rings/index.html"
    ]
    assert "Invited talk, DMV meeting, Jena" in words(page)


def test_made_pages_work_below_any_url(tmp_path: Path) -> None:
    outputs, _ = render_site(tmp_path, EVERYTHING | {"data/site.yml": PAGES})
    pages = {path: page for path, page in outputs.items() if path.endswith("index.html")}
    assert {"index.html", "publications/index.html", "talks/on-rings/index.html"} < pages.keys()
    for path, page in pages.items():
        assert re.findall(r'(?:href|src)="/[^"]*"', page) == [], path


# The CV


CV = {
    "data/education.yml": "- {date: 1907, degree: Doctorate, institution: Erlangen}\n",
    "data/awards.yml": "- {date: 1932, title: Ackermann-Teubner prize}\n",
    "data/news.yml": "- {date: 1932, text: In Zürich}\n",
    "data/hobbies.yml": "- {text: Long walks}\n",
}


def test_the_cv_is_made_of_the_data_and_has_nothing_twice(tmp_path: Path) -> None:
    outputs, problems = render_site(tmp_path, EVERYTHING | CV | {"data/site.yml": PAGES})
    assert problems == []
    page = outputs["cv/index.html"]
    named = [text for level, text in headings(content_of(page)) if level == 1]
    assert named == [
        "Education",
        "Publications",
        "Invited Talks",
        "Teaching",
        "Projects",
        "Honors and Awards",
        "Hobbies",
    ]
    text = words(content_of(page))
    for once in ("Doctorate", "Ackermann-Teubner", "Long walks", "DMV meeting"):
        assert text.count(once) == 1
    assert "In Zürich" not in text
    assert "archive__item" not in page


def test_the_site_chooses_and_orders_the_sections_of_the_cv(tmp_path: Path) -> None:
    settings = (
        PAGES + "sections: [hobbies, education, hobbies, news]\npublications: {view: boxes}\n"
    )
    page = render_site(tmp_path, EVERYTHING | CV | {"data/site.yml": settings})[0]["cv/index.html"]
    assert [text for _, text in headings(content_of(page))] == ["Hobbies", "Education"]


# Posts


POSTS = {
    "content/posts/1921-05-01-rings.md": "---\ntags: [rings, C++]\nexcerpt: On *rings*.\n"
    "header: {teaser: images/a.svg}\n---\nText.\n",
    "content/posts/1921-09-01-ideals.md": "---\ntags: [rings]\n---\nText on ideals.\n",
    "content/posts/1918-07-01-theorem.md": "Text on the theorem.\n",
    "static/images/a.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='3' height='2'/>",
}


def test_posts_are_grouped_by_year_with_tags_pictures_and_excerpts(tmp_path: Path) -> None:
    outputs, problems = render_site(tmp_path, POSTS)
    assert problems == []
    page = outputs["posts/index.html"]
    assert headings(page) == [
        (1, "Posts"),
        (2, "1921"),
        (3, "Ideals"),
        (3, "Rings"),
        (2, "1918"),
        (3, "Theorem"),
    ]
    item = item_of(page, "Rings")
    assert re.search(r'<img[^>]* src="../images/a.svg"', item)
    assert "On <em>rings</em>." in item
    tags = re.findall(r'<a href="([^"]+)" rel="tag">([^<]+)</a>', item)
    assert [tag for _, tag in tags] == ["rings", "C++"]
    anchors = re.findall(r'<h2[^>]* id="([^"]+)"', outputs["tags/index.html"])
    assert [url.partition("#")[2] in anchors for url, _ in tags] == [True, True]


def test_a_post_leads_to_the_one_before_and_to_the_next_one(tmp_path: Path) -> None:
    outputs, _ = render_site(tmp_path, POSTS)
    pager = outputs[
        "posts/1921/05/rings/index.html"
        if "posts/1921/05/rings/index.html" in outputs
        else "posts/rings/index.html"
    ]
    links = re.findall(
        r'<a href="([^"]+)"(?: rel="(\w+)")?>', pager.partition('class="pagination"')[2]
    )[:3]
    assert [(url.rpartition("/index.html")[0].rpartition("/")[2], rel) for url, rel in links] == [
        ("theorem", "prev"),
        ("..", ""),
        ("ideals", "next"),
    ]


# Two looks, the same data


def demo(folder: Path, look: str) -> Path:
    for part in ("data", "content", "static"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("assets"))
    settings = folder / "data" / "site.yml"
    settings.write_text(
        re.sub(r"(?m)^look: \S+", f"look: {look}", settings.read_text("utf-8")), "utf-8"
    )
    return folder


def outputs_of(site: Path) -> tuple[dict[str, str], list[str]]:
    prepared = prepare(site)
    outputs = {
        output.path: output.content.decode(errors="replace")
        for output in prepared.outputs()
        if not output.file
    }
    return outputs, [
        f"{problem.location}: {problem.message}" for problem in prepared.problems.found
    ]


@pytest.mark.slow
@pytest.mark.parametrize("look", ["academicpages", "acad-homepage"])
def test_the_demo_is_whole_in_either_look(look: str, tmp_path: Path) -> None:
    outputs, problems = outputs_of(demo(tmp_path, look))
    assert problems == []
    found, waiting = {"index.html"}, ["index.html"]
    while waiting:
        here = Path(waiting.pop())
        for url in HREF.findall(outputs[here.as_posix()]):
            path = Path(*_flat(here.parent, html.unescape(url)))
            if path.as_posix() in outputs and path.as_posix() not in found:
                found.add(path.as_posix())
                waiting += [path.as_posix()] if path.suffix == ".html" else []
    pages = {
        path
        for path, page in outputs.items()
        if path.endswith(".html") and 'http-equiv="refresh"' not in page
    }
    assert pages - found <= {"404.html", "style-guide/index.html"}


def _flat(folder: Path, url: str) -> list[str]:
    from urllib.parse import unquote

    parts: list[str] = []
    for part in (folder / unquote(url)).parts:
        parts = parts[:-1] if part == ".." else [*parts, part]
    return parts


@every_case("look", ["academicpages", "acad-homepage"])
def test_every_entry_is_shown_in_either_look(look: str, tmp_path: Path) -> None:
    settings = f"title: Emmy Noether\nlook: {look}\n"
    outputs, problems = render_site(tmp_path, EVERYTHING | CV | {"data/site.yml": settings})
    assert problems == []
    text = words(" ".join(outputs.values()))
    for said in (
        "Mathematische Annalen",
        "DMV meeting",
        "MATH 7",
        "All rings.",
        "Doctorate",
        "Long walks",
        "In Zürich",
    ):
        assert said in text


@every_case(
    ("site", "other"), [("academicpages", "acad-homepage"), ("acad-homepage", "academicpages")]
)
def test_a_page_may_ask_for_the_other_look(site: str, other: str, tmp_path: Path) -> None:
    page = f"---\nlook: {other}\ntitle: All\nsections: [publications, talks]\n---\nText.\n"
    files = EVERYTHING | {"data/site.yml": f"title: A\nlook: {site}\n", "content/all.md": page}
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert f'class="look-{other}' in outputs["all/index.html"]
    assert f'class="look-{site}' in outputs["index.html"]
    named = [text for _, text in headings(content_of(outputs["all/index.html"]))]
    emoji = other == "acad-homepage"
    assert named == (
        ["📝 Publications", "💬 Invited Talks"] if emoji else ["Publications", "Invited Talks"]
    )


@every_case("site", ["academicpages", "acad-homepage"])
def test_nothing_vanishes_when_the_home_page_asks_for_the_other_look(
    site: str, tmp_path: Path
) -> None:
    other = {"academicpages": "acad-homepage", "acad-homepage": "academicpages"}[site]
    home = f"---\npermalink: /\nlook: {other}\ntitle: ''\n---\nText.\n"
    files = (
        EVERYTHING | CV | {"data/site.yml": f"title: A\nlook: {site}\n", "content/about.md": home}
    )
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert "Long walks" in outputs["index.html"]


LINKS = "\n".join(
    f"[{anchor}](/#{anchor})"
    for anchor in ("-publications", "-news", "-honors-and-awards", "hobbies")
)


@every_case("look", ["academicpages", "acad-homepage"])
def test_links_to_the_headings_of_sections_hold_in_both_looks(look: str, tmp_path: Path) -> None:
    texts = {
        "content/about.md": f"---\npermalink: /\n---\n{LINKS}\n[bare](#-projects)\n",
        "content/links.md": f"{LINKS}\n",
        "content/mine.md": "---\nsections: [awards]\n---\n[below](#-honors-and-awards)\n",
        "data/site.yml": f"title: Emmy Noether\nlook: {look}\n",
    }
    problems, _ = check_site(make_site(tmp_path, EVERYTHING | CV | texts))
    about_links = [problem.message for problem in problems if problem.rule != "unknown-mark"]
    assert about_links == []


def test_links_to_a_section_that_is_elsewhere_lead_there(tmp_path: Path) -> None:
    texts = {
        "content/about.md": f"---\npermalink: /\n---\n{LINKS} [bare](#-projects)\n",
        "data/site.yml": PAGES,
    }
    outputs, _ = render_site(tmp_path, EVERYTHING | CV | texts)
    assert re.findall('href="([^"]+)', content_of(outputs["index.html"]))[:5] == [
        "publications/index.html",
        "#-news",
        "cv/index.html#-honors-and-awards",
        "cv/index.html#hobbies",
        "projects/index.html",
    ]


@every_case(
    ("look", "title", "shown"),
    [
        ("academicpages", '"Academic Pages is a *template*"', True),
        ("academicpages", "Emmy Noether", True),
        ("academicpages", '""', False),
        ("acad-homepage", "About me", False),
    ],
)
def test_the_home_page_shows_the_title_in_its_front_matter_as_its_theme_does(
    look: str, title: str, shown: bool, tmp_path: Path
) -> None:
    page = f"---\npermalink: /\ntitle: {title}\n---\n# First\n"
    profile = {
        "data/profile.yml": "name: A. E. Noether\n",
        "data/site.yml": f"title: Emmy Noether\nlook: {look}\n",
    }
    made = render_site(tmp_path, profile | {"content/about.md": page})[0]["index.html"]
    assert made.count('<h1 class="page__title">') == shown
    assert made.count('<h1 class="visually-hidden">') == (not shown)


# Words and work


def test_every_kind_of_work_has_its_words() -> None:
    kinds = set(get_args(Kind))
    assert {f"kind:{kind}" for kind in kinds} | {
        f"one:{kind}" for kind in kinds - {"other"}
    } <= words_for("en").keys()


def test_the_page_of_an_entry_is_no_more_work_among_many(tmp_path: Path) -> None:
    def calls(number: int) -> int:
        settings = "title: A\nsections: [hobbies]\ntalks: {pages: true}\n"
        talks = "".join(
            f"- {{title: Talk {place}, date: {1000 + place}}}\n"
            for place in range(1000, 1000 + number)
        )
        files = {
            "data/site.yml": settings,
            "data/hobbies.yml": "- text: Walks\n",
            "data/talks.yml": talks,
        }
        outputs = iter(prepare(make_site(tmp_path / str(number), files)).outputs())
        while next(outputs).path != "talks/talk-1010/index.html":
            pass
        count = 0

        def counted(*_: object) -> None:
            nonlocal count
            count += 1

        sys.setprofile(counted)
        try:
            next(outputs)
        finally:
            sys.setprofile(None)
        return count

    calls(20)  # What is imported and compiled once.
    assert calls(500) < 1.01 * calls(20)


@every_case(("look", "shown"), [("acad-homepage", True), ("academicpages", False)])
def test_the_description_of_the_site_is_in_the_sidebar_where_the_theme_has_it(
    look: str, shown: bool, tmp_path: Path
) -> None:
    files = {
        "data/site.yml": f"title: N\nlook: {look}\ndescription: Rings.\n",
        "content/about.md": "Hi\n",
    }
    pages, _ = render_site(tmp_path, files)
    assert ("Rings." in pages["index.html"].partition("</head>")[2]) is shown
