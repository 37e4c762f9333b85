"""No page says anything in the console, asks another host, or asks for what is not there: from disk and server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser import served, watched

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from looks import Built

pytestmark = [pytest.mark.browser, pytest.mark.quality]

EMPTY = "[...document.images].filter((image) => !image.naturalWidth).map((image) => image.src)"
"""The pictures that are not shown."""


@pytest.mark.parametrize("way", ["disk", "server"])
def test_every_page_loads_without_errors_from_its_own_host(
    browser: Browser, look: Built, way: str
) -> None:
    with browser.new_context() as context, served(look.folder) as server:
        top = server if way == "server" else f"{look.folder.as_uri()}/"
        watching = watched(context)
        page = context.new_page()
        for path in look.pages:
            page.goto(top + path)
            page.evaluate("for (const image of document.images) image.loading = 'eager'")
            page.wait_for_function("[...document.images].every((image) => image.complete)")
            assert page.evaluate(EMPTY) == [], path
        # A page that is left while its icon comes lets go of it.
        assert [line for line in watching.wrong if not line.endswith("ERR_ABORTED")] == []
        assert [url for url in watching.asked if not url.startswith(top)] == []
        assert any(url.endswith(".css") for url in watching.asked)
