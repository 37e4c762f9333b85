"""What helps to read a page, in a real browser: links on headings, copies, the way up, contents, pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acadfolio.build import build
from browser import overflow, served, watched
from sites import make_site

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

LOOKS = ("acad-homepage", "academicpages")
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900"><rect width="1200" height="900"/></svg>'
LONG = "One line.\n\n" * 60
TEXT = f"""---
title: Radium
toc: true
gallery:
  - {{image: images/a.svg, alt: A lump of pitchblende}}
  - {{image: images/a.svg}}
---
## Before

{LONG}

## Amount of *radium*

```python
grams = 0.1
```

{{{{ gallery() }}}}

{LONG}
"""


@pytest.fixture(scope="module", params=LOOKS)
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp(request.param)
    files = {
        "data/site.yml": f"title: Marie Curie\nlook: {request.param}\n",
        "content/radium.md": TEXT,
        "content/short.md": "---\ntitle: Short\n---\nOne line.\n",
        "static/images/a.svg": PICTURE,
    }
    build(make_site(folder / "site", files), folder / "out")
    with served(folder / "out") as address:
        yield address


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    with browser.new_context(
        viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
    ) as context:
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        watching = watched(context)
        page = context.new_page()
        page.goto(f"{site}radium/")
        yield page
    assert watching.wrong == []


@pytest.fixture
def page_without_scripts(browser: Browser, site: str) -> Iterator[Page]:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{site}radium/")
        yield page


def test_a_heading_has_a_link_that_only_a_pointer_meets(page: Page) -> None:
    heading = page.get_by_role("heading", name="Amount of radium", exact=True)
    assert heading.inner_text() == "Amount of radium"
    link = heading.locator("a")
    assert link.get_attribute("tabindex") == "-1"
    assert link.evaluate("link => getComputedStyle(link).opacity") == "0"
    heading.hover()
    assert link.evaluate("link => getComputedStyle(link).opacity") == "1"
    link.click()
    assert page.url.endswith("#amount-of-radium")
    page.set_viewport_size({"width": 320, "height": 800})
    assert overflow(page) == 0


def test_code_is_copied_with_a_button_that_confirms_it(page: Page) -> None:
    button = page.get_by_role("button", name="Copy", exact=True)
    button.focus()
    assert button.evaluate("button => getComputedStyle(button).opacity") == "1"
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == "grams = 0.1\n"
    button.wait_for()


def test_the_link_below_a_page_leads_back_to_its_top(page: Page) -> None:
    page.mouse.wheel(0, 2000)
    page.wait_for_function("scrollY > 1900")
    page.get_by_role("link", name="Back to top").click()
    page.wait_for_function("scrollY === 0")


def test_the_contents_mark_the_heading_that_is_read(page: Page) -> None:
    page.get_by_role("heading", name="Amount of radium").evaluate(
        "heading => heading.scrollIntoView()"
    )
    page.wait_for_function(
        "document.querySelector('.toc [aria-current]')?.hash === '#amount-of-radium'"
    )
    assert page.locator(".toc [aria-current]").count() == 1
    page.evaluate("scrollTo(0, 200)")
    page.wait_for_function("document.querySelector('.toc [aria-current]')?.hash === '#before'")


def test_a_picture_opens_large_above_the_page_and_closes(page: Page) -> None:
    link = page.get_by_role("link", name="A lump of pitchblende")
    assert (
        page.locator(".gallery a").count() == 1
    )  # a picture without words would be a link without a name
    small = link.locator("img").bounding_box()
    link.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="A lump of pitchblende")
    image = dialog.get_by_role("img")
    image.evaluate("image => image.decode()")
    large = image.bounding_box()
    assert small
    assert large
    assert large["width"] > 1.5 * small["width"]
    assert large["height"] < 800
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    assert link.evaluate("link => link === document.activeElement")
    link.click()
    dialog.get_by_role("button", name="Close").click()
    dialog.wait_for(state="detached")
    assert page.url.endswith("/radium/index.html") or page.url.endswith("/radium/")


def test_without_scripts_links_do_the_same(page_without_scripts: Page) -> None:
    page = page_without_scripts
    assert page.get_by_role("link", name="Back to top").get_attribute("href") == "#"
    assert page.get_by_role("button", name="Copy").count() == 0
    page.get_by_role("link", name="A lump of pitchblende").click()
    page.wait_for_url("**/images/a.svg")
