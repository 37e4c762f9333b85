"""The demo site in a real browser: from the disk and a server, narrow and wide, light and dark, without scripts too."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from acadfolio.build import build
from browser import ground, press_until_remembered, watched

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parent.parent
PHONE, DESKTOP = 390, 1280
LIGHT, DARK = "rgb(255, 255, 255)", "rgb(22, 25, 29)"


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo") / "output"
    build(ROOT, folder)
    return folder


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(viewport={"width": PHONE, "height": 844}) as context:
        yield context


@pytest.fixture
def phone_without_scripts(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(
        viewport={"width": PHONE, "height": 844}, java_script_enabled=False
    ) as context:
        yield context


def opened(context: BrowserContext, url: str) -> Page:
    page = context.new_page()
    page.goto(url)
    return page


MAIN_PAGES = (
    "index.html",
    "404.html",
    "cv/index.html",
    "posts/index.html",
    "publications/index.html",
    "tags/index.html",
)


@pytest.mark.fast
def test_the_main_pages_ask_only_their_own_site_and_nothing_goes_wrong(
    browser: Browser, server: str
) -> None:
    """For all pages test_console.py shows it."""
    with browser.new_context() as context:
        watching = watched(context)
        page = context.new_page()
        for path in MAIN_PAGES:
            page.goto(server + path)
            page.evaluate("for (const image of document.images) image.loading = 'eager'")
            page.wait_for_function("[...document.images].every((image) => image.complete)")
    # A page that is left while its icon comes lets go of it.
    assert [line for line in watching.wrong if not line.endswith("ERR_ABORTED")] == []
    assert [url for url in watching.asked if not url.startswith(server)] == []
    assert any(url.endswith(".css") for url in watching.asked)


@pytest.mark.parametrize(("scheme", "colour"), [("light", LIGHT), ("dark", DARK)])
def test_pages_are_dark_where_the_system_is(
    browser: Browser, server: str, scheme: str, colour: str
) -> None:
    with browser.new_context(color_scheme="dark" if scheme == "dark" else "light") as context:
        page = context.new_page()
        for path in MAIN_PAGES:
            page.goto(server + path)
            assert ground(page) == colour, path


def test_the_button_chooses_dark_or_light_and_every_page_remembers(
    browser: Browser, server: str
) -> None:
    # From a server: pages from the disk have a store of their own in Chromium now and then.
    with browser.new_context(color_scheme="light") as context:
        page = opened(context, server + "index.html")
        assert ground(page) == LIGHT
        press_until_remembered(page, lambda: ground(page) == DARK)
        page.goto(server + "cv/index.html")
        assert ground(page) == DARK
        assert page.locator(".theme-toggle").get_attribute("aria-pressed") == "true"
        press_until_remembered(page, lambda: ground(page) == LIGHT)


def test_the_choice_is_there_before_the_scripts(browser: Browser, server: str) -> None:
    with browser.new_context(color_scheme="dark") as context:
        page = opened(context, server)
        press_until_remembered(page, lambda: ground(page) == LIGHT)
        context.route("**/*.js", lambda route: route.abort())
        page.reload()
        assert ground(page) == LIGHT


def test_links_that_do_not_fit_are_in_the_menu(phone: BrowserContext, server: str) -> None:
    page = opened(phone, server)
    every = page.locator(".visible-links a").all_text_contents()
    page.locator("summary.greedy-nav__button").click()
    seen = page.locator(".greedy-nav ul a:visible").all_text_contents()
    assert seen == every
    assert page.locator(".masthead").evaluate("masthead => masthead.offsetHeight") == pytest.approx(
        57, abs=1
    )
    page.keyboard.press("Escape")
    assert not page.locator(".hidden-links").is_visible()
    page.set_viewport_size({"width": 3 * DESKTOP, "height": 800})
    page.add_style_tag(content=":root { --wide: none }")
    page.locator("summary.greedy-nav__button").wait_for(state="hidden")
    assert page.locator(".visible-links a:visible").all_text_contents() == every


def test_what_bootstrap_hides_is_hidden_but_what_it_shows_on_wide_screens_is_not(
    phone: BrowserContext, server: str
) -> None:
    page = opened(phone, server)
    names = ("d-none", "row d-none", "d-none d-md-block", "sr-only", "btn")
    texts = "".join(f'<p class="{name}">{name}</p>' for name in names)
    page.locator("main").evaluate("(main, texts) => main.innerHTML = texts", texts)
    shown = {name: page.get_by_text(name, exact=True).bounding_box() for name in names}
    assert {name for name, box in shown.items() if box and box["height"] > 1} == {
        "d-none d-md-block",
        "btn",
    }


def test_the_menu_works_without_scripts(phone_without_scripts: BrowserContext, top: str) -> None:
    page = opened(phone_without_scripts, top + "index.html")
    assert not page.locator(".theme-toggle").is_visible()
    assert not page.get_by_role("link", name="Curriculum vitae", exact=True).is_visible()
    page.locator("summary.greedy-nav__button").click()
    page.get_by_role("link", name="Curriculum vitae", exact=True).click()
    assert page.locator("h1.page__title").text_content() == "Curriculum vitae"


def test_wide_screens_need_no_scripts_to_navigate(browser: Browser, server: str) -> None:
    with browser.new_context(
        viewport={"width": DESKTOP, "height": 800}, java_script_enabled=False
    ) as context:
        page = opened(context, server + "cv/")
        assert not page.locator("summary.greedy-nav__button").is_visible()
        assert page.locator(".visible-links [aria-current=page]:visible").all_text_contents() == [
            "Curriculum vitae"
        ]
        page.locator(".masthead").get_by_role("link", name="Posts", exact=True).click()
        assert page.url == f"{server}posts/index.html"


def test_the_first_tab_offers_to_skip_to_the_text(browser: Browser, server: str) -> None:
    with browser.new_context() as context:
        page = opened(context, server)
        page.keyboard.press("Tab")
        assert page.locator(".skip-link").bounding_box()["y"] >= 0  # type: ignore[index]
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.className") == "page"


@pytest.mark.parametrize("old", ["about/", "about.html", "about/index.html"])
def test_old_urls_lead_home(phone_without_scripts: BrowserContext, top: str, old: str) -> None:
    if top.startswith("file:") and old.endswith("/"):
        old += "index.html"
    page = phone_without_scripts.new_page()
    page.goto(top + old, wait_until="commit")
    page.wait_for_url(top + "index.html")
    page.locator("[id='about-me']").wait_for(state="attached")
