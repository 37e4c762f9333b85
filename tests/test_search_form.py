"""Finding papers: what the form offers, and what it does in a real browser, with five thousand papers too."""

from __future__ import annotations

import random
import re
import time
from typing import TYPE_CHECKING

import pytest

from acadfolio.build import build
from browser import overflow, settled, watched, work
from cases import every_case
from sites import content_of, make_site, render_site
from timing import PAUSES, slowness

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page, Route

PROFILE = "name: Marie Curie\nvariants: [Maria Skłodowska]\n"
PEOPLE = "- name: Pierre Curie\n  variants: [P. Curie]\n"
VENUES = "cr: {name: Comptes rendus de l’Académie, abbreviation: C. R.}\n"
PAPERS = """
- {title: Recherches sur les propriétés magnétiques, authors: [Maria Skłodowska], kind: journal, year: 1897}
- title: Rayons émis par l’uranium
  authors: [Marie Curie]
  kind: journal
  venue: cr
  year: 1898
  selected: true
  tags: [uranium]
- title: Sur une substance radio-active, la pechblende
  authors: [P. Curie, Marie Curie]
  kind: journal
  venue: cr
  year: 1898
  tags: [uranium, polonium]
- title: Sur une nouvelle substance fortement radioactive
  authors: [Pierre Curie, Marie Curie, Gustave Bémont]
  kind: journal
  venue: cr
  year: 1898
  selected: true
  tags: [radium]
- {title: Recherches sur les substances radioactives, authors: [Marie Curie], kind: thesis, year: 1903}
- {title: Traité de radioactivité, authors: [Marie Curie], kind: book, year: 1910}
- {title: 居里夫人论镭的发现, authors: [Marie Curie], kind: book, year: 1911}
- {title: Die Größe des Atoms — 1911–1913, authors: [Marie Curie, others], kind: chapter, year: 1911}
"""
SITE = {
    "data/site.yml": "title: Marie Curie\nfonts: system\n",  # A font that arrives late moves the text itself.
    "data/profile.yml": PROFILE,
    "data/people.yml": PEOPLE,
    "data/venues.yml": VENUES,
    "data/publications.yml": PAPERS,
    "content/about.md": '# Papers\n\n{{ publications(search=true, group_by="kind") }}\n',
    "content/two.md": (
        '{{ publications(search=true, selected=true, view="boxes") }}\n\n{{ publications(search=true, limit=3) }}\n'
    ),
    "content/numbered.md": "{{ publications(search=true, numbered=true) }}\n",
    "content/archive.md": '{{ publications(search=true, view="archive", group_by="year") }}\n',
    "content/german.md": "---\ntitle: Deutsch\n---\n[1898](/?year=1898&kind=journal)\n",
}
MANY = 5000


def form_of(page: str) -> dict[str, list[str]]:
    """What each filter of a page's first form offers."""
    form = page[page.index('<form class="finding"') : page.index("</form>")]
    selects = re.findall(r'<select name="(\w+)"[^>]*>(.*?)</select>', form, re.DOTALL)
    return {name: re.findall(r">([^<]*)</option>", options)[1:] for name, options in selects}


def papers(count: int, line: str = "") -> str:
    return "".join(f"- {{title: Paper {number}, year: 2000{line}}}\n" for number in range(count))


# What the form offers


def test_a_colleague_is_one_author_with_and_without_spaces_and_hyphens(tmp_path: Path) -> None:
    names = ["Chul-Soo Kim", "Chulsoo Kim", "李 四", "李四", "Si Li", "Somebody Else"]
    files = {
        "data/people.yml": "- {name: Chulsoo Kim}\n- {name: 李四 (Si Li)}\n",
        "data/publications.yml": "".join(
            f"- {{title: A {name}, authors: [{name}]}}\n" for name in names
        ),
        "content/about.md": "{{ publications(search=true) }}\n",
    }
    form = form_of(render_site(tmp_path, files)[0]["index.html"])
    assert sorted(form["author"]) == ["Chulsoo Kim (2)", "Somebody Else (1)", "李四 (Si Li) (3)"]


def test_the_form_offers_every_value_once_with_its_count(tmp_path: Path) -> None:
    outputs, problems = render_site(tmp_path, SITE)
    assert problems == []
    assert form_of(outputs["index.html"]) == {
        "year": ["1911 (2)", "1910 (1)", "1903 (1)", "1898 (3)", "1897 (1)"],
        "kind": ["Journal Publications (4)", "Books (2)", "Book Chapters (1)", "Theses (1)"],
        "venue": ["Comptes rendus de l’Académie (3)"],
        "author": ["Pierre Curie (2)", "Gustave Bémont (1)"],
        "tag": ["uranium (2)", "polonium (1)", "radium (1)"],
    }
    assert '<option value="cr">' in outputs["index.html"]
    assert "Selected (2)" in outputs["index.html"]


def test_what_all_papers_have_is_no_filter(tmp_path: Path) -> None:
    files = {"data/publications.yml": papers(3), "content/a.md": "{{ publications(search=true) }}"}
    outputs, _ = render_site(tmp_path, files)
    assert form_of(outputs["a/index.html"]) == {}


def test_a_long_choice_of_authors_holds_those_of_several_papers(tmp_path: Path) -> None:
    records = "".join(
        f"- {{title: P{n}, authors: [Emmy Noether{n}, A. Gauß{n % 7}]}}\n" for n in range(100)
    )
    files = {"data/publications.yml": records, "content/a.md": "{{ publications(search=true) }}"}
    outputs, _ = render_site(tmp_path, files)
    authors = form_of(outputs["a/index.html"])["author"]
    assert authors == ["A. Gauß0 (15)", "A. Gauß1 (15)", *(f"A. Gauß{n} (14)" for n in range(2, 7))]


def test_names_with_symbols_stay_names(tmp_path: Path) -> None:
    records = '- {title: A, tags: ["<b>&C++"]}\n- {title: B, tags: ["a\\"b"]}\n'
    files = {"data/publications.yml": records, "content/a.md": "{{ publications(search=true) }}"}
    outputs, _ = render_site(tmp_path, files)
    assert form_of(outputs["a/index.html"])["tag"] == ["a&#34;b (1)", "&lt;b&gt;&amp;C++ (1)"]


@every_case(
    ("count", "line", "settings", "has_form"),
    [
        (100, "", "", False),
        (101, "", "", True),
        (20, 'view="archive"', "", False),
        (21, 'view="archive"', "", True),
        (1, "search=true", "", True),
        (101, "search=false", "", False),
        (101, "", "publications: {search: false}\n", False),
        (1, "", "publications: {search: true}\n", True),
        (1, "search=false", "publications: {search: true}\n", False),
    ],
)
def test_a_long_list_has_a_search_form_unless_the_site_turns_it_off(
    count: int, line: str, settings: str, has_form: bool, tmp_path: Path
) -> None:
    files = {
        "data/site.yml": f"title: Emmy Noether\n{settings}",
        "data/publications.yml": papers(count),
        "content/a.md": f"{{{{ publications({line}) }}}}",
    }
    outputs, _ = render_site(tmp_path, files)
    assert ("<form" in outputs["a/index.html"]) is has_form
    assert ("data-in" in content_of(outputs["a/index.html"])) is has_form


def test_a_page_of_one_section_has_a_form_when_it_is_long(tmp_path: Path) -> None:
    site = {
        "data/site.yml": "title: Emmy Noether\nlook: academicpages\n",
        "data/publications.yml": papers(21),
    }
    outputs, _ = render_site(tmp_path, site)
    assert "<form" in outputs["publications/index.html"]


@every_case(
    ("language", "label", "year"),
    [("de", "Veröffentlichungen durchsuchen", "Jahr"), ("zh", "搜索论文", "年份")],
)
def test_the_form_speaks_the_sites_language(
    language: str, label: str, year: str, tmp_path: Path
) -> None:
    outputs, _ = render_site(
        tmp_path, SITE | {"data/site.yml": f"title: A\nlanguage: {language}\n"}
    )
    assert f'role="search" aria-label="{label}"' in outputs["index.html"]
    assert f'<select name="year" aria-label="{year}">' in outputs["index.html"]


# In a browser


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("finding")
    build(make_site(folder, SITE), folder / "output")
    return folder / "output"


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        watching = watched(context)
        yield context
        # A page that is left at once asks for its icon in vain.
        assert [wrong for wrong in watching.wrong if "ERR_ABORTED" not in wrong] == []


@pytest.fixture
def opened(context: BrowserContext, output: Path) -> Callable[[str], Page]:
    def opened(path: str) -> Page:
        page = context.new_page()
        page.goto(f"{output.as_uri()}/{path}")
        return page

    return opened


def titles(page: Page, list_number: int = 0) -> list[str]:
    """The first words of every publication that is seen."""
    shown = page.locator(".findable").nth(list_number).locator("[data-in]:visible")
    texts = [item.locator("cite").first.text_content() or "" for item in shown.all()]
    return [" ".join(re.split(r"[\s.]+", text)[:2]).strip() for text in texts]


def said(page: Page, text: str) -> None:
    """Wait until the form says so, which is also when the page's URL is written."""
    page.wait_for_function(
        "text => document.querySelector('[role=status]').textContent === text", arg=text
    )


def announced(page: Page) -> None:
    """Let the time pass after which the form says what it found.

    The page's clock is set at its start, by `install`.
    """
    page.clock.fast_forward(1000)
    settled(page)


@pytest.mark.browser
def test_without_scripts_everything_is_there_and_no_form(browser: Browser, output: Path) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{output.as_uri()}/index.html?q=radium")
        assert page.locator("[data-in] cite:visible").count() == 8
        assert not page.locator(".finding").is_visible()


@pytest.mark.browser
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("RADIOACTIVES", ["Recherches sur"]),
        ("sklodowska", ["Recherches sur"]),
        ("Skłodowska magnetiques", ["Recherches sur"]),
        ("curie bemont", ["Sur une"]),
        ("l'uranium", ["Rayons émis"]),
        ("1911-1913 grosse", ["Die Größe"]),
        ("镭的", ["居里夫人论镭的发现"]),
        ("  traite   1910 ", ["Traité de"]),
        ("Pierre Curie uranium", ["Sur une"]),
        ("thesis", ["Recherches sur"]),
        ("radium curie zzz", []),
        ("镭的，", ["居里夫人论镭的发现"]),
        ("居里夫人：镭、发现。", ["居里夫人论镭的发现"]),
        ("《镭的》【发现】", ["居里夫人论镭的发现"]),
        ("traite,", ["Traité de"]),
        ("traite: 1910;", ["Traité de"]),
        ("radium, curie, zzz", []),
    ],
)
def test_all_words_must_be_there_however_they_are_written(
    query: str, expected: list[str], opened: Callable[[str], Page]
) -> None:
    page = opened("index.html")
    page.get_by_role("searchbox").fill(query)
    assert titles(page) == expected
    said(page, f"{len(expected)} of 8 publications" if expected else "No publication matches.")


@pytest.mark.browser
def test_filters_narrow_each_other_and_headings_without_a_match_go(
    opened: Callable[[str], Page],
) -> None:
    page = opened("index.html")
    form = page.get_by_role("search")
    form.get_by_text("Filter", exact=True).click()
    form.get_by_label("Kind").select_option("book")
    assert titles(page) == ["居里夫人论镭的发现", "Traité de"]
    assert page.locator(".group__title:visible").all_inner_texts() == ["Books"]
    form.get_by_label("Year").select_option("1910")
    assert titles(page) == ["Traité de"]
    form.get_by_label("Kind").select_option("")
    form.get_by_label("Year").select_option("1898")
    form.get_by_label("Author").select_option("Pierre Curie")
    form.get_by_label("Venue").select_option("cr")
    form.get_by_label("Tag").select_option("uranium")
    assert titles(page) == ["Sur une"]
    form.get_by_label("Selected").check()
    assert titles(page) == []
    assert page.locator(".group__title:visible").count() == 0
    said(page, "No publication matches.")
    page.get_by_role("button", name="Clear").click()
    assert len(titles(page)) == 8
    assert page.locator(".group__title:visible").count() == 4
    said(page, "")
    assert "?" not in page.url


@pytest.mark.browser
@pytest.mark.parametrize(
    ("query", "is_open"),
    [("", False), ("?q=radium", False), ("?year=1700", True), ("?kind=book", True)],
)
def test_the_filters_are_folded_unless_the_url_has_one(
    query: str, is_open: bool, opened: Callable[[str], Page]
) -> None:
    page = opened(f"index.html{query}")
    form = page.get_by_role("search")
    places = [form.locator(part).bounding_box() for part in ("input[type=search]", "summary")]
    assert [place and place["y"] for place in places] == [places[0] and places[0]["y"]] * 2
    assert form.get_by_label("Kind").is_visible() is is_open
    form.get_by_text("Filter", exact=True).press("Enter")
    assert form.get_by_label("Kind").is_visible() is not is_open


@pytest.mark.browser
@pytest.mark.parametrize("path", ["numbered/index.html", "archive/index.html"])
def test_every_view_can_be_searched(path: str, opened: Callable[[str], Page]) -> None:
    page = opened(path)
    page.get_by_role("searchbox").fill("pechblende")
    assert titles(page) == ["Sur une"]
    assert page.locator(".group__title:visible").all_inner_texts() in ([], ["1898"])


@pytest.mark.browser
def test_lists_of_one_page_are_searched_by_themselves(opened: Callable[[str], Page]) -> None:
    page = opened("two/index.html#x")
    first, second = page.get_by_role("searchbox").all()
    assert len({form.get_attribute("aria-label") for form in page.get_by_role("search").all()}) == 2
    first.fill("uranium")
    second.fill("bémont")
    assert titles(page, 0) == ["Rayons émis"]
    assert titles(page, 1) == ["Sur une"]
    page.wait_for_url("**/index.html?q=uranium&q2=b%C3%A9mont#x")


@pytest.mark.browser
def test_a_search_opens_what_the_limit_hides_and_leaves_it_as_it_was(
    opened: Callable[[str], Page],
) -> None:
    page = opened("two/index.html")
    box = page.get_by_role("searchbox").last
    assert len(titles(page, 1)) == 3
    box.fill("sklodowska")
    assert titles(page, 1) == ["Recherches sur"]
    box.fill("镭")
    assert not page.get_by_text("Show all").is_visible()
    box.fill("")
    assert len(titles(page, 1)) == 3
    page.get_by_text("Show all").click()
    box.fill("sklodowska")
    box.fill("")
    assert len(titles(page, 1)) == 8


@pytest.mark.browser
def test_numbers_stay_while_a_list_is_filtered(opened: Callable[[str], Page]) -> None:
    page = opened("numbered/index.html")
    page.get_by_role("searchbox").fill("thesis")
    item = page.locator("li[data-in]:visible")
    assert item.evaluate("item => [item.value, getComputedStyle(item, '::before').content]") == [
        4,
        '"4."',
    ]


@pytest.mark.browser
def test_a_filtered_list_can_be_linked_to_and_returned_to(
    context: BrowserContext, top: str
) -> None:
    page = context.new_page()
    page.goto(f"{top}german/index.html")
    page.get_by_role("link", name="1898").click()
    page.wait_for_url("**/index.html?year=1898&kind=journal")
    assert len(titles(page)) == 3
    assert page.get_by_label("Year").input_value() == "1898"
    page.get_by_role("searchbox").fill("Pechblende")
    said(page, "1 of 8 publications")
    page.get_by_label("Selected").check()
    page.wait_for_url("**/index.html?q=Pechblende&year=1898&kind=journal&selected=1")
    page.get_by_label("Selected").uncheck()
    page.wait_for_url("**/index.html?q=Pechblende&year=1898&kind=journal")
    page.evaluate("location.hash = 'books'")
    page.get_by_role("searchbox").fill("")
    page.wait_for_url("**/index.html?year=1898&kind=journal#books")
    page.go_back()
    page.wait_for_function("document.querySelector('[type=search]').value === 'Pechblende'")
    assert titles(page) == ["Sur une"]
    page.goto("about:blank")
    page.go_back()
    said(page, "1 of 8 publications")
    assert titles(page) == ["Sur une"]


@pytest.mark.browser
def test_other_parameters_of_a_url_are_kept_and_unknown_choices_ignored(
    opened: Callable[[str], Page],
) -> None:
    page = opened("index.html?from=mail&year=1700&kind=book")
    assert titles(page) == ["居里夫人论镭的发现", "Traité de"]
    assert page.get_by_label("Year").evaluate("select => select.selectedIndex") == 0
    page.wait_for_url("**/index.html?from=mail&kind=book")
    said(page, "“1700” is unknown here. 2 of 8 publications")
    page.get_by_role("searchbox").fill("1910")
    said(page, "1 of 8 publications")


@pytest.mark.browser
def test_quoted_search_words_must_be_adjacent(opened: Callable[[str], Page]) -> None:
    page = opened("index.html")
    box = page.get_by_role("searchbox")
    box.fill("substance nouvelle")
    assert titles(page) == ["Sur une"]
    for phrase in ('"substance nouvelle"', "“nouvelle radioactive”"):
        box.fill(phrase)
        assert titles(page) == []
    for phrase in ('"Nouvelle substance" sur', "“nouvelle substance”", '"nouvelle substance'):
        box.fill(phrase)
        assert titles(page) == ["Sur une"]


@pytest.mark.browser
def test_the_counts_of_a_filter_follow_the_search_and_the_other_filters(
    opened: Callable[[str], Page],
) -> None:
    page = opened("index.html?year=1898")
    said(page, "3 of 8 publications")

    def offered(label: str) -> list[str]:
        return page.get_by_label(label, exact=True).locator("option").all_inner_texts()[1:]

    assert offered("Kind") == [
        "Journal Publications (3)",
        "Books (0)",
        "Book Chapters (0)",
        "Theses (0)",
    ]
    assert offered("Year") == ["1911 (2)", "1910 (1)", "1903 (1)", "1898 (3)", "1897 (1)"]
    page.get_by_role("searchbox").fill("uranium")
    said(page, "2 of 8 publications")
    assert offered("Year") == ["1911 (0)", "1910 (0)", "1903 (0)", "1898 (2)", "1897 (0)"]
    assert page.get_by_text("Selected (1)").is_visible()
    page.get_by_role("button", name="Clear").click()
    said(page, "")
    assert offered("Kind") == [
        "Journal Publications (4)",
        "Books (2)",
        "Book Chapters (1)",
        "Theses (1)",
    ]


@pytest.mark.browser
def test_the_form_is_worked_with_the_keyboard_alone(opened: Callable[[str], Page]) -> None:
    page = opened("index.html")
    page.get_by_role("searchbox").focus()
    page.keyboard.type("uranium")
    page.keyboard.press("Enter")
    assert len(titles(page)) == 2
    page.keyboard.press("Escape")
    assert page.get_by_role("searchbox").input_value() == ""
    assert len(titles(page)) == 8
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    assert len(titles(page)) == 2
    for _ in range(2):
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    assert len(titles(page)) == 8
    assert page.get_by_role("searchbox").evaluate("box => box === document.activeElement")


@pytest.mark.browser
def test_all_papers_and_no_form_are_printed(opened: Callable[[str], Page]) -> None:
    page = opened("index.html?q=uranium")
    said(page, "2 of 8 publications")
    page.emulate_media(media="print")
    assert len(titles(page)) == 8
    assert page.locator(".group__title:visible").count() == 4
    assert not page.locator(".finding").is_visible()


# By observers, as a clock that is set also replaces `performance`.
JUMPS = """
    window.jumped = 0;
    new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) jumped += shift.value;
    }).observe({ type: "layout-shift", buffered: true });
    new PerformanceObserver(() => { window.painted = true; }).observe({ type: "paint", buffered: true });
"""


@pytest.mark.browser
@pytest.mark.parametrize("width", [320, 390, 1280])
@pytest.mark.parametrize("path", ["index.html", "two/index.html?q=uranium", "archive/index.html"])
def test_the_form_fits_and_nothing_jumps(
    width: int, path: str, opened: Callable[[str], Page]
) -> None:
    page = opened("index.html")
    page.set_viewport_size({"width": width, "height": 800})
    page.add_init_script(JUMPS)
    page.clock.install()
    page.goto(page.url.replace("index.html", path))
    announced(page)
    assert overflow(page) <= 0
    # A linked search hides papers that may have been painted: below what counts as a jump.
    assert page.evaluate("jumped") < (0.1 if "?" in path else 0.0001)


@pytest.mark.browser
@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize(
    ("path", "is_asked"),
    [
        ("index.html?q=uranium", True),
        ("archive/index.html?year=1898", True),
        ("index.html?year=1700", True),
        ("index.html?q=&length=1&from=mail", False),
    ],
)
def test_a_linked_search_is_seen_when_it_is_found_however_late_its_script_comes(
    width: int, path: str, is_asked: bool, browser: Browser, server: str
) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    with browser.new_context(viewport={"width": width, "height": 800}) as context:
        page = context.new_page()
        page.add_init_script(JUMPS)
        page.clock.install()
        page.route("**/main.js", hold)
        page.goto(server + path, wait_until="commit")
        page.wait_for_function("window.painted")
        page.locator(".page__footer").wait_for()
        assert page.locator(".findable").is_visible() is not is_asked
        held[0].continue_()
        page.wait_for_load_state()
        assert page.locator(".findable").is_visible()
        announced(page)
        assert (page.get_by_role("status").inner_text() != "") is is_asked
        assert page.evaluate("jumped") < 0.0001


@pytest.mark.browser
def test_a_linked_search_whose_script_never_comes_shows_all(browser: Browser, server: str) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.route("**/main.js", lambda route: route.abort())
        page.goto(f"{server}index.html?q=radium")
        assert page.locator("[data-in] cite:visible").count() == 8


@pytest.mark.browser
def test_a_search_in_the_url_with_the_focus_in_the_form_reads_the_papers_once(
    context: BrowserContext, output: Path
) -> None:
    """The papers are read once, not again when the form gets the focus before it shows what it found."""
    page = context.new_page()
    page.add_init_script(
        "addEventListener('load', () => document.querySelector('[type=search]').focus())"
    )
    page.clock.install()
    page.goto(f"{output.as_uri()}/index.html?q=uranium")
    announced(page)
    said(page, "2 of 8 publications")


# Five thousand papers


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280])
def test_little_space_is_below_the_form_and_results_have_room(
    width: int, opened: Callable[[str], Page]
) -> None:
    page = opened("index.html")
    page.set_viewport_size({"width": width, "height": 900})
    box, group = (
        page.locator(part).first.bounding_box() for part in (".finding input", ".group__title")
    )
    assert box
    assert group
    assert 20 < group["y"] - box["y"] - box["height"] < 60
    page.get_by_role("searchbox").fill("radium")
    said(page, "1 of 8 publications")
    place = page.get_by_role("status").bounding_box()
    assert place is not None
    assert place["width"] > 300
    assert 15 < place["height"] < 30
    assert page.get_by_role("button", name="Clear").is_visible()


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    chance = random.Random(5)  # noqa: S311
    words = [
        "graph",
        "sparse",
        "kernel",
        "radium",
        "light",
        "atom",
        "field",
        "wave",
        "énergie",
        "noyau",
        "Größe",
    ]
    names = [
        f"{given} {family}"
        for given in "ABCDEFGHIJKLMNOP"
        for family in ("Weiß", "Dubois", "Łuczak", "Rossi")
    ]
    lines = [
        f"- {{title: {' '.join(chance.choices(words, k=7))} {number}, authors: [{', '.join(chance.sample(names, 4))}],"
        f" kind: {chance.choice(['journal', 'conference', 'book'])}, venue: Journal of {chance.choice(words)},"
        f" year: {chance.randint(1960, 2026)}, doi: 10.1000/{number}, tags: [{chance.choice(words)}]}}\n"
        for number in range(MANY)
    ]
    folder = tmp_path_factory.mktemp("many")
    page = {
        "content/about.md": "{{ publications() }}\n",
        "content/years.md": '{{ publications(group_by="year") }}\n',
    }
    build(make_site(folder, page | {"data/publications.yml": "".join(lines)}), folder / "output")
    return folder / "output"


@pytest.fixture
def long_page(context: BrowserContext, many: Path) -> Page:
    page = context.new_page()
    page.goto(f"{many.as_uri()}/index.html")
    return page


FOCUS = "name => document.querySelector(`[name=${name}]`).focus()"
ASK = """([name, value]) => new Promise((drawn) => {
    const field = document.querySelector(`[name=${name}]`);
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    requestAnimationFrame(() => {
        const after = new MessageChannel();
        after.port1.onmessage = () => drawn();
        after.port2.postMessage(0);
    });
})"""


WRITTEN = "([name, value]) => (new URLSearchParams(location.search).get(name) ?? '') === value"


def asked(page: Page, done: Callable[[], float], name: str, value: str) -> float:
    """The work of the page's thread, in milliseconds, from a question until its answer is drawn.

    What it does later, when it writes the question into the URL, is over when this returns. `done`
    is the page's clock, one for all questions: each clock that watches a page slows it down.
    """
    page.evaluate(FOCUS, name)
    settled(page)
    before = done()
    page.evaluate(ASK, [name, value])
    spent = done() - before
    page.wait_for_function(WRITTEN, arg=[name, value])
    return spent


@pytest.mark.browser
@pytest.mark.slow
def test_five_thousand_papers_answer_within_a_tenth_of_a_second(long_page: Page) -> None:
    page = long_page
    done = work(page)
    page.get_by_role("searchbox").focus()
    questions = [
        ("q", "graph"),
        ("q", "graph grosse luczak"),
        ("q", ""),
        ("year", "1977"),
        ("year", ""),
        ("q", "zzz"),
    ]
    spent = dict.fromkeys(questions, float("inf"))
    # Who answers in time the first time need not be asked again; the others are asked later and
    # later (see `timing`).
    for pause in PAUSES:
        for question in [question for question in questions if spent[question] >= 100]:
            time.sleep(pause)
            measured = asked(page, done, *question)
            spent[question] = min(
                spent[question], measured if measured < 100 else measured / slowness()
            )
        if "?" in page.url:
            page.get_by_role("button", name="Clear").click()
            page.wait_for_url("**/index.html")
    assert {question: least for question, least in spent.items() if least >= 100} == {}
    page.wait_for_function("document.querySelectorAll('[data-in]:not(.away)').length === 5000")


@pytest.mark.browser
@pytest.mark.slow
def test_far_below_papers_are_found_by_the_browser_and_by_their_anchors(
    context: BrowserContext, many: Path
) -> None:
    page = context.new_page()
    page.goto(f"{many.as_uri()}/years/index.html#section")
    anchor = page.locator(".group__title").last.get_attribute("id")
    page.goto(f"{many.as_uri()}/years/index.html#{anchor}")
    page.wait_for_function(
        "id => document.getElementById(id).getBoundingClientRect().top < innerHeight", arg=anchor
    )
    last = page.locator("[data-in] cite").last.text_content() or ""
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate("text => window.find(text)", last.strip())
    page.wait_for_function("scrollY > 50_000")


@pytest.mark.slow
def test_a_paper_of_five_thousand_weighs_little(many: Path) -> None:
    assert (many / "index.html").stat().st_size / MANY < 1200
