"""The masthead in a real browser: one item or forty, menus that open, the section that is read, dark in two tabs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acadfolio.build import build
from browser import ground, overflow, resized, settled
from sites import make_site

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.browser

WIDTHS = (320, 390, 768, 1280)
LOOKS = ("acad-homepage", "academicpages")
MENUS = """
navigation:
  - {title: News, url: "#news"}
  - title: Papers
    items: [{title: Articles, url: "#papers"}, {title: Elsewhere, url: "https://example.org/"}]
  - title: Life
    items: [{title: Vita, url: /cv/}, {title: A very long title for so small a menu of so few items, url: /}]
"""
THREE_LINES = "The Laboratory of Radioactivity and Physics of the Universities of Paris and of Warsaw in Exile"
LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
# Close together, far apart, and the last ones too short to be scrolled up to the masthead.
SECTIONS = {
    "News": 1,
    "Papers": 60,
    "Talks": 1,
    "Teaching": 1,
    "Awards": 40,
    "Grants": 2,
    "Students": 1,
    "Others": 1,
}


def text_of(sections: dict[str, int]) -> str:
    return "Hello.\n\n" + "".join(
        f"# {name}\n\n" + "One line.\n\n" * lines for name, lines in sections.items()
    )


def items(titles: list[str]) -> str:
    return "navigation:\n" + "".join(f'  - {{title: "{title}", url: /cv/}}\n' for title in titles)


def links_to(sections: Iterable[str]) -> str:
    """A menu of headings of the home page, and of a page."""
    links = "".join(f'  - {{title: {name}, url: "#{name.lower()}"}}\n' for name in sections)
    return f"navigation:\n{links}  - {{title: Vita, url: /cv/}}\n"


def made(
    folder: Path, settings: str, text: str = text_of(SECTIONS), title: str = "title: Emmy Noether"
) -> str:
    """The URL of a site's output."""
    files = {
        "data/site.yml": f"{title}\n{settings}\n",
        "content/about.md": text,
        "content/cv.md": "# Vita\n",
    }
    build(make_site(folder, files), folder / "output")
    return (folder / "output").as_uri() + "/"


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        yield context


@pytest.fixture(params=[True, False], ids=["scripts", "no scripts"])
def either(browser: Browser, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    viewport = {"width": 1280, "height": 800}
    with browser.new_context(viewport=viewport, java_script_enabled=request.param) as context:  # type: ignore[arg-type]
        yield context


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reading")
    made(folder, links_to(SECTIONS))
    return folder / "output"


@pytest.fixture(scope="module")
def reading(output: Path) -> str:
    return f"{output.as_uri()}/"


@pytest.fixture(scope="module")
def menus(tmp_path_factory: pytest.TempPathFactory) -> str:
    return made(tmp_path_factory.mktemp("menus"), MENUS)


def opened(context: BrowserContext, url: str) -> Page:
    page = context.new_page()
    page.goto(url)
    return page


def read(page: Page) -> list[str]:
    """What the menu marks as being read."""
    settled(page)
    return page.locator(".visible-links [aria-current=location]").all_text_contents()


def scrolled(page: Page, place: str) -> list[str]:
    page.evaluate(f"scrollTo(0, {place})")
    return read(page)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("script", ["latin", "chinese", "arabic"])
def test_no_menu_is_too_long(
    tmp_path: Path, either: BrowserContext, look: str, script: str
) -> None:
    titles = {
        "latin": [LONG, *(f"Item number {number}" for number in range(39))],
        "chinese": ["学术论文与研究成果" * 9, *("论文" for _ in range(39))],
        "arabic": ["منشورات", *("سيرة ذاتية" for _ in range(39))],
    }[script]
    language = {"latin": "en", "chinese": "zh", "arabic": "ar"}[script]
    url = made(tmp_path, f"look: {look}\nlanguage: {language}\n{items(titles)}")
    page = opened(either, f"{url}index.html")
    for width in WIDTHS:
        resized(page, width)
        button = page.locator("summary.greedy-nav__button")
        if button.is_visible():
            button.click()
        assert overflow(page) == 0, width
        reachable = page.locator(".greedy-nav ul a").filter(visible=True)
        assert reachable.count() == len(titles), width
        if button.is_visible():
            button.click()


@pytest.mark.parametrize("look", LOOKS)
def test_one_item_needs_no_menu_button(tmp_path: Path, context: BrowserContext, look: str) -> None:
    page = opened(context, made(tmp_path, f"look: {look}\n{items(['Vita'])}") + "index.html")
    for width in WIDTHS:
        resized(page, width)
        assert not page.locator("summary.greedy-nav__button").is_visible()
        assert page.locator(".visible-links a").is_visible()


def test_the_button_says_more_beside_other_items_and_menu_on_phones(
    tmp_path: Path, context: BrowserContext
) -> None:
    page = opened(
        context,
        made(tmp_path, items([f"Item number {number}" for number in range(12)])) + "index.html",
    )
    button = page.locator("summary.greedy-nav__button")
    shown = page.locator(".visible-links a").filter(visible=True)
    assert button.inner_text() == "More"
    assert 0 < shown.count() < 12
    resized(page, 500)
    assert button.inner_text() == "Menu"
    assert shown.count() == 0
    resized(page, 1280)
    assert button.inner_text() == "More"


IS_SEEN = """(word) => {
  const button = word.closest("summary").getBoundingClientRect();
  const {top, bottom} = word.getBoundingClientRect();
  return button.top <= top && bottom <= button.bottom;
}"""


def test_the_word_menu_gives_way_to_a_title_but_is_still_read(
    tmp_path: Path, context: BrowserContext
) -> None:
    title = "title: Marie Skłodowska-Curie"
    page = opened(context, made(tmp_path, items(["Publications"] * 5), title=title) + "index.html")
    word = page.locator(".greedy-nav__all")
    for width, is_seen in ((500, True), (320, False)):
        resized(page, width)
        assert word.evaluate(IS_SEEN) == is_seen, width
        name = page.locator("summary.greedy-nav__button").aria_snapshot()
        assert "Menu" in name
        assert page.locator(".masthead__menu-home-item").evaluate(LINES) == 1, width


def test_without_its_script_the_line_of_items_can_be_scrolled(
    tmp_path: Path, context: BrowserContext
) -> None:
    url = made(tmp_path, items([f"Item number {number}" for number in range(40)]))
    context.route("**/*.js", lambda route: route.abort())
    page = opened(context, f"{url}index.html")
    assert overflow(page) == 0
    page.locator(".visible-links a").last.focus()
    box = page.locator(".visible-links a").last.bounding_box()
    assert box is not None
    assert 0 < box["x"] < 1280


def test_menus_open_below_their_items_and_with_scripts_one_at_a_time(
    either: BrowserContext, menus: str
) -> None:
    page = opened(either, f"{menus}index.html")
    page.get_by_text("Papers").first.click()
    assert page.get_by_role("link", name="Articles").is_visible()
    page.get_by_text("Life").first.click()
    assert page.get_by_role("link", name="Vita").is_visible()
    has_scripts = page.locator(".theme-toggle").is_visible()
    assert page.get_by_role("link", name="Articles").is_visible() != has_scripts
    assert overflow(page) == 0
    first, last = page.locator(".greedy-nav__menu summary").all()
    first_box, last_box = first.bounding_box(), last.bounding_box()
    opened_first = page.locator(".greedy-nav__menu ul").first.bounding_box()
    opened_last = page.locator(".greedy-nav__menu ul").last.bounding_box()
    assert first_box
    assert last_box
    assert opened_first
    assert opened_last
    assert first_box["x"] == opened_first["x"] or has_scripts
    assert opened_last["x"] <= last_box["x"] < opened_last["x"] + opened_last["width"] <= 1280


def test_a_menu_at_the_edge_stays_inside(tmp_path: Path, either: BrowserContext) -> None:
    before = "".join(f"  - {{title: Item number {number}, url: /cv/}}\n" for number in range(4))
    menu = "  - title: More\n    items: [{title: A very long title for an item of a menu, url: /cv/}]\n"
    for language in ("en", "ar"):
        url = made(tmp_path / language, f"language: {language}\nnavigation:\n{before}{menu}")
        page = opened(either, f"{url}index.html")
        menu_title = page.locator(".greedy-nav__menu summary")
        for width in range(
            700, 1000, 10
        ):  # The first that has room for it; how wide letters are is the browser's affair.
            resized(page, width)
            if menu_title.is_visible():
                break
        menu_title.click()
        box = page.locator(".greedy-nav__menu ul").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert overflow(page) == 0


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("look", LOOKS)
def test_the_menu_behind_the_button_stays_inside(
    tmp_path: Path, context: BrowserContext, look: str, language: str
) -> None:
    titles = [
        "A title of an item that takes as much room as there is, and more than that",
        *["Vita"] * 5,
    ]
    page = opened(
        context,
        made(tmp_path, f"look: {look}\nlanguage: {language}\n{items(titles)}") + "index.html",
    )
    for width in (320, 390):
        resized(page, width)
        page.locator("summary.greedy-nav__button").click()
        box = page.locator(".hidden-links").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        page.locator("summary.greedy-nav__button").click()


@pytest.mark.parametrize("look", LOOKS)
def test_a_window_that_changed_its_width_has_the_menu_of_one_that_had_it(
    tmp_path: Path, context: BrowserContext, look: str
) -> None:
    url = (
        made(tmp_path, f"look: {look}\n{items([f'Item number {number}' for number in range(8)])}")
        + "index.html"
    )
    changing = opened(context, url)
    for width in (1280, 767, 768, 780, 700, 860, 769):
        resized(changing, width)
        fresh = opened(context, url)
        fresh.set_viewport_size({"width": width, "height": 800})
        fresh.reload()
        settled(fresh)
        shown = [
            page.locator(".visible-links a").filter(visible=True).count()
            for page in (changing, fresh)
        ]
        assert shown[0] == shown[1], width
        fresh.close()


LINES = "(box) => { const all = new Range(); all.selectNodeContents(box); return all.getClientRects().length }"


def test_a_long_title_has_the_room_that_the_menu_leaves(
    tmp_path: Path, context: BrowserContext
) -> None:
    for count in (1, 8):
        settings = f"look: academicpages\n{items(['Publications'] * count)}"
        page = opened(
            context,
            made(tmp_path / str(count), settings, title=f"title: {THREE_LINES}") + "index.html",
        )
        settled(page)
        home = page.locator(".masthead__menu-home-item")
        lines = home.evaluate(LINES)
        assert lines == 1 if count == 1 else lines > 2
        height, line = home.evaluate(
            "home => [home.clientHeight, parseFloat(getComputedStyle(home).lineHeight)]"
        )
        assert round(height / line) == min(lines, 2), (
            "what is more than two lines ends in an ellipsis"
        )
        shown = page.locator(".visible-links a").filter(visible=True).count()
        assert shown == 1 if count == 1 else shown >= 4
        assert page.locator("summary.greedy-nav__button").is_visible() == (shown < count)


EDGES = """[...document.querySelectorAll(".masthead__menu-home-item, .greedy-nav__button, .theme-toggle")]
  .map((box) => box.getBoundingClientRect()).filter(({width}) => width).flatMap(({left, right}) => [left, right])"""


@pytest.mark.parametrize("title", ["Ada", THREE_LINES], ids=["short", "long"])
@pytest.mark.parametrize("look", LOOKS)
def test_with_larger_letters_nothing_in_the_masthead_covers_anything(
    tmp_path: Path, context: BrowserContext, look: str, title: str
) -> None:
    settings = f"look: {look}\n{items(['Publications', 'Teaching', 'Vita'])}"
    page = opened(context, made(tmp_path, settings, title=f"title: {title}") + "index.html")
    browser_settings = context.new_cdp_session(page)
    for size in (16, 20, 24, 28, 32):
        browser_settings.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size}})
        for width in (320, 390):
            resized(page, width)
            assert overflow(page) <= 0, (size, width)
            edges = [*page.evaluate(EDGES), width]
            assert edges == sorted(edges), (size, width)


@pytest.mark.parametrize("look", LOOKS)
def test_a_long_title_widens_nothing_until_the_menu_is_fitted_to_a_new_width(
    tmp_path: Path, context: BrowserContext, look: str
) -> None:
    url = made(tmp_path, f"look: {look}", title=f"title: {LONG}")
    # What a browser is between a new width and its next frame, held there.
    context.add_init_script("ResizeObserver = class { observe() {} }")
    page = opened(context, f"{url}index.html")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert overflow(page) <= 0, width


def test_a_menu_closes_on_escape_on_a_click_elsewhere_and_when_the_focus_leaves(
    context: BrowserContext, menus: str
) -> None:
    page = opened(context, f"{menus}index.html")
    summary, link = (
        page.locator(".greedy-nav__menu summary").first,
        page.locator(".greedy-nav__menu a").first,
    )
    summary.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert link.evaluate("link => link === document.activeElement")
    page.keyboard.press("Escape")
    assert not link.is_visible()
    assert summary.evaluate("summary => summary === document.activeElement")
    page.keyboard.press("Space")
    assert link.is_visible()
    page.mouse.click(600, 600)
    assert not link.is_visible()
    summary.focus()
    page.keyboard.press("Enter")
    for _ in range(3):
        page.keyboard.press("Tab")
    assert not link.is_visible()
    assert page.evaluate("document.activeElement.textContent") == "Life"


def test_a_phone_has_the_menus_as_lists(either: BrowserContext, menus: str) -> None:
    page = opened(either, f"{menus}index.html")
    resized(page, 320)
    page.locator("summary.greedy-nav__button").click()
    names = page.locator(".greedy-nav ul a").filter(visible=True).all_text_contents()
    assert [name.partition("(")[0].strip() for name in names][:4] == [
        "News",
        "Articles",
        "Elsewhere",
        "Vita",
    ]
    page.locator(".hidden-links").get_by_role("link", name="Vita").click()
    assert page.locator("h1").text_content() == "Vita"


SHEET = """(sheet) => {
  const {left, right, top} = sheet.getBoundingClientRect();
  return {left, right, top, below: document.querySelector(".masthead").getBoundingClientRect().bottom};
}"""


def test_a_phone_has_the_menu_as_a_sheet_of_two_columns(
    tmp_path: Path, context: BrowserContext
) -> None:
    others = items(["Publications"] * 5).removeprefix("navigation:\n")
    page = opened(context, made(tmp_path, f"{MENUS}{others}") + "index.html")
    for width in (320, 390, 600):
        resized(page, width)
        page.locator("summary.greedy-nav__button").click()
        sheet = page.locator(".hidden-links").evaluate(SHEET)
        assert (sheet["left"], sheet["right"]) == (0, width)
        assert sheet["top"] == pytest.approx(sheet["below"], abs=1.5)
        boxes = [link.bounding_box() for link in page.locator(".hidden-links a").all()]
        assert all(box and box["height"] >= 44 for box in boxes), width
        assert len({box["x"] for box in boxes if box}) == 2, width
        assert page.locator(".hidden-links strong").filter(visible=True).all_text_contents() == [
            "Papers",
            "Life",
        ]
        page.locator("summary.greedy-nav__button").click()


def test_the_sheet_closes_on_escape_on_a_click_elsewhere_and_after_a_link(
    context: BrowserContext, reading: str
) -> None:
    page = opened(context, f"{reading}index.html")
    resized(page, 390)
    button, sheet = page.locator("summary.greedy-nav__button"), page.locator(".hidden-links")
    button.click()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    assert not sheet.is_visible()
    assert button.evaluate("button => button === document.activeElement")
    button.click()
    page.mouse.click(200, 700)
    assert not sheet.is_visible()
    button.click()
    sheet.get_by_role("link", name="Awards").click()
    assert not sheet.is_visible()
    assert page.url.endswith("#awards")
    page.keyboard.press("Tab")
    assert not page.evaluate("!!document.activeElement.closest('.masthead')")


def test_external_links_are_marked(context: BrowserContext, menus: str) -> None:
    page = opened(context, f"{menus}index.html")
    page.get_by_text("Papers").first.click()
    assert page.get_by_role("link", name="Elsewhere (external site)", exact=True).is_visible()


def test_the_section_that_is_read_is_marked(context: BrowserContext, reading: str) -> None:
    page = opened(context, f"{reading}index.html")
    history = page.evaluate("history.length")
    assert read(page) == []
    for name in ("Papers", "Awards", "Papers"):
        assert scrolled(page, f"document.getElementById('{name.lower()}').offsetTop") == [name]
    assert scrolled(page, "document.body.scrollHeight") == ["Others"]
    assert scrolled(page, "0") == []
    assert page.evaluate("history.length") == history


def test_every_section_has_its_turn_in_order(context: BrowserContext, reading: str) -> None:
    page = opened(context, f"{reading}index.html")
    seen: list[str] = []
    for place in range(0, page.evaluate("document.body.scrollHeight"), 40):
        seen += [name for name in scrolled(page, str(place)) if seen[-1:] != [name]]
    assert seen == list(SECTIONS)


@pytest.mark.parametrize("width", [390, 1280])
def test_a_section_that_was_asked_for_is_marked(
    context: BrowserContext, reading: str, width: int
) -> None:
    page = opened(context, f"{reading}index.html")
    resized(page, width)
    for name in (*SECTIONS, *reversed(SECTIONS)):
        button = page.locator("summary.greedy-nav__button")
        link = page.locator(".greedy-nav ul").get_by_role("link", name=name)
        if not link.filter(visible=True).count():
            button.click()
        link.filter(visible=True).click()
        settled(page)
        marked = page.locator(".greedy-nav [aria-current=location]")
        assert set(marked.all_text_contents()) == {name}
        heading = page.locator(f"#{name.lower()}").bounding_box()
        masthead = page.locator(".masthead").bounding_box()
        assert heading is not None
        assert masthead is not None
        assert masthead["height"] <= heading["y"] < 800
    page.evaluate("scrollTo(0, 0)")
    assert read(page) == []


def test_a_link_from_another_page_marks_its_section(context: BrowserContext, reading: str) -> None:
    page = opened(context, f"{reading}cv/index.html")
    page.locator(".visible-links").get_by_role("link", name="Grants").click()
    page.wait_for_load_state()
    assert read(page) == ["Grants"]


def test_the_mark_is_a_line_and_shows_on_the_button_too(
    context: BrowserContext, reading: str
) -> None:
    page = opened(context, f"{reading}index.html#papers")
    settled(page)
    line = "link => getComputedStyle(link).textDecorationLine"
    button = page.locator("summary.greedy-nav__button")
    assert page.locator(".visible-links [aria-current]").evaluate(line) == "underline"
    assert page.locator(".visible-links a").first.evaluate(line) == "none"
    resized(page, 780)
    assert button.is_visible()
    assert button.evaluate(line) == "none"
    page.evaluate("location.hash = 'others'")
    settled(page)
    assert button.evaluate(line) == "underline"


def test_what_has_the_focus_is_not_below_the_masthead(
    tmp_path: Path, context: BrowserContext
) -> None:
    links = "".join(f"[Link {number}](https://example.org/{number})\n\n" for number in range(60))
    page = opened(context, made(tmp_path, "", f"# News\n\n{links}") + "index.html")
    page.locator(".page a").last.focus()
    for _ in range(60):
        page.keyboard.press("Shift+Tab")
        box = page.evaluate("(({top}) => top)(document.activeElement.getBoundingClientRect())")
        is_covered = page.evaluate(
            "!document.activeElement.closest('.masthead, .sidebar, .skip-link')"
        ) and (box < page.evaluate("document.querySelector('.masthead').offsetHeight"))
        assert not is_covered


def test_a_low_window_is_left_to_the_text(context: BrowserContext, reading: str) -> None:
    page = opened(context, f"{reading}index.html")
    page.set_viewport_size({"width": 320, "height": 256})
    page.evaluate("scrollTo(0, 600)")
    assert (
        page.locator(".masthead").evaluate("masthead => masthead.getBoundingClientRect().bottom")
        <= 0
    )
    page.set_viewport_size({"width": 320, "height": 600})
    assert (
        page.locator(".masthead").evaluate("masthead => masthead.getBoundingClientRect().top") == 0
    )


@pytest.mark.parametrize("look", LOOKS)
def test_every_control_is_large_enough(tmp_path: Path, context: BrowserContext, look: str) -> None:
    page = opened(
        context, made(tmp_path, f"look: {look}\nbreadcrumbs: true\n{MENUS}") + "cv/index.html"
    )
    page.get_by_text("Life").first.click()
    sizes = page.evaluate(
        "[...document.querySelectorAll('.masthead :is(a, summary, button)')]"
        ".map((control) => control.getBoundingClientRect()).filter(({height}) => height)"
        ".map(({width, height}) => Math.min(width, height))"
    )
    assert len(sizes) > 5
    assert min(sizes) >= 24


def test_a_page_that_may_not_store_comes_back_without_an_error(
    context: BrowserContext, reading: str
) -> None:
    closed = "Object.defineProperty(window, 'localStorage', {get() { throw new Error('closed') }})"
    context.add_init_script(closed)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(f"{reading}index.html")
    page.locator(".theme-toggle").click()
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    settled(page)
    assert wrong == []


def test_dark_or_light_is_the_same_in_every_tab(context: BrowserContext, server: str) -> None:
    # From a server: of two pages from the disk each has a store of its own in Chromium now and then
    # (twice in a hundred times on a busy machine). What one puts there the other finds nowhere, so
    # that no script could tell it.
    first, second = (
        opened(context, f"{server}index.html"),
        opened(context, f"{server}cv/index.html"),
    )
    before = ground(first)
    second.locator(".theme-toggle").click()
    first.wait_for_function("document.querySelector('.theme-toggle').ariaPressed === 'true'")
    assert ground(first) == ground(second) != before
    second.locator(".theme-toggle").click()
    first.wait_for_function("document.querySelector('.theme-toggle').ariaPressed === 'false'")
    assert ground(first) == before
