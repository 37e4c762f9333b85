"""The views of lists: tables and CVs, of publications and of other sections, on a phone, with the keyboard."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

import pytest

from acadfolio.build import build
from acadfolio.model.entries import Talk
from acadfolio.model.section_kinds import SECTION_KINDS
from acadfolio.model.values import Degrees, Text
from acadfolio.rendering.entries import Entry, map_height, places_of
from browser import chromium
from cases import every_case
from sites import content_of, make_site, render_site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

PAPERS = """\
- title: On *ideals*
  authors: [Emil Artin, Emmy Noether]
  kind: journal
  venue: ma
  year: 1921
  status: in press
  abstract: What a ring is.
  award: Prize
  links: {PDF: https://a.example/ideals.pdf}
- {title: On rings, authors: [Emmy Noether], kind: book, publisher: Springer, year: 1930}
- {title: Undated, kind: other}
"""
DATA = {
    "data/publications.yml": PAPERS,
    "data/venues.yml": "ma: {name: Mathematische Annalen}\n",
    "data/talks.yml": (
        "- {title: Ideals, date: 1921-09-20, kind: Talk, event: DMV, location: Jena, links: {PDF: https://a.example}}\n"
        "- {title: Rings, date: 1920-03..1920-04, text: In two parts.}\n"
    ),
    "data/teaching.yml": (
        "- {course: Algebra, code: M 1, role: Lecturer, terms: [1922, 1923]}\n- {course: Fields, role: Guest}\n"
    ),
    "data/projects.yml": (
        "- {title: Invariants, date: 1915..1918, people: [D. Hilbert], image: https://a.example/i.png, tags: [x]}\n"
    ),
    "data/education.yml": "- {date: 1903..1907, degree: PhD, institution: Erlangen}\n",
}
HEAVIEST = 1200


def page_of(tmp_path: Path, line: str, **files: str) -> str:
    content = (
        DATA
        | {"content/about.md": f"{line}\n"}
        | {f"data/{name}.yml": text for name, text in files.items()}
    )
    return content_of(render_site(tmp_path, content)[0]["index.html"])


def words(text: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


def table_of(page: str) -> list[list[str]]:
    """The cells of the page's first table, row by row."""
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", page[: page.index("</table>")], re.DOTALL)
    return [
        [words(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)]
        for row in rows
    ]


def test_a_table_of_papers_has_a_row_for_each(tmp_path: Path) -> None:
    assert table_of(page_of(tmp_path, '{{ publications(view="table") }}')) == [
        ["Year", "Title", "Authors", "Venue", "Links"],
        ["1930", "On rings", "Emmy Noether", "Springer", ""],
        [
            "1921",
            "On ideals [ Prize ]",
            "Emil Artin and Emmy Noether",
            "Mathematische Annalen (in press)",
            "PDF",
        ],
        ["", "Undated", "", "", ""],
    ]


def test_a_table_has_headers_for_its_cells(tmp_path: Path) -> None:
    page = page_of(
        tmp_path, '{{ publications(view="table", group_by="kind", numbered="backwards") }}'
    )
    captions = re.findall(r"<caption[^>]*>([^<]*)", page)
    assert (
        captions
        == re.findall(r"<h2[^>]*>([^<]*)", page)
        == ["Books", "Journal Publications", "Other Publications"]
    )
    assert page.count('<th scope="col">') == 3 * 6
    assert page.count('<th scope="row">') == 3
    assert [row[0] for row in table_of(page)] == ["#", "3"]


def test_a_table_has_no_column_for_missing_values_or_those_in_its_heading(tmp_path: Path) -> None:
    page = page_of(tmp_path, '{{ publications(view="table", kind="book", group_by="year") }}')
    assert table_of(page)[0] == ["Title", "Authors", "Venue"]


def test_talks_courses_and_projects_are_in_tables(tmp_path: Path) -> None:
    assert table_of(page_of(tmp_path / "talks", '{{ talks(view="table") }}')) == [
        ["Date", "Title", "Kind", "Event", "Place", "Links", "Notes"],
        ["1921.09", "Ideals", "Talk", "DMV", "Jena", "PDF", ""],
        ["1920.03–1920.04", "Rings", "", "", "", "", "In two parts."],
    ]
    courses = page_of(
        tmp_path / "teaching", '{{ teaching(view="table", fields=["course", "code", "terms"]) }}'
    )
    assert table_of(courses) == [
        ["Course", "Terms"],
        ["Algebra , M 1", "1922, 1923"],
        ["Fields", ""],
    ]
    projects = page_of(tmp_path / "projects", '{{ projects(view="table") }}')
    assert table_of(projects) == [
        ["Title", "Date", "People"],
        ["Invariants", "1915–1918", "D. Hilbert"],
    ]


def test_a_cv_has_the_years_at_the_side(tmp_path: Path) -> None:
    page = page_of(tmp_path, '{{ publications(view="cv") }}')
    assert re.findall(r'<ul class="([^"]*)"', page) == ["publications dated"]
    items = [words(item) for item in re.findall(r"<li[^>]*>(.*?)</li>", page, re.DOTALL)]
    assert items[0] == "1930 Emmy Noether . On rings. Springer, 1930."
    assert items[2] == "Undated."
    assert "What a ring is" not in page


def test_numbers_or_headings_of_years_take_the_place_of_years_at_the_side(tmp_path: Path) -> None:
    for number, arguments in enumerate(("numbered=true", 'group_by="year"')):
        page = page_of(tmp_path / str(number), f'{{{{ publications(view="cv", {arguments}) }}}}')
        assert set(re.findall(r'<[uo]l class="([^"]*)"', page)) == {"publications"}
        assert "dated__date" not in page


def test_other_sections_have_their_dates_at_the_side(tmp_path: Path) -> None:
    for line, first in {
        'talks(view="cv")': "1921.09 Ideals , Talk, DMV, Jena ( PDF )",
        'teaching(view="cv")': "1922, 1923 M 1 Algebra , Lecturer",
        'projects(view="cv")': "1915–1918 Invariants , D. Hilbert x",
        'education(view="cv")': "1903–1907 PhD , Erlangen",
    }.items():
        page = page_of(tmp_path / line[:4], f"{{{{ {line} }}}}")
        assert words(page[page.index("<li") : page.index("</li>")]) == first


def test_every_section_lists_its_views(tmp_path: Path) -> None:
    assert {name for name, kind in SECTION_KINDS.items() if kind.views == ("list",)} == {
        "services",
        "people",
    }
    site = "title: A\nservices: {view: cv}\nawards: {view: table}\ntalks: {view: cv}\n"
    _, problems = render_site(tmp_path, {"data/site.yml": site, "data/talks.yml": "- title: B\n"} | {
        "data/services.yml": "- role: Reviewer\n", "data/awards.yml": "- title: Prize\n"
    })  # fmt: skip
    assert problems == [
        "data/site.yml:2:18: `services` cannot be shown as cv",
        "data/site.yml:3:16: `awards` cannot be shown as table",
    ]


SHOWN_OTHERWISE = (
    "awards: {view: table}",
    "people: {view: table}",
    "news: {view: table}",
    "education: {view: archive}",
    "instruments: {view: table}",
)


@every_case("said", SHOWN_OTHERWISE)
@every_case("look", ["acad-homepage", "academicpages"])
def test_a_section_without_the_chosen_view_is_shown_in_its_default_view(
    said: str, look: str, tmp_path: Path
) -> None:
    section, _, view = said[:-1].partition(": {view: ")
    files = {
        "data/awards.yml": "- {date: 2024-01, title: Prize, amount: 3}\n",
        "data/education.yml": "- {date: 1907, degree: PhD, institution: Erlangen}\n",
        "data/people.yml": "- {name: Emil Artin}\n",
        "data/news.yml": "- {date: 1921, text: A move}\n",
        "data/instruments.yml": "- {title: A lens}\n",
        "data/site.yml": (site := f"title: A\nlook: {look}\n"),
        "content/about.md": f"{{{{ {section}() }}}}\n",
    }
    plain, _ = render_site(tmp_path / "plain", files)
    outputs, problems = render_site(tmp_path / "said", files | {"data/site.yml": f"{site}{said}\n"})
    column = said.index(view) + 1
    reported = f"data/site.yml:3:{column}: `{section}` cannot be shown as {view}"
    assert [problem for problem in problems if "cannot" in problem] == [reported]
    assert content_of(outputs["index.html"]) == content_of(plain["index.html"])


def test_the_cv_page_keeps_what_is_compact(tmp_path: Path) -> None:
    site = "title: A\nlook: academicpages\npublications: {view: table}\ntalks: {view: archive}\n"
    outputs, _ = render_site(tmp_path, DATA | {"data/site.yml": site})
    cv = content_of(outputs["cv/index.html"])
    assert ("<table" in cv, "archive__item" in cv) == (True, False)


@pytest.mark.slow
@pytest.mark.parametrize("view", ["list", "table", "cv"])
def test_a_list_of_thousands_stays_light(view: str, tmp_path: Path) -> None:
    papers = "".join(
        f"- title: On the ideals of the rings of whole numbers, part {number}\n"
        f"  authors: [Emmy Noether, Ada Example {number % 97}, Tom Instance {number % 31}]\n"
        f"  venue: Journal of Imaginary Algebra\n  year: {1960 + number % 60}\n  kind: journal\n  volume: {number}\n"
        f"  doi: 10.1000/{number}\n  links: {{PDF: https://a.example/{number}.pdf}}\n"
        for number in range(500)
    )
    files = {
        "data/publications.yml": papers,
        "content/about.md": f'{{{{ publications(view="{view}") }}}}\n',
    }
    page = render_site(tmp_path, files)[0]["index.html"]
    assert page.count("data-in=") == 500
    assert len(page.encode()) / 500 < HEAVIEST


# In a browser


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    lines = {
        "table": '{{ publications(view="table", search=true, group_by="kind", numbered=true) }}',
        "cv": '{{ publications(view="cv", search=true) }}',
        "wide": '{{ talks(view="table", numbered=true) }}',
    }
    site = make_site(
        tmp_path_factory.mktemp("views"),
        DATA | {f"content/{name}.md": f"{line}\n" for name, line in lines.items()},
    )
    build(site, site / "output")
    return site / "output"


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with chromium() as browser:
        yield browser.new_page()


@pytest.mark.browser
@pytest.mark.parametrize("view", ["table", "cv"])
def test_the_form_finds_papers_in_every_view(view: str, folder: Path, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto((folder / view / "index.html").as_uri())
    page.get_by_role("searchbox").fill("annalen")
    page.locator("[data-in]:visible").filter(has_text="ideals").wait_for()
    assert page.locator("[data-in]:visible").count() == 1
    assert page.locator(".group:visible").count() == 1
    page.get_by_role("searchbox").fill("")
    page.locator("[data-in]:visible").filter(has_text="rings").wait_for()
    assert page.locator("[data-in]:visible").count() == 3


@pytest.mark.browser
def test_rows_are_blocks_on_a_phone_and_rows_for_a_screen_reader(folder: Path, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto((folder / "table" / "index.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    cells = [cell.bounding_box() for cell in page.locator("tbody tr").first.locator("th, td").all()]
    lefts = {round(box["x"]) for box in cells if box}
    assert len(lefts) == 1
    assert page.get_by_role("rowheader", name="On rings").count() == 1
    assert page.get_by_role("table", name="Books").count() == 1


@pytest.mark.browser
def test_columns_of_several_tables_are_aligned(folder: Path, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto((folder / "table" / "index.html").as_uri())
    boxes = [header.bounding_box() for header in page.get_by_role("rowheader").all()]
    assert len({round(box["x"]) for box in boxes if box}) == 1


@pytest.mark.browser
def test_a_table_without_room_scrolls_by_itself_with_the_keyboard(folder: Path, page: Page) -> None:
    page.set_viewport_size({"width": 660, "height": 800})
    page.goto((folder / "wide" / "index.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 660
    table = page.locator("table")
    table.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.querySelector('table').scrollLeft > 0")


def test_on_a_phone_a_year_and_a_number_are_labelled(tmp_path: Path) -> None:
    page = page_of(tmp_path, '{{ publications(view="table", numbered=true) }}')
    assert re.search(r'<td data-th="#">1</td><td data-th="Year">\d{4}</td>', page)


@every_case("section", ["publications", "talks", "teaching", "projects"])
def test_an_archive_is_numbered_if_the_site_asks_for_it(section: str, tmp_path: Path) -> None:
    page = page_of(tmp_path, f'{{{{ {section}(view="archive", numbered="backwards") }}}}')
    titles = re.findall(r'class="archive__item-title">(.*?)</h', page)
    numbers = [words(title).partition(". ")[0] for title in titles]
    assert numbers == [str(number) for number in range(len(titles), 0, -1)] != []


def test_an_abstract_keeps_its_paragraphs(tmp_path: Path) -> None:
    files = {
        "data/publications.yml": "- title: T\n  year: 1918\n  abstract: |\n    One\n    line.\n\n    *Two*.\n",
        "content/about.md": "{{ publications() }}\n",
        "data/site.yml": "title: A\npublications: {pages: true}\n",
    }
    outputs, _ = render_site(tmp_path, files)
    pages = [page for page in outputs.values() if "<em>Two</em>" in page]
    assert pages
    assert all(re.search(r"<p>One\s+line\.</p>\s*<p><em>Two</em>\.</p>", page) for page in pages)


def papers_of(years: range, each: int) -> str:
    return "".join(
        f"- {{title: Paper {year} {number}, year: {year}}}\n"
        for year in years
        for number in range(each)
    )


@every_case("view", ["list", "boxes", "archive", "table", "cv"])
def test_a_long_list_by_year_begins_with_a_link_to_each_year(view: str, tmp_path: Path) -> None:
    line = f'{{{{ publications(group_by="year", view="{view}") }}}}'
    page = page_of(tmp_path, line, publications=papers_of(range(1921, 1926), 5))
    jump = page.partition('<ul class="years" aria-label="Year">')[2].partition("</ul>")[0]
    links = re.findall(r'<li><a href="#([^"]+)">(\d{4})</a></li>', jump)
    assert [year for _, year in links] == ["1925", "1924", "1923", "1922", "1921"]
    assert all(
        re.search(rf'<h\d [^>]*id="{re.escape(target)}">{year}</h', page) for target, year in links
    )


@every_case(
    ("line", "papers"),
    [
        ('{{ publications(group_by="year") }}', papers_of(range(1921, 1925), 2)),
        ('{{ publications(group_by="year") }}', papers_of(range(1921, 1923), 20)),
        ('{{ publications(group_by="kind") }}', papers_of(range(1921, 1931), 5)),
        ("{{ publications() }}", papers_of(range(1921, 1931), 5)),
    ],
)
def test_a_short_list_or_one_without_years_has_no_links_to_years(
    line: str, papers: str, tmp_path: Path
) -> None:
    assert 'class="years"' not in page_of(tmp_path, line, publications=papers)


@pytest.mark.browser
def test_a_search_hides_the_links_to_years_that_it_hides(page: Page, tmp_path: Path) -> None:
    line = '{{ publications(group_by="year", search=true) }}\n'
    files = {"data/publications.yml": papers_of(range(1921, 1926), 5), "content/about.md": line}
    build(make_site(tmp_path / "site", files), tmp_path / "output")
    page.goto((tmp_path / "output/index.html").as_uri())
    assert page.locator(".years").is_visible()
    page.locator("input[type=search]").fill("Paper 1923")
    page.locator(".years").wait_for(state="hidden")
    page.locator("input[type=search]").fill("")
    page.locator(".years").wait_for(state="visible")


def test_a_table_shortens_a_long_list_of_authors(tmp_path: Path) -> None:
    names = ", ".join(f"Ada {letter}" for letter in "BCDEFGHI")
    paper = f"- {{title: Together, authors: [{names}], year: 1930}}\n"
    page = words(page_of(tmp_path, '{{ publications(view="table") }}', publications=paper))
    assert "Ada F, Ada G , et al. (Ada H, Ada I)" in page
    whole = words(
        page_of(tmp_path, '{{ publications(view="table", max_authors=0) }}', publications=paper)
    )
    assert "Ada G, Ada H, and Ada I" in whole


@pytest.mark.browser
@pytest.mark.parametrize("look", ["acad-homepage", "academicpages"])
def test_a_year_is_in_one_line_of_its_column(look: str, page: Page, tmp_path: Path) -> None:
    files = DATA | {
        "data/site.yml": f"title: E\nlook: {look}\n",
        "content/about.md": '{{ publications(view="table") }}\n',
    }
    build(make_site(tmp_path / "site", files), tmp_path / "output")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto((tmp_path / "output/index.html").as_uri())
    lines = """cell => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    }"""
    assert [year.evaluate(lines) for year in page.locator("[data-th=Year]").all()] == [1, 1]


TALKS = """\
- {title: Le *radium*, date: 1921, location: Paris, coordinates: [48.85, 2.35]}
- {title: "Rings & fields", date: 1920, location: Wien, coordinates: [48.21, 16.37]}
- {title: Ideals, date: 1919, coordinates: [48.85, 2.35]}
- {title: Somewhere, date: 1918}
"""
CIRCLE = re.compile(
    r'<a href="([^"]*)" tabindex="-1"><title>([^<]*)</title><circle cx="(\d+)" cy="(\d+)" r="7"/></a>'
)
ON_LAND = """() => {
  const land = document.querySelector(".map path");
  return [...document.querySelectorAll(".map circle")].map(circle => {
    const point = new DOMPoint(circle.cx.baseVal.value, circle.cy.baseVal.value);
    return land.isPointInFill(point);
  });
}"""
LAND = {
    "Manaus": (-3, -60),
    "Novosibirsk": (55, 83),
    "Nairobi": (-1, 37),
    "Alice Springs": (-24, 134),
    "Chita": (52, 113),
}
SEA = {
    "Atlantic": (35, -40),
    "Pacific": (-20, -120),
    "Bengal": (14, 88),
    "Tasman Sea": (-38, 160),
    "Bering Sea": (58, -177),
}


def test_a_map_has_a_circle_for_each_place_and_a_list_of_all_talks(tmp_path: Path) -> None:
    page = page_of(tmp_path, '{{ talks(view="map") }}', talks=TALKS)
    assert CIRCLE.findall(page) == [
        ("#le-radium", "Le radium; Ideals (Paris)", "506", "103"),
        ("#rings--fields", "Rings &amp; fields (Wien)", "540", "105"),
    ]
    items = re.findall(r'<li id="([^"]*)">(.*?)</li>', page, re.DOTALL)
    assert [(name, words(item)) for name, item in items] == [
        ("le-radium", "1921 Le radium , Paris"),
        ("rings--fields", "1920 Rings & fields , Wien"),
        ("ideals", "1919 Ideals"),
        ("somewhere", "1918 Somewhere"),
    ]


@every_case(
    ("latitude", "height"), [(48.85, 452), (-54.8, 452), (-60.71, 545), (-77.85, 545), (-90, 545)]
)
def test_a_map_has_the_antarctic_only_if_a_place_is_there(latitude: float, height: int) -> None:
    record = Talk(title=Text((("", "A"),)), coordinates=(Degrees(latitude), Degrees(0)))
    (place,) = places_of([Entry(record)])
    assert map_height([place]) == height
    assert place.y <= height


def test_a_circle_leads_to_the_page_of_its_talk(tmp_path: Path) -> None:
    files = DATA | {
        "data/site.yml": "title: E\nlook: academicpages\ntalks: {view: map}\n",
        "data/talks.yml": TALKS,
    }
    page = render_site(tmp_path, files)[0]["talks/index.html"]
    assert [circle[0] for circle in CIRCLE.findall(page)] == [
        "le-radium/index.html",
        "rings-fields/index.html",
    ]
    assert "48.85" not in render_site(tmp_path, files)[0]["talks/le-radium/index.html"]


def test_a_limit_shortens_the_list_below_a_map_and_not_the_map(tmp_path: Path) -> None:
    page = page_of(tmp_path, '{{ talks(view="map", limit=1) }}', talks=TALKS)
    assert len(CIRCLE.findall(page)) == 2
    assert page.index("<details") < page.index("Wien</div></li>")


def test_a_map_without_places_is_left_out(tmp_path: Path) -> None:
    files = {
        "data/talks.yml": DATA["data/talks.yml"],
        "content/about.md": '{{ talks(view="map") }}\n',
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert '<svg class="map"' not in outputs["index.html"]


@pytest.mark.browser
def test_places_on_land_are_on_the_land_of_the_map(page: Page, tmp_path: Path) -> None:
    places = LAND | SEA
    talks = "".join(
        f"- {{title: {name}, coordinates: {list(place)}}}\n" for name, place in places.items()
    )
    files = {"data/talks.yml": talks, "content/about.md": '{{ talks(view="map", sort="file") }}\n'}
    build(make_site(tmp_path / "site", files), tmp_path / "output")
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto((tmp_path / "output/index.html").as_uri())
    assert page.evaluate(ON_LAND) == [True] * len(LAND) + [False] * len(SEA)
    page.locator(".map circle").nth(2).click()
    assert page.url.endswith("#nairobi")
    assert page.locator("li:target").inner_text() == "Nairobi"


@pytest.mark.browser
@pytest.mark.parametrize(
    ("look", "path", "pills"),
    [("acad-homepage", "index.html", 3), ("academicpages", "publications/index.html", 4)],
)
def test_a_long_list_is_not_too_high_and_its_links_are_of_one_size(
    page: Page, tmp_path: Path, look: str, path: str, pills: int
) -> None:
    paper = (
        "- title: On the measurement of {0} rings and fields in the waters of the Alps\n"
        "  authors: [Emmy Noether, Emil Artin, Bartel van der Waerden, Helmut Hasse]\n"
        "  venue: Mathematische Annalen\n  volume: {0}\n  pages: 1-9\n  year: 1921\n"
        "  abstract: We study the rings and the fields that the waters of the Alps have made. We measure all of them.\n"
        "  links: {{PDF: https://a.example/{0}.pdf}}\n"
    )
    files = {
        "data/site.yml": f"title: Emmy Noether\nlook: {look}\n",
        "data/publications.yml": "".join(paper.format(number) for number in range(63)),
        "content/about.md": "{{ publications() }}\n",
    }
    build(make_site(tmp_path / "site", files), tmp_path / "output")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto((tmp_path / "output" / path).as_uri())
    height = "list => list.getBoundingClientRect().height"
    assert 63 * 80 < page.locator(".page__content").evaluate(height) <= 9000
    first = page.locator("div.publication__links").first
    sizes = [pill.evaluate(height) for pill in first.locator("> a, summary").all()]
    assert len(sizes) == pills
    assert len(set(sizes)) == 1
