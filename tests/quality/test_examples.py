"""The example sites of docs/gallery/ pass the checks of the demo: axe, small windows, the console, no other hosts."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from acadfolio.build import build
from acadfolio.resources import examples
from auditing import (
    WIDTHS,
    axe_finds,
    axe_page,
    clipped,
    expect_nothing,
    open_all,
    set_width,
    sideways,
)
from browser import watched
from looks import Built

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.quality]

SCHEMES = ("light", "dark")


@pytest.fixture(scope="module", params=examples())
def example(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp(request.param) / "output"
    build(examples()[request.param], folder)
    return Built(request.param, folder)


def test_an_example_is_accessible_and_fits_every_window(
    browser: Browser, axe: Path, example: Built
) -> None:
    found: dict[str, list[str]] = {}
    with axe_page(browser, axe, reduced_motion="reduce") as page:
        for path in example.kinds:
            page.goto(example.url(path))
            for width in (*WIDTHS, 1920):
                set_width(page, width)
                found[f"{path} {width}"] = sideways(page) + clipped(page)
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                found[f"{path} {scheme}"] = axe_finds(page)
            open_all(page)
            set_width(page, WIDTHS[0])
            found[f"{path} opened"] = sideways(page) + axe_finds(page)
    expect_nothing(found)


def test_an_example_is_quiet_and_asks_no_other_host(browser: Browser, example: Built) -> None:
    with browser.new_context() as context:
        watching = watched(context)
        page = context.new_page()
        for path in example.pages:
            page.goto(example.url(path))
            page.evaluate("for (const image of document.images) image.loading = 'eager'")
            page.wait_for_function("[...document.images].every((image) => image.complete)")
        assert [line for line in watching.wrong if not line.endswith("ERR_ABORTED")] == []
        assert {urlsplit(url).scheme for url in watching.asked} == {"file"}
