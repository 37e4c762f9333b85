"""The preview in a real browser: what a reader sees after a save."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PIL import Image
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
    "content/other.md": "Other\n\n![A dot](images/dot.png)\n",
    "static/custom.css": "body { outline: 1px solid rgb(1, 2, 3) }\n",
}
CONNECTED = "window.LiveReload?.connector.protocol"
HOSTILE = "body *, div, details, summary { display: none !important; opacity: 0 }\n"


def write_dot(site: Path, colour: int) -> None:
    path = site / "static/images/dot.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("L", (8, 8), colour).save(path)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    site = make_site(tmp_path_factory.mktemp("seen"), SITE)
    write_dot(site, 0)
    return site


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


def test_a_save_reloads_the_page_that_changed_and_no_other(
    site: Path, served: Served, page: Page
) -> None:
    other = page.context.new_page()
    page.goto(served.url)
    other.goto(f"{served.url}other/")
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


def test_styles_and_images_are_swapped_without_a_reload(
    site: Path, served: Served, page: Page
) -> None:
    write(site, "static/assets/css/custom.css", "body { outline: 1px solid rgb(1, 2, 3) }\n")
    write(site, "content/other.md", SITE["content/other.md"])
    served.wait_for("/other/", "custom.css")
    served.wait_for("/other/", "dot.png")
    page.goto(f"{served.url}other/")
    page.wait_for_function(CONNECTED)
    page.evaluate("window.stayed = true")
    write(site, "static/assets/css/custom.css", "body { outline: 1px solid rgb(4, 5, 6) }\n")
    page.wait_for_function("getComputedStyle(document.body).outlineColor === 'rgb(4, 5, 6)'")
    write_dot(site, 255)
    page.wait_for_function(
        "document.querySelector('.page__content img').src.includes('livereload=')"
    )
    assert page.evaluate("window.stayed") is True
    page.wait_for_function("document.querySelectorAll('link[href*=\"custom.css\"]').length === 1")


def test_the_scroll_position_and_open_details_stay_over_a_reload(
    site: Path, served: Served, page: Page
) -> None:
    page.goto(f"{served.url}cv/")
    page.locator(".page__content summary").click()
    page.evaluate("scrollTo(0, 1500)")
    write(site, "content/cv.md", SITE["content/cv.md"].replace("CV", "Curriculum"))
    page.get_by_text("Curriculum", exact=True).wait_for(state="attached")
    page.wait_for_function("document.readyState === 'complete' && scrollY === 1500")
    assert page.locator(".page__content details").evaluate("details => details.open") is True


def test_an_error_is_shown_on_the_last_good_page_until_it_is_fixed(
    site: Path, served: Served, page: Page
) -> None:
    write(site, "static/assets/css/custom.css", HOSTILE)
    page.goto(served.url)
    write(site, "data/news.yml", "- {date: 1918, text: A}\n- {dat: 1918, text: B}\n")
    alert = page.get_by_role("alert")
    alert.wait_for()
    panel = page.locator("#acadfolio-problems details")
    assert "data/news.yml:2:4" in panel.inner_text()
    assert "     2 | - {dat: 1918, text: B}\n       |    ^" in str(
        panel.locator("pre").first.text_content()
    )
    page.keyboard.press("Escape")
    assert panel.evaluate("details => details.open") is False
    write(site, "data/news.yml", "- {date: 1918, text: A}\n- {dat: 1919, text: B}\n")
    page.wait_for_function(
        "document.querySelector('#acadfolio-problems').shadowRoot.querySelector('[open]')"
    )
    write(site, "data/news.yml", "- {date: 1918, text: A}\n")
    panel.wait_for(state="detached")


def test_an_error_is_shown_without_scripts_too(
    site: Path, served: Served, browser: Browser
) -> None:
    write(site, "static/assets/css/custom.css", "")
    write(site, "data/news.yml", "- {dat: 1918, text: A}\n")
    served.wait_for("/", '<div id="acadfolio-problems">')
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(served.url)
        summary = page.locator("#acadfolio-problems summary")
        assert summary.is_visible()
        assert page.locator("#acadfolio-problems li").is_visible()
        summary.click()
        assert not page.locator("#acadfolio-problems li").is_visible()
    write(site, "data/news.yml", "- {date: 1918, text: A}\n")
    served.wait_for("/", '<div id="acadfolio-problems">', gone=True)


def test_a_missing_page_is_shown_when_it_is_added(site: Path, served: Served, page: Page) -> None:
    page.goto(f"{served.url}new/")
    assert "not found" in page.title()
    write(site, "content/new.md", "It is here\n")
    page.get_by_text("It is here").wait_for()
    (site / "content/new.md").unlink()
    page.get_by_role("heading", name="Page not found").wait_for()


def test_a_site_that_could_not_be_built_is_shown_once_it_is_fixed(
    tmp_path: Path, page: Page
) -> None:
    site = make_site(
        tmp_path, {"content/about.md": "Hello\n", "data/news.yml": "- {dat: 1918, text: A}\n"}
    )
    with serving(site) as served:
        assert served.ask("/").status == 503
        page.goto(served.url)
        page.get_by_role("alert").wait_for()
        write(site, "data/news.yml", "- {date: 1918, text: A}\n")
        page.get_by_text("Hello").wait_for()


def test_an_open_page_is_reloaded_when_the_preview_is_started_again(site: Path, page: Page) -> None:
    with serving(site) as first:
        port = str(first.port)
        page.goto(first.url)
        page.wait_for_function(CONNECTED)
    write(site, "content/about.md", "After the break\n")
    with serving(site, "--port", port):
        page.get_by_text("After the break").wait_for()


def test_each_of_many_saves_is_shown_and_every_error_until_it_is_fixed(
    site: Path, served: Served, page: Page
) -> None:
    errors = iter({
        "content/about.md": "---\ntitle: [not closed\n---\n",
        "data/news.yml": "- date: 'not closed\n",
        "templates/layouts/page.html": "{% block main %}",
        "data/more.bib": "@article{one, title = {Not closed}, year = {1903",
    }.items())  # fmt: skip
    page.goto(served.url)
    panel = page.locator("#acadfolio-problems")
    for number in range(1, 13):
        write(site, "content/about.md", f"Change {number}\n")
        page.get_by_text(f"Change {number}", exact=True).wait_for()
        if number % 3 == 0:
            path, text = next(errors)
            good = (site / path).read_bytes() if (site / path).exists() else None
            write(site, path, text)
            panel.get_by_text(path).first.wait_for()
            page.get_by_text(f"Change {number}", exact=True).wait_for()
            (site / path).unlink() if good is None else (site / path).write_bytes(good)
            panel.wait_for(state="detached")
