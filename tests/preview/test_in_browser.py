"""The preview in a real browser: what a reader sees after a save."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from serving import Served, serving

from sites import make_site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
LONG = "\n\n".join(f"Paragraph {number} of many." for number in range(200))
FOLDED = "<details><summary>More</summary>\n<p>Folded</p></details>\n\n"
SITE = {
    "content/about.md": "First\n",
    "content/cv.md": f"CV\n\n{FOLDED}{LONG}\n",
    "content/other.md": "Other\n\n![A dot](images/dot.svg)\n",
    "static/images/dot.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
    "static/custom.css": "body { outline: 1px solid rgb(1, 2, 3) }\n",
    "static/slides.html": "<!doctype html><html><head><meta http-equiv='Content-Security-Policy' "
    "content=\"default-src 'none'\"><title>S</title></head><body>Slide one</body></html>",
}
HOSTILE = "body *, div, details, summary { display: none !important; opacity: 0 }\nbody { filter: blur(9px) }\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_site(tmp_path_factory.mktemp("seen"), SITE)


@pytest.fixture(scope="module")
def served(site: Path) -> Iterator[Served]:
    with serving(site) as running:
        yield running


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context() as context:
        yield context.new_page()


def write(site: Path, path: str, text: str) -> None:
    file = site / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def test_a_save_shows_and_only_its_own_page_loads_anew(site: Path, served: Served, page: Page) -> None:
    other = page.context.new_page()
    page.goto(served.address)
    other.goto(f"{served.address}other/")
    other.evaluate("window.stayed = true")
    write(site, "content/about.md", "Second\n")
    page.get_by_text("Second", exact=True).wait_for()
    write(site, "content/other.md", "Another\n")
    other.get_by_text("Another", exact=True).wait_for()
    assert other.evaluate("window.stayed") is None
    page.evaluate("window.stayed = true")
    write(site, "content/other.md", "Other again\n")
    other.get_by_text("Other again", exact=True).wait_for()
    assert page.evaluate("window.stayed") is True


def test_styles_and_pictures_are_swapped_without_a_reload(site: Path, served: Served, page: Page) -> None:
    write(site, "static/assets/css/custom.css", "body { outline: 1px solid rgb(1, 2, 3) }\n")
    write(site, "content/other.md", SITE["content/other.md"])
    served.wait_for("/other/", "custom.css")
    served.wait_for("/other/", "dot.svg")
    page.goto(f"{served.address}other/")
    page.evaluate("window.stayed = true")
    write(site, "static/assets/css/custom.css", "body { outline: 1px solid rgb(4, 5, 6) }\n")
    page.wait_for_function("getComputedStyle(document.body).outlineColor === 'rgb(4, 5, 6)'")
    write(site, "static/images/dot.svg", SITE["static/images/dot.svg"].replace("/>", "><path/></svg>"))
    page.wait_for_function("document.querySelector('.page__content img').src.includes('acadfolio=')")
    assert page.evaluate("window.stayed") is True
    assert page.locator("link[href*='custom.css']").count() == 1


def test_the_reader_stays_where_she_was(site: Path, served: Served, page: Page) -> None:
    page.goto(f"{served.address}cv/")
    page.locator(".page__content summary").click()
    page.evaluate("scrollTo(0, 1500)")
    write(site, "content/cv.md", SITE["content/cv.md"].replace("CV", "Curriculum"))
    page.get_by_text("Curriculum", exact=True).wait_for(state="attached")
    page.wait_for_function("document.readyState === 'complete' && scrollY === 1500")
    assert page.locator(".page__content details").evaluate("details => details.open") is True
    assert page.evaluate("history.scrollRestoration") == "auto"


def test_a_page_that_is_written_in_pieces_keeps_the_readers_place(site: Path, served: Served, page: Page) -> None:
    """The first piece is too short for it. Who scrolls meanwhile stays where that led."""
    write(site, "content/cv.md", f"Vita\n\n{LONG}\n")
    served.wait_for("/cv/", "Vita")
    page.goto(f"{served.address}cv/")
    page.evaluate("scrollTo(0, 1500)")
    write(site, "content/cv.md", "A piece\n")
    page.get_by_text("A piece", exact=True).wait_for()
    page.wait_for_function("document.readyState === 'complete' && scrollY < 1500")
    write(site, "content/cv.md", f"All\n\n{LONG}\n")
    page.get_by_text("All", exact=True).wait_for()
    page.wait_for_function("document.readyState === 'complete' && scrollY === 1500")
    write(site, "content/cv.md", "A piece\n")
    page.get_by_text("A piece", exact=True).wait_for()
    page.mouse.wheel(0, -100)
    page.wait_for_timeout(300)
    write(site, "content/cv.md", f"All\n\n{LONG}\n")
    page.get_by_text("All", exact=True).wait_for()
    page.wait_for_function("document.readyState === 'complete'")
    page.wait_for_timeout(300)
    assert page.evaluate("scrollY") < 1000


def test_a_mistake_lies_over_the_last_good_page_until_it_is_mended(site: Path, served: Served, page: Page) -> None:
    write(site, "static/assets/css/custom.css", HOSTILE)
    page.goto(served.address)
    page.evaluate("window.stayed = true")
    write(site, "data/news.yml", "- {date: 1918, text: A}\n- {dat: 1918, text: B}\n")
    alert = page.get_by_role("alert")
    alert.wait_for()
    panel = page.locator("#acadfolio-problems details")
    assert "data/news.yml:2:4" in panel.inner_text()
    assert "     2 | - {dat: 1918, text: B}\n       |    ^" in str(panel.locator("pre").first.text_content())
    assert page.evaluate("window.stayed") is True
    page.keyboard.press("Escape")
    assert panel.evaluate("details => details.open") is False
    write(site, "data/news.yml", "- {date: 1918, text: A}\n- {dat: 1919, text: B}\n")
    page.wait_for_function("document.querySelector('#acadfolio-problems').shadowRoot.querySelector('[open]')")
    write(site, "data/news.yml", "- {date: 1918, text: A}\n")
    panel.wait_for(state="detached")


def test_a_mistake_behind_wide_signs_is_underlined(site: Path, served: Served, page: Page) -> None:
    write(site, "static/assets/css/custom.css", "")
    page.goto(served.address)
    write(site, "data/news.yml", "- {text: 这是一个很长的标题, dat: 1918}\n")
    sign = page.locator("#acadfolio-problems u")
    sign.wait_for()
    assert sign.inner_text() == "d"
    assert "underline" in str(sign.evaluate("sign => getComputedStyle(sign).textDecorationLine"))
    assert "^" not in str(page.locator("#acadfolio-problems pre").text_content())
    write(site, "data/news.yml", "- {date: 1918, text: A}\n")
    sign.wait_for(state="detached")


def test_a_mistake_shows_without_scripts_too(site: Path, served: Served, browser: Browser) -> None:
    write(site, "static/assets/css/custom.css", "")
    write(site, "data/news.yml", "- {dat: 1918, text: A}\n")
    served.wait_for("/", '<div id="acadfolio-problems">')
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(served.address)
        summary = page.locator("#acadfolio-problems summary")
        assert summary.is_visible()
        assert page.locator("#acadfolio-problems li").is_visible()
        summary.click()
        assert not page.locator("#acadfolio-problems li").is_visible()
    write(site, "data/news.yml", "- {date: 1918, text: A}\n")
    served.wait_for("/", '<div id="acadfolio-problems">', gone=True)


def test_a_page_that_forbids_scripts_hears_of_changes_all_the_same(site: Path, served: Served, page: Page) -> None:
    page.goto(f"{served.address}slides.html")
    write(site, "static/slides.html", SITE["static/slides.html"].replace("one", "two"))
    page.get_by_text("Slide two").wait_for()


def test_a_page_that_was_missing_comes(site: Path, served: Served, page: Page) -> None:
    page.goto(f"{served.address}new/")
    assert "not found" in page.title()
    write(site, "content/new.md", "It is here\n")
    page.get_by_text("It is here").wait_for()
    (site / "content/new.md").unlink()
    page.get_by_role("heading", name="Page not found").wait_for()


def test_a_site_that_never_was_built_comes_once_it_is_mended(tmp_path: Path, page: Page) -> None:
    site = make_site(tmp_path, {"content/about.md": "Hello\n", "data/news.yml": "- {dat: 1918, text: A}\n"})
    with serving(site) as served:
        assert served.ask("/").status == 503
        page.goto(served.address)
        page.get_by_role("alert").wait_for()
        write(site, "data/news.yml", "- {date: 1918, text: A}\n")
        page.get_by_text("Hello").wait_for()


def test_a_page_comes_back_with_the_server(site: Path, page: Page) -> None:
    with serving(site) as first:
        port = str(first.port)
        page.goto(first.address)
    write(site, "content/about.md", "After the break\n")
    with serving(site, "--port", port):
        page.get_by_text("After the break").wait_for()
