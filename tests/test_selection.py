"""Which publications a list shows, in which order, in which groups, with which numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from acadfolio.build import prepare
from acadfolio.problems import SiteError
from cases import every_case
from sites import content_of, make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

    from acadfolio.problems import Problem

PAPERS = """\
- title: Zahlen
  authors: [Emil Artin]
  kind: journal
  venue: ma
  year: 1918
  tags: [rings, fields]
  citations: {count: 2}
- title: Äpfel
  authors: [B. L. van der Waerden, Emmy Noether]
  kind: book
  date: 1921-03
  tags: [fields]
  category: On fruit
- title: Ideale
  authors: [Emmy Noether]
  kind: journal
  venue: Jahresbericht
  year: 1921
  status: in press
  citations: {count: 40}
- title: Moduln
  kind: journal
  venue: ma
- title: Nachlass
  authors: [Emmy Noether]
  kind: book
  year: 1932
  category: On fruit
"""
VENUES = "ma: {name: Mathematische Annalen}\n"
PAGES = "title: Emmy Noether\npublications: {pages: true}\n"


def page_of(tmp_path: Path, line: str, **files: str) -> str:
    """The home page's content, with this shortcode in it."""
    data = {"publications": PAPERS, "venues": VENUES} | files
    content = {f"data/{name}.yml": text for name, text in data.items()} | {
        "content/about.md": f"{line}\n"
    }
    outputs, problems = render_site(tmp_path, content)
    assert [problem for problem in problems if "no page shows" not in problem] == []
    return content_of(outputs["index.html"])


def outline(page: str) -> list[str]:
    """Headings with their level, numbers and titles, as they follow each other."""
    found = re.findall(
        r'<h(\d)[^>]*>([^<]*)|value="(\d+)"|<cite[^>]*>(?:<a[^>]*>)?([^<]*)|<summary>(Show all)',
        page,
    )
    return [
        f"{level} {heading}" if level else number or title.rstrip(".") or more
        for level, heading, number, title, more in found
    ]


def shown(tmp_path: Path, arguments: str, **files: str) -> list[str]:
    return outline(page_of(tmp_path, f"{{{{ publications({arguments}) }}}}", **files))


@every_case(
    ("order", "titles"),
    [
        ("date", "Nachlass Ideale Äpfel Zahlen Moduln"),
        ("oldest", "Zahlen Äpfel Ideale Nachlass Moduln"),
        ("title", "Äpfel Ideale Moduln Nachlass Zahlen"),
        ("author", "Zahlen Nachlass Ideale Äpfel Moduln"),
        ("citations", "Ideale Zahlen Nachlass Äpfel Moduln"),
        ("file", "Zahlen Äpfel Ideale Moduln Nachlass"),
    ],
)
def test_papers_come_in_the_order_that_is_asked_for(
    order: str, titles: str, tmp_path: Path
) -> None:
    found = shown(tmp_path, f'sort="{order}"')
    # A year alone ends in December: the paper of March 1921 is the older one.
    assert found == titles.split()


def test_years_are_newest_first_and_papers_without_a_year_are_last(tmp_path: Path) -> None:
    groups = [
        "2 1932",
        "Nachlass",
        "2 1921",
        "Ideale",
        "Äpfel",
        "2 1918",
        "Zahlen",
        "2 Undated",
        "Moduln",
    ]
    assert shown(tmp_path, 'group_by="year"') == groups
    by_title = shown(tmp_path, 'group_by="year", sort="title"')
    assert by_title == [
        "2 1932",
        "Nachlass",
        "2 1921",
        "Äpfel",
        "Ideale",
        "2 1918",
        "Zahlen",
        "2 Undated",
        "Moduln",
    ]


def test_years_are_oldest_first_if_papers_are(tmp_path: Path) -> None:
    found = shown(tmp_path, 'group_by="year", sort="oldest"')
    assert found == [
        "2 1918",
        "Zahlen",
        "2 1921",
        "Äpfel",
        "Ideale",
        "2 1932",
        "Nachlass",
        "2 Undated",
        "Moduln",
    ]


def test_a_paper_is_in_the_group_of_each_of_its_tags(tmp_path: Path) -> None:
    found = shown(tmp_path, 'group_by="tags"')
    assert found == [
        "Nachlass",
        "Ideale",
        "Moduln",
        "2 fields",
        "Äpfel",
        "Zahlen",
        "2 rings",
        "Zahlen",
    ]


@every_case(
    ("field", "headings"),
    [
        ("venue", ["2 Jahresbericht", "2 Mathematische Annalen"]),
        ("status", ["2 Published", "2 In press"]),
        ("category", ["2 On fruit"]),
        ("kind", ["2 Books", "2 Journal Publications"]),
    ],
)
def test_groups_have_headings_in_words(field: str, headings: list[str], tmp_path: Path) -> None:
    found = shown(tmp_path, f'group_by="{field}"')
    assert [entry for entry in found if entry[0].isdigit()] == headings


def test_headings_of_the_site_set_the_order_too(tmp_path: Path) -> None:
    settings = "title: A\npublications:\n  group_by: kind\n  groups: {journal: In journals, book: In print}\n"
    found = shown(tmp_path, "", site=settings)
    assert found == [
        "2 In journals",
        "Ideale",
        "Zahlen",
        "Moduln",
        "2 In print",
        "Nachlass",
        "Äpfel",
    ]


def test_several_fields_make_groups_in_groups(tmp_path: Path) -> None:
    found = shown(tmp_path, 'group_by=["kind", "year"], sort="oldest"')
    books = ["2 Books", "3 1921", "Äpfel", "3 1932", "Nachlass"]
    journals = [
        "2 Journal Publications",
        "3 1918",
        "Zahlen",
        "3 1921",
        "Ideale",
        "3 Undated",
        "Moduln",
    ]
    assert found == journals + books


def test_headings_of_groups_have_anchors_of_their_own(tmp_path: Path) -> None:
    ids = re.findall(
        r'id="([^"]+)"', page_of(tmp_path, '{{ publications(group_by=["kind", "year"]) }}')
    )
    assert ids == ["books", "1932", "1921", "journal-publications", "1921-1", "1918", "undated"]


def test_numbers_continue_through_groups_and_hidden_entries(tmp_path: Path) -> None:
    found = shown(tmp_path, 'group_by="kind", numbered=true, limit=3')
    first = ["2 Books", "1", "Nachlass", "2", "Äpfel", "2 Journal Publications", "3", "Ideale"]
    assert found == [*first, "Show all", "2 Journal Publications", "4", "Zahlen", "5", "Moduln"]


def test_numbers_backwards_end_with_one(tmp_path: Path) -> None:
    found = shown(tmp_path, 'group_by="kind", numbered="backwards", limit=3')
    first = ["2 Books", "5", "Nachlass", "4", "Äpfel", "2 Journal Publications", "3", "Ideale"]
    assert found == [*first, "Show all", "2 Journal Publications", "2", "Zahlen", "1", "Moduln"]


def test_a_paper_in_two_groups_has_one_number(tmp_path: Path) -> None:
    found = shown(tmp_path, 'group_by="tags", numbered="backwards"')
    assert found[6:] == ["2 fields", "2", "Äpfel", "1", "Zahlen", "2 rings", "1", "Zahlen"]


def test_numbers_stay_where_a_search_hides_papers(tmp_path: Path) -> None:
    page = page_of(
        tmp_path, '{{ publications(numbered="backwards", search=true, group_by="tags") }}'
    )
    items = re.findall(r'<li class="publication" value="(\d)" data-in="([^"]*)"', page)
    assert [number for number, _ in items] == ["5", "4", "3", "2", "1", "1"]
    assert items[4] == items[5]
    # A paper that stands twice is one for the filters.
    assert ">fields (2)<" in page
    assert ">rings (1)<" in page


def test_other_sections_are_numbered_backwards_too(tmp_path: Path) -> None:
    talks = "- {title: A, date: 1920}\n- {title: B, date: 1921}\n"
    page = page_of(tmp_path, '{{ talks(numbered="backwards") }}', talks=talks)
    assert re.findall(r'<li value="(\d)">.*?(A|B)', page) == [("2", "B"), ("1", "A")]


def test_a_list_cut_short_leads_to_the_page_that_has_all(tmp_path: Path) -> None:
    page = page_of(tmp_path, "{{ publications(limit=2) }}", site=PAGES)
    assert (
        '<p class="entries__all"><a href="publications/index.html">All publications</a></p>' in page
    )
    assert outline(page) == ["Nachlass", "Ideale"]


def test_the_number_of_all_is_known_where_only_some_are_shown(tmp_path: Path) -> None:
    found = shown(tmp_path, 'limit=2, numbered="backwards"', site=PAGES)
    assert found == ["5", "Nachlass", "4", "Ideale"]


def test_the_page_that_has_all_opens_them_itself(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: A\npublications: {pages: true, limit: 2}\n",
        "data/publications.yml": PAPERS,
        "data/venues.yml": VENUES,
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert outline(content_of(outputs["publications/index.html"]))[2:3] == ["Show all"]
    assert "All publications" in outputs["index.html"]


def test_a_search_form_finds_hidden_entries_and_a_list_that_links_to_all_has_no_form(
    tmp_path: Path,
) -> None:
    asked = page_of(tmp_path / "asked", "{{ publications(limit=2, search=true) }}", site=PAGES)
    assert ("data-in" in asked, "Show all" in asked, "All publications" in asked) == (
        True,
        True,
        False,
    )
    many = "".join(f"- {{title: Paper {number}, year: 2000}}\n" for number in range(150))
    left = page_of(tmp_path / "left", "{{ publications(limit=2) }}", site=PAGES, publications=many)
    assert ("data-in" in left, left.count("<li")) == (False, 2)


def test_other_sections_lead_to_their_pages_in_their_words(tmp_path: Path) -> None:
    courses = "- {course: Algebra, role: Lecturer}\n- {course: Rings, role: Lecturer}\n"
    site = "title: A\nlanguage: de\nteaching: {pages: true}\n"
    page = page_of(
        tmp_path, '{{ teaching(limit=1, group_by="role") }}', site=site, teaching=courses
    )
    assert '<a href="teaching/index.html">Alle Lehrveranstaltungen</a>' in page
    assert "Rings" not in page


def test_what_only_publications_have_sorts_nothing_else(tmp_path: Path) -> None:
    site = "title: A\ntalks: {sort: citations}\n"
    with pytest.raises(SiteError, match="`talks` cannot be sorted by citations"):
        render_site(tmp_path, {"data/site.yml": site, "data/talks.yml": "- title: B\n"})


@every_case("order", ["date", "oldest"])
@every_case("section", ["people", "services"])
def test_an_order_without_a_field_for_it_is_an_error(
    section: str, order: str, tmp_path: Path
) -> None:
    entry = "- {name: Marie Curie}\n" if section == "people" else "- {role: Reviewer}\n"
    message = f"`{section}` cannot be sorted by date: its entries have none"
    files = {
        f"data/{section}.yml": entry,
        "data/site.yml": f"title: A\n{section}: {{sort: {order}}}\n",
    }
    with pytest.raises(SiteError, match=message):
        render_site(tmp_path / "setting", files)
    page = {
        f"data/{section}.yml": entry,
        "content/about.md": f'{{{{ {section}(sort="{order}") }}}}\n',
    }
    with pytest.raises(SiteError, match=message):
        render_site(tmp_path / "shortcode", page)
    page["content/about.md"] = f'{{{{ {section}(sort="title") }}}}\n'
    assert render_site(tmp_path / "title", page)[1] == []


COURSES = """\
- {course: Rings, terms: [2021/22 Winter, 2023 Summer]}
- {course: Fields, terms: [Fall 2024]}
- {course: Notes}
- {course: Groups, terms: [WS 2019/20]}
- {course: Ideals, terms: [2025S]}
"""


@every_case(
    ("arguments", "order"),
    [
        ("", ["Rings", "Fields", "Notes", "Groups", "Ideals"]),
        ('sort="date"', ["Ideals", "Fields", "Rings", "Groups", "Notes"]),
        ('sort="oldest"', ["Groups", "Rings", "Fields", "Ideals", "Notes"]),
        ('sort="title"', ["Fields", "Groups", "Ideals", "Notes", "Rings"]),
        ('sort="date", limit=2', ["Ideals", "Fields", "Rings", "Groups", "Notes"]),
    ],
)
def test_courses_are_sorted_by_their_latest_term_if_asked(
    arguments: str, order: list[str], tmp_path: Path
) -> None:
    page = page_of(tmp_path, f"{{{{ teaching({arguments}) }}}}", teaching=COURSES)
    assert re.findall("Rings|Fields|Notes|Groups|Ideals", page) == order


@every_case(
    ("line", "reported"),
    [
        (
            'publications(selected=true, view="boxes")',
            "no entry of `publications` has `selected=true` (write `selected: true` in an entry, or delete this line)",
        ),
        (
            'publications(kind="jurnal")',
            'no entry of `publications` has `kind="jurnal"` (did you mean `journal`?)',
        ),
        (
            'publications(kind="article")',
            'no entry of `publications` has `kind="article"` (choose one of: book, journal)',
        ),
        (
            'publications(tags="field")',
            'no entry of `publications` has `tags="field"` (did you mean `fields`?)',
        ),
        (
            'publications(kind="journal", category="On fruit")',
            'no entry of `publications` has `kind="journal"` and `category="On fruit"`',
        ),
        ("news(date=2020)", "no entry of `news` has `date=2020` (did you mean `2024`?)"),
    ],
)
def test_a_shortcode_that_matches_no_entry_is_reported(
    tmp_path: Path, line: str, reported: str
) -> None:
    files = {"data/publications.yml": PAPERS, "data/news.yml": "- {date: 2024, text: Moved.}\n"}
    page = {"content/about.md": f"# Papers\n\n{{{{ {line} }}}}\n"}
    found = [
        problem
        for problem in prepared(tmp_path, files | page)
        if "no page shows" not in problem.message
    ]
    assert [
        (problem.location.file, problem.location.line, problem.severity) for problem in found
    ] == [("content/about.md", 3, "warning")]
    assert f"{found[0].message} ({found[0].hint})".removesuffix(" ()") == reported


def test_lists_that_the_look_makes_choose_in_silence(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: A\nlook: academicpages\nnews: {limit: 0}\n",
        "data/publications.yml": PAPERS,
    }
    news = {
        "data/news.yml": "- {date: 2024, text: Moved.}\n",
        "content/about.md": "{{ publications(limit=0) }}\n",
    }
    assert not [
        problem.message
        for problem in prepared(tmp_path, files | news)
        if "none of" in problem.message
    ]


def prepared(tmp_path: Path, files: dict[str, str]) -> list[Problem]:
    """What a build of this site says."""
    made = prepare(make_site(tmp_path, files))
    list(made.outputs())
    return made.problems.of_build


@every_case("view", ["boxes", "archive", "table", "list"])
def test_a_preprint_names_its_archive_in_every_view(tmp_path: Path, view: str) -> None:
    paper = (
        '- {title: A, authors: [Emmy Noether], kind: preprint, arxiv: "2401.17644", year: 2024}\n'
    )
    assert "arXiv preprint" in page_of(
        tmp_path, f'{{{{ publications(view="{view}") }}}}', publications=paper
    )
    elsewhere = paper.replace("kind: preprint", "kind: preprint, venue: bioRxiv")
    page = page_of(
        tmp_path / "other", f'{{{{ publications(view="{view}") }}}}', publications=elsewhere
    )
    assert "bioRxiv" in page
    assert "arXiv preprint" not in page


def test_a_preprint_names_its_archive_on_its_own_page(tmp_path: Path) -> None:
    paper = (
        '- {title: A, authors: [Emmy Noether], kind: preprint, arxiv: "2401.17644", year: 2024}\n'
    )
    files = {
        "data/site.yml": PAGES,
        "data/publications.yml": paper,
        "content/about.md": "{{ publications() }}\n",
    }
    assert (
        '<p class="publication__venue">arXiv preprint,'
        in render_site(tmp_path, files)[0]["publications/a/index.html"]
    )


def test_entries_of_one_line_are_numbered_apart(tmp_path: Path) -> None:
    works = '[{"type": "book", "title": "Rings"}, {"type": "book", "title": "Ideals"}]'
    files = {"data/works.json": works, "content/about.md": "{{ publications(numbered=true) }}\n"}
    page = content_of(render_site(tmp_path, files)[0]["index.html"])
    assert re.findall(r'value="(\d)"', page) == ["1", "2"]


WITHOUT_YEAR = """\
- {title: Draft, authors: [Emmy Noether], status: in preparation}
- {title: Zahlen, authors: [Emmy Noether], year: 1921}
- {title: Lost, authors: [Emmy Noether]}
- {title: Soon, authors: [Emmy Noether], status: accepted}
"""


@every_case("look", ["acad-homepage", "academicpages"])
@every_case("view", ["list", "boxes", "table", "cv", "archive"])
def test_papers_without_a_year_are_below_a_heading_in_every_view(
    look: str, view: str, tmp_path: Path
) -> None:
    settings = f"title: Emmy Noether\nlook: {look}\n"
    arguments = f'group_by="year", view="{view}"'
    page = page_of(
        tmp_path, f"{{{{ publications({arguments}) }}}}", publications=WITHOUT_YEAR, site=settings
    )
    places = [
        page.index(text)
        for text in ("Forthcoming<", "Draft", "Soon", "1921<", "Zahlen", "Undated<", "Lost")
    ]
    assert places == sorted(places)


def test_forthcoming_papers_are_after_the_latest_year_if_the_oldest_comes_first(
    tmp_path: Path,
) -> None:
    found = shown(tmp_path, 'group_by="year", sort="oldest"', publications=WITHOUT_YEAR)
    assert found == ["2 1921", "Zahlen", "2 Forthcoming", "Draft", "Soon", "2 Undated", "Lost"]


def test_the_heading_of_forthcoming_papers_is_in_the_language_of_the_site(tmp_path: Path) -> None:
    settings = "title: Emmy Noether\nlanguage: de\n"
    found = shown(tmp_path, 'group_by="year"', publications=WITHOUT_YEAR, site=settings)
    assert [heading for heading in found if heading.startswith("2 ")] == [
        "2 Im Erscheinen",
        "2 1921",
        "2 Ohne Jahr",
    ]
